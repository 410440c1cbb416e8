"""What endings cost to solve, and how that grows with the cards that are left: CPU seconds by number of tricks, or of cards.

Positions are those of sample matches. It runs with what is imported: Python alone, or, in a folder in which the compiled
wheel was unpacked, the compiled search. Nothing here fails for being slow.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from time import process_time
from typing import Final, NamedTuple

from paipu.ingest.parse import parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.family import hand_views
from paipu.replay.faults import Moment
from paipu.replay.solve import COMPILED, solve
from paipu.replay.tricks.states import TrickView
from tests.bench import workload

Ending = tuple[TrickView | ClimbingView, Moment]
BUDGET: Final = {True: 80_000_000, False: 200_000}
"""The nodes of a position, compiled or not."""
PATIENCE: Final = 10.0
"""So many seconds an ending may take that counts as solved in time."""
SIZES: Final = {
    (True, "tricks"): (5, 6, 7, 8, 9, 10),
    (False, "tricks"): (3, 4, 5, 6),
    (True, "climbing"): (16, 20, 24, 28, 32),
    (False, "climbing"): (8, 12, 16, 20),
}
GOALS: Final = {
    (True, True, "tricks", 8): 1.0,
    (True, True, "tricks", 9): 5.0,
    (True, False, "tricks", 10): 10.0,
    (False, True, "tricks", 5): 0.3,
    (True, False, "climbing", 28): 1.5,
    (True, False, "climbing", 32): PATIENCE,
}
"""By build, whether every play is asked for, family and size: seconds that nine of ten take at most."""


class Cost(NamedTuple):
    """What a position took, and whether it was solved."""

    seconds: float
    nodes: int
    solved: bool


def views(lines: Sequence[bytes]) -> Iterator[TrickView | ClimbingView]:
    """The hands of some matches."""
    for line in lines:
        parsed = parse(line, Place())
        if isinstance(parsed, Rejection):
            raise TypeError(f"the workload is no record: {parsed.message.en}")
        for view in hand_views(parsed.record):
            if not isinstance(view, TrickView | ClimbingView):
                raise TypeError("the workload is of another family")
            yield view


def endings(lines: Sequence[bytes], cards: int) -> Iterator[Ending]:
    """The places where a trick begins with so many cards a hand, or, in a climbing game, first with at most so many in all."""
    for view in views(lines):
        if isinstance(view, TrickView):
            ends = [frame for frame in view.frames if frame.play in {0, 4} and frame.next_seat is not None]
            tricks = [end.trick + 1 for end in ends if len(end.hands[end.next_seat or ""]) == cards]
        else:
            leads = [frame for frame in view.frames if frame.play == 1]
            left = {frame.trick: sum(map(len, view.frames[frame.ply - 1].hands.values())) for frame in leads}
            tricks = [trick for trick, count in left.items() if cards - 3 <= count <= cards]
        if tricks:
            yield view, (tricks[0], 1)


def measure(lines: Sequence[bytes], cards: int, most: int, *, plays: bool) -> list[Cost]:
    """What some endings of matches cost, the cheapest first."""
    found = []
    for view, at in islice(endings(lines, cards), most):
        began = process_time()
        solution = solve(view, at, BUDGET[COMPILED], plays=plays)
        if solution is not None:
            found.append(Cost(process_time() - began, solution.nodes, solution.reason is None))
    return sorted(found)


def row(costs: Sequence[Cost], family: str, cards: int, *, plays: bool) -> str:
    """A line of the table."""
    middle, most = costs[len(costs) // 2].seconds, costs[len(costs) * 9 // 10].seconds
    speed = sum(cost.nodes for cost in costs) / sum(cost.seconds for cost in costs)
    goal = GOALS.get((COMPILED, plays, family, cards))
    in_time = sum(cost.solved and cost.seconds <= PATIENCE for cost in costs)
    met = goal is not None and in_time * 10 >= 9 * len(costs) and most <= goal
    aim = "" if goal is None else f"  goal {goal:g} s: {'met' if met else 'missed'}"
    asked = "every play" if plays else "value     "
    unit = "tricks" if family == "tricks" else "cards "
    nodes = costs[len(costs) // 2].nodes
    return (
        f"{cards:>3} {unit}  {asked}  median {middle:8.4f} s, {nodes:,} nodes  p90 {most:8.4f} s"
        f"  solved in {PATIENCE:g} s {in_time}/{len(costs)}  {speed:,.0f} nodes/s{aim}"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--most", type=int, default=100, help="endings of each size")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--family", choices=("tricks", "climbing"), nargs="*", default=("tricks", "climbing"))
    parser.add_argument("--cards", type=int, nargs="*")
    given = parser.parse_args()
    for family in given.family:
        sheet = "shengji" if family == "tricks" else "guandan-1"
        lines = workload.make_matches(given.matches, given.seed, sheet)
        print(f"endings of {sheet}, {'compiled' if COMPILED else 'pure Python'}, at most {BUDGET[COMPILED]:,} nodes each")
        for cards in given.cards or SIZES[COMPILED, family]:
            for plays in (True, False):
                costs = measure(lines, cards, given.most, plays=plays)
                if costs:
                    print(row(costs, family, cards, plays=plays), flush=True)


if __name__ == "__main__":
    main()
