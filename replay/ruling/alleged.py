"""What a referee is asked to rule on: a fault that the table noted, or that the audit finds, or that he is told of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from paipu.replay.audit import audit
from paipu.replay.cards import join_cards, split_cards
from paipu.replay.faults import WRONG_COUNTS, Moment, same_fault
from paipu.replay.findings import Finding
from paipu.replay.notation import read_token
from paipu.replay.plays import BEFORE, plays_of_hand
from paipu.replay.record import AT_OF_INCIDENT, Effect, Fault, GameRecord, Hand, Incident, Ruling
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.seating import sides_at
from paipu.replay.sheets import sheet_of


class AllegedFault(NamedTuple):
    """A fault in hand `hand` (its `no`), as an incident; `noted`: the record has that incident.

    `incident.noticed` is when it was found, None where that is now, or not said. `code` is the check that finds it.
    """

    hand: int
    incident: Incident
    noted: bool = False
    code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the referee is told of a fault beside who, where and when: as of an incident."""

    cards: str | None = None
    count: int | None = None
    seconds: float | None = None

    def of(self, matter: AllegedFault) -> AllegedFault:
        """A fault with what is told of it; what is not told stays as it was noted, or found."""
        noted = matter.incident
        told = replace(
            noted,
            cards=noted.cards if self.cards is None else self.cards,
            count=noted.count if self.count is None else self.count,
            seconds=noted.seconds if self.seconds is None else self.seconds,
        )
        return matter._replace(incident=told)


NOTHING_TOLD: Final = Told()
_AT_ANOTHERS: Final = frozenset({"out_of_turn"})
"""What may be written at the play that it came before."""
_TIMED_BEFORE: Final = frozenset({"timeout"})
"""What may be of a burial or a tribute, which come before the first trick."""
_OF_BURIAL: Final = frozenset({"kitty_count"})
"""What is of a burial."""
_NEEDS_PLACE: Final = frozenset({"unannounced"})
"""What is a fault by what was left after a play, and none without one."""


def matters(record: GameRecord, hand: int, *, at: Moment | None = None, seat: str | None = None) -> tuple[AllegedFault, ...]:
    """All that may be ruled on in a hand, or at a place of it: incidents on record first, then findings nobody noticed.

    Findings that follow from another one are none. Raises KeyError for a hand that is not there.
    """
    found = [*_noted(record, hand), *_found(record, hand)]
    wanted = [
        matter
        for matter in found
        if at in {None, matter.incident.at or (0, 0), matter.incident.noticed} and seat in {None, matter.incident.seat}
    ]
    unlike = {same_fault(each.incident): each for each in reversed(wanted)}
    return tuple(reversed(unlike.values()))


def matter_of(record: GameRecord, finding: Finding) -> AllegedFault | None:
    """The fault that a finding is; None for one that is no fault of a seat, or on which the sheet says nothing."""
    sheet = sheet_of(record)
    kind, where = sheet.faults.get(finding.code), finding.where
    if kind is None or finding.seat is None or where.hand is None:
        return None
    at = (0, 0) if kind in WRONG_COUNTS or not where.trick else (where.trick, where.play or 1)
    cards = join_cards(split_cards(read_token(finding.actual).thrown)) if finding.actual and kind == "failed_throw" else None
    return AllegedFault(where.hand, Incident(kind=kind, seat=finding.seat, at=at, cards=cards), code=finding.code)


def hand_of(record: GameRecord, no: int) -> Hand:
    """A hand by its `no`. Raises KeyError where there is none."""
    found = next((hand for hand in record.hands if hand.no == no), None)
    if found is None:
        raise KeyError(no)
    return found


def moments(record: GameRecord, hand: Hand) -> Sequence[Moment]:
    """Every moment at which something may be noticed: before the first trick, and after each play on record."""
    return [BEFORE, *(made.place for made in plays_of_hand(sheet_of(record), hand))]


def found_proven(hand: int, at: Moment | None, seat: str, kind: str) -> Ruling:
    """A ruling that finds a fault proven, without an id yet."""
    return Ruling(id="", hand=hand, at=at, seat=seat, effect=Effect(fault=Fault(kind=kind)))


def misplaced(record: GameRecord, ruling: Ruling) -> Sequence[Moment] | None:
    """Where a ruling may be, or the fault that it finds proven, if the record shows that it cannot be where the ruling says.

    None where it can, or the plays that would tell are not on record. What `AT_OF_INCIDENT` has at the seat's own play needs
    one of its seat; everything else at least a place of the hand.
    """
    fault = ruling.effect.fault
    hand = next((each for each in record.hands if each.no == ruling.hand), None)
    if hand is None or hand.tricks is None:
        return None
    sheet = sheet_of(record)
    made = {at.place: sheet.seats[at.seat] for at in plays_of_hand(sheet, hand)}
    last = max(made, default=BEFORE)
    due = {(last[0], last[1] + 1), (last[0] + 1, 1)}
    if fault is None or ruling.seat is None:
        return None if ruling.at is None or ruling.at in {BEFORE, *made, *due} else [BEFORE, *made]
    of_play = AT_OF_INCIDENT[fault.kind] == "play" and fault.kind not in _AT_ANOTHERS
    own = [place for place, seat in made.items() if seat == ruling.seat]
    if fault.kind in _OF_BURIAL and not _buried(hand, ruling.seat):
        return ()
    if ruling.at is None:
        return own if fault.kind in _NEEDS_PLACE else None
    if ruling.at == BEFORE:
        if of_play and fault.kind not in _TIMED_BEFORE:
            return own
        return own if fault.kind in _TIMED_BEFORE and not _acted_before(hand, ruling.seat) else None
    if of_play:
        return None if ruling.at in own else own
    may = {*made, *due} if AT_OF_INCIDENT[fault.kind] == "due" else made
    return None if ruling.at in may else [BEFORE, *made]


def _buried(hand: Hand, seat: str) -> bool:
    """Whether a seat buried, or may have: nothing is on record of it."""
    who = [each.seat for each in hand.kitty or () if not each.passed]
    return not who or seat in who


def _acted_before(hand: Hand, seat: str) -> bool:
    """Whether a seat buried or gave a card before the first trick, or may have: nothing of the kind is on record."""
    return any(each[0] == seat for each in hand.tribute) if hand.tribute else _buried(hand, seat)


def sides_of(sheet: RuleSheet, record: GameRecord) -> dict[str, str]:
    """The side of each seat, as records name it."""
    sides = sides_at(sheet, record) or sheet.alternating
    return {seat: sheet.sides[side] for seat, side in zip(sheet.seats, sides, strict=True)}


def unnoted(record: GameRecord, matter: AllegedFault) -> GameRecord:
    """The record without the fault: nobody noticed it."""
    same = same_fault(matter.incident)
    hands = (
        replace(hand, incidents=tuple(each for each in hand.incidents if same_fault(each) != same))
        if hand.no == matter.hand
        else hand
        for hand in record.hands
    )
    return replace(record, hands=tuple(hands))


def _noted(record: GameRecord, hand: int) -> Iterator[AllegedFault]:
    for incident in hand_of(record, hand).incidents:
        yield AllegedFault(hand, incident, noted=True)


def _found(record: GameRecord, hand: int) -> Iterator[AllegedFault]:
    for finding in audit(record).findings:
        if finding.where.hand == hand and finding.cause is None:
            matter = matter_of(record, finding)
            if matter is not None:
                yield matter
