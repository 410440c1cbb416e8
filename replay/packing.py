"""A multiset of cards in one integer: three bits a card, a count of at most three in two of them, the third a guard."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeVar

from paipu.replay.cards import CARDS
from paipu.replay.compiled import mypyc_attr

FIELD: Final = 3
FULL: Final = 3
"""The bits of a field that count."""
COPIES: Final = tuple(tuple(copies << FIELD * place for place in range(len(CARDS))) for copies in range(FULL + 1))
"""So many copies of the card in each field.

The contexts of all levels and trumps use these numbers and the texts of `CARDS` themselves, and none of their own that are
equal: what a hand goes through is then in a processor's memory, whatever was looked at before.
"""
_CARD: Final = {card: card for card in CARDS}
_KEPT: Final = 4096
_ANY: Final = len(CARDS) * FULL

Parsed = TypeVar("Parsed")


class Plays(dict[str, Parsed], Generic[Parsed]):
    """Play strings met so far with what `parse` made of them; emptied past a bound, so that long runs use bounded memory.

    Those of more cards than `most` are made anew each time: hardly one is met again, and among many the others are found later.
    """

    __slots__ = ("longest", "parse")

    def __init__(self, parse: Callable[[str], Parsed], most: int = _ANY) -> None:
        super().__init__()
        self.parse, self.longest = parse, most * len("As")

    def __missing__(self, text: str) -> Parsed:
        if len(text) > self.longest:
            return self.parse(text)
        if len(self) >= _KEPT:
            self.clear()
        play = self[text] = self.parse(text)
        return play


@mypyc_attr(serializable=True)  # what is compiled can be copied only where it says so
class Packing:
    """Packs multisets over some distinct cards, the first of `order` in the lowest field; `copies` is the number of decks."""

    def __init__(self, order: Sequence[str], copies: int) -> None:
        self.order = tuple([_CARD[card] for card in order])
        self.copies = copies
        self.weight = dict(zip(self.order, COPIES[1], strict=True))
        self.low = sum(self.weight.values())
        self.high = self.low << 1
        self.guard = self.low << 2
        self.deck = copies * self.low

    def pack(self, cards: Iterable[str]) -> int:
        """The packed multiset of some cards. Raises KeyError for an unknown card; more than three copies overflow."""
        return sum(map(self.weight.__getitem__, cards))

    def pack_counts(self, counts: Iterable[tuple[str, int]]) -> int:
        """The packed multiset of counted cards, no card more often than the decks have it."""
        weight, copies = self.weight, self.copies
        return sum([weight[card] * min(count, copies) for card, count in counts])

    def unpack(self, packed: int) -> list[str]:
        """The cards of a packed multiset, in the order of the fields."""
        cards = []
        for card in self.order:
            count = packed & FULL
            if count:
                cards += [card] * count
            packed >>= FIELD
            if not packed:
                break
        return cards

    def count(self, packed: int, card: str) -> int:
        """How often a card is in a packed multiset."""
        return packed >> (self.weight[card].bit_length() - 1) & FULL

    def contains(self, hand: int, cards: int) -> bool:
        """Whether `hand` holds all of `cards`."""
        guard = self.guard
        return ((hand | guard) - cards) & guard == guard

    def size(self, packed: int) -> int:
        """The number of cards in a packed multiset."""
        return (packed & self.low).bit_count() + 2 * (packed & self.high).bit_count()

    def distinct(self, packed: int) -> int:
        """The number of different cards in a packed multiset."""
        return ((packed | packed >> 1) & self.low).bit_count()

    def add(self, a: int, b: int) -> int:
        """Both multisets together, no card more often than the decks have it."""
        total = a + b
        over = (total + (FULL - self.copies) * self.low & self.guard) >> 2  # one where a count is beyond the copies
        return total & ~(7 * over) | self.copies * over

    def minus(self, a: int, b: int) -> int:
        """What is left of `a` when as much of `b` as is there is taken away."""
        rest = (a | self.guard) - b
        return rest & FULL * ((rest & self.guard) >> 2)
