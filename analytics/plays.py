"""The plays of a hand as facts, straight from the notation, for every sheet that a record may name.

The engine reads the same strings under the rules of the sheet; here a play needs only its seat and its parts. A
warehouse is mostly plays, so they go by the column: an object for each play would cost more than the audit.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, TypeVar

from paipu.replay.cards import HIDDEN
from paipu.replay.notation import DECLARED, FAILED, PASS, plays_in, read_token, split_trick
from paipu.replay.plays import seats_of_hand, told_of_hand
from paipu.replay.record import Hand
from paipu.replay.sheets import Sheet

Value = TypeVar("Value")


class Plays(NamedTuple):
    """The plays of a hand in order, one value a play in each column; `sizes` says how many plays each trick has.

    `seats` has who played, `cards` what stood (`-` is a pass, `?` a play that nobody saw), `attempted` all the cards of a throw
    that failed, `readings` what a player declared wild cards to be, `types` what the audit found a play to be, `seconds` how
    long it took.
    """

    sizes: Sequence[int]
    seats: str
    cards: Sequence[str]
    attempted: Sequence[str | None]
    readings: Sequence[str | None]
    types: Sequence[str | None]
    seconds: Sequence[float | None]

    def spans(self) -> Iterator[tuple[int, int]]:
        """Where each trick begins and where it ends."""
        return pairwise(accumulate(self.sizes, initial=0))

    @property
    def all_seen(self) -> bool:
        """Whether every card of every play was seen."""
        return HIDDEN not in "".join(self.cards)


def plays_of(sheet: Sheet, hand: Hand, types: Sequence[Sequence[str | None]] | None = None) -> Plays:
    """The recorded plays; `types` are the audit's, a list a trick."""
    tricks = told_of_hand(sheet, hand)
    cards = list(chain.from_iterable([split_trick(text)[1:] for text in tricks]))
    attempted: list[str | None] = [None] * len(cards)
    readings = attempted.copy()
    if FAILED in (whole := "".join(tricks)) or DECLARED in whole:
        for at, token in enumerate(cards):
            if FAILED in token or DECLARED in token:
                read = read_token(token)
                cards[at] = read.stood or PASS
                attempted[at] = read.thrown if read.failed else None
                readings[at] = read.declared or None
    sizes = [*map(plays_in, tricks)]
    seats = sheet.names(seats_of_hand(sheet, hand))
    return Plays(sizes, seats, cards, attempted, readings, in_tricks(types or (), sizes), in_tricks(hand.seconds, sizes))


def in_tricks(table: Sequence[Sequence[Value | None]], sizes: Sequence[int]) -> Sequence[Value | None]:
    """One value a play of a list of tricks, which may be short, and so may each trick."""
    if [*map(len, table)] == [*sizes]:
        return [*chain.from_iterable(table)]
    values: list[Value | None] = []
    for trick, size in zip(table, sizes, strict=False):
        values += trick if len(trick) == size else (*trick[:size], *[None] * (size - len(trick)))
    return values + [None] * (sum(sizes) - len(values))
