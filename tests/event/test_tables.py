"""Tables of rounds worked out by hand: 双扣 (SK-4.1b, SK-4.2), 掼蛋（三） (GD3-G), 大怪路子 (DG-5.9), an organiser's own."""

from itertools import combinations
from typing import Any, Final

import pytest

from paipu.replay.event.record import EventRecord, Penalty, Stage
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import ForfeitCounts, Key, MatchPoints
from tests.event.build import drawn, event, figures, places, played, table_of, teams, told, won

EIGHT: Final = tuple(f"t{n}" for n in range(1, 9))


def round_robin() -> EventRecord:
    """Eight teams, each against each, by the circle method."""
    rounds = []
    for turn in range(7):
        circle = ["t1", *(f"t{(turn + k) % 7 + 2}" for k in range(7))]
        pairs = [tuple(sorted((circle[k], circle[-1 - k]))) for k in range(4)]
        rounds.append(drawn(turn + 1, *pairs))  # type: ignore[arg-type] # a sorted pair is one
    return event("shuangkou", teams(8), Stage(id="all", form="table", rounds=tuple(rounds)))


def test_SK_match_points_then_scores_then_points() -> None:
    """The lower number wins by ten, t1 over t2 by four, but t8 has beaten t1: two pairs of teams are equal (SK-4.1b).

    t1 has 13 and t2 13 of 14, with 44 and 56 of 大分; t7 and t8 have 8 each and −50 each, with 2800 and 2790 of 小分.
    """
    cup, matches = round_robin(), []
    for played_round in cup.stages[0].rounds:
        for table in played_round.tables:
            (first,), (second,) = table.sides
            winner, by = int((first, second) == ("t1", "t8")), 4 if (first, second) == ("t1", "t2") else 10
            score, points = ((by, -by), (2, 1)) if winner == 0 else ((-by, by), (1, 2))
            small = (400, 390 if winner else 400)
            no, at = played_round.no, table.name
            matches.append(played(cup, "all", no, at, winner=winner, score=score, points=points, small=small))
    assert {m.teams for m in matches} == set(combinations(EIGHT, 2))
    table_now = table_of(cup, matches)
    assert places(table_now) == {"t2": 1, "t1": 2, "t3": 3, "t4": 4, "t5": 5, "t6": 6, "t7": 7, "t8": 8}
    assert figures(table_now, "match_points") == dict(zip(EIGHT, (13, 13, 12, 11, 10, 9, 8, 8), strict=True))
    assert told(table_now, "t1") == [("match_points", 13, ("t2",)), ("big_points", 44, ())]
    assert told(table_now, "t2") == [("match_points", 13, ("t1",)), ("big_points", 56, ())]
    assert told(table_now, "t8") == [("match_points", 8, ("t7",)), ("big_points", -50, ("t7",)), ("small_points", 2790, ())]
    assert all((row.played, row.open, row.reach) == (7, 0, (row.place, row.place)) for row in table_now.rows)
    assert all(len(row.matches) == 7 for row in table_now.rows)


