"""The writer: whole batches or nothing, one writer at a time, no folder taken for a warehouse that is none."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pyarrow.parquet import ParquetFile

from paipu.analytics import manifest as manifests
from paipu.analytics import parts, warehouse
from paipu.analytics.errors import NotAWarehouseError, OtherSchemaError, UnusableError, WarehouseBusyError
from paipu.analytics.manifest import LOCK, PARTS
from paipu.analytics.reader import Reader
from paipu.analytics.schema import MACROS, TABLES, VIEWS
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Known, Warehouse
from tests.analytics.contents import answers, contents, faults
from tests.analytics.loader import ROOT
from tests.analytics.made import Committed, commit, sha, tables
from tests.many import every


def test_a_batch_is_counted_by_what_became_of_its_inputs(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        assert commit(opened, tables(2, 4, 5, quarantined=(7,)), already_loaded=3) == Committed(1, 2, 1, 1, 0)
    [row] = Reader(tmp_path).query("FROM reconciliation").to_dicts()
    assert (row["read"], row["already_loaded"], row["accepted"]) == (7, 3, 2)
    assert (row["accepted_with_findings"], row["quarantined"], row["present"], row["holds"]) == (1, 1, 4, True)
    assert faults(tmp_path) == []


def test_inputs_that_are_not_accounted_for_are_not_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Warehouse.open(tmp_path) as opened:
        with monkeypatch.context() as patch:
            patch.setattr(warehouse.Draft, "holds", False)
            with pytest.raises(ValueError, match="does not add up"):
                commit(opened, tables(1))
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
        index = opened.index()
        assert index.known([sha(2), sha(1), sha(4)]) == {
            sha(1): Known(1 << 20, "3", "shengji", "1", in_quarantine=False),
            sha(2): Known((1 << 20) + 1, "3", None, None, in_quarantine=True),
        }
        assert index.first([sha(2), sha(1)]) == {sha(1): 1 << 20}
        assert index.known([]) == {}


@pytest.mark.parametrize("merged", every(3, (3, 2, 16)))
def test_merged_parts_hold_what_the_small_ones_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, merged: int) -> None:
    """And no row that was replaced; whatever the number of parts that are merged."""

    def fill(folder: Path) -> None:
        with Warehouse.open(folder) as opened:
            for batch in range(8):
                commit(opened, tables(*range(3 * batch, 3 * batch + 3), quarantined=(1000 + batch,)))
                if batch % 4 == 3:
                    commit(opened, tables(3 * batch - 9, 3 * batch, engine="2"))

    with monkeypatch.context() as patch:
        patch.setattr(parts, "MERGED", 1000)
        fill(tmp_path / "small")
    monkeypatch.setattr(parts, "MERGED", merged)
    monkeypatch.setattr(parts, "ROWS_TOGETHER", 100)
    fill(tmp_path / "merged")
    for path in (tmp_path / "merged" / "parts").glob("*-*.plays.parquet"):
        part = ParquetFile(path).metadata
        groups = [part.row_group(group).num_rows for group in range(part.num_row_groups)]
        assert set(groups[:-1]) <= {100}, path
        assert 0 < groups[-1] <= 100, path
    assert contents(tmp_path / "merged") == contents(tmp_path / "small")
    assert faults(tmp_path / "merged") == []
    assert verify(tmp_path / "merged").damage == ()
    files = Reader(tmp_path / "merged").query("SELECT count(*) FROM parts WHERE table_name = 'plays'").item()
    assert files <= 16 + merged


def test_parts_that_have_grown_are_merged_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MERGED", 2)
    monkeypatch.setattr(parts, "SIZES", (1, 2))
    with Warehouse.open(tmp_path) as opened:
        for number in range(5):
            commit(opened, tables(number))
    assert Reader(tmp_path).query("SELECT count(*) FROM parts WHERE table_name = 'plays'").item() == 5


def test_a_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path):
        script = "import sys; from paipu.analytics.warehouse import Warehouse; Warehouse.open(sys.argv[1])"
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
        "import os, signal, sys; from paipu.analytics.warehouse import Warehouse; Warehouse.open(sys.argv[1]); "
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path], check=False)
    assert done.returncode == -signal.SIGKILL
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))


def _other_files(folder: Path) -> None:
    (folder / "thesis.txt").touch()


def _lock_of_others(folder: Path) -> None:
    (folder / LOCK).write_text("the combination is 1234")


def _lock_elsewhere(folder: Path) -> None:
    (folder / "thesis.txt").write_text("1234")
    (folder / "house").mkdir()
    (folder / "house" / LOCK).symlink_to(folder / "thesis.txt")


def _other_manifest(folder: Path) -> None:
    (folder / "manifest-3").write_text("3 crates, 2 barrels")


@pytest.mark.parametrize(
    ("prepare", "says"),
    [
        (_other_files, "holds other files (thesis.txt)"),
        (_lock_of_others, "lock is a file of another program"),
        (_other_manifest, "move it, and the files that paipu verify calls stray, out of the folder"),
    ],
)
def test_a_folder_that_is_no_warehouse_is_left_alone(tmp_path: Path, prepare: Callable[[Path], None], says: str) -> None:
    prepare(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises((NotAWarehouseError, UnusableError)) as caught:
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
    for name in ("manifest-1.partial", "manifest-7.partial", f"{PARTS}/1-1.plays.parquet.partial"):
        (tmp_path / name).write_bytes(b"half")
    Warehouse.open(tmp_path).close()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["lock", "manifest-0", "parts"]


@pytest.mark.parametrize("name", ["writer.duckdb", "writer.duckdb.wal", "warehouse-3.duckdb"])
def test_a_warehouse_of_an_older_schema_is_refused_with_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"a database")
    for ask in (Warehouse.open, Reader, verify):
        with pytest.raises(OtherSchemaError) as caught:
            ask(tmp_path)
        assert "paipu load RECORDS --warehouse NEW" in caught.value.message.en
        assert "paipu load 牌谱 --warehouse 新文件夹" in caught.value.message.zh
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_warehouse_of_a_newer_schema_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(manifests, "SCHEMA_VERSION", 99)
        Warehouse.open(tmp_path).close()
    for ask in (Warehouse.open, Reader, verify):
        with pytest.raises(
            OtherSchemaError, match=f"has schema 99, this paipu reads {manifests.SCHEMA_VERSION}; use the newer paipu"
        ):
            ask(tmp_path)


def test_a_folder_that_cannot_be_made_is_said() -> None:
    with pytest.raises(UnusableError) as caught:
        Warehouse.open("/proc/warehouse")
    assert "读写不了" in caught.value.message.zh


@pytest.mark.deep
def test_a_full_disk_commits_nothing(tmp_path: Path) -> None:
    """In a process of its own, whose files may hardly grow."""
    script = """
