"""What a clause lets a referee do, held against the printed words: a ruling of another kind is found, whatever the clause."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import clause_of_codes, clauses
from paipu.replay.findings import Basis
from paipu.replay.powers import check_rulings
from paipu.replay.record import Effect, Event, Fault, GameRecord, Hand, Incident, Ruling
from paipu.replay.report import Report
from paipu.replay.ruling import with_ruling
from paipu.replay.sheets import SHEETS
from paipu.replay.words import INCIDENTS
from tests.many import in_one
from tests.oracle.rulings import ABOUT, NOT_CLOSED, POWERS, STEPS
from tests.rules.build import match, score_sheet

JS: Final = "guandan-js2023"
ALL_STEPS: Final = ("warning", "violation", "foul", "lost", "forfeit")
Told = list[tuple[str, str | None, str]]


def kinds(side: str, other: str, seat: str) -> Mapping[str, Mapping[str, Any]]:
    """Every kind of effect against a side."""
    return {
        "points": {"points": {side: -10}},
        "lowered": {"levels": {side: -1}},
        "raised": {"levels": {other: 1}},
        "loser": {"loser": side},
        "winner": {"winner": other},
        "disqualified": {"disqualified": side},
        "void": {"void": True},
        "double": {"double": side},
        "stopped": {"stopped": True},
        "next_dealer": {"next_dealer": seat},
    }


OF_SEATS: Final = {"daguai": kinds("246", "135", "3")}
KINDS: Final = kinds("NS", "EW", "E")


def record(sheet: str, *incidents: Incident, event: Event | None = None) -> GameRecord:
    """A hand of which the score sheet is known, with what was noted in it."""
    hand = Hand(no=1, incidents=incidents) if sheet.startswith("guandan") else score_sheet(80, incidents=incidents)
    return match(hand, sheet=sheet, event=event)


def found(
    sheet: str,
    clause: str | None,
    effect: Mapping[str, Any],
    *incidents: Incident,
    state: str = "issued",
    event: Event | None = None,
    seat: str | None = "N",
) -> Told:
    """What is found of a ruling under a clause against a seat, N or, of six, 2."""
    seat = "2" if sheet == "daguai" and seat == "N" else seat
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat=seat, clause=clause, effect=Effect(**effect), state=state)
    report = Report(clause_of_codes(sheet))
    check_rulings(SHEETS[sheet], with_ruling(record(sheet, *incidents, event=event), ruling), report)
    return [(each.code, str(each.basis), each.where.pointer) for each in report.findings if each.clause == clause]


@pytest.mark.parametrize("sheet", POWERS)
def test_a_clause_gives_what_is_printed_and_no_more(sheet: str) -> None:
    """Every clause of the sheet, with every kind of effect; of a bound on points there is a test of its own."""
    wrong = []
    for clause in clauses(sheet).values():
        if clause.basis is not Basis.STATED and clause.id not in POWERS[sheet]:
            continue
        basis = "assumed" if clause.id in NOT_CLOSED or clause.basis is not Basis.STATED else "stated"
        for kind, effect in OF_SEATS.get(sheet, KINDS).items():
            told = found(sheet, clause.id, effect)
            beyond = [each for each in told if each[0] == "RULING-RANGE"]
            given = kind in POWERS[sheet].get(clause.id, "").split()
            if given == bool(beyond) or any(each[1] != basis for each in beyond):
                wrong.append((clause.id, kind, told))
    assert not wrong


@pytest.mark.parametrize("sheet", ABOUT)
def test_a_clause_is_about_the_faults_that_it_names(sheet: str) -> None:
    wrong = []
    for clause, about in ABOUT[sheet].items():
        for kind in INCIDENTS:
            told = [each[0] for each in found(sheet, clause, {"fault": Fault(kind=kind)})]
            if (kind in about.split()) == ("RULING-KIND" in told):
                wrong.append((clause, kind, told))
    assert not wrong


@pytest.mark.parametrize("sheet", POWERS)
def test_a_clause_about_faults_goes_against_the_side_at_fault(sheet: str) -> None:
    """Whatever it gives may be ruled against N's side under every clause about a fault, and never against the other."""
    mine, swapped = OF_SEATS.get(sheet, KINDS), kinds("EW", "NS", "E") if sheet != "daguai" else kinds("135", "246", "3")
    wrong = []
    for clause in ABOUT.get(sheet, {}):
        for kind in mine.keys() - {"void", "stopped", "next_dealer"}:
            right, other = ("RULING-SIDE" in {each[0] for each in found(sheet, clause, of[kind])} for of in (mine, swapped))
            if right or not other:
                wrong.append((clause, kind, right, other))
    assert not wrong


