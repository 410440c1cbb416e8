"""The worked cases of 江苏 2023, and those of the national rules that its text decides alike, by name, through the engine."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import Effect, GameRecord, Hand, HandClaims, Incident, MatchClaims, Ruling
from tests.rules.build import codes, found, ruling, verdicts
from tests.rules.climbing_build import after, board, placed, plays, record_of
from tests.rules.test_guandan_js2023 import JS, down, ended, tie_break, timed, tribute_timed, unreported

SINGLE: Final = "NESW"
DOUBLE: Final = "NSWE"


def told(record: GameRecord) -> list[tuple[str, str | None]]:
    """The verdicts on a record: each code with its clause."""
    return [(finding.code, finding.clause) for finding in verdicts(audit(record))]


def paid(
    order: str,
    *moves: str,
    level: str,
    lead: str = "W",
    top: Mapping[str, str] | None = None,
    holds: Mapping[str, str] | None = None,
    barred: Mapping[str, str] | None = None,
    **facts: Any,
) -> GameRecord:
    """A hand after one that ended in an order, with tribute; cards held, the highest card and ranks not held by seat."""
    table = board(holds, top=top, barred=barred, level=level).give(*moves).lead(lead)
    return after(JS, order, table.hand(2, **facts), level=level)


# ======================================================================================== its own


def test_JS_T01_clocks() -> None:
    assert told(timed(40, 20, 20, 20)) == []
    assert told(timed(41, 20, 20, 21)) == [("CLOCK-PLAY", "JS-5.5.4")] * 2
    assert told(tribute_timed(20, 40)) == []
    assert told(tribute_timed(21, 41)) == [("CLOCK-TRIBUTE", "JS-5.4.4")] * 2
    slow = Incident(kind="timeout", seat="N", at=(1, 2))
    assert told(timed(40, 21, 20, 20, incidents=(slow,)))[-1] == ("PENALTY-WARNING", "JS-7.1.5")


@pytest.mark.parametrize(
    ("seconds", "verdict"),
    [
        (299, ("PENALTY-WARNING", "JS-7.1.1")),
        (300, ("PENALTY-FOUL", "JS-7.3.1")),
        (600, ("PENALTY-FORFEIT", "JS-7.4.1")),
    ],
)
def test_JS_T02_late(seconds: float, verdict: tuple[str, str]) -> None:
    late = Hand(no=1, incidents=(Incident(kind="late", seat="E", seconds=seconds),))
    claims = MatchClaims(reason="forfeit", winner="NS", points={"EW": 0, "NS": 2}, score={"EW": 0, "NS": 17})
    assert told(record_of(JS, late)) == [verdict]
    if seconds == 600:
        result = audit(record_of(JS, late, claims=claims))
        assert [finding.code for finding in verdicts(result)] == ["PENALTY-FORFEIT"]
        assert (result.match.winner, result.match.score) == ("NS", {"EW": 0, "NS": 17})


@pytest.mark.parametrize("reason", ["forfeit", "ruling"])
def test_a_ruling_on_a_forfeit_gives_what_a_forfeit_gives(reason: str) -> None:
    """JS-7.4: the winner's level points are 17 and the loser's none, whichever way the forfeit is written down."""
    late = Hand(no=1, incidents=(Incident(kind="late", seat="E", seconds=600),))
    claims = MatchClaims(reason=reason, winner="NS", points={"EW": 0, "NS": 2}, score={"EW": 0, "NS": 17})
    ruling = Ruling(id="r", hand=1, effect=Effect(loser="EW"))
    result = audit(record_of(JS, late, rulings=(ruling,), claims=claims))
    assert [finding.code for finding in verdicts(result)] == ["PENALTY-FORFEIT"]
    assert (result.match.winner, result.match.score) == ("NS", {"EW": 0, "NS": 17})


@pytest.mark.parametrize(
    ("seconds", "verdict"), [((100, 200), ["PENALTY-WARNING"]), ((310, 310), ["PENALTY-FOUL"]), ((100, 400), ["PENALTY-FOUL"])]
)
def test_a_side_is_late_once_by_the_one_who_came_last(seconds: tuple[int, int], verdict: list[str]) -> None:
    """二(二)2: who is not in his place makes his side late."""
    late = tuple(Incident(kind="late", seat=seat, seconds=each) for seat, each in zip("WE", seconds, strict=True))
    assert [code for code, _ in told(record_of(JS, Hand(no=1, incidents=late)))] == verdict


def wrong_return(noticed: tuple[int, int], *rulings: Ruling) -> GameRecord:
    """S, who was first, returned a jack while he held a four of clubs."""
    incident = Incident(kind="tribute_wrong", seat="S", at=(0, 0), noticed=noticed, cards="Jd")
    table = board({"S": "Jd4c", "N": "As"}, top={"N": "As"}, level="5").give("N>S As", "S>N Jd").lead("N")
    return after(JS, "SEWN", table.hand(2, incidents=(incident,)), Hand(no=3, lead="E"), level="5", rulings=rulings)


def test_JS_T03_wrong_return() -> None:
    assert ("PENALTY-WARNING", "JS-7.1.4") in told(wrong_return((0, 0)))
    ruling = Ruling(id="r", hand=2, seat="S", effect=Effect(double="NS"))
    record = wrong_return((1, 4), ruling)
    assert told(record) == [("TRIBUTE-RETURN", "JS-5.4.1"), ("PENALTY-FOUL", "JS-7.3.3")]
    assert audit(record).hands[1].levels == {"EW": "5", "NS": "5"}


def test_JS_T04_out_of_turn() -> None:
    incident = Incident(kind="out_of_turn", seat="E", at=(1, 1))
    (finding,) = verdicts(audit(plays(JS, "W 3s - - -", incidents=(incident,))))
    assert (finding.code, finding.clause, finding.expected) == ("PENALTY-VIOLATION", "JS-7.2.2", "N")


def test_JS_T05_no_report() -> None:
    assert told(unreported(down("E", 8), (17, 1), (17, 3))) == [("PENALTY-WARNING", "JS-7.1.9")]
    assert told(unreported(down("E", 8), (17, 1), (18, 2))) == [("PENALTY-VIOLATION", "JS-7.2.4")]


def test_JS_T06_silent_and_out_first() -> None:
    record = unreported(down("E", 1).run_out("E", "W"), (17, 1), (27, 1))
    (finding,) = verdicts(audit(record))
    assert (finding.code, finding.clause, finding.expected) == ("PENALTY-FOUL", "JS-7.3.4", "NS")


def test_JS_T07_second_warning_in_the_match() -> None:
    warned = Incident(kind="manner", seat="E", at=(1, 1))
    first = Hand(no=1, level="2", tricks=("E 3s - - -",), incidents=(warned,))
    second = Hand(no=2, incidents=(Incident(kind="sheet_not_kept", seat="W"),))
    assert told(record_of(JS, first, second))[-2:] == [("PENALTY-WARNING", "JS-7.1.10"), ("PENALTY-VIOLATION", "JS-7.2")]


@pytest.mark.parametrize(
    ("levels", "after_it", "score"),
    [
        (("9", "5"), {"EW": "9", "NS": "K"}, {"EW": 9, "NS": 17}),
        (("A", "Q"), {"EW": "J", "NS": "A"}, {"EW": 9, "NS": 17}),
        (("4", "J"), {"EW": "4", "NS": "J"}, {"EW": 6, "NS": 20}),
    ],
)
def test_JS_T08_lost_by_a_ruling(levels: tuple[str, str], after_it: dict[str, str], score: dict[str, int]) -> None:
    fouls = (Incident(kind="signal", seat="E"), Incident(kind="signal", seat="W"))
    ruling = Ruling(id="r", hand=1, effect=Effect(loser="EW"))
    start = dict(zip(("EW", "NS"), levels, strict=True))
    claims = MatchClaims(winner="NS", reason="ruling", levels=after_it, points={"EW": 0, "NS": 2}, score=score)
    result = audit(record_of(JS, Hand(no=1, incidents=fouls), levels=start, rulings=(ruling,), claims=claims))
    assert [finding.code for finding in verdicts(result)] == ["PENALTY-FOUL", "PENALTY-FOUL", "PENALTY-LOST"]
    assert (result.match.levels, result.match.score) == (after_it, score)


def test_JS_T09_pointed_out_in_the_next_circle() -> None:
    tricks = ("E 3s - - -", "E 4s - - -", "E 5s - - -", "E 6s - - -")
    incident = Incident(kind="wrong_play", seat="N", at=(3, 2), noticed=(4, 1))
    assert told(plays(JS, *tricks, incidents=(incident,))) == [("PENALTY-PAST", "JS-8.1")]


def test_JS_T10_extra_hand() -> None:
    result = audit(tie_break("W", winner="EW", points={"EW": 2, "NS": 0}, score={"EW": 13, "NS": 13}))
    assert not verdicts(result)
    assert (result.match.winner, result.match.levels) == ("EW", {"EW": "7", "NS": "7"})


def tie_broken(finish: str, *rulings: Ruling, before: tuple[str, ...] = ("NESW", "EWSN")) -> GameRecord:
    """Some hands, 4 and 5 before them, and an extra one by its score sheet."""
    extra = Hand(no=len(before) + 1, tie_break=True, claims=HandClaims(finish=finish))
    return replace(ended("hands", *before, levels=("4", "5"), more=(extra,)), rulings=rulings)


@pytest.mark.parametrize("finish", ["W", "WE--", "WENS"])
def test_an_extra_hand_is_won_by_who_is_out_first_however_much_of_it_is_told(finish: str) -> None:
    assert audit(tie_broken(finish)).match.winner == "EW"


def test_a_foul_in_the_extra_hand_loses_it() -> None:
    assert audit(tie_broken("WENS", ruling(3, double="EW"))).match.winner == "NS"


def test_an_extra_hand_that_is_void_breaks_no_tie() -> None:
    result = audit(tie_broken("W", ruling(3, void=True)))
    assert (result.match.winner, result.match.points) == (None, {"EW": 1, "NS": 1})


def test_no_extra_hand_wins_over_a_higher_level() -> None:
    result = audit(tie_broken("W", before=("NESW",)))
    assert (result.match.winner, [each.code for each in verdicts(result)]) == ("NS", ["TIE-BREAK-NONE"])


# ======================================================================================== tribute


def test_GDN_T01_big_joker_is_paid() -> None:
    held = {"W": "BJLJ5hAs", "N": "3c"}
    assert codes(paid(SINGLE, "W>N BJ", "N>W 3c", level="5", top={"W": "BJ"}, holds=held)) == []
    assert "TRIBUTE-CARD" in codes(paid(SINGLE, "W>N LJ", "N>W 3c", level="5", top={"W": "BJ"}, holds=held))


@pytest.mark.parametrize(("card", "legal"), [("6s", True), ("As", False), ("6h", False)])
def test_GDN_T02_level_card_above_the_ace(card: str, legal: bool) -> None:
    held = {"W": "6h6sAsKs", "N": "3c"}
    record = paid(SINGLE, f"W>N {card}", "N>W 3c", level="6", top={"W": "6s"}, holds=held)
    assert ("TRIBUTE-CARD" not in codes(record)) == legal


@pytest.mark.parametrize("card", ["Ah", "As"])
def test_GDN_T03_either_of_two_aces(card: str) -> None:
    held = {"W": "AhAs", "N": "3c"}
    assert codes(paid(SINGLE, f"W>N {card}", "N>W 3c", level="8", top={"W": "As"}, holds=held)) == []


@pytest.mark.parametrize(("card", "legal"), [("Tc", True), ("Js", False)])
def test_GDN_T04_return_of_at_most_ten(card: str, legal: bool) -> None:
    held = {"W": "As", "N": "4dTcJs"}
    record = paid(SINGLE, "W>N As", f"N>W {card}", level="8", top={"W": "As"}, holds=held)
    assert ("TRIBUTE-RETURN" not in codes(record)) == legal


@pytest.mark.parametrize(("card", "legal"), [("Jd", True), ("Qs", False)])
def test_GDN_T05_the_smallest_where_nothing_is_low(card: str, legal: bool) -> None:
    held = {"W": "As", "N": "JdQs"}
    record = paid(SINGLE, "W>N As", f"N>W {card}", level="8", top={"W": "As"}, holds=held, barred={"N": "23456789T"})
    assert ("TRIBUTE-RETURN" not in codes(record)) == legal


def test_GDN_T05_what_was_paid_is_lower_than_what_came_back() -> None:
    """No hand is known, but N has the nine that W paid, and he returns a jack."""
    hand = Hand(no=2, level="8", tribute=("W>N 9c", "N>W Jc"), tricks=("W 3c - - -",))
    (finding,) = found(after(JS, SINGLE, hand, level="8"), "TRIBUTE-RETURN")
    assert (finding.seat, finding.actual, finding.clause, finding.basis) == ("N", "Jc", "D-GDN-07", "assumed")


def test_GDN_T06_level_card_returned() -> None:
    held = {"W": "As", "N": "4d7s"}
    (finding,) = found(paid(SINGLE, "W>N As", "N>W 7s", level="7", top={"W": "As"}, holds=held), "TRIBUTE-RETURN")
    assert (finding.basis, finding.options) == ("disputed", ("D-GDN-05",))


def test_GDN_T07_T08_two_tributes() -> None:
    held, top = {"N": "BJ3c", "S": "4c"}, {"W": "BJ", "E": "As"}
    assert codes(paid(DOUBLE, "W>N BJ", "E>S As", "N>W 3c", "S>E 4c", level="5", top=top, holds=held)) == []
    assert "TRIBUTE-RECEIVER" in codes(paid(DOUBLE, "W>S BJ", "E>N As", "S>W 4c", "N>E 3c", level="5", top=top, holds=held))
    crossed = paid(DOUBLE, "W>N BJ", "E>S As", "N>E 3c", "S>W 4c", level="5", top=top, holds=held)
    assert "TRIBUTE-RETURN-TO" in codes(crossed)


def test_GDN_T09_equal_tributes_go_clockwise() -> None:
    held, top = {"N": "3c", "S": "4c"}, {"W": "As", "E": "Ah"}
    assert codes(paid(DOUBLE, "W>N As", "E>S Ah", "N>W 3c", "S>E 4c", level="5", top=top, holds=held)) == []
    other = paid(DOUBLE, "E>N Ah", "W>S As", "N>E 3c", "S>W 4c", level="5", top=top, holds=held, lead="E")
    assert {"TRIBUTE-RECEIVER", "LEAD-TRIBUTE"} <= set(codes(other))


def resisted(order: str, holds: Mapping[str, str], lead: str = "N") -> GameRecord:
    table = board(holds, level="5").lead(lead)
    return after(JS, order, table.hand(2, resisted=True), level="5")


def test_GDN_T10_one_big_joker_each() -> None:
    assert codes(resisted(DOUBLE, {"E": "BJ", "W": "BJ"})) == []


def test_GDN_T11_the_other_joker_is_with_the_winner_s_partner() -> None:
    assert "TRIBUTE-RESISTED" in codes(resisted(SINGLE, {"E": "BJ", "W": "BJ"}))


def test_GDN_T12_the_last_pays_his_partner() -> None:
    record = paid("NEWS", "S>N As", "N>S 5c", level="8", top={"S": "As"}, holds={"N": "5c"}, lead="S")
    assert codes(record) == []


def test_GDN_T13_paid_though_free_to_refuse() -> None:
    record = paid(
        DOUBLE, "W>N BJ", "E>S As", "N>W 3c", "S>E 4c", level="5", top={"E": "As"}, holds={"W": "BJBJ", "N": "3c", "S": "4c"}
    )
    (finding,) = found(record, "TRIBUTE-PAID-ANYWAY")
    assert (finding.clause, finding.options) == ("JS-5.4.3", ("D-GDN-08",))


# ======================================================================================== plays


def test_GDN_T23_back_after_a_pass() -> None:
    assert codes(plays(JS, "E 5s - 7d - 9c Jh - - -")) == []


def test_GDN_T24_the_partner_takes_over() -> None:
    table = board(seed=3).run_out("N", "S")
    assert table.tricks[-1].count("-") == 3
    assert codes(record_of(JS, table.lead("S").hand())) == []
    assert "LEAD-AFTER-OUT" in codes(record_of(JS, board(seed=3).run_out("N", "S").lead("W").hand()))


# ======================================================================================== levels and points


def test_GDN_T27_passing_the_ace() -> None:
    assert audit(record_of(JS, placed("NSEW"), levels={"EW": "2", "NS": "Q"})).match.winner is None
    for order, winner in (("NESW", "NS"), ("NEWS", None)):
        hand = placed(order, 2)
        result = audit(record_of(JS, placed("NSEW"), hand, levels={"EW": "2", "NS": "Q"}))
        assert result.match.winner == winner


def test_GDN_T28_stays_at_the_ace() -> None:
    hands = [placed("NEWS", no) for no in range(2, 6)]
    result = audit(record_of(JS, placed("NSEW"), *hands, levels={"EW": "2", "NS": "Q"}))
    assert result.match.levels["NS"] == "A"


def test_GDN_T29_points_when_all_hands_are_played() -> None:
    result = audit(ended("hands", "NESW", levels=("7", "7")))
    assert (result.match.winner, result.match.points, result.match.score) == ("NS", {"EW": 0, "NS": 2}, {"EW": 11, "NS": 15})
    drawn = audit(ended("hands", "NESW", "EWSN", levels=("4", "5")))
    assert (drawn.match.drawn, drawn.match.points, drawn.match.score) == (True, {"EW": 1, "NS": 1}, {"EW": 13, "NS": 13})


@pytest.mark.parametrize(("other", "score"), [("2", {"EW": 0, "NS": 26}), ("K", {"EW": 11, "NS": 15})])
def test_GDN_T30_points_past_the_ace(other: str, score: dict[str, int]) -> None:
    result = audit(ended("passed", "NSEW", "NESW", levels=(other, "J")))
    assert (result.match.points, result.match.score) == ({"EW": 0, "NS": 2}, score)
