"""Who comes late: a forfeit is what the sheet prints from ten minutes on, and nothing is proposed against what was noted."""

from dataclasses import replace
from typing import Final

import pytest

from paipu.cli.support.supposing import as_lines
from paipu.replay.audit import audit
from paipu.replay.family import hand_view
from paipu.replay.record import Effect, Event, Fault, GameRecord, Hand, Incident, MatchClaims, Ruling
from paipu.replay.ruling import AllegedFault, Proposal, propose, propose_for, with_ruling
from paipu.replay.whatif import what_if
from tests.many import in_one
from tests.rules.build import match, score_sheet
from tests.ruling.test_tariffs import hand_of

CLAUSES: Final = {"chaodipi": "CDP-7.3", "shuangkou": "SK-4.2", "guandan-2": "GD2-6", "guandan-3": "GD3-F4"}
FORFEITS: Final = sorted(CLAUSES)


def late(sheet: str, seconds: float | None, claims: MatchClaims | None = None) -> GameRecord:
    """Two hands by their score sheets; the table noted that N came late."""
    told = (Incident(kind="late", seat="N", at=(0, 0), seconds=seconds),)
    if sheet.startswith("guandan"):
        return match(Hand(no=1, incidents=told), Hand(no=2), sheet=sheet, claims=claims)
    return match(score_sheet(80, 1, incidents=told), score_sheet(80, 2), sheet=sheet, claims=claims)


def printed(record: GameRecord) -> list[Proposal]:
    """What the sheet itself says, without what it leaves to the referee."""
    return [each for each in propose(record, 1) if each.form == "printed"]


@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize("seconds", [600, 660, 86_400])
def test_a_forfeit_is_what_is_printed_with_its_effect(sheet: str, seconds: float) -> None:
    """CDP-7.3 判为弃权, SK-4.2 按弃权论处, GD2-6 按弃权处理, GD3-F4 作本轮弃权论处: no word of the referee's."""
    [proposal] = propose(late(sheet, seconds), 1, kind="late") if sheet != "guandan-3" else printed(late(sheet, seconds))
    assert (proposal.form, proposal.clause, proposal.applies) == ("printed", CLAUSES[sheet], True)
    assert proposal.basis == ("assumed" if sheet == "guandan-2" else "stated")  # of which games GD2-6 does not say
    assert (proposal.ruling.effect.loser, proposal.discretion, proposal.open, proposal.counted) == ("NS", None, False, False)
    assert ("winner", None, "EW") in {(each.what, each.before, each.after) for each in proposal.changes}
    assert ("审核已按此计" in proposal.words.zh, "全场胜方 – → 东西" in proposal.words.zh) == (False, True)
    result = audit(with_ruling(late(sheet, seconds), proposal.ruling))
    assert (result.match.winner, result.match.reason) == ("EW", "forfeit")
    assert not [each for each in result.findings if each.code.startswith("RULING-")]
    if sheet == "shuangkou":
        assert (result.match.score, result.match.points) == ({"EW": 20, "NS": -20}, {"EW": 2, "NS": 0})
    if sheet == "guandan-3":  # what a round counts that was forfeited is not printed
        assert result.match.points == {}


@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize("seconds", [0, 60, 599, 599.5])
def test_nothing_is_proposed_against_a_lateness_that_was_noted(sheet: str, seconds: float) -> None:
    assert printed(late(sheet, seconds)) == []
    assert {each.form for each in propose(late(sheet, seconds), 1)} <= ({"disqualified"} if seconds else set())


@pytest.mark.parametrize("sheet", [*FORFEITS, "guandan-js2023"])
@pytest.mark.parametrize("seconds", [0, 1])
def test_who_is_late_by_nothing_is_not_late(sheet: str, seconds: float) -> None:
    """JS-7.1.1, JS-7.6.1: nor is there another then who came later than he."""
    told = [each.code for each in audit(late(sheet, seconds)).findings if each.where.pointer.endswith("/incidents/0")]
    assert bool(told) == bool(seconds)
    other = Incident(kind="late", seat="E", at=(0, 0), seconds=60)
    first, *rest = late(sheet, seconds).hands
    both = replace(late(sheet, seconds), hands=(replace(first, incidents=(*first.incidents, other)), *rest))
    assert audit(both).match.late == ({0, 1} if seconds else {0})