import resource, signal, sys
from paipu.analytics.errors import UnusableError
from paipu.analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with Warehouse.open(sys.argv[1]) as opened:
        commit(opened, tables(1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
        commit(opened, tables(*range(2, 1_000)))
except UnusableError as error:
    sys.exit(error.message.zh)
"""
    for most in (100, 20_000):
        command = [sys.executable, "-c", script, str(tmp_path / str(most)), str(most)]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        assert done.returncode == 1
        assert "空间不足" in done.stderr.splitlines()[0]
        assert "File too large" in done.stderr
        found = verify(tmp_path / str(most))
        assert (found.damage, found.notices) == ((), ())
        Warehouse.open(tmp_path / str(most)).close()
        assert Reader(tmp_path / str(most)).query("SELECT match FROM matches").rows() == [("m1",)]
        assert faults(tmp_path / str(most)) == []


@pytest.mark.parametrize(
    ("act", "after", "fault"),
    every(5, product(["replace", "unlink"], range(4), [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()])),
)
def test_a_commit_that_fails_leaves_the_batch_before_or_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str, after: int, fault: BaseException
) -> None:
    opened = Warehouse.open(tmp_path)
    commit(opened, tables(1))
    real, left = getattr(Path, act), iter(range(after))

    def fail(path: Path, *words: Any, **keys: Any) -> object:
        if next(left, None) is None:
            raise fault
        return real(path, *words, **keys)

    with monkeypatch.context() as full, suppress(UnusableError, KeyboardInterrupt):
        full.setattr(Path, act, fail)
        commit(opened, tables(2))
    opened.close()
    kept = Reader(tmp_path).query("SELECT match FROM matches ORDER BY match")["match"].to_list()
    assert kept in (["m1"], ["m1", "m2"])
    with Warehouse.open(tmp_path) as again:
        commit(again, tables(3))
    now = Reader(tmp_path).query("SELECT match FROM matches ORDER BY match")["match"].to_list()
    assert now == [*kept, "m3"]
    found = verify(tmp_path)
    assert (found.damage, found.notices) == ((), ())


def test_hostile_text_is_kept_as_it_is(tmp_path: Path) -> None:
    text = "'; DROP TABLE matches; --\"\\%_\0\n$1 ?"
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1, match=text, engine=text))
    reader = Reader(tmp_path)
    assert reader.query("SELECT match, engine_version FROM plays WHERE match = ? ORDER BY play", [text]).rows() == (
        [(text, text)] * 2
    )


def test_every_sql_file_is_used_and_makes_what_its_name_says() -> None:
    files = {path.stem for path in (Path(warehouse.__file__).parent / "sql").glob("*.sql")}
    assert files == {*VIEWS, *MACROS}
    assert not files & {*TABLES}


def test_an_empty_warehouse_answers_every_view(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    assert [name for name, rows in {**contents(tmp_path), **answers(tmp_path)}.items() if rows] == []


def test_a_writer_that_comes_during_a_check_is_told_so(tmp_path: Path) -> None:
    """The lock may still name a writer that was killed."""
    Warehouse.open(tmp_path).close()
    (tmp_path / LOCK).write_text("999999999")
    with (tmp_path / LOCK).open("rb") as checking:
        fcntl.flock(checking, fcntl.LOCK_SH)
        with pytest.raises(WarehouseBusyError, match="another process is writing to or checking this warehouse") as caught:
            Warehouse.open(tmp_path)
    assert "另一个进程正在写或核对这个仓库" in caught.value.message.zh


def test_a_link_to_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "cup").symlink_to("/mnt/none/cup")
    with pytest.raises(NotAWarehouseError, match="is a link to /mnt/none/cup, which is not there"):
        Warehouse.open(tmp_path / "cup")
    assert (tmp_path / "cup").is_symlink()
