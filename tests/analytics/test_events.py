"""Events in the warehouse: the same whatever came first, made anew when a match changes, and held against their rows."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.pipeline import LoadSummary, load
from paipu.analytics.reader import Reader
from paipu.analytics.rulings import Given, On
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.event_source import EventFile
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import FIGURES
from paipu.samples.document import record_of, shuffler
from paipu.samples.event.faults import inject_event
from tests.analytics.contents import faults
from tests.analytics.ruler import put
from tests.event.build import audit_event
from tests.made import event_of, must_parse
from tests.many import every

Document = dict[str, Any]
OF_EVENTS = (
    *("event_entrants", "event_players", "event_stages", "event_rounds", "event_tables", "event_matches"),
    *("standings", "derivations", "published", "ledger", "event_findings", "event_audit"),
)


def of_claims(records: list[Document]) -> list[Document]:
    """The records as score sheets alone would have them, which is what a test of an event needs, and quick."""
    kept = ("no", "level", "dealer", "claims")
    return [{**each, "hands": [{key: hand[key] for key in kept if key in hand} for hand in each["hands"]]} for each in records]


@pytest.fixture(scope="module")
def groups() -> tuple[Document, list[Document]]:
    """Two groups and a final."""
    document, records = event_of("groups", 3)
    return document, of_claims(records)


@pytest.fixture(scope="module")
def few() -> tuple[Document, list[Document]]:
    """Four matches of players who are not in teams."""
    document, records = event_of("individual", 3)
    return document, of_claims(records)


def written(folder: Path, name: str, *documents: Document) -> str:
    path = folder / name
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in documents), encoding="utf-8")
    return str(path)


def event_file(folder: Path, document: Document) -> EventFile:
    path = written(folder, "event.json", document)
    parsed = parse_event(Path(path).read_bytes(), Place(path))
    assert isinstance(parsed, ParsedEvent)
    return EventFile(parsed, path)


def into(warehouse: Path, paths: list[str], event: EventFile | None = None) -> LoadSummary:
    with Warehouse.open(warehouse) as writer:
        return load(paths, writer, event=event)


def check(warehouse: Path) -> None:
    assert verify(warehouse).sound
    assert faults(warehouse) == []


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, groups: tuple[Document, list[Document]]) -> Path:
    """A folder with that event, its records, and a warehouse of both."""
    folder = tmp_path_factory.mktemp("made")
    into(folder / "w", [written(folder, "all.ndjson", *groups[1])], event_file(folder, groups[0]))
    return folder


@pytest.fixture
def cup(made: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def told(warehouse: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What the warehouse says of events, but for the batch that brought it."""
    reader = Reader(warehouse)
    found = {name: reader.query(f"FROM {name}") for name in OF_EVENTS}
    return {name: sorted(frame.drop("batch", strict=False).rows(), key=str) for name, frame in found.items()}


def test_an_event_is_the_same_whatever_came_first(tmp_path: Path, few: tuple[Document, list[Document]]) -> None:
    document, records = few
    event = event_file(tmp_path, document)
    whole = written(tmp_path, "all.ndjson", *records)
    halves = [written(tmp_path, f"{at}.ndjson", *records[at::2]) for at in (1, 0)]
    together, event_first, event_last = (tmp_path / name for name in ("together", "first", "last"))
    into(together, [whole, event.source], event)
    summary = into(event_first, [], event)
    assert (summary.read, summary.accepted + summary.accepted_with_findings) == (1, 1)
    for half in halves:
        assert into(event_first, [half]).events_anew == 1
    into(event_last, halves)
    into(event_last, [], event)
    check(event_first)
    assert told(together) == told(event_first) == told(event_last)
    assert Reader(together).query("FROM standings").height > 0


def test_a_second_load_changes_nothing(cup: Path, groups: tuple[Document, list[Document]]) -> None:
    document, records = groups
    before = Reader(cup / "w").generation
    again = into(cup / "w", [str(cup / "all.ndjson")], event_file(cup, document))
    assert (again.already_loaded, again.read, again.batches) == (len(records) + 1, len(records) + 1, 0)
    assert Reader(cup / "w").generation == before


