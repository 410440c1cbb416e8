"""The program as a whole: help, versions, errors, and how quickly it starts."""

import json
import re
import string
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import jsonschema
import pytest

from paipu.cli import main
from paipu.cli.support import explaining
from paipu.cli.text import TEXT, both, text
from paipu.replay.audit import COMPILED, ENGINE_VERSION
from paipu.replay.words import WORDS
from tests.cli.conftest import Paipu
from tests.many import in_one

ROOT = Path(__file__).parent.parent.parent
COMMANDS = list(main.COMMANDS)
HEAVY = ("duckdb", "polars", "pyarrow", "streamlit", "plotly", "pydantic", "rich.progress")


def test_without_words_the_help_is_shown(paipu: Paipu) -> None:
    done = paipu()
    assert done.exit_code == 2
    for name in COMMANDS:
        assert f"  {name}" in done.stderr


@in_one
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help_in_both_languages(paipu: Paipu, name: str, option: str) -> None:
    done = paipu(name, option)
    assert done.exit_code == 0
    assert TEXT[f"help.{name}"].zh in done.stdout
    assert TEXT[f"help.{name}"].en in done.stdout


@pytest.mark.parametrize("group", list(main.GROUPS))
def test_every_word_of_a_group_has_help_in_both_languages(paipu: Paipu, group: str) -> None:
    listed = paipu(group, "--help")
    for name in main.GROUPS[group]:
        done = paipu(group, name, "--help")
        assert done.exit_code == listed.exit_code == 0
        said = TEXT[f"help.{group}.{name}"]
        assert f"{said.zh} · {said.en}" in " ".join(done.stdout.split())
        assert name in listed.stdout


@pytest.mark.parametrize("group", list(main.GROUPS))
def test_a_group_has_the_words_of_its_module(group: str) -> None:
    assert list(main.GROUPS[group]) == list(import_module(f"paipu.cli.{group}").COMMANDS)


