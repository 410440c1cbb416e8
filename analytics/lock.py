"""The lock of a warehouse: one process writes, or some check it."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from paipu.analytics.errors import NotAWarehouseError, UnusableError, WarehouseBusyError
from paipu.analytics.manifest import LOCK

AGAIN: Final = 0.1
"""Seconds between two tries to take it."""
MOST_OF_A_LOCK: Final = 32
"""Characters that are looked at to tell a process id from the file of another program."""


def take(directory: Path, patience: float = 0) -> IO[str]:
    """The lock, for a writer, with its process id. Raises WarehouseBusyError where another has it, and still after so many
    seconds.
    """
    until = time.monotonic() + patience
    while True:
        try:
            return _take(directory)
        except WarehouseBusyError:
            if time.monotonic() >= until:
                raise
        time.sleep(AGAIN)


def _take(directory: Path) -> IO[str]:
    path = directory / LOCK
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


def give_back(lock: IO[str]) -> None:
    lock.truncate(0)
    lock.close()


@contextmanager
def no_writer(directory: Path) -> Iterator[bool]:
    """Keep writers away for the while; False where one is at work."""
    path = directory / LOCK
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
