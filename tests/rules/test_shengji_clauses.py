"""For every clause of the sheet `shengji` and every check code that enforces it: one record it must find, one it must not."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from replay.audit import audit
from replay.catalogue import clauses
from replay.checks import CHECKS
from replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims, Player
from replay.sheets import SHEETS
from replay.work import LIMIT
from tests.oracle.cards import SEATS
from tests.rules import test_left, test_missing_bids
from tests.rules.build import KITTY_15, Table, ending, match, revoke, ruling, score_sheet, table
from tests.rules.registry import OF_EVENTS, REGISTERED, must_not, needed, situations, trigger
from tests.worst.genome import to_record
from tests.worst.pinned import WORST

TWOS = {"EW": "2", "NS": "2"}


@cache
def clean() -> Table:
    """A faultless first hand, all cards played, the last trick the bank's: E is banker, level 2, spades."""
    played = (table(kitty=KITTY_15, seed=seed).finish() for seed in range(100))
    return next(board for board in played if board.winners[-1] in "EW")


def trick_1(holds: dict[str, str], only: dict[str, str], plays: dict[str, str], **terms: Any) -> GameRecord:
    """A whole hand whose first trick, led by E (the banker), has these plays; the rest is legal."""
    options = terms.pop("options", None)
    level = terms.get("level", "2")
    return match(
        table(holds, only, **terms).trick(plays).finish().hand(), levels={"EW": level, "NS": level}, dealer="E", options=options
    )


def claimed(**claims: Any) -> GameRecord:
    """The faultless hand with these claims."""
    return match(clean().hand(claims=HandClaims(**claims)))


def scored(points: int | None, levels: dict[str, str], dealer: str, **others: Any) -> GameRecord:
    """A match of one hand of which only the score is known."""
    match_claims = others.pop("match_claims", None)
    event = others.pop("event", None)
    if "levels_after" in others:
        others["levels"] = others.pop("levels_after")
    sheet = score_sheet(points, dealer=dealer, **others)
    return match(sheet, levels=levels, dealer=dealer, claims=match_claims, event=event)


def bid_hand(*bids: str, trump: str, dealer: str = "N", **others: Any) -> GameRecord:
    """A whole first hand with these bids, everybody dealt what he shows."""
    shown = others.pop("shown", None)
    if shown is None:
        shown = {}
        for bid in bids:
            seat, cards = bid.split()
            shown[seat] = shown.get(seat, "") + cards
    levels = others.pop("levels", None)
    bank = others.pop("bank", None)
    options = others.pop("options", None)
    board = table(shown, dealer=dealer, trump=trump).finish()
    return match(board.hand(bids=bids, **others), levels=levels, dealer=bank, options=options)


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


@must_not("SJ-0.2", "CLOCK-ROUND")
@pytest.mark.parametrize(("seconds", "reason"), [(3_600, "passed"), (0, "passed"), (3_600, "time"), (None, "time")])
def test_SJ_0_2_must_not_on_the_minute(seconds: float | None, reason: str) -> GameRecord:
    return passed_after(seconds, reason)


trigger("SJ-0.3", "START-LEVEL", expected="2", actual="3", pointer="/hands/0/level").of(
    first_hand_at_three=lambda: match(table(level="3").finish().hand())
)


@must_not("SJ-0.3", "START-LEVEL")
@pytest.mark.parametrize("no", [1, 4])
def test_SJ_0_3_must_not_where_the_record_begins_later(no: int) -> GameRecord:
    hand = table(level="3").finish().hand(no=no)
    return match(hand, levels={"EW": "3", "NS": "6"} if no == 1 else None, dealer="E" if no == 1 else None)


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


@must_not("SJ-0.3", "CLAIM-MATCH-REASON")
@pytest.mark.parametrize("reason", ["passed", None])
def test_SJ_0_3_must_not_reason_right_or_not_given(reason: str | None) -> GameRecord:
    return scored(75, {"EW": "9", "NS": "T"}, "N", match_claims=MatchClaims(reason=reason))


def two_hands(points: int, level: str) -> GameRecord:
    first = score_sheet(points, dealer="N", level=level)
    second = score_sheet(75, no=2, dealer="S", level="J" if level == "T" else "T")
    return match(first, second, levels={"EW": "9", "NS": level}, dealer="N")


trigger("SJ-0.3", "MATCH-OVER", hand=2, pointer="/hands/1", options=("D-SJ-01",), basis="assumed").of(
    hand_after_the_end=lambda: two_hands(75, "T")
)
must_not("SJ-0.3", "MATCH-OVER").of(while_at_ten=lambda: two_hands(75, "9"))


def timed(points: int, levels: dict[str, str], winner: str) -> GameRecord:
    """N banker; then time is called."""
    return scored(points, levels, "N", match_claims=MatchClaims(winner=winner, reason="time"))


trigger("SJ-0.4", "CLAIM-MATCH-TIME", hand=None, expected="NS", actual="EW", pointer="/claims/winner").of(
    lower_level_claimed=lambda: timed(75, {"EW": "6", "NS": "6"}, "EW")
)


@must_not("SJ-0.4", "CLAIM-MATCH-TIME")
@pytest.mark.parametrize(
    ("points", "levels", "winner"), [(75, ("6", "6"), "NS"), (120, ("6", "7"), "EW"), (80, ("6", "7"), "EW")]
)
def test_SJ_0_4_must_not_higher_level_or_office(points: int, levels: tuple[str, str], winner: str) -> GameRecord:
    return timed(points, dict(zip(("EW", "NS"), levels, strict=True)), winner)


trigger("SJ-0.5", "INCIDENT-CONDUCT", trick=3, play=2, seat="N", actual="signal", pointer="/hands/0/incidents/0").of(
    signal=lambda: match(clean().hand(incidents=(Incident(kind="signal", seat="N", at=(3, 2)),)))
)


@must_not("SJ-0.5", "INCIDENT-CONDUCT")
def test_SJ_0_5_must_not_failed_throw() -> GameRecord:
    """A failed throw is an incident, and no misconduct."""
    return match(clean().hand(incidents=(Incident(kind="failed_throw", seat="N"),)))


# ======================================================================================== 一.1 points, 一.2 the deal


trigger("SJ-1", "CLAIM-ATTACKERS", pointer="/hands/0/claims/attackers", options=("X-2",), basis="assumed").of(
    five_points_more=lambda: claimed(attackers=clean().points["NS"] + 5)
)
must_not("SJ-1", "CLAIM-ATTACKERS").of(the_right_points=lambda: claimed(attackers=clean().points["NS"]))
trigger("SJ-1", "CLAIM-KITTY-POINTS", expected="15", actual="10", pointer="/hands/0/claims/kitty_points").of(
    kitty_of_15_claimed_as_10=lambda: claimed(kitty_points=10)
)
must_not("SJ-1", "CLAIM-KITTY-POINTS").of(kitty_of_15=lambda: claimed(kitty_points=15))
trigger("SJ-1", "CLAIM-POINTS-IMPOSSIBLE", actual="83", pointer="/hands/0/claims/attackers").of(
    points_come_in_fives=lambda: scored(83, TWOS, "N")
)


@must_not("SJ-1", "CLAIM-POINTS-IMPOSSIBLE")
@pytest.mark.parametrize("points", [0, 85, 240])
def test_SJ_1_must_not_possible_points(points: int) -> GameRecord:
    """More than 200 is possible: a captured kitty counts multiplied."""
    return scored(points, TWOS, "N")


trigger("SJ-1", "CLAIM-PENALTIES", expected="0", actual="-10", pointer="/hands/0/claims/penalties").of(
    penalty_without_a_ruling=lambda: claimed(penalties=-10)
)
must_not("SJ-1", "CLAIM-PENALTIES").of(
    penalty_that_was_ruled=lambda: replace(claimed(penalties=-10), rulings=(ruling(points={"NS": -10}),))
)


def changed_deal(**parts: str) -> GameRecord:
    """The faultless deal, nothing played, with some parts replaced."""
    board = clean()
    deal = {part: " ".join(cards) for part, cards in board.deal.items()}
    return match(board.hand(deal=deal | parts, tricks=None))


trigger("SJ-2", "DEAL-COUNT", trick=0, play=0, seat="W", expected="25", actual="24", pointer="/hands/0/deal/W").of(
    _24_cards=lambda: changed_deal(W=" ".join(clean().deal["W"][1:]))
)


@trigger("SJ-2", "DEAL-COUNT", trick=0, play=0, expected="8", actual="7", pointer="/hands/0/deal/kitty")
def test_SJ_2_trigger_kitty_of_seven() -> GameRecord:
    record = changed_deal(kitty=" ".join(clean().deal["kitty"][1:]))
    return replace(record, hands=(replace(record.hands[0], kitty=None),))


must_not("SJ-2", "DEAL-COUNT").of(_25_cards_partly_unseen=lambda: changed_deal(W="?? " + " ".join(clean().deal["W"][1:])))


