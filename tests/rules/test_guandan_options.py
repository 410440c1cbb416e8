"""Every option of the 掼蛋 sheets: each of its readings changes the verdict that it is said to change, and no other."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis
from paipu.replay.record import Effect, GameRecord, Hand, HandClaims, Incident, MatchClaims, Ruling
from tests.oracle.guandan import GD1, GD2, GD3, JS
from tests.rules import test_guandan_js2023 as js2023
from tests.rules import test_guandan_match as match
from tests.rules import test_guandan_plays as made
from tests.rules import test_guandan_tribute as tribute
from tests.rules.build import codes, found
from tests.rules.climbing_build import GUANDAN, after, board, placed, played_out, plays, record_of
from tests.rules.readings import READINGS, each_reading
from tests.rules.registry import situations
from tests.rules.test_guandan_tribute import DOUBLE, EQUAL, SINGLE, laid, paid

reading = partial(each_reading, sheets=GUANDAN)


# ---------------------------------------------------------------------------------------- leading and the end of a hand


reading("after_out", "next", "LEAD-AFTER-OUT", default="S", other=None).of(
    D_GD_01_the_next_player_takes_over=lambda sheet: record_of(sheet, made.out_first().lead("W").hand())
)
reading("after_out", "next", "LEAD-AFTER-OUT", default=None, other="W").of(
    D_GD_01_the_partner_takes_over=lambda sheet: record_of(sheet, made.out_first().lead("S").hand())
)
reading("reentry", "no", "PLAY-REENTRY", default=None, other=True).of(
    D_GD_02_back_after_a_pass=lambda sheet: plays(sheet, "E 3s - 5s - - 7s - - -", "N 3c - - -")
)


@reading("hand_end", "third", "PLAY-AFTER-END", default=True, other=None)
def test_D_GD_03_played_on_after_double(sheet: str) -> GameRecord:
    table = played_out("NSEW")
    return record_of(sheet, table.lead("E").hand())


reading("hand_end", "third", "HAND-UNFINISHED", default=None, other=True).of(
    D_GD_03_stopped_at_double=lambda sheet: record_of(sheet, played_out("NSEW").hand())
)


@reading("hand_end", "third", "CLAIM-FINISH", default="NSEW", other=None, sheets=(GD3,))
def test_D_GD_03_places_at_double(sheet: str) -> GameRecord:
    """Of a hand that goes on the places of the other two are open."""
    return record_of(sheet, played_out("NSEW").hand(claims=HandClaims(finish="NSWE")))


@pytest.mark.parametrize("sheet", [GD1, GD2, GD3])
def test_D_GD_03_levels_at_double_are_the_same(sheet: str) -> None:
    record = record_of(sheet, played_out("NSEW").hand(claims=HandClaims(levels={"NS": "3"})))
    for value in ("double", "third"):
        (finding,) = found(replace(record, options={"hand_end": value}), "CLAIM-LEVELS")
        assert (finding.expected, finding.options) == (f"EW=2 NS={'7' if sheet == GD2 else '5'}", ())


# ---------------------------------------------------------------------------------------- what the cards are


@reading("undeclared", "weakest", "READING-DECIDES", default="full_house:7", other=None)
def test_D_GD_05_what_lies_there(sheet: str) -> GameRecord:
    """888 with 77, or 777 with 88: the next plays eights that equal the one and beat the other."""
    return plays(sheet, "E 7s7h8c8d2h 8s8h8c3s3h - -")


@reading("two_wilds", "two_triples", "READING-DECIDES", default="plate:4", other=None)
def test_D_GD_05a_two_pairs_and_both_wild_cards(sheet: str) -> GameRecord:
    """Neither 三连对 nor 钢板 declared, and the next plays a higher 钢板."""
    return plays(sheet, "E 3s3h4c4d2h2h 6s6h6c7s7h7c - -")


reading("two_wilds", "two_triples", "READING-DECIDES", default=None, other="tube:5 | tube:4").of(
    D_GD_05a_followed_by_three_pairs=lambda sheet: plays(sheet, "E 3s3h4c4d2h2h 6s6h7s7h8s8h - - -")
)
reading("announcing", "passing", "COUNT-UNANNOUNCED", default=None, other="9", sheets=(GD1,)).of(
    a_play_past_ten_cards=lambda sheet: replace(match.past_ten(), sheet=sheet)
)


@reading("ace_failures", "three", "CLAIM-LEVELS-LAST", default="EW=2 NS=A", other=None, sheets=(GD1, JS))
def test_third_failure_at_the_ace(sheet: str) -> GameRecord:
    """NS come to A, and win three hands with the partner last."""
    back = {"levels": {"EW": "2", "NS": "2"}}
    hands = [placed("NEWS", no, **(back if no == 4 else {})) for no in range(2, 5)]
    return record_of(sheet, placed("NSWE"), *hands, levels={"EW": "2", "NS": "J"})


@reading("announcing", "each", "COUNT-UNCONFIRMED", default="10", other=None, sheets=(JS,))
def test_D_GDN_20_no_report_of_nine_after_ten(sheet: str) -> GameRecord:
    assert sheet == JS
    return js2023.unreported(js2023.down("E", 9), (18, 1), (18, 1))


def silent(out: str) -> GameRecord:
    """E does not report ten cards; then a seat goes out first, which is noticed, and nobody has acted twice since."""
    left = {"E": 11, "N": 20, "W": 20, "S": 20, out: 11 if out == "E" else 1}
    incident = Incident(kind="unannounced", seat="E", at=(1, 1), noticed=(1, "ENWS".index(out) + 1))
    last = {"N": "E 3s 4s", "W": "E 3s - 4s"}[out]
    return record_of(JS, Hand(no=1, level="2", left=left, tricks=(last,), incidents=(incident,)))


@reading("who_goes_out", "side", "PENALTY-FOUL", default=None, other="NS", sheets=(JS,))
def test_D_GDN_22_the_partner_goes_out_first(sheet: str) -> GameRecord:
    assert sheet == JS
    return silent("W")


@reading("who_goes_out", "any", "PENALTY-FOUL", default=None, other="NS", sheets=(JS,))
def test_D_GDN_22_an_opponent_goes_out_first(sheet: str) -> GameRecord:
    assert sheet == JS
    return silent("N")


@reading("late_alike", "as_first", "PENALTY-LOST", default="NS", other=None, sheets=(JS,))
def test_D_JS_01_second_foul_by_being_late(sheet: str) -> GameRecord:
    assert sheet == JS
    late = [js2023.one("late", seat, at=None, seconds=310) for seat in "WS"]
    return js2023.noted(js2023.one("signal"), *late)


def test_D_JS_01_both_sides_came_together() -> None:
    for value, code in (("by_time", "PENALTY-FOUL"), ("as_first", "PENALTY-WARNING")):
        record = replace(js2023.both_late(310, 310), options={"late_alike": value})
        assert [(finding.seat, finding.basis, finding.options) for finding in found(record, code)] == [
            ("W", Basis.ASSUMED, ("D-JS-01",)),
            ("S", Basis.ASSUMED, ("D-JS-01",)),
        ]
    assert [finding.options for finding in found(js2023.both_late(310, 320), "PENALTY-FOUL")] == [()]


@reading("disqualified", "lost", "CLAIM-LEVEL-POINTS", default="EW=0 NS=17", other=None, sheets=(JS,))
def test_D_JS_02_points_of_a_match_from_which_a_side_is_sent(sheet: str) -> GameRecord:
    assert sheet == JS
    hand = Hand(no=1, tricks=("E 3s - - -",), incidents=(Incident(kind="misconduct", seat="E"),))
    ruling = Ruling(id="r", hand=1, effect=Effect(disqualified="EW"))
    return record_of(JS, hand, rulings=(ruling,), claims=MatchClaims(reason="ruling", score={"EW": 9, "NS": 17}))


@reading("time_end", "finish", "HAND-UNFINISHED", default=None, other=True, sheets=(JS,))
def test_D_GDN_16_hand_that_time_breaks_off(sheet: str) -> GameRecord:
    assert sheet == JS
    return js2023.ended("time", "NESW", more=(board(level="4").lead("W").hand(2, tribute=None),))


@pytest.mark.parametrize("sheet", GUANDAN)
def test_D_GD_05a_is_named_where_nothing_is_declared(sheet: str) -> None:
    (finding,) = found(plays(sheet, "E 3s3h4c4d2h2h - - -"), "READING-AMBIGUOUS")
    assert (finding.basis, set(finding.options)) == (Basis.DISPUTED, {"D-GD-05", "D-GD-05a"})


reading("one_suit", "either", "READING-WRONG", default=True, other=None).of(
    D_GD_06_one_suit_called_a_straight=lambda sheet: plays(sheet, "E 3s4s5s6s2h=34567 - - -")
)
reading("jokers_in_full_house", "no", "PLAY-TYPE-JOKERS", default=None, other=True).of(
    D_GD_07_triple_with_a_pair_of_jokers=lambda sheet: plays(sheet, "E 3s3h3cBJBJ - - -")
)
reading("large_bombs", "to_ten", "PLAY-TYPE-BOMB", default=True, other=None, sheets=(GD3,)).of(
    D_GD3_1_bomb_of_nine=lambda sheet: plays(sheet, f"E {made.NINE} - - -", level="7")
)


@reading("large_bombs", "to_ten", "PLAY-NOT-HIGHER", default=None, other=True, sheets=(GD3,))
def test_D_GD3_1_bomb_on_a_bomb_of_nine(sheet: str) -> GameRecord:
    """Under the default nine alike are nothing, and anything may be laid on them."""
    return plays(sheet, f"E {made.NINE} AsAsAhAhAcAcAdAd - - -", level="7")


# ---------------------------------------------------------------------------------------- tribute


reading("resisting", "optional", "TRIBUTE-PAID-ANYWAY", default=True, other=None).of(
    D_GD_12_last_paid_though_he_could_refuse=lambda sheet: tribute.both_with_w(sheet, SINGLE, "W>N BJ", "N>W 5c")
)
reading("resisting", "optional", "TRIBUTE-PAID-ANYWAY", default=True, other=None).of(
    D_GD_12_losers_paid_though_they_could_refuse=lambda sheet: tribute.one_each(sheet, "W>N BJ", "E>S BJ", "N>W 5c", "S>E 6c")
)
UNDERPAID: Final[dict[str, Any]] = {"top": {"W": "LJ", "E": "As"}, "holds": {"W": "Qs"}}
"""W owes the little joker and pays a queen."""
reading("larger_tribute", "paid", "LEAD-TRIBUTE", default="W", other=None).of(
    GD_a_who_paid_the_larger_card_led=lambda sheet: paid(
        sheet, DOUBLE, "E>S As", "W>N Qs", "N>W 5c", "S>E 6c", lead="E", **UNDERPAID
    )
)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_GD_a_the_larger_card_paid_goes_to_the_first(sheet: str) -> None:
    record = paid(sheet, DOUBLE, "E>N As", "W>S Qs", "N>E 5c", "S>W 6c", lead="E", **UNDERPAID)
    by_value = {
        value: found(replace(record, options={"larger_tribute": value}), "TRIBUTE-RECEIVER") for value in ("due", "paid")
    }
    assert [(finding.seat, finding.expected) for finding in by_value["due"]] == [("E", "S"), ("W", "N")]
    assert by_value["paid"] == []


reading("equal_tribute", "either", "TRIBUTE-RECEIVER", default="N", other=None, sheets=(GD1, GD3)).of(
    D_GD_13_right_neighbour_paid_the_second=lambda sheet: paid(sheet, DOUBLE, "W>S As", "S>W 6c", top=EQUAL)
)


@reading("partner_pays", "no", "TRIBUTE-NONE", default=None, other=True)
def test_D_GD_14_partner_paid(sheet: str) -> GameRecord:
    table = board({"N": "5c"}, top={"S": "As"}, level="8").give("S>N As", "N>S 5c").lead("S")
    return after(sheet, "NEWS", table.hand(2))


reading("partner_pays", "no", "TRIBUTE-MISSING", default=True, other=None).of(
    D_GD_14_partner_paid_nothing=lambda sheet: after(sheet, "NEWS", board(level="8").lead("S").hand(2, tribute=()))
)


@reading("partner_pays", "no", "LEAD-TRIBUTE", default="S", other=None)
def test_D_GD_14_another_led(sheet: str) -> GameRecord:
    table = board({"N": "5c"}, top={"S": "As"}, level="8").give("S>N As", "N>S 5c").lead("W")
    return after(sheet, "NEWS", table.hand(2))


reading("returns", "nine", "TRIBUTE-RETURN", default=None, other=True, sheets=(GD1, GD3)).of(
    D_GD_15_ten_returned=lambda sheet: paid(sheet, SINGLE, "W>N As", "N>W Tc", holds={"N": "5cTc"})
)
reading("returns", "nine", "TRIBUTE-RETURN", default=None, other=True, also_other=("D-GD3-11",), sheets=(GD3,)).of(
    D_GD_15_ten_returned_at_double=lambda sheet: paid(
        sheet, DOUBLE, "W>N As", "E>S Ks", "N>W 5c", "S>E Tc", holds={"S": "6cTc"}
    )
)
reading("returns", "level_cards", "TRIBUTE-RETURN", default=True, other=None).of(
    D_GD_15_level_card_returned=lambda sheet: paid(sheet, SINGLE, "W>N As", "N>W 8c", holds={"N": "5c8c"})
)


def level_card_returned_at_double(sheet: str) -> GameRecord:
    return paid(sheet, DOUBLE, "W>N As", "E>S Ks", "N>W 5c", "S>E 8c", holds={"S": "6c8c"})


LIMIT_AT_DOUBLE: Final = {GD2: (), GD3: ("D-GD3-11",), JS: ("D-JS-07",)}
"""What the limit of what is returned at 双下 rests on: two sheets print it only of the one tribute."""
for each_sheet, limited in LIMIT_AT_DOUBLE.items():
    reading("returns", "level_cards", "TRIBUTE-RETURN", default=True, other=None, also=limited, sheets=(each_sheet,)).of(
        **{f"D_GD_15_level_card_returned_at_double_{each_sheet}": level_card_returned_at_double}
    )
reading("double_returns", "any", "TRIBUTE-RETURN", default=True, other=None, sheets=(GD3, JS)).of(
    D_GD3_11_king_returned_at_double=lambda sheet: paid(
        sheet, DOUBLE, "W>N As", "E>S Ks", "N>W 5c", "S>E Kc", holds={"S": "6cKc"}
    )
)


# ---------------------------------------------------------------------------------------- levels and the end


def at_the_others_ace(sheet: str) -> GameRecord:
    """EW came first and play their ace; NS, at the ace too, win that hand, and the match by the score sheet."""
    first = replace(placed("ENWS"), level="K")
    levels = {"EW": "K", "NS": "A"}
    options = {"games": "one"} if sheet == GD2 else None
    return record_of(sheet, first, placed("NESW", 2), levels=levels, options=options, claims=MatchClaims(winner="NS"))


reading("own_level", "any", "CLAIM-MATCH-WINNER", default="-", other=None, sheets=(GD1, GD3, JS)).of(
    D_GD_16_ace_of_the_others=lambda sheet: at_the_others_ace(sheet)
)
reading("own_level", "any", "CLAIM-MATCH-WINNER", default="-", other=None, sheets=(GD2,)).of(
    D_GD_16_ace_of_the_others_in_one_game=lambda sheet: at_the_others_ace(sheet)
)


def ace_with_the_partner_last(sheet: str, **claims: str) -> GameRecord:
    record = match.at_ace(sheet, "NEWS", claims=MatchClaims(**claims))  # type: ignore[arg-type] # claims by name
    return replace(record, options={"games": "one"}) if sheet == GD2 else record


reading("passing", "partner_not_last", "CLAIM-MATCH-WINNER", default=None, other="-", sheets=(GD2, GD3)).of(
    D_GD2_A_D_GD3_2_winner_with_the_partner_last=lambda sheet: ace_with_the_partner_last(sheet, winner="NS")
)


@reading("passing", "partner_not_last", "CLAIM-MATCH-WINNER", default="NS", other=None, sheets=(GD2, GD3))
def test_D_GD2_A_D_GD3_2_no_winner_with_the_partner_last(sheet: str) -> GameRecord:
    """The score sheet names EW; under the other reading nobody has won yet, and EW is wrong as well: at time it is open."""
    return ace_with_the_partner_last(sheet, winner="EW", reason="forfeit")


@reading("passing", "partner_not_last", "MATCH-OVER", default=True, other=None, sheets=(GD3,))
def test_D_GD3_2_hand_after_a_rise_at_the_ace(sheet: str) -> GameRecord:
    hands = (replace(placed("NEWS"), level="A"), Hand(no=2, level="A"))
    return record_of(sheet, *hands, levels={"EW": "2", "NS": "A"})


reading("games", "one", "CLAIM-MATCH-WINNER", default="-", other=None, sheets=(GD2,)).of(
    GD2_5_one_game=lambda sheet: match.at_ace(sheet, "NESW", claims=MatchClaims(winner="NS"))
)
reading("games", "one", "MATCH-OVER", default=None, other=True, sheets=(GD2,)).of(
    GD2_5_second_game=lambda sheet: record_of(
        sheet, replace(placed("NESW"), level="A"), Hand(no=2), levels={"EW": "2", "NS": "A"}
    )
)


def ended_by_time(points: dict[str, int] | None = None, winner: str | None = None) -> GameRecord:
    """NS have come to 7 and EW are at 4 when time is called."""
    claims = MatchClaims(points=points, winner=winner, reason="time")
    return record_of(GD3, placed("NESW"), levels={"EW": "4", "NS": "5"}, claims=claims)


@reading("at_time", "higher_wins", "CLAIM-ROUND-POINTS", default=None, other="EW=2 NS=103", sheets=(GD3,))
def test_D_GD3_4_points_at_time(sheet: str) -> GameRecord:
    """NS at 7 and EW at 4: five and two; or 100 and the difference of three for NS."""
    assert sheet == GD3
    return ended_by_time({"EW": 2, "NS": 5})


@pytest.mark.parametrize("at_time", ["climbed", "higher_wins"])
@pytest.mark.parametrize(("levels", "winner"), [(("4", "5"), "NS"), (("7", "5"), None)])  # NS rise by two
def test_D_GD3_10_the_higher_level_has_won_at_time_however_it_is_scored(
    at_time: str, levels: tuple[str, str], winner: str | None
) -> None:
    """GD3-A5 counts the hand before, and does not say who wins by that: the claim is held against an assumption."""
    for claimed in ("EW", "NS"):
        claims = MatchClaims(winner=claimed, reason="time")
        start = dict(zip(("EW", "NS"), levels, strict=True))
        record = record_of(GD3, placed("NESW"), levels=start, claims=claims, options={"at_time": at_time})
        result = audit(record)
        assert (result.match.winner, result.match.drawn) == (winner, winner is None)
        found = [(each.code, each.expected, str(each.basis), each.options) for each in result.findings if each.kind != "open"]
        due = [("CLAIM-MATCH-WINNER", winner or "-", "assumed", ())]
        assert found == ([] if claimed == winner else due)


reading("counts", "agreed", "COUNT-NOT-AGREED", default=True, other=None, sheets=(GD3,)).of(
    GD3_F6_counts_agreed_on=lambda sheet: plays(
        sheet, "E 3s - - -", incidents=(Incident(kind="count_asked", seat="E", at=(1, 2)),)
    )
)
reading("counts", "agreed", "COUNT-ANSWER", default=None, other="-", sheets=(GD3,)).of(
    GD3_F6_count_of_more_than_ten=lambda sheet: plays(
        sheet, "E 3s - - -", incidents=(Incident(kind="count_told", seat="E", at=(1, 1), count=27),)
    )
)


# ---------------------------------------------------------------------------------------- nothing is left out


def test_settings_are_no_readings() -> None:
    """What an organiser sets is no open question: games of a match, and whether counts were agreed on."""
    settings = {
        (sheet, key)
        for sheet in GUANDAN
        for key, option in READINGS[sheet].options.items()
        if len(option.readings) < len(option.choices)
    }
    assert settings == {(GD2, "games"), (GD3, "counts")}


def test_laid_out_tribute_is_right() -> None:
    """The record that most of these are changed from has no verdict."""
    for sheet in GUANDAN:
        table = laid(SINGLE, "W>N As", "N>W 5c").lead("W")
        assert not codes(after(sheet, SINGLE, table.hand(2)))


test_reading = situations(__name__)
