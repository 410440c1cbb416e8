"""The warehouse as its many readers have it: read-only, and always the newest manifest."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import duckdb
import polars as pl

from paipu.analytics import manifest as manifests
from paipu.analytics import schema
from paipu.analytics.damage import damaged, reading, unusable
from paipu.analytics.errors import MovedError, NotAWarehouseError, WarehouseError
from paipu.analytics.manifest import PARTS, Manifest
from paipu.analytics.rulings import Mark
from paipu.analytics.stream import Stream

if TYPE_CHECKING:
    import pyarrow as pa

_ATTEMPTS: Final = 5
"""How often what a manifest lists may be gone before it is read; a writer keeps the manifest before."""

_NONE: Final = (-1, -1)
"""The identity of no manifest."""

_Answer = TypeVar("_Answer")


class Query(NamedTuple):
    """One SELECT, the values of its parameters, and what is made of its rows."""

    sql: str
    params: Sequence[object] = ()
    then: Callable[[pl.DataFrame], pl.DataFrame] = lambda rows: rows


class _Opened(NamedTuple):
    manifest: Manifest
    con: duckdb.DuckDBPyConnection
    unmade: dict[str, str]
    """The statements that make the tables and views which no query has named yet."""
    identity: tuple[int, int]
    making: threading.Lock
    """Held by whoever makes them."""


class Cursor:
    """Answers several questions of one manifest. What one of them is the first to name is made before it is asked."""

    def __init__(self, con: duckdb.DuckDBPyConnection, make: Callable[[str], None]) -> None:
        self._con = con
        self._make = make

    def execute(self, sql: str, params: Sequence[object] = ()) -> duckdb.DuckDBPyConnection:
        self._make(sql)
        return self._con.execute(sql, list(params))


_NUMBERS: Final = """
    SELECT record
    FROM stored.records
    SEMI JOIN (SELECT unhex(unnest(CAST(? AS VARCHAR[]))) AS record_sha256) USING (record_sha256)
    ORDER BY record
    """
_RECORDS: Final = """
    SELECT record_sha256, raw
    FROM stored.records
    SEMI JOIN (SELECT unnest(CAST(? AS BIGINT[])) AS record) USING (record)
    ORDER BY record
    """


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

    def queries(self, *asked: Query) -> list[pl.DataFrame]:
        """What is made of the rows of several SELECTs, of one manifest and asked at the same time."""
        for query in asked:
            check_select(query.sql)

        def made(opened: _Opened, query: Query) -> pl.DataFrame:
            return query.then(self._rows(opened, query.sql, query.params))

        def answers(opened: _Opened) -> list[pl.DataFrame]:
            with ThreadPoolExecutor(len(asked)) as beside:
                return [each.result() for each in [beside.submit(made, opened, query) for query in asked]]

        return self._asked(answers)

    def _rows(self, opened: _Opened, sql: str, params: Sequence[object]) -> pl.DataFrame:
        self._make(opened, sql)
        return pl.DataFrame(Stream(opened.con.cursor().sql(sql, params=list(params))))

    def _asked(self, ask: Callable[[_Opened], _Answer]) -> _Answer:
        """What the newest manifest answers."""
        for attempt in range(_ATTEMPTS):
            opened = self._newest()
            try:
                return ask(opened)
            except WarehouseError:
                raise
            except Exception as fault:
                # A merge may have taken the place of a part between the look at the manifest and the query.
                if attempt + 1 < _ATTEMPTS and self._newest() is not opened:
                    continue
                if damaged(fault, self.directory):
                    self._forget(opened)
                    raise unusable(fault, self.directory) from fault
                raise
        raise AssertionError("unreachable")

    def pieces(self, sql: str, params: Sequence[object] = (), rows: int = 50_000) -> Iterator[pl.DataFrame]:
        """The rows of one SELECT, so many at a time, of one manifest; an empty piece where there are none."""
        check_select(sql)
        with reading(self.directory):
            opened = self._newest()
            self._make(opened, sql)
            found = opened.con.cursor().sql(sql, params=list(params)).to_arrow_reader(rows)
            empty = True
            for piece in found:
                empty = False
                yield _frame(piece)
            if empty:
                yield _frame(found.schema.empty_table())

    def record(self, record_sha256: str) -> bytes | None:
        """The bytes of a record, as they were read; None where the warehouse has none of that hash."""
        with suppress(ValueError):
            told = bytes.fromhex(record_sha256).hex()
            return self.records([told]).get(told)
        return None

    def records(self, hashes: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes of some records by their hashes in hex digits, of those that the warehouse has."""
        found = self.query(_NUMBERS, [[*hashes]])["record"].to_list()
        # Few rows are read together, and their numbers are known of each such group; of the hashes nothing is.
        return {told.hex(): bytes(raw) for told, raw in self.query(_RECORDS, [found]).iter_rows()} if found else {}

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """A cursor over the newest manifest, for whoever asks several things of one and the same."""
        with reading(self.directory):
            opened = self._newest()
            with closing(opened.con.cursor()) as cursor:
                yield Cursor(cursor, partial(self._make, opened))

    @property
    def generation(self) -> int:
        """The number of the newest manifest; it grows with every commit, so it can key a cache."""
        return self._newest().manifest.generation

    @property
    def state(self) -> str:
        """What tells the newest manifest from every other one, also of a warehouse that was put in its place."""
        number, when = self._newest().identity
        return f"{number}-{when:x}"

    @property
    def log_seen(self) -> Mark:
        """How far the log of rulings had come when the warehouse last read it."""
        return self._newest().manifest.rulings

    def _make(self, opened: _Opened, sql: str) -> None:
        """Make the tables and views that a query is the first to name."""
        with opened.making:
            _make(opened.con.cursor(), opened.unmade, sql)

    def _newest(self) -> _Opened:
        with self._opening:
            if _identity(self.directory) != self._opened.identity:
                if not self.directory.is_dir():
                    raise MovedError(self.directory)
                # The old connection is let go, not closed: a query in another thread may still read from it.
                self._opened = _open(self.directory)
            return self._opened

    def _forget(self, opened: _Opened) -> None:
        """Open the folder anew for the next question: a connection that met damage may be of no use when it is repaired."""
        with self._opening:
            if self._opened is opened:
                self._opened = opened._replace(identity=_NONE)


