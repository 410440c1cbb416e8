"""The rule player of the climbing games, and hands played out by it.

It sees its own hand, what lies on the table, how many cards each seat has left, and who is out; never another hand. It plays by
these rules:

*To arrange* its hand: four jokers and four or more alike are bombs; then straight flushes, then straights, three pairs and two
triples in a row while they save plays; wild cards make the largest set of three or more larger, else a run whole, else stay
high cards; the rest goes by rank, the lowest pairs with the triples as full houses.
*To lead*: all, if it is one combination; else what is low and long, bombs last; no size that an opponent could go out on, and a
low one of the size that the partner could.
*To follow*: out, if it can; the partner's play is left alone, but for something low on something low; an opponent's is beaten
as low as it goes, by a single or a pair out of a larger set if need be; high cards are kept while all have many cards and what
lies there is low; bombs are for an opponent with few cards, for a high play, or when little else is left.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from paipu.analytics.review.knowledge_climbing import ClimbKnown
from paipu.analytics.review.worlds import World
from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.climbing.combos import BOMBS, RUNS, SEQUENCE, Kind, Reading, beats
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.order import hand_over, takes_over
from paipu.replay.climbing.score import in_place, place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS, read_token

_SHORT: Final = 8
"""With so few cards left an opponent is to be stopped."""
_HIGH: Final = 11
"""From this place in the order of cards on, a card is one to keep: an ace, the level's rank, a joker."""
_OPENING: Final = 18
"""With more cards than this high ones are kept."""
_LENGTH: Final = 17
"""What a card more makes up for in rank when one leads, in tenths."""
_PAIR, _TRIPLE, _QUAD = 2, 3, 4
_KEPT: Final = 20_000


class Group(NamedTuple):
    """Some cards that go together: as they are written, packed, how many, what they are, and the place of the deciding rank."""

    token: str
    cards: int
    size: int
    reading: Reading
    place: int

    @property
    def bomb(self) -> bool:
        """Whether it beats whatever is no bomb."""
        return self.reading.bomb


class Window(NamedTuple):
    """A place where a run may lie: its kind, the ranks in order, and how many cards of each."""

    kind: Kind
    ranks: str
    copies: int


@lru_cache(maxsize=64)
def _windows(ctx: LevelContext) -> tuple[tuple[Window, ...], frozenset[Kind], int]:
    """Where runs may lie, which kinds there are, and the most cards of a bomb."""
    rows = ctx.rules.rows
    kinds = frozenset(row.kind for row in rows)
    windows = tuple(
        Window(kind, SEQUENCE[first : first + width], copies)
        for kind, (width, copies) in RUNS.items()
        if kind in kinds
        for first in range(len(SEQUENCE) - width + 1)
    )
    return windows, kinds, max((row.size for row in rows if row.kind is Kind.BOMB), default=0)


def grouped(ctx: LevelContext, cards: Sequence[str], ranks: Sequence[str] = "", suit: str = "") -> Group | None:
    """Cards as the combination that they are if they stand for `ranks`; None if they are none, or several without those."""
    token = "".join(cards)
    play = ctx.plays[token]
    if len(play.readings) > 1 and ranks:
        token = f"{token}={''.join(ranks)}{suit}"
        play = ctx.plays[token]
    if not play.plain:
        return None
    reading = play.readings[0]
    return Group(token, play.cards, play.size, reading, ctx.combos.place[reading.key])


