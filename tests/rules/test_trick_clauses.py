"""What the trick games have in common: for each check one record it must find and one it must not, on every sheet named.

An id is the clause that the check enforces there, with a `?` where the sheet does not print it. What a sheet has by itself is
in the module of its name (`test_shengji_clauses.py`), and so are its further cases of these checks.
"""

from dataclasses import replace
from functools import partial
from typing import Final

import pytest

from paipu.replay.record import GameRecord, KittyAction
from tests.rules import registry
from tests.rules.build import match, ruling, score_sheet
from tests.rules.registry import each, situations
from tests.rules.tricks_build import (
    AH_WINS,
    NO_HEARTS,
    buried,
    changed_deal,
    claimed,
    clean,
    clubs_follow,
    kitty_actions,
    laid,
    recorded,
    ruffed,
    seated,
    second_level,
    third_copy,
    three_plays,
    throw,
    timed,
    trick_1,
    trumps_follow,
    without_deal,
    won,
)

each_trigger = partial(registry.each_trigger, name="tricks")
each_must_not = partial(registry.each_must_not, name="tricks")
SCORE_SHEET: Final = ("CLAIM-OPEN",)
"""What a score sheet claims cannot be checked."""


# ======================================================================================== players, the end of a match

SEATS: Final = "SJ-4 CDP-1.1 SK-1a"


each_trigger(SEATS, "SEAT-TEAM", hand=None, seat="W", expected="t1", actual="t3", pointer="/seats/W/team").of(
    partner_of_another_team=lambda sheet: seated(sheet, E="t1", N="t2", W="t3", S="t2")
)
each_trigger(SEATS, "SEAT-TEAM", hand=None, seat="N", actual="t1", pointer="/seats/N/team").of(
    neighbours_of_one_team=lambda sheet: seated(sheet, E="t1", N="t1", W="t1", S=None)
)
each_must_not(SEATS, "SEAT-TEAM").of(
    partners_opposite=each(
        lambda sheet, *teams: seated(sheet, **dict(zip("ENWS", teams, strict=True))),
        [("t1", "t2", "t1", "t2"), ("t1", None, None, "t2"), (None, "t2", None, None)],
    )
)

each_trigger("SJ-0.3 CDP-4.1", "START-LEVEL", expected="2", actual="3", pointer="level").of(
    first_hand_at_three=lambda sheet: recorded(sheet, laid(sheet, level="3").finish())
)


@each_must_not("SJ-0.3 CDP-4.1", "START-LEVEL")
@pytest.mark.parametrize("no", [1, 4])
def test_tricks_must_not_where_the_record_begins_later(sheet: str, no: int) -> GameRecord:
    start = {"levels": {"EW": "3", "NS": "6"}, "dealer": "E"} if no == 1 else None
    return recorded(sheet, laid(sheet, level="3").finish(), no=no, start=start)


AHEAD: Final = "SJ-0.4 CDP-1.3b"
IN_OFFICE: Final = "SJ-15a CDP-1.3b?"


each_trigger(
    AHEAD, "CLAIM-MATCH-TIME", hand=None, expected="NS", actual="EW", pointer="/claims/winner", besides=SCORE_SHEET
).of(the_side_behind=lambda sheet: timed(sheet, 75, "6", "6", "EW"))
each_must_not(AHEAD, "CLAIM-MATCH-TIME", besides=SCORE_SHEET).of(
    the_side_ahead_after_the_hand=each(
        timed, [(75, "6", "6", "NS"), (100, "6", "7", "EW"), (120, "6", "7", "EW"), (75, "9", "6", "EW")]
    )
)

each_trigger(
    IN_OFFICE, "CLAIM-MATCH-OFFICE", hand=None, expected="NS", actual="EW", pointer="/claims/winner", besides=SCORE_SHEET
).of(equal_levels_and_the_side_out_of_office=lambda sheet: timed(sheet, 75, "7", "6", "EW"))
each_must_not(IN_OFFICE, "CLAIM-MATCH-OFFICE", besides=SCORE_SHEET).of(
    the_side_in_office_or_ahead=each(timed, [(75, "7", "6", "NS"), (95, "6", "7", "EW"), (75, "8", "6", "EW")])
)

