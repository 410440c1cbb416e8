"""The pipeline: a pure function of a batch; every input accounted for; the same whatever the number of workers."""

import gzip
import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from paipu.analytics import pipeline
from paipu.analytics.errors import LoadError
from paipu.analytics.pipeline import BATCH_INPUTS, LoadSummary, load, process
from paipu.analytics.reader import Reader
from paipu.analytics.rows import ROW_TYPES
from paipu.analytics.warehouse import Warehouse
from paipu.ingest import stream
from paipu.ingest.rejection import Rejection
from paipu.ingest.source import RawRecord
from paipu.ingest.stream import BATCH_BYTES, Input, batches
from paipu.replay.audit import audit
from paipu.replay.computed import Audit, ComputedMatch
from paipu.replay.record import GameRecord
from paipu.replay.text import Text
from tests.analytics.contents import apart_from_loads, contents, faults
from tests.analytics.loader import ROOT
from tests.analytics.made import NOON
from tests.analytics.records import document, encode, raw, write_ndjson
from tests.many import every

BROKEN = RawRecord(b'{"format": ', "made.ndjson", 99)
UNREADABLE = Rejection("SOURCE-MISSING", Text("没有", "none"), None, None, None, None, "gone.json")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of 12 records and 3 inputs that are none, in three files of different kinds."""
    folder = tmp_path_factory.mktemp("in")
    write_ndjson(folder / "a.ndjson", range(6))
    (folder / "b.ndjson.gz").write_bytes(
        gzip.compress(b"".join(encode(document(number)) + b"\n" for number in range(6, 11)) + b"no json\n[]\n")
    )
    (folder / "c.json").write_bytes(encode(document(11)))
    (folder / "d.json").write_bytes(encode(document(12, sheet="whist")))
    return folder


def loaded(folder: Path, source: Path, workers: int = 1, batch_inputs: int = 4) -> LoadSummary:
    with Warehouse.open(folder) as warehouse:
        return load([str(source)], warehouse, workers, batch_inputs=batch_inputs, now=lambda: NOON)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory, mixed: Path) -> tuple[Path, LoadSummary]:
    """A warehouse of it, and what the load said."""
    folder = tmp_path_factory.mktemp("once") / "out"
    return folder, loaded(folder, mixed)


@pytest.fixture
def out(tmp_path: Path, once: tuple[Path, LoadSummary]) -> Path:
    """A copy of that warehouse."""
    return Path(shutil.copytree(once[0], tmp_path / "out"))


def codes(folder: Path) -> list[str]:
    return Reader(folder).query("SELECT code FROM quarantine ORDER BY batch, position")["code"].to_list()


def test_a_batch_gives_every_table_and_every_input_one_row() -> None:
    tables = process([raw(1), BROKEN, UNREADABLE, raw(3)])
    assert list(tables) == list(ROW_TYPES)
    assert tables["matches"]["position"].to_pylist() == [0, 3]
    assert tables["quarantine"]["position"].to_pylist() == [1, 2]
    assert tables["quarantine"]["code"].to_pylist() == ["JSON-SYNTAX", "SOURCE-MISSING"]
    assert tables["plays"].num_rows == 200


def test_a_batch_has_the_same_tables_every_time() -> None:
    batch = [raw(number) for number in range(6)]
    assert all(process(batch)[name].equals(table) for name, table in process(batch).items())


def test_an_empty_batch_has_empty_tables() -> None:
    assert {table.num_rows for table in process([]).values()} == {0}


def _raise(record: GameRecord) -> Audit:
    raise ZeroDivisionError(len(record.hands))


def _unstorable(record: GameRecord) -> Audit:
    return replace(audit(record), match=ComputedMatch(reason="\ud800"))


@pytest.mark.parametrize(("faulty", "says"), [(_raise, "ZeroDivisionError at "), (_unstorable, "UnicodeEncodeError at ")])
def test_a_fault_in_one_record_loses_no_other(
    faulty: Callable[[GameRecord], Audit], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "audit", lambda record: faulty(record) if record.id == "test/2" else audit(record))
    tables = process([raw(1), raw(2), raw(3), BROKEN])
    assert tables["matches"]["match"].to_pylist() == ["test/1", "test/3"]
    internal, broken = tables["quarantine"].to_pylist()
    assert (internal["code"], internal["match"], internal["sheet"]) == ("INTERNAL", "test/2", "shengji")
    assert internal["found"].startswith(says)
    assert "/" not in internal["found"]
    assert broken["code"] == "JSON-SYNTAX"


def test_a_load_says_how_many_faults_of_the_program_it_met(
    tmp_path: Path, mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "audit", lambda record: _raise(record) if record.id == "test/2" else audit(record))
    summary = loaded(tmp_path / "out", mixed)
    assert (summary.internal, summary.quarantined) == (1, 4)
    assert codes(tmp_path / "out").count("INTERNAL") == 1


def test_every_input_is_accounted_for(once: tuple[Path, LoadSummary]) -> None:
    folder, summary = once
    assert summary == LoadSummary(
        read=15,
        accepted=8,
        accepted_with_findings=4,
        quarantined=3,
        hands=12,
        plays=1200,
        findings=summary.findings,
        batches=4,
        batch=4,
    )
    assert summary.findings >= 4
    assert codes(folder) == ["JSON-SYNTAX", "RECORD-OBJECT", "SHEET-UNKNOWN"]
    totals = Reader(folder).query("SELECT read, accepted, quarantined, holds FROM loads ORDER BY load")
    assert totals.rows() == [(15, 8, 3, True)]
    assert faults(folder) == []


def test_the_same_input_again_changes_nothing(out: Path, mixed: Path) -> None:
    before = contents(out)
    again = loaded(out, mixed)
    assert again == LoadSummary(read=15, already_loaded=15, already_quarantined=3)
    assert contents(out) == before


@pytest.mark.parametrize("workers", every(2, (1, 2)))
def test_an_input_that_stands_twice_counts_once(tmp_path: Path, workers: int) -> None:
    source = write_ndjson(tmp_path / "twice.ndjson", [1, 1, 2, 1, 2, 4, 4, 1])
    with source.open("ab") as file:
        file.write(b"no json\n" * 2)
    summary = loaded(tmp_path / "out", source, workers, batch_inputs=2)
    assert (summary.read, summary.accepted, summary.quarantined) == (10, 3, 1)
    assert (summary.already_loaded, summary.already_quarantined) == (6, 1)
    assert faults(tmp_path / "out") == []


def test_a_newer_engine_audits_anew_and_replaces(out: Path, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(out)
    monkeypatch.setattr(pipeline, "ENGINE_VERSION", "next")
    monkeypatch.setattr("paipu.analytics.extract.ENGINE_VERSION", "next")
    again = loaded(out, mixed)
    assert (again.read, again.replaced, again.already_loaded) == (15, 15, 0)
    after = contents(out)
    assert {name: len(rows) for name, rows in after.items() if name not in ("batches", "reconciliation", "loads")} == {
        name: len(rows) for name, rows in before.items() if name not in ("batches", "reconciliation", "loads")
    }
    versions = Reader(out).query("SELECT DISTINCT engine_version FROM plays ORDER BY ALL")
    assert versions.rows() == [("next",)]
    assert faults(out) == []


def test_a_newer_sheet_audits_anew(out: Path, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "sheet_version", {"shengji": "next"}.get)
    assert loaded(out, mixed).replaced == 12


def test_one_worker_and_two_give_the_same_warehouse(tmp_path: Path, mixed: Path, once: tuple[Path, LoadSummary]) -> None:
    assert loaded(tmp_path / "two", mixed, 2) == once[1]
    assert contents(tmp_path / "two") == contents(once[0])


def test_the_size_of_batches_changes_no_row(tmp_path: Path, mixed: Path) -> None:
    loaded(tmp_path / "large", mixed, batch_inputs=100)
    loaded(tmp_path / "small", mixed, batch_inputs=1)
    order = "SELECT * EXCLUDE (batch, position) FROM findings ORDER BY record_sha256, position"
    assert Reader(tmp_path / "large").query(order).equals(Reader(tmp_path / "small").query(order))


def test_a_load_in_two_halves_gives_the_same_as_in_one(tmp_path: Path) -> None:
    whole = write_ndjson(tmp_path / "whole.ndjson", range(12))
    loaded(tmp_path / "one", whole)
    first = tmp_path / "first"
    first.mkdir()
    write_ndjson(first / "whole.ndjson", range(8))
    loaded(tmp_path / "two", first)
    loaded(tmp_path / "two", whole)
    one, two = apart_from_loads(tmp_path / "one"), apart_from_loads(tmp_path / "two")
    assert one["findings"] == two["findings"]
    assert one["plays"] == two["plays"]


def test_progress_is_told_after_each_commit(tmp_path: Path, mixed: Path) -> None:
    told: list[LoadSummary] = []
    with Warehouse.open(tmp_path / "out") as warehouse:
        last = load([str(mixed)], warehouse, progress=told.append, batch_inputs=4)
        assert [summary.batch for summary in told] == [1, 2, 3, 4]
        assert [summary.read for summary in told] == [4, 8, 12, 15]
        assert told[-1] == last


def test_batches_end_at_either_bound() -> None:
    small: list[Input] = [RawRecord(b"{}", "", None)] * (BATCH_INPUTS + 1)
    assert [len(group) for group in batches(small, BATCH_INPUTS)] == [BATCH_INPUTS, 1]
    large: list[Input] = [RawRecord(b" " * (BATCH_BYTES // 2), "", None)] * 5
    assert [len(group) for group in batches(large, BATCH_INPUTS)] == [2, 2, 1]


@pytest.mark.deep
def test_inputs_are_read_as_they_are_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With W workers no more than 2 W batches, and the one being cut, are ahead of the last commit."""
    ahead = []
    committed = 0

    def counted(_paths: object, **_told: object) -> Iterator[RawRecord]:
        for number in range(36):
            ahead.append(number - committed)
            yield raw(number)

    def count(summary: LoadSummary) -> None:
        nonlocal committed
        committed = summary.read

    monkeypatch.setattr(pipeline, "read", counted)
    with Warehouse.open(tmp_path) as warehouse:
        load([], warehouse, 2, count, batch_inputs=3)
    assert max(ahead) <= 3 * (2 * 2 + 1)


