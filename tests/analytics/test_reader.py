"""Readers: one snapshot a query, the newest at the next, whatever the writer does meanwhile."""

import os
import shutil
import threading
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from paipu.analytics import parts, schema
from paipu.analytics.errors import MovedError, NotAWarehouseError, UnusableError
from paipu.analytics.manifest import PARTS
from paipu.analytics.reader import Query, Reader, connect
from paipu.analytics.warehouse import Warehouse
from tests.analytics.contents import answers, contents, faults
from tests.analytics.made import commit, tables

MATCHES = "SELECT match FROM matches ORDER BY match"


def ids(reader: Reader) -> list[str]:
    return reader.query(MATCHES)["match"].to_list()


def test_a_reader_sees_each_batch_once_it_is_committed(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        reader = Reader(tmp_path)
        assert (ids(reader), reader.generation) == ([], 0)
        commit(opened, tables(1))
        assert (ids(reader), reader.generation) == (["m1"], 1)
        commit(opened, tables(2))
        assert (ids(reader), reader.generation) == (["m1", "m2"], 2)


def test_records_are_found_by_their_hashes_with_as_few_questions_for_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Warehouse.open(tmp_path) as opened:
        for number in (1, 2, 3):
            commit(opened, tables(number))
    reader = Reader(tmp_path)
    stored = dict(reader.query("SELECT record_sha256, raw FROM records ORDER BY ALL").rows())
    assert len(stored) == 3
    asked: list[str] = []
    query = Reader.query

    def told(self: Reader, sql: str, *params: Any) -> pl.DataFrame:
        asked.append(sql)
        return query(self, sql, *params)

    monkeypatch.setattr(Reader, "query", told)
    assert reader.records([*stored, "00" * 32]) == stored
    assert len(asked) == 2
    assert reader.records([]) == {}
    for sha256 in (*stored, next(iter(stored)).upper()):
        assert reader.record(sha256) == stored[sha256.lower()]
    assert [reader.record(wrong) for wrong in ("", "zz", "00" * 32, "ab cd")] == [None] * 4


def test_nothing_new_changes_nothing(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != "lock"}
    Warehouse.open(tmp_path).close()
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_query_whose_parts_are_merged_away_meanwhile_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MERGED", 2)
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(0))
        reader = Reader(tmp_path)
        before, real = reader._newest(), reader._newest
        for number in range(1, 6):
            commit(opened, tables(number))
        assert not any(part.path(tmp_path).exists() for part in before.manifest.parts)
        answers = iter([before])
        monkeypatch.setattr(reader, "_newest", lambda: next(answers, None) or real())
        assert len(ids(reader)) == 6


def test_readers_in_many_threads_see_whole_batches_during_a_load(tmp_path: Path) -> None:
    size, batches = 20, 8
    with Warehouse.open(tmp_path) as opened:
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
    told = [{**contents(reader), **answers(reader)} for reader in (Reader(tmp_path), Reader(tmp_path))]
    assert told[0] == told[1]


@pytest.mark.parametrize("folder", [".", "none", "file", "file/below"])
def test_a_folder_without_a_warehouse_is_said(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotAWarehouseError, match="load some records first"):
        Reader(tmp_path / folder)


def test_a_reader_changes_nothing_and_reads_no_other_file(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(1))
    (tmp_path / "secret.csv").write_text("a,b")
    reader = Reader(tmp_path / "cup")
    part = next((tmp_path / "cup" / PARTS).iterdir())
    for sql in (
        "DELETE FROM parts",
        f"FROM read_text('{tmp_path}/secret.csv')",
        f"FROM read_text('{tmp_path}/cup/parts/../../secret.csv')",
        "INSTALL spatial",
        "ATTACH 'x.duckdb'",
        f"COPY parts TO '{part}'",
        "SET enable_external_access = true",
    ):
        with pytest.raises(duckdb.Error):
            reader.query(sql)
    assert [path.name for path in tmp_path.iterdir() if path.name not in ("cup", "secret.csv")] == []
    assert ids(reader) == ["m1"]


