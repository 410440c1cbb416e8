"""Who did not come: by the score sheet alone, by the list of the absent, one side or both, and to one of several games."""

from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.event.match import Account, match_of
from paipu.replay.event.record import Entrant, EventRecord, Published, PublishedRow, Round, Stage
from paipu.replay.event.standings import standings
from paipu.replay.event_rules import Figure, ForfeitCounts, MatchPoints
from paipu.replay.record import Event, GameRecord, Hand, Incident, MatchClaims, Player
from paipu.replay.sheets import SHEETS
from tests.event.build import drawn, event, figures, places, table_of, teams
from tests.event.test_lost import AT, JS, LATE, WINS, Found, findings, matches, one_table, record, row

FORFEIT: Final[dict[str, Any]] = {"claims": MatchClaims(winner="EW", reason="forfeit")}
NOBODY: Final[dict[str, Any]] = {"claims": MatchClaims(reason="forfeit")}
OTHER_LATE: Final = Incident(kind="late", seat="E", seconds=600)
FOUR_SEATS: Final = [key for key in SHEETS if key not in {"daguai", "shengji", "shengji-botzone"}]


def late(*seconds: float) -> tuple[Hand, ...]:
    """A hand to which N came late by so much, and E by as much as is told of him."""
    return (Hand(no=1, incidents=tuple([Incident(kind="late", seat="NE"[at], seconds=s) for at, s in enumerate(seconds)])),)


def cup(sheet: str, goes_on: str, best_of: int = 1, **more: Any) -> EventRecord:
    """One match, and a final for which somebody is drawn from it."""
    rounds = (drawn(1, ("t1", "t2"), byes=("t3",), **more), drawn(2, (goes_on, "t3")))
    return event(sheet, teams(3), Stage(id="cup", form="knockout", best_of=best_of, rounds=rounds))


# --- the score sheet says so, and nothing on record says why


@pytest.mark.parametrize("sheet", FOUR_SEATS)
def test_who_has_forfeited_by_the_score_sheet_is_out(sheet: str) -> None:
    given = [record(sheet, ("cup", 1, "1"), **FORFEIT)]
    assert [each.code for each in audit(given[0]).findings] == ["CLAIM-OPEN"]  # why is not on record
    made = cup(sheet, "t1")
    assert places(table_of(made, matches(given))) == {"t1": 1, "t3": 1, "t2": 3}
    assert [each[0] for each in findings(made, given)] == ["EVENT-MISSING"]
    told = [each for each in findings(cup(sheet, "t2"), given) if each[0] != "EVENT-MISSING"]
    basis = "assumed" if sheet == "guandan-1" else "stated"  # which says nothing of forfeits (EV-2)
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-ADVANCE", basis)]


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("shuangkou", ({"match_points": 2, "big_points": 20, "wins": 1}, {"match_points": 0, "big_points": -20, "wins": 0})),
        (JS, ({"match_points": 2, "points": 17, "levels_gained": 4}, {"match_points": 0, "points": 0, "levels_gained": 0})),
    ],
)
def test_it_counts_what_a_forfeit_does(sheet: str, wanted: tuple[dict[str, int], dict[str, int]]) -> None:
    given = [record(sheet, AT, **FORFEIT)]
    for team, counted in zip(("t1", "t2"), wanted, strict=True):
        assert counted.items() <= {str(key): value for key, value in row(one_table(sheet), given, team).items()}.items()
    assert findings(one_table(sheet), given) == []


def test_what_a_forfeited_round_of_GD3_counts_is_not_printed() -> None:
    told = findings(one_table("guandan-3"), [record("guandan-3", AT, **FORFEIT)])
    assert [each[0] for each in told] == ["EVENT-COUNTS"]


