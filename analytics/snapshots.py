"""The files of a warehouse, and how readers get at them while a writer has its own.

DuckDB gives a file either to one writing process or to readers, never to both. So a warehouse is a folder:

- `writer.duckdb` belongs to the writer, who holds `lock` while it has the file open;
- `warehouse-N.duckdb` is a snapshot of it after N commits, never changed once it is there;
- `current` is a symbolic link to the newest snapshot, replaced in one step.

A reader opens what `current` leads to. It keeps what it opened even when the file is unlinked, and finds the
next snapshot when it looks again.
"""

import os
import re
import shutil
from pathlib import Path
from typing import Final

WRITER: Final = "writer.duckdb"
NEW_WRITER: Final = "writer.duckdb.new"
LOCK: Final = "lock"
CURRENT: Final = "current"
SNAPSHOTS_KEPT: Final = 2
"""The newest, and one more for a reader that has read the link and not yet opened the file."""

_SNAPSHOT: Final = re.compile(r"warehouse-(\d+)\.duckdb")
_OURS: Final = re.compile(r"writer\.duckdb.*|lock|current(\.new)?|warehouse-\d+\.duckdb.*")


def is_ours(name: str) -> bool:
    """Whether a file of that name can be a part of a warehouse."""
    return _OURS.fullmatch(name) is not None


def snapshot_number(path: Path) -> int | None:
    found = _SNAPSHOT.fullmatch(path.name)
    return int(found[1]) if found else None


def current_snapshot(directory: Path) -> Path | None:
    """The snapshot that `current` leads to; None where nothing was published yet."""
    try:
        return directory / (directory / CURRENT).readlink().name
    except OSError:  # no such folder, no such link, or something else of that name
        return None


def publish(directory: Path, number: int) -> Path:
    """Copy the writer's file, which must be closed, to snapshot `number`, and make that the current one.

    A crash leaves the old snapshot current, and at most a `.partial` file that the next call removes.
    """
    snapshot = directory / f"warehouse-{number}.duckdb"
    partial = snapshot.with_name(f"{snapshot.name}.partial")
    shutil.copyfile(directory / WRITER, partial)
    flush(partial)
    partial.replace(snapshot)
    link = directory / f"{CURRENT}.new"
    link.unlink(missing_ok=True)
    link.symlink_to(snapshot.name)
    link.replace(directory / CURRENT)
    flush(directory)
    tidy(directory)
    return snapshot


def tidy(directory: Path) -> None:
    """Remove what a crash left half made, and all but the newest snapshots. Only for who holds the lock."""
    for path in directory.glob("*.partial"):
        path.unlink()
    current = current_snapshot(directory)
    newest = snapshot_number(current) if current else None
    numbered = [(number, path) for path in directory.iterdir() if (number := snapshot_number(path)) is not None]
    stale = sorted(pair for pair in numbered if newest is None or pair[0] <= newest)[:-SNAPSHOTS_KEPT]
    for _, path in stale:
        path.unlink()


def flush(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
