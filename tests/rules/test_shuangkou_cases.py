"""The worked cases of the rule notes for the sheet `shuangkou`, by name, through the public engine."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis
from paipu.replay.record import GameRecord, HandClaims, Incident, MatchClaims
from tests.rules.build import codes, ending, match, only, score_sheet, verdicts
from tests.rules.test_shuangkou_clauses import (
    FIRST_7D,
    LAST_KITTY,
    T25,
    bid_hand,
    captured,
    laid,
    recorded,
    score,
    scored,
    shown_before_the_burial,
    throw,
    trick_1,
    turned_over,
    won,
)
from tests.rules.tricks_build import SK


def clauses(record: GameRecord) -> list[tuple[str | None, str | None]]:
    """(clause, seat) of every verdict."""
    return [(finding.clause, finding.seat) for finding in verdicts(audit(record))]


# ---------------------------------------------------------------------------------------- the schedule

TURNS: Final = ("E2", "N3", "W4", "S5", "E5", "N6", "W7", "S8")


def test_SK_T01_bankers_and_levels() -> None:
    """Whatever the hands come to: the defenders have 160 in every second."""
    hands = [score_sheet(160 if no % 2 else 20, no, dealer=turn[0], level=turn[1]) for no, turn in enumerate(TURNS, start=1)]
    record = match(*hands, sheet=SK)
    assert not codes(record)
    assert [f"{hand.dealer}{hand.level}" for hand in audit(record).hands] == list(TURNS)
    assert [hand.next_dealer for hand in audit(record).hands] == list("NWSENWSE")


@pytest.mark.parametrize("no", range(1, 9))
def test_SK_T01_other_bankers_and_levels_are_wrong(no: int) -> None:
    banker, level = TURNS[no - 1]
    other = "ENWS"[no % 4]
    assert clauses(scored(80, no, dealer=other)) == [("SK-1b", None)]
    assert clauses(scored(80, no, level="9")) == [("SK-1b", None)]
    assert not codes(scored(80, no, dealer=banker, level=level))


# ---------------------------------------------------------------------------------------- cards and sister pairs

ORDER: Final = ("BJ", "LJ", "3h", "3s", *(f"{rank}h" for rank in "AKQJT987654"), "2h")


def led_and_answered(lead: str, answer: str, winner: str) -> GameRecord:
    """Deal 2, L=3 T=h: N leads a trump, W puts another on it; the score sheet says who won."""
    return won({"N": lead, "W": answer, "S": "6d", "E": "7d"}, winner, {"S": "T", "E": "T"}, level="3", trump="h")


@pytest.mark.parametrize(("high", "low"), list(pairwise(ORDER)))
def test_SK_T03_order_of_trumps(high: str, low: str) -> None:
    assert not codes(led_and_answered(low, high, "W"))
    assert not codes(led_and_answered(high, low, "N"))
    found = only(led_and_answered(low, high, "N"))
    assert (found.code, found.clause, found.basis) == ("CLAIM-WINNER", "SK-2.1b", "stated")


@pytest.mark.parametrize(("first", "second"), [("3s", "3c"), ("3c", "3d"), ("3d", "3s")])
def test_SK_T03_side_level_cards_are_equal(first: str, second: str) -> None:
    assert not codes(led_and_answered(first, second, "N"))
    assert only(led_and_answered(first, second, "W")).code == "CLAIM-WINNER"


# ---------------------------------------------------------------------------------------- calling

T09: Final = ("E 2h", "N 2c2c", "W 2s2s", "S 2d2d")


def test_SK_T09_in_a_record() -> None:
    record = bid_hand(*T09, trump="s")
    finding = only(record)
    assert (finding.code, finding.clause, finding.seat) == ("BID-RANK", "SK-2.2a", "S")
    assert (finding.options, finding.basis) == (("D-SK-05",), Basis.ASSUMED)
    assert (audit(record).hands[0].trump, audit(record).hands[0].dealer) == ("s", "E")


def test_SK_T11_jokers_over_pairs() -> None:
    record = bid_hand("E 2h", "N 2c2c", "S LJLJ", trump="NT")
    assert not codes(record)
    assert audit(record).hands[0].trump == "NT"


@pytest.mark.parametrize("trump", ["h", "c"])
def test_SK_T11_a_suit_is_wrong(trump: str) -> None:
    assert clauses(bid_hand("E 2h", "N 2c2c", "S LJLJ", trump=trump)) == [("SK-2.2a", None)]


def test_SK_T11_of_two_jokers_a_pair() -> None:
    finding = only(bid_hand("E 2h", "N 2c2c", "S LJBJ", trump="c"))
    assert (finding.code, finding.clause) == ("BID-OVER", "SK-2.2a")
    assert (finding.options, finding.basis) == (("D-SK-06",), Basis.DISPUTED)


@pytest.mark.parametrize(("first", "trump"), [("7d", "d"), ("LJ", "NT")])
def test_SK_T13_first_card_of_the_kitty(first: str, trump: str) -> None:
    assert not codes(turned_over(first, trump))
    assert clauses(turned_over(first, "h")) == [("SK-2.2d", None)]


@pytest.mark.parametrize(("cards", "trump"), [(FIRST_7D, "d"), ("LJ" + FIRST_7D[2:], "NT")])
def test_SK_T13_nobody_over_declares_it(cards: str, trump: str) -> None:
    record = shown_before_the_burial(show="W 2s2s", trump=trump, cards=cards)
    finding = only(record)
    assert (finding.clause, finding.seat, finding.basis) == ("SK-2.2d", "W", Basis.STATED)
    assert audit(record).hands[0].trump == trump


# ---------------------------------------------------------------------------------------- the kitty and the scores


@pytest.mark.parametrize(
    ("last", "counted", "clause"),
    [
        ("9s", 30, "SK-3.1"),
        ("AcQc", 30, "SK-3.1"),
        ("9s9s", 60, "SK-3.2"),
        ("AcKcKc", 60, "SK-3.2"),
        ("QhQhKhKh", 120, "SK-3.3"),
        ("AcQcQcKcKc", 120, "SK-3.3"),
    ],
)
def test_SK_T15_kitty_of_15(last: str, counted: int, clause: str) -> None:
    board = captured(last)
    hand = audit(recorded(board)).hands[0]
    assert (hand.kitty_points, hand.attackers) == (15, board.points["NS"] + counted)
    assert not codes(recorded(board, claims=HandClaims(multiplier=counted // 15)))
    assert clauses(recorded(board, claims=HandClaims(multiplier=1))) == [(clause, None)]


def test_SK_T17_between_two_rows() -> None:
    last = {"E": "3d4d", "N": "9s9s", "W": "3c4c", "S": "3d4d"}
    board = ending(last, leader="N", kitty=LAST_KITTY, dealer="E", points=55, seed=548, sheet=SK)
    record = recorded(board, claims=HandClaims(multiplier=4, attackers=115, score=score("EW", 8)))
    result = audit(record)
    assert not codes(record)
    assert (result.hands[0].attackers, result.hands[0].score) == (115, None)
    (finding,) = [finding for finding in result.findings if finding.code == "SCORE-OPEN"]
    assert (finding.clause, finding.expected, finding.options) == ("SK-4.1a", "NS=2…14", ("D-SK-02",))
    wrong = only(recorded(board, claims=HandClaims(score=score("EW", 15))))
    assert (wrong.clause, wrong.expected) == ("SK-4.1a", "EW=-14…-2 NS=2…14")
    assert "D-SK-02" in wrong.options


def test_SK_T19_eighty() -> None:
    record = scored(80, 2, dealer="N", score={"EW": 2, "NS": -2})
    assert not codes(record)
    assert audit(record).hands[0].score == {"EW": 2, "NS": -2}


@pytest.mark.parametrize("wrong", [{"EW": 2, "NS": 0}, {"EW": -2, "NS": 2}, {"EW": 1, "NS": -1}])
def test_SK_T19_other_scores_are_wrong(wrong: Mapping[str, int]) -> None:
    finding = only(scored(80, 2, dealer="N", score=wrong))
    assert (finding.clause, finding.expected) == ("SK-4.1a", "EW=2 NS=-2")
    assert finding.options == ("D-SK-03",)


def bank_of_26(points: int, claimed: Mapping[str, int]) -> GameRecord:
    """The bank's side had 26 cards, which was found at the end."""
    incident = Incident(kind="hand_count", seat="W", noticed=(25, 4))
    return scored(points, incidents=(incident,), score=claimed)