@pytest.mark.parametrize("sheet", FORFEITS)
def test_where_nobody_timed_it_ten_minutes_are_named(sheet: str) -> None:
    [proposal] = printed(late(sheet, None))
    assert not proposal.applies
    assert proposal.ruling.effect.fault is not None
    assert proposal.ruling.effect.fault.seconds == 600
    assert "600 秒起" in proposal.words.zh


@pytest.mark.parametrize("sheet", FORFEITS)
def test_a_forfeit_that_is_on_the_score_sheet_is_counted_already(sheet: str) -> None:
    record = late(sheet, 600, MatchClaims(winner="EW", reason="forfeit"))
    [proposal] = printed(replace(record, hands=record.hands[:1]))
    assert proposal.counted


@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize("by", ["table", "ruling"])
def test_a_hand_after_a_forfeit_is_under_its_clause(sheet: str, by: str) -> None:
    """Played on: the clause is that of the forfeit, and not that of another end (SK-5.4)."""
    record = late(sheet, 600)
    if by == "ruling":
        record = with_ruling(record, printed(record)[0].ruling)
    elif sheet == "shuangkou":
        record = replace(record, claims=MatchClaims(winner="EW", reason="forfeit"))
    else:
        return  # there a forfeit is counted at the end of the record
    over = [each for each in audit(record).findings if each.code == "MATCH-OVER"]
    assert [(each.clause, each.basis, each.where.hand) for each in over] == [(CLAUSES[sheet], "stated", 2)]


@pytest.mark.parametrize("sheet", FORFEITS)
def test_a_ruling_of_more_than_the_forfeit_is_outside_its_clause(sheet: str) -> None:
    """The clause makes a side lose; it takes no levels off."""
    told = Ruling(id="r", hand=1, seat="N", clause=CLAUSES[sheet], effect=Effect(loser="NS", levels={"NS": -1}))
    outside = [each.where.pointer for each in audit(with_ruling(late(sheet, 600), told)).findings if "RULING" in each.code]
    assert outside == ["/rulings/0/effect/levels/NS"]


def both(sheet: str, *, north: float | None, east: float | None) -> GameRecord:
    """The table noted that both sides came late."""
    told = tuple(Incident(kind="late", seat=seat, at=(0, 0), seconds=late) for seat, late in (("N", north), ("E", east)))
    record = late(sheet, None)
    return replace(record, hands=(replace(record.hands[0], incidents=told), *record.hands[1:]))


@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize(("north", "east"), [(600, 600), (700, 600), (3_600, None)])
def test_both_sides_late_is_one_open_matter(sheet: str, north: float, east: float | None) -> None:
    """Ten minutes late on both sides: each sheet has a winner by forfeit, and none says who that is then."""
    record = both(sheet, north=north, east=east)
    [proposal] = printed(record)
    assert (proposal.clause, proposal.open, proposal.both, proposal.changes) == (CLAUSES[sheet], True, True, ())
    assert proposal.ruling.effect.loses is None
    assert (proposal.title.zh.startswith("东 E、北 N · 迟到"), "判谁胜没有写" in proposal.words.zh) == (True, True)
    ruled = with_ruling(record, proposal.ruling)
    assert audit(ruled).match == audit(record).match
    found = what_if(record, 1, proposal.ruling)
    assert (found.changes, found.both) == ((), True)
    lines = "".join(as_lines(found, hand_view(record, 0), proposal.ruling, ("ruling", ""), "zh"))
    assert "判谁胜没有写" in lines
    assert "结果不变" not in lines
    decided = replace(proposal.ruling, effect=replace(proposal.ruling.effect, loser="EW"))
    assert (audit(with_ruling(record, decided)).match.winner, what_if(record, 1, decided).both) == ("NS", False)


JS: Final = "guandan-js2023"


