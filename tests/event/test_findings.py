"""Each finding about an event: what triggers it, with its place and its clause, and what close by does not."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Literal

import pytest

from paipu.ingest.event_words import EventWords
from paipu.replay.audit import audit
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.checks import CHECKS, render
from paipu.replay.checks.entry import read
from paipu.replay.event.audit import EventFinding
from paipu.replay.event.board import BoardHand, ByAccount
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.record import (
    Adjusted,
    Boards,
    BoardSet,
    Deal,
    Entrant,
    EventRecord,
    Penalty,
    Published,
    PublishedRow,
    Round,
    Scale,
    Stage,
    Table,
)
from paipu.replay.event_rules import MatchPoints
from paipu.replay.record import Effect, Fault, GameRecord, Hand, Incident, MatchClaims, Player, Ruling
from paipu.replay.report import Report
from paipu.replay.rulesheet import TRICK
from paipu.replay.text import LANGS, Lang
from tests.event.build import at, audit_event, both, can_be_drawn, drawn, event, figures, played, table_of, teams, won
from tests.rules.registry import Asked, situations

Case = tuple[EventRecord, Sequence[Match]]
Made = Callable[[], Case]
CODES: Final = tuple(check.code for check in read("event"))
TRIGGERED: Final[set[str]] = set()
SPARED: Final[set[str]] = set()


def found(case: Case) -> list[EventFinding]:
    return [*audit_event(*case)]


def trigger(
    code: str,
    *,
    pointer: str,
    clause: str | None = None,
    match: str | None = None,
    expected: str | None = None,
    actual: str | None = None,
    besides: tuple[str, ...] = (),
) -> Asked[Made]:
    """The event has this finding once, at its place and under its clause, and but for the codes in `besides` no other."""

    def decorate(make: Made) -> Callable[[], None]:
        TRIGGERED.add(code)

        def test() -> None:
            findings = found(make())
            told = [(each.match, each.finding) for each in findings]
            assert sorted(each.finding.code for each in findings) == sorted([code, *besides]), told
            (mine,) = [each for each in findings if each.finding.code == code]
            here = mine.finding
            assert (here.where.pointer, here.clause, mine.match) == (pointer, clause, match), told
            assert expected in {None, here.expected}, told
            assert actual in {None, here.actual}, told
            assert (here.severity, here.kind) == (CHECKS[code].severity, CHECKS[code].kind)
            assert all("{" not in render(here, lang, TRICK) for lang in ("zh", "en"))

        test.__name__ = make.__name__
        return test

    return Asked(decorate)


def must_not(*codes: str) -> Asked[Made]:
    """The event, which is close by, has no finding at all."""

    def decorate(make: Made) -> Callable[[], None]:
        SPARED.update(codes)

        def test() -> None:
            assert found(make()) == []

        test.__name__ = make.__name__
        return test

    return Asked(decorate)


def test_every_code_has_both() -> None:
    assert set(CODES) == TRIGGERED
    assert set(CODES) == SPARED


# --- a table of rounds of 双扣

ROUNDS: Final = (
    drawn(1, ("t1", "t2"), ("t3", "t4")),
    drawn(2, ("t1", "t3"), ("t2", "t4")),
    drawn(3, ("t1", "t4"), ("t2", "t3")),
)
FIGURES: Final = {"t1": (6, 24), "t2": (5, 16), "t3": (4, -10), "t4": (3, -30)}
"""Match points and 大分: the first side has won every match by ten, and t1 its first by four."""


def league(
    *published: Published, penalties: Iterable[Penalty] = (), rounds: Sequence[Any] = ROUNDS, **stage: Any
) -> EventRecord:
    made = Stage(id="all", form="table", rounds=tuple(rounds), **stage)
    return event("shuangkou", teams(4), made, published=published, penalties=tuple(penalties))


def results(of: EventRecord, *without: str, stage: str = "all") -> list[Match]:
    """All matches of the first stage, but some by round and table."""
    matches = []
    for each in of.stages[0].rounds:
        for table in each.tables:
            name = f"{each.no}/{table.name}"
            if name in without or set(table.sides[0] + table.sides[1]) & set(each.absent):
                continue
            by = 4 if table.entrants == ("t1", "t2") else 10
            matches.append(played(of, stage, each.no, table.name, winner=0, points=(2, 1), score=(by, -by), small=(1, 1)))
    return matches


def whole(*published: Published, **more: Any) -> Case:
    made = league(*published, **more)
    return made, results(made)


def first_match(**told: Any) -> Case:
    """The whole league, with something else said of its first match."""
    made, matches = whole()
    return made, [at(matches[0], **told), *matches[1:]]


def published(*rows: PublishedRow, after: int | None = None) -> Published:
    return Published("all", None, after, rows)


def line(team: str, place: int, **figures: int) -> PublishedRow:
    match_points, big_points = FIGURES[team]
    told: Any = {"match_points": match_points, "big_points": big_points, **figures}
    return PublishedRow(team, place, told)


RIGHT: Final = published(line("t1", 1), line("t2", 2), line("t3", 3), line("t4", 4))


must_not(
    *("EVENT-MISSING", "EVENT-UNDECIDED", "EVENT-ROWS", "EVENT-SWAPPED", "EVENT-FIGURE", "EVENT-PLACE", "EVENT-PUBLISHED-OPEN")
).of(a_whole_league_with_its_table=lambda: whole(RIGHT))


@trigger("EVENT-MISSING", pointer="/stages/0/rounds/1/tables/1", actual="all 2/2")
def test_a_match_is_missing() -> Case:
    made = league()
    return made, results(made, "2/2")


@trigger("EVENT-UNDECIDED", pointer="/stages/0/rounds/2/tables/0", actual="all 3/1")
def test_what_a_match_came_to_cannot_be_told() -> Case:
    made = league()
    rest = results(made, "3/1")
    return made, [*rest, played(made, "all", 3, "1", score=(0, 0), drawn=True, reason="time")]


@trigger("EVENT-COUNTS", pointer="/stages/0/rounds/0/byes/0", actual="t3")
def test_a_bye_of_which_nobody_says_what_it_counts() -> Case:
    made = event("shuangkou", teams(3), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), byes=("t3",)),)))
    return made, results(made)


@trigger("EVENT-COUNTS", pointer="/stages/0/rounds/0/tables/0", actual="all 1/1")
def test_a_forfeit_of_which_nobody_says_what_it_counts() -> Case:
    rounds = (drawn(1, ("t1", "t2"), absent=("t1",)),)
    return event("guandan-3", teams(2), Stage(id="all", form="table", rounds=rounds)), []


@must_not("EVENT-COUNTS")
def test_a_bye_that_the_event_counts_and_a_forfeit_that_the_sheet_counts() -> Case:
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t1", "t3"), byes=("t2",), absent=("t3",)))
    stage = Stage(id="all", form="table", rounds=rounds, bye={"match_points": 2})
    made = event("shuangkou", teams(3), stage)
    return made, results(made)


# --- the draw


@trigger("EVENT-TWO-TEAMS", pointer="/teams/1/players/0/id", actual="p1")
def test_a_player_is_in_two_teams() -> Case:
    made, matches = whole()
    first, second, *others = made.entrants
    second = replace(second, players=(Player(id="p1"), *second.players))
    return replace(made, entrants=(first, second, *others)), matches


@must_not("EVENT-TWO-TEAMS")
def test_a_player_stands_in_his_team_alone() -> Case:
    made, matches = whole()
    first, *others = made.entrants
    return replace(made, entrants=(replace(first, players=(*first.players, Player(id="p99"))), *others)), matches


@trigger(
    "EVENT-PLAYER-TWICE",
    pointer="/stages/0/rounds/0/tables/1/sides/EW",
    actual="t1",
    besides=("EVENT-UNDRAWN", "EVENT-MISSING"),
)
def test_a_team_is_drawn_twice_in_a_round() -> Case:
    made = league(rounds=[drawn(1, ("t1", "t2"), ("t1", "t4"))])
    return made, results(made, "1/2")


@trigger("EVENT-PLAYER-TWICE", pointer="/seats/S/id", match="all/1/2", besides=("EVENT-SUBSTITUTE",), actual="p1")
def test_a_player_plays_at_two_tables_of_a_round() -> Case:
    made, matches = whole()
    second = matches[1]
    seats = {**second.seats, "S": Player(id="p1", team="t4")}
    return made, [matches[0], at(second, seats=seats), *matches[2:]]


must_not("EVENT-PLAYER-TWICE").of(two_games_of_one_match_are_at_one_table=lambda: best_of_three(0, 0))


def test_rematches_that_could_have_been_avoided() -> None:
    made = league(rounds=[ROUNDS[0], drawn(2, ("t1", "t2"), ("t3", "t4"))])
    told = [each.finding for each in found((made, results(made)))]
    assert [(each.code, each.where.pointer, each.params["before"]) for each in told] == [
        ("EVENT-REMATCH", "/stages/0/rounds/1/tables/0", 1),
        ("EVENT-REMATCH", "/stages/0/rounds/1/tables/1", 1),
    ]


@trigger("EVENT-REMATCH", pointer="/stages/0/rounds/1/tables/0", clause="GD3-G1")
def test_GD3_G1_three_rounds_are_against_others_of_the_group() -> Case:
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4")), drawn(2, ("t1", "t2"), ("t3", "t5")))
    stage = Stage(id="all", form="table", rounds=rounds, bye={"points": 0}, absent={"points": 0})
    rounds = (rounds[0]._replace(absent=("t5", "t6")), rounds[1]._replace(absent=("t4", "t6")))
    made = event("guandan-3", teams(6), replace(stage, rounds=rounds))
    return made, [won(made, "all", no, table, 0, points=(105, 3)) for no in (1, 2) for table in "12"]


@must_not("EVENT-REMATCH")
def test_a_fourth_round_of_four_cannot_avoid_one() -> Case:
    made = league(rounds=[*ROUNDS, drawn(4, ("t1", "t2"), ("t3", "t4"))])
    return made, results(made)


def test_a_draw_without_rematches_is_looked_for_within_bounds() -> None:
    met = [frozenset(pair) for pair in (("a", "b"), ("c", "d"), ("a", "c"))]
    assert can_be_drawn("abcd", met)
    assert not can_be_drawn("abcd", [*met, frozenset("ad")])
    assert not can_be_drawn("abc", [])
    many = [f"n{n:02d}" for n in range(24)]
    half = set(many[:13])  # thirteen who have met all but the other eleven cannot be paired
    assert not can_be_drawn(many, [frozenset((a, b)) for a in half for b in half if a < b])


@trigger("EVENT-BYE", pointer="/stages/0/rounds/1/byes/0", expected="t1, t2", actual="t3")
def test_a_second_bye_before_others_have_one() -> Case:
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t1", "t2"), byes=("t3",)))
    made = event("shuangkou", teams(3), Stage(id="all", form="table", rounds=rounds, bye={"match_points": 2}))
    return made, results(made)


@must_not("EVENT-BYE", "EVENT-UNDRAWN")
def test_a_second_bye_once_everybody_had_one() -> Case:
    rounds = [
        drawn(no, pair, byes=(bye,))
        for no, (pair, bye) in enumerate(
            [(("t1", "t2"), "t3"), (("t1", "t3"), "t2"), (("t2", "t3"), "t1"), (("t1", "t2"), "t3")], start=1
        )
    ]
    made = event("shuangkou", teams(3), Stage(id="all", form="table", rounds=tuple(rounds), bye={"match_points": 2}))
    return made, results(made)


@trigger("EVENT-UNDRAWN", pointer="/stages/0/rounds/0", actual="t3")
def test_a_team_was_forgotten_in_the_draw() -> Case:
    made = event("shuangkou", teams(3), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)))
    return made, results(made)


# --- who goes on


def cup(second: Any, sheet: str = "chaodipi", **more: Any) -> Case:
    """Four teams, of whom t1 and t3 win; then what was drawn for the next round."""
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4")), second)
    made = event(sheet, teams(4), Stage(id="cup", form="knockout", rounds=rounds, best_of=1, **more))
    first = [won(made, "cup", 1, table, 0) for table in "12"]
    return made, [*first, *(won(made, "cup", 2, table.name, 0) for table in second.tables)]


trigger("EVENT-ADVANCE", pointer="/stages/0/rounds/1/tables/0/sides/NS", clause="CDP-1.2", expected="t3", actual="t4").of(
    CDP_1_2_who_lost_goes_on=lambda: cup(drawn(2, ("t1", "t4")))
)
trigger("EVENT-ADVANCE", pointer="/stages/0/rounds/1", clause="GD2-5", expected="t3", actual="-").of(
    GD2_5_a_winner_is_forgotten=lambda: cup(drawn(2, byes=("t1",)), "guandan-2")
)


@trigger("EVENT-ADVANCE", pointer="/stages/0/rounds/1/tables/0/sides/EW", clause="SJ-0.1", expected="b", actual="d")
def test_SJ_0_1_a_player_who_lost_goes_on() -> Case:
    rounds = (drawn(1, (("a", "b"), ("c", "d")), byes=("e", "f")), drawn(2, (("a", "d"), ("e", "f"))))
    made = event("shengji", [Entrant(id=each) for each in "abcdef"], Stage(id="cup", form="knockout", rounds=rounds))
    return made, [won(made, "cup", 1, "1", 0), won(made, "cup", 2, "1", 0)]


def test_SJ_0_1_each_of_two_who_lost_is_there_in_the_place_of_one_who_won() -> None:
    rounds = (drawn(1, (("a", "b"), ("c", "d")), byes=("e", "f")), drawn(2, (("c", "e"), ("d", "f"))))
    made = event("shengji", [Entrant(id=each) for each in "abcdef"], Stage(id="cup", form="knockout", rounds=rounds))
    told = [each.finding for each in found((made, [won(made, "cup", 1, "1", 0)])) if each.finding.code == "EVENT-ADVANCE"]
    assert [(each.expected, each.actual) for each in told] == [("a", "c"), ("b", "d")]


must_not("EVENT-ADVANCE").of(
    the_winners_go_on_and_the_losers_play_for_the_third_place=lambda: cup(drawn(2, ("t1", "t3"), ("t2", "t4")), playoff=True)
)


@trigger("EVENT-ADVANCE", pointer="/stages/0/rounds/1/tables/1/sides/EW", clause="CDP-1.2", actual="t2")
def test_CDP_1_2_a_loser_plays_on_although_no_third_place_is_played_for() -> Case:
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4"), byes=("t5",)), drawn(2, ("t1", "t3"), ("t2", "t5")))
    made = event("chaodipi", teams(5), Stage(id="cup", form="knockout", rounds=rounds))
    return made, [won(made, "cup", no, table, 0) for no in (1, 2) for table in "12"]


def heats(first: str, second: str, stage: str = "final") -> Case:
    """The league above, of which two go on to a final of one match."""
    league_of_four = Stage(id="all", form="table", rounds=ROUNDS, advance=2)
    final = Stage(id=stage, form="knockout", rounds=(drawn(1, (first, second)),))
    made = event("shuangkou", teams(4), league_of_four, final)
    return made, [*results(made), won(made, stage, 1, "1", 0)]


trigger("EVENT-ADVANCE", pointer="/stages/1/rounds/0/tables/0/sides/NS", expected="t2", actual="t3").of(
    the_third_of_a_group_goes_on_instead_of_the_second=lambda: heats("t1", "t3")
)
must_not("EVENT-ADVANCE").of(the_first_two_of_a_group_go_on=lambda: heats("t2", "t1"))


# --- the records


trigger("EVENT-SHEET", pointer="/sheet", match="all/1/1", expected="shuangkou", actual="shengji").of(
    a_record_is_under_another_sheet=lambda: first_match(sheet="shengji")
)
trigger("EVENT-SHEET", pointer="/options", match="all/1/1", expected="bank_score=mirrored", actual="bank_score=none").of(
    a_record_has_another_option_set=lambda: first_match(options={"bank_score": "none"})
)
must_not("EVENT-SHEET").of(a_record_says_the_default=lambda: first_match(options={"D-SK-03": "mirrored"}))


@trigger("EVENT-STRAY", pointer="/event", match="all/1/1x", actual="all/9/1")
def test_a_match_of_a_round_that_there_is_not() -> Case:
    made, matches = whole()
    return made, [*matches, at(matches[0], id="all/1/1x", round=9)]


must_not("EVENT-STRAY").of(a_stage_is_known_whatever_its_case=lambda: first_match(stage="A L-L"))


@trigger("EVENT-TWICE", pointer="/event", match="copy")
def test_a_match_is_on_record_twice() -> Case:
    made, matches = whole()
    return made, [*matches, at(matches[0], id="copy")]


must_not("EVENT-TWICE").of(games_of_a_match_are_different_records=lambda: best_of_three(0, 1, 1))


def absent(team: str, **came: Any) -> Case:
    """A match that t1 has won, and the list of the absent."""
    made = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), absent=(team,)),)))
    return made, [won(made, "all", 1, "1", 0, **{"points": (2, 1), "score": (5, -5)} | came)]


trigger("EVENT-ABSENT", pointer="/stages/0/rounds/0/absent/0", actual="t1").of(
    who_is_noted_as_absent_has_won=lambda: absent("t1"),
    who_is_noted_as_absent_has_won_since_the_others_did_not_come=lambda: absent("t1", reason="forfeit"),
)
must_not("EVENT-ABSENT").of(
    who_is_noted_as_absent_has_forfeited_by_the_record=lambda: absent("t2", reason="forfeit"),
    who_is_noted_as_absent_and_has_no_record=lambda: (absent("t1")[0], []),
)


def best_of_three(*winners: int, sheet: str = "guandan-2") -> Case:
    """A semi-final, with a record of each game."""
    made = event(sheet, teams(2), Stage(id="semifinal", form="knockout", rounds=(drawn(1, ("t1", "t2")),)))
    return made, [won(made, "semifinal", 1, "1", winner, game=game) for game, winner in enumerate(winners, start=1)]


def two_games(**stage: Any) -> Case:
    """A match of 双扣 in two records, each of them won by the same side."""
    made = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),), **stage))
    came: dict[str, Any] = {"winner": 0, "points": (2, 1), "score": (5, -5), "small": (90, 70)}
    return made, [played(made, "all", 1, "1", game=game, **came) for game in (1, 2)]


trigger("EVENT-GAME", pointer="/event/game", clause="GD2-5", match="semifinal/1/1/3", actual="3").of(
    GD2_5_a_third_game_after_two_that_one_side_has_won=lambda: best_of_three(0, 0, 1)
)
trigger("EVENT-GAME", pointer="/event/game", clause="CDP-1.2", match="semifinal/1/1/4", actual="4").of(
    CDP_1_2_a_fourth_game=lambda: best_of_three(0, 1, 1, 0, sheet="chaodipi")
)
trigger("EVENT-GAME", pointer="/event/game", match="all/1/1/2", actual="2").of(
    SK_4_1b_two_games_of_a_match_that_has_one=two_games
)
must_not("EVENT-GAME").of(the_event_may_give_a_match_more_games=lambda: two_games(best_of=3))


def test_a_game_too_many_counts_nothing() -> None:
    made, matches = two_games()
    table = table_of(made, matches)
    assert (figures(table, "match_points"), figures(table, "big_points")) == ({"t1": 2, "t2": 1}, {"t1": 5, "t2": -5})
    assert [row.matches for row in table.rows] == [("all/1/1/1",)] * 2


@trigger("EVENT-ENTRANTS", pointer="/seats", match="all/1/1", expected="t1 – t2", actual="t1 – t3", besides=("EVENT-MISSING",))
def test_another_team_played_than_was_drawn() -> Case:
    made, matches = whole()
    seats = {seat: Player(id=player.id) for seat, player in matches[0].seats.items()}
    return made, [at(matches[0], teams=("t1", "t3"), seats=seats), *matches[1:]]


must_not("EVENT-ENTRANTS", "EVENT-UNKNOWN").of(
    seats_that_do_not_name_teams_are_as_drawn=lambda: first_match(teams=(None, None), seats={})
)


@trigger("EVENT-SIDES", pointer="/seats", match="all/1/1", expected="t1 – t2", actual="t2 – t1")
def test_the_sides_are_turned_round() -> Case:
    made, matches = whole()
    turned = played(made, "all", 1, "1", turned=True, winner=1, points=(1, 2), score=(-4, 4), small=(1, 1))
    return made, [turned, *matches[1:]]


must_not("EVENT-SIDES", "EVENT-TABLE").of(the_sides_are_as_drawn=whole)
trigger("EVENT-TABLE", pointer="/event/table", match="all/1/1", expected="1", actual="7").of(
    a_match_names_another_table=lambda: first_match(table="7")
)


@trigger("EVENT-UNKNOWN", pointer="/seats/E/team", match="all/1/1", actual="t9")
def test_a_team_that_has_not_entered() -> Case:
    made, matches = whole()
    return made, [at(matches[0], seats={**matches[0].seats, "E": Player(id="p1", team="t9")}), *matches[1:]]


@trigger("EVENT-UNKNOWN", pointer="/seats/E/id", match="cup/1/1", actual="x")
def test_a_player_who_has_not_entered() -> Case:
    made = event(
        "shengji",
        [Entrant(id=each) for each in "abcd"],
        Stage(id="cup", form="knockout", rounds=(drawn(1, (("a", "b"), ("c", "d"))),)),
    )
    match = won(made, "cup", 1, "1", 0)
    return made, [at(match, seats={**match.seats, "E": Player(id="x")})]


@trigger("EVENT-SUBSTITUTE", pointer="/seats/E/id", match="all/1/1", clause="GD3-A1", expected="t1", actual="p99")
def test_GD3_A1_somebody_else_plays_for_a_team() -> Case:
    made = event("guandan-3", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)))
    match = won(made, "all", 1, "1", 0, points=(105, 2))
    return made, [at(match, seats={**match.seats, "E": Player(id="p99", team="t1")})]


@must_not("EVENT-SUBSTITUTE")
def test_GD3_A1_a_team_without_a_list() -> Case:
    made = event("guandan-3", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)))
    match = won(made, "all", 1, "1", 0, points=(105, 2))
    bare = replace(made, entrants=(replace(made.entrants[0], players=()), made.entrants[1]))
    return bare, [at(match, seats={**match.seats, "E": Player(id="p99", team="t1")})]


@must_not("EVENT-SUBSTITUTE")
def test_GD3_A1_a_sheet_that_names_teams_alone() -> Case:
    made = event("guandan-3", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)))
    match = won(made, "all", 1, "1", 0, points=(105, 2))
    return made, [at(match, seats={**match.seats, "E": Player(id="t1/E", team="t1")})]


# --- what was published


trigger("EVENT-ROWS", pointer="/published/0/rows", expected="t4", actual="t3").of(
    a_line_is_there_twice_and_another_missing=lambda: whole(
        published(line("t1", 1), line("t2", 2), line("t3", 3), line("t3", 3))
    )
)
trigger("EVENT-SWAPPED", pointer="/published/0/rows/1", actual="t2").of(
    two_lines_with_each_others_values=lambda: whole(
        published(
            *(line("t1", 1), line("t2", 3, match_points=4, big_points=-10)),
            *(line("t3", 2, match_points=5, big_points=16), line("t4", 4)),
        )
    )
)
trigger("EVENT-FIGURE", pointer="/published/0/rows/2/big_points", clause="SK-4.1b", expected="-10", actual="10").of(
    SK_4_1b_a_figure_is_wrong=lambda: whole(
        published(line("t1", 1), line("t2", 2), line("t3", 3, big_points=10), line("t4", 4))
    )
)
trigger("EVENT-PLACE", pointer="/published/0/rows/0/place", clause="SK-4.1b", expected="1", actual="5").of(
    SK_4_1b_a_place_is_wrong=lambda: whole(published(line("t1", 5), line("t2", 2), line("t3", 3), line("t4", 4)))
)


def school(first: int, second: int, sheet: str = "guandan-3", points: int = 112) -> Case:
    """Two pairs of 掼蛋（三） or two trios of 大怪路子 that are equal in points; t2 has more first places."""
    rounds = (drawn(1, ("t1", "t3"), ("t2", "t4")),)
    rows = (PublishedRow("t1", first, {"points": 112}), PublishedRow("t2", second, {"points": points}))
    rest = (PublishedRow("t3", 3), PublishedRow("t4", 4))
    table = Published("all", None, None, (*rows, *rest))
    made = event(sheet, teams(4), Stage(id="all", form="table", rounds=rounds), published=(table,))
    came = (((112, 2), (1, 5)), ((112, 1), (2, 4)))
    return made, [
        played(made, "all", 1, str(at), winner=0, points=scored, firsts=firsts)
        for at, (scored, firsts) in enumerate(came, start=1)
    ]


trigger("EVENT-TIE-BREAK", pointer="/published/0/rows/1/place", clause="GD3-G3", expected="1=", actual="2").of(
    GD3_G3_equal_points_share_the_place=lambda: school(1, 2)
)
trigger("EVENT-FIGURE", pointer="/published/0/rows/1/points", clause="GD3-G3", expected="112", actual="111").of(
    GD3_G3_a_total_is_wrong=lambda: school(1, 1, points=111)
)
trigger("EVENT-PLACE", pointer="/published/0/rows/1/place", clause="GD3-G3", expected="1=", actual="4").of(
    GD3_G3_a_place_is_wrong=lambda: school(1, 4)
)
must_not("EVENT-TIE-BREAK").of(GD3_G3_a_shared_place=lambda: school(1, 1))


def test_DG_5_9_equal_points_are_parted_by_first_places() -> None:
    told = [each.finding for each in found(school(1, 2, "daguai"))]
    assert [(each.code, each.clause, each.expected, each.actual) for each in told] == [
        ("EVENT-TIE-BREAK", "DG-5.9", "2", "1"),
        ("EVENT-TIE-BREAK", "DG-5.9", "1", "2"),
    ]
    assert found(school(2, 1, "daguai")) == []
    assert [each.finding.code for each in found(school(2, 1, "daguai", points=111))] == ["EVENT-FIGURE"]
    assert [(each.finding.code, each.finding.clause) for each in found(school(2, 4, "daguai"))] == [("EVENT-PLACE", "DG-5.9")]


def test_SK_4_1b_a_tie_is_broken_by_the_wrong_key() -> None:
    """t1 wins all; t2 beats t3, t3 t4 and t4 t2. Of 大分 t2 has −9−8+6, t3 2−9−6, t4 −2+8−9: t4 is second, t2 third."""
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4")), drawn(2, ("t1", "t3"), ("t4", "t2")), drawn(3, ("t1", "t4"), ("t2", "t3")))
    rows = [PublishedRow(team, place) for team, place in (("t1", 1), ("t2", 2), ("t4", 3), ("t3", 4))]
    made = league(Published("all", None, None, tuple(rows)), rounds=rounds)
    matches = [both(each, score=(by, -by)) for each, by in zip(results(made), (9, 2, 9, 8, 9, 6), strict=True)]
    told = [each.finding for each in found((made, matches))]
    assert [(each.code, each.clause, each.where.pointer, each.expected, each.actual) for each in told] == [
        ("EVENT-TIE-BREAK", "SK-4.1b", "/published/0/rows/1/place", "3", "2"),
        ("EVENT-TIE-BREAK", "SK-4.1b", "/published/0/rows/2/place", "2", "3"),
    ]


@pytest.mark.parametrize(("reason", "basis"), [("forfeit", "assumed"), ("passed", "stated")])
def test_that_a_forfeit_has_no_points_of_the_attackers_is_assumed(reason: str, basis: str) -> None:
    """SK-4.2 prints its 积分 and 大分, and says nothing of 小分. t1 and t3 win all alike; t1 made 50 once, t3 twice."""
    rounds = (drawn(1, ("t1", "t2"), ("t3", "t4")), drawn(2, ("t1", "t4"), ("t3", "t2")))
    rows = [PublishedRow(team, place, {"small_points": small}) for team, place, small in (("t1", 1, 50), ("t3", 2, 90))]
    made = league(Published("all", None, None, (*rows, PublishedRow("t4", 3), PublishedRow("t2", 4))), rounds=rounds)
    first, *others = [both(each, score=(20, -20), small=(50, 30)) for each in results(made)]
    first = both(first, reason=reason, lost_by="forfeit" if reason == "forfeit" else None, small=(0, 0))
    told = [each.finding for each in found((made, [first, *others]))]
    assert [(each.code, str(each.basis), each.where.pointer) for each in told] == [
        ("EVENT-TIE-BREAK", basis, "/published/0/rows/0/place"),
        ("EVENT-FIGURE", "stated", "/published/0/rows/1/small_points"),
        ("EVENT-PLACE", basis, "/published/0/rows/1/place"),
    ]
    rows[0] = PublishedRow("t1", 2, {"small_points": 60})
    made = league(Published("all", None, None, (PublishedRow("t3", 1), *rows[:1])), rounds=rounds)
    told = [each.finding for each in found((made, [first, *others])) if each.finding.code == "EVENT-FIGURE"]
    assert [(str(each.basis), each.expected, each.actual) for each in told] == [(basis, "50", "60")]


@trigger("EVENT-PUBLISHED-OPEN", pointer="/published/0", actual="6", besides=("EVENT-MISSING",))
def test_cells_that_open_matches_leave_unchecked() -> Case:
    made = league(RIGHT)
    return made, results(made, "3/2")


@must_not("EVENT-PUBLISHED-OPEN")
def test_a_table_after_an_earlier_round_is_checked_by_that() -> Case:
    rows = (line("t1", 1, match_points=2, big_points=4), line("t3", 1, match_points=2, big_points=10))
    rest = (line("t2", 3, match_points=1, big_points=-4), line("t4", 4, match_points=1, big_points=-10))
    rows = (rows[0]._replace(place=2), rows[1])
    return whole(published(*rows, *rest, after=1))


LEDGER: Final = (Penalty("all", "t1", "match_points", -1, 1), Penalty("all", "t1", "match_points", -1, 3))


@trigger("EVENT-LEDGER", pointer="/published/0/rows/0/penalties", expected="-2", actual="-1")
def test_the_ledger_does_not_add_up() -> Case:
    """Without two of its six points t1 is equal to t3, and ahead of it by its 大分."""
    first, second, third, fourth = RIGHT.rows
    first = line("t1", 2, match_points=4)._replace(penalties=-1)
    return whole(published(first, second._replace(place=1), third, fourth), penalties=LEDGER)


@must_not("EVENT-LEDGER")
def test_the_ledger_up_to_a_round() -> Case:
    rows = (line("t3", 1, match_points=2, big_points=10), line("t1", 2, match_points=1, big_points=4)._replace(penalties=-1))
    rest = (line("t2", 3, match_points=1, big_points=-4), line("t4", 4, match_points=1, big_points=-10))
    return whole(published(*rows, *rest, after=1), penalties=LEDGER)


@pytest.mark.parametrize("points", [None, MatchPoints(win=3, draw=1, loss=0)])
def test_the_events_own_points_hold(points: MatchPoints | None) -> None:
    table = published(PublishedRow("t1", 1, {"match_points": 9 if points else 6}))
    made = league(table, match_points=points)
    codes = [each.finding.code for each in found((made, results(made)))]
    assert codes == ["EVENT-ROWS"]


# --- who is disqualified


def late(times: int, sheet: str = "guandan-3") -> Case:
    """t2 does not come in so many of four rounds running, and a bye between does not break the row."""
    rounds = [drawn(no, ("t1", "t2"), ("t3", "t4"), absent=("t2",) if no <= times else ()) for no in (1, 2, 3, 4)]
    own: Any = {"form": "table", "rank_by": ("wins",), "match_points": None}
    made = event(sheet, teams(4), Stage(id="all", rounds=tuple(rounds), **own))
    spots = [(no, table) for no in (1, 2, 3, 4) for table in "12" if table == "2" or no > times]
    return made, [played(made, "all", no, table, winner=0, points=(100, 0)) for no, table in spots]


def codes(case: Case) -> list[tuple[str, str | None, str]]:
    told = [each.finding for each in found(case) if each.finding.code != "EVENT-REMATCH"]
    return [(each.code, each.clause, each.where.pointer) for each in told]


trigger(
    "EVENT-DISQUALIFIED",
    pointer="/stages/0/rounds/3/tables/0/sides/NS",
    clause="GD3-F4",
    actual="t2",
    besides=("EVENT-REMATCH",) * 6,
).of(GD3_F4_three_forfeits_running_disqualify=lambda: late(3))


@pytest.mark.parametrize("times", [1, 2])
def test_GD3_F4_two_do_not(times: int) -> None:
    assert codes(late(times)) == []


def test_who_is_noted_as_absent_and_played_has_not_forfeited() -> None:
    made, matches = late(3)
    (told,) = codes((made, [*matches, played(made, "all", 3, "1", winner=0, points=(100, 0))]))
    assert told[0] == "EVENT-ABSENT"  # and nobody is disqualified


def test_JS_7_5_two_forfeits_running_disqualify() -> None:
    assert codes(late(1, "guandan-js2023")) == []
    assert codes(late(2, "guandan-js2023")) == [("EVENT-DISQUALIFIED", "JS-7.5", "/stages/0/rounds/2/tables/0/sides/NS")]


def test_JS_7_5_two_matches_lost_by_penalties_disqualify() -> None:
    rounds = [drawn(no, ("t1", "t2")) for no in (1, 2, 3)]
    made = event("guandan-js2023", teams(2), Stage(id="all", form="table", rank_by=("wins",), rounds=tuple(rounds)))
    by = {1: "ruling", 2: "ruling", 3: "passed"}
    matches = [
        played(made, "all", no, "1", winner=0, reason=reason, lost_by="penalty" if reason == "ruling" else None)
        for no, reason in by.items()
    ]
    assert codes((made, matches)) == [("EVENT-DISQUALIFIED", "JS-7.5", "/stages/0/rounds/2/tables/0/sides/NS")]
    assert codes((made, [both(each, lost_by=None) if each.round == 2 else each for each in matches])) == []


def came_late(rounds: Collection[int], sheet: str = "guandan-3") -> Case:
    """t2 sits at table 1 in four rounds, W of S's side, and the table noted that it came a minute late to some of them."""
    made = event(
        sheet,
        teams(2),
        Stage(id="all", form="table", rank_by=("wins",), rounds=tuple(drawn(n, ("t1", "t2")) for n in range(1, 5))),
    )
    matches = [played(made, "all", no, "1", winner=0, points=(100, 0), turned=no == 2) for no in range(1, 5)]
    return made, [both(m, late=frozenset({0 if m.round == 2 else 1})) if m.round in rounds else m for m in matches]


