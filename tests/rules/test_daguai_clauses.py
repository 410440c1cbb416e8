"""For every clause of the sheet `daguai` and every check code that enforces it: one record it must find, one it must not."""

from dataclasses import replace
from functools import partial
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import GameRecord, HandClaims, Incident, MatchClaims, Player
from tests.rules.build import codes, found, verdicts
from tests.rules.daguai_build import (
    ALTERNATING,
    A,
    B,
    answered,
    begun,
    claimed,
    led,
    opened,
    played,
    recorded,
    score,
    sheets,
    table,
)
from tests.rules.registry import before_play, each, must_not, situations, trigger

# ======================================================================================== 一 比赛规则


def dealt(**parts: str) -> GameRecord:
    """A whole hand with other cards written down for some seats (`s1` for seat 1), and nothing played."""
    hand = played()
    deal = dict(hand.deal or {}) | {seat[1:]: cards for seat, cards in parts.items()}
    return recorded(replace(hand, deal=deal, tricks=None, lead=None))


def cards_of_1() -> list[str]:
    return (played().deal or {})["1"].split()


before_play("D-DG-02", "DEAL-COUNT", seat="1", expected="27", actual="26", pointer="deal/1", basis="assumed").of(
    _26_cards=lambda: dealt(s1=" ".join(cards_of_1()[1:]))
)
must_not("D-DG-02", "DEAL-COUNT").of(
    _27_cards_some_of_them_unseen=each(
        lambda unseen: dealt(s1=" ".join([*cards_of_1()[unseen:], *["??"] * unseen])), [0, 1, 26, 27]
    )
)


@before_play("DG-1.1", "DEAL-COPIES", expected="LJ×3", actual="LJ×4", pointer="deal")
def test_DG_1_1_trigger_fourth_little_joker() -> GameRecord:
    other = next(card for card in cards_of_1() if card != "LJ")
    cards = cards_of_1()
    cards[cards.index(other)] = "LJ"
    return dealt(s1=" ".join(cards))


must_not("DG-1.1", "DEAL-COPIES").of(three_of_each=lambda: recorded(played()))


def tricks_alone(*tricks: str) -> GameRecord:
    """Some tricks, and nothing else."""
    return recorded(replace(played(), deal=None, lead=None, tricks=tricks))


trigger("DG-1.1", "CARD-COPIES", at=(2, 1), seat="3", expected="BJ×3", actual="BJ×4", pointer="tricks/1").of(
    fourth_copy_in_the_plays=lambda: tricks_alone("1 2sBJ - BJBJ - - - - -", "3 BJ - - - - -")
)
must_not("DG-1.1", "CARD-COPIES").of(
    three_copies_in_the_plays=lambda: tricks_alone("1 2sBJ - BJBJ - - - - -", "3 LJ - - - - -")
)
trigger("DG-1.1", "PLAY-NOT-HELD", at=(1, 2), seat="2", actual="As", pointer="tricks/0").of(
    played_a_card_that_others_hold=lambda: opened({"1": "KsAsAs", "3": "As"}, "Ks", "As")
)
must_not("DG-1.1", "PLAY-NOT-HELD").of(
    each_of_three_copies_held=lambda: opened({"1": "Ks", "2": "AsAs", "3": "As"}, "Ks", "As")
)

trigger("DG-1.2", "LEVEL-IN-FORCE", expected="2", actual="3", pointer="level").of(
    another_level=lambda: recorded(played(level="3"))
)
trigger("DG-1.2", "LEVEL-IN-FORCE", hand=2, expected="2", actual="5", pointer="level").of(
    level_after_the_first_hand=lambda: recorded(played(), played(no=2, leader="2", level="5"))
)
trigger("DG-1.2", "LEVEL-IN-FORCE", hand=4, expected="2", actual="A", pointer="level").of(
    level_of_a_record_that_begins_later=lambda: recorded(played(no=4, level="A"))
)
must_not("DG-1.2", "LEVEL-IN-FORCE").of(
    always_two=each(lambda level: recorded(played(level=level), played(no=2, leader="2", level=level)), ["2", None])
)


A8, A5, A3, A1 = "135246", "123546", "124356", "124635"
B8, B5, B3, B1 = "246135", "214635", "213465", "213546"
"""The orders of DG-5.1 to 5.8, in the order of the clauses: the one side scores 8, 5, 3 and 1, then the other."""
LEVEL_7: Final = (A3, A3, A1, B5, B1, B1)
"""Six hands of 7 points and 3 first places for each side."""