@pytest.mark.parametrize(("points", "defenders"), [(120, 14), (40, 2)])
def test_SK_T21_wrong_count(points: int, defenders: int) -> None:
    record = bank_of_26(points, score("EW", defenders))
    assert not codes(record)
    assert audit(record).hands[0].score == score("EW", defenders)


@pytest.mark.parametrize(("points", "wrong", "options"), [(120, -2, ("D-SK-16",)), (40, -1, ())])
def test_SK_T21_other_scores_of_the_bank_are_wrong(points: int, wrong: int, options: tuple[str, ...]) -> None:
    defenders = 14 if points == 120 else 2
    finding = only(bank_of_26(points, {"EW": wrong, "NS": defenders}))
    assert (finding.clause, finding.options) == ("SK-5.1.2", options)


# ---------------------------------------------------------------------------------------- throws

T23: Final = {"E": "AcKc9c", "N": "Jc3c4c", "W": "5c6c7c", "S": "3d4d6d"}


def test_SK_T23_single_blocked() -> None:
    record = throw("AcKc9c>9c", T23, claims=HandClaims(penalties=10))
    assert not codes(record)
    assert audit(record).hands[0].penalties == 10


@pytest.mark.parametrize(("lead", "code"), [("AcKc9c", "THROW-BEATABLE"), ("AcKc9c>Kc", "THROW-PIECE")])
def test_SK_T23_anything_else_is_wrong(lead: str, code: str) -> None:
    finding = only(throw(lead, T23))
    assert (finding.code, finding.clause, finding.expected, finding.options) == (code, "SK-5.2.2", "9c", ())


