"""Nothing of the rule notes is left out: each of their clauses is in a catalogue, and each of their worked cases is a test.

The ids were read off the notes, once. An id that is no longer here was lost, one that is new was made up.
"""

import importlib
import re
from typing import Final, NamedTuple

import pytest

from replay.catalogue import clauses


class Notes(NamedTuple):
    """What the notes on a sheet have: the ids of its clauses, and the numbers of its worked cases."""

    clauses: str
    cases: str
    tests: str
    """The module that tests the cases."""


NOTES: Final = {
    "shengji": Notes(
        clauses="""
        0.1 0.2 0.3 0.4 0.5 1 2 3a 3b 3c 4 5a 5b 5c 5d 6 7 8 9 10a 10b 11 12 13 14 15a 15b 16a 16b 16c 16d 16e 16f 16g 16h 16i
        16j 16k 16l 16m 16n II.1
        """,
        cases="01 09 11 13 15 17 19 21 23 25 31 33 35 37 39 41 43",
        tests="test_shengji_cases",
    ),
    "chaodipi": Notes(
        clauses="""
        0 1.1 1.2 1.3a 1.3b 1.3c 2.1 2.2 2.3 2.4 3.1a 3.1b 3.2a 3.2b 3.2c 3.3 3.4 3.5a 3.5b 3.5c 4.1 4.2a 4.2b 4.2c 4.3a 4.3b
        4.3c 4.3d 4.3e 4.4 5.1a 5.1b 5.1c 5.1d 5.1e 5.1f 5.2 5.3 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 7.1 7.2 7.3 7.4
        7.5
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 33 35 37 39 41 43 45 47 49 51 53",
        tests="test_chaodipi_cases",
    ),
    "shuangkou": Notes(
        clauses="""
        1a 1b 2.1a 2.1b 2.1c 2.2a 2.2b 2.2c 2.2d 3.1 3.2 3.3 3.4 4.1a 4.1b 4.2 5.1.1 5.1.2 5.2.1 5.2.2 5.3 5.4 5.5 5.6
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 31 33",
        tests="test_shuangkou_cases",
    ),
    "guandan-1": Notes(
        clauses="""
        1a 1b 1c 1d 1e 1f 1g 1h 2a 2b 2c 3a 3b 4a 4b 4c 4d 4e 4f 5a 5b 6
        """,
        cases="01 03 05 07 09 11 13 15 17 19 23 25 27",
        tests="test_guandan_cases",
    ),
    "guandan-2": Notes(
        clauses="""
        1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2 3a 3b 3c 4a 4b 5 6 7 8
        """,
        cases="01 03 05 07 09 11 13 15 17",
        tests="test_guandan_cases",
    ),
    "guandan-3": Notes(
        clauses="""
        1 A1 A2 A3 A4 A5 B1 B2 B3 C1 C2 C3 C4.1 C4.2 C4.3 C4.4 C4.5 C4.6 D1 D2 D3 E1 E2.1 E2.2 E2.3 F1 F2 F3 F4 F5 F6 G1 G2 G3
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21",
        tests="test_guandan_cases",
    ),
    "daguai": Notes(
        clauses="""
        1.1 1.2 1.3 1.4 2.1a 2.1b 2.1c 2.1d 2.2 2.3 3.1 3.2 3.3a 3.3b 3.3c 3.3d 3.4 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3 5.4 5.5
        5.6 5.7 5.8 5.9 6.1 6.2 6.3 6.4
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 31",
        tests="test_daguai_cases",
    ),
}
"""Clauses without the prefix of their sheet."""
PREFIX: Final = {
    "shengji": "SJ",
    "chaodipi": "CDP",
    "shuangkou": "SK",
    "guandan-1": "GD1",
    "guandan-2": "GD2",
    "guandan-3": "GD3",
    "daguai": "DG",
}


@pytest.mark.parametrize("sheet", NOTES)
def test_every_clause_of_the_notes_is_in_the_catalogue(sheet: str) -> None:
    """What the catalogue has besides are defaults, whose ids begin with D- or X-."""
    noted = {f"{PREFIX[sheet]}-{clause}" for clause in NOTES[sheet].clauses.split()}
    assert {clause for clause in clauses(sheet) if not clause.startswith(("D-", "X-"))} == noted


@pytest.mark.parametrize("sheet", NOTES)
def test_every_worked_case_of_the_notes_is_a_test(sheet: str) -> None:
    names = vars(importlib.import_module(f"tests.rules.{NOTES[sheet].tests}"))
    tested = {
        case for name in names if name.startswith(f"test_{PREFIX[sheet]}_T") for case in re.findall(r"_T(\d+)(?=_)", name)
    }
    assert tested == set(NOTES[sheet].cases.split())
