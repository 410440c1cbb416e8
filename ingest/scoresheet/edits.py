"""Ways in which a worksheet may be meant otherwise than it stands: each edit makes a table of it that is read like any other.

No edit decides anything: `readings.py` reads what each makes and keeps the reading that leaves the least unread and contradicts
itself the least. Rows and letters stay those of the file, so that every cell is named by its place there.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, combinations, pairwise
from typing import Final

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.across import OPPONENTS, RANKS, SUMS
from paipu.ingest.scoresheet.columns import HAND, columns_of, side_word, versus
from paipu.ingest.scoresheet.grid import Grid, column_name
from paipu.ingest.scoresheet.heads import (
    LABELLED,
    LONGEST_LINE,
    MOST_BANDS,
    SCORE,
    beginning,
    blank_between,
    is_datum,
    is_number,
    numbered,
)
from paipu.ingest.scoresheet.names import BEHIND, FIRST_TWO, SYSTEMS, composed, is_known, whose, written_out
from paipu.ingest.scoresheet.pieces import ROUND, TEAMS, named, split, texts_of, whole
from paipu.ingest.scoresheet.values import Kind, Unread, folded, key

FEWEST: Final = 3
"""Names of a head."""
FEWEST_ADDED: Final = 2
"""Numbers that a sum is of."""
LOOKED_AT: Final = 60
"""Rows in which heads of two levels are looked for."""
WON_BY: Final = ("胜", "赢", "won", "wins")
BANKER: Final = ("庄", "banker", "declarer")
Row = list[str | None]


@dataclass(slots=True)
class Edited:
    """A table as an edit has it: what it found wrong, the cells that it read otherwise, and the rows that it took for heads.

    `joined` are rows that were joined to others, by their numbers; `left` are the columns that it left out, each by its first
    cell, with the cells of all of them (`gone`, by column of the file and row).
    """

    grid: Grid
    wrong: list[Problem] = field(default_factory=list)
    read_as: dict[str, str] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)
    joined: dict[int, int] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)
    gone: set[tuple[str, int]] = field(default_factory=set)
    held: set[tuple[str, int]] = field(default_factory=set)
    """Cells of columns that it names for nothing, because another is made of them."""
    compared: set[str] = field(default_factory=set)
    """Cells that it has held against others: sums against what they are of, what a match has twice against each other."""
    doubt: int = 0
    """By how much what it takes columns for is less likely than what they are taken for otherwise."""

    def then(self, other: "Edited") -> "Edited":
        """What another edit made of it."""
        return Edited(
            other.grid,
            self.wrong + other.wrong,
            self.read_as | other.read_as,
            self.heads | other.heads,
            self.joined | other.joined,
            self.left | other.left,
            self.gone | other.gone,
            self.held | other.held,
            self.compared | other.compared,
            self.doubt + other.doubt,
        )


def rows_of(grid: Grid) -> list[Row]:
    return [[*row, *[None] * (len(grid.letters) - len(row))] for row in grid.rows]


def without(grid: Grid, gone: Sequence[int], rows: Sequence[Row], moved: Mapping[tuple[int, int], str] | None = None) -> Grid:
    """A table with other rows, and without some of its columns."""
    kept = [at for at in range(len(grid.letters)) if at not in gone]
    places = {at: place for place, at in enumerate(kept)}
    moved = {**(moved or {})}
    for number, row in enumerate(rows, start=1):
        for at in gone:  # what is said of the table above one of its columns stays
            free = next((each for each in reversed(kept) if each < at and not row[each]), None)
            if free is not None and row[at] and LABELLED.match(folded(row[at] or "")):
                row[free], moved[free, number] = row[at], grid.cell(at, number)
    told = {(places[at], number): cell for (at, number), cell in {**grid.moved, **moved}.items() if at in places}
    return replace(grid, rows=[[row[at] for at in kept] for row in rows], letters=[grid.letters[at] for at in kept], moved=told)


AFTER: Final = re.compile(r"(?:打|赛|局|本副)?(?:后|终|末)\s*(.{1,8})|(.{1,6}?)(?:打后|赛后|后)")
"""What is told once a hand is over: 后甲级, beside 甲级, which is told before."""


def as_it_ends(grid: Grid, _sheet: str | None) -> Edited | None:
    """The columns of what holds after a hand under the names of those that hold before, which are left out."""
    rows = rows_of(grid)
    read_as: dict[str, str] = {}
    heads: set[int] = set()
    for number, row in enumerate(rows, start=1):
        names = {key(text): at for at, text in texts_of(row)}
        after = {at: found[1] or found[2] for at, text in texts_of(row) if (found := AFTER.fullmatch(folded(text))) is not None}
        pairs = {at: names[key(bare)] for at, bare in after.items() if key(bare) in names}
        if len(pairs) < len(FIRST_TWO):
            continue
        heads.add(number)
        for at, before in pairs.items():
            read_as |= {grid.cell(at, number): f"{row[at]} → {row[before]}", grid.cell(before, number): f"{row[before]} → 前"}
            row[at], row[before] = row[before], f"原{row[before]}"
    return Edited(replace(grid, rows=rows), read_as=read_as, heads=heads) if heads else None


# --- Names -------------------------------------------------------------------------------------------------


def named_apart(grid: Grid, sheet: str | None) -> Edited | None:
    """The heads with their names written out: whose each column is, and of what."""
    rows, read_as, heads = rows_of(grid), dict[str, str](), set[int]()
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
        rows = rows_of(grid)
        upper, lower = rows[number - 1 : number + 1]
        both = [*texts_of(upper), *texts_of(lower)]
        if len(texts_of(upper)) < 2 or len(texts_of(lower)) < FEWEST - 1 or any(is_datum(text) for _, text in both):
            continue
        if any(LABELLED.match(folded(text)) for _, text in both):
            continue  # what is said beside a table is none of its names
        above = spread(grid, number, upper)
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


def spread(grid: Grid, number: int, upper: Sequence[str | None]) -> list[str]:
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
    rows = rows_of(grid)
    numbers: dict[tuple[int, int], int] = {}
    lists: dict[tuple[int, int], list[int]] = {}
    for number, row in enumerate(rows, start=1):
        for at, text in enumerate(row):
            if text and (value := whole(text)) is not None:
                numbers[at, number] = value
            elif text and (items := items_of(text)) and all((value := whole(each)) is not None for each in items):
                lists[at, number] = [whole(each) or 0 for each in items]
                numbers[at, number] = sum(lists[at, number])
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
        added = {
            n: [
                value for each in range(start, at) if (each, n) in numbers for value in lists.get((each, n), [numbers[each, n]])
            ]
            for n in told
        }
        due = {n: sum(each) for n, each in added.items()}
        right = [n for n in told if due[n] == numbers[at, n] and sum(map(bool, added[n])) >= fewest]
        if any((at, n) in lists for n in told):
            start, fewest = at, 1
            continue
        of_list = any((at - 1, n) in lists for n in told)
        if (
            (at - start < FEWEST_ADDED and not of_list)
            or not right
            or sum(due[n] == numbers[at, n] for n in told) * 2 < len(told)
        ):
            continue
        start, fewest = at + 1, 1  # where one is a sum another is taken for one more easily
        heads = [row[at] for row in rows if row[at] and whole(row[at] or "") is None]
        if not of_list and any(named(text, SUMS) or is_known(text, sheet) for text in heads if text):
            continue  # whoever reads the table knows it
        gone.append(at)
        wrong += [
            problem("CELL-ROW-TOTAL", grid.cell(at, n), found=shown(rows[n - 1][at] or ""), expected=str(due[n]))
            for n in told
            if due[n] != numbers[at, n]
        ]
    return Edited(without(grid, gone, rows), wrong) if gone else None


def points_in_all(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """A column whose name is not known as what attackers have, where two others make it: 台面 and 抠底, 抓分 and 罚分."""
    column = columns_of(sheet).by_path.get("claims/attackers") if sheet is not None else None
    if column is None:
        return
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        head = texts_of(grid.rows[number - 1])
        if len(head) < FEWEST or any(is_number(text) for _, text in head):
            continue
        rows, read_as = rows_of(grid), dict[str, str]()
        made, held = [*rows[number - 1]], set[tuple[str, int]]()
        for at in [at for at, text in head if not is_known(text, sheet)]:
            pair = _made_of(rows[number:], at, [each for each, _ in head if each < at])
            if pair is None:
                continue
            read_as[grid.cell(at, number)] = f"{made[at]} → {column.header.zh}"
            for each in pair:
                if (part := made[each] or "") and is_known(part, sheet):
                    read_as[grid.cell(each, number)] = f"{part} → 其他·{part}"
                    made[each] = f"其他·{part}"
                held |= {(grid.letters[each], n) for n in range(number + 1, len(rows) + 1)}
            made[at] = column.header.zh
        if read_as:
            told = replace(grid, rows=[*rows[: number - 1], made, *rows[number:]])
            yield Edited(told, read_as=read_as, heads={number}, held=held)
            return


def _made_of(rows: Sequence[Row], at: int, before: Sequence[int]) -> tuple[int, int] | None:
    """The two columns before it of which a column is the sum in nearly all rows, the nearest of them."""
    told = [row for row in rows if whole(row[at] or "") is not None]
    for pair in combinations(reversed(before), 2):
        sums = [[whole(row[each] or "0") for each in pair] for row in told]
        right = sum(
            None not in both and sum(value or 0 for value in both) == whole(row[at] or "")
            for row, both in zip(told, sums, strict=True)
        )
        telling = sum(all(both) for both in sums)
        if telling >= FEWEST_ADDED and right >= FEWEST and (len(told) - right) * FEW_WRONG <= len(told):
            return pair[0], pair[1]
    return None


FEW_WRONG: Final = 4
"""Of so many rows of running totals one may be wrong."""


def running_left_out(grid: Grid, sheet: str | None) -> Edited | None:
    """Without the columns that add up another row by row, which are held against it."""
    rows = rows_of(grid)
    gone, wrong = list[int](), list[Problem]()
    for at in range(len(grid.letters)):
        for base in range(at):
            told = _both_numbers(rows, base, at)
            heads = [row[at] or "" for row in rows[: told[0][0] - 1]] if told else []
            if len(told) < FEWEST or base in gone or any(is_known(text, sheet) for text in heads if text):
                continue
            due = [*accumulate(value for _, value, _ in told)]
            apart = [total - before for (_, _, total), before in zip(told, [0, *(each[2] for each in told)], strict=False)]
            missed = [n for (n, _, total), sum_ in zip(told, due, strict=True) if total != sum_]
            stepped = [n for (n, value, _), step in zip(told, apart, strict=True) if value != step]
            if len({value for _, value, _ in told}) == 1 or min(len(missed), len(stepped)) > len(told) // FEW_WRONG:
                continue
            place, lost = (at, missed) if len(missed) <= len(stepped) else (base, stepped)
            wanted = dict(zip((n for n, _, _ in told), due if place == at else apart, strict=True))
            wrong += [
                problem("CELL-TOTAL", grid.cell(place, n), found=shown(rows[n - 1][place] or ""), expected=str(wanted[n]))
                for n in lost
            ]
            gone.append(at)
            break
    return Edited(without(grid, gone, rows), wrong) if gone else None


def _both_numbers(rows: Sequence[Row], base: int, at: int) -> list[tuple[int, int, int]]:
    """The rows that have a number in both of two columns, from the first that has, as far as they go on."""
    found: list[tuple[int, int, int]] = []
    for n, row in enumerate(rows, start=1):
        one, other = whole(row[base] or ""), whole(row[at] or "")
        if one is not None and other is not None:
            found.append((n, one, other))
        elif found:
            break
    return found


def _is_head(row: Sequence[str | None]) -> bool:
    """Whether most of a row are texts, with numbers that count columns."""
    values = [value for _, text in texts_of(row) if (value := whole(text)) is not None]
    return len(values) >= FEWEST and all(later == earlier + 1 for earlier, later in pairwise(values)) and values[0] == 1


def bankers_in_one(grid: Grid, _sheet: str | None) -> Edited | None:
    """A column of bankers for each side as one: who banks stands in one of the two."""
    rows = rows_of(grid)
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


TICKS: Final = frozenset("√✓✔☑○●◯〇vVoO1")


def ticks_in_one(grid: Grid, sheet: str | None) -> Edited | None:
    """A column for each side in which who has won is ticked, as one with the side's name; of two ticks the second is wrong."""
    rows = rows_of(grid)
    for number, row in enumerate(rows if sheet is not None else (), start=1):
        pair = _of_each(row, WON_BY)
        if pair is None or sheet is None:
            continue
        below = [n for n in range(number + 1, len(rows) + 1) if any((rows[n - 1][at] or "").strip() for at in pair)]
        texts = [{at: (rows[n - 1][at] or "").strip() for at in pair} for n in below]
        if not below or any(text and text not in TICKS for told in texts for text in told.values()):
            continue
        moved, wrong = dict[tuple[int, int], str](), list[Problem]()
        for n, told in zip(below, texts, strict=True):
            if told[pair[0]] and told[pair[1]]:
                wrong.append(problem("CELL-CONFLICT", grid.cell(pair[1], n), found=told[pair[1]], other=grid.cell(pair[0], n)))
            side = 0 if told[pair[0]] else 1
            rows[n - 1][pair[0]] = side_word(columns_of(sheet).sheet.sides[side]).zh
            moved[pair[0], n] = grid.cell(pair[side], n)
        read_as = {grid.cell(at, number): f"{row[at]} → 胜方" for at in pair}
        row[pair[0]] = "胜方"
        return Edited(without(grid, [pair[1]], rows, moved), wrong, read_as, {number})
    return None


