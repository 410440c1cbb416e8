"""What a load costs beside the audit alone and the floor, in one run; and what a second worker brings."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
from tests.bench import workload
from tests.bench.scale import audit_all, inputs_of

GOAL_AUDIT: Final = 1.4
"""A load costs at most so many times what the audit of its records alone does, in CPU time."""
GOAL_FLOOR: Final = 3.6
"""And so many times the floor, which reads the JSON of a hand and looks its cards up."""
GOAL_WORKERS: Final = 1.8
GOAL_MEGABYTES: Final = 500
"""In any process of a load with two workers."""
REPEATED: Final = 4
"""A load with workers is of so many times the matches, under other names: a pool takes a while to start."""


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def measure(
    matches: int, hands: int, rounds: int, seed: int, floor: Callable[[Sequence[bytes]], int], *, workers: bool = True
) -> dict[str, Any]:
    """CPU seconds a hand, a median each, and ratios of the same rounds; sample matches of every sheet, one in twenty faulty."""
    inputs, lines = inputs_of(matches, seed), workload.make_lines(hands, seed)
    taken: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "made.ndjson"
        source.write_bytes(b"".join(given.raw for given in inputs))
        number = 0

        def load_once() -> None:
            with Warehouse.open(Path(folder) / f"warehouse-{number}") as opened:
                load([str(source)], opened)

        of_load, _ = workload.count_plays([given.raw for given in inputs])
        for number in range(rounds + 1):
            seconds = cpu(lambda: audit_all(inputs)), cpu(load_once), cpu(lambda: floor(lines))
            if number:  # the first warms up
                taken.append((seconds[0] / of_load, seconds[1] / of_load, seconds[2] / len(lines)))
        beside = with_workers(Path(folder), [given.raw for given in inputs]) if workers and (os.cpu_count() or 1) > 1 else {}
    audit, loaded, floored = (statistics.median(each) for each in zip(*taken, strict=True))
    return {
        "hands": of_load,
        "seconds": {"audit": audit, "load": loaded, "floor": floored},
        "× audit": statistics.median(loading / auditing for auditing, loading, _ in taken),
        "× floor": statistics.median(loading / least for _, loading, least in taken),
        **beside,
    }


def with_workers(folder: Path, lines: Sequence[bytes]) -> dict[str, float]:
    """How many times as fast two workers are as one on the clock, and the most megabytes of a process; each a command."""
    source = folder / "again.ndjson"
    source.write_bytes(
        b"".join(line.replace(b'"id":"', b'"id":"%d/' % number, 1) for number in range(REPEATED) for line in lines)
    )
    clock = []
    for count in (1, 2):
        command = [sys.executable, "-m", "paipu.cli", "load", str(source), "--warehouse", str(folder / f"by-{count}")]
        began = time.perf_counter()
        subprocess.run([*command, "--workers", str(count), "-q"], check=True)
        clock.append(time.perf_counter() - began)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {"two workers": clock[0] / clock[1], "MB": peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)}