trigger("DG-1.2", "MATCH-HANDS", hand=7, expected="6", actual="7", pointer="/hands/6").of(
    seventh_hand_with_a_side_ahead=lambda: sheets(A8, B5, A3, B3, A1, B1, A8)
)
trigger("DG-1.2", "MATCH-HANDS", hand=7, expected="6", actual="7").of(
    seventh_hand_with_more_first_places=lambda: sheets(A3, A3, B3, B1, B1, B1, A8)
)
trigger("DG-1.2", "MATCH-HANDS", hand=8, expected="6", actual="8", pointer="/hands/7").of(
    a_second_extra_hand=lambda: sheets(*LEVEL_7, A8, B8)
)
must_not("DG-1.2", "MATCH-HANDS").of(
    six_hands_or_one_more_to_break_a_tie=each(sheets, [(A8, B5, A3, B3, A1, B1), (*LEVEL_7, A8)])
)


def seated(teams: str) -> GameRecord:
    """Players of these teams from seat 1 on, `-` for one whose team is not known."""
    players = {str(seat): Player(id=f"p{seat}", team=None if team == "-" else team) for seat, team in enumerate(teams, start=1)}
    return recorded(played(), seats=players)


trigger("DG-1.3", "SEAT-TEAM", hand=None, seat="3", expected="a", actual="c", pointer="/seats/3/team").of(
    a_third_team=lambda: seated("abc---")
)
must_not("DG-1.3", "SEAT-TEAM").of(
    every_second_seat=each(seated, ["ababab", "bababa", "ab--a-", "------", "-b-b-b", "aaabbb", "abb-a-", "aab-b-"])
)
trigger("DG-1.3", "SEAT-DRAWN", hand=None, pointer="/seats", basis="assumed", options=("D-DG-01",)).of(
    # who is in which team is not told of all: what they score is left open
    seats_as_drawn=lambda: seated("aab-b-")
)
must_not("DG-1.3", "SEAT-DRAWN").of(seats_that_may_alternate=each(seated, ["ababab", "ab--a-", "------", "aaabbb", "aab-a-"]))

trigger("DG-1.4", "LEAD-BANKER", hand=2, at=(1, 1), seat="3", expected="2", actual="3", pointer="tricks/0").of(
    the_bank_went_two_on=lambda: recorded(played(leader="1"), played(no=2, leader="3"))
)
trigger("DG-1.4", "LEAD-BANKER", hand=2, at=(1, 1), seat="1", expected="2", actual="1", pointer="lead").of(
    the_winner_kept_the_bank=lambda: recorded(played(leader="1"), replace(played(no=2), tricks=None, lead="1"))
)


@must_not("DG-1.4", "LEAD-BANKER")
@pytest.mark.parametrize("first", ["1", "5", "6"])
def test_DG_1_4_must_not_the_bank_goes_round_whoever_wins(first: str) -> GameRecord:
    leaders = ["123456"[(int(first) + step) % 6 - 1] for step in range(6)]
    return recorded(*(played(no=no, leader=leader) for no, leader in enumerate(leaders, start=1)))


# ======================================================================================== 二 牌型

not_higher = partial(trigger, check="PLAY-NOT-HIGHER", by="DG-4.3", at=(1, 2), seat="2")
"""Seat 2's answer does not beat the lead, by the clause that says how high the two are."""


trigger("DG-2.1a", "PLAY-TYPE", by="DG-2.3", at=(1, 1), seat="1", actual="AsKhLJ", pointer="tricks/0").of(
    a_joker_does_not_stand_for_two_cards=lambda: led("AsKhLJ")
)
must_not("DG-2.1a", "PLAY-TYPE").of(
    a_joker_stands_for_any_card=each(
        led, ["AsLJ", "AsAhBJ", "AsLJBJ", "AsAhAcKdLJ", "AsAhAcAdLJ", "AsAhKcKdBJ", "LJ", "3sLJLJLJBJ"]
    )
)

not_higher("DG-2.1b", actual="4s5h6c7dBJ").of(
    a_joker_as_the_three_and_not_as_the_eight=lambda: answered("3h4c5d6s7h", "4s5h6c7dBJ")
)
not_higher("DG-2.1b", actual="QsJs9s6sBJ").of(a_joker_is_no_high_card_of_a_flush=lambda: answered("QdTd9d4d3d", "QsJs9s6sBJ"))
must_not("DG-2.1b", "PLAY-NOT-HIGHER").of(
    the_natural_card_is_higher=each(lambda answer: answered("2h3c4d5s6h", answer), ["4s5h6c7dBJ", "AsKhQdJcLJ", "7s8h9cLJBJ"])
)

not_higher("DG-2.1c", actual="BJLJ").of(a_mixed_pair_on_two_little_ones=lambda: answered("LJLJ", "BJLJ"))
not_higher("DG-2.1c", actual="LJLJ").of(two_little_ones_on_two_big_ones=lambda: answered("BJBJ", "LJLJ"))
must_not("DG-2.1c", "PLAY-NOT-HIGHER").of(two_big_ones_are_higher=each(lambda lead: answered(lead, "BJBJ"), ["LJLJ", "LJBJ"]))

