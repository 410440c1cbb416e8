"""From the draw to the burial: players declare while they draw, and bury."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from paipu.replay.cards import CARDS
from paipu.replay.plays import rotations
from paipu.replay.tricks.bidding import judge_bids, parse_bid
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TRUMP, TrumpContext
from paipu.samples.people import Player
from paipu.samples.tricks.auction import AUCTIONS, AuctionOfStage

_TRUMP_PRICE: Final = 60.0
_TOP_PRICE: Final = 12.0
_PAIR_PRICE: Final = 9.0
_POINT_PRICE: Final = 0.4
_LENGTH_PRICE: Final = 2.0
_SET_PRICE: Final = 25.0


class Draw(NamedTuple):
    """What was drawn by each seat, in order, what was left, and the declarations in notation."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    bids: tuple[str, ...]


class Declared(NamedTuple):
    """Where the bids lead, by the kernel: the trump, and the seat that wins the bank where it is declared for."""

    trump: str
    banker: str


def draw(
    sheet: TrickSheet,
    rng: Random,
    players: Sequence[Player],
    level: str,
    bank: int | None,
    given: tuple[Sequence[Sequence[str]], Sequence[str]] | None = None,
) -> tuple[Draw, Declared]:
    """Shuffle and draw, the banker first if there is one. Nobody declares: the kitty tells, or the cards are dealt again.

    `sheet` is the sheet as it is played at the level. `given` are the hands and the kitty of a board: drawn in whatever order,
    until somebody declares.
    """
    seats = len(sheet.seats)
    first = bank if bank is not None else rng.randrange(seats)
    kind = AUCTIONS[sheet.key] if sheet.fixed_trump is None else AuctionOfStage
    while True:
        deck = list(CARDS * sheet.cards.copies)
        rng.shuffle(deck)
        dealt = sheet.hand_size * seats
        if given is not None:
            orders = [rng.sample(hand, len(hand)) for hand in given[0]]
            deck = [orders[(first + index) % seats][index // seats] for index in range(dealt)] + list(given[1])
        auction = kind(sheet, rng, players, level, bank)
        for index, card in enumerate(deck[:dealt]):
            if card[0] == level or card in sheet.cards.top_trumps:
                auction.drawn((first + index) % seats, deck[index % seats : index + 1 : seats], last_chance=False)
        hands = tuple(tuple(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats))
        for seat in rotations(sheet.seats)[first]:
            auction.drawn(seat, hands[seat], last_chance=True)
        drawn = Draw(hands, tuple(deck[dealt:]), tuple(auction.bids))
        if drawn.bids and (sheet.fixed_trump is None or bank is None):
            return drawn, declared(sheet, drawn.bids, level)
        shown = sheet.kitty_trump(drawn.kitty, level) if sheet.fixed_trump is None and sheet.silence == "kitty" else None
        trump = sheet.fixed_trump or shown
        if trump is not None and bank is not None:
            return drawn, Declared(trump, sheet.seats[bank])


def declared(sheet: TrickSheet, bids: Sequence[str], level: str, *, accept_illegal: bool = False) -> Declared:
    """Trump and banker by the kernel. Raises ValueError for bids that lead to no trump.

    Where only joker pairs were shown there is no banker: the first who showed one stands in.
    """
    parsed = [parse_bid(bid) for bid in bids]
    outcome = judge_bids(sheet.bids, parsed, level, accept_illegal=accept_illegal)
    if outcome.trump is None:
        raise ValueError(f"nothing is declared by {bids}")
    return Declared(outcome.trump, outcome.banker or parsed[0].seat)


def choose_burial(ctx: TrumpContext, pool: Sequence[str], count: int, rng: Random) -> list[str]:
    """Bury low cards of short suits; keep trumps, aces, kings with their pair, sets of three, and points out of the kitty."""
    lengths = Counter(ctx.cls[card] for card in pool)
    sets = [ctx.unpack(packed) for packed in ctx.trios]
    kept = {card for cards in sets if all(card in pool for card in cards) for card in cards}

    def price(card: str) -> float:
        cls, rung = ctx.cls[card], ctx.rung[card]
        if cls == TRUMP:
            return _TRUMP_PRICE + rung + ctx.points[card]
        base = rung + _LENGTH_PRICE * lengths[cls] + _POINT_PRICE * ctx.points[card] + _PAIR_PRICE * (pool.count(card) > 1)
        return base + _TOP_PRICE * (rung == len(ctx.rungs[cls]) - 1) + _SET_PRICE * (card in kept) + 4.0 * rng.random()

    priced = sorted((price(card), place) for place, card in enumerate(pool))
    return [pool[place] for _, place in priced[:count]]
