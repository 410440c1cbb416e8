"""The writer: whole batches or nothing, one writer at a time, no folder taken for a warehouse that is none."""

import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from analytics import schema, snapshots, warehouse
from analytics.errors import NotAWarehouseError, UnusableError, WarehouseBusyError
from analytics.reader import Reader
from analytics.rows import SCHEMAS
from analytics.schema import TABLES, VIEWS
from analytics.verify import verify
from analytics.warehouse import Audited, Committed, Warehouse
from tests.analytics.contents import contents, faults
from tests.analytics.loader import ROOT
from tests.analytics.made import NOON, commit, sha, tables


def test_a_batch_is_counted_by_what_became_of_its_inputs(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        assert commit(opened, tables(2, 4, 5, quarantined=(7,)), already_loaded=3) == Committed(1, 2, 1, 1, 0)
    [row] = Reader(tmp_path).query("FROM reconciliation").to_dicts()
    assert (row["read"], row["already_loaded"], row["accepted"]) == (7, 3, 2)
    assert (row["accepted_with_findings"], row["quarantined"], row["present"], row["holds"]) == (1, 1, 4, True)
    assert faults(tmp_path) == []


def test_inputs_that_are_not_accounted_for_are_not_committed(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        with pytest.raises(duckdb.ConstraintException):
            opened.commit(tables(1), load=1, loaded_at=NOON, engine_version="1", read=2)
        commit(opened, tables(2))
    assert Reader(tmp_path).query("SELECT match, batch FROM matches ORDER BY match").rows() == [("m2", 1)]


def test_a_new_audit_replaces_the_rows_of_its_record_and_of_no_other(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1, 2, quarantined=(3,)))
        assert commit(opened, tables(2, 3, engine="2"), load=2) == Committed(2, 1, 1, 0, 2)
    reader = Reader(tmp_path)
    engines = reader.query("SELECT match, engine_version, batch FROM matches ORDER BY match").rows()
    assert engines == [("m1", "1", 1), ("m2", "2", 2), ("m3", "2", 2)]
    assert reader.query("FROM quarantine").is_empty()
    batches = reader.query("SELECT batch, replaced, present, holds FROM reconciliation ORDER BY batch").rows()
    assert batches == [(1, 2, 1, True), (2, 0, 2, True)]
    assert faults(tmp_path) == []


def test_the_bytes_of_a_record_stay_where_they_first_came(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
        commit(opened, tables(1, 2, engine="2"))
    reader = Reader(tmp_path)
    assert reader.query("SELECT batch, record_sha256 FROM records ORDER BY batch").rows() == [(1, sha(1)), (2, sha(2))]
    assert reader.record(sha(2)) == b"{2}"
    assert reader.record(sha(9)) is None


def test_of_two_records_of_one_match_the_later_stands_for_both(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1, match="cup"))
        commit(opened, tables(2, match="cup"))
        commit(opened, tables(1, match="cup", engine="2"))  # audited anew, and still the earlier record
    reader = Reader(tmp_path)
    assert reader.query("SELECT record_sha256 FROM latest_matches").rows() == [(sha(2),)]
    superseded = reader.query("SELECT record_sha256, latest_record_sha256 FROM superseded_matches").rows()
    assert superseded == [(sha(1), sha(2))]
    assert reader.query("SELECT matches, hands, errors FROM overview").rows() == [(1, 1, 0)]
    assert reader.query("FROM findings_by_code").is_empty()


def test_what_was_audited_is_told_with_its_versions(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1, engine="3", quarantined=(2,)))
        assert opened.audited([sha(2), sha(1), sha(4)]) == {
            sha(1): Audited("3", "shengji", "1"),
            sha(2): Audited("3", None, None),
        }
        assert opened.in_quarantine([sha(2), sha(1), sha(4)]) == {sha(2)}
        assert opened.audited([]) == {}