def test_standings_are_those_of_the_command_line(made: Path, groups: tuple[Document, list[Document]]) -> None:
    document, records = groups
    reader = Reader(made / "w")
    rows = reader.query("SELECT * FROM standings WHERE account = 'computed' ORDER BY stage_index, group_name, position")
    shown = [
        {key: row[key] for key in ("place", *FIGURES) if row[key] is not None} | {"team": row["entrant"]}
        for row in rows.iter_rows(named=True)
    ]
    assert shown == [row for table in document["published"] for row in table["rows"]]
    assert reader.query("SELECT * FROM published WHERE verdict <> 'same' ORDER BY ALL").is_empty()
    matches = {match for row in rows.iter_rows(named=True) for match in row["matches"]}
    assert matches == {record["id"] for record in records}
    steps = reader.query("SELECT * FROM derivations WHERE account = 'computed' AND step = 1 ORDER BY ALL")
    assert steps.height == rows.height


def test_a_wrong_cell_differs_and_is_found_at_its_place(tmp_path: Path, groups: tuple[Document, list[Document]]) -> None:
    document = json.loads(json.dumps(groups[0]))
    document["published"][0]["rows"][1]["points"] += 1
    warehouse = tmp_path / "w"
    into(warehouse, [written(tmp_path, "all.ndjson", *groups[1])], event_file(tmp_path, document))
    reader = Reader(warehouse)
    [cell] = reader.query("SELECT * FROM published WHERE verdict = 'differs' ORDER BY ALL").iter_rows(named=True)
    assert (cell["pointer"], cell["published"]) == ("/published/0/rows/1/points", cell["computed"] + 1)
    found = reader.query("SELECT code, pointer, stage FROM event_audit WHERE subject = 'event' ORDER BY ALL").rows()
    assert found == [("EVENT-FIGURE", cell["pointer"], document["published"][0]["stage"])]


def late_to_all(document: Document, records: list[Document]) -> tuple[str, list[Document]]:
    """Who is first in the first group, now late to its three rounds: the table noted the first, rulings found the others."""
    who = document["published"][0]["rows"][0]["team"]
    kept, late = json.loads(json.dumps(records)), 0
    for each in kept:
        seat = next((seat for seat, player in each["seats"].items() if player["team"] == who), None)
        if seat is None or each["event"]["stage"] != document["published"][0]["stage"]:
            continue
        late += 1
        told = {"kind": "late", "seconds": 60}
        if late == 1:
            each["hands"][0]["incidents"] = [{**told, "seat": seat}]
        else:
            each["rulings"] = [{"id": "r", "hand": 1, "seat": seat, "effect": {"fault": told}, "state": "final"}]
    assert late == 3
    return who, kept


def test_GD3_F4_who_is_disqualified_has_no_place_anywhere(tmp_path: Path, groups: tuple[Document, list[Document]]) -> None:
    document = groups[0]
    who, records = late_to_all(*groups)
    warehouse, event = tmp_path / "w", event_file(tmp_path, document)
    into(warehouse, [written(tmp_path, "all.ndjson", *records)], event)
    reader = Reader(warehouse)
    rows = reader.query("SELECT * FROM standings WHERE account = 'computed' ORDER BY stage_index, group_name, position")
    matches = [match_of(each, audit(each)) for each in map(record_of, records)]
    found = [row for table in standings(event.parsed.event, matches, "computed") for row in table.rows]
    assert rows.select("entrant", "place", "disqualified", "best", "worst").rows() == [
        (row.entrant, row.place, row.disqualified, *(row.reach or (None, None))) for row in found
    ]
    out = [row for row in rows.iter_rows(named=True) if row["disqualified"]]
    assert [(row["entrant"], row["place"]) for row in out] == [(who, None)] * 2  # in the final it is still
    steps = reader.query("SELECT * FROM derivations WHERE account = 'computed' AND key = 'latenesses' ORDER BY ALL")
    assert [(row["entrant"], row["value"]) for row in steps.iter_rows(named=True)] == [(who, 3)] * 2
    told = reader.query("SELECT code, pointer FROM event_audit WHERE subject = 'event' ORDER BY position").rows()
    assert [code for code, _ in told] == ["EVENT-DISQUALIFIED"] * 2  # drawn in the final, and first of its group
    cells = reader.query("SELECT pointer, verdict FROM published WHERE field = 'place' ORDER BY ALL").rows()
    assert {pointer for code, pointer in told if "published" in pointer} <= {p for p, verdict in cells if verdict == "differs"}