each_trigger(
    "SJ-6 CDP-4.2a",
    "LEVEL-IN-FORCE",
    by="SJ-8 CDP-4.2a?",
    hand=2,
    expected="3",
    actual="6",
    pointer="level",
    besides=SCORE_SHEET,
).of(level_of_the_other_side=lambda sheet: second_level(sheet, "6"))
each_must_not("SJ-6 CDP-4.2a", "LEVEL-IN-FORCE", besides=SCORE_SHEET).of(
    level_of_the_side_in_office=each(second_level, [("3", 75, "S"), ("7", 95, "W")])
)


# ======================================================================================== points

POINTS: Final = "SJ-1 CDP-4.2a SK-4.1a"
PENALTIES: Final = "SJ-1 CDP-4.2c SK-5.2.1"
KITTY: Final = "SJ-1 CDP-4.4? SK-3.1"
KITTY_LOST: Final = "SJ-14 CDP-4.4 SK-3.4"


each_trigger(POINTS, "CLAIM-ATTACKERS", pointer="claims/attackers", basis="assumed", options=("X-2",)).of(
    five_points_more=lambda sheet: claimed(sheet, attackers=clean(sheet).points["NS"] + 5)
)
each_must_not(POINTS, "CLAIM-ATTACKERS").of(the_right_points=lambda sheet: claimed(sheet, attackers=clean(sheet).points["NS"]))

each_trigger(KITTY, "CLAIM-KITTY-POINTS", expected="15", actual="10", pointer="claims/kitty_points").of(
    kitty_of_15_claimed_as_10=lambda sheet: claimed(sheet, kitty_points=10)
)
each_must_not(KITTY, "CLAIM-KITTY-POINTS").of(kitty_of_15=lambda sheet: claimed(sheet, kitty_points=15))

each_trigger(POINTS, "CLAIM-POINTS-IMPOSSIBLE", actual="83", pointer="claims/attackers", besides=SCORE_SHEET).of(
    points_come_in_fives=lambda sheet: match(score_sheet(83), sheet=sheet)
)
each_must_not(POINTS, "CLAIM-POINTS-IMPOSSIBLE", besides=SCORE_SHEET).of(
    # more than 200 is possible: a captured kitty counts multiplied
    possible_points=each(lambda sheet, points: match(score_sheet(points), sheet=sheet), [0, 85, 240])
)

each_trigger(PENALTIES, "CLAIM-PENALTIES", expected="0", actual="-10", pointer="claims/penalties").of(
    penalty_without_a_ruling=lambda sheet: claimed(sheet, penalties=-10)
)
each_must_not(PENALTIES, "CLAIM-PENALTIES").of(
    penalty_that_was_ruled=lambda sheet: replace(claimed(sheet, penalties=-10), rulings=(ruling(points={"NS": -10}),))
)

each_trigger(KITTY_LOST, "CLAIM-MULTIPLIER", expected="-", actual="2", pointer="claims/multiplier").of(
    multiplier_where_the_bank_won=lambda sheet: claimed(sheet, multiplier=2)
)
each_must_not(KITTY_LOST, "CLAIM-MULTIPLIER").of(where_the_bank_won=lambda sheet: claimed(sheet, multiplier=0))


# ======================================================================================== the deal and the kitty

DEALT: Final = "SJ-2 CDP-6.3 SK-5.1.1"
DEALT_COPIES: Final = "SJ-2 CDP-7.4? SK-5.1.1"
COPIES: Final = "SJ-2 CDP-7.4? SK-2.1a?"
BURIED: Final = "SJ-2 CDP-3.4 SK-5.1.2"
BURIED_HELD: Final = "SJ-2 CDP-3.4 SK-2.1a?"
BURIES: Final = "SJ-3a CDP-3.4 SK-2.2b"
CLOSED: Final = "SJ-5c SK-2.2b"


