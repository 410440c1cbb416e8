"""Files that a reader of the pages loads: through the same pipeline as `paipu load`, within bounds, by a process of its own."""

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from paipu.analytics.ahead import Ahead
from paipu.analytics.errors import WarehouseBusyError
from paipu.analytics.pipeline import LoadSummary, Seen, games_of, inputs_of, load_inputs, place_of
from paipu.analytics.rulings import log_beside, overlay, read_log
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.loading import Asked, load_apart
from paipu.ingest.event_source import EventFile, is_event, read_event
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped, read_mapping
from paipu.ingest.source import SHEET_SUFFIXES, SUFFIXES

MOST_MB: Final = 64
"""Of one file, and of all that are loaded together."""
MOST_FILES: Final = 50
ENDINGS: Final = (
    *(suffix.removeprefix(".") for suffix in SUFFIXES),
    *(suffix.removeprefix(".") for suffix in SHEET_SUFFIXES),
    "toml",
)
PATIENCE: Final = 60.0
"""Seconds to wait while others load: one file of 1 MB takes ten of them at most."""
_AT_ONCE: Final = threading.BoundedSemaphore(4)
"""So many load at the same time, each with its own process; the others wait."""
BATCH: Final = 500
"""Inputs between two words about the progress."""
_NAME: Final = 200
"""Bytes of a file's name that are kept: the last ones, which say what it is."""


class Upload(Protocol):
    """What this module asks of a file that was sent."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    def getbuffer(self) -> memoryview: ...


def too_much(files: Sequence[Upload]) -> bool:
    """Whether the files are more than is loaded at a time."""
    return len(files) > MOST_FILES or sum(file.size for file in files) > MOST_MB << 20


def expected(files: Sequence[Upload]) -> int:
    """About how many records are in some files: a line each; in a packed one that cannot be told."""
    return sum(max(1, bytes(file.getbuffer()).count(b"\n")) for file in files)


class Loaded(NamedTuple):
    """What became of some files, and how each score sheet among them was read."""

    summary: LoadSummary
    readings: tuple[Reading, ...]


class BadEventError(Exception):
    """The event, or the mapping, among some files cannot be taken: what is wrong; or `several`, where there are more than
    one of them.
    """

    def __init__(self, rejection: Rejection | None = None, several: Sequence[str] = ()) -> None:
        super().__init__()
        self.rejection, self.several = rejection, several


def load_files(files: Sequence[Upload], directory: Path, progress: Callable[[LoadSummary], None]) -> Loaded:
    """Load some files. Raises WarehouseError where the warehouse cannot be written, BadEventError for a bad event file.

    Their names say of which kind they are, and where a record came from; nothing else of a name is trusted. One of them may
    be the file of an event, which the score sheets beside it are then of, and one a mapping of their columns.
    Raises NotAllowedError where whoever uses the page may not load.
    """
    from paipu.dashboard.service.access import allow  # noqa: PLC0415 - the process that loads has no pages
    from paipu.dashboard.service.roles import Action  # noqa: PLC0415 - as above

    allow(Action.ENTER, ", ".join(safe_name(file.name) for file in files))
    with tempfile.TemporaryDirectory(prefix="paipu-") as folder:
        names = {}
        for number, file in enumerate(files, start=1):
            own = Path(folder) / str(number)
            own.mkdir()
            path = own / safe_name(file.name)
            path.write_bytes(file.getbuffer())
            names[str(path)] = path.name
        if not _AT_ONCE.acquire(timeout=PATIENCE):
            raise WarehouseBusyError(directory, None)
        try:
            return load_apart(Asked(names, directory.absolute(), PATIENCE, Path(folder)), progress)
        finally:
            _AT_ONCE.release()


def loaded(asked: Asked, progress: Callable[[LoadSummary], None]) -> Loaded:
    """What `load_files` comes to, in a process of its own: the files are read and audited while others may load, and then
    committed.
    """
    names = dict(asked.names)
    readings: list[Reading] = []
    mapped = _mapping_among(names)
    event = _event_among(names)
    if event is not None:
        event = event._replace(source=names.pop(event.source))
    with Warehouse.open(asked.directory, asked.patience) as warehouse:
        log = read_log(log_beside(warehouse.directory), warehouse.manifest.rulings)
        seen, begun = Seen(warehouse, overlay(log), *games_of(warehouse, event)), place_of(warehouse, datetime.now(UTC))
    ahead = Ahead(asked.scratch, BATCH)
    ahead.audit(
        inputs_of(names, readings.append, event, mapped=mapped), begun, seen, lambda done: progress(LoadSummary(read=done))
    )
    with Warehouse.open(asked.directory, asked.patience) as warehouse:
        summary = load_inputs(ahead.inputs(), warehouse, ahead, progress, BATCH, event=event)
    return Loaded(summary, tuple(reading.bare() for reading in readings))


def _mapping_among(names: dict[str, str]) -> Mapped | None:
    """The mapping among some files, which is none of those that hold records."""
    found = [path for path in names if path.lower().endswith(".toml")]
    if len(found) > 1:
        raise BadEventError(several=[names[path] for path in found])
    if not found:
        return None
    name = names.pop(found[0])
    mapped = read_mapping(found[0])
    if isinstance(mapped, Rejection):
        raise BadEventError(replace(mapped, source=name))
    return mapped


def _event_among(names: dict[str, str]) -> EventFile | None:
    """The event among some files, with its deals, which are no records."""
    found = [path for path in names if is_event(path)]
    if not found:
        return None
    if len(found) > 1:
        raise BadEventError(several=[names[path] for path in found])
    beside = {name: path for path, name in names.items()}
    event = read_event(found[0], beside)
    if isinstance(event, Rejection):
        about = names[found[0]] if event.source == found[0] else Path(event.source).name
        raise BadEventError(replace(event, source=about))
    boards = event.parsed.event.boards
    for each in boards.sets if boards is not None else ():
        names.pop(beside.get(each.file or "", ""), None)
    return event


def safe_name(name: str) -> str:
    r"""A name that stays in its folder, is no hidden one and not too long for a file.

    >>> safe_name("../../etc/passwd"), safe_name("决赛 1.ndjson.gz"), safe_name("C:\\x\\a.csv"), safe_name("..")
    ('passwd', '决赛 1.ndjson.gz', 'a.csv', 'file')
    """
    last = "".join(each if each.isprintable() else "_" for each in name.replace("\\", "/").rpartition("/")[2])
    kept = last.encode("utf-8", "replace")[-_NAME:].decode("utf-8", "ignore")
    return kept.lstrip("._- ") or "file"
