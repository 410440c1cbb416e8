"""What a hand could play, worked out on demand for a finding or a viewer: one example of each combination it can make."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading, Row
from paipu.replay.climbing.context import LevelContext
from paipu.replay.notation import PASS

_PLACES: Final = {rank: sum([1 << at for at, each in enumerate(SEQUENCE) if each == rank]) for rank in RANKS}
"""The places of a rank in `SEQUENCE`, a bit each."""
_SUIT_AT: Final = {suit: at * len(SEQUENCE) for at, suit in enumerate(SUITS)}
_ALL_PLACES: Final = (1 << len(SEQUENCE)) - 1


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
    for text, _ in _Hand(ctx, hand).candidates():
        visited += 1
        standing = ctx.standing(ctx.plays[text], table)
        if standing is not None and standing not in found:
            found[standing] = text
    ordered = sorted(found, key=lambda reading: reading.strength)
    return Legal(tuple(found[reading] for reading in ordered[:limit]), len(ordered), visited)


def count_plays(ctx: LevelContext, hand: int, table: Reading | None, most: int) -> int:
    """The total of `legal_plays`, at most `most`: only combinations that may beat what lies on the table are looked for."""
    if table is None:
        return min(legal_plays(ctx, hand, None, 0).total, most)
    sure, others = _hand(ctx, hand).may_beat(table)
    beating = len(sure) - bisect_right(sure, table.strength)
    if beating >= most or not others:
        return min(beating, most)
    standing = [ctx.stands(readings, table) for readings in others]
    return min(len({*sure[-beating or len(sure) :], *(each.strength for each in standing if each is not None)}), most)


class _MayBeat(NamedTuple):
    """What plays of a hand may be: the strengths of those that are one thing alone, in order, and what each of the others may
    be. A strength says which reading it is.
    """

    sure: Sequence[int]
    others: Sequence[tuple[Reading, ...]]


_Part = tuple[str, int]
"""Some cards of a play, and the sum of their codes."""


class _Pile(NamedTuple):
    """Cards of one rank, or wild ones: each, by how many the first of them, and of natural ones their places by suit."""

    cards: tuple[str, ...]
    first: tuple[_Part, ...]
    places: int


class _Hand:
    """A hand by ranks, natural cards apart from wild ones."""

    def __init__(self, ctx: LevelContext, hand: int) -> None:
        self.ctx = ctx
        self.of_rank = {rank: _pile(ctx, held) for rank, mask in ctx.natural_of if (held := hand & mask)}
        self.wild = _pile(ctx, hand & ctx.wild_mask).cards
        self.fillings = [_beginnings(ctx, self.wild[at:]) for at in range(len(self.wild) + 1)]
        """Wild cards, by how many are left out before them and how many there are."""
        sizes = [len(pile.cards) for pile in self.of_rank.values()]
        self.size = sum(sizes) + len(self.wild)
        self.alike_at_most = max(sizes, default=0) + len(self.wild)
        self.known: dict[int, _MayBeat] = {}

    def candidates(self) -> Iterator[_Part]:
        """For each combination and each rank that may decide it, cards that make it, as few wild ones as it takes."""
        for row in self.ctx.rules.rows:
            yield from self.of_row(row)

    def may_beat(self, table: Reading) -> _MayBeat:
        """What the candidates for combinations may be that are compared with what lies on the table, and are no weaker ones.

        Who passes is asked about his hand again, mostly with a play of the same kind on the table.
        """
        number = self.ctx.combos.number(table)
        found = self.known.get(number)
        if found is None:
            told = self.readings(self.ctx.combos.comparable(table)) | self.bombs
            sure = sorted({each[0].strength for each in told if len(each) == 1})
            found = self.known[number] = _MayBeat(sure, [each for each in told if len(each) > 1])
        return found

    @cached_property
    def bombs(self) -> set[tuple[Reading, ...]]:
        """What each of the bombs may be, which are asked for whatever lies on the table."""
        return self.readings(self.ctx.combos.bombs)

    def readings(self, rows: Iterable[Row]) -> set[tuple[Reading, ...]]:
        """What each of the candidates for some combinations may be."""
        read = self.ctx.readings_of
        return {read(codes, row.size) for row in rows if row.size <= self.size for _, codes in self.of_row(row, once=True)}

    def of_row(self, row: Row, *, once: bool = False) -> Iterator[_Part]:
        """The candidates for one combination; `once`: of those without wild cards that differ in what decides nothing one."""
        if row.kind in RUNS:
            return self.runs(row.kind)
        if row.kind is Kind.FULL_HOUSE:
            return self.two_ranks(3, 2, once=once)
        if row.kind is Kind.FOUR_ONE:
            return self.two_ranks(4, 1, once=once)
        if row.kind is Kind.FLUSH:
            return self.flushes(row.size)
        if row.kind is Kind.FOUR_JOKERS:
            return self.jokers(row.size // len(JOKERS))
        return self.alike(row.size) if row.size <= self.alike_at_most else iter(())

    def some(self, pile: _Pile, count: int, left_out: int) -> _Part | None:
        """So many cards of a rank, filled up with wild ones but for the first of these; None if there are too few."""
        short = count - len(pile.cards)
        if short <= 0:
            return pile.first[count]
        wild = self.fillings[left_out]
        if short >= len(wild) or not pile.places:  # no wild card stands for a joker
            return None
        (text, codes), (filling, more) = pile.first[-1], wild[short]
        return text + filling, codes + more

    def alike(self, size: int) -> Iterator[_Part]:
        """Cards of one rank, and wild cards alone."""
        least = size - len(self.wild)
        for pile in self.of_rank.values():
            cards = self.some(pile, size, 0) if len(pile.cards) >= least else None
            if cards is not None:
                yield cards
        for joker in dict.fromkeys(self.wild):
            same = [card for card in self.wild if card == joker]
            if len(same) >= size:
                yield _part(self.ctx, same[:size])
        if len(self.wild) >= size:
            yield self.fillings[0][size]

    def jokers(self, count: int) -> Iterator[_Part]:
        """So many of each joker."""
        cards = [card for joker in JOKERS if joker in self.of_rank for card in self.of_rank[joker].cards[:count]]
        if len(cards) == count * len(JOKERS):
            yield _part(self.ctx, cards)

    def two_ranks(self, most: int, least: int, *, once: bool) -> Iterator[_Part]:
        """So many cards of one rank and so many of another; for each first rank `once` without wild cards."""
        wild, piles = len(self.wild), self.of_rank.values()
        for pile in piles:
            first = self.some(pile, most, 0) if len(pile.cards) + wild >= most else None
            if first is None:
                continue
            text, codes = first
            spent = max(most - len(pile.cards), 0)
            told = False
            for other in piles:
                natural = not spent and len(other.cards) >= least
                if other is pile or (natural and told) or len(other.cards) + wild - spent < least:
                    continue
                second = self.some(other, least, spent)
                if second is not None:
                    yield text + second[0], codes + second[1]
                    told = told or (natural and once)
            rest = self.fillings[spent]
            if least < len(rest):
                yield text + rest[least][0], codes + rest[least][1]

    def runs(self, kind: Kind) -> Iterator[_Part]:
        """Runs, as few wild cards in them as it takes; straights of more than one suit where there is a choice."""
        width, copies = RUNS[kind]
        least = width * copies - len(self.wild)
        suits: tuple[str, ...] = ("",)
        of_suit: Mapping[str, int] = {}
        if kind is Kind.STRAIGHT_FLUSH:
            places = reduce(or_, [pile.places for pile in self.of_rank.values()], 0)
            of_suit = {suit: places >> at & _ALL_PLACES for suit, at in _SUIT_AT.items()}
            suits = tuple([suit for suit in SUITS if of_suit[suit].bit_count() >= least])
            if not suits:
                return
        of_rank = [self.of_rank[rank].cards if rank in self.of_rank else () for rank in SEQUENCE]
        held = [min(copies, len(cards)) for cards in of_rank]
        for first in range(len(SEQUENCE) - width + 1):
            if sum(held[first : first + width]) < least:
                continue
            for suit in suits:
                if suit and (of_suit[suit] >> first & (1 << width) - 1).bit_count() < least:
                    continue
                window = of_rank[first : first + width]
                natural = [[card for card in some if not suit or card[1] == suit][:copies] for some in window]
                cards = [card for some in natural for card in some]
                short = width * copies - len(cards)
                if short > len(self.wild) or not cards:
                    continue
                cards += self.wild[:short]
                yield _part(self.ctx, cards)
                if kind is Kind.STRAIGHT:
                    yield from self.of_two_suits(cards)

    def of_two_suits(self, cards: list[str]) -> Iterator[_Part]:
        """The same run with one card of another suit, for five of one suit are a straight flush."""
        for place, card in enumerate(cards):
            for other in self.of_rank[self.ctx.rank_of[card]].cards if card not in self.ctx.wilds else ():
                if other[1] != card[1]:
                    yield _part(self.ctx, [*cards[:place], other, *cards[place + 1 :]])
                    return

    def flushes(self, size: int) -> Iterator[_Part]:
        """Cards of one suit below each card that may head them."""
        for suit in SUITS:
            cards = [card for rank in RANKS if rank in self.of_rank for card in self.of_rank[rank].cards if card[1] == suit]
            for top in range(1, len(cards) + 1):
                natural = cards[max(0, top - size) : top]
                short = size - len(natural)
                if short <= len(self.wild):
                    yield _part(self.ctx, [*natural, *self.wild[:short]])
                    gap = cards[max(0, top - size - 1) : top - 2] + cards[top - 1 : top]
                    if len(gap) == size:  # a run without its second card is a flush again
                        yield _part(self.ctx, gap)


def _part(ctx: LevelContext, cards: Sequence[str]) -> _Part:
    return "".join(cards), sum(map(ctx.codes.__getitem__, cards))


def _beginnings(ctx: LevelContext, cards: Sequence[str]) -> tuple[_Part, ...]:
    """None of some cards, the first, the first two, and so on."""
    return tuple([_part(ctx, cards[:count]) for count in range(len(cards) + 1)])


@lru_cache(maxsize=1 << 13)
def _pile(ctx: LevelContext, packed: int) -> _Pile:
    """Few cards are of one rank, and are met in many hands."""
    cards = tuple(ctx.unpack(packed))
    places = [_PLACES[card[0]] << _SUIT_AT[card[1]] for card in dict.fromkeys(cards) if card not in JOKERS]
    return _Pile(cards, _beginnings(ctx, cards), sum(places))


@lru_cache(maxsize=64)
def _hand(ctx: LevelContext, hand: int) -> _Hand:
    """A hand is asked about as often as its player passes."""
    return _Hand(ctx, hand)
