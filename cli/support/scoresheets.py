"""What is said of a score sheet that was read: its rows, always, and what was read after a second look."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from cli.support.terminal import clean
from cli.text import text
from ingest.scoresheet import Reading
from ingest.scoresheet.reading import Note
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
    firsts: dict[tuple[str | None, str, str], Note] = {}
    count = Counter[tuple[str | None, str, str]]()
    for note in reading.notes:
        kind = (note.grid.sheet, note.cell.rstrip("0123456789"), note.code)
        firsts.setdefault(kind, note)
        count[kind] += 1
    for kind, note in list(firsts.items())[:NOTES_SHOWN]:
        said = {"cell": note.grid.place(note.cell), "message": in_language(note.message, lang)}
        several = count[kind] > 1
        yield clean(
            text("scoresheet.notes" if several else "scoresheet.note", lang, **said, **({"n": count[kind]} if several else {}))
        )
    if len(firsts) > NOTES_SHOWN:
        yield text("scoresheet.more", lang, n=len(firsts) - NOTES_SHOWN)
