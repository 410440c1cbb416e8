"""Every kind of fault of every sheet, and every tier of its tariff, as the proposals have it: clause, effect, range.

A case is a fault of E, the banker, or of N, an attacker, and what the sheet prints for it. The record is a faultless hand, so
that nothing but the fault changes a result.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import Effect, Event, GameRecord, Incident, Ruling, Start
from paipu.replay.ruling import AllegedFault, Proposal, propose_for, with_ruling
from paipu.replay.ruling.words import FORMS
from paipu.replay.sheets import SHEETS
from paipu.samples.document import record_of
from tests.made import make_match
from tests.rules.build import match, score_sheet

Moment = tuple[int, int]


class Case(NamedTuple):
    """A fault, when it was found, and what is printed for it.

    `points` are those that the side at fault loses, `score` the 大分 of the hand for it and for the other, `form` which of the
    proposals it is, `range` what it leaves to the referee; `bank`: it is printed for the banker's side alone.
    """

    kind: str
    clause: str
    noticed: Moment
    points: int = 0
    cards: str | None = None
    at: Moment = (2, 1)
    form: str = "printed"
    score: tuple[int, int] | None = None
    range: tuple[int, int | None] | None = None
    bank: bool = False


@cache
def hand_of(sheet: str) -> GameRecord:
    """A faultless match of one hand."""
    return record_of(make_match(11, 2, sheet=sheet, hands=1))


def proposals(sheet: str, seat: str, case: Case) -> tuple[Proposal, ...]:
    """What the sheet provides for the fault of a seat, found then."""
    record = hand_of(sheet)
    seconds = 600 if case.kind == "late" else None
    incident = Incident(kind=case.kind, seat=seat, at=case.at, cards=case.cards, seconds=seconds)
    return propose_for(record, AllegedFault(1, incident), noticed=case.noticed)


def seats(record: GameRecord) -> tuple[str, str]:
    """A banker's partner-side seat and an attacker, who both play in trick 2."""
    names = SHEETS[record.sheet].seats
    banker = record.hands[0].dealer or names[0]
    return banker, names[(names.index(banker) + 1) % len(names)]


