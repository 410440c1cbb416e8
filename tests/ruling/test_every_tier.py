"""Nothing is proposed that no table has: for each sheet, each kind of incident and each form and clause of what is proposed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import catalogue_of, clause_of_codes
from paipu.replay.powers import check_rulings
from paipu.replay.record import Incident
from paipu.replay.report import Report
from paipu.replay.ruling import AllegedFault, Proposal, propose_for, with_ruling
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.words import INCIDENTS
from tests.many import every
from tests.rules.test_second_reader_rulings import SHEETS_READ
from tests.ruling import test_cases, test_situations, test_tariffs
from tests.ruling.test_tariffs import BEFORE, GRAVE, NOW, hand_of, seats

Told = tuple[str, str, str, str]
"""Sheet, kind, form and clause."""
BY_NAME: Final[frozenset[Told]] = frozenset(
    {
        *(("chaodipi", kind, "loss", "CDP-7.4") for kind in GRAVE),
        ("shuangkou", "failed_throw", "points", "SK-5.2.2"),
        ("shuangkou", "failed_throw", "printed", "SK-5.2.2"),
        *(("guandan-js2023", kind, "stop", "JS-7.2") for kind in ("draw_kept", "out_of_turn", "wrong_play")),
        *(("guandan-js2023", "late", "printed", f"JS-7.{step}.1") for step in (1, 3, 4)),
        *(("guandan-js2023", kind, "printed", "JS-8.1") for kind in test_tariffs.JS_IN_A_ROUND),
        ("guandan-js2023", "delay", "printed", "JS-7.6.2"),
        ("guandan-js2023", "left_seat", "printed", "JS-7.6.3"),
        *(("guandan-js2023", kind, "printed", "JS-7.5") for kind in ("misconduct", "cheating")),
    }
)
"""What tests outside the tables are about."""
OWN: Final = [key for key in SHEETS if catalogue_of(key) == key]
"""The sheets with clauses of their own."""


def in_tables() -> Iterator[Told]:
    """What the tables have."""
    yield from BY_NAME
    for sheet, _, case in test_tariffs.TRICKS:
        yield sheet, case.kind, case.form, case.clause
    for *_, clause in test_tariffs.SJ_LEVELS.values():
        yield from (("shengji", kind, "printed", clause) for kind in ("hand_count", "kitty_count", "overdraw", "revoke"))
    yield from (("shuangkou", kind, "printed", "SK-5.1.2") for kind in ("hand_count", "kitty_count", "overdraw"))
    yield from (("shuangkou", kind, "printed", "SK-5.3") for kind in ("concealed", "revoke"))
    yield from (("guandan-js2023", kind, "printed", clause) for kind, _, clause, _ in test_tariffs.JS.values())
    yield from (("guandan-js2023", kind, "printed", clause) for kind, _, clause in test_tariffs.JS_OPEN.values())
    yield from ((sheet, kind, form, clause) for sheet, kind, clause, form in test_tariffs.OTHERS)
    for sheet, rows in test_situations.SITUATIONS.items():
        for row in rows:
            kind = row.faults.split("; ")[-1].split()[0]
            yield from ((sheet, kind, *offer.split()) for offer in filter(None, row.offers.split(", ")))  # type: ignore[misc] # two words
    for sheet, cases in SHEETS_READ.items():
        for read in cases:
            fault = read["faults"][-1]
            yield sheet, fault["kind"], fault.get("form", "printed"), read["expect"].get("clause", "")
    for sheet, _, faults, expect in test_cases.CASES.values():
        yield sheet, faults[-1]["kind"], faults[-1].get("form", "printed"), expect.get("clause", "")


@cache
def proposed(sheet: str) -> Sequence[tuple[Told, Proposal]]:
    """What is proposed for any kind of incident that the sheet knows, before the first trick and in play."""
    return [*_proposed(sheet)]


def _proposed(sheet: str) -> Iterator[tuple[Told, Proposal]]:
    record, rules = hand_of(sheet), SHEETS[sheet]
    for kind in INCIDENTS:
        if rules.penalties.knows(kind) or any(kind in power.kinds for power in rules.penalties.weighed):
            for seat in seats(record) if rules.family == "tricks" else seats(record)[:1]:
                for at, noticed in ((test_tariffs.play_of(record, seat), NOW), (BEFORE, BEFORE)):
                    found = propose_for(record, AllegedFault(1, Incident(kind=kind, seat=seat, at=at)), noticed=noticed)
                    yield from (((sheet, kind, each.form, each.clause or ""), each) for each in found)


def told_of(rules: Sheet) -> Iterator[str]:
    """The kinds of fault of which the sheet has a finding that tells, and that come to nothing by themselves."""
    for kind in rules.penalties.of_kind:
        rows = rules.penalties.tiers(Incident(kind=kind, seat=rules.seats[0], at=(2, 1)))
        costs = (row.loses_hand or row.step or row.mends or row.check for row in rows if not row.per_hand)
        if any(row.tells for row in rows) and not any(costs):
            yield kind


def test_every_kind_and_tier_that_is_proposed_is_tested() -> None:
    assert {told for sheet in OWN for told, _ in proposed(sheet)} - set(in_tables()) == set()


@pytest.mark.parametrize("sheet", every(3, OWN))
def test_nothing_is_proposed_of_which_the_audit_says_that_it_is_beyond_its_clause(sheet: str) -> None:
    """With the whole record, and after a fault of another kind that the table noted of the other side."""
    record, rules = hand_of(sheet), SHEETS[sheet]
    noted = [Incident(kind=kind, seat=rules.seats[1], at=BEFORE) for kind in sorted(told_of(rules))]
    record = replace(record, hands=(replace(record.hands[0], incidents=tuple(noted)), *record.hands[1:]), event=None)
    beyond = []
    for told, proposal in proposed(sheet):
        ruled = with_ruling(record, *filter(None, (proposal.follows, proposal.ruling)))
        beyond += [(told, each.code) for each in audit(ruled).findings if each.code.startswith("RULING-") and told[1] != "late"]
    assert not beyond


@pytest.mark.parametrize("sheet", OWN)
def test_nothing_is_proposed_that_its_clause_does_not_give(sheet: str) -> None:
    beyond = []
    for told, proposal in proposed(sheet):
        report = Report(clause_of_codes(sheet))
        check_rulings(SHEETS[sheet], with_ruling(hand_of(sheet), proposal.ruling), report)
        beyond += [(told, each.code, each.where.pointer) for each in report.findings]
    assert not beyond
