"""Tables that have no row a match or a hand, made into such as have: hands across, round robins, lists of results.

`across.py`, `cross.py` and `lists.py` find them, each by its own shape; what they make is a grid of its own, whose every cell
knows where it stands in the file. From there on it is read like any other.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from paipu.ingest.rejection import Problem, problem, shown
from paipu.ingest.scoresheet.blocks import Head, Piece, Place
from paipu.ingest.scoresheet.columns import OF_MATCH_SAID, Column, Columns, read_text
from paipu.ingest.scoresheet.grid import MAX_CELLS, Grid, Unreadable, column_name, too_large
from paipu.ingest.scoresheet.values import PAIR, folded, key
from paipu.replay.rulesheet import RuleSheet

COUNTED: Final = ((2, 1, 0), (3, 1, 0), (2, None, 1), (3, 2, 1), (1, 0, 0), (3, 0, 0))
"""What a win, a draw and a loss count in events, beside what the sheet prints."""
POINTS: Final = "/claims/points"
LEVELS: Final = "/claims/levels"
STAGE: Final = "/event/stage"
ROUND: Final = "/event/round"
TABLE: Final = "/event/table"
RESULT_NAME: Final = "比分"
"""What a column of results is called, of which the higher has won."""
ARROW: Final = re.compile(r"\s*(?:→|->|=>)\s*")
LETTERED: Final = re.compile(r"[AJQKTajqkt尖钩勾圈旗过十]")
LONGEST: Final = 60
"""Characters of a result, or of a cell that has one: patterns are tried on nothing longer."""
LOWEST: Final = 2
"""The lowest level, and the fewest results of which one tells whether they are levels."""

STAGED: Final = re.compile(
    r"(?:[A-H1-8一二三四五六七八甲乙丙丁]\s*组|(?:第?[一二三四1-4]阶段)|小组赛|淘汰赛|循环赛|预赛|初赛|复赛|(?:[八四]|十六|16|8|4)强(?:赛)?|(?:16|8|4|十六|八|四)进(?:8|4|2|八|四|二)|(?:1/\d{1,2}|[八四]分之一)\s*决赛"
    r"|半决赛|三四名决赛|三四名赛?|季军赛|铜牌赛|决赛|1/(?:16|8|4|2)|group\s*[a-h1-8]|quarter-?finals?|semi-?finals?|finals?)",
    re.IGNORECASE,
)
"""A stage or a group, where a title or the name of a worksheet is nothing else but that, a round and a table."""


class Cell(NamedTuple):
    """A text, and the cell of the file in which it stands."""

    text: str
    at: str


@dataclass(slots=True)
class Drawn:
    """A table as it is drawn up: its rows by path of column, each with the rows of the file that it is made of."""

    grid: Grid
    columns: Columns
    rows: list[tuple[Mapping[str, Cell], tuple[int, ...]]] = field(default_factory=list)
    wrong: list[Problem] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    skipped: dict[int, str] = field(default_factory=dict)

    def cell(self, at: int, number: int) -> Cell | None:
        """A cell that holds something."""
        row = self.grid.rows[number - 1]
        text = row[at] if 0 <= at < len(row) else None
        return Cell(text.strip(), self.grid.cell(at, number)) if text is not None and text.strip() else None

    def merged(self, at: int, number: int) -> Cell | None:
        """A cell, or the first of the merged range that it is in."""
        found = self.cell(at, number)
        if found is not None or not self.grid.letters:
            return found
        for top, left, bottom, right in self.grid.merges():
            if top <= number <= bottom and left <= at <= right:
                return self.cell(left, top)
        return None

    def refuse(self, code: str, cell: str, found: str, **values: str) -> None:
        """A cell that is wrong."""
        self.wrong.append(problem(code, cell, found=shown(found), **values))

    def piece(self, first: int, last: int, *, assumed: bool = False) -> Piece | None:
        """The table as it is read; None without a row."""
        order = {path: None for values, _ in self.rows for path in values}
        known = [path for path in reversed(tuple(self.columns.by_path)) if path in order]
        if not self.rows or len(self.rows) * len(known) > MAX_CELLS:
            if self.rows:
                raise Unreadable(too_large(), self.grid.sheet)
            return None
        places = tuple(
            Place(
                at,
                RESULT_NAME if path.startswith((POINTS, LEVELS, OF_MATCH_SAID)) else self.columns.by_path[path].header.zh,
                self.columns.by_path[path],
            )
            for at, path in enumerate(known)
        )
        rows = [tuple(values[path].text if path in values else None for path in known) for values, _ in self.rows]
        origins = []
        for values, numbers in self.rows:
            first_cell = f"A{numbers[0]}"
            origins.append(tuple(values[path].at if path in values else first_cell for path in known))
        lines: list[tuple[int, ...]] = [(first,), *(numbers for _, numbers in self.rows)]
        hidden = {number for number, each in enumerate(lines, start=1) if not self.grid.layout.hidden.isdisjoint(each)}
        made = Grid(
            self.grid.file,
            self.grid.sheet,
            [tuple(place.name for place in places), *rows],
            [column_name(at) for at in range(len(known))],
            replace(self.grid.layout, merges=[], hidden=hidden),
            [(f"A{first}",) * len(known), *origins],
            lines,
        )
        return Piece(first, last, made, Head(1, 1, places), self.wrong, self.notes, self.skipped, assumed)


def texts_of(row: Sequence[str | None]) -> list[tuple[int, str]]:
    """The cells of a row that hold something."""
    return [(at, text.strip()) for at, text in enumerate(row) if text and text.strip()]


def split(text: str) -> tuple[str, str] | None:
    """Both parts of a result: 3:0, 7/5, A：9, 2→5 and 3 比 1 are such.

    >>> split("3：0"), split("7/5"), split("2→5"), split("胜")
    (('3', '0'), ('7', '5'), ('2', '5'), None)
    """
    found = PAIR.fullmatch(ARROW.sub(":", folded(text))) if len(text) <= LONGEST else None
    return (found[1], found[2]) if found is not None else None


def are_levels(columns: Columns, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether results are levels, not points: each may be one, and there are letters, or who is ahead has not always as much.

    A series to so many ends with that many for its winner; a match that ends by the clock ends at any level.
    """
    if not columns.sheet.counts_levels or not pairs:
        return False
    level = columns.by_path[f"{LEVELS}/{columns.sheet.sides[0]}"]
    if not all(can(level, each) for pair in pairs for each in pair):
        return False
    if any(LETTERED.search(each) for pair in pairs for each in pair):
        return True
    numbers = [(int(one), int(other)) for one, other in pairs if one.isdecimal() and other.isdecimal()]
    if len(numbers) < len(pairs) or any(min(pair) < LOWEST for pair in numbers):
        return False
    return len(numbers) >= LOWEST and len({max(pair) for pair in numbers}) > 1


