"""The review of a record: a row for each decision that was judged, the same whoever works and however many do."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from paipu.analytics.review.burial import BurialDecision
from paipu.analytics.review.climbing import ClimbDecision
from paipu.analytics.review.judge import VERSION, WORLDS, Judgement, Thresholds, judge, seed_of
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.analytics.review.returned import ReturnDecision
from paipu.analytics.review.row import DecisionRow
from paipu.analytics.review.tricks import TrickDecision
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.family import hand_view
from paipu.replay.notation import PASS, read_token
from paipu.replay.record import GameRecord
from paipu.replay.tricks.trump import TRUMP

DIGITS: Final = 6
"""Behind the point, of what is stored: the last bits of a mean are nobody's business."""


Judged = ClimbDecision | TrickDecision | BurialDecision | ReturnDecision


class Task(NamedTuple):
    """A hand of a record to be reviewed; `threshold` is None for what is usual in its unit."""

    record: GameRecord
    hand_index: int
    worlds: int = WORLDS
    threshold: float | None = None


def tasks(record: GameRecord, hand: int | None = None, worlds: int = WORLDS, threshold: float | None = None) -> Iterator[Task]:
    """The hands of a record, or the one of a number."""
    for index, each in enumerate(record.hands):
        if hand in {None, each.no}:
            yield Task(record, index, worlds, threshold)


def review_hand(task: Task) -> list[DecisionRow]:
    """The decisions of a hand."""
    return list(_rows(task))


def _rows(task: Task) -> Iterator[DecisionRow]:
    record, index = task.record, task.hand_index
    view: Any = hand_view(record, index)
    hand = ClimbHand(view) if isinstance(view, ClimbingView) else TrickHand(view)
    for number, (before, cards) in enumerate(before_plays(hand)):
        if before.may_be_judged(cards):
            said = judge(before, cards, seed_of(record.id, index, -number), task.worlds, before.same)
            if said.reason != "one":
                yield _row(hand, 0, before, said, task)
    for ply in range(1, len(hand.turns) + 1):
        decision, made = _decision(hand, ply)
        if decision is None or not decision.may_be_judged(made):
            continue
        said = judge(decision, made, seed_of(record.id, index, ply), task.worlds, decision.same)
        if said.reason != "one":
            yield _row(hand, ply, decision, said, task)


def before_plays(hand: ClimbHand | TrickHand) -> Iterator[tuple[BurialDecision | ReturnDecision, str]]:
    """The decisions before the first play, each with what was chosen: the burial that counts, or cards returned for tribute."""
    if isinstance(hand, ClimbHand):
        for returning in hand.returns():
            yield ReturnDecision(returning), returning.card
        return
    known = hand.burial()
    if known is not None and hand.buried is not None:
        made = "".join(known.ctx.unpack(hand.buried))
        yield BurialDecision(known, made), made


def _decision(hand: ClimbHand | TrickHand, ply: int) -> tuple[ClimbDecision | TrickDecision | None, str]:
    """A decision, and the play as it was meant: of a throw that failed all of its cards."""
    token = hand.turns[ply - 1].at.token
    if isinstance(hand, ClimbHand):
        known = hand.decision(ply)
        return (ClimbDecision(hand, known) if known is not None else None), token
    told = hand.decision(ply)
    return (TrickDecision(hand, told) if told is not None else None), read_token(token).thrown


def _row(hand: ClimbHand | TrickHand, ply: int, decision: Judged, said: Judgement, task: Task) -> DecisionRow:
    at = hand.turns[ply - 1].at if ply else None
    limits = Thresholds(*[task.threshold] * 3) if task.threshold is not None else Thresholds()
    return DecisionRow(
        hand_index=hand.view.number,
        hand=hand.view.hand.no,
        trick=at.trick if at is not None else 0,
        play=at.play if at is not None else 0,
        ply=ply,
        seat=decision.known.sheet.seats[decision.known.seat],
        act=act_of(decision, said.cards),
        cards=said.cards,
        best=said.best,
        unit=said.unit,
        loss=_rounded(said.loss),
        error=_rounded(said.error),
        value=_rounded(said.value),
        value_error=_rounded(said.value_error),
        open_loss=_rounded(said.open_loss),
        open_error=_rounded(said.open_error),
        grade=said.grade(limits),
        asked=task.worlds,
        worlds=said.worlds,
        compared=said.compared,
        legal=said.legal,
        candidates=json.dumps(
            [[each.cards, _rounded(each.gain), _rounded(each.error), each.worlds] for each in said.candidates],
            separators=(",", ":"),
        ),
        threshold=limits.of(said.unit),
        seed=said.seed,
        judge_version=VERSION,
    )


def act_of(decision: Judged, cards: str) -> str:
    """What kind of decision it is: `burial`, `lead`, `follow`, `ruff` or `discard`; in climbing games `return` (for tribute),
    `lead`, `follow`, `bomb` or `pass`.
    """
    if isinstance(decision, BurialDecision):
        return "burial"
    if isinstance(decision, ReturnDecision):
        return "return"
    if isinstance(decision, ClimbDecision):
        if cards == PASS:
            return "pass"
        known = decision.known
        standing = known.ctx.standing(known.ctx.plays[cards], known.table)
        if standing is not None and standing.bomb:
            return "bomb"
        return "lead" if known.leads else "follow"
    known_here = decision.known
    if known_here.lead is None:
        return "lead"
    ctx, led = known_here.ctx, known_here.lead
    if known_here.own & ctx.masks[led.cls]:
        return "follow"
    return "ruff" if ctx.plays[cards].cls == TRUMP else "discard"


def _rounded(value: float | None) -> float | None:
    return round(value, DIGITS) + 0.0 if value is not None else None
