"""The cross table of a round robin: those who stand below one another stand beside one another too, and each cell is a match.

The cell of A against B is held against that of B against A. What stands behind the matches (积分, 级差, 胜场, 名次) is what
a row of them comes to: how a column counts is told by most of its cells, and those that differ are found.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from paipu.ingest.scoresheet.across import PASSED
from paipu.ingest.scoresheet.blocks import Piece
from paipu.ingest.scoresheet.columns import OF_MATCH_SAID, REASON, Columns, every_header, read_text, variants
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN
from paipu.ingest.scoresheet.pieces import (
    LEVELS,
    LONGEST,
    POINTS,
    TEAMS,
    Cell,
    Drawn,
    are_levels,
    keys,
    named,
    split,
    texts_of,
    whole,
)
from paipu.ingest.scoresheet.values import folded, key

FEWEST: Final = 3
"""Entrants of a cross table."""
EMPTY: Final = re.compile(r"[\W_xX×]*|轮空|自己|空")
"""What stands where an entrant would meet itself, or in a match that was not played."""
BOTH: Final = re.compile(
    r"(?:(?P<one>[+-]?\d{1,3})分?\s*[\n(（]\s*(?P<pair>[^()（）\n]+?)\s*[)）]?|(?P<pair2>[^()（）\n]+?)\s*[\n(（]\s*(?P<one2>[+-]?\d{1,3})分?\s*[)）]?)"
)
"""Two things in a cell: the result, and what it counts."""
BY: Final = re.compile(r"([胜赢负输平])\s*[(（]?\s*([+-]?\d{1,2})\s*级?\s*[)）]?")
"""Who has won, and by how much: 胜+5, 负(-2)."""
WON: Final = frozenset(("胜", "赢", "w", "win", "won", "√", "○"))
LOST: Final = frozenset(("负", "输", "败", "l", "loss", "lost", "●"))
MARKED: Final = re.compile(r"(.{3,}?)\s*([√✓○胜×✗●负△平])")
"""A result with a mark behind it that says who has won: Q:8√."""
MARKS: Final = {**dict.fromkeys("√✓○胜", 1), **dict.fromkeys("×✗●负", -1), **dict.fromkeys("△平", 0)}
SIGNED: Final = re.compile(r"[+-]\d{1,4}|0")
"""By how much who stands at the left has won, or lost, where the other half of a table is empty."""
OF_HANDS: Final = "/claims/score"
FORFEITED: Final = frozenset(("弃权", "弃", "弃权负", "弃赛", "退赛", "缺席", "缺赛", "未到", "罢赛", "forfeit", "ff", "wo"))
"""What stands in the row of who has not come, or given up; in the other's row stands a result, or nothing."""
SCORES: Final = keys(
    "积分",
    "总积分",
    "总分",
    "得分",
    "总得分",
    "场分",
    "合计",
    "总计",
    "大分",
    "级差分",
    "总级差分",
    "points",
    "total",
    "score",
    "pts",
)
GAINED: Final = keys("小分", "总得级", "得级", "胜局", "得局", "总级数", "得分和", "总小分", "gained", "small points")
APART: Final = keys(
    "级差",
    "净级",
    "净胜级",
    "净胜",
    "净胜分",
    "净胜局",
    "局差",
    "总级差",
    "总净级",
    "级差合计",
    "分差",
    "级差和",
    "净分",
    "净级差",
    "净胜级差",
    "小分差",
    "difference",
    "diff",
    "net",
)
GIVEN: Final = keys("失级", "失局", "负局", "失分", "总失级", "conceded")
WINS: Final = keys("w", "胜场", "胜", "胜次", "胜场数", "获胜场次", "wins", "won")
LOSSES: Final = keys("l", "负场", "负", "负次", "负场数", "losses", "lost")
DRAWS: Final = keys("d", "平场", "平", "平次", "平局", "draws", "drawn")
PLAYED: Final = keys("pld", "场次", "场数", "已赛", "比赛场次", "轮次", "played")
PLACES: Final = keys("名次", "排名", "小组名次", "最终名次", "pos", "position", "place", "rank", "ranking")
RECORDS: Final = keys("胜负", "战绩", "胜平负", "胜负场", "胜负情况", "record")
"""How many were won and lost, in one cell: 2胜1负, 2-1."""
KNOWN: Final[Sequence[tuple[str, frozenset[str]]]] = (
    ("place", PLACES),
    ("score", SCORES),
    ("gained", GAINED),
    ("apart", APART),
    ("given", GIVEN),
    ("wins", WINS),
    ("losses", LOSSES),
    ("draws", DRAWS),
    ("played", PLAYED),
    ("record", RECORDS),
)
SCHEMES: Final[Sequence[tuple[int, int | Fraction, int]]] = (
    (2, 1, 0),
    (2, 1, 1),
    (3, 1, 0),
    (3, 2, 1),
    (1, Fraction(1, 2), 0),
    (1, 0, 0),
    (2, 0, 0),
    (3, 0, 0),
    (2, 0, 1),
)
"""What a win, a draw and a loss count."""
LABELS: Final = 4
"""Columns before the matches in which the names may stand."""
RECORD: Final = re.compile(
    r"(?:(?P<wins>\d{1,2})\s*胜)?\s*(?:(?P<draws>\d{1,2})\s*[平和])?\s*(?:(?P<losses>\d{1,2})\s*负)?"
    r"|(?P<one>\d{1,2})\s*[-/:]\s*(?P<two>\d{1,2})(?:\s*[-/:]\s*(?P<three>\d{1,2}))?"
)
CONFLICTS: Final = 12
"""Contradictions of which it is tried which of the two cells is meant."""


