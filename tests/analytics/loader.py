"""`python -m tests.analytics.loader`: runs loads in processes that tests can kill, each forked from one that has imported all.

For each line of standard input, a `Task` in JSON, it forks a process that loads, writes its id, and when that has ended
another line, its status. The process adds a line to the file of acknowledgements for each batch that the pipeline has
said is on the disk. It may be told to kill itself at one of its steps: before or after anything that it does to a file, or
half-way through writing one. It merges parts as soon as there are three, so that merges are among the steps.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from paipu.analytics import manifest, parts
from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.warehouse import Warehouse

ROOT: Final = Path(__file__).parents[2]
"""Where `python -m` finds this module."""
BATCH_INPUTS: Final = 2
"""Many small batches, so that there are many moments to be killed at."""


class Task(NamedTuple):
    """A load. `step` is where it kills itself; None: nowhere. `steps` is the file that says how many it took."""

    directory: str
    source: str
    acknowledged: str
    steps: str
    workers: int = 1
    step: int | None = None


class Steps:
    """Counts what a process does, and ends it at one of the counts."""

    def __init__(self, end: int | None) -> None:
        self.done = 0
        self.end = end

    def __call__(self) -> None:
        if self.done == self.end:
            os.kill(os.getpid(), signal.SIGKILL)
        self.done += 1

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """The same act, with a step before and one after it."""

        def counted(*args: object, **keys: object) -> object:
            self()
            result = act(*args, **keys)
            self()
            return result

        return counted

    def watch(self) -> None:
        """Count what is done to files from now on."""
        for name in ("replace", "unlink", "mkdir"):
            setattr(Path, name, self.around(getattr(Path, name)))
        real_write = manifest.write

        def write_by_halves(path: Path, content: bytes | memoryview) -> None:
            real_write(path, bytes(content)[: len(content) // 2])
            self()
            real_write(path, content)
            self()

        manifest.write = write_by_halves
        manifest.flush = self.around(manifest.flush)
        vars(parts)["MERGED"] = 3


def run(task: Task) -> None:
    steps = Steps(task.step)
    steps.watch()
    with Path(task.acknowledged).open("ab", buffering=0) as acknowledged:

        def acknowledge(summary: LoadSummary) -> None:
            acknowledged.write(f"{summary.batch}\n".encode())

        with Warehouse.open(task.directory) as opened:
            load([task.source], opened, task.workers, acknowledge, batch_inputs=BATCH_INPUTS)
    Path(task.steps).write_text(str(steps.done), encoding="ascii")


def serve() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            sys.stdin.close()
            run(Task(*json.loads(line)))
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
