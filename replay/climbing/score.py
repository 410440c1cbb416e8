"""What a finishing order is worth: levels and the end of a game, or points by places."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from replay.climbing.rules import PlacePoints, RoundPoints
from replay.climbing.sheet import ClimbingSheet


class Rise(NamedTuple):
    """What a hand did to the levels: those after it by side, who rose and by how much, and whether that passed the last one.

    A level is None where it is not known, `passed` where that leaves it open. `beyond`: it would have gone past the last level,
    which was not played yet.
    """

    levels: tuple[int | None, int | None]
    side: int
    by: int
    passed: bool | None
    beyond: bool = False


def rise(sheet: ClimbingSheet, levels: tuple[int | None, int | None], in_force: int | None, order: Sequence[int]) -> Rise:
    """Levels after a hand with a finishing order (seat indices).

    `in_force` is the side whose level the hand was played at, None where that is not known or both began level. Nobody rises
    past the last level, which is passed by a rise at one's own last level in force (D-GD-16), with the partner not last where
    the sheet wants that.
    """
    rules = sheet.levels
    side = order[0] % 2
    if rules is None:
        return Rise(levels, side, 0, passed=False)
    partner = (order[0] + len(order) // 2) % len(order)
    by = rules.rises[order.index(partner) - 1]
    top = len(sheet.ladder) - 1
    own = levels[side]
    if own is None:
        return Rise(levels, side, by, passed=None)
    passed: bool | None = own == top
    if passed and rules.own_level:
        passed = None if in_force is None else in_force == side
    if order[-1] % 2 == side and rules.passes == "partner_not_last":
        passed = False
    after = min(own + by, top)
    return Rise((after, levels[1]) if side == 0 else (levels[0], after), side, by, passed, own < top < own + by)


def round_points(rules: RoundPoints, climbed: Sequence[int], winner: int | None, beyond: int) -> tuple[int, int]:
    """Points of a round (D-GD3-3): levels climbed by side, the winner, and by how much he passed the last level."""
    points = [min(rules.loser_most, levels) for levels in climbed]
    if winner is None and rules.at_time == "higher_wins" and climbed[0] != climbed[1]:
        winner, beyond = (0 if climbed[0] > climbed[1] else 1), 0
    if winner is not None:
        points[winner] = rules.win + min(rules.most, climbed[winner] + beyond - climbed[1 - winner])
    return points[0], points[1]


def place_points(rules: PlacePoints, order: Sequence[int]) -> tuple[int, int]:
    """Points of both sides by places (DG-5.1 to 5.4): the first row whose places are all the other side's."""
    side = order[0] % 2
    lost = {place for place, seat in enumerate(order, start=1) if seat % 2 != side}
    points = next((score for score, places in rules.rows if lost.issuperset(places)), rules.least)
    return (points, 0) if side == 0 else (0, points)


def fixed_points(rules: PlacePoints, out: Sequence[int], seats: int) -> tuple[int, int] | None:
    """The points of a hand that stopped early, if they are the same however it would have gone on (D-DG-16)."""
    if not out:
        return None
    side = out[0] % 2
    taken = {place for place, seat in enumerate(out, start=1) if seat % 2 != side}
    open_places = range(len(out) + 1, seats + 1)
    missing = seats // 2 - len(taken)
    worst = taken | set(list(open_places)[:missing])
    best = taken | set(list(open_places)[len(open_places) - missing :])
    scores = {next((score for score, places in rules.rows if lost.issuperset(places)), rules.least) for lost in (worst, best)}
    if len(scores) != 1:
        return None
    points = scores.pop()
    return (points, 0) if side == 0 else (0, points)


def place_at_fault(sheet: ClimbingSheet, claimed: str, finish: str) -> str:
    """The case of a wrong order: its first place, one of those that make it 双下, the last at 双下, or the last."""
    place = next((place for place, (one, other) in enumerate(zip(claimed, finish, strict=False)) if one != other), 0)
    half = len(sheet.seats) // 2
    if place == 0:
        return "first"
    if len({sheet.seat_at[seat] % 2 for seat in finish[:half]}) > 1:
        return "last"
    return "double" if place < half else "last_at_double"


def levels_text(levels: Mapping[str, str]) -> str:
    """Levels by side in a fixed form."""
    return " ".join(f"{side}={level}" for side, level in levels.items())


def points_text(points: Mapping[str, int]) -> str:
    """Points by side in a fixed form."""
    return " ".join(f"{side}={value}" for side, value in points.items())
