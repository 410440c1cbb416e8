"""What a referee is asked to rule on: a fault that the table noted, or that the audit finds, or that he is told of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from replay.audit import audit
from replay.cards import join_cards, split_cards
from replay.family import FAMILIES
from replay.faults import Moment, same_fault
from replay.findings import Finding
from replay.notation import read_token
from replay.record import GameRecord, Hand, Incident
from replay.rulesheet import RuleSheet
from replay.seating import sides_at
from replay.sheets import sheet_of
from replay.tricks.tariff import WRONG_COUNTS


class Matter(NamedTuple):
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

    def of(self, matter: Matter) -> Matter:
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


def matters(record: GameRecord, hand: int, *, at: Moment | None = None, seat: str | None = None) -> tuple[Matter, ...]:
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


def matter_of(record: GameRecord, finding: Finding) -> Matter | None:
    """The fault that a finding is; None for one that is no fault of a seat, or on which the sheet says nothing."""
    sheet = sheet_of(record)
    kind, where = sheet.faults.get(finding.code), finding.where
    if kind is None or finding.seat is None or where.hand is None:
        return None
    at = (0, 0) if kind in WRONG_COUNTS or not where.trick else (where.trick, where.play or 1)
    cards = join_cards(split_cards(read_token(finding.actual).thrown)) if finding.actual and kind == "failed_throw" else None
    return Matter(where.hand, Incident(kind=kind, seat=finding.seat, at=at, cards=cards), code=finding.code)


def hand_of(record: GameRecord, no: int) -> Hand:
    """A hand by its `no`. Raises KeyError where there is none."""
    found = next((hand for hand in record.hands if hand.no == no), None)
    if found is None:
        raise KeyError(no)
    return found


def moments(record: GameRecord, hand: Hand) -> Sequence[Moment]:
    """Every moment at which something may be noticed: before the first trick, and after each play on record."""
    turns = FAMILIES[sheet_of(record).family].seats(sheet_of(record), hand)
    made = [(trick, play) for trick, seats in enumerate(turns, 1) for play in range(1, len(seats) + 1)]
    return [(0, 0), *made]


def sides_of(sheet: RuleSheet, record: GameRecord) -> dict[str, str]:
    """The side of each seat, as records name it."""
    sides = sides_at(sheet, record) or sheet.alternating
    return {seat: sheet.sides[side] for seat, side in zip(sheet.seats, sides, strict=True)}


def unnoted(record: GameRecord, matter: Matter) -> GameRecord:
    """The record without the fault: nobody noticed it."""
    same = same_fault(matter.incident)
    hands = (
        replace(hand, incidents=tuple(each for each in hand.incidents if same_fault(each) != same))
        if hand.no == matter.hand
        else hand
        for hand in record.hands
    )
    return replace(record, hands=tuple(hands))


def _noted(record: GameRecord, hand: int) -> Iterator[Matter]:
    for incident in hand_of(record, hand).incidents:
        yield Matter(hand, incident, noted=True)


def _found(record: GameRecord, hand: int) -> Iterator[Matter]:
    for finding in audit(record).findings:
        if finding.where.hand == hand and finding.cause is None:
            matter = matter_of(record, finding)
            if matter is not None:
                yield matter
