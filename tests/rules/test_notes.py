"""Nothing of the rule notes is left out: each of their clauses is in a catalogue, and each of their worked cases is a test.

The ids were read off the notes, once. An id that is no longer here was lost, one that is new was made up.
"""

import importlib
import re
from typing import Final, NamedTuple

import pytest

from paipu.replay.catalogue import clauses
from paipu.replay.sheets import options_of
from tests.cases import all_rows
from tests.rules.registry import prefix_of


class Notes(NamedTuple):
    """What the notes on a sheet have: the ids of its clauses, and the numbers of its worked cases."""

    clauses: str
    cases: str
    questions: str
    """What the sheet leaves open, by the ids of the notes on it or on its family; with finer points of these."""
    tests: str
    """The module that tests the cases."""


NOTES: Final = {
    "shengji": Notes(
        clauses="""
        0.1 0.2 0.3 0.4 0.5 1 2 3a 3b 3c 4 5a 5b 5c 5d 6 7 8 9 10a 10b 11 12 13 14 15a 15b 16a 16b 16c 16d 16e 16f 16g 16h 16i
        16j 16k 16l 16m 16n II.1
        """,
        cases="01 09 11 13 15 17 19 21 23 25 31 33 35 37 39 41 43",
        questions="""
        D-SJ-01 D-SJ-02 D-SJ-03 D-SJ-04 D-SJ-05 D-SJ-06 D-SJ-07 D-SJ-08 D-SJ-09 D-SJ-10 D-SJ-11 D-SJ-12 D-SJ-13
        D-SJ-14 D-SJ-15 D-SJ-16 D-SJ-16b D-SJ-17 D-SJ-18 D-SJ-19 D-SJ-20 D-SJ-21 D-SJ-22 D-SJ-23 D-SJ-24 SJ-0.2 SJ-a
        SJ-b X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8 X-9 X-10 X-11 X-12 X-13 X-14 X-15 X-16 X-17 X-18 X-19 X-20
        """,
        tests="test_shengji_cases",
    ),
    "chaodipi": Notes(
        clauses="""
        0 1.1 1.2 1.3a 1.3b 1.3c 2.1 2.2 2.3 2.4 3.1a 3.1b 3.2a 3.2b 3.2c 3.3 3.4 3.5a 3.5b 3.5c 4.1 4.2a 4.2b 4.2c 4.3a 4.3b
        4.3c 4.3d 4.3e 4.4 5.1a 5.1b 5.1c 5.1d 5.1e 5.1f 5.2 5.3 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 7.1 7.2 7.3 7.4
        7.5
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 33 35 37 39 41 43 45 47 49 51 53",
        questions="""
        CDP-1.3b CDP-a CDP-b CDP-c CDP-d CDP-e CDP-f CDP-g D-CDP-01 D-CDP-02 D-CDP-03 D-CDP-04 D-CDP-05 D-CDP-06 D-CDP-07
        D-CDP-08 D-CDP-09 D-CDP-10 D-CDP-11 D-CDP-12 D-CDP-13 D-CDP-14 D-CDP-15 D-CDP-16 D-CDP-17 D-CDP-18 D-CDP-19
        D-CDP-20 D-CDP-21 D-CDP-21b D-CDP-22 D-CDP-22b D-CDP-23 D-CDP-24 D-CDP-25 D-CDP-26 D-CDP-27 D-CDP-28 D-CDP-29 D-CDP-30
        D-CDP-31 D-CDP-32 D-CDP-33 D-CDP-34 D-CDP-35 D-CDP-36 D-CDP-37 D-CDP-38 D-CDP-39 D-CDP-40
        X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8 X-9 X-10 X-11 X-12
        X-13 X-14 X-16 X-17 X-19 X-20
        """,
        tests="test_chaodipi_cases",
    ),
    "shuangkou": Notes(
        clauses="""
        1a 1b 2.1a 2.1b 2.1c 2.2a 2.2b 2.2c 2.2d 3.1 3.2 3.3 3.4 4.1a 4.1b 4.2 5.1.1 5.1.2 5.2.1 5.2.2 5.3 5.4 5.5 5.6
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 31 33",
        questions="""
        D-SK-01 D-SK-02 D-SK-03 D-SK-04 D-SK-05 D-SK-06 D-SK-07 D-SK-08 D-SK-09 D-SK-10 D-SK-11 D-SK-12 D-SK-13
        D-SK-14 D-SK-15 D-SK-16 D-SK-17 D-SK-18 D-SK-19 D-SK-20 D-SK-21 D-SK-22 SK-1a SK-5.5a SK-a X-1 X-2 X-3 X-4 X-5 X-6 X-7
        X-9 X-10 X-11 X-12 X-13 X-15 X-16 X-17 X-18 X-19 X-20
        """,
        tests="test_shuangkou_cases",
    ),
    "guandan-1": Notes(
        clauses="""
        1a 1b 1c 1d 1e 1f 1g 1h 2a 2b 2c 3a 3b 4a 4b 4c 4d 4e 4f 5a 5b 6
        """,
        cases="01 03 05 07 09 11 13 15 17 19 23 25 27",
        questions="""
        GD-a D-GD1-A D-GD1-B D-GD-01 D-GD-02 D-GD-03 D-GD-04 D-GD-05 D-GD-05a D-GD-06 D-GD-07 D-GD-08 D-GD-09 D-GD-10
        D-GD-11 D-GD-12 D-GD-13 D-GD-14 D-GD-15 D-GD-16 D-GD-17 D-GD-18 D-GD-19 D-GD-20 D-GD-21
        """,
        tests="test_guandan_cases",
    ),
    "guandan-2": Notes(
        clauses="""
        1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2 3a 3b 3c 4a 4b 5 6 7 8
        """,
        cases="01 03 05 07 09 11 13 15 17",
        questions="""
        D-GD2-A D-GD2-B D-GD2-C D-GD2-D D-GD2-E D-GD-21 D-GD-01 D-GD-02 D-GD-03 D-GD-04 D-GD-05 D-GD-05a D-GD-06 D-GD-07 D-GD-08
        D-GD-09 D-GD-09a D-GD-10 D-GD-11 D-GD-12 D-GD-13 D-GD-14 D-GD-15 D-GD-16 D-GD-17 D-GD-18 D-GD-19 D-GD-20 D-GD-22 GD2-5
        GD-a
        """,
        tests="test_guandan_cases",
    ),
    "guandan-3": Notes(
        clauses="""
        1 A1 A2 A3 A4 A5 B1 B2 B3 C1 C2 C3 C4.1 C4.2 C4.3 C4.4 C4.5 C4.6 D1 D2 D3 E1 E2.1 E2.2 E2.3 E3
        F1 F2 F3 F4 F5 F6 G1 G2 G3
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21",
        questions="""
        GD-a D-GD3-1 D-GD3-2 D-GD3-3 D-GD3-4 D-GD3-5 D-GD3-6 D-GD3-7 D-GD3-8 D-GD3-9 D-GD-01 D-GD-02 D-GD-03 D-GD-04 D-GD-05
        D-GD-05a D-GD-06 D-GD-07 D-GD-08 D-GD-09 D-GD-09a D-GD-10 D-GD-11 D-GD-12 D-GD-13 D-GD-14 D-GD-15 D-GD-16
        D-GD-17 D-GD-18 D-GD-19 D-GD-20 D-GD-21 D-GD-22 D-GD3-10 D-GD3-11 GD3-F6
        """,
        tests="test_guandan_cases",
    ),
    "guandan-js2023": Notes(
        clauses="""
        1 2 3 4.1.1 4.1.2 4.1.3 4.1.4 4.1.5 4.1.6 4.2 4.3 4.4 4.5 4.6.1 4.6.2 4.7.1 4.7.2 4.7.3 4.7.4 4.7.5
        4.7.6 4.7.7 4.7.8 4.7.9 4.7.10 4.8 5.1 5.2 5.3.1 5.3.2 5.3.3 5.3.4 5.3.5 5.3.6 5.3.7 5.4.1 5.4.2 5.4.3
        5.4.4 5.5.1 5.5.2.1 5.5.2.2 5.5.2.3 5.5.2.4 5.5.2.5 5.5.3 5.5.4 5.6 5.7 5.8 5.9.1 5.9.2 6.1 6.2 7.1
        7.1.1 7.1.2 7.1.3 7.1.4 7.1.5 7.1.6 7.1.7 7.1.8 7.1.9 7.1.10 7.2 7.2.1 7.2.2 7.2.3 7.2.4 7.3 7.3.1
        7.3.2 7.3.3 7.3.4 7.4 7.4.1 7.4.2 7.5 7.6.1 7.6.2 7.6.3 8.1 8.2 8.3 9 IV.1 IV.2 IV.3
        """,
        cases="01 02 03 04 05 06 07 08 09 10",
        questions="""
        GD-a D-GD-02 D-GD-04 D-GD-05 D-GD-05a D-GD-06 D-GD-08 D-GD-09 D-GD-10 D-GD-11 D-GD-16 D-GD-19 D-GD-20
        D-GD2-C D-GDN-05 D-GDN-07 D-GDN-08 D-GDN-13 D-GDN-16 D-GDN-20 D-GDN-22 D-JS-01 D-JS-02
        D-JS-03 D-JS-04 D-JS-05 D-JS-06 D-JS-07 D-GD-21
        """,
        tests="test_guandan_js2023_cases",
    ),
    "daguai": Notes(
        clauses="""
        1.1 1.2 1.3 1.4 2.1a 2.1b 2.1c 2.1d 2.2 2.3 3.1 3.2 3.3a 3.3b 3.3c 3.3d 3.4 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3 5.4 5.5
        5.6 5.7 5.8 5.9 6.1 6.2 6.3 6.4
        """,
        cases="01 03 05 07 09 11 13 15 17 19 21 23 25 27 29 31",
        questions="""
        D-DG-01 D-DG-02 D-DG-03 D-DG-04 D-DG-05 D-DG-06 D-DG-06a D-DG-07 D-DG-08 D-DG-09 D-DG-10 D-DG-11 D-DG-12
        D-DG-13 D-DG-14 D-DG-15 D-DG-16 D-DG-17 D-DG-18 D-DG-19
        """,
        tests="test_daguai_cases",
    ),
}
"""Clauses without the prefix of their sheet."""
EVERYWHERE: Final = frozenset({"EV-1", "EV-2"})
"""What becomes of who is disqualified, and of who forfeits, questions of any event."""
OWN: Final = {"chaodipi": "EV-2", "guandan-2": "EV-2"}
"""These sheets, which have matches of several games, have the question under an id of their own."""


@pytest.mark.parametrize("sheet", NOTES)
def test_every_clause_of_the_notes_is_in_the_catalogue(sheet: str) -> None:
    """What the catalogue has besides are questions that are settled, and defaults, whose ids begin with D-."""
    noted = {f"{prefix_of(sheet)}-{clause}" for clause in NOTES[sheet].clauses.split()}
    found = {clause.id for clause in clauses(sheet).values() if clause.settles is None}
    assert {clause for clause in found if not clause.startswith("D-")} == noted


@pytest.mark.parametrize("sheet", NOTES)
def test_every_question_of_the_notes_is_an_option_or_settled(sheet: str) -> None:
    asked = {name for option in options_of(sheet).values() for name in option.ids}
    settled = {clause.id for clause in clauses(sheet).values() if clause.settles is not None}
    assert asked | settled == {*NOTES[sheet].questions.split(), *EVERYWHERE - {OWN.get(sheet)}}


@pytest.mark.parametrize("sheet", NOTES)
def test_every_worked_case_of_the_notes_is_a_test(sheet: str) -> None:
    names = vars(importlib.import_module(f"tests.rules.{NOTES[sheet].tests}"))
    tested = {
        case for name in names if name.startswith(f"test_{prefix_of(sheet)}_T") for case in re.findall(r"_T(\d+)(?=_)", name)
    }
    told = {row.case.partition("-T")[2] for row in all_rows() if row.case.startswith(f"{prefix_of(sheet)}-T")}
    assert tested | told == set(NOTES[sheet].cases.split())
