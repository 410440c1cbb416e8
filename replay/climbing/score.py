"""What a finishing order is worth: levels and the end of a game, or points by places."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple, TypeVar

from paipu.replay.cards import HIDDEN
from paipu.replay.climbing.rules import EndRules, PlacePoints
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.event_rules import ForfeitCounts, MatchPoints
from paipu.replay.notation import KEPT

"""In a claimed finishing order, one who never got rid of his cards."""

Result = TypeVar("Result")
"""What a hand gives a side: a level, or points."""


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


def levels_of_lost(rules: EndRules, ladder: Sequence[str], levels: Sequence[int], loser: int) -> tuple[int, int]:
    """The levels by side, as indices, of a match that a side is ruled to have lost; one past the last is past it (JS-7.4)."""
    mine, other = levels[loser], levels[1 - loser]
    if other - mine <= rules.raised:
        mine = min(mine, ladder.index(rules.lowered_to))
        other = mine + rules.raised
    return (mine, other) if loser == 0 else (other, mine)


def forfeit_points(printed: ForfeitCounts | None, sides: Sequence[str], loser: int) -> Mapping[str, int]:
    """The points by side for the difference in levels of a match that one has forfeited, where a sheet prints them (JS-7.4)."""
    if printed is None:
        return {}
    counts = (printed.present, printed.absent) if loser == 1 else (printed.absent, printed.present)
    return {side: each["points"] for side, each in zip(sides, counts, strict=True) if "points" in each}


def match_points(rules: MatchPoints | None, winner: int | None) -> tuple[int, int] | None:
    """Points of a match by side, `winner` None for a draw; None where the sheet has none."""
    if rules is None or (winner is None and rules.draw is None):
        return None
    if winner is None:
        return rules.draw or 0, rules.draw or 0
    return (rules.win, rules.loss) if winner == 0 else (rules.loss, rules.win)


def level_points(rows: Sequence[tuple[int, int]], levels: Sequence[int]) -> tuple[int, int]:
    """Points by side for how far the levels lie apart, by a table of which the last row holds beyond it."""
    ahead = levels[0] - levels[1]
    high, low = rows[min(abs(ahead), len(rows) - 1)]
    return (high, low) if ahead >= 0 else (low, high)


def place_points(rules: PlacePoints, order: Sequence[int], sides: Sequence[int]) -> tuple[int, int]:
    """Points of both sides by places (DG-5.1 to 5.4): the first row whose places are all the other side's."""
    side = sides[order[0]]
    lost = {place for place, seat in enumerate(order, start=1) if sides[seat] != side}
    points = next((score for score, places in rules.rows if lost.issuperset(places)), rules.least)
    return (points, 0) if side == 0 else (0, points)


def possible_points(rules: PlacePoints, out: Sequence[int], sides: Sequence[int]) -> set[tuple[int, int]]:
    """The points to which a hand that stopped early could have come, by the seats that are out."""
    return {place_points(rules, order, sides) for order in ways_on(out, sides)}


def fixed_points(rules: PlacePoints, out: Sequence[int], sides: Sequence[int]) -> tuple[int, int] | None:
    """The points of a hand that stopped early, if they are the same however it would have gone on (D-DG-16)."""
    found = possible_points(rules, out, sides)
    return found.pop() if len(found) == 1 else None


