"""Make the table of `data/SLIPS.md`: `python -m tests.slips [--times 20] [--sheet S …] [--write]`."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from paipu.samples import FAULTS
from tests.slips.clerk import KINDS
from tests.slips.measure import TIMES, Row, row_of, totals

TABLE: Final = Path(__file__).parents[2] / "data" / "SLIPS.md"

HEAD: Final = """# 笔误 Slips of the pen

What the audit makes of a scorer's slips, made by `make slips`: {kinds} kinds, each built up to {times} times into
legal matches of each sheet that offers an opportunity for it (`tests/slips/`).

| column | meaning |
|---|---|
| made | slips built into a record that was right before |
| seen | of these, how many left anything to see: a finding that the right record has not, or a record that is refused |
| first | of those seen, how many have the slip's own place named by the first cause, or by what would put it right |
| alone | of those seen, how many have no other cause beside it: all else is said to follow from it |
| findings | findings in all, causes and what follows from them |

A slip is not seen where the record is as possible with it as without: a failed throw that is written as if it had been a
single play, say, or two seats exchanged that no play tells apart.
"""


def rows(sheets: Iterable[str], times: int) -> list[Row]:
    """All lines that have something in them, in the order of sheets and kinds."""
    tasks = [(sheet, kind) for sheet in sheets for kind in KINDS]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return [found for found in pool.map(partial(row_of, times=times), tasks, chunksize=4) if found.tried]


def document(found: Sequence[Row], times: int) -> str:
    """The whole page."""
    parts = [HEAD.format(kinds=len(KINDS), times=times)]
    for sheet, lines in groupby(found, key=lambda each: each.sheet):
        parts.append(f"\n## `{sheet}`\n\n| slip | made | seen | first | alone | findings |\n|---|--:|--:|--:|--:|--:|\n")
        listed = list(lines)
        parts += [f"| `{each.kind}` | {' | '.join(map(str, each[2:]))} |\n" for each in listed]
        parts.append(f"| **all** | {' | '.join(str(value) for value in totals(listed).values())} |\n")
    every = totals(found)
    share = 100 * every["first"] / every["seen"]
    alone = 100 * every["folded"] / every["seen"]
    parts.insert(
        1,
        f"\nOver all sheets: {every['tried']} made, {every['seen']} seen; named first at their place {every['first']} "
        f"({share:.1f} %), alone {every['folded']} ({alone:.1f} %).\n",
    )
    return "".join(parts)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.slips", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--sheet", action="append", choices=list(FAULTS), default=[])
    parser.add_argument("--write", action="store_true", help=f"into {TABLE.name}")
    given = parser.parse_args()
    page = document(rows(given.sheet or FAULTS, given.times), given.times)
    if given.write:
        TABLE.write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
