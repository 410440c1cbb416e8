"""A decision of a trick game, for the judge."""

from collections.abc import Iterator, Sequence
from typing import Final

from paipu.analytics.review.judge import Unit, all_known
from paipu.analytics.review.knowledge_tricks import KITTY, TrickHand, TrickKnown
from paipu.analytics.review.policy_tricks import Playout, RulePlayer
from paipu.analytics.review.worlds import World
from paipu.replay.family import hand_view
from paipu.replay.notation import join_trick, split_trick
from paipu.replay.record import GameRecord, Hand, KittyAction, Start
from paipu.replay.solve import solve
from paipu.replay.tricks.follow import follow_fault
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.tractors import pair_layers, run_tops
from paipu.replay.tricks.trump import MIXED, TRUMP, TrumpContext
from paipu.replay.tricks.units import lead_shape

_OPEN: Final = 5
"""With so few cards a hand the second judge is asked."""
_NODES: Final = 20_000
_LISTED: Final = 400


class TrickDecision:
    """What the judge asks of a decision."""

    unit: Unit = "points"

    def __init__(self, hand: TrickHand, known: TrickKnown) -> None:
        self.hand, self.known, self.hidden = hand, known, known.hidden
        self.sign = 1 if (known.seat - known.dealer) % 2 else -1
        self.player = RulePlayer(known)

    def may_be_judged(self, made: str) -> bool:
        """Whether a play was legal as far as its seat could tell: one suit, as long as was led, and what was owed."""
        known, ctx = self.known, self.known.ctx
        play = ctx.plays[made]
        if not play.cards or not ctx.contains(known.own, play.cards):
            return False
        if not known.trick:
            led = ctx.as_lead(play)
            if led.cls == MIXED:
                return False
            return led.cls != TRUMP or known.sheet.throws.trump_throws or lead_shape(ctx, led).count == 1
        if known.lead is None or known.shape is None:
            return False
        return follow_fault(ctx, known.sheet.follow, known.own, known.lead, known.shape, play) is None

    def candidates(self, most: int) -> tuple[list[str], int | None]:
        """Every follow, or some of very many; of leads all of one unit, the sets of three, and a throw that nothing hidden
        beats.
        """
        known, ctx = self.known, self.known.ctx
        choice = self.player.choice()
        if known.trick:
            legal = legal_follows(ctx, known.sheet.follow, known.own, known.lead, known.shape, _LISTED) if known.lead else None
            if legal is None:
                return [], None
            plays = list(legal.plays)
            step = -(-len(plays) // (most - 1))
            some = plays[::step] if len(plays) > most else plays
            return _distinct(ctx, [choice, *some]), legal.total
        return _distinct(ctx, [choice, *self._leads()]), None

    def _leads(self) -> Iterator[str]:
        known, ctx = self.known, self.known.ctx
        cards = ctx.unpack(known.own)
        yield from dict.fromkeys(cards)
        yield from (card * 2 for card in dict.fromkeys(cards) if cards.count(card) > 1)
        for cls, rungs in enumerate(ctx.rungs):
            pairs = pair_layers(ctx, known.own, cls)[0]
            for length in range(2, pairs.bit_count() + 1):
                tops = run_tops(ctx, pairs, cls, length)
                for top in range(tops.bit_length()):
                    if tops >> top & 1:
                        chosen = [next(c for c in rung if cards.count(c) > 1) for rung in rungs[top - length + 1 : top + 1]]
                        yield "".join(card * 2 for card in chosen)
        yield from ("".join(ctx.unpack(packed)) for packed in ctx.trios if ctx.contains(known.own, packed))

    def playout(self, world: World) -> Playout:
        """A deal to be played out."""
        return Playout(self.player, world)

    def same(self, one: str, other: str) -> bool:
        """Whether two texts are one play."""
        return self.known.ctx.plays[one].cards == self.known.ctx.plays[other].cards

    def opened(self, world: World, tokens: Sequence[str]) -> list[int] | None:
        """What the rest of the hand brings the attackers with cards open, after each play; None where there are too many
        cards.
        """
        known, ctx = self.known, self.known.ctx
        if ctx.size(known.own) > _OPEN or known.taker is not None or known.sheet.kitty_size == 0:
            return None
        if not known.trick and any(lead_shape(ctx, ctx.as_lead(ctx.plays[token])).count > 1 for token in tokens):
            return None
        return all_known(self._solved(world, token) for token in tokens)

    def _solved(self, world: World, token: str) -> int | None:
        known, ctx, view = self.known, self.known.ctx, self.hand.view
        seats = known.sheet.seats
        hands = [0] * len(seats)
        hands[known.seat] = known.own
        bury = known.kitty or 0
        for place, cards in zip(known.places, world, strict=True):
            if place == KITTY:
                bury = cards
            else:
                hands[place] = cards
        tokens = []
        for number, play in enumerate(known.trick):
            hands[(known.leader + number) % len(seats)] += play.cards
            tokens.append("".join(ctx.unpack(play.cards)))
        tokens.append(token)
        trick = join_trick(seats[known.leader], *tokens)
        level, dealer = view.result.computed.level, seats[known.dealer]
        hand = Hand(
            no=view.hand.no,  # by which some sheets tell the banker
            level=level,
            dealer=dealer,
            trump=ctx.trump,
            deal={seat: " ".join(ctx.unpack(cards)) for seat, cards in zip(seats, hands, strict=True)},
            left={seat: ctx.size(cards) for seat, cards in zip(seats, hands, strict=True)},
            kitty=(KittyAction(seat=dealer, bury="".join(ctx.unpack(bury))),),
            tricks=(trick,),
        )
        record = view.record
        levels = dict.fromkeys(known.sheet.sides, level or "")
        alone = GameRecord(
            id="world", sheet=record.sheet, options=record.options, start=Start(levels=levels, dealer=dealer), hands=(hand,)
        )
        played = len(split_trick(trick)) - 1
        whole = played == len(seats)
        asked = hand_view(alone, 0)
        solution = solve(asked, (2, 1) if whole else (1, played + 1), _NODES, plays=False)
        return solution.value.low if solution is not None and solution.value.exact else None


def _distinct(ctx: TrumpContext, plays: Sequence[str]) -> list[str]:
    """Each play once."""
    return list({ctx.plays[text].cards: text for text in reversed(plays)}.values())[::-1]
