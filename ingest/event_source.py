"""The inputs of an event: its file, and the records among some paths."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from paipu.ingest.deals import of_set, read_deals
from paipu.ingest.event import EVENT_FORMAT
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.published import PublishedFile, read_published
from paipu.ingest.rejection import Rejection, printable, problem, reject
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.source import SUFFIXES, RawRecord, read
from paipu.ingest.stream import Input
from paipu.ingest.strict_json import decode, lines_of

_ONE: Final = tuple(suffix for suffix in SUFFIXES if suffix.startswith(".json"))
_SAYS: Final = EVENT_FORMAT.encode()


def line_at(raw: bytes, source: str, pointer: str) -> str | None:
    """The line of a document at which a value stands, or the nearest above it; None where all of it stands in one line."""
    lines = _lines(raw)
    while pointer and pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return f"{printable(PurePath(source).name)}:{lines[pointer]}" if pointer and max(lines.values()) > 1 else None


@lru_cache(maxsize=4)
def _lines(raw: bytes) -> Mapping[str, int]:
    return lines_of(raw)


class EventFile(NamedTuple):
    """An event that was read, and where its file is.

    `cells` say of what was published in files of its own where it stands in them, by its pointer in the event.
    """

    parsed: ParsedEvent
    source: str
    cells: Mapping[str, str] = MappingProxyType({})
    own: bytes = b""
    """Its file, as it was read."""

    def line_at(self, pointer: str) -> str | None:
        """The line of its own file at which a value stands, or the nearest above it; None for what came of another file."""
        return line_at(self.own, self.source, pointer)


def records(
    paths: Sequence[str], event: EventFile, told: Callable[[Reading], None] | None = None, mapped: Mapped | None = None
) -> Iterator[Input]:
    """The records at some paths; the event's own file and its deals may lie among them, and are none.

    What score sheets leave out is the event's. `told` is as of `read`.
    """
    boards = event.parsed.event.boards
    beside = [str(Path(event.source).parent / each.file) for each in (boards.sets if boards else ()) if each.file]
    own = {os.path.realpath(each) for each in (event.source, *beside)}
    for given in read(paths, told=told, event=event.parsed.event, mapped=mapped):
        if given.source == "-" or os.path.realpath(given.source) not in own:
            yield given


def is_event(path: str) -> bool:
    """Whether a file is one of an event by the format that it names; what cannot be read is none."""
    if not path.lower().endswith(_ONE) or not Path(path).is_file():
        return False
    given = next(iter(read([path])), None)
    if not isinstance(given, RawRecord) or _SAYS not in given.raw:
        return False
    tree, _ = decode(given.raw)
    return isinstance(tree, dict) and tree.get("format") == EVENT_FORMAT


def read_event(path: str, beside: Mapping[str, str] | None = None) -> EventFile | Rejection:
    """The event of a file, or what is wrong with it; `beside` has the files that count as beside it, by name.

    Without it they are those of its folder.
    """
    given = next(iter(read([path])))
    found = parse_event(given.raw, given) if isinstance(given, RawRecord) else given
    return found if isinstance(found, Rejection) else _with_deals(EventFile(found, path, own=found.raw), beside)


def _with_deals(event: EventFile, beside: Mapping[str, str] | None) -> EventFile | Rejection:
    """The event with the deals of the files that it names, as far as they lie beside it."""
    boards, tree = event.parsed.event.boards, dict[str, Any]()
    for at, each in enumerate(boards.sets if boards is not None and event.source != "-" else ()):
        if each.file is None or each.deals is not None:
            continue
        path = Path(event.source).parent / each.file if beside is None else Path(beside.get(each.file, ""))
        if path == Path() or not os.path.lexists(path):
            continue
        try:
            found = read_deals(path)
        except OSError as error:
            return reject([problem("SOURCE-UNREADABLE", why=error.strerror or str(error))], str(path))
        told = found if isinstance(found, Rejection) else of_set(found, event.parsed.event.sheet)
        if isinstance(told, Rejection):
            return told
        if not isinstance(told, dict):
            return reject([told], str(path), 1)
        tree = tree or json.loads(event.parsed.raw)
        tree["boards"]["sets"][at]["dealt"] = told
    if not tree:
        return event
    parsed = parse_event(json.dumps(tree, ensure_ascii=False).encode(), RawRecord(b"", event.source, None))
    return parsed if isinstance(parsed, Rejection) else EventFile(parsed, event.source, own=event.own)


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
    return EventFile(parsed, event.source, {**event.cells, **cells}, event.own), found
