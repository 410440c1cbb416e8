"""`python -m tests.cluster.nodes`: schedulers, workers and loads in processes that tests can kill, each forked from one that
has imported all.

For each line of standard input, a name below and what it takes in JSON, it forks a process and writes its id.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from distributed import Scheduler, Worker

from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.warehouse import Warehouse
from paipu.ingest.cluster import connected

ROOT: Final = Path(__file__).parents[2]
"""Where `python -m` finds this module."""
PATIENCE: Final = 60.0
"""Seconds after which something hangs."""


def schedule(file: str) -> None:
    """A scheduler; its address is in the file once it listens."""

    async def run() -> None:
        async with Scheduler(host="127.0.0.1", port=0, dashboard_address=None) as scheduler:
            tell(scheduler.address)
            await scheduler.finished()

    def tell(address: str) -> None:
        draft = Path(f"{file}.draft")
        draft.write_text(address, encoding="ascii")
        draft.replace(file)

    asyncio.run(run())


def work(address: str, folder: str) -> None:
    async def run() -> None:
        async with Worker(address, nthreads=1, dashboard=False, local_directory=folder) as worker:
            await worker.finished()

    asyncio.run(run())


def load_by(address: str, directory: str, source: str, acknowledged: str, batch_inputs: int) -> None:
    """A load that adds a line to a file for each batch that is on the disk."""
    with Path(acknowledged).open("ab", buffering=0) as out, connected(address) as cluster, Warehouse.open(directory) as opened:

        def acknowledge(summary: LoadSummary) -> None:
            out.write(f"{summary.batch or 0}\n".encode())

        load([source], opened, cluster, acknowledge, batch_inputs=batch_inputs)


RUN: Final[dict[str, Callable[..., None]]] = {"schedule": schedule, "work": work, "load": load_by}


def serve() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        name, *given = json.loads(line)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin.close()
            RUN[name](*given)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


class Nodes:
    """A scheduler and two workers, and how to begin more and end them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster.nodes"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._begun: set[int] = set()
        self.scheduler, self.address = self.schedule()
        self.workers = [self.work(), self.work()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in list(self._begun):
            self.kill(pid)
        self._process.communicate()

    def schedule(self) -> tuple[int, str]:
        """Another scheduler: its process and its address."""
        file = self.folder / f"scheduler-{len(self._begun)}"
        pid = self.run("schedule", str(file))
        wait_until(file.exists)
        return pid, file.read_text(encoding="ascii")

    def work(self, address: str | None = None) -> int:
        return self.run("work", address or self.address, str(self.folder))

    def run(self, *words: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        self._begun.add(pid)
        return pid

    def kill(self, pid: int) -> None:
        self._begun.discard(pid)
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)

    def kill_worker(self, number: int) -> None:
        """Kill one of the two, and begin another in its place."""
        self.kill(self.workers[number])
        self.workers[number] = self.work()


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def wait_until(holds: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < latest, "it hangs"
        time.sleep(0.005)


if __name__ == "__main__":
    serve()
