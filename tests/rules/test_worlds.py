"""Another world, looked at from one that was audited, is what an audit of it from the beginning says."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from paipu.replay.audit import judge
from paipu.replay.findings import errors_of
from paipu.replay.notation import PASS, join_trick, split_trick
from paipu.replay.record import Effect, Fault, GameRecord, Hand, Ruling
from paipu.replay.report import Report
from paipu.replay.ruling import judged
from paipu.replay.ruling.comparison import Again
from paipu.replay.sheets import SHEETS, sheet_of
from paipu.replay.worlds import BEFORE, Worlds
from paipu.samples import FAULTS, inject, to_line
from tests.made import match_of, must_parse
from tests.many import deep, every

SEED: Final = 5


def records(sheet: str, hands: int | None = 6) -> Iterator[GameRecord]:
    """A clean match, and one with a fault of some classes."""
    document = match_of(SEED, 1, sheet, hands)
    kinds = list(FAULTS[sheet])
    faulty = [inject(document, kind, Random(f"{SEED} {kind}")) for kind in kinds[:: max(len(kinds) // 3, 1)]]
    for each in (document, *filter(None, faulty)):
        parsed = must_parse(to_line(each))
        yield parsed.record


def another(record: GameRecord, rng: Random) -> GameRecord:
    """The record with one thing otherwise, of whatever kind."""
    return rng.choice((ruled_otherwise, read_otherwise, played_otherwise, counted_otherwise))(record, rng)


def ruled_otherwise(record: GameRecord, rng: Random) -> GameRecord:
    """A ruling more: points or levels, a fault found proven, a turn stopped, a hand void."""
    hand, sheet = rng.choice(record.hands), SHEETS[record.sheet]
    amount = Effect(points={sheet.sides[0]: -20}) if sheet.family == "tricks" else Effect(levels={sheet.sides[1]: -1})
    fault = rng.choice([each for each in ("misconduct", "exposed", "late", "revoke") if sheet.penalties.knows(each)])
    last = len(hand.tricks or ()) or 1
    at, effect = rng.choice(
        [
            (None, amount),
            ((1, 1), Effect(fault=Fault(kind=fault))),
            ((last, 2), Effect(stopped=True)),
            (None, Effect(void=True)),
        ]
    )
    ruling = Ruling(id="w1", hand=hand.no, at=at, seat=sheet.seats[1], effect=effect)
    return replace(record, rulings=(*record.rulings, ruling))


def read_otherwise(record: GameRecord, rng: Random) -> GameRecord:
    """Another reading of an option."""
    option = rng.choice(SHEETS[record.sheet].options)
    return replace(record, options={**record.options, option.key: rng.choice(option.readings)})


def played_otherwise(record: GameRecord, rng: Random) -> GameRecord:
    """Another hand in the place of one: with a trick turned round, without its last tricks, without what is claimed of it."""
    at = rng.randrange(len(record.hands))
    hand = record.hands[at]
    other = rng.choice([turned(hand, rng), replace(hand, tricks=(hand.tricks or ())[:2]), replace(hand, claims=None)])
    return replace(record, hands=(*record.hands[:at], other, *record.hands[at + 1 :]))


def counted_otherwise(record: GameRecord, rng: Random) -> GameRecord:
    """A hand that is not there or there twice, and a match of which it is not known how it began or ended."""
    at, hands = rng.randrange(len(record.hands)), record.hands
    fewer, more = hands[:at] + hands[at + 1 :], hands[: at + 1] + hands[at:]
    return rng.choice(
        [replace(record, hands=fewer), replace(record, hands=more), replace(record, start=None), replace(record, claims=None)]
    )


def turned(hand: Hand, rng: Random) -> Hand:
    """The hand with the plays of a trick the other way round."""
    tricks = list(hand.tricks or ())
    if tricks:
        number = rng.randrange(len(tricks))
        leader, *plays = split_trick(tricks[number])
        tricks[number] = join_trick(leader, *reversed(plays))
    return replace(hand, tricks=tuple(tricks))


@pytest.mark.parametrize("around", [3, deep(10)])
@pytest.mark.parametrize("sheet", FAULTS)
def test_a_world_is_what_its_own_audit_says(sheet: str, around: int) -> None:
    """So many other worlds around each record."""
    rng, apart = Random(f"{SEED} {sheet}"), 0
    for record in records(sheet):
        again = Again(record)
        for _ in range(around):
            other = another(record, rng)
            found, should = again.judged(other), judged(other)
            pins = judge(sheet_of(record), record)[0].findings_before
            assert found.findings[pins:] == should.findings[judge(sheet_of(other), other)[0].findings_before :]
            assert (found.hands, found.match) == (should.hands, should.match)
            apart += found != again.of_first
    assert apart > around


@pytest.mark.parametrize("sheet", every(2, FAULTS))
def test_a_record_that_is_refuted_at_sight_has_an_error_there(sheet: str) -> None:
    rng, refuted = Random(f"{SEED} {sheet}"), 0
    for record in records(sheet):
        worlds = Worlds(judge(sheet_of(record), record)[0])
        for at in range(len(record.hands)):
            for tricks in (tricks for _ in range(3) for tricks in misread(record.hands[at].tricks or (), rng)):
                hands = (*record.hands[:at], replace(record.hands[at], tricks=tricks), *record.hands[at + 1 :])
                other = replace(record, hands=hands)
                if worlds.refuted(other):
                    refuted += 1
                    here = [each for each in judged(other).findings if each.where.hand == record.hands[at].no]
                    assert errors_of(here), tricks
    assert refuted > 10


def misread(tricks: tuple[str, ...], rng: Random) -> Iterator[tuple[str, ...]]:
    """The tricks with two neighbours the wrong way round, and with a card more in a play."""
    if len(tricks) > 1:
        at = rng.randrange(len(tricks) - 1)
        yield (*tricks[:at], tricks[at + 1], tricks[at], *tricks[at + 2 :])
        leader, *plays = split_trick(tricks[at])
        number = rng.randrange(len(plays))
        more = (*plays[:number], plays[number].strip(PASS) + rng.choice(("3d", "Ks", "7h")), *plays[number + 1 :])
        yield (*tricks[:at], join_trick(leader, *more), *tricks[at + 1 :])


@pytest.mark.parametrize("sheet", every(3, FAULTS))
def test_only_what_a_difference_touches_is_judged_again(sheet: str) -> None:
    """A ruling that changes nothing of the last hand but one: the hands before the one that looks at it are not."""
    record = next(records(sheet, None))
    done, _, _ = judge(sheet_of(record), record)
    worlds, at = Worlds(done), len(record.hands) - 2
    other = replace(record, rulings=(Ruling(id="w1", hand=record.hands[at].no, effect=Effect()),))
    world = done.fork(Report(done.report.clause_of), record=other)
    touched = worlds.touched_by(world)
    stepped = [
        stage
        for stage, audit in worlds.steps(
            lambda: world, len(record.hands), lambda stage: stage != BEFORE and stage not in touched
        )
        if audit is not None
    ]
    assert stepped == [BEFORE, at - 1, at, at + 1, len(record.hands)][: len(stepped)]
    assert len(stepped) < len(record.hands)
