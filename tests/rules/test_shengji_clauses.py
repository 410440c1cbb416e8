"""For every clause of the sheet `shengji` and every check code that enforces it: one record it must find, one it must not.

Those that other trick games have too are in `test_trick_clauses.py`.
"""

import re
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from paipu.replay.audit import audit
from paipu.replay.budget import LIMIT
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims
from tests.oracle.cards import SEATS
from tests.rules import tricks_build as made
from tests.rules.build import KITTY_15, Table, ending, match, revoke, ruling, score_sheet, table
from tests.rules.registry import before_play, each, must_not, situations, trigger
from tests.rules.tricks_build import SJ, TWOS
from tests.worst.genome import to_record
from tests.worst.pinned import WORST

clean = partial(made.clean, SJ)
claimed = partial(made.claimed, SJ)
noticed = partial(made.noticed, SJ)
changed_deal = partial(made.changed_deal, SJ)
bid_hand = partial(made.bid_hand, SJ, dealer="N")
trick_1 = partial(made.trick_1, SJ)
clubs_follow = partial(made.clubs_follow, SJ)
trumps_follow = partial(made.trumps_follow, SJ)
throw = partial(made.throw, SJ)
won = partial(made.won, SJ)
scored = partial(made.scored, SJ)
second_level = partial(made.second_level, SJ)
next_hand = partial(made.next_hand, SJ)


# ======================================================================================== 总则


def passed_after(seconds: float | None, reason: str = "passed") -> GameRecord:
    """NS win at ten, or, if the reason is time, lead when the clock stops."""
    levels = {"EW": "9", "NS": "T" if reason == "passed" else "7"}
    winner = "NS" if reason == "passed" else "EW"
    return scored(75, levels, "N", match_claims=MatchClaims(winner=winner, reason=reason), event=Event(seconds=seconds))


trigger(
    "SJ-0.2",
    "CLOCK-ROUND",
    hand=None,
    expected="60",
    actual="60.5",
    pointer="/event/finished",
    basis="assumed",
    options=("D-SJ-20",),
).of(passed_after_time=lambda: passed_after(3_630))
trigger("SJ-0.2", "CLOCK-ROUND", hand=None, expected="60", actual="59.98").of(
    time_called_early=lambda: passed_after(3_599, "time")
)
must_not("SJ-0.2", "CLOCK-ROUND").of(
    on_the_minute=each(passed_after, [(3_600, "passed"), (0, "passed"), (3_600, "time"), (None, "time")])
)

trigger(
    "SJ-0.3",
    "CLAIM-MATCH-WINNER",
    hand=None,
    expected="NS",
    actual="EW",
    pointer="/claims/winner",
    options=("D-SJ-01",),
    basis="assumed",
).of(other_side_claimed=lambda: scored(75, {"EW": "9", "NS": "T"}, "N", match_claims=MatchClaims(winner="EW")))
must_not("SJ-0.3", "CLAIM-MATCH-WINNER").of(
    winner_past_ten=lambda: scored(75, {"EW": "9", "NS": "T"}, "N", match_claims=MatchClaims(winner="NS", reason="passed"))
)
trigger("SJ-0.3", "CLAIM-MATCH-REASON", hand=None, expected="-", actual="passed").of(
    at_ten_is_not_past_it=lambda: scored(75, {"EW": "9", "NS": "9"}, "N", match_claims=MatchClaims(reason="passed"))
)
trigger("SJ-0.3", "CLAIM-MATCH-REASON", hand=None, expected="passed", actual="time", basis="assumed", options=("D-SJ-01",)).of(
    passed_before_time=lambda: scored(75, {"EW": "9", "NS": "T"}, "N", match_claims=MatchClaims(winner="NS", reason="time"))
)
must_not("SJ-0.3", "CLAIM-MATCH-REASON").of(
    reason_right_or_not_given=each(
        lambda reason: scored(75, {"EW": "9", "NS": "T"}, "N", match_claims=MatchClaims(reason=reason)), ["passed", None]
    )
)


def two_hands(points: int, level: str) -> GameRecord:
    first = score_sheet(points, dealer="N", level=level)
    second = score_sheet(75, no=2, dealer="S", level="J" if level == "T" else "T")
    return match(first, second, levels={"EW": "9", "NS": level}, dealer="N")


trigger("SJ-0.3", "MATCH-OVER", hand=2, pointer="/hands/1", options=("D-SJ-01",), basis="assumed").of(
    hand_after_the_end=lambda: two_hands(75, "T")
)
must_not("SJ-0.3", "MATCH-OVER").of(while_at_ten=lambda: two_hands(75, "9"))

must_not("SJ-0.4", "CLAIM-MATCH-TIME").of(who_took_office_at_80=lambda: made.timed(SJ, 80, "6", "7", "EW"))

trigger("SJ-0.5", "INCIDENT-CONDUCT", at=(3, 2), seat="N", actual="signal", pointer="incidents/0").of(
    signal=lambda: match(clean().hand(incidents=(Incident(kind="signal", seat="N", at=(3, 2)),)))
)
must_not("SJ-0.5", "INCIDENT-CONDUCT").of(
    # a failed throw is an incident, and no misconduct
    failed_throw=lambda: match(clean().hand(incidents=(Incident(kind="failed_throw", seat="N"),)))
)


# ======================================================================================== 一.1 points, 一.2 the deal


@before_play("SJ-2", "DEAL-COUNT", expected="8", actual="7", pointer="deal/kitty")
def test_SJ_2_trigger_kitty_of_seven() -> GameRecord:
    record = changed_deal(kitty=" ".join(clean().deal["kitty"][1:]))
    return replace(record, hands=(replace(record.hands[0], kitty=None),))


