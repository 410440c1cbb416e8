"""Tribute of the three 掼蛋 sheets: for every clause and check code one record it must find, one it must not.

Hand 1 is known by its places. In `DOUBLE` N and S were first, so that W, N's right neighbour, and E pay; in `SINGLE` W was last
and pays N. Hand 2 is dealt around the cards that matter, and led by somebody with a card that nobody beats.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.checks import render
from paipu.replay.findings import Kind
from paipu.replay.record import GameRecord, Hand, Incident
from paipu.replay.rulesheet import TRICK
from tests.many import deep, in_one
from tests.rules.build import codes, found
from tests.rules.climbing_build import GUANDAN, Board, after, board, record_of
from tests.rules.registry import each, each_must_not, each_trigger, must_not, situations, trigger

DOUBLE: Final = "NSWE"
SINGLE: Final = "NESW"
RIGHT_DOUBLE: Final = ("W>N As", "E>S Ks", "N>W 5c", "S>E 6c")
RIGHT_SINGLE: Final = ("W>N As", "N>W 5c")

NONE: Final = "GD1-4a GD2-2 GD3-C4.4"
LAST: Final = "GD1-4e GD2-3c GD3-C4.4"
LOSERS: Final = "GD1-4b GD2-3a GD3-C4.5"
LARGER: Final = "GD1-4b GD2-3a GD3-C4.6"
REFUSING: Final = "GD1-4c GD2-3b GD3-C4.5"
ORDER: Final = "GD1-4d GD2-3a? GD3-C4.5"
"""Clauses of the last player's tribute, of that of two losers, of who gets the larger, of refusing it, of its order."""


def laid(
    order: str,
    *moves: str,
    holds: Mapping[str, str] | None = None,
    top: Mapping[str, str] | None = None,
    barred: Mapping[str, Collection[str]] | None = None,
    level: str = "8",
) -> Board:
    """The second hand, dealt so that the usual tribute is right unless told otherwise, and these cards moved."""
    highest = {"W": "As", "E": "Ks"} if order == DOUBLE else {"W": "As"}
    held = {"N": "5c", "S": "6c"} | dict(holds or {})
    return board(held, top=highest | dict(top or {}), barred=barred, level=level).give(*moves)


def paid(sheet: str, order: str, *moves: str, lead: str = "W", resisted: bool = False, **terms: Any) -> GameRecord:
    """The second hand after such places, with this tribute; then somebody leads his lowest card."""
    options = terms.pop("options", None)
    table = laid(order, *moves, **terms)
    return after(sheet, order, table.lead(lead).hand(2, resisted=resisted), level=table.level, options=options)


# ======================================================================================== whether tribute is due


@each_trigger(NONE, "TRIBUTE-NONE", at=(0, 0), actual="W>N:As N>W:5c", pointer="tribute/0")
def test_GD_trigger_tribute_in_the_first_hand(sheet: str) -> GameRecord:
    table = board({"N": "5c"}, top={"W": "As"}).give(*RIGHT_SINGLE)
    return record_of(sheet, table.lead("W").hand())


each_trigger(NONE, "TRIBUTE-NONE", at=(0, 0), pointer="resisted").of(
    refused_in_the_first_hand=lambda sheet: record_of(sheet, board().lead("W").hand(resisted=True))
)

each_trigger(LAST, "TRIBUTE-NONE", hand=2, at=(0, 0), pointer="tribute/0").of(
    refused_and_paid_all_the_same=lambda sheet: paid(
        sheet, SINGLE, "W>N BJ", "N>W 5c", top={"W": "BJ"}, holds={"W": "BJBJ"}, resisted=True, lead="N"
    )
)

each_trigger(REFUSING, "TRIBUTE-NONE", hand=2, at=(0, 0), pointer="tribute/0").of(
    both_refused_and_one_paid_all_the_same=lambda sheet: paid(
        sheet, DOUBLE, "W>N BJ", "N>W 5c", top={"W": "BJ"}, holds={"W": "BJBJ"}, resisted=True, lead="N"
    )
)

each_must_not(LAST, "TRIBUTE-NONE").of(
    refused_by_the_last=lambda sheet: paid(sheet, SINGLE, top={"W": "BJ"}, holds={"W": "BJBJ"}, resisted=True, lead="N")
)

each_must_not(REFUSING, "TRIBUTE-NONE").of(
    refused_by_both=lambda sheet: paid(sheet, DOUBLE, top={"W": "BJ"}, holds={"W": "BJBJ"}, resisted=True, lead="N")
)

each_must_not(NONE, "TRIBUTE-NONE").of(
    tribute_from_the_second_hand_on=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE),
    first_hand_without_tribute=lambda sheet: record_of(sheet, board().lead("W").hand()),
)


# ======================================================================================== refusing it (抗贡)


each_trigger(LAST, "TRIBUTE-RESISTED", hand=2, at=(0, 0), seat="W", pointer="resisted").of(
    # his partner's joker does not count for him
    last_refused_without_both_big_jokers=each(
        lambda sheet, jokers: paid(sheet, SINGLE, top={"W": jokers["W"][:2]}, holds=jokers, resisted=True, lead="N"),
        [{"W": "BJ", "E": "BJ"}, {"W": "BJ", "N": "BJ"}, {"W": "LJLJ"}],
    )
)


@each_trigger(REFUSING, "TRIBUTE-RESISTED", hand=2, at=(0, 0), seat="EW", pointer="resisted")
@pytest.mark.parametrize("jokers", [{"W": "BJ", "N": "BJ"}, {"E": "BJ", "S": "BJ"}, {"N": "BJBJ"}, {"W": "LJLJBJ", "S": "BJ"}])
def test_GD_trigger_losers_refused_without_both_big_jokers(sheet: str, jokers: Mapping[str, str]) -> GameRecord:
    tops = {seat: "BJ" for seat in "WE" if "BJ" in jokers.get(seat, "")}
    return paid(sheet, DOUBLE, top=tops, holds=jokers, resisted=True, lead="N")


each_must_not(LAST, "TRIBUTE-RESISTED").of(
    last_with_both_big_jokers=lambda sheet: both_with_w(sheet, SINGLE, resisted=True, lead="N")
)

