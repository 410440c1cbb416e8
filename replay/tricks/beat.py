"""Who wins a trick: strengths of plays against the structure of the lead (X-2, X-5, X-6)."""

from collections.abc import Callable, Iterator, Sequence
from operator import ge, gt
from typing import NamedTuple

from paipu.replay.tricks.rules import BeatRules
from paipu.replay.tricks.tractors import Run, packings, readings, run_tops, rungs_of
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, shape_of


class Strength(NamedTuple):
    """How strong a play is in its trick: trumps over the led class, then the compared rungs, all of which must be higher.

    There is a row of rungs for each way to divide the cards among what is compared.
    """

    trump: bool
    tops: tuple[tuple[int, ...], ...]


def strength(
    ctx: TrumpContext, rules: BeatRules, lead: Play, led: Shape, play: Play, *, leads: bool = False
) -> Strength | None:
    """The strength of a play, or None if it cannot win: a discard, or cards without the lead's structure.

    A set of three (5·10·K) that follows stands only against one of a side suit, if it is of trumps; and nothing else stands
    against one that was led (CDP-5.1c, d). `leads` says that the play is the lead itself, not a follow with the same cards.
    """
    if led.trio or play.trio != MIXED:
        if not leads and (not led.trio or play.trio != TRUMP or lead.cls == TRUMP):
            return None
        return Strength(play.trio == TRUMP, ((0,),))
    if play.cls not in (lead.cls, TRUMP) or play.size != lead.size or play.pairs < led.pair_count or not play.possible:
        return None
    shape = led if play is lead else shape_of(ctx, play.cards, play.cls)
    tops = _tops(ctx, rules, led, shape, play.cls)
    return Strength(play.cls == TRUMP, tops) if tops else None


def beats(rules: BeatRules, challenger: Strength, holder: Strength) -> bool:
    """Whether a later play takes the trick from the one that holds it."""
    if challenger.trump != holder.trump:
        return challenger.trump
    stronger = _all_higher(gt, challenger, holder)
    if stronger or not _all_higher(ge, challenger, holder):
        return stronger
    return not rules.equal_first  # which is asked where it decides, and nowhere else


def _all_higher(higher: Callable[[int, int], bool], challenger: Strength, holder: Strength) -> bool:
    """Whether every unit that holds the trick has a higher one against it, however the cards are divided."""
    return all(any(all(map(higher, mine, theirs)) for mine in challenger.tops) for theirs in holder.tops)


def _tops(ctx: TrumpContext, rules: BeatRules, led: Shape, shape: Shape, cls: int) -> tuple[tuple[int, ...], ...]:
    """The rungs to compare, in every way that matters; nothing if cards with pairs enough lack the led tractors."""
    if led.count == 1:  # then there is one thing to compare, whatever decides between several
        length = led.tractors[0][0] if led.tractors else 1
        served = length == 1 or run_tops(ctx, shape.layers[0], cls, length)
        return ((shape.top,),) if served else ()
    if rules.overruff == "beat_all":
        return tuple(_tops_of_all(ctx, rules, led, shape, cls))
    top = shape.top
    if led.tractors:
        lengths = [length for length, _ in led.tractors]
        # of each reading the first way is the one with the highest tractor
        ways = (next(packings(ctx, shape.layers, cls, lengths, within), None) for within in _serving(ctx, rules, shape, cls))
        highest = max((tractors[0] for tractors, _ in filter(None, ways)), default=None)
        if highest is None:
            return ()
        top = highest if rules.overruff == "structure" else top
    elif led.pairs and rules.overruff == "structure":
        top = shape.layers[0].bit_length() - 1
    return ((top,),)


def _serving(ctx: TrumpContext, rules: BeatRules, shape: Shape, cls: int) -> Sequence[Sequence[Run] | None]:
    """Which runs serve for a led tractor: any, or, where no longer one does, the whole ones of a reading of the cards."""
    return [None] if not shape.tractors or rules.longer_serves else readings(ctx, shape.layers, cls)


def _tops_of_all(ctx: TrumpContext, rules: BeatRules, led: Shape, shape: Shape, cls: int) -> Iterator[tuple[int, ...]]:
    """The tops of what is put against each led unit, in every way to divide the cards among them."""
    lengths = [length for length, _ in led.tractors]
    for within in _serving(ctx, rules, shape, cls):
        for tractors, left in packings(ctx, shape.layers, cls, lengths, within):
            for pairs, over in packings(ctx, left, cls, [1] * len(led.pairs)):
                loose = [*shape.singles, *(2 * rungs_of(over))]
                yield (*tractors, *pairs, *sorted(loose, reverse=True))
