"""Every option of the sheet `daguai`: each of its readings changes the verdict that it is said to change, and no other."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import GameRecord, HandClaims, Incident
from tests.rules import test_daguai_clauses as clauses
from tests.rules.build import codes, found
from tests.rules.daguai_build import DG, A, B, alone, answered, claimed, led, opened, played, recorded, score, sheets, table
from tests.rules.readings import READINGS
from tests.rules.registry import situations

READING: Final = READINGS[DG]
reading = READING.reading


# ---------------------------------------------------------------------------------------- seats, leads and passes


reading("seating", "alternate", "SEAT-TEAM", default=None, other="a").of(
    D_DG_01_partners_side_by_side=lambda: clauses.seated("abb-a-")
)


def led_after(out: str, seat: str) -> GameRecord:
    """These went out, the last of them with his last trick, the others' last cards beaten by the next; then this seat leads."""
    board = table({**dict.fromkeys(out[:-1], "3h"), seat: "3s"})
    for one, other in pairwise(out):
        board.go_out(one, to=other)
    return recorded(board.go_out(out[-1]).trick("3s", leader=seat).hand())


reading("after_out", "next_of_side", "LEAD-AFTER-OUT", default="2", other=None).of(
    D_DG_03_his_team_mate_led=lambda: led_after("1", "3")
)
reading("after_out", "next_of_side", "LEAD-AFTER-OUT", default=None, other="3").of(
    D_DG_03_the_next_led=lambda: led_after("1", "2")
)
reading("after_out", "next_of_side", "LEAD-AFTER-OUT", default=None, other="5").of(
    D_DG_03_the_next_led_after_the_second=lambda: led_after("13", "4")
)
reading("after_out", "next_of_side", "LEAD-AFTER-OUT", default="4", other="5").of(
    D_DG_03_neither_of_them=lambda: led_after("13", "6")
)


@pytest.mark.parametrize("value", ["next", "next_of_side"])
def test_D_DG_03_nobody_of_his_side_is_left(value: str) -> None:
    """All of 1, 3, 5 are out: the next leads by either reading."""
    assert not codes(replace(led_after("135", "6"), options={"after_out": value}))


reading("reentry", "no", "PLAY-REENTRY", default=None, other=True).of(
    D_DG_05_back_after_a_pass=lambda: opened(clauses.BACK_AGAIN, "3s", "-", "4s", "-", "-", "-", "-", "9s")
)


# ---------------------------------------------------------------------------------------- jokers


reading("joker_in_runs", "high", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_06_the_joker_as_the_eight=lambda: answered("3h4c5d6s7h", "4s5h6c7dBJ")
)
reading("joker_in_runs", "high", "PLAY-NOT-HIGHER", default=None, other=True, also_other=("D-DG-07",)).of(
    D_DG_06_a_natural_eight_on_it=lambda: answered("4s5h6c7dBJ", "4h5c6d7s8h")
)
reading("joker_in_straight_flushes", "high", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_06a_the_joker_as_the_eight_of_one_suit=lambda: alone(answered("3h4h5h6h7h", "4s5s6s7sBJ"))
)
reading("joker_in_straight_flushes", "high", "READING-WRONG", default="straight_flush:7", other=None).of(
    D_DG_06a_called_the_eight_of_one_suit=lambda: led("4s5s6s7sBJ=45678")
)


@pytest.mark.parametrize(
    ("cards", "key"),
    [(("3h4c5d6s7h", "4s5h6c7dBJ"), "joker_in_straight_flushes"), (("3h4h5h6h7h", "4s5s6s7sBJ"), "joker_in_runs")],
)
def test_D_DG_06_and_06a_each_say_nothing_of_the_other(cards: tuple[str, str], key: str) -> None:
    record = alone(answered(*cards))
    assert codes(record) == codes(replace(record, options={key: "high"})) == ["PLAY-NOT-HIGHER"]


reading("joker_in_runs", "high", "READING-WRONG", default="straight:7", other=None).of(
    D_DG_06_called_the_eight=lambda: led("4s5h6c7dBJ=45678")
)
reading("joker_on_top", "natural", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_07_a_natural_five_on_the_joker=lambda: answered("As2h3c4dLJ", "Ah2c3d4s5h")
)


