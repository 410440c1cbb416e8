"""Other worlds: what the audit says of a record in which something is otherwise, or by another reading of its sheet.

A world is a record and a sheet. What a verdict rests on, which slip a fault follows from, what a ruling would do: each asks for
the audit of other worlds. It is made here, and only where it may differ: hands which nothing of the difference touches, and
before which the match stands as it did, are taken as they are; plays that are judged alike are not stepped again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

from paipu.replay.budget import FINDING, steps_of_hand
from paipu.replay.computed import ComputedHand, ComputedMatch
from paipu.replay.findings import Finding, errors_of
from paipu.replay.match import AnyAudit
from paipu.replay.record import GameRecord
from paipu.replay.report import Report, TooManyErrors
from paipu.replay.rulesheet import RuleSheet

BEFORE: Final = -1
"""The stage before the hands; a hand's stage is its index, and one past the last is the end of the match."""
_AROUND: Final = attrgetter(*(each.name for each in fields(GameRecord) if each.name not in {"hands", "rulings"}))
"""All of a record but its hands and rulings."""
_SEEN_BEFORE: Final = attrgetter("no", "level", "dealer")
"""What the hand before looks at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A world judged: its hands, the match, and all that was found, without asking what it rests on."""

    hands: tuple[ComputedHand, ...]
    match: ComputedMatch
    findings: tuple[Finding, ...]


class Worlds:
    """The worlds around one that was audited (`done`); `stood` has where the match stood before each stage."""

    def __init__(self, done: AnyAudit) -> None:
        self.done = done
        self.hands = len(done.record.hands)
        self.stood: Final[Mapping[int, Any]] = {**done.stood, self.hands: done.snapshot}

    # -- one world, stage by stage

    def steps(
        self,
        fork: Callable[[], AnyAudit],
        until: int,
        alike: Callable[[int], bool],
        *,
        played_alike: Callable[[int], bool] = lambda _: False,
        asked: Callable[[int], bool] = lambda _: True,
        one_by_one: bool = False,
        begin: int = BEFORE,
    ) -> Iterator[tuple[int, AnyAudit | None]]:
        """Audit another world up to a stage: each stage with the audit, or None where it is as it was.

        It is if the match stands before it as it did and the stage is `alike` then. `played_alike` are hands whose plays are
        judged as they were however the match stands. Of a stage that is not `asked` about only how the match goes on matters,
        which it does not where hands are judged `one_by_one`. The stages before `begin` are alike. The audit is made when it
        is needed.
        """
        world: AnyAudit | None = None
        apart = False
        for stage in range(begin, until + 1):
            if not apart and alike(stage):
                yield stage, None
                continue
            if world is None:
                world = fork()
            if not apart and stage != BEFORE:
                world.restore(self.stood[stage])
            if apart and stage in range(self.hands) and played_alike(stage):
                world.import_cached(stage, self.done)
            world.report.asked = asked(stage)
            self.step(world, stage)
            yield stage, world
            if stage == BEFORE or not one_by_one:
                apart = stage + 1 not in self.stood or world.snapshot != self.stood[stage + 1]
                one_by_one = one_by_one and not apart  # a match that begins otherwise is followed

    def step(self, world: AnyAudit, stage: int) -> None:
        """Audit one stage of a world, and pay for it."""
        hands, before = world.record.hands, len(world.report.findings)
        if stage == BEFORE:
            world.begin()
        elif stage == len(hands):
            world.end()
        else:
            world.hand(stage, hands[stage])
            stepped = self.steps_of(stage) if world.memo is None else 0
            world.report.budget.spend(steps_of_hand(hands[stage]) + FINDING * (len(world.report.findings) - before) + stepped)

    def steps_of(self, stage: int) -> int:
        """What it costs to step the plays of a hand again, as it did the first time."""
        played = self.done.results[stage].played if stage in range(self.hands) else None
        return played.machine.steps if played is not None else 0

    # -- another record

    def findings_of(self, record: GameRecord, report: Report) -> Sequence[Finding] | None:
        """What is found in another record; None as soon as its hands show more errors than the report tolerates."""
        found = list[Finding]()
        errors, limit = 0, report.error_limit
        try:
            for stage, here in self.found_by_stage(self.done.fork(report, record=record)):
                found += here
                errors += errors_of(here) if BEFORE < stage < len(record.hands) else 0
                if limit is not None and errors > limit:
                    return None
        except TooManyErrors:
            return None
        return found

    def refuted(self, record: GameRecord) -> bool:
        """Whether another record surely has an error: one hand of it is another, and shows one by itself."""
        mine = self.done.record
        if len(record.hands) != len(mine.hands) or record.rulings != mine.rulings or _AROUND(record) != _AROUND(mine):
            return False
        others = [at for at, (hand, other) in enumerate(zip(mine.hands, record.hands, strict=True)) if hand is not other]
        return len(others) == 1 and self.done.refutes(others[0], record.hands[others[0]])

    def judged(self, record: GameRecord, sheet: RuleSheet) -> Judged:
        """Another record judged by a sheet, with a budget of its own."""
        done = self.done
        world = done.fork(Report(done.report.clause_of), record=record, sheet=sheet)
        found = [each for _, here in self.found_by_stage(world) for each in here]
        hands = tuple([result.computed for result in world.results])
        return Judged(hands=hands, match=world.outcome, findings=(*done.report.findings[: done.findings_before], *found))

    def found_by_stage(self, world: AnyAudit) -> Iterator[tuple[int, Sequence[Finding]]]:
        """What is found at each stage of a world in which another record is audited."""
        touched, end = self.touched_by(world), len(world.record.hands)
        for stage, stepped in self.steps(lambda: world, end, lambda stage: BEFORE < stage < end and stage not in touched):
            if stepped is None:
                world.results.append(self.done.results[stage])
                yield stage, self.done.report.found_in(stage)
            else:
                yield stage, stepped.report.findings[stepped.report.began :]

    def touched_by(self, world: AnyAudit) -> frozenset[int]:
        """The hands of another record that may be judged otherwise, although the match stands before them as it did.

        Each hand looks at what the next one was played under, and the last at what ended the match. All are touched where
        anything differs but hands and rulings, or where the match does not begin as it did.
        """
        mine, now = self.done.record, world.record
        count = len(now.hands)
        if world.sheet is not self.done.sheet or _AROUND(now) != _AROUND(mine) or world.snapshot != self.stood.get(BEFORE):
            return frozenset(range(count))
        others = [at for at, pair in enumerate(zip(mine.hands, now.hands, strict=False)) if pair[0] != pair[1]]
        looks = True
        if len(mine.hands) != count:  # hands have moved
            others = [others[0] if others else min(count, len(mine.hands)), count]
        elif others:
            looks = _SEEN_BEFORE(mine.hands[others[0]]) != _SEEN_BEFORE(now.hands[others[0]])
        touched = {*range(max(others[0] - looks, 0), others[-1] + 1)} if others else set[int]()
        if now.rulings != mine.rulings:
            ruled = {
                each.hand for one, other in ((mine, now), (now, mine)) for each in one.rulings if each not in other.rulings
            }
            places = [at for at, hand in enumerate(now.hands) if hand.no in ruled or at + 1 == count]
            touched |= {before for at in places for before in (at - 1, at) if before >= 0}
        return frozenset(touched)
