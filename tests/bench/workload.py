"""The records that are measured: whole hands of `shengji`, made from a seed with nothing of the engine, right in every claim.

Winners, points and levels are the oracle's, so a clean audit of the workload is itself a check.
"""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

from paipu.samples import make_match
from tests.oracle.cards import RANKS, SEATS, SUITS, TWO_DECKS, doubled, next_seat, seats_from, side_of, without
from tests.oracle.shengji import (
    after_burial,
    after_hand,
    effective_suit,
    next_dealer,
    of_class,
    referee_hand,
    round_winner,
    winner,
)

Document = dict[str, Any]
SUIT_ORDERS: Final = tuple(permutations(SUITS))
LEVELS: Final = RANKS[: RANKS.index("T") + 1]


class HandMaker:
    """Plays one hand legally: singles only, so that it has 25 tricks, or with the pairs that there are."""

    def __init__(self, rng: random.Random, *, pairs: bool) -> None:
        self.rng = rng
        self.pairs = pairs
        self.level = rng.choice(LEVELS)
        deck = list(TWO_DECKS)
        rng.shuffle(deck)
        self.deal = {seat: deck[index * 25 : index * 25 + 25] for index, seat in enumerate(SEATS)}
        self.deal["kitty"] = deck[100:]
        declarers = [seat for seat in SEATS if self.declarations(seat)]
        while not declarers:  # a hand without a joker or a level card
            rng.shuffle(deck)
            self.deal = {seat: deck[index * 25 : index * 25 + 25] for index, seat in enumerate(SEATS)}
            self.deal["kitty"] = deck[100:]
            declarers = [seat for seat in SEATS if self.declarations(seat)]
        self.dealer = rng.choice(declarers)
        self.bid = rng.choice(self.declarations(self.dealer))
        self.trump = self.bid[-1]
        self.bury = self.choose_burial()
        self.tricks = self.play()

    def declarations(self, seat: str) -> list[str]:
        """What the seat could declare: a joker with a level card."""
        cards = self.deal[seat]
        jokers = sorted({card for card in cards if card[1] == "J"})
        levels = sorted({card for card in cards if card[0] == self.level})
        return [joker + card for joker in jokers for card in levels]

    def choose_burial(self) -> list[str]:
        """Eight low side cards without points, as bankers like to."""
        pool = [*self.deal[self.dealer], *self.deal["kitty"]]
        by_worth = sorted(
            pool,
            key=lambda card: (
                effective_suit(card, self.level, self.trump) == "T",
                card[0] in "5TK",
                RANKS.find(card[0]),
                card,
            ),
        )
        return by_worth[:8]

    def play(self) -> list[str]:
        """All the tricks of the hand, in record notation."""
        hands = after_burial(self.deal, self.dealer, self.bury)
        leader, tricks = self.dealer, []
        while any(hands.values()):
            made: list[tuple[str, list[str]]] = []
            for seat in seats_from(leader):
                cards = self.follow(hands[seat], made[0][1]) if made else self.lead(hands[seat])
                hands[seat] = without(hands[seat], cards)
                made.append((seat, cards))
            tricks.append(" ".join([leader, *("".join(cards) for _, cards in made)]))
            leader = winner(made, self.level, self.trump)
        return tricks

    def lead(self, hand: Sequence[str]) -> list[str]:
        pairs = doubled(hand) if self.pairs else []
        card = self.rng.choice(pairs or list(hand))
        return [card] * (2 if pairs else 1)

    def follow(self, hand: Sequence[str], lead: Sequence[str]) -> list[str]:
        suit = effective_suit(lead[0], self.level, self.trump)
        mine = self.rng.sample(
            of_class(hand, suit, self.level, self.trump), k=len(of_class(hand, suit, self.level, self.trump))
        )
        if len(lead) == 2:
            copies = Counter(mine)
            mine.sort(key=lambda card: (-copies[card], card))
        rest = [card for card in hand if effective_suit(card, self.level, self.trump) != suit]
        return [*mine, *self.rng.sample(rest, k=len(rest))][: len(lead)]

    def claims(self) -> Document:
        """The score sheet of the hand."""
        result = referee_hand(self.level, self.trump, self.dealer, self.deal, self.bury, self.tricks)
        levels, office = after_hand(dict.fromkeys(("EW", "NS"), self.level), side_of(self.dealer), result.attackers)
        claims: Document = {
            "winners": "".join(result.winners),
            "attackers": result.attackers,
            "kitty_points": result.kitty_points,
            "levels": levels,
            **({} if round_winner(levels) else {"next_dealer": next_dealer(self.dealer, office)}),
        }
        return claims if result.multiplier is None else claims | {"multiplier": result.multiplier}

    def document(self, name: str) -> Document:
        """The hand as a record of one hand."""
        hand = {
            "no": 1,
            "level": self.level,
            "dealer": self.dealer,
            "trump": self.trump,
            "deal": {part: " ".join(cards) for part, cards in self.deal.items()},
            "bids": [f"{self.dealer} {self.bid}"],
            "kitty": [{"seat": self.dealer, "bury": "".join(self.bury)}],
            "tricks": self.tricks,
            "claims": self.claims(),
        }
        players = {seat: {"id": f"p{seat}", "team": side_of(seat)} for seat in seats_from(next_seat(self.dealer))}
        return {
            "format": "paipu/1",
            "id": name,
            "sheet": "shengji",
            "seats": players,
            "start": {"levels": dict.fromkeys(("EW", "NS"), self.level)},
            "hands": [hand],
        }


