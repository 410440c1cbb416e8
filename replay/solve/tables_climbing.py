"""What the search of an ending asks of the rules of a climbing game, answered by the functions that judge plays.

Every set of cards that a seat holds is read by the rules, so that no play is left out. Its cards are numbered so that those
stand beside each other that nothing tells apart in any set.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from paipu.replay.cards import RANKS, SUITS
from paipu.replay.climbing.combos import Reading, beats
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.order import hand_over, takes_over
from paipu.replay.climbing.score import in_place, place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.solve.search_climbing import ClimbingSearch
from paipu.replay.solve.store import words

CARDS_AT_MOST: Final = 16
"""So many cards a hand can be searched: each set of them is read."""
ALL_AT_MOST: Final = 60
"""And so many of all seats: they are one word."""
ZERO: Final = 64
"""Added to what an order is worth: more than that can be below nothing."""
_ENDS: Final = 1 << 16


class ClimbingTables:
    """The tables of one ending: the cards of each seat, and the side (0 or 1) that each is on."""

    def __init__(self, sheet: ClimbingSheet, ctx: LevelContext, hands: Sequence[Sequence[str]], sides: Sequence[int]) -> None:
        self.sheet, self.ctx, self.sides = sheet, ctx, sides
        self.ids: dict[Reading, int] = {}
        self.readings: list[Reading] = []
        self.cards: list[list[str]] = []
        self.equal: list[int] = []
        self.made: list[tuple[int, int, Reading]] = []
        """Of each play in the flat table the seat, the mask, and what it counts as."""
        for cards in hands:
            self._arrange(list(cards))

    def _arrange(self, cards: list[str]) -> None:
        """Number a seat's cards, those beside each other that nothing tells apart."""
        ctx = self.ctx
        cards.sort(key=lambda card: (ctx.value[card], card))
        groups: list[list[str]] = []
        for card in cards:
            alike = next((group for group in groups if self._alike(group[0], card, cards)), None)
            if alike is None:
                groups.append([card])
            else:
                alike.append(card)
        self.cards.append([card for group in groups for card in group])
        chain = at = 0
        for group in groups:
            chain |= (1 << len(group) - 1) - 1 << at
            at += len(group)
        self.equal.append(chain)

    def _alike(self, one: str, other: str, cards: Sequence[str]) -> bool:
        """Whether any set of the cards with one of two may be the same as that with the other instead."""
        ctx = self.ctx
        if one == other or ctx.rank_of[one] != ctx.rank_of[other]:
            return one == other
        rest = list(cards)
        rest.remove(one)
        rest.remove(other)
        codes = [ctx.codes[card] for card in rest]
        sums = [(0, 0)]
        for code in codes:
            sums += [(total + code, size + 1) for total, size in sums]
        sizes = ctx.combos.of_size
        return all(
            size + 1 not in sizes
            or ctx.readings_of(total + ctx.codes[one], size + 1) == ctx.readings_of(total + ctx.codes[other], size + 1)
            for total, size in dict.fromkeys(sums)
        )

    def number(self, reading: Reading) -> int:
        """A number for each reading that was met, from 1."""
        known = self.ids.get(reading)
        if known is None:
            self.readings.append(reading)
            known = self.ids[reading] = len(self.readings)
        return known

    def text(self, play: int) -> str:
        """A play in notation, with what it stands for where it may be several things."""
        seat, mask, reading = self.made[play // 3]
        cards = "".join(card for at, card in enumerate(self.cards[seat]) if mask >> at & 1)
        if len(self.ctx.plays[cards].readings) < 2:
            return cards
        return next(text for text in self._declared(cards) if self.ctx.parse(text).readings == (reading,))

    def _declared(self, cards: str) -> Iterator[str]:
        """The ways to say what a play with wild cards stands for."""
        each = [cards[at : at + 2] for at in range(0, len(cards), 2)]
        natural = [card[0] for card in each if card not in self.ctx.wilds]
        for ranks in product(RANKS, repeat=len(each) - len(natural)):
            named = "".join(sorted([*natural, *ranks], key=RANKS.index))
            yield f"{cards}={named}"
            for suit in SUITS:
                yield f"{cards}={named}{suit}"

    # ---- what the search asks

    def beats(self, challenger: int, holder: int) -> int:
        """Whether one reading beats another."""
        return int(beats(self.readings[challenger - 1], self.readings[holder - 1]))

    def order(self, order: int) -> int:
        """What an order out may come to."""
        out: list[int] = []
        while order:
            out.insert(0, (order & 7) - 1)
            order >>= 3
        worth = self._worths(tuple(out))
        ends = bool(out) and hand_over(self.sheet, out)
        return (min(worth) + ZERO) << 8 | (max(worth) + ZERO) | (_ENDS if ends else 0)

    def _worths(self, out: tuple[int, ...]) -> set[int]:
        if out and hand_over(self.sheet, out):
            return {self.worth(in_place(self.sheet, out)[0])}
        rest = [seat for seat in range(len(self.sides)) if seat not in out]
        return {worth for seat in rest for worth in self._worths((*out, seat))}

    def worth(self, order: Sequence[int]) -> int:
        """What an order is worth to the first side: levels, or points where the sheet goes by places."""
        if self.sheet.places is not None:
            one, other = place_points(self.sheet.places, order, self.sides)
            return one - other
        risen = rise(self.sheet, (0, 0), None, order)
        return risen.by if risen.side == 0 else -risen.by

    def leads(self, holder: int, holding: int) -> int:
        """Who leads after a winner who is out."""
        return takes_over(self.sheet, self.sides, holder, [holding >> seat & 1 for seat in range(len(self.sides))])

    # ---- what the search is made with

    def search(self) -> ClimbingSearch:
        """A search over these tables."""
        seats = len(self.cards)
        begins = words(seats + 1)
        for seat, cards in enumerate(self.cards):
            begins[seat] = 3 * len(self.made)
            codes = [0]
            for mask in range(1, 1 << len(cards)):
                low = mask & -mask
                codes.append(codes[mask ^ low] + self.ctx.codes[cards[low.bit_length() - 1]])
                size = mask.bit_count()
                if size in self.ctx.combos.of_size:
                    self.made += [(seat, mask, reading) for reading in self.ctx.readings_of(codes[mask], size)]
        begins[seats] = 3 * len(self.made)
        plays, equal, sides, widths = words(3 * len(self.made) + 1), words(seats), words(seats), words(seats)
        for at, (_, mask, reading) in enumerate(self.made):
            plays[3 * at], plays[3 * at + 1] = mask, self.number(reading)
            bomb = 1 << 18 if reading.bomb else 0
            plays[3 * at + 2] = (1 << 22) + (mask.bit_count() << 19) - bomb * 8 - (reading.strength >> 8)
        for seat in range(seats):
            equal[seat], sides[seat], widths[seat] = self.equal[seat], int(self.sides[seat] == 0), len(self.cards[seat])
        return ClimbingSearch(self, plays, begins, equal, sides, widths, int(self.sheet.rounds.reentry), ZERO)