def test_GD3_three_rounds_in_each_of_two_groups() -> None:
    """Points of the rounds are added up (GD3-G2, G3): 345 at most; a round stopped by time has no winner and counts still."""
    groups = {"A": ("t1", "t2", "t3", "t4"), "B": ("t5", "t6", "t7", "t8")}
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4"), ("t5", "t6"), ("t7", "t8")),
        drawn(2, ("t1", "t3"), ("t2", "t4"), ("t5", "t7"), ("t6", "t8")),
        drawn(3, ("t1", "t4"), ("t2", "t3"), ("t5", "t8"), ("t6", "t7")),
    )
    cup = event("guandan-3", teams(8), Stage(id="heats", form="table", groups=groups, rounds=rounds))
    came = (
        (((115, 0), 0), ((104, 9), 0), ((115, 0), 0), ((101, 12), 0)),
        (((108, 5), 0), ((112, 1), 0), ((115, 0), 0), ((110, 3), 0)),
        (((3, 110), 1), ((7, 5), None), ((115, 0), 0), ((8, 105), 1)),
    )
    matches = [
        played(cup, "heats", no, str(at), points=points, winner=winner, reason="time" if winner is None else "passed")
        for no, tables in enumerate(came, start=1)
        for at, (points, winner) in enumerate(tables, start=1)
    ]
    first, second = table_of(cup, matches, group="A"), table_of(cup, matches, group="B")
    assert figures(first, "points") == {"t1": 226, "t4": 120, "t2": 119, "t3": 114}
    assert figures(second, "points") == {"t5": 345, "t7": 206, "t6": 118, "t8": 15}
    assert places(first) == {"t1": 1, "t4": 2, "t2": 3, "t3": 4}
    assert told(second, "t7") == [("points", 206, ())]
    assert figures(first, "wins") == {"t1": 2, "t2": 1, "t3": 1, "t4": 1}  # that of t2 and t3 nobody has won
    without = table_of(cup, [each for each in matches if each.id != "heats/3/2"], group="A")
    assert {row.entrant: (row.open, row.reach) for row in without.rows}["t2"] == (1, None)


def test_DG_points_then_first_places() -> None:
    """Eight teams of three in one round: of equal points the one with more first places is ahead (DG-5.9)."""
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4"), ("t5", "t6"), ("t7", "t8")),)
    cup = event("daguai", teams(8), Stage(id="all", form="table", rounds=rounds))
    came = (((14, 9), (3, 3)), ((9, 14), (2, 4)), ((7, 8), (3, 3)), ((9, 5), (4, 2)))
    matches = [
        played(cup, "all", 1, str(at), winner=int(points[1] > points[0]), points=points, firsts=firsts)
        for at, (points, firsts) in enumerate(came, start=1)
    ]
    table = table_of(cup, matches)
    assert places(table) == {"t4": 1, "t1": 2, "t7": 3, "t2": 4, "t3": 5, "t6": 6, "t5": 7, "t8": 8}
    assert told(table, "t2") == [("points", 9, ("t3", "t7")), ("first_places", 3, ())]


def swiss(*rank_by: Key, **more: Any) -> EventRecord:
    rounds = (
        drawn(1, ("t1", "t5"), ("t2", "t6"), ("t3", "t7"), ("t4", "t8")),
        drawn(2, ("t1", "t2"), ("t3", "t4"), ("t8", "t5"), ("t6", "t7")),
        drawn(3, ("t1", "t3"), ("t8", "t2"), ("t4", "t6"), ("t5", "t7")),
    )
    points = MatchPoints(win=2, draw=1, loss=0)
    stage = Stage(id="swiss", form="table", rounds=rounds, rank_by=rank_by, match_points=points, **more)
    return event("guandan-1", teams(8), stage)


DRAW = None
SWISS = ((0, 0, 0, DRAW), (0, DRAW, 0, 0), (1, DRAW, 0, 0))
"""Who won at each table of each round. Match points: t3 5; t1, t4, t8 4; t2 3; t5, t6 2; t7 0."""


def of_swiss(*rank_by: Key, **more: Any) -> list[tuple[str, int]]:
    cup = swiss(*rank_by, **more)
    matches = [
        played(cup, "swiss", no, str(at), winner=winner, drawn=winner is DRAW)
        for no, tables in enumerate(SWISS, start=1)
        for at, winner in enumerate(tables, start=1)
    ]
    return list(places(table_of(cup, matches)).items())


def test_a_swiss_by_progressive_points() -> None:
    """累进分: t1 2+4+4, t3 2+3+5, t8 1+3+4, t4 1+2+4, t6 0+2+2, t5 0+0+2 (GDN-8h, 江苏 2023)."""
    order = [("t3", 1), ("t1", 2), ("t8", 3), ("t4", 4), ("t2", 5), ("t6", 6), ("t5", 7), ("t7", 8)]
    assert of_swiss("match_points", "progressive") == order
    assert of_swiss("match_points", "progressive_cut") == order  # t1 4+4, t8 3+4, t4 2+4; t6 2+2, t5 0+2
    alone = of_swiss("progressive")  # t1 and t3 have 10 each, t2 2+2+3 as t4 1+2+4
    assert alone[:2] == [("t1", 1), ("t3", 1)]
    assert dict(alone)["t2"] == dict(alone)["t4"] == 4
    assert of_swiss("progressive_cut")[:2] == [("t1", 1), ("t3", 1)]  # 4+4 and 3+5