each_must_not(REFUSING, "TRIBUTE-RESISTED").of(
    losers_with_both_big_jokers=each(
        lambda sheet, jokers: paid(sheet, DOUBLE, top=dict.fromkeys(jokers, "BJ"), holds=jokers, resisted=True, lead="N"),
        [{"W": "BJ", "E": "BJ"}, {"W": "BJBJ"}, {"E": "BJBJ"}],
    )
)


def both_with_w(sheet: str, order: str, *moves: str, **terms: Any) -> GameRecord:
    """W holds both big jokers."""
    return paid(sheet, order, *moves, top={"W": "BJ"}, holds={"W": "BJBJ"}, **terms)


def one_each(sheet: str, *moves: str, **terms: Any) -> GameRecord:
    """Each of the two losers holds a big joker."""
    return paid(sheet, DOUBLE, *moves, top={"W": "BJ", "E": "BJ"}, **terms)


each_trigger(
    LAST, "TRIBUTE-PAID-ANYWAY", hand=2, at=(0, 0), seat="W", pointer="tribute/0", basis="disputed", options=("D-GD-12",)
).of(last_paid_though_he_could_refuse=lambda sheet: both_with_w(sheet, SINGLE, "W>N BJ", "N>W 5c"))

each_trigger(
    REFUSING, "TRIBUTE-PAID-ANYWAY", hand=2, at=(0, 0), seat="EW", pointer="tribute/0", basis="disputed", options=("D-GD-12",)
).of(losers_paid_though_they_could_refuse=lambda sheet: one_each(sheet, "W>N BJ", "E>S BJ", "N>W 5c", "S>E 6c"))

each_must_not(LAST, "TRIBUTE-PAID-ANYWAY").of(
    last_paid_with_one_big_joker=lambda sheet: paid(sheet, SINGLE, "W>N BJ", "N>W 5c", top={"W": "BJ"}, holds={"N": "5cBJ"})
)

each_must_not(REFUSING, "TRIBUTE-PAID-ANYWAY").of(
    losers_paid_with_one_big_joker=lambda sheet: paid(
        sheet, DOUBLE, "W>N BJ", *RIGHT_DOUBLE[1:], top={"W": "BJ"}, holds={"N": "5cBJ"}
    )
)

each_trigger(
    LAST,
    "TRIBUTE-WAIVED",
    hand=2,
    at=(0, 0),
    seat="W",
    pointer="tribute",
    basis="disputed",
    options=("D-GD-12",),
).of(nothing_recorded_of_who_holds_both=lambda sheet: both_with_w(sheet, SINGLE, lead="N"))

each_trigger(
    REFUSING,
    "TRIBUTE-WAIVED",
    hand=2,
    at=(0, 0),
    seat="EW",
    pointer="tribute",
    basis="disputed",
    options=("D-GD-12",),
).of(
    nothing_recorded_of_losers_one_of_whom_holds_both=lambda sheet: both_with_w(sheet, DOUBLE, lead="N"),
    nothing_recorded_of_one_big_joker_each=lambda sheet: one_each(sheet, lead="N"),
)

each_trigger(
    LAST,
    "TRIBUTE-PAID-ANYWAY",
    hand=2,
    at=(0, 0),
    seat="W",
    pointer="tribute",
    basis="disputed",
    options=("D-GD-12",),
    besides=("TRIBUTE-OPEN",),
).of(nothing_recorded_and_the_last_led=lambda sheet: both_with_w(sheet, SINGLE, lead="W"))

each_trigger(
    REFUSING,
    "TRIBUTE-PAID-ANYWAY",
    hand=2,
    at=(0, 0),
    seat="EW",
    pointer="tribute",
    basis="disputed",
    options=("D-GD-12",),
    besides=("TRIBUTE-OPEN",),
).of(
    nothing_recorded_and_the_larger_payer_led=lambda sheet: both_with_w(sheet, DOUBLE, lead="W"),
    nothing_recorded_and_the_right_neighbour_led=lambda sheet: one_each(sheet, lead="W"),
)


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize("jokers", ["BJBJ with W", "BJLJ with both"])
@pytest.mark.parametrize(("led", "said"), [("N", ["TRIBUTE-WAIVED"]), ("W", ["TRIBUTE-PAID-ANYWAY", "TRIBUTE-OPEN"])])
def test_who_led_tells_whether_unsaid_tribute_was_refused(sheet: str, jokers: str, led: str, said: list[str]) -> None:
    """All play what they were dealt: where any card may be returned the big jokers may have come back, and W led for that.

    Where they may not it was not paid, and W was not to lead.
    """
    each = {"W": "BJLJ", "E": "BJLJ"}
    shown = {"W": "BJBJ"} if jokers == "BJBJ with W" else each
    table = laid(DOUBLE, top=dict.fromkeys(shown, "BJ"), holds=shown, barred={"N": ["BJ"], "S": ["BJ"]})
    hand = table.lead(led).finish("NWES" if led == "N" else "WENS").hand(2)
    record = after(sheet, DOUBLE, hand, level=table.level)
    told = [finding.code for finding in audit(record).findings if finding.code.startswith(("TRIBUTE", "LEAD"))]
    assert told == (said if sheet == GUANDAN[0] else ["TRIBUTE-WAIVED", *["LEAD-RESISTED"][: led == "W"]])


each_must_not(LAST, "TRIBUTE-WAIVED").of(
    refused_by_the_record=lambda sheet: both_with_w(sheet, SINGLE, resisted=True, lead="N"),
    nothing_recorded_of_one_big_joker=lambda sheet: paid(sheet, SINGLE, top={"W": "BJ"}, holds={"N": "5cBJ"}),
)

each_must_not(REFUSING, "TRIBUTE-WAIVED").of(
    nothing_recorded_of_one_big_joker_among_the_losers=lambda sheet: paid(sheet, DOUBLE, top={"W": "BJ"}, holds={"N": "5cBJ"})
)

each_trigger(LAST, "LEAD-RESISTED", hand=2, at=(1, 1), seat="W", expected="N", actual="W").of(
    last_led_after_refusing=lambda sheet: both_with_w(sheet, SINGLE, resisted=True, lead="W")
)

