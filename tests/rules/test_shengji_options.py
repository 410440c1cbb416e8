"""Every option of the sheet `shengji`: each of its readings changes the verdict that it is said to change, and no other."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, cast

import pytest

from paipu.replay.audit import audit
from paipu.replay.cards import RANKS
from paipu.replay.record import GameRecord, HandClaims, MatchClaims, OptionValue
from paipu.replay.sheets import option_problem
from tests.oracle.cards import SEATS
from tests.rules import test_shengji_clauses as clauses
from tests.rules.build import KITTY_15, Table, codes, ending, match, revoke, score_sheet, table
from tests.rules.readings import READINGS
from tests.rules.registry import situations
from tests.rules.test_shengji_clauses import (
    at_fault,
    bid_hand,
    captured,
    clubs_follow,
    passed_after,
    scored,
    throw,
    trick_1,
    trumps_follow,
)
from tests.rules.tricks_build import TWOS

READING: Final = READINGS["shengji"]
reading = READING.reading


# ---------------------------------------------------------------------------------------- the match


reading("pass_level", "A", "CLAIM-MATCH-WINNER", default=None, other="-").of(D_SJ_01_past_the_ace=lambda: passed_after(None))
reading("pass_level", "A", "MATCH-OVER", default=True, other=None).of(
    D_SJ_01_played_on_after_ten=lambda: clauses.two_hands(75, "T")
)


@pytest.mark.parametrize("level", list(READING.options["pass_level"].choices))
def test_D_SJ_01_any_other_level(level: str) -> None:
    """The organiser may set any level: it is won by rising past it, and not by reaching it."""
    before = RANKS[RANKS.index(level) - 1]
    for start, winner in ((level, "NS"), (before, None)):
        if (level, start) == ("2", "A"):
            continue
        record = match(score_sheet(75), levels={"EW": "2", "NS": start}, dealer="N", options={"pass_level": level})
        assert audit(record).match.winner == winner


READING.covered.update(("pass_level", level) for level in READING.options["pass_level"].choices)


reading("pass_as", "banker", "CLAIM-MATCH-WINNER", default=None, other="-").of(
    D_SJ_02_ten_jumped=lambda: scored(0, {"EW": "9", "NS": "9"}, "N", match_claims=MatchClaims(winner="NS", reason="passed"))
)
reading("pass_as", "banker", "CLAIM-LEVELS", default="EW=J NS=9", other=None).of(
    D_SJ_02_ten_passed_as_attackers=lambda: scored(85, {"EW": "T", "NS": "9"}, "N", levels_after={"EW": "T", "NS": "9"})
)
reading("pass_as", "banker", "CLAIM-MATCH-WINNER", default=None, other="-").of(
    D_SJ_02_ten_left_by_the_attackers=lambda: scored(
        85, {"EW": "T", "NS": "9"}, "N", match_claims=MatchClaims(winner="EW", reason="passed")
    )
)


@reading("time_in_hand", "finish", "CLAIM-MATCH-TIME", default="NS", other=None)
def test_D_SJ_20_time_inside_a_hand() -> GameRecord:
    second = table(level="3", dealer="S").trick().hand(no=2)
    claims = MatchClaims(winner="EW", reason="time")
    return match(score_sheet(75, dealer="N"), second, levels=TWOS, dealer="N", claims=claims)


reading("round_minutes", 45, "CLOCK-ROUND", default=None, other="45", also_other=("D-SJ-20",)).of(
    SJ_0_2_round_of_45_minutes=lambda: passed_after(50 * 60)
)


# ---------------------------------------------------------------------------------------- the score table and the bank


reading("shared_borders", "lower", "CLAIM-LEVELS", default="EW=3 NS=2", other=None).of(
    D_SJ_03_at_80=lambda: scored(80, TWOS, "N", levels_after=TWOS | {"NS": "3"})
)
reading("shared_borders", "lower", "CLAIM-LEVELS", default=None, other="EW=3 NS=2").of(
    D_SJ_03_at_120=lambda: scored(120, TWOS, "N", levels_after=TWOS | {"EW": "4"})
)


@reading("shared_borders", "lower", "DEALER-NEXT", default="W", other="S", also_other=("X-14", "D-SJ-05"))
def test_D_SJ_03_bank_at_80() -> GameRecord:
    """N's side leaves office at 80, or stays; E is banker in no case."""
    return clauses.next_hand(80, "E")


