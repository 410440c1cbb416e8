"""A referee's notes: `read` takes them, `write` makes them of a match."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from paipu.ingest.importers.base import LOST, Document, Importer
from paipu.ingest.importers.notes.reading import read
from paipu.ingest.importers.notes.writing import write
from paipu.replay.sheets import Sheet
from paipu.replay.text import Lang, in_language
from paipu.replay.texts import Texts

NOTES: Final = Importer("notes", "裁判的记录文字", "a referee's notes", read, LOST["notes"], write)


_READ_SO: Final = Texts({}, ("paipu.ingest.importers", "text.read"))
"""The ways in which a line is not read by the letter."""


def notes_of(sheet: Sheet | None, chosen: Mapping[int, int] | None = None) -> Importer:
    """The importer of notes of a sheet that need not be named in them, with what was `chosen` of the readings offered,
    both by their numbers.
    """
    return NOTES._replace(read=partial(read, sheet=sheet, chosen=chosen))


def readings_of(document: Document, lang: Lang) -> Iterator[tuple[int | None, str, str, str]]:
    """What was not read by the letter: the line, what it says, what it was read as, and how."""
    for each in document.get("extra", {}).get("readings", ()):
        why = [in_language(_READ_SO[code], lang) for code in each["why"].split()]
        why += [f"「{said}」" if lang == "zh" else f'"{said}"' for said in each.get("unread", ())]
        yield each["line"], each["said"], each["read"], ("；" if lang == "zh" else "; ").join(why)
