"""From the rows of a score sheet to matches: which rows are one match, and what they claim of it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from paipu.ingest.rejection import FORMAT, shown
from paipu.ingest.scoresheet import outcome
from paipu.ingest.scoresheet.columns import (
    BARE_FIRST,
    BOARD,
    DATE,
    DIFFERENCE,
    ENDS,
    FINISH,
    FIRSTS,
    GAME,
    HAND,
    IDENTITY,
    LEVELS,
    MARGIN,
    NOBODY,
    NUMBER_OF_TEAM,
    OF_HAND,
    OF_HAND_SAID,
    OF_MATCH_SAID,
    PAST,
    REASON,
    REMARKS,
    RISE,
    RULES,
    SMALL,
    TIE_BREAK,
    WINNER,
    WON,
    read_text,
    side_names,
)
from paipu.ingest.scoresheet.cross import FORFEITED
from paipu.ingest.scoresheet.pieces import COUNTED, POINTS
from paipu.ingest.scoresheet.places import NOTES_KEPT, PLACES
from paipu.ingest.scoresheet.ranking import BYE, GONE, UNDECIDED
from paipu.ingest.scoresheet.reading import Note, Row, Table
from paipu.ingest.scoresheet.values import SEVERAL, Unread, finish, key
from paipu.replay.event_rules import MatchPoints
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS, option_problem
from paipu.replay.text import Text

Document = dict[str, Any]

MAX_HANDS: Final = 500
"""The format's bound."""
LONGEST_ID: Final = 200
OF_MATCH: Final = "0"
"""The hand whose remark is one about the match."""
_LETTERS: Final = {"/event/round": "r", "/event/table": "t", GAME: "g", BOARD: "b"}
"""What stands before the parts of an id that may be numbers alone."""

FATES: Final = ("blank", "title", "total", "example", "bare", "taken", "quarantined")
"""What may become of a row, the graver the later."""

