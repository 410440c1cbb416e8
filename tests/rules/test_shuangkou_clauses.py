"""For every clause of the sheet `shuangkou` and every check code that enforces it: one record it must find, one it must not.

Those that other trick games have too are in `test_trick_clauses.py`.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.replay.record import Event, GameRecord, Hand, HandClaims, Incident, KittyAction, MatchClaims
from tests.oracle.cards import seats_from
from tests.rules import tricks_build as made
from tests.rules.build import Table, ending, match, ruling, score_sheet
from tests.rules.registry import before_play, each, must_not, situations, trigger
from tests.rules.tricks_build import SK

laid = partial(made.laid, SK)
recorded = partial(made.recorded, SK)
clean = partial(made.clean, SK)
noticed = partial(made.noticed, SK)
bid_hand = partial(made.bid_hand, SK)
trick_1 = partial(made.trick_1, SK)
clubs_follow = partial(made.clubs_follow, SK)
trumps_follow = partial(made.trumps_follow, SK)
throw = partial(made.throw, SK)
won = partial(made.won, SK)


def scored(points: int | None, no: int = 1, **claims: Any) -> GameRecord:
    """A match of one hand of which only the score is known."""
    others = {name: claims.pop(name) for name in ("options", "event", "rulings") if name in claims}
    match_claims = claims.pop("match_claims", None)
    return match(score_sheet(points, no, **claims), sheet=SK, claims=match_claims, **others)


# ======================================================================================== 第一条 赛制


def ended(seconds: float | None, reason: str) -> GameRecord:
    """A match that ended after so long, for this reason."""
    return scored(80, 8, event=Event(seconds=seconds), match_claims=MatchClaims(reason=reason))


trigger("SK-1a", "CLOCK-ROUND", hand=None, expected="60", actual="59.98", pointer="/event/finished").of(
    time_called_early=lambda: ended(3_599, "time")
)
trigger("SK-1a", "CLOCK-ROUND", hand=None, expected="60", actual="61").of(
    played_on_after_the_hour=lambda: ended(3_660, "passed")
)
must_not("SK-1a", "CLOCK-ROUND").of(
    on_the_hour=each(ended, [(3_600, "time"), (3_600, "passed"), (0, "passed"), (None, "time")])
)

trigger("SK-1b", "DEALER-NEXT", hand=2, expected="N", actual="E", pointer="dealer").of(
    # E's side held the bank with 20 points against it; the bank goes to N all the same
    the_winner_kept_the_bank=lambda: match(score_sheet(20, dealer="E"), score_sheet(None, 2, dealer="E"), sheet=SK)
)
trigger("SK-1b", "DEALER-NEXT", hand=3, expected="W", actual="S", pointer="dealer").of(
    wrong_banker_of_a_record_that_begins_later=lambda: match(laid(level="4", dealer="S").finish().hand(no=3), sheet=SK)
)
must_not("SK-1b", "DEALER-NEXT").of(
    the_banker_whose_turn_it_is=each(lambda no, dealer: scored(None, no, dealer=dealer), enumerate("ENWSENWS", start=1))
)
trigger("SK-1b", "LEVEL-IN-FORCE", hand=5, expected="5", actual="6", pointer="level").of(
    five_is_played_twice=lambda: scored(None, 5, level="6")
)
must_not("SK-1b", "LEVEL-IN-FORCE").of(
    the_level_whose_turn_it_is=each(lambda no, level: scored(None, no, level=level), enumerate("23455678", start=1))
)
trigger("SK-1b", "CLAIM-NEXT-DEALER", expected="N", actual="W", pointer="claims/next_dealer").of(
    the_partner_claimed_as_next_banker=lambda: scored(20, next_dealer="W")
)
must_not("SK-1b", "CLAIM-NEXT-DEALER").of(
    the_next_in_turn=each(lambda no, dealer: scored(160, no, next_dealer=dealer), enumerate("NWSENWSE", start=1))
)
trigger("SK-1b", "MATCH-HANDS", hand=9, expected="8", actual="9", pointer="/hands/0", basis="assumed", options=("D-SK-01",)).of(
    ninth_hand=lambda: scored(80, 9)
)
must_not("SK-1b", "MATCH-HANDS").of(eighth_hand=lambda: scored(80, 8))


# ======================================================================================== 第二条 一 leading, following, winning


must_not("SK-2.1a", "LEAD-BANKER").of(the_banker_led_whoever_called=lambda: bid_hand("W 2h", trump="h"))

trigger("SK-2.1b", "CLAIM-WINNER", at=(1, None), seat="W", expected="N", actual="W").of(
    side_level_over_the_main_level_card_in_ruffs=lambda: won(
        {"E": "Kc", "N": "2s", "W": "2h", "S": "3d"}, "W", {"N": "c", "W": "c", "S": "c"}
    ),
    side_level_pair_over_the_main_one=lambda: won({"E": "KsKs", "N": "2s2s", "W": "2h2h", "S": "4s4s"}, "W"),
)

trigger("SK-2.1c", "TRICK-FOLLOW-TRACTOR", by="SK-2.1a", at=(1, 2), seat="N", expected="AsAs2h2h", basis="assumed").of(
    side_level_pair_on_the_trump_ace=lambda: trumps_follow("5s5s6s6s", "AsAs2h2h8s8sJsJs", "8s8sJsJs")
)


@trigger("SK-2.1c", "TRICK-FOLLOW-TRACTOR", by="SK-2.1a", hand=2, at=(1, 3), seat="S", expected="2c2c4c4c", basis="assumed")
def test_SK_2_1c_trigger_pairs_either_side_of_the_level_rank() -> GameRecord:
    holds = {"N": "6c6c7c7c", "S": "2c2c4c4c9c9cJcJc"}
    return trick_1(holds, {"S": "c"}, {"N": "6c6c7c7c", "S": "9c9cJcJc"}, level="3")


must_not("SK-2.1c", "TRICK-FOLLOW-TRACTOR").of(
    main_level_pair_on_the_trump_ace=lambda: trumps_follow("5s5s6s6s", "2s2sAsAs8s8sJsJs", "8s8sJsJs")
)


T25 = {"E": "9c8c8c", "N": "QcQc3d", "W": "3c4c5c", "S": "3h4h6h"}
"""Somebody holds a higher pair of clubs, which is two higher singles too (SK-T25)."""


# ======================================================================================== 第二条 二 calling


before_play("SK-2.2a", "BID-NAMED", seat="N", expected="h", actual="c", pointer="bids/0", basis="assumed").of(
    named_a_suit_beside_the_card=lambda: bid_hand("N 2h=c", trump="h")
)
must_not("SK-2.2a", "BID-NAMED").of(named_nothing=lambda: bid_hand("N 2h", trump="h"))
before_play("SK-2.2a", "BID-DECLARE", seat="N", actual="LJLJ", expected="2 | 22", pointer="bids/0").of(
    joker_pair_called=lambda: bid_hand("N LJLJ", trump="NT")
)
before_play("SK-2.2a", "BID-DECLARE", seat="N", actual="3h").of(another_rank_called=lambda: bid_hand("N 3h", trump="h"))
before_play("SK-2.2a", "BID-DECLARE", seat="N", actual="2h2c").of(two_suits_called=lambda: bid_hand("N 2h2c", trump="h"))
must_not("SK-2.2a", "BID-DECLARE").of(
    anybody_may_call=each(lambda bid: bid_hand(bid, trump="h"), ["E 2h", "N 2h", "W 2h2h", "S 2h"])
)
before_play("SK-2.2a", "BID-OVER", seat="W", actual="2c", expected="22 | LJLJ | BJBJ").of(
    single_over_a_call=lambda: bid_hand("N 2h", "W 2c", trump="h")
)
before_play("SK-2.2a", "BID-OVER", seat="W", actual="LJBJ", basis="disputed", options=("D-SK-06",)).of(
    two_different_jokers=lambda: bid_hand("N 2h", "W LJBJ", trump="h")
)
must_not("SK-2.2a", "BID-OVER").of(
    pairs_over_a_call=each(
        lambda bid, trump: bid_hand("N 2h", bid, trump=trump),
        [("W 2d2d", "d"), ("W 2s2s", "s"), ("W LJLJ", "NT"), ("W BJBJ", "NT")],
    )
)
before_play("SK-2.2a", "BID-RANK", seat="S", actual="2d2d", expected="> 2c2c", basis="assumed", options=("D-SK-05",)).of(
    diamonds_over_clubs=lambda: bid_hand("N 2h", "W 2c2c", "S 2d2d", trump="c")
)
before_play("SK-2.2a", "BID-RANK", seat="S", actual="2s2s", expected="> LJLJ").of(
    spades_over_jokers=lambda: bid_hand("N 2h", "W LJLJ", "S 2s2s", trump="NT")
)
must_not("SK-2.2a", "BID-RANK").of(
    each_higher=lambda: bid_hand("N 2c", "E 2d2d", "S 2h2h", "W 2s2s", "N LJLJ", "S BJBJ", trump="NT")
)


def bid_beside_the_kitty(*bids: str) -> GameRecord:
    """N was dealt one 2h, and the other lay in the kitty."""
    return recorded(laid({"N": "2h"}, kitty="2h3d4d6d7d8d9dJd", trump="h").finish(), bids=bids)


before_play("SK-2.2a", "BID-NOT-HELD", seat="N", actual="2h2h", pointer="bids/0").of(
    pair_completed_by_the_kitty=lambda: bid_beside_the_kitty("N 2h2h")
)
before_play("SK-2.2a", "BID-NOT-HELD", seat="N", actual="2h", pointer="bids/1").of(
    added_card_from_the_kitty=lambda: bid_beside_the_kitty("N 2h", "N 2h")
)


@must_not("SK-2.2a", "BID-NOT-HELD")
def test_SK_2_2a_must_not_the_banker_took_the_kitty_up() -> GameRecord:
    """He may over-declare until he has buried, and so with what lay there."""
    board = laid({"N": "2h", "E": "2s"}, kitty="2s3d4d6d7d8d9dJd", trump="s").finish()
    return recorded(board, bids=("N 2h", "E 2s2s"))


must_not("SK-2.2a", "BID-NOT-HELD").of(the_card_dealt=lambda: bid_beside_the_kitty("N 2h"))
trigger("SK-2.2a", "TRUMP-SUIT", expected="c", actual="h", pointer="trump").of(
    trump_of_the_call_kept=lambda: bid_hand("N 2h", "W 2c2c", trump="h")
)
must_not("SK-2.2a", "TRUMP-SUIT").of(
    trump_as_declared=each(
        lambda bids, trump: bid_hand(*bids, trump=trump), [(("N 2h", "W 2c2c"), "c"), (("N 2h",), "h"), (("N 2h", "N 2h"), "h")]
    )
)
trigger("SK-2.2a", "TRUMP-SUIT", expected="NT", actual="h", pointer="trump").of(
    suit_kept_after_a_joker_pair=lambda: bid_hand("N 2h", "S 2s2s", "W BJBJ", trump="h")
)
must_not("SK-2.2a", "TRUMP-SUIT").of(no_trump_after_a_joker_pair=lambda: bid_hand("N 2h", "S BJBJ", trump="NT"))

before_play("SK-2.2b", "BID-SELF", seat="N", actual="2s2s", pointer="bids/1").of(
    over_declared_himself=lambda: bid_hand("N 2h", "N 2s2s", trump="s")
)
must_not("SK-2.2b", "BID-SELF").of(
    completing_the_pair=each(lambda added: bid_hand("N 2h", added, trump="h", shown={"N": "2h2h"}), ["N 2h", "N 2h2h"]),
    over_declaring_who_over_declared=lambda: bid_hand(
        "N 2h", "W 2c2c", "N BJBJ", trump="NT", shown={"N": "2hBJBJ", "W": "2c2c"}
    ),
)


def shown_before_the_burial(*bids: str, show: str, trump: str, **others: Any) -> GameRecord:
    """Bids, and a pair that is shown after the banker has taken the kitty and before he has buried."""
    seat, cards = show.split()
    shown = {seat: cards}
    for bid in bids:
        bidder, declared = bid.split()
        shown[bidder] = shown.get(bidder, "") + declared
    board = laid(shown, trump=trump, kitty=others.pop("cards", "")).finish()
    kitty = (KittyAction(seat=seat, show=cards), KittyAction(seat="E", bury="".join(board.bury)))
    return recorded(board, bids=bids, kitty=kitty, **others)


must_not("SK-2.2b", "KITTY-AGAIN").of(
    over_declared_before_the_burial=lambda: shown_before_the_burial("N 2h", show="S 2s2s", trump="s")
)
must_not("SK-2.2b", "BURY-SEAT").of(the_banker_buried=lambda: bid_hand("N 2h", "S 2s2s", trump="s"))
trigger("SK-2.2b", "DEALER-OVERBID", expected="E", actual="S", pointer="dealer").of(
    over_declaring_moved_the_bank=lambda: bid_hand("N 2h", "S 2s2s", trump="s", dealer="S")
)
must_not("SK-2.2b", "DEALER-OVERBID").of(the_bank_stays=lambda: bid_hand("N 2h", "S 2s2s", trump="s", dealer="E"))

before_play("SK-2.2c", "BID-CLOSED", seat="W", actual="2s2s", expected="2h2h", pointer="bids/1").of(
    pair_over_a_call_with_a_pair=lambda: bid_hand("N 2h2h", "W 2s2s", trump="h")
)
before_play("SK-2.2c", "BID-CLOSED", seat="W", actual="BJBJ", expected="2h2h", pointer="bids/2").of(
    jokers_over_a_completed_call=lambda: bid_hand("N 2h", "N 2h", "W BJBJ", trump="h")
)
must_not("SK-2.2c", "BID-CLOSED").of(over_a_pair_that_was_no_call=lambda: bid_hand("N 2h", "W 2c2c", "S 2s2s", trump="s"))


def turned_over(first: str, trump: str, *, bids: tuple[str, ...] | None = ()) -> GameRecord:
    """Nobody called, and this is the kitty's first card; some trump was played."""
    kitty = [first, *[card for card in ("2h", "8s", "9s", "3c", "Kc", "Jh", "Qh") if card != first]]
    return recorded(laid(kitty="".join(kitty), trump=trump).finish(), bids=bids)