BEFORE: Final = (0, 0)
NOW: Final = (2, 4)
CHAODIPI: Final = {
    "exposed, a card": Case("exposed", "CDP-6.1", NOW, 10, "{1}"),
    "exposed, two cards": Case("exposed", "CDP-6.1", NOW, 20, "{2}"),
    "kitty, before trick 1 is over": Case("kitty_count", "CDP-6.2", (1, 4), 0, at=BEFORE),
    "kitty, after trick 1": Case("kitty_count", "CDP-6.2", (2, 1), 80, at=BEFORE),
    "hand, ever": Case("hand_count", "CDP-6.3", (2, 1), 80, at=BEFORE),
    "hand, more by the referee": Case("hand_count", "CDP-6.3", (2, 1), 90, at=BEFORE, form="points", range=(1, None)),
    "out of turn, a card": Case("out_of_turn", "CDP-6.4", NOW, 10, "{1}"),
    "out of turn, more by the referee": Case("out_of_turn", "CDP-6.4", NOW, 20, "{1}", form="points", range=(1, None)),
    "wrong follow, in its trick": Case("revoke", "CDP-6.5", NOW, 10, "{1}"),
    "wrong follow, in the next trick": Case("revoke", "CDP-6.5", (3, 4), 10, "{1}"),
    "wrong follow, two tricks later": Case("revoke", "CDP-6.6", (4, 1), 80, "{1}"),
    "wrong follow, more by the referee": Case("revoke", "CDP-6.6", (4, 1), 90, "{1}", form="points", range=(1, None)),
    "wrong follow, until the side has lost": Case("revoke", "CDP-6.6", (4, 1), 80, "{1}", form="loss"),
    "concealed, on the spot": Case("concealed", "CDP-6.6", NOW, 10, "{1}"),
    "concealed, two tricks later": Case("concealed", "CDP-6.6", (4, 1), 80),
    "concealed, more by the referee": Case("concealed", "CDP-6.6", (4, 1), 90, form="points", range=(1, None)),
    "overdrawn, corrected": Case("overdraw", "CDP-6.7", BEFORE, 0, at=BEFORE),
    "underdrawn, the banker too many": Case(
        "overdraw", "CDP-6.7", BEFORE, 80, at=BEFORE, form="points", range=(80, 80), bank=True
    ),
    "throw of two": Case("failed_throw", "CDP-6.8", NOW, 20, "{2}"),
    "time, warned": Case("timeout", "CDP-6.9", NOW),
    "time, by the referee": Case("timeout", "CDP-6.9", NOW, 10, form="points", range=(10, 80)),
    "burial late, the first": Case("timeout", "CDP-3.4", BEFORE, 0, at=BEFORE),
    "burial late, also a matter of time": Case("timeout", "CDP-6.9", BEFORE, 0, at=BEFORE, form="warning"),
    "kitty looked at, the first": Case("kitty_viewed", "CDP-3.4", NOW),
    "past trick asked for, the first": Case("card_check", "CDP-7.2", NOW),
    "signal": Case("signal", "CDP-6.10", NOW),
    "talk, warned": Case("misconduct", "CDP-6.11", NOW),
    "talk, by the referee": Case("misconduct", "CDP-6.11", NOW, 10, form="points", range=(1, None)),
    "talk, in earnest": Case("misconduct", "CDP-6.11", NOW, form="loss"),
    "late": Case("late", "CDP-7.3", NOW),
}
SHENGJI: Final = {
    "out of turn, warned": Case("out_of_turn", "SJ-16k", NOW),
    "past tricks": Case("card_check", "SJ-II.1", NOW),
    "talk": Case("misconduct", "SJ-0.5", NOW),
    "talk, in earnest": Case("misconduct", "SJ-0.5", NOW, form="loss"),
    "information": Case("signal", "SJ-0.5", NOW),
    "information, in earnest": Case("signal", "SJ-0.5", NOW, form="loss"),
    "failed throw: the small cards are led, and no more": Case("failed_throw", "", NOW),
    "wrong follow, taken back at once": Case("revoke", "", (2, 1)),
}
SHUANGKOU: Final = {
    "count, before trick 1": Case("hand_count", "SK-5.1.1", BEFORE, at=BEFORE),
    "kitty, before trick 1": Case("kitty_count", "SK-5.1.1", BEFORE, at=BEFORE),
    "overdrawn, before trick 1": Case("overdraw", "SK-5.1.1", BEFORE, at=BEFORE),
    "exposed": Case("exposed", "SK-5.2.1", NOW, 10, "{1}"),
    "wrong card, in its trick": Case("revoke", "SK-5.2.1", NOW, 10, "{1}"),
    "concealed, in its trick": Case("concealed", "SK-5.2.1", NOW, 10, "{1}"),
    "signal": Case("signal", "SK-5.4", NOW, score=(-10, 2)),
    "out of turn, the first": Case("out_of_turn", "SK-5.5", NOW),
    "late": Case("late", "SK-4.2", NOW, score=(-20, 20)),
}
TRICKS: Final = [
    *(("chaodipi", name, case) for name, case in CHAODIPI.items()),
    *(("shengji", name, case) for name, case in SHENGJI.items()),
    *(("shuangkou", name, case) for name, case in SHUANGKOU.items()),
]


def filled(record: GameRecord, seat: str, case: Case) -> Case:
    """The case with cards that the seat still has then."""
    if case.cards is None:
        return case
    deal = (record.hands[0].deal or {})[seat].replace(" ", "")
    held = [deal[i : i + 2] for i in range(0, len(deal), 2)]
    gone = [card for action in record.hands[0].kitty or () for card in _pairs(action.bury or "")]
    played = _pairs("".join((record.hands[0].tricks or ("", ""))[0].split(" ")[1:]))
    kept = [card for card in held if card not in gone and card not in played]
    return case._replace(cards="".join(kept[: int(case.cards[1])]))


def _pairs(text: str) -> list[str]:
    cards = text.replace(">", "")
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