each_trigger(DEALT, "DEAL-COUNT", at=(0, 0), seat="W", expected="25", actual="24", pointer="deal/W").of(
    _24_cards=lambda sheet: changed_deal(sheet, W=" ".join(clean(sheet).deal["W"][1:]))
)
each_must_not(DEALT, "DEAL-COUNT").of(
    _25_cards_partly_unseen=lambda sheet: changed_deal(sheet, W="?? " + " ".join(clean(sheet).deal["W"][1:]))
)
each_trigger(DEALT_COPIES, "DEAL-COPIES", at=(0, 0), actual="8c×3", pointer="deal").of(
    three_copies=lambda sheet: third_copy(sheet)
)
each_must_not(DEALT_COPIES, "DEAL-COPIES").of(
    both_copies_in_one_hand=lambda sheet: recorded(sheet, laid(sheet, {"W": "8c8c"}), tricks=None)
)

each_trigger(COPIES, "CARD-COPIES", at=(2, 4), seat="S", actual="Ah×3").of(
    third_copy_in_the_plays=lambda sheet: without_deal(sheet, "E Ah Ah 3h 4h", "E Kh 6h 7h Ah")
)
each_must_not(COPIES, "CARD-COPIES").of(
    two_copies_in_the_plays=lambda sheet: without_deal(sheet, "E Ah Ah 3h 4h", "E Kh 6h 7h 8h")
)

each_trigger(BURIED, "BURY-COUNT", at=(0, 0), seat="E", expected="8", actual="7", pointer="kitty/0/bury").of(
    seven_buried=lambda sheet: buried(sheet, clean(sheet), "E", *clean(sheet).bury[1:])
)
each_must_not(BURIED, "BURY-COUNT").of(
    eight_buried_one_unseen=lambda sheet: recorded(
        sheet, clean(sheet), kitty=(KittyAction(seat="E", bury="".join(["??", *clean(sheet).bury[1:]])),)
    )
)


@each_trigger(BURIED_HELD, "BURY-NOT-HELD", at=(0, 0), seat="E", actual="BJBJ", pointer="kitty/0/bury")
def test_tricks_trigger_buried_cards_of_another(sheet: str) -> GameRecord:
    board = laid(sheet, {"N": "BJBJ"})
    return buried(sheet, board, "E", *board.bury[2:], "BJBJ")


each_must_not(BURIED_HELD, "BURY-NOT-HELD").of(
    four_of_the_hand_and_four_of_the_kitty=lambda sheet: recorded(
        sheet, laid(sheet, {"E": "3c4c6c7c"}, kitty="3d4d6d7d8d9dJdQd", bury="3c4c6c7c3d4d6d7d").finish()
    )
)

each_trigger(BURIES, "BURY-SEAT", at=(0, 0), seat="N", expected="E", actual="N", pointer="kitty/0/seat").of(
    another_buried=lambda sheet: buried(sheet, clean(sheet), "N", *clean(sheet).bury)
)
each_must_not(BURIES, "BURY-SEAT").of(the_banker_buried=lambda sheet: recorded(sheet, clean(sheet)))

each_trigger(CLOSED, "KITTY-AGAIN", at=(0, 0), seat="N", actual="BJBJ", pointer="kitty/1").of(
    over_declared_after_the_burial=lambda sheet: kitty_actions(sheet, KittyAction(seat="N", show="BJBJ"))
)
each_trigger(CLOSED, "KITTY-AGAIN", at=(0, 0), seat="W", pointer="kitty/1").of(
    buried_a_second_time=lambda sheet: kitty_actions(sheet, KittyAction(seat="W", bury="".join(clean(sheet).bury)))
)
each_must_not(CLOSED, "KITTY-AGAIN").of(a_pass=lambda sheet: kitty_actions(sheet, KittyAction(seat="N", passed=True)))


# ======================================================================================== leading

