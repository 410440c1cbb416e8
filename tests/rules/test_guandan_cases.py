"""The worked cases of the rule notes for the three 掼蛋 sheets, by name, through the public engine."""

from collections.abc import Mapping
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.climbing.combos import Combos, Reading, beats
from paipu.replay.findings import Basis, Kind
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident, MatchClaims
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.rules.build import codes, found, only, verdicts
from tests.rules.climbing_build import after, board, placed, played_out, plays, record_of

GD1: Final = "guandan-1"
GD2: Final = "guandan-2"
GD3: Final = "guandan-3"


def lead(sheet: str, level: str, cards: str) -> GameRecord:
    """E leads these cards, and all pass."""
    return plays(sheet, f"E {cards} - - -", level=level)


def type_of(record: GameRecord, play: int = 1) -> str | None:
    """What a play of the first trick was."""
    types = audit(record).hands[0].types
    assert types is not None
    return types[0][play - 1]


def beaten(sheet: str, level: str, table: str, cards: str) -> GameRecord:
    """E leads `table`, N beats it with `cards`, the others pass, and N leads on."""
    return plays(sheet, f"E {table} {cards} - - -", "N 2c - - -", level=level)


def unbeaten(sheet: str, level: str, table: str, cards: str) -> GameRecord:
    """The same where E leads on, for N's cards did not beat his."""
    return plays(sheet, f"E {table} {cards} - -", "E 2c - - -", level=level)


# ======================================================================================== 篇一


TEN: Final = "8s8s8h8h8c8c8d8d2h2h"


def test_GD1_T05_every_reading() -> None:
    """Of all that cards may be at level 2, only another ten alike of a higher rank, which cannot be, and the four jokers."""
    combos = CLIMBING_SHEETS[GD1].context("2").combos
    (ten,) = CLIMBING_SHEETS[GD1].context("2").plays[TEN].readings
    higher: set[Reading] = set()
    for number, row in enumerate(combos.rows):
        higher |= {reading for key in combos.place for reading in with_key(combos, number, key) if beats(reading, ten)}
        assert row.size <= 10
    assert {(reading.kind.value, reading.size) for reading in higher} == {("bomb", 10), ("four_jokers", 4)}


def with_key(combos: Combos, number: int, key: str) -> list[Reading]:
    """The reading of a row with a key, none where the row has no such key."""
    try:
        return [combos.reading(number, key)]
    except KeyError:
        return []


def test_GD1_T15_undeclared_straight_flush() -> None:
    record = lead(GD1, "2", "3s4s5s6s2h")
    assert not codes(record)
    assert type_of(record) == "straight_flush"
    (finding,) = found(record, "READING-AMBIGUOUS")
    assert (finding.clause, finding.kind, finding.basis) == ("GD1-1c", Kind.OPEN, Basis.ASSUMED)
    assert finding.params["taken"] == "straight_flush:7"
    assert "D-GD-05" in finding.options
    assert not codes(beaten(GD1, "2", "3s4s5s6s2h", "4h5h6h7h8h"))
    assert codes(unbeaten(GD1, "2", "3s4s5s6s2h", "3h4h5h6h7h")) == ["READING-DECIDES"]
    assert codes(unbeaten(GD1, "2", "3s4s5s6s2h", "2d3d4d5d6d")) == ["PLAY-NOT-HIGHER"]


def at_ace(sheet: str, order: str, **claims: str) -> GameRecord:
    """NS at A, and A in force; a hand with these places."""
    told = MatchClaims(**claims) if claims else None  # type: ignore[arg-type] # claims by name
    hand = Hand(no=1, level="A", claims=HandClaims(finish=order))
    return record_of(sheet, hand, levels={"EW": "7", "NS": "A"}, claims=told)


def test_GD1_T19_partner_third() -> None:
    record = at_ace(GD1, "NESW", winner="NS", reason="passed")
    assert not codes(record)
    assert (audit(record).match.winner, audit(record).match.reason) == ("NS", "passed")


def test_GD1_T19_partner_last() -> None:
    record = at_ace(GD1, "NEWS")
    assert audit(record).match.winner is None
    assert audit(record).hands[0].levels == {"EW": "7", "NS": "A"}
    finding = only(at_ace(GD1, "NEWS", winner="NS"))
    assert (finding.code, finding.clause, finding.basis) == ("CLAIM-MATCH-WINNER", "GD1-5b", Basis.STATED)


