"""Situations of each sheet, written by somebody who read the printed sheets alone, and what the engine says of them.

The situations are in `second_reader/*.json`; what a case has for a machine to read (`cards`, `table`, `trick`, …) is put to the
engine, and a case in words alone has a test that is named like it. With the reason, `OTHERWISE` has those that the reader
answered otherwise than the rule notes decide, and `NOT_FOR_THE_ENGINE` those about what records do not hold.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import RANKS, split_cards
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.combos import Reading, beats
from paipu.replay.climbing.conduct import Conduct, check_clocks
from paipu.replay.climbing.deal import Dealt
from paipu.replay.climbing.exchange import Finished
from paipu.replay.climbing.match import MatchAudit
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.score import place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.tribute import TributeAudit
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, MatchClaims
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.many import in_one
from tests.rules import climbing_build
from tests.rules.daguai_build import A, B, played, recorded, table

FOLDER: Final = Path(__file__).parent / "second_reader"
CLIMBING: Final = tuple(sheet for sheet in CLIMBING_SHEETS if (FOLDER / f"{sheet}.json").exists())
Case = Mapping[str, Any]
CASES: Final[Mapping[str, tuple[str, Case]]] = {
    case["id"]: (sheet, case) for sheet in CLIMBING for case in json.loads((FOLDER / f"{sheet}.json").read_text())
}
OTHERWISE: Final[Mapping[str, str]] = {
    "GD2-R26": "no condition is printed for passing A, and the default takes that by the letter (D-GD2-A)",
}
"""Cases whose answer the rule notes decide otherwise."""
NOT_FOR_THE_ENGINE: Final[Mapping[str, str]] = {
    "GD2-R40": "records say that somebody came late, not by how many minutes: a forfeit is claimed, or ruled",
    "DG-R34": "the draw for the first bank is not in records, only who was banker first",
}
"""Cases about what records do not hold."""
READ_BY_MACHINE: Final[set[str]] = set()
"""The cases that have the fields of some test."""
FIXED_LEVEL: Final = "2"


def of(*fields: str) -> list[str]:
    """The cases that have all the fields, for a test to be run with each."""
    names = [name for name, (_, case) in CASES.items() if all(field in case for field in fields) and name not in OTHERWISE]
    READ_BY_MACHINE.update(names)
    return names


def sheet_of(key: str) -> ClimbingSheet:
    return CLIMBING_SHEETS[key]


def made(case: Case, field: str) -> str:
    """Cards of a case, with the reading declared for them."""
    declared = case.get("declared" if field == "cards" else f"{field}_declared")
    cards = "".join(split_cards(case[field]))
    return f"{cards}={declared}" if declared else cards


def lead_of(key: str, level: str, token: str) -> Reading | None:
    """What some cards are when led; a declared reading that they cannot have makes them nothing."""
    ctx = sheet_of(key).context(level)
    play = ctx.plays[token]
    return None if play.misread else ctx.standing(play, None)


@in_one
@pytest.mark.parametrize("name", of("cards", "type"))
def test_type(name: str) -> None:
    key, case = CASES[name]
    reading = lead_of(key, case.get("level", FIXED_LEVEL), made(case, "cards"))
    if case["type"] == "ILLEGAL":
        assert reading is None
    else:
        assert reading is not None
        assert (reading.kind.value, reading.key) == (case["type"], case["key"])


@in_one
@pytest.mark.parametrize("name", of("table", "play", "verdict"))
def test_beats(name: str) -> None:
    key, case = CASES[name]
    level = case.get("level", FIXED_LEVEL)
    ctx = sheet_of(key).context(level)
    table, play = lead_of(key, level, made(case, "table")), ctx.plays[made(case, "play")]
    assert table is not None
    fits = [reading for reading in play.readings if beats(reading, table)]
    none = play.misread or not play.readings
    if key == "daguai":
        none = none or play.size != len(split_cards(case["table"]))
    word = "ILLEGAL" if none else "BEATS" if fits else "DOES_NOT"
    assert word == case["verdict"]


def test_decided_otherwise() -> None:
    """What the reader took from practice and the notes by the letter: the other value of the option gives his answer."""
    assert set(OTHERWISE) == {"GD2-R26"}
    sheet = sheet_of("guandan-2")
    order = tuple(sheet.seat_at[seat] for seat in CASES["GD2-R26"][1]["finish"])
    assert sheet.levels is not None
    strict = replace(sheet, levels=sheet.levels._replace(passes="partner_not_last"))
    levels = (RANKS.index("6"), RANKS.index("A"))
    assert rise(sheet, levels, 1, order).passed
    assert not rise(strict, levels, 1, order).passed


@pytest.mark.parametrize("name", of("before", "finish", "after"))
def test_levels(name: str) -> None:
    key, case = CASES[name]
    sheet = sheet_of(key)
    levels = [RANKS.index(case["before"][side]) for side in sheet.sides]
    owners = [side for side in (0, 1) if RANKS[levels[side]] == case["level"]]
    order = tuple(sheet.seat_at[seat] for seat in case["finish"])
    in_force = owners[0] if len(owners) == 1 else order[0] % 2
    risen = rise(sheet, (levels[0], levels[1]), in_force, order)
    reached = [RANKS[level] for level in risen.levels if level is not None]
    assert dict(zip(sheet.sides, reached, strict=True)) == case["after"]
    assert (sheet.sides[risen.side] if risen.passed else None) == case["winner"]


@in_one
@pytest.mark.parametrize("name", of("previous_finish", "lead", "verdict"))
def test_tribute(name: str) -> None:
    key, case = CASES[name]
    sheet = sheet_of(key)
    ctx, report = sheet.context(case["level"]), Report(clause_of_codes(key))
    order = tuple(sheet.seat_at[seat] for seat in case["previous_finish"])
    before = Finished(order, (order[0] - order[1]) % 2 == 0)
    low = "3d" if case["level"] != "3" else "4d"  # the cards that matter are told; the rest of each hand is low
    rest = {seat: () if seat in case.get("whole", ()) else (low,) for seat in sheet.seats}
    hands = tuple(ctx.pack([*split_cards(case["hands"].get(seat, "")), *rest[seat]]) for seat in sheet.seats)
    dealt = Dealt(hands, (True,) * len(hands), (sheet.hand_size,) * len(hands))
    hand = Hand(no=2, tribute=tuple(case.get("tribute", ())), resisted=case.get("resisted", False))
    after = TributeAudit(sheet, ctx, hand, dealt, before, report, first=False).run()
    found = [finding.where.pointer.rpartition("/")[2] for finding in report.findings if finding.kind == "fail"]
    faults = [case["tribute"][int(place)] if place.isdigit() else place for place in found]
    assert after.may_lead is not None
    if sheet.seat_at[case["lead"]] not in after.may_lead:
        faults.append("lead")
    assert faults == (case.get("faults") or [case["fault"]] if case["verdict"] == "ILLEGAL" else [])


@pytest.mark.parametrize("name", of("holding", "trick"))
def test_trick(name: str) -> None:
    key, case = CASES[name]
    sheet, level = sheet_of(key), case.get("level", FIXED_LEVEL)
    ctx, report = sheet.context(level), Report(clause_of_codes(key))
    sizes = [case["holding"][seat] for seat in sheet.seats]
    hands = [ctx.deck] * len(sizes)  # what each holds is not told: any cards will do
    machine = ClimbMachine(sheet, ctx, [case["trick"]], hands, [False] * len(sizes), sizes, report)
    machine.out = [seat for seat, size in enumerate(sizes) if not size]
    machine.turn = sheet.seat_at[case["trick"][0]]
    machine.run()
    found = [finding.where.play for finding in report.findings if finding.kind == "fail"]
    if "illegal_play" in case:
        assert found == [case["illegal_play"]]
    else:
        assert not found
        assert machine.turn is not None
        assert sheet.seats[machine.turn] == case["next_leader"]


@pytest.mark.parametrize("name", of("levels", "points"))
def test_points_of_a_round(name: str) -> None:
    key, case = CASES[name]
    sheet = sheet_of(key)
    assert sheet.round_points is not None
    climbed = [RANKS.index(case["levels"][side]) for side in sheet.sides]
    winner = sheet.sides.index(case["winner"]) if case["winner"] else None
    points = sheet.round_points.of(climbed, winner, case.get("over", 0))
    assert dict(zip(sheet.sides, points, strict=True)) == case["points"]


@pytest.mark.parametrize("name", of("seconds", "first_of_deal"))
def test_clock(name: str) -> None:
    key, case = CASES[name]
    sheet, report = sheet_of(key), Report(clause_of_codes(key))
    seconds = (float(case["seconds"]),) if case["first_of_deal"] else (None, float(case["seconds"]))
    hand = Hand(no=1, tricks=("E 3s 4s",), seconds=(seconds,))
    check_clocks(sheet, hand, (sheet.hand_size,) * len(sheet.seats), report)
    assert [finding.code for finding in report.findings] == (["CLOCK-PLAY"] if case["verdict"] == "OVER" else [])


@pytest.mark.parametrize("name", of("exposed", "hand", "lead"))
def test_exposed(name: str) -> None:
    key, case = CASES[name]
    sheet, report = sheet_of(key), Report(clause_of_codes(key))
    incident = Incident(kind="exposed", seat="E", at=(1, 1), cards=case["exposed"])
    hand = Hand(no=1, tricks=("N 3s - - -", f"E {case['lead']}"), incidents=(incident,))
    Conduct(sheet, hand, (sheet.hand_size,) * len(sheet.seats), report).run()
    assert any(finding.code == "LEAD-EXPOSED" for finding in report.findings) == (case["verdict"] == "ILLEGAL")


@pytest.mark.parametrize("name", of("finish", "points"))
def test_points_by_places(name: str) -> None:
    key, case = CASES[name]
    sheet = sheet_of(key)
    assert sheet.places is not None
    points = place_points(sheet.places, tuple(sheet.seat_at[seat] for seat in case["finish"]), sheet.alternating)
    assert dict(zip(sheet.sides, points, strict=True)) == case["points"]


@pytest.mark.parametrize("name", of("deals", "totals"))
def test_match_by_places(name: str) -> None:
    key, case = CASES[name]
    hands = tuple(Hand(no=number, claims=HandClaims(finish=finish)) for number, finish in enumerate(case["deals"], start=1))
    record = GameRecord(id=name, sheet=key, hands=hands)
    _, result = MatchAudit(sheet_of(key), record, Report(clause_of_codes(key))).run()
    assert (result.points, result.winner) == (case["totals"], case["winner"])


@pytest.mark.parametrize("name", of("first_dealer", "deal_no"))
def test_bank(name: str) -> None:
    key, case = CASES[name]
    sheet, report = sheet_of(key), Report(clause_of_codes(key))
    hands = [Hand(no=1, lead=case["first_dealer"])]
    hands += [Hand(no=number) for number in range(2, case["deal_no"])]
    audit = MatchAudit(sheet, GameRecord(id=name, sheet=key, hands=tuple(hands)), report)
    audit.run()
    assert audit.state.dealer is not None
    assert sheet.seats[audit.state.dealer] == case["dealer"]


@pytest.mark.parametrize("name", of("cards_left", "answer_given"))
def test_count_told(name: str) -> None:
    key, case = CASES[name]
    sheet, report = sheet_of(key), Report(clause_of_codes(key))
    answer = case["answer_given"]
    told = int(answer) if answer.isdigit() else None
    incident = Incident(kind="count_told", seat="2", at=(1, 1), count=told)
    hand = Hand(no=1, tricks=("1 3s",), incidents=(incident,))
    Conduct(sheet, hand, (case["cards_left"],) * len(sheet.seats), report).run()
    assert bool(report.findings) == (case["verdict"] == "ILLEGAL")


# ---------------------------------------------------------------------------------------- cases in words alone


def conduct_of(key: str, incident: Incident, *tricks: str, holding: int | None = None) -> list[tuple[str, str | None]]:
    """What an incident comes to, code and seat, where every seat begins with so many cards."""
    sheet, report = sheet_of(key), Report(clause_of_codes(key))
    sizes = (sheet.hand_size if holding is None else holding,) * len(sheet.seats)
    Conduct(sheet, Hand(no=1, tricks=tricks, incidents=(incident,)), sizes, report).run()
    return [(finding.code, finding.seat) for finding in report.findings]


def test_GD1_R40_ten_left_and_not_announced() -> None:
    """From twelve to ten with a pair."""
    silent = Incident(kind="unannounced", seat="E", at=(1, 1))
    assert conduct_of("guandan-1", silent, "E 3s3h - - -", holding=12) == [("COUNT-UNANNOUNCED", "E")]


def test_GD3_R38_early_play() -> None:
    """W before N, who then covers E's card, or passes."""
    early = Incident(kind="out_of_turn", seat="W", at=(1, 2), cards="7d")
    assert conduct_of("guandan-3", early, "E 3s 4s 7d - - -") == [("INCIDENT-EARLY-EXPOSED", "W")]
    assert conduct_of("guandan-3", early, "E 3s - 7d - - -") == [("INCIDENT-EARLY", "W")]
    led_another = conduct_of("guandan-3", early, "E 3s 4s 8d - - -", "W KsKh - - -")
    assert led_another == [("INCIDENT-EARLY-EXPOSED", "W"), ("LEAD-EXPOSED", "W")]


