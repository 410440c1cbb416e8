"""A table of cells as it stands in a file, before anybody knows what it holds: where each cell is, and what is odd about it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from paipu.ingest.rejection import Problem, problem

MAX_FILE: Final = 64 * 1024 * 1024
"""Bytes of one score sheet as it lies on disk; two thousand tables of eight hands are 1 to 3 MB."""
MAX_UNPACKED: Final = 96 * 1024 * 1024
"""Bytes that the parts of a workbook may come to."""
MAX_SHEETS: Final = 200
MAX_ROWS: Final = 200_000
"""Of one table."""
MAX_COLUMNS: Final = 256
MAX_CELLS: Final = 1_000_000
"""Rows times columns of all tables of a file: the reader of workbooks holds blank cells in memory too."""
MAX_TEXT: Final = 32_767
"""Characters of one cell: what Excel itself takes."""
MAX_TEXTS: Final = 16_000_000
"""Characters of all cells of a file: a text that a workbook holds once may stand in any number of them."""

Merge = tuple[int, int, int, int]
"""First row, first column, last row, last column; rows from 1, columns from 0."""


class Unreadable(Exception):  # noqa: N818 - it is an answer, and becomes a Rejection
    """A file, or a table of it, that cannot be read as a score sheet; `cell` names the place where there is one.

    `more` are problems of single cells, where there are too many of them.
    """

    def __init__(
        self, problem: Problem, sheet: str | None = None, cell: str | None = None, more: Sequence[Problem] = ()
    ) -> None:
        super().__init__(problem.code)
        self.problem, self.sheet, self.cell, self.more = problem, sheet, cell, tuple(more)


def too_large() -> Problem:
    """More rows, columns or cells than a score sheet has."""
    return problem("SCORESHEET-SIZE", rows=MAX_ROWS, columns=MAX_COLUMNS, cells=MAX_CELLS)


def long_text(rows: Sequence[Sequence[str | None]], letters: Sequence[str], sheet: str | None = None) -> None:
    """Raise Unreadable for a text that no cell of a spreadsheet can hold, at its cell."""
    for number, row in enumerate(rows, start=1):
        if any(text is not None and len(text) > MAX_TEXT for text in row):
            index = next(index for index, text in enumerate(row) if text is not None and len(text) > MAX_TEXT)
            raise Unreadable(problem("SCORESHEET-TEXT", limit=f"{MAX_TEXT:,}"), sheet, f"{letters[index]}{number}")


def column_name(index: int) -> str:
    """The letters of a column, from 0.

    >>> column_name(0), column_name(25), column_name(26), column_name(16_383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    while index >= 0:
        index, last = divmod(index, 26)
        letters = chr(ord("A") + last) + letters
        index -= 1
    return letters


def column_index(letters: str) -> int:
    """The number of a column, from 0; what names none counts as one too far out.

    >>> column_index("A"), column_index("AA"), column_index("a")
    (0, 26, 256)
    """
    if not re.fullmatch("[A-Z]{1,3}", letters):
        return MAX_COLUMNS
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


@dataclass(slots=True)
class Layout:
    """What is odd about the cells of a worksheet: by address, but for the rows that are hidden.

    `texts` hold text (a number that does was stored as such), `formulas` a formula, whose result is what the cell says,
    `errors` an error in place of one. `days` are dates that are shown as month and day alone, in Chinese. `shared` cells show a
    text that the workbook keeps once; `cells` is how many there are, blank ones as well.
    """

    texts: set[str] = field(default_factory=set)
    formulas: set[str] = field(default_factory=set)
    errors: set[str] = field(default_factory=set)
    days: set[str] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    merges: list[Merge] = field(default_factory=list)
    shared: int = 0
    cells: int = 0


@dataclass(frozen=True, slots=True)
class Grid:
    """One table: a text file, or a worksheet by its name. `rows` begin with row 1; `letters` name their columns.

    A table that was made of another, because that is laid out otherwise, has the cell in which each of its values stands
    (`origins`), and the rows of the other that each of its rows is made of (`lines`). Of one in which columns were left out or
    brought together `letters` have gaps, and `moved` says where values stand that are in another column of the file.
    """

    file: str
    sheet: str | None
    rows: Sequence[Sequence[str | None]]
    letters: Sequence[str]
    layout: Layout = field(default_factory=Layout)
    origins: Sequence[Sequence[str]] | None = None
    lines: Sequence[Sequence[int]] = ()
    moved: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def cell(self, at: int, number: int) -> str:
        """The cell of a column, from 0, in a row."""
        if (moved := self.moved.get((at, number))) is not None:
            return moved
        return f"{self.letters[at]}{number}" if self.origins is None else self.origins[number - 1][at]

    def merges(self) -> Iterator[Merge]:
        """The merged ranges by the places of their columns here; those of columns that are left out are none."""
        places = [column_index(letters) for letters in self.letters]
        for top, left, bottom, right in self.layout.merges:
            first, last = bisect_left(places, left), bisect_right(places, right) - 1
            if first <= last:
                yield top, first, bottom, last

    def lines_of(self, number: int) -> Sequence[int]:
        """The rows of the file that a row is."""
        return (number,) if self.origins is None else self.lines[number - 1]

    def first_cell(self, number: int) -> str:
        """Where a row begins."""
        return f"A{self.lines_of(number)[0]}"

    def place(self, cell: str) -> str:
        """A cell with the file and the worksheet that it is in: `group.xlsx!第1轮:F12`, `group.csv:F12`."""
        return place(self.file, self.sheet, cell)

    def numbered(self) -> Iterator[tuple[int, Sequence[str | None]]]:
        """The rows with their numbers."""
        return enumerate(self.rows, start=1)


def place(file: str, sheet: str | None, cell: str) -> str:
    """A cell, as people point at it."""
    return f"{file}:{cell}" if sheet is None else f"{file}!{sheet}:{cell}"
