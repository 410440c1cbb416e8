"""How long a command takes to start: what it says when it is asked next to nothing, files in the cache."""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

GOAL: Final = 0.25
"""Seconds from key to answer, warm: on the clock of a machine that does nothing else, no more than that of CPU."""
COMMANDS: Final = {
    "paipu --help": ("-m", "paipu.cli", "--help"),
    "paipu judge": (
        *("-m", "paipu.cli", "judge", "--level", "5", "--trump", "s"),
        *("--hand", "3h 4h 9s", "--lead", "6h", "--play", "3h"),
    ),
}
BARE: Final = ("-c", "pass")
"""Python itself."""


class Started(NamedTuple):
    """Medians, in seconds: on the clock, and of CPU."""

    clock: float
    cpu: float


def started(words: Sequence[str], rounds: int) -> Started:
    """A command with the interpreter that runs this one; the first time, which fills the caches, is not counted."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken = []
    for _ in range(rounds + 1):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=environment)
        clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append((clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return Started(*map(statistics.median, zip(*taken[1:], strict=True)))


def measure(rounds: int) -> dict[str, Started]:
    """By command, and of Python without one."""
    return {name: started(words, rounds) for name, words in {**COMMANDS, "python -c pass": BARE}.items()}
