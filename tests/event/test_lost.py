"""Matches that were not lost by play: by forfeits, penalties and disqualifications; and what the event makes of them.

Every match here is a record, audited with its rulings.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.record import EventRecord, Published, PublishedRow, Stage
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import Figure, MatchPoints
from paipu.replay.record import (
    Effect,
    Event,
    Fault,
    GameRecord,
    Hand,
    Incident,
    MatchClaims,
    Player,
    Ruling,
    Start,
)
from paipu.replay.sheets import SHEETS
from tests.event.build import audit_event, both, drawn, event, places, played, table_of, teams
from tests.many import in_one

JS: Final = "guandan-js2023"
Found = list[tuple[str, str | None, str, str]]
Case = tuple[EventRecord, Sequence[Match]]


def record(sheet: str, spot: tuple[str, int, str], pair: tuple[str, str] = ("t1", "t2"), **told: Any) -> GameRecord:
    """A record of a drawn table, without a hand that was played unless it is given one; the first of the pair sits E and W."""
    stage, no, table, *game = *spot, told.pop("game", None)
    seats = {
        seat: Player(id=f"p{2 * int(pair[at % 2][1:]) - 1 + at // 2}", team=pair[at % 2]) for at, seat in enumerate("ENWS")
    }
    place = Event(id="cup", stage=stage, round=no, table=table, game=game[0])
    name = "/".join(str(each) for each in (stage, no, table, *game))
    return GameRecord(**{"id": name, "sheet": sheet, "event": place, "seats": seats, "hands": (Hand(no=1),), **told})


def matches(records: Iterable[GameRecord]) -> list[Match]:
    return [match_of(each, audit(each)) for each in records]


def against(side: str, **effect: Any) -> dict[str, Any]:
    """A ruling on the first hand, against somebody of a side, under a clause if one is named."""
    clause, seat = effect.pop("clause", None), side[0]
    return {"rulings": (Ruling(id="r", hand=1, seat=seat, clause=clause, effect=Effect(**effect), state="final"),)}


def findings(made: EventRecord, given: Iterable[GameRecord]) -> Found:
    told = [each.finding for each in audit_event(made, matches(given)) if each.match is None]
    return [(each.code, each.clause, str(each.basis), each.where.pointer) for each in told]


def row(made: EventRecord, given: Iterable[GameRecord], team: str) -> Mapping[Figure, int | None]:
    found = table_of(made, matches(given)).row(team)
    assert found is not None
    return found.figures


# --- what a match is worth that is not won by play (JS-7.4)


def one_table(sheet: str, rounds: int = 1, **more: Any) -> EventRecord:
    stage = Stage(id="all", form="table", rounds=tuple([drawn(no, ("t1", "t2")) for no in range(1, rounds + 1)]))
    return event(sheet, teams(2), stage, **more)


AT: Final = ("all", 1, "1")
LATE: Final = Incident(kind="late", seat="N", seconds=600)
GRAVE: Final = Incident(kind="misconduct", seat="N")


def begun(ew: str, ns: str) -> dict[str, Any]:
    """A match under way, at these levels."""
    return {"start": Start(levels={"EW": ew, "NS": ns}), "hands": (Hand(no=5, incidents=(GRAVE,)),)}


def levels_of(figures: Mapping[Figure, int | None]) -> tuple[int | None, ...]:
    return figures["match_points"], figures["points"], figures["levels_gained"], figures["level_difference"]


@pytest.mark.parametrize(
    ("options", "points"), [({}, (17, 0)), ({"disqualified": "lost"}, (17, 9))], ids=["as a forfeit", "as lost"]
)
def test_JS_7_4_against_a_side_that_is_disqualified(options: dict[str, str], points: tuple[int, int]) -> None:
    """D-JS-02: 17 to 0, and as for who forfeits four levels above it."""
    given = [record(JS, AT, options=options, **against("NS", disqualified="NS", clause="JS-7.5"))]
    made = one_table(JS, options=options)
    assert levels_of(row(made, given, "t1")) == (2, points[0], 4, 4)
    assert levels_of(row(made, given, "t2")) == (0, points[1], 0, -4)


@pytest.mark.parametrize(
    ("ew", "ns", "gained"),
    [
        ("2", "5", (7, 3)),  # four above 5 is 9
        ("Q", "5", (10, 3)),  # further ahead
        ("3", "A", (13, 9)),  # lowered to J, and past the A
        ("A", "A", (13, 9)),
    ],
)
def test_JS_7_4_the_levels_of_who_is_disqualified_under_way(ew: str, ns: str, gained: tuple[int, int]) -> None:
    ruling = Ruling(id="r", hand=5, seat="N", clause="JS-7.5", effect=Effect(disqualified="NS"))
    given = [record(JS, AT, rulings=(ruling,), **begun(ew, ns))]
    assert [levels_of(row(one_table(JS), given, team))[1:3] for team in ("t1", "t2")] == [(17, gained[0]), (0, gained[1])]


@pytest.mark.parametrize("claims", [{}, {"levels": {"EW": "6", "NS": "2"}, "score": {"EW": 17, "NS": 0}}])
def test_JS_7_4_who_forfeits_stands_four_levels_below(claims: dict[str, Any]) -> None:
    told = MatchClaims(winner="EW", reason="forfeit", **claims)
    given = record(JS, AT, hands=(Hand(no=1, incidents=(LATE,)),), claims=told)
    assert [each.code for each in audit(given).findings] == ["PENALTY-FORFEIT"]
    assert levels_of(row(one_table(JS), [given], "t1")) == (2, 17, 4, 4)
    made = event(JS, teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), absent=("t2",)),)))
    assert levels_of(row(made, [], "t1")) == (2, 17, 4, 4)


@pytest.mark.parametrize(
    ("score", "levels", "wanted"),
    [
        ({"EW": 17, "NS": 0}, {"EW": "6", "NS": "2"}, (2, 17, 4, 4)),  # no other match comes to 17 and nothing
        ({"EW": 17, "NS": 0}, {"EW": "A", "NS": "J"}, (2, 17, 13, 4)),  # past the A
        ({"EW": 17, "NS": 9}, {"EW": "6", "NS": "2"}, (2, 17, 4, 4)),
        ({"EW": 17, "NS": 9}, {"EW": "A", "NS": "J"}, (2, 17, 13, 4)),
        ({"EW": 22, "NS": 4}, {"EW": "J", "NS": "2"}, (2, 22, 9, 9)),
    ],
)
def test_JS_7_4_what_the_score_sheet_alone_says(
    score: dict[str, int], levels: dict[str, str], wanted: tuple[int | None, ...]
) -> None:
    """No ruling is on record: by the score sheet alone a match that a ruling has ended is what it says."""
    claims = MatchClaims(winner="EW", reason="ruling", levels=levels, score=score)
    made, given = one_table(JS), matches([record(JS, AT, claims=claims)])
    (table,) = standings(made, given, "recorded")
    assert [levels_of(each.figures) for each in table.rows if each.entrant == "t1"] == [wanted]
    other = [each.figures["points"] for each in table.rows if each.entrant == "t2"]
    assert other == [score["NS"]]


def test_JS_7_4_the_levels_of_a_forfeit_as_claimed() -> None:
    told = MatchClaims(winner="EW", reason="forfeit", levels={"EW": "2", "NS": "2"})
    found = audit(record(JS, AT, hands=(Hand(no=1, incidents=(LATE,)),), claims=told)).findings
    assert [(each.code, each.clause) for each in found] == [("PENALTY-FORFEIT", "JS-7.4.1"), ("CLAIM-MATCH-LEVELS", "JS-7.4")]


# --- what counts as lost by penalties (JS-7.5)

PENALTY: Final = against("NS", loser="NS", clause="JS-7.4")
LOT: Final = against("NS", winner="EW", clause="JS-5.9.2")
APPEAL: Final = against("NS", winner="EW", clause="JS-9")
FORFEITED: Final[dict[str, Any]] = {
    "hands": (Hand(no=1, incidents=(LATE,)),),
    "claims": MatchClaims(winner="EW", reason="forfeit"),
}
PLAYED: Final[dict[str, Any]] = {"claims": MatchClaims(winner="EW", reason="passed"), **against("NS", winner="EW")}
THIRD: Final = "/stages/0/rounds/2/tables/0/sides/NS"


@pytest.mark.parametrize(
    ("how", "options", "wanted"),
    [
        ((PENALTY, PENALTY), {}, [("EVENT-DISQUALIFIED", "JS-7.5", "stated", THIRD)]),
        ((LOT, LOT), {}, []),
        ((APPEAL, APPEAL), {}, []),
        ((PENALTY, LOT), {}, []),
        ((FORFEITED, FORFEITED), {}, [("EVENT-DISQUALIFIED", "JS-7.5", "stated", THIRD)]),
        ((PENALTY, FORFEITED), {}, []),
        ((FORFEITED, PENALTY), {"lost_rounds": "forfeits"}, [("EVENT-DISQUALIFIED", "JS-7.5", "assumed", THIRD)]),
        ((LOT, FORFEITED), {"lost_rounds": "forfeits"}, []),
    ],
)
def test_JS_7_5_only_penalties_lose_a_round(how: Sequence[dict[str, Any]], options: dict[str, str], wanted: Found) -> None:
    """七(五) 被两轮判负: 判负 is what 七(四) prints; whether a forfeit adds up with it is not said (D-JS-03)."""
    given = [record(JS, ("all", no, "1"), options=options, **each) for no, each in enumerate((*how, PLAYED), start=1)]
    assert [each for each in findings(one_table(JS, 3, options=options), given) if each[0] != "EVENT-REMATCH"] == wanted


@pytest.mark.parametrize(("rows", "option"), [("t1 1", "penalties"), ("t1 1, t2 1", "forfeits")])
def test_D_JS_03_who_goes_by_the_other_reading_is_not_against_what_is_printed(rows: str, option: str) -> None:
    options = {"lost_rounds": option}
    given = [record(JS, ("all", no, "1"), options=options, **each) for no, each in enumerate((PENALTY, FORFEITED), start=1)]
    made = one_table(JS, 2, options=options, published=(Published("all", None, None, lines(rows)),))
    assert {each[2] for each in findings(made, given) if each[0] != "EVENT-REMATCH"} == {"assumed"}


@pytest.mark.parametrize(("second", "basis"), [(2, "stated"), (3, "assumed")])
def test_D_JS_04_a_bye_between_two_forfeits(second: int, basis: str) -> None:
    """七(五) 连续两轮弃权: that a bye does not break the row is nowhere said."""
    rounds = [drawn(no, ("t1", "t2")) if no in {1, second, second + 1} else drawn(no, byes=("t1", "t2")) for no in range(1, 5)]
    made = event(JS, teams(2), Stage(id="all", form="table", rounds=tuple(rounds), bye={"match_points": 0}))
    given = [record(JS, ("all", no, "1"), **FORFEITED) for no in (1, second)]
    told = [each for each in findings(made, given) if each[0] == "EVENT-DISQUALIFIED"]
    assert told == [("EVENT-DISQUALIFIED", "JS-7.5", basis, f"/stages/0/rounds/{second}/tables/0/sides/NS")]


# --- a match of several games


def final(sheet: str, goes_on: str, best_of: int | None = 3) -> EventRecord:
    """Semi-finals of several games, of which one is on record, and the final that somebody is drawn for."""
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, (goes_on, "t3")))
    return event(sheet, teams(3), Stage(id="semifinal", form="knockout", rounds=rounds, best_of=best_of))


WINS: Final[dict[str, Any]] = {"rulings": (Ruling(id="w", hand=1, seat="E", effect=Effect(winner="NS"), state="final"),)}


@in_one
@pytest.mark.parametrize("game", [1, 2, 3])
@pytest.mark.parametrize(
    ("sheet", "how", "case"),
    [
        ("guandan-2", FORFEITED, "forfeit"),
        ("chaodipi", FORFEITED, "forfeit"),
        ("chaodipi", against("NS", disqualified="NS", clause="CDP-6.10"), "out"),
        ("chaodipi", against("NS", fault=Fault(kind="signal"), clause="CDP-6.10"), "out"),
        ("guandan-1", against("NS", fault=Fault(kind="cheating"), clause="GD1-6"), "out"),
        ("guandan-2", against("NS", disqualified="NS"), "out"),
        ("guandan-3", against("NS", disqualified="NS", clause="GD3-E2.1"), "out"),
        (JS, against("NS", disqualified="NS", clause="JS-7.5"), "out"),
    ],
)
def test_a_forfeit_or_disqualification_loses_the_match_in_whatever_game(
    sheet: str, how: dict[str, Any], case: str, game: int
) -> None:
    """CDP-7.3, CDP-6.10, GD2-6: of the match, and not of one game (D-GD2-E, D-CDP-38); what is played after it is no part."""
    told = {1: [how, WINS, WINS], 2: [WINS, how], 3: [WINS, against("NS", winner="EW"), how]}[game]
    given = [record(sheet, ("semifinal", 1, "1"), game=no, **each) for no, each in enumerate(told, start=1)]
    assert places(table_of(final(sheet, "t1"), matches(given)))["t2"] == (None if case == "out" else 3)
    right = [each for each in findings(final(sheet, "t1"), given) if each[0] != "EVENT-MISSING"]
    wrong = {each for each in findings(final(sheet, "t2"), given) if each[0] == "EVENT-ADVANCE"}
    assert right == []
    assert {each[2] for each in wrong} == {"stated" if game == 3 and case == "forfeit" else "assumed"}


def test_a_match_that_is_won_is_not_lost_by_what_comes_after() -> None:
    given = [record("chaodipi", ("semifinal", 1, "1"), game=no, **WINS) for no in (1, 2)]
    given.append(record("chaodipi", ("semifinal", 1, "1"), game=3, **FORFEITED))
    assert findings(final("chaodipi", "t2"), given) == [("EVENT-MISSING", None, "stated", "/stages/0/rounds/1/tables/0")]


# --- a fault that disqualifies, and the clause of it


@pytest.mark.parametrize(("sheet", "kind", "clause"), [("chaodipi", "signal", "CDP-6.10"), ("guandan-1", "cheating", "GD1-6")])
@pytest.mark.parametrize("said", [True, False])
def test_who_is_found_to_have_done_it_is_out_and_has_lost_the_match(sheet: str, kind: str, clause: str, *, said: bool) -> None:
    """裁判一经核实，取消比赛资格 (CDP-6.10); 一经发现立即取消 (GD1-6): the ruling need not say it."""
    ruling = against("NS", fault=Fault(kind=kind), disqualified="NS" if said else None, clause=clause)
    claims = MatchClaims(winner="NS", reason="ruling")
    told = audit(record(sheet, AT, **ruling, claims=claims))
    assert (told.match.winner, told.match.lost_by, dict(told.match.disqualified)) == ("EW", "penalty", {1: clause})
    wrong = [each for each in told.findings if each.code == "CLAIM-MATCH-WINNER"]
    assert [str(each.basis) for each in wrong] == ["assumed"]  # D-CDP-38, D-GD-21: the sheet sends it out, and no more
    two = event(sheet, teams(2), Stage(id="all", form="table", rank_by=("wins",), rounds=one_table(sheet, 2).stages[0].rounds))
    given = [record(sheet, AT, **ruling, claims=MatchClaims(winner="EW", reason="ruling"))]
    found = [each for each in findings(two, given) if each[0] not in {"EVENT-REMATCH", "EVENT-MISSING"}]
    assert found == [("EVENT-DISQUALIFIED", clause, "assumed", "/stages/0/rounds/1/tables/0/sides/NS")]  # found when?


@pytest.mark.parametrize(
    ("sheet", "named", "fault", "wanted"),
    [
        ("guandan-3", "GD3-E2.1", None, ("GD3-E2.1", "stated")),
        ("guandan-3", "GD3-F4", None, ("GD3-F4", "stated")),
        ("guandan-3", "GD3-F5", None, ("GD3-F5", "assumed")),  # it says who decides, and not what
        ("guandan-3", "GD3-E3", None, ("GD3-E3", "assumed")),
        ("guandan-3", None, "late", ("GD3-F4", "stated")),
        ("guandan-3", None, "signal", ("GD3-E2.1", "stated")),
        ("chaodipi", "CDP-6.10", None, ("CDP-6.10", "assumed")),
        ("chaodipi", "CDP-7.5", None, ("CDP-7.5", "assumed")),
        ("chaodipi", "CDP-7.4", "signal", ("CDP-7.4", "assumed")),
        ("guandan-1", "GD1-6", None, ("GD1-6", "assumed")),  # 一经发现: when that was is not on record
        (JS, "JS-7.5", None, ("JS-7.5", "stated")),
        ("guandan-2", "GD2-7", None, ("GD2-7", "assumed")),
        ("guandan-2", "of another sheet", None, (None, "assumed")),
        ("shengji-botzone", None, None, (None, "assumed")),
        ("shuangkou", "SK-5.4", None, ("SK-5.4", "assumed")),
        ("daguai", "DG-6.3", None, ("DG-6.3", "assumed")),
    ],
)
def test_the_clause_is_that_of_the_ruling(
    sheet: str, named: str | None, fault: str | None, wanted: tuple[str | None, str]
) -> None:
    sides = ("135", "246") if sheet == "daguai" else ("EW", "NS")
    effect = Effect(disqualified=sides[1], fault=Fault(kind=fault) if fault else None)
    ruling = Ruling(id="r", hand=1, seat=sides[1][0], clause=named, effect=effect)
    rounds = (drawn(1, ("t1", "t2")), drawn(2, ("t1", "t2")))
    tables = (Published("all", None, None, lines("t2 1, t1 2")),)
    made = event(sheet, teams(2), Stage(id="all", form="table", rank_by=("wins",), rounds=rounds), published=tables)
    told = record(sheet, AT, rulings=(ruling,))
    if sheet == "daguai":
        seats = {str(at): Player(id=f"p{at}", team=("t1", "t2")[(at - 1) % 2]) for at in range(1, 7)}
        told = record(sheet, AT, rulings=(ruling,), seats=seats)
    found = [each[1:3] for each in findings(made, [told]) if each[0] == "EVENT-DISQUALIFIED"]
    assert found == [wanted, (wanted[0], "assumed")]  # drawn again; placed, of which no sheet says anything (EV-1)


# --- results that are struck out with a disqualified side


def lines(rows: str) -> tuple[PublishedRow, ...]:
    """`t1 1 4, t2` as lines of a published table: team, place, match points."""
    split = [each.split() for each in rows.split(", ")]
    return tuple(
        [
            PublishedRow(team, int(told[0]) if told else None, {"match_points": int(told[1])} if told[1:] else {})
            for team, *told in split
        ]
    )


EACH_OTHER: Final = (
    drawn(1, ("t4", "t1"), ("t2", "t3")),
    drawn(2, ("t2", "t4"), ("t3", "t1")),
    drawn(3, ("t3", "t4"), ("t1", "t2")),
)
"""The first side wins all: t2 and t3 have won two and t1 one; without the matches of t4 each has won one, all round."""
LEFT_IN: Final = "t2 1 4, t3 2 4, t1 3 2, t4"
STRUCK: Final = "t1 1 2, t2 1 2, t3 1 2, t4"


def with_t4(sheet: str, rows: str | None = None, last: tuple[str, str] | None = None) -> Case:
    """Each against each; t4 is disqualified in the last round. Two go on to a final, if it is drawn."""
    keys: dict[str, Any] = {"rank_by": ("match_points", "head_to_head"), "match_points": MatchPoints(2, 0, 1)}
    stages = [Stage(id="all", form="table", rounds=EACH_OTHER, advance=2, **keys)]
    stages += [Stage(id="final", form="table", rounds=(drawn(1, last),), **keys)] if last else []
    made = event(sheet, teams(4), *stages, published=(Published("all", None, None, lines(rows)),) if rows else ())
    given = [played(made, "all", each.no, table.name, winner=0) for each in EACH_OTHER for table in each.tables]
    return made, [both(each, disqualified={1: None}) if (each.round, each.table) == (3, "1") else each for each in given]


def of_table(case: Case) -> Found:
    told = [each.finding for each in audit_event(*case)]
    kept = [each for each in told if each.code != "EVENT-MISSING"]
    return [(each.code, each.clause, str(each.basis), each.where.pointer.removeprefix("/published/0")) for each in kept]


OPEN: Final = ("EVENT-PUBLISHED-OPEN", None, "stated", "")
SHEETS_OUT: Final = tuple(key for key in SHEETS if key != JS)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (LEFT_IN, []),
        (STRUCK, ["FIGURE/0", "FIGURE/1", "FIGURE/2", "PLACE/0", "PLACE/2"]),
        ("t2 1 4, t3 2 2, t1 3 2, t4", ["FIGURE/1"]),  # the last match alone
        ("t1 1, t2 1, t3 1, t4", ["PLACE/0", "PLACE/2"]),  # without figures
        ("t1 1 2, t2 1 2, t3 1 2, t4 4 0", ["FIGURE/0", "FIGURE/1", "FIGURE/2", "FIGURE/3", "PLACE/0", "PLACE/2"]),
    ],
)
def test_results_against_who_is_disqualified_may_be_struck_out(rows: str, wrong: list[str]) -> None:
    """JS-7.5 视情取消相关比赛成绩: open there; no other sheet says what becomes of them, and none that they go (EV-1)."""
    wrong = [each for each in wrong if not (each == "FIGURE/0" and "t1 1 2" in rows)]  # t1 lost to t4
    assert of_table(with_t4(JS, rows)) == ([OPEN] if wrong else [])
    for sheet in SHEETS_OUT:
        told = of_table(with_t4(sheet, rows))
        assert {each[2] for each in told} <= {"assumed"}, sheet
        names = [f"{code.removeprefix('EVENT-')}/{pointer.split('/')[2]}" for code, _, _, pointer in told]
        assert sorted(names) == sorted(wrong), sheet


@pytest.mark.parametrize("sheet", [JS, *SHEETS_OUT])
def test_a_figure_that_no_cancelling_explains_is_wrong_as_ever(sheet: str) -> None:
    told = of_table(with_t4(sheet, LEFT_IN.replace("t2 1 4", "t2 1 3")))
    assert [(code, basis, pointer) for code, _, basis, pointer in told] == [("EVENT-FIGURE", "stated", "/rows/0/match_points")]
    told = of_table(with_t4(sheet, LEFT_IN.replace("t1 3 2", "t1 3 0")))  # what it has won it has not won from t4
    assert [(code, basis, pointer) for code, _, basis, pointer in told] == [("EVENT-FIGURE", "stated", "/rows/2/match_points")]


def test_JS_7_5_who_goes_on_if_results_are_cancelled() -> None:
    assert of_table(with_t4(JS, last=("t2", "t1"))) == []  # all round: any two
    (told,) = of_table(with_t4("guandan-3", last=("t2", "t1")))
    assert (told[0], told[2]) == ("EVENT-ADVANCE", "assumed")
    assert of_table(with_t4("guandan-3", last=("t2", "t3"))) == []


# --- a forfeited round of GD3


@pytest.mark.parametrize(
    ("points", "winner", "wrong"),
    [
        ({"EW": 100, "NS": 50}, "EW", [("/claims/points/NS", "0…12", "50")]),
        ({"EW": 100, "NS": 13}, "EW", [("/claims/points/NS", "0…12", "13")]),
        ({"EW": 100, "NS": 12}, "EW", []),
        ({"EW": 12, "NS": 100}, "EW", [("/claims/points/NS", "0…12", "100")]),
        ({"EW": 115, "NS": 0}, "EW", []),
        ({"EW": 116, "NS": 0}, "EW", [("/claims/points/EW", "0…115", "116")]),
        ({"NS": 13}, "EW", [("/claims/points/NS", "0…12", "13")]),
        ({"EW": 100, "NS": 50}, None, [("/claims/points/NS", "0…12", "50")]),
        ({"NS": 50}, None, []),
    ],
)
@pytest.mark.parametrize("late", [True, False], ids=["late", "not told"])
def test_GD3_G2_who_has_forfeited_a_round_has_no_more_than_who_has_lost_one(
    points: dict[str, int], winner: str | None, wrong: list[tuple[str, str, str]], *, late: bool
) -> None:
    """得分最高不超过12分: what a forfeited round counts is not printed, but nobody who lost one has more."""
    claims = MatchClaims(winner=winner, reason="forfeit", points=points)
    incidents = (LATE,) if late else ()
    told = audit(record("guandan-3", AT, hands=(Hand(no=1, incidents=incidents),), claims=claims)).findings
    found = [each for each in told if each.code == "CLAIM-ROUND-POINTS"]
    if late and winner is None and points == {"NS": 50}:
        wrong = [("/claims/points/NS", "0…12", "50")]  # N was late: the others have won
    assert [(each.where.pointer, each.expected, each.actual) for each in found] == wrong
    assert {each.clause for each in found} <= {"GD3-G2"}