@pytest.mark.parametrize(("sheet", "name", "case"), TRICKS, ids=[f"{sheet}-{name}" for sheet, name, _ in TRICKS])
@pytest.mark.parametrize("banks", [True, False], ids=["bank", "attackers"])
def test_what_is_printed(sheet: str, name: str, case: Case, *, banks: bool) -> None:
    del name
    record = hand_of(sheet)
    seat = seats(record)[0 if banks else 1]
    case = filled(record, seat, case)
    at_play = case.at if case.at == BEFORE else play_of(record, seat)
    moved = case._replace(at=at_play, noticed=at_play if case.noticed == (2, 1) and case.kind == "revoke" else case.noticed)
    found = [each for each in proposals(sheet, seat, moved) if each.applies and each.form == case.form]
    fitting = [each for each in found if (each.clause or "") == case.clause]
    if case.bank and not banks:
        assert not fitting
        return
    [proposal] = fitting
    if case.range is not None:
        assert proposal.discretion is not None
        assert proposal.discretion.points == case.range
    before, after = audit(record).hands[0], audit(with_ruling(record, proposal.ruling)).hands[0]
    if case.score is None:
        change = (after.attackers or 0) - (before.attackers or 0)
        assert change == (case.points if banks else -case.points)
    else:
        mine = SHEETS[sheet].sides[SHEETS[sheet].side_of[seat]]
        score = audit(with_ruling(record, proposal.ruling)).match.score if case.clause == "SK-4.2" else after.score
        assert score is not None
        other = next(side for side in score if side != mine)
        assert (score[mine], score[other]) == case.score


def play_of(record: GameRecord, seat: str) -> Moment:
    """The seat's play in trick 2."""
    names = SHEETS[record.sheet].seats
    leader = (record.hands[0].tricks or ())[1][0]
    return (2, (names.index(seat) - names.index(leader)) % len(names) + 1)


# -- wrong counts and wrong plays of 升级, by the points of the hand (SJ-16l to n)

SJ_LEVELS: Final[Mapping[str, tuple[str, int, dict[str, str], str]]] = {
    "bank, under 80: office and no level": ("E", 50, {"EW": "5", "NS": "3"}, "SJ-16l"),
    "bank, 100: by the table": ("E", 100, {"EW": "5", "NS": "4"}, "SJ-16l"),
    "bank, 130: by the table": ("E", 130, {"EW": "5", "NS": "5"}, "SJ-16l"),
    "attackers, 50: bank +1": ("N", 50, {"EW": "6", "NS": "3"}, "SJ-16m"),
    "attackers, 100: bank +1 (SJ-T35)": ("N", 100, {"EW": "6", "NS": "3"}, "SJ-16m"),
    "attackers, 30: by the table (SJ-T35)": ("N", 30, {"EW": "7", "NS": "3"}, "SJ-16m"),
    "attackers, 0: by the table (SJ-T35)": ("N", 0, {"EW": "8", "NS": "3"}, "SJ-16m"),
}


def sheet_only(sheet: str, **claims: Any) -> GameRecord:
    """A hand of which only the score sheet is known, E the banker, EW at 5 and NS at 3."""
    levels = {"EW": "5", "NS": "3"}
    return match(score_sheet(claims.pop("attackers"), dealer="E", level="5", **claims), sheet=sheet, levels=levels, dealer="E")


@pytest.mark.parametrize(("seat", "points", "levels", "clause"), SJ_LEVELS.values(), ids=SJ_LEVELS)
@pytest.mark.parametrize("kind", ["hand_count", "kitty_count", "overdraw", "revoke"])
def test_shengji_a_wrong_count_or_play_costs_the_hand(
    kind: str, seat: str, points: int, levels: dict[str, str], clause: str
) -> None:
    record = sheet_only("shengji", attackers=points)
    found = propose_for(
        record, AllegedFault(1, Incident(kind=kind, seat=seat, at=(0, 0) if kind != "revoke" else (3, 2))), noticed=(9, 1)
    )
    [proposal] = [each for each in found if each.applies and each.form == "printed"]
    assert proposal.clause == clause
    assert audit(with_ruling(record, proposal.ruling)).hands[0].levels == levels


def test_shengji_both_sides_at_fault_replay_the_hand() -> None:
    """SJ-16n: no level changes, and the bank is declared for again."""
    record = sheet_only("shengji", attackers=50)
    for seat in ("E", "N"):
        [proposal] = propose_for(record, AllegedFault(1, Incident(kind="hand_count", seat=seat, at=(0, 0))), noticed=(9, 1))
        record = with_ruling(record, proposal.ruling)
    hand = audit(record).hands[0]
    assert (hand.levels, hand.next_dealer) == ({"EW": "5", "NS": "3"}, None)


# -- wrong counts and concealed cards of 双扣: −2 and +2, or the best result of the side without fault

