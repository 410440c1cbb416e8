"""A fault to build into a match: its class, the place where the audit must find it, and the copy that it is built into."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from replay.catalogue import clause_of_codes
from samples.document import Document

T = TypeVar("T")
W = TypeVar("W", bound="Copy")


@dataclass(frozen=True)
class Place:
    """Where the audit must find a fault, in the terms of a finding; `follows` are codes of what comes with it.

    `case` tells the clause where a sheet has several for the check (`Report.add`).
    """

    hand: int | None = None
    trick: int | None = None
    play: int | None = None
    seat: str | None = None
    follows: tuple[str, ...] = ()
    case: str | None = None


class Copy:
    """A copy of a match that a fault is built into."""

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        self.document: Document = json.loads(json.dumps(document))
        self.rng = rng

    def choose(self, items: Iterable[T]) -> T | None:
        """One of some things, None if there is none."""
        listed = list(items)
        return self.rng.choice(listed) if listed else None

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Some things in an order of chance."""
        listed = list(items)
        self.rng.shuffle(listed)
        return listed


def left_miscounted(copy: Copy) -> Place | None:
    """A hand that is on record whole, said to begin where every hand has one card left."""
    seats = list(copy.document["seats"])
    hand = copy.choose(each for each in copy.document["hands"] if all(each.get("deal", {}).get(seat) for seat in seats))
    if hand is None or not hand["tricks"]:
        return None
    hand["left"] = dict.fromkeys(seats, 1)
    return Place(hand["no"], 0, 0)


class Fault(NamedTuple, Generic[W]):
    """A class of faults: its name, the check code that must find it, how to build one in, and the sheets that know it so.

    `inject` builds one fault into a match; it gives None where the match offers no opportunity.
    """

    kind: str
    code: str
    inject: Callable[[W], Place | None]
    sheets: tuple[str, ...]

    def note(self, sheet: str, place: Place) -> Document:
        """What is noted of a fault of the class that was built into a match of a sheet."""
        clause_of = clause_of_codes(sheet)
        found = clause_of.get(f"{self.code}/{place.case}") or clause_of.get(self.code)
        return {
            "kind": self.kind,
            "code": self.code,
            "clause": found[0] if found is not None else None,
            "hand": place.hand,
            "trick": place.trick,
            "play": place.play,
            "seat": place.seat,
            "follows": list(place.follows),
        }
