"""A score sheet on its side: a column a hand, and below the numbers of the hands a row for each thing that is told of them."""

from collections.abc import Callable, Sequence
from typing import Final

from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import HAND, Column, Columns, path_of
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.pieces import Cell, Drawn, texts_of, whole

FEWEST: Final = 2
"""Hands, and rows that tell something of them."""

Chosen = Callable[[Sequence[Column], Sequence[str]], Column]


def find(grid: Grid, number: int, columns: Columns, chosen: Chosen) -> Piece | None:
    """The table on its side whose hands are numbered in a row; `chosen` tells which column a name means above some values."""
    head = texts_of(grid.rows[number - 1])
    if len(head) <= FEWEST or not any(each.path == HAND for each in columns.candidates(head[0][1])):
        return None
    if [whole(text.strip("第副盘把局")) for _, text in head[1:]] != list(range(1, len(head))):
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
