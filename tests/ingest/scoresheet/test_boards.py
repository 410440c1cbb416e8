"""Boards in score sheets: each is a record of its own, and an event that scores boards ranks by them."""

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.standings import standings
from paipu.samples.document import to_line
from tests.ingest.scoresheet.tables import parsed

HEAD = "赛事,阶段,轮次,桌号,牌号,东西队,南北队,级牌,头游,二游,三游,末游,东西级数,南北级数"
ROWS = (
    "pairs,all,1,1,1,a,b,5,东,西,南,北,8,5",
    "pairs,all,1,1,2,a,b,2,南,东,西,北,2,3",
    "pairs,all,1,2,1,c,d,5,东,南,西,北,7,5",
    "pairs,all,1,2,2,c,d,2,北,南,东,西,2,5",
)


def test_a_board_is_a_record_and_an_event_ranks_by_them() -> None:
    found = read("\n".join([HEAD, *ROWS]).encode(), "boards.csv", "guandan-1")
    assert isinstance(found, Reading)
    assert not found.rejections
    assert [each["event"]["board"] for each in found.documents] == [{"no": 1}, {"no": 2}] * 2
    assert found.documents[0]["start"] == {"levels": {"EW": "5", "NS": "5"}}
    records = [parsed(each).record for each in found.documents]
    audits = [audit(record) for record in records]
    assert not [each.code for made in audits for each in made.findings if each.severity == "error"]
    tables = [{"table": "1", "sides": {"EW": "a", "NS": "b"}}, {"table": "2", "sides": {"EW": "c", "NS": "d"}}]
    event = {
        "format": "paipu-event/1",
        "id": "pairs",
        "sheet": "guandan-1",
        "teams": [{"id": each} for each in "abcd"],
        "stages": [{"id": "all", "form": "table", "rounds": [{"no": 1, "tables": tables}]}],
        "boards": {"sets": [{"stage": "all", "each": 2}], "scale": {"kind": "matchpoints"}},
    }
    given = parse_event(to_line(event), Place())
    assert isinstance(given, ParsedEvent), given
    matches = [match_of(record, made) for record, made in zip(records, audits, strict=True)]
    (table,) = standings(given.event, matches, "recorded")
    assert {row.entrant: (row.figures["board_points"], row.open) for row in table.rows} == {
        "a": (4, 0),
        "b": (0, 0),
        "c": (0, 0),
        "d": (4, 0),
    }
