"""`make bench-scale`: a warehouse of many hands, and what a load, the pages and the views cost there.

The hands are those of sample matches of every sheet, audited once; their rows are repeated with other ids and other hashes
until there are enough, each repetition an event of its own and so a batch, with other people in every tenth. What a hand costs
to audit and to load is measured on the sample matches themselves. Times of other processes are CPU seconds of all of them, and
seconds on the clock.

A page is to open within 1.5 s, statistics to be answered within 2 s, a filter and a search within 1 s, on two cores that do
nothing else: what takes no more CPU than that, or no more on the clock, holds. Four pairs beside each other, and what a filter
lets pass, are pages too.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, get_args

import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics import schema
from paipu.analytics.columns import SHA256, Tables
from paipu.analytics.conditions import read
from paipu.analytics.filters import NO_FILTERS, Filters
from paipu.analytics.find import find
from paipu.analytics.keys import TOGETHER
from paipu.analytics.pipeline import load, process
from paipu.analytics.reader import Reader
from paipu.analytics.rows import POSITION_BITS
from paipu.analytics.statistics import Unit
from paipu.analytics.statistics import statistics as ask
from paipu.analytics.warehouse import Place, Warehouse, write_batch
from paipu.dashboard.app import PAGES
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.study import ask as study
from paipu.dashboard.study.ask import FOUND
from paipu.ingest.parse import Parsed
from paipu.ingest.source import RawRecord
from paipu.ingest.stream import Verdict, no_collection, outcome_of
from paipu.replay.audit import ENGINE_VERSION
from paipu.samples import FAULTS, sample, to_line
from tests.bench.memory import peak_kb

FAULTY: Final = 0.05
"""Share of the matches with a fault built in."""
SMALL_LOAD: Final = 100
"""Hands of the load into what is there."""
ROUNDS: Final = 3
EVENTS: Final = 10
"""Events that the same people play in."""
NOON: Final = datetime(2026, 5, 1, 12)  # noqa: DTZ001 - the warehouse keeps UTC without saying so
TOLD: Final = "{:<58}{:>12}"
GOAL_PAGE: Final = 1.5
GOAL_STATISTICS: Final = 2.0
GOAL_FILTER: Final = 1.0
GOAL_SEARCH: Final = 1.0
"""Seconds."""
SEARCHES: Final = (
    "bomb>=6 and lost",
    "both big jokers and lost",
    "throw failed and cost the bank",
    "straight flush with wild",
    "tractor(3)",
    "won",
)


class Cost(NamedTuple):
    """Of something done some times: the medians."""

    cpu: float
    clock: float

    def __str__(self) -> str:
        return f"{self.cpu:.3f} s CPU, {self.clock:.3f} s"

    def against(self, goal: float | None) -> str:
        """Whether it is within so many seconds."""
        if goal is None:
            return ""
        return f"  {'holds' if min(self) <= goal else 'OVER'} ({goal} s)"


def cost(work: Callable[[], object], rounds: int = ROUNDS, who: int = resource.RUSAGE_SELF) -> Cost:
    times = []
    for _ in range(rounds):
        before, began = resource.getrusage(who), time.perf_counter()
        work()
        after = resource.getrusage(who)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        times.append((cpu, time.perf_counter() - began))
    return Cost(*map(statistics.median, zip(*times, strict=True)))


def inputs_of(matches: int, seed: int) -> list[RawRecord]:
    """So many matches, as many of each sheet."""
    made = (each for sheet in FAULTS for each in sample(seed, -(-matches // len(FAULTS)), FAULTY, sheet=sheet))
    return [
        RawRecord(to_line({**each, "id": f"{each['sheet']}/{each['id']}"}), "made.ndjson", line)
        for line, each in enumerate(made, start=1)
    ]


def audit_all(inputs: list[RawRecord]) -> None:
    def made(_parsed: Parsed, _verdict: Verdict) -> None:
        return None

    with no_collection():
        for given in inputs:
            outcome_of(given, made)


def other(tables: Tables, batch: int) -> Tables:
    """The rows of a batch as those of another: of other records, matches and events."""
    return {name: _other_rows(rows, batch) for name, rows in tables.items()}


def _other_rows(rows: pa.Table, batch: int) -> pa.Table:
    for place, column in enumerate(rows.column_names):
        values = rows[column]
        if column in ("record", "first"):
            values = pc.add(values, batch << POSITION_BITS)
        elif column == "record_sha256":
            hashes = (sha256(old + batch.to_bytes(8, "big")).digest() for old in values.to_pylist())
            values = pa.array(hashes, SHA256)
        elif column in ("match", "search", "event") and "search" in rows.column_names:
            values = pc.binary_join_element_wise(pc.fill_null(values, "cup"), f"-{batch}", "")
        elif column == "player":
            values = _other_people(values, batch)
        elif column == "players":
            lists = values.combine_chunks()
            values = pa.ListArray.from_arrays(lists.offsets, _other_people(lists.values, batch), mask=lists.is_null())
        rows = rows.set_column(place, rows.schema.field(place), values)
    return rows


def _other_people(ids: pa.Array, batch: int) -> pa.Array:
    return pc.binary_join_element_wise(ids, f"-{batch // EVENTS}", "")


def fill(warehouse: Warehouse, tables: Tables, hands: int) -> int:
    """Repeat the rows until there are so many hands; how many there are. The first time they are left as they are: whatever
    looks for the text of a record by its hash finds those of that batch alone.
    """
    inputs = tables["matches"].num_rows + tables["quarantine"].num_rows
    done = 0
    while done < hands:
        batch = warehouse.manifest.batches + 1
        place = Place(warehouse.directory, batch, 1, NOON, ENGINE_VERSION, read=inputs, already_loaded=0)
        warehouse.commit(write_batch(place, other(tables, batch) if done else tables))
        done += tables["hands"].num_rows
    return done


def load_apart(source: Path, directory: Path) -> None:
    command = [sys.executable, "-m", "paipu.cli", "load", str(source), "--warehouse", str(directory), "--workers", "1", "-q"]
    subprocess.run(command, check=True)


def small_loads(folder: Path, directory: Path, label: str) -> Cost:
    """Loads of new records, each as a command of its own."""
    sources = []
    for number in range(ROUNDS):
        source = folder / f"{label}-{number}.ndjson"
        lines, hands = [], 0
        for made in sample(1000 + number, SMALL_LOAD, FAULTY):
            if hands < SMALL_LOAD:
                lines.append(to_line({**made, "id": f"{label}/{number}/{made['id']}"}))
                hands += len(made["hands"])
        source.write_bytes(b"".join(lines))
        sources.append(source)
    left = iter(sources)
    return cost(lambda: load_apart(next(left), directory), who=resource.RUSAGE_CHILDREN)


def pages(directory: Path) -> Iterator[tuple[str, Cost]]:
    """Every page as it is opened after a load, when nothing is remembered; first one that only says hello."""
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    os.environ[WAREHOUSE_VARIABLE] = str(directory)
    reader = Reader(directory)
    [(match, event, sheet)] = reader.query("SELECT match, event, sheet FROM latest_matches ORDER BY ALL LIMIT 1").rows()
    said: dict[str, dict[str, str]] = {"replay": {"match": match}}
    shown = [(page.name, {"event": event, **said.get(page.name, {})}) for page in PAGES]
    shown = [*((page.name, said.get(page.name, {})) for page in PAGES), *shown]
    for kind, length in (("pair", 2), ("player", 1)):
        units = reader.query(_MOST_PLAYED, [sheet, length])["unit"].to_list()
        of = {"by": kind, "sheet": sheet}
        one = {**of, "u": units[0]}
        several = {**of, **dict(zip(("u", "u2", "u3", "u4"), units, strict=True))}
        counted = {**one, "for": units[0], "key": "hold_rate", "of": "all"}
        across, narrowed = {**counted, "across": "level"}, {**one, "level": "2", "first": "5"}
        shown += [("players", each) for each in (one, several, counted, across, narrowed)]

    def draw(page: Callable[[], None], query: Mapping[str, str]) -> None:
        st.cache_data.clear()
        app = AppTest.from_function(page, default_timeout=600)
        for name, value in query.items():
            app.query_params[name] = value
        app.run()
        if app.exception:
            raise RuntimeError(f"{query}: {app.exception}")

    hello = cost(partial(draw, _hello, {}))
    yield "a page that only says hello", hello
    for name, query in shown:
        draw(_shown, {"page": name, **query})  # what is made once a process
        while "u" in query and study.rated(sheet) is None:  # ratings are worked out beside the pages, once for all of them
            pass
        took = cost(partial(draw, _shown, {"page": name, **query}))
        yield f"{name} {' '.join(query)}, {took.clock / hello.clock:.0f} hellos", took


_MOST_PLAYED: Final = """
SELECT array_to_string(players, ' + ') AS unit
FROM stored.tallies
SEMI JOIN (SELECT record FROM stored.latest WHERE sheet = ?) USING (record)
WHERE length(unit) = ?
GROUP BY players
ORDER BY count(*) DESC, unit
LIMIT 4
"""


def _hello() -> None:
    import streamlit as st

    st.write("hello")


def _shown() -> None:
    import streamlit as st

    from paipu.dashboard.app import PAGES
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    asked = st.query_params["page"]
    if scope_bar(language_switch()):
        next(page for page in PAGES if page.name == asked).draw()


def queries_of_views(directory: Path) -> Iterator[tuple[str, Cost]]:
    """Every table and view that knows its match, of one event alone."""
    reader = Reader(directory)
    event = reader.query("SELECT max(event) FROM matches ORDER BY ALL").item()
    for name in (*schema.TABLES, *schema.VIEWS):
        if "match" in reader.query(f"FROM {name} LIMIT 0").columns:
            sql = f"FROM {name} WHERE match IN (SELECT match FROM matches WHERE event = ?)"  # noqa: S608 - a name of ours
            yield f"{name} of an event", cost(partial(reader.query, sql, [event]))


def queries_of_statistics(directory: Path) -> Iterator[tuple[str, Cost]]:
    """What `paipu stats` asks: every statistic of each kind of unit, in all, of one sheet and of one event; and one of them."""
    reader = Reader(directory)
    [(event, sheet)] = reader.query("SELECT event, sheet FROM matches ORDER BY event DESC, sheet LIMIT 1").rows()
    for unit in get_args(Unit):
        yield f"stats --by {unit}", cost(partial(ask, reader, unit))
        yield f"stats --by {unit} --sheet", cost(partial(ask, reader, unit, sheet=sheet))
        yield f"stats --by {unit} --event", cost(partial(ask, reader, unit, event=event))
    yield "stats --key hold_rate", cost(partial(ask, reader, "player", key="hold_rate"))


def filters(directory: Path) -> Iterator[tuple[str, Cost]]:
    """What the page of players asks of whom it shows once a filter is chosen: every statistic of the hands that pass."""
    reader = Reader(directory)
    [(sheet,)] = reader.query("SELECT sheet FROM latest_matches ORDER BY ALL LIMIT 1").rows()
    for kind, length in (("pair", 2), ("player", 1)):
        unit = tuple(reader.query(_MOST_PLAYED, [sheet, length])["unit"][0].split(TOGETHER))
        told = reader.query(_SAT, [list(unit)])
        met = {"opponents": (told["other"][0],), "since": told["day"][0]}
        for name, narrow in ({"level": "2", "bank": True, "first": 3, **met}).items():
            asked = Filters(members=unit)._replace(**{name: narrow})
            yield f"{kind} under {name}", cost(partial(reader.query, study.STATISTICS, (kind, sheet, None, asked.param())))


_SAT: Final = """
SELECT other.player AS other, started[:10] AS day
FROM stored.seats AS own
JOIN stored.seats AS other ON other.record = own.record AND NOT contains(own.side, other.seat)
JOIN (SELECT record, started FROM stored.latest) AS told ON told.record = own.record
WHERE own.player = $1[1]
ORDER BY ALL
LIMIT 1
"""


def searches(directory: Path) -> Iterator[tuple[str, Cost]]:
    """What the page of searches asks: of everybody, for few hands and for half of them; of a sheet, and of a player."""
    reader = Reader(directory)
    player = reader.query("SELECT max(player) AS player FROM stored.seats ORDER BY ALL").item()
    for said in SEARCHES:
        yield f"find '{said}'", cost(partial(find, reader, read(said), NO_FILTERS, most=FOUND))
    said = SEARCHES[0]
    yield f"find '{said}' --sheet", cost(partial(find, reader, read(said), NO_FILTERS, sheet="guandan-1", most=FOUND))
    yield f"find '{said}' --player", cost(partial(find, reader, read(said), Filters(members=(player,)), most=FOUND))


def commands_of_statistics(directory: Path) -> Iterator[tuple[str, Cost]]:
    """The command itself, from its start to its file; the longest answer in every form, and as a screen has it."""
    with tempfile.TemporaryDirectory() as folder:
        files = [*((unit, f"{unit}.parquet") for unit in get_args(Unit)), ("player", "player.csv"), ("player", "player.json")]
        asked = [(f"--by {unit} -o {file}", ["--by", unit, "-o", f"{folder}/{file}"]) for unit, file in files]
        for said, words in (*asked, ("--by player", ["--by", "player"])):
            command = [sys.executable, "-m", "paipu.cli", "stats", "--warehouse", str(directory), "-q", *words]
            run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
            yield f"paipu stats {said}", cost(run, who=resource.RUSAGE_CHILDREN)


def measure_there(directory: Path) -> None:
    """What a warehouse that is there costs to look at."""
    print("a reader opened:", cost(lambda: Reader(directory)))
    for asked, goal in (
        (pages, GOAL_PAGE),
        (queries_of_views, None),
        (queries_of_statistics, GOAL_STATISTICS),
        (filters, GOAL_FILTER),
        (searches, GOAL_SEARCH),
        (commands_of_statistics, GOAL_STATISTICS),
    ):
        for name, took in asked(directory):
            print(TOLD.format(name, f"{took.clock:.3f} s"), f"{took.cpu:.3f} s CPU{took.against(goal)}", flush=True)


def measure(hands: int, matches: int, folder: Path) -> None:
    inputs = inputs_of(matches, 5)
    source = folder / "made.ndjson"
    source.write_bytes(b"".join(given.raw for given in inputs))
    with no_collection():
        tables = process(inputs)
    number = tables["hands"].num_rows
    audited = cost(lambda: audit_all(inputs), 1).cpu / number

    def load_once() -> None:
        with Warehouse.open(folder / "once") as opened:
            load([str(source)], opened)

    loaded = cost(load_once, 1).cpu / number
    print(TOLD.format("audit, µs CPU a hand", f"{audited * 1e6:.0f}"))
    print(TOLD.format("load, µs CPU a hand", f"{loaded * 1e6:.0f}"))
    print("a load of 100 hands into an empty warehouse:", small_loads(folder, folder / "empty", "empty"))
    with Warehouse.open(folder / "large") as opened:
        filled = cost(lambda: fill(opened, tables, hands), 1)
        parts = opened.manifest.parts
    held = sum(part.rows for part in parts if part.table == "hands")
    print(TOLD.format("hands", f"{held:,}"), f"in {len(parts)} parts; filled in {filled}")
    for label, of_records in (("bytes a hand without the records", False), ("bytes a hand of the records", True)):
        size = sum(part.bytes for part in parts if (part.table == "records") == of_records)
        print(TOLD.format(label, f"{size / held:.0f}"))
    print("a load of 100 hands into it:", small_loads(folder, folder / "large", "large"))
    measure_there(folder / "large")
    print(TOLD.format("MB of memory, all in one process", f"{peak_kb() / 1024:.0f}"))


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--hands", type=int, default=100_000)
    given.add_argument("--matches", type=int, default=400, help="sample matches that are repeated")
    given.add_argument("--warehouse", type=Path, help="one that is there already: only what it costs to look at")
    asked = given.parse_args()
    if asked.warehouse is not None:
        measure_there(asked.warehouse)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(asked.hands, asked.matches, Path(folder))


if __name__ == "__main__":
    main()
