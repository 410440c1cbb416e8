"""The compiled build beside the pure one: two processes, each with its own modules, audit the same matches in turn."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import IO, Final
from zipfile import ZipFile

from tests.bench import workload

ROOT: Final = Path(__file__).parents[2]
SHEETS: Final = ("shengji", "guandan-1")


def compiled_wheel(dist: Path = ROOT / "dist") -> Path | None:
    """The newest wheel that `make wheel` compiled for this machine and Python; None where there is none."""
    tag = f"-cp{sys.version_info.major}{sys.version_info.minor}-"
    return max((path for path in dist.glob("*.whl") if tag in path.name), key=lambda path: path.stat().st_mtime, default=None)


class Build:
    """A process that audits with the modules in a folder."""

    def __init__(self, folder: Path) -> None:
        command = [
            sys.executable,
            "-P",
            "-c",
            f"import sys; sys.path += [{str(ROOT)!r}]; import tests.bench.builds as b; b.work()",
        ]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def seconds(self, lines: Sequence[bytes]) -> float:
        """CPU seconds, from bytes to findings."""
        asked, told = pipes(self.process)
        asked.write(json.dumps([line.decode() for line in lines]).encode() + b"\n")
        asked.flush()
        return float(told.readline())


def pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """What a process reads, and what it writes."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no pipes")
    return process.stdin, process.stdout


def work() -> None:
    """Answer as `Build` asks, until nobody asks any more."""
    from tests.bench.__main__ import audit_lines  # it imports this module

    for asked in sys.stdin.buffer:
        lines = [line.encode() for line in json.loads(asked)]
        began = process_time()
        audit_lines(lines)
        print(process_time() - began, flush=True)


def times_as_fast(wheel: Path, rounds: int, matches: int, seed: int) -> dict[str, float]:
    """How many times as fast as the modules of this folder those of a wheel are, by sheet: the median of the rounds."""
    with TemporaryDirectory() as folder:
        with ZipFile(wheel) as packed:
            packed.extractall(folder)
        builds = Build(ROOT), Build(Path(folder))
        ratios: dict[str, float] = {}
        for sheet in SHEETS:
            sets = workload.make_rounds(rounds + 1, matches, seed, sheet)  # the first warms up
            taken = [[build.seconds(lines) for build in builds] for lines in sets][1:]
            ratios[sheet] = statistics.median(pure / compiled for pure, compiled in taken)
        for build in builds:
            with build.process:
                pipes(build.process)[0].close()
    return ratios


if __name__ == "__main__":
    work()
