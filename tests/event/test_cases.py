"""The worked cases of the rule notes about match points, time, forfeits and standings, from records up to the table."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.event.placing import games_said, with_games
from paipu.replay.event.record import Stage
from paipu.replay.event.rows import Standings
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import ForfeitCounts, MatchPoints
from paipu.replay.record import Effect, Event, GameRecord, Hand, HandClaims, Incident, MatchClaims, Player, Ruling
from paipu.replay.sheets import SHEETS
from tests.event.build import drawn, event, figures, places, teams
from tests.rules import build, climbing_build
from tests.rules.build import score_sheet
from tests.rules.daguai_build import sheets
from tests.rules.test_daguai_clauses import LEVEL_7
from tests.rules.test_guandan_js2023 import tie_break

CASES: Final = "SJ-T37 SJ-T39 CDP-T49 SK-T31 GD3-T15 GD3-T19 DG-T27 GDN-T29 GDN-T30 JS-T02 JS-T08 JS-T10"
"""Those of GDN, and JS-T02, are put to an event of `guandan-1` that states their terms."""
POINTS_2_1_0: Final[Mapping[str, Any]] = {
    "rank_by": ("match_points",),
    "match_points": MatchPoints(win=2, draw=1, loss=0),
    "by_difference": tuple((13 + d, 13 - d) for d in range(14)),
    "forfeit": ForfeitCounts(absent={"match_points": 0, "points": 0}, present={"match_points": 2, "points": 17}),
    "at_time": "higher_level",
}
"""GDN-8c, 8d, 8f, 8g; JS: a forfeit is 17 to 0."""


def test_the_cases_are_those_of_the_notes() -> None:
    tested = {f"{sheet}-T{no}" for name in globals() for sheet, no in re.findall(r"^test_([A-Z0-9]+)_T(\d+)_", name)}
    assert tested == set(CASES.split())


def after(record: GameRecord, *, by: str = "computed", **stage: Any) -> Standings:
    """The standings of an event of one match: t1 sits E and W; where partners are drawn p1 and p3, against p2 and p4."""
    sheet = SHEETS[record.sheet]
    six = len(sheet.seats) == 6
    seats = {seat: Player(id=f"p{at + 1}", team=f"t{at % 2 + 1}") for at, seat in enumerate(sheet.seats)}
    of_stage = record.event.stage if record.event is not None else "all"
    record = replace(record, seats=seats, event=Event(id="cup", stage=of_stage, round=1, table="1"))
    entrants = teams(2)
    players = sheet.event.entrants == "players"
    sides = (("p1", "p3"), ("p2", "p4")) if players else ("t1", "t2")
    if players:
        entrants = tuple([replace(entrants[0], id=f"p{n}", players=()) for n in range(1, 5)])
    assert six == (record.sheet == "daguai")
    form = sheet.event.form or "table"
    cup = event(
        record.sheet,
        entrants,
        Stage(id=of_stage or "", form=form, rounds=(drawn(1, sides),), **stage),
    )
    record = with_games(record, games_said(cup))
    matches = [match_of(record, audit(record))]
    return standings(cup, matches, by)[0]  # type: ignore[arg-type] # one of two names


by_claims = partial(after, by="recorded")


@pytest.mark.parametrize("claimed", ["EW", "NS"])
def test_SJ_T37_at_time_and_equal_levels_the_side_in_office_goes_on(claimed: str) -> None:
    record = build.match(
        score_sheet(85, dealer="N"),
        levels={"EW": "6", "NS": "7"},
        dealer="N",
        claims=MatchClaims(winner=claimed, levels={"EW": "7", "NS": "7"}, reason="time"),
    )
    assert places(after(record)) == {"p1": 1, "p3": 1, "p2": 3, "p4": 3}
    first = ("p1", "p3") if claimed == "EW" else ("p2", "p4")
    assert {each for each, place in places(by_claims(record)).items() if place == 1} == set(first)


def test_SJ_T39_past_ten_goes_on() -> None:
    claims = MatchClaims(winner="NS", reason="passed")
    record = build.match(score_sheet(75, dealer="N"), levels={"EW": "9", "NS": "T"}, dealer="N", claims=claims)
    assert places(after(record)) == {"p2": 1, "p4": 1, "p1": 3, "p3": 3}


def test_CDP_T49_at_time_the_side_ahead_goes_on() -> None:
    record = build.match(
        score_sheet(75, dealer="N"),
        levels={"EW": "6", "NS": "7"},
        dealer="N",
        sheet="chaodipi",
        claims=MatchClaims(winner="NS", levels={"EW": "6", "NS": "8"}, reason="time"),
        event=Event(stage="1/8"),
    )
    assert places(after(record)) == {"t2": 1, "t1": 2}


def test_SK_T31_two_match_points_for_the_winner_and_one_for_the_loser() -> None:
    """NS +17, EW −17; EW made 60 as attackers in hand 1, which N and S did not hold: E is banker of hand 1, N of hand 2."""
    claims = MatchClaims(winner="NS", points={"NS": 2, "EW": 1}, reason="time")
    record = build.match(
        score_sheet(60, dealer="E"), score_sheet(20, 2), sheet="shuangkou", options={"big_points": "60:0"}, claims=claims
    )
    table = after(record)
    assert figures(table, "match_points") == {"t2": 2, "t1": 1}
    assert figures(table, "big_points") == {"t2": 17, "t1": -17}
    assert figures(table, "small_points") == {"t2": 60, "t1": 20}
    assert figures(by_claims(record), "match_points") == {"t2": 2, "t1": 1}
    assert figures(by_claims(record), "big_points") == {"t2": None, "t1": None}  # the sheet claims none


def test_GD3_T15_at_time_both_have_the_levels_they_climbed() -> None:
    hands = (climbing_build.placed("NSEW"), Hand(no=2, level="9", tricks=("W 3s - - -",)))
    claims = MatchClaims(levels={"EW": "7", "NS": "9"}, reason="time")
    record = climbing_build.record_of("guandan-3", *hands, levels={"EW": "7", "NS": "6"}, claims=claims)
    assert figures(after(record), "points") == {"t2": 7, "t1": 5}


def test_GD3_T19_a_hundred_and_the_difference() -> None:
    hand = Hand(no=1, level="A", claims=HandClaims(finish="NSEW"))
    claims = MatchClaims(points={"EW": 0, "NS": 115}, winner="NS", reason="passed")
    record = climbing_build.record_of("guandan-3", hand, levels={"EW": "2", "NS": "A"}, claims=claims)
    for table in (after(record), by_claims(record)):
        assert figures(table, "points") == {"t2": 115, "t1": 0}


def test_DG_T27_equal_totals_and_first_places_share_the_place() -> None:
    """甲 3, 3, 1 and 乙 5, 1, 1: the totals stand at 7 each, with three first places each; the extra hand is not played yet."""
    record = sheets(*LEVEL_7, claims=MatchClaims(points={"135": 7, "246": 7}))
    assert audit(record).match.points == {"135": 7, "246": 7}
    table = after(record)
    assert figures(table, "points") == {"t1": 7, "t2": 7}
    assert figures(table, "first_places") == {"t1": 3, "t2": 3}
    assert places(table) == {"t1": 1, "t2": 1}


def levels_at_time(levels: Mapping[str, str], **claims: object) -> GameRecord:
    """A match of 掼蛋 of which the score sheet has the levels at the end."""
    hand = Hand(no=1, claims=HandClaims(levels=levels))
    return climbing_build.record_of("guandan-1", hand, claims=MatchClaims(levels=levels, **{"reason": "time", **claims}))  # type: ignore[arg-type] # takes any claim


@pytest.mark.parametrize(("levels", "match_points", "points"), [("97", (0, 2), (11, 15)), ("99", (1, 1), (13, 13))])
def test_GDN_T29_the_higher_level_at_the_end_of_the_deals(
    levels: str, match_points: tuple[int, int], points: tuple[int, int]
) -> None:
    record = levels_at_time({"NS": levels[0], "EW": levels[1]})
    for table in (after(record, **POINTS_2_1_0), by_claims(record, **POINTS_2_1_0)):
        assert figures(table, "match_points") == dict(zip(("t1", "t2"), match_points, strict=True))
        assert figures(table, "points") == dict(zip(("t1", "t2"), points, strict=True))


@pytest.mark.parametrize(("best_of", "wins"), [(None, None), (1, (0, 1)), (3, None)])
def test_GD2_5_the_event_says_how_many_games_decide_a_match_on_one_record(
    best_of: int | None, wins: tuple[int, int] | None
) -> None:
    """One game that NS have won by passing the A, from K and 2: with it the match, if the event has one game."""
    hands = (climbing_build.placed("NSEW"), Hand(no=2, level="A", claims=HandClaims(finish="NSEW")))
    claims = MatchClaims(points={"EW": 0, "NS": 1}, levels={"EW": "2", "NS": "A"})
    record = climbing_build.record_of("guandan-2", *hands, levels={"EW": "2", "NS": "K"}, claims=claims)
    for table in (after(record, best_of=best_of, rank_by=("wins",)), by_claims(record, best_of=best_of, rank_by=("wins",))):
        assert table.open == (2 if wins is None else 0)
        if wins is not None:
            assert figures(table, "wins") == dict(zip(("t1", "t2"), wins, strict=True))
    assert match_of(record, audit(record)).computed.grades == (0, 13)  # those that the game ended at, and not of the next


@pytest.mark.parametrize(("level", "points"), [("2", (0, 26)), ("K", (11, 15))])
def test_GDN_T30_past_the_ace(level: str, points: tuple[int, int]) -> None:
    hand = Hand(no=1, level="A", claims=HandClaims(finish="NSEW"))
    claims = MatchClaims(levels={"NS": "A", "EW": level}, winner="NS", reason="passed")
    record = climbing_build.record_of("guandan-1", hand, levels={"EW": level, "NS": "A"}, claims=claims)
    for table in (after(record, **POINTS_2_1_0), by_claims(record, **POINTS_2_1_0)):
        assert figures(table, "match_points") == {"t1": 0, "t2": 2}
        assert figures(table, "points") == dict(zip(("t1", "t2"), points, strict=True))


def test_JS_T02_a_forfeit_is_seventeen_to_nil() -> None:
    late = Hand(no=1, incidents=(Incident(kind="late", seat="E"),))
    record = climbing_build.record_of("guandan-1", late, claims=MatchClaims(winner="NS", reason="forfeit"))
    table = by_claims(record, **POINTS_2_1_0)
    assert figures(table, "match_points") == {"t1": 0, "t2": 2}
    assert figures(table, "points") == {"t1": 0, "t2": 17}


@pytest.mark.parametrize(
    ("levels", "points", "climbed"),
    [(("9", "5"), (9, 17), (7, 11)), (("A", "Q"), (9, 17), (9, 13)), (("4", "J"), (6, 20), (2, 9))],
)
def test_JS_T08_lost_by_rulings(levels: tuple[str, str], points: tuple[int, int], climbed: tuple[int, int]) -> None:
    """The others stand four levels above the offenders, past the A where these are lowered to J; a larger lead stands."""
    fouls = (Incident(kind="signal", seat="E"), Incident(kind="signal", seat="W"))
    ruling = Ruling(id="r", hand=1, effect=Effect(loser="EW"))
    start = dict(zip(("EW", "NS"), levels, strict=True))
    claims = MatchClaims(winner="NS", reason="ruling")
    last = Hand(no=1, incidents=fouls)
    table = after(climbing_build.record_of("guandan-js2023", last, levels=start, rulings=(ruling,), claims=claims))
    assert figures(table, "match_points") == {"t1": 0, "t2": 2}
    assert figures(table, "points") == dict(zip(("t1", "t2"), points, strict=True))
    assert figures(table, "levels_gained") == dict(zip(("t1", "t2"), climbed, strict=True))


def test_JS_T10_the_extra_hand_decides_and_counts_nothing() -> None:
    table = after(tie_break("W", winner="EW", points={"EW": 2, "NS": 0}, score={"EW": 13, "NS": 13}))
    assert figures(table, "match_points") == {"t1": 2, "t2": 0}
    assert figures(table, "points") == {"t1": 13, "t2": 13}
    assert figures(table, "levels_gained") == {"t1": 5, "t2": 5}


@pytest.mark.parametrize("game", [None, 2])
def test_a_record_of_one_game_is_won_with_it(game: int | None) -> None:
    """GD2-5, CDP-1.2: two games win a match that is one record; one of them ends a record that says which game it has."""
    won = climbing_build.record_of(
        "guandan-2",
        Hand(no=1, level="A", claims=HandClaims(finish="NSEW")),
        levels={"EW": "2", "NS": "A"},
        event=Event(id="cup", stage="final", game=game),
    )
    assert audit(won).match.winner == ("NS" if game else None)
    flag = build.match(
        score_sheet(75, dealer="N", level="flag"),
        levels={"EW": "2", "NS": "flag"},
        dealer="N",
        games={"EW": 0, "NS": 0},
        sheet="chaodipi",
        event=Event(id="cup", stage="final", game=game),
    )
    assert audit(flag).match.winner == ("NS" if game else None)
