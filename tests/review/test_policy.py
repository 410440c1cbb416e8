"""The rule players: what they play out is legal, comes to what the audit computes, and looks at no other hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from paipu.analytics.review import policy_climbing, policy_tricks
from paipu.analytics.review.policy_climbing import worth
from paipu.replay.audit import audit
from paipu.replay.family import hand_view
from paipu.replay.findings import Severity
from paipu.replay.notation import PASS, join_trick, split_trick
from paipu.replay.record import GameRecord
from tests.many import many
from tests.review.records import SHEETS, TRICKS, hands_of, real_world, record_of

Log = list[tuple[int, str]]


def played_by(player: Any, world: Any) -> Log:
    """What is played from a decision on, step by step: seats and texts."""
    playing, log = player.playing, []
    player.start(world)
    if isinstance(player, policy_tricks.RulePlayer):
        while not playing.finished():
            seat = (playing.leader + playing.number) % 4
            playing.choose()
            log.append((seat, player.table.play(playing.pick1, playing.pick2).text))
            playing.make(playing.pick1, playing.pick2, playing.pick_kind)
        return log
    while not playing.over:
        log.append((playing.turn, player.choose()))
        playing.make()
    return log


def trick_texts(known: Any, before: Sequence[str], under_way: Sequence[str], log: Log) -> list[str]:
    """The tricks with what was played out."""
    tricks, current = list(before), list(under_way)
    for seat, text in log:
        if len(current) > len(known.sheet.seats) or not current:
            tricks += [join_trick(*current)] if current else []
            current = [known.sheet.seats[seat]]
        current.append(text)
    return [*tricks, join_trick(*current)]


def round_texts(known: Any, before: Sequence[str], under_way: Sequence[str], log: Log) -> list[str]:
    """The same where it goes round until all pass; those who may not come back pass each time."""
    tricks, current = list(before), list(under_way)
    seats, reentry, left = known.sheet.seats, known.sheet.rounds.reentry, list(known.left)
    waiting, passed, last = known.trick.waiting, known.trick.passed, None
    for seat, text in log:
        if not waiting:
            tricks += [join_trick(*current)] if current else []
            current, passed, last = [seats[seat]], 0, None
        while not reentry and last is not None and (last := (last + 1) % len(seats)) != seat:
            current += [PASS] if left[last] else []
        current.append(text)
        last = seat
        if text == PASS:
            waiting, passed = waiting - 1, passed | 1 << seat
            continue
        left[seat] -= known.ctx.plays[text].size
        barred = 0 if reentry else passed
        waiting = sum(1 for other, count in enumerate(left) if count and other != seat and not barred >> other & 1)
    return [*tricks, join_trick(*current)]


def errors_of(record: GameRecord) -> list[tuple[object, ...]]:
    return [
        (each.code, each.where.trick, each.where.play, each.expected, each.actual)
        for each in audit(record).findings
        if each.severity is Severity.ERROR
    ]


def played_out(sheet: str, record: GameRecord, every: int) -> int:
    """Play hands out from many places on; how often."""
    tried = 0
    for number, hand in enumerate(hands_of(record)):
        if hand.unknown:
            continue
        for ply in range(1, len(hand.turns) + 1, every):
            known = hand.decision(ply)
            if known is None:
                continue
            tried += 1
            world = real_world(hand, known, ply)
            policy: Any = policy_tricks if sheet in TRICKS else policy_climbing
            player = policy.RulePlayer(known)
            chosen = player.choice()
            log = played_by(player, world)
            assert log[0][1] == chosen, "it looks at no other hand"
            value = policy.Playout(player, world).value(chosen)
            at = hand.turns[ply - 1].at
            lead = split_trick(hand.view.tricks[at.trick - 1])[: at.play] if at.play > 1 else []
            texts = trick_texts if sheet in TRICKS else round_texts
            tricks = texts(known, hand.view.tricks[: at.trick - 1], lead, log)
            mine = replace(record.hands[number], tricks=tuple(tricks), claims=None, seconds=(), incidents=())
            asked = replace(record, hands=(*record.hands[:number], mine), claims=None)
            assert errors_of(asked) == []
            result = hand_view(asked, number).result
            if sheet in TRICKS:
                assert result.computed.attackers == value
            else:
                assert worth(known.sheet, result.order, known.sides) == value
    return tried


@pytest.mark.parametrize("sheet", SHEETS)
@many(1, 60)
def test_what_is_played_out_is_legal_and_comes_to_what_the_audit_computes(sheet: str, seeds: range) -> None:
    tried = sum(played_out(sheet, record_of(sheet, seed + 1), 23) for seed in seeds)
    assert tried > 3 * len(seeds)
