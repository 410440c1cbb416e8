"""What a search gives."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, Protocol

Reason = Literal["cards", "unknown", "kitty", "lead", "nodes", "units"]
"""Why a value is not exact: too many cards to search, cards in hands that nobody knows, a kitty of which that is so, a lead on
record that is none by the rules, or the budget of nodes; `units`: more parts of plays than words have bits.
"""
NODES: Final = 2_000_000
"""The usual budget: so many plays are looked at. The compiled build does as many in a second, Python alone in half a minute."""


class Value(NamedTuple):
    """At least `low` and at most `high`; exact where they are the same."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether it is told to the point."""
        return self.low == self.high


class Budgeted(Protocol):
    """A search that ends when its nodes are spent."""

    def spent(self) -> bool:
        """Whether no node is left."""
        ...


def narrowed(search: Budgeted, reaches: Callable[[int], int], bounds: Value, guess: int, step: int = 1) -> Value:
    """A value by zero windows, from a guess on, until both bounds meet or the search is spent.

    `reaches` searches the window below a bound, and gives a new bound on the same side of it as the value is.
    """
    low, high = bounds
    stride = 0
    while low < high and not search.spent():
        beta = max(guess, low + step)
        found = reaches(beta)
        if search.spent():
            break
        if found >= beta:
            stride = max(stride, 0) + step
            low = found
            guess = min(found + stride, high)
        else:
            stride = min(stride, 0) - step
            high = found
            guess = found + stride + step
    return Value(low, high)


class PlayValue(NamedTuple):
    """A legal play, in notation, and what the position is worth after it."""

    cards: str
    value: Value


class Solution(NamedTuple):
    """What a position is worth, and each legal play of the `seat` whose turn it is, best first.

    Values are for `side`: the attackers' points of the whole hand, or by how many levels, or points by places, the first side
    gets the better of the other. Of plays that nothing tells apart one is there. `reason` says why one is not exact; `nodes` is
    how many plays were looked at.
    """

    seat: str
    side: str
    unit: Literal["points", "levels", "place_points"]
    value: Value
    plays: tuple[PlayValue, ...]
    reason: Reason | None
    nodes: int
