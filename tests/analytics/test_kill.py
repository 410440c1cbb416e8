"""A load killed at any moment: every acknowledged batch is there whole, nothing else is, and the load can go on."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analytics.pipeline import load
from analytics.reader import Reader
from analytics.warehouse import Warehouse
from tests.analytics.contents import Contents, apart_from_loads, faults
from tests.analytics.loader import BATCH_INPUTS, ROOT
from tests.analytics.records import write_ndjson

RECORDS = 80
BATCHES = RECORDS // BATCH_INPUTS


class Whole:
    """A load that nobody disturbed: what it left, and how many seconds it took, start of the process included."""

    def __init__(self, folder: Path) -> None:
        self.source = write_ndjson(folder / "in.ndjson", range(RECORDS))
        begun = time.monotonic()
        acknowledged = run(folder / "whole", self.source, workers=1, seconds=None)
        self.seconds = time.monotonic() - begun
        assert acknowledged == list(range(1, BATCHES + 1))
        self.contents: Contents = apart_from_loads(folder / "whole")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("kill"))


def run(warehouse: Path, source: Path, *, workers: int, seconds: float | None) -> list[int]:
    """Load in a process of its own, killed after some seconds; the batches that it acknowledged."""
    command = [sys.executable, "-m", "tests.analytics.loader", str(warehouse), str(workers), str(source)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
    return [int(line.split()[1]) for line in said.splitlines(keepends=True) if line.startswith("ack ") and line[-1] == "\n"]


def check_a_kill(whole: Whole, folder: Path, seconds: float, workers: int) -> None:
    acknowledged = run(folder, whole.source, workers=workers, seconds=seconds)
    Warehouse.open(folder).close()  # opens after any kill, and publishes what was committed
    assert faults(folder) == []
    kept = Reader(folder).query("SELECT batch FROM batches ORDER BY batch")["batch"].to_list()
    # The last batch may be on the disk before it could be acknowledged.
    assert acknowledged == kept[: len(acknowledged)]
    assert kept == list(range(1, len(kept) + 1))
    assert len(kept) <= len(acknowledged) + 1
    with Warehouse.open(folder) as warehouse:
        summary = load([str(whole.source)], warehouse, batch_inputs=BATCH_INPUTS)
    assert (summary.batches, summary.already_loaded) == (BATCHES - len(kept), BATCH_INPUTS * len(kept))
    assert faults(folder) == []
    assert apart_from_loads(folder) == whole.contents


@pytest.mark.parametrize("kill", range(3))
def test_three_kills(whole: Whole, tmp_path: Path, kill: int) -> None:
    moment = random.Random(kill).uniform(0.3, 1)
    check_a_kill(whole, tmp_path / "killed", moment * whole.seconds, workers=1 + kill % 2)


@pytest.mark.deep
@pytest.mark.parametrize("kill", range(50))
def test_fifty_kills(whole: Whole, tmp_path: Path, kill: int) -> None:
    moment = random.Random().uniform(0.1, 1.1)
    check_a_kill(whole, tmp_path / "killed", moment * whole.seconds, workers=1 + kill % 2)