@before_play("SJ-2", "BURY-COUNT", seat="E", expected="8", actual="15", besides=("BURY-NOT-HELD",))
def test_SJ_2_trigger_nine_buried_alike() -> GameRecord:
    """Nine times the three are, counted in eights, the three and the four."""
    board = table({"E": "3c4c6c7c"}, kitty="3d4d6d7d8d9dJdQd", bury="3c4c6c7c3d4d6d7d")
    return match(board.hand(kitty=(KittyAction(seat="E", bury="3c4c6c7c6d7d" + 9 * "3d"),), tricks=None))


@trigger("SJ-2", "PLAY-NOT-HELD", at=(1, 3), seat="W", actual="9c")
def test_SJ_2_trigger_only_and_the_hand_is_not_trusted_from_there_on() -> GameRecord:
    """W's 3h may be what he was not dealt either: no revoke is found where the plays do not show it."""
    board = table({"E": "AcKh", "W": "3h4d"}, {"W": "hc"}, kitty="9c3d3d6d7d8d9dJd")
    return match(board.trick({"E": "Ac", "W": "9c"}).trick({"E": "Kh", "W": "4d"}).hand())


# ======================================================================================== 一.3 the bank, 一.4 partners


trigger("SJ-3b", "DEALER-FIRST", expected="N", actual="S", pointer="dealer").of(
    joker_pair_wins_no_bank=lambda: bid_hand("N LJ2h", "S BJBJ", trump="NT", dealer="S")
)
trigger("SJ-3b", "DEALER-FIRST", expected="W", actual="S").of(
    # the first who over-declared with level cards is banker, whoever follows him
    the_second_who_over_declared=lambda: bid_hand("N BJ2h", "W BJ2c2c", "S LJLJ", trump="NT", dealer="S")
)
trigger("SJ-3b", "DEALER-FIRST", expected="W", actual="S", besides=("BID-OVER",)).of(
    neither_with_nor_without_an_illegal_bid=lambda: bid_hand("N LJ2h", "W 2c2c", trump="c", dealer="S")
)
must_not("SJ-3b", "DEALER-FIRST", besides=("BID-OVER",)).of(
    whether_or_not_the_table_let_an_illegal_bid_stand=each(
        lambda dealer, trump: bid_hand("N LJ2h", "W 2c2c", trump=trump, dealer=dealer), [("N", "h"), ("W", "c")]
    )
)
must_not("SJ-3b", "DEALER-FIRST").of(
    the_first_or_who_overbid=each(
        lambda bids, trump, dealer: bid_hand(*bids, trump=trump, dealer=dealer),
        [
            (("N LJ2h",), "h", "N"),
            (("N LJ2h", "W BJ2c2c"), "c", "W"),
            (("N BJ2h", "W LJLJ"), "NT", "N"),
            (("N LJ2h", "W LJ2c2c", "S BJBJ"), "NT", "W"),
        ],
    )
)

trigger(
    "SJ-3c", "DEALER-NEXT", hand=2, expected="S", actual="W", pointer="dealer", basis="assumed", options=("X-14", "D-SJ-05")
).of(attackers_without_80_got_the_bank=lambda: next_hand(75, "W"))
trigger("SJ-3c", "DEALER-NEXT", hand=2, expected="W", actual="S", basis="assumed", options=("D-SJ-03",)).of(
    bank_kept_after_80=lambda: next_hand(80, "S")
)
trigger("SJ-3c", "DEALER-NEXT", hand=2, expected="W", actual="S").of(bank_kept_after_85=lambda: next_hand(85, "S"))


@must_not("SJ-3c", "DEALER-NEXT")
def test_SJ_3c_must_not_where_a_hand_is_missing() -> GameRecord:
    """Hand 2 may have moved the bank and the levels."""
    last = score_sheet(75, no=3, dealer="W", level="7")
    return match(score_sheet(75, dealer="N"), last, levels=TWOS, dealer="N")


must_not("SJ-3c", "DEALER-NEXT").of(next_banker=each(next_hand, [(75, "S"), (80, "W"), (0, "S"), (200, "W")]))
trigger("SJ-3c", "CLAIM-NEXT-DEALER", expected="W", actual="S", pointer="claims/next_dealer").of(
    wrong_next_banker_claimed=lambda: scored(95, TWOS, "N", next_dealer="S")
)

trigger(
    "SJ-0.3", "CLAIM-NEXT-DEALER", expected="-", actual="S", pointer="claims/next_dealer", basis="assumed", options=("D-SJ-01",)
).of(a_banker_after_the_round=lambda: scored(60, {"EW": "9", "NS": "T"}, "N", next_dealer="S"))
must_not("SJ-0.3", "CLAIM-NEXT-DEALER").of(a_banker_at_ten=lambda: scored(60, {"EW": "9", "NS": "9"}, "N", next_dealer="S"))


def test_SJ_0_3_nobody_is_banker_after_the_round() -> None:
    assert audit(scored(60, {"EW": "9", "NS": "T"}, "N")).hands[0].next_dealer is None
    assert audit(scored(60, {"EW": "9", "NS": "9"}, "N")).hands[0].next_dealer == "S"


must_not("SJ-3c", "CLAIM-NEXT-DEALER").of(
    claimed_right=each(lambda points, dealer: scored(points, TWOS, "N", next_dealer=dealer), [(75, "S"), (80, "W")])
)


# ======================================================================================== 一.5 declaring