@pytest.mark.parametrize("points", [40, 75, 85])
def test_D_SJ_03_leaves_40_and_the_rows_alone(points: int) -> None:
    """40 belongs to the higher row by the sheet's own words."""
    record = scored(points, TWOS, "N")
    assert audit(replace(record, options={"shared_borders": "lower"})).hands == audit(record).hands


reading("office_at_80", "office_only", "CLAIM-LEVELS", default="EW=3 NS=2", other=None).of(
    D_SJ_04_office_without_a_level=lambda: scored(95, TWOS, "N", levels_after=TWOS)
)
reading("next_banker", "same", "CLAIM-NEXT-DEALER", default="S", other=None).of(
    D_SJ_05_the_same_banker=lambda: scored(75, TWOS, "N", next_dealer="N")
)
reading("bank_by_bid", "every_hand", "DEALER-OVERBID", default="N", other=None).of(
    D_SJ_14_bank_declared_for_in_every_hand=lambda: bid_hand(
        "E LJ2h", "W BJ2c2c", trump="c", dealer="W", no=3, levels=TWOS, bank="N"
    )
)


# ---------------------------------------------------------------------------------------- declaring


reading("overdeclare_order", "none", "BID-RANK", default="> BJ2c2c", other=None).of(
    D_SJ_06_no_order=lambda: bid_hand("N LJ2h", "W BJ2c2c", "S LJ2d2d", trump="d", dealer="W")
)
reading("reinforced_stands", "no", "BID-RANK", default="> LJ2h2h", other=None, also=("D-SJ-06",)).of(
    D_SJ_07_reinforced_declaration_over_declared=lambda: bid_hand("N LJ2h", "N 2h", "W BJ2c2c", trump="c", dealer="W")
)


def nobody_declared(kitty: str) -> GameRecord:
    """Spades were played, though nobody declared."""
    return match(table(kitty=kitty).finish().hand(bids=()))


reading("nobody_declares", "redeal", "BID-REDEAL", default=None, other=True).of(
    D_SJ_08_deal_again=lambda: nobody_declared(KITTY_15)
)
reading("nobody_declares", "kitty_card", "TRUMP-SUIT", default=None, other="h").of(
    D_SJ_08_first_level_card_of_the_kitty=lambda: nobody_declared("3d2h2cLJ4d6d7d8d")
)
reading("nobody_declares", "kitty_card", "TRUMP-SUIT", default=None, other="NT").of(
    D_SJ_08_joker_in_the_kitty=lambda: nobody_declared("3dLJ2h2c4d6d7d8d")
)
reading("nobody_declares", "no_trump", "TRUMP-SUIT", default=None, other="NT").of(
    D_SJ_08_no_trump=lambda: nobody_declared(KITTY_15)
)
reading("joker_pair_opens", "yes", "BID-DECLARE", default="LJ|BJ + 2", other=None).of(
    SJ_a_joker_pair_first=lambda: bid_hand("N LJLJ", trump="NT")
)


@pytest.mark.parametrize("dealer", SEATS)
def test_SJ_a_joker_pair_first_wins_no_bank(dealer: str) -> None:
    """SJ-3b holds for it as well: whoever is recorded as banker, the bids do not say otherwise."""
    record = bid_hand("N LJLJ", trump="NT", dealer=dealer)
    assert not codes(replace(record, options={"joker_pair_opens": "yes"}))


def test_D_SJ_21_changes_nothing() -> None:
    """Records hold no time of a bid: the question is settled."""
    record = bid_hand("N LJ2h", "W BJ2c2c", trump="c", dealer="W")
    chosen = audit(replace(record, options={"declare_until": "drawn"}))
    assert [finding.code for finding in chosen.findings] == ["OPTION-IDLE"]
    assert chosen.hands == audit(record).hands


# ---------------------------------------------------------------------------------------- the kitty


