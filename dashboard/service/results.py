"""The result of a table's match: its fields by the rule sheet and the event, what both sides say of it, the record it becomes.

A result stands once both sides stand behind one and the same, each by an act of its own: whoever entered it, and the other, who
saw it and agreed; or once a referee or the organiser has settled it.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from paipu.ingest.event_book import results
from paipu.ingest.parse import parse
from paipu.ingest.rejection import Place, Rejection
from paipu.ingest.schema import FORMAT
from paipu.ingest.scoresheet import read
from paipu.ingest.scoresheet.columns import WINNER, Column, columns_of
from paipu.replay.audit import audit
from paipu.replay.checks import render
from paipu.replay.event.record import EventRecord, Round, Stage, Table
from paipu.replay.event.words import names_apart, part_title
from paipu.replay.event.worth import terms_of
from paipu.replay.findings import Finding, Severity
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Text, both
from paipu.replay.texts import Texts
from paipu.replay.words import seats_name

TEXT: Final = Texts({}, (__package__, "entry_text"))
CLAIMED: Final = "/claims/"
LEVELS: Final = "/claims/levels/"
POINTS: Final = "/claims/points/"
SCORE: Final = "/claims/score/"
FINISHED: Final = "finished"
SOURCE: Final = "result.csv"


class Spot(NamedTuple):
    """Where a match has its place in the draw of an event."""

    event: str
    stage: str
    round: int
    table: str


class Act(NamedTuple):
    """What was done about a result: by whom, at which device, and what was said (`act`, `side`, `of`, `result`, `note`)."""

    number: int
    key: str
    spot: Spot
    at: str
    who: str
    device: str
    told: Mapping[str, Any]


class State(NamedTuple):
    """How it stands with a result: behind which act each side stands, what sides dispute, and which result stands."""

    name: Literal["none", "entered", "disputed", "agreed", "settled"]
    stands: Mapping[str, int]
    disputes: Mapping[str, str]
    results: Mapping[int, Mapping[str, Any]]
    standing: Mapping[str, Any] | None
    last: int

    @property
    def over(self) -> bool:
        """Whether the sides have no more to say."""
        return self.name in {"agreed", "settled"}


def state_of(acts: Sequence[Act]) -> State:
    """How it stands after some acts about one result, in order."""
    stands: dict[str, int] = {}
    disputes: dict[str, str] = {}
    found: dict[int, Mapping[str, Any]] = {}
    settled: int | None = None
    for act in acts:
        told = act.told
        side: str = told.get("side", "")
        if "result" in told:
            found[act.number] = told["result"]
        match told["act"]:
            case "enter":
                same = [each for each in stands.values() if found[each]["claims"] == told["result"]["claims"]]
                stands[side] = same[0] if same else act.number
                disputes = {}  # whoever disputed what was there before has not seen this
            case "agree":
                stands[side] = told["of"]
                disputes.pop(side, None)
            case "dispute":
                stands.pop(side, None)
                disputes[side] = told.get("note", "")
            case _:
                settled = act.number
    last = acts[-1].number if acts else 0
    behind = {*stands.values()}
    if settled is not None:
        return State("settled", stands, {}, found, found[settled], last)
    if len(stands) > 1 and len(behind) == 1:
        return State("agreed", stands, {}, found, found[next(iter(behind))], last)
    name: Literal["none", "entered", "disputed"] = (
        "disputed" if disputes or len(behind) > 1 else "entered" if stands else "none"
    )
    return State(name, stands, disputes, found, None, last)


# --- Where ---------------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A drawn table with its stage and round."""

    spot: Spot
    stage: Stage
    round: Round
    table: Table


def drawn_in(event: EventRecord, table: str | None = None) -> Iterator[Drawn]:
    """The drawn tables of an event in the order of the draw, or what is drawn for one of them."""
    for stage in event.stages:
        for played in stage.rounds:
            for each in played.tables:
                if table in {None, each.name}:
                    yield Drawn(Spot(event.id, stage.id, played.no, each.name), stage, played, each)


def tables_of(event: EventRecord) -> list[str]:
    """What the tables of an event are called, as they first come in the draw."""
    return list(dict.fromkeys(each.spot.table for each in drawn_in(event)))


def takes_results(event: EventRecord) -> bool:
    """Whether its tables may enter results: matches are scored, not boards, and every table has an address."""
    return event.boards is None and not any("/" in each for each in (event.id, *tables_of(event)))


def title_of(spot: Spot) -> Text:
    """Stage and round."""
    return part_title(spot.stage, None, spot.round)


def side_titles(event: EventRecord, table: Table) -> dict[str, Text]:
    """Each side of a drawn table by its seats and by who sits there."""
    names = names_apart({each.id: each.name for each in event.entrants})
    return {
        side: Text(*(f"{seats_name(side, lang)} {' / '.join(names.get(each, each) for each in who)}" for lang in LANGS))
        for side, who in zip(SHEETS[event.sheet].sides, table.sides, strict=True)
    }


# --- What is asked ---------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of the form: the path of its column, what it is called, and what it may be, where that is listed."""

    path: str
    label: Text
    choices: tuple[tuple[str, Text], ...] | None
    numeric: bool
    required: bool


@cache
def _columns(rules: str) -> tuple[Column, ...]:
    return tuple(column for column in results(rules, "zh").columns if column.path.startswith(CLAIMED))


