"""What a seat held in a hand, did and came to, in one row: what a search (`analytics/find.py`) looks through.

What the statistics count of a hand is taken from their counts, so that a search finds the hands that a statistic opens; the
sizes of plays and the cards that were held are added here.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.analytics.plays import Plays
from paipu.analytics.seat_hand_rows import ACTS, LARGEST, SeatHandRow
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, count_cards
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.combos import Kind
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import dealt_hands, shown_by_plays
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.notation import read_gift
from paipu.replay.packing import Packing
from paipu.replay.record import GameRecord, Hand
from paipu.replay.report import Report
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import Sheet, sheet_of
from paipu.replay.tricks.deal import holdings
from paipu.replay.tricks.trump import MIXED, TRUMP, TrumpContext
from paipu.replay.tricks.units import shape_of

TRACTOR: Final = 4
"""Fewer cards are no tractor."""
OF_WHOLE: Final = ("ruff",)
"""What only a hand that was played out tells: whether a seat was void its later plays bear out."""


class _Count(NamedTuple):
    """What a seat or a side has in a statistic of the hand, and the plies of its numerator."""

    numerator: int
    denominator: int
    hits: Sequence[int]


_NOTHING: Final = _Count(0, 0, ())
_Counted = Mapping[tuple[str, str], _Count]
"""What a hand counts, by statistic and by seat or side."""


class Act(NamedTuple):
    """Something that a seat did at a ply: one of `ACTS`, and how large it was."""

    name: str
    size: int
    ply: int


class HandSeen(NamedTuple):
    """A hand of a match, by the sheet that it was played under."""

    sheet: Any
    hand: Hand
    result: ComputedHand
    plays: Plays
    counted: _Counted


def seat_hand_columns(
    record: GameRecord, audit: Audit, plays: Sequence[Plays], sides: Sequence[str], by_hand: Sequence[Sequence[Any]]
) -> Sequence[Sequence[Any]]:
    """The columns of a `SeatHandRow`, a row a seat and hand that counts; `sides` has the seats of each side and is empty where
    they are not known, `by_hand` the columns of a `HandCountRow`.
    """
    sheet = sheet_of(record)
    counted = _by_hand(by_hand)
    rows: list[SeatHandRow] = []
    for index, (hand, result, made) in enumerate(zip(record.hands, audit.hands, plays, strict=True)):
        if result.setting.counts and not hand.tie_break:
            rules = OF_HAND[sheet.family].rules(sheet, result)
            rows += _rows_of(index, HandSeen(rules, hand, result, made, counted[index]), sides)
    return list(zip(*rows, strict=True)) if rows else [[] for _ in SeatHandRow._fields]


def _by_hand(columns: Sequence[Sequence[Any]]) -> Mapping[int, dict[tuple[str, str], _Count]]:
    found: defaultdict[int, dict[tuple[str, str], _Count]] = defaultdict(dict)
    hands, units, keys, numerators, denominators, _, _, hits, _, _ = columns
    for hand, unit, key, numerator, denominator, plies in zip(hands, units, keys, numerators, denominators, hits, strict=True):
        if hand is not None:
            found[hand][key, unit] = _Count(numerator, denominator, plies or ())
    return found


def _rows_of(index: int, seen: HandSeen, sides: Sequence[str]) -> Iterator[SeatHandRow]:
    sheet, result = seen.sheet, seen.result
    _, held, acts, told = OF_HAND[sheet.family]
    cards = held(seen)
    done: dict[str, list[Act]] | None = None
    if seen.plays.cards and seen.plays.all_seen and getattr(result, told) is not None:
        done = {seat: [] for seat in sheet.seats}
        for seat, act in acts(seen):
            done[seat].append(act)
    untold = () if result.setting.finished else OF_WHOLE
    outcomes = {side: _outcome(seen, side, sides) for side in sides}
    for seat in sheet.seats:
        side = next((each for each in sides if seat in each), "")
        own = None if done is None else sorted(done[seat], key=lambda act: (act.ply, act.name))
        yield SeatHandRow._make(
            (
                index,
                seen.hand.no,
                seat,
                *cards[seat],
                _share(seen, "bank_share", side),
                _share(seen, "dealer_share", seat),
                outcomes.get(side),
                _of_one(seen, "hold_rate", "take_rate", side),
                _of_one(seen, "take_rate", "hold_rate", side),
                _captured(seen, side, sides),
                result.attackers if _has_attackers(seen, side) else None,
                _place(seen, seat),
                _share(seen, "both_first", side),
                _share(seen, "both_last", side),
                _share(seen, "pass_ace", side),
                _share(seen, "tribute_paid", seat),
                _share(seen, "tribute_refused", side),
                *(_mask(own, name, sheet, untold) for name in ACTS),
                tuple(act.name for act in own) if own else None,
                tuple(act.size for act in own) if own else None,
                tuple(act.ply for act in own) if own else None,
            )
        )


def _count(seen: HandSeen, key: str, unit: str) -> _Count:
    return seen.counted.get((key, unit), _NOTHING)


def _share(seen: HandSeen, key: str, unit: str) -> bool | None:
    """Whether a hand is in the numerator of a statistic; None where it is not in the denominator."""
    found = _count(seen, key, unit)
    return found.numerator > 0 if found.denominator else None


def _of_one(seen: HandSeen, key: str, others: str, side: str) -> bool | None:
    """What is told of one side; it is not so of the other, of which something else is told instead."""
    told = _share(seen, key, side)
    return False if told is None and _share(seen, others, side) is not None else told


def _captured(seen: HandSeen, side: str, sides: Sequence[str]) -> bool | None:
    """Whether a side captured the kitty, which the side that has the bank does not."""
    told = [_share(seen, "kitty_capture", each) for each in sides]
    return None if told == [None] * len(told) else bool(_share(seen, "kitty_capture", side))


def _has_attackers(seen: HandSeen, side: str) -> bool:
    return bool(_count(seen, "attack_points", side).denominator or _count(seen, "conceded_points", side).denominator)


def _place(seen: HandSeen, seat: str) -> int | None:
    """The place in which a seat finished."""
    return next((at for at in range(1, len(seen.sheet.seats) + 1) if _count(seen, f"place_{at}", seat).numerator), None)


def _outcome(seen: HandSeen, side: str, sides: Sequence[str]) -> int | None:
    """1 for the side that has won the hand, -1 for the other, 0 where neither has; None where it cannot be told.

    Where the bank changes hands it goes with that, where it goes round by the table of points; where places earn points who
    has more of them has won, and else the side of the first place.
    """
    taken = seen.result.setting.by_claims
    held, attacked = (_share(seen, key, side) for key in ("hold_rate", "take_rate"))
    if held is not None or attacked is not None:
        return 1 if held or attacked else -1
    other = next(each for each in sides if each != side)
    bank = _share(seen, "bank_share", side)
    if bank is not None:
        if not _has_attackers(seen, side) or taken or seen.sheet.schedule is None:
            return None
        row = seen.sheet.score.row(seen.result.attackers)
        return 1 if (row.side == "bank") == bank else -1
    own, others = (_count(seen, "hand_points", each) for each in (side, other))
    if own.denominator and others.denominator:
        return (own.numerator > others.numerator) - (own.numerator < others.numerator)
    if _count(seen, "both_first", side).denominator:
        first = any(_count(seen, "place_1", seat).numerator for seat in side) or bool(_share(seen, "both_first", side))
        return 1 if first else -1
    return None


def _mask(acts: Iterable[Act] | None, name: str, sheet: Sheet, untold: Container[str]) -> int | None:
    """The sizes of some acts, a bit each; None where the plays do not tell, and on a sheet that has no such thing."""
    if acts is None or name in untold or not ACTS[name](sheet):
        return None
    sizes = {min(act.size, LARGEST) for act in acts if act.name == name}
    return sum(1 << size for size in sizes)


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
    trumps = ctx.masks[TRUMP]
    level = [f"{result.level}{suit}" for suit in "shcd"] if ctx.level is not None else []
    return {
        seat: (*_jokers(ctx, cards), _of(ctx, cards, level), None, ctx.size(cards & trumps)) if known else _UNKNOWN
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
    wilds = sorted(ctx.wilds)
    level = [f"{result.level}{suit}" for suit in "shcd"] if len(sheet.ladder) > 1 else []
    return {
        seat: (*_jokers(ctx, hands[seat]), _of(ctx, hands[seat], level) if level else None, _of(ctx, hands[seat], wilds), None)
        if known[seat]
        else _UNKNOWN
        for seat in sheet.seats
    }


def _jokers(ctx: Packing, cards: int) -> tuple[int, int]:
    return _of(ctx, cards, [BIG_JOKER]), _of(ctx, cards, [LITTLE_JOKER])


def _of(ctx: Packing, cards: int, wanted: Iterable[str]) -> int:
    """How many of some cards there are in a packed hand."""
    return ctx.size(cards & sum(3 * ctx.weight[card] for card in wanted))


# --- What was done -----------------------------------------------------------------------------------------


def _done_in_tricks(seen: HandSeen) -> Iterator[tuple[str, Act]]:
    sheet, result, plays = seen.sheet, seen.result, seen.plays
    ctx: TrumpContext = sheet.context(result.level, str(result.trump))
    for at, cards in enumerate(plays.cards):
        play = ctx.plays[cards] if len(cards) >= 2 * TRACTOR else None
        if play is not None and play.possible and play.cls != MIXED and play.size:
            for pairs, _ in shape_of(ctx, play.cards, play.cls).tractors:
                yield plays.seats[at], Act("tractor", pairs, at + 1)
    for seat in sheet.seats:
        for name, key in (("throw", "throws"), ("failed_throw", "throws_failed"), ("ruff", "ruffs")):
            for ply in _count(seen, key, seat).hits:
                yield seat, Act(name, count_cards(plays.attempted[ply - 1] or plays.cards[ply - 1]), ply)


def _done_in_climbing(seen: HandSeen) -> Iterator[tuple[str, Act]]:
    sheet, plays = seen.sheet, seen.plays
    bombs = {str(row.kind) for row in sheet.cards.rows if row.tier == "bomb"}
    wild = {ply for seat in sheet.seats for ply in _count(seen, "wild_as_other", seat).hits}
    for at, kind in enumerate(plays.types):
        size = count_cards(plays.cards[at])
        names = ["bomb"] if kind in bombs else []
        names += ["wild_bomb"] if kind in bombs and at + 1 in wild else []
        if kind == Kind.STRAIGHT_FLUSH:
            names += ["straight_flush", *(["wild_straight_flush"] if at + 1 in wild else [])]
        elif kind == Kind.FOUR_JOKERS:
            names.append("four_jokers")
        for name in names:
            yield plays.seats[at], Act(name, size, at + 1)


class _Family(NamedTuple):
    """How hands of a family are read: by which `rules`, what was `held` and `done`, and what of the result must be `told` for
    plays to be read.
    """

    rules: Callable[[Any, ComputedHand], Any]
    held: Callable[[HandSeen], Mapping[str, _Held]]
    done: Callable[[HandSeen], Iterator[tuple[str, Act]]]
    told: str


OF_HAND: Final[Mapping[FamilyName, _Family]] = {
    "tricks": _Family(lambda sheet, result: sheet.at_level(result.level), _in_tricks, _done_in_tricks, "trump"),
    "climbing": _Family(lambda sheet, _: sheet, _in_climbing, _done_in_climbing, "types"),
}
