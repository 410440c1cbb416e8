"""Each kind of damage is found and named, with what to do about it; what is no damage is not."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import duckdb
import pytest

from analytics import snapshots, tallies
from analytics.damage import KINDS, Damage
from analytics.errors import NotAWarehouseError, OtherSchemaError
from analytics.pipeline import load
from analytics.reader import Reader
from analytics.rows import ROW_TYPES
from analytics.verify import Verification, verify
from analytics.warehouse import Warehouse
from tests.analytics.loader import ROOT
from tests.analytics.records import write_ndjson

SNAPSHOT: Final = "warehouse-3.duckdb"
BEFORE: Final = "warehouse-2.duckdb"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of three batches, the last of them of another engine and in place of half the first."""
    base = tmp_path_factory.mktemp("made")
    source = write_ndjson(base / "in.ndjson", range(7))
    with source.open("ab") as out:
        out.write(b"{}\n")
    with Warehouse.open(base / "cup") as opened:
        load([str(source)], opened, batch_inputs=4)
        opened._con.execute("BEGIN")
        opened._con.execute("UPDATE matches SET engine_version = 'before' WHERE batch = 1 AND position < 2")
        opened._con.execute("DELETE FROM tallies WHERE batch = 1")
        tallies.take(opened._con, 1)
        opened._con.execute("COMMIT")
        load([str(source)], opened, batch_inputs=4)
    return base


@pytest.fixture
def cup(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made / "cup", tmp_path / "cup", symlinks=True)
    return tmp_path / "cup"


def codes(found: Verification) -> set[tuple[str, str]]:
    return {(damage.code, damage.file) for damage in found.damage}


def change(path: Path, *statements: str) -> None:
    with duckdb.connect(str(path)) as con:
        for statement in statements:
            con.execute(statement)


def test_a_warehouse_that_is_as_it_was_committed_is_sound(cup: Path) -> None:
    found = verify(cup)
    assert (found.damage, found.notices, found.writing) == ((), (), False)
    assert [(each.file, each.amounts.batches, each.amounts.records) for each in found.checked] == [
        (snapshots.WRITER, 3, 7),
        (SNAPSHOT, 3, 7),
        (BEFORE, 2, 7),
    ]
    reader = Reader(cup)
    assert reader.query("SELECT batch, replaced, holds FROM reconciliation").rows() == [
        (1, 2, True),
        (2, 0, True),
        (3, 0, True),
    ]


def test_verify_changes_nothing(cup: Path) -> None:
    before = {path.name: (path.read_bytes(), path.lstat().st_mtime_ns) for path in cup.iterdir()}
    verify(cup)
    assert {path.name: (path.read_bytes(), path.lstat().st_mtime_ns) for path in cup.iterdir()} == before


def delete(name: str, batch: int) -> str:
    return f"DELETE FROM {name} WHERE batch = {batch}"  # noqa: S608 - a name of ours and a number


