"""From a table of cells to the rows of a score sheet: its headers, its rule sheet, and what every cell says, or why not.

What can be read safely is read, and where that took a second look a note says so; what cannot puts its row into quarantine,
with the cell. Rows without a hand (blank ones, totals, titles, examples) are skipped and counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ingest.rejection import Problem, problem, shown
from ingest.scoresheet.columns import (
    DATE,
    FINISH,
    HAND,
    RULES_COLUMN,
    Column,
    Columns,
    columns_of,
    every_header,
    variants,
)
from ingest.scoresheet.grid import MAX_CELLS, Grid, Unreadable, column_index, too_large
from ingest.scoresheet.values import DATED, REMARK, Unread, folded, key
from replay.sheets import SHEETS
from replay.text import Text

LOOKED_AT: Final = 30
"""Rows among which the headers are looked for."""
FEWEST_HEADERS: Final = 3
"""Headers that a row must have to be taken for that of headers."""
TOTALS: Final = frozenset({"合计", "总计", "小计", "累计", "总分", "total", "totals", "subtotal", "sum"})
SIGNED: Final = re.compile(
    r"\s*(?:主?裁判长?|记[录分]员?|登分员?|签[名字]|备注|说明|注|referee|scorer|signatures?|signed|notes?)\w{0,4}\s*:",
    re.IGNORECASE,
)
"""How a line below the hands begins which says who signed, or is a remark."""
EXAMPLE: Final = Text("示例", "Example")
"""The event of the rows with which a template shows how it is filled in."""
EXAMPLES: Final = frozenset(map(key, EXAMPLE))
ROUND_OF_SHEET: Final = re.compile(r"第\s*(\w{1,3})\s*轮|(?:round|r)\s*(\d{1,3})", re.IGNORECASE)
TABLE_OF_SHEET: Final = re.compile(r"第\s*(\w{1,3})\s*桌|(?:table|t)\s*(\d{1,3})", re.IGNORECASE)
GUARDED: Final = re.compile(r"'(?=[=+\-@＝＋－＠\t\r])")
"""What a table that was exported with care has before text that begins like a formula."""

WIDE: Final = re.compile("[０-９Ａ-Ｚａ-ｚ＋－．]")
"""Full-width characters that are part of a value; brackets and marks may always be wide."""

SKIPPED: Final = ("blank", "total", "title", "example", "bare")
"""Why a row is skipped."""

NOTES: Final[Mapping[str, Text]] = {
    "FULL-WIDTH": Text("全角字符，读作 {value}", "full-width characters, read as {value}"),
    "TEXT-NUMBER": Text("数字存成了文本，读作 {value}", "a number stored as text, read as {value}"),
    "EXCEL-DATE": Text("表格软件把它变成了日期，读作 {value}", "the spreadsheet made a date of it, read as {value}"),
    "MERGED": Text("合并单元格，取 {value}", "a merged cell, taken as {value}"),
    "FORMULA": Text(
        "是公式，取保存时的结果 {value}，不重算", "a formula; its saved result {value} is taken, nothing is evaluated"
    ),
    "HIDDEN-ROW": Text("这一行是隐藏的，照样读入", "the row is hidden, and is read like any other"),
    "CONTINUED": Text("未写桌次，接上一行的一场", "no table is given: the match of the row above goes on"),
    "FROM-SHEET-NAME": Text("取自工作表的名称：{value}", "taken from the worksheet's name: {value}"),
    "NO-COLUMN": Text(
        "不认得这个列名，没有读这一列：{value}", "no column of this rule sheet is called so, and it is not read: {value}"
    ),
    "COUNTED": Text("没有“副”这一列，按先后编号", "there is no column of hands: they are numbered in order"),
    "NO-RESULT": Text("这一行没有成绩，没有读", "the row has no result, and is not read"),
    "NO-HEADERS": Text("这个工作表没有计分表的表头，没有读", "this worksheet has no headers of a score sheet, and is not read"),
    "RISE-DIFFERS": Text("升级数与前后级数不符：{value}", "the rise is not what the levels before and after make: {value}"),
    "FROM-RISE": Text("由升级数得出级数 {value}", "the level {value} is worked out from the rise"),
    "MATCH-AGAIN": Text("这一场前面已有（{value}），另作一场", "this match was there before ({value}); it is kept as another"),
}
"""Every note that a reading may have: what was read after a second look, or not read at all."""


class Note(NamedTuple):
    """One note, at a cell of a table."""

    grid: Grid
    cell: str
    code: str
    value: str = ""

    @property
    def message(self) -> Text:
        """The note in words."""
        return NOTES[self.code].fill(value=self.value)


@dataclass(slots=True)
class Row:
    """What a row says, by the paths of its columns, and in which cell each value stands."""

    number: int
    values: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def refuse(self, code: str, cell: str, *, found: str | None, expected: Text | None = None, **values: str) -> None:
        """A cell that cannot be read."""
        wanted = None if expected is None else expected.zh if expected.zh == expected.en else f"{expected.zh} · {expected.en}"
        self.problems.append(problem(code, cell, found=None if found is None else shown(found), expected=wanted, **values))


class Used(NamedTuple):
    """A column of a table that is read: where it stands, and what its texts were read as before."""

    at: int
    letters: str
    column: Column
    known: dict[str, tuple[Any, Unread | None, bool]]


class Table:
    """One table, read: `notes` are those of the table itself, `skipped` counts rows without a hand by why."""

    def __init__(self, grid: Grid, rules: str | None = None) -> None:
        self.grid, self.rules = grid, rules
        self.notes: list[Note] = []
        self.skipped = dict.fromkeys(SKIPPED, 0)
        self.used: list[Used] = []
        self.defaults: dict[str, tuple[Any, str]] = {}
        self.by_path: dict[str, Used] = {}
        self.header = self.find_headers()
        self.layout = grid.layout
        self.odd = bool(self.layout.texts or self.layout.formulas or self.layout.errors or self.layout.days)
        self.merged: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def is_score_sheet(self) -> bool:
        """Whether there is a row of headers."""
        return self.header is not None

    # -- headers

    def find_headers(self) -> int | None:
        """The number of the row of headers: the first that has most of them."""
        rows = self.grid.rows[:LOOKED_AT]
        counts = [known_headers(row) for row in rows]
        most = max(counts, default=0)
        return counts.index(most) + 1 if most >= FEWEST_HEADERS else None

    def choose_columns(self) -> None:
        """Find the rule sheet and the columns. Raises Unreadable where there is no rule sheet, or a header twice."""
        if self.header is None:
            raise Unreadable(problem("SCORESHEET-HEADERS"), self.grid.sheet)
        headers = self.grid.rows[self.header - 1]
        rules = self.rules or self.named_rules(headers)
        columns = columns_of(rules)
        self.rules = rules
        self.merged = self.spread_merges()
        for index, text in enumerate(headers):
            if text is None or not text.strip():
                continue
            cell = f"{self.grid.letters[index]}{self.header}"
            column = columns.called(text)
            if column is None:
                self.notes.append(Note(self.grid, cell, "NO-COLUMN", shown(text, 40)))
                continue
            if (twin := self.by_path.get(name := path_of(column))) is not None:
                other = f"{twin.letters}{self.header}"
                raise Unreadable(problem("SCORESHEET-TWICE", found=shown(text), other=other), self.grid.sheet, cell)
            self.by_path[name] = used = Used(index, self.grid.letters[index], column, {})
            self.used.append(used)
        self.take_name(columns)

    def named_rules(self, headers: Sequence[str | None]) -> str:
        """The rule sheet that the first row names which has any. Raises Unreadable."""
        index = next(
            (at for at, text in enumerate(headers) if text and not _names(text).isdisjoint(RULES_COLUMN.names())), None
        )
        sheet, first = self.grid.sheet, (self.header or 0) + 1
        if index is None:
            raise Unreadable(problem("SCORESHEET-RULES", expected=", ".join(SHEETS)), sheet)
        for number, row in enumerate(self.grid.rows[first - 1 :], start=first):
            if index < len(row) and (text := row[index]):
                try:
                    named: str = RULES_COLUMN.kind.read(folded(text))
                except Unread:
                    cell = f"{self.grid.letters[index]}{number}"
                    raise Unreadable(
                        problem("SHEET-UNKNOWN", found=shown(text), expected=", ".join(SHEETS)), sheet, cell
                    ) from None
                return named
        raise Unreadable(problem("SCORESHEET-RULES", expected=", ".join(SHEETS)), sheet)

    def take_name(self, columns: Columns) -> None:
        """Round and table by the name of the worksheet, where there are no columns for them."""
        for path, pattern in (("/event/round", ROUND_OF_SHEET), ("/event/table", TABLE_OF_SHEET)):
            found = pattern.search(folded(self.grid.sheet or ""))
            if path in self.by_path or found is None:
                continue
            try:
                value = columns.by_path[path].kind.read(next(filter(None, found.groups())))
            except Unread:
                continue
            cell = f"A{self.header}"
            self.defaults[path] = value, cell
            self.notes.append(Note(self.grid, cell, "FROM-SHEET-NAME", str(value)))

    def spread_merges(self) -> dict[tuple[int, int], tuple[int, int]]:
        """The cells below and beside the first of each merged range, with that first one. Raises Unreadable for too many."""
        found: dict[tuple[int, int], tuple[int, int]] = {}
        first, width = (self.header or 0) + 1, len(self.grid.letters)
        shift = column_index(self.grid.letters[0]) if width else 0
        for top, left, bottom, right in self.grid.layout.merges:
            rows = range(max(top, first), min(bottom, len(self.grid.rows)) + 1)
            places = range(max(left - shift, 0), min(right - shift + 1, width))
            if len(found) + len(rows) * len(places) > MAX_CELLS:
                raise Unreadable(too_large(), self.grid.sheet)
            for number in rows:
                found.update(
                    {(number, index): (top, left - shift) for index in places if (number, index) != (top, left - shift)}
                )
        return found

    # -- rows

    def rows(self) -> Iterator[Row]:
        """Each row that has, or should have, a hand."""
        first = (self.header or 0) + 1
        self.skipped["title"] += first - 1
        for number, row in enumerate(self.grid.rows[first - 1 :], start=first):
            why = self.why_skipped(row)
            if why is not None:
                self.skipped[why] += 1
            else:
                yield self.read_row(number, row)

    def why_skipped(self, row: Sequence[str | None]) -> str | None:
        """Why a row has no hand; None for one that has."""
        first = next((text for text in row if text and text.strip()), None)
        if first is None:
            return "blank"
        if key(first) in TOTALS or (HAND in self.by_path and key(self.text(row, HAND)) in TOTALS):
            return "total"
        if SIGNED.match(folded(first)):
            return "title"
        event = self.text(row, "/event/id")
        return "example" if event and key(event) in EXAMPLES else None

    def text(self, row: Sequence[str | None], path: str) -> str:
        """What a row has in a column; empty where there is none."""
        used = self.by_path.get(path)
        return (row[used.at] or "") if used is not None and used.at < len(row) else ""

    def read_row(self, number: int, row: Sequence[str | None]) -> Row:
        """Every cell of a row that is read."""
        found = Row(number)
        if number in self.layout.hidden:
            found.notes.append(Note(self.grid, f"A{number}", "HIDDEN-ROW"))
        for used in self.used:
            text = row[used.at] if used.at < len(row) else None
            cell = f"{used.letters}{number}"
            if (text is None or not text.strip()) and self.merged and (top := self.merged.get((number, used.at))) is not None:
                text = self.merged_text(found, used, cell, top)
            if text is None or not text.strip():
                self.check_empty(found, used, cell)
                continue
            self.read_cell(found, used, cell, text)
        for path, (value, cell) in self.defaults.items():
            found.values[path], found.cells[path] = value, cell
        return found

    def check_empty(self, found: Row, used: Used, cell: str) -> None:
        """A cell that says nothing, or whose formula has no result."""
        if not self.odd:
            return
        if cell in self.layout.errors:
            found.refuse("CELL-ERROR", cell, found=None, expected=used.column.kind.shape)
        elif cell in self.layout.formulas:
            found.refuse("CELL-FORMULA", cell, found=None, expected=used.column.kind.shape)

    def merged_text(self, found: Row, used: Used, cell: str, top: tuple[int, int]) -> str | None:
        """What a merged range says in one of its cells: for a column of the match it speaks for all rows."""
        number, index = top
        line = self.grid.rows[number - 1]
        text = line[index] if 0 <= index < len(line) else None
        if text is None or not text.strip():
            return None
        if index != used.at or not used.column.of_match:
            found.refuse("CELL-MERGED", cell, found=text)
            return None
        found.notes.append(Note(self.grid, cell, "MERGED", shown(text, 40)))
        return text

    def read_cell(self, found: Row, used: Used, cell: str, text: str) -> None:
        """One cell."""
        kind, layout, original = used.column.kind, self.layout, text
        noted: list[str] = []
        if self.odd:
            if cell in layout.formulas:
                noted.append("FORMULA")
            if cell in layout.days and used.column.both and (dated := DATED.fullmatch(text)):
                text = f"{int(dated[2])}月{int(dated[3])}日"
            if kind.numeric and cell in layout.texts and cell not in layout.formulas:
                noted.append("TEXT-NUMBER")
        known = used.known.get(text)
        if known is None:
            known = used.known[text] = _read(used.column, text)
        value, unread, widened = known
        if unread is not None:
            found.refuse(unread.code, cell, found=original, expected=unread.expected)
            return
        if widened:
            noted.append("FULL-WIDTH")
        if used.column.both and "月" in text:
            noted.append("EXCEL-DATE")
        for code in noted:
            found.notes.append(Note(self.grid, cell, code, shown(value if not isinstance(value, dict) else text, 40)))
        self.put(found, used, cell, value)

    def put(self, found: Row, used: Used, cell: str, value: Any) -> None:  # noqa: ANN401 - of whatever kind of column
        """Note a value; that of a column for both sides, or all places, under the path of each."""
        path = used.column.path
        if not used.column.both:
            parts = {path: value}
        elif path == FINISH:
            parts = {f"{path}/{place}": seat for place, seat in enumerate(value, start=1)}
        else:
            parts = {f"{path}/{side}": each for side, each in value.items()}
        for name, each in parts.items():
            if name in found.values and found.values[name] != each:
                found.refuse("CELL-CONFLICT", cell, found=str(each), other=found.cells[name])
            else:
                found.values[name], found.cells[name] = each, cell


def path_of(column: Column) -> str:
    """What tells a column from the others of its table."""
    return column.path + ("/*" if column.both else "")


def known_headers(row: Sequence[str | None]) -> int:
    """How many cells of a row are a header that some rule sheet has."""
    known = every_header()
    return sum(1 for text in row if text and len(text) < 100 and not _names(text).isdisjoint(known))


def _names(text: str) -> frozenset[str]:
    return frozenset(variants(text)) - {""}


def _read(column: Column, text: str) -> tuple[Any, Unread | None, bool]:
    """What a column's text says, or why it says nothing; and whether it was written in full-width characters."""
    kind, bare = column.kind, GUARDED.sub("", text.strip(), count=1)
    plain = folded(bare) if kind.folds else bare
    if kind is REMARK:
        return kind.read(bare), None, False
    if column.path == DATE and (dated := DATED.fullmatch(plain)) is not None:
        plain = plain[: len("2026-05-01")] if dated[4] in {None, "00:00:00"} else plain
    try:
        return kind.read(plain), None, kind.folds and WIDE.search(bare) is not None
    except Unread as unread:
        return None, unread, False
