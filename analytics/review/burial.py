"""What was buried (扣底), for the judge: the last burial of a hand, whose cards count.

Compared are, of all the thousands of ways to bury, those that are stated here:
1. what was buried;
2. for every set of side suits that can be emptied by it, none among them, the burial that empties these and fills up with what
   costs least to bury; the cheapest of them all is the rule player's burial;
3. the neighbours of these two, the one made and the rule player's: one card exchanged for another that was kept, the cheapest
   exchanges first; and two cards, by two of the cheapest exchanges at once.

What a card costs to bury is a rule of thumb, and only says what is compared: its points, the tricks that it may win, a half
more where its twin is held too, and much for a trump; a suit that is emptied makes up for a card or two. What a burial is worth
is played out as plays are, with the kitty for whoever captures it. That somebody may take the kitty up again after it is not
foreseen.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from paipu.analytics.review.judge import Unit
from paipu.analytics.review.knowledge_tricks import TrickKnown
from paipu.analytics.review.policy_tricks import RulePlayer
from paipu.analytics.review.worlds import World
from paipu.replay.solve.store import words
from paipu.replay.tricks.trump import TRUMP

_NO_PLAY: Final = words(0)
_TRUMP_COST: Final = 400
_EMPTIED: Final = 60
_TOP: Final = (60, 22, 10, 4)
"""What the highest cards of a suit may win, from the top, in tenths of points."""
_OF_POINTS: Final = 4
_TWO_AT_ONCE: Final = 6


class BurialDecision:
    """What the judge asks of a burial."""

    unit: Unit = "points"

    def __init__(self, known: TrickKnown, made: str) -> None:
        self.known, self.hidden, self.made = known, known.hidden, made
        self.sign = 1 if (known.seat - known.dealer) % 2 else -1
        self.player = RulePlayer(known)
        self.cards = sorted(known.ctx.unpack(known.own), key=lambda card: (self._cost(card), known.ctx.order.index(card)))

    def _cost(self, card: str) -> int:
        ctx = self.known.ctx
        cls, rung = ctx.cls[card], ctx.rung[card]
        if cls == TRUMP:
            return _TRUMP_COST + 10 * rung
        below_top = len(ctx.rungs[cls]) - 1 - rung
        wins = _TOP[below_top] if below_top < len(_TOP) else rung // 3
        if ctx.count(self.known.own, card) > 1:
            wins += wins // 2 + 10
        return wins + _OF_POINTS * ctx.points[card]

    def may_be_judged(self, made: str) -> bool:
        """Whether as many cards were buried as the kitty has, out of the hand."""
        play = self.known.ctx.plays[made]
        return play.size == self.known.sheet.kitty_size and self.known.ctx.contains(self.known.own, play.cards)

    def candidates(self, most: int) -> tuple[list[str], None]:
        """The burials to be compared, at most so many; how many there are in all is not counted."""
        emptying = self.emptying()
        ways = dict.fromkeys(map(self._packed, (self.made, *emptying)))
        around = map(self._neighbours, dict.fromkeys(map(self._packed, (self.made, emptying[0]))))
        for near in zip(*around, strict=False):
            for packed in near:
                if len(ways) < most:
                    ways[packed] = None
        return ["".join(self.known.ctx.unpack(packed)) for packed in ways], None

    def emptying(self) -> list[str]:
        """For each set of side suits the cheapest burial that empties them, the cheapest of all first."""
        ctx, size = self.known.ctx, self.known.sheet.kitty_size
        suits = [[card for card in self.cards if ctx.cls[card] == cls] for cls in range(TRUMP)]
        found: list[tuple[int, str]] = []
        held = [cls for cls in range(TRUMP) if suits[cls]]
        for count in range(len(held) + 1):
            for emptied in combinations(held, count):
                chosen = [card for cls in emptied for card in suits[cls]]
                if len(chosen) > size:
                    continue
                rest = [card for card in self.cards if ctx.cls[card] not in emptied]
                chosen += rest[: size - len(chosen)]
                cost = sum(map(self._cost, chosen)) - _EMPTIED * self._emptied(chosen, suits)
                found.append((cost, "".join(sorted(chosen, key=ctx.order.index))))
        return list(dict.fromkeys(text for _, text in sorted(found)))

    @staticmethod
    def _emptied(chosen: Sequence[str], suits: Sequence[Sequence[str]]) -> int:
        return sum(bool(suit) and all(chosen.count(card) >= suit.count(card) for card in suit) for suit in suits)

    def _neighbours(self, packed: int) -> Iterator[int]:
        """Burials with a card or two exchanged, the cheapest exchanges first."""
        ctx = self.known.ctx
        kept = dict.fromkeys(ctx.unpack(self.known.own - packed))
        swaps = sorted(
            (
                self._cost(into) - self._cost(out),
                ctx.order.index(out),
                ctx.order.index(into),
                ctx.weight[into] - ctx.weight[out],
            )
            for out in dict.fromkeys(ctx.unpack(packed))
            for into in kept
            if into != out
        )
        both = (
            packed + one[3] + other[3]
            for one, other in combinations(swaps[:_TWO_AT_ONCE], 2)
            if one[1] != other[1] and one[2] != other[2]
        )
        singles = (packed + swap[3] for swap in swaps)
        for number, single in enumerate(singles):
            yield single
            two = next(both, None) if number % 2 else None
            if two is not None:
                yield two

    def _packed(self, text: str) -> int:
        return self.known.ctx.plays[text].cards

    def playout(self, world: World) -> "BurialPlayout":
        """A deal to be played out."""
        return BurialPlayout(self.player, world)

    def opened(self, world: World, tokens: Sequence[str]) -> None:
        """Nothing: a whole hand is not solved."""
        del world, tokens

    def same(self, one: str, other: str) -> bool:
        """Whether two texts are the same cards."""
        return self._packed(one) == self._packed(other)


class BurialPlayout:
    """One hand being played out from the burial on, in a world."""

    def __init__(self, player: RulePlayer, world: World) -> None:
        self.player = player
        self.hands: array[int] = player.hands(world)

    def value(self, token: str) -> int:
        """The attackers' points of the whole hand when so is buried."""
        player, known, hands = self.player, self.player.known, self.hands
        buried = known.ctx.plays[token].cards
        hands[2 * known.seat], hands[2 * known.seat + 1] = player.table.planes(known.own - buried)
        hands[8], hands[9] = player.table.planes(buried)
        hands[10] = known.ctx.points_in(buried)
        return player.playing.play_out(hands, player.told, player.trick, _NO_PLAY)
