"""Everything that follows from a level and a sheet's combinations: the order of cards, and plays parsed once."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Final

from paipu.replay.cards import BIG_JOKER, CARDS, HIDDEN, JOKERS, LITTLE_JOKER, RANKS, SUITS, seen_cards, split_cards
from paipu.replay.climbing.combos import Combos, Kind, Reading, beats
from paipu.replay.climbing.rules import CardRules
from paipu.replay.climbing.wild import LEVEL, Cards, keys_of
from paipu.replay.notation import PASS, UNSEEN
from paipu.replay.packing import FIELD, FULL, Packing, Plays

_SHAPES_KEPT: Final = 16_384
_RANK_FIELD = 4
_NAMES: Final = (*RANKS, *JOKERS)
_SUITS_AT: Final = _RANK_FIELD * (len(_NAMES) + 2)
_FIELDS = range(0, _SUITS_AT, _RANK_FIELD)
_COUNT = (1 << _RANK_FIELD) - 1
_SHAPE = (1 << _SUITS_AT) - 1
_LONG: Final = 2 * 7
"""The longest play, in characters, none of whose counts can run over its three bits."""
_ONE_SUIT: Final = frozenset(count << _RANK_FIELD * suit for suit in range(len(SUITS)) for count in range(_COUNT + 1))


@dataclass(slots=True, eq=False, kw_only=True)
class Play:
    """Some cards played together, parsed once per context.

    `cards` is the packed multiset. `readings` are all that the cards may be, strongest first. `possible` is false if a card
    stands there more often than the decks have it. `misread`: a reading was `declared` that no substitution gives. Of a play of
    which not all cards were seen `cards` has those that were; it is `unsure` if it hangs on the others what it may be.
    """

    text: str
    cards: int
    size: int
    readings: tuple[Reading, ...]
    possible: bool
    declared: str = ""
    misread: bool = False
    unsure: bool = False

    @property
    def plain(self) -> bool:
        """Whether there is exactly one reading, and nothing wrong with what was declared."""
        return len(self.readings) == 1 and not self.misread

    @property
    def kind(self) -> str:
        """What the strongest reading is; empty for cards that are no combination."""
        return self.readings[0].kind.value if self.readings else ""

    @property
    def group(self) -> int:
        """The group of the strongest reading. Raises IndexError for cards that are no combination."""
        return self.readings[0].group

    @property
    def strength(self) -> int:
        """The strength of the strongest reading. Raises IndexError for cards that are no combination."""
        return self.readings[0].strength

    @property
    def bomb(self) -> bool:
        """Whether the strongest reading is a bomb."""
        return bool(self.readings) and self.readings[0].bomb


Step = tuple[int, int, int, int, str]
"""What the fast path needs of a play with exactly one reading: the packed cards, how many, strength, group and kind.

