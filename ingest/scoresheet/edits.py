"""Ways in which a worksheet may be meant otherwise than it stands: each edit makes a table of it that is read like any other.

No edit decides anything: `readings.py` reads what each makes and keeps the reading that leaves the least unread and contradicts
itself the least. Rows and letters stay those of the file, so that every cell is named by its place there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.across import SUMS
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import LABELLED, is_number
from paipu.ingest.scoresheet.names import BEHIND, FIRST_TWO, SYSTEMS, is_known, whose, written_out
from paipu.ingest.scoresheet.pieces import named, texts_of, whole
from paipu.ingest.scoresheet.values import folded, key

FEWEST: Final = 3
"""Names of a head."""
FEWEST_ADDED: Final = 2
"""Numbers that a sum is of."""
LOOKED_AT: Final = 60
"""Rows in which heads of two levels are looked for."""
BANKER: Final = ("庄", "banker", "declarer")
Row = list[str | None]


@dataclass(slots=True)
class Edited:
    """A table as an edit has it: what it found wrong, the cells that it read otherwise, and the rows that it took for heads."""

    grid: Grid
    wrong: list[Problem] = field(default_factory=list)
    read_as: dict[str, str] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)

    def then(self, other: "Edited") -> "Edited":
        """What another edit made of it."""
        return Edited(other.grid, self.wrong + other.wrong, self.read_as | other.read_as, self.heads | other.heads)


def _rows(grid: Grid) -> list[Row]:
    return [[*row, *[None] * (len(grid.letters) - len(row))] for row in grid.rows]


def without(grid: Grid, gone: Sequence[int], rows: Sequence[Row], moved: Mapping[tuple[int, int], str] | None = None) -> Grid:
    """A table with other rows, and without some of its columns."""
    kept = [at for at in range(len(grid.letters)) if at not in gone]
    places = {at: place for place, at in enumerate(kept)}
    told = {(places[at], number): cell for (at, number), cell in {**grid.moved, **(moved or {})}.items() if at in places}
    return replace(grid, rows=[[row[at] for at in kept] for row in rows], letters=[grid.letters[at] for at in kept], moved=told)


# --- Names -------------------------------------------------------------------------------------------------


def named_apart(grid: Grid, sheet: str | None) -> Edited | None:
    """The heads with their names written out: whose each column is, and of what."""
    rows, read_as, heads = _rows(grid), dict[str, str](), set[int]()
    for number, row in enumerate(rows, start=1):
        texts = [text or "" for text in row]
        if (found := _written(texts, sheet)) is None:
            continue
        heads.add(number)
        for at, name in found.items():
            read_as[grid.cell(at, number)] = f"{texts[at]} → {name}"
            row[at] = name
    return Edited(replace(grid, rows=rows), [], read_as, heads) if read_as else None


def _written(texts: Sequence[str], sheet: str | None) -> dict[int, str] | None:
    """The names of a row that are to be written out; None where it is no head."""
    filled = [at for at, text in enumerate(texts) if text.strip()]
    if len(filled) < FEWEST or any(is_number(texts[at]) for at in filled):
        return None
    found = written_out(texts, sheet)
    known = sum(at in found or is_known(texts[at], sheet) for at in filled)
    return found if found and known >= FEWEST and known * 5 >= len(filled) * 3 else None


def of_two_levels(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """Two rows of names as one: each name with that above it, where the two together are known, else by itself."""
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        rows = _rows(grid)
        upper, lower = rows[number - 1 : number + 1]
        both = [*texts_of(upper), *texts_of(lower)]
        if len(texts_of(upper)) < 2 or len(texts_of(lower)) < FEWEST - 1 or any(is_number(text) for _, text in both):
            continue
        if any(LABELLED.match(folded(text)) for _, text in both):
            continue  # what is said beside a table is none of its names
        above = _spread(grid, number, upper)
        texts = [(text or "").strip() for text in lower]
        joined = [f"{top}{text}" if text and top else "" for top, text in zip(above, texts, strict=True)]
        found = written_out(joined, sheet)
        names: list[str] = []
        for at, (top, text, join) in enumerate(zip(above, texts, joined, strict=True)):
            ways = (found.get(at), join, f"{text}{top}" if join else "", text, top if not text else "")
            names.append(next((each for each in ways if each and is_known(each, sheet)), text or (upper[at] or "").strip()))
        written = written_out(names, sheet)
        names = [written.get(at, name) for at, name in enumerate(names)]
        filled = [name for name in names if name]
        if len(filled) < FEWEST or sum(is_known(name, sheet) for name in filled) * 5 < len(filled) * 3:
            continue
        rows[number - 1], rows[number] = [None] * len(upper), [name or None for name in names]
        read_as = {
            grid.cell(at, number + 1): f"{above[at]}/{texts[at]} → {name}"
            for at, name in enumerate(names)
            if name and name not in {texts[at], (upper[at] or "").strip()}
        }
        yield Edited(replace(grid, rows=rows), [], read_as, {number, number + 1})


def _spread(grid: Grid, number: int, upper: Sequence[str | None]) -> list[str]:
    """The upper names, each over the columns that it spans: those it is merged over, else all up to the next."""
    spans = {left: right for top, left, bottom, right in grid.merges() if top <= number <= bottom}
    found, last, until = list[str](), "", -1
    for at, text in enumerate(upper):
        if text and text.strip():
            last, until = text.strip(), spans.get(at, -1 if spans else len(upper))
            until = max(until, at)
        found.append(last if at <= until else "")
    return found


# --- Columns -----------------------------------------------------------------------------------------------


def sums_left_out(grid: Grid, sheet: str | None) -> Edited | None:
    """Without the columns of numbers that are sums of those before them, which are held against these."""
    rows = _rows(grid)
    numbers = {
        (at, number): value
        for number, row in enumerate(rows, start=1)
        for at, text in enumerate(row)
        if text and (value := whole(text)) is not None
    }
    data = [
        n
        for n, row in enumerate(rows, start=1)
        if sum((at, n) in numbers for at in range(len(grid.letters))) >= FEWEST and not _is_head(row)
    ]
    start, gone, wrong, fewest = 0, list[int](), list[Problem](), FEWEST_ADDED
    for at in range(len(grid.letters)):
        told = [n for n in data if (at, n) in numbers]
        if not told or any((rows[n - 1][at] or "").strip() and (at, n) not in numbers for n in data):
            start = at + 1
            continue
        added = {n: [numbers[each, n] for each in range(start, at) if (each, n) in numbers] for n in told}
        due = {n: sum(each) for n, each in added.items()}
        right = [n for n in told if due[n] == numbers[at, n] and sum(map(bool, added[n])) >= fewest]
        if at - start < FEWEST_ADDED or not right or sum(due[n] == numbers[at, n] for n in told) * 2 < len(told):
            continue
        start, fewest = at + 1, 1  # where one is a sum another is taken for one more easily
        heads = [row[at] for row in rows if row[at] and whole(row[at] or "") is None]
        if any(named(text, SUMS) or is_known(text, sheet) for text in heads if text):
            continue  # whoever reads the table knows it
        gone.append(at)
        wrong += [
            problem("CELL-ROW-TOTAL", grid.cell(at, n), found=shown(rows[n - 1][at] or ""), expected=str(due[n]))
            for n in told
            if due[n] != numbers[at, n]
        ]
    return Edited(without(grid, gone, rows), wrong) if gone else None


def _is_head(row: Sequence[str | None]) -> bool:
    """Whether most of a row are texts, with numbers that count columns."""
    values = [value for _, text in texts_of(row) if (value := whole(text)) is not None]
    return len(values) >= FEWEST and all(later == earlier + 1 for earlier, later in pairwise(values)) and values[0] == 1


def bankers_in_one(grid: Grid, _sheet: str | None) -> Edited | None:
    """A column of bankers for each side as one: who banks stands in one of the two."""
    rows = _rows(grid)
    for number, row in enumerate(rows, start=1):
        pair = _of_each(row, BANKER)
        if pair is None:
            continue
        one, other = pair
        below = [each for each in range(number + 1, len(rows) + 1) if rows[each - 1][one] or rows[each - 1][other]]
        apart = [each for each in below if not (rows[each - 1][one] and rows[each - 1][other])]
        if not below or len(apart) * 5 < len(below) * 4:
            continue
        moved: dict[tuple[int, int], str] = {}
        for each in apart:
            if rows[each - 1][other]:
                rows[each - 1][one] = rows[each - 1][other]
                moved[one, each] = grid.cell(other, each)
        read_as = {grid.cell(at, number): f"{row[at]} → 庄家" for at in pair}
        row[one] = "庄家"
        return Edited(without(grid, [other], rows, moved), [], read_as, {number})
    return None


def _of_each(row: Sequence[str | None], words: Sequence[str]) -> tuple[int, int] | None:
    """The columns of a head that hold one thing of either side."""
    told: dict[tuple[int, str], dict[int, int]] = {}
    for at, text in texts_of(row):
        for system, side, rest in whose(text):
            if any(word in key(rest) for word in words):
                told.setdefault((system, rest), {})[side] = at
    return next(((each[0], each[1]) for each in told.values() if len(each) == len(SYSTEMS[0])), None)


def numbers_below_sides(grid: Grid, _sheet: str | None) -> Iterator[Edited]:
    """Two columns that are called by their side alone and hold numbers: what these are of is told by what they can be."""
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        row = grid.rows[number - 1]
        told = texts_of(row)
        for one, other, words in () if any(is_number(text) for _, text in told) or len(told) < FEWEST else _sides_alone(row):
            values = [
                text
                for below in grid.rows[number:]
                for at in (one, other)
                if at < len(below) and (text := (below[at] or "").strip())
            ]
            if not values or sum(whole(text) is not None for text in values) * 2 < len(values):
                continue
            for what in OF_SIDES:
                rows = _rows(grid)
                rows[number - 1][one], rows[number - 1][other] = (f"{word}{what}" for word in words)
                read_as = {grid.cell(at, number): f"{row[at]} → {rows[number - 1][at]}" for at in (one, other)}
                yield Edited(replace(grid, rows=rows), [], read_as, {number})


OF_SIDES: Final = ("得分", "级数", "升级", "大分", "积分")
"""What numbers may be that stand below a side's name alone."""


def _sides_alone(row: Sequence[str | None]) -> Iterator[tuple[int, int, tuple[str, str]]]:
    """The columns of a head that are called by the two sides, and nothing else."""
    for system, pair in enumerate(SYSTEMS):
        told: dict[int, int] = {}
        for at, text in texts_of(row):
            for which, side, rest in whose(text):
                if which == system and rest in {"", *BEHIND.split("|")}:
                    told.setdefault(side, at)
        if len(told) == len(pair):
            yield told[0], told[1], pair if key(pair[0]) in {"东西", "ew"} else FIRST_TWO
