"""From a table of cells to the rows of a score sheet: its headers, its rule sheet, and what every cell says, or why not.

What can be read safely is read, and where that took a second look a note says so; what cannot puts its row into quarantine,
with the cell. Rows without a hand (blank ones, totals, titles, examples) are skipped and counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from paipu.ingest.rejection import Problem, problem, shown, wanting
from paipu.ingest.scoresheet import outcome
from paipu.ingest.scoresheet.blocks import Block, Place
from paipu.ingest.scoresheet.columns import (
    ASSUMED,
    BARE_FIRST,
    DATE,
    FINISH,
    HAND,
    IDENTITY,
    MET,
    NAMED_FIRST,
    OF_HAND_SAID,
    PAST,
    RESULT,
    RULES,
    RULES_COLUMN,
    WINNER,
    WON,
    Column,
    columns_of,
    path_of,
    read_text,
    variants,
)
from paipu.ingest.scoresheet.grid import MAX_CELLS, Grid, Unreadable, too_large
from paipu.ingest.scoresheet.heads import numbered
from paipu.ingest.scoresheet.outcome import CALLED_DRAWN, DRAWN, drawn_claims
from paipu.ingest.scoresheet.pieces import POINTS, ROUND, STAGE, STAGED, texts_of
from paipu.ingest.scoresheet.values import DATED, SEVERAL, Unread, folded, is_bye, key
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text
from paipu.replay.texts import Texts

EXAMPLE: Final = Text("示例", "Example")
"""The event of the rows with which a template shows how it is filled in."""
EXAMPLES: Final = frozenset(map(key, EXAMPLE))
PAGES: Final[Mapping[str, str]] = {
    key(name): page
    for page, names in {
        "terms": ("赛事", "Event"),
        "entries": ("报名", "Entrants"),
        "published": ("名次", "Standings"),
    }.items()
    for name in names
}
"""Worksheets beside the results in the workbook of an event."""
PLACING: Final = frozenset({*IDENTITY, HAND, RULES})
"""What tells of which match and hand a row is."""

SKIPPED: Final = ("blank", "total", "title", "example", "bare")
"""Why a row is skipped."""

NOTES: Final = Texts({}, (__package__, "text.note"))
"""Every note that a reading may have: what was read after a second look, or not read at all."""


PASSED: Final = re.compile(r"过|past|\+", re.IGNORECASE)
"""What a level says that was passed."""
CARRIED: Final = ("/event/round", "/event/stage", DATE)
MOST_CHARACTERS: Final = 20
RESULTS: Final = frozenset(map(key, RESULT))
NAMING: Final = frozenset({WINNER, WON, "dealer", "claims/next_dealer"})
"""Sides and seats, beside the places: a team or a player may be named there."""
UNREAD: Final = frozenset(
    {
        "NO-NAME",
        "NO-LEVELS",
        "NO-COLUMN",
        "NOT-A-COLUMN",
        "NO-HEADERS",
        "NO-RESULT",
        "RISE-ALONE",
        "NO-NAMES",
        "TOTAL-OPEN",
        "NO-ROW",
        "NO-CROSS",
        "NOT-CHECKED",
        "COLUMN-UNLIKE",
        "NO-OTHER",
        "BOTH-FORFEIT",
        "BYE",
    }
)
"""Notes of what was not read, which are always said."""


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
    """What a row says, by the paths of its columns, and in which cell each value stands; `lines` are its rows in the file."""

    number: int
    lines: Sequence[int]
    values: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    lost: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    pending: list["Named"] = field(default_factory=list)

    @property
    def first(self) -> str:
        """Where the row begins."""
        return f"A{self.lines[0]}"

    def refuse(self, code: str, cell: str, *, found: str | None, expected: Text | None = None, **values: str) -> None:
        """What makes a row unusable."""
        self.problems.append(_problem(code, cell, found, expected, **values))

    def lose(self, path: str, code: str, cell: str, *, found: str | None, expected: Text | None = None, **values: str) -> None:
        """A cell that cannot be read: it costs the cell, or the row where nothing else tells of what the row is."""
        made = _problem(code, cell, found, expected, **values)
        (self.problems if path in PLACING else self.lost).append(made)


class Named(NamedTuple):
    """A cell that may name a team or a player in place of a side or seat: who they are, other cells tell."""

    column: Column
    cell: str
    text: str
    unread: Unread


def _problem(code: str, cell: str, found: str | None, expected: Text | None, **values: str) -> Problem:
    return wanting(problem(code, cell, found=None if found is None else shown(found), **values), expected)


class Used(NamedTuple):
    """A column of a table that is read: where it stands, and what its texts were read as before."""

    at: int
    letters: str
    column: Column
    known: dict[str, tuple[Any, Unread | None, bool]]


class Table:
    """One table, read: `notes` are those of the table itself, `lost` the cells beside it that cannot be read.

    `defaults` are values that hold for all of its rows, with the cell that says each: it stands above the table, or in the name
    of the worksheet. `turned` says that the side of the second seat is named first, so that of two values in a cell the first
    is its own.
    """

    def __init__(self, grid: Grid, block: Block, rules: str) -> None:
        self.block, self.rules = block, rules
        self.grid = grid if block.piece is None else block.piece.grid
        self.columns = columns_of(rules)
        self.notes: list[Note] = []
        self.lost: list[Problem] = []
        if block.piece is not None:
            self.notes += [Note(grid, *note) for note in block.piece.notes]
            self.lost += block.piece.wrong
        self.examples: list[int] = []
        self.above: dict[str, Any] = {}
        """What the row before tells of round, stage and day."""
        self.byes: list[tuple[int, str]] = []
        """Rows of who has no opponent, with who that is: no matches."""
        self.used: list[Used] = []
        self.defaults: dict[str, tuple[Any, str]] = {}
        self.named: list[Named] = []
        """What is said beside the table of a side or a seat, by a name that its rows tell."""
        self.by_path: dict[str, Used] = {}
        self.header = block.head.last
        self.assumed = block.piece is not None and block.piece.assumed
        for place in block.head.places if block.piece is None else ():
            if place.column.path == MET or (place.column.path.startswith("/seats/") and key(place.name).startswith(ASSUMED)):
                if not self.assumed:
                    self.notes.append(
                        Note(grid, f"{grid.letters[place.at]}{block.head.last}", "SIDES-ASSUMED", shown(place.name, 40))
                    )
                self.assumed = True
        self.layout = self.grid.layout
        self.odd = bool(self.layout.texts or self.layout.formulas or self.layout.errors or self.layout.days)
        self.choose_columns()
        self.merged = spread_merges(self.grid, self.header)
        self.take_facts()
        self.turned = self.names_second_side_first()
        self.has_result = any(is_result(place) for place in block.head.places)
        """Whether a column has results, of which the higher has won."""

    # -- headers

    def choose_columns(self) -> None:
        """Take the columns of the head. Raises Unreadable where there is one twice."""
        head = self.block.head
        for place in head.places:
            letters = self.grid.letters[place.at]
            if (twin := self.by_path.get(name := path_of(place.column))) is not None:
                other, cell = f"{twin.letters}{head.last}", f"{letters}{head.last}"
                if name.startswith("/seats/") and not name.endswith("/team"):
                    raise no_head(self.grid, head.last)
                raise Unreadable(problem("SCORESHEET-TWICE", found=shown(place.name), other=other), self.grid.sheet, cell)
            self.by_path[name] = used = Used(place.at, letters, place.column, {})
            self.used.append(used)

    def take_facts(self) -> None:
        """What holds for the whole table: what stands beside it, else round and table by the name of the worksheet."""
        for path, fact in self.block.facts.items():
            if path in self.by_path and not fact.told:
                continue
            value, unread, _ = read_text(fact.column, fact.text)
            if unread is not None and path in NAMING:
                self.named.append(Named(fact.column, fact.cell, fact.text, unread))
                continue
            if unread is not None:
                self.lost.append(_problem(unread.code, fact.cell, fact.text, unread.expected))
                continue
            if value == DRAWN and path == WINNER:  # nobody has won
                self.defaults |= {each: (points, fact.cell) for each, points in drawn_claims(SHEETS[self.rules]).items()}
                self.notes.append(Note(self.grid, fact.cell, "DRAWN", shown(fact.text, 40)))
                continue
            seated = {} if fact.told else seated_by(SHEETS[self.rules], path, fact.text)
            if seated and (named := ROSTER.fullmatch(folded(fact.text))) is not None:
                value = named[1]
            parts = value.items() if fact.column.both and isinstance(value, dict) else [("", value)]
            for side, each in parts:
                self.defaults[f"{fact.column.path}/{side}".rstrip("/")] = each, fact.cell
            if seated and not seated.keys() & (self.by_path.keys() | self.block.facts.keys()):
                self.defaults |= {each: (name, fact.cell) for each, name in seated.items()}
                self.notes.append(Note(self.grid, fact.cell, "SEATS-ASSUMED", shown(fact.text, 40)))
            code = "FROM-MAP" if fact.told else "FROM-ABOVE"
            self.notes.append(Note(self.grid, fact.cell, code, shown(fact.text, 40)))
        for path, text in numbered(folded(self.grid.sheet or "")):
            if path in self.by_path or path in self.defaults:
                continue
            value, unread, _ = read_text(self.columns.by_path[path], text)
            if unread is None:
                cell = self.grid.first_cell(self.header)
                self.defaults[path] = value, cell
                self.notes.append(Note(self.grid, cell, "FROM-SHEET-NAME", str(value)))

    def names_second_side_first(self) -> bool:
        """Whether the columns of the second side's team, or levels, stand before those of the first."""
        first, second = SHEETS[self.rules].sides
        for path in ("/seats/{}/team", "/claims/levels/{}", "claims/levels/{}", "/claims/points/{}", "/claims/score/{}"):
            one, other = self.by_path.get(path.format(first)), self.by_path.get(path.format(second))
            if one is not None and other is not None:
                return other.at < one.at
        return False

    @cached_property
    def seated(self) -> frozenset[str]:
        """The paths that its columns of who played fill."""
        teams = [f"/seats/{side}/team" for side in SHEETS[self.rules].sides] if f"{MET}/*" in self.by_path else []
        return frozenset({*teams, *(path for path in self.by_path if path.startswith("/seats/"))})

    @cached_property
    def side_names(self) -> dict[str, str]:
        """The sides by what the head calls their teams, where it does not name them: 甲队, 主队, and 甲, 主."""
        if not self.assumed or self.block.piece is not None:
            return {}
        found: dict[str, str] = {}
        written = dict(enumerate(self.grid.rows[self.header - 1]))  # of a head in rows the last may be the shortest
        for place in self.block.head.places:
            for at, side in enumerate(SHEETS[self.rules].sides):
                if place.column.path == f"/seats/{side}/team":
                    names = {place.name, written.get(place.at) or ""}
                    found |= {key(each): side for each in names}
                    found |= {
                        key(each): side for each in BARE_FIRST[at] if any(key(name).endswith(key(each)) for name in names)
                    }
                    bare = [each for each in BARE_FIRST[at] if any(key(name).startswith(key(each)) for name in names)]
                    found |= {key(each): side for each in NAMED_FIRST[at] if each.startswith(tuple(bare))}
                    found |= {
                        key(each): side for each in (*BARE_FIRST[at],) if any(key(name).startswith(key(each)) for name in names)
                    }
        found.pop("", None)
        return found

    @cached_property
    def named_first(self) -> str | None:
        """The side of which the table tells first; None where its columns are not of both sides."""
        first, second = SHEETS[self.rules].sides
        of_both = ("/seats/{}/team", "/claims/levels/{}", "/claims/points/{}", "/claims/score/{}")
        named = any(path.format(first) in self.by_path and path.format(second) in self.by_path for path in of_both)
        return (second if self.turned else first) if named else None

    # -- rows

    def rows(self) -> Iterator[Row]:
        """Each row that has, or should have, a hand or a match."""
        for number in self.block.rows:
            row = self.grid.rows[number - 1]
            first = next((text for _, text in texts_of(row)), "")  # whatever that column is taken for
            if EXAMPLES & {key(first), key(self.text(row, "/event/id"))}:
                self.examples.append(number)
            elif any(map(is_bye, row)):
                others = [row[used.at] for used in self.used if used.column.path.startswith("/seats/") and used.at < len(row)]
                who = next((text for text in others if text and not is_bye(text)), "")
                self.byes.append((number, who))
                self.notes.append(Note(self.grid, self.grid.first_cell(number), "BYE", shown(who, 40)))
            elif any(used.at < len(row) and (row[used.at] or "").strip() for used in self.used):
                yield self.read_row(number, row)

    def text(self, row: Sequence[str | None], path: str) -> str:
        """What a row has in a column; empty where there is none."""
        used = self.by_path.get(path)
        return (row[used.at] or "") if used is not None and used.at < len(row) else ""

    def read_row(self, number: int, row: Sequence[str | None]) -> Row:
        """Every cell of a row that is read."""
        found = Row(number, self.grid.lines_of(number))
        if number in self.layout.hidden:
            found.notes.append(Note(self.grid, found.first, "HIDDEN-ROW"))
        for used in self.used:
            text = row[used.at] if used.at < len(row) else None
            cell = self.grid.cell(used.at, number)
            if (text is None or not text.strip()) and self.merged and (top := self.merged.get((number, used.at))) is not None:
                text = self.merged_text(found, used, cell, top)
            if text is None or not text.strip():
                self.check_empty(found, used, cell)
                continue
            self.read_cell(found, used, cell, text)
        self.carry(found)
        found.pending += [each for each in self.named if each.column.path not in found.values]
        for path, (value, cell) in self.defaults.items():
            if path not in found.values:
                found.values[path], found.cells[path] = value, cell
        if self.block.head.won_first and WINNER not in found.values:
            side = SHEETS[self.rules].sides[0]
            named = found.cells.get(f"/seats/{side}/team")
            if named is not None and not drawn_in(row):
                found.values[WINNER], found.cells[WINNER] = side, named
        return found

    def carry(self, found: Row) -> None:
        """A round, stage or day that stands in the first of some rows alone: it goes on where the row tells its own table."""
        row = self.grid.rows[found.number - 1]
        if "/event/table" in found.values and self.block.piece is None:
            for path in CARRIED:
                used, before = self.by_path.get(path if path != STAGE else ROUND), self.above.get(path)
                told = used is not None and used.at < len(row) and (row[used.at] or "").strip()
                if used is not None and before is not None and path not in found.values and not told:
                    cell = self.grid.cell(used.at, found.number)
                    found.values[path], found.cells[path] = before, cell
                    found.notes.append(Note(self.grid, cell, "CARRIED", shown(before, 40)))
        self.above = {path: found.values[path] for path in CARRIED if path in found.values}

    def check_empty(self, found: Row, used: Used, cell: str) -> None:
        """A cell that says nothing, or whose formula has no result."""
        if not self.odd:
            return
        if cell in self.layout.errors:
            found.lose(used.column.path, "CELL-ERROR", cell, found=None, expected=used.column.kind.shape)
        elif cell in self.layout.formulas:
            found.lose(used.column.path, "CELL-FORMULA", cell, found=None, expected=used.column.kind.shape)

    def merged_text(self, found: Row, used: Used, cell: str, top: tuple[int, int]) -> str | None:
        """What a merged range says in one of its cells: for a column of the match it speaks for all rows."""
        number, index = top
        line = self.grid.rows[number - 1]
        text = line[index] if 0 <= index < len(line) else None
        if text is None or not text.strip():
            return None
        if index != used.at or not used.column.of_match:
            found.lose(used.column.path, "CELL-MERGED", cell, found=text)
            return None
        if used.column.both and used.column.path == POINTS:
            return None  # what several rows come to stands in the first
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
            if kind.numeric and cell in layout.texts and cell not in layout.formulas and self.grid.origins is None:
                noted.append("TEXT-NUMBER")
        text = meant_by(self.block, found, used, Note(self.grid, cell, "READ-AS"), text) if self.block.words else text
        known = used.known.get(text)
        if known is None:
            known = used.known[text] = read_text(used.column, text)
        value, unread, widened = known
        if unread is not None:
            self.not_read(found, Named(used.column, cell, original, unread))
            return
        if value == DRAWN and used.column.path == WINNER:
            self.draw(found, cell, original)
            return
        if widened:
            noted.append("FULL-WIDTH")
        if used.column.both and "月" in text:
            noted.append("EXCEL-DATE")
        for code in noted:
            found.notes.append(Note(self.grid, cell, code, shown(value if not isinstance(value, dict) else text, 40)))
        mark_past(found, used, cell, text)
        if kind.odd is not None and kind.odd(folded(text)):
            found.notes.append(Note(self.grid, cell, "READ-AS", f"{shown(original, 40)} → {value}"))
        self.put(found, used, cell, value)

    def draw(self, found: Row, cell: str, text: str) -> None:
        """Nobody has won: what that counts for each is claimed, where the sheet prints it and no column has it."""
        found.notes.append(Note(self.grid, cell, "DRAWN", shown(text, 40)))
        for path, points in drawn_claims(SHEETS[self.rules]).items():
            if path not in self.by_path:
                found.values[path], found.cells[path] = points, cell

    def not_read(self, found: Row, named: Named) -> None:
        """A cell that its column cannot have: it may name somebody, where sides and seats stand, or a stage for a round."""
        path, stage = named.column.path, folded(named.text)
        if path == ROUND and STAGE not in self.by_path and STAGED.fullmatch(stage):
            found.values[STAGE], found.cells[STAGE] = stage, named.cell
            found.notes.append(
                Note(self.grid, named.cell, "READ-AS", f"{shown(stage, 40)} → {self.columns.by_path[STAGE].header.zh}")
            )
        elif path == WON and (said := risen_in(named.text)) is not None:
            found.values[OF_HAND_SAID], found.cells[OF_HAND_SAID] = said, named.cell  # 东西+3
        elif path in NAMING or path.startswith(f"{FINISH}/"):
            found.pending.append(named)
        else:
            found.lose(path, named.unread.code, named.cell, found=named.text, expected=named.unread.expected)

    def put(self, found: Row, used: Used, cell: str, value: Any) -> None:  # noqa: ANN401 - of whatever kind of column
        """Note a value; that of a column for both sides, or all places, under the path of each."""
        path = used.column.path
        if not used.column.both:
            parts = {path: value}
        elif path == MET:
            parts = {f"/seats/{side}/team": name for side, name in value.items()}
        elif path == FINISH:
            parts = {f"{path}/{place}": seat for place, seat in enumerate(value, start=1)}
        else:
            sides = list(value)
            given = dict(zip(sides, [value[side] for side in reversed(sides)], strict=True)) if self.turned else value
            parts = {f"{path}/{side}": each for side, each in given.items()}
        for name, each in parts.items():
            if name in found.values and found.values[name] != each:
                found.refuse("CELL-CONFLICT", cell, found=str(each), other=found.cells[name])
            else:
                found.values[name], found.cells[name] = each, cell


