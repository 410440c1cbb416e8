"""Whether a warehouse still is what was committed: every record hashed again, every row counted, every file looked at.

It changes nothing. Where nobody writes it checks the writer's file and every snapshot, and keeps writers away the
while; where somebody does, it checks the snapshot that readers have.
"""

import fcntl
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import duckdb

from analytics import schema, snapshots, tallies
from analytics.damage import Damage
from analytics.database import reading
from analytics.errors import NotAWarehouseError, OtherSchemaError, UnusableError
from analytics.recovery import Batch, batches
from analytics.rows import PINNED
from replay.text import Text

_KNOWN: Final = re.compile(r"writer\.duckdb|writer\.duckdb\.wal|lock|current|warehouse-[0-9]{1,15}\.duckdb")

_OWNERS: Final = (
    *((name, "batches", "batch") for name in schema.TABLES if name not in ("warehouse", "batches")),
    *((name, "matches", "record_sha256, batch") for name in PINNED if name != "matches"),
    *((name, "hands", "record_sha256, batch, hand_index") for name in ("computed", "hand_sides", "plays")),
)
"""The rows of the first table have one of the second, by these columns."""


class Amounts(NamedTuple):
    """How much a file holds."""

    batches: int
    records: int
    rows: int


class Checked(NamedTuple):
    """A file that was looked through. `digests` is whether they could be compared, or rows were only counted."""

    file: str
    amounts: Amounts
    digests: bool


class _Seen(NamedTuple):
    """What one look into a file told; without `checked` it could not be looked through."""

    damage: list[Damage]
    checked: Checked | None = None
    older: bool = False
    generation: int = -1
    batches: frozenset[Batch] = frozenset()
    tallies: tuple[tuple[object, ...], ...] = ()


class Verification(NamedTuple):
    """What a check found. `writing` is whether a process was writing meanwhile; notices are no damage."""

    directory: Path
    writing: bool
    checked: tuple[Checked, ...]
    damage: tuple[Damage, ...]
    notices: tuple[Text, ...]

    @property
    def sound(self) -> bool:
        return not self.damage


def verify(directory: str | Path) -> Verification:
    """Check a warehouse.

    Raises NotAWarehouseError where there is none, OtherSchemaError where it must be brought up to date first or
    was made by a newer paipu, UnusableError where the system refuses.
    """
    directory = Path(directory)
    try:
        if not _has_traces(directory):
            raise NotAWarehouseError(directory, "这里没有仓库", "no warehouse here")
        with _no_writer(directory) as alone:
            return _verify_all(directory) if alone else _verify_current(directory)
    except OSError as fault:
        raise UnusableError(directory, fault) from fault


def _has_traces(directory: Path) -> bool:
    try:
        names = {path.name for path in directory.iterdir()}
    except (FileNotFoundError, NotADirectoryError):
        return False
    return bool(names & {snapshots.WRITER, snapshots.WRITER_LOG, snapshots.CURRENT}) or snapshots.highest_number(directory) >= 0


@contextmanager
def _no_writer(directory: Path) -> Iterator[bool]:
    """Keep writers away for the while; False where one is at work."""
    path = directory / snapshots.LOCK
    if path.is_symlink() or not path.is_file():
        yield True
        return
    with path.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _verify_current(directory: Path) -> Verification:
    notice = Text(
        "有进程正在写这个仓库；只查了已发布的快照",
        "a process is writing to this warehouse; only the published snapshot was checked",
    )
    link = _link_damage(directory)
    current = snapshots.current_snapshot(directory)
    if link or current is None:
        return Verification(directory, True, (), tuple(link), (notice,))
    seen = _look(current, "snapshot-foreign")
    if seen.older:
        raise OtherSchemaError(directory, seen.generation, schema.schema_version())
    checked = (seen.checked,) if seen.checked else ()
    return Verification(directory, True, checked, tuple(seen.damage), (notice, *_only_counted(checked)))


