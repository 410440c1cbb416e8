"""How many games a match has its event may say: the record alone leaves open what that decides, with it all say the same."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
import streamlit as st

from paipu.analytics.ratings import games
from paipu.analytics.reader import Reader
from paipu.dashboard import records
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.rulings import desk
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.placing import games_said, with_games
from paipu.replay.event.standings import standings
from paipu.samples.document import record_of
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
    source, file, house = tmp_path / "r.json", tmp_path / "event.json", tmp_path / "house"
    source.write_text(json.dumps(record(1)), encoding="utf-8")
    file.write_text(json.dumps(event(1)), encoding="utf-8")
    done = paipu("audit", source, "--event", file, "-f", "ndjson", "-q")
    assert (done.exit_code, "CLAIM-MATCH" in done.stdout) == (0, False)
    shown = json.loads(paipu("standings", file, source, "-f", "json").stdout)
    assert '"wins": 1' in json.dumps(shown)
    loads: dict[str, list[tuple[object, ...]]] = {
        "together": [(source, "--event", file)],
        "record first": [(source,), (source, "--event", file)],
        "event first": [(file,), (source,)],
    }
    for words in loads[order]:
        assert paipu("load", *words, "--warehouse", house, "-q").exit_code == 0
    reader = Reader(house)
    assert reader.query("SELECT ruled_winner, ruled_reason FROM match_results").rows() == [("EW", "passed")]
    assert reader.query("SELECT count(*) FROM findings WHERE code LIKE 'CLAIM-MATCH%'").item() == 0
    batches = reader.query("SELECT count(*) FROM batches").item()
    assert paipu("load", source, "--event", file, "--warehouse", house, "-q").exit_code == 0
    assert Reader(house).query("SELECT count(*) FROM batches").item() == batches
    # who has won is known by what the score sheet says of places alone: open in statistics, and no game of the ratings
    assert reader.query("SELECT max(matches_won.open) FROM tallies").item() == 1
    assert list(games(reader)) == []


HAND: Final = ("--hand", "4", "--lang", "en")


@pytest.mark.parametrize(
    ("words", "alone", "with_event"),
    [
        (("replay", *HAND), "not checked: winner", "not checked: finish"),
        (("whatif", *HAND, "--ruling", '{"effect":{"winner":"NS"}}'), "winner – → NS", "winner EW → NS"),
        (("ruling", "propose", *HAND, "--seat", "E", "--kind", "late"), "winner – → NS", "winner EW → NS"),
        (("report", "case", *HAND), "not checked: winner", "not checked: finish"),
    ],
)
def test_what_is_said_of_one_record_goes_by_its_event(
    paipu: Paipu, tmp_path: Path, words: tuple[str, ...], alone: str, with_event: str
) -> None:
    file, of_event = tmp_path / "r.json", tmp_path / "event.json"
    file.write_text(json.dumps(record(1)), encoding="utf-8")
    of_event.write_text(json.dumps(event(1)), encoding="utf-8")
    name = 1 if words[0] in {"replay", "whatif"} else 2
    by_itself, with_it = (paipu(*words[:name], file, *words[name:], *more) for more in ((), ("--event", of_event)))
    assert (by_itself.exit_code, with_it.exit_code) == (0, 0), with_it.stderr
    assert alone in by_itself.stdout
    assert with_event in with_it.stdout
    assert alone not in with_it.stdout
    refused = paipu(*words[:name], file, *words[name:], "--event", file)
    assert refused.exit_code == 3, refused.stderr


def test_a_ruling_is_proposed_for_what_the_event_makes_of_the_match(
    paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.json").write_text(json.dumps(record(1)), encoding="utf-8")
    Path("event.json").write_text(json.dumps(event(1)), encoding="utf-8")
    told = (
        "--hand",
        "4",
        "--seat",
        "E",
        "--kind",
        "late",
        "--proposal",
        "1",
        "--by",
        "王",
        "--reason",
        "x",
        "--event",
        "event.json",
    )
    done = paipu("ruling", "issue", "r.json", *told)
    assert done.exit_code == 0, done.stderr
    assert "GD2-6" in Path("rulings.ndjson").read_text(encoding="utf-8")


@pytest.mark.parametrize("loaded", ["record first", "together"])
def test_the_pages_of_a_match_go_by_the_events_of_the_warehouse(
    paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loaded: str
) -> None:
    records_, file, house = tmp_path / "r.json", tmp_path / "event.json", tmp_path / "house"
    records_.write_text(json.dumps(record(1)), encoding="utf-8")
    file.write_text(json.dumps(event(1)), encoding="utf-8")
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(house))
    st.cache_resource.clear()
    if loaded == "record first":
        assert paipu("load", records_, "--warehouse", house, "-q").exit_code == 0
        assert games_of_page(house) is None
    assert paipu("load", records_, "--event", file, "--warehouse", house, "-q").exit_code == 0
    assert games_of_page(house) == 1


def games_of_page(house: Path) -> int | None:
    """What both pages, of a match and of a case, take of the games of the match."""
    sha256 = Reader(house).query("SELECT record_sha256 FROM latest_matches").item()
    shown, on_desk = records.record(sha256), desk.record(sha256)
    assert isinstance(shown, Parsed)
    assert on_desk is not None
    winner = {None: None, 1: "EW"}[shown.record.games]
    assert records.looked_at(shown).audit.match.winner == winner
    assert on_desk.record.games == shown.record.games
    return shown.record.games
