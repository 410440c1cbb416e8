"""Hands of the climbing family around a wanted position, and records of them.

The cards that a case does not name are dealt out by rule. A hand is stopped after the plays that matter, or played out in a
wanted order of places: who is to go out leads one card after another, to which the others pass, and the next one beats his last
card, or, being his partner, takes the lead over (接风). All that is legal, so that the only faults are those a test puts there.
"""

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from paipu.replay.record import GameRecord, Hand, HandClaims, OptionValue
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.oracle.cards import JOKERS, RANKS, SEATS, TWO_DECKS, cards_of, next_seat, side_of, without
from tests.oracle.guandan import STEPS
from tests.rules.build import match

GUANDAN: Final = tuple(key for key, sheet in CLIMBING_SHEETS.items() if sheet.seats == FOUR_SEATS)
HAND_SIZE: Final = 27
Deal = dict[str, list[str]]


def height(card: str, level: str) -> int:
    """The place of a card among single cards, from below: 2 to A, the level's rank, little joker, big joker."""
    order = (*(rank for rank in RANKS if rank != level), level, *JOKERS)
    return order.index(card if card in JOKERS else card[0])


def is_wild(card: str, level: str) -> bool:
    """The hearts of the level's rank (逢人配)."""
    return card == f"{level}h"


# ---------------------------------------------------------------------------------------- dealing


def deal_around(
    holds: Mapping[str, str] | None = None,
    *,
    top: Mapping[str, str] | None = None,
    barred: Mapping[str, Collection[str]] | None = None,
    level: str = "2",
    seed: int = 0,
) -> Deal:
    """A whole deal of 27 a seat, in which each seat has at least the cards in `holds`.

    A seat in `top` has that card and nothing that is higher, nor a wild card, but for what it `holds`; one in `barred` has none
    of these cards, or ranks, beyond what it `holds`. Raises ValueError where the wishes cannot be met.
    """
    highest = dict(top or {})
    wanted = {seat: cards_of((holds or {}).get(seat, "")) for seat in SEATS}
    for seat, card in highest.items():
        if card not in wanted[seat]:
            wanted[seat].append(card)

    def takes(seat: str, card: str) -> bool:
        rank = card if card in JOKERS else card[0]
        if seat in highest and (is_wild(card, level) or height(card, level) > height(highest[seat], level)):
            return False
        return not {card, rank}.intersection((barred or {}).get(seat, ()))

    pool = without(TWO_DECKS, [card for cards in wanted.values() for card in cards])
    takers = {card: [seat for seat in SEATS if takes(seat, card)] for card in pool}
    rng = random.Random(seed)
    for _ in range(50):
        deal = _dealt(wanted, pool, takers, rng)
        if deal is not None:
            return deal
    raise ValueError(f"no such deal: {holds} {top} {barred}")


def _dealt(
    wanted: Mapping[str, list[str]], pool: list[str], takers: Mapping[str, list[str]], rng: random.Random
) -> Deal | None:
    deal = {seat: list(cards) for seat, cards in wanted.items()}
    rng.shuffle(pool)
    for card in sorted(pool, key=lambda card: len(takers[card])):
        free = [seat for seat in takers[card] if len(deal[seat]) < HAND_SIZE]
        if not free:
            return None
        deal[min(free, key=lambda seat: len(deal[seat]))].append(card)
    return deal


# ---------------------------------------------------------------------------------------- playing


