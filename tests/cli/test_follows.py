"""What follows from another finding: folded in text, named in every other form, and counted nowhere."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paipu.samples import to_line
from tests.cli.conftest import Paipu
from tests.made import make_match
from tests.slips import claims, plays  # noqa: F401 - importing them enters their kinds
from tests.slips.clerk import slipped


@pytest.fixture
def rotated(tmp_path: Path) -> Path:
    """A match of which the leaders of one hand are all written one seat on."""
    slip = slipped(make_match(1, 1), "leaders_rotated", Random("1 1 leaders_rotated"))
    assert slip is not None
    path = tmp_path / "rotated.ndjson"
    path.write_bytes(to_line(slip.document))
    return path


def rows_of(paipu: Paipu, path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in paipu("audit", path, "-f", "ndjson").stdout.splitlines()]


def test_every_finding_that_follows_names_its_cause(paipu: Paipu, rotated: Path) -> None:
    cause, *others = rows_of(paipu, rotated)
    assert cause["follows_from"] is None
    assert cause["fits_if"]["pointer"].startswith("/hands/")
    assert len(others) > 10
    assert {row["follows_from"] for row in others} == {cause["fingerprint"]}


def test_text_folds_what_follows_and_unfolds_it_when_asked(paipu: Paipu, rotated: Path) -> None:
    rows = rows_of(paipu, rotated)
    folded = paipu("audit", rotated, "--lang", "en").stdout
    assert folded.count(rows[0]["fingerprint"]) == 1
    assert not any(row["fingerprint"] in folded for row in rows[1:])
    assert f"{len(rows) - 1}: " in folded
    unfolded = paipu("audit", rotated, "--unfold").stdout
    assert all(row["fingerprint"] in unfolded for row in rows)


def test_counts_and_exit_codes_go_by_causes(paipu: Paipu, rotated: Path, tmp_path: Path) -> None:
    rows = rows_of(paipu, rotated)
    done = paipu("audit", rotated, "-f", "json")
    summary = json.loads(done.stdout)["summary"]
    assert (sum(summary["severities"].values()), summary["following"]) == (1, len(rows) - 1)
    assert done.exit_code == 1
    waivers = tmp_path / "waivers.json"
    signed = {"author": "裁判", "reason": "记录员笔误", "date": "2026-05-01"}
    waivers.write_text(json.dumps([{"fingerprint": rows[0]["fingerprint"], **signed}]))
    waived = paipu("audit", rotated, "--waivers", waivers)
    assert waived.exit_code == 0, "what follows from a waived cause stops nobody"


def test_a_table_for_a_spreadsheet_names_the_cause(paipu: Paipu, rotated: Path) -> None:
    header, first, second, *_ = paipu("audit", rotated, "-f", "csv").stdout.splitlines()
    assert {"follows_from", "fits_pointer", "fits_value"} <= set(header.split(","))
    fingerprint = rows_of(paipu, rotated)[0]["fingerprint"]
    assert first.count(fingerprint) == 1
    assert fingerprint in second


def test_text_says_in_words_what_would_fit(paipu: Paipu, tmp_path: Path) -> None:
    """The place by its name and the value by its word; a pointer and a key of the format stay with the source."""
    ended = {
        "format": "paipu/1",
        "id": "m",
        "sheet": "guandan-js2023",
        "hands": [
            {"no": 1, "level": "2", "claims": {"finish": "ENWS", "levels": {"EW": "4", "NS": "2"}}},
            {"no": 2, "level": "4", "resisted": True, "lead": "E", "tricks": ["E 3s - - -", "E 4s"]},
        ],
        "claims": {
            "winner": "EW",
            "levels": {"EW": "4", "NS": "2"},
            "points": {"EW": 2, "NS": 0},
            "score": {"EW": 15, "NS": 11},
            "reason": "passed",
        },
    }
    path = tmp_path / "ended.json"
    path.write_text(json.dumps(ended))
    (row,) = (row for row in rows_of(paipu, path) if row["fits_if"])
    assert row["fits_if"] == {"pointer": "/claims/reason", "value": "time"}
    for lang, label in (("zh", "若作"), ("en", "fits if")):
        (fits,) = (line for line in paipu("audit", path, "--lang", lang).stdout.splitlines() if line.strip().startswith(label))
        assert "/" not in fits
        assert ("到时" in fits) == (lang == "zh")