@pytest.mark.parametrize(
    ("sheet", "hands"), [("chaodipi", late(540)), ("guandan-2", late(540)), ("shuangkou", late(540)), (JS, late(540))]
)
def test_who_came_in_time_to_play_has_not_forfeited(sheet: str, hands: tuple[Hand, ...]) -> None:
    """迟到10分钟: nine are none, whatever the score sheet says."""
    told = findings(cup(sheet, "t2"), [record(sheet, ("cup", 1, "1"), hands=hands, **FORFEIT)])
    assert [each[0] for each in told] == ["EVENT-UNDECIDED", "EVENT-MISSING"]


def test_the_others_may_have_been_late_too() -> None:
    hands = (Hand(no=1, incidents=(Incident(kind="late", seat="E", seconds=60),)),)
    assert (
        findings(cup("chaodipi", "t1"), [record("chaodipi", ("cup", 1, "1"), hands=hands, **FORFEIT)])[0][0] == "EVENT-MISSING"
    )


def test_two_forfeits_running_by_the_score_sheet_alone() -> None:
    """JS-7.5: 连续两轮弃权."""
    given = [record(JS, ("all", no, "1"), **FORFEIT) for no in (1, 2)]
    told = [each for each in findings(one_table(JS, 3), given) if each[0] == "EVENT-DISQUALIFIED"]
    assert told == [("EVENT-DISQUALIFIED", "JS-7.5", "stated", "/stages/0/rounds/2/tables/0/sides/NS")]


@pytest.mark.parametrize(
    ("levels", "codes"),
    [({"EW": "6", "NS": "2"}, ["CLAIM-OPEN"]), ({"EW": "2", "NS": "2"}, ["CLAIM-OPEN", "CLAIM-MATCH-LEVELS"])],
)
def test_JS_7_4_the_levels_of_a_forfeit_that_the_score_sheet_tells(levels: dict[str, str], codes: list[str]) -> None:
    """按违规方级数升4级记级."""
    told = audit(record(JS, AT, claims=MatchClaims(winner="EW", reason="forfeit", levels=levels))).findings
    assert [each.code for each in told] == codes
    assert {each.clause for each in told} <= {None, "JS-7.4"}


# --- neither side came


@pytest.mark.parametrize("winner", [None, "EW"])
def test_SK_4_2_both_sides_have_forfeited(winner: str | None) -> None:
    """弃权为0分, 弃权方大分记-20分: for either of them, and nobody has won."""
    given = [record("shuangkou", AT, hands=late(600, 720), claims=MatchClaims(winner=winner, reason="forfeit"))]
    made = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), absent=("t1", "t2")),)))
    for of, records in ((one_table("shuangkou"), given), (made, [])):
        assert findings(of, records) == []
        for team in ("t1", "t2"):
            figures = row(of, records, team)
            assert (figures["match_points"], figures["big_points"], figures["wins"]) == (0, -20, 0)


@pytest.mark.parametrize(
    ("sheet", "code"), [("guandan-3", "EVENT-COUNTS"), ("guandan-1", "EVENT-UNDECIDED"), (JS, "EVENT-UNDECIDED")]
)
def test_what_it_counts_that_neither_came_is_open_elsewhere(sheet: str, code: str) -> None:
    """JS-7.6.1 has the later of two lose, and nothing about two who are equally late."""
    told = findings(one_table(sheet), [record(sheet, AT, hands=late(600, 600), **NOBODY)])
    assert [each[0] for each in told] == [code]


@pytest.mark.parametrize("sheet", ["chaodipi", "guandan-2", "shuangkou", JS])
def test_who_goes_on_if_neither_came_is_open(sheet: str) -> None:
    given = [record(sheet, ("cup", 1, "1"), hands=late(600, 600), **NOBODY)]
    assert [each[0] for each in findings(cup(sheet, "t2"), given)] == ["EVENT-UNDECIDED", "EVENT-MISSING"]
    assert [each[0] for each in findings(cup(sheet, "t2", absent=("t1", "t2")), [])] == ["EVENT-MISSING", "EVENT-MISSING"]


# --- noted as absent, with a record that tells nothing


