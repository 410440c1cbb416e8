"""Which of the copies in a folder a writer may go on from, and which it may remove.

Nothing that holds data is overwritten, and nothing is removed but what a sound newer copy holds as well. Where it
cannot be told which copy is the right one, a load is refused, and the message says what would make it possible.
"""

from pathlib import Path
from typing import Final

import duckdb

from analytics import schema, snapshots, tallies
from analytics.database import reading
from analytics.errors import NotAWarehouseError, OtherSchemaError, UnusableError, WarehouseBusyError
from replay.text import Text

PUT_ASIDE: Final = Text(
    f"把 {snapshots.WRITER} 移出文件夹（不要删）再 load，会从最新可读的快照接着装；paipu verify 可查各份副本",
    (
        f"move {snapshots.WRITER} out of the folder (do not delete it) and load again, to go on from the newest readable "
        "snapshot; paipu verify tells about each copy"
    ),
)
Batch = tuple[object, ...]
"""What a batch is known by: its number, when it was loaded, and what became of its inputs."""


def settle(directory: Path) -> Text | None:
    """Make sure that a writer's file is there that holds all that the folder is known to hold. For who holds the lock.

    Where the file is gone the newest readable snapshot takes its place, and that is said. Raises
    NotAWarehouseError or UnusableError where going on could lose something.
    """
    _refuse_odd_names(directory)
    writer = directory / snapshots.WRITER
    if writer.exists():
        _check_writer(directory, writer)
        return None
    if (directory / snapshots.WRITER_LOG).exists():
        raise NotAWarehouseError(
            directory,
            f"{snapshots.WRITER} 不见了，只剩它的日志 {snapshots.WRITER_LOG}；把 {snapshots.WRITER} 放回来，"
            "或者把日志移出文件夹再 load，会从最新的快照接着装",
            f"{snapshots.WRITER} is gone and its log {snapshots.WRITER_LOG} is left; put {snapshots.WRITER} back, or move "
            "the log out of the folder and load again, to go on from the newest snapshot",
        )
    copies = [*snapshots.published(directory), *snapshots.begun_snapshots(directory)]
    for path in copies:
        if reads_whole(path):
            return _recover(directory, path)
    if copies or snapshots.highest_number(directory) >= 0:
        raise NotAWarehouseError(
            directory,
            f"这里有过仓库，但 {snapshots.WRITER} 不见了，也没有可读的快照；把备份以 {snapshots.WRITER} 为名放进来，"
            "或者另用一个文件夹",
            f"there was a warehouse here, but {snapshots.WRITER} is gone and no snapshot can be read; put a backup here "
            f"under the name {snapshots.WRITER}, or use another folder",
        )
    return None


def _refuse_odd_names(directory: Path) -> None:
    """Refuse links and folders where a file of ours must be, and a file or a link elsewhere in place of `current`."""
    for name in (snapshots.WRITER, snapshots.WRITER_LOG, snapshots.NEW_WRITER):
        path = directory / name
        if name == snapshots.NEW_WRITER and path.is_symlink():
            continue  # a draft, and only the link would go
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise NotAWarehouseError(
                directory,
                f"{name} 应是本文件夹里的文件，不能是链接或文件夹；把它所指的文件移到这里（磁盘没挂上就先挂上），或者移走链接",
                f"{name} must be a file of this folder, neither a link nor a folder; move the file that it leads to here "
                "(mount the disk if need be), or take the link away",
            )
    link = directory / snapshots.CURRENT
    target = snapshots.link_target(directory)
    if target is not None and snapshots.current_snapshot(directory) is None:
        raise NotAWarehouseError(
            directory,
            f"{snapshots.CURRENT} 指向文件夹之外的 {target}；挂上那个磁盘，把所指的文件移到这里，再删去链接",
            f"{snapshots.CURRENT} leads out of the folder, to {target}; mount that disk, move what it leads to here, "
            "then remove the link",
        )
    if target is None and link.exists():
        raise NotAWarehouseError(
            directory,
            f"{snapshots.CURRENT} 不是链接；如果它是快照的副本，就改名为 {snapshots.WRITER}（没有这个文件时）或移出文件夹",
            f"{snapshots.CURRENT} is no link; if it is a copy of a snapshot, rename it to {snapshots.WRITER} (where there is "
            "none) or move it out of the folder",
        )


