"""`paipu audit`: what is read, counted, waived and known; exit codes; the same bytes every time."""

import gzip
import json
import os
import pty
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from paipu.cli.support.summary import Summary
from paipu.ingest import stream
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.findings import Severity
from paipu.replay.record import GameRecord
from tests.cli.conftest import Paipu, clean, revoke, write, wrong

ROOT = Path(__file__).parent.parent.parent


def program(*words: object, **more: object) -> "subprocess.CompletedProcess[bytes]":
    """The program in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PAIPU_LANG": "en"}
    command = [sys.executable, "-m", "paipu.cli", *map(str, words)]
    return subprocess.run(command, env=environment, check=False, capture_output=True, timeout=100, **more)  # type: ignore[call-overload, no-any-return] # the options of run are many


# --- exit codes --------------------------------------------------------------------------------------------


def test_clean_records_exit_0_and_print_nothing(paipu: Paipu, spotless: Path) -> None:
    done = paipu("audit", spotless)
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "读入 2 = 通过 2 + 通过但有发现 0 + 隔离 0" in done.stderr


def test_errors_exit_1(paipu: Paipu, records: Path) -> None:
    done = paipu("audit", records)
    assert done.exit_code == 1
    assert "\x1b" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [("error", 0), ("warning", 0), ("note", 1), ("never", 0)],
)
def test_fail_on_sets_what_counts_as_failure(paipu: Paipu, tmp_path: Path, fail_on: str, code: int) -> None:
    document = revoke()
    document["hands"][0]["tricks"] = ["E Ac 3c 4c 5c"]
    path = write(tmp_path / "notes.ndjson", [document])
    assert paipu("audit", path, "--fail-on", fail_on).exit_code == code


def test_fail_on_never_still_shows_the_findings(paipu: Paipu, records: Path) -> None:
    done = paipu("audit", records, "--fail-on", "never")
    assert done.exit_code == 0
    assert "CLAIM-ATTACKERS" in done.stdout


def test_an_unreadable_input_exits_3_and_the_rest_is_audited(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "paipu/1", "id": "x", "sheet": "shengji"}')
    done = paipu("audit", bad, records, "--fail-on", "error")
    assert done.exit_code == 3
    assert "CLAIM-ATTACKERS" in done.stdout
    assert "隔离 " + str(bad) in done.stderr
    assert "KEY-MISSING" in done.stderr
    assert "读入 5 = 通过 2 + 通过但有发现 2 + 隔离 1" in done.stderr


def test_records_that_tell_nothing_exit_3_if_there_is_nothing_else(paipu: Paipu, spotless: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.json"
    bare.write_text('{"format": "paipu/1", "id": "b", "sheet": "shengji", "hands": [{"no": 1}, {"no": 2}]}', encoding="utf-8")
    done = paipu("audit", bare, "-q", "--lang", "en")
    assert (done.exit_code, "has nothing to audit" in done.stderr) == (3, True)
    assert paipu("audit", bare, spotless).exit_code == 0


@pytest.mark.parametrize("name", ["missing.json", "empty.ndjson", "empty"])
def test_nothing_to_read_exits_3(paipu: Paipu, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.ndjson").touch()
    (tmp_path / "empty").mkdir()
    done = paipu("audit", tmp_path / name)
    assert done.exit_code == 3
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("audit",),
        ("audit", "--bogus", "x"),
        ("audit", "x.json", "--format", "pdf"),
        ("audit", "x.json", "--fail-on", "always"),
        ("audit", "x.json", "--lang", "fr"),
        ("audit", "x.json", "--workers", "0"),
        ("audit", "x.json", "--severity", "NO-SUCH=error"),
        ("audit", "x.json", "--severity", "TRICK-SIZE=fatal"),
        ("audit", "x.json", "--severity", "TRICK-SIZE"),
        ("audit", "x.json", "--write-baseline"),
    ],
)
def test_bad_usage_exits_2_in_both_languages(paipu: Paipu, words: tuple[str, ...]) -> None:
    done = paipu(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    zh, en = done.stderr.splitlines()[:2]
    assert zh.startswith("paipu: ")
    assert en.startswith("paipu: ")
    assert any("\u4e00" <= char <= "\u9fff" for char in zh)
    assert "Traceback" not in done.stderr


def test_an_unknown_code_is_answered_with_near_ones(paipu: Paipu) -> None:
    done = paipu("audit", "x.json", "--severity", "TRICK-FOLOW-PAIR=note")
    assert "TRICK-FOLLOW-PAIR" in done.stderr


def fail_on_second(record: GameRecord) -> Audit:
    if record.id.endswith("t02"):
        raise ZeroDivisionError("a fault\nin two lines")
    return audit(record)


def test_a_fault_of_the_program_exits_4_with_one_line_and_loses_no_other_record(
    paipu: Paipu, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "audit", fail_on_second)
    done = paipu("audit", records, "--lang", "en")
    assert done.exit_code == 4
    assert "Traceback" not in done.stderr
    assert f"{records}:2: internal error" in done.stderr
    assert "--debug" in done.stderr
    assert "read 4 = accepted 2 + accepted with findings 1 + quarantined 1" in done.stderr
    assert "TRICK-FOLLOW-SUIT" in done.stdout


def test_debug_shows_what_lies_behind(paipu: Paipu, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "audit", fail_on_second)
    done = paipu("audit", records, "--debug")
    assert done.exit_code == 4
    assert "Traceback" in done.stderr
    assert "fail_on_second" in done.stderr


def test_inputs_and_outcomes_must_add_up() -> None:
    assert Summary(read=3, accepted=1, accepted_with_findings=1, quarantined=1).holds
    assert not Summary(read=3, accepted=1, accepted_with_findings=1).holds


def test_severities_are_ordered() -> None:
    summary = Summary(severities={Severity.ERROR: 1, Severity.WARNING: 2, Severity.NOTE: 4})
    assert [summary.at_least(each) for each in Severity] == [1, 3, 7]


# --- what is read ------------------------------------------------------------------------------------------


def test_standard_input_and_compressed_files_are_read(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    packed = tmp_path / "cup.ndjson.gz"
    packed.write_bytes(gzip.compress(records.read_bytes()))
    plain = paipu("audit", records, "--format", "ndjson")
    assert paipu("audit", packed, "--format", "ndjson").stdout == plain.stdout
    assert paipu("audit", "-", "--format", "ndjson", input=records.read_bytes()).stdout == plain.stdout


# --- where results go --------------------------------------------------------------------------------------


def test_output_goes_to_a_file_whole(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    shown = paipu("audit", records, "--format", "ndjson").stdout
    target = tmp_path / "found.ndjson"
    done = paipu("audit", records, "--format", "ndjson", "-o", target)
    assert done.stdout == ""
    assert target.read_text(encoding="utf-8") == shown
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cup.ndjson", "found.ndjson"]


def test_a_file_that_cannot_be_written_is_bad_usage(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    assert paipu("audit", records, "-o", tmp_path / "no" / "found").exit_code == 2
    assert paipu("audit", records, "-o", tmp_path).exit_code == 2


def test_an_input_is_never_overwritten(paipu: Paipu, records: Path) -> None:
    before = records.read_bytes()
    for option in ("-o", "--computed"):
        assert paipu("audit", records, option, records).exit_code == 2
    assert paipu("audit", records, "--write-baseline", "--baseline", records).exit_code == 2
    assert records.read_bytes() == before


def test_two_results_never_share_a_file(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    target = tmp_path / "both"
    assert paipu("audit", records, "-o", target, "--computed", target).exit_code == 2
    assert not target.exists()


def test_computed_results_come_one_match_a_line(paipu: Paipu, records: Path, tmp_path: Path) -> None:
    target = tmp_path / "computed.ndjson"
    paipu("audit", records, "--computed", target, "-q")
    rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [row["match"] for row in rows] == ["cup/r1/t01", "cup/r1/t02", "cup/r1/t03", "cup/r1/t09"]
    assert rows[1]["hands"][0]["attackers"] == wrong(2)["hands"][0]["claims"]["attackers"] - 5
    assert set(rows[0]) == {"match", "hands", "winner", "levels", "points", "score"}


def test_quiet_says_nothing_of_a_clean_audit(paipu: Paipu, spotless: Path) -> None:
    done = paipu("audit", spotless, "--quiet")
    assert (done.stdout, done.stderr) == ("", "")


def test_language_comes_from_the_option_or_the_environment(
    paipu: Paipu, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "抓分方得分错误" in paipu("audit", records).stdout
    assert "Wrong attackers' points" in paipu("audit", records, "--lang", "en").stdout
    monkeypatch.setenv("PAIPU_LANG", "en")
    assert "Wrong attackers' points" in paipu("audit", records).stdout
    assert "抓分方得分错误" in paipu("audit", records, "--lang", "zh").stdout


def test_severity_overrides_change_what_counts(paipu: Paipu, tmp_path: Path) -> None:
    path = write(tmp_path / "wrong.ndjson", [wrong()])
    done = paipu("audit", path, "--severity", "CLAIM-ATTACKERS=note", "--format", "ndjson")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["severity"] == "note"
    assert paipu("audit", path, "--severity", "CLAIM-ATTACKERS=warning", "--fail-on", "warning").exit_code == 1


# --- a process of its own ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form", ["ndjson", *(pytest.param(form, marks=pytest.mark.deep) for form in ("text", "json", "sarif", "csv"))]
)
def test_the_same_input_gives_the_same_bytes_with_any_number_of_workers(records: Path, form: str) -> None:
    one = program("audit", records, "--format", form)
    two = program("audit", records, "--format", form, "--workers", "2")
    assert one.returncode == two.returncode == 1
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr
    assert one.stdout


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = write(tmp_path / "many.ndjson", [wrong()] * 400)
    command = [sys.executable, "-m", "paipu.cli", "audit", str(path), "--format", "ndjson"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        said = running.stderr.read()
    assert running.returncode == 141
    assert said == b""


@pytest.mark.deep
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_in_a_line(tmp_path: Path) -> None:
    path = write(tmp_path / "many.ndjson", [wrong()] * 40)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "paipu.cli", "audit", str(path)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=environment, check=False, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    assert "no space left" in done.stderr


def on_a_terminal(records: Path, *words: str, part: str, no_color: str = "") -> str:
    """What the program shows of an audit with findings where that part of it, `stdout` or `stderr`, is a terminal."""
    command = [sys.executable, "-m", "paipu.cli", "audit", str(records), *words]
    given = {"PYTHONPATH": str(ROOT), "PAIPU_LANG": "zh", "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": no_color}
    environment = {**os.environ, **given}
    main, terminal = pty.openpty()
    shown = b""
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, **{part: terminal}) as running:  # type: ignore[call-overload] # one of its streams by name
        os.close(terminal)
        try:
            while piece := os.read(main, 4096):
                shown += piece
        except OSError:  # the other end is closed
            pass
    os.close(main)
    assert running.returncode == 1
    return shown.decode()


def test_there_is_a_bar_only_where_somebody_looks(records: Path, tmp_path: Path) -> None:
    shown = on_a_terminal(records, "-o", str(tmp_path / "out"), part="stderr")
    assert "\x1b[" in shown
    assert "审核" in shown


@pytest.mark.deep
def test_colour_is_for_terminals_and_no_color_is_heeded(records: Path) -> None:
    assert "\x1b[31m" in on_a_terminal(records, "-q", part="stdout")
    assert "\x1b" not in on_a_terminal(records, "-q", part="stdout", no_color="1")


@pytest.mark.deep
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    used = []
    for count in (50, 1500):
        path = write(tmp_path / f"{count}.ndjson", [wrong()] * count)
        script = (
            "import resource, sys; from paipu.cli.main import app; from typer.testing import CliRunner; "
            "from typer.main import get_command; "
            f"code = get_command(app).main(['audit', {str(path)!r}, '-f', 'json', '-o', {str(tmp_path / 'out')!r}, '-q'], "
            "standalone_mode=False); assert code == 1, code; "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True)
        used.append(int(done.stdout) * resource.getpagesize() // 4096)
    assert used[1] - used[0] < 12_000  # KiB; the larger input has 5 MB


def test_records_with_the_same_name_are_told_apart_by_their_place(paipu: Paipu, tmp_path: Path) -> None:
    path = write(tmp_path / "twice.ndjson", [clean(1), wrong(2), wrong(2)])
    rows = json.loads(paipu("audit", path, "--format", "json").stdout)["findings"]
    assert [row["line"] for row in rows] == [2, 3]
    assert rows[0]["fingerprint"] == rows[1]["fingerprint"]


@pytest.mark.parametrize("command", [("audit",), ("load", "--warehouse", "w")])
def test_workers_beside_a_cluster_are_refused(paipu: Paipu, records: Path, command: tuple[str, ...]) -> None:
    """They counted for nothing."""
    done = paipu(command[0], records, *command[1:], "--cluster", "tcp://127.0.0.1:1", "--workers", "2", "--lang", "en")
    assert (done.exit_code, "--workers 2 does not go with --cluster" in done.stderr) == (2, True), done.stderr


def test_a_score_sheet_that_names_no_rules_is_read_by_the_sheet_that_is_asked_for(paipu: Paipu, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    heads = "轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方,结束原因"
    table.write_text(f"{heads}\n1,1,红队,蓝队,A,9,东西,打过\n", encoding="utf-8")
    assert "SCORESHEET-RULES" in paipu("audit", table).stderr
    told = paipu("audit", table, "--sheet", "guandan-3", "--notes", "--lang", "en").stdout
    assert "红队 – 蓝队 (r1/t1)" in told
    loaded = paipu("load", table, "--sheet", "guandan-3", "--warehouse", tmp_path / "w", "--lang", "en")
    assert "read 1 = accepted 0 + accepted with findings 1 + quarantined 0" in loaded.stderr
    for words in (["--sheet", "none"], ["--sheet", "guandan-3", "--event", str(table)]):
        assert paipu("audit", str(table), *words).exit_code == 2
