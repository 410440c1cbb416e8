"""What a search gives."""

from typing import Final, Literal, NamedTuple

Reason = Literal["cards", "unknown", "lead", "nodes", "units"]
"""Why a value is not exact: too many cards to search, cards that nobody knows, a lead on record that is none by the rules, or
the budget of nodes; `units`: more parts of plays than words have bits.
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
