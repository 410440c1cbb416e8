"""The warehouse as its one writer has it: opened under a lock, filled batch by batch, published for readers.

A batch is one transaction: its rows, its line in `batches` and the removal of what it replaces are there
together or not at all, whatever happens to the process. `commit` returns only when that is on the disk.
Readers use `analytics.reader`.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Final, NamedTuple, Self

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from analytics import damage, schema, snapshots
from analytics.errors import NotAWarehouseError, OtherSchemaError, UnusableError, WarehouseBusyError
from analytics.rows import PINNED, ROW_TYPES, Tables

CLOSED_DOORS: Final[Mapping[str, str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
}
"""Settings of every connection: no extension is fetched, no file but the database is read or written."""
WRITER_MEMORY: Final = "1GB"
"""DuckDB keeps what it has written in memory up to this; without a bound, up to most of the machine's."""


class Audited(NamedTuple):
    """Under which versions an input was last audited; `sheet` is None for one that was no record."""

    engine_version: str
    sheet: str | None
    sheet_version: str | None


class Committed(NamedTuple):
    """What a batch brought. `replaced` counts inputs that had been audited before, by other versions."""

    batch: int
    accepted: int
    accepted_with_findings: int
    quarantined: int
    replaced: int


class Warehouse:
    """A warehouse open for writing; use it as a context manager. One process at a time can have it."""

    def __init__(self, directory: Path, lock: IO[str]) -> None:
        self.directory = directory
        self._lock = lock
        self._con = _open_writer(directory)

    @classmethod
    def open(cls, directory: str | Path) -> Self:
        """Open the warehouse in a folder, and make it where the folder is empty or not there.

        Raises NotAWarehouseError for a folder with other files, WarehouseBusyError while another process has
        it, OtherSchemaError when a newer paipu made it.
        """
        directory = Path(directory)
        _prepare(directory)
        lock = _take_lock(directory)
        try:
            snapshots.tidy(directory)
            with damage.told(directory):
                return cls(directory, lock)
        except BaseException:
            lock.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        # The fault that ended the work says more than what follows from it.
        with suppress(UnusableError, *damage.FAULTS) if fault else damage.told(self.directory):
            self.close()
        if isinstance(fault, damage.FAULTS):
            raise UnusableError(self.directory, fault) from fault

    def close(self) -> None:
        """Publish what no reader can see yet, and let the next writer in."""
        try:
            self.publish()
        finally:
            self._con.close()
            self._lock.close()

    def next_load(self) -> int:
        """The number of the load that is about to begin."""
        return self._number("SELECT coalesce(max(load), 0) + 1 FROM batches ORDER BY ALL")

    def audited(self, hashes: Sequence[str]) -> dict[str, Audited]:
        """Those of some inputs, by hash, that are in the warehouse, and the versions of their audit."""
        rows = self._con.execute(
            """
            SELECT record_sha256, engine_version, sheet, sheet_version
            FROM (
                SELECT record_sha256, engine_version, sheet, sheet_version FROM matches
                UNION ALL
                SELECT record_sha256, engine_version, sheet, sheet_version FROM quarantine
            )
            WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))
            ORDER BY record_sha256
            """,
            [list(hashes)],
        ).fetchall()
        return {sha256: Audited(*versions) for sha256, *versions in rows}

    def in_quarantine(self, hashes: Sequence[str]) -> set[str]:
        """Those of some inputs, by hash, that are in quarantine."""
        rows = self._con.execute(
            """
            SELECT DISTINCT record_sha256 FROM quarantine
            WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))
            ORDER BY record_sha256
            """,
            [list(hashes)],
        ).fetchall()
        return {sha256 for (sha256,) in rows}

    def commit(
        self,
        tables: Tables,
        *,
        load: int,
        loaded_at: datetime,
        engine_version: str,
        read: int,
        already_loaded: int = 0,
    ) -> Committed:
        """Bring in the rows of one batch, and return when they are on the disk.

        Rows of inputs that are there already replace the old ones. `already_loaded` counts inputs of the
        batch that were left out of `tables` because they were there under the same versions. Raises
        duckdb.ConstraintException where the outcomes do not add up to what was `read`, and UnusableError where the
        disk refuses; in both cases nothing is committed.
        """
        with self._transaction():
            batch = self._number("SELECT coalesce(max(batch), 0) + 1 FROM batches ORDER BY ALL")
            replaced = self._forget(_inputs(tables))
            for name in ROW_TYPES:
                self._insert(name, tables[name], batch)
            outcome = _outcome(batch, tables, replaced)
            self._con.execute(
                """
                INSERT INTO batches BY NAME
                SELECT
                    ? AS batch, ? AS load, CAST(? AS TIMESTAMP) AS loaded_at, ? AS engine_version,
                    ? AS read, ? AS already_loaded, ? AS accepted, ? AS accepted_with_findings,
                    ? AS quarantined, 0 AS replaced
                """,
                [
                    batch,
                    load,
                    loaded_at.astimezone(UTC).replace(tzinfo=None),
                    engine_version,
                    read,
                    already_loaded,
                    outcome.accepted,
                    outcome.accepted_with_findings,
                    outcome.quarantined,
                ],
            )
        return outcome

    def publish(self) -> Path | None:
        """Give readers a snapshot of everything committed; None where they have it already.

        Raises UnusableError where the disk is full, say; what is committed stands, and can be published later.
        """
        try:
            generation = self._number("SELECT generation FROM warehouse ORDER BY ALL")
        except duckdb.FatalException as fault:  # of an earlier commit
            raise UnusableError(self.directory, fault) from fault
        current = snapshots.current_snapshot(self.directory)
        if current is not None and snapshots.snapshot_number(current) == generation:
            return None
        self._con.close()  # folds the log into the file, so that a copy of the file is a copy of the database
        try:
            return snapshots.publish(self.directory, generation)
        except OSError as fault:
            raise UnusableError(self.directory, fault) from fault
        finally:
            self._con = _connect(self.directory / snapshots.WRITER)

    def _number(self, sql: str) -> int:
        [(number,)] = self._con.execute(sql).fetchall()
        return int(number)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._con.execute("BEGIN")
        try:
            yield
            self._con.execute("UPDATE warehouse SET generation = generation + 1")
            self._con.execute("COMMIT")
        except BaseException as fault:
            with suppress(duckdb.Error):  # a COMMIT that failed has left nothing to roll back
                self._con.execute("ROLLBACK")
            if isinstance(fault, damage.FAULTS):
                raise UnusableError(self.directory, fault) from fault
            raise

    def _forget(self, hashes: Sequence[str]) -> int:
        """Remove the rows of inputs audited anew, and count them as replaced in their old batches."""
        stale = sorted(self.audited(hashes))
        if stale:
            self._con.execute(
                """
                UPDATE batches SET replaced = replaced + gone.inputs
                FROM (
                    SELECT batch, count(*) AS inputs
                    FROM (
                        SELECT batch, record_sha256 FROM matches
                        UNION ALL
                        SELECT batch, record_sha256 FROM quarantine
                    )
                    WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))
                    GROUP BY batch
                ) AS gone
                WHERE gone.batch = batches.batch
                """,
                [stale],
            )
            for name in (*PINNED, "quarantine"):
                rows = f"FROM {name} WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))"
                self._con.execute(f"DELETE {rows}", [stale])
        return len(stale)

    def _insert(self, name: str, rows: pa.Table, batch: int) -> None:
        # The bytes of a record stay where they first came; an audit made anew brings only rows about them.
        new = "WHERE record_sha256 NOT IN (SELECT record_sha256 FROM records)" if name == "records" else ""
        columns = f"SELECT ? AS batch, * FROM incoming {new}"  # noqa: S608 - one of two constants
        self._con.register("incoming", rows)
        try:
            self._con.execute(f"INSERT INTO {name} BY NAME {columns}", [batch])
        finally:
            self._con.unregister("incoming")


