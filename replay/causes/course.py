"""Slips in the course of a match, undone: levels and bankers written wrong, hands out of order, claims carried on."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from paipu.replay.cards import SUITS, UNKNOWN, split_cards
from paipu.replay.causes.repair import Repair, hand_index, with_hand, with_trick, with_tricks_moved
from paipu.replay.computed import ComputedHand, sides_text
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import NOTHING, read_bid
from paipu.replay.record import Effect, GameRecord, Hand, HandClaims, Ruling, Start
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.tricks.trump import NO_TRUMP

_TERMS = ("level", "dealer", "trump", "lead")
_BEGINNING: Final = ("LEVEL-", "START-LEVEL", "DEALER-", "LEAD-", "TRIBUTE-")
"""What the hand before it says of the beginning of a hand."""
_ENDED: Final = ("CLAIM-MATCH-WINNER", "CLAIM-MATCH-REASON", "CLAIM-MATCH-LEVELS", "CLAIM-MATCH-POINTS")
"""What is claimed of the end of a match."""
UNFOLLOWED: Final = ("PLAY-NOT-HELD", "TRICK-PLAYS", "PLAY-AFTER-END", "CARD-COPIES", "LEAD-WINNER", "LEAD-PASS")
"""Plays that cannot have been made as written; three of them in a hand say that from the first on it cannot be followed."""


def course_repairs(
    sheet: RuleSheet, record: GameRecord, computed: Sequence[ComputedHand], finding: Finding
) -> Iterator[Repair]:
    """The record with one slip undone that may have led to a finding."""
    index = hand_index(finding.where.pointer)
    if index is None:
        yield from _at_the_ends(record, finding)
        return
    hand, part = record.hands[index], finding.where.pointer.split("/")[3:]
    if part[:1] == ["claims"]:
        yield from _claims(sheet, record, index, computed)
    wanted = finding.expected
    if part and part[0] in _TERMS and wanted is not None:
        for value in filter(_values(sheet, part[0]).__contains__, wanted.split(" | ")):
            yield Repair(
                record=with_hand(record, index, _with_term(hand, part[0], value)), pointer=finding.where.pointer, value=value
            )
    if finding.code.startswith(("BURY-SEAT", *_BEGINNING)) and (finding.where.trick or 0) <= 1:
        yield from _banker(record, index)
    if part[:1] == ["kitty"] and part[-1] == "seat" and wanted is not None and wanted in sheet.seats:
        yield _with_kitty_seat(record, index, int(part[1]), wanted)
    if part[:1] == ["bids"] and len(part) > 1:
        yield from _bids(sheet, record, index, int(part[1]))
    if finding.code.startswith(_BEGINNING) and (finding.where.trick or 0) <= 1 and finding.kind is not Kind.OPEN:
        yield from _order(record, index)  # what nobody wrote down does not say that hands stand in another order
    if not finding.where.trick:
        yield from _start(sheet, record)
        yield _without_bids(record, index)
    else:
        yield from _tricks(record, index, finding)
        if finding.code in UNFOLLOWED:
            yield _cut(record, index, finding.where.trick - 1)


def _values(sheet: RuleSheet, name: str) -> Sequence[str]:
    """What may stand for a term of a hand."""
    if name == "level":
        return sheet.ladder
    return (*SUITS, NO_TRUMP) if name == "trump" else sheet.seats


def _with_term(hand: Hand, name: str, value: str) -> Hand:
    if name == "level":
        return replace(hand, level=value)
    if name == "dealer":
        return replace(hand, dealer=value)
    return replace(hand, trump=value) if name == "trump" else replace(hand, lead=value)


def _at_the_ends(record: GameRecord, finding: Finding) -> Iterator[Repair]:
    """What the record begins with, and what it claims of the match."""
    top = finding.where.pointer.split("/")[1:2]
    if top == ["start"] and record.start is not None:
        yield Repair(record=replace(record, start=None), pointer="/start")
        yield Repair(record=replace(record, start=replace(record.start, dealer=None)), pointer="/start/dealer")
        yield Repair(record=replace(record, start=replace(record.start, levels={})), pointer="/start/levels")
    if top == ["claims"] and record.claims is not None:
        for reason in ("passed", "time"):
            if record.claims.reason is not None and reason != record.claims.reason:
                claims = replace(record.claims, reason=reason)
                yield Repair(record=replace(record, claims=claims), pointer="/claims/reason", value=reason)
        short = finding.expected == NOTHING  # by the hands on record the match is not over: the last may be missing
        yield Repair(record=replace(record, claims=None), pointer="/claims", least=2 if short else 3, counts=_ENDED)


def _start(sheet: RuleSheet, record: GameRecord) -> Iterator[Repair]:
    """Other levels at the start: those that the first hand that tells them was played at."""
    if record.start is None or not record.start.levels:
        return
    levels = dict.fromkeys(sheet.sides, sheet.first_level)
    if dict(record.start.levels) != levels:
        start = Start(levels=levels, dealer=record.start.dealer)
        yield Repair(record=replace(record, start=start), pointer="/start/levels", value=sheet.first_level)


# -- the beginning of a hand


def _banker(record: GameRecord, index: int) -> Iterator[Repair]:
    """Another banker than is noted: who buried, or else led, if more than that speaks for him."""
    hand = record.hands[index]
    buried = [action.seat for action in hand.kitty or () if action.bury is not None]
    acted = buried or [text[0] for text in hand.tricks or () if hand.left is None]
    if hand.dealer is not None and acted and acted[0] != hand.dealer:
        yield Repair(
            record=with_hand(record, index, replace(hand, dealer=acted[0])),
            pointer=f"/hands/{index}/dealer",
            value=acted[0],
            least=2,
            counts=("BURY-", *_BEGINNING, "CLAIM-", "PLAY-", "TRICK-"),
        )


def _with_kitty_seat(record: GameRecord, index: int, number: int, seat: str) -> Repair:
    hand = record.hands[index]
    kitty = hand.kitty or ()
    changed = (*kitty[:number], replace(kitty[number], seat=seat), *kitty[number + 1 :])
    return Repair(
        record=with_hand(record, index, replace(hand, kitty=changed)),
        pointer=f"/hands/{index}/kitty/{number}/seat",
        value=seat,
    )


def _bids(sheet: RuleSheet, record: GameRecord, index: int, number: int) -> Iterator[Repair]:
    """A bid of somebody else, or two bids the wrong way round."""
    hand = record.hands[index]
    bids = hand.bids or ()
    for seat in sheet.seats:
        if seat != bids[number][0]:
            bid = seat + bids[number][1:]
            if not _dealt(hand, seat, read_bid(bid)[1].cards):
                continue
            changed = (*bids[:number], bid, *bids[number + 1 :])
            yield Repair(
                record=with_hand(record, index, replace(hand, bids=changed)),
                pointer=f"/hands/{index}/bids/{number}",
                value=bid,
            )
    for first in (number, number - 1):
        if 0 <= first < len(bids) - 1:
            changed = (*bids[:first], bids[first + 1], bids[first], *bids[first + 2 :])
            yield Repair(
                record=with_hand(record, index, replace(hand, bids=changed)),
                pointer=f"/hands/{index}/bids/{first}",
                value=bids[first + 1],
            )


def _dealt(hand: Hand, seat: str, shown: str) -> bool:
    """Whether a seat may have been dealt some cards, by what is on record of its hand."""
    dealt = (hand.deal or {}).get(seat, UNKNOWN)
    return UNKNOWN in dealt or not Counter(split_cards(shown)) - Counter(split_cards(dealt))


def _without_bids(record: GameRecord, index: int) -> Repair:
    """A hand whose declarations are not known: one that is not on record may explain both banker and trump."""
    hand = replace(record.hands[index], bids=None)
    return Repair(
        record=with_hand(record, index, hand),
        pointer=f"/hands/{index}/bids",
        least=2,
        counts=("DEALER-", "TRUMP-", "KITTY-", "BID-"),
    )


# -- hands


def _order(record: GameRecord, index: int) -> Iterator[Repair]:
    """A hand that is there twice, not there, or one place on."""
    hands, count = record.hands, len(record.hands)
    for twice in (index, index + 1):
        if 0 < twice < count and replace(hands[twice], no=hands[twice - 1].no) == hands[twice - 1]:
            rest = _numbered(hands[twice + 1 :], -1 if hands[twice].no == hands[twice - 1].no + 1 else 0)
            yield Repair(
                record=replace(record, hands=(*hands[:twice], *rest)),
                pointer=f"/hands/{twice}",
                hands=(*range(twice), *range(twice + 1, count)),
            )
    for first in (index, index - 1):
        if 0 <= first < count - 1:
            one, two = hands[first], hands[first + 1]
            swapped = (*hands[:first], replace(two, no=one.no), replace(one, no=two.no), *hands[first + 2 :])
            places = (*range(first), first + 1, first, *range(first + 2, count))
            yield Repair(record=replace(record, hands=swapped), pointer=f"/hands/{first}", hands=places)
    gap = hands[index].no - (hands[index - 1].no + 1 if index else 1)
    for by in (-gap, 1) if gap else (1,):
        moved = (*hands[:index], *_numbered(hands[index:], by))
        yield Repair(
            record=replace(record, hands=moved),
            pointer=f"/hands/{index}/no",
            value=str(hands[index].no + by),
            hands=tuple(range(count)),
            least=2,
            counts=_BEGINNING,
        )


def _numbered(hands: Sequence[Hand], by: int) -> tuple[Hand, ...]:
    return tuple(replace(hand, no=hand.no + by) for hand in hands)


# -- tricks


def _tricks(record: GameRecord, index: int, finding: Finding) -> Iterator[Repair]:
    """A trick's leader, or two tricks that stand the wrong way round."""
    hand, trick = record.hands[index], (finding.where.trick or 1) - 1
    tricks = hand.tricks or ()
    if finding.code.startswith("LEAD-") and finding.expected and len(finding.expected) == 1 and trick < len(tricks):
        text = finding.expected + tricks[trick][1:]
        yield Repair(
            record=with_hand(record, index, with_trick(hand, trick, text)),
            pointer=f"/hands/{index}/tricks/{trick}",
            value=text,
        )
    for first in (trick, trick - 1):
        if 0 <= first < len(tricks) - 1:
            swapped = (*tricks[:first], tricks[first + 1], tricks[first], *tricks[first + 2 :])
            numbers = list(range(1, len(tricks) + 1))
            numbers[first], numbers[first + 1] = first + 2, first + 1
            yield Repair(
                record=with_hand(record, index, with_tricks_moved(hand, swapped, numbers)),
                pointer=f"/hands/{index}/tricks/{first}",
                value=tricks[first + 1],
                index=index,
                tricks=tuple(numbers),
            )


