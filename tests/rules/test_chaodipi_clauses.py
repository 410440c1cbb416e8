"""For every clause of the sheet `chaodipi` and every check code that enforces it: one record it must find, one it must not.

Those that other trick games have too are in `test_trick_clauses.py`.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.replay.question import Situation, Word, judge_declarations
from paipu.replay.record import Effect, Event, Fault, GameRecord, HandClaims, Incident, KittyAction, MatchClaims, Ruling
from tests.rules import build
from tests.rules import tricks_build as made
from tests.rules.build import KITTY_15, Table, answered, ruling, score_sheet
from tests.rules.registry import before_play, each, must_not, situations, told, trigger
from tests.rules.tricks_build import CDP, NO_CLUBS, NO_HEARTS, TWOS, UNSEEN

clean = partial(made.clean, CDP)
claimed = partial(made.claimed, CDP)
noticed = partial(made.noticed, CDP)
bid_hand = partial(made.bid_hand, CDP, dealer="N")
trick_1 = partial(made.trick_1, CDP)
clubs_follow = partial(made.clubs_follow, CDP)
trumps_follow = partial(made.trumps_follow, CDP)
won = partial(made.won, CDP)
ruffed = partial(made.ruffed, CDP)
scored = partial(made.scored, CDP)
timed = partial(made.timed, CDP)
second_level = partial(made.second_level, CDP)
next_hand = partial(made.next_hand, CDP)

table = partial(build.table, sheet=CDP)
ending = partial(build.ending, sheet=CDP)
match = partial(build.match, sheet=CDP)


misfined = partial(trigger, pointer="claims/penalties", basis="assumed", options=("D-CDP-26",))
"""A fine is claimed wrong that rests on the default of whom it is given to."""


def fined(penalties: int, *incidents: Incident, dealer: str = "N") -> GameRecord:
    """A score sheet that says what these incidents came to, EW being the attackers."""
    return scored(180, TWOS, dealer, penalties=penalties, incidents=incidents)


def asked(
    *given: str, trump: str = "s", holds: Mapping[str, str] | None = None, bank: str | None = None, **changes: Any
) -> GameRecord:
    """A whole hand, the first unless there is a `bank`: E declares and buries, the others are asked and hold what they show."""
    shown = {seat: cards.partition("=")[0] for seat, cards in (text.split() for text in given if " " in text)}
    board = table({"E": "2s"} | shown if holds is None else {"E": "2s"} | dict(holds), trump=trump).finish()
    return match(board.hand(**{"bids": ("E 2s",), "kitty": answered(board, *given)} | changes), dealer=bank)


# ======================================================================================== 一


def final_of(*points: int, claimed_games: Mapping[str, int], stage: str | None = "final") -> GameRecord:
    """NS carry the flag in the first hand; a new game begins after it."""
    first = score_sheet(points[0], dealer="N", level="flag", trump="NT")
    further = [score_sheet(score, no=no, dealer="N", level="2") for no, score in enumerate(points[1:], start=2)]
    claims = MatchClaims(points=claimed_games)
    start: dict[str, Any] = {"levels": {"EW": "A", "NS": "flag"}, "dealer": "N", "games": {"EW": 0, "NS": 0}}
    return match(first, *further, **start, claims=claims, event=Event(stage=stage))


trigger("CDP-1.2", "CLAIM-MATCH-POINTS", hand=None, expected="EW=0 NS=1", actual="EW=0 NS=2", pointer="/claims/points").of(
    one_game_is_not_two=each(
        lambda stage: final_of(95, 75, claimed_games={"EW": 0, "NS": 2}, stage=stage), ["final", "Semi-Final", "半决赛"]
    )
)
must_not("CDP-1.2", "CLAIM-MATCH-POINTS").of(
    a_second_game_begins_at_2=lambda: final_of(95, 75, claimed_games={"EW": 0, "NS": 1}),
    in_a_stage_of_one_game=lambda: final_of(95, claimed_games={"EW": 0, "NS": 1}, stage="1/4"),
)


def buried_in(seconds: float) -> GameRecord:
    return match(clean().hand(kitty=(replace(answered(clean())[0], seconds=seconds),)))


before_play("CDP-1.3a", "CLOCK-BURY", seat="E", expected="60", actual="61", pointer="kitty/0/seconds").of(
    _61_seconds_to_bury=lambda: buried_in(61)
)


@before_play("CDP-1.3a", "CLOCK-BURY", seat="W", expected="60", actual="90", pointer="kitty/2/seconds")
def test_CDP_1_3a_trigger_90_seconds_to_bury_again() -> GameRecord:
    record = asked("N", "W 2c2c", trump="c")
    first, second, third = record.hands[0].kitty or ()
    return replace(record, hands=(replace(record.hands[0], kitty=(first, second, replace(third, seconds=90))),))


must_not("CDP-1.3a", "CLOCK-BURY").of(a_minute=lambda: buried_in(60))


def played_in(*seconds: float | None) -> GameRecord:
    return match(clean().hand(seconds=(seconds,)))


trigger("CDP-1.3a", "CLOCK-PLAY", at=(1, 2), expected="15", actual="15.5", pointer="seconds/0/1", seat="N").of(
    more_than_15_seconds=lambda: played_in(3, 15.5)
)
must_not("CDP-1.3a", "CLOCK-PLAY").of(_15_seconds=lambda: played_in(15, None, 15, 0))

trigger("CDP-1.3b", "CLOCK-ROUND", hand=None, expected="50", actual="49.98", pointer="/event/finished").of(
    time_called_early=lambda: timed(75, "6", "6", "NS", seconds=2_999)
)
must_not("CDP-1.3b", "CLOCK-ROUND").of(
    the_hand_in_progress_is_finished=each(
        lambda seconds: timed(75, "6", "6", "NS", seconds=seconds, stage="1/8"), [3_000, 3_600, None]
    )
)

trigger("CDP-1.3c", "CLOCK-UNTIMED", hand=None, actual="四分之一决赛", pointer="/claims/reason").of(
    time_called_in_a_quarter_final=lambda: timed(75, "6", "6", "NS", seconds=9_000, stage="四分之一决赛")
)
must_not("CDP-1.3c", "CLOCK-UNTIMED").of(
    in_earlier_rounds=each(lambda stage: timed(75, "6", "6", "NS", seconds=3_000, stage=stage), ["1/8", "round of 16", None])
)
trigger("CDP-1.3c", "CLAIM-MATCH-REASON", hand=None, expected="-", actual="passed", pointer="/claims/reason").of(
    passing_the_ace_is_not_the_end=lambda: scored(75, {"EW": "9", "NS": "A"}, "N", match_claims=MatchClaims(reason="passed"))
)


@must_not("CDP-1.3c", "CLAIM-MATCH-REASON")
def test_CDP_1_3c_must_not_passing_the_flag() -> GameRecord:
    ended = MatchClaims(winner="NS", reason="passed")
    return scored(95, {"EW": "9", "NS": "flag"}, "N", level="flag", match_claims=ended, event=Event(stage="1/4", seconds=9_000))


# ======================================================================================== 三.1 to 三.3 declaring


trigger("CDP-3.1a", "DEALER-FIRST", expected="N", actual="S", pointer="dealer").of(
    another_than_the_first_to_declare=lambda: bid_hand("N 2h", trump="h", dealer="S")
)
must_not("CDP-3.1a", "DEALER-FIRST").of(
    the_first_to_declare=each(
        lambda bid, trump: bid_hand(bid, trump=trump), [("N 2h", "h"), ("N 2h2h", "h"), ("N LJLJ", "NT"), ("N 5h5h=d", "d")]
    )
)
before_play("CDP-3.1a", "BID-NOT-HELD", seat="N", actual="2h", pointer="bids/0").of(
    declared_a_card_of_another=lambda: bid_hand("N 2h", trump="h", shown={"W": "2h2h"})
)
must_not("CDP-3.1a", "BID-NOT-HELD").of(
    declared_out_of_the_own_hand=lambda: bid_hand("N 2h", "N 2h2h", trump="h", shown={"N": "2h2h"})
)

trigger("CDP-3.1b", "DEALER-OVERBID", hand=3, expected="N", actual="W", pointer="dealer").of(
    bank_moved_in_a_later_hand=lambda: bid_hand("E 2h", "W 2c2c", trump="c", dealer="W", no=3, levels=TWOS, bank="N")
)
must_not("CDP-3.1b", "DEALER-OVERBID").of(
    bank_stayed_in_a_later_hand=lambda: bid_hand("E 2h", "W 2c2c", trump="c", dealer="N", no=3, levels=TWOS, bank="N")
)
trigger("CDP-3.1b", "DEALER-FIRST/over", expected="W", actual="N").of(
    bank_stayed_in_the_first_hand=lambda: bid_hand("N 2h", "W 2c2c", trump="c", dealer="N")
)
trigger("CDP-3.1b", "DEALER-FIRST/over", expected="S", actual="W").of(
    # a joker pair moves the bank too: over-declarations have no rank
    the_last_who_over_declared=lambda: bid_hand("N 2h", "W 2c2c", "S LJLJ", trump="NT", dealer="W")
)
trigger("CDP-3.1b", "DEALER-FIRST/over", expected="E", actual="W").of(
    bank_moved_by_taking_the_kitty_up=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="c", dealer="W", tricks=None)
)
must_not("CDP-3.1b", "DEALER-FIRST/over").of(
    bank_of_the_last_who_over_declared=lambda: bid_hand(
        "N 2h", "W 2c2c", "N BJBJ", trump="NT", dealer="N", shown={"N": "2hBJBJ", "W": "2c2c"}
    ),
    taking_the_kitty_up=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="c"),
)

before_play("CDP-3.2a", "BID-SELF", seat="N", actual="2c2c", pointer="bids/1").of(
    over_declared_himself=lambda: bid_hand("N 2h", "N 2c2c", trump="c")
)
before_play("CDP-3.2a", "BID-SELF", seat="W", actual="2c2c").of(
    # 自保 is for one's own first declaration; a pair needs none
    protected_after_over_declaring=lambda: bid_hand(
        "N 2h", "W 2c2c", "W 2c2c", trump="c", dealer="W", shown={"N": "2h", "W": "2c2c"}
    )
)
before_play("CDP-3.5a", "KITTY-SELF", seat="N", actual="2c2c", pointer="kitty/1", basis="assumed", options=("D-CDP-22b",)).of(
    took_up_over_his_own=lambda: asked("N 2c2c", bids=("N 2h",), holds={"N": "2h2c2c"}, trump="h", bank="E")
)
must_not("CDP-3.5a", "KITTY-SELF").of(
    after_another_took_it_up=lambda: asked(
        "N 2c2c", "W 2d2d", "S", "E", "N LJLJ", trump="NT", holds={"N": "2c2cLJLJ", "W": "2d2d"}
    ),
)
before_play("CDP-3.2c", "BID-NAMED", seat="N", expected="c", actual="d", pointer="bids/0", basis="assumed").of(
    a_level_card_names_itself=lambda: bid_hand("N 2c=d", trump="c", shown={"N": "2c"})
)
before_play("CDP-3.2c", "BID-NAMED/paired", seat="N", expected="NT", actual="d", pointer="bids/0").of(
    a_pair_of_jokers_makes_no_trump=lambda: bid_hand("N LJLJ=d", trump="NT", shown={"N": "LJLJ"})
)
before_play("CDP-3.2c", "BID-NAMED", seat="N", expected="c", actual="d", pointer="kitty/1", basis="assumed").of(
    named_where_the_kitty_is_taken_up=lambda: asked("N 2c2c=d", "W", "S", "E", trump="c")
)
must_not("CDP-3.2c", "BID-NAMED/paired").of(
    a_pair_of_jokers_and_no_trump_said=lambda: bid_hand("N LJLJ=NT", trump="NT", shown={"N": "LJLJ"})
)
must_not("CDP-3.2c", "BID-NAMED").of(
    both_red_fives=lambda: bid_hand("N 5h5h=d", trump="d", shown={"N": "5h5h"}),
)
must_not("CDP-3.2a", "BID-SELF").of(
    the_second_card=each(lambda added: bid_hand("N 2h", f"N {added}", trump="h", shown={"N": "2h2h"}), ["2h2h", "2h"])
)
before_play(
    "CDP-3.2a",
    "BID-CLOSED",
    seat="W",
    expected="2h2h",
    actual="2c2c",
    pointer="bids/2",
    basis="assumed",
    options=("D-CDP-21b",),
).of(over_declared_a_protected_trump=lambda: bid_hand("N 2h", "N 2h2h", "W 2c2c", trump="h", shown={"N": "2h2h", "W": "2c2c"}))
before_play("CDP-3.2a", "BID-CLOSED", seat="W", actual="BJBJ", basis="disputed", options=("D-CDP-21b", "CDP-f")).of(
    joker_pair_over_a_protected_trump=lambda: bid_hand("N 2h", "N 2h2h", "W BJBJ", trump="h", shown={"N": "2h2h", "W": "BJBJ"})
)
must_not("CDP-3.2a", "BID-CLOSED").of(over_a_pair_shown_at_once=lambda: bid_hand("N 2h2h", "W 2c2c", trump="c", dealer="W"))

trigger("CDP-3.1a", "DEALER-FIRST/opening", expected="N", actual="W", pointer="dealer", basis="assumed").of(
    not_who_opened_with_a_pair_that_a_clause_names=each(
        lambda bid, trump: bid_hand(bid, trump=trump, dealer="W"), [("N BJBJ", "NT"), ("N 5h5h=c", "c")]
    )
)
must_not("CDP-3.1a", "DEALER-FIRST/opening").of(who_opened_with_jokers=lambda: bid_hand("N BJBJ", trump="NT"))
trigger("CDP-3.1a", "TRUMP-SUIT/declared", expected="h", actual="s", pointer="trump").of(
    not_the_only_one_declared=lambda: bid_hand("N 2h", trump="s"),
    not_the_one_that_was_made_safe=lambda: bid_hand("N 2h", "N 2h2h", trump="s", shown={"N": "2h2h"}),
)
must_not("CDP-3.1a", "TRUMP-SUIT/declared").of(the_only_one_declared=lambda: bid_hand("N 2h", trump="h"))
trigger("CDP-3.2b", "TRUMP-SUIT", expected="c", actual="h", pointer="trump").of(
    not_the_last_declared=lambda: bid_hand("N 2h", "W 2c2c", trump="h", dealer="W")
)
must_not("CDP-3.2b", "TRUMP-SUIT").of(
    no_rank_among_them=each(
        lambda bids, trump: bid_hand(*bids, trump=trump, dealer=bids[-1][0]),
        [
            (("N 2h", "W 2c2c"), "c"),
            (("N 2h", "W BJBJ", "S 2c2c"), "c"),
            (("N 2h", "W 2s2s", "S 2d2d"), "d"),
            (("N 2h", "W 5h5h=c"), "c"),
            (("N 2h", "W 5h5h=NT"), "NT"),
        ],
    )
)
before_play("CDP-3.2b", "BID-SPENT", seat="N", actual="2h2h", pointer="bids/2", basis="assumed", options=("D-CDP-22",)).of(
    the_same_pair_again=lambda: bid_hand("N 2h2h", "W 2c2c", "N 2h2h", trump="h", shown={"N": "2h2h", "W": "2c2c"})
)


@before_play("CDP-3.2b", "BID-SPENT", seat="N", actual="2h2h", pointer="kitty/1", basis="assumed", options=("D-CDP-22",))
def test_CDP_3_2b_trigger_the_same_pair_for_the_kitty() -> GameRecord:
    board = table({"N": "2h2h", "E": "2c2c"}, trump="h", dealer="E").finish()
    return match(board.hand(bids=("N 2h2h", "E 2c2c"), kitty=answered(board, "N 2h2h")))


must_not("CDP-3.2b", "BID-SPENT").of(
    another_pair=lambda: bid_hand("N 2h2h", "W 2c2c", "N 2d2d", trump="d", shown={"N": "2h2h2d2d", "W": "2c2c"})
)

before_play("CDP-3.2c", "BID-DECLARE/paired", seat="N", expected="2 | 22 | LJLJ | BJBJ | 5h5h=?", pointer="bids/0").of(
    single_joker_or_five=each(lambda cards: bid_hand(f"N {cards}", trump="h"), ["LJ", "BJ", "5h", "LJBJ"])
)
before_play("CDP-3.1a", "BID-DECLARE/no_level_card", seat="N", expected="2 | 22 | LJLJ | BJBJ | 5h5h=?", pointer="bids/0").of(
    no_level_card=each(lambda cards: bid_hand(f"N {cards}", trump="h"), ["3h", "3h3h", "5h3h"])
)
must_not("CDP-3.1a", "BID-DECLARE/no_level_card").of(a_level_card=lambda: bid_hand("N 2d", trump="d"))
NOT_THE_FIRST: Final[dict[str, Any]] = {"bank": "E", "dealer": "E"}
"""A hand that is not declared for the bank."""
before_play("CDP-3.1a", "BID-DECLARE", seat="N", pointer="bids/0", basis="assumed").of(
    a_level_card_with_another=each(lambda cards: bid_hand(f"N {cards}", trump="h"), ["2h2c", "2h7c", "2hLJ"]),
    no_level_card_in_a_later_hand=each(
        lambda cards: bid_hand(f"N {cards}", trump="h", **NOT_THE_FIRST), ["3h", "3h3h", "5h3h"]
    ),
    red_five_with_another_at_level_5=lambda: bid_hand("N 5h7c", trump="h", level="5", levels={"EW": "5", "NS": "5"}),
)
must_not("CDP-3.1a", "BID-DECLARE").of(a_level_card_in_a_later_hand=lambda: bid_hand("N 2d", trump="d", **NOT_THE_FIRST))
must_not("CDP-3.2c", "BID-DECLARE/paired").of(
    pairs_and_level_cards=each(
        lambda bid, trump: bid_hand(f"N {bid}", trump=trump),
        [("LJLJ", "NT"), ("BJBJ", "NT"), ("5h5h=s", "s"), ("5h5h=NT", "NT"), ("2d", "d")],
    ),
    single_red_five_at_level_5=lambda: bid_hand("N 5h", trump="h", level="5", levels={"EW": "5", "NS": "5"}),
)
before_play(
    "CDP-3.2b",
    "BID-OVER",
    seat="W",
    actual="2c",
    expected="22 | LJLJ | BJBJ | 5h5h=?",
    pointer="bids/1",
    basis="assumed",
    options=("D-CDP-21",),
).of(single_over_a_single=lambda: bid_hand("N 2h", "W 2c", trump="h"))
before_play("CDP-3.2b", "BID-OVER", seat="W", basis="assumed").of(
    over_declared_with_no_pair_of_level_cards=each(lambda cards: bid_hand("N 2h", f"W {cards}", trump="h"), ["3c3c", "2c2d"])
)
must_not("CDP-3.2b", "BID-OVER").of(over_declared_with_a_pair=lambda: bid_hand("N 2h", "W 2c2c", trump="c", dealer="W"))
before_play("CDP-3.2c", "BID-OVER/paired", seat="W").of(
    over_declared_with_what_declares_nothing=each(lambda cards: bid_hand("N 2h", f"W {cards}", trump="h"), ["LJ", "5h", "LJBJ"])
)
must_not("CDP-3.2c", "BID-OVER/paired").of(
    over_declared_with_a_pair=each(
        lambda bid, trump: bid_hand("N 2h", bid, trump=trump, dealer="W"),
        [("W 2c2c", "c"), ("W LJLJ", "NT"), ("W BJBJ", "NT"), ("W 5h5h=h", "h")],
    )
)
trigger("CDP-3.2c", "TRUMP-SUIT/named", expected="c", actual="h", pointer="trump").of(
    not_what_both_red_fives_named=lambda: bid_hand("N 2h", "S 5h5h=c", trump="h", dealer="S")
)
must_not("CDP-3.2c", "TRUMP-SUIT/named").of(
    what_both_red_fives_named=lambda: bid_hand("N 2h", "S 5h5h=c", trump="c", dealer="S")
)
trigger("CDP-3.2c", "TRUMP-SUIT/jokers", expected="NT", actual="h", pointer="trump").of(
    suit_kept_after_a_joker_pair=lambda: bid_hand("N 2h", "S BJBJ", trump="h", dealer="S")
)
must_not("CDP-3.2c", "TRUMP-SUIT/jokers").of(
    no_trump_after_a_joker_pair=lambda: bid_hand("N 2h", "S BJBJ", trump="NT", dealer="S")
)


def undeclared(kitty: str, trump: str | None, no: int = 2) -> GameRecord:
    """A hand for which nobody declared, with this kitty; E is banker, by the record alone in the first hand."""
    board = table(kitty=kitty, trump=trump or "s").finish()
    hand = board.hand(no=no, bids=(), trump=trump)
    return match(hand) if no == 1 else match(hand, levels=TWOS, dealer="E")


trigger("CDP-3.3", "TRUMP-SUIT/kitty", hand=2, expected="d", actual="s", pointer="trump").of(
    the_first_level_card=lambda: undeclared("3c4c2d2s6c7c8cAs", "s")
)
trigger("CDP-3.3", "TRUMP-SUIT/kitty", hand=2, expected="s", actual="h", basis="assumed", options=("D-CDP-25",)).of(
    # of two kings spades come first, as where cards are turned up for the draw (D-CDP-25)
    equal_ranks_by_suit=lambda: undeclared("3c4cKhKs6c7c8c9c", "h")
)
trigger("CDP-3.3", "TRUMP-SUIT/kitty", hand=2, expected="NT", actual="s").of(joker=lambda: undeclared("3c4cLJAs6c7c8c9c", "s"))
must_not("CDP-3.3", "TRUMP-SUIT/kitty").of(
    what_the_kitty_shows=each(
        undeclared,
        [("3c4c2d2s6c7c8cAs", "d"), ("3c4cKhKs6c7c8c9c", "s"), ("3c4cLJAs6c7c8c9c", "NT"), ("5h4cLJAs6c7c8c9c", "h")],
    )
)
before_play("CDP-3.3", "BANK-NONE", actual="E", pointer="bids", basis="disputed", options=("D-CDP-24",)).of(
    nobody_declared_for_the_bank=lambda: undeclared("3c4c2d2s6c7c8cAs", "d", no=1)
)
must_not("CDP-3.3", "BANK-NONE").of(where_the_banker_is_known=lambda: undeclared("3c4c2d2s6c7c8cAs", "d"))


# ======================================================================================== 三.4 burying, 三.5 炒底


def buried_again(bury: str) -> GameRecord:
    """W takes the kitty up with 2c2c, and buries these cards; E had buried the diamonds that lay there."""
    board = table({"E": "2s2s", "W": "2c2c3h4h"}, kitty="3d4d6d7d8d9dJdQd", trump="c")
    again = KittyAction(seat="W", show="2c2c", bury=bury)
    return match(board.hand(bids=("E 2s",), kitty=(*answered(board, "N"), again), tricks=None))


before_play("CDP-3.4", "BURY-NOT-HELD", seat="W", actual="2s", pointer="kitty/2/bury").of(
    buried_again_what_the_banker_kept=lambda: buried_again("3h4h2s6d7d8d9dJd")
)
must_not("CDP-3.4", "BURY-NOT-HELD").of(buried_again_out_of_hand_and_kitty=lambda: buried_again("3h4h2c6d7d8d9dJd"))
must_not("CDP-3.4", "BURY-SEAT").of(another_who_took_the_kitty_up=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="c"))


LOOKED: Final = tuple(Incident(kind="kitty_viewed", seat=seat, at=(trick, 1)) for seat, trick in (("N", 3), ("S", 9)))


trigger("CDP-3.4", "INCIDENT-KITTY-VIEWED", at=(3, 1), seat="N", actual="kitty_viewed", pointer="incidents/0").of(
    looked_at_the_kitty=lambda: fined(0, LOOKED[0])
)
must_not("CDP-3.4", "INCIDENT-KITTY-VIEWED").of(nobody_looked=lambda: noticed())
misfined("CDP-3.4", "CLAIM-PENALTIES/kitty_viewed", expected="80", actual="0", besides=("INCIDENT-KITTY-VIEWED",)).of(
    the_second_time_not_charged=lambda: fined(0, *LOOKED)
)
must_not("CDP-3.4", "CLAIM-PENALTIES/kitty_viewed", besides=("INCIDENT-KITTY-VIEWED",)).of(
    charged_the_second_time=lambda: fined(80, *LOOKED), once_each_side=lambda: fined(0, LOOKED[0], replace(LOOKED[1], seat="E"))
)


LATE: Final = (Incident(kind="timeout", seat="N", at=(0, 0)), Incident(kind="timeout", seat="S", at=(0, 0)))


before_play("CDP-3.4", "INCIDENT-BURY-LATE", seat="N", actual="timeout", pointer="incidents/0").of(
    the_first_late_burial=lambda: fined(0, LATE[0])
)
must_not("CDP-3.4", "INCIDENT-BURY-LATE", besides=("INCIDENT-TIMEOUT",)).of(
    a_play_that_took_too_long=lambda: fined(0, replace(LATE[0], at=(1, 1)))
)
misfined("CDP-3.4", "CLAIM-PENALTIES/bury_late", expected="80", actual="0", besides=("INCIDENT-BURY-LATE",)).of(
    the_second_late_burial_not_charged=lambda: fined(0, *LATE)
)
must_not("CDP-3.4", "CLAIM-PENALTIES/bury_late", besides=("INCIDENT-BURY-LATE",)).of(
    the_second_late_burial_charged=lambda: fined(80, *LATE)
)
must_not("CDP-3.4", "CLAIM-PENALTIES/bury_late", besides=("INCIDENT-KITTY-VIEWED",)).of(
    a_late_burial_after_a_look=lambda: fined(80, LOOKED[0], LATE[1])
)


def test_CDP_3_4_the_clock_shows_the_second_late_burial_of_the_game() -> None:
    """Nobody noticed either: the first would have been a warning, and the second says what it would have cost."""
    board = clean()
    first = board.hand(kitty=(replace(answered(board)[0], seconds=61),))
    second = score_sheet(60, no=2, dealer="W", level="9", kitty=(KittyAction(seat="W", bury=UNSEEN, seconds=75),))
    third = score_sheet(60, no=3, dealer="E", level="J", kitty=(KittyAction(seat="N", show="2c2c", bury=UNSEEN, seconds=99),))
    late = [finding for finding in audit(match(first, second, third)).findings if finding.code == "CLOCK-BURY"]
    assert [(finding.where.hand, finding.params.get("effect")) for finding in late] == [
        (1, None),
        (2, "CDP-3.4: EW −80"),
        (3, None),
    ]


before_play("CDP-3.5a", "KITTY-SHOW", seat="N", expected="22 | LJLJ | BJBJ | 5h5h=?", pointer="kitty/1", basis="assumed").of(
    no_pair_shown=each(lambda cards: asked(f"N {cards}"), ["2c", "3c3c", "2c2d"])
)
before_play("CDP-3.2c", "KITTY-SHOW/paired", seat="N", expected="22 | LJLJ | BJBJ | 5h5h=?", pointer="kitty/1").of(
    taken_up_with_a_single_joker_or_five=each(lambda cards: asked(f"N {cards}"), ["LJ", "BJ", "5h", "LJBJ"])
)
must_not("CDP-3.2c", "KITTY-SHOW/paired").of(
    taken_up_with_a_pair=each(
        lambda cards, trump: asked(f"N {cards}", "W", "S", "E", trump=trump), [("LJLJ", "NT"), ("BJBJ", "NT"), ("5h5h=d", "d")]
    )
)


@before_play("CDP-3.5a", "KITTY-SHOW/nothing", seat="N", actual="-")
def test_CDP_3_5a_trigger_nothing_shown() -> GameRecord:
    board = table({"E": "2s"}).finish()
    bury = "".join(board.bury)
    return match(board.hand(bids=("E 2s",), kitty=(KittyAction(seat="E", bury=bury), KittyAction(seat="N", bury=bury))))


must_not("CDP-3.5a", "KITTY-SHOW/nothing").of(level_cards_shown=lambda: asked("N 2c2c", "W", "S", "E", trump="c"))
must_not("CDP-3.5a", "KITTY-SHOW").of(
    a_pair_shown=each(
        lambda cards, trump: asked(f"N {cards}", "W", "S", "E", trump=trump),
        [("2c2c", "c"), ("LJLJ", "NT"), ("BJBJ", "NT"), ("5h5h=d", "d")],
    )
)


@must_not("CDP-3.5a", "KITTY-SHOW")
def test_CDP_3_5a_must_not_without_limit() -> GameRecord:
    given = ("N 2c2c", "W 2d2d", "S LJLJ", "E BJBJ", "N 2h2h", "W", "S", "E")
    return asked(*given, trump="h", holds={"N": "2c2c2h2h", "W": "2d2d", "S": "LJLJ", "E": "2sBJBJ"})


before_play("CDP-3.5a", "KITTY-ORDER", seat="W", expected="N", pointer="kitty/1").of(
    asked_out_of_order=lambda: asked("W", "N", "S")
)
before_play("CDP-3.5a", "KITTY-ORDER", seat="S", expected="W", actual="2c2c", pointer="kitty/2").of(
    took_it_before_he_was_asked=lambda: asked("N", "S 2c2c", "E", "N", "W", trump="c")
)
must_not("CDP-3.5a", "KITTY-ORDER").of(
    in_order_or_passes_not_written=each(
        lambda *given: asked(*given, trump="c" if any(" " in answer for answer in given) else "s"),
        [("N", "W", "S"), ("N", "W", "S 2c2c", "E", "N", "W"), ("S 2c2c",)],
    )
)
before_play("CDP-3.5a", "SHOW-NOT-HELD", seat="N", actual="2c2c", pointer="kitty/1").of(
    showed_a_pair_of_another=lambda: asked("N 2c2c", "W", "S", "E", trump="c", holds={"W": "2c2c"}, tricks=None)
)
must_not("CDP-3.5a", "SHOW-NOT-HELD").of(shown_out_of_the_own_hand=lambda: asked("N 2c2c", "W", "S", "E", trump="c"))
before_play("CDP-3.5a", "KITTY-UNASKED", seat="W", pointer="kitty").of(asking_breaks_off=lambda: asked("N"))
must_not("CDP-3.5a", "KITTY-UNASKED").of(
    asked_to_the_end_or_not_written=each(
        lambda *given: asked(*given, trump="c" if "W 2c2c" in given else "s"),
        [(), ("N", "W", "S"), ("N", "W 2c2c", "S", "E", "N")],
    )
)


def after_all_passed(*given: str, trump: str) -> GameRecord:
    """A later hand: E is banker and buries, N has declared, and the others are asked."""
    holds = {"N": "2s", "E": "2d2d", "W": "2c2c"}
    return asked(*given, trump=trump, holds=holds, bids=("N 2s",), bank="E")


before_play("CDP-3.5a", "KITTY-OWN", seat="E", actual="2d2d", pointer="kitty/3").of(
    he_who_buried_is_not_asked=lambda: after_all_passed("W", "S", "E 2d2d", trump="s")
)
before_play("CDP-3.5a", "KITTY-OWN", seat="E", actual="2d2d", pointer="kitty/1").of(
    he_took_up_his_own_burial_where_no_pass_is_written=lambda: after_all_passed("E 2d2d", trump="d")
)
before_play("CDP-3.5a", "KITTY-OWN", seat="E", actual="2d2d", pointer="kitty/2").of(
    the_burial_that_nobody_saw_was_the_bankers=lambda: unseen_burials(
        after_all_passed("W", "S", "E 2d2d", trump="s"), keep=slice(1, None)
    )
)
before_play("CDP-3.5a", "KITTY-OWN", seat="E", actual="2d2d", pointer="kitty/1").of(
    though_the_trump_is_his_too=lambda: asked("E 2d2d", trump="s", holds={"E": "2s2d2d"})
)
must_not("CDP-3.5a", "KITTY-OWN").of(
    somebody_took_it_up_since=lambda: after_all_passed("W 2c2c", "S", "E 2d2d", "N", "W", "S", trump="d")
)


def unseen_burials(record: GameRecord, keep: slice = slice(None)) -> GameRecord:
    """The record without the buried cards, and with these of its entries about the kitty."""
    (hand,) = record.hands
    rows = [replace(action, bury=None) for action in (hand.kitty or ())[keep]]
    return replace(record, hands=(replace(hand, kitty=tuple(row for row in rows if row.passed or row.show)),))


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize(
    ("given", "trump"),
    [
        (("W 2c2c",), "c"),
        (("N", "W 2c2c", "S", "E", "N"), "c"),
        (("W 2c2c", "S 2d2d"), "d"),
        (("N", "W 2c2c", "S 2d2d", "E", "N", "W"), "d"),
    ],
)
def test_what_was_shown_counts_where_nobody_saw_what_was_buried(given: tuple[str, ...], trump: str, dealt: bool) -> None:
    record = unseen_burials(asked(*given, trump=trump))
    (hand,) = record.hands
    assert hand.deal is not None
    whole = record if dealt else replace(record, hands=(replace(hand, deal=None),))
    result = audit(whole)
    assert not told(tuple(finding for finding in result.findings if finding.kind is not Kind.OPEN))
    assert (result.hands[0].trump, result.hands[0].dealer) == (trump, "E")
    wrong = replace(whole, hands=(replace(whole.hands[0], trump="s", tricks=None),))
    (found_wrong,) = [finding for finding in audit(wrong).findings if finding.kind is Kind.FAIL]
    assert (found_wrong.code, found_wrong.clause, found_wrong.expected) == ("TRUMP-SUIT", "CDP-3.5b", trump)


@pytest.mark.parametrize(("buried", "then"), [(UNSEEN, ("A", "2")), (None, ("A", "2"))])
def test_the_stake_stands_whether_or_not_the_burial_was_seen(buried: str | None, then: tuple[str, str]) -> None:
    record = staked(85, ("3", "9"), then, "N 9s")
    shown = KittyAction(seat="E", show="5h5h=c", bury=buried)
    kitty = (shown,) if buried is None else (*(record.hands[0].kitty or ()), shown)
    right = replace(record, hands=(replace(record.hands[0], kitty=kitty),))
    assert not [finding for finding in audit(right).findings if finding.kind is Kind.FAIL]
    wrong = replace(right, hands=(replace(right.hands[0], claims=HandClaims(attackers=85, levels={"EW": "3", "NS": "9"})),))
    (finding,) = [finding for finding in audit(wrong).findings if finding.kind is Kind.FAIL]
    assert (finding.code, finding.clause, finding.expected) == ("CLAIM-LEVELS", "CDP-4.3d", "EW=A NS=2")


@pytest.mark.parametrize("asked_last", ["S -; E -; W BJBJ", "W BJBJ"])
def test_the_judge_refuses_him_who_buried_until_another_has_declared(asked_last: str) -> None:
    at_ace = Situation("chaodipi", "A")
    bidding = judge_declarations(at_ace, ["W As", "N LJLJ"], "W", asked=asked_last.split("; "))
    last = bidding.asked[-1]
    assert (last.word, last.code, last.clause) == (Word.ILLEGAL, "KITTY-OWN", "CDP-3.5a")
    assert (bidding.trump, bidding.taker) == ("NT", None)
    since = judge_declarations(at_ace, ["W As", "N LJLJ"], "W", asked=["S AcAc", "E -", "N -", "W BJBJ"])
    assert since.asked[-1].word is Word.LEGAL
    assert since.trump == "NT"


before_play("CDP-3.5b", "KITTY-BACK", seat="N", actual="2c2c", pointer="kitty/4").of(
    back_after_all_passed=lambda: asked("N", "W", "S", "N 2c2c", trump="c")
)
must_not("CDP-3.5b", "KITTY-BACK").of(
    back_after_somebody_took_it=lambda: asked("N", "W 2d2d", "S", "E", "N 2c2c", "W", "S", "E", trump="c")
)
trigger("CDP-3.5b", "TRUMP-SUIT/reopened", expected="c", actual="s", pointer="trump").of(
    the_declared_trump_kept=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="s")
)
must_not("CDP-3.5b", "TRUMP-SUIT/reopened").of(
    the_last_who_took_it_up=lambda: asked("N", "W 2c2c", "S 2d2d", "E", "N", "W", trump="d")
)


# ======================================================================================== 四.1, 四.2 levels and the bank


trigger(
    "CDP-4.1",
    "CLAIM-LEVELS/must_play",
    expected="EW=6 NS=A",
    actual="EW=6 NS=flag",
    pointer="claims/levels",
    basis="assumed",
    options=("D-CDP-03",),
).of(the_bank_jumped_the_ace=lambda: scored(50, {"EW": "6", "NS": "K"}, "N", levels_after={"EW": "6", "NS": "flag"}))
trigger(
    "CDP-4.1",
    "CLAIM-LEVELS/must_play",
    expected="EW=A NS=6",
    actual="EW=flag NS=6",
    basis="assumed",
    options=("D-CDP-02", "D-CDP-03"),
).of(attackers_passed_the_ace=lambda: scored(95, {"EW": "A", "NS": "6"}, "N", levels_after={"EW": "flag", "NS": "6"}))
must_not("CDP-4.1", "CLAIM-LEVELS/must_play").of(
    the_ace_is_played=each(
        lambda points, ew, ns, then: scored(
            points, {"EW": ew, "NS": ns}, "N", levels_after=dict(zip(("EW", "NS"), then, strict=True))
        ),
        [(50, "6", "K", ("6", "A")), (95, "A", "6", ("A", "6")), (50, "6", "A", ("6", "flag")), (85, "6", "A", ("6", "A"))],
    )
)
trigger("CDP-4.1", "CLAIM-MATCH-WINNER", hand=None, expected="NS", actual="EW", pointer="/claims/winner").of(
    other_side_claimed=lambda: scored(60, {"EW": "9", "NS": "flag"}, "N", level="flag", match_claims=MatchClaims(winner="EW"))
)
must_not("CDP-4.1", "CLAIM-MATCH-WINNER").of(
    winner_past_the_flag=lambda: scored(
        60, {"EW": "9", "NS": "flag"}, "N", level="flag", match_claims=MatchClaims(winner="NS", reason="passed")
    )
)


def after_the_flag(points: int) -> GameRecord:
    """NS carry the flag, and another hand follows."""
    first = score_sheet(points, dealer="N", level="flag")
    second = score_sheet(None, no=2, dealer="S" if points < 100 else "W")
    return match(first, second, levels={"EW": "9", "NS": "flag"}, dealer="N")


trigger("CDP-4.1", "MATCH-OVER", hand=2, pointer="/hands/1").of(hand_after_the_end=lambda: after_the_flag(95))
must_not("CDP-4.1", "MATCH-OVER").of(while_the_flag_is_not_passed=lambda: after_the_flag(100))


SCORE_TABLE: Final = [
    *((points, "NS", level) for points, level in ((5, "T"), (10, "9"), (15, "9"), (20, "8"), (30, "7"), (40, "6"))),
    *((points, "NS", level) for points, level in ((45, "6"), (50, "5"), (55, "5"), (60, "4"), (65, "4"), (70, "3"), (75, "3"))),
    *((points, "EW", level) for points, level in ((90, "3"), (95, "3"), (100, "4"), (115, "5"), (200, "A"), (240, "A"))),
]


trigger("CDP-4.2a", "CLAIM-LEVELS", expected="EW=2 NS=4", actual="EW=2 NS=3", pointer="claims/levels").of(
    _65_points_raise_two=lambda: scored(65, TWOS, "N", levels_after={"EW": "2", "NS": "3"})
)
trigger("CDP-4.2a", "CLAIM-LEVELS", expected="EW=3 NS=2", actual="EW=2 NS=2", basis="assumed", options=("D-CDP-02",)).of(
    _90_points_raise_one=lambda: scored(90, TWOS, "N", levels_after=TWOS)
)
must_not("CDP-4.2a", "CLAIM-LEVELS").of(
    rises_by_points=each(lambda points, side, level: scored(points, TWOS, "N", levels_after=TWOS | {side: level}), SCORE_TABLE)
)
trigger("CDP-4.2a", "CLAIM-MATCH-LEVELS", hand=None, expected="EW=2 NS=4", actual="EW=2 NS=5", pointer="/claims/levels").of(
    wrong_final_levels=lambda: scored(65, TWOS, "N", match_claims=MatchClaims(levels={"EW": "2", "NS": "5"}))
)
must_not("CDP-4.2a", "CLAIM-MATCH-LEVELS").of(
    final_levels=lambda: scored(65, TWOS, "N", match_claims=MatchClaims(levels={"EW": "2", "NS": "4"}))
)
must_not("CDP-4.2a", "LEVEL-IN-FORCE").of(level_of_the_side_in_office=each(second_level, [("A", 0, "S"), ("6", 85, "W")]))
must_not("CDP-4.2a", "CLAIM-POINTS-IMPOSSIBLE").of(
    # below nothing only by penalties
    possible_points=each(
        lambda points, penalties: scored(points, TWOS, "N", penalties=penalties, rulings=(ruling(points={"EW": penalties}),)),
        [(360, 0), (-10, -80)],
    )
)

trigger("CDP-4.2b", "CLAIM-LEVELS/office", expected="EW=2 NS=2", actual="EW=3 NS=2", pointer="claims/levels").of(
    attackers_rose_with_85=lambda: scored(85, TWOS, "N", levels_after={"EW": "3", "NS": "2"})
)
must_not("CDP-4.2b", "CLAIM-LEVELS/office").of(
    office_without_rising=each(lambda points: scored(points, TWOS, "N", levels_after=TWOS, next_dealer="W"), [80, 85])
)
trigger("CDP-4.2b", "CLAIM-NEXT-DEALER", expected="W", actual="S", pointer="claims/next_dealer").of(
    bank_kept_after_85=lambda: scored(85, TWOS, "N", next_dealer="S")
)
trigger("CDP-4.2b", "CLAIM-NEXT-DEALER", expected="W", actual="S", basis="assumed", options=("D-CDP-01",)).of(
    bank_kept_after_80=lambda: scored(80, TWOS, "N", next_dealer="S")
)
must_not("CDP-4.2b", "CLAIM-NEXT-DEALER").of(
    next_banker=each(
        lambda points, dealer: scored(points, TWOS, "N", next_dealer=dealer), [(75, "S"), (80, "W"), (0, "S"), (200, "W")]
    )
)
trigger("CDP-4.2b", "DEALER-NEXT", hand=2, expected="S", actual="W", pointer="dealer", basis="assumed", options=("X-14",)).of(
    attackers_without_80_got_the_bank=lambda: next_hand(75, "W")
)
must_not("CDP-4.2b", "DEALER-NEXT").of(the_next_banker_dealt=each(next_hand, [(75, "S"), (80, "W")]))
trigger(
    "CDP-4.2b",
    "CLAIM-NEXT-PARTNER",
    expected="S",
    actual="N",
    pointer="claims/next_dealer",
    basis="disputed",
    options=("X-14", "D-CDP-04"),
).of(the_same_banker_claimed=lambda: scored(75, TWOS, "N", next_dealer="N"))
must_not("CDP-4.2b", "CLAIM-NEXT-PARTNER").of(the_partner_claimed=lambda: scored(75, TWOS, "N", next_dealer="S"))
trigger(
    "CDP-4.2b", "DEALER-PARTNER", hand=2, expected="W", actual="E", pointer="dealer", basis="disputed", options=("D-CDP-04",)
).of(the_other_attacker_is_banker=lambda: next_hand(85, "E"))
must_not("CDP-4.2b", "DEALER-PARTNER").of(the_left_neighbour_is_banker=lambda: next_hand(85, "W"))

trigger("CDP-4.2c", "CLAIM-LEVELS/straight", expected="EW=9 NS=A", actual="EW=9 NS=J", pointer="claims/levels").of(
    nine_levels_for_nothing=lambda: scored(0, {"EW": "9", "NS": "2"}, "N", levels_after={"EW": "9", "NS": "J"})
)
must_not("CDP-4.2c", "CLAIM-LEVELS/straight").of(
    straight_to_the_ace=each(
        lambda points, level, then: scored(
            points,
            {"EW": "9", "NS": level},
            "N",
            penalties=points,
            levels_after={"EW": "9", "NS": then},
            rulings=(ruling(points={"EW": points}),),
        ),
        [(0, "2", "A"), (-30, "9", "A"), (0, "K", "A"), (0, "A", "flag")],
    )
)
must_not("CDP-4.2c", "CLAIM-PENALTIES").of(
    penalty_of_the_bank=lambda: replace(claimed(penalties=10), rulings=(ruling(points={"EW": -10}),))
)


# ======================================================================================== 四.3 扛旗 and 上天入地


def flag_hand(trump: str | None = "NT", **changes: Any) -> GameRecord:
    """A whole hand of 扛旗: 27 cards each, no kitty; N carries the flag, EW stand at 6."""
    board = table({"N": "3c", "E": "5h5h", "S": "LJLJ"}, level="flag", trump="NT", dealer="N").finish()
    hand = board.hand(**{"trump": trump, "kitty": None} | changes)
    return match(hand, levels={"EW": "6", "NS": "flag"}, dealer="N")


trigger("CDP-4.3a", "TRUMP-SUIT/stage", expected="NT", actual="s", pointer="trump").of(
    flag_with_a_trump_suit=lambda: flag_hand("s")
)
must_not("CDP-4.3a", "TRUMP-SUIT/stage").of(flag_without_a_trump_suit=each(flag_hand, ["NT", None]))
before_play("CDP-4.3a", "KITTY-NONE", seat="N", pointer="kitty/0").of(
    buried_in_the_hand_for_the_flag=lambda: flag_hand(kitty=(KittyAction(seat="N", bury=UNSEEN),))
)
must_not("CDP-4.3a", "KITTY-NONE").of(
    kitty_not_told=flag_hand,
    no_kitty=lambda: flag_hand(kitty=()),
    who_was_asked_and_passed=lambda: flag_hand(kitty=(KittyAction(seat="E", passed=True),)),
)


def flag_scored(points: int, **others: Any) -> GameRecord:
    """N carries the flag, EW stand at 6."""
    return scored(points, {"EW": "6", "NS": "flag"}, "N", level="flag", trump="NT", **others)


trigger("CDP-4.3b", "CLAIM-LEVELS/stage", expected="EW=6 NS=flag", actual="EW=6 NS=A", pointer="claims/levels").of(
    back_to_the_ace_after_95=lambda: flag_scored(95, levels_after={"EW": "6", "NS": "A"})
)
trigger(
    "CDP-4.3b", "CLAIM-LEVELS/stage", expected="EW=6 NS=flag", actual="EW=7 NS=flag", basis="assumed", options=("D-CDP-20",)
).of(attackers_rose_with_110=lambda: flag_scored(110, levels_after={"EW": "7", "NS": "flag"}))
must_not("CDP-4.3b", "CLAIM-LEVELS/stage").of(
    # once it is passed the game is over, and there is no next banker
    levels_stay_as_they_are=each(
        lambda points, dealer: flag_scored(points, levels_after={"EW": "6", "NS": "flag"}, next_dealer=dealer),
        [(0, None), (95, None), (100, "W"), (200, "W")],
    )
)


def three_flags(third: int, then: str, second: int = 100) -> GameRecord:
    """NS carry the flag three times, each time after EW have lost the bank at 6; the levels after the last hand are claimed."""
    rows = ((100, "N", "flag"), (85, "W", "6"), (second, "S", "flag"), (85, "E", "6"), (third, "N", "flag"))
    hands = [score_sheet(points, no=no, dealer=dealer, level=level) for no, (points, dealer, level) in enumerate(rows, 1)]
    last = hands[-1]
    assert last.claims is not None
    hands[-1] = replace(last, claims=replace(last.claims, levels={"EW": "6", "NS": then}))
    return match(*hands, levels={"EW": "6", "NS": "flag"}, dealer="N")


trigger("CDP-4.3b", "CLAIM-NEXT-DEALER", expected="-", actual="S", pointer="claims/next_dealer").of(
    a_banker_after_the_game=lambda: flag_scored(95, levels_after={"EW": "6", "NS": "flag"}, next_dealer="S")
)
must_not("CDP-4.3b", "CLAIM-NEXT-DEALER").of(
    nobody_after_the_game=lambda: flag_scored(95, levels_after={"EW": "6", "NS": "flag"})
)


def test_CDP_4_3b_nobody_is_banker_after_the_game() -> None:
    assert audit(flag_scored(95)).hands[0].next_dealer is None
    assert audit(flag_scored(100)).hands[0].next_dealer is not None


trigger(
    "CDP-4.3c",
    "CLAIM-LEVELS/failures",
    hand=5,
    expected="EW=6 NS=A",
    actual="EW=6 NS=flag",
    pointer="claims/levels",
    basis="assumed",
    options=("D-CDP-20",),
).of(the_third_failure=lambda: three_flags(100, "flag"))
must_not("CDP-4.3c", "CLAIM-LEVELS/failures").of(back_to_the_ace=lambda: three_flags(100, "A"))


def staked(points: int, levels: tuple[str, str], then: tuple[str, str], *bids: str, taken: str | None = None) -> GameRecord:
    """N banker with clubs declared by these bids, or by who took the kitty up; the levels after the hand are claimed."""
    before, after = (dict(zip(("EW", "NS"), pair, strict=True)) for pair in (levels, then))
    kitty: tuple[KittyAction, ...] = (KittyAction(seat="N", bury=UNSEEN),)
    if taken is not None:
        kitty += (KittyAction(seat=taken, show="5h5h=c", bury=UNSEEN),)
    level = before["NS"]
    return scored(points, before, "N", levels_after=after, level=level, trump="c", bids=bids, kitty=kitty)


trigger("CDP-4.3d", "CLAIM-LEVELS/stake", expected="EW=A NS=2", actual="EW=3 NS=9", pointer="claims/levels").of(
    staked_and_counted_as_usual=lambda: staked(85, ("3", "9"), ("3", "9"), "N 9s", taken="E")
)
trigger("CDP-4.3d", "CLAIM-LEVELS/stake", expected="EW=2 NS=A", actual="EW=2 NS=3").of(
    attackers_lost_what_they_staked=lambda: staked(75, ("8", "2"), ("2", "3"), "W 5h5h=c")
)
trigger("CDP-4.3d", "CLAIM-LEVELS/stake", expected="EW=2 NS=A", actual="EW=8 NS=7", basis="assumed", options=("D-CDP-17",)).of(
    staked_and_declared_over=lambda: staked(70, ("8", "6"), ("8", "7"), "N 5h5h=s", "W 6c6c")
)
trigger(
    "CDP-4.3d", "CLAIM-LEVELS/stake", expected="EW=2 NS=flag", actual="EW=2 NS=A", basis="assumed", options=("D-CDP-18",)
).of(the_bank_passes_the_ace=lambda: staked(40, ("8", "A"), ("2", "A"), "N 5h5h=c"))
must_not("CDP-4.3d", "CLAIM-LEVELS/stake").of(
    staked_or_not=each(
        lambda points, levels, then, bid, taken: staked(points, levels, then, bid, taken=taken),
        [
            (85, ("3", "9"), ("A", "2"), "N 9s", "E"),
            (75, ("3", "9"), ("2", "A"), "N 9s", "E"),
            (40, ("8", "6"), ("2", "A"), "N 5h5h=c", None),
            (80, ("8", "6"), ("A", "2"), "N 5h5h=c", None),
            (40, ("8", "6"), ("8", "T"), "N 6c6c", None),
            (80, ("A", "6"), ("A", "2"), "N 5h5h=c", None),
            (80, ("flag", "6"), ("flag", "2"), "N 5h5h=c", None),
        ],
    )
)

trigger("CDP-4.3e", "CLAIM-LEVELS/stage_stake", expected="EW=A NS=A", actual="EW=6 NS=flag", pointer="claims/levels").of(
    flag_failed_against_both_red_fives=lambda: flag_scored(100, bids=("E 5h5h",), levels_after={"EW": "6", "NS": "flag"})
)
must_not("CDP-4.3e", "CLAIM-LEVELS/stage_stake").of(
    attackers_stake_nothing=each(
        lambda points, ew, ns: flag_scored(points, bids=("E 5h5h",), levels_after={"EW": ew, "NS": ns}),
        [(100, "A", "A"), (95, "6", "flag")],
    )
)


@must_not("CDP-4.3e", "CLAIM-LEVELS/stage_stake")
def test_CDP_4_3e_must_not_attackers_who_have_passed_the_ace() -> GameRecord:
    both = {"EW": "flag", "NS": "flag"}
    return scored(
        100, both, "N", level="flag", trump="NT", bids=("E 5h5h",), levels_after={"EW": "flag", "NS": "A"}, next_dealer="W"
    )


@before_play("CDP-4.3e", "BID-ATTACKERS", seat="N", expected="EW", actual="5h5h", pointer="bids/0")
def test_CDP_4_3e_trigger_the_bank_showed_both_red_fives() -> GameRecord:
    board = table({"N": "5h5h"}, level="flag", trump="NT", dealer="N").finish()
    return match(board.hand(kitty=None, bids=("N 5h5h",)), levels={"EW": "6", "NS": "flag"}, dealer="N")


before_play("CDP-4.3e", "BID-DECLARE/attackers", seat="E", actual="2s2s", pointer="bids/0", besides=("BID-NOT-HELD",)).of(
    something_else_was_shown=lambda: flag_hand(bids=("E 2s2s",))
)
must_not("CDP-4.3e", "BID-DECLARE/attackers").of(the_red_fives_were_shown=lambda: flag_hand(bids=("E 5h5h",)))
must_not("CDP-4.3e", "BID-ATTACKERS").of(the_attackers_showed_them=lambda: flag_hand(bids=("E 5h5h",)))
before_play("CDP-4.3a", "BID-NAMED/attackers", seat="E", expected="NT", actual="c", pointer="bids/0").of(
    a_suit_in_flag=lambda: flag_hand(bids=("E 5h5h=c",))
)
before_play("CDP-4.3e", "BID-SELF/attackers", seat="E", actual="5h5h", pointer="bids/1", basis="assumed").of(
    shown_twice=lambda: flag_hand(
        bids=(
            "E 5h5h",
            "E 5h5h",
        )
    )
)
before_play(
    "CDP-4.3e", "BID-OVER/attackers", seat="W", actual="LJLJ", pointer="bids/1", basis="assumed", besides=("BID-NOT-HELD",)
).of(
    jokers_after_both_fives=lambda: flag_hand(
        bids=(
            "E 5h5h",
            "W LJLJ",
        )
    )
)
must_not("CDP-4.3e", "BID-OVER/attackers").of(shown_by_one_alone=lambda: flag_hand(bids=("E 5h5h",)))
must_not("CDP-4.3e", "BID-SELF/attackers").of(shown_once=lambda: flag_hand(bids=("E 5h5h",)))
must_not("CDP-4.3a", "BID-NAMED/attackers").of(what_is_no_trump_anyway=lambda: flag_hand(bids=("E 5h5h=NT",)))


# ======================================================================================== 四.4 the kitty


@cache
def captured(last: str) -> Table:
    """A whole hand in which E, an attacker, wins the last trick with these cards."""
    size = len(last)
    others = {"N": "3d4d6d7d8d9d"[:size], "W": "4c6c7c4h6h7h"[:size], "S": "3d4d6d7d8d9d"[:size]}
    return ending({"E": last, **others}, leader="E", kitty=KITTY_15, dealer="S")


trigger("CDP-4.4", "CLAIM-MULTIPLIER", expected="4", actual="2", pointer="claims/multiplier").of(
    pair_counted_as_a_single=lambda: match(captured("9s9s").hand(claims=HandClaims(multiplier=2)))
)
trigger("CDP-4.4", "CLAIM-MULTIPLIER", expected="12", actual="16").of(
    three_pairs_in_a_row_doubled=lambda: match(captured("7s7s8s8s9s9s").hand(claims=HandClaims(multiplier=16)))
)


@must_not("CDP-4.4", "CLAIM-MULTIPLIER")
@pytest.mark.parametrize(
    ("last", "factor"), [("9s", 2), ("Ah", 2), ("KhKh", 4), ("9s9s", 4), ("8s8s9s9s", 8), ("QhQhKhKh", 8), ("7s7s8s8s9s9s", 12)]
)
def test_CDP_4_4_must_not(last: str, factor: int) -> GameRecord:
    board = captured(last)
    points = board.points["EW"] + 15 * factor
    return match(board.hand(claims=HandClaims(multiplier=factor, kitty_points=15, attackers=points)))


must_not("CDP-4.4", "CLAIM-MULTIPLIER").of(where_the_bank_won=lambda: claimed(multiplier=0, attackers=clean().points["NS"]))


# ======================================================================================== 五


trigger("CDP-5.1a", "LEAD-TRIO", at=(1, 1), seat="E", actual="KcTc5c", pointer="tricks/0").of(
    level_card_in_it=each(lambda level: trick_1({"E": "KcTc5c"}, {}, {"E": "KcTc5c"}, level=level), ["5", "T", "K"])
)
must_not("CDP-5.1a", "LEAD-TRIO").of(
    # it need not be highest, and ♥5 is lowered where hearts are not trump
    of_any_suit=each(
        lambda lead, trump: trick_1({"E": lead}, {}, {"E": lead}, trump=trump),
        [("KcTc5c", "s"), ("5sTsKs", "s"), ("KhTh5h", "s"), ("KhTh5h", "h"), ("KdTd5d", "NT")],
    ),
    lowered_five_at_level_5=lambda: trick_1({"E": "KhTh5h"}, {}, {"E": "KhTh5h"}, level="5"),
)


TOP_OF_TRUMPS: Final = "BJLJ2s2h9s8s"


trigger("CDP-5.1b", "TRICK-FOLLOW-HIGHEST", at=(1, 2), seat="N", expected="2sLJBJ", actual="BJLJ2h", pointer="tricks/0").of(
    not_the_three_highest=lambda: trumps_follow("KsTs5s", TOP_OF_TRUMPS, "BJLJ2h")
)
trigger("CDP-5.1b", "TRICK-FOLLOW-HIGHEST", at=(1, 2), seat="N", actual="9s8s7s").of(
    the_red_five_kept_back=lambda: trumps_follow("KsTs5s", "5h9s8s7s", "9s8s7s")
)
must_not("CDP-5.1b", "TRICK-FOLLOW-HIGHEST").of(
    # of equal trumps any will do; who has fewer than three gives all
    the_three_highest=each(
        lambda hand, play: trumps_follow("KsTs5s", hand, play),
        [
            (TOP_OF_TRUMPS, "BJLJ2s"),
            ("2c2d2h9s", "2c2h2d"),
            ("2c2c2d2h", "2h2c2d"),
            ("5h9s3d4d", "5h9s3d"),
            ("3d4d6d", "3d4d6d"),
        ],
    )
)
trigger(
    "CDP-5.1b",
    "TRICK-HIGHEST-OR-TRIO",
    at=(1, 2),
    seat="N",
    actual="KsTs5s",
    expected="AsLJBJ",
    basis="disputed",
    options=("D-CDP-13",),
).of(the_own_trio_instead=lambda: trumps_follow("KsTs5s", "BJLJAsKsTs5s", "KsTs5s"))
must_not("CDP-5.1b", "TRICK-HIGHEST-OR-TRIO").of(
    # the second hand's highest are K, T and 5 or higher than what is left
    highest_though_a_trio_is_held=each(
        lambda hand, play: trumps_follow("KsTs5s", hand, play), [("BJLJAsKsTs5s", "BJLJAs"), ("KsTs5s4s", "KsTs5s")]
    )
)


TRUMPS_CALLED: Final = {"E": "KsTs5s", "N": "5hBJLJ", "W": "5hBJ2s", "S": "AsQsJs"}
ALL_CLOSED: Final = dict.fromkeys("NWS", "T")


trigger(
    "CDP-5.1b",
    "CLAIM-WINNER-HIGHEST",
    at=(1, None),
    seat="N",
    expected="E",
    actual="N",
    pointer="claims/winners",
    basis="assumed",
).of(the_highest_trumps_claimed_to_win=lambda: won(TRUMPS_CALLED, "N", ALL_CLOSED))
must_not("CDP-5.1b", "CLAIM-WINNER-HIGHEST").of(the_leader_wins=lambda: won(TRUMPS_CALLED, "E", ALL_CLOSED))


def ruffed_trio(ruff: str, winner: str, **terms: Any) -> GameRecord:
    """E leads KcTc5c, nobody else has a club, and W puts this on it."""
    return won({"E": "KcTc5c", "N": "3d4d6d", "W": ruff, "S": "3d4d6d"}, winner, NO_CLUBS, **terms)


trigger("CDP-5.1c", "CLAIM-WINNER-TRIO", at=(1, None), seat="W", expected="E", actual="W", pointer="claims/winners").of(
    other_trumps=each(lambda ruff: ruffed_trio(ruff, "W"), ["BJLJ2s", "5h5hBJ", "3s4s6s", "KdTd5d"])
)
must_not("CDP-5.1c", "CLAIM-WINNER-TRIO").of(
    # without a trump suit nothing beats it
    only_of_trumps_and_where_there_are_any=each(
        lambda ruff, winner, trump: ruffed_trio(ruff, winner, trump=trump),
        [("KsTs5s", "W", "s"), ("BJLJ2s", "E", "s"), ("KsTs5s", "E", "NT")],
    ),
    higher_cards_of_the_suit=lambda: won({"E": "KcTc5c", "N": "AcAcQc", "W": "3c4c6c", "S": "7c8c9c"}, "E", NO_CLUBS),
)

trigger("CDP-5.1d", "CLAIM-WINNER-TRIO", by="CDP-5.1c", at=(1, None), seat="N", expected="E", actual="N").of(
    the_second_trio_claimed_to_win=lambda: won({"E": "KcTc5c", "N": "KcTc5c", "W": "3c4c6c", "S": "7c8c9c"}, "N", NO_CLUBS)
)
trigger("CDP-5.1d", "CLAIM-WINNER-TRIO/follow", at=(1, None), seat="N", expected="E", actual="N", pointer="claims/winners").of(
    a_throw_ruffed_by_a_trio=each(
        lambda follow: won({"E": "AcAcQc", "N": follow, "W": "3c4c6c", "S": "7c8c9c"}, "N", NO_CLUBS), ["KsTs5s", "KhTh5h"]
    )
)
must_not("CDP-5.1d", "CLAIM-WINNER-TRIO/follow").of(
    a_throw_that_a_trio_does_not_beat=lambda: won({"E": "AcAcQc", "N": "KsTs5s", "W": "3c4c6c", "S": "7c8c9c"}, "E", NO_CLUBS)
)
must_not("CDP-5.1d", "CLAIM-WINNER-TRIO").of(
    the_first_wins=lambda: won({"E": "KcTc5c", "N": "KcTc5c", "W": "3c4c6c", "S": "7c8c9c"}, "E", NO_CLUBS)
)
trigger(
    "CDP-5.1d", "CLAIM-WINNER-HIGHEST", by="CDP-5.1b", at=(1, None), seat="W", expected="E", actual="W", basis="assumed"
).of(
    the_second_trio_of_trumps_claimed_to_win=lambda: won(
        {"E": "KsTs5s", "N": "3s4s6s", "W": "KsTs5s", "S": "7s8s9s"}, "W", ALL_CLOSED
    )
)
must_not("CDP-5.1d", "CLAIM-WINNER-HIGHEST").of(
    the_second_trio_of_trumps_is_low=lambda: won({"E": "KsTs5s", "N": "3s4s6s", "W": "KsTs5s", "S": "7s8s9s"}, "E", ALL_CLOSED)
)

trigger("CDP-5.1e", "TRICK-FOLLOW-TRIO", at=(1, 3), seat="W", expected="5cTcKc", actual="3c4c6c").of(
    trio_kept_back=lambda: clubs_follow("KcTc5c", "KcTc5c3c4c6c", "3c4c6c")
)
must_not("CDP-5.1e", "TRICK-FOLLOW-TRIO").of(
    trio_given_or_not_held=each(
        lambda hand, play: clubs_follow("KcTc5c", hand, play),
        [("KcTc5c3c4c6c", "KcTc5c"), ("KcTc3c4c6c", "3c4c6c"), ("3c3d4d", "3c3d4d")],
    ),
    # ♥5 may be lowered to follow, and need not
    lowering_the_red_five=each(
        lambda play: trick_1({"E": "KhTh5h", "W": "5hKhTh3h4h"}, {"W": "h"}, {"E": "KhTh5h", "W": play}),
        ["KhTh5h", "3hKhTh", "3h4hTh"],
    ),
)


SEEDS: Final = {80: 184, 35: 1829}
"""From where to search for hands whose attackers have so many points."""


@cache
def bottom(points: int) -> Table:
    """E, an attacker, wins the last trick with a 5·10·K; the attackers have so many points before it."""
    last = {"E": "KcTc5c", "N": "3d4d6d", "W": "7d8d9d", "S": "3d4d6d"}
    return ending(last, leader="E", kitty="3h4h6h7h8h9hJhQh", dealer="S", points=points, seed=SEEDS[points])


def bottomed(points: int, levels: tuple[str, str], then: tuple[str, str]) -> GameRecord:
    before, after = (dict(zip(("EW", "NS"), pair, strict=True)) for pair in (levels, then))
    return match(bottom(points).hand(claims=HandClaims(levels=after)), levels=before, dealer="S")


trigger("CDP-5.1f", "CLAIM-LEVELS/bottom", expected="EW=A NS=2", actual="EW=5 NS=2", pointer="claims/levels").of(
    counted_as_usual=lambda: bottomed(80, ("3", "2"), ("5", "2"))
)
trigger(
    "CDP-5.1f", "CLAIM-LEVELS/bottom", expected="EW=A NS=2", actual="EW=3 NS=4", basis="disputed", options=("D-CDP-16",)
).of(the_bank_held_by_points=lambda: bottomed(35, ("3", "2"), ("3", "4")))
must_not("CDP-5.1f", "CLAIM-LEVELS/bottom").of(
    all_or_nothing=each(lambda points: bottomed(points, ("3", "2"), ("A", "2")), [80, 35])
)


@must_not("CDP-5.1f", "CLAIM-LEVELS/bottom")
def test_CDP_5_1f_must_not_the_bank_won_the_last_trick() -> GameRecord:
    last = {"E": "KcTc5c", "N": "3d4d6d", "W": "7d8d9d", "S": "3d4d6d"}
    board = ending(last, leader="E", kitty="3h4h6h7h8h9hJhQh", dealer="W", points=60)
    return match(board.hand(claims=HandClaims(levels={"EW": "4", "NS": "2"})), levels=TWOS, dealer="W")


trigger("CDP-5.1f", "CLAIM-MULTIPLIER/trio", expected="2", actual="4", pointer="claims/multiplier", basis="disputed").of(
    a_multiplier_that_no_clause_prints=lambda: match(bottom(80).hand(claims=HandClaims(multiplier=4)), dealer="S")
)
must_not("CDP-5.1f", "CLAIM-MULTIPLIER/trio").of(
    as_singles=lambda: match(bottom(80).hand(claims=HandClaims(multiplier=2)), dealer="S")
)

trigger(
    "CDP-5.2",
    "TRICK-FOLLOW-TRACTOR",
    by="CDP-5.3",
    at=(1, 3),
    seat="W",
    expected="7c7c9c9c",
    basis="assumed",
    options=("D-CDP-34",),
).of(hollow_across_the_level=lambda: clubs_follow("3c3c4c4c", "7c7c9c9cJcJcKcKc", "JcJcKcKc", level="8"))
trigger(
    "CDP-5.2",
    "TRICK-FOLLOW-TRACTOR",
    by="CDP-5.3",
    at=(1, 3),
    seat="W",
    expected="4h4h6h6h",
    basis="assumed",
    options=("D-CDP-19",),
).of(
    hollow_across_the_red_five=lambda: trick_1(
        {"E": "8h8h9h9h", "W": "4h4h6h6hJhJhKhKh"}, {"W": "h"}, {"E": "8h8h9h9h", "W": "JhJhKhKh"}
    )
)
trigger("CDP-5.2", "TRICK-FOLLOW-TRACTOR", by="CDP-5.3", at=(1, 2), seat="N", expected="LJLJBJBJ").of(
    both_joker_pairs=lambda: trumps_follow("3s3s4s4s", "LJLJBJBJ9s9sJsJs", "9s9sJsJs", level="8")
)
must_not("CDP-5.2", "TRICK-FOLLOW-TRACTOR").of(
    high_or_hollow_trumps=each(
        lambda hand: trumps_follow("3s3s4s4s", hand + "5s5sQsQs", "5s5sQsQs", level="8"),
        ["7s7s9s9s", "5h5hBJBJ", "LJLJ8s8s", "8s8s8d8d", "8d8dAsAs", "8d8d8c8c"],
    ),
    any_other_gap=lambda: clubs_follow("3c3c4c4c", "6c6c9c9cJcJcKcKc", "JcJcKcKc", level="8"),
)


# ======================================================================================== 六


EXPOSED: Final = Incident(kind="exposed", seat="E", at=(3, 1), noticed=(3, 1), cards="AsKd")


trigger("CDP-6.1", "CLAIM-PENALTIES/exposed", expected="-20", actual="-10", pointer="claims/penalties").of(
    two_cards_charged_as_one=lambda: fined(-10, EXPOSED)
)
misfined("CDP-6.1", "CLAIM-PENALTIES/exposed", expected="20", actual="-20").of(
    cards_of_the_bank_charged_to_the_attackers=lambda: fined(-20, replace(EXPOSED, seat="S"))
)
must_not("CDP-6.1", "CLAIM-PENALTIES/exposed").of(
    charged_to_whose_cards_they_are=each(
        lambda seat, penalties: fined(penalties, replace(EXPOSED, seat=seat)), [("W", -20), ("S", 20)]
    )
)


KITTY_OF_NINE: Final = Incident(kind="kitty_count", seat="N", at=(0, 0), noticed=(2, 1))


misfined("CDP-6.2", "CLAIM-PENALTIES/kitty_count", expected="80", actual="0").of(
    wrong_kitty_not_charged=lambda: fined(0, KITTY_OF_NINE)
)
must_not("CDP-6.2", "CLAIM-PENALTIES/kitty_count").of(
    also_he_who_took_it_up=each(
        lambda seats, penalties: fined(penalties, *(replace(KITTY_OF_NINE, seat=seat) for seat in seats)),
        [("N", 80), ("E", -80), ("NE", 0)],
    )
)
before_play("CDP-6.2", "INCIDENT-KITTY-EARLY", seat="N", actual="kitty_count", pointer="incidents/0").of(
    found_in_the_first_trick=lambda: fined(0, replace(KITTY_OF_NINE, noticed=(1, 3)))
)
must_not("CDP-6.2", "INCIDENT-KITTY-EARLY").of(found_after_the_first_trick=lambda: fined(80, KITTY_OF_NINE))


@before_play("CDP-6.3", "DEAL-COUNT", seat="W", expected="27", actual="26", pointer="deal/W")
def test_CDP_6_3_trigger_26_cards_in_the_hand_for_the_flag() -> GameRecord:
    record = flag_hand(tricks=None)
    deal = dict(record.hands[0].deal or {})
    return replace(record, hands=(replace(record.hands[0], deal=deal | {"W": deal["W"][3:]}),))


must_not("CDP-6.3", "DEAL-COUNT").of(_27_cards_each_in_the_hand_for_the_flag=lambda: flag_hand())


HAND_OF_24: Final = Incident(kind="hand_count", seat="E", at=(0, 0), noticed=(0, 0))


trigger("CDP-6.3", "CLAIM-PENALTIES/hand_count", expected="-80", actual="0", pointer="claims/penalties").of(
    wrong_hand_not_charged=lambda: fined(0, HAND_OF_24)
)
must_not("CDP-6.3", "CLAIM-PENALTIES/hand_count").of(
    wrong_hand_charged=lambda: fined(-80, HAND_OF_24),
    # nine cards buried leave a hand of 24 (D-CDP-27)
    one_fine_for_kitty_and_hand=lambda: fined(80, KITTY_OF_NINE, replace(HAND_OF_24, seat="N")),
)
before_play(
    "CDP-6.3", "INCIDENT-REFEREE", seat="E", actual="hand_count", pointer="incidents/2", besides=("INCIDENT-UNCONFIRMED",)
).of(
    # N's is settled with his kitty
    hands_of_two_wrong=lambda: noticed(KITTY_OF_NINE, replace(HAND_OF_24, seat="N"), HAND_OF_24)
)
must_not("CDP-6.3", "INCIDENT-REFEREE", besides=("INCIDENT-UNCONFIRMED",)).of(one_hand_wrong=lambda: noticed(HAND_OF_24))


OUT_OF_TURN: Final = Incident(kind="out_of_turn", seat="W", at=(4, 3), noticed=(4, 3), cards="9d")


trigger("CDP-6.4", "CLAIM-PENALTIES/out_of_turn", expected="-10", actual="0", pointer="claims/penalties").of(
    out_of_turn_not_charged=lambda: fined(0, OUT_OF_TURN)
)
must_not("CDP-6.4", "CLAIM-PENALTIES/out_of_turn").of(
    ten_a_card=each(lambda cards, penalties: fined(penalties, replace(OUT_OF_TURN, cards=cards)), [("9d", -10), ("9d9d", -20)])
)


def wrong_play(noticed_in: int, kind: str = "revoke") -> Incident:
    """E's wrong play of a pair in trick 5, noticed in this trick."""
    return Incident(kind=kind, seat="E", at=(5, 2), noticed=(noticed_in, 4), cards="9d9c")


