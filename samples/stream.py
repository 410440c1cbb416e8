"""A whole tournament, match after match, some of them with a fault."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from samples.document import DEFAULT_SHEET, Document, shuffler
from samples.faults import FAULTS, inject
from samples.match import make_match
from samples.people import Tournament


def sample(
    seed: int,
    matches: int,
    faults: float | None = None,
    *,
    sheet: str = DEFAULT_SHEET,
    event: Tournament | None = None,
    hands: int | None = None,
) -> Iterator[Document]:
    """The matches 1 to `matches` of a tournament, one by one; `faults` is the share of them, 0 to 1, that get a fault.

    Each fault is noted under `extra.faults`. `hands` bounds the hands of a match. Raises ValueError for a share out of range.
    """
    share = faults or 0.0
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"the share of matches with a fault is a number from 0 to 1; found {faults}")
    for number in range(1, matches + 1):
        document = make_match(seed, number, sheet=sheet, event=event, hands=hands)
        chance = shuffler(seed, number, "faults")
        yield _with_a_fault(document, chance) if chance.random() < share else document


def _with_a_fault(document: Document, rng: Random) -> Document:
    """The match with a fault of some kind that it offers an opportunity for."""
    order: list[str] = list(FAULTS[document["sheet"]])
    rng.shuffle(order)
    for kind in order:
        faulty = inject(document, kind, rng)
        if faulty is not None:
            return faulty
    return document


def to_line(document: Mapping[str, Any]) -> bytes:
    """A match as one line of an `.ndjson` file, the newline included: compact, and the same bytes every time."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