def _inputs(tables: Tables) -> list[str]:
    return [sha for name in ("matches", "quarantine") for sha in tables[name]["record_sha256"].to_pylist()]


def _outcome(batch: int, tables: Tables, replaced: int) -> Committed:
    matches = tables["matches"]
    with_findings = pc.sum(pc.greater(matches["findings"], 0), min_count=0).as_py()
    return Committed(
        batch=batch,
        accepted=matches.num_rows - with_findings,
        accepted_with_findings=with_findings,
        quarantined=tables["quarantine"].num_rows,
        replaced=replaced,
    )


def _prepare(directory: Path) -> None:
    """Make sure that the folder is there, and that it holds a warehouse or nothing."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise NotAWarehouseError(directory, "不是文件夹", "is not a folder") from None
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    names = {path.name for path in directory.iterdir()}
    if snapshots.WRITER in names:
        return
    if snapshots.CURRENT in names:
        raise NotAWarehouseError(
            directory,
            f"{snapshots.WRITER} 不见了；把最新的快照复制成这个名字",
            f"{snapshots.WRITER} is gone; copy the newest snapshot to that name",
        )
    others = sorted(name for name in names if not snapshots.is_ours(name))
    if others:
        raise NotAWarehouseError(
            directory,
            f"里面有别的文件（{others[0]}）；仓库要自己的文件夹",
            f"holds other files ({others[0]}); a warehouse wants a folder of its own",
        )


def _take_lock(directory: Path) -> IO[str]:
    try:
        lock = (directory / snapshots.LOCK).open("a+", encoding="utf-8")
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise WarehouseBusyError(directory, int(holder) if holder.isdigit() else None) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _open_writer(directory: Path) -> duckdb.DuckDBPyConnection:
    path = directory / snapshots.WRITER
    if not path.exists():
        _create(directory)
    con = _connect(path)
    try:
        damage.check_length(con, path)
        _bring_up_to_date(con, directory)
    except BaseException:
        con.close()
        raise
    return con


def _create(directory: Path) -> None:
    """Make an empty warehouse beside its place, then put it there: no crash leaves half a schema."""
    for path in directory.glob(f"{snapshots.NEW_WRITER}*"):
        path.unlink()
    con = _connect(directory / snapshots.NEW_WRITER)
    try:
        schema.create(con)
    finally:
        con.close()
    (directory / snapshots.NEW_WRITER).replace(directory / snapshots.WRITER)
    snapshots.flush(directory)


def _bring_up_to_date(con: duckdb.DuckDBPyConnection, directory: Path) -> None:
    found, wanted = schema.found_version(con), schema.schema_version()
    if found is None:
        raise NotAWarehouseError(
            directory,
            f"{snapshots.WRITER} 是别的程序的数据库；仓库要自己的文件夹",
            f"{snapshots.WRITER} is a database of another program; a warehouse wants a folder of its own",
        )
    if found > wanted:
        raise OtherSchemaError(directory, found, wanted)
    schema.migrate(con, found)


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(path), config={**CLOSED_DOORS, "memory_limit": WRITER_MEMORY})
    except duckdb.Error as fault:
        raise UnusableError(path.parent, fault) from fault
