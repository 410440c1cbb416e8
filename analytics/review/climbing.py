"""A decision of a climbing game, for the judge."""

from collections.abc import Sequence
from typing import Final

from paipu.analytics.review.judge import Unit, all_known
from paipu.analytics.review.knowledge_climbing import ClimbHand, ClimbKnown
from paipu.analytics.review.policy_climbing import Playout, RulePlayer, worth
from paipu.analytics.review.worlds import World
from paipu.replay.climbing.combos import beats
from paipu.replay.climbing.legal import legal_plays
from paipu.replay.family import hand_view
from paipu.replay.notation import PASS, join_trick
from paipu.replay.record import GameRecord, Hand, Start
from paipu.replay.solve import solve

_OPEN_ALL, _OPEN = 14, 6
"""With so few cards in all, and in a hand, the second judge is asked."""
_NODES: Final = 20_000
_ALL: Final = 1_000_000


class ClimbDecision:
    """What the judge asks of a decision."""

    def __init__(self, hand: ClimbHand, known: ClimbKnown) -> None:
        self.hand, self.known, self.hidden = hand, known, known.hidden
        self.unit: Unit = "levels" if known.sheet.places is None else "place_points"
        self.sign = 1 if known.sides[known.seat] == 0 else -1
        self.player = RulePlayer(known)

    def may_be_judged(self, made: str) -> bool:
        """Whether a play was legal: it beats what lies there, or it passes where one may."""
        known, ctx = self.known, self.known.ctx
        if made == PASS:
            return not known.leads
        play = ctx.plays[made]
        if not play.possible or play.misread or not play.cards or not ctx.contains(known.own, play.cards):
            return False
        standing = ctx.standing(play, known.table)
        return standing is not None and (known.table is None or beats(standing, known.table))

    def candidates(self, most: int) -> tuple[list[str], int | None]:
        """To pass, what the rule player would play, the combinations in which it has the hand, and an example of each thing
        that it can be played as, of very many every nth.
        """
        known = self.known
        legal = legal_plays(known.ctx, known.own, known.table, _ALL)
        plays = list(legal.plays)
        passing = [] if known.leads else [PASS]
        sorted_in = [*passing, self.player.choice(), *self.player.groups()]
        room = max(most - len(sorted_in), 1)
        if len(plays) > room:
            plays = plays[:: -(-len(plays) // room)]
        found: list[str] = []
        for each in (*sorted_in, *plays):
            if not any(self.same(each, other) for other in found):
                found.append(each)
        return found, legal.total + len(passing)

    def playout(self, world: World) -> Playout:
        """A deal to be played out."""
        return Playout(self.player, world)

    def same(self, one: str, other: str) -> bool:
        """Whether two texts are one play."""
        if PASS in {one, other}:
            return one == other
        ctx, table = self.known.ctx, self.known.table
        first, second = ctx.plays[one], ctx.plays[other]
        return first.cards == second.cards and ctx.standing(first, table) == ctx.standing(second, table)

    def opened(self, world: World, tokens: Sequence[str]) -> list[int] | None:
        """What the order out is worth to the first side with cards open, after each play; None where there are too many
        cards.
        """
        left = self.known.left
        if sum(left) > _OPEN_ALL or max(left) > _OPEN or len(self.known.out) > 1:
            return None
        return all_known(self._solved(world, token) for token in tokens)

    def _solved(self, world: World, token: str) -> int | None:
        known, ctx, view = self.known, self.known.ctx, self.hand.view
        sheet, seats = known.sheet, known.sheet.seats
        hands = [0] * len(seats)
        hands[known.seat] = known.own
        for place, cards in zip(known.places, world, strict=True):
            hands[place] = cards
        ply = known.ply
        turn = self.hand.turns[ply - 1]
        tokens = []
        for number in range(ply - turn.at.play, ply - 1):
            at = self.hand.turns[number].at
            hands[at.seat] += self.hand.plays[number]
            tokens.append(at.token)
        tokens.append(token)
        if known.out and any(hands[each] for each in known.out):
            return None  # one who is out since the trick began
        leader = self.hand.turns[ply - turn.at.play].at.seat
        level = view.result.level
        hand = Hand(
            no=1,  # the first of a match, before which nobody owes tribute
            level=level,
            deal={seat: " ".join(ctx.unpack(cards)) for seat, cards in zip(seats, hands, strict=True) if cards},
            left={seat: ctx.size(cards) for seat, cards in zip(seats, hands, strict=True)},
            tricks=(join_trick(seats[leader], *tokens),),
        )
        start = Start(levels=dict.fromkeys(sheet.sides, level)) if sheet.counts_levels and level is not None else None
        record = view.record
        alone = GameRecord(id="world", sheet=record.sheet, options=record.options, start=start, hands=(hand,))
        asked = hand_view(alone, 0)
        due = asked.due
        if due is None:
            order = asked.result.order
            return worth(sheet, order, known.sides) if order is not None else None
        solution = solve(asked, due.at.place, _NODES, plays=False)
        return solution.value.low if solution is not None and solution.value.exact else None
