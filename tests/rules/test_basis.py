"""What verdicts rest on is what audits of the whole record show, from the beginning and with every reading of every option."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from random import Random
from typing import Any, Final

import pytest

from paipu.replay.audit import audit, judge
from paipu.replay.basis import lies_in, same_verdict
from paipu.replay.findings import Kind, weakest
from paipu.replay.options import Choice, configure
from paipu.replay.record import GameRecord
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS
from paipu.samples import FAULTS, inject, to_line
from tests.made import match_of, must_parse
from tests.many import every
from tests.rules.readings import verdicts_otherwise

MATCHES: Final = 12
"""Matches that a fault is looked for a place in, one after the other."""


def options_by_whole_audits(record: GameRecord) -> list[tuple[str, ...]]:
    """The options that each verdict rests on, by auditing the whole record from the beginning with each other reading.

    Of those named that decide what is open the ones that do.
    """
    findings = audit(record).findings
    rests: list[tuple[str, ...]] = [() for _ in findings]
    for option in SHEETS[record.sheet].options:
        others = verdicts_otherwise(record, option)
        for index, finding in enumerate(findings):
            if finding.kind is Kind.OPEN and option.ids[0] not in finding.options:
                continue
            if option.mark != "stated" and any(same_verdict(finding) not in verdicts for verdicts in others):
                rests[index] += option.ids
    return rests


def faulty(sheet: str, kinds: list[str], hands: int | None) -> Iterator[tuple[str, GameRecord]]:
    """A match with a fault of each of some classes, as far as the matches offer an opportunity."""
    matches: list[dict[str, Any]] = []
    for kind in kinds:
        for number in range(MATCHES):
            if number == len(matches):
                matches.append(match_of(5, number + 1, sheet, hands))
            document = inject(matches[number], kind, Random(f"{sheet} {kind}"))
            if document is not None:
                parsed = must_parse(to_line(document))
                yield kind, parsed.record
                break


def check(sheet: str, kinds: list[str], hands: int | None) -> int:
    """Check each record that there is, and count them."""
    checked = 0
    for kind, record in faulty(sheet, kinds, hands):
        assert [finding.options for finding in audit(record).findings] == options_by_whole_audits(record), kind
        checked += 1
    return checked


@pytest.mark.parametrize("sheet", every(3, FAULTS))
def test_a_verdict_rests_on_the_options_that_whole_audits_show(sheet: str) -> None:
    kinds = list(FAULTS[sheet])[::16]
    assert check(sheet, kinds, 2) > len(kinds) // 2


@pytest.mark.deep
@pytest.mark.parametrize("sheet", FAULTS)
def test_so_it_is_for_every_class_of_faults(sheet: str) -> None:
    kinds = list(FAULTS[sheet])
    assert check(sheet, kinds, None) > 0.9 * len(kinds)


@pytest.mark.parametrize("sheet", every(3, FAULTS))
def test_a_verdict_is_no_firmer_than_what_it_rests_on(sheet: str) -> None:
    marks = {identifier: option.mark for option in SHEETS[sheet].options for identifier in option.ids}
    for _, record in faulty(sheet, list(FAULTS[sheet])[1::16], 2):
        for finding in audit(record).findings:
            assert weakest(finding.basis, *(type(finding.basis)(marks[each]) for each in finding.options)) == finding.basis


@pytest.mark.parametrize("key", every(3, FAULTS))
def test_a_match_goes_on_alike_by_whatever_plays_are_only_found_to_be_wrong(key: str) -> None:
    """As other sheets of the family have what is only found, or another reading has it, there is more to find, and no more.

    One fault in sixteen is looked at, and on until there was something more to find.
    """
    sheet, more, kinds = SHEETS[key], 0, list(FAULTS[key])
    spread = [kind for start in range(16) for kind in kinds[start::16]]
    for number, (_, record) in enumerate(faulty(key, spread, None)):
        if number > len(kinds) // 16 and more:
            break
        done, _, _ = judge(sheet, record)
        for slots in changes_of_what_is_found(sheet):
            other = configure(sheet, [Choice("", "", "", slots)])
            world = done.fork(Report(done.report.clause_of, brief=True), sheet=other)
            for index, hand in enumerate(record.hands):
                groups = done.only_found(index)
                if not done.report.found_in(index) and all(lies_in(slot, groups) for slot in slots):
                    world.restore(done.stood[index])
                    world.hand(index, hand)
                    after = done.stood.get(index + 1, done.snapshot)
                    assert carried(world.snapshot) == carried(after), (slots, record.id, hand.no)
            more += len(world.report.findings)
    assert more


def changes_of_what_is_found(sheet: RuleSheet) -> Iterator[Mapping[str, object]]:
    """What is only found as the other sheets of the family have it, and what readings of the sheet's own change alone."""
    for other in SHEETS.values():
        if other.family == sheet.family and other is not sheet:
            yield {slot: attrgetter(slot)(other) for slot in sorted(sheet.only_found)}
    for option in sheet.options:
        for choice in filter(None, map(option.choice, option.readings)):
            if choice.slots:
                yield choice.slots


def carried(snapshot: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """Where a match stands, but for how often somebody did what nobody noticed: no verdict hangs on that."""
    state, *more = snapshot
    return (replace(state, incidents={}) if hasattr(state, "incidents") else state, *more)


@pytest.mark.parametrize("key", every(3, FAULTS))
def test_a_copy_of_where_a_match_stands_has_all_of_it(key: str) -> None:
    record = next(record for _, record in faulty(key, list(FAULTS[key]), 1))
    state = judge(SHEETS[key], record)[0].state
    moved_on = {"levels", "incidents", "games", "failed"}.intersection(field.name for field in fields(state))
    for field in fields(state):
        if field.name not in moved_on:
            setattr(state, field.name, field.name)
    copied = state.copy()
    assert copied == state
    assert all(getattr(copied, name) is not getattr(state, name) for name in moved_on)


@pytest.mark.parametrize("key", every(2, ("shuangkou", "daguai")))
def test_hands_are_judged_alike_one_by_one_where_nothing_is_carried_on(key: str) -> None:
    """Whatever the points of the hands before."""
    sheet, alone = SHEETS[key], 0
    for _, record in faulty(key, list(FAULTS[key])[1::12], None):
        done, _, _ = judge(sheet, record)
        last = max((at for at in range(len(record.hands)) if done.one_by_one(at)), default=0)
        world = done.fork(Report(done.report.clause_of, brief=True))
        for index in range(1, last + 1):
            state, played_on, tallied = done.stood[index]
            assert tallied
            turned = (tallied[0], tallied[1][::-1]) if sheet.family == "climbing" else tallied[::-1]
            world.restore((state, played_on, turned))
            world.hand(index, record.hands[index])
            mine = {same_verdict(each) for each in done.report.found_in(index)}
            assert mine == {same_verdict(each) for each in world.report.of_hand}
            alone += 1
    assert alone
