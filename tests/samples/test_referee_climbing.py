"""Made-up hands of the climbing sheets before the independent referees of `tests/oracle`."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples import FAULTS, inject, make_match
from tests.many import every
from tests.oracle import daguai, guandan, guandan_js2023
from tests.oracle.cards import RANKS, side_of
from tests.samples.audits import each_in_a_process, tournament

MATCHES = 6
DEEP_MATCHES = 2_000
DEEP_LOT = 50
CLIMBING: Final = tuple(sheet for sheet in FAULTS if sheet in CLIMBING_SHEETS)
FAULTS_OF_PLAY: Final = (
    *("play_ill_matched", "play_broken_run", "play_loose_triple", "play_lower", "play_other_type"),
    *("lead_not_winner", "lead_taken_over"),
)

Hand = Mapping[str, Any]


def dealt(hand: Hand) -> dict[str, list[str]]:
    """Who was dealt what, as the oracles take it."""
    return {seat: cards.split(" ") for seat, cards in hand["deal"].items()}


def of_guandan(document: Mapping[str, Any]) -> list[str]:
    """Where the oracle differs from what a match of 掼蛋 records or claims, or finds a fault in it."""
    sheet, found = document["sheet"], []
    levels: dict[str, str] = {"EW": "2", "NS": "2"}
    games = {"EW": 0, "NS": 0}
    finish: str | None = None
    winner, over = None, 0
    for hand in document["hands"]:
        level = guandan.next_level(levels, finish)
        owner = None if finish is None else side_of(finish[0])
        hands, faults = dealt(hand), list[Any]()
        if finish is not None:
            gifts, resisted = hand.get("tribute", []), hand.get("resisted", False)
            faults, hands = guandan.tribute_log(sheet, level, finish, hands, gifts, resisted=resisted)
        resisted = hand.get("resisted", False)
        leading = hand["lead"] in guandan.leaders(sheet, level, finish, dealt(hand), resisted=resisted)
        deal = guandan.play_out(sheet, level, hands, hand["lead"], hand["tricks"])
        if faults or deal.faults or deal.stopped or not leading or hand["level"] != level:
            found.append(f"{document['id']} hand {hand['no']}: {hand['level']}, by the oracle {level} {faults} {deal.faults}")
        if "claims" not in hand or deal.finish is None:
            break
        levels, won = guandan.levels_after(sheet, levels, level, deal.finish, owner=owner)
        told = hand["claims"]
        out = told["finish"] if sheet == "guandan-3" else told["finish"][: len(deal.out)]
        if out != deal.finish[: len(out)] or told["levels"] != levels:
            found.append(f"{document['id']} hand {hand['no']}: {told}, by the oracle {deal.finish} {levels}")
        finish = deal.finish
        if won is not None:
            games[won] += 1
            winner, over = won, guandan.promotion(sheet, finish)[1]
            if sheet == "guandan-2" and games[won] < 2:
                levels, finish, winner = {"EW": "2", "NS": "2"}, None, None
    claims = document["claims"]
    points = {
        "guandan-1": None,
        "guandan-2": games,
        "guandan-3": guandan.round_points(levels, winner, over),
        "guandan-js2023": guandan_js2023.match_points(winner),
    }[sheet]
    reached = {side: RANKS.index(level) + 2 + (side == winner) for side, level in levels.items()}
    if sheet == "guandan-js2023" and claims.get("score") != guandan_js2023.difference_points(reached):
        found.append(f"{document['id']}: {claims}, by the oracle at {reached}")
    if sheet == "guandan-3" and claims.get("reason") == "time":
        winner = guandan.time_winner(levels)
    if (claims.get("winner"), claims["levels"], claims.get("points")) != (winner, levels, points):
        found.append(f"{document['id']}: {claims}, by the oracle {winner} {levels} {points}")
    return found


def of_daguai(document: Mapping[str, Any]) -> list[str]:
    """The same for 大怪路子."""
    found = []
    deals = []
    first = document["hands"][0]["lead"]
    for hand in document["hands"]:
        deal = daguai.play_out(dealt(hand), hand["lead"], hand["tricks"])
        points = daguai.deal_points(deal.finish)
        if deal.faults or not deal.over or hand["lead"] != (daguai.dealer(first, hand["no"]) or hand["lead"]):
            found.append(f"{document['id']} hand {hand['no']}: by the oracle {deal.faults}")
        if (hand["claims"]["finish"], hand["claims"]["points"]) != (deal.finish, points):
            found.append(f"{document['id']} hand {hand['no']}: {hand['claims']}, by the oracle {deal.finish} {points}")
        deals.append(points)
    result = daguai.match_result(deals)
    if document["claims"]["winner"] != result.winner or result.surplus:
        found.append(f"{document['id']}: {document['claims']}, by the oracle {result}")
    return found


def differences(document: Mapping[str, Any]) -> list[str]:
    """Where a match's own referee differs from it."""
    return of_daguai(document) if document["sheet"] == "daguai" else of_guandan(document)


def referee_lot(lot: tuple[str, int]) -> list[str]:
    """The differences in some matches of the deep run."""
    sheet, first = lot
    matches = (make_match(17, number, sheet=sheet) for number in range(first, first + DEEP_LOT))
    return [line for document in matches for line in differences(document)]


@pytest.mark.parametrize("sheet", CLIMBING)
def test_the_oracle_agrees_with_every_claim_of_legal_matches(sheet: str) -> None:
    assert [line for document in tournament(sheet)[:MATCHES] for line in differences(document)] == []


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("sheet", CLIMBING)
def test_the_oracle_agrees_with_two_thousand_matches(sheet: str) -> None:
    assert each_in_a_process(referee_lot, [(sheet, first) for first in range(1, DEEP_MATCHES, DEEP_LOT)]) == []


@pytest.mark.parametrize(("kind", "sheet"), every(6, product(FAULTS_OF_PLAY, CLIMBING)))
def test_the_oracle_sees_the_fault_where_it_was_put(sheet: str, kind: str) -> None:
    for number in range(1, 5):
        document = inject(make_match(19, number, sheet=sheet, hands=3), kind, Random(f"{kind}/{number}"))
        if document is None:
            continue
        note = document["extra"]["faults"][0]
        hand = document["hands"][note["hand"] - 1]
        hands = dealt(hand)
        for gift in hand.get("tribute", ()):
            hands[gift[0]].remove(gift[4:])
            hands[gift[2]].append(gift[4:])
        if sheet == "daguai":
            faults: list[Any] = daguai.play_out(hands, hand["lead"], hand["tricks"]).faults
        else:
            faults = guandan.play_out(sheet, hand["level"], hands, hand["lead"], hand["tricks"]).faults
        assert {(trick, play) for trick, play, _ in faults} == {(note["trick"], note["play"])}