@trigger("SJ-2", "DEAL-COPIES", trick=0, play=0, actual="8c×3", pointer="/hands/0/deal")
def test_SJ_2_trigger_three_copies() -> GameRecord:
    """The kitty holds one 8c, and whoever has the other gets a second in place of another card."""
    holder = next(seat for seat in "ENWS" if "8c" in clean().deal[seat])
    other = "W" if holder != "W" else "N"
    cards = list(clean().deal[other])
    cards[0] = "8c"
    return changed_deal(**{other: " ".join(cards)})


must_not("SJ-2", "DEAL-COPIES").of(both_copies_in_one_hand=lambda: match(table({"W": "8c8c"}).hand(tricks=None)))


@trigger("SJ-2", "BURY-COUNT", trick=0, play=0, seat="E", expected="8", actual="7", pointer="/hands/0/kitty/0/bury")
def test_SJ_2_trigger_seven_buried() -> GameRecord:
    board = clean()
    return match(board.hand(kitty=(KittyAction(seat="E", bury="".join(board.bury[1:])),), tricks=None))


@trigger("SJ-2", "BURY-COUNT", trick=0, play=0, seat="E", expected="8", actual="15", besides=("BURY-NOT-HELD",))
def test_SJ_2_trigger_nine_buried_alike() -> GameRecord:
    """Nine times the three are, counted in eights, the three and the four."""
    board = table({"E": "3c4c6c7c"}, kitty="3d4d6d7d8d9dJdQd", bury="3c4c6c7c3d4d6d7d")
    return match(board.hand(kitty=(KittyAction(seat="E", bury="3c4c6c7c6d7d" + 9 * "3d"),), tricks=None))


@must_not("SJ-2", "BURY-COUNT")
def test_SJ_2_must_not_eight_buried_one_unseen() -> GameRecord:
    board = clean()
    return match(board.hand(kitty=(KittyAction(seat="E", bury="".join(["??", *board.bury[1:]])),)))


@trigger("SJ-2", "BURY-NOT-HELD", trick=0, play=0, seat="E", actual="BJBJ", pointer="/hands/0/kitty/0/bury")
def test_SJ_2_trigger_buried_cards_of_another() -> GameRecord:
    board = table({"N": "BJBJ"})
    return match(board.hand(kitty=(KittyAction(seat="E", bury="".join([*board.bury[2:], "BJ", "BJ"])),), tricks=None))


@must_not("SJ-2", "BURY-NOT-HELD")
def test_SJ_2_must_not_cards_of_hand_and_kitty() -> GameRecord:
    """Four of the kitty and four of the hand go down."""
    return match(table({"E": "3c4c6c7c"}, kitty="3d4d6d7d8d9dJdQd", bury="3c4c6c7c3d4d6d7d").finish().hand())


trigger("SJ-2", "PLAY-NOT-HELD", trick=1, play=3, seat="W", actual="Ah", pointer="/hands/0/tricks/0").of(
    played_a_card_not_held=lambda: trick_1({"E": "Kh", "N": "AhAh", "W": "3h"}, {}, {"E": "Kh", "N": "Ah", "W": "Ah"})
)


@trigger("SJ-2", "PLAY-NOT-HELD", trick=1, play=3, seat="W", actual="9c")
def test_SJ_2_trigger_only_and_the_hand_is_not_trusted_from_there_on() -> GameRecord:
    """W's 3h may be what he was not dealt either: no revoke is found where the plays do not show it."""
    board = table({"E": "AcKh", "W": "3h4d"}, {"W": "hc"}, kitty="9c3d3d6d7d8d9dJd")
    return match(board.trick({"E": "Ac", "W": "9c"}).trick({"E": "Kh", "W": "4d"}).hand())


must_not("SJ-2", "PLAY-NOT-HELD").of(
    both_copies_held_by_two=lambda: trick_1({"E": "Kh", "N": "Ah", "W": "Ah"}, {}, {"E": "Kh", "N": "Ah", "W": "Ah"})
)


def without_deal(*tricks: str) -> GameRecord:
    return match(table().hand(deal=None, kitty=None, tricks=tricks))


trigger("SJ-2", "CARD-COPIES", trick=2, play=4, seat="S", actual="Ah×3", pointer="/hands/0/tricks/1").of(
    third_copy_in_the_plays=lambda: without_deal("E Ah Ah 3h 4h", "E Kh 6h 7h Ah")
)
must_not("SJ-2", "CARD-COPIES").of(two_copies_in_the_plays=lambda: without_deal("E Ah Ah 3h 4h", "E Kh 6h 7h 8h"))


# ======================================================================================== 一.3 the bank, 一.4 partners


@trigger("SJ-3a", "BURY-SEAT", trick=0, play=0, seat="N", expected="E", actual="N", pointer="/hands/0/kitty/0/seat")
def test_SJ_3a_trigger_another_buried() -> GameRecord:
    board = clean()
    return match(board.hand(kitty=(KittyAction(seat="N", bury="".join(board.bury)),)))


must_not("SJ-3a", "BURY-SEAT").of(the_banker_buried=lambda: match(clean().hand()))
trigger("SJ-3a", "LEAD-BANKER", trick=1, play=1, seat="W", expected="E", actual="W", pointer="/hands/0/tricks/0").of(
    the_partner_led=lambda: match(table(dealer="E").trick(leader="W").finish().hand())
)


@must_not("SJ-3a", "LEAD-BANKER")
def test_SJ_3a_must_not_the_partner_led_the_second_trick() -> GameRecord:
    board = table({"E": "3h", "W": "AhAh"}, dealer="E").trick({"E": "3h", "W": "Ah"})
    return match(board.trick({"W": "Ah"}).finish().hand())


trigger("SJ-3b", "DEALER-FIRST", expected="N", actual="S", pointer="/hands/0/dealer").of(
    joker_pair_wins_no_bank=lambda: bid_hand("N LJ2h", "S BJBJ", trump="NT", dealer="S")
)


@trigger("SJ-3b", "DEALER-FIRST", expected="W", actual="S")
def test_SJ_3b_trigger_the_second_who_over_declared() -> GameRecord:
    """The first who over-declared with level cards is banker, whoever follows him."""
    return bid_hand("N BJ2h", "W BJ2c2c", "S LJLJ", trump="NT", dealer="S")


trigger("SJ-3b", "DEALER-FIRST", expected="W", actual="S", besides=("BID-OVER",)).of(
    neither_with_nor_without_an_illegal_bid=lambda: bid_hand("N LJ2h", "W 2c2c", trump="c", dealer="S")
)


@must_not("SJ-3b", "DEALER-FIRST", besides=("BID-OVER",))
@pytest.mark.parametrize(("dealer", "trump"), [("N", "h"), ("W", "c")])
def test_SJ_3b_must_not_whether_or_not_the_table_let_an_illegal_bid_stand(dealer: str, trump: str) -> GameRecord:
    return bid_hand("N LJ2h", "W 2c2c", trump=trump, dealer=dealer)


@must_not("SJ-3b", "DEALER-FIRST")
@pytest.mark.parametrize(
    ("bids", "trump", "dealer"),
    [
        (("N LJ2h",), "h", "N"),
        (("N LJ2h", "W BJ2c2c"), "c", "W"),
        (("N BJ2h", "W LJLJ"), "NT", "N"),
        (("N LJ2h", "W LJ2c2c", "S BJBJ"), "NT", "W"),
    ],
)
def test_SJ_3b_must_not(bids: tuple[str, ...], trump: str, dealer: str) -> GameRecord:
    return bid_hand(*bids, trump=trump, dealer=dealer)


def next_hand(points: int, dealer: str) -> GameRecord:
    """N was banker; then a second hand."""
    return match(score_sheet(points, dealer="N"), score_sheet(None, no=2, dealer=dealer), levels=TWOS, dealer="N")