each_trigger(REFUSING, "LEAD-RESISTED", hand=2, at=(1, 1), seat="W", expected="N", actual="W").of(
    loser_led_after_refusing=lambda sheet: one_each(sheet, resisted=True, lead="W")
)

each_must_not(LAST, "LEAD-RESISTED").of(
    first_led_after_the_last_refused=lambda sheet: both_with_w(sheet, SINGLE, resisted=True, lead="N")
)

each_must_not(REFUSING, "LEAD-RESISTED").of(
    first_led_after_the_losers_refused=lambda sheet: one_each(sheet, resisted=True, lead="N")
)

each_trigger(LAST, "LEAD-NEITHER", hand=2, at=(1, 1), seat="S", expected="W", actual="S", besides=("TRIBUTE-RESISTED",)).of(
    # W should have paid and led; as he refused, N may have led
    refused_wrongly_and_led_by_neither=lambda sheet: paid(
        sheet, SINGLE, top={"W": "LJ"}, holds={"W": "LJ"}, resisted=True, lead="S"
    )
)
each_must_not(LAST, "LEAD-NEITHER", besides=("TRIBUTE-RESISTED",)).of(
    refused_wrongly_and_led_by_either=each(
        lambda sheet, lead: paid(sheet, SINGLE, top={"W": "LJ"}, holds={"W": "LJ"}, resisted=True, lead=lead), ["W", "N"]
    )
)

each_trigger(LOSERS, "LEAD-NEITHER", hand=2, at=(1, 1), seat="S", expected="W", actual="S", besides=("TRIBUTE-RESISTED",)).of(
    losers_refused_wrongly_and_led_by_neither=lambda sheet: paid(sheet, DOUBLE, resisted=True, lead="S")
)
each_must_not(LOSERS, "LEAD-NEITHER", besides=("TRIBUTE-RESISTED",)).of(
    losers_refused_wrongly_and_led_by_either=each(lambda sheet, lead: paid(sheet, DOUBLE, resisted=True, lead=lead), ["W", "N"])
)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_wrong_leader_after_a_wrong_refusal_is_told_why_two_may(sheet: str) -> None:
    (finding,) = found(paid(sheet, SINGLE, top={"W": "LJ"}, resisted=True, lead="S"), "LEAD-NEITHER")
    assert render(finding, "en", TRICK) == "If tribute was paid W leads, if it was refused N; S did."


# ======================================================================================== who pays whom


each_trigger(LAST, "TRIBUTE-PAYER", hand=2, at=(0, 0), seat="E", expected="W", actual="E>N Ks", pointer="tribute/1").of(
    one_paid_who_was_not_last=lambda sheet: paid(sheet, SINGLE, "W>N As", "E>N Ks", "N>W 5c", holds={"E": "Ks"})
)
each_must_not(LAST, "TRIBUTE-PAYER").of(the_last_paid=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))
each_trigger(LAST, "TRIBUTE-TWICE", hand=2, at=(0, 0), seat="W", actual="W>N Ah", pointer="tribute/1").of(
    last_paid_twice=lambda sheet: paid(sheet, SINGLE, "W>N As", "W>N Ah", "N>W 5c", holds={"W": "AsAh"})
)
each_trigger(LAST, "TRIBUTE-TWICE", hand=2, at=(0, 0), seat="N", actual="N>W 6c", pointer="tribute/2").of(
    first_returned_twice=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE, "N>W 6c", holds={"N": "5c6c"})
)

each_trigger(LOSERS, "TRIBUTE-TWICE", hand=2, at=(0, 0), seat="S", actual="S>E 7c", pointer="tribute/4").of(
    second_returned_twice=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE, "S>E 7c", holds={"S": "6c7c"})
)

each_must_not(LAST, "TRIBUTE-TWICE").of(paid_and_returned_once=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))

each_must_not(LOSERS, "TRIBUTE-TWICE").of(each_paid_and_returned_once=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE))

each_trigger(LAST, "TRIBUTE-RECEIVER", hand=2, at=(0, 0), seat="W", expected="N", actual="W>S As", pointer="tribute/0").of(
    paid_the_first_players_partner=lambda sheet: paid(sheet, SINGLE, "W>S As", "N>W 5c")
)

each_trigger(
    LARGER, "TRIBUTE-RECEIVER/double", hand=2, at=(0, 0), seat="E", expected="S", actual="E>N Ks", pointer="tribute/1"
).of(both_paid_the_first=lambda sheet: paid(sheet, DOUBLE, "W>N As", "E>N Ks", "N>W 5c", "S>E 6c"))


@pytest.mark.parametrize("sheet", GUANDAN)
def test_both_tributes_crossed(sheet: str) -> None:
    """Each is reported, and the returns, to who paid, are right."""
    record = paid(sheet, DOUBLE, "W>S As", "E>N Ks", "N>E 5c", "S>W 6c")
    receivers = [(finding.seat, finding.expected) for finding in found(record, "TRIBUTE-RECEIVER")]
    assert receivers == [("W", "N"), ("E", "S")]
    assert {finding.code for finding in audit(record).findings} == {"TRIBUTE-RECEIVER", "CLAIM-OPEN", "HAND-UNFINISHED"}


each_must_not(LAST, "TRIBUTE-RECEIVER").of(paid_the_first=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))


@each_must_not(LARGER, "TRIBUTE-RECEIVER/double")
def test_GD_must_not_the_larger_to_the_first(sheet: str) -> GameRecord:
    moves = ("E>N As", "W>S Ks", "N>E 5c", "S>W 6c")
    return paid(sheet, DOUBLE, *moves, top={"E": "As", "W": "Ks"}, lead="E")


@each_trigger(
    LARGER,
    "TRIBUTE-RECEIVER/double",
    hand=2,
    at=(0, 0),
    seat="E",
    expected="S",
    actual="E>N As",
    pointer="tribute/1",
    basis="assumed",
    options=("GD-a",),
    besides=("TRIBUTE-CARD",),
)
def test_GD_trigger_both_paid_the_first_and_one_too_little(sheet: str) -> GameRecord:
    """E paid the larger card, but W owed it: the sheets do not say by which of the two it goes."""
    moves = ("W>N Qs", "E>N As", "N>W 5c", "S>E 6c")
    return paid(sheet, DOUBLE, *moves, top={"W": "LJ", "E": "As"}, holds={"W": "Qs"})


