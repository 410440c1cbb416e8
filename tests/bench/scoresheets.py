"""A tournament's score sheets: 2,000 tables of 8 hands, read, converted, parsed, audited, and ranked as one event."""

from collections.abc import Iterator
from itertools import cycle
from time import process_time
from typing import Any, Final

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read, to_line
from paipu.ingest.scoresheet.writing import sheets, to_csv, to_workbook
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.standings import standings
from paipu.replay.findings import Kind
from paipu.samples import make_match
from paipu.samples.document import to_line as event_line
from paipu.samples.event import OPTIONS, rotation
from tests.event.build import audit_event

TABLES: Final = 2_000
HANDS: Final = 8
ROUND: Final = 100
"""Tables of a round: as many pairs of teams."""
DISTINCT: Final = 60
"""Sample matches of 双扣, which has eight hands a match; each comes back at other tables."""
Document = dict[str, Any]


def event_of(tables: int) -> Document:
    """The draw of an event with so many tables, in which everybody meets others in every round."""
    names = [f"t{number:03}" for number in range(1, 2 * min(ROUND, tables) + 1)]
    rounds: list[Document] = []
    for no, drawn in enumerate(rotation(names, -(-tables // ROUND)), start=1):
        left = tables - (no - 1) * ROUND
        pairs = [{"EW": one, "NS": other} for (one,), (other,) in drawn[:left]]
        rounds.append({"no": no, "tables": [{"table": str(at), "sides": sides} for at, sides in enumerate(pairs, start=1)]})
    return {
        "format": "paipu-event/1",
        "id": "bench",
        "sheet": "shuangkou",
        "options": dict(OPTIONS["shuangkou"]),
        "teams": [{"id": name} for name in names],
        "stages": [{"id": "all", "rounds": rounds}],
    }


def documents(event: Document) -> Iterator[Document]:
    """A match for every table of an event."""
    made = [make_match(1, number, sheet="shuangkou", options=event["options"]) for number in range(1, DISTINCT + 1)]
    matches = cycle([match for match in made if len(match["hands"]) == HANDS and "winner" in match["claims"]])
    for drawn in event["stages"][0]["rounds"]:
        for table in drawn["tables"]:
            match, sides = next(matches), table["sides"]
            place = {"id": event["id"], "stage": "all", "round": drawn["no"], "table": table["table"]}
            seats = {seat: {"id": f"{sides[side]}/{seat}", "team": sides[side]} for side in sides for seat in side}
            yield {**match, "event": place, "seats": seats}


def made(event: Document) -> dict[str, bytes]:
    """The same matches as a score sheet in each form."""
    (sheet,) = sheets(documents(event))
    return {"csv": to_csv(sheet), "xlsx": to_workbook([sheet])}


def audited(raw: bytes, form: str, event: Document) -> int:
    """The hands of a score sheet, read and audited, and all of them ranked. Raises ValueError where something is wrong."""
    found = read(raw, f"group.{form}")
    if not isinstance(found, Reading) or found.rejections or found.notes:
        raise ValueError("the workload is no clean score sheet")
    hands, matches = 0, []
    for document in found.documents:
        parsed = parse(to_line(document), Place())
        if not isinstance(parsed, Parsed):
            raise TypeError("the workload is no record")
        verdict = audit(parsed.record)
        if any(finding.kind is Kind.FAIL for finding in verdict.findings):
            raise ValueError("the workload is wrong in a claim")
        matches.append(match_of(parsed.record, verdict))
        hands += len(parsed.record.hands)
    told = parse_event(event_line(event), Place())
    if not isinstance(told, ParsedEvent) or audit_event(told.event, matches):
        raise ValueError("the event is not as it was drawn")
    (table,) = standings(told.event, matches, "computed")
    if any(not row.played for row in table.rows):
        raise ValueError("somebody is not ranked")
    return hands


def seconds(tables: int = TABLES) -> dict[str, float]:
    """CPU seconds of each form, the file in memory."""
    taken, event = {}, event_of(tables)
    for form, raw in made(event).items():
        began = process_time()
        audited(raw, form, event)
        taken[form] = process_time() - began
    return taken
