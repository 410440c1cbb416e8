"""Forty situations a sheet, written by somebody who read the printed sheet alone, and what the engine says of them.

The situations are in `second_reader/*.json`; what a case has for a machine to read (`lead`, `bids`, `trick`, …) is put to the
engine. `NOT_FOR_THE_ENGINE` says why the rest cannot be: they are about what records do not hold.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.question import Situation, Word, judge_follow
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims
from paipu.replay.report import Report
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.bidding import Outcome, judge_bids, judge_reopening, parse_bid
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.score import multiplier
from paipu.replay.tricks.winner import leading_seat
from tests.oracle.cards import SEATS, seats_from
from tests.rules.build import ending, match, score_sheet, verdicts

FOLDER: Final = Path(__file__).parent / "second_reader"
CASES: Final = {
    case["id"]: (sheet, case)
    for sheet in ("chaodipi", "shuangkou")
    for case in json.loads((FOLDER / f"{sheet}.json").read_text())
}
Case = Mapping[str, Any]


def of(*fields: str) -> list[str]:
    """The cases that have all the fields."""
    return [name for name, (_, case) in CASES.items() if all(field in case for field in fields)]


def squeezed(text: str) -> str:
    """Cards as the judge takes them, without spaces."""
    return text.replace(" ", "")


@pytest.mark.parametrize("name", of("lead", "hand", "play", "verdict"))
def test_follow(name: str) -> None:
    sheet, case = CASES[name]
    situation = Situation(sheet, case["level"], case["trump"])
    verdict = judge_follow(situation, lead=squeezed(case["lead"]), hand=squeezed(case["hand"]), play=squeezed(case["play"]))
    assert verdict.default is Word(case["verdict"])


@pytest.mark.parametrize("name", of("trick", "winner"))
def test_winner(name: str) -> None:
    sheet, case = CASES[name]
    rules = TRICK_SHEETS[sheet]
    leader, *plays = case["trick"].split(" ")
    table = list(zip(seats_from(leader), plays, strict=True))
    assert leading_seat(rules, rules.context(case["level"], case["trump"]), table) == case["winner"]


@pytest.mark.parametrize("name", of("bids", "verdicts"))
def test_bids(name: str) -> None:
    sheet, case = CASES[name]
    bids = [parse_bid(bid) for bid in case["bids"]]
    if case.get("kitty"):
        hand = Hand(
            no=1,
            level=case["level"],
            bids=(),
            kitty=tuple(KittyAction(seat=bid.seat, show="".join(bid.cards)) for bid in bids),
            deal={"kitty": case["kitty"]},
        )
        found = audit(match(hand, sheet=sheet)).findings
        assert [f.code for f in found if f.code.startswith("BID-")] == ["BID-AFTER-KITTY"] * len(bids)
        assert TRICK_SHEETS[sheet].kitty_trump(case["kitty"].split(" "), case["level"]) == case["result_trump"]
        return
    outcome = judge_bids(TRICK_SHEETS[sheet].bids, bids, case["level"], accept_illegal=False)
    illegal = {index for index, _ in outcome.faults}
    assert ["ILLEGAL" if index in illegal else "LEGAL" for index in range(len(bids))] == case["verdicts"]
    assert outcome.trump == case["result_trump"]
    if case.get("deal_no") == 1:
        assert outcome.banker == case["result_banker"]


@pytest.mark.parametrize("name", of("kitty_actions"))
def test_asking(name: str) -> None:
    sheet, case = CASES[name]
    rules, level = TRICK_SHEETS[sheet], case["level"]
    trump = next(card for card in "shcd" if card == case["trump"] or case["trump"] == "NT")
    actions = [
        KittyAction(seat=each["seat"], bury=each.get("bury"), show=each.get("show"), passed=each.get("pass", False))
        for each in case["kitty_actions"]
    ]
    before: Outcome = judge_bids(rules.bids, [parse_bid(f"{case['declarer']} {level}{trump}")], level, accept_illegal=False)
    assert rules.reopen is not None
    outcome = judge_reopening(rules.reopen, actions, SEATS, before, level, accept_illegal=False)
    illegal = {index for index, _ in outcome.kitty_faults}
    assert ["ILLEGAL" if index in illegal else "LEGAL" for index in range(len(actions))] == case["verdicts"]
    assert outcome.trump == (case["result_trump"] if outcome.taker else trump)


def machine_of(sheet: str, case: Case, token: str, leader: str) -> TrickMachine:
    """The lead of a trick, as the audit judges it when all hands are known."""
    rules = TRICK_SHEETS[sheet]
    ctx = rules.context(case["level"], case["trump"])
    hands = [
        ctx.pack(squeezed(case["hands"][seat])[i : i + 2] for i in range(0, len(squeezed(case["hands"][seat])), 2))
        for seat in SEATS
    ]
    held = Holdings(hands, [True] * 4, (None,) * 4, None)
    report = Report({})
    machine = TrickMachine(rules, ctx, Hand(no=1, tricks=(f"{leader} {token}",)), SEATS.index(leader), held, report)
    machine.run(machine.tricks)
    return machine


@pytest.mark.parametrize("name", of("hands", "play", "pieces"))
def test_throw(name: str) -> None:
    sheet, case = CASES[name]
    leader = next(seat for seat in SEATS if not set(split(case["play"])) - set(split(squeezed(case["hands"][seat]))))
    thrown = machine_of(sheet, case, case["play"], leader)
    if case["pieces"] == [case["play"]]:
        assert not thrown.report.findings
        return
    (finding,) = thrown.report.findings
    assert finding.code == "THROW-BEATABLE"
    assert set((finding.expected or "").split(" | ")) == set(case["pieces"])
    for piece in case["pieces"]:
        failed = machine_of(sheet, case, f"{case['play']}>{piece}", leader)
        assert not failed.report.findings
        assert sum(failed.fines) == case["fine"]


def split(text: str) -> list[str]:
    """Cards one by one."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