def test_a_swiss_by_the_opponents_points() -> None:
    """t4 met 4+5+2, t1 2+3+5, t8 4+2+3; t5 met 4+4+0, t6 3+0+4."""
    assert of_swiss("match_points", "opponents") == [
        *(("t3", 1), ("t4", 2), ("t1", 3), ("t8", 4), ("t2", 5), ("t5", 6), ("t6", 7), ("t7", 8)),
    ]


def test_a_swiss_by_the_opponents_points_without_the_ends() -> None:
    """The lowest left out, or both ends: t4 9 and 4, t1 8 and 3, t8 7 and 3; t5 8 and 4, t6 7 and 3."""
    cut = of_swiss("match_points", "opponents_cut")
    assert cut == [*(("t3", 1), ("t4", 2), ("t1", 3), ("t8", 4), ("t2", 5), ("t5", 6), ("t6", 7), ("t7", 8))]
    median = dict(of_swiss("match_points", "opponents_median"))
    assert (median["t4"], median["t1"], median["t8"], median["t5"], median["t6"]) == (2, 3, 3, 6, 7)


def scored(*rank_by: Key, **more: Any) -> Any:
    """Three with 220 each: t2 has 115 and 100, t3 110 and 101, t1 110 and 100; t4 has 17."""
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4")),
        drawn(2, ("t1", "t3"), ("t2", "t4")),
        drawn(3, ("t1", "t4"), ("t2", "t3")),
    )
    cup = event("guandan-3", teams(4), Stage(id="all", form="table", rounds=rounds, rank_by=rank_by, **more))
    came = (((110, 5), (101, 8)), ((10, 110), (115, 0)), ((100, 9), (100, 9)))
    return cup, [
        played(cup, "all", no, str(at), points=points, winner=int(points[1] > points[0]))
        for no, tables in enumerate(came, start=1)
        for at, points in enumerate(tables, start=1)
    ]


def test_who_has_the_highest_score_and_then_the_second_highest_is_ahead() -> None:
    table = table_of(*scored("points", "highest", "second_highest"))
    assert figures(table, "points") == {"t2": 220, "t3": 220, "t1": 220, "t4": 17}
    assert places(table) == {"t2": 1, "t3": 2, "t1": 3, "t4": 4}
    assert told(table, "t3")[1:] == [("highest", 110, ("t1",)), ("second_highest", 101, ())]
    assert places(table_of(*scored("points", "highest"))) == {"t2": 1, "t1": 2, "t3": 2, "t4": 4}


@pytest.mark.parametrize(("bye", "second"), [({"points": 10}, 9), ({"wins": 1, "points": 10}, 9), ({"wins": 0}, None)])
def test_a_bye_is_a_score_where_it_is_given_one(bye: Any, second: int | None) -> None:
    """t2 and t3 have a match of 9 each, and a bye."""
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t1", "t3"), byes=("t2",)))
    stage = Stage(id="all", form="table", rounds=rounds, rank_by=("points", "second_highest"), bye=bye)
    cup = event("daguai", teams(3), stage)
    table = table_of(cup, [played(cup, "all", no, "1", points=(12, 9), winner=0) for no in (1, 2)])
    assert [told(table, each)[-1][:2] for each in ("t2", "t3")] == [("second_highest", second)] * 2


