"""From the rows of a score sheet to matches: which rows are one match, and what they claim of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from ingest.schema import FORMAT
from ingest.scoresheet.columns import (
    DATE,
    FINISH,
    GAME,
    HAND,
    IDENTITY,
    LEVELS,
    NOBODY,
    OF_HAND,
    REMARKS,
    RISE,
    RULES,
    TIE_BREAK,
)
from ingest.scoresheet.places import NOTES_KEPT, PLACES
from ingest.scoresheet.reading import Note, Row, Table
from ingest.scoresheet.values import Unread, finish
from replay.catalogue import option_problem
from replay.rulesheet import RuleSheet
from replay.sheets import SHEETS
from replay.text import Text

Document = dict[str, Any]

MAX_HANDS: Final = 500
"""The format's bound."""
LONGEST_ID: Final = 200
OF_MATCH: Final = "0"
"""The hand whose remark is one about the match."""
_LETTERS: Final = {"/event/round": "r", "/event/table": "t", GAME: "g"}
"""What stands before the parts of an id that may be numbers alone."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Draft:
    """A match under way: the rows of its hands in order, all its rows, and what they say of the match, with their cells."""

    key: Key
    rows: list[Row] = field(default_factory=list)
    lines: list[Row] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of its last hand."""
        number: int = self.rows[-1].values[HAND] if self.rows else 0
        return number

    @property
    def tells(self) -> bool:
        """Whether it has a hand, or something is claimed of it."""
        return bool(self.rows) or any(path.startswith("/claims/") for path in self.values)


