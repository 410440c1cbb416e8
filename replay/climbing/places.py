"""The points of a match that goes by places (DG-5): totals, first places, and whether an extra hand is due."""

from typing import Final, NamedTuple

from paipu.replay.climbing.rules import PlacePoints


class Placed(NamedTuple):
    """What a hand that counts came to: points by side, and the side with the first place; None for what is not known.

    `row` tells which score it is, and whose: `5_135`, or `marks` where 记过 decided it, or both sides have those that lose it.
    """

    points: tuple[int, int] | None = None
    first: int | None = None
    row: str | None = None


UNPLACED: Final = Placed()
"""Of a hand nothing is known, or points do not go by places."""


class Tally:
    """The hands of a match that count, in order; `missing` of them, the first ones, are not on record."""

    def __init__(self, rules: PlacePoints, missing: int) -> None:
        self.rules = rules
        self.missing = missing
        self.hands = [UNPLACED] * missing

    def miss(self, count: int) -> None:
        """Some hands are not on record."""
        self.missing += count
        self.hands += [UNPLACED] * count

    @property
    def complete(self) -> bool:
        """Whether as many hands were played as a match has."""
        return len(self.hands) >= self.rules.hands

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both sides' points; None if those of a hand are not known."""
        return summed([hand.points for hand in self.hands])

    def ahead(self, *, extra: bool = True) -> int | None:
        """Who has won after the regular hands: higher total, more first places, the extra hand; None if nobody or unknown."""
        regular = self.hands[: self.rules.hands]
        sums = summed([hand.points for hand in regular])
        if sums is None or not self.complete:
            return None
        if sums[0] != sums[1]:
            return int(sums[1] > sums[0])
        firsts = [hand.first for hand in regular]
        if self.rules.first_places and firsts.count(0) != firsts.count(1):
            return None if None in firsts else int(firsts.count(1) > firsts.count(0))
        last = self.hands[self.rules.hands].points if extra and len(self.hands) > self.rules.hands else None
        return int(last[1] > last[0]) if last is not None and last[0] != last[1] else None

    @property
    def another_due(self) -> bool:
        """Whether one more hand may belong to the match: a regular one, or the one that breaks a tie (DG-5.9)."""
        recorded = len(self.hands) - self.missing
        if recorded < self.rules.hands:
            return True  # of those missing some may have been void
        if self.missing:
            return recorded < self.rules.hands + self.rules.extra
        return self.rules.extra and len(self.hands) == self.rules.hands and self.ahead(extra=False) is None


def summed(points: list[tuple[int, int] | None]) -> tuple[int, int] | None:
    """Points added up; None if some are not known."""
    known = [pair for pair in points if pair is not None]
    if len(known) != len(points):
        return None
    return sum(pair[0] for pair in known), sum(pair[1] for pair in known)