class _Arranging:
    """A hand being sorted."""

    def __init__(self, ctx: LevelContext, packed: int) -> None:
        self.ctx = ctx
        self.windows, self.kinds, self.bomb = _windows(ctx)
        cards = ctx.unpack(packed)
        self.of: dict[str, list[str]] = {rank: [] for rank in RANKS}
        self.wild = [card for card in cards if card in ctx.wilds]
        self.jokers = [card for card in cards if card in JOKERS and card not in ctx.wilds]
        for card in cards:
            if card not in ctx.wilds and card not in JOKERS:
                self.of[card[0]].append(card)
        self.groups: list[Group] = []

    def run(self) -> tuple[Group, ...]:
        """Its combinations, the weakest first."""
        self._jokers()
        for cards in self.of.values():
            if self.bomb and len(cards) >= _QUAD:
                self._take(cards[: self.bomb])
        self._suited()
        self._runs()
        self._wild()
        self._sets()
        self.groups.sort(key=lambda each: (each.bomb, each.reading.strength, each.token))
        return tuple(self.groups)

    def _take(self, cards: Sequence[str], ranks: Sequence[str] = "", suit: str = "") -> bool:
        made = grouped(self.ctx, cards, ranks, suit)
        if made is None:
            return False
        self.groups.append(made)
        for card in cards:
            if card in self.ctx.wilds:
                self.wild.remove(card)
            elif card not in JOKERS:
                self.of[card[0]].remove(card)
        return True

    def _jokers(self) -> None:
        if len(self.jokers) == _QUAD and Kind.FOUR_JOKERS in self.kinds:
            made = grouped(self.ctx, self.jokers)
            if made is not None:
                self.groups.append(made)
                return
        for joker in JOKERS:
            alike = [card for card in self.jokers if card == joker]
            made = grouped(self.ctx, alike) if alike else None
            if made is not None:
                self.groups.append(made)
            else:
                single = grouped(self.ctx, alike[:1]) if alike else None
                self.groups += [single] * len(alike) if single is not None else []

    def _suited(self) -> None:
        for window in self.windows:
            if window.kind is not Kind.STRAIGHT_FLUSH:
                continue
            for suit in SUITS:
                cards = [rank + suit for rank in window.ranks]
                if all(card in self.of[card[0]] for card in cards):
                    self._take(cards, window.ranks, suit)

    def _needed(self, counts: dict[str, int]) -> int:
        """How many plays so many cards of each rank go in if no run is taken out."""
        many = [count for count in counts.values() if count]
        triples = sum(count == _TRIPLE for count in many) if Kind.FULL_HOUSE in self.kinds else 0
        return len(many) - min(triples, many.count(_PAIR))

    def _runs(self) -> None:
        while True:
            counts = {rank: len(cards) for rank, cards in self.of.items()}
            now, best, most = self._needed(counts), None, 0
            for window in self.windows:
                if window.kind is Kind.STRAIGHT_FLUSH or any(counts[rank] < window.copies for rank in window.ranks):
                    continue
                left = {rank: count - window.copies * (rank in window.ranks) for rank, count in counts.items()}
                saved = now - self._needed(left) - 1
                if saved > most:
                    best, most = window, saved
            if best is None:
                return
            cards = [card for rank in best.ranks for card in self.of[rank][: best.copies]]
            if len({card[1] for card in cards}) == 1 and best.kind is Kind.STRAIGHT:  # it would be a straight flush
                other = next((card for card in self.of[best.ranks[0]] if card[1] != cards[0][1]), None)
                cards = [other, *cards[1:]] if other is not None else cards
            if not self._take(cards, [rank for rank in best.ranks for _ in range(best.copies)]):
                return

    def _wild(self) -> None:
        for card in tuple(self.wild):
            sizes = sorted((cards for cards in self.of.values() if cards), key=lambda cards: -len(cards))
            wanted = [cards for cards in sizes if len(cards) == _TRIPLE and (self.bomb or Kind.FIVE in self.kinds)]
            done = any(self._take([*cards, card], [cards[0][0]] * (len(cards) + 1)) for cards in wanted)
            if not done and self.bomb:
                for at, each in enumerate(self.groups):
                    if each.reading.kind is Kind.BOMB and each.size < self.bomb:
                        cards = [*_cards_of(each.token), card]
                        made = grouped(self.ctx, cards, [each.reading.key] * len(cards))
                        if made is not None:
                            self.groups[at] = made
                            self.wild.remove(card)
                            done = True
                            break
            if not done:
                done = self._fill(card)
        for card in tuple(self.wild):
            self._take([card])

    def _fill(self, card: str) -> bool:
        """Let a wild card stand in a straight of which one rank is missing, if that takes three lone cards along."""
        for window in self.windows:
            if window.kind is Kind.STRAIGHT:
                held = [len(self.of[rank]) for rank in window.ranks]
                if held.count(0) == 1 and held.count(1) >= _TRIPLE:
                    cards = [self.of[rank][0] if self.of[rank] else card for rank in window.ranks]
                    if self._take(cards, window.ranks):
                        return True
        return False

    def _sets(self) -> None:
        """What is left, by rank; the lowest pairs go with the triples."""
        for cards in self.of.values():
            if len(cards) == _QUAD and Kind.FOUR_ONE in self.kinds:
                lone = [each for each in self.of.values() if len(each) == 1]
                if lone and self._take([*cards, lone[0][0]], [cards[0][0]] * _QUAD + [lone[0][0][0]]):
                    continue
            while len(cards) > _QUAD and Kind.FIVE in self.kinds and self._take(cards[: _QUAD + 1]):
                pass
            while len(cards) > _TRIPLE and self._take(cards[:_TRIPLE]):
                pass
        if Kind.FULL_HOUSE in self.kinds:
            for triple, pair in zip(self._alike(_TRIPLE), self._alike(_PAIR), strict=False):
                if self.ctx.combos.place[pair[0][0]] < _HIGH:
                    self._take([*triple, *pair], [triple[0][0]] * _TRIPLE + [pair[0][0]] * _PAIR)
        for cards in self.of.values():
            while cards:
                if not self._take(cards[:]):
                    self._take(cards[:1])

    def _alike(self, count: int) -> list[list[str]]:
        """The cards of ranks of which there are so many, the lowest first."""
        place = self.ctx.combos.place
        return sorted((cards for cards in self.of.values() if len(cards) == count), key=lambda cards: place[cards[0][0]])