def test_a_corrected_record_and_a_corrected_event_stand_in_for_those_before(
    cup: Path, groups: tuple[Document, list[Document]]
) -> None:
    document, records = groups
    warehouse = cup / "w"
    other = json.loads(json.dumps(records[0]))
    other["event"]["table"] = "nowhere"
    summary = into(warehouse, [written(cup, "other.ndjson", other)])
    assert (summary.events_anew, summary.read) == (1, 1)
    codes = set(Reader(warehouse).query("SELECT DISTINCT code FROM event_audit ORDER BY code")["code"])
    assert codes & {"EVENT-TABLE", "EVENT-STRAY"}
    renamed = {**document, "name": "New name"}
    into(warehouse, [], event_file(cup, renamed))
    check(warehouse)
    reader = Reader(warehouse)
    assert reader.query("SELECT name FROM latest_events").rows() == [("New name",)]
    assert reader.query("SELECT name FROM events").height == 2


def test_a_match_that_names_no_event_counts_where_the_draw_has_it(
    tmp_path: Path, groups: tuple[Document, list[Document]]
) -> None:
    document, records = groups
    unnamed = [{**each, "event": {key: value for key, value in each["event"].items() if key != "id"}} for each in records]
    elsewhere = {**unnamed[0], "id": "other", "event": {**unnamed[0]["event"], "table": "99", "round": 7}}
    warehouse = tmp_path / "w"
    into(warehouse, [written(tmp_path, "all.ndjson", *unnamed, elsewhere)], event_file(tmp_path, document))
    reader = Reader(warehouse)
    assert reader.query("SELECT matches FROM latest_events").item() == len(records)
    assert reader.query("FROM event_findings").is_empty()


def test_a_ruling_of_the_log_brings_the_standings_as_ruled(cup: Path) -> None:
    warehouse, path = cup / "w", cup / "all.ndjson"
    assert "ruled" not in accounts(warehouse)
    raw = path.read_bytes().splitlines()[0]
    record = must_parse(raw)
    ruling = {"hand": 1, "clause": "GD3-F1", "effect": {"winner": "EW"}}
    issued = Given(act="issue", by="Wu", reason="left the table", on=On.of(record), ruling=ruling)
    put(cup / "rulings.ndjson", issued)
    assert into(warehouse, [str(path)]).events_anew == 1
    check(warehouse)
    assert "ruled" in accounts(warehouse)


def test_an_audit_that_a_kill_left_due_is_said_and_made_by_any_load(
    tmp_path: Path, few: tuple[Document, list[Document]], monkeypatch: pytest.MonkeyPatch
) -> None:
    document, records = few
    warehouse, event = tmp_path / "w", event_file(tmp_path, document)
    rest = written(tmp_path, "rest.ndjson", *records[1:])
    into(warehouse, [written(tmp_path, "first.ndjson", records[0])], event)
    with monkeypatch.context() as patched, Warehouse.open(warehouse) as writer:
        patched.setattr("paipu.analytics.pipeline.with_events", killed)
        with pytest.raises(SystemExit):
            load([rest], writer)
    found = verify(warehouse)
    assert (found.sound, found.due) == (True, (document["id"],))
    assert [f"paipu load --warehouse {warehouse}" in said for notice in found.notices for said in notice] == [True, True]
    assert into(warehouse, []).events_anew == 1
    assert (verify(warehouse).due, verify(warehouse).notices) == ((), ())
    whole = tmp_path / "whole"
    into(whole, [str(tmp_path / "first.ndjson"), rest], event)
    assert told(warehouse) == told(whole)