trigger("CDP-6.5", "CLAIM-PENALTIES/revoke", expected="-20", actual="-80", pointer="claims/penalties").of(
    found_in_the_trick_and_charged_as_concealed=lambda: fined(-80, wrong_play(5))
)
trigger("CDP-6.5", "CLAIM-PENALTIES/revoke", expected="-20", actual="-80", basis="assumed", options=("D-CDP-28",)).of(
    found_in_the_next_trick=lambda: fined(-80, wrong_play(6))
)
must_not("CDP-6.5", "CLAIM-PENALTIES/revoke").of(
    charged_by_when_it_was_found=each(
        lambda noticed_in, penalties: fined(penalties, wrong_play(noticed_in)), [(5, -20), (6, -20), (7, -80)]
    )
)


def corrected(winner: str) -> GameRecord:
    """W, who holds the ace of hearts, first played a diamond; it was seen at once, and he put the ace there. N leads next."""
    plays = {"E": "9h", "N": "Kh", "W": "Ah", "S": "3h"}
    board = table(plays).trick(plays)
    diamond = next(card for card in board.hands["W"] if card[1] == "d")
    board.leader = "N"
    hand = board.finish().hand(incidents=(Incident(kind="revoke", seat="W", at=(1, 3), noticed=(1, 4), cards=diamond),))
    return match(replace(hand, claims=HandClaims(winners=winner + board.winners[1:])))