@each_must_not(LARGER, "TRIBUTE-RECEIVER/double", besides=("TRIBUTE-CARD",))
def test_GD_must_not_who_pays_whom_goes_by_what_was_due(sheet: str) -> GameRecord:
    """W owes a little joker and pays a queen, E pays the ace that he owes: W pays N all the same, and leads."""
    moves = ("W>N Qs", "E>S As", "N>W 5c", "S>E 6c")
    return paid(sheet, DOUBLE, *moves, top={"W": "LJ", "E": "As"}, holds={"W": "Qs"})


EQUAL: Final = {"W": "As", "E": "As"}


@each_must_not("GD2-3a", "TRIBUTE-RECEIVER/double")
@pytest.mark.parametrize("moves", [("W>N As", "E>S As", "N>W 5c", "S>E 6c"), ("W>S As", "E>N As", "S>W 6c", "N>E 5c")])
@pytest.mark.parametrize("lead", ["W", "E"])
def test_GD_must_not_equal_tributes_either_way(sheet: str, moves: tuple[str, ...], lead: str) -> GameRecord:
    """头家 chooses among the cards, the payers choose who leads (D-GD2-D)."""
    return paid(sheet, DOUBLE, *moves, top=EQUAL, lead=lead)


each_trigger(LAST, "TRIBUTE-MISSING", hand=2, at=(0, 0), seat="W", pointer="tribute").of(
    # nothing is on record, and the whole hand shows that no card changed hands
    no_tribute_in_the_plays=lambda sheet: after(sheet, SINGLE, laid(SINGLE).finish("WNES").hand(2), level="8"),
    no_tribute_by_the_record=lambda sheet: after(sheet, SINGLE, laid(SINGLE).lead("W").hand(2, tribute=()), level="8"),
)

each_trigger(LOSERS, "TRIBUTE-MISSING", hand=2, at=(0, 0), seat="E", pointer="tribute").of(
    one_loser_paid_nothing=lambda sheet: paid(sheet, DOUBLE, "W>N As", "N>W 5c")
)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_no_tribute_of_either_by_the_record(sheet: str) -> None:
    record = after(sheet, DOUBLE, laid(DOUBLE).lead("W").hand(2, tribute=()), level="8")
    assert {finding.seat for finding in found(record, "TRIBUTE-MISSING")} == {"W", "E"}


@each_must_not(LAST, "TRIBUTE-MISSING")
def test_GD_must_not_tribute_that_the_plays_show(sheet: str) -> GameRecord:
    table = laid(SINGLE, *RIGHT_SINGLE).finish("WNES")
    return after(sheet, SINGLE, table.hand(2, tribute=None), level="8")


WRITTEN: Final[Mapping[tuple[int, ...], list[str]]] = {
    (): ["TRIBUTE-MISSING", "TRIBUTE-MISSING"],
    (0, 2): ["TRIBUTE-MISSING"],
    (1, 3): ["TRIBUTE-MISSING"],
    (2, 3): ["TRIBUTE-MISSING", "TRIBUTE-MISSING"],
    (0, 1, 2): ["TRIBUTE-NO-RETURN"],
    (1, 2, 3): ["TRIBUTE-MISSING"],
}
"""Which of two tributes and their returns stand on the list, and what is said of the others."""


@pytest.mark.parametrize(
    ("sheet", "written"),
    [
        (sheet, written) if (number + at) % 3 == 0 else deep((sheet, written))
        for number, sheet in enumerate(GUANDAN)
        for at, written in enumerate(WRITTEN)
    ],
)
def test_what_came_by_a_tribute_that_is_not_on_the_list_was_held(sheet: str, written: tuple[int, ...]) -> None:
    moves = tuple(RIGHT_DOUBLE[at] for at in written)
    hand = laid(DOUBLE, *RIGHT_DOUBLE).finish("WNES").hand(2, tribute=moves)
    assert codes(after(sheet, DOUBLE, hand, level="8")) == WRITTEN[written]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_a_card_that_no_tribute_explains_was_not_held(sheet: str) -> None:
    """E and S, of whom nothing is on the list, each play two cards of the other's."""
    listed = ("W>N As", "N>W 5c")
    table = laid(DOUBLE, *listed, "E>S Ks", "E>S Qs", "S>E 6c", "S>E 7c", holds={"N": "5c", "E": "Qs", "S": "6c7c"})
    hand = table.finish("WNES").hand(2, tribute=listed)
    assert set(codes(after(sheet, DOUBLE, hand, level="8"))) == {"TRIBUTE-MISSING", "PLAY-NOT-HELD"}


@pytest.mark.parametrize("sheet", GUANDAN)
def test_of_two_tributes_one_may_not_be_on_the_list_of_a_later_hand(sheet: str) -> None:
    hand = laid(DOUBLE, *RIGHT_DOUBLE).finish("WNES").hand(5, tribute=RIGHT_DOUBLE[::2])
    record = record_of(sheet, hand, level="8")
    assert not codes(record)
    assert found(record, "TRIBUTE-OPEN")


each_must_not(LOSERS, "TRIBUTE-MISSING").of(tribute_refused=lambda sheet: one_each(sheet, resisted=True, lead="N"))

each_trigger(LAST, "TRIBUTE-OPEN", hand=2, at=(0, 0), pointer="tribute").of(
    tribute_neither_recorded_nor_to_be_told=lambda sheet: paid(sheet, SINGLE)
)