class Matches:
    """Gathers the rows of a table into matches. `quarantined` are the rows that belong to none."""

    def __init__(self, table: Table, seen: dict[str, str]) -> None:
        self.table, self.seen = table, seen
        self.drafts: list[Draft] = []
        self.of_key: dict[Key, Draft] = {}
        self.quarantined: list[Row] = []
        self.taken = 0
        self.counted = False
        """Whether hands were numbered here, where the table does not."""
        self.above: Key | None = ()
        """The match of the row above; None where that could not be told."""
        self.identified = any(path in table.by_path for path in IDENTITY)

    def gather(self) -> None:
        """Every row of the table."""
        rows = list(self.table.rows())
        for row, following in zip_longest(rows, rows[1:]):
            self.take(row, following)
        self.leave_out()
        if self.counted and HAND not in self.table.by_path:
            self.table.notes.append(Note(self.table.grid, f"A{self.table.header}", "COUNTED"))

    def leave_out(self) -> None:
        """Matches of which nothing is told but who was to play are none yet: their rows are skipped, and noted."""
        for draft in self.drafts:
            if not draft.tells:
                self.taken -= len(draft.lines)
                self.table.skipped["bare"] += len(draft.lines)
                self.table.notes += [Note(self.table.grid, f"A{row.number}", "NO-RESULT") for row in draft.lines]
        self.drafts = [draft for draft in self.drafts if draft.tells]

    def take(self, row: Row, following: Row | None) -> None:
        """One row; `following` is the one below."""
        key = self.key_of(row)
        if key is None:
            row.refuse("CELL-CONTINUES", f"A{row.number}", found=None)
        elif not row.problems:
            self.check_rules(row)
            self.place(row, key, following)
        if row.problems:
            self.quarantined.append(row)
        else:
            self.taken += 1

    def key_of(self, row: Row) -> Key | None:
        """What tells the row's match from the others; None where it says nothing and the row above could not be told either."""
        given = tuple(row.values.get(path) for path in IDENTITY)
        written = any(path in row.values and path not in self.table.defaults for path in IDENTITY)
        cells = {f"{used.letters}{row.number}" for path in IDENTITY if (used := self.table.by_path.get(path)) is not None}
        broken = any(each.pointer in cells for each in row.problems)
        if broken:
            self.above = None
            return given
        if written or not self.identified:
            self.above = given
            return given
        if self.above:
            row.notes.append(Note(self.table.grid, f"A{row.number}", "CONTINUED"))
        return self.above or None

    def check_rules(self, row: Row) -> None:
        """A table is of one rule sheet."""
        named = row.values.get(RULES, self.table.rules)
        if named != self.table.rules:
            row.refuse("CELL-VALUE", row.cells[RULES], found=named, expected=Text(str(self.table.rules), str(self.table.rules)))

    def place(self, row: Row, key: Key, following: Row | None) -> None:
        """Put a row into its match, unless it contradicts what is there."""
        draft = self.of_key.get(key)
        if not has_hand(row):
            self.merge(row, draft or Draft(key))
            return
        if HAND not in row.values:
            if HAND in self.table.by_path:
                cell = f"{self.table.by_path[HAND].letters}{row.number}"
                row.refuse("CELL-MISSING", cell, found=None, expected=self.table.by_path[HAND].column.kind.shape)
                return
            row.values[HAND] = (draft.last if draft else 0) + 1
            self.counted = True
        number: int = row.values[HAND]
        if draft is not None and draft.rows and number <= draft.last:
            if not self.begins_again(draft, row, following):
                wanted = Text(f"> {draft.last}", f"> {draft.last}")
                row.refuse("CELL-ORDER", row.cells[HAND], found=str(number), expected=wanted, other=self.cell(draft.rows[-1]))
                return
            row.notes.append(Note(self.table.grid, row.cells[HAND], "MATCH-AGAIN", self.cell(draft.lines[0])))
            draft = None
        if draft is not None and len(draft.rows) >= MAX_HANDS:
            row.refuse("CELL-HANDS", row.cells.get(HAND, f"A{row.number}"), found=str(number), limit=str(MAX_HANDS))
            return
        self.merge(row, draft or Draft(key))

    def begins_again(self, draft: Draft, row: Row, following: Row | None) -> bool:
        """Whether a hand whose number was there begins the match again: it is numbered as the first, and the next goes on."""
        first = draft.rows[0].values[HAND]
        goes_on = following is not None and following.values.get(HAND) == first + 1
        return bool(row.values[HAND] == first and (goes_on or len(draft.rows) == 1))

    def merge(self, row: Row, draft: Draft) -> None:
        """Add a row to a match; a contradiction of what the match has puts it into quarantine."""
        stated = {path: value for path, value in row.values.items() if path.startswith("/") and path != RULES}
        for path, value in stated.items():
            if path in draft.values and draft.values[path] != value:
                row.refuse("CELL-CONFLICT", row.cells[path], found=str(value), other=draft.cells[path])
        unknown = stated.get("/options", {}) if "/options" not in draft.values else {}
        for name, value in unknown.items():
            if why := option_problem(str(self.table.rules), name, value):
                row.refuse("OPTION-INVALID", row.cells["/options"], found=str(value), why=why)
        row.values.update(self.finish_of(row))
        if row.problems:
            return
        for path, value in stated.items():
            draft.values.setdefault(path, value)
            draft.cells.setdefault(path, row.cells[path])
        if not draft.lines:
            self.drafts.append(draft)
            self.of_key[draft.key] = draft
        draft.lines.append(row)
        if has_hand(row):
            draft.rows.append(row)

    def finish_of(self, row: Row) -> Mapping[str, str]:
        """The finishing order of a row's places."""
        sheet = SHEETS[str(self.table.rules)]
        paths = [f"{FINISH}/{place}" for place in range(1, len(sheet.seats) + 1)]
        given = [row.values.get(path) for path in paths]
        if not any(given):
            return {}
        try:
            return {FINISH: finish((None if seat == NOBODY else seat for seat in given), sheet.seats, "")}
        except Unread as unread:
            cell = next(row.cells[path] for path in paths if path in row.cells)
            found = " ".join(seat or "?" for seat in given)
            row.refuse(
                unread.code,
                cell,
                found=found,
                expected=Text("每个座位一次，从头游起", "each seat once, from the first place on"),
            )
            return {}

    def cell(self, row: Row) -> str:
        """Where a row's hand is numbered, or the row begins."""
        return row.cells.get(HAND, f"A{row.number}")

    # -- documents

    def documents(self) -> Iterator[Document]:
        """The matches, in the order in which they begin."""
        for draft in self.drafts:
            yield self.document(draft)

    def document(self, draft: Draft) -> Document:
        """A match as `paipu/1`."""
        sheet, values = SHEETS[str(self.table.rules)], draft.values
        draft.notes += self.work_out_levels(sheet, draft)
        notes = [*(note for row in draft.lines for note in row.notes), *draft.notes]
        event = {path.rpartition("/")[2]: values[path] for path in (*IDENTITY, DATE) if path in values}
        day = event.get("started")
        if day is not None and len(day) == len("2026-05-01"):
            del event["started"]
        seats = self.seats(sheet, values)
        claims = nested(values, "/claims/")
        return {
            "format": FORMAT,
            "id": self.name(draft),
            "sheet": sheet.key,
            **({"options": values["/options"]} if values.get("/options") else {}),
            **({"event": event} if event else {}),
            **({"seats": seats} if seats else {}),
            "hands": [hand_of(row) for row in draft.rows],
            **({"claims": claims} if claims else {}),
            "extra": {PLACES: self.places(draft, notes, day if "started" not in event else None)},
        }

    def work_out_levels(self, sheet: RuleSheet, draft: Draft) -> Iterator[Note]:
        """Levels after a hand from what the sides rose by, where only that is written; else hold one against the other."""
        for side in sheet.sides:
            rise_path, path = f"{RISE}/{side}", f"{LEVELS}/{side}"
            level, number = sheet.first_level, 0
            for row in draft.rows:
                known = row.values[HAND] == number + 1
                number = row.values[HAND]
                rise, at = row.values.get(rise_path), sheet.level_index(level) if known else None
                if rise is not None and at is not None:
                    made, cell = sheet.level_name(max(at + rise, 0)), row.cells[rise_path]
                    if path not in row.values:
                        row.values[path], row.cells[path] = made, cell
                        yield Note(self.table.grid, cell, "FROM-RISE", made)
                    elif row.values[path] != made and row.values.get("level") != sheet.first_level:  # there a game may begin
                        yield Note(self.table.grid, cell, "RISE-DIFFERS", f"{level} {rise:+d} → {row.values[path]}")
                level = row.values.get(path, "")

    def seats(self, sheet: RuleSheet, values: Mapping[str, Any]) -> Document:
        """Who sat where; the format wants a player with each team, so where none is named the seat's is `team/seat`."""
        seats: Document = {}
        for seat, side in sheet.side_of.items():
            team = values.get(f"/seats/{seat}/team", values.get(f"/seats/{sheet.sides[side]}/team"))
            player = values.get(f"/seats/{seat}/id")
            if player is not None:
                seats[seat] = {"id": player, "name": player, **({"team": team} if team else {})}
            elif team is not None:
                seats[seat] = {"id": f"{team}/{seat}", "team": team}
        return seats

    def name(self, draft: Draft) -> str:
        """The match's id: its place in the tournament, or else the file and the worksheet; unlike that of any before."""
        parts = [
            _LETTERS.get(path, "") + str(value) for path, value in zip(IDENTITY, draft.key, strict=True) if value is not None
        ]
        grid = self.table.grid
        name = "/".join(parts or [grid.file, *([grid.sheet] if grid.sheet else [])])
        if len(name) > LONGEST_ID - 10:
            name = f"{name[: LONGEST_ID - 40]}…{sha256(name.encode()).hexdigest()[:16]}"
        unique, number = name, 1
        while unique in self.seen:
            number += 1
            unique = f"{name}#{number}"
        self.seen[unique] = grid.place(self.cell(draft.lines[0]))
        if number > 1:
            self.table.notes.append(Note(grid, self.cell(draft.lines[0]), "MATCH-AGAIN", self.seen[name]))
        return unique

    def places(self, draft: Draft, notes: Sequence[Note], day: str | None) -> Document:
        """Where every value stands, so that findings can point there; and what was read after a second look."""
        grid, columns = self.table.grid, dict[str, str]()
        for row in draft.rows:
            for path, cell in row.cells.items():
                if not path.startswith("/"):
                    columns.setdefault(path, cell.rstrip("0123456789"))
        of_hands = {id(row) for row in draft.rows}
        remarks = {
            str(row.values[HAND]) if id(row) in of_hands else OF_MATCH: row.values[REMARKS]
            for row in draft.lines
            if row.values.get(REMARKS)
        }
        return {
            "file": grid.file,
            **({"sheet": grid.sheet} if grid.sheet is not None else {}),
            "columns": columns,
            "rows": [row.number for row in draft.rows],
            "cells": {path: draft.cells[path] for path in draft.values},
            **({"date": day} if day else {}),
            **({"remarks": remarks} if remarks else {}),
            **({"notes": [{"cell": note.cell, "code": note.code} for note in notes[:NOTES_KEPT]]} if notes else {}),
        }


def has_hand(row: Row) -> bool:
    """Whether a row says anything of a hand but its number."""
    return any(not path.startswith("/") and path not in {HAND, REMARKS} for path in row.values)


def hand_of(row: Row) -> Document:
    """A row's hand."""
    values = row.values
    hand: Document = {name: values[name] for name in (*OF_HAND, TIE_BREAK) if name in values}
    claims = nested({path: value for path, value in values.items() if not path.startswith(f"{FINISH}/")}, "claims/")
    return {**hand, **({"claims": claims} if claims else {})}


def nested(values: Mapping[str, Any], prefix: str) -> Document:
    """The values below a path, as objects in objects.

    >>> nested({"claims/levels/EW": "4", "claims/attackers": 85, "no": 1}, "claims/")
    {'levels': {'EW': '4'}, 'attackers': 85}
    """
    made: Document = {}
    for path, value in values.items():
        if not path.startswith(prefix):
            continue
        *steps, last = path.removeprefix(prefix).split("/")
        inside = made
        for step in steps:
            inside = inside.setdefault(step, {})
        inside[last] = value
    return made
