"""The slots that a rule sheet of the climbing family fills. The engine reads slots and never asks which sheet it runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from paipu.replay.climbing.context import LevelContext, level_context
from paipu.replay.climbing.rules import (
    CardRules,
    ConductRules,
    EndRules,
    LevelRules,
    PlacePoints,
    RoundPoints,
    RoundRules,
    StepRules,
    TributeRules,
)
from paipu.replay.penalties import LATE
from paipu.replay.rulesheet import FamilyName, RuleSheet

COUNTS: Final = frozenset({"unannounced", "count_asked", "count_told"})
"""The kinds of incident that are about how many cards one has left."""
MARKED: Final = "CLAIM-PLACE-POINTS/marks"
"""The check of what marks come to."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ClimbingSheet(RuleSheet):
    """A rule sheet of the family: tables.

    A sheet has either `levels`, what a hand is worth in levels, or `places`, what it is worth in points; one with `places` has
    a banker who leads, and who changes from hand to hand. `round_points` are the points of a match by levels, `ends` says what
    decides one that is stopped; it then counts what the event's slots say. `steps` is how steps add up that faults come to.
    """

    family: ClassVar[FamilyName] = "climbing"
    once_round: ClassVar = False
    only_found: ClassVar = frozenset({"cards", "tribute", "rounds.reentry", "rounds.after_out"})
    plays_only_found: ClassVar = True
    """Who is out, and when, the plays on record tell: that does not hang on who might have played what or paid tribute."""

    cards: CardRules
    rounds: RoundRules
    tribute: TributeRules | None = None
    levels: LevelRules | None = None
    places: PlacePoints | None = None
    round_points: RoundPoints | None = None
    ends: EndRules | None = None
    steps: StepRules | None = None
    conduct: ConductRules

    @cached_property
    def longest_play(self) -> int:
        """The longest combination."""
        return max(row.size for row in self.cards.rows)

    def tells_of(self, kind: str) -> Iterator[str]:
        """Besides, that a count is open, and that who loses matches by rulings is out."""
        yield from super().tells_of(kind)
        known = self.penalties.knows(kind)
        if kind in COUNTS and known:
            yield "COUNT-OPEN"
        if self.event.lost_by_rulings is not None and known:
            yield "EVENT-DISQUALIFIED"

    def lose_alike(self, seconds: float) -> bool:
        """By the step of the time, where each goes by its own (D-JS-01)."""
        by_time = self.steps is not None and self.steps.late_alike == "by_time"
        return by_time and any(row.after and seconds >= row.after for row in self.penalties.of_kind[LATE])

    @property
    def counts_levels(self) -> bool:
        """A sheet with points by places has no levels."""
        return self.levels is not None

    @property
    def hands_to_play(self) -> int:
        """DG-5.9: the points are counted after all of them."""
        return self.places.hands if self.places is not None else 0

    @property
    def scores_at_time(self) -> bool:
        """Whether the sheet says what a match comes to that is stopped by time."""
        return self.round_points is not None or self.ends is not None

    def points_otherwise(self, climbed: tuple[int, int]) -> tuple[int, int] | None:
        """D-GD3-4: the levels climbed, or the win for the higher level."""
        return self.round_points.otherwise(climbed) if self.round_points is not None else None

    def context(self, level: str) -> LevelContext:
        """The order of cards and the readings of plays at a level."""
        found = self._contexts.get(level)
        if found is None:
            found = self._contexts[level] = level_context(level, self.cards)
        return found

    @cached_property
    def _contexts(self) -> dict[str, LevelContext]:
        """Those that were asked for: to look one up among those of all sheets takes reading all the rules of the cards."""
        return {}
