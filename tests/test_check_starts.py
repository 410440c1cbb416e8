"""The check of the start: a key that is there twice is named, and the program that it stops is seen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import check_starts

ROOT = Path(__file__).parent.parent


@pytest.fixture
def helped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The texts of the help in a repository of their own, from which the program reads them; all else is as it is here."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("/links/\n")
    subprocess.run([sys.executable, "setup.py", "-q", "links", "--into", str(tmp_path / "links")], cwd=ROOT, check=True)
    (tmp_path / "links" / "paipu" / "cli").unlink()
    (tmp_path / "links" / "paipu" / "cli").symlink_to(tmp_path / "cli")
    shutil.copytree(ROOT / "cli", tmp_path / "cli", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "links"))
    return tmp_path / "cli" / "text" / "help.toml"


def test_a_key_that_is_there_twice_is_named_and_stops_the_program(
    tmp_path: Path, helped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_starts.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "start: 0 problems\n"
    whole = helped.read_text(encoding="utf-8")
    first = next(line for line in whole.splitlines() if " = [" in line)
    helped.write_text(whole.replace(first, f"{first}\n{first}"), encoding="utf-8")
    assert check_starts.main([str(tmp_path)]) == 1
    named, *said = capsys.readouterr().out.splitlines()
    assert named.startswith(f"cli/text/help.toml:{1 + whole.splitlines().index(first) + 1}: Cannot overwrite a value")
    assert said[0].startswith("paipu --help: exit ")
    assert said[-1] == "start: 2 problems"


def test_what_no_command_reads_at_its_start_is_read_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / "late.toml").write_bytes(b'a = "\xff"\n')
    assert check_starts.main([str(tmp_path)]) == 1
    named, count = capsys.readouterr().out.splitlines()
    assert named.startswith("late.toml:1: 'utf-8' codec")
    assert count == "start: 1 problem"
