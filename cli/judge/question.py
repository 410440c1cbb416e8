"""A question to `paipu judge` as it was typed: what the command line of the command is made of."""

from dataclasses import Field, dataclass, fields
from typing import Annotated, Any, Final, Literal

import typer

from paipu.cli.support.arguments import Language, Quiet
from paipu.cli.text import both

Form = Literal["text", "json", "ndjson"]

ANSWERING: Final = frozenset({"--from", "--form", "--exit-code", "--quiet", "--lang"})
"""What is no part of a question, but says where questions are and how they are answered."""
COMMON: Final = frozenset({"--sheet", "--level", "--option"})
"""What every question takes."""


def _option(name: str, metavar: str | None = None, *, default: str | bool = False) -> Any:  # noqa: ANN401 - typer's own is untyped
    """An option, its help from the catalogue; `default` is what the help says of its default."""
    said = both(f"help.judge.{name.replace('-', '_')}")
    return typer.Option(f"--{name}", metavar=metavar, show_default=default, help=said)


@dataclass(frozen=True, kw_only=True)
class Question:
    """A field is an option of the command."""

    sheet: Annotated[str, _option("sheet", "SHEET", default=True)] = "shengji"
    level: Annotated[str | None, _option("level", "RANK", default="2")] = None
    trump: Annotated[str | None, _option("trump", "s|h|c|d|NT")] = None
    lead: Annotated[str | None, _option("lead", "CARDS")] = None
    hand: Annotated[str | None, _option("hand", "CARDS")] = None
    play: Annotated[list[str] | None, _option("play", "CARDS")] = None
    seat: Annotated[str | None, _option("seat", "SEAT")] = None
    others: Annotated[str | None, _option("others", "'N:… W:… S:…'")] = None
    gone: Annotated[str | None, _option("gone", "CARDS")] = None
    table: Annotated[str | None, _option("table", "CARDS[=READING]")] = None
    exposed: Annotated[str | None, _option("exposed", "CARDS")] = None
    tribute: Annotated[list[str] | None, _option("tribute", "CARD")] = None
    return_: Annotated[list[str] | None, _option("return", "CARD")] = None
    double: Annotated[bool, _option("double")] = False
    bids: Annotated[str | None, _option("bids", "'N LJ2h; S BJBJ'")] = None
    banker: Annotated[str | None, _option("banker", "SEAT")] = None
    kitty: Annotated[str | None, _option("kitty", "CARDS")] = None
    asked: Annotated[str | None, _option("asked", "'N -; W 2c2c'")] = None
    trick: Annotated[str | None, _option("trick", "'E AsAs 3s4s …'")] = None
    after: Annotated[str | None, _option("after", "'E AsAs 3s4s …'")] = None
    out: Annotated[str | None, _option("out", "SEATS")] = None
    left: Annotated[str | None, _option("left", "'E:12 N:20'")] = None
    leads: Annotated[bool, _option("leads")] = False
    result: Annotated[bool, _option("result")] = False
    attackers: Annotated[int | None, _option("attackers", "POINTS")] = None
    kitty_points: Annotated[int | None, _option("kitty-points", "POINTS")] = None
    last: Annotated[str | None, _option("last", "TRICK|CARDS")] = None
    levels: Annotated[str | None, _option("levels", "EW=4,NS=2")] = None
    failures: Annotated[int | None, _option("failures", "N")] = None
    finish: Annotated[str | None, _option("finish", "SEATS")] = None
    in_force: Annotated[str | None, _option("in-force", "SIDE")] = None
    incident: Annotated[list[str] | None, _option("incident", "'revoke N 7.2 noticed 8.1 AsAs'")] = None
    earlier: Annotated[int | None, _option("earlier", "N")] = None
    tribute_from: Annotated[str | None, _option("tribute-from", "SEATS")] = None
    hands: Annotated[str | None, _option("hands", "'E:… W:…'")] = None
    time: Annotated[bool, _option("time")] = False
    option: Annotated[list[str] | None, _option("option", "KEY=VALUE")] = None
    from_: Annotated[str | None, _option("from", "FILE")] = None
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text"
    exit_code: Annotated[bool, typer.Option("--exit-code", help=both("help.judge.exit_code"))] = False
    quiet: Quiet = False
    lang: Language = "zh"

    def told(self) -> list[str]:
        """The options that were given, but for those that every question takes; a number may be 0."""
        values = ((name, getattr(self, each.name)) for name, each in ASKING.items() if name not in COMMON)
        absent: tuple[object, ...] = (None, [])
        return [name for name, value in values if value is not False and value not in absent]


def _name(field: Field[Any]) -> str:
    return f"--{field.name.strip('_').replace('_', '-')}"


ASKING: Final = {_name(each): each for each in fields(Question) if _name(each) not in ANSWERING}
"""The fields that a question is made of, by the names of their options."""
