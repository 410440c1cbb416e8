"""The warehouse as its one writer has it: opened under a lock, filled batch by batch, published for readers.

A batch is one transaction: its rows, its line in `batches` and the removal of what it replaces are there
together or not at all, whatever happens to the process. `commit` returns only when that is on the disk.
Readers use `analytics.reader`.
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from analytics import database, recovery, schema, snapshots, tallies
from analytics.damage import Damage
from analytics.errors import NotAWarehouseError, UnusableError, WarehouseBusyError
from analytics.recovery import PUT_ASIDE
from analytics.rows import PINNED, ROW_TYPES, Tables
from replay.text import Text

WRITER_MEMORY: Final = "1GB"
"""DuckDB keeps what it has written in memory up to this; without a bound, up to most of the machine's."""
MOST_OF_A_LOCK: Final = 32
"""Characters that are looked at to tell a process id from the file of another program."""


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
    """A warehouse open for writing; use it as a context manager. One process at a time can have it.

    `notices` are what whoever uses it must be told, such as that the writer's file had to be recovered.
    """

    def __init__(self, directory: Path, lock: IO[str]) -> None:
        self.directory = directory
        self.notices: list[Text] = []
        self._lock = lock
        self._notify(recovery.settle(directory))
        self._con = _open_writer(directory)
        if self._generation() < snapshots.highest_number(directory):  # snapshots are there that were not made of this file
            self._skip_numbers()

    @classmethod
    def open(cls, directory: str | Path) -> Self:
        """Open the warehouse in a folder, and make it where the folder is empty or not there.

        Raises NotAWarehouseError for a folder with other files or one in which going on could lose something,
        WarehouseBusyError while another process has it, OtherSchemaError when a newer paipu made it.
        """
        directory = Path(directory)
        _prepare(directory)
        lock = _take_lock(directory)
        try:
            return cls(directory, lock)
        except BaseException:
            lock.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        # The fault that ended the work says more than what follows from it.
        with suppress(UnusableError) if fault else nullcontext():
            self.close()

    def close(self) -> None:
        """Publish what no reader can see yet, and let the next writer in."""
        try:
            self.publish()
        finally:
            self._con.close()
            self._lock.truncate(0)
            self._lock.close()

    def _notify(self, notice: Text | None) -> None:
        if notice is not None and notice not in self.notices:
            self.notices.append(notice)

    def next_load(self) -> int:
        """The number of the load that is about to begin."""
        return self._number("SELECT coalesce(max(load), 0) + 1 FROM batches ORDER BY ALL")

    def audited(self, hashes: Sequence[str]) -> dict[str, Audited]:
        """Those of some inputs, by hash, that are in the warehouse, and the versions of their audit."""
        rows = self._rows(
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
        )
        return {sha256: Audited(*versions) for sha256, *versions in rows}

    def in_quarantine(self, hashes: Sequence[str]) -> set[str]:
        """Those of some inputs, by hash, that are in quarantine."""
        rows = self._rows(
            """
            SELECT DISTINCT record_sha256 FROM quarantine
            WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))
            ORDER BY record_sha256
            """,
            [list(hashes)],
        )
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
            batch = self._number("SELECT batches + 1 FROM warehouse ORDER BY ALL")
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
            tallies.take(self._con, batch)
            self._con.execute("UPDATE warehouse SET batches = ?", [batch])
        return outcome

    def publish(self) -> Path | None:
        """Give readers a snapshot of everything committed; None where they have it already.

        Raises UnusableError where the disk is full, say; what is committed stands, and can be published later.
        """
        generation = self._generation()
        if self._is_published(generation):
            self._tidy()
            return None
        if generation <= snapshots.highest_number(self.directory):  # that snapshot was lost, or was not finished
            generation = self._skip_numbers()
        self._con.close()  # folds the log into the file, so that a copy of the file is a copy of the database
        try:
            snapshot = snapshots.publish(self.directory, generation)
        except OSError as fault:
            raise UnusableError(self.directory, fault) from fault
        finally:
            self._con = _connect(self.directory / snapshots.WRITER)
        self._tidy()
        return snapshot

    def _tidy(self) -> None:
        try:
            self._notify(recovery.tidy(self.directory))
        except OSError as fault:
            raise UnusableError(self.directory, fault) from fault

    def _skip_numbers(self) -> int:
        """Go on with a number that no snapshot has or had."""
        number = snapshots.highest_number(self.directory) + 1
        with self._transaction():
            self._con.execute("UPDATE warehouse SET generation = ?", [number - 1])
        return number

    def _is_published(self, generation: int) -> bool:
        """Whether readers find a snapshot of that number, and it can be opened."""
        current = snapshots.current_snapshot(self.directory)
        if current is None or snapshots.snapshot_number(current) != generation:
            return False
        return recovery.generation_of(current) == generation

    def _generation(self) -> int:
        return self._number("SELECT generation FROM warehouse ORDER BY ALL")

    def _number(self, sql: str) -> int:
        [(number,)] = self._rows(sql)
        return int(number)

    def _rows(self, sql: str, params: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with database.told(self.directory, PUT_ASIDE, whatever=True):
            return self._con.execute(sql, list(params)).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with database.told(self.directory, PUT_ASIDE):
            self._con.execute("BEGIN")
            try:
                yield
                self._con.execute("UPDATE warehouse SET generation = generation + 1")
                self._con.execute("COMMIT")
            except BaseException:
                with suppress(duckdb.Error):  # a COMMIT that failed has left nothing to roll back
                    self._con.execute("ROLLBACK")
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
                tallies.take_off(self._con, name, stale)
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
        if directory.is_symlink() and not directory.exists():
            target = directory.readlink()
            raise NotAWarehouseError(
                directory,
                f"是链接，所指的 {target} 不在；磁盘没挂上就先挂上",
                f"is a link to {target}, which is not there; mount the disk if need be",
            ) from None
        raise NotAWarehouseError(directory, "不是文件夹", "is not a folder") from None
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    names = {path.name for path in directory.iterdir()}
    if snapshots.WRITER in names or snapshots.highest_number(directory) >= 0:
        return
    others = sorted(name for name in names if not snapshots.is_ours(name))
    if others:
        raise NotAWarehouseError(
            directory,
            f"里面有别的文件（{others[0]}）；仓库要自己的文件夹",
            f"holds other files ({others[0]}); a warehouse wants a folder of its own",
        )


def _take_lock(directory: Path) -> IO[str]:
    path = directory / snapshots.LOCK
    try:
        lock = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "r+", encoding="utf-8")
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = lock.read().strip()
        lock.close()
        raise WarehouseBusyError(directory, int(holder) if _is_running(holder) else None) from None
    try:
        ours = not lock.read(MOST_OF_A_LOCK).strip("0123456789")
    except UnicodeDecodeError:
        ours = False
    if not ours:
        lock.close()
        raise NotAWarehouseError(directory, f"{path.name} 是别的程序的文件", f"{path.name} is a file of another program")
    lock.seek(0)
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _is_running(holder: str) -> bool:
    """Whether what a lock says is a process that is there: a killed writer's name may stand while another checks."""
    if not holder.isascii() or not holder.isdigit():
        return False
    try:
        os.kill(int(holder), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def _open_writer(directory: Path) -> duckdb.DuckDBPyConnection:
    path = directory / snapshots.WRITER
    if not path.exists():
        _create(directory)
    con = _connect(path)
    try:
        with database.told(directory, PUT_ASIDE):
            found = schema.found_version(con)
            if found is not None:  # it is ours: the folder was settled
                schema.migrate(con, found)
    except BaseException:
        con.close()
        raise
    return con


def _create(directory: Path) -> None:
    """Make an empty warehouse beside its place, then put it there: no crash leaves half a schema."""
    draft = directory / snapshots.NEW_WRITER
    with snapshots.drafted(draft, draft.with_name(f"{draft.name}.wal")):
        with closing(_connect(draft, new=True)) as con, database.told(directory):
            schema.create(con)
        draft.replace(directory / snapshots.WRITER)
    snapshots.flush(directory)


def _connect(path: Path, *, new: bool = False) -> duckdb.DuckDBPyConnection:
    if new:
        return database.connect(path, memory=WRITER_MEMORY)
    try:
        path.stat()  # DuckDB would make an empty database in its place
    except OSError as fault:
        raise UnusableError(path.parent, fault, Damage("writer-missing", path.name).remedy) from fault
    return database.connect(path, memory=WRITER_MEMORY, remedy=PUT_ASIDE)