def _cards_of(token: str) -> list[str]:
    text = read_token(token).stood
    return [text[at : at + 2] for at in range(0, len(text), 2)]


class Arranged:
    """The arrangements that were made under a context, the oldest forgotten first."""

    def __init__(self, ctx: LevelContext) -> None:
        self.ctx = ctx
        self.known: OrderedDict[int, tuple[Group, ...]] = OrderedDict()

    def of(self, packed: int) -> tuple[Group, ...]:
        """The arrangement of a hand."""
        found = self.known.get(packed)
        if found is None:
            if len(self.known) >= _KEPT:
                self.known.popitem(last=False)
            found = self.known[packed] = _Arranging(self.ctx, packed).run()
        return found


@lru_cache(maxsize=32)
def arranged(ctx: LevelContext) -> Arranged:
    """The arrangements under a context."""
    return Arranged(ctx)


def worth(sheet: ClimbingSheet, order: Sequence[int], sides: Sequence[int]) -> int:
    """What an order out is worth to the first side: levels, or points where the sheet goes by places."""
    if sheet.places is not None:
        one, other = place_points(sheet.places, order, sides)
        return one - other
    risen = rise(sheet, (0, 0), None, order)
    return risen.by if risen.side == 0 else -risen.by


class Playout:
    """One hand being played out from a decision on, in a world."""

    def __init__(self, known: ClimbKnown, world: World) -> None:
        self.known, self.sheet, self.ctx, self.sides = known, known.sheet, known.ctx, known.sides
        self.arranged = arranged(known.ctx)
        self.count = len(known.left)
        self.hands = [0] * self.count
        self.hands[known.seat] = known.own
        for place, cards in zip(known.places, world, strict=True):
            self.hands[place] = cards
        self.base = [list(self.arranged.of(hand)) if hand else [] for hand in self.hands]
        self.hand: list[int] = []
        self.groups: list[list[Group]] = []
        self.left: list[int] = []
        self.out: list[int] = []

    def _lay(self) -> None:
        known, trick = self.known, self.known.trick
        self.hand, self.groups = self.hands.copy(), [each.copy() for each in self.base]
        self.left, self.out = list(known.left), list(known.out)
        self.holder, self.table = trick.holder, known.table
        self.waiting, self.passed = trick.waiting, trick.passed

    def choice(self) -> str:
        """What the rule player would play; it looks at no other hand."""
        self._lay()
        made = self._choose(self.known.seat)
        return made.token if made is not None else PASS

    def value(self, token: str) -> int:
        """What the hand comes to for the first side when the seat plays so."""
        self._lay()
        known, sheet = self.known, self.sheet
        seat = known.seat
        made: Group | None = None
        if token != PASS:
            play = self.ctx.plays[token]
            reading = self.ctx.standing(play, self.table)
            if reading is None:
                reading = play.readings[0]
            made = Group(token, play.cards, play.size, reading, self.ctx.combos.place[reading.key])
        while True:
            self.make(seat, made)
            if hand_over(sheet, self.out):
                return worth(sheet, in_place(sheet, self.out)[0], self.sides)
            if not self.waiting:
                seat = self.holder
                if not self.left[seat]:
                    seat = takes_over(sheet, self.sides, seat, self.left)
                self.table, self.passed = None, 0
            else:
                seat = self._next(seat)
            made = self._choose(seat)

    def _next(self, seat: int) -> int:
        """Who plays after a seat in a trick."""
        barred = 0 if self.sheet.rounds.reentry else self.passed
        while True:
            seat = (seat + 1) % self.count
            if self.left[seat] and not barred >> seat & 1:
                return seat

    def make(self, seat: int, made: Group | None) -> None:
        """A seat plays, or passes."""
        if made is None:
            self.waiting -= 1
            self.passed |= 1 << seat
            return
        self.hand[seat] -= made.cards
        self.left[seat] -= made.size
        groups = self.groups[seat]
        if made in groups:
            groups.remove(made)
        elif self.hand[seat]:
            self.groups[seat] = list(self.arranged.of(self.hand[seat]))
        else:
            self.groups[seat] = []
        if not self.left[seat]:
            self.out.append(seat)
        barred = 0 if self.sheet.rounds.reentry else self.passed
        self.holder, self.table = seat, made.reading
        self.waiting = sum(1 for other, left in enumerate(self.left) if left and other != seat and not barred >> other & 1)

    # ---- the rules that it plays by

    def _choose(self, seat: int) -> Group | None:
        table = self.table
        if table is None:
            return self._lead(seat)
        groups, left = self.groups[seat], self.left
        if self.sides[self.holder] == self.sides[seat]:
            return self._beside(seat, table)
        fitting = [each for each in groups if beats(each.reading, table)]
        for each in fitting:
            if each.size == left[seat]:
                return each
        urgent = any(0 < left[other] <= _SHORT for other in range(self.count) if self.sides[other] != self.sides[seat])
        lying = self.ctx.combos.place[table.key]
        plain = next((each for each in fitting if not each.bomb or table.group == BOMBS), None)
        if table.bomb:
            plain = None
        if plain is not None:
            precious = plain.place >= _HIGH and left[seat] > _OPENING and lying < _HIGH - 3
            if urgent or not precious:
                return plain
        elif not table.bomb:
            split = self._split(seat, table, urgent=urgent)
            if split is not None:
                return split
        strong = next((each for each in fitting if each.bomb), None)
        others = sum(not each.bomb for each in groups)
        if strong is not None and plain is None and (urgent or others <= 2 or (lying >= _HIGH and others <= _SHORT // 2 + 1)):
            return strong
        return None

    def _split(self, seat: int, table: Reading, *, urgent: bool) -> Group | None:
        """A single or a pair out of a larger set that beats what lies there; the lowest."""
        if table.kind not in {Kind.SINGLE, Kind.PAIR}:
            return None
        larger = {Kind.PAIR, Kind.TRIPLE} if table.size == 1 else {Kind.TRIPLE}
        if table.size == 1 and not urgent:
            larger = {Kind.PAIR}
        for each in self.groups[seat]:
            if each.reading.kind in larger and "=" not in each.token and each.place > self.ctx.combos.place[table.key]:
                part = grouped(self.ctx, _cards_of(each.token)[: table.size])
                if part is not None and beats(part.reading, table) and (urgent or part.place >= _HIGH):
                    return part
        return None

    def _beside(self, seat: int, table: Reading) -> Group | None:
        """The partner's play is left alone, but to go out, or to get rid of something low on something low."""
        lying = self.ctx.combos.place[table.key]
        low = not table.bomb and lying < _HIGH - 4 and self.left[self.holder] > _SHORT
        for each in self.groups[seat]:
            if beats(each.reading, table) and (
                each.size == self.left[seat] or (low and not each.bomb and each.place < _HIGH - 2)
            ):
                return each
        return None

    def _lead(self, seat: int) -> Group:
        groups, left = self.groups[seat], self.left
        plain = [each for each in groups if not each.bomb] or groups
        if len(groups) == 1 or len(plain) == 1:
            return plain[0]
        others = [left[(seat + step) % self.count] for step in range(1, self.count)]
        theirs = {count for at, count in enumerate(others) if at % 2 == 0 and count}
        ours = {count for at, count in enumerate(others) if at % 2 and count}

        def price(each: Group) -> tuple[int, str]:
            cost = 10 * each.place - _LENGTH * each.size
            if each.size in theirs and each.size <= _SHORT:
                cost += 120 - 15 * each.place
            elif each.size in ours and each.size <= 2:
                cost -= 60
            return cost, each.token

        return min(plain, key=price)
