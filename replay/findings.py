"""Findings: everything that can go wrong in a game is a value, never an exception."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much it matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Kind(StrEnum):
    """What sort of verdict it is: a breach or wrong claim, a matter for the referee, or facts that are missing."""

    FAIL = "fail"
    REVIEW = "review"
    OPEN = "open"


class Basis(StrEnum):
    """What the verdict stands on: the sheet's words, a default where it is silent, or one of two defensible readings."""

    STATED = "stated"
    ASSUMED = "assumed"
    DISPUTED = "disputed"


def weakest(*marks: Basis) -> Basis:
    """The least firm of some marks: what a verdict stands on that rests on several things."""
    return max(marks, key=list(Basis).index)


class Where(NamedTuple):
    """A place in a record. `hand` is the hand's `no`; `trick` and `play` count from 1, 0 is before the first trick.

    `pointer` is a JSON pointer (RFC 6901) into the document.
    """

    hand: int | None = None
    trick: int | None = None
    play: int | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One verdict. `expected` and `actual` are in record notation, so they need no translation.

    `params` fill the code's message templates in `replay/checks`. `options` are the ids of the rule options that the
    verdict rests on. `cause` is the finding that this one follows from: with its cause put right it would not be there. A
    cause may know what would put it right: `fits_if` is the place, as a JSON pointer, and what would stand there (None:
    nothing).
    """

    code: str
    clause: str | None
    basis: Basis
    severity: Severity
    kind: Kind
    where: Where
    seat: str | None = None
    expected: str | None = None
    actual: str | None = None
    options: tuple[str, ...] = ()
    params: Mapping[str, str | int] = field(default_factory=dict)
    cause: "Finding | None" = None
    fits_if: tuple[str, str | None] | None = None