trigger("SK-2.2d", "TRUMP-SUIT/kitty", expected="d", actual="h", pointer="trump").of(
    suit_of_the_level_card_in_the_kitty=lambda: turned_over("7d", "h")
)
must_not("SK-2.2d", "TRUMP-SUIT/kitty").of(
    first_card_of_the_kitty=each(turned_over, [("7d", "d"), ("LJ", "NT"), ("BJ", "NT"), ("2c", "c")]),
    where_bids_are_not_recorded=lambda: turned_over("7d", "h", bids=None),
)


FIRST_7D = "7d2h8s9s3cKcJhQh"


before_play("SK-2.2d", "BID-AFTER-KITTY", seat="W", actual="2s2s", pointer="kitty/0").of(
    over_declared_what_the_kitty_named=lambda: shown_before_the_burial(show="W 2s2s", trump="d", cards=FIRST_7D)
)
must_not("SK-2.2d", "BID-AFTER-KITTY").of(
    over_declared_a_call=lambda: shown_before_the_burial("N 2c", show="W 2s2s", trump="s", cards=FIRST_7D)
)


# ======================================================================================== 第三条 the kitty

LAST_KITTY: Final = "5dTd3h3h4h4h6h6h"
"""15 points."""
LAST: Final = {"9s": 2, "AcQc": 2, "9s9s": 4, "AcKcKc": 4, "QhQhKhKh": 8, "AcQcQcKcKc": 8, "7s7s8s8s9s9s": 16}
"""Cards with which the last trick is won, and what the kitty then counts."""


