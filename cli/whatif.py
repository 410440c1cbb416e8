"""`paipu whatif`: what would follow another play, declaration, burial, tribute or ruling."""

import json
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paipu.cli.propose import Form, read_moment
from paipu.cli.support.arguments import AtPlay, Language, OfEvent, OfHand, OfMatch, Record
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import check_targets, say
from paipu.cli.support.terminal import clean, clean_json
from paipu.cli.text import both
from paipu.replay.notation import BID, BURIED, COMBO, THROW_OR_PLAY, TRIBUTE_OF_FOUR, TRIBUTE_OF_SIX

if TYPE_CHECKING:
    from paipu.replay.record import Ruling
    from paipu.replay.whatif import Fact


def _given(name: str, metavar: str) -> Any:  # noqa: ANN401 - typer's own is untyped
    return typer.Option(f"--{name}", metavar=metavar, show_default=False, help=both(f"help.whatif.{name}"))


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    path: Record,
    hand: OfHand,
    at: AtPlay = None,
    play: Annotated[str | None, _given("play", "CARDS")] = None,
    bid: Annotated[str | None, _given("bid", "BIDS")] = None,
    bury: Annotated[str | None, _given("bury", "CARDS")] = None,
    tribute: Annotated[str | None, _given("tribute", "GIFTS")] = None,
    ruling: Annotated[str | None, _given("ruling", "JSON")] = None,
    match: OfMatch = None,
    event: OfEvent = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    lang: Language = "zh",
) -> None:
    """The command line of `paipu whatif`."""
    check_targets((None,), (path,))
    from paipu.cli.support.board import find, hand_index
    from paipu.cli.support.supposing import as_document, as_lines
    from paipu.replay.family import hand_view
    from paipu.replay.whatif import NoFactError, what_if

    parsed = find(path, match, lang, event)
    view = hand_view(parsed.record, hand_index(parsed, hand))
    given = {"play": play, "bid": bid, "bury": bury, "tribute": tribute, "ruling": ruling}
    said = {name: value for name, value in given.items() if value is not None}
    if len(said) != 1:
        raise UsageError("whatif.one")
    ((name, value),) = said.items()
    fact = read_fact(name, value, at, hand, parsed.record.sheet)
    try:
        found = what_if(parsed.record, hand, fact)
    except NoFactError:
        raise UsageError("whatif.nothing_there") from None
    if form == "json":
        say(clean_json(json.dumps(as_document(found, parsed.record.sheet, fact, view), ensure_ascii=False, indent=2)))
    else:
        say(*(clean(line) for line in as_lines(found, view, fact, (name, value), lang)))


def read_fact(name: str, value: str, at: str | None, hand: int, sheet: str) -> "Fact":
    """The other fact. Raises UsageError for what is not written as records write it."""
    from paipu.replay.whatif import Bids, Burial, Play, Tribute

    if name == "play":
        place = read_moment(at)
        if place is None:
            raise UsageError("whatif.at")
        _check(value, f"^(?:{THROW_OR_PLAY}|{COMBO})$", "KsKs")
        return Play(place, value)
    if name == "bury":
        _check(value, BURIED.pattern, BURIED.example)
        return Burial(value)
    if name == "ruling":
        return read_ruling(value, hand, sheet)
    entries = tuple(entry.strip() for entry in value.split(";") if entry.strip())
    patterns = {"bid": BID.pattern, "tribute": f"{TRIBUTE_OF_FOUR.pattern}|{TRIBUTE_OF_SIX.pattern}"}
    for entry in entries:
        _check(entry, patterns[name], "E 2s; N 2c2c" if name == "bid" else "W>N BJ; N>W 3c")
    return Bids(entries) if name == "bid" else Tribute(entries)


def read_ruling(value: str, hand: int, sheet: str) -> "Ruling":
    """A ruling as an entry of a record's `rulings`; `id`, `hand` and `state` may be left out."""
    from paipu.cli.support.entries import entry_of, ruling_of

    return ruling_of({"id": "whatif", "hand": hand, "state": "issued", **entry_of(value)}, sheet)


def _check(given: str, pattern: str, example: str) -> None:
    if not re.search(pattern, given):
        raise UsageError("whatif.notation", given=given, example=example)
