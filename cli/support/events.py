"""The event that a command is about, and the matches of it among the records."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.support.errors import InputError
from paipu.cli.support.outcomes import Outcome, Wanted, outcomes
from paipu.cli.support.terminal import clean, tell, wants_colour
from paipu.cli.text import text
from paipu.ingest import event_source
from paipu.ingest.event_source import EventFile
from paipu.ingest.published import PublishedFile
from paipu.ingest.rejection import Rejection, reject
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.stream import NO_RULINGS, Overlay
from paipu.replay.event.match import Match
from paipu.replay.event.placing import belongs, games_said, place
from paipu.replay.event.published import Count
from paipu.replay.event.record import EventRecord
from paipu.replay.event.words import listed_up, part_title
from paipu.replay.text import Lang, in_language

if TYPE_CHECKING:
    from paipu.analytics.event_extract import Audit


def read_event(path: str, lang: Lang) -> EventFile:
    """The event of a file. Raises InputError where there is none; what is wrong with it is told."""
    found = event_source.read_event(path)
    if isinstance(found, Rejection):
        tell(rejection_lines(found, lang, colour=wants_colour(sys.stderr)))
        raise InputError("event.unreadable", path=path)
    return found


def read_table(event: EventFile, path: str, lang: Lang) -> tuple[EventFile, PublishedFile]:
    """The event with the published tables of a file. Raises InputError where it has none; what is wrong with it is told."""
    found = event_source.with_published(event, path)
    if isinstance(found, Rejection):
        tell(rejection_lines(found, lang, colour=wants_colour(sys.stderr)))
        raise InputError("published.unreadable", path=path)
    return found


def table_line(path: str, table: PublishedFile, lang: Lang) -> str:
    """What became of the rows of a file of published tables."""
    bad = table.rows - table.taken - table.skipped
    return clean(text("published.rows", lang, path=path, rows=table.rows, taken=table.taken, bad=bad, skipped=table.skipped))


def with_tables(event: EventFile, paths: Sequence[str], lang: Lang) -> tuple[EventFile, bool]:
    """The event with the published tables of some files, and whether these were read whole; what is wrong is told."""
    whole = True
    for each in paths:
        event, table = read_table(event, each, lang)
        whole = whole and not table.problems
        if table.problems:
            tell(rejection_lines(reject(table.problems, each), lang, colour=wants_colour(sys.stderr)))
        tell(table_line(each, table, lang))
    return event, whole


def audit_of(given: EventFile, path: str, gathered: "Gathered") -> "Audit":
    """The event of a file over the matches that were gathered."""
    from paipu.analytics.event_extract import Audit, digest_of

    hashes = {match.id: of.sha256 or "" for match, of in zip(gathered.matches, gathered.taken, strict=True)}
    return Audit(given.parsed, path, gathered.matches, hashes, digest_of(sorted(hashes.values())))


def published_lines(count: Count, lang: Lang, *, quiet: bool) -> Iterator[str]:
    """How many cells of the published tables were checked; told to who wants to hear nothing too, if not all of them were."""
    if count.cells and (count.unchecked or not quiet):
        yield text("event.published", lang, checked=count.checked, **count._asdict())


def counted_lines(gathered: "Gathered", lang: Lang, *, quiet: bool) -> Iterator[str]:
    """Which matches of the event count nowhere, and how many count as claimed, for want of a hand on record."""
    placed = place(gathered.event, gathered.matches)
    lost = placed.uncounted
    if lost:
        yield clean(
            text("standings.unplaced", lang, n=len(lost), some=listed_up([_placed_at(each, lang) for each in lost], lang))
        )
    bare = sum(each.match.bare for seated in placed.at.values() for each in seated)
    if bare and not quiet:
        yield text("standings.bare", lang, n=bare, of=len(gathered.matches))


def _placed_at(match: Match, lang: Lang) -> str:
    """A match with the place that it names."""
    said = in_language(part_title(match.stage, None, match.round, match.table), lang) if match.stage is not None else "-"
    return f"{match.id} ({said})"


class Gathered(NamedTuple):
    """The matches of an event: how many records were read, how many are of other events, and those without an audit.

    `taken` is what became of the records of the matches, in their order; `readings` is how each score sheet was read.
    """

    event: EventRecord
    matches: tuple[Match, ...]
    read: int
    others: int
    refused: tuple[Outcome, ...]
    taken: tuple[Outcome, ...]
    readings: tuple[Reading, ...] = ()


def gather(
    given: EventFile,
    paths: Sequence[str],
    workers: int,
    rulings: Overlay = NO_RULINGS,
    *,
    findings: bool = False,
    mapped: Mapped | None = None,
) -> Gathered:
    """Audit the records at some paths, with the rulings laid over them, and keep what the event takes from each."""
    parsed, readings = given.parsed, list[Reading]()
    games = games_said(parsed.event)
    matches, taken, refused, seen, others = [], [], [], 0, 0
    with closing(
        outcomes(
            event_source.records(paths, given, readings.append, mapped),
            workers,
            Wanted(findings=findings, match=True),
            rulings,
            games,
        )
    ) as made:
        for outcome in made:
            seen += 1
            if outcome.match is None:
                refused.append(outcome)
            elif belongs(parsed.event, outcome.match):
                matches.append(outcome.match)
                taken.append(outcome)
            else:
                others += 1
    return Gathered(parsed.event, tuple(matches), seen, others, tuple(refused), tuple(taken), tuple(readings))


def present(gathered: Gathered) -> dict[str, set[str]]:
    """The hashes of the records of each match that the event has taken."""
    found: dict[str, set[str]] = {}
    for each in gathered.taken:
        if each.id is not None and each.sha256 is not None:
            found.setdefault(each.id, set()).add(each.sha256)
    return found
