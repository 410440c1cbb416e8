"""From the books of the records of a batch to what is counted of each hand, for all of them at once.

Hands have numbers of their own in a batch: those of a record follow each other, and behind them is one for the match itself.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from paipu.analytics.played import Played
from paipu.analytics.ragged import Bools, Ints, Ragged, flat
from paipu.analytics.tally.book import MOST_SEATS, UNITS, Book
from paipu.analytics.tally_rows import KEYS

KEY_AT: Final = {key: at for at, key in enumerate(KEYS)}


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


def counts_of(books: Sequence[Book], played: Played) -> Counts:
    """What the books and the plays of the records of a batch say, a row for each hand, unit and statistic."""
    told = [*chain.from_iterable(_numbered(book.cells, base, end) for book, base, end in _at(books, played))]
    noted = [*chain.from_iterable(_numbered(book.notes, base, end) for book, base, end in _at(books, played))]
    cells, notes = _columns(told, 10), _columns(noted, 8)
    spelt: pa.Array = pa.array(chain.from_iterable(each for each in (*cells[9], *notes[7]) if each), pa.string())
    coded = spelt.dictionary_encode()
    codes = coded.indices.to_numpy().astype(np.int64)
    of_cells = np.array([0 if each is None else len(each) for each in cells[9]], np.int64)
    split = int(of_cells.sum())
    kinds = Ragged(of_cells, codes[:split], np.array([each is not None for each in cells[9]], np.bool_))
    of_keys = np.array([KEY_AT[key] for key in cells[1]], np.int64)
    hands, units, *summed = (np.array(column, np.int64) for column in (cells[0], *cells[2:7]))
    blocks = [
        (of_keys, hands, units, *summed, Ragged.of(cells[7]), Ragged.of(cells[8]), kinds),
        _of_notes(notes, codes[split:], played),
        *_of_plays(books, played),
    ]
    numbers = [np.concatenate(each) for each in zip(*(block[:7] for block in blocks), strict=True)]
    lists = [Ragged.joined(each) for each in zip(*(block[7:] for block in blocks), strict=True)]
    return _together(_made(numbers, lists, coded.dictionary), len(played.records))


def _made(numbers: Sequence[Ints], lists: Sequence[Ragged], names: pa.Array) -> Counts:
    keys, hands, units, numerators, denominators, opens, squares = numbers
    hits, others, kinds = lists
    return Counts(keys, hands, units, numerators, denominators, opens, squares, hits, others, kinds, names)


def _at(books: Sequence[Book], played: Played) -> Sequence[tuple[Book, int, int]]:
    """Each book, with the number of its first hand and that of its match, which comes after its last hand."""
    return list(zip(books, played.begins.tolist(), played.ends.tolist(), strict=True))


def _numbered(rows: Sequence[tuple[Any, ...]], base: int, end: int) -> Sequence[tuple[Any, ...]]:
    return [(end if row[0] is None else base + row[0], *row[1:]) for row in rows]


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> Sequence[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [()] * width


def _of_notes(notes: Sequence[Sequence[Any]], codes: Ints, played: Played) -> tuple[Any, ...]:
    """What players did, by seat; a letter names the seat of each hit and act."""
    named, keys, hits, acts, of, hits_at, acts_at, kinds = notes
    count, hands = len(named), np.array(named, np.int64)
    made, own = (played.at_seats(each, hands) for each in (hits, acts))
    made_sizes, own_sizes, at_sizes, act_sizes, kind_sizes = (
        np.array([*map(len, each)], np.int64) for each in (hits, acts, hits_at, acts_at, kinds)
    )
    by_seat, own_by_seat = (_note_seats(sizes, seats) for sizes, seats in ((made_sizes, made), (own_sizes, own)))
    ones = np.bincount(by_seat, minlength=count * MOST_SEATS)
    own_ones = np.bincount(own_by_seat, minlength=count * MOST_SEATS)
    valued = np.repeat(np.array([each is None for each in of], np.bool_), MOST_SEATS)
    whole = np.repeat(np.array([1 if each is None else each for each in of], np.int64), MOST_SEATS)
    seated = (np.arange(MOST_SEATS) < played.seats[played.records[hands]][:, None]).ravel()
    rows = np.flatnonzero(seated & (whole + own_ones > 0))
    placed = np.repeat((at_sizes > 0) | (act_sizes > 0), MOST_SEATS)
    with_at, with_acts, with_kinds = (
        np.repeat(each > 0, sizes) for each, sizes in ((at_sizes, made_sizes), (act_sizes, own_sizes), (kind_sizes, made_sizes))
    )
    has = _by_seat(by_seat[with_at], flat(hits_at), ones.size, placed & ~(valued & (ones == 0)))
    passed_over, plies = own_by_seat[with_acts], flat(acts_at)
    span = 1 + max(plies.max(initial=0), has.values.max(initial=0))
    kept = ~np.isin(passed_over * span + plies, by_seat[with_at] * span + flat(hits_at))
    rest = _by_seat(passed_over[kept], plies[kept], ones.size, np.repeat(act_sizes > 0, MOST_SEATS))
    told = by_seat[with_kinds]
    kind = _by_seat(told, codes, ones.size, np.bincount(told, minlength=ones.size) > 0)
    return (
        np.repeat(np.array([KEY_AT[key] for key in keys], np.int64), MOST_SEATS)[rows],
        np.repeat(hands, MOST_SEATS)[rows],
        rows % MOST_SEATS,
        ones[rows],
        (whole + own_ones)[rows],
        np.zeros(len(rows), np.int64),
        np.where(valued, ones * ones, 0)[rows],
        *(each.take(rows) for each in (has, rest, kind)),
    )


def _note_seats(sizes: Ints, seats: Ints) -> Ints:
    """Of each letter the number of its note and seat."""
    return np.repeat(np.arange(len(sizes)), sizes) * MOST_SEATS + seats


def _by_seat(of: Ints, values: Ints, count: int, there: Bools) -> Ragged:
    """Numbers that belong to one of so many, gathered."""
    sizes = np.bincount(of, minlength=count)
    return Ragged(sizes, values[np.argsort(of, kind="stable")], there)


def _of_plays(books: Sequence[Book], played: Played) -> Sequence[tuple[Any, ...]]:
    """What is counted of every play: how many there are, how long they took, which took too long and which are passes."""
    counted = np.zeros(len(played.records), np.bool_)
    counted[flat([base + at for at in book.passes] for book, base, _ in _at(books, played))] = True
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
    has = _by_seat(by[hits], played.plies[hits], count, np.repeat(anybody, MOST_SEATS)).take(rows)
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
