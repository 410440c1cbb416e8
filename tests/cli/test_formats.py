"""The forms of output, and what hostile records do to them."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paipu.cli.formats.as_sarif import message, uri
from paipu.cli.support.terminal import cells, clean, clean_json, pad
from paipu.ingest.cells import csv_cell as cell
from paipu.replay.checks import CHECKS
from paipu.samples import inject
from tests.cli.conftest import Paipu, write, wrong
from tests.cli.conftest import clean as match

KEYS = [
    *("match", "hand", "trick", "play", "seat", "code", "clause", "basis", "severity", "kind", "pointer", "cell"),
    *("expected", "actual", "options", "message", "sheet_version", "engine_version", "record_sha256", "fingerprint"),
    *("follows_from", "fits_if"),
]
HOSTILE = "<script>alert(1)</script>\u202eevil\u2028{0}[x](1)"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A record whose id and team names attack a terminal, a page and a spreadsheet."""
    document = wrong()
    document["id"] = "=cmd|'/C calc'!A0"
    for seat, team in zip("ENWS", (HOSTILE, "@SUM(1)", "-2+3", "+1"), strict=True):
        document["seats"] = {**document.get("seats", {}), seat: {"id": f"p{seat}", "team": team}}
    return write(tmp_path / "hostile.ndjson", [document])


# --- ndjson and json ---------------------------------------------------------------------------------------


def test_ndjson_has_exactly_the_documented_keys(paipu: Paipu, records: Path) -> None:
    lines = paipu("audit", records, "--format", "ndjson").stdout.splitlines()
    assert len(lines) == 4
    for line in lines:
        row = json.loads(line)
        assert list(row) == KEYS
        assert set(row["message"]) == {"zh", "en"}
        assert re.fullmatch(r"[0-9a-f]{16}", row["fingerprint"])
        assert re.fullmatch(r"[0-9a-f]{64}", row["record_sha256"])


def test_ndjson_is_the_same_in_both_languages(paipu: Paipu, records: Path) -> None:
    zh, en = (paipu("audit", records, "--format", "ndjson", "--lang", lang).stdout for lang in ("zh", "en"))
    assert zh == en


def test_json_is_one_document(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    done = paipu("audit", records, bad, "--format", "json")
    found = json.loads(done.stdout)
    assert set(found) == {"format", "findings", "rejections", "summary"}
    assert found["findings"][0]["code"] == "CLAIM-ATTACKERS"
    assert [row["code"] for row in found["rejections"]] == ["JSON-SYNTAX"]
    summary = found["summary"]
    assert summary["read"] == summary["accepted"] + summary["accepted_with_findings"] + summary["quarantined"] == 5


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_documents_of_a_clean_audit_are_whole(paipu: Paipu, spotless: Path, form: str) -> None:
    json.loads(paipu("audit", spotless, "--format", form).stdout)


# --- SARIF -------------------------------------------------------------------------------------------------


def sarif(paipu: Paipu, *words: object) -> dict[str, Any]:
    log = json.loads(paipu("audit", *words, "--format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    return dict(run)


def test_sarif_lists_every_check_as_a_rule(paipu: Paipu, records: Path) -> None:
    rules = sarif(paipu, records)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CHECKS)
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}


def test_sarif_results_name_their_rule_file_line_and_place(paipu: Paipu, records: Path) -> None:
    run = sarif(paipu, records)
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) == 4
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["kind"] in {"fail", "review", "open"}
        assert (result["level"] == "none") == (result["kind"] != "fail")
        assert result["message"]["text"]
        assert list(result["partialFingerprints"]) == ["paipu/v1"]
        [location] = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == records.as_uri()
        assert location["physicalLocation"]["region"]["startLine"] in {2, 4}
        [logical] = location["logicalLocations"]
        assert logical["fullyQualifiedName"].startswith("/hands/0/")
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_sarif_tells_of_rejections_as_notifications(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "paipu/1", "id": 3, "sheet": "shengji", "hands": []}')
    run = sarif(paipu, records, bad)
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    [notification] = invocation["toolExecutionNotifications"]
    descriptors = run["tool"]["driver"]["notifications"]
    assert descriptors[notification["descriptor"]["index"]]["id"] == notification["descriptor"]["id"] == "VALUE-TYPE"
    [location] = notification["locations"]
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "/id"


def test_sarif_of_standard_input_names_no_file(paipu: Paipu, records: Path) -> None:
    log = json.loads(paipu("audit", "-", "--format", "sarif", input=records.read_bytes()).stdout)
    for result in log["runs"][0]["results"]:
        assert "physicalLocation" not in result["locations"][0]


def test_sarif_escapes_placeholders_and_links() -> None:
    assert message("{0} and [a](1)") == "{{0}} and \\[a\\](1)"


def test_sarif_uris_are_relative_where_the_path_is() -> None:
    assert uri("a b/c#1.json") == "a%20b/c%231.json"
    assert uri("c:x.json") == "c%3Ax.json"


# --- CSV ---------------------------------------------------------------------------------------------------


