"""The rule player of the trick games, and hands played out by it.

It sees its own hand, what was played, who has shown a class to be used up, and the kitty if it buried that; never another hand.
It plays by these rules, and where several plays are as good the lowest card.

*To lead*: throw all that nothing unseen beats of a side suit; then tractors, then cards that nothing unseen beats, then pairs,
the higher the better; then a low card without points, rather where the partner has none of the suit and can ruff. A suit of
which an opponent has none is avoided, and one of which few cards are out. With many trumps the banker's side draws trumps from
the top, the attackers less; when nobody else has trumps they are kept, pairs for the last trick.
*To follow*: as the rules oblige it. Under a partner who wins the trick for certain, or plays last, give points; else win it if
that can be done, as low as it goes for who plays last, as high as it goes for the third hand, and by a card that nothing
unseen beats for the second; else play low and keep points back. Without the suit, ruff an opponent's trick that has points, or
is to be had with a low trump; a throw that was ruffed is not ruffed again.
*To discard*: low cards without points of side suits first, not from pairs.

The rules themselves, over machine words, are in `playing_tricks.py`; what they need of a trump context and of a decision, and
what they ask where quick rules do not tell, is here.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from paipu.analytics.review.knowledge_tricks import KITTY, TrickKnown
from paipu.analytics.review.playing_tricks import TrickPlaying, number_of, word_of
from paipu.analytics.review.worlds import World
from paipu.replay.packing import FIELD, FULL
from paipu.replay.solve.store import words
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.score import captures, contains_trio, multiplier
from paipu.replay.tricks.trump import TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, blocked_units, forced_pieces, lead_shape, shape_of
from paipu.replay.tricks.winner import winner_of

_TRUMPS: Final = 64
_LOOKED_AT: Final = 60
_KEPT: Final = 4096
BOTTOM_WINS: Final = 80
"""What it counts that a set of three captures the kitty where that wins the hand at any score: so many points, which is what
mostly decides a hand, and no more, so that it does not outweigh everything else."""

Planes = tuple[int, int]
"""The cards that are there, and those that are there twice."""


class Table:
    """What the rules of play need of a trump context, by the place of each card."""

    def __init__(self, ctx: TrumpContext) -> None:
        self.ctx = ctx
        order = ctx.order
        self.at = {card: place for place, card in enumerate(order)}
        self.cls = [ctx.cls[card] for card in order]
        self.power = [ctx.rung[card] + (_TRUMPS if ctx.cls[card] == TRUMP else 0) for card in order]
        self.points = [ctx.points[card] for card in order]
        self.cards = words(5 * len(order))
        for place, (cls, power) in enumerate(zip(self.cls, self.power, strict=True)):
            higher = (at for at in range(len(order)) if self.cls[at] == cls and self.power[at] > power)
            row = (cls, power, self.points[place], sum(1 << at for at in higher), self._linked(place))
            for at, word in enumerate(row):
                self.cards[5 * place + at] = word

    def _linked(self, place: int) -> int:
        """The places whose pairs come right before the pair of a place in a tractor."""
        ctx, cls = self.ctx, self.cls[place]
        rung = ctx.rung[ctx.order[place]]
        if not rung or not ctx.links(cls, 1 << rung):
            return 0
        return sum(1 << self.at[card] for card in ctx.rungs[cls][rung - 1])

    def planes(self, packed: int) -> Planes:
        """A packed hand as two masks."""
        one = two = place = 0
        while packed:
            count = packed & FULL
            if count:
                one |= 1 << place
                if count > 1:
                    two |= 1 << place
            packed >>= FIELD
            place += 1
        return one, two

    def packed(self, one: int, two: int) -> int:
        """Two masks as a packed hand."""
        found = 0
        weights = self.ctx.order
        for mask in (one, two):
            for place in _places(mask):
                found += self.ctx.weight[weights[place]]
        return found

    def play(self, one: int, two: int) -> Play:
        """Two masks as a play."""
        order = self.ctx.order
        cards = [order[place] * (1 + (two >> place & 1)) for place in range(one.bit_length()) if one >> place & 1]
        return self.ctx.plays["".join(cards)]


@lru_cache(maxsize=64)
def table_of(ctx: TrumpContext) -> Table:
    """The table of a context; made once."""
    return Table(ctx)


class Asked:
    """What the quick rules do not tell, answered by the functions that judge plays; `leads` are those that were met."""

    def __init__(self, known: TrickKnown) -> None:
        self.known, self.sheet, self.ctx = known, known.sheet, known.ctx
        self.table = table_of(known.ctx)
        self.leads: list[tuple[Play, Shape]] = []
        self.words: dict[tuple[int, int, int], int] = {}
        self.kinds: dict[Planes, int] = {}
        self.follows: dict[tuple[Planes, Planes, int], Planes] = {}
        self.bottoms: dict[tuple[Planes, Planes], tuple[int, int]] = {}

    def word(self, play: Play, shape: Shape) -> int:
        """The word of a lead (`playing_tricks`), which is met again by its number."""
        key = (play.cards, play.cls, play.trio)
        if key in self.words:
            return self.words[key]
        self.leads.append((play, shape))
        run = shape.tractors[0][0] if shape.tractors else 0
        unit = shape.count == 1 and not shape.trio
        triple = bool(self.ctx.trios) and play.size == len("510")
        odd = shape.trio or len(shape.tractors) > 1 or self.ctx.copies > 2 or triple
        flags = unit + 2 * odd + 4 * shape.trio
        found = self.words[key] = word_of(play.cls, play.size, shape.pair_count, run, flags, len(self.leads))
        return found

    def lead(self, kind: int, led: Sequence[int]) -> tuple[Play, Shape]:
        """A lead as the rules see it."""
        number = number_of(kind)
        if number:
            return self.leads[number - 1]
        play = self.table.play(led[0], led[1])
        return play, shape_of(self.ctx, play.cards, play.cls)

    def kind(self, one: int, two: int) -> int:
        """The word of a throw, or what turns out to be one unit."""
        found = self.kinds.get((one, two))
        if found is None:
            play = self.table.play(one, two)
            found = self.kinds[one, two] = self.word(play, shape_of(self.ctx, play.cards, play.cls))
        return found

    def follow(self, kind: int, led: "array[int]", one: int, two: int, give: int) -> Planes:
        """Of the legal follows, that which wins nothing and costs least."""
        key = ((led[0], led[1]), (one, two), give)
        found = self.follows.get(key)
        if found is None:
            if len(self.follows) >= _KEPT:
                self.follows.clear()
            found = self.follows[key] = self._follow(kind, led, one, two, give)
        return found

    def _follow(self, kind: int, led: Sequence[int], one: int, two: int, give: int) -> Planes:
        table, ctx = self.table, self.ctx
        play, shape = self.lead(kind, led)
        found = legal_follows(ctx, self.sheet.follow, table.packed(one, two), play, shape, _LOOKED_AT)
        sign = -1 if give else 1

        def cost(text: str) -> tuple[int, int]:
            power = sum(table.power[table.at[text[at : at + 2]]] for at in range(0, len(text), 2))
            return sign * ctx.plays[text].points, power

        return table.planes(ctx.plays[min(found.plays, key=cost)].cards)

    def winner(self, kind: int, made: "array[int]") -> int:
        """Who takes a throw, or a set of three: the number of the play."""
        lead, shape = self.lead(kind, made)
        plays = [(at, self.table.play(made[2 * at], made[2 * at + 1])) for at in range(len(made) // 2)]
        plays[0] = (0, lead)
        return winner_of(self.sheet, self.ctx, lead, shape, plays)

    def bottom(self, kind: int, led: "array[int]", one: int, two: int, kitty: int) -> int:
        """The kitty's points as often as they count, and what else capturing it may bring."""
        key = ((led[0], led[1]), (one, two))
        found = self.bottoms.get(key)
        if found is None:
            play, stakes = self.table.play(one, two), self.sheet.stakes
            times = multiplier(self.sheet, self.ctx, self.lead(kind, led)[0], play)
            wins = stakes is not None and stakes.bottom_decides and self.ctx.trios and contains_trio(self.ctx, play)
            found = self.bottoms[key] = (times, BOTTOM_WINS if wins else 0)
        return kitty * found[0] + found[1]


