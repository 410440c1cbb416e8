"""Any table of the warehouse, and any answer, as a file: CSV, JSON, Parquet or Excel.

What comes from a record is text that anybody may have written. In CSV and Excel no cell can be taken for a formula, and in CSV,
JSON and Excel no character hides or reorders others; Parquet has the values as they are.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, get_args

import polars as pl

from analytics.errors import ExportError
from ingest.cells import clean, clean_json, guarded

if TYPE_CHECKING:
    import pyarrow as pa

Form = Literal["csv", "json", "parquet", "xlsx"]
FORMS: Final = get_args(Form)
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
    for number, piece in enumerate(pieces):
        text = StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        if not number:
            writer.writerow(map(cell, piece.columns))
        writer.writerows(zip(*map(_cells, piece.get_columns()), strict=True))
        out.write(text.getvalue().encode())
        rows += piece.height
    return rows


def _cells(column: pl.Series) -> Sequence[object]:
    """The cells of a column: numbers as they are, and of the same text, or the same list again and again, one made once."""
    numbers = column.dtype.is_integer() or column.dtype == pl.Boolean
    if numbers or (column.dtype.is_float() and column.is_finite().all()):
        return column.to_list()
    if column.dtype == pl.String:
        made = {value: cell(value) for value in column.unique()}
        return [made[value] for value in column]
    runs = column.rle_id()
    starts = column.filter(runs != runs.shift(1, fill_value=column.len()))
    return pl.Series([cell(value) for value in starts.to_list()], dtype=pl.String).gather(runs).to_list()


def _as_json(pieces: Iterator[pl.DataFrame], out: BinaryIO) -> int:
    """An array, an object a line."""
    rows = 0
    out.write(b"[")
    for piece in pieces:
        for row in piece.iter_rows(named=True):
            said = json.dumps({name: plain(value) for name, value in row.items()}, ensure_ascii=False, allow_nan=False)
            out.write(b",\n" if rows else b"\n")
            out.write(clean_json(said).encode())
            rows += 1
    out.write(b"\n]\n" if rows else b"]\n")
    return rows


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