@cache
def captured(last: str) -> Table:
    """A whole hand in which N, a defender, wins the last trick with these cards; the kitty has 15 points."""
    size = len(last)
    others = {"E": "3d4d6d7d8d9d"[:size], "W": "3c4c6c7c8c9c"[:size], "S": "3d4d6d7d8d9d"[:size]}
    return ending({"N": last, **others}, leader="N", kitty=LAST_KITTY, dealer="E", sheet=SK)


def kitty_won(last: str, factor: int) -> GameRecord:
    """N wins the last trick; the score sheet has this multiplier."""
    return recorded(captured(last), claims=HandClaims(multiplier=factor))


trigger("SK-3.1", "CLAIM-MULTIPLIER/single", expected="2", actual="1", pointer="claims/multiplier").of(
    single_not_doubled=each(lambda last: kitty_won(last, 1), ["9s", "AcQc"])
)
must_not("SK-3.1", "CLAIM-MULTIPLIER/single").of(single_doubled=each(lambda last: kitty_won(last, 2), ["9s", "AcQc"]))

trigger("SK-3.2", "CLAIM-MULTIPLIER/pair", expected="4", actual="2", pointer="claims/multiplier").of(
    pair_counted_as_a_single=each(lambda last: kitty_won(last, 2), ["9s9s", "AcKcKc"])
)
must_not("SK-3.2", "CLAIM-MULTIPLIER/pair").of(pair_fourfold=each(lambda last: kitty_won(last, 4), ["9s9s", "AcKcKc"]))

