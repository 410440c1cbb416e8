"""Baselines and waivers: findings that do not count."""

import json
from pathlib import Path
from typing import Any

import pytest

from paipu.cli.support.errors import ExitCode
from paipu.cli.support.known import Waiver, Waivers
from paipu.ingest import whole
from tests.cli.conftest import Paipu, write, wrong

SIGNED = {"author": "裁判甲", "reason": "录入错误", "date": "2026-05-01"}


def fingerprints(paipu: Paipu, path: Path) -> list[str]:
    return [json.loads(line)["fingerprint"] for line in paipu("audit", path, "-f", "ndjson").stdout.splitlines()]


def waive(path: Path, *entries: dict[str, Any]) -> Path:
    path.write_text(json.dumps([{**SIGNED, **entry} for entry in entries]), encoding="utf-8")
    return path


# --- baseline ----------------------------------------------------------------------------------------------


def test_a_written_baseline_makes_the_same_audit_pass(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.ndjson"
    assert paipu("audit", records, "--baseline", baseline, "--write-baseline").exit_code == 0
    done = paipu("audit", records, "--baseline", baseline)
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "基线已知 4" in done.stderr
    assert paipu("audit", records, "--baseline", baseline, "-f", "ndjson").stdout == ""


def test_what_the_baseline_does_not_know_counts(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.ndjson"
    paipu("audit", records, "--baseline", baseline, "--write-baseline")
    new = write(tmp_path / "new.ndjson", [wrong(5)])
    done = paipu("audit", records, new, "--baseline", baseline)
    assert done.exit_code == 1
    assert done.stdout.count("CLAIM-ATTACKERS") == 1


def test_sarif_marks_known_and_new(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.ndjson"
    paipu("audit", records, "--baseline", baseline, "--write-baseline")
    new = write(tmp_path / "new.ndjson", [wrong(5)])
    log = json.loads(paipu("audit", records, new, "--baseline", baseline, "-f", "sarif").stdout)
    assert [each["baselineState"] for each in log["runs"][0]["results"]] == ["unchanged"] * 4 + ["new"]


def test_a_new_baseline_may_replace_the_old_one(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.ndjson"
    for _ in range(2):
        paipu("audit", records, "--baseline", baseline, "--write-baseline")
    first, *rest = baseline.read_text(encoding="utf-8").splitlines()
    assert json.loads(first) == {"format": "paipu-baseline/1"}
    assert [json.loads(line)["fingerprint"] for line in rest] == fingerprints(paipu, records)


@pytest.mark.parametrize("content", [None, "", "{}", "[1]\n", "not json", '{"format": "paipu-baseline/1"}\n{"a": 1}\n'])
def test_a_damaged_baseline_is_bad_input(paipu: Paipu, records: Path, tmp_path: Path, content: str | None) -> None:
    baseline = tmp_path / "known.ndjson"
    if content is not None:
        baseline.write_text(content)
    done = paipu("audit", records, "--baseline", baseline)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert str(baseline) in done.stderr


# --- waivers -----------------------------------------------------------------------------------------------


def test_a_waiver_by_fingerprint_is_shown_and_does_not_count(paipu: Paipu, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong.ndjson", [wrong()])
    [fingerprint] = fingerprints(paipu, path)
    done = paipu("audit", path, "--waivers", waive(tmp_path / "w.json", {"fingerprint": fingerprint}))
    assert done.exit_code == 0
    assert "豁免  裁判甲，2026-05-01：录入错误" in done.stdout
    assert "豁免 1" in done.stderr


@pytest.mark.parametrize("place", ["1", "/hands/0/claims/attackers"])
def test_a_waiver_by_place(paipu: Paipu, tmp_path: Path, place: str) -> None:
    path = write(tmp_path / "wrong.ndjson", [wrong()])
    entry = {"match": "cup/r1/t02", "code": "CLAIM-ATTACKERS", "place": place}
    assert paipu("audit", path, "--waivers", waive(tmp_path / "w.json", entry)).exit_code == 0


@pytest.mark.parametrize("code", ["READING-AMBIGUOUS", "READING-TWO-WILDS"])
def test_a_waiver_under_a_renamed_code_meets_its_finding(code: str) -> None:
    waivers = Waivers([Waiver(None, "cup/r1/t02", code, "1/1", "", "", "")])
    row = {"match": "cup/r1/t02", "hand": 1, "trick": 1, "play": 1, "pointer": "", "fingerprint": ""}
    assert waivers.find({**row, "code": "READING-AMBIGUOUS"}) is not None
    assert waivers.find({**row, "code": "READING-WRONG"}) is None


@pytest.mark.parametrize("place", ["1", "1/1", "1/1.2", "/hands/0/tricks/0"])
def test_a_waiver_of_a_play(paipu: Paipu, records: Path, tmp_path: Path, place: str) -> None:
    entry = {"match": "cup/r1/t09", "code": "TRICK-FOLLOW-SUIT", "place": place}
    done = paipu("audit", records, "--waivers", waive(tmp_path / "w.json", entry))
    assert "豁免 1" in done.stderr
    assert "豁免未用上" not in done.stderr


def test_a_waiver_elsewhere_covers_nothing_and_is_reported(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    entry = {"match": "cup/r1/t09", "code": "TRICK-FOLLOW-SUIT", "place": "1/1.3"}
    done = paipu("audit", records, "--waivers", waive(tmp_path / "w.json", entry), "--quiet")
    assert done.exit_code == 1
    assert "豁免未用上：cup/r1/t09 1/1.3 TRICK-FOLLOW-SUIT" in done.stderr


def test_waivers_in_the_other_forms(paipu: Paipu, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong.ndjson", [wrong()])
    waivers = waive(tmp_path / "w.json", {"match": "cup/r1/t02", "code": "CLAIM-ATTACKERS", "place": "1"})
    [row] = json.loads(paipu("audit", path, "--waivers", waivers, "-f", "json").stdout)["findings"]
    assert row["state"] == "waived"
    assert row["waiver"] == SIGNED
    [result] = json.loads(paipu("audit", path, "--waivers", waivers, "-f", "sarif").stdout)["runs"][0]["results"]
    assert result["suppressions"][0]["status"] == "accepted"
    assert ",waived,裁判甲,2026-05-01,录入错误" in paipu("audit", path, "--waivers", waivers, "-f", "csv").stdout
    assert paipu("audit", path, "--waivers", waivers, "-f", "ndjson").stdout == ""


def test_waived_findings_do_not_enter_a_baseline(paipu: Paipu, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong.ndjson", [wrong()])
    waivers = waive(tmp_path / "w.json", {"match": "cup/r1/t02", "code": "CLAIM-ATTACKERS", "place": "1"})
    baseline = tmp_path / "known.ndjson"
    paipu("audit", path, "--waivers", waivers, "--baseline", baseline, "--write-baseline")
    assert len(baseline.read_text(encoding="utf-8").splitlines()) == 1


FULL = {"fingerprint": "0" * 16, **SIGNED}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("{}", "列表"),
        ("nonsense", "JSON"),
        (json.dumps(["x"]), "第 1 条"),
        (json.dumps([{**FULL, "extra": 1}]), "extra"),
        (json.dumps([{**FULL, "match": "m"}]), "match"),
        (json.dumps([{**FULL, "fingerprint": "xyz"}]), "xyz"),
        (json.dumps([{**FULL, "date": "yesterday"}]), "yesterday"),
        *((json.dumps([{**FULL, key: " "}]), key) for key in SIGNED),
        *((json.dumps([{k: v for k, v in FULL.items() if k != key}]), key) for key in SIGNED),
        (json.dumps([{"match": "m", "code": "c", **SIGNED}]), "place"),
    ],
)
def test_a_waiver_without_all_its_parts_is_bad_input(
    paipu: Paipu, records: Path, tmp_path: Path, content: str, named: str
) -> None:
    path = tmp_path / "w.json"
    path.write_text(content)
    done = paipu("audit", records, "--waivers", path)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert named in done.stderr


@pytest.mark.parametrize("option", ["--waivers", "--baseline"])
def test_a_file_without_end_is_refused_at_a_bound(
    paipu: Paipu, records: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole, "MOST", 1 << 20)
    done = paipu("audit", records, option, "/dev/zero")
    assert done.exit_code == ExitCode.INPUT
    assert "> 1 MiB" in done.stderr
