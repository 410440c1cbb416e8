"""A score sheet in a text file: UTF-8, UTF-16 or GB18030; comma, semicolon or tab.

The standard library's reader takes rows of any length, as sheets with a title above their headers have them; polars would
make the first row's length that of all, and cut the others.
"""

import codecs
import csv
import io
from collections.abc import Callable, Sequence
from typing import Final

from paipu.ingest.rejection import problem
from paipu.ingest.scoresheet.grid import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_TEXT,
    Grid,
    Unreadable,
    column_name,
    long_text,
    too_large,
)

SEPARATORS: Final = (",", ";", "\t")
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LOOKED_AT: Final = 40
_HEAD: Final = 100_000
"""Lines, and characters, that tell the separator."""

Known = Callable[[Sequence[str | None]], int]
"""How many headers a row has that are known."""


def decoded(raw: bytes) -> str:
    """The text of a file. Raises Unreadable where it is in none of the encodings."""
    encodings = [name for mark, name in _MARKS if raw.startswith(mark)][:1] or ["utf-8", "gb18030"]
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Unreadable(problem("SCORESHEET-ENCODING"))


def read(raw: bytes, file: str, known: Known) -> Grid:
    """The table in a text file; the separator is the one by which a row has most headers that are known."""
    text = decoded(raw)
    head = "\n".join(text[:_HEAD].split("\n")[:_LOOKED_AT])
    best = max(SEPARATORS, key=lambda separator: max(map(known, _rows(head, separator, strict=False)), default=0))
    rows = _rows(text, best, strict=True)
    letters = [column_name(index) for index in range(max(map(len, rows), default=0))]
    long_text(rows, letters)
    return Grid(file, None, rows, letters)


def _rows(text: str, separator: str, *, strict: bool) -> list[list[str | None]]:
    rows: list[list[str | None]] = []
    cells = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)
    try:
        for row in reader:
            cells += len(row)
            if len(row) > MAX_COLUMNS or len(rows) >= MAX_ROWS or cells > MAX_CELLS:
                if not strict:
                    return rows
                raise Unreadable(too_large(), cell=f"A{len(rows) + 1}")
            rows.append([cell or None for cell in row])
    except csv.Error as error:
        if strict:
            # a quote that is never closed makes one cell of what follows: the reader stops at a longest one of its own
            long = "field larger" in str(error)
            why = problem("SCORESHEET-TEXT", limit=f"{MAX_TEXT:,}") if long else problem("SCORESHEET-DAMAGED", why=str(error))
            raise Unreadable(why, cell=f"A{len(rows) + 1}") from error
    return rows
