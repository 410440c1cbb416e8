"""What is said of a score sheet that was read: its rows, always, and what was read after a second look."""

from collections.abc import Iterator, Sequence
from typing import Final

from paipu.cli.support.terminal import clean
from paipu.cli.text import text
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.reading import UNREAD, Note
from paipu.replay.text import Lang, in_language

NOTES_SHOWN: Final = 20
"""Kinds of notes, each of a column, beside those of what was not read."""
UNREAD_SHOWN: Final = 100


def reading_lines(reading: Reading, lang: Lang, *, notes: bool) -> Iterator[str]:
    """The rows of a file, which add up; what was not read, always, and the other notes."""
    tally = reading.tally
    skipped = sum(tally.skipped.values())
    counts = {"read": tally.read, "taken": tally.taken, "quarantined": tally.quarantined, "skipped": skipped}
    yield clean(text("scoresheet.rows", lang, file=reading.file, **counts, **tally.skipped))
    if tally.cells:
        yield clean(text("scoresheet.cells", lang, file=reading.file, n=tally.cells))
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
