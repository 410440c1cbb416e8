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

A hand is two masks of 54 bits: the cards that are there, and those that are there twice, by class and rung. What the
quick rules here do not cover (several tractors at once, sets of three, who wins a throw) is asked of the functions that judge
plays.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from paipu.analytics.review.knowledge_tricks import KITTY, TrickKnown
from paipu.analytics.review.worlds import World
from paipu.replay.packing import FIELD, FULL
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.score import captures, contains_trio, multiplier
from paipu.replay.tricks.trump import TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, blocked_units, forced_pieces, lead_shape, shape_of
from paipu.replay.tricks.winner import winner_of

_TRUMPS: Final = 64
_LOOKED_AT: Final = 60
_RUFFED, _FEW, _KEPT, _ENDING = 200, 100, 400, 8
"""What it counts against a lead that it may be ruffed, that few of the suit are out, that trumps are kept for the last trick,
and with how many cards that begins.
"""

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
        self.mask = [sum(1 << place for place, each in enumerate(self.cls) if each == cls) for cls in range(TRUMP + 1)]
        self.above = [
            sum(1 << other for other in range(len(order)) if self.cls[other] == cls and self.power[other] > power)
            for cls, power in zip(self.cls, self.power, strict=True)
        ]
        self.linked = [self._linked(place) for place in range(len(order))]
        self.worthless = sum(1 << place for place, worth in enumerate(self.points) if not worth)

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


class Lead:
    """What was led: its class, size, pairs, the pairs of its only tractor (0 for none), and whether it is one unit.

    `odd`: the quick rules do not say what is owed.
    """

    __slots__ = ("cls", "odd", "one_unit", "pairs", "play", "run", "shape", "size")

    def __init__(self, ctx: TrumpContext, play: Play, shape: Shape) -> None:
        self.play, self.shape = play, shape
        self.cls, self.size, self.pairs = play.cls, play.size, shape.pair_count
        self.one_unit = shape.count == 1 and not shape.trio
        self.run = shape.tractors[0][0] if shape.tractors else 0
        layered = ctx.copies > 2 or (self.run > 0 and play.cls == TRUMP)
        self.odd = shape.trio or len(shape.tractors) > 1 or layered or (bool(ctx.trios) and play.size == len("510"))


class _Own:
    """The cards of a seat of one class, and those that are out: there, and there twice; and which of its own nothing out is
    above.
    """

    __slots__ = ("count", "one", "out", "out1", "out2", "sure1", "sure2", "two")

    def __init__(self, one: int, two: int, out1: int, out2: int) -> None:
        self.one, self.two, self.out1, self.out2 = one, two, out1, out2
        self.count = one.bit_count() + two.bit_count()
        self.out = out1.bit_count() + out2.bit_count()
        self.sure1 = self.sure2 = 0