@pytest.mark.parametrize("kind", ["count_asked", "count_told"])
def test_GD3_R39_counts_without_agreement(kind: str) -> None:
    asked = Incident(kind=kind, seat="E", at=(1, 1), count=10)
    assert conduct_of("guandan-3", asked, "E 3s - - -", holding=10) == [("COUNT-NOT-AGREED", "E")]


def test_GD3_R40_time_is_called_with_one_player_out() -> None:
    """E is out in the hand that does not count; NS rose by two in the one before."""
    stopped = climbing_build.board().run_out("E", "N").hand(2, level="4", tribute=None, deal=None)
    claims = MatchClaims(reason="time", points={"EW": 0, "NS": 2}, levels={"EW": "2", "NS": "4"})
    record = GameRecord(
        id="GD3-R40",
        sheet="guandan-3",
        hands=(climbing_build.placed("NESW"), stopped),
        claims=claims,
        event=Event(seconds=3_600),
    )
    result = audit(record)
    assert (result.match.levels, result.match.points) == (claims.levels, claims.points)
    assert not [finding for finding in result.findings if finding.where.hand is None]


def marked(*seats: str) -> tuple[Incident, ...]:
    """A 记过 for each of some seats."""
    return tuple(Incident(kind="signal", seat=seat, at=(1, 1)) for seat in seats)