def test_a_step_is_one_that_its_clause_prints_or_leaves_to_the_referee() -> None:
    """七: JS-7.1.1 is a warning and no foul, and who leaves his seat gets a violation or more."""
    wrong = []
    for clause in clauses(JS).values():
        if clause.basis is not Basis.STATED or clause.id == "JS-9":
            continue
        for step in ALL_STEPS:
            told = found(JS, clause.id, {"fault": Fault(kind="misconduct", step=step)})
            beyond = ("RULING-RANGE", "stated", "/rulings/0/effect/fault/step") in told
            if beyond == (step in STEPS.get(clause.id, "").split()):
                wrong.append((clause.id, step, told))
    assert not wrong


@in_one
@pytest.mark.parametrize(
    ("sheet", "clause", "effect", "places"),
    [
        ("guandan-3", "GD3-E2.3", {"levels": {"NS": -1}}, []),
        ("guandan-3", "GD3-E2.3", {"double": "NS"}, ["double"]),
        ("guandan-3", "GD3-E2.1", {"levels": {"NS": -2}}, []),
        ("guandan-3", "GD3-E2.1", {"points": {"NS": -2}}, ["points/NS"]),
        ("guandan-2", "GD2-7", {"loser": "NS"}, ["loser"]),
        ("shuangkou", "SK-4.2", {"disqualified": "NS", "loser": "NS"}, ["disqualified"]),
        ("shuangkou", "SK-5.4", {"winner": "EW"}, []),
        ("shuangkou", "SK-5.3", {"winner": "EW", "void": True}, ["void", "winner"]),
        ("shuangkou", "SK-5.6", {"points": {"NS": -5}, "disqualified": "NS"}, ["points/NS", "disqualified"]),
        ("guandan-3", "GD3-F2", {"levels": {"NS": -1}}, ["levels/NS"]),
        ("chaodipi", "CDP-7.4", {"next_dealer": "E", "void": True, "levels": {"NS": -1}, "points": {"NS": -5}}, []),
        ("shengji", "SJ-16l", {"next_dealer": "E"}, []),
        ("shengji", "SJ-16k", {"next_dealer": "E"}, ["next_dealer"]),
        ("shengji-botzone", "SJ-0.5", {"loser": "NS"}, ["loser"]),
        (JS, "JS-7.1.7", {"levels": {"NS": -1}}, ["levels/NS"]),
        (JS, "JS-7.1.1", {"disqualified": "NS"}, ["disqualified"]),
        (JS, "JS-7.4.1", {"disqualified": "NS"}, ["disqualified"]),
        (JS, "JS-7.3", {"double": "NS", "next_dealer": "E"}, []),
        (JS, "JS-7.5", {"disqualified": "NS", "void": True}, []),
        (JS, "JS-7.1.7", {"winner": "EW", "void": True, "next_dealer": "E"}, ["next_dealer", "void", "winner"]),
        ("daguai", "DG-6.3", {"double": "246"}, ["double"]),
    ],
)
def test_what_is_beyond_a_clause_is_found_at_its_place(
    sheet: str, clause: str, effect: Mapping[str, Any], places: list[str]
) -> None:
    assert [(code, place) for code, _, place in found(sheet, clause, effect)] == [
        ("RULING-RANGE", f"/rulings/0/effect/{place}") for place in places
    ]


