"""How the players declare while they draw: a small auction for each way of declaring that a sheet can have."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final

from paipu.replay.cards import JOKERS, SUITS
from paipu.replay.notation import read_shown
from paipu.replay.tricks.bidding import Outcome, judge_bids, parse_bid
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import NO_TRUMP
from paipu.samples.people import Player

_ENOUGH: Final = 0.36
"""The share of trumps among one's cards from which a suit is worth declaring; a third of the deck is trumps."""
_WEAK: Final = 0.24
"""The share under which another's trump suit hurts enough to make it no trump."""
_CAUTION: Final = -0.03
"""How many more trumps, as a share, taking the kitty up takes than declaring."""
_READY: Final = 0.35
"""How often one does not wait for a longer suit, where a level card by itself declares."""


class Auction:
    """The declarations of one draw: a level card by itself declares, or a pair of them, whose second may be shown later.

    `seat` declared last (-1 before anybody did), and made `suit` trump; `strength` is what the way of declaring makes of it.
    `shown` has the pairs already spent; `caution` is how many more trumps over-declaring takes than declaring, as a share.
    `at_once` is how often the declarer shows a pair at once, `later` how often once he has drawn the second card, `either`
    whether he may write that one by itself or as the pair.
    """

    at_once: ClassVar[float]
    later: ClassVar[float]
    either: ClassVar[bool] = False

    def __init__(self, sheet: TrickSheet, rng: Random, players: Sequence[Player], level: str, bank: int | None) -> None:
        self.sheet, self.rng, self.players, self.level, self.bank = sheet, rng, players, level, bank
        self.bids: list[str] = []
        self.seat = -1
        self.suit = ""
        self.strength = 0
        self.shown: set[str] = set()
        self.caution = 0.05

    def bid(self, seat: int, cards: str, suit: str, strength: int) -> None:
        self.bids.append(f"{self.sheet.seats[seat]} {cards}")
        self.seat, self.suit, self.strength = seat, suit, strength
        self.shown.add(cards[:4])

    def drawn(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """A seat has drawn a card to declare with, or the draw is over: it may bid."""
        if self.seat < 0:
            self.declare(seat, own, last_chance=last_chance)
        elif self.seat == seat:
            self.add(own)
        else:
            self.over(seat, own, last_chance=last_chance)

    def declare(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """Nobody has declared yet."""
        suit, must = self.best_suit(own, 1), last_chance and self.bank is None
        if suit and (must or (self.long_enough(seat, own, suit) and self.rng.random() < _READY)):
            card = self.level + suit
            able = own.count(card) == 2 and card not in self.sheet.cards.top_trumps
            self.show(seat, card * (1 + (able and self.rng.random() < self.at_once)), suit)

    def add(self, own: Sequence[str]) -> None:
        """Who declared may add to it."""
        card = self.level + self.suit
        if self.strength == 1 and own.count(card) == 2 and self.rng.random() < self.later:
            self.show(self.seat, card * (self.rng.choice((1, 2)) if self.either else 2), self.suit)

    def over(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """Somebody else has declared."""

    def show(self, seat: int, cards: str, suit: str) -> None:
        """Declare, if the sheet allows it now."""
        bids = [parse_bid(bid) for bid in (*self.bids, f"{self.sheet.seats[seat]} {cards}")]
        if not judge_bids(self.sheet.bids, bids, self.level, accept_illegal=False).faults:
            self.bid(seat, cards, suit, len(read_shown(cards).cards) // 2)

    def eager(self, seat: int) -> bool:
        return self.bank is None or (seat - self.bank) % 2 == 0

    def trumps(self, own: Sequence[str], suit: str) -> int:
        always = self.sheet.cards.top_trumps
        return sum(card[1] == suit or card[0] == self.level or card in always for card in own)

    def best_suit(self, own: Sequence[str], copies: int) -> str:
        """The suit with the most trumps among those of which a seat has so many level cards; empty if there is none."""
        suits = [suit for suit in "shcd" if own.count(self.level + suit) >= copies]
        return max(suits, key=lambda suit: self.trumps(own, suit), default="")

    def long_enough(self, seat: int, own: Sequence[str], suit: str) -> bool:
        """Whether a suit is worth declaring: the longer the likelier; the bank makes it worth more."""
        need = _ENOUGH - 0.06 * self.eager(seat) - 0.06 * self.players[seat].boldness
        return self.trumps(own, suit) >= max(3.0, need * len(own))

    def wants(self, seat: int, own: Sequence[str], suit: str, more: float = 0.0) -> bool:
        """Whether a suit of one's own is long enough to make it trump in place of another's, seldom the partner's."""
        partner = self.seat >= 0 and (seat - self.seat) % 2 == 0
        return self.trumps(own, suit) >= (_ENOUGH + more + 0.12 * partner) * len(own)

    def daring(self, seat: int, least: float, more: float) -> bool:
        return self.rng.random() < least + more * self.players[seat].boldness

    def hurts(self, seat: int, own: Sequence[str]) -> bool:
        """Whether an opponent's trump suit leaves a seat with little."""
        return self.suit in SUITS and (seat - self.seat) % 2 == 1 and self.trumps(own, self.suit) <= _WEAK * len(own) + 2


class AuctionWithJokers(Auction):
    """A joker beside one level card declares, a joker beside a pair or a pair of jokers over-declares."""

    def declare(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        suit, jokers = self.best_suit(own, 1), [card for card in JOKERS if card in own]
        if suit and jokers and (last_chance or self.long_enough(seat, own, suit)):
            pair = own.count(self.level + suit) == 2 and self.rng.random() < 0.4
            self.bid(seat, jokers[0] + (self.level + suit) * (1 + pair), suit, 1 + pair)

    def add(self, own: Sequence[str]) -> None:
        card = self.level + self.suit
        if self.strength == 1 and own.count(card) == 2 and self.rng.random() < 0.7:
            self.bid(self.seat, card, self.suit, 2)

    def over(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """SJ-5b: a joker and a pair of level cards of a long suit, seldom against the partner; at the end no trump."""
        suit, jokers = self.best_suit(own, 2), [card for card in JOKERS if card in own]
        if self.strength < 2 and jokers and suit not in {"", self.suit}:
            partner = (seat - self.seat) % 2 == 0
            if self.wants(seat, own, suit, -0.04 * self.eager(seat)) and (not partner or self.rng.random() < 0.2):
                self.bid(seat, jokers[0] + (self.level + suit) * 2, suit, 2)
        if last_chance and self.seat != seat and self.hurts(seat, own):
            for strength, joker in enumerate(JOKERS, start=3):
                if self.seat != seat and own.count(joker) == 2 and self.daring(seat, 0.3, 0.5):
                    self.bid(seat, joker * 2, NO_TRUMP, strength)


class AuctionOfPairs(Auction):
    """Any other pair over-declares, until the first declarer adds his second card.

    After the burial the same pairs take the kitty up again.
    """

    at_once, later = 0.4, 0.4

    def over(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """CDP-3.2: a pair over what stands."""
        del last_chance
        if over := self.pair_over(seat, own):
            self.show(seat, *over)

    def ask_again(self, stands: Outcome) -> None:
        """After the burial each of the others is asked once whether he takes the kitty up again (炒底), and after each burial.

        Whose declaration stands is not asked. Now a player knows what he has, and the cards of his choice will be his.
        """
        self.caution, self.shown = _CAUTION, {"".join(pair) for pair in stands.spent}
        if stands.standing is not None:
            self.seat, self.suit = self.sheet.seat_at[stands.standing.seat], stands.trump or ""

    def pair_over(self, seat: int, own: Sequence[str]) -> tuple[str, str] | None:
        """The pair with which a seat declares over what stands, and the trump it makes: a long suit of one's own, or jokers.

        Who shows both of the card above the jokers puts the levels at stake, which takes courage.
        """
        daring = self.daring(seat, 0.1, 0.4)
        for suit in sorted(SUITS, key=lambda suit: -self.trumps(own, suit)):
            if suit == self.suit or not self.wants(seat, own, suit, self.caution - 0.04 * self.eager(seat)):
                continue
            for card in (self.level + suit, *self.sheet.cards.top_trumps):
                above = card in self.sheet.cards.top_trumps
                if own.count(card) == 2 and card not in JOKERS and card * 2 not in self.shown and (daring or not above):
                    return (f"{card * 2}={suit}" if above else card * 2), suit
        able = [joker * 2 for joker in JOKERS if own.count(joker) == 2 and joker * 2 not in self.shown]
        return (able[0], NO_TRUMP) if able and daring and self.hurts(seat, own) else None


class AuctionOfCalls(Auction):
    """The second copy of a level card closes; pairs over-call by the order of suits, jokers above them."""

    at_once, later, either = 0.3, 0.5, True

    def over(self, seat: int, own: Sequence[str], *, last_chance: bool) -> None:
        """SK-2.2a: a pair of a long suit; at the end jokers, by whom the trump suit of the others leaves with little."""
        suit = self.best_suit(own, 2)
        if suit not in {"", self.suit} and self.wants(seat, own, suit):
            self.show(seat, (self.level + suit) * 2, suit)
        elif last_chance and self.hurts(seat, own) and self.daring(seat, 0.3, 0.5):
            for joker in JOKERS:
                if own.count(joker) == 2:
                    self.show(seat, joker * 2, NO_TRUMP)


class AuctionOfStage(AuctionOfPairs):
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
