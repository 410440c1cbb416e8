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
    count = ctx.size(held)
    if count < size:
        rest = counted(ctx, hand & ~mask)
        must = ctx.unpack(held)
        total = _combinations([n for _, n in rest], size - count)
        chosen = islice(multisets(rest, size - count), min(limit, total))
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
                found.append("".join(ctx.unpack(cards)))
    return Legal(tuple(found), total, visited)


def count_follows(ctx: TrumpContext, rules: FollowRules, hand: int, lead: Play, led: Shape | None, most: int) -> int | None:
    """The total of `legal_follows`, at most `most`: it goes no further, and lists nothing where all that fits is legal."""
    size = min(lead.size, ctx.size(hand))
    held = hand & ctx.masks[lead.cls]
    short = size - ctx.size(held)
    if short > 0 or (not lead.pairs and lead.trio == MIXED):  # any cards will do, of which there are so many
        free, wanted = (hand & ~held, short) if short > 0 else (held, size)
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
    """The follows of a hand that has enough of the led class, as distinct multisets of cards, and whether each is legal."""
    held = hand & ctx.masks[lead.cls]
    size = min(lead.size, ctx.size(hand))
    lowered = [cards for cards in ctx.trios if lead.trio != MIXED and cards & ~held and ctx.contains(hand, cards)]
    # of cards of the led class only the pairs decide, but under a set of three
    deciding = ctx.high if lead.trio == MIXED else -1
    judged: dict[int, bool] = {}
    for cards in chain(multisets(counted(ctx, held), size), lowered):
        key = cards & deciding
        legal = judged.get(key)
        if legal is None:
            play = ctx.parse("".join(ctx.unpack(cards)))
            legal = judged[key] = follow_fault(ctx, rules, hand, lead, led, play) is None
        yield cards, legal


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