@pytest.mark.parametrize("piece", ["9c", "8c8c"])
def test_SK_T25_the_opponents_choose(piece: str) -> None:
    record = throw(f"9c8c8c>{piece}", T25, claims=HandClaims(penalties=20))
    assert not codes(record)
    assert audit(record).hands[0].penalties == 20


def test_SK_T25_nothing_else_stands() -> None:
    finding = only(throw("9c8c8c>8c", T25))
    assert (finding.clause, finding.expected) == ("SK-5.2.2", "8c8c | 9c")


def test_SK_T25_ten_for_each() -> None:
    finding = only(throw("9c8c8c>9c", T25, claims=HandClaims(penalties=10)))
    assert (finding.clause, finding.expected) == ("SK-5.2.2", "20")
    assert "D-SK-10" in finding.options


# ---------------------------------------------------------------------------------------- following and winning

T27: Final = {"N": "AcKc5c5c4c4c", "W": "9s9s8s8s7s2s", "S": "3d4d5d6d7d8d", "E": "3d4d5d6d7d8d"}


def test_SK_T27_ruff_of_a_throw() -> None:
    """N leads in deal 2; the others hold no other club."""
    closed = {"W": "c", "S": "c", "E": "c"}
    assert not codes(won(T27, "W", closed, level="3"))
    finding = only(won(T27, "N", closed, level="3"))
    assert (finding.clause, finding.expected) == ("SK-2.1a", "W")


@pytest.mark.parametrize(
    ("ruff", "code"), [("9s9s7s7s8s2s", "CLAIM-WINNER-RUFF"), ("9s9s8s8sKd2s", "CLAIM-WINNER-DISCARD"), ("9s8s7s6s5s2s", None)]
)
def test_SK_T27_ruffs_that_do_not_count(ruff: str, code: str | None) -> None:
    closed = {"W": "c", "S": "c", "E": "c"}
    assert only(won(T27 | {"W": ruff}, "W", closed, level="3")).code == (code or "CLAIM-WINNER-PAIRLESS")


