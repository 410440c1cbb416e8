"""Hands to be reviewed: of made-up matches, with their decisions."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from paipu.analytics.review.climbing import ClimbDecision
from paipu.analytics.review.knowledge_climbing import ClimbHand
from paipu.analytics.review.knowledge_tricks import KITTY, TrickHand
from paipu.analytics.review.tricks import TrickDecision
from paipu.ingest.rejection import Place
from paipu.replay.family import hand_views
from paipu.replay.record import GameRecord
from paipu.replay.sheets import TRICK_SHEETS
from paipu.samples import to_line
from tests.made import make_match, must_parse

TRICKS: Final = ("shengji", "chaodipi", "shuangkou")
CLIMBING: Final = ("guandan-1", "guandan-2", "guandan-3", "guandan-js2023", "daguai")
SHEETS: Final = (*TRICKS, *CLIMBING)


@cache
def record_of(sheet: str, seed: int, hands: int = 2) -> GameRecord:
    """A made-up match."""
    parsed = must_parse(to_line(make_match(seed, 1, sheet=sheet, hands=hands)), Place("made", None))
    return parsed.record


def hands_of(record: GameRecord) -> Iterator[Any]:
    """Its hands, as the review asks them."""
    kind: Callable[[Any], Any] = TrickHand if record.sheet in TRICK_SHEETS else ClimbHand
    return map(kind, hand_views(record))


def decision_of(hand: Any, ply: int) -> Any:
    """The decision before a ply; None where there is none."""
    known = hand.decision(ply)
    if known is None:
        return None
    return TrickDecision(hand, known) if isinstance(hand, TrickHand) else ClimbDecision(hand, known)


def real_world(hand: Any, known: Any, ply: int) -> tuple[int, ...]:
    """Where the hidden cards were, which nobody who judges may look at."""
    frame = hand.view.frames[ply - 1]
    seats: Sequence[str] = known.sheet.seats
    return tuple(hand.buried if place == KITTY else known.ctx.pack(frame.hands[seats[place]]) for place in known.places)
