"""Plays in a table: a seat over each column, a trick a row."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, Self

from paipu.ingest.importers.notes.fit import Fitting
from paipu.ingest.importers.notes.naming import written_seat
from paipu.ingest.importers.notes.tokens import Token, is_card
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import lettered

_OTHER_COLUMN: Final = re.compile(r"第?[轮墩圈]|#|序号?|收|赢家?|胜|备?注|分")
"""What stands over a column that has no plays."""


class Tabled(Fitting):
    """What was read so far, rows of a table too. `columns` are the seats at its head."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[str] = []
        self.remarked = False

    def of_table(self, told: str) -> list[Self] | None:
        """A table: a seat over each column, a trick a row, the lead marked with `*`; None where the line is not of one."""
        if self.sheet is None:
            return None
        sheet = self.reader.sheet
        heads = [lettered(each) for each in _apart(told) if not _OTHER_COLUMN.fullmatch(each)]
        if len(heads) == 1 and len(sheet.seats) == len(heads[0]):
            heads = [*heads[0]]
        if sorted(heads) == sorted(sheet.seats):
            self.columns, self.remarked = heads, "注" in told
            return [self]
        row = re.match(r"(\d{1,3})\s+(\S.*)", told) if self.columns else None
        if row is None:
            return self.of_row(told)
        cells, beside = cells_of(row[2], len(self.columns))
        self.remark(*(beside if self.remarked else ()))
        led = [seat for seat, cell in zip(self.columns, cells or (), strict=False) if cell.startswith("*")]
        if cells is not None and not led and (self.hand.get("tricks") or self.hand.get("dealer")):
            led = [self.next_leader(told)]
        if cells is None or len(led) != 1:
            raise QuestionError("notes.row", given=told, columns=" ".join(self.columns))
        return self.of_told(f"第{row[1]}墩 {self.in_turn(led[0], cells)}")

    def of_row(self, told: str) -> list[Self] | None:
        """A row without a number; None where it is none: as many plays as there are columns, and no seat."""
        cells = _apart(told)
        plays = [[*map(_kind, self.tokens(each))] for each in cells]
        if not self.once or len(cells) != len(self.columns) or not all(each and {*each} <= {*"c+*"} for each in plays):
            return None
        led = [seat for seat, cell in zip(self.columns, cells, strict=True) if cell.startswith("*")]
        self.non_literal("columns")
        return self.of_told(self.in_turn(led[0] if led else self.next_leader(told), cells))

    def in_turn(self, leader: str, cells: Sequence[str]) -> str:
        """The plays of a row as they are told in a sentence, each behind its seat."""
        of = dict(zip(self.columns, cells, strict=True))
        seats = self.reader.sheet.seats
        at = seats.index(leader)
        return ",".join(f"{written_seat(seat)} {of[seat].strip('* ')}" for seat in (*seats[at:], *seats[:at]))

    @abstractmethod
    def of_told(self, told: str) -> list[Self]:
        """What is told in sentences."""


def _apart(told: str) -> list[str]:
    """What stands apart in a line: by strokes or commas where there are any, else by spaces."""
    return [each for each in re.split(r"\s*[|,;/]\s*" if re.search(r"[|,;/]", told) else r"\s+", told.strip(" |")) if each]


def _kind(token: Token) -> str:
    """`c` for a token of a card."""
    return "c" if is_card(token.kind) else token.text if token.text == "*" else token.kind


def cells_of(row: str, count: int) -> tuple[list[str] | None, list[str]]:
    """The cells of a row, and what is noted behind them; None where there are too few, or it is not plain where they end."""
    for least in (2, 3, 4):
        cells = re.split(rf"\s{{{least},}}", row)
        if len(cells) == count or (len(cells) == count + 1 and least > 2):
            return cells[:count], cells[count:]
    return None, []
