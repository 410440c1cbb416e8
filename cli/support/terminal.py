"""What a terminal is shown: no control characters from a record, columns that line up, colour only where it is wanted."""

import json
import os
import sys
from typing import IO, Final, Literal

from paipu.cli.support.streams import let_go
from paipu.ingest.cells import cells, clean, clean_json
from paipu.replay.text import Lang

__all__ = ["cells", "clean", "clean_json", "is_terminal", "labelled", "pad", "paint", "tell", "to_json", "wants_colour"]

Style = Literal["red", "yellow", "blue", "green", "dim", "bold"]

LABEL_CELLS: Final = {"zh": 4, "en": 8}

_CODES: Final = {"red": "31", "yellow": "33", "blue": "34", "green": "32", "dim": "2", "bold": "1"}


def pad(text: str, width: int) -> str:
    """The text filled up with spaces to a number of columns."""
    return text + " " * (width - cells(text))


def wants_colour(stream: IO[str]) -> bool:
    """Whether the stream is a terminal that is to have colours (`NO_COLOR`, https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def is_terminal(stream: IO[str]) -> bool:
    """Whether somebody is looking."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def paint(text: str, style: Style, *, colour: bool) -> str:
    """The text in a style, if there are colours."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour else text


def labelled(label: str, value: str, lang: Lang, *, colour: bool) -> str:
    """A label in its column, and a value."""
    return f"  {paint(pad(label, LABEL_CELLS[lang]), 'dim', colour=colour)}  {value}"


def to_json(value: object) -> str:
    """Compact JSON in one line, Chinese as it is, and nothing in it that could steer a terminal."""
    return clean_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def tell(*lines: str) -> None:
    """Lines for the person at the terminal, on standard error. Where they cannot be written the work goes on without."""
    try:
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)