Of any other play the strength is `UNSURE`, below that of every reading. Plain tuples, for there are many.
"""
UNSURE: Final = -1
_Sure = tuple[int, int, str]
_UNSURE: Final[_Sure] = (UNSURE, 0, "")

Form = tuple[int, tuple[str, ...], tuple[str, ...]]
"""A row, the ranks that may decide it, and what decides between equal ones."""
Forms = tuple[Form, ...]


@lru_cache(maxsize=64)
def _forms_at_all_levels(rules: CardRules) -> dict[int, Forms]:
    """Where the levels of a sheet share what shapes of plays may be: it is the same at each of them."""
    del rules
    return {}


class LevelContext(Packing):
    """The order of cards at a level, and the readings of plays; made once and shared.

    `ranks` has the ranks as single cards, weakest first, `value` each card's place there; `wilds` are the wild cards.
    """

    late: ClassVar = ("wild.two_wilds", "wild.undeclared")
    """What of the rules is read when it is asked for, not when a context is made or a play is parsed."""

    def __init__(self, level: str, rules: CardRules) -> None:
        self.level = level
        self.rules = rules
        ranks = rules.fixed_order or (*(rank for rank in RANKS if rank != level), level, LITTLE_JOKER, BIG_JOKER)
        self.ranks = ranks
        rank_of = {card: card if card in JOKERS else card[0] for card in CARDS}
        super().__init__(sorted(CARDS, key=lambda card: ranks.index(rank_of[card])), rules.copies)
        self.rank_of: Mapping[str, str] = rank_of
        self.value = {card: ranks.index(rank) for card, rank in rank_of.items()}
        self.wilds = frozenset(JOKERS if rules.wild.cards == "jokers" else {level + "h"})
        self.combos = Combos(rules.rows, ranks, rules.group_order or ranks, rules.natural)
        self.plays = Plays(self.parse)
        self.steps = Plays(self._step, most=3)
        self.compared = Plays(self._step)  # of all plays of a hand, with every option
        self.big_jokers = FULL * self.weight[BIG_JOKER]
        self.all_big_jokers = self.copies * self.weight[BIG_JOKER]
        self.wild_mask = FULL * self.pack(self.wilds)
        self._natural = ~self.wild_mask
        of_rank = [(rank, [card for card in CARDS if rank_of[card] == rank and card not in self.wilds]) for rank in ranks]
        self.natural_of = [(rank, FULL * self.pack(cards)) for rank, cards in of_rank]
        """The natural cards of each rank, as a mask."""
        self._shape_at = FIELD * len(self.order)
        self._packed = (1 << self._shape_at) - 1
        self.codes = {card: self.weight[card] | self._shape(card) << self._shape_at for card in self.order}
        self._readings: dict[int, tuple[Reading, ...]] = {}
        self._sure: dict[int, _Sure] = {}
        self._forms = _forms_at_all_levels(rules)

    def under(self, rules: CardRules) -> "LevelContext":
        """The same context with rules that differ at most in what is read of them late: what is `late`."""
        other = copy(self)
        other.rules = rules
        return other

    def judges_alike(self, other: "LevelContext", plays: Iterable[str]) -> bool:
        """Whether by another context some plays are judged alike, but for what is read late; but for cards that are none."""
        if (self.ranks, self.wilds, self.copies) != (other.ranks, other.wilds, other.copies):
            return False
        mine, theirs = self.compared, other.compared
        for token in plays:
            step = mine[token]
            if step != theirs[token] or (step[2] == UNSURE and self.known_as(token) != other.known_as(token)):
                return False
        return True

    def known_as(self, token: str) -> tuple[object, ...]:
        """All that a play which is not sure may be, and what it is not like: what that comes nearest to goes by the rules."""
        play = self.plays[token]
        return play.readings, play.misread, play.possible, self.rules if play.possible and not play.readings else None

    def _shape(self, card: str) -> int:
        """What a card adds to the shape of a play: a rank, or a wild card, and unless it is wild its suit."""
        if card in self.wilds:
            field = len(RANKS) + JOKERS.index(card) if card in JOKERS else len(_NAMES)
            return 1 << _RANK_FIELD * field
        suit = 0 if card in JOKERS else 1 << _SUITS_AT + _RANK_FIELD * SUITS.index(card[1])
        return suit | 1 << _RANK_FIELD * _NAMES.index(self.rank_of[card])

    def parse(self, token: str) -> Play:
        """Parse a play, with the reading declared for it if there is one. A pass gives a play of no cards."""
        text, _, declared = token.partition("=")
        if HIDDEN in text:
            return self._parse_unseen(text)
        cards = split_cards(text) if text != PASS else []
        if not cards or not self.codes.keys() >= set(cards):
            return Play(text=text, cards=0, size=len(cards), readings=(), possible=not cards)
        if len(cards) > self.rules.copies and max(map(cards.count, set(cards))) > self.rules.copies:
            return Play(text=text, cards=0, size=len(cards), readings=(), possible=False)
        total = sum(map(self.codes.__getitem__, cards))
        packed, shape = total & self._packed, total >> self._shape_at
        readings = self.readings(shape, len(cards))
        misread = False
        if declared:
            chosen = self._declared(cards, declared, readings)
            misread = chosen is None
            readings = (chosen,) if chosen is not None else readings
        return Play(
            text=text,
            cards=packed,
            size=len(cards),
            readings=readings,
            possible=True,
            declared=declared,
            misread=misread,
        )

    def _parse_unseen(self, text: str) -> Play:
        """A play of which not all cards were seen: what it may be if that is the same whatever they are, as of `7?7?`."""
        cards, seen = split_cards(text) if text != UNSEEN else [], self.pack_counts(Counter(seen_cards(text)).items())
        natural = [card for card in cards if HIDDEN not in card and card not in self.wilds]
        ranks = [card[0] for card in cards if HIDDEN in card]
        wild_ranks = {card[0] for card in self.wilds if card not in JOKERS}
        worlds = set[tuple[Reading, ...]]()
        most = max(Counter(seen_cards(text)).values(), default=0)
        if text != UNSEEN and (len(cards) not in self.combos.of_size or most > self.rules.copies):
            return Play(text=text, cards=seen, size=len(cards), readings=(), possible=most <= self.rules.copies)
        known = bool(cards) and HIDDEN not in ranks
        for wild in range(sum(rank in wild_ranks for rank in ranks) + 1) if known else ():
            given = [card for card in cards if card in self.wilds]
            named = [rank for rank in ranks if rank not in wild_ranks]
            held = ranks.count(next(iter(wild_ranks), "")) - wild
            shape = sum(self.codes[card] >> self._shape_at for card in given) & _SHAPE
            shape += sum(
                1 << _RANK_FIELD * _NAMES.index(rank)
                for rank in (*(self.rank_of[card] for card in natural), *named, *[*wild_ranks][:1] * held)
            )
            shape += wild << _RANK_FIELD * len(_NAMES)
            suits = {card[1] for card in natural}
            alone = len(natural) + len(named) + held <= 1
            for suited in {True, alone} if len(suits) <= 1 else {False}:
                worlds.add(self._of_key(shape << 1 | suited, len(cards)))
        sure = len(worlds) == 1
        readings = worlds.pop() if sure else ()
        return Play(text=text, cards=seen, size=len(cards), readings=readings, possible=True, unsure=not sure)

    def _step(self, token: str) -> Step:
        """A play as the fast path takes it; one with more cards alike than a field counts goes the careful way."""
        if "=" in token or HIDDEN in token or len(token) > _LONG:
            play = self.plays[token]
            strength, group, kind = _sure(play.readings) if play.plain else _UNSURE
            return play.cards, play.size, strength, group, kind
        codes, size = self.codes, len(token) >> 1
        total = 0
        for at in range(0, len(token), 2):  # in place, for most plays of several cards are met once
            total += codes[token[at : at + 2]]
        packed, shape = total & self._packed, total >> self._shape_at
        if packed & self.guard:
            return packed, size, UNSURE, 0, ""
        key = (shape & _SHAPE) << 1 | (shape >> _SUITS_AT in _ONE_SUIT)  # `_key`, without the call
        sure = self._sure.get(key)
        if sure is None:
            sure = self._sure[key] = _sure(self._of_key(key, size))
        strength, group, kind = sure
        return packed, size, strength, group, kind

    def readings_of(self, codes: int, size: int) -> tuple[Reading, ...]:
        """All readings of so many cards of a hand, given the sum of their `codes`, strongest first."""
        shape = codes >> self._shape_at
        found = self._readings.get((shape & _SHAPE) << 1 | (shape >> _SUITS_AT in _ONE_SUIT))  # `_key`, without the call
        return found if found is not None else self.readings(shape, size)

    def readings(self, shape: int, size: int) -> tuple[Reading, ...]:
        """All readings of a shape, strongest first; the one that the sheet fixes where it fixes one."""
        return self._of_key(_key(shape), size)

    def _of_key(self, key: int, size: int) -> tuple[Reading, ...]:
        """The same for what of a shape decides: the ranks, and in the lowest bit whether the natural cards are of one suit."""
        found = self._readings.get(key)
        if found is None:
            if len(self._readings) >= _SHAPES_KEPT:
                self._readings.clear()
                self._sure.clear()
                self._forms.clear()
            forms = self._forms.get(key)
            if forms is None:
                forms = self._forms[key] = self._forms_of(self._cards(key >> 1, size, suited=bool(key & 1)))
            found = self._readings[key] = self._named(forms)
        return found

    def _cards(self, shape: int, size: int, *, suited: bool) -> Cards:
        """The counts that a shape stands for."""
        fields = [shape >> at & _COUNT for at in _FIELDS]
        wild_jokers = self.rules.wild.cards == "jokers"
        little, big = fields[len(RANKS) : len(_NAMES)] if wild_jokers else (0, 0)
        names = RANKS if wild_jokers else _NAMES
        counts = {rank: count for rank, count in zip(names, fields, strict=False) if count}
        return Cards(counts, fields[len(_NAMES)] + little + big, suited, size, little, big)

    def _forms_of(self, cards: Cards) -> Forms:
        """What some cards may be at any level, the strongest combination first, or it alone where the sheet fixes one."""
        rules = self.rules.wild
        forms: list[Form] = []
        for number in reversed(self.combos.of_size.get(cards.size, ())):
            row = self.combos.rows[number]
            keys = tuple(dict.fromkeys(keys_of(row, cards, rules)))
            if keys:
                ties = row.kind is Kind.FLUSH and rules.flush_kickers
                forms.append((number, keys, self._kickers(cards.counts) if ties else ()))
                if rules.one_reading:
                    break
        return tuple(forms)

    def _named(self, forms: Forms) -> tuple[Reading, ...]:
        """The readings that forms are at this level, strongest first; the one that stands where the sheet fixes it."""
        found: list[Reading] = []
        for number, keys, kickers in forms:
            readings = [self.combos.reading(number, self.level if key == LEVEL else key, kickers) for key in keys]
            if len(readings) > 1:
                readings.sort(key=lambda reading: reading.strength, reverse=number not in self._low_runs)
            found += readings
        return tuple(found[:1] if self.rules.wild.one_reading else found)

    @cached_property
    def _low_runs(self) -> frozenset[int]:
        """The rows of which the lowest reading stands, for wild cards count there as small ones (DG-2.1b)."""
        rules = self.rules.wild
        low = {Kind.STRAIGHT: rules.runs, Kind.STRAIGHT_FLUSH: rules.suited_runs}
        rows = enumerate(self.rules.rows) if rules.one_reading else ()
        return frozenset(number for number, row in rows if low.get(row.kind) == "low")

    def _kickers(self, counts: Mapping[str, int]) -> tuple[str, ...]:
        """The natural cards of a flush below its top, highest first."""
        order = RANKS.index if Kind.FLUSH in self.rules.natural else self.ranks.index
        ranks = sorted(Counter(counts).elements(), key=order, reverse=True)
        return tuple(ranks[1:])

    def _declared(self, cards: list[str], declared: str, readings: tuple[Reading, ...]) -> Reading | None:
        """The reading that a player declared, if the cards can be that: ranks in any order, for a straight flush its suit."""
        suit = declared[-1] if declared[-1] in SUITS else None
        named = _ranks(declared if suit is None else declared[:-1])
        if not readings or len(named) != len(cards):
            return None
        natural = [card for card in cards if card not in self.wilds]
        added = named.copy()
        for card in natural:
            rank = self.rank_of[card]
            if rank not in added:
                return None
            added.remove(rank)
        suits = {card[1] for card in natural}
        if any(rank in JOKERS for rank in added):
            return None  # no wild card stands for a joker
        if suit is not None and suits - {suit}:
            return None
        suited = suit is not None or (self.rules.wild.one_reading and len(suits) <= 1)
        as_named = self._of_key(sum(1 << _RANK_FIELD * _NAMES.index(rank) + 1 for rank in named) | suited, len(named))
        if suit is not None:
            as_named = tuple(reading for reading in as_named if reading.kind is Kind.STRAIGHT_FLUSH)
        return next((reading for reading in readings if reading in as_named), None)

    def standing(self, play: Play, table: Reading | None) -> Reading | None:
        """What an undeclared play stands as on what lies on the table (D-GD-05): None if nothing that it may be beats that."""
        return self.stands(play.readings, table)

    def stands(self, readings: Sequence[Reading], table: Reading | None) -> Reading | None:
        """The same of what a play may be, strongest first."""
        if len(readings) == 1 and table is not None:
            return readings[0] if beats(readings[0], table) else None
        fitting = [each for each in readings if beats(each, table)] if table is not None else readings
        return self.chosen(fitting) if fitting else None

    def chosen(self, fitting: Sequence[Reading]) -> Reading:
        """Which of some readings of an undeclared play, strongest first, stands."""
        if len(fitting) == 1:
            return fitting[0]
        return self._meant(fitting)[0 if self.rules.wild.undeclared == "strongest" else -1]

    def choosing(self, fitting: Sequence[Reading]) -> tuple[str, ...]:
        """The slots by which it is chosen."""
        meant = self._meant(fitting)
        two_wilds = ("cards.wild.two_wilds",) if len(meant) < len(fitting) else ()
        return (*two_wilds, "cards.wild.undeclared") if len(meant) > 1 else two_wilds

    def _meant(self, fitting: Sequence[Reading]) -> Sequence[Reading]:
        """Those readings that are left when three pairs are told from two triples."""
        if not {Kind.TUBE, Kind.PLATE} <= {reading.kind for reading in fitting}:
            return fitting
        meant = Kind.TUBE if self.rules.wild.two_wilds == "pairs" else Kind.PLATE
        return [reading for reading in fitting if reading.kind is meant]

    def highest(self, packed: int) -> int:
        """The place in `ranks` of the highest single card that is not wild; -1 if there is none."""
        natural = packed & self._natural
        return self.value[self.order[(natural.bit_length() - 1) // FIELD]] if natural else -1


def _key(shape: int) -> int:
    """What of a shape decides how it reads: the ranks, and in the lowest bit whether the natural cards are of one suit."""
    return (shape & _SHAPE) << 1 | (shape >> _SUITS_AT in _ONE_SUIT)


def _sure(readings: Sequence[Reading]) -> _Sure:
    """Strength, group and kind of the only reading of some cards."""
    if len(readings) != 1:
        return _UNSURE
    kind, _, _, group, strength = readings[0]
    return strength, group, kind.value


def _ranks(letters: str) -> list[str]:
    """Ranks out of single letters: `B` or `L` with the `J` after it is a joker."""
    ranks: list[str] = []
    for letter in letters:
        if letter == "J" and ranks and ranks[-1] in {"B", "L"}:
            ranks[-1] += letter
        else:
            ranks.append(letter)
    return ranks


@lru_cache(maxsize=256)
def level_context(level: str, rules: CardRules) -> LevelContext:
    """The shared context for a level and a sheet's cards."""
    return LevelContext(level, rules)