trigger("CDP-6.5", "CLAIM-WINNER", by="CDP-7.4", at=(1, None), seat="W", expected="N", actual="W", basis="assumed").of(
    the_corrected_card_claimed_to_win=lambda: corrected("W")
)
must_not("CDP-6.5", "CLAIM-WINNER").of(the_corrected_card_is_low=lambda: corrected("N"))

trigger("CDP-6.6", "TRICK-FOLLOW-SUIT", at=(1, 3), seat="W", actual="9dTdJd", basis="assumed").of(
    club_held_under_a_trio=lambda: clubs_follow("KcTc5c", "3c9dTdJd", "9dTdJd")
)
trigger("CDP-6.6", "TRICK-FOLLOW-SUIT", at=(1, 3), seat="W", actual="5h", basis="disputed", options=("CDP-b",)).of(
    the_red_five_is_no_heart=lambda: trick_1({"E": "Ah", "W": "5h3h"}, {"W": "h"}, {"E": "Ah", "W": "5h"})
)
must_not("CDP-6.6", "TRICK-FOLLOW-SUIT").of(the_red_five_is_no_club=lambda: clubs_follow("KcKc", "5h3s", "5h3s"))
trigger("CDP-6.6", "CLAIM-PENALTIES/concealed", expected="-80", actual="-20", pointer="claims/penalties").of(
    found_two_tricks_later=each(lambda kind: fined(-20, wrong_play(7, kind)), ["revoke", "concealed"])
)
trigger("CDP-6.6", "CLAIM-PENALTIES/concealed", expected="-20", actual="-80").of(
    found_at_once_and_charged_as_late=lambda: fined(-80, wrong_play(5, "concealed"))
)
must_not("CDP-6.6", "CLAIM-PENALTIES/concealed").of(
    charged_by_when_it_was_found=each(
        lambda noticed_in, penalties: fined(penalties, wrong_play(noticed_in, "concealed")),
        [(5, -20), (6, -20), (7, -80), (20, -80)],
    )
)

