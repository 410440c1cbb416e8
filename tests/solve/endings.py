"""Random endings of trick games as records from their middle on: few ranks, so that pairs, tractors and ties are common."""

from random import Random
from typing import Final

from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.sheets import TRICK_SHEETS, options_of
from paipu.replay.sheets.chaodipi import FLAG

SEATS: Final = ("E", "N", "W", "S")


def random_ending(random: Random, sheet: str, size: int, *, options: bool = False, level: str | None = None) -> GameRecord:
    """An ending of so many cards a hand, its first lead on record so that the leader is told."""
    rules = TRICK_SHEETS[sheet]
    chosen = {}
    if options:
        for key, option in options_of(sheet).items():
            if random.random() < 0.3:
                chosen[key] = random.choice(list(option.choices))
    level = level or random.choice(rules.ladder)
    trump = random.choice([*SUITS, "NT"]) if level != FLAG else "NT"
    at = random.randrange(len(RANKS))
    ranks = [RANKS[(at + step) % len(RANKS)] for step in range(random.randint(2, 5))]
    ranks += [level] * (level in RANKS and random.random() < 0.6)
    if random.random() < 0.5:
        ranks += ["5", "T", "K"]
    suits = random.sample(SUITS, random.randint(1, 4))
    suits += [trump] * (trump in SUITS)
    deck = sorted({rank + suit for rank in ranks for suit in suits}) * 2
    deck += [card for card in JOKERS for _ in range(2)] * (random.random() < 0.5)
    others = [rank + suit for rank in RANKS for suit in SUITS if deck.count(rank + suit) == 0] * 2
    random.shuffle(deck)
    random.shuffle(others)
    if random.random() < 0.5:
        deck.sort(key=lambda card: (random.random() < 0.4, card))
    deck += others
    hands = {seat: deck[number * size : (number + 1) * size] for number, seat in enumerate(SEATS)}
    rest = deck[4 * size :]
    random.shuffle(rest)
    dealer, leader = random.choice(SEATS), random.choice(SEATS)
    kitty = (KittyAction(seat=dealer, bury="".join(rest[:8])),) if level != FLAG else None
    return GameRecord(
        id="ending",
        sheet=sheet,
        options=chosen,
        start=Start(levels=dict.fromkeys(rules.sides, level), dealer=dealer),
        hands=(
            Hand(
                no=1,
                level=level,
                dealer=dealer,
                trump=trump,
                deal={seat: " ".join(cards) for seat, cards in hands.items()},
                left=dict.fromkeys(SEATS, size),
                kitty=kitty,
                tricks=(f"{leader} {hands[leader][0]}",),
            ),
        ),
    )