trigger(
    "SJ-3c",
    "DEALER-NEXT",
    hand=2,
    expected="S",
    actual="W",
    pointer="/hands/1/dealer",
    basis="assumed",
    options=("X-14", "D-SJ-05"),
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


@must_not("SJ-3c", "DEALER-NEXT")
@pytest.mark.parametrize(("points", "dealer"), [(75, "S"), (80, "W"), (0, "S"), (200, "W")])
def test_SJ_3c_must_not(points: int, dealer: str) -> GameRecord:
    return next_hand(points, dealer)


trigger("SJ-3c", "CLAIM-NEXT-DEALER", expected="W", actual="S", pointer="/hands/0/claims/next_dealer").of(
    wrong_next_banker_claimed=lambda: scored(95, TWOS, "N", next_dealer="S")
)

trigger(
    "SJ-0.3",
    "CLAIM-NEXT-DEALER",
    expected="-",
    actual="S",
    pointer="/hands/0/claims/next_dealer",
    basis="assumed",
    options=("D-SJ-01",),
).of(a_banker_after_the_round=lambda: scored(60, {"EW": "9", "NS": "T"}, "N", next_dealer="S"))
must_not("SJ-0.3", "CLAIM-NEXT-DEALER").of(a_banker_at_ten=lambda: scored(60, {"EW": "9", "NS": "9"}, "N", next_dealer="S"))


def test_SJ_0_3_nobody_is_banker_after_the_round() -> None:
    assert audit(scored(60, {"EW": "9", "NS": "T"}, "N")).hands[0].next_dealer is None
    assert audit(scored(60, {"EW": "9", "NS": "9"}, "N")).hands[0].next_dealer == "S"


@must_not("SJ-3c", "CLAIM-NEXT-DEALER")
@pytest.mark.parametrize(("points", "dealer"), [(75, "S"), (80, "W")])
def test_SJ_3c_must_not_claimed_right(points: int, dealer: str) -> GameRecord:
    return scored(points, TWOS, "N", next_dealer=dealer)


def seated(**teams: str | None) -> GameRecord:
    """The faultless hand with players of these teams."""
    players = {seat: Player(id=f"p{seat}", team=team) for seat, team in teams.items()}
    return match(clean().hand(), seats=players)


trigger("SJ-4", "SEAT-TEAM", hand=None, seat="W", expected="t1", actual="t3", pointer="/seats/W/team").of(
    partner_of_another_team=lambda: seated(E="t1", N="t2", W="t3", S="t2")
)
trigger("SJ-4", "SEAT-TEAM", hand=None, seat="N", actual="t1", pointer="/seats/N/team").of(
    neighbours_of_one_team=lambda: seated(E="t1", N="t1", W="t1", S=None)
)


@must_not("SJ-4", "SEAT-TEAM")
@pytest.mark.parametrize("teams", [("t1", "t2", "t1", "t2"), ("t1", None, None, "t2"), (None, "t2", None, None)])
def test_SJ_4_must_not_partners_opposite(teams: tuple[str | None, ...]) -> GameRecord:
    return seated(**dict(zip("ENWS", teams, strict=True)))


# ======================================================================================== 一.5 declaring


trigger("SJ-5a", "BID-DECLARE", trick=0, play=0, seat="N", actual="2h2h", expected="LJ|BJ + 2", pointer="/hands/0/bids/0").of(
    level_pair_without_a_joker=lambda: bid_hand("N 2h2h", trump="h")
)
trigger("SJ-5a", "BID-DECLARE", trick=0, play=0, seat="N", actual="LJ3h", besides=("BID-DECLARE",)).of(
    joker_with_another_rank=lambda: bid_hand("N LJ3h", trump="h")
)
trigger("SJ-5a", "BID-DECLARE", trick=0, play=0, seat="N", actual="LJ2h2c").of(
    level_cards_of_two_suits=lambda: bid_hand("N LJ2h2c", trump="h")
)
trigger("SJ-5a", "BID-DECLARE", trick=0, play=0, seat="N", actual="LJLJ", basis="disputed", options=("SJ-a",)).of(
    joker_pair_first=lambda: bid_hand("N LJLJ", trump="NT")
)


@must_not("SJ-5a", "BID-DECLARE")
@pytest.mark.parametrize("bid", ["N LJ2h", "N BJ2h", "N LJ2h2h", "N 2hBJ", "N LJBJ2h"])
def test_SJ_5a_must_not_at_least_a_joker_and_a_level_card(bid: str) -> GameRecord:
    return bid_hand(bid, trump="h")


trigger(
    "SJ-5b",
    "BID-OVER",
    trick=0,
    play=0,
    seat="W",
    actual="BJ2c",
    expected="LJ|BJ + 22 | LJLJ | BJBJ",
    pointer="/hands/0/bids/1",
).of(joker_with_one_level_card=lambda: bid_hand("N LJ2h", "W BJ2c", trump="h"))
trigger("SJ-5b", "BID-OVER", trick=0, play=0, seat="W", actual="2c2c").of(
    level_pair_without_a_joker=lambda: bid_hand("N LJ2h", "W 2c2c", trump="h")
)
trigger("SJ-5b", "BID-OVER", trick=0, play=0, seat="W", actual="LJBJ").of(
    two_different_jokers=lambda: bid_hand("N LJ2h", "W LJBJ", trump="h")
)


@must_not("SJ-5b", "BID-OVER")
@pytest.mark.parametrize(("bid", "trump"), [("W BJ2c2c", "c"), ("W LJ2d2d", "d"), ("W LJLJ", "NT"), ("W BJBJ", "NT")])
def test_SJ_5b_must_not_joker_with_a_pair_or_a_joker_pair(bid: str, trump: str) -> GameRecord:
    first = "N LJ2h" if bid == "W BJBJ" else "N BJ2h"
    return bid_hand(first, bid, trump=trump, dealer="N" if trump == "NT" else "W")


trigger(
    "SJ-5b", "BID-RANK", trick=0, play=0, seat="S", actual="LJ2d2d", expected="> BJ2c2c", basis="assumed", options=("D-SJ-06",)
).of(equal_over_declaration=lambda: bid_hand("N LJ2h", "W BJ2c2c", "S LJ2d2d", trump="c", dealer="W"))
trigger(
    "SJ-5b", "BID-RANK", trick=0, play=0, seat="S", actual="LJ2d2d", expected="> BJBJ", basis="assumed", options=("D-SJ-06",)
).of(pair_over_big_jokers=lambda: bid_hand("N LJ2h", "W BJBJ", "S LJ2d2d", trump="NT", dealer="N"))
trigger(
    "SJ-5b",
    "BID-RANK",
    trick=0,
    play=0,
    seat="W",
    actual="BJ2c2c",
    expected="> LJ2h2h",
    basis="assumed",
    options=("D-SJ-06", "D-SJ-07"),
).of(pair_over_a_reinforced_declaration=lambda: bid_hand("N LJ2h", "N 2h", "W BJ2c2c", trump="h", dealer="N"))
must_not("SJ-5b", "BID-RANK").of(each_higher=lambda: bid_hand("N LJ2h", "W LJ2c2c", "S BJBJ", trump="NT", dealer="W"))


def bid_beside_the_kitty(*bids: str) -> GameRecord:
    """N was dealt LJ2h, and the other 2h lay in the kitty."""
    board = table({"N": "LJ2h"}, kitty="2h3d4d6d7d8d9dJd", dealer="N", trump="h").finish()
    return match(board.hand(bids=bids))


trigger("SJ-5c", "BID-NOT-HELD", trick=0, play=0, seat="N", actual="LJ2h2h", pointer="/hands/0/bids/0").of(
    pair_completed_by_the_kitty=lambda: bid_beside_the_kitty("N LJ2h2h")
)
trigger("SJ-5c", "BID-NOT-HELD", trick=0, play=0, seat="N", actual="2h", pointer="/hands/0/bids/1").of(
    added_card_from_the_kitty=lambda: bid_beside_the_kitty("N LJ2h", "N 2h")
)
must_not("SJ-5c", "BID-NOT-HELD").of(pair_dealt=lambda: bid_hand("N LJ2h", "N 2h", trump="h"))


def kitty_actions(*further: KittyAction) -> GameRecord:
    """The faultless hand with more done to the kitty after E's burial."""
    return match(clean().hand(kitty=(KittyAction(seat="E", bury="".join(clean().bury)), *further)))


trigger("SJ-5c", "KITTY-AGAIN", trick=0, play=0, seat="N", actual="BJBJ", pointer="/hands/0/kitty/1").of(
    over_declared_after_the_burial=lambda: kitty_actions(KittyAction(seat="N", show="BJBJ"))
)
trigger("SJ-5c", "KITTY-AGAIN", trick=0, play=0, seat="W", pointer="/hands/0/kitty/1").of(
    buried_a_second_time=lambda: kitty_actions(KittyAction(seat="W", bury="".join(clean().bury)))
)
must_not("SJ-5c", "KITTY-AGAIN").of(a_pass=lambda: kitty_actions(KittyAction(seat="N", passed=True)))

trigger("SJ-5d", "BID-SELF", trick=0, play=0, seat="N", actual="BJ2c2c", pointer="/hands/0/bids/1").of(
    over_declared_himself=lambda: bid_hand("N LJ2h", "N BJ2c2c", trump="c")
)
trigger("SJ-5d", "BID-SELF", trick=0, play=0, seat="N", actual="2c", pointer="/hands/0/bids/1").of(
    added_a_card_of_another_suit=lambda: bid_hand("N LJ2h", "N 2c", trump="h")
)
trigger("SJ-5d", "BID-SELF", trick=0, play=0, seat="N", actual="2h", pointer="/hands/0/bids/1", besides=("BID-NOT-HELD",)).of(
    added_a_card_to_a_pair=lambda: bid_hand("N LJ2h2h", "N 2h", trump="h", shown={"N": "LJ2h2h"})
)
must_not("SJ-5d", "BID-SELF").of(
    adding_the_second_card=lambda: bid_hand("N LJ2h", "N 2h", trump="h"),
    over_declaring_the_one_who_over_declared=lambda: bid_hand(
        "N LJ2h", "W BJ2c2c", "N LJLJ", trump="NT", dealer="W", shown={"N": "LJLJ2h", "W": "BJ2c2c"}
    ),
)


# ======================================================================================== 一.6 to 一.11 sides, level, trumps


trigger("SJ-6", "CLAIM-LEVELS", by="SJ-15b", expected="EW=2 NS=3", actual="EW=3 NS=2", pointer="/hands/0/claims/levels").of(
    the_partner_is_of_the_bank=lambda: scored(75, TWOS, "N", levels_after={"EW": "3", "NS": "2"})
)


@must_not("SJ-6", "CLAIM-LEVELS")
@pytest.mark.parametrize(("dealer", "side"), [("N", "NS"), ("S", "NS"), ("E", "EW"), ("W", "EW")])
def test_SJ_6_must_not_bank_side_by_banker(dealer: str, side: str) -> GameRecord:
    return scored(75, TWOS, dealer, levels_after=TWOS | {side: "3"})


def second_level(level: str, points: int = 75, dealer: str = "S") -> GameRecord:
    """Levels EW=6 NS=2, N banker; then a second hand played at a level."""
    second = table(level=level, dealer=dealer).finish().hand(no=2)
    return match(score_sheet(points, dealer="N"), second, levels={"EW": "6", "NS": "2"}, dealer="N")


trigger("SJ-6", "LEVEL-IN-FORCE", by="SJ-8", hand=2, expected="3", actual="6", pointer="/hands/1/level").of(
    level_of_the_other_side=lambda: second_level("6")
)


@must_not("SJ-6", "LEVEL-IN-FORCE")
@pytest.mark.parametrize(("level", "points", "dealer"), [("3", 75, "S"), ("7", 95, "W"), ("8", 120, "W")])
def test_SJ_6_must_not_level_of_the_side_in_office(level: str, points: int, dealer: str) -> GameRecord:
    return second_level(level, points, dealer)


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


@must_not("SJ-8", "LEVEL-IN-FORCE")
@pytest.mark.parametrize(("level", "banker"), [("3", "W"), ("5", "N")])
def test_SJ_8_must_not_level_of_the_side_that_declared_after_a_void_hand(level: str, banker: str) -> GameRecord:
    return after_a_void_hand(level, banker)


must_not("SJ-8", "LEVEL-IN-FORCE").of(level_raised=lambda: second_level("3"))


@trigger("SJ-9", "TRUMP-SUIT", expected="h", actual="s", pointer="/hands/0/trump")
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


@must_not("SJ-9", "TRUMP-SUIT")
@pytest.mark.parametrize("trump", ["c", None])
def test_SJ_9_must_not_the_last_declared(trump: str | None) -> GameRecord:
    return over_declared(trump)


trigger("SJ-9", "BID-NONE", trick=0, play=0, actual="s", pointer="/hands/0/bids", basis="assumed", options=("D-SJ-08",)).of(
    nobody_declared=lambda: match(clean().hand(bids=()))
)
must_not("SJ-9", "BID-NONE").of(bids_not_recorded=lambda: match(clean().hand(bids=None)))
trigger("SJ-9", "BID-REDEAL", trick=0, play=0, pointer="/hands/0/bids", basis="assumed", options=("D-SJ-08",)).of(
    played_though_to_be_dealt_again=lambda: match(clean().hand(bids=()), options={"nobody_declares": "redeal"})
)


@must_not("SJ-9", "BID-REDEAL")
@pytest.mark.parametrize("value", ["recorded", "redeal"])
def test_SJ_9_must_not_redeal_where_declared_or_allowed(value: str) -> GameRecord:
    hand = clean().hand(bids=() if value == "recorded" else None)
    return match(hand, options={"nobody_declares": value})


trigger("SJ-10a", "TRUMP-SUIT/jokers", expected="NT", actual="h", pointer="/hands/0/trump").of(
    suit_kept_after_a_joker_pair=lambda: bid_hand("N LJ2h", "S BJBJ", trump="h")
)
must_not("SJ-10a", "TRUMP-SUIT/jokers").of(no_trump_after_a_joker_pair=lambda: bid_hand("N LJ2h", "S BJBJ", trump="NT"))


def won(plays: dict[str, str], winner: str, only: dict[str, str] | None = None, **terms: Any) -> GameRecord:
    """A whole hand whose first trick, led by E, has these plays, and whose score sheet says that `winner` took it."""
    level = terms.get("level", "2")
    options = terms.pop("options", None)
    board = table(plays, only, **terms).trick(plays).finish()
    hand = board.hand(claims=HandClaims(winners=winner + board.winners[1:]))
    return match(hand, levels={"EW": level, "NS": level}, dealer="E", options=options)


trigger("SJ-10a", "CLAIM-WINNER", by="SJ-16j", trick=1, seat="W", expected="N", actual="W").of(
    ace_over_a_level_card=lambda: won({"E": "Ks", "N": "2h", "W": "As", "S": "3s"}, "W")
)


@must_not("SJ-10a", "CLAIM-WINNER")
@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ({"E": "As", "N": "Ks", "W": "Qs", "S": "3s"}, "E"),
        ({"E": "As", "N": "2h", "W": "3s", "S": "4s"}, "N"),
        ({"E": "2h", "N": "As", "W": "2s", "S": "4s"}, "W"),
        ({"E": "2s", "N": "2s", "W": "LJ", "S": "4s"}, "W"),
        ({"E": "LJ", "N": "2s", "W": "4s", "S": "BJ"}, "S"),
    ],
)
def test_SJ_10a_must_not_order_of_trumps(plays: dict[str, str], winner: str) -> GameRecord:
    return won(plays, winner)


