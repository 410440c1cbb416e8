"""What is settled is a clause, and no option: a record that names it is told so, whatever it is set to."""

from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import clauses, find_settled
from paipu.replay.checks import render
from paipu.replay.record import GameRecord
from paipu.replay.rulesheet import TRICK
from paipu.replay.sheets import SHEETS, option_problem
from tests.many import in_one

SETTLED: Final = [(sheet, clause.id) for sheet in SHEETS for clause in clauses(sheet).values() if clause.settles is not None]


@in_one
@pytest.mark.parametrize(("sheet", "identifier"), SETTLED)
def test_a_record_that_names_a_settled_question_is_told_so(sheet: str, identifier: str) -> None:
    clause = clauses(sheet)[identifier]
    assert clause.settles is not None
    for name in (clause.settles, identifier):
        assert SHEETS[sheet].option(name) is None
        assert find_settled(sheet, name) == clause
        for value in ("decided", "otherwise", True):
            assert option_problem(sheet, name, value) is None
            named = audit(GameRecord(id="x", sheet=sheet, options={name: value}))
            finding, bare = named.findings
            assert bare.code == "RECORD-BARE"
            assert (finding.code, finding.where.pointer, finding.actual) == ("OPTION-IDLE", f"/options/{name}", name)
            assert all(identifier in render(finding, lang, TRICK) for lang in ("zh", "en"))


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_option_has_another_value_that_fills_a_slot(sheet: str) -> None:
    options = SHEETS[sheet].options
    assert all(option.slots or option.slot or any(each.slots for each in option.choices.values()) for option in options)


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_two_questions_have_one_name(sheet: str) -> None:
    settled = [name for clause in clauses(sheet).values() if clause.settles is not None for name in (clause.settles, clause.id)]
    open_ = [name for option in SHEETS[sheet].options for name in (option.key, *option.ids)]
    assert len({*settled, *open_}) == len(settled) + len(open_)
