"""What a clause lets a referee do, held against the printed words: a ruling of another kind is found, whatever the clause."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from replay.catalogue import clause_of_codes, clauses
from replay.findings import Basis
from replay.powers import check_rulings
from replay.record import Effect, Ruling
from replay.report import Report
from replay.ruling import with_ruling
from replay.sheets import SHEETS
from tests.oracle.rulings import POWERS
from tests.rules.build import match, score_sheet

KINDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "points": {"points": {"NS": -10}},
    "levels": {"levels": {"NS": -1}},
    "loser": {"loser": "NS"},
    "disqualified": {"disqualified": "NS"},
    "void": {"void": True},
    "double": {"double": "NS"},
    "stopped": {"stopped": True},
}


def found(
    sheet: str, clause: str | None, effect: Mapping[str, Any], state: str = "issued"
) -> list[tuple[str, str | None, str]]:
    """What is found of a ruling under a clause."""
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat="N", clause=clause, effect=Effect(**effect), state=state)
    report = Report(clause_of_codes(sheet))
    check_rulings(SHEETS[sheet], with_ruling(match(score_sheet(80), sheet=sheet), ruling), report)
    return [(each.code, each.clause, each.where.pointer) for each in report.findings]


@pytest.mark.parametrize("sheet", POWERS)
def test_a_clause_gives_what_is_printed_and_no_more(sheet: str) -> None:
    """Every clause of the sheet, with every kind of effect; of a bound on points there is a test of its own."""
    wrong = []
    for clause in clauses(sheet).values():
        if clause.basis is not Basis.STATED and clause.id not in POWERS[sheet]:
            continue
        for kind, effect in KINDS.items():
            told = found(sheet, clause.id, effect)
            beyond = [("RULING-RANGE", clause.id, pointer) for code, _, pointer in told if code == "RULING-RANGE"]
            if (kind in POWERS[sheet].get(clause.id, "").split()) == bool(beyond) or not all(each in told for each in beyond):
                wrong.append((clause.id, kind, told))
    assert not wrong


@pytest.mark.parametrize(
    ("sheet", "clause", "effect", "places"),
    [
        ("guandan-3", "GD3-E2.3", {"levels": {"NS": -1}}, ["levels/NS"]),
        ("guandan-3", "GD3-E2.2", {"levels": {"EW": -2}}, ["levels/EW"]),
        ("guandan-3", "GD3-E2.1", {"levels": {"EW": -2}}, []),
        ("guandan-3", "GD3-E2.1", {"points": {"EW": -2}}, ["points/EW"]),
        ("guandan-2", "GD2-7", {"loser": "EW"}, ["loser"]),
        ("guandan-2", "GD2-6", {"disqualified": "EW"}, ["disqualified"]),
        ("shuangkou", "SK-4.2", {"disqualified": "EW", "loser": "EW"}, ["disqualified"]),
        ("shuangkou", "SK-5.4", {"winner": "EW"}, []),
        ("shuangkou", "SK-5.3", {"winner": "EW", "void": True}, ["void", "winner"]),
        ("chaodipi", "CDP-7.3", {"disqualified": "EW"}, ["disqualified"]),
        ("chaodipi", "CDP-6.6", {"disqualified": "EW"}, ["disqualified"]),
        ("chaodipi", "CDP-6.10", {"disqualified": "EW"}, []),
        ("chaodipi", "CDP-7.4", {"next_dealer": "E", "void": True, "levels": {"NS": -1}, "points": {"NS": -5}}, []),
        ("shengji", "SJ-16l", {"next_dealer": "N"}, []),
        ("shengji", "SJ-16k", {"next_dealer": "N"}, ["next_dealer"]),
        ("shengji", "SJ-0.4", {"winner": "EW"}, []),
        ("guandan-js2023", "JS-7.1.7", {"levels": {"NS": -1}}, ["levels/NS"]),
        ("guandan-js2023", "JS-9", {"levels": {"NS": -1}}, []),
        ("daguai", "DG-6.3", {"double": "135"}, ["double"]),
    ],
)
def test_what_is_beyond_a_clause_is_found_at_its_place(
    sheet: str, clause: str, effect: Mapping[str, Any], places: list[str]
) -> None:
    assert found(sheet, clause, effect) == [("RULING-RANGE", clause, f"/rulings/0/effect/{place}") for place in places]


@pytest.mark.parametrize(
    ("clause", "state"), [(None, "issued"), ("the chief referee", "issued"), ("SK-4.2", "draft"), ("D-SK-22", "final")]
)
def test_nothing_is_held_against_what_names_no_clause_of_the_sheet_or_is_not_in_force(clause: str | None, state: str) -> None:
    """Nor against one under what the sheet leaves open and is settled."""
    assert found("shuangkou", clause, {"disqualified": "NS", "levels": {"NS": -1}, "points": {"NS": -7}}, state) == []