class RulePlayer:
    """The rule player at a decision; hands are played out by it from there."""

    def __init__(self, known: TrickKnown) -> None:
        self.known, self.sheet, self.ctx = known, known.sheet, known.ctx
        self.table = table_of(known.ctx)
        self.asked = Asked(known)
        burier = known.taker if known.taker is not None else known.dealer
        rules = words(9)
        rules[0], rules[1] = known.dealer, burier
        for seat in range(4):
            rules[2 + seat] = captures(self.sheet, seat, known.dealer, known.taker)
        rules[6], rules[7] = self.sheet.beat.equal_first, self.sheet.follow.shorter_tractor
        rules[8] = self.ctx.copies > 2
        self.playing = TrickPlaying(self.asked, self.table.cards, rules)
        self.own = self.table.planes(known.own)
        self.told, self.trick = words(9), words(2 * len(known.trick))
        self.told[0], self.told[1] = self.table.planes(known.gone)
        for seat, void in enumerate(known.void):
            self.told[2 + seat] = void
        self.told[6], self.told[7] = known.leader, known.played
        if known.lead is not None and known.shape is not None:
            self.told[8] = self.asked.word(known.lead, known.shape)
        for number, play in enumerate(known.trick):
            self.trick[2 * number], self.trick[2 * number + 1] = self.table.planes(play.cards)
        self.plays: dict[str, array[int]] = {}

    def choice(self) -> str:
        """What the rule player would play; it looks at no other hand."""
        self.start((0,) * len(self.known.places))
        self.playing.choose()
        return self.table.play(self.playing.pick1, self.playing.pick2).text

    def start(self, world: World) -> None:
        """Lay the decision in a deal, to be played out step by step."""
        self.playing.start(self.hands(world), self.told, self.trick)

    def hands(self, world: World) -> "array[int]":
        """The hands and the kitty of a deal: two masks each, and the kitty's points."""
        known, planes = self.known, self.table.planes
        found = words(11)
        found[2 * known.seat], found[2 * known.seat + 1] = self.own
        kitty = known.kitty or 0
        for place, cards in zip(known.places, world, strict=True):
            if place == KITTY:
                kitty = cards
            else:
                found[2 * place], found[2 * place + 1] = planes(cards)
        found[8], found[9] = planes(kitty)
        found[10] = self.ctx.points_in(kitty)
        return found

    def play(self, token: str) -> "array[int] | None":
        """A play as it is played out (`TrickPlaying.play_out`), None for a throw, which is tested in each deal."""
        found = self.plays.get(token)
        if found is None:
            play = self.ctx.plays[token]
            shape = None
            if not self.known.trick:
                play = self.ctx.as_lead(play)
                shape = lead_shape(self.ctx, play)
                if shape.count > 1:
                    return None
            found = self.plays[token] = self.laid(play, shape, 0)
        return found

    def laid(self, play: Play, shape: Shape | None, gained: int) -> "array[int]":
        """A play as words: its masks, what it is as a lead, and what it costs."""
        found = words(4)
        found[0], found[1] = self.table.planes(play.cards)
        found[2] = self.asked.word(play, shape) if shape is not None else 0
        found[3] = gained
        return found


