"""Score sheets that contradict themselves: each number against the others, where no play is on record."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Finding, Kind
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident, KittyAction
from tests.rules.build import match, score_sheet, table

SHEETS = ("shengji", "chaodipi", "shuangkou")


def sheet_of(sheet: str, points: int | None, **claims: Any) -> GameRecord:
    """One hand of which only the score sheet is known: E is banker, the attackers are NS."""
    about = {name: claims.pop(name) for name in ("options",) if name in claims}
    return match(score_sheet(points, dealer="E", level="2", trump="s", **claims), sheet=sheet, **about)


def wrong(record: GameRecord) -> list[Finding]:
    """What is found wrong."""
    return [finding for finding in audit(record).findings if finding.kind is Kind.FAIL]


def only(record: GameRecord) -> tuple[str, str, str | None, str | None]:
    """The one thing that is found wrong: code, place, what could be, what is claimed."""
    (finding,) = wrong(record)
    assert finding.clause is not None
    return finding.code, finding.where.pointer.removeprefix("/hands/0/claims/"), finding.expected, finding.actual


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_kitty_holds_at_most_eighty_points_in_fives(sheet: str) -> None:
    assert only(sheet_of(sheet, 100, kitty_points=85))[:3] == ("CLAIM-POINTS-IMPOSSIBLE", "kitty_points", "0, 5, 10 … 80")
    assert only(sheet_of(sheet, 100, kitty_points=-5))[:2] == ("CLAIM-POINTS-IMPOSSIBLE", "kitty_points")
    assert only(sheet_of(sheet, 100, kitty_points=12))[:2] == ("CLAIM-POINTS-IMPOSSIBLE", "kitty_points")
    assert not wrong(sheet_of(sheet, 100, kitty_points=80))


@pytest.mark.parametrize(
    ("sheet", "there_are", "there_are_not"),
    [
        ("shengji", (0, 1, 2, 4, 8), (-2, 3, 5, 6, 12, 16)),
        ("chaodipi", (0, 2, 4, 8, 12, 16, 48), (-2, 1, 3, 6, 10, 52)),
        ("shuangkou", (0, 2, 4, 8, 16, 32), (-2, 1, 3, 6, 12, 24)),
        ("shengji-botzone", (0, 1, 2, 4, 6, 8, 12, 16), (-2, 3, 5, 7)),
    ],
)
def test_multipliers_are_those_of_the_sheet(sheet: str, there_are: tuple[int, ...], there_are_not: tuple[int, ...]) -> None:
    for factor in there_are:
        assert not wrong(sheet_of(sheet, 100, multiplier=factor, kitty_points=0)), factor
    for factor in there_are_not:
        assert only(sheet_of(sheet, 100, multiplier=factor, kitty_points=0))[:2] == ("CLAIM-MULTIPLIER", "multiplier"), factor


def test_a_multiplier_that_another_reading_has_rests_on_that() -> None:
    (finding,) = wrong(sheet_of("shuangkou", 100, multiplier=12, kitty_points=0))
    assert (finding.basis, finding.options) == ("assumed", ("D-SK-07",))
    assert not wrong(sheet_of("shuangkou", 100, multiplier=12, kitty_points=0, options={"long_sisters": "adding"}))


@pytest.mark.parametrize(
    ("sheet", "there_are", "there_are_not", "expected"),
    [
        ("shengji", (0,), (5, -10, 40), "0"),
        ("chaodipi", (0, -10, 80, -25), (7, -33), "0, ±5, ±10 …"),
        ("shuangkou", (0, -10, 30), (5, 7, -25), "0, ±10, ±20 …"),
    ],
)
def test_penalties_are_what_the_sheet_takes_off(
    sheet: str, there_are: tuple[int, ...], there_are_not: tuple[int, ...], expected: str
) -> None:
    for penalties in there_are:
        assert not wrong(sheet_of(sheet, 100, penalties=penalties)), penalties
    for penalties in there_are_not:
        assert only(sheet_of(sheet, 100, penalties=penalties))[:3] == ("CLAIM-PENALTIES", "penalties", expected)


@pytest.mark.parametrize(
    ("sheet", "kind", "expected"),
    [
        ("shengji", "out_of_turn", "0"),
        ("shengji", "revoke", "0"),
        ("chaodipi", "misconduct", "0, ±5, ±10 …"),
        ("shuangkou", "out_of_turn", "0, ±10, ±20 …"),
    ],
)
def test_an_incident_that_costs_no_points_excuses_no_penalties(sheet: str, kind: str, expected: str) -> None:
    incident = Incident(kind=kind, seat="S", at=(3, 2), noticed=(4, 1))
    findings = wrong(sheet_of(sheet, 100, penalties=-7, incidents=(incident,)))
    assert [(f.code, f.expected) for f in findings if f.where.pointer.endswith("/penalties")] == [("CLAIM-PENALTIES", expected)]


@pytest.mark.parametrize("incidents", [(), (Incident(kind="out_of_turn", seat="S", at=(3, 2)),)])
@pytest.mark.parametrize("dealer", ["E", None])
def test_where_nothing_costs_points_no_fact_is_wanting_to_tell_the_penalties(
    incidents: tuple[Incident, ...], dealer: str | None
) -> None:
    verdict = audit(
        match(score_sheet(100, dealer=dealer, level="2", trump="s", penalties=0, incidents=incidents), sheet="shengji")
    )
    assert verdict.hands[0].penalties == 0
    assert not any("penalties" in (finding.actual or "") for finding in verdict.findings)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_total_holds_the_kitty_and_no_more_than_the_deck_gives(sheet: str) -> None:
    found = only(sheet_of(sheet, 70, kitty_points=20, multiplier=4, penalties=0))
    assert found == ("CLAIM-POINTS-IMPOSSIBLE", "attackers", "80…260", "70")
    assert only(sheet_of(sheet, 265, kitty_points=20, multiplier=4, penalties=0))[2] == "80…260"
    assert only(sheet_of(sheet, 185, kitty_points=20, multiplier=0, penalties=0))[2] == "0…180"
    assert only(sheet_of(sheet, 205, kitty_points=0, penalties=0))[2] == "0…200"
    assert only(sheet_of(sheet, -5, penalties=0))[:2] == ("CLAIM-POINTS-IMPOSSIBLE", "attackers")
    for points, kitty, factor in ((80, 20, 4), (260, 20, 4), (180, 20, 0), (200, 0, None), (240, None, None)):
        claims = {"kitty_points": kitty, "multiplier": factor, "penalties": 0}
        assert not wrong(sheet_of(sheet, points, **{name: value for name, value in claims.items() if value is not None}))


def test_penalties_move_what_the_total_can_be() -> None:
    for sheet in ("chaodipi", "shuangkou"):
        assert not wrong(sheet_of(sheet, 70, kitty_points=20, multiplier=4, penalties=-10))
        assert only(sheet_of(sheet, 80, kitty_points=20, multiplier=4, penalties=10))[2] == "90…270"
        assert not wrong(sheet_of(sheet, 30, kitty_points=20, multiplier=4))  # penalties that nobody wrote down
    assert only(sheet_of("shengji", 30, kitty_points=20, multiplier=4))[2] == "80…260"


@pytest.mark.parametrize("sheet", SHEETS)
def test_who_won_the_last_trick_says_whether_the_kitty_counts(sheet: str) -> None:
    bank, attackers = "N" * 24 + "E", "E" * 24 + "N"
    assert only(sheet_of(sheet, 120, winners=bank, kitty_points=20, multiplier=2, penalties=0))[:3] == (
        "CLAIM-MULTIPLIER",
        "multiplier",
        "-",
    )
    assert only(sheet_of(sheet, 100, winners=attackers, kitty_points=20, multiplier=0, penalties=0))[1] == "multiplier"
    assert not wrong(sheet_of(sheet, 100, winners=bank, kitty_points=20, penalties=0))
    assert not wrong(sheet_of(sheet, 100, winners=attackers, kitty_points=20, multiplier=2, penalties=0))
    assert only(sheet_of(sheet, 20, winners=bank[-1] * 25, kitty_points=20, penalties=0))[2] == "0"
    assert only(sheet_of(sheet, 100, winners="N" * 25, kitty_points=20, multiplier=2, penalties=0))[2] == "220"
    assert only(sheet_of(sheet, None, winners="N" * 26))[:2] == ("CLAIM-WINNER-COUNT", "winners")


def test_where_there_is_no_kitty_none_is_captured() -> None:
    hand = score_sheet(100, dealer="E", level="flag", trump="NT", kitty_points=5, multiplier=2, penalties=0)
    found = wrong(match(hand, sheet="chaodipi", levels={"EW": "flag", "NS": "2"}, dealer="E"))
    assert [(finding.code, finding.where.pointer) for finding in found] == [
        ("CLAIM-KITTY-POINTS", "/hands/0/claims/kitty_points"),
        ("CLAIM-MULTIPLIER", "/hands/0/claims/multiplier"),
    ]


def test_a_hand_that_was_stopped_has_its_kitty_uncounted() -> None:
    stopped = Hand(
        no=1,
        level="2",
        dealer="E",
        trump="s",
        kitty=(KittyAction(seat="E", bury="??" * 8),),
        incidents=(Incident(kind="revoke", seat="E", at=(3, 2), noticed=(4, 1)),),
        claims=HandClaims(attackers=10, kitty_points=20, winners="EN"),
    )
    assert not wrong(match(stopped, sheet="shengji"))


ON_RECORD: Final[Mapping[str, tuple[slice, Mapping[str, Any], list[str]]]] = {
    "tricks after them are missing": (slice(3), {"attackers": 100, "multiplier": 4}, []),
    "tricks before them are missing": (slice(22, None), {"attackers": 100}, []),
    "all tricks are there": (slice(None), {"attackers": 100}, ["attackers"]),
    "all tricks are there, and a multiplier": (slice(None), {"attackers": 0, "multiplier": 4}, ["multiplier"]),
}
"""Which tricks of a hand are on record, what is claimed beside winners of the bank's side alone, and what that contradicts."""


@pytest.mark.parametrize("situation", ON_RECORD)
@pytest.mark.parametrize("sheet", SHEETS)
def test_winners_of_the_tricks_on_record_do_not_tell_of_the_others(sheet: str, situation: str) -> None:
    some, numbers, contradicted = ON_RECORD[situation]
    tricks = tuple(table(sheet=sheet).finish().tricks)
    hand = Hand(
        no=1,
        level="2",
        dealer="E",
        left=dict.fromkeys("ENWS", len(tricks) - some.start) if some.start else None,
        tricks=tricks[some],
        claims=HandClaims(winners="E" * len(tricks[some]), kitty_points=20, penalties=0, **numbers),
    )
    found = [finding.where.pointer.rpartition("/")[2] for finding in wrong(match(hand, sheet=sheet))]
    assert found == contradicted