class _Hands:
    """The hands while one is played out from a decision on, in a world, and what a seat may know of them."""

    def __init__(self, known: TrickKnown, world: World) -> None:
        self.known, self.sheet, self.ctx = known, known.sheet, known.ctx
        self.table = table_of(known.ctx)
        self.packed_hands = [0] * 4
        self.packed_hands[known.seat] = known.own
        kitty = known.kitty or 0
        for place, cards in zip(known.places, world, strict=True):
            if place == KITTY:
                kitty = cards
            else:
                self.packed_hands[place] = cards
        self.kitty_points = self.ctx.points_in(kitty)
        self.base = [self.table.planes(hand) for hand in self.packed_hands]
        self.base_gone = self.table.planes(known.gone)
        self.burier = known.taker if known.taker is not None else known.dealer
        self.buried = self.table.planes(kitty)
        self.captured = [captures(self.sheet, seat, known.dealer, known.taker) for seat in range(4)]
        self.one: list[int] = []
        self.two: list[int] = []

    def _lay(self) -> None:
        """Lay the position before the play."""
        self.one, self.two = [one for one, _ in self.base], [two for _, two in self.base]
        self.gone1, self.gone2 = self.base_gone
        self.void = list(self.known.void)
        self.points = self.known.played

    def _take(self, seat: int, one: int, two: int) -> None:
        """A seat plays cards."""
        own1, own2 = self.one[seat], self.two[seat]
        left2 = own2 & ~one
        self.one[seat] = (own1 & ~one) | (own2 & one & ~two)
        self.two[seat] = left2
        both = self.gone1 & one
        self.gone1 |= one
        self.gone2 |= two | both

    def _unseen(self, seat: int) -> Planes:
        """The cards of which a copy is neither in its hand nor played, and those of which both are not."""
        one, two = self.one[seat] | self.gone1, self.two[seat] | self.gone2 | (self.one[seat] & self.gone1)
        if seat == self.burier:
            kitty1, kitty2 = self.buried
            two |= kitty2 | (one & kitty1)
            one |= kitty1
        return ~two, ~one

    def _run(self, pairs: int, length: int, above: int) -> tuple[int, int] | None:
        """The lowest run of so many linked pairs whose top has at least some power: its mask and that power."""
        table = self.table
        left = pairs
        linked = table.linked
        while left:
            low = left & -left
            left ^= low
            top = low.bit_length() - 1
            if table.power[top] < above:
                continue
            taken, at, count = low, top, 1
            while count < length:
                below = linked[at] & pairs
                if not below:
                    break
                at = below.bit_length() - 1
                taken |= 1 << at
                count += 1
            if count == length:
                return taken, table.power[top]
        return None

    def _power(self, lead: Lead, one: int, two: int) -> int:
        """How high a play stands in a trick, 0 where it cannot win; of throws it tells only what is ruffed."""
        table = self.table
        mask = table.mask[lead.cls]
        if one & ~mask:
            mask = table.mask[TRUMP]
            if one & ~mask:
                return 0
        if one.bit_count() + two.bit_count() != lead.size or two.bit_count() < lead.pairs:
            return 0
        if not lead.one_unit:
            return 1 + (_TRUMPS if mask == table.mask[TRUMP] and lead.cls != TRUMP else 0)
        top = one.bit_length() - 1
        if lead.run and self._run(two, lead.run, 0) is None:
            return 0
        return table.power[top] + 1


