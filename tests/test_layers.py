"""The contracts of pyproject.toml, tried on small packages of the same names: each must be able to fail."""

import ast
import re
import shutil
import subprocess
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

import pytest

from paipu.replay.rulesheet import ClockRules
from tests.check_engine import (
    circles,
    defaults,
    families_asked_for,
    games_named,
    groups_unwatched,
    is_group,
    notation_elsewhere,
)

ROOT = Path(__file__).parent.parent
ROOMS: Final = [
    room
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract.get("containers") == ["paipu.replay"]
    for layer in contract["layers"]
    for room in layer.split(" | ")
]
PACKAGES = ("replay", "ingest", "samples", "analytics", "dashboard", "cli")


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    whole = tmp_path / "paipu"
    for name in ("", "interface", *PACKAGES, *(f"replay/{room}" for room in ROOMS)):
        (whole / name).mkdir()
        (whole / name / "__init__.py").touch()
    return whole


def lint_imports(packages: Path) -> subprocess.CompletedProcess[str]:
    command = Path(sysconfig.get_path("scripts")) / "lint-imports"
    return subprocess.run(
        [command, "--no-cache", "--no-logo"], cwd=packages.parent, check=False, capture_output=True, text=True
    )


def test_what_the_layout_allows_is_kept(packages: Path) -> None:
    (packages / "replay/catalogue/__init__.py").write_text("import tomllib\nfrom importlib import resources\n")
    (packages / "replay/sheets/shengji.py").write_text("import functools\nfrom paipu.replay import catalogue, tricks\n")
    (packages / "ingest/parse.py").write_text("import os\nimport pydantic\nimport paipu.replay\n")
    (packages / "samples/match.py").write_text("import random\nimport paipu.ingest, paipu.replay\n")
    (packages / "analytics/load.py").write_text("import duckdb, polars\nimport paipu.ingest, paipu.replay\n")
    (packages / "dashboard/app.py").write_text("import streamlit\nimport paipu.analytics, paipu.ingest, paipu.replay\n")
    (packages / "cli/main.py").write_text(
        "import rich, typer\nimport paipu.analytics, paipu.dashboard.app, paipu.ingest, paipu.replay, paipu.samples\n"
    )
    done = lint_imports(packages)
    assert done.returncode == 0, done.stdout + done.stderr


FORBIDDEN = {
    "one way": [
        *((f"replay.{name}_", f"import paipu.{name}") for name in PACKAGES[1:]),
        *((f"ingest.{name}_", f"import paipu.{name}") for name in PACKAGES[2:]),
        *((f"samples.{name}_", f"import paipu.{name}") for name in PACKAGES[3:]),
        *((f"analytics.{name}_", f"from paipu.{name} import a") for name in ("samples", "dashboard", "cli")),
        ("dashboard.cli_", "import paipu.cli"),
        ("cli.interface_", "from paipu import interface"),
    ],
    "made-up matches": [("dashboard.samples_", "import paipu.samples")],
    "the kernel is pure": [
        ("replay.tricks.random_", "from random import shuffle"),
        ("replay.tricks.time_", "def f():\n    import time"),
        ("replay.sheets.datetime_", "from datetime import date"),
        ("replay.sheets.os_", "import os.path"),
        ("replay.tomllib_", "import tomllib"),
        ("replay.tricks.importlib_", "from importlib import resources"),
        ("replay.pydantic_", "from pydantic import BaseModel"),
    ],
    "within the kernel": [
        ("replay.tricks.sheets_", "from paipu.replay import sheets"),
        ("replay.tricks.climbing_", "from paipu.replay.climbing import a"),
        ("replay.climbing.tricks_", "from paipu.replay.tricks import a"),
        ("replay.record.report_", "from paipu.replay.report import a"),
        ("replay.question.audit_", "from paipu.replay import audit"),
    ],
    "what shows things": [("ingest.streamlit_", "import streamlit.testing"), ("analytics.rich_", "from rich import print")],
    "the extra serve": [("cli.fastapi_", "import fastapi"), ("dashboard.fastapi_", "from fastapi import FastAPI")],
    "what is shipped": [("cli.chess_", "import chess"), ("analytics.tests_", "from tests.bench import run")],
}
"""By what stands in the name of the contract that they break: modules, each named after what it imports, and their code."""


