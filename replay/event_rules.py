"""The tables and numbers that a sheet prints of the event that it was made for."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from paipu.replay.groups import Group

Form = Literal["knockout", "table"]
"""Who loses is out; or all play a number of rounds, and a table ranks them."""
Figure = Literal[
    "match_points",
    "points",
    "big_points",
    "small_points",
    "first_places",
    "level_difference",
    "levels_gained",
    "wins",
    "board_points",
]
"""What is added up over the matches of an entrant."""
Derived = Literal[
    "head_to_head",
    "head_to_head_played",
    "head_to_head_levels",
    "direct_win",
    "opponents",
    "opponents_cut",
    "opponents_median",
    "progressive",
    "progressive_cut",
    "highest",
    "second_highest",
    "lot",
]
Key = Figure | Derived
"""What entrants are ranked by: a figure, what follows from the matches of several, or lots."""

FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
BoardResult = Literal["levels", "score", "points", "attackers"]
"""What a board came to for a side: the levels or points that it made more than the other, the score of the hand, or what the
attackers scored, for them and against the others.
"""
LOT: Final = "lot"
KEYS: Final[tuple[Key, ...]] = (*FIGURES, *get_args(Derived))
Counts = Mapping[Figure, int]
"""What something counts in a table, by figure; what is left out is not said."""


def stage_name(stage: str) -> str:
    """A stage as sheets name it: lower case, without spaces and hyphens."""
    return stage.strip().lower().replace(" ", "").replace("-", "")


class MatchPoints(Group):
    """Match points by outcome; `draw` is None where no match can be drawn."""

    win: int
    loss: int
    draw: int | None = None


class ForfeitCounts(Group):
    """What a match that was not played counts for who did not come, and for who did."""

    absent: Counts
    present: Counts


class EventRules(Group):
    """The form of an event, what a match is worth in it, and what decides the places.

    `form`: None where the sheet prints none. `entrants`: teams that stay together, or players whose partners are drawn anew for
    each round. `counts`: what the points of a match (`ComputedMatch.points`) are: match points, points that are added up, or
    games of a match of several. `best_of`: how many games a match has at most, in the stages of `best_of_stages`, in all where
    those are none. `by_difference`: the points of a match by the difference in levels, from none on: those of the higher side
    and of the lower; beyond the last row that row holds. `forfeits_running`, `lost_by_rulings`: so many rounds forfeited one
    after another, or so many matches that penalties have made somebody lose, disqualify him; `forfeits_lost`: a forfeit is one
    of these too (D-JS-03). `latenesses_running`: so many rounds one after another to which he came late, by however much
    (D-GD3-7). `rank_each_other`: what decides the places where everybody meets everybody once, if that is something else; and
    `rank_or`: what may decide them elsewhere as well as `rank_by`, if an event does not say. `cancels`: results of who is
    disqualified may be cancelled, as the case may be (JS-7.5).
    `boards`: what a hand may be compared by with the same deal at other tables, first as it is where the event does not say.
    `level_decides`: why a match ends that nobody has won, and that the higher level wins then (JS-5.9.1, D-GD3-10).
    """

    form: Form | None
    entrants: Literal["teams", "players"]
    counts: Literal["match_points", "points", "games"] | None
    boards: tuple[BoardResult, ...]
    rank_by: tuple[Key, ...] = ()
    rank_each_other: tuple[Key, ...] = ()
    rank_or: tuple[tuple[Key, ...], ...] = ()
    match_points: MatchPoints | None = None
    forfeit: ForfeitCounts | None = None
    by_difference: tuple[tuple[int, int], ...] = ()
    best_of: int | None = None
    best_of_stages: frozenset[str] = frozenset()
    forfeits_running: int | None = None
    lost_by_rulings: int | None = None
    forfeits_lost: bool = False
    latenesses_running: int | None = None
    cancels: bool = False
    level_decides: frozenset[str] = frozenset()

    def games(self, stage: str) -> int:
        """How many games a match of a stage, named as `stage_name` has it, has at most."""
        return self.best_of if self.best_of is not None and (not self.best_of_stages or stage in self.best_of_stages) else 1


NOTHING: Final[Counts] = MappingProxyType({})
