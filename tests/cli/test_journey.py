"""The commands that go further than one audit: sample, convert, load, dashboard, demo, and all of them in a row."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from paipu.analytics.reader import Reader
from paipu.cli import demo
from paipu.ingest.importers import IMPORTERS
from paipu.samples import sample, to_line
from tests.cli.conftest import Paipu, write, wrong
from tests.real import REAL

ROOT = Path(__file__).parent.parent.parent
LOG = REAL / "botzone-tractor" / "judge-log.json"


# --- sample ------------------------------------------------------------------------------------------------


def test_a_sample_is_the_same_for_the_same_seed(paipu: Paipu, tmp_path: Path) -> None:
    target = tmp_path / "cup.ndjson"
    assert paipu("sample", "--seed", 3, "--matches", 2, "--faults", 0.5, "-o", target).exit_code == 0
    assert target.read_bytes() == b"".join(map(to_line, sample(3, 2, 0.5)))
    assert paipu("sample", "--seed", 3, "--matches", 2, "--faults", 0.5, "-q").stdout_bytes == target.read_bytes()


@pytest.mark.parametrize("sheet", ["chaodipi", "daguai"])
def test_a_sample_is_of_the_sheet_asked_for(paipu: Paipu, sheet: str) -> None:
    made = paipu("sample", "--sheet", sheet, "--matches", 2, "--faults", 1, "-q")
    assert made.stdout_bytes == b"".join(map(to_line, sample(1, 2, 1.0, sheet=sheet)))


@pytest.mark.parametrize(
    "words", [["--matches", "0"], ["--faults", "1.5"], ["--faults", "-1"], ["--seed", "x"], ["--sheet", "bridge"]]
)
def test_a_sample_that_cannot_be(paipu: Paipu, words: list[str]) -> None:
    assert paipu("sample", *words).exit_code == 2


# --- convert -----------------------------------------------------------------------------------------------


def test_an_unknown_format_is_bad_usage(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("convert", "--from", "pgn", tmp_path / "x")
    assert done.exit_code == 2
    for name in IMPORTERS:
        assert name in done.stderr


@pytest.mark.parametrize("form", list(IMPORTERS))
def test_what_cannot_be_converted_is_bad_input(paipu: Paipu, tmp_path: Path, form: str) -> None:
    path = tmp_path / "x.json"
    assert paipu("convert", "--from", form, path).exit_code == 3
    path.write_text('{"nothing": 1}')
    done = paipu("convert", "--from", form, path, "-o", tmp_path / "out.ndjson")
    assert done.exit_code == 3
    assert str(path) in done.stderr
    assert not (tmp_path / "out.ndjson").exists()
    assert paipu("convert", "--from", form, path, "-o", path).exit_code == 2


@pytest.mark.real
def test_a_real_record_is_converted_and_audited(paipu: Paipu, tmp_path: Path) -> None:
    target = tmp_path / "real.ndjson"
    assert paipu("convert", "--from", "botzone-tractor", LOG, "-o", target).exit_code == 0
    done = paipu("audit", target, "--format", "ndjson")
    assert done.exit_code == 1
    assert any(json.loads(line)["code"].startswith("TRICK-FOLLOW") for line in done.stdout.splitlines())
    assert paipu("convert", "--from", "botzone-tractor", "-", input=LOG.read_bytes()).stdout_bytes == target.read_bytes()


# --- load --------------------------------------------------------------------------------------------------


def test_loading_twice_changes_nothing(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    house = tmp_path / "house"
    first = paipu("load", records, "--warehouse", house, "--lang", "en")
    assert first.exit_code == 0
    assert "read 4 = accepted 2 + accepted with findings 2 + quarantined 0 + already loaded 0" in first.stderr
    again = paipu("load", records, "--warehouse", house, "--lang", "en")
    assert again.exit_code == 0
    assert "read 4 = accepted 0 + accepted with findings 0 + quarantined 0 + already loaded 4" in again.stderr
    assert Reader(house).query("SELECT count(*) FROM matches").item(0, 0) == 4


def test_what_cannot_be_read_is_quarantined(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    done = paipu("load", records, bad, "--warehouse", tmp_path / "house")
    assert done.exit_code == 3
    assert "隔离 1" in done.stderr
    assert paipu("load", bad, "--warehouse", tmp_path / "house").exit_code == 3


def test_nothing_to_load_is_bad_input(paipu: Paipu, tmp_path: Path) -> None:
    empty = tmp_path / "empty.ndjson"
    empty.touch()
    assert paipu("load", empty, "--warehouse", tmp_path / "house").exit_code == 3


def test_a_folder_of_other_things_is_no_warehouse(paipu: Paipu, records: Path) -> None:
    done = paipu("load", records, "--warehouse", records.parent)
    assert done.exit_code == 3
    assert len(done.stderr.splitlines()) == 2


# --- dashboard and demo ------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_no_warehouse_no_dashboard(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("dashboard", "--warehouse", tmp_path / "none", "--port", free_port())
    assert done.exit_code == 3
    assert "paipu load" in done.stderr


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.deep),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.deep),
    ],
)
def test_the_dashboard_answers_and_ends_when_told(
    paipu: Paipu, records: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    paipu("load", records, "--warehouse", tmp_path / "house")
    port = free_port()
    command = [sys.executable, "-m", "paipu.cli", "dashboard", "--warehouse", str(tmp_path / "house"), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as served:
        try:
            assert answers(f"http://127.0.0.1:{port}/healthz")
        finally:
            served.send_signal(number)
        assert served.wait(20) == code
        assert served.stderr is not None
        assert b"Traceback" not in served.stderr.read()


def answers(url: str) -> bool:
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server, on this machine
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    return False


def test_the_demo_leads_from_a_sample_to_a_warehouse(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "MATCHES", 3)
    monkeypatch.setattr(demo, "EVENT", "individual")
    monkeypatch.setattr(demo, "EVENT_FAULTS", 0)
    monkeypatch.setenv("DEMO_SERVE", "0")  # three matches, four of an event, and both events
    for number in range(2):
        done = paipu("demo", "--folder", tmp_path / "demo", "--lang", "en")
        assert done.exit_code == 0
        for inputs in (4, 5):
            assert f"read {inputs} = accepted" in done.stderr
            assert f"already loaded {inputs * number}" in done.stderr
        assert "paipu dashboard --warehouse" in done.stderr
    assert (tmp_path / "demo" / "findings.txt").exists()
    reader = Reader(tmp_path / "demo" / "warehouse")
    assert reader.query("SELECT count(*) FROM matches").item(0, 0) == 3 + 4
    assert reader.query("SELECT count(*) FROM latest_events").item(0, 0) == 2, "both events have standings"
    assert reader.query("SELECT count(DISTINCT event) AS events FROM standings").item(0, 0) == 2


@pytest.mark.deep
def test_some_of_the_demo_has_findings_and_some_has_none() -> None:
    faulty = [bool(document.get("extra", {}).get("faults")) for document in sample(demo.SEED, demo.MATCHES, demo.FAULTS)]
    assert len(faulty) == 24
    assert 4 <= sum(faulty) <= 20


# --- in a row ----------------------------------------------------------------------------------------------


def test_a_journey(paipu: Paipu, tmp_path: Path) -> None:
    """From a made-up cup to its warehouse, with the commands that a newcomer would try."""
    cup, house = tmp_path / "cup.ndjson", tmp_path / "house"
    assert paipu("sample", "--seed", 7, "--matches", 3, "--faults", 0.5, "-o", cup).exit_code == 0
    found, computed = tmp_path / "findings.ndjson", tmp_path / "computed.ndjson"
    done = paipu("audit", cup, "-f", "ndjson", "-o", found, "--computed", computed, "--fail-on", "never")
    assert done.exit_code == 0
    for line in found.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert paipu("explain", row["code"]).exit_code == 0
        for name in filter(None, (row["clause"], *row["options"])):
            assert paipu("explain", name).exit_code == 0
        if row["hand"] is not None:
            assert paipu("replay", cup, "--match", row["match"], "--hand", row["hand"]).exit_code == 0
    assert len(computed.read_text(encoding="utf-8").splitlines()) == 3
    assert paipu("load", cup, "--warehouse", house).exit_code == 0
    write(tmp_path / "more.ndjson", [wrong(4)])
    assert paipu("load", tmp_path / "more.ndjson", "--warehouse", house, "--workers", 2).exit_code == 0
    assert Reader(house).query("SELECT count(*) FROM matches").item(0, 0) == 4
