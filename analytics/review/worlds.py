"""Sampled deals of the hidden cards: each fits what a seat knew, and all that fit are equally likely.

A deal is drawn in two steps. Cards that may not lie everywhere are placed one kind after the other, each placing by how many
deals it leaves, counted exactly in whole numbers; the others are shuffled into the room that is left. What cannot be said of
one kind of card at a time, such as that a play was legal, is held against the whole deal, which is drawn anew if it fails:
so nothing of that makes one deal that fits likelier than another. Tries are bounded; there may be fewer deals than were asked
for.

What is not read: what others chose to do or not to do where the rules left them a choice, a pass among them. A real player
infers from that; so every deal that the rules allow counts alike.
"""

from collections.abc import Callable, Iterator, Sequence
from math import factorial, prod
from random import Random
from typing import Final, NamedTuple

World = tuple[int, ...]
"""The packed cards in each hidden place."""
TRIES: Final = 60
"""So many deals are drawn at most for each that is asked for."""
_TESTED: Final = 64
_RARE: Final = 8
"""Of so many deals that were tested, fewer that fit make it worth while to place pairs exactly."""
_STATES: Final = 60_000
"""So many states are counted at most; a count is a whole number of a hundred digits."""


class Lot(NamedTuple):
    """Hidden copies of one card, and a mask of the places where they may lie."""

    weight: int
    copies: int
    places: int


class Hidden(NamedTuple):
    """What is hidden: how many cards lie in each place, which may be where, the cards that a place has no two of, as a mask of
    high bits, and whether a deal fits besides.
    """

    capacity: tuple[int, ...]
    lots: tuple[Lot, ...]
    unpaired: tuple[int, ...]
    fits: Callable[[World], bool]


class _Step(NamedTuple):
    """One way to place a kind of card: it has the deals from `begin` to before `end`, in so many orders of the copies, puts so
    many into each place, and leaves this room.
    """

    begin: int
    end: int
    orders: int
    counts: tuple[int, ...]
    left: tuple[int, ...]


class _CrowdedError(Exception):
    """There are too many states to count."""


class _Dealer:
    """Draws deals; `exact` places each kind of card of which a place has no two as well."""

    def __init__(self, hidden: Hidden, *, exact: bool) -> None:
        self.capacity = hidden.capacity
        everywhere = (1 << len(hidden.capacity)) - 1
        self.placed: list[tuple[int, tuple[tuple[tuple[int, ...], int], ...]]] = []
        self.free: list[int] = []
        for lot in sorted(hidden.lots, key=lambda each: (each.places.bit_count(), each.weight)):
            limits = [min(lot.copies, 1) if exact and lot.weight << 1 & mask else lot.copies for mask in hidden.unpaired]
            if lot.places == everywhere and min(limits) == lot.copies:
                self.free += [lot.weight] * lot.copies
            else:
                limits = [most if lot.places >> place & 1 else 0 for place, most in enumerate(limits)]
                ways = tuple((counts, _orders(counts)) for counts in _spread(lot.copies, limits))
                self.placed.append((lot.weight, ways))
        self.known: dict[tuple[int, tuple[int, ...]], list[_Step]] = {}

    def ways(self, at: int, room: tuple[int, ...]) -> int:
        """In how many ways the cards from a kind on, told apart one by one, go into some room."""
        if at == len(self.placed):
            return factorial(sum(room)) // prod(map(factorial, room))
        steps = self.steps(at, room)
        return steps[-1].end if steps else 0

    def steps(self, at: int, room: tuple[int, ...]) -> list["_Step"]:
        """The ways to place a kind of card in some room, each with its share of the deals."""
        key = (at, room)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= _STATES:
                raise _CrowdedError
            found, end = [], 0
            for counts, orders in self.placed[at][1]:
                left = tuple([most - count for most, count in zip(room, counts, strict=True)])
                share = orders * self.ways(at + 1, left) if min(left) >= 0 else 0
                if share:
                    found.append(_Step(end, end + share, orders, counts, left))
                    end += share
            self.known[key] = found
        return found

    def draw(self, rng: Random) -> World | None:
        """A deal; None where there is none."""
        room = self.capacity
        total = self.ways(0, room)
        if not total:
            return None
        found = [0] * len(room)
        chosen = rng.randrange(total)
        for at, (weight, _) in enumerate(self.placed):
            for begin, end, orders, counts, left in self.steps(at, room):
                if chosen < end:
                    chosen = (chosen - begin) // orders
                    for place, count in enumerate(counts):
                        if count:
                            found[place] += count * weight
                    room = left
                    break
        cards = self.free.copy()
        rng.shuffle(cards)
        begin = 0
        for place, count in enumerate(room):
            found[place] += sum(cards[begin : begin + count])
            begin += count
        return tuple(found)


def _spread(copies: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ways to put equal cards into places, at most so many into each."""
    if len(limits) == 1:
        if copies <= limits[0]:
            yield (copies,)
        return
    for count in range(min(copies, limits[0]) + 1):
        for others in _spread(copies - count, limits[1:]):
            yield (count, *others)


def _orders(counts: tuple[int, ...]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


def worlds(hidden: Hidden, rng: Random, count: int) -> list[World]:
    """So many deals that fit, or fewer if they are too rare to be found."""
    if sum(lot.copies for lot in hidden.lots) != sum(hidden.capacity):
        return []
    found: list[World] = []
    dealer, exact = _Dealer(hidden, exact=False), False
    for tried in range(TRIES * count):
        if tried == _TESTED and len(found) < _RARE and any(hidden.unpaired):
            dealer, exact = _Dealer(hidden, exact=True), True
        try:
            deal = dealer.draw(rng)
        except _CrowdedError:
            if not exact:
                break
            dealer, exact = _Dealer(hidden, exact=False), False
            continue
        if deal is None or len(found) == count:
            break
        pairs = all(not cards & mask for cards, mask in zip(deal, hidden.unpaired, strict=True))
        if pairs and hidden.fits(deal):
            found.append(deal)
    return found