trigger("SK-3.3", "CLAIM-MULTIPLIER/tractor", expected="8", actual="4", pointer="claims/multiplier").of(
    sister_pairs_counted_as_a_pair=each(lambda last: kitty_won(last, 4), ["QhQhKhKh", "AcQcQcKcKc"])
)
trigger("SK-3.3", "CLAIM-MULTIPLIER/tractor", expected="16", actual="8", basis="assumed", options=("D-SK-07",)).of(
    three_sister_pairs_counted_as_two=lambda: kitty_won("7s7s8s8s9s9s", 8)
)
must_not("SK-3.3", "CLAIM-MULTIPLIER/tractor").of(
    doubled_with_each_pair=each(lambda last: kitty_won(last, LAST[last]), ["QhQhKhKh", "AcQcQcKcKc", "7s7s8s8s9s9s"])
)


@must_not("SK-3.4", "CLAIM-MULTIPLIER")
@pytest.mark.parametrize("last", list(LAST))
def test_SK_3_4_must_not_by_the_best_part(last: str) -> GameRecord:
    board, factor = captured(last), LAST[last]
    claims = HandClaims(multiplier=factor, kitty_points=15, attackers=board.points["NS"] + 15 * factor)
    return recorded(board, claims=claims)


# ======================================================================================== 第四条 scores


def score(bank_side: str, defenders: int) -> dict[str, int]:
    """A score by side, the bank's that of the defenders with the sign turned."""
    return {side: -defenders if side == bank_side else defenders for side in ("EW", "NS")}