class Playout:
    """One hand being played out from a decision on, in a world."""

    def __init__(self, player: RulePlayer, world: World) -> None:
        self.player, self.world = player, world
        self.hands = player.hands(world)

    def value(self, token: str) -> int:
        """The attackers' points of the whole hand when the seat plays so."""
        player = self.player
        play = player.play(token)
        if play is None:
            play = self._tested(player.ctx.as_lead(player.ctx.plays[token]))
        return player.playing.play_out(self.hands, player.told, player.trick, play)

    def _tested(self, play: Play) -> "array[int]":
        """What stands of a throw, and what it costs if it fails."""
        player, known = self.player, self.player.known
        ctx, rules, seat = player.ctx, player.sheet.throws, known.seat
        shape = lead_shape(ctx, play)
        others = [
            cards
            for each, cards in zip(known.places, self.world, strict=True)
            if each not in {KITTY, seat} and (rules.partner_blocks or (each - seat) % 2)
        ]
        blocked = blocked_units(ctx, shape, play.cls, others)
        if not blocked:
            return player.laid(play, shape, 0)
        attacks = (seat - known.dealer) % 2
        fine = rules.cost(shape.units, blocked)
        gained = -fine if attacks else fine * (1 if player.sheet.charging.bank_fault_adds else -1)
        if rules.one_card:
            top, pairs = min(unit.top for unit in blocked), 0
        else:
            unit = forced_pieces(shape, blocked, rules.forced_kinds)[0]
            top, pairs = unit.top, unit.pairs
        cards: list[str] = []
        for rung in range(top - max(pairs, 1) + 1, top + 1):
            held = [card for card in ctx.rungs[play.cls][rung] if ctx.count(play.cards, card) >= (2 if pairs else 1)]
            cards += held[:1] * (2 if pairs else 1)
        stood = ctx.plays["".join(cards)]
        return player.laid(stood, lead_shape(ctx, stood), gained)


def _places(mask: int) -> list[int]:
    """The set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
