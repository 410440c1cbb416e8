"""Plays in a table: a seat over each column, a trick a row."""

import re
from typing import Final

from paipu.ingest.importers.notes.cards import read_jotted
from paipu.ingest.importers.notes.fit import Fitting
from paipu.ingest.importers.notes.tokens import is_card
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
        heads = [lettered(each) for each in told.split() if not _OTHER_COLUMN.fullmatch(each)]
        if sorted(heads) == sorted(sheet.seats):
            self.columns, self.remarked = heads, "注" in told
            return True
        row = re.match(r"(\d{1,3})\s+(\S.*)", told) if self.columns else None
        if row is None:
            return False
        cells, beside = cells_of(row[2], len(self.columns))
        self.remark(*(beside if self.remarked else ()))
        led = [seat for seat, cell in zip(self.columns, cells or (), strict=False) if cell.startswith("*")]
        if cells is not None and not led and (self.hand.get("tricks") or self.hand.get("dealer")):
            led = [self.next_leader(told)]
        if cells is None or len(led) != 1:
            raise QuestionError("notes.row", given=told, columns=" ".join(self.columns))
        self.unseen_before(int(row[1]), led[0])
        of = dict(zip(self.columns, cells, strict=True))
        at = sheet.seats.index(led[0])
        order = (*sheet.seats[at:], *sheet.seats[:at])
        made = [self.cell(of[seat].strip("* ")) for seat in order]
        self.reader.check_copies(*map(cards_of, made))
        self.hand.setdefault("tricks", []).append(join_trick(led[0], *made))
        return True

    def cell(self, said: str) -> str:
        """The play in a cell of a table."""
        tokens = [each for each in self.tokens(said) if is_card(each.kind) or each.kind in "+P-"]
        if [each.kind for each in tokens] in (["P"], ["-"]):
            return PASS
        until = max((each.end for each in tokens), default=0)
        return read_jotted(said[:until], bare=not self.once)


def cells_of(row: str, count: int) -> tuple[list[str] | None, list[str]]:
    """The cells of a row, and what is noted behind them; None where there are too few, or it is not plain where they end."""
    for least in (2, 3, 4):
        cells = re.split(rf"\s{{{least},}}", row)
        if len(cells) == count or (len(cells) == count + 1 and least > 2):
            return cells[:count], cells[count:]
    return None, []