def test_each_forbidden_import_breaks_its_contract(packages: Path) -> None:
    for modules in FORBIDDEN.values():
        for module, line in modules:
            (packages / module.replace(".", "/")).with_suffix(".py").write_text(line + "\n")
    done = lint_imports(packages)
    assert done.returncode == 1, done.stdout + done.stderr
    told = dict(part.split("\n", 1) for part in re.split(r"\n(?=[^\n]+\n-{10,})", done.stdout)[1:])
    for contract, modules in FORBIDDEN.items():
        [broken] = [said for name, said in told.items() if contract in name]
        assert [
            module
            for module, _ in modules
            if not re.search(rf"paipu\.{module} -> (paipu\.(replay\.)?)?{module.split('.')[-1][:-1]}", broken)
        ] == []


def test_a_circle_of_modules_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for package, back in (("straight", ""), ("round", "    from round.one import a\n")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
        (tmp_path / package / "one.py").write_text(f"from {package} import two\n")
        (tmp_path / package / "two.py").write_text(f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\n{back}")
    assert circles("straight") == []
    assert circles("round") == ["in a circle: round.one <- round.two <- round.one"]


# ---- which sheet it runs is nobody's business outside `replay/sheets`


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ('KEY = "guandan-3"', 1),
        ("from paipu.replay.sheets.shengji import SHENGJI", 1),
        ("print(sheets.SHUANGKOU)", 1),
        ('print(f"{sheet} 是炒地皮")', 1),
        ('"""Only 炒地皮 has it."""', 0),
        ('SAID = "升级错误"', 0),
    ],
)
def test_an_engine_module_that_names_a_game_is_found(tmp_path: Path, code: str, faults: int) -> None:
    (tmp_path / "module.py").write_text(code, encoding="utf-8")
    assert len(games_named(tmp_path)) == faults


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("isinstance(sheet, TrickSheet)", 1),
        ("isinstance(given[0], (Text, sheets.ClimbingSheet))", 1),
        ("isinstance(sheet, Text | TrickSheet)", 1),
        ("issubclass(type(sheet), TrickSheet)", 1),
        ("type(sheet) is ClimbingSheet", 1),
        ("SHEETS[key].family == 'climbing'", 1),
        ("'tricks' != family", 1),
        ("family in {None, sheet.family}", 1),
        ("term in TERMS[sheet.family]", 0),
        ("isinstance(sheet, RuleSheet)", 0),
    ],
)
def test_a_module_that_asks_for_a_family_is_found(tmp_path: Path, code: str, faults: int) -> None:
    (tmp_path / "module.py").write_text(code, encoding="utf-8")
    assert len(families_asked_for([tmp_path])) == faults


def test_a_default_that_is_a_rule_is_found() -> None:
    class Rules(NamedTuple):
        decks: int = 2
        trump: str | None = None
        cards: tuple[str, ...] = ()
        strongest: Literal["ace", "two"] = "ace"
        banker: bool = False

    assert list(defaults(Rules)) == [
        f"Rules.{said} for a sheet that does not say" for said in ("decks is 2", "strongest is 'ace'")
    ]


def test_every_group_of_slots_is_one_that_can_be_watched_when_it_is_compiled() -> None:
    class Rules(NamedTuple):
        decks: int

    assert groups_unwatched() == []
    assert is_group(ClockRules)
    assert not is_group(Rules)


@pytest.mark.parametrize(
    ("code", "found"),
    [('leader, *plays = text.split(" ")', 1), ('cards, _, named = shown.partition("=")', 1), ('code.partition("/")', 0)],
)
def test_what_reads_the_notation_elsewhere_is_seen(tmp_path: Path, code: str, found: int) -> None:
    (tmp_path / "module.py").write_text(code, encoding="utf-8")
    assert len(notation_elsewhere(tmp_path)) == found


LONGEST: Final[dict[type[ast.AST], int]] = {ast.FunctionDef: 60, ast.AsyncFunctionDef: 60, ast.ClassDef: 300}
"""Lines of a function and of a class; a file is as long as its one subject."""


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All below a node; no function or class stands in an expression."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def lengths() -> dict[str, tuple[int, int]]:
    """Of every function and class of the product how many lines it has, and how many it may have."""
    found: dict[str, tuple[int, int]] = {}
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.end_lineno is not None:
                name = f"{path.relative_to(ROOT)}:{node.name}"
                lines, most = node.end_lineno - node.lineno + 1, LONGEST[type(node)]
                found[name] = max(found.get(name, (0, most)), (lines, most))
    return found


def test_no_function_or_class_of_the_product_grows_long() -> None:
    found = lengths()
    assert len(found) > 2000
    assert {name: lines for name, (lines, most) in found.items() if lines > most} == {}
