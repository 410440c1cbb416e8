"""What a hand could play, worked out on demand for a finding or a viewer: one example of each combination it can make."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from replay.cards import JOKERS, RANKS, SUITS
from replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading
from replay.climbing.context import LevelContext
from replay.notation import PASS

_PLACES: Final = {rank: sum([1 << at for at, each in enumerate(SEQUENCE) if each == rank]) for rank in RANKS}


class Legal(NamedTuple):
    """Some legal plays, weakest first, an example of each reading, and how many readings there are in all.

    `visited` is how many plays were looked at.
    """

    plays: tuple[str, ...]
    total: int
    visited: int = 0

    def __str__(self) -> str:
        """As a finding's `expected`: the plays, and "N of M" where they are not all; `-` is to pass."""
        text = " | ".join((*self.plays, PASS))
        return text if self.total == len(self.plays) else f"{text} ({len(self.plays)}/{self.total})"


def legal_plays(ctx: LevelContext, hand: int, table: Reading | None, limit: int) -> Legal:
    """The plays of a complete hand that beat what lies on the table, or, on an empty one, all that it may lead."""
    found: dict[Reading, str] = {}
    visited = 0
    for cards in _Hand(ctx, hand).candidates():
        visited += 1
        text = "".join(cards)
        standing = ctx.standing(ctx.plays[text], table)
        if standing is not None and standing not in found:
            found[standing] = text
    ordered = sorted(found, key=lambda reading: reading.strength)
    return Legal(tuple(found[reading] for reading in ordered[:limit]), len(ordered), visited)


def count_plays(ctx: LevelContext, hand: int, table: Reading | None, most: int) -> int:
    """The total of `legal_plays`, at most `most`: only combinations that may beat what lies on the table are looked for."""
    found: set[int] = set()  # a strength says which reading it is
    plays = ctx.plays
    for cards in _hand(ctx, hand).candidates(table) if most > 0 else ():
        play = plays["".join(cards)]
        standing = ctx.standing(play, table) if play.readings else None
        if standing is not None:
            found.add(standing.strength)
            if len(found) == most:
                break
    return len(found)