@pytest.mark.parametrize("name", ["a b", "a[b]*?'\"", "牌谱 100%"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with Warehouse.open(tmp_path / name) as opened:
        commit(opened, tables(1))
    assert ids(Reader(tmp_path / name)) == ["m1"]


def test_a_copy_of_the_folder_is_a_whole_warehouse(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "one") as opened:
        commit(opened, tables(1, 2, 3))
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with Warehouse.open(tmp_path / "two") as opened:
        commit(opened, tables(4))
    assert ids(Reader(tmp_path / "two")) == ["m1", "m2", "m3", "m4"]


def test_a_folder_that_may_only_be_read_can_be_read(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    for path in tmp_path.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    tmp_path.chmod(0o555)
    try:
        assert ids(Reader(tmp_path)) == ["m1"]
    finally:
        tmp_path.chmod(0o755)
        (tmp_path / PARTS).chmod(0o755)


@pytest.mark.parametrize("size", [None, 0, 100])
def test_a_part_that_is_gone_or_cut_short_is_said_with_what_to_do(tmp_path: Path, size: int | None) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(*range(30)))
    reader = Reader(tmp_path)
    part = tmp_path / PARTS / "1-1.matches.parquet"
    part.unlink() if size is None else os.truncate(part, size)
    for ask in (lambda: ids(reader), lambda: Reader(tmp_path)):
        with pytest.raises(UnusableError, match="put parts back from a backup, or load the records into a new folder"):
            ask()


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


def test_a_manifest_that_is_a_link_is_said(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(1))
    (tmp_path / "cup" / "manifest-1").rename(tmp_path / "manifest-1")
    (tmp_path / "cup" / "manifest-1").symlink_to(tmp_path / "manifest-1")
    for ask in (Reader, Warehouse.open):
        with pytest.raises(NotAWarehouseError, match="neither a link nor a folder"):
            ask(tmp_path / "cup")


def test_what_a_query_names_is_made_when_it_is_asked(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
        reader = Reader(tmp_path)
        made = "SELECT view_name FROM duckdb_views() WHERE NOT internal AND schema_name = 'main' ORDER BY ALL"
        assert reader.query(made).is_empty()
        assert "percentile" in reader.query("FROM STATISTICS_by_sheet JOIN matches USING (sheet)").columns
        assert {"matches", "statistics_by_sheet"} <= {*reader.query(made)["view_name"]}
        assert not {"plays", "statistics_by_event"} & {*reader.query(made)["view_name"]}
        assert [piece.width for piece in reader.pieces("FROM statistics_by_event")] == [14]
        assert reader.query("FROM overview").height == 1, "and what it reads"
        commit(opened, tables(2))
        assert reader.query("FROM statistics_by_sheet").width == 14
        with reader.cursor() as cursor:
            assert all(cursor.execute(f"DESCRIBE {name}").fetchall() for name in (*schema.TABLES, *schema.VIEWS))
        # Views of statistics take longer to make than a small load: no check and no load of an event may wait for them.
        made = made.replace("view_name", "list(view_name)")
        with reader.cursor() as cursor, connect(tmp_path, opened.manifest) as con:
            assert all(each.execute("SELECT count(*) FROM hands").fetchone() == (2,) for each in (cursor, con))
            assert con.execute(made).fetchone() == (["hands"],)
            held = con.execute("SELECT list(table_name) FROM duckdb_tables() WHERE schema_name = 'stored'").fetchone()
            seen = con.execute(made.replace("'main'", "'stored'")).fetchone()
            assert {*(held or [[]])[0]} | {*(seen or [[]])[0]} == {"hands", "matches", "replaced", "audited"}, "and no more"
            assert con.execute('SELECT count(*) FROM "stored" . "plays"').fetchone() == (4,)
            assert {"seats", "statistics_by_sheet"} <= {*cursor.execute(made).fetchall()[0][0]}, "which were asked for before"


def test_several_questions_are_asked_of_one_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
        reader = Reader(tmp_path)
        answer, due = reader._rows, iter([tables(2)])

        def meanwhile(*asked: Any) -> pl.DataFrame:
            for rows in due:
                commit(opened, rows)
            return answer(*asked)

        monkeypatch.setattr(reader, "_rows", meanwhile)
        one, other = reader.queries(
            Query("SELECT match FROM matches WHERE match <> ?", [""]),
            Query("SELECT match FROM hands", then=pl.DataFrame.unique),
        )
        assert [*one["match"].unique()] == [*other["match"]] == ["m1"]
    with pytest.raises(duckdb.PermissionException):
        reader.queries(Query(MATCHES), Query("DROP VIEW matches"))
