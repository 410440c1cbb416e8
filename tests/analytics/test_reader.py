"""Readers: one snapshot a query, the newest at the next, whatever the writer does meanwhile."""

import os
import threading
from pathlib import Path

import duckdb
import pytest

from analytics import snapshots
from analytics.errors import MovedError, NotAWarehouseError, OtherSchemaError, UnusableError
from analytics.pipeline import load
from analytics.reader import Reader
from analytics.warehouse import Warehouse
from tests.analytics.contents import contents, faults
from tests.analytics.made import commit, tables
from tests.analytics.records import write_ndjson

MATCHES = "SELECT match FROM matches ORDER BY match"


def ids(reader: Reader) -> list[str]:
    return reader.query(MATCHES)["match"].to_list()


def test_a_reader_sees_what_is_published_and_nothing_before(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
        opened.publish()
        reader = Reader(tmp_path)
        commit(opened, tables(2))
        assert (ids(reader), reader.generation) == (["m1"], 1)
        opened.publish()
        assert (ids(reader), reader.generation) == (["m1", "m2"], 2)


def test_closing_publishes_what_is_not_yet(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    assert ids(Reader(tmp_path)) == ["m1"]


def test_nothing_new_publishes_nothing(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
        path = opened.publish()
        assert path is not None
        before = path.stat()
        assert opened.publish() is None
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_query_in_hand_is_not_disturbed_when_its_snapshot_goes(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(*range(100)))
        opened.publish()
        reader = Reader(tmp_path)
        cursor = reader._cursor()
        for number in range(100, 104):
            commit(opened, tables(number))
            opened.publish()
            assert len(ids(reader)) == number + 1
        assert [path.name for path in sorted(tmp_path.glob("warehouse-*"))] == [
            "warehouse-4.duckdb",
            "warehouse-5.duckdb",
        ]
        assert cursor.sql(MATCHES).pl().height == 100


def test_readers_in_many_threads_see_whole_batches_during_a_load(tmp_path: Path) -> None:
    size, batches = 20, 8
    with Warehouse.open(tmp_path) as opened:
        opened.publish()
        reader = Reader(tmp_path)
        seen: list[tuple[int, int]] = []
        done = threading.Event()

        def watch() -> None:
            while not done.is_set():
                seen.append(
                    reader.query("""
                        SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM plays) ORDER BY ALL
                    """).row(0)
                )

        watchers = [threading.Thread(target=watch) for _ in range(3)]
        for watcher in watchers:
            watcher.start()
        for batch in range(batches):
            commit(opened, tables(*range(batch * size, (batch + 1) * size)))
            opened.publish()
        done.set()
        for watcher in watchers:
            watcher.join()
    assert len(seen) > len(watchers)
    assert all(matches % size == 0 and plays == 2 * matches for matches, plays in seen)
    assert faults(tmp_path) == []


def test_the_same_question_has_the_same_answer_every_time(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        for first in range(0, 60, 20):
            commit(opened, tables(*range(first, first + 20), quarantined=(first + 1000,)))
    answers = [contents(Reader(tmp_path)) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]


def test_a_snapshot_that_goes_between_link_and_file_is_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Warehouse.open(tmp_path).close()
    stale = iter([tmp_path / "warehouse-77.duckdb"])
    real = snapshots.current_snapshot
    monkeypatch.setattr(snapshots, "current_snapshot", lambda path: next(stale, real(path)))
    assert ids(Reader(tmp_path)) == []


def test_a_link_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    (tmp_path / "warehouse-0.duckdb").unlink()
    with pytest.raises(NotAWarehouseError, match="leads to a snapshot that is not there"):
        Reader(tmp_path)


@pytest.mark.parametrize("folder", [".", "none", "file", "file/below"])
def test_a_folder_without_a_warehouse_is_said(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "current").touch()
    with pytest.raises(NotAWarehouseError, match="load some records first"):
        Reader(tmp_path / folder)


def test_a_snapshot_of_another_schema_is_said(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        opened._con.execute("UPDATE warehouse SET schema_version = 99, generation = 1")
    with pytest.raises(OtherSchemaError, match="has schema 99"):
        Reader(tmp_path)


def test_a_reader_changes_nothing_and_reads_no_other_file(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    reader = Reader(tmp_path)
    for sql in ("DELETE FROM matches", "FROM read_text('pyproject.toml')", "INSTALL spatial", "ATTACH 'x.duckdb'"):
        with pytest.raises(duckdb.Error):
            reader.query(sql)
    with pytest.raises(duckdb.Error):
        reader.query("SET enable_external_access = true")


def test_a_snapshot_by_itself_is_a_whole_warehouse(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "one") as opened:
        commit(opened, tables(1, 2, 3))
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "current").resolve().rename(tmp_path / "two" / snapshots.WRITER)
    with Warehouse.open(tmp_path / "two") as opened:
        commit(opened, tables(4))
    assert ids(Reader(tmp_path / "two")) == ["m1", "m2", "m3", "m4"]


def test_a_folder_that_may_only_be_read_can_be_read(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    for path in tmp_path.iterdir():
        path.resolve().chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        assert ids(Reader(tmp_path)) == ["m1"]
    finally:
        tmp_path.chmod(0o755)


def test_a_deleted_snapshot_is_published_again_by_a_load_of_known_records(tmp_path: Path) -> None:
    """What the message advises helps."""
    source = write_ndjson(tmp_path / "in.ndjson", range(3))
    for _ in range(2):
        with Warehouse.open(tmp_path / "out") as opened:
            load([str(source)], opened)
        ids(Reader(tmp_path / "out"))
        (tmp_path / "out" / snapshots.CURRENT).resolve().unlink()
        with pytest.raises(NotAWarehouseError) as caught:
            Reader(tmp_path / "out")
        assert "load again, even records that are there already" in caught.value.message.en
        assert "再 load 一次" in caught.value.message.zh
    with Warehouse.open(tmp_path / "out") as opened:
        summary = load([str(source)], opened)
    assert (summary.already_loaded, summary.batches) == (3, 0)
    reader = Reader(tmp_path / "out")
    assert len(ids(reader)) == 3
    assert reader.generation == 3  # 1 and 2 were others


@pytest.mark.parametrize("size", [0, 5_000, 300_000])
def test_a_truncated_snapshot_is_said_and_once_removed_published_again(tmp_path: Path, size: int) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(*range(3_000)))
    snapshot = (tmp_path / snapshots.CURRENT).resolve()
    os.truncate(snapshot, size)
    with pytest.raises(UnusableError, match="load again, even records that are there already"):
        ids(Reader(tmp_path))
    snapshot.unlink()
    Warehouse.open(tmp_path).close()
    assert len(ids(Reader(tmp_path))) == 3_000


def test_a_folder_that_is_renamed_under_a_reader_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    with Warehouse.open(folder) as opened:
        commit(opened, tables(1))
    reader = Reader(folder)
    folder.rename(tmp_path / "moved")
    for ask in (lambda: ids(reader), lambda: reader.generation):
        with pytest.raises(MovedError) as caught:
            ask()
        assert "is gone: renamed, moved" in caught.value.message.en
        assert "改了名" in caught.value.message.zh
    (tmp_path / "moved").rename(folder)
    assert ids(reader) == ["m1"]


def test_a_link_out_of_the_folder_is_said(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(1))
    link = tmp_path / "cup" / snapshots.CURRENT
    link.unlink()
    link.symlink_to("/mnt/none/warehouse-1.duckdb")
    with pytest.raises(NotAWarehouseError, match="leads out of the folder, to /mnt/none"):
        Reader(tmp_path / "cup")
