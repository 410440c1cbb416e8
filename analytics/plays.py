"""The plays of a hand as facts, straight from the notation, for every sheet that a record may name.

The engine reads the same strings under the rules of the sheet; here a play needs only its seat and its parts. A
warehouse is mostly plays, so they go by the trick: a few steps of Python for each play would cost more than the audit.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.family import FAMILIES
from replay.notation import DECLARED, FAILED, PASS, plays_in, read_token, split_trick
from replay.record import Hand
from replay.sheets import Sheet


class Trick(NamedTuple):
    """The plays of one trick, one value a play: who played, what stood (`-` is a pass), and for some of them more.

    `attempted` has all the cards of a throw that failed, `readings` what a player declared wild cards to be.
    """

    seats: Sequence[str]
    cards: Sequence[str]
    attempted: Sequence[str | None]
    readings: Sequence[str | None]


def tricks_of(sheet: Sheet, hand: Hand) -> Iterator[Trick]:
    """The recorded tricks in order."""
    tricks = hand.tricks or ()
    for text, seats in zip(tricks, FAMILIES[sheet.family].seats(sheet, hand), strict=True):
        cards: Sequence[str] = split_trick(text)[1:]
        attempted: Sequence[str | None] = (None,) * len(cards)
        readings = attempted
        if FAILED in text or DECLARED in text:
            tokens = [read_token(token) for token in cards]
            cards = [token.stood or PASS for token in tokens]
            attempted = [token.thrown if token.failed else None for token in tokens]
            readings = [token.declared or None for token in tokens]
        yield Trick(seats, cards, attempted, readings)


def ply_at(hand: Hand, trick: int | None, play: int | None) -> int:
    """How many plays a hand shows at a place, counted in the notation: 0 before the first trick (trick 0).

    What is of a whole trick, or of a play that it lacks, is shown at the trick's end, what is of the whole hand at the hand's.
    """
    sizes = [plays_in(text) for text in hand.tricks or ()]
    if trick == 0:
        return 0
    if trick is None or trick > len(sizes):
        return sum(sizes)
    size = sizes[trick - 1]
    return sum(sizes[: trick - 1]) + (play if play and play <= size else size)