def test_a_forfeit_is_nothing_between_those_who_are_equal() -> None:
    """t1 has its two points from t2, who did not come; t2 has beaten t4."""
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4"), absent=("t2",)), drawn(2, ("t1", "t3"), ("t2", "t4")))
    terms: Any = {
        "match_points": MatchPoints(win=2, loss=0),
        "forfeit": ForfeitCounts({"match_points": 0}, {"match_points": 2}),
    }
    tried: tuple[tuple[Key, dict[str, int]], ...] = (
        ("head_to_head", {"t1": 2, "t2": 3}),
        ("head_to_head_played", {"t1": 2, "t2": 2}),
    )
    for key, expected in tried:
        stage = Stage(id="all", form="table", rounds=rounds, rank_by=("match_points", key), **terms)
        cup = event("guandan-1", teams(4), stage)
        table = table_of(cup, [won(cup, "all", no, at, winner) for no, at, winner in ((1, "2", 0), (2, "1", 1), (2, "2", 0))])
        assert figures(table, "match_points") == {"t3": 4, "t1": 2, "t2": 2, "t4": 0}
        assert {each: place for each, place in places(table).items() if each in expected} == expected


def test_the_levels_between_those_who_are_equal() -> None:
    """Each of three has beaten another, by 5, 3 and 2 levels: t1 is 3 ahead of both, t3 1 behind, t2 2. All beat t4."""
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4")),
        drawn(2, ("t2", "t3"), ("t1", "t4")),
        drawn(3, ("t3", "t1"), ("t2", "t4")),
    )
    stage = Stage(
        id="all",
        form="table",
        rounds=rounds,
        rank_by=("match_points", "head_to_head_levels"),
        match_points=MatchPoints(win=2, loss=0),
    )
    cup = event("guandan-1", teams(4), stage)
    by = {(1, "1"): 5, (2, "1"): 3, (3, "1"): 2, (1, "2"): 12, (2, "2"): 1, (3, "2"): 4}
    table = table_of(cup, [played(cup, "all", no, at, winner=0, grades=(ahead, 0)) for (no, at), ahead in by.items()])
    assert [told(table, each)[-1][:2] for each in ("t1", "t3", "t2")] == [
        ("head_to_head_levels", 3),
        ("head_to_head_levels", -1),
        ("head_to_head_levels", -2),
    ]
    assert places(table) == {"t1": 1, "t3": 2, "t2": 3, "t4": 4}


def test_a_swiss_by_wins_and_then_lots_or_a_shared_place() -> None:
    """t1 has two wins, t4 and t8 one each and two draws."""
    assert of_swiss("match_points", "wins")[:4] == [("t3", 1), ("t1", 2), ("t4", 3), ("t8", 3)]
    lots = of_swiss("match_points", "wins", "lot", lot=("t8", "t4", "t6", "t5"))
    assert lots[:4] == [("t3", 1), ("t1", 2), ("t8", 3), ("t4", 4)]
    assert lots[5:7] == [("t6", 6), ("t5", 7)]


@pytest.mark.parametrize(
    ("no", "whole", "cut"),
    [(1, 1 + 3, 3), (2, 2 + 3, 3), (None, 2 + 3, 3)],  # 2 and 2 were won: less one from the round of the penalty on
)
def test_a_penalty_takes_from_progressive_points_from_its_round_on(no: int | None, whole: int, cut: int) -> None:
    keys: tuple[tuple[Key, int], ...] = (("progressive", whole), ("progressive_cut", cut))
    for key, expected in keys:
        rounds = (drawn(1, ("t1", "t2")), drawn(2, ("t1", "t2")))
        stage = Stage(id="all", form="table", rounds=rounds, match_points=MatchPoints(win=2, loss=0), rank_by=(key,))
        penalty = Penalty("all", "t1", "match_points", -1, no)
        cup = event("guandan-1", teams(2), stage, penalties=(penalty,))
        table = table_of(cup, [won(cup, "all", each, "1", 0) for each in (1, 2)])
        assert figures(table, "match_points") == {"t1": 3, "t2": 0}
        assert told(table, "t1")[0] == (key, expected, ())


