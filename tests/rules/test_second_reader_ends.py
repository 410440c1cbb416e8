"""Thirty situations a sheet of its penalties, results and odd ends, by somebody who read the printed sheet alone.

Of 江苏 2023 there are as many again and more, clause by clause of chapters five to eight (`-edges-ends.json`).
Each case of `second_reader/*-ends.json` has his answer in words, the `record` that puts the question to the engine, and what
the engine must say by that answer: values that it computes, findings that are there, codes that are not. A case that
`differs` says why the reader's answer is not taken; it must differ indeed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.ingest.output import computed_row, finding_row
from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from tests.made import must_parse
from tests.many import in_one

FOLDER: Final = Path(__file__).parent / "second_reader"
CASES: Final[Mapping[str, Mapping[str, Any]]] = {
    case["id"]: case for path in sorted(FOLDER.glob("*-ends.json")) for case in json.loads(path.read_text(encoding="utf-8"))
}
A_SHEET: Final = 30


def at(document: Any, pointer: str) -> Any:
    """What a JSON pointer leads to, None where nothing is there."""
    for step in pointer.split("/")[1:]:
        if document is None:
            return None
        document = document[int(step)] if isinstance(document, list) else document.get(step)
    return document


def differences(case: Mapping[str, Any]) -> list[str]:
    """Where the engine says something else than the reader."""
    parsed = must_parse(case["record"])
    verdict = audit(parsed.record)
    rows = [finding_row(finding, parsed, verdict) for finding in verdict.findings]
    computed, expect = computed_row(verdict, parsed), case["expect"]
    told = {pointer: (value, at(computed, pointer)) for pointer, value in expect.get("computed", {}).items()}
    found = [f"{pointer}: {value} / {says}" for pointer, (value, says) in told.items() if value != says]
    found += [
        f"no finding {wanted}"
        for wanted in expect.get("found", ())
        if not any(all(row[key] == value for key, value in wanted.items()) for row in rows)
    ]
    found += [f"a finding {row['code']} {row['pointer']}" for row in rows if row["code"] in expect.get("not_found", ())]
    if expect.get("clean"):
        found += [f"a finding {row['code']} {row['pointer']}" for row in rows if row["kind"] != str(Kind.OPEN)]
    return found


@in_one
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "differs" not in case])
def test_the_engine_says_what_the_reader_says(name: str) -> None:
    case = CASES[name]
    assert case["expect"]
    assert differences(case) == [], case["answer"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "differs" in case])
def test_what_is_explained_differs_indeed(name: str) -> None:
    assert CASES[name]["differs"]
    assert differences(CASES[name])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*-ends.json")), ids=lambda path: path.stem)
def test_every_sheet_has_thirty(path: Path) -> None:
    cases = json.loads(path.read_text(encoding="utf-8"))
    assert len(cases) >= A_SHEET
    assert all({"id", "situation", "question", "answer", "clause", "sure", "record", "expect"} <= case.keys() for case in cases)
