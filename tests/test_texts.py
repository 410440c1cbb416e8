"""Each language has its own words: no Chinese in an English text but terms of the games, no English in a Chinese one."""

import ast
import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

from paipu.ingest.rejection import REASONS, problem, wanting
from paipu.ingest.scoresheet.columns import columns_of, read_text
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text
from paipu.replay.texts import Texts

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = tuple(f"paipu.{part}" for part in ("replay", "ingest", "analytics", "cli", "dashboard", "samples"))
DRAWN: Final = ("paipu.dashboard.pages", "paipu.dashboard.app")
"""What draws as soon as it is imported; the words are in `paipu.dashboard.text`."""
HAN: Final = re.compile("[\u3400-\u9fff，。；：？！、《》]")
TERMS: Final = re.compile("[（(]?(?:拖拉机|炒地皮|双扣|掼蛋|大怪路子|记过|违例|犯规|双下|判负|弃权)[）)]?")
"""Terms of the games, which have no other name: beside their English they tell a reader of the sheet what is meant."""
COMMANDS: Final = re.compile(r"paipu [a-z]+(?: [a-z]+)*|pip install")
OWN_WORDS: Final = (
    "replay/sheets/",
    "replay/rulesheet.py",
    "ingest/scoresheet/",
)
"""Modules whose texts stand beside what they are the words of: a sheet, and the columns of a score sheet."""
OF_EACH_LANGUAGE: Final = frozenset({"rulings.trouble"})
"""Texts into which each language brings its own words."""
ENGLISH: Final = re.compile(r"(?<![\w/.\-`])[a-z]{2,} [a-z]{2,}\b")
"""Two words of English; one alone is a key, a code or a file."""


@cache
def texts() -> tuple[tuple[str, Text], ...]:
    """Every text of the modules, with its place."""
    found: dict[int, tuple[str, Text]] = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.startswith(DRAWN) and not module.name.endswith("__main__"):
                for name, value in vars(importlib.import_module(module.name)).items():
                    for place, said in within(value, f"{module.name}.{name}"):
                        found.setdefault(id(said), (place, said))
    return tuple(found.values())


def within(value: object, place: str) -> Iterator[tuple[str, Text]]:
    """The texts in a value: a text, a table or a row of some, a check."""
    if isinstance(value, Text):
        yield place, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from within(each, f"{place}[{key}]")
    elif isinstance(value, tuple | list):
        for at, each in enumerate(value):
            yield from within(each, f"{place}[{at}]")


def bare(said: str) -> str:
    """A text without its places and commands."""
    return COMMANDS.sub("", re.sub(r"\{[^}]*\}", "", said))


def test_every_text_keeps_to_its_language() -> None:
    assert len(texts()) > 1000
    assert [(place, said.en) for place, said in texts() if HAN.search(TERMS.sub("", bare(said.en)))] == []
    assert [(place, said.zh) for place, said in texts() if ENGLISH.search(bare(said.zh))] == []


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_what_a_cell_should_hold_is_said_in_each_language_alone(sheet: str) -> None:
    tried = 0
    for column in columns_of(sheet).all:
        for text in ("???" * 200, "5月6日"):
            _, unread, _ = read_text(column, text)
            if unread is None:
                continue
            tried += 1
            told = wanting(problem(unread.code, "A1", found=text), unread.expected)
            assert not HAN.search(told.message.en), told
            assert not ENGLISH.search(told.message.zh), told
            assert told.expected is None or not HAN.search(told.expected), told
    assert tried > 20


def test_what_would_do_stands_once_where_it_is_no_words() -> None:
    words, notation = Text("东, 北", "E, N"), Text("0 … 9", "0 … 9")
    said = wanting(problem("CELL-VALUE", "A1"), words)
    assert said.message == Text(f"{REASONS['CELL-VALUE'].zh}；应为：东, 北", f"{REASONS['CELL-VALUE'].en}; wanted: E, N")
    assert said.expected is None
    plain = wanting(problem("CELL-VALUE", "A1"), notation)
    assert (plain.message, plain.expected) == (REASONS["CELL-VALUE"], "0 … 9")


