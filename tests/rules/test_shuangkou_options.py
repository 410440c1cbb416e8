"""Every option of the sheet `shuangkou`: each of its readings changes the verdict that it is said to change, and no other."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import find_settled
from paipu.replay.record import Event, GameRecord, HandClaims, Incident, MatchClaims
from paipu.replay.sheets import TRICK_SHEETS, option_problem
from paipu.replay.tricks.trump import TRUMP
from paipu.replay.tricks.units import blocked_units, forced_pieces, shape_of
from tests.oracle.cards import TWO_DECKS
from tests.rules import test_shuangkou_clauses as clauses
from tests.rules.build import codes, ending, match, score_sheet
from tests.rules.readings import READINGS
from tests.rules.registry import situations
from tests.rules.test_shuangkou_clauses import (
    T25,
    bid_hand,
    captured,
    clean,
    clubs_follow,
    concealed,
    eight_hands,
    exposed,
    jumped_twice,
    laid,
    miscounted,
    noticed,
    recorded,
    score,
    scored,
    shown_before_the_burial,
    throw,
    trumps_follow,
)
from tests.rules.tricks_build import SK

READING: Final = READINGS[SK]
reading = READING.reading


# ---------------------------------------------------------------------------------------- the match and its scores


reading("match_hands", "32", "MATCH-HANDS", default="8", other=None).of(D_SK_01_ninth_hand=lambda: scored(80, 9))
reading("match_hands", "32", "CLAIM-MATCH-WINNER", default="EW", other="-").of(
    D_SK_01_won_after_eight_hands=lambda: eight_hands(*clauses.EW_WINS, winner="NS")
)
reading("big_points", "interpolated", "SCORE-OPEN", default="NS=2…14", other=None).of(
    D_SK_02_between_the_printed_values=lambda: scored(115)
)


@reading("big_points", "interpolated", "CLAIM-SCORE", default=None, other="EW=-13 NS=13", also_other=("D-SK-03",))
def test_D_SK_02_on_the_line() -> GameRecord:
    """115 is 35 of the 40 points from 2 to 14: 12.5, which is 13."""
    return scored(115, score=score("EW", 12))


@pytest.mark.parametrize(("points", "expected"), [(30, -13), (45, -8), (60, -4), (100, 8), (125, 15), (140, 20)])
def test_D_SK_02_interpolated(points: int, expected: int) -> None:
    record = scored(points, options={"big_points": "interpolated"})
    assert audit(record).hands[0].score == score("EW", expected)


TABLE: Final = "0:-25,20:-17,40:-9,60:-3,80:2,120:14,160:25,200:36"


reading("big_points", TABLE, "SCORE-OPEN", default="NS=-9…2", other=None).of(D_SK_02_table_of_the_organiser=lambda: scored(60))


@pytest.mark.parametrize(("points", "expected"), [(0, -25), (60, -3), (200, 36), (80, 2), (115, None), (-10, None)])
def test_D_SK_02_values_of_the_table(points: int, expected: int | None) -> None:
    hand = audit(scored(points, penalties=-10, options={"big_points": TABLE})).hands[0]
    assert hand.score == (None if expected is None else score("EW", expected))


@pytest.mark.parametrize("text", ["", "80:2,", "80:2,40:-9", "80:2,80:3", "80=2", "a:b", "1:2;3:4", "80:2,,90:3", "９:1"])
def test_D_SK_02_no_table(text: str) -> None:
    assert option_problem(SK, "big_points", text) is not None


reading("bank_score", "none", "CLAIM-SCORE", default="EW=-2 NS=2", other=None).of(
    D_SK_03_only_the_defenders_score=lambda: scored(80, score={"EW": 0, "NS": 2})
)


@reading("bank_score", "none", "CLAIM-MATCH-WINNER", default="EW", other=None, also=("D-SK-01",))
def test_D_SK_03_other_winner() -> GameRecord:
    """EW are 8 points better as defenders, which counts twice if the bank scores too, and play out of turn for 10."""
    jumped = {"incidents": (Incident(kind="out_of_turn", seat="E"),)}
    points = (20, 40, 80, 80, 80, 80, 80, 80)
    hands = [score_sheet(count, no, **(jumped if no < 3 else {})) for no, count in enumerate(points, start=1)]
    return match(*hands, sheet=SK, claims=MatchClaims(winner="NS"))


reading("turn_warnings", "player", "CLAIM-SCORE", default="EW=-8 NS=-2", other=None, also=("D-SK-03",)).of(
    SK_5_5_second_of_a_side_is_the_first_of_a_player=lambda: jumped_twice(
        Incident(kind="out_of_turn", seat="E", at=(1, 3)), {"EW": 2, "NS": -2}
    )
)
reading("offender_score", "two", "CLAIM-SCORE", default="EW=-14 NS=14", other=None).of(
    D_SK_16_offender_has_two_off=lambda: miscounted((25, 4), 120, score={"EW": -2, "NS": 14})
)
reading("round_minutes", 45, "CLOCK-ROUND", default=None, other="45").of(
    SK_1a_match_of_45_minutes=lambda: scored(80, event=Event(seconds=50 * 60), match_claims=MatchClaims(reason="passed"))
)


@pytest.mark.parametrize(
    ("points", "reason", "winner"),
    [((20, 40), "time", "EW"), ((20, 20), "time", None), ((20, 20, 20, 20, 20, 20, 20, 20), "passed", None)],
)
def test_D_SK_04_equal_totals_are_open(points: tuple[int, ...], reason: str, winner: str | None) -> None:
    for claimed in ("EW", "NS"):
        record = eight_hands(*points, winner=claimed, reason=reason)
        assert audit(record).match.winner == winner
        assert codes(record) == ([] if winner in {None, claimed} else ["CLAIM-MATCH-WINNER"])


def test_D_SK_17_at_time_only_finished_hands_count() -> None:
    """EW lead by 17 when time is called in the second hand."""
    second = laid(level="3").trick().hand(no=2)
    claims = MatchClaims(winner="NS", reason="time")
    record = match(score_sheet(20), second, sheet=SK, claims=claims)
    assert audit(record).match.winner == "EW"
    assert codes(record) == ["CLAIM-MATCH-WINNER"]


# ---------------------------------------------------------------------------------------- calling


reading("suit_order", "priority", "BID-RANK", default="> 2c2c", other=None).of(
    D_SK_05_no_order=lambda: bid_hand("N 2h", "W 2c2c", "S 2d2d", trump="d")
)
reading("joker_pair", "mixed", "BID-OVER", default="22 | LJLJ | BJBJ", other=None).of(
    D_SK_06_big_and_little_joker=lambda: bid_hand("N 2h", "W LJBJ", trump="h")
)
reading("joker_pair", "mixed", "TRUMP-SUIT", default=None, other="NT", also_other=("SK-a",)).of(
    D_SK_06_no_trump=lambda: bid_hand("N 2h", "W LJBJ", trump="h")
)
reading("over_until", "taken", "KITTY-AGAIN", default=None, other=True).of(
    D_SK_21_before_the_burial=lambda: shown_before_the_burial("N 2h", show="S 2s2s", trump="s")
)
reading("over_until", "taken", "TRUMP-SUIT", default=None, other="h").of(
    D_SK_21_trump_of_the_call=lambda: shown_before_the_burial("N 2h", show="S 2s2s", trump="s")
)
reading("jokers_over_call", "no", "BID-RANK", default=None, other="> 2h").of(
    SK_a_jokers_over_a_single_call=lambda: bid_hand("N 2h", "W BJBJ", trump="NT")
)


@pytest.mark.parametrize("value", ["yes", "no"])
def test_SK_a_jokers_over_pairs(value: str) -> None:
    record = bid_hand("N 2h", "W 2d2d", "S LJLJ", "E BJBJ", trump="NT")
    assert not codes(replace(record, options={"jokers_over_call": value}))


def test_SK_a_beside_D_SK_06() -> None:
    """A big and a little joker go over a pair, and not over a single call."""
    chosen = {"joker_pair": "mixed", "jokers_over_call": "no"}
    assert codes(replace(bid_hand("N 2h", "W LJBJ", trump="h"), options=chosen)) == ["BID-RANK"]
    assert not codes(replace(bid_hand("N 2h", "W 2c2c", "S LJBJ", trump="NT"), options=chosen))


# ---------------------------------------------------------------------------------------- sister pairs and the kitty


def kitty_won(last: str, factor: int) -> GameRecord:
    """N, a defender, wins the last trick with these cards; the score sheet has this multiplier."""
    return recorded(captured(last), claims=HandClaims(multiplier=factor))


reading("long_sisters", "adding", "CLAIM-MULTIPLIER", default="16", other=None).of(
    D_SK_07_four_more_a_pair=lambda: kitty_won("7s7s8s8s9s9s", 12)
)
reading("long_sisters", "flat", "CLAIM-MULTIPLIER", default="16", other=None).of(
    D_SK_07_always_eight=lambda: kitty_won("7s7s8s8s9s9s", 8)
)
reading("hollow_trumps", "no", "TRICK-FOLLOW-TRACTOR", default="2s2s4s4s", other=None).of(
    D_SK_08_trumps=lambda: trumps_follow("8s8s9s9s", "2s2s4s4sJsJs", "4s4sJsJs", level="3")
)


@pytest.mark.parametrize("value", ["yes", "no"])
def test_D_SK_08_side_suits_are_stated(value: str) -> None:
    record = clubs_follow("6c6c7c7c", "2c2c4c4cJcJc", "4c4cJcJc", level="3", options={"hollow_trumps": value})
    assert codes(record) == ["TRICK-FOLLOW-TRACTOR"]


@reading("no_trump_sisters", "no", "CLAIM-MULTIPLIER", default=None, other="4")
def test_D_SK_09_little_jokers_on_a_level_pair_without_trump() -> GameRecord:
    plays = {"N": "2h2hLJLJ", "E": "3d4d6d7d", "W": "3c4c6c7c", "S": "3d4d6d7d"}
    board = ending(plays, leader="N", kitty=clauses.LAST_KITTY, dealer="E", trump="NT", sheet=SK)
    return recorded(board, claims=HandClaims(multiplier=8))


@reading("kitty_structure", "lead", "CLAIM-MULTIPLIER", default="4", other=None)
def test_X_12_pair_on_a_throw_of_singles() -> GameRecord:
    plays = {"E": "AcQc", "N": "9s9s", "W": "3d4d", "S": "3d4d"}
    board = ending(plays, leader="E", kitty=clauses.LAST_KITTY, dealer="E", sheet=SK)
    return recorded(board, claims=HandClaims(multiplier=2))


@reading("level_on_king", "no", "TRICK-FOLLOW-TRACTOR", default="KsKsAhAh", other=None)
def test_X_15_king_at_level_ace() -> GameRecord:
    """No turn of the schedule is played at the ace; the table did all the same."""
    holds = {"E": "5s5s6s6s", "N": "KsKsAhAh8s8s"}
    board = laid(holds, {"N": "T"}, level="A", dealer="E").trick({"E": "5s5s6s6s", "N": "8s8sAhAh"}).finish()
    return recorded(board, no=1)


# ---------------------------------------------------------------------------------------- following and winning


# ---------------------------------------------------------------------------------------- throws


reading("tractor_before_pair", "double", "THROW-PIECE", default="7c7c8c8c", other=None).of(
    X_19_sister_pairs_and_a_single_blocked=lambda: throw("Jc7c7c8c8c>Jc", {"E": "Jc7c7c8c8c", "N": "QcKcTcTc9c9c"})
)
reading("throw_fine", "one", "CLAIM-PENALTIES", default="20", other=None, also=("D-SK-12",)).of(
    D_SK_10_ten_for_the_throw=lambda: throw("9c8c8c>9c", T25, claims=HandClaims(penalties=10))
)


def test_D_SK_11_is_no_question() -> None:
    """What beats a part beats every smaller one of its kind, so that the smallest is among the blocked whichever is meant."""
    rng = random.Random(1)
    ctx = TRICK_SHEETS[SK].context("2", "s")
    kinds = TRICK_SHEETS[SK].throws.forced_kinds
    trumps = [card for card in TWO_DECKS if ctx.cls[card] == TRUMP]
    failed = 0
    for _ in range(500):
        rng.shuffle(trumps)
        shape = shape_of(ctx, ctx.pack(trumps[:6]), TRUMP)
        blocked = blocked_units(ctx, shape, TRUMP, [ctx.pack(trumps[6:18]), ctx.pack(trumps[18:])])
        if blocked:
            failed += 1
            assert set(forced_pieces(shape, blocked, kinds)) <= set(blocked)
    assert failed > 100
    assert find_settled(SK, "smallest_piece") is not None


# ---------------------------------------------------------------------------------------- wrong cards


reading("penalty_direction", "taken", "CLAIM-PENALTIES", default="10", other=None).of(
    D_SK_12_taken_off_for_the_bank_too=lambda: noticed(exposed("W", 1), penalties=-10)
)
reading("concealed", "never", "CLAIM-SCORE", default="EW=2 NS=-2", other=None).of(
    D_SK_13_score_of_a_wrong_card=lambda: concealed(80, score=score("EW", 2))
)


@reading("concealed", "never", "CLAIM-PENALTIES", default=None, other="-10")
def test_D_SK_13_fine_of_a_wrong_card() -> GameRecord:
    incident = Incident(kind="concealed", seat="N", at=(7, 2), noticed=(8, 1), cards="Ks")
    return noticed(incident, penalties=0)


def counted_in_play(**claims: Any) -> GameRecord:
    """N's wrong count was found in the fourth trick."""
    incident = Incident(kind="hand_count", seat="N", at=(4, 1), noticed=(4, 1))
    board = clean()
    facts: dict[str, Any] = {"tricks": tuple(board.tricks[:4]), "deal": None, "trump": board.trump}
    return recorded(board, incidents=(incident,), claims=HandClaims(**claims), **facts)


def test_D_SK_15_found_in_play_is_as_at_the_end() -> None:
    assert not codes(counted_in_play(score=score("EW", -2)))
    assert codes(counted_in_play(score=score("EW", 2))) == ["CLAIM-SCORE"]


test_reading = situations(__name__)
