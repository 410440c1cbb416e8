"""Made-up hands before the independent referee of `tests/oracle`, which shares no code with the players or the engine."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ingest.sample import inject, make_match
from tests.ingest.sample.audits import each_in_a_process
from tests.oracle import shengji as oracle
from tests.oracle.cards import SEATS, cards_of, side_of

MATCHES = 12
DEEP_MATCHES = 2_000
DEEP_LOT = 50
FAULTS = (
    "revoke_suit",
    "revoke_pair",
    "revoke_tractor",
    "throw_beatable",
    "throw_wrong_piece",
    "lead_not_winner",
    "lead_partner",
)


def refereed(hand: Mapping[str, Any]) -> oracle.HandResult:
    """A recorded hand as the oracle sees it."""
    deal = {part: cards_of(cards) for part, cards in hand["deal"].items()}
    bury = cards_of(hand["kitty"][0]["bury"])
    return oracle.referee_hand(hand["level"], hand["trump"], hand["dealer"], deal, bury, hand["tricks"])


def differences(document: Mapping[str, Any]) -> list[str]:
    """Where the oracle differs from what a legal match records or claims, or finds a fault in it."""
    found = []
    levels: Mapping[str, str] = {"EW": "2", "NS": "2"}
    banker = None
    for hand in document["hands"]:
        drawn = {seat: cards_of(hand["deal"][seat]) for seat in SEATS}
        verdicts, trump, dealer = oracle.declare(hand["bids"], hand["level"], banker is None, banker, drawn)
        level = levels[side_of(dealer)] if dealer else None
        recorded = (hand["level"], hand["trump"], hand["dealer"])
        result = refereed(hand) if "claims" in hand else oracle.HandResult(complete=True)
        if any(verdicts) or recorded != (level, trump, dealer) or result.illegal or result.stopped or not result.complete:
            found.append(f"{document['id']} hand {hand['no']}: {recorded} {verdicts} {result.illegal} {result.stopped}")
        if "claims" not in hand:
            break
        after, office = oracle.after_hand(levels, side_of(hand["dealer"]), result.attackers)
        levels, banker = after, oracle.next_dealer(hand["dealer"], office)
        told = {
            "winners": "".join(result.winners),
            "attackers": result.attackers,
            "kitty_points": result.kitty_points,
            **({} if result.multiplier is None else {"multiplier": result.multiplier}),
            "penalties": 0,
            "levels": levels,
            "next_dealer": banker,
        }
        if told != hand["claims"]:
            found.append(f"{document['id']} hand {hand['no']}: {hand['claims']}, by the oracle {told}")
    winner = oracle.round_winner(levels) or oracle.time_winner(levels, side_of(banker or "E"))
    if document["claims"]["levels"] != levels or document["claims"]["winner"] != winner:
        found.append(f"{document['id']}: {document['claims']}, by the oracle {levels} {winner}")
    return found


def referee_lot(first: int) -> list[str]:
    """The differences in some matches of the deep run."""
    return [line for number in range(first, first + DEEP_LOT) for line in differences(make_match(17, number))]


def test_the_oracle_agrees_with_every_claim_of_legal_matches() -> None:
    assert [line for number in range(1, MATCHES + 1) for line in differences(make_match(7, number))] == []


@pytest.mark.deep
@pytest.mark.timeout(7200)
def test_the_oracle_agrees_with_two_thousand_matches() -> None:
    assert each_in_a_process(referee_lot, range(1, DEEP_MATCHES, DEEP_LOT)) == []


@pytest.mark.parametrize("kind", FAULTS)
def test_the_oracle_sees_the_fault_where_it_was_put(kind: str) -> None:
    for number in range(1, 5):
        document = inject(make_match(19, number, hands=3), kind, Random(f"{kind}/{number}"))
        if document is None:
            continue
        note = document["extra"]["faults"][0]
        result = refereed(document["hands"][note["hand"] - 1])
        assert [(trick, play) for trick, play, _ in result.illegal] == [(note["trick"], note["play"])]
