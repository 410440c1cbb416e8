"""Papers of organisers in a plain text, each as it should be, with slips by their cells (`papers.txt`).

A paper begins with `== its name` and a line of its rule sheet, how many matches it has and all teams; then may come the merged
ranges of its first worksheet, and the slips of that, `CELL slip` parted by ` | `. Worksheets follow, each with its name
and its rows, cells parted by commas; `⏎` begins another line of a cell.
"""

import csv
import io
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Final, NamedTuple

from openpyxl import Workbook
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from tests.ingest.scoresheet.tables import saved

Rows = list[list[str]]


class Paper(NamedTuple):
    """A paper, with what is right of it and what may go wrong in it."""

    rules: str
    sheets: dict[str, Rows]
    merged: list[str]
    slips: list[tuple[str, str]]
    matches: int
    teams: set[str]

    def with_slip(self, cell: str, slip: str) -> "Paper":
        """The same with one cell otherwise."""
        made = deepcopy(self)
        letters, number = coordinate_from_string(cell)
        next(iter(made.sheets.values()))[number - 1][column_index_from_string(letters) - 1] = slip
        return made

    def book(self) -> bytes:
        """As a workbook: numbers as numbers."""
        book = Workbook()
        book.remove(book.active)
        for name, table in self.sheets.items():
            page = book.create_sheet(name)
            for row in table:
                page.append([int(cell) if re.fullmatch(r"-?\d+", cell) else cell or None for cell in row])
        for each in self.merged:
            book.worksheets[0].merge_cells(each)
        return saved(book)

    def text(self) -> bytes:
        """As CSV, of its first worksheet."""
        out = io.StringIO()
        csv.writer(out).writerows(next(iter(self.sheets.values())))
        return out.getvalue().encode("utf-8-sig")


def papers_in(text: str) -> Iterator[tuple[str, Paper]]:
    """The papers of a text, each with its name."""
    for part in text.split("\n== ")[1:]:
        name, told, *lines = part.strip("\n").split("\n")
        head = re.fullmatch(r"(\S+), (\d+) match(?:es)?(?: of )?(.*)", told)
        assert head is not None, told
        rules, matches, teams = head.groups()
        paper = Paper(rules, {}, [], [], int(matches), {*teams.split()})
        table: Rows = []
        for line in lines:
            if line.startswith("merged ") and not paper.sheets:
                paper.merged.extend(line.split()[1:])
            elif line.startswith("slips ") and not paper.sheets:
                for each in line.removeprefix("slips ").split(" | "):
                    cell, _, slip = each.partition(" ")
                    paper.slips.append((cell, slip.replace("⏎", "\n")))
            elif line.startswith("-- "):
                table = paper.sheets[line.removeprefix("-- ")] = []
            else:
                table.append([cell.replace("⏎", "\n") for cell in line.split(",")])
        yield name, paper


PAPERS: Final = dict(papers_in(Path(__file__).with_suffix(".txt").read_text("utf-8")))