def _cut(record: GameRecord, index: int, trick: int) -> Repair:
    """The hand as far as it can be followed: what comes after a trick that cannot be is not known, nor what it came to."""
    hand = record.hands[index]
    cut = replace(hand, tricks=(hand.tricks or ())[:trick], claims=None)
    return Repair(record=with_hand(record, index, cut), pointer=f"/hands/{index}/tricks/{trick}", least=3, counts=UNFOLLOWED)


# -- claims


def _claims(sheet: RuleSheet, record: GameRecord, index: int, computed: Sequence[ComputedHand]) -> Iterator[Repair]:
    """The claims of a hand as they should be, alone or as far as they were carried on; or what they say taken as decided."""
    hand = record.hands[index]
    claims = hand.claims or HandClaims()
    told = {name: getattr(computed[index], name) for name in _names(claims)}
    right = {name: value for name, value in told.items() if _whole(value, getattr(claims, name))}
    for name, value in right.items():
        if getattr(claims, name) != value:
            repaired = replace(hand, claims=replace(claims, **{name: value}))
            yield Repair(record=with_hand(record, index, repaired), pointer=f"/hands/{index}/claims/{name}", value=_text(value))
    levels = right.get("levels")
    if levels is not None and claims.levels is not None and claims.levels != levels:
        by = _steps(sheet, claims.levels, levels)
        yield _carried(sheet, record, computed, index, by, _text(levels))
        yield _ruled(record, index, "levels", Effect(levels={side: -steps for side, steps in by.items() if steps}))
    dealer, attackers = computed[index].dealer, right.get("attackers")
    if dealer is not None and attackers is not None and claims.attackers is not None and claims.attackers != attackers:
        side = sheet.sides[1 - sheet.seat_at[dealer] % 2]
        points = Effect(points={side: claims.attackers - attackers})
        for name in ("penalties", "attackers"):
            if getattr(claims, name) is not None:
                yield _ruled(record, index, name, points, value=_text(right.get(name)))


