"""A row a seat with hands across, and in each hand the place at which its player went out: 1 2 3 4, or 头 二 三 末.

A place that two seats have in one hand is wrong; so is a sum of places that is not that of its row.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from paipu.ingest.scoresheet.across import Heads, Reader, heads_at
from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import FINISH, HAND, IDENTITY, Columns, read_text
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.pieces import Cell, Drawn, whole
from paipu.ingest.scoresheet.values import DIGITS, key

FIRST: Final = frozenset(("头", "头游", "上", "上游", "头科", "first", "1st"))
LAST: Final = frozenset(("末", "末游", "下", "下游", "末科", "last"))


def find(grid: Grid, number: int, columns: Columns) -> Piece | None:
    """The table with a row a seat and places across whose head begins in a row."""
    if f"{FINISH}/1" not in columns.by_path:
        return None
    heads = heads_at(grid, number, columns) or heads_at(grid, number, columns, bare=True)
    if heads is None or "side" not in heads.roles or any(len(places) > 1 for places in heads.hands.values()):
        return None
    drawn = Drawn(grid, columns)
    tables = [*_tables(drawn, heads)]
    told = [_places(drawn, places[0], table) for table in tables for places in heads.hands.values()]
    right = sum(
        sorted(each for each in hand.values() if each is not None) == [*range(1, len(columns.sheet.seats) + 1)] for hand in told
    )
    if right * 2 <= len(told) or not right:
        return None
    drawn.notes += [(grid.cell(at, heads.first), "NO-COLUMN", text[:40]) for at, text in heads.unknown]
    for table in tables:
        drawn.rows += _hands(drawn, heads, table)
    return drawn.piece(number, max(max(table.values()) for table in tables))


def _tables(drawn: Drawn, heads: Heads) -> Iterator[Mapping[str, int]]:
    """The rows of each table, by seat."""
    seats = drawn.columns.sheet.seats
    numbers = [number for number, _ in Reader(drawn, heads).rows()[0]]
    seat_column = drawn.columns.by_path[f"{FINISH}/1"]
    for first in range(0, len(numbers), len(seats)):
        group = numbers[first : first + len(seats)]
        cells = [drawn.merged(heads.roles["side"], number) for number in group]
        told = [read_text(seat_column, cell.text)[0] if cell is not None else None for cell in cells]
        if {*told} == {*seats}:
            yield {str(seat): number for seat, number in zip(told, group, strict=True)}


def _places(drawn: Drawn, at: int, table: Mapping[str, int]) -> dict[str, int | None]:
    """The place of each seat in a hand."""
    return {
        seat: place_of(cell.text, len(table)) for seat, number in table.items() if (cell := drawn.cell(at, number)) is not None
    }


def place_of(text: str, seats: int) -> int | None:
    """A place by its number or its name.

    >>> place_of("头游", 4), place_of("三", 4), place_of("末", 6), place_of("2", 4), place_of("9", 4)
    (1, 3, 6, 2, None)
    """
    word = key(text)
    if word in FIRST | LAST:
        return 1 if word in FIRST else seats
    value = whole(text)
    value = DIGITS.get(word.removesuffix("游")) if value is None else value
    return value if value is not None and 0 < value <= seats else None


def _hands(drawn: Drawn, heads: Heads, table: Mapping[str, int]) -> Iterator[tuple[Mapping[str, Cell], tuple[int, ...]]]:
    """Each hand that was played, with who went out when; what a row comes to is held against its places."""
    sums = _wrong_sums(drawn, heads, table)
    of_match: dict[str, Cell] = {}
    for role, column in heads.roles.items():
        for seat, number in table.items():
            cell = drawn.merged(column, number)
            path = {"players": f"/seats/{seat}/id", "team": f"/seats/{seat}/team"}.get(role, role)
            if cell is not None and path.startswith("/") and (path in IDENTITY or role in {"players", "team"}):
                of_match.setdefault(path, cell)
    for hand, (at, *_) in heads.hands.items():
        places = _places(drawn, at, table)
        taken: dict[int, str] = {}
        clean = True
        for seat, place in places.items():
            cell = drawn.cell(at, table[seat])
            if cell is None:
                continue
            before = taken.get(place) if place is not None else None
            if place is None:
                drawn.refuse("CELL-VALUE", cell.at, cell.text, expected=f"1 … {len(table)}")
            elif before is not None and (other := drawn.cell(at, table[before])) is not None:
                wrong, right = (other, cell) if table[before] in sums and table[seat] not in sums else (cell, other)
                drawn.refuse("CELL-CONFLICT", wrong.at, wrong.text, other=right.at)
            else:
                taken[place] = seat
                continue
            clean = False
        if clean and taken:
            cells = {place: cell for place, seat in taken.items() if (cell := drawn.cell(at, table[seat])) is not None}
            finish = {f"{FINISH}/{place}": Cell(seat, cells[place].at) for place, seat in taken.items() if place in cells}
            yield {**of_match, HAND: Cell(str(hand), drawn.grid.cell(at, heads.first)), **finish}, tuple(sorted(table.values()))


def _wrong_sums(drawn: Drawn, heads: Heads, table: Mapping[str, int]) -> set[int]:
    """The rows whose sum is not that of their places, each of which is said."""
    found: set[int] = set()
    for number in table.values() if "sum" in heads.roles else ():
        cell = drawn.cell(heads.roles["sum"], number)
        places = [
            place_of(told.text, len(table))
            for places in heads.hands.values()
            if (told := drawn.cell(places[0], number)) is not None
        ]
        total = sum(place for place in places if place is not None)
        if cell is not None and whole(cell.text) is not None and None not in places and whole(cell.text) != total:
            found.add(number)
            drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=str(total))
    return found
