"""Whose turn it is in a hand that is being written down: the engine tells it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.describe.rows import AnyView
from paipu.replay.family import hand_view
from paipu.replay.notation import split_trick


class Due(NamedTuple):
    """The play that comes next: its trick and place there, from 1, and whose it is."""

    trick: int
    play: int
    seat: str


def due_in(view: AnyView) -> Due | None:
    """The play that is due in a hand; None where the hand is over, or nothing tells who leads."""
    sheet, turn = view.sheet, view.due
    if turn is not None:
        return Due(turn.at.trick, turn.at.play, sheet.seats[turn.at.seat])
    tricks = view.hand.tricks or ()
    if view.tricks or not tricks or not sheet.once_round:
        return None
    leader, *plays = split_trick(tricks[-1])  # nothing is known of the hand, but it goes round once
    if len(plays) >= len(sheet.seats):
        return None
    return Due(len(tricks), len(plays) + 1, sheet.seats[(sheet.seat_at[leader] + len(plays)) % len(sheet.seats)])


def due_of(document: Mapping[str, Any], hand: int) -> Due | None:
    """The same of a hand of a document, by its index; None where that cannot be read either."""
    parsed = parse(json.dumps(document).encode(), Place())
    return due_in(hand_view(parsed.record, hand)) if isinstance(parsed, Parsed) else None