@must_not("SJ-10a", "CLAIM-WINNER")
@pytest.mark.parametrize(
    ("plays", "winner"),
    [({"E": "As", "N": "2s", "W": "Ks", "S": "3s"}, "N"), ({"E": "2h", "N": "2s", "W": "LJ", "S": "2d"}, "W")],
)
def test_SJ_10a_must_not_order_without_a_trump_suit(plays: dict[str, str], winner: str) -> GameRecord:
    """Spades are a side suit then: a 2 ruffs."""
    return won(plays, winner, {"N": "s"} if plays["E"] == "As" else None, trump="NT")


def trump_follow(lead: str, hand: str, play: str, level: str = "2") -> GameRecord:
    """N has these trumps, and plays some of them under E's lead of trumps."""
    return trick_1({"E": lead, "N": hand}, {"N": "T"}, {"E": lead, "N": play}, level=level)


trigger("SJ-10b", "TRICK-FOLLOW-TRACTOR", by="SJ-16g", trick=1, play=2, seat="N", expected="LJLJBJBJ").of(
    both_joker_pairs=lambda: trump_follow("5s5s6s6s", "LJLJBJBJ8s8sJsJs", "8s8sJsJs")
)
trigger("SJ-10b", "TRICK-FOLLOW-TRACTOR", expected="2s2sLJLJ", trick=1, play=2, seat="N", by="SJ-16g").of(
    little_jokers_on_the_main_level_pair=lambda: trump_follow("5s5s6s6s", "LJLJ2s2s8s8sJsJs", "8s8sJsJs")
)
trigger("SJ-10b", "TRICK-FOLLOW-TRACTOR", expected="2h2h2s2s", trick=1, play=2, seat="N", by="SJ-16g").of(
    main_level_pair_on_a_side_level_pair=lambda: trump_follow("5s5s6s6s", "2h2h2s2s8s8sJsJs", "8s8sJsJs")
)


@must_not("SJ-10b", "TRICK-FOLLOW-TRACTOR")
@pytest.mark.parametrize("hand", ["2h2h2c2c8s8sJsJs", "BJBJ2s2s8s8sJsJs", "LJLJ2h2h8s8sJsJs"])
def test_SJ_10b_must_not_two_side_level_pairs_or_gaps(hand: str) -> GameRecord:
    return trump_follow("5s5s6s6s", hand, "8s8sJsJs")


trigger("SJ-11", "TRICK-FOLLOW-SUIT", by="SJ-16c", trick=1, play=2, seat="N", expected="Ah", actual="2h").of(
    a_level_card_is_no_heart=lambda: trick_1({"E": "Kh", "N": "Ah2h"}, {"N": "h"}, {"E": "Kh", "N": "2h"})
)
must_not("SJ-11", "TRICK-FOLLOW-SUIT").of(
    a_level_card_is_not_owed_under_its_suit=lambda: trick_1({"E": "Kh", "N": "2h3c"}, {"N": "h"}, {"E": "Kh", "N": "3c"})
)


# ======================================================================================== 一.12 to 一.15 kitty, levels

VOID_OF_HEARTS = {"N": "h", "W": "h", "S": "h"}