@pytest.mark.parametrize("name", of("winning", "multiplier"))
def test_multiplier(name: str) -> None:
    sheet, case = CASES[name]
    rules = TRICK_SHEETS[sheet]
    ctx = rules.context(case["level"], case["trump"])
    play = ctx.parse(case["winning"])
    assert multiplier(rules, ctx, play, play) == case["multiplier"]


@pytest.mark.parametrize("name", [name for name in of("before", "after") if name not in {"CDP-R34", "CDP-R35", "CDP-R36"}])
def test_levels(name: str) -> None:
    sheet, case = CASES[name]
    hand = score_sheet(case["attackers"], dealer=case["dealer"])
    record = match(hand, sheet=sheet, levels=case["before"], dealer=case["dealer"])
    assert audit(record).hands[0].levels == case["after"]


@pytest.mark.parametrize("name", of("score", "attackers"))
def test_score(name: str) -> None:
    sheet, case = CASES[name]
    no = next(n for n in range(1, 9) if audit(match(score_sheet(80, no=n), sheet=sheet)).hands[0].dealer == case["dealer"])
    fault = {"SK-R36": "hand_count", "SK-R38": "concealed"}.get(name)
    seat = {"SK-R36": "E", "SK-R38": "N"}.get(name, "E")
    incidents = (Incident(kind=fault, seat=seat, at=(18, 2), noticed=(19, 1)),) if fault else ()
    record = match(score_sheet(case["attackers"], no=no, incidents=incidents), sheet=sheet)
    assert audit(record).hands[0].score == case["score"]


def test_SK_R01_schedule() -> None:
    hand = audit(match(score_sheet(160, no=13), sheet="shuangkou")).hands[0]
    assert (hand.dealer, hand.level) == ("E", "5")


def test_SK_R34_forfeit() -> None:
    claims = MatchClaims(winner="NS", points={"EW": 0, "NS": 2}, reason="forfeit")
    record = match(sheet="shuangkou", claims=claims)
    assert audit(record).match.points == CASES["SK-R34"][1]["match_points"]
    assert not verdicts(audit(record))


def test_SK_R35_count_before_the_burial() -> None:
    incident = Incident(kind="hand_count", seat="S", at=(0, 0), noticed=(0, 0))
    hand = audit(match(score_sheet(80, no=7, incidents=(incident,)), sheet="shuangkou")).hands[0]
    assert hand.score == {"EW": -2, "NS": 2}  # what eighty points come to, W being banker


def test_SK_R37_wrong_cards() -> None:
    incident = Incident(kind="revoke", seat="W", at=(4, 2), noticed=(4, 2), cards="9c9c")
    hand = audit(match(score_sheet(None, no=2, incidents=(incident,)), sheet="shuangkou")).hands[0]
    assert hand.penalties == -20


def test_SK_R39_out_of_turn() -> None:
    twice = tuple(Incident(kind="out_of_turn", seat="W", at=at) for at in ((4, 2), (15, 2)))
    result = audit(match(score_sheet(80), score_sheet(80, no=2, incidents=twice), sheet="shuangkou"))
    assert result.hands[1].score == {"EW": 2 - 10, "NS": -2}
    assert [finding.code for finding in verdicts(result)] == ["INCIDENT-OUT-OF-TURN"]


def test_SK_R40_signal() -> None:
    signal = (Incident(kind="signal", seat="W", at=(3, 1)),)
    result = audit(match(score_sheet(None, no=3, incidents=signal), sheet="shuangkou"))
    assert result.hands[0].score == CASES["SK-R40"][1]["score"]
    assert result.match.winner == "NS"


def test_SK_R36_nine_buried() -> None:
    assert "SK-R36" in of("score", "attackers")


# ---------------------------------------------------------------------------------------- 炒地皮


def cdp(*hands: Hand, **more: Any) -> GameRecord:
    """A record of 炒地皮."""
    return match(*hands, sheet="chaodipi", **more)


