"""What a follower owes: the led class first, then the led structure inside it (X-3, X-4, X-16)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from paipu.replay.tricks.rules import FollowRules
from paipu.replay.tricks.tractors import Layers, packings, packs, pair_layers, runs
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, lead_shape


class Owed(StrEnum):
    """What a faulty follow failed to give."""

    SIZE = "size"
    SUIT = "suit"
    PAIR = "pair"
    TRACTOR = "tractor"
    TRIO = "trio"
    HIGHEST = "highest"
    HIGHEST_OR_TRIO = "highest_or_trio"


FOLLOW_CODES: Final = {
    Owed.SIZE: "TRICK-SIZE",
    Owed.SUIT: "TRICK-FOLLOW-SUIT",
    Owed.PAIR: "TRICK-FOLLOW-PAIR",
    Owed.TRACTOR: "TRICK-FOLLOW-TRACTOR",
    Owed.TRIO: "TRICK-FOLLOW-TRIO",
    Owed.HIGHEST: "TRICK-FOLLOW-HIGHEST",
    Owed.HIGHEST_OR_TRIO: "TRICK-HIGHEST-OR-TRIO",
}
"""The check that a faulty follow fails."""


class FollowFault(NamedTuple):
    """Why a follow is illegal: what was owed, how much of it, and how much was given."""

    owed: Owed
    expected: int
    given: int


class Duty(NamedTuple):
    """What a follower owes: `cards` of the led class, 0 where he is void, out of `size` in all; of them so many `pairs`, and
    tractors of so many pairs each. A set of three (5·10·K) has duties of its own and is none of these.
    """

    cls: int
    size: int
    cards: int
    pairs: int
    tractors: tuple[int, ...]


def check_passed(ctx: TrumpContext, lead: Play, hand: int) -> str:
    """The check that a legal follow passed: void, short of the suit, or the structure that was led."""
    held, led = ctx.size(hand & ctx.masks[lead.cls]), lead_shape(ctx, lead)
    if not held:
        return "CLAIM-WINNER-DISCARD"
    if led.trio:
        return FOLLOW_CODES[Owed.HIGHEST if lead.cls == TRUMP else Owed.TRIO]
    if held <= lead.size or not led.pair_count:
        return FOLLOW_CODES[Owed.SUIT]
    return FOLLOW_CODES[Owed.TRACTOR if led.tractors else Owed.PAIR]


def owed_tractors(
    ctx: TrumpContext, rules: FollowRules, held: int, cls: int, led: Sequence[tuple[int, int]]
) -> tuple[int, ...]:
    """The lengths owed against the led tractors: for each, longest first, the longest that can be put against it (X-16).

    `held` are the follower's cards, or what is known of them.
    """
    lengths = [length for length, _ in (led if len(led) == 1 or rules.every_tractor else led[:1])]
    best = _put_against(ctx, rules, pair_layers(ctx, held, cls), cls, lengths)
    return tuple(sorted((length for length in best if length), reverse=True))


def _put_against(ctx: TrumpContext, rules: FollowRules, layers: Layers, cls: int, lengths: Sequence[int]) -> tuple[int, ...]:
    """What can be put against each led length, 0 for nothing; of several ways the one that leaves most for the next."""
    if not lengths:
        return ()
    length, *rest = lengths
    for take in range(length, 1, -1):
        if take < length and not rules.shorter_tractor:
            break
        ways = (_put_against(ctx, rules, left, cls, rest) for _, left in packings(ctx, layers, cls, [take]))
        best = max(ways, default=None)
        if best is not None:
            return (take, *best)
    return (0, *_put_against(ctx, rules, layers, cls, rest))


def duty_of(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None) -> Duty | None:
    """What the holder of a hand owes, for a viewer to say; None under a set of three. `led` is as in `follow_fault`."""
    if lead.trio != MIXED:
        return None
    held = hand & ctx.masks[lead.cls]
    whole, owed = min(lead.size, ctx.size(hand)), min(lead.size, ctx.size(held))
    if owed < lead.size or not lead.pairs:
        return Duty(lead.cls, whole, owed, 0, ())
    tractors = owed_tractors(ctx, rules, held, lead.cls, led.tractors) if led is not None and led.tractors else ()
    return Duty(lead.cls, whole, owed, min(lead.pairs, (held & ctx.high_masks[lead.cls]).bit_count()), tractors)


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
        owed = min(size, ctx.size(held))
        if given < owed and given + _served(ctx, rules, lead, play) < owed:
            return FollowFault(Owed.SUIT, owed, given)
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
    if given < count and given + _served(ctx, rules, lead, play) < count:
        return FollowFault(Owed.SUIT, count, given)
    if own is not None and holds_own and (rules.trio_under_trumps if lead.cls == TRUMP else _owes(rules, own, mask)):
        return FollowFault(Owed.TRIO, lead.size, ctx.size(play.cards & own))
    if lead.cls == TRUMP:
        owed, shown = highest_rungs(ctx, held, lead.size), highest_rungs(ctx, play.cards & mask, lead.size)
        if shown != owed:
            right = sum(min(owed.count(rung), shown.count(rung)) for rung in set(owed))
            return FollowFault(Owed.HIGHEST_OR_TRIO if play.trio == TRUMP else Owed.HIGHEST, len(owed), right)
    return None


def _served(ctx: TrumpContext, rules: FollowRules, lead: Play, play: Play) -> int:
    """How many trumps that bear the led suit serve for cards of it (CDP-b)."""
    lowered = play.cards & ctx.lowered[lead.cls]
    return ctx.size(lowered) if lowered and rules.lowered_serves else 0


def _owes(rules: FollowRules, own: int, mask: int) -> bool:
    """Whether one's own set of three is owed: always if no card of it would have to be lowered."""
    return rules.lowered_owed or own & mask == own


def highest_rungs(ctx: TrumpContext, trumps: int, count: int) -> list[int]:
    """The rungs of the `count` highest trumps, highest first; fewer if there are not so many."""
    cards = ctx.unpack(trumps)
    return [ctx.rung[card] for card in reversed(cards)][:count]


def _tractor_fault(ctx: TrumpContext, rules: FollowRules, held: int, cls: int, led: Shape, play: Play) -> FollowFault | None:
    owed = owed_tractors(ctx, rules, held, cls, led.tractors)
    if not owed:
        return None
    shown = pair_layers(ctx, play.cards, cls)
    if packs(ctx, shown, cls, owed):
        return None
    return FollowFault(Owed.TRACTOR, owed[0], max((length for length, _ in runs(ctx, shown[0], cls)), default=0))