def test_csv_has_one_row_a_finding(paipu: Paipu, records: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(paipu("audit", records, "--format", "csv").stdout)))
    assert [row["code"] for row in rows][:2] == ["CLAIM-ATTACKERS", "TRICK-FOLLOW-SUIT"]
    assert rows[0]["source"] == str(records)
    assert rows[0]["line"] == "2"
    assert {row["state"] for row in rows} == {"new"}
    assert rows[0]["message_zh"]
    assert rows[0]["message_en"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_no_cell_can_be_taken_for_a_formula(start: str) -> None:
    for rest in ("1+1", "10+cmd|'/C calc'!A0", "1,5", "１", "", "1\n", "A1", "1e", "1 "):
        for before in ("", " ", "\u3000") if start.strip() else ("",):
            assert cell(f"{before}{start}{rest}").startswith("'")


@pytest.mark.parametrize("number", ["-10", "+10", "-1e5", "-1.5E-3", "-.5", "+0"])
def test_a_plain_number_is_left_as_it_is(number: str) -> None:
    assert cell(number) == number
    assert cell(f"{number}+cmd|'/C calc'!A0").startswith("'")


def test_csv_of_a_hostile_record_is_harmless(paipu: Paipu, hostile: Path) -> None:
    out = paipu("audit", hostile, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(out)))
    assert rows[0]["match"] == "'=cmd|'/C calc'!A0"
    values = [value for row in rows for value in row.values()]
    assert any(value.startswith("'@SUM") for value in values)
    assert {value for value in values if value.startswith(("=", "+", "-", "@", "\t", "\r"))} <= {"+1"}  # a plain number
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", out)


# --- text --------------------------------------------------------------------------------------------------


def test_text_has_a_block_a_finding_with_everything_on_it(paipu: Paipu, records: Path) -> None:
    blocks = paipu("audit", records, "--notes").stdout.strip().split("\n\n")
    assert len(blocks) == 4
    follow = next(block for block in blocks if "TRICK-FOLLOW-SUIT" in block)
    for part in ("错误", "cup/r1/t09", "第 1 副", "第 1 轮第 2 手", "北 N", "SJ-16c", "明文", "QdQd", str(records) + ":4"):
        assert part in follow


def test_text_has_errors_first_and_a_line_for_the_notes_of_a_code(paipu: Paipu, tmp_path: Path) -> None:
    bare = [{**match(number), "id": f"m{number}", "hands": [{"no": 1, "claims": {"attackers": 60}}]} for number in range(1, 4)]
    wrong = [{**each, "id": f"w{each['id']}", "hands": [{"no": 1, "claims": {"attackers": 61}}]} for each in bare]
    path = write(tmp_path / "bare.ndjson", [*bare, *wrong])
    rows = [json.loads(line) for line in paipu("audit", path, "--format", "ndjson", "--lang", "en").stdout.splitlines()]
    notes = Counter(row["code"] for row in rows if row["severity"] == "note")
    graver = [row["severity"] for row in rows if row["severity"] != "note" and row["follows_from"] is None]
    told = paipu("audit", path, "--lang", "en").stdout
    *blocks, folded = told.strip().split("\n\n")
    assert [block.split()[0] for block in blocks] == sorted(graver)
    *lines, end = folded.splitlines()
    assert len(lines) == len(notes) > 0
    for line, (code, count) in zip(lines, sorted(notes.items()), strict=True):
        assert line.startswith(f"note {count} × ")
        assert code in line
        assert f"{path}:" in line
    assert "--notes" in end
    every = paipu("audit", path, "--lang", "en", "--notes").stdout.strip().split("\n\n")
    assert sum(block.startswith("note ") for block in every) == notes.total()


def test_text_names_who_played(paipu: Paipu, records: Path) -> None:
    told = paipu("audit", records, "--lang", "en", "--fail-on", "never").stdout
    assert re.search(r"where +\S+.* – .+ \(cup/r1/t02\) · hand 1", told)


def test_text_says_what_a_fault_costs_where_the_sheet_does(paipu: Paipu, tmp_path: Path) -> None:
    made = (inject(match(number), "revoke_suit", Random(number)) for number in range(1, 50))
    path = write(tmp_path / "fault.ndjson", [next(each for each in made if each is not None)])
    block = next(each for each in paipu("audit", path).stdout.split("\n\n") if "TRICK-FOLLOW-SUIT" in each)
    assert re.search(r"处理  SJ-16[lm] .+ → EW=", block)
    assert "若裁定" not in block


def test_text_of_a_hostile_record_steers_no_terminal(paipu: Paipu, hostile: Path, tmp_path: Path) -> None:
    bad = tmp_path / "b\x1b[31mad\u202e.json"
    bad.write_text('{"format": "paipu/1", "id": "x", "sheet": "shengji", "hands": [], "\\u001b[2J": 1}')
    for lang in ("zh", "en"):
        done = paipu("audit", hostile, bad, "--lang", lang)
        for stream in (done.stdout, done.stderr):
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", stream)
        assert "\\x1b[31m" in done.stderr
        assert "\\x1b[2J" in done.stderr
        assert "SEAT-TEAM" in done.stdout
        assert "\\u202eevil" in done.stdout


@pytest.mark.parametrize("form", ["ndjson", "json", "sarif"])
def test_json_of_a_hostile_record_keeps_its_values_and_steers_no_terminal(paipu: Paipu, hostile: Path, form: str) -> None:
    out = paipu("audit", hostile, "--format", form).stdout
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", out)
    if form == "ndjson":
        rows = [json.loads(line) for line in out.splitlines()]
        assert any(HOSTILE in (row["expected"] or "") + (row["actual"] or "") for row in rows)


def test_control_characters_are_spelt_out() -> None:
    assert clean("a\x1b[0m\x9b\u200b\ud800") == "a\\x1b[0m\\x9b\\u200b\\ud800"
    assert clean("牌谱 ♠ é") == "牌谱 ♠ é"
    assert json.loads(clean_json(json.dumps("\x9b\u202e", ensure_ascii=False))) == "\x9b\u202e"


def test_wide_characters_take_two_columns() -> None:
    assert [cells(each) for each in ("", "ab", "牌谱", "é", "e\u0301")] == [0, 2, 4, 1, 1]
    assert pad("牌", 4) == "牌  "
