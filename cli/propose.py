"""`paipu ruling propose`: what the sheet provides for a fault."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from paipu.cli.support.arguments import (
    AtPlay,
    Cards,
    Count,
    Language,
    Noticed,
    OfEvent,
    OfHand,
    OfKind,
    OfMatch,
    OfSeat,
    Record,
    Seconds,
)
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import check_targets, say
from paipu.cli.support.terminal import clean, clean_json
from paipu.cli.text import both, text
from paipu.replay.notation import AT
from paipu.replay.text import Lang, in_language, near
from paipu.replay.words import INCIDENTS, WORDS

if TYPE_CHECKING:
    from paipu.replay.record import GameRecord
    from paipu.replay.ruling import Moment, Proposal, Told

Form = Literal["text", "json"]


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    path: Record,
    hand: OfHand,
    at: AtPlay = None,
    seat: OfSeat = None,
    kind: OfKind = None,
    noticed: Noticed = None,
    cards: Cards = None,
    count: Count = None,
    seconds: Seconds = None,
    match: OfMatch = None,
    event: OfEvent = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    lang: Language = "zh",
) -> None:
    """The command line of `paipu ruling propose`."""
    check_targets((None,), (path,))
    from paipu.cli.support.board import find, hand_index
    from paipu.cli.support.entries import told_of
    from paipu.replay.ruling import proposal_document
    from paipu.replay.sheets import SHEETS

    parsed = find(path, match, lang, event)
    hand_index(parsed, hand)
    record = parsed.record
    seats = SHEETS[record.sheet].seats
    if seat is not None and seat not in seats:
        raise UsageError("propose.seat", given=seat, seats=" ".join(seats))
    if kind is not None and kind not in INCIDENTS:
        raise UsageError("propose.kind", given=kind, near=near(kind, INCIDENTS))
    told = told_of(record.sheet, kind, cards, count, seconds)
    found = proposed(record, hand, read_moment(at), seat, kind, read_moment(noticed), told)
    if form == "json":
        say(clean_json(json.dumps([proposal_document(each) for each in found], ensure_ascii=False, indent=2)))
    else:
        say(*(clean(line) for line in lines(found, record.sheet, lang)))


def proposed(
    record: "GameRecord",
    hand: int,
    at: "Moment | None",
    seat: str | None,
    kind: str | None,
    noticed: "Moment | None",
    told: "Told",
) -> "tuple[Proposal, ...]":
    """What the sheet provides. Raises RefusedActError for a fault at a place where the seat did nothing of the kind."""
    from paipu.analytics.rulings.faults import out_of_place
    from paipu.replay.ruling import found_proven, propose

    found = propose(record, hand, at=at, seat=seat, kind=kind, noticed=noticed, told=told)
    if not found and seat is not None and kind is not None:
        elsewhere = out_of_place(record, found_proven(hand, at, seat, kind))
        if elsewhere is not None:
            raise elsewhere
    return found


def read_moment(given: str | None) -> "Moment | None":
    """A place in a hand as records write it. Raises UsageError for anything else."""
    if given is None:
        return None
    if not re.match(AT.pattern, given):
        raise UsageError("propose.at", given=given)
    trick, _, play = given.partition(".")
    return int(trick), int(play or 0)


def lines(found: "tuple[Proposal, ...]", sheet: str, lang: Lang) -> Iterator[str]:
    """The proposals as text; what holds when the fault was found is marked."""
    from paipu.replay.catalogue import clauses
    from paipu.replay.ruling import ruling_document

    if not found:
        yield text("propose.none", lang)
    for number, each in enumerate(found):
        if number:
            yield ""
        yield text("propose.applies" if each.applies else "propose.otherwise", lang, title=in_language(each.title, lang))
        yield "    " + in_language(each.words, lang)
        clause = clauses(sheet).get(each.clause or "")
        if clause is not None:
            basis = in_language(WORDS[f"basis.{each.basis}"], lang)
            yield "    " + text("propose.clause", lang, clause=clause.id, basis=basis, said=in_language(clause, lang))
        if each.findings:
            yield "    " + text("propose.then", lang, n=len(each.findings))
        if each.follows is not None:
            yield "    " + text("propose.follows", lang, json=json.dumps(ruling_document(each.follows), ensure_ascii=False))
        yield "    " + text("propose.entry", lang, json=json.dumps(ruling_document(each.ruling), ensure_ascii=False))
