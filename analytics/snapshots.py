"""The files of a warehouse, and how readers get at them while a writer has its own.

DuckDB gives a file either to one writing process or to readers, never to both. So a warehouse is a folder:

- `writer.duckdb` belongs to the writer, who holds `lock` while it has the file open;
- `warehouse-N.duckdb` is a snapshot of it after N commits, never changed once it is there;
- `current` is a symbolic link to the newest snapshot, replaced in one step.

A reader opens what `current` leads to. It keeps what it opened even when the file is unlinked, and finds the
next snapshot when it looks again. What of all this may be removed, `analytics.recovery` decides.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

WRITER: Final = "writer.duckdb"
WRITER_LOG: Final = f"{WRITER}.wal"
NEW_WRITER: Final = f"{WRITER}.new"
LOCK: Final = "lock"
CURRENT: Final = "current"
NEW_CURRENT: Final = f"{CURRENT}.new"
SNAPSHOTS_KEPT: Final = 2
"""The newest, and one more for a reader that has read the link and not yet opened the file."""

_SNAPSHOT: Final = re.compile(r"warehouse-([0-9]{1,15})\.duckdb")
_DRAFT: Final = re.compile(r"warehouse-([0-9]{1,15})\.duckdb\.partial")
_NUMBERED: Final = re.compile(r"warehouse-([0-9]{1,15})\.duckdb.*")
_OURS: Final = re.compile(r"writer\.duckdb.*|lock|current(\.new)?|warehouse-[0-9]{1,15}\.duckdb.*")


def is_ours(name: str) -> bool:
    """Whether a file of that name can be a part of a warehouse."""
    return _OURS.fullmatch(name) is not None


def snapshot_number(path: Path) -> int | None:
    found = _SNAPSHOT.fullmatch(path.name)
    return int(found[1]) if found else None


def highest_number(directory: Path) -> int:
    """The greatest number that a snapshot has or, as far as the names in the folder tell, once had; -1 for none."""
    names = [path.name for path in directory.iterdir()]
    target = link_target(directory)
    names += [target.name] if target else []
    return max((int(found[1]) for name in names if (found := _NUMBERED.fullmatch(name))), default=-1)


def published(directory: Path) -> list[Path]:
    """Everything that has a snapshot's name, the newest first."""
    numbered = [(number, path) for path in directory.iterdir() if (number := snapshot_number(path)) is not None]
    return [path for _, path in sorted(numbered, reverse=True)]


def drafts(directory: Path) -> list[Path]:
    """Files that a process which was killed had begun, and any writer may remove once it has a whole one."""
    names = (NEW_WRITER, f"{NEW_WRITER}.wal", NEW_CURRENT)
    found = [path for path in directory.iterdir() if path.name in names or _DRAFT.fullmatch(path.name)]
    return sorted(path for path in found if is_file_or_link(path))


def begun_snapshots(directory: Path) -> list[Path]:
    """Those drafts that were to be snapshots, the newest first."""
    numbered = [(int(found[1]), path) for path in drafts(directory) if (found := _DRAFT.fullmatch(path.name))]
    return [path for _, path in sorted(numbered, reverse=True)]


def is_file_or_link(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def link_target(directory: Path) -> Path | None:
    """What `current` says, whether or not anything is there; None where it is no link."""
    try:
        return (directory / CURRENT).readlink()
    except OSError:  # no such folder, no such link, or something else of that name
        return None


def current_snapshot(directory: Path) -> Path | None:
    """The snapshot of this folder that `current` leads to, there or not; None where it leads to none."""
    target = link_target(directory)
    if target is None or not _is_same_folder(directory / target.parent, directory):
        return None
    return directory / target.name


def _is_same_folder(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def publish(directory: Path, number: int) -> Path:
    """Copy the writer's file, which must be closed, to snapshot `number`, and make that the current one.

    A crash leaves the old snapshot current, and at most a draft. Raises FileExistsError for a number that is taken.
    """
    snapshot = directory / f"warehouse-{number}.duckdb"
    if os.path.lexists(snapshot):
        raise FileExistsError(snapshot)
    draft, link = snapshot.with_name(f"{snapshot.name}.partial"), directory / NEW_CURRENT
    try:
        with drafted(draft):
            write_draft(directory / WRITER, draft)
            link.unlink(missing_ok=True)
            # Before the snapshot is there: as long as the link is a draft, so is the publication.
            link.symlink_to(snapshot.name)
            draft.replace(snapshot)
        link.replace(directory / CURRENT)
    except BaseException:
        if not os.path.lexists(snapshot):
            link.unlink(missing_ok=True)
        raise
    flush(directory)
    return snapshot


@contextmanager
def drafted(*names: Path) -> Iterator[None]:
    """Names that are free to begin with, and free again afterwards, however that ends, unless the process is killed."""
    try:
        for name in names:
            name.unlink(missing_ok=True)  # if a link has that name, the link goes, not what it leads to
        yield
    finally:
        for name in names:
            name.unlink(missing_ok=True)


def write_draft(source: Path, draft: Path) -> None:
    """Copy a file to a draft, which takes the name that it is for once it is whole."""
    shutil.copyfile(source, draft)
    flush(draft)


def flush(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