trigger("SJ-12", "CLAIM-WINNER-PAIRLESS", trick=1, seat="W", expected="E", actual="W", pointer="/hands/0/claims/winners").of(
    two_jokers_on_a_side_pair=lambda: won({"E": "KhKh", "N": "3d4d", "W": "LJBJ", "S": "3d4d"}, "W", VOID_OF_HEARTS)
)


@must_not("SJ-12", "CLAIM-WINNER-PAIRLESS")
@pytest.mark.parametrize(("ruff", "winner"), [("LJBJ", "E"), ("3s3s", "W")])
def test_SJ_12_must_not_pairs_ruff(ruff: str, winner: str) -> GameRecord:
    return won({"E": "KhKh", "N": "3d4d", "W": ruff, "S": "3d4d"}, winner, VOID_OF_HEARTS)


def clubs_follow(lead: str, hand: str, play: str, **terms: Any) -> GameRecord:
    """W has these clubs, and plays this under E's lead of clubs."""
    return trick_1({"E": lead, "W": hand}, {"W": "c"}, {"E": lead, "W": play}, **terms)


trigger("SJ-13", "TRICK-FOLLOW-TRACTOR", by="SJ-16g", trick=1, play=3, seat="W", expected="3c3c4c4c", actual="8c8cQcQc").of(
    neighbouring_pairs=lambda: clubs_follow("9c9cTcTc", "3c3c4c4c8c8cQcQc", "8c8cQcQc")
)


@must_not("SJ-13", "TRICK-FOLLOW-TRACTOR")
@pytest.mark.parametrize("hand", ["3c3c5c5c8c8cQcQc", "AcAc3c3c8c8cQcQc", "3c3c4c8c8cQcQc"])
def test_SJ_13_must_not_gaps_and_ace_low(hand: str) -> GameRecord:
    return clubs_follow("9c9cTcTc", hand, "8c8cQcQc")


@must_not("SJ-13", "TRICK-FOLLOW-TRACTOR")
def test_SJ_13_must_not_level_pair_beside_plain_cards() -> GameRecord:
    """5566 of trumps at level 5."""
    return trump_follow("8s8s9s9s", "5s5s6s6sQsQs", "6s6sQsQs", level="5")


OTHERS_CLOSED = {"N": "c", "W": "c", "S": "c"}
T31 = {"E": "9c8c8c4c4c", "N": "Jc3c"}


def throw(lead: str, hands: dict[str, str] = T31, only: dict[str, str] | None = None, **terms: Any) -> GameRecord:
    """E leads this; the others have the clubs named and no more."""
    return trick_1(hands, OTHERS_CLOSED if only is None else only, {"E": lead}, **terms)


trigger("SJ-13", "THROW-BEATABLE", by="SJ-16f", trick=1, play=1, seat="E", expected="7c7c8c8c", actual="Ac7c7c8c8c").of(
    tractor_of_a_throw_beaten_by_a_tractor=lambda: throw("Ac7c7c8c8c", {"E": "Ac7c7c8c8c", "N": "9c9cTcTc"})
)
must_not("SJ-13", "THROW-BEATABLE").of(
    two_pairs_that_are_no_neighbours=lambda: throw("Ac7c7c8c8c", {"E": "Ac7c7c8c8c", "N": "9c9cJcJc"})
)


@cache
def captured(last: str) -> Table:
    """A whole hand in which E, an attacker, wins the last trick with these cards."""
    size = len(last)
    others = {"N": "3d4d6d7d"[:size], "W": "4c6c7c8c"[:size], "S": "3d4d6d7d"[:size]}
    return ending({"E": last, **others}, leader="E", kitty=KITTY_15, dealer="S")


trigger("SJ-14", "CLAIM-MULTIPLIER", expected="4", actual="2", pointer="/hands/0/claims/multiplier").of(
    trump_pair_counted_as_a_single=lambda: match(captured("9s9s").hand(claims=HandClaims(multiplier=2)))
)
trigger("SJ-14", "CLAIM-MULTIPLIER", expected="-", actual="2").of(multiplier_where_the_bank_won=lambda: claimed(multiplier=2))


@must_not("SJ-14", "CLAIM-MULTIPLIER")
@pytest.mark.parametrize(("last", "factor"), [("9s", 2), ("9s9s", 4), ("8s8s9s9s", 8), ("Kh", 1), ("KhKh", 2), ("QhQhKhKh", 4)])
def test_SJ_14_must_not(last: str, factor: int) -> GameRecord:
    board = captured(last)
    points = board.points["EW"] + 15 * factor
    return match(board.hand(claims=HandClaims(multiplier=factor, kitty_points=15, attackers=points)))


must_not("SJ-14", "CLAIM-MULTIPLIER").of(where_the_bank_won=lambda: claimed(multiplier=0))

trigger("SJ-15a", "CLAIM-MATCH-OFFICE", hand=None, expected="NS", actual="EW", pointer="/claims/winner").of(
    equal_levels_and_the_side_out_of_office=lambda: timed(75, {"EW": "7", "NS": "6"}, "EW")
)


@must_not("SJ-15a", "CLAIM-MATCH-OFFICE")
@pytest.mark.parametrize(
    ("points", "levels", "winner"), [(75, ("7", "6"), "NS"), (95, ("6", "7"), "EW"), (75, ("8", "6"), "EW")]
)
def test_SJ_15a_must_not(points: int, levels: tuple[str, str], winner: str) -> GameRecord:
    return timed(points, dict(zip(("EW", "NS"), levels, strict=True)), winner)


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


trigger("SJ-15b", "CLAIM-LEVELS", expected="EW=2 NS=4", actual="EW=2 NS=3", pointer="/hands/0/claims/levels").of(
    _35_points_raise_two=lambda: scored(35, TWOS, "N", levels_after={"EW": "2", "NS": "3"})
)


@must_not("SJ-15b", "CLAIM-LEVELS")
@pytest.mark.parametrize(("points", "side", "level"), SCORE_TABLE)
def test_SJ_15b_must_not(points: int, side: str, level: str) -> GameRecord:
    return scored(points, TWOS, "N", levels_after=TWOS | {side: level})


trigger("SJ-15b", "CLAIM-MATCH-LEVELS", hand=None, expected="EW=2 NS=4", actual="EW=2 NS=5", pointer="/claims/levels").of(
    wrong_final_levels=lambda: scored(35, TWOS, "N", match_claims=MatchClaims(levels={"EW": "2", "NS": "5"}))
)


@must_not("SJ-15b", "CLAIM-MATCH-LEVELS")
@pytest.mark.parametrize(("points", "side", "level"), SCORE_TABLE)
def test_SJ_15b_must_not_final_levels(points: int, side: str, level: str) -> GameRecord:
    return scored(points, TWOS, "N", match_claims=MatchClaims(levels=TWOS | {side: level}))


# ======================================================================================== 一.16 leading


trigger("SJ-16a", "LEAD-SIDE", trick=1, play=1, seat="N", expected="E", actual="N", pointer="/hands/0/tricks/0").of(
    an_attacker_led=lambda: match(table(dealer="E").trick(leader="N").finish().hand())
)


@must_not("SJ-16a", "LEAD-SIDE", besides=("LEAD-BANKER",))
def test_SJ_16a_must_not_the_partner_led() -> GameRecord:
    """That breaks SJ-3a, not this."""
    return match(table(dealer="E").trick(leader="W").finish().hand())


@trigger("SJ-16b", "LEAD-WINNER", trick=2, play=1, seat="N", expected="E", actual="N", pointer="/hands/0/tricks/1")
def test_SJ_16b_trigger_another_led_the_second_trick() -> GameRecord:
    plays = {"E": "Ah", "N": "3h", "W": "4h", "S": "6h"}
    return match(table(plays).trick(plays).trick(leader="N").finish().hand())


must_not("SJ-16b", "LEAD-WINNER").of(each_winner_leads=lambda: match(clean().hand()))
trigger("SJ-16b", "DEALER-OVERBID", hand=3, expected="N", actual="W", pointer="/hands/0/dealer").of(
    over_declaring_moved_the_bank=lambda: bid_hand("E LJ2h", "W BJ2c2c", trump="c", dealer="W", no=3, levels=TWOS, bank="N")
)
must_not("SJ-16b", "DEALER-OVERBID").of(
    over_declared_under_the_same_banker=lambda: bid_hand(
        "E LJ2h", "W BJ2c2c", trump="c", dealer="N", no=3, levels=TWOS, bank="N"
    )
)

trigger("SJ-16e", "THROW-ONE-UNIT", trick=1, play=1, seat="E", actual="7c7c8c8c>7c7c", pointer="/hands/0/tricks/0").of(
    tractor_taken_back=lambda: trick_1({"E": "7c7c8c8c", "N": "AcAc"}, {}, {"E": "7c7c8c8c>7c7c"})
)


