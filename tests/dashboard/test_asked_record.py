"""A question becomes the record of which it asks: the audit of that finds what the judge said, and nothing else."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import pytest

from paipu.ingest.question.asking import ask, record_of
from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.replay.question import Word
from tests.cli.test_asked import TABLES
from tests.dashboard.test_judge_page import told_by
from tests.made import must_parse
from tests.many import each_row

BEYOND: Final = {"THROW-UNBEATABLE", "BID-AFTER-KITTY", "INCIDENT-EARLY-OPEN", "PENALTY-OPEN"}
"""What no record of this shows: hands that were not seen, that the kitty lay open, and what is open itself."""
UNTOLD: Final = {"LEFT-COUNT", "TRIBUTE-NO-RETURN", "TRIBUTE-MISSING", "TRIBUTE-WAIVED", "TRIBUTE-RETURN"}
"""What a record of hands made up for a question, or of a tribute told in part, lacks."""
COUNTED: Final = {"COUNT-UNANNOUNCED", "PENALTY-WARNING", "PENALTY-VIOLATION", "PENALTY-FOUL", "PENALTY-LOST"}
"""What a record leaves open that tells how many cards one seat alone had, and what follows from faults of hands before it."""


@pytest.mark.parametrize("table", TABLES)
def test_the_record_of_a_question_has_the_findings_of_its_answer(table: str) -> None:
    each_row({f"{line} {row['words']}": partial(finds_the_same, row) for line, row in TABLES[table].items()})


def finds_the_same(row: Mapping[str, Any]) -> None:
    _, question = told_by(row["words"])
    verdicts = ask(question).verdicts
    document = record_of(question, "table-1")
    if document is None:
        assert question.time
        return
    parsed = must_parse(document)
    audited = audit(parsed.record).findings
    asked_about = 2 if question.table else 0  # what lies there may have been miscalled
    findings = [each for each in audited if each.kind is not Kind.OPEN and not 0 < (each.where.play or 0) < asked_about]
    found = {each.code for each in findings if not each.code.startswith("INCIDENT-")}
    gift = question.tribute_from is None and (question.tribute or question.return_)
    judged = verdicts[:1] if question.play or gift else verdicts
    wanted = {each.finding.code for each in judged if each.finding is not None and each.default is not Word.UNDETERMINED}
    wanted = {code for code in wanted if not code.startswith("INCIDENT-")}
    if question.earlier or any(each.code == "COUNT-OPEN" for each in audited):
        wanted -= COUNTED
    if "level" in document["hands"][-1]:  # else it is open, and with it what is high
        assert wanted - BEYOND <= found, (document, found)
    lies_there = question.incident or question.rest  # the rest begins with the plays that there are, wrong or not
    if not lies_there and all(each.default in {Word.LEGAL, Word.SETTLED} for each in judged):
        assert found <= UNTOLD, (document, found)


def test_nothing_is_told_of_a_hand_but_what_was_asked() -> None:
    _, question = told_by("--sheet shengji --level 5 --trump s --lead AdAd --hand 3d3d5d7d --play 5d3d --seat W")
    assert record_of(question, "table-1") == {
        "format": "paipu/1",
        "id": "table-1",
        "sheet": "shengji",
        "hands": [
            {
                "no": 2,
                "level": "5",
                "trump": "s",
                "dealer": "N",
                "deal": {"W": "3d3d5d7d"},
                "left": {"E": 4, "N": 4, "W": 4, "S": 4},
                "tricks": ["N AdAd 5d3d"],
            }
        ],
    }