PRINTED: Final = [(20, -17), (40, -9), (80, 2), (120, 14), (160, 25)]


trigger(
    "SK-4.1a",
    "CLAIM-SCORE",
    expected="EW=17 NS=-17",
    actual="EW=16 NS=-16",
    pointer="claims/score",
    basis="assumed",
    options=("D-SK-03",),
).of(_20_points_converted_wrong=lambda: scored(20, score=score("EW", -16)))
trigger("SK-4.1a", "CLAIM-SCORE", hand=2, expected="EW=2 NS=-2", actual="EW=-2 NS=2", basis="assumed", options=("D-SK-03",)).of(
    given_to_the_bank=lambda: scored(80, 2, score=score("EW", 2))
)
trigger(
    "SK-4.1a", "CLAIM-SCORE", expected="EW=-2…9 NS=-9…2", actual="EW=-5 NS=5", basis="assumed", options=("D-SK-02", "D-SK-03")
).of(outside_of_the_bracket=lambda: scored(60, score=score("EW", 5)))
must_not("SK-4.1a", "CLAIM-SCORE").of(
    printed_or_within_the_bracket=each(
        lambda points, defenders: scored(points, score=score("EW", defenders)),
        [*PRINTED, (60, -9), (60, 0), (0, -25), (200, 40), (115, 2)],
    )
)


def open_score(points: int) -> GameRecord:
    """The faultless hand, made worth so many points by a ruling."""
    hand = clean().hand(claims=HandClaims(attackers=points))
    return match(hand, sheet=SK, rulings=(ruling(points={"NS": points - clean().points["NS"]}),))


trigger("SK-4.1a", "SCORE-OPEN", expected="NS=2…14", actual="115", pointer="claims", basis="assumed", options=("D-SK-02",)).of(
    between_the_printed_values=lambda: open_score(115)
)
trigger("SK-4.1a", "SCORE-OPEN", expected="NS=…-17", actual="0", basis="assumed", options=("D-SK-02",)).of(
    below_the_printed_values=lambda: open_score(0)
)
must_not("SK-4.1a", "SCORE-OPEN").of(printed=each(open_score, [points for points, _ in PRINTED]))
must_not("SK-4.1a", "CLAIM-POINTS-IMPOSSIBLE").of(
    possible_points=each(lambda points, penalties: scored(points, penalties=penalties), [(-10, -10), (-10, None)])
)


def eight_hands(*points: int, **claims: Any) -> GameRecord:
    """A match of score sheets."""
    others = {name: claims.pop(name) for name in ("options", "event") if name in claims}
    hands = [score_sheet(count, no) for no, count in enumerate(points, start=1)]
    return match(*hands, sheet=SK, claims=MatchClaims(**claims), **others)


EW_WINS = (20, 80, 80, 80, 80, 80, 80, 80)
"""The bankers are EW in hands 1, 3, 5, 7: EW=17+2−2+2−2+2−2+2=19."""


trigger(
    "SK-4.1a",
    "CLAIM-MATCH-WINNER",
    hand=None,
    expected="EW",
    actual="NS",
    pointer="/claims/winner",
    basis="assumed",
    options=("D-SK-01",),
).of(lower_total_claimed=lambda: eight_hands(*EW_WINS, winner="NS"))
trigger("SK-4.1a", "CLAIM-MATCH-WINNER", hand=None, expected="EW", actual="NS").of(
    lower_total_at_time=lambda: eight_hands(20, 40, 40, winner="NS", reason="time")
)
must_not("SK-4.1a", "CLAIM-MATCH-WINNER").of(
    # 20 and 20 cancel out: who has won then is not in the sheet (D-SK-04)
    higher_total_or_equal=each(
        lambda points, winner, reason: eight_hands(*points, winner=winner, reason=reason),
        [(EW_WINS, "EW", "passed"), (EW_WINS, "EW", None), ((20, 40, 40), "EW", "time"), ((20, 20), "NS", "time")],
    )
)


SIGNAL = Incident(kind="signal", seat="N", at=(3, 2))


trigger("SK-5.4", "CLAIM-MATCH-REASON", hand=None, expected="passed", actual="time", pointer="/claims/reason").of(
    over_before_time=lambda: scored(None, incidents=(SIGNAL,), match_claims=MatchClaims(winner="EW", reason="time"))
)
must_not("SK-5.4", "CLAIM-MATCH-REASON").of(
    time_or_all_hands=each(lambda reason: eight_hands(*EW_WINS, reason=reason), ["time", "passed", None])
)


def added_up(score: Mapping[str, int]) -> GameRecord:
    """Eight hands of score sheets, and the score of the match that is claimed."""
    return eight_hands(*EW_WINS, score=score)


