"""What was dealt in a hand, in numbers, beside what came of it: what the luck model (`analytics/luck.py`) is fitted on.

The numbers tell of the dealt cards, the level and the bank alone: nothing of bids, tribute, burial or play, which are the
players' own doing. Only a hand whose deal is known to the last card has them, and only one with a computed result.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paipu.replay.cards import HIDDEN, RANKS
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.record import GameRecord, Hand
from paipu.replay.rulesheet import FamilyName
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
    """A hand that was dealt openly and has a `result`, at its place in the record: whose result it is, and the seat of the
    banker or of the first leader, as in a `DealtRow`; the place of the level among the ranks, -1 where it is none.

    `cards` are those of the banker with the kitty, of his partner and of the attackers; in the climbing family those of the
    first side, then those of the other: `ahead` is 1 where the first one is ahead, and -1 where the other is. `wild` says
    whether level cards of hearts stand for other cards.
    """

    at: int
    side: str
    seat: str
    result: int
    family: FamilyName
    level: int
    cards: Sequence[str]
    ahead: int = 0
    wild: bool = False


class _Hand(NamedTuple):
    """A hand, the cards of each place and the side of each seat. `before` is the order of the hand before, if there is one."""

    at: int
    hand: Hand
    cards: Mapping[str, str]
    computed: ComputedHand
    sides: Sequence[int]
    before: str | None


def dealt_in(sheet: Sheet, record: GameRecord, audit: Audit) -> list[Dealt]:
    """The hands of a record that were dealt openly and have a result."""
    sides, found = sides_at(sheet, record), list[Dealt]()
    if sides is None:
        return found
    before: str | None = None
    for index, (hand, computed) in enumerate(zip(record.hands, audit.hands, strict=True)):
        cards = known_deal(sheet, hand)
        if cards is not None and computed.level is not None:
            dealt = OF_HAND[sheet.family](sheet, _Hand(index, hand, cards, computed, sides, before))
            if dealt is not None:
                found.append(dealt)
        before = computed.finish
    return found


def known_deal(sheet: Sheet, hand: Hand) -> Mapping[str, str] | None:
    """The cards of each seat and of the kitty, without spaces; None unless all are known from the start of the hand."""
    if hand.deal is None or hand.left is not None:
        return None
    cards = {place: text.replace(" ", "") for place, text in hand.deal.items()}
    size = sheet.hand_size * len("As")
    whole = all(len(cards.get(seat, "")) == size for seat in sheet.seats)
    return cards if whole and HIDDEN not in "".join(cards.values()) else None


# --- Trick-taking ------------------------------------------------------------------------------------------


def of_tricks(sheet: TrickSheet, dealt: _Hand) -> Dealt | None:
    """The kitty lies in the banker's hand: he takes it up."""
    index, cards, computed = dealt.at, dealt.cards, dealt.computed
    if computed.attackers is None or computed.dealer is None or KITTY not in cards:
        return None
    place = sheet.seats.index(computed.dealer)
    left, partner, right = (cards[sheet.seats[(place + step) % len(sheet.seats)]] for step in (1, 2, 3))
    side = next(side for side in sheet.sides if computed.dealer not in side)
    held = (cards[computed.dealer] + cards[KITTY], partner, left, right)
    level = RANKS.index(str(computed.level)) if computed.level in {*RANKS} else -1
    return Dealt(index, side, computed.dealer, computed.attackers, "tricks", level, held)


# --- Climbing ----------------------------------------------------------------------------------------------


def of_climbing(sheet: ClimbingSheet, dealt: _Hand) -> Dealt | None:
    """Of the first side less the other. The first place of the hand before tells who is ahead."""
    index, hand, cards, computed, sides, before = dealt
    result = made(sheet, sides, computed)
    lead = hand.lead or (hand.tricks[0][0] if hand.tricks else None)
    if result is None or lead is None:
        return None
    ahead = 0 if not before else 1 - 2 * sides[sheet.seats.index(before[0])]
    one, other = ([seat for seat, at in zip(sheet.seats, sides, strict=True) if at == side] for side in (0, 1))
    held = [cards[seat] for seat in (*one, *other)]
    level = RANKS.index(str(computed.level))
    return Dealt(index, "".join(one), lead, result, "climbing", level, held, ahead, has_wilds(sheet))


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


OF_HAND: Final[Mapping[str, Callable[[Any, _Hand], Dealt | None]]] = {"tricks": of_tricks, "climbing": of_climbing}
"""By family: given a sheet of it."""
