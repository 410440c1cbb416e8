"""The warehouse as its many readers have it: read-only, and always the newest manifest."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import duckdb
import polars as pl

from analytics import manifest as manifests
from analytics import schema
from analytics.errors import MovedError, NotAWarehouseError, UnusableError
from analytics.manifest import PARTS, PUT_BACK, Manifest
from analytics.stream import Stream

if TYPE_CHECKING:
    import pyarrow as pa

_ATTEMPTS: Final = 5
"""How often what a manifest lists may be gone before it is read; a writer keeps the manifest before."""
FAULTS: Final = (duckdb.IOException, duckdb.FatalException, duckdb.InternalException, duckdb.SerializationException)
"""What DuckDB says where the disk refuses or a file is not as it was written; the rest are faults of whoever asks."""
DAMAGED: Final = ("parquet", "thrift", "zstd")
"""Words in what else it says of a file whose bytes have changed."""


_Answer = TypeVar("_Answer")


class _Opened(NamedTuple):
    manifest: Manifest
    con: duckdb.DuckDBPyConnection
    identity: tuple[int, int]
    deferred: set[str]
    """The views that no query has named yet."""


class Reader:
    """Answers queries from the newest manifest; safe to share between threads.

    A query sees one manifest from beginning to end. Raises NotAWarehouseError where there is none, MovedError where the
    folder went away while it was open, OtherSchemaError where another paipu made it, and UnusableError where it is damaged.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._opening = threading.Lock()
        self._opened = _open(self.directory)

    def query(self, sql: str, params: Sequence[object] = ()) -> pl.DataFrame:
        """The rows of one SELECT. Values go in `params`, one for each `?`, never into the text."""
        check_select(sql)
        return self._asked(lambda opened: self._rows(opened, sql, params))

    def queries(self, *asked: tuple[str, Sequence[object]]) -> list[pl.DataFrame]:
        """The rows of several SELECTs, each with its values, of one manifest and asked at the same time."""
        for sql, _ in asked:
            check_select(sql)

        def rows(opened: _Opened) -> list[pl.DataFrame]:
            with ThreadPoolExecutor(len(asked)) as beside:
                return [each.result() for each in [beside.submit(self._rows, opened, *one) for one in asked]]

        return self._asked(rows)

    def _rows(self, opened: _Opened, sql: str, params: Sequence[object]) -> pl.DataFrame:
        self._make(opened, sql)
        return pl.DataFrame(Stream(opened.con.cursor().sql(sql, params=list(params))))

    def _asked(self, ask: Callable[[_Opened], _Answer]) -> _Answer:
        """What the newest manifest answers."""
        for attempt in range(_ATTEMPTS):
            opened = self._newest()
            try:
                return ask(opened)
            except duckdb.Error as fault:
                # A merge may have taken the place of a part between the look at the manifest and the query.
                if attempt + 1 < _ATTEMPTS and self._newest() is not opened:
                    continue
                if damaged(fault):
                    raise UnusableError(self.directory, fault, PUT_BACK.fill(file=PARTS)) from fault
                raise
        raise AssertionError("unreachable")

    def pieces(self, sql: str, params: Sequence[object] = (), rows: int = 50_000) -> Iterator[pl.DataFrame]:
        """The rows of one SELECT, so many at a time, of one manifest; an empty piece where there are none."""
        check_select(sql)
        opened = self._newest()
        try:
            self._make(opened, sql)
            found = opened.con.cursor().sql(sql, params=list(params)).to_arrow_reader(rows)
            empty = True
            for piece in found:
                empty = False
                yield _frame(piece)
            if empty:
                yield _frame(found.schema.empty_table())
        except duckdb.Error as fault:
            if damaged(fault):
                raise UnusableError(self.directory, fault, PUT_BACK.fill(file=PARTS)) from fault
            raise

    def record(self, record_sha256: str) -> bytes | None:
        """The bytes of a record, as they were read; None where the warehouse has none of that hash."""
        with suppress(ValueError):
            found = self.query("SELECT record FROM stored.records WHERE record_sha256 = ?", [bytes.fromhex(record_sha256)])
            for number in found["record"]:
                # Few rows are read together, and their numbers are known of each such group.
                return bytes(self.query("SELECT raw FROM stored.records WHERE record = ?", [number]).item(0, 0))
        return None

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A cursor over the newest manifest, for whoever asks several things of one and the same. It may lack views of
        statistics, which only `query` and `pieces` make.
        """
        return self._newest().con.cursor()

    @property
    def generation(self) -> int:
        """The number of the newest manifest; it grows with every commit, so it can key a cache."""
        return self._newest().manifest.generation

    def _make(self, opened: _Opened, sql: str) -> None:
        """Make the views that a query is the first to name."""
        if opened.deferred:
            named = sql.lower()
            with self._opening:
                for name in sorted(each for each in opened.deferred if each in named):
                    opened.con.cursor().execute(schema.sql_text(name))
                    opened.deferred.remove(name)

    def _newest(self) -> _Opened:
        with self._opening:
            if _identity(self.directory) != self._opened.identity:
                if not self.directory.is_dir():
                    raise MovedError(self.directory)
                # The old connection is let go, not closed: a query in another thread may still read from it.
                self._opened = _open(self.directory)
            return self._opened


def check_select(sql: str) -> None:
    """Raise PermissionException for anything but one SELECT."""
    [statement] = duckdb.extract_statements(sql)
    if statement.type != duckdb.StatementType.SELECT:
        raise duckdb.PermissionException("a reader answers SELECT and nothing else")


def damaged(fault: duckdb.Error) -> bool:
    """Whether DuckDB says that the disk refuses, or that a file is not as it was written."""
    return isinstance(fault, FAULTS) or any(word in str(fault).lower() for word in DAMAGED)


def _frame(rows: "pa.RecordBatch | pa.Table") -> pl.DataFrame:
    frame = pl.from_arrow(rows)
    if isinstance(frame, pl.Series):
        raise TypeError("rows have columns")
    return frame


def _identity(directory: Path) -> tuple[int, int] | None:
    """What tells one newest manifest from another, also where one of the same number is put in its place."""
    with suppress(OSError):
        for number, path in manifests.numbered(directory):
            return number, path.stat().st_mtime_ns
    return None


def _open(directory: Path) -> _Opened:
    for attempt in range(_ATTEMPTS):
        try:
            identity = _identity(directory)
            manifest = manifests.newest(directory) if directory.is_dir() else None
            if manifest is None or identity is None:
                if directory.is_dir():
                    manifests.refuse_old(directory)
                raise NotAWarehouseError(
                    directory,
                    "这里没有仓库；请先 load 一些牌谱（paipu load）",
                    "no warehouse here; load some records first (paipu load)",
                )
            for part, _ in manifests.lost(directory, manifest):
                raise FileNotFoundError(f"{part.file}: not there, or of another length")
        except OSError as fault:
            if attempt + 1 < _ATTEMPTS and isinstance(fault, FileNotFoundError):
                continue
            raise UnusableError(directory, fault, PUT_BACK.fill(file=PARTS)) from fault
        return _Opened(manifest, connect(directory, manifest), identity, {*schema.DEFERRED})
    raise AssertionError("unreachable")


def connect(directory: Path, manifest: Manifest) -> duckdb.DuckDBPyConnection:
    """The tables and views over the parts of a manifest but for the deferred, for queries that reach no other file."""
    con = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
    try:
        whole = directory.absolute()
        con.execute(f"SET allowed_directories = [{schema.literal(f'{whole / PARTS}/')}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET parquet_metadata_cache = true")
        con.execute("SET lock_configuration = true")
        schema.create(con, manifest, whole)
    except duckdb.Error as fault:
        con.close()
        raise UnusableError(directory, fault, PUT_BACK.fill(file=PARTS)) from fault
    return con
