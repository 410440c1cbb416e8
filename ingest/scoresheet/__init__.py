"""Score sheets (计分表) as organisers keep them, in CSV or Excel, read as matches of claims alone (`data/FORMAT.md`).

`grid.py` is a table of cells, `textfile.py` and `workbook.py` bring it from a file; `columns.py` says what a score sheet of
each rule sheet holds, `values.py` how a cell is read and written; `reading.py` goes from cells to rows, `matches.py` from rows
to records, `places.py` from a place in a record back to its cell; `writing.py` goes the other way.
"""

import dataclasses
import json
import stat
import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, Final

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Problem, Rejection, counted, printable, problem, reject, shown, wanting
from paipu.ingest.scoresheet import across, ranking, readings, relations, textfile, workbook
from paipu.ingest.scoresheet.apart import grids_apart, read_apart
from paipu.ingest.scoresheet.blocks import Fact
from paipu.ingest.scoresheet.edits import Edited
from paipu.ingest.scoresheet.grid import MAX_FILE, Grid, Unreadable, place
from paipu.ingest.scoresheet.heads import Finder, Found, known_headers, side_by_side
from paipu.ingest.scoresheet.mapping import Mapped, found_by
from paipu.ingest.scoresheet.matches import Document, Matches
from paipu.ingest.scoresheet.places import cell_of
from paipu.ingest.scoresheet.reading import PAGES, SKIPPED, UNREAD, Note, Table, named_rules
from paipu.ingest.scoresheet.totals import total_cells, wrong_totals
from paipu.ingest.scoresheet.values import key
from paipu.ingest.source import refused
from paipu.replay.audit import audit
from paipu.replay.sheets import SHEETS

__all__ = ["Reading", "Tally", "read", "read_file", "to_line"]

WORKBOOKS: Final = (".xlsx", ".xlsm")
SAID: Final = 20
"""Names that were not read, or cells, in the refusal of a file of which nothing, or too little, could be used."""
MAX_MATCHES: Final = 10_000
"""Of one file."""
CONTRADICT: Final = frozenset(("CELL-ROW-TOTAL", "CELL-MIRROR", "CELL-PLACE", "CELL-CONFLICT", "CELL-DIFFERENCE", "CELL-TOTAL"))
"""Why a cell that can be read is wrong."""
SEATS_OF_SIDES: Final = frozenset(f"/seats/{side}/team" for sheet in SHEETS.values() for side in sheet.sides)
KEPT: Final = frozenset({"CELL-MISSING", "CELL-CONTINUES"})
"""What is said of every row that has it."""
MAX_QUARANTINED: Final = 5_000
"""Rows of one file that cannot be read: of more the file is refused as a whole, with the first of them."""
MOST_AUDITED: Final = 60
"""Matches of a worksheet that are audited to tell which of two readings is meant."""
FEWEST_WRONG: Final = 6
"""Cells that are wrong, or contradict the rules, of a table that is not what it is read as: more than slips."""
SMALL: Final = 256 * 1024
"""Bytes of a text that are read without a process of their own, which takes half a second to begin."""


