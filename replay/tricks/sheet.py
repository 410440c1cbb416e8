"""The slots that a rule sheet of the trick-taking family fills. The engine reads slots and never asks which sheet it runs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, Literal, Self

from paipu.replay.cards import RANKS
from paipu.replay.faults import WRONG_PLAYS
from paipu.replay.penalties import SAME_PLAY, SAME_TRICK, Penalty, delay, tricks_later
from paipu.replay.record import Incident
from paipu.replay.rulesheet import FamilyName, RuleSheet
from paipu.replay.tricks.bidding import BidRules, ReopenRules
from paipu.replay.tricks.card_rules import CardRules
from paipu.replay.tricks.rules import (
    BeatRules,
    ChargeRules,
    FailureRules,
    FollowRules,
    MisplayRules,
    Multipliers,
    ScoreRules,
    StakeRules,
    ThrowRules,
)
from paipu.replay.tricks.schedule import Schedule
from paipu.replay.tricks.trump import TrumpContext, trump_context

HAND_LOST: Final = ("CLAIM-LEVELS/bank_fault", "CLAIM-LEVELS/attackers_fault", "CLAIM-LEVELS/both_fault")
"""The checks of what a fault makes of a hand."""
SHOWN: Final = "CLAIM-PENALTIES/exposed"
THROWN: Final = "THROW-BEATABLE"
"""The check of what a card costs that was shown."""
KittyTrump = Callable[[Sequence[str], str], str | None]
"""The trump when nobody declared: from the kitty's cards in order and the level; None if they do not tell."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TrickSheet(RuleSheet):
    """A rule sheet of the family: tables and small functions.

    `must_play` are the levels that only a banker who wins at them passes. `best_of_three` are the stages of an event in which
    a match has up to three games. `stages` are levels with rules of their own (扛旗), as the slots that differ there, and
    `staged` says that the score table is that of such a level. `schedule` is for sheets that fix bankers and levels beforehand
    and count score instead of levels.
    """

    family: ClassVar[FamilyName] = "tricks"
    once_round: ClassVar = True
    only_found: ClassVar = frozenset({"follow", "throws.trump_throws", "throws.singles", "throws.tractors", "leader_from_side"})
    """Who wins a trick, and what it is worth, does not hang on whether a play was allowed."""

    kitty_size: int
    cards: CardRules
    bids: BidRules
    silence: Literal["recorded", "redeal", "kitty", "no_trump", "drawn"]
    silent_bank: Literal["recorded", "redeal"]
    kitty_trump: KittyTrump
    fixed_trump: str | None = None
    reopen: ReopenRules | None = None
    leader_from_side: bool
    follow: FollowRules
    beat: BeatRules
    throws: ThrowRules
    multipliers: Multipliers
    score: ScoreRules
    staged: bool = False
    stakes: StakeRules | None = None
    failures: FailureRules | None = None
    next_dealer: Literal["partner", "same"]
    other_dealer_of_side: Literal["wrong", "disputed"]
    pass_level: str
    pass_as_banker: bool
    must_play: tuple[str, ...] = ()
    schedule: Schedule | None = None
    misplay: MisplayRules | None = None
    charging: ChargeRules
    best_of_three: frozenset[str] = frozenset()
    stages: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def context(self, level: str | None, trump: str) -> TrumpContext:
        """The trump context of a hand under this sheet; a level that is no rank has no level cards."""
        found = self._contexts.get((level, trump))
        if found is None:
            rank = level if level is not None and level in RANKS else None
            found = self._contexts[level, trump] = trump_context(rank, trump, self.cards)
        return found

    def ordering(self, ctx: TrumpContext) -> TrumpContext:
        """The context of a hand by the rules of this sheet, given it by those of another reading."""
        return ctx if ctx.rules is self.cards else self.context(ctx.level, ctx.trump)

    @cached_property
    def _contexts(self) -> dict[tuple[str | None, str], TrumpContext]:
        """Those that were asked for: to look one up among those of all sheets takes reading all the rules of the cards."""
        return {}

    def row_of(self, incident: Incident, *, stands: bool = False) -> Penalty | None:
        """By how late it was noticed, of which a reading of the sheet may make more."""
        late = delay(incident)
        if late == tricks_later(1) and incident.kind in WRONG_PLAYS and self.charging.next_trick_late:
            late = tricks_later(2)
        return self.penalties.row_of(incident, SAME_TRICK if late == SAME_PLAY and stands else late)

    def check_of(self, row: Penalty, *, bank: bool) -> str:
        """What costs the hand, and has no claim of its own, is a matter of the levels."""
        return row.check or (HAND_LOST[0 if bank else 1] if row.loses_hand else "")

    def tells_of(self, kind: str) -> Iterator[str]:
        """Besides, what costs the hand and has no claim of its own, and what a card costs that was shown."""
        yield from super().tells_of(kind)
        if kind == "failed_throw":  # also where it costs nothing
            yield THROWN
        for row in self.penalties.of_kind.get(kind, ()):
            if row.loses_hand and not row.check:
                yield from HAND_LOST
            if row.each and not row.by_plays:  # a card that was not played as it should be is one that was shown
                yield SHOWN

    @property
    def counts_levels(self) -> bool:
        """A sheet that fixes levels beforehand counts score instead."""
        return self.schedule is None

    @cached_property
    def costs_points(self) -> bool:
        """Whether anything but a ruling changes the attackers' points: a failed throw, or an incident."""
        return bool(self.throws.fine) or any(row.fixed or (row.each and not row.by_plays) for row in self.penalties.rows)

    @cached_property
    def knows_failures(self) -> bool:
        """Whether a side may fail at some level too often."""
        return any(sheet.failures is not None for sheet in (self, *self._stage_sheets.values()))

    @cached_property
    def must_play_at(self) -> tuple[int, ...]:
        """The levels that only a banker who wins at them passes, as indices into the ladder, lowest first."""
        return tuple(sorted({*map(self.ladder.index, self.must_play), *([self.pass_at] if self.pass_as_banker else [])}))

    @cached_property
    def pass_at(self) -> int:
        """The level that wins the match when it is passed, as an index into the ladder."""
        return self.ladder.index(self.pass_level)

    @cached_property
    def _stage_sheets(self) -> Mapping[str, Self]:
        return {level: self.changed(slots) for level, slots in self.stages.items()}

    @cached_property
    def played_by(self) -> tuple[object, ...]:
        """What of the sheet the deal and the plays of a hand are judged by."""
        return (
            *(self.cards, self.follow, self.beat, self.throws, self.reopen is None, self.bids.until_buried, self.silence),
            *(self.leader_from_side, self.charging.corrected_lowest, self.hand_size, self.kitty_size, self.fixed_trump),
        )

    def stage_at(self, level: str | None) -> Mapping[str, object] | None:
        """The slots that differ at a level, None where nothing does."""
        return self.stages.get(level) if level is not None else None

    def at_level(self, level: str | None) -> Self:
        """The sheet as it is played at a level."""
        return self._stage_sheets.get(level, self) if level is not None else self