@dataclass(slots=True)
class Found:
    """A cross table: the rows and columns of its entrants in order, their names, and the columns behind."""

    first: int
    last: int
    names: list[Cell]
    rows: list[int]
    columns: list[int]
    counted: list[int] = field(default_factory=list)
    """The second row of each entrant, which says what its matches count."""
    behind: list[tuple[int, str]] = field(default_factory=list)


Figures = Mapping[str, Sequence[Mapping[str, list[Fraction]]]]
"""What columns may count, by their kind: by name a figure for each entrant."""
Result = tuple[Fraction, Fraction]
"""What both have of a match: own, and the other's."""


def find(grid: Grid, number: int, columns: Columns) -> Piece | None:
    """The cross table whose head is a row."""
    drawn = Drawn(grid, columns)
    found = _found(drawn, number)
    if found is None:
        return None
    drawn.skipped[number] = "title"
    drawn.skipped |= {each: "bare" for each in range(number + 1, found.last + 1) if texts_of(grid.rows[each - 1])}
    drawn.skipped |= {each: "blank" for each in range(number + 1, found.last + 1) if not texts_of(grid.rows[each - 1])}
    reader = Reader(drawn, found)
    reader.run()
    if drawn.rows:
        drawn.notes.append((found.names[0].at, "SIDES-ASSUMED", found.names[0].text[:40]))
    return drawn.piece(number, found.last, assumed=True)


def _found(drawn: Drawn, number: int) -> Found | None:
    """The cross table whose head is a row, if it is one: its diagonal is empty."""
    head = texts_of(drawn.grid.rows[number - 1])
    if len(head) < FEWEST or number + FEWEST > len(drawn.grid.rows):
        return None
    across = {at: key(text) or text for at, text in head}
    begins = min([head[0][0], *(at for at, _ in texts_of(drawn.grid.rows[number])[:1])])
    for label in range(begins, min(head[-1][0], begins + LABELS)):
        rows = _labelled(drawn, number, label)
        if len(rows) < FEWEST:
            continue
        first = key(rows[0][1].text) or rows[0][1].text
        for start in [at for at, text in across.items() if at > label and text == first]:
            places = [at for at in across if at >= start][: len(rows)]
            count = 0
            for at, (_, cell) in zip(places, rows, strict=False):
                if across[at] != (key(cell.text) or cell.text):
                    break
                count += 1
            if count >= FEWEST and (made := _made(drawn, number, label, rows[:count], places[:count])) is not None:
                return made
    return None