class _Leader(_Hands):
    """How the rule player leads."""

    def _lead(self, seat: int) -> tuple[int, int, Lead]:
        """What the rule player leads."""
        table = self.table
        unseen1, unseen2 = self._unseen(seat)
        found: list[tuple[int, int, int]] = []
        for cls in range(TRUMP + 1):
            mask = table.mask[cls]
            own = _Own(self.one[seat] & mask, self.two[seat] & mask, unseen1 & mask, unseen2 & mask)
            if not own.one:
                continue
            own.sure1, own.sure2 = self._over(own.one, own.out1), self._over(own.two, own.out2)
            if cls == TRUMP:
                found += self._trump_leads(seat, own)
            else:
                found += self._side_leads(seat, cls, own, trumps_out=bool(unseen1 & table.mask[TRUMP]))
        # the highest score, and of equals the lowest cards
        _, one, two = max(found, key=lambda each: (each[0], -each[1], -each[2]))
        play = table.play(one, two)
        return one, two, Lead(self.ctx, play, shape_of(self.ctx, play.cards, play.cls))

    def _longest(self, pairs: int) -> tuple[int, int]:
        """The lowest of the longest tractors in some pairs, and how long it is."""
        for length in range(pairs.bit_count(), 1, -1):
            run = self._run(pairs, length, 0)
            if run is not None:
                return run[0], length
        return 0, 0

    def _side_leads(self, seat: int, cls: int, own: "_Own", *, trumps_out: bool) -> list[tuple[int, int, int]]:
        """What there is to lead of a side suit, with how good it is."""
        table, out, void = self.table, own.out, self.void
        across = void[(seat + 1) % 4] | void[(seat + 3) % 4]
        ruffed = trumps_out and bool(across >> cls & 1)
        partner = void[(seat + 2) % 4]
        helped = not ruffed and bool(partner >> cls & 1) and not partner >> TRUMP & 1
        less = _RUFFED if ruffed else 0
        found = []
        throw1, throw2 = own.sure1 | own.sure2, own.sure2
        if throw1.bit_count() > 1:
            cards = throw1.bit_count() + throw2.bit_count()
            found.append((380 + 50 * cards - 10 * max(0, 3 * cards - out) - less, throw1, throw2))
        run, length = self._longest(own.two)
        if run:
            found.append((360 + 30 * length - less, run, run))
        for place in _places(own.one):
            bit, worth, rung = 1 << place, table.points[place], table.power[place]
            if own.two & bit:
                few = _FEW if out < 2 * 4 else 0
                score = 410 if own.sure2 & bit else 170 + 8 * rung - 8 * worth
                found.append((score - few - less, bit, bit))
            if own.sure1 & bit:
                found.append((320 - (_FEW if out < 4 else 0) - less, bit, 0))
            elif not own.two & bit:
                found.append((120 - 5 * rung - 8 * worth + (150 if helped else 0) - less, bit, 0))
        return found

    def _trump_leads(self, seat: int, own: "_Own") -> list[tuple[int, int, int]]:
        """The same of trumps."""
        table = self.table
        size = self.one[seat].bit_count() + self.two[seat].bit_count()
        bank = (seat - self.known.dealer) % 2 == 0
        wish = 9 * own.count + (90 if bank else -40) - (0 if own.out1 else 300)
        kept = _KEPT if own.count == size <= _ENDING else 0
        found = []
        run, length = self._longest(own.two)
        if run:
            found.append((wish + 80 + 70 * length - (kept if size > 2 * length else 0), run, run))
        for place in _places(own.one):
            bit, worth, rung = 1 << place, table.points[place], table.power[place] - _TRUMPS
            sure = bool(own.sure1 & bit)
            if own.two & bit:
                found.append((wish + 150 + 80 * bool(own.sure2 & bit) + 3 * rung - (kept if size > 2 else 0), bit, bit))
            if sure or not own.two & bit:
                score = wish - 120 * sure - 5 * rung if bank else wish + 3 * rung
                found.append((score - (0 if sure else 8 * worth), bit, 0))
        return found

    def _over(self, own: int, out: int) -> int:
        """Those of one's cards of a class that none of the others there is above."""
        if not out:
            return own
        return own & ~(self._not_above(out.bit_length() - 1))

    def _not_above(self, place: int) -> int:
        """The places of a class that the card of a place is above."""
        table = self.table
        mask = table.mask[table.cls[place]]
        power = table.power[place]
        below = mask & (1 << place) - 1
        while below:  # cards on its own rung are not below it
            top = below.bit_length() - 1
            if table.power[top] < power:
                return below
            below ^= 1 << top
        return 0


