"""The tables of `data/FORMAT.md` about score sheets: columns, notes, and why a file or a cell is refused."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from paipu.ingest.rejection import REASONS
from paipu.ingest.scoresheet.columns import Column, columns_of
from paipu.ingest.scoresheet.reading import NOTES
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text


def columns() -> str:
    """Every column that a score sheet may have; the two of the sides, or all of the seats and places, in one row."""
    found: dict[tuple[str, ...], tuple[Column, list[str]]] = {}
    for key in SHEETS:
        sheet = columns_of(key)
        for column in sheet.all:
            if column.path.endswith(f"/{sheet.sheet.sides[1]}") or (
                column.path.startswith("/seats") and not _first_seat(column, key)
            ):
                continue
            found.setdefault(_words(column), (column, []))[1].append(key)
    rows = ["| 列名 | header | 内容 | holds | where |", "|---|---|---|---|---|"]
    for (zh, en), (column, keys) in found.items():
        shape = column.kind.shape
        where = "all" if len(keys) == len(SHEETS) else " ".join(f"`{key}`" for key in keys)
        mark = "" if column.usual else " *"
        rows.append(f"| {zh}{mark} | {en} | {shape.zh} | {shape.en} | {where} |")
    return "\n".join(rows)


def _first_seat(column: Column, key: str) -> bool:
    sheet = SHEETS[key]
    return any(column.path.startswith(f"/seats/{name}/") for name in (sheet.seats[0], sheet.sides[0]))


def _words(column: Column) -> tuple[str, ...]:
    return tuple(column.header)


def reasons() -> str:
    """Why a score sheet, or a cell of one, is refused."""
    return _coded({code: reason for code, reason in REASONS.items() if code.startswith(("SCORESHEET-", "MAP-", "CELL-"))})


def notes() -> str:
    """What is noted at a cell that was read after a second look."""
    return _coded(NOTES)


def _coded(texts: Mapping[str, Text]) -> str:
    rows = [f"| `{code}` | {_open(said.zh)} | {_open(said.en)} |" for code, said in texts.items()]
    return "\n".join(["| code | 说明 | meaning |", "|---|---|---|", *rows])


def _open(said: str) -> str:
    return re.sub(r"\{[a-z_]+\}", "…", said)


TABLES: Final[Mapping[str, Callable[[], str]]] = {"columns": columns, "notes": notes, "reasons": reasons}
"""The tables between `<!-- scoresheet: name -->` and the next blank line."""


def rewritten(document: str) -> str:
    """The document with these tables made anew."""
    for name, made in TABLES.items():
        mark = re.escape(f"<!-- scoresheet: {name} -->")
        text = made()
        document = re.sub(rf"({mark}\n\n)(?:\|[^\n]*\n)*", partial(_put, text), document)
    return document


def _put(text: str, found: re.Match[str]) -> str:
    return f"{found[1]}{text}\n"