before_play("CDP-6.7", "INCIDENT-OVERDRAW", seat="S", actual="overdraw", pointer="incidents/0").of(
    drew_into_the_kitty=lambda: noticed(Incident(kind="overdraw", seat="S", at=(0, 0)))
)
must_not("CDP-6.7", "INCIDENT-OVERDRAW").of(without_an_incident=lambda: noticed())


def test_CDP_6_7_cards_given_back_to_the_kitty_are_not_held() -> None:
    """S drew one card of the kitty, which was noticed before play: it went back, and E buried it."""
    board = clean()
    deal = {part: list(cards) for part, cards in board.deal.items()}
    deal["S"].append(deal["kitty"].pop())
    incident = Incident(kind="overdraw", seat="S", at=(0, 0), noticed=(0, 0))
    facts = {"deal": {part: " ".join(cards) for part, cards in deal.items()}, "incidents": (incident,)}
    wrong = [finding.code for finding in audit(match(board.hand(**facts))).findings if finding.kind is Kind.FAIL]
    assert wrong == ["DEAL-COUNT", "DEAL-COUNT"]


THROWN: Final = {"E": "AcKcQc", "N": "Ac3c4c", "W": "5c6c7c", "S": "3d4d6d"}


def threw(lead: str, **terms: Any) -> GameRecord:
    """E throws clubs, of which N has the other ace."""
    return trick_1(THROWN, NO_CLUBS, {"E": lead}, **terms)


