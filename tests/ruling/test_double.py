"""A foul ends a hand with its side last, whoever went out first: levels, first places, statistics and standings alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.plays import plays_of
from paipu.analytics.rulings import overlay, read_log
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.ingest.stream import ruled
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.sheets import SHEETS
from paipu.samples import to_line
from tests.analytics.derived import tally_rows
from tests.cli.conftest import Paipu, paipu
from tests.made import sample

JS = SHEETS["guandan-js2023"]
__all__ = ["paipu"]


@pytest.fixture(scope="module")
def match() -> dict[str, Any]:
    [document] = sample(4, 1, 0.0, sheet="guandan-js2023", hands=3)
    return document


def read(document: dict[str, Any]) -> Parsed:
    found = parse(to_line(document).strip(), Place())
    assert isinstance(found, Parsed)
    return found


@pytest.mark.parametrize("effect", [{"fault": {"kind": "hand_count", "noticed": "0"}}, {"double": None}])
def test_who_went_out_first_is_last_all_the_same(match: dict[str, Any], effect: dict[str, Any]) -> None:
    plain = read(match).record
    first = audit(plain).hands[1].finish
    assert first is not None
    side = JS.side_of[first[0]]
    if "double" in effect:
        effect = {"double": JS.sides[side]}
    ruling = {"id": "r", "hand": 2, "at": "0", "seat": first[0], "state": "final", "effect": effect}
    record = read({**match, "rulings": [ruling]}).record
    verdict, before = audit(record), audit(plain)
    assert verdict.hands[1].setting.double == side
    assert verdict.hands[1].finish == first, "how the cards went out is a fact"
    assert verdict.hands[1].levels != before.hands[1].levels
    firsts, were = match_of(record, verdict).computed.firsts, match_of(plain, before).computed.firsts
    assert firsts is not None
    assert were is not None
    assert (firsts[side], firsts[1 - side]) == (were[side] - 1, were[1 - side] + 1)
    plays = [plays_of(JS, hand, result.types) for hand, result in zip(record.hands, verdict.hands, strict=True)]
    rows = tally_rows(record, verdict, plays)
    of_last = {row.unit: row.both_last for row in rows if len(row.unit) == 2}
    as_played = tally_rows(plain, before, [plays_of(JS, h, r.types) for h, r in zip(plain.hands, before.hands, strict=True)])
    was_last = {row.unit: row.both_last for row in as_played if len(row.unit) == 2}
    losers = next(unit for unit in of_last if JS.side_of[unit[0]] == side)
    now, was = of_last[losers], was_last[losers]
    assert now is not None
    assert was is not None
    assert now.numerator == was.numerator + 1
    for row in rows:
        if row.unit in {*losers}:
            assert row.place_1 is not None
            assert row.place_1.open == 0, "he was not the first"
        elif len(row.unit) == 1:
            assert row.place_1 is not None
            assert row.place_1.open == 1, "one of the two was"


def test_a_proven_foul_issued_by_the_command_line_counts(paipu: Paipu, match: dict[str, Any], tmp_path: Path) -> None:
    """Nothing but the fault is written: what it comes to follows, in audit, standings of the event and the log alike."""
    parsed = read(match)
    path, log = tmp_path / "one.ndjson", tmp_path / "rulings.ndjson"
    path.write_bytes(to_line(match))
    seat = (audit(parsed.record).hands[1].finish or "E")[0]
    words = ("--hand", "2", "--at", "0", "--seat", seat, "--fault", "hand_count,noticed=0", "--by", "王", "--reason", "查实")
    assert paipu("ruling", "issue", path, *words, "--rulings", log).exit_code == 0
    laid = overlay(read_log(log))[parsed.sha256]
    by_fault = audit(ruled(parsed.record, laid))
    [entry] = [json.loads(line)["ruling"] for line in log.read_text(encoding="utf-8").splitlines()]
    written = {**entry, "effect": {**entry["effect"], "double": JS.sides[JS.side_of[seat]]}}
    by_both = audit(read({**match, "rulings": [written]}).record)
    assert (by_fault.hands, by_fault.match) == (by_both.hands, by_both.match)
    assert by_fault.hands != audit(parsed.record).hands
