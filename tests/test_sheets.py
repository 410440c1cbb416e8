"""Every sheet that is registered has all that a sheet has: what is missing is said by the sheet's name.

The places are those that CONTRIBUTING.md lists under "Add a rule sheet".
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from paipu.replay.catalogue import evidence
from paipu.replay.sheets import options_of
from paipu.samples import FAULTS
from tests.bench.__main__ import SHEET_MATCHES
from tests.ingest.test_schema import EXAMPLES
from tests.many import in_one
from tests.oracle import ORACLES
from tests.rules.registry import OWN_CLAUSES, REGISTERED, needed
from tests.rules.test_notes import NOTES
from tests.tables.counts import situations
from tests.worst.pinned import WORST

ROOT: Final = Path(__file__).parent.parent
SLIPS: Final = re.findall(r"^## `(.*)`$", (ROOT / "data" / "SLIPS.md").read_text(encoding="utf-8"), re.MULTILINE)


def all_tested(sheet: str) -> bool:
    return bool(situations()) and needed(sheet) - REGISTERED == set()


PLACES: Final[Mapping[str, Callable[[str], bool]]] = {
    "clauses/evidence.toml: why each default was taken": lambda sheet: all(
        o.ids[0] in evidence() for o in options_of(sheet).values()
    ),
    "samples/*/faults: classes of faults, and with them players and a line of make bench": lambda sheet: sheet in FAULTS,
    "data/samples: a file, by make tables": lambda sheet: (ROOT / "data" / "samples" / f"{sheet}.ndjson").exists(),
    "data/FORMAT.md: an example": lambda sheet: sheet in {example["sheet"] for example in EXAMPLES},
    "data/SLIPS.md: a table, by make slips": lambda sheet: sheet in SLIPS,
    "tests/rules: a trigger and a must-not for each check of each clause": all_tested,
    "tests/rules/test_notes.py: its clauses, questions and worked cases": lambda sheet: sheet in NOTES,
    "tests/rules/second_reader: the situations of a second reader": lambda sheet: any(
        (ROOT / "tests" / "rules" / "second_reader").glob(f"{sheet}*.json")
    ),
    "tests/oracle/__init__.py: an oracle, and the module of its cases": lambda sheet: sheet in ORACLES,
    "tests/bench: a line": lambda sheet: sheet == "shengji" or sheet in SHEET_MATCHES,
    "tests/worst/pinned.py: the record that costs most": lambda sheet: sheet in WORST,
}


@in_one
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_a_sheet_has_all_that_a_sheet_has(sheet: str, place: str) -> None:
    assert PLACES[place](sheet), f"{sheet} lacks {place}"