ROWS: Final = {
    **{delete(name, 2): ("rows-missing", name, 2) for name in ROW_TYPES if name != "seats"},
    "DELETE FROM seats WHERE batch = 2 AND seat = 'N'": ("rows-missing", "seats", 2),
    "DELETE FROM plays WHERE batch = 2 AND trick = 3 AND play = 1": ("rows-missing", "plays", 2),
    "DELETE FROM matches WHERE batch = 1": ("rows-missing", "matches", 1),
    "DELETE FROM tallies WHERE batch = 2": ("rows-added", "plays", 2),
    "INSERT INTO plays FROM plays WHERE batch = 2 AND trick = 3": ("rows-added", "plays", 2),
    "UPDATE plays SET seat = 'N' WHERE batch = 2 AND trick = 3 AND play = 1 AND seat = 'E'": ("rows-changed", "plays", 2),
    "UPDATE plays SET seconds = 1 WHERE batch = 2 AND trick = 3": ("rows-changed", "plays", 2),
    "UPDATE plays SET batch = 1 WHERE batch = 2 AND trick = 3": ("rows-added", "plays", 1),
    "UPDATE seats SET name = 'NULL' WHERE batch = 2 AND seat = 'N'": ("rows-changed", "seats", 2),
    "UPDATE computed SET attackers = attackers + 5 WHERE batch = 2": ("rows-changed", "computed", 2),
    "UPDATE quarantine SET code = 'NONE'": ("rows-changed", "quarantine", 2),
    "UPDATE batches SET loaded_at = TIMESTAMP '2020-01-01' WHERE batch = 2": ("rows-changed", "batches", 2),
    "UPDATE batches SET read = read + 1, already_loaded = already_loaded + 1": ("rows-changed", "batches", 1),
    "UPDATE batches SET replaced = replaced - 1 WHERE batch = 1": ("batch-unbalanced", None, 1),
    "UPDATE tallies SET row_count = row_count + 1 WHERE table_name = 'hands' AND batch = 1": ("rows-missing", "hands", 1),
    "UPDATE tallies SET digest = 0 WHERE table_name = 'hands' AND batch = 1": ("rows-changed", "hands", 1),
    "DELETE FROM tallies WHERE table_name = 'quarantine' AND batch = 1": ("batch-unbalanced", None, 1),
    "DELETE FROM batches WHERE batch = 2": ("rows-orphaned", "plays", 2),
    "DELETE FROM batches WHERE batch = 3": ("batch-missing", None, 3),
    "DELETE FROM hands WHERE batch = 2": ("rows-orphaned", "plays", 2),
    "DELETE FROM matches WHERE batch = 2": ("rows-orphaned", "records", 2),
    "UPDATE records SET raw = CAST('{}' AS BLOB) WHERE batch = 1 AND position = 1": ("record-changed", None, 1),
    "UPDATE records SET record_sha256 = upper(record_sha256) WHERE batch = 1": ("record-missing", None, 1),
    "INSERT INTO records FROM records WHERE batch = 1": ("record-doubled", "records", None),
    "DROP VIEW overview": ("table-missing", "overview", None),
    "DROP TABLE seats": ("table-missing", "seats", None),
}
"""A change of the writer's file, and one of the kinds of damage that it is."""


@pytest.mark.parametrize(("statement", "expected"), ROWS.items(), ids=ROWS)
def test_changed_rows_are_found(cup: Path, statement: str, expected: tuple[str, str | None, int | None]) -> None:
    change(cup / snapshots.WRITER, statement)
    found = verify(cup)
    told = {(each.code, each.table if expected[1] else None, each.batch) for each in found.damage}
    assert expected in told
    assert {each.file for each in found.damage} <= {snapshots.WRITER, SNAPSHOT, BEFORE}


def test_a_batch_that_is_gone_with_every_trace_is_missed(cup: Path) -> None:
    change(cup / snapshots.WRITER, *(delete(name, 3) for name in ("batches", "tallies", *ROW_TYPES)))
    assert ("batch-missing", snapshots.WRITER) in codes(verify(cup))


@pytest.mark.parametrize("name", ["matches", "quarantine", "plays", "hands", "seats", "findings", "records"])
def test_a_batch_holds_only_if_its_rows_are_there(cup: Path, name: str) -> None:
    batch = 2
    with duckdb.connect(str(cup / snapshots.WRITER)) as con:
        con.execute(delete(name, batch))
        assert con.execute("SELECT batch FROM reconciliation WHERE NOT holds ORDER BY batch").fetchall() == [(batch,)]


@pytest.mark.parametrize("size", [0, 100, 12_288, 300_000])
@pytest.mark.parametrize("name", [snapshots.WRITER, SNAPSHOT])
def test_a_truncated_file_is_found(cup: Path, name: str, size: int) -> None:
    os.truncate(cup / name, size)
    assert ("unreadable", name) in codes(verify(cup))


def test_flipped_bits_are_found(cup: Path) -> None:
    content = bytearray((cup / SNAPSHOT).read_bytes())
    for place in range(12_288, len(content), 4096):
        content[place] ^= 1
    (cup / SNAPSHOT).write_bytes(content)
    assert codes(verify(cup)) == {("unreadable", SNAPSHOT)}


