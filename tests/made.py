"""Sample matches and events that many tests start from: made once a process, and a copy for whoever asks."""

import json
from functools import cache
from typing import Any

from paipu.samples import make_match, to_line
from paipu.samples.event import make_event

Document = dict[str, Any]


def match_of(seed: int, number: int, sheet: str, hands: int | None = None) -> Document:
    """What `make_match` makes of these."""
    copy: Document = json.loads(_line(seed, number, sheet, hands))
    return copy


def event_of(form: str, seed: int) -> tuple[Document, list[Document]]:
    """What `make_event` makes of these."""
    document, records = json.loads(_event(form, seed))
    return document, records


@cache
def _line(seed: int, number: int, sheet: str, hands: int | None) -> bytes:
    return to_line(make_match(seed, number, sheet=sheet, hands=hands))


@cache
def _event(form: str, seed: int) -> str:
    return json.dumps(make_event(form, seed))
