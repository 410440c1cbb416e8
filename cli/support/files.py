"""Where results go: the standard output, or a file that appears whole or not at all."""

import errno
import io
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from paipu.cli.support.ends import because
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.terminal import is_terminal
from paipu.cli.text import text

NAME_KEPT: Final = 32
"""Characters of a file's name that its draft has too: the whole of it might make the draft's name too long."""


@contextmanager
def output(path: Path | None) -> Iterator[TextIO]:
    """The stream to write results to. A file takes its name only when everything is written, and no draft of it is left.

    A file that is there keeps its mode and owner, and a link stays a link. Raises UsageError where the file cannot be
    made, with the exit code of the cause where the place is full or forbidden.
    """
    if path is None:
        out = standard_output()
        yield out
        out.flush()
        return
    with _opening(path):
        target = Path(os.path.realpath(path))
        old = _stat(target)
        _check_place(path, old)
    if old is not None and not stat.S_ISREG(old.st_mode):
        with _opening(path):
            stream = target.open("w", encoding="utf-8", newline="\n")
        with stream:
            yield stream
        return
    draft = target.with_name(f".{target.name[:NAME_KEPT]}.{secrets.token_hex(4)}.part")
    try:
        with _opening(path):
            stream = draft.open("x", encoding="utf-8", newline="\n")
        with stream:
            if old is not None:
                _take_after(old, stream.fileno())
            yield stream
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def output_bytes(path: Path | None) -> Iterator[BinaryIO]:
    """The same, for results that are no text."""
    with output(path) as out:
        out.flush()
        yield out.buffer
        out.buffer.flush()


def _check_place(path: Path, old: os.stat_result | None) -> None:
    """Raise OSError where there is a folder, or a link that leads round in a circle; UsageError where a file is read-only.

    The replacement of a read-only file needs no right to it, only to its folder: so its mode has to be looked at.
    """
    if old is None:
        return
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISLNK(old.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if stat.S_ISREG(old.st_mode) and not (old.st_mode & 0o222 and os.access(path, os.W_OK)):
        stop = UsageError("output.read_only", path=str(path))
        stop.code = ExitCode.DENIED
        raise stop


def _stat(path: Path) -> os.stat_result | None:
    """What is at a path that has no link left in it; None for nothing."""
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _take_after(old: os.stat_result, descriptor: int) -> None:
    """Give a new file the owner, where we may, and the mode of the one that it replaces."""
    with suppress(PermissionError):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def standard_output() -> TextIO:
    """Our standard output; unless it is a terminal, in UTF-8 with plain newlines, so that the bytes are the same everywhere."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if is_terminal(sys.stdout):
            sys.stdout.reconfigure(errors="backslashreplace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return sys.stdout


Place = tuple[int, int] | str
"""A file by its device and number, whatever it is called; one that is not there by its path without links."""


def check_targets(targets: Iterable[Path | None], sources: Iterable[str]) -> None:
    """Raise UsageError where a result would overwrite an input or another result. `None` is the standard output.

    The files in a folder that is read are inputs as well. What is in such a folder and is no input now may be written.
    """
    taken: dict[Place, Path | None] = {}
    for target in targets:
        place = _place_of(target)
        if place in taken:
            raise UsageError("output.twice", path=_name(target))
        if place is not None:
            taken[place] = target
    if not any(isinstance(place, tuple) for place in taken):  # nothing is there yet that could be an input
        return
    from paipu.ingest.source import files

    for source in files(sources):
        place = _place_of(None if source == "-" else Path(source), stdin=True)
        if place in taken:
            raise UsageError("output.input", path=_name(taken[place]), source=source)


def _place_of(path: Path | None, *, stdin: bool = False) -> Place | None:
    """Where a result goes or an input is; None for what cannot be overwritten, such as a terminal."""
    try:
        found = path.stat() if path is not None else os.fstat((sys.stdin if stdin else sys.stdout).fileno())
    except (OSError, ValueError, AttributeError):  # not there, no name for a file, or a stream that is closed or no file
        return os.path.realpath(path) if path is not None and "\0" not in str(path) else None
    if path is None and not stat.S_ISREG(found.st_mode):
        return None
    return None if stat.S_ISCHR(found.st_mode) else (found.st_dev, found.st_ino)


def _name(target: Path | None) -> str:
    return f"{text('output.stdout', 'zh')} {text('output.stdout', 'en')}" if target is None else str(target)


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        why = getattr(error, "strerror", None) or str(error)
        raise because(error, UsageError("output.cannot", path=str(path), why=why)) from error


def say(*lines: str) -> None:
    """Lines on standard output."""
    standard_output().write("".join(f"{line}\n" for line in lines))