def _labelled(drawn: Drawn, number: int, label: int) -> list[tuple[int, Cell]]:
    """The rows below a head with what stands in a column, until one is too far away."""
    found: list[tuple[int, Cell]] = []
    for row in range(number + 1, len(drawn.grid.rows) + 1):
        cell = drawn.cell(label, row)
        if cell is not None:
            found.append((row, cell))
        elif row - (found[-1][0] if found else number) > 1:
            break
        if len(found) > len(drawn.grid.letters):
            break
    return found


def _made(drawn: Drawn, number: int, label: int, rows: Sequence[tuple[int, Cell]], places: Sequence[int]) -> Found | None:
    names = [cell for _, cell in rows]
    if all(cell.text.isdecimal() for cell in names):
        beside = [at for at in range(label + 1, places[0]) if all(drawn.cell(at, row) for row, _ in rows)]
        beside = [at for at in beside if not any(cell.text.isdecimal() for row, _ in rows if (cell := drawn.cell(at, row)))]
        if not beside:
            return None
        names = [cell for row, _ in rows if (cell := drawn.cell(beside[0], row)) is not None]
    elif sum(is_header(cell.text) for cell in names) * 2 > len(names):
        return None  # seats and sides are names of columns
    if len({key(cell.text) for cell in names}) < len(names):
        return None
    filled = _diagonal(drawn, places, [row for row, _ in rows])
    if len(filled) * 2 > len(names) and not _fills(filled, names):
        return None
    lines = [row for row, _ in rows]
    ends = [*lines[1:], min(lines[-1] + (lines[1] - lines[0]), len(drawn.grid.rows) + 1)]
    counted = [
        start + 1 for start, end in zip(lines, ends, strict=True) if end - start > 1 and texts_of(drawn.grid.rows[start])
    ]
    counted = counted if len(counted) == len(lines) and all(not drawn.cell(label, row) for row in counted) else []
    behind = [(at, text) for at, text in texts_of(drawn.grid.rows[number - 1]) if at > places[-1]]
    another = next((place for place, (_, text) in enumerate(behind) if place and named(text, TEAMS)), None)
    if another is not None:  # a table of its own stands beside, in an order of its own
        behind = [each for each in behind if each[0] < _gap(behind, another)]
    last = counted[-1] if counted else lines[-1]
    return Found(number, last, names, lines, list(places), counted, behind)


def _gap(behind: Sequence[tuple[int, str]], place: int) -> int:
    """Where a table begins that stands behind a blank column, one of whose columns is at a place."""
    while place and behind[place - 1][0] == behind[place][0] - 1:
        place -= 1
    return behind[place][0]


def _diagonal(drawn: Drawn, places: Sequence[int], rows: Sequence[int]) -> list[Cell]:
    """What stands where entrants would meet themselves."""
    cells = [drawn.cell(at, row) for at, row in zip(places, rows, strict=True)]
    return [cell for cell in cells if cell is not None and not EMPTY.fullmatch(folded(cell.text))]


def _fills(filled: Sequence[Cell], names: Sequence[Cell]) -> bool:
    """Whether all of a diagonal is filled, with one word that is no result, or with each one's own name."""
    words = {key(cell.text) for cell in filled}
    if len(filled) < len(names):
        return False
    return words == {key(cell.text) for cell in names} or (
        len(words) == 1 and not words & (WON | LOST | CALLED_DRAWN) and not any(char.isdigit() for char in filled[0].text)
    )


