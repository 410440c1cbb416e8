"""What every importer is made with: careful steps into a foreign record, how it is refused, and how a document is written.

An importer reads facts and claims and judges nothing: a wrong play goes into the record as it was made. What it cannot
read, or what contradicts itself, ends in a `Refused` that says what and where, of which a `Rejection` is made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeVar

from paipu.ingest.question.errors import QuestionError
from paipu.ingest.rejection import FORMAT, MAX_RECORD, Problem, Rejection, printable, problem, reject, shown, to_pointer
from paipu.ingest.strict_json import decode
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.text import Text
from paipu.replay.texts import Texts

Document = dict[str, Any]
"""A `paipu/1` match as decoded JSON."""


class Importer(NamedTuple):
    """One foreign format. `read` gives the matches in a file, without the members that say what they are; it may refuse it.

    `lost` says what of such a record no record of ours holds, or where it stands in `extra`. `write` gives the file of a match
    back, or raises `NotHeld` for what the format cannot hold; a format without it is only read.
    """

    name: str
    zh: str
    en: str
    read: Callable[[bytes], Sequence[Document]]
    lost: Text | None = None
    write: "Callable[[Document], bytes] | None" = None

    def _line(self, spot: "Spot", why: QuestionError) -> Problem:
        """What is wrong with a line of a text."""
        message = REASONS[LINE].fill(line=spot.line or 0, zh=why.message.zh, en=why.message.en)
        return Problem(LINE, message, None, shown(spot.value), choices=tuple(map(printable, why.choices)))

    def convert(self, raw: bytes, source: str) -> list[Document] | Rejection:
        """The matches of a file as documents, or why it cannot be read; `source` only names it in a rejection. Never raises."""
        if len(raw) > MAX_RECORD:
            return reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source)
        try:
            matches = self.read(raw)
        except NotRead as error:
            return reject(error.problems, source, error.line)
        except Lines as lines:
            told = [self._line(spot, why) for spot, why in lines.wrong]
            return reject(told, source, lines.wrong[0][0].line)
        except Refused as refused:
            message = REASONS[refused.code].fill(zh=self.zh, en=self.en, other=printable(refused.other))
            found, at = printable(refused.found), refused.at
            return reject([Problem(refused.code, message, at.pointer, found, refused.expected)], source, at.line)
        identity = f"{self.name}/{sha256(raw).hexdigest()[:16]}"
        names = [identity] if len(matches) == 1 else [f"{identity}/{number}" for number in range(1, len(matches) + 1)]
        return [{"format": FORMAT, "id": name, **match} for name, match in zip(names, matches, strict=True)]


LINE: Final = "FOREIGN-LINE"
REASONS: Final = Texts({}, (__package__, "text.reason"))
"""The codes with which importers refuse, beside those of `paipu.ingest.rejection` for bytes that are not JSON."""


LOST: Final = Texts({}, (__package__, "text.lost"))
"""What of each format is not carried over, by its name."""


class NotRead(Exception):  # noqa: N818 - it is an answer, and becomes a Rejection
    """Bytes that are not in the form of the format: no JSON, or none that a record may have; no table."""

    def __init__(self, problems: Sequence[Problem], line: int | None = None) -> None:
        super().__init__(problems)
        self.problems, self.line = problems, line


class Refused(Exception):  # noqa: N818 - it is an answer too, and becomes a Rejection
    """A foreign record that cannot be converted, and the value at which that shows."""

    def __init__(self, code: str, at: "Spot", found: str, expected: str, other: str = "") -> None:
        super().__init__(code, at)
        self.code, self.at, self.found, self.expected, self.other = code, at, found, expected, other


class NotHeld(Exception):  # noqa: N818 - it is an answer
    """What a record has at a pointer, and a foreign format has no place for."""

    def __init__(self, pointer: str, found: object, expected: str) -> None:
        super().__init__(pointer, found, expected)
        self.pointer, self.found, self.expected = pointer, shown(found), expected


class Lines(Exception):  # noqa: N818 - it is an answer too, and becomes a Rejection
    """Lines of a text that cannot be read, and why."""

    def __init__(self, wrong: "Sequence[tuple[Spot, QuestionError]]") -> None:
        super().__init__(wrong)
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a foreign record and where it stands: its path in a JSON document, its line (from 1) in a text, or both where
    a file has a document a line.
    """

    value: Any
    path: tuple[str | int, ...] = ()
    line: int | None = None

    def __str__(self) -> str:
        return f"{':'.join(str(at) for at in (self.line, self.pointer) if at is not None)}: {shown(self.value)}"

    @property
    def pointer(self) -> str | None:
        """The JSON pointer; a text has none."""
        return printable(to_pointer(self.path)) if self.line is None or self.path else None

    def refuse(self, expected: str, found: str | None = None) -> Refused:
        """The value is none of what may stand here."""
        return Refused("FOREIGN-VALUE", self, found or shown(self.value), expected)

    def conflict(self, found: object, expected: object, other: object) -> Refused:
        """The value contradicts another place."""
        return Refused("FOREIGN-CONFLICT", self, str(found), str(expected), str(other))


