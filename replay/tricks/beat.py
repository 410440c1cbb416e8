"""Who wins a trick: strengths of plays against the structure of the lead (X-2, X-5, X-6)."""

from collections import Counter
from typing import Literal, NamedTuple

from replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from replay.tricks.units import Shape, UnitKind, covers, run_tops, runs, shape_of

Overruff = Literal["structure", "highest_card", "beat_all"]


class BeatRules(NamedTuple):
    """The readings that decide a trick.

    `equal_first`: of equal plays the first wins (X-2). `longer_serves`: in a ruff a longer tractor serves for a shorter one
    (X-5). `overruff`: what is compared where a throw is ruffed twice (X-6).
    """

    equal_first: bool = True
    longer_serves: bool = True
    overruff: Overruff = "structure"


class Strength(NamedTuple):
    """How strong a play is in its trick: trumps over the led class, then the compared rungs, all of which must be higher."""

    trump: bool
    tops: tuple[int, ...]


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
        return Strength(play.trio == TRUMP, (0,))
    if play.cls not in (lead.cls, TRUMP) or play.size != lead.size or play.pairs < led.pair_count or not play.possible:
        return None
    shape = led if play is lead else shape_of(ctx, play.cards, play.cls)
    if not _has_structure(ctx, rules, led, shape, play.cls):
        return None
    return Strength(play.cls == TRUMP, _tops(ctx, rules, led, shape, play.cls))


def beats(rules: BeatRules, challenger: Strength, holder: Strength) -> bool:
    """Whether a later play takes the trick from the one that holds it."""
    if challenger.trump != holder.trump:
        return challenger.trump
    if rules.equal_first:
        return all(mine > theirs for mine, theirs in zip(challenger.tops, holder.tops, strict=True))
    return all(mine >= theirs for mine, theirs in zip(challenger.tops, holder.tops, strict=True))


def _has_structure(ctx: TrumpContext, rules: BeatRules, led: Shape, shape: Shape, cls: int) -> bool:
    """Whether cards with pairs enough have the led tractors too."""
    if not led.tractors:
        return True
    wanted = [length for length, _ in led.tractors]
    if not rules.longer_serves:
        have = [length for length, _ in shape.tractors]
        return all(have.count(length) >= wanted.count(length) for length in wanted)
    return covers(wanted, [length for length, _ in runs(ctx, shape.rungs, cls)])


def _tops(ctx: TrumpContext, rules: BeatRules, led: Shape, shape: Shape, cls: int) -> tuple[int, ...]:
    """The rungs to compare: the top of the lead's highest structure, the highest card, or those of every unit."""
    if rules.overruff == "highest_card":
        return (shape.top,)
    if rules.overruff == "beat_all":
        return _tops_of_all(ctx, led, shape, cls)
    if led.tractors:
        return (_top_of_run(ctx, shape, cls, led.tractors[0][0]),)
    if led.pairs:
        return (shape.rungs.bit_length() - 1,)
    return (shape.top,)


def _tops_of_all(ctx: TrumpContext, led: Shape, shape: Shape, cls: int) -> tuple[int, ...]:
    """The tops of what is put against each led unit, the best cards against the highest structure first."""
    left = Counter(rung for unit in shape.units for rung in unit.cards)
    tops = []
    for unit in led.units:
        length = max(unit.pairs, 1)
        need = 1 if unit.kind is UnitKind.SINGLE else 2
        rungs = sum(1 << rung for rung, count in left.items() if count >= need)
        found = run_tops(ctx, rungs, cls, length)
        if not found:  # the highest run was cut so that no second one is left: any cards will do for the rest
            found = sum(1 << rung for rung, count in left.items() if count)
            length = 1
        top = found.bit_length() - 1
        tops.append(top)
        for rung in range(top - length + 1, top + 1):
            left[rung] -= need
    return tuple(tops)


def _top_of_run(ctx: TrumpContext, shape: Shape, cls: int, length: int) -> int:
    return run_tops(ctx, shape.rungs, cls, length).bit_length() - 1
