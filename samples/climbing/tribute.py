"""Tribute between hands: what is paid and returned, and who refuses, by players who know what the kernel says is due."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from paipu.replay.cards import JOKERS
from paipu.replay.climbing.deal import Dealt
from paipu.replay.climbing.exchange import Finished
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.tribute import TributeAudit
from paipu.replay.record import Hand
from paipu.replay.report import Report

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


def moved(hands: Sequence[Sequence[str]], moves: Sequence[Move]) -> list[list[str]]:
    after = [list(cards) for cards in hands]
    for move in moves:
        after[move.giver].remove(move.card)
        after[move.taker].append(move.card)
    return after


def written(sheet: ClimbingSheet, moves: Sequence[Move]) -> list[str]:
    return [f"{sheet.seats[move.giver]}>{sheet.seats[move.taker]} {move.card}" for move in moves]


class Exchange:
    """The tribute between two hands: `before` is how the one ended, `hands` are those dealt for the other.

    `due` is the kernel's audit of it, `payers` owe tribute and `takers` receive it.
    """

    def __init__(self, sheet: ClimbingSheet, level: str, rng: Random, hands: Sequence[Sequence[str]], before: Finished) -> None:
        self.ctx, self.rng, self.hands, self.double = sheet.context(level), rng, hands, before.double
        packed = tuple(self.ctx.pack_counts(Counter(cards).items()) for cards in hands)
        dealt = Dealt(packed, (True,) * len(hands), tuple(map(len, hands)))
        self.due = TributeAudit(sheet, self.ctx, Hand(no=1), dealt, before, Report({}), first=False)
        self.payers, self.takers = before.payers, before.takers

    def run(self) -> Paid:
        """What the players do: they refuse where they may, and should; else they pay and return."""
        if self.due.partner_spared:
            return Paid(leaders=self.takers[:1])
        if self.due.may_resist() and (self.due.rules.resisting == "expected" or self.rng.random() < 0.7):
            return Paid(resisted=True, leaders=self.takers[:1])
        return Paid(tuple(self.exchanged()), leaders=self.leaders)

    @property
    def leaders(self) -> tuple[int, ...]:
        allowed = self.due.leaders() or ()
        return tuple(seat for seat in self.payers if seat in allowed)

    @property
    def equal(self) -> bool:
        """Whether both payers of a double tribute pay the same."""
        return self.double and len(set(self.due.ranking or ())) == 1

    def highest(self, seat: int) -> list[str]:
        top = self.ctx.highest(self.due.dealt.hands[seat])
        cards = dict.fromkeys(self.hands[seat])
        return sorted(card for card in cards if card not in self.ctx.wilds and self.ctx.value[card] == top)

    def gifts(self) -> list[Move]:
        receivers = self.due.pairing() or {}
        choice = [seat for seat in self.payers if self.takers[0] in receivers[seat]]
        near = self.rng.choice(choice) if len(choice) > 1 else choice[0]
        pairs = zip(sorted(self.payers, key=lambda seat: seat != near), self.takers, strict=True)
        return [Move(payer, taker, self.rng.choice(self.highest(payer))) for payer, taker in pairs]

    def exchanged(self) -> list[Move]:
        """The gifts, and what comes back to each payer from whom he paid."""
        gifts = self.gifts()
        return [*gifts, *(Move(gift.taker, gift.giver, self.back(gift)) for gift in gifts)]

    def back(self, gift: Move) -> str:
        """A low card out of the receiver's hand: of those that he may return, mostly a lone one."""
        held = [*self.hands[gift.taker], gift.card]
        packed = self.ctx.pack_counts(Counter(held).items())
        low = [card for card in dict.fromkeys(held) if card not in {*JOKERS, *self.ctx.wilds, gift.card}]
        able = [card for card in low if self.due.return_allowed(card, packed, double=self.double)] or [gift.card]
        many = Counter(card[0] for card in held)
        return self.rng.choice(sorted(able, key=lambda card: (self.ctx.value[card] + _LONE * (many[card[0]] > 1), card))[:3])
