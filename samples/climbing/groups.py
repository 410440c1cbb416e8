"""What a hand is made of: cards sorted into combinations, by how many there are of each rank.

A hand that is arranged well goes in few plays, so runs are taken out where they save plays. Wild cards fill up what is short
of a card, or are kept as high cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind
from paipu.replay.climbing.context import LevelContext, Play
from paipu.replay.notation import PASS

_PAIR, _TRIPLE, _QUAD, _FIVE = 2, 3, 4, 5
_WILD_USED: Final = 0.75
"""How often a wild card fills something up, if it can, rather than being kept for itself."""
_RUNS_FIRST: Final = 0.4
"""How often a wild card is for a run or a full house before it is for more cards alike."""
_FLUSHES: Final = 0.7
"""How often a player looks for flushes before straights."""


class Group(NamedTuple):
    """Some cards that go together: as they would be written, the cards, and what they are."""

    token: str
    cards: tuple[str, ...]
    play: Play


class Window(NamedTuple):
    """A place where a run may lie: the ranks in order, their indices, and how many cards of each."""

    kind: Kind
    ranks: str
    places: tuple[int, ...]
    copies: int


@lru_cache(maxsize=256)
def shapes_of(ctx: LevelContext) -> tuple[tuple[Window, ...], frozenset[Kind], int]:
    """What a sheet's rows let a hand be arranged into: places of runs, the kinds, and the most cards of a bomb, if any."""
    rows = ctx.rules.rows
    kinds = frozenset(row.kind for row in rows)
    windows = tuple(
        Window(kind, ranks, tuple(map(RANKS.index, ranks)), copies)
        for kind, (width, copies) in RUNS.items()
        if kind in kinds
        for first in range(len(SEQUENCE) - width + 1)
        if (ranks := SEQUENCE[first : first + width])
    )
    return windows, kinds, max((row.size for row in rows if row.kind is Kind.BOMB), default=0)


def group(ctx: LevelContext, cards: Sequence[str], ranks: Sequence[str] = "", suit: str = "") -> Group | None:
    """Cards as the combination that they are if they stand for `ranks`, all of a suit if one is named; None if for nothing.

    The reading is declared where there is more than one; without `ranks` the cards must have one alone.
    """
    token = "".join(cards)
    play = ctx.plays[token]
    if len(play.readings) > 1 and ranks:
        token = f"{token}={''.join(ranks)}{suit}"
        play = ctx.plays[token]
    return Group(token, tuple(cards), play) if play.plain else None


def full_house(ctx: LevelContext, triple: Group, pair: Group) -> Group | None:
    """A triple and a pair, of two ranks; None if they are something else together."""
    ranks = [triple.play.readings[0].key] * _TRIPLE + [pair.play.readings[0].key] * _PAIR
    made = group(ctx, [*triple.cards, *pair.cards], ranks)
    return made if made is not None and made.play.kind == Kind.FULL_HOUSE else None


