"""What a hand came to: the computed values, and what they mean for the match."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from paipu.replay.computed import ComputedHand
from paipu.replay.tricks.bidding import Outcome as Declared
from paipu.replay.tricks.play import Played
from paipu.replay.tricks.schedule import Scored
from paipu.replay.tricks.score import Settled


@dataclass(slots=True)
class HandResult:
    """What a hand gave: the computed values and what they mean for the match; `settled` is None if it cannot be told.

    `finished` says that it was played out, `ended_by` is the side whose fault ended the match, `ended_as` the kind of incident
    that it was. `declared` is where bids and the asking led, `scored` the match score (大分) or its bounds. `cut_short`: it may
    have been stopped before its end; `ends_game`: nothing follows it. `shown` tells which of the findings came from the deal,
    from the bids and from the plays: where those of each begin, and where the last end. `unseen` are other results that facts
    not on record may have led to; the first of them is `settled` where the plain one does not agree with what is told, and
    `guessed` that there are several to choose from. `by_claims`: the plays do not tell what it came to, the score sheet was
    believed. `sure`: the rules and the record name one thing that it can have been played under.
    """

    computed: ComputedHand
    settled: Settled | None
    dealer: int | None
    played: Played | None = None
    stopped: bool = False
    finished: bool = False
    ended_by: int | None = None
    declared: Declared | None = None
    scored: Scored | None = None
    cut_short: bool = False
    broken_off: bool = False
    begun: bool = False
    next_banker: int | None = None
    ends_game: bool = False
    ended_as: str | None = None
    shown: tuple[int, ...] = (0, 0, 0, 0)
    unseen: tuple[Settled, ...] = ()
    guessed: bool = False
    by_claims: bool = False
    sure: bool = False

    @property
    def dealt_again(self) -> bool:
        """Whether it counts for nothing, as both sides were at fault (SJ-16n)."""
        return self.settled is not None and self.settled.rule == "both_fault"


def one_banker(settled: Settled | None, unseen: Iterable[Settled]) -> bool:
    """Whether the same seat is banker next by a result and all others that may be the one."""
    return settled is not None and all(each.next_dealer == settled.next_dealer for each in unseen)


class Counted(NamedTuple):
    """The attackers' points, and what they are made of; `bottom`: the kitty was captured with a set of three (5·10·K)."""

    attackers: int | None
    trick_points: int | None
    kitty_points: int | None
    multiplier: int | None
    penalties: int | None
    bottom: bool = False
