"""A card that was returned for tribute (还贡), for the judge: every card that may be returned is compared.

Who returns it knows its hand with the tribute in it, which cards were paid and to whom, and so that the payers have no higher
ones. Where two return at once it does not know what the other returns: that exchange counts as made, of any card. Who leads
does not hang on what is returned. Which of equal highest cards is paid as tribute is not judged: there is hardly a choice.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from paipu.analytics.review.judge import Unit
from paipu.analytics.review.knowledge_climbing import Returning
from paipu.analytics.review.policy_climbing import RulePlayer
from paipu.analytics.review.worlds import World
from paipu.replay.climbing.exchange import may_return
from paipu.replay.solve.store import words

_NO_PLAY: Final = words(0)


class ReturnDecision:
    """What the judge asks of a return."""

    def __init__(self, returning: Returning) -> None:
        self.returning, self.known = returning, returning.known
        self.hidden = self.known.hidden
        self.unit: Unit = "levels" if self.known.sheet.places is None else "place_points"
        self.sign = 1 if self.known.sides[self.known.seat] == 0 else -1
        self.player = RulePlayer(self.known)
        self.told = array("q", self.player.told)
        self.told[0] = returning.leader

    def may_be_judged(self, made: str) -> bool:
        """Whether the card was one that may be returned."""
        known, double = self.known, self.returning.double
        return may_return(known.sheet, known.ctx, made, known.own, double=double)

    def candidates(self, most: int) -> tuple[list[str], int]:
        """All of them, the lowest first; of more than are compared the lowest."""
        ctx = self.known.ctx
        cards = [card for card in dict.fromkeys(ctx.unpack(self.known.own)) if self.may_be_judged(card)]
        cards.sort(key=lambda card: (ctx.value[card], card))
        return cards[:most], len(cards)

    def playout(self, world: World) -> "ReturnPlayout":
        """A deal to be played out."""
        return ReturnPlayout(self, world)

    def opened(self, world: World, tokens: Sequence[str]) -> None:
        """Nothing: a whole hand is not solved."""
        del world, tokens

    def same(self, one: str, other: str) -> bool:
        """Whether two texts are the same card."""
        return one == other


class ReturnPlayout:
    """One hand being played out from the tribute on, in a world."""

    def __init__(self, decision: ReturnDecision, world: World) -> None:
        self.decision, self.world = decision, world

    def value(self, token: str) -> int:
        """What the hand comes to for the first side when this card is returned."""
        decision, known = self.decision, self.decision.known
        weight, taker = known.ctx.weight[token], decision.returning.taker
        world = tuple(cards + (weight if place == taker else 0) for place, cards in zip(known.places, self.world, strict=True))
        player = decision.player
        return player.playing.play_out(player.base(world, known.own - weight), decision.told, _NO_PLAY)
