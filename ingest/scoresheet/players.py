"""A row a player: four rows a table (six in 大怪路子), each with a seat and what its side came to, made into one row a match.

Partners have the same of everything that their side has; where they do not, the second of them is wrong.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from paipu.ingest.scoresheet.across import OUTCOMES, PLAYERS, SIDES, SIGNED, WON
from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import IDENTITY, REMARKS, WINNER, Column, Columns, read_text, side_word
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN
from paipu.ingest.scoresheet.pieces import POINTS, TEAMS, Cell, Drawn, counts, named, texts_of, whole
from paipu.ingest.scoresheet.values import folded, key

OF_SIDE: Final = ("/claims/levels", POINTS, "/claims/score", "/difference")
"""What each side has, as each of its players' rows tells it."""


def find(grid: Grid, number: int, columns: Columns) -> Piece | None:
    """The table with a row a player whose head is in a row: seats, players, and what their side came to."""
    places = _places(texts_of(grid.rows[number - 1]), columns)
    if not {"seat", "player"} <= places.keys() or not any(path.startswith(OF_SIDE) for path in places):
        return None
    drawn, sheet = Drawn(grid, columns), columns.sheet
    seat_column = columns.by_path[f"{'dealer' if 'dealer' in columns.by_path else 'claims/finish/1'}"]
    group: dict[str, int] = {}
    last = number
    drawn.skipped[number] = "title"
    for at in range(number + 1, len(grid.rows) + 1):
        if not texts_of(grid.rows[at - 1]):
            drawn.skipped[at] = "blank"
            continue
        cell = drawn.merged(places["seat"], at)
        seat, unread, _ = read_text(seat_column, cell.text) if cell is not None else (None, None, False)
        if seat not in sheet.side_of or unread is not None or seat in group:
            break
        group[str(seat)] = at
        if len(group) == len(sheet.seats):
            drawn.rows.append((dict(_match(drawn, places, group)), tuple(group.values())))
            drawn.skipped |= dict.fromkeys(group.values(), "bare")
            last, group = at, {}
    for at in group.values() if drawn.rows else ():  # a table of which not all sat down tells nothing of a match
        cell = drawn.merged(places["player"], at)
        drawn.refuse("CELL-ALONE", cell.at if cell is not None else f"A{at}", cell.text if cell is not None else "")
        drawn.skipped[at], last = "quarantined", at
    drawn.skipped = {each: why for each, why in drawn.skipped.items() if each <= last}
    for at, text in texts_of(grid.rows[number - 1]):
        if at not in places.values() and not SIGNED.match(folded(text)):
            drawn.notes.append((grid.cell(at, number), "NO-COLUMN", text[:40]))
    return drawn.piece(number, last) if drawn.rows else None


def _places(row: list[tuple[int, str]], columns: Columns) -> dict[str, int]:
    """Where each thing stands that is told of a player, or of the match."""
    found: dict[str, int] = {}
    for at, text in row:
        path = next(
            (
                path
                for path, names in (("seat", SIDES), ("player", PLAYERS), ("team", TEAMS), ("outcome", OUTCOMES))
                if named(text, names)
            ),
            None,
        )
        meant = [column for column in columns.candidates(text) if column.of_match]
        wanted = [each for each in meant if each.path in {*IDENTITY, *OF_SIDE} or each.path.startswith(OF_SIDE)]
        if path is None:
            path = next((each.path for each in wanted), REMARKS if columns.candidates(text)[:1] == _remarks(columns) else None)
        if path is not None:
            found.setdefault(path, at)
    return found


def _remarks(columns: Columns) -> tuple[Column, ...]:
    return (columns.by_path[REMARKS],)


def _match(drawn: Drawn, places: Mapping[str, int], group: Mapping[str, int]) -> Iterator[tuple[str, Cell]]:
    """What the rows of a table tell: the match by the first of them that does, the sides by their players' rows."""
    sheet = drawn.columns.sheet
    for path, at in places.items():
        told = ((seat, cell) for seat, number in group.items() if (cell := drawn.merged(at, number)) is not None)
        if path in {*IDENTITY, REMARKS}:
            yield from ((path, cell) for _, cell in list(told)[:1])
            continue
        of_side: dict[str, Cell] = {}
        others: dict[str, Cell] = {}
        for seat, cell in told:
            side = sheet.sides[sheet.side_of[seat]]
            if path == "player":
                yield f"/seats/{seat}/id", cell
            elif path in {"team", *OF_SIDE} or path == "outcome":
                before = of_side.setdefault(side, cell)
                if key(before.text) != key(cell.text) or folded(before.text) != folded(cell.text):
                    others.setdefault(side, cell)
        for side, cell in others.items():
            right, wrong = of_side[side], cell
            if path == POINTS and counts(sheet, _numbers(of_side | {side: cell})) and not counts(sheet, _numbers(of_side)):
                right, wrong = wrong, right
            of_side[side] = right
            drawn.refuse("CELL-CONFLICT", wrong.at, wrong.text, other=right.at)
        if path == "outcome":
            yield from _winner(of_side)
            continue
        for side, cell in of_side.items():
            yield (f"/seats/{side}/team" if path == "team" else f"{path}/{side}"), cell


def _numbers(of_side: Mapping[str, Cell]) -> list[int]:
    """The numbers that both sides have."""
    return [value for cell in of_side.values() if (value := whole(cell.text)) is not None]


def _winner(of_side: Mapping[str, Cell]) -> Iterator[tuple[str, Cell]]:
    """Who has won, by the word beside each side's players."""
    for side, cell in of_side.items():
        if key(cell.text) in WON or cell.text in WON:
            yield WINNER, Cell(side_word(side).zh, cell.at)
            return
    yield from ((WINNER, cell) for cell in list(of_side.values())[:1] if key(cell.text) in CALLED_DRAWN)