@pytest.mark.parametrize(
    ("seconds", "decided", "result"),
    [
        (700, Effect(loser="EW"), ("NS", {"EW": 0, "NS": 17}, {"EW": "2", "NS": "6"})),
        (400, Effect(double="EW"), (None, {}, {"EW": "2", "NS": "5"})),
    ],
)
def test_js2023_both_sides_late_alike_is_one_open_matter(seconds: float, decided: Effect, result: tuple[object, ...]) -> None:
    """JS-7.6.1 knows who came first and who came last; of two that came together it says nothing (D-JS-01)."""
    record = both(JS, north=seconds, east=seconds)
    record = replace(record, hands=record.hands[:1])
    [proposal] = propose(record, 1)
    assert (proposal.clause, proposal.form, proposal.open, proposal.both) == ("JS-7.6.1", "printed", True, True)
    assert (str(proposal.basis), proposal.options) == ("assumed", ("D-JS-01",))
    assert (proposal.changes, proposal.ruling.effect.loses, proposal.ruling.effect.double) == ((), None, None)
    assert (proposal.title.zh.startswith("东 E、北 N · 迟到"), "判谁胜没有写" in proposal.words.zh) == (True, True)
    assert what_if(record, 1, proposal.ruling).both
    ruled = replace(proposal.ruling, effect=replace(decided, fault=proposal.ruling.effect.fault))
    found = audit(with_ruling(record, ruled))
    assert (found.match.winner, found.match.score, found.match.levels) == result
    assert not [each.code for each in found.findings if each.code.startswith("RULING-")]
    assert not what_if(record, 1, ruled).both


@pytest.mark.parametrize(("east", "loser"), [(60, 0), (699, 1), (701, 1), (None, 1)])
def test_js2023_who_came_last_goes_by_his_time(east: float | None, loser: int) -> None:
    """Of two that are only warned, and of two that did not come together, each has what is printed for him."""
    found = propose(both(JS, north=60 if east == 60 else 700, east=east), 1)
    assert not [each for each in found if each.both]
    assert sum(each.ruling.effect.loser is not None for each in found if each.form == "printed" and each.applies) == loser


@pytest.mark.parametrize(
    ("kind", "seconds", "event", "offered"),
    [
        ("late", 700, None, True),
        ("late", 700, Event(round=1), False),
        ("late", 700, Event(stage="预赛", round=2), True),
        ("late", 700, Event(stage="半决赛", round=1), True),
        ("late", 599, Event(round=2), False),
        ("late", None, Event(round=2), False),
        ("sheet_unsigned", None, Event(round=2), True),
    ],
)
def test_js2023_the_second_forfeit_running_disqualifies(
    kind: str, seconds: float | None, event: Event | None, *, offered: bool
) -> None:
    """JS-7.5 连续两轮弃权: of the other round the record does not tell."""
    record = replace(late(JS, None), event=event)
    incident = Incident(kind=kind, seat="N", at=(0, 0), seconds=seconds)
    found = [each for each in propose_for(record, AllegedFault(1, incident)) if each.form == "disqualified"]
    assert [(each.clause, each.open) for each in found] == [("JS-7.5", True)] * offered
    for each in found:
        assert "连续第 2 轮" in each.words.zh
        result = audit(with_ruling(record, each.ruling))
        assert not [finding.code for finding in result.findings if finding.code.startswith("RULING-")]


@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize("east", [0, 1, 599])
def test_one_side_late_by_less_leaves_the_forfeit(sheet: str, east: float) -> None:
    [proposal] = printed(both(sheet, north=600, east=east))
    assert (proposal.ruling.effect.loser, proposal.open, proposal.both) == ("NS", False, False)


