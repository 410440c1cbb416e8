"""Matches as files of other programs: what comes back when such a file is read is the match, or it is not written."""

import json
from collections.abc import Mapping
from typing import Any, Final

from paipu.ingest.importers.base import Document, Importer, NotHeld, NotRead, trees_of
from paipu.ingest.parse import parse
from paipu.ingest.rejection import FORMAT, Place, Rejection, to_pointer

_FAMILY: Final = FORMAT.partition("/")[0] + "/"
_OWN: Final = ("format", "id")
"""What a record says that no file of another program does."""


def written(importer: Importer, match: Document) -> bytes:
    """A match as a file of a format that has a `write`. Raises `NotHeld` for what such a file cannot hold."""
    if importer.write is None:
        raise NotHeld("", importer.name, "write")
    try:
        raw = importer.write(match)
    except (KeyError, IndexError, ValueError) as error:  # it wants something that the record has not
        raise NotHeld("", str(error), importer.en) from error
    back = importer.convert(raw, "-")
    if isinstance(back, Rejection):
        raise NotHeld("", back.found, back.expected or back.message.en)
    if len(back) != 1:
        raise NotHeld("/hands", f"{len(back)} ×", "1 ×")
    at = difference(_plain(match), _plain(back[0]))
    if at is not None:
        raise NotHeld(to_pointer(at[0]), at[1], at[2])
    return raw


def _plain(match: Document) -> Document:
    """A match without what is its own, and deals without spaces, which say nothing."""
    hands = []
    for hand in match["hands"]:
        deal = {seat: cards.replace(" ", "") for seat, cards in hand.get("deal", {}).items()}
        hands.append({**hand, **({"deal": deal} if deal else {})})
    return {**{key: value for key, value in match.items() if key not in _OWN}, "hands": hands}


def records_of(raw: bytes, source: str) -> tuple[list[Document], list[Rejection]] | None:
    """The matches of a file that holds records of ours, and those that are refused; None for any other file."""
    try:
        roots = [*trees_of(raw)]
    except NotRead:
        return None
    if not all(isinstance(root.value, dict) and str(root.value.get("format")).startswith(_FAMILY) for root in roots):
        return None
    matches, rejections = list[Document](), list[Rejection]()
    for root in roots:
        found = parse(json.dumps(root.value).encode(), Place(source, root.line))
        if isinstance(found, Rejection):
            rejections.append(found)
        else:
            matches.append(root.value)
    return matches, rejections


def difference(told: Any, found: Any) -> tuple[tuple[str | int, ...], Any, str] | None:  # noqa: ANN401 - whatever a record has
    """Where two JSON values differ first, what the first has there, and what the second."""
    if isinstance(told, Mapping) and isinstance(found, Mapping):
        for key in (*told, *(key for key in found if key not in told)):
            inner = difference(told.get(key), found.get(key))
            if inner is not None:
                return (key, *inner[0]), inner[1], inner[2]
        return None
    if isinstance(told, list | tuple) and isinstance(found, list | tuple) and len(told) == len(found):
        for index, (one, other) in enumerate(zip(told, found, strict=True)):
            inner = difference(one, other)
            if inner is not None:
                return (index, *inner[0]), inner[1], inner[2]
        return None
    return None if told == found else ((), told, str(found))
