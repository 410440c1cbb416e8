"""The worked cases of the rule notes for the sheet `daguai`, by name, through the public engine."""

from typing import Final

import pytest

from replay.audit import audit
from replay.catalogue import clauses as catalogue
from replay.findings import Basis
from replay.judge import Situation, Verdict, Word, judge_play
from replay.record import GameRecord, HandClaims, Incident, MatchClaims
from tests.oracle.cards import without
from tests.rules import test_daguai_clauses as clauses
from tests.rules.build import codes, only, verdicts
from tests.rules.daguai_build import DG, A, B, answered, claimed, led, played, recorded, score, sheets, table

NOT_HIGHER: Final = ("PLAY-NOT-HIGHER", "DG-4.3")


def judged(play: str, table: str | None = None, **options: str) -> Verdict:
    """A play, on what lies there or as a lead."""
    return judge_play(Situation(DG, "2", options=options), table=table, play=play)


def type_of(play: str) -> str | None:
    """What some cards are, by the judge, and in a record that must be clean."""
    reads = judged(play).reads
    assert reads is not None
    assert bool(codes(led(play))) == (reads.stands is None)
    return reads.stands


def beaten(table: str, play: str) -> bool:
    """Whether a play beats what lies there, by the judge and in a record; if not, by which clause it is wrong."""
    verdict, record = judged(play, table), answered(table, play)
    if verdict.word is Word.LEGAL:
        assert not codes(record)
        return True
    finding = only(record)
    assert (verdict.word, verdict.code, verdict.clause) == (Word.ILLEGAL, *NOT_HIGHER)
    assert (finding.code, finding.clause, finding.seat, finding.where[:3]) == (*NOT_HIGHER, "2", (1, 1, 2))
    assert (verdict.basis, verdict.options) == (finding.basis, finding.options)
    return False


# ---------------------------------------------------------------------------------------- types, and what beats what


@pytest.mark.parametrize(("table", "play"), [("Kh", "2c"), ("2c", "LJ"), ("LJ", "BJ")])
def test_DG_T01_singles(table: str, play: str) -> None:
    assert beaten(table, play)
    assert not beaten(play, table)


def test_DG_T01_equal_singles() -> None:
    assert not beaten("9s", "9h")
    finding = only(answered("9s", "9h"))
    assert (finding.basis, finding.options) == (Basis.STATED, ())
    assert "PLAY-NOT-HIGHER" in catalogue(DG)["DG-3.2"].defines


def test_DG_T03_a_two_and_a_joker() -> None:
    assert type_of("2sLJ") == "pair:2"
    assert beaten("AsAh", "2sLJ")


def test_DG_T05_the_joker_is_the_three() -> None:
    assert type_of("4s5h6c7dBJ") == "straight:7"
    assert not beaten("3s4h5c6d7s", "4s5h6c7dBJ")


def test_DG_T07_the_joker_must_be_the_ten() -> None:
    assert type_of("AsKhQdJcLJ") == "straight:A"


def test_DG_T09_no_straight_with_a_two_on_top() -> None:
    assert type_of("JsQhKdAc2s") is None
    finding = only(led("JsQhKdAc2s"))
    assert (finding.code, finding.clause, finding.basis, finding.options) == ("PLAY-TYPE-RUN", "DG-2.3", Basis.STATED, ())


def test_DG_T11_flushes_of_equal_tops() -> None:
    assert not beaten("KdQd9d4d3d", "KsJs8s6s5s")
    finding = only(answered("KdQd9d4d3d", "KsJs8s6s5s"))
    assert (finding.basis, finding.options) == (Basis.STATED, ())
    assert "PLAY-NOT-HIGHER" in catalogue(DG)["DG-3.3a"].defines


def test_DG_T13_four_and_one_on_a_full_house() -> None:
    assert beaten("AsAhAcKdKh", "3s3h3c3d4s")
    assert not beaten("3s3h3c3d4s", "AsAhAcKdKh")


def test_DG_T15_two_pairs_and_a_joker() -> None:
    assert type_of("KsKhQcQdLJ") == "full_house:K"


def test_DG_T17_straight_flush_and_no_flush() -> None:
    assert type_of("4s5s6s8sBJ") == "straight_flush:8"


@pytest.mark.parametrize("play", ["9s9h9d4c4d", "2s2h2c3d3h"])
def test_DG_T19_full_houses(play: str) -> None:
    assert beaten("8s8h8c5d5h", play)
    assert not beaten(play, "8s8h8c5d5h")


def test_DG_T19_a_two_is_highest() -> None:
    assert beaten("AsAhAcKdKh", "2s2h2c3d3h")


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


def test_DG_T31_the_joker_is_the_five() -> None:
    assert type_of("As2h3c4dLJ") == "straight:5"
    assert not beaten("2s3h4c5d6s", "As2h3c4dLJ")


def test_DG_T31_equal_to_a_natural_one() -> None:
    """D-DG-07: compared as a straight to the five."""
    assert not beaten("As2h3c4d5s", "Ah2c3d4sLJ")
    assert beaten("As2h3c4dLJ", "2s3h4c5d6s")
    verdict = judged("As2c3d4s5h", "Ah2h3c4dLJ")
    assert (verdict.word, verdict.default, verdict.options) == (Word.DISPUTED, Word.ILLEGAL, ("D-DG-07",))
    finding = only(answered("Ah2h3c4dLJ", "As2c3d4s5h"))
    assert (finding.code, finding.basis, finding.options) == ("PLAY-NOT-HIGHER", Basis.DISPUTED, ("D-DG-07",))


# ---------------------------------------------------------------------------------------- points and matches

T23: Final = {"135246": 8, "123546": 5, "124356": 3, "124635": 1}
"""甲甲甲乙乙乙, 甲乙甲甲乙乙, 甲乙乙甲甲乙, 甲乙乙乙甲甲: places in order, 甲 in the seats 1, 3, 5."""


@pytest.mark.parametrize(("order", "points"), T23.items())
def test_DG_T23_points(order: str, points: int) -> None:
    record = claimed(order, finish=order, points=score(A, points))
    assert not codes(record)
    assert audit(record).hands[0].points == score(A, points)
    wrong = only(claimed(order, points=score(A, points + 1)))
    clause = {8: "DG-5.1", 5: "DG-5.2", 3: "DG-5.3", 1: "DG-5.4"}[points]
    assert (wrong.code, wrong.clause, wrong.basis) == ("CLAIM-PLACE-POINTS", clause, Basis.STATED)


@pytest.mark.parametrize(("order", "points"), T23.items())
def test_DG_T23_points_of_the_other_side(order: str, points: int) -> None:
    other = order.translate(str.maketrans("123456", "234561"))
    record = claimed(other, points=score(B, points))
    assert not codes(record)
    assert audit(record).hands[0].points == score(B, points)


def test_DG_T25_five_and_not_three() -> None:
    """甲甲乙甲乙乙: the fourth place is 乙's too."""
    assert audit(recorded(played("132546"))).hands[0].points == score(A, 5)
    assert only(claimed("132546", points=score(A, 3))).expected == "135=5 246=0"


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