LEADS: Final = "SJ-3a CDP-7.4? SK-2.1a?"
LEADS_SIDE: Final = "SJ-16a CDP-7.4? SK-2.1a?"
LEADS_NEXT: Final = "SJ-16b CDP-7.4? SK-2.1a?"
ONE_SUIT: Final = "SJ-16f CDP-7.4? SK-2.1a?"


each_trigger(LEADS, "LEAD-BANKER", at=(1, 1), seat="W", expected="E", actual="W").of(
    the_partner_led=lambda sheet: recorded(sheet, laid(sheet).trick(leader="W").finish())
)
each_must_not(LEADS, "LEAD-BANKER").of(
    the_partner_led_the_second_trick=lambda sheet: recorded(
        sheet, laid(sheet, {"E": "3h", "W": "AhAh"}).trick({"E": "3h", "W": "Ah"}).trick({"W": "Ah"}).finish()
    )
)

each_trigger(LEADS_SIDE, "LEAD-SIDE", at=(1, 1), seat="N", expected="E", actual="N").of(
    an_opponent_led=lambda sheet: recorded(sheet, laid(sheet).trick(leader="N").finish())
)
each_must_not(LEADS_SIDE, "LEAD-SIDE", besides=("LEAD-BANKER",)).of(
    the_bankers_partner_led=lambda sheet: recorded(sheet, laid(sheet).trick(leader="W").finish())
)

each_trigger(LEADS_NEXT, "LEAD-WINNER", at=(2, 1), seat="N", expected="E", actual="N").of(
    another_led_the_second_trick=lambda sheet: recorded(sheet, laid(sheet, AH_WINS).trick(AH_WINS).trick(leader="N").finish())
)
each_must_not(LEADS_NEXT, "LEAD-WINNER").of(each_winner_leads=lambda sheet: recorded(sheet, clean(sheet)))

each_trigger(ONE_SUIT, "LEAD-ONE-SUIT", at=(1, 1), seat="E", actual="9c9d").of(
    two_suits_led=lambda sheet: trick_1(sheet, {"E": "9c9d"}, {}, {"E": "9c9d"})
)
each_trigger(ONE_SUIT, "LEAD-ONE-SUIT", at=(1, 1), seat="E", actual="Ah2h").of(
    level_card_led_with_its_suit=lambda sheet: trick_1(sheet, {"E": "Ah2h"}, {}, {"E": "Ah2h"})
)

each_must_not("SJ-16f SK-2.1a?", "LEAD-ONE-SUIT").of(
    trumps_of_two_suits=lambda sheet: trick_1(sheet, {"E": "2h2h2s2s"}, {}, {"E": "2h2h2s2s"})
)


# ======================================================================================== throwing

ONE_UNIT: Final = "SJ-16e CDP-7.4? SK-2.1a?"
THROWN: Final = "SJ-16f CDP-6.8 SK-5.2.2"
TAKEN_BACK: Final = "SJ-16f CDP-7.4? SK-5.2.2"
NO_THROW: Final = "SJ-16f CDP-7.4? SK-2.1a?"
TRUMPS_THROWN: Final = "SJ-16f SK-2.1a?"
BLOCKED: Final = {"E": "9c8c8c4c4c", "N": "Jc3c"}
"""Only a single is higher than a part of the throw."""


each_trigger(ONE_UNIT, "THROW-ONE-UNIT", at=(1, 1), seat="E", actual="7c7c8c8c>7c7c").of(
    tractor_taken_back=lambda sheet: trick_1(sheet, {"E": "7c7c8c8c", "N": "AcAc"}, {}, {"E": "7c7c8c8c>7c7c"})
)
each_must_not(ONE_UNIT, "THROW-ONE-UNIT").of(
    units_need_not_be_highest=each(
        lambda sheet, lead: trick_1(sheet, {"E": lead, "N": "AcAcKcKc"}, {"N": "c"}, {"E": lead}),
        ["7c", "7c7c", "7c7c8c8c", "7c7c8c8c9c9c"],
    )
)

each_must_not(THROWN, "THROW-BEATABLE").of(
    equal_cards_and_trumps=lambda sheet: throw(sheet, "AcKcKc", {"E": "AcKcKc", "N": "AcBJBJ"})
)

