"""Matches from the first card to the last, as `paipu/1` documents with every claim right."""

from collections.abc import Mapping

from ingest.schema import FORMAT
from replay.record import OptionValue
from replay.sheets.names import SHEET_NAMES
from samples.document import DEFAULT_SHEET, Document, shuffler
from samples.families import maker_of
from samples.people import Tournament, seating


def make_match(
    seed: int,
    number: int,
    *,
    sheet: str = DEFAULT_SHEET,
    event: Tournament | None = None,
    hands: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Document:
    """Match `number` (from 1) of a tournament, legal in every play and right in every claim; the same for the same arguments.

    It ends when a side passes the last level, when all hands of the match are played, when time is called, or after `hands`
    hands (the record of a match under way). `options` are the record's options; players know those that concern plays; where
    the hands are converted to a score, some organisers give their table. Raises ValueError for `number` below 1, and KeyError
    for a sheet of which no matches can be made.
    """
    if number < 1:
        raise ValueError(f"matches are numbered from 1; found {number}")
    maker = maker_of(sheet)
    tournament = event or maker.tournament(sheet)
    place = tournament.pairing(number)
    if options is None:
        options = maker.organised(sheet, shuffler(seed, number, "options"))
    document: Document = {
        "format": FORMAT,
        "id": f"{tournament.id}/r{place.round:02d}/t{place.table:02d}",
        "sheet": sheet,
        **({"options": dict(options)} if options else {}),
        "event": {
            "id": tournament.id,
            "name": tournament.name,
            "stage": tournament.stage_of(place),
            "round": place.round,
            "table": str(place.table),
            "started": tournament.start_of(place.round).isoformat(),
        },
        "seats": seating(place.pairs, SHEET_NAMES[sheet].seats),
        "hands": [],
    }
    maker.play(document, shuffler(seed, number), hands)
    return document
