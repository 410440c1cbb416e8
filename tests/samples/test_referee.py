"""Made-up hands before the independent referees of `tests/oracle`, which share no code with the players or the engine."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import pytest

from paipu.samples import Tournament, inject, make_match
from tests.many import every
from tests.oracle import chaodipi, shengji, shuangkou
from tests.oracle.cards import SEATS, cards_of, other_side, side_of
from tests.samples.audits import each_in_a_process, tournament

MATCHES = 6
DEEP_MATCHES = 2_000
DEEP_LOT = 50
FINAL = Tournament(id="final", stage="final")
FAULTS_OF_PLAY = (
    *("revoke_suit", "revoke_pair", "revoke_tractor", "throw_beatable", "throw_wrong_piece", "lead_not_winner", "lead_partner"),
)
FAULTS = [
    *((sheet, kind) for sheet in ("shengji", "chaodipi", "shuangkou") for kind in FAULTS_OF_PLAY),
    *(("chaodipi", kind) for kind in ("set_unanswered", "trumps_kept")),
]

Hand = Mapping[str, Any]


def dealt(hand: Hand) -> dict[str, list[str]]:
    """Who was dealt what, as the oracles take it."""
    return {part: cards_of(cards) for part, cards in hand["deal"].items()}


def claimed(result: shengji.HandResult | chaodipi.HandResult | shuangkou.HandResult, **further: object) -> dict[str, object]:
    """What the score sheet should say of a hand by its referee."""
    return {
        "winners": "".join(result.winners),
        "attackers": result.attackers,
        "kitty_points": result.kitty_points,
        **({} if result.multiplier is None else {"multiplier": result.multiplier}),
        **{name: value for name, value in further.items() if value is not None},
    }


# -- the sheets, each by its own referee: the differences in a legal match


def of_shengji(document: Mapping[str, Any]) -> list[str]:
    """Where the oracle differs from what a match records or claims, or finds a fault in it."""
    found = []
    levels: Mapping[str, str] = {"EW": "2", "NS": "2"}
    banker = None
    for hand in document["hands"]:
        drawn = {seat: cards_of(hand["deal"][seat]) for seat in SEATS}
        verdicts, trump, dealer = shengji.declare(hand["bids"], hand["level"], banker is None, banker, drawn)
        level = levels[side_of(dealer)] if dealer else None
        recorded = (hand["level"], hand["trump"], hand["dealer"])
        result = refereed_shengji(hand) if "claims" in hand else shengji.HandResult(complete=True)
        if any(verdicts) or recorded != (level, trump, dealer) or result.illegal or result.stopped or not result.complete:
            found.append(f"{document['id']} hand {hand['no']}: {recorded} {verdicts} {result.illegal} {result.stopped}")
        if "claims" not in hand:
            break
        levels, office = shengji.after_hand(levels, side_of(hand["dealer"]), result.attackers)
        banker = shengji.next_dealer(hand["dealer"], office)
        told = claimed(result, penalties=0, levels=levels, next_dealer=shengji.next_dealer(hand["dealer"], office, levels))
        if told != hand["claims"]:
            found.append(f"{document['id']} hand {hand['no']}: {hand['claims']}, by the oracle {told}")
    winner = shengji.round_winner(levels) or shengji.time_winner(levels, side_of(banker or "E"))
    if document["claims"]["levels"] != levels or document["claims"]["winner"] != winner:
        found.append(f"{document['id']}: {document['claims']}, by the oracle {levels} {winner}")
    return found


def of_chaodipi(document: Mapping[str, Any]) -> list[str]:
    """The same for 炒地皮, game by game."""
    found = []
    levels, banker, failures = {"EW": "2", "NS": "2"}, None, {"EW": 0, "NS": 0}
    games = {"EW": 0, "NS": 0}
    for hand in document["hands"]:
        result = refereed_chaodipi(hand, banker)
        recorded = (hand["level"], hand["trump"], hand["dealer"])
        faults = (*result.bid_faults, *result.kitty_faults, *result.illegal, *result.disputed, *result.stopped)
        if faults or recorded != (levels[side_of(result.dealer)], result.trump, result.dealer) or not result.complete:
            found.append(f"{document['id']} hand {hand['no']}: {recorded} {faults} {result}")
        stakes, bottom = result.stakes, result.bottom
        after = chaodipi.after_hand(levels, result.dealer, result.attackers, stakes=stakes, bottom=bottom, failures=failures)
        levels, banker, failures = after.levels, after.dealer, after.failures
        told = claimed(result, penalties=result.penalties, levels=levels, next_dealer=banker)
        if told != hand["claims"]:
            found.append(f"{document['id']} hand {hand['no']}: {hand['claims']}, by the oracle {told}")
        if after.over:
            games[side_of(hand["dealer"])] += 1
            if max(games.values()) < games_to_win(document):
                levels, banker, failures = {"EW": "2", "NS": "2"}, None, {"EW": 0, "NS": 0}
    winner = next((side for side, won in games.items() if won == games_to_win(document)), None)
    claims = document["claims"]
    if claims["winner"] != (winner or chaodipi.time_winner(levels, side_of(banker or "E"))) or claims["levels"] != levels:
        found.append(f"{document['id']}: {claims}, by the oracle {levels} {winner}")
    if claims.get("points", games) != games:
        found.append(f"{document['id']}: {claims}, by the oracle {games}")
    return found


def games_to_win(document: Mapping[str, Any]) -> int:
    """CDP-1.2."""
    return 2 if document["event"]["stage"] in {"semifinal", "final"} else 1


def of_shuangkou(document: Mapping[str, Any]) -> list[str]:
    """The same for 双扣; where the organiser gave a table the score is looked up there."""
    found = []
    rows = [row.split(":") for row in document.get("options", {}).get("big_points", "").split(",") if row]
    table = {int(points): int(score) for points, score in rows}
    scores: list[Mapping[str, int] | None] = []
    for hand in document["hands"]:
        recorded = (hand["dealer"], hand["level"])
        if "claims" not in hand:
            break
        result = refereed_shuangkou(hand)
        faults = (*result.illegal_bids, *result.illegal, *result.stopped)
        scheduled = shuangkou.schedule(hand["no"])
        if faults or recorded != scheduled or hand["trump"] != result.trump or not result.complete:
            found.append(f"{document['id']} hand {hand['no']}: {recorded} {faults} {result}")
        score = result.score
        if result.attackers in table:
            defenders = other_side(side_of(hand["dealer"]))
            score = {defenders: table[result.attackers], other_side(defenders): -table[result.attackers]}
        scores.append(score)
        following = shuangkou.schedule(hand["no"] + 1)[0]
        known = {} if score is None else {"score": score}
        told = claimed(result, penalties=result.penalties, **known, next_dealer=following)
        if told != hand["claims"]:
            found.append(f"{document['id']} hand {hand['no']}: {hand['claims']}, by the oracle {told}")
    winner, points = shuangkou.match_result(scores)
    if (document["claims"].get("winner"), document["claims"].get("points")) != (winner, points):
        found.append(f"{document['id']}: {document['claims']}, by the oracle {winner} {points}")
    return found


def refereed_shengji(hand: Hand) -> shengji.HandResult:
    """A recorded hand as the oracle of 升级 sees it."""
    bury = cards_of(hand["kitty"][0]["bury"])
    return shengji.referee_hand(hand["level"], hand["trump"], hand["dealer"], dealt(hand), bury, hand["tricks"])


def refereed_chaodipi(hand: Hand, banker: str | None) -> chaodipi.HandResult:
    """A recorded hand as the oracle of 炒地皮 sees it; without a banker he is declared for."""
    kitty = hand.get("kitty", [])
    first = banker is None
    return chaodipi.referee_hand(hand["level"], banker, dealt(hand), hand["bids"], kitty, hand["tricks"], first_hand=first)


def refereed_shuangkou(hand: Hand) -> shuangkou.HandResult:
    """A recorded hand as the oracle of 双扣 sees it."""
    bury = cards_of(hand["kitty"][0]["bury"])
    return shuangkou.referee_hand(hand["level"], hand["dealer"], dealt(hand), hand["bids"], bury, hand["tricks"])


DIFFERENCES: Final[Mapping[str, Callable[[Mapping[str, Any]], list[str]]]] = {
    "shengji": of_shengji,
    "chaodipi": of_chaodipi,
    "shuangkou": of_shuangkou,
}
ILLEGAL: Final[Mapping[str, Callable[[Hand], list[tuple[int, int, Any]]]]] = {
    "shengji": lambda hand: refereed_shengji(hand).illegal,
    "chaodipi": lambda hand: refereed_chaodipi(hand, hand["dealer"]).illegal,
    "shuangkou": lambda hand: refereed_shuangkou(hand).illegal,
}
"""The illegal plays of a hand, by the sheet's own referee."""


