"""Every option of the sheet `chaodipi`: each of its readings changes the verdict that it is said to change, and no other."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.question import Situation, Word, judge_declarations
from paipu.replay.record import Event, GameRecord, HandClaims, Incident, KittyAction, MatchClaims
from tests.rules.build import KITTY_15, answered
from tests.rules.readings import READINGS
from tests.rules.registry import situations
from tests.rules.test_chaodipi_clauses import (
    HAND_OF_24,
    KITTY_OF_NINE,
    asked,
    bid_hand,
    bottomed,
    clubs_follow,
    ending,
    fined,
    flag_scored,
    match,
    scored,
    staked,
    table,
    trick_1,
    trumps_follow,
    undeclared,
    wrong_play,
)
from tests.rules.tricks_build import NO_CLUBS, TWOS, UNSEEN

READING: Final = READINGS["chaodipi"]
reading = READING.reading
KITTY_15_OF_RED: Final = "5dTd3h4h6h7h8h9h"
"""A kitty with 15 points."""


# ---------------------------------------------------------------------------------------- levels and the bank


reading("at_80", "bank_stays", "CLAIM-NEXT-DEALER", default=None, other="S", also_other=("X-14",)).of(
    D_CDP_01_80_points=lambda: scored(80, TWOS, "N", next_dealer="W")
)
reading("attackers_rise", "never", "CLAIM-LEVELS", default="EW=5 NS=2", other=None).of(
    D_CDP_02_attackers_stay=lambda: scored(110, TWOS, "N", levels_after=TWOS)
)
reading("past_ace", "any", "CLAIM-LEVELS", default="EW=2 NS=A", other=None).of(
    D_CDP_03_the_ace_jumped=lambda: scored(50, {"EW": "2", "NS": "K"}, "N", levels_after={"EW": "2", "NS": "flag"})
)
reading("next_banker", "same", "CLAIM-NEXT-PARTNER", default="S", other=None, also=("D-CDP-04",)).of(
    X_14_the_same_banker=lambda: scored(60, TWOS, "N", next_dealer="N")
)
reading("other_banker", "wrong", "CLAIM-NEXT-PARTNER", default="S", other=None, also=("X-14",)).of(
    D_CDP_04_the_other_seat_is_disputed=lambda: scored(60, TWOS, "N", next_dealer="N")
)
reading("other_banker", "wrong", "CLAIM-NEXT-DEALER", default=None, other="S", also_other=("X-14",)).of(
    D_CDP_04_the_other_seat_is_wrong=lambda: scored(60, TWOS, "N", next_dealer="N")
)


@reading("round_minutes", 40, "CLOCK-ROUND", default="50", other=None)
def test_CDP_1_3b_game_of_40_minutes() -> GameRecord:
    ended = MatchClaims(winner="NS", reason="time")
    return scored(75, {"EW": "6", "NS": "6"}, "N", match_claims=ended, event=Event(seconds=45 * 60))


# ---------------------------------------------------------------------------------------- 扛旗 and 上天入地


reading("flag_rise", "from_100", "CLAIM-LEVELS", default="EW=6 NS=flag", other=None).of(
    D_CDP_20_a_level_for_110=lambda: flag_scored(110, levels_after={"EW": "7", "NS": "flag"})
)
reading("flag_rise", "from_80", "CLAIM-LEVELS", default="EW=6 NS=flag", other=None).of(
    D_CDP_20_two_levels_for_100=lambda: flag_scored(100, levels_after={"EW": "8", "NS": "flag"})
)
reading("trio_bottom", "stake", "CLAIM-LEVELS", default=None, other="EW=2 NS=A").of(
    D_CDP_16_bottom_below_80=lambda: bottomed(35, ("3", "2"), ("A", "2"))
)
reading("stake_survives", "no", "CLAIM-LEVELS", default="EW=2 NS=A", other=None).of(
    D_CDP_17_declared_over=lambda: staked(70, ("8", "6"), ("8", "7"), "N 5h5h=s", "W 6c6c")
)
reading("stake_at_ace", "to_ace", "CLAIM-LEVELS", default="EW=2 NS=flag", other=None).of(
    D_CDP_18_the_bank_at_ace=lambda: staked(40, ("8", "A"), ("2", "A"), "N 5h5h=c")
)
reading("stake_at_ace", "to_ace", "CLAIM-LEVELS", default=None, other="EW=A NS=2").of(
    D_CDP_18_a_side_past_the_ace=lambda: staked(85, ("flag", "6"), ("flag", "2"), "W 5h5h=c")
)


# ---------------------------------------------------------------------------------------- declaring


reading("over_declaration", "single", "BID-OVER", default=True, other=None).of(
    D_CDP_21_single_over_a_single=lambda: bid_hand("N 2h", "W 2c", trump="c", dealer="W")
)


PROTECTED: Final[Mapping[str, str]] = {"N": "2h2h", "W": "2c2cBJBJ"}


reading("self_protection", "open", "BID-CLOSED", default="2h2h", other=None).of(
    D_CDP_21b_over_a_protected_trump=lambda: bid_hand("N 2h", "N 2h2h", "W 2c2c", trump="c", dealer="W", shown=PROTECTED)
)
reading("top_pair_over_protection", "yes", "BID-CLOSED", default="2h2h", other=None, also=("D-CDP-21b",)).of(
    CDP_f_joker_pair_over_a_protected_trump=lambda: bid_hand(
        "N 2h", "N 2h2h", "W BJBJ", trump="NT", dealer="W", shown=PROTECTED
    )
)
reading("own_after_another", "no", "BID-SELF", default=None, other=True).of(
    CDP_g_the_pair_of_what_was_declared_over=lambda: bid_hand("N 2h", "W 2c2c", "N 2h2h", trump="h", shown=PROTECTED)
)
reading("pair_again", "again", "BID-SPENT", default=True, other=None).of(
    D_CDP_22_the_same_pair_again=lambda: bid_hand("N 2h2h", "W 2c2c", "N 2h2h", trump="h", shown={"N": "2h2h", "W": "2c2c"})
)


reading("declarer_asked", "yes", "KITTY-SELF", default=True, other=None).of(
    D_CDP_22b_the_declarer_takes_it_up=lambda: asked("N 2c2c", bids=("N 2h",), holds={"N": "2h2c2c"}, trump="h", bank="E")
)


@pytest.mark.parametrize(
    ("level", "bids", "default"),
    [("7", ("N 7h", "W 7c", "E 7s7s", "W 7c7c"), Word.LEGAL), ("5", ("N 5h", "W 5c5c", "N 5h5h=d"), Word.ILLEGAL)],
    ids=["what_did_not_stand", "both_red_fives_at_level_5_are_such_a_pair"],
)
def test_CDP_g_is_about_the_pair_of_what_stood(level: str, bids: tuple[str, ...], default: Word) -> None:
    bidding = judge_declarations(Situation("chaodipi", level, options={"own_after_another": "no"}), bids, "N")
    assert bidding.bids[-1].default is default
    assert ("CDP-g" in bidding.bids[-1].options) is (default is Word.ILLEGAL)


@reading("pair_again", "again", "BID-SPENT", default=True, other=None)
def test_D_CDP_22_the_same_pair_for_the_kitty() -> GameRecord:
    board = table({"N": "2h2h", "E": "2c2c"}, trump="h", dealer="E").finish()
    return match(board.hand(bids=("N 2h2h", "E 2c2c"), kitty=answered(board, "N 2h2h")))


reading("nobody_first", "recorded", "BANK-NONE", default=True, other=None).of(
    D_CDP_24_nobody_declared=lambda: undeclared("3c4c2d2s6c7c8cAs", "d", no=1)
)
reading("kitty_highest", "plain", "TRUMP-SUIT", default="h", other=None).of(
    D_CDP_25_the_red_five=lambda: undeclared("3c4c5h6c7c8c9cTs", "s")
)
reading("kitty_highest", "plain", "TRUMP-SUIT", default=None, other="NT").of(
    D_CDP_25_the_red_five_below_a_joker=lambda: undeclared("3c4c5h6cLJ8c9cTs", "h")
)
reading("kitty_highest", "first", "TRUMP-SUIT", default="s", other=None).of(
    D_CDP_25_two_kings=lambda: undeclared("3c4cKhKs6c7c8c9c", "h")
)
reading("five_at_five", "level_pair", "TRUMP-SUIT", default="c", other=None).of(
    D_CDP_33_pair_of_red_fives_at_five=lambda: bid_hand("N 5h5h=c", trump="h", level="5", levels={"EW": "5", "NS": "5"})
)


@reading("five_at_five", "level_pair", "CLAIM-LEVELS", default="EW=2 NS=A", other=None)
def test_D_CDP_33_no_stake() -> GameRecord:
    record = scored(60, {"EW": "8", "NS": "5"}, "N", level="5", bids=("N 5h5h=h",), levels_after={"EW": "8", "NS": "7"})
    return replace(record, hands=(replace(record.hands[0], trump="h", kitty=(KittyAction(seat="N", bury=UNSEEN),)),))


# ---------------------------------------------------------------------------------------- 炒底


@reading("first_leader", "taker", "LEAD-SIDE", default="E", other=None)
def test_D_CDP_06_the_taker_led() -> GameRecord:
    board = table({"E": "2s", "N": "2c2c"}, trump="c").trick(leader="N").finish()
    return match(board.hand(bids=("E 2s",), kitty=answered(board, "N 2c2c", "W", "S", "E")))


reading("first_leader", "taker", "LEAD-BANKER", default=None, other="W").of(
    D_CDP_06_the_banker_led=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="c")
)


@reading("kitty_protection", "burier", "CLAIM-MULTIPLIER", default="2", other=None)
def test_D_CDP_07_attackers_buried_last() -> GameRecord:
    """E, an attacker, takes the kitty up and later wins the last trick with a single trump. Nobody wrote the deal down."""
    board = ending({"E": "9c", "N": "3d", "W": "4d", "S": "6d"}, leader="E", kitty=KITTY_15_OF_RED, dealer="S", trump="c")
    kitty = answered(board, "E 2c2c", "N", "W", "S")
    return match(board.hand(deal=None, bids=("S 2s",), kitty=kitty, claims=HandClaims(multiplier=0)))


# ---------------------------------------------------------------------------------------- 5·10·K


reading("hearts_trio", "no", "THROW-BEATABLE", default=None, other="Th").of(
    D_CDP_10_hearts_trump=lambda: trick_1({"E": "KhTh5h", "W": "AhLJ"}, {"W": "T"}, {"E": "KhTh5h"}, trump="h")
)
reading("lowered_five", "owed", "TRICK-FOLLOW-TRIO", default=None, other=True).of(
    D_CDP_12_the_red_five_kept=lambda: trick_1({"E": "KhTh5h", "W": "5hKhTh3h4h"}, {"W": "h"}, {"E": "KhTh5h", "W": "3h4hTh"})
)
reading("second_trio", "trio", "TRICK-HIGHEST-OR-TRIO", default="AsLJBJ", other=None).of(
    D_CDP_13_the_own_trio=lambda: trumps_follow("KsTs5s", "BJLJAsKsTs5s", "KsTs5s")
)
reading("second_trio", "trio", "TRICK-FOLLOW-TRIO", default=None, other="5sTsKs").of(
    D_CDP_13_the_highest_trumps=lambda: trumps_follow("KsTs5s", "BJLJAsKsTs5s", "BJLJAs")
)
reading("five_as_heart", "yes", "TRICK-FOLLOW-SUIT", default="3h", other=None).of(
    CDP_b_the_red_five_under_hearts=lambda: trick_1({"E": "Ah", "W": "5h3h"}, {"W": "h"}, {"E": "Ah", "W": "5h"})
)


# ---------------------------------------------------------------------------------------- tractors


def hearts_follow(lead: str, hand: str, play: str, **terms: Any) -> GameRecord:
    """W has these hearts, and plays this under E's lead of hearts."""
    return trick_1({"E": lead, "W": hand}, {"W": "h"}, {"E": lead, "W": play}, **terms)


