"""What each verdict stands on: a verdict rests on an option if it would be another one with another value of that option.

So the record is audited again with each other value of the options that touch its findings; a clean record never comes here.
Of each such audit only what is asked for is done: hands whose plays the option cannot change are not stepped again, it ends
with the last hand that has a finding to ask about, and an option is asked no more once all those findings rest on it. What
the budget does not suffice for stays as the catalogue marks it, and is counted.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from replay.climbing.match import MatchAudit as ClimbingMatchAudit
from replay.climbing.sheet import ClimbingSheet
from replay.findings import Basis, Finding, Kind
from replay.options import Option
from replay.record import OptionValue
from replay.report import Report
from replay.sheets import Sheet
from replay.tricks.match import MatchAudit
from replay.work import FINDING, steps_of_hand

AnyAudit = MatchAudit | ClimbingMatchAudit
Configure = Callable[[Mapping[str, OptionValue]], Sheet]
Key = tuple[object, ...]
Asked = dict[int, list[tuple[int, Key]]]
"""The findings that an option is asked about, by stage: the index of each, and what makes it the same verdict.

A hand's stage is its index; -1 is what is checked before the hands, and one past the last hand the end of the match.
"""

_RECOMPUTED: Final = ("CLAIM-", "LEVEL-", "DEALER-", "TRUMP-", "START-", "PENALTY-", "SCORE-", "TRIBUTE-RECEIVER")
_BASIS_ORDER: Final = (Basis.STATED, Basis.ASSUMED, Basis.DISPUTED)


class Weighing:
    """Finds the options that the findings of an audit rest on; `configure` gives the sheet with some options set.

    `unweighed` are the findings of which that is not known for all options.
    """

    def __init__(self, done: AnyAudit, configure: Configure) -> None:
        self.done, self.configure = done, configure
        self.record, self.work, self.findings = done.record, done.report.work, done.report.findings
        self.of_code = _indices(finding.code for finding in self.findings)
        self.of_clause = _indices(finding.clause for finding in self.findings)
        self.rests: list[list[Option]] = [[] for _ in self.findings]
        self.unweighed: set[int] = set()

    def run(self) -> list[Finding]:
        """The findings, each with the options that it rests on and the basis that follows from them."""
        for option in self.done.sheet.options:
            self.weigh(option)
        return [_resting_on(finding, options) for finding, options in zip(self.findings, self.rests, strict=True)]

    def weigh(self, option: Option) -> None:
        """Find the findings that rest on an option: by its mark or its clause they always do, or else it is asked."""
        sure = {index for code in option.always for index in self.of_code.get(code, ())}
        sure.update(index for clause in option.ids for index in self.of_clause.get(clause, ()))
        for index in sure:
            self.rests[index].append(option)
        touched = {index for code in option.touches for index in self.of_code.get(code, ())} - sure
        if not touched:
            return
        asked = self.by_stage(touched)
        for other in self.other_readings(option):
            if asked and not self.work.done:
                self.ask(option, other, asked)
        if self.work.done:
            self.unweighed.update(index for stage in asked.values() for index, _ in stage)

    def by_stage(self, indices: Iterable[int]) -> Asked:
        """Some findings by the stage at which they are found."""
        asked: Asked = {}
        for index in sorted(indices):
            stage = bisect_right(self.done.report.starts, index) - 1
            asked.setdefault(stage, []).append((index, same_verdict(self.findings[index])))
        return asked

    def other_readings(self, option: Option) -> Iterable[Sheet]:
        """The record's sheet with each other reading of an option."""
        given = self.record.options
        options = {name: value for name, value in given.items() if name != option.key and name not in option.ids}
        current = next((v for n, v in given.items() if n == option.key or n in option.ids), option.default)
        return (self.configure({**options, option.key: value}) for value in option.readings if value != current)

    def ask(self, option: Option, other: Sheet, asked: Asked) -> None:
        """Audit the record again as far as there is something to ask about; what is another verdict there rests on the option.

        A hand that used the last steps up may be incomplete and tells nothing.
        """
        again = self.again(other)
        again.begin()
        self.compare(option, again.report, -1, asked)
        for index, hand in enumerate(self.record.hands[: max(asked, default=-1) + 1]):
            before = len(again.report.findings)
            again.hand(index, hand)
            self.work.spend(steps_of_hand(hand) + FINDING * (len(again.report.findings) - before))
            if self.work.done:
                return
            self.compare(option, again.report, index, asked)
        end = len(self.record.hands)
        if end in asked:
            again.end()
            self.compare(option, again.report, end, asked)

    def again(self, sheet: Sheet) -> AnyAudit:
        """An audit of the record under another reading of its sheet."""
        report = Report(self.done.report.clause_of, work=self.work, brief=True)
        if isinstance(self.done, ClimbingMatchAudit) and isinstance(sheet, ClimbingSheet):
            return self.done.again(sheet, report)
        if isinstance(self.done, MatchAudit) and not isinstance(sheet, ClimbingSheet):
            return self.done.again(sheet, report)
        raise TypeError("another reading of a sheet is of its family")

    def compare(self, option: Option, report: Report, stage: int, asked: Asked) -> None:
        """Which of the findings asked about at a stage are no longer there: no more need be asked about them."""
        wanted = asked.get(stage)
        if not wanted:
            return
        found = {same_verdict(finding) for finding in report.of_hand}
        for index, key in wanted:
            if key not in found:
                self.rests[index].append(option)
        asked[stage] = [(index, key) for index, key in wanted if key in found]
        if not asked[stage]:
            del asked[stage]


def _indices(names: Iterable[str | None]) -> Mapping[str | None, list[int]]:
    """Where each name stands."""
    found: dict[str | None, list[int]] = {}
    for index, name in enumerate(names):
        found.setdefault(name, []).append(index)
    return found


def same_verdict(finding: Finding) -> Key:
    """What makes a verdict the same one; the expected value counts where it is a computed result, not a list of plays.

    Of what is open only that it is open.
    """
    if finding.kind is Kind.OPEN:
        return (finding.code, finding.where, finding.seat)
    claim = finding.code.startswith(_RECOMPUTED)
    return (finding.code, finding.where, finding.seat, finding.actual, finding.expected if claim else None)


def _resting_on(finding: Finding, options: list[Option]) -> Finding:
    open_options = [option for option in options if option.mark != "stated"]
    if not open_options:
        return finding
    marks = [finding.basis, *(Basis(option.mark) for option in open_options)]
    return replace(
        finding,
        basis=max(marks, key=_BASIS_ORDER.index),
        options=tuple(identifier for option in open_options for identifier in option.ids),
    )
