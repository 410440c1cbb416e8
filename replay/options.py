"""The questions that a rule sheet leaves open, and the numbers that it lets the organiser set."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

AnySheet = TypeVar("AnySheet")
"""A frozen sheet of either family."""


class Choice(NamedTuple):
    """One value of an option: what it means, and the slots of the sheet that it changes (none for the default).

    `setting` marks a value that no reading of the sheet gives, but that an organiser may set.
    """

    zh: str
    en: str
    slots: Mapping[str, object] = MappingProxyType({})
    setting: bool = False


class Option(NamedTuple):
    """A question that the sheet leaves open, or a number that it lets the organiser set.

    `ids` are the ids in the rule notes (D-…, X-…), the first of them named in findings. The first of `choices` is the
    default; an option with `slot` also takes any whole number from `low` to `high` for that slot, one with `parse` whatever
    text that can read (`written` says how). `mark` is how sure the default is. `touches` are the check codes whose verdict
    may rest on the option, `always` those whose verdict does.
    """

    key: str
    ids: tuple[str, ...]
    mark: Literal["stated", "assumed", "disputed"]
    zh: str
    en: str
    choices: Mapping[str, Choice]
    touches: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    slot: str | None = None
    low: int = 0
    high: int = 0
    parse: Callable[[str], Choice | None] | None = None
    written: str = ""

    @property
    def default(self) -> str:
        """The decided default."""
        return next(iter(self.choices))

    @property
    def readings(self) -> tuple[str, ...]:
        """The values that are readings of the sheet; the rest are numbers an organiser may set."""
        return tuple(value for value, choice in self.choices.items() if not choice.setting)

    @property
    def values(self) -> str:
        """The values that a record may give, for people."""
        listed = [*self.choices, *([f"{self.low}…{self.high}"] if self.slot else []), *([self.written] if self.parse else [])]
        return " | ".join(listed)

    def choice(self, value: str | int | bool) -> Choice | None:
        """What a record's value stands for, None for a value that the option does not list."""
        if self.slot is not None and type(value) is int and self.low <= value <= self.high:
            return Choice(str(value), str(value), {self.slot: value})
        if not isinstance(value, str):
            return None
        return self.choices.get(value) or (self.parse(value) if self.parse is not None else None)


def configure(sheet: AnySheet, choices: Iterable[Choice]) -> AnySheet:
    """The sheet with the slots of some choices set; a dotted slot lies inside a group (`"beat.equal_first"`)."""
    for choice in choices:
        for path, value in choice.slots.items():
            sheet = _with_slot(sheet, path.split("."), value)
    return sheet


def _with_slot(rules: Any, path: list[str], value: object) -> Any:  # noqa: ANN401 - slots are of many rule types
    """A sheet, or a group of its slots, with one slot changed; the path leads down through the groups."""
    name, *inner = path
    changes = {name: _with_slot(getattr(rules, name), inner, value) if inner else value}
    return rules._replace(**changes) if hasattr(rules, "_replace") else replace(rules, **changes)