trigger("CDP-6.8", "THROW-BEATABLE", at=(1, 1), seat="E", expected="Qc", actual="AcKcQc", pointer="tricks/0").of(
    bad_throw_stood=lambda: threw("AcKcQc")
)
trigger("CDP-6.8", "THROW-BEATABLE", at=(1, 1), seat="E", actual="KcTc5cAcAc", expected="5c").of(
    a_trio_inside_a_throw_is_three_singles=lambda: trick_1(
        {"E": "KcTc5cAcAc", "N": "QcJc3c4c6c"}, NO_CLUBS, {"E": "KcTc5cAcAc"}
    )
)
must_not("CDP-6.8", "THROW-BEATABLE").of(
    taken_back_or_no_throw=each(
        lambda lead: threw(lead) if ">" in lead else trick_1({"E": lead}, {}, {"E": lead}), ["AcKcQc>Qc", "KcQc>Qc", "AcAc"]
    ),
    a_trio_alone=lambda: trick_1({"E": "KcTc5c", "N": "AcAcQcQcJc"}, NO_CLUBS, {"E": "KcTc5c"}),
)


def charged_throw(penalties: int) -> GameRecord:
    board = table(THROWN, NO_CLUBS).trick({"E": "AcKcQc>Qc"}).finish()
    return match(board.hand(claims=HandClaims(penalties=penalties)))