def test_a_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path):
        script = "import sys; from analytics.warehouse import Warehouse; Warehouse.open(sys.argv[1])"
        done = subprocess.run([sys.executable, "-c", script, tmp_path], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert (
        done.stderr.strip()
        .splitlines()[-1]
        .endswith(f"process {os.getpid()} is writing to this warehouse; wait for it to end, then try again")
    )
    with Warehouse.open(tmp_path), pytest.raises(WarehouseBusyError):
        Warehouse.open(tmp_path)


def test_a_killed_writer_leaves_no_lock_behind(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from analytics.warehouse import Warehouse; Warehouse.open(sys.argv[1]); "
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path], check=False)
    assert done.returncode == -signal.SIGKILL
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))


def _other_files(folder: Path) -> None:
    (folder / "thesis.txt").touch()


def _lock_of_others(folder: Path) -> None:
    (folder / snapshots.LOCK).write_text("the combination is 1234")


def _lock_elsewhere(folder: Path) -> None:
    (folder / "thesis.txt").write_text("1234")
    (folder / "house").mkdir()
    (folder / "house" / snapshots.LOCK).symlink_to(folder / "thesis.txt")


def _other_database(folder: Path) -> None:
    duckdb.connect(str(folder / snapshots.WRITER)).close()


@pytest.mark.parametrize(
    ("prepare", "says"),
    [
        (_other_files, "holds other files (thesis.txt)"),
        (_lock_of_others, "lock is a file of another program"),
        (_other_database, "is a database of another program"),
    ],
)
def test_a_folder_that_is_no_warehouse_is_left_alone(tmp_path: Path, prepare: Callable[[Path], None], says: str) -> None:
    prepare(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(NotAWarehouseError) as caught:
        Warehouse.open(tmp_path)
    assert says in str(caught.value)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_lock_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    _lock_elsewhere(tmp_path)
    with pytest.raises(UnusableError):
        Warehouse.open(tmp_path / "house")
    assert (tmp_path / "thesis.txt").read_text() == "1234"


def test_a_file_is_no_warehouse(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(NotAWarehouseError, match="is not a folder"):
            Warehouse.open(path)


def test_what_a_crash_left_half_made_is_removed(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    for name in ("writer.duckdb.new", "writer.duckdb.new.wal", "warehouse-9.duckdb.partial"):
        (tmp_path / name).write_bytes(b"half")
    Warehouse.open(tmp_path).close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["current", "lock", "warehouse-0.duckdb", "warehouse-10.duckdb", "writer.duckdb"]


def test_a_damaged_database_is_said_and_the_lock_given_back(tmp_path: Path) -> None:
    (tmp_path / snapshots.WRITER).write_bytes(b"no database" * 1000)
    for _ in range(2):
        with pytest.raises(UnusableError, match="not a valid DuckDB database"):
            Warehouse.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_said() -> None:
    with pytest.raises(UnusableError) as caught:
        Warehouse.open("/proc/warehouse")
    assert "读写不了" in caught.value.message.zh


def test_a_full_disk_publishes_nothing_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Warehouse.open(tmp_path)
    commit(opened, tables(1))
    opened.publish()
    commit(opened, tables(2))
    with monkeypatch.context() as full:
        full.setattr(shutil, "copyfile", _no_space)
        with pytest.raises(UnusableError, match="No space left"):
            opened.close()
    assert Reader(tmp_path).query("SELECT match FROM matches").rows() == [("m1",)]
    Warehouse.open(tmp_path).close()
    assert Reader(tmp_path).query("SELECT match FROM matches ORDER BY match").rows() == [("m1",), ("m2",)]


def test_a_full_disk_commits_nothing(tmp_path: Path) -> None:
    """In a process of its own, whose files may hardly grow."""
    script = """
import os, resource, signal, sys
from analytics.errors import UnusableError
from analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with Warehouse.open(sys.argv[1]) as opened:
        commit(opened, tables(1))
        path = opened.publish()
        limit = os.path.getsize(path) + 100_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        commit(opened, tables(*range(2, 5_000)))
except UnusableError as error:
    sys.exit(error.message.zh)
"""
    done = subprocess.run([sys.executable, "-c", script, tmp_path], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "空间不足" in done.stderr.splitlines()[0]
    assert "File too large" in done.stderr
    Warehouse.open(tmp_path).close()
    assert Reader(tmp_path).query("SELECT match FROM matches").rows() == [("m1",)]
    assert faults(tmp_path) == []


def _no_space(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes()[:100])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_hostile_text_is_kept_as_it_is(tmp_path: Path) -> None:
    text = "'; DROP TABLE matches; --\"\\%_\0\n$1 ?"
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1, match=text, engine=text))
    reader = Reader(tmp_path)
    assert reader.query("SELECT match, engine_version FROM plays WHERE match = ? ORDER BY play", [text]).rows() == (
        [(text, text)] * 2
    )


def test_the_writer_reads_no_file_and_fetches_no_extension(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        for sql in ("FROM read_text('pyproject.toml')", "INSTALL spatial", "COPY batches TO 'out.csv'"):
            with pytest.raises(duckdb.PermissionException):
                opened._con.execute(sql)


def test_rows_and_tables_have_the_same_columns(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        for name, schema in SCHEMAS.items():
            columns = opened._con.execute(
                "SELECT column_name, is_nullable FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
                [name],
            ).fetchall()
            assert sorted(columns) == sorted([("batch", False), *((field.name, field.nullable) for field in schema)]), name


def test_every_sql_file_is_used_and_makes_what_its_name_says() -> None:
    files = {path.stem for path in (Path(warehouse.__file__).parent / "sql").glob("*.sql")}
    assert files == {*TABLES, *VIEWS}


def test_an_empty_warehouse_answers_every_view(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    assert [name for name, rows in contents(tmp_path).items() if rows and name != "warehouse"] == []


def test_a_writer_that_comes_during_a_check_is_told_so(tmp_path: Path) -> None:
    """The lock may still name a writer that was killed."""
    Warehouse.open(tmp_path).close()
    (tmp_path / snapshots.LOCK).write_text("999999999")
    with (tmp_path / snapshots.LOCK).open("rb") as checking:
        fcntl.flock(checking, fcntl.LOCK_SH)
        with pytest.raises(WarehouseBusyError, match="another process is writing to or checking this warehouse") as caught:
            Warehouse.open(tmp_path)
    assert "另一个进程正在写或核对这个仓库" in caught.value.message.zh


def test_a_link_to_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "cup").symlink_to("/mnt/none/cup")
    with pytest.raises(NotAWarehouseError, match="is a link to /mnt/none/cup, which is not there"):
        Warehouse.open(tmp_path / "cup")
    assert (tmp_path / "cup").is_symlink()


def test_a_lost_writer_is_recovered_though_there_are_other_files(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    (tmp_path / "thesis.txt").touch()
    (tmp_path / snapshots.WRITER).unlink()
    with Warehouse.open(tmp_path) as opened:
        assert opened.notices
    assert Reader(tmp_path).query("SELECT match FROM matches").rows() == [("m1",)]


def test_a_database_that_another_program_has_open_is_busy_and_not_damaged(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    script = "import duckdb, sys; con = duckdb.connect(sys.argv[1]); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, str(tmp_path / snapshots.WRITER)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        for ask in (Warehouse.open, verify):
            with pytest.raises(WarehouseBusyError) as caught:
                ask(tmp_path)
            assert caught.value.holder == other.pid
        other.communicate()
    assert verify(tmp_path).sound


def _interrupt(*_words: object) -> None:
    raise KeyboardInterrupt


def test_a_warehouse_that_is_interrupted_while_it_is_made_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "create", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        Warehouse.open(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [snapshots.LOCK]


@pytest.mark.parametrize("act", ["copyfile", "symlink_to", "replace"])
def test_a_publication_that_is_interrupted_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    opened = Warehouse.open(tmp_path)
    commit(opened, tables(1))
    with monkeypatch.context() as patch:
        patch.setattr(shutil if act == "copyfile" else Path, act, _interrupt)
        with pytest.raises(KeyboardInterrupt):
            opened.publish()
    assert sorted(path.name for path in tmp_path.iterdir()) == [snapshots.LOCK, snapshots.WRITER]
    opened.close()
    assert Reader(tmp_path).query("SELECT match FROM matches").rows() == [("m1",)]
