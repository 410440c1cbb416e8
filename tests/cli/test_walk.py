"""The organiser's walk: an empty template, filled in; audited; ranked; the table published and audited; the report printed."""

import json
from pathlib import Path
from typing import Any

import openpyxl

from paipu.replay.event_rules import FIGURES
from tests.cli.conftest import Paipu


def fill(template: Path, filled: Path, rows: Path) -> int:
    """Write the hands of another workbook into the template, by its own headers; how many."""
    given = list(openpyxl.load_workbook(rows).worksheets[0].iter_rows(values_only=True))
    book = openpyxl.load_workbook(template)
    sheet = book.worksheets[0]
    headers = [cell.value for cell in sheet[1]]
    for row in given[1:]:
        by_header = dict(zip(given[0], row, strict=True))
        sheet.append([by_header.get(header) for header in headers])
    book.save(filled)
    return len(given) - 1


def published(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The standings as an organiser publishes them."""
    return [
        {
            "stage": table["stage"],
            **({"group": table["group"]} if table["group"] is not None else {}),
            "rows": [
                {"place": row["place"], "team": row["team"], **{key: row[key] for key in FIGURES if row[key] is not None}}
                for row in table["rows"]
            ],
        }
        for table in tables
    ]


def test_from_an_empty_template_to_the_report(paipu: Paipu, tmp_path: Path) -> None:
    template, filled, school = tmp_path / "empty.xlsx", tmp_path / "filled.xlsx", tmp_path / "school"
    event, report = school / "event.json", tmp_path / "report.html"
    assert paipu("template", "guandan-3", "-o", template).exit_code == 0
    assert paipu("sample", "--event", "groups", "--seed", 7, "-o", school).exit_code == 0
    hands = fill(template, filled, school / "sheets.xlsx")

    document = json.loads(event.read_text(encoding="utf-8"))
    del document["published"]
    event.write_text(json.dumps(document), encoding="utf-8")
    audited = paipu("audit", "--event", event, filled, "--lang", "en")
    assert audited.exit_code == 0, audited.stdout
    assert f"taken {hands} + quarantined 0" in audited.stderr

    ranked = paipu("standings", event, filled, "--format", "json", "--lang", "en")
    assert ranked.exit_code == 0
    document["published"] = published(json.loads(ranked.stdout))
    document["published"][0]["rows"][1]["wins"] += 1
    event.write_text(json.dumps(document), encoding="utf-8")
    wrong = paipu("audit", "--event", event, filled, "--format", "ndjson", "--lang", "en")
    assert wrong.exit_code == 1
    found = [row for row in map(json.loads, wrong.stdout.splitlines()) if row["severity"] == "error"]
    assert [(row["code"], row["pointer"]) for row in found] == [("EVENT-FIGURE", "/published/0/rows/1/wins")]

    assert paipu("report", "event", event, filled, "-o", report, "--lang", "both").exit_code == 0
    printed = report.read_text(encoding="utf-8")
    assert printed.count('class="n wrong"') == 1
    assert all(team["name"] in printed for team in document["teams"] if team.get("name"))
