"""Search for the records of a size that cost the audit most, sheet by sheet, and print each that is worse than those before.

The search climbs: of the genomes close to the best so far the one that takes more calls of functions is kept, and where many
in a row are no worse it begins anew. The same seed and number of tries give the same search.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence

from paipu.replay.sheets import SHEETS
from tests.worst.genome import SIZE, Genome, any_genome, to_bytes
from tests.worst.measure import Cost, cost, seconds

_PATIENCE = 25


def search(sheet: str, tries: int, seed: int, size: int, limit: int | None = None) -> Iterator[tuple[Cost, Genome]]:
    """Each record that is worse than all before it."""
    rng = random.Random(f"{seed} {sheet}")
    worst = 0
    best: tuple[Cost, Genome] | None = None
    waiting = 0
    for _ in range(tries):
        genome = any_genome(sheet, rng) if best is None else best[1].mutated(rng)
        made = cost(to_bytes(genome, size), limit)
        if best is None or made.calls > best[0].calls:
            best, waiting = (made, genome), 0
        else:
            waiting += 1
        if made.calls > worst:
            worst = made.calls
            yield made, genome
        if waiting > _PATIENCE:
            best, waiting = None, 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, and print what was found."""
    options = argparse.ArgumentParser(prog="python -m tests.worst", description=__doc__)
    options.add_argument("--sheet", action="append", choices=list(SHEETS), help="search this sheet only; may be repeated")
    options.add_argument("--tries", type=int, default=100, help="records tried a sheet")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--size", type=int, default=SIZE, help="bytes of a record")
    options.add_argument("--limit", type=int, help="the budget, if not the usual; 1: judge each play once, and do no more")
    chosen = options.parse_args(arguments)
    for sheet in chosen.sheet or SHEETS:
        for made, genome in search(sheet, chosen.tries, chosen.seed, chosen.size, chosen.limit):
            taken = seconds(to_bytes(genome, chosen.size), chosen.limit)
            print(
                f"{taken:.2f} s, {made.calls:,} calls, {made.steps:,} steps, {made.findings:,} findings: {genome}", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
