"""Where an answer of the warehouse goes, and in which form: for people, or as a file that other programs read."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import output, output_bytes, standard_output
from paipu.cli.support.terminal import is_terminal

if TYPE_CHECKING:
    import polars as pl

BINARY = frozenset({"parquet", "xlsx"})


def write(
    form: str | None,
    path: Path | None,
    pieces: "Callable[[], Iterable[pl.DataFrame]]",
    lines: Callable[[], Iterable[str]] | None = None,
) -> int:
    """Write an answer in a form, that of the file's name if none is given; how many rows were written.

    `lines` says it for people; without them CSV is what is taken where nothing tells. Raises UsageError for a name that tells
    no form, and for bytes on a terminal.
    """
    from paipu.analytics.export import FORMS, export

    if form is None:
        form = path.suffix.lower().removeprefix(".") if path is not None else "text" if lines is not None else "csv"
        form = "text" if form == "txt" and lines is not None else form
    chosen = next((each for each in FORMS if each == form), None)
    if chosen is None:
        if form != "text" or lines is None:
            raise UsageError("export.form", path=str(path), forms=", ".join(FORMS))
        with output(path) as out:
            out.writelines(f"{line}\n" for line in lines())
        return 0
    if path is None and chosen in BINARY and is_terminal(standard_output()):
        raise UsageError("export.terminal", form=chosen)
    found: Iterator[pl.DataFrame] = iter(pieces())
    first = next(found)  # what cannot be asked is known before a file is made
    with output_bytes(path) as out:
        return export(chain([first], found), chosen, out)
