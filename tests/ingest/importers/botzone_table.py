"""A table that writes a hand of 掼蛋 as the Botzone platform logs it, for logs that nobody played."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

SEATS: Final = "ENWS"
RANKS: Final = "A23456789TJQK"
SUITS: Final = "hdsc"
ORDER: Final = "23456789TJQKA"

Log = dict[str, Any]


def names(cards: str) -> list[str]:
    """The cards of a text."""
    text = cards.replace(" ", "")
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def base(card: str) -> int:
    """The platform's number of the first copy of a card."""
    return {"LJ": 52, "BJ": 53}.get(card, -1) if card in {"LJ", "BJ"} else RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def fits(ranks: list[str]) -> bool:
    """Whether some ranks are a combination: as many of each, three and two, or a run of five."""
    counts = sorted(Counter(ranks).values())
    run = len(counts) == 5 and any(set(ranks) == set(("A" + ORDER)[at : at + 5]) for at in range(10))
    return counts == [2, 3] or len(counts) == 1 or (len(counts) > 1 and counts in ([2, 2, 2], [3, 3])) or run


class Table:
    """Writes one hand of a `paipu/1` record: `log` is the match.

    `before` are who was first and last in the deal before, where somebody pays; `flat` puts what is repeated beside `stage`.
    """

    def __init__(self, hand: Mapping[str, Any], before: tuple[str, str] | None = None, *, flat: bool = False) -> None:
        self.hand, self.before, self.flat = hand, before, flat
        self.entries: list[Any] = []
        self.held: dict[str, list[int]] = {}
        self.about: dict[str, Any] = {"level": {"T": "10"}.get(hand["level"], hand["level"])}
        moves = hand.get("tribute", [])
        paying = len(moves) // 2 if moves else (1 if hand.get("resisted") else 0)
        first, last = (SEATS.index(seat) for seat in before) if before else (None, None)
        self.about |= {"tribute": paying, "first": first, "last": last}
        self.deal()
        self.tribute(moves, paying)
        for trick in hand["tricks"]:
            self.trick(trick)
        self.entries.append({"output": {"command": "finish", "content": {"0": 3, "1": 0, "2": 3, "3": 0}}, "verdict": "OK"})

    @property
    def log(self) -> Log:
        """The match, as an archive holds it."""
        copied: Log = json.loads(json.dumps({"_id": {"$oid": "0" * 24}, "players": list("abcd"), "log": self.entries}))
        return copied

    def ask(self, seat: str, body: Log, response: Any) -> None:
        number = SEATS.index(seat)
        about = dict(self.about)
        request = {**body, **about} if self.flat else {**body, "global": about}
        self.entries.append({"output": {"command": "request", "content": {str(number): request}}, "verdict": "OK"})
        self.entries.append({str(number): {"verdict": "OK", "response": response, **({"time": 40} if number else {})}})

    def deal(self) -> None:
        copies: dict[str, int] = {}
        for seat in SEATS:
            self.held[seat] = []
            for card in names(self.hand["deal"][seat]):
                self.held[seat].append(base(card) + 54 * copies.get(card, 0))
                copies[card] = 1
        for seat in SEATS:
            self.ask(seat, {"stage": "deal", "deliver": list(self.held[seat]), "your_id": SEATS.index(seat)}, [])

    def take(self, seat: str, card: str) -> int:
        """One of a seat's cards leaves it."""
        found = next(number for number in self.held[seat] if number % 54 == base(card))
        self.held[seat].remove(found)
        return found

    def tribute(self, moves: list[str], paying: int) -> None:
        self.about |= {"resist": bool(self.hand.get("resisted")), "tribute_cards": {}, "return_cards": {}}
        for number, move in enumerate(moves):
            giver, taker, card = move[0], move[2], move[4:]
            given = self.take(giver, card)
            stage, cards = ("tribute", "tribute_cards") if number < paying else ("return", "return_cards")
            self.ask(giver, {"stage": stage}, [given])
            self.about[cards] = {**self.about[cards], str(SEATS.index(giver)): [given]}
            self.held[taker].append(given)
        if self.hand.get("resisted") and self.before:
            self.ask(self.before[1], {"stage": "tribute"}, [])

    def trick(self, text: str) -> None:
        seat, *plays = text.split(" ")
        for at, play in enumerate(plays):
            if at:
                seat = next(each for each in self.after(seat) if self.held[each])
            response: list[Any] = [] if at % 2 else [[], []]
            if play != "-":
                cards, _, reading = play.partition("=")
                actual = [self.take(seat, card) for card in names(cards)]
                response = [actual, self.claim(names(cards), reading)]
            self.ask(seat, {"stage": "play", "history": [[], [], [], []], "done": [], "pass_on": -1}, response)

    @staticmethod
    def after(seat: str) -> str:
        at = SEATS.index(seat) + 1
        return (SEATS + SEATS)[at : at + 4]

    def claim(self, cards: list[str], reading: str) -> list[int]:
        """What is claimed: natural cards as they are, each wild card as one that the reading lacks."""
        wild = f"{self.hand['level']}h"
        natural = [card[0] for card in cards if card != wild]
        if not natural or len(natural) == len(cards):
            return [base(card) for card in cards]
        if not reading:  # it can be one thing alone
            tries = combinations_with_replacement(ORDER, len(cards) - len(natural))
            reading = next("".join([*natural, *added]) for added in tries if fits([*natural, *added]))
            suited = len({card[1] for card in cards if card != wild}) == 1 and len({*reading}) == 5
            reading += next(card[1] for card in cards if card != wild) if suited else ""
        suit = reading[5:] if len(reading) == 6 and reading[5] in SUITS else ""
        wanted = list(reading[:5] if suit else reading)
        claimed = []
        wilds = 0
        for card in cards:
            if card == wild:
                wilds += 1
                continue
            wanted.remove(card[0])
            claimed.append(base(card))
        suits = {card[1] for card in cards if card != wild}
        other = suit or next(each for each in "cdsh" if {each} != suits)
        return claimed + [base(rank + other) for rank in wanted[:wilds]]
