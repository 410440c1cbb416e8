import os
import subprocess
from pathlib import Path

import pytest

from tests import check_docs

REGISTRY_HOST = "py" + "pi.org"  # in two pieces, so that this file names no registry


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("/out/\n")
    (tmp_path / "Makefile").write_text("VENV := .venv\n\ntest: $(VENV) ## run\n\techo\n\ntest-deep:\n\techo\n")
    return tmp_path


def problems(repository: Path, path: str, text: str) -> list[str]:
    """What the checks find in one more file, as `line what`."""
    file = repository / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    found = check_docs.check(repository)
    assert {problem.path for problem in found} <= {path}
    return [f"{problem.line} {problem.what}" for problem in found]


@pytest.mark.parametrize(
    "line",
    [
        "[a](docs/absent.md)",
        "![a](absent.png)",
        '[a](absent.md "title")',
        "[a](<absent file.md>)",
        "[a](absent.md#heading)",
        "[a](../outside.md)",
        "[a](out/ignored.md)",
        "[a]()",
        "[a]: absent.md",
        '<img src="absent.png" alt="a">',
        "[规则](规则/无.md)",
        "[good](Makefile) and [bad](absent.md)",
    ],
)
def test_a_link_that_leads_nowhere_is_found(repository: Path, line: str) -> None:
    (repository / "out").mkdir()
    (repository / "out" / "ignored.md").touch()
    [found] = problems(repository, "README.md", f"text\n{line}\n")
    assert found.startswith("2 the link leads nowhere")


@pytest.mark.parametrize(
    ("line", "lacking"),
    [
        ("`rules/follow.py`", "rules/follow.py"),
        ("`rules/` and `rules/<game>.toml`", "rules/<game>.toml"),
        ("`rules/beat.py`, `rules/b*.py`, `rules/`, `other/beat.py`, `1/2`, `rules/beat now`", None),
    ],
)
def test_a_path_that_is_named_and_is_not_there_is_found(repository: Path, line: str, lacking: str | None) -> None:
    (repository / "rules").mkdir()
    (repository / "rules" / "beat.py").touch()
    assert problems(repository, "CONTRIBUTING.md", f"text\n{line}\n") == ([f"2 there is no {lacking}"] if lacking else [])


@pytest.mark.parametrize(
    "line",
    [
        "[a](Makefile)",
        "[a](./docs/page.md#part)",
        "[a](docs)",
        "[a](docs/)",
        "[a](#heading)",
        "[a](https://example.org/absent.md)",
        "[a](mailto:someone@example.org)",
        "[a](docs/%E9%A1%B5.md) [a](docs/页.md)",
        "`[a](absent.md)`",
        "```\n[a](absent.md)\n```",
        "~~~~md\n```\n[a](absent.md)\n~~~~",
    ],
)
def test_a_good_link_is_not_found(repository: Path, line: str) -> None:
    (repository / "docs").mkdir()
    (repository / "docs" / "page.md").write_text("[up](../Makefile) [root](/Makefile) [beside](page.md)\n")
    (repository / "docs" / "页.md").touch()
    assert problems(repository, "README.md", line + "\n") == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("`make tset`", "tset"),
        ("```\nmake tset\n```", "tset"),
        ("```\n$ make test tset\n```", "tset"),
        ("`DEMO=0 make V=1 tset`", "tset"),
        ("`cd x && make VENV`", "VENV"),
    ],
)
@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md"])
def test_a_make_word_without_a_target_is_found(repository: Path, path: str, text: str, word: str) -> None:
    [found] = problems(repository, path, text + "\n")
    assert found.endswith(f"the Makefile has no target {word!r}")


@pytest.mark.parametrize(
    "text",
    ["We make sure.", "`make`", "`make test`", "```\nmake test-deep  # make sure\n```", "`cmake sure`"],
)
def test_a_make_word_with_a_target_is_not_found(repository: Path, text: str) -> None:
    assert problems(repository, "README.md", text + "\n") == []


@pytest.mark.parametrize("path", ["requirements.lock", "data/a.json", "tests/a.py"])
def test_a_registry_host_is_found(repository: Path, path: str) -> None:
    [found] = problems(repository, path, f"x\n# https://{REGISTRY_HOST.upper()}/simple\n")
    assert found == f"2 a registry's host: {REGISTRY_HOST.upper()}"