@pytest.mark.parametrize(
    ("rounds", "sheet", "out"),
    [
        ((1, 2, 3), "guandan-3", True),  # not one of them a forfeit
        ((1, 2), "guandan-3", False),
        ((1, 2, 4), "guandan-3", False),
        ((2, 3, 4), "guandan-3", False),  # nothing is drawn after it
        ((1, 2, 3), "guandan-js2023", False),
        ((1, 2, 3), "guandan-2", False),
    ],
)
def test_GD3_F4_it_is_latenesses_that_are_counted(rounds: tuple[int, ...], sheet: str, *, out: bool) -> None:
    wanted = [("EVENT-DISQUALIFIED", "GD3-F4", "/stages/0/rounds/3/tables/0/sides/NS")] if out else []
    assert [each for each in codes(came_late(rounds, sheet)) if each[0] != "EVENT-SIDES"] == wanted


@pytest.mark.parametrize("reason", ["forfeit", "passed"])
def test_a_match_tells_of_its_event_who_came_late(reason: str) -> None:
    """A minute late is no forfeit, whatever the score sheet says, and a lateness all the same."""
    incident = Incident(kind="late", seat="N", seconds=60)
    told = GameRecord(id="m", sheet="guandan-3", hands=(Hand(no=1, incidents=(incident,)),), claims=MatchClaims(reason=reason))
    assert match_of(told, audit(told)).computed.late == frozenset({1})
    assert match_of(told, audit(told)).computed.winner is None


