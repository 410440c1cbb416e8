"""Every question of the catalogues has its evidence, and the rule notes hold them all."""

import re
from typing import Final

import pytest

from paipu.replay.catalogue import catalogue_of, clauses, elsewhere, evidence
from paipu.replay.sheets import SHEETS, options_of
from tests.tables.rules import notes

NAMED: Final = re.compile(r"(?:D-)?[A-Z]{1,3}[0-9]?-[\w.]*\w", re.ASCII)
"""The id of a clause or a question."""


def test_every_question_has_evidence_and_all_evidence_is_of_a_question() -> None:
    open_ = {option.ids[0] for sheet in SHEETS for option in options_of(sheet).values()}
    settled = {clause.id for sheet in SHEETS for clause in clauses(sheet).values() if clause.settles is not None}
    assert set(evidence()) == open_ | settled


def test_what_is_said_elsewhere_is_of_clauses() -> None:
    assert set(elsewhere()) <= {identifier for sheet in SHEETS for identifier in clauses(sheet)}


def test_evidence_names_the_same_clauses_in_both_languages_and_they_are_in_a_catalogue() -> None:
    known = {clause for sheet in SHEETS for clause in clauses(sheet)}
    known |= {name for sheet in SHEETS for option in options_of(sheet).values() for name in option.ids}
    for identifier, because in evidence().items():
        named = set(NAMED.findall(because.zh))
        assert named == set(NAMED.findall(because.en)), identifier
        assert named <= known, identifier


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_notes_on_a_sheet_have_each_of_its_clauses_checks_and_readings(sheet: str) -> None:
    written = "\n".join(notes(SHEETS[sheet]))
    if catalogue_of(sheet) != sheet:
        return
    for clause in clauses(sheet).values():
        assert f"\n| {clause.id} " in written
        assert all(f"`{key}`" in written for key in clause.enforced)
    for option in options_of(sheet).values():
        assert f"`{option.key}` ({option.mark})" in written
        assert all(f"- `{value}`: " in written for value in option.readings if value in option.choices)
