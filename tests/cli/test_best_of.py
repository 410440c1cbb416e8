"""How many games a match has its event may say: the record alone leaves open what that decides, with it all say the same."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from analytics.ratings import games
from analytics.reader import Reader
from ingest.event_parse import ParsedEvent, parse_event
from ingest.rejection import Place
from replay.audit import audit
from replay.event.match import match_of
from replay.event.placing import games_said, with_games
from replay.event.standings import standings
from samples.document import record_of
from tests.cli.conftest import Paipu

FINISH: Final = (("2", "EWNS"), ("7", "EWNS"), ("Q", "EWNS"), ("A", "EWNS"))
"""A game of the second sheet that EW win: from 2 by three hands of five levels past A."""
CLAIMS: Final = {"winner": "EW", "levels": {"EW": "A", "NS": "2"}, "reason": "passed"}


def record(games: int = 1, **claims: Any) -> dict[str, Any]:
    """A match of so many games that EW win."""
    hands = [{"level": level, "claims": {"finish": finish}} for _ in range(games) for level, finish in FINISH]
    return {
        "format": "paipu/1",
        "id": "m/all/r1/t1",
        "sheet": "guandan-2",
        "event": {"id": "m", "stage": "all", "round": 1, "table": "1"},
        "seats": {seat: {"id": seat, "team": "a" if seat in "EW" else "b"} for seat in "ENWS"},
        "hands": [{"no": number, **hand} for number, hand in enumerate(hands, start=1)],
        "claims": {**CLAIMS, **claims},
    }


def event(best_of: int | None) -> dict[str, Any]:
    said = {"best_of": best_of} if best_of is not None else {}
    table = {"table": "1", "sides": {"EW": "a", "NS": "b"}}
    stage = {"id": "all", "form": "table", "rank_by": ["wins"], **said, "rounds": [{"no": 1, "tables": [table]}]}
    return {"format": "paipu-event/1", "id": "m", "sheet": "guandan-2", "teams": [{"id": "a"}, {"id": "b"}], "stages": [stage]}


def parsed(best_of: int | None) -> ParsedEvent:
    found = parse_event(json.dumps(event(best_of)).encode(), Place("event.json"))
    assert isinstance(found, ParsedEvent)
    return found


def errors(document: dict[str, Any], best_of: int | None = -1) -> list[str]:
    """The errors of a record, audited alone or with an event."""
    made = record_of(document)
    made = made if best_of == -1 else with_games(made, games_said(parsed(best_of).event))
    return [each.code for each in audit(made).findings if each.severity == "error"]


@pytest.mark.parametrize(("played", "best_of"), [(1, 1), (2, 3), (2, None), (3, 5)])
def test_a_record_audited_with_its_event_is_won_by_the_games_that_it_says(played: int, best_of: int | None) -> None:
    made = with_games(record_of(record(played)), games_said(parsed(best_of).event))
    assert audit(made).match.winner == "EW"
    assert errors(record(played), best_of) == []


@pytest.mark.parametrize(("played", "best_of"), [(1, 3), (1, None), (2, 5), (1, 5)])
def test_with_too_few_games_the_claimed_winner_is_wrong(played: int, best_of: int | None) -> None:
    assert "CLAIM-MATCH-WINNER" in errors(record(played), best_of)


def test_alone_it_leaves_open_what_an_event_may_decide() -> None:
    assert errors(record(1)) == []
    opened = [each.actual for each in audit(record_of(record(1))).findings if each.code == "CLAIM-OPEN"]
    assert {"winner", "levels", "reason"} <= {*opened}
    assert "CLAIM-MATCH-WINNER" in errors(record(1, winner="NS", levels=None))
    of_no_event = {name: value for name, value in record(1).items() if name != "event"}
    assert "CLAIM-MATCH-WINNER" in errors(of_no_event)
    assert "CLAIM-MATCH-WINNER" in errors({**record(1), "options": {"games": "best_of_three"}})


def test_standings_need_no_reading_of_their_own() -> None:
    made = with_games(record_of(record(1)), games_said(parsed(1).event))
    [table] = standings(parsed(1).event, [match_of(made, audit(made))], "computed")
    assert [(row.place, row.entrant, row.figures["wins"]) for row in table.rows] == [(1, "a", 1), (2, "b", 0)]


@pytest.mark.parametrize("order", ["together", "record first", "event first"])
def test_audit_standings_and_warehouse_say_the_same(paipu: Paipu, tmp_path: Path, order: str) -> None:
    records, file, house = tmp_path / "r.json", tmp_path / "event.json", tmp_path / "house"
    records.write_text(json.dumps(record(1)), encoding="utf-8")
    file.write_text(json.dumps(event(1)), encoding="utf-8")
    done = paipu("audit", records, "--event", file, "-f", "ndjson", "-q")
    assert (done.exit_code, "CLAIM-MATCH" in done.stdout) == (0, False)
    shown = json.loads(paipu("standings", file, records, "-f", "json").stdout)
    assert '"wins": 1' in json.dumps(shown)
    loads: dict[str, list[tuple[object, ...]]] = {
        "together": [(records, "--event", file)],
        "record first": [(records,), (records, "--event", file)],
        "event first": [(file,), (records,)],
    }
    for words in loads[order]:
        assert paipu("load", *words, "--warehouse", house, "-q").exit_code == 0
    reader = Reader(house)
    assert reader.query("SELECT ruled_winner, ruled_reason FROM match_results").rows() == [("EW", "passed")]
    assert reader.query("SELECT count(*) FROM findings WHERE code LIKE 'CLAIM-MATCH%'").item() == 0
    batches = reader.query("SELECT count(*) FROM batches").item()
    assert paipu("load", records, "--event", file, "--warehouse", house, "-q").exit_code == 0
    assert Reader(house).query("SELECT count(*) FROM batches").item() == batches
    # who has won is known by what the score sheet says of places alone: open in statistics, and no game of the ratings
    assert reader.query("SELECT max(matches_won.open) FROM tallies").item() == 1
    assert list(games(reader)) == []
