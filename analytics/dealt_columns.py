"""The rows of `dealt`, of all records of a batch at once: what was dealt in each hand, in numbers (`analytics/dealt.py`)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from paipu.analytics.dealt import BOMB, LOW, NAMES, OF_ATTACKERS, POINT_RANKS, Combinations, Dealt, Strength
from paipu.analytics.played import CARD, CARD_NUMBERS
from paipu.analytics.ragged import Bools, Ints, Ragged
from paipu.replay.cards import BIG_JOKER, CARDS, LITTLE_JOKER, RANKS, SUITS
from paipu.replay.rulesheet import FamilyName

_IN_SUITS = len(SUITS) * len(RANKS)
_ACE, _KING, _QUEEN = map(RANKS.index, "AKQ")


class Held(NamedTuple):
    """What some hands hold: how many of each card, the jokers last; of each suit and rank; and the place of the level of each,
    -1 where that is no rank.
    """

    cards: Ints
    suits: Ints
    level: Ints

    @classmethod
    def of(cls, texts: Sequence[str], level: Ints) -> "Held":
        letters = np.frombuffer("".join(texts).encode("ascii"), np.uint8).reshape(-1, CARD).astype(np.int64)
        of = np.repeat(np.arange(len(texts)), np.array([*map(len, texts)], np.int64) // CARD)
        numbers = CARD_NUMBERS[letters[:, 0] | letters[:, 1] << 8]
        cards = np.bincount(of * len(CARDS) + numbers, minlength=len(texts) * len(CARDS)).reshape(-1, len(CARDS))
        return cls(cards, cards[:, :_IN_SUITS].reshape(-1, len(SUITS), len(RANKS)), level)

    @property
    def ranks(self) -> Ints:
        ranks: Ints = self.suits.sum(axis=1)
        return ranks

    def jokers(self) -> tuple[Ints, Ints]:
        """The big ones, and the little ones."""
        return self.cards[:, CARDS.index(BIG_JOKER)], self.cards[:, CARDS.index(LITTLE_JOKER)]

    def at_level(self) -> Ints:
        """The level cards of each suit."""
        found: Ints = self.suits[np.arange(len(self.level)), :, self.level] * (self.level >= 0)[:, None]
        return found

    def besides(self, rank: int) -> Ints:
        """The cards of a rank, where that is not the level."""
        counts: Ints = self.ranks[:, rank] * (self.level != rank)
        return counts


def dealt_columns(dealt: Sequence[tuple[int, Dealt]]) -> Sequence[pa.Array]:
    """The columns of the table, given the number of the record of each hand."""
    hands = [hand for _, hand in dealt]
    of = np.array([[*OF_FAMILY].index(hand.family) for hand in hands], np.int64)
    sizes = np.array([len(NAMES[name]) for name in OF_FAMILY], np.int64)[of]
    begins, features = np.cumsum(sizes) - sizes, np.zeros(sizes.sum(), np.int64)
    for number, (name, made) in enumerate(OF_FAMILY.items()):
        at = np.flatnonzero(of == number)
        if len(at):
            features[begins[at][:, None] + np.arange(len(NAMES[name]))] = made([hands[place] for place in at.tolist()])
    return [
        pa.array([record for record, _ in dealt], pa.int64()),
        pa.array([hand.at for hand in hands], pa.int64()),
        pa.array([hand.side for hand in hands], pa.string()),
        pa.array([hand.seat for hand in hands], pa.string()),
        pa.array([hand.result for hand in hands], pa.int64()),
        Ragged(sizes, features, sizes > 0).array(),
    ]


def _of_tricks(hands: Sequence[Dealt]) -> Ints:
    texts = [*chain.from_iterable([hand.cards for hand in hands])]
    held = Held.of(texts, np.array([hand.level for hand in hands], np.int64).repeat(4))
    numbers = strength(held).reshape(-1, 4, len(Strength._fields))
    of_attackers = [Strength._fields.index(name) for name in OF_ATTACKERS]
    points = np.array([POINT_RANKS.get(rank, 0) for rank in RANKS], np.int64)
    in_bank = (held.ranks @ points).reshape(-1, 4)[:, :2].sum(axis=1)
    is_points = [hand.level >= 0 and RANKS[hand.level] in POINT_RANKS for hand in hands]
    attackers = (numbers[:, 2] + numbers[:, 3])[:, of_attackers]
    last = np.array([in_bank, is_points], np.int64).T
    made: Ints = np.concatenate([numbers[:, 0], numbers[:, 1], attackers, last], axis=1)
    return made


def strength(held: Held) -> Ints:
    """What each hand has, whatever the trump will be: the numbers of a `Strength`."""
    (big, little), of_level = held.jokers(), held.at_level()
    pairs = held.suits > 1
    each, inner = np.arange(len(pairs)), np.flatnonzero((held.level > 0) & (held.level < _ACE))
    level = held.level[inner]
    around = (pairs[inner, :, level - 1] & pairs[inner, :, level + 1]).sum(axis=1)
    plain: Bools = pairs.copy()
    plain[each[held.level >= 0], :, held.level[held.level >= 0]] = False
    in_a_row = (plain[:, :, 1:] & plain[:, :, :-1]).sum(axis=(1, 2))
    in_a_row[inner] += around
    suits = held.suits.sum(axis=2) - of_level
    levels = of_level.sum(axis=1)
    numbers = {
        "big_jokers": big,
        "little_jokers": little,
        "level_cards": levels,
        "aces": held.besides(_ACE),
        "kings": held.besides(_KING),
        "pairs": (held.cards > 1).sum(axis=1),
        "in_a_row": in_a_row,
        "longest": suits.max(axis=1, initial=0) + levels + big + little,
        "short": (suits <= 2).sum(axis=1),
    }
    return np.array([numbers[name] for name in Strength._fields], np.int64).T


def _of_climbing(hands: Sequence[Dealt]) -> Ints:
    """All numbers are the first side's less the other's."""
    seats = np.array([len(hand.cards) for hand in hands], np.int64)
    texts = [*chain.from_iterable([hand.cards for hand in hands])]
    level, wild = (np.repeat(np.array(each, np.int64), seats) for each in zip(*[(h.level, h.wild) for h in hands], strict=True))
    begins = np.cumsum(seats) - seats
    signs = np.where(np.arange(len(texts)) - np.repeat(begins, seats) < np.repeat(seats // 2, seats), 1, -1)
    numbers = np.add.reduceat(combinations(Held.of(texts, level), wild) * signs[:, None], begins)
    made: Ints = np.concatenate([numbers, np.array([[hand.ahead] for hand in hands], np.int64)], axis=1)
    return made


def combinations(held: Held, wild: Ints) -> Ints:
    """What each hand has: the numbers of a `Combinations`; `wild` says where level cards of hearts stand for others."""
    (big, little), level, each = held.jokers(), held.level, np.arange(len(held.level))
    wilds = held.at_level()[:, SUITS.index("h")] * wild
    sizes = held.ranks
    sizes[each, level] -= wilds
    level_cards = sizes[each, level]
    numbers = {
        "big_jokers": big,
        "little_jokers": little,
        "level_cards": level_cards,
        "wild_cards": wilds,
        "aces": held.besides(_ACE),
        "kings": held.besides(_KING),
        "queens": held.besides(_QUEEN),
        "bombs": (sizes >= BOMB).sum(axis=1),
        "long_bombs": (sizes > BOMB).sum(axis=1),
        "threes": (sizes == 3).sum(axis=1),
        "twos": (sizes == 2).sum(axis=1),
        "singles": (sizes == 1).sum(axis=1),
        "low_singles": (sizes[:, :LOW] == 1).sum(axis=1) - ((level < LOW) & (level_cards == 1)),
        "jokers_in_one_hand": big + little >= BOMB,
    }
    return np.array([numbers[name] for name in Combinations._fields], np.int64).T


OF_FAMILY: Final[Mapping[FamilyName, Callable[[Sequence[Dealt]], Ints]]] = {"tricks": _of_tricks, "climbing": _of_climbing}
"""The numbers of hands of a family, in the order of `NAMES`."""
