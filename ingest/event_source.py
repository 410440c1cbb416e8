"""The inputs of an event: its file, and the records among some paths."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from paipu.ingest.event import EVENT_FORMAT
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.published import PublishedFile, read_published
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.source import SUFFIXES, RawRecord, read
from paipu.ingest.stream import Input
from paipu.ingest.strict_json import decode

_ONE: Final = tuple(suffix for suffix in SUFFIXES if suffix.startswith(".json"))
_SAYS: Final = EVENT_FORMAT.encode()


class EventFile(NamedTuple):
    """An event that was read, and where its file is.

    `cells` say of what was published in files of its own where it stands in them, by its pointer in the event.
    """

    parsed: ParsedEvent
    source: str
    cells: Mapping[str, str] = MappingProxyType({})


def records(
    paths: Sequence[str], event: EventFile, told: Callable[[Reading], None] | None = None, mapped: Mapped | None = None
) -> Iterator[Input]:
    """The records at some paths; the event's own file may lie among them, and is none.

    What score sheets leave out is the event's. `told` is as of `read`.
    """
    for given in read(paths, told=told, event=event.parsed.event, mapped=mapped):
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


def with_published(event: EventFile, path: str) -> tuple[EventFile, PublishedFile] | Rejection:
    """The event with the tables that a file of their own has, behind those that are published in it; and how that was read."""
    found = read_published(path, event.parsed.event)
    if isinstance(found, Rejection):
        return found
    tree: dict[str, Any] = json.loads(event.parsed.raw)
    begun = len(tree.get("published") or ())
    tree["published"] = [*(tree.get("published") or ()), *found.tables]
    parsed = parse_event(json.dumps(tree, ensure_ascii=False).encode(), RawRecord(b"", event.source, None))
    if isinstance(parsed, Rejection):
        return parsed
    cells = {f"/published/{begun + at}{place}": cell for at, each in enumerate(found.cells) for place, cell in each.items()}
    return EventFile(parsed, event.source, {**event.cells, **cells}), found
