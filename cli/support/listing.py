"""A table of rows for people, for spreadsheets and for programs."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Literal

from paipu.cli.support.terminal import cells, clean, clean_json, pad
from paipu.cli.text import TEXT, text
from paipu.ingest.cells import guarded
from paipu.replay.text import Lang

Form = Literal["text", "csv", "json"]
Row = Mapping[str, object]
WIDEST = 60
"""Columns of the terminal that one cell may take."""


def listed(rows: Sequence[Row], columns: Sequence[str], form: Form, lang: Lang) -> str:
    """Some columns of some rows; for people under headers `column.NAME` of the catalogue."""
    if form == "csv":
        return as_csv(rows, columns)
    if form == "json":
        return (
            clean_json(json.dumps([{name: row[name] for name in columns} for row in rows], ensure_ascii=False, indent=1)) + "\n"
        )
    return "".join(f"{line}\n" for line in as_text(rows, columns, lang))


def as_csv(rows: Iterable[Row], columns: Sequence[str]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[name]) for name in columns] for row in rows)
    return out.getvalue()


def _cell(value: object) -> str:
    return "" if value is None else clean(guarded(str(value)))


def as_text(rows: Iterable[Row], columns: Sequence[str], lang: Lang) -> Iterable[str]:
    """The lines of a table, numbers to the right."""
    rows = list(rows)
    heads = [text(f"column.{name}", lang) for name in columns]
    body = [[_cut(said(row[name], lang)) for name in columns] for row in rows]
    numeric = [
        all(isinstance(row[name], int | float | None) and not isinstance(row[name], bool) for row in rows) for name in columns
    ]
    widths = [max(map(cells, column)) for column in zip(heads, *body, strict=True)]
    for line in (heads, *body):
        told = [
            " " * (width - cells(each)) + each if right else pad(each, width)
            for each, width, right in zip(line, widths, numeric, strict=True)
        ]
        yield "  ".join(told).rstrip()


def with_links(rows: Sequence[Row], columns: Sequence[str], links: Sequence[str], lang: Lang) -> Iterator[str]:
    """The same with a link at the end of each line, whole, however long it is."""
    for line, link in zip(as_text(rows, columns, lang), [text("column.link", lang), *links], strict=True):
        yield f"{line}  {link}"


def said(value: object, lang: Lang) -> str:
    """A value for people: three digits after the point, and the words of the catalogue for what it has as `value.NAME`."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) >= 0.001 or not value else f"{value:.1e}"
    return text(f"value.{value}", lang) if f"value.{value}" in TEXT else clean(str(value))


def _cut(shown: str) -> str:
    """Names of records may be of any length; the whole of one is in the other forms."""
    if cells(shown) <= WIDEST:
        return shown
    kept = ""
    for char in shown:
        if cells(kept + char) >= WIDEST:
            break
        kept += char
    return f"{kept}…"
