"""`paipu ruling`: what the referee decides, act by act, in a log beside the records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from paipu.cli import propose
from paipu.cli.support.arguments import Cards, Count, Language, Noticed, OfEvent, OfMatch, Seconds, Warehouse
from paipu.cli.text import both

LOG: Final = Path("rulings.ndjson")

RulingsFile = Annotated[
    Path,
    typer.Option(
        "--rulings", metavar="FILE", envvar="PAIPU_RULINGS", show_envvar=True, readable=False, help=both("help.ruling.log")
    ),
]
Id = Annotated[str, typer.Argument(metavar="ID", show_default=False, help=both("help.ruling.id"))]
By = Annotated[
    str,
    typer.Option(
        "--by", metavar="NAME", envvar="PAIPU_REFEREE", show_envvar=True, show_default=False, help=both("help.ruling.by")
    ),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", show_default=False, help=both("help.ruling.reason"))]

Seen = Annotated[int | None, typer.Option("--seen", metavar="N", min=0, show_default=False, help=both("help.ruling.seen"))]


def _option(name: str, metavar: str | None = None) -> Any:  # noqa: ANN401 - typer's own is untyped
    said = both(f"help.ruling.{name.replace('-', '_')}")
    return typer.Option(f"--{name}", metavar=metavar, show_default=False, help=said)


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What was heard before an act: fields are options."""

    called: Annotated[str | None, _option("called", "14:05")] = None
    statement: Annotated[list[str] | None, _option("statement", "NS=TEXT")] = None
    witnesses: Annotated[str | None, _option("witnesses", "TEXT")] = None
    committee: Annotated[str | None, _option("committee", "TEXT")] = None
    deadline: Annotated[str | None, _option("deadline", "TEXT")] = None
    supposed: Annotated[list[str] | None, _option("supposed", "CARDS")] = None


Form = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help=both("help.format"))]


@dataclass(frozen=True, kw_only=True)
class Ruled(Heard):
    """What a ruling says: fields are options."""

    hand: Annotated[int | None, _option("hand", "N")] = None
    at: Annotated[str | None, _option("at", "7.2")] = None
    seat: Annotated[str | None, _option("seat", "SEAT")] = None
    clause: Annotated[str | None, _option("clause", "CLAUSE")] = None
    points: Annotated[str | None, _option("points", "NS=-10,EW=2")] = None
    levels: Annotated[str | None, _option("levels", "NS=-1")] = None
    next_dealer: Annotated[str | None, _option("next-dealer", "SEAT")] = None
    winner: Annotated[str | None, _option("winner", "SIDE")] = None
    loser: Annotated[str | None, _option("loser", "SIDE")] = None
    disqualified: Annotated[str | None, _option("disqualified", "SIDE")] = None
    double: Annotated[str | None, _option("double", "SIDE")] = None
    void: Annotated[bool, _option("void")] = False
    stopped: Annotated[bool, _option("stopped")] = False
    fault: Annotated[str | None, _option("fault", "KIND[,noticed=9.4][,cards=3s]")] = None
    also: Annotated[list[str] | None, _option("also", "HAND,AT[,SEAT]")] = None
    ruling: Annotated[str | None, _option("ruling", "JSON")] = None
    by: By = ""
    reason: Reason = ""
    seen: Seen = None
    event: OfEvent = None
    rulings: RulingsFile = LOG
    form: Form = "text"
    lang: Language = "zh"


@dataclass(frozen=True, kw_only=True)
class New(Ruled):
    """A ruling on a record, or a draft that goes on."""

    record: Annotated[str | None, typer.Argument(metavar="[RECORD]", show_default=False, help=both("help.ruling.record"))] = (
        None
    )
    match: OfMatch = None
    id: Annotated[str | None, _option("id", "ID")] = None
    proposal: Annotated[int | None, _option("proposal", "N")] = None
    kind: Annotated[str | None, _option("kind", "KIND")] = None
    noticed: Noticed = None
    cards: Cards = None
    count: Count = None
    seconds: Seconds = None


@dataclass(frozen=True, kw_only=True)
class Decided(Ruled):
    """The last word on a ruling, which may say something else than before."""

    id: Id
    record: Annotated[
        str | None, typer.Argument(metavar="[RECORD]", show_default=False, help=both("help.ruling.record_of"))
    ] = None
    match: OfMatch = None


@dataclass(frozen=True, kw_only=True)
class Further(Heard):
    """An act that leaves a ruling as it is."""

    id: Id
    by: By = ""
    reason: Reason = ""
    seen: Seen = None
    rulings: RulingsFile = LOG
    form: Form = "text"
    lang: Language = "zh"


@wraps(New, updated=())
def draft(**given: Any) -> None:  # noqa: ANN401 - each of its own type
    """`paipu ruling draft`."""
    from paipu.cli.support.rulings import rule

    rule("draft", New(**given))


@wraps(New, updated=())
def issue(**given: Any) -> None:  # noqa: ANN401 - as above
    """`paipu ruling issue`."""
    from paipu.cli.support.rulings import rule

    rule("issue", New(**given))


@wraps(Decided, updated=())
def decide(**given: Any) -> None:  # noqa: ANN401 - as above
    """`paipu ruling decide`."""
    from paipu.cli.support.rulings import rule

    rule("decide", Decided(**given))


@wraps(Further, updated=())
def appeal(**given: Any) -> None:  # noqa: ANN401 - as above
    """`paipu ruling appeal`."""
    from paipu.cli.support.rulings import act

    act("appeal", Further(**given))


@wraps(Further, updated=())
def withdraw(**given: Any) -> None:  # noqa: ANN401 - as above
    """`paipu ruling withdraw`."""
    from paipu.cli.support.rulings import act

    act("withdraw", Further(**given))


def list_(
    records: Annotated[
        list[str] | None, typer.Argument(metavar="[RECORD]...", show_default=False, help=both("help.ruling.records"))
    ] = None,
    rulings: RulingsFile = LOG,
    id_: Annotated[str | None, typer.Option("--id", metavar="ID", show_default=False, help=both("help.ruling.of"))] = None,
    warehouse: Warehouse = Path("warehouse"),
    form: Form = "text",
    lang: Language = "zh",
) -> None:
    """`paipu ruling list`."""
    from paipu.cli.support.rulings import show

    show(rulings, id_, form, lang, records or (), warehouse)


def verify(
    rulings: RulingsFile = LOG, warehouse: Warehouse = Path("warehouse"), form: Form = "text", lang: Language = "zh"
) -> None:
    """`paipu ruling verify`."""
    from paipu.cli.support.rulings import check

    raise typer.Exit(check(rulings, warehouse, form, lang))


def confirm(
    last: Annotated[str, typer.Argument(metavar="HASH", show_default=False, help=both("help.ruling.last"))],
    instead_of: Annotated[
        str | None, typer.Option("--instead-of", metavar="HASH", show_default=False, help=both("help.ruling.instead_of"))
    ] = None,
    by: By = "",
    reason: Reason = "",
    rulings: RulingsFile = LOG,
    lang: Language = "zh",
) -> None:
    """`paipu ruling confirm`."""
    from paipu.cli.support.rulings import answer_for

    answer_for(rulings, last, by, reason, instead_of, lang)


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {
    "propose": propose.command,
    "draft": draft,
    "issue": issue,
    "appeal": appeal,
    "decide": decide,
    "withdraw": withdraw,
    "list": list_,
    "verify": verify,
    "confirm": confirm,
}