@must_not("SJ-16e", "THROW-ONE-UNIT")
@pytest.mark.parametrize("lead", ["7c", "7c7c", "7c7c8c8c", "7c7c8c8c9c9c"])
def test_SJ_16e_must_not_units_by_themselves(lead: str) -> GameRecord:
    """They need not be highest."""
    return trick_1({"E": lead, "N": "AcAcKcKc"}, {"N": "c"}, {"E": lead})


trigger("SJ-16f", "LEAD-ONE-SUIT", trick=1, play=1, seat="E", actual="9c9d", pointer="/hands/0/tricks/0").of(
    two_suits_led=lambda: trick_1({"E": "9c9d"}, {}, {"E": "9c9d"})
)
trigger("SJ-16f", "LEAD-ONE-SUIT", trick=1, play=1, seat="E", actual="Ah2h").of(
    level_card_led_with_its_suit=lambda: trick_1({"E": "Ah2h"}, {}, {"E": "Ah2h"})
)
must_not("SJ-16f", "LEAD-ONE-SUIT").of(trumps_of_two_suits=lambda: trick_1({"E": "2h2h2s2s"}, {}, {"E": "2h2h2s2s"}))
trigger("SJ-16f", "THROW-BEATABLE", trick=1, play=1, seat="E", expected="9c", actual="9c8c8c4c4c").of(
    single_of_a_throw_beaten=lambda: throw("9c8c8c4c4c")
)


@trigger("SJ-16f", "THROW-BEATABLE", trick=1, play=1, seat="E", expected="4c4c", actual="9c8c8c4c4c")
@pytest.mark.parametrize("cards", ["QcQc", "5c5c"])
def test_SJ_16f_trigger_pair_of_a_throw_beaten(cards: str) -> GameRecord:
    """The smallest pair of the throw stands, whichever of its pairs is beaten."""
    return throw("9c8c8c4c4c", {"E": "9c8c8c4c4c", "S": cards})


@must_not("SJ-16f", "THROW-BEATABLE")
def test_SJ_16f_must_not_equal_cards_and_trumps() -> GameRecord:
    """N holds the other ace of clubs, which is not higher, and jokers, which are no clubs."""
    return throw("AcKcKc", {"E": "AcKcKc", "N": "AcBJBJ"})


trigger("SJ-16f", "THROW-PIECE", trick=1, play=1, seat="E", expected="9c", actual="4c4c").of(
    pair_stood_for_a_blocked_single=lambda: throw("9c8c8c4c4c>4c4c")
)
trigger("SJ-16f", "THROW-PIECE", trick=1, play=1, seat="E", actual="Tc").of(
    piece_not_of_the_throw=lambda: throw("9c8c8c4c4c>Tc", T31 | {"E": "Tc9c8c8c4c4c"})
)
must_not("SJ-16f", "THROW-PIECE").of(smallest_blocked_part=lambda: throw("9c8c8c4c4c>9c"))
trigger("SJ-16f", "THROW-UNBEATABLE", trick=1, play=1, seat="E", expected="AcAcKc", actual="Kc").of(
    good_throw_taken_back=lambda: throw("AcAcKc>Kc", {"E": "AcAcKc", "N": "Kc"})
)
must_not("SJ-16f", "THROW-UNBEATABLE").of(bad_throw_taken_back=lambda: throw("AcKc>Kc", {"E": "AcKc", "N": "Ac"}))
trigger("SJ-16f", "THROW-TRUMPS", trick=1, play=1, seat="E", actual="BJBJLJ", basis="assumed", options=("X-9",)).of(
    trumps_thrown_where_forbidden=lambda: throw("BJBJLJ", {"E": "BJBJLJ"}, {}, options={"trump_throws": "forbidden"})
)
must_not("SJ-16f", "THROW-TRUMPS").of(
    trumps_thrown=lambda: throw("BJBJLJ", {"E": "BJBJLJ"}, {}),
    trump_tractor_where_throws_are_forbidden=lambda: throw(
        "BJBJLJLJ", {"E": "BJBJLJLJ"}, {}, options={"trump_throws": "forbidden"}
    ),
)
trigger(
    "SJ-16f", "THROW-FOLLOW", trick=1, play=3, seat="W", actual="AcKc>Kc", pointer="/hands/0/tricks/0", besides=("TRICK-SIZE",)
).of(follower_threw=lambda: clubs_follow("9c9c", "AcKc", "AcKc>Kc"))
must_not("SJ-16f", "THROW-FOLLOW").of(follower_played_two_singles=lambda: clubs_follow("9c9c", "AcKc", "AcKc"))


# ======================================================================================== 一.16 following and winning


trigger("SJ-16c", "TRICK-FOLLOW-SUIT", trick=1, play=3, seat="W", actual="QdQd", pointer="/hands/0/tricks/0").of(
    follow_suit=lambda: clubs_follow("KcKc", "3cQdQd", "QdQd")
)
must_not("SJ-16c", "TRICK-FOLLOW-SUIT").of(follow_suit_with_the_only_card=lambda: clubs_follow("KcKc", "3cQdQd", "3cQd"))


@must_not("SJ-16c", "TRICK-FOLLOW-SUIT")
@pytest.mark.parametrize("play", ["3d3d", "3s4s", "3d4s"])
def test_SJ_16c_must_not_follow_suit_when_void(play: str) -> GameRecord:
    return clubs_follow("KcKc", play, play)


trigger("SJ-16c", "TRICK-SIZE", trick=1, play=3, seat="W", expected="Ac", actual="AcAc", pointer="/hands/0/tricks/0").of(
    two_cards_on_one=lambda: match(table({"E": "Kc", "W": "AcAc"}, {"W": "c"}).trick({"E": "Kc", "W": "AcAc"}).hand())
)
trigger("SJ-16c", "TRICK-SIZE", trick=1, play=3, seat="W", actual="Ac").of(
    one_card_on_two=lambda: match(table({"E": "KcKc", "W": "AcAc"}, {"W": "c"}).trick({"E": "KcKc", "W": "Ac"}).hand())
)
must_not("SJ-16c", "TRICK-SIZE").of(as_many_as_led=lambda: clubs_follow("KcKc", "AcAc", "AcAc"))

trigger("SJ-16d", "CLAIM-WINNER-DISCARD", trick=1, seat="N", expected="E", actual="N", pointer="/hands/0/claims/winners").of(
    discard_claimed_to_win=lambda: won({"E": "4c", "N": "Ad", "W": "3c", "S": "4d"}, "N", {"N": "c", "S": "c"})
)


@must_not("SJ-16d", "CLAIM-WINNER-DISCARD")
@pytest.mark.parametrize(("card", "winner"), [("3s", "N"), ("Ad", "E")])
def test_SJ_16d_must_not_ruff_or_discard(card: str, winner: str) -> GameRecord:
    return won({"E": "3c", "N": card, "W": "3c", "S": "4d"}, winner, {"N": "c", "S": "c"})


trigger("SJ-16g", "TRICK-FOLLOW-TRACTOR", trick=1, play=3, seat="W", expected="9c9cTcTc", actual="9c9cQcQc").of(
    tractor_held=lambda: clubs_follow("7c7c8c8c", "9c9cTcTcQcQc", "9c9cQcQc")
)
trigger("SJ-16g", "TRICK-FOLLOW-TRACTOR", trick=1, play=3, seat="W", actual="KcQcJc9c").of(
    pair_held_and_no_tractor=lambda: clubs_follow("7c7c8c8c", "9c9cKcQcJc", "KcQcJc9c")
)
must_not("SJ-16g", "TRICK-FOLLOW-TRACTOR").of(the_only_pair_given=lambda: clubs_follow("7c7c8c8c", "9c9cKcQcJc", "9c9cKcQc"))


@must_not("SJ-16g", "TRICK-FOLLOW-TRACTOR")
def test_SJ_16g_must_not_when_short_of_the_suit() -> GameRecord:
    """No structure is owed by a hand that must put down all its clubs."""
    return clubs_follow("7c7c8c8c", "9c9cTc", "9c9cTc3d")


trigger("SJ-16h", "TRICK-FOLLOW-PAIR", trick=1, play=3, seat="W", expected="9c9c", actual="KcQc").of(
    pair_held=lambda: clubs_follow("7c7c", "9c9cKcQc", "KcQc")
)
trigger("SJ-16h", "TRICK-FOLLOW-PAIR", trick=1, play=3, seat="W", actual="TcJc").of(
    pair_inside_a_tractor=lambda: clubs_follow("7c7c", "TcTcJcJc", "TcJc")
)


@must_not("SJ-16h", "TRICK-FOLLOW-PAIR")
@pytest.mark.parametrize(("hand", "play"), [("9c9cKcQc", "9c9c"), ("9cTcKcQc", "KcQc"), ("TcTcJcJc", "JcJc"), ("9c3d", "9c3d")])
def test_SJ_16h_must_not(hand: str, play: str) -> GameRecord:
    return clubs_follow("7c7c", hand, play)