HAS_WON: Final = re.compile(r"^(.+?)(?:队|方)?(?:获胜|胜出|胜利|胜|赢)?$")
"""A team by its name, and that it has won."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Draft:
    """A match under way: the rows of its hands in order, all its rows, and what they say of the match, with their cells."""

    key: Key
    table: Table
    columns: tuple[tuple[int, str], ...]
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


class Made:
    """The matches that rows were made into, as documents with the places of their values."""

    table: Table
    signed: bool

    def __init__(self, seen: dict[str, str]) -> None:
        self.seen = seen
        self.drafts: list[Draft] = []
        self.drawn: list[Draft] = []
        self.of_key: dict[Key, Draft] = {}
        self.quarantined: list[Row] = []
        self.rows: list[Row] = []
        self.fates: dict[int, str] = {}
        self.tables: list[Table] = []
        self.misdrawn = False
        """Whether such a column is of a table of another shape, which is none then."""
        self.unlike = 0
        """Cells of columns that were left out, because most of them are not what their names promise."""

    def documents(self) -> Iterator[Document]:
        """The matches, in the order in which they begin."""
        for draft in self.drafts:
            yield self.document(draft)

    def told(self) -> list[Mapping[str, Any]]:
        """What each match says, and who had none in some round."""
        told = [{**each.values, UNDECIDED: True} for each in self.drawn]
        byes = [{BYE: who} for table in self.tables for _, who in table.byes]
        return [*(each.values for each in self.drafts), *told, *byes]

    def undecided(self) -> Iterator[Document]:
        """The matches that have no result yet; they are none, so that no id is theirs."""
        for draft in self.drawn:
            values = draft.values
            event = {path.rpartition("/")[2]: values[path] for path in IDENTITY if path in values}
            seats = self.seats(SHEETS[draft.table.rules], values)
            at = draft.table.grid.place(self.cell(draft.lines[0]))
            yield {"id": at, "sheet": draft.table.rules, "event": event, "seats": seats, "hands": []}

    def document(self, draft: Draft) -> Document:
        """A match as `paipu/1`."""
        sheet, values = SHEETS[draft.table.rules], draft.values
        self.take_remark(draft)
        self.take_result(draft)
        draft.notes += work_out_levels(sheet, draft)
        self.hold_reached(draft)
        draft.notes += ended_by_time(sheet, draft)
        notes = [*(note for row in draft.lines for note in row.notes), *draft.notes]
        event = {path.rpartition("/")[2]: values[path] for path in (*IDENTITY, DATE) if path in values}
        start: Document = {}
        if BOARD in values:
            event["board"] = {"no": values[BOARD]}
            start = board_start(sheet, draft)
        day = event.get("started")
        if day is not None and "T" not in day:
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
            **({"start": start} if start else {}),
            "hands": [hand_of(row) for row in draft.rows],
            **({"claims": claims} if claims else {}),
            "extra": {PLACES: self.places(draft, notes, day if "started" not in event else None)},
        }

    def take_remark(self, draft: Draft) -> None:
        """Why a match ended, where only its remark says so."""
        row = draft.lines[-1]
        remark = row.values.get(REMARKS)
        if draft.rows or not remark or REASON in draft.values:
            return
        value, unread, _ = read_text(draft.table.columns.by_path[REASON], remark)
        if unread is not None and any(len(word) > 1 and word in key(remark) for word in FORFEITED):
            draft.values[GONE], draft.cells[GONE] = True, row.cells[REMARKS]  # 水务局弃权
        if unread is None:
            draft.values[REASON], draft.cells[REASON] = value, row.cells[REMARKS]
            draft.notes.append(Note(draft.table.grid, row.cells[REMARKS], "FROM-REMARK", f"{shown(remark, 40)} → {value}"))

    def take_result(self, draft: Draft) -> None:
        """Who has won, where only a result tells it: 3:0."""
        path = ENDS if any(each.startswith(ENDS) for each in draft.values) else "/claims/points"
        points = {side: draft.values.get(f"{path}/{side}") for side in SHEETS[draft.table.rules].sides}
        told = {side: value for side, value in points.items() if value is not None}
        if draft.rows:
            self.hold_scores(draft)
            return
        if len({*told.values()}) < len(points) or not (draft.table.has_result or self.counts_as_match(draft, told)):
            self.hold_winner(draft)
            self.hold_firsts(draft)
            return
        winner = max(told, key=lambda side: told[side])
        cell = draft.cells[f"{path}/{winner}"]
        if WINNER in draft.values:
            self.hold_against(draft, winner, cell)
            return
        if draft.table.has_result:
            draft.values[WINNER], draft.cells[WINNER] = winner, cell
            draft.notes.append(Note(draft.table.grid, cell, "FROM-RESULT", winner))

    def hold_scores(self, draft: Draft) -> None:
        """Who is said to have won against the points of the hands, where a match goes by these."""
        sheet = SHEETS[draft.table.rules]
        if sheet.counts_levels or WINNER not in draft.values:
            return
        for name in ("score", "points"):
            told = [[row.values.get(f"claims/{name}/{side}") for side in sheet.sides] for row in draft.rows]
            if any(None in each for each in told):
                continue
            one, other = (sum(int(each[at] or 0) for each in told) for at in (0, 1))
            if one != other:
                self.hold_against(draft, sheet.sides[bool(one < other)], self.cell(draft.rows[0]))
            return

    @staticmethod
    def counts_as_match(draft: Draft, told: Mapping[str, int]) -> bool:
        """Whether points are those that the sheet prints for who has won and who has lost."""
        points = SHEETS[draft.table.rules].event.match_points
        return points is not None and points.win > points.loss and {*told.values()} == {points.win, points.loss}

    def hold_winner(self, draft: Draft) -> None:
        """Who is said to have won against the levels reached, where nothing tells why it ended: the higher has won then."""
        sheet = SHEETS[draft.table.rules]
        paths = [f"/claims/levels/{side}" for side in sheet.sides]
        reached = [sheet.level_index(draft.values.get(path)) for path in paths]
        one, other = reached
        if one is None or other is None or one == other or WINNER not in draft.values or REASON in draft.values:
            return
        higher = one < other
        remark = next((row for row in draft.lines if row.values.get(REMARKS)), None)
        if remark is None:
            self.hold_against(draft, sheet.sides[higher], draft.cells[paths[higher]])
        elif draft.values[WINNER] != sheet.sides[higher]:  # whatever it says, it was not the play that decided
            said, cell = remark.values[REMARKS], remark.cells[REMARKS]
            draft.values[REASON], draft.cells[REASON] = "ruling", cell
            draft.notes.append(Note(draft.table.grid, cell, "FROM-REMARK", f"{shown(said, 40)} → ruling"))

    def hold_firsts(self, draft: Draft) -> None:
        """Who is said to have won, where both have as many points, against who had more first places."""
        sides = SHEETS[draft.table.rules].sides
        firsts = [int(value) for side in sides if (value := draft.values.get(f"{FIRSTS}/{side}")) is not None]
        points = {draft.values.get(f"{POINTS}/{side}") for side in sides}
        if WINNER in draft.values and len(firsts) > 1 and len(points - {None}) == 1 and firsts[0] != firsts[1]:
            winner = sides[firsts[0] < firsts[1]]
            self.hold_against(draft, winner, draft.cells[f"{FIRSTS}/{winner}"])

    def hold_reached(self, draft: Draft) -> None:
        """Who is said to have won a match of hands against the levels after the last, where no game began again on the way."""
        sheet = SHEETS[draft.table.rules]
        if not draft.rows or not sheet.counts_levels or not {WINNER}.issubset(draft.values) or REASON in draft.values:
            return
        if any(row.values.get(REMARKS) for row in draft.lines):
            return
        told = [[sheet.level_index(row.values.get(f"{LEVELS}/{side}")) for side in sheet.sides] for row in draft.rows]
        ways = [[each for each in side if each is not None] for side in zip(*told, strict=True)]
        one, other = told[-1]
        if one is not None and other is not None and one != other and all(side == sorted(side) for side in ways):
            winner = sheet.sides[one < other]
            self.hold_against(draft, winner, draft.rows[-1].cells[f"{LEVELS}/{winner}"])

    @staticmethod
    def hold_against(draft: Draft, winner: str, cell: str) -> None:
        """Who is said to have won against who must have, by another cell."""
        if draft.values[WINNER] != winner and draft.values.get(REASON) not in {"forfeit", "ruling"}:
            at, said, other = draft.cells[WINNER], str(draft.values[WINNER]), cell
            if draft.table.block.head.won_first:  # the name of the column says who has won: a figure contradicts it
                at, said, other = cell, winner, at
            draft.lines[-1].lose(WINNER, "CELL-CONFLICT", at, found=said, other=other)
            gone = [path for path in draft.values if path.startswith("/claims/") and draft.cells[path] == at]
            for path in gone:  # the cell is lost: the audit need not say so again
                del draft.values[path], draft.cells[path]

    def check_difference(self, row: Row, draft: Draft) -> None:
        """The difference in levels that a row tells against those that it tells; past the last level counts one more."""
        sheet = SHEETS[self.table.rules]
        levels = [sheet.level_index(draft.values.get(f"/claims/levels/{side}")) for side in sheet.sides]
        one, other = reversed(levels) if self.table.turned else levels
        first, second = levels
        for path, mine, theirs in (
            (DIFFERENCE, one, other),
            (f"{DIFFERENCE}/{sheet.sides[0]}", first, second),
            (f"{DIFFERENCE}/{sheet.sides[1]}", second, first),
        ):
            told = row.values.get(path)
            if told is None:
                continue
            if mine is None or theirs is None:
                row.notes.append(Note(self.table.grid, row.cells[path], "NO-LEVELS", str(told)))
                continue
            apart = mine - theirs
            further = apart + (1 if apart > 0 else -1) if len(sheet.ladder) - 1 in levels and apart else apart
            passed = [f"{PAST}/{side}" in draft.values for side in sheet.sides]
            if not apart and passed[0] != passed[1]:  # 过A against A
                second = path == f"{DIFFERENCE}/{sheet.sides[1]}" or (path == DIFFERENCE and self.table.turned)
                further = 1 if passed[second] else -1
            right = {abs(apart), abs(further)}
            if path != DIFFERENCE and apart < 0 and not self.signed:
                right |= {0}  # who is behind has none
            met = sheet.sides[path.endswith(sheet.sides[0])]
            back = row.values.get(f"{DIFFERENCE}/{met}")
            if path != DIFFERENCE and back is not None and self.signed and told != -back:
                right = {abs(apart)}  # both count one way
            if abs(told) not in right or (told * apart < 0 and self.signed):
                expected = " | ".join(str(each) for each in dict.fromkeys((apart, further)))
                row.lose(path, "CELL-DIFFERENCE", row.cells[path], found=str(told), expected=Text(expected, expected))

    def check_margin(self, row: Row, draft: Draft) -> None:
        """The difference in points that a row tells against the points, or the scores."""
        sheet, told = SHEETS[self.table.rules], row.values.get(MARGIN)
        for name in ("points", "score", "levels") if told is not None else ():
            both = [draft.values.get(f"/claims/{name}/{side}") for side in sheet.sides]
            one, other = map(sheet.level_index, both) if name == "levels" else both
            if one is None or other is None:
                continue
            apart = other - one if self.table.turned else one - other
            past = name == "levels" and apart and len(sheet.ladder) - 1 in {one, other}  # past the last level counts one more
            right = {abs(apart), *([abs(apart) + 1] if past else [])}
            if abs(told or 0) not in right or ((told or 0) * apart < 0 and self.signed):
                expected = Text(str(apart), str(apart))
                row.lose(MARGIN, "CELL-DIFFERENCE", row.cells[MARGIN], found=str(told), expected=expected)
            return
        if told is not None:
            row.notes.append(Note(self.table.grid, row.cells[MARGIN], "NO-LEVELS", str(told)))

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
            _LETTERS.get(path, "") + str(value) for path, value in zip(IDENTITY, draft.key, strict=False) if value is not None
        ]
        grid = draft.table.grid
        teams = [str(draft.values.get(f"/seats/{side}/team")) for side in SHEETS[draft.table.rules].sides]
        if draft.table.block.piece is not None and "/event/table" not in draft.values and "None" not in teams:
            parts.append("-".join(teams))
        name = "/".join(parts or [grid.file, *([grid.sheet] if grid.sheet else [])])
        if len(name) > LONGEST_ID - 10:
            name = f"{name[: LONGEST_ID - 40]}…{sha256(name.encode()).hexdigest()[:16]}"
        number = int(self.seen.get(f"\0{name}", "0")) + 1  # beside the names: how often each was asked for
        while (unique := name if number == 1 else f"{name}#{number}") in self.seen:
            number += 1
        self.seen[f"\0{name}"] = str(number)
        self.seen[unique] = grid.place(self.cell(draft.lines[0]))
        if number > 1:
            draft.table.notes.append(Note(grid, self.cell(draft.lines[0]), "MATCH-AGAIN", self.seen[name]))
        return unique

    def places(self, draft: Draft, notes: Sequence[Note], day: str | None) -> Document:
        """Where every value stands, so that findings can point there; and what was read after a second look."""
        grid, columns = draft.table.grid, dict[str, str]()
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
            "rows": [row.lines[0] for row in draft.rows],
            **(
                {"hands": [_of_hand(row) for row in draft.rows]}
                if (grid.origins is not None or grid.moved) and draft.rows
                else {}
            ),
            "cells": {path: draft.cells[path] for path in draft.values},
            **({"sides": "assumed"} if draft.table.assumed else {}),
            **({"date": day} if day else {}),
            **({"remarks": remarks} if remarks else {}),
            **({"notes": [{"cell": note.cell, "code": note.code} for note in notes[:NOTES_KEPT]]} if notes else {}),
        }

    def cell(self, row: Row) -> str:
        """Where a row's hand is numbered, or the row begins."""
        return row.cells.get(HAND, row.first)

    # -- documents


