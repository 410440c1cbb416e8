"""The warehouse as its one writer has it: opened under a lock, filled batch by batch.

The parts of a batch are written as drafts by whoever made its rows. `commit` gives them their names and makes a manifest
that lists them the newest: then the batch is there, for readers too, and before it nothing of it is, whatever happens to the
process. `commit` returns only when that is on the disk. Readers use `paipu.analytics.reader`.
"""

import platform
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self

import pyarrow as pa
import pyarrow.compute as pc

from paipu.analytics import lock as locks
from paipu.analytics import manifest as manifests
from paipu.analytics.columns import SCHEMAS, SHA256, Tables
from paipu.analytics.damage import Damage
from paipu.analytics.errors import REMEDIES, NotAWarehouseError, UnreachableError, UnusableError
from paipu.analytics.manifest import KEPT, PARTS, Manifest, Part, draft_of
from paipu.analytics.parts import by_batch, due, merge, read_columns, read_part, read_rows, write_drafts
from paipu.analytics.rows import HEADS, SUMS, BatchRow
from paipu.analytics.rulings import Mark
from paipu.analytics.sums import OF_RECORDS, added_up, of_records
from paipu.ingest.source import RawRecord


class Known(NamedTuple):
    """An input that was audited: its number, under which versions, and which rulings of a log were laid over it, by their hash.

    `sheet` is None for one that was no record.
    """

    record: int
    engine_version: str
    sheet: str | None
    sheet_version: str | None
    in_quarantine: bool
    rulings_sha256: str | None = None


class Place(NamedTuple):
    """Where a batch goes, and what a process that makes its parts must know: `replaced` are the numbers of the inputs of the
    batch that were audited before, `first` the numbers under which the bytes of some came, by hash. `mark` is what tells the
    folder from another of its name, for a process of another machine (`Warehouse.mark`).
    """

    directory: Path
    batch: int
    load: int
    loaded_at: datetime
    engine_version: str
    read: int
    already_loaded: int
    replaced: tuple[int, ...] = ()
    first: Mapping[str, int] = {}
    mark: str = ""

    def reach(self) -> None:
        """Raises UnreachableError on a machine where the folder is not that of the warehouse."""
        if self.mark and not _mark(self.directory, self.mark).exists():
            raise UnreachableError(self.directory, platform.node())


class Draft(NamedTuple):
    """A batch whose parts are written, and not yet committed.

    `attempt` names its drafts apart: a worker that was given up for dead may still be at the same batch as another.
    """

    row: BatchRow
    parts: tuple[Part, ...]
    replaced: tuple[int, ...]
    quarantined: tuple[str, ...]
    attempt: str = ""

    @property
    def holds(self) -> bool:
        """Whether every input read is accounted for."""
        row = self.row
        return row.read == row.already_loaded + row.accepted + row.accepted_with_findings + row.quarantined


def write_batch(place: Place, tables: Tables) -> Draft:
    """Write the parts of a batch. Raises UnusableError where the disk refuses."""
    findings = [count for name in HEADS for count in tables[name]["findings"].to_pylist()]
    with_findings = sum(map(bool, findings))
    row = BatchRow(
        *(place.batch, place.load, place.loaded_at, place.engine_version, place.read, place.already_loaded),
        accepted=len(findings) - with_findings,
        accepted_with_findings=with_findings,
        quarantined=tables["quarantine"].num_rows,
    )
    whole = {
        **tables,
        **of_records(tables),
        "replaced": pa.table([pa.array(place.replaced, pa.int64())], schema=SCHEMAS["replaced"]),
        "batches": pa.Table.from_pylist([row._asdict()], schema=SCHEMAS["batches"]),
    }
    attempt = secrets.token_hex(8) if place.mark else ""
    try:
        parts = write_drafts(place.directory, place.batch, place.batch, whole, attempt)
    except OSError as fault:
        raise UnusableError(place.directory, fault) from fault
    quarantined = (sha256.hex() for sha256 in tables["quarantine"]["record_sha256"].to_pylist())
    return Draft(row, tuple(parts), place.replaced, tuple(quarantined), attempt)


def _mark(directory: Path, mark: str) -> Path:
    """A draft that nobody gives a name, so that it goes like any that a killed process left."""
    return manifests.draft_of(directory / PARTS / "1-1.mark.parquet", mark)


