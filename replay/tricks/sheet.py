"""The slots that a rule sheet of the trick-taking family fills. The engine reads slots and never asks which sheet it runs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, Literal, Self

from paipu.replay.cards import RANKS
from paipu.replay.record import Incident
from paipu.replay.rulesheet import LOST, FamilyName, Printed, Repeated, RuleSheet
from paipu.replay.tricks.bidding import BidRules, ReopenRules
from paipu.replay.tricks.card_rules import CardRules
from paipu.replay.tricks.rules import (
    BeatRules,
    FailureRules,
    FollowRules,
    MisplayRules,
    Multipliers,
    ScoreRules,
    StakeRules,
    ThrowRules,
)
from paipu.replay.tricks.schedule import Schedule
from paipu.replay.tricks.tariff import THROW_FINED, Tariff
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
    tariff: Tariff
    best_of_three: frozenset[str] = frozenset()
    stages: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def context(self, level: str | None, trump: str) -> TrumpContext:
        """The trump context of a hand under this sheet; a level that is no rank has no level cards."""
        found = self._contexts.get((level, trump))
        if found is None:
            rank = level if level is not None and level in RANKS else None
            found = self._contexts[level, trump] = trump_context(rank, trump, self.cards)
        return found

    @cached_property
    def _contexts(self) -> dict[tuple[str | None, str], TrumpContext]:
        """Those that were asked for: to look one up among those of all sheets takes reading all the rules of the cards."""
        return {}

    def warning(self, incident: Incident) -> str | None:
        """The finding that tells of an incident which costs nothing by the sheet, where and when it happened."""
        return self.warned.get(self.kind_of(incident))

    def kind_of(self, incident: Incident) -> str:
        """Before the first trick some are of another kind."""
        return self.tariff.kind_of(incident)

    def printed_points(self, clause: Callable[[str], str | None]) -> Mapping[str, Printed]:
        """What clauses print in points: the fines of the tariff, and what a failed throw costs."""
        exact: dict[str, set[int]] = {}
        each: dict[str, set[int]] = {}
        for fine in (fine for tiers in self.tariff.fines.values() for fine in tiers):
            name = clause(fine.claim) if fine.claim else None
            if name is not None:
                exact.setdefault(name, set()).update({fine.points} - {0})
                each.setdefault(name, set()).update({fine.per_card} - {0})
        thrown = clause(THROW_FINED)
        if self.throws.fine is not None and thrown is not None:
            each.setdefault(thrown, set()).add(self.throws.fine.points)
        return {name: Printed(frozenset(exact.get(name, ())), frozenset(each.get(name, ()))) for name in {**exact, **each}}

    def repeated(self, clause: Callable[[str], str | None]) -> Mapping[str, Repeated]:
        """Fines that are not due the first times."""
        found: dict[str, Repeated] = {}
        for kind, fine in ((kind, fine) for kind, tiers in self.tariff.fines.items() for fine in tiers if fine.free):
            name = clause(fine.claim)
            if name is not None:
                kinds = found[name].kinds if name in found else frozenset[str]()
                found[name] = Repeated("points", kinds | {kind}, fine.free, "game")
        return found

    def tells_of(self, kind: str) -> Iterator[str]:
        """Besides, what it costs; what costs the hand has no claim of its own."""
        yield from super().tells_of(kind)
        if kind == "failed_throw":  # also where it costs nothing
            yield THROWN
        for fine in self.tariff.fines.get(kind, ()):
            yield from (each for each in (fine.claim, fine.warns) if each)
            if fine.loses_hand and not fine.claim:
                yield from HAND_LOST
            if fine.per_card:  # a card that was not played as it should be is one that was shown
                yield SHOWN

    def found_under(self, incident: Incident, clause: Callable[[str], str | None]) -> Mapping[str, bool]:
        """By the tiers of the tariff."""
        found: dict[str, bool] = {}
        for check, holds in self.tariff.tiers_of(incident):
            name = clause(check) if check else None
            if name is not None:
                found[name] = found.get(name, False) or holds
        return found

    @property
    def taken_for(self) -> Iterable[frozenset[str]]:
        """What is another kind before the first trick."""
        return [frozenset(pair) for pair in self.tariff.before_play.items()]

    def gives_up(self, clause: Callable[[str], str | None]) -> Mapping[str, frozenset[str]]:
        """Besides, the clauses of faults that end the match."""
        fines = (fine for tiers in self.tariff.fines.values() for fine in tiers)
        ending = {name: LOST for fine in fines if fine.ends_match is not None and (name := clause(fine.claim)) is not None}
        return {**super().gives_up(clause), **ending}

    def knows(self, kind: str) -> bool:
        """Whether the sheet says anything of a kind of incident."""
        return kind in self.warned or kind in self.tariff.fines

    @property
    def counts_levels(self) -> bool:
        """A sheet that fixes levels beforehand counts score instead."""
        return self.schedule is None

    @cached_property
    def costs_points(self) -> bool:
        """Whether anything but a ruling changes the attackers' points: a failed throw, or an incident."""
        return bool(self.throws.fine) or self.tariff.in_points

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
            *(self.leader_from_side, self.tariff.corrected_lowest, self.hand_size, self.kitty_size, self.fixed_trump),
        )

    def stage_at(self, level: str | None) -> Mapping[str, object] | None:
        """The slots that differ at a level, None where nothing does."""
        return self.stages.get(level) if level is not None else None

    def at_level(self, level: str | None) -> Self:
        """The sheet as it is played at a level."""
        return self._stage_sheets.get(level, self) if level is not None else self