LATE: Final = Fault(kind="late", seconds=700)
FIRST: Final = Event(stage="预赛", round=1)


@pytest.mark.parametrize(
    ("sheet", "clause", "effect", "event", "wanted"),
    [
        ("guandan-3", "GD3-F4", {"disqualified": "NS"}, FIRST, "RULING-RANGE"),
        ("guandan-3", "GD3-F4", {"disqualified": "NS"}, Event(round=2), "RULING-RANGE"),
        ("guandan-3", "GD3-F4", {"disqualified": "NS"}, Event(round=3), None),
        ("guandan-3", "GD3-F4", {"disqualified": "NS"}, Event(stage="决赛", round=1), None),
        ("guandan-3", "GD3-F4", {"disqualified": "NS"}, None, None),
        ("guandan-3", "GD3-F4", {"disqualified": "NS", "fault": Fault(kind="signal")}, Event(round=3), "RULING-KIND"),
        (JS, "JS-7.5", {"disqualified": "NS", "fault": LATE}, FIRST, "RULING-RANGE"),
        (JS, "JS-7.5", {"disqualified": "NS", "fault": LATE}, Event(round=2), None),
        (JS, "JS-7.5", {"disqualified": "NS", "fault": Fault(kind="misconduct")}, FIRST, None),
        (JS, "JS-7.5", {"disqualified": "NS"}, FIRST, None),  # 退赛 is not on record
    ],
)
def test_nobody_is_out_for_so_many_rounds_before_there_were_so_many(
    sheet: str, clause: str, effect: Mapping[str, Any], event: Event | None, wanted: str | None
) -> None:
    """GD3-F4 连续2次以上（不含2次）迟到, JS-7.5 连续两轮弃权."""
    assert [each[0] for each in found(sheet, clause, effect, event=event)] == ([wanted] if wanted else [])


OF_EAST: Final = Incident(kind="late", seat="E", at=(0, 0), seconds=700)
OF_NORTH: Final = Incident(kind="late", seat="N", at=(0, 0), seconds=700)


@pytest.mark.parametrize(
    ("clause", "effect", "incidents", "wanted"),
    [
        ("CDP-7.3", {"loser": "NS"}, (OF_EAST,), "RULING-SIDE"),
        ("CDP-7.3", {"winner": "EW"}, (OF_EAST,), "RULING-SIDE"),
        ("CDP-7.3", {"loser": "EW"}, (OF_EAST,), None),  # of whom it is against the record knows better
        ("CDP-7.3", {"loser": "NS"}, (OF_EAST, OF_NORTH), None),
        ("CDP-7.3", {"loser": "NS"}, (), None),
        ("CDP-6.11", {"loser": "NS"}, (OF_EAST,), None),  # about something else
        ("CDP-6.11", {"loser": "NS"}, (Incident(kind="misconduct", seat="E", at=(2, 1)),), "RULING-SIDE"),
        ("CDP-6.11", {"loser": "NS"}, (Incident(kind="misconduct", seat="E", at=(5, 1)),), None),
    ],
)
def test_where_a_ruling_names_no_fault_the_record_says_whose_it_was(
    clause: str, effect: Mapping[str, Any], incidents: tuple[Incident, ...], wanted: str | None
) -> None:
    assert [each[0] for each in found("chaodipi", clause, effect, *incidents)] == ([wanted] if wanted else [])


@pytest.mark.parametrize(("seat", "wanted"), [("N", []), (None, [])])
def test_whom_it_is_against_need_not_be_said(seat: str | None, wanted: Told) -> None:
    assert found("chaodipi", "CDP-6.10", {"disqualified": "NS"}, seat=seat) == wanted
    assert found("chaodipi", "CDP-6.10", {"disqualified": "EW"}, seat=None) == []


