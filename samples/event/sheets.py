"""The score sheets of a made-up event as its organiser would have filled them in, and errors that creep into such sheets.

Every error notes the cell where it must be found. Cells are named only when all errors are made, for some add rows or take them
away; each error has a match to itself.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from random import Random
from typing import Any, Final, Literal, NamedTuple

from paipu.ingest.scoresheet.columns import FINISH, HAND, LEVELS, Column
from paipu.ingest.scoresheet.grid import column_name
from paipu.ingest.scoresheet.writing import Sheet, sheets, to_csv, to_workbook
from paipu.replay.sheets import SHEETS, TRICK_SHEETS
from paipu.samples.document import Document
from paipu.samples.work import NoChance

Row = list[Any]
File = Literal["csv", "xlsx"]

DATED: Final = datetime(2026, 5, 6)  # noqa: DTZ001 - a spreadsheet knows no time zones
"""What a spreadsheet makes of `5-6`."""
TOTALS: Final = ("/claims/score", "/claims/points", "/claims/levels")
CALLED: Final = {("guandan-3", "points"): "CLAIM-ROUND-POINTS", ("guandan-js2023", "score"): "CLAIM-LEVEL-POINTS"}
"""Checks that have a name of their own on some sheets."""
TEAM: Final = "/seats/{}/team"
PLAYER: Final = "/seats/{}/id"


class Slip(NamedTuple):
    """An error in a score sheet, to be found with `code` in a cell: that of a row, by identity, in a column.

    Some can be made in a workbook only: in text there are neither kinds of cells nor merged ones.
    """

    kind: str
    code: str
    row: Row
    path: str
    only: File | None = None


class Papers:
    """The score sheet of some matches of one rule sheet, row by row."""

    def __init__(self, made: Sheet) -> None:
        self.made = made
        self.rows: list[Row] = [list(row) for row in made.rows]
        self.merged: list[tuple[Row, Row, str]] = []
        self.slips: list[Slip] = []
        self.at: Mapping[str, int] = {column.path: index for index, column in enumerate(made.columns)}
        first = self.at[HAND]
        begins = [at for at, row in enumerate(self.rows) if not at or row[first] <= self.rows[at - 1][first]]
        ends = [*begins[1:], len(self.rows)]
        self.matches: list[list[Row]] = [self.rows[begin:end] for begin, end in zip(begins, ends, strict=True)]

    def column(self, path: str) -> Column:
        """A column by its path."""
        return self.made.columns[self.at[path]]

    def match(self, rng: Random, *, most: int = 0) -> list[Row]:
        """The rows of a match that no error was made in yet. Raises NoChance where none is left."""
        left = [each for each in self.matches if len(each) > most]
        if not left:
            raise NoChance
        chosen = rng.choice(left)
        self.matches = [each for each in self.matches if each is not chosen]
        return chosen

    def other(self, path: str, now: object, rng: Random) -> Any:  # noqa: ANN401 - a text or a number
        """Another value of a column."""
        if isinstance(now, int):
            return now + rng.choice((-2, -1, 1, 2))
        choices = self.column(path).kind.choices
        if choices is None:
            raise NoChance
        return rng.choice([each for each in choices(self.made.lang) if each != now])

    def last(self, path: str) -> str | None:
        """The last of the values that a column takes."""
        choices = self.column(path).kind.choices
        return [*choices(self.made.lang)][-1] if choices is not None else None

    def filled(self, prefix: str, row: Row) -> list[str]:
        """The paths below a prefix that a row has a value for."""
        return [path for path, at in self.at.items() if path.startswith(f"{prefix}/") and row[at] is not None]

    def cell(self, row: Row, path: str) -> str:
        """The address of a cell; row 1 has the headers."""
        return f"{column_name(self.at[path])}{next(at for at, each in enumerate(self.rows) if each is row) + 2}"

    def notes(self) -> list[Document]:
        """What was made where."""
        return [
            {
                "kind": slip.kind,
                "code": slip.code,
                "cell": self.cell(slip.row, slip.path),
                **({"only": slip.only} if slip.only is not None else {}),
            }
            for slip in self.slips
        ]

    def sheet(self, form: File) -> Sheet:
        """The table as it stands; in text a date is as a spreadsheet shows it."""

        def shown(value: Any) -> Any:  # noqa: ANN401 - what a cell holds
            return f"{value.month}月{value.day}日" if isinstance(value, datetime) and form == "csv" else value

        return self.made._replace(rows=[[shown(value) for value in row] for row in self.rows])


Make = Callable[[Papers, Random], Slip]


def wrong_total(papers: Papers, rng: Random) -> Slip:
    """What a match is said to have come to is something else."""
    rows = papers.match(rng)
    paths = [path for prefix in TOTALS for path in papers.filled(prefix, rows[-1])]
    if not paths:
        raise NoChance
    path = rng.choice(paths)
    at = papers.at[path]
    rows[-1][at] = papers.other(path, rows[-1][at], rng)
    what = path.split("/")[2]
    return Slip("wrong_total", CALLED.get((papers.made.rules, what), f"CLAIM-MATCH-{what.upper()}"), rows[-1], path)


def skipped_level(papers: Papers, rng: Random) -> Slip:
    """A side is written down with a level that it has not got; where it is at the last one another check would say so."""
    rows = papers.match(rng, most=2)[:-2]
    cells = [(row, path) for row in rows for path in papers.filled(LEVELS, row) if row[papers.at[path]] != papers.last(path)]
    if not cells:
        raise NoChance
    row, path = rng.choice(cells)
    row[papers.at[path]] = papers.other(path, row[papers.at[path]], rng)
    return Slip("skipped_level", "CLAIM-LEVELS", row, path)


def wrong_banker(papers: Papers, rng: Random) -> Slip:
    """One of the other side is written down as the banker; for his partner there is a check of its own."""
    if papers.made.rules not in TRICK_SHEETS:
        raise NoChance
    rows = papers.match(rng, most=2)
    due = papers.at["claims/next_dealer"]
    row = rng.choice([row for before, row in itertools.pairwise(rows) if before[due] is not None])
    choices = papers.column("dealer").kind.choices
    seats = [*choices(papers.made.lang)] if choices is not None else []
    now = seats.index(row[papers.at["dealer"]])
    row[papers.at["dealer"]] = rng.choice([seat for at, seat in enumerate(seats) if (at - now) % 2])
    return Slip("wrong_banker", "DEALER-NEXT", row, "dealer")


def swapped_sides(papers: Papers, rng: Random) -> Slip:
    """Both sides of a match sit where the others were drawn, and its result is theirs."""
    rules, rows = SHEETS[papers.made.rules], papers.match(rng)
    seats = [PLAYER.format(seat) for seat in rules.seats]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, len(seats), 2)]
    teams = (TEAM.format(rules.sides[0]), TEAM.format(rules.sides[1]))
    for row in rows:
        for one, other in (*pairs, teams):
            row[papers.at[one]], row[papers.at[other]] = row[papers.at[other]], row[papers.at[one]]
    return Slip("swapped_sides", "EVENT-SIDES", rows[0], teams[0] if rows[0][papers.at[teams[0]]] is not None else seats[0])


def duplicate_table(papers: Papers, rng: Random) -> Slip:
    """A match is there twice."""
    again = [list(row) for row in papers.match(rng, most=1)]
    papers.rows += again
    return Slip("duplicate_table", "EVENT-TWICE", again[0], "/event/id")


def missing_hand(papers: Papers, rng: Random) -> Slip:
    """A hand in the middle of a match is not there."""
    rows = papers.match(rng, most=2)
    at = rng.randrange(1, len(rows) - 1)
    papers.rows = [row for row in papers.rows if row is not rows[at]]
    return Slip("missing_hand", "HANDS-MISSING", rows[at + 1], HAND)


def excel_date(papers: Papers, rng: Random) -> Slip:
    """A spreadsheet has taken a number for a date."""
    row = rng.choice(papers.match(rng))
    path = rng.choice(("/event/round", HAND))
    row[papers.at[path]] = DATED
    return Slip("excel_date", "CELL-DATE", row, path)


def text_number(papers: Papers, rng: Random) -> Slip:
    """A number is stored as text."""
    row = rng.choice(papers.match(rng))
    row[papers.at[HAND]] = str(row[papers.at[HAND]])
    return Slip("text_number", "TEXT-NUMBER", row, HAND, "xlsx")


def merged_cell(papers: Papers, rng: Random) -> Slip:
    """Cells of two hands are merged, of which each has a value of its own."""
    rows = papers.match(rng, most=2)
    at = rng.randrange(len(rows) - 2)
    path = HAND if papers.made.rules in TRICK_SHEETS else f"{FINISH}/1"
    rows[at + 1][papers.at[path]] = None
    papers.merged.append((rows[at], rows[at + 1], path))
    return Slip("merged_cell", "CELL-MERGED", rows[at + 1], path, "xlsx")


def full_width(papers: Papers, rng: Random) -> Slip:
    """A number is written in full-width digits."""
    row = rng.choice(papers.match(rng))
    path = rng.choice(("/event/round", HAND))
    row[papers.at[path]] = "".join(chr(ord(each) + 0xFEE0) for each in str(row[papers.at[path]]))
    return Slip("full_width", "FULL-WIDTH", row, path)


SHEET_FAULTS: Final[Mapping[str, Make]] = {
    each.__name__: each
    for each in (
        *(wrong_total, skipped_level, wrong_banker, swapped_sides, duplicate_table, missing_hand),
        *(excel_date, text_number, merged_cell, full_width),
    )
}
"""Every class of errors that the audit of score sheets can be asked to find, by name."""


def papers_of(records: Sequence[Document]) -> list[Papers]:
    """The score sheets of some matches, one a rule sheet."""
    return [Papers(made) for made in sheets(records)]


def err(papers: Papers, kind: str, rng: Random) -> bool:
    """Make an error in some match of a score sheet, if it offers an opportunity.

    Where it does not every match and every cell is as it was.
    """
    matches = papers.matches
    try:
        papers.slips.append(SHEET_FAULTS[kind](papers, rng))
    except NoChance:
        papers.matches = matches
        return False
    return True


def csv_of(papers: Papers) -> bytes:
    """A score sheet as text."""
    return to_csv(papers.sheet("csv"))


def workbook_of(several: Sequence[Papers]) -> bytes:
    """Score sheets as a workbook."""
    from openpyxl import load_workbook  # noqa: PLC0415 - it takes a while to load, and only workbooks need it

    raw = to_workbook([papers.sheet("xlsx") for papers in several])
    if not any(papers.merged or papers.slips for papers in several):
        return raw
    book = load_workbook(BytesIO(raw))
    for papers, page in zip(several, book.worksheets, strict=True):
        for first, last, path in papers.merged:
            page.merge_cells(f"{papers.cell(first, path)}:{papers.cell(last, path)}")
        for slip in papers.slips:
            if slip.kind == excel_date.__name__:
                page[papers.cell(slip.row, slip.path)].number_format = 'm"月"d"日"'
    out = BytesIO()
    book.save(out)
    return out.getvalue()