NOTED: Final = Incident(kind="late", seat="N", seconds=60)


@pytest.mark.parametrize(
    ("noted", "ruled", "state", "sides"),
    [
        (NOTED, None, "final", {1}),
        (replace(NOTED, seconds=None), None, "final", {1}),  # by how much nobody wrote down
        (replace(NOTED, seconds=0.5), None, "final", {1}),
        (replace(NOTED, seconds=0), None, "final", set()),  # to the minute is not late
        (None, Fault(kind="late", seconds=60), "issued", {1}),
        (None, Fault(kind="late", seconds=60), "draft", set()),
        (None, Fault(kind="late", seconds=0), "final", set()),
        (None, Fault(kind="delay", seconds=60), "final", set()),
        (NOTED, Fault(kind="late", seconds=0), "final", set()),  # the referee found that he was there
        (replace(NOTED, at=(0, 0)), Fault(kind="late", seconds=0), "final", set()),
        (NOTED, Fault(kind="late", seconds=0), "withdrawn", {1}),
    ],
)
def test_who_came_late_is_what_was_noted_and_what_a_ruling_found(
    noted: Incident | None, ruled: Fault | None, state: str, sides: set[int]
) -> None:
    hand = Hand(no=1, incidents=(noted,) if noted is not None else ())
    rulings = (Ruling(id="r", hand=1, seat="N", effect=Effect(fault=ruled), state=state),) if ruled is not None else ()
    told = GameRecord(id="m", sheet="guandan-3", hands=(hand,), rulings=rulings)
    match = match_of(told, audit(told))
    assert match.computed.late == match.recorded.late == sides
    bare = replace(told, rulings=())
    laid_over = match_of(bare, audit(bare), audit(told))
    assert laid_over.account("ruled").late == sides
    assert laid_over.computed.late == match_of(bare, audit(bare)).computed.late