each_trigger(TAKEN_BACK, "THROW-PIECE", at=(1, 1), seat="E", expected="9c", actual="4c4c").of(
    pair_stood_for_a_blocked_single=lambda sheet: throw(sheet, "9c8c8c4c4c>4c4c", BLOCKED)
)
each_must_not(TAKEN_BACK, "THROW-PIECE").of(smallest_blocked_part=lambda sheet: throw(sheet, "9c8c8c4c4c>9c", BLOCKED))
each_trigger(TAKEN_BACK, "THROW-UNBEATABLE", at=(1, 1), seat="E", expected="AcAcKc", actual="Kc").of(
    good_throw_taken_back=lambda sheet: throw(sheet, "AcAcKc>Kc", {"E": "AcAcKc", "N": "Kc"})
)
each_must_not(TAKEN_BACK, "THROW-UNBEATABLE").of(
    bad_throw_taken_back=lambda sheet: throw(sheet, "AcKc>Kc", {"E": "AcKc", "N": "Ac"})
)

each_trigger(TRUMPS_THROWN, "THROW-TRUMPS", at=(1, 1), seat="E", actual="BJBJLJ", basis="assumed", options=("X-9",)).of(
    trumps_thrown_where_forbidden=lambda sheet: throw(
        sheet, "BJBJLJ", {"E": "BJBJLJ"}, {}, options={"trump_throws": "forbidden"}
    )
)
each_must_not(TRUMPS_THROWN, "THROW-TRUMPS").of(
    trumps_thrown=lambda sheet: throw(sheet, "BJBJLJ", {"E": "BJBJLJ"}, {}),
    trump_tractor_where_throws_are_forbidden=lambda sheet: throw(
        sheet, "BJBJLJLJ", {"E": "BJBJLJLJ"}, {}, options={"trump_throws": "forbidden"}
    ),
)

each_trigger(NO_THROW, "THROW-FOLLOW", at=(1, 3), seat="W", actual="AcKc>Kc", besides=("TRICK-SIZE",)).of(
    follower_threw=lambda sheet: clubs_follow(sheet, "9c9c", "AcKc", "AcKc>Kc")
)
each_must_not(NO_THROW, "THROW-FOLLOW").of(
    follower_played_two_singles=lambda sheet: clubs_follow(sheet, "9c9c", "AcKc", "AcKc")
)


# ======================================================================================== following

HELD: Final = "SJ-2 CDP-7.4? SK-2.1a?"
PLAYS: Final = "SJ-16j CDP-7.4? SK-2.1a?"
AS_MANY: Final = "SJ-16c CDP-7.4? SK-2.1a?"
SUIT: Final = "SJ-16c CDP-6.6? SK-2.1a?"
PAIR: Final = "SJ-16h CDP-5.3 SK-2.1a?"
TRACTOR: Final = "SJ-16g CDP-5.3 SK-2.1a?"
NEIGHBOURS: Final = "SJ-13 CDP-5.2 SK-2.1c"
TRUMP_NEIGHBOURS: Final = "SJ-10b SK-2.1c"


each_trigger(HELD, "PLAY-NOT-HELD", at=(1, 3), seat="W", actual="Ah").of(
    played_a_card_not_held=lambda sheet: trick_1(
        sheet, {"E": "Kh", "N": "AhAh", "W": "3h"}, {}, {"E": "Kh", "N": "Ah", "W": "Ah"}
    )
)
each_must_not(HELD, "PLAY-NOT-HELD").of(
    both_copies_held_by_two=lambda sheet: trick_1(
        sheet, {"E": "Kh", "N": "Ah", "W": "Ah"}, {}, {"E": "Kh", "N": "Ah", "W": "Ah"}
    )
)

each_trigger(PLAYS, "TRICK-PLAYS", at=(1, 3), expected="4", actual="3").of(three_plays=lambda sheet: three_plays(sheet, None))
each_must_not(PLAYS, "TRICK-PLAYS").of(last_trick_of_an_unfinished_record=lambda sheet: three_plays(sheet, 1))