def counts(sheet: RuleSheet | None, both: Sequence[int]) -> bool:
    """Whether what two have is what a match may count for them: by the sheet, or as events have it."""
    told, printed = sorted(both), sheet.event.match_points if sheet is not None else None
    schemes = [*COUNTED, *([(printed.win, printed.draw, printed.loss)] if printed is not None else [])]
    return any(told in ([loss, win], [drew, drew]) for win, drew, loss in schemes)


def can(column: Column, text: str) -> bool:
    """Whether a column can have a text."""
    return read_text(column, text)[1] is None


def whole(text: str) -> int | None:
    """A whole number, with its sign, a unit behind it or what makes it an ordinal.

    >>> whole("-3 级"), whole("8.0"), whole("第2名"), whole("3:0")
    (-3, 8, 2, None)
    """
    found = re.fullmatch(r"第?([+-]?\d{1,9})(?:\.0*)?\s*[级分副局场次名]?", folded(text))
    return int(found[1]) if found is not None else None


def named(text: str, names: frozenset[str]) -> bool:
    """Whether a name of a column is one of some, whatever stands in brackets behind it."""
    return key(text) in names or key(re.sub(r"[(（\[【].*", "", folded(text))) in names


def keys(*names: str) -> frozenset[str]:
    """Names as they are looked up."""
    return frozenset(map(key, names))


TEAM_NAMES: Final = (
    *(
        "队名",
        "队",
        "队伍",
        "参赛队",
        "参赛队伍",
        "参赛单位",
        "代表队",
        "单位",
        "部门",
        "班级",
        "学校",
        "社区",
        "单位名称",
        "组合",
        "搭档",
        "对",
        "名称",
        "参赛者",
    ),
    *("team", "teams", "pair", "pairs", "team name", "entrant"),
)
"""What a column is called that names one team a row: of entries, of hands across, of a published table."""
TEAMS: Final = keys(*TEAM_NAMES)
