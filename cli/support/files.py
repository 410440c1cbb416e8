"""Where results go: the standard output, or a file that appears whole or not at all."""

import errno
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from cli.support.errors import UsageError
from cli.support.terminal import is_terminal


@contextmanager
def output(path: Path | None) -> Iterator[TextIO]:
    """The stream to write results to. A file takes its name only when everything is written.

    Raises UsageError where the file cannot be made.
    """
    if path is None:
        out = standard_output()
        yield out
        out.flush()
        return
    if _is_special(path):
        with _opening(path):
            stream = path.open("w", encoding="utf-8", newline="\n")
        with stream:
            yield stream
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _opening(path):
        stream = draft.open("x", encoding="utf-8", newline="\n")
    try:
        with stream:
            yield stream
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def standard_output() -> TextIO:
    """Our standard output; unless it is a terminal, in UTF-8 with plain newlines, so that the bytes are the same everywhere."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if is_terminal(sys.stdout):
            sys.stdout.reconfigure(errors="backslashreplace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return sys.stdout


def check_targets(targets: Iterable[Path | None], sources: Iterable[str]) -> None:
    """Raise UsageError where a result would overwrite an input or another result."""
    taken = [Path(source) for source in sources if source != "-"]
    for target in targets:
        if target is None:
            continue
        if any(_is_same(target, other) for other in taken):
            raise UsageError("output.same", path=str(target))
        taken.append(target)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return os.path.abspath(one) == os.path.abspath(other)  # noqa: PTH100 - resolve() would follow links


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        yield
    except OSError as error:
        raise UsageError("output.cannot", path=str(path), why=error.strerror or str(error)) from error


def say(*lines: str) -> None:
    """Lines on standard output."""
    standard_output().write("".join(f"{line}\n" for line in lines))