def _check_writer(directory: Path, writer: Path) -> None:
    """Raise unless the writer's file is ours, of a schema that we know, and holds what the newest snapshot holds."""
    with reading(writer, PUT_ASIDE) as con:
        found, wanted = schema.found_version(con), schema.schema_version()
        if found is None:
            raise NotAWarehouseError(
                directory,
                f"{snapshots.WRITER} 是别的程序的数据库；把它移出文件夹，或者给仓库单独一个文件夹",
                f"{snapshots.WRITER} is a database of another program; move it out of the folder, or give the warehouse a "
                "folder of its own",
            )
        if found > wanted:
            raise OtherSchemaError(directory, found, wanted)
        held = batches(con)
    for path in snapshots.published(directory):
        in_snapshot = batches_of(path)
        if in_snapshot is None:
            continue
        if not in_snapshot <= held:
            raise NotAWarehouseError(
                directory,
                f"{path.name} 里有 {snapshots.WRITER} 没有的批次；若 {snapshots.WRITER} 是旧的，{PUT_ASIDE.zh}；"
                f"若要留用它，把 {path.name} 移出文件夹",
                f"{path.name} has batches that {snapshots.WRITER} has not; if {snapshots.WRITER} is an old one, "
                f"{PUT_ASIDE.en}; if it is the one to keep, move {path.name} out of the folder",
            )
        return


def _recover(directory: Path, snapshot: Path) -> Text:
    """Make a copy of a snapshot the writer's file. The snapshot stays."""
    try:
        draft = directory / snapshots.NEW_WRITER
        with snapshots.drafted(draft):
            snapshots.write_draft(snapshot, draft)
            draft.replace(directory / snapshots.WRITER)
        snapshots.flush(directory)
    except OSError as fault:
        raise UnusableError(directory, fault) from fault
    last = max((int(str(batch[0])) for batch in batches_of(snapshot) or ()), default=0)
    return Text(
        f"{directory}：{snapshots.WRITER} 不见了，已从 {snapshot.name} 恢复（到第 {last} 批为止）；之后装入过的请再装一次",
        f"{directory}: {snapshots.WRITER} was gone and is recovered from {snapshot.name}, up to batch {last}; "
        "load again what was loaded after that",
    )


def reads_whole(path: Path) -> bool:
    """Whether a file is a warehouse, of this schema or an older one, of which every row can be read.

    Raises UnusableError where the system refuses and WarehouseBusyError where another program has it: it may be as good as any.
    """
    try:
        with reading(path) as con:
            found = schema.found_version(con)
            if found is None or found > schema.schema_version():
                return False
            for (name,) in con.execute("SELECT table_name FROM duckdb_tables() ORDER BY table_name").fetchall():
                con.execute(f'SELECT count(*), sum(hash(told)) FROM "{name}" AS told').fetchall()  # noqa: S608 - a name out of the catalogue
            return True
    except UnusableError as fault:
        if fault.refusal != "other":
            raise
        return False


def batches(con: duckdb.DuckDBPyConnection) -> set[Batch]:
    """The batches of a database, without the count that later batches change."""
    return set(
        con.execute(
            """
            SELECT batch, load, loaded_at, engine_version, read, already_loaded, accepted, accepted_with_findings, quarantined
            FROM batches ORDER BY batch
            """
        ).fetchall()
    )


def batches_of(path: Path) -> set[Batch] | None:
    """The batches of a warehouse in a file; None where it is none, or cannot be read."""
    try:
        with reading(path) as con:
            return batches(con) if schema.found_version(con) is not None else None
    except (UnusableError, WarehouseBusyError):
        return None


def generation_of(path: Path) -> int | None:
    """How many commits made the warehouse in a file; None where it is none, or cannot be read."""
    try:
        with reading(path) as con:
            if schema.found_version(con) is None:
                return None
            [(number,)] = con.execute("SELECT generation FROM warehouse ORDER BY ALL").fetchall()
            return int(number)
    except (UnusableError, WarehouseBusyError, ValueError):
        return None


def tidy(directory: Path) -> Text | None:
    """Remove drafts, and the snapshots before the last two, if the current one is sound and holds what they hold.

    Only for who holds the lock. What cannot be read is left, for somebody may yet get something out of it.
    """
    current = snapshots.current_snapshot(directory)
    if current is None:
        return None
    number = snapshots.snapshot_number(current) or 0
    stale = [path for path in snapshots.published(directory) if (snapshots.snapshot_number(path) or 0) <= number]
    removable = [*snapshots.drafts(directory), *stale[snapshots.SNAPSHOTS_KEPT :]]
    if not removable:
        return None
    try:
        held = _held_if_sound(current)
    except WarehouseBusyError:  # the next load can remove them
        return None
    if held is None:
        return Text(
            f"{directory}：{current.name} 有损坏，所以旧的快照都留着；paipu verify 会说明损坏在哪里、怎么办",
            f"{directory}: {current.name} is damaged, so all the older snapshots are kept; paipu verify says what is "
            "damaged and what to do",
        )
    for path in removable:
        inside = batches_of(path) if path.is_file() else None
        is_draft = snapshots.snapshot_number(path) is None
        if is_draft if inside is None else inside <= held:
            path.unlink()
    return None


def _held_if_sound(path: Path) -> set[Batch] | None:
    try:
        with reading(path) as con:
            return None if tallies.differences(con) else batches(con)
    except UnusableError:
        return None