def ruffed(ruff: str, winner: str) -> GameRecord:
    """E leads 7c7c8c8c, W has no club and ruffs, and the score sheet names the winner."""
    return won({"E": "7c7c8c8c", "W": ruff, "N": "3d4d6d7d", "S": "3d4d6d7d"}, winner, OTHERS_CLOSED)


trigger("SJ-16i", "CLAIM-WINNER-RUFF", trick=1, seat="W", expected="E", actual="W", pointer="/hands/0/claims/winners").of(
    two_pairs_on_a_tractor=lambda: ruffed("3s3s5s5s", "W")
)


@must_not("SJ-16i", "CLAIM-WINNER-RUFF")
@pytest.mark.parametrize(("ruff", "winner"), [("3s3s4s4s", "W"), ("3s3s5s5s", "E")])
def test_SJ_16i_must_not(ruff: str, winner: str) -> GameRecord:
    return ruffed(ruff, winner)


trigger("SJ-16j", "CLAIM-WINNER", trick=1, seat="W", expected="N", actual="W", pointer="/hands/0/claims/winners").of(
    lower_card_claimed_to_win=lambda: won({"E": "9h", "N": "Ah", "W": "Kh", "S": "3h"}, "W")
)
trigger("SJ-16j", "CLAIM-WINNER", trick=1, seat="W", expected="N", actual="W", basis="assumed", options=("X-2",)).of(
    the_second_of_equal_cards=lambda: won({"E": "9h", "N": "Ah", "W": "Ah", "S": "3h"}, "W")
)


@must_not("SJ-16j", "CLAIM-WINNER")
@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ({"E": "9h", "N": "Ah", "W": "Kh", "S": "3h"}, "N"),
        ({"E": "9h", "N": "9h", "W": "8h", "S": "3h"}, "E"),
        ({"E": "9h9h", "N": "ThTh", "W": "AhKh", "S": "3h4h"}, "N"),
    ],
)
def test_SJ_16j_must_not(plays: dict[str, str], winner: str) -> GameRecord:
    return won(plays, winner, VOID_OF_HEARTS if len(plays["E"]) > 2 else None)


trigger("SJ-16j", "CLAIM-WINNER-COUNT", expected="25", actual="24", pointer="/hands/0/claims/winners").of(
    one_winner_missing=lambda: claimed(winners=clean().winners[:-1])
)
must_not("SJ-16j", "CLAIM-WINNER-COUNT").of(one_winner_a_trick=lambda: claimed(winners=clean().winners))
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


def three_plays(upto: int | None) -> GameRecord:
    """E wins the first trick with his lead; S's play to it is missing."""
    plays = {"E": "Ah", "N": "3h", "W": "4h", "S": "6h"}
    board = table(plays).trick(plays).finish()
    return match(board.hand(tricks=("E Ah 3h 4h", *board.tricks[1:])[:upto]))


trigger("SJ-16j", "TRICK-PLAYS", trick=1, play=3, expected="4", actual="3", pointer="/hands/0/tricks/0").of(
    three_plays=lambda: three_plays(None)
)
must_not("SJ-16j", "TRICK-PLAYS").of(last_trick_of_an_unfinished_record=lambda: three_plays(1))


# ======================================================================================== 一.16 penalties, 二


trigger("SJ-16k", "INCIDENT-OUT-OF-TURN", trick=1, play=3, seat="W", actual="out_of_turn", pointer="/hands/0/incidents/0").of(
    out_of_turn=lambda: noticed(Incident(kind="out_of_turn", seat="W", at=(1, 3)))
)


def noticed(*incidents: Incident) -> GameRecord:
    """The faultless hand, with incidents written down."""
    return match(clean().hand(incidents=incidents))


must_not("SJ-16k", "INCIDENT-OUT-OF-TURN").of(without_an_incident=lambda: noticed())


def at_fault(points: int, *seats: str, **claims: Any) -> GameRecord:
    """N banker, levels EW=3 NS=5; these seats revoked, and it was noticed."""
    return scored(points, {"EW": "3", "NS": "5"}, "N", incidents=tuple(map(revoke, seats)), **claims)


trigger("SJ-16l", "CLAIM-LEVELS/bank_fault", expected="EW=3 NS=5", actual="EW=3 NS=6", pointer="/hands/0/claims/levels").of(
    bank_at_fault_rose=lambda: at_fault(60, "S", levels_after={"EW": "3", "NS": "6"})
)
trigger("SJ-16l", "CLAIM-NEXT-DEALER/bank_fault", expected="W", actual="S", pointer="/hands/0/claims/next_dealer").of(
    bank_at_fault_stayed=lambda: at_fault(60, "N", next_dealer="S")
)


@must_not("SJ-16l", "CLAIM-LEVELS/bank_fault")
@pytest.mark.parametrize(("points", "level"), [(0, "3"), (60, "3"), (75, "3"), (80, "4"), (100, "4"), (120, "5"), (200, "7")])
def test_SJ_16l_must_not_attackers_settle_from_80(points: int, level: str) -> GameRecord:
    return at_fault(points, "N", levels_after={"EW": level, "NS": "5"}, next_dealer="W")


must_not("SJ-16l", "CLAIM-NEXT-DEALER/bank_fault").of(attackers_are_banker_next=lambda: at_fault(60, "N", next_dealer="W"))

trigger(
    "SJ-16m", "CLAIM-LEVELS/attackers_fault", expected="EW=3 NS=6", actual="EW=4 NS=5", pointer="/hands/0/claims/levels"
).of(attackers_at_fault_rose=lambda: at_fault(100, "E", levels_after={"EW": "4", "NS": "5"}))
trigger(
    "SJ-16m",
    "CLAIM-NEXT-DEALER/attackers_fault",
    expected="S",
    actual="W",
    pointer="/hands/0/claims/next_dealer",
    basis="assumed",
    options=("X-14", "D-SJ-05"),
).of(attackers_at_fault_took_office=lambda: at_fault(100, "W", next_dealer="W"))


@must_not("SJ-16m", "CLAIM-LEVELS/attackers_fault")
@pytest.mark.parametrize(("points", "level"), [(0, "8"), (35, "7"), (40, "6"), (60, "6"), (80, "6"), (200, "6")])
def test_SJ_16m_must_not_bank_settles_below_40(points: int, level: str) -> GameRecord:
    return at_fault(points, "E", levels_after={"EW": "3", "NS": level}, next_dealer="S")


must_not("SJ-16m", "CLAIM-NEXT-DEALER/attackers_fault").of(bank_stays_in_office=lambda: at_fault(100, "W", next_dealer="S"))

