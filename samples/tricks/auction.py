"""How the players declare while they draw: a small auction for each way of declaring that a sheet can have."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER, SUITS
from replay.tricks.bidding import judge_bids, parse_bid
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import NO_TRUMP
from samples.people import Player

_ENOUGH: Final = 0.36
"""The share of trumps among one's cards from which a suit is worth declaring; a third of the deck is trumps."""
_WEAK: Final = 0.24
"""The share under which another's trump suit hurts enough to make it no trump."""

_READY: Final = 0.35
"""How often one does not wait for a longer suit, where a level card by itself declares."""


class Auction(ABC):
    """The declarations of one draw.

    `seat` declared last (-1 before anybody did), and made `suit` trump; `strength` is what the way of declaring makes of it.
    """

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

    @abstractmethod
    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """A seat has drawn a card to declare with, or the draw is over: it may bid."""

    def allowed(self, seat: int, cards: str) -> bool:
        """Whether the sheet lets a seat declare so now."""
        bids = [parse_bid(bid) for bid in (*self.bids, f"{self.sheet.seats[seat]} {cards}")]
        return not judge_bids(self.sheet.bids, bids, self.level, accept_illegal=False).faults

    def eager(self, seat: int) -> bool:
        """Whether a seat's side has the bank, or can win it."""
        return self.bank is None or (seat - self.bank) % 2 == 0

    def trumps(self, own: Sequence[str], suit: str) -> int:
        """How many of the cards are trumps if a suit is."""
        always = self.sheet.cards.top_trumps
        return sum(card[1] == suit or card[0] == self.level or card in always for card in own)

    def best_suit(self, own: Sequence[str], copies: int) -> str | None:
        """The suit with the most trumps among those of which a seat has so many level cards."""
        suits = [suit for suit in "shcd" if own.count(self.level + suit) >= copies]
        return max(suits, key=lambda suit: self.trumps(own, suit), default=None)

    def long_enough(self, seat: int, own: Sequence[str], suit: str) -> bool:
        """Whether a suit is worth declaring: the longer the likelier; the bank makes it worth more."""
        need = _ENOUGH - 0.06 * self.eager(seat) - 0.06 * self.players[seat].boldness
        return self.trumps(own, suit) >= max(3.0, need * len(own))

    def hurts(self, seat: int, own: Sequence[str]) -> bool:
        """Whether an opponent's trump suit leaves a seat with little."""
        return self.suit in SUITS and (seat - self.seat) % 2 == 1 and self.trumps(own, self.suit) <= _WEAK * len(own) + 2


class AuctionWithJokers(Auction):
    """A joker beside one level card declares, a joker beside a pair or a pair of jokers over-declares."""

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

    def declare(self, seat: int, own: Sequence[str], jokers: list[str], *, last_chance: bool) -> None:
        """SJ-5a: a joker and a level card, the longer the suit the likelier; the bank makes it worth more."""
        suit = self.best_suit(own, 1)
        if suit is None or not jokers:
            return
        if last_chance or self.long_enough(seat, own, suit):
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
        if not self.hurts(seat, own):
            return
        for strength, joker in ((3, LITTLE_JOKER), (4, BIG_JOKER)):
            if own.count(joker) == 2 and self.rng.random() < 0.3 + 0.5 * self.players[seat].boldness:
                self.bid(seat, joker * 2, NO_TRUMP, strength)
                return


