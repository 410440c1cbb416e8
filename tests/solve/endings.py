"""Random endings of trick games as records from their middle on: few ranks, so that pairs, tractors and ties are common."""

from random import Random
from typing import Final

from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS, options_of
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


def random_climbing(random: Random, sheet: str, *, options: bool = False) -> GameRecord:
    """An ending of a climbing game with few cards, its first lead on record."""
    rules = CLIMBING_SHEETS[sheet]
    chosen = {}
    if options:
        for key, option in options_of(sheet).items():
            if random.random() < 0.3:
                chosen[key] = random.choice(list(option.choices))
    level = random.choice(rules.ladder) if rules.counts_levels else "2"
    at = random.randrange(len(RANKS))
    ranks = [RANKS[(at + step) % len(RANKS)] for step in range(random.randint(2, 6))]
    deck = [rank + suit for rank in ranks for suit in SUITS] * 2 + [level + "h"] * 2 * (random.random() < 0.6)
    deck += [card for card in JOKERS for _ in range(2)] * (random.random() < 0.5)
    deck = [card for card in dict.fromkeys(deck) for _ in range(2)]
    random.shuffle(deck)
    if random.random() < 0.5:
        deck.sort(key=lambda card: (random.random() < 0.4, card))
    most = 3 if len(rules.seats) == len(SEATS) else 2
    sizes = [random.randint(1, most) for _ in rules.seats]
    hands = {}
    for seat, size in zip(rules.seats, sizes, strict=True):
        hands[seat], deck = deck[:size], deck[size:]
    leader = random.choice(rules.seats)
    hand = Hand(
        no=1,
        level=level if rules.counts_levels else None,
        deal={seat: " ".join(cards) for seat, cards in hands.items()},
        left=dict(zip(rules.seats, sizes, strict=True)),
        tricks=(f"{leader} {hands[leader][0]}",),
    )
    start = Start(levels=dict.fromkeys(rules.sides, level)) if rules.counts_levels else None
    return GameRecord(id="ending", sheet=sheet, options=chosen, start=start, hands=(hand,))
