"""Up to thirty situations a sheet in which the referee has to rule, with the answer of one who read the printed sheet alone.

Each case of `second_reader/*-rulings.json` has the hand by its score sheet, the faults in the order in which they were found,
and what the sheet prescribes by that answer. The proposals are issued one after the other and must come to that.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import GameRecord, HandClaims, Incident, Start
from paipu.replay.ruling import AllegedFault, Proposal, propose_for, with_ruling
from paipu.replay.sheets import SHEETS
from tests.rules.build import match, score_sheet

FOLDER: Final = Path(__file__).parent / "second_reader"
SHEETS_READ: Final[Mapping[str, list[dict[str, Any]]]] = {
    path.name.removesuffix("-rulings.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*-rulings.json"))
}
A_SHEET: Final = 30
FEWER: Final = {"guandan-1": 6, "guandan-2": 4, "guandan-3": 10, "daguai": 10}
"""The sheets that print so little about faults that a reader found no more."""


def moment(text: str) -> tuple[int, int]:
    """`7.2`, or `0`."""
    trick, _, play = text.partition(".")
    return int(trick), int(play or 0)


def record_of(sheet: str, hand: Mapping[str, Any]) -> GameRecord:
    """The hand as the score sheet has it, the first of its match."""
    if "finish" in hand:
        told = score_sheet(None, level=hand["level"])
        return match(replace(told, claims=HandClaims(finish=hand["finish"])), sheet=sheet)
    told = score_sheet(hand["attackers"], dealer=hand["dealer"], level=hand["level"])
    record = match(told, sheet=sheet)
    if not SHEETS[sheet].counts_levels or hand["level"] == SHEETS[sheet].first_level:
        return record
    levels = hand.get("levels", {"EW": hand["level"], "NS": "3"})
    return replace(record, start=Start(levels=levels, dealer=hand["dealer"]))


def issued(record: GameRecord, fault: Mapping[str, Any]) -> tuple[GameRecord, Proposal, tuple[Proposal, ...]]:
    """The record with the proposal for a fault in force, that proposal, and all that there were."""
    incident = Incident(
        kind=fault["kind"], seat=fault["seat"], at=moment(fault["at"]), cards=fault.get("cards"), seconds=fault.get("seconds")
    )
    found = propose_for(record, AllegedFault(1, incident), noticed=moment(fault["noticed"]))
    proposal = next(each for each in found if each.applies and each.form == fault.get("form", "printed"))
    ruling = proposal.ruling
    if "amount" in fault:
        points = dict.fromkeys(ruling.effect.points, -fault["amount"])
        ruling = replace(ruling, effect=replace(ruling.effect, points=points))
    return with_ruling(record, ruling), proposal, found


def told(sheet: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """What the engine says, under the keys of the reader's answer."""
    record = record_of(sheet, case["hand"])
    *earlier, last = case["faults"]
    for fault in earlier:
        record, _, _ = issued(record, fault)
    record, proposal, found = issued(record, last)
    result = audit(record)
    hand, forms = result.hands[0], [each.form for each in found if each.applies]
    power = proposal.discretion
    return {
        "clause": proposal.clause,
        "penalties": hand.penalties,
        "score": hand.score,
        "levels": hand.levels,
        "next_dealer": hand.next_dealer,
        "winner": result.match.winner,
        "match_score": result.match.score,
        "match_points": result.match.points,
        "range": list(power.points) if power is not None and power.points is not None else None,
        "points": hand.points,
        "double": proposal.ruling.effect.double,
        "steps": list(power.steps) if power is not None else None,
        "offered": next((form for form in forms if form == case["expect"].get("offered")), None),
        "not_offered": next((form for form in [case["expect"].get("not_offered")] if form not in forms), None),
    }


@pytest.mark.parametrize("sheet", SHEETS_READ)
def test_the_proposals_say_what_the_reader_says(sheet: str) -> None:
    differ = {
        case["id"]: (wanted, said)
        for case in SHEETS_READ[sheet]
        if "differs" not in case
        for says in [told(sheet, case)]
        if (wanted := case["expect"]) != (said := {key: says[key] for key in wanted})
    }
    assert not differ


@pytest.mark.parametrize("sheet", SHEETS_READ)
def test_there_are_so_many_a_sheet_each_with_an_answer(sheet: str) -> None:
    assert len(SHEETS_READ[sheet]) == FEWER.get(sheet, A_SHEET)
    assert all(case["expect"] and case["answer"] and case["faults"] for case in SHEETS_READ[sheet])
