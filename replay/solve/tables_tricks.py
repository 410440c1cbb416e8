"""What the search of an ending asks of the rules of a trick game, answered by the functions that judge plays.

Each seat's cards are numbered by class and rung, weakest first; of two equal cards the lower number is played first.
"""

from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import gcd
from typing import Final, NamedTuple

from paipu.replay.cards import RANKS
from paipu.replay.solve.search_tricks import TrickSearch
from paipu.replay.solve.store import words
from paipu.replay.tricks.beat import Strength, beats, strength
from paipu.replay.tricks.legal import judged
from paipu.replay.tricks.score import captures, contains_trio, multiplier
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.tractors import pair_layers, run_tops, rungs_of
from paipu.replay.tricks.trump import TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, Unit, UnitKind, lead_shape, unit_blocked

CARDS_AT_MOST: Final = 13
"""So many cards a hand can be searched: their masks are parts of words."""
UNITS_AT_MOST: Final = 60
"""So many units of a class can be told apart by bits."""
BOTTOM: Final = 100_000
"""What it counts to capture the kitty with a set of three where that wins the hand at any score: more than any points."""
_ANYWHERE: Final = 128
_KINDS: Final = 256
_CLASSES: Final = TRUMP + 1


class Lead(NamedTuple):
    """A lead and its units, as the rules see it."""

    play: Play
    shape: Shape


