"""The questions that a rule sheet leaves open, and the numbers that it lets the organiser set."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeVar

Mark = Literal["stated", "assumed", "disputed"]
AnySheet = TypeVar("AnySheet")
"""A frozen sheet of either family."""


class Choice(NamedTuple):
    """One value of an option: what it means, and the slots of the sheet that it changes (none for the default).

    `setting` marks a value that no reading of the sheet gives, but that an organiser may set.
    """

    value: str
    zh: str
    en: str
    slots: Mapping[str, object] = MappingProxyType({})
    setting: bool = False


YES: Final = Choice("yes", "是", "yes")


class Option(NamedTuple):
    """A question that the sheet leaves open, or a number that it lets the organiser set: another value changes a verdict.

    `ids` are the ids in the rule notes (D-…, X-…), the first of them named in findings. The first of `choices` is the
    default; an option with `slot` also takes any whole number from `low` to `high` for that slot, one with `parse` whatever
    text that can read (`written` says how), for which the values in `tried` stand when it is asked what rests on the option.
    `mark` is how sure the default is. What findings the option touches follows from the slots that it fills.
    """

    key: str
    ids: tuple[str, ...]
    mark: Mark
    zh: str
    en: str
    choices: Mapping[str, Choice]
    slot: str | None = None
    low: int = 0
    high: int = 0
    parse: Callable[[str], Choice | None] | None = None
    written: str = ""
    tried: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The decided default."""
        return next(iter(self.choices))

    @property
    def readings(self) -> tuple[str, ...]:
        """The values that are readings of the sheet, or stand for such; the rest are what an organiser may set."""
        return (*(value for value, choice in self.choices.items() if not choice.setting), *self.tried)

    @property
    def values(self) -> str:
        """The values that a record may give, for people."""
        listed = [*self.choices, *([f"{self.low}…{self.high}"] if self.slot else []), *([self.written] if self.parse else [])]
        return " | ".join(listed)

    @property
    def slots(self) -> frozenset[str]:
        """The slots that its readings fill."""
        choices = map(self.choice, self.readings)
        return frozenset(slot for choice in choices if choice is not None for slot in choice.slots)

    def slots_set_to(self, value: str | int | bool) -> frozenset[str]:
        """The same, and those that a value fills."""
        given = self.choice(value)
        return self.slots | frozenset(given.slots if given is not None else ())

    def set_in(self, options: Mapping[str, str | int | bool]) -> str | int | bool:
        """What some options set it to, by its key or one of its ids; else its default."""
        return next((options[name] for name in (self.key, *self.ids) if name in options), self.default)

    def otherwise(self, options: Mapping[str, str | int | bool]) -> Iterator[tuple[str, Mapping[str, str | int | bool]]]:
        """Each reading that is not in force with some options, and the options with that one in its place."""
        current = self.set_in(options)
        kept = {name: value for name, value in options.items() if name != self.key and name not in self.ids}
        return ((value, {**kept, self.key: value}) for value in self.readings if value != current)

    def choice(self, value: str | int | bool) -> Choice | None:
        """What a record's value stands for, None for a value that the option does not list."""
        if self.slot is not None and type(value) is int and self.low <= value <= self.high:
            return Choice(str(value), str(value), str(value), {self.slot: value})
        if not isinstance(value, str):
            return None
        return self.choices.get(value) or (self.parse(value) if self.parse is not None else None)


def choices(*listed: Choice) -> Mapping[str, Choice]:
    """Choices by their value, the default first."""
    return {choice.value: choice for choice in listed}


def _asks(mark: Mark) -> Callable[[str, str, str, str], Callable[..., Option]]:
    """Writes an option down: `assumed(key, ids, question in Chinese, in English)(default, other choice, …)`."""

    def ask(key: str, ids: str, zh: str, en: str) -> Callable[..., Option]:
        return lambda *listed: Option(key, tuple(ids.split()), mark, zh, en, choices(*listed))

    return ask


stated, assumed, disputed = _asks("stated"), _asks("assumed"), _asks("disputed")
"""An option whose default is stated, assumed, or one of two defensible readings."""


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
