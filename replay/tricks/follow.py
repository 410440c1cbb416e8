"""What a follower owes: the led class first, then the led structure inside it (X-3, X-4, X-16)."""

from enum import StrEnum
from typing import NamedTuple

from replay.tricks.trump import Play, TrumpContext
from replay.tricks.units import Shape, covers, pair_rungs, runs


class Owed(StrEnum):
    """What a faulty follow failed to give."""

    SIZE = "size"
    SUIT = "suit"
    PAIR = "pair"
    TRACTOR = "tractor"


class FollowFault(NamedTuple):
    """Why a follow is illegal: what was owed, how much of it, and how much was given."""

    owed: Owed
    expected: int
    given: int


class FollowRules(NamedTuple):
    """The readings of X-4 and X-16.

    `shorter_tractor`: one is owed where none of full length is held. `every_tractor`: of several led tractors each is
    answered, not the longest alone.
    """

    shorter_tractor: bool = True
    every_tractor: bool = True


def owed_tractors(led: tuple[tuple[int, int], ...], held: list[int], rules: FollowRules) -> list[int]:
    """The lengths owed against the led tractors: for each, longest first, the longest that can be put against it.

    `held` are the lengths of the maximal runs in the follower's hand. A run is cut from the shortest that will do, so that
    the longest ones stay whole for the next tractor (X-16).
    """
    left = list(held)
    owed = []
    for length, _ in led if rules.every_tractor else led[:1]:
        best = max(left, default=0)
        take = min(length, best)
        if take < 2 or (take < length and not rules.shorter_tractor):
            continue
        source = min(run for run in left if run >= take)
        left.remove(source)
        left.append(source - take)
        owed.append(take)
    return owed


def follow_fault(
    ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None, play: Play
) -> FollowFault | None:
    """Check one follow against the follower's hand before the play; None if it is legal.

    `hand` may be a lower bound of the real hand: more cards never make a fault legal, so a fault found is proven.
    `led` is the lead's shape, needed only for leads of three cards or more.
    """
    size = lead.size
    if play.size != size:
        whole = ctx.size(hand)
        if play.size != min(size, whole):
            return FollowFault(Owed.SIZE, min(size, whole), play.size)
    mask = ctx.masks[lead.cls]
    held = hand & mask
    if not held:
        return None
    given = size if play.cls == lead.cls else ctx.size(play.cards & mask)
    if given < size:
        count = ctx.size(held)
        if given < min(size, count):
            return FollowFault(Owed.SUIT, min(size, count), given)
        return None
    if not lead.pairs:
        return None
    high = ctx.high_masks[lead.cls]
    shown = (play.cards & high).bit_count()
    if led is not None and led.tractors:
        fault = _tractor_fault(ctx, rules, held, lead.cls, led, play)
        if fault is not None:
            return fault
    owed = min(lead.pairs, (held & high).bit_count())
    if shown < owed:
        return FollowFault(Owed.PAIR, owed, shown)
    return None


def _tractor_fault(ctx: TrumpContext, rules: FollowRules, held: int, cls: int, led: Shape, play: Play) -> FollowFault | None:
    lengths = [length for length, _ in runs(ctx, pair_rungs(ctx, held, cls), cls)]
    owed = owed_tractors(led.tractors, lengths, rules)
    shown = [length for length, _ in runs(ctx, pair_rungs(ctx, play.cards, cls), cls)]
    if owed and not covers(owed, shown):
        return FollowFault(Owed.TRACTOR, max(owed), max(shown, default=0))
    return None