def no_head(grid: Grid, number: int) -> Unreadable:
    """Why a row that has one seat twice is no head: it says who sat where, or came in at what place."""
    row = " | ".join(text for text in grid.rows[number - 1] if text)
    return Unreadable(problem("SCORESHEET-HEADERS", found=shown(row)), grid.sheet, f"A{number}")


def mark_past(found: Row, used: Used, cell: str, text: str) -> None:
    """Note who is written to have passed the last level."""
    if path_of(used.column).startswith("/claims/levels/") and PASSED.search(folded(text)):
        path = f"{PAST}/{used.column.path.rpartition('/')[2]}"
        found.values[path], found.cells[path] = True, cell


def meant_by(block: Block, found: Row, used: Used, note: Note, text: str) -> str:
    """What a text stands for by a mapping, else the text."""
    meant = block.words.get(path_of(used.column), {}).get(key(text) or text)
    if meant is not None:
        found.notes.append(note._replace(value=f"{shown(text, 40)} → {meant[:40]}"))
    return text if meant is None else meant


def spread_merges(grid: Grid, header: int) -> dict[tuple[int, int], tuple[int, int]]:
    """The cells below and beside the first of each merged range, with that first one. Raises Unreadable for too many."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    first, width, spread = (header or 0) + 1, len(grid.letters), 0
    for top, left, bottom, right in grid.merges():
        rows = range(max(top, first), min(bottom, len(grid.rows)) + 1)
        places = range(left, min(right + 1, width))
        spread += len(rows) * len(places)  # ranges may lie one over another
        if spread > MAX_CELLS:
            raise Unreadable(too_large(), grid.sheet)
        for number in rows:
            found.update({(number, index): (top, left) for index in places if (number, index) != (top, left)})
    return found


ROSTER: Final = re.compile(r"(.+?)\s*[(\[](.+)[)\]]")
"""A team, and who plays for it: 红队（张三、李四）."""


def seated_by(sheet: RuleSheet, path: str, text: str) -> dict[str, str]:
    """Who plays for a side, where as many are named beside a table as it has seats: in their order."""
    seats = [seat for seat, side in sheet.side_of.items() if path == f"/seats/{sheet.sides[side]}/team"]
    roster = ROSTER.fullmatch(folded(text))
    names = [each for each in SEVERAL.split(roster[2] if roster is not None else folded(text)) if each]
    if not seats or len(names) != len(seats) or len({*names}) < len(names):
        return {}
    return {f"/seats/{seat}/id": name for seat, name in zip(seats, names, strict=True)}


def drawn_in(row: Sequence[str | None]) -> bool:
    """Whether some cell of a row says that nobody has won."""
    return any(text is not None and len(text) <= MOST_CHARACTERS and key(text) in CALLED_DRAWN for text in row)


BARE_RISE: Final = re.compile(r"^(\D+?)(\d)$")
"""东西0: who has won a hand, and rises by nothing."""


def risen_in(text: str) -> outcome.Said | None:
    """Who has won a hand and by how much, where both stand in one cell: 东西+3, 红队升2级."""
    try:
        said = outcome.read(BARE_RISE.sub(r"\1+\2", folded(text)))
    except Unread:
        return None
    return said if len(said.parts) == 1 and said.parts[0].who and said.parts[0].rise is not None else None


def is_result(place: Place) -> bool:
    """Whether a column has results, in one cell or a side each: 比分, 主队得分."""
    named = key(place.name)
    one_side = place.column.path.startswith("/claims/points/") and named.startswith(
        (*ASSUMED, *map(key, (*BARE_FIRST[0], *BARE_FIRST[1])))
    )
    return one_side or not {*variants(place.name)}.isdisjoint(RESULTS)


def named_rules(grid: Grid, blocks: Sequence[Block]) -> str:
    """The rule sheet that a worksheet names first, in a column or beside a table. Raises Unreadable."""
    for block in blocks:
        fact = block.facts.get(RULES)
        if fact is not None:
            return _rules(grid, fact.text, fact.cell)
        if block.piece is not None:
            continue
        at = next((place.at for place in block.head.places if place.column.path == RULES), None)
        for number in block.rows if at is not None else ():
            row = grid.rows[number - 1]
            if at is not None and at < len(row) and (text := (row[at] or "").strip()):
                return _rules(grid, text, f"{grid.letters[at]}{number}")
    head, piece = blocks[0].head, blocks[0].piece
    names = [place.name for place in head.places] + [name for _, name in head.unknown]
    if piece is not None:
        names = [text for text in grid.rows[piece.first - 1] if text]
    told = problem("SCORESHEET-RULES", found=shown(" | ".join(names)), expected=", ".join(SHEETS))
    raise Unreadable(told, grid.sheet, f"A{head.last if piece is None else piece.first}")


def _rules(grid: Grid, text: str, cell: str) -> str:
    rules, unread, _ = read_text(RULES_COLUMN, text)
    if unread is not None:
        raise Unreadable(problem("SHEET-UNKNOWN", found=shown(text), expected=", ".join(SHEETS)), grid.sheet, cell)
    return str(rules)