@pytest.mark.parametrize("keys", [("points", "first_places"), ("wins", "points"), ("first_places",), ("opponents",)])
def test_what_the_file_gives_a_bye_counts_whatever_ranks(keys: tuple[Key, ...]) -> None:
    """What decides may be left open by it, and what it does give stands there all the same."""
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)),)
    cup = event("daguai", teams(3), Stage(id="all", form="table", rounds=rounds, rank_by=keys, bye={"points": 10}))
    table = table_of(cup, [])
    assert figures(table, "points")["t3"] == 10
    row = table.row("t3")
    assert row is not None
    assert row.open == (0 if keys[0] == "points" else 1)


def test_what_the_file_alone_gives_is_counted_beside_matches_that_give_none() -> None:
    """Points for a bye, and a penalty in points, where matches have match points alone."""
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t1", "t3"), byes=("t2",)))
    terms: Any = {"match_points": MatchPoints(win=2, loss=0), "rank_by": ("match_points",)}
    stage = Stage(id="all", form="table", rounds=rounds, bye={"match_points": 2, "points": 10}, **terms)
    cup = event("guandan-1", teams(3), stage, penalties=(Penalty("all", "t1", "points", -3),))
    table = table_of(cup, [won(cup, "all", each, "1", 0) for each in (1, 2)])
    assert figures(table, "points") == {"t1": -3, "t2": 10, "t3": 10}
    assert figures(table, "match_points") == {"t1": 4, "t2": 2, "t3": 2}


def test_JS_match_points_then_progressive_points_wins_and_differences() -> None:
    """Eight pairs and three rounds (JS-IV.2): levels climbed at each table, by which 2 and 0, or 1 and 1, and 13+d and 13−d.

    级差分: t1 21+10+22, t2 5+13+10, t3 15+16+13, t4 11+13+15, t5 13+8+4, t6 13+6+16, t7 4+20+11, t8 22+18+13. 累进分: t3 and t8
    2+4+5 each, t1 2+2+4, t6 1+1+3, t4 0+1+3, t7 0+2+2, t5 1+1+1, t2 0+1+1. t3 and t8 have two wins each besides.
    """
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4"), ("t5", "t6"), ("t7", "t8")),
        drawn(2, ("t1", "t3"), ("t8", "t5"), ("t6", "t7"), ("t2", "t4")),
        drawn(3, ("t3", "t8"), ("t1", "t5"), ("t2", "t6"), ("t4", "t7")),
    )
    climbed = (
        ((13, 5), (10, 8), (7, 7), (4, 13)),
        ((9, 12), (11, 6), (3, 10), (5, 5)),
        ((8, 8), (13, 4), (6, 9), (9, 7)),
    )
    cup = event("guandan-js2023", teams(8), Stage(id="swiss", form="table", rounds=rounds))
    matches = [
        played(cup, "swiss", no, str(at), grades=(a, b), winner=None if a == b else int(b > a), drawn=a == b)
        for no, tables in enumerate(climbed, start=1)
        for at, (a, b) in enumerate(tables, start=1)
    ]
    table = table_of(cup, matches)
    assert places(table) == {"t8": 1, "t3": 2, "t1": 3, "t6": 4, "t4": 5, "t7": 6, "t5": 7, "t2": 8}
    assert figures(table, "match_points") == {"t8": 5, "t3": 5, "t1": 4, "t6": 3, "t4": 3, "t7": 2, "t5": 1, "t2": 1}
    assert figures(table, "points") == {"t8": 53, "t3": 44, "t1": 53, "t6": 35, "t4": 39, "t7": 35, "t5": 25, "t2": 28}
    tied = [("match_points", 5, ("t8",)), ("progressive", 11, ("t8",)), ("wins", 2, ("t8",)), ("points", 44, ())]
    assert told(table, "t3") == tied
    assert told(table, "t4") == [("match_points", 3, ("t6",)), ("progressive", 4, ())]