def check_select(sql: str) -> None:
    """Raise PermissionException for anything but one SELECT."""
    [statement] = duckdb.extract_statements(sql)
    if statement.type != duckdb.StatementType.SELECT:
        raise duckdb.PermissionException("a reader answers SELECT and nothing else")


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
            raise unusable(fault, directory) from fault
        return _Opened(manifest, *_connect(directory, manifest), identity, threading.Lock())
    raise AssertionError("unreachable")


@contextmanager
def connect(directory: Path, manifest: Manifest) -> Iterator[Cursor]:
    """The tables and views over the parts of a manifest, for queries that reach no other file."""
    with reading(directory):
        con, unmade = _connect(directory, manifest)
        with closing(con):
            yield Cursor(con, partial(_make, con, unmade))


def _make(con: duckdb.DuckDBPyConnection, unmade: dict[str, str], sql: str) -> None:
    for name in schema.named(sql, unmade):
        con.execute(unmade[name])
        del unmade[name]


def _connect(directory: Path, manifest: Manifest) -> tuple[duckdb.DuckDBPyConnection, dict[str, str]]:
    """What is stored in the parts, and the statements that make the tables and views over it."""
    con = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
    with _usable(directory, con):
        whole = directory.absolute()
        con.execute(f"SET allowed_directories = [{schema.literal(f'{whole / PARTS}/')}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET parquet_metadata_cache = true")
        con.execute("SET lock_configuration = true")
        return con, schema.create(con, manifest, whole)


@contextmanager
def _usable(directory: Path, con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    try:
        yield
    except duckdb.Error as fault:
        con.close()
        raise unusable(fault, directory) from fault