reading("hollow_tractors", "no", "TRICK-FOLLOW-TRACTOR", default="7c7c9c9c", other=None).of(
    D_CDP_34_across_the_level=lambda: clubs_follow("3c3c4c4c", "7c7c9c9cJcJcKcKc", "JcJcKcKc", level="8")
)
reading("five_gap", "no", "TRICK-FOLLOW-TRACTOR", default="4h4h6h6h", other=None).of(
    D_CDP_19_across_the_red_five=lambda: hearts_follow("8h8h9h9h", "4h4h6h6hJhJhKhKh", "JhJhKhKh")
)
reading("double_gap", "no", "TRICK-FOLLOW-TRACTOR", default="3h3h6h6h", other=None, also=("D-CDP-19", "D-CDP-34")).of(
    CDP_a_across_both=lambda: hearts_follow("8h8h9h9h", "3h3h6h6hJhJhKhKh", "JhJhKhKh", level="4")
)


# ---------------------------------------------------------------------------------------- throws


def threw(lead: str, **others: str) -> GameRecord:
    """E leads this; the others have the clubs named and no more."""
    return trick_1({"E": lead.partition(">")[0]} | others, NO_CLUBS, {"E": lead})


ALL_BLOCKED: Final = "7c7c8c8cTcTcJc"
BLOCKERS: Final = "QcQcKcKcAc"


