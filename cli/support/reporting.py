"""Documents from the command line: what goes into them, and where they go."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from paipu.analytics.report.case import Case, NoCaseError, case_html
from paipu.analytics.report.event import Made, event_report
from paipu.analytics.report.page import Tongue, language_of
from paipu.analytics.report.pdf import PdfError, to_pdf
from paipu.analytics.rulings import overlay
from paipu.cli.propose import read_moment
from paipu.cli.support.board import find
from paipu.cli.support.entries import told_of
from paipu.cli.support.errors import CommandError, ExitCode, UsageError
from paipu.cli.support.events import Gathered, audit_of, gather, present, read_event, with_tables
from paipu.cli.support.files import output, output_bytes
from paipu.cli.support.rulings import astray_lines, log_at
from paipu.cli.support.scoresheets import mapping_at
from paipu.cli.support.terminal import tell
from paipu.ingest.stream import NO_RULINGS
from paipu.replay.event.match import AccountName
from paipu.replay.notation import AT
from paipu.replay.text import near
from paipu.replay.words import INCIDENTS

_AT: Final = re.compile(AT.pattern)


@dataclass(frozen=True, slots=True)
class Asked:
    """The place of a case, and who is thought to have done what there."""

    hand: int
    at: str
    seat: str | None = None
    kind: str | None = None
    noticed: str | None = None
    cards: str | None = None
    count: int | None = None
    seconds: float | None = None


def case_file(path: str, match: str | None, asked: Asked, rulings: Path | None, event: str | None, tongue: Tongue) -> str:
    """The case at a place of a record. Raises UsageError where there is no such place."""
    if not _AT.fullmatch(asked.at):
        raise UsageError("report.at", at=asked.at)
    if asked.kind is not None and asked.kind not in INCIDENTS:
        raise UsageError("propose.kind", given=asked.kind, near=near(asked.kind, INCIDENTS))
    trick, _, play = asked.at.partition(".")
    lang = language_of(tongue)
    parsed = find(path, match, lang, event)
    log = log_at(rulings, lang) if rulings is not None else None
    acts = [act for act in log.acts if act.record_sha256 == parsed.sha256] if log is not None else []
    at = int(trick), int(play or 0)
    told = told_of(parsed.record.sheet, asked.kind, asked.cards, asked.count, asked.seconds)
    noticed = read_moment(asked.noticed)
    case = Case(
        parsed=parsed, hand=asked.hand, at=at, acts=acts, seat=asked.seat, kind=asked.kind, noticed=noticed, told_of=told
    )
    try:
        return case_html(replace(case, mark=log.mark if log is not None else None), tongue)
    except NoCaseError as fault:
        raise UsageError("report.no_case", **fault.message._asdict()) from fault


def event_file(
    path: str,
    paths: Sequence[str],
    account: AccountName,
    rulings: Path | None,
    workers: int,
    tongue: Tongue,
    published: Sequence[str] = (),
    mapping: str | None = None,
) -> tuple[Made, Gathered, bool]:
    """The report of an event over the records at some paths, with the rulings in force, what became of the records, and whether
    the files of `published` tables were read whole.
    """
    lang = language_of(tongue)
    log = log_at(rulings, lang) if rulings is not None else None
    laid = overlay(log) if log is not None else NO_RULINGS
    given, whole = with_tables(read_event(path, lang), published, lang)
    mapped = mapping_at(mapping, given.parsed.event.sheet, lang) if mapping is not None else None
    gathered = gather(given, paths, workers, laid, findings=True, mapped=mapped)
    if log is not None:
        tell(*astray_lines(log, present(gathered), lang))
    asked = audit_of(given, path, gathered)
    found = [item.row for of in gathered.taken for item in of.items]
    return event_report(asked, found, account, tongue, log), gathered, whole


def write(html: str, target: Path | None, *, pdf: bool) -> None:
    """Write a document, as PDF if that is asked for, by the name of its file too.

    Raises CommandError where there is nothing to make one with.
    """
    if not pdf and (target is None or target.suffix.lower() != ".pdf"):
        with output(target) as out:
            out.write(html)
        return
    try:
        made = to_pdf(html)
    except PdfError as fault:
        stop = CommandError("report.pdf", **fault.message._asdict())
        stop.code = ExitCode.DENIED
        raise stop from fault
    with output_bytes(target) as out:
        out.write(made)
