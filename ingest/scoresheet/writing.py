"""From matches to score sheets: the rows that an organiser would have written, in CSV or Excel, and empty sheets to fill in.

The other direction of `read`: what a match claims comes back as it was. What a score sheet has no column for (cards, plays,
incidents, rulings) is not written.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.ingest.cells import guarded
from paipu.ingest.parse import parse
from paipu.ingest.rejection import FORMAT, Place, Rejection
from paipu.ingest.scoresheet.columns import DATE, FINISH, NOBODY, OF_HAND, RULES, TIE_BREAK, Column, columns_of
from paipu.ingest.scoresheet.grid import column_name
from paipu.ingest.scoresheet.places import PLACES
from paipu.ingest.scoresheet.reading import EXAMPLE
from paipu.replay.audit import audit
from paipu.replay.computed import ComputedHand
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS
from paipu.replay.text import Lang, in_language

Document = Mapping[str, Any]
Cell = str | int | None

ROWS_TO_FILL: Final = 5_000
"""Empty rows of a template that have drop-downs."""
LONGEST_LIST: Final = 255
"""Characters of a drop-down that Excel takes; a longer one is left out."""
NARROWEST: Final = 8
WIDEST: Final = 24


class Sheet(NamedTuple):
    """A table of one rule sheet: its columns and its rows, in a language."""

    rules: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    lang: Lang

    @property
    def headers(self) -> list[str]:
        """The headers, as they are written."""
        return [in_language(column.header, self.lang) for column in self.columns]

    @property
    def title(self) -> str:
        """What its worksheet is called."""
        return in_language(SHEETS[self.rules].title, self.lang)


def sheets(documents: Iterable[Document], lang: Lang = "zh") -> list[Sheet]:
    """Some matches as score sheets, one a rule sheet, a row a hand; matches in the order given."""
    by_rules: dict[str, list[dict[str, Any]]] = {}
    for document in documents:
        by_rules.setdefault(document["sheet"], []).extend(rows_of(document))
    return [sheet(rules, rows, lang) for rules, rows in by_rules.items()]


def sheet(rules: str, rows: Sequence[Mapping[str, Any]], lang: Lang) -> Sheet:
    """Rows of values by path as a table: the usual columns, and whatever else some row has a value for."""
    given = {path for row in rows for path in row}
    columns = [column for column in columns_of(rules).all if not column.both and (column.usual or column.path in given)]
    written = [
        [column.kind.write(row[column.path], lang) if column.path in row else None for column in columns] for row in rows
    ]
    return Sheet(rules, columns, written, lang)


def rows_of(document: Document) -> Iterator[dict[str, Any]]:
    """A row for each hand, its values by the paths of columns, or one for the match where no hand is told.

    What is claimed of the match stands in the last.
    """
    event, extra = document.get("event") or {}, (document.get("extra") or {}).get(PLACES) or {}
    match: dict[str, Any] = {RULES: document["sheet"]}
    match |= {
        f"/event/{name}": event[name] for name in ("id", "stage", "round", "table", "game") if event.get(name) is not None
    }
    match |= {DATE: day} if (day := event.get("started") or extra.get("date")) is not None else {}
    match |= dict(_seated(document))
    if document.get("options"):
        match["/options"] = document["options"]
    claims = dict(_flat(document.get("claims") or {}, "/claims"))
    hands = document["hands"]
    for hand in hands:
        row = {**match, **{name: hand[name] for name in (*OF_HAND, TIE_BREAK) if hand.get(name)}}
        row |= dict(_flat(hand.get("claims") or {}, "claims"))
        for place, seat in enumerate(row.pop(FINISH, ""), start=1):
            row[f"{FINISH}/{place}"] = seat
        yield row | (claims if hand is hands[-1] else {})
    if not hands:
        yield match | claims


def _seated(document: Document) -> Iterator[tuple[str, Any]]:
    """Players by seat, teams by side where the whole side is one, else by seat."""
    seats, rules = document.get("seats") or {}, SHEETS[document["sheet"]]
    for side in rules.sides:
        teams = {(seats.get(seat) or {}).get("team") for seat in side}
        if len(teams) == 1 and None not in teams:
            yield f"/seats/{side}/team", teams.pop()
            continue
        for seat in side:
            if (team := (seats.get(seat) or {}).get("team")) is not None:
                yield f"/seats/{seat}/team", team
    for seat in rules.seats:
        player = seats.get(seat)
        if player is not None and player["id"] != f"{player.get('team')}/{seat}":
            yield f"/seats/{seat}/id", player["id"]


def _flat(values: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}/{name}")
        elif value is not None:
            yield f"{path}/{name}", value


# --- Files -------------------------------------------------------------------------------------------------


def to_csv(table: Sheet) -> bytes:
    """A table as CSV, in UTF-8 with the mark by which spreadsheets know it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(table.headers)
    writer.writerows(
        [guarded(cell) if isinstance(cell, str) and cell != NOBODY else cell for cell in row] for row in table.rows
    )
    return out.getvalue().encode("utf-8-sig")


