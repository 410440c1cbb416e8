"""What the records of a batch come to: their tallies, a row a seat and a row a side, and how many plays took how long."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pyarrow as pa

from paipu.analytics.played import Played
from paipu.analytics.ragged import Bools, Ints
from paipu.analytics.tally.book import EVERYBODY, MOST_SEATS, SIDES_FROM, UNITS, Book
from paipu.analytics.tally.rows import Counts, within_bits
from paipu.analytics.tally_rows import KEYS, MEANS, OF_PLAYERS, OF_PLAYS

COUNT: Final = pa.struct({"numerator": pa.int64(), "denominator": pa.int32(), "open": pa.int32(), "squares": pa.int64()})
TIMES_TO: Final = 1 << 27
"""More milliseconds than a play is told to take."""

_MEAN, _OF_PLAYERS, _OWN = (
    np.array([key in keys for key in KEYS], np.bool_) for keys in (MEANS, OF_PLAYERS, OF_PLAYERS | OF_PLAYS)
)


class Units:
    """The units of the records of a batch: `partners` has for each seat the number of its side, that of all seats where it has
    none, and `members` for each side its seats, `UNITS` where there is none; `rows` are the record and the number of each unit.
    """

    def __init__(self, books: Sequence[Book]) -> None:
        self.partners = np.full((len(books), MOST_SEATS), EVERYBODY)
        self.members = np.full((len(books), 2, MOST_SEATS // 2), UNITS)
        self.names: list[str | None] = [None] * (len(books) * UNITS)
        rows: list[tuple[int, int]] = []
        for record, book in enumerate(books):
            for name, unit in book.units.items():
                self.names[record * UNITS + unit] = name
                if unit != EVERYBODY:
                    rows.append((record, unit))
            for at, side in enumerate(book.sides):
                seats = [book.units[seat] for seat in side]
                self.partners[record, seats] = SIDES_FROM + at
                self.members[record, at, : len(seats)] = seats
        self.rows: Ints = np.array(rows, np.int64).reshape(-1, 2)


def tallies_of(counts: Counts, played: Played, units: Units) -> Mapping[str, pa.Array]:
    """The columns of the statistics of each unit, by key."""
    records = len(played.begins)
    place = (played.records[counts.hands] * (UNITS + 1) + counts.units) * len(KEYS) + counts.keys
    shape = (records, UNITS + 1, len(KEYS))
    whole = np.zeros((4, *shape), np.int64)
    for values, summed in zip(counts.summed, whole, strict=True):
        np.add.at(summed.reshape(-1), place, values)
    _check(counts, place)
    there = np.zeros(shape, np.bool_)
    there.reshape(-1)[place] = True
    _square_together(counts, played, units, whole[3])
    at = np.arange(records)[:, None]
    for summed in (*whole, there):  # what is of a side is its players' too
        summed[:, :MOST_SEATS, ~_OWN] = summed[at, units.partners][:, :, ~_OWN]
    _add_players(whole, there, units)
    record, unit = units.rows.T
    return {
        key: pa.StructArray.from_arrays(
            [
                pa.array(whole[0][record, unit, number]),
                pa.array(whole[1][record, unit, number]).cast(pa.int32()),
                pa.array(whole[2][record, unit, number]).cast(pa.int32()),
                pa.array(whole[3][record, unit, number], mask=np.full(len(record), not _MEAN[number])),
            ],
            fields=[*COUNT],
            mask=pa.array(~there[record, unit, number]),
        )
        for number, key in enumerate(KEYS)
    }


def _check(counts: Counts, place: Ints) -> None:
    """Raises OverflowError where a sum is no number of 64 bits."""
    for values in (counts.numerators, counts.squares):
        within_bits(np.bincount(place, np.abs(values.astype(np.float64))))


def _square_together(counts: Counts, played: Played, units: Units, squares: Ints) -> None:
    """The sums of squares of a side: in each hand, what its players had together is squared."""
    kept = (_MEAN & _OF_PLAYERS)[counts.keys] & (counts.units < SIDES_FROM)
    keys, hands = counts.keys[kept], counts.hands[kept]
    side = units.partners[played.records[hands], counts.units[kept]]
    by = (keys * len(played.records) + hands) * UNITS + side
    found, at = np.unique(by, return_inverse=True)
    summed = np.zeros(len(found), np.int64)
    np.add.at(summed, at, counts.numerators[kept])
    side, by_hand = found % UNITS, found // UNITS
    keys, hands = by_hand // len(played.records), by_hand % len(played.records)
    of_sides = side < EVERYBODY
    place = (played.records[hands[of_sides]], side[of_sides], keys[of_sides])
    np.add.at(squares, place, (summed * summed)[of_sides])


def _add_players(whole: Ints, there: Bools, units: Units) -> None:
    """A side has what its players have together, and all of their own acts."""
    at = np.arange(len(there))[:, None]
    together = _OF_PLAYERS & _MEAN
    for number in (0, 1):
        seats, side = units.members[:, number], SIDES_FROM + number
        found = there[at, seats]  # record, member, key
        first = np.argmax(found, axis=1)[:, None]
        hits, of, opened, squares = (summed[at, seats] for summed in whole)
        whole[0][:, side, _OWN] = hits.sum(axis=1)[:, _OWN]
        whole[1][:, side, _OWN] = of.sum(axis=1)[:, _OWN]
        whole[1][:, side, _OF_PLAYERS] = np.take_along_axis(of, first, axis=1)[:, 0][:, _OF_PLAYERS]
        whole[2][:, side, _OWN] = np.take_along_axis(opened, first, axis=1)[:, 0][:, _OWN]
        apart = _OWN & ~together
        whole[3][:, side, apart] = squares.sum(axis=1)[:, apart]
        there[:, side, _OWN] = found.any(axis=1)[:, _OWN]


def times_of(played: Played) -> tuple[Ints, Ints, Ints, Ints]:
    """The record and the seat, the milliseconds, and how many plays of the seat took so long."""
    timed = ~np.isnan(played.seconds)
    seats = played.records[played.hands] * MOST_SEATS + played.seated
    every = np.sort(seats[timed] * TIMES_TO + played.milliseconds[timed])
    starts = np.flatnonzero(np.diff(every, prepend=-1))
    by, taken = every[starts] // TIMES_TO, every[starts] % TIMES_TO
    return by // MOST_SEATS, by % MOST_SEATS, taken, np.diff(starts, append=len(every))
