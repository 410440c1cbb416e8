"""Search for the records of a size that cost the audit most, sheet by sheet, and print the worst ones.

The search climbs: of the genomes close to the best so far the one that takes more calls of functions is kept, and where many
in a row are no worse it begins anew. The same seed and number of tries give the same search.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from time import process_time

from replay.sheets import SHEETS
from replay.work import LIMIT
from tests.worst.genome import SIZE, Genome, any_genome, to_bytes
from tests.worst.measure import Cost, cost, seconds

_PATIENCE = 25


def search(sheet: str, tries: int, seed: int, size: int, limit: int = LIMIT) -> list[tuple[Cost, Genome]]:
    """The worst record of each climb, the worst first."""
    rng = random.Random(f"{seed} {sheet}")
    found: list[tuple[Cost, Genome]] = []
    best: tuple[Cost, Genome] | None = None
    waiting = 0
    for _ in range(tries):
        genome = any_genome(sheet, rng) if best is None else best[1].mutated(rng)
        made = cost(to_bytes(genome, size), limit)
        if best is None or made.calls > best[0].calls:
            best, waiting = (made, genome), 0
        else:
            waiting += 1
        if waiting > _PATIENCE:
            found.append(best)
            best, waiting = None, 0
    if best is not None:
        found.append(best)
    return sorted(found, key=lambda each: each[0].calls, reverse=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, and print what was found."""
    options = argparse.ArgumentParser(prog="python -m tests.worst", description=__doc__)
    options.add_argument("--sheet", action="append", choices=list(SHEETS), help="search this sheet only; may be repeated")
    options.add_argument("--tries", type=int, default=100, help="records tried a sheet")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--size", type=int, default=SIZE, help="bytes of a record")
    options.add_argument("--limit", type=int, default=LIMIT, help="the budget; 1: judge each play once, and do no more")
    options.add_argument("--show", type=int, default=2, help="records shown a sheet")
    chosen = options.parse_args(arguments)
    for sheet in chosen.sheet or SHEETS:
        began = process_time()
        for made, genome in search(sheet, chosen.tries, chosen.seed, chosen.size, chosen.limit)[: chosen.show]:
            taken = seconds(to_bytes(genome, chosen.size), chosen.limit)
            print(f"{sheet}: {taken:.2f} s, {made.calls:,} calls, {made.steps:,} steps, {made.findings:,} findings: {genome}")
        print(f"{sheet}: searched for {process_time() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
