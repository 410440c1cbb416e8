"""The trump context of a hand: effective suits, order, adjacency, and hands packed into integers.

A *class* is what a follower must follow: one of the four side suits, or trump. Within a class cards stand on *rungs*,
weakest first; cards on one rung are equal in strength (the level cards of the three side suits, 副级). A hand is one
integer with a three-bit field a card, fields ordered by class and rung: two bits of count and a guard bit that makes
containment one subtraction.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, ClassVar, Final

from paipu.replay.cards import CARDS, HIDDEN, JOKERS, RANKS, SUITS, seen_cards, split_cards
from paipu.replay.packing import COPIES, FIELD, FULL, Packing, Plays
from paipu.replay.tricks.card_rules import Adjacency, CardRules

TRUMP: Final = 4
"""The class of trumps; 0 to 3 are the side suits in the order of `SUITS`."""
MIXED: Final = -1
NO_TRUMP: Final = "NT"
_PAIR: Final = {card: card * 2 for card in CARDS}
TRUMP_POWER: Final = 64
"""Added to the rung of a trump, so that any trump is stronger than any side card."""
_POINTS_AT: Final = FIELD * 56
_POINTS: Final = 0xFFFF
_CLASSES_AT: Final = _POINTS_AT + 16
_COUNT: Final = 8
"""Where a card's code, to be added up, has its points beyond its weight, and beyond them a count a class, of so many bits."""
_UNMISTAKABLE: Final = 7
"""So many equal cards can be told from others; more run over into the next field."""


class Play:
    """Some cards played together, parsed once per trump context.

    `cards` is the packed multiset, `cls` their class or `MIXED`; `trio` is the class as which they are a set of three
    (5·10·K), `MIXED` if they are none: a set with a lowered card belongs to a class although its cards do not. For a single
    card `field` masks its place in a hand (0 for more cards). `power` orders singles and plain pairs: the rung, plus
    `TRUMP_POWER` for trumps. `is_pair` is a plain pair; `possible` is false if some card stands there more often than the
    deck has it (`cards` is 0 then).
    """

    __slots__ = ("cards", "cls", "field", "is_pair", "pairs", "points", "possible", "power", "size", "text", "trio")

    def __init__(  # noqa: PLR0913, PLR0917 - a field each, which a dataclass would set by Python also where that is compiled
        self,
        text: str,
        cards: int,
        size: int,
        cls: int,
        field: int,
        power: int,
        is_pair: bool,
        pairs: int,
        points: int,
        possible: bool,
        trio: int = MIXED,
    ) -> None:
        self.text, self.cards, self.size, self.cls, self.field, self.power = text, cards, size, cls, field, power
        self.is_pair, self.pairs, self.points, self.possible, self.trio = is_pair, pairs, points, possible, trio


Single = tuple[int, int, int, int, int]
"""A play of one card as the quick path takes it: its cards, field, class, power and points."""


