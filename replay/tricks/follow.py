"""What a follower owes: the led class first, then the led structure inside it (X-3, X-4, X-16)."""

from enum import StrEnum
from typing import NamedTuple

from replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from replay.tricks.units import Shape, covers, pair_rungs, runs


class Owed(StrEnum):
    """What a faulty follow failed to give."""

    SIZE = "size"
    SUIT = "suit"
    PAIR = "pair"
    TRACTOR = "tractor"
    TRIO = "trio"
    HIGHEST = "highest"
    HIGHEST_OR_TRIO = "highest_or_trio"


class FollowFault(NamedTuple):
    """Why a follow is illegal: what was owed, how much of it, and how much was given."""

    owed: Owed
    expected: int
    given: int


class FollowRules(NamedTuple):
    """The readings of X-4 and X-16, and of what is owed under a set of three (5·10·K).

    `shorter_tractor`: one is owed where none of full length is held. `every_tractor`: of several led tractors each is
    answered, not the longest alone. `lowered_owed`: who can complete the led set with a lowered card must do so.
    `trio_under_trumps`: under a set of trumps one's own set is owed before the three highest trumps. `lowered_serves`: a card
    that is always trump serves where its own suit is owed.
    """

    shorter_tractor: bool = True
    every_tractor: bool = True
    lowered_owed: bool = False
    trio_under_trumps: bool = False
    lowered_serves: bool = False


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
    if lead.trio != MIXED:
        return _trio_fault(ctx, rules, hand, lead, play)
    return _class_fault(ctx, rules, hand, lead, led, play)


def _class_fault(
    ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None, play: Play
) -> FollowFault | None:
    """What is owed of the led class, and of the led structure inside it."""
    size, mask = lead.size, ctx.masks[lead.cls]
    held = hand & mask
    if not held:
        return None
    given = size if play.cls == lead.cls else ctx.size(play.cards & mask)
    if given < size:
        count = ctx.size(held)
        served = ctx.size(play.cards & ctx.lowered[lead.cls]) if rules.lowered_serves else 0
        if given + served < min(size, count):
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


def _trio_fault(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, play: Play) -> FollowFault | None:
    """What is owed under a set of three: the suit, its like of the same suit, or under trumps the highest trumps."""
    mask = ctx.masks[lead.cls]
    held = hand & mask
    own = next((packed for packed, cls in ctx.trios.items() if cls == lead.cls), None)
    holds_own = own is not None and ctx.contains(hand, own)
    if play.trio == lead.cls and (lead.cls != TRUMP or (rules.trio_under_trumps and holds_own)):
        return None
    count, given = min(lead.size, ctx.size(held)), ctx.size(play.cards & mask)
    served = ctx.size(play.cards & ctx.lowered[lead.cls]) if rules.lowered_serves else 0
    if given + served < count:
        return FollowFault(Owed.SUIT, count, given)
    if own is not None and holds_own and (rules.trio_under_trumps if lead.cls == TRUMP else _owes(rules, own, mask)):
        return FollowFault(Owed.TRIO, lead.size, ctx.size(play.cards & own))
    if lead.cls == TRUMP:
        owed, shown = highest_rungs(ctx, held, lead.size), highest_rungs(ctx, play.cards & mask, lead.size)
        if shown != owed:
            right = sum(min(owed.count(rung), shown.count(rung)) for rung in set(owed))
            return FollowFault(Owed.HIGHEST_OR_TRIO if play.trio == TRUMP else Owed.HIGHEST, len(owed), right)
    return None


def _owes(rules: FollowRules, own: int, mask: int) -> bool:
    """Whether one's own set of three is owed: always if no card of it would have to be lowered."""
    return rules.lowered_owed or own & mask == own


def highest_rungs(ctx: TrumpContext, trumps: int, count: int) -> list[int]:
    """The rungs of the `count` highest trumps, highest first; fewer if there are not so many."""
    cards = ctx.unpack(trumps)
    return [ctx.rung[card] for card in reversed(cards)][:count]


def _tractor_fault(ctx: TrumpContext, rules: FollowRules, held: int, cls: int, led: Shape, play: Play) -> FollowFault | None:
    lengths = [length for length, _ in runs(ctx, pair_rungs(ctx, held, cls), cls)]
    owed = owed_tractors(led.tractors, lengths, rules)
    shown = [length for length, _ in runs(ctx, pair_rungs(ctx, play.cards, cls), cls)]
    if owed and not covers(owed, shown):
        return FollowFault(Owed.TRACTOR, max(owed), max(shown, default=0))
    return None