before_play("SJ-5a", "BID-NAMED", seat="N", expected="h", actual="c", pointer="bids/0", basis="assumed").of(
    named_a_suit_beside_the_card=lambda: bid_hand("N LJ2h=c", trump="h")
)
must_not("SJ-5a", "BID-NAMED").of(named_nothing=lambda: bid_hand("N LJ2h", trump="h"))
before_play("SJ-5a", "BID-DECLARE", seat="N", actual="2h2h", expected="LJ|BJ + 2", pointer="bids/0").of(
    level_pair_without_a_joker=lambda: bid_hand("N 2h2h", trump="h")
)
before_play("SJ-5a", "BID-DECLARE", seat="N", actual="LJ3h", besides=("BID-DECLARE",)).of(
    joker_with_another_rank=lambda: bid_hand("N LJ3h", trump="h")
)
before_play("SJ-5a", "BID-DECLARE", seat="N", actual="LJ2h2c").of(
    level_cards_of_two_suits=lambda: bid_hand("N LJ2h2c", trump="h")
)
before_play("SJ-5a", "BID-DECLARE", seat="N", actual="LJLJ", basis="disputed", options=("SJ-a",)).of(
    joker_pair_first=lambda: bid_hand("N LJLJ", trump="NT")
)
must_not("SJ-5a", "BID-DECLARE").of(
    at_least_a_joker_and_a_level_card=each(
        lambda bid: bid_hand(bid, trump="h"), ["N LJ2h", "N BJ2h", "N LJ2h2h", "N 2hBJ", "N LJBJ2h"]
    )
)

before_play("SJ-5b", "BID-OVER", seat="W", actual="BJ2c", expected="LJ|BJ + 22 | LJLJ | BJBJ", pointer="bids/1").of(
    joker_with_one_level_card=lambda: bid_hand("N LJ2h", "W BJ2c", trump="h")
)
before_play("SJ-5b", "BID-OVER", seat="W", actual="2c2c").of(
    level_pair_without_a_joker=lambda: bid_hand("N LJ2h", "W 2c2c", trump="h")
)
before_play("SJ-5b", "BID-OVER", seat="W", actual="LJBJ").of(
    two_different_jokers=lambda: bid_hand("N LJ2h", "W LJBJ", trump="h")
)


@must_not("SJ-5b", "BID-OVER")
@pytest.mark.parametrize(("bid", "trump"), [("W BJ2c2c", "c"), ("W LJ2d2d", "d"), ("W LJLJ", "NT"), ("W BJBJ", "NT")])
def test_SJ_5b_must_not_joker_with_a_pair_or_a_joker_pair(bid: str, trump: str) -> GameRecord:
    first = "N LJ2h" if bid == "W BJBJ" else "N BJ2h"
    return bid_hand(first, bid, trump=trump, dealer="N" if trump == "NT" else "W")


before_play("SJ-5b", "BID-RANK", seat="S", actual="LJ2d2d", expected="> BJ2c2c", basis="assumed", options=("D-SJ-06",)).of(
    equal_over_declaration=lambda: bid_hand("N LJ2h", "W BJ2c2c", "S LJ2d2d", trump="c", dealer="W")
)
before_play("SJ-5b", "BID-RANK", seat="S", actual="LJ2d2d", expected="> BJBJ", basis="assumed", options=("D-SJ-06",)).of(
    pair_over_big_jokers=lambda: bid_hand("N LJ2h", "W BJBJ", "S LJ2d2d", trump="NT", dealer="N")
)
before_play(
    "SJ-5b", "BID-RANK", seat="W", actual="BJ2c2c", expected="> LJ2h2h", basis="assumed", options=("D-SJ-06", "D-SJ-07")
).of(pair_over_a_reinforced_declaration=lambda: bid_hand("N LJ2h", "N 2h", "W BJ2c2c", trump="h", dealer="N"))
must_not("SJ-5b", "BID-RANK").of(each_higher=lambda: bid_hand("N LJ2h", "W LJ2c2c", "S BJBJ", trump="NT", dealer="W"))


def bid_beside_the_kitty(*bids: str) -> GameRecord:
    """N was dealt LJ2h, and the other 2h lay in the kitty."""
    board = table({"N": "LJ2h"}, kitty="2h3d4d6d7d8d9dJd", dealer="N", trump="h").finish()
    return match(board.hand(bids=bids))


before_play("SJ-5c", "BID-NOT-HELD", seat="N", actual="LJ2h2h", pointer="bids/0").of(
    pair_completed_by_the_kitty=lambda: bid_beside_the_kitty("N LJ2h2h")
)
before_play("SJ-5c", "BID-NOT-HELD", seat="N", actual="2h", pointer="bids/1").of(
    added_card_from_the_kitty=lambda: bid_beside_the_kitty("N LJ2h", "N 2h")
)
must_not("SJ-5c", "BID-NOT-HELD").of(pair_dealt=lambda: bid_hand("N LJ2h", "N 2h", trump="h"))

before_play("SJ-5d", "BID-SELF", seat="N", actual="BJ2c2c", pointer="bids/1").of(
    over_declared_himself=lambda: bid_hand("N LJ2h", "N BJ2c2c", trump="c")
)
before_play("SJ-5d", "BID-SELF", seat="N", actual="2c", pointer="bids/1").of(
    added_a_card_of_another_suit=lambda: bid_hand("N LJ2h", "N 2c", trump="h")
)
before_play("SJ-5d", "BID-SELF", seat="N", actual="2h", pointer="bids/1", besides=("BID-NOT-HELD",)).of(
    added_a_card_to_a_pair=lambda: bid_hand("N LJ2h2h", "N 2h", trump="h", shown={"N": "LJ2h2h"})
)
must_not("SJ-5d", "BID-SELF").of(
    adding_the_second_card=lambda: bid_hand("N LJ2h", "N 2h", trump="h"),
    over_declaring_the_one_who_over_declared=lambda: bid_hand(
        "N LJ2h", "W BJ2c2c", "N LJLJ", trump="NT", dealer="W", shown={"N": "LJLJ2h", "W": "BJ2c2c"}
    ),
)


# ======================================================================================== 一.6 to 一.11 sides, level, trumps


