"""Finds for each finding the one that it follows from, by auditing again with the cause put right."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from paipu.replay.causes.cards import card_repairs
from paipu.replay.causes.course import course_repairs
from paipu.replay.causes.repair import Repair, hand_index
from paipu.replay.computed import ComputedHand
from paipu.replay.findings import Finding, Kind, Where
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.worlds import Worlds

AUDITS: Final = 48
"""So often a record is audited again at most."""
CAUSES: Final = 12
"""So many findings are tried as causes at most, of those that are faults and of those that are not."""
NEW_FAULTS: Final = 4
"""A repair may make a new fault for so many that it explains: of a trick put back, what was thrown there is not known."""

Key = tuple[str, Where, str | None]

_GRAVITY: Final = (Kind.OPEN, Kind.REVIEW, Kind.FAIL)
"""A finding explains none that is graver than itself: what may be nothing hides no fault."""


class CauseFinder:
    """Finds the causes among the `findings` of an audit, which computed `hands`, by looking at the `worlds` around it.

    `untraced` counts the findings that might have been found to follow from others, had there been work left for it.
    """

    def __init__(self, worlds: Worlds, hands: Sequence[ComputedHand], findings: Sequence[Finding]) -> None:
        done = worlds.done
        self.worlds, self.done, self.computed = worlds, done, hands
        self.sheet: RuleSheet = done.sheet
        self.record, self.budget = done.record, done.report.budget
        self.findings = list(findings)
        self.keys = [_key(finding) for finding in findings]
        self.failed = Counter(key for key, finding in zip(self.keys, findings, strict=True) if finding.kind is Kind.FAIL)
        self.cause: list[int | None] = [None] * len(findings)
        self.audits = AUDITS
        self.untraced = 0
        self.uneven: dict[int, list[tuple[Repair, AbstractSet[int]]]] = {}
        self.explicable: dict[tuple[str, ...], int] = {}

    def run(self) -> list[Finding]:
        """The findings, each with its `cause` where it follows from another."""
        tried = Counter[bool]()
        for index, finding in enumerate(self.findings):
            if self.cause[index] is None and self.may_explain(index, finding):
                if self.budget.done:
                    self.untraced += 1
                elif tried[finding.kind is Kind.FAIL] < CAUSES and self.audits:
                    tried[finding.kind is Kind.FAIL] += 1
                    self.explain(index, finding)
                    self.untraced += self.budget.done  # it was broken off
        return self.marked()

    def may_explain(self, index: int, finding: Finding) -> bool:
        """Whether there is anything that a finding may explain: what is open, and not for the sheet alone, only what is too."""
        if finding.kind is not Kind.OPEN:
            return True
        later = range(index + 1, len(self.findings))
        return not finding.decided_by and any(
            self.cause[at] is None and self.findings[at].kind is Kind.OPEN and not self.findings[at].decided_by for at in later
        )

    def explain(self, index: int, finding: Finding) -> None:
        """Undo what may have led to a finding, and note what goes with it."""
        best: AbstractSet[int] = frozenset()
        fits: Repair | None = None
        for repair, gone in self.tried(finding):
            if index in gone and len(gone) > len(best) and self.enough(repair, gone):
                best, fits = gone, repair
                if all(at in gone or self.cause[at] is not None for at in range(len(self.findings))):
                    break
        if fits is None:
            return
        here = [at for at in sorted(best) if at >= index and self.findings[at].where.pointer == fits.pointer]
        root = next((at for at in here if self.cause[at] is None), index)
        for at in best - {root}:
            if (
                at >= index
                and self.cause[at] is None
                and _GRAVITY.index(self.findings[at].kind) <= _GRAVITY.index(finding.kind)
            ):
                self.cause[at] = root
        self.findings[root] = replace(self.findings[root], fits_if=(fits.pointer, fits.value))

    def enough(self, repair: Repair, gone: Iterable[int]) -> bool:
        """Whether as many faults are gone, of those that count, as the repair must explain."""
        return repair.least == 1 or self.explained(repair.counts, gone) >= repair.least

    def explained(self, counts: tuple[str, ...], gone: Iterable[int]) -> int:
        """How many faults are gone of codes that begin as in `counts`; of a kind and place one counts."""
        faults = (finding for finding in (self.findings[at] for at in gone) if finding.kind is not Kind.OPEN)
        return len(
            {
                (finding.where.hand, finding.where.trick, next(filter(finding.code.startswith, counts)))
                for finding in faults
                if finding.code.startswith(counts)
            }
        )

    def promises(self, repair: Repair) -> bool:
        """Whether a repair would explain enough if everything were gone."""
        if repair.least > 1 and repair.counts not in self.explicable:
            self.explicable[repair.counts] = self.explained(repair.counts, range(len(self.findings)))
        return repair.least == 1 or self.explicable[repair.counts] >= repair.least

    def tried(self, finding: Finding) -> Iterator[tuple[Repair, AbstractSet[int]]]:
        """The repairs that may have to do with a finding, and what is gone after each."""
        place = hand_index(finding.where.pointer)
        if place is not None:
            if place not in self.uneven and self.is_even(place):
                self.uneven[place] = []
            if place not in self.uneven:
                here = [each for each in self.findings if hand_index(each.where.pointer) == place]
                repairs = card_repairs(self.sheet, self.record, place, self.budget)
                self.uneven[place] = list(self.each_gone(repairs, self.error_limit(here)))
            yield from self.uneven[place]
        repairs = course_repairs(self.sheet, self.record, self.computed, finding)
        yield from self.each_gone(repairs, self.error_limit([finding]))

    def error_limit(self, findings: Iterable[Finding]) -> int:
        """How many errors a repaired record has at most in which one of some findings is gone.

        For each that is new several old ones are gone; so one is less than there were, unless it was none that is gone.
        """
        return self.failed.total() - all(finding.kind is Kind.FAIL for finding in findings)

    def is_even(self, index: int) -> bool:
        """Whether a hand has no fault, and all cards of known hands were played: then no card was written wrong."""
        played, place = self.done.results[index].played, f"/hands/{index}/"
        faults = (finding for finding in self.findings if finding.kind is not Kind.OPEN)
        return (
            played is not None
            and played.machine.played_out
            and not any(finding.where.pointer.startswith(place) for finding in faults)
        )

    def each_gone(self, repairs: Iterator[Repair], error_limit: int) -> Iterator[tuple[Repair, AbstractSet[int]]]:
        for repair in filter(self.promises, repairs):
            if not self.audits or self.budget.done:
                break
            self.audits -= 1
            in_vain = error_limit == 0 and self.worlds.refuted(repair.record)
            yield repair, self.gone(repair, error_limit) if not in_vain else frozenset()

    def gone(self, repair: Repair, error_limit: int) -> AbstractSet[int]:
        """The findings that are not there after a repair; none if it makes new faults that weigh against them."""
        report = Report(self.done.report.clause_of, budget=self.budget, brief=True, error_limit=error_limit)
        found = self.worlds.findings_of(repair.record, report)
        if found is None:
            return set()
        after = Counter[Key]()
        new = Counter[Key]()
        for finding in found:
            key = _key(finding, repair.before(finding.where, self.record))
            after[key] += 1
            if finding.kind is Kind.FAIL:
                new[key] += 1
        gone = set()
        for at, key in enumerate(self.keys):
            if after[key]:
                after[key] -= 1
            else:
                gone.add(at)
        faults = sum(self.findings[at].kind is Kind.FAIL for at in gone)
        return gone if (new - self.failed).total() * NEW_FAULTS <= faults else set()

    def marked(self) -> list[Finding]:
        """The findings with their causes: each names the first of its chain."""
        return [
            finding if cause is None else replace(finding, cause=self.findings[cause])
            for finding, cause in zip(self.findings, self.cause, strict=True)
        ]


def _key(finding: Finding, where: Where | None = None) -> Key:
    return finding.code, finding.where if where is None else where, finding.seat
