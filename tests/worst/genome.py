"""A genome is a few numbers and a seed, and stands for one record: what its hands hold, and how wrong they are.

Hands are added until the record has as many bytes as it may. Nothing in it need make sense: it only has to be a record of the
format, so that it comes to the audit.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Rejection
from paipu.replay.cards import CARDS, RANKS, SUITS
from paipu.replay.sheets import SHEETS

SIZE: Final = 40_000
"""Bytes of a record."""
TRICK_STYLES: Final = ("held", "throws", "failed", "garbage", "long", "singles", "short")
CLIMB_STYLES: Final = ("held", "combos", "garbage", "long", "passes", "declared", "short")
DEALS: Final = ("full", "suits", "none", "partly", "wrong", "trumps")
KINDS: Final = (
    *("exposed", "revoke", "concealed", "out_of_turn", "kitty_count", "overdraw", "kitty_viewed", "failed_throw"),
    *("timeout", "card_check", "misconduct", "count_asked", "count_told", "unannounced"),
)


def most(low: int, high: int) -> Any:
    """A number of a genome, with the bounds between which it is searched for."""
    return field(default=low, metadata={"bounds": (low, high)})


def one_of(*choices: str) -> Any:
    """A choice of a genome."""
    return field(default=choices[0], metadata={"choices": choices})


@dataclass(frozen=True, kw_only=True)
class Genome:
    """What a record is made of. Percentages say how often something is so."""

    sheet: str
    seed: int = 1
    tricks: int = most(0, 200)
    size: int = most(1, 14)
    """Cards of a play."""
    bids: int = most(0, 100)
    kitty: int = most(0, 60)
    incidents: int = most(0, 200)
    rulings: int = most(0, 300)
    tribute: int = most(0, 20)
    options: int = most(0, 12)
    seconds: int = most(0, 1)
    claims: int = most(0, 100)
    wrong_terms: int = most(0, 100)
    wild: int = most(0, 100)
    mixed: int = most(0, 100)
    deal: str = one_of(*DEALS)
    style: str = one_of(*TRICK_STYLES, *CLIMB_STYLES[1:])
    kind: str = one_of("any", *KINDS)

    def mutated(self, rng: random.Random) -> "Genome":
        """A genome close by: one to three of its numbers are others."""
        changed: dict[str, Any] = {}
        searched = [each for each in fields(self) if each.metadata]
        for each in rng.sample(searched, rng.randint(1, 3)):
            if "choices" in each.metadata:
                changed[each.name] = rng.choice(each.metadata["choices"])
                continue
            low, high = each.metadata["bounds"]
            step = max(1, (high - low) // rng.choice((1, 4, 16)))
            near = getattr(self, each.name) + rng.randint(-step, step)
            changed[each.name] = (
                rng.choice((low, high, near, near)) if near in range(low, high + 1) else rng.choice((low, high))
            )
        if rng.random() < 0.2:
            changed["seed"] = rng.randrange(1_000)
        return replace(self, **changed)


def any_genome(sheet: str, rng: random.Random) -> Genome:
    """Some genome or other."""
    made = Genome(sheet=sheet, seed=rng.randrange(1_000))
    for _ in range(8):
        made = made.mutated(rng)
    return made


def to_bytes(genome: Genome, size: int = SIZE) -> bytes:
    """The record that a genome stands for."""
    document = _Writer(genome).document(size)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def to_record(genome: Genome, size: int = SIZE) -> Parsed:
    """The same, read. Raises TypeError if it is no record."""
    parsed = parse(to_bytes(genome, size), Place())
    if isinstance(parsed, Rejection):
        raise TypeError(f"{genome}: {parsed.errors[0]}")
    return parsed


class _Writer:
    def __init__(self, genome: Genome) -> None:
        self.genome, self.rng = genome, random.Random(genome.seed)
        self.sheet = SHEETS[genome.sheet]
        self.seats = self.sheet.seats
        self.climbing = self.sheet.family == "climbing"
        self.copies = 3 if len(self.seats) == 6 else 2

    def document(self, size: int) -> dict[str, Any]:
        """Hands until the size is reached."""
        document: dict[str, Any] = {"format": "paipu/1", "id": "worst", "sheet": self.genome.sheet}
        if self.genome.options:
            document["options"] = self.options()
        hands: list[Any] = []
        document["hands"] = hands
        if self.often(self.genome.claims):
            side = self.rng.choice(self.sheet.sides)
            document["claims"] = {"winner": side, "reason": self.rng.choice(("passed", "time", "forfeit"))}
        if self.genome.rulings:
            document["rulings"] = [self.ruling(index) for index in range(self.genome.rulings)]
        left = size - len(json.dumps(document, separators=(",", ":")))
        while left > 0 and len(hands) < 500:
            hand = self.hand(len(hands) + 1)
            for name in ("tricks", "incidents", "bids", "kitty", "seconds"):
                while name in hand and len(hand[name]) and _length(hand) > left:
                    hand[name] = hand[name][: len(hand[name]) // 2]
            if "seconds" in hand:
                hand["seconds"] = hand["seconds"][: len(hand["tricks"])]
            if _length(hand) > left and hands:
                break
            hands.append(hand)
            left -= _length(hand) + 1
        numbers = len(hands)
        for ruling in document.get("rulings", ()):
            if "hand" in ruling:
                ruling["hand"] = min(ruling["hand"], numbers)
        return document

    def often(self, percentage: int) -> bool:
        return self.rng.randrange(100) < percentage

    def options(self) -> dict[str, Any]:
        chosen = self.rng.sample(self.sheet.options, min(self.genome.options, len(self.sheet.options)))
        return {option.key: self.rng.choice(option.readings) for option in chosen}

    def ruling(self, index: int) -> dict[str, Any]:
        ruling: dict[str, Any] = {"id": str(index), "state": "issued", "hand": self.rng.choice((1, 1, 1, 2, 3))}
        if self.often(50):
            ruling["at"] = f"{self.rng.randint(1, 200)}.{self.rng.randint(1, 4)}"
        if self.often(50):
            ruling["seat"] = self.rng.choice(self.seats)
        return ruling

    def hand(self, number: int) -> dict[str, Any]:
        genome, rng = self.genome, self.rng
        hand: dict[str, Any] = {"no": number}
        level = rng.choice(RANKS)
        if self.often(genome.wrong_terms):
            hand["level"] = level
        dealt = self.dealt(level)
        if genome.deal != "none":
            hand["deal"] = {part: " ".join(cards) for part, cards in dealt.items()}
            if genome.deal == "partly":
                hand["deal"].popitem()
                hand["deal"][self.seats[0]] = hand["deal"][self.seats[0]][:-2] + "??"
        if genome.tricks:
            hand["tricks"] = self.tricks(dealt, level)
        if genome.seconds and genome.tricks:
            hand["seconds"] = [[999] * 4 for _ in hand["tricks"]]
        if genome.incidents:
            hand["incidents"] = [self.incident() for _ in range(genome.incidents)]
        (self.climbing_terms if self.climbing else self.trick_terms)(hand, dealt)
        return hand

    def dealt(self, level: str) -> dict[str, list[str]]:
        deck = list(CARDS) * self.copies
        style = self.genome.deal
        self.rng.shuffle(deck)
        if style == "suits":
            deck.sort(key=lambda card: (card[1], card[0]))
        elif style == "trumps":
            deck.sort(key=lambda card: card[0] not in (level, "L", "B") and card[1] != "s")
        size = self.sheet.hand_size + (2 if style == "wrong" else 0)
        parts = {seat: deck[size * at : size * at + size] for at, seat in enumerate(self.seats)}
        if not self.climbing:
            parts["kitty"] = deck[size * 4 :] or ["As"]
        return parts

    def tricks(self, dealt: Mapping[str, list[str]], level: str) -> list[str]:
        hands = {seat: list(dealt[seat]) for seat in self.seats}
        write = self.climb if self.climbing else self.trick
        leader = self.rng.choice(self.seats)
        tricks = []
        for _ in range(self.genome.tricks):
            if not self.often(80):
                leader = self.rng.choice(self.seats)
            tricks.append(write(hands, leader, level))
        return tricks

    def some(self, count: int, level: str) -> str:
        """So many cards, of one suit unless mixed; wild ones among them."""
        rng = self.rng
        suit = rng.choice(SUITS)
        cards = [rng.choice(RANKS) + (rng.choice(SUITS) if self.often(self.genome.mixed) else suit) for _ in range(count)]
        if self.often(self.genome.wild):
            cards[0] = rng.choice(("LJ", "BJ")) if self.copies == 3 else level + "h"
        return "".join(cards)

    def from_hand(self, hand: list[str], count: int, suit: str) -> str:
        """So many cards out of a hand, of a suit if there are enough and they are not mixed."""
        self.rng.shuffle(hand)
        if not self.often(self.genome.mixed):
            hand.sort(key=lambda card: card[1] == suit)
        taken = [hand.pop() for _ in range(min(count, len(hand)))]
        return "".join(sorted(taken)) or self.rng.choice(CARDS)

    def trick(self, hands: dict[str, list[str]], leader: str, level: str) -> str:
        style, size = self.genome.style, self.genome.size
        first = self.seats.index(leader)
        order = [self.seats[(first + k) % 4] for k in range(4)]
        suit = self.rng.choice(SUITS)
        if style == "singles":
            plays = [self.from_hand(hands[seat], 1, suit) for seat in order]
        elif style == "throws":
            plays = [self.some(size, level), *(self.some(1, level) for _ in range(3))]
        elif style == "failed":
            lead = self.some(max(2, size), level)
            plays = [f"{lead}>{lead[:2]}", *(self.some(1, level) for _ in range(3))]
        elif style == "long":
            plays = [self.some(size * 8, level) for _ in range(4)]
        elif style == "short":
            plays = [self.some(1, level)]
        elif style == "garbage":
            plays = [self.some(self.rng.randint(1, size), level) for _ in range(4)]
        else:
            plays = [self.from_hand(hands[seat], size, suit) for seat in order]
        return " ".join((leader, *plays))

    def climb(self, hands: dict[str, list[str]], leader: str, level: str) -> str:
        style, size, rng = self.genome.style, self.genome.size, self.rng
        at = self.seats.index(leader)
        plays: list[str] = []
        for number in range(len(self.seats) * 2):
            seat = self.seats[(at + number) % len(self.seats)]
            if style == "passes" and number:
                plays += ["-"] * 20 * size
                break
            if style == "short" and number:
                break
            if style == "long":
                plays.append(self.some(size * 20, level))
            elif style in {"garbage", "passes"}:
                plays.append(self.some(rng.randint(1, size), level))
            elif style == "declared":
                cards = self.some(size, level)
                plays.append(f"{cards}={''.join(rng.choice(RANKS) for _ in range(size))}")
            elif style == "combos":
                rank = rng.randrange(len(RANKS) - 5)
                run = [RANKS[rank + k] + rng.choice(SUITS) for k in range(5)]
                run[rng.randrange(5)] = level + "h" if self.copies == 2 else "BJ"
                plays.append("".join(run) if self.often(50) else RANKS[rank] + "s" + RANKS[rank] + "h" + level + "h")
            else:
                plays.append(self.from_hand(hands[seat], rng.randint(1, min(size, 3)), rng.choice(SUITS)))
        return " ".join((leader, *plays))[:3999].rstrip(" ")

    def incident(self) -> dict[str, Any]:
        kind = self.genome.kind if self.genome.kind != "any" else self.rng.choice(KINDS)
        at = f"{self.rng.randint(1, max(1, self.genome.tricks))}.{self.rng.randint(1, 4)}"
        made: dict[str, Any] = {"kind": kind, "seat": self.rng.choice(self.seats), "at": at}
        if self.often(30):
            made["noticed"] = at
        if self.often(30):
            made["cards"] = self.rng.choice(CARDS) * 2
        return made

    def trick_terms(self, hand: dict[str, Any], dealt: Mapping[str, list[str]]) -> None:
        genome, rng = self.genome, self.rng
        if self.often(genome.wrong_terms):
            hand["dealer"] = rng.choice(self.seats)
        hand["trump"] = rng.choice((*SUITS, "NT"))
        if genome.bids:
            hand["bids"] = [f"{rng.choice(self.seats)} {rng.choice(CARDS)}" for _ in range(genome.bids)]
            hand["bids"] = [bid + bid[2:] * self.often(50) for bid in hand["bids"]]
        if genome.kitty:
            cards = "".join(dealt.get("kitty", ["As"]))
            actions: list[dict[str, Any]] = [{"seat": hand.get("dealer", "E"), "bury": cards}]
            for _ in range(genome.kitty - 1):
                seat = rng.choice(self.seats)
                shown = rng.choice(CARDS) * 2
                actions.append({"seat": seat, "pass": True} if self.often(50) else {"seat": seat, "show": shown, "bury": cards})
            hand["kitty"] = actions
        if self.often(genome.claims):
            hand["claims"] = {
                "winners": "".join(rng.choice(self.seats) for _ in hand.get("tricks", ())),
                "attackers": rng.randrange(300),
                "levels": {side: rng.choice(RANKS) for side in self.sheet.sides},
                "next_dealer": rng.choice(self.seats),
                "penalties": 5,
                "multiplier": 3,
            }

    def climbing_terms(self, hand: dict[str, Any], dealt: Mapping[str, list[str]]) -> None:
        genome, rng = self.genome, self.rng
        if genome.tribute:
            hand["tribute"] = []
            for _ in range(genome.tribute):
                giver, taker = rng.sample(self.seats, 2)
                hand["tribute"].append(f"{giver}>{taker} {rng.choice(dealt[giver])}")
        if self.often(genome.claims):
            order = "".join(rng.sample(self.seats, len(self.seats)))
            hand["claims"] = {"finish": order, "levels": {side: rng.choice(RANKS) for side in self.sheet.sides}}


def _length(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":")))