class Warehouse:
    """A warehouse open for writing; use it as a context manager. One process at a time can have it."""

    def __init__(self, directory: Path, lock: IO[str]) -> None:
        self.directory = directory
        self._lock = lock
        with self._told():
            self.manifest = self._settle()
            self._replaced = read_columns(directory, self.manifest.parts, "replaced", ("record",))["record"].combine_chunks()

    @classmethod
    def open(cls, directory: str | Path, patience: float = 0) -> Self:
        """Open the warehouse in a folder, and make it where the folder is empty or not there.

        Raises NotAWarehouseError for a folder with other files or one in which going on could lose something,
        WarehouseBusyError while another has it and for so many seconds more, OtherSchemaError when another paipu made it.
        """
        directory = Path(directory)
        _prepare(directory)
        lock = locks.take(directory, patience)
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
        """Remove the drafts that were not committed, and let the next writer in."""
        try:
            with self._told():
                manifests.remove(manifests.drafts(self.directory))
        finally:
            locks.give_back(self._lock)

    def index(self) -> "Index":
        """What the inputs that are there now are known by."""
        with self._told():
            return Index(self.directory, self.manifest, self._replaced)

    def mark(self) -> str:
        """Something to know the folder by from another machine, for as long as it is open for writing."""
        mark = secrets.token_hex(8)
        with self._told():
            manifests.write(_mark(self.directory, mark), b"")
        return mark

    def commit(self, draft: Draft) -> None:
        """Bring in a batch, and return when it is on the disk; then merge parts where there are many small ones.

        The batches come in the order of their numbers. Raises ValueError where the outcomes do not add up to what was
        read, and UnusableError where the disk refuses; in both cases nothing is committed.
        """
        if draft.row.batch != self.manifest.batches + 1 or not draft.holds:
            raise ValueError(f"a batch that does not follow, or does not add up: {draft.row}")
        now = self.manifest._replace(batches=draft.row.batch, loads=max(self.manifest.loads, draft.row.load))
        parts = draft.parts
        if draft.replaced:
            parts = self._without_replaced(draft)
            self._replaced = pa.concat_arrays([self._replaced, pa.array(draft.replaced, pa.int64())])
        self._publish(now._replace(parts=(*now.parts, *parts)), parts, draft.attempt)
        while runs := list(due(self.manifest)):
            self._merge(runs)

    def saw(self, log: Mark) -> None:
        """Keep how far the log of rulings has come, before anything of it is laid over the records."""
        if log != self.manifest.rulings:
            self._publish(self.manifest._replace(rulings=log), ())

    def _without_replaced(self, draft: Draft) -> tuple[Part, ...]:
        """The parts of a batch, the sums of which are less what the records had that it replaces."""
        with self._told():
            were = {
                table: read_rows(self.directory, self.manifest.parts, table, columns, draft.replaced)
                for table, columns in OF_RECORDS.items()
            }
            brought = {part.table: part for part in draft.parts if part.table in SUMS}
            sums = {}
            for table, less in of_records(were, less=True).items():
                read = [read_part(draft_of(brought[table].path(self.directory), draft.attempt))] if table in brought else []
                sums[table] = added_up(table, pa.concat_tables([*read, less]))
            batch = draft.row.batch
            made = write_drafts(self.directory, batch, batch, sums, draft.attempt)
        return (*(part for part in draft.parts if part.table not in SUMS), *made)

    def _merge(self, runs: Sequence[Sequence[Part]]) -> None:
        with self._told():
            made = [part for run in runs for part in merge(self.directory, run, self._replaced)]
        gone = {part for run in runs for part in run}
        parts = [part for part in self.manifest.parts if part not in gone]
        self._publish(self.manifest._replace(parts=tuple(sorted([*parts, *made], key=by_batch))), made)

    def _publish(self, manifest: Manifest, brought: Sequence[Part], attempt: str = "") -> None:
        with self._told():
            counts = {"batches": manifest.batches, "loads": manifest.loads, "rulings": manifest.rulings}
            now = self.manifest.next(**counts, parts=manifest.parts)
            manifests.publish(self.directory, now, brought, attempt)
            self.manifest = now
            self._tidy()

    def _tidy(self) -> None:
        """Remove the manifests before the last two, and the parts that only they list."""
        listed = manifests.numbered(self.directory)
        kept = {part.name for _, path in listed[:KEPT] for part in manifests.read(path).parts}
        for _, path in listed[KEPT:]:
            manifests.remove(part.path(self.directory) for part in manifests.read(path).parts if part.name not in kept)
            path.unlink()

    def _settle(self) -> Manifest:
        """The newest manifest, and nothing beside it that is not ours. Raises where going on could lose something."""
        directory = self.directory
        found = manifests.newest(directory)
        strays = manifests.strays(directory)
        begun = manifests.begun(directory, found)
        for path in strays:
            if path.name not in begun:
                raise Damage("part-stray" if found else "manifest-missing", path.name, amount=len(strays)).error(directory)
        if found is None:
            (directory / PARTS).mkdir(exist_ok=True)
            manifests.remove(manifests.drafts(directory))
            manifests.publish(directory, Manifest(), ())
            return Manifest()
        if (apart := manifests.unchained(manifests.read(path) for _, path in manifests.numbered(directory))) is not None:
            raise Damage("manifest-unchained", apart.name).error(directory)
        for part, code in manifests.lost(directory, found):
            raise Damage(code, part.file).error(directory)
        manifests.remove(strays)
        manifests.remove(manifests.drafts(directory))
        self.manifest = found
        self._tidy()
        return found

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as fault:
            raise UnusableError(self.directory, fault, REMEDIES["put_back"].fill(file=PARTS)) from fault


