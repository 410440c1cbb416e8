"""What is refused, and why: every input that is no record ends as a `Rejection`, never as an exception.

Only what cannot be read as `paipu/1` is refused. A wrong play or a wrong claim is a finding of the audit.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from paipu.replay.text import Text
from paipu.replay.texts import Texts

FORMAT: Final = "paipu/1"
"""The format of the records that are read."""
MAX_RECORD: Final = 16 * 1024 * 1024
"""Bytes of one record, uncompressed. A whole tournament's match is under 100 KB."""
MAX_VALUES: Final = 500_000
"""Values of one record, told by its commas: it bounds the memory that a hostile record can take."""
MAX_DEPTH: Final = 40
"""Levels of arrays and objects; the format itself needs seven."""
MAX_PROBLEMS: Final = 1000
"""How many problems of one record a rejection lists at most."""
DENIED: Final = "SOURCE-DENIED"
"""The code of what the system does not let us read: no fault of what is there."""


_WORDS: Final = Texts({}, (__package__, "text"))
REASONS: Final = Texts({}, (__package__, "text.reason"))
"""Every code a rejection may have. Codes are stable: once published, one is never given another meaning."""


class Source(Protocol):
    """Where bytes came from; `paipu.ingest.source.RawRecord` is one."""

    @property
    def source(self) -> str:
        """A path, or `-` for the standard input."""

    @property
    def line(self) -> int | None:
        """From 1, where the source holds one record a line."""


class Place(NamedTuple):
    """A `Source` for bytes that no reader brought."""

    source: str = "-"
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `pointer` (RFC 6901) is into the document, or None where there is no document.

    `found` and `expected` are in record notation or JSON, so they need no translation. `choices` are what may have been meant,
    each to stand in its place.
    """

    code: str
    message: Text
    pointer: str | None = None
    found: str | None = None
    expected: str | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """A source or record that was refused. The fields up to `expected` are those of its first problem.

    `line` is the record's line in an ndjson source, or the line at which reading stopped. `sha256` is that of the
    record's bytes, where they were held. `errors` has at most MAX_PROBLEMS.
    """

    code: str
    message: Text
    pointer: str | None
    line: int | None
    found: str | None
    expected: str | None
    source: str
    errors: tuple[Problem, ...] = ()
    sha256: str | None = None


def problem(
    code: str, pointer: str | None = None, *, found: str | None = None, expected: str | None = None, **values: str | int | Text
) -> Problem:
    """A problem with its message filled in from `REASONS`."""
    shown = {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
    return Problem(
        code,
        REASONS[code].fill(**shown),
        None if pointer is None else printable(pointer),
        None if found is None else printable(found),
        expected,
    )


def counted(matches: int, hands: int) -> Text:
    """How much there is, in words."""
    return _WORDS["counted"].fill(matches=matches, hands=hands)


def wanting(told: Problem, wanted: Text | None) -> Problem:
    """A problem with what would do: as `expected` where that is the same in both languages, else in each one's message."""
    if wanted is None:
        return told
    if wanted.zh == wanted.en:
        return replace(told, expected=wanted.zh)
    return replace(told, message=_WORDS["wanted"].fill(told=told.message, wanted=wanted))


def reject(problems: Sequence[Problem], source: str, line: int | None = None, *, sha256: str | None = None) -> Rejection:
    """The rejection of one source or record; `problems` holds one at least, in the order of the document."""
    first = problems[0]
    return Rejection(
        code=first.code,
        message=first.message,
        pointer=first.pointer,
        line=line,
        found=first.found,
        expected=first.expected,
        source=printable(source),
        errors=tuple(problems[:MAX_PROBLEMS]),
        sha256=sha256,
    )


def printable(text: str) -> str:
    """The text with lone surrogates (of a hostile key, or of a file name that is not UTF-8) spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def to_pointer(path: Iterable[str | int]) -> str:
    """The JSON pointer of a path of keys and indices.

    >>> to_pointer(["hands", 0, "a/b~c"])
    '/hands/0/a~1b~0c'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def shown(value: object, limit: int = 120) -> str:
    """A JSON value in few characters; arrays and objects are named by their size."""
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    text = json.dumps(value[: limit + 1] if isinstance(value, str) else value, ensure_ascii=False)
    return printable(text if len(text) <= limit else text[:limit] + "…")