each_trigger("GD1-4b GD2-3a GD3-C4.5", "TRIBUTE-OPEN", hand=2, at=(0, 0), pointer="tribute").of(
    losers_tribute_neither_recorded_nor_to_be_told=lambda sheet: paid(sheet, DOUBLE)
)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_hands_are_unknown_where_neither_tribute_nor_the_hand_before_is(sheet: str) -> None:
    """Any card may have changed hands: nobody plays one that he has not got."""
    table = board({"E": "As", "W": "As"}, level="8").trick("E As - - -")
    record = record_of(sheet, replace(table.hand(5), tricks=("E As - - -", "E As - - -")), level="8")
    (finding,) = found(record, "TRIBUTE-OPEN")
    assert (finding.kind, finding.seat) == (Kind.OPEN, None)
    # there may have been none to pay: after a foul, or in a match that begins so
    assert ("应有" in render(finding, "zh", TRICK), "due" in render(finding, "en", TRICK)) == (False, False)
    assert [finding.actual for finding in found(record, "DEAL-OPEN")] == ["E N W S"]
    assert not codes(record)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_hands_are_known_where_the_record_says_that_there_was_no_tribute(sheet: str) -> None:
    table = board({"E": "As", "W": "As"}, level="8").trick("E As - - -")
    record = record_of(sheet, replace(table.hand(5), tribute=(), tricks=("E As - - -", "E As - - -")), level="8")
    assert not found(record, "DEAL-OPEN")
    assert codes(record) == ["PLAY-NOT-HELD"]


LATER: Final[Mapping[str, tuple[str, tuple[str, ...], Mapping[str, Any], list[str]]]] = {
    "all right": (SINGLE, RIGHT_SINGLE, {}, []),
    "a return not held": (SINGLE, ("W>N As", "N>W 3c"), {"barred": {"N": "3c"}}, ["TRIBUTE-NOT-HELD"]),
    "a return to another": (SINGLE, ("W>N As", "N>S 5c"), {}, ["TRIBUTE-RETURN-TO"]),
    "two tributes": (DOUBLE, RIGHT_DOUBLE, {}, []),
    "one of two returns not held": (DOUBLE, (*RIGHT_DOUBLE[:3], "S>E 3c"), {"barred": {"S": "3c"}}, ["TRIBUTE-NOT-HELD"]),
    "two returns crossed": (DOUBLE, (*RIGHT_DOUBLE[:2], "N>E 5c", "S>W 6c"), {}, ["TRIBUTE-RETURN-TO"] * 2),
    "who paid less leads": (DOUBLE, RIGHT_DOUBLE, {"lead": "E"}, ["LEAD-TRIBUTE"]),
    "either leads after two alike": (DOUBLE, ("W>N As", "E>S Ah", *RIGHT_DOUBLE[2:]), {"top": {"E": "Ah"}, "lead": "E"}, []),
    "who leads after one may be another's": (SINGLE, RIGHT_SINGLE, {"lead": "E"}, []),
    "who received leads": (SINGLE, RIGHT_SINGLE, {"lead": "N"}, ["LEAD-TRIBUTE"]),
    "nothing returned": (SINGLE, RIGHT_SINGLE[:1], {}, ["TRIBUTE-NO-RETURN"]),
    "one of two returned nothing": (DOUBLE, RIGHT_DOUBLE[:3], {}, ["TRIBUTE-NO-RETURN"]),
    "one of two gifts is not on the list": (DOUBLE, RIGHT_DOUBLE[1:], {}, ["TRIBUTE-MISSING"]),
    "paid twice": (SINGLE, ("W>N As", "W>S Kc", "N>W 5c", "S>W 6c"), {"holds": {"W": "Kc"}}, ["TRIBUTE-TWICE"]),
}
"""Tribute of a hand that is the first on record and not of the match, and what is wrong whoever owed it."""


@in_one
@pytest.mark.parametrize("situation", LATER)
@pytest.mark.parametrize("sheet", GUANDAN)
def test_what_is_wrong_of_a_tribute_whoever_owed_it(sheet: str, situation: str) -> None:
    order, moves, facts, wrong = LATER[situation]
    table = laid(order, *moves, **{name: value for name, value in facts.items() if name != "lead"})
    assert codes(record_of(sheet, table.lead(facts.get("lead", "W")).hand(5), level="8")) == wrong


REFUSED: Final[Mapping[str, tuple[Mapping[str, str], tuple[str, ...], str, list[str]]]] = {
    "both in one hand": ({"W": "BJBJ"}, (), "E", []),
    "one each": ({"W": "BJ", "E": "BJ"}, (), "N", []),
    "one with each side": ({"W": "BJ", "N": "BJ"}, (), "S", ["TRIBUTE-RESISTED"]),
    "who holds both leads": ({"W": "BJBJ"}, (), "W", ["LEAD-RESISTED"]),
    "one of two who refused leads": ({"W": "BJ", "E": "BJ"}, (), "E", ["LEAD-RESISTED"]),
    "paid all the same": ({"W": "BJBJ"}, ("W>N BJ", "N>W 5c"), "N", ["TRIBUTE-NONE"]),
}
"""Who held the big jokers, what was paid, who led and what is wrong of it, whoever might have owed the tribute refused."""


@in_one
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("situation", REFUSED)
@pytest.mark.parametrize("sheet", GUANDAN)
def test_what_is_wrong_of_refusing_whoever_owed_tribute(sheet: str, situation: str, known: bool) -> None:
    """It takes both big jokers, and who has won the hand before does not hold one; the plays may show them, or the deal."""
    jokers, moves, lead, wrong = REFUSED[situation]
    table = laid(SINGLE, *moves, holds=jokers, top=dict.fromkeys(jokers, "BJ"))
    hand = table.lead(lead).hand(5, resisted=True, **({} if known else {"deal": None}))
    found = [code for code in wrong if known or code == "TRIBUTE-NONE"]
    assert codes(record_of(sheet, hand, level="8")) == found


@pytest.mark.parametrize("sheet", GUANDAN)
def test_a_high_card_is_returned_only_where_two_may_have_owed_tribute(sheet: str) -> None:
    """One sheet lets both return what they like; of one tribute on record another may not have been written down."""
    hand = laid(SINGLE, "W>N As", "N>W Kc", holds={"N": "Kc5c"}).lead("W").hand(5)
    assert codes(record_of(sheet, hand, level="8")) == ([] if sheet == "guandan-1" else ["TRIBUTE-RETURN"])


each_must_not(LAST, "TRIBUTE-OPEN").of(tribute_recorded=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))

each_must_not("GD1-4b GD2-3a GD3-C4.5", "TRIBUTE-OPEN").of(
    losers_tribute_recorded=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE)
)


# ======================================================================================== which card