@pytest.mark.parametrize("value", ["top", "natural"])
def test_D_DG_07_a_joker_below_the_top_says_nothing(value: str) -> None:
    record = answered("As2h3cLJ5d", "Ah2c3d4s5h", options={"joker_on_top": value})
    assert codes(record) == ["PLAY-NOT-HIGHER"]


reading("equal_flushes", "next_card", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_09_the_next_card_is_higher=lambda: answered("KsJs8s6s5s", "KdQd9d4d3d")
)


@pytest.mark.parametrize(
    ("lead", "answer", "higher"),
    [
        ("KdQd9d4d3d", "KsJs8s6s5s", False),
        ("KdQd9d4d3d", "KsQs9s4s3s", False),
        ("KdQd9d4d3d", "KsQs9s5s3s", True),
        ("KdQd9d4d3d", "KsQs9s4s2s", False),
        ("KdQd9d5d3d", "KsKs4s4s3s", True),
    ],
)
def test_D_DG_09_card_by_card(lead: str, answer: str, higher: bool) -> None:
    record = alone(answered(lead, answer, options={"equal_flushes": "next_card"}))
    assert codes(record) == ([] if higher else ["PLAY-NOT-HIGHER"])


reading("two_in_flush", "highest", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_10_a_two_on_an_ace=lambda: answered("3dTdJdQdAd", "2s5s9sJsKs")
)
reading("two_in_flush", "highest", "PLAY-NOT-HIGHER", default=None, other=True).of(
    D_DG_10_an_ace_on_a_two=lambda: answered("2s5s9sJsKs", "3dTdJdQdAd")
)
reading("jokers_alone", "all_little", "PLAY-NOT-HIGHER", default=None, other=True).of(
    D_DG_12_three_big_ones_on_three_little_ones=lambda: answered("LJLJLJ", "BJBJBJ")
)


@pytest.mark.parametrize("value", ["little", "all_little", "below_two"])
def test_D_DG_12_pairs_are_stated(value: str) -> None:
    record = answered("LJLJ", "BJLJ", options={"jokers_alone": value})
    assert codes(record) == ["PLAY-NOT-HIGHER"]
    assert not found(record, "PLAY-NOT-HIGHER")[0].options


@pytest.mark.parametrize("value", ["little", "all_little"])
@pytest.mark.parametrize(
    ("lead", "answer", "higher"),
    [
        *(("LJLJ", "BJBJ", True), ("BJBJ", "LJLJ", False), ("BJLJ", "BJBJ", True), ("BJBJ", "BJLJ", False)),
        *(("LJLJBJ", "LJBJBJ", False), ("LJBJBJ", "LJLJBJ", False), ("2s2h2c", "LJLJBJ", True), ("LJLJBJ", "2s2h2c", False)),
        *(("2s2h2c2d2d", "LJLJLJBJBJ", True), ("2s2h2c2dBJ", "BJBJLJLJLJ", True), ("LJLJLJBJBJ", "2s2h2c2d2d", False)),
    ],
)
def test_D_DG_12_what_jokers_above_the_two_are_worth(value: str, lead: str, answer: str, higher: bool) -> None:
    record = answered(lead, answer, options={"jokers_alone": value})
    assert codes(record) == ([] if higher else ["PLAY-NOT-HIGHER"])


reading("jokers_alone", "below_two", "PLAY-NOT-HIGHER", default=True, other=None).of(
    D_DG_12_two_twos_on_a_pair_of_jokers=lambda: answered("LJBJ", "2s2h")
)
reading("jokers_alone", "below_two", "PLAY-NOT-HIGHER", default=None, other=True).of(
    D_DG_12_a_pair_of_jokers_on_two_twos=lambda: answered("2s2h", "LJBJ")
)


@pytest.mark.parametrize(
    ("lead", "answer", "higher"),
    [
        *(("AsAh", "LJLJ", True), ("LJLJ", "BJBJ", True), ("BJBJ", "2s2h", True), ("2s2h", "BJBJ", False)),
        *(("AsAhAc", "LJLJBJ", True), ("LJLJBJ", "LJBJBJ", False), ("LJLJLJ", "BJBJBJ", True), ("BJBJBJ", "2s2h2c", True)),
        *(("LJLJLJBJBJ", "2s2h2c2d2d", True), ("2s2h2c2d2d", "LJLJLJBJBJ", False), ("2s", "LJ", True), ("BJ", "2s", False)),
    ],
)
def test_D_DG_12_several_jokers_below_the_two(lead: str, answer: str, higher: bool) -> None:
    """A single joker is above the 2 all the same (DG-3.2)."""
    record = alone(answered(lead, answer, options={"jokers_alone": "below_two"}))
    assert codes(record) == ([] if higher else ["PLAY-NOT-HIGHER"])


