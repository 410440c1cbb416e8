"""A question as the record of which it asks: what was told of a hand, in the keys of the format, and nothing else.

The record is partial: whoever asked goes on with it on the page of entry, and a ruling is on it.
"""

from typing import Any, Final

from paipu.replay.cards import UNKNOWN, split_cards
from paipu.replay.notation import Gift
from paipu.replay.record import Incident

Document = dict[str, Any]
LATER: Final = 2
"""The number of a hand of which it is not known what came before: one without a start, and so nothing is held against it."""


def known(**members: object) -> Document:
    """An object of the members that are told: those that are None or empty are left out."""
    return {key: value for key, value in members.items() if value is not None and value not in ("", [], {}, ())}


def incident_document(incident: Incident) -> Document:
    """An incident as the format has it; to which step it came is a ruling's to say."""
    return known(
        kind=incident.kind,
        seat=incident.seat,
        at=_place(incident.at),
        noticed=_place(incident.noticed),
        cards=incident.cards,
        count=incident.count,
        seconds=incident.seconds,
    )


def _place(at: tuple[int, int] | None) -> str | None:
    return None if at is None else "0" if at == (0, 0) else f"{at[0]}.{at[1]}"


def padded(cards: str, size: int) -> str:
    """A hand of which a part was told: its other cards were not seen."""
    told = split_cards(cards)
    return "".join([*told, *[UNKNOWN] * (size - len(told))])


def gift(giver: str, taker: str, card: str) -> str:
    """A card of a tribute in notation."""
    return str(Gift(giver, taker, card))