@dataclass
class Board:
    """A hand in play: the deal, the tribute, and the tricks so far in record notation."""

    level: str
    deal: Deal
    hands: Deal
    tribute: list[str] = field(default_factory=list)
    tricks: list[str] = field(default_factory=list)

    def give(self, *moves: str) -> "Board":
        """Move cards of the tribute, `W>N As`; a card that the giver has not got moves all the same."""
        for move in moves:
            giver, taker, card = move[0], move[2], move[4:]
            if card in self.hands[giver]:
                self.hands[giver].remove(card)
            self.hands[taker].append(card)
            self.tribute.append(move)
        return self

    def low(self, seat: str, above: str | None = None) -> str:
        """The lowest single card of a seat, or the lowest that is higher than another card."""
        floor = -1 if above is None else height(above, self.level)
        return min(
            (card for card in self.hands[seat] if height(card, self.level) > floor), key=lambda card: height(card, self.level)
        )

    def trick(self, text: str) -> "Board":
        """Put a trick down as it stands, `E 3s - 4s - - -`, `-` for a pass; who is out is skipped."""
        seat, *tokens = text.split()
        for token in tokens:
            if len(token) > 1:
                for card in cards_of(token.partition("=")[0]):
                    if card in self.hands[seat]:
                        self.hands[seat].remove(card)
            seat = self.after(seat)
        self.tricks.append(text)
        return self

    def after(self, seat: str) -> str:
        """The next seat that holds cards; the seat itself if there is no other."""
        return next((each for each in (next_seat(seat, steps) for steps in range(1, 5)) if self.hands[each]), seat)

    def passes(self, seat: str) -> str:
        """As many passes as there are others who hold cards."""
        return " -" * sum(bool(cards) for other, cards in self.hands.items() if other != seat)

    def lead(self, seat: str, cards: str | None = None) -> "Board":
        """A lead that the others pass to: these cards, or the lowest."""
        return self.trick(f"{seat} {cards or self.low(seat)}{self.passes(seat)}")

    def down_to(self, seat: str, count: int) -> "Board":
        """A seat leads single cards, the highest first, until it has so many left."""
        while len(self.hands[seat]) > count:
            self.lead(seat, max(self.hands[seat], key=lambda card: height(card, self.level)))
        return self

    def run_out(self, seat: str, then: str | None) -> "Board":
        """A seat that leads plays itself out, and `then` leads next; None where that ends the hand."""
        last = self.down_to(seat, 1).hands[seat][0]
        if then is None:
            return self.trick(f"{seat} {last}")
        if then == next_seat(seat, 2):
            return self.trick(f"{seat} {last}{self.passes(seat)}")
        made = f"{seat} {last}"
        each = self.after(seat)
        while each != then:
            made, each = f"{made} -", self.after(each)
        others = sum(bool(cards) for other, cards in self.hands.items() if other not in {seat, then})
        return self.trick(f"{made} {self.low(then, last)}{' -' * others}")

    def finish(self, order: str) -> "Board":
        """Play the hand out with these places; the first of them leads now. The last two of 双下 play nothing more."""
        outs = 2 if side_of(order[0]) == side_of(order[1]) else 3
        for place in range(outs):
            self.run_out(order[place], order[place + 1] if place + 1 < outs else None)
        return self

    def hand(self, no: int = 1, **changes: Any) -> Hand:
        """The hand as a record has it."""
        facts: dict[str, Any] = {
            "no": no,
            "level": self.level,
            "deal": {seat: " ".join(cards) for seat, cards in self.deal.items()},
            "tribute": tuple(self.tribute) or None,
            "tricks": tuple(self.tricks),
        }
        return Hand(**(facts | changes))


def board(
    holds: Mapping[str, str] | None = None,
    *,
    top: Mapping[str, str] | None = None,
    barred: Mapping[str, Collection[str]] | None = None,
    level: str = "2",
    seed: int = 0,
) -> Board:
    """A whole deal (`deal_around`), nothing played yet."""
    deal = deal_around(holds, top=top, barred=barred, level=level, seed=seed)
    return Board(level, deal, {seat: list(cards) for seat, cards in deal.items()})


def played_out(order: str, *, level: str = "2", seed: int = 0) -> Board:
    """A whole hand with these places."""
    for number in _seeds(seed):
        try:
            return board(level=level, seed=number).finish(order)
        except ValueError:  # nothing in the next hand beats the last card
            continue
    raise ValueError(f"no hand ends {order}")


def _seeds(seed: int) -> Iterator[int]:
    yield from range(seed, seed + 50)


# ---------------------------------------------------------------------------------------- records


def record_of(
    sheet: str,
    *hands: Hand,
    level: str = "2",
    levels: Mapping[str, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **others: Any,
) -> GameRecord:
    """A match that begins with both sides at a level, or at the `levels` given; of several games it is the first."""
    start = levels or ({"EW": level, "NS": level} if level != "2" else None)
    if start and sheet == "guandan-2":
        others = {"games": {"EW": 0, "NS": 0}, **others}
    return match(*hands, levels=start, options=options, sheet=sheet, **others)


def plays(
    sheet: str, *tricks: str, level: str = "2", options: Mapping[str, OptionValue] | None = None, **facts: Any
) -> GameRecord:
    """The first hand of a record, of which only the plays are known."""
    return record_of(sheet, Hand(no=1, level=level, tricks=tricks, **facts), level=level, options=options)


def placed(order: str, no: int = 1, **claims: Any) -> Hand:
    """A hand of which only the places are known, from the score sheet.

    At 双下 the first player's right neighbour stands last, which one sheet wants (GD3-C4.6) and the others leave open.
    """
    if side_of(order[0]) == side_of(order[1]):
        order = f"{order[:2]}{next_seat(order[0], 3)}{next_seat(order[0])}"
    return Hand(no=no, claims=HandClaims(finish=order, **claims))


def rise_of(sheet: str, order: str) -> int:
    """By how many levels the side of the first rises."""
    partner = order.index(next_seat(order[0], 2))
    return STEPS[sheet][partner - 1]


def after(
    sheet: str,
    order: str,
    *hands: Hand,
    level: str = "8",
    options: Mapping[str, OptionValue] | None = None,
    **others: Any,
) -> GameRecord:
    """A match whose first hand had these places, after which the side that won it plays at `level`; then come the `hands`."""
    side = side_of(order[0])
    before = RANKS[RANKS.index(level) - rise_of(sheet, order)]
    levels = {each: before if each == side else "2" for each in ("EW", "NS")}
    return record_of(sheet, placed(order), *hands, levels=levels, options=options, **others)