def lines_of(raw: bytes) -> list[Spot]:
    """The lines of a text in UTF-8, without the space at their ends; there is one at least. Refuses any other."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = Spot("", line=raw.count(b"\n", 0, error.start) + 1)
        raise line.refuse("UTF-8", f"0x{raw[error.start]:02x}") from error
    return [Spot(line.rstrip(), (), number) for number, line in enumerate(text.split("\n"), start=1)]


def tree_of(raw: bytes, line: int | None = None) -> "Node":
    """The root of a JSON document, which is a line of its own in some files. Raises `NotRead`."""
    tree, problems = decode(raw)
    if problems:
        raise NotRead(problems, line)
    return Node(tree, (), line)


def trees_of(raw: bytes) -> Iterator["Node"]:
    """The roots of the JSON documents of a file: one that may run over several lines, or one a line. Raises `NotRead`."""
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), start=1) if line.strip()]
    if len(lines) > 1 and all(line.strip()[:1] in b"[{" and line.strip()[-1:] in b"]}" for _, line in lines):
        for number, line in lines:
            yield tree_of(line, number)
    else:
        yield tree_of(raw)


class Node(Spot):
    """A value in a JSON document. Every method raises `Refused` if it cannot answer."""

    __slots__ = ()

    def members(self) -> Mapping[str, "Node"]:
        """The members of an object."""
        if not isinstance(self.value, dict):
            raise self.refuse("object")
        return {key: Node(value, (*self.path, key), self.line) for key, value in self.value.items()}

    def maybe(self, key: str) -> "Node | None":
        """A member of an object, None if it is absent or null."""
        if not isinstance(self.value, dict):
            raise self.refuse("object")
        value = self.value.get(key)
        return None if value is None else Node(value, (*self.path, key), self.line)

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
        return [Node(value, (*self.path, index), self.line) for index, value in enumerate(self.value)]

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


# --- Writing a document ------------------------------------------------------------------------------------


def known(**members: object) -> Document:
    """An object of the members that the foreign record tells: those that are None or empty are left out."""
    return {key: value for key, value in members.items() if value is not None and value not in ("", [], {})}


Told = TypeVar("Told")


def to_extra(hands: Iterable[Told], told: Callable[[Told], Document]) -> list[Document] | None:
    """What is told of each hand and the format has no key for, None where it is nothing."""
    rows = [told(hand) for hand in hands]
    return rows if any(rows) else None


def seats(players: Iterable[int]) -> str:
    """Players, numbered in order of play, as a record names them."""
    return "".join(FOUR_SEATS[player] for player in players)


def by_seat(values: Iterable[object]) -> Document:
    """What belongs to each player in turn, by seat."""
    return dict(zip(FOUR_SEATS, values, strict=True))


def trick_line(leader: int, plays: Iterable[str]) -> str:
    """A trick as a record writes it."""
    return " ".join([FOUR_SEATS[leader], *plays])
