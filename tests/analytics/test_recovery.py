"""Folders in which something is gone, damaged, or not what its name says: nothing that held data is lost by a load."""

import os
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import pytest

from analytics import snapshots
from analytics.errors import WarehouseError
from analytics.pipeline import load
from analytics.reader import Reader
from analytics.verify import verify
from analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
from tests.analytics.records import write_ndjson

BATCHES: Final = 4
MATCHES: Final = 50
"""A batch: enough that a truncated file loses rows."""


class Given(NamedTuple):
    """A folder to try: `cup` in it is the warehouse, `elsewhere` another disk."""

    writer: str
    current: str
    snapshots: str
    log: bool

    def __str__(self) -> str:
        return "/".join((self.writer, self.current, self.snapshots, "log" if self.log else "no log"))


MISSING: Final = Path("/mnt/none")


def leave(_path: Path) -> None:
    pass


def become(name: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        shutil.copyfile(path.parent.parent / name, path)

    return change


def lead(target: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.unlink()
        path.symlink_to(target)

    return change


def foreign(path: Path) -> None:
    path.unlink()
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE warehouse AS SELECT 'Berlin' AS town")


def empty(path: Path) -> None:
    os.truncate(path, 0)


def shorten(path: Path) -> None:
    """So that it still opens, and rows are missing."""
    os.truncate(path, 300_000)


def move_away(path: Path) -> None:
    """To the other disk, with a link in its place."""
    file = path.resolve()
    target = path.parent.parent / "elsewhere" / file.name
    shutil.move(file, target)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def follow(path: Path) -> None:
    """The link becomes a copy of what it leads to, as some ways of copying a folder make it."""
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)


def fold(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "thesis.txt").write_text("forty years of work")


def newest(change: Callable[[Path], None]) -> Callable[[Path], None]:
    return lambda cup: change(cup / "warehouse-4.duckdb")


def every(change: Callable[[Path], None]) -> Callable[[Path], None]:
    def change_all(cup: Path) -> None:
        for path in snapshots.published(cup):
            change(path)

    return change_all


def leave_a_draft(cup: Path) -> None:
    (cup / "warehouse-4.duckdb").rename(cup / "warehouse-4.duckdb.partial")
    every(Path.unlink)(cup)


WRITERS: Final[dict[str, Callable[[Path], None]]] = {
    "whole": leave,
    "gone": Path.unlink,
    "old": become("old.duckdb"),
    "other": become("other.duckdb"),
    "foreign": foreign,
    "empty": empty,
    "short": shorten,
    "dangling": lead(f"{MISSING}/writer.duckdb"),
    "elsewhere": move_away,
    "snapshot": lead("warehouse-4.duckdb"),
    "folder": fold,
}
CURRENTS: Final[dict[str, Callable[[Path], None]]] = {
    "whole": leave,
    "gone": Path.unlink,
    "dangling": lead("warehouse-9.duckdb"),
    "unmounted": lead(f"{MISSING}/warehouse-9.duckdb"),
    "elsewhere": move_away,
    "file": follow,
    "folder": fold,
    "to a folder": lead("../elsewhere"),
}
SNAPSHOTS: Final[dict[str, Callable[[Path], None]]] = {
    "whole": leave,
    "gone": every(Path.unlink),
    "newest gone": newest(Path.unlink),
    "newest short": newest(shorten),
    "newest foreign": newest(foreign),
    "all short": every(shorten),
    "draft only": leave_a_draft,
    "newest a folder": newest(fold),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of four batches with snapshots 3 and 4, its writer's file two batches ago, and another warehouse's."""
    base = tmp_path_factory.mktemp("made")
    with Warehouse.open(base / "cup") as opened:
        for batch in range(BATCHES):
            commit(opened, tables(*range(batch * MATCHES, batch * MATCHES + MATCHES)))
            opened.publish()
            if batch == 1:
                shutil.copyfile(base / "cup" / "warehouse-2.duckdb", base / "old.duckdb")
    with Warehouse.open(base / "another") as opened:
        for batch in range(BATCHES + 2):
            commit(opened, tables(*range(1000 + batch, 1000 + batch + 1)))
    shutil.move(base / "another" / snapshots.WRITER, base / "other.duckdb")
    shutil.rmtree(base / "another")
    (base / "elsewhere").mkdir()
    return base


def lay(made: Path, target: Path, given: Given) -> Path:
    shutil.copytree(made, target, symlinks=True)
    cup = target / "cup"
    try:
        CURRENTS[given.current](cup / snapshots.CURRENT)
        SNAPSHOTS[given.snapshots](cup)
        WRITERS[given.writer](cup / snapshots.WRITER)
    except FileNotFoundError:
        pytest.skip("the one has made the other impossible")
    if given.log:
        (cup / snapshots.WRITER_LOG).write_bytes(b"what was committed last")
    return cup


def held(root: Path) -> dict[Path, bytes]:
    """Every file that holds data, wherever it lies."""
    return {
        path: path.read_bytes() for path in root.rglob("*") if path.is_file() and not path.is_symlink() and path.name != "lock"
    }


def matches(path: Path) -> set[str]:
    with duckdb.connect(str(path), read_only=True) as con:
        return {match for (match,) in con.execute("SELECT match FROM matches ORDER BY match").fetchall()}


def readable(path: Path) -> set[str] | None:
    """The matches that somebody could still get out of a file."""
    try:
        return matches(path)
    except duckdb.Error:
        return None


CASES: Final = [
    Given(writer, current, published, log)
    for writer, current, published, log in product(WRITERS, CURRENTS, SNAPSHOTS, (False, True))
    if not log or writer in ("gone", "whole", "foreign")
]
FEW: Final = [case for number, case in enumerate(CASES) if number % 23 == 0 or (case.writer == "gone" and number % 4 == 0)]


def check(made: Path, target: Path, given: Given) -> None:
    """Load twice, with news each time, and look at what is left of each file that was there."""
    cup = lay(made, target, given)
    before = held(target)
    data = {path: found for path in before if (found := readable(path))}
    numbers = [path.name for path in snapshots.published(cup)]
    refusals: list[WarehouseError] = []
    for attempt in range(2):
        try:
            with Warehouse.open(cup) as opened:
                commit(opened, tables(9_000 + attempt))
        except WarehouseError as refusal:
            refusals.append(refusal)
    assert len(refusals) in (0, 2), (given, *refusals)  # a load that went on can go on again
    if refusals:
        after = held(target)
        assert {path: after.get(path) for path in before} == before, given
        return
    kept: set[str] = set().union(*(readable(path) or set() for path in held(target)))
    for path, inside in data.items():
        assert inside <= kept, (given, path)
        # What is not ours to remove is as it was.
        if not snapshots.is_ours(path.name) or path.parent != cup:
            assert path.read_bytes() == before[path], (given, path)
    for path, content in before.items():
        if path.name in numbers and path.exists():
            assert path.read_bytes() == content, (given, path)
        elif path not in data and snapshots.snapshot_number(path):
            assert path.exists(), (given, path)
    assert Reader(cup).query("SELECT count(*) FROM matches WHERE match = 'm9001'").item() == 1, given


@pytest.mark.parametrize("given", FEW, ids=str)
def test_a_load_loses_nothing_that_was_there(made: Path, tmp_path: Path, given: Given) -> None:
    check(made, tmp_path / "try", given)


@pytest.mark.deep
def test_a_load_loses_nothing_whatever_is_gone(made: Path, tmp_path: Path) -> None:
    for number, given in enumerate(CASES):
        try:
            check(made, tmp_path / str(number), given)
        except pytest.skip.Exception:
            continue
        finally:
            shutil.rmtree(tmp_path / str(number), ignore_errors=True)


@pytest.mark.parametrize("current", ["whole", "gone", "dangling"])
def test_the_newest_readable_snapshot_becomes_the_writer_and_that_is_said(made: Path, tmp_path: Path, current: str) -> None:
    cup = lay(made, tmp_path / "try", Given("gone", current, "newest short", log=False))
    with Warehouse.open(cup) as opened:
        [notice] = opened.notices
        commit(opened, tables(9_000))
    assert "recovered from warehouse-3.duckdb, up to batch 3" in notice.en
    assert "已从 warehouse-3.duckdb 恢复" in notice.zh
    assert Reader(cup).query("SELECT count(*) FROM matches").item() == 3 * MATCHES + 1
    assert (cup / "warehouse-4.duckdb").stat().st_size == 300_000
    published = snapshots.current_snapshot(cup)
    assert published is not None
    assert (snapshots.snapshot_number(published) or 0) > (9 if current == "dangling" else 4)


def test_what_is_recovered_is_the_warehouse_it_was(made: Path, tmp_path: Path) -> None:
    cup = lay(made, tmp_path / "try", Given("gone", "gone", "whole", log=False))
    Warehouse.open(cup).close()
    assert matches(cup / snapshots.WRITER) == matches(made / "cup" / snapshots.WRITER)
    assert matches(cup / "warehouse-5.duckdb") == matches(made / "cup" / snapshots.WRITER)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Given("gone", "unmounted", "gone", log=False), "mount that disk"),
        (Given("gone", "unmounted", "whole", log=False), "mount that disk"),
        (Given("gone", "whole", "gone", log=False), "put a backup here"),
        (Given("gone", "gone", "all short", log=False), "put a backup here"),
        (Given("gone", "whole", "whole", log=True), "put writer.duckdb back"),
        (Given("dangling", "whole", "whole", log=False), "mount the disk"),
        (Given("short", "whole", "whole", log=False), "move writer.duckdb out of the folder"),
        (Given("empty", "whole", "whole", log=False), "move writer.duckdb out of the folder"),
        (Given("foreign", "whole", "whole", log=False), "database of another program"),
        (Given("old", "whole", "whole", log=False), "has batches that writer.duckdb has not"),
        (Given("other", "whole", "whole", log=False), "has batches that writer.duckdb has not"),
        (Given("whole", "file", "whole", log=False), "rename it to writer.duckdb"),
    ],
    ids=str,
)
def test_a_refusal_says_what_to_do(made: Path, tmp_path: Path, given: Given, says: str) -> None:
    cup = lay(made, tmp_path / "try", given)
    with pytest.raises(WarehouseError) as caught, Warehouse.open(cup) as opened:
        commit(opened, tables(0))
    assert says in caught.value.message.en


@pytest.mark.parametrize("writer", ["short", "empty", "old", "other", "dangling", "foreign", "folder"])
def test_a_refused_writer_moved_out_of_the_folder_lets_the_load_go_on(made: Path, tmp_path: Path, writer: str) -> None:
    cup = lay(made, tmp_path / "try", Given(writer, "whole", "whole", log=False))
    shutil.move(cup / snapshots.WRITER, tmp_path / "aside")
    with Warehouse.open(cup) as opened:
        commit(opened, tables(9_000))
        assert opened.notices
    assert Reader(cup).query("SELECT count(*) FROM matches").item() == BATCHES * MATCHES + 1


def test_a_writer_with_damaged_rows_costs_no_older_snapshot(tmp_path: Path) -> None:
    """Its copies are no good either, and so the good ones stay."""
    cup = tmp_path / "cup"
    source = [write_ndjson(tmp_path / f"{number}.ndjson", [number]) for number in range(5)]
    for path in source[:2]:
        with Warehouse.open(cup) as opened:
            load([str(path)], opened)
    with duckdb.connect(str(cup / snapshots.WRITER)) as con:
        con.execute("DELETE FROM plays WHERE trick = 3")
    said = []
    for path in source[2:]:
        with Warehouse.open(cup) as opened:
            load([str(path)], opened)
            said = opened.notices
    assert ["all the older snapshots are kept" in notice.en for notice in said] == [True]
    assert [path.name for path in snapshots.published(cup)] == [f"warehouse-{number}.duckdb" for number in (5, 4, 3, 2, 1)]
    (cup / snapshots.WRITER).rename(tmp_path / "aside")
    for number in (5, 4, 3):
        (cup / f"warehouse-{number}.duckdb").rename(tmp_path / f"{number}.duckdb")
    for path in source:
        with Warehouse.open(cup) as opened:
            load([str(path)], opened)
    assert verify(cup).sound


def test_files_of_others_with_endings_like_ours_stay(tmp_path: Path) -> None:
    Warehouse.open(tmp_path).close()
    names = ("thesis.partial", "warehouse-x.duckdb.partial", "writer.duckdb.newest", "warehouse-99999999999999999999.duckdb")
    for name in names:
        (tmp_path / name).write_text("forty years of work")
    for number in range(4):
        with Warehouse.open(tmp_path) as opened:
            commit(opened, tables(number))
    assert all((tmp_path / name).read_text() == "forty years of work" for name in names)


def test_a_draft_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("forty years of work")
    Warehouse.open(tmp_path / "cup").close()
    for name in ("warehouse-1.duckdb.partial", "writer.duckdb.new", "current.new"):
        (tmp_path / "cup" / name).symlink_to(tmp_path / "thesis.txt")
    with Warehouse.open(tmp_path / "cup") as opened:
        commit(opened, tables(1))
    assert (tmp_path / "thesis.txt").read_text() == "forty years of work"


def test_a_writer_that_goes_away_during_a_load_is_not_replaced_by_an_empty_one(tmp_path: Path) -> None:
    opened = Warehouse.open(tmp_path)
    commit(opened, tables(1))
    opened.publish()
    commit(opened, tables(2))
    (tmp_path / snapshots.WRITER).unlink()
    with pytest.raises(WarehouseError):
        opened.close()
    assert not (tmp_path / snapshots.WRITER).exists()
    Warehouse.open(tmp_path).close()
    assert Reader(tmp_path).query("SELECT match FROM matches").rows() == [("m1",)]
