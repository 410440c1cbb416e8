"""What is derived for all records of a batch at once: lists of lists, sums of 64 bits, the same rows whatever lies beside."""

from typing import Any

import numpy as np
import pytest

from paipu.analytics.columns import tables_of
from paipu.analytics.plays import plays_of
from paipu.analytics.ragged import Ragged, within
from paipu.analytics.tally.book import Book
from paipu.analytics.tally.climbing import count_plays
from paipu.analytics.tally.rows import within_bits
from paipu.analytics.told import BatchRows
from paipu.replay.computed import ComputedHand
from paipu.replay.record import Hand
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.analytics.made import tables


def test_lists_are_taken_and_joined_without_an_object_each() -> None:
    lists = Ragged.of([[1, 2], None, [], [3], [4, 5, 6]])
    assert lists.array().to_pylist() == [[1, 2], None, [], [3], [4, 5, 6]]
    assert lists.take(np.array([4, 1, 0, 2])).array().to_pylist() == [[4, 5, 6], None, [1, 2], []]
    assert lists.together(np.array([0, 1, 2])).array().to_pylist() == [[1, 2], None, [3, 4, 5, 6]]
    assert Ragged.joined([lists, Ragged.none(1)]).array().to_pylist()[-2:] == [[4, 5, 6], None]
    assert within(np.array([2, 0, 3])).tolist() == [0, 1, 0, 1, 2]


def test_a_sum_of_more_than_64_bits_is_refused() -> None:
    within_bits(np.array([2.0**62]))
    with pytest.raises(OverflowError):
        within_bits(np.array([1.0, 2.0**63]))


def test_a_record_has_the_same_rows_alone_and_beside_others() -> None:
    def rows(made: BatchRows, name: str) -> list[dict[str, Any]]:
        return [row for row in tables_of(made)[name].to_pylist() if row["record"] == 0]

    for name in ("plays", "tallies", "hand_counts", "think_times", "seat_hands"):
        assert rows(tables(1), name) == rows(tables(1, 2, 3), name), name


def test_plays_of_several_wild_cards_are_counted_card_by_card_in_every_process() -> None:
    sheet = CLIMBING_SHEETS["daguai"]
    tricks = (f"{sheet.seats[0]} 3sBJ 4sLJ - - - -",)
    types = (("pair", "pair", *["pass"] * 4),)
    hand, book = Hand(no=1, tricks=tricks), Book(sheet, sheet.sides)
    book.hand = 0
    count_plays(book, sheet, hand, ComputedHand(no=1, level=sheet.ladder[0], types=types), plays_of(sheet, hand, types))
    wild = [(cell[2], cell[7]) for cell in book.placed if cell[1] == "wild_as_other"]
    assert wild == [(0, [1]), (1, [2])]  # the big joker before the little one