class _Follower(_Hands):
    """How the rule player follows."""

    def _follow(self, seat: int, lead: Lead, number: int, winner: int, best: int, made: Sequence[Planes]) -> Planes:
        """What the rule player follows with."""
        table, cls, size = self.table, lead.cls, lead.size
        one, two = self.one[seat], self.two[seat]
        mask = table.mask[cls]
        own1, own2 = one & mask, two & mask
        held = own1.bit_count() + own2.bit_count()
        partner = (winner - seat) % 2 == 0
        give = partner and (number == 3 or self._safe(seat, lead, winner, made))
        if held < size:
            return self._short(seat, lead, own1, own2, size - held, number, best, give, partner, made)
        if lead.odd:
            return self._legal(seat, lead, give)
        wants = not partner or (number == 2 and not give)
        taken = pairs = 0
        if lead.run:
            run = self._run(own2, lead.run, best if wants and lead.one_unit else 0) or self._run(own2, lead.run, 0)
            if run is None and self.sheet.follow.shorter_tractor:
                shorter = (self._run(own2, length, 0) for length in range(lead.run - 1, 1, -1))
                run = next((each for each in shorter if each is not None), None)
            if run is not None:
                taken = run[0]
                pairs = taken.bit_count()
        more = min(lead.pairs, own2.bit_count()) - pairs
        free = own2 & ~taken
        if more > 0 and wants and lead.one_unit and lead.pairs == 1:
            beating = [1 << place for place in _places(free) if table.power[place] + 1 > best]
            if beating:
                chosen = (
                    beating[-1]
                    if number == 1 or (number == 2 and best < table.power[beating[-1].bit_length() - 1])
                    else beating[0]
                )
                taken |= chosen if number != 3 else self._cheapest(beating)
                more = 0
        while more > 0:
            place = self._pick(free, give)
            taken |= 1 << place
            free &= ~(1 << place)
            more -= 1
        one1, one2 = taken, taken
        need = size - 2 * taken.bit_count()
        if not need:
            return one1, one2
        if size == 1 and wants:
            win = self._win_single(seat, own1, number, best)
            if win >= 0:
                return 1 << win, 0
        rest1 = own1 & ~taken
        rest2 = own2 & ~taken
        return self._fill(one1, one2, rest1, rest2, need, give)

    def _cheapest(self, beating: Sequence[int]) -> int:
        """Of plays that win for certain the one with most points, then the lowest."""
        points = self.table.points
        return max(beating, key=lambda bit: (points[bit.bit_length() - 1], -bit))

    def _win_single(self, seat: int, own: int, number: int, best: int) -> int:
        """The place of the single card to win with, -1 where it is not to be won."""
        table = self.table
        beating = [place for place in _places(own) if table.power[place] + 1 > best]
        if not beating:
            return -1
        if number == 3:
            return max(beating, key=lambda place: (table.points[place], -place))
        unseen1, _ = self._unseen(seat)
        top = beating[-1]
        if not unseen1 & table.above[top]:
            return next(place for place in beating if not unseen1 & table.above[place])
        return top if number == 2 and not table.points[top] else -1

    def _safe(self, seat: int, lead: Lead, winner: int, made: Sequence[Planes]) -> bool:
        """Whether nothing unseen beats what the partner has played."""
        table = self.table
        unseen1, unseen2 = self._unseen(seat)
        if not lead.one_unit:
            return True
        after = (seat + 1) % 4
        top = made[(winner - (seat - len(made))) % 4][0].bit_length() - 1
        cls = table.cls[top]
        if cls != TRUMP and self.void[after] >> cls & 1 and not self.void[after] >> TRUMP & 1:
            return False
        return not (unseen2 if lead.pairs else unseen1) & table.above[top]

    def _short(  # noqa: PLR0913, PLR0917 - what a follow depends on
        self,
        seat: int,
        lead: Lead,
        own1: int,
        own2: int,
        need: int,
        number: int,
        best: int,
        give: bool,
        partner: bool,
        made: Sequence[Planes],
    ) -> Planes:
        """What is played by who has less of the class than was led."""
        table = self.table
        one, two = self.one[seat], self.two[seat]
        trumps1, trumps2 = one & table.mask[TRUMP], two & table.mask[TRUMP]
        if not own1 and lead.cls != TRUMP and trumps1 and not give and not lead.shape.trio:
            worth = sum(table.points[place] for each in made for mask in each for place in _places(mask))
            ruff = self._ruff(lead, trumps1, trumps2, best)
            if ruff is not None and not (partner and best > _TRUMPS):
                top = ruff[0].bit_length() - 1
                cheap = table.power[top] - _TRUMPS < len(table.mask) * 2
                if worth >= 10 or (worth and not partner) or (cheap and not partner) or (number == 3 and worth):
                    return ruff
        rest1, rest2 = one & ~own1, two & ~own2
        return self._fill(own1, own2, rest1, rest2, need, give)

    def _ruff(self, lead: Lead, trumps1: int, trumps2: int, best: int) -> Planes | None:
        """The lowest trumps that win the trick."""
        table = self.table
        if trumps1.bit_count() + trumps2.bit_count() < lead.size or trumps2.bit_count() < lead.pairs:
            return None
        above = max(best - 1, _TRUMPS - 1)
        if lead.one_unit and not lead.run:
            mask = trumps2 if lead.pairs else trumps1
            chosen = next((1 << place for place in _places(mask) if table.power[place] > above), 0)
            return (chosen, chosen if lead.pairs else 0) if chosen else None
        if lead.run:
            run = self._run(trumps2, lead.run, above + 1)
            if run is None or not lead.one_unit:
                return None
            return run[0], run[0]
        if best > _TRUMPS:  # a throw that was ruffed
            return None
        one = two = 0
        for place in _places(trumps2):
            if two.bit_count() < lead.pairs:
                one |= 1 << place
                two |= 1 << place
        return self._fill(one, two, trumps1 & ~one, trumps2 & ~two, lead.size - 2 * lead.pairs, give=False)

    def _fill(self, one: int, two: int, rest1: int, rest2: int, need: int, give: bool) -> Planes:
        """Some cards with so many more of the rest."""
        while need:
            place = self._pick_single(rest1, rest2, give)
            bit = 1 << place
            if one & bit:
                two |= bit
            one |= bit
            if rest2 & bit:
                rest2 ^= bit
            else:
                rest1 ^= bit
            need -= 1
        return one, two

    def _pick(self, pairs: int, give: bool) -> int:
        """The pair to play that need not win."""
        points = self.table.points
        if give:
            return max(_places(pairs), key=lambda place: (points[place], -place))
        return min(_places(pairs), key=lambda place: (points[place], self.table.power[place], place))

    def _pick_single(self, rest1: int, rest2: int, give: bool) -> int:
        """The card to play that need not win."""
        table = self.table
        points, power = table.points, table.power
        if give:
            worth = rest1 & ~table.worthless
            if worth:
                return max(_places(worth), key=lambda place: (points[place], -power[place]))
        plain = rest1 & table.worthless & ~table.mask[TRUMP]
        single = plain & ~rest2
        if single:
            return min(_places(single), key=lambda place: (power[place], place))
        left = plain or rest1
        return min(_places(left), key=lambda place: (power[place] >= _TRUMPS, points[place], power[place], place))

    def _legal(self, seat: int, lead: Lead, give: bool) -> Planes:
        """Of the legal follows, that which wins nothing and costs least."""
        table, ctx = self.table, self.ctx
        hand = table.packed(self.one[seat], self.two[seat])
        found = legal_follows(ctx, self.sheet.follow, hand, lead.play, lead.shape, _LOOKED_AT)
        sign = -1 if give else 1

        def cost(text: str) -> tuple[int, int]:
            play = ctx.plays[text]
            return sign * play.points, sum(table.power[table.at[text[at : at + 2]]] for at in range(0, len(text), 2))

        return table.planes(ctx.plays[min(found.plays, key=cost)].cards)


