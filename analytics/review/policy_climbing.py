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

The rules themselves, over numbers, are in `playing_climbing.py`; what they ask of a sheet's combinations is here.
"""

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from paipu.analytics.review.knowledge_climbing import ClimbKnown
from paipu.analytics.review.playing_climbing import ClimbPlaying
from paipu.analytics.review.worlds import World
from paipu.replay.cards import JOKERS, RANKS, SUITS
from paipu.replay.climbing.combos import RUNS, SEQUENCE, Kind, Reading
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.order import hand_over
from paipu.replay.climbing.score import in_place, place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS
from paipu.replay.packing import FIELD, FULL
from paipu.replay.solve.store import words

_KINDS: Final = (
    None,
    Kind.SINGLE,
    Kind.PAIR,
    Kind.TRIPLE,
    Kind.FULL_HOUSE,
    Kind.STRAIGHT,
    Kind.TUBE,
    Kind.PLATE,
    Kind.FOUR_ONE,
    Kind.BOMB,
    Kind.STRAIGHT_FLUSH,
    Kind.FIVE,
    Kind.FOUR_JOKERS,
)
"""The kinds in the order of their numbers in `playing_climbing`."""
CARDS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS)
"""The cards in the order of their numbers there."""
_NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
_NAMES: Final = (*RANKS, *JOKERS)
_GROUP_AT, _PLACE_AT, _KIND_AT, _SIZE_AT, _FORM_AT, _FIRST = 1, 2, 3, 4, 6, 7
_ROW, _STATE, _TOLD = 20, 3690, 17
_SHARED_AT_MOST: Final = 32


class Form(NamedTuple):
    """What some cards are: the ranks that they stand for, in the order in which they lie, and the reading."""

    ranks: tuple[str, ...]
    reading: Reading


class Asked:
    """What is asked of the rules of a sheet at a level; the end of a hand is asked under the `sides` of one."""

    def __init__(self, ctx: LevelContext, sheet: ClimbingSheet, sides: Sequence[int]) -> None:
        self.ctx, self.sheet, self.sides = ctx, sheet, sides
        self.forms: list[Form] = []

    def form(self, kind: int, rank: int, other: int, cards: Sequence[int], size: int) -> list[int]:
        """What some cards are as a kind of a rank, nothing if they are not that."""
        texts = [CARDS[cards[at]] for at in range(size)]
        ranks = _ranks(_KINDS[kind], rank, other, size)
        suit = next((text[1] for text in texts if text not in self.ctx.wilds), "")
        play = self.ctx.plays["".join(texts)]
        if len(play.readings) > 1:
            declared = "".join(ranks) + (suit if _KINDS[kind] is Kind.STRAIGHT_FLUSH else "")
            play = self.ctx.plays[f"{play.text}={declared}"]
        if not play.plain:
            return []
        reading = play.readings[0]
        self.forms.append(Form(ranks, reading))
        return [reading.strength, reading.group, self.ctx.combos.place[reading.key], len(self.forms) - 1]

    def token(self, row: Sequence[int]) -> str:
        """A group as it is written: the cards, and what they stand for where they may be several things."""
        size = row[_SIZE_AT]
        if not size:
            return PASS
        texts = [CARDS[row[_FIRST + at]] for at in range(size)]
        text = "".join(texts)
        if len(self.ctx.plays[text].readings) < 2:
            return text
        form = self.forms[row[_FORM_AT]]
        suit = next((each[1] for each in texts if each not in self.ctx.wilds), "")
        return f"{text}={''.join(form.ranks)}{suit if form.reading.kind is Kind.STRAIGHT_FLUSH else ''}"

    def ended(self, order: int) -> int:
        """Whether the hand is over with an order out."""
        return int(hand_over(self.sheet, _seats(order)))

    def worth(self, order: int) -> int:
        """What an order out is worth to the first side."""
        return worth(self.sheet, in_place(self.sheet, _seats(order))[0], self.sides)


def _ranks(kind: Kind | None, rank: int, other: int, size: int) -> tuple[str, ...]:
    """What each card stands for."""
    if kind in RUNS:
        width, copies = RUNS[kind]
        last = rank + 1
        first = last - width + 1
        return tuple(each for each in SEQUENCE[first : last + 1] for _ in range(copies))
    name = _NAMES[rank]
    if kind is Kind.FULL_HOUSE:
        return (*[name] * 3, *[_NAMES[other - 1]] * 2)
    if kind is Kind.FOUR_ONE:
        return (*[name] * 4, _NAMES[other - 1])
    return (name,) * size


def _seats(order: int) -> list[int]:
    """The seats of an order that is one number."""
    found = []
    while order > 1:
        found.append(order & 7)
        order >>= 3
    return found[::-1]


def playing_for(ctx: LevelContext, sheet: ClimbingSheet, sides: tuple[int, ...]) -> tuple[Asked, ClimbPlaying]:
    """What plays hands out at a level, with what it asks."""
    kinds = {row.kind for row in ctx.rules.rows}
    cards = words(len(CARDS) + len(_NAMES) + len(_KINDS) + 1)
    table = [
        *(card in ctx.wilds for card in CARDS),
        *(ctx.combos.place[name] for name in _NAMES),
        *(kind in kinds for kind in _KINDS),
        max((row.size for row in ctx.rules.rows if row.kind is Kind.BOMB), default=0),
    ]
    rules = words(3 + len(sides))
    for flat, values in ((cards, table), (rules, [len(sides), sheet.rounds.reentry, sheet.rounds.after_out != "next", *sides])):
        for at, value in enumerate(values):
            flat[at] = value
    asked = Asked(ctx, sheet, sides)
    return asked, ClimbPlaying(asked, cards, rules)


_SHARED: Final[dict[tuple[int, int, tuple[int, ...]], tuple[Asked, ClimbPlaying]]] = {}
"""By what it is made for; that is kept with it, so that its place in memory tells it from others."""


def _shared(ctx: LevelContext, sheet: ClimbingSheet, sides: tuple[int, ...]) -> tuple[Asked, ClimbPlaying]:
    """The same for all decisions, with all that it was told so far."""
    key = (id(ctx), id(sheet), sides)
    if key not in _SHARED:
        if len(_SHARED) >= _SHARED_AT_MOST:
            _SHARED.clear()
        _SHARED[key] = playing_for(ctx, sheet, sides)
    return _SHARED[key]


def worth(sheet: ClimbingSheet, order: Sequence[int], sides: Sequence[int]) -> int:
    """What an order out is worth to the first side: levels, or points where the sheet goes by places."""
    if sheet.places is not None:
        one, other = place_points(sheet.places, order, sides)
        return one - other
    risen = rise(sheet, (0, 0), None, order)
    return risen.by if risen.side == 0 else -risen.by


class RulePlayer:
    """The rule player at a decision; hands are played out by it from there.

    One that is `alone` shares nothing with others, which might play in the middle of its hand.
    """

    def __init__(self, known: ClimbKnown, *, alone: bool = False) -> None:
        self.known, self.ctx = known, known.ctx
        self.asked, self.playing = (playing_for if alone else _shared)(known.ctx, known.sheet, known.sides)
        self.numbers = [_NUMBER[card] for card in known.ctx.order]
        self.told = words(_TOLD)
        trick, order = known.trick, 1
        for seat in known.out:
            order = 8 * order + seat
        told = [known.seat, trick.holder, trick.waiting, trick.passed, known.leads, order]
        told += self._read(known.table) if known.table is not None else [0] * 5
        for at, value in enumerate((*told, *known.left)):
            self.told[at] = value
        self.plays: dict[str, array[int]] = {}

    def _read(self, reading: Reading) -> list[int]:
        kind = _KINDS.index(reading.kind) if reading.kind in _KINDS else 0
        return [reading.strength, reading.group, self.ctx.combos.place[reading.key], kind, reading.size]

    def base(self, world: World, own: int | None = None) -> "array[int]":
        """The arranged hands of a deal; `own`: the seat's own hand where it is another by now."""
        known, cards = self.known, len(CARDS)
        hands, found = words(cards * len(known.left)), words(_STATE)
        mine = known.own if own is None else own
        for seat, packed in ((known.seat, mine), *zip(known.places, world, strict=True)):
            left, at = packed, 0
            while left:
                count = left & FULL
                if count:
                    hands[cards * seat + self.numbers[at]] = count
                left >>= FIELD
                at += 1
        self.playing.prepare(hands, found)
        return found

    def start(self, world: World) -> None:
        """Lay the decision in a deal, to be played out step by step."""
        self.playing.start(self.base(world), self.told)

    def choose(self) -> str:
        """What the rule player plays where it is its turn; then `make` may be asked for it."""
        self.playing.choose()
        self.playing.take()
        return self.asked.token(self.playing.played)

    def make(self, token: str, table: Reading | None) -> None:
        """The seat whose turn it is plays something else than the rule player would on what lies there."""
        row = self.row(token, table)
        for at in range(_ROW):
            self.playing.played[at] = row[at]
        self.playing.pick = -1
        self.playing.make()

    def choice(self) -> str:
        """What the rule player would play; it looks at no other hand."""
        self.start((0,) * len(self.known.places))
        return self.choose()

    def groups(self) -> list[str]:
        """The combinations in which the rule player has its own hand that may be played, the weakest first."""
        self.start((0,) * len(self.known.places))
        numbers = range(self.playing.groups_of(self.known.seat))
        return [self.asked.token(self.playing.played) for number in numbers if self.playing.may_play(number)]

    def play(self, token: str) -> "array[int]":
        """A play as the words of a group."""
        found = self.plays.get(token)
        if found is None:
            found = self.plays[token] = self.row(token, self.known.table)
        return found

    def row(self, token: str, table: Reading | None) -> "array[int]":
        """The same on what lies there."""
        found = words(_ROW)
        if token != PASS:
            play = self.ctx.plays[token]
            reading = self.ctx.standing(play, table)
            strength, group, place, kind, size = self._read(reading if reading is not None else play.readings[0])
            found[0], found[_GROUP_AT], found[_PLACE_AT], found[_KIND_AT], found[_SIZE_AT] = strength, group, place, kind, size
            cards = [_NUMBER[card] for card in self.ctx.unpack(play.cards)]
            for at, card in enumerate(cards):
                found[_FIRST + at] = card
        return found


class Playout:
    """One hand being played out from a decision on, in a world."""

    def __init__(self, player: RulePlayer, world: World) -> None:
        self.player = player
        self.base = player.base(world)

    def value(self, token: str) -> int:
        """What the hand comes to for the first side when the seat plays so."""
        player = self.player
        return player.playing.play_out(self.base, player.told, player.play(token))
