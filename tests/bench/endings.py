"""What endings cost to solve, and how that grows with the cards that are left: CPU seconds by number of tricks.

Positions are those of sample matches. It runs with what is imported: Python alone, or, in a folder in which the compiled
wheel was unpacked, the compiled search. Nothing here fails for being slow.
"""

import argparse
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Final, NamedTuple

from paipu.ingest.parse import parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.family import hand_views
from paipu.replay.solve import COMPILED, solve
from paipu.replay.tricks.states import TrickView
from tests.bench import workload

NODES: Final = {True: 40_000_000, False: 200_000}
"""The budget of a position, compiled or not."""
SIZES: Final = {True: (5, 6, 7, 8, 9, 10), False: (3, 4, 5, 6)}
GOALS: Final = {(True, True, 8): 1.0, (True, True, 9): 5.0, (True, False, 10): 10.0, (False, True, 5): 0.3}
"""By build, whether every play is asked for, and tricks: seconds that nine of ten take at most."""


class Cost(NamedTuple):
    """What a position took, and whether it was solved."""

    seconds: float
    nodes: int
    solved: bool


def positions(lines: Sequence[bytes], cards: int) -> Iterator[tuple[TrickView, int]]:
    """The hands in which a trick begins with so many cards a hand, and that trick."""
    for line in lines:
        parsed = parse(line, Place())
        if isinstance(parsed, Rejection):
            raise TypeError(f"the workload is no record: {parsed.message.en}")
        for view in hand_views(parsed.record):
            if not isinstance(view, TrickView):
                raise TypeError("the workload is of another family")
            ends = [frame for frame in view.frames if frame.play in {0, 4} and frame.next_seat is not None]
            trick = next((end.trick + 1 for end in ends if len(end.hands[end.next_seat or ""]) == cards), None)
            if trick is not None:
                yield view, trick


def measure(lines: Sequence[bytes], cards: int, *, plays: bool) -> list[Cost]:
    """What the endings of some matches cost, the cheapest first."""
    found = []
    for view, trick in positions(lines, cards):
        began = process_time()
        solution = solve(view, (trick, 1), NODES[COMPILED], plays=plays)
        if solution is not None:
            found.append(Cost(process_time() - began, solution.nodes, solution.reason is None))
    return sorted(found)


def row(costs: Sequence[Cost], cards: int, *, plays: bool) -> str:
    """A line of the table."""
    middle, most = costs[len(costs) // 2].seconds, costs[len(costs) * 9 // 10].seconds
    speed = sum(cost.nodes for cost in costs) / sum(cost.seconds for cost in costs)
    goal = GOALS.get((COMPILED, plays, cards))
    aim = "" if goal is None else f"  goal {goal:g} s: {'met' if most <= goal else 'missed'}"
    asked = "every play" if plays else "value     "
    solved = f"{sum(cost.solved for cost in costs)}/{len(costs)}"
    return f"{cards:>3} tricks  {asked}  median {middle:8.4f} s  p90 {most:8.4f} s  solved {solved}  {speed:,.0f} nodes/s{aim}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--cards", type=int, nargs="*", default=SIZES[COMPILED])
    given = parser.parse_args()
    lines = workload.make_matches(given.matches, given.seed)
    print(f"endings of shengji, {'compiled' if COMPILED else 'pure Python'}, at most {NODES[COMPILED]:,} nodes each")
    for cards in given.cards:
        for plays in (True, False):
            costs = measure(lines, cards, plays=plays)
            if costs:
                print(row(costs, cards, plays=plays), flush=True)


if __name__ == "__main__":
    main()