@pytest.mark.parametrize("leader", list("ENWS"))
def test_GD1_T23_one_big_joker_each(leader: str) -> None:
    table = board({"E": "BJ", "W": "BJ"}, level="8").lead(leader)
    record = after(GD1, "NSEW", table.hand(2, resisted=True))
    assert codes(record) == ([] if leader == "N" else ["LEAD-RESISTED"])
    if leader != "N":
        assert (only(record).clause, only(record).expected) == ("GD1-4c", "N")


def test_GD1_T25_king_returned() -> None:
    table = board({"N": "Ks", "S": "6c"}, top={"W": "As", "E": "Qd"}, level="8")
    table.give("W>N As", "E>S Qd", "N>W Ks", "S>E 6c").lead("W")
    assert not codes(after(GD1, "NSEW", table.hand(2)))


def test_GD1_T27_ten_cards_and_nothing_said() -> None:
    table = board().down_to("E", 10)
    incident = Incident(kind="unannounced", seat="E", at=(17, 1))
    finding = only(record_of(GD1, table.lead("E").hand(incidents=(incident,))))
    assert (finding.code, finding.clause, finding.seat, finding.expected) == ("COUNT-UNANNOUNCED", "GD1-4f", "E", "10")
    assert (finding.basis, finding.kind) == (Basis.STATED, Kind.FAIL)
    assert "effect" not in finding.params  # the sheet prints no penalty


# ======================================================================================== 篇二


def test_GD2_T03_still_at_the_ace() -> None:
    """NS do not come first at their ace, four times over; in between they win at the level of EW, which passes nothing."""
    fails, back = "EWNS", "NEWS"
    orders = [fails, back] * 4
    hands = [placed(order, no, levels={"NS": "A"}) for no, order in enumerate(orders, start=1)]
    hands[0] = Hand(no=1, level="A", claims=hands[0].claims)
    record = record_of(GD2, *hands, Hand(no=9, level="A", tricks=("S 3s - - -",)), levels={"EW": "2", "NS": "A"})
    assert not codes(record)
    assert audit(record).hands[8].level == "A"
    other = record_of(GD2, *hands, Hand(no=9, level="2"), levels={"EW": "2", "NS": "A"})
    assert [finding.expected for finding in found(other, "LEVEL-IN-FORCE")] == ["A"]


@pytest.mark.parametrize("leader", ["E", "W"])
def test_GD2_T15_payers_choose_who_leads(leader: str) -> None:
    table = board({"N": "5c", "S": "6c"}, top={"E": "As", "W": "As"}, level="8")
    table.give("W>N As", "E>S As", "N>W 5c", "S>E 6c").lead(leader)
    assert not codes(after(GD2, "NSEW", table.hand(2)))


def test_GD2_T17_big_joker_paid() -> None:
    table = board({"N": "9cBJ"}, top={"W": "BJ"}, level="8").give("W>N BJ", "N>W 9c").lead("W")
    assert not codes(after(GD2, "NESW", table.hand(2)))


@pytest.mark.parametrize("leader", ["E", "N", "S"])
def test_GD2_T17_nobody_else_leads(leader: str) -> None:
    table = board({"N": "9cBJ"}, top={"W": "BJ"}, level="8").give("W>N BJ", "N>W 9c").lead(leader)
    finding = only(after(GD2, "NESW", table.hand(2)))
    assert (finding.code, finding.clause, finding.expected) == ("LEAD-TRIBUTE", "GD2-3c", "W")


# ======================================================================================== 篇三


def test_GD3_T01_right_neighbour_of_the_first_is_last() -> None:
    """Who draws first is not on record."""
    record = record_of(GD3, played_out("NSEW").hand())
    assert audit(record).hands[0].finish == "NSEW"
    finding = only(record_of(GD3, played_out("NSEW").hand(claims=HandClaims(finish="NSWE"))))
    assert (finding.code, finding.expected) == ("CLAIM-FINISH", "NSEW")


@pytest.mark.parametrize("leader", list("ENWS"))
def test_GD3_T03_right_neighbour_of_the_first_leads(leader: str) -> None:
    table = board({"N": "5c", "S": "6c"}, top={"E": "As", "W": "As"}, level="8")
    table.give("W>N As", "E>S As", "N>W 5c", "S>E 6c").lead(leader)
    record = after(GD3, "NSEW", table.hand(2))
    if leader == "W":
        assert not codes(record)
    else:
        assert (only(record).code, only(record).clause, only(record).expected) == ("LEAD-TRIBUTE", "GD3-C4.6", "W")