trigger("SJ-6", "CLAIM-LEVELS", by="SJ-15b", expected="EW=2 NS=3", actual="EW=3 NS=2", pointer="claims/levels").of(
    the_partner_is_of_the_bank=lambda: scored(75, TWOS, "N", levels_after={"EW": "3", "NS": "2"})
)
must_not("SJ-6", "CLAIM-LEVELS").of(
    bank_side_by_banker=each(
        lambda dealer, side: scored(75, TWOS, dealer, levels_after=TWOS | {side: "3"}),
        [("N", "NS"), ("S", "NS"), ("E", "EW"), ("W", "EW")],
    )
)
must_not("SJ-6", "LEVEL-IN-FORCE").of(level_of_the_side_that_took_office=lambda: second_level("8", 120, "W"))

trigger("SJ-7", "CLAIM-ATTACKERS", by="SJ-1", options=("X-2",), basis="assumed").of(
    points_of_the_bank_claimed=lambda: claimed(attackers=clean().points["EW"])
)
must_not("SJ-7", "CLAIM-ATTACKERS").of(points_of_the_other_side=lambda: claimed(attackers=clean().points["NS"]))

trigger("SJ-8", "LEVEL-IN-FORCE", hand=2, expected="3", actual="2").of(level_not_raised=lambda: second_level("2"))


def after_a_void_hand(level: str, banker: str) -> GameRecord:
    """Levels EW=3 NS=5, the bank declared for, and a hand played at a level."""
    void = score_sheet(60, dealer="N", incidents=(revoke("E"), revoke("N")))
    second = table({banker: f"LJ{level}h"}, level=level, dealer=banker, trump="h").finish()
    bid = f"{banker} LJ{level}h"
    return match(void, second.hand(no=2, bids=(bid,)), levels={"EW": "3", "NS": "5"}, dealer="N")


trigger("SJ-8", "LEVEL-IN-FORCE", hand=2, expected="3", actual="5").of(
    level_of_the_other_side_after_a_void_hand=lambda: after_a_void_hand("5", "W")
)
trigger("SJ-8", "LEVEL-IN-FORCE", hand=2, expected="5", actual="7").of(
    level_of_neither_side_after_a_void_hand=lambda: after_a_void_hand("7", "N")
)
must_not("SJ-8", "LEVEL-IN-FORCE").of(
    level_of_the_side_that_declared_after_a_void_hand=each(after_a_void_hand, [("3", "W"), ("5", "N")]),
    level_raised=lambda: second_level("3"),
)


@trigger("SJ-9", "TRUMP-SUIT", expected="h", actual="s", pointer="trump")
@pytest.mark.parametrize("played", ["s", "h"])
def test_SJ_9_trigger_trump_not_as_declared(played: str) -> GameRecord:
    """Whether the table played under the declared suit or under the recorded one."""
    board = table({"N": "LJ2h"}, trump=played, dealer="N").finish()
    return match(board.hand(bids=("N LJ2h",), trump="s"))


def over_declared(trump: str | None) -> GameRecord:
    """W over-declared clubs and the hand was played so; the record says otherwise."""
    record = bid_hand("N LJ2h", "W BJ2c2c", trump="c", dealer="W")
    return replace(record, hands=(replace(record.hands[0], trump=trump),))


trigger("SJ-9", "TRUMP-SUIT", expected="c", actual="h").of(the_last_level_card_fixes_it=lambda: over_declared("h"))
must_not("SJ-9", "TRUMP-SUIT").of(the_last_declared=each(over_declared, ["c", None]))
before_play("SJ-9", "BID-NONE", actual="s", pointer="bids", basis="assumed", options=("D-SJ-08",)).of(
    nobody_declared=lambda: match(clean().hand(bids=()))
)
must_not("SJ-9", "BID-NONE").of(bids_not_recorded=lambda: match(clean().hand(bids=None)))
before_play("SJ-9", "BID-REDEAL", pointer="bids", basis="assumed", options=("D-SJ-08",)).of(
    played_though_to_be_dealt_again=lambda: match(clean().hand(bids=()), options={"nobody_declares": "redeal"})
)


@must_not("SJ-9", "BID-REDEAL")
@pytest.mark.parametrize("value", ["recorded", "redeal"])
def test_SJ_9_must_not_redeal_where_declared_or_allowed(value: str) -> GameRecord:
    hand = clean().hand(bids=() if value == "recorded" else None)
    return match(hand, options={"nobody_declares": value})


trigger("SJ-10a", "TRUMP-SUIT/jokers", expected="NT", actual="h", pointer="trump").of(
    suit_kept_after_a_joker_pair=lambda: bid_hand("N LJ2h", "S BJBJ", trump="h")
)
must_not("SJ-10a", "TRUMP-SUIT/jokers").of(no_trump_after_a_joker_pair=lambda: bid_hand("N LJ2h", "S BJBJ", trump="NT"))
must_not("SJ-10a", "CLAIM-WINNER").of(
    # spades are a side suit then: a 2 ruffs
    order_without_a_trump_suit=each(
        lambda plays, winner: won(plays, winner, {"N": "s"} if plays["E"] == "As" else None, trump="NT"),
        [({"E": "As", "N": "2s", "W": "Ks", "S": "3s"}, "N"), ({"E": "2h", "N": "2s", "W": "LJ", "S": "2d"}, "W")],
    )
)

trigger("SJ-11", "TRICK-FOLLOW-SUIT", by="SJ-16c", at=(1, 2), seat="N", expected="Ah", actual="2h").of(
    a_level_card_is_no_heart=lambda: trick_1({"E": "Kh", "N": "Ah2h"}, {"N": "h"}, {"E": "Kh", "N": "2h"})
)
must_not("SJ-11", "TRICK-FOLLOW-SUIT").of(
    a_level_card_is_not_owed_under_its_suit=lambda: trick_1({"E": "Kh", "N": "2h3c"}, {"N": "h"}, {"E": "Kh", "N": "3c"})
)


