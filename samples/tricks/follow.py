"""How the players follow: a legal play by construction, chosen to win, to feed the partner points, or to lose little."""

from collections.abc import Callable, Iterable, Sequence

from paipu.replay.cards import join_cards
from paipu.replay.tricks.beat import strength
from paipu.replay.tricks.follow import owed_tractors
from paipu.replay.tricks.tractors import Run, pair_layers, readings, run_tops
from paipu.replay.tricks.trump import TRUMP, TRUMP_POWER, Play
from paipu.replay.tricks.units import Shape
from paipu.samples.tricks.table import TrickTable

_PAIR_KEPT = 5.0
"""What breaking a pair costs."""
_SAVED = 4
"""How many of the highest rungs of trump, the bank saves for the last trick."""


def choose_follow(table: TrickTable) -> str:
    lead, led = table.trick.lead, table.trick.led
    if lead is None:
        raise ValueError("nobody has led yet")
    return join_cards(_Follow(table, lead).choose(led))


def _pairs(cards: Sequence[str]) -> list[str]:
    """The cards of which there are two, one of each."""
    return [card for card in dict.fromkeys(cards) if cards.count(card) == 2]


class _Follow:
    """A follow of whoever's turn it is: `held` are the cards of the led class, `against` that an opponent has the trick."""

    def __init__(self, table: TrickTable, lead: Play) -> None:
        self.table, self.ctx, self.trick, self.lead = table, table.ctx, table.trick, lead
        self.hand = table.own
        self.held = self.hand & self.ctx.masks[lead.cls]
        self.against = (self.trick.holder - table.turn) % 2 == 1
        self.attacks = (table.turn - table.dealer) % 2 == 1
        self.power = self.trick.best.power

    def choose(self, led: Shape | None) -> list[str]:
        ctx, lead = self.ctx, self.lead
        if led is None:  # a lead of several suits: nothing is owed
            return self.some(ctx.unpack(self.hand), lead.size)
        if led.trio:
            return self.under_a_set()
        if not self.held:
            return self.void(led)
        cards = ctx.unpack(self.held)
        if lead.size == 1:
            return self.single(cards)
        if len(cards) <= lead.size:
            return [*cards, *self.some(ctx.unpack(self.hand - self.held), lead.size - len(cards), feed=self.feeds())]
        return self.winning_unit(led) or self.in_class(led, feed=self.feeds())

    def single(self, cards: list[str]) -> list[str]:
        feed = self.feeds()
        if len(cards) > 1 and not feed and self.against:
            floor = self.power - (TRUMP_POWER if self.ctx.cls[cards[0]] == TRUMP else 0)
            higher = [card for card in cards if self.ctx.rung[card] > floor]
            if higher and self.goes_up(higher):
                return higher[-1:] if not self.trick.last else self.some(higher, 1, feed=True)
        return self.some(cards, 1, feed=feed)

    def goes_up(self, higher: list[str]) -> bool:
        """Whether a player goes up with one of the cards that would take the trick."""
        ctx, trick, rng = self.ctx, self.trick, self.table.rng
        top = higher[0] if trick.last else higher[-1]
        high = ctx.cls[top] == TRUMP and ctx.rung[top] >= len(ctx.rungs[TRUMP]) - _SAVED
        saved = 0.35 if high and not self.attacks else 0.0
        if trick.last:
            return trick.points > 0 or rng.random() < 0.55 - saved
        beaten = self.table.unseen & ctx.above[ctx.cls[top]][ctx.rung[top]]
        return rng.random() < (0.35 if beaten else 0.85) - 2 * saved + 0.05 * trick.points

    def winning_unit(self, led: Shape) -> list[str]:
        """A higher pair or tractor against a single led unit that an opponent holds, or nothing."""
        ctx, trick, lead, length = self.ctx, self.trick, self.lead, led.units[0].pairs
        if len(led.units) > 1 or trick.trumped != (lead.cls == TRUMP) or not self.against:
            return []
        if lead.is_pair:
            floor = self.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
        else:
            holds = strength(ctx, self.table.sheet.beat, lead, led, trick.best, leads=trick.best is lead)
            floor = holds.tops[0][0] if holds is not None else 0
        tops = run_tops(ctx, pair_layers(ctx, self.held, lead.cls)[0], lead.cls, length) >> (floor + 1)
        if not tops or (not trick.points and not trick.last and self.table.rng.random() < 0.25):
            return []
        top = floor + 1 + ((tops & -tops).bit_length() - 1 if trick.last else tops.bit_length() - 1)
        return self.run_from(self.held, lead.cls, top, length, [])

    def in_class(self, led: Shape, *, feed: bool) -> list[str]:
        """A legal follow from more cards of the class than were led: owed tractors, then owed pairs, then single cards."""
        ctx, held, lead = self.ctx, self.held, self.lead
        tractors = owed_tractors(ctx, self.table.sheet.follow, held, lead.cls, led.tractors)
        cards = self.cut(held, lead.cls, tractors, lambda run: run[0], high=feed) or []
        left = ctx.unpack(held - ctx.pack(cards))
        owed = min(lead.pairs, (held & ctx.high_masks[lead.cls]).bit_count()) - len(cards) // 2
        for card in self.some(_pairs(left), owed, feed=feed):
            cards += [card, card]
            left = [other for other in left if other != card]
        return [*cards, *self.some(left, lead.size - len(cards), feed=feed)]

    def cut(self, held: int, cls: int, lengths: Iterable[int], least: Callable[[Run], int], *, high: bool) -> list[str] | None:
        """Tractors of these lengths out of the held pairs, each from the run that is least, or None where they do not fit.

        They are cut from the upper end of a run or, unless `high`, from the lower.
        """
        for reading in readings(self.ctx, pair_layers(self.ctx, held, cls), cls):
            spare, cards = list(reading), list[str]()
            for length in lengths:
                able = [run for run in spare if run[0] >= length]
                if not able:
                    break
                whole, top = source = min(able, key=least)
                spare.remove(source)
                end = top if high else top - whole + length
                spare.append((whole - length, top - length if end == top else top))
                cards += self.run_from(held, cls, end, length, cards)
            else:
                return cards
        return None

    def run_from(self, held: int, cls: int, top: int, length: int, taken: Sequence[str]) -> list[str]:
        """A tractor down from a rung; where a rung has several pairs, one that is not taken yet."""
        ctx = self.ctx
        rungs = (ctx.rungs[cls][rung] for rung in range(top, top - length, -1))
        pairs = (next(card for card in rung if ctx.count(held, card) == 2 and card not in taken) for rung in rungs)
        return [card for card in pairs for _ in "12"]

    def under_a_set(self) -> list[str]:
        """Follow a set of three (5·10·K): with one's own of the suit, under trumps with the highest; who is void may ruff."""
        ctx, rules, hand, held, lead = self.ctx, self.table.sheet.follow, self.hand, self.held, self.lead
        sets = {cls: packed for packed, cls in reversed(ctx.trios.items()) if ctx.contains(hand, packed)}
        own = sets.get(lead.cls, 0)
        if lead.cls == TRUMP and not (own and rules.trio_under_trumps):
            cards = ctx.unpack(held)[-lead.size :]
        elif own and (lead.cls == TRUMP or rules.lowered_owed or own & held == own):
            cards = ctx.unpack(own)
        elif not held and self.against and TRUMP in sets and not self.trick.trumped:
            cards = ctx.unpack(sets[TRUMP])
        else:
            cards = self.some(ctx.unpack(held), lead.size, feed=self.feeds())
        return self.discard(cards, hand - ctx.pack(cards))

    def discard(self, cards: list[str], left: int) -> list[str]:
        """Some cards, and what else it takes of those that are left, trumps last."""
        ctx, size = self.ctx, self.lead.size
        trumps = left & ctx.masks[TRUMP]
        cards += self.some(ctx.unpack(left - trumps), size - len(cards), feed=self.feeds())
        return [*cards, *self.some(ctx.unpack(trumps), size - len(cards))]

    def void(self, led: Shape) -> list[str]:
        """Ruff, or discard: the bank saves trumps for the kitty, the attackers, who have fewer, go for points."""
        trumps = self.hand & self.ctx.masks[TRUMP]
        if self.lead.cls != TRUMP and trumps and self.against:
            chance = (0.4 if self.attacks else 0.6) + 0.05 * self.trick.points + (0.15 if not self.trick.last else 0.0)
            ruff = self.ruff(trumps, led) if self.table.rng.random() < chance - 0.06 * (self.lead.size - 1) else None
            if ruff is not None:
                return ruff
        return self.discard([], self.hand)

    def ruff(self, trumps: int, led: Shape) -> list[str] | None:
        """The cheapest trumps that take the trick, or None."""
        ctx = self.ctx
        if self.lead.size == 1:
            better = [card for card in ctx.unpack(trumps) if ctx.rung[card] + TRUMP_POWER > self.power]
            return [min(better, key=self.table.prices.cheap.__getitem__)] if better else None
        for high in (False, True) if ctx.size(trumps) >= self.lead.size else ():
            cards = self.with_structure(trumps, led, high=high)
            if cards is None or self.trick.taken_by(self.table.turn, ctx.plays[join_cards(cards)]):
                return cards
        return None

    def with_structure(self, trumps: int, led: Shape, *, high: bool) -> list[str] | None:
        """Trumps with the tractors and pairs of the lead, the lowest or the highest, or None where there are none."""
        lengths = [length for length, _ in led.tractors]
        cards = self.cut(trumps, TRUMP, lengths, lambda run: -run[1] if high else run[1], high=high)
        if cards is None:
            return None
        left = self.ctx.unpack(trumps - self.ctx.pack(cards))[:: -1 if high else 1]
        pairs = _pairs(left)[: len(led.pairs)]
        if len(pairs) < len(led.pairs):
            return None
        left = [card for card in left if card not in pairs]
        alone = sorted(left, key=lambda card: left.count(card) == 2)
        return [*cards, *(card for card in pairs for _ in "12"), *alone][: self.lead.size]

    def feeds(self) -> bool:
        """Whether to feed a partner who will keep the trick; a less skilled player sees it less often."""
        if self.against:
            return False
        sure = self.trick.last or self.boss
        return self.table.rng.random() < (0.75 + 0.25 * self.table.players[self.table.turn].skill if sure else 0.2)

    @property
    def boss(self) -> bool:
        """Whether nothing in the led class that a player cannot place would take the trick."""
        lead, ctx = self.lead, self.ctx
        if self.trick.trumped != (lead.cls == TRUMP) or lead.size > 2:
            return True
        rung = self.power - (TRUMP_POWER if lead.cls == TRUMP else 0)
        higher = self.table.unseen & ctx.above[lead.cls][rung]
        return not (higher & ctx.high if lead.is_pair else higher)

    def some(self, cards: list[str], count: int, *, feed: bool = False) -> list[str]:
        """The `count` cards that cost least, or all if there are fewer; pairs are kept where it costs little."""
        if len(cards) <= count or count <= 0:
            return list(cards[: max(count, 0)])
        price = self.table.prices.feed if feed else self.table.prices.cheap
        return sorted(cards, key=lambda card: price[card] + (_PAIR_KEPT if cards.count(card) == 2 else 0.0))[:count]