@must_not("EVENT-DISQUALIFIED")
def test_GD3_F4_a_round_played_in_between_breaks_the_row() -> Case:
    pairs = (("t1", "t2"), ("t2", "t3"), ("t2", "t4"), ("t5", "t2"), ("t6", "t2"))
    rounds = [drawn(no, each, absent=("t2",) if no != 3 else ()) for no, each in enumerate(pairs, start=1)]
    stages = [Stage(id=f"s{each.no}", form="table", rank_by=("wins",), rounds=(each._replace(no=1),)) for each in rounds]
    made = event("guandan-3", teams(6), *stages)
    made = replace(made, entrants=made.entrants, stages=tuple([replace(s, groups={"A": s.rounds[0].entrants}) for s in stages]))
    return made, [played(made, "s3", 1, "1", winner=0, points=(100, 0))]


@trigger("EVENT-TIE-BREAK", pointer="/published/0/rows/2/place", clause="JS-IV.2", expected="3", actual="2")
def test_JS_IV_2_equal_points_are_parted_by_wins() -> Case:
    """t1 has a win and t2 two draws: 2 points each, and t1 is ahead by its win; they are published as sharing the place."""
    rounds = (drawn(1, ("t1", "t3"), ("t2", "t4")), drawn(2, ("t4", "t1"), ("t3", "t2")))
    rows = tuple([PublishedRow(team, place) for team, place in (("t4", 1), ("t1", 2), ("t2", 2), ("t3", 4))])
    stage = Stage(
        id="all", form="table", rank_by=("match_points", "wins"), rounds=rounds, groups={"A": ("t1", "t2", "t3", "t4")}
    )
    made = event("guandan-js2023", teams(4), stage, published=(Published("all", "A", None, rows),))
    results = [(1, "1", 0), (1, "2", None), (2, "1", 0), (2, "2", None)]
    return made, [played(made, "all", no, at, winner=won_by, drawn=won_by is None) for no, at, won_by in results]


