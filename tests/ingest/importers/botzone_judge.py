"""A small judge that plays a hand and writes its log as the Botzone platform does, for logs that nobody played.

It refers to the oracle for who wins and knows the platform's card numbers, history, banking and failed throws by itself. It
leads singles, pairs, and throws of two singles, and follows legally.
"""

import json
import random
from collections import Counter
from typing import Any

from tests.oracle.cards import doubled
from tests.oracle.shengji import class_of, effective_suit, of_class, order, points, winner

SEATS = "ENWS"
RANKS = "A23456789TJQK"

Log = dict[str, Any]


class Judge:
    """One hand, dealt from a seed, with the suits numbered in the order `suits`.

    `call` and `snatch` say whether somebody declares and over-declares; `snatch` may be "own" (the caller himself) or "joker".
    `tricks` is how many tricks are played before the log ends; with all 25 it ends with `finish`.
    """

    def __init__(
        self,
        seed: int,
        suits: str,
        *,
        level: str = "2",
        call: bool = True,
        snatch: str = "",
        tricks: int = 25,
        throws: bool = True,
        later_version: bool = False,
    ) -> None:
        self.random = random.Random(seed)
        self.suits, self.level, self.throws = suits, level, throws
        self.banking: dict[str, Any] = {"called": -1, "snatched": -1, "major": "", "banker": -1}
        self.later_version = later_version
        self.log: list[Any] = []
        self.score = 0
        self.fines = 0
        self.running: list[int] = []
        self.winners = ""
        self.failed: list[tuple[int, str]] = []
        self.deal(call, snatch)
        self.cover()
        self.trump = {"n": "NT"}.get(self.banking["major"], self.banking["major"])
        self.play(tricks)

    def name(self, card: int) -> str:
        """The notation of a card number."""
        within = card % 54
        return ("LJ", "BJ")[within - 52] if within > 51 else RANKS[within // 4] + self.suits[within % 4]

    def names(self, cards: list[int]) -> list[str]:
        """The notation of some numbers."""
        return [self.name(card) for card in cards]

    @property
    def document(self) -> Log:
        """A fresh copy of the whole log."""
        level = {"T": "0"}.get(self.level, self.level)
        initdata = {"allocation": self.allocation, "publiccard": self.public, "level": level}
        copied: Log = json.loads(json.dumps({"initdata": initdata, "log": self.log}))
        return copied

    # -- the log's form

    def request(self, player: int, body: dict[str, Any], **display: Any) -> None:
        about: dict[str, Any] = {"level": {"T": "0"}.get(self.level, self.level), "banking": dict(self.banking)}
        if body["stage"] == "play":
            about["total_score"] = self.score
        if self.later_version:
            about["first_round"] = True
        content = {str(player): {**body, "global": about}}
        self.log.append({"output": {"command": "request", "content": content, "display": display}, "verdict": "OK"})

    def answer(self, player: int, cards: list[int]) -> None:
        answer: dict[str, Any] = {"response": cards, "verdict": "OK"}
        if player:
            answer["time"] = 30 + player
        self.log.append({str(player): answer})

    # -- the stages

    def deal(self, call: bool, snatch: str) -> None:
        deck = list(range(108))
        self.random.shuffle(deck)
        if snatch == "joker":  # so that player 1 gets a pair of jokers, late
            self.put(deck, {52: 93, 106: 97})
        if snatch in {"own", "other"}:  # player 0 gets a level card early, and player 0 or 1 a pair
            rank = RANKS.index(self.level) * 4
            self.put(deck, {rank: 0, rank + 54: 40} if snatch == "own" else {rank: 0, rank + 1: 41, rank + 55: 45})
        drawn, self.public = deck[:100], deck[100:]
        self.allocation = [drawn[player::4] for player in range(4)]
        held: list[list[int]] = [[], [], [], []]
        for number, card in enumerate(drawn):
            player = number % 4
            held[player].append(card)
            extra = {"playerpos": player} if self.later_version and number < 4 else {}
            self.request(player, {"stage": "deal", "deliver": [card], **extra})
            self.answer(player, self.declaration(player, held[player], call, snatch))

    @staticmethod
    def put(deck: list[int], places: dict[int, int]) -> None:
        for card, place in places.items():
            at = deck.index(card)
            deck[at], deck[place] = deck[place], deck[at]

    def declaration(self, player: int, held: list[int], call: bool, snatch: str) -> list[int]:
        levels = [card for card in held if self.name(card)[0] == self.level]
        banking = self.banking
        if call and banking["called"] < 0 and levels:
            banking.update(called=player, major=self.name(levels[0])[1], banker=player)
            return [levels[0]]
        if snatch and banking["called"] >= 0 and banking["snatched"] < 0:
            candidates = [card for card in held if card % 54 > 51] if snatch == "joker" else levels
            if (snatch == "own") != (player == banking["called"]) and snatch != "joker":
                return []
            for card in candidates:
                if card < 54 and card + 54 in candidates:
                    name = self.name(card)
                    banking.update(snatched=player, major="n" if name[1] == "J" else name[1], banker=player)
                    return [card, card + 54]
        return []

    def cover(self) -> None:
        if self.banking["banker"] < 0:
            self.banking.update(banker=self.random.randrange(4), major=self.random.choice("shcd"))
        banker = self.banking["banker"]
        self.request(banker, {"stage": "cover", "deliver": self.public})
        self.hands = [list(hand) for hand in self.allocation]
        self.hands[banker] += self.public
        self.random.shuffle(self.hands[banker])
        self.bury = [self.hands[banker].pop() for _ in range(8)]
        self.answer(banker, list(self.bury))

    def play(self, tricks: int) -> None:
        leader = last_leader = self.banking["banker"]
        before: list[list[int]] = []
        gained = 0
        for number in range(1, tricks + 1):
            current: list[list[int]] = []
            for turn in range(4):
                player = (leader + turn) % 4
                history = [before, list(current), last_leader, leader]
                self.request(player, {"stage": "play", "history": history})
                cards = self.follow(player, current[0]) if current else self.lead(player)
                self.answer(player, list(cards))
                stood = cards if current else self.after_judging(number, player, cards)
                for card in stood:
                    self.hands[player].remove(card)
                current.append(sorted(stood))
            seats = [(SEATS[(leader + turn) % 4], self.names(cards)) for turn, cards in enumerate(current)]
            last_leader, leader, before = leader, SEATS.index(winner(seats, self.level, self.trump)), current
            self.winners += SEATS[leader]
            gained = sum(points(cards) for _, cards in seats) if self.attacks(leader) else 0
            self.score += gained
            self.running.append(self.score)
            if not any(self.hands):
                self.finish(leader, len(current[0]), gained)
                return
        self.request(leader, {"stage": "play", "history": [before, [], last_leader, leader]})

    def attacks(self, player: int) -> bool:
        return bool((player - self.banking["banker"]) % 2)

    def lead(self, player: int) -> list[int]:
        hand = self.hands[player]
        cards = self.names(hand)
        choice = self.random.random()
        pairs = doubled(cards)
        if pairs and choice < 0.4:
            pair = self.random.choice(pairs)
            return [card for card in hand if self.name(card) == pair]
        first = self.random.choice(hand)
        suit = effective_suit(self.name(first), self.level, self.trump)
        others = [
            card
            for card in hand
            if self.name(card) != self.name(first) and effective_suit(self.name(card), self.level, self.trump) == suit
        ]
        if self.throws and others and choice > 0.7:
            return [first, self.random.choice(others)]
        return [first]

    def after_judging(self, number: int, player: int, cards: list[int]) -> list[int]:
        """What stands of a lead: of a throw of two singles that somebody can beat, the lowest card that is beaten."""
        names = self.names(cards)
        if len(set(names)) == 1:
            return cards
        suit = effective_suit(names[0], self.level, self.trump)
        others = [self.name(card) for other in range(4) if other != player for card in self.hands[other]]
        best = max((order(card, self.level, self.trump) for card in of_class(others, suit, self.level, self.trump)), default=-1)
        blocked = [card for card in cards if order(self.name(card), self.level, self.trump) < best]
        if not blocked:
            return cards
        fine = 10 * len(blocked) * (-1 if self.attacks(player) else 1)
        self.score += fine
        self.fines += fine
        self.failed.append((number, "".join(names)))
        return [min(blocked, key=lambda card: order(self.name(card), self.level, self.trump))]

    def follow(self, player: int, lead: list[int]) -> list[int]:
        hand = list(self.hands[player])
        self.random.shuffle(hand)
        led = self.names(lead)
        suit = class_of(led, self.level, self.trump)
        mine = [card for card in hand if effective_suit(self.name(card), self.level, self.trump) == suit]
        rest = [card for card in hand if card not in mine]
        if len(set(led)) == 1 and len(led) == 2:
            copies = Counter(self.names(mine))
            mine.sort(key=lambda card: (-copies[self.name(card)], self.name(card)))
        return [*mine, *rest][: len(lead)]

    def finish(self, leader: int, factor: int, gained: int) -> None:
        """As the platform ends a hand: the last play gains the trick and the kitty."""
        kitty = points(self.names(self.bury)) * factor if self.attacks(leader) else 0
        self.running.pop()
        self.score += kitty
        side = 1 if self.score >= 80 else 0
        content = {str(player): int(self.attacks(player) == bool(side)) for player in range(4)}
        display = {"event": {"currplayer": (leader + 3) % 4, "action": "play"}, "get_score": gained + kitty, "score": content}
        self.log.append({"output": {"command": "finish", "content": content, "display": display}, "verdict": "OK"})
