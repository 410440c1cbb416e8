"""Rulings that find a fault proven: it counts as the sheet prints for what the table noted, and no fact changes."""

from dataclasses import replace
from typing import Final

import pytest

from replay.audit import audit
from replay.faults import established
from replay.record import Effect, Fault, GameRecord, Hand, Incident, Ruling
from replay.ruling import Matter, propose_for, with_ruling
from replay.ruling.document import proposal_document
from samples import make_match
from samples.document import record_of
from tests.rules.build import match, score_sheet

NOTED: Final = (
    ("chaodipi", "concealed", (2, 2), (6, 4)),
    ("chaodipi", "hand_count", (0, 0), (3, 4)),
    ("shengji", "revoke", (2, 2), (3, 1)),
    ("shuangkou", "signal", (2, 4), (2, 4)),
    ("shuangkou", "hand_count", (0, 0), (9, 4)),
    ("guandan-js2023", "signal", (2, 4), (2, 4)),
    ("daguai", "signal", (2, 4), (2, 4)),
)


def matched(sheet: str) -> GameRecord:
    """A match of two hands."""
    return record_of(make_match(5, 1, sheet=sheet, hands=2))


def noted(record: GameRecord, incident: Incident) -> GameRecord:
    """The match with an incident in its first hand."""
    return replace(record, hands=(replace(record.hands[0], incidents=(incident,)), *record.hands[1:]))


def ruled(record: GameRecord, incident: Incident, **about: str) -> GameRecord:
    """The match with a ruling that finds the same proven."""
    fault = Fault(kind=incident.kind, noticed=incident.noticed)
    ruling = Ruling(id="r", hand=1, at=incident.at, seat=incident.seat, effect=Effect(fault=fault), **about)
    return replace(record, rulings=(ruling,))


@pytest.mark.parametrize(("sheet", "kind", "at", "found"), NOTED)
def test_a_fault_found_proven_counts_like_one_that_was_noted(
    sheet: str, kind: str, at: tuple[int, int], found: tuple[int, int]
) -> None:
    record = matched(sheet)
    incident = Incident(kind=kind, seat=record.hands[0].tricks[0][0] if record.hands[0].tricks else "E", at=at, noticed=found)
    by_table, by_referee = audit(noted(record, incident)), audit(ruled(record, incident))
    assert (by_referee.hands, by_referee.match) == (by_table.hands, by_table.match)
    both = audit(ruled(noted(record, incident), incident))
    assert (both.hands, both.match) == (by_table.hands, by_table.match)


@pytest.mark.parametrize(("sheet", "kind", "at", "found"), NOTED)
def test_withdrawn_it_is_as_before(sheet: str, kind: str, at: tuple[int, int], found: tuple[int, int]) -> None:
    record = matched(sheet)
    incident = Incident(kind=kind, seat="E" if sheet != "daguai" else "1", at=at, noticed=found)
    for state in ("withdrawn", "draft"):
        assert audit(ruled(record, incident, state=state)) == audit(record)


def test_a_ruling_on_the_same_fault_replaces_what_the_table_noted() -> None:
    """Noted as found in its trick, ruled as found four tricks later: eighty, and not ten more."""
    record = matched("chaodipi")
    seat = "N"
    early = noted(record, Incident(kind="revoke", seat=seat, at=(2, 2), noticed=(2, 4), cards="3s"))
    late = ruled(early, Incident(kind="concealed", seat=seat, at=(2, 2), noticed=(6, 4)))
    without, with_both = audit(record).hands[0], audit(late).hands[0]
    assert abs((with_both.penalties or 0) - (without.penalties or 0)) == 80


def test_what_is_established_is_so_once() -> None:
    record = ruled(matched("shengji"), Incident(kind="revoke", seat="E", at=(2, 2), noticed=(3, 1)))
    once = established(record)
    assert established(once) == once
    assert [each.ruled for each in once.hands[0].incidents] == [0]
    assert established(matched("shengji")) == matched("shengji")


def test_a_finding_of_a_fault_found_proven_points_at_the_ruling() -> None:
    record = ruled(matched("daguai"), Incident(kind="signal", seat="1", at=(2, 4), noticed=(2, 4)))
    assert [each.where.pointer for each in audit(record).findings if each.code == "INCIDENT-MARK"] == ["/rulings/0"]


def test_of_a_score_sheet_nobody_knows_when_a_wrong_count_was_found() -> None:
    """SK-5.1.1 and SK-5.1.2: both are proposed, and neither is said to apply."""
    count = Incident(kind="hand_count", seat="N")
    record = match(score_sheet(80, dealer="E", incidents=(count,)), sheet="shuangkou")
    found = propose_for(record, Matter(1, count, noted=True))
    assert [(each.clause, each.applies, str(each.basis)) for each in found] == [
        ("SK-5.1.1", False, "stated"),
        ("SK-5.1.2", False, "stated"),
    ]
    early = replace(count, at=(0, 0))  # `at` is when it was found
    assert [(each.clause, each.applies) for each in propose_for(record, Matter(1, early))] == [("SK-5.1.1", True)]


def test_of_a_fault_without_a_place_the_document_does_not_say_when_it_was_found() -> None:
    shown = Incident(kind="exposed", seat="N")
    record = match(score_sheet(80, dealer="E", incidents=(shown,)), sheet="shuangkou")
    [proposal] = propose_for(record, Matter(1, shown, noted=True))
    assert proposal_document(proposal)["found"] == {"first": None, "last": None, "least": None, "most": None}


@pytest.mark.parametrize(("kind", "clause"), [("delay", "JS-7.6.2"), ("left_seat", "JS-7.6.3")])
@pytest.mark.parametrize("step", ["violation", "foul", "lost"])
def test_what_a_chosen_step_brings_is_under_the_clause_that_leaves_it_to_the_referee(kind: str, clause: str, step: str) -> None:
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat="N", effect=Effect(fault=Fault(kind=kind, step=step)))
    told = audit(with_ruling(match(Hand(no=1), sheet="guandan-js2023"), ruling)).findings
    assert [each.clause for each in told if each.code.startswith("PENALTY-")] == [clause]