# ======================================================================================== 一.12 to 一.15 kitty, levels


must_not("SJ-13", "TRICK-FOLLOW-TRACTOR").of(
    # 5566 of trumps at level 5
    level_pair_beside_plain_cards=lambda: trumps_follow("8s8s9s9s", "5s5s6s6sQsQs", "6s6sQsQs", level="5")
)


T31 = {"E": "9c8c8c4c4c", "N": "Jc3c"}


@cache
def captured(last: str) -> Table:
    """A whole hand in which E, an attacker, wins the last trick with these cards."""
    size = len(last)
    others = {"N": "3d4d6d7d"[:size], "W": "4c6c7c8c"[:size], "S": "3d4d6d7d"[:size]}
    return ending({"E": last, **others}, leader="E", kitty=KITTY_15, dealer="S")


trigger("SJ-14", "CLAIM-MULTIPLIER", expected="4", actual="2", pointer="claims/multiplier").of(
    trump_pair_counted_as_a_single=lambda: match(captured("9s9s").hand(claims=HandClaims(multiplier=2)))
)


@must_not("SJ-14", "CLAIM-MULTIPLIER")
@pytest.mark.parametrize(("last", "factor"), [("9s", 2), ("9s9s", 4), ("8s8s9s9s", 8), ("Kh", 1), ("KhKh", 2), ("QhQhKhKh", 4)])
def test_SJ_14_must_not(last: str, factor: int) -> GameRecord:
    board = captured(last)
    points = board.points["EW"] + 15 * factor
    return match(board.hand(claims=HandClaims(multiplier=factor, kitty_points=15, attackers=points)))


SCORE_TABLE = [
    (0, "NS", "5"),
    (5, "NS", "4"),
    (35, "NS", "4"),
    (40, "NS", "3"),
    (75, "NS", "3"),
    (80, "EW", "3"),
    (115, "EW", "3"),
    (120, "EW", "4"),
    (155, "EW", "4"),
    (160, "EW", "5"),
    (195, "EW", "5"),
    (200, "EW", "6"),
    (240, "EW", "7"),
    (320, "EW", "9"),
]


trigger("SJ-15b", "CLAIM-LEVELS", expected="EW=2 NS=4", actual="EW=2 NS=3", pointer="claims/levels").of(
    _35_points_raise_two=lambda: scored(35, TWOS, "N", levels_after={"EW": "2", "NS": "3"})
)
must_not("SJ-15b", "CLAIM-LEVELS").of(
    rises_by_points=each(lambda points, side, level: scored(points, TWOS, "N", levels_after=TWOS | {side: level}), SCORE_TABLE)
)
trigger("SJ-15b", "CLAIM-MATCH-LEVELS", hand=None, expected="EW=2 NS=4", actual="EW=2 NS=5", pointer="/claims/levels").of(
    wrong_final_levels=lambda: scored(35, TWOS, "N", match_claims=MatchClaims(levels={"EW": "2", "NS": "5"}))
)
must_not("SJ-15b", "CLAIM-MATCH-LEVELS").of(
    final_levels=each(
        lambda points, side, level: scored(points, TWOS, "N", match_claims=MatchClaims(levels=TWOS | {side: level})),
        SCORE_TABLE,
    )
)


# ======================================================================================== 一.16 leading


trigger("SJ-16b", "DEALER-OVERBID", hand=3, expected="N", actual="W", pointer="dealer").of(
    over_declaring_moved_the_bank=lambda: bid_hand("E LJ2h", "W BJ2c2c", trump="c", dealer="W", no=3, levels=TWOS, bank="N")
)
must_not("SJ-16b", "DEALER-OVERBID").of(
    over_declared_under_the_same_banker=lambda: bid_hand(
        "E LJ2h", "W BJ2c2c", trump="c", dealer="N", no=3, levels=TWOS, bank="N"
    )
)

trigger("SJ-16f", "THROW-BEATABLE", at=(1, 1), seat="E", expected="9c", actual="9c8c8c4c4c").of(
    single_of_a_throw_beaten=lambda: throw("9c8c8c4c4c", T31)
)
trigger("SJ-16f", "THROW-BEATABLE", at=(1, 1), seat="E", expected="4c4c", actual="9c8c8c4c4c").of(
    # the smallest pair of the throw stands, whichever of its pairs is beaten
    pair_of_a_throw_beaten=each(lambda cards: throw("9c8c8c4c4c", {"E": "9c8c8c4c4c", "S": cards}), ["QcQc", "5c5c"])
)
trigger("SJ-16f", "THROW-PIECE", at=(1, 1), seat="E", actual="Tc").of(
    piece_not_of_the_throw=lambda: throw("9c8c8c4c4c>Tc", T31 | {"E": "Tc9c8c8c4c4c"})
)


# ======================================================================================== 一.16 following and winning


trigger("SJ-16j", "CLAIM-WINNER-COUNT", expected="25", actual="26").of(
    one_winner_too_many=lambda: claimed(winners=clean().winners + "E")
)
trigger("SJ-16j", "CLAIM-WINNER-COUNT", expected="4", actual="3").of(
    winner_of_a_recorded_trick_missing=lambda: winners_of_four_tricks(clean().winners[:3])
)
must_not("SJ-16j", "CLAIM-WINNER-COUNT").of(
    winners_of_tricks_that_are_not_on_record=lambda: winners_of_four_tricks(clean().winners)
)


def winners_of_four_tricks(winners: str) -> GameRecord:
    """The record of the plays stops after four tricks."""
    return match(clean().hand(tricks=tuple(clean().tricks[:4]), claims=HandClaims(winners=winners)))


# ======================================================================================== 一.16 penalties, 二


