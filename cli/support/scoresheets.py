"""What is said of a score sheet that was read: its rows, always, and what was read after a second look."""

from collections.abc import Iterator
from typing import Final

from cli.support.terminal import clean
from cli.text import text
from ingest.scoresheet import Reading
from replay.text import Lang, in_language

NOTES_SHOWN: Final = 20
"""Kinds of notes, each of a column."""


def reading_lines(reading: Reading, lang: Lang, *, notes: bool) -> Iterator[str]:
    """The rows of a file, which add up, and its notes."""
    tally = reading.tally
    skipped = sum(tally.skipped.values())
    counts = {"read": tally.read, "taken": tally.taken, "quarantined": tally.quarantined, "skipped": skipped}
    yield clean(text("scoresheet.rows", lang, file=reading.file, **counts, **tally.skipped))
    if notes:
        yield from note_lines(reading, lang)


def note_lines(reading: Reading, lang: Lang) -> Iterator[str]:
    """The notes, the first of each kind in a column for all."""
    kinds = reading.kinds_of_notes()
    for note, count in kinds[:NOTES_SHOWN]:
        said = {"cell": note.grid.place(note.cell), "message": in_language(note.message, lang)}
        yield clean(
            text("scoresheet.notes" if count > 1 else "scoresheet.note", lang, **said, **({"n": count} if count > 1 else {}))
        )
    if len(kinds) > NOTES_SHOWN:
        yield text("scoresheet.more", lang, n=len(kinds) - NOTES_SHOWN)
