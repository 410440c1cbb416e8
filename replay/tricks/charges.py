"""What the incidents of a hand come to by the rows of the sheet: points, the hand, or no more than a warning."""

from collections.abc import Container, Iterable, Iterator, Sized
from typing import Final, NamedTuple, Protocol

from paipu.replay.cards import split_cards
from paipu.replay.faults import in_time
from paipu.replay.penalties import NOT_KNOWN, Penalty
from paipu.replay.record import Incident
from paipu.replay.tricks.sheet import TrickSheet

THROW_FINED: Final = "CLAIM-PENALTIES/failed_throw"
"""The check of a claim that is wrong about what a failed throw costs, which the plays show."""


class Evidence(Protocol):
    """What is known of an incident beside its own words."""

    def cards(self, incident: Incident) -> int | None:
        """How many cards it is about, None if nothing tells."""

    def stands(self, incident: Incident) -> bool:
        """Whether a wrong play still lies there, and so was not taken back."""


class ItsWords:
    """An incident is what it says."""

    def cards(self, incident: Incident) -> int | None:
        """As many cards as it names."""
        return len(split_cards(incident.cards)) if incident.cards else None

    def stands(self, incident: Incident) -> bool:
        """Nothing speaks against what it says."""
        del incident
        return False


class Charge(NamedTuple):
    """What incident `number` of a hand comes to; `points` is None where the record does not tell how much."""

    number: int
    incident: Incident
    row: Penalty
    points: int | None = 0
    score: int = 0
    free: bool = False

    @property
    def fined(self) -> bool:
        """Whether the sheet prints points for it, be it that they are not due the first times."""
        return self.points != 0 or (self.free and self.row.fixed != 0)

    @property
    def costs(self) -> bool:
        """Whether it costs anything by the sheet; of one whose cost is not known the referee is told."""
        return bool(self.points or self.score or self.row.loses_hand or self.row.ends_match)


ITS_WORDS: Final = ItsWords()


def counted_for(sheet: TrickSheet, seat: str) -> str:
    """For whom it is counted how often a seat did what costs nothing at first: for itself or for its side."""
    return seat if sheet.charging.free_per == "player" else str(sheet.side_of[seat])


def counted_as(sheet: TrickSheet, incident: Incident, row: Penalty) -> tuple[str, str]:
    """For whom an incident is counted that costs nothing at first, and as what."""
    return counted_for(sheet, incident.seat), row.together or incident.kind


def charges_of(
    sheet: TrickSheet,
    incidents: Iterable[Incident],
    earlier: dict[tuple[str, str], int],
    *,
    counted: bool,
    seen: Evidence = ITS_WORDS,
    forfeited_by: int | None = None,
) -> Iterator[Charge]:
    """What the incidents of a hand come to: as they are listed, those of a kind in the order in which they were found.

    `earlier` counts those of each side or player and kind, and is moved on. Unless all incidents of the game so far are
    `counted`, whether one of the first is free cannot be told. `seen` is what deal and plays show of them, `forfeited_by`
    the side that gave the match up.
    """
    listed, side_of = tuple(incidents), sheet.side_of
    noticed = {(side_of[each.seat], each.noticed) for each in listed if each.noticed is not None}
    seats: dict[str, set[str]] = {}
    for each in (each for each in listed if each.counts):
        seats.setdefault(each.kind, set()).add(each.seat)
    charged: set[tuple[str, str]] = set()
    of_kind = {kind: iter([told for told in in_time(listed) if told[1].kind == kind]) for kind in {e.kind for e in listed}}
    in_turn = [next(of_kind[each.kind]) for each in listed]
    for number, incident in ((number, each) for number, each in in_turn if each.counts):
        row = sheet.row_of(incident, stands=seen.stands(incident))
        if row is None:
            if sheet.penalties.knows(incident.kind):
                yield Charge(number, incident, NOT_KNOWN, None)
            continue
        if row.forfeit is not None and side_of[incident.seat] == forfeited_by:
            row = row._replace(ends_match=row.forfeit, tells="")
        if row.group and not sheet.charging.each_of_group and (incident.seat, row.group) in charged:
            continue
        charged.add((incident.seat, row.group))
        if row.free and not _founded(sheet, incident, noticed):
            key = counted_as(sheet, incident, row)
            earlier[key] = earlier.get(key, 0) + 1
            if earlier[key] <= row.free:
                yield Charge(number, incident, row, 0 if counted else None, free=counted)
                continue
        elif row.free:
            yield Charge(number, incident, row, free=True)
            continue
        points: int | None = row.fixed
        if row.each and not row.by_plays:
            cards = seen.cards(incident)
            points = row.each * cards if cards is not None else None
        if row.by_plays or (row.one_seat and len(seats[incident.kind]) > 1):
            points = None
        yield Charge(number, incident, row, points, row.score)


def costly(charges: Iterable[Charge]) -> bool:
    """Whether any of some charges costs points, or may."""
    return any(charge.points != 0 for charge in charges)


def played_on(charges: Iterable[Charge], tricks: Sized) -> bool:
    """Whether the table went on after all that costs the hand had been noticed, so that it was not stopped there (SK-5.3)."""
    noticed = [charge.incident.noticed for charge in charges if charge.row.loses_hand]
    return bool(noticed) and all(at is not None and at[0] < len(tricks) for at in noticed)


def _founded(sheet: TrickSheet, incident: Incident, noticed: Container[tuple[int, tuple[int, int]]]) -> bool:
    """Whether a request to see past tricks found something: a fault of the other side noticed there and then (CDP-7.2).

    `noticed` has the sides whose faults were noticed, and when.
    """
    other = 1 - sheet.side_of[incident.seat]
    places = {incident.at, incident.noticed} - {None}
    return incident.kind == "card_check" and any((other, place) in noticed for place in places)