FEWEST_UNLIKE: Final = 3
"""Cells of a column that are not what its name promises, for the name to be wrong and not they."""


def _holds(table: Table, at: int, number: int) -> bool:
    """Whether a cell holds something."""
    row = table.grid.rows[number - 1]
    return at < len(row) and bool((row[at] or "").strip())


class Matches(Made):
    """Gathers the rows of the tables of a worksheet into matches. `quarantined` are the rows that belong to none.

    `fates` says of each row what became of it: taken, quarantined, or why it is skipped. A row may be in two tables that stand
    side by side; it is taken if either takes it, and in quarantine if either cannot.
    """

    def add(self, table: Table) -> None:
        """Every row of a table."""
        self.table, self.block = table, len(self.tables)
        self.tables.append(table)
        self.columns = tuple([(used.at, path) for path, used in table.by_path.items()])
        self.counted = False
        """Whether hands were numbered here, where the table does not."""
        self.above: Key | None = ()
        """The match of the row above; None where that could not be told."""
        self.identified = any(path in table.by_path for path in IDENTITY)
        self.placed = "/event/table" in table.by_path or "/event/table" in table.defaults
        self.told_by = IDENTITY if self.placed else (*IDENTITY, *sorted(table.seated))
        rows = list(table.rows())
        self.rows += rows
        self.leave_champion(table, rows)
        self.signed = any(
            value < 0 for row in rows for path, value in row.values.items() if path.startswith((DIFFERENCE, MARGIN))
        )
        """Whether differences in levels tell by their sign who is ahead."""
        for number in table.examples:
            self.become(table.grid.lines_of(number), "example")
        for number, _ in table.byes:
            self.become(table.grid.lines_of(number), "bare")
        self.leave_unlike(table, rows)
        for row, following in zip_longest(rows, rows[1:]):
            self.take(row, following)
        self.leave_unlike(table, rows)
        if self.counted and HAND not in table.by_path:
            table.notes.append(Note(table.grid, table.grid.first_cell(table.header), "COUNTED"))

    @staticmethod
    def leave_champion(table: Table, rows: Sequence[Row]) -> None:
        """Who is said beside several matches to have won has won the event, not each of them."""
        if len(rows) < 2 or any(map(has_hand, rows)):
            return
        said = {cell for path, (_, cell) in table.defaults.items() if path == WINNER}
        said |= {each.cell for each in table.named if each.column.path == WINNER}
        for row in rows if said else ():
            row.pending = [each for each in row.pending if each.cell not in said]
            if row.cells.get(WINNER) in said:
                del row.values[WINNER], row.cells[WINNER]
        for cell in sorted(said):
            table.notes.append(Note(table.grid, cell, "NO-MATCH-WON"))

    def leave_unlike(self, table: Table, rows: Sequence[Row]) -> None:
        """Columns of which most cells are not what their names promise: their names are not what is meant, and none is read."""
        for used in table.used:
            cells = {table.grid.cell(used.at, row.number) for row in rows if _holds(table, used.at, row.number)}
            lost = [each for row in rows for each in row.lost if each.code == "CELL-VALUE" and each.pointer in cells]
            if len(lost) < FEWEST_UNLIKE or len(lost) * 2 <= len(cells):
                continue
            self.unlike += len(lost)
            self.misdrawn |= table.block.piece is not None
            for row in rows:
                row.lost = [each for each in row.lost if each not in lost]
                for path in [path for path, cell in row.cells.items() if cell in cells]:
                    row.values.pop(path, None)
                    del row.cells[path]
            cell = f"{table.grid.letters[used.at]}{table.header}" if table.grid.origins is None else table.grid.cell(used.at, 1)
            table.notes.append(Note(table.grid, cell, "COLUMN-UNLIKE", lost[0].found or ""))

    def become(self, lines: Sequence[int], fate: str) -> None:
        """Note what became of a row, or of those that it is made of; what is graver stands."""
        for number in lines:
            if FATES.index(fate) >= FATES.index(self.fates.get(number, FATES[0])):
                self.fates[number] = fate

    def leave_out(self) -> None:
        """Matches of which nothing is told but who was to play are none yet: their rows are skipped, and noted."""
        for draft in self.drafts:
            for row in draft.lines:
                kept = "taken" if draft.tells else "quarantined" if row.lost else "bare"
                self.become(row.lines, kept)
                if kept == "bare":
                    self.tables[-1].notes.append(Note(self.tables[-1].grid, row.first, "NO-RESULT"))
        for table in self.tables:
            alone = [draft for draft in self.drafts if draft.table is table and not draft.rows]
            hold_games(SHEETS[table.rules], alone)
            self.check_match_points(table, alone)
            hold_pairs(SHEETS[table.rules], alone)
        self.drawn = [draft for draft in self.drafts if not draft.tells]
        self.drafts = [draft for draft in self.drafts if draft.tells]

    @staticmethod
    def check_match_points(table: Table, drafts: Sequence[Draft]) -> None:
        """What both have for a match against games, levels or scores, counted as the sheet prints it, or as most rows are."""
        sheet = SHEETS[table.rules]
        printed, sides = sheet.event.match_points, sheet.sides
        told = [each for draft in drafts if (each := Counted.of(sheet, draft)) is not None]
        scheme = counted_as(printed, told)
        if scheme is None:
            return
        win, drew, loss = scheme
        by_sheet = printed is not None and (printed.win, printed.loss) == (win, loss)
        for draft, pair, ahead, other in told:
            due = {1: (win, loss), -1: (loss, win), 0: (drew, drew)}[ahead]
            # by a lot, or however the referee does
            parted = not ahead and ({*pair} == {win, loss} or drew is None or pair == (drew, drew))
            wrong = pair != due and not parted and REASON not in draft.values and not draft.lines[-1].values.get(REMARKS)
            if wrong:
                at = next(at for at in (0, 1) if pair[at] != due[at])
                cell = draft.cells[f"{POINTS}/{sides[at]}"]
                draft.lines[-1].lose(WINNER, "CELL-CONFLICT", cell, found=str(pair[at]), other=other)
            if wrong or not by_sheet:
                for side in sides:  # they are lost with the cell, or count otherwise than the sheet has it
                    del draft.values[f"{POINTS}/{side}"], draft.cells[f"{POINTS}/{side}"]
        if not by_sheet:
            said = f"{win}-{drew}-{loss}" if drew is not None else f"{win}-{loss}"
            table.notes.append(Note(table.grid, table.grid.first_cell(table.header), "TOTAL-AS", said))

    def take(self, row: Row, following: Row | None) -> None:
        """One row; `following` is the one below."""
        told = self.key_of(row)
        draft = self.of_key.get(told) if told is not None else None
        self.resolve(row, draft)
        take_words(self.table, row, draft)
        if told is None:
            row.refuse("CELL-CONTINUES", row.first, found=None)
        elif not row.problems:
            self.check_rules(row)
            self.place(row, told, following)
        if row.problems:
            self.quarantined.append(row)
            self.become(row.lines, "quarantined")

    def key_of(self, row: Row) -> Key | None:
        """What tells the row's match from the others; None where it says nothing and the row above could not be told either.

        Where no table is named those are one match that play each other; where these are not named either, a table is a match.
        """
        given = tuple(row.values.get(path) for path in IDENTITY)
        if not self.placed:
            seated = tuple([(path, row.values[path]) for path in sorted(row.values) if path.startswith("/seats/")])
            given = (*given, seated or self.block)
        filled = self.table.by_path.keys() | self.table.seated
        written = any(path in row.values and path in filled for path in self.told_by)
        cells = cells_of(self.table, row, IDENTITY)
        broken = any(each.pointer in cells for each in row.problems)
        if broken:
            self.above = None
            return given
        if written or not (self.identified or len(self.told_by) > len(IDENTITY)):
            self.above = given
            return given
        if self.above:
            row.notes.append(Note(self.table.grid, row.first, "CONTINUED"))
        return self.above or None

    def resolve(self, row: Row, draft: Draft | None) -> None:
        """Sides and seats that are told by the name of a team or a player."""
        if not row.pending:
            return
        known = {**(draft.values if draft is not None else {}), **row.values}
        seats, sides = names_in(SHEETS[self.table.rules], known)
        sides = {
            **first_words(SHEETS[self.table.rules], sides),
            **self.table.side_names,
            **numbers_in(SHEETS[self.table.rules], known),
            **sides,
        }
        for column, cell, text, unread in row.pending:
            names = sides if column.path in {WINNER, WON} else seats
            meant = {names[each] for each in (key(text), *(key(bare) for bare in HAS_WON.findall(text))) if names.get(each)}
            both = [sides.get(key(each)) for each in SEVERAL.split(text) if each] if column.path == WINNER and not meant else []
            meant |= {*filter(None, both)} if len(both) > 1 and all(both) else set()
            within = {side for name, side in names.items() if side and len(name) > 1 and name in key(text)}
            meant = within if not meant and column.path == WINNER else meant  # 抽签红队胜
            if len(meant) == 1:
                row.values[column.path], row.cells[column.path] = (value := meant.pop()), cell
                row.notes.append(Note(self.table.grid, cell, "READ-AS", f"{shown(text, 40)} → {value}"))
            elif not self.is_elsewhere(row, cell, text):  # whom a column names that is not read
                row.lose(column.path, unread.code, cell, found=text, expected=unread.expected)

    def is_elsewhere(self, row: Row, cell: str, text: str) -> bool:
        """Whether another cell of a row, of a column that is not read, has the same text."""
        used = {each.at for each in self.table.used}
        line = self.table.grid.rows[row.number - 1]
        found = [at for at, other in enumerate(line) if at not in used and other and key(other) == key(text)]
        if found:
            row.notes.append(Note(self.table.grid, cell, "NO-OTHER", shown(text, 40)))
        return bool(found)

    def check_rules(self, row: Row) -> None:
        """A table is of one rule sheet."""
        named = row.values.get(RULES, self.table.rules)
        if named != self.table.rules:
            row.refuse("CELL-VALUE", row.cells[RULES], found=named, expected=Text(self.table.rules, self.table.rules))

    def place(self, row: Row, told: Key, following: Row | None) -> None:
        """Put a row into its match, unless it contradicts what is there."""
        draft = self.of_key.get(told)
        if draft is not None and draft.columns != self.columns:
            draft = None  # another table: its columns are others
        if not has_hand(row):
            if draft is not None and not draft.rows and self.others_met(row, draft):
                row.notes.append(Note(self.table.grid, row.first, "MATCH-AGAIN", self.cell(draft.lines[0])))
                draft = None
            if draft is not None and not self.placed and told_alike(draft, row) is not None:
                row.notes.append(Note(self.table.grid, row.first, "MATCH-AGAIN", self.cell(draft.lines[0])))
                draft = None  # they met again, and neither round nor table says when
            elif draft is not None and not draft.rows and told_alike(draft, row):
                row.notes.append(Note(self.table.grid, row.first, "MATCH-SAME", self.cell(draft.lines[0])))
            self.merge(row, draft or self.draft(told))
            return
        if HAND not in row.values:
            if HAND in self.table.by_path:
                cell = self.table.grid.cell(self.table.by_path[HAND].at, row.number)
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
            row.refuse("CELL-HANDS", row.cells.get(HAND, row.first), found=str(number), limit=str(MAX_HANDS))
            return
        self.merge(row, draft or self.draft(told))

    def others_met(self, row: Row, draft: Draft) -> bool:
        """Whether a row tells of others than a match at the same table, where no round parts them: of another day, say."""
        if "/event/round" in self.table.by_path or "/event/round" in self.table.defaults:
            return False
        teams = [f"/seats/{side}/team" for side in SHEETS[self.table.rules].sides]
        met = [tuple(values.get(path) for path in teams) for values in (row.values, draft.values)]
        return None not in (*met[0], *met[1]) and met[0] != met[1]

    def draft(self, told: Key) -> Draft:
        """A match that begins here."""
        return Draft(told, self.table, self.columns)

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
            if why := option_problem(self.table.rules, name, value):
                row.refuse("OPTION-INVALID", row.cells["/options"], found=str(value), why_zh=why.zh, why_en=why.en)
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
        self.check_difference(row, draft)
        self.check_margin(row, draft)
        if has_hand(row):
            draft.rows.append(row)

    def finish_of(self, row: Row) -> Mapping[str, str]:
        """The finishing order of a row's places."""
        sheet = SHEETS[self.table.rules]
        paths = [f"{FINISH}/{place}" for place in range(1, len(sheet.seats) + 1)]
        given = [row.values.get(path) for path in paths]
        left = {*sheet.seats} - {*given}
        if given.count(None) == len(left) == 1:  # who is left had the place that is not told
            given[given.index(None)] = left.pop()
        if not any(given) or any(problem.pointer in cells_of(self.table, row, paths) for problem in row.lost):
            return {}
        try:
            return {FINISH: finish((None if seat == NOBODY else seat for seat in given), sheet.seats, "")}
        except Unread as unread:
            cell = next(row.cells[path] for path in paths if path in row.cells)
            found = " ".join(seat or "?" for seat in given)
            row.lose(
                FINISH,
                unread.code,
                cell,
                found=found,
                expected=Text("每个座位一次，从头游起", "each seat once, from the first place on"),
            )
            return {}


