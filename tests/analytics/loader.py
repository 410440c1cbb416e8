"""`python -m tests.analytics.loader WAREHOUSE WORKERS PATH…`: a load that says what was acknowledged, for tests to kill.

Writes one line a batch, `ack N`, once the pipeline has said that batch N is on the disk, and `done` after the last.
"""

import sys
from pathlib import Path

from analytics.pipeline import LoadSummary, load
from analytics.warehouse import Warehouse

ROOT = Path(__file__).parents[2]
"""Where `python -m` finds this module."""
BATCH_INPUTS = 4
"""Many small batches, so that there are many moments to be killed at."""


def acknowledge(summary: LoadSummary) -> None:
    sys.stdout.write(f"ack {summary.batch}\n")
    sys.stdout.flush()


def main(directory: str, workers: str, *paths: str) -> None:
    with Warehouse.open(directory) as warehouse:
        load(paths, warehouse, int(workers), acknowledge, batch_inputs=BATCH_INPUTS)
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
