"""What was dealt in a hand, in numbers, beside what came of it: what the luck model (`analytics/luck.py`) is fitted on.

The numbers tell of the dealt cards, the level and the bank alone: nothing of bids, tribute, burial or play, which are the
players' own doing. Only a hand whose deal is known to the last card has them, and only one with a computed result.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import sub
from typing import Any, Final, NamedTuple

from paipu.analytics.rows import DealtRow
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, split_cards
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.record import GameRecord, Hand
from paipu.replay.seating import sides_at
from paipu.replay.sheets import Sheet
from paipu.replay.tricks.sheet import TrickSheet

KITTY: Final = "kitty"
POINT_RANKS: Final = {"5": 5, "T": 10, "K": 10}
BOMB: Final = 4
"""So many cards of one rank beat whatever is no bomb."""
LOW: Final = 7
"""So many ranks are low ones."""


class Strength(NamedTuple):
    """A hand of the trick-taking family, whatever the trump will be."""

    big_jokers: int
    little_jokers: int
    level_cards: int
    aces: int
    kings: int
    pairs: int
    in_a_row: int
    longest: int
    short: int


OF_ATTACKERS: Final = ("pairs", "in_a_row", "longest", "short")
"""Their high cards are those that neither the banker nor his partner has."""


class Combinations(NamedTuple):
    """A hand of the climbing family."""

    big_jokers: int
    little_jokers: int
    level_cards: int
    wild_cards: int
    aces: int
    kings: int
    queens: int
    bombs: int
    long_bombs: int
    threes: int
    twos: int
    singles: int
    low_singles: int
    jokers_in_one_hand: int


NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "tricks": (
        *(f"{seat}_{name}" for seat in ("banker", "partner") for name in Strength._fields),
        *(f"attackers_{name}" for name in OF_ATTACKERS),
        *("bank_points", "level_is_points"),
    ),
    "climbing": (*Combinations._fields, "ahead"),
}
"""What each number is, by family. In the climbing family all are the first side's less the other's."""


class Dealt(NamedTuple):
    """A hand, the cards of each place and the side of each seat. `before` is the order of the hand before, if there is one."""

    at: int
    hand: Hand
    cards: Mapping[str, str]
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


def known_deal(sheet: Sheet, hand: Hand) -> Mapping[str, str] | None:
    """The cards of each seat and of the kitty, without spaces; None unless all are known from the start of the hand."""
    if hand.deal is None or hand.left is not None:
        return None
    cards = {place: text.replace(" ", "") for place, text in hand.deal.items()}
    size = sheet.hand_size * len(UNKNOWN)
    whole = all(len(cards.get(seat, "")) == size for seat in sheet.seats)
    return cards if whole and UNKNOWN not in "".join(cards.values()) else None


# --- Trick-taking ------------------------------------------------------------------------------------------


def of_tricks(sheet: TrickSheet, dealt: Dealt) -> DealtRow | None:
    """The kitty lies in the banker's hand: he takes it up."""
    index, cards, computed = dealt.at, dealt.cards, dealt.computed
    if computed.attackers is None or computed.dealer is None or KITTY not in cards:
        return None
    place, level = sheet.seats.index(computed.dealer), str(computed.level)
    left, partner, right = (sheet.seats[(place + step) % len(sheet.seats)] for step in (1, 2, 3))
    banker = cards[computed.dealer] + cards[KITTY]
    attackers = [strength(cards[seat], level) for seat in (left, right)]
    bank_ranks = (banker + cards[partner])[::2]
    bank_points = sum([points * bank_ranks.count(rank) for rank, points in POINT_RANKS.items()])
    side = next(side for side in sheet.sides if computed.dealer not in side)
    features = (
        *strength(banker, level),
        *strength(cards[partner], level),
        *(sum([getattr(each, name) for each in attackers]) for name in OF_ATTACKERS),
        bank_points,
        int(level in POINT_RANKS),
    )
    return DealtRow(index, side, computed.dealer, computed.attackers, features)


