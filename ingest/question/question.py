"""A question without a record, as it is typed: `paipu judge` takes it as options, a file of questions and the page as keys."""

from dataclasses import Field, dataclass, fields
from typing import Annotated, Any, Final

from paipu.replay.text import Lang

COMMON: Final = frozenset({"--sheet", "--level", "--option"})
"""What every question takes."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A field is an option of the command, and says how it is written; `lang` is the language that is answered in."""

    sheet: Annotated[str, "SHEET"] = "shengji"
    level: Annotated[str | None, "RANK"] = None
    trump: Annotated[str | None, "s|h|c|d|NT"] = None
    lead: Annotated[str | None, "CARDS"] = None
    hand: Annotated[str | None, "CARDS"] = None
    play: Annotated[list[str] | None, "CARDS"] = None
    seat: Annotated[str | None, "SEAT"] = None
    others: Annotated[str | None, "'N:… W:… S:…'"] = None
    gone: Annotated[str | None, "CARDS"] = None
    table: Annotated[str | None, "CARDS[=READING]"] = None
    exposed: Annotated[str | None, "CARDS"] = None
    tribute: Annotated[list[str] | None, "CARD"] = None
    return_: Annotated[list[str] | None, "CARD"] = None
    double: Annotated[bool, None] = False
    bids: Annotated[str | None, "'N LJ2h; S BJBJ'"] = None
    banker: Annotated[str | None, "SEAT"] = None
    kitty: Annotated[str | None, "CARDS"] = None
    asked: Annotated[str | None, "'N -; W 2c2c'"] = None
    trick: Annotated[str | None, "'E AsAs 3s4s …'"] = None
    after: Annotated[str | None, "'E AsAs 3s4s …'"] = None
    out: Annotated[str | None, "SEATS"] = None
    left: Annotated[str | None, "'E:12 N:20'"] = None
    leads: Annotated[bool, None] = False
    rest: Annotated[bool, None] = False
    nodes: Annotated[int | None, "N"] = None
    result: Annotated[bool, None] = False
    attackers: Annotated[int | None, "POINTS"] = None
    kitty_points: Annotated[int | None, "POINTS"] = None
    last: Annotated[str | None, "TRICK|CARDS"] = None
    levels: Annotated[str | None, "EW=4,NS=2"] = None
    failures: Annotated[int | None, "N"] = None
    finish: Annotated[str | None, "SEATS"] = None
    in_force: Annotated[str | None, "SIDE"] = None
    incident: Annotated[list[str] | None, "'revoke N 7.2 noticed 8.1 AsAs'"] = None
    earlier: Annotated[int | None, "N"] = None
    tribute_from: Annotated[str | None, "SEATS"] = None
    hands: Annotated[str | None, "'E:… W:…'"] = None
    time: Annotated[bool, None] = False
    option: Annotated[list[str] | None, "KEY=VALUE"] = None
    lang: Lang = "zh"

    def told(self) -> list[str]:
        """The options that were given, but for those that every question takes; a number may be 0."""
        values = ((name, getattr(self, each.name)) for name, each in ASKING.items() if name not in COMMON)
        absent: tuple[object, ...] = (None, [])
        return [name for name, value in values if value is not False and value not in absent]


def _name(field: Field[Any]) -> str:
    return f"--{field.name.strip('_').replace('_', '-')}"


ASKING: Final = {_name(each): each for each in fields(Question) if each.name != "lang"}
"""The fields that a question is made of, by the names of their options."""