def take_words(table: Table, row: Row, draft: Draft | None) -> None:
    """A result in words: what it says of the hand, or the match, goes where a column of that would have it."""
    sheet = SHEETS[table.rules]
    won = row.values.get(WON)
    risen = [side for side in sheet.sides if row.values.get(f"{RISE}/{side}", 0) > 0]
    due = outcome.winner_of(sheet, row.values)
    if due is None and len(risen) == 1:
        (due,) = risen  # who rises has won
    if won is not None and due not in {None, won}:
        row.lose(WON, "CELL-CONFLICT", row.cells[WON], found=str(won), other=row.first)
    for path in (OF_HAND_SAID, OF_MATCH_SAID):
        if path not in row.values:
            continue
        text, parts = row.values.pop(path)
        cell = row.cells.pop(path)
        sides = names_in(sheet, {**(draft.values if draft is not None else {}), **row.values})[1]
        sides = {**table.side_names, **sides}
        named = {**first_words(sheet, sides), **{key(each): side for side in sheet.sides for each in side_names(side)}, **sides}
        try:
            if path == OF_HAND_SAID:
                rises = outcome.of_hand(sheet, parts, row.values, named)
                told: dict[str, Any] = {f"{RISE}/{side}": rises[side] for side in sheet.sides if side in rises}
            else:
                winner, by = outcome.of_match(sheet, parts, named, table.named_first)
                told = {WINNER: winner, **({DIFFERENCE: by} if by is not None else {})}
        except Unread as unread:
            row.lose(path, unread.code, cell, found=text, expected=unread.expected)
            continue
        if told.get(WINNER) == outcome.DRAWN:
            row.notes.append(Note(table.grid, cell, "DRAWN", shown(text, 40)))
            told = {**outcome.drawn_claims(sheet)}
            if not told:
                continue
        said = " ".join(f"{name.rpartition('/')[2]}={value}" for name, value in told.items())
        row.notes.append(Note(table.grid, cell, "READ-AS", f"{shown(text, 40)} → {said}"))
        for name, value in told.items():
            if name in row.values and row.values[name] != value:
                row.lose(path, "CELL-CONFLICT", cell, found=text, other=row.cells[name])
            else:
                row.values.setdefault(name, value)
                row.cells.setdefault(name, cell)


