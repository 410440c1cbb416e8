"""The one entrance: `audit(record)` gives findings and recomputed results, for any record that passed validation."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from replay.basis import AnyAudit, Weighing
from replay.catalogue import clause_of_codes, find_option, find_settled
from replay.causes import Tracing
from replay.climbing.match import MatchAudit as ClimbingMatchAudit
from replay.climbing.sheet import ClimbingSheet
from replay.computed import Audit, ComputedHand, ComputedMatch
from replay.findings import Finding
from replay.options import configure
from replay.record import GameRecord, OptionValue
from replay.report import Report
from replay.sheets import SHEETS, Sheet
from replay.tricks.match import MatchAudit
from replay.work import Work

ENGINE_VERSION: Final = "0.4.0"


def audit(record: GameRecord, work: Work | None = None) -> Audit:
    """Audit one match. What is wrong with the game is in the findings; raises KeyError for a sheet that there is not.

    `work` is the budget for what goes beyond judging each play once, and counts it; the usual one if it is left out.
    """
    sheet = configured_sheet(record.sheet, tuple(sorted(record.options.items())))
    match, hands, computed = judge(sheet, record, work)
    findings = _weighed(match, hands) if match.report.findings or match.report.work.done else []
    return Audit(sheet=sheet.key, sheet_version=sheet.version, findings=tuple(findings), hands=hands, match=computed)


def judge(
    sheet: Sheet, record: GameRecord, work: Work | None = None
) -> tuple[AnyAudit, tuple[ComputedHand, ...], ComputedMatch]:
    """Audit one match without asking what its verdicts stand on: the audit, whose report has them, and what was computed."""
    report = Report(clause_of_codes(sheet.key), work=work)
    _check_pins(sheet, record, report)
    match: AnyAudit
    match = ClimbingMatchAudit(sheet, record, report) if isinstance(sheet, ClimbingSheet) else MatchAudit(sheet, record, report)
    hands, computed = match.run()
    return match, hands, computed


@lru_cache(maxsize=256)
def configured_sheet(sheet_key: str, options: tuple[tuple[str, OptionValue], ...]) -> Sheet:
    """The sheet with a record's options set. Options that the sheet does not list are ignored: ingest refuses them."""
    sheet = SHEETS[sheet_key]
    chosen = []
    for name, value in options:
        option = find_option(sheet, name)
        choice = option.choice(value) if option else None
        if choice is not None:
            chosen.append(choice)
    return configure(sheet, chosen) if any(choice.slots for choice in chosen) else sheet


def _check_pins(sheet: Sheet, record: GameRecord, report: Report) -> None:
    """What the record was made under: the sheet's version, and options that are none, for the question is settled."""
    if record.sheet_version is not None and record.sheet_version != sheet.version:
        report.add("SHEET-VERSION", "sheet_version", expected=sheet.version, actual=record.sheet_version)
    for name in record.options:
        clause = find_settled(sheet.key, name)
        if clause is not None:
            report.add("OPTION-IDLE", f"options/{name}", actual=name, settled=clause.id)


def _weighed(match: AnyAudit, hands: Sequence[ComputedHand]) -> list[Finding]:
    """The findings with what they rest on and follow from; and if the budget did not suffice, what was left out."""
    key, work = match.record.sheet, match.report.work
    unlisted, undoubted = work.unlisted, work.undoubted
    weighing = Weighing(match, lambda options: configured_sheet(key, tuple(sorted(options.items()))))
    tracing = Tracing(match, hands, weighing.run())
    findings = tracing.run()
    unweighed, untraced = len(weighing.unweighed), tracing.untraced
    if unlisted or undoubted or unweighed or untraced:
        said = Report(match.report.clause_of)
        said.add(
            "AUDIT-LIMIT",
            "",
            actual=str(work.limit),
            unlisted=unlisted,
            undoubted=undoubted,
            unweighed=unweighed,
            untraced=untraced,
        )
        findings += said.findings
    return findings