@trigger("EVENT-PLACE", pointer="/published/0/rows/1/place", clause=None, expected="2", actual="3")
def test_a_place_in_a_knock_out_is_wrong() -> Case:
    """Nothing is ranked by there, and the message has nothing to say of that."""
    rows = (PublishedRow("t1", 1), PublishedRow("t2", 3))
    final = Stage(id="final", form="knockout", best_of=1, rounds=(drawn(1, ("t1", "t2")),))
    made = event("guandan-2", teams(2), final, published=(Published("final", None, None, rows),))
    return made, [won(made, "final", 1, "1", 0)]


@pytest.mark.parametrize("lang", LANGS)
def test_messages_call_entrants_and_tables_as_people_do(lang: Lang) -> None:
    """Ids that are numbers are never taken for figures, nor the other way round."""
    teams = tuple(Entrant(id=str(at), name=name) for at, name in ((1, "青松"), (2, "白鹭"), (3, "=飞雪")))
    stage = Stage(id="final", form="table", rounds=(Round(1, (Table("2", (("1",), ("2",))),)),))
    words = EventWords(EventRecord(id="cup", sheet="shuangkou", entrants=teams, stages=(stage,)))

    def said(code: str, pointer: str, expected: str | None, actual: str, **params: str | int) -> str:
        report = Report(clause_of_codes("shuangkou"))
        report.add(code, pointer, trick=None, play=None, seat=None, expected=expected, actual=actual, case=None, **params)
        return words.message(report.findings[0])[lang]

    missing = said("EVENT-MISSING", "stages/0/rounds/0/tables/0", None, "final 1/2")
    assert missing.startswith({"zh": "决赛 · 第 1 轮 · 第 2 桌", "en": "final · round 1 · table 2"}[lang])
    place = said("EVENT-PLACE", "published/0/rows/0/place", "2", "1", team="3", keys="")
    assert ("=飞雪" in place, "青松" in place, "白鹭" in place) == (True, False, False)
    gone = said("EVENT-ADVANCE", "stages/0", "1, 2", "3")
    assert all(name in gone for name in ("青松", "白鹭", "=飞雪"))
    nobody = [said("EVENT-ADVANCE", "stages/0", *each) for each in (("-", "3"), ("3", "-"))]
    assert all({"zh": "无人", "en": "nobody"}[lang] in each and "=飞雪" in each for each in nobody)
    shared = said("EVENT-PLACE", "published/0/rows/0/place", "2=", "1", team="3", keys="")
    assert {"zh": "2（并列）", "en": "2 (shared)"}[lang] in shared
    twice = [
        said("EVENT-PLAYER-TWICE", "stages/0/rounds/0/byes/0", None, "3", other=f"/stages/0/rounds/0/{other}")
        for other in ("tables/0/sides/EW", "byes/0", "absent/0")
    ]
    at = {"zh": ("第 2 桌", "轮空", "缺席"), "en": ("table 2", "bye", "absent")}[lang]
    assert all(where in each and "stages" not in each for where, each in zip(at, twice, strict=True))
    counts = said("EVENT-COUNTS", "stages/0/rounds/0/byes/0", None, "3")
    assert counts.startswith("=飞雪")


