"""Hands dealt so that a tractor is led into somebody with certain cards: for faults that need what seldom comes by itself."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from replay.cards import RANKS, SUITS
from replay.tricks.trump import MIXED, TRUMP
from samples.tricks.table import TrickTable
from samples.tricks.work import TrickWork
from samples.work import NoChance


class Plan(NamedTuple):
    """What will be led and what is trump: the tractor's suit, the plain ranks from low to high, the place of the lower pair."""

    suit: str
    trump: str
    ranks: Sequence[str]
    low: int


class Answer(NamedTuple):
    """What the follower is dealt, at least, and what he is not dealt, if that matters."""

    cards: str
    without: Sequence[str] | None = ()


def tractor_led(work: TrickWork, answer: Callable[[TrickWork, Plan], Answer]) -> TrickTable:
    """Deal a later hand anew: the banker leads a tractor of two pairs, the others play up to the follower."""
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    suit, trump = work.rng.sample(SUITS, 2)
    ranks = [rank for rank in RANKS if rank != level and rank + suit not in work.sheet.cards.top_trumps]
    plan = Plan(suit, trump, ranks, work.rng.randrange(2, len(ranks) - 2))
    led = "".join((rank + suit) * 2 for rank in ranks[plan.low : plan.low + 2])
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    return _met(work, index, led, follower, trump, answer(work, plan))


def set_led(work: TrickWork, *, of_trumps: bool) -> TrickTable:
    """Deal a later hand anew: the banker leads a set of three (5·10·K), of trumps or not, into somebody who holds it too."""
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    trump, suit = work.rng.sample(SUITS, 2)
    ctx = work.sheet.context(level, trump)
    packed = next((packed for packed, cls in ctx.trios.items() if cls == (TRUMP if of_trumps else SUITS.index(suit))), 0)
    led = "".join(ctx.unpack(packed))
    if not packed or level + trump in work.sheet.cards.top_trumps or ctx.plays[led].cls == MIXED:
        raise NoChance
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    plain = [rank for rank in RANKS if rank not in {level, *"5TK"}]
    more = "".join(rank + (trump if of_trumps else suit) for rank in work.rng.sample(plain, 3))
    return _met(work, index, led, follower, trump, Answer(led + more, None))


def _met(work: TrickWork, index: int, led: str, follower: str, trump: str, answer: Answer) -> TrickTable:
    """The table at which it is the follower's turn, in trick 1 of a hand dealt so that its banker can lead some cards.

    Raises NoChance where the banker broke them up for the burial.
    """
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    bid = work.opening(dealer, level + trump)
    wanted = {dealer: led + bid[2:], follower: answer.cards}
    without = {} if answer.without is None else {follower: answer.without}
    table = work.declared_again(index, level, wanted, [bid], without)
    if not table.ctx.contains(table.held(work.seat(dealer)), table.ctx.plays[led].cards):
        raise NoChance
    work.put(table, led)
    while table.turn != work.seat(follower):
        work.match.play(table)
    return table