@pytest.mark.parametrize("leader", list("ENWS"))
def test_GD3_T05_both_big_jokers(leader: str) -> None:
    table = board({"W": "BJBJ"}, level="8").lead(leader)
    record = after(GD3, "NESW", table.hand(2, resisted=True))
    if leader == "N":
        assert not codes(record)
    else:
        assert (only(record).code, only(record).clause, only(record).expected) == ("LEAD-RESISTED", "GD3-C4.4", "N")


@pytest.mark.parametrize(
    ("seconds", "place"),
    [(((31,),), (1, 1)), (((30,),), None), (((30, 16),), (1, 2)), (((30, 15), (15,)), None), (((), (16,)), (2, 1))],
)
def test_GD3_T13_clocks(seconds: tuple[tuple[float, ...], ...], place: tuple[int, int] | None) -> None:
    record = plays(GD3, "E 3s - - -", "E 4s - - -", seconds=seconds)
    assert [(f.code, f.clause, f.where[1:3]) for f in verdicts(audit(record))] == (
        [("CLOCK-PLAY", "GD3-A4", place)] if place else []
    )


def stopped(points: Mapping[str, int] | None = None, levels: Mapping[str, str] | None = None) -> GameRecord:
    """NS come to 9 and EW are at 7 when time is called in the next hand."""
    hands = (placed("NSEW"), Hand(no=2, level="9", tricks=("W 3s - - -",)))
    claims = MatchClaims(levels=levels, points=points, reason="time")
    return record_of(GD3, *hands, levels={"EW": "7", "NS": "6"}, claims=claims)


def test_GD3_T15_result_of_the_hand_before() -> None:
    record = stopped({"EW": 5, "NS": 7}, {"EW": "7", "NS": "9"})
    assert not codes(record)
    assert (audit(record).match.levels, audit(record).match.winner) == ({"EW": "7", "NS": "9"}, "NS")  # D-GD3-10
    finding = only(stopped(None, {"EW": "7", "NS": "T"}))
    assert (finding.code, finding.expected) == ("CLAIM-MATCH-LEVELS", "EW=7 NS=9")


def exposed(*tricks: str) -> GameRecord:
    """S, who has exposed 7d and 9d, wins the first trick."""
    incident = Incident(kind="exposed", seat="S", at=(1, 1), cards="7d9d")
    return plays(GD3, "E 3s - - 4s - - -", *tricks, incidents=(incident,))


def test_GD3_T17_exposed_cards_first() -> None:
    assert codes(exposed("S 7d - - -")) == ["INCIDENT-EXPOSED"]
    assert codes(exposed("S 7d - - -", "S 9d - - -")) == ["INCIDENT-EXPOSED"]
    (finding,) = found(exposed("S 7d - - -", "S Ks - - -"), "LEAD-EXPOSED")
    assert (finding.where.trick, finding.expected) == (3, "9d")
    (finding,) = found(exposed("S KsKh - - -"), "LEAD-EXPOSED")
    assert (finding.clause, finding.seat, finding.expected, finding.actual) == ("GD3-E2.2", "S", "7d | 9d", "KsKh")


def test_GD3_T19_points_of_the_round() -> None:
    hand = Hand(no=1, level="A", claims=HandClaims(finish="NSEW"))
    claims = MatchClaims(points={"EW": 0, "NS": 115}, winner="NS", reason="passed")
    record = record_of(GD3, hand, levels={"EW": "2", "NS": "A"}, claims=claims)
    assert not codes(record)
    assert audit(record).match.points == {"EW": 0, "NS": 115}
    finding = only(record_of(GD3, hand, levels={"EW": "2", "NS": "A"}, claims=MatchClaims(points={"EW": 0, "NS": 114})))
    assert (finding.clause, finding.expected, finding.basis) == ("GD3-G2", "EW=0 NS=115", Basis.ASSUMED)
    assert finding.basis is Basis.ASSUMED


def test_GD3_T21_count_asked() -> None:
    incident = Incident(kind="count_asked", seat="E", at=(1, 2))
    finding = only(plays(GD3, "E 3s - - -", incidents=(incident,)))
    assert (finding.code, finding.clause, finding.seat, finding.basis) == ("COUNT-NOT-AGREED", "GD3-F6", "E", Basis.STATED)