@pytest.mark.parametrize(
    "folder",
    ["/work/", "/root/", "/tmp/", "/home/", "C:\\Users\\"],  # noqa: S108 - named here, not written to
)
def test_a_path_of_one_machine_is_found_outside_tests(repository: Path, folder: str) -> None:
    [found] = problems(repository, "cli/a.py", f'X = "{folder}x"\n')
    assert found.startswith("1 a path of one machine")
    (repository / "cli" / "a.py").unlink()
    assert problems(repository, "tests/a.py", f'X = "{folder}x"\n') == []


@pytest.mark.parametrize("text", ["net/work/x", "https://example.org/root/x", "$HOME/tmp/x", "./tmp/x", "/workshop/"])
def test_a_path_of_any_machine_is_not_found(repository: Path, text: str) -> None:
    assert problems(repository, "notes.txt", text + "\n") == []


@pytest.mark.parametrize(
    ("comment", "what"),
    [
        ("# noqa", "every rule"),
        ("# noqa - the reason is given", "every rule"),
        ("# type: ignore", "every rule"),
        ("# type: ignore  # the reason is given", "every rule"),
        ("# noqa: S608", "without its reason"),
        ("# noqa: S608, E501", "without its reason"),
        ("# ruff: noqa: S608", "without its reason"),
        ("# type: ignore[arg-type]", "without its reason"),
        ("# type: ignore[arg-type]  # noqa: S608", "without its reason"),
        ("# type: ignore[arg-type]  # why", "without its reason"),
        ("# pyright: ignore[reportAny]", "without its reason"),
        ("# mypy: disable-error-code=misc", "without its reason"),
        ("# mypy: ignore-errors", "without its reason"),
        ("# fmt: off", "without its reason"),
        ("# pragma: no cover", "without its reason"),
    ],
)
def test_an_ignore_without_rule_or_reason_is_found(repository: Path, comment: str, what: str) -> None:
    found = problems(repository, "cli/a.py", f"x = 1\ny = 2  {comment}\n")
    assert any(line.startswith("2 an ignore") and what in line for line in found)


@pytest.mark.parametrize(
    "line",
    [
        "y = 2  # noqa: S608 - the names come from the catalogue",
        "y = 2  # noqa: S608, E501 the names come from the catalogue",
        "y = 2  # type: ignore[arg-type]  # the stub is wrong",
        "y = 2  # type: ignore[arg-type]  # noqa: S608  表名来自目录",
        "# fmt: off (a table of cards)",
        'y = "# noqa"',
        "# every ignored card",
    ],
)
def test_an_ignore_with_rule_and_reason_is_not_found(repository: Path, line: str) -> None:
    assert problems(repository, "cli/a.py", line + "\n") == []


@pytest.mark.parametrize("line", ['"S603",', '"ignore:old:DeprecationWarning",', '"ignore::UserWarning", # x'])
def test_an_ignore_in_the_configuration_carries_its_reason(repository: Path, line: str) -> None:
    [found] = problems(repository, "pyproject.toml", f"ignore = [\n    {line}\n]\n")
    assert found.startswith("2 an ignore without its reason")
    reasoned = line.partition("#")[0] + " # the reason is given"
    assert problems(repository, "pyproject.toml", f"ignore = [\n    {reasoned}\n]\n") == []


def test_binary_and_removed_files_are_not_read(repository: Path) -> None:
    (repository / "a.bin").write_bytes(b"\0/root/x")
    removed = repository / "removed.md"
    removed.write_text("[a](absent.md)")
    subprocess.run(["git", "add", "removed.md"], cwd=repository, check=True)
    removed.unlink()
    assert check_docs.check(repository) == []


@pytest.mark.parametrize(
    ("length", "when", "found"), [(72, "2026-11-27", []), (73, "2026-11-27", [73]), (73, "2026-11-25", [])]
)
def test_a_long_subject_is_found(repository: Path, length: int, when: str, found: list[int]) -> None:
    author = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    command = ["git", "commit", "--quiet", "--allow-empty", "--message", "x" * length]
    subprocess.run(command, cwd=repository, env={**os.environ, **author, "GIT_COMMITTER_DATE": f"{when}T12:00:00Z"}, check=True)
    assert [int(problem.what.split()[3]) for problem in check_docs.check(repository)] == found


def test_the_command_prints_each_problem_and_fails(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_docs.main([str(repository)]) == 0
    (repository / "README.md").write_text("[a](absent.md)\n")
    assert check_docs.main([str(repository)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "documents: 0 problems",
        "README.md:1: the link leads nowhere: absent.md",
        "documents: 1 problem",
    ]
