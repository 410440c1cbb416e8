"""What a match with one fault costs, and a record made to be dear, against clean matches: CPU time of reading and auditing."""

import random
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

from paipu.samples import FAULTS, inject, make_match
from tests.bench.workload import encode
from tests.worst.genome import to_bytes
from tests.worst.measure import seconds, seconds_again
from tests.worst.pinned import WORST

CLASSES: Final = 24
"""Classes of faults of a sheet that are measured, spread over all of them."""
REPEATED: Final = 3


class Faulty(NamedTuple):
    """How many times as much as clean a match with a fault costs, of the middle class and the dearest; and the worst record."""

    middle: float
    dearest: float
    hostile: float


def least(raw: bytes) -> float:
    """The least CPU seconds of a record that was read before."""
    seconds_again(raw)
    return min(seconds_again(raw) for _ in range(REPEATED))


def ratios(sheet: str, classes: int, seed: int) -> list[float]:
    """For each of some classes of faults what a match with one costs, the same match without it being 1."""
    found = []
    kinds = list(FAULTS[sheet])
    for number, kind in enumerate(kinds[:: max(len(kinds) // classes, 1)]):
        match = make_match(seed, number + 1, sheet=sheet)
        faulty = inject(match, kind, random.Random(f"{seed} {kind}"))
        if faulty is not None:
            found.append(least(encode(faulty)) / least(encode(match)))
    return found


def hostile(sheet: str, seed: int) -> float:
    """The same of the worst record that is known, against clean matches of so many bytes."""
    worst, clean, number = to_bytes(WORST[sheet]), list[bytes](), 0
    while sum(map(len, clean)) < len(worst):
        number += 1
        clean.append(encode(make_match(seed, number, sheet=sheet)))
    return seconds(worst) / (sum(map(seconds_again, clean)) * len(worst) / sum(map(len, clean)))


def measure(seed: int, classes: int = CLASSES, sheets: Sequence[str] = tuple(FAULTS)) -> Mapping[str, Faulty]:
    """By sheet."""
    costs = {sheet: ratios(sheet, classes, seed) for sheet in sheets}
    return {sheet: Faulty(median(each), max(each), hostile(sheet, seed)) for sheet, each in costs.items()}