def three_way(*rank_by: Key) -> list[tuple[str, int]]:
    """t1 beats t2, t2 beats t3, t3 beats t1, all beat t4, and t1 beats t5, who beats t2 and t3 and loses to t4."""
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4"), byes=("t5",)),
        drawn(2, ("t2", "t3"), ("t1", "t5"), byes=("t4",)),
        drawn(3, ("t3", "t1"), ("t2", "t4"), byes=("t5",)),
        drawn(4, ("t1", "t4"), ("t5", "t2"), byes=("t3",)),
        drawn(5, ("t5", "t3"), ("t4", "t5"), byes=("t1", "t2")),
    )
    stage = Stage(
        id="all",
        form="table",
        rounds=rounds,
        rank_by=rank_by,
        match_points=MatchPoints(win=2, draw=1, loss=0),
        bye={"match_points": 0},
    )
    cup = event("guandan-1", teams(5), stage)
    return list(places(table_of(cup, [won(cup, "all", no, table, 0) for no in range(1, 6) for table in "12"])).items())


def test_matches_between_those_who_are_equal() -> None:
    """t1 has 6; t2, t3 and t5 have 4: of their matches t5 has won two, t2 one, t3 none (直胜)."""
    order = [("t1", 1), ("t5", 2), ("t2", 3), ("t3", 4), ("t4", 5)]
    assert three_way("match_points", "direct_win") == order
    assert three_way("match_points", "head_to_head") == order
    assert three_way("match_points") == [("t1", 1), ("t2", 2), ("t3", 2), ("t5", 2), ("t4", 5)]


def test_direct_wins_are_among_all_with_equal_points_and_head_to_head_among_those_still_equal() -> None:
    """Once lots have parted t5 from t2 and t3, these two compare their own match alone; t2 has won it either way."""
    rounds = (drawn(1, ("a", "b"), ("c", "d")), drawn(2, ("b", "c"), ("d", "a")), drawn(3, ("a", "c"), ("b", "d")))
    terms: dict[str, Any] = {"match_points": MatchPoints(win=2, draw=1, loss=0), "rounds": rounds}
    entrants = [
        each for each, name in zip(teams(4), "abcd", strict=True) for each in [type(each)(id=name, players=each.players)]
    ]
    results = {1: (0, 0), 2: (0, 0), 3: (1, 1)}  # a>b c>d, b>c d>a, c>a d>b: c and d have 4, a and b 2
    cases: tuple[tuple[tuple[Key, ...], dict[str, int]], ...] = (
        (("wins", "direct_win"), {"c": 1, "d": 2, "a": 3, "b": 4}),
        (("levels_gained", "head_to_head"), {"a": 1, "b": 2, "c": 3, "d": 4}),
    )
    for keys, expected in cases:
        cup = event("guandan-1", entrants, Stage(id="all", form="table", rank_by=keys, **terms))
        matches = [
            won(cup, "all", no, str(at), winner, grades=(2, 0))
            for no, winners in results.items()
            for at, winner in enumerate(winners, start=1)
        ]
        assert places(table_of(cup, matches)) == expected


def five(**more: Any) -> EventRecord:
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4"), byes=("t5",)),
        drawn(2, ("t1", "t3"), ("t2", "t5"), byes=("t4",), absent=("t3",)),
        drawn(3, ("t1", "t4"), byes=("t2",), absent=("t5",)),
    )
    return event("shuangkou", teams(5), Stage(id="all", form="table", rounds=rounds, **more))