each_trigger(LAST, "TRIBUTE-CARD", hand=2, at=(0, 0), seat="W", expected="LJ", actual="As", pointer="tribute/0").of(
    last_paid_a_lower_card=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE, top={"W": "LJ"}, holds={"W": "As"})
)
each_trigger(LAST, "TRIBUTE-CARD", hand=2, at=(0, 0), seat="W", expected="As", actual="8h", pointer="tribute/0").of(
    last_paid_a_level_heart=lambda sheet: paid(
        sheet, SINGLE, "W>N 8h", "N>W 5c", holds={"W": "8h"}, barred={"W": ["Ah", "Ac", "Ad"]}
    )
)


@each_trigger(LAST, "TRIBUTE-CARD", hand=2, at=(0, 0), seat="W", actual="Ks", pointer="tribute/0")
def test_GD_trigger_higher_card_comes_out_in_play(sheet: str) -> GameRecord:
    """No deal is on record; W, who paid a king, leads an ace."""
    table = laid(SINGLE, "W>N Ks", "N>W 5c", holds={"W": "AsKs"}).lead("W", "As")
    return after(sheet, SINGLE, table.hand(2, deal=None), level="8")


EQUAL_CARDS: Final = "GD1:D-GD-11 GD2:D-GD-11 GD3:D-GD-11 JS:D-GD-11"


each_trigger(
    EQUAL_CARDS,
    "TRIBUTE-CARD",
    by="GD1-4e GD2-3c GD3-C4.4 JS-5.4.1",
    hand=2,
    at=(0, 0),
    seat="W",
    expected="As | Ah",
    actual="Kd",
    pointer="tribute/0",
).of(
    neither_of_two_aces_paid=lambda sheet: paid(
        sheet, SINGLE, "W>N Kd", "N>W 5c", holds={"W": "AsAhKd"}, barred={"W": ["Ac", "Ad"]}
    )
)
each_must_not(EQUAL_CARDS, "TRIBUTE-CARD").of(
    either_of_two_aces_paid=each(
        lambda sheet, card: paid(sheet, SINGLE, f"W>N {card}", "N>W 5c", holds={"W": "AsAh"}), ["As", "Ah"]
    )
)

each_trigger(LOSERS, "TRIBUTE-CARD", hand=2, at=(0, 0), seat="E", expected="Ks", actual="Qs", pointer="tribute/1").of(
    loser_paid_a_lower_card=lambda sheet: paid(
        sheet, DOUBLE, "W>N As", "E>S Qs", *RIGHT_DOUBLE[2:], holds={"E": "Qs"}, barred={"E": ["Kh", "Kc", "Kd"]}
    )
)

each_must_not(LAST, "TRIBUTE-CARD").of(
    highest_but_for_level_hearts=each(
        lambda sheet, card, others: paid(sheet, SINGLE, f"W>N {card}", "N>W 5c", top={"W": card}, holds={"W": others}),
        [("As", "8h8h"), ("8s", "AsAh8h"), ("LJ", "8s"), ("BJ", "LJLJ8h")],
    )
)

each_must_not(LOSERS, "TRIBUTE-CARD").of(
    any_of_equal_highest_cards=each(
        lambda sheet, card: paid(sheet, DOUBLE, f"W>N {card}", *RIGHT_DOUBLE[1:], holds={"W": "AsAh"}), ["As", "Ah"]
    )
)

each_trigger(LAST, "TRIBUTE-NOT-HELD", hand=2, at=(0, 0), seat="W", actual="BJ", pointer="tribute/0").of(
    paid_a_card_not_held=lambda sheet: paid(sheet, SINGLE, "W>N BJ", "N>W 5c", holds={"E": "BJ"})
)
each_trigger(LAST, "TRIBUTE-NOT-HELD", hand=2, at=(0, 0), seat="N", actual="5c", pointer="tribute/1").of(
    returned_a_card_not_held=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE, holds={"N": "6c", "E": "5c5c"})
)

each_trigger(LOSERS, "TRIBUTE-NOT-HELD", hand=2, at=(0, 0), seat="S", actual="6c", pointer="tribute/3").of(
    second_returned_a_card_not_held=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE, holds={"S": "7c", "N": "5c6c6c"})
)

each_must_not(LAST, "TRIBUTE-NOT-HELD").of(
    # it is in the receiver's hand when he returns; W's highest card is a ten
    the_tribute_itself_back=lambda sheet: paid(sheet, SINGLE, "W>N Ts", "N>W Ts", top={"W": "Ts"}, level="Q")
)

each_must_not(LOSERS, "TRIBUTE-NOT-HELD").of(cards_held=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE))


# ======================================================================================== the return


each_trigger(LAST, "TRIBUTE-ORDER", hand=2, at=(0, 0), seat="W", actual="W>N As", pointer="tribute/1").of(
    returned_before_the_last_had_paid=lambda sheet: paid(sheet, SINGLE, "N>W 5c", "W>N As")
)
each_must_not(LAST, "TRIBUTE-ORDER").of(tribute_then_its_return=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))

each_trigger(ORDER, "TRIBUTE-ORDER", hand=2, at=(0, 0), seat="E", actual="E>S Ks", pointer="tribute/2").of(
    returned_before_both_had_paid=lambda sheet: paid(sheet, DOUBLE, "W>N As", "N>W 5c", "E>S Ks", "S>E 6c")
)
each_must_not(ORDER, "TRIBUTE-ORDER").of(
    both_tributes_then_both_returns=each(
        lambda sheet, *moves: paid(sheet, DOUBLE, *moves), [RIGHT_DOUBLE, ("E>S Ks", "W>N As", "S>E 6c", "N>W 5c")]
    )
)


def exposed(order: str, *moves: str, seat: str = "N", **facts: Any) -> GameRecord:
    """Such a tribute, and somebody who exposed a card before trick 1 if not told otherwise."""
    incident = Incident(kind="exposed", seat=seat, **({"at": (0, 0)} | facts))
    return after("guandan-1", order, laid(order, *moves).lead("W").hand(2, incidents=(incident,)), level="8")