@pytest.mark.parametrize(
    ("clause", "effect", "wanted"),
    [
        ("CDP-6.2", {"points": {"NS": 80}}, "RULING-SIDE"),
        ("CDP-6.9", {"points": {"NS": 10}}, "RULING-SIDE"),
        ("CDP-6.9", {"points": {"EW": 10}}, None),  # 扣（或加对方）
        ("CDP-6.9", {"points": {"EW": -10}}, "RULING-SIDE"),
        ("CDP-7.2", {"points": {"NS": -10}}, "RULING-FIRST"),  # 第一次不判罚
    ],
)
def test_a_fine_is_off_or_goes_to_the_other_side(clause: str, effect: Mapping[str, Any], wanted: str | None) -> None:
    assert [each[0] for each in found("chaodipi", clause, effect)] == ([wanted] if wanted else [])


TWO: Final = (Incident(kind="kitty_viewed", seat="N", at=(1, 1)), Incident(kind="kitty_viewed", seat="N", at=(2, 1)))


@pytest.mark.parametrize(
    ("sheet", "clause", "fault", "points", "incidents", "wanted"),
    [
        ("chaodipi", "CDP-6.2", Fault(kind="kitty_count"), -80, (), ["RULING-RANGE"]),
        ("chaodipi", "CDP-6.1", Fault(kind="exposed", cards="3s"), -10, (), ["RULING-RANGE"]),
        ("chaodipi", "CDP-6.1", Fault(kind="exposed"), -10, (), []),  # how many cards it does not say
        ("chaodipi", "CDP-6.3", Fault(kind="hand_count"), -40, (), []),  # 视情判罚, on top
        ("chaodipi", "CDP-6.6", Fault(kind="concealed"), -30, (), []),  # 追加罚分
        ("chaodipi", "CDP-6.9", Fault(kind="timeout"), -20, (), []),  # costs nothing by itself
        ("chaodipi", "CDP-3.4", Fault(kind="kitty_viewed"), -80, TWO[1:], ["RULING-FIRST"]),
        ("chaodipi", "CDP-3.4", Fault(kind="kitty_viewed"), -80, TWO, ["RULING-RANGE"]),
        ("shuangkou", "SK-5.2.1", Fault(kind="exposed", cards="3s3s"), -20, (), ["RULING-RANGE"]),
        ("shuangkou", "SK-5.2.2", Fault(kind="failed_throw"), -20, (), []),  # nobody tested it
        ("shuangkou", "SK-5.2.2", None, -15, (), ["RULING-AMOUNT"]),  # ten for each part
        ("shuangkou", "SK-5.2.2", None, -20, (), []),
    ],
)
def test_what_a_fault_costs_by_itself_is_not_taken_again(
    sheet: str, clause: str, fault: Fault | None, points: int, incidents: tuple[Incident, ...], wanted: list[str]
) -> None:
    told = found(sheet, clause, {"points": {"NS": points}, "fault": fault}, *incidents)
    assert [(code, basis) for code, basis, _ in told] == [(each, "stated") for each in wanted]


@pytest.mark.parametrize(
    ("sheet", "clause", "effect", "wanted"),
    [
        ("chaodipi", "CDP-6.3", {"points": {"NS": -80, "EW": -80}}, []),  # 若出现多名选手手中牌数目不对
        ("chaodipi", "CDP-6.3", {"points": {"EW": -80}}, ["RULING-SIDE"]),
        ("chaodipi", "CDP-6.2", {"points": {"NS": -80, "EW": -80}}, ["RULING-SIDE"]),
        ("shengji", "SJ-16l", {"next_dealer": "S"}, ["RULING-SIDE"]),  # 庄家方下台
        ("shengji", "SJ-16m", {"next_dealer": "W"}, []),
        ("chaodipi", "CDP-7.4", {"next_dealer": "N"}, []),
        (JS, "JS-7.3", {"double": "NS", "next_dealer": "S"}, ["RULING-SIDE"]),  # 在非违规方中指定
    ],
)
def test_several_are_fined_and_the_next_banker_is_of_the_other_side(
    sheet: str, clause: str, effect: Mapping[str, Any], wanted: list[str]
) -> None:
    assert [each[0] for each in found(sheet, clause, effect)] == wanted