misfined("CDP-6.8", "CLAIM-PENALTIES/failed_throw", expected="30", actual="20").of(
    only_the_bad_cards_charged=lambda: charged_throw(20)
)
misfined("CDP-6.8", "CLAIM-PENALTIES/failed_throw", expected="30", actual="-30").of(
    throw_of_the_bank_charged_to_the_attackers=lambda: charged_throw(-30)
)
must_not("CDP-6.8", "CLAIM-PENALTIES/failed_throw").of(ten_for_every_card=lambda: charged_throw(30))

trigger("CDP-6.9", "INCIDENT-TIMEOUT", at=(2, 1), seat="S", actual="timeout", pointer="incidents/0").of(
    timeout=lambda: noticed(Incident(kind="timeout", seat="S", at=(2, 1)))
)
must_not("CDP-6.9", "INCIDENT-TIMEOUT").of(without_an_incident=lambda: noticed())


def ruled(points: int, clause: str = "CDP-6.9", state: str = "issued", side: str = "NS") -> GameRecord:
    effect = ruling(points={side: points}).effect
    return match(clean().hand(), rulings=(Ruling(id="r1", hand=1, seat="N", clause=clause, effect=effect, state=state),))


trigger("CDP-6.9", "RULING-AMOUNT", hand=None, expected="10…80", actual="90", basis="assumed").of(
    # 扣（或加对方）: off, or to the other side
    more_than_80=each(lambda side, points: ruled(points, side=side), [("EW", 90), ("NS", -90)])
)
trigger("CDP-6.9", "RULING-AMOUNT", hand=None, expected="10…80", actual="5", basis="assumed").of(less_than_10=lambda: ruled(-5))
must_not("CDP-6.9", "RULING-AMOUNT").of(
    # a warning takes nothing off; a ruling not in force, or under a clause that prints no number, is not held to this
    _10_to_80_or_no_such_ruling=each(
        ruled,
        [
            (-10, "CDP-6.9", "issued"),
            (-80, "CDP-6.9", "issued"),
            (0, "CDP-6.9", "issued"),
            (-100, "CDP-6.6", "issued"),
            (-90, "CDP-6.9", "draft"),
            (-5, "CDP-6.11", "issued"),
            (-5, "CDP-7.4", "issued"),
        ],
    )
)


