"""How a hand may have gone otherwise than its record seems to say, and what of its errors that may explain."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from paipu.replay.climbing.exchange import Moved, Start
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.findings import Finding, errors_of
from paipu.replay.notation import PASS, size_of, split_trick
from paipu.replay.plays import turns

_OF_HOLDINGS: Final = frozenset({"PLAY-NOT-HELD", "CARD-COPIES"})
"""What depends on the cards that seats held, and not on how many."""
_OF_HANDS: Final = frozenset(
    {
        *(*_OF_HOLDINGS, "TRICK-PLAYS", "PLAY-REENTRY", "PLAY-AFTER-END"),
        *("LEAD-WINNER", "LEAD-AFTER-OUT", "LEAD-OUT"),
    }
)
"""What may be wrong with plays since their seats held other cards, or not so many, than it seems."""


class TributeHypothesis(NamedTuple):
    """How a hand may have gone: how it began, without what `unmade` of the list of tribute, and what became of plays that did
    not count.

    `doubted`: it may have begun otherwise, so that a hand is known only if it has as many cards as it should have.
    """

    start: Start
    doubted: bool
    unmade: tuple[Moved, ...] = ()
    taken_back: bool = False


def explicable_errors(found: Sequence[Finding]) -> int:
    """How many errors in plays another way may explain."""
    return sum(finding.code in _OF_HANDS for finding in found)


def staying_errors(sheet: ClimbingSheet, machine: ClimbMachine, found: Sequence[Finding], moves: int) -> tuple[int, int]:
    """How many errors in plays are there whichever of so many `moves` of tribute were made, and if plays were taken back too.

    The first until seats have so few cards left that it may be another who is out first, the second besides until a play
    that breaks a rule.
    """
    tricks = machine.tricks[: max([each.where.trick or 0 for each in found], default=0)]  # what comes after them is no matter
    after = enumerate(cards_left(sheet, tricks, machine.sizes), start=1)
    last = next((number for number, left in after if min(left) <= moves), len(machine.tricks) + 1)
    staying = [each for each in found if each.where.before((last, 0)) and each.code not in _OF_HOLDINGS]
    trick, play = machine.first_refused or (last, 0)
    return errors_of(staying), errors_of([each for each in staying if each.where.before((trick, play + 1))])


def cards_left(sheet: ClimbingSheet, tricks: Sequence[str], sizes: Sequence[int]) -> Iterator[Sequence[int]]:
    """How many cards each seat has left after each of some tricks."""
    left = list(sizes)
    for text, seats in zip(tricks, turns(sheet, tricks, sizes), strict=True):
        for seat, token in zip(seats, split_trick(text)[1:], strict=False):
            left[seat] -= size_of(token) if token != PASS else 0
        yield left


def broke_off(machine: ClimbMachine) -> bool:
    """Whether tricks are left that were not stepped."""
    return len(machine.types) < len(machine.tricks)


def tells_enough(machine: ClimbMachine, found: Sequence[Finding]) -> bool:
    """Whether a hand that was broken off with more errors than are tolerated tells which ways there are to explain them."""
    return any(machine.refused) and explicable_errors(found) >= (machine.report.error_limit or 0)
