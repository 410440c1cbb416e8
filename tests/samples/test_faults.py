"""Every class of faults: found at its exact place, with its code and clause, and nothing else but what follows from it."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from paipu.replay.catalogue import clause_of_codes
from paipu.replay.checks import CHECKS
from paipu.replay.climbing.rules import TributeRules
from paipu.replay.findings import Severity
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples import FAULTS, Tournament, inject, make_match, to_line
from tests.many import deep
from tests.samples.audits import each_in_a_process, findings_of

DEEP = 200
WHOLE = {
    *(
        "match_over",
        "match_winner",
        "match_reason",
        "match_points",
        "level_points",
        "match_score",
        "match_hands",
        "clock",
        "trump_stage",
        "bid_by_bank",
    ),
    *("kitty_of_stage", "trump_kitty_copied", "round_points", "levels_last"),
    *("levels_straight", "levels_must_play", "levels_stage", "levels_stage_stake", "levels_stake"),
}
"""The classes that need a match played to its end, or its last levels; the others make do with a few hands."""
FINAL = Tournament(id="final", stage="final")
IN_A_FINAL = {("chaodipi", "match_points")}
"""The classes that need a match of several games."""
FIRST = {("chaodipi", "trump_kitty_copied"): 25, ("chaodipi", "multiplier_set"): 3, ("shuangkou", "multiplier_tractor"): 5}
"""The first match that offers an opportunity, for what would be looked for in vain in long ones before it."""
ATTEMPTS = 40
"""Matches tried for each fault wanted: the rarest needs, in hand 1, an early throw of trumps."""
SHEETS_OF = {kind: [sheet for sheet in FAULTS if kind in FAULTS[sheet]] for kinds in FAULTS.values() for kind in kinds}
CLASSES = [
    (sheet, kind) if at == number % len(sheets) else deep((sheet, kind))
    for number, (kind, sheets) in enumerate(SHEETS_OF.items())
    for at, sheet in enumerate(sheets)
]
"""Every class, in each run on one of the sheets that have it."""


@cache
def legal(sheet: str, number: int, *, whole: bool, final: bool = False) -> Mapping[str, Any]:
    """A legal match of the tournament that the faults are built into."""
    return make_match(13, number, sheet=sheet, hands=None if whole else 4, event=FINAL if final else None)


def faulty(sheet: str, kind: str) -> Iterator[Mapping[str, Any]]:
    """Matches with one fault of a class, one after the other."""
    for number in count(FIRST.get((sheet, kind), 1)):
        match = legal(sheet, number, whole=kind in WHOLE, final=(sheet, kind) in IN_A_FINAL)
        document = inject(match, kind, Random(f"{kind}/{number}"))
        if document is not None:
            yield document
        if number > ATTEMPTS * DEEP:
            raise AssertionError(f"no match of {sheet} offers an opportunity for {kind}")


def faults_of(document: Mapping[str, Any]) -> list[str]:
    """How the audit of a match with one fault differs from what its note says; that a score is open is always said."""
    note = document["extra"]["faults"][0]
    findings = [finding for finding in findings_of(document) if finding.code != "SCORE-OPEN"]
    wanted = (note["code"], note["clause"], note["hand"], note["trick"], note["play"], note["seat"])
    there = [f for f in findings if (f.code, f.clause, f.where.hand, f.where.trick, f.where.play, f.seat) == wanted]
    others = {finding.code for finding in findings if finding not in there}
    said = f"{document['id']} {note}: {[(f.code, f.where, f.seat, f.expected, f.actual) for f in findings]}"
    return [said] if len(there) != 1 or others != set(note["follows"]) else []


def audit_kind(each: tuple[str, str]) -> list[str]:
    """The problems of the deep run with one class."""
    return [line for document in islice(faulty(*each), DEEP) for line in faults_of(document)]


@pytest.mark.parametrize(("sheet", "kind"), CLASSES)
def test_a_fault_is_found_where_it_is_and_nothing_else(sheet: str, kind: str) -> None:
    assert faults_of(next(faulty(sheet, kind))) == []


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("sheet", FAULTS)
def test_two_hundred_faults_of_every_class_are_found(sheet: str) -> None:
    assert each_in_a_process(audit_kind, [(sheet, kind) for kind in FAULTS[sheet]]) == []


@pytest.mark.parametrize(
    ("sheet", "rules"), [(key, sheet.tribute) for key, sheet in CLIMBING_SHEETS.items() if sheet.tribute and key in FAULTS]
)
def test_a_return_that_is_too_high_is_made_where_the_sheet_wants_a_low_one(sheet: str, rules: TributeRules) -> None:
    assert ("tribute_return_high" in FAULTS[sheet]) == (rules.returns == "low")
    assert ("tribute_return_high_double" in FAULTS[sheet]) == (rules.returns_at_double == "low")


@pytest.mark.parametrize("sheet", FAULTS)
def test_every_error_and_warning_that_the_sheet_knows_is_made(sheet: str) -> None:
    made = {fault.check.partition("/")[0] for fault in FAULTS[sheet].values()}
    codes = {key.partition("/")[0] for key in clause_of_codes(sheet)}
    known = {code for code in codes if CHECKS[code].severity is not Severity.NOTE and not code.startswith("EVENT-")}
    assert known <= made


def test_injecting_is_deterministic_and_leaves_the_match_alone() -> None:
    document = legal("shengji", 2, whole=False)
    before = to_line(document)
    first = inject(document, "revoke_suit", Random(4))
    assert first is not None
    again = inject(document, "revoke_suit", Random(4))
    assert again is not None
    assert to_line(first) == to_line(again)
    assert to_line(document) == before


def test_a_match_without_an_opportunity_gives_nothing() -> None:
    assert inject(legal("shengji", 1, whole=False), "match_over", Random(1)) is None


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(KeyError):
        inject(legal("shengji", 1, whole=False), "no_such_fault", Random(1))


def test_a_revoke_changes_the_play_and_lets_the_game_go_on() -> None:
    document = legal("shengji", 3, whole=False)
    changed = inject(document, "revoke_suit", Random(8))
    assert changed is not None
    note = changed["extra"]["faults"][0]
    index = note["hand"] - 1
    assert changed["hands"][:index] == document["hands"][:index]
    before, after = document["hands"][index]["tricks"], changed["hands"][index]["tricks"]
    assert after[: note["trick"] - 1] == before[: note["trick"] - 1]
    assert after[note["trick"] - 1] != before[note["trick"] - 1]
    assert len(changed["hands"]) == len(document["hands"])
