"""The plays of a record, to be looked up by place and by seat."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from paipu.replay.climbing.order import PlayAt

BEFORE: Final = (0, 0)
"""The place before trick 1."""


class Recorded:
    """The plays of a hand, to be looked up."""

    def __init__(self, plays: Iterable[PlayAt]) -> None:
        self.plays = tuple(plays)
        self.index = {(at.trick, at.play): index for index, at in enumerate(self.plays)}

    def at(self, place: tuple[int, int] | None) -> PlayAt | None:
        """The play at a place; None if the record does not have it."""
        index = self.index.get(place) if place is not None else None
        return self.plays[index] if index is not None else None

    def before(self, play: PlayAt) -> PlayAt | None:
        """The play before one, None if that is the first."""
        index = self.index[play.trick, play.play] - 1
        return self.plays[index] if index >= 0 else None

    def of_seat(self, seat: int) -> Sequence[PlayAt]:
        """The plays of a seat, passes among them, in order."""
        return self._by_seat.get(seat, ())

    @cached_property
    def _by_seat(self) -> Mapping[int, Sequence[PlayAt]]:
        found: dict[int, list[PlayAt]] = {}
        for play in self.plays:
            found.setdefault(play.seat, []).append(play)
        return found

    @cached_property
    def _played(self) -> Mapping[int, tuple[Sequence[tuple[int, int]], Sequence[int]]]:
        """By seat the places of its plays, and how many cards it had played before each and after the last."""
        found = {}
        for seat, plays in self._by_seat.items():
            sizes = (len(play.cards) for play in plays)
            found[seat] = [(play.trick, play.play) for play in plays], list(accumulate(sizes, initial=0))
        return found

    def played_by(self, seat: int, at: tuple[int, int], *, after: bool) -> int:
        """How many cards a seat had played before a place, or `after` what was played there."""
        places, played = self._played.get(seat, ((), (0,)))
        return played[(bisect_right if after else bisect_left)(places, at)]