def test_CDP_R04_no_limit_in_the_semi_final() -> None:
    event = Event(stage="semi-final", seconds=55 * 60)
    record = cdp(score_sheet(75, dealer="E"), event=event, claims=MatchClaims(winner="EW", reason="time"))
    assert "CLOCK-UNTIMED" in [finding.code for finding in verdicts(audit(record))]


@pytest.mark.parametrize("name", ["CDP-R08", "CDP-R09"])
def test_kitty_names_the_trump(name: str) -> None:
    _, case = CASES[name]
    assert TRICK_SHEETS["chaodipi"].kitty_trump(case["kitty"].split(" "), case["level"]) == case["result_trump"]


def test_CDP_R14_second_look_at_the_kitty() -> None:
    seen = (Incident(kind="kitty_viewed", seat="S", at=(0, 0)),)
    hands = audit(cdp(*(score_sheet(75, no=no, dealer="S", incidents=seen) for no in (1, 2)))).hands
    assert [hand.penalties for hand in hands] == [0, 80]


def test_CDP_R23_no_set_with_a_level_card() -> None:
    hand = Hand(no=1, level="K", dealer="W", trump="c", tricks=("W 5sTsKs 3s4s6s 3h4h6h 7s8s9s",))
    found = verdicts(audit(cdp(hand, levels={"EW": "K", "NS": "2"}, dealer="W")))
    assert ("LEAD-TRIO", "CDP-5.1a") in [(finding.code, finding.clause) for finding in found]


def test_CDP_R34_third_failure() -> None:
    _, case = CASES["CDP-R34"]
    lost = [score_sheet(100, no=no, level="flag", dealer=dealer) for no, dealer in ((1, "E"), (3, "W"), (5, "E"))]
    between = [score_sheet(85, no=no, level="9", dealer=dealer) for no, dealer in ((2, "N"), (4, "S"))]
    hands = sorted([*lost, *between], key=lambda hand: hand.no)
    record = cdp(*hands, levels=case["before"], dealer="E")
    assert audit(record).hands[4].levels == case["after"]


def test_CDP_R35_lost_stake() -> None:
    _, case = CASES["CDP-R35"]
    hand = Hand(no=2, dealer="S", level="9", bids=("S 5h5h=d",), claims=HandClaims(attackers=85))
    assert audit(cdp(hand, levels=case["before"], dealer="S")).hands[0].levels == case["after"]


def test_CDP_R36_bottom() -> None:
    _, case = CASES["CDP-R36"]
    last = {"N": case["winning"], "W": "3d4d6d", "S": "3h4h6h", "E": "7d8dJd"}
    board = ending(last, leader="N", level="9", trump="s", dealer="E", sheet="chaodipi")
    record = cdp(board.hand(), levels=case["before"], dealer="E")
    assert not verdicts(audit(record))
    assert audit(record).hands[0].levels == case["after"]


def test_CDP_R37_found_at_once_or_later() -> None:
    for noticed, fine in (((5, 3), 20), ((7, 1), 80)):
        incident = Incident(kind="revoke", seat="S", at=(5, 2), noticed=noticed, cards="4dQd")
        hand = audit(cdp(score_sheet(None, dealer="S", incidents=(incident,)))).hands[0]
        assert hand.penalties == fine, "the bank's side is at fault: added to the attackers' points"


def test_CDP_R38_two_seats_and_one_kitty() -> None:
    both = tuple(Incident(kind="kitty_count", seat=seat, at=(0, 0), noticed=(2, 1)) for seat in "EN")
    assert audit(cdp(score_sheet(None, dealer="E", incidents=both))).hands[0].penalties == 80 - 80


def test_CDP_R39_the_hand_is_finished() -> None:
    event = Event(stage="1/8", seconds=52 * 60)
    hands = (score_sheet(75, dealer="E"),)
    record = cdp(*hands, event=event, claims=MatchClaims(winner="EW", reason="time"))
    assert not verdicts(audit(record))


def test_CDP_R40_three_requests() -> None:
    asked = tuple(Incident(kind="card_check", seat="E", at=(no, 1)) for no in (3, 8, 12))
    assert audit(cdp(score_sheet(None, dealer="N", incidents=asked))).hands[0].penalties == -20


COVERED: Final = {
    *of("lead", "hand", "play", "verdict"),
    *of("trick", "winner"),
    *of("bids", "verdicts"),
    *of("kitty_actions"),
    *of("hands", "play", "pieces"),
    *of("winning", "multiplier"),
    *of("before", "after"),
    *of("score", "attackers"),
    *("SK-R01", "SK-R34", "SK-R35", "SK-R37", "SK-R39", "SK-R40"),
    *("CDP-R04", "CDP-R08", "CDP-R09", "CDP-R14", "CDP-R23", "CDP-R37", "CDP-R38", "CDP-R39", "CDP-R40"),
}


def test_forty_situations_a_sheet_are_all_put_to_the_engine() -> None:
    assert not set(CASES) - COVERED
    assert [sum(sheet == each for each, _ in CASES.values()) for sheet in ("chaodipi", "shuangkou")] == [40, 40]
