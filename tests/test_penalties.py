"""The rows of a sheet about faults: each has a clause, they do not overlap, and check, proposal and range read the same one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from json import dumps
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.catalogue import clause_for, clause_of_codes, clauses
from paipu.replay.faults import PENALTY
from paipu.replay.penalties import ANY_TIME, LATE, Penalties, Penalty
from paipu.replay.record import AT_OF_INCIDENT, Effect, GameRecord, Incident, Ruling
from paipu.replay.ruling import AllegedFault, proposal_document, propose_for, with_ruling
from paipu.replay.sheets import SHEETS, Sheet
from tests.rules.build import match, score_sheet


def readings(sheet: Sheet) -> Iterator[Sheet]:
    """A sheet, and under each other reading of what it leaves open."""
    yield sheet
    yield from (sheet.configured(options) for each in sheet.options for _, options in each.otherwise({}))


@pytest.mark.parametrize("key", SHEETS)
def test_a_row_names_a_clause_of_its_sheet_and_kinds_that_can_be_noted(key: str) -> None:
    listed = clauses(key)
    for sheet in readings(SHEETS[key]):
        for row in sheet.penalties.rows:
            assert set(row.kinds) <= set(AT_OF_INCIDENT), row
            assert (sheet.clause_of(row) in listed) == bool(row.check or row.clause), row
            assert not (row.check and row.clause), f"one of them names the clause: {row}"
            assert not row.by or (row.clause in listed and not row.check), row


@pytest.mark.parametrize("key", SHEETS)
def test_of_the_rows_of_a_kind_one_holds_at_any_time(key: str) -> None:
    """They begin where the one before ends, and the last holds however late a fault was noticed."""
    for sheet in readings(SHEETS[key]):
        for kind in sheet.penalties.of_kind:
            for at in ((0, 0), (2, 1), None):
                rows = sheet.penalties.tiers(Incident(kind=kind, seat=sheet.seats[0], at=at))
                ends = [row.after if kind == LATE else row.until for row in rows]
                assert ends == sorted(set(ends)), (kind, ends)
                assert kind == LATE or not rows or ends[-1] == ANY_TIME, kind


@pytest.mark.parametrize("key", SHEETS)
def test_a_step_is_found_under_the_clause_of_its_row(key: str) -> None:
    for row in SHEETS[key].penalties.rows:
        for kind in row.kinds if row.step is not None else ():
            assert row.step is not None
            case = "report" if row.report else kind
            assert clause_for(clause_of_codes(key), PENALTY[row.step], case)[0] == row.clause, row


def changed(penalties: Penalties, kind: str, **fields: Any) -> Penalties:
    """The rows with what the sheet itself says of a kind set to something else."""
    return Penalties(*(row._replace(**fields) if kind in row.kinds and not row.by else row for row in penalties.rows))


def at_fault(sheet: str, incident: Incident, *rulings: Ruling) -> GameRecord:
    """A hand that the attackers, NS, end with 80 points, with an incident and rulings."""
    return with_ruling(match(score_sheet(80, dealer="E", incidents=(incident,)), sheet=sheet), *rulings)


SHOWN: Final = Incident(kind="exposed", seat="N", at=(2, 1), noticed=(2, 4), cards="3s")
CHEAPER: Final[Mapping[str, Mapping[str, Any]]] = {
    "as printed": {},
    "half as much": {"each": 5},
    "in all": {"points": (30, 30), "each": 0},
}


@pytest.mark.parametrize("name", CHEAPER)
def test_charge_proposal_and_range_read_one_row(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Where a row of a sheet says another number, so do what is charged, what is proposed and what may be ruled."""
    plain, fields = SHEETS["chaodipi"], CHEAPER[name]
    sheet = replace(plain, penalties=changed(plain.penalties, "exposed", **fields))
    monkeypatch.setitem(SHEETS, "chaodipi", sheet)
    [row] = sheet.penalties.of_kind["exposed"]
    points = row.fixed + row.each
    assert points == {"as printed": 10, "half as much": 5, "in all": 30}[name]
    record = at_fault("chaodipi", SHOWN)
    assert audit(record).hands[0].penalties == -points
    [proposal] = propose_for(replace(record, hands=(replace(record.hands[0], incidents=()),)), AllegedFault(1, SHOWN))[:1]
    assert [each.after for each in proposal.changes if each.what == "penalties"] == [-points]
    wrong = []
    for amount in (5, 10, 15, 30):
        ruling = Ruling(
            id="r", hand=1, at=(2, 1), seat="N", clause="CDP-6.1", effect=Effect(points={"NS": -amount}), state="final"
        )
        wrong += [amount for each in audit(at_fault("chaodipi", SHOWN, ruling)).findings if each.code == "RULING-AMOUNT"]
    assert wrong == {"as printed": [5, 15], "half as much": [], "in all": [5, 10, 15]}[name]


def test_what_a_row_says_that_the_referee_decides_is_no_charge() -> None:
    row = Penalty(("timeout",), clause="CDP-6.9", tells="INCIDENT-TIMEOUT", by="referee", points=(10, 80))
    assert (row.fixed, row._replace(by="").fixed) == (0, 10)


def test_seconds_are_written_as_the_sheet_prints_them() -> None:
    late = AllegedFault(1, Incident(kind="late", seat="N"))
    [proposal] = propose_for(at_fault("chaodipi", SHOWN), late)[:1]
    assert dumps(proposal_document(proposal)["ruling"]["effect"]["fault"]) == '{"kind": "late", "seconds": 600}'