class Cells:
    """The cells of a cross table: what each says of the match of two, and what two of them say together."""

    def __init__(self, drawn: Drawn, found: Found) -> None:
        self.drawn, self.found = drawn, found
        self.sides = drawn.columns.sheet.sides
        self.count = len(found.names)
        self.cells: dict[tuple[int, int], Cell] = {}
        self.counts: dict[tuple[int, int], Cell] = {}
        self.by: dict[tuple[int, int], int] = {}
        """By how much each has won, or lost, where cells say it beside the word."""
        self.conflicts: list[tuple[int, int]] = []
        self.marks: dict[tuple[int, int], int] = {}
        """Who has won, by a mark behind a result."""
        self.levels = self.half = False

    def take(self, one: int, other: int) -> None:
        """A cell, and what it counts, which may stand in it or below."""
        cell = self.drawn.cell(self.found.columns[other], self.found.rows[one])
        if self.found.counted and (below := self.drawn.cell(self.found.columns[other], self.found.counted[one])) is not None:
            self.counts[one, other] = below
        if cell is None or (EMPTY.fullmatch(folded(cell.text)) and key(cell.text) not in WON | LOST and cell.text not in "√○●"):
            return
        if (told := BY.fullmatch(folded(cell.text))) is not None:
            lost = told[1] in "负输"
            self.by[one, other] = -abs(int(told[2])) if lost else int(told[2])
            self.cells[one, other] = Cell(told[1], cell.at)
            return
        if (marked := MARKED.fullmatch(folded(cell.text))) is not None and split(marked[1]) is not None:
            self.marks[one, other] = MARKS[marked[2]]
            cell = Cell(marked[1], cell.at)
        both = BOTH.fullmatch(cell.text) if len(cell.text) <= LONGEST else None
        pair = (both["pair"] or both["pair2"]) if both is not None else None
        if both is not None and pair is not None and split(pair) is not None:
            self.counts[one, other] = Cell(both["one"] or both["one2"], cell.at)
            cell = Cell(pair, cell.at)
        self.cells[one, other] = cell

    def value(self, one: int, other: int) -> Result | None:
        """What two have of their match, by the cell of the first."""
        cell = self.cells.get((one, other))
        if cell is None:
            return None
        parts = split(cell.text)
        if parts is None:
            own, against = number(cell.text), self.cells.get((other, one))
            if self.half and own is not None:
                return own, -own
            return None if own is None or against is None or (theirs := number(against.text)) is None else (own, theirs)
        found = [self.number(part) for part in parts]
        return None if found[0] is None or found[1] is None else (found[0], found[1])

    def number(self, text: str) -> Fraction | None:
        if not self.levels:
            return number(text)
        sheet = self.drawn.columns.sheet
        value, unread, _ = read_text(self.drawn.columns.by_path[f"{LEVELS}/{self.sides[0]}"], text)
        index = sheet.level_index(value) if unread is None else None
        return None if index is None else Fraction(index)

    def ended(self, one: int, other: int) -> int | None:
        """Whether the first has won (1), lost (-1) or neither."""
        cell = self.cells.get((one, other))
        if cell is not None:
            word = key(cell.text) or cell.text
            if word in FORFEITED:
                against = self.cells.get((other, one))
                return -1 if against is None or key(against.text) not in FORFEITED else None
            if word in WON | LOST | CALLED_DRAWN:
                return 1 if word in WON else -1 if word in LOST else 0
        value = self.value(one, other)
        return None if value is None else (value[0] > value[1]) - (value[0] < value[1])

    def contradict(self, one: int, other: int) -> bool:
        """Whether the cells of two say different things."""
        if (one, other) not in self.cells or (other, one) not in self.cells:
            return False
        if (one, other) in self.by and (other, one) in self.by and self.by[one, other] != -self.by[other, one]:
            return True
        here, there = self.value(one, other), self.value(other, one)
        if here is not None and there is not None:
            return here != (there[1], there[0])
        ended, back = self.ended(one, other), self.ended(other, one)
        return ended is not None and back is not None and ended != -back


