"""`make bench-faults`: what a match with one fault costs, and a record made to be dear, against clean matches.

CPU time of reading and auditing. Each fault of a class is built into a match that is clean without it, and both are timed in
turn, so that what else the machine does falls on both; the least of several times counts.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from paipu.samples import FAULTS, inject, make_match
from tests.bench import workload
from tests.worst.genome import SIZE, to_bytes
from tests.worst.measure import seconds, seconds_again
from tests.worst.pinned import WORST

CLASSES: Final = 24
"""Classes of faults of a sheet that are measured, spread over all of them."""
REPEATED: Final = 3
GOAL_FAULT: Final = 2.5
"""A match with one fault of the middle class costs at most so many times as much as without it."""
GOAL_WORST: Final = 2
"""CPU seconds of the worst record known of 40 KB (`tests/worst`), read and audited by a process that has seen no other."""
GOAL_HANDS: Final = 5_000
"""Hands a second that the audit does on a machine where that goal holds."""


class Faulty(NamedTuple):
    """How many times as much as clean a match with a fault costs, of the middle class and the dearest; and the worst record."""

    middle: float
    dearest: float
    hostile: float


def ratio(clean: bytes, faulty: bytes) -> float:
    """What a record costs, another being 1: the least of several times of each, both read before."""
    seconds_again(clean)
    seconds_again(faulty)
    taken = [(seconds_again(clean), seconds_again(faulty)) for _ in range(REPEATED)]
    return min(other for _, other in taken) / min(one for one, _ in taken)


def ratios(sheet: str, classes: int, seed: int) -> Mapping[str, float]:
    """For each of some classes of faults what a match with one costs, the same match without it being 1."""
    found = {}
    kinds = list(FAULTS[sheet])
    for number, kind in enumerate(kinds[:: max(len(kinds) // classes, 1)]):
        match = make_match(seed, number + 1, sheet=sheet)
        faulty = inject(match, kind, random.Random(f"{seed} {kind}"))
        if faulty is not None:
            found[kind] = ratio(workload.encode(match), workload.encode(faulty))
    return found


def hostile(sheet: str, seed: int) -> float:
    """The same of the worst record that is known, against clean matches of so many bytes."""
    worst, clean, number = to_bytes(WORST[sheet]), list[bytes](), 0
    while sum(map(len, clean)) < len(worst):
        number += 1
        clean.append(workload.encode(make_match(seed, number, sheet=sheet)))
    return seconds(worst) / (sum(map(seconds_again, clean)) * len(worst) / sum(map(len, clean)))


def measure(seed: int, classes: int = CLASSES, sheets: Sequence[str] = tuple(FAULTS)) -> Mapping[str, Faulty]:
    """By sheet."""
    costs = {sheet: ratios(sheet, classes, seed).values() for sheet in sheets}
    return {sheet: Faulty(median(each), max(each), hostile(sheet, seed)) for sheet, each in costs.items()}


def hands_per_second(seed: int, hands: int = 120) -> float:
    """How many clean hands of 25 tricks the audit does in a second of CPU: how fast the machine is."""
    lines = workload.make_lines(hands, seed)
    sum(map(seconds_again, lines))
    turned = [workload.with_other_suits(lines, number) for number in range(1, REPEATED + 1)]
    return hands / min(sum(map(seconds_again, each)) for each in turned)


def show(seed: int, classes: int, sheets: Sequence[str], console: Console) -> None:
    """Measure each sheet, and print a line of it at once; then how the goals are met."""
    speed = hands_per_second(seed)
    scale = speed / GOAL_HANDS
    console.print(f"{speed:,.0f} clean hands a second: seconds below are times {scale:.2f}, as if there were {GOAL_HANDS:,}")
    table = Table(title=f"A match with one fault, without it being 1; seconds of the worst record of {SIZE // 1000} KB")
    for heading in ("", "classes", "middle", "mean", f"at most {GOAL_FAULT}", "dearest", "worst record"):
        table.add_column(heading, justify="right" if heading not in {"", "dearest"} else "left")
    for sheet in sheets:
        costs = ratios(sheet, classes, seed)
        dearest = sorted(costs, key=costs.__getitem__, reverse=True)[:3]
        within = sum(each <= GOAL_FAULT for each in costs.values()) / len(costs)
        table.add_row(
            sheet,
            str(len(costs)),
            f"{median(costs.values()):.2f}",
            f"{sum(costs.values()) / len(costs):.2f}",
            f"{within:.0%}",
            ", ".join(f"{kind} {costs[kind]:.1f}" for kind in dearest),
            f"{scale * seconds(to_bytes(WORST[sheet])):.2f} s",
        )
    console.print(table)
    console.print(f"goals: middle at most {GOAL_FAULT}, worst record at most {GOAL_WORST} s")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.faulty", description=__doc__)
    options.add_argument("--sheet", action="append", choices=list(FAULTS), help="measure this sheet only; may be repeated")
    options.add_argument("--classes", type=int, default=CLASSES, help="classes of faults measured of each sheet")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args(arguments)
    show(chosen.seed, chosen.classes, chosen.sheet or list(FAULTS), Console(width=140))
    return 0


if __name__ == "__main__":
    sys.exit(main())
