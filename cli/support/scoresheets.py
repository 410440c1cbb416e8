"""What is said of a score sheet that was read: its rows, always, and what was read after a second look."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.support.errors import InputError, UsageError
from paipu.cli.support.terminal import clean, tell, wants_colour
from paipu.cli.text import text
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped, read_mapping
from paipu.ingest.scoresheet.reading import UNREAD, Note
from paipu.replay.text import Lang, in_language

NOTES_SHOWN: Final = 20
"""Kinds of notes, each of a column, beside those of what was not read."""
UNREAD_SHOWN: Final = 100


def mapping_at(path: str, sheet: str | None, lang: Lang) -> Mapped:
    """The mapping in a file. Raises UsageError where it is of another rule sheet, InputError where it cannot be read."""
    found = read_mapping(path)
    if isinstance(found, Rejection):
        tell(rejection_lines(found, lang, colour=wants_colour(sys.stderr)))
        raise InputError("map.unreadable", path=path)
    if sheet not in {None, found.sheet}:
        raise UsageError("map.other", sheet=str(sheet), map=found.sheet)
    return found


def reading_lines(reading: Reading, lang: Lang, *, notes: bool) -> Iterator[str]:
    """The rows of a file, which add up; what was not read, always, and the other notes."""
    tally = reading.tally
    skipped = sum(tally.skipped.values())
    counts = {"read": tally.read, "taken": tally.taken, "quarantined": tally.quarantined, "skipped": skipped}
    yield clean(text("scoresheet.rows", lang, file=reading.file, **counts, **tally.skipped))
    if tally.cells:
        yield clean(text("scoresheet.cells", lang, file=reading.file, n=tally.cells))
    if tally.differing:
        yield clean(text("scoresheet.differing", lang, file=reading.file, n=tally.differing))
    kinds = reading.kinds_of_notes()
    unread = [kind for kind in kinds if kind[0].code in UNREAD]
    yield from note_lines(unread, UNREAD_SHOWN, lang)
    if notes:
        yield from note_lines([kind for kind in kinds if kind[0].code not in UNREAD], NOTES_SHOWN, lang)


def note_lines(kinds: Sequence[tuple[Note, int]], most: int, lang: Lang) -> Iterator[str]:
    """Some notes, the first of each kind in a column for all."""
    for note, count in kinds[:most]:
        said = {"cell": note.grid.place(note.cell), "message": in_language(note.message, lang)}
        yield clean(
            text("scoresheet.notes" if count > 1 else "scoresheet.note", lang, **said, **({"n": count} if count > 1 else {}))
        )
    if len(kinds) > most:
        yield text("scoresheet.more", lang, n=len(kinds) - most)
