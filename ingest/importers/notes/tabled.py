"""Plays in a table: a seat over each column, a trick a row."""

import re
from collections.abc import Sequence
from typing import Final

from paipu.ingest.importers.notes.cards import read_jotted
from paipu.ingest.importers.notes.fit import Fitting
from paipu.ingest.importers.notes.tokens import Token, is_card
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import cards_of, lettered
from paipu.replay.notation import PASS, join_trick

_OTHER_COLUMN: Final = re.compile(r"第?[轮墩圈]|#|序号?|收|赢家?|胜|备?注|分")
"""What stands over a column that has no plays."""


class Tabled(Fitting):
    """What was read so far, rows of a table too. `columns` are the seats at its head."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[str] = []
        self.remarked = False

    def of_table(self, told: str) -> bool:
        """A table: a seat over each column, a trick a row, the lead marked with `*`; whether the line was of one."""
        if self.sheet is None:
            return False
        sheet = self.reader.sheet
        heads = [lettered(each) for each in _apart(told) if not _OTHER_COLUMN.fullmatch(each)]
        if len(heads) == 1 and len(sheet.seats) == len(heads[0]):
            heads = [*heads[0]]
        if sorted(heads) == sorted(sheet.seats):
            self.columns, self.remarked = heads, "注" in told
            return True
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
        self.unseen_before(int(row[1]), led[0])
        self.lay_row(led[0], cells)
        return True

    def of_row(self, told: str) -> bool:
        """A row without a number; whether it is one: as many plays as there are columns, and no seat."""
        cells = _apart(told)
        plays = [[*map(_kind, self.tokens(each))] for each in cells]
        if not self.once or len(cells) != len(self.columns) or not all(each and {*each} <= {*"c+*"} for each in plays):
            return False
        led = [seat for seat, cell in zip(self.columns, cells, strict=True) if cell.startswith("*")]
        self.lay_row(led[0] if led else self.next_leader(told), cells)
        self.non_literal("columns")
        return True

    def lay_row(self, leader: str, cells: Sequence[str]) -> None:
        """Lay down the plays of a row."""
        of = dict(zip(self.columns, cells, strict=True))
        seats = self.reader.sheet.seats
        at = seats.index(leader)
        order = (*seats[at:], *seats[:at])
        made = [self.cell(of[seat].strip("* ")) for seat in order]
        self.reader.check_copies(*map(cards_of, made))
        self.hand.setdefault("tricks", []).append(join_trick(leader, *made))

    def cell(self, said: str) -> str:
        """The play in a cell of a table."""
        tokens = [each for each in self.tokens(said) if is_card(each.kind) or each.kind in "+P-"]
        if [each.kind for each in tokens] in (["P"], ["-"]):
            return PASS
        until = max((each.end for each in tokens), default=0)
        return read_jotted(said[:until], bare=not self.once)


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
