"""A published table from the file that it was published in: a text file or a workbook, held against an event.

A worksheet has one table: a row of heads, of which one is the team's, with a line below for each team. Which stage, group and
round it is of the table says in columns of its own, in the name of its worksheet or above its heads; what nothing says is as
there is but one of in the event, or the one with these teams.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from paipu.ingest.event_draw import keys_named
from paipu.ingest.rejection import Problem, Rejection, printable, problem, reject
from paipu.ingest.scoresheet import grids_of
from paipu.ingest.scoresheet.entering import ids_by_name
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import beginning, numbered
from paipu.ingest.scoresheet.pieces import TEAM_NAMES, whole
from paipu.ingest.scoresheet.reading import EXAMPLES, PAGES
from paipu.ingest.scoresheet.values import Unread, folded, key, ordinal
from paipu.replay.event.boards import BOARD_POINTS
from paipu.replay.event.record import EventRecord, Stage
from paipu.replay.event.words import stage_title
from paipu.replay.event_rules import FIGURES
from paipu.replay.words import FIGURE_NAMES

PLACE: Final = "place"
PENALTIES: Final = "penalties"
NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    "team": (*TEAM_NAMES, "选手", "姓名", "name", "player"),
    "stage": ("阶段", "赛段", "stage"),
    "group": ("组", "组别", "小组", "分组", "group"),
    "after_round": ("轮次", "轮", "after_round", "after round", "round"),
    PLACE: ("排名", "排位", "最终名次", "rank"),
    BOARD_POINTS: ("比分", "IMP", "MP"),
    PENALTIES: ("扣分", "罚分合计"),
}
"""What the columns are called beside what the keys are called that an event is ranked by."""
SHOWN: Final = (PLACE, *FIGURES, PENALTIES)
"""The columns with numbers."""
_POINTS: Final = re.compile(r"([+-]?)(?:(\d{1,6})(?:\.(\d{1,2}))?|(?:(\d{1,6}) )?(\d{1,4})/([1-9]\d{0,3}))分?")
"""Points of boards, which may be fractions: `12.5`, `-3 2/3`."""
_AFTER: Final = ordinal(0, 10_000)


def _points(text: str) -> str | None:
    """Points of boards as an event has them, None if the text is none.

    >>> _points("12.5"), _points("-3 2/3"), _points("7"), _points("x")
    ('12.5', '-11/3', '7', None)
    """
    found = _POINTS.fullmatch(text)
    if found is None:
        return None
    sign, whole, decimals, over, top, bottom = found.groups()
    sign = "-" if sign == "-" else ""
    if bottom is None:
        return f"{sign}{whole}" + (f".{decimals}" if decimals else "")
    return f"{sign}{int(over or 0) * int(bottom) + int(top)}/{bottom}"


class PublishedFile(NamedTuple):
    """The tables of a file, as an event's document has them, and of each the cells by the place in it (`/rows/2/points`).

    `problems` are cells and lines that could not be read: a bad cell costs the cell, one that names no team of the event its
    line. Of the `rows` so many were `taken`, and so many held nothing of a table.
    """

    tables: tuple[dict[str, Any], ...]
    cells: tuple[Mapping[str, str], ...]
    problems: tuple[Problem, ...]
    rows: int
    taken: int
    skipped: int


def read_published(path: str, event: EventRecord) -> PublishedFile | Rejection:
    """The published tables of a file, for an event; or why there are none."""
    given = grids_of(path)
    if isinstance(given, Rejection):
        return given
    called = [grid for grid in given if PAGES.get(key(grid.sheet or "")) == "published"]
    found = [_Table(grid, number, columns, event) for grid in called or given for number, columns in _head(grid)]
    if not found:
        wanted = f"{'/'.join([*_names('team')][:3])} + {'/'.join(FIGURE_NAMES[each].zh for each in SHOWN)}"
        return reject([problem("PUBLISHED-HEADERS", printable(PurePath(path).name), expected=wanted)], path)
    made = [each for table in found for each in table.published()]
    rows, taken = sum(len(grid.rows) for grid in given), sum(each.taken for each in found)
    bad = sum(each.bad for each in found)
    problems = tuple(each for table in found for each in table.problems)
    return PublishedFile(
        tuple(table for table, _ in made), tuple(at for _, at in made), problems, rows, taken, rows - taken - bad
    )


def _names(field: str) -> Iterable[str]:
    """What a column may be called."""
    said = FIGURE_NAMES.get(field)
    return dict.fromkeys([*((said.zh, said.en) if said is not None else ()), field, *NAMED[field]])


_FIELDS: Final[Mapping[str, str]] = {
    **{name: figure for name, figure in keys_named().items() if figure in FIGURES},
    **{key(name): field for field in NAMED for name in _names(field)},
}


_TWICE: Final = re.compile(r"([^a-z]+)([a-z].*)")
"""A head in Chinese and again in English."""


def _field(cell: str) -> str | None:
    """The field that a head names, in one language or in both; None for any other."""
    name = key(cell)
    both = _TWICE.fullmatch(name)
    fields = {_FIELDS.get(each) for each in both.groups()} if both else set[str | None]()
    return _FIELDS.get(name) or (fields.pop() if len(fields) == 1 else None)


def _head(grid: Grid) -> Iterator[tuple[int, Mapping[str, int]]]:
    """The first row that names the column of teams and one with numbers, and the columns by field; nothing without one."""
    for number, row in grid.numbered():
        columns: dict[str, int] = {}
        for at, cell in enumerate(row):
            field = _field(cell) if cell else None
            if field is not None:
                columns.setdefault(field, at)
        if "team" in columns and columns.keys() & {*SHOWN}:
            yield number, columns
            return


class _Table:
    """A worksheet with a published table."""

    def __init__(self, grid: Grid, head: int, columns: Mapping[str, int], event: EventRecord) -> None:
        self.grid, self.head, self.columns, self.event = grid, head, columns, event
        self.known = ids_by_name((entrant.id, entrant.name) for entrant in event.entrants)
        self.problems: list[Problem] = []
        self.taken = self.bad = 0

    def cell(self, field: str, number: int) -> str:
        """Where a field of a line stands."""
        return self.grid.place(f"{self.grid.letters[self.columns[field]]}{number}")

    def text(self, row: Sequence[str | None], field: str) -> str:
        """What stands in a field of a line; nothing where there is no such column."""
        at = self.columns.get(field)
        return folded(row[at] or "") if at is not None and at < len(row) else ""

    def published(self) -> Iterator[tuple[dict[str, Any], Mapping[str, str]]]:
        """The tables of the worksheet, by the stage, group and round that its lines name, with the cells of each."""
        parts: dict[tuple[str, ...], list[tuple[int, Sequence[str | None], str]]] = {}
        for number, row in self.grid.numbered():
            if number <= self.head or not self.is_line(row) or key(self.text(row, "team")) in EXAMPLES:
                continue
            entrant = self.known.get(key(self.text(row, "team")))
            if entrant is None:
                self.bad += 1
                self.tell("PUBLISHED-TEAM", "team", number, self.text(row, "team"))
                continue
            self.taken += 1
            part = tuple(self.text(row, field) for field in ("stage", "group", "after_round"))
            parts.setdefault(part, []).append((number, row, entrant))
        for (stage, group, after), lines in parts.items():
            placed = self.placed(stage, group, after, [entrant for _, _, entrant in lines], lines[0][0])
            if placed is not None:
                cells = {"": self.cell("team", self.head)}
                rows = [self.line(*line, f"/rows/{at}", cells) for at, line in enumerate(lines)]
                yield {**placed, "rows": rows}, cells

    def tell(self, code: str, field: str, number: int, found: str, expected: str | None = None) -> None:
        """What is wrong with a cell."""
        self.problems.append(problem(code, self.cell(field, number), found=printable(found) or None, expected=expected))

    def is_line(self, row: Sequence[str | None]) -> bool:
        """Whether a row is a team's: it names one, and is no sum and no signature."""
        first = next((cell for cell in row if cell and cell.strip()), "")
        return bool(self.text(row, "team")) and not beginning(first)

    def line(self, number: int, row: Sequence[str | None], entrant: str, at: str, cells: dict[str, str]) -> dict[str, Any]:
        """A team's line; a cell that is no whole number is left out."""
        told: dict[str, Any] = {"team": entrant}
        cells[at] = self.cell("team", number)
        for field in SHOWN:
            text = self.text(row, field)
            value = whole(text)
            if field == BOARD_POINTS and (points := _points(text)) is not None:
                told[field] = points
                cells[f"{at}/{field}"] = self.cell(field, number)
            elif value is not None and (field != PLACE or value > 0):
                told[field] = value
                cells[f"{at}/{field}"] = self.cell(field, number)
            elif text:
                self.tell("PUBLISHED-NUMBER", field, number, text)
        return told

    def placed(self, stage: str, group: str, after: str, teams: Sequence[str], number: int) -> dict[str, Any] | None:
        """The part of the event that a table is of; None, and a problem, where nothing tells the stage."""
        above = [cell for row in self.grid.rows[: self.head - 1] for cell in row if cell]
        beside = folded(" ".join([self.grid.sheet or "", *above]))
        of = self.stage_of(stage, beside, teams)
        if of is None:
            field = "stage" if stage else "team"
            self.tell("PUBLISHED-STAGE", field, number, stage, ", ".join(each.id for each in self.event.stages))
            return None
        found = {"stage": of.id, "group": self.group_of(of, group, teams), "after_round": self.round_of(after, beside, number)}
        return {name: value for name, value in found.items() if value is not None}

    def stage_of(self, named: str, beside: str, teams: Sequence[str]) -> Stage | None:
        """The stage that a table names, that stands beside it, that is the only one, or that alone has these teams."""
        stages = self.event.stages
        called = {each.id: [key(name) for name in {each.id, *stage_title(each.id)}] for each in stages}
        if named or len(stages) == 1:
            return next((each for each in stages if not named or key(named) in called[each.id]), None)
        told = {each.id: max((len(name) for name in called[each.id] if name in key(beside)), default=0) for each in stages}
        longest = [each for each in stages if told[each.id] and told[each.id] == max(told.values())]  # 半决赛 has 决赛 in it
        with_them = [each for each in stages if {*teams} <= {who for some in self.event.members(each).values() for who in some}]
        fitting = longest if len(longest) == 1 else with_them
        return fitting[0] if len(fitting) == 1 else None

    @staticmethod
    def group_of(stage: Stage, named: str, teams: Sequence[str]) -> str | None:
        """The group that a table names, or that most of its teams are of."""
        called = {key(name): group for group in stage.groups for name in (group, f"{group}组", f"group {group}")}
        at_home = Counter(group for group, members in stage.groups.items() for team in teams if team in members)
        return called.get(key(named)) or next((group for group, _ in at_home.most_common(1)), None)

    def round_of(self, named: str, beside: str, number: int) -> int | None:
        """After which round a table was published, by its column or its title; None for the last."""
        text = named or dict(numbered(beside)).get("/event/round", "")
        try:
            return int(_AFTER.read(text)) if text else None
        except Unread:
            if named:
                self.tell("PUBLISHED-NUMBER", "after_round", number, named)
            return None