SK_SCORES: Final[Mapping[str, tuple[str, int, dict[str, int] | None]]] = {
    "bank at fault, 120: the defenders' own 14 (SK-T21)": ("E", 120, {"EW": -14, "NS": 14}),
    "bank at fault, 40: two (SK-T21)": ("E", 40, {"EW": -2, "NS": 2}),
    "bank at fault, 80: two": ("E", 80, {"EW": -2, "NS": 2}),
    "bank at fault, 100: 2 to 14, the table has no row": ("E", 100, None),
    "defenders at fault, 20: the bank's own 17": ("N", 20, {"EW": 17, "NS": -17}),
    "defenders at fault, 120: two": ("N", 120, {"EW": 2, "NS": -2}),
}


@pytest.mark.parametrize(("seat", "points", "score"), SK_SCORES.values(), ids=SK_SCORES)
@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        *((kind, "SK-5.1.2") for kind in ("hand_count", "kitty_count", "overdraw")),
        *((kind, "SK-5.3") for kind in ("concealed", "revoke")),
    ],
)
def test_shuangkou_two_or_the_best(kind: str, clause: str, seat: str, points: int, score: dict[str, int] | None) -> None:
    record = match(score_sheet(points, dealer="E", level="2"), sheet="shuangkou")
    at = (0, 0) if kind in {"hand_count", "kitty_count", "overdraw"} else (3, 2)
    found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat=seat, at=at)), noticed=(9, 1))
    [proposal] = [each for each in found if each.applies]
    assert proposal.clause == clause
    assert audit(with_ruling(record, proposal.ruling)).hands[0].score == score


def test_shuangkou_found_before_the_hand_is_over() -> None:
    """The hand stops with −2 and +2, whatever the tricks so far gave (SK-5.3)."""
    record = hand_of("shuangkou")
    short = replace(
        record, hands=(replace(record.hands[0], tricks=(record.hands[0].tricks or ())[:5], claims=None),), claims=None
    )
    seat = seats(record)[1]
    [proposal] = propose_for(
        short, AllegedFault(1, Incident(kind="concealed", seat=seat, at=play_of(record, seat))), noticed=(5, 4)
    )[1:]
    side = SHEETS["shuangkou"].sides[SHEETS["shuangkou"].side_of[seat]]
    score = audit(with_ruling(short, proposal.ruling)).hands[0].score
    assert score is not None
    assert score[side] == -2


# -- the climbing family

JS: Final[Mapping[str, tuple[str, Moment | None, str, str]]] = {
    "draw seen": ("draw_seen", BEFORE, "JS-7.1.2", "warning"),
    "pack": ("pack_count", BEFORE, "JS-7.1.3", "warning"),
    "wrong tribute, before play": ("tribute_wrong", BEFORE, "JS-7.1.4", "warning"),
    "over time": ("timeout", (2, 2), "JS-7.1.5", "warning"),
    "word out of turn": ("word_out_of_turn", (2, 2), "JS-7.1.6", "warning"),
    "manner": ("manner", (2, 2), "JS-7.1.7", "warning"),
    "cards shown": ("exposed", (2, 2), "JS-7.1.7", "warning"),
    "played cards asked for": ("card_check", (2, 2), "JS-7.1.7", "warning"),
    "asked": ("count_asked", (2, 2), "JS-7.1.8", "warning"),
    "sheet not kept": ("sheet_not_kept", (2, 2), "JS-7.1.10", "warning"),
    "draw kept": ("draw_kept", BEFORE, "JS-7.2.1", "violation"),
    "out of turn": ("out_of_turn", (2, 2), "JS-7.2.2", "violation"),
    "wrong play": ("wrong_play", (2, 2), "JS-7.2.3", "violation"),
    "hand count": ("hand_count", BEFORE, "JS-7.3.2", "foul"),
    "wrong draw": ("overdraw", BEFORE, "JS-7.3.2", "foul"),
    "wrong tribute, in play": ("tribute_wrong", (2, 2), "JS-7.3.3", "foul"),
    "information": ("signal", (2, 2), "JS-7.3", "foul"),
    "sheet not signed": ("sheet_unsigned", (2, 2), "JS-7.4.2", "forfeit"),
}