def to_workbook(tables: Sequence[Sheet], spare: int = 0) -> bytes:
    """Tables as a workbook, a worksheet each, with drop-downs where a cell takes one of a few values, `spare` rows on."""
    from openpyxl import Workbook  # noqa: PLC0415 - it takes a while to load, and only workbooks need it

    book = Workbook()
    book.remove(book.active)
    for table in tables:
        page = book.create_sheet(table.title)
        page.append(table.headers)
        for row in table.rows:
            page.append(row)
        guarded_texts(page)
        dress(page, table, len(table.rows) + 1 + spare)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def guarded_texts(page: Any) -> None:  # noqa: ANN401 - openpyxl has no types
    """Let no text of a worksheet be a formula."""
    for row in page.iter_rows():
        for cell in row:
            if isinstance(cell.value, str):
                cell.data_type = "s"


def dress(page: Any, table: Sheet, last: int) -> None:  # noqa: ANN401 - openpyxl has no types
    """Widths, a header that stays in sight, drop-downs, and text where 5-6 must not become a date."""
    from openpyxl.styles import Alignment, Font  # noqa: PLC0415 - as above
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415 - as above

    page.freeze_panes = "A2"
    for index, (column, header) in enumerate(zip(table.columns, table.headers, strict=True)):
        letters = column_name(index)
        head, dimension = page.cell(1, index + 1), page.column_dimensions[letters]
        head.font, head.alignment = Font(bold=True), Alignment(wrap_text=True, vertical="top")
        dimension.width = min(WIDEST, max(NARROWEST, 2 * len(header)))
        if not column.kind.numeric:
            dimension.number_format = "@"
        listed = ",".join(column.kind.choices(table.lang)) if column.kind.choices is not None else ""
        if 0 < len(listed) <= LONGEST_LIST and last > 1:
            check = DataValidation(type="list", formula1=f'"{listed}"', allow_blank=True)
            check.add(f"{letters}2:{letters}{last}")
            page.add_data_validation(check)


# --- Empty sheets ------------------------------------------------------------------------------------------


def template(rules: str, lang: Lang = "zh") -> Sheet:
    """An empty score sheet of a rule sheet: its headers, and a few rows that show how it is filled in, which are never read."""
    event = {"id": in_language(EXAMPLE, lang), "stage": "group", "round": 1, "table": "1"}
    document = {**example(rules), "event": event}
    seats, said = SHEETS[rules].seats, {"zh": "{}队", "en": "team {}"}[lang]
    players = {"zh": "选手{}", "en": "player {}"}[lang]
    document["seats"] = {
        seat: {"id": players.format(at + 1), "team": said.format("AB"[at % 2])} for at, seat in enumerate(seats)
    }
    rows = list(rows_of(document))
    for row in rows:
        row[DATE] = "2026-05-01"
    return sheet(rules, rows, lang)


def example(rules: str) -> dict[str, Any]:
    """A match of two hands: how they ended is made up, what that comes to is computed."""
    sheet = SHEETS[rules]
    begun = _begun_climbing(sheet) if rules in CLIMBING_SHEETS else _begun_tricks(sheet)
    bare = {"format": FORMAT, "id": "example", "sheet": rules, "hands": begun}
    parsed = parse(json.dumps(bare).encode(), Place())
    if isinstance(parsed, Rejection):
        raise TypeError(f"the example is no record: {parsed.message.en}")
    return {**bare, "hands": [_computed(*each) for each in zip(begun, audit(parsed.record).hands, strict=True)]}


def _begun_tricks(sheet: RuleSheet) -> list[dict[str, Any]]:
    first = {"dealer": sheet.seats[0], "level": sheet.first_level}
    ends = {"attackers": 40}, {"attackers": 120}
    return [{"no": 1, **first, "trump": "h", "claims": ends[0]}, {"no": 2, "trump": "s", "claims": ends[1]}]


def _begun_climbing(sheet: RuleSheet) -> list[dict[str, Any]]:
    seats = sheet.seats
    orders = "".join(seats), "".join((seats[1], seats[0], *seats[:1:-1]))
    return [{"no": no, "claims": {"finish": order}} for no, order in enumerate(orders, start=1)]


def _computed(hand: dict[str, Any], computed: ComputedHand) -> dict[str, Any]:
    """A hand with what it came to."""
    terms = {name: value for name in ("level", "dealer") if (value := getattr(computed, name)) is not None}
    claims = {name: value for name in ("levels", "score", "points", "next_dealer") if (value := getattr(computed, name))}
    return {**hand, **terms, "claims": {**hand["claims"], **claims}}