class Playout(_Leader, _Follower):
    """One hand being played out from a decision on, in a world."""

    def value(self, token: str) -> int:
        """The attackers' points of the whole hand when the seat plays so."""
        known, table, ctx = self.known, self.table, self.ctx
        self._lay()
        play = ctx.plays[token]
        if not known.trick:
            play = ctx.as_lead(play)
            play = self._tested(play)
            lead = Lead(ctx, play, lead_shape(ctx, play))
        else:
            assert known.lead is not None and known.shape is not None  # noqa: S101, PT018 - somebody led
            lead = Lead(ctx, known.lead, known.shape)
        made = [table.planes(each.cards) for each in (*known.trick, play)]
        one, two = made[-1]
        self._take(known.seat, one, two)
        leader = self._trick(known.leader, lead, made)
        while self.one[leader]:
            one, two, lead = self._lead(leader)
            self._take(leader, one, two)
            leader = self._trick(leader, lead, [(one, two)])
        return self.points

    def choice(self) -> str:
        """What the rule player would play; it looks at no other hand."""
        known, table = self.known, self.table
        self._lay()
        if not known.trick:
            one, two, _ = self._lead(known.seat)
            return table.play(one, two).text
        assert known.lead is not None and known.shape is not None  # noqa: S101, PT018 - somebody led
        lead = Lead(self.ctx, known.lead, known.shape)
        made = [table.planes(each.cards) for each in known.trick]
        winner, best = self._standing(known.leader, lead, made)
        return table.play(*self._follow(known.seat, lead, len(made), winner, best, made)).text

    def _standing(self, leader: int, lead: Lead, made: Sequence[Planes]) -> tuple[int, int]:
        """Who holds a trick under way, and how high."""
        winner, best = leader, 0
        for number, (one, two) in enumerate(made):
            power = self._power(lead, one, two)
            if power > best or (number and power == best and power and not self.sheet.beat.equal_first):
                winner, best = (leader + number) % 4, power
        return winner, best

    def _tested(self, play: Play) -> Play:
        """What stands of a throw, and what it costs if it fails."""
        ctx, rules, seat = self.ctx, self.sheet.throws, self.known.seat
        shape = lead_shape(ctx, play)
        if shape.count < 2:
            return play
        others = [
            hand for each, hand in enumerate(self.packed_hands) if each != seat and (rules.partner_blocks or (each - seat) % 2)
        ]
        blocked = blocked_units(ctx, shape, play.cls, others)
        if not blocked:
            return play
        attacks = (seat - self.known.dealer) % 2
        fine = rules.cost(shape.units, blocked)
        self.points += -fine if attacks else fine * (1 if self.sheet.charging.bank_fault_adds else -1)
        if rules.one_card:
            top, pairs = min(unit.top for unit in blocked), 0
        else:
            unit = forced_pieces(shape, blocked, rules.forced_kinds)[0]
            top, pairs = unit.top, unit.pairs
        cards: list[str] = []
        for rung in range(top - max(pairs, 1) + 1, top + 1):
            held = [card for card in ctx.rungs[play.cls][rung] if ctx.count(play.cards, card) >= (2 if pairs else 1)]
            cards += held[:1] * (2 if pairs else 1)
        return ctx.plays["".join(cards)]

    def _trick(self, leader: int, lead: Lead, made: list[Planes]) -> int:
        """Finish a trick; who won it."""
        table, cls = self.table, lead.cls
        winner, best = leader, self._power(lead, *made[0])
        for number in range(1, 4):
            seat = (leader + number) % 4
            if number >= len(made):
                play = self._follow(seat, lead, number, winner, best, made)
                made.append(play)
                self._take(seat, *play)
            one, two = made[number]
            if one & ~table.mask[cls]:
                self.void[seat] |= 1 << cls
            power = self._power(lead, one, two)
            if power > best or (power == best and power and not self.sheet.beat.equal_first):
                winner, best = seat, power
        if not lead.one_unit:
            plays = [((leader + number) % 4, table.play(*each)) for number, each in enumerate(made)]
            plays[0] = (leader, lead.play)
            winner = winner_of(self.sheet, self.ctx, lead.play, lead.shape, plays)
        if (winner - self.known.dealer) % 2:
            for one, two in made:
                self._score(one)
                self._score(two)
        if not self.one[leader] and self.captured[winner]:
            self._bottom(lead, made[(winner - leader) % 4])
        return winner

    def _score(self, mask: int) -> None:
        mask &= ~self.table.worthless
        while mask:
            low = mask & -mask
            self.points += self.table.points[low.bit_length() - 1]
            mask ^= low

    def _bottom(self, lead: Lead, winning: Planes) -> None:
        """The kitty goes to the attackers."""
        play = self.table.play(*winning)
        times = multiplier(self.sheet, self.ctx, lead.play, play)
        self.points += self.kitty_points * times
        stakes = self.sheet.stakes
        if stakes is not None and stakes.bottom_decides and self.ctx.trios and contains_trio(self.ctx, play):
            self.points += BOTTOM_WINS


BOTTOM_WINS: Final = 80
"""What it counts that a set of three captures the kitty where that wins the hand at any score: so many points, which is what
mostly decides a hand, and no more, so that it does not outweigh everything else."""


def _places(mask: int) -> list[int]:
    """The set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
