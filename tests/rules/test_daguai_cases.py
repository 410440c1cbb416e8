"""The worked cases of the rule notes for the sheet `daguai`, by name, through the public engine."""

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis
from paipu.replay.record import GameRecord, HandClaims, Incident, MatchClaims
from tests.oracle.cards import without
from tests.rules import test_daguai_clauses as clauses
from tests.rules.build import codes, only, verdicts
from tests.rules.daguai_build import A, B, played, recorded, score, sheets, table

# ---------------------------------------------------------------------------------------- types, and what beats what


def after_the_last_nine(leader: str) -> GameRecord:
    """P1 leads his last card, all others pass, and then this one leads."""
    board = table({"1": "9s", leader: "3s"})
    for card in [*without(board.hands["1"], ["9s"]), "9s"]:
        board.trick(card)
    assert (board.tricks[26], board.leader) == ("1 9s - - - - -", "2")
    return recorded(board.trick("3s", leader=leader).hand())


def test_DG_T21_the_next_leads() -> None:
    assert not codes(after_the_last_nine("2"))


@pytest.mark.parametrize("leader", "3456")
def test_DG_T21_nobody_else(leader: str) -> None:
    finding = only(after_the_last_nine(leader))
    assert (finding.code, finding.clause, finding.expected) == ("LEAD-AFTER-OUT", "D-DG-03", "2")
    assert finding.options == ("D-DG-03",)


# ---------------------------------------------------------------------------------------- points and matches


def test_DG_T27_an_extra_hand() -> None:
    record = sheets(*clauses.LEVEL_7, claims=MatchClaims(points={A: 7, B: 7}))
    result = audit(record)
    assert not codes(record)
    assert (result.match.points, result.match.winner) == ({A: 7, B: 7}, None)
    assert [hand.points for hand in result.hands] == [
        score(A, 3),
        score(A, 3),
        score(A, 1),
        score(B, 5),
        score(B, 1),
        score(B, 1),
    ]
    assert only(sheets(*clauses.LEVEL_7, claims=MatchClaims(winner=A))).code == "CLAIM-MATCH-WINNER"


@pytest.mark.parametrize(("order", "side"), [("135246", A), ("213546", B)])
def test_DG_T27_the_extra_hand_decides(order: str, side: str) -> None:
    record = sheets(*clauses.LEVEL_7, order, claims=MatchClaims(winner=side))
    assert not codes(record)
    assert audit(record).match.winner == side


def test_DG_T29_two_marks() -> None:
    """乙 are marked twice in a hand that they would have won."""
    marks = (Incident(kind="signal", seat="2", at=(1, 2)), Incident(kind="misconduct", seat="6", at=(4, 2)))
    record = recorded(played("246135", incidents=marks, claims=HandClaims(points=score(A, 8))))
    assert codes(record) == ["INCIDENT-MARK"] * 2
    assert {finding.clause for finding in verdicts(audit(record))} == {"DG-6.3"}
    assert audit(record).hands[0].points == score(A, 8)
    wrong = recorded(played("246135", incidents=marks, claims=HandClaims(points=score(B, 8))))
    (finding,) = [finding for finding in verdicts(audit(wrong)) if finding.code == "CLAIM-PLACE-POINTS"]
    assert (finding.expected, finding.basis, finding.options) == ("135=8 246=0", Basis.STATED, ())
