"""How many situations there are of each kind for every sheet, so that none is lost in silence: `tests/counts.toml`.

`make tables` writes what there is; a number that falls shows in the change that lowers it.
"""

import json
import pkgutil
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from math import prod
from pathlib import Path
from typing import Final

from paipu.samples import FAULTS
from tests import rules
from tests.cases import all_rows
from tests.oracle import ORACLES
from tests.rules.registry import OWN_CLAUSES, TESTS

FILE: Final = Path(__file__).parents[1] / "counts.toml"
READ_TWICE: Final = Path(rules.__path__[0]) / "second_reader"
Counts = Mapping[str, Mapping[str, int]]


def runs(test: Callable[..., object]) -> int:
    """How often a test runs for one sheet."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    return prod(len(list(mark.args[1])) for mark in marks if mark.args[0] != "sheet")


@cache
def situations() -> Counter[tuple[str, str]]:
    """By mode and sheet, the records that must have a finding, and those that must not."""
    for module in pkgutil.iter_modules(rules.__path__):
        if module.name.startswith("test_"):
            import_module(f"tests.rules.{module.name}")
    counted: Counter[tuple[str, str]] = Counter()
    for mode, sheet, test in TESTS:
        counted[mode, sheet] += runs(test)
    return counted


def counts() -> Counts:
    """What there is of each sheet that has clauses of its own."""
    rows = Counter(row.sheet for row in all_rows())
    return {sheet: counted(sheet) | {"rows": rows[sheet]} for sheet in OWN_CLAUSES}


def counted(sheet: str) -> dict[str, int]:
    """All but the rows."""
    oracle = vars(import_module(f"tests.oracle.{ORACLES[sheet][1]}"))
    read = (json.loads(path.read_text(encoding="utf-8")) for path in READ_TWICE.glob("*.json") if named(path.stem) == sheet)
    return {
        "triggers": situations()["trigger", sheet],
        "must_nots": situations()["must_not", sheet],
        "faults": len(FAULTS[sheet]),
        "finer_points": sum(runs(test) for name, test in oracle.items() if name.startswith("test_")),
        "second_reader": sum(map(len, read)),
    }


def named(stem: str) -> str:
    """The sheet that a file is named after."""
    return max((sheet for sheet in OWN_CLAUSES if stem.startswith(sheet)), key=len)


def text() -> str:
    """The file as it should be."""
    lines = ["# Made by `make tables`: how many situations there are of each kind."]
    for sheet, kinds in counts().items():
        lines += [f"[{sheet}]", *(f"{name} = {count}" for name, count in kinds.items()), ""]
    return "\n".join(lines)


def stored() -> Counts:
    """The numbers of the file."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