def test_SK_a_forfeit_counts_as_printed_and_a_bye_as_the_event_says() -> None:
    """t3 did not come in round 2, t5 not in round 3: 积分 0 and −20, for t1 2 and +20 (SK-4.1b, SK-4.2)."""
    cup = five(bye={"match_points": 2, "big_points": 5})
    matches = [
        played(cup, "all", 1, "1", winner=0, score=(6, -6), small=(300, 200), points=(2, 1)),
        played(cup, "all", 1, "2", winner=1, score=(-3, 3), small=(300, 200), points=(1, 2)),
        played(cup, "all", 2, "2", winner=1, score=(-8, 8), small=(100, 200), points=(1, 2)),
        played(cup, "all", 3, "1", winner=0, score=(1, -1), small=(10, 20), points=(2, 1)),
    ]
    table = table_of(cup, matches)
    rows = {row.entrant: row for row in table.rows}
    found = {each: tuple(row.figures[name] for name in ("match_points", "big_points")) for each, row in rows.items()}
    assert found == {"t1": (6, 27), "t4": (5, 7), "t2": (4, -9), "t5": (4, -7), "t3": (1, -23)}
    assert places(table) == {"t1": 1, "t4": 2, "t5": 3, "t2": 4, "t3": 5}
    assert (rows["t1"].played, rows["t1"].matches) == (3, ("all/1/1", "all/3/1"))
    silent = table_of(five(), matches)
    assert {row.entrant: row.open for row in silent.rows} == {"t1": 0, "t2": 1, "t3": 0, "t4": 1, "t5": 1}
    assert all(row.reach is None for row in silent.rows)


def test_GD3_a_forfeit_is_open_unless_the_event_says_what_it_counts() -> None:
    rounds = (drawn(1, ("t1", "t2"), absent=("t2",)),)
    cup = event("guandan-3", teams(2), Stage(id="all", form="table", rounds=rounds))
    assert [row.open for row in table_of(cup, []).rows] == [1, 1]
    counts = ForfeitCounts(absent={"points": 0}, present={"points": 100})
    said = event("guandan-3", teams(2), Stage(id="all", form="table", rounds=rounds, forfeit=counts))
    assert figures(table_of(said, []), "points") == {"t1": 100, "t2": 0}


@pytest.mark.parametrize(("grades", "wins"), [((7, 5), {"t1": 1, "t2": 0}), ((5, 5), {"t1": 0, "t2": 0})])
def test_a_round_that_time_has_stopped_is_won_by_the_higher_level(grades: tuple[int, int], wins: dict[str, int]) -> None:
    """GD3-A5, D-GD3-10: nobody is past the A, and the round is over; the score sheet may leave out who has won."""
    stage = Stage(id="all", form="table", rank_by=("wins",), rounds=(drawn(1, ("t1", "t2")),))
    cup = event("guandan-3", teams(2), stage)
    table = table_of(cup, [played(cup, "all", 1, "1", points=grades, grades=grades, reason="time")])
    assert figures(table, "wins") == wins
    assert table.open == 0
    untold = table_of(cup, [played(cup, "all", 1, "1", reason="time")])
    assert untold.open == 2


@pytest.mark.parametrize("reason", ["time", "hands"])
def test_JS_5_9_1_levels_alone_tell_who_has_won(reason: str) -> None:
    """As recorded, where the score sheet has levels and no winner."""
    cup = event("guandan-js2023", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)))
    (table,) = standings(cup, [played(cup, "all", 1, "1", grades=(7, 5), reason=reason)], "recorded")
    assert figures(table, "match_points") == {"t1": 2, "t2": 0}


def test_figures_that_the_sheet_has_not_got_are_none_beside_a_forfeit() -> None:
    rounds = (drawn(1, ("t1", "t2"), absent=("t2",)), drawn(2, ("t3", "t2")))
    cup = event("shuangkou", teams(3), Stage(id="all", form="table", rounds=rounds))
    table = table_of(cup, [played(cup, "all", 2, "1", winner=0, points=(2, 1), score=(3, -3), small=(1, 1))])
    assert figures(table, "big_points") == {"t1": 20, "t3": 3, "t2": -23}
    assert figures(table, "first_places") == {"t1": None, "t3": None, "t2": None}