def test_a_record_without_a_result_does_not_undo_that_somebody_is_absent() -> None:
    made = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), absent=("t2",)),)))
    assert row(made, [record("shuangkou", AT)], "t1")["match_points"] == 2
    (played_on,) = standings(made, matches([record("shuangkou", AT, **WINS)]), "ruled")
    assert places(played_on) == {"t2": 1, "t1": 2}


# --- one of several games, and sheets that print nothing of forfeits (EV-2)


@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        ("chaodipi", "CDP-1.2"),
        ("guandan-2", "GD2-5"),
        ("shuangkou", None),
        ("guandan-1", None),
        ("guandan-3", None),
        (JS, "JS-IV.1"),
    ],
)
@pytest.mark.parametrize("how", [FORFEIT, {"hands": (Hand(no=1, incidents=(LATE,)),), **FORFEIT}], ids=["said", "timed"])
def test_that_one_game_loses_the_match_is_assumed(sheet: str, clause: str | None, how: dict[str, Any]) -> None:
    given = [record(sheet, ("cup", 1, "1"), game=1, **how)]
    told = [each for each in findings(cup(sheet, "t2", best_of=3), given) if each[0] != "EVENT-MISSING"]
    own = {"chaodipi": "D-CDP-40", "guandan-2": "D-GD2-E"}.get(sheet, "EV-2")
    assert [(code, basis) for code, _, basis, _ in told] == [("EVENT-ADVANCE", "assumed")]
    assert told[0][1] in {clause, own}


def test_who_did_not_come_for_the_games_that_are_left() -> None:
    given = [record("guandan-2", ("cup", 1, "1"), game=1, **WINS)]
    made = cup("guandan-2", "t2", best_of=3, absent=("t2",))
    told = [each for each in findings(made, given) if each[0] != "EVENT-MISSING"]
    assert [each[0::2][:2] for each in told] == [("EVENT-ADVANCE", "assumed")]


@pytest.mark.parametrize("sheet", ["shengji", "shengji-botzone"])
def test_SJ_0_1_of_who_does_not_come_nothing_is_printed(sheet: str) -> None:
    players = tuple([Entrant(id=f"p{n}") for n in range(1, 7)])
    rounds = (drawn(1, (("p1", "p2"), ("p3", "p4")), byes=("p5", "p6"), absent=("p3",)), drawn(2, (("p1", "p3"), ("p5", "p6"))))
    made = event(sheet, players, Stage(id="cup", form="knockout", rounds=rounds))
    told = [each for each in findings(made, []) if each[0] == "EVENT-ADVANCE"]
    assert [each[2] for each in told] == ["assumed"]


@pytest.mark.parametrize(("sheet", "basis"), [("guandan-1", "assumed"), ("shuangkou", "stated")])
def test_that_a_match_is_won_by_a_forfeit_that_no_sheet_prints_is_assumed(sheet: str, basis: str) -> None:
    rows = (PublishedRow("t1", 1, {"wins": 0}), PublishedRow("t2", 2, {"wins": 0}))
    stage = Stage(id="all", form="table", rank_by=("wins",), rounds=(drawn(1, ("t1", "t2"), absent=("t2",)),))
    told = findings(event(sheet, teams(2), stage, published=(Published("all", None, None, rows),)), [])
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-FIGURE", basis)]


def published(sheet: str, rows: tuple[PublishedRow, ...], *rounds: Round, after: int | None = None, **stage: Any) -> Found:
    made = event(
        sheet, teams(4), Stage(id="all", form="table", rounds=rounds, **stage), published=(Published("all", None, after, rows),)
    )
    told = findings(made, [])
    return [each for each in told if each[0] in {"EVENT-FIGURE", "EVENT-PLACE", "EVENT-TIE-BREAK"}]