@pytest.mark.parametrize(
    ("singles", "tractors", "stands"),
    [
        ("structure_first", "tractor", "7c7c8c8c"),
        ("structure_first", "pair", "TcTc"),
        ("single_first", "tractor", "Jc"),
        ("single_first", "pair", "Jc"),
    ],
)
def test_X_8_and_X_19_are_two_questions(singles: str, tractors: str, stands: str) -> None:
    chosen = {"forced_piece": singles, "tractor_before_pair": tractors}
    for options in (chosen, dict(reversed(chosen.items()))):
        record = replace(threw(f"{ALL_BLOCKED}>{stands}", N=BLOCKERS), options=options)
        assert not [finding for finding in audit(record).findings if finding.code == "THROW-PIECE"], options


@pytest.mark.parametrize(("tractors", "stands"), [("tractor", "7c7c8c8c"), ("pair", "TcTc")])
def test_X_19_holds_below_the_singles_too(tractors: str, stands: str) -> None:
    options = {"forced_piece": "single_first", "tractor_before_pair": tractors}
    for piece in ("7c7c8c8c", "TcTc"):
        record = replace(threw(f"7c7c8c8cTcTc>{piece}", N="QcQcKcKc"), options=options)
        wrong = [finding.expected for finding in audit(record).findings if finding.code == "THROW-PIECE"]
        assert wrong == ([] if piece == stands else [stands])