trigger("DG-2.1d", "READING-WRONG", at=(1, 1), seat="1", expected="four_one:A", actual="AsAhAcKdLJ").of(
    four_and_one_called_a_full_house=lambda: led("AsAhAcKdLJ=AAAKK")
)
trigger("DG-2.1d", "READING-WRONG", at=(1, 1), seat="1", expected="straight:7", actual="4s5h6c7dBJ").of(
    a_joker_called_the_eight=lambda: led("4s5h6c7dBJ=45678")
)
must_not("DG-2.1d", "READING-WRONG").of(
    called_what_it_is=each(
        led, ["AsAhAcKdLJ=AAAAK", "4s5h6c7dBJ=34567", "9s9h9cLJLJ=99999", "KsKhQcQdLJ=KKKQQ", "5s6s7s8sLJ=45678s"]
    )
)

trigger("DG-2.3", "PLAY-TYPE", at=(1, 1), seat="1", actual="AsKs", pointer="tricks/0").of(
    two_ranks_are_no_pair=lambda: led("AsKs")
)
trigger("DG-2.3", "PLAY-TYPE", at=(1, 1), seat="1", actual="AsAhKcKdQs").of(two_pairs_and_one=lambda: led("AsAhKcKdQs"))
must_not("DG-2.3", "PLAY-TYPE").of(
    the_nine_combinations=each(
        led,
        [
            *("2s", "9s9h", "9s9h9c", "3s4h5c6d7s", "2h7h8hJhKh"),
            *("9s9h9c5d5s", "9s9h9c9d5s", "3h4h5h6h7h", "AsAsAsAhAc", "7h7h8hJhKh"),
        ],
    )
)
trigger("DG-2.3", "PLAY-TYPE-COUNT", at=(1, 1), seat="1", actual="3s4h5c6d7s8h").of(six_in_sequence=lambda: led("3s4h5c6d7s8h"))
trigger("DG-2.3", "PLAY-TYPE-COUNT", at=(1, 1), seat="1", actual="9s9h9c9d").of(
    four_alike_without_a_fifth_card=lambda: led("9s9h9c9d")
)
must_not("DG-2.3", "PLAY-TYPE-COUNT").of(five_cards_or_three=each(led, ["9s9h9c9d5s", "3s4h5c6d7s", "9s9h9c"]))
trigger("DG-2.3", "PLAY-TYPE-RUN", at=(1, 1), seat="1", actual="JsQhKdAc2s").of(a_two_above_the_ace=lambda: led("JsQhKdAc2s"))

trigger("D-DG-11", "PLAY-TYPE-RUN", by="DG-2.3", at=(1, 1), seat="1", actual="QsKhAc2d3s").of(
    round_the_corner=lambda: led("QsKhAc2d3s")
)
must_not("D-DG-11", "PLAY-TYPE-RUN").of(a_two_in_its_place=each(led, ["As2h3d4c5s", "2h3d4c5s6h"]))

trigger("DG-2.3", "PLAY-TYPE-RUN", at=(1, 1), seat="1", actual="3s4h5c6d8s").of(a_gap_in_a_straight=lambda: led("3s4h5c6d8s"))
must_not("DG-2.3", "PLAY-TYPE-RUN").of(
    an_ace_at_either_end=each(led, ["TsJhQdKcAs", "As2h3d4c5s", "2h3d4c5s6h", "4s5h6c8dBJ", "2s3s4s5s6s"])
)
trigger("DG-2.3", "PLAY-TYPE-FULL-HOUSE", at=(1, 1), seat="1", actual="9s9h9c5d6s").of(
    a_triple_with_two_ranks=lambda: led("9s9h9c5d6s")
)
must_not("DG-2.3", "PLAY-TYPE-FULL-HOUSE").of(a_triple_with_a_pair=each(led, ["9s9h9c5d5s", "9s9hBJ5d5s", "9s9h5cBJ5d"]))


# ======================================================================================== 三 牌的大小


trigger("DG-3.1", "PLAY-OTHER-TYPE", at=(1, 2), seat="2", actual="AsAh", pointer="tricks/0").of(
    a_pair_on_a_single=lambda: answered("3s", "AsAh")
)
trigger("DG-3.1", "PLAY-OTHER-TYPE", at=(1, 2), seat="2", actual="9s9h9c9dLJ").of(
    no_bombs_five_alike_on_a_triple=lambda: answered("3s3h3c", "9s9h9c9dLJ")
)
must_not("DG-3.1", "PLAY-OTHER-TYPE").of(
    as_many_cards=each(answered, [("3s", "As"), ("9s9h", "TsTh"), ("3s4h5c6d7s", "4h4s4c5d5s")])
)

not_higher("DG-3.2", actual="9h").of(no_suits=lambda: answered("9s", "9h"))
not_higher("DG-3.2", actual="As").of(an_ace_on_a_two=lambda: answered("2s", "As"))


