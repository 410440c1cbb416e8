"""From the books of the records of a batch to what is counted of each hand, for all of them at once.

Hands have numbers of their own in a batch: those of a record follow each other, and behind them is one for the match itself.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from paipu.analytics.played import Played
from paipu.analytics.ragged import Bools, Ints, Ragged, by_place, flat
from paipu.analytics.tally.book import MOST_SEATS, PASSES, UNITS, Book
from paipu.analytics.tally.by_play import Names, notes_of
from paipu.analytics.tally.notes import KEY_AT, Notes, rows_of
from paipu.analytics.told import Told


class Counts(NamedTuple):
    """Rows of what is counted of a hand for a unit (see `HandCountRow`); `names` is what the numbers in `kinds` stand for."""

    keys: Ints
    hands: Ints
    units: Ints
    numerators: Ints
    denominators: Ints
    opens: Ints
    squares: Ints
    hits: Ragged
    others: Ragged
    kinds: Ragged
    names: pa.Array

    @property
    def summed(self) -> Sequence[Ints]:
        return self.numerators, self.denominators, self.opens, self.squares

    def dense(self, key: str, hands: int) -> tuple[Ints, Ints]:
        """Numerator and denominator of a statistic, by hand and unit; 0 where there is nothing."""
        begin, end = np.searchsorted(self.keys, [KEY_AT[key], KEY_AT[key] + 1])
        at = self.hands[begin:end], self.units[begin:end]
        found = np.zeros((2, hands, UNITS), np.int64)
        found[0][at], found[1][at] = self.numerators[begin:end], self.denominators[begin:end]
        return found[0], found[1]

    def of(self, key: str) -> tuple[Ints, Ints, Ints]:
        """Hand, seat and ply of all that is in the numerator of a statistic of players."""
        begin, end = np.searchsorted(self.keys, [KEY_AT[key], KEY_AT[key] + 1])
        hits = self.hits.take(np.arange(begin, end))
        return np.repeat(self.hands[begin:end], hits.sizes), np.repeat(self.units[begin:end], hits.sizes), hits.values


def counts_of(told: Sequence[Told], played: Played) -> Counts:
    """What the books and the plays of the records of a batch say, a row for each hand, unit and statistic."""
    books = [each.book for each in told]
    cells, placed, notes = (
        _columns([getattr(book, name) for book in books], played, width)
        for name, width in (("cells", 7), ("placed", 10), ("notes", 6))
    )
    spelt: pa.Array = pa.array(chain.from_iterable(each for each in (*placed[9], *notes[5]) if each), pa.string())
    coded = spelt.dictionary_encode()
    codes = coded.indices.to_numpy().astype(np.int64)
    of_placed = np.array([0 if each is None else len(each) for each in placed[9]], np.int64)
    split = int(of_placed.sum())
    kinds = Ragged(of_placed, codes[:split], np.array([each is not None for each in placed[9]], np.bool_))
    names = Names(coded.dictionary.to_pylist())
    by_play, points = notes_of(told, played, names)
    blocks = [
        (*_numbers(cells), *[Ragged.none(len(cells[0]))] * 3),
        (*_numbers(placed), Ragged.of(placed[7]), Ragged.of(placed[8]), kinds),
        rows_of(Notes.joined([Notes.of_books(notes, codes[split:], played), *by_play]), played),
        points,
        *_of_plays(books, played),
    ]
    numbers = [np.concatenate(each) for each in zip(*(block[:7] for block in blocks), strict=True)]
    lists = [Ragged.joined(each) for each in zip(*(block[7:] for block in blocks), strict=True)]
    return _together(_made(numbers, lists, pa.array([*names.numbers], pa.string())), len(played.records))


def _made(numbers: Sequence[Ints], lists: Sequence[Ragged], names: pa.Array) -> Counts:
    keys, hands, units, numerators, denominators, opens, squares = numbers
    hits, others, kinds = lists
    return Counts(keys, hands, units, numerators, denominators, opens, squares, hits, others, kinds, names)


def _columns(books: Sequence[Sequence[Any]], played: Played, width: int) -> Sequence[Any]:
    """What books have of a kind, a column each, with the numbers of hands in the batch."""
    columns = list(zip(*chain.from_iterable(books), strict=True)) or [()] * width
    of = np.repeat(np.arange(len(books)), [*map(len, books)])
    places = np.array([-1 if place is None else place for place in columns[0]], np.int64)
    return [np.where(places < 0, played.ends[of], played.begins[of] + places), *columns[1:]]


def _numbers(columns: Sequence[Any]) -> Sequence[Ints]:
    """Keys, hands, units and what is summed."""
    hands, keys, *rest = columns
    return np.array([KEY_AT[key] for key in keys], np.int64), hands, *(np.array(each, np.int64) for each in rest[:5])


def _of_plays(books: Sequence[Book], played: Played) -> Sequence[tuple[Any, ...]]:
    """What is counted of every play: how many there are, how long they took, which took too long and which are passes."""
    counted = np.zeros(len(played.records), np.bool_)
    counted[
        flat(
            [base + at for at, what, _, _ in book.reads if what & PASSES]
            for book, base in zip(books, played.begins.tolist(), strict=True)
        )
    ] = True
    timed = ~np.isnan(played.seconds)
    every = [
        _acts(key, played, np.ones(len(timed), np.bool_), np.zeros(len(timed), np.bool_))
        for key in ("faults_confirmed", "faults_alleged")
    ]
    limits = played.limits[played.hands]
    late = timed & (played.seconds > np.where(played.plies == 1, limits[:, 0], limits[:, 1]))
    follows = counted[played.hands] & (played.places > 1)
    return [
        *every,
        _times(played, timed),
        _acts("overtime", played, timed & ~np.isnan(limits[:, 1]), late),
        _acts("pass_rate", played, follows, follows & played.passes),
    ]


def _acts(key: str, played: Played, of: Bools, hits: Bools) -> tuple[Any, ...]:
    """What each seat did of its own acts; their plies are told where anybody in the hand did so."""
    count = len(played.records) * MOST_SEATS
    by = played.hands * MOST_SEATS + played.seated
    acts, ones = (np.bincount(by[each], minlength=count) for each in (of, hits))
    rows = np.flatnonzero(acts)
    anybody = np.bincount(played.hands[hits], minlength=len(played.records)) > 0
    has = by_place(by[hits], played.plies[hits], count, np.repeat(anybody, MOST_SEATS)).take(rows)
    zeros, none = np.zeros(len(rows), np.int64), Ragged.none(len(rows))
    keys = np.full(len(rows), KEY_AT[key])
    return keys, rows // MOST_SEATS, rows % MOST_SEATS, ones[rows], acts[rows], zeros, zeros, has, none, none


def _times(played: Played, timed: Bools) -> tuple[Any, ...]:
    count = len(played.records) * MOST_SEATS
    by, taken = (played.hands * MOST_SEATS + played.seated)[timed], played.milliseconds[timed]
    plays = np.bincount(by, minlength=count)
    summed = np.zeros((2, count), np.int64)
    np.add.at(summed[0], by, taken)
    np.add.at(summed[1], by, taken * taken)
    rows = np.flatnonzero(plays)
    zeros, none = np.zeros(len(rows), np.int64), Ragged.none(len(rows))
    keys = np.full(len(rows), KEY_AT["think_time"])
    return keys, rows // MOST_SEATS, rows % MOST_SEATS, summed[0][rows], plays[rows], zeros, summed[1][rows], none, none, none


def _together(counts: Counts, hands: int) -> Counts:
    """The rows in the order of keys, hands and units, and what is said of one of these more than once added up."""
    if not len(counts.keys):
        return counts
    by = (counts.keys * hands + counts.hands) * UNITS + counts.units
    order = np.argsort(by, kind="stable")
    by = by[order]
    starts = np.flatnonzero(np.concatenate([[True], by[1:] != by[:-1]]))
    summed = [_added(each[order], starts) for each in counts.summed]
    lists = [each.take(order).together(starts) for each in (counts.hits, counts.others, counts.kinds)]
    first = order[starts]
    return _made([*(each[first] for each in (counts.keys, counts.hands, counts.units)), *summed], lists, counts.names)


def _added(values: Ints, starts: Ints) -> Ints:
    """The sums of runs that begin there. Raises OverflowError where one is no number of 64 bits."""
    within_bits(np.add.reduceat(np.abs(values.astype(np.float64)), starts))
    return np.add.reduceat(values, starts)


def within_bits(sums: Any) -> None:  # noqa: ANN401 - numbers with fractions, of any shape
    """Raises OverflowError where one of some sums is no number of 64 bits."""
    if sums.size and sums.max() >= 1 << 63:
        raise OverflowError("a sum of more than 64 bits")