trigger("SJ-16n", "CLAIM-LEVELS/both_fault", expected="EW=3 NS=5", actual="EW=3 NS=6", pointer="/hands/0/claims/levels").of(
    void_hand_counted=lambda: at_fault(60, "E", "N", levels_after={"EW": "3", "NS": "6"})
)
trigger("SJ-16n", "CLAIM-NEXT-DEALER/both_fault", expected="-", actual="S", pointer="/hands/0/claims/next_dealer").of(
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


trigger("SJ-II.1", "INCIDENT-CARD-CHECK", trick=2, play=1, seat="S", actual="card_check", pointer="/hands/0/incidents/0").of(
    looked_at_past_tricks=lambda: noticed(Incident(kind="card_check", seat="S", at=(2, 1)))
)
must_not("SJ-II.1", "INCIDENT-CARD-CHECK").of(without_an_incident=lambda: noticed())


# ======================================================================================== codes that stand for no clause


trigger(None, "SHEET-VERSION", hand=None, expected="1", actual="0", pointer="/sheet_version").of(
    other_sheet_version=lambda: match(clean().hand(), sheet_version="0")
)


@must_not(None, "SHEET-VERSION")
@pytest.mark.parametrize("version", ["1", None])
def test_no_clause_must_not_same_sheet_version(version: str | None) -> GameRecord:
    return match(clean().hand(), sheet_version=version)


trigger(None, "OPTION-IDLE", hand=None, actual="declare_until", pointer="/options/declare_until").of(
    settled_option=lambda: match(clean().hand(), options={"declare_until": "drawn"})
)


@must_not(None, "OPTION-IDLE")
@pytest.mark.parametrize("options", [{"trump_throws": "forbidden"}, {"pass_level": "5"}])
def test_no_clause_must_not_option_with_effect(options: dict[str, str]) -> GameRecord:
    return match(clean().hand(), options=options)


OF_WORST = (
    *("BID-DECLARE", "BID-NOT-HELD", "BID-OVER", "BID-SELF", "CLAIM-LEVELS", "CLAIM-NEXT-DEALER", "CLAIM-OPEN"),
    *("CLAIM-MULTIPLIER", "CLAIM-PENALTIES", "CLAIM-POINTS-IMPOSSIBLE", "CLAIM-WINNER", "CLAIM-WINNER-DISCARD", "DEAL-OPEN"),
    *(
        "DEALER-FIRST",
        "DEALER-OVERBID",
        "HAND-UNFINISHED",
        "LEAD-SIDE",
        "LEAD-WINNER",
        "LEVEL-IN-FORCE",
        "MATCH-OVER",
        "START-LEVEL",
    ),
    *("TRICK-FOLLOW-SUIT", "TRUMP-SUIT"),
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


@trigger(None, "DEAL-OPEN", trick=0, play=0, actual="N S", pointer="/hands/0/deal")
def test_no_clause_trigger_two_hands_unknown() -> GameRecord:
    board = table().trick()
    return match(board.hand(deal={part: " ".join(cards) for part, cards in board.deal.items() if part not in {"N", "S"}}))


@trigger(None, "DEAL-OPEN", trick=0, play=0, actual="N", besides=("DEAL-COUNT",))
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


trigger(None, "TRUMP-OPEN", trick=0, play=0, pointer="/hands/0/trump").of(
    trump_not_recorded=lambda: match(clean().hand(trump=None))
)
must_not(None, "TRUMP-OPEN").of(trump_known_from_the_bids=lambda: over_declared(None))
trigger(None, "CLAIM-OPEN", actual="attackers", pointer="/hands/0/claims").of(
    points_without_plays=lambda: scored(75, TWOS, "N")
)


@trigger(None, "CLAIM-OPEN", hand=3, actual="attackers levels", pointer="/hands/1/claims")
def test_no_clause_trigger_levels_after_a_hand_that_is_missing() -> GameRecord:
    """What happened in hand 2 is not known, so no level and no banker can be wrong."""
    last = score_sheet(75, no=3, dealer="W", level="7", levels={"EW": "8", "NS": "5"})
    return match(score_sheet(None, dealer="N"), last, levels=TWOS, dealer="N")


must_not(None, "CLAIM-OPEN").of(
    claims_that_could_be_checked=lambda: claimed(
        attackers=clean().points["NS"], kitty_points=15, penalties=0, winners=clean().winners
    )
)
trigger(None, "HAND-UNFINISHED", actual="3", pointer="/hands/0/tricks").of(
    three_tricks=lambda: match(clean().hand(tricks=tuple(clean().tricks[:3])))
)


@must_not(None, "HAND-UNFINISHED")
@pytest.mark.parametrize("deal", ["known", "unknown"])
def test_no_clause_must_not_played_out(deal: str) -> GameRecord:
    return match(clean().hand() if deal == "known" else clean().hand(deal=None))


trigger(None, "INCIDENT-KIND", trick=1, play=1, seat="E", actual="late", pointer="/hands/0/incidents/0").of(
    incident_of_another_sheet=lambda: noticed(Incident(kind="late", seat="E", at=(1, 1)))
)
must_not(None, "INCIDENT-KIND").of(incident_of_the_sheet=lambda: noticed(Incident(kind="failed_throw", seat="E")))


@trigger(None, "INCIDENT-UNCONFIRMED", seat="E", pointer="/hands/0/incidents/0")
@pytest.mark.parametrize("kind", ["hand_count", "kitty_count", "overdraw"])
def test_no_clause_trigger_count_that_the_deal_disproves(kind: str) -> GameRecord:
    return noticed(Incident(kind=kind, seat="E"))


@must_not(None, "INCIDENT-UNCONFIRMED")
@pytest.mark.parametrize("kind", ["hand_count", "kitty_count", "overdraw"])
def test_no_clause_must_not_count_of_a_hand_that_is_not_on_record(kind: str) -> GameRecord:
    return match(replace(clean().hand(incidents=(Incident(kind=kind, seat="E"),)), deal=None, kitty=None))


def taken_back(cards: str) -> GameRecord:
    """W is said to have shown some cards in trick 1, and to have taken them back before S played."""
    return noticed(replace(revoke("W", at=(1, 3), noticed=(1, 3)), cards=cards))


trigger(None, "INCIDENT-CARDS", trick=1, play=3, seat="W", pointer="/hands/0/incidents/0", besides=("INCIDENT-CORRECTED",)).of(
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
trigger(None, "HANDS-MISSING", hand=5, actual="2–4", pointer="/hands/1/no").of(
    three_hands_missing=lambda: match(score_sheet(45), score_sheet(45, 5))
)
trigger(None, "HANDS-MISSING", hand=4, actual="1–3", pointer="/hands/0/no").of(
    begins_in_mid_game_and_does_not_say_where=lambda: match(score_sheet(45, 4))
)


@must_not(None, "HANDS-MISSING")
@pytest.mark.parametrize("numbers", [(1, 2), (4, 5)])
def test_no_clause_must_not_hands_in_a_row(numbers: tuple[int, int]) -> GameRecord:
    levels = {"EW": "2", "NS": "2"} if numbers[0] > 1 else None
    return match(*(score_sheet(None, no) for no in numbers), levels=levels)


trigger(None, "INCIDENT-CORRECTED", trick=1, play=3, seat="W", actual="revoke", basis="assumed", options=("D-SJ-19",)).of(
    corrected_at_once=lambda: noticed(revoke("W", at=(1, 3), noticed=(1, 3)))
)


REVOKED = {"E": "Kh", "W": "Ah3c"}


@must_not(None, "INCIDENT-CORRECTED", besides=("TRICK-FOLLOW-SUIT",))
def test_no_clause_must_not_noticed_later() -> GameRecord:
    record = trick_1(REVOKED, {"W": "h"}, {"E": "Kh", "W": "3c"})
    return replace(record, hands=(replace(record.hands[0], incidents=(revoke("W", at=(1, 3), noticed=(1, 4)),)),))


trigger(None, "INCIDENT-UNCONFIRMED", trick=1, play=3, seat="W", actual="revoke", pointer="/hands/0/incidents/0").of(
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


@must_not(None, "RULING-PLACE")
@pytest.mark.parametrize("hand", [1, None])
def test_no_clause_must_not_ruling_on_a_hand_or_the_match(hand: int | None) -> GameRecord:
    return match(clean().hand(), rulings=(ruling(hand, points={"NS": -10}),))


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


# ======================================================================================== nothing is left out


CLAUSELESS = {
    "AUDIT-LIMIT": "says what was too much work to find out",
    "SHEET-VERSION": "says that the engine has another version of the sheet",
    "START-IDLE": "is about the record's beginning, of which the sheet knows nothing",
    "HANDS-MISSING": "says what could not be checked",
    "OPTION-IDLE": "is about the record's options, of which a sheet knows nothing",
    "DEAL-OPEN": "says what could not be checked",
    "HAND-MIDWAY": "says what could not be checked",
    "LEFT-OPEN": "says what could not be checked",
    "LEFT-ORDER": "says what could not be checked",
    "TRUMP-OPEN": "says what could not be checked",
    "CLAIM-OPEN": "says what could not be checked",
    "HAND-UNFINISHED": "says what could not be checked",
    "INCIDENT-KIND": "is for an incident that the sheet has no clause for",
    "INCIDENT-CORRECTED": "says why SJ-16l to n are not applied",
    "INCIDENT-UNCONFIRMED": "is about the record of an incident, not about the play",
    "INCIDENT-CARDS": "is about the record of an incident, not about the play",
    "RULING-PLACE": "is about the record of a ruling, not about the play",
}
"""Check codes that enforce no clause of any sheet, and why."""


def test_every_clause_is_tested_both_ways() -> None:
    assert needed("shengji") - REGISTERED == set(), (test_left, test_missing_bids)  # imported for what they register


def test_every_clauseless_code_is_tested_both_ways() -> None:
    wanted = {(mode, "shengji", None, code) for mode in ("trigger", "must_not") for code in CLAUSELESS}
    assert wanted - REGISTERED == set()


def test_no_test_is_about_something_that_is_not_in_the_catalogue() -> None:
    ours = {entry for entry in REGISTERED if entry[1] == "shengji" and entry[2] is not None}
    assert ours - needed("shengji") == set()


def test_every_code_enforces_a_clause_or_is_clauseless_on_purpose() -> None:
    enforced = {code for sheet in SHEETS for clause in clauses(sheet).values() for code in clause.checks}
    assert {code for code in set(CHECKS) - enforced if not code.startswith(OF_EVENTS)} == set(CLAUSELESS)


def test_every_clause_is_checked_or_defines_something_or_says_why_not() -> None:
    for clause in clauses("shengji").values():
        assert clause.settles is not None or bool(clause.checks or clause.defines) != bool(clause.not_checkable), clause.id


def test_codes_of_the_catalogue_exist_and_enforce_one_clause_each() -> None:
    enforced = [key for clause in clauses("shengji").values() for key in clause.enforced]
    defined = {code for clause in clauses("shengji").values() for code in clause.defines}
    assert len(enforced) == len(set(enforced))
    assert defined <= {key.partition("/")[0] for key in enforced} <= set(CHECKS)


test_situation = situations(__name__)