def beyond(**effect: Any) -> GameRecord:
    """The faultless hand, and a ruling for a time fault that does something else than to take points off."""
    return match(clean().hand(), rulings=(Ruling(id="r1", hand=1, seat="N", clause="CDP-6.9", effect=Effect(**effect)),))


def ruled_under(clause: str, *incidents: Incident, **effect: Any) -> GameRecord:
    """The faultless hand with what was noted in it, and a ruling against N."""
    told = Ruling(id="r1", hand=1, at=(4, 2), seat="N", clause=clause, effect=Effect(**effect))
    return match(clean().hand(incidents=incidents), rulings=(told,))


OWN: Final = Incident(kind="kitty_viewed", seat="N", at=(4, 2))
EARLIER: Final = Incident(kind="kitty_viewed", seat="S", at=(2, 1))
LATER: Final = Incident(kind="kitty_viewed", seat="S", at=(6, 1))
OF_EAST: Final = Incident(kind="kitty_viewed", seat="E", at=(2, 1))
trigger("CDP-3.4", "RULING-FIRST", hand=None, expected="2", actual="NS=-80", besides=("INCIDENT-KITTY-VIEWED",)).of(
    nothing_came_before=lambda: ruled_under("CDP-3.4", OWN, points={"NS": -80}),
    only_later=lambda: ruled_under("CDP-3.4", LATER, points={"NS": -80}),
)
trigger("CDP-3.4", "RULING-FIRST", hand=None, expected="2", basis="assumed", besides=("INCIDENT-KITTY-VIEWED",)).of(
    only_the_other_side=lambda: ruled_under("CDP-3.4", OF_EAST, OWN, points={"NS": -80})
)
must_not("CDP-3.4", "RULING-FIRST", besides=("INCIDENT-KITTY-VIEWED",)).of(
    partner_had_been_warned=lambda: ruled_under("CDP-3.4", EARLIER, points={"NS": -80}),
    warned=lambda: ruled_under("CDP-3.4", OWN),
)

