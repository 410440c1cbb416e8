"""The tables of which a record has hundreds of rows, made for all records of a batch at once, a column after the other.

An object for each play, or for each count of a hand, would cost more than the audit.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pyarrow as pa

from paipu.analytics.dealt_columns import dealt_columns
from paipu.analytics.played import Played, played_in
from paipu.analytics.ragged import Ints
from paipu.analytics.seat_hand_columns import seat_hands_of
from paipu.analytics.tally.book import UNITS
from paipu.analytics.tally.rows import Counts, counts_of
from paipu.analytics.tally.totals import Units, tallies_of, times_of
from paipu.analytics.tally_rows import KEYS
from paipu.analytics.told import Told

BY_COLUMN: Final = ("dealt", "plays", "tallies", "think_times", "hand_counts", "seat_hands")
"""The tables that are made here."""

Arrays = Mapping[str, Sequence[pa.Array]]


def by_column(told: Sequence[Told], numbers: Sequence[int]) -> Arrays:
    """The columns of these tables, the numbers of the records in front."""
    played = played_in(told)
    units, counts = Units([each.book for each in told]), counts_of(told, played)
    record = np.array(numbers, np.int64)
    names = pa.array(units.names, pa.string())
    return {
        "dealt": dealt_columns([(number, hand) for number, each in zip(numbers, told, strict=True) for hand in each.dealt]),
        "plays": _plays(played, record),
        "tallies": _tallies(told, counts, played, units, record, names),
        "think_times": _think_times(played, record, names),
        "hand_counts": _hand_counts(counts, played, record, names),
        "seat_hands": _seat_hands(told, played, counts, units, record, names),
    }


def _plays(played: Played, record: Ints) -> Sequence[pa.Array]:
    seats = pa.StringArray.from_buffers(
        len(played.letters), pa.py_buffer(np.arange(len(played.letters) + 1, dtype=np.int32)), pa.py_buffer(played.letters)
    )
    return [
        pa.array(record[played.records[played.hands]]),
        pa.array(played.places_of[played.hands]),
        pa.array(played.numbers[played.hands]),
        pa.array(played.tricks),
        pa.array(played.places),
        seats,
        played.cards,
        played.attempted,
        played.readings,
        played.types,
        pa.array(played.seconds, mask=np.isnan(played.seconds)),
    ]


def _tallies(
    told: Sequence[Told], counts: Counts, played: Played, units: Units, record: Ints, names: pa.Array
) -> Sequence[pa.Array]:
    sitting = [each for one in told for each in one.sitting]
    columns = tallies_of(counts, played, units)
    of_rows, unit = units.rows.T
    return [
        pa.array(record[of_rows]),
        names.take(pa.array(of_rows * UNITS + unit)),
        pa.array([players for players, _ in sitting], pa.list_(pa.string())),
        pa.array([team for _, team in sitting], pa.string()),
        *(columns[key] for key in KEYS),
    ]


def _think_times(played: Played, record: Ints, names: pa.Array) -> Sequence[pa.Array]:
    of, seat, milliseconds, plays = times_of(played)
    return [pa.array(record[of]), names.take(pa.array(of * UNITS + seat)), pa.array(milliseconds), pa.array(plays)]


def _hand_counts(counts: Counts, played: Played, record: Ints, names: pa.Array) -> Sequence[pa.Array]:
    of = played.records[counts.hands]
    return [
        pa.array(record[of]),
        pa.array(played.places_of[counts.hands], mask=counts.hands == played.ends[of]),
        names.take(pa.array(of * UNITS + counts.units)),
        pa.array(KEYS).take(pa.array(counts.keys)),
        *map(pa.array, counts.summed),
        counts.hits.array(),
        counts.others.array(),
        counts.kinds.array(counts.names),
    ]


def _seat_hands(
    told: Sequence[Told], played: Played, counts: Counts, units: Units, record: Ints, names: pa.Array
) -> Sequence[pa.Array]:
    columns = dict(seat_hands_of(told, played, counts, units))
    hands, seats = (columns.pop(name).to_numpy() for name in ("hand", "seat"))
    of = played.records[hands]
    return [
        pa.array(record[of]),
        pa.array(played.places_of[hands]),
        pa.array(played.numbers[hands]),
        names.take(pa.array(of * UNITS + seats)),
        *columns.values(),
    ]
