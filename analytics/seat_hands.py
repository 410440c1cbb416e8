"""What a seat held in a hand, did and came to, in one row: what a search (`analytics/find.py`) looks through.

What the statistics count of a hand is taken from their counts, so that a search finds the hands that a statistic opens; the
sizes of plays and the cards that were held are added here. Record by record is found what only the rules of its sheet tell
(`seen_in`); all else, for all records of a batch at once (`analytics/seat_hand_columns.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from paipu.analytics.plays import Plays
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, SUITS
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import dealt_hands, shown_by_plays
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.notation import read_gift
from paipu.replay.packing import FULL, Packing
from paipu.replay.record import GameRecord, Hand
from paipu.replay.report import Report
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS, sheet_of
from paipu.replay.tricks.deal import holdings
from paipu.replay.tricks.trump import MIXED, TRUMP, TrumpContext
from paipu.replay.tricks.units import shape_of

TRACTOR: Final = 4
"""Fewer cards are no tractor."""


class Seen(NamedTuple):
    """A hand that counts, at its place in the record: what each seat `held`, five numbers a seat; the points of the attackers,
    and whether the table of points gives such a hand to the bank, None where it does not say who has won; whether its plays can
    be `read`, and whether it was played out; and the tractors: the number of the seat, how many pairs, and the ply.
    """

    place: int
    held: Sequence[int | None]
    attackers: int | None
    of_bank: bool | None
    read: bool
    finished: bool
    tractors: Sequence[tuple[int, int, int]]


class HandSeen(NamedTuple):
    """A hand of a match, by the sheet that it was played under."""

    sheet: Any
    hand: Hand
    result: ComputedHand
    plays: Plays


def seen_in(record: GameRecord, audit: Audit, plays: Sequence[Plays]) -> list[Seen]:
    """The hands of a record that count."""
    sheet = sheet_of(record)
    rules, held, told = OF_HAND[sheet.family]
    found = []
    for index, (hand, result, made) in enumerate(zip(record.hands, audit.hands, plays, strict=True)):
        if not result.setting.counts or hand.tie_break:
            continue
        seen = HandSeen(rules(sheet, result), hand, result, made)
        cards = held(seen)
        read = bool(made.cards and made.all_seen and getattr(result, told) is not None)
        found.append(
            Seen(
                index,
                [*chain.from_iterable([cards[seat] for seat in sheet.seats])],
                result.attackers,
                _of_bank(seen),
                read,
                result.setting.finished,
                list(_tractors(seen)) if read and sheet.key in TRICK_SHEETS else (),
            )
        )
    return found


def _of_bank(seen: HandSeen) -> bool | None:
    """Whether the table of points gives the hand to the bank, where the bank goes round whatever happens."""
    sheet, result = seen.sheet, seen.result
    if sheet.key not in TRICK_SHEETS or sheet.schedule is None or result.attackers is None or result.setting.by_claims:
        return None
    return bool(sheet.score.row(result.attackers).side == "bank")


def bombs_of(sheet: Any) -> frozenset[str]:  # noqa: ANN401 - a sheet of either family
    """The combinations of a sheet that are bombs."""
    rows = sheet.cards.rows if sheet.key in CLIMBING_SHEETS else ()
    return frozenset(str(row.kind) for row in rows if row.tier == "bomb")


# --- What was held -----------------------------------------------------------------------------------------

_Held = tuple[int | None, int | None, int | None, int | None, int | None]
"""Big jokers, little jokers, level cards, wild cards, trumps."""
_UNKNOWN: Final[_Held] = (None, None, None, None, None)


def _in_tricks(seen: HandSeen) -> Mapping[str, _Held]:
    """The hands with which the first trick begins, after the burial."""
    sheet, hand, result = seen.sheet, seen.hand, seen.result
    if result.trump is None or result.dealer is None or hand.left is not None:
        return dict.fromkeys(sheet.seats, _UNKNOWN)
    ctx: TrumpContext = sheet.context(result.level, result.trump)
    held = holdings(sheet, ctx, hand, sheet.seats.index(result.dealer), Report(clause_of_codes(sheet.key)))
    big, little, trumps = *_jokers(ctx), ctx.masks[TRUMP]
    level = _mask(ctx, [f"{result.level}{suit}" for suit in SUITS] if ctx.level is not None else [])
    size = ctx.size
    return {
        seat: (size(cards & big), size(cards & little), size(cards & level), None, size(cards & trumps)) if known else _UNKNOWN
        for seat, cards, known in zip(sheet.seats, held.hands, held.complete, strict=True)
    }


def _in_climbing(seen: HandSeen) -> Mapping[str, _Held]:
    """The hands with which the first trick begins, after the tribute."""
    sheet, hand, result = seen.sheet, seen.hand, seen.result
    if result.level is None or hand.left is not None:
        return dict.fromkeys(sheet.seats, _UNKNOWN)
    ctx: LevelContext = sheet.context(result.level)
    dealt = dealt_hands(sheet, ctx, hand, Report(clause_of_codes(sheet.key)))
    hands, known = dict(zip(sheet.seats, dealt.hands, strict=True)), dict(zip(sheet.seats, dealt.known, strict=True))
    for gift in map(read_gift, result.setting.gifts):
        for seat, sign in ((gift.giver, -1), (gift.taker, 1)):
            if known[seat] and (sign > 0 or ctx.contains(hands[seat], ctx.weight[gift.card])):
                hands[seat] += sign * ctx.weight[gift.card]
    if not all(known.values()) and hand.tricks and seen.plays.all_seen:
        for seat, shown in zip(sheet.seats, shown_by_plays(sheet, hand.tricks, dealt.sizes), strict=True):
            if not known[seat] and shown.total() == sheet.hand_size:
                hands[seat], known[seat] = ctx.pack_counts(shown.items()), True
    big, little, wilds = *_jokers(ctx), _mask(ctx, ctx.wilds)
    level = _mask(ctx, [f"{result.level}{suit}" for suit in SUITS]) if len(sheet.ladder) > 1 else None
    size = ctx.size
    return {
        seat: (
            size(cards & big),
            size(cards & little),
            None if level is None else size(cards & level),
            size(cards & wilds),
            None,
        )
        if known[seat]
        else _UNKNOWN
        for seat, cards in hands.items()
    }


def _jokers(ctx: Packing) -> tuple[int, int]:
    return _mask(ctx, [BIG_JOKER]), _mask(ctx, [LITTLE_JOKER])


def _mask(ctx: Packing, wanted: Iterable[str]) -> int:
    """What leaves of a packed hand some cards alone."""
    return sum([FULL * ctx.weight[card] for card in wanted])


# --- What was done -----------------------------------------------------------------------------------------


def _tractors(seen: HandSeen) -> Iterator[tuple[int, int, int]]:
    sheet, result, plays = seen.sheet, seen.result, seen.plays
    long = [at for at, cards in enumerate(plays.cards) if len(cards) >= 2 * TRACTOR]
    if not long:
        return
    ctx: TrumpContext = sheet.context(result.level, str(result.trump))
    for at in long:
        play = ctx.plays[plays.cards[at]]
        if play.possible and play.cls != MIXED and play.size:
            for pairs, _ in shape_of(ctx, play.cards, play.cls).tractors:
                yield sheet.seat_at[plays.seats[at]], pairs, at + 1


class _Family(NamedTuple):
    """How hands of a family are read: by which `rules`, what was `held`, and what of the result must be `told` for plays to be
    read.
    """

    rules: Callable[[Any, ComputedHand], Any]
    held: Callable[[HandSeen], Mapping[str, _Held]]
    told: str


OF_HAND: Final[Mapping[FamilyName, _Family]] = {
    "tricks": _Family(lambda sheet, result: sheet.at_level(result.level), _in_tricks, "trump"),
    "climbing": _Family(lambda sheet, _: sheet, _in_climbing, "types"),
}
