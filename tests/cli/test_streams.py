"""Standard streams that are closed, and terminals without Chinese letters."""

import json
import re
from pathlib import Path

import pytest

from paipu.cli.support.streams import shows_chinese
from tests.cli.conftest import Paipu
from tests.cli.processes import run, shell

CHINESE = re.compile(r"[\u4e00-\u9fff]|\\u[0-9a-f]{4}")

# --- closed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("paipu audit cup.ndjson -o out >&-", 1, marks=pytest.mark.deep),
        ("paipu audit cup.ndjson >&-", 6),
        pytest.param("paipu audit clean.ndjson >&-", 0, marks=pytest.mark.deep),
        pytest.param("paipu --help >&-", 6, marks=pytest.mark.deep),
        pytest.param("paipu schema >&-", 6, marks=pytest.mark.deep),
        pytest.param("paipu replay clean.ndjson --match cup/r1/t01 >&-", 6, marks=pytest.mark.deep),
        pytest.param("paipu audit cup.ndjson 2>&-", 1, marks=pytest.mark.deep),
        pytest.param("paipu load cup.ndjson --warehouse house 2>&-", 0, marks=pytest.mark.deep),
        ("paipu audit - <&-", 3),
        pytest.param("paipu convert --from botzone-tractor - <&-", 3, marks=pytest.mark.deep),
        pytest.param("paipu dashboard --warehouse none >&- 2>&- <&-", 3, marks=pytest.mark.deep),
        pytest.param("paipu audit cup.ndjson -o out --workers 2 >&- 2>&- <&-", 1, marks=pytest.mark.deep),
    ],
)
def test_a_closed_stream_is_no_fault_of_the_program(records: Path, spotless: Path, line: str, code: int) -> None:
    assert spotless.parent == records.parent
    done = shell(line, records.parent)
    assert done.returncode == code, done.stderr
    assert "AttributeError" not in done.stderr
    assert "Traceback" not in done.stderr
    if code == 6:
        assert "标准输出是关闭的" in done.stderr
        assert "the standard output is closed" in done.stderr
    if "-o out" in line:
        assert "CLAIM-ATTACKERS" in (records.parent / "out").read_text(encoding="utf-8")


def test_a_file_never_takes_the_place_of_a_closed_stream(spotless: Path) -> None:
    before = spotless.read_bytes()
    assert shell("paipu audit clean.ndjson <&- >&- 2>&-", spotless.parent).returncode == 0
    assert spotless.read_bytes() == before


# --- without Chinese letters -------------------------------------------------------------------------------

WITHOUT = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX"},
    {"LANG": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LANG": "en_US.ISO-8859-1"},
    {"LC_ALL": "de_DE.ISO-8859-15@euro", "LANG": "zh_CN.UTF-8"},
]
WITH = [
    {},
    {"LC_ALL": "C.UTF-8"},
    {"LANG": "zh_CN.GB18030", "PYTHONIOENCODING": "utf-8"},
    {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"},
]


VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8", "PAIPU_LANG")


@pytest.mark.parametrize("where", [each for each in WITHOUT if "PYTHONIOENCODING" not in each], ids=str)
def test_the_environment_names_a_character_set_without_chinese(monkeypatch: pytest.MonkeyPatch, where: dict[str, str]) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    assert shows_chinese()
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")  # as Python sets it itself
    for name, value in where.items():
        monkeypatch.setenv(name, value)
    assert not shows_chinese()


@pytest.mark.deep
@pytest.mark.parametrize("where", [WITHOUT[0], WITHOUT[3], WITHOUT[5]], ids=str)
def test_where_chinese_cannot_be_shown_all_is_said_in_english(records: Path, tmp_path: Path, where: dict[str, str]) -> None:
    """All that is the program's to say: people, teams and events keep their names."""
    recorded = json.dumps([json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()], ensure_ascii=False)
    names = re.compile("|".join(map(re.escape, sorted(set(re.findall(r'"([^"]*[\u4e00-\u9fff][^"]*)"', recorded))))))
    for words in (
        ("audit", records),
        ("audit", tmp_path / "none.json"),
        ("audit", "--help"),
        (),
        ("bogus",),
        ("rules", "bridge"),
        ("replay", records, "--match", "cup/r1/t01"),
        ("load", records, "--warehouse", tmp_path / "house"),
        ("dashboard", "--warehouse", tmp_path / "none"),
    ):
        done = run(*words, where=where)
        assert done.stdout + done.stderr
        assert not CHINESE.search(names.sub("", done.stdout)), words
        assert not CHINESE.search(done.stderr), words
        assert done.stderr.isascii(), words
        assert done.returncode != 4


def test_what_is_asked_for_comes_first(paipu: Paipu, monkeypatch: pytest.MonkeyPatch, records: Path) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    assert "Wrong attackers' points" in paipu("audit", records).stdout
    assert "抓分方得分错误" in paipu("audit", records, "--lang", "zh").stdout
    monkeypatch.setenv("PAIPU_LANG", "zh")
    assert "抓分方得分错误" in paipu("audit", records).stdout


@pytest.mark.parametrize(
    "where", [*WITH[2:3], *(pytest.param(each, marks=pytest.mark.deep) for each in WITH if each != WITH[2])], ids=str
)
def test_elsewhere_chinese_comes_first(records: Path, where: dict[str, str]) -> None:
    done = run("audit", records, "none.json", where=where)
    assert "抓分方得分错误" in done.stdout
    assert "隔离" in done.stderr


def test_a_stream_without_chinese_is_enough(paipu: Paipu, monkeypatch: pytest.MonkeyPatch, records: Path) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    assert shows_chinese()
    monkeypatch.setenv("LANG", "zh_CN.Big5")  # which has no simplified letters
    assert not shows_chinese()
    assert "Wrong attackers' points" in paipu("audit", records).stdout
