"""`make cluster-demo`: a scheduler and two workers on this machine, as one starts them anywhere, and a load through them; then
the same load by one process, which must have made the same files, what both cost, and what commits cost in a large warehouse.

Seconds of the workers and of the one that loads are those of the processor; what is sent to a worker is counted for records
that it reads where they lie, and for those that it is sent.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from distributed import Client

from paipu.analytics.manifest import Part
from paipu.analytics.parts import SIZES
from paipu.analytics.pipeline import BATCH_BYTES, BATCH_INPUTS, process
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Place, Warehouse, write_batch
from paipu.ingest.cluster import packed
from paipu.ingest.source import RawRecord, read
from paipu.ingest.stream import batches
from paipu.replay.audit import ENGINE_VERSION
from paipu.samples import sample, to_line

FAULTY: Final = 0.05
FILES: Final = 4
COMMITTED: Final = 32
"""Records of a batch whose commit is measured: how many there are does not matter to it."""
PARTS: Final = (300, 3_000, 30_000)
ROUNDS: Final = 3
NOON: Final = datetime(2026, 5, 1, 12)  # noqa: DTZ001 - the warehouse keeps UTC without saying so
TOLD: Final = "{:<66}{:>12}"
PATIENCE: Final = 120.0
"""Seconds within which a scheduler and its workers begin."""


class Took(NamedTuple):
    """Seconds: of the processor, on the clock."""

    cpu: float
    clock: float


def run(*words: object) -> Took:
    """A command, to its end."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "paipu.cli", *map(str, words)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - began)


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[int]]]:
    """The address of a scheduler, and the processes of its workers."""
    with ExitStack() as held:

        def begin(*words: str) -> int:
            log = held.enter_context((folder / f"{words[0]}.log").open("ab"))
            process = subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=log, stderr=log, cwd=folder)
            held.callback(process.wait)
            held.callback(process.terminate)
            return process.pid

        file = folder / "scheduler.json"
        begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        wait_for(file)
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--scheduler-file", str(file))
        pids = [begin("worker", *options, "--local-directory", str(folder), "--name", str(n)) for n in range(workers)]
        yield json.loads(file.read_text(encoding="utf-8"))["address"], pids


def wait_for(file: Path) -> None:
    latest = time.monotonic() + PATIENCE
    while not file.exists():
        if time.monotonic() > latest:
            raise TimeoutError("the scheduler does not begin")
        time.sleep(0.05)


def seconds_of(pids: Sequence[int]) -> float:
    """What some processes have used of the processor so far."""
    told = [Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in told) / os.sysconf("SC_CLK_TCK")


def sent(source: Path, *, by_place: bool) -> int:
    """Bytes that go to workers for the records of a folder."""
    return sum(len(packed(batch, by_place=by_place)) for batch in batches(read([str(source)]), BATCH_INPUTS, BATCH_BYTES))


def reading(source: Path) -> float:
    """Seconds that it takes to read the records, and to tell them by their hashes."""
    began = time.process_time()
    sent(source, by_place=True)
    return time.process_time() - began


def parts_of(folder: Path) -> dict[str, bytes]:
    """The parts, but for those that say when a batch was loaded."""
    return {path.name: path.read_bytes() for path in (folder / "parts").iterdir() if ".batches." not in path.name}


def demo(folder: Path, matches: int, workers: int) -> None:
    source, alone, shared = folder / "records", folder / "alone", folder / "shared"
    source.mkdir()
    lines = [to_line(made) for made in sample(11, matches, FAULTY)]
    for number in range(FILES):
        (source / f"{number}.ndjson").write_bytes(b"".join(lines[number::FILES]))
    with cluster(folder, workers) as (address, pids):
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
        before = seconds_of(pids)
        by_cluster = run("load", source, "--warehouse", shared, "--cluster", address)
        at_work = seconds_of(pids) - before
    by_one = run("load", source, "--warehouse", alone, "--workers", "1")
    run("verify", "--warehouse", shared)
    if parts_of(alone) != parts_of(shared):
        raise SystemExit("the warehouse of the cluster is not that of one process")
    hands = int(Reader(shared).query("SELECT sum(hands) FROM matches ORDER BY ALL").item())
    size = sum(map(len, lines))
    stored = sum(path.stat().st_size for path in (shared / "parts").iterdir())
    print(TOLD.format("hands", f"{hands:,}"), "the same files as by one process")
    rows = {
        "one process: µs of the processor a hand": by_one.cpu / hands * 1e6,
        "workers of the cluster: µs of the processor a hand, all together": at_work / hands * 1e6,
        "the one that loads through it: µs of the processor a hand": by_cluster.cpu / hands * 1e6,
        "  of these for reading and hashes": reading(source) / hands * 1e6,
        "one process: seconds on the clock": by_one.clock,
        f"{workers} workers: seconds on the clock": by_cluster.clock,
        "bytes of records a hand": size / hands,
        "bytes of the warehouse a hand": stored / hands,
        "bytes sent a hand, records read where they lie": sent(source, by_place=True) / hands,
        "bytes sent a hand, records sent": sent(source, by_place=False) / hands,
    }
    rows |= {f"a commit where there are {parts:,} parts: ms": 1e3 * took for parts, took in commits(folder / "large", lines)}
    for what, much in rows.items():
        print(TOLD.format(what, f"{much:,.1f}"))


def commits(directory: Path, lines: list[bytes]) -> Iterator[tuple[int, float]]:
    """Seconds of the processor for a commit, by how many parts there are, most of them by name alone."""
    tables = process([RawRecord(line, "made.ndjson", number) for number, line in enumerate(lines[:COMMITTED], start=1)])
    inputs = tables["matches"].num_rows + tables["quarantine"].num_rows
    with Warehouse.open(directory) as opened:
        for parts in PARTS:
            took = []
            for _ in range(ROUNDS):
                batch = opened.manifest.batches + 1
                draft = write_batch(Place(directory, batch, 1, NOON, ENGINE_VERSION, read=inputs, already_loaded=0), tables)
                named = (Part("plays", number, number, 1, max(SIZES), "0" * 64) for number in range(1, parts + 1))
                opened.manifest = opened.manifest._replace(parts=tuple(named))
                began = time.process_time()
                opened.commit(draft)
                took.append(time.process_time() - began)
            yield parts, statistics.median(took)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--matches", type=int, default=400)
    given.add_argument("--workers", type=int, default=2)
    asked = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        demo(Path(folder), asked.matches, asked.workers)


if __name__ == "__main__":
    main()
