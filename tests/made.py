"""Sample matches and events that many tests start from: made once a process, and a copy for whoever asks.

A hand that was played once in a run of the tests, by whatever process, is not played again (`played_once`).
"""

import hashlib
import json
import marshal
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from paipu import samples
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Source
from paipu.samples import to_line
from paipu.samples.event import make_event
from paipu.samples.match import Match

Document = dict[str, Any]
NOWHERE = Place()
FIRST = next(iter(samples.FAULTS))


def must_parse(given: object, source: Source = NOWHERE) -> Parsed:
    """The record of a document, or of a line with one, that is a valid one."""
    found = parse(given if isinstance(given, bytes) else json.dumps(given).encode(), source)
    assert isinstance(found, Parsed), found
    return found


def match_of(seed: int, number: int, sheet: str, hands: int | None = None) -> Document:
    """What `make_match` makes of these."""
    copy: Document = json.loads(_line(seed, number, sheet, hands))
    return copy


def make_match(seed: int, number: int, *, sheet: str = FIRST, hands: int | None = None) -> Document:
    """The same, called as it is."""
    return match_of(seed, number, sheet, hands)


def sample(
    seed: int, matches: int, faults: float | None = None, *, sheet: str = FIRST, hands: int | None = None
) -> Iterator[Document]:
    """What `sample` makes of these."""
    made, more = _sample(seed, matches, faults, sheet, hands)
    for number in range(matches):
        if number == len(made):
            made.append(to_line(next(more)))
        copy: Document = json.loads(made[number])
        yield copy


def event_of(form: str, seed: int) -> tuple[Document, list[Document]]:
    """What `make_event` makes of these."""
    document, records = json.loads(_event(form, seed))
    return document, records


@cache
def _line(seed: int, number: int, sheet: str, hands: int | None) -> bytes:
    return to_line(samples.make_match(seed, number, sheet=sheet, hands=hands))


@cache
def _sample(
    seed: int, matches: int, faults: float | None, sheet: str, hands: int | None
) -> tuple[list[bytes], Iterator[Mapping[str, Any]]]:
    """The lines that somebody has asked for, and what makes the others."""
    return [], samples.sample(seed, matches, faults, sheet=sheet, hands=hands)


@cache
def _event(form: str, seed: int) -> str:
    return json.dumps(make_event(form, seed))


# ---- hands


AnyMatch = Match[Any, Any, Any]
Played = Callable[[AnyMatch], Document]


def played_once(play: Played, folder: Path) -> Played:
    """The same as `Match.new_hand`, whose hands are kept in a folder.

    A hand follows from what stands in the record before it and from the state of chance, which it leaves in another state.
    """

    def new_hand(match: AnyMatch) -> Document:
        before = marshal.dumps((match.document, match.rng.getstate()), 2)  # the last version that is the same for what is equal
        path = folder / hashlib.sha256(before).hexdigest()
        try:
            hand, after = pickle.loads(path.read_bytes())  # noqa: S301 - of our own run
        except FileNotFoundError:
            hand = play(match)
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_bytes(pickle.dumps((hand, match.rng.getstate())))
            draft.replace(path)
        else:
            match.rng.setstate(after)
        made: Document = hand
        return made

    return new_hand
