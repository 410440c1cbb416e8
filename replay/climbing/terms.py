"""Where a match of the climbing family stands before a hand."""

from dataclasses import dataclass, field

from paipu.replay.climbing.exchange import Finished
from paipu.replay.climbing.score import Rise
from paipu.replay.climbing.steps import Reached


@dataclass(slots=True)
class MatchState:
    """Where the match stands before a hand. None is "cannot be told from the record".

    `levels` are by side; `in_force` is the side whose level is played, None while both are at the first level of a game, or
    not known (`known` tells which). `before` is how the hand before ended, `fresh` says that the hand is the first of a game.
    `dealer` is the banker who leads, on sheets that have one. `over` is the side that has already won, by a ruling if
    `over_under` has its clause; `games` are those that each side has won, unless hands are missing and they are not `counted`;
    `rose` is what the last of them was won by. `overran` is the side that the last hand would have taken past the last level
    before that was played. `unsure`: the last hand may have ended a game, but that cannot be told. `cut_short` says that the
    hand to come is the last one and that something from outside may have stopped it, `timed` that this was time. `sides` has
    the side of each seat, 0 for that of the first one; None where teams do not sit at every second seat and the record does not
    tell who is in which.
    `failed` counts the hands in a row that did not pass a side's last level. `reached` are the steps of penalties so far,
    `lost` is the side that has lost the match by a fault found proven, `tie` the one that won the hand which breaks a tie.
    `passable`: a hand of which it is not known what it came to may have passed the last level.
    """

    levels: list[int | None]
    in_force: int | None = None
    known: bool = True
    before: Finished | None = None
    fresh: bool = True
    dealer: int | None = None
    over: int | None = None
    over_under: str | None = None
    cut_short: bool = False
    timed: bool = False
    games: list[int] = field(default_factory=lambda: [0, 0])
    counted: bool = True
    unsure: bool = False
    sides: tuple[int, ...] | None = None
    failed: list[int] = field(default_factory=lambda: [0, 0])
    rose: Rise | None = None
    overran: int | None = None
    reached: tuple[Reached, ...] = ()
    tie: int | None = None
    lost: int | None = None
    passable: bool = False

    def copy(self) -> "MatchState":
        """A state that stays as it is when this one moves on. Written out, for one is made of every hand."""
        return MatchState(
            [*self.levels],
            self.in_force,
            self.known,
            self.before,
            self.fresh,
            self.dealer,
            self.over,
            self.over_under,
            self.cut_short,
            self.timed,
            [*self.games],
            self.counted,
            self.unsure,
            self.sides,
            [*self.failed],
            self.rose,
            self.overran,
            self.reached,
            self.tie,
            self.lost,
            self.passable,
        )
