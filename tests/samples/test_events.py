"""Made-up events: right in every match and every published cell, and each fault is found where it was built in."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.event.match import Match, match_of
from paipu.replay.record import GameRecord
from paipu.samples.document import record_of, to_line
from paipu.samples.event import FORMS, make_event
from paipu.samples.event.faults import EVENT_FAULTS, inject_event
from tests.event.build import audit_event
from tests.many import every

Document = dict[str, Any]


@cache
def audited(line: bytes) -> tuple[GameRecord, Audit]:
    read = record_of(json.loads(line))
    return read, audit(read)


@cache
def taken(line: bytes) -> Match:
    return match_of(*audited(line))


def findings(event: Document, records: list[Document]) -> set[tuple[str, str, str | None]]:
    parsed = parse_event(to_line(event), Place())
    assert isinstance(parsed, ParsedEvent), parsed
    matches = [taken(to_line(record)) for record in records]
    return {(each.finding.code, each.finding.where.pointer, each.match) for each in audit_event(parsed.event, matches)}


@pytest.mark.parametrize("form", every(4, FORMS))
def test_a_made_up_event_is_right_and_its_faults_are_found(form: str) -> None:
    event, records = make_event(form, 7)
    assert findings(event, records) == set()
    assert all(audited(to_line(record))[1].findings == () for record in records)
    built = 0
    for kind in EVENT_FAULTS:
        made = inject_event(event, records, kind, Random(form + kind))
        if made is None:
            continue
        (noted,) = made[0]["extra"]["faults"]
        assert (noted["code"], noted["pointer"], noted["match"]) in findings(*made), kind
        built += 1
    assert built >= 8


@pytest.mark.deep
@pytest.mark.usefixtures("played_anew")
@pytest.mark.parametrize("form", ["individual", "progressive"])
def test_an_event_is_the_same_each_time(form: str) -> None:
    assert make_event(form, 7) == make_event(form, 7)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("form", FORMS)
def test_many_events(form: str) -> None:
    for seed in range(200):
        event, records = make_event(form, seed)
        assert findings(event, records) == set(), seed
        kind = list(EVENT_FAULTS)[seed % len(EVENT_FAULTS)]
        made = inject_event(event, records, kind, Random(seed))
        if made is not None:
            (noted,) = made[0]["extra"]["faults"]
            assert (noted["code"], noted["pointer"], noted["match"]) in findings(*made), (seed, kind)