@pytest.mark.parametrize(
    ("idle", "figure", "basis"),
    [
        ({"absent": ("t3",)}, "big_points", "stated"),  # SK-4.2
        ({"absent": ("t3",)}, "small_points", "assumed"),
        ({"byes": ("t3",)}, "match_points", "stated"),  # the event says so
        ({"byes": ("t3",)}, "big_points", "assumed"),
        ({"byes": ("t3",)}, "wins", "stated"),
    ],
)
def test_what_nobody_says_of_a_round_without_a_match_is_assumed(idle: Any, figure: Figure, basis: str) -> None:
    rows = (PublishedRow("t3", None, {figure: 99}),)
    told = published("shuangkou", rows, drawn(1, ("t1", "t2"), **{"absent": ("t2",)} | idle), bye={"match_points": 2})
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-FIGURE", basis)]


def test_a_place_that_rests_on_it_is_assumed_too() -> None:
    """Two match points each; +20 for the forfeit, and nobody says what a bye has."""
    rows = (PublishedRow("t3", 1), PublishedRow("t1", 2))
    told = published("shuangkou", rows, drawn(1, ("t1", "t2"), byes=("t3",), absent=("t2",)), bye={"match_points": 2})
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-TIE-BREAK", "assumed")] * 2


@pytest.mark.parametrize(("side", "basis"), [("t1", "assumed"), ("t2", "stated")])
def test_what_the_event_says_of_one_side_is_not_said_of_the_other(side: str, basis: str) -> None:
    counts = ForfeitCounts(absent={"match_points": 0, "small_points": -5}, present={"match_points": 2})
    rows = (PublishedRow(side, None, {"small_points": 99}),)
    told = published("shuangkou", rows, drawn(1, ("t1", "t2"), absent=("t2",)), forfeit=counts)
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-FIGURE", basis)]


@pytest.mark.parametrize(("after", "basis"), [(1, "stated"), (2, "assumed")])
def test_a_forfeit_after_the_round_of_a_table_is_none_of_its_own(after: int, basis: str) -> None:
    rounds = (drawn(1, byes=("t1", "t2")), drawn(2, ("t1", "t2"), absent=("t2",)))
    rows = (PublishedRow("t1", None, {"match_points": 9}),)
    terms = {"match_points": MatchPoints(win=2, loss=0), "rank_by": ("match_points",), "bye": {"match_points": 2}}
    told = published("guandan-1", rows, *rounds, after=after, forfeit=ForfeitCounts({"match_points": 0}, {}), **terms)
    assert [(code, based) for code, _, based, _ in told] == [("EVENT-FIGURE", basis)]


@pytest.mark.parametrize("idle", [{"absent": ("t3", "t3")}, {"byes": ("t3", "t3")}, {"byes": ("t3",), "absent": ("t3",)}])
def test_who_is_named_twice_in_a_round_has_sat_it_out_once(idle: Any) -> None:
    stage = Stage(id="all", form="table", rounds=(drawn(1, **idle),), bye={"match_points": 2, "big_points": -20})
    made = event("shuangkou", teams(3), stage)
    assert figures(table_of(made, []), "big_points")["t3"] == -20
    told = [(code, pointer) for code, _, _, pointer in findings(made, []) if code == "EVENT-PLAYER-TWICE"]
    where = "byes/1" if idle == {"byes": ("t3", "t3")} else f"absent/{len(idle['absent']) - 1}"
    assert told == [("EVENT-PLAYER-TWICE", f"/stages/0/rounds/0/{where}")]


def test_who_is_absent_at_a_table_is_named_once() -> None:
    made = event("shuangkou", teams(2), Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2"), absent=("t2",)),)))
    assert findings(made, []) == []


def test_neither_came_by_both_accounts() -> None:
    seats = {seat: Player(id=seat, team="ab"[at % 2]) for at, seat in enumerate("ENWS")}
    event_of = Event(id="cup", stage="all", round=1, table="1")
    hand = Hand(no=1, incidents=(LATE, OTHER_LATE))
    told = GameRecord(id="m", sheet="shuangkou", seats=seats, event=event_of, hands=(hand,), **NOBODY)
    match = match_of(told, audit(told))
    accounts: list[Account] = [match.recorded, match.computed]
    assert [(each.winner, each.lost_by, each.forfeited) for each in accounts] == [(None, "forfeit", None)] * 2