class Index:
    """What the inputs of a warehouse are known by, after some commit. It takes about 50 bytes an input."""

    def __init__(self, directory: Path, manifest: Manifest, replaced: pa.Array) -> None:
        names = ("record", "record_sha256", "engine_version", "sheet", "sheet_version")
        columns = {"matches": (*names, "rulings_sha256"), "quarantine": names}
        found = [read_columns(directory, manifest.parts, table, own) for table, own in columns.items()]
        self._tables = [table.filter(pc.invert(pc.is_in(table["record"], value_set=replaced))) for table in found]
        self._bytes = read_columns(directory, manifest.parts, "records", ("record", "record_sha256"))
        self._directory, self._parts = directory, manifest.parts

    def known(self, hashes: Sequence[str]) -> dict[str, Known]:
        """Those of some inputs, by hash, that are there."""
        found = {}
        for in_quarantine, table in enumerate(self._tables):
            for row in _of(table, hashes):
                sha256 = row.pop("record_sha256").hex()
                found[sha256] = Known(**row, in_quarantine=bool(in_quarantine))
        return found

    def first(self, hashes: Sequence[str]) -> dict[str, int]:
        """Under which number the bytes of some records came, by hash, for those whose bytes are there."""
        return {row["record_sha256"].hex(): row["record"] for row in _of(self._bytes, hashes)}

    @property
    def ruled(self) -> dict[str, str]:
        """The records over which rulings of a log were laid, and the hash of these, by the hash of the record."""
        table = self._tables[0]
        laid = table.filter(pc.is_valid(table["rulings_sha256"])).select(("record_sha256", "rulings_sha256"))
        return {row["record_sha256"].hex(): row["rulings_sha256"] for row in laid.to_pylist()}

    def ruled_otherwise(self, laid: Mapping[str, str]) -> list[RawRecord]:
        """The records over which now other rulings are laid than when they were audited, in the order in which they came.

        `laid` has the hash of what is laid over some records now, by the hash of the record.
        """
        were = self.ruled
        known = self.known([*laid, *were])
        numbers = {each.record for sha, each in known.items() if not each.in_quarantine and laid.get(sha) != were.get(sha)}
        if not numbers:
            return []
        named = ("record", "first", "source", "line")
        matches = read_rows(self._directory, self._parts, "matches", named, numbers).to_pylist()
        raw = read_rows(self._directory, self._parts, "records", ("record", "raw"), {row["first"] for row in matches})
        by_number = {row["record"]: row["raw"] for row in raw.to_pylist()}
        matches.sort(key=lambda row: int(row["first"]))
        return [RawRecord(by_number[row["first"]], row["source"], row["line"]) for row in matches]


def _of(table: pa.Table, hashes: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of some inputs."""
    wanted = pa.array(map(bytes.fromhex, hashes), SHA256)
    rows: list[dict[str, Any]] = table.filter(pc.is_in(table["record_sha256"], value_set=wanted)).to_pylist()
    return rows


def _prepare(directory: Path) -> None:
    """Make sure that the folder is there, and that it holds a warehouse or nothing."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        names = sorted(path.name for path in directory.iterdir())
        manifests.refuse_old(directory)
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
    others = [name for name in names if not manifests.is_ours(name)]
    if others and not manifests.numbered(directory):
        raise NotAWarehouseError(
            directory,
            f"里面有别的文件（{others[0]}）；仓库要自己的文件夹",
            f"holds other files ({others[0]}); a warehouse wants a folder of its own",
        )
    parts = directory / PARTS
    if parts.is_symlink() or (parts.exists() and not parts.is_dir()):
        raise NotAWarehouseError(
            directory,
            f"{PARTS} 应是本文件夹里的文件夹，不能是链接或文件；把它所指的移到这里（磁盘没挂上就先挂上），或者移走它",
            f"{PARTS} must be a folder of this folder, neither a link nor a file; move what it leads to here (mount the disk "
            "if need be), or take it away",
        )
