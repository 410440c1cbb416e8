"""Hands dealt so that a tractor is led into somebody with certain cards: for faults that need what seldom comes by itself."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from replay.cards import RANKS, SUITS
from replay.tricks.trump import MIXED, TRUMP
from samples.tricks.draw import declared
from samples.tricks.faults.work import Work
from samples.tricks.table import Table


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
    index = work.choose(work.ranked(1))
    if index is None:
        return None
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    suit, trump = work.rng.sample(SUITS, 2)
    ranks = [rank for rank in RANKS if rank != level and rank + suit not in work.sheet.cards.top_trumps]
    plan = Plan(suit, trump, ranks, work.rng.randrange(2, len(ranks) - 2))
    led = "".join((rank + suit) * 2 for rank in ranks[plan.low : plan.low + 2])
    bid = work.opening(dealer, level + trump)
    follower = work.rng.choice([seat for seat in work.seats if seat != dealer])
    cards, without = answer(work, plan)
    drawn = work.arranged({dealer: led + bid[2:], follower: cards}, {follower: without})
    drawn = drawn._replace(bids=(bid,))
    table = work.deal_again(index, drawn, declared(work.sheet, drawn.bids, level))
    if not table.ctx.contains(table.held(work.seat(dealer)), table.ctx.plays[led].cards):
        return None
    work.put(table, led)
    while table.open().seat != work.seat(follower):
        work.match.play(table)
    return Meeting(index, table, work.seat(follower))


def set_led(work: Work, *, of_trumps: bool) -> Meeting | None:
    """Deal a later hand anew: the banker leads a set of three (5·10·K), of trumps or not, into somebody who holds it too."""
    index = work.choose(work.ranked(1))
    if index is None:
        return None
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    trump, suit = work.rng.sample(SUITS, 2)
    ctx = work.sheet.context(level, trump)
    packed = next((packed for packed, cls in ctx.trios.items() if cls == (TRUMP if of_trumps else SUITS.index(suit))), 0)
    bid = work.opening(dealer, level + trump)
    led = "".join(ctx.unpack(packed))
    if not packed or level + trump in work.sheet.cards.top_trumps or ctx.plays[led].cls == MIXED:
        return None
    follower = work.rng.choice([seat for seat in work.seats if seat != dealer])
    plain = [rank for rank in RANKS if rank not in {level, *"5TK"}]
    more = "".join(rank + (trump if of_trumps else suit) for rank in work.rng.sample(plain, 3))
    drawn = work.arranged({dealer: led + bid[2:], follower: led + more})._replace(bids=(bid,))
    table = work.deal_again(index, drawn, declared(work.sheet, drawn.bids, level))
    if not table.ctx.contains(table.held(work.seat(dealer)), packed):
        return None
    work.put(table, led)
    while table.open().seat != work.seat(follower):
        work.match.play(table)
    return Meeting(index, table, work.seat(follower))
