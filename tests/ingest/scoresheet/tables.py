"""Score sheets for these tests: matches of claims alone as tables, changed cell by cell, saved as CSV or a workbook."""

import csv
import io
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from openpyxl import Workbook

from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading, read, to_line
from paipu.ingest.scoresheet.grid import column_name
from paipu.ingest.scoresheet.writing import sheets, to_csv, to_workbook
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS
from paipu.samples import sample
from tests.made import must_parse

Document = dict[str, Any]
SHEET_KEYS = tuple(key for key in SHEETS if key != "shengji-botzone")
"""The sheets of which there are sample matches: the seven printed ones."""
OF_A_HAND = ("no", "level", "dealer", "trump", "claims")
OF_AN_EVENT = ("id", "stage", "round", "table", "game", "started")


@cache
def matches(sheet: str, number: int = 3, seed: int = 5) -> tuple[Document, ...]:
    """Some sample matches of a sheet, right in every claim."""
    return tuple(sample(seed, number, sheet=sheet))


def claims_alone(document: Mapping[str, Any]) -> Document:
    """What of a match a score sheet holds."""
    hands = [{name: hand[name] for name in OF_A_HAND if name in hand} for hand in document["hands"]]
    for hand in hands:
        if "claims" in hand:
            hand["claims"] = {name: value for name, value in hand["claims"].items() if name != "winners"}
        if not SHEETS[document["sheet"]].counts_levels and "dealer" not in hand:
            hand.pop("level", None)  # there is only one
    seats = {seat: {name: each[name] for name in ("id", "team")} for seat, each in document["seats"].items()}
    event = {name: value for name, value in document["event"].items() if name in OF_AN_EVENT}
    kept = {name: document[name] for name in ("sheet", "options", "claims") if name in document}
    return {**kept, "event": event, "seats": seats, "hands": hands}


class Table:
    """A table as a spreadsheet has it: cells by their addresses, headers in row 1."""

    def __init__(self, documents: Iterable[Document], lang: str = "zh") -> None:
        (made,) = sheets(documents, "en" if lang == "en" else "zh")
        self.title = made.title
        self.rows: list[list[Any]] = [list(made.headers), *(list(row) for row in made.rows)]
        self.letters = {header: column_name(index) for index, header in enumerate(made.headers)}

    def at(self, header: str, row: int) -> str:
        """The address of a cell."""
        return f"{self.letters[header]}{row}"

    def get(self, header: str, row: int) -> Any:
        return self.rows[row - 1][list(self.letters).index(header)]

    def put(self, header: str, row: int, value: Any) -> str:
        """Write into a cell; its address."""
        self.rows[row - 1][list(self.letters).index(header)] = value
        return self.at(header, row)

    def csv(self, separator: str = ",", encoding: str = "utf-8") -> bytes:
        out = io.StringIO()
        csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(self.rows)
        return out.getvalue().encode(encoding)

    def book(self) -> Workbook:
        """The table as a workbook, to be changed further."""
        book = Workbook()
        page = book.active
        page.title = "第1轮"
        for row in self.rows:
            page.append(row)
        return book

    def xlsx(self) -> bytes:
        return saved(self.book())


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def reading(raw: bytes, name: str = "group.xlsx", rules: str | None = None) -> Reading:
    """A file as it is read; it must be readable."""
    found = read(raw, f"folder/{name}", rules)
    assert isinstance(found, Reading), found
    assert found.tally.holds
    return found


def refused(raw: bytes, name: str = "group.xlsx", rules: str | None = None) -> Rejection:
    found = read(raw, f"folder/{name}", rules)
    assert isinstance(found, Rejection), found
    return found


def record(document: Mapping[str, Any]) -> GameRecord:
    return parsed(document).record


def parsed(document: Mapping[str, Any]) -> Parsed:
    return must_parse(to_line(dict(document)))


def written(documents: Iterable[Document], form: str, lang: str = "zh") -> bytes:
    """Matches as a score sheet, by the writer itself."""
    tables = sheets(documents, "en" if lang == "en" else "zh")
    return to_csv(tables[0]) if form == "csv" else to_workbook(tables)