def test_a_command_does_not_wait_for_the_others() -> None:
    script = (
        "import sys; from typer.main import get_command; from paipu.cli.main import COMMANDS, GROUPS, app; "
        "get_command(app).main(['schema', '--help'], standalone_mode=False); "
        "print([name for name in (*COMMANDS, *GROUPS) if f'paipu.cli.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "['schema']"


def test_version_names_engine_and_sheets(paipu: Paipu) -> None:
    done = paipu("--version")
    assert done.exit_code == 0
    assert f"engine {ENGINE_VERSION}, {'编译版 · compiled' if COMPILED else '纯 Python · pure Python'};" in done.stdout
    assert "shengji 1" in done.stdout


@pytest.mark.parametrize("words", [["nonsense"], ["--nonsense"], ["audti", "x"]])
def test_an_unknown_word_is_bad_usage(paipu: Paipu, words: list[str]) -> None:
    done = paipu(*words)
    assert done.exit_code == 2
    assert len([line for line in done.stderr.splitlines() if line.startswith("paipu: ")]) == 2
    assert "--help" in done.stderr


@pytest.mark.parametrize("again", [["--bids", "N LJLJ"], ["--bids=N LJLJ"]])
def test_an_option_that_takes_one_value_is_refused_two(paipu: Paipu, again: list[str]) -> None:
    result = paipu("judge", "--bids", "E 2h", *again)
    assert result.exit_code == 2
    assert "--bids is given twice" in result.stderr


def test_a_near_command_is_suggested(paipu: Paipu) -> None:
    assert "audit" in paipu("audti", "x").stderr


def raise_fault(*_: object) -> None:
    raise ZeroDivisionError("secret\ndetails \x1b[2J")


def test_no_traceback_reaches_anybody_unasked(paipu: Paipu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "explain", raise_fault)
    done = paipu("explain", "TRICK-SIZE")
    assert done.exit_code == 4
    assert "Traceback" not in done.stdout + done.stderr
    assert "ZeroDivisionError: secret" in done.stderr
    assert "--debug" in done.stderr


@pytest.mark.parametrize("words", [["--debug", "explain", "TRICK-SIZE"], ["explain", "TRICK-SIZE", "--debug"]])
def test_debug_may_stand_anywhere(paipu: Paipu, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setattr(explaining, "explain", raise_fault)
    done = paipu(*words)
    assert done.exit_code == 4
    assert "raise_fault" in done.stderr


def test_debug_after_two_dashes_is_a_path(paipu: Paipu) -> None:
    assert paipu("audit", "--", "--debug").exit_code == 3


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupt_is_told_in_a_line(paipu: Paipu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "explain", interrupt)
    done = paipu("explain", "TRICK-SIZE")
    assert done.exit_code == 130
    assert done.stderr.splitlines() == ["paipu: 已中断", "paipu: interrupted"]


def test_python_m_cli_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paipu.cli", "--version"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("paipu ")
    done = subprocess.run([sys.executable, "-m", "paipu.cli", "bogus"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 2


def test_help_needs_nothing_heavy() -> None:
    script = "import sys, paipu.cli.main; print([name for name in sys.argv[1:] if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script, *HEAVY], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_an_audit_needs_no_database_and_no_pages(records: Path) -> None:
    script = (
        "import sys; from typer.main import get_command; from paipu.cli.main import app; "
        "get_command(app).main(['audit', sys.argv[1], '-q', '-o', sys.argv[2]], standalone_mode=False); "
        "print([name for name in sys.argv[3:] if name in sys.modules])"
    )
    heavy = ("duckdb", "polars", "pyarrow", "streamlit", "plotly")
    command = [sys.executable, "-c", script, str(records), str(records.with_name("out")), *heavy]
    started = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
    assert time.monotonic() - started < 10


def test_schema_is_the_published_one_and_a_schema(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("schema")
    assert done.stdout == (ROOT / "data/schema/paipu-1.schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(json.loads(done.stdout))
    target = tmp_path / "schema.json"
    assert paipu("schema", "-o", target).exit_code == 0
    assert target.read_text(encoding="utf-8") == done.stdout


# --- the catalogue of texts --------------------------------------------------------------------------------


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


OF_EACH_LANGUAGE = {
    "known.trouble",
    "warehouse.trouble",
    "cluster.trouble",
    "entry.wrong",
    "dashboard.trouble",
    "rulings.trouble",
    "report.no_case",
    "report.pdf",
}
"""Texts into which each language brings its own words."""


def test_both_languages_are_there_and_take_the_same_values() -> None:
    """But for the word for a trick, which in English is one in all games."""
    for key, said in TEXT.items():
        assert said.zh, key
        assert said.en, key
        assert key in OF_EACH_LANGUAGE or fields(said.zh) - {"term"} == fields(said.en), key
    assert not re.search(r"[\u4e00-\u9fff]", said.en)


def test_every_key_that_the_code_names_exists_and_is_used() -> None:
    said_by = (
        ROOT / "cli",
        ROOT / "ingest" / "question",
        ROOT / "replay" / "solve",
        ROOT / "ingest" / "importers",
        ROOT / "dashboard" / "record",
    )
    paths = [path for folder in said_by for path in sorted(folder.rglob("*.py")) if path.parent.name != "text"]
    code = "".join(path.read_text(encoding="utf-8") for path in paths)
    named = set(re.findall(r"""(?<![_a-z])(?:text|say|both|[A-Za-z]+Error)\(\s*["']([a-z_]+(?:\.[A-Za-z_]+)*)["']""", code))
    assert named <= set(TEXT)
    loose = set(re.findall(r"""["']([a-z_]+(?:\.[A-Za-z_0-9]+)+)["']""", code))
    starts = re.findall(r"""(?:text|say|[A-Za-z]+Error)\(\s*f["']([a-z_]+(?:\.[a-z_]+)*\.)\{""", code)
    made = {start.rstrip(".") + "." for start in starts}
    prefixes = (*made, "help.", "usage.", "end.")
    unused = {key for key in TEXT if key not in named | loose | set(WORDS) and not key.startswith(prefixes)}
    assert unused == set()


def test_help_is_in_both_languages() -> None:
    assert both("help.schema") == f"{text('help.schema', 'zh')} · {text('help.schema', 'en')}"
