"""Files of 1 MB or less that were made to do harm, through the commands that read files: each within 10 seconds and 500 MB."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from paipu.cli.support.errors import ExitCode
from paipu.ingest.scoresheet.writing import sheets, to_csv
from paipu.replay.cards import CARDS, split_cards
from paipu.samples import make_match
from tests.cli.conftest import Paipu
from tests.ingest.hostile import EVENTS, RECORDS, TABLES, WORKBOOKS, Hostile, ranked

Document = dict[str, Any]

SECONDS = 10
MEGABYTES = 500


AT = ("--match", "x", "--hand", "1", "--at", "1.1", "--seat", "S", "--kind", "concealed")
RULED = ("--match", "x", "--hand", "1", "--points", "EW=10", "--by", "x", "--reason", "x", "--rulings", "LOG")
DOORS = (
    ["judge", "--from", "FILE"],
    ["ruling", "propose", "FILE", *AT],
    ["ruling", "issue", "FILE", *RULED],
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
    named = [{"FILE": str(path), "LOG": str(tmp_path / "log.ndjson")}.get(word, word) for word in words]
    code, seconds, megabytes, told = taken([*named, "--lang", "en"], tmp_path)
    assert code in {ExitCode.INPUT, ExitCode.USAGE}, told
    assert "Traceback" not in told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


def everybody_once(sheet: str, hands: list[Document]) -> bytes:
    """1 MB of a match that others play each time, in one event."""
    made, size = list[bytes](), 0
    while size <= 1 << 20:
        at = len(made)
        seats = {seat: {"id": f"p{at}{seat}"} for seat in "ENWS"}
        event = {"id": "e", "round": 1, "table": str(at)}
        document = {"format": "paipu/1", "id": f"m{at}", "sheet": sheet, "event": event, "seats": seats, "hands": hands}
        made.append(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        size += len(made[-1])
    return b"".join(made[:-1])


def full_of_trumps() -> list[Document]:
    """A hand in which a long tractor is led, and another has ten trumps in pairs and nine alone."""
    lead, follow = "3s3s4s4s5s5s6s6s7s7s", "8s8s9s9sTsTsJsJsQsQs"
    held = {"E": split_cards(lead), "S": split_cards(follow + "KsAs2h2c2d2sLJBJAs")}
    left = list((Counter(dict.fromkeys(CARDS, 2)) - Counter([*held["E"], *held["S"]])).elements())[::-1]
    dealt = {seat: [*held.get(seat, ())] for seat in "ENWS"}
    for seat in "NWES":
        while len(dealt[seat]) < 25:
            dealt[seat].append(left.pop(0))
    low = {seat: "".join(dealt[seat][:10]) for seat in "NW"}
    trick = f"E {lead} {low['N']} {low['W']} {follow}"
    deal = {**{seat: " ".join(cards) for seat, cards in dealt.items()}, "kitty": " ".join(left)}
    return [{"no": 1, "level": "2", "trump": "s", "dealer": "E", "deal": deal, "tricks": [trick], "seconds": [[1, 2, 3, 4]]}]


CROWDS: Mapping[str, tuple[str, Callable[[], list[Document]]]] = {
    "finished": ("guandan-1", lambda: [{"no": 1, "claims": {"finish": "ENWS"}}]),
    "played": ("guandan-1", lambda: make_match(3, 1, sheet="guandan-1", hands=1)["hands"]),
    "trumps": ("shengji", full_of_trumps),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", CROWDS)
def test_no_small_file_makes_a_warehouse_that_takes_much(tmp_path: Path, name: str) -> None:
    """A small file of matches in which nobody plays twice: all that is asked of what it was loaded into."""
    sheet, hands = CROWDS[name]
    path, warehouse = tmp_path / "crowd.ndjson", str(tmp_path / "warehouse")
    path.write_bytes(everybody_once(sheet, hands()))
    asked = (["stats"], ["stats", "--by", "pair"], ["stats", "--by", "team"], ["integrity"], ["ratings"], ["verify"])
    code, _, _, told = taken(["load", str(path), "--warehouse", warehouse, "--lang", "en"], tmp_path)
    assert code == ExitCode.CLEAN, told
    for words in asked:
        code, seconds, megabytes, told = taken([*words, "--warehouse", warehouse, "--lang", "en"], tmp_path)
        assert code == ExitCode.CLEAN, told
        assert seconds < SECONDS, words
        assert megabytes < MEGABYTES, words


@pytest.mark.deep
@pytest.mark.parametrize("hostile", [*TABLES, *RECORDS], ids=lambda each: each.name)
def test_no_small_file_takes_much_of_who_ranks(tmp_path: Path, hostile: Hostile) -> None:
    path, event = tmp_path / hostile.name, tmp_path / "event.json"
    path.write_bytes(hostile.make())
    event.write_bytes(ranked(4, 1, 2))
    code, seconds, megabytes, told = taken(["standings", str(event), str(path), "--lang", "en"], tmp_path)
    assert code in {ExitCode.CLEAN, ExitCode.INPUT}, told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.deep
@pytest.mark.parametrize("sheet", ["guandan-1", "shengji", "guandan-js2023", "shuangkou"])
def test_a_score_sheet_of_1_mb_is_audited_in_10_seconds(tmp_path: Path, sheet: str) -> None:
    """A real one: a row a hand, nothing but claims."""
    made = [make_match(3, number, sheet=sheet) for number in range(1, 41)]
    many = [
        {**each, "event": {"id": "e", "round": 1 + at, "table": str(number)}}
        for at in range(60)
        for number, each in enumerate(made)
    ]
    [rows] = sheets(many)
    path = tmp_path / "sheet.csv"
    path.write_bytes(b"".join(to_csv(rows).splitlines(keepends=True)[:8_500])[: 1 << 20].rpartition(b"\n")[0])
    code, seconds, megabytes, told = taken(["audit", str(path), "--lang", "en"], tmp_path)
    assert code == ExitCode.CLEAN, told
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
