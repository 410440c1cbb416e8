"""Legal follows, worked out on demand for a finding or a viewer, and bounded: the audit itself enumerates nothing."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, chain, islice
from typing import Final, NamedTuple

from paipu.replay.tricks.follow import follow_fault
from paipu.replay.tricks.rules import FollowRules
from paipu.replay.tricks.trump import MIXED, Play, TrumpContext
from paipu.replay.tricks.units import Shape

VISITED_AT_MOST: Final = 20_000
COUNTED_AT_MOST: Final = 500
"""The same where follows are counted for many turns; of 7,700 turns of made-up matches none has had more than 470."""


class Legal(NamedTuple):
    """Some legal plays, strongest cards last, and how many there are in all; `total` is None past the bound.

    `visited` is how many plays were looked at.
    """

    plays: tuple[str, ...]
    total: int | None
    visited: int = 0

    def __str__(self) -> str:
        """As a finding's `expected`: the plays, and "N of M" where they are not all."""
        text = " | ".join(self.plays)
        if self.total == len(self.plays):
            return text
        return f"{text} ({len(self.plays)}/{'…' if self.total is None else self.total})"


def legal_follows(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None, limit: int) -> Legal:
    """The legal follows from a complete hand, as distinct multisets of cards."""
    size = min(lead.size, ctx.size(hand))
    mask = ctx.masks[lead.cls]
    held = hand & mask
    if any_will_do(ctx, rules, hand, lead):
        rest = counted(ctx, hand & ~mask)
        must = ctx.unpack(held)
        total = _combinations([n for _, n in rest], size - len(must))
        chosen = islice(multisets(rest, size - len(must)), min(limit, total))
        plays = tuple(["".join([*must, *ctx.unpack(cards)]) for cards in chosen])
        return Legal(plays, total, len(plays))
    found: list[str] = []
    total = visited = 0
    for visited, (cards, legal) in enumerate(judged(ctx, rules, hand, lead, led), start=1):
        if visited > VISITED_AT_MOST:
            return Legal(tuple(found), None, visited)
        if legal:
            total += 1
            if total <= limit:
                found.append("".join([*ctx.unpack(cards & mask), *ctx.unpack(cards & ~mask)]))
    return Legal(tuple(found), total, visited)


def any_will_do(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play) -> bool:
    """Whether a hand has fewer cards of the led class than were led, so that it owes these, and any others will do.

    It owes more, or less, where it has the led set of three by a lowered card, or a trump that serves for the led suit.
    """
    held = hand & ctx.masks[lead.cls]
    if ctx.size(held) >= min(lead.size, ctx.size(hand)):
        return False
    if held and rules.lowered_serves and hand & ctx.lowered[lead.cls]:
        return False
    return lead.trio == MIXED or not any(cls == lead.cls and ctx.contains(hand, cards) for cards, cls in ctx.trios.items())


def count_follows(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None, most: int) -> int | None:
    """The total of `legal_follows`, at most `most`: it goes no further, and lists nothing where all that fits is legal."""
    size = min(lead.size, ctx.size(hand))
    held = hand & ctx.masks[lead.cls]
    short = size - ctx.size(held)
    rest = any_will_do(ctx, rules, hand, lead)
    serves = rules.lowered_serves and hand & ctx.lowered[lead.cls]
    if rest or not (lead.pairs or lead.trio != MIXED or serves):  # any cards will do, of which there are so many
        free, wanted = (hand & ~held, short) if rest else (held, size)
        if wanted == 1:
            return min(ctx.distinct(free), most)
        return min(_combinations([n for _, n in counted(ctx, free)], wanted), most)
    total = 0
    for visited, (_, legal) in enumerate(judged(ctx, rules, hand, lead, led), start=1):
        if visited > COUNTED_AT_MOST:
            return None
        total += legal
        if total == most:
            break
    return total


def judged(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None) -> Iterator[tuple[int, bool]]:
    """The follows of a hand that may be legal, as distinct multisets of cards, and whether each is.

    They have the cards of the led class that are owed, or trumps that serve for them, or are a set of three.
    """
    mask = ctx.masks[lead.cls]
    held = hand & mask
    size = min(lead.size, ctx.size(hand))
    serving = hand & ctx.lowered[lead.cls] if rules.lowered_serves else 0
    sets = [cards for cards in ctx.trios if lead.trio != MIXED and cards & ~held and ctx.contains(hand, cards)]
    owed = min(size, ctx.size(held))
    serves, others = counted(ctx, held + serving), counted(ctx, hand - held - serving)
    # of cards of the led class only the pairs decide, but under a set of three
    deciding = ctx.high if lead.trio == MIXED and not serving else -1
    judged: dict[int, bool] = {}
    known = set[int]()
    for cards in chain(_from_both(serves, others, owed, size), sets):
        key = cards & deciding
        legal = judged.get(key)
        if legal is None:
            play = ctx.parse("".join(ctx.unpack(cards)))
            legal = judged[key] = follow_fault(ctx, rules, hand, lead, led, play) is None
        if not sets or cards not in known:
            yield cards, legal
        if sets:
            known.add(cards)


def _from_both(first: list[tuple[int, int]], others: list[tuple[int, int]], least: int, size: int) -> Iterator[int]:
    """All multisets of `size` cards of which at least so many are of the first."""
    for taken in range(size, least - 1, -1):
        for mine in multisets(first, taken):
            for rest in multisets(others, size - taken):
                yield mine + rest


def counted(ctx: TrumpContext, packed: int) -> list[tuple[int, int]]:
    """The weight of each distinct card, and how often it is there."""
    return [(ctx.weight[card], count) for card, count in Counter(ctx.unpack(packed)).items()]


def multisets(cards: list[tuple[int, int]], size: int) -> Iterator[int]:
    """All distinct packed multisets of `size` cards, in a fixed order."""
    left = list(accumulate((most for _, most in reversed(cards)), initial=0))[::-1]

    def choose(at: int, size: int) -> Iterator[int]:
        if not size:
            yield 0
        elif size <= left[at]:
            weight, most = cards[at]
            for taken in range(min(most, size), -1, -1):
                for others in choose(at + 1, size - taken):
                    yield taken * weight + others

    return choose(0, size)


def _combinations(counts: list[int], size: int) -> int:
    """How many distinct multisets of `size` cards there are."""
    ways = [1] + [0] * size
    for most in counts:
        ways = [sum(ways[n - taken] for taken in range(min(most, n) + 1)) for n in range(size + 1)]
    return ways[size]
