"""How much a player loses a decision on average, with an interval, and from how many hands on that says something.

Decisions of one hand go together: who has a bad hand is asked hard questions all through it. So the error is that of a mean of
clusters, a hand being one; and with few hands the interval is widened as Student's distribution has it. It is the spread of
what this player did, with the errors of the judge in it, which are part of each loss.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

FEWEST: Final = 30
"""With fewer hands nothing is made of a mean: two players whose means are 0.3 points apart take some 140 hands each to tell
apart.
"""
_QUANTILES: Final = (
    12.706204736,
    4.302652730,
    3.182446305,
    2.776445105,
    2.570581836,
    2.446911851,
    2.364624252,
    2.306004135,
    2.262157163,
    2.228138852,
)


def student(freedom: int) -> float:
    """How many standard errors on either side make a 95 % interval: what the macro of that name says in the warehouse."""
    if freedom <= len(_QUANTILES):
        return _QUANTILES[freedom - 1]
    return 1.959963984540054 + (2.372271 + (2.822499 + 2.555850 / freedom) / freedom) / freedom


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The mean loss a decision of somebody, the interval, over so many decisions of so many hands. None with one hand: no
    interval.

    `few`: too few hands to make anything of it.
    """

    hands: int
    decisions: int
    mean: float
    error: float | None
    low: float | None
    high: float | None

    @property
    def few(self) -> bool:
        """Whether there are too few hands."""
        return self.hands < FEWEST


def accuracy(losses: Iterable[tuple[object, float]]) -> Accuracy | None:
    """That of losses, each with the hand that it is of; None of no loss."""
    count, total = 0, 0.0
    sums: dict[object, tuple[float, int]] = {}
    for hand, loss in losses:
        count, total = count + 1, total + loss
        before, many = sums.get(hand, (0.0, 0))
        sums[hand] = before + loss, many + 1
    if not count:
        return None
    mean, hands = total / count, len(sums)
    if hands < 2:
        return Accuracy(hands, count, mean, None, None, None)
    squares = sum((of_hand - many * mean) ** 2 for of_hand, many in sums.values())
    error = sqrt(squares * hands / (hands - 1)) / count
    reach = student(hands - 1) * error
    return Accuracy(hands, count, mean, error, mean - reach, mean + reach)