@pytest.mark.parametrize(
    ("sheet", "clause", "kind", "noticed", "wanted"),
    [
        ("chaodipi", "CDP-6.5", "revoke", (4, 1), ["CDP-6.6 stated"]),  # 一圈后
        ("chaodipi", "CDP-6.5", "revoke", (3, 1), []),
        ("shuangkou", "SK-5.1.1", "hand_count", (3, 1), ["SK-5.1.2 stated"]),
        ("shuangkou", "SK-5.1.1", "hand_count", (0, 0), []),
        ("shuangkou", "SK-5.1.2", "hand_count", (3, 1), []),
        ("shuangkou", "SK-5.2.1", "concealed", (3, 1), ["SK-5.3 assumed"]),  # the trick was closed, by D-SK-13
        ("shuangkou", "SK-5.3", "revoke", (2, 4), ["SK-5.2.1 assumed"]),
        ("shuangkou", "SK-5.3", "revoke", (3, 1), []),
        ("shuangkou", "SK-5.3", "revoke", None, []),
        ("shengji", "SJ-16l", "revoke", (2, 1), []),
    ],
)
def test_a_ruling_is_under_the_clause_of_when_the_fault_was_found(
    sheet: str, clause: str, kind: str, noticed: tuple[int, int] | None, wanted: list[str]
) -> None:
    effect = Effect(fault=Fault(kind=kind, noticed=noticed))
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat="N", clause=clause, effect=effect)
    result = audit(with_ruling(record(sheet), ruling))
    assert [f"{each.expected} {each.basis}" for each in result.findings if each.code == "RULING-TIME"] == wanted


def test_daguai_a_hand_is_lost_by_the_second_mark() -> None:
    """DG-6.4: 同一副牌内任何一方被记过2次."""
    marks = tuple(Incident(kind="signal", seat=seat, at=(trick, 1)) for seat, trick in (("2", 2), ("4", 1), ("3", 1)))
    lost = {"double": "246"}
    assert [each[0] for each in found("daguai", "DG-6.4", lost, marks[0], marks[2])] == ["RULING-FIRST"]
    assert found("daguai", "DG-6.4", lost, marks[0], marks[1]) == []


@in_one
@pytest.mark.parametrize(
    ("clause", "fault", "effect", "wanted"),
    [
        ("JS-7.1.1", Fault(kind="late", seconds=60, step="foul"), {"double": "NS"}, ["RULING-RANGE", "RULING-STEP"]),
        ("JS-7.1.5", Fault(kind="timeout", step="lost"), {"loser": "NS"}, ["RULING-RANGE", "RULING-STEP"]),
        ("JS-7.6.3", Fault(kind="left_seat", step="warning"), {}, ["RULING-RANGE"]),
        ("JS-7.6.3", Fault(kind="left_seat", step="lost"), {"loser": "NS"}, []),
        ("JS-7.6.2", Fault(kind="delay", step="warning"), {}, []),
        ("JS-7.3", Fault(kind="signal"), {"double": "NS"}, []),
        ("JS-7.1.7", Fault(kind="signal"), {"double": "NS"}, ["RULING-KIND", "RULING-STEP"]),
        ("JS-7.5", None, {"disqualified": "NS"}, []),  # 退赛
        ("JS-7.5", Fault(kind="timeout"), {"disqualified": "NS"}, ["RULING-STEP"]),
        ("JS-7.1.4", Fault(kind="tribute_wrong", noticed=(0, 0)), {}, []),
        ("JS-7.1.4", Fault(kind="tribute_wrong", noticed=(3, 1)), {}, ["RULING-RANGE"]),
        ("JS-7.3.3", Fault(kind="tribute_wrong", noticed=(3, 1)), {}, []),
        ("JS-7.3.3", Fault(kind="tribute_wrong", noticed=(0, 0)), {}, ["RULING-RANGE"]),
        ("JS-7.1.4", Fault(kind="tribute_wrong"), {}, []),
        ("JS-7.1.1", Fault(kind="late", seconds=100), {}, []),
        ("JS-7.1.1", Fault(kind="late", seconds=400), {}, ["RULING-RANGE"]),
        ("JS-7.3.1", Fault(kind="late", seconds=400), {}, []),
        ("JS-7.3.1", Fault(kind="late", seconds=100), {}, ["RULING-RANGE"]),
        ("JS-7.4.1", Fault(kind="late", seconds=400), {"loser": "NS"}, ["RULING-RANGE", "RULING-STEP"]),
        ("JS-7.6.1", Fault(kind="late", seconds=400), {}, []),
        ("JS-7.5", Fault(kind="cheating"), {"disqualified": "NS"}, []),  # 弄虚作假, 故意夹带
        ("JS-7.1.1", None, {"disqualified": "NS"}, ["RULING-RANGE"]),
        ("JS-7.6.2", None, {"disqualified": "NS"}, ["RULING-RANGE"]),
        (None, None, {"disqualified": "NS"}, ["RULING-STEP"]),
    ],
)
def test_js2023_a_ruling_rests_on_a_step_of_its_clause(
    clause: str | None, fault: Fault | None, effect: Mapping[str, Any], wanted: list[str]
) -> None:
    ruling = Ruling(id="r", hand=1, at=(0, 0), seat="N", clause=clause, effect=Effect(fault=fault, **effect))
    result = audit(with_ruling(record(JS), ruling))
    assert [each.code for each in result.findings if each.code.startswith("RULING-")] == wanted


