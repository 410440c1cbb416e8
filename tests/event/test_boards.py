"""What boards score where rounds, rulings and adjusted scores come into it; the plain scales are held against the oracle."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from paipu.replay.event.board import BoardHand, ByAccount
from paipu.replay.event.boards import points_text
from paipu.replay.event.match import Match
from paipu.replay.event.record import Adjusted, Boards, BoardSet, EventRecord, Published, PublishedRow, Scale, Stage
from paipu.replay.event.standings import standings
from tests.event.build import at, audit_event, drawn, event, figures, played, table_of, teams

ROUNDS = drawn(1, ("t1", "t2")), drawn(2, ("t3", "t4"))


def howell(kind: Any = "matchpoints", **more: Any) -> EventRecord:
    """An event in which board 1 is played at one table a round."""
    stage = Stage(
        id="all", form="table", rounds=ROUNDS, rank_by=("board_points",), bye={"board_points": 0}, absent={"board_points": 0}
    )
    return event("guandan-1", teams(4), stage, boards=Boards((BoardSet("all"),), Scale(kind, "levels"), **more))


def sat(made: EventRecord, no: int, came: int, ruled: int | None = None, *, void: bool = False) -> Match:
    told: ByAccount = {name: {"levels": (came, -came)} for name in ("recorded", "computed")}
    if ruled is not None or void:
        told = {**told, "ruled": {"levels": (ruled or 0, -(ruled or 0))}}
    board = BoardHand(0, 1, None, results=told, void=frozenset({"ruled"} if void else ()))
    match = played(made, "all", no, "1", reason=None)
    return at(match, boards=(board,), ruled=match.computed if "ruled" in told else None)


def test_a_table_published_after_a_round_counts_what_was_played_by_then() -> None:
    made = howell()
    matches = [sat(made, 1, 2), sat(made, 2, 1)]
    assert figures(table_of(made, matches), "board_points") == {"t1": 2, "t2": 0, "t3": 0, "t4": 2}
    (then,) = standings(made, matches, "computed", 1)
    assert figures(then, "board_points") == {"t1": 0, "t2": 0, "t3": 0, "t4": 0}
    rows = (PublishedRow("t1", 1, board_points=Fraction(0)), PublishedRow("t2", 1, board_points=Fraction(0)))
    with_table = replace(made, published=(Published("all", None, 1, rows),))
    told = [each.finding.code for each in audit_event(with_table, matches)]
    assert "EVENT-FIGURE" not in told
    wrong = replace(made, published=(Published("all", None, 2, rows),))
    found = [each.finding for each in audit_event(wrong, matches) if each.finding.code == "EVENT-FIGURE"]
    assert [(each.expected, each.actual) for each in found] == [("1", "0")]


def test_a_published_fraction_is_compared_exactly() -> None:
    made = howell("difference")
    matches = [sat(made, 1, 2), sat(made, 2, 1)]
    for value, codes in (("1/2", []), ("1/3", ["EVENT-FIGURE"])):
        rows = (PublishedRow("t1", board_points=Fraction(value)),)
        told = audit_event(replace(made, published=(Published("all", None, None, rows),)), matches)
        assert [each.finding.code for each in told if each.finding.code == "EVENT-FIGURE"] == codes
        assert all(
            (each.finding.expected, each.finding.actual) == ("0.5", "1/3") for each in told if each.finding.code in codes
        )


def test_a_ruling_changes_what_a_board_came_to_and_a_void_one_is_left_out_of_the_field() -> None:
    made = howell()
    matches = [sat(made, 1, 2, ruled=0), sat(made, 2, 1)]
    by = {name: figures(standings(made, matches, name)[0], "board_points") for name in ("recorded", "computed", "ruled")}
    assert by["recorded"] == by["computed"] == {"t1": 2, "t2": 0, "t3": 0, "t4": 2}
    assert by["ruled"] == {"t1": 0, "t2": 2, "t3": 2, "t4": 0}
    spoiled = [sat(made, 1, 2, void=True), sat(made, 2, 1)]
    (table,) = standings(made, spoiled, "ruled")
    assert {row.entrant: row.open for row in table.rows} == {"t1": 1, "t2": 1, "t3": 0, "t4": 0}
    given = howell(adjusted=(Adjusted(0, 1, 1, "1", (Fraction(1, 2), Fraction(1, 3))),))
    (table,) = standings(given, spoiled, "ruled")
    assert table.board_parts == 6
    assert figures(table, "board_points") == {"t1": 3, "t2": 2, "t3": 0, "t4": 0}
    assert points_text(2, 6) == "1/3"


def test_an_adjusted_score_counts_where_the_board_was_never_played() -> None:
    given = Adjusted(0, 1, 2, "1", (Fraction(1, 2), Fraction(3, 4)))
    made = howell(adjusted=(given,))
    matches = [sat(made, 1, 2)]
    (table,) = standings(made, matches, "computed")
    assert {row.entrant: (row.figures["board_points"], row.open) for row in table.rows} == {
        "t1": (0, 0),
        "t2": (0, 0),
        "t3": (2, 0),
        "t4": (3, 0),
    }
    assert table.board_parts == 4
    told = [each.finding.code for each in audit_event(made, matches)]
    assert not {"EVENT-MISSING", "EVENT-BOARD-OPEN"} & {*told}
    assert "EVENT-MISSING" in [each.finding.code for each in audit_event(howell(), matches)]
