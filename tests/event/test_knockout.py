"""Knock-outs worked out by hand from the printed sheets: CDP-1.2, SJ-0.1, GD2-5."""

import pytest

from paipu.replay.event.record import Entrant, EventRecord, Stage
from tests.event.build import at, audit_event, drawn, event, places, played, table_of, teams, told, won

FIRST = drawn(1, ("t1", "t2"), ("t3", "t4"), ("t5", "t6"), ("t7", "t8"))
SEMI = drawn(2, ("t1", "t3"), ("t5", "t7"))


def test_single_games_then_best_of_three_and_a_match_for_the_third_place() -> None:
    """Eight pairs of 炒地皮: t1 beats t5 in the final by two games to one, t3 beats t7 for the third place (CDP-1.2)."""
    cup = event(
        "chaodipi",
        teams(8),
        Stage(id="1/4", form="knockout", rounds=(FIRST,)),
        Stage(id="final", form="knockout", playoff=True, rounds=(SEMI, drawn(3, ("t1", "t5"), ("t3", "t7")))),
    )
    quarter = [won(cup, "1/4", 1, table, 0) for table in "1234"]
    semi = [won(cup, "final", 2, table, 0, game=game) for table in "12" for game in (1, 2)]
    final = [won(cup, "final", 3, "1", winner, game=game) for game, winner in enumerate((0, 1, 0), start=1)]
    third = [won(cup, "final", 3, "2", 0, points=(2, 0))]
    table = table_of(cup, [*quarter, *semi, *final, *third], "final")
    assert places(table) == {"t1": 1, "t5": 2, "t3": 3, "t7": 4}
    assert [row.reach for row in table.rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert table.rows[0].matches == (
        *("final/2/1/1", "final/2/1/2"),
        *("final/3/1/1", "final/3/1/2", "final/3/1/3"),
    )
    first = table_of(cup, quarter, "1/4")
    assert places(first) == {"t1": 1, "t3": 1, "t5": 1, "t7": 1, "t2": 5, "t4": 5, "t6": 5, "t8": 5}
    assert told(first, "t8") == [("round", 1, ("t2", "t4", "t6"))]
    assert [row.reach for row in first.rows] == [(1, 1)] * 4 + [(5, 5)] * 4  # the final decides the rest
    assert [row.reach for row in table_of(cup, quarter[:3], "1/4").rows] == [(1, 1)] * 3 + [(1, 5)] * 2 + [(5, 5)] * 3


def in_two_stages(*, playoff: bool = True, third: bool = True) -> EventRecord:
    """A semi-final and a final as stages of their own, the final with the table for the third place or without."""
    last = drawn(1, ("t1", "t3"), ("t4", "t2")) if third else drawn(1, ("t1", "t3"))
    semi = Stage(id="semifinal", form="knockout", rounds=(drawn(1, ("t1", "t2"), ("t3", "t4")),))
    return event("chaodipi", teams(4), semi, Stage(id="final", form="knockout", playoff=playoff, rounds=(last,)))


def test_who_lost_in_the_stage_before_plays_for_the_third_place() -> None:
    cup = in_two_stages()
    semi = [won(cup, "semifinal", 1, table, 0, points=(2, 0)) for table in "12"]
    final, third = (won(cup, "final", 1, table, 0, points=(2, 0)) for table in "12")
    table = table_of(cup, [*semi, final, third], "final")
    assert [(row.entrant, row.place, row.reach) for row in table.rows] == [
        *(("t1", 1, (1, 1)), ("t3", 2, (2, 2)), ("t4", 3, (3, 3)), ("t2", 4, (4, 4))),
    ]
    assert [one.entrants for one in table.bracket[0].thirds] == [("t4", "t2")]
    assert not [*audit_event(cup, [*semi, final, third])]
    table = table_of(cup, [*semi, final], "final")
    assert {row.entrant: (row.place, row.reach) for row in table.rows} == {
        "t1": (1, (1, 1)),
        "t3": (2, (2, 2)),
        **dict.fromkeys(("t2", "t4"), (3, (3, 4))),
    }


def test_who_lost_in_the_stage_before_goes_on_to_no_other_table() -> None:
    cup = in_two_stages(playoff=False)
    semi = [won(cup, "semifinal", 1, table, 0, points=(2, 0)) for table in "12"]
    assert [each.finding.code for each in audit_event(cup, semi)].count("EVENT-ADVANCE") == 2


def test_a_best_of_three_is_open_after_one_game_each() -> None:
    cup = event("chaodipi", teams(4), Stage(id="final", form="knockout", rounds=(drawn(1, ("t1", "t2"), ("t3", "t4")),)))
    games = [won(cup, "final", 1, "1", winner, game=game) for game, winner in ((1, 0), (2, 1))]
    table = table_of(cup, games)
    assert [(row.entrant, row.open, row.reach) for row in table.rows] == [
        *((team, 1, (1, 3)) for team in ("t1", "t2", "t3", "t4")),
    ]
    whole = table_of(cup, [won(cup, "final", 1, "1", 1, points=(1, 2))])
    assert [(row.entrant, row.place) for row in whole.rows] == [("t2", 1), ("t3", 1), ("t4", 1), ("t1", 3)]
    assert [row.open for row in whole.rows] == [0, 1, 1, 0]


def test_in_other_stages_of_the_same_sheet_one_game_decides() -> None:
    cup = event("chaodipi", teams(2), Stage(id="1/8", form="knockout", rounds=(drawn(1, ("t1", "t2")),)))
    assert places(table_of(cup, [won(cup, "1/8", 1, "1", 1, game=1)])) == {"t2": 1, "t1": 2}


def test_every_match_of_the_second_sheet_is_best_of_three() -> None:
    """Eight pairs of 掼蛋（二）, GD2-5; the semi-final losers share the third place."""
    rounds = (FIRST, SEMI, drawn(3, ("t1", "t5")))
    cup = event("guandan-2", teams(8), Stage(id="cup", form="knockout", rounds=rounds))
    games = [
        won(cup, "cup", no, table, 0, game=game)
        for no, tables in ((1, "1234"), (2, "12"), (3, "1"))
        for table in tables
        for game in (1, 2)
    ]
    table = table_of(cup, games)
    assert places(table) == {"t1": 1, "t5": 2, "t3": 3, "t7": 3, "t2": 5, "t4": 5, "t6": 5, "t8": 5}
    assert [row.reach for row in table.rows[:4]] == [(1, 1), (2, 2), (3, 3), (3, 3)]
    assert [drawn.no for drawn in table.bracket] == [1, 2, 3]
    assert table.bracket[2].encounters[0].matches == ("cup/3/1/1", "cup/3/1/2")


def test_the_event_may_set_how_many_games_decide() -> None:
    cup = event("guandan-2", teams(2), Stage(id="cup", form="knockout", best_of=1, rounds=(drawn(1, ("t1", "t2")),)))
    assert places(table_of(cup, [won(cup, "cup", 1, "1", 0, game=1)])) == {"t1": 1, "t2": 2}
    of_round = event("guandan-2", teams(2), Stage(id="cup", form="knockout", rounds=(drawn(1, ("t1", "t2"), best_of=5),)))
    games = [won(of_round, "cup", 1, "1", 0, game=game) for game in (1, 2)]
    assert table_of(of_round, games).open == 2
    assert table_of(of_round, [*games, won(of_round, "cup", 1, "1", 0, game=3)]).open == 0


def test_partners_are_drawn_anew_and_byes_go_on() -> None:
    """Ten players of 升级 (SJ-0.1, SJ-0.4): two tables and two byes, then six players, then the four of the last table."""
    players = [Entrant(id=each) for each in "abcdefghij"]
    rounds = (
        drawn(1, (("a", "b"), ("c", "d")), (("e", "f"), ("g", "h")), byes=("i", "j")),
        drawn(2, (("a", "i"), ("b", "j")), byes=("e", "f")),
        drawn(3, (("a", "e"), ("f", "i"))),
    )
    cup = event("shengji", players, Stage(id="cup", form="knockout", rounds=rounds))
    matches = [won(cup, "cup", 1, "1", 0), won(cup, "cup", 1, "2", 0), won(cup, "cup", 2, "1", 0), won(cup, "cup", 3, "1", 1)]
    table = table_of(cup, matches)
    assert places(table) == {"f": 1, "i": 1, "a": 3, "e": 3, "b": 5, "j": 5, "c": 7, "d": 7, "g": 7, "h": 7}
    assert told(table, "i") == [("round", 3, ("f",))]
    assert {row.entrant: row.reach for row in table.rows if row.place in {1, 3}} == {
        **dict.fromkeys("fi", (1, 1)),
        **dict.fromkeys("ae", (3, 3)),
    }
    under_way = event("shengji", players, Stage(id="cup", form="knockout", rounds=rounds[:2]))
    waiting = table_of(under_way, matches[:2])
    assert {row.entrant: row.reach for row in waiting.rows if row.entrant in "aejg"} == {
        **dict.fromkeys("aj", (1, 5)),  # round 2 is drawn: six players, of whom four go on
        "e": (1, 3),
        "g": (7, 7),
    }


@pytest.mark.parametrize("told_of", [(), ("final",)])
def test_semi_final_losers_may_be_third_or_fourth_until_their_match_is_told(told_of: tuple[str, ...]) -> None:
    rounds = (SEMI, drawn(3, ("t1", "t5"), ("t3", "t7")))[: 1 + len(told_of)]
    cup = event("guandan-2", teams(8), Stage(id="cup", form="knockout", best_of=1, playoff=True, rounds=rounds))
    semi = [won(cup, "cup", 2, "1", 0), won(cup, "cup", 2, "2", 0)]
    found = {row.entrant: row.reach for row in table_of(cup, semi).rows if row.entrant in {"t1", "t3", "t5", "t7"}}
    assert found == {"t1": (1, 2), "t5": (1, 2), "t3": (3, 4), "t7": (3, 4)}


def test_a_turned_match_counts_for_those_who_played_it() -> None:
    cup = event("guandan-2", teams(2), Stage(id="cup", form="knockout", best_of=1, rounds=(drawn(1, ("t1", "t2")),)))
    assert places(table_of(cup, [played(cup, "cup", 1, "1", turned=True, winner=0)])) == {"t2": 1, "t1": 2}


def test_who_was_absent_has_lost_and_the_other_goes_on() -> None:
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4"), absent=("t1",)),)
    cup = event("guandan-2", teams(4), Stage(id="cup", form="knockout", rounds=rounds))
    table = table_of(cup, [])
    assert {row.entrant: row.place for row in table.rows} == {"t2": 1, "t3": 1, "t4": 1, "t1": 3}


def test_a_match_that_names_another_table_is_found_by_who_played_it() -> None:
    cup = event(
        "guandan-2", teams(4), Stage(id="cup", form="knockout", best_of=1, rounds=(drawn(1, ("t1", "t2"), ("t3", "t4")),))
    )
    matches = [at(won(cup, "cup", 1, "1", 0), table="2"), at(won(cup, "cup", 1, "2", 0), table="1")]
    assert places(table_of(cup, matches)) == {"t1": 1, "t3": 1, "t2": 3, "t4": 3}