def fields_of(event: EventRecord, drawn: Drawn) -> list[Field]:
    """The fields of the result of a match: what a score sheet of its rules has in a row a match, but for who met where.

    What the stage counts must be said; that nobody has won may be, where no loser is out.
    """
    titles = side_titles(event, drawn.table)
    sheet = SHEETS[event.sheet]
    terms = terms_of(drawn.stage, sheet.event)
    wanted = [WINNER, LEVELS, *([POINTS] if terms.takes_points or terms.adds_points else [])]
    wanted += [SCORE] if "big_points" in terms.rank_by else []
    found = []
    for column in _columns(event.sheet):
        label, choices = column.header, None
        if column.path == WINNER:
            drawn_too = () if drawn.stage.form == "knockout" else ((TEXT["entry.drawn"].zh, TEXT["entry.drawn"]),)
            choices = (*titles.items(), *drawn_too)
        elif column.kind.choices is not None:
            choices = tuple((zh, Text(zh, en)) for zh, en in zip(*(column.kind.choices(lang) for lang in LANGS), strict=True))
        found.append(Field(column.path, label, choices, column.kind.numeric, column.path.startswith(tuple(wanted))))
    return found


class Wrong(NamedTuple):
    """What stands in the way of a result: the path of the field, or nothing where it is no field alone, and why."""

    field: str
    message: Text


class Entered(NamedTuple):
    """A result as it was entered, and what is doubtful about it by the rules."""

    result: Mapping[str, Any]
    doubts: tuple[Text, ...]


def entered(event: EventRecord, drawn: Drawn, given: Mapping[str, str], finished: str | None) -> Entered | list[Wrong]:
    """What the fields of a form say, read as the cells of a score sheet are; or what is wrong with them."""
    fields = {each.path: each for each in fields_of(event, drawn)}
    unknown = [Wrong(path, TEXT["entry.no_field"]) for path in given if path not in fields]
    lacking = [Wrong(path, TEXT["entry.lacking"]) for path, field in fields.items() if field.required and not given.get(path)]
    if unknown or lacking:
        return unknown + lacking
    columns = columns_of(event.sheet).by_path
    spot = drawn.spot
    row = {"/event/id": spot.event, "/event/stage": spot.stage, "/event/round": str(spot.round), "/event/table": spot.table}
    row |= {path: said for path, said in given.items() if said}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([[columns[path].header.zh for path in row], list(row.values())])
    reading = read(out.getvalue().encode(), SOURCE, event.sheet)
    rejections = [reading] if isinstance(reading, Rejection) else reading.rejections
    if isinstance(reading, Rejection) or rejections or len(reading.documents) != 1:
        by_letter = {chr(ord("A") + at): path for at, path in enumerate(row)}
        problems = [each for rejection in rejections for each in rejection.errors]
        return [
            Wrong(by_letter.get((each.pointer or "").rpartition(":")[2].rstrip("0123456789"), ""), each.message)
            for each in problems
        ] or [Wrong("", TEXT["entry.nothing"])]
    told = reading.documents[0]
    result = {"id": told["id"], "claims": told["claims"], **({FINISHED: finished} if finished else {})}
    made = parse(record_of(event, drawn, result), Place(SOURCE))
    if isinstance(made, Rejection):
        return [Wrong("", each.message) for each in made.errors]
    found = [each for each in audit(made.record).findings if each.severity is not Severity.NOTE]
    return Entered(result, tuple(_said(event, each) for each in found))


def _said(event: EventRecord, finding: Finding) -> Text:
    return both(lambda lang: render(finding, lang, SHEETS[event.sheet].term))


def record_of(event: EventRecord, drawn: Drawn, result: Mapping[str, Any], act: int | None = None) -> bytes:
    """The record of a match of which the result alone is told; it names the act by which the result stands.

    So what is settled, and settled back again, is a new record each time, and the last one counts.
    """
    sheet, spot = SHEETS[event.sheet], drawn.spot
    seats = {}
    for side, who in zip(sheet.sides, drawn.table.sides, strict=True):
        sitting = [seat for seat in sheet.seats if sheet.sides[sheet.side_of[seat]] == side]
        for at, seat in enumerate(sitting):
            seats[seat] = {"id": who[at]} if len(who) == len(sitting) else {"id": f"{who[0]}/{seat}", "team": who[0]}
    finished = {FINISHED: result[FINISHED]} if FINISHED in result else {}
    document = {
        "format": FORMAT,
        "id": result["id"],
        "sheet": event.sheet,
        **({"options": dict(event.options)} if event.options else {}),
        "event": {"id": spot.event, "stage": spot.stage, "round": spot.round, "table": spot.table, **finished},
        "seats": {seat: seats[seat] for seat in sheet.seats},
        "hands": [],
        "claims": result["claims"],
        **({"extra": {"result": {"act": act}}} if act is not None else {}),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def shown(event: EventRecord, drawn: Drawn, result: Mapping[str, Any]) -> list[tuple[str, Text]]:
    """A result as people read it: each field that it has, by its path, with its value."""
    titles = side_titles(event, drawn.table)
    said = []
    for column in _columns(event.sheet):
        value = result["claims"]
        for name in column.path.removeprefix(CLAIMED).split("/"):
            value = value.get(name) if isinstance(value, Mapping) else None
        if column.path == WINNER:
            said.append((column.path, titles[value] if value is not None else TEXT["entry.drawn"]))
        elif value is not None:
            said.append((column.path, Text(*(str(column.kind.write(value, lang)) for lang in LANGS))))
    return said
