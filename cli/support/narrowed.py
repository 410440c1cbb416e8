"""The options that narrow what is counted, which `paipu stats` and `paipu find` share."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paipu.cli.support.errors import UsageError
from paipu.cli.text import both

if TYPE_CHECKING:
    from paipu.analytics.filters import Filters
    from paipu.analytics.people import People
    from paipu.analytics.reader import Reader

OPTIONS: Final[Mapping[str, Any]] = {
    "player": Annotated[
        str | None, typer.Option("--player", metavar="NAME", show_default=False, help=both("help.narrow.player"))
    ],
    "with_": Annotated[
        list[str] | None, typer.Option("--with", metavar="NAME", show_default=False, help=both("help.narrow.with"))
    ],
    "against": Annotated[
        list[str] | None, typer.Option("--against", metavar="NAME", show_default=False, help=both("help.narrow.against"))
    ],
    "since": Annotated[str | None, typer.Option("--since", metavar="DAY", show_default=False, help=both("help.narrow.since"))],
    "until": Annotated[str | None, typer.Option("--until", metavar="DAY", show_default=False, help=both("help.narrow.until"))],
    "seat": Annotated[str | None, typer.Option("--seat", metavar="SEAT", show_default=False, help=both("help.narrow.seat"))],
    "side": Annotated[str | None, typer.Option("--side", metavar="SIDE", show_default=False, help=both("help.narrow.side"))],
    "level": Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", show_default=False, help=both("help.narrow.level"))
    ],
    "bank": Annotated[bool | None, typer.Option("--banker/--attacker", show_default=False, help=both("help.narrow.bank"))],
    "first": Annotated[
        int | None, typer.Option("--first", metavar="N", min=1, show_default=False, help=both("help.narrow.first"))
    ],
    "over": Annotated[
        float | None, typer.Option("--opponents-over", metavar="X", show_default=False, help=both("help.narrow.over"))
    ],
    "under": Annotated[
        float | None, typer.Option("--opponents-under", metavar="X", show_default=False, help=both("help.narrow.under"))
    ],
    "last": Annotated[
        int | None, typer.Option("--last", metavar="N", min=1, show_default=False, help=both("help.narrow.last"))
    ],
}
"""The options, by the names that programs call them by; a command that takes them is `narrowable`."""
Narrowing = Mapping[str, Any]
"""What the options were given, by their names."""
NOTHING: Final[Narrowing] = MappingProxyType({})
OF_PEOPLE = ("player", "with_", "against", "since", "until")
OF_HANDS = tuple(name for name in OPTIONS if name not in OF_PEOPLE)


def narrowable(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the options, after `event` among its own: it is given them together, as `given`, by their names."""
    own = inspect.signature(command, eval_str=True).parameters
    parameters: list[inspect.Parameter] = []
    for name, parameter in own.items():
        if name == "given":
            parameters += [
                inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=option)
                for each, option in OPTIONS.items()
            ]
        else:
            parameters.append(parameter)

    @wraps(command)
    def taking(**values: Any) -> None:  # noqa: ANN401 - of each option its own
        command(given={name: values.pop(name) for name in OPTIONS}, **values)

    taking.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # which typer reads
    taking.__annotations__ = {each.name: each.annotation for each in parameters}
    return taking


def narrowed(reader: "Reader", given: Narrowing) -> "Filters":
    """The filters that the options come to, by their names; players go by id or by the whole of their names.

    Raises UsageError for a day, a seat, a side, a level or a player that there is not, and for several players of one name.
    """
    from paipu.analytics.filters import Filters, is_day
    from paipu.analytics.keys import TOGETHER
    from paipu.analytics.people import People, values_of

    for name in ("seat", "side", "level"):
        value = given.get(name)
        if value is not None and value not in values_of(name):
            raise UsageError(f"narrow.{name}", option=f"--{name}", value=str(value), known=", ".join(values_of(name)))
    for name in ("since", "until"):
        day = given.get(name)
        if day is not None and not is_day(day):
            raise UsageError("narrow.day", option=f"--{name}", value=day)
    told: dict[str, Any] = {name: given.get(name) for name in ("since", "until", *OF_HANDS)}
    player, partners, opponents = (given.get(name) for name in ("player", "with_", "against"))
    if player or partners or opponents:
        people = People(reader)
        together = player.split(TOGETHER) if player else ()
        for name, option, said in (
            ("members", "--player", together),
            ("partners", "--with", partners),
            ("opponents", "--against", opponents),
        ):
            found = tuple(_one(people, each, option) for each in said or ())
            told[name] = (tuple(sorted(found)) if name == "members" else found) or None
    if told["over"] is None and told["under"] is None:
        return Filters(**told)
    if told.get("members") is None:
        raise UsageError("narrow.rated", option="--opponents-over" if told["over"] is not None else "--opponents-under")
    from paipu.analytics import ratings

    return ratings.faced(ratings.history(reader), Filters(**told))


def _one(people: "People", said: str, option: str) -> str:
    """The one player of a name."""
    found = people.named(said)
    if len(found) > 1:
        raise UsageError("narrow.several", option=option, name=said, ids=", ".join(found[:8]))
    if not found:
        raise UsageError("narrow.nobody", option=option, name=said, near=people.near(said))
    return found[0]
