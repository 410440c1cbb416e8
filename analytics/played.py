"""The plays of all records of a batch, a column a fact: what is told of them for each hand, one value a play."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paipu.analytics.plays import Plays
from paipu.analytics.ragged import Bools, Ints, flat, within
from paipu.analytics.told import Told
from paipu.replay.cards import CARDS
from paipu.replay.notation import PASS

MILLISECONDS: Final = 1000
CARD: Final = 2
"""Letters of a card."""
CARD_NUMBERS: Final = np.zeros(1 << 16, np.int64)
"""The place in `CARDS` of each card, by its two letters."""
CARD_NUMBERS[[int.from_bytes(card.encode(), "little") for card in CARDS]] = range(len(CARDS))
LETTERS: Final = 128
"""Seats are named by letters of ASCII."""


class Played(NamedTuple):
    """The plays of a batch, whose hands have numbers of their own: those of a record follow each other, and behind them is one
    for the match itself.

    By record: `begins` and `ends` have the number of its first hand and of its match, `seats` how many seats there are, `named`
    the number of each letter that names one. By hand: `records` has whose it is, `places_of` its place in the record, `numbers`
    what people call it, `limits` the seconds that its first play and each other one may take, nan where there is no such thing.
    By play: `hands`, `seated`, `tricks`, the place in its trick, the ply, and what is told of it; `sizes` are the
    numbers of the cards that stood, `types_at` the places in `type_names` of what it was found to be, -1 if nothing.
    """

    begins: Ints
    ends: Ints
    seats: Ints
    named: Ints
    records: Ints
    places_of: Ints
    numbers: Ints
    limits: NDArray[np.float64]
    hands: Ints
    seated: Ints
    letters: NDArray[np.uint8]
    tricks: Ints
    places: Ints
    plies: Ints
    last: Bools
    seconds: NDArray[np.float64]
    cards: pa.Array
    attempted: pa.Array
    readings: pa.Array
    types: pa.Array
    types_at: Ints
    type_names: Sequence[str]
    sizes: Ints
    passes: Bools

    @property
    def milliseconds(self) -> Ints:
        """How long each play took, to the nearest; 0 where that is not told."""
        return np.rint(np.nan_to_num(self.seconds) * MILLISECONDS).astype(np.int64)

    def at_seats(self, texts: Iterable[str], hands: Ints) -> Ints:
        """The seats that the letters of some texts name, one text after the other; each is of a hand."""
        each = [*texts]
        sizes = np.array([*map(len, each)], np.int64)
        return self.named[np.repeat(self.records[hands], sizes), _letters(each)]


def played_in(told: Sequence[Told]) -> Played:
    """The plays of the records of a batch."""
    hands = np.array([len(each.numbers) for each in told], np.int64)
    ends = np.cumsum(hands + 1) - 1
    begins = ends - hands
    records = np.repeat(np.arange(len(told)), hands + 1)
    named = np.zeros((len(told), LETTERS), np.int64)
    for record, each in enumerate(told):
        named[record, np.frombuffer(each.book.seats.encode(), np.uint8)] = np.arange(len(each.book.seats))
    limits = np.array([each.limits or (np.nan, np.nan) for each in told], np.float64).reshape(-1, 2)
    plays = [hand for each in told for hand in each.plays]
    counts = np.zeros(len(records), np.int64)
    is_hand = np.ones(len(records), np.bool_)
    is_hand[ends] = False
    counts[is_hand] = [len(hand.cards) for hand in plays]
    in_hands = np.repeat(np.arange(len(records)), counts)
    tricks = np.zeros(len(records), np.int64)
    tricks[is_hand] = [len(hand.sizes) for hand in plays]
    sizes = flat(hand.sizes for hand in plays)
    places = within(sizes) + 1
    letters = _letters([hand.seats for hand in plays])
    numbers = np.zeros(len(records), np.int64)
    numbers[is_hand] = flat(each.numbers for each in told)
    cards = _texts(plays, "cards")
    types = _texts(plays, "types")
    coded = types.dictionary_encode()
    return Played(
        begins=begins,
        ends=ends,
        seats=np.array([len(each.book.seats) for each in told], np.int64),
        named=named,
        records=records,
        places_of=within(hands + 1),
        numbers=numbers,
        limits=limits[records],
        hands=in_hands,
        seated=named[records[in_hands], letters],
        letters=letters,
        tricks=np.repeat(within(tricks) + 1, sizes),
        places=places,
        plies=within(counts) + 1,
        last=places == np.repeat(sizes, sizes),
        seconds=np.array([*chain.from_iterable(hand.seconds for hand in plays)], np.float64),
        cards=cards,
        attempted=_texts(plays, "attempted"),
        readings=_texts(plays, "readings"),
        types=types,
        types_at=coded.indices.fill_null(-1).to_numpy().astype(np.int64),
        type_names=coded.dictionary.to_pylist(),
        sizes=pc.binary_length(cards).to_numpy().astype(np.int64) // CARD,
        passes=pc.equal(cards, PASS).to_numpy(zero_copy_only=False),
    )


def _letters(texts: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("".join(texts).encode("ascii"), np.uint8)


def _texts(plays: Sequence[Plays], column: str) -> pa.Array:
    return pa.array([*chain.from_iterable([getattr(hand, column) for hand in plays])], pa.string())