trigger(
    "SK-4.1a",
    "CLAIM-MATCH-SCORE",
    hand=None,
    expected="EW=19 NS=-19",
    actual="EW=17 NS=-17",
    pointer="/claims/score",
    basis="assumed",
    options=("D-SK-03",),
).of(scores_added_up_wrongly=lambda: added_up({"EW": 17, "NS": -17}))
must_not("SK-4.1a", "CLAIM-MATCH-SCORE").of(scores_added_up=lambda: added_up({"EW": 19, "NS": -19}))

trigger(
    "SK-4.1b",
    "CLAIM-MATCH-POINTS",
    hand=None,
    expected="EW=2 NS=1",
    actual="EW=2 NS=0",
    pointer="/claims/points",
    basis="assumed",
    options=("D-SK-01",),
).of(nothing_for_a_loss=lambda: eight_hands(*EW_WINS, winner="EW", points={"EW": 2, "NS": 0}))
must_not("SK-4.1b", "CLAIM-MATCH-POINTS").of(two_and_one=lambda: eight_hands(*EW_WINS, winner="EW", points={"EW": 2, "NS": 1}))

trigger("SK-4.2", "CLAIM-FORFEIT", hand=None, expected="EW=2 NS=0", actual="EW=2 NS=1", pointer="/claims/points").of(
    a_point_for_who_did_not_come=lambda: eight_hands(winner="EW", reason="forfeit", points={"EW": 2, "NS": 1})
)
must_not("SK-4.2", "CLAIM-FORFEIT").of(
    nothing_for_a_forfeit=lambda: eight_hands(winner="EW", reason="forfeit", points={"EW": 2, "NS": 0})
)
trigger("SK-4.2", "INCIDENT-LATE", seat="N", actual="late", pointer="incidents/0").of(
    late=lambda: scored(80, incidents=(Incident(kind="late", seat="N"),))
)
must_not("SK-4.2", "INCIDENT-LATE").of(without_an_incident=lambda: scored(80))


def given_up(*more: Hand, winner: str = "EW") -> GameRecord:
    """N and S came ten minutes late, and the match was given up for it."""
    late = Incident(kind="late", seat="N", seconds=600)
    claims = MatchClaims(winner=winner, reason="forfeit")
    return match(score_sheet(None, incidents=(late,)), *more, sheet=SK, claims=claims)


trigger("SK-4.2", "MATCH-OVER/late", hand=2, pointer="/hands/1").of(hand_after_a_forfeit=lambda: given_up(score_sheet(80, 2)))
must_not("SK-4.2", "MATCH-OVER/late").of(forfeited=given_up)
trigger("SK-4.2", "CLAIM-MATCH-WINNER/late", hand=None, expected="EW", actual="NS", pointer="/claims/winner").of(
    who_came_late_claimed_to_win=lambda: given_up(winner="NS")
)
must_not("SK-4.2", "CLAIM-MATCH-WINNER/late").of(who_came_in_time=given_up)


# ======================================================================================== 第五条 一 counts


def miscounted(noticed: tuple[int, int], points: int | None, **claims: Any) -> GameRecord:
    """E, the banker, had a wrong number of cards; the score sheet has so many points."""
    return scored(points, incidents=(Incident(kind="hand_count", seat="E", noticed=noticed),), **claims)


trigger("SK-5.1.1", "INCIDENT-COUNT-EARLY", seat="E", actual="hand_count", pointer="incidents/0").of(
    found_before_the_burial=lambda: miscounted((0, 0), 20, score=score("EW", -17))
)
must_not("SK-5.1.1", "INCIDENT-COUNT-EARLY").of(found_at_the_end=lambda: miscounted((25, 4), 20, score=score("EW", 2)))


def put_right(moved: int = 1, **changes: Any) -> GameRecord:
    """N was dealt too few cards and W too many, which was noticed before the burial; N drew what was missing."""
    board = clean()
    deal = {part: list(cards) for part, cards in board.deal.items()}
    deal["W"] += deal["N"][:moved]
    deal["N"] = deal["N"][moved:]
    incident = Incident(kind="hand_count", seat="N", at=(0, 0), noticed=(0, 0))
    facts = {"deal": {part: " ".join(cards) for part, cards in deal.items()}, "incidents": (incident,)}
    return recorded(board, **(facts | changes))


@pytest.mark.parametrize("moved", [1, 2, 3])
def test_SK_5_1_1_the_card_drawn_before_the_burial_is_held(moved: int) -> None:
    result = audit(put_right(moved))
    wrong = [finding.code for finding in result.findings if finding.kind is Kind.FAIL]
    assert wrong == ["DEAL-COUNT", "DEAL-COUNT"]
    assert "INCIDENT-COUNT-EARLY" in {finding.code for finding in result.findings}
    assert result.hands[0].winners == clean().winners
    late = put_right(moved, incidents=())
    assert "PLAY-NOT-HELD" in {finding.code for finding in audit(late).findings}


