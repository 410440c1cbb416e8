"""Files of 1 MB or less that were made to do harm, through the commands that read files: each within 10 seconds and 500 MB."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu
from tests.ingest.hostile import EVENTS, RECORDS, TABLES, WORKBOOKS, Hostile

SECONDS = 10
MEGABYTES = 500


AT = ("--match", "x", "--hand", "1", "--at", "1.1", "--seat", "S", "--kind", "concealed")
DOORS = (
    ["judge", "--from", "FILE"],
    ["ruling", "propose", "FILE", *AT],
)
"""Commands that look for something of one match, or for questions, in a file."""
RUN = """
import json, os, subprocess, sys
nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
process = subprocess.Popen([sys.executable, "-m", "paipu.cli", *sys.argv[1:]], **nothing)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(json.dumps([process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
"""
"""Runs a command and says what it took. Whoever starts a process lends it his own memory as the most that it ever had, and
these tests have made large files.
"""


def taken(words: list[str], folder: Path) -> tuple[int, float, float, str]:
    """What a command takes with its processes: exit code, seconds of processor time, megabytes of the largest; its words."""
    with (folder / "said").open("w+b") as said:
        done = subprocess.run([sys.executable, "-c", RUN, *words], stdout=subprocess.PIPE, stderr=said, check=True)
        said.seek(0)
        told = said.read(2000).decode()
    code, seconds, megabytes = json.loads(done.stdout)
    return code, seconds, megabytes, told


@pytest.mark.deep
@pytest.mark.parametrize("word", ["audit", "convert", "load"])
@pytest.mark.parametrize("hostile", [*WORKBOOKS, *TABLES, *RECORDS], ids=lambda each: each.name)
def test_no_small_file_takes_much_to_read_or_to_refuse(tmp_path: Path, hostile: Hostile, word: str) -> None:
    path = tmp_path / hostile.name
    path.write_bytes(hostile.make())
    assert path.stat().st_size <= 1 << 20
    form = "scoresheet" if hostile.name.endswith((".xlsx", ".csv")) else "botzone-tractor"
    more = {
        "audit": [],
        "convert": ["--from", form, "-o", str(tmp_path / "out")],
        "load": ["--warehouse", str(tmp_path / "warehouse")],
    }[word]
    code, seconds, megabytes, told = taken([word, str(path), "--lang", "en", *more], tmp_path)
    assert code == ExitCode.INPUT, told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
    if word == "audit":
        assert not hostile.codes or any(each in told for each in hostile.codes)


@pytest.mark.deep
@pytest.mark.parametrize("hostile", [*TABLES, *RECORDS], ids=lambda each: each.name)
@pytest.mark.parametrize("words", DOORS, ids=" ".join)
def test_no_small_file_takes_much_of_who_asks_of_one_match(tmp_path: Path, hostile: Hostile, words: list[str]) -> None:
    path = tmp_path / hostile.name
    path.write_bytes(hostile.make())
    named = [str(path) if word == "FILE" else word for word in words]
    code, seconds, megabytes, told = taken([*named, "--lang", "en"], tmp_path)
    assert code in {ExitCode.INPUT, ExitCode.USAGE}, told
    assert "Traceback" not in told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.deep
@pytest.mark.parametrize("words", [["audit", "--event"], ["standings"], ["load", "--event"], ["report", "event"]], ids=" ".join)
@pytest.mark.parametrize("hostile", EVENTS, ids=lambda each: each.name)
def test_no_small_event_takes_much(tmp_path: Path, hostile: Hostile, words: list[str]) -> None:
    path, record = tmp_path / hostile.name, tmp_path / "record.ndjson"
    path.write_bytes(hostile.make())
    record.write_bytes(b'{"format":"paipu/1","id":"x","sheet":"guandan-1","hands":[{"no":1}]}\n')
    assert path.stat().st_size <= 1 << 20
    more = {"load": ["--warehouse", str(tmp_path / "warehouse")], "report": ["-o", str(tmp_path / "out.html")]}
    code, seconds, megabytes, told = taken([*words, str(path), str(record), "--lang", "en", *more.get(words[0], [])], tmp_path)
    assert (code == ExitCode.INPUT) == bool(hostile.codes), told
    assert not hostile.codes or any(each in told for each in hostile.codes), told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.parametrize("hostile", WORKBOOKS[:2], ids=lambda each: each.name)
def test_a_refused_workbook_is_a_line_with_what_to_do(paipu: Paipu, tmp_path: Path, hostile: Hostile) -> None:
    path = tmp_path / hostile.name
    path.write_bytes(hostile.make())
    for lang in ("zh", "en"):
        done = paipu("audit", path, "--lang", lang)
        assert done.exit_code == ExitCode.INPUT
        assert hostile.codes[0] in done.stderr
        assert ("请" if lang == "zh" else "scores alone" if hostile.codes[0].endswith("S") else "shorten") in done.stderr


def test_standard_input_of_something_else_ends(paipu: Paipu) -> None:
    done = paipu("audit", "-", "--workers", "1", "--lang", "en", input=b"y\n" * 10_100)
    assert done.exit_code == ExitCode.INPUT
    assert "SOURCE-FOREIGN" in done.stderr
    assert "-:10001" in done.stderr
