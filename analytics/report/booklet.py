"""A collection of hands as a booklet: a hand a page, with the note, the position before the play, and all plays."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from paipu.analytics.collected import Collection, KeptPlace
from paipu.analytics.reader import Reader
from paipu.analytics.report.case import Case
from paipu.analytics.report.page import FRAME, Tongue, document, language_of, speaker
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import ENGINE_VERSION, MatchView
from paipu.replay.text import Text, both
from paipu.replay.texts import Texts
from paipu.replay.words import hand_name

BOOKLET: Final = Texts({}, (__package__, "booklet"))
START: Final = (0, 0)


class Page(NamedTuple):
    """A place of a collection; `case` is None where the warehouse does not have it."""

    match: str
    hand: Text
    ply: int
    note: str
    case: Case | None


def booklet_html(reader: Reader, collection: Collection, tongue: Tongue) -> str:
    """The document of a collection."""
    say = speaker(tongue)
    return document(
        "booklet.html",
        tongue,
        BOOKLET,
        title=collection.name,
        subtitle=say(BOOKLET["booklet.places"], n=len(collection.places)),
        pages=list(_pages(reader, collection, tongue)),
        provenance=[
            say(BOOKLET["booklet.file"], name=collection.name),
            say(FRAME["report.engine"], version=ENGINE_VERSION),
        ],
    )


def _pages(reader: Reader, collection: Collection, tongue: Tongue) -> Iterator[Page]:
    looked_at: dict[str, tuple[Parsed, MatchView] | None] = {}
    for place in collection.places:
        if place.match not in looked_at:
            looked_at[place.match] = _looked_at(reader, place.match)
        found = looked_at[place.match]
        case = None if found is None else _case(place, *found)
        told = replace(case, lang=language_of(tongue)) if case is not None else None
        yield Page(place.match, both(partial(hand_name, place.hand)), place.ply, place.note, told)


def _looked_at(reader: Reader, match: str) -> tuple[Parsed, MatchView] | None:
    """The record that stands for a match."""
    rows = reader.query("SELECT record_sha256 FROM latest_matches WHERE match = ? ORDER BY record_sha256", [match])
    raw = reader.record(rows["record_sha256"][0]) if rows.height else None
    found = parse(raw, Place(match)) if raw is not None else None
    return (found, MatchView(found.record)) if isinstance(found, Parsed) else None


def _case(place: KeptPlace, parsed: Parsed, match: MatchView) -> Case | None:
    """The place as a case file looks at it; None for a hand or a ply that there is not."""
    if place.hand not in [each.no for each in parsed.record.hands]:
        return None
    case = Case(parsed=parsed, hand=place.hand, at=START, looked_at=match)
    if not 0 < place.ply < len(case.frames):
        return case if place.ply == 0 else None
    frame = case.frames[place.ply]
    return replace(case, at=(frame.trick, frame.play))
