"""Score sheets (计分表) as organisers keep them, in CSV or Excel, read as matches of claims alone (`data/FORMAT.md`).

`grid.py` is a table of cells, `textfile.py` and `workbook.py` bring it from a file; `columns.py` says what a score sheet of
each rule sheet holds, `values.py` how a cell is read and written; `reading.py` goes from cells to rows, `matches.py` from rows
to records, `places.py` from a place in a record back to its cell; `writing.py` goes the other way.
"""

import dataclasses
import json
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from ingest.rejection import Problem, Rejection, printable, problem, reject
from ingest.scoresheet import textfile, workbook
from ingest.scoresheet.grid import MAX_FILE, Grid, Unreadable, place
from ingest.scoresheet.matches import Document, Matches
from ingest.scoresheet.reading import SKIPPED, Note, Table, known_headers
from ingest.source import refused

__all__ = ["Reading", "Tally", "read", "read_file", "to_line"]

WORKBOOKS: Final = (".xlsx", ".xlsm")


@dataclass(slots=True)
class Tally:
    """What became of the rows of a file: each was taken, put into quarantine, or skipped, by why."""

    read: int = 0
    taken: int = 0
    quarantined: int = 0
    skipped: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SKIPPED, 0))

    @property
    def holds(self) -> bool:
        """Whether every row is accounted for."""
        return self.read == self.taken + self.quarantined + sum(self.skipped.values())


@dataclass(slots=True)
class Reading:
    """What a file was read as: matches, rows in quarantine (each a rejection with its cells), notes, and the count of rows."""

    file: str
    documents: list[Document] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def kinds_of_notes(self) -> list[tuple[Note, int]]:
        """The first note of each kind in a column, and how many there are of it."""
        firsts: dict[tuple[str | None, str, str], tuple[Note, int]] = {}
        for note in self.notes:
            kind = (note.grid.sheet, note.cell.rstrip("0123456789"), note.code)
            first, count = firsts.get(kind, (note, 0))
            firsts[kind] = first, count + 1
        return list(firsts.values())


def read(raw: bytes, path: str, rules: str | None = None) -> Reading | Rejection:
    """The matches of a score sheet, or why the file cannot be read at all. `rules` is the key of its rule sheet, if it is told.

    What is no workbook by its first bytes is read as text, whatever the name.
    """
    name = printable(PurePath(path).name or path)
    found = Reading(name)
    if len(raw) > MAX_FILE:
        return reject([problem("SCORESHEET-FILE", limit=f"{MAX_FILE >> 20} MiB")], path)
    seen: dict[str, str] = {}
    headed = False
    try:
        for grid in grids(raw, name):
            headed = _read_grid(grid, rules, found, seen, path) or headed
    except Unreadable as stop:
        known = stop.sheet is not None or stop.cell is not None
        at = place(name, stop.sheet, stop.cell or "A1") if known else None
        return reject([dataclasses.replace(stop.problem, pointer=at)], path)
    if not headed:
        return reject([problem("SCORESHEET-HEADERS")], path)
    if not found.tally.holds:
        raise RuntimeError(f"rows do not add up: {found.tally}")
    return found


def read_file(path: str, rules: str | None = None) -> Reading | Rejection:
    """The matches of the score sheet at a path; `-` is the standard input."""
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(MAX_FILE + 1) if sys.stdin is not None else b""
        else:
            mode = Path(path).stat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
                return reject([problem("SOURCE-SPECIAL")], path)
            with Path(path).open("rb") as stream:
                raw = stream.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        return refused(path, error)
    return read(raw, path, rules)


def grids(raw: bytes, name: str) -> Iterator[Grid]:
    """The tables of a file. Raises Unreadable."""
    if raw.startswith((b"PK\x03\x04", workbook.OLD_MAGIC)) or name.lower().endswith(WORKBOOKS):
        yield from workbook.read(raw, name)
    else:
        yield textfile.read(raw, name, known_headers)


def _read_grid(grid: Grid, rules: str | None, found: Reading, seen: dict[str, str], path: str) -> bool:
    """One table; whether it is a score sheet."""
    table = Table(grid, rules)
    rows = len(grid.rows)
    if not table.is_score_sheet:
        filled = sum(1 for row in grid.rows if any(text and text.strip() for text in row))
        found.tally.read += rows
        found.tally.skipped["title"] += filled
        found.tally.skipped["blank"] += rows - filled
        if filled:
            found.notes.append(Note(grid, "A1", "NO-HEADERS"))
        return False
    table.choose_columns()
    matches = Matches(table, seen)
    matches.gather()
    found.documents += matches.documents()
    for row in matches.quarantined:
        found.rejections.append(reject([_placed(each, grid) for each in row.problems], path))
    found.notes += table.notes
    for draft in matches.drafts:
        found.notes += [note for row in draft.lines for note in row.notes] + draft.notes
    tally = found.tally
    tally.read += rows
    tally.taken += matches.taken
    tally.quarantined += len(matches.quarantined)
    for why, count in table.skipped.items():
        tally.skipped[why] += count
    return True


def _placed(problem: Problem, grid: Grid) -> Problem:
    return dataclasses.replace(problem, pointer=grid.place(problem.pointer or "A1"))


def to_line(document: Document) -> bytes:
    """A match as one line of JSON, the newline left out: the same bytes every time."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