def work_out_levels(sheet: RuleSheet, draft: Draft) -> Iterator[Note]:
    """Levels after a hand from what the sides rose by, where only that is written; else hold one against the other."""
    yield from fill_rises(sheet, draft)
    for side in sheet.sides:
        rise_path, path = f"{RISE}/{side}", f"{LEVELS}/{side}"
        begun = draft.rows[0].values.get("level") if BOARD in draft.values and draft.rows else None
        level, number = begun or sheet.first_level, 0
        for row in draft.rows:
            known = row.values[HAND] == number + 1
            begins = row.values.get("level") == sheet.first_level  # a game may begin here
            number = row.values[HAND]
            rise, at = row.values.get(rise_path), sheet.level_index(level) if known else None
            if rise is not None and at is None and path not in row.values:
                yield Note(draft.table.grid, row.cells[rise_path], "RISE-ALONE", f"{side} {rise:+d}")
            if rise is not None and at is not None:
                made, cell = sheet.level_name(max(at + rise, 0)), row.cells[rise_path]
                due = outcome.rise_due(sheet, row.values)
                wanted = None if due is None else due[1] if due[0] == side else 0
                if path not in row.values:
                    row.values[path], row.cells[path] = made, cell
                    yield Note(draft.table.grid, cell, "FROM-RISE", made)
                    if wanted is not None:  # a rise that is wrong is so once: the hands below go on from what is due
                        level = sheet.level_name(max(at + wanted, 0))
                        continue
                elif row.values[path] not in {made, sheet.level_name(max(rise, 0)) if begins else made}:
                    if wanted is not None and wanted != rise:
                        expected = Text(str(wanted), str(wanted))
                        row.lose(rise_path, "CELL-DIFFERENCE", cell, found=str(rise), expected=expected)
                    elif (
                        wanted is None
                        and at + rise < len(sheet.ladder)
                        and not outcome.may_fall(sheet, {**row.values, "level": level})
                        and not row.values.get(REMARKS)
                    ):
                        following = draft.rows[draft.rows.index(row) + 1 : draft.rows.index(row) + 2]
                        goes_on = [
                            sheet.level_index(each.values.get(path))
                            == (sheet.level_index(row.values[path]) or 0) + each.values.get(rise_path, 0)
                            for each in following
                        ]
                        lost, at_cell, said, right = (
                            (rise_path, cell, rise, (sheet.level_index(row.values[path]) or 0) - at)
                            if goes_on == [True]
                            else (path, row.cells[path], row.values[path], made)
                        )
                        row.lose(lost, "CELL-DIFFERENCE", at_cell, found=str(said), expected=Text(str(right), str(right)))
                    else:
                        yield Note(draft.table.grid, cell, "RISE-DIFFERS", f"{level} {rise:+d} → {row.values[path]}")
            level = row.values.get(path, "")


