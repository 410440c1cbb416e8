"""What other cards would have come to with all cards open: what the solver says, where it can be asked quickly."""

from collections.abc import Iterator
from typing import Any

import pytest

from paipu.replay.faults import Moment
from paipu.replay.plays import plays_of_hand
from paipu.replay.solve import solve
from paipu.replay.solve.opened import MOST_CARDS, hindsight, opened
from paipu.replay.supposed import in_hindsight
from paipu.replay.text import in_language
from tests.review.records import hands_of, record_of

LATE = 9


def late(sheet: str) -> Iterator[tuple[Any, Moment, str]]:
    """Plays late in hands, where they stand."""
    for seed in range(1, 4):
        for hand in hands_of(record_of(sheet, seed)):
            for each in list(plays_of_hand(hand.view.sheet, hand.view.hand))[-LATE::2]:
                yield hand.view, (each.trick, each.play), each.token


@pytest.mark.parametrize("sheet", ["shengji", "shuangkou", "guandan-1", "daguai"])
def test_other_cards_come_to_what_the_solver_says(sheet: str) -> None:
    told = 0
    for view, at, made in late(sheet):
        solution = solve(view, at, 20_000)
        if opened(view, at) is None or solution is None:
            continue
        for each in solution.plays[:4]:
            found = hindsight(view, at, each.cards)
            assert found is not None
            assert found.value == each.value.low
            assert (found.side, found.unit) == (solution.side, solution.unit)
            [(line, below)] = in_hindsight(view, at, each.cards)
            assert str(found.value) in in_language(line, "en")
            assert "事后之见" in in_language(line, "zh")
            assert below == ()
        mine = hindsight(view, at, made)
        if mine is not None:
            assert mine.made == mine.value
            told += 1
    assert told > 5


def test_cards_that_are_no_legal_play_and_places_with_many_cards_have_none() -> None:
    view, at, _ = next(each for each in late("shengji") if opened(each[0], each[1]) is not None)
    assert hindsight(view, at, "BJBJBJ") is None
    assert list(in_hindsight(view, at, "-")) == []
    assert view.sheet.hand_size > MOST_CARDS
    assert opened(view, (1, 1)) is None
    assert opened(view, (99, 1)) is None
