"""The inputs of an event: its file, and the records among some paths."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ingest.event_parse import ParsedEvent
from ingest.scoresheet import Reading
from ingest.source import read
from ingest.stream import Input


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
