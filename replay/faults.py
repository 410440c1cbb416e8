"""Faults: which kinds are alike, what steps they are punished by, and those that rulings find proven.

These count like what the table noted, but change no fact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final, Literal

from paipu.replay.record import AT_OF_INCIDENT, GameRecord, Hand, Incident, Ruling

Step = Literal["warning", "violation", "foul", "lost", "forfeit"]
"""What a fault comes to: 警告, 违例, 犯规, 判负, 弃权."""
PENALTY: Final[Mapping[Step, str]] = {
    "warning": "PENALTY-WARNING",
    "violation": "PENALTY-VIOLATION",
    "foul": "PENALTY-FOUL",
    "lost": "PENALTY-LOST",
    "forfeit": "PENALTY-FORFEIT",
}
"""The finding that tells of a step."""
STEP_OF: Final[Mapping[str, Step]] = {code: step for step, code in PENALTY.items()}
STEP_DOES: Final[Mapping[Step, str]] = {"violation": "stopped", "foul": "double", "lost": "loser", "forfeit": "loser"}
"""What a ruling does by a step."""
LOSING: Final[frozenset[Step]] = frozenset({"lost", "forfeit"})
WRONG_PLAYS: Final = frozenset({"revoke", "concealed"})
"""The kinds of incident that are a wrong card played."""
WRONG_COUNTS: Final = frozenset({"kitty_count", "hand_count", "overdraw"})
"""The kinds of incident that are a wrong number of cards."""
Moment = tuple[int, int]
"""A place in a hand: trick and play, from 1; (0, 0) is before the first trick."""

_ENDS: Final[Mapping[str, tuple[float, float]]] = {"late": (-1, 0), "sheet_unsigned": (inf, 0)}
"""When something happened that has no place in a hand."""
_BEFORE: Final = (0, 0)
_ANY_PLACE: Final = frozenset({"moment", "beginning", "nothing"})
"""What `at` says of kinds of incident that a ruling may find proven at another place than the table noted."""
_SAME: Final[Mapping[str, str]] = {"concealed": "revoke"}
"""What the table noted as one kind of fault and the referee, or a check, may call another."""


def one_fault(noted: Incident, ruled: Incident) -> bool:
    """Whether what the table noted is what a ruling finds proven, though it names another place.

    What is wrong from the beginning, or has no place, happens to a seat once in a hand; of what was seen at a moment the ruling
    may name a later one of that trick, to which had been played when it was made.
    """
    if same_fault(noted)[:2] != same_fault(ruled)[:2] or AT_OF_INCIDENT[noted.kind] not in _ANY_PLACE:
        return False
    return (
        AT_OF_INCIDENT[noted.kind] != "moment"
        or None in {noted.at, ruled.at}
        or (noted.at is not None and ruled.at is not None and noted.at[0] == ruled.at[0] and noted.at <= ruled.at)
    )


def same_fault(incident: Incident) -> tuple[str, str, Moment | None]:
    """What tells one fault from another: its kind, its seat and its place; one comes late to a hand once."""
    return _SAME.get(incident.kind, incident.kind), incident.seat, incident.at if incident.kind != "late" else None


def established(record: GameRecord) -> GameRecord:
    """The record with the faults that its rulings in force find proven, after the incidents that the table noted.

    What the table noted of the same fault is `restated`. Given twice it is the same.
    """
    if not record.rulings or not any(ruling.effect.fault is not None and ruling.in_force for ruling in record.rulings):
        return record
    found: dict[int, list[Incident]] = {}
    for index, ruling in enumerate(record.rulings):
        incident = incident_of(ruling, index)
        if incident is not None and ruling.in_force and ruling.hand is not None:
            found.setdefault(ruling.hand, []).append(incident)
    return replace(record, hands=tuple(_with_faults(hand, found) for hand in record.hands))


def incident_of(ruling: Ruling, index: int) -> Incident | None:
    """What a ruling finds proven, as the table would have noted it; None if it finds nothing, or does not say of whom."""
    fault = ruling.effect.fault
    if fault is None or ruling.seat is None:
        return None
    return Incident(
        kind=fault.kind,
        seat=ruling.seat,
        at=ruling.at,
        noticed=fault.noticed,
        cards=fault.cards,
        count=fault.count,
        seconds=fault.seconds,
        ruled=index,
        step=fault.step,
    )


def came_late(incident: Incident) -> bool:
    """Whether somebody came late: by how much need not be told."""
    return incident.kind == "late" and incident.counts


def _with_faults(hand: Hand, found: Mapping[int, list[Incident]]) -> Hand:
    ruled = found.get(hand.no, ())
    if not ruled or any(incident.ruled is not None for incident in hand.incidents):
        return hand
    proven = {same_fault(each) for each in ruled}
    restated = {number for number, each in enumerate(hand.incidents) if same_fault(each) in proven}
    exact = {same_fault(hand.incidents[number]) for number in restated}
    for fault in ruled:
        if same_fault(fault) not in exact:
            left = (number for number, each in enumerate(hand.incidents) if number not in restated and one_fault(each, fault))
            restated.update(list(left)[-1:])
    noted = (replace(each, restated=True) if number in restated else each for number, each in enumerate(hand.incidents))
    return replace(hand, incidents=(*noted, *ruled))


def in_time(incidents: Sequence[Incident]) -> Sequence[tuple[int, Incident]]:
    """The incidents of a hand with their numbers, in the order in which they were found.

    One whose time is not told stays behind that which is listed before it.
    """
    at: tuple[float, float] = _BEFORE
    timed = []
    for number, incident in enumerate(incidents):
        at = _when(incident) or at
        timed.append((at, number, incident))
    return [(number, incident) for _, number, incident in sorted(timed, key=lambda each: each[:2])]


def _when(incident: Incident) -> tuple[float, float] | None:
    """When it was found, or at least happened: who is late is so before all else, and the score sheet is signed last."""
    if incident.kind in _ENDS:
        return _ENDS[incident.kind]
    return incident.noticed or incident.at or (_BEFORE if AT_OF_INCIDENT[incident.kind] == "beginning" else None)