trigger("GD1-4d", "TRIBUTE-SHOWN", hand=2, at=(0, 0), seat="N", actual="5c", pointer="/hands/1/incidents/0").of(
    a_returned_card_is_shown=each(lambda cards: exposed(DOUBLE, *RIGHT_DOUBLE, cards=cards), ["5c", None])
)
must_not("GD1-4d", "TRIBUTE-SHOWN", besides=("INCIDENT-KIND",)).of(
    another_card_is_exposed=lambda: exposed(DOUBLE, *RIGHT_DOUBLE, cards="9d"),
    who_was_returned_to_exposes=lambda: exposed(DOUBLE, *RIGHT_DOUBLE, seat="W"),
    exposed_after_the_first_play=lambda: exposed(DOUBLE, *RIGHT_DOUBLE, at=(1, 1), cards="5c"),
    one_return_alone=lambda: exposed(SINGLE, *RIGHT_SINGLE, cards="5c"),
)

each_trigger(LAST, "TRIBUTE-NO-RETURN", hand=2, at=(0, 0), seat="N", pointer="tribute").of(
    first_returned_nothing=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE[:1])
)

each_must_not(LAST, "TRIBUTE-NO-RETURN").of(first_returned=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))

each_trigger(LAST, "TRIBUTE-RETURN-TO", hand=2, at=(0, 0), seat="N", expected="W", actual="N>S 5c", pointer="tribute/1").of(
    returned_to_his_partner=lambda sheet: paid(sheet, SINGLE, "W>N As", "N>S 5c")
)

each_must_not(LAST, "TRIBUTE-RETURN-TO").of(returned_to_the_last=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))

# one sheet prints of two that both pay, and what is returned only where one does
for each_ids, case, each_basis in (("GD1-4b GD2-3a", "", "stated"), ("GD3-C4.4", "/double", "assumed")):
    each_trigger(
        each_ids,
        f"TRIBUTE-NO-RETURN{case}",
        hand=2,
        at=(0, 0),
        seat="S",
        pointer="tribute",
        basis=each_basis,
        siblings=not case,
    ).of(second_returned_nothing=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE[:3]))
    each_trigger(
        each_ids,
        f"TRIBUTE-RETURN-TO{case}",
        hand=2,
        at=(0, 0),
        seat="N",
        expected="W",
        actual="N>E 5c",
        pointer="tribute/2",
        basis=each_basis,
        siblings=not case,
    ).of(returned_to_the_other_loser=lambda sheet: paid(sheet, DOUBLE, "W>N As", "E>S Ks", "N>E 5c", "S>E 6c"))
    each_must_not(each_ids, f"TRIBUTE-NO-RETURN{case}").of(both_returned=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE))
    each_must_not(each_ids, f"TRIBUTE-RETURN-TO{case}").of(
        returned_to_who_paid=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE)
    )

each_must_not("GD2-3a", "TRIBUTE-RETURN-TO").of(
    payers_choose_among_the_returns=lambda sheet: paid(sheet, DOUBLE, "W>N As", "E>S As", "N>E 5c", "S>W 6c", top=EQUAL)
)


NO_TENS: Final = {"N": "T", "S": "T"}
NOTHING_LOW: Final = {"N": "23456789T"}


each_trigger(LAST, "TRIBUTE-RETURN", hand=2, at=(0, 0), seat="N", actual="Kc", pointer="tribute/1").of(
    king_returned_by_one_without_tens_or_low_level_cards=lambda sheet: paid(
        sheet, SINGLE, "W>N As", "N>W Kc", holds={"N": "5cKc"}, barred=NO_TENS, level="Q"
    ),
    king_returned_whatever_ten_and_less_means=lambda sheet: paid(sheet, SINGLE, "W>N As", "N>W Kc", holds={"N": "5cTcKc8c"}),
)


NOT_PRINTED: Final = "GD1:D-GD-15 GD2:D-GD-15 GD3:D-GD-15"
NOTHING_LOW_AT_S: Final = {"S": "23456789T"}


@each_trigger(
    NOT_PRINTED, "TRIBUTE-RETURN", hand=2, at=(0, 0), seat="N", expected="Jc", actual="Kc", pointer="tribute/1", basis="assumed"
)
def test_GD_trigger_not_the_smallest_of_one_who_has_nothing_low(sheet: str) -> GameRecord:
    """The sheets do not say what he returns, so that the verdict is assumed, and it names the smallest."""
    barred = {"N": [*NOTHING_LOW["N"], "Js", "Jh", "Jd"]}
    return paid(sheet, SINGLE, "W>N As", "N>W Kc", holds={"N": "JcKc"}, barred=barred, level="Q")


each_must_not(NOT_PRINTED, "TRIBUTE-RETURN").of(
    the_smallest_where_nothing_is_printed=lambda sheet: paid(
        sheet, SINGLE, "W>N As", "N>W Jc", holds={"N": "JcKc"}, barred=NOTHING_LOW, level="Q"
    )
)


def each_high_return(at_double: Mapping[str, str]) -> Callable[[Callable[[str], GameRecord]], None]:
    """What S returned to E at 双下 is too high, by such a clause of each sheet.

    Two of the sheets print the limit where one player pays, and not of two: it is assumed to hold for them.
    """
    by_default = {"GD3": ("D-GD3-11",), "JS": ("D-JS-07",)}

    def of(build: Callable[[str], GameRecord]) -> None:
        for sheet, ids in at_double.items():
            options = by_default.get(sheet, ())
            basis = "assumed" if options or ids.endswith("D-GD-15") else "stated"
            each_trigger(
                ids,
                "TRIBUTE-RETURN",
                hand=2,
                at=(0, 0),
                seat="S",
                actual="Kc",
                pointer="tribute/3",
                basis=basis,
                options=options,
                siblings=False,
            ).of(**{build.__name__: build})

    return of


@each_high_return({"GD2": "GD2:D-GD-15", "GD3": "GD3:D-GD-15", "JS": "JS-5.4.1"})
def not_the_smallest_at_double(sheet: str) -> GameRecord:
    return paid(sheet, DOUBLE, *RIGHT_DOUBLE[:3], "S>E Kc", holds={"S": "JhKc"}, barred=NOTHING_LOW_AT_S, level="Q")


