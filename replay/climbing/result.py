"""What a hand of a climbing game gave, and what its plays were judged by: kept by a match that audits it again."""

from dataclasses import dataclass
from typing import NamedTuple

from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import Dealt
from paipu.replay.climbing.exchange import AfterTribute, Finished
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.ruled import NOTHING_FOLLOWS, Follows
from paipu.replay.climbing.score import Rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.steps import Reached
from paipu.replay.climbing.terms import MatchState
from paipu.replay.computed import ComputedHand
from paipu.replay.findings import Finding
from paipu.replay.record import Hand


@dataclass(slots=True)
class HandResult:
    """What a hand gave: the computed values and what they mean for the match.

    `order` is the finishing order, None if the hand is not over; `rise` what it did to the levels, `points` what it counts by
    places, `first` the side that has the first one. `played` and `began` are what its plays were judged by, `shown` tells which
    of the findings they gave; `led` is who led trick 1, None where that is not on record. `void`: a ruling voids the hand.
    `follows`: what else they make of it. `reached` are the steps of penalties in the match so far. `by_claims`: the plays do
    not tell what it came to, the score sheet was believed. `row` is that of its points (`Placed`).
    """

    computed: ComputedHand
    order: tuple[int, ...] | None = None
    double: bool = False
    rise: Rise | None = None
    points: tuple[int, int] | None = None
    first: int | None = None
    level: str | None = None
    machine: ClimbMachine | None = None
    tribute: AfterTribute | None = None
    played: "Played | None" = None
    began: "Began" = (None, False, None, None)
    shown: tuple[int, ...] = (0, 0)
    led: int | None = None
    void: bool = False
    follows: Follows = NOTHING_FOLLOWS
    reached: tuple[Reached, ...] = ()
    by_claims: bool = False
    row: str | None = None

    @property
    def passed_by(self) -> int | None:
        """The side that passed the last level with it, and so won a game, be those before on record or not."""
        return self.rise.side if self.rise is not None and self.rise.passed else None


class Played(NamedTuple):
    """A hand after its last recorded trick, at the level that it was played at."""

    level: str
    ctx: LevelContext
    dealt: Dealt
    tribute: AfterTribute
    machine: ClimbMachine


Began = tuple[Finished | None, bool, int | None, tuple[int, ...] | None]
"""What a hand's plays are judged by: how the hand before ended, whether it is the first of a game, the banker, the sides."""
Memo = dict[tuple[object, ...], tuple[Played, tuple[Finding, ...]]]
"""Played hands and the findings in their plays, by place, level, beginning and the slots of the sheet that plays depend on."""


def memo_key(sheet: ClimbingSheet, prefix: str, level: str, began: Began) -> tuple[object, ...]:
    """What decides how a hand's plays are judged: a hand that is alike in this need not be stepped again."""
    return (prefix, level, began, sheet.cards, sheet.rounds, sheet.tribute, sheet.hand_size)


def stays_stopped(sheet: ClimbingSheet, state: MatchState) -> bool:
    """Whether a hand in which the match was stopped need not be played to its end: that may be asked at time (D-GDN-16)."""
    return state.cut_short and (sheet.ends is None or not state.timed or sheet.clocks.time_in_hand == "stop")


def left_off(sheet: ClimbingSheet, hand: Hand, state: MatchState) -> bool:
    """Whether a hand without a result was cut short, which leaves the result of the hand before (GD3-A5)."""
    if state.cut_short and sheet.ends is not None:
        return stays_stopped(sheet, state)
    claimed = hand.claims is not None and bool(hand.claims.levels)
    return state.cut_short and (not claimed or sheet.round_points is not None)
