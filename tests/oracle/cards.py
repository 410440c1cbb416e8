"""Cards as plain strings (`As`, `LJ`), hands as plain lists, plays in the notation of a record."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shcd"
JOKERS: Final = ("LJ", "BJ")
SEATS: Final = "ENWS"
SIDES: Final = ("EW", "NS")
TWO_DECKS: Final[tuple[str, ...]] = (*(r + s for s in SUITS for r in RANKS), *JOKERS) * 2

Multiset = tuple[str, ...]
"""Some cards, sorted as text, so that two equal multisets are equal tuples."""


def cards_of(text: str) -> list[str]:
    """The cards of `AsAsKd` or `As As Kd`."""
    letters = text.replace(" ", "")
    return [letters[i : i + 2] for i in range(0, len(letters), 2)]


def play_of(text: str) -> tuple[list[str], list[str]]:
    """(the cards that were attempted, the cards that stood) of a play in record notation."""
    attempt, arrow, stood = text.partition(">")
    return cards_of(attempt), cards_of(stood if arrow else attempt)


def multiset(cards: Iterable[str]) -> Multiset:
    """The cards, whatever order they came in."""
    return tuple(sorted(cards))


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether the hand has every one of the cards, copies counted."""
    return not Counter(cards) - Counter(hand)


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """The hand after the cards have left it. ValueError where it has not got one of them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def doubled(cards: Iterable[str]) -> list[str]:
    """The cards of which both copies are there: the pairs (SJ-12), each named once."""
    return sorted(card for card, copies in Counter(cards).items() if copies == 2)


def side_of(seat: str) -> str:
    """Partners sit opposite (SJ-4): `EW` or `NS`."""
    return "EW" if seat in "EW" else "NS"


def other_side(side: str) -> str:
    """The opponents of a side."""
    return "NS" if side == "EW" else "EW"


def next_seat(seat: str, steps: int = 1) -> str:
    """The seat that plays so many turns later, counter-clockwise E, N, W, S."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def seats_from(leader: str) -> Sequence[str]:
    """The four seats in the order in which they play to a trick."""
    return [next_seat(leader, steps) for steps in range(4)]