@pytest.mark.parametrize(("kind", "noticed", "clause", "step"), JS.values(), ids=JS)
def test_js2023_steps(kind: str, noticed: Moment, clause: str, step: str) -> None:
    record = hand_of("guandan-js2023")
    at = BEFORE if noticed == BEFORE or kind == "tribute_wrong" else (2, 1)
    at = at if kind in {"draw_seen", "pack_count", "tribute_wrong", "draw_kept", "hand_count", "overdraw"} else (2, 1)
    seat = (record.hands[0].tricks or ())[1][0]
    found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat=seat, at=at)), noticed=noticed)
    [proposal] = [each for each in found if each.applies and each.form == "printed"]
    assert proposal.clause == clause
    side = SHEETS["guandan-js2023"].sides[SHEETS["guandan-js2023"].side_of[seat]]
    effect = proposal.ruling.effect
    assert effect.double == (side if step == "foul" else None)
    assert effect.loser == (side if step == "forfeit" else None)
    after = audit(with_ruling(record, proposal.ruling))
    other = next(each for each in SHEETS["guandan-js2023"].sides if each != side)
    if step == "foul":
        assert after.hands[0].levels == {side: "2", other: "5"}
    if step == "forfeit":
        assert (after.match.winner, after.match.score) == (other, {side: 0, other: 17})
    stops = [each for each in found if each.form == "stop"]
    assert [each.follows == proposal.ruling for each in stops] == [True] * (step == "violation")


JS_OPEN: Final[Mapping[str, tuple[str, Moment | None, str]]] = {
    "not reported, nobody says after which play": ("unannounced", None, "JS-5.6"),
    "not reported, before anything was played": ("unannounced", BEFORE, "JS-5.6"),
    "told, nobody says when": ("count_told", None, "JS-5.6"),
    "told, before anything was played": ("count_told", BEFORE, "JS-5.6"),
}


@pytest.mark.parametrize(("kind", "at", "clause"), JS_OPEN.values(), ids=JS_OPEN)
def test_js2023_a_report_of_no_play_comes_to_no_step(kind: str, at: Moment | None, clause: str) -> None:
    """Whether one was due, and what was done since (JS-7.1.9, 7.2.4, 7.3.4), goes by the play: only the duty is left."""
    record = hand_of("guandan-js2023")
    found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat="E", at=at)), noticed=NOW)
    [proposal] = [each for each in found if each.applies]
    assert (proposal.form, proposal.clause, proposal.changes, proposal.open) == ("printed", clause, (), True)
    assert FORMS["nothing"].zh not in proposal.words.zh
    told = [each.code for each in audit(with_ruling(record, proposal.ruling)).findings if "/rulings/" in each.where.pointer]
    assert told == ["COUNT-OPEN"]


@pytest.mark.parametrize(
    ("seconds", "clause"), [(1, "JS-7.1.1"), (299, "JS-7.1.1"), (300, "JS-7.3.1"), (599, "JS-7.3.1"), (600, "JS-7.4.1")]
)
def test_js2023_late(seconds: float, clause: str) -> None:
    record = hand_of("guandan-js2023")
    found = propose_for(record, AllegedFault(1, Incident(kind="late", seat="E", seconds=seconds)))
    assert [(each.clause, each.applies) for each in found if each.form == "printed"] == [(clause, True)]
    untold = propose_for(record, AllegedFault(1, Incident(kind="late", seat="E")))
    assert [(each.clause, each.applies) for each in untold] == [(f"JS-7.{n}.1", False) for n in (1, 3, 4)]


def test_js2023_two_warnings_are_a_violation_and_two_violations_a_foul() -> None:
    """JS-T07, and the ladder further up: each step that is full brings the next."""
    record = hand_of("guandan-js2023")
    expected = [None, None, None, "EW"]
    for number, double in enumerate(expected, start=2):
        found = propose_for(record, AllegedFault(1, Incident(kind="manner", seat="E", at=(number, 1))), noticed=(number, 1))
        proposal = found[0]
        assert proposal.ruling.effect.double == double
        record = with_ruling(record, proposal.ruling)


def test_js2023_the_referee_weighs_delay_and_leaving() -> None:
    record = hand_of("guandan-js2023")
    for kind, steps in (("delay", 4), ("left_seat", 3)):
        found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat="E", at=(2, 1))), noticed=(2, 1))
        chosen = [
            each.ruling.effect.fault.step for each in found if each.form == "step" and each.ruling.effect.fault is not None
        ]
        assert len(chosen) == steps


