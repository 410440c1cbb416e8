"""The burial: what a banker lays down of his hand and the kitty."""

from collections.abc import Sequence
from random import Random
from typing import Final

from replay.tricks.trump import TRUMP, TrumpContext

_TRUMP_PRICE: Final = 60.0
_PAIR_PRICE: Final = 9.0
_POINT_PRICE: Final = 0.4
_LENGTH_PRICE: Final = 2.0
_SET_PRICE: Final = 25.0


def choose_burial(ctx: TrumpContext, pool: Sequence[str], count: int, rng: Random) -> list[str]:
    """Bury low cards of short suits; keep trumps, aces, kings with their pair, sets of three, and points out of the kitty."""
    lengths = [0] * (TRUMP + 1)
    for card in pool:
        lengths[ctx.cls[card]] += 1
    sets = [ctx.unpack(packed) for packed in ctx.trios]
    kept = {card for cards in sets if all(card in pool for card in cards) for card in cards}

    def price(card: str) -> float:
        cls, rung = ctx.cls[card], ctx.rung[card]
        if cls == TRUMP:
            return _TRUMP_PRICE + rung + ctx.points[card]
        top = rung == len(ctx.rungs[cls]) - 1
        paired = pool.count(card) > 1
        return (
            rung
            + _LENGTH_PRICE * lengths[cls]
            + _POINT_PRICE * ctx.points[card]
            + (_PAIR_PRICE if paired else 0.0)
            + (12.0 if top else 0.0)
            + (_SET_PRICE if card in kept else 0.0)
            + 4.0 * rng.random()
        )

    priced = sorted((price(card), place) for place, card in enumerate(pool))
    return [pool[place] for _, place in priced[:count]]