T29: Final = {"E": "KcKc", "N": "QcQcJc"}


def test_SK_T29_pair_held() -> None:
    finding = only(trick_1(T29, {"N": "c"}, {"E": "KcKc", "N": "QcJc"}))
    assert (finding.code, finding.clause, finding.seat, finding.expected) == ("TRICK-FOLLOW-PAIR", "SK-2.1a", "N", "QcQc")
    assert finding.basis is Basis.ASSUMED
    assert finding.params["effect"] == "SK-5.3: NS −2, EW +2"


def concealed_pair(noticed: tuple[int, int], **claims: object) -> GameRecord:
    """N kept his pair back, and it was noticed then; if it cost the hand, that ended there."""
    board = laid(T29, {"N": "c"}).trick({"E": "KcKc", "N": "QcJc"})
    board = board.trick() if noticed > (2, 0) else board.finish()
    incident = Incident(kind="revoke", seat="N", at=(1, 2), noticed=noticed, cards="QcJc")
    return recorded(board, incidents=(incident,), claims=HandClaims(**claims))  # type: ignore[arg-type] # claims by name


def test_SK_T29_noticed_after_the_trick_was_closed() -> None:
    right = concealed_pair((2, 1), score={"EW": 2, "NS": -2})
    assert codes(right) == ["TRICK-FOLLOW-PAIR"]
    assert audit(right).hands[0].score == {"EW": 2, "NS": -2}
    wrong = concealed_pair((2, 1), score={"EW": 0, "NS": 0})
    (finding,) = [finding for finding in verdicts(audit(wrong)) if finding.code == "CLAIM-SCORE"]
    assert (finding.clause, finding.options) == ("SK-5.3", ("D-SK-13",))


def test_SK_T29_noticed_in_the_trick() -> None:
    """A wrong card then: ten a card, and the hand goes on."""
    record = concealed_pair((1, 3), penalties=-20)
    assert codes(record) == ["TRICK-FOLLOW-PAIR"]
    assert audit(record).hands[0].penalties == -20
    wrong = concealed_pair((1, 3), penalties=0)
    (finding,) = [finding for finding in verdicts(audit(wrong)) if finding.code == "CLAIM-PENALTIES"]
    assert (finding.clause, finding.expected) == ("SK-5.2.1", "-20")


def test_SK_T29_the_pair_given() -> None:
    assert not codes(trick_1(T29, {"N": "c"}, {"E": "KcKc", "N": "QcQc"}))


def totals_17() -> GameRecord:
    """NS have 17 and EW −17 at time: hand 1 counted nothing, in hand 2 NS held the bank against 20 points."""
    return with_claims(MatchClaims(winner="NS", points={"NS": 2, "EW": 1}, reason="time"))


def with_claims(claims: MatchClaims) -> GameRecord:
    return match(score_sheet(60), score_sheet(20, 2), sheet=SK, options={"big_points": "60:0"}, claims=claims)


def test_SK_T31_match_points() -> None:
    record = totals_17()
    assert not codes(record)
    assert [hand.score for hand in audit(record).hands] == [{"EW": 0, "NS": 0}, {"EW": -17, "NS": 17}]
    assert (audit(record).match.winner, audit(record).match.points) == ("NS", {"EW": 1, "NS": 2})


@pytest.mark.parametrize("points", [{"NS": 2, "EW": 0}, {"NS": 1, "EW": 2}, {"NS": 3, "EW": 1}])
def test_SK_T31_other_points_are_wrong(points: Mapping[str, int]) -> None:
    record = with_claims(MatchClaims(points=points, reason="time"))
    assert clauses(record) == [("SK-4.1b", None)]


def test_SK_T33_the_first_of_equal_side_level_cards() -> None:
    plays = {"E": "2h", "N": "2d", "W": "Ks", "S": "As"}
    assert not codes(won(plays, "E"))
    finding = only(won(plays, "N"))
    assert (finding.expected, finding.options, finding.basis) == ("E", ("X-2",), Basis.ASSUMED)