class AuctionOfPairs(Auction):
    """A level card or a pair declares; any other pair over-declares, until the first declarer adds his second card.

    `shown` are the pairs already spent; `caution` is how many more trumps over-declaring takes than declaring, as a share.
    After the burial the same pairs take the kitty up again.
    """

    def __init__(self, sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, bank: int | None) -> None:
        super().__init__(sheet, rng, players, level, bank)
        self.shown: set[str] = set()
        self.caution = 0.05

    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """A seat has drawn a card to declare with, or the draw is over: it may bid."""
        if self.seat < 0:
            self.declare(seat, own, last_chance=last_chance)
        elif self.seat == seat:
            self.protect(seat, own)
        else:
            over = self.pair_over(seat, own)
            if over is not None:
                self.show(seat, *over)

    def show(self, seat: int, cards: str, suit: str) -> None:
        """Declare, if the sheet allows it now."""
        if self.allowed(seat, cards):
            self.bid(seat, cards, suit, len(cards.partition("=")[0]) // 2)
            self.shown.add(cards[:4])

    def declare(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """CDP-3.1: a level card, the longer its suit the likelier; in the first hand somebody must."""
        suit, must = self.best_suit(own, 1), last_chance and self.bank is None
        if suit is None or not (must or (self.long_enough(seat, own, suit) and self.rng.random() < _READY)):
            return
        card = self.level + suit
        pair = own.count(card) == 2 and card not in self.sheet.cards.top_trumps and self.rng.random() < 0.4
        self.show(seat, card * (1 + pair), suit)

    def protect(self, seat: int, own: Sequence[str]) -> None:
        """CDP-3.2a, 自保: the second level card, once drawn, is often shown beside the first."""
        card = self.level + self.suit
        if self.strength == 1 and own.count(card) == 2 and self.rng.random() < 0.4:
            self.show(seat, card * 2, self.suit)

    def pair_over(self, seat: int, own: Sequence[str]) -> tuple[str, str] | None:
        """The pair with which a seat declares over what stands, and the trump it makes: a long suit of one's own, or jokers.

        Who shows both of the card above the jokers puts the levels at stake, which takes courage.
        """
        partner = self.seat >= 0 and (seat - self.seat) % 2 == 0
        need = (_ENOUGH + self.caution + 0.12 * partner - 0.04 * self.eager(seat)) * len(own)
        daring = self.rng.random() < 0.1 + 0.4 * self.players[seat].boldness
        for suit in sorted(SUITS, key=lambda suit: -self.trumps(own, suit)):
            if suit == self.suit or self.trumps(own, suit) < need:
                continue
            for card in (self.level + suit, *self.sheet.cards.top_trumps):
                above = card in self.sheet.cards.top_trumps
                if own.count(card) < 2 or card in JOKERS or card * 2 in self.shown or (above and not daring):
                    continue
                return (f"{card * 2}={suit}" if above else card * 2), suit
        if daring and self.hurts(seat, own):
            pairs = [card * 2 for card in JOKERS if own.count(card) == 2 and card * 2 not in self.shown]
            return (pairs[0], NO_TRUMP) if pairs else None
        return None


class AuctionOfCalls(Auction):
    """A level card calls, and its second copy closes; pairs over-call by the order of suits, jokers above them."""

    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """A seat has drawn a card to call with, or the draw is over: it may bid."""
        if self.seat < 0:
            self.call(seat, own)
        elif self.seat == seat:
            self.close(seat, own)
        else:
            self.over_call(seat, own, last_chance=last_chance)

    def show(self, seat: int, cards: str, suit: str) -> None:
        """Declare, if the sheet allows it now."""
        if self.allowed(seat, cards):
            self.bid(seat, cards, suit, len(cards) // 2)

    def call(self, seat: int, own: Sequence[str]) -> None:
        """SK-2.2a: a level card of a long suit, sometimes both."""
        suit = self.best_suit(own, 1)
        if suit is not None and self.long_enough(seat, own, suit) and self.rng.random() < _READY:
            pair = own.count(self.level + suit) == 2 and self.rng.random() < 0.3
            self.show(seat, (self.level + suit) * (1 + pair), suit)

    def close(self, seat: int, own: Sequence[str]) -> None:
        """SK-2.2c: the caller's second card, written by itself or as the pair."""
        card = self.level + self.suit
        if self.strength == 1 and own.count(card) == 2 and self.rng.random() < 0.5:
            self.show(seat, card * self.rng.choice((1, 2)), self.suit)

    def over_call(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """SK-2.2a: a pair of a long suit; at the end jokers, by whom the trump suit of the others leaves with little."""
        suit = self.best_suit(own, 2)
        partner = (seat - self.seat) % 2 == 0
        if suit not in {None, self.suit} and self.trumps(own, suit or "") >= (_ENOUGH + 0.12 * partner) * len(own):
            self.show(seat, (self.level + (suit or "")) * 2, suit or "")
        elif last_chance and self.hurts(seat, own) and self.rng.random() < 0.3 + 0.5 * self.players[seat].boldness:
            for joker in JOKERS:
                if own.count(joker) == 2:
                    self.show(seat, joker * 2, NO_TRUMP)


class AuctionOfStage(Auction):
    """At a level with a trump of its own the attackers may show certain cards, which puts the levels at stake."""

    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """The draw is over: a seat that holds the cards may show them."""
        cards = self.sheet.bids.first_shape
        if last_chance and not self.eager(seat) and own.count(cards[:2]) == 2 and self.rng.random() < 0.6:
            self.bid(seat, cards, NO_TRUMP, 1)


AUCTIONS: Final[Mapping[str, type[Auction]]] = {
    "shengji": AuctionWithJokers,
    "chaodipi": AuctionOfPairs,
    "shuangkou": AuctionOfCalls,
}
"""How each sheet of which matches can be made up declares."""