SINGLES: Final = ["3h", "4s", "5d", "6c", "7h", "8s", "9d", "Tc", "Jh", "Qs", "Kd", "Ac", "2h", "LJ", "BJ"]


must_not("DG-3.2", "PLAY-NOT-HIGHER").of(
    the_next_card_up=each(lambda place: answered(SINGLES[place], SINGLES[place + 1]), range(len(SINGLES) - 1))
)

not_higher("DG-3.3a", actual="KsJs8s6s5s").of(equal_tops=lambda: answered("KdQd9d4d3d", "KsJs8s6s5s"))
not_higher("DG-3.3a", actual="9sLJ").of(a_joker_is_no_high_card_of_a_pair=lambda: answered("TsTh", "9sLJ"))
must_not("DG-3.3a", "PLAY-NOT-HIGHER").of(
    a_higher_natural_card=each(answered, [("QdJd9d4d3d", "KsJs8s6s5s"), ("9s9h", "TsLJ"), ("AsAhAc", "2s2hBJ")])
)

not_higher("DG-3.3b", actual="7s7h7cAdAh").of(the_pair_says_nothing=lambda: answered("8s8h8c5d5h", "7s7h7cAdAh"))
not_higher("DG-3.3b", actual="7s7h7c7dAh").of(the_fifth_card_says_nothing=lambda: answered("8s8h8c8d3h", "7s7h7c7dAh"))
must_not("DG-3.3b", "PLAY-NOT-HIGHER").of(
    a_higher_triple_or_four=each(
        answered, [("8s8h8cAdAh", "9s9h9d4c4d"), ("AsAhAcKdKh", "2s2h2c3d3h"), ("8s8h8c8dAh", "9s9h9d9c3h")]
    )
)

not_higher("DG-3.3c", actual="As2h3d4c5s").of(the_low_ace_counts_five=lambda: answered("2h3d4c5s6h", "As2h3d4c5s"))
not_higher("DG-3.3c", actual="2h3d4c5s6h").of(a_two_in_a_straight_is_ordinary=lambda: answered("3s4h5c6d7s", "2h3d4c5s6h"))
must_not("DG-3.3c", "PLAY-NOT-HIGHER").of(
    a_higher_top=each(answered, [("As2h3d4c5s", "6h7s8d9cTs"), ("9h8d7c6sTh", "TsJhQdKcAs"), ("9sThJdQcKs", "TsJhQdKcAs")])
)

not_higher("DG-3.3d", actual="2s5s9sJsKs").of(a_two_in_a_flush_is_ordinary=lambda: answered("3dTdJdQdAd", "2s5s9sJsKs"))
must_not("DG-3.3d", "PLAY-NOT-HIGHER").of(the_ace_is_highest=lambda: answered("2dTdJdQdKd", "3s5s9sJsAs"))


TYPES: Final = ["TsJhQdKcAs", "2h5h7h9hJh", "3s3h3c4d4h", "3d3s3h3cKd", "As2s3s4s5s", "4c4d4s4h4c"]
"""Of five cards, each type above the one before."""


not_higher("DG-3.4", actual="TsJsQsKsAs").of(straight_flush_on_five_alike=lambda: answered("3s3h3c3dLJ", "TsJsQsKsAs"))
not_higher("DG-3.4", actual="2s2h2c3d3h").of(full_house_on_four_and_one=lambda: answered("4s4h4c4d5h", "2s2h2c3d3h"))
must_not("DG-3.4", "PLAY-NOT-HIGHER").of(
    a_higher_type=each(
        lambda low, high: answered(TYPES[low], TYPES[high]), [(low, high) for high in range(6) for low in range(high)]
    )
)


# ======================================================================================== 四 出牌规则


trigger("DG-4.1", "LEAD-RECORD", at=(1, 1), seat="2", expected="1", actual="2", pointer="lead").of(
    another_is_written_down=lambda: recorded(played(lead="2"))
)
must_not("DG-4.1", "LEAD-RECORD").of(who_led=each(lambda lead: recorded(played(lead=lead)), ["1", None]))


def exchanged() -> GameRecord:
    """Seat 1 gave seat 2 an ace and had a three for it, and both played on with those."""
    board = table({"1": "As", "2": "3d"})
    for giver, taker, card in (("1", "2", "As"), ("2", "1", "3d")):
        board.hands[giver].remove(card)
        board.hands[taker].append(card)
    deal = {seat: tuple(cards) for seat, cards in board.deal.items()}
    board.finish()
    return recorded(replace(board, deal=deal).hand(tribute=("1>2 As", "2>1 3d")))


