"""Tribute between hands: who pays whom with which card, what comes back, who refuses, and who leads."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from replay.cards import BIG_JOKER, JOKERS, RANKS
from replay.climbing.context import LevelContext
from replay.climbing.rules import TributeRules
from replay.climbing.sheet import ClimbingSheet
from samples.climbing.results import Ended

_LONE: Final = 5
"""So many ranks lower a card counts for returning it if it stands alone."""


class Move(NamedTuple):
    """A card that one seat gives another."""

    giver: int
    taker: int
    card: str


class Paid(NamedTuple):
    """What happened between two hands: the cards that moved, whether tribute was refused, and who may lead."""

    moves: tuple[Move, ...] = ()
    resisted: bool = False
    leaders: tuple[int, ...] = ()


def payers(before: Ended) -> tuple[int, ...]:
    """Who owes tribute: the last one, or both losers."""
    return before.order[-2:] if before.double else before.order[-1:]


def takers(before: Ended) -> tuple[int, ...]:
    """Who receives it, the first one before his partner."""
    return before.order[:2] if before.double else before.order[:1]


def moved(hands: Sequence[Sequence[str]], moves: Sequence[Move]) -> list[list[str]]:
    """The hands after cards have changed owners."""
    after = [list(cards) for cards in hands]
    for move in moves:
        after[move.giver].remove(move.card)
        after[move.taker].append(move.card)
    return after


def written(sheet: ClimbingSheet, moves: Sequence[Move]) -> list[str]:
    """Gifts and returns as records have them."""
    return [f"{sheet.seats[move.giver]}>{sheet.seats[move.taker]} {move.card}" for move in moves]


class Exchange:
    """The tribute between two hands: `before` is how the one ended, `hands` are those dealt for the other."""

    def __init__(
        self, sheet: ClimbingSheet, ctx: LevelContext, rng: Random, hands: Sequence[Sequence[str]], before: Ended
    ) -> None:
        self.sheet, self.ctx, self.rng, self.hands, self.before = sheet, ctx, rng, hands, before
        self.rules = sheet.tribute or TributeRules()
        self.payers, self.takers = payers(before), takers(before)

    def run(self) -> Paid:
        """What the players do: they refuse where they may, and should; else they pay and return."""
        if not self.due():
            return Paid()
        if self.may_resist and (self.rules.resisting == "expected" or self.rng.random() < 0.7):
            return Paid(resisted=True, leaders=self.takers[:1])
        gifts = self.gifts()
        return Paid((*gifts, *self.returns(gifts)), leaders=self.leaders())

    def due(self) -> bool:
        """Whether anybody pays."""
        first, last = self.before.order[0], self.before.order[-1]
        return self.rules.partner_pays or (first - last) % 2 == 1

    @property
    def may_resist(self) -> bool:
        """Whether the payers hold all the big jokers."""
        return sum(self.hands[seat].count(BIG_JOKER) for seat in self.payers) == self.ctx.copies

    def highest(self, seat: int) -> list[str]:
        """The cards that a payer may give."""
        able = [card for card in dict.fromkeys(self.hands[seat]) if card not in self.ctx.wilds]
        top = max(self.ctx.value[card] for card in able)
        return sorted(card for card in able if self.ctx.value[card] == top)

    def worth(self, seat: int) -> int:
        """What a payer's card is worth."""
        return self.ctx.value[self.highest(seat)[0]]

    @property
    def equal(self) -> bool:
        """Whether both payers of a double tribute pay the same."""
        return self.before.double and self.worth(self.payers[0]) == self.worth(self.payers[1])

    @property
    def near(self) -> int:
        """The payer who sits at the right of the first player."""
        count = len(self.sheet.seats)
        return min(self.payers, key=lambda seat: (seat - self.takers[0]) % count)

    def by_taker(self) -> list[int]:
        """The payers in the order of those whom they pay."""
        if not self.before.double:
            return list(self.payers)
        if not self.equal:
            return sorted(self.payers, key=self.worth, reverse=True)
        first = self.rng.choice(self.payers) if self.rules.equal_receiver == "either" else self.near
        return sorted(self.payers, key=lambda seat: seat != first)

    def gifts(self) -> list[Move]:
        """What is paid."""
        pairs = zip(self.by_taker(), self.takers, strict=True)
        return [Move(payer, taker, self.rng.choice(self.highest(payer))) for payer, taker in pairs]

    def returns(self, gifts: Sequence[Move]) -> list[Move]:
        """What comes back, to each payer from whom he paid."""
        return [Move(gift.taker, gift.giver, self.back(gift)) for gift in gifts]

    def back(self, gift: Move) -> str:
        """A low card out of the receiver's hand: of those that he may return, mostly a lone one."""
        held = [*self.hands[gift.taker], gift.card]
        able = [card for card in self.returnable(held) if card != gift.card] or [gift.card]
        many = Counter(card[0] for card in held)
        low = sorted(able, key=lambda card: (self.ctx.value[card] + _LONE * (many[card[0]] > 1), card))
        return self.rng.choice(low[:3])

    def returnable(self, held: Sequence[str]) -> list[str]:
        """The cards that may be returned out of a hand, each once."""
        cards = list(dict.fromkeys(held))
        low = [card for card in cards if self.is_low(card)]
        if (self.rules.returns_at_double if self.before.double else self.rules.returns) == "any":
            return [card for card in cards if card not in JOKERS and card not in self.ctx.wilds]
        least = min(self.ctx.value[card] for card in cards)
        return low or [card for card in cards if self.ctx.value[card] == least]

    def is_low(self, card: str) -> bool:
        """Whether a card is a plain one up to ten, or nine."""
        if card in JOKERS or (card[0] == self.ctx.level and not self.rules.level_returns):
            return False
        return RANKS.index(card[0]) <= RANKS.index("T" if self.rules.ten_returns else "9")

    def leaders(self) -> tuple[int, ...]:
        """Who may lead once tribute is paid: whoever paid the larger card."""
        if not self.before.double:
            return self.payers
        if not self.equal:
            return (max(self.payers, key=self.worth),)
        return self.payers if self.rules.equal_leader == "either" else (self.near,)
