"""Every cell of a published table has a verdict: the same, differs, or open; and what is open is counted, and never agrees."""

from typing import Any

import pytest

from paipu.replay.event.audit import EventAudit
from paipu.replay.event.match import Match
from paipu.replay.event.published import Count
from paipu.replay.event.record import EventRecord, Penalty, Published, PublishedRow, Stage
from paipu.replay.event_rules import MatchPoints
from tests.event.build import drawn, event, played, teams, won

Verdicts = dict[tuple[str, str], str]


def cup(*rows: PublishedRow, rounds: int = 1, **more: Any) -> EventRecord:
    terms: Any = {"match_points": MatchPoints(win=2, loss=0), "rank_by": ("match_points", "small_points")}
    stage = Stage(id="all", form="table", rounds=tuple([drawn(no, ("t1", "t2")) for no in range(1, rounds + 1)]), **terms)
    return event("shuangkou", teams(2), stage, published=(Published("all", None, None, rows),), **more)


def verdicts(made: EventRecord, matches: list[Match]) -> tuple[Verdicts, Count, list[str]]:
    """The verdict of each cell, how many there are of each, and what was found."""
    audit = EventAudit(made, matches)
    found = [each.finding for each in audit.run()]
    cells = [cell for held in audit.held for cell in held.cells]
    assert all(cell.pointer.startswith("/published/0/rows/") for cell in cells)
    differing = {cell.pointer for cell in cells if cell.verdict == "differs"}
    assert {each.where.pointer for each in found if each.where.pointer.startswith("/published/0/rows/")} == differing
    open_now = [each for each in found if each.code == "EVENT-PUBLISHED-OPEN"]
    count = Count.of(cell.verdict for cell in cells)
    assert [(each.actual, each.params["cells"]) for each in open_now] == (
        [(str(count.unchecked), count.cells)] if count.unchecked else []
    )
    return {(cell.entrant, cell.field): cell.verdict for cell in cells}, count, [each.code for each in found]


def test_a_cell_is_the_same_or_differs() -> None:
    made = cup(PublishedRow("t1", 1, {"match_points": 2}), PublishedRow("t2", 2, {"match_points": 1}, penalties=3))
    told, count, _ = verdicts(made, [won(made, "all", 1, "1", 0)])
    assert told == {
        ("t1", "match_points"): "same",
        ("t1", "place"): "same",
        ("t2", "match_points"): "differs",
        ("t2", "penalties"): "differs",
        ("t2", "place"): "same",
    }
    assert (count.cells, count.checked, count.differing, count.unchecked) == (5, 5, 2, 0)


def test_nothing_that_rests_on_a_match_that_is_not_there_agrees() -> None:
    made = cup(PublishedRow("t1", 1, {"match_points": 0}), PublishedRow("t2", 1, {"match_points": 0}))
    told, count, _ = verdicts(made, [])
    assert set(told.values()) == {"open"}
    assert (count.checked, count.unchecked) == (0, 4)


@pytest.mark.parametrize("place", [1, 2])
def test_a_place_that_a_value_would_decide_that_is_not_known_is_not_checked(place: int) -> None:
    """Both have won one, and the small points of neither are known: they may or may not share the place."""
    made = cup(PublishedRow("t1", place, {"match_points": 2}), PublishedRow("t2", 1, {"small_points": 40}), rounds=2)
    told, _, codes = verdicts(made, [won(made, "all", 1, "1", 0), won(made, "all", 2, "1", 1)])
    assert (told["t1", "match_points"], told["t1", "place"], told["t2", "place"]) == ("same", "open", "open")
    assert told["t2", "small_points"] == "open"
    assert "EVENT-PUBLISHED-OPEN" in codes
    known = [played(made, "all", no, "1", winner=no - 1, small=(50, 40)) for no in (1, 2)]
    told, count, _ = verdicts(made, known)
    assert count.unchecked == 0
    assert told["t1", "place"] == ("same" if place == 1 else "differs")


def test_who_does_not_belong_into_a_table_is_not_checked() -> None:
    """The line is found; what stands in it can be held against nothing."""
    made = cup(PublishedRow("t1", 1), PublishedRow("t2", 2), PublishedRow("t9", 3, {"match_points": 0}))
    audit = EventAudit(made, [won(made, "all", 1, "1", 0)])
    codes = [each.finding.code for each in audit.run()]
    told = {(cell.entrant, cell.field): cell.verdict for cell in audit.held[0].cells}
    assert "EVENT-ROWS" in codes
    assert told["t9", "match_points"] == told["t9", "place"] == "open"


def test_penalties_of_the_ledger_are_in_the_cells() -> None:
    rows = (PublishedRow("t1", 1, {"match_points": 1}, penalties=-1), PublishedRow("t2", 2, {"match_points": 0}))
    made = cup(*rows, penalties=(Penalty("all", "t1", "match_points", -1),))
    told, _, _ = verdicts(made, [won(made, "all", 1, "1", 0)])
    assert set(told.values()) == {"same"}