def ways_on(out: Sequence[int], sides: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders in which a hand may end that begin with the seats that are out, one for each way in which the sides follow."""
    rest = [seat for seat in range(len(sides)) if seat not in out]
    of_side = [[seat for seat in rest if sides[seat] == side] for side in (0, 1)]
    for places in combinations(range(len(rest)), len(of_side[0])):
        turns = [iter(seats) for seats in of_side]
        yield (*out, *(next(turns[place not in places]) for place in range(len(rest))))


def in_place(sheet: ClimbingSheet, out: Sequence[int]) -> tuple[tuple[int, ...], bool]:
    """The order out with the rest in place, by seat or with the first player's right neighbour last; whether it is 双下."""
    count = len(sheet.seats)
    rest = [seat for seat in range(count) if seat not in out]
    if sheet.rounds.last_at_double == "next_of_first":
        rest.sort(key=lambda seat: (out[0] - seat) % count)
    double = sheet.levels is not None and len({seat % 2 for seat in out[: count // 2]}) == 1
    return (*out, *rest), double


def orders_told(sheet: ClimbingSheet, finish: str, shown: Sequence[int]) -> list[tuple[int, ...]]:
    """All orders that a claimed one with places not known (`E??S`) may be, and that begin with those who are out."""
    told = {seat for seat in finish if seat != HIDDEN}
    missing = [seat for seat in sheet.seats if seat not in told]
    if HIDDEN not in finish or len(missing) != finish.count(HIDDEN):
        return []
    found = []
    for seats in permutations(missing):
        rest = iter(seats)
        found.append(tuple([sheet.seat_at[next(rest) if seat == HIDDEN else seat] for seat in finish]))
    return [order for order in found if order[: len(shown)] == tuple(shown)]


def alike(sheet: ClimbingSheet, orders: Sequence[tuple[int, ...]], sides: Sequence[int]) -> tuple[int, ...] | None:
    """One of some orders if all of them are worth the same in rises or points, else None."""

    def worth(order: Sequence[int]) -> object:
        points = place_points(sheet.places, order, sides) if sheet.places is not None else None
        risen = rise(sheet, (0, 0), None, order)
        return points, sides[order[0]], risen.side, risen.by, order[-1] % 2 == risen.side

    return orders[0] if len({worth(order) for order in orders}) == 1 else None


def filled(sheet: ClimbingSheet, finish: str, places: str) -> str:
    """A claimed order whose places that are not known are those of another, and the last one that is left that seat's."""
    others = places.ljust(len(finish), HIDDEN)
    both = zip(finish, others, strict=False)
    told = "".join(other if seat == HIDDEN and other not in finish else seat for seat, other in both)
    missing = [seat for seat in sheet.seats if seat not in told]
    return told.replace(HIDDEN, missing[0]) if len(missing) == told.count(HIDDEN) == 1 else told


def claimed_order(sheet: ClimbingSheet, finish: str, shown: Sequence[int]) -> tuple[tuple[int, ...] | None, bool]:
    """A claimed finishing order, if it tells all places and agrees with the seats that are out by the plays on record."""
    if HIDDEN in finish:
        orders = orders_told(sheet, finish, shown)
        return in_place(sheet, orders[0]) if len(orders) == 1 else (None, False)
    out = [sheet.seat_at[seat] for seat in finish.rstrip(KEPT)]
    count = len(sheet.seats)
    sides = {seat % 2 for seat in out}
    enough = count // 2 if len(sides) == 1 and sheet.rounds.double_ends else count - 1
    if len(set(out)) != len(out) or len(out) < enough or out[: len(shown)] != list(shown):
        return None, False
    return in_place(sheet, out)


def claimed_out(sheet: ClimbingSheet, finish: str, shown: Sequence[int]) -> Sequence[int]:
    """The seats that a claimed order says are out, in turn; those that the plays show where it does not go with them."""
    out = [sheet.seat_at[seat] for seat in finish.partition(HIDDEN)[0].rstrip(KEPT)]
    return out if len(set(out)) == len(out) and out[: len(shown)] == list(shown) else shown


def told_by_claim(
    sheet: ClimbingSheet, finish: str, shown: Sequence[int]
) -> tuple[tuple[tuple[int, ...] | None, bool], Sequence[int], list[tuple[int, ...]]]:
    """The order that is claimed, and whether it is 双下; who is out by it; and where it leaves out places, all it may be."""
    claimed = claimed_order(sheet, finish, shown)
    return claimed, claimed_out(sheet, finish, shown), orders_told(sheet, finish, shown) if claimed[0] is None else []


def place_at_fault(sheet: ClimbingSheet, claimed: str, finish: str) -> str:
    """The case of a wrong order: its first place, one of those that make it 双下, the last at 双下, or the last."""
    place = next((place for place, (one, other) in enumerate(zip(claimed, finish, strict=False)) if one != other), 0)
    half = len(sheet.seats) // 2
    if place == 0:
        return "first"
    if len({sheet.seat_at[seat] % 2 for seat in finish[:half]}) > 1:
        return "last"
    return "double" if place < half else "last_at_double"


def agree(claimed: Mapping[str, Result], computed: Mapping[str, Result]) -> bool:
    """Whether what is claimed of each side is what was computed, as far as that is known."""
    return all(computed.get(side, value) == value for side, value in claimed.items())