each_trigger(AS_MANY, "TRICK-SIZE", at=(1, 3), seat="W", expected="Ac", actual="AcAc").of(
    two_cards_on_one=lambda sheet: recorded(
        sheet, laid(sheet, {"E": "Kc", "W": "AcAc"}, {"W": "c"}).trick({"E": "Kc", "W": "AcAc"})
    )
)
each_trigger(AS_MANY, "TRICK-SIZE", at=(1, 3), seat="W", actual="Ac").of(
    one_card_on_two=lambda sheet: recorded(
        sheet, laid(sheet, {"E": "KcKc", "W": "AcAc"}, {"W": "c"}).trick({"E": "KcKc", "W": "Ac"})
    )
)
each_must_not(AS_MANY, "TRICK-SIZE").of(as_many_as_led=lambda sheet: clubs_follow(sheet, "KcKc", "AcAc", "AcAc"))

each_trigger(SUIT, "TRICK-FOLLOW-SUIT", at=(1, 3), seat="W", actual="QdQd").of(
    club_kept_back=lambda sheet: clubs_follow(sheet, "KcKc", "3cQdQd", "QdQd")
)
each_must_not(SUIT, "TRICK-FOLLOW-SUIT").of(
    all_clubs_given_or_void=each(
        lambda sheet, hand, play: clubs_follow(sheet, "KcKc", hand, play),
        [("3cQdQd", "3cQd"), ("3d3d", "3d3d"), ("3s4s", "3s4s"), ("3d4s", "3d4s"), ("2c3d", "3d2c")],
    )
)

each_trigger(PAIR, "TRICK-FOLLOW-PAIR", at=(1, 3), seat="W", expected="9c9c", actual="KcQc").of(
    pair_kept_back=lambda sheet: clubs_follow(sheet, "7c7c", "9c9cKcQc", "KcQc")
)
each_trigger(PAIR, "TRICK-FOLLOW-PAIR", at=(1, 3), seat="W", actual="TcJc").of(
    pair_inside_a_tractor=lambda sheet: clubs_follow(sheet, "7c7c", "TcTcJcJc", "TcJc")
)
each_must_not(PAIR, "TRICK-FOLLOW-PAIR").of(
    pair_given_or_not_held=each(
        lambda sheet, hand, play: clubs_follow(sheet, "7c7c", hand, play),
        [("9c9cKcQc", "9c9c"), ("9cTcKcQc", "KcQc"), ("TcTcJcJc", "JcJc"), ("9c3d", "9c3d")],
    )
)

each_trigger(TRACTOR, "TRICK-FOLLOW-TRACTOR", at=(1, 3), seat="W", expected="9c9cTcTc", actual="9c9cQcQc").of(
    tractor_kept_back=lambda sheet: clubs_follow(sheet, "7c7c8c8c", "9c9cTcTcQcQc", "9c9cQcQc")
)
each_trigger(TRACTOR, "TRICK-FOLLOW-TRACTOR", at=(1, 3), seat="W", actual="KcQcJc9c").of(
    pair_held_and_no_tractor=lambda sheet: clubs_follow(sheet, "7c7c8c8c", "9c9cKcQcJc", "KcQcJc9c")
)
each_must_not(TRACTOR, "TRICK-FOLLOW-TRACTOR").of(
    # no structure is owed by a hand that must put down all its clubs
    tractor_given_or_not_held=each(
        lambda sheet, hand, play: clubs_follow(sheet, "7c7c8c8c", hand, play),
        [("9c9cTcTcQcQc", "9c9cTcTc"), ("9c9cKcQcJc", "9c9cKcQc"), ("9c9cTc", "9c9cTc3d")],
    )
)