def strength(cards: str, level: str) -> Strength:
    """What a hand has, at a level. A card is found nowhere in the text but where it stands: no rank is another card's suit."""
    ranks, suits = cards[::2].count, cards[1::2].count
    big, little, of_level = cards.count(BIG_JOKER), cards.count(LITTLE_JOKER), ranks(level)
    pairs = {card for card, other in pairwise(sorted(split_cards(cards))) if card == other}
    after = following(level)
    sizes = [suits(suit) - cards.count(level + suit) for suit in SUITS]
    return Strength(
        big_jokers=big,
        little_jokers=little,
        level_cards=of_level,
        aces=ranks("A") if level != "A" else 0,
        kings=ranks("K") if level != "K" else 0,
        pairs=len(pairs),
        in_a_row=sum([after.get(card) in pairs for card in pairs]),
        longest=max(sizes) + of_level + big + little,
        short=sum([size <= 2 for size in sizes]),
    )


@cache
def following(level: str) -> Mapping[str, str]:
    """The card after each in its suit, at a level."""
    ranks = [rank for rank in RANKS if rank != level]
    return {f"{low}{suit}": f"{high}{suit}" for low, high in pairwise(ranks) for suit in SUITS}


# --- Climbing ----------------------------------------------------------------------------------------------


def of_climbing(sheet: ClimbingSheet, dealt: Dealt) -> DealtRow | None:
    """Of the first side less the other. The first place of the hand before tells who is ahead."""
    index, hand, cards, computed, sides, before = dealt
    result = made(sheet, sides, computed)
    if result is None:
        return None
    level = str(computed.level)
    ahead = 0 if not before else 1 - 2 * sides[sheet.seats.index(before[0])]
    wild = f"{level}h" if has_wilds(sheet) else ""
    partners = ["".join([seat for seat, at in zip(sheet.seats, sides, strict=True) if at == side]) for side in (0, 1)]
    one, other = (map(sum, zip(*[combinations(cards[seat], level, wild) for seat in side], strict=True)) for side in partners)
    lead = hand.lead or (hand.tricks[0][0] if hand.tricks else None)
    if lead is None:
        return None
    return DealtRow(index, partners[0], lead, result, (*map(sub, one, other), ahead))


def has_wilds(sheet: ClimbingSheet) -> bool:
    """Whether level cards of hearts stand for other cards."""
    return sheet.cards.wild.cards != "jokers"


def made(sheet: ClimbingSheet, sides: Sequence[int], computed: ComputedHand) -> int | None:
    """The levels, or the points, that the first side made less those of the other; None where that cannot be told."""
    if sheet.levels is None:
        if computed.points is None or computed.setting.by_claims:
            return None
        one, other = (computed.points.get(side) for side in sheet.sides)
        return None if one is None or other is None else one - other
    if computed.finish is None or len(computed.finish) != len(sheet.seats):
        return None
    order = [sides[sheet.seats.index(seat)] for seat in computed.finish]
    rises = sheet.levels.rises[order.index(order[0], 1) - 1]
    return rises if order[0] == 0 else -rises


def combinations(cards: str, level: str, wild: str) -> Combinations:
    """What a hand has, at a level; `wild` is the card that stands for others, if there is one."""
    ranks, of_level = cards[::2].count, RANKS.index(level)
    big, little, wilds = cards.count(BIG_JOKER), cards.count(LITTLE_JOKER), cards.count(wild) if wild else 0
    sizes = bytearray(map(ranks, RANKS))
    sizes[of_level] -= wilds
    fewer, of_four = sum(map(sizes.count, range(BOMB))), sizes.count(BOMB)
    level_cards = sizes[of_level]
    return Combinations(
        big_jokers=big,
        little_jokers=little,
        level_cards=level_cards,
        wild_cards=wilds,
        aces=ranks("A") if level != "A" else 0,
        kings=ranks("K") if level != "K" else 0,
        queens=ranks("Q") if level != "Q" else 0,
        bombs=len(sizes) - fewer,
        long_bombs=len(sizes) - fewer - of_four,
        threes=sizes.count(3),
        twos=sizes.count(2),
        singles=sizes.count(1),
        low_singles=sizes[:LOW].count(1) - (of_level < LOW and level_cards == 1),
        jokers_in_one_hand=int(big + little >= BOMB),
    )


OF_HAND: Final[Mapping[str, Callable[[Any, Dealt], DealtRow | None]]] = {"tricks": of_tricks, "climbing": of_climbing}
"""By family: given a sheet of it."""