@pytest.mark.parametrize(
    ("clause", "state"), [(None, "issued"), ("the chief referee", "issued"), ("SK-4.2", "draft"), ("D-SK-22", "final")]
)
def test_nothing_is_held_against_what_names_no_clause_of_the_sheet_or_is_not_in_force(clause: str | None, state: str) -> None:
    """Nor against one under what the sheet leaves open and is settled."""
    assert found("shuangkou", clause, {"disqualified": "NS", "levels": {"NS": -1}, "points": {"NS": -7}}, state=state) == []


@pytest.mark.parametrize(
    ("clause", "dealer", "effect", "wanted"),
    [
        ("SJ-16l", "N", {"levels": {"EW": 1}, "next_dealer": "E"}, []),
        ("SJ-16l", "E", {"levels": {"EW": 1}, "next_dealer": "E"}, ["RULING-SIDE", "RULING-SIDE"]),
        ("SJ-16m", "E", {"levels": {"EW": 1}}, []),
        ("SJ-16m", "N", {"levels": {"EW": 1}}, ["RULING-SIDE"]),
        ("SJ-16l", "E", {"fault": Fault(kind="revoke", noticed=(4, 1))}, ["RULING-SIDE"]),
        ("SJ-16l", "N", {"fault": Fault(kind="revoke", noticed=(4, 1))}, []),
        ("SJ-16m", "S", {"fault": Fault(kind="hand_count", noticed=(4, 1))}, ["RULING-SIDE"]),
        ("SJ-16m", None, {"levels": {"EW": 1}}, []),
        ("CDP-6.7", "E", {"points": {"EW": -80}}, []),  # 判罚庄家方80分
        ("CDP-6.7", "E", {"points": {"NS": -80}}, ["RULING-SIDE"]),
        ("CDP-6.7", None, {"points": {"NS": -80}}, []),
        ("CDP-6.7", "E", {"fault": Fault(kind="overdraw", noticed=(0, 0))}, []),  # 由庄家负责, whoever did it
    ],
)
def test_a_clause_about_the_bank_or_the_attackers_is_about_no_other(
    clause: str, dealer: str | None, effect: Mapping[str, Any], wanted: list[str]
) -> None:
    hand, sheet = replace(score_sheet(80), dealer=dealer), "chaodipi" if clause.startswith("CDP") else "shengji"
    ruling = Ruling(id="r", hand=1, at=(2, 1), seat="N", clause=clause, effect=Effect(**effect), state="issued")
    report = Report(clause_of_codes(sheet))
    check_rulings(SHEETS[sheet], with_ruling(match(hand, sheet=sheet), ruling), report)
    assert [each.code for each in report.findings] == wanted
