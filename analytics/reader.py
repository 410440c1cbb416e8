"""The warehouse as its many readers have it: read-only, and always the newest snapshot."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import duckdb
import polars as pl

from analytics import database, schema, snapshots
from analytics.damage import PUBLISH_ANEW, Damage
from analytics.errors import MovedError, NotAWarehouseError, OtherSchemaError, UnusableError

_ATTEMPTS: Final = 5
"""How often a snapshot may be gone between reading the link and opening the file; a writer keeps two."""


class Reader:
    """Answers queries from the newest snapshot; safe to share between threads.

    A query sees one snapshot from beginning to end. Raises NotAWarehouseError where nothing was published
    yet, MovedError where the folder went away while it was open, OtherSchemaError where the snapshot is of another
    schema than this program reads, and UnusableError where it is damaged.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._opening = threading.Lock()
        self._path, self._con = _open(self.directory)

    def query(self, sql: str, params: Sequence[object] = ()) -> pl.DataFrame:
        """The rows of one SELECT. Values go in `params`, one for each `?`, never into the text."""
        cursor = self._cursor()
        with database.told(self.directory, Damage("unreadable", self._path.name).remedy):
            frame: pl.DataFrame = cursor.sql(sql, params=list(params)).pl()
        return frame

    def record(self, record_sha256: str) -> bytes | None:
        """The bytes of a record, as they were read; None where the warehouse has none of that hash."""
        frame = self.query("SELECT raw FROM records WHERE record_sha256 = ? ORDER BY batch", [record_sha256])
        return None if frame.is_empty() else bytes(frame.item(0, 0))

    @property
    def generation(self) -> int:
        """The number of the newest snapshot; it grows with every publication, so it can key a cache."""
        frame = self.query("SELECT generation FROM warehouse ORDER BY generation")
        return int(frame.item(0, 0))

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        with self._opening:
            if snapshots.current_snapshot(self.directory) != self._path:
                if not self.directory.is_dir():
                    raise MovedError(self.directory)
                # The old connection is let go, not closed: a query in another thread may still read from it.
                self._path, self._con = _open(self.directory)
            return self._con.cursor()


def _open(directory: Path) -> tuple[Path, duckdb.DuckDBPyConnection]:
    for _ in range(_ATTEMPTS):
        path = snapshots.current_snapshot(directory)
        if path is None:
            raise _unpublished(directory)
        if path.exists():
            try:
                con = database.connect(path, read_only=True, remedy=Damage("unreadable", path.name).remedy)
            except UnusableError:
                if path.exists():
                    raise
                continue
            try:
                _check_schema(con, path)
            except BaseException:
                con.close()
                raise
            return path, con
    raise NotAWarehouseError(
        directory,
        f"{snapshots.CURRENT} 指向的快照不在了；{PUBLISH_ANEW.zh}",
        f"{snapshots.CURRENT} leads to a snapshot that is not there; {PUBLISH_ANEW.en}",
    )


def _unpublished(directory: Path) -> NotAWarehouseError:
    target = snapshots.link_target(directory)
    if target is not None:
        return NotAWarehouseError(
            directory,
            f"{snapshots.CURRENT} 指向文件夹之外的 {target}；把所指的文件移到这里，删去链接，再 load 一次",
            f"{snapshots.CURRENT} leads out of the folder, to {target}; move that file here, remove the link, and load again",
        )
    return NotAWarehouseError(
        directory,
        "这里没有仓库，或者还没有发布过；请先 load 一些牌谱",
        "no warehouse here, or nothing published yet; load some records first",
    )


def _check_schema(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    with database.told(path.parent, Damage("unreadable", path.name).remedy, whatever=True):
        found, expected = schema.found_version(con), schema.schema_version()
    if found is None:
        what = Damage("snapshot-foreign", path.name).remedy
        raise NotAWarehouseError(
            path.parent,
            f"{path.name} 是别的程序的数据库；{what.zh}",
            f"{path.name} is a database of another program; {what.en}",
        )
    if found != expected:
        raise OtherSchemaError(path.parent, found, expected)