def killed(*_: object) -> None:
    raise SystemExit


def test_a_finding_of_the_event_names_its_part(tmp_path: Path, groups: tuple[Document, list[Document]]) -> None:
    document = json.loads(json.dumps(groups[0]))
    stage = document["stages"][0]
    table = stage["rounds"][1]["tables"][2]
    gone = (stage["id"], 2, table["table"])
    records = [each for each in groups[1] if tuple(each["event"][key] for key in ("stage", "round", "table")) != gone]
    stage["rounds"][2]["byes"] = [stage["groups"]["B"][0]]
    warehouse = tmp_path / "w"
    into(warehouse, [written(tmp_path, "all.ndjson", *records)], event_file(tmp_path, document))
    asked = "SELECT stage, group_name, round, event_table FROM event_audit WHERE code = ? AND match IS NULL ORDER BY ALL"
    reader = Reader(warehouse)
    group = next(name for name, members in stage["groups"].items() if table["sides"]["EW"] in members)
    assert reader.query(asked, ("EVENT-MISSING",)).rows() == [(stage["id"], group, 2, table["table"])]
    assert reader.query(asked, ("EVENT-PLAYER-TWICE",)).rows() == [(stage["id"], "B", 3, None)]


def accounts(warehouse: Path) -> set[str]:
    return {*Reader(warehouse).query("SELECT DISTINCT account FROM standings ORDER BY account")["account"]}


@pytest.mark.parametrize("form", every(2, ["individual", "knockout"]))
def test_every_form_has_its_rows(tmp_path: Path, form: str) -> None:
    document, records = event_of(form, 5)
    records = of_claims(records)
    document, records = inject_event(document, records, "missing", shuffler("a match is missing")) or (document, records)
    warehouse = tmp_path / "w"
    into(warehouse, [written(tmp_path, "all.ndjson", *records)], event_file(tmp_path, document))
    reader = Reader(warehouse)
    assert accounts(warehouse) == {"recorded", "computed"}
    tables = sum(len(played.get("tables", ())) for stage in document["stages"] for played in stage["rounds"])
    assert reader.query("SELECT * FROM event_tables WHERE account = 'computed' ORDER BY ALL").height == 2 * tables


def test_what_a_verdict_rests_on_is_the_same_in_the_warehouse(tmp_path: Path) -> None:
    """D-GD3-4: what a round is worth that time has stopped is disputed, by whatever door it is asked."""
    teams = [{"id": "a"}, {"id": "b"}]
    stages = [{"id": "all", "rounds": [{"no": 1, "tables": [{"table": "1", "sides": {"EW": "a", "NS": "b"}}]}]}]
    published = [{"stage": "all", "rows": [{"team": "a", "points": 99}, {"team": "b"}]}]
    document = {"format": "paipu-event/1", "id": "cup", "sheet": "guandan-3", "teams": teams, "stages": stages}
    seats = {seat: {"id": seat, "team": "a" if seat in "EW" else "b"} for seat in "ENWS"}
    place = {"id": "cup", "stage": "all", "round": 1, "table": "1"}
    claims = {"reason": "time", "levels": {"EW": "9", "NS": "7"}}
    record = {
        "format": "paipu/1",
        "id": "m",
        "sheet": "guandan-3",
        "event": place,
        "seats": seats,
        "hands": [],
        "claims": claims,
    }
    event = event_file(tmp_path, {**document, "published": published})
    into(tmp_path / "w", [written(tmp_path, "m.ndjson", record)], event)
    sql = "SELECT basis, array_to_string(options, ' ') FROM event_findings WHERE code = 'EVENT-FIGURE'"
    found = Reader(tmp_path / "w").query(sql).rows()
    parsed = must_parse(record)
    told = audit_event(event.parsed.event, [match_of(parsed.record, audit(parsed.record))])
    same = [(str(each.finding.basis), " ".join(each.finding.options)) for each in told if each.finding.code == "EVENT-FIGURE"]
    assert found == same == [("disputed", "D-GD3-4")]
