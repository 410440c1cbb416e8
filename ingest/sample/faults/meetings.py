"""Hands dealt so that a tractor is led into somebody with certain cards: for faults that need what seldom comes by itself."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ingest.sample.draw import declared
from ingest.sample.faults.work import Work
from ingest.sample.table import Table
from replay.cards import RANKS, SUITS


class Plan(NamedTuple):
    """What will be led and what is trump: the tractor's suit, the plain ranks from low to high, the place of the lower pair."""

    suit: str
    trump: str
    ranks: Sequence[str]
    low: int


class Answer(NamedTuple):
    """What the follower is dealt, at least, and what he is not dealt."""

    cards: str
    without: Sequence[str] = ()


class Meeting(NamedTuple):
    """The table at which it is the follower's turn, in trick 1 of a hand."""

    hand: int
    table: Table
    follower: int


def tractor_led(work: Work, answer: Callable[[Work, Plan], Answer]) -> Meeting | None:
    """Deal a later hand anew: the banker leads a tractor of two pairs, the others play up to the follower.

    None where the match has no later hand, or the banker broke the tractor up for the burial.
    """
    index = work.choose(work.finished(1))
    if index is None:
        return None
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    suit, trump = work.rng.sample(SUITS, 2)
    ranks = [rank for rank in RANKS if rank != level]
    plan = Plan(suit, trump, ranks, work.rng.randrange(2, len(ranks) - 2))
    led = "".join((rank + suit) * 2 for rank in ranks[plan.low : plan.low + 2])
    bid = "LJ" + level + trump
    follower = work.rng.choice([seat for seat in work.seats if seat != dealer])
    cards, without = answer(work, plan)
    drawn = work.arranged({dealer: led + bid, follower: cards}, {follower: without})
    drawn = drawn._replace(bids=(f"{dealer} {bid}",))
    table = work.deal_again(index, drawn, declared(work.sheet, drawn.bids, level))
    if not table.ctx.contains(table.held(work.seat(dealer)), table.ctx.plays[led].cards):
        return None
    work.put(table, led)
    while table.open().seat != work.seat(follower):
        work.match.play(table)
    return Meeting(index, table, work.seat(follower))