OTHERS: Final = [
    ("guandan-1", "cheating", "GD1-6", "printed"),
    ("guandan-1", "misconduct", "GD1-6", "decides"),
    ("guandan-1", "wrong_play", "GD1-6", "decides"),
    ("guandan-2", "late", "GD2-6", "printed"),
    ("guandan-2", "signal", "GD2-7", "printed"),
    ("guandan-3", "exposed", "GD3-E2.2", "printed"),
    ("guandan-3", "exposed", "GD3-E2.1", "levels"),
    ("guandan-3", "exposed", "GD3-E2.1", "disqualified"),
    ("guandan-3", "signal", "GD3-E1", "printed"),
    ("guandan-3", "signal", "GD3-E3", "decides"),
    ("guandan-3", "late", "GD3-F4", "printed"),
    ("guandan-js2023", "cheating", "JS-7.5", "disqualified"),
    ("daguai", "signal", "DG-6.3", "printed"),
    ("daguai", "misconduct", "DG-6.3", "printed"),
]


@pytest.mark.parametrize(("sheet", "kind", "clause", "form"), OTHERS)
def test_the_other_climbing_sheets(sheet: str, kind: str, clause: str, form: str) -> None:
    record = hand_of(sheet)
    seat = (record.hands[0].tricks or ())[1][0]
    incident = Incident(kind=kind, seat=seat, at=(2, 1), seconds=600 if kind == "late" else None)
    found = propose_for(record, AllegedFault(1, incident), noticed=(2, 1))
    assert (clause, form) in {(each.clause, each.form) for each in found if each.applies}


def test_daguai_two_marks_of_a_side_lose_the_hand() -> None:
    """DG-T29, DG-6.4: the others get eight; one mark changes nothing."""
    record = hand_of("daguai")
    before = audit(record).hands[0].points
    for count, seat in enumerate(("2", "4"), start=1):
        [proposal] = [
            each
            for each in propose_for(
                record, AllegedFault(1, Incident(kind="signal", seat=seat, at=(2, count))), noticed=(2, count)
            )
            if each.form == "printed"
        ]
        record = with_ruling(record, proposal.ruling)
        assert audit(record).hands[0].points == (before if count == 1 else {"135": 8, "246": 0})


# -- what a first time costs nothing

SECOND: Final = [
    ("chaodipi", "kitty_viewed", 80, None),
    ("chaodipi", "card_check", 10, None),
    ("shuangkou", "out_of_turn", 0, -10),
]


@pytest.mark.parametrize(("sheet", "kind", "points", "score"), SECOND)
def test_the_second_time_costs(sheet: str, kind: str, points: int, score: int | None) -> None:
    """CDP-3.4, CDP-7.2, SK-5.5: counted for the side, whichever of the two it was."""
    record = hand_of(sheet)
    attackers = [seat for seat in SHEETS[sheet].seats if SHEETS[sheet].side_of[seat] == SHEETS[sheet].side_of[seats(record)[1]]]
    side = SHEETS[sheet].sides[SHEETS[sheet].side_of[attackers[0]]]
    before = audit(record).hands[0]
    for seat, moment in zip(attackers, ((2, 4), (3, 4)), strict=True):
        proposal = propose_for(record, AllegedFault(1, Incident(kind=kind, seat=seat, at=moment)), noticed=moment)[0]
        record = with_ruling(record, proposal.ruling)
    after = audit(record).hands[0]
    assert (before.attackers or 0) - (after.attackers or 0) == points
    if score is not None and before.score is not None and after.score is not None:
        assert after.score[side] - before.score[side] == score


def test_start_is_not_needed() -> None:
    """A match that begins with a later hand still has its proposals; what is counted from its beginning is open."""
    record = hand_of("chaodipi")
    later = replace(record, hands=(replace(record.hands[0], no=4),), start=Start(levels={"EW": "2", "NS": "2"}))
    found = propose_for(later, AllegedFault(4, Incident(kind="kitty_viewed", seat="N", at=(2, 4))), noticed=(2, 4))
    assert found[0].open


@pytest.mark.parametrize(("noticed", "basis", "options"), [((2, 4), "stated", ()), ((3, 4), "assumed", ("D-CDP-28",))])
def test_a_proposal_says_what_it_rests_on(noticed: Moment, basis: str, options: tuple[str, ...]) -> None:
    """Of a card held back in trick 2 the sheet says what it costs when it is found in that trick, and not in the next one."""
    record = hand_of("chaodipi")
    seat = seats(record)[1]
    card = (record.hands[0].tricks or ())[1].split(" ")[1]
    incident = Incident(kind="concealed", seat=seat, at=play_of(record, seat), cards=card[:2])
    [proposal] = [
        each
        for each in propose_for(record, AllegedFault(1, incident), noticed=noticed)
        if each.applies and each.form == "printed"
    ]
    assert (str(proposal.basis), proposal.options) == (basis, options)