def test_DG_R38_two_marks_of_a_side_lose_the_hand() -> None:
    """Seats 2 and 4 are first and second, and it is 8 for the others."""
    record = recorded(played("241635", incidents=marked("2", "6")))
    assert audit(record).hands[0].points == {A: 8, B: 0}


def test_DG_R39_marks_of_two_hands_and_of_two_sides() -> None:
    """Both hands are scored as played: first to third, and two of the others last."""
    second = played("135246", no=2, incidents=marked("5"))
    third = played("241635", no=3, incidents=marked("5", "4"))
    assert [hand.points for hand in audit(recorded(second, third)).hands] == [{A: 8, B: 0}, {A: 0, B: 5}]


def test_DG_R40_thrown_in_after_three_are_out() -> None:
    """The hand is not over, and its points are."""
    short = table(leader="3").go_out("3").go_out("1").go_out("5").hand()
    result = audit(recorded(short))
    assert [finding.code for finding in result.findings] == ["HAND-STOPPED"]
    assert (result.hands[0].finish, result.hands[0].points) == (None, {A: 8, B: 0})


# ---------------------------------------------------------------------------------------- nothing is left out


def test_every_situation_is_put_to_the_engine_or_says_why_not() -> None:
    told = {name for name in CASES if any(each.startswith(f"test_{name.replace('-', '_')}_") for each in globals())}
    answered = READ_BY_MACHINE | told
    assert set(CASES) - answered == set(NOT_FOR_THE_ENGINE) | set(OTHERWISE)