class Reader(Cells):
    """Reads the matches of a cross table, and holds against them what it says that they come to."""

    def run(self) -> None:
        """All of it."""
        told = _diagonal(self.drawn, self.found.columns, self.found.rows)
        for cell in told if not _fills(told, self.found.names) else ():
            self.drawn.refuse("CELL-VALUE", cell.at, cell.text, expected="–")
        for one in range(self.count):
            for other in range(self.count):
                if one != other:
                    self.take(one, other)
        self.half = len(self.cells) * 2 == self.count * (self.count - 1) and all(
            (other, one) not in self.cells and SIGNED.fullmatch(folded(cell.text)) for (one, other), cell in self.cells.items()
        )
        pairs = [parts for cell in self.cells.values() if (parts := split(cell.text)) is not None]
        self.levels = are_levels(self.drawn.columns, pairs)
        for at, mark in self.marks.items():
            if (ended := self.ended(*at)) is not None and ended != mark:
                cell, said = self.cells[at], next(sign for sign, each in MARKS.items() if each == ended)
                self.drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=f"{cell.text}{said}")
        self.conflicts = [at for at in combinations(range(self.count), 2) if self.contradict(*at)]
        meant = self.meant()
        for one, other in self.conflicts:
            right, wrong = ((one, other), (other, one))
            if (one, other) in meant:
                right, wrong = wrong, right
            self.drawn.refuse("CELL-MIRROR", self.cells[wrong].at, self.cells[wrong].text, other=self.cells[right].at)
        for one, other in combinations(range(self.count), 2):
            self.match(one, other, mirrored=(one, other) in meant)
        self.check(meant)

    def meant(self) -> frozenset[tuple[int, int]]:
        """Of contradictions those in which the second cell is meant: with it less of what stands behind would be wrong."""
        chosen: frozenset[tuple[int, int]] = frozenset()
        for at in self.conflicts[:CONFLICTS]:
            if self.misses(chosen | {at}) < self.misses(chosen):
                chosen |= {at}
        return chosen

    def misses(self, meant: frozenset[tuple[int, int]]) -> int:
        """How many cells behind the matches are wrong, all of a column of which it is not told how it counts."""
        figures, missed = self.figures(meant), len(list(self.wrong(meant)))
        for at, name in self.found.behind:
            kind, told = kind_of(name), self.told(at)
            if kind not in {None, "place", "record"} and any(told) and self.counted_as(kind or "", told, figures) is None:
                missed += self.count
        return missed

    def match(self, one: int, other: int, *, mirrored: bool) -> None:
        """The match of two, by the cell that is meant, or the one that can be read."""
        at, back = ((other, one), (one, other)) if mirrored else ((one, other), (other, one))
        gone = [cell for each in (at, back) if (cell := self.cells.get(each)) is not None and key(cell.text) in FORFEITED]
        if len(gone) > 1:
            self.drawn.notes.append((gone[0].at, "BOTH-FORFEIT", gone[0].text[:40]))
            return
        if at not in self.cells or (self.ended(*at) is None and self.ended(*back) is not None):
            at, back = back, at
        cell, against = self.cells.get(at), self.cells.get(back)
        if cell is None:
            return
        values: dict[str, Cell] = {}
        parts = split(cell.text)
        first, second = self.sides
        if parts is not None:
            path = LEVELS if self.levels else POINTS
            values = {f"{path}/{first}": Cell(parts[0], cell.at), f"{path}/{second}": Cell(parts[1], cell.at)}
        elif self.ended(*at) is not None and number(cell.text) is None:
            word = {1: "胜", -1: "负", 0: "平"}[self.ended(*at) or 0]
            values = {OF_MATCH_SAID: Cell(word, cell.at)}
        elif number(cell.text) is not None and against is not None and number(against.text) is not None:
            values = {f"{POINTS}/{first}": cell, f"{POINTS}/{second}": against}
        elif self.half and (told := self.value(*at)) is not None:
            path = OF_HANDS if f"{OF_HANDS}/{first}" in self.drawn.columns.by_path else POINTS
            values = {f"{path}/{side}": Cell(str(each), cell.at) for side, each in zip(self.sides, told, strict=True)}
        else:
            self.drawn.refuse("CELL-VALUE", cell.at, cell.text)
            return
        if gone:
            values[REASON] = Cell("弃权", gone[0].at)
        here, there = self.counts.get(at), self.counts.get(back)
        if here is not None and there is not None and f"{POINTS}/{first}" not in values:
            values |= {f"{POINTS}/{first}": here, f"{POINTS}/{second}": there}
        teams = {
            f"/seats/{first}/team": self.found.names[at[0]],
            f"/seats/{second}/team": self.found.names[at[1]],
        }
        lines = sorted({self.found.rows[at[0]], *([self.found.rows[at[1]]] if against is not None else [])})
        lines += [row for row in self.found.counted if row - 1 in lines]
        self.drawn.rows.append(({**teams, **values}, tuple(lines)))

    # -- what a row comes to

    def figures(self, meant: frozenset[tuple[int, int]]) -> Figures:
        """What columns may count, by their kind: each a name, and a figure for each entrant."""
        own, apart, given, wins, draws, losses, exactly = ([Fraction(0)] * self.count for _ in range(7))
        further, summed = [Fraction(0)] * self.count, [Fraction(0)] * self.count
        full, counted = True, bool(self.counts)
        for one, other in combinations(range(self.count), 2):
            at = (other, one) if (one, other) in meant or (one, other) not in self.cells else (one, other)
            ended, value = self.ended(*at), self.value(*at)
            if ended is None and at in self.cells:
                full = False
            if ended is None:
                continue
            for index, sign in ((at[0], ended), (at[1], -ended)):
                (wins if sign > 0 else losses if sign < 0 else draws)[index] += 1
            if value is None:
                full = False
                continue
            last = len(self.drawn.columns.sheet.ladder) - 1 if self.levels else -1
            for index, mine, theirs in ((at[0], *value), (at[1], value[1], value[0])):
                own[index] += mine
                given[index] += theirs
                apart[index] += mine - theirs
                past = (1 if mine > theirs else -1) if last in {mine, theirs} and mine != theirs else 0
                further[index] += mine - theirs + past
                exactly[index] += mine - theirs + self.passed(*at) * (1 if index == at[0] else -1)
        for (one, _), cell in self.counts.items():
            told = number(cell.text)
            counted = counted and told is not None
            summed[one] += told or 0
        schemes = {
            f"{fraction_said(win)}-{fraction_said(draw)}-{fraction_said(loss)}": [
                wins[each] * win + draws[each] * draw + losses[each] * loss for each in range(self.count)
            ]
            for win, draw, loss in self.schemes()
        }
        sums = {"Σ": summed} if counted else {}
        exact = {"Σ": own} if full and not self.levels else {}
        played = [wins[each] + draws[each] + losses[each] for each in range(self.count)]
        table = self.drawn.columns.sheet.event.by_difference
        if table and self.levels and full:
            exact = {
                "±": [
                    sum((self.by_difference(table, each, other, meant) for other in range(self.count)), Fraction(0))
                    for each in range(self.count)
                ]
            }
        steps = len(self.drawn.columns.sheet.ladder)
        of_levels = {f"{steps}±": [each + steps * times for each, times in zip(exactly, played, strict=True)]}
        return {
            "score": [sums, exact, schemes, {"±": apart} if full else {}, of_levels if full and self.levels else {}],
            "gained": [{"Σ": own} if full else {}],
            "apart": [{"±": apart, "±A": further} if full else {}, self.told_apart(meant)],
            "given": [{"Σ": given} if full else {}],
            "wins": [{"": wins}],
            "losses": [{"": losses}],
            "draws": [{"": draws}],
            "played": [{"": played}],
        }

    def passed(self, one: int, other: int) -> int:
        """Whether the first of two is written to have passed the last level (1), the other (-1), both or neither."""
        parts = split(self.cells[one, other].text) if self.levels else None
        return 0 if parts is None else bool(PASSED.search(parts[0])) - bool(PASSED.search(parts[1]))

    def told_apart(self, meant: frozenset[tuple[int, int]]) -> Mapping[str, list[Fraction]]:
        """By how much each is ahead in all, where every cell says by how much its match was won."""
        if not self.by or any(at not in self.by for at in self.cells):
            return {}
        found = [Fraction(0)] * self.count
        for one, other in combinations(range(self.count), 2):
            at = (other, one) if (one, other) in meant or (one, other) not in self.by else (one, other)
            if at in self.by:
                found[at[0]] += self.by[at]
                found[at[1]] -= self.by[at]
        return {"±": found}

    def by_difference(
        self, table: Sequence[tuple[int, int]], one: int, other: int, meant: frozenset[tuple[int, int]]
    ) -> Fraction:
        """What a match counts for one by the difference in levels, where the sheet prints that."""
        at = (min(one, other), max(one, other))
        at = at[::-1] if at in meant or at not in self.cells else at
        value = self.value(*at) if one != other else None
        if value is None:
            return Fraction(0)
        mine, theirs = value if (at[0] == one) else value[::-1]
        row = table[min(abs(int(mine - theirs)), len(table) - 1)]
        return Fraction(row[0] if mine >= theirs else row[1])

    def schemes(self) -> Iterator[tuple[Fraction | int, Fraction | int, Fraction | int]]:
        """What matches may count, first by the sheet."""
        points = self.drawn.columns.sheet.event.match_points
        if points is not None:
            yield points.win, points.draw if points.draw is not None else 0, points.loss
        yield from SCHEMES

    def told(self, at: int) -> list[tuple[Cell, Fraction] | None]:
        """The numbers of a column behind the matches."""
        found: list[tuple[Cell, Fraction] | None] = []
        for row in self.found.rows:
            cell = self.drawn.merged(at, row)
            value = number(cell.text) if cell is not None else None
            found.append((cell, value) if cell is not None and value is not None else None)
        return found

    def counted_as(
        self, kind: str, told: Sequence[tuple[Cell, Fraction] | None], figures: Figures
    ) -> tuple[str, list[Fraction]] | None:
        """What most cells of a column are; None where nothing is that of more than half, and of two at least."""
        best, most = None, 1
        filled = sum(1 for each in told if each is not None)
        for name, values in ((name, values) for group in figures[kind] for name, values in group.items()):
            right = sum(1 for each, value in zip(told, values, strict=True) if each is not None and each[1] == value)
            if right > most and right * 2 > filled:
                best, most = (name, values), right
        return best

    def wrong(self, meant: frozenset[tuple[int, int]]) -> Iterator[tuple[Cell, str]]:
        """The cells behind the matches that are not what most of their column are, with what is expected."""
        figures = self.figures(meant)
        for at, name in self.found.behind:
            kind = kind_of(name)
            if kind is None or kind == "place":
                continue
            if kind == "record":
                yield from self.wrong_records(at, figures)
                continue
            told = self.told(at)
            best = self.counted_as(kind, told, figures)
            for each, value in zip(told, best[1], strict=True) if best is not None else ():
                if each is not None and each[1] != value:
                    yield each[0], fraction_said(value)

    def wrong_records(self, at: int, figures: Figures) -> Iterator[tuple[Cell, str]]:
        """The cells that say how many were won, drawn and lost, and are wrong."""
        counted = [next(iter(figures[kind][0].values())) for kind in ("wins", "draws", "losses")]
        for index, row in enumerate(self.found.rows):
            cell = self.drawn.merged(at, row)
            told = RECORD.fullmatch(folded(cell.text)) if cell is not None else None
            numbers = [int(told[name] or 0) for name in ("wins", "draws", "losses")] if told is not None else []
            if told is not None and told["two"] is not None:
                numbers = (
                    [int(told["one"]), 0, int(told["two"])]
                    if told["three"] is None
                    else [*map(int, told.group("one", "two", "three"))]
                )
            wanted = [each[index] for each in counted]
            if told is not None and told["two"] is not None and told["three"] is None:
                numbers[1:2] = [int(wanted[1])]  # draws are not told
            if cell is not None and told is not None and numbers != wanted:
                said = "".join(
                    f"{fraction_said(each)}{word}" for each, word in zip(wanted, "胜平负", strict=True) if each or word != "平"
                )
                yield cell, said

    def check(self, meant: frozenset[tuple[int, int]]) -> None:
        """Every column behind the matches."""
        drawn, figures = self.drawn, self.figures(meant)
        for cell, expected in self.wrong(meant):
            drawn.refuse("CELL-ROW-TOTAL", cell.at, cell.text, expected=expected)
        for at, name in self.found.behind:
            kind, head = kind_of(name), drawn.grid.cell(at, self.found.first)
            told = self.told(at)
            if kind is None:
                drawn.notes.append((head, "NO-COLUMN", name[:40]))
            elif kind == "place":
                self.check_places(told, figures, head)
            elif kind == "record":
                drawn.notes.append((head, "TOTAL-AS", f"{name[:40]} = 胜 平 负"))
            elif not any(told):
                continue
            elif (best := self.counted_as(kind, told, figures)) is None:
                drawn.notes.append((head, "TOTAL-OPEN", name[:40]))
            else:
                drawn.notes.append((head, "TOTAL-AS", f"{name[:40]} = {best[0] or name}"))

    def check_places(self, told: Sequence[tuple[Cell, Fraction] | None], figures: Figures, head: str) -> None:
        """Nobody with fewer points is placed before somebody with more; each slip is said once."""
        scores: list[Fraction] | None = None
        unknown = any(kind_of(name) is None and all(self.told(at)) for at, name in self.found.behind)  # it may be by that
        kinds = {kind_of(name) for _, name in self.found.behind}
        ranking = "wins" if "wins" in kinds and not kinds & {"score", "apart", "gained"} else "score"
        for at, name in self.found.behind if not unknown else ():
            if kind_of(name) == ranking and (best := self.counted_as(ranking, self.told(at), figures)) is not None:
                scores = best[1]
                break
        if scores is None and any(told):
            self.drawn.notes.append((head, "TOTAL-OPEN", "名次"))
        placed = [
            (each[1], score, each[0])
            for each, score in zip(told, scores or (), strict=False)
            if each is not None and score is not None
        ]
        places = Counter(place for place, _, _ in placed)
        right = sorted((score for _, score, _ in placed), reverse=True)
        wrong = [
            (place, score, cell)
            for place, score, cell in placed
            if place.denominator == 1 and not _fits(int(place), score, right, places[place])
        ]
        for _, score, cell in sorted(wrong, key=lambda each: each[0])[:1]:
            others = ", ".join(each.at for _, _, each in wrong if each is not cell)
            better = sum(1 for each in right if each > score)
            self.drawn.refuse(
                "CELL-PLACE", cell.at, cell.text, expected=str(better + 1), score=fraction_said(score), others=others or "–"
            )


def _fits(place: int, score: Fraction, right: Sequence[Fraction], sharing: int) -> bool:
    """Whether a place is one of those that a score may have: who is equal may stand in any order, or share one."""
    better = sum(1 for each in right if each > score)
    equal = sum(1 for each in right if each == score)
    return better < place <= better + equal or (sharing > 1 and place == better + 1)


def kind_of(name: str) -> str | None:
    """What a column behind the matches counts."""
    return next((kind for kind, names in KNOWN if named(name, names)), None)


def number(text: str) -> Fraction | None:
    """A number, of which half may be."""
    plain = folded(text).removesuffix("分").strip()
    if (value := whole(plain)) is not None:
        return Fraction(value)
    found = re.fullmatch(r"([+-]?\d{1,6})\.(\d{1,2})0*", plain)
    return Fraction(f"{found[1]}.{found[2]}") if found is not None else None


def is_header(text: str) -> bool:
    """Whether a text is the name of a column."""
    return not every_header().isdisjoint(variants(text))


def fraction_said(value: Fraction | int) -> str:
    """A number, of which half may be, as people write it."""
    number = Fraction(value)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"
