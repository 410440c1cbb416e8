"""Tournaments of made-up matches: each legal to the last play and right in every claim, or with one fault built into it."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from paipu.ingest.schema import FORMAT
from paipu.replay.record import OptionValue
from paipu.replay.sheets import SHEETS
from paipu.samples import climbing, tricks
from paipu.samples.document import DEFAULT_SHEET, Document, shuffler
from paipu.samples.match import Match
from paipu.samples.people import Tournament, seating
from paipu.samples.work import Fault, NoChance, Work


class Maker(NamedTuple):
    """How the matches of a family are made up.

    `match` is played, `work` is what `faults` are built into. `tournament` is the one that a sheet is played in, `organised`
    the options that its organiser sets, if he sets any (both by the sheet's key).
    """

    match: type[Match[Any, Any, Any]]
    work: type[Work[Any, Any, Any]]
    faults: tuple[Fault, ...]
    tournament: Callable[[str], Tournament]
    organised: Callable[[str, Random], Mapping[str, OptionValue] | None] = lambda _sheet, _rng: None


_MAKERS: Final = {"tricks": Maker(*tricks.MAKER), "climbing": Maker(*climbing.MAKER)}

FAULTS: Final[Mapping[str, Mapping[str, Fault]]] = {
    key: faults
    for key, sheet in SHEETS.items()
    if (faults := {fault.kind: fault for fault in _MAKERS[sheet.family].faults if key in fault.sheets})
}
"""Every class of faults that the audit of a sheet can be asked to find, by the sheet's key and the class's name."""


def make_match(
    seed: int,
    number: int,
    *,
    sheet: str = DEFAULT_SHEET,
    event: Tournament | None = None,
    hands: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    dealt: Mapping[str, Any] | None = None,
) -> Document:
    """Match `number` (from 1) of a tournament, legal in every play and right in every claim; the same for the same arguments.

    It ends when a side passes the last level, when all hands of the match are played, when time is called, or after `hands`
    hands (the record of a match under way). `options` are the record's options; players know those that concern plays; where
    the hands are converted to a score, some organisers give their table. Of a board that was `dealt` only that hand is played,
    as a file of deals has it. Raises ValueError for `number` below 1, and KeyError
    for a sheet of which no matches can be made.
    """
    if number < 1:
        raise ValueError(f"matches are numbered from 1; found {number}")
    maker = _MAKERS[SHEETS[sheet].family]
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
        "seats": seating(place.pairs, SHEETS[sheet].seats),
        **({"start": start_of(sheet, dealt)} if dealt is not None and SHEETS[sheet].counts_levels else {}),
        "hands": [],
    }
    if dealt is not None:
        document["event"]["board"] = {"no": dealt["board"]}
        maker.match(document, shuffler(seed, number), 1).play_board(dealt)
    else:
        maker.match(document, shuffler(seed, number), hands).play_on()
    return document


def start_of(sheet: str, dealt: Mapping[str, Any]) -> Document:
    """Where the record of a board begins: at its level, with who leads it."""
    return {"levels": dict.fromkeys(SHEETS[sheet].sides, dealt["level"]), "dealer": dealt["leader"]}


def inject(document: Mapping[str, Any], kind: str, rng: Random) -> Document | None:
    """A copy of a legal match with one fault in it, noted under `extra.faults`; None if it offers no opportunity.

    A fault in the plays is followed by the players playing on, and the match after it is another one. Raises KeyError for an
    unknown kind.
    """
    sheet = document["sheet"]
    fault = FAULTS[sheet][kind]
    work = _MAKERS[SHEETS[sheet].family].work(document, rng)
    try:
        note = fault.note(sheet, fault.inject(work))
    except NoChance:
        return None
    work.document["extra"] = {"faults": [*document.get("extra", {}).get("faults", []), note]}
    return work.document


def sample(
    seed: int,
    matches: int,
    faults: float | None = None,
    *,
    sheet: str = DEFAULT_SHEET,
    event: Tournament | None = None,
    hands: int | None = None,
) -> Iterator[Document]:
    """The matches 1 to `matches` of a tournament, one by one; `faults` is the share of them, 0 to 1, that get a fault.

    Each fault is noted under `extra.faults`. `hands` bounds the hands of a match. Raises ValueError for a share out of range.
    """
    share = faults or 0.0
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"the share of matches with a fault is a number from 0 to 1; found {faults}")
    for number in range(1, matches + 1):
        document = make_match(seed, number, sheet=sheet, event=event, hands=hands)
        chance = shuffler(seed, number, "faults")
        kinds = list(FAULTS[sheet]) if chance.random() < share else []
        chance.shuffle(kinds)
        yield next(filter(None, (inject(document, kind, chance) for kind in kinds)), document)
