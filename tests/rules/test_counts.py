"""Nothing that is tested is lost in silence: how many situations there are of each kind, at the least.

A rewrite of the tests leaves the numbers as they are; who adds situations raises them. How many classes of faults there are is
held in `tests/samples/test_faults.py`, and which worked cases in `test_notes.py`.
"""

import json
import pkgutil
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from math import prod
from pathlib import Path
from typing import Final

import pytest

from tests import rules
from tests.rules.registry import ROWS, TESTS, each_row

SITUATIONS: Final = {
    "shengji": (141, 222),
    "chaodipi": (201, 321),
    "shuangkou": (113, 204),
    "guandan-1": (187, 241),
    "guandan-2": (168, 207),
    "guandan-3": (202, 255),
    "guandan-js2023": (211, 259),
    "daguai": (85, 178),
}
"""Records that must have a finding, and such that must not."""
CASES: Final = {
    "test_oracle_cases": 113,
    "test_chaodipi_cases": 290,
    "test_shuangkou_cases": 141,
    "test_guandan_cases": 201,
    "test_guandan_js2023_cases": 17,
    "test_daguai_cases": 143,
}
"""Worked cases and finer points that are put to an oracle."""
SECOND_READER: Final = 530
"""Situations that a second reader of the printed sheets has answered."""


def runs(test: Callable[..., object]) -> int:
    """How often a test runs for one sheet."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    return prod(len(list(mark.args[1])) for mark in marks if mark.args[0] != "sheet")


@cache
def situations() -> Counter[tuple[str, str]]:
    for module in pkgutil.iter_modules(rules.__path__):
        if module.name.startswith("test_"):
            import_module(f"tests.rules.{module.name}")
    counted: Counter[tuple[str, str]] = Counter()
    for mode, sheet, test in TESTS:
        counted[mode, sheet] += runs(test)
    return counted


@pytest.mark.parametrize("sheet", SITUATIONS)
def test_no_trigger_and_no_must_not_is_lost(sheet: str) -> None:
    triggers, must_nots = SITUATIONS[sheet]
    assert situations()["trigger", sheet] >= triggers
    assert situations()["must_not", sheet] >= must_nots


def test_every_table_of_records_is_run() -> None:
    """A module that has tables calls `situations`; a record in a table is built where the table stands."""
    assert situations()
    assert not ROWS


@pytest.mark.parametrize("module", CASES)
def test_no_case_of_an_oracle_is_lost(module: str) -> None:
    tests = vars(import_module(f"tests.oracle.{module}"))
    assert sum(runs(test) for name, test in tests.items() if name.startswith("test_")) >= CASES[module]


def test_no_answer_of_the_second_reader_is_lost() -> None:
    answered = (json.loads(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("second_reader/*.json"))
    assert sum(map(len, answered)) >= SECOND_READER


def test_every_row_that_fails_is_named() -> None:
    """One of them as it is, several together; the rows after one are tried all the same."""
    tried: list[str] = []

    def row(name: str) -> None:
        tried.append(name)
        assert name == "right"

    rows = {name: partial(row, name) for name in ("wrong", "right", "other")}
    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as several:
        each_row(rows)
    assert tried == [*rows]
    assert [each.__notes__ for each in several.value.exceptions] == [["in the row: wrong"], ["in the row: other"]]
    with pytest.raises(AssertionError) as alone:
        each_row({name: rows[name] for name in ("right", "other")})
    assert alone.value.__notes__ == ["in the row: other"]
    each_row({"right": rows["right"]})
