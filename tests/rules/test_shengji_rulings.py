"""Rulings and noticed faults in the sheet `shengji`: they change points, levels, the bank and the winner, never a fact."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import Effect, GameRecord, HandClaims, Incident, MatchClaims, Ruling
from tests.rules.build import codes, match, revoke, score_sheet, table
from tests.rules.test_shengji_clauses import clean, scored, trick_1
from tests.rules.tricks_build import TWOS

STATES = {"issued": True, "appealed": True, "final": True, "draft": False, "withdrawn": False}


def ruled(record: GameRecord, *effects: Effect, state: str = "issued") -> GameRecord:
    """The record with these rulings on its first hand."""
    rulings = tuple(Ruling(id=f"r{n}", hand=1, effect=effect, state=state) for n, effect in enumerate(effects))
    return replace(record, rulings=rulings)


def played(attackers: int | None = None, penalties: int | None = None) -> GameRecord:
    """The faultless hand, E banker, with claims."""
    return match(clean().hand(claims=HandClaims(attackers=attackers, penalties=penalties)))


@pytest.mark.parametrize(
    ("points", "change"), [({"NS": -10}, -10), ({"NS": 15}, 15), ({"EW": -10}, 10), ({"EW": -10, "NS": -5}, 5), ({}, 0)]
)
def test_points_are_those_of_the_attackers(points: Mapping[str, int], change: int) -> None:
    """What the bank loses the attackers gain; the effects need not sum to zero."""
    record = ruled(played(), Effect(points=points))
    hand, before = audit(record).hands[0], audit(played()).hands[0]
    assert hand.penalties == change
    assert hand.attackers == clean().points["NS"] + change
    assert hand.trick_points == before.trick_points
    assert hand.winners == before.winners


def test_claims_are_held_against_the_ruled_result() -> None:
    points = clean().points["NS"]
    assert not codes(ruled(played(attackers=points - 20, penalties=-20), *[Effect(points={"NS": -10})] * 2))
    assert codes(ruled(played(attackers=points, penalties=0), Effect(points={"NS": -10}))) == [
        "CLAIM-PENALTIES",
        "CLAIM-ATTACKERS",
    ]


@pytest.mark.parametrize(("state", "counts"), STATES.items())
def test_only_rulings_in_force_count(state: str, counts: bool) -> None:
    record = ruled(played(), Effect(points={"NS": -10}), state=state)
    assert audit(record).hands[0].penalties == (-10 if counts else 0)


@pytest.mark.parametrize(
    ("change", "after"),
    [({"EW": 2}, ("4", "3")), ({"NS": -1}, ("2", "2")), ({"EW": 1, "NS": 1}, ("3", "4")), ({"EW": -5}, ("2", "3"))],
)
def test_levels_by_side(change: Mapping[str, int], after: tuple[str, str]) -> None:
    """NS hold the bank with 75 points and rise to 3; nobody falls below 2."""
    record = ruled(scored(75, TWOS, "N"), Effect(levels=change))
    assert audit(record).hands[0].levels == dict(zip(("EW", "NS"), after, strict=True))
    assert audit(record).match.levels == dict(zip(("EW", "NS"), after, strict=True))


def test_next_banker_and_the_level_that_follows() -> None:
    """The next hand is played under the ruled banker, at his side's level."""
    first = score_sheet(75, dealer="N")
    second = table(level="4", dealer="E").finish().hand(no=2)
    record = match(first, second, levels={"EW": "4", "NS": "2"}, dealer="N")
    assert codes(record) == ["LEVEL-IN-FORCE", "DEALER-NEXT"]
    assert not codes(ruled(record, Effect(next_dealer="E")))


def test_void_hand_changes_neither_level_nor_bank() -> None:
    record = ruled(scored(0, {"EW": "3", "NS": "5"}, "N"), Effect(void=True))
    assert audit(record).hands[0].levels == {"EW": "3", "NS": "5"}
    assert audit(record).hands[0].next_dealer == "N"


def test_winner_by_ruling() -> None:
    record = ruled(scored(75, TWOS, "N", match_claims=MatchClaims(winner="EW", reason="ruling")), Effect(winner="EW"))
    assert not codes(record)
    assert (audit(record).match.winner, audit(record).match.reason) == ("EW", "ruling")


def test_hand_stopped_at_a_noticed_fault() -> None:
    """Play stopped when W's revoke was noticed: the attackers have what they had then (D-SJ-16), and nothing is unfinished."""
    record = trick_1({"E": "Kh", "W": "Ah3c"}, {"W": "h"}, {"E": "Kh", "W": "3c"})
    whole = audit(record).hands[0]
    tricks = record.hands[0].tricks or ()
    stopped = replace(record.hands[0], tricks=tricks[:6], incidents=(revoke("W", at=(1, 3), noticed=(6, 4)),))
    result = audit(replace(record, hands=(stopped,)))
    assert "HAND-UNFINISHED" not in {finding.code for finding in result.findings}
    hand = result.hands[0]
    assert hand.attackers == hand.trick_points
    assert whole.trick_points is not None
    assert hand.attackers is not None
    assert hand.attackers <= whole.trick_points
    assert (hand.levels, hand.next_dealer) == (TWOS, "N")


@pytest.mark.parametrize("kind", ["revoke", "hand_count", "kitty_count", "overdraw"])
@pytest.mark.parametrize(("seat", "levels", "banker"), [("W", ("2", "3"), "S"), ("S", ("3", "2"), "W")])
def test_every_kind_of_wrong_count_or_play_costs_the_hand(kind: str, seat: str, levels: tuple[str, str], banker: str) -> None:
    """With 100 points: attackers at fault, the bank rises one and stays; the bank at fault, the attackers rise by the table."""
    record = scored(100, TWOS, "N", incidents=(Incident(kind=kind, seat=seat),))
    hand = audit(record).hands[0]
    assert (hand.levels, hand.next_dealer) == (dict(zip(("EW", "NS"), levels, strict=True)), banker)


@pytest.mark.parametrize("kind", ["failed_throw", "out_of_turn", "card_check", "signal", "misconduct", "exposed", "late"])
def test_other_incidents_change_no_result(kind: str) -> None:
    record = scored(100, TWOS, "N", incidents=(Incident(kind=kind, seat="W"),))
    assert audit(record).hands == audit(scored(100, TWOS, "N")).hands