trigger("SJ-16k", "INCIDENT-OUT-OF-TURN", at=(1, 3), seat="W", actual="out_of_turn", pointer="incidents/0").of(
    out_of_turn=lambda: noticed(Incident(kind="out_of_turn", seat="W", at=(1, 3)))
)
must_not("SJ-16k", "INCIDENT-OUT-OF-TURN").of(without_an_incident=lambda: noticed())


def at_fault(points: int, *seats: str, **claims: Any) -> GameRecord:
    """N banker, levels EW=3 NS=5; these seats revoked, and it was noticed."""
    return scored(points, {"EW": "3", "NS": "5"}, "N", incidents=tuple(map(revoke, seats)), **claims)


trigger("SJ-16l", "CLAIM-LEVELS/bank_fault", expected="EW=3 NS=5", actual="EW=3 NS=6", pointer="claims/levels").of(
    bank_at_fault_rose=lambda: at_fault(60, "S", levels_after={"EW": "3", "NS": "6"})
)
trigger("SJ-16l", "CLAIM-NEXT-DEALER/bank_fault", expected="W", actual="S", pointer="claims/next_dealer").of(
    bank_at_fault_stayed=lambda: at_fault(60, "N", next_dealer="S")
)
must_not("SJ-16l", "CLAIM-LEVELS/bank_fault").of(
    attackers_settle_from_80=each(
        lambda points, level: at_fault(points, "N", levels_after={"EW": level, "NS": "5"}, next_dealer="W"),
        [(0, "3"), (60, "3"), (75, "3"), (80, "4"), (100, "4"), (120, "5"), (200, "7")],
    )
)
must_not("SJ-16l", "CLAIM-NEXT-DEALER/bank_fault").of(attackers_are_banker_next=lambda: at_fault(60, "N", next_dealer="W"))

trigger("SJ-16m", "CLAIM-LEVELS/attackers_fault", expected="EW=3 NS=6", actual="EW=4 NS=5", pointer="claims/levels").of(
    attackers_at_fault_rose=lambda: at_fault(100, "E", levels_after={"EW": "4", "NS": "5"})
)
trigger(
    "SJ-16m",
    "CLAIM-NEXT-DEALER/attackers_fault",
    expected="S",
    actual="W",
    pointer="claims/next_dealer",
    basis="assumed",
    options=("X-14", "D-SJ-05"),
).of(attackers_at_fault_took_office=lambda: at_fault(100, "W", next_dealer="W"))
must_not("SJ-16m", "CLAIM-LEVELS/attackers_fault").of(
    bank_settles_below_40=each(
        lambda points, level: at_fault(points, "E", levels_after={"EW": "3", "NS": level}, next_dealer="S"),
        [(0, "8"), (35, "7"), (40, "6"), (60, "6"), (80, "6"), (200, "6")],
    )
)
must_not("SJ-16m", "CLAIM-NEXT-DEALER/attackers_fault").of(bank_stays_in_office=lambda: at_fault(100, "W", next_dealer="S"))

trigger("SJ-16n", "CLAIM-LEVELS/both_fault", expected="EW=3 NS=5", actual="EW=3 NS=6", pointer="claims/levels").of(
    void_hand_counted=lambda: at_fault(60, "E", "N", levels_after={"EW": "3", "NS": "6"})
)
trigger("SJ-16n", "CLAIM-NEXT-DEALER/both_fault", expected="-", actual="S", pointer="claims/next_dealer").of(
    next_banker_before_it_is_declared_for=lambda: at_fault(60, "E", "N", next_dealer="S")
)
must_not("SJ-16n", "CLAIM-LEVELS/both_fault").of(
    levels_stay=lambda: at_fault(60, "E", "N", levels_after={"EW": "3", "NS": "5"})
)


@must_not("SJ-16n", "CLAIM-NEXT-DEALER/both_fault")
def test_SJ_16n_must_not_the_bank_is_declared_for_again() -> GameRecord:
    """After a void hand the next banker is who declares first, as in the first hand."""
    void = at_fault(60, "E", "N").hands[0]
    second = table({"W": "LJ3h"}, level="3", dealer="W", trump="h").finish().hand(no=2, bids=("W LJ3h",))
    return match(void, second, levels={"EW": "3", "NS": "3"}, dealer="N")


trigger("SJ-II.1", "INCIDENT-CARD-CHECK", at=(2, 1), seat="S", actual="card_check", pointer="incidents/0").of(
    looked_at_past_tricks=lambda: noticed(Incident(kind="card_check", seat="S", at=(2, 1)))
)
must_not("SJ-II.1", "INCIDENT-CARD-CHECK").of(without_an_incident=lambda: noticed())


# ======================================================================================== codes that stand for no clause


trigger(None, "SHEET-VERSION", hand=None, expected="1", actual="0", pointer="/sheet_version").of(
    other_sheet_version=lambda: match(clean().hand(), sheet_version="0")
)
must_not(None, "SHEET-VERSION").of(
    same_sheet_version=each(lambda version: match(clean().hand(), sheet_version=version), ["1", None])
)
trigger(None, "OPTION-IDLE", hand=None, actual="declare_until", pointer="/options/declare_until").of(
    settled_option=lambda: match(clean().hand(), options={"declare_until": "drawn"})
)
must_not(None, "OPTION-IDLE").of(
    option_with_effect=each(
        lambda options: match(clean().hand(), options=options), [{"trump_throws": "forbidden"}, {"pass_level": "5"}]
    )
)