class TrickTables:
    """The tables of one ending: four hands at the beginning of a trick, and what the last trick is worth.

    `taker` is who took the kitty up last (炒底), `kitty` its points.
    """

    def __init__(
        self, sheet: TrickSheet, ctx: TrumpContext, hands: list[int], dealer: int, taker: int | None, kitty: int
    ) -> None:
        self.sheet, self.ctx, self.dealer, self.kitty = sheet, ctx, dealer, kitty
        self.cards = [ctx.unpack(hand) for hand in hands]
        self.captured = [captures(sheet, seat, dealer, taker) for seat in range(len(hands))]
        self.packs: list[dict[int, int]] = [{0: 0} for _ in hands]
        self.twins = [sum(1 << at for at in range(1, len(cards)) if cards[at] == cards[at - 1]) for cards in self.cards]
        self.kinds: dict[tuple[object, ...], int] = {}
        self.led: list[Lead] = []
        self.known_leads: dict[tuple[int, int], tuple[int, int] | None] = {}
        self.units = [self._units(cls) for cls in range(_CLASSES)]
        self.strengths: dict[Strength, int] = {}
        self.ranked: list[Strength] = []

    def _units(self, cls: int) -> dict[Unit, int]:
        """Every unit that somebody may lead of a class, numbered."""
        found: dict[Unit, int] = {}
        ctx = self.ctx
        for seat, cards in enumerate(self.cards):
            held = self.packed(seat, (1 << len(cards)) - 1) & ctx.masks[cls]
            layers = pair_layers(ctx, held, cls)
            rungs = {ctx.rung[card] for card in cards if ctx.cls[card] == cls}
            units = [Unit(UnitKind.SINGLE, 0, rung) for rung in rungs]
            units += [Unit(UnitKind.PAIR, 1, rung) for rung in rungs_of(layers[:1])]
            for length in range(2, layers[0].bit_count() + 1):
                tops = run_tops(ctx, layers[0], cls, length)
                units += [Unit(UnitKind.TRACTOR, length, top) for top in rungs_of((tops,))]
            for unit in units:
                found.setdefault(unit, len(found))
        return found

    # ---- masks and packed cards

    def packed(self, seat: int, mask: int) -> int:
        """Some cards of a seat as the rules have them."""
        known = self.packs[seat].get(mask)
        if known is None:
            low = mask & -mask
            card = self.cards[seat][low.bit_length() - 1]
            known = self.packs[seat][mask] = self.packed(seat, mask ^ low) + self.ctx.weight[card]
        return known

    def mask(self, seat: int, held: int, packed: int) -> int:
        """A play from some held cards as a mask: of equal cards the lowest."""
        return next(mask for mask in self._ways(seat, held, self.ctx.size(packed)) if self.packed(seat, mask) == packed)

    def play(self, seat: int, mask: int) -> Play:
        """Some cards of a seat as a play."""
        return self.ctx.parse(self.text(seat, mask))

    def text(self, seat: int, mask: int) -> str:
        """Some cards of a seat in notation."""
        return "".join(card for at, card in enumerate(self.cards[seat]) if mask >> at & 1)

    def _ways(self, seat: int, cards: int, size: int) -> Iterator[int]:
        """All ways to take so many of some cards, equal cards being one: the lowest of them."""
        above = self.twins[seat] & cards << 1
        for chosen in combinations([1 << at for at in range(cards.bit_length()) if cards >> at & 1], size):
            mask = sum(chosen)
            if not mask & above & ~(mask << 1):
                yield mask

    # ---- what the search asks

    def leads(self, seat: int, cards: int, cls: int) -> list[int]:
        """The leads from some cards of one class."""
        found: list[int] = []
        for size in range(1, cards.bit_count() + 1):
            for mask in self._ways(seat, cards, size):
                found += self._lead(seat, mask, cls)
        return found

    def _lead(self, seat: int, mask: int, cls: int) -> tuple[int, ...]:
        known = self.known_leads.get((seat, mask))
        if known is None:
            play = self.ctx.as_lead(self.play(seat, mask))
            shape = lead_shape(self.ctx, play)
            units = 0
            for unit in () if shape.trio else shape.units:
                units |= 1 << self.units[cls][unit]
            throw = shape.count > 1
            forbidden = throw and cls == TRUMP and not self.sheet.throws.trump_throws
            known = self.known_leads[seat, mask] = (
                (0, 0) if forbidden else (self._kind(play, shape), -units if throw else units)
            )
        return (mask, *known) if known[0] else ()

    def mixed_leads(self, seat: int, cards: int) -> list[int]:
        """Sets of three with a card that is lowered into their suit."""
        found: list[int] = []
        hand = self.packed(seat, cards)
        for packed, cls in self.ctx.trios.items():
            if packed & ~self.ctx.masks[cls] and self.ctx.contains(hand, packed):
                mask = self.mask(seat, cards, packed)
                play = self.ctx.as_lead(self.play(seat, mask))
                found += (mask, self._kind(play, lead_shape(self.ctx, play)), 0)
        return found

    def _kind(self, play: Play, shape: Shape) -> int:
        """What all leads have in common that are followed, beaten and counted alike."""
        lengths = tuple(length for length, _ in shape.tractors)
        key = (play.cls, play.size, lengths, len(shape.pairs), len(shape.singles), shape.trio)
        number = self.kinds.get(key)
        if number is None:
            self.led.append(Lead(play, shape))
            serves = self.sheet.follow.lowered_serves and self.ctx.lowered[play.cls]
            anywhere = _ANYWHERE if shape.trio or serves else 0
            number = self.kinds[key] = _KINDS * len(self.led) + anywhere + 16 * play.cls + play.size
        return number

    def _led(self, kind: int) -> Lead:
        return self.led[kind // _KINDS - 1]

    def follows(self, seat: int, cards: int, kind: int) -> list[int]:
        """The legal follows."""
        play, shape = self._led(kind)
        ctx, rules, hand = self.ctx, self.sheet.follow, self.packed(seat, cards)
        ways = {self.packed(seat, mask): mask for mask in self._ways(seat, cards, play.size)}
        return [ways[each] for each, legal in judged(ctx, rules, hand, play, shape) if legal]

    def discards(self, seat: int, cards: int, count: int) -> list[int]:
        """All ways to take so many cards."""
        return list(self._ways(seat, cards, count))

    def blocks(self, seat: int, cards: int, cls: int) -> int:
        """The units that a hand has a higher one against."""
        hand = self.packed(seat, cards)
        return sum(1 << at for unit, at in self.units[cls].items() if unit_blocked(self.ctx, unit, cls, hand))

    def strength(self, seat: int, cards: int, kind: int, leads: int) -> int:
        """How strong a play is, by a number for each strength that was met."""
        lead, shape = self._led(kind)
        play = self.play(seat, cards)
        found = strength(self.ctx, self.sheet.beat, lead, shape, self.ctx.as_lead(play) if leads else play, leads=bool(leads))
        if found is None:
            return 0
        number = self.strengths.get(found)
        if number is None:
            self.ranked.append(found)
            number = self.strengths[found] = len(self.ranked)
        return number

    def beats(self, challenger: int, holder: int) -> int:
        """Whether a later play takes the trick; whatever can win takes it from what cannot."""
        return int(beats(self.sheet.beat, self.ranked[challenger - 1], self.ranked[holder - 1]))

    def bottom(self, seat: int, cards: int, kind: int) -> int:
        """The kitty's points as often as they count, and what a set of three makes of the hand."""
        if not self.captured[seat]:
            return 0
        winning = self.play(seat, cards)
        found = self.kitty * multiplier(self.sheet, self.ctx, self._led(kind).play, winning)
        return found + (BOTTOM if self.bottom_decides and contains_trio(self.ctx, winning) else 0)

    # ---- what the search is made with

    @property
    def bottom_decides(self) -> bool:
        """Whether the hand is won at any score by capturing the kitty with a set of three."""
        stakes = self.sheet.stakes
        return stakes is not None and stakes.bottom_decides and bool(self.trio_ranks)

    @cached_property
    def trio_ranks(self) -> tuple[str, ...]:
        """The ranks of a set of three, none where the sheet knows no such set."""
        trios = self.sheet.cards.trios
        return trios.ranks if trios is not None else ()

    @cached_property
    def step(self) -> int:
        """What all results are multiples of."""
        return gcd(*(worth for _, worth in self.sheet.cards.points), BOTTOM)

    def most(self) -> list[int]:
        """What the last trick can bring besides its points, for so many cards left to each: by singles, pairs and tractors."""
        found = [0] * 3
        rules = self.sheet.multipliers
        single = max(rules.of(UnitKind.SINGLE, 0, trump=trump) for trump in (True, False))
        for size in range(1, CARDS_AT_MOST + 1):
            trio = BOTTOM if self.bottom_decides and size >= len(self.trio_ranks) else 0
            factors = (
                single if not rules.by_size else max(rules.values(0)),
                max(rules.values(1)),
                max(rules.values(size // 2)),
            )
            found += [self.kitty * factor + trio if any(self.captured) else 0 for factor in factors]
        return found

    def _least(self) -> int:
        """The least that the last trick brings besides its points where the attackers win it with a single card."""
        if not all(captured for seat, captured in enumerate(self.captured) if (seat - self.dealer) % 2):
            return 0
        rules = self.sheet.multipliers
        return self.kitty * (1 if rules.by_size else min(rules.of(UnitKind.SINGLE, 0, trump=trump) for trump in (True, False)))

    def most_of_all(self) -> int:
        """The most that the last trick can bring."""
        return max(self.most())

    def search(self) -> TrickSearch:
        """A search over these tables."""
        ctx, width = self.ctx, max(map(len, self.cards))
        shape = words(3 * 4 * _CLASSES)
        points, costs = words(4 * width), words(4 * width)
        hands = words(4)
        for seat, cards in enumerate(self.cards):
            hands[seat] = (1 << len(cards)) - 1
            for at, card in enumerate(cards):
                points[seat * width + at] = ctx.points[card]
                costs[seat * width + at] = ctx.rung[card] + (len(RANKS) if ctx.cls[card] == TRUMP else 0)
            for cls in range(_CLASSES):
                own = [at for at, card in enumerate(cards) if ctx.cls[card] == cls]
                place = 3 * (4 * cls + seat)
                shape[place] = own[0] if own else 0
                shape[place + 1] = sum(1 << at for at in own)
                shape[place + 2] = len(own)
        attack = words(4)
        for seat in range(4):
            attack[seat] = (seat - self.dealer) % 2
        most = words(3 * (CARDS_AT_MOST + 1))
        for at, worth in enumerate(self.most()):
            most[at] = worth
        alike = words(_CLASSES)
        for cls in range(_CLASSES):
            alike[cls] = 5 if cls == TRUMP else cls if ctx.trios else 0
        partner = int(self.sheet.throws.partner_blocks)
        plain = int(not ctx.trios and self.sheet.beat.equal_first)
        return TrickSearch(self, hands, shape, self._order(), points, costs, attack, most, alike, self._least(), partner, plain)

    def _order(self) -> "array[int]":
        """For each class where it begins, and of each of its cards six words, by rung, card, seat."""
        ctx = self.ctx
        rows: list[list[int]] = []
        begins = []
        for cls, rungs in enumerate(ctx.rungs):
            begins.append(len(rows))
            links = ctx.links(cls, (1 << len(rungs)) - 1)
            for rung, cards in enumerate(rungs):
                for card in cards:
                    sets = [number for number, each in enumerate(ctx.trios) if each & ctx.weight[card]]
                    role = 8 * ctx.points[card]
                    if sets:  # which card of which set of three it is, which tells its points too
                        role = 1 + self.trio_ranks.index(card[0]) + 8 * (11 + sets[0])
                    for seat in range(4):
                        for at, own in enumerate(self.cards[seat]):
                            if own == card:
                                rows.append([seat, 1 << at, rung, ctx.order.index(card), role, links >> rung & 1])
        begins.append(len(rows))
        flat = words(len(begins) + 6 * len(rows))
        for cls, begin in enumerate(begins):
            flat[cls] = len(begins) + 6 * begin
        for number, row in enumerate(rows):
            for at, word in enumerate(row):
                flat[len(begins) + 6 * number + at] = word
        return flat
