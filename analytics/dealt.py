"""What was dealt in a hand, in numbers, beside what came of it: what the luck model (`analytics/luck.py`) is fitted on.

The numbers tell of the dealt cards, the level and the bank alone: nothing of bids, tribute, burial or play, which are the
players' own doing. Only a hand whose deal is known to the last card has them, and only one with a computed result.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from analytics.rows import DealtRow
from replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, split_cards
from replay.climbing.sheet import ClimbingSheet
from replay.computed import Audit, ComputedHand
from replay.match import sides_at
from replay.record import GameRecord, Hand
from replay.sheets import Sheet
from replay.tricks.sheet import TrickSheet

KITTY: Final = "kitty"
POINT_RANKS: Final = {"5": 5, "T": 10, "K": 10}
BOMB: Final = 4
"""So many cards of one rank beat whatever is no bomb."""

OF_BANKER: Final = ("big_jokers", "little_jokers", "level_cards", "aces", "kings", "pairs", "in_a_row", "longest", "short")
OF_ATTACKERS: Final = ("pairs", "in_a_row", "longest", "short")
"""Their high cards are those that neither the banker nor his partner has."""
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "tricks": (
        *(f"banker_{name}" for name in OF_BANKER),
        *(f"partner_{name}" for name in OF_BANKER),
        *(f"attackers_{name}" for name in OF_ATTACKERS),
        *("bank_points", "level_is_points"),
    ),
    "climbing": (
        *("big_jokers", "little_jokers", "level_cards", "wild_cards", "aces", "kings", "queens"),
        *("bombs", "long_bombs", "threes", "twos", "singles", "low_singles", "jokers_in_one_hand", "ahead"),
    ),
}
"""What each number is, by family. In the climbing family all are the first side's less the other's."""


class Dealt(NamedTuple):
    """A hand, the cards of each place and the side of each seat. `before` is the order of the hand before, if there is one."""

    at: int
    hand: Hand
    cards: Mapping[str, Sequence[str]]
    computed: ComputedHand
    sides: Sequence[int]
    before: str | None


def dealt_rows(sheet: Sheet, record: GameRecord, audit: Audit) -> Iterator[DealtRow]:
    """The hands of a record that were dealt openly and have a result."""
    sides = sides_at(sheet, record)
    if sides is None:
        return
    before: str | None = None
    for index, (hand, computed) in enumerate(zip(record.hands, audit.hands, strict=True)):
        cards = known_deal(sheet, hand)
        if cards is not None and computed.level is not None:
            row = OF_HAND[sheet.family](sheet, Dealt(index, hand, cards, computed, sides, before))
            if row is not None:
                yield row
        before = computed.finish


def known_deal(sheet: Sheet, hand: Hand) -> Mapping[str, Sequence[str]] | None:
    """The cards of each seat and of the kitty; None unless all of them are known from the start of the hand."""
    if hand.deal is None or hand.left is not None:
        return None
    cards = {place: split_cards(text) for place, text in hand.deal.items()}
    whole = all(len(cards.get(seat, ())) == sheet.hand_size for seat in sheet.seats)
    return cards if whole and all(UNKNOWN not in held for held in cards.values()) else None


# --- Trick-taking ------------------------------------------------------------------------------------------


def of_tricks(sheet: TrickSheet, dealt: Dealt) -> DealtRow | None:
    """The kitty lies in the banker's hand: he takes it up."""
    index, cards, computed = dealt.at, dealt.cards, dealt.computed
    if computed.attackers is None or computed.dealer is None or KITTY not in cards:
        return None
    place, level = sheet.seats.index(computed.dealer), str(computed.level)
    left, partner, right = (sheet.seats[(place + step) % len(sheet.seats)] for step in (1, 2, 3))
    banker = [*cards[computed.dealer], *cards[KITTY]]
    of_banker, of_partner = strength(banker, level), strength(cards[partner], level)
    attackers = [strength(cards[seat], level) for seat in (left, right)]
    bank_points = sum(POINT_RANKS.get(card[0], 0) for card in (*banker, *cards[partner]))
    side = next(side for side in sheet.sides if computed.dealer not in side)
    features = (
        *(of_banker[name] for name in OF_BANKER),
        *(of_partner[name] for name in OF_BANKER),
        *(sum(each[name] for each in attackers) for name in OF_ATTACKERS),
        bank_points,
        int(level in POINT_RANKS),
    )
    return DealtRow(index, side, computed.dealer, computed.attackers, features)


