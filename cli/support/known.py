"""Findings that do not count (`analytics/known.py`), from the files that the command line names."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from paipu.analytics import known
from paipu.analytics.known import KnownError, Waiver, Waivers, baseline_head, baseline_line
from paipu.cli.support.ends import unreadable
from paipu.cli.support.errors import InputError

__all__ = ["Waiver", "Waivers", "baseline_head", "baseline_line", "read_baseline", "read_waivers"]

Read = TypeVar("Read")


def read_waivers(path: Path) -> Waivers:
    """The waivers of a JSON file. Raises InputError naming the entry and the key that is wrong."""
    return _read(known.read_waivers, path)


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of a baseline file. Raises InputError where it is none."""
    return _read(known.read_baseline, path)


def _read(read: Callable[[Path], Read], path: Path) -> Read:
    try:
        return read(path)
    except KnownError as fault:
        if isinstance(fault.__cause__, OSError | UnicodeDecodeError):
            raise unreadable(str(path), fault.__cause__) from fault.__cause__
        raise InputError("known.trouble", **fault.message._asdict()) from fault