# ---------------------------------------------------------------------------------------- questions with one answer


@pytest.mark.parametrize("size", [26, 28])
def test_D_DG_02_27_cards(size: int) -> None:
    cards = " ".join((clauses.cards_of_1() * 2)[:size])
    assert "DEAL-COUNT" in codes(clauses.dealt(s1=cards))


def test_D_DG_04_who_is_out_counts_as_passed() -> None:
    """1 is out: four passes end a trick of the five others, and three do not."""
    board = table({"2": "3s"}).go_out("1").trick("3s").finish()
    assert board.tricks[27] == "2 3s - - - -"
    assert not codes(recorded(board.hand()))
    short = [*board.tricks[:27], "2 3s - - -", *board.tricks[28:]]
    assert codes(recorded(replace(board, tricks=short).hand())) == ["TRICK-PLAYS"]


def test_D_DG_04_all_still_in_pass_after_a_last_card() -> None:
    """The five others pass on the last card of the first."""
    board = table({"2": "3s"}).go_out("1")
    assert board.tricks[26].endswith(" - - - - -")
    short = [*board.tricks[:26], board.tricks[26][:-2], "2 3s - - - -"]
    assert codes(recorded(replace(board, tricks=short).hand())) == ["TRICK-PLAYS"]


@pytest.mark.parametrize("lead", ["Qs2hKdAcJs", "QsKhAd2c3s", "KsAh2d3c4s"])
def test_D_DG_11_no_two_above_the_ace(lead: str) -> None:
    assert codes(led(lead)) == ["PLAY-TYPE-RUN"]


@pytest.mark.parametrize("lead", ["As2h3d4c5s", "2h3d4c5s6h"])
def test_D_DG_11_a_two_in_its_place(lead: str) -> None:
    assert not codes(led(lead))


@pytest.mark.parametrize("called", ["AAAKK", "AAAKA", "AAAAA"])
def test_D_DG_13_no_choice(called: str) -> None:
    assert (codes(led(f"AsAhAcKdLJ={called}")) == ["READING-WRONG"]) == (called != "AAAKA")


@pytest.mark.parametrize(("lead", "answer"), [("8s8h8c8dLJ", "9s9h9cLJLJ"), ("KsKhKcKdLJ", "AsAhAcAdBJ")])
def test_D_DG_14_five_alike(lead: str, answer: str) -> None:
    assert not codes(answered(lead, answer))


def test_D_DG_16_stopped_with_the_score_settled_is_only_noted() -> None:
    board = table().go_out("1").go_out("3").go_out("5")
    record = recorded(board.hand(claims=HandClaims(points=score(A, 8))))
    assert not codes(record)
    assert audit(record).hands[0].points == score(A, 8)
    assert codes(recorded(board.hand(claims=HandClaims(points=score(A, 5))))) == ["CLAIM-PLACE-POINTS"]


@pytest.mark.parametrize(
    ("finish", "side", "points"),
    [
        ("135---", A, 8),
        ("1324--", None, 0),
        ("1235--", A, 5),
        ("1354", A, 8),
        ("2136", None, 0),
        ("2146", B, 5),
        ("1", None, 0),
    ],
)
def test_D_DG_16_a_score_sheet_with_the_first_places_alone(finish: str, side: str | None, points: int) -> None:
    """The places that are told settle the points, or leave them open."""
    assert audit(sheets(finish)).hands[0].points == (score(side, points) if side is not None else None)


@pytest.mark.parametrize(
    ("finish", "points", "right"),
    [
        (None, {A: 4, B: 0}, False),
        (None, {A: 8, B: 3}, False),
        (None, {A: 5, B: 0}, True),
        (None, {B: 1}, True),
        ("1", {A: 0, B: 5}, False),
        ("132", {A: 8, B: 0}, False),
        ("132", {A: 1, B: 0}, True),
        ("135", {A: 5, B: 0}, False),
        ("11", {A: 0, B: 5}, True),  # an order that cannot be does not tell anything
    ],
)
def test_D_DG_16_points_that_no_order_gives(finish: str | None, points: dict[str, int], right: bool) -> None:
    found = [code for code in codes(sheets(HandClaims(finish=finish, points=points))) if code != "CLAIM-FINISH"]
    assert found == ["CLAIM-PLACE-POINTS"] * (not right)


