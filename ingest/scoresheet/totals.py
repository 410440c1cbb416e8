"""Totals that a score sheet prints: each is held against the rows above it, and one that is wrong is found at its cell."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ingest.rejection import Problem, problem, shown
from ingest.scoresheet.columns import Column, read_text
from ingest.scoresheet.heads import Head
from ingest.scoresheet.reading import Table

ADDED_UP: Final = ("claims/points", "claims/score", "claims/attackers", "claims/kitty_points", "claims/penalties", "rise")
"""What is added up from row to row; levels are not."""


def wrong_totals(tables: Sequence[Table], totals: Sequence[tuple[int, Head]]) -> Mapping[int, list[Problem]]:
    """What is wrong in rows of totals, by row: a total is of the rows since the one before, or of all above it."""
    found: dict[int, list[Problem]] = {}
    for number, head in totals:
        for table in tables:
            if (table.block.head.first, table.block.head.last) != (head.first, head.last):
                continue
            before = max((each for each, other in totals if other == head and each < number), default=0)
            problems = [
                each for used in table.used if (each := _wrong(table, used.at, used.column, number, before)) is not None
            ]
            if problems:
                found.setdefault(number, []).extend(problems)
    return found


def _wrong(table: Table, at: int, column: Column, number: int, before: int) -> Problem | None:
    """What is wrong with the total of a column; None where it is right, or cannot be told."""
    if not column.path.removeprefix("/").startswith(ADDED_UP):
        return None
    if not _text(table, at, number):
        return None
    told = _value(table, at, column, number)
    rows = [(each, _value(table, at, column, each)) for each in table.block.rows if each < number]
    if told is None or not rows or any(value is None for _, value in rows):
        return None
    sums = [_sum([value for each, value in rows if each > since]) for since in dict.fromkeys((before, 0))]
    if told in sums:
        return None
    cell = f"{table.grid.letters[at]}{number}"
    expected = " | ".join(dict.fromkeys(_said(each) for each in sums))
    return problem("CELL-TOTAL", cell, found=shown(_said(told)), expected=expected)


def _text(table: Table, at: int, number: int) -> str:
    row = table.grid.rows[number - 1]
    return (row[at] or "").strip() if at < len(row) else ""


def _value(table: Table, at: int, column: Column, number: int) -> Any:  # noqa: ANN401 - a number, or one for each side
    """What a cell comes to: one that is empty adds nothing; None where it cannot be read."""
    text = _text(table, at, number)
    if not text:
        return {} if column.both else 0
    value, unread, _ = read_text(column, text)
    return None if unread is not None else value


def _sum(values: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
    if not any(isinstance(value, dict) for value in values):
        return sum(values)
    sides = dict.fromkeys(side for value in values if isinstance(value, dict) for side in value)
    return {side: sum(value.get(side, 0) for value in values if isinstance(value, dict)) for side in sides}


def _said(value: Any) -> str:  # noqa: ANN401 - as above
    return "-".join(str(each) for each in value.values()) if isinstance(value, dict) else str(value)