@pytest.mark.parametrize("sheet", ["chaodipi", "guandan-2", "guandan-js2023", "shuangkou"])
def test_who_goes_on_from_a_table_is_what_the_event_says_and_no_clause(sheet: str) -> None:
    """CDP-1.2, GD2-5 and JS-IV.1 speak of the rounds of a knock-out."""
    first = Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),), advance=1, rank_by=("wins",))
    made = event(sheet, teams(3), first, Stage(id="final", form="knockout", rounds=(drawn(1, ("t2", "t3")),)))
    told = [each.finding for each in audit_event(made, [played(made, "all", 1, "1", winner=0)])]
    found = [(each.clause, str(each.basis)) for each in told if each.code == "EVENT-ADVANCE"]
    assert {*found} == {(None, "stated")}


# --- the same deals at several tables

DEAL: Final = Deal(1, {"E": "As Ks", "N": "2h 3h", "W": "4c 5c", "S": "6d 7d"}, "5", "E")
SET: Final = BoardSet("final", level="by_board", leader="by_board", tribute="none", deals={1: DEAL}, sha256="a", read="a")


def duplicate(of: BoardSet = SET, *rounds: Round, result: Literal["levels", "score"] = "levels", **more: Any) -> EventRecord:
    """An event of four teams that plays board 1 at both tables of its first round."""
    stage = Stage(id="final", form="table", rounds=rounds or (drawn(1, ("t1", "t2"), ("t3", "t4")),), rank_by=("board_points",))
    return event("guandan-1", teams(4), stage, boards=Boards((of,), Scale("matchpoints", result), **more))