each_trigger(NEIGHBOURS, "TRICK-FOLLOW-TRACTOR", by=TRACTOR, at=(1, 3), seat="W", expected="3c3c4c4c", actual="8c8cQcQc").of(
    neighbouring_pairs=lambda sheet: clubs_follow(sheet, "9c9cTcTc", "3c3c4c4c8c8cQcQc", "8c8cQcQc")
)
each_must_not(NEIGHBOURS, "TRICK-FOLLOW-TRACTOR").of(
    gaps_and_ace_low=each(
        lambda sheet, hand: clubs_follow(sheet, "9c9cTcTc", hand, "8c8cQcQc"),
        ["3c3c5c5c8c8cQcQc", "AcAc3c3c8c8cQcQc", "3c3c4c8c8cQcQc"],
    )
)

each_trigger(TRUMP_NEIGHBOURS, "TRICK-FOLLOW-TRACTOR", by="SJ-16g SK-2.1a?", at=(1, 2), seat="N", expected="LJLJBJBJ").of(
    both_joker_pairs=lambda sheet: trumps_follow(sheet, "5s5s6s6s", "LJLJBJBJ8s8sJsJs", "8s8sJsJs")
)
each_trigger(TRUMP_NEIGHBOURS, "TRICK-FOLLOW-TRACTOR", by="SJ-16g SK-2.1a?", at=(1, 2), seat="N", expected="2s2sLJLJ").of(
    little_jokers_on_the_main_level_pair=lambda sheet: trumps_follow(sheet, "5s5s6s6s", "LJLJ2s2s8s8sJsJs", "8s8sJsJs")
)
each_trigger(TRUMP_NEIGHBOURS, "TRICK-FOLLOW-TRACTOR", by="SJ-16g SK-2.1a?", at=(1, 2), seat="N", expected="2h2h2s2s").of(
    main_level_pair_on_a_side_level_pair=lambda sheet: trumps_follow(sheet, "5s5s6s6s", "2h2h2s2s8s8sJsJs", "8s8sJsJs")
)
each_must_not(TRUMP_NEIGHBOURS, "TRICK-FOLLOW-TRACTOR").of(
    two_side_level_pairs_or_gaps=each(
        lambda sheet, pairs: trumps_follow(sheet, "5s5s6s6s", f"{pairs}8s8sJsJs", "8s8sJsJs"),
        ["2h2h2c2c", "BJBJ2s2s", "LJLJ2h2h"],
    )
)

each_trigger(NEIGHBOURS, "THROW-BEATABLE", by=THROWN, at=(1, 1), seat="E", expected="7c7c8c8c", actual="Ac7c7c8c8c").of(
    tractor_of_a_throw_beaten_by_a_tractor=lambda sheet: throw(sheet, "Ac7c7c8c8c", {"E": "Ac7c7c8c8c", "N": "9c9cTcTc"})
)
each_must_not(NEIGHBOURS, "THROW-BEATABLE").of(
    two_pairs_that_are_no_neighbours=lambda sheet: throw(sheet, "Ac7c7c8c8c", {"E": "Ac7c7c8c8c", "N": "9c9cJcJc"})
)


# ======================================================================================== winning

WINS: Final = "SJ-16j CDP-7.4? SK-2.1a?"
TRUMP_ORDER: Final = "SJ-10a CDP-7.4 SK-2.1b"
DISCARDS: Final = "SJ-16d CDP-7.4? SK-2.1a?"
PAIRLESS: Final = "SJ-12 CDP-7.4? SK-2.1a?"
RUFFS: Final = "SJ-16i CDP-7.4? SK-2.1a?"
WINNERS: Final = "claims/winners"


each_trigger(WINS, "CLAIM-WINNER", at=(1, None), seat="W", expected="N", actual="W", pointer=WINNERS).of(
    lower_card_claimed_to_win=lambda sheet: won(sheet, {"E": "9h", "N": "Ah", "W": "Kh", "S": "3h"}, "W")
)
each_trigger(
    WINS, "CLAIM-WINNER", at=(1, None), seat="W", expected="N", actual="W", pointer=WINNERS, basis="assumed", options=("X-2",)
).of(the_second_of_equal_cards=lambda sheet: won(sheet, {"E": "9h", "N": "Ah", "W": "Ah", "S": "3h"}, "W"))
each_must_not(WINS, "CLAIM-WINNER").of(
    like_beats_like_in_the_suit=each(
        lambda sheet, plays, winner: won(sheet, plays, winner, NO_HEARTS if len(plays["E"]) > 2 else None),
        [
            ({"E": "9h", "N": "Ah", "W": "Kh", "S": "3h"}, "N"),
            ({"E": "9h", "N": "9h", "W": "8h", "S": "3h"}, "E"),
            ({"E": "9h9h", "N": "ThTh", "W": "AhKh", "S": "3h4h"}, "N"),
        ],
    )
)

