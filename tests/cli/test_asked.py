"""What `paipu judge` answers, row by row of `asked.toml`."""

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cases import lines_of
from tests.cli.judged import by_kind
from tests.many import each_row

FILE: Final = Path(__file__).parent / "asked.toml"
TEXT: Final = FILE.read_text(encoding="utf-8")
ABSENT: Final = "absent"
"""What stands for a value, or a verdict, that is not there."""


def tables() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """By table, its rows by the line that each stands on."""
    lines = lines_of(TEXT)
    return {name: {f"{FILE.name}:{next(lines)}": row for row in rows} for name, rows in tomllib.loads(TEXT).items()}


TABLES: Final = tables()
Asking = Callable[[str], dict[str, Any]]


@pytest.mark.parametrize("table", TABLES)
def test_what_the_judge_answers(ask_all: Asking, table: str) -> None:
    each_row({f"{line} {row['words']}": partial(answered, ask_all, row) for line, row in TABLES[table].items()})


def answered(ask_all: Asking, row: Mapping[str, Any]) -> None:
    """The verdicts on a question have what the row says of them."""
    document = ask_all(row["words"])
    found = document["verdicts"]
    every = {
        "count": len(found),
        "each": [f"{verdict['word']} {verdict['clause']}" for verdict in found],
        "bases": [verdict["basis"] for verdict in found],
        "document": document,
        **by_kind(found),
    }
    for kind, wanted in row.items():
        if kind != "words":
            holds(wanted, every.get(kind, ABSENT), kind)


def holds(wanted: Any, found: Any, at: str) -> None:
    """What is wanted of a value: of a table its keys, of a list its first ones, and all of a list of plain values."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, each in wanted.items():
            if key == "exactly":
                assert found["values"] == each, at
            else:
                holds(each, found.get(key, ABSENT), f"{at}.{key}")
    elif isinstance(wanted, list) and any(isinstance(each, dict) for each in wanted):
        for number, each in enumerate(wanted):
            holds(each, found[number], f"{at}.{number}")
    else:
        assert found == (None if wanted == "null" else wanted), at
