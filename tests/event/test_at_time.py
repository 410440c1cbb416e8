"""What a match that time has stopped comes to in its event, and on what that rests."""

from typing import Any

import pytest

from paipu.replay.event.match import Match
from paipu.replay.event.record import Entrant, EventRecord, Published, PublishedRow, Stage
from paipu.replay.event_rules import Key
from paipu.replay.record import GameRecord, Hand, HandClaims, MatchClaims, Start
from tests.event.build import audit_event, drawn, event, teams, won
from tests.event.test_lost import matches, record

Told = list[tuple[str, str, str]]


def told(made: EventRecord, *matches: Match) -> Told:
    findings = [each.finding for each in audit_event(made, matches)]
    return [(each.code, str(each.basis), each.where.pointer) for each in findings if each.code != "EVENT-MISSING"]


# --- equal levels in a knock-out


@pytest.mark.parametrize(("grades", "basis"), [((4, 4), "assumed"), ((5, 4), "stated")])
def test_CDP_1_3b_that_equal_levels_are_won_in_office_is_assumed(grades: tuple[int, int], basis: str) -> None:
    """领先方 of levels that are equal is not printed (D-CDP-29)."""
    rows = (PublishedRow("t1", 1), PublishedRow("t2", 1), PublishedRow("t3", 1))
    stages = Stage(id="1/8", form="knockout", rounds=(drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t2", "t3"))))
    made = event("chaodipi", teams(3), stages, published=(Published("1/8", None, 1, rows),))
    match = won(made, "1/8", 1, "1", 0, reason="time", grades=grades)
    assert told(made, match) == [
        ("EVENT-ADVANCE", basis, "/stages/0/rounds/1/tables/0/sides/EW"),
        ("EVENT-PLACE", basis, "/published/0/rows/1/place"),
    ]


def test_SJ_0_4_it_is_printed_there() -> None:
    sides = (("p1", "p3"), ("p2", "p4"))
    players = tuple([each for of in teams(2) for each in of.players])
    made = event(
        "shengji",
        [Entrant(id=each.id) for each in players],
        Stage(id="cup", form="knockout", rounds=(drawn(1, sides), drawn(2, byes=("p2", "p4")))),
    )
    match = won(made, "cup", 1, "1", 0, reason="time", grades=(4, 4))
    assert {basis for _, basis, _ in told(made, match)} == {"stated"}


# --- a round of GD3 in which nobody has passed the A (D-GD3-4)


def of_time(no: int, ew: str, ns: str, pair: tuple[str, str], reason: str = "time", stage: str = "all") -> GameRecord:
    """A round that began at these levels and was stopped before a hand was over, or that who is at the A has passed."""
    over = reason == "passed"
    hand = Hand(no=9, level=ew, claims=HandClaims(finish="ENWS") if over else None)
    claims = MatchClaims(levels={"EW": ew, "NS": ns}, reason=reason, winner="EW" if over else None)
    return record("guandan-3", (stage, no, "1"), pair, start=Start(levels={"EW": ew, "NS": ns}), hands=(hand,), claims=claims)


def climbed(*records: GameRecord, rows: tuple[PublishedRow, ...], **stage: Any) -> Told:
    pairs = (("t1", "t2"), ("t3", "t4"))[: len(records)]
    later = stage.pop("later", ())
    rounds = tuple([drawn(no, pair) for no, pair in enumerate(pairs, start=1)])
    table = Published("all", None, None, rows)
    first = Stage(id="all", form="table", rounds=rounds, **stage)
    made = event("guandan-3", teams(2 * len(records)), first, *later, published=(table,) if rows else ())
    wanted = {"EVENT-FIGURE", "EVENT-PLACE", "EVENT-TIE-BREAK", "EVENT-ADVANCE"}
    return [each for each in told(made, *matches(records)) if each[0] in wanted]


@pytest.mark.parametrize(
    ("levels", "basis"), [(("9", "7"), ["disputed", "assumed"]), (("9", "9"), ["assumed", "assumed"])], ids=["ahead", "level"]
)
def test_D_GD3_4_what_the_higher_level_has_at_time_is_disputed(levels: tuple[str, str], basis: list[str]) -> None:
    """7 and 5, or 102 and 5: the lower has what it climbed by both readings."""
    rows = (PublishedRow("t1", None, {"points": 99}), PublishedRow("t2", None, {"points": 99}))
    found = climbed(of_time(1, *levels, ("t1", "t2")), rows=rows)
    assert found == [("EVENT-FIGURE", each, f"/published/0/rows/{at}/points") for at, each in enumerate(basis)]


def test_D_GD3_3_what_a_round_comes_to_that_was_won_is_assumed() -> None:
    rows = (PublishedRow("t1", None, {"points": 99, "wins": 9}),)
    found = climbed(of_time(1, "A", "7", ("t1", "t2"), "passed"), rows=rows)
    assert [basis for _, basis, _ in found] == ["assumed", "stated"]  # it was won


@pytest.mark.parametrize(("at_time", "basis"), [(None, "assumed"), ("higher_level", "stated")])
def test_D_GD3_10_who_has_won_at_time_is_assumed_unless_the_event_says_so(at_time: str | None, basis: str) -> None:
    rows = (PublishedRow("t1", None, {"wins": 1}), PublishedRow("t2", None, {"wins": 1}))
    found = climbed(of_time(1, "9", "7", ("t1", "t2")), rows=rows, at_time=at_time)
    assert found == [("EVENT-FIGURE", basis, "/published/0/rows/1/wins")]


@pytest.mark.parametrize(("keys", "basis"), [(("wins",), "assumed"), (("levels_gained",), "stated")])
@pytest.mark.parametrize("levels", [("9", "7"), ("9", "9")])
def test_D_GD3_10_a_place_is_assumed_that_goes_by_it(keys: tuple[Key, ...], basis: str, levels: tuple[str, str]) -> None:
    rows = (PublishedRow("t1", 2), PublishedRow("t2", 2))
    found = climbed(of_time(1, *levels, ("t1", "t2")), rows=rows, rank_by=keys)
    assert {each for _, each, _ in found} == {basis}


def test_D_GD3_10_who_goes_on_in_a_knock_out_is_assumed() -> None:
    stage = Stage(id="1/2", form="knockout", rounds=(drawn(1, ("t1", "t2"), byes=("t3",)), drawn(2, ("t2", "t3"))))
    made = event("guandan-3", teams(3), stage)
    found = told(made, *matches([of_time(1, "9", "7", ("t1", "t2"), stage="1/2")]))
    assert found == [("EVENT-ADVANCE", "assumed", "/stages/0/rounds/1/tables/0/sides/EW")]


@pytest.mark.parametrize(("third", "basis"), [("T", "disputed"), ("2", "stated")])
def test_D_GD3_4_a_place_is_disputed_that_is_another_by_the_other_reading(third: str, basis: str) -> None:
    """t1 has 7 or 102; t3 8 or 100, or 0 either way."""
    records = [of_time(1, "9", "7", ("t1", "t2")), of_time(2, third, third, ("t3", "t4"))]
    rows = (PublishedRow("t1", 4),)
    assert [found for _, found, _ in climbed(*records, rows=rows)] == [basis]


@pytest.mark.parametrize(("third", "basis"), [("T", "disputed"), ("2", "stated")])
def test_D_GD3_4_who_goes_on_by_one_reading_alone_is_disputed(third: str, basis: str) -> None:
    """t1 has 7 or 102, t2 5; t3 and t4 have 8 each, or nothing. Two go on, of whom t1 and t4 are said to be."""
    records = [of_time(1, "9", "7", ("t1", "t2")), of_time(2, third, third, ("t3", "t4"))]
    final = Stage(id="final", form="table", rounds=(drawn(1, ("t1", "t4")),))
    found = climbed(*records, rows=(), advance=2, later=(final,))
    assert {(code, each) for code, each, _ in found} == {("EVENT-ADVANCE", basis)}


def test_the_option_is_named() -> None:
    made = event(
        "guandan-3",
        teams(2),
        Stage(id="all", form="table", rounds=(drawn(1, ("t1", "t2")),)),
        published=(Published("all", None, None, (PublishedRow("t1", None, {"points": 99}), PublishedRow("t2"))),),
    )
    (found,) = audit_event(made, matches([of_time(1, "9", "7", ("t1", "t2"))]))
    assert found.finding.options == ("D-GD3-4",)
