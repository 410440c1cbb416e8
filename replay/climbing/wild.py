"""All readings of some cards, wild ones among them, by arithmetic on how many cards of each rank there are."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from paipu.replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind, Row
from paipu.replay.climbing.rules import WildRules

_TRIPLE, _PAIR = 3, 2


class Cards(NamedTuple):
    """What decides how a play reads: its natural cards by rank, its wild cards, and whether the natural ones are of one suit.

    `big` and `little` count jokers that are wild; jokers that are not stand in `counts` under their own names.
    """

    counts: Mapping[str, int]
    wild: int
    suited: bool
    size: int
    little: int = 0
    big: int = 0


LEVEL: Final = "level"
"""Stands for the rank of the level, whatever it is."""


def keys_of(row: Row, cards: Cards, rules: WildRules) -> Iterator[str]:
    """The deciding ranks, or `LEVEL`, with which the cards are the combination of a row; none if they are not."""
    kind = row.kind
    if kind in RUNS:
        if kind is Kind.STRAIGHT and cards.suited and rules.suited_only:
            return
        if kind is Kind.STRAIGHT_FLUSH and not cards.suited:
            return
        yield from _runs(kind, cards, rules)
    elif kind is Kind.FULL_HOUSE:
        yield from _full_house(cards, rules)
    elif kind is Kind.FOUR_ONE:
        yield from _four_one(cards)
    elif kind is Kind.FLUSH:
        if cards.suited:
            yield from cards.counts
    elif kind is Kind.FOUR_JOKERS:
        if cards.counts == dict.fromkeys(JOKERS, _PAIR):
            yield BIG_JOKER
    else:
        yield from _alike(cards, rules)


def _alike(cards: Cards, rules: WildRules) -> Iterator[str]:
    """Cards of one rank. Wild hearts alone are level cards (D-GD-08), wild jokers alone are jokers (D-DG-12)."""
    ranks = tuple(cards.counts)
    if len(ranks) > 1:
        return
    if not ranks:
        yield _jokers_alone(cards, rules) if rules.cards == "jokers" else LEVEL
    elif ranks[0] not in JOKERS or (not cards.wild and cards.size <= _PAIR):
        yield ranks[0]


def _jokers_alone(cards: Cards, rules: WildRules) -> str:
    """Big jokers alone are big up to three of them; any other jokers alone count as little ones."""
    if not cards.little and (cards.size < _TRIPLE or (cards.size == _TRIPLE and rules.triple_of_big)):
        return BIG_JOKER
    return LITTLE_JOKER


def _full_house(cards: Cards, rules: WildRules) -> Iterator[str]:
    """A triple and a pair of two ranks: wild cards fill up either, and no card of a third rank may be there."""
    ranks = tuple(cards.counts)
    if len(ranks) == 1:
        if cards.counts[ranks[0]] <= _TRIPLE and ranks[0] not in JOKERS:
            yield ranks[0]
        return
    if len(ranks) != _PAIR:
        return
    for triple, pair in (ranks, ranks[::-1]):
        if triple in JOKERS or cards.counts[triple] > _TRIPLE or cards.counts[pair] > _PAIR:
            continue
        if pair in JOKERS and (cards.counts[pair] < _PAIR or not rules.joker_pair):
            continue
        yield triple


def _four_one(cards: Cards) -> Iterator[str]:
    """Four of a rank and one of another."""
    ranks = tuple(cards.counts)
    if len(ranks) != _PAIR:
        return
    for four, one in (ranks, ranks[::-1]):
        if cards.counts[one] == 1:
            yield four


def _runs(kind: Kind, cards: Cards, rules: WildRules) -> Iterator[str]:
    """The tops of the runs that the natural cards fit into."""
    width, copies = RUNS[kind]
    if not cards.counts or any(rank in JOKERS or count > copies for rank, count in cards.counts.items()):
        return
    for first in range(len(SEQUENCE) - width + 1):
        window = SEQUENCE[first : first + width]
        if all(rank in window for rank in cards.counts):
            top = window[-1]
            if rules.natural_top and top not in cards.counts:
                top = max(cards.counts, key=window.index)
            yield top