def ended_by_time(sheet: RuleSheet, draft: Draft) -> Iterator[Note]:
    """A match of hands in which the higher has won, and nobody has passed the last level: by time, if nothing says why."""
    if not draft.rows or not sheet.counts_levels or WINNER not in draft.values or REASON in draft.values:
        return
    end = draft.rows[-1].values
    risen = [side for side in sheet.sides if end.get(f"{RISE}/{side}", 0) > 0]
    won = outcome.winner_of(sheet, end)
    risen = risen or ([won] if won is not None else [])
    at_last = sheet.level_index(end.get("level")) in {None, len(sheet.ladder) - 1}
    if at_last and (not risen or risen[0] == draft.values[WINNER]):
        return  # the last level may have been passed
    last = [sheet.level_index(draft.rows[-1].values.get(f"{LEVELS}/{side}")) for side in sheet.sides]
    one, other = last
    if one is not None and other is not None and one != other and draft.values[WINNER] == sheet.sides[one < other]:
        draft.values[REASON], draft.cells[REASON] = "time", draft.cells[WINNER]
        yield Note(draft.table.grid, draft.cells[WINNER], "READ-AS", "time")


def fill_rises(sheet: RuleSheet, draft: Draft) -> Iterator[Note]:
    """An empty cell beside the rise of the other side is none, where no level is told."""
    table, paths = draft.table, [f"{RISE}/{side}" for side in sheet.sides]
    if any(path not in table.by_path for path in paths):
        return
    for row in draft.rows:
        for path, other in zip(paths, reversed(paths), strict=True):
            untold = path not in row.values and path.replace(RISE, LEVELS) not in row.values
            if untold and row.values.get(other) and not outcome.may_fall(sheet, {"level": row.values.get("level")}):
                cell = table.grid.cell(table.by_path[path].at, row.number)
                row.values[path], row.cells[path] = 0, cell
                yield Note(table.grid, cell, "BLANK-ZERO", "")