before_play("DG-4.1", "TRIBUTE-NONE", actual="1>2:As 2>1:3d", pointer="tribute/0").of(tribute=lambda: exchanged())
before_play("DG-4.1", "TRIBUTE-NONE", actual="resisted", pointer="resisted").of(
    resisted=lambda: recorded(played(resisted=True))
)
must_not("DG-4.1", "TRIBUTE-NONE").of(an_empty_list=lambda: recorded(played(tribute=()), played(no=2, leader="2")))
trigger("DG-4.1", "LEAD-BANKER", by="DG-1.4", at=(1, 1), seat="5", expected="4", actual="5").of(
    not_who_drew_the_bank=lambda: recorded(played(leader="5"), start=begun("4"))
)
trigger("DG-4.1", "LEAD-BANKER", by="DG-1.4", hand=4, at=(1, 1), seat="3", expected="4", actual="3").of(
    wrong_banker_after_hands_that_are_missing=lambda: recorded(played(leader="1"), played(no=4, leader="3"))
)
must_not("DG-4.1", "LEAD-BANKER").of(
    who_drew_the_bank_and_the_next=lambda: recorded(
        played(leader="6"), played(no=2, leader="1"), played(no=5, leader="4"), start=begun("6")
    )
)

trigger("DG-4.2", "LEAD-PASS", at=(1, 1), seat="1", pointer="tricks/0").of(
    the_leader_passed=lambda: opened({"2": "3s"}, "-", "3s")
)
must_not("DG-4.2", "LEAD-PASS").of(all_others_passed=lambda: led("3s"))

trigger("DG-4.3", "PLAY-NOT-HIGHER", at=(1, 4), seat="4", actual="7h", pointer="tricks/0").of(
    lower_than_what_lies_there_now=lambda: opened({"1": "5s", "3": "8s", "4": "7h"}, "5s", "-", "8s", "7h")
)
must_not("DG-4.3", "PLAY-NOT-HIGHER").of(
    higher_each_time=lambda: opened({"1": "5s", "2": "6s", "3": "8s", "4": "9h"}, "5s", "6s", "8s", "9h")
)


BACK_AGAIN: Final = {"1": "3s", "2": "9s", "3": "4s"}


trigger("D-DG-05", "PLAY-REENTRY", at=(1, 8), seat="2", actual="9s", basis="assumed", options=("D-DG-05",)).of(
    back_after_a_pass_where_that_is_forbidden=lambda: opened(
        BACK_AGAIN, "3s", "-", "4s", "-", "-", "-", "-", "9s", options={"reentry": "no"}
    )
)
must_not("D-DG-05", "PLAY-REENTRY").of(back_after_a_pass=lambda: opened(BACK_AGAIN, "3s", "-", "4s", "-", "-", "-", "-", "9s"))


def first_trick(text: str, *, alone: bool = False) -> GameRecord:
    """The whole hand with this as its first trick, seat 1 leading a three; or only that trick."""
    hand = table({"1": "3s"}).trick("3s").finish().hand()
    return recorded(replace(hand, tricks=(text, *(hand.tricks or ())[1:])[: 1 if alone else None]))


trigger("DG-4.4", "TRICK-PLAYS", at=(1, 5), seat="5", expected="6", actual="4", pointer="tricks/0").of(
    three_passes=lambda: first_trick("1 3s - - -")
)
trigger("DG-4.4", "TRICK-PLAYS", at=(1, 7), seat="1", expected="6", actual="7", pointer="tricks/0").of(
    six_passes=lambda: first_trick("1 3s - - - - - -")
)


def with_one_out(passes: int) -> GameRecord:
    """Seat 1 is out; of the five who hold cards one plays, and so many passes are on record before the next trick."""
    board = table({"2": "3s"}).go_out("1")
    hand = board.trick("3s", leader="2").finish().hand()
    tricks = list(hand.tricks or ())
    number = next(number for number, text in enumerate(tricks) if text.startswith("2 3s"))
    tricks[number] = " ".join(["2 3s", *["-"] * passes])
    return recorded(replace(hand, tricks=tuple(tricks)))


trigger("D-DG-04", "TRICK-PLAYS", at=(28, 6), seat="2", expected="5", actual="6", pointer="tricks/27", basis="assumed").of(
    five_passes_of_four_who_hold_cards=lambda: with_one_out(5)
)
must_not("D-DG-04", "TRICK-PLAYS").of(four_passes=lambda: with_one_out(4))

must_not("DG-4.4", "TRICK-PLAYS").of(
    five_passes=lambda: first_trick("1 3s - - - - -"),
    the_last_trick_of_an_unfinished_record=lambda: first_trick("1 3s - - -", alone=True),
)
trigger("DG-4.4", "LEAD-WINNER", at=(2, 1), seat="4", expected="3", actual="4", pointer="tricks/1").of(
    another_led_anew=lambda: recorded(
        table({"1": "5s", "3": "8s", "4": "3s"}).trick("5s", "-", "8s").trick("3s", leader="4").finish().hand()
    )
)
must_not("DG-4.4", "LEAD-WINNER").of(
    the_last_who_played_leads=lambda: recorded(table({"1": "5s", "3": "8s"}).trick("5s", "-", "8s").finish().hand())
)