trigger("SK-5.1.2", "CLAIM-SCORE/count", expected="EW=-2 NS=2", actual="EW=9 NS=-9", pointer="claims/score").of(
    _40_points_counted_as_played=lambda: miscounted((25, 4), 40, score=score("EW", -9))
)
trigger(
    "SK-5.1.2", "CLAIM-SCORE/count", expected="EW=-14 NS=14", actual="EW=-2 NS=2", basis="assumed", options=("D-SK-16",)
).of(better_result_left_out=lambda: miscounted((25, 4), 120, score=score("EW", 2)))
must_not("SK-5.1.2", "CLAIM-SCORE/count").of(
    # before the burial it costs nothing, at the end it costs two: neither is wrong
    where_nobody_says_when_it_was_found=each(
        lambda defenders: scored(40, incidents=(Incident(kind="hand_count", seat="E"),), score=score("EW", defenders)), [2, -9]
    ),
    two_or_better=each(
        lambda points, defenders: miscounted((25, 4), points, score=score("EW", defenders)),
        [(40, 2), (80, 2), (120, 14), (60, 2), (None, 2)],
    ),
)


# ======================================================================================== 第五条 二 wrong cards, throws


def exposed(seat: str, count: int) -> Incident:
    """So many cards of the faultless hand that somebody let be seen in trick 3, and played at its end."""
    plays = (dict(zip(seats_from(text[0]), text.split()[1:], strict=True)) for text in clean().tricks[-count:])
    cards = "".join(made[seat] for made in plays)
    return Incident(kind="exposed", seat=seat, at=(3, 2), noticed=(3, 2), cards=cards)


trigger("SK-5.2.1", "CLAIM-PENALTIES/exposed", expected="-20", actual="-10", pointer="claims/penalties").of(
    two_cards_counted_as_one=lambda: noticed(exposed("N", 2), penalties=-10)
)
trigger("SK-5.2.1", "CLAIM-PENALTIES/exposed", expected="10", actual="-10", basis="assumed", options=("D-SK-12",)).of(
    fault_of_the_bank_taken_off=lambda: noticed(exposed("W", 1), penalties=-10)
)
must_not("SK-5.2.1", "CLAIM-PENALTIES/exposed").of(
    ten_a_card=each(
        lambda seat, change: noticed(exposed(seat, 1), penalties=change, attackers=clean().points["NS"] + change),
        [("N", -10), ("W", 10)],
    )
)

trigger("SK-5.2.2", "THROW-BEATABLE", at=(1, 1), seat="E", expected="8c8c | 9c", actual="9c8c8c").of(
    single_and_pair_beaten=lambda: throw("9c8c8c", T25)
)
must_not("SK-5.2.2", "THROW-PIECE").of(
    what_the_opponents_choose=each(lambda piece: throw(f"9c8c8c>{piece}", T25), ["9c", "8c8c"])
)
trigger("SK-5.2.2", "CLAIM-PENALTIES/failed_throw", expected="10", actual="0", basis="assumed", options=("D-SK-12",)).of(
    failed_throw_for_nothing=lambda: throw("AcKc9c>9c", {"E": "AcKc9c", "N": "Jc3c4c"}, claims=HandClaims(penalties=0))
)
trigger(
    "SK-5.2.2", "CLAIM-PENALTIES/failed_throw", expected="20", actual="10", basis="assumed", options=("D-SK-10", "D-SK-12")
).of(two_parts_blocked=lambda: throw("9c8c8c>9c", T25, claims=HandClaims(penalties=10)))
must_not("SK-5.2.2", "CLAIM-PENALTIES/failed_throw").of(
    ten_a_part=each(
        lambda lead, penalties: throw(lead, T25, claims=HandClaims(penalties=penalties)),
        [("9c8c8c>9c", 20), ("9c8c8c>8c8c", 20), ("8c8c", 0)],
    )
)


# ======================================================================================== 第五条 三 to 六


def concealed(points: int | None, **claims: Any) -> GameRecord:
    """N, a defender, did not play the card he owed, and it was found in the next trick."""
    return scored(points, incidents=(Incident(kind="concealed", seat="N", at=(7, 2), noticed=(8, 1)),), **claims)


trigger(
    "SK-5.3", "CLAIM-SCORE/concealed", expected="EW=2 NS=-2", actual="EW=-2 NS=2", basis="assumed", options=("D-SK-13",)
).of(_80_points_counted_as_played=lambda: concealed(80, score=score("EW", 2)))
must_not("SK-5.3", "CLAIM-SCORE/concealed").of(
    two_or_better=each(
        lambda points, defenders: concealed(points, score=score("EW", defenders)),
        [(None, -2), (80, -2), (160, -2), (20, -17), (40, -9)],
    )
)

