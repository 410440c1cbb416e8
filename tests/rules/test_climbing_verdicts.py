"""What the plays of a climbing hand prove where the record says something else, or nothing: tribute, places, passes, levels."""

from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import clauses
from paipu.replay.findings import Basis, Finding, Kind
from paipu.replay.record import GameRecord, HandClaims, Player
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.many import every, in_one
from tests.oracle.guandan import GD1
from tests.rules.build import codes, found
from tests.rules.climbing_build import GUANDAN, Board, after, board, placed, plays, record_of
from tests.rules.daguai_build import played, recorded, table


def verdicts(record: GameRecord) -> list[Finding]:
    """All findings but those of what is open."""
    return [finding for finding in audit(record).findings if finding.kind is not Kind.OPEN]


# ======================================================================================== tribute that is not on record


def unlisted(sheet: str, order: str, finish: str, *moves: str, **holds: str) -> GameRecord:
    """The second hand, in which these cards changed hands, is played out; its list of tribute is not on record."""
    top = {"W": holds.pop("top", "LJ")} | ({"E": "Ks"} if order == "NSWE" else {})
    made = board({"N": "5c", "S": "6c"} | holds, top=top, level="8").give(*moves)
    low = made.low("W")
    if finish[0] != "W":
        made.trick(f"W {low} {'- ' * 'SEN'.index(finish[0])}{made.low(finish[0], low)} - - -")
    return after(sheet, order, made.finish(finish).hand(2, tribute=None), level="8")


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize("finish", ["WNES", "NWES", "WENS"])
def test_wrong_tribute_card_that_the_plays_prove(sheet: str, finish: str) -> None:
    """W held a little joker and paid an ace: N plays the ace, or W plays everything else."""
    record = unlisted(sheet, "NESW", finish, "W>N As", "N>W 5c", W="As")
    (finding,) = verdicts(record)
    assert (finding.code, finding.seat, finding.expected, finding.actual) == ("TRIBUTE-CARD", "W", "LJ", "As")
    assert finding.where.pointer == "/hands/1/tribute"
    assert audit(record).hands[1].finish == finish


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
def test_wrong_return_that_the_plays_prove(sheet: str) -> None:
    (finding,) = verdicts(unlisted(sheet, "NESW", "WNES", "W>N LJ", "N>W Kc", N="5cKc"))
    assert (finding.code, finding.seat, finding.actual) == ("TRIBUTE-RETURN", "N", "Kc")


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
def test_wrong_card_of_one_of_two_payers_that_the_plays_prove(sheet: str) -> None:
    moves = ("W>N As", "E>S Qs", "N>W 5c", "S>E 6c")
    record = unlisted(sheet, "NSWE", "WENS", *moves, top="As", E="KsQs")
    (finding,) = verdicts(record)
    assert (finding.code, finding.seat, finding.actual) == ("TRIBUTE-CARD", "E", "Qs")


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
def test_tribute_to_the_wrong_receivers_that_the_plays_prove(sheet: str) -> None:
    moves = ("W>S As", "E>N Ks", "S>W 6c", "N>E 5c")
    found_codes = {finding.code for finding in verdicts(unlisted(sheet, "NSWE", "WENS", *moves, top="As"))}
    assert found_codes == {"TRIBUTE-RECEIVER"}


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize("finish", ["WNES", "WENS"])
def test_right_tribute_that_is_not_on_record(sheet: str, finish: str) -> None:
    assert verdicts(unlisted(sheet, "NESW", finish, "W>N LJ", "N>W 5c")) == []


# ======================================================================================== tribute on paper alone


def on_paper(sheet: str, order: str, listed: tuple[str, ...], *made: str, finish: str) -> GameRecord:
    """The second hand, played out after these cards changed hands; the list has others too."""
    top = {"W": "As"} | ({"E": "Ks"} if order == "NSWE" else {})
    hand = board({"N": "5c", "S": "6c"}, top=top, level="8").give(*made).finish(finish).hand(2, tribute=listed)
    return after(sheet, order, hand, level="8")


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize("finish", ["WNES", "WENS", "WNSE"])
@pytest.mark.parametrize("dealt", [True, False])
def test_return_on_the_list_that_was_never_made_is_one_finding(sheet: str, finish: str, dealt: bool) -> None:
    """N plays the card that the list says he returned, and W has one card fewer to play."""
    record = on_paper(sheet, "NESW", ("W>N As", "N>W 5c"), "W>N As", finish=finish)
    if not dealt:
        record = replace(record, hands=(record.hands[0], replace(record.hands[1], deal=None)))
    (finding,) = verdicts(record)
    assert (finding.code, finding.seat, finding.actual) == ("TRIBUTE-NO-RETURN", "N", "N>W 5c")
    assert finding.where.pointer == "/hands/1/tribute/1"
    assert audit(record).hands[1].finish == finish


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
@pytest.mark.parametrize("unmade", ["N>W 5c", "S>E 6c"])
def test_one_return_of_two_that_was_never_made_is_one_finding(sheet: str, unmade: str) -> None:
    listed = ("W>N As", "E>S Ks", "N>W 5c", "S>E 6c")
    record = on_paper(
        sheet, "NSWE", listed, *(move for move in listed if move != unmade), finish={"N": "WNSE", "S": "WSNE"}[unmade[0]]
    )
    (finding,) = verdicts(record)
    assert (finding.code, finding.seat, finding.actual) == ("TRIBUTE-NO-RETURN", unmade[0], unmade)


