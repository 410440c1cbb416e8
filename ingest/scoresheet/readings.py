"""Readings of one worksheet that compete: as it stands, and as each combination of edits has it; the best is kept.

Which is best is told by the paper alone: what of it a reading leaves unread, where it contradicts itself, and how far it goes
against the names of columns. Of two that are as good and tell of other matches neither is taken: the file is refused with both.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import islice
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

from paipu.ingest.scoresheet import bracket, edits, roles
from paipu.ingest.scoresheet.blocks import Block
from paipu.ingest.scoresheet.columns import columns_of
from paipu.ingest.scoresheet.edits import Edited
from paipu.ingest.scoresheet.grid import Grid, Unreadable
from paipu.ingest.scoresheet.heads import SHAPES, Finder, Found, is_number
from paipu.ingest.scoresheet.matches import Matches
from paipu.ingest.scoresheet.pieces import split, texts_of
from paipu.replay.sheets import SHEETS

MOST_CELLS: Final = 4_000
"""Of a worksheet that is read in more than one way."""
MOST_READ: Final = 40_000
"""Cells that are read in all ways together, beside those of a table as it stands."""
MOST_WAYS: Final = 12
"""Ways of one edit that are tried."""
MOST_KEPT: Final = 5
"""Edited tables from which it is gone on after each edit, beside the one as it stands."""
LONGEST: Final = 400
"""Characters of the longest cell of such a worksheet."""
WIDE: Final = 3
"""Cells of a row that is no mere title."""
MISREAD: Final = 2
"""What a cell costs that its column cannot have: more than one that is left unread."""
UNREAD_COLUMNS: Final = frozenset(("NO-COLUMN", "TOTAL-OPEN", "NO-NAMES", "NO-NAME"))
"""Notes of columns, of tables that were made of others, that were not read."""
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
    edits.one_band,
    _one(edits.as_it_ends),
    edits.points_in_all,
    roles.by_values,
    edits.rounds_apart,
    _one(edits.bankers_in_one),
    _one(edits.ticks_in_one),
    _one(edits.running_left_out),
    _one(edits.sums_left_out),
    _one(edits.met_apart),
    edits.lists_apart,
    edits.places_below_players,
    edits.of_two_levels,
    edits.numbers_below_sides,
    edits.told_once,
    _one(edits.named_apart),
)


class Cost(NamedTuple):
    """What a reading costs: cells left unread, cells called wrong, and by how much what it takes columns for is in doubt."""

    unread: int
    wrong: int = 0
    doubt: int = 0
    unlike: int = 0
    """Cells of columns that are not what their names promise."""
    strange: bool = False
    """Whether a table has many columns under names that are not known, more than under others."""
    results: int = 0
    """Of the unread cells those that are results beyond doubt: `A:8`."""

    @property
    def total(self) -> int:
        """All together: the less the better."""
        return self.unread + self.wrong + self.doubt

    def is_too_much(self, cells: int) -> bool:
        """Whether so much is left unread that the reading is not to be relied on."""
        return self.strange or self.unread * 2 >= cells or self.results * 4 >= cells or self.unlike * 3 >= cells

    def is_in_doubt(self, cells: int) -> bool:
        """Whether a worksheet may be meant otherwise: something is left unread, or more is wrong than slips would be."""
        return self.unread > 0 or self.wrong * SLIPS > cells


SEATED: Final = frozenset(f"/seats/{seat}/id" for sheet in SHEETS.values() for seat in sheet.seats)
"""Columns of who sat where."""
FEWEST_STRANGE: Final = 5
"""Columns under names that are not known, of a table that is not what it is read as."""
MANY: Final = 4
"""Contradictions of the rules that are more than slips, and how many times fewer another reading has."""
SLIPS: Final = 6
"""Of so many cells one is wrong where a table is read as something that it is not."""


class Read(Protocol):
    """A reading of a worksheet."""

    @property
    def cost(self) -> Cost:
        """What it costs."""

    def contradicted(self) -> int:
        """How often its matches contradict the rules; asked only of readings that may be the best."""

    def told(self) -> Hashable:
        """What it tells of matches, whatever their columns are called."""

    def is_part_of(self, other: Self) -> bool:
        """Whether another reading tells the same, and more of who played or how it ended."""


Made = TypeVar("Made", bound=Read)


class Best(NamedTuple, Generic[Made]):
    """The reading that costs least, and one that costs as little and tells of other matches, where there is such."""

    reading: Made | None
    rival: Made | None = None


def best_of(
    grid: Grid, sheet: str | None, stands: Made | None, read: Callable[[Edited, Found | None], Made | None]
) -> Best[Made]:
    """The reading that costs least: of the worksheet as it `stands`, as edits have it one after another, or as another shape.

    After each edit the best are gone on from: what two edits make together need not be better after the first.
    """
    found = [] if stands is None else [stands]
    kept = [(NOTHING if stands is None else stands.cost.total, 0, Edited(grid))]
    size = len(grid.rows) * len(grid.letters)
    longest = max((len(text) for row in grid.rows for text in row if text), default=0)
    if size > MOST_CELLS or longest > LONGEST or grid.origins is not None:
        return Best(stands)
    left = MOST_READ // max(size, 1)
    for edit in EDITS:
        for _, depth, state in tuple(kept):
            for made in islice(edit(state.grid, sheet), MOST_WAYS):
                if (left := left - 1) < 0:
                    return cheapest(found, stands)
                way = state.then(made)
                tried = read(way, None)
                found += [] if tried is None else [tried]
                kept.append((NOTHING * 2 if tried is None else tried.cost.total, depth + 1, way))
        if any(not each.cost.total and not each.contradicted() for each in found):
            return cheapest(found, stands)
        kept = [kept[0], *sorted(kept[1:], key=lambda each: each[:2])[:MOST_KEPT]]
    shapes = drawn_up(grid, sheet) if sheet is not None else iter(())
    for layout in islice(shapes, max(left, 0)):
        tried = read(Edited(grid), layout)
        found += [] if tried is None else [tried]
    return cheapest(found, stands)


def cheapest(found: Sequence[Made], stands: Made | None) -> Best[Made]:
    """The reading that costs least, with what its matches contradict; of as good ones the first.

    None that reads no more than the worksheet as it stands is better than that, for it may hide what is wrong.
    """
    least = stands.cost.unread if stands is not None else 0
    odds = stands.contradicted() if stands is not None and stands.cost.unread == least else 0
    left = [
        each
        for each in found
        if each is stands
        or not least
        or each.cost.unread < least
        or (each.cost.unread == least and odds > MANY and each.contradicted() * MANY < odds)
    ]
    best: list[tuple[int, Made]] = []
    for each in sorted(left, key=lambda each: each.cost.total):
        if best and each.cost.total > best[0][0]:
            break
        cost = each.cost.total + each.contradicted()
        best = sorted([*best, (cost, each)], key=lambda one: one[0])
    if not best:
        return Best(stands)
    cost, first = best[0]
    alike = [each for other, each in best[1:] if other == cost and cost < NOTHING and each.told() != first.told()]
    first = next((each for each in alike if first.is_part_of(each)), first)
    return Best(first, next((each for each in alike if each is not first and not each.is_part_of(first)), None))


def drawn_up(grid: Grid, sheet: str) -> Iterator[Found]:
    """What a worksheet holds where one shape is looked for before all others, or as a whole where it is a drawing."""
    for shape in range(1, SHAPES):
        with suppress(Unreadable):
            yield Finder(grid, sheet, shape).run()
    piece = bracket.find(grid, columns_of(sheet))
    if piece is not None:
        block = Block(piece.head, list(range(2, len(piece.grid.rows) + 1)), {}, piece)
        read = {cell for row in piece.grid.origins or () for cell in row}
        beside = ((grid.cell(at, number), text) for number, row in grid.numbered() for at, text in texts_of(row))
        unread = {cell: text for cell, text in beside if cell not in read and roles.tells(text)}
        yield Found(sheet, [block], skipped=dict(piece.skipped), unread=unread)


def cost(
    grid: Grid, layout: Found, matches: Matches, wrong: int, heads: Iterable[int], read: AbstractSet[tuple[str, int]]
) -> Cost:
    """How many cells a reading leaves unread, or has to call wrong; `wrong` are those that it found beside its rows.

    `read` are cells that were read beside its tables, by letters and row.
    """
    if not matches.drafts and not matches.quarantined:
        return Cost(NOTHING + sum(len(texts_of(row)) for row in grid.rows))
    unread = len(layout.unread)
    known = {
        number for block in layout.blocks if block.piece is None for number in range(block.head.first, block.head.last + 1)
    }
    known |= {block.piece.first for block in layout.blocks if block.piece is not None} | {*heads}
    covered: dict[int, set[int]] = {}
    for block in layout.blocks:
        if block.piece is not None:
            unread += sum(len(block.rows) for _, code, _ in block.piece.notes if code in UNREAD_COLUMNS)
            unread += sum(code == "NOT-A-COLUMN" for _, code, _ in block.piece.notes)
            continue
        for number in block.rows:
            covered.setdefault(number, set()).update(place.at for place in block.head.places)
            covered[number].update(at for at, text in block.head.unknown if roles.says_nothing(text))
    said = roles.Said(grid, layout.rules)
    unread += sum(
        at not in places and (grid.letters[at], number) not in read and said.tells(at, text)
        for number, places in covered.items()
        for at, text in texts_of(grid.rows[number - 1])
    )
    texts = [
        text
        for number, places in covered.items()
        for at, text in texts_of(grid.rows[number - 1])
        if at not in places and (grid.letters[at], number) not in read
    ]
    results = sum(split(text) is not None and roles.tells(text) for text in (*texts, *layout.unread.values()))
    results += sum(
        code == "NOT-A-COLUMN" and split(said) is not None and roles.tells(said)
        for block in layout.blocks
        for _, code, said in (block.piece.notes if block.piece is not None else ())
    )
    unread += numbers_for_players(grid, layout)
    unread += sum(not any(path.startswith("/seats/") for path in draft.values) for draft in matches.drafts)
    for number, fate in {**layout.skipped, **matches.fates}.items():
        row = texts_of(grid.rows[number - 1]) if number <= len(grid.rows) else []
        lost = fate == "title" and number not in known and len(row) >= WIDE and any(is_number(text) for _, text in row)
        unread += sum((grid.letters[at], number) not in read for at, _ in row) if lost else 0
        wrong += len(row) if fate == "quarantined" else 0
    lost_cells = [each for row in matches.rows for each in row.lost] + [each for table in matches.tables for each in table.lost]
    wrong += MISREAD * matches.unlike
    wrong += sum(MISREAD if each.code == "CELL-VALUE" else 1 for each in lost_cells)
    drawn = {id(row) for draft in matches.drawn for row in draft.lines}
    unread += sum(len(row.cells) for row in matches.rows if id(row) in drawn and not row.lost)
    return Cost(
        unread if matches.drafts else NOTHING + unread,
        wrong,
        results=results,
        unlike=matches.unlike,
        strange=matches.misdrawn or is_strange(layout),
    )


def is_strange(layout: Found) -> bool:
    """Whether of some table more columns have names that are not known than are read."""
    heads = [block.head for block in layout.blocks if block.piece is None]
    unknown = [sum(not roles.says_nothing(text.removeprefix("其他·")) for _, text in head.unknown) for head in heads]
    return any(
        many >= FEWEST_STRANGE and many * FEWEST_STRANGE >= len(head.places) * (FEWEST_STRANGE - 1)
        for many, head in zip(unknown, heads, strict=True)
    )


def numbers_for_players(grid: Grid, layout: Found) -> int:
    """How many cells of columns of players hold a number: a place or a seat's number, and nobody's name."""
    return sum(
        at < len(row) and (row[at] or "").strip().isdecimal()
        for block in layout.blocks
        if block.piece is None
        for at in [each.at for each in block.head.places if each.column.path in SEATED]
        for row in [grid.rows[number - 1] for number in block.rows]
    )