def _of_each(row: Sequence[str | None], words: Sequence[str]) -> tuple[int, int] | None:
    """The columns of a head that hold one thing of either side."""
    told: dict[tuple[int, str], dict[int, int]] = {}
    for at, text in texts_of(row):
        for system, side, rest in whose(text):
            if any(word in key(rest) for word in words):
                told.setdefault((system, rest), {})[side] = at
    return next(((each[0], each[1]) for each in told.values() if len(each) == len(SYSTEMS[0])), None)


def numbers_below_sides(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """Columns that are called by their side alone and hold numbers: what these are of is told by what they can be."""
    hands = frozenset(columns_of(sheet).by_path[HAND].names()) if sheet is not None else frozenset()
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        row = grid.rows[number - 1]
        told = texts_of(row)
        if any(is_number(text) for _, text in told) or len(told) < FEWEST:
            continue
        pairs = [each for each in _sides_alone(row) if _holds_numbers(grid, number, each[:2])]
        of_hands = any(key(text) in hands for _, text in told)
        for what in OF_SIDES[: len(OF_SIDES) - of_hands] if pairs else ():
            rows = rows_of(grid)
            for one, other, words in pairs:
                rows[number - 1][one], rows[number - 1][other] = (f"{word}{what}" for word in words)
            read_as = {
                grid.cell(at, number): f"{row[at]} → {rows[number - 1][at]}" for one, other, _ in pairs for at in (one, other)
            }
            yield Edited(replace(grid, rows=rows), [], read_as, {number})


def _holds_numbers(grid: Grid, number: int, columns: Sequence[int]) -> bool:
    """Whether columns hold numbers below a head, for the most part."""
    values = [text for below in grid.rows[number:] for at in columns if at < len(below) and (text := (below[at] or "").strip())]
    return bool(values) and sum(whole(text) is not None for text in values) * 2 >= len(values)


OF_SIDES: Final = ("得分", "级数", "升级", "大分", "积分")
"""What numbers may be that stand below a side's name alone; the last is of matches."""


def _sides_alone(row: Sequence[str | None]) -> Iterator[tuple[int, int, tuple[str, str]]]:
    """The columns of a head that are called by the two sides, and nothing else, two by two."""
    for system, pair in enumerate(SYSTEMS):
        told: tuple[list[int], list[int]] = ([], [])
        for at, text in texts_of(row):
            for side in {side for which, side, rest in whose(text) if which == system and rest in {"", *BEHIND.split("|")}}:
                told[side].append(at)
        for one, other in zip(*told, strict=False):
            yield one, other, pair if key(pair[0]) in {"东西", "ew"} else FIRST_TWO


def met_apart(grid: Grid, _sheet: str | None) -> Edited | None:
    """Who met in one cell as two columns: 红队 VS 蓝队."""
    if grid.origins is not None:
        return None
    rows = rows_of(grid)
    kind = versus(FIRST_TWO)
    for number, row in enumerate(rows, start=1):
        for at, text in texts_of(row) if len(texts_of(row)) >= FEWEST else ():
            below = [n for n in range(number + 1, len(rows) + 1) if (rows[n - 1][at] or "").strip()]
            told = {n: both for n in below if (both := _met(kind, rows[n - 1][at] or "")) is not None}
            if number + 1 not in told or len(told) * 5 < len(below) * 4:
                continue
            if any(is_number(cell) for _, cell in texts_of(row)):
                continue
            made = [
                [*line[:at], *(told[n] if n in told else (line[at], None)), *line[at + 1 :]]
                for n, line in enumerate(rows, start=1)
            ]
            made[number - 1][at : at + 2] = [f"{word}队" for word in FIRST_TWO]
            letters = [*grid.letters[: at + 1], *grid.letters[at:]]
            return Edited(
                replace(grid, rows=made, letters=letters), [], {grid.cell(at, number): f"{text} → 甲队 乙队"}, {number}
            )
    return None


def _met(kind: Kind, text: str) -> tuple[str, str] | None:
    """Both names of a cell; None where it names no two, or numbers or levels."""
    if split(text) is not None and all(len(each) <= FEWEST - 1 for each in split(text) or ()):
        return None
    try:
        one, other = kind.read(folded(text)).values()
    except Unread:
        return None
    return str(one), str(other)


def places_below_players(grid: Grid, _sheet: str | None) -> Iterator[Edited]:
    """A column a player with the place that each had in a hand, as a column a place with who had it.

    Of two who have one place either may be meant to have that which nobody has.
    """
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        head = texts_of(grid.rows[number - 1])
        if len(head) < FEWEST_SEATS or any(is_number(text) for _, text in head):
            continue
        for size in (6, 4):
            for start in range(len(head) - size + 1):
                places = [at for at, _ in head[start : start + size]]
                below = _placed(grid, number, places)
                right = [n for n, told in below.items() if sorted(told.values()) == [*range(1, size + 1)]]
                if places[-1] - places[0] == size - 1 and len(right) * 5 >= len(below) * 3 and len(right) > 1:
                    yield from _by_place(grid, number, places, below)
                    return


FEWEST_SEATS: Final = 4


def _placed(grid: Grid, number: int, columns: Sequence[int]) -> dict[int, dict[int, int]]:
    """The rows below a head in which some columns hold nothing but places, with what each column has."""
    found: dict[int, dict[int, int]] = {}
    for n in range(number + 1, len(grid.rows) + 1):
        row = grid.rows[n - 1]
        told = {at: value for at in columns if at < len(row) and (value := whole(row[at] or "")) is not None}
        if len(told) == len(columns) and all(0 < value <= len(columns) for value in told.values()):
            found[n] = told
        elif found:
            break
    return found


def _by_place(grid: Grid, number: int, columns: Sequence[int], below: Mapping[int, Mapping[int, int]]) -> Iterator[Edited]:
    """The table with a column a place; in two ways where two players have one place in some row."""
    names = {at: (grid.rows[number - 1][at] or "").strip() for at in columns}
    for last in (True, False):
        rows, moved, wrong = rows_of(grid), dict[tuple[int, int], str](), list[Problem]()
        for place, at in enumerate(columns, start=1):
            rows[number - 1][at] = f"第{place}名"
        for n, told in below.items():
            at_place: dict[int, int] = {}
            free = [place for place in range(1, len(columns) + 1) if place not in told.values()]
            for at in columns if last else reversed(columns):
                place = told[at]
                if place in at_place and free:
                    wrong.append(
                        problem("CELL-CONFLICT", grid.cell(at, n), found=str(place), other=grid.cell(at_place[place], n))
                    )
                    place = free.pop(0)
                at_place[place] = at
            for place, at in at_place.items():
                rows[n - 1][columns[place - 1]] = names[at]
                moved[columns[place - 1], n] = grid.cell(at, n)
        read_as = {grid.cell(columns[0], number): " ".join(names.values())}
        yield Edited(without(grid, [], rows, moved), wrong, read_as, {number})
        if not wrong:
            return


def rounds_apart(grid: Grid, _sheet: str | None) -> Iterator[Edited]:
    """A row a team with its matches of all rounds beside one another, as a row a team and round."""
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        upper = spread(grid, number, grid.rows[number - 1])
        rounds = {at: dict(numbered(folded(text))).get(ROUND) for at, text in enumerate(upper) if text}
        lower = {at: (text or "").strip() for at, text in enumerate(grid.rows[number][: len(grid.letters)])}
        told: dict[str, dict[str, int]] = {}
        for at, each in rounds.items():
            if each is not None and lower.get(at):
                told.setdefault(each, {})[lower[at]] = at
        names = {tuple(columns) for columns in told.values()}
        heads = texts_of(grid.rows[number - 1])
        team = next((at for at, text in heads if named(text, TEAMS)), None)
        if (
            len(told) < FEWEST_ADDED
            or len(names) != 1
            or team is None
            or not any(named(each, OPPONENTS) for each in next(iter(names)))
        ):
            continue
        yield Rounds(grid, number, team, told, [(at, text) for at, text in heads if rounds.get(at) is None]).made()
        return


class Rounds:
    """A table with a row a team, its rounds beside one another."""

    def __init__(
        self, grid: Grid, head: int, team: int, told: Mapping[str, Mapping[str, int]], others: Sequence[tuple[int, str]]
    ) -> None:
        self.grid, self.head, self.team, self.told, self.others = grid, head, team, told, others
        self.rows = [n for n in range(head + 2, len(grid.rows) + 1) if self.text(team, n) and not self._is_below(n)]
        self.called = self._numbers()

    def _is_below(self, number: int) -> bool:
        """Whether a row is none of a team: a total, a remark, or who signs."""
        return any(beginning(text[:LONGEST_LINE]) for _, text in texts_of(self.grid.rows[number - 1])[:1])

    def _numbers(self) -> dict[str, str]:
        """The teams by their numbers, where opponents are called by these."""
        opponents = self.opponents(list(next(iter(self.told.values()))))
        for at, _ in self.others:
            numbers = {self.text(at, n): self.text(self.team, n) for n in self.rows}
            if at != self.team and opponents <= numbers.keys():
                return numbers
        return {}

    def text(self, at: int, number: int) -> str:
        """What stands in a cell."""
        row = self.grid.rows[number - 1]
        return (row[at] or "").strip() if at < len(row) else ""

    def made(self) -> Edited:
        """The table with a row a team and round; sums behind the rounds are held against these."""
        names = list(next(iter(self.told.values())))
        rows: list[Row] = [["轮次", "队名", *("对手" if named(each, OPPONENTS) else each for each in names)]]
        origins, lines = [[self.grid.cell(at, self.head) for at in range(len(rows[0]))]], [(self.head, self.head + 1)]
        for each, columns in self.told.items():
            for n in self.rows:
                values = [self.text(columns[name], n) for name in names]
                if not any(values):
                    continue
                values = [
                    self.called.get(value, value) if named(name, OPPONENTS) else value
                    for name, value in zip(names, values, strict=True)
                ]
                rows.append([each, self.text(self.team, n), *(value or None for value in values)])
                cells = [self.grid.cell(columns[name], n) for name in names]
                origins.append([cells[0], self.grid.cell(self.team, n), *cells])
                lines.append((n, n))
        wrong, read = self.sums(names)
        grid = replace(
            self.grid,
            rows=rows,
            letters=[column_name(at) for at in range(len(rows[0]))],
            layout=replace(self.grid.layout, merges=[]),
            origins=origins,
            lines=lines,
        )
        gone = {
            (self.grid.letters[at], n)
            for at, _ in self.others
            for n in self.rows
            if at != self.team and at not in read and self.text(at, n)
        }
        numbers = {at for at, _ in self.others if {self.text(at, n) for n in self.rows} <= self.opponents(names)}
        gone = {(letters, n) for letters, n in gone if letters not in {self.grid.letters[at] for at in numbers}}
        left = {
            self.grid.cell(at, self.head): text for at, text in self.others if (self.grid.letters[at], self.rows[0]) in gone
        }
        compared = {self.grid.cell(at, n) for at in read for n in self.rows}
        return Edited(grid, wrong, {}, {self.head, self.head + 1}, {}, left, gone, compared=compared)

    def opponents(self, names: Sequence[str]) -> set[str]:
        """What opponents are called."""
        return {
            self.text(columns[name], n)
            for columns in self.told.values()
            for name in names
            if named(name, OPPONENTS)
            for n in self.rows
        }

    def sums(self, names: Sequence[str]) -> tuple[list[Problem], set[int]]:
        """The cells behind the rounds that are no sum of these, in columns most of which are; and these columns."""
        wrong, read = list[Problem](), set[int]()
        behind = [at for at, text in self.others if at > self.team and not named(text, RANKS)]
        for at in behind:
            for name in names:
                due: dict[int, int] = {}
                for n in self.rows:
                    values = [whole(text) for columns in self.told.values() if (text := self.text(columns[name], n))]
                    if values and None not in values and whole(self.text(at, n)) is not None:
                        due[n] = sum(value for value in values if value is not None)
                right = [n for n, value in due.items() if whole(self.text(at, n)) == value]
                if named(name, OPPONENTS) or len(right) * 2 <= len(due) or not any(due.values()):
                    continue
                read.add(at)
                for n, value in due.items():
                    if n not in right:
                        wrong.append(self.blamed(at, n, name, value - (whole(self.text(at, n)) or 0)))
                break
        return wrong, read

    def pair(self, columns: Mapping[str, int], name: str, number: int) -> tuple[int, int] | None:
        """What a team and its opponent have in a round."""
        rows = {self.text(self.team, n): n for n in self.rows}
        met = next((self.text(at, number) for each, at in columns.items() if named(each, OPPONENTS)), "")
        other = rows.get(self.called.get(met, met))
        own, theirs = whole(self.text(columns[name], number)), whole(self.text(columns[name], other)) if other else None
        return None if own is None or theirs is None else (own, theirs)

    def blamed(self, at: int, number: int, name: str, apart: int) -> Problem:
        """What is wrong in a row whose sum is not that of its rounds: a round of which both have what no others have, or it."""
        pairs = Counter(
            tuple(sorted(pair)) for n in self.rows for columns in self.told.values() if (pair := self.pair(columns, name, n))
        )
        for columns in self.told.values():
            pair = self.pair(columns, name, number)
            due = (0, 0) if pair is None else (pair[0] - apart, pair[1])
            if pair and pairs[min(pair), max(pair)] < pairs[min(due), max(due)]:
                cell = columns[name]
                found = shown(self.text(cell, number))
                return problem("CELL-ROW-TOTAL", self.grid.cell(cell, number), found=found, expected=str(due[0]))
        value = whole(self.text(at, number)) or 0
        return problem(
            "CELL-ROW-TOTAL", self.grid.cell(at, number), found=shown(self.text(at, number)), expected=str(value + apart)
        )


LIST: Final = re.compile(r"[/、,，;；\s]+")
LONGEST_LIST: Final = 80


def items_of(text: str) -> list[str]:
    """What a cell lists: 3/0/1/2; 9:A 7:A; nothing where it holds one thing, or texts."""
    plain = folded(text)
    items = [each for each in LIST.split(plain) if each] if len(plain) <= LONGEST_LIST else []
    lists = len(items) >= FEWEST_ADDED and all(SCORE.fullmatch(each) or split(each) is not None for each in items)
    return items if lists else []


def lists_apart(grid: Grid, _sheet: str | None) -> Iterator[Edited]:
    """What a cell lists of each hand, or game, as a column for each; of two columns of lists the first is the first side's."""
    rows = rows_of(grid)
    for number, row in enumerate(rows if grid.origins is None else (), start=1):
        if len(texts_of(row)) < FEWEST - 1 or any(is_number(text) for _, text in texts_of(row)):
            continue
        below = range(number + 1, len(rows) + 1)
        told = {at: {n: items for n in below if (items := items_of(rows[n - 1][at] or ""))} for at, _ in texts_of(row)}
        listed = [at for at, lists in told.items() if lists and len(lists) * 2 > sum(bool(rows[n - 1][at]) for n in below)]
        if not 0 < len(listed) <= len(SYSTEMS[0]):
            continue
        in_pairs = all(split(each) is not None for at in listed for items in told[at].values() for each in items)
        if in_pairs != (len(listed) == 1):
            continue
        first, size = listed[0], max(len(items) for at in listed for items in told[at].values())
        made = [
            [each for at, each in enumerate(line) if at not in listed[1:]][:first]
            + _spread_out([told[at].get(n, []) for at in listed], size)
            + [each for at, each in enumerate(line) if at > first and at not in listed[1:]]
            for n, line in enumerate(rows, start=1)
        ]
        letters = [letter for at, letter in enumerate(grid.letters) if at not in listed[1:]]
        letters[first : first + 1] = [grid.letters[first]] * size
        said = "".join(row[at] or "" for at in listed)
        for word in [each for each in ("副", "局") if each in said] or ("副", "局"):
            named_so = [list(line) for line in made]
            named_so[number - 1][first : first + size] = [f"第{at}{word}" for at in range(1, size + 1)]
            read_as = {grid.cell(at, number): f"{row[at]} → 第1{word} …" for at in listed}
            yield Edited(replace(grid, rows=named_so, letters=letters), [], read_as, {number})
        return


def _spread_out(lists: Sequence[Sequence[str]], size: int) -> Row:
    """The things of one list, or of two pair by pair, in as many cells."""
    if len(lists) == 1:
        return [*lists[0], *[None] * (size - len(lists[0]))]
    longest = max(map(len, lists))
    one, other = ([*each, *["0"] * (longest - len(each))] for each in lists)
    return [*(f"{a}:{b}" for a, b in zip(one, other, strict=True)), *[None] * (size - longest)]


def one_band(grid: Grid, _sheet: str | None) -> Iterator[Edited]:
    """Of tables side by side that blank columns part each by itself: the others may hold no results."""
    bands = blank_between(grid)
    for first, last in bands if 1 < len(bands) <= MOST_BANDS else ():
        others = [at for at in range(len(grid.letters)) if not first <= at <= last]
        if last - first < FEWEST - 1:
            continue
        texts = [(at, n, text) for n, row in grid.numbered() for at, text in texts_of(row) if at in others]
        left = {grid.cell(at, n): text for at, n, text in texts[:1]}
        gone = {(grid.letters[at], n) for at, n, _ in texts}
        yield Edited(without(grid, others, rows_of(grid)), left=left, gone=gone)


def told_once(grid: Grid, sheet: str | None) -> Iterator[Edited]:
    """Each match that is told in a row of either team as one row: what each has of itself is the first's and the second's.

    Where the two rows contradict each other, either may be meant.
    """
    for number in range(1, min(len(grid.rows), LOOKED_AT)):
        head = [*grid.rows[number - 1]]
        teams = [at for at, text in texts_of(head) if named(text, TEAMS) or key(text) == "甲队"]
        others = [at for at, text in texts_of(head) if named(text, OPPONENTS) or key(text) == "乙队"]
        if len(teams) != 1 or len(others) != 1:
            continue
        pairs, rows = _paired(grid, number, teams[0], others[0])
        if not pairs or len(pairs) * 2 * 5 < rows * 4:
            continue
        twice = Twice(grid, number, teams[0], others[0], pairs, sheet)
        made = twice.made(first_right=True)
        yield made
        if made.wrong:
            yield twice.made(first_right=False)
        return


def _paired(grid: Grid, number: int, team: int, other: int) -> tuple[list[tuple[int, int]], int]:
    """The rows of one match, two by two, by who met whom; and how many rows there are."""
    told: dict[tuple[str, ...], int] = {}
    pairs: list[tuple[int, int]] = []
    rows = 0
    before = [at for at, _ in texts_of(grid.rows[number - 1]) if at < min(team, other)]
    for n in range(number + 1, len(grid.rows) + 1):
        row = [*grid.rows[n - 1], *[None] * len(grid.letters)]
        if not row[team] or not row[other]:
            break
        rows += 1
        where = tuple(row[at] or "" for at in before)
        one, two = key(row[team] or ""), key(row[other] or "")
        if (first := told.pop((*where, two, one), None)) is not None:
            pairs.append((first, n))
        else:
            told[*where, one, two] = n
    return pairs, rows


class Twice:
    """A table with two rows a match, one of either team."""

    def __init__(
        self, grid: Grid, head: int, team: int, other: int, pairs: Sequence[tuple[int, int]], sheet: str | None
    ) -> None:
        self.grid, self.head, self.team, self.other, self.pairs, self.sheet = grid, head, team, other, pairs, sheet
        self.names = [(text or "").strip() for text in rows_of(grid)[head - 1]]
        self.what: dict[int, tuple[int, str]] = {}
        """Of columns that hold one thing of the row's own team and of the other: whose, and what."""
        self.mirror = {team: other, other: team} | self._mirrored()

    def _mirrored(self) -> dict[int, int]:
        """The columns that hold one thing of the row's own team and of the other, each with its counterpart."""
        found: dict[int, int] = {}
        for system in range(len(SYSTEMS)):
            told: dict[str, dict[int, int]] = {}
            for at, name in enumerate(self.names):
                for which, side, rest in whose(name) if name and at not in {self.team, self.other} else ():
                    if which == system:
                        told.setdefault(rest, {})[side] = at
            for rest, both in told.items():
                if len(both) == len(SYSTEMS[system]):
                    found |= {both[0]: both[1], both[1]: both[0]}
                    self.what |= {both[0]: (0, rest), both[1]: (1, rest)}
        return found

    def text(self, at: int, number: int) -> str:
        """What stands in a cell."""
        row = self.grid.rows[number - 1]
        return (row[at] or "").strip() if at < len(row) else ""

    def made(self, *, first_right: bool) -> Edited:
        """One row a match; `first_right`: of two that contradict each other the first row is meant."""
        rows, wrong = rows_of(self.grid), list[Problem]()
        moved: dict[tuple[int, int], str] = {}
        letters, further = list(self.grid.letters), dict[int, int]()
        head = rows[self.head - 1]
        for at, name in enumerate(self.names):
            if not name or at in {self.team, self.other}:
                continue
            kind = self._kind(at)
            if kind == "own" and (own := composed(key(name), "甲", self.sheet)) is not None:
                head[at] = own
                further[at] = len(letters)
                letters.append(self.grid.letters[at])
            elif at in self.mirror:
                side, rest = self.what[at]
                head[at] = composed(rest, FIRST_TWO[side], self.sheet) or name
        head[self.team], head[self.other] = "甲队", "乙队"
        for line in rows:
            line.extend([None] * len(further))
        for at, behind in further.items():
            head[behind] = composed(key(self.names[at]), "乙", self.sheet)
        for one, two in self.pairs:
            for at, behind in further.items():
                moved |= {(behind, n): self.grid.cell(at, n) for n in range(1, len(rows) + 1) if (behind, n) not in moved}
                rows[one - 1][behind] = self.text(at, two) or None
                moved[behind, one] = self.grid.cell(at, two)
            for at in range(len(self.names)):
                back = self.mirror.get(at, at)
                kind = "mirrored" if at in self.mirror else self._kind(at) if self.names[at] else "own"
                here, there = self.text(at, one), self.text(back, two)
                if kind == "own" or folded(here) == folded(there) if kind != "signed" else whole(here) == -(whole(there) or 0):
                    continue
                lost, meant = ((back, two), (at, one)) if first_right else ((at, one), (back, two))
                wrong.append(
                    problem("CELL-MIRROR", self.grid.cell(*lost), found=shown(self.text(*lost)), other=self.grid.cell(*meant))
                )
                if not first_right:
                    rows[one - 1][at] = there if kind != "signed" else str(-(whole(there) or 0))
                    moved[at, one] = self.grid.cell(back, two)
            rows[two - 1] = [None] * len(letters)
        grid = replace(self.grid, rows=rows, letters=letters, moved={**self.grid.moved, **moved})
        read_as = {self.grid.cell(at, self.head): f"{self.names[at]} → {head[at]}" for at in (self.team, self.other, *further)}
        both = [at for at, name in enumerate(self.names) if name and (at in self.mirror or self._kind(at) != "own")]
        compared = {self.grid.cell(at, two) for _, two in self.pairs for at in both}
        return Edited(grid, wrong, read_as, {self.head}, {two: one for one, two in self.pairs}, compared=compared)

    def _kind(self, at: int) -> str:
        """Whether both rows have the same in a column, the same with the other sign, or each its own."""
        told = [(self.text(at, one), self.text(at, two)) for one, two in self.pairs]
        same = sum(folded(one) == folded(other) for one, other in told)
        turned = sum(
            a is not None and b is not None and a == -b for a, b in ((whole(one), whole(other)) for one, other in told)
        )
        return "same" if same * 2 > len(told) and same >= turned else "signed" if turned * 2 > len(told) else "own"
