"""A load killed at any moment: every acknowledged batch is there whole, nothing else is, and the load can go on."""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from paipu.analytics import manifest as manifests
from paipu.analytics.errors import NotAWarehouseError
from paipu.analytics.pipeline import load
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from tests.analytics.contents import Contents, apart_from_loads
from tests.analytics.loader import BATCH_INPUTS, ROOT, Task
from tests.analytics.records import write_ndjson

BEFORE: Final = 2
"""Batches that the warehouse has before a load is killed."""
BROUGHT: Final = 3
"""Batches that the killed load would bring."""
PATIENCE: Final = 120.0
"""Seconds after which a load hangs."""


class Loads:
    """Processes that load, all forked from one."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout.fileno()
        self._said = b""

    def run(self, task: Task, *, seconds: float = PATIENCE, after: int = 0) -> tuple[list[int], bool]:
        """The batches that a load acknowledged, and whether it came to its end.

        It is killed some seconds after it has acknowledged `after` batches.
        """
        self._stdin.write(json.dumps(task).encode() + b"\n")
        self._stdin.flush()
        child = int(self._line())
        acknowledged = Path(task.acknowledged)
        latest = time.monotonic() + PATIENCE
        while after and len(acks(acknowledged)) < after and not self._has_said(0.002):
            assert time.monotonic() < latest, "the load hangs"
        if not self._has_said(seconds):
            assert seconds < PATIENCE, "the load hangs"
            os.kill(child, signal.SIGKILL)
        status = int(self._line())
        assert status in (0, -signal.SIGKILL)
        return acks(acknowledged), status == 0

    def _has_said(self, seconds: float) -> bool:
        """Whether there is a line to read, some seconds from now at the latest."""
        if b"\n" not in self._said and select.select([self._stdout], [], [], seconds)[0]:
            self._said += os.read(self._stdout, 1024)
        return b"\n" in self._said

    def _line(self) -> str:
        assert self._has_said(PATIENCE), "the load hangs"
        line, _, self._said = self._said.partition(b"\n")
        return line.decode()


def acks(path: Path) -> list[int]:
    """The batches in a file of acknowledgements; a line that was not finished is none."""
    return (
        [int(line) for line in path.read_bytes().decode().splitlines(keepends=True) if line[-1] == "\n"]
        if path.exists()
        else []
    )


@pytest.fixture(scope="module")
def loads() -> Iterator[Loads]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.analytics.loader"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield Loads(process)


class Undisturbed:
    """A load that nobody killed: what it brought, how many seconds and how many steps it took."""

    def __init__(self, folder: Path, loads: Loads, before: int, workers: int = 1) -> None:
        self.folder, self.before, self.workers = folder, before, workers
        self.base = folder / "base"
        self.source = write_ndjson(folder / "in.ndjson", range(100, 100 + BROUGHT * BATCH_INPUTS))
        if before:
            first = write_ndjson(folder / "first.ndjson", range(before * BATCH_INPUTS - 1))
            with first.open("ab") as out:
                out.write(b"{}\n")
            with Warehouse.open(self.base) as opened:
                load([str(first)], opened, batch_inputs=BATCH_INPUTS)
        whole = self.copy(folder / "whole")
        begun = time.monotonic()
        acknowledged, ended = loads.run(self.task(whole))
        self.seconds = time.monotonic() - begun
        assert (acknowledged, ended) == (list(range(before + 1, before + BROUGHT + 1)), True)
        self.steps = int((folder / "whole.steps").read_text(encoding="ascii"))
        self.contents: Contents = apart_from_loads(whole)

    def copy(self, target: Path) -> Path:
        if self.before:
            shutil.copytree(self.base, target, symlinks=True)
        return target

    def task(self, directory: Path, step: int | None = None) -> Task:
        beside = f"{directory}.acks", f"{directory}.steps"
        return Task(str(directory), str(self.source), *beside, self.workers, step)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, loads: Loads) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("filled"), loads, BEFORE)


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory, loads: Loads) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("new"), loads, 0)


@pytest.fixture(scope="module")
def by_two(tmp_path_factory: pytest.TempPathFactory, loads: Loads) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("by_two"), loads, BEFORE, workers=2)


def check_what_is_left(whole: Undisturbed, folder: Path, acknowledged: list[int], *, ended: bool) -> None:
    """Nothing acknowledged is lost, doubled or in parts; and a load of the same goes on from there."""
    try:
        found = verify(folder)
    except NotAWarehouseError:  # killed before there was one
        assert (whole.before, acknowledged) == (0, [])
    else:
        assert found.damage == ()
    with Warehouse.open(folder) as opened:
        new = opened.manifest.batches - whole.before
        # The last batch may be on the disk before it could be acknowledged.
        assert acknowledged == list(range(whole.before + 1, whole.before + 1 + new))[: len(acknowledged)]
        assert len(acknowledged) <= new <= len(acknowledged) + (not ended)
        summary = load([str(whole.source)], opened, batch_inputs=BATCH_INPUTS)
    assert (summary.batches, summary.already_loaded) == (BROUGHT - new, BATCH_INPUTS * new)
    assert manifests.drafts(folder) == []  # what the killed process had begun is tidied away
    again = verify(folder)
    assert (again.damage, again.notices) == ((), ())
    assert apart_from_loads(folder) == whole.contents


def kill_at_a_moment(loads: Loads, whole: Undisturbed, folder: Path, part: float, after: int = 0) -> None:
    whole.copy(folder)
    acknowledged, ended = loads.run(whole.task(folder), seconds=part * whole.seconds, after=after)
    assert len(acknowledged) >= after
    check_what_is_left(whole, folder, acknowledged, ended=ended)
    shutil.rmtree(folder)


def kill_at_a_step(loads: Loads, whole: Undisturbed, folder: Path, step: int) -> None:
    whole.copy(folder)
    acknowledged, ended = loads.run(whole.task(folder, step))
    assert not ended
    check_what_is_left(whole, folder, acknowledged, ended=False)
    shutil.rmtree(folder)


def kill(loads: Loads, whole: Undisturbed, folder: Path, number: int, rng: random.Random) -> None:
    """Every second kill is at a moment, the others are at a step."""
    if number % 2:
        kill_at_a_step(loads, whole, folder, rng.randrange(whole.steps))
    else:
        kill_at_a_moment(loads, whole, folder, rng.uniform(0, 1))


def edge_steps(whole: Undisturbed) -> list[int]:
    """The steps of a load at which its warehouse is made, and at which its last batch is committed."""
    half = whole.steps // 3
    return [*range(half), *range(whole.steps - half, whole.steps)]


@pytest.mark.deep
def test_a_kill_between_the_parts_and_their_manifest(loads: Loads, filled: Undisturbed, tmp_path: Path) -> None:
    """The parts have their names, and no manifest lists them but the draft of one."""
    folder, step = tmp_path / "killed", filled.steps
    left: set[str] = set()
    acknowledged: list[int] = []
    while not left:
        shutil.rmtree(folder, ignore_errors=True)
        (tmp_path / "killed.acks").unlink(missing_ok=True)
        step -= 1
        filled.copy(folder)
        acknowledged, _ = loads.run(filled.task(folder, step))
        left = {path.name for path in manifests.strays(folder)}
    found = verify(folder)
    assert found.damage == ()
    assert {name for name in left if any(name in notice.en for notice in found.notices)} == left
    check_what_is_left(filled, folder, acknowledged, ended=False)


@pytest.mark.deep
@pytest.mark.parametrize("number", range(300))
def test_300_kills_in_the_middle_of_a_load(loads: Loads, filled: Undisturbed, tmp_path: Path, number: int) -> None:
    kill(loads, filled, tmp_path / "killed", number, random.Random())


@pytest.mark.deep
@pytest.mark.parametrize("number", range(100))
def test_100_kills_where_the_warehouse_is_made_and_last_written(
    loads: Loads, new: Undisturbed, tmp_path: Path, number: int
) -> None:
    if number < 80:
        steps = edge_steps(new)
        kill_at_a_step(loads, new, tmp_path / "killed", steps[number * len(steps) // 80])
    else:
        kill_at_a_moment(loads, new, tmp_path / "killed", random.Random().uniform(0, 1))


@pytest.mark.deep
@pytest.mark.parametrize("number", range(100))
def test_100_kills_of_two_workers_after_the_first_batch(loads: Loads, by_two: Undisturbed, tmp_path: Path, number: int) -> None:
    kill_at_a_moment(loads, by_two, tmp_path / "killed", number / 500, after=1)
