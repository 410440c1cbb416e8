"""Any table of the warehouse, and any answer, as a file: CSV, JSON, Parquet or Excel.

What comes from a record is text that anybody may have written. In CSV and Excel no cell can be taken for a formula, and in CSV,
JSON and Excel no character hides or reorders others; Parquet has the values as they are.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, get_args

import polars as pl

from paipu.analytics.errors import ExportError
from paipu.ingest.cells import HIDDEN, clean, clean_json, guarded

if TYPE_CHECKING:
    import pyarrow as pa

Form = Literal["csv", "json", "parquet", "xlsx"]
FORMS: Final = get_args(Form)
SLICE: Final = 100_000
"""Rows that are written at once: of many more the text would fill the memory."""
EXCEL_ROWS: Final = (1 << 20) - 1
"""Rows of a worksheet under its header."""
EXCEL_CHARACTERS: Final = 32_767
"""Characters of one of its cells: of longer text these are kept, the last of them `…`."""


def export(pieces: Iterable[pl.DataFrame], form: Form, out: BinaryIO) -> int:
    """Write a table that comes in one piece or several, at least one; how many rows it has.

    Raises ExportError for more rows than a worksheet holds.
    """
    return _WRITERS[form](iter(pieces), out)


def _as_csv(pieces: Iterator[pl.DataFrame], out: BinaryIO) -> int:
    rows = 0
    for number, piece in enumerate(_slices(pieces)):
        cells = pl.DataFrame([_texts(column, _filled) for column in piece.get_columns()])
        out.write(_lines(cells.rename(cell), include_header=not number))
        rows += piece.height
    return rows


def _filled(value: object) -> str | None:
    """A cell, or nothing for an empty one, which would be written with its quotes."""
    return cell(value) or None


def _as_json(pieces: Iterator[pl.DataFrame], out: BinaryIO) -> int:
    """An array, an object a line."""
    rows = 0
    out.write(b"[")
    for piece in _slices(pieces):
        values = [_texts(column, _said) if column.dtype in _SAID else column for column in piece.get_columns()]
        lines = BytesIO()
        pl.DataFrame(values).write_ndjson(lines)
        objects = lines.getvalue().removesuffix(b"\n")
        if any(map(_hides, values)):
            objects = clean_json(objects.decode()).encode()
        if piece.height:
            out.write(b",\n" if rows else b"\n")
            out.write(objects.replace(b"\n", b",\n"))
        rows += piece.height
    out.write(b"\n]\n" if rows else b"]\n")
    return rows


_SAID: Final = (pl.Binary, pl.Datetime)
"""Types that are text in JSON, and that polars would write in another way than `plain` says them."""


def _said(value: object) -> str:
    return str(plain(value))


def _hides(column: pl.Series) -> bool:
    """Whether a column may have characters that nobody sees."""
    while isinstance(column.dtype, pl.List):
        column = column.explode()
    texts: Iterable[str] = column.drop_nulls().unique() if column.dtype == pl.String else ()
    return column.dtype.is_nested() or any(map(HIDDEN.search, texts))


def _lines(texts: pl.DataFrame, **how: Any) -> bytes:  # noqa: ANN401 - options of polars
    """Rows of text, as the bytes that they are written in: a text of Python's would be made of them, and bytes of that."""
    out = BytesIO()
    texts.write_csv(out, **how)
    return out.getvalue()


def _slices(pieces: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """No piece of more rows than are quick to write at once; an empty one is a slice of its own."""
    for piece in pieces:
        yield from piece.iter_slices(SLICE) if piece.height else (piece,)


def _texts(column: pl.Series, said: Callable[[object], str | None]) -> pl.Series:
    """The values of a column as text, but for numbers; of the same text, or the same list again and again, one is made once."""
    if column.dtype.is_integer() or (column.dtype.is_float() and column.is_finite().all()):
        return column
    if column.dtype in {pl.String, pl.Boolean}:
        values = column.drop_nulls().unique()
        texts = pl.Series([said(value) for value in values], dtype=pl.String)
        return column.replace_strict(values, texts, default=None, return_dtype=pl.String)
    runs = column.rle_id()
    starts = column.filter(runs != runs.shift(1, fill_value=column.len()))
    texts = pl.Series([None if value is None else said(value) for value in starts.to_list()], dtype=pl.String)
    return texts.gather(runs).alias(column.name)


def _as_parquet(pieces: Iterator[pl.DataFrame], out: BinaryIO) -> int:
    first, second = next(pieces, None), next(pieces, None)
    if first is None:
        return 0
    if second is None:
        first.write_parquet(out, compression="zstd")
        return first.height
    import pyarrow.parquet as pq  # noqa: PLC0415 - dear to load, and an answer in one piece does without

    rows = 0
    writer: Any = None
    for piece in chain([first, second], pieces):
        table: pa.Table = piece.to_arrow(compat_level=pl.CompatLevel.oldest())
        if writer is None:
            writer = pq.ParquetWriter(out, table.schema, compression="zstd", store_schema=False)
        writer.write_table(table)
        rows += piece.height
    if writer is not None:
        writer.close()
    return rows


def _as_excel(pieces: Iterator[pl.DataFrame], out: BinaryIO) -> int:
    from openpyxl import Workbook  # noqa: PLC0415 - it takes a while to load, and only workbooks need it
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - as above

    book = Workbook(write_only=True)
    page = book.create_sheet("paipu")
    page.freeze_panes = "A2"

    def written(value: object) -> object:
        value = plain(value)
        if value is None or isinstance(value, bool | int | float):
            return value
        said = cell(value)
        made = WriteOnlyCell(page, said if len(said) <= EXCEL_CHARACTERS else f"{said[: EXCEL_CHARACTERS - 1]}…")
        made.data_type = "s"  # never a formula
        return made

    rows = 0
    try:
        for number, piece in enumerate(pieces):
            if not number:
                page.append([written(name) for name in piece.columns])
            rows += piece.height
            if rows > EXCEL_ROWS:
                raise ExportError(rows, EXCEL_ROWS)
            for row in piece.iter_rows():
                page.append([written(value) for value in row])
    finally:
        page.close()
    book.save(out)
    return rows


_WRITERS: Final[Mapping[Form, Callable[[Iterator[pl.DataFrame], BinaryIO], int]]] = {
    "csv": _as_csv,
    "json": _as_json,
    "parquet": _as_parquet,
    "xlsx": _as_excel,
}


def as_excel(rows: pl.DataFrame) -> bytes:
    """Some rows as a workbook."""
    out = BytesIO()
    export([rows], "xlsx", out)
    return out.getvalue()


def plain(value: object) -> object:
    """A value as JSON has it: bytes are the text that they are, or that their escapes spell.

    >>> plain(b"{}"), plain(datetime(2026, 5, 1))
    ('{}', '2026-05-01T00:00:00')
    """
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return value.isoformat() if isinstance(value, datetime) else value


def cell(value: object) -> str:
    """A value as a cell of a spreadsheet: lists and structures as JSON, nothing that it would take for a formula.

    >>> cell("=1+1"), cell(-10), cell(None), cell(["p1", "p2"])
    ("'=1+1", '-10', '', '["p1", "p2"]')
    """
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, list | dict):
        value = json.dumps(value, ensure_ascii=False)
    return clean(guarded(str(value)))