OF_WORST = (
    *("BID-DECLARE", "BID-NOT-HELD", "BID-OVER", "BID-SELF", "CARD-COPIES", "CLAIM-LEVELS", "CLAIM-NEXT-DEALER", "CLAIM-OPEN"),
    *("CLAIM-MULTIPLIER", "CLAIM-PENALTIES", "CLAIM-POINTS-IMPOSSIBLE", "CLAIM-WINNER", "CLAIM-WINNER-DISCARD", "DEAL-OPEN"),
    *("DEALER-FIRST", "DEALER-OVERBID", "HAND-UNFINISHED", "LEAD-SIDE", "LEAD-WINNER", "LEVEL-IN-FORCE", "MATCH-OVER"),
    *("START-LEVEL", "TRICK-FOLLOW-SUIT", "TRUMP-SUIT"),
)
"""What is wrong with the record that makes the most work."""


@trigger(None, "AUDIT-LIMIT", hand=None, actual=str(LIMIT), pointer="", besides=OF_WORST)
@pytest.mark.parametrize("budget", [LIMIT])
def test_no_clause_trigger_more_work_than_the_budget(budget: int) -> GameRecord:
    """It takes a parameter, for of the triggers that take none all findings are weighed."""
    del budget
    return to_record(WORST["shengji"]).record


must_not(None, "AUDIT-LIMIT", besides=("TRICK-FOLLOW-SUIT",)).of(
    a_fault=lambda: trick_1({"E": "Kh", "N": "Ah3c"}, {"N": "h"}, {"E": "Kh", "N": "3c"})
)


@before_play(None, "DEAL-OPEN", actual="N S", pointer="deal")
def test_no_clause_trigger_two_hands_unknown() -> GameRecord:
    board = table().trick()
    return match(board.hand(deal={part: " ".join(cards) for part, cards in board.deal.items() if part not in {"N", "S"}}))


@before_play(None, "DEAL-OPEN", actual="N", besides=("DEAL-COUNT",))
def test_no_clause_trigger_nothing_is_concluded_from_a_deal_that_is_wrong() -> GameRecord:
    """N's cards would be the rest of the deck, were W not one short."""
    record = changed_deal(W=" ".join(clean().deal["W"][1:]))
    deal = {part: cards for part, cards in (record.hands[0].deal or {}).items() if part != "N"}
    return replace(record, hands=(replace(record.hands[0], deal=deal, tricks=tuple(clean().tricks[:1])),))


must_not(None, "DEAL-OPEN").of(hands_known_from_the_plays=lambda: match(clean().hand(deal=None)))


@must_not(None, "DEAL-OPEN")
def test_no_clause_must_not_one_hand_left_out() -> GameRecord:
    board = table().trick()
    return match(board.hand(deal={part: " ".join(cards) for part, cards in board.deal.items() if part != "N"}))


before_play(None, "TRUMP-OPEN", pointer="trump").of(trump_not_recorded=lambda: match(clean().hand(trump=None)))
must_not(None, "TRUMP-OPEN").of(trump_known_from_the_bids=lambda: over_declared(None))
trigger(None, "CLAIM-OPEN", actual="attackers", pointer="claims").of(points_without_plays=lambda: scored(75, TWOS, "N"))


@trigger(None, "CLAIM-OPEN", hand=3, actual="attackers levels", pointer="claims")
def test_no_clause_trigger_levels_after_a_hand_that_is_missing() -> GameRecord:
    """What happened in hand 2 is not known, so no level and no banker can be wrong."""
    last = score_sheet(75, no=3, dealer="W", level="7", levels={"EW": "8", "NS": "5"})
    return match(score_sheet(None, dealer="N"), last, levels=TWOS, dealer="N")


must_not(None, "CLAIM-OPEN").of(
    claims_that_could_be_checked=lambda: claimed(
        attackers=clean().points["NS"], kitty_points=15, penalties=0, winners=clean().winners
    )
)
trigger(None, "HAND-UNFINISHED", actual="3", pointer="tricks").of(
    three_tricks=lambda: match(clean().hand(tricks=tuple(clean().tricks[:3])))
)
must_not(None, "HAND-UNFINISHED").of(
    played_out=each(lambda deal: match(clean().hand() if deal == "known" else clean().hand(deal=None)), ["known", "unknown"])
)
trigger(None, "INCIDENT-KIND", at=(1, 1), seat="E", actual="late", pointer="incidents/0").of(
    incident_of_another_sheet=lambda: noticed(Incident(kind="late", seat="E", at=(1, 1)))
)
must_not(None, "INCIDENT-KIND").of(incident_of_the_sheet=lambda: noticed(Incident(kind="failed_throw", seat="E")))
trigger(None, "INCIDENT-UNCONFIRMED", seat="E", pointer="incidents/0").of(
    count_that_the_deal_disproves=each(
        lambda kind: noticed(Incident(kind=kind, seat="E")), ["hand_count", "kitty_count", "overdraw"]
    )
)
must_not(None, "INCIDENT-UNCONFIRMED").of(
    count_of_a_hand_that_is_not_on_record=each(
        lambda kind: match(replace(clean().hand(incidents=(Incident(kind=kind, seat="E"),)), deal=None, kitty=None)),
        ["hand_count", "kitty_count", "overdraw"],
    )
)


def taken_back(cards: str) -> GameRecord:
    """W is said to have shown some cards in trick 1, and to have taken them back before S played."""
    return noticed(replace(revoke("W", at=(1, 3), noticed=(1, 3)), cards=cards))


trigger(None, "INCIDENT-CARDS", at=(1, 3), seat="W", pointer="incidents/0", besides=("INCIDENT-CORRECTED",)).of(
    more_cards_than_were_played=lambda: taken_back("".join(clean().deal["W"][:4]))
)
must_not(None, "INCIDENT-CARDS", besides=("INCIDENT-CORRECTED",)).of(
    one_card_that_was_held=lambda: taken_back(
        clean().tricks[-1].split()[1 + (SEATS.index("W") - SEATS.index(clean().tricks[-1][0])) % 4]
    )
)


# What a record begins with, and hands that are not in it