def _verify_all(directory: Path) -> Verification:
    writer = directory / snapshots.WRITER
    link = _link_damage(directory)
    damage = [*_folder_damage(directory), *link]
    notices = [
        Text(
            f"{path.name} 是被中断的进程留下的，下次 load 会清理",
            f"{path.name} was left by a killed process; a load removes it",
        )
        for path in snapshots.drafts(directory)
    ]
    writer_seen = _look(writer, "writer-foreign") if _is_plain(writer) else _Seen([])
    if writer_seen.older:
        raise OtherSchemaError(directory, writer_seen.generation, schema.schema_version())
    looks = {writer: writer_seen}
    for path in filter(_is_plain, snapshots.published(directory)):
        seen = looks[path] = _look(path, "snapshot-foreign")
        if seen.older:
            notices.append(
                Text(f"{path.name} 是旧结构的快照，没有查", f"{path.name} is of an older schema, and was not checked")
            )
        elif seen.checked and writer_seen.checked:
            seen.damage.extend(_contradictions(path, seen, writer_seen))
    checked = tuple(seen.checked for seen in looks.values() if seen.checked)
    notices += _only_counted(checked)
    damage += [each for seen in looks.values() for each in seen.damage]
    current = snapshots.current_snapshot(directory)
    seen_by_readers = looks.get(current) if current else None
    if writer_seen.checked and not link and _is_behind(seen_by_readers, writer_seen):
        # No damage: the process was stopped before it could publish.
        notices.append(
            Text("有已提交而未发布的内容，下次 load 会发布", "something is committed and not published; a load publishes it")
        )
    return Verification(directory, False, checked, tuple(damage), tuple(notices))


def _is_behind(snapshot: _Seen | None, writer: _Seen) -> bool:
    if snapshot is None or snapshot.older:
        return True
    return snapshot.checked is not None and snapshot.generation < writer.generation


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _only_counted(checked: Iterable[Checked]) -> list[Text]:
    return [
        Text(
            f"{each.file} 的摘要是用另一版 DuckDB 取的，无从比较；只数了行数，核了牌谱原文",
            f"the digests of {each.file} were taken by another DuckDB and cannot be compared; its rows were counted, and its "
            "records hashed",
        )
        for each in checked
        if not each.digests
    ]


def _folder_damage(directory: Path) -> Iterator[Damage]:
    draft_names = {path.name for path in snapshots.drafts(directory)}
    names = sorted(path.name for path in directory.iterdir())
    for name in names:
        path = directory / name
        if name in draft_names or name == snapshots.CURRENT:
            continue
        if _KNOWN.fullmatch(name) is None:
            yield Damage("file-foreign", name)
        elif path.is_symlink():
            yield Damage("link-outside", name, what=str(path.readlink()))
        elif not path.is_file():
            yield Damage("link-replaced", name)
    if snapshots.WRITER not in names:
        yield Damage("writer-missing", snapshots.WRITER)
        if snapshots.WRITER_LOG in names:
            yield Damage("log-stray", snapshots.WRITER_LOG)


def _link_damage(directory: Path) -> list[Damage]:
    link = directory / snapshots.CURRENT
    target, current = snapshots.link_target(directory), snapshots.current_snapshot(directory)
    if target is None:
        if link.exists():
            return [Damage("link-replaced", link.name)]
        begun = (directory / snapshots.NEW_CURRENT).is_symlink()  # the first publication, and it was not finished
        return [Damage("link-missing", link.name)] if snapshots.published(directory) and not begun else []
    if current is None:
        return [Damage("link-outside", link.name, what=str(target))]
    return [] if current.exists() else [Damage("link-broken", link.name, what=target.name)]


def _look(path: Path, foreign: str) -> _Seen:
    """Look through a database; `foreign` is the code for one of another program.

    One of an older schema is not looked through, and its schema stands for its generation. Raises OtherSchemaError for
    one of a newer schema, UnusableError where the system refuses.
    """
    try:
        with reading(path) as con:
            found, expected = schema.found_version(con), schema.schema_version()
            if found is None:
                return _Seen([Damage(foreign, path.name)])
            if found > expected:
                raise OtherSchemaError(path.parent, found, expected)
            if found < expected:
                return _Seen([], older=True, generation=found)
            missing = [Damage("table-missing", path.name, table=name) for name in _missing(con)]
            if missing:
                return _Seen(missing)
            damage = list(_content_damage(con, path.name))
            return _Seen(
                damage,
                Checked(path.name, _amounts(con), tallies.comparable(con)),
                generation=_one(con, "SELECT generation FROM warehouse ORDER BY ALL"),
                batches=frozenset(batches(con)),
                tallies=tuple(con.execute("SELECT batch, table_name, row_count, digest FROM tallies ORDER BY ALL").fetchall()),
            )
    except UnusableError as fault:
        if fault.refusal != "other":
            raise
        return _Seen([Damage("unreadable", path.name, what=fault.said)])