def make_lines(hands: int, seed: int, *, pairs: bool = False) -> list[bytes]:
    """As many records of one hand each, as the lines of an ndjson file."""
    rng = random.Random(f"{seed}/{pairs}")
    return [encode(HandMaker(rng, pairs=pairs).document(f"bench/{seed}/{number}")) for number in range(1, hands + 1)]


def make_matches(count: int, seed: int, sheet: str = "shengji") -> list[bytes]:
    """The matches that the samples are made of: several hands each, with throws, tractors and think times."""
    return [encode(make_match(seed, number, sheet=sheet)) for number in range(1, count + 1)]


def make_rounds(rounds: int, matches: int, seed: int, sheet: str) -> list[list[bytes]]:
    """Other matches for each round, for sheets whose suits cannot be exchanged: they rank in declaring, or a card is fixed."""
    return [make_matches(matches, seed + 1_000 * number, sheet) for number in range(rounds)]


def with_other_suits(lines: Sequence[bytes], number: int) -> list[bytes]:
    """The same records with their suits exchanged, in one of 24 ways: other cards and trumps, and every claim still right."""
    suits = SUIT_ORDERS[number % len(SUIT_ORDERS)]
    table = str.maketrans(SUITS, "".join(suits))
    return [encode(_translate(json.loads(line), table)) for line in lines]


def _translate(document: Document, table: dict[int, int]) -> Document:
    """Suits are the only small letters in cards, and seats are capitals."""
    for hand in document["hands"]:
        hand["trump"] = hand["trump"] if hand["trump"] == "NT" else hand["trump"].translate(table)
        hand["deal"] = {part: cards.translate(table) for part, cards in hand["deal"].items()}
        hand["bids"] = [bid.translate(table) for bid in hand["bids"]]
        hand["kitty"] = [{**action, "bury": action["bury"].translate(table)} for action in hand["kitty"]]
        hand["tricks"] = [trick.translate(table) for trick in hand["tricks"]]
    return document


def encode(document: Document) -> bytes:
    """A document as one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def count_plays(lines: Sequence[bytes]) -> tuple[int, int]:
    """How many hands and how many plays the records have."""
    hands = [hand for line in lines for hand in json.loads(line)["hands"]]
    return len(hands), sum(len(trick.split(" ")) - 1 for hand in hands for trick in hand["tricks"])
