"""The draw: shuffled cards, and players who declare while they draw, by the sheet's way of declaring."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from replay.cards import CARDS
from replay.tricks.bidding import judge_bids, parse_bid
from replay.tricks.sheet import TrickSheet
from samples.people import Player
from samples.tricks.auction import AUCTIONS, Auction, AuctionOfStage


class Draw(NamedTuple):
    """What was drawn by each seat, in order, what was left, and the declarations in notation."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    bids: tuple[str, ...]


class Declared(NamedTuple):
    """Where the bids lead, by the kernel: the trump, and the seat that wins the bank where it is declared for."""

    trump: str
    banker: str


def draw(sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, bank: int | None) -> tuple[Draw, Declared]:
    """Shuffle and draw, the banker first if there is one. Nobody declares: the kitty tells, or the cards are dealt again.

    `sheet` is the sheet as it is played at the level.
    """
    seats = len(sheet.seats)
    first = bank if bank is not None else rng.randrange(seats)
    kind: type[Auction] = AUCTIONS[sheet.key] if sheet.fixed_trump is None else AuctionOfStage
    while True:
        deck = list(CARDS * sheet.cards.copies)
        rng.shuffle(deck)
        dealt = sheet.hand_size * seats
        auction = kind(sheet, rng, players, level, bank)
        for index, card in enumerate(deck[:dealt]):
            if card[0] == level or card in sheet.cards.top_trumps:
                auction.drawn((first + index) % seats, deck[index % seats : index + 1 : seats], last_chance=False)
        hands = tuple(tuple(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats))
        for turn in range(seats):
            seat = (first + turn) % seats
            auction.drawn(seat, hands[seat], last_chance=True)
        drawn = Draw(hands, tuple(deck[dealt:]), tuple(auction.bids))
        terms = _terms(sheet, drawn, level, bank)
        if terms is not None:
            return drawn, terms


def _terms(sheet: TrickSheet, drawn: Draw, level: str, bank: int | None) -> Declared | None:
    """What a draw is played under: the level's own trump, what was declared, or what the kitty shows; None to deal again."""
    if sheet.fixed_trump is not None and bank is not None:
        return Declared(sheet.fixed_trump, sheet.seats[bank])
    if drawn.bids:
        return declared(sheet, drawn.bids, level)
    trump = sheet.kitty_trump(drawn.kitty, level) if sheet.silence == "kitty" and bank is not None else None
    return Declared(trump, sheet.seats[bank]) if trump is not None and bank is not None else None


def declared(sheet: TrickSheet, bids: Sequence[str], level: str, *, accept_illegal: bool = False) -> Declared:
    """Trump and banker by the kernel. Raises ValueError for bids that lead to no trump.

    Where only joker pairs were shown there is no banker: the first who showed one stands in.
    """
    parsed = [parse_bid(bid) for bid in bids]
    outcome = judge_bids(sheet.bids, parsed, level, accept_illegal=accept_illegal)
    if outcome.trump is None:
        raise ValueError(f"nothing is declared by {bids}")
    return Declared(outcome.trump, outcome.banker or parsed[0].seat)