@dataclass(slots=True)
class Tally:
    """What became of the rows of a file: each was taken, put into quarantine, or skipped, by why."""

    read: int = 0
    taken: int = 0
    quarantined: int = 0
    skipped: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SKIPPED, 0))
    cells: int = 0
    """Cells of rows that were taken, and beside tables, that could not be read."""
    differing: int = 0
    """Cells that were read, and contradict others."""

    def count(self, fates: Sequence[str]) -> None:
        """Count rows by what became of them."""
        for fate in fates:
            if fate == "taken":
                self.taken += 1
            elif fate == "quarantined":
                self.quarantined += 1
            else:
                self.skipped[fate] += 1

    def add(self, other: "Tally") -> None:
        """Count another worksheet too."""
        for name in ("read", "taken", "quarantined", "cells", "differing"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.skipped = {why: number + other.skipped[why] for why, number in self.skipped.items()}

    @property
    def holds(self) -> bool:
        """Whether every row is accounted for."""
        return self.read == self.taken + self.quarantined + sum(self.skipped.values())


@dataclass(slots=True)
class Reading:
    """What a file was read as: matches, rows in quarantine (each a rejection with its cells), notes, and the count of rows."""

    file: str
    documents: list[Document] = field(default_factory=list)
    undecided: list[Document] = field(default_factory=list)
    """Matches of which no result is told yet: who is drawn against whom."""
    rejections: list[Rejection] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    told: list[ranking.Values] = field(default_factory=list)
    """What each match says, for tables of teams on other worksheets."""
    teams: dict[str, Fact] = field(default_factory=dict)
    """Who plays, by a cover: a worksheet before the others that holds no table."""
    held: dict[int, set[relations.Spot]] = field(default_factory=dict)
    """The cells of each worksheet, by its identity, that were read or held against others."""

    def take(self, other: "Reading") -> None:
        """Add what was read of another worksheet."""
        self.documents += other.documents
        self.undecided += other.undecided
        self.rejections += other.rejections
        self.notes += other.notes
        self.tally.add(other.tally)
        self.told += other.told
        self.held |= other.held
        self.teams |= other.teams

    def bare(self) -> "Reading":
        """The same without the tables themselves, of which notes name no more than the place."""
        grids = {
            id(note.grid): Grid(note.grid.file, note.grid.sheet, (), (), origins=None if note.grid.origins is None else ())
            for note in self.notes
        }
        return dataclasses.replace(
            self, told=[], held={}, teams={}, notes=[note._replace(grid=grids[id(note.grid)]) for note in self.notes]
        )

    def kinds_of_notes(self) -> list[tuple[Note, int]]:
        """The first note of each kind in a column, and how many there are of it; what was not read comes first, each of it."""
        firsts: dict[tuple[str | None, str, str, str], tuple[Note, int]] = {}
        for note in sorted(self.notes, key=lambda each: each.code not in UNREAD):
            column = note.cell if note.code in UNREAD - {"NO-RESULT"} else note.cell.rstrip("0123456789")
            column = "" if note.grid.origins is not None and note.code not in UNREAD else column
            kind = (note.grid.sheet, column, note.code, note.value if note.code == "READ-AS" else "")
            first, count = firsts.get(kind, (note, 0))
            firsts[kind] = first, count + 1
        return list(firsts.values())


def read(raw: bytes, path: str, rules: str | None = None, mapped: Mapped | None = None) -> Reading | Rejection:
    """The matches of a score sheet, or why the file cannot be read at all. `rules` is the key of its rule sheet, if it is told.

    What is no workbook by its first bytes is read as text, whatever the name.
    """
    name = printable(PurePath(path).name or path)
    found = Reading(name)
    if len(raw) > MAX_FILE:
        return reject([problem("SCORESHEET-FILE", limit=f"{MAX_FILE >> 20} MiB")], path)
    seen: dict[str, str] = {}
    headless: list[tuple[Grid, Found]] = []
    headed = False
    every: list[Grid] = []
    try:
        for grid in grids(raw, name):
            every.append(grid)
            read_here = _best_of(grid, rules, mapped, found, seen, path)
            headed = headed or read_here is None
            headless += [(grid, read_here)] if read_here is not None else []
    except Unreadable as stop:
        stop.more = (*stop.more, *_wrong_sums(every))
        return _unreadable(stop, path)
    if not headed:
        return reject([_no_head(headless), *_wrong_sums(every)], path)
    for grid, _ in headless if found.documents else ():
        if key(grid.sheet or "") not in PAGES:
            _hold_ranking(grid, found, path)
    _hold_summaries(found, path)
    _hold_columns(every, found, path)
    if not found.tally.holds:
        raise RuntimeError(f"rows do not add up: {found.tally}")
    if not found.documents and not found.rejections:
        names = [each.value for each in found.notes if each.code in UNREAD and each.value]
        found.rejections.append(reject([problem("SCORESHEET-NOTHING", found=", ".join(names[:SAID]) or None)], path))
    return found


def _wrong_sums(grids: Sequence[Grid]) -> Iterator[Problem]:
    """What contradicts itself in the columns of a file that is not read."""
    learnt = relations.learn(grids, {})
    for grid in grids:
        yield from (_placed(each, grid) for each in learnt.problems(grid, frozenset()))


def _hold_summaries(found: Reading, path: str) -> None:
    """Matches that one worksheet tells hand by hand, and another in one row, which is held against the last hand."""
    whole: dict[Hashable, list[Document]] = {}
    for document in found.documents:
        if document["hands"]:
            whole.setdefault(_who_met(document), []).append(document)
    told: list[Document] = []
    for document in found.documents:
        hands = whole.get(_who_met(document), []) if not document["hands"] else []
        if len(hands) != 1 or None in _who_met(document):
            told.append(document)
            continue
        claims, last = document.get("claims", {}), hands[0]["hands"][-1].get("claims", {})
        pairs = [("winner", claims.get("winner"), hands[0].get("claims", {}).get("winner"))]
        pairs += [
            (f"levels/{side}", level, last.get("levels", {}).get(side)) for side, level in claims.get("levels", {}).items()
        ]
        for name, here, there in pairs:
            if here is not None and there is not None and here != there:
                at = cell_of(document["extra"], f"/claims/{name}")
                other = cell_of(hands[0]["extra"], f"/hands/{len(hands[0]['hands']) - 1}/claims/{name}") or "?"
                found.rejections.append(reject([problem("CELL-CONFLICT", at, found=str(here), other=other)], path))
                found.tally.differing += 1
    found.documents = told


def _who_met(document: Document) -> tuple[Any, ...]:
    """The teams of a match by their sides, and its round and table."""
    rules, event = SHEETS[document["sheet"]], document.get("event", {})
    teams = {rules.side_of[seat]: who.get("team") for seat, who in document.get("seats", {}).items() if seat in rules.side_of}
    return (teams.get(0), teams.get(1), event.get("round", ""), event.get("table", ""))


def _hold_ranking(grid: Grid, found: Reading, path: str) -> None:
    """A worksheet of what teams have in all, against the matches of the others."""
    wrong, cells = ranking.held(grid, SHEETS[found.documents[0]["sheet"]], found.told, frozenset())
    if cells:
        found.rejections += [reject([_placed(each, grid)], path) for each in wrong]
        found.tally.differing += len(wrong)
        found.notes = [note for note in found.notes if note.grid is not grid or note.code != "NO-HEADERS"]
        found.held.setdefault(id(grid), set()).update((grid.letters[at], number) for at, number in cells)


def _hold_columns(grids: Sequence[Grid], found: Reading, path: str) -> None:
    """What nobody has read, against the columns that it is made of; what is left is said to be unchecked, once a worksheet."""
    pages = [grid for grid in grids if key(grid.sheet or "") not in PAGES]
    learnt = relations.learn(pages, found.held)
    places = {each.pointer for rejection in found.rejections for each in rejection.errors}
    for grid in pages:
        held = found.held.get(id(grid), set())
        wrong = [*learnt.problems(grid, {spot for spot in held if grid.place(f"{spot[0]}{spot[1]}") in places})]
        found.rejections += [reject([_placed(each, grid)], path) for each in wrong]
        found.tally.differing += len(wrong)
        if left := relations.unchecked(grid, held | learnt.cells(grid)):
            found.notes.append(Note(grid, left.partition(":")[0].partition(",")[0], "NOT-CHECKED", left))
        heads = {(at, head): relation for at, head, relation in learnt.heads(grid)}
        found.notes += [Note(grid, f"{at}{head}", "TOTAL-AS", said) for (at, head), said in heads.items()]


def _no_head(headless: Sequence[tuple[Grid, Found]]) -> Problem:
    """Why nothing is a table: what comes nearest to a head, or what stands below it that its columns cannot have."""
    for grid, found in headless:
        if found.crossed is not None:
            row = " | ".join(text for text in grid.rows[found.crossed - 1] if text)
            return problem("SCORESHEET-CROSS", grid.place(f"A{found.crossed}"), found=shown(row))
    for grid, _ in headless:
        if (number := across.ranked(grid)) is not None:
            row = " | ".join(text for text in grid.rows[number - 1] if text)
            return problem("SCORESHEET-RANKED", grid.place(f"A{number}"), found=shown(row))
    for grid, found in headless:
        if found.misfit is not None:
            number, misplaced, text = found.misfit
            cell = f"{grid.letters[misplaced.at]}{number}"
            said = f"{misplaced.name}: {text}"
            told = problem("SCORESHEET-MISFIT", grid.place(cell), found=shown(said))
            return wanting(told, misplaced.column.kind.shape)
    nearest = max(headless, key=lambda each: each[1].seen[0] if each[1].seen is not None else -1, default=None)
    if nearest is None or nearest[1].seen is None:
        return problem("SCORESHEET-HEADERS")
    grid, (_, number, names) = nearest[0], nearest[1].seen
    return problem("SCORESHEET-HEADERS", grid.place(f"A{number}"), found=shown(" | ".join(names)))


def read_file(path: str, rules: str | None = None, mapped: Mapped | None = None) -> Reading | Rejection:
    """The matches of the score sheet at a path; `-` is the standard input. A workbook, or a large text, is read apart."""
    raw = bytes_of(path)
    if isinstance(raw, Rejection):
        return raw
    if _is_apart(raw, path):
        return read_apart(raw, path, rules) if mapped is None else read_apart(raw, path, rules, mapped)
    return read(raw, path, rules, mapped)


def grids_of(path: str) -> Sequence[Grid] | Rejection:
    """The tables of a file as they stand, whatever they are of; read apart as in `read_file`."""
    raw = bytes_of(path)
    if isinstance(raw, Rejection):
        return raw
    return grids_apart(raw, path) if _is_apart(raw, path) else read_grids(raw, path)


def read_grids(raw: bytes, path: str) -> Sequence[Grid] | Rejection:
    """The tables of a file by its bytes."""
    if len(raw) > MAX_FILE:
        return reject([problem("SCORESHEET-FILE", limit=f"{MAX_FILE >> 20} MiB")], path)
    try:
        return [*grids(raw, printable(PurePath(path).name or path))]
    except Unreadable as stop:
        return _unreadable(stop, path)


def _unreadable(stop: Unreadable, path: str) -> Rejection:
    """Why a file is refused, with its place."""
    known = stop.sheet is not None or stop.cell is not None
    at = place(printable(PurePath(path).name or path), stop.sheet, stop.cell or "A1") if known else None
    return reject([dataclasses.replace(stop.problem, pointer=at), *stop.more], path)


def _is_apart(raw: bytes, path: str) -> bool:
    """Whether a file is read in a process of its own."""
    return len(raw) <= MAX_FILE and (_is_workbook(raw, path) or len(raw) > SMALL)


def bytes_of(path: str) -> bytes | Rejection:
    """What a file holds, up to what is read of one."""
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
    return raw


def _is_workbook(raw: bytes, name: str) -> bool:
    return raw.startswith((b"PK\x03\x04", workbook.OLD_MAGIC)) or name.lower().endswith(WORKBOOKS)


def grids(raw: bytes, name: str) -> Iterator[Grid]:
    """The tables of a file. Raises Unreadable."""
    if _is_workbook(raw, name):
        yield from workbook.read(raw, name)
    else:
        yield textfile.read(raw, name, known_headers)


def found_in(grid: Grid, rules: str | None, mapped: Mapped | None) -> Found:
    """The tables of a worksheet. Raises Unreadable."""
    if mapped is not None:
        return found_by(mapped, grid)
    layout = Finder(grid, rules).run()
    if rules is None and layout.blocks:
        layout = Finder(grid, named_rules(grid, layout.blocks)).run()
    return side_by_side(grid, layout.rules, layout)


@dataclass(slots=True)
class Tried:
    """A worksheet in one reading: what was read of it, the names that were given then, and what it costs."""

    reading: Reading
    seen: dict[str, str]
    headless: Found | None
    cost: readings.Cost
    columns: dict[str, str]
    """What its columns are taken for, by their letters."""
    in_doubt: bool = False
    """Whether names were taken for others, or something is left unread."""
    contradicts: int | None = None

    def contradicted(self) -> int:
        """How many findings above a note the audit has of its matches, counted once."""
        if self.contradicts is None:
            documents = self.reading.documents if len(self.reading.documents) <= MOST_AUDITED else []
            read = [parse(to_line(document), Place()) for document in documents]
            found = [each.severity for one in read if isinstance(one, Parsed) for each in audit(one.record).findings]
            self.contradicts = sum(severity != "note" for severity in found)
        return self.contradicts

    def is_contradicted(self) -> bool:
        """Whether most matches contradict the rules, as slips would not."""
        return self.contradicted() * 2 > len(self.reading.documents)

    def is_misread(self) -> bool:
        """Whether so much is wrong in a reading that is in doubt that its columns must be others."""
        rows = sum(len(document["hands"]) or 1 for document in self.reading.documents)
        wrong = sum(len(each.errors) for each in self.reading.rejections) + self.contradicted()
        return self.in_doubt and wrong >= FEWEST_WRONG and wrong * 2 >= rows

    def told(self) -> Hashable:
        """What is claimed of each match for either side, whichever seats that has, and its hands."""
        return tuple([_told(document) for document in self.reading.documents])

    def is_part_of(self, other: "Tried") -> bool:
        """Whether another reading has the same hands, and all that this one has of who played and how it ended, or more."""
        both = self.reading.documents, other.reading.documents
        return len(both[0]) == len(both[1]) and all(map(_is_part, *both))


def _told(document: Document) -> Hashable:
    sides: dict[str, list[str]] = {}
    rules = SHEETS[document["sheet"]]
    for seat, who in document.get("seats", {}).items():
        sides.setdefault(rules.sides[rules.side_of[seat]], []).append(who.get("team") or who["id"])
    claims = document.get("claims", {})
    of_side = []
    for side in rules.sides:
        said = [(name, value[side]) for name, value in sorted(claims.items()) if isinstance(value, dict) and side in value]
        of_side.append((sorted({*sides.get(side, [])}), said, claims.get("winner") == side))
    return repr((sorted(map(repr, of_side)), document["hands"]))


def _is_part(document: Document, other: Document) -> bool:
    less = (document.get(name, {}).items() <= other.get(name, {}).items() for name in ("seats", "claims"))
    return bool(document["hands"] == other["hands"]) and all(less)


def _best_of(
    grid: Grid, rules: str | None, mapped: Mapped | None, found: Reading, seen: dict[str, str], path: str
) -> Found | None:
    """One worksheet, in the reading that leaves least unread: None, or what was seen of one that holds no table."""
    best, stop = None, None
    try:
        best = _tried(grid, Edited(grid), found_in(grid, rules, mapped), found, seen, path)
    except Unreadable as unreadable:
        if mapped is not None or rules is None:
            raise
        stop = unreadable
    cells = sum(bool(text) for row in grid.rows for text in row)
    if (
        mapped is None
        and (best is None or best.cost.is_in_doubt(cells) or best.is_contradicted())
        and key(grid.sheet or "") not in PAGES
    ):

        def read(way: Edited, layout: Found | None) -> Tried | None:
            with suppress(Unreadable):
                told = layout if layout is not None else found_in(way.grid, rules, None)
                return _tried(grid, way, told, found, seen, path)
            return None

        sure = best is not None and bool(best.reading.documents) and not best.in_doubt
        told = readings.best_of(grid, rules, best, read)
        best = told.reading
        if best is not None and told.rival is not None:
            raise Unreadable(_either(best, told.rival), grid.sheet, "A1")
        if best is not None and best.reading.documents and best.cost.is_too_much(cells):
            raise Unreadable(_too_much(best), grid.sheet, "A1")
        lost = best is not None and not best.reading.documents and len(best.reading.rejections) > FEWEST_WRONG // 2
        if best is not None and lost and best.in_doubt and not sure:
            raise Unreadable(_misread(best), grid.sheet, "A1")
        if best is not None and best.reading.documents and not sure and best.is_misread():
            raise Unreadable(_misread(best), grid.sheet, "A1")
    if best is None or (stop is not None and not best.reading.documents):
        raise stop if stop is not None else RuntimeError("a worksheet was read in no way")
    found.take(best.reading)
    seen.clear()
    seen.update(best.seen)
    return best.headless


def _either(one: Tried, other: Tried) -> Problem:
    """What two readings take those columns for in which they differ; how much each reads, where they differ in none."""
    apart = [at for at in sorted({*one.columns, *other.columns}) if one.columns.get(at) != other.columns.get(at)]
    said = [" | ".join(f"{at}: {each.columns.get(at, '–')}" for at in apart[:SAID]) for each in (one, other)]
    if not apart:
        first, second = ([len(each["hands"]) for each in read.reading.documents] for read in (one, other))
        return problem("SCORESHEET-EITHER", first=counted(len(first), sum(first)), other=counted(len(second), sum(second)))
    return problem("SCORESHEET-EITHER", first=shown(said[0]), other=shown(said[1]))


def _too_much(read: Tried) -> Problem:
    """What a reading leaves unread, where that is much of the worksheet."""
    names = [f"{note.cell} {note.value}".strip() for note in read.reading.notes if note.code in UNREAD]
    return problem("SCORESHEET-UNREAD", found=", ".join(names[:SAID]) or None)


def _misread(read: Tried) -> Problem:
    """What columns are taken for in a reading in which nearly all is wrong."""
    said = " | ".join(f"{at}: {name}" for at, name in read.columns.items())
    return problem("SCORESHEET-DOUBT", found=shown(said, 300))


def _tried(grid: Grid, way: Edited, layout: Found, before: Reading, seen: dict[str, str], path: str) -> Tried:
    """One reading of a worksheet, by itself. Raises Unreadable."""
    made, names = Reading(before.file), dict(seen)
    for block in layout.blocks if before.teams else ():
        paths = {place.column.path for place in block.head.places} | block.facts.keys()
        if not any(path.startswith("/seats/") for path in paths):
            at = f"A{block.head.first if block.piece is None else block.piece.first}"
            block.facts |= {path: fact._replace(cell=at) for path, fact in before.teams.items()}
    headless, cost = _read_grid(grid, way, layout, made, names, path)
    if len(before.documents) + len(made.documents) > MAX_MATCHES:
        raise Unreadable(problem("SCORESHEET-MATCHES", limit=f"{MAX_MATCHES:,}"), grid.sheet)
    if len(before.rejections) + len(made.rejections) > MAX_QUARANTINED:
        raise Unreadable(problem("SCORESHEET-PROBLEMS", limit=f"{MAX_QUARANTINED:,}"), grid.sheet)
    columns = {
        way.grid.letters[place.at] if block.piece is None else block.piece.grid.cell(place.at, 2): place.column.header.zh
        for block in layout.blocks
        for place in block.head.places
    }
    return Tried(made, names, headless, cost, columns, bool(way.read_as) or cost.unread > len(made.documents))


def _read_grid(
    original: Grid, way: Edited, layout: Found, found: Reading, seen: dict[str, str], path: str
) -> tuple[Found | None, readings.Cost]:
    """One worksheet in one reading: None, or what was seen of one that holds no table; and what the reading costs."""
    grid, tally, rows = way.grid, found.tally, len(original.rows)
    tally.read += rows
    fates = dict(layout.skipped)
    if grid.origins is not None:  # its rows are others
        fates = {number: "title" if any(row) else "blank" for number, row in original.numbered()}
    matches = Matches(seen)
    for block in layout.blocks:
        matches.add(Table(grid, block, layout.rules))
    matches.leave_out()
    if len(matches.drafts) > MAX_MATCHES:
        raise Unreadable(problem("SCORESHEET-MATCHES", limit=f"{MAX_MATCHES:,}"), grid.sheet)
    found.documents, found.told = [*found.documents, *matches.documents()], matches.told()
    found.undecided += matches.undecided()
    totals = wrong_totals(matches.tables, layout.totals)
    beside, read = _beside(original, way, layout, matches)
    refused = [
        *(row.problems for row in matches.quarantined),
        *(row.lost for row in matches.rows if row.lost and not row.problems),
    ]
    refused += [*([each] for table in matches.tables for each in table.lost), *(each for each in totals.values())]
    refused += [[each] for each in beside]
    refused = _once(refused)
    if len(refused) > MAX_QUARANTINED:
        first = [_placed(problems[0], grid) for problems in refused[:SAID]]
        raise Unreadable(problem("SCORESHEET-PROBLEMS", limit=f"{MAX_QUARANTINED:,}"), grid.sheet, more=first)
    found.rejections += [reject([_placed(each, grid) for each in problems], path) for problems in refused]
    found.held[id(original)] = _covered(original, way, layout, matches, read)
    lost = [each for row in matches.rows if not row.problems for each in row.lost]
    lost += [each for table in matches.tables for each in table.lost]
    contradict = sum(each.code in CONTRADICT for each in lost)
    tally.cells += len(lost) - contradict
    tally.differing += contradict + sum(map(len, totals.values())) + len(beside)
    fates |= matches.fates | dict.fromkeys(totals, "quarantined")
    fates |= dict.fromkeys(way.heads & {number for number, fate in fates.items() if fate == "blank"}, "title")
    fates |= {number: fates[other] for number, other in way.joined.items() if other in fates}
    cost = readings.cost(grid, layout, matches, sum(map(len, totals.values())) + len(beside), way.heads, read | way.held)
    beyond = way.gone & read  # of a table that is read beside the matches titles and remarks are left
    gone = [each for each in way.gone - read if not beyond or relations.counts(original, each)]
    cost = cost._replace(unread=cost.unread + len(gone), doubt=way.doubt)
    tally.count([fates.get(number, "title") for number in range(1, rows + 1)])
    if not layout.blocks:
        found.teams = layout.teams
        code = "OTHER-PAGE" if key(grid.sheet or "") in PAGES else "NO-HEADERS"
        found.notes += [Note(grid, "A1", code)] if tally.read > tally.skipped["blank"] else []
        return layout, cost if tally.read > tally.skipped["blank"] else readings.Cost(0)
    if len(layout.blocks) == 1:
        found.teams = {path: fact for path, fact in layout.blocks[0].facts.items() if path in SEATS_OF_SIDES}
    found.notes += _notes_of(grid, way, layout, matches, read)
    return None, cost


def _once(refused: Sequence[Sequence[Problem]]) -> list[list[Problem]]:
    """What is wrong, of a cell once: one that stands beside a table holds for many rows."""
    found, said = list[list[Problem]](), set[tuple[str, str | None]]()
    for problems in refused:
        left = [each for each in problems if each.code in KEPT or (each.code, each.pointer) not in said]
        said |= {(each.code, each.pointer) for each in left}
        found += [left] if left else []
    return found


def _notes_of(grid: Grid, way: Edited, layout: Found, matches: Matches, read: set[relations.Spot]) -> list[Note]:
    """What was read after a second look, or not read, of a worksheet that holds tables."""
    found = [Note(grid, cell, "READ-AS", shown(said, 60)) for cell, said in way.read_as.items()]
    if way.gone - read:
        found += [Note(grid, cell, "NO-ROW", shown(said, 40)) for cell, said in way.left.items()]
    found += [
        Note(grid, f"{grid.letters[at]}{head.last}", "NO-COLUMN", shown(text, 40))
        for head in dict.fromkeys(block.head for block in layout.blocks if block.piece is None)
        for at, text in head.unknown
    ]
    found += [Note(grid, f"A{layout.crossed}", "NO-CROSS")] if layout.crossed is not None else []
    found += [Note(grid, cell, "NO-ROW", shown(text, 40)) for cell, text in layout.lost_rows if _spot(cell) not in read]
    found += [Note(grid, cell, "NO-NAME", shown(text, 40)) for cell, text in layout.unnamed]
    found += [Note(grid, cell, "NOT-A-COLUMN", shown(text, 40)) for cell, text in layout.unread.items()]
    found += [note for table in matches.tables for note in table.notes]
    for draft in matches.drafts:
        found += [note for row in draft.lines for note in row.notes] + draft.notes
    return found


def _beside(original: Grid, way: Edited, layout: Found, matches: Matches) -> tuple[list[Problem], set[tuple[str, int]]]:
    """What is wrong in sums that were left out and in tables beside the matches, and the cells that were read there."""
    if not matches.drafts:
        return way.wrong, set()
    used = {cell for each in matches.drafts for path, cell in each.cells.items() if path.startswith("/seats/")}
    wrong, counted = ranking.held(original, SHEETS[layout.rules], matches.told(), used)
    return [*way.wrong, *wrong], {(original.letters[at], number) for at, number in counted}


def _covered(original: Grid, way: Edited, layout: Found, matches: Matches, read: set[relations.Spot]) -> set[relations.Spot]:
    """The cells of a worksheet that were read: for a match or a hand, as a total, or in a table of another shape."""
    found = (
        {*read}
        | {_spot(cell) for cell in way.compared}
        | {_spot(fact.cell) for block in layout.blocks for fact in block.facts.values()}
    )
    for row in matches.rows:
        found |= {_spot(cell) for cell in row.cells.values()}
    for draft in matches.drafts:
        found |= {_spot(cell) for cell in draft.cells.values()}
    found |= total_cells(matches.tables, layout.totals)
    letters = {*way.grid.letters}
    rows = range(1, len(original.rows) + 1)
    if way.grid.origins is None:
        found |= {(each, n) for each in original.letters if each not in letters for n in rows} - way.gone
    for block in layout.blocks:
        if (piece := block.piece) is not None:
            open_ = {_spot(cell)[0] for cell, code, _ in piece.notes if code in readings.UNREAD_COLUMNS}
            here = range(piece.first, piece.last + 1)
            found |= {(each, n) for each in original.letters if each not in open_ for n in here}
            found |= {_spot(cell) for line in piece.grid.origins or () for cell in line}
        else:
            found |= {(each, n) for each in original.letters for n in range(block.head.first, block.head.last + 1)}
    return found


def _spot(cell: str) -> tuple[str, int]:
    """A cell by its letters and row."""
    letters = cell.rstrip("0123456789")
    return letters, int(cell.removeprefix(letters))


def _placed(problem: Problem, grid: Grid) -> Problem:
    return dataclasses.replace(problem, pointer=grid.place(problem.pointer or "A1"))


def to_line(document: Document) -> bytes:
    """A match as one line of JSON, the newline left out: the same bytes every time."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