@pytest.mark.deep
def test_a_dead_worker_stops_the_load_and_keeps_what_is_committed(tmp_path: Path, mixed: Path) -> None:
    def kill_workers(_summary: LoadSummary) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()

    with (
        Warehouse.open(tmp_path / "out") as warehouse,
        pytest.raises(LoadError, match=r"[1-4] batches are loaded"),
    ):
        load([str(mixed)], warehouse, 2, kill_workers, batch_inputs=1)
    kept = Reader(tmp_path / "out").query("SELECT match FROM matches ORDER BY batch")["match"].to_list()
    assert kept == [f"test/{number}" for number in range(len(kept))]  # those of which the results were there already
    assert loaded(tmp_path / "out", mixed).already_loaded == len(kept) > 0
    assert faults(tmp_path / "out") == []


@pytest.mark.deep
def test_workers_end_with_a_killed_parent(tmp_path: Path) -> None:
    """A killed load leaves no process behind that holds memory, or the output of the pipe it was started in."""
    source = write_ndjson(tmp_path / "in.ndjson", range(400))
    script = """
import sys
from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
with Warehouse.open(sys.argv[1]) as opened:
    load([sys.argv[2]], opened, 2, lambda done: print("ack", done.batch, flush=True), batch_inputs=2)
print("done")
"""
    command = [sys.executable, "-c", script, str(tmp_path / "out"), str(source)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ack 1\n"
        process.kill()
        rest = process.stdout.read()  # ends when the last process that could write to it has ended
    assert b"done" not in rest


def test_a_load_imports_no_library_that_it_does_not_need(tmp_path: Path) -> None:
    """Each of them takes longer than a small load; and pandas is there still for who asks pyarrow for it."""
    script = """
import sys
from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
with Warehouse.open(sys.argv[1]) as opened:
    load([sys.argv[2]], opened)
assert not {"duckdb", "pandas", "polars", "streamlit"} & sys.modules.keys(), sys.modules.keys()
import pandas, pyarrow
frame = pandas.DataFrame({"seat": ["E", "N"]})
assert pyarrow.Table.from_pandas(frame).to_pandas().equals(frame)
assert pyarrow.array(frame["seat"]).to_pylist() == ["E", "N"]
"""
    source = write_ndjson(tmp_path / "in.ndjson", range(3))
    command = [sys.executable, "-c", script, str(tmp_path / "out"), str(source)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["'; DROP TABLE matches; --.json", "牌谱 100%.json", "a\nb.json"])
def test_hostile_file_names_and_ids(tmp_path: Path, name: str) -> None:
    hostile = "x'); DELETE FROM matches; -- ${1} ? \\ \" 王"
    (tmp_path / name).write_bytes(encode(document(1, id=hostile, event={"name": hostile})))
    assert loaded(tmp_path / "out", tmp_path / name).accepted == 1
    assert loaded(tmp_path / "out", tmp_path / name).already_loaded == 1
    rows = Reader(tmp_path / "out").query("SELECT event_name, source FROM matches WHERE match = ?", [hostile]).rows()
    assert rows == [(hostile, str(tmp_path / name))]


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\xfe.json")
    (tmp_path / name).write_bytes(encode(document(1)))
    (tmp_path / os.fsdecode(b"\xff.ndjson")).write_bytes(b"{\n")
    summary = loaded(tmp_path / "out", tmp_path)
    assert (summary.accepted, summary.quarantined, summary.internal) == (1, 1, 0)
    source = Reader(tmp_path / "out").query("SELECT source FROM matches").item(0, 0)
    assert source.endswith("\\udcff\\udcfe.json")


def test_times_of_loads_are_kept_in_utc(tmp_path: Path, mixed: Path) -> None:
    stamp = datetime.fromisoformat("2026-05-01T14:00:00+08:00")
    with Warehouse.open(tmp_path / "out") as warehouse:
        load([str(mixed)], warehouse, now=lambda: stamp)
    assert Reader(tmp_path / "out").query("SELECT DISTINCT loaded_at FROM batches").rows() == [
        (datetime.fromisoformat("2026-05-01T06:00:00"),)
    ]
