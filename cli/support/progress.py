"""A bar on the standard error, where somebody is looking."""

import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from paipu.cli.support.terminal import is_terminal, wants_colour

Advance = Callable[[int, str], None]
"""Takes how far the work has come, and a few words on it."""


@contextmanager
def progress(title: str, total: Callable[[], int | None], *, quiet: bool, shown_anyway: bool = False) -> Iterator[Advance]:
    """A bar from 0 to `total()`, or one that only moves where that is None.

    There is none when quiet, when nobody looks, or when the results come to that terminal.
    """
    if quiet or shown_anyway or not is_terminal(sys.stderr):
        yield lambda _done, _words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, no_color=not wants_colour(sys.stderr))
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(title, total=total(), words="")

        def advance(done: int, words: str) -> None:
            bar.update(task, completed=done, words=words)

        yield advance


def bytes_of(paths: Sequence[str]) -> int | None:
    """How many bytes of plain records there are at some paths; None where that cannot be told before reading."""
    total = 0
    for path in paths:
        if path == "-":
            return None
        try:
            root = Path(path)
            files = root.rglob("*") if root.is_dir() else iter([root])
            for file in files:
                found = file.stat()
                if not stat.S_ISREG(found.st_mode):
                    continue
                if file.suffix.lower() in {".gz", ".zst"}:
                    return None
                total += found.st_size if file.suffix.lower() in {".json", ".ndjson"} else 0
        except (OSError, ValueError):
            return None
    return total or None
