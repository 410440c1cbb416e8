"""Errors in the score sheets and the file of an event: each is found at its cell or field, and none on the clean twin."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.event_words import EventWords
from paipu.ingest.output import event_finding_row, finding_row
from paipu.ingest.parse import Parsed
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read
from paipu.ingest.scoresheet import to_line as line_of
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.event.match import match_of
from paipu.replay.findings import Kind
from paipu.samples.document import to_line
from paipu.samples.event import FORMS, make_event
from paipu.samples.event.faults import inject_event
from paipu.samples.event.sheets import SHEET_FAULTS, File, csv_of, err, papers_of, workbook_of
from tests.event.build import audit_event
from tests.made import must_parse

Document = dict[str, Any]
KINDS = (*SHEET_FAULTS, "wrong_tie_break", "wrong_advance")
FILES: tuple[File, ...] = ("csv", "xlsx")


@cache
def audited(raw: bytes) -> tuple[Parsed, Audit]:
    parsed = must_parse(raw)
    return parsed, audit(parsed.record)


def reported(event: Document, raw: bytes, name: str) -> set[tuple[str, str]]:
    """Every code and its cell or field: of rows in quarantine, of notes, of findings that are no mere lack of facts."""
    found = read(raw, name)
    assert isinstance(found, Reading), found
    cells = {(problem.code, str(problem.pointer)) for rejection in found.rejections for problem in rejection.errors}
    cells |= {(note.code, note.grid.place(note.cell)) for note in found.notes}
    verdicts = [audited(line_of(document)) for document in found.documents]
    for parsed, verdict in verdicts:
        rows = [finding_row(finding, parsed, verdict) for finding in verdict.findings]
        cells |= {(row["code"], row["cell"]) for row in rows if row["kind"] != Kind.OPEN or row["code"] == "HANDS-MISSING"}
    told = parse_event(to_line(event), Place())
    assert isinstance(told, ParsedEvent), told
    for each in audit_event(told.event, [match_of(parsed.record, verdict) for parsed, verdict in verdicts]):
        row = event_finding_row(each, told, EventWords(told.event), verdicts[each.at][0].extra if each.at is not None else {})
        cells.add((row["code"], row["cell"] or row["pointer"]))
    return cells


def injected(form: str, seeds: Iterator[int]) -> Iterator[tuple[str, set[tuple[str, str]], tuple[str, str]]]:
    """Errors one by one, kind after kind and file after file: what it is, what is reported, and what should be.

    Of each event the clean twin is read first.
    """
    for seed in seeds:
        event, records = make_event(form, seed)
        (clean,) = papers_of(records)
        for file in FILES:
            raw = csv_of(clean) if file == "csv" else workbook_of([clean])
            yield f"{seed} clean {file}", reported(event, raw, f"s.{file}") | {("", "")}, ("", "")
        for number, kind in enumerate(KINDS):
            file, chance = FILES[(seed + number) % 2], Random(f"{form}/{seed}/{kind}")
            (papers,) = papers_of(records)
            if kind in SHEET_FAULTS:
                if not err(papers, kind, chance):
                    continue
                (note,) = papers.notes()
                file = note.get("only", file)
                expected = note["code"], f"s.{file}{f'!{papers.made.title}' if file == 'xlsx' else ''}:{note['cell']}"
                of = event
            else:
                made = inject_event(event, records, kind, chance)
                if made is None:
                    continue
                of = made[0]
                (note,) = of["extra"]["faults"]
                expected = note["code"], note["pointer"]
            raw = csv_of(papers) if file == "csv" else workbook_of([papers])
            yield f"{seed} {kind} {file}", reported(of, raw, f"s.{file}"), expected
        audited.cache_clear()


def check(form: str, errors: int, first: int) -> None:
    """So many errors are found, and nothing where there is none."""
    seen = 0
    for what, found, expected in injected(form, count(first)):
        assert expected in found, (form, what, expected, found)
        if expected == ("", ""):
            assert found == {expected}, (form, what, found)
            continue
        seen += 1
        if seen == errors:
            return


@pytest.mark.parametrize("form", ["individual"])
def test_errors_are_found_where_they_are_and_nothing_on_the_clean_twin(form: str) -> None:
    check(form, 9, 1)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("form", [form for form, made in FORMS.items() if not made.boards])
def test_a_hundred_errors_of_each_form_are_found(form: str) -> None:
    check(form, 100, 100)
