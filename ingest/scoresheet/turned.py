"""A score sheet on its side: a column a hand, or a match, and a row for each thing that is told of them."""

from collections.abc import Callable, Sequence
from typing import Final

from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import HAND, WINNER, Column, Columns, path_of
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.pieces import Cell, Drawn, can, texts_of, whole

FEWEST: Final = 2
"""Hands or matches, and rows that tell something of hands."""
FEWEST_ROWS: Final = 4
"""Rows of a table of matches on its side."""
LONGEST_VALUE: Final = 2
"""Characters of a side or a seat, which are names of columns too."""

Chosen = Callable[[Sequence[Column], Sequence[str]], Column]


def find(grid: Grid, number: int, columns: Columns, chosen: Chosen) -> Piece | None:
    """The table on its side that begins in a row; `chosen` tells which column a name means above some values."""
    return _of_hands(grid, number, columns, chosen) or _of_matches(grid, number, columns)


def _of_matches(grid: Grid, number: int, columns: Columns) -> Piece | None:
    """The table whose rows are named as columns of a match, each with a value for every match."""
    drawn, first = Drawn(grid, columns), texts_of(grid.rows[number - 1])
    if len(first) <= FEWEST or _of_match(columns, first[0][1], [text for _, text in first[1:]]) is None:
        return None
    label, places = first[0][0], [at for at, _ in first[1:]]
    told: dict[int, dict[str, Cell]] = {at: {} for at in places}
    teams = [f"/seats/{side}/team" for side in columns.sheet.sides]
    last, found = number, dict[str, int]()
    for row in range(number, len(grid.rows) + 1):
        name = drawn.cell(label, row)
        values = {at: cell for at in places if (cell := drawn.cell(at, row)) is not None}
        if name is None or not values or any(at not in {label, *places} for at, _ in texts_of(grid.rows[row - 1])):
            break
        column = _of_match(columns, name.text, [cell.text for cell in values.values()])
        if column is None and all(team in found for team in teams):  # who has won is called by name
            met = [{each[team].text for team in teams if team in each} for each in told.values()]
            named = all(cell.text in told_of for cell, told_of in zip(values.values(), met, strict=False))
            column = next((each for each in columns.candidates(name.text) if each.path == WINNER), None) if named else None
        last = row
        if column is None or path_of(column) in found:
            drawn.notes.append((name.at, "NO-COLUMN", name.text[:40]))
            continue
        found[path_of(column)] = row
        for at, cell in values.items():
            told[at][path_of(column)] = cell
    if len(found) < FEWEST_ROWS or not all(team in found for team in teams):
        return None
    lines = tuple(range(number, last + 1))
    drawn.rows = [(values, lines) for values in told.values() if values]
    drawn.skipped = dict.fromkeys(lines, "bare")
    return drawn.piece(number, last)


def _of_match(columns: Columns, name: str, values: Sequence[str]) -> Column | None:
    """The column of a match that a name beside some values means: most of them are such, and none is a name itself."""
    if any(columns.candidates(text) and not text.isdecimal() and len(text) > LONGEST_VALUE for text in values):
        return None
    for column in columns.candidates(name):
        if column.of_match and sum(can(column, text) for text in values) * 2 > len(values):
            return column
    return None


def _of_hands(grid: Grid, number: int, columns: Columns, chosen: Chosen) -> Piece | None:
    """The table on its side whose hands are numbered in a row."""
    head = texts_of(grid.rows[number - 1])
    if len(head) <= FEWEST or [whole(text.strip("第副盘把局")) for _, text in head[1:]] != list(range(1, len(head))):
        return None
    label = columns.candidates(head[0][1])
    if label and not any(each.path == HAND for each in label):
        return None
    drawn, places = Drawn(grid, columns), [at for at, _ in head[1:]]
    told: dict[int, dict[str, Cell]] = {at: {HAND: Cell(text, grid.cell(at, number))} for at, text in head[1:]}
    last, rows = number, 0
    for row in range(number + 1, len(grid.rows) + 1):
        name = drawn.cell(head[0][0], row)
        values = {at: cell for at in places if (cell := drawn.cell(at, row)) is not None}
        meant = [each for each in columns.candidates(name.text) if not each.of_match] if name is not None else []
        if name is None or (not meant and (rows == 0 or not values)):
            break
        last = row
        if not meant:
            drawn.notes.append((name.at, "NO-COLUMN", name.text[:40]))
            continue
        rows += 1
        column = chosen(meant, [cell.text for cell in values.values()])
        for at, cell in values.items():
            told[at].setdefault(path_of(column), cell)
    if rows < FEWEST:
        return None
    lines = tuple(range(number, last + 1))
    drawn.rows = [(values, lines) for values in told.values() if len(values) > 1]
    drawn.skipped = dict.fromkeys(lines, "bare")
    return drawn.piece(number, last)