trigger(None, "START-IDLE", hand=None, actual="flag", pointer="/start/levels/EW").of(
    begins_at_a_level_of_another_sheet=lambda: match(
        Hand(no=5, level="3", dealer="N"), levels={"EW": "flag", "NS": "3"}, dealer="N"
    )
)
trigger(None, "START-IDLE", hand=None, actual="1", pointer="/start/games/NS").of(
    games_won_in_a_match_of_one=lambda: match(
        Hand(no=5, level="3", dealer="N"), levels={"EW": "4", "NS": "3"}, dealer="N", games={"NS": 1}
    )
)
must_not(None, "START-IDLE").of(
    begins_at_levels_of_the_sheet=lambda: match(Hand(no=5, level="3", dealer="N"), levels={"EW": "4", "NS": "3"}, dealer="N")
)
trigger(None, "RECORD-BARE", hand=None, actual="2", pointer="/hands").of(numbers_alone=lambda: match(Hand(no=1), Hand(no=2)))
must_not(None, "RECORD-BARE").of(says_a_little=lambda: match(Hand(no=1, level="2"), Hand(no=2)))
trigger(None, "HANDS-MISSING", hand=5, actual="2–4", pointer="no").of(
    three_hands_missing=lambda: match(score_sheet(45), score_sheet(45, 5))
)
trigger(None, "HANDS-MISSING", hand=4, actual="1–3", pointer="no").of(
    begins_in_mid_game_and_does_not_say_where=lambda: match(score_sheet(45, 4))
)


@must_not(None, "HANDS-MISSING")
@pytest.mark.parametrize("numbers", [(1, 2), (4, 5)])
def test_no_clause_must_not_hands_in_a_row(numbers: tuple[int, int]) -> GameRecord:
    levels = {"EW": "2", "NS": "2"} if numbers[0] > 1 else None
    return match(*(score_sheet(None, no) for no in numbers), levels=levels)


trigger(None, "INCIDENT-CORRECTED", at=(1, 3), seat="W", actual="revoke", basis="assumed", options=("D-SJ-19",)).of(
    corrected_at_once=lambda: noticed(revoke("W", at=(1, 3), noticed=(1, 3)))
)


REVOKED = {"E": "Kh", "W": "Ah3c"}


@must_not(None, "INCIDENT-CORRECTED", besides=("TRICK-FOLLOW-SUIT",))
def test_no_clause_must_not_noticed_later() -> GameRecord:
    record = trick_1(REVOKED, {"W": "h"}, {"E": "Kh", "W": "3c"})
    return replace(record, hands=(replace(record.hands[0], incidents=(revoke("W", at=(1, 3), noticed=(1, 4)),)),))


trigger(None, "INCIDENT-UNCONFIRMED", at=(1, 3), seat="W", actual="revoke", pointer="incidents/0").of(
    revoke_that_was_none=lambda: noticed(revoke("W", at=(1, 3)))
)
must_not(None, "INCIDENT-UNCONFIRMED").of(
    where_cards_are_unknown=lambda: match(
        clean().hand(deal=None, kitty=None, tricks=tuple(clean().tricks[:5]), incidents=(revoke("W", at=(1, 3)),))
    )
)
trigger(None, "RULING-PLACE", hand=None, actual="7", pointer="/rulings/0/hand").of(
    ruling_on_a_hand_that_is_not_there=lambda: match(clean().hand(), rulings=(ruling(7, points={"NS": -10}),))
)
must_not(None, "RULING-PLACE").of(
    ruling_on_a_hand_or_the_match=each(
        lambda hand: match(clean().hand(), rulings=(ruling(hand, points={"NS": -10}),)), [1, None]
    )
)


# ======================================================================================== what the findings say

SIX_OF_21 = re.compile(r"3c.{2}( \| 3c.{2}){5} \(6/21\)")


def test_expected_names_six_legal_plays_and_how_many_there_are() -> None:
    """W, with one club, may put any of 21 other kinds of cards beside it."""
    record = clubs_follow("KcKc", "3cQdQd", "QdQd")
    (finding,) = [finding for finding in audit(record).findings if finding.code == "TRICK-FOLLOW-SUIT"]
    assert SIX_OF_21.fullmatch(finding.expected or "")


@pytest.mark.parametrize(("last", "factor"), [("AhAc", 1), ("KhKhAc", 2), ("KhKh9s", 2)])
def test_kitty_won_with_an_illegal_lead_of_several_suits(last: str, factor: int) -> None:
    """It counts as the single or the pair that is in it, and not as trumps."""
    size = len(last)
    others = {"N": "3d4d6d"[:size], "W": "4c6c7c"[:size], "S": "3d4d6d"[:size]}
    result = audit(match(ending({"E": last, **others}, leader="E", kitty=KITTY_15).hand()))
    assert "LEAD-ONE-SUIT" in {finding.code for finding in result.findings}
    assert result.hands[0].multiplier == factor


@pytest.mark.parametrize(("seat", "effect"), [("W", "SJ-16l: EW=2 NS=2"), ("N", "SJ-16m: EW=3 NS=2")])
def test_unnoticed_fault_names_what_the_sheet_prescribes(seat: str, effect: str) -> None:
    """It changes no result: the bank has held, and rises by one."""
    records = (trick_1({"E": "Kh", seat: "Ah3c"}, {seat: "h"}, {"E": "Kh", seat: "3c"}, seed=seed) for seed in range(100))
    result = next(result for result in map(audit, records) if 40 <= (result.hands[0].attackers or 0) < 80)
    (finding,) = [finding for finding in result.findings if finding.code == "TRICK-FOLLOW-SUIT"]
    assert finding.params["effect"] == effect
    assert result.hands[0].levels == {"EW": "3", "NS": "2"}


test_situation = situations(__name__)
