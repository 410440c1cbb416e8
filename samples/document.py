"""What the makers of all families share: documents, chance, and a hand in which time is called."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

Document = dict[str, Any]

DEFAULT_SHEET: Final = "shengji"
"""The sheet of the matches that are made where nobody says which."""


def event_id(sheet: str) -> str:
    """The id of a sheet's tournament; that of other sheets than the default one names it, for all may lie in one warehouse."""
    return "demo" if sheet == DEFAULT_SHEET else f"demo-{sheet}"


def shuffler(*seed: object) -> Random:
    """The one source of chance: the same seed, the same game, on every machine."""
    return Random("/".join(map(str, seed)))  # noqa: S311 - shuffled cards keep no secret


def stamp(document: Mapping[str, Any], seconds: float) -> str:
    """The time so many seconds after a match began."""
    return (datetime.fromisoformat(document["event"]["started"]) + timedelta(seconds=seconds)).isoformat()


def cut(hand: Document, over: float) -> Document:
    """A hand in which time was called `over` seconds before its end: the plays made by then, and no claims."""
    tricks = [text.split(" ") for text in hand["tricks"]]
    seconds = [list(row) for row in hand["seconds"]]
    while over > 0 and tricks:
        over -= seconds[-1].pop()
        tricks[-1].pop()
        if not seconds[-1]:
            tricks.pop()
            seconds.pop()
    rest = {key: value for key, value in hand.items() if key != "claims"}
    return {**rest, "tricks": [" ".join(tokens) for tokens in tricks], "seconds": seconds}
