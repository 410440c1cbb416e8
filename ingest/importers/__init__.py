"""Foreign formats that can be turned into `paipu/1`: one file each, all listed here, and those that other packages bring.

A package brings one by an entry point of the group `paipu.importers`, whose name is the format's and whose object is an
`Importer`. It is loaded when it is first asked for; `paipu.ingest.importers.conform` says whether it keeps its promises.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from paipu.ingest.importers.as_toml import TOML
from paipu.ingest.importers.base import Document, Importer
from paipu.ingest.importers.botzone_guandan import BOTZONE_GUANDAN
from paipu.ingest.importers.botzone_tractor import BOTZONE_TRACTOR
from paipu.ingest.importers.danzero import DANZERO
from paipu.ingest.importers.guandan_world import GUANDAN_WORLD
from paipu.ingest.importers.jerryyyu import JERRYYYU
from paipu.ingest.importers.notes import NOTES
from paipu.ingest.importers.plays import PLAYS
from paipu.ingest.importers.rbtying_json import RBTYING_JSON
from paipu.ingest.importers.rbtying_text import RBTYING_TEXT
from paipu.ingest.rejection import Rejection

__all__ = ["GROUP", "IMPORTERS", "BadImporter", "Document", "Importer", "importer_of", "names", "recognised", "writable"]

IMPORTERS: Final[Mapping[str, Importer]] = {
    importer.name: importer
    for importer in (
        BOTZONE_GUANDAN,
        BOTZONE_TRACTOR,
        DANZERO,
        GUANDAN_WORLD,
        JERRYYYU,
        NOTES,
        PLAYS,
        RBTYING_JSON,
        RBTYING_TEXT,
        TOML,
    )
}
"""Every importer that comes with the program, by the name that the command line takes."""
GROUP: Final = "paipu.importers"
"""The entry points by which other packages bring importers."""


class BadImporter(Exception):  # noqa: N818 - it is told as an answer
    """An importer of another package that cannot be had, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.name, self.why = name, why


def names() -> tuple[str, ...]:
    """All formats: those that come with the program first, then others in alphabetical order. Nothing is loaded."""
    return (*IMPORTERS, *sorted(_brought()))


def importer_of(name: str) -> Importer:
    """The importer of a format. Raises KeyError if there is none, BadImporter if another package's cannot be loaded."""
    if name in IMPORTERS:
        return IMPORTERS[name]
    point = _brought()[name]
    try:
        importer = point.load()
    except Exception as error:  # whatever another package raises when it is imported
        raise BadImporter(name, f"{type(error).__name__}: {error}") from error
    if not isinstance(importer, Importer) or importer.name != name:
        raise BadImporter(name, f"{point.value}: paipu.ingest.importers.Importer({name!r}, …)")
    return importer


def recognised(raw: bytes, source: str) -> Iterator[tuple[Importer, list[Document]]]:
    """The formats of which some bytes are a record, each with what is read; importers that cannot be loaded are passed over."""
    for name in names():
        try:
            importer = importer_of(name)
        except BadImporter:
            continue
        found = importer.convert(raw, source)
        if not isinstance(found, Rejection):
            yield importer, found


def writable() -> list[str]:
    """The formats that can be written too; importers that cannot be loaded are passed over."""
    found = []
    for name in names():
        try:
            importer = importer_of(name)
        except BadImporter:
            continue
        if importer.write is not None:
            found.append(name)
    return found


def _brought() -> dict[str, EntryPoint]:
    """What other packages bring, but for what has a name that is taken."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in IMPORTERS}
