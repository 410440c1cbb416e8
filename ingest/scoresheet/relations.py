"""Columns that other columns make: sums, differences, products and running totals, learnt from the rows of a paper itself.

A table says how it counts by how it counts: where nearly all rows of a column are what others make of them, the row that is not
is wrong. What is learnt so is no rule of any sheet, so each finding names it. What no reader, and nothing learnt, was held
against is said to be unchecked.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import beginning
from paipu.ingest.scoresheet.pieces import texts_of, whole
from paipu.ingest.scoresheet.roles import tells
from paipu.ingest.scoresheet.values import folded, key

Spot = tuple[str, int]
"""A cell by its letters and its row in the file."""
FEWEST: Final = 3
"""Texts of a head, and of a row below it."""
FEWEST_FIGURES: Final = 2
"""Numbers of a row that is no head."""
WIDEST: Final = 40
"""Columns of numbers of a table in which relations are looked for."""
LOOKED_AT: Final = 60
"""Rows in which they are looked for, before they are held against all."""
MOST_TRIED: Final = 400_000
"""Rows, times relations, that are tried in one file."""
LONGEST: Final = 20
"""Columns that one sum is of."""
LIKELY: Final = re.compile(r"合计|总|小计|累|共|实得|净|差|和|倍|total|sum|diff|net|cumul|running", re.IGNORECASE)
"""What a column is called that is made of others."""
SERIAL: Final = re.compile(r"序号?|[副局盘轮桌台场座]([号次]|)|编号|号|no\.?|#|hand|round|table|deal|game", re.IGNORECASE)
TIMES: Final = re.compile(r"[×xX*✕]\s*(\d{1,4})|(\d{1,4})\s*(?:倍|[×xX*✕])")
AGAIN: Final = re.compile(r" \d+$")
"""What a name has behind it that is there more than once."""
SAID: Final = 16
"""Ranges of cells that one note names."""


@lru_cache(maxsize=20_000)
def figure(text: str | None) -> int | None:
    """The number that a cell is; a multiplier is one.

    >>> figure("×4"), figure("75分"), figure("+8"), figure("A"), figure(None)
    (4, 75, 8, None, None)
    """
    if not text or not text.strip():
        return None
    times = TIMES.fullmatch(folded(text))
    return int(times[1] or times[2]) if times is not None else whole(text)


class Area(NamedTuple):
    """A table as it stands: the rows of its head, its columns of numbers by place, with names, and what they hold by row."""

    grid: Grid
    head: Sequence[int]
    names: Mapping[int, str]
    rows: Sequence[int]
    told: Mapping[int, Mapping[int, int]]

    def spot(self, at: int, row: int) -> Spot:
        """A cell."""
        return self.grid.letters[at], row


class Relation(NamedTuple):
    """What a column is made of: `kind` is "sum", "apart", "product", "running" or "progress"; names, not places."""

    kind: str
    result: str
    terms: tuple[str, ...]

    @property
    def said(self) -> str:
        """In signs, by the names of the columns."""
        signs = {"sum": " + ", "product": " × ", "apart": " − "}
        if self.kind in signs:
            made = signs[self.kind].join(self.terms)
            return f"{self.result} = |{made}|" if self.kind == "apart" else f"{self.result} = {made}"
        return f"{self.result} = Σ {self.terms[0]}" if self.kind == "running" else f"{self.result} = ΣΣ {' '.join(self.terms)}"

    @property
    def likely(self) -> bool:
        """Whether some name of it says that it is made of others."""
        return any(LIKELY.search(each) for each in (self.result, *self.terms))


class Held(NamedTuple):
    """A relation in a table: how many rows tell that it holds, which do not and what is due there, the places of columns."""

    area: Area
    right: int
    values: int
    wrong: Mapping[int, int]
    columns: tuple[int, ...]
    rows: Sequence[int]


# --- Where tables are --------------------------------------------------------------------------------------


def areas_of(grid: Grid) -> Iterator[Area]:
    """The tables of a worksheet: names, and below them rows with numbers; those side by side each by itself."""
    head: list[str | None] = []
    above: list[int] = []
    rows: list[int] = []
    used = False
    for number, row in [*grid.numbered(), (0, ())]:
        texts = texts_of(row)
        numbers = sum(figure(text) is not None for _, text in texts)
        if texts and len(texts) < FEWEST and not (rows and numbers):
            continue  # a title, or what stands beside a table
        is_head = bool(texts) and numbers * 2 < len(texts) and numbers < FEWEST_FIGURES
        if rows and (not texts or is_head):
            yield from _bands(grid, above, head, rows)
            rows, used = [], True
        if is_head:
            if used:
                head, above, used = [], [], False
            above.append(number)
            below = [text if text and text.strip() else None for text in row]
            head = [low or up for low, up in zip([*below, *head[len(below) :]], [*head, *below[len(head) :]], strict=False)]
        elif texts and head and beginning(texts[0][1]) not in {"total", "signed", "remark", "labelled"}:
            rows.append(number)


def _bands(grid: Grid, above: Sequence[int], head: Sequence[str | None], rows: Sequence[int]) -> Iterator[Area]:
    """The tables below one head, of which another begins where a name comes again that the first began with."""
    named = [(at, key(text or "")) for at, text in enumerate(head) if text]
    starts = [at for at, name in named if name == named[0][1]]
    for first, last in zip(starts, [*starts[1:], len(grid.letters)], strict=True):
        told: dict[int, dict[int, int]] = {}
        names: dict[int, str] = {}
        for at, _ in named:
            if not first <= at < last:
                continue
            found = {
                n: value for n in rows if at < len(grid.rows[n - 1]) and (value := figure(grid.rows[n - 1][at])) is not None
            }
            texts = sum(at < len(grid.rows[n - 1]) and bool((grid.rows[n - 1][at] or "").strip()) for n in rows)
            if found and len(found) * 4 >= texts * 3:
                told[at] = found
                name = folded(head[at] or "")
                again = sum(each == name or each.startswith(f"{name} ") for each in names.values())
                names[at] = f"{name} {again + 1}" if again else name
        if len(told) >= FEWEST - 1 and len(rows) > 1:
            yield Area(grid, tuple(above), names, tuple(rows), told)


# --- What holds in them ------------------------------------------------------------------------------------


def _pairs(
    area: Area, relation: Relation, columns: tuple[int, ...], rows: Sequence[int]
) -> Iterator[tuple[int, int, int, bool]]:
    """Each row with what the column says and what is due, and whether that tells anything."""
    result, *terms = (area.told[at] for at in columns)
    total = weighted = 0
    for n in rows:
        value = result.get(n)
        parts = [each.get(n) for each in terms]
        known = [each for each in parts if each is not None]
        if relation.kind == "running":
            total += sum(known)
            weighted += sum(known)
            if value is not None and known:
                yield n, value, value if value == weighted else total, total != known[0]
                weighted = value  # one slip is one finding, in what is added and in what it comes to
            continue
        if value is None:
            continue
        if relation.kind == "sum" and known:
            yield n, value, sum(known), sum(map(bool, known)) > 1
        elif relation.kind == "progress" and len(known) == len(parts):
            weighted = sum(each * (len(parts) - place) for place, each in enumerate(known))
            yield n, value, weighted, sum(map(bool, known)) > 1
        elif len(known) == len(parts) and relation.kind == "apart":
            yield n, value, abs(known[0] - known[1]), all(known)
        elif len(known) == len(parts) and relation.kind == "product":
            yield n, value, known[0] * known[1], not {0, 1} & {*known}


def _held(area: Area, relation: Relation, columns: tuple[int, ...], rows: Sequence[int]) -> Held:
    right, values, wrong, seen = 0, set[int](), dict[int, int](), list[int]()
    for n, value, due, is_telling in _pairs(area, relation, columns, rows):
        seen.append(n)
        if value != due:
            wrong[n] = due
        elif is_telling:
            right += 1
            values.add(value)
    return Held(area, right, len(values), wrong, columns, seen)


def _candidates(area: Area) -> Iterator[tuple[Relation, tuple[int, ...]]]:
    """What the columns of a table may make of each other."""
    columns = sorted(area.told)
    name = area.names
    for result in columns:
        others = [at for at in columns if at != result]
        for one, other in combinations(others, 2):
            yield Relation("sum", name[result], (name[one], name[other])), (result, one, other)
            yield Relation("apart", name[result], (name[one], name[other])), (result, one, other)
            yield Relation("product", name[result], (name[one], name[other])), (result, one, other)
        for one in others:
            yield Relation("running", name[result], (name[one],)), (result, one)
        alike: dict[str, list[int]] = defaultdict(list)
        for at in others:
            alike[AGAIN.sub("", name[at])].append(at)
        for terms in alike.values():  # what each round has under one name
            if FEWEST <= len(terms) <= LONGEST:
                yield Relation("sum", name[result], tuple(name[at] for at in terms)), (result, *terms)
        for first, last in combinations(range(len(columns)), 2):
            terms = columns[first : last + 1]
            if FEWEST <= len(terms) <= LONGEST and result not in terms:
                names = tuple(name[at] for at in terms)
                yield Relation("sum", name[result], names), (result, *terms)
                yield Relation("progress", name[result], names), (result, *terms)


@dataclass(slots=True)
class Learnt:
    """What holds in the tables of a file: relations, with the rows that they do not hold in."""

    areas: Sequence[Area] = ()
    relations: dict[Relation, list[Held]] = field(default_factory=dict)

    def cells(self, grid: Grid) -> set[Spot]:
        """The cells of a worksheet that were held against others, and those of heads."""
        heads = {(each, n) for area in self.areas if area.grid is grid for n in area.head for each in grid.letters}
        return heads | {
            held.area.spot(at, n)
            for every in self.relations.values()
            for held in every
            if held.area.grid is grid
            for at in held.columns
            for n in held.rows
        }

    def heads(self, grid: Grid) -> Iterator[tuple[str, int, str]]:
        """The columns of a worksheet that are made of others, by letters and the row above their first, and of what."""
        for relation, every in self.relations.items():
            for held in every:
                if held.area.grid is grid:
                    yield grid.letters[held.columns[0]], max(held.area.rows[0] - 1, 1), relation.said

    def problems(self, grid: Grid, known: AbstractSet[Spot]) -> Iterator[Problem]:
        """The cells of a worksheet that others contradict, one a row; none in a row of which another cell is `known` wrong."""
        missed: dict[int, list[tuple[Relation, Held]]] = defaultdict(list)
        for relation, every in self.relations.items():
            for held in every:
                for n in held.wrong if held.area.grid is grid else ():
                    missed[n].append((relation, held))
        for n, found in sorted(missed.items()):
            for linked in _linked(found):
                spots = {held.area.spot(at, n) for _, held in linked for at in held.columns}
                if not spots & known:
                    yield _blamed(grid, n, linked)


def _linked(found: Sequence[tuple[Relation, Held]]) -> Iterator[list[tuple[Relation, Held]]]:
    """Relations that have columns in common, together."""
    left = list(found)
    while left:
        group, columns = [left.pop(0)], set[int]()
        while True:
            columns = {at for _, held in group for at in held.columns}
            more = [each for each in left if columns & {*each[1].columns}]
            if not more:
                break
            group += more
            left = [each for each in left if each not in more]
        yield group


def _blamed(grid: Grid, n: int, found: Sequence[tuple[Relation, Held]]) -> Problem:
    """The cell of a row that most of what does not hold has in common, and which is made of others."""
    counts: dict[int, int] = defaultdict(int)
    for _, held in found:
        for at in held.columns:
            counts[at] += 1
    relation, held = max(found, key=lambda each: (counts[each[1].columns[0]], -each[1].columns[0]))
    at = held.columns[0]
    return problem(
        "CELL-RELATION",
        grid.cell(at, n),
        found=shown((grid.rows[n - 1][at] or "").strip()),
        expected=str(held.wrong[n]),
        how=shown(relation.said, 80),
    )


def _accepted(relation: Relation, every: Sequence[Held]) -> bool:
    """Whether nearly all rows tell that something holds."""
    right, wrong = sum(held.right for held in every), sum(len(held.wrong) for held in every)
    values = max(held.values for held in every)
    if relation.likely:
        return right >= 3 and wrong * 3 <= right and values >= 2
    return right >= 6 and wrong * 6 <= right and values >= 4


def learn(grids: Iterable[Grid], read: Mapping[int, AbstractSet[Spot]]) -> Learnt:
    """What holds in the tables of a file that have columns nobody has read; `read` are cells that are, by worksheet."""
    areas = [area for grid in grids for area in areas_of(grid)]
    tried: dict[Relation, list[Held]] = {}
    left = MOST_TRIED
    for area in [each for each in areas if len(each.told) <= WIDEST]:
        known = read.get(id(area.grid), frozenset())
        unread = {at for at, told in area.told.items() if any(area.spot(at, n) not in known for n in told)}
        rows = area.rows[:LOOKED_AT]
        for relation, columns in _candidates(area) if unread else ():
            if unread.isdisjoint(columns) or relation in tried:
                continue
            if (left := left - len(rows)) < 0:
                break
            first = _held(area, relation, columns, rows)
            if first.right > len(first.wrong):
                tried[relation] = _everywhere(areas, relation)
    kept = {relation: every for relation, every in tried.items() if every and _accepted(relation, every)}
    return Learnt(areas, _plainest(kept))


def _everywhere(areas: Sequence[Area], relation: Relation) -> list[Held]:
    """A relation in every table that has its columns."""
    found = []
    for area in areas:
        places = {name: at for at, name in area.names.items()}
        columns = [places.get(name) for name in (relation.result, *relation.terms)]
        if None not in columns:
            held = _held(area, relation, tuple(at for at in columns if at is not None), area.rows)
            found += [held] if held.right or held.wrong else []
    return found


def _plainest(kept: Mapping[Relation, list[Held]]) -> dict[Relation, list[Held]]:
    """Of relations of the same columns one, and of a column the ones that hold best."""

    def cost(relation: Relation) -> tuple[int, bool, int, int]:
        every = kept[relation]
        wrong = sum(len(held.wrong) for held in every)
        return wrong, not LIKELY.search(relation.result), -sum(held.right for held in every), len(relation.terms)

    found: dict[Relation, list[Held]] = {}
    columns: set[frozenset[str]] = set()
    results: set[str] = set()
    for relation in sorted(kept, key=lambda each: (cost(each), each)):
        names = frozenset((relation.result, *relation.terms))
        if names in columns or (relation.result in results and any(held.wrong for held in kept[relation])):
            continue
        columns.add(names)
        results.add(relation.result)
        found[relation] = kept[relation]
    return found


# --- What nothing was held against -------------------------------------------------------------------------


_tells: Final = lru_cache(maxsize=20_000)(tells)


def counts(grid: Grid, spot: Spot) -> bool:
    """Whether a cell holds something that may be a result."""
    row, at = grid.rows[spot[1] - 1], grid.letters.index(spot[0])
    return at < len(row) and tells(row[at] or "")


def unchecked(grid: Grid, held: AbstractSet[Spot]) -> str:
    """The cells of a worksheet that hold a number, a level or a result, and that nothing was held against; as ranges."""
    columns: dict[int, list[int]] = {}
    for number, row in grid.numbered():
        for at, text in texts_of(row):
            if (grid.letters[at], number) not in held and _tells(text):
                columns.setdefault(at, []).append(number)
    ranges = []
    for at, numbers in sorted(columns.items()):
        values = [figure(grid.rows[n - 1][at]) for n in numbers]
        above = next(
            (text for n in range(numbers[0] - 1, 0, -1) if at < len(grid.rows[n - 1]) and (text := grid.rows[n - 1][at] or "")),
            "",
        )
        if SERIAL.fullmatch(folded(above)) and values == [*range(1, len(values) + 1)]:
            continue  # it numbers rows
        ranges += _ranges(grid.letters[at], numbers)
    more = f" … (+{len(ranges) - SAID})" if len(ranges) > SAID else ""
    return ", ".join(ranges[:SAID]) + more


def _ranges(letters: str, numbers: Sequence[int]) -> list[str]:
    """Rows of a column as ranges: F5:F8, F11."""
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and n == found[-1][1] + 1:
            found[-1] = found[-1][0], n
        else:
            found.append((n, n))
    return [f"{letters}{first}" if first == last else f"{letters}{first}:{letters}{last}" for first, last in found]