@pytest.mark.parametrize("sheet", every(4, GUANDAN))
def test_gift_and_return_that_were_never_made_are_one_finding(sheet: str) -> None:
    (finding,) = verdicts(on_paper(sheet, "NESW", ("W>N As", "N>W 5c"), finish="WNES"))
    assert (finding.code, finding.seat, finding.where.pointer) == ("TRIBUTE-MISSING", "W", "/hands/1/tribute/0")


# ======================================================================================== plays that did not count

WITH_THREES: Final = {"E": "9s9h", "N": "3s3h", "W": "5s", "S": "7d"}


def refused(*, again: bool) -> Board:
    """N puts threes on nines, which does not count; later he leads them, or keeps the rest of his hand to play."""
    made = board(WITH_THREES).trick("E 9s9h 3s3h - -")
    if again:
        made.hands["N"] += ["3s", "3h"]
    low = made.low("E")
    over = made.low("N", low)
    made.trick(f"E {low} {over} - - -")
    return made.lead("N", "3s3h") if again else made


def test_cards_of_a_play_that_did_not_count_are_gone() -> None:
    assert codes(record_of(GD1, refused(again=False).finish("NEWS").hand())) == ["PLAY-NOT-HIGHER"]


def test_cards_of_a_play_that_did_not_count_may_have_been_taken_back() -> None:
    """N leads them later: that he had them is no second fault."""
    record = record_of(GD1, refused(again=True).finish("NEWS").hand())
    assert codes(record) == ["PLAY-NOT-HIGHER"]
    assert audit(record).hands[0].finish == "NEWS"


def test_card_played_twice_that_lay_there_is_not_in_hand() -> None:
    """It was led, and counted."""
    made = board(WITH_THREES).lead("E", "9s9h")
    assert "PLAY-NOT-HELD" in codes(record_of(GD1, replace(made.lead("E").hand(), tricks=(*made.tricks, "E 9s9h - - -"))))


# ======================================================================================== teams that do not alternate


def drawn(order: str, teams: str, **claims: Any) -> GameRecord:
    """A whole hand of 大怪路子 with these teams at the seats."""
    seats = {seat: Player(id=seat, team=None if team == "-" else team) for seat, team in zip("123456", teams, strict=True)}
    return recorded(played(order, claims=HandClaims(**claims)), seats=seats)


@pytest.mark.parametrize(
    ("teams", "order", "points"),
    [
        ("aaabbb", "123456", {"135": 8, "246": 0}),
        ("aaabbb", "135246", {"135": 5, "246": 0}),
        ("aabbab", "125346", {"135": 8, "246": 0}),
        ("aaabbb", "456123", {"135": 0, "246": 8}),
        ("aab-a-", "135246", {"135": 5, "246": 0}),
        ("ab-b-b", "135246", {"135": 8, "246": 0}),
    ],
)
def test_points_of_teams_seated_as_drawn(teams: str, order: str, points: dict[str, int]) -> None:
    """The side of the first seat stands under the name `135`, whoever sits with it."""
    assert audit(drawn(order, teams)).hands[0].points == points
    assert codes(drawn(order, teams, points=points)) == []
    other = {"135": points["246"], "246": points["135"]}
    (finding,) = verdicts(drawn(order, teams, points=other))
    assert finding.code == "CLAIM-PLACE-POINTS"
    assert ("D-DG-01" in finding.options) == (teams != "ab-b-b")


def test_teams_that_are_not_told_of_all_leave_points_open() -> None:
    assert audit(drawn("123456", "aab-b-")).hands[0].points is None
    assert {finding.code for finding in audit(drawn("123456", "aab-b-", points={"135": 8})).findings} >= {
        "CLAIM-OPEN",
        "SEAT-DRAWN",
    }


# ======================================================================================== claims on hands that are not finished


def unfinished(sheet: str, out: str, **claims: Any) -> GameRecord:
    """From level 2 the seats in `out` go out, and the record stops."""
    made = board()
    for seat, then in zip(out, {"N": "E", "NE": "EW"}[out], strict=True):
        made.run_out(seat, then)
    return record_of(sheet, made.hand(claims=HandClaims(**claims)))


