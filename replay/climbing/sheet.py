"""The slots that a rule sheet of the climbing family fills. The engine reads slots and never asks which sheet it runs."""

from dataclasses import dataclass
from typing import ClassVar

from replay.climbing.context import CardRules, LevelContext, level_context
from replay.climbing.rules import ConductRules, LevelRules, PlacePoints, RoundPoints, RoundRules, TributeRules
from replay.rulesheet import FamilyName, RuleSheet


@dataclass(frozen=True, kw_only=True, eq=False)
class ClimbingSheet(RuleSheet):
    """A rule sheet of the family: tables.

    A sheet has either `levels`, what a hand is worth in levels, or `places`, what it is worth in points; one with `places` has
    a banker who leads, and who changes from hand to hand. `round_points` are the points of a match by levels.
    """

    family: ClassVar[FamilyName] = "climbing"

    cards: CardRules
    rounds: RoundRules
    tribute: TributeRules | None = None
    levels: LevelRules | None = None
    places: PlacePoints | None = None
    round_points: RoundPoints | None = None
    conduct: ConductRules

    @property
    def counts_levels(self) -> bool:
        """A sheet with points by places has no levels."""
        return self.levels is not None

    def context(self, level: str) -> LevelContext:
        """The order of cards and the readings of plays at a level."""
        return level_context(level, self.cards)
