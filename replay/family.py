"""The seam between the families: all that is asked of a family by those who serve both."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from replay.climbing import deal as climbing
from replay.climbing.match import MatchAudit as ClimbingAudit
from replay.climbing.states import ClimbingView
from replay.match import AnyAudit
from replay.record import GameRecord, Hand
from replay.report import Report
from replay.rulesheet import FamilyName
from replay.states import HandView
from replay.tricks import deal as tricks
from replay.tricks.match import MatchAudit as TrickAudit
from replay.tricks.states import TrickView


class Family(NamedTuple):
    """How a match of a family is audited and judged, by a sheet with options set, and how a hand of it is looked at.

    `seats` gives the seats that made the plays of each trick of a hand.
    """

    audit: Callable[[Any, GameRecord, Report], AnyAudit]
    view: Callable[[GameRecord, int], HandView[Any, Any, Any, Any]]
    seats: Callable[[Any, Hand], Iterable[Sequence[str]]]


FAMILIES: Final[Mapping[FamilyName, Family]] = {
    "tricks": Family(TrickAudit, TrickView, tricks.seats_in_turn),
    "climbing": Family(ClimbingAudit, ClimbingView, climbing.seats_in_turn),
}
