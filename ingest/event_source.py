"""The inputs of an event: its file, and the records among some paths."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from paipu.ingest.event import EVENT_FORMAT
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.source import SUFFIXES, RawRecord, read
from paipu.ingest.stream import Input
from paipu.ingest.strict_json import decode

_ONE: Final = tuple(suffix for suffix in SUFFIXES if suffix.startswith(".json"))
_SAYS: Final = EVENT_FORMAT.encode()


class EventFile(NamedTuple):
    """An event that was read, and where its file is."""

    parsed: ParsedEvent
    source: str


def records(paths: Sequence[str], event: EventFile, told: Callable[[Reading], None] | None = None) -> Iterator[Input]:
    """The records at some paths; the event's own file may lie among them, and is none.

    What score sheets leave out is the event's. `told` is as of `read`.
    """
    for given in read(paths, told=told, event=event.parsed.event):
        if given.source == "-" or not _same_file(given.source, event.source):
            yield given


def _same_file(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def is_event(path: str) -> bool:
    """Whether a file is one of an event by the format that it names; what cannot be read is none."""
    if not path.lower().endswith(_ONE) or not Path(path).is_file():
        return False
    given = next(iter(read([path])), None)
    if not isinstance(given, RawRecord) or _SAYS not in given.raw:
        return False
    tree, _ = decode(given.raw)
    return isinstance(tree, dict) and tree.get("format") == EVENT_FORMAT


def read_event(path: str) -> EventFile | Rejection:
    """The event of a file, or what is wrong with it."""
    given = next(iter(read([path])))
    found = parse_event(given.raw, given) if isinstance(given, RawRecord) else given
    return found if isinstance(found, Rejection) else EventFile(found, path)
