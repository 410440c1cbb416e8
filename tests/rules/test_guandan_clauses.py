"""The clause catalogues of the 掼蛋 sheets: every check is tested both ways, and every clause of the notes is there.

The tests themselves are in `test_guandan_plays.py`, `test_guandan_tribute.py` and `test_guandan_match.py`.
"""

from typing import Final

import pytest

from replay.catalogue import clauses, options
from replay.checks import CHECKS
from replay.findings import Basis
from tests.rules import test_guandan_js2023, test_guandan_match, test_guandan_plays, test_guandan_tribute, test_left
from tests.rules.climbing_build import GUANDAN
from tests.rules.registry import REGISTERED, needed

TESTS: Final = (test_guandan_plays, test_guandan_tribute, test_guandan_match, test_guandan_js2023, test_left)
"""Imported for what they register."""


@pytest.mark.parametrize("sheet", GUANDAN)
def test_every_clause_is_tested_both_ways(sheet: str) -> None:
    assert needed(sheet) - REGISTERED == set()


@pytest.mark.parametrize("sheet", GUANDAN)
def test_no_test_is_about_something_that_is_not_in_the_catalogue(sheet: str) -> None:
    assert {entry for entry in REGISTERED if entry[1] == sheet} - needed(sheet) == set()


@pytest.mark.parametrize("sheet", GUANDAN)
def test_every_clause_is_checked_or_defines_something_or_says_why_not(sheet: str) -> None:
    for clause in clauses(sheet).values():
        assert clause.settles is not None or bool(clause.checks or clause.defines) != bool(clause.not_checkable), clause.id


@pytest.mark.parametrize("sheet", GUANDAN)
def test_codes_of_the_catalogue_exist_and_enforce_one_clause_each(sheet: str) -> None:
    enforced = [key for clause in clauses(sheet).values() for key in clause.enforced]
    defined = {code for clause in clauses(sheet).values() for code in clause.defines}
    assert len(enforced) == len(set(enforced))
    assert defined <= {key.partition("/")[0] for key in enforced} <= set(CHECKS)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_every_default_in_the_catalogue_is_an_assumed_option_or_settled(sheet: str) -> None:
    marks = {name: option.mark for option in options(sheet).values() for name in option.ids}
    for clause in clauses(sheet).values():
        if clause.id.startswith("D-") and clause.settles is None:
            assert (clause.basis, marks[clause.id]) == (Basis.ASSUMED, "assumed")