@pytest.mark.parametrize("sheet", FORFEITS)
def test_a_second_side_that_is_told_of_later_opens_it_again(sheet: str) -> None:
    """N's lateness is on record, E's is claimed now: by itself it is no win for anybody."""
    record = late(sheet, 600)
    found = propose_for(record, AllegedFault(1, Incident(kind="late", seat="E", at=(0, 0), seconds=900)))
    [proposal] = [each for each in found if each.form == "printed"]
    assert (proposal.both, proposal.ruling.effect.loses) == (True, None)
    partner = propose_for(record, AllegedFault(1, Incident(kind="late", seat="S", at=(0, 0), seconds=900)))
    assert [each.ruling.effect.loser for each in partner if each.form == "printed"] == ["NS"]


@in_one
@pytest.mark.parametrize(
    ("event", "offered"),
    [
        (None, True),
        (Event(round=1), False),
        (Event(stage="预赛", round=2), False),
        (Event(stage="预赛", round=3), True),
        (Event(stage="决赛", round=1), True),  # after the rounds of 预赛
        (Event(stage="决赛"), True),
    ],
)
@pytest.mark.parametrize("seconds", [None, 1, 599, 600])
def test_the_third_lateness_running_is_open_and_none_before_the_third_round(
    seconds: float | None, event: Event | None, *, offered: bool
) -> None:
    """GD3-F4: 连续2次以上（不含2次）迟到; by how much is not printed, and the other rounds are in other records (D-GD3-7)."""
    record = replace(late("guandan-3", seconds), event=event)
    found = [each for each in propose(record, 1) if each.form == "disqualified"]
    assert len(found) == offered
    for each in found:
        assert (each.basis, each.open, each.applies, each.counted) == ("assumed", True, True, False)
        assert {"D-GD3-7", "D-GD-21"} <= set(each.options)
        assert each.ruling.effect.fault is not None
        assert each.ruling.effect.fault.seconds == seconds
        assert "600" not in each.words.zh
        assert "连续第 3 轮" in each.words.zh


@in_one
@pytest.mark.parametrize("sheet", FORFEITS)
@pytest.mark.parametrize(
    ("noted", "proven", "found"),
    [(300, None, True), (599, None, True), (600, None, False), (None, None, False), (300, 600, False), (600, 300, True)],
)
def test_a_forfeit_ruled_for_a_lateness_of_less_is_beyond_its_clause(
    sheet: str, noted: float | None, proven: float | None, *, found: bool
) -> None:
    """What the referee finds proven stands for what was noted; who is late often enough is out (GD3-F4)."""
    fault = Fault(kind="late", seconds=proven) if proven is not None else None
    told = Ruling(
        id="r", hand=1, at=(0, 0), seat="N", clause=CLAUSES[sheet], effect=Effect(loser="NS", fault=fault), state="final"
    )
    places = [each.where.pointer for each in audit(with_ruling(late(sheet, noted), told)).findings if "RULING" in each.code]
    assert places == (["/rulings/0/effect/loser"] if found else [])


@pytest.mark.parametrize("sheet", ["guandan-3", "guandan-js2023", "chaodipi", "shuangkou"])
@pytest.mark.parametrize("kind", ["out_of_turn", "timeout", "signal"])
def test_of_a_fault_without_a_place_it_is_not_said_that_it_was_found_before_the_first_trick(sheet: str, kind: str) -> None:
    """Nor does its ruling say so, and where plays are on record an early play is found after the first of them."""
    told = Incident(kind=kind, seat="N")
    for record in (replace(late(sheet, None), event=None), hand_of(sheet)):
        for proposal in propose_for(record, AllegedFault(1, told)):
            assert "发现" not in proposal.words.zh
            assert "found " not in proposal.words.en
            fault = proposal.ruling.effect.fault
            assert fault is None or fault.noticed != (0, 0)
            assert kind == "signal" or not record.hands[0].tricks or proposal.tier.first >= (1, 1)


def test_the_committee_decides_where_no_lateness_is_printed() -> None:
    """GD1-6: a record of a minute or of an hour alike."""
    for seconds in (60, 3_600):
        incident = Incident(kind="late", seat="N", seconds=seconds)
        found = propose_for(match(Hand(no=1, incidents=(incident,)), sheet="guandan-1"), AllegedFault(1, incident, noted=True))
        assert [(each.form, each.clause) for each in found] == [("decides", "GD1-6")]
