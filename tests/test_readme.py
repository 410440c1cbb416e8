"""The README's tour runs as it is printed."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paipu.cli.main import app
from tests.cli.test_event_new import TERMS, fill, sixteen

ROOT = Path(__file__).resolve().parent.parent
SERVES = "paipu dashboard"


def tour() -> list[str]:
    """The commands of the tour, comments dropped."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("A five-minute tour", 1)[1]
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None
    lines = [line.split("  #")[0].rstrip() for line in block.group(1).splitlines()]
    return [line for line in lines if line.startswith("paipu ")]


def test_tour_commands_succeed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    commands = tour()
    assert len(commands) >= 8
    for line in commands:
        if line.startswith(SERVES):
            continue
        done = CliRunner().invoke(app, shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.stdout[-2000:], done.stderr[-2000:])
    assert (tmp_path / "findings.ndjson").stat().st_size > 0
    assert (tmp_path / "computed.ndjson").stat().st_size > 0
    run_notebook()
    said = capsys.readouterr().out
    assert "demo/r01/t01 NS 1" in said
    assert "illegal SJ-16h" in said


def run_notebook() -> None:
    """The lines of the notebook, on the files that the tour leaves."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(block.strip().splitlines()) <= 22
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own page


def published() -> list[str]:
    """The commands that go from an empty folder to published standings, comments dropped."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"From an empty folder to published standings.*?```text\n(.*?)```", text, re.DOTALL)
    assert block is not None
    return [line.split("  #")[0].rstrip() for line in block[1].splitlines()]


def test_sixteen_pairs_are_ranked_and_published_by_the_commands_that_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    template, *others = published()
    assert len(others) <= 4
    assert CliRunner().invoke(app, shlex.split(template)[1:]).exit_code == 0
    fill(tmp_path / "cup.xlsx", sixteen(), {**TERMS}, 7)
    said = ""
    for line in others:
        done = CliRunner().invoke(app, [*shlex.split(line)[1:], *(["--format", "ndjson"] if " audit " in line else [])])
        assert done.exit_code == 0, (line, done.stdout[-2000:], done.stderr[-2000:])
        said = done.stdout if " audit " in line else said
    assert {json.loads(line)["severity"] for line in said.splitlines()} <= {"note"}
    page = (tmp_path / "wall.html").read_text(encoding="utf-8")
    assert all(team in page for tables in sixteen(1) for each in tables for team in each[:2])


def test_tour_ends_at_the_dashboard() -> None:
    assert tour()[-1].startswith(SERVES)