def kitty_won(last: str, factor: int) -> GameRecord:
    """E, an attacker, leads and wins the last trick; the score sheet has this multiplier."""
    return match(captured(last).hand(claims=HandClaims(multiplier=factor)))


reading("side_single_kitty", "2", "CLAIM-MULTIPLIER", default="1", other=None).of(
    D_SJ_09_side_single=lambda: kitty_won("Kh", 2)
)


@cache
def last_trick(leader: str, trump: str, **plays: str) -> Table:
    """A whole hand, S banker, with this last trick."""
    return ending(plays, leader=leader, kitty=KITTY_15, dealer="S", trump=trump)


@reading("long_tractor_kitty", "doubling", "CLAIM-MULTIPLIER", default="8", other=None)
def test_D_SJ_10_three_pairs() -> GameRecord:
    board = last_trick("E", "s", E="7s7s8s8s9s9s", N="3d4d6d7d8d9d", W="3c4c6c7c9hTh", S="3d4d6d7d8d9d")
    return match(board.hand(claims=HandClaims(multiplier=16)))


RUFFED_LAST = {"E": "9s", "N": "Ac", "W": "3d", "S": "4d"}


reading("kitty_class", "lead", "CLAIM-MULTIPLIER", default="2", other=None).of(
    D_SJ_22_ruff_of_a_side_suit=lambda: match(last_trick("N", "s", **RUFFED_LAST).hand(claims=HandClaims(multiplier=1)))
)


@reading("kitty_structure", "lead", "CLAIM-MULTIPLIER", default="4", other=None, also=("D-SJ-22",))
def test_X_12_pair_on_a_throw_of_singles() -> GameRecord:
    board = last_trick("N", "s", E="9s9s", N="AcQc", W="3d4d", S="3d4d")
    return match(board.hand(claims=HandClaims(multiplier=2)))


# ---------------------------------------------------------------------------------------- tractors


reading("hollow_tractors", "no", "TRICK-FOLLOW-TRACTOR", default="4c4c6c6c", other=None).of(
    D_SJ_11_side_suit=lambda: clubs_follow("8c8c9c9c", "4c4c6c6cJcJc", "6c6cJcJc", level="5")
)
reading("hollow_tractors", "side", "TRICK-FOLLOW-TRACTOR", default="4s4s6s6s", other=None).of(
    D_SJ_11_trumps=lambda: trumps_follow("8s8s9s9s", "4s4s6s6sJsJs", "6s6sJsJs", level="5")
)


ACE_TRACTOR = ("5s5s6s6s", "AsAs2h2h8s8s", "8s8s2h2h")


reading("level_on_ace", "no_trump", "TRICK-FOLLOW-TRACTOR", default="AsAs2h2h", other=None).of(
    D_SJ_12_side_level_on_the_ace=lambda: trumps_follow(*ACE_TRACTOR)
)
reading("level_on_ace", "neither", "TRICK-FOLLOW-TRACTOR", default="AsAs2h2h", other=None).of(
    D_SJ_12_neither=lambda: trumps_follow(*ACE_TRACTOR)
)


@reading("level_on_ace", "ace", "CLAIM-MULTIPLIER", default="8", other=None)
def test_D_SJ_12_little_jokers_on_a_level_pair_without_trump() -> GameRecord:
    board = last_trick("E", "NT", E="2h2hLJLJ", N="3d4d6d7d", W="3c4c6c7c", S="3d4d6d7d")
    return match(board.hand(claims=HandClaims(multiplier=4)))


reading("level_tractors", "13", "TRICK-FOLLOW-TRACTOR", default="2s2sLJLJ", other=None).of(
    D_SJ_24_little_jokers_on_the_main_level_pair=lambda: trumps_follow("5s5s6s6s", "LJLJ2s2s8s8s", "8s8s2s2s")
)
reading("level_on_king", "no", "TRICK-FOLLOW-TRACTOR", default="KsKsAhAh", other=None, also=("D-SJ-12",)).of(
    X_15_king_at_level_ace=lambda: trumps_follow("5s5s6s6s", "KsKsAhAh8s8s", "8s8sAhAh", level="A")
)


# ---------------------------------------------------------------------------------------- following


