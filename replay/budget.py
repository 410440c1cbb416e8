"""How much an audit may do beyond judging each play once: a budget that is counted in steps, never by a clock.

To judge a record as it stands takes time in proportion to its length, and is always done. What is added to that may be many
times as much, and is paid for here: other hypotheses about what a hand was played under, the legal plays that a finding lists,
and the same record under other readings of the sheet. A step is some two microseconds. What a match of any length needs lies
far below the budget; where a record is made to use it up, the audit says what it left out (`AUDIT-LIMIT`).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from paipu.replay.record import GameRecord, Hand

LIMIT: Final = 400_000
"""Steps of one audit, or more where so much is recorded that it comes to more."""
PER_CHARACTER: Final = 12
"""So many steps for each character of the plays."""
HAND: Final = 60
"""What a hand costs whose plays were stepped before, beside its entries."""
BID: Final = 12
KITTY_ACTION: Final = 15
INCIDENT: Final = 3
TRIBUTE: Final = 20
TRICK: Final = 3
"""What each entry of such a hand costs."""
FINDING: Final = 5
"""What each finding of it costs."""
QUICK_TRICK: Final = 2
"""What it costs to step a trick the quick way."""
CAREFUL_TRICK: Final = 30
CAREFUL_PLAY: Final = 4
"""What it costs otherwise: the trick and each play, besides a step for each character."""
BYTES_COUNTED: Final = 32
"""So many characters of plays are held against the deal in a step."""
CANDIDATE: Final = 1
"""What it costs to try a follow as an alternative."""
COMBINATION: Final = 5
"""What it costs to try a combination as an alternative."""


Hypothesis = TypeVar("Hypothesis")


class Budget:
    """The steps that are left, and what was left out since there were none: findings without alternatives, and hypotheses."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = self.left = limit
        self.unlisted = 0
        self.undoubted = 0

    @property
    def done(self) -> bool:
        """Whether there is no step left."""
        return self.left <= 0

    @property
    def steps(self) -> int:
        """How many steps were done."""
        return self.limit - self.left

    def spend(self, steps: int) -> None:
        """Count some steps."""
        self.left -= steps


def budget_of(record: GameRecord) -> Budget:
    """What an audit of a match may do: more of a long one, which has as much more to weigh."""
    return Budget(max(LIMIT, PER_CHARACTER * sum(len(trick) for hand in record.hands for trick in hand.tricks or ())))


def steps_of_hand(hand: Hand) -> int:
    """What a hand costs whose plays were stepped before."""
    return (
        HAND
        + BID * len(hand.bids or ())
        + KITTY_ACTION * len(hand.kitty or ())
        + INCIDENT * len(hand.incidents)
        + TRIBUTE * len(hand.tribute or ())
        + TRICK * len(hand.tricks or ())
    )


def steps_of_balance(hand: Hand) -> int:
    """What it costs to hold the cards that were played in a hand against those that were dealt."""
    return steps_of_hand(hand) + sum(map(len, hand.tricks or ())) // BYTES_COUNTED


def steps_of_careful(trick: str) -> int:
    """What a trick costs that is not stepped the quick way."""
    return CAREFUL_TRICK + CAREFUL_PLAY * trick.count(" ") + len(trick)


def fewest_errors(
    hypotheses: Sequence[Hypothesis], faults: Callable[[Hypothesis], Any], budget: Budget, none: object = 0
) -> Hypothesis:
    """The first of some hypotheses that leaves the fewest faults; none is tried after one that leaves `none`.

    When no budget is left the first stands, or the best so far.
    """
    best, fewest = hypotheses[0], None
    for hypothesis in hypotheses:
        if budget.done:
            budget.undoubted += 1
            break
        found = faults(hypothesis)
        if fewest is None or found < fewest:
            best, fewest = hypothesis, found
        if found == none:
            break
    return best
