"""The seam between the families: all that is asked of a family by those who serve both."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.match import MatchAudit as ClimbingAudit
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.climbing.steps import tier_of
from paipu.replay.match import AnyAudit
from paipu.replay.record import GameRecord, Hand, Incident
from paipu.replay.report import Report
from paipu.replay.rulesheet import FamilyName
from paipu.replay.sheets import sheet_of
from paipu.replay.states import HandView
from paipu.replay.tricks.match import MatchAudit as TrickAudit
from paipu.replay.tricks.states import TrickView


class Family(NamedTuple):
    """How a match of a family is audited and judged, by a sheet with options set, and how a hand of it is looked at.

    `tier_of` tells for a hand under which row an incident falls: two that fall under the same cost the same.
    """

    audit: Callable[[Any, GameRecord, Report], AnyAudit]
    view: Callable[[Any, int], HandView[Any, Any, Any, Any]]
    tier_of: Callable[[Any, Hand], Callable[[Incident], Hashable]]


FAMILIES: Final[Mapping[FamilyName, Family]] = {
    "tricks": Family(TrickAudit, TrickView, lambda sheet, hand: sheet.at_level(hand.level).row_of),
    "climbing": Family(ClimbingAudit, ClimbingView, tier_of),
}


def hand_view(record: GameRecord, number: int) -> HandView[Any, Any, Any, Any]:
    """One hand of a record, by its index, to be looked at. Raises IndexError for a hand that does not exist."""
    family, match = _fresh(record)
    return family.view(match, number)


def hand_views(record: GameRecord) -> Iterator[HandView[Any, Any, Any, Any]]:
    """The hands of a record one after the other, each judged once."""
    family, match = _fresh(record)
    for number in range(len(record.hands)):
        yield family.view(match, number)


def _fresh(record: GameRecord) -> tuple[Family, AnyAudit]:
    """The family of a record's sheet, and an audit of it that has not begun."""
    sheet = sheet_of(record)
    family = FAMILIES[sheet.family]
    return family, family.audit(sheet, record, Report(clause_of_codes(sheet.key)))
