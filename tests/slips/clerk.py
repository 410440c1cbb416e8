"""What a clerk does to a right record: the marks on the paper that the kinds of slips share."""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any, Final, NamedTuple

from paipu.replay.sheets import SHEETS

Document = dict[str, Any]
Places = tuple[str, ...]
"""JSON pointers."""

CARD: Final = re.compile(r"[2-9TJQKA][shcd]|BJ|LJ")
RANKS: Final = "23456789TJQKA"
ALIKE: Final = {"6": "9", "9": "6", "T": "J", "J": "T", "Q": "K", "K": "Q", "3": "8", "8": "3", "A": "4", "4": "A"}
"""Ranks that are read one for the other."""
SUITS_ALIKE: Final = {"s": "c", "c": "s", "h": "d", "d": "h"}


class Missing(Exception):  # noqa: N818 - no error: a record need not have what a slip wants
    """There is nothing in the record that such a slip could be made in."""


class Slip(NamedTuple):
    """A record after a slip, and where its cause is: JSON pointers, of which a finding names one or what lies below it.

    A slip that tears hands out or exchanges them is found at any of the hands that it touched.
    """

    document: Document
    places: Places


Kind = Callable[[Document, Random], Places]
"""Changes a document in place and says where; `Missing` where it offers no opportunity."""

KINDS: Final[dict[str, Kind]] = {}


def kind(slip: Kind) -> Kind:
    """Enter a function as the kind of slip of its name."""
    KINDS[slip.__name__] = slip
    return slip


def slipped(document: Mapping[str, Any], name: str, rng: Random) -> Slip | None:
    """A copy of a document with a slip of a kind; None where that kind has no opportunity, or changed nothing."""
    copy: Document = deepcopy(dict(document))
    try:
        places = KINDS[name](copy, rng)
    except Missing:
        return None
    return Slip(copy, places) if copy != document else None


def hands_with(document: Document, *keys: str) -> list[int]:
    """The hands, by index, that have all of some keys, none of them empty."""
    return [index for index, hand in enumerate(document["hands"]) if all(hand.get(key) for key in keys)]


def claiming(document: Document, key: str) -> list[int]:
    """The hands, by index, that claim a key."""
    return [index for index, hand in enumerate(document["hands"]) if key in hand.get("claims", {})]


def want(what: object) -> None:
    """Go on only where there is this."""
    if not what:
        raise Missing


def pick(rng: Random, choices: list[Any]) -> Any:
    """One of some choices."""
    want(choices)
    return rng.choice(choices)


def seats_of(document: Document) -> tuple[str, ...]:
    return tuple(SHEETS[document["sheet"]].seats)


def sides_of(document: Document) -> tuple[str, ...]:
    return tuple(SHEETS[document["sheet"]].sides)


def next_seat(document: Document, seat: str, by: int = 1) -> str:
    seats = seats_of(document)
    return seats[(seats.index(seat) + by) % len(seats)]


def another(rng: Random, value: str, of: Iterator[str] | tuple[str, ...] | str) -> str:
    """Another one of some values than a value."""
    return rng.choice([each for each in of if each != value])


def misread(card: str, rng: Random) -> str:
    """A card as it is misread: another rank that looks like it, or the other suit of its colour."""
    if card in {"BJ", "LJ"}:
        return "LJ" if card == "BJ" else "BJ"
    rank, suit = card[0], card[1]
    if rank in ALIKE and rng.random() < 0.5:
        return ALIKE[rank] + suit
    return rank + SUITS_ALIKE[suit]


def any_trick(document: Document, rng: Random, least: int = 1) -> tuple[int, int]:
    """A hand and a trick of it, by index, of a hand with at least so many tricks."""
    index = pick(rng, [i for i in hands_with(document, "tricks") if len(document["hands"][i]["tricks"]) >= least])
    return index, rng.randrange(len(document["hands"][index]["tricks"]))


def trick_place(index: int, trick: int) -> str:
    return f"/hands/{index}/tricks/{trick}"