def _foreign(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE warehouse AS SELECT 'Berlin' AS town")


def _lead(path: Path, target: str) -> None:
    path.unlink()
    path.symlink_to(target)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _older(cup: Path) -> None:
    """Another writer's file, as an old backup may be."""
    (cup / snapshots.WRITER).rename(cup.parent / "aside")
    with Warehouse.open(cup.parent / "other") as opened:
        load([str(write_ndjson(cup.parent / "other.ndjson", range(3)))], opened)
    (cup.parent / "other" / snapshots.WRITER).rename(cup / snapshots.WRITER)


FILES: Final[dict[str, tuple[Callable[[Path], object], set[tuple[str, str]]]]] = {
    "no writer": (lambda cup: (cup / snapshots.WRITER).unlink(), {("writer-missing", snapshots.WRITER)}),
    "only its log": (
        lambda cup: (cup / snapshots.WRITER).rename(cup / snapshots.WRITER_LOG),
        {("writer-missing", snapshots.WRITER), ("log-stray", snapshots.WRITER_LOG)},
    ),
    "another program's writer": (lambda cup: _foreign(cup / snapshots.WRITER), {("writer-foreign", snapshots.WRITER)}),
    "a writer elsewhere": (
        lambda cup: _lead(cup / snapshots.WRITER, "/mnt/none/writer.duckdb"),
        {("link-outside", snapshots.WRITER)},
    ),
    "a folder for a writer": (lambda cup: _folder(cup / snapshots.WRITER), {("link-replaced", snapshots.WRITER)}),
    "an old writer": (_older, {("snapshot-ahead", SNAPSHOT), ("snapshot-ahead", BEFORE)}),
    "a snapshot with other rows": (
        lambda cup: change(cup / SNAPSHOT, "UPDATE plays SET seconds = 1", "UPDATE tallies SET digest = 0"),
        {("snapshot-differs", SNAPSHOT), ("rows-changed", SNAPSHOT)},
    ),
    "another program's snapshot": (lambda cup: _foreign(cup / SNAPSHOT), {("snapshot-foreign", SNAPSHOT)}),
    "no link": (lambda cup: (cup / snapshots.CURRENT).unlink(), {("link-missing", snapshots.CURRENT)}),
    "no snapshot": (lambda cup: (cup / SNAPSHOT).unlink(), {("link-broken", snapshots.CURRENT)}),
    "a link elsewhere": (
        lambda cup: _lead(cup / snapshots.CURRENT, f"/mnt/none/{SNAPSHOT}"),
        {("link-outside", snapshots.CURRENT)},
    ),
    "a file for a link": (
        lambda cup: (cup / SNAPSHOT).rename(cup / snapshots.CURRENT),
        {("link-replaced", snapshots.CURRENT)},
    ),
    "another program's file": (lambda cup: (cup / "thesis.txt").touch(), {("file-foreign", "thesis.txt")}),
    "another program's folder": (lambda cup: (cup / "house").mkdir(), {("file-foreign", "house")}),
    "a copy of the writer": (
        lambda cup: shutil.copyfile(cup / SNAPSHOT, cup / "writer.duckdb.bak"),
        {("file-foreign", "writer.duckdb.bak")},
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_wrong_in_the_folder_is_found(cup: Path, what: str) -> None:
    damage, expected = FILES[what]
    damage(cup)
    assert codes(verify(cup)) == expected


def test_every_kind_of_damage_is_tried_here() -> None:
    tried = {code for code, _, _ in ROWS.values()} | {code for _, expected in FILES.values() for code, _ in expected}
    assert tried | {"unreadable"} == KINDS.keys()


@pytest.mark.parametrize("code", KINDS)
@pytest.mark.parametrize("file", [snapshots.WRITER, SNAPSHOT])
def test_every_kind_has_its_message_and_its_remedy_in_both_languages(code: str, file: str) -> None:
    damage = Damage(code, file, 1, "plays", 2, "something")
    for said in (damage.message, damage.remedy):
        assert re.search("[一-鿿]", said.zh)
        assert re.fullmatch(r"[ -~]+", said.en)
        assert "None" not in said.en


def test_what_a_killed_process_leaves_is_no_damage(cup: Path) -> None:
    """Drafts, a log, and commits that were not published yet."""
    script = """
import os, sys
from pathlib import Path
from analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
from tests.analytics.records import raw
opened = Warehouse.open(sys.argv[1])
commit(opened, tables(quarantined=(1, 2)))
for name in ("warehouse-9.duckdb.partial", "writer.duckdb.new", "current.new"):
    (Path(sys.argv[1]) / name).write_bytes(b"half")
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script, cup], cwd=ROOT, check=False)
    assert (cup / snapshots.WRITER_LOG).exists()
    found = verify(cup)
    assert found.damage == ()
    assert [notice.en for notice in found.notices] == [
        "current.new was left by a killed process; a load removes it",
        "warehouse-9.duckdb.partial was left by a killed process; a load removes it",
        "writer.duckdb.new was left by a killed process; a load removes it",
        "something is committed and not published; a load publishes it",
    ]
    Warehouse.open(cup).close()
    assert verify(cup) == verify(cup)._replace(damage=(), notices=())


def test_while_a_process_writes_the_published_snapshot_is_checked(cup: Path) -> None:
    with Warehouse.open(cup) as opened:
        load([str(write_ndjson(cup.parent / "more.ndjson", [7]))], opened)
        load([str(write_ndjson(cup.parent / "still.ndjson", [8]))], opened)
        opened._con.execute("UPDATE warehouse SET generation = generation + 1")
        found = verify(cup)
        assert (found.sound, found.writing) == (True, True)
        assert [each.file for each in found.checked] == ["warehouse-5.duckdb"]
        assert "a process is writing" in found.notices[0].en
        assert "正在写" in found.notices[0].zh
        with duckdb.connect(str(cup / "warehouse-5.duckdb")) as con:
            con.execute("DELETE FROM seats")
        assert ("rows-missing", "warehouse-5.duckdb") in codes(verify(cup))


def test_a_folder_that_may_only_be_read_can_be_checked(cup: Path) -> None:
    for path in cup.iterdir():
        path.resolve().chmod(0o444)
    cup.chmod(0o555)
    try:
        assert verify(cup).sound
    finally:
        cup.chmod(0o755)


def test_digests_of_a_duckdb_that_hashes_otherwise_are_not_compared(cup: Path) -> None:
    for name in (snapshots.WRITER, SNAPSHOT, BEFORE):
        change(cup / name, "UPDATE tallies SET hashed = hashed + 1, digest = 0")
    found = verify(cup)
    assert found.sound
    assert [each.digests for each in found.checked] == [False, False, False]
    assert "another DuckDB" in found.notices[0].en
    change(cup / SNAPSHOT, "DELETE FROM plays WHERE trick = 3")
    assert ("rows-missing", SNAPSHOT) in codes(verify(cup))


def test_this_duckdb_hashes_as_the_one_did_that_this_was_written_with() -> None:
    """When this fails, DuckDB has changed its hash: add a migration that tallies anew, and the new number here."""
    assert duckdb.execute(f"SELECT {tallies.PROBE}").fetchall() == [(7987689065116899092,)]


@pytest.mark.parametrize("folder", ["none", "file", "empty"])
def test_a_folder_without_a_warehouse_is_said(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotAWarehouseError):
        verify(tmp_path / folder)


def test_an_older_schema_is_said(cup: Path) -> None:
    change(cup / snapshots.WRITER, "UPDATE warehouse SET schema_version = 2")
    with pytest.raises(OtherSchemaError, match="brings it up to date"):
        verify(cup)


def test_a_digest_does_not_depend_on_the_order_of_the_rows(cup: Path) -> None:
    change(
        cup / snapshots.WRITER,
        "CREATE TABLE p AS FROM plays ORDER BY random()",
        "DELETE FROM plays",
        "INSERT INTO plays FROM p",
    )
    change(cup / snapshots.WRITER, "DROP TABLE p")
    assert verify(cup).sound