def led_after_one_is_out(seat: str) -> GameRecord:
    """Seat 1's last card wins a trick, and then this seat leads."""
    board = table({seat: "3s"}).go_out("1")
    return recorded(board.trick("3s", leader=seat).finish().hand())


trigger(
    "D-DG-03",
    "LEAD-AFTER-OUT",
    at=(28, 1),
    seat="3",
    expected="2",
    actual="3",
    pointer="tricks/27",
    basis="assumed",
    options=("D-DG-03",),
).of(his_team_mate_led_after_his_last_card=lambda: led_after_one_is_out("3"))
must_not("D-DG-03", "LEAD-AFTER-OUT").of(the_next_led_after_his_last_card=lambda: led_after_one_is_out("2"))


@trigger(
    "D-DG-03", "LEAD-OUT", at=(28, 1), seat="1", actual="1", pointer="tricks/27", basis="assumed", besides=("PLAY-NOT-HELD",)
)
def test_D_DG_03_trigger_who_is_out_led() -> GameRecord:
    board = table({"2": "4s"}).go_out("1")
    return recorded(board.trick("3s", "4s", leader="1").finish().hand())


must_not("D-DG-03", "LEAD-OUT").of(who_has_cards_led=lambda: led_after_one_is_out("2"))

trigger("DG-4.5", "CLAIM-FINISH", expected="135246", actual="153246", pointer="claims/finish").of(
    two_places_exchanged=lambda: claimed(finish="153246")
)
must_not("DG-4.5", "CLAIM-FINISH").of(
    the_order_out=each(lambda order: claimed(order, finish=order), ["135246", "246135", "654321"])
)


@must_not("DG-4.5", "CLAIM-FINISH")
def test_DG_4_5_must_not_the_last_went_on_alone() -> GameRecord:
    board = table().finish()
    last = "6"
    board.tricks += [f"{last} {card}" for card in board.hands[last]]
    return recorded(board.hand(claims=HandClaims(finish="123456")))


def stopped(out: str) -> GameRecord:
    """A hand that was stopped when these were out."""
    board = table()
    for seat in out:
        board.go_out(seat)
    return recorded(board.hand())


trigger("DG-4.5", "HAND-STOPPED", pointer="tricks", basis="assumed").of(
    stopped_with_three_of_a_side_out=lambda: stopped("135"),
    # 甲乙甲甲: the fifth and the sixth place are the other side's, whoever of it is out first
    stopped_with_two_of_a_side_left=lambda: stopped("1235"),
)
must_not("DG-4.5", "HAND-STOPPED").of(
    stopped_with_the_score_open=each(stopped, ["", "1", "12", "13", "124", "1243"]), played_out=lambda: recorded(played())
)


# ======================================================================================== 五 胜负规则


def pointed(order: str, side: str, points: int) -> GameRecord:
    """A whole hand with an order out, and these points on the score sheet."""
    return claimed(order, finish=order, points=score(side, points))


trigger("DG-5.1", "CLAIM-PLACE-POINTS", expected="135=8 246=0", actual="135=5 246=0", pointer="claims/points").of(
    five_for_three_places=lambda: pointed(A8, A, 5)
)
must_not("DG-5.1", "CLAIM-PLACE-POINTS").of(eight=each(lambda order: pointed(order, A, 8), ["135246", "315642", "531264"]))

trigger("DG-5.2", "CLAIM-PLACE-POINTS", expected="135=5 246=0", actual="135=3 246=0").of(
    three_for_fifth_and_sixth=lambda: pointed(A5, A, 3)
)
must_not("DG-5.2", "CLAIM-PLACE-POINTS").of(five=each(lambda order: pointed(order, A, 5), ["123546", "132546"]))

trigger("DG-5.3", "CLAIM-PLACE-POINTS", expected="135=3 246=0", actual="135=5 246=0").of(
    five_for_the_sixth_alone=lambda: pointed(A3, A, 5)
)
must_not("DG-5.3", "CLAIM-PLACE-POINTS").of(three=each(lambda order: pointed(order, A, 3), ["124356", "132456", "123456"]))

trigger("DG-5.4", "CLAIM-PLACE-POINTS", expected="135=1 246=0", actual="135=0 246=1").of(
    the_point_for_the_other_side=lambda: pointed(A1, B, 1)
)
must_not("DG-5.4", "CLAIM-PLACE-POINTS").of(one=each(lambda order: pointed(order, A, 1), ["124635", "132465", "132645"]))

trigger("DG-5.5", "CLAIM-PLACE-POINTS", expected="135=0 246=8", actual="135=-8 246=8").of(
    eight_taken_off=lambda: claimed(B8, points={A: -8, B: 8})
)
must_not("DG-5.5", "CLAIM-PLACE-POINTS").of(eight=lambda: pointed(B8, B, 8))

