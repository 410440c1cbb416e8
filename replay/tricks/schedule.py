"""Sheets that fix bankers and levels beforehand: each hand's points are converted to a match score (小分 to 大分)."""

from bisect import bisect_left
from typing import NamedTuple

from paipu.replay.groups import Group


class Conversion(Group):
    """The attackers' score for their points: exact where the table has them, else between its neighbours.

    `table` is `(points, score)` in rising order. Beyond its ends nothing is known on the far side. `interpolate`: between two
    rows the score lies on the line between them, rounded half away from zero (D-SK-02).
    """

    table: tuple[tuple[int, int], ...]
    interpolate: bool = False

    def bracket(self, points: int) -> tuple[int | None, int | None]:
        """The lowest and the highest score that the points can come to; None is unbounded."""
        keys = [row[0] for row in self.table]
        at = bisect_left(keys, points)
        if at < len(keys) and keys[at] == points:
            return self.table[at][1], self.table[at][1]
        below = self.table[at - 1] if at else None
        above = self.table[at] if at < len(keys) else None
        if self.interpolate and below is not None and above is not None:
            exact = 2 * (below[1] * (above[0] - points) + above[1] * (points - below[0]))
            span = 2 * (above[0] - below[0])
            value = (abs(exact) + span // 2) // span * (1 if exact >= 0 else -1)
            return value, value
        return below[1] if below else None, above[1] if above else None


class Schedule(Group):
    """Who is banker at which level in each hand, and how hands and the match are scored.

    `turns` are `(seat, level)`, taken in order and over again; `hands` is how many a match has. `fault_costs`: a wrong count
    or a concealed card found late costs its side so much and gives it to the other, unless the real result is better for the
    innocent side. `win`, `loss` and `forfeit` are match points (积分); `forfeit_costs` is the score that a forfeit takes
    from its side and gives the other.
    `zero_sum`: the bank's score is the attackers' with the sign turned; `offender_mirrors`: so is that of a side at fault where
    the innocent side has a better result, which otherwise has the printed cost alone (D-SK-16).
    """

    turns: tuple[tuple[str, str], ...]
    conversion: Conversion
    hands: int
    fault_costs: int
    win: int
    loss: int
    forfeit: int
    forfeit_costs: int
    zero_sum: bool
    offender_mirrors: bool

    def turn(self, no: int) -> tuple[str, str]:
        """Banker and level of hand number `no`, from 1."""
        return self.turns[(no - 1) % len(self.turns)]

    def score(self, points: int | None, bank: int, at_fault: frozenset[int]) -> "Scored":
        """What a hand counts for each side (0 and 1), `bank` being the banker's.

        `points` are the attackers', None for a hand not played out. With both sides at fault nothing follows.
        """
        attackers = 1 - bank
        low, high = self.conversion.bracket(points) if points is not None else (None, None)
        if not at_fault:
            return _of_side(attackers, low, high, zero_sum=self.zero_sum)
        if len(at_fault) > 1:
            return Scored(None, attackers, None, None)
        innocent = 1 - next(iter(at_fault))
        if innocent == bank:
            low, high = (None if high is None else -high), (None if low is None else -low)
        best_low = max(self.fault_costs, low) if low is not None else self.fault_costs
        if points is None:
            best_high: int | None = self.fault_costs
        else:
            best_high = None if high is None else max(self.fault_costs, high)
        scored = _of_side(innocent, best_low, best_high, zero_sum=True)
        if scored.by_side is None or self.offender_mirrors:
            return scored
        own = scored.by_side[innocent]
        return scored._replace(by_side=(own, -self.fault_costs) if innocent == 0 else (-self.fault_costs, own))


class Scored(NamedTuple):
    """A hand's score by side, None if it cannot be told.

    Then the score of side `side` lies from `low` to `high` (None is unbounded), that of the other between the bounds `other`;
    `total` is what both have together, None if that cannot be told.
    """

    by_side: tuple[int, int] | None
    side: int
    low: int | None
    high: int | None
    other: tuple[int | None, int | None] = (None, None)
    total: int | None = None

    @property
    def bracketed(self) -> bool:
        """Whether rows of the table bound it, so that the missing rows would tell."""
        return self.low is not None or self.high is not None

    def changed(self, by: tuple[int, int]) -> "Scored":
        """The score with something added to each side's."""
        if by == (0, 0):
            return self
        low, high = (_plus(value, by[self.side]) for value in (self.low, self.high))
        other = _plus(self.other[0], by[1 - self.side]), _plus(self.other[1], by[1 - self.side])
        both = (self.by_side[0] + by[0], self.by_side[1] + by[1]) if self.by_side is not None else None
        return Scored(both, self.side, low, high, other, _plus(self.total, sum(by)))


def _plus(value: int | None, change: int) -> int | None:
    return None if value is None else value + change


def _of_side(side: int, low: int | None, high: int | None, *, zero_sum: bool) -> Scored:
    mirrored = None if high is None else -high, None if low is None else -low
    bounds, total = (mirrored, 0) if zero_sum else ((0, 0), None)
    if low is None or low != high:
        return Scored(None, side, low, high, bounds, total)
    other = -low if zero_sum else 0
    return Scored((low, other) if side == 0 else (other, low), side, low, high, bounds, total)
