"""Documents of the format as the makers write them: chance, time, a hand in which time is called, and what the kernel reads."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.source import RawRecord
from paipu.replay.notation import join_trick, split_trick
from paipu.replay.record import GameRecord

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


def to_line(document: Mapping[str, Any]) -> bytes:
    """A match as one line of an `.ndjson` file, the newline included: compact, and the same bytes every time."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def record_of(document: Mapping[str, Any]) -> GameRecord:
    """A document as the kernel reads it. Raises ValueError for one that the reader refuses."""
    raw = to_line(document)
    parsed = parse(raw, RawRecord(raw, document["id"], None))
    if isinstance(parsed, Parsed):
        return parsed.record
    raise ValueError(f"the reader refuses {document['id']}: {parsed}")


def cut(hand: Document, over: float) -> Document:
    """A hand in which time was called `over` seconds before its end: the plays made by then, and no claims."""
    tricks = [split_trick(text) for text in hand["tricks"]]
    seconds = [list(row) for row in hand["seconds"]]
    while over > 0 and tricks:
        over -= seconds[-1].pop()
        tricks[-1].pop()
        if not seconds[-1]:
            tricks.pop()
            seconds.pop()
    rest = {key: value for key, value in hand.items() if key != "claims"}
    return {**rest, "tricks": [join_trick(*tokens) for tokens in tricks], "seconds": seconds}