# ---------------------------------------------------------------------------------------- throws


# ---------------------------------------------------------------------------------------- who wins


reading("first_leader", "side", "LEAD-BANKER", default="E", other=None).of(
    D_SJ_23_the_partner_led=lambda: match(table(dealer="E").trick(leader="W").finish().hand())
)


# ---------------------------------------------------------------------------------------- wrong plays


def with_points(low: int, high: int, build: Callable[[int], GameRecord]) -> GameRecord:
    """The first of many hands, built from a seed, in which the attackers' points are from `low` to under `high`."""
    return next(record for record in map(build, range(400)) if low <= (audit(record).hands[0].attackers or 0) < high)


def levels_claimed(record: GameRecord, **levels: str) -> GameRecord:
    """The record with these levels after its first hand on the score sheet."""
    return replace(record, hands=(replace(record.hands[0], claims=HandClaims(levels=levels)),))


@reading("failed_throw", "misplay", "CLAIM-LEVELS", default=None, other="EW=2 NS=2")
def test_D_SJ_13_failed_throw_as_a_wrong_play() -> GameRecord:
    hands = {"E": "9c8c8c4c4c", "N": "Jc3c"}
    record = with_points(40, 80, lambda seed: throw("9c8c8c4c4c>9c", hands, seed=seed))
    return levels_claimed(record, EW="3", NS="2")


reading("misplay_at_80", "office_only", "CLAIM-LEVELS", default=None, other="EW=3 NS=5").of(
    D_SJ_16_exactly_80=lambda: at_fault(80, "N", levels_after={"EW": "4", "NS": "5"})
)


@reading("misplay_points", "discovery", "CLAIM-LEVELS", default=None, other="EW=5 NS=2")
def test_D_SJ_16_points_at_discovery() -> GameRecord:
    """N revoked in the first trick, which brought no points, and it was noticed in the second."""
    plays = {"E": "Ah", "N": "3c", "W": "4h", "S": "6h"}
    record = with_points(40, 80, lambda seed: trick_1(plays | {"N": "3c7h"}, {"N": "h"}, plays, seed=seed))
    caught = replace(record.hands[0], incidents=(revoke("N", at=(1, 2), noticed=(2, 1)),))
    return levels_claimed(replace(record, hands=(caught,)), EW="3", NS="2")


reading("misplay_attackers_rise", "one", "CLAIM-LEVELS", default=None, other="EW=4 NS=5").of(
    D_SJ_17_attackers_rise_too=lambda: at_fault(60, "N", levels_after={"EW": "3", "NS": "5"})
)
reading("misplay_bank_over_80", "table", "CLAIM-LEVELS", default=None, other="EW=4 NS=5").of(
    D_SJ_18_attackers_at_fault_with_100=lambda: at_fault(100, "E", levels_after={"EW": "3", "NS": "6"})
)


def corrected(**levels: str) -> GameRecord:
    """60 points; N, the banker, corrected a wrong play at once."""
    incident = revoke("N", at=(1, 1), noticed=(1, 1))
    return scored(60, {"EW": "3", "NS": "5"}, "N", incidents=(incident,), levels_after=levels)


reading("corrected_revoke", "misplay", "INCIDENT-CORRECTED", default=True, other=None).of(
    D_SJ_19_corrected_play_is_noted=lambda: corrected(EW="3", NS="6")
)
reading("corrected_revoke", "misplay", "CLAIM-LEVELS", default=None, other="EW=3 NS=5").of(
    D_SJ_19_corrected_play_costs_the_bank=lambda: corrected(EW="3", NS="6")
)


# ---------------------------------------------------------------------------------------- nothing is left out


@pytest.mark.parametrize("number", [0, 601, -1, True, "45", 60.0])
def test_round_minutes_takes_whole_numbers_in_range(number: object) -> None:
    assert option_problem("shengji", "round_minutes", cast(OptionValue, number)) is not None


def test_unknown_option_is_a_problem() -> None:
    assert option_problem("shengji", "no_such_option", "yes") is not None
    assert option_problem("shengji", "D-SJ-99", "yes") is not None


test_reading = situations(__name__)