def sat(
    made: EventRecord, no: int, table: str, *, board: int = 1, came: tuple[int, int] | None = (2, -2), **changes: Any
) -> Match:
    """A table's record of a board."""
    told: ByAccount = {"recorded": {"levels": came}, "computed": {"levels": came}} if came is not None else {}
    held = BoardHand(0, board, None, "5", "E", DEAL.parts, results=told)._replace(**changes)
    match = played(made, "final", no, table, reason=None)
    return at(match, id=f"{match.id}/b{board}", boards=(held,))


def at_both(made: EventRecord, **changes: Any) -> Case:
    """Both tables have played the board, the second with something else about it."""
    return made, [sat(made, 1, "1"), sat(made, 1, "2", **changes)]


must_not(
    *(
        "EVENT-DEALS",
        "EVENT-DEALS-UNREAD",
        "EVENT-BOARD-UNKNOWN",
        "EVENT-BOARD-CARD",
        "EVENT-BOARD-LEVEL",
        "EVENT-BOARD-LEADER",
    ),
    *("EVENT-BOARD-TRIBUTE", "EVENT-BOARD-UNSEEN", "EVENT-BOARD-OPEN", "EVENT-BOARD-TWICE", "EVENT-BOARD-DIRECTION"),
).of(
    two_tables_have_played_the_board=lambda: at_both(duplicate()),
    the_cards_may_stand_in_another_order=lambda: at_both(duplicate(), dealt={**DEAL.parts, "E": "Ks As"}),
    nothing_is_fixed_of_level_and_leader=lambda: at_both(
        duplicate(SET._replace(level=None, leader=None, tribute=None)), level="7", leader="S", tribute=("S>E BJ",)
    ),
    a_void_board_has_an_adjusted_score=lambda: at_both(
        duplicate(adjusted=(Adjusted(0, 1, 1, "2", (Fraction(1, 2), Fraction(1, 2))),)), came=None
    ),
    without_deals_the_tables_agree=lambda: at_both(duplicate(SET._replace(deals=None, sha256=None, read=None))),
)


