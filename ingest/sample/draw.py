"""The draw: shuffled cards, and players who declare, add to their declaration, or over-declare while they draw."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from ingest.sample.people import Player
from replay.cards import BIG_JOKER, CARDS, JOKERS, LITTLE_JOKER
from replay.tricks.bidding import judge_bids, parse_bid
from replay.tricks.sheet import TrickSheet

_ENOUGH: Final = 0.36
"""The share of trumps among one's cards from which a suit is worth declaring; a third of the deck is trumps."""
_WEAK: Final = 0.24
"""The share under which another's trump suit hurts enough to make it no trump."""


class Draw(NamedTuple):
    """What was drawn by each seat, in order, what was left, and the declarations in notation."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    bids: tuple[str, ...]


class Declared(NamedTuple):
    """Where the bids lead, by the kernel: the trump, and the seat that wins the bank where it is declared for."""

    trump: str
    banker: str


class Auction:
    """The declarations of one draw, made by the players with a `joker + level card` in hand."""

    def __init__(self, sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, bank: int | None) -> None:
        self.sheet, self.rng, self.players, self.level, self.bank = sheet, rng, players, level, bank
        self.bids: list[str] = []
        self.seat = -1
        self.suit = ""
        self.strength = 0

    def bid(self, seat: int, cards: str, suit: str, strength: int) -> None:
        """Put a bid on record."""
        self.bids.append(f"{self.sheet.seats[seat]} {cards}")
        self.seat, self.suit, self.strength = seat, suit, strength

    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """A seat has drawn a joker or a level card, or the draw is over: it may bid."""
        jokers = [card for card in (LITTLE_JOKER, BIG_JOKER) if card in own]
        if self.seat < 0:
            self.declare(seat, own, jokers, last_chance=last_chance)
        elif self.seat == seat:
            self.reinforce(own)
        elif self.strength < 2 and jokers:
            self.over_declare(seat, own, jokers)
        if last_chance and self.strength and self.seat != seat:
            self.make_no_trump(seat, own)

    def eager(self, seat: int) -> bool:
        """Whether a seat's side has the bank, or can win it."""
        return self.bank is None or (seat - self.bank) % 2 == 0

    def trumps(self, own: Sequence[str], suit: str) -> int:
        """How many of the cards are trumps if a suit is."""
        return sum(card[1] == suit or card[0] == self.level or card in JOKERS for card in own)

    def best_suit(self, own: Sequence[str], copies: int) -> str | None:
        """The suit with the most trumps among those of which a seat has so many level cards."""
        suits = [suit for suit in "shcd" if own.count(self.level + suit) >= copies]
        return max(suits, key=lambda suit: self.trumps(own, suit), default=None)

    def declare(self, seat: int, own: Sequence[str], jokers: list[str], *, last_chance: bool) -> None:
        """SJ-5a: a joker and a level card, the longer the suit the likelier; the bank makes it worth more."""
        suit = self.best_suit(own, 1)
        if suit is None or not jokers:
            return
        need = _ENOUGH - 0.06 * self.eager(seat) - 0.06 * self.players[seat].boldness
        if last_chance or self.trumps(own, suit) >= max(3.0, need * len(own)):
            pair = own.count(self.level + suit) == 2 and self.rng.random() < 0.4
            self.bid(seat, jokers[0] + (self.level + suit) * (1 + pair), suit, 1 + pair)

    def reinforce(self, own: Sequence[str]) -> None:
        """SJ-5d: the second level card, once drawn, is mostly added."""
        card = self.level + self.suit
        if self.strength == 1 and own.count(card) == 2 and self.rng.random() < 0.7:
            self.bid(self.seat, card, self.suit, 2)

    def over_declare(self, seat: int, own: Sequence[str], jokers: list[str]) -> None:
        """SJ-5b: a joker and a pair of level cards, with a long suit of one's own, seldom against the partner."""
        suit = self.best_suit(own, 2)
        partner = (seat - self.seat) % 2 == 0
        if suit is None or suit == self.suit:
            return
        if self.trumps(own, suit) < (_ENOUGH + 0.12 * partner - 0.04 * self.eager(seat)) * len(own):
            return
        if not partner or self.rng.random() < 0.2:
            self.bid(seat, jokers[0] + (self.level + suit) * 2, suit, 2)

    def make_no_trump(self, seat: int, own: Sequence[str]) -> None:
        """SJ-5b: a joker pair, by whom the trump suit of the others leaves with little."""
        if self.suit not in "shcd" or (seat - self.seat) % 2 == 0 or self.trumps(own, self.suit) > _WEAK * len(own) + 2:
            return
        for strength, joker in ((3, LITTLE_JOKER), (4, BIG_JOKER)):
            if own.count(joker) == 2 and self.rng.random() < 0.3 + 0.5 * self.players[seat].boldness:
                self.bid(seat, joker * 2, "NT", strength)
                return


def draw(sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, bank: int | None) -> tuple[Draw, Declared]:
    """Shuffle and draw, the banker first if there is one, until somebody declares. Nobody declares: deal again."""
    seats = len(sheet.seats)
    first = bank if bank is not None else rng.randrange(seats)
    while True:
        deck = list(CARDS * sheet.cards.copies)
        rng.shuffle(deck)
        dealt = sheet.hand_size * seats
        auction = Auction(sheet, rng, players, level, bank)
        for index, card in enumerate(deck[:dealt]):
            if card[0] == level or card in JOKERS:
                auction.drawn((first + index) % seats, deck[index % seats : index + 1 : seats], last_chance=False)
        hands = tuple(tuple(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats))
        for turn in range(seats):
            seat = (first + turn) % seats
            auction.drawn(seat, hands[seat], last_chance=True)
        if auction.bids:
            bids = tuple(auction.bids)
            return Draw(hands, tuple(deck[dealt:]), bids), declared(sheet, bids, level)


def declared(sheet: TrickSheet, bids: Sequence[str], level: str, *, accept_illegal: bool = False) -> Declared:
    """Trump and banker by the kernel. Raises ValueError for bids that lead to no trump.

    Where only joker pairs were shown there is no banker: the first who showed one stands in.
    """
    parsed = [parse_bid(bid) for bid in bids]
    outcome = judge_bids(sheet.bids, parsed, level, accept_illegal=accept_illegal)
    if outcome.trump is None:
        raise ValueError(f"nothing is declared by {bids}")
    return Declared(outcome.trump, outcome.banker or parsed[0].seat)