def board_start(sheet: RuleSheet, draft: Draft) -> Document:
    """Where a board begins: at its level for both sides, and with who leads it, as far as these are told."""
    first = draft.rows[0].values if draft.rows else {}
    level, dealer = first.get("level"), first.get("dealer")
    levels = {"levels": dict.fromkeys(sheet.sides, level)} if level is not None and sheet.counts_levels else {}
    return {**levels, **({"dealer": dealer} if dealer is not None else {})}


def names_in(sheet: RuleSheet, values: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The seats by the names of those who sit there, the sides by those of their teams and players; "" where two have one."""
    seats: dict[str, str] = {}
    sides: dict[str, str] = {}
    for seat, side in sheet.side_of.items():
        name = sheet.sides[side]
        player = values.get(f"/seats/{seat}/id")
        teams = {values.get(f"/seats/{seat}/team"), values.get(f"/seats/{name}/team")} - {None}
        teams |= {re.sub(r"\s*[(（].*", "", str(team)) for team in teams} - {""}  # 红星(3)
        called = [key(player)] if player is not None else []
        for each in called:
            seats[each] = seat if seats.get(each, seat) == seat else ""
        for each in (*called, *(key(str(team)) for team in teams), *(key(f"{team}队") for team in teams)):
            sides[each] = name if sides.get(each, name) == name else ""
    return seats, sides


def first_words(sheet: RuleSheet, called: Mapping[str, str]) -> dict[str, str]:
    """The sides by words that tell who is named first: 甲方, A组; none that is in the name of who is `called` so, as 蓝队."""
    return {
        key(word + end): side
        for at, side in enumerate(sheet.sides)
        for word in BARE_FIRST[at]
        for end in ("", "方", "队", "组")
        if not any(key(word) in name for name in called)
    }


def numbers_in(sheet: RuleSheet, values: Mapping[str, Any]) -> dict[str, str]:
    """The sides by the numbers of their teams, where these differ."""
    told = {side: key(str(values[path])) for side in sheet.sides if (path := f"{NUMBER_OF_TEAM}/{side}") in values}
    return {called: side for side, called in told.items()} if len({*told.values()}) == len(sheet.sides) else {}


FEWEST_ALIKE: Final = 2
"""Rows that tell how points are counted that the sheet does not print."""


class Counted(NamedTuple):
    """What both have for a match, who was ahead in it (1, -1 or 0 for neither), and the cell that says so."""

    draft: Draft
    pair: tuple[int, int]
    ahead: int
    other: str

    @classmethod
    def of(cls, sheet: RuleSheet, draft: Draft) -> "Counted | None":
        """A match's, where it tells both."""
        one, other = (draft.values.get(f"{POINTS}/{side}") for side in sheet.sides)
        if one is None or other is None:
            return None
        for path in (ENDS, "/claims/levels" if sheet.counts_levels else "/claims/score"):
            reached = [draft.values.get(f"{path}/{side}") for side in sheet.sides]
            mine, theirs = map(sheet.level_index, reached) if path == "/claims/levels" else reached
            if mine is not None and theirs is not None:
                ahead = (mine > theirs) - (mine < theirs)
                return cls(draft, (one, other), ahead, draft.cells[f"{path}/{sheet.sides[0]}"])
        return None


def counted_as(printed: MatchPoints | None, told: Sequence[Counted]) -> tuple[int, int | None, int] | None:
    """What a win, a draw and a loss count in most rows, by the points of both and who was ahead; None where that is not told.

    Where half of the rows have such points as the sheet prints, it is that.
    """
    if printed is not None:
        outcomes = ((printed.win, printed.loss), (printed.draw, printed.draw), (printed.loss, printed.win))
        if told and sum(each.pair in outcomes for each in told) * 2 >= len(told):
            return printed.win, printed.draw, printed.loss
    best, most = None, FEWEST_ALIKE - 1
    for win, drew, loss in COUNTED:
        due = {1: (win, loss), -1: (loss, win), 0: (drew, drew)}
        right = sum(each.pair == due[each.ahead] for each in told)
        if right > most and right * 2 > len(told):
            best, most = (win, drew, loss), right
    return best


def hold_games(sheet: RuleSheet, drafts: Sequence[Draft]) -> None:
    """What a match of several games came to, where the row of one of them says it: held against who has won each."""
    of_match: dict[Key, list[Draft]] = {}
    for draft in drafts:
        place = IDENTITY.index(GAME if GAME in draft.values else "/event/table")
        met = tuple(draft.values.get(f"/seats/{side}/team") for side in sheet.sides)
        if GAME in draft.values or all(met):  # tables at which two teams meet are games of theirs
            of_match.setdefault((*draft.key[:place], *draft.key[place + 1 :], met), []).append(draft)
    paths = [f"{POINTS}/{side}" for side in sheet.sides]
    for games in of_match.values():
        told = [draft for draft in games if all(path in draft.values for path in paths)]
        if len(games) == 1 or len(told) != 1 or any(WINNER not in draft.values for draft in games):
            continue
        for path, side in zip(paths, sheet.sides, strict=True):
            won = sum(draft.values[WINNER] == side for draft in games)
            value, cell = told[0].values.pop(path), told[0].cells.pop(path)
            if value != won and not any(each.pointer == cell for each in told[0].lines[-1].lost):
                expected = Text(str(won), str(won))
                told[0].lines[-1].lose(path, "CELL-DIFFERENCE", cell, found=str(value), expected=expected)


def hold_pairs(sheet: RuleSheet, drafts: Sequence[Draft]) -> None:
    """What both have of a score is nothing together, and of small points as much in each match: where most rows have it so."""
    for name in ("/claims/score", SMALL):
        paths = [f"{name}/{side}" for side in sheet.sides]
        told = [
            (draft, int(draft.values[paths[0]]), int(draft.values[paths[1]]))
            for draft in drafts
            if paths[0] in draft.values and paths[1] in draft.values
        ]
        sums = Counter(one + other for _, one, other in told)
        if not sums:
            continue
        due, count = sums.most_common(1)[0]
        opposed = all(one * other <= 0 for _, one, other in told)
        if opposed and 0 in sums and sums[0] * 2 >= len(told):
            due, count = 0, len(told)
        if name != SMALL and due != 0:
            continue
        for draft, one, other in told if count * 2 > len(told) else ():
            if one + other == due:
                continue
            for path, back, value in zip(paths, reversed(paths), (due - other, due - one), strict=True):
                expected = Text(str(value), str(value))
                draft.lines[-1].lose(
                    path,
                    "CELL-DIFFERENCE",
                    draft.cells[path],
                    found=str(draft.values[path]),
                    expected=expected,
                    other=draft.cells[back],
                )


def told_alike(draft: Draft, row: Row) -> bool | None:
    """Whether a row claims the same of a match as is claimed of it before; None where it claims nothing, or nothing was."""
    claims = {path: value for path, value in row.values.items() if path.startswith("/claims/")}
    if not claims or not any(path.startswith("/claims/") for path in draft.values):
        return None
    return all(draft.values.get(path) == value for path, value in claims.items())


def _of_hand(row: Row) -> dict[str, str]:
    """Where the values of a hand stand, where a hand is no row."""
    return {path: cell for path, cell in row.cells.items() if not path.startswith("/")}


def cells_of(table: Table, row: Row, paths: Sequence[str]) -> set[str]:
    """The cells of some columns in a row."""
    return {table.grid.cell(table.by_path[path].at, row.number) for path in paths if path in table.by_path}


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
