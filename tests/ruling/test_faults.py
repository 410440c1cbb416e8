"""Rulings that find a fault proven: it counts as the sheet prints for what the table noted, and no fact changes."""

from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.faults import established
from paipu.replay.record import Effect, Fault, GameRecord, Hand, Incident, MatchClaims, Ruling
from paipu.replay.ruling import AllegedFault, propose_for, with_ruling
from paipu.replay.ruling.document import proposal_document
from paipu.samples.document import record_of
from tests.made import make_match
from tests.rules.build import match, score_sheet

NOTED: Final = (
    ("chaodipi", "concealed", (2, 2), (6, 4)),
    ("chaodipi", "hand_count", (0, 0), (3, 4)),
    ("shengji", "revoke", (2, 2), (3, 1)),
    ("shuangkou", "signal", (2, 4), (2, 4)),
    ("shuangkou", "hand_count", (0, 0), (9, 4)),
    ("guandan-js2023", "manner", (2, 4), (2, 4)),
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


JS: Final = "guandan-js2023"


def js_hands(*incidents: Incident, claims: MatchClaims | None = None, **rulings: Ruling) -> GameRecord:
    """A hand of 江苏 2023 that was broken off."""
    hand = Hand(no=1, level="2", lead="E", tricks=("E 3s 4s - 5s",), incidents=incidents)
    return match(hand, sheet=JS, rulings=tuple(rulings.values()), claims=claims)


def proven(kind: str, at: tuple[int, int] | None, seat: str = "N", **facts: Any) -> Ruling:
    return Ruling(
        id=f"{kind}-{seat}-{at}", hand=1, at=at, seat=seat, effect=Effect(fault=Fault(kind=kind, **facts)), state="final"
    )


@pytest.mark.parametrize(
    ("rulings", "levels"),
    [
        ([proven("signal", (1, 4))], {"EW": "5", "NS": "2"}),
        ([proven("hand_count", (0, 0))], {"EW": "5", "NS": "2"}),
        ([proven("overdraw", (0, 0), "E")], {"EW": "2", "NS": "5"}),
        ([proven("tribute_wrong", (0, 0), noticed=(1, 1))], {"EW": "5", "NS": "2"}),
        ([proven("late", None, seconds=300)], {"EW": "5", "NS": "2"}),
        ([proven("out_of_turn", (1, 2)), proven("wrong_play", (1, 4), "S")], {"EW": "5", "NS": "2"}),
        ([proven("delay", (1, 2), step="foul")], {"EW": "5", "NS": "2"}),
        # the warning ruled on last was for the first fault: with it the second one is a violation, and the play a foul
        (
            [proven("card_check", (1, 2)), proven("wrong_play", (1, 4), "S"), proven("draw_seen", (0, 0))],
            {"EW": "5", "NS": "2"},
        ),
        ([proven("wrong_play", (1, 4), "S"), proven("draw_seen", (0, 0))], None),
        ([proven("manner", (1, 2))], None),
        ([proven("tribute_wrong", (0, 0), noticed=(0, 0))], None),
        ([proven("signal", (1, 4), noticed=(2, 1))], None),
        ([proven("late", None, seconds=299)], None),
        ([proven("late", None, seconds=300), proven("late", None, "E", seconds=300)], None),
        ([replace(proven("signal", (1, 4)), effect=Effect(fault=Fault(kind="signal"), void=True))], {"EW": "2", "NS": "2"}),
        ([replace(proven("signal", (1, 4)), state="withdrawn")], None),
    ],
)
def test_js2023_a_foul_found_proven_ends_the_hand(rulings: list[Ruling], levels: dict[str, str] | None) -> None:
    """七(三): what follows need not be written; no foul, one past its penalty, or of both sides alike ends nothing."""
    record = replace(js_hands(), rulings=tuple(rulings))
    assert audit(record).hands[0].levels == levels
    following = replace(record, hands=(*record.hands, Hand(no=2, level="5", tribute=("N>E As", "E>N 3c"), tricks=("N 3s",))))
    said = {finding.code for finding in audit(following).findings}
    foul = levels is not None and levels["EW"] == "5"
    assert ({"TRIBUTE-NONE", "LEAD-RULED"} <= said) == foul


@pytest.mark.parametrize(
    ("at", "noted_at", "count"),
    [((1, 4), (1, 2), 1), ((1, 2), (1, 2), 1), ((1, 2), (1, 4), 2), ((1, 4), None, 1)],
)
def test_js2023_a_ruling_names_a_later_moment_of_what_the_table_noted(
    at: tuple[int, int], noted_at: tuple[int, int] | None, count: int
) -> None:
    """One signal is one foul, and not two that lose the match."""
    noted = Incident(kind="signal", seat="N", at=noted_at)
    result = audit(js_hands(noted, ruling=proven("signal", at)))
    told = [finding.code for finding in result.findings]
    assert (told.count("PENALTY-FOUL"), "PENALTY-LOST" in told) == (count, count > 1)


@pytest.mark.parametrize(
    ("kind", "at", "noted_at"),
    [("hand_count", (0, 0), (1, 1)), ("tribute_wrong", (1, 1), (0, 0)), ("sheet_not_kept", (1, 4), None)],
)
def test_js2023_what_is_wrong_from_the_beginning_is_one_fault_wherever_it_is_placed(
    kind: str, at: tuple[int, int], noted_at: tuple[int, int] | None
) -> None:
    noted = Incident(kind=kind, seat="N", at=noted_at, noticed=(1, 1))
    result = audit(js_hands(noted, ruling=proven(kind, at, noticed=(1, 1))))
    assert sum(finding.code.startswith("PENALTY-") for finding in result.findings) == 1


@pytest.mark.parametrize(
    ("rulings", "score", "lost_by"),
    [
        ([proven("signal", (1, 1)), proven("signal", (1, 4), "S")], {"EW": 17, "NS": 9}, "penalty"),
        ([proven("late", None, seconds=600)], {"EW": 17, "NS": 0}, "forfeit"),
        ([proven("sheet_unsigned", None)], {"EW": 17, "NS": 0}, "forfeit"),
        ([proven("delay", (1, 2), step="lost")], {"EW": 17, "NS": 9}, "penalty"),
    ],
)
def test_js2023_what_loses_the_match_does_once_it_is_found_proven(
    rulings: list[Ruling], score: dict[str, int], lost_by: str
) -> None:
    """七(四): the first foul has taken EW to 5, and the second lets them stand four above NS, or as they do: 6 and 2."""
    result = audit(replace(js_hands(), rulings=tuple(rulings)))
    assert (result.match.winner, result.match.score, result.match.lost_by) == ("EW", score, lost_by)
    over = replace(js_hands(), rulings=tuple(rulings))
    after = audit(replace(over, hands=(*over.hands, score_sheet(None, no=2))))
    assert "MATCH-OVER" in {finding.code for finding in after.findings}


@pytest.mark.parametrize(("reading", "score"), [("stands", {"EW": 17, "NS": 9}), ("rises", {"EW": 19, "NS": 7})])
@pytest.mark.parametrize("said", [Effect(loser="NS"), Effect(fault=Fault(kind="signal"))])
def test_js2023_whether_the_second_foul_raises_first_is_left_open(said: Effect, reading: str, score: dict[str, int]) -> None:
    """七(三), 七(四): EW stand at 5 after the first foul, and at 8 or at 6 after the second (D-JS-06)."""
    signal = Incident(kind="signal", seat="N", at=(1, 1), noticed=(1, 1))
    first = Hand(no=1, level="2", lead="E", tricks=("E 3s - - -",), incidents=(signal,))
    second = Hand(no=2, level="5", lead="E", tricks=("E 3s - - -",), incidents=(signal,))
    rulings = (
        Ruling(id="a", hand=1, at=(1, 1), seat="N", effect=Effect(double="NS"), state="final"),
        Ruling(id="b", hand=2, at=(1, 1), seat="N", effect=said, state="final"),
    )
    claims = MatchClaims(winner="EW", reason="ruling", score={"EW": 26, "NS": 0})
    result = audit(match(first, second, sheet=JS, rulings=rulings, claims=claims, options={"last_foul": reading}))
    assert (result.match.winner, result.match.score) == ("EW", score)
    [wrong] = [finding for finding in result.findings if finding.code == "CLAIM-LEVEL-POINTS"]
    assert (str(wrong.basis), wrong.options) == ("disputed", ("D-JS-06",))


@pytest.mark.parametrize(
    ("reading", "steps"),
    [
        ("again", ["WARNING", "WARNING", "VIOLATION", "WARNING"]),
        ("each", ["WARNING", "WARNING", "VIOLATION", "WARNING", "VIOLATION", "FOUL"]),
    ],
)
def test_js2023_a_third_warning_is_disputed(reading: str, steps: list[str]) -> None:
    """七(二) 一方受到两次警告: of a third nothing is said (D-JS-05)."""
    warned = [Incident(kind="manner", seat="N", at=(1, play)) for play in (2, 3, 4)]
    record = replace(js_hands(*warned), options={"adding_up": reading})
    told = [finding for finding in audit(record).findings if finding.code.startswith("PENALTY-")]
    assert [finding.code.removeprefix("PENALTY-") for finding in told] == steps
    disputed = {"again": [3], "each": [4, 5]}[reading]
    assert [index for index, finding in enumerate(told) if str(finding.basis) == "disputed"] == disputed
    assert all(told[index].options == ("D-JS-05",) for index in disputed)


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
    found = propose_for(record, AllegedFault(1, count, noted=True))
    assert [(each.clause, each.applies, str(each.basis)) for each in found] == [
        ("SK-5.1.1", False, "stated"),
        ("SK-5.1.2", False, "stated"),
    ]
    early = replace(count, at=(0, 0))  # `at` is when it was found
    assert [(each.clause, each.applies) for each in propose_for(record, AllegedFault(1, early))] == [("SK-5.1.1", True)]


def test_of_a_fault_without_a_place_the_document_does_not_say_when_it_was_found() -> None:
    shown = Incident(kind="exposed", seat="N")
    record = match(score_sheet(80, dealer="E", incidents=(shown,)), sheet="shuangkou")
    [proposal] = propose_for(record, AllegedFault(1, shown, noted=True))
    assert proposal_document(proposal)["found"] == {"first": None, "last": None, "least": None, "most": None}


@pytest.mark.parametrize(("kind", "clause"), [("delay", "JS-7.6.2"), ("left_seat", "JS-7.6.3")])
@pytest.mark.parametrize("step", ["violation", "foul", "lost"])
def test_what_a_chosen_step_brings_is_under_the_clause_that_leaves_it_to_the_referee(kind: str, clause: str, step: str) -> None:
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat="N", effect=Effect(fault=Fault(kind=kind, step=step)))
    told = audit(with_ruling(match(Hand(no=1), sheet="guandan-js2023"), ruling)).findings
    assert [each.clause for each in told if each.code.startswith("PENALTY-")] == [clause]