@trigger("EVENT-DEALS", pointer="/boards/sets/0/sha256", expected="a", actual="b")
def test_the_deals_are_not_those_of_which_the_hash_was_given_out() -> Case:
    return at_both(duplicate(SET._replace(read="b")))


@trigger("EVENT-DEALS-UNREAD", pointer="/boards/sets/0", actual="deals.ndjson")
def test_the_deals_are_not_at_hand() -> Case:
    return at_both(duplicate(SET._replace(deals=None, read=None, file="deals.ndjson")))


@trigger("EVENT-BOARD-UNKNOWN", pointer="/event/board/no", match="final/1/2/b9", actual="9")
def test_a_board_that_was_not_dealt() -> Case:
    return at_both(duplicate(), board=9)


@trigger("EVENT-BOARD-UNKNOWN", pointer="/event/board", match="final/1/2/b1", actual="B", besides=("EVENT-BOARD-OPEN",))
def test_a_set_that_there_is_not() -> Case:
    return at_both(duplicate(), set="B")


@trigger("EVENT-BOARD-UNKNOWN", pointer="/event", match="final/1/2/b1", actual="-", besides=("EVENT-BOARD-OPEN",))
def test_a_record_names_no_board() -> Case:
    made, (one, other) = at_both(duplicate())
    return made, [one, at(other, boards=())]


@trigger("EVENT-BOARD-CARD", pointer="/hands/0/deal/E", match="final/1/2/b1", expected="Ks", actual="Kd")
def test_a_card_is_another() -> Case:
    return at_both(duplicate(), dealt={**DEAL.parts, "E": "As Kd"})


@trigger(
    "EVENT-BOARD-CARD",
    pointer="/hands/0/deal/E",
    match="final/1/2/b1",
    expected="-",
    actual="Kd",
    besides=("EVENT-BOARD-UNSEEN",),
)
def test_a_card_is_another_in_a_hand_that_was_not_seen_whole() -> Case:
    return at_both(duplicate(), dealt={**DEAL.parts, "E": "?? Kd"})


@trigger("EVENT-BOARD-CARD", pointer="/hands/0/tricks", match="final/1/2/b1", actual="Kd", besides=("EVENT-BOARD-UNSEEN",))
def test_a_seat_plays_a_card_that_it_was_not_dealt() -> Case:
    dealt = {seat: cards for seat, cards in DEAL.parts.items() if seat != "E"}
    return at_both(duplicate(), dealt=dealt, played={"E": "As Kd"})


@trigger("EVENT-BOARD-CARD", pointer="/hands/0/deal/E", match="final/1/2/b1", expected="Ks", actual="Kd")
def test_a_table_has_other_cards_than_the_first_where_there_are_no_deals() -> Case:
    return at_both(duplicate(SET._replace(deals=None, sha256=None, read=None)), dealt={**DEAL.parts, "E": "As Kd"})


@trigger("EVENT-BOARD-LEVEL", pointer="/hands/0", match="final/1/2/b1", expected="5", actual="6")
def test_a_board_is_played_at_another_level() -> Case:
    return at_both(duplicate(), level="6")


@trigger("EVENT-BOARD-LEVEL", pointer="/hands/0", match="final/1/2/b1", expected="5", actual="6")
def test_a_level_that_most_tables_have_where_there_are_no_deals() -> Case:
    return at_both(duplicate(SET._replace(deals=None, sha256=None, read=None)), level="6")


@trigger("EVENT-BOARD-LEADER", pointer="/hands/0", match="final/1/2/b1", expected="E", actual="S")
def test_a_board_is_led_by_another() -> Case:
    return at_both(duplicate(), leader="S")


@trigger("EVENT-BOARD-TRIBUTE", pointer="/hands/0", match="final/1/2/b1", expected="-", actual="S>E BJ")
def test_tribute_is_paid_where_there_is_none() -> Case:
    return at_both(duplicate(), tribute=("S>E BJ",))


@trigger("EVENT-BOARD-TRIBUTE", pointer="/hands/0", match="final/1/1/b1", expected="S>E BJ", actual="-")
def test_tribute_that_the_deal_states() -> Case:
    deal = DEAL._replace(tribute=("S>E BJ",))
    return at_both(duplicate(SET._replace(tribute="stated", deals={1: deal})), tribute=("S>E BJ",))


@trigger("EVENT-BOARD-UNSEEN", pointer="/hands/0/deal", match="final/1/2/b1", actual="W S")
def test_part_of_a_deal_is_not_on_record() -> Case:
    return at_both(duplicate(), dealt={seat: DEAL.parts[seat] for seat in "EN"})


@trigger("EVENT-BOARD-OPEN", pointer="/stages/0/rounds/0/tables/1", actual="final 1/2")
def test_what_a_board_came_to_is_not_told() -> Case:
    return at_both(duplicate(), came=None)


@trigger("EVENT-BOARD-OPEN", pointer="/stages/0/rounds/0/tables/1", actual="final 1/2")
def test_a_table_has_played_fewer_boards_than_the_others() -> Case:
    made = duplicate(SET._replace(each=2, deals={1: DEAL, 2: DEAL._replace(board=2)}))
    return made, [sat(made, 1, "1"), sat(made, 1, "1", board=2), sat(made, 1, "2")]


def again(*second: str) -> Case:
    """A board that is played in a second round too."""
    made = duplicate(SET, drawn(1, ("t1", "t2")), drawn(2, (second[0], second[1])))
    return made, [sat(made, 1, "1"), sat(made, 2, "1")]


trigger("EVENT-BOARD-TWICE", pointer="/event/board", match="final/2/1/b1", actual="p1", besides=("EVENT-UNDRAWN",) * 4).of(
    a_pair_plays_a_board_twice=lambda: again("t1", "t3")
)
trigger("EVENT-BOARD-DIRECTION", pointer="/event/board", match="final/2/1/b1", actual="p1", besides=("EVENT-UNDRAWN",) * 4).of(
    a_pair_plays_a_board_in_both_directions=lambda: again("t3", "t1")
)


test_situation = situations(__name__)
