"""What a hand could play, worked out on demand for a finding or a viewer: one example of each combination it can make."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.cards import JOKERS, RANKS, SUITS
from replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading
from replay.climbing.context import LevelContext
from replay.notation import PASS


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


def count_plays(ctx: LevelContext, hand: int, table: Reading | None) -> int:
    """The total of `legal_plays`: only combinations that may beat what lies on the table are looked for."""
    found: set[Reading] = set()
    for cards in _Hand(ctx, hand).candidates(table):
        standing = ctx.standing(ctx.plays["".join(cards)], table)
        if standing is not None:
            found.add(standing)
    return len(found)


class _Hand:
    """A hand by ranks, natural cards apart from wild ones."""

    def __init__(self, ctx: LevelContext, hand: int) -> None:
        self.ctx = ctx
        self.of_rank: dict[str, list[str]] = {}
        self.suited: dict[str, int] = {}
        self.wild: list[str] = []
        for card in ctx.unpack(hand):
            if card in ctx.wilds:
                self.wild.append(card)
            else:
                self.suited[card] = self.suited.get(card, 0) + 1
                self.of_rank.setdefault(ctx.rank_of[card], []).append(card)

    def candidates(self, table: Reading | None = None) -> Iterator[list[str]]:
        """For each combination and each rank that may decide it, cards that make it, as few wild ones as it takes.

        Combinations that are never compared with what lies on the table are left out.
        """
        for number, row in enumerate(self.ctx.rules.rows):
            if table is not None and not self.ctx.combos.compares(number, table):
                continue
            if row.kind in RUNS:
                yield from self.runs(row.kind)
            elif row.kind is Kind.FULL_HOUSE:
                yield from self.two_ranks(3, 2)
            elif row.kind is Kind.FOUR_ONE:
                yield from self.two_ranks(4, 1)
            elif row.kind is Kind.FLUSH:
                yield from self.flushes(row.size)
            elif row.kind is Kind.FOUR_JOKERS:
                yield [card for joker in JOKERS for card in self.of_rank.get(joker, [])]
            else:
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

    def two_ranks(self, most: int, least: int) -> Iterator[list[str]]:
        """So many cards of one rank and so many of another."""
        for rank in self.of_rank:
            first = self.some(rank, most, len(self.wild))
            if first is None:
                continue
            spent = sum(card in self.ctx.wilds for card in first)
            for other in self.of_rank:
                second = self.some(other, least, len(self.wild) - spent) if other != rank else None
                if second is not None:
                    yield first + second
            rest = self.wild[spent : spent + least]
            if len(rest) == least:
                yield first + rest

    def runs(self, kind: Kind) -> Iterator[list[str]]:
        """Runs, as few wild cards in them as it takes; straights of more than one suit where there is a choice."""
        width, copies = RUNS[kind]
        suits = SUITS if kind is Kind.STRAIGHT_FLUSH else ("",)
        held = [min(copies, len(self.of_rank.get(rank, ()))) for rank in SEQUENCE]
        least = width * copies - len(self.wild)
        for first in range(len(SEQUENCE) - width + 1):
            if sum(held[first : first + width]) < least:
                continue
            window = SEQUENCE[first : first + width]
            for suit in suits:
                if suit and sum(min(copies, self.suited.get(rank + suit, 0)) for rank in window) < least:
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
