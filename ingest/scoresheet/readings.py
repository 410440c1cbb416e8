"""Readings of one worksheet that compete: as it stands, and as each combination of edits has it; the best is kept.

Which is best is told by the paper alone: what of it a reading leaves unread, and where it contradicts itself. Of readings that
are as good as one another the one with the fewest edits is kept.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from paipu.ingest.scoresheet import bracket, edits
from paipu.ingest.scoresheet.blocks import Block
from paipu.ingest.scoresheet.columns import columns_of
from paipu.ingest.scoresheet.edits import Edited
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import Found, is_number
from paipu.ingest.scoresheet.matches import Matches
from paipu.ingest.scoresheet.pieces import texts_of
from paipu.replay.sheets import SHEETS

MOST_CELLS: Final = 4_000
"""Of a worksheet that is read in more than one way."""
MOST_EDITED: Final = 24
"""Combinations of edits that are tried."""
WIDE: Final = 3
"""Cells of a row that is no mere title."""
MISREAD: Final = 2
"""What a cell costs that its column cannot have: more than one that is left unread."""
NOTHING: Final = 1_000_000
"""What a reading costs that has no match in it."""


Edit = Callable[[Grid, str | None], Iterator[Edited]]


def _one(edit: Callable[[Grid, str | None], Edited | None]) -> Edit:
    def made(grid: Grid, sheet: str | None) -> Iterator[Edited]:
        found = edit(grid, sheet)
        if found is not None:
            yield found

    return made


EDITS: Final[Sequence[Edit]] = (
    _one(edits.bankers_in_one),
    _one(edits.sums_left_out),
    edits.of_two_levels,
    edits.numbers_below_sides,
    _one(edits.named_apart),
)


def edited(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """The table as each combination of edits has it, those of one first."""
    if len(grid.rows) * len(grid.letters) > MOST_CELLS or grid.origins is not None:
        return
    found: list[list[Edited]] = [[Edited(grid)]]
    for edit in EDITS:
        further = [state.then(made) for states in found for state in states for made in edit(state.grid, sheet)]
        found.append(further[: MOST_EDITED - sum(map(len, found))])
    yield from sorted((state for states in found[1:] for state in states), key=lambda state: len(state.read_as))


def drawn_up(grid: Grid, rules: str | None) -> Iterator[Found]:
    """What a worksheet holds as a whole where it is a drawing, no table."""
    for sheet in [rules] if rules is not None else SHEETS:
        piece = bracket.find(grid, columns_of(sheet))
        if piece is not None:
            block = Block(piece.head, list(range(2, len(piece.grid.rows) + 1)), {}, piece)
            yield Found(sheet, [block], dict(piece.skipped))


def cost(grid: Grid, layout: Found, matches: Matches, wrong: int, heads: Iterable[int] = ()) -> int:
    """How many cells a reading leaves unread, or has to call wrong; `wrong` are those that it found beside its rows."""
    if not matches.drafts and not matches.quarantined:
        return NOTHING + sum(len(texts_of(row)) for row in grid.rows)
    unread = wrong + len(layout.unread)
    known = {
        number for block in layout.blocks if block.piece is None for number in range(block.head.first, block.head.last + 1)
    }
    known |= {block.piece.first for block in layout.blocks if block.piece is not None} | {*heads}
    for block in layout.blocks:
        if block.piece is not None:
            lost = sum(code in {"NO-COLUMN", "TOTAL-OPEN", "NO-NAMES", "NO-NAME"} for _, code, _ in block.piece.notes)
            unread += lost * len(block.rows)
            continue
        places = {place.at for place in block.head.places}
        unread += sum(at not in places for number in block.rows for at, _ in texts_of(grid.rows[number - 1]))
    for number, fate in {**layout.skipped, **matches.fates}.items():
        row = texts_of(grid.rows[number - 1]) if number <= len(grid.rows) else []
        lost = fate == "quarantined" or (
            fate == "title" and number not in known and len(row) >= WIDE and any(is_number(text) for _, text in row)
        )
        unread += len(row) if lost else 0
    lost_cells = [each for row in matches.rows for each in row.lost] + [each for table in matches.tables for each in table.lost]
    unread += sum(MISREAD if each.code == "CELL-VALUE" else 1 for each in lost_cells)
    drawn = {id(row) for draft in matches.drawn for row in draft.lines}
    unread += sum(len(row.cells) for row in matches.rows if id(row) in drawn)
    return unread if matches.drafts else NOTHING + unread