class _Hand:
    """A hand by ranks, natural cards apart from wild ones."""

    def __init__(self, ctx: LevelContext, hand: int) -> None:
        self.ctx = ctx
        self.of_rank: dict[str, list[str]] = {}
        self.wild: list[str] = []
        for card in ctx.unpack(hand):
            if card in ctx.wilds:
                self.wild.append(card)
            else:
                self.of_rank.setdefault(ctx.rank_of[card], []).append(card)
        self.alike_at_most = max(map(len, self.of_rank.values()), default=0) + len(self.wild)
        self.places = dict.fromkeys(SUITS, 0)
        """By suit, the places in `SEQUENCE` of the natural cards, a bit each."""
        for rank, cards in self.of_rank.items():
            for card in cards if rank not in JOKERS else ():
                self.places[card[1]] |= _PLACES[rank]

    def candidates(self, table: Reading | None = None) -> Iterator[list[str]]:
        """For each combination and each rank that may decide it, cards that make it, as few wild ones as it takes.

        Where something lies on the table, combinations that never beat it are left out, and of those without wild cards that
        differ in what decides nothing all but one.
        """
        for number, row in enumerate(self.ctx.rules.rows):
            if table is not None and not self.ctx.combos.may_beat(number, table):
                continue
            if row.kind in RUNS:
                yield from self.runs(row.kind)
            elif row.kind is Kind.FULL_HOUSE:
                yield from self.two_ranks(3, 2, once=table is not None)
            elif row.kind is Kind.FOUR_ONE:
                yield from self.two_ranks(4, 1, once=table is not None)
            elif row.kind is Kind.FLUSH:
                yield from self.flushes(row.size)
            elif row.kind is Kind.FOUR_JOKERS:
                yield [card for joker in JOKERS for card in self.of_rank.get(joker, [])]
            elif row.size <= self.alike_at_most:
                yield from self.alike(row.size)

    def some(self, rank: str, count: int, wild: int) -> list[str] | None:
        """So many cards of a rank, with at most so many wild ones."""
        natural = self.of_rank.get(rank, [])[:count]
        short = count - len(natural)
        if short > wild or (short and rank in JOKERS):
            return None
        return natural + self.wild[len(self.wild) - wild : len(self.wild) - wild + short]

    def alike(self, size: int) -> Iterator[list[str]]:
        """Cards of one rank, and wild cards alone."""
        for rank in (*RANKS, *JOKERS):
            cards = self.some(rank, size, len(self.wild)) if rank in self.of_rank else None
            if cards:
                yield cards
        for joker in dict.fromkeys(self.wild):
            same = [card for card in self.wild if card == joker]
            if len(same) >= size:
                yield same[:size]
        if len(self.wild) >= size:
            yield self.wild[:size]

    def two_ranks(self, most: int, least: int, *, once: bool) -> Iterator[list[str]]:
        """So many cards of one rank and so many of another; for each first rank `once` without wild cards."""
        for rank in self.of_rank:
            first = self.some(rank, most, len(self.wild))
            if first is None:
                continue
            spent = max(most - len(self.of_rank[rank]), 0)
            told = False
            for other, cards in self.of_rank.items():
                natural = not spent and len(cards) >= least
                if other == rank or (natural and told):
                    continue
                second = self.some(other, least, len(self.wild) - spent)
                if second is not None:
                    yield first + second
                    told = told or (natural and once)
            rest = self.wild[spent : spent + least]
            if len(rest) == least:
                yield first + rest

    def runs(self, kind: Kind) -> Iterator[list[str]]:
        """Runs, as few wild cards in them as it takes; straights of more than one suit where there is a choice."""
        width, copies = RUNS[kind]
        least = width * copies - len(self.wild)
        suits: tuple[str, ...] = ("",)
        if kind is Kind.STRAIGHT_FLUSH:
            suits = tuple([suit for suit in SUITS if self.places[suit].bit_count() >= least])
            if not suits:
                return
        held = [min(copies, len(self.of_rank.get(rank, ()))) for rank in SEQUENCE]
        for first in range(len(SEQUENCE) - width + 1):
            if sum(held[first : first + width]) < least:
                continue
            window = SEQUENCE[first : first + width]
            for suit in suits:
                if suit and (self.places[suit] >> first & (1 << width) - 1).bit_count() < least:
                    continue
                natural = [
                    [card for card in self.of_rank.get(rank, []) if not suit or card[1] == suit][:copies] for rank in window
                ]
                cards = [card for some in natural for card in some]
                short = width * copies - len(cards)
                if short > len(self.wild) or not cards:
                    continue
                cards += self.wild[:short]
                yield cards
                if kind is Kind.STRAIGHT:
                    yield from self.of_two_suits(cards)

    def of_two_suits(self, cards: list[str]) -> Iterator[list[str]]:
        """The same run with one card of another suit, for five of one suit are a straight flush."""
        for place, card in enumerate(cards):
            for other in self.of_rank.get(self.ctx.rank_of[card], []):
                if card not in self.ctx.wilds and other[1] != card[1]:
                    yield [*cards[:place], other, *cards[place + 1 :]]
                    return

    def flushes(self, size: int) -> Iterator[list[str]]:
        """Cards of one suit below each card that may head them."""
        for suit in SUITS:
            cards = [card for rank in RANKS for card in self.of_rank.get(rank, []) if card[1] == suit]
            for top in range(1, len(cards) + 1):
                natural = cards[max(0, top - size) : top]
                short = size - len(natural)
                if short <= len(self.wild):
                    yield natural + self.wild[:short]
                    gap = cards[max(0, top - size - 1) : top - 2] + cards[top - 1 : top]
                    if len(gap) == size:  # a run without its second card is a flush again
                        yield gap


@lru_cache(maxsize=64)
def _hand(ctx: LevelContext, hand: int) -> _Hand:
    """A hand is asked about as often as its player passes."""
    return _Hand(ctx, hand)
