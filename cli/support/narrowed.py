"""The options that narrow what is counted, which `paipu stats` and `paipu find` share."""

from typing import TYPE_CHECKING, Annotated

import typer

from paipu.cli.support.errors import UsageError
from paipu.cli.text import both

if TYPE_CHECKING:
    from paipu.analytics.filters import Filters
    from paipu.analytics.people import People
    from paipu.analytics.reader import Reader

Player = Annotated[str | None, typer.Option("--player", metavar="NAME", show_default=False, help=both("help.narrow.player"))]
With = Annotated[list[str] | None, typer.Option("--with", metavar="NAME", show_default=False, help=both("help.narrow.with"))]
Against = Annotated[
    list[str] | None, typer.Option("--against", metavar="NAME", show_default=False, help=both("help.narrow.against"))
]
Since = Annotated[str | None, typer.Option("--since", metavar="DAY", show_default=False, help=both("help.narrow.since"))]
Until = Annotated[str | None, typer.Option("--until", metavar="DAY", show_default=False, help=both("help.narrow.until"))]
Seat = Annotated[str | None, typer.Option("--seat", metavar="SEAT", show_default=False, help=both("help.narrow.seat"))]
Side = Annotated[str | None, typer.Option("--side", metavar="SIDE", show_default=False, help=both("help.narrow.side"))]
Level = Annotated[str | None, typer.Option("--level", metavar="LEVEL", show_default=False, help=both("help.narrow.level"))]
Bank = Annotated[bool | None, typer.Option("--banker/--attacker", show_default=False, help=both("help.narrow.bank"))]
First = Annotated[int | None, typer.Option("--first", metavar="N", min=1, show_default=False, help=both("help.narrow.first"))]
Last = Annotated[int | None, typer.Option("--last", metavar="N", min=1, show_default=False, help=both("help.narrow.last"))]


OF_PEOPLE = ("player", "with_", "against", "since", "until")
OF_HANDS = ("seat", "side", "level", "bank", "first", "last")
"""What programs call the options."""


def narrowed(
    reader: "Reader",
    player: str | None,
    partners: list[str] | None,
    opponents: list[str] | None,
    days: tuple[str | None, str | None],
    **of_hands: str | bool | int | None,
) -> "Filters":
    """The filters that the options come to; players go by id or by the whole of their names.

    Raises UsageError for a day, a seat, a side, a level or a player that there is not, and for several players of one name.
    """
    from paipu.analytics.filters import Filters, is_day
    from paipu.analytics.keys import TOGETHER
    from paipu.analytics.people import People, values_of

    for name in ("seat", "side", "level"):
        value = of_hands.get(name)
        if value is not None and value not in values_of(name):
            raise UsageError(f"narrow.{name}", option=f"--{name}", value=str(value), known=", ".join(values_of(name)))
    for name, day in zip(("since", "until"), days, strict=True):
        if day is not None and not is_day(day):
            raise UsageError("narrow.day", option=f"--{name}", value=day)
    given: dict[str, object] = {"since": days[0], "until": days[1], **of_hands}
    if player or partners or opponents:
        people = People(reader)
        together = player.split(TOGETHER) if player else ()
        for name, option, said in (
            ("members", "--player", together),
            ("partners", "--with", partners),
            ("opponents", "--against", opponents),
        ):
            found = tuple(_one(people, each, option) for each in said or ())
            given[name] = (tuple(sorted(found)) if name == "members" else found) or None
    return Filters(**given)  # type: ignore[arg-type]  # each name with its own type, by the options above


def _one(people: "People", said: str, option: str) -> str:
    """The one player of a name."""
    found = people.named(said)
    if len(found) > 1:
        raise UsageError("narrow.several", option=option, name=said, ids=", ".join(found[:8]))
    if not found:
        raise UsageError("narrow.nobody", option=option, name=said, near=people.near(said))
    return found[0]
