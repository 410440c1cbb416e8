"""What a ruling does to the standings before it is made: the same as after it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.ruling_effect import EventNow, event_now, ruled_match
from paipu.analytics.rulings import Given, On
from paipu.analytics.warehouse import Warehouse
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.event_source import EventFile
from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import Place as Origin
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.record import Effect, Ruling
from paipu.samples import to_line
from paipu.samples.event import make_event
from tests.analytics.ruler import put
from tests.made import must_parse

TEAMS, ROUNDS = 64, 7


def read(document: Mapping[str, Any]) -> Parsed:
    return must_parse(to_line(document).rstrip(b"\n"), Origin())


def test_what_is_shown_before_is_what_comes_of_it_and_withdrawn_it_is_as_before(tmp_path: Path) -> None:
    event, documents = make_event("round-robin", 7)
    parsed = parse_event(to_line(event), Origin())
    assert isinstance(parsed, ParsedEvent)
    (tmp_path / "records.ndjson").write_bytes(b"".join(map(to_line, documents)))

    def loaded() -> EventNow:
        with Warehouse.open(tmp_path / "cup") as warehouse:
            load([str(tmp_path / "records.ndjson")], warehouse, event=EventFile(parsed, "event.json"))
        now = event_now(Reader(tmp_path / "cup"), parsed.event.id)
        assert now is not None
        return now

    before = loaded()
    record = read(documents[1])
    shown = before.shifts(ruled_match(record.record, Ruling(id="r1", hand=None, effect=Effect(winner="EW"))))
    assert shown
    log = tmp_path / "rulings.ndjson"
    put(log, Given("issue", "王", "判胜", "r1", On.of(record), {"effect": {"winner": "EW"}}))
    after = loaded().places()
    for each in shown:
        assert after[each.stage, each.group, each.entrant].place == each.after
    put(log, Given("withdraw", "王", "撤", "r1"))
    assert loaded().places() == before.places()
    assert event_now(Reader(tmp_path / "cup"), "none") is None


def pair(team: str) -> tuple[str, str]:
    return f"p{team[1:]}a", f"p{team[1:]}b"


def test_of_an_event_of_64_teams_a_ruling_moves_some() -> None:
    event, documents = make_event("swiss", 7)
    teams = [{"id": f"t{no}", "players": [{"id": f"p{no}a"}, {"id": f"p{no}b"}]} for no in range(TEAMS)]
    rounds: list[dict[str, Any]] = []
    for no in range(ROUNDS):
        shifted = [*range(0, TEAMS, 2), *range(1, TEAMS, 2)][no:] + [*range(0, TEAMS, 2), *range(1, TEAMS, 2)][:no]
        tables = [
            {"table": str(at), "sides": {"EW": f"t{shifted[at]}", "NS": f"t{shifted[TEAMS - 1 - at]}"}}
            for at in range(TEAMS // 2)
        ]
        rounds.append({"no": no + 1, "tables": tables})
    stage = {**event["stages"][0], "rounds": rounds}
    stage.pop("groups", None)
    document = {"format": "paipu-event/1", "id": "big", "sheet": event["sheet"], "teams": teams, "stages": [stage]}
    parsed = parse_event(json.dumps(document).encode(), Origin())
    assert isinstance(parsed, ParsedEvent), parsed
    record = read(documents[0]).record
    model = match_of(record, audit(record))
    matches = tuple(
        replace(
            model,
            id=f"m{no}/{at}",
            event="big",
            stage=stage["id"],
            round=no + 1,
            table=str(at),
            teams=(table["sides"]["EW"], table["sides"]["NS"]),
            players=(pair(table["sides"]["EW"]), pair(table["sides"]["NS"])),
        )
        for no, round_ in enumerate(rounds)
        for at, table in enumerate(round_["tables"])
    )
    now = EventNow(parsed.event, matches)
    ruled = ruled_match(record, Ruling(id="r1", hand=None, effect=Effect(winner="NS" if model.computed.winner == 0 else "EW")))
    shifts = now.shifts(replace(ruled, id="m0/0", event="big", stage=stage["id"], round=1, table="0", teams=matches[0].teams))
    assert shifts
