"""The clause catalogues: every check of every clause is tested both ways, and every clause says what becomes of it.

The tests themselves are in the modules below.
"""

from typing import Final

import pytest

from paipu.replay.catalogue import clauses
from paipu.replay.checks import CHECKS
from paipu.replay.findings import Basis
from paipu.replay.sheets import SHEETS, options_of
from tests.rules import (
    test_chaodipi_clauses,
    test_daguai_clauses,
    test_guandan_js2023,
    test_guandan_match,
    test_guandan_plays,
    test_guandan_tribute,
    test_left,
    test_missing_bids,
    test_shengji_clauses,
    test_shuangkou_clauses,
    test_trick_clauses,
    test_unseen,
)
from tests.rules.climbing_build import GUANDAN
from tests.rules.registry import OF_EVENTS, OWN_CLAUSES, REGISTERED, needed

TESTS: Final = (
    *(test_trick_clauses, test_shengji_clauses, test_chaodipi_clauses, test_shuangkou_clauses, test_missing_bids),
    *(test_left, test_unseen),
    *(test_guandan_plays, test_guandan_tribute, test_guandan_match, test_guandan_js2023, test_daguai_clauses),
)
"""Imported for what they register."""
CLAUSELESS: Final = {
    "AUDIT-LIMIT": "says what was too much work to find out",
    "SHEET-VERSION": "says that the engine has another version of the sheet",
    "START-IDLE": "is about the record's beginning, of which the sheet knows nothing",
    "HANDS-MISSING": "says what could not be checked",
    "RECORD-BARE": "says what could not be checked",
    "OPTION-IDLE": "is about the record's options, of which a sheet knows nothing",
    "DEAL-OPEN": "says what could not be checked",
    "PLAY-UNSEEN": "says what could not be checked",
    "HAND-MIDWAY": "says what could not be checked",
    "LEFT-OPEN": "says what could not be checked",
    "LEFT-ORDER": "says what could not be checked",
    "TRUMP-OPEN": "says what could not be checked",
    "CLAIM-OPEN": "says what could not be checked",
    "HAND-UNFINISHED": "says what could not be checked",
    "INCIDENT-KIND": "is for an incident that the sheet has no clause for",
    "INCIDENT-CORRECTED": "says why SJ-16l to n are not applied",
    "INCIDENT-UNCONFIRMED": "is about the record of an incident, not about the play",
    "INCIDENT-CARDS": "is about the record of an incident, not about the play",
    "RULING-PLACE": "is about the record of a ruling, not about the play",
}
"""Check codes that enforce no clause of any sheet, and why."""


@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_every_clause_is_tested_both_ways(sheet: str) -> None:
    assert needed(sheet) - REGISTERED == set()


def test_every_clauseless_code_is_tested_both_ways() -> None:
    wanted = {(mode, "shengji", None, code) for mode in ("trigger", "must_not") for code in CLAUSELESS}
    assert wanted - REGISTERED == set()


@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_no_test_is_about_something_that_is_not_in_the_catalogue(sheet: str) -> None:
    ours = {entry for entry in REGISTERED if entry[1] == sheet and entry[2] is not None}
    assert ours - needed(sheet) == set()


def test_every_code_enforces_a_clause_or_is_clauseless_on_purpose() -> None:
    enforced = {code for sheet in SHEETS for clause in clauses(sheet).values() for code in clause.checks}
    assert {code for code in set(CHECKS) - enforced if not code.startswith(OF_EVENTS)} == set(CLAUSELESS)


@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_every_clause_is_checked_or_defines_something_or_says_why_not(sheet: str) -> None:
    for clause in clauses(sheet).values():
        assert clause.settles is not None or bool(clause.checks or clause.defines) != bool(clause.not_checkable), clause.id


@pytest.mark.parametrize("sheet", OWN_CLAUSES)
def test_codes_of_the_catalogue_exist_and_enforce_one_clause_each(sheet: str) -> None:
    enforced = [key for clause in clauses(sheet).values() for key in clause.enforced]
    defined = {code for clause in clauses(sheet).values() for code in clause.defines}
    assert len(enforced) == len(set(enforced))
    assert defined <= {key.partition("/")[0] for key in enforced} <= set(CHECKS)


@pytest.mark.parametrize("sheet", GUANDAN)
def test_every_default_in_the_catalogue_is_an_assumed_option_or_settled(sheet: str) -> None:
    marks = {name: option.mark for option in options_of(sheet).values() for name in option.ids}
    for clause in clauses(sheet).values():
        if clause.id.startswith("D-") and clause.settles is None:
            assert (clause.basis, marks[clause.id]) == (Basis.ASSUMED, "assumed")