class Arranging:
    """A hand being sorted into combinations: `of` has the natural cards of each rank that are not sorted yet, `wild` the wild.

    Full houses are left apart, as triples and pairs, to be put together when played.
    """

    def __init__(self, ctx: LevelContext, cards: Sequence[str], rng: Random) -> None:
        self.ctx, self.rng = ctx, rng
        self.windows, self.kinds, self.bomb = shapes_of(ctx)
        self.of: list[list[str]] = [[] for _ in RANKS]
        self.wild = [card for card in cards if card in ctx.wilds]
        self.jokers = [[card for card in cards if card == joker and card not in ctx.wilds] for joker in JOKERS]
        for card in cards:
            if card not in ctx.wilds and card not in JOKERS:
                self.of[RANKS.index(card[0])].append(card)
        self.groups: list[Group] = []

    def run(self) -> list[Group]:
        self.take_jokers()
        filled = [card for card in self.wild if self.rng.random() < _WILD_USED * (0.5 if card in JOKERS else 1.0)]
        kept = list((Counter(self.wild) - Counter(filled)).elements())
        self.take_many()
        self.take_suited(filled)
        if Kind.FLUSH in self.kinds and self.rng.random() < _FLUSHES:
            self.take_flushes()
        self.take_runs()
        kept += [card for card in filled if not self.fill(card)]
        self.take_sets()
        for card in dict.fromkeys(kept):
            self.take_alike([card] * kept.count(card))
        if Kind.FOUR_ONE in self.kinds:
            self.add_kickers()
        return self.groups

    def add(self, made: Group | None) -> bool:
        if made is not None:
            self.groups.append(made)
        return made is not None

    def take(self, cards: Sequence[str], ranks: Sequence[str] = "", suit: str = "") -> bool:
        """Put cards among the groups, if they are a combination, and natural ones away."""
        taken = self.add(group(self.ctx, cards, ranks, suit))
        for card in cards if taken else ():
            if card not in self.ctx.wilds and card not in JOKERS:
                self.of[RANKS.index(card[0])].remove(card)
        return taken

    def take_alike(self, cards: Sequence[str]) -> None:
        """Jokers or wild cards alike: together if that is something, else one by one."""
        if len(cards) == 1 or not self.add(group(self.ctx, cards)):
            self.groups += [Group(card, (card,), self.ctx.plays[card]) for card in cards]

    def take_jokers(self) -> None:
        """Jokers that are not wild: all four together, else by kind."""
        four = Kind.FOUR_JOKERS in self.kinds and all(len(cards) == _PAIR for cards in self.jokers)
        if not (four and self.add(group(self.ctx, [card for cards in self.jokers for card in cards]))):
            for cards in filter(None, self.jokers):
                self.take_alike(cards)

    def take_many(self) -> None:
        """Four and more of a rank: bombs, or fives."""
        for cards in self.of:
            while Kind.FIVE in self.kinds and len(cards) >= _FIVE and self.take(cards[:_FIVE]):
                pass
            if self.bomb and len(cards) >= _QUAD:
                self.take(cards[: self.bomb])

    def take_suited(self, wild: list[str]) -> None:
        """Straight flushes, with a wild card in a hole if there is one to fill it, out of ranks that are no bombs."""
        for suit in SUITS:
            for window in (window for window in self.windows if window.kind is Kind.STRAIGHT_FLUSH):
                missing = [at for at in window.places if RANKS[at] + suit not in self.of[at]]
                if len(missing) > min(1, len(wild)) or sum(len(self.of[at]) >= _TRIPLE for at in window.places) > 1:
                    continue
                if missing and self.rng.random() < 0.3:
                    continue
                cards = [wild[0] if at in missing else RANKS[at] + suit for at in window.places]
                if self.take(cards, window.ranks, suit) and missing:
                    del wild[0]

    def take_runs(self) -> None:
        """Straights, three pairs and two triples in a row, as long as they save plays; the lower one of equals."""
        while True:
            counts = [len(cards) for cards in self.of]
            now, best, most = self.plays_needed(counts), None, 0
            for window in self.windows:
                if window.kind is Kind.STRAIGHT_FLUSH or any(counts[at] < window.copies for at in window.places):
                    continue
                left = [count - window.copies * (at in window.places) for at, count in enumerate(counts)]
                saved = now - self.plays_needed(left) - 1
                if saved > most:
                    best, most = window, saved
            if best is None:
                return
            cards = [card for at in best.places for card in self.pick(best, at)]
            if not self.take(cards, [rank for rank in best.ranks for _ in range(best.copies)]):
                return

    def plays_needed(self, counts: Sequence[int]) -> int:
        """How many plays so many cards of each rank go in if no run is taken out."""
        triples = sum(count >= _TRIPLE for count in counts) if Kind.FULL_HOUSE in self.kinds else 0
        return len(counts) - counts.count(0) - min(triples, counts.count(_PAIR))

    def pick(self, window: Window, at: int) -> list[str]:
        """The cards of a rank that go into a run: for straights of a suit that is not that of the first card."""
        cards = self.of[at]
        if window.copies == 1 and at == window.places[-1]:
            first = self.of[window.places[0]][0]
            return [next((card for card in cards if card[1] != first[1]), cards[0])]
        return cards[: window.copies]

    def take_flushes(self) -> None:
        """Five cards of a suit, three of which at least stand alone."""
        for suit in SUITS:
            lone = [cards[0] for cards in self.of if len(cards) == 1 and cards[0][1] == suit]
            paired = [RANKS[at] + suit for at, cards in enumerate(self.of) if len(cards) == _PAIR and RANKS[at] + suit in cards]
            cards = [*lone, *paired][:_FIVE]
            if len(lone) >= _TRIPLE and len(cards) == _FIVE:
                self.take(cards, [card[0] for card in cards], suit)

    def fill(self, card: str) -> bool:
        """Let a wild card fill something up: three alike to four, four to five, a run with a hole, two pairs."""
        if self.rng.random() < _RUNS_FIRST:
            return self.fill_run(card) or self.fill_pairs(card) or self.fill_set(card)
        return self.fill_set(card) or self.fill_run(card) or self.fill_pairs(card)

    def fill_set(self, card: str) -> bool:
        """Let a wild card make four of three alike, five of four, or a bomb larger."""
        sizes = [*([_QUAD] if Kind.FIVE in self.kinds else []), *([_TRIPLE] if self.bomb else [])]
        for cards in (cards for size in sizes for cards in self.of if len(cards) == size):
            if self.take([*cards, card], [cards[0][0]] * (len(cards) + 1)):
                return True
        for place, held in enumerate(self.groups):
            if held.play.kind == Kind.BOMB and held.play.size < self.bomb and self.rng.random() < 0.5:
                made = group(self.ctx, [*held.cards, card], [held.cards[0][0]] * (held.play.size + 1))
                if made is not None:
                    self.groups[place] = made
                    return True
        return False

    def fill_run(self, card: str) -> bool:
        """Let a wild card stand in a straight of which one rank is missing, if that takes three lone cards along."""
        for window in (window for window in self.windows if window.kind is Kind.STRAIGHT):
            held = [len(self.of[at]) for at in window.places]
            if held.count(0) == 1 and held.count(1) >= _TRIPLE:
                cards = [self.of[at][0] if self.of[at] else card for at in window.places]
                if self.take(cards, window.ranks):
                    return True
        return False

    def fill_pairs(self, card: str) -> bool:
        """Let a wild card make a full house of two pairs."""
        pairs = [cards for cards in self.of if len(cards) == _PAIR][:_PAIR]
        if len(pairs) < _PAIR or Kind.FULL_HOUSE not in self.kinds or self.rng.random() >= 0.7:
            return False
        low, high = pairs
        return self.take([*high, card, *low], [high[0][0]] * _TRIPLE + [low[0][0]] * _PAIR)

    def take_sets(self) -> None:
        """What is left, by rank: four, three, two, one."""
        for cards in self.of:
            if len(cards) >= _QUAD and Kind.FOUR_ONE in self.kinds:
                self.groups.append(Group("", tuple(cards[:_QUAD]), self.ctx.plays[PASS]))
                del cards[:_QUAD]
            while cards:
                self.take(cards[:_TRIPLE])

    def add_kickers(self) -> None:
        """To each four alike a fifth card: the lowest single, else one of the lowest set; with no other card, three and one."""
        for quad in [held for held in self.groups if not held.token]:
            self.groups.remove(quad)
            others = [held for held in self.groups if held.token and held.play.size <= _TRIPLE and held.cards[0] not in JOKERS]
            lowest = min(others, key=lambda held: (held.play.size, held.play.strength), default=None)
            parts: tuple[Sequence[str], ...] = (quad.cards[:_TRIPLE], quad.cards[_TRIPLE:])
            if lowest is not None:
                kicker, *rest = lowest.cards
                if self.add(group(self.ctx, [*quad.cards, kicker], [quad.cards[0][0]] * _QUAD + [kicker[0]])):
                    self.groups.remove(lowest)
                    parts = (rest,)
            for cards in filter(None, parts):
                self.add(group(self.ctx, cards))


def triples_with_pairs(ctx: LevelContext, groups: Sequence[Group], above: Play | None) -> Iterator[tuple[Group, Group, Group]]:
    """Full houses out of separate groups, the weakest first: each triple with the lowest pair that goes with it.

    Yields the full house, the triple and the pair; `above` bounds them from below.
    """
    triples, pairs = (
        sorted((held for held in groups if held.play.kind == kind), key=lambda held: held.play.strength)
        for kind in (Kind.TRIPLE, Kind.PAIR)
    )
    for triple in triples:
        tries = ((full_house(ctx, triple, pair), pair) for pair in pairs)
        made, pair = next((each for each in tries if each[0] is not None), (None, triple))
        if made is not None and (above is None or (made.play.group == above.group and made.play.strength > above.strength)):
            yield made, triple, pair
