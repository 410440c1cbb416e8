"""After the burial: the others are asked in turn whether they take the kitty up again (炒底)."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from replay.tricks.bidding import Outcome
from replay.tricks.sheet import TrickSheet
from samples.people import Player
from samples.tricks.auction import AuctionOfPairs

_CAUTION: Final = -0.03
"""After the draw a player knows what he has, and eight cards of his choice will be his."""
Take = Callable[[int, str, str], None]
"""A seat shows some cards, which make a suit trump, and buries anew."""


class Reopening:
    """The asking of one hand: who is asked next, and what he answers."""

    def __init__(
        self, sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, dealer: int, outcome: Outcome
    ) -> None:
        self.seats, self.burier = len(sheet.seats), dealer
        self.auction = AuctionOfPairs(sheet, rng, players, level, dealer)
        self.auction.caution = _CAUTION
        self.auction.shown = {"".join(pair) for pair in outcome.spent}
        if outcome.standing is not None:
            self.auction.seat = sheet.seats.index(outcome.standing.seat)
            self.auction.suit = outcome.trump or ""

    def ask(self, hand_of: Callable[[int], Sequence[str]], take: Take, refuse: Callable[[int], None], *, willing: bool) -> None:
        """Ask each of the others once after every burial; whose declaration stands is not asked."""
        turn = (self.burier + 1) % self.seats
        while turn != self.burier:
            over = None
            if turn != self.auction.seat:
                over = self.auction.pair_over(turn, hand_of(turn)) if willing else None
                if over is None:
                    refuse(turn)
            if over is not None:
                take(turn, *over)
                self.auction.shown.add(over[0][:4])
                self.auction.seat, self.auction.suit, self.burier = turn, over[1], turn
            turn = (turn + 1) % self.seats