def open_table(*results: int | None) -> dict[str, tuple[int | None, tuple[int, int] | None]]:
    """Four teams of 双扣, each against each; None is a match that is missing."""
    rounds = (
        drawn(1, ("t1", "t2"), ("t3", "t4")),
        drawn(2, ("t1", "t3"), ("t2", "t4")),
        drawn(3, ("t1", "t4"), ("t2", "t3")),
    )
    cup = event("shuangkou", teams(4), Stage(id="all", form="table", rounds=rounds))
    matches = [
        played(
            cup,
            "all",
            at // 2 + 1,
            str(at % 2 + 1),
            winner=winner,
            points=(2, 1) if winner == 0 else (1, 2),
            score=(5 - at, at - 5),
            small=(100, 100),
        )
        for at, winner in enumerate(results)
        if winner is not None
    ]
    return {row.entrant: (row.place, row.reach) for row in table_of(cup, matches).rows}


def test_places_that_can_still_be_reached() -> None:
    """t1 has won all, t4 lost all: what is left between t2 (−5+2) and t3 (+4−3) decides the second place and the third."""
    found = open_table(0, 0, 0, 0, 0, None)
    assert found == {"t1": (1, (1, 1)), "t3": (2, (2, 3)), "t2": (3, (2, 3)), "t4": (4, (4, 4))}


def test_what_open_matches_would_score_is_not_known() -> None:
    """t4 has 4 if it beats t1, as has the loser of t2 and t3: then 大分 decide, which nobody knows yet."""
    found = open_table(0, 0, 0, 0, None, None)
    assert found["t1"] == (1, (1, 2))
    assert found["t4"][1] == (3, 4)


def test_with_too_many_open_matches_no_range_is_told() -> None:
    rounds = tuple(drawn(no, ("t1", "t2")) for no in range(1, 14))
    cup = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=rounds))
    assert [row.reach for row in table_of(cup, []).rows] == [None, None]
    fewer = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=rounds[:12]))
    assert [row.reach for row in table_of(fewer, []).rows] == [(1, 2), (1, 2)]


def test_the_penalty_ledger_changes_figures() -> None:
    rounds = (drawn(1, ("t1", "t2")),)
    ledger = (
        Penalty("all", "t1", "match_points", -2),
        Penalty("other", "t2", "match_points", -2),
        Penalty("all", "t2", "points", 1),
    )
    cup = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=rounds), penalties=ledger)
    table = table_of(cup, [played(cup, "all", 1, "1", winner=0, points=(2, 1), score=(3, -3), small=(1, 1))])
    assert figures(table, "match_points") == {"t2": 1, "t1": 0}


def test_levels_of_both_sides_and_the_table_of_twenty_six() -> None:
    """13 級 26 分制: 13+d and 13−d for the difference d; sums of differences, and of levels."""
    by_difference = tuple((13 + d, 13 - d) for d in range(14))
    stage = Stage(
        id="all",
        form="table",
        rounds=(drawn(1, ("t1", "t2"), ("t3", "t4")),),
        rank_by=("match_points", "level_difference", "levels_gained", "points"),
        match_points=MatchPoints(win=2, draw=1, loss=0),
        by_difference=by_difference,
    )
    cup = event("guandan-1", teams(4), stage)
    table = table_of(cup, [won(cup, "all", 1, "1", 0, grades=(13, 0)), won(cup, "all", 1, "2", 1, grades=(5, 7))])
    assert figures(table, "points") == {"t1": 26, "t4": 15, "t3": 11, "t2": 0}
    assert figures(table, "level_difference") == {"t1": 13, "t4": 2, "t3": -2, "t2": -13}
    assert figures(table, "levels_gained") == {"t1": 13, "t4": 7, "t3": 5, "t2": 0}


@pytest.mark.parametrize("turned", [False, True])
def test_a_second_stage_has_its_own_table(turned: bool) -> None:
    first = Stage(id="one", form="table", rounds=(drawn(1, ("t1", "t2"), ("t3", "t4")),))
    second = Stage(id="two", form="table", rounds=(drawn(1, ("t1", "t3")),))
    cup = event("shuangkou", teams(4), first, second)
    match = played(cup, "two", 1, "1", winner=1, turned=turned, points=(1, 2), score=(-3, 3), small=(0, 1))
    assert places(table_of(cup, [match], "two")) == ({"t1": 1, "t3": 2} if turned else {"t3": 1, "t1": 2})
