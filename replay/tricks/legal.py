"""Legal follows, worked out on demand for a finding or a viewer, and bounded: the audit itself enumerates nothing."""

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from replay.tricks.follow import FollowRules, follow_fault
from replay.tricks.trump import MIXED, Play, TrumpContext
from replay.tricks.units import Shape

VISITED_AT_MOST: Final = 20_000


class Legal(NamedTuple):
    """Some legal plays, strongest cards last, and how many there are in all; `total` is None past the bound."""

    plays: tuple[str, ...]
    total: int | None

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
        rest = _counts(ctx, hand & ~mask)
        must = ctx.unpack(held)
        total = _combinations([n for _, n in rest], size - count)
        plays = []
        for cards in _multisets(rest, size - count):
            plays.append("".join([*must, *cards]))
            if len(plays) >= min(limit, total):
                break
        return Legal(tuple(plays), total)
    plays = []
    total = 0
    lowered = [ctx.unpack(cards) for cards in ctx.trios if lead.trio != MIXED and cards & ~held and ctx.contains(hand, cards)]
    for visited, cards in enumerate(chain(_multisets(_counts(ctx, held), size), lowered)):
        if visited >= VISITED_AT_MOST:
            return Legal(tuple(plays), None)
        text = "".join(cards)
        if follow_fault(ctx, rules, hand, lead, led, ctx.parse(text)) is None:
            total += 1
            if len(plays) < limit:
                plays.append(text)
    return Legal(tuple(plays), total)


def _counts(ctx: TrumpContext, packed: int) -> list[tuple[str, int]]:
    cards = ctx.unpack(packed)
    return [(card, cards.count(card)) for card in dict.fromkeys(cards)]


def _multisets(cards: list[tuple[str, int]], size: int) -> Iterator[list[str]]:
    """All distinct multisets of `size` cards, in a fixed order."""
    if size == 0:
        yield []
        return
    if sum(n for _, n in cards) < size:
        return
    (card, most), rest = cards[0], cards[1:]
    for taken in range(min(most, size), -1, -1):
        for others in _multisets(rest, size - taken):
            yield [card] * taken + others


def _combinations(counts: list[int], size: int) -> int:
    """How many distinct multisets of `size` cards there are."""
    ways = [1] + [0] * size
    for most in counts:
        ways = [sum(ways[n - taken] for taken in range(min(most, n) + 1)) for n in range(size + 1)]
    return ways[size]