reading("trump_throws", "forbidden", "THROW-TRUMPS", default=None, other=True).of(
    X_9_trumps_thrown=lambda: trick_1({"E": "5h5hBJ"}, {}, {"E": "5h5hBJ"})
)


# ---------------------------------------------------------------------------------------- who wins


@reading("equal_cards", "last", "CLAIM-WINNER-TRIO", default="W", other="S")
def test_X_2_the_last_of_two_ruffing_trios() -> GameRecord:
    plays = {"E": "KcTc5c", "N": "3d4d6d", "W": "KsTs5s", "S": "KsTs5s"}
    return match(table(plays, NO_CLUBS).trick(plays).hand(claims=HandClaims(winners="E")))


def test_X_2_a_trio_that_follows_never_wins() -> None:
    """The second 5·10·K of the led suit is low, whichever of equal cards wins (CDP-5.1d)."""
    plays = {"E": "KcTc5c", "N": "KcTc5c", "W": "3d4d6d", "S": "3d4d6d"}
    board = table(plays, NO_CLUBS).trick(plays)
    assert audit(match(board.hand(), options={"equal_cards": "last"})).hands[0].winners == "E"


@reading("kitty_structure", "lead", "CLAIM-MULTIPLIER", default="4", other=None)
def test_X_12_pair_on_a_throw_of_singles() -> GameRecord:
    """N, the banker, leads two clubs that nobody can beat, and E ruffs them with a pair."""
    last = {"E": "9s9s", "N": "AcQc", "W": "3d4d", "S": "3d4d"}
    return match(ending(last, leader="N", kitty=KITTY_15, dealer="S").hand(claims=HandClaims(multiplier=2)))


# ---------------------------------------------------------------------------------------- penalties


reading("penalty_direction", "taken", "CLAIM-PENALTIES", default="80", other=None).of(
    D_CDP_26_the_bank_fined=lambda: fined(-80, KITTY_OF_NINE)
)
reading("penalty_direction", "taken", "CLAIM-PENALTIES", default=None, other="-20").of(
    D_CDP_26_the_bank_exposed_two_cards=lambda: fined(
        20, Incident(kind="exposed", seat="S", at=(3, 1), noticed=(3, 1), cards="AsKd")
    )
)
reading("count_once", "each", "CLAIM-PENALTIES", default=None, other="160", also_other=("D-CDP-26",)).of(
    D_CDP_27_kitty_and_hand=lambda: fined(80, KITTY_OF_NINE, replace(HAND_OF_24, seat="N"))
)
reading("found_next_trick", "concealed", "CLAIM-PENALTIES", default="-20", other=None).of(
    D_CDP_28_found_in_the_next_trick=lambda: fined(-80, wrong_play(6))
)


# ---------------------------------------------------------------------------------------- nothing is left out


def test_readings_can_be_combined() -> None:
    """No two options set the same slot."""
    slots = [
        (path, key) for key, option in READING.options.items() for path in {p for c in option.choices.values() for p in c.slots}
    ]
    shared = {path for path, key in slots if any(path == other and key != owner for other, owner in slots)}
    assert not shared


test_reading = situations(__name__)