trigger("CDP-6.9", "RULING-SIDE", hand=None, expected="NS", actual="NS=10", pointer="/rulings/0/effect/points/NS").of(
    given_to_who_is_at_fault=lambda: beyond(points={"NS": 10})
)
must_not("CDP-6.9", "RULING-SIDE").of(
    off=lambda: beyond(points={"NS": -10}), to_the_other_side=lambda: beyond(points={"EW": 10})
)

trigger("CDP-6.10", "RULING-KIND", hand=None, expected="signal", actual="timeout", besides=("INCIDENT-TIMEOUT",)).of(
    time=lambda: ruled_under("CDP-6.10", fault=Fault(kind="timeout"), disqualified="NS")
)
must_not("CDP-6.10", "RULING-KIND", besides=("INCIDENT-SIGNAL",)).of(
    signal=lambda: ruled_under("CDP-6.10", fault=Fault(kind="signal"), disqualified="NS")
)


def on_a_revoke(clause: str, noticed: tuple[int, int] | None, proven: bool = False) -> GameRecord:
    """N followed wrongly in trick 4, found then, as the table noted or a ruling found it; only the ruling is on record."""
    at = (4, 2)
    fault = Fault(kind="revoke", noticed=noticed, cards="3s")
    told = () if proven else (Incident(kind="revoke", seat="N", at=at, noticed=noticed, cards="3s"),)
    effect = Effect(fault=fault if proven else None)
    return match(
        score_sheet(None, incidents=told), rulings=(Ruling(id="r1", hand=1, at=at, seat="N", clause=clause, effect=effect),)
    )


trigger("CDP-6.5", "RULING-TIME", hand=None, expected="CDP-6.6", actual="CDP-6.5", pointer="/rulings/0/clause").of(
    two_tricks_later=each(on_a_revoke, [("CDP-6.5", (6, 1)), ("CDP-6.5", (6, 1), True)]),
)
must_not("CDP-6.5", "RULING-TIME").of(
    in_the_trick_or_the_next=each(on_a_revoke, [("CDP-6.5", (4, 3)), ("CDP-6.5", (5, 1))]),
    # found on the spot what is concealed is a wrong follow, by CDP-6.6 itself
    concealed=each(on_a_revoke, [("CDP-6.6", (4, 3)), ("CDP-6.6", (6, 1))]),
    nobody_knows_when=each(on_a_revoke, [("CDP-6.5", None)]),
    about_something_else=each(on_a_revoke, [("CDP-6.8", (6, 1))]),
)

trigger("CDP-6.9", "RULING-RANGE", hand=None, actual="NS=-1", pointer="/rulings/0/effect/levels/NS", basis="assumed").of(
    levels=lambda: beyond(levels={"NS": -1})
)
must_not("CDP-6.9", "RULING-RANGE").of(warned=beyond, points=lambda: beyond(points={"EW": 10}))

trigger("CDP-6.10", "INCIDENT-SIGNAL", at=(3, 2), seat="N", actual="signal", pointer="incidents/0").of(
    signal=lambda: noticed(Incident(kind="signal", seat="N", at=(3, 2)))
)
must_not("CDP-6.10", "INCIDENT-SIGNAL", besides=("INCIDENT-CONDUCT",)).of(
    talk=lambda: noticed(Incident(kind="misconduct", seat="N"))
)

trigger("CDP-6.11", "INCIDENT-CONDUCT", at=(3, 2), seat="N", actual="misconduct", pointer="incidents/0").of(
    talk=lambda: noticed(Incident(kind="misconduct", seat="N", at=(3, 2)))
)
must_not("CDP-6.11", "INCIDENT-CONDUCT", besides=("INCIDENT-SIGNAL",)).of(
    signal=lambda: noticed(Incident(kind="signal", seat="N"))
)


# ======================================================================================== 七


CHECKED: Final = tuple(Incident(kind="card_check", seat=seat, at=(trick, 1)) for seat, trick in (("E", 3), ("W", 9)))


trigger("CDP-7.2", "INCIDENT-CARD-CHECK", at=(3, 1), seat="E", actual="card_check", pointer="incidents/0").of(
    asked_to_see_past_cards=lambda: fined(0, CHECKED[0])
)
must_not("CDP-7.2", "INCIDENT-CARD-CHECK").of(without_an_incident=lambda: noticed())
trigger(
    "CDP-7.2",
    "CLAIM-PENALTIES/card_check",
    expected="-10",
    actual="0",
    pointer="claims/penalties",
    basis="assumed",
    besides=("INCIDENT-CARD-CHECK",),
).of(the_second_request_not_charged=lambda: fined(0, *CHECKED))
must_not("CDP-7.2", "CLAIM-PENALTIES/card_check", besides=("INCIDENT-CARD-CHECK",)).of(
    the_second_request_charged=lambda: fined(-10, *CHECKED)
)


@pytest.mark.parametrize("order", [1, -1])
def test_the_request_that_costs_nothing_is_the_first_in_time(order: int) -> None:
    """CDP-7.2: however the table listed them."""
    findings = audit(fined(-10, *CHECKED[::order])).findings
    assert [(each.code, each.seat) for each in findings if each.seat is not None] == [("INCIDENT-CARD-CHECK", "E")]


@must_not("CDP-7.2", "CLAIM-PENALTIES/card_check", besides=("INCIDENT-CARD-CHECK",))
def test_CDP_7_2_must_not_a_request_that_found_something() -> GameRecord:
    """The second request was founded: N's wrong play came to light by it, and is charged to the bank's side."""
    found = Incident(kind="concealed", seat="N", at=(5, 2), noticed=(9, 1), cards="9d")
    return fined(80, *CHECKED, found)


trigger("CDP-7.3", "INCIDENT-LATE", seat="E", actual="late", pointer="incidents/0").of(
    late=lambda: noticed(Incident(kind="late", seat="E"))
)
must_not("CDP-7.3", "INCIDENT-LATE").of(without_an_incident=lambda: noticed())


def given_up(winner: str) -> GameRecord:
    """E and W came ten minutes late, and the match was given up for it."""
    late = noticed(Incident(kind="late", seat="E", seconds=600))
    return replace(late, claims=MatchClaims(winner=winner, reason="forfeit"))


trigger(
    "CDP-7.3",
    "CLAIM-MATCH-WINNER/late",
    hand=None,
    expected="NS",
    actual="EW",
    pointer="/claims/winner",
    besides=("INCIDENT-LATE",),
).of(who_came_late_claimed_to_win=lambda: given_up("EW"))
must_not("CDP-7.3", "CLAIM-MATCH-WINNER/late", besides=("INCIDENT-LATE",)).of(who_came_in_time=lambda: given_up("NS"))


# ---------------------------------------------------------------------------------------- 七.4 the usual rules


trigger("CDP-7.4", "LEAD-ONE-SUIT", at=(1, 1), seat="E", actual="Ah5h", basis="assumed").of(
    the_red_five_led_with_hearts=lambda: trick_1({"E": "Ah5h"}, {}, {"E": "Ah5h"})
)
must_not("CDP-7.4", "LEAD-ONE-SUIT").of(
    trumps_of_two_suits=lambda: trick_1({"E": "5h5hBJBJLJLJ2s2s2h2h"}, {}, {"E": "5h5hBJBJLJLJ2s2s2h2h"})
)
must_not("CDP-7.4", "LEAD-BANKER").of(
    the_banker_led_after_his_partner_buried=lambda: asked("N", "W 2c2c", "S", "E", "N", trump="c")
)
trigger("CDP-7.4", "THROW-PIECE", at=(1, 1), seat="E", expected="Qc", actual="Kc", basis="assumed").of(
    not_the_smallest_single_stood=lambda: threw("AcKcQc>Kc")
)
must_not("CDP-7.4", "THROW-PIECE").of(the_smallest_single=lambda: threw("AcKcQc>Qc"))
trigger("CDP-7.4", "THROW-ONE-UNIT", at=(1, 1), seat="E", basis="assumed").of(
    trio_taken_back=lambda: trick_1({"E": "KcTc5c", "N": "AcAc"}, {}, {"E": "KcTc5c>5c"})
)
must_not("CDP-7.4", "THROW-ONE-UNIT").of(
    # they need not be highest
    units_by_themselves=each(
        lambda lead: trick_1({"E": lead, "N": "AcAcQcQc"}, {"N": "c"}, {"E": lead}), ["7c7c8c8c", "KcTc5c"]
    )
)
trigger("CDP-7.4", "THROW-TRUMPS", at=(1, 1), seat="E", actual="5h5hBJ", basis="assumed", options=("X-9",)).of(
    trumps_thrown_where_forbidden=lambda: trick_1({"E": "5h5hBJ"}, {}, {"E": "5h5hBJ"}, options={"trump_throws": "forbidden"})
)
must_not("CDP-7.4", "THROW-TRUMPS").of(
    trumps_thrown=lambda: trick_1({"E": "5h5hBJ"}, {}, {"E": "5h5hBJ"}),
    trump_trio_where_throws_are_forbidden=lambda: trick_1(
        {"E": "KsTs5s"}, {}, {"E": "KsTs5s"}, options={"trump_throws": "forbidden"}
    ),
)
trigger("CDP-7.4", "TRICK-SIZE", at=(1, 3), seat="W", actual="KcTc", basis="assumed").of(
    two_cards_on_a_trio=lambda: match(
        table({"E": "KcTc5c", "W": "KcTc"}, {"W": "c"}).trick({"E": "KcTc5c", "W": "KcTc"}).hand()
    )
)
must_not("CDP-7.4", "CLAIM-WINNER").of(
    order_of_trumps=each(
        won,
        [
            ({"E": "As", "N": "2h", "W": "2s", "S": "3s"}, "W"),
            ({"E": "2s", "N": "LJ", "W": "BJ", "S": "5h"}, "S"),
            ({"E": "5h", "N": "BJ", "W": "5h", "S": "LJ"}, "E"),
            ({"E": "2d", "N": "2h", "W": "As", "S": "3s"}, "E"),
        ],
    )
)
must_not("CDP-7.4", "CLAIM-WINNER-DISCARD").of(
    the_red_five_ruffs=lambda: won({"E": "3c", "N": "5h", "W": "3c", "S": "4d"}, "N", {"N": "c", "S": "c"})
)
must_not("CDP-7.4", "CLAIM-WINNER-PAIRLESS").of(
    pair_of_red_fives=lambda: won({"E": "KhKh", "N": "3d4d", "W": "5h5h", "S": "3d4d"}, "W", NO_HEARTS)
)
trigger("CDP-7.4", "CLAIM-WINNER-RUFF", at=(1, None), seat="W", expected="E", actual="W", basis="assumed").of(
    two_pairs_on_a_tractor=each(lambda ruff: ruffed(ruff, "W"), ["3s3s6s6s", "5h5hBJBJ", "2s2sLJLJ"])
)
must_not("CDP-7.4", "CLAIM-WINNER-RUFF").of(tractors_ruff=each(ruffed, [("LJLJBJBJ", "W"), ("3s3s6s6s", "E")]))


test_situation = situations(__name__)
