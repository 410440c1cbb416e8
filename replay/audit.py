"""The one entrance: `audit(record)` gives findings and recomputed results, for any record that passed validation."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from replay.catalogue import clause_of_codes, find_option
from replay.climbing.match import MatchAudit as ClimbingMatchAudit
from replay.climbing.sheet import ClimbingSheet
from replay.computed import Audit, ComputedHand, ComputedMatch
from replay.findings import Basis, Finding, Kind
from replay.options import Option, configure
from replay.record import GameRecord, OptionValue
from replay.report import Report
from replay.sheets import SHEETS, Sheet
from replay.tricks.hand import Memo
from replay.tricks.match import MatchAudit

ENGINE_VERSION: Final = "0.3.0"

_RECOMPUTED: Final = ("CLAIM-", "LEVEL-", "DEALER-", "TRUMP-", "START-", "PENALTY-", "SCORE-", "TRIBUTE-RECEIVER")
_BASIS_ORDER: Final = (Basis.STATED, Basis.ASSUMED, Basis.DISPUTED)


def audit(record: GameRecord) -> Audit:
    """Audit one match. Always returns; what is wrong with the game is in the findings."""
    sheet = SHEETS.get(record.sheet)
    if sheet is None:
        report = Report({})
        report.add("SHEET-UNSUPPORTED", "sheet", actual=record.sheet)
        return Audit(
            sheet=record.sheet,
            sheet_version="",
            findings=tuple(report.findings),
            hands=tuple(ComputedHand(no=hand.no) for hand in record.hands),
            match=ComputedMatch(),
        )
    configured = configured_sheet(record.sheet, tuple(sorted(record.options.items())))
    findings, hands, match = _run(configured, record)
    if findings:
        findings = _weigh(findings, record, sheet)
    return Audit(sheet=sheet.key, sheet_version=sheet.version, findings=tuple(findings), hands=hands, match=match)


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


def _run(
    sheet: Sheet, record: GameRecord, memo: Memo | None = None, *, unheard: bool = False
) -> tuple[list[Finding], tuple[ComputedHand, ...], ComputedMatch]:
    report = Report(clause_of_codes(sheet.key))
    _check_pins(sheet, record, report)
    if isinstance(sheet, ClimbingSheet):
        hands, match = ClimbingMatchAudit(sheet, record, report).run()
    else:
        hands, match = MatchAudit(sheet, record, report, memo).run()
    return [*report.findings, *report.unheard] if unheard else report.findings, hands, match


def _check_pins(sheet: Sheet, record: GameRecord, report: Report) -> None:
    """What the record was made under: the sheet's version, and options that no record can be held to."""
    if record.sheet_version is not None and record.sheet_version != sheet.version:
        report.add("SHEET-VERSION", "sheet_version", expected=sheet.version, actual=record.sheet_version)
    for name, value in record.options.items():
        option = find_option(sheet, name)
        choice = option.choice(value) if option else None
        if option is not None and choice is not None and not choice.slots and value != option.default:
            report.add("OPTION-IDLE", f"options/{name}", actual=option.key)


def _weigh(findings: list[Finding], record: GameRecord, sheet: Sheet) -> list[Finding]:
    """Name the options that each verdict rests on, and give it their basis.

    A verdict rests on an option if it would be another one with another value of that option, all else alike. So the record
    is audited again with each other value of the options that touch its findings, hands whose plays an option cannot
    change only once; a clean record never comes here. A fault in a hand that does not belong to the match under another reading
    is a fault all the same.
    """
    memo: Memo = {}
    codes, clauses = {finding.code for finding in findings}, {finding.clause for finding in findings}
    rests: dict[int, list[Option]] = {index: [] for index in range(len(findings))}
    for option in sheet.options:
        if not codes.intersection((*option.touches, *option.always)) and not clauses.intersection(option.ids):
            continue
        others = []
        if codes.intersection(option.touches) - set(option.always):
            others = [_keys(_run(other, record, memo, unheard=True)[0]) for other in _other_readings(option, record)]
        for index, finding in enumerate(findings):
            touched = finding.code in option.touches and any(_key(finding) not in keys for keys in others)
            if touched or finding.code in option.always or finding.clause in option.ids:
                rests[index].append(option)
    return [_resting_on(finding, rests[index]) for index, finding in enumerate(findings)]


def _other_readings(option: Option, record: GameRecord) -> list[Sheet]:
    """The record's sheet with each other reading of an option."""
    options: Mapping[str, OptionValue] = {
        name: value for name, value in record.options.items() if name != option.key and name not in option.ids
    }
    current = next((v for n, v in record.options.items() if n == option.key or n in option.ids), option.default)
    return [
        configured_sheet(record.sheet, tuple(sorted({**options, option.key: value}.items())))
        for value in option.readings
        if value != current
    ]


def _key(finding: Finding) -> tuple[object, ...]:
    """What makes a verdict the same one; the expected value counts where it is a computed result, not a list of plays.

    Of what is open only that it is open.
    """
    if finding.kind is Kind.OPEN:
        return (finding.code, finding.where, finding.seat)
    claim = finding.code.startswith(_RECOMPUTED)
    return (finding.code, finding.where, finding.seat, finding.actual, finding.expected if claim else None)


def _keys(findings: list[Finding]) -> set[tuple[object, ...]]:
    return {_key(finding) for finding in findings}


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
