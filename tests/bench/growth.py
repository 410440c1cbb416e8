"""How cost grows: with the hands of a load, the faults of a match, the teams of an event, the sessions at a dashboard."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
from paipu.samples import FAULTS, inject, make_match
from tests.bench import rulings, workload
from tests.bench.loads import cpu
from tests.bench.scale import inputs_of
from tests.dashboard.sessions import make_warehouse, walked
from tests.worst.measure import seconds_again

MATCHES: Final = (20, 80, 320)
FAULTY: Final = (1, 2, 4)
TEAMS: Final = (8, 16, 32)
ROUNDS: Final = 5
"""Of an event: every team meets so many others."""
SESSIONS: Final = (1, 10, 30)
PAUSE_SECONDS: Final = 2.0
"""The longest that a reader looks at a page."""
SHEETS: Final = ("shengji", "guandan-1")
SETS: Final = 3
"""Matches that faults are built into."""

Grown = Mapping[str, Mapping[str, float]]
"""By what grows: what a unit costs at each size, that at the first being 1."""


def of_first(costs: Mapping[str, float]) -> Mapping[str, float]:
    first = next(iter(costs.values()))
    return {size: cost / first for size, cost in costs.items()}


def by_hands(matches: Sequence[int], seed: int) -> Mapping[str, float]:
    """CPU seconds a hand of loads of so many hands."""
    costs: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in (matches[0], *matches):  # once to warm up
            inputs = inputs_of(count, seed)
            (folder / "made.ndjson").write_bytes(b"".join(given.raw for given in inputs))
            hands, _ = workload.count_plays([given.raw for given in inputs])
            costs[f"{hands:,}"] = cpu(_load(folder / "made.ndjson", folder / f"{count}-{len(costs)}")) / hands
    return costs


def _load(source: Path, directory: Path) -> Callable[[], object]:
    def work() -> None:
        with Warehouse.open(directory) as opened:
            load([str(source)], opened)

    return work


def with_faults(match: Mapping[str, Any], sheet: str, count: int, rng: random.Random) -> dict[str, Any] | None:
    """A match with so many faults of different classes, if there are as many opportunities."""
    faulty, built = dict(match), 0
    for kind in rng.sample(list(FAULTS[sheet]), len(FAULTS[sheet])):
        if built == count:
            return faulty
        more = inject(faulty, kind, rng)
        if more is not None:
            faulty, built = more, built + 1
    return None


def by_faults(faults: Sequence[int], seed: int) -> Mapping[str, float]:
    """CPU seconds of reading and auditing a match with so many faults, the middle match, the same without any being 1."""
    costs: dict[str, float] = {}
    for count in faults:
        found = []
        for sheet in SHEETS:
            for number in range(SETS):
                match = make_match(seed, number + 1, sheet=sheet)
                faulty = with_faults(match, sheet, count, random.Random(f"{seed} {count} {number}"))
                if faulty is not None:
                    clean, wrong = workload.encode(match), workload.encode(faulty)
                    taken = [(seconds_again(clean), seconds_again(wrong)) for _ in range(3)][1:]
                    found.append(min(wrong for _, wrong in taken) / min(clean for clean, _ in taken))
        costs[str(count)] = median(found)
    return costs


def by_teams(teams: Sequence[int], rounds: int) -> Mapping[str, float]:
    """CPU seconds a match of loading an event of so many teams, with what they played."""
    costs = {}
    for count in (teams[0], *teams):
        with tempfile.TemporaryDirectory() as name:
            costs[str(count)] = cpu(partial(rulings.filled, Path(name), "swiss", count, rounds)) / (count // 2 * rounds)
    return costs


def by_sessions(sessions: Sequence[int], seconds: float) -> Mapping[str, float]:
    """Within how many seconds on the clock 95 of 100 pages are drawn, with so many sessions at once."""
    with tempfile.TemporaryDirectory() as name:
        directory = make_warehouse(Path(name))
        costs = {}
        for count in sessions:
            seen, _ = walked(directory, count, seconds, PAUSE_SECONDS)
            taken = sorted(took for took, _ in seen.seconds)
            costs[str(count)] = taken[int(0.95 * len(taken))]
            time.sleep(1)
    return costs


def measure(
    seed: int,
    seconds: float,
    *,
    matches: Sequence[int] = MATCHES,
    faults: Sequence[int] = FAULTY,
    teams: Sequence[int] = TEAMS,
    sessions: Sequence[int] = SESSIONS,
) -> Grown:
    """All of it; no sessions where they have no seconds to walk in."""
    return dict(_measured(seed, seconds, matches, faults, teams, sessions))


def _measured(
    seed: int, seconds: float, matches: Sequence[int], faults: Sequence[int], teams: Sequence[int], sessions: Sequence[int]
) -> Iterator[tuple[str, Mapping[str, float]]]:
    yield "a hand, by hands loaded", of_first(by_hands(matches, seed))
    yield "a match, by faults in it (clean: 1)", by_faults(faults, seed)
    yield "a match, by teams of its event", of_first(by_teams(teams, ROUNDS))
    if seconds:
        yield "p95 of a page, by sessions", of_first(by_sessions(sessions, seconds))