def _ruled(record: GameRecord, index: int, name: str, effect: Effect, value: str | None = None) -> Repair:
    """A claim taken as if a referee had decided so: what was reckoned on from it then fits."""
    ruling = Ruling(id="", hand=record.hands[index].no, effect=effect)
    return Repair(
        record=replace(record, rulings=(*record.rulings, ruling)),
        pointer=f"/hands/{index}/claims/{name}",
        value=value,
        least=2,
        counts=("CLAIM-PENALTIES", "CLAIM-ATTACKERS", "CLAIM-", "LEVEL-"),
    )


def _names(claims: HandClaims) -> Iterator[str]:
    """The keys that are claimed."""
    for field in fields(HandClaims):
        if getattr(claims, field.name) is not None:
            yield field.name


def _whole(computed: object, claimed: object) -> bool:
    """Whether all that is claimed was computed."""
    if isinstance(computed, Mapping) and isinstance(claimed, Mapping):
        return computed.keys() >= claimed.keys()
    return computed is not None


def _text(value: Any) -> str:  # noqa: ANN401 - a claim of any kind
    return sides_text(value) if isinstance(value, Mapping) else str(value)


def _steps(sheet: RuleSheet, claimed: Mapping[str, str], computed: Mapping[str, str]) -> Mapping[str, int]:
    """How many levels each side's claim lies below what it should be; 0 where either cannot be told."""
    found = {}
    for side in sheet.sides:
        low, high = sheet.level_index(claimed.get(side)), sheet.level_index(computed.get(side))
        found[side] = high - low if low is not None and high is not None else 0
    return found


def _carried(
    sheet: RuleSheet, record: GameRecord, computed: Sequence[ComputedHand], index: int, by: Mapping[str, int], value: str
) -> Repair:
    """The claimed levels put right from a hand on, as far as they are wrong by as many steps on each side."""
    hands = list(record.hands)
    for later in range(index, len(hands)):
        claims, right = hands[later].claims, computed[later].levels
        if claims is None or claims.levels is None or right is None:
            continue
        if _steps(sheet, claims.levels, right) == by:
            hands[later] = replace(hands[later], claims=replace(claims, levels=right))
    of_match, last = record.claims, computed[-1].levels
    if of_match is not None and of_match.levels and last is not None and _steps(sheet, of_match.levels, last) == by:
        of_match = replace(of_match, levels=last)
    return Repair(
        record=replace(record, hands=tuple(hands), claims=of_match), pointer=f"/hands/{index}/claims/levels", value=value
    )
