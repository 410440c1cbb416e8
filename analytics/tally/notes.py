"""What players did in the hands of a batch, a note a hand and statistic, and the rows that a seat has of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from paipu.analytics.played import Played
from paipu.analytics.ragged import Bools, Ints, Ragged, by_place
from paipu.analytics.tally.book import MOST_SEATS
from paipu.analytics.tally_rows import KEYS

KEY_AT: Final[Mapping[str, int]] = {key: at for at, key in enumerate(KEYS)}


class Notes(NamedTuple):
    """By note: the number of its key and of its hand; of how many all players have together, 0 where each has acts of its
    own; whether it is a value that each has. Of each there are the seats in the numerator and of the own acts, the plies of
    both, and what each of the numerator was; plies and kinds may be missing.
    """

    keys: Ints
    hands: Ints
    of: Ints
    valued: Bools
    hits: Ragged
    acts: Ragged
    hits_at: Ragged
    acts_at: Ragged
    kinds: Ragged

    @classmethod
    def of_books(cls, notes: Sequence[Any], codes: Ints, played: Played) -> "Notes":
        """The notes of books, a column each, with the numbers of hands in the batch; `codes` are those of all kinds."""
        hands, keys, hits, acts, of, kinds = notes
        return cls(
            np.array([KEY_AT[key] for key in keys], np.int64),
            hands,
            np.array([1 if each is None else each for each in of], np.int64),
            np.array([each is None for each in of], np.bool_),
            _ragged(hits, played.at_seats(hits, hands)),
            _ragged(acts, played.at_seats(acts, hands)),
            Ragged.none(len(hands)),
            Ragged.none(len(hands)),
            _ragged(kinds, codes),
        )

    @classmethod
    def joined(cls, parts: Sequence["Notes"]) -> "Notes":
        """Some notes after others."""
        keys, hands, of, valued = (np.concatenate(each) for each in zip(*(part[:4] for part in parts), strict=True))
        return cls(keys, hands, of, valued, *map(Ragged.joined, zip(*(part[4:] for part in parts), strict=True)))


class Events(NamedTuple):
    """Things that were done, in the order of the notes that they belong to: the number of the note, the seat, the ply."""

    notes: Ints
    seats: Ints
    plies: Ints

    def here(self, kept: Bools) -> "Events":
        """Some of them."""
        return Events(self.notes[kept], self.seats[kept], self.plies[kept])


def _ragged(lists: Sequence[Sequence[Any]], values: Ints) -> Ragged:
    return _of_sizes(np.array([*map(len, lists)], np.int64), values)


def _of_sizes(sizes: Ints, values: Ints) -> Ragged:
    return Ragged(sizes, values, np.ones(len(sizes), np.bool_))


def noted(
    key: str,
    hands: Ints,
    of: Ints | None,
    hits: Events,
    acts: Events | None = None,
    *,
    acts_told: bool = True,
    kinds: Ints | None = None,
) -> Notes:
    """Notes of one key on some hands. As in a `Book`: with `acts` each player has its own, else all have so many together, and
    a value each where that is None. `acts_told` says whether acts have plies.
    """
    count, none = len(hands), Ragged.none(len(hands))

    def gathered(events: Events | None, values: Ints | None) -> Ragged:
        return none if events is None or values is None else _of_sizes(np.bincount(events.notes, minlength=count), values)

    whole = np.zeros(count, np.int64) if acts is not None else np.ones(count, np.int64) if of is None else of
    return Notes(
        np.full(count, KEY_AT[key]),
        hands,
        whole,
        np.full(count, acts is None and of is None),
        gathered(hits, hits.seats),
        gathered(acts, None if acts is None else acts.seats),
        gathered(hits, hits.plies),
        gathered(acts, acts.plies if acts is not None and acts_told else None),
        gathered(hits, kinds),
    )


def rows_of(notes: Notes, played: Played) -> tuple[Any, ...]:
    """The rows of the seats, the columns of a `Counts`."""
    count, hands = len(notes.hands), notes.hands
    by_seat, own_by_seat = (_note_seats(each) for each in (notes.hits, notes.acts))
    ones = np.bincount(by_seat, minlength=count * MOST_SEATS)
    own_ones = np.bincount(own_by_seat, minlength=count * MOST_SEATS)
    valued, whole = np.repeat(notes.valued, MOST_SEATS), np.repeat(notes.of, MOST_SEATS)
    seated = (np.arange(MOST_SEATS) < played.seats[played.records[hands]][:, None]).ravel()
    rows = np.flatnonzero(seated & (whole + own_ones > 0))
    at_sizes, act_sizes = notes.hits_at.sizes, notes.acts_at.sizes
    placed = np.repeat((at_sizes > 0) | (act_sizes > 0), MOST_SEATS)
    with_at, with_acts, with_kinds = (
        np.repeat(told.sizes > 0, of.sizes)
        for told, of in ((notes.hits_at, notes.hits), (notes.acts_at, notes.acts), (notes.kinds, notes.hits))
    )
    has = by_place(by_seat[with_at], notes.hits_at.values, ones.size, placed & ~(valued & (ones == 0)))
    passed_over, plies = own_by_seat[with_acts], notes.acts_at.values
    kept = ~_among(passed_over // MOST_SEATS, plies, by_seat[with_at] // MOST_SEATS, notes.hits_at.values, count)
    rest = by_place(passed_over[kept], plies[kept], ones.size, np.repeat(act_sizes > 0, MOST_SEATS))
    told = by_seat[with_kinds]
    kind = by_place(told, notes.kinds.values, ones.size, np.bincount(told, minlength=ones.size) > 0)
    return (
        np.repeat(notes.keys, MOST_SEATS)[rows],
        np.repeat(hands, MOST_SEATS)[rows],
        rows % MOST_SEATS,
        ones[rows],
        (whole + own_ones)[rows],
        np.zeros(len(rows), np.int64),
        np.where(valued, ones * ones, 0)[rows],
        *(each.take(rows) for each in (has, rest, kind)),
    )


def _among(notes: Ints, plies: Ints, of_others: Ints, others: Ints, count: int) -> Bools:
    """Which plies of so many notes are among those of others, looked up by their places: nobody else plays at the same ply."""
    most = np.zeros(count, np.int64)
    np.maximum.at(most, notes, plies + 1)
    begins = np.cumsum(most) - most
    here = others < most[of_others]
    marked = np.zeros(int(most.sum()), np.bool_)
    marked[begins[of_others[here]] + others[here]] = True
    found: Bools = marked[begins[notes] + plies]
    return found


def _note_seats(seats: Ragged) -> Ints:
    """Of each seat the number of its note and itself."""
    made: Ints = np.repeat(np.arange(len(seats.sizes)), seats.sizes) * MOST_SEATS + seats.values
    return made