def _missing(con: duckdb.DuckDBPyConnection) -> list[str]:
    tables = {name for (name,) in con.execute("SELECT table_name FROM duckdb_tables() ORDER BY ALL").fetchall()}
    there = tables | set(schema.view_names(con))
    return [name for name in (*schema.TABLES, *schema.VIEWS) if name not in there]


def _amounts(con: duckdb.DuckDBPyConnection) -> Amounts:
    counts = ", ".join(f"(SELECT count(*) FROM {name})" for name in tallies.TALLIED)  # noqa: S608 - names of ours
    [rows] = con.execute(f"SELECT {counts} ORDER BY ALL").fetchall()
    by_table = dict(zip(tallies.TALLIED, rows, strict=True))
    return Amounts(by_table["batches"], by_table["records"], sum(rows))


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    [(number,)] = con.execute(sql).fetchall()
    return int(number)


def _content_damage(con: duckdb.DuckDBPyConnection, file: str) -> Iterator[Damage]:
    missing = con.execute(
        """
        SELECT number, batches FROM (SELECT unnest(range(1, batches + 1)) AS number, batches FROM warehouse)
        ANTI JOIN (SELECT batch AS number FROM batches) USING (number) ORDER BY number
        """
    ).fetchall()
    for batch, count in missing:
        yield Damage("batch-missing", file, batch, amount=count)
    by_table = list(_tally_damage(con, file))
    yield from by_table
    told = {each.batch for each in by_table}
    for (batch,) in con.execute("SELECT batch FROM reconciliation WHERE NOT holds ORDER BY batch").fetchall():
        if batch not in told:
            yield Damage("batch-unbalanced", file, batch)
    yield from _owner_damage(con, file)
    yield from _record_damage(con, file)


def _tally_damage(con: duckdb.DuckDBPyConnection, file: str) -> Iterator[Damage]:
    for batch, table, tallied, found in tallies.differences(con):
        if tallied is None:
            if found:
                yield Damage("rows-added", file, batch, table, found)
        elif tallied != found:
            code = "rows-missing" if found < tallied else "rows-added"
            yield Damage(code, file, batch, table, abs(found - tallied))
        else:
            yield Damage("rows-changed", file, batch, table)


def _owner_damage(con: duckdb.DuckDBPyConnection, file: str) -> Iterator[Damage]:
    ownerless = {(table, owner): f"{table} ANTI JOIN {owner} USING ({columns})" for table, owner, columns in _OWNERS}
    ownerless["records", "matches, quarantine"] = (
        "records ANTI JOIN matches USING (record_sha256) ANTI JOIN quarantine USING (record_sha256)"
    )
    told = " UNION ALL ".join(
        f"SELECT '{table}' AS owned, '{owner}' AS owner, batch, count(*) AS number FROM {rows} GROUP BY batch"  # noqa: S608 - names of ours
        for (table, owner), rows in ownerless.items()
    )
    for table, owner, batch, number in con.execute(f"FROM ({told}) ORDER BY ALL").fetchall():
        yield Damage("rows-orphaned", file, batch, table, number, owner)


def _record_damage(con: duckdb.DuckDBPyConnection, file: str) -> Iterator[Damage]:
    by_batch = {
        "record-changed": "FROM records WHERE sha256(raw) <> record_sha256",
        "record-missing": "FROM matches ANTI JOIN records USING (record_sha256)",
    }
    for code, rows in by_batch.items():
        found = con.execute(f"SELECT batch, count(*), min(record_sha256) {rows} GROUP BY batch ORDER BY batch").fetchall()
        for batch, count, example in found:
            yield Damage(code, file, batch, amount=count, what=example)
    once = {
        "records": "records",
        "matches, quarantine": "(SELECT record_sha256 FROM matches UNION ALL SELECT record_sha256 FROM quarantine)",
    }
    for tables, rows in once.items():
        doubled = con.execute(
            f"SELECT record_sha256 FROM {rows} GROUP BY record_sha256 HAVING count(*) > 1 ORDER BY record_sha256"  # noqa: S608 - as above
        ).fetchall()
        if doubled:
            yield Damage("record-doubled", file, table=tables, amount=len(doubled), what=doubled[0][0])


def _contradictions(path: Path, snapshot: _Seen, writer: _Seen) -> Iterator[Damage]:
    """How a snapshot contradicts the writer's file, which may be ahead of it."""
    if snapshot.generation > writer.generation or not snapshot.batches <= writer.batches:
        yield Damage("snapshot-ahead", path.name)
    elif snapshot.generation == writer.generation and snapshot.tallies != writer.tallies:
        yield Damage("snapshot-differs", path.name)