def test_what_the_sheet_says_is_usual_is_no_bound() -> None:
    """CDP-6.9 has 通常 before ten to eighty, CDP-6.11 has no number: the proposals say so."""
    time, talk = (
        next(each for each in proposals("chaodipi", "N", Case(kind, "", NOW)) if each.form == "points")
        for kind in ("timeout", "misconduct")
    )
    assert (str(time.basis), time.options, str(talk.basis)) == ("assumed", ("D-CDP-37",), "stated")
    assert all(said in time.words.zh for said in ("通常 分 10 至 80", "D-CDP-37"))
    assert "分数没有写，由裁判定" in talk.words.zh
    assert set(talk.ruling.effect.points.values()) == {-10}


NOT_PRINTED: Final = (
    ("chaodipi", "signal", "printed", "CDP-6.10", "D-CDP-38"),
    ("chaodipi", "misconduct", "loss", "CDP-6.11", None),
    ("guandan-1", "cheating", "printed", "GD1-6", "D-GD-21"),
    ("guandan-1", "signal", "decides", "GD1-6", None),
    ("guandan-2", "late", "printed", "GD2-6", "D-GD2-E"),
    ("guandan-3", "signal", "disqualified", "GD3-E2.1", "D-GD-21"),
    ("guandan-3", "signal", "warning", "GD3-E2.1", None),
    ("guandan-3", "exposed", "printed", "GD3-E2.2", "D-GD3-9"),
    ("guandan-3", "late", "printed", "GD3-F4", None),
    ("shuangkou", "late", "printed", "SK-4.2", None),
)
"""What a clause does not say of what it prescribes: what a side that is out loses, which games are forfeited, when an exposed
card is led."""


@pytest.mark.parametrize(("sheet", "kind", "form", "clause", "settled"), NOT_PRINTED)
def test_what_is_not_printed_of_it_is_said_to_be_assumed(
    sheet: str, kind: str, form: str, clause: str, settled: str | None
) -> None:
    found = proposals(sheet, "E", Case(kind, clause, NOW))
    [proposal] = [each for each in found if each.applies and (each.form, each.clause) == (form, clause)]
    assert (str(proposal.basis), settled in proposal.options) == (("assumed", True) if settled else ("stated", False))
    assert all(settled is None or settled in said for said in proposal.words)


@pytest.mark.parametrize(("noticed", "basis"), [((0, 0), "stated"), ((2, 4), "assumed"), (None, "stated")])
def test_a_wrong_count_of_shuangkou_is_printed_for_before_and_for_the_end(noticed: Moment | None, basis: str) -> None:
    """SK-5.1.1 is for before the burial, SK-5.1.2 for 出牌结束时; what is found between them is assumed to be as at the end."""
    record = hand_of("shuangkou")
    found = propose_for(record, AllegedFault(1, Incident(kind="hand_count", seat="N", at=BEFORE)), noticed=noticed)
    [proposal] = [each for each in found if each.applies]
    assert (proposal.clause, str(proposal.basis)) == ("SK-5.1.2" if noticed != BEFORE else "SK-5.1.1", basis)
    assert ("D-SK-15" in proposal.options) == (basis == "assumed")


@pytest.mark.parametrize("kind", ["revoke", "concealed"])
def test_no_fault_is_found_before_it_happened(kind: str) -> None:
    """Also where nobody noted the plays: a wrong card of trick 4 falls under no tier of before the first trick."""
    record = match(score_sheet(80, dealer="E", level="2"), sheet="shuangkou")
    for noticed in ((4, 3), (4, 4), (6, 1)):
        found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat="W", at=(4, 3), cards="Kd")), noticed=noticed)
        assert all(each.tier.first >= (4, 3) and each.clause is not None for each in found)


def test_a_throw_that_nobody_tested_is_for_the_referee_to_count() -> None:
    """SK-5.2.2: ten for each part that is blocked; which were, the plays do not say."""
    record = hand_of("shuangkou")
    found = propose_for(
        record, AllegedFault(1, Incident(kind="failed_throw", seat=seats(record)[1], at=(2, 1))), noticed=(2, 4)
    )
    [proposal] = [each for each in found if each.form == "points"]
    assert proposal.clause == "SK-5.2.2"
    assert proposal.discretion is not None
    assert proposal.discretion.points == (10, None)


