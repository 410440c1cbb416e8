"""What a record gives its event: no hand that is void, first places as 记过 leaves them, no match that is not at its end."""

from dataclasses import replace
from typing import Final

import pytest

from paipu.replay.event.rows import Standings
from paipu.replay.record import Effect, GameRecord, Incident, MatchClaims, Ruling
from tests.event.build import figures, places
from tests.event.test_cases import after
from tests.rules import build
from tests.rules.build import score_sheet
from tests.rules.daguai_build import sheets
from tests.rules.test_daguai_clauses import A8, B8, LEVEL_7

VOID_1: Final = Ruling(id="r", hand=1, effect=Effect(void=True), state="final")
MARKED: Final = tuple([Incident(kind="signal", seat=seat, at=(1, 1)) for seat in "13"])


def with_incidents(record: GameRecord, *incidents: Incident) -> GameRecord:
    first, *others = record.hands
    return replace(record, hands=(replace(first, incidents=incidents), *others))


# --- a void hand


def daguai_level(*rulings: Ruling) -> Standings:
    """Seven hands; without the first of them points and first places are level."""
    return after(sheets(A8, *LEVEL_7, rulings=rulings))


def test_DG_5_9_the_first_place_of_a_void_hand_parts_nobody() -> None:
    table = daguai_level(VOID_1)
    assert (figures(table, "points"), figures(table, "first_places")) == ({"t1": 7, "t2": 7}, {"t1": 3, "t2": 3})
    assert places(table) == {"t1": 1, "t2": 1}


def test_a_ruling_that_is_only_drafted_voids_nothing() -> None:
    table = daguai_level(replace(VOID_1, state="draft"))
    assert figures(table, "first_places") == {"t1": 4, "t2": 2}  # the last of seven is one too many


@pytest.mark.parametrize(("rulings", "small"), [((), {"t1": 20, "t2": 60}), ((VOID_1,), {"t1": 20, "t2": 0})])
def test_SK_4_1b_a_void_hand_has_no_small_points(rulings: tuple[Ruling, ...], small: dict[str, int]) -> None:
    hands = score_sheet(60, dealer="E"), score_sheet(20, 2)
    claims = MatchClaims(winner="NS", reason="time")
    record = build.match(*hands, sheet="shuangkou", options={"big_points": "60:0"}, claims=claims, rulings=rulings)
    assert figures(after(record), "small_points") == small


# --- 记过


def test_DG_6_4_who_loses_a_hand_by_marks_has_not_its_first_place() -> None:
    """判负（3家获得4,5,6名）: the first three places are the others'."""
    table = after(with_incidents(sheets(A8, A8, A8, B8, B8, B8), *MARKED))
    assert figures(table, "points") == {"t1": 16, "t2": 32}
    assert figures(table, "first_places") == {"t1": 2, "t2": 4}


def test_DG_6_4_one_mark_leaves_it() -> None:
    table = after(with_incidents(sheets(A8, A8, A8, B8, B8, B8), MARKED[0]))
    assert figures(table, "first_places") == {"t1": 3, "t2": 3}


# --- the end of a match


def test_DG_5_9_points_are_counted_after_six_hands() -> None:
    five, six = after(sheets(*[A8] * 5)), after(sheets(*[A8] * 6))
    assert [row.open for row in five.rows] == [1, 1]
    assert ([row.open for row in six.rows], figures(six, "points")) == ([0, 0], {"t1": 48, "t2": 0})


def test_DG_a_void_hand_is_none_of_the_six() -> None:
    table = after(sheets(*[A8] * 6, rulings=(VOID_1,)))
    assert [row.open for row in table.rows] == [1, 1]


@pytest.mark.parametrize("reason", ["time", "ruling"])
def test_DG_a_match_that_was_ended_before_counts_as_it_stands(reason: str) -> None:
    table = after(sheets(*[A8] * 5, claims=MatchClaims(reason=reason)))
    assert ([row.open for row in table.rows], figures(table, "points")) == ([0, 0], {"t1": 40, "t2": 0})
