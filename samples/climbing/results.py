"""What a hand comes to, worked out from the sheet's tables and not by the audit: places, levels, points."""

from collections.abc import Sequence
from typing import NamedTuple

from replay.climbing.rules import PlacePoints, RoundPoints
from replay.climbing.sheet import ClimbingSheet


class Ended(NamedTuple):
    """How a hand ended: the seats from first to last, and whether one side had the first places (双下)."""

    order: tuple[int, ...]
    double: bool


class Risen(NamedTuple):
    """The levels after a hand, by side as indices of the ladder; who rose, by how much, and whether that passed the last."""

    levels: tuple[int, int]
    side: int
    by: int
    passed: bool


def is_over(sheet: ClimbingSheet, out: Sequence[int]) -> bool:
    """Whether a hand is over once these seats are out."""
    seats = len(sheet.seats)
    if len(out) == seats - 1:
        return True
    return sheet.rounds.double_ends and len(out) == seats // 2 and len({seat % 2 for seat in out}) == 1


def ended(sheet: ClimbingSheet, out: Sequence[int]) -> Ended:
    """The places of a hand that is over; those who kept cards come after the others, the first one's right neighbour last."""
    seats = len(sheet.seats)
    rest = [(out[0] - step) % seats for step in range(1, seats)]
    if sheet.rounds.last_at_double == "none":
        rest = list(range(seats))
    order = (*out, *(seat for seat in rest if seat not in out))
    return Ended(order, len({seat % 2 for seat in order[: seats // 2]}) == 1)


def risen(sheet: ClimbingSheet, levels: tuple[int, int], in_force: int | None, order: Sequence[int]) -> Risen:
    """What a finishing order does to the levels: the side of the first one rises by the place of his partner."""
    rules = sheet.levels
    first, partner = order[0], (order[0] + 2) % len(sheet.seats)
    side = first % 2
    if rules is None:
        return Risen(levels, side, 0, passed=False)
    by = rules.rises[order.index(partner) - 1]
    last = len(sheet.ladder) - 1
    own = in_force is None or in_force == side or not rules.own_level
    enough = rules.passes == "any" or order[-1] != partner
    after = list(levels)
    after[side] = min(last, levels[side] + by)
    return Risen((after[0], after[1]), side, by, passed=levels[side] == last and own and enough)


def place_points(rules: PlacePoints, order: Sequence[int]) -> tuple[int, int]:
    """The points of a hand by places: the best row of which all places are the losers'."""
    side = order[0] % 2
    points = rules.least
    for score, places in rules.rows:
        if all(order[place - 1] % 2 != side for place in places):
            points = score
            break
    return (points, 0) if side == 0 else (0, points)


def round_points(rules: RoundPoints, levels: tuple[int, int], won: Risen | None) -> tuple[int, int]:
    """The points of a round: for the winner the win and the difference in levels, for others the levels climbed."""
    points = [min(level, rules.loser_most) for level in levels]
    side, beyond = (won.side, won.by) if won is not None else (int(levels[1] > levels[0]), 0)
    if won is not None or (rules.at_time == "higher_wins" and levels[0] != levels[1]):
        points[side] = rules.win + min(rules.most, levels[side] + beyond - levels[1 - side])
    return points[0], points[1]
