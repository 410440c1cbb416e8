"""No reading of any option is left out, and findings name the options that they rest on.

The readings themselves are tested in the modules below.
"""

from typing import Final

import pytest

from tests.many import every
from tests.rules import (
    test_chaodipi_options,
    test_daguai_options,
    test_guandan_options,
    test_shengji_options,
    test_shuangkou_options,
    test_trick_clauses,
    test_trick_options,
)
from tests.rules.climbing_build import GUANDAN
from tests.rules.readings import READINGS, check_named_options
from tests.rules.registry import TRIGGERS

TESTS: Final = (
    *(test_trick_options, test_shengji_options, test_chaodipi_options, test_shuangkou_options, test_trick_clauses),
    *(test_guandan_options, test_daguai_options),
)
"""Imported for what they register."""
ELSEWHERE: Final = {"lost_rounds", "last_foul", "adding_up"}
"""What becomes of the rounds of who is disqualified is asked of events (`tests/event`), what proven fouls add up to of rulings
(`tests/ruling/test_faults.py`).
"""
RECORDS: Final = {sheet: readings.records | TRIGGERS[sheet] for sheet, readings in READINGS.items()}
NAMED: Final = [
    each
    for sheet, records in RECORDS.items()
    for each in every(28 if sheet in GUANDAN else 16, [(sheet, name) for name in sorted(records)])
]


@pytest.mark.parametrize("sheet", READINGS)
def test_every_reading_of_every_option_is_tested(sheet: str) -> None:
    assert {key for key, _ in READINGS[sheet].untested} <= ELSEWHERE


@pytest.mark.parametrize("sheet", READINGS)
def test_every_number_that_may_be_set_is_tested(sheet: str) -> None:
    numbers = {key for key, option in READINGS[sheet].options.items() if option.slot}
    assert numbers <= {key for key, _ in READINGS[sheet].covered}


@pytest.mark.parametrize(("sheet", "name"), NAMED)
def test_findings_name_exactly_the_options_that_change_them(sheet: str, name: str) -> None:
    check_named_options(RECORDS[sheet][name]())