@in_one
@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    ("out", "levels", "wrong"),
    [
        ("N", {"EW": "3", "NS": "2"}, True),
        ("N", {"EW": "2", "NS": "8"}, True),
        ("N", {"EW": "3", "NS": "3"}, True),
        ("N", {"NS": "3"}, False),
        ("N", {"EW": "2", "NS": "3"}, False),
        ("NE", {"EW": "2", "NS": "3"}, False),
        ("NE", {"EW": "4", "NS": "2"}, True),
    ],
)
def test_claimed_levels_against_the_seats_that_are_out(sheet: str, out: str, levels: dict[str, str], wrong: bool) -> None:
    record = unfinished(sheet, out, levels=levels)
    assert codes(record) == (["CLAIM-LEVELS"] if wrong else [])
    assert wrong != bool(found(record, "CLAIM-OPEN"))


def test_claimed_rise_for_double_where_an_opponent_is_second() -> None:
    (finding,) = verdicts(unfinished(GD1, "NE", levels={"EW": "2", "NS": "5"}))
    assert (finding.code, finding.clause, finding.expected) == ("CLAIM-LEVELS", "GD1-5a", "EW=2 NS=3 | EW=2 NS=4")


@pytest.mark.parametrize(
    ("out", "points", "clause"),
    [
        ("12", {"246": 3}, "DG-5.7"),
        ("12", {"135": 8, "246": 0}, "DG-5.1"),
        ("135", {"135": 7}, "DG-5.1"),
        ("12", {"135": 5, "246": 0}, None),
        ("1", {"135": 8}, None),
    ],
)
def test_claimed_points_against_the_seats_that_are_out(out: str, points: dict[str, int], clause: str | None) -> None:
    made = table()
    for seat in out:
        made.go_out(seat)
    record = recorded(made.hand(claims=HandClaims(points=points)))
    assert [finding.clause for finding in found(record, "CLAIM-PLACE-POINTS")] == ([clause] if clause else [])
    assert bool(found(record, "CLAIM-OPEN")) == (clause is None)


# ======================================================================================== who passed is out of the trick

NO_RETURN: Final = {"reentry": "no"}


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    "tricks", [("E 3s - 5s - -", "W 3c - - -"), ("E 3s - 5s - - -", "W 3c - - -"), ("E 3s - 5s - 7s - -",)]
)
def test_who_passed_need_not_pass_again_where_none_may_come_back(sheet: str, tricks: tuple[str, ...]) -> None:
    assert codes(plays(sheet, *tricks, options=NO_RETURN)) == []


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("tricks", [("E 3s - 5s -", "W 3c - - -"), ("E 3s - 5s - - - -", "W 3c - - -")])
def test_who_has_not_passed_must_where_none_may_come_back(sheet: str, tricks: tuple[str, ...]) -> None:
    assert codes(plays(sheet, *tricks, options=NO_RETURN)) == ["TRICK-PLAYS"]


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("trick", ["E 3s - - - -", "E 3s 4s - - - - -", "E 3s - 5s - - - - -"])
def test_nobody_passes_twice_on_one_play(sheet: str, trick: str) -> None:
    assert codes(plays(sheet, trick, options=NO_RETURN)) == ["TRICK-PLAYS"]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_who_passed_must_pass_again_where_he_may_come_back(sheet: str) -> None:
    assert codes(plays(sheet, "E 3s - 5s - -", "W 3c - - -")) == ["TRICK-PLAYS"]


# ======================================================================================== failing at the ace (GD1)

FAILING: Final = {"ace_failures": "three"}


def at_the_ace(*orders: str, levels: dict[str, str], **options: str) -> GameRecord:
    """NS are at A, and have the lead; so these hands end, the last with these levels on the score sheet."""
    last = len(orders) - 1
    hands = [placed(order, no + 2, **({"levels": levels} if no == last else {})) for no, order in enumerate(orders)]
    return record_of(GD1, placed("NSWE"), *hands, levels={"EW": "2", "NS": "J"}, options=options)


def test_third_failure_at_the_ace_takes_a_side_back_by_option_alone() -> None:
    """The partner of the first is last, three times."""
    stays, back = {"EW": "2", "NS": "A"}, {"EW": "2", "NS": "2"}
    thrice = ("NEWS", "NEWS", "NEWS")
    assert codes(at_the_ace(*thrice, levels=stays)) == []
    assert codes(at_the_ace(*thrice, levels=back, **FAILING)) == []
    (finding,) = found(at_the_ace(*thrice, levels=back), "CLAIM-LEVELS-LAST")
    assert (finding.expected, finding.basis, finding.options) == ("EW=2 NS=A", Basis.ASSUMED, ("D-GD1-B",))
    assert codes(at_the_ace(*thrice[:2], levels=stays, **FAILING)) == []


# ======================================================================================== what nobody asks about


@pytest.mark.parametrize("sheet", sorted(CLIMBING_SHEETS))
def test_every_combination_and_the_pass_are_legal_by_one_clause(sheet: str) -> None:
    permitted = [kind for clause in clauses(sheet).values() for kind in clause.permits]
    assert sorted(permitted) == sorted({*(row.kind.value for row in CLIMBING_SHEETS[sheet].cards.rows), "pass"})