each_must_not("GD2:D-GD-15 GD3:D-GD-15", "TRIBUTE-RETURN").of(
    the_smallest_at_double=lambda sheet: paid(
        sheet, DOUBLE, *RIGHT_DOUBLE[:3], "S>E Jh", holds={"S": "JhKc"}, barred=NOTHING_LOW_AT_S, level="Q"
    )
)


@each_high_return({"GD2": "GD2-3a", "GD3": "GD3-C4.4", "JS": "JS-5.4.2"})
def king_returned_at_double(sheet: str) -> GameRecord:
    return paid(sheet, DOUBLE, *RIGHT_DOUBLE[:3], "S>E Kc", holds={"S": "6cKc"}, barred=NO_TENS, level="Q")


each_must_not(LAST, "TRIBUTE-RETURN").of(
    at_most_ten_returned=each(
        lambda sheet, card: paid(sheet, SINGLE, "W>N As", f"N>W {card}", holds={"N": card}), ["Tc", "9c", "2c"]
    ),
    the_smallest_of_one_who_has_nothing_low=lambda sheet: paid(
        sheet, SINGLE, "W>N As", "N>W Jc", holds={"N": "JcKc"}, barred=NOTHING_LOW, level="Q"
    ),
)

each_must_not("GD2-3a GD3-C4.4", "TRIBUTE-RETURN").of(
    at_most_ten_returned_at_double=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE[:3], "S>E Tc", holds={"S": "Tc"})
)

each_must_not("GD1-4e", "TRIBUTE-RETURN").of(
    # GD1-4b: 任意牌, jokers and level hearts too
    any_card_returned_at_double=each(
        lambda sheet, card: paid(sheet, DOUBLE, *RIGHT_DOUBLE[:3], f"S>E {card}", holds={"S": card}),
        ["Kc", "8s", "8h", "LJ", "BJ", "2c"],
    )
)


# ======================================================================================== who leads


each_trigger(LAST, "LEAD-TRIBUTE", hand=2, at=(1, 1), seat="N", expected="W", actual="N").of(
    the_first_led_after_tribute=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE, lead="N")
)

each_trigger(LOSERS, "LEAD-TRIBUTE", hand=2, at=(1, 1), seat="E", expected="W", actual="E").of(
    payer_of_the_smaller_led=lambda sheet: paid(sheet, DOUBLE, *RIGHT_DOUBLE, lead="E")
)


def equal_tributes(sheet: str, lead: str) -> GameRecord:
    return paid(sheet, DOUBLE, "W>N As", "E>S As", "N>W 5c", "S>E 6c", top=EQUAL, lead=lead)


each_trigger("GD1-4b", "LEAD-TRIBUTE", hand=2, at=(1, 1), seat="E", expected="W", actual="E").of(
    left_neighbour_led_after_equal_tributes=lambda sheet: equal_tributes(sheet, "E")
)

each_trigger("GD3-C4.6", "LEAD-TRIBUTE", hand=2, at=(1, 1), seat="E", expected="W", actual="E").of(
    who_does_not_count_as_last_led_after_equal_tributes=lambda sheet: equal_tributes(sheet, "E")
)

each_trigger("GD2-3a", "LEAD-TRIBUTE", hand=2, at=(1, 1), seat="N", expected="EW", actual="N").of(
    winner_led_after_equal_tributes=lambda sheet: equal_tributes(sheet, "N")
)

each_must_not(LAST, "LEAD-TRIBUTE").of(the_last_leads=lambda sheet: paid(sheet, SINGLE, *RIGHT_SINGLE))


@each_must_not(LOSERS, "LEAD-TRIBUTE")
def test_GD_must_not_payer_of_the_larger_leads(sheet: str) -> GameRecord:
    moves = ("E>N As", "W>S Ks", "N>E 5c", "S>W 6c")
    return paid(sheet, DOUBLE, *moves, top={"E": "As", "W": "Ks"}, lead="E")


ROUND_THE_TABLE: Final = [("N", "S", "W", "E"), ("E", "W", "N", "S"), ("S", "N", "E", "W"), ("W", "E", "S", "N")]
"""First and second, first's right neighbour and the other one."""


def near_leads(sheet: str, first: str, second: str, near: str, far: str) -> GameRecord:
    """The right neighbour of the first pays him an ace, the other one pays an ace too; the neighbour leads."""
    moves = (f"{near}>{first} As", f"{far}>{second} As", f"{first}>{near} 5c", f"{second}>{far} 6c")
    table = board({first: "5c", second: "6c"}, top={near: "As", far: "As"}, level="8").give(*moves)
    return after(sheet, first + second + far + near, table.lead(near).hand(2), level="8")


each_must_not("GD1-4b", "LEAD-TRIBUTE").of(right_neighbour_leads_after_equal_tributes=each(near_leads, ROUND_THE_TABLE))

each_must_not("GD3-C4.6", "LEAD-TRIBUTE").of(who_counts_as_last_leads_after_equal_tributes=each(near_leads, ROUND_THE_TABLE))


@pytest.mark.parametrize("sheet", GUANDAN)
def test_hands_after_tribute_are_what_is_played(sheet: str) -> None:
    """What was given cannot be played any more, what was received can."""
    table = laid(SINGLE, *RIGHT_SINGLE, barred={"W": ["5c"]}, holds={"E": "As"})
    assert not found(after(sheet, SINGLE, table.lead("W", "5c").hand(2), level="8"), "PLAY-NOT-HELD")
    table = laid(SINGLE, *RIGHT_SINGLE, holds={"E": "As"})
    assert found(after(sheet, SINGLE, table.lead("W", "As").hand(2), level="8"), "PLAY-NOT-HELD")


test_situation = situations(__name__)


@pytest.mark.parametrize("first", ["5h", "5s"])
def test_a_level_card_that_may_have_been_returned_is_not_taken_for_dealt(first: str) -> None:
    """GD1-4b: any card may be returned, and the return is not on record; the wild card that he shows is none to pay."""
    second = "5s" if first == "5h" else "5h"
    hand = Hand(no=2, level="5", tribute=("E>N As", "W>S Ks"), tricks=(f"E {first} - - -", f"E {second} - - -"))
    found = audit(after("guandan-1", "NSWE", hand, level="5")).findings
    assert "TRIBUTE-CARD" not in {each.code for each in found}
