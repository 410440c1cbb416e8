"""The one entrance: `audit(record)` gives findings and recomputed results, for any record that passed validation."""

from collections.abc import Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, Final

from paipu.replay.basis import OptionSensitivity
from paipu.replay.budget import Budget, budget_of
from paipu.replay.catalogue import clause_of_codes, find_settled
from paipu.replay.causes import CauseFinder
from paipu.replay.computed import Audit, ComputedHand, ComputedMatch
from paipu.replay.family import FAMILIES, hand_views
from paipu.replay.findings import Finding
from paipu.replay.match import AnyAudit
from paipu.replay.packing import Packing
from paipu.replay.record import GameRecord
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS, sheet_of
from paipu.replay.states import HandView

ENGINE_VERSION: Final = "0.4.0"
COMPILED: Final = not isinstance(Packing.pack, FunctionType)
"""Whether the compiled build runs (`make wheel`); verdicts are the same."""


def audit(record: GameRecord, budget: Budget | None = None) -> Audit:
    """Audit one match. What is wrong with the game is in the findings; raises KeyError for a sheet that there is not.

    `budget` is for what goes beyond judging each play once, and counts it; that of the record's length if it is left out.
    """
    sheet = sheet_of(record)
    match, hands, computed = judge(sheet, record, budget if budget is not None else budget_of(record))
    findings = _weighed(match, hands) if match.report.findings or match.report.budget.done else []
    return Audit(sheet=sheet.key, sheet_version=sheet.version, findings=tuple(findings), hands=hands, match=computed)


class MatchView:
    """A match to be looked at: what the audit says of it, and its hands, each judged once for all who look."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    @cached_property
    def audit(self) -> Audit:
        """What the audit says of it."""
        return audit(self.record)

    @cached_property
    def hands(self) -> Sequence[HandView[Any, Any, Any, Any]]:
        """Its hands."""
        return tuple(hand_views(self.record))


def judge(
    sheet: RuleSheet, record: GameRecord, budget: Budget | None = None
) -> tuple[AnyAudit, tuple[ComputedHand, ...], ComputedMatch]:
    """Audit one match without asking what its verdicts stand on: the audit, whose report has them, and what was computed."""
    report = Report(clause_of_codes(sheet.key), budget=budget)
    _check_pins(sheet, record, report)
    match = FAMILIES[sheet.family].audit(sheet, record, report)
    hands, computed = match.run()
    return match, hands, computed


def _check_pins(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """What the record was made under: the sheet's version, and options that are none, for the question is settled."""
    if record.sheet_version is not None and record.sheet_version != sheet.version:
        report.add("SHEET-VERSION", "sheet_version", expected=sheet.version, actual=record.sheet_version)
    for name in record.options:
        clause = find_settled(sheet.key, name)
        if clause is not None:
            report.add("OPTION-IDLE", f"options/{name}", actual=name, settled=clause.id)


def _weighed(match: AnyAudit, hands: Sequence[ComputedHand]) -> list[Finding]:
    """The findings with what they rest on and follow from; and if the budget did not suffice, what was left out."""
    budget = match.report.budget
    unlisted, undoubted = budget.unlisted, budget.undoubted
    sensitivity = OptionSensitivity(match, SHEETS[match.record.sheet].configured)
    finder = CauseFinder(sensitivity.worlds, hands, sensitivity.run())
    findings = finder.run()
    unweighed, untraced = len(sensitivity.unweighed), finder.untraced
    if unlisted or undoubted or unweighed or untraced:
        said = Report(match.report.clause_of)
        said.add(
            "AUDIT-LIMIT",
            "",
            actual=str(budget.limit),
            unlisted=unlisted,
            undoubted=undoubted,
            unweighed=unweighed,
            untraced=untraced,
        )
        findings += said.findings
    return findings