def strength(cards: Sequence[str], level: str) -> Mapping[str, int]:
    """A hand of the trick-taking family, whatever the trump will be."""
    count = Counter(cards)
    jokers = count[BIG_JOKER] + count[LITTLE_JOKER]
    of_level = sum(count[f"{level}{suit}"] for suit in SUITS)
    ranks = [rank for rank in RANKS if rank != level]
    suits = [sum(count[f"{rank}{suit}"] for rank in ranks) for suit in SUITS]
    return {
        "big_jokers": count[BIG_JOKER],
        "little_jokers": count[LITTLE_JOKER],
        "level_cards": of_level,
        "aces": sum(count[f"A{suit}"] for suit in SUITS if level != "A"),
        "kings": sum(count[f"K{suit}"] for suit in SUITS if level != "K"),
        "pairs": sum(times > 1 for times in count.values()),
        "in_a_row": sum(
            count[f"{low}{suit}"] > 1 and count[f"{high}{suit}"] > 1 for suit in SUITS for low, high in pairwise(ranks)
        ),
        "longest": max(suits) + of_level + jokers,
        "short": sum(size <= 2 for size in suits),
    }


# --- Climbing ----------------------------------------------------------------------------------------------


def of_climbing(sheet: ClimbingSheet, dealt: Dealt) -> DealtRow | None:
    """Of the first side less the other. The first place of the hand before tells who is ahead."""
    index, hand, cards, computed, sides, before = dealt
    result = made(sheet, sides, computed)
    if result is None:
        return None
    level = str(computed.level)
    ahead = 0 if not before else 1 - 2 * sides[sheet.seats.index(before[0])]
    totals: Counter[str] = Counter()
    for seat, at in zip(sheet.seats, sides, strict=True):
        for name, number in combinations(cards[seat], level, wilds=has_wilds(sheet)).items():
            totals[name] += number if at == 0 else -number
    side = "".join(seat for seat, at in zip(sheet.seats, sides, strict=True) if at == 0)
    lead = hand.lead or (hand.tricks[0][0] if hand.tricks else None)
    if lead is None:
        return None
    return DealtRow(index, side, lead, result, (*(totals[name] for name in NAMES["climbing"][:-1]), ahead))


def has_wilds(sheet: ClimbingSheet) -> bool:
    """Whether level cards of hearts stand for other cards."""
    return sheet.cards.wild.cards != "jokers"


def made(sheet: ClimbingSheet, sides: Sequence[int], computed: ComputedHand) -> int | None:
    """The levels, or the points, that the first side made less those of the other; None where that cannot be told."""
    if sheet.levels is None:
        if computed.points is None:
            return None
        one, other = (computed.points.get(side) for side in sheet.sides)
        return None if one is None or other is None else one - other
    if computed.finish is None or len(computed.finish) != len(sheet.seats):
        return None
    order = [sides[sheet.seats.index(seat)] for seat in computed.finish]
    rises = sheet.levels.rises[order.index(order[0], 1) - 1]
    return rises if order[0] == 0 else -rises


def combinations(cards: Sequence[str], level: str, *, wilds: bool) -> Mapping[str, int]:
    """A hand of the climbing family."""
    wild = f"{level}h" if wilds else ""
    count = Counter(card for card in cards if card != wild)
    of_rank = {rank: sum(count[f"{rank}{suit}"] for suit in SUITS) for rank in RANKS}
    sizes = Counter(min(size, 6) for size in of_rank.values())
    jokers = (count[BIG_JOKER], count[LITTLE_JOKER])
    return {
        "big_jokers": jokers[0],
        "little_jokers": jokers[1],
        "level_cards": of_rank[level],
        "wild_cards": cards.count(wild) if wild else 0,
        "aces": of_rank["A"] if level != "A" else 0,
        "kings": of_rank["K"] if level != "K" else 0,
        "queens": of_rank["Q"] if level != "Q" else 0,
        "bombs": sum(times for size, times in sizes.items() if size >= BOMB),
        "long_bombs": sum(times for size, times in sizes.items() if size > BOMB),
        "threes": sizes[3],
        "twos": sizes[2],
        "singles": sizes[1],
        "low_singles": sum(of_rank[rank] == 1 for rank in RANKS[:7] if rank != level),
        "jokers_in_one_hand": int(sum(jokers) >= BOMB),
    }


OF_HAND: Final[Mapping[str, Callable[[Any, Dealt], DealtRow | None]]] = {"tricks": of_tricks, "climbing": of_climbing}
"""By family: given a sheet of it."""