def test_shuangkou_prints_nothing_for_bad_conduct() -> None:
    """SK-5.4 is about passing information alone."""
    for seat in seats(hand_of("shuangkou")):
        assert proposals("shuangkou", seat, Case("misconduct", "", NOW)) == ()


@pytest.mark.parametrize(("kind", "winner"), [("signal", "NS"), ("misconduct", None)])
def test_chaodipi_who_is_disqualified_loses_all_games_of_a_match(kind: str, winner: str | None) -> None:
    """CDP-6.10, in the final, which is best of three: who is out plays no further game; a game that is lost is one of three."""
    record = replace(sheet_only("chaodipi", attackers=50), event=Event(stage="final"))
    found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat="E", at=(4, 1))), noticed=(4, 1))
    proposal = next(each for each in found if each.ruling.effect.loses is not None)
    assert (proposal.form, proposal.clause) == (("printed", "CDP-6.10") if winner else ("loss", "CDP-6.11"))
    assert audit(with_ruling(record, proposal.ruling)).match.winner == winner


def test_of_what_a_committee_decides_it_is_not_said_that_nothing_changes() -> None:
    for sheet in ("guandan-1", "guandan-3"):
        found = propose_for(hand_of(sheet), AllegedFault(1, Incident(kind="hand_count", seat="N", at=BEFORE)), noticed=BEFORE)
        [proposal] = [each for each in found if each.form == "decides"]
        assert ("怎么判没有写" in proposal.words.zh, "不改结果" in proposal.words.zh) == (True, False)


def test_what_a_committee_decides_is_within_its_clause() -> None:
    """GD1-6 and GD3-E3 print who decides, or that something follows, and not what: no decision is outside them."""
    for sheet, clause in (("guandan-1", "GD1-6"), ("guandan-3", "GD3-E3")):
        ruling = Ruling(id="r", hand=1, at=(2, 1), seat="E", clause=clause, effect=Effect(levels={"EW": -2}), state="final")
        codes = {each.code for each in audit(with_ruling(hand_of(sheet), ruling)).findings}
        assert "RULING-RANGE" not in codes


GRAVE: Final = (
    "card_check",
    "exposed",
    "failed_throw",
    "hand_count",
    "kitty_count",
    "kitty_viewed",
    "out_of_turn",
    "overdraw",
    "timeout",
)


def test_chaodipi_a_grave_fault_of_any_kind_may_lose_the_game() -> None:
    """CDP-7.4: 严重违例者可直接判定其该局为负, beside what is printed for the fault; who knows no kind has it too."""
    record = hand_of("chaodipi")
    _, seat = seats(record)
    side = SHEETS["chaodipi"].sides[SHEETS["chaodipi"].side_of[seat]]
    for kind in GRAVE:
        found = proposals("chaodipi", seat, Case(kind, "CDP-7.4", NOW, at=play_of(record, seat)))
        losing = [(each.clause, each.ruling.effect.loser) for each in found if each.form == "loss"]
        assert losing == [("CDP-7.4", side)], kind


JS_IN_A_ROUND: Final = (
    *("card_check", "count_asked", "exposed", "manner", "out_of_turn", "signal", "timeout", "word_out_of_turn", "wrong_play"),
)


def test_js2023_what_is_pointed_out_too_late_is_past() -> None:
    """JS-8.1: in a later round the referee may say that it is too late; by itself nothing follows."""
    record = hand_of("guandan-js2023")
    seat = (record.hands[0].tricks or ())[1][0]
    for kind in JS_IN_A_ROUND:
        found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat=seat, at=(2, 1))), noticed=(4, 1))
        [late] = [each for each in found if each.applies and each.form == "printed"]
        assert (late.clause, late.changes, late.ruling.effect.double) == ("JS-8.1", (), None), kind


def test_js2023_what_is_weighed_changes_nothing_by_itself() -> None:
    record = hand_of("guandan-js2023")
    for kind, clause in (("delay", "JS-7.6.2"), ("left_seat", "JS-7.6.3"), ("misconduct", "JS-7.5")):
        found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat="E", at=(2, 1))), noticed=(2, 1))
        [printed] = [each for each in found if each.form == "printed"]
        assert (printed.clause, printed.changes) == (clause, ()), kind