def referee_lot(lot: tuple[str, int]) -> list[str]:
    """The differences in some matches of the deep run."""
    sheet, first = lot
    matches = (make_match(17, number, sheet=sheet) for number in range(first, first + DEEP_LOT))
    return [line for document in matches for line in DIFFERENCES[sheet](document)]


@pytest.mark.parametrize("sheet", DIFFERENCES)
def test_the_oracle_agrees_with_every_claim_of_legal_matches(sheet: str) -> None:
    assert [line for document in tournament(sheet)[:MATCHES] for line in DIFFERENCES[sheet](document)] == []


@pytest.mark.deep
def test_the_oracle_agrees_with_matches_of_several_games() -> None:
    matches = (make_match(7, number, sheet="chaodipi", event=FINAL) for number in range(1, 4))
    assert [line for document in matches for line in of_chaodipi(document)] == []


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("sheet", DIFFERENCES)
def test_the_oracle_agrees_with_two_thousand_matches(sheet: str) -> None:
    assert each_in_a_process(referee_lot, [(sheet, first) for first in range(1, DEEP_MATCHES, DEEP_LOT)]) == []


@pytest.mark.parametrize(("sheet", "kind"), every(4, FAULTS))
def test_the_oracle_sees_the_fault_where_it_was_put(sheet: str, kind: str) -> None:
    for number in range(1, 5):
        document = inject(make_match(19, number, sheet=sheet, hands=3), kind, Random(f"{kind}/{number}"))
        if document is None:
            continue
        note = document["extra"]["faults"][0]
        illegal = ILLEGAL[sheet](document["hands"][note["hand"] - 1])
        assert [(trick, play) for trick, play, _ in illegal] == [(note["trick"], note["play"])]