trigger("DG-5.6", "CLAIM-PLACE-POINTS", expected="135=0 246=5", actual="135=0 246=8").of(
    eight_for_fifth_and_sixth=lambda: pointed(B5, B, 8)
)
must_not("DG-5.6", "CLAIM-PLACE-POINTS").of(five=lambda: pointed(B5, B, 5))

trigger("DG-5.7", "CLAIM-PLACE-POINTS", expected="135=0 246=3", actual="135=0 246=1").of(
    one_for_the_sixth=lambda: pointed(B3, B, 1)
)
must_not("DG-5.7", "CLAIM-PLACE-POINTS").of(three=lambda: pointed(B3, B, 3))

trigger("DG-5.8", "CLAIM-PLACE-POINTS", expected="135=0 246=1", actual="135=0 246=3").of(
    three_with_his_own_man_last=lambda: pointed(B1, B, 3)
)
must_not("DG-5.8", "CLAIM-PLACE-POINTS").of(one=lambda: pointed(B1, B, 1))


SIX: Final = (A8, B5, A3, B3, A1, B1)
"""12 points for A, 9 for B, 3 first places each."""
FIRSTS: Final = (A3, A3, B3, B1, B1, B1)
"""6 points each; B was first four times."""


def match_claims(orders: tuple[str, ...], **claims: object) -> GameRecord:
    return sheets(*orders, claims=MatchClaims(**claims))  # type: ignore[arg-type] # claims by name


trigger("DG-5.9", "CLAIM-MATCH-POINTS", hand=None, expected="135=12 246=9", actual="135=12 246=8", pointer="/claims/points").of(
    wrong_sum=lambda: match_claims(SIX, points={A: 12, B: 8})
)
must_not("DG-5.9", "CLAIM-MATCH-POINTS").of(
    the_sum=each(lambda points: match_claims(SIX, points=points), [{A: 12, B: 9}, {B: 9}])
)
trigger("DG-5.9", "CLAIM-MATCH-WINNER", hand=None, expected=A, actual=B, pointer="/claims/winner").of(
    the_lower_total=lambda: match_claims(SIX, winner=B)
)
trigger("DG-5.9", "CLAIM-MATCH-WINNER", hand=None, expected=B, actual=A, pointer="/claims/winner").of(
    fewer_first_places=lambda: match_claims(FIRSTS, winner=A)
)
trigger("DG-5.9", "CLAIM-MATCH-WINNER", hand=None, expected="-", actual=A, pointer="/claims/winner").of(
    nobody_is_ahead=lambda: match_claims(LEVEL_7, winner=A)
)
trigger("DG-5.9", "CLAIM-MATCH-WINNER", hand=None, expected=B, actual=A, pointer="/claims/winner").of(
    the_extra_hand_decides=lambda: match_claims((*LEVEL_7, B1), winner=A)
)


@pytest.mark.parametrize("winner", [A, B])
@pytest.mark.parametrize("count", [1, 5])
def test_winner_of_fewer_than_six_hands_is_open(count: int, winner: str) -> None:
    """Hands may be missing from the record."""
    record = match_claims(SIX[:count], winner=winner)
    assert not codes(record)
    (finding,) = [finding for finding in found(record, "CLAIM-OPEN") if finding.actual == "winner"]
    assert (finding.where.hand, finding.where.pointer) == (None, "/claims/winner")


must_not("DG-5.9", "CLAIM-MATCH-WINNER").of(
    total_first_places_extra_hand=each(
        lambda orders, winner: match_claims(orders, winner=winner),
        [(SIX, A), (FIRSTS, B), ((*LEVEL_7, B1), B), ((*LEVEL_7, A3), A), (LEVEL_7, None)],
    )
)
trigger("DG-5.9", "CLAIM-MATCH-REASON", hand=None, expected="passed", actual="time", pointer="/claims/reason").of(
    six_hands_and_called_time=lambda: match_claims(SIX, winner=A, reason="time")
)
must_not("DG-5.9", "CLAIM-MATCH-REASON").of(
    played_to_the_end=each(lambda reason: match_claims(SIX, winner=A, reason=reason), ["passed", None])
)


# ======================================================================================== 六 打牌中的规则


def noticed(*incidents: Incident, order: str = ALTERNATING, **claims: object) -> GameRecord:
    """A whole hand with incidents written down; seat 1 leads and wins the first 27 tricks with its cards."""
    made = HandClaims(**claims) if claims else None  # type: ignore[arg-type] # claims by name
    return recorded(played(order, incidents=incidents, claims=made))