class TrumpContext(Packing):
    """Everything that follows from a level, a trump suit and a sheet's order of trumps; made once and shared.

    `level` is a rank or None (no level cards); `trump` is one of `SUITS` or `NT`. `masks[cls]` covers a class, `low` and
    `high` its count bits, `plays` parses play strings, `singles` has the plays of one card, `deck` is the packed full deck.
    `trios` maps packed sets of three (5·10·K) to the class they are led as, `lowered[cls]` covers the trumps that bear a side
    suit. `above[cls][r]` covers the class above rung r, and `rung_at` maps a count's high bit to its rung's bit. `shapes` is
    where `units.shape_of` keeps the shapes of packed cards, `unlinked[cls]` those of no more than one pair, of cards that are
    moved down to where none comes before them: each class `begins` so many bits up. `shared` are the cards that share a rung.
    """

    late: ClassVar = ("adjacency",)
    """What of the rules is read when it is asked for, not when a context is made."""

    def __init__(self, level: str | None, trump: str, rules: CardRules) -> None:
        self.level = level
        self.trump = trump
        self.rules = rules
        rungs = _rungs(level, trump, rules.top_trumps)
        super().__init__([card for cls in rungs for rung in cls for card in rung], rules.copies)
        self.rungs = rungs
        value = dict(rules.points)
        self.points = {card: value.get(card[0], 0) if card not in JOKERS else 0 for card in self.order}
        self.point_masks = tuple(
            (worth, sum(3 * self.weight[card] for card, points in self.points.items() if points == worth))
            for worth in sorted(set(value.values()))
        )
        self.cls = {card: c for c, cls in enumerate(rungs) for rung in cls for card in rung}
        self.rung = {card: r for cls in rungs for r, rung in enumerate(cls) for card in rung}
        self.shared = frozenset([card for cls in rungs for rung in cls if len(rung) > 1 for card in rung])
        self.masks = tuple(sum(3 * self.weight[card] for rung in cls for card in rung) for cls in rungs)
        self.begins = tuple(FIELD * sum(len(rung) for each in rungs[:cls] for rung in each) for cls in range(len(rungs)))
        self.high_masks = tuple(m & self.high for m in self.masks)
        self.rung_at = {self.weight[card] << 1: 1 << self.rung[card] for card in self.order}
        self.above = tuple(
            tuple(sum(3 * self.weight[card] for rung in cls[r + 1 :] for card in rung) for r in range(len(cls)))
            for cls in rungs
        )
        self.lowered = tuple(
            sum(3 * self.weight[card] for card in rules.top_trumps if cls < TRUMP and card[1] == SUITS[cls])
            for cls in range(TRUMP + 1)
        )
        self.trios = _trios(level, trump, rules, self.weight)
        self._fields = self.low | self.high | self.guard
        self._rung_of = [self.rung[card] for card in self.order]
        self._codes = {
            card: self.weight[card] | self.points[card] << _POINTS_AT | 1 << _CLASSES_AT + _COUNT * self.cls[card]
            for card in self.order
        }
        self.plays = Plays(self.parse, most=2)
        self.plays.update({card: self.copied(card, 1) for card in self.order})
        self.singles: dict[str, Single] = {
            card: (play.cards, play.field, play.cls, play.power, play.points) for card, play in self.plays.items()
        }
        self.plays.update({_PAIR[card]: self.copied(card, 2) for card in self.order})
        self.shapes: dict[int, Any] = {}
        self.unlinked = tuple(_unlinked(tuple(map(len, cls))) for cls in rungs)
        self.linked: dict[int, tuple[int, int]] = {}

    def under(self, rules: CardRules) -> "TrumpContext":
        """The same context with rules that differ at most in what is read of them late: what is `late`."""
        other = copy(self)
        other.rules, other.shapes, other.linked = rules, {}, {}
        return other

    def judges_alike(self, other: "TrumpContext", plays: Iterable[str]) -> bool:
        """Whether by another context, of the same cards, plays are judged alike, but for what is read late."""
        del plays
        mine = (self.rungs, self.points, self.lowered, self.trios, self.copies)
        return mine == (other.rungs, other.points, other.lowered, other.trios, other.copies)

    def links(self, cls: int, asked: int) -> int:
        """Of the rungs asked about, as a mask, those of a class whose pairs are neighbours of the pairs on the rung below.

        What decides that is read when it is asked of a rung, and of no other.
        """
        known, links = self.linked.get(cls, (0, 0))
        if asked & ~known:
            links |= _links(self.rungs[cls], asked & ~known, cls, self.level, self.trump, self.rules)
            self.linked[cls] = known | asked, links
        return asked & links

    def effective_suit(self, card: str) -> str:
        """`T` for a trump, else the card's suit: the class that it leads and follows in."""
        cls = self.cls[card]
        return "T" if cls == TRUMP else SUITS[cls]

    def points_in(self, packed: int) -> int:
        """The points of a packed multiset."""
        return sum([value * self.size(packed & mask) for value, mask in self.point_masks])

    def class_name(self, cls: int) -> str:
        """`T` for trumps, else the suit's letter."""
        return "T" if cls == TRUMP else SUITS[cls]

    def copied(self, card: str, copies: int) -> Play:
        """The play of a single card, or of a plain pair."""
        cls, rung, value = self.cls[card], self.rung[card], self.points[card]
        place = self.weight[card].bit_length() // FIELD
        return Play(
            text=card if copies == 1 else _PAIR[card],
            cards=COPIES[copies][place],
            size=copies,
            cls=cls,
            field=COPIES[FULL][place] if copies == 1 else 0,
            power=rung + (TRUMP_POWER if cls == TRUMP else 0),
            is_pair=copies == 2,
            pairs=copies // 2,
            points=copies * value,
            possible=True,
        )

    def parse(self, text: str) -> Play:
        """Parse a play string. Notation that is not plain cards (a pass, a failed throw) gives a play of no cards.

        A play of which some cards were not seen is one of those that were, of no class, and of its own size.
        """
        codes, total = self._codes, 0
        try:
            for at in range(0, len(text), 2):  # in place, for most plays of several cards are met once
                total += codes[text[at : at + 2]]
        except KeyError:
            total = 0
        if not total and HIDDEN in text:
            seen = self.parse("".join(seen_cards(text)))
            seen.text, seen.size, seen.cls, seen.power, seen.field, seen.trio = text, len(text) // 2, MIXED, 0, 0, MIXED
            seen.pairs, seen.is_pair = 0, False
            return seen
        if not total:
            return Play(
                text=text, cards=0, size=0, cls=MIXED, field=0, power=0, is_pair=False, pairs=0, points=0, possible=True
            )
        size, packed, classes = len(text) // 2, total & self._fields, total >> _CLASSES_AT
        cls = (classes.bit_length() - 1) // _COUNT
        if classes & (1 << _COUNT * cls) - 1:
            cls = MIXED
        # more copies than a deck has, or than a field counts, which then runs over into the next
        beyond = packed & (self.guard | (packed >> 1 & self.low if self.copies < FULL else 0))
        possible = not beyond and (size <= _UNMISTAKABLE or max(_copies_in(text)) <= self.copies)
        pairs = (packed & self.high).bit_count() if possible else sum([count // 2 for count in _copies_in(text)])
        power = self._rung_of[(packed.bit_length() - 1) // FIELD] + (TRUMP_POWER if cls == TRUMP else 0) if possible else 0
        field = 3 * packed if size == 1 else 0
        points = total >> _POINTS_AT & _POINTS
        trio = self.trios.get(packed, MIXED) if self.trios and possible else MIXED
        is_pair = size == 2 and pairs == 1
        # by their places: most of these are made once, and to name the fields takes as long as all of the rest
        return Play(text, packed if possible else 0, size, cls, field, power, is_pair, pairs, points, possible, trio)

    def as_lead(self, play: Play) -> Play:
        """The play as it counts when it is led: a set of three with a lowered card belongs to the class of its suit."""
        if play.trio in {MIXED, play.cls}:
            return play
        led = self.parse(play.text)
        led.cls = play.trio
        return led


def _copies_in(text: str) -> Iterable[int]:
    """How often each card stands in a play."""
    return Counter(split_cards(text)).values()


def _trios(level: str | None, trump: str, rules: CardRules, weight: Mapping[str, int]) -> dict[int, int]:
    """The packed sets of three of each suit with the class that they are led as."""
    if rules.trios is None:
        return {}
    found = {}
    for number, suit in enumerate(SUITS):
        cards = [rank + suit for rank in rules.trios.ranks]
        lowered = [card for card in cards if card in rules.top_trumps]
        if any(card[0] == level for card in cards if suit == trump or card not in lowered):
            continue
        if suit == trump and lowered and not rules.trios.of_top_trump:
            continue
        found[sum(weight[card] for card in cards)] = TRUMP if suit == trump else number
    return found


def _rungs(level: str | None, trump: str, top_trumps: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each class its rungs, weakest first; a rung is the cards of equal strength on it."""
    plain = [rank for rank in RANKS if rank != level]
    fixed = set(top_trumps)
    sides = tuple(() if suit == trump else tuple((r + suit,) for r in plain if r + suit not in fixed) for suit in SUITS)
    trumps: list[tuple[str, ...]] = [(r + trump,) for r in plain if r + trump not in fixed] if trump in SUITS else []
    if level is not None:
        others = tuple(level + s for s in SUITS if s != trump and level + s not in fixed)
        if others:
            trumps.append(others)
        if trump in SUITS and level + trump not in fixed:
            trumps.append((level + trump,))
    trumps += [(card,) for card in top_trumps]
    return (*sides, tuple(trumps))


def _links(rungs: tuple[tuple[str, ...], ...], asked: int, cls: int, level: str | None, trump: str, rules: CardRules) -> int:
    """A bit mask: bit r is set where pairs on rung r, which is asked about, and on rung r - 1 are neighbours."""
    links = 0
    for upper in range(1, len(rungs)):
        if asked >> upper & 1 and _linked(rungs[upper - 1][0], rungs[upper][0], cls, level, trump, rules):
            links |= 1 << upper
    return links


def _linked(low: str, high: str, cls: int, level: str | None, trump: str, rules: CardRules) -> bool:
    adjacency = rules.adjacency
    if low in rules.top_trumps:
        return low in JOKERS and high in JOKERS and adjacency.jokers
    if high in rules.top_trumps:
        if low[0] != level or high not in JOKERS:
            return False
        return adjacency.joker_on_level if trump in SUITS else adjacency.joker_on_level_no_trump
    if high[0] == level:
        if low[0] == level:
            return adjacency.main_on_side_level
        return adjacency.level_on_ace and (low[0] == "A" or adjacency.level_on_king)
    return _neighbours(low, high, cls, level, adjacency)


def _neighbours(low: str, high: str, cls: int, level: str | None, adjacency: Adjacency) -> bool:
    """Whether plain pairs on neighbouring rungs form a tractor: their ranks meet, or the gap between them is hollow."""
    missing = RANKS[RANKS.index(low[0]) + 1 : RANKS.index(high[0])]
    if cls == TRUMP:
        return not missing or adjacency.hollow_trump
    if len(missing) > 1 and not adjacency.hollow_double:
        return False
    return all(adjacency.hollow_side if rank == level else adjacency.hollow_fixed for rank in missing)


@lru_cache(maxsize=256)
def _unlinked(cards_on_rungs: tuple[int, ...]) -> dict[int, Any]:
    """Where all classes with as many cards on each rung share the shapes of no more than one pair."""
    del cards_on_rungs
    return {}


@lru_cache(maxsize=1024)
def trump_context(level: str | None, trump: str, rules: CardRules) -> TrumpContext:
    """The shared context for a level, a trump and a sheet's cards."""
    return TrumpContext(level, trump, rules)