trigger("SK-5.4", "CLAIM-SCORE/signal", expected="EW=2 NS=-10", actual="EW=10 NS=-10", pointer="claims/score").of(
    ten_for_the_other_side=lambda: noticed(SIGNAL, score={"EW": 10, "NS": -10})
)
must_not("SK-5.4", "CLAIM-SCORE/signal").of(two_for_the_other_side=lambda: noticed(SIGNAL, score={"EW": 2, "NS": -10}))


@pytest.mark.parametrize("kind", ["misconduct", "cheating", "manner", "delay", "card_check", "timeout"])
def test_what_no_clause_prints_cites_none(kind: str) -> None:
    """第五条 四 is about passing information alone."""
    codes = {finding.code: finding.clause for finding in audit(noticed(Incident(kind=kind, seat="N", at=(3, 2)))).findings}
    assert codes == {"INCIDENT-KIND": None, "SCORE-OPEN": "SK-4.1a"}


TURN_JUMPED = Incident(kind="out_of_turn", seat="W", at=(1, 3))


trigger("SK-5.4", "MATCH-OVER", hand=2, pointer="/hands/1").of(
    hand_after_the_end=lambda: match(score_sheet(None, incidents=(SIGNAL,)), score_sheet(80, 2), sheet=SK)
)
must_not("SK-5.4", "MATCH-OVER").of(after_any_score=lambda: match(score_sheet(160), score_sheet(160, 2), sheet=SK))
trigger("SK-5.4", "CLAIM-MATCH-WINNER", hand=None, expected="EW", actual="NS", pointer="/claims/winner").of(
    the_side_that_signalled_claimed_to_win=lambda: match(
        score_sheet(None, incidents=(SIGNAL,)), sheet=SK, claims=MatchClaims(winner="NS")
    )
)
must_not("SK-5.4", "CLAIM-MATCH-WINNER").of(
    the_other_side=lambda: match(score_sheet(None, incidents=(SIGNAL,)), sheet=SK, claims=MatchClaims(winner="EW"))
)


def test_SK_5_4_nobody_is_banker_after_the_signal() -> None:
    assert audit(match(score_sheet(None, 3, incidents=(SIGNAL,)), sheet=SK)).hands[0].next_dealer is None


trigger("SK-5.5", "INCIDENT-OUT-OF-TURN", at=(1, 3), seat="W", actual="out_of_turn", pointer="incidents/0").of(
    the_first_time=lambda: scored(80, incidents=(TURN_JUMPED,), score=score("EW", 2))
)
must_not("SK-5.5", "INCIDENT-OUT-OF-TURN").of(without_an_incident=lambda: scored(80, score=score("EW", 2)))


def jumped_twice(second: Incident, claimed_score: Mapping[str, int]) -> GameRecord:
    """W played out of turn in the first hand, and somebody in the second, of 80 points for EW."""
    later: Hand = score_sheet(80, 2, incidents=(second,), score=claimed_score)
    return match(score_sheet(80, incidents=(TURN_JUMPED,)), later, sheet=SK)


trigger(
    "SK-5.5",
    "CLAIM-SCORE/out_of_turn",
    hand=2,
    expected="EW=-8 NS=-2",
    actual="EW=2 NS=-2",
    pointer="claims/score",
    besides=("INCIDENT-OUT-OF-TURN",),
    basis="disputed",
    options=("D-SK-03", "SK-5.5a"),
).of(the_second_time_for_nothing=lambda: jumped_twice(replace(TURN_JUMPED, seat="E"), {"EW": 2, "NS": -2}))
must_not("SK-5.5", "CLAIM-SCORE/out_of_turn", besides=("INCIDENT-OUT-OF-TURN",)).of(
    ten_the_second_time_of_a_side=each(
        lambda seat, own: jumped_twice(replace(TURN_JUMPED, seat=seat), {"EW": own, "NS": -2}), [("E", -8), ("W", -8), ("N", 2)]
    )
)


# ======================================================================================== what the findings say


@pytest.mark.parametrize(("seat", "effect"), [("W", "SK-5.3: EW −2, NS +2"), ("N", "SK-5.3: NS −2, EW +2")])
def test_unnoticed_fault_names_what_the_sheet_prescribes(seat: str, effect: str) -> None:
    """It changes no result."""
    record = trick_1({"E": "Kh", seat: "Ah3c"}, {seat: "h"}, {"E": "Kh", seat: "3c"})
    result = audit(record)
    (finding,) = [finding for finding in result.findings if finding.code == "TRICK-FOLLOW-SUIT"]
    assert finding.params["effect"] == effect
    assert result.hands[0].penalties == 0


test_situation = situations(__name__)
