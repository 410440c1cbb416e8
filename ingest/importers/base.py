"""What every importer is made with: careful steps into a decoded foreign record, and how it is refused.

An importer reads facts and claims and judges nothing: a wrong play goes into the record as it was made. What it cannot
read, or what contradicts itself, ends in a `Refused` that says what and where; `refusal` makes a `Rejection` of it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from ingest.rejection import Problem, Rejection, printable, reject, shown, to_pointer
from replay.text import Text

Document = dict[str, Any]
"""A `paipu/1` match as decoded JSON."""


class Importer(NamedTuple):
    """One foreign format. `convert` takes a file's bytes and its name, and never raises."""

    name: str
    zh: str
    en: str
    convert: Callable[[bytes, str], list[Document] | Rejection]


REASONS: Final[Mapping[str, Text]] = {
    "FOREIGN-VALUE": Text("不是{zh}的记录在此处应有的内容", "is not what a record of {en} has here"),
    "FOREIGN-CONFLICT": Text(
        "与{zh}记录中的另一处（{other}）矛盾", "contradicts another place ({other}) of the record of {en}"
    ),
    "FOREIGN-SUITS": Text(
        "{zh}的记录用编号写牌，而这一份的花色次序无从断定",
        "a record of {en} numbers its cards, and in what order the suits of this one stand cannot be told",
    ),
}
"""The codes with which importers refuse, beside those of `ingest.rejection` for bytes that are not JSON."""


class Refused(Exception):  # noqa: N818 - it is an answer, and becomes a Rejection
    """A foreign record that cannot be converted: at a JSON `pointer`, or at a `line` (from 1) of a text."""

    def __init__(
        self, code: str, pointer: str | None, *, found: str, expected: str, other: str = "", line: int | None = None
    ) -> None:
        super().__init__(code, pointer, line)
        self.code, self.pointer, self.line = code, pointer, line
        self.found, self.expected, self.other = found, expected, other


def refusal(refused: Refused, importer: Importer, source: str) -> Rejection:
    """The rejection of the source that holds the record."""
    message = REASONS[refused.code].fill(zh=importer.zh, en=importer.en, other=printable(refused.other))
    pointer = None if refused.pointer is None else printable(refused.pointer)
    return reject([Problem(refused.code, message, pointer, printable(refused.found), refused.expected)], source, refused.line)


class Node:
    """A value in a decoded JSON document that knows where it stands. Every method raises `Refused` if it cannot answer."""

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: tuple[str | int, ...] = ()) -> None:
        self.value = value
        self.path = path

    @property
    def pointer(self) -> str:
        """The JSON pointer of the value."""
        return to_pointer(self.path)

    def refuse(self, expected: str) -> Refused:
        """The value is none of what may stand here."""
        return Refused("FOREIGN-VALUE", self.pointer, found=shown(self.value), expected=expected)

    def conflict(self, found: str, expected: str, other: str) -> Refused:
        """The value contradicts another place."""
        return Refused("FOREIGN-CONFLICT", self.pointer, found=found, expected=expected, other=other)

    def members(self) -> Mapping[str, "Node"]:
        """The members of an object."""
        if not isinstance(self.value, dict):
            raise self.refuse("object")
        return {key: Node(value, (*self.path, key)) for key, value in self.value.items()}

    def maybe(self, key: str) -> "Node | None":
        """A member of an object, None if it is absent or null."""
        if not isinstance(self.value, dict):
            raise self.refuse("object")
        value = self.value.get(key)
        return None if value is None else Node(value, (*self.path, key))

    def key(self, key: str) -> "Node":
        """A member that must be there."""
        member = self.maybe(key)
        if member is None:
            raise self.refuse(f'{{"{key}": …}}')
        return member

    def items(self, least: int = 0, most: int | None = None) -> list["Node"]:
        """The items of an array of an allowed length."""
        if not isinstance(self.value, list) or len(self.value) < least or (most is not None and len(self.value) > most):
            length = str(least) if least == most else f"{least} … {'' if most is None else most}".rstrip()
            raise self.refuse(f"array ({length})")
        return [Node(value, (*self.path, index)) for index, value in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        """A whole number in a range."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.refuse(f"{low} … {high}")
        return self.value

    def one_of(self, choices: Iterable[str]) -> str:
        """One of some strings."""
        allowed = tuple(choices)
        if not isinstance(self.value, str) or self.value not in allowed:
            raise self.refuse(", ".join(f'"{choice}"' for choice in allowed))
        return self.value
