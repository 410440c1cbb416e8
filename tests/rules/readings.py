"""Tests that a reading of an option changes the verdict that it is said to change, and no other.

A registered test builds a record made under the default; the decorator audits it under the default and under the other
reading. Where a verdict differs it names the option and has its mark; where it does not it does not name it. Records that need
no more than an expression stand in tables: `reading(…).of(D_SJ_03_at_80=lambda: record(…), …)`, by the id of the question.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial, wraps
from typing import Final

import pytest

from paipu.replay.audit import audit, judge
from paipu.replay.basis import same_verdict
from paipu.replay.catalogue import clause_of_codes, clauses
from paipu.replay.findings import Basis, Finding, Kind
from paipu.replay.options import Option
from paipu.replay.record import GameRecord, OptionValue
from paipu.replay.sheets import SHEETS, option_problem, options_of
from tests.rules.build import found
from tests.rules.registry import OWN_CLAUSES, Asked, told

Verdict = str | bool | None
"""What a finding expects; True where it expects nothing that can be written down, None where there is no such finding."""


class Readings:
    """The tests of one sheet's options: `covered` are the (option, value) pairs tested, `records` what they were tested on."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.options = options_of(sheet)
        self.covered: set[tuple[str, str]] = set()
        self.records: dict[str, Callable[[], GameRecord]] = {}

    def reading(
        self,
        key: str,
        value: OptionValue,
        code: str,
        *,
        default: Verdict,
        other: Verdict,
        also: tuple[str, ...] = (),
        also_other: tuple[str, ...] = (),
    ) -> Asked[Callable[[], GameRecord]]:
        """The record has this verdict under the default and that one with the option's other value.

        `also` and `also_other` are the ids of further options that the two verdicts rest on.
        """
        option = self.options[key]
        own = () if option.mark == "stated" else option.ids

        def decorate(build: Callable[[], GameRecord]) -> Callable[[], None]:
            @wraps(build)
            def test() -> None:
                record = build()
                given = {**record.options, key: value}
                assert option_problem(self.sheet, key, value) is None
                assert default != other
                self.check(record, code, default, {*own, *also})
                self.check(replace(record, options=given), code, other, {*own, *also_other})
                for name in option.ids:  # an option may be called by its id
                    by_id = replace(record, options={**record.options, name: value})
                    assert audit(by_id).findings == audit(replace(record, options=given)).findings
                as_default = replace(record, options={**record.options, key: option.default})
                assert audit(as_default).findings == audit(record).findings

            self.covered.add((key, str(value)))
            self.records[build.__name__] = build
            self.records[f"{build.__name__}[{value}]"] = lambda: replace(build(), options={key: value})
            return test

        return Asked(decorate)

    def check(self, record: GameRecord, code: str, wanted: Verdict, named: set[str]) -> None:
        """The finding of a code, or that there is none, and the options it rests on."""
        matching = found(record, code)
        if wanted is None:
            assert not matching, told(tuple(matching))
            return
        (finding,) = matching
        assert wanted is True or finding.expected == wanted, told((finding,))
        assert set(finding.options) == named, told((finding,))
        marks = [option.mark for option in self.options.values() if set(option.ids) & named]
        assert finding.basis == max([_clause_basis(self.sheet, finding), *map(Basis, marks)], key=list(Basis).index)

    @property
    def ids(self) -> set[str]:
        """The ids of all questions, open and settled."""
        settled = {clause.id for clause in clauses(self.sheet).values() if clause.settles is not None}
        return {identifier for option in self.options.values() for identifier in option.ids} | settled

    @property
    def untested(self) -> set[tuple[str, str]]:
        """The (option, value) pairs of other readings that no test is about."""
        wanted = {(key, value) for key, option in self.options.items() for value in option.choices if value != option.default}
        return wanted - self.covered


READINGS: Final = {sheet: Readings(sheet) for sheet in OWN_CLAUSES}
"""The tests of each sheet's options."""


def each_reading(
    key: str,
    value: OptionValue,
    code: str,
    *,
    default: Verdict,
    other: Verdict,
    also: tuple[str, ...] = (),
    also_other: tuple[str, ...] = (),
    sheets: Iterable[str],
) -> Asked[Callable[[str], GameRecord]]:
    """`Readings.reading` for each of some sheets that has the option; the record is made for the `sheet`."""

    def decorate(build: Callable[[str], GameRecord]) -> Callable[[str], None]:
        tests = {}
        for sheet in sheets:
            if key in READINGS[sheet].options:
                register = READINGS[sheet].reading(
                    key, value, code, default=default, other=other, also=also, also_other=also_other
                )
                tests[sheet] = register(wraps(build)(partial(build, sheet)))

        def test(sheet: str) -> None:
            tests[sheet]()

        test.__name__ = build.__name__
        return pytest.mark.parametrize("sheet", [pytest.param(sheet, id=sheet) for sheet in tests])(test)

    return Asked(decorate)


def check_named_options(record: GameRecord) -> None:
    """Findings name exactly the options that change them, tried out with every reading of every option.

    What is open names only those that decide it; that another would open or close the question otherwise is not said.
    """
    findings = audit(record).findings
    for option in SHEETS[record.sheet].options:
        others = verdicts_otherwise(record, option) if option.mark != "stated" else []
        for finding in findings:
            changes, named = any(same_verdict(finding) not in verdicts for verdicts in others), option.ids[0] in finding.options
            assert changes == named or (finding.kind is Kind.OPEN and changes), (option.key, told((finding,)))


def verdicts_otherwise(record: GameRecord, option: Option) -> list[set[tuple[object, ...]]]:
    """The verdicts on a record with each other reading of an option, each audited by itself from beginning to end."""
    names = (option.key, *option.ids)
    given = {name: value for name, value in record.options.items() if name not in names}
    current = next((value for name, value in record.options.items() if name in names), option.default)
    found = []
    for value in option.readings:
        if value != current:
            sheet = SHEETS[record.sheet].configured({**given, option.key: value})
            report = judge(sheet, record)[0].report
            found.append({same_verdict(finding) for finding in (*report.findings, *report.unheard)})
    return found


def _clause_basis(sheet: str, finding: Finding) -> Basis:
    """The basis of the clause that a finding names, as the catalogue has it for the check."""
    for key, (clause, basis) in clause_of_codes(sheet).items():
        if (key.partition("/")[0], clause) == (finding.code, finding.clause):
            return basis
    return Basis.STATED
