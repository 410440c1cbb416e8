"""Findings: everything that can go wrong in a game is a value, never an exception."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple


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

    def before(self, place: tuple[int, int]) -> bool:
        """Whether it is in a hand, and in that before the play at some trick and place."""
        return self.trick is not None and (self.trick, self.play or 0) < place

    @property
    def at_hand(self) -> int | None:
        """The index of the hand that the pointer leads into, None for a place outside the hands.

        >>> Where(pointer="/hands/2/tricks/6").at_hand, Where(pointer="/claims/winner").at_hand
        (2, None)
        """
        steps = self.pointer.split("/")
        return int(steps[2]) if len(steps) > 2 and steps[1] == "hands" and steps[2].isdecimal() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One verdict. `expected` and `actual` are in record notation, so they need no translation.

    `params` fill the code's message templates in `replay/checks`. `options` are the ids of the rule options that the
    verdict rests on. `cause` is the finding that this one follows from: with its cause put right it would not be there. A
    cause may know what would put it right: `fits_if` is the place, as a JSON pointer, and what would stand there (None:
    nothing). What is open because the sheet leaves something undecided names the slots that would decide it, `decided_by`.
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
    decided_by: tuple[str, ...] = ()

    def replace(self, **changes: Any) -> "Finding":  # noqa: ANN401 - fields are of many types
        """The same with some fields changed: what `dataclasses.replace` does, which asks of each field first what it is."""
        return Finding(**{name: getattr(self, name) for name in Finding.__slots__} | changes)

    @property
    def compared(self) -> tuple[str | None, str | None]:
        """What should stand in the record and what does, for those who show it; of an incident only the message can say it."""
        return (None, None) if "/incidents/" in self.where.pointer else (self.expected, self.actual)


def errors_of(findings: Iterable[Finding]) -> int:
    """How many of some findings are errors."""
    return sum(finding.severity is Severity.ERROR for finding in findings)


class SeatsAtFault:
    """The seats with an error among findings that grow in number, from the `first` on; each is looked at once."""

    def __init__(self, findings: Sequence[Finding], first: int = 0) -> None:
        self.findings, self.seen = findings, first
        self.seats: set[str | None] = set()

    def __contains__(self, seat: str) -> bool:
        while self.seen < len(self.findings):
            finding = self.findings[self.seen]
            if finding.severity is Severity.ERROR:
                self.seats.add(finding.seat)
            self.seen += 1
        return seat in self.seats