@pytest.mark.parametrize(
    ("out", "finish", "code"),
    [("135", "1352--", "HAND-STOPPED"), ("135", "135", "HAND-STOPPED"), ("13", "135---", "HAND-UNFINISHED")],
)
def test_D_DG_16_only_the_plays_tell_that_a_hand_stopped_with_its_score_settled(out: str, finish: str, code: str) -> None:
    """The score sheet settles the points too, but does not tell that nothing was left to play for."""
    board = table()
    for seat in out:
        board.go_out(seat)
    result = audit(recorded(board.hand(claims=HandClaims(finish=finish, points=score(A, 8)))))
    assert [finding.code for finding in result.findings] == [code, "CLAIM-OPEN"]
    assert result.hands[0].points == score(A, 8)


def test_D_DG_17_both_sides_marked_leave_the_points_open() -> None:
    incidents = tuple(Incident(kind="signal", seat=seat) for seat in "1122")
    result = audit(recorded(played(incidents=incidents, claims=HandClaims(points=score(B, 8)))))
    assert result.hands[0].points is None
    assert {finding.code for finding in result.findings} == {"INCIDENT-MARK", "MARKS-BOTH", "CLAIM-OPEN"}


@pytest.mark.parametrize("out", ["1", "135246"])
def test_D_DG_17_no_points_are_wrong_where_both_sides_are_marked(out: str) -> None:
    board = table()
    for seat in out[:5]:
        board.go_out(seat)
    incidents = tuple(Incident(kind="signal", seat=seat) for seat in "1122")
    hand = board.hand(incidents=incidents, claims=HandClaims(points=score(B, 8)))
    assert codes(recorded(hand)) == ["INCIDENT-MARK"] * 4 + ["MARKS-BOTH"]


@pytest.mark.parametrize(
    ("out", "claimed", "right"),
    [
        ("135246", "135246", True),  # the order out
        ("135246", "246135", True),  # the side that lost by 记过 in the last places
        ("135246", "246---", True),
        ("135246", "426135", False),
        ("135246", "246315", False),
        ("135246", "214356", False),
        ("1", "246135", True),
        ("12", "246135", True),
        ("12", "426135", False),
        ("1", "241356", False),
    ],
)
def test_D_DG_17_who_lost_by_marks_may_stand_in_the_last_places(out: str, claimed: str, right: bool) -> None:
    board = table()
    for seat in out[:5]:
        board.go_out(seat)
    hand = board.hand(incidents=tuple(Incident(kind="signal", seat=seat) for seat in "13"), claims=HandClaims(finish=claimed))
    assert codes(recorded(hand)) == ["INCIDENT-MARK"] * 2 + ["CLAIM-FINISH"] * (not right)
    assert audit(recorded(hand)).hands[0].points == score(B, 8)


@pytest.mark.parametrize("leader", "123456")
def test_D_DG_18_anybody_is_banker_of_the_extra_hand(leader: str) -> None:
    hands = [played(order, no=no, leader="612345"[no % 6]) for no, order in enumerate(clauses.LEVEL_7, start=1)]
    assert not codes(recorded(*hands, played(no=7, leader=leader)))


@pytest.mark.parametrize("incident", [("count_asked", "5", (3, 2)), ("count_told", "2", (3, 2))])
def test_D_DG_19_no_points_for_wrong_questions_and_answers(incident: tuple[str, str, tuple[int, int]]) -> None:
    kind, seat, at = incident
    record = claimed(points=score(A, 8))
    told = Incident(kind=kind, seat=seat, at=at, count=27 if kind == "count_told" else None)
    (finding,) = audit(replace(record, hands=(replace(record.hands[0], incidents=(told,)),))).findings
    assert finding.code in {"COUNT-OFF-TURN", "COUNT-ANSWER"}
    assert audit(record).hands[0].points == score(A, 8)


test_reading = situations(__name__)
