"""`paipu solve`: what a position is worth with all cards open, and each play in it."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from paipu.cli.propose import read_moment
from paipu.cli.support.arguments import Language, OfEvent, OfHand, OfMatch, Record
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import check_targets, say
from paipu.cli.support.terminal import clean, clean_json
from paipu.cli.text import both, text
from paipu.replay.text import Lang

if TYPE_CHECKING:
    from paipu.replay.record import GameRecord
    from paipu.replay.solve import Solution

MOST_NODES: Final = 10**10


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    path: Record,
    hand: OfHand,
    at: Annotated[str, typer.Option("--at", metavar="T.P", show_default=False, help=both("help.solve.at"))],
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, max=MOST_NODES, metavar="N", show_default=False, help=both("help.solve.nodes")),
    ] = None,
    value_only: Annotated[bool, typer.Option("--value", help=both("help.solve.value"))] = False,
    match: OfMatch = None,
    event: OfEvent = None,
    form: Annotated[Literal["text", "ndjson"], typer.Option("--format", "-f", help=both("help.format"))] = "text",
    lang: Language = "zh",
) -> None:
    """The command line of `paipu solve`."""
    check_targets((None,), (path,))
    from paipu.cli.support.board import find, hand_index
    from paipu.replay.family import hand_view
    from paipu.replay.solve import NODES, solve

    place = read_moment(at)
    parsed = find(path, match, lang, event)
    index = hand_index(parsed, hand)
    record = parsed.record
    found = solve(hand_view(record, index), place or (0, 0), nodes or NODES, plays=not value_only)
    if found is None:
        raise UsageError("solve.nothing_there", at=at, hand=hand)
    if form == "ndjson":
        say(*(clean_json(json.dumps(row, ensure_ascii=False)) for row in rows(found, record, hand, at)))
    else:
        say(*(clean(line) for line in lines(found, record, place or (0, 0), lang)))


def rows(found: "Solution", record: "GameRecord", hand: int, at: str) -> Iterator[dict[str, Any]]:
    """A row for the position, whose `cards` are null, and one for each play, best first."""
    common = {"match": record.id, "hand": hand, "at": at, "seat": found.seat, "side": found.side, "unit": found.unit}
    yield {**common, "cards": None, **found.value._asdict(), "reason": found.reason, "nodes": found.nodes}
    for each in found.plays:
        yield {**common, "cards": each.cards, **each.value._asdict()}


def lines(found: "Solution", record: "GameRecord", at: tuple[int, int], lang: Lang) -> Iterator[str]:
    """The same as text."""
    from paipu.replay.sheets import SHEETS
    from paipu.replay.solve.words import position_words, reason_words, value_words
    from paipu.replay.words import place_name, seat_name

    term = SHEETS[record.sheet].term
    yield text("solve.position", lang, place=place_name(*at, lang, term), seat=seat_name(found.seat, lang))
    yield "  " + position_words(found.unit, found.side, found.value, lang)
    if found.reason is not None:
        yield "  " + reason_words(found.reason, found.nodes, lang)
    width = max((len(each.cards) for each in found.plays), default=0)
    for each in found.plays:
        yield f"  {each.cards:<{width}}  {value_words(found.unit, each.value, lang)}"
    yield "  " + text("solve.hindsight", lang)
