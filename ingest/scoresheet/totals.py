"""Totals that a score sheet prints: each is held against the rows above it, and one that is wrong is found at its cell."""

from collections.abc import Mapping, Sequence
from typing import Final

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.blocks import Head
from paipu.ingest.scoresheet.columns import Column, read_text
from paipu.ingest.scoresheet.reading import Table

ADDED_UP: Final = (
    *("claims/points", "claims/score", "claims/attackers", "claims/kitty_points", "claims/penalties", "rise"),
    *("difference", "margin"),
)
"""What is added up from row to row; levels are not."""
Numbers = tuple[int, ...]
"""What a cell holds: one number, or one for each side."""


class Sum:
    """A sum under way; None once something cannot be read."""

    def __init__(self) -> None:
        self.value: Numbers | None = ()

    def add(self, numbers: Numbers | None) -> None:
        """One cell more; one that is empty adds nothing."""
        if numbers is None or self.value is None:
            self.value = None
        elif numbers:
            before = self.value or (0,) * len(numbers)
            self.value = tuple([a + b for a, b in zip(before, numbers, strict=True)])


def total_cells(tables: Sequence[Table], totals: Sequence[tuple[int, Head]]) -> set[tuple[str, int]]:
    """The cells of rows of totals that are held against the rows above them, by letters and row."""
    return {
        (table.grid.letters[used.at], number)
        for table in tables
        if table.block.piece is None
        for number, head in totals
        if (head.first, head.last) == (table.block.head.first, table.block.head.last)
        for used in table.used
        if used.column.path.removeprefix("/").startswith(("claims/levels/", *ADDED_UP))
    }


def wrong_totals(tables: Sequence[Table], totals: Sequence[tuple[int, Head]]) -> Mapping[int, list[Problem]]:
    """What is wrong in rows of totals, by row: a total is of the rows since the one before, or of all above it."""
    found: dict[int, list[Problem]] = {}
    of_head: dict[tuple[int, int], list[int]] = {}
    for number, head in totals:
        of_head.setdefault((head.first, head.last), []).append(number)
    for table in tables:
        if table.block.piece is not None:  # whoever made it has held its totals against its cells
            continue
        head = table.block.head
        lines = [(number, False) for number in table.block.rows]
        lines += [(number, True) for number in of_head.get((head.first, head.last), ())]
        lines.sort()
        for used in table.used if len(lines) > len(table.block.rows) else ():
            if used.column.path.removeprefix("/").startswith("claims/levels/"):
                for wrong, number in _closing(table, used.at, used.column, lines):
                    found.setdefault(number, []).append(wrong)
            if used.column.path.removeprefix("/").startswith(ADDED_UP):
                for wrong, number in _wrong(table, used.at, used.column, lines):
                    found.setdefault(number, []).append(wrong)
    return found


def _wrong(table: Table, at: int, column: Column, lines: Sequence[tuple[int, bool]]) -> list[tuple[Problem, int]]:
    """The totals of a column that are wrong, with their rows; what cannot be read is not checked."""
    found: list[tuple[Problem, int]] = []
    everything, since, rows = Sum(), Sum(), 0
    for number, is_total in lines:
        numbers = _numbers(table, at, column, number)
        if not is_total:
            everything.add(numbers)
            since.add(numbers)
            rows += 1
            continue
        sums = [each.value or (0,) * len(numbers or ()) for each in (since, everything) if each.value is not None]
        if numbers and rows and sums and numbers not in sums:
            expected = " | ".join(dict.fromkeys("-".join(map(str, each)) for each in sums))
            cell = f"{table.grid.letters[at]}{number}"
            found.append((problem("CELL-TOTAL", cell, found=shown("-".join(map(str, numbers))), expected=expected), number))
        since = Sum()
    return found


def _closing(table: Table, at: int, column: Column, lines: Sequence[tuple[int, bool]]) -> list[tuple[Problem, int]]:
    """The levels below all hands that are not those after the last of them, with their rows."""
    found, last = list[tuple[Problem, int]](), ""
    for number, is_total in lines:
        row = table.grid.rows[number - 1]
        text = (row[at] or "").strip() if at < len(row) else ""
        if not text or read_text(column, text)[1] is not None:
            continue
        if is_total and last and read_text(column, text)[0] != read_text(column, last)[0]:
            cell = f"{table.grid.letters[at]}{number}"
            found.append((problem("CELL-TOTAL", cell, found=shown(text), expected=shown(last)), number))
        last = last if is_total else text
    return found


def _numbers(table: Table, at: int, column: Column, number: int) -> Numbers | None:
    """What a cell holds; nothing where it is empty, None where it cannot be read."""
    row = table.grid.rows[number - 1]
    text = (row[at] or "").strip() if at < len(row) else ""
    if not text:
        return ()
    value, unread, _ = read_text(column, text)
    if unread is not None:
        return None
    return tuple(value.values()) if isinstance(value, dict) else (int(value),)