trigger("DG-6.1", "COUNT-OFF-TURN", at=(3, 2), seat="5", expected="2", actual="5", pointer="incidents/0").of(
    asked_on_anothers_turn=lambda: noticed(Incident(kind="count_asked", seat="5", at=(3, 2)))
)
must_not("DG-6.1", "COUNT-OFF-TURN").of(
    asked_on_ones_turn=each(
        lambda seat, at: noticed(Incident(kind="count_asked", seat=seat, at=at)), [("1", (3, 1)), ("2", (3, 2)), ("6", (3, 6))]
    )
)
trigger("DG-6.1", "COUNT-OPEN", seat="5", actual="count_asked", pointer="incidents/0").of(
    nobody_wrote_down_when=lambda: noticed(Incident(kind="count_asked", seat="5"))
)
must_not("DG-6.1", "COUNT-OPEN").of(written_down_when=lambda: noticed(Incident(kind="count_asked", seat="2", at=(3, 2))))


def told(seat: str, at: tuple[int, int], count: int | None) -> GameRecord:
    """Seat 1 has 27 cards before the first trick and one fewer after each; the others have 27 for a long time."""
    return noticed(Incident(kind="count_told", seat=seat, at=at, count=count))


trigger("DG-6.2", "COUNT-ANSWER", at=(18, 1), seat="1", expected="10", actual="9", pointer="incidents/0").of(
    nine_with_ten=lambda: told("1", (18, 1), 9)
)
trigger("DG-6.2", "COUNT-ANSWER", at=(18, 3), seat="1", expected="9", actual="10").of(
    ten_after_he_has_played_one_of_them=lambda: told("1", (18, 3), 10)
)
trigger("DG-6.2", "COUNT-ANSWER", at=(18, 1), seat="1", expected="10", actual="-").of(
    not_told_with_ten=lambda: told("1", (18, 1), None)
)
trigger("DG-6.2", "COUNT-ANSWER", at=(17, 1), seat="1", expected="-", actual="11").of(
    told_with_eleven=lambda: told("1", (17, 1), 11)
)
must_not("DG-6.2", "COUNT-ANSWER").of(
    told_up_to_ten=each(
        told, [("1", (17, 1), None), ("1", (17, 2), 10), ("1", (18, 1), 10), ("1", (27, 1), 1), ("4", (20, 1), None)]
    )
)


def mark(seat: str, kind: str = "signal") -> Incident:
    return Incident(kind=kind, seat=seat, at=(3, 2))


trigger("DG-6.3", "INCIDENT-MARK", at=(3, 2), seat="4", actual="signal", pointer="incidents/0").of(
    a_gesture=lambda: noticed(mark("4"))
)
trigger("DG-6.3", "INCIDENT-MARK", at=(3, 2), seat="4", actual="misconduct", pointer="incidents/0").of(
    talk=lambda: noticed(mark("4", "misconduct"))
)
must_not("DG-6.3", "INCIDENT-MARK").of(
    a_question_that_is_allowed=lambda: noticed(Incident(kind="count_asked", seat="2", at=(3, 2)))
)

before_play("DG-6.4", "MARKS-BOTH", pointer="incidents", besides=("INCIDENT-MARK",)).of(
    two_marks_each=lambda: noticed(mark("1"), mark("2"), mark("3"), mark("2"))
)
must_not("DG-6.4", "MARKS-BOTH", besides=("INCIDENT-MARK",)).of(
    one_side_alone=each(lambda seats: noticed(*map(mark, seats)), ["1", "12", "113", "22446"])
)
trigger(
    "DG-6.4",
    "CLAIM-PLACE-POINTS",
    expected="135=8 246=0",
    actual="135=0 246=5",
    pointer="claims/points",
    besides=("INCIDENT-MARK",),
).of(counted_as_played=lambda: noticed(mark("2"), mark("6"), order=B5, points=score(B, 5)))
must_not("DG-6.4", "CLAIM-PLACE-POINTS", besides=("INCIDENT-MARK",)).of(
    eight_for_the_others=each(
        lambda seats, side, points: noticed(*map(mark, seats), order=B5, points=score(side, points)),
        [("26", A, 8), ("444", A, 8), ("2", B, 5), ("13", B, 8), ("216", A, 8)],
    )
)


def test_DG_6_4_marks_of_two_hands_do_not_add_up() -> None:
    """同一副牌内: of one hand."""
    second = played(A8, no=2, leader="2", incidents=(mark("2"),), claims=HandClaims(points=score(A, 8)))
    first = played(B8, leader="1", incidents=(mark("4"),), claims=HandClaims(points=score(B, 8)))
    assert [finding.code for finding in verdicts(audit(recorded(first, second)))] == ["INCIDENT-MARK"] * 2


def test_DG_6_4_each_mark_says_which_of_its_side_it_is() -> None:
    """By when it happened, in whatever order the marks are listed."""
    last = Incident(kind="signal", seat="2", at=(9, 1))
    found = verdicts(audit(noticed(last, mark("6"), mark("1"))))
    assert {each.seat: each.params["marks"] for each in found} == {"6": 1, "2": 2, "1": 1}


test_situation = situations(__name__)