def test_readers_at_the_same_time_all_find_a_text() -> None:
    """Sessions of the dashboard ask side by side, and none may miss what another is just reading."""
    tables = [("paipu.dashboard", "text"), ("paipu.dashboard", "event_text"), ("paipu.dashboard.study", "text")]
    key = [*Texts({}, tables[-1])][-1]
    for _ in range(5):
        asked = Texts({}, *tables)
        with ThreadPoolExecutor(8) as readers:
            assert len({said.en for said in readers.map(lambda _, asked=asked: asked[key], range(16))}) == 1


def rows(path: Path) -> Iterator[tuple[str, str, object]]:
    """What a file of texts has: part, key and what is said."""
    for key, said in tomllib.loads(path.read_text(encoding="utf-8")).items():
        yield from [(key, each, words) for each, words in said.items()] if isinstance(said, dict) else [("", key, said)]


@cache
def files() -> tuple[Path, ...]:
    """The files of texts: checks, clauses, columns and models are tables of another shape."""
    own = [path for part in PACKAGES for path in (ROOT / part.removeprefix("paipu.")).rglob("*.toml")]
    return tuple(
        path for path in sorted(own) if all(isinstance(said, list) and isinstance(said[0], str) for _, _, said in rows(path))
    )


@cache
def tables() -> Mapping[str, Mapping[str, Texts]]:
    """The tables that each module has, its own or those of another, by their names there."""
    found: dict[str, Mapping[str, Texts]] = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.startswith(DRAWN) and not module.name.endswith("__main__"):
                values = vars(importlib.import_module(module.name))
                found[module.name] = {name: value for name, value in values.items() if isinstance(value, Texts)}
    return found


def source_of(module: str) -> Path:
    """Where a module is written; one that was compiled in place (`make native`) is imported from beside it."""
    path = Path(str(importlib.import_module(module).__file__))
    return path if path.suffix == ".py" else path.with_name(f"{path.name.partition('.')[0]}.py")


def fields(said: str) -> set[str]:
    """The places of a text; those that each language fills for itself, under one name."""
    return {re.sub(r"_?(?:zh|en)$", "", name) for _, name, _, _ in Formatter().parse(said) if name is not None}


def test_every_text_is_in_both_languages_takes_the_same_values_and_is_in_a_table_that_is_asked() -> None:
    asked = {(key, said) for each in tables().values() for table in each.values() for key, said in table.items()}
    assert len(files()) > 20
    for path in files():
        for _, key, said in rows(path):
            assert isinstance(said, list), f"{path}: {key}"
            zh, en = map(str, said)
            assert zh, f"{path}: {key}"
            assert en, f"{path}: {key}"
            assert key in OF_EACH_LANGUAGE or fields(zh) - {"term"} == fields(en) - {"term"}, f"{path}: {key}"
            assert (key, Text(zh, en)) in asked, f"{path}: {key}"


def test_every_text_that_a_module_names_is_there() -> None:
    named = 0
    for module, known in tables().items():
        for node in ast.walk(ast.parse(source_of(module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in known:
                table, key = known[node.value.id], node.slice
                named += 1
                if isinstance(key, ast.Constant):
                    assert key.value in table, f"{module}: {key.value!r}"
                elif isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
                    start = str(key.values[0].value)
                    assert any(each.startswith(start) for each in table), f"{module}: {start}"
    assert named > 100


def test_no_module_holds_a_text_of_its_own() -> None:
    """But a sheet its titles, and a column what its cells are called and hold."""
    found = []
    for path in sorted(path for part in PACKAGES for path in (ROOT / part.removeprefix("paipu.")).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(OWN_WORDS):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                    said = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
                    found += [f"{place}:{node.lineno}"] if any(HAN.search(str(each)) for each in said) else []
    assert found == []


def test_no_key_stands_in_two_tables() -> None:
    for package in ("cli", "dashboard", "analytics"):
        paths = sorted({*(ROOT / package).rglob("*text.toml"), *(ROOT / package).glob("text/*.toml")})
        keys = [(part, key) for path in paths for part, key, _ in rows(path)]
        assert sorted(set(keys)) == sorted(keys)
