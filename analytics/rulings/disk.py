"""The files of the log, and the one step by which an act comes into force.

- `rulings.ndjson` holds the lines. Who adds one holds its lock, has read what is there, writes at its end, waits for the disk.
- `rulings.ndjson.head` says how many lines were acknowledged, and the hash of the last. What stands after these counts nowhere:
  a new head that takes the place of the old one is what brings an act into force. It is there before the first line is.
- What a crash left after the last acknowledged line the next act puts aside as `rulings.ndjson.torn-N`.

Where the disk refuses anything, the head is the old one again, so that a refused act is in force nowhere. The copy of the old
head is made before the new one is put in its place: to go back then needs no space.
"""

import errno
import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from paipu.analytics.errors import BrokenLogError, LogBusyError, NotTakenError, UnsureActError, UnusableError
from paipu.analytics.rulings.acts import START, Mark
from paipu.analytics.rulings.faults import FAULTS

HEAD: Final = "rulings.ndjson.head"
PATIENCE: Final = 10.0
"""Seconds to wait for another's lock, which is held for milliseconds."""
FLAGS: Final = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
BLOCK: Final = 1 << 20
LONGEST_HEAD: Final = 4096
"""Bytes that are read of a head, which has some hundred."""


def head_of(path: Path) -> Path:
    """The file that says how far a log has come."""
    return path.with_name(path.name + ".head")


def head(path: Path) -> Mark | None:
    """What was acknowledged; None where nothing says so. Raises BrokenLogError where that is nothing of ours."""
    there = head_of(path)
    try:
        with there.open("rb") as stream:
            told = json.loads(stream.read(LONGEST_HEAD))
        mark = Mark(told["lines"], told["sha256"])
    except FileNotFoundError:
        return None
    except (IsADirectoryError, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise BrokenLogError(path, FAULTS["head"].fill(line=0, what=there.name)) from fault
    if type(mark.lines) is int and mark.lines >= 0 and isinstance(mark.sha256, str):
        return mark
    raise BrokenLogError(path, FAULTS["head"].fill(line=0, what=there.name))


def whole(handle: int) -> bytes:
    """All bytes of an open file."""
    return _from(handle, 0)


def add(path: Path, handle: int, after: Mark, torn: int, lines: bytes) -> None:
    """Put lines behind those that count, of which `torn` bytes are none, and acknowledge them.

    Raises OSError where the disk refuses: then they are not in force. UnsureActError where it refuses even to go back.
    """
    end = os.fstat(handle).st_size - torn
    try:
        if not end and head(path) is None:
            _put_head(path, START)
        if torn:
            _put_aside(path, handle, end, after.lines)
        _write(handle, lines)
        os.fsync(handle)
        _put_head(path, after)
    except OSError as fault:
        _go_back(path, handle, end, after, fault)
        raise


def _go_back(path: Path, handle: int, end: int, after: Mark, fault: OSError) -> None:
    """Have the log be as it was before an act that was refused. Raises UnsureActError where that cannot be."""
    try:
        in_force = head(path) == after
    except (BrokenLogError, OSError):
        in_force = True
    if in_force:
        raise UnsureActError(path, after.lines, fault)
    with suppress(OSError):
        os.ftruncate(handle, end)


def _put_head(path: Path, mark: Mark) -> None:
    """Put a head in the place of the old one; where that is refused, the old one is there again."""
    there, folder = head_of(path), path.absolute().parent
    new, old = (there.with_name(there.name + end) for end in (".partial", ".before"))
    try:
        was = _copy(there, old)
        try:
            _make(new, json.dumps({"lines": mark.lines, "sha256": mark.sha256}).encode(), lasting=True)
            new.replace(there)
            _sync_folder(folder)
        except OSError:
            with suppress(OSError):
                if was is None:
                    there.unlink(missing_ok=True)
                elif there.read_bytes() != was:
                    old.replace(there)
                _sync_folder(folder)
            raise
    finally:
        for each in (new, old):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _copy(there: Path, to: Path) -> bytes | None:
    """What a head says, written once more; None where there is none."""
    try:
        was = there.read_bytes()
    except FileNotFoundError:
        return None
    _make(to, was, lasting=False)
    return was


def _make(path: Path, content: bytes, *, lasting: bool) -> None:
    """A file of some bytes; if a link has its name, the link goes."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        _write(handle, content)
        if lasting:
            os.fsync(handle)
    finally:
        os.close(handle)


def _write(handle: int, content: bytes) -> None:
    """Write all of it; half of it is a disk that is full."""
    if os.write(handle, content) != len(content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put_aside(path: Path, handle: int, end: int, number: int) -> None:
    """Keep what a crash left in a file of its own, and let the log end with its last line that counts."""
    _make(path.with_name(f"{path.name}.torn-{number}"), _from(handle, end), lasting=True)
    os.ftruncate(handle, end)
    os.fsync(handle)


def _from(handle: int, start: int) -> bytes:
    found = bytearray()
    while block := os.pread(handle, BLOCK, start + len(found)):
        found += block
    return bytes(found)


@contextmanager
def to_read(path: Path) -> Iterator[int | None]:
    """The log under its lock; None where there is none. Raises UnusableError where the disk refuses."""
    with _refusing(path, UnusableError):
        try:
            handle = os.open(path, os.O_RDONLY | FLAGS)
        except FileNotFoundError:
            yield None
            return
        with _locked(path, handle, fcntl.LOCK_SH):
            yield handle


@contextmanager
def to_write(path: Path) -> Iterator[int]:
    """The log under its lock, made where there is none. Raises NotTakenError where the disk refuses."""
    with _refusing(path, NotTakenError):
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | FLAGS, 0o666)
        with _locked(path, handle, fcntl.LOCK_EX):
            yield handle


@contextmanager
def _refusing(path: Path, error: type[UnusableError]) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise error(path, fault, FAULTS["unreadable"].fill(line=0, what="")) from fault


@contextmanager
def _locked(path: Path, handle: int, lock: int) -> Iterator[None]:
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BrokenLogError(path, FAULTS["file"].fill(line=0, what=""))
        _take(path, handle, lock)
        yield
    finally:
        with suppress(OSError):  # what was to be on the disk is there, or was refused before
            os.close(handle)


def _take(path: Path, handle: int, lock: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, lock | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise LogBusyError(path) from None
            time.sleep(0.005)
        else:
            return