each_trigger(
    TRUMP_ORDER, "CLAIM-WINNER", by="SJ-16j CDP-7.4? SK-2.1b", at=(1, None), seat="W", expected="N", actual="W", pointer=WINNERS
).of(ace_over_a_level_card=lambda sheet: won(sheet, {"E": "Ks", "N": "2h", "W": "As", "S": "3s"}, "W"))
each_must_not(TRUMP_ORDER, "CLAIM-WINNER").of(
    order_of_trumps=each(
        won,
        [
            ({"E": "As", "N": "Ks", "W": "Qs", "S": "3s"}, "E"),
            ({"E": "As", "N": "2h", "W": "3s", "S": "4s"}, "N"),
            ({"E": "2h", "N": "As", "W": "2s", "S": "4s"}, "W"),
            ({"E": "2s", "N": "2s", "W": "LJ", "S": "4s"}, "W"),
            ({"E": "LJ", "N": "2s", "W": "4s", "S": "BJ"}, "S"),
        ],
    )
)

each_trigger(DISCARDS, "CLAIM-WINNER-DISCARD", at=(1, None), seat="N", expected="E", actual="N", pointer=WINNERS).of(
    discard_claimed_to_win=lambda sheet: won(sheet, {"E": "4c", "N": "Ad", "W": "3c", "S": "4d"}, "N", {"N": "c", "S": "c"})
)
each_must_not(DISCARDS, "CLAIM-WINNER-DISCARD").of(
    ruff_or_discard=each(
        lambda sheet, card, winner: won(sheet, {"E": "3c", "N": card, "W": "3c", "S": "4d"}, winner, {"N": "c", "S": "c"}),
        [("3s", "N"), ("Ad", "E")],
    )
)

each_trigger(PAIRLESS, "CLAIM-WINNER-PAIRLESS", at=(1, None), seat="W", expected="E", actual="W", pointer=WINNERS).of(
    two_jokers_on_a_side_pair=lambda sheet: won(sheet, {"E": "KhKh", "N": "3d4d", "W": "LJBJ", "S": "3d4d"}, "W", NO_HEARTS)
)
each_must_not(PAIRLESS, "CLAIM-WINNER-PAIRLESS").of(
    pairs_ruff_pairs=each(
        lambda sheet, ruff, winner: won(sheet, {"E": "KhKh", "N": "3d4d", "W": ruff, "S": "3d4d"}, winner, NO_HEARTS),
        [("LJBJ", "E"), ("3s3s", "W")],
    )
)

each_trigger(RUFFS, "CLAIM-WINNER-RUFF", at=(1, None), seat="W", expected="E", actual="W", pointer=WINNERS).of(
    two_pairs_on_a_tractor=lambda sheet: ruffed(sheet, "3s3s5s5s", "W")
)
each_must_not(RUFFS, "CLAIM-WINNER-RUFF").of(tractors_ruff_tractors=each(ruffed, [("3s3s4s4s", "W"), ("3s3s5s5s", "E")]))

each_trigger(WINS, "CLAIM-WINNER-COUNT", expected="25", actual="24", pointer=WINNERS).of(
    one_winner_missing=lambda sheet: claimed(sheet, winners=clean(sheet).winners[:-1])
)
each_must_not(WINS, "CLAIM-WINNER-COUNT").of(one_winner_a_trick=lambda sheet: claimed(sheet, winners=clean(sheet).winners))


test_situation = situations(__name__)
