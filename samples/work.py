"""What a fault is built into: a copy of a match, its plies to choose from, and the players who play on from there."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from replay.cards import CARDS
from replay.catalogue import clause_of_codes
from replay.packing import Packing
from replay.record import OptionValue
from replay.report import clause_for
from samples.document import Document
from samples.match import Match
from samples.table import Table

E = TypeVar("E")
M = TypeVar("M", bound=Match[Any, Any, Any])
T = TypeVar("T", bound=Table)


class NoChance(Exception):  # noqa: N818 - it is no error: another match, or another fault, is tried
    """The match offers no opportunity for the fault."""


@dataclass(frozen=True)
class Place:
    """Where the audit must find a fault, in the terms of a finding; `follows` are codes of what comes with it.

    `case` tells the clause where a sheet has several for the check (`clause_for`), if it is not always that of the class.
    """

    hand: int | None = None
    trick: int | None = None
    play: int | None = None
    seat: str | None = None
    follows: tuple[str, ...] = ()
    case: str | None = None


class Ply(NamedTuple):
    """A point of a recorded hand, before a play: the hand's index, and trick and play from 0."""

    hand: int
    trick: int
    play: int

    @property
    def at(self) -> str:
        """The point as incidents name it."""
        return f"{self.trick + 1}.{self.play + 1}"


class Fault(NamedTuple):
    """A class of faults: its name, the check that must find it, how to build one in, and the sheets that know it so.

    `check` is a code, or `CODE/case` as in a sheet's catalogue. `inject` builds one fault into a match. It raises NoChance
    where the match offers no opportunity.
    """

    kind: str
    check: str
    inject: Callable[[Any], Place]
    sheets: tuple[str, ...]

    def note(self, sheet: str, place: Place) -> Document:
        """What is noted of a fault of the class that was built into a match of a sheet."""
        code, _, case = self.check.partition("/")
        return {
            "kind": self.kind,
            "code": code,
            "clause": clause_for(clause_of_codes(sheet), code, tuple(filter(None, (place.case, case))))[0],
            "hand": place.hand,
            "trick": place.trick,
            "play": place.play,
            "seat": place.seat,
            "follows": list(place.follows),
        }


def fault(kind: str, check: str, sheets: tuple[str, ...], inject: Callable[..., Place], /, **how: object) -> Fault:
    """A class of faults that `inject` builds in, told `how`."""
    return Fault(kind, check, partial(inject, **how), sheets)


class Work(ABC, Generic[M, T]):
    """A match that a fault is built into: a copy of the document, and the match that can play it on."""

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        self.document: Document = json.loads(json.dumps(document))
        self.rng = rng
        under_way = "reason" not in self.document["claims"]
        self.match = self.begin(len(self.document["hands"]) if under_way else None)

    @abstractmethod
    def begin(self, limit: int | None) -> M:
        """The match that plays the document on."""

    @property
    def seats(self) -> tuple[str, ...]:
        seats: tuple[str, ...] = self.match.sheet.seats
        return seats

    @property
    def hands(self) -> list[Document]:
        return self.match.hands

    @property
    def claims(self) -> Document:
        claims: Document = self.document["claims"]
        return claims

    def seat(self, name: str) -> int:
        return self.seats.index(name)

    def set_option(self, key: str, value: OptionValue) -> None:
        """Set an option of the record; from here on the match is played by it."""
        self.document["options"] = {**self.document.get("options", {}), key: value}
        self.match = self.begin(self.match.limit)

    # -- choosing

    def pick(self, items: Iterable[E]) -> E | None:
        listed = list(items)
        return self.rng.choice(listed) if listed else None

    def choose(self, items: Iterable[E]) -> E:
        """One of some things. Raises NoChance if there is none."""
        listed = list(items)
        if not listed:
            raise NoChance
        return self.rng.choice(listed)

    def found(self, item: E | None) -> E:
        """What was looked for. Raises NoChance if that is nothing."""
        if item is None:
            raise NoChance
        return item

    def shuffled(self, items: Iterable[E]) -> list[E]:
        listed = list(items)
        self.rng.shuffle(listed)
        return listed

    def finished(self, start: int = 0) -> list[int]:
        """The indices of the hands from `start` on that were played to the end, in an order of chance."""
        return self.shuffled(index for index in range(start, len(self.hands)) if "claims" in self.hands[index])

    @abstractmethod
    def plain(self) -> list[int]:
        """Those of them whose deal tells all that there is to tell."""

    @abstractmethod
    def context(self, hand: Mapping[str, Any]) -> Packing:
        """The order of cards that a hand was played under."""

    # -- plays of the record

    def plies(self, index: int) -> Iterator[tuple[Ply, T, str]]:
        """Every point of a recorded hand at which somebody plays: the table as it is then, which moves on, and the play."""
        table: T = self.match.table(self.hands[index])
        for trick, play, token in table.steps(self.hands[index]):
            yield Ply(index, trick, play), table, token

    def table_at(self, ply: Ply) -> T:
        return next(table for at, table, _ in self.plies(ply.hand) if at == ply)

    def written(self, index: int) -> T:
        table: T = self.match.table(self.hands[index])
        for _ in table.steps(self.hands[index]):
            pass
        return table

    def chance(self, find: Callable[[T, str], E | None], indices: Iterable[int] | None = None) -> tuple[Ply, E]:
        """A point at which `find` (of the table and the play made there) finds something, chosen from those of one hand.

        Raises NoChance where there is none in any of the hands, all that are finished unless some are named.
        """
        for index in self.finished() if indices is None else indices:
            found = [(ply, each) for ply, table, token in self.plies(index) if (each := find(table, token)) is not None]
            if found:
                return self.rng.choice(found)
        raise NoChance

    def any_ply(self, index: int) -> Ply:
        trick = self.rng.randrange(len(self.hands[index]["tricks"]))
        return Ply(index, trick, self.rng.randrange(len(self.hands[index]["seconds"][trick])))

    def rewrite(self, ply: Ply, token: str) -> Place:
        """Write another play down at a point of the record, and nothing else; the place where its player made it."""
        seat = self.seats[self.table_at(ply).turn]
        tricks = self.hands[ply.hand]["tricks"]
        words = tricks[ply.trick].split(" ")
        words[ply.play + 1] = token
        tricks[ply.trick] = " ".join(words)
        return self.place(ply, seat)

    def place(self, ply: Ply, seat: str | None = None, *follows: str, case: str | None = None) -> Place:
        """A point of the record as the place of a finding."""
        return Place(self.hands[ply.hand]["no"], ply.trick + 1, ply.play + 1, seat, follows, case)

    # -- playing on

    def put(self, table: T, token: str, **how: bool) -> Place:
        """Make a play that no player would make; the place is where it is on record."""
        place = Place(table.no, len(table.tricks) + 1, len(table.tokens) + 1, self.seats[table.turn])
        table.put(token, self.match.think(table, token), **how)
        return place

    def misplay(self, table: T, token: str) -> Place:
        """Make such a play, and let the players go on from there."""
        place = self.put(table, token)
        self.play_out(table)
        return place

    def led_by(self, table: T, leader: int) -> Place:
        """Let somebody lead who may not, and the players go on from there."""
        place = Place(table.no, len(table.tricks) + 1, 1, self.seats[leader])
        table.lead(leader)
        self.play_out(table)
        return place

    def play_out(self, table: T) -> None:
        """Let the players finish a hand, and play the match on from there."""
        self.match.play_out(table)
        self.settle(table)

    def settle(self, table: T) -> None:
        """Settle a hand with the plays made so far, and play the match on from there."""
        self.match.write_result(self.hands[table.no - 1], table)
        self.play_on(table.no - 1)

    def settle_again(self, index: int) -> None:
        """Settle hand `index` once more, for what was written down about it, and play the match on from there."""
        self.match.write_claims(self.hands[index])
        self.play_on(index)

    def play_on(self, index: int) -> None:
        """Play the match on after hand `index`, which its claims settle."""
        del self.hands[index + 1 :]
        self.match.play_on()

    # -- what a referee writes down

    def note(self, index: int, kind: str, seat: str, ply: Ply | None = None, /, **more: object) -> None:
        """Write an incident down; one at a ply as it is noticed there."""
        at = {} if ply is None else {"at": ply.at} | self.noticed(ply)
        self.hands[index].setdefault("incidents", []).append({"kind": kind, "seat": seat, **at, **more})

    def noticed(self, ply: Ply) -> dict[str, str]:
        """When an incident is noticed, where that is written down."""
        del ply
        return {}

    # -- made-to-measure cards

    def arrange(
        self,
        wanted: Mapping[str, Sequence[str]],
        sizes: Mapping[str, int],
        without: Mapping[str, Container[str]] = MappingProxyType({}),
    ) -> dict[str, list[str]]:
        """A shuffled deal of places with so many cards each; some hold at least the wanted cards, or not certain others."""
        deck = list(CARDS * self.match.sheet.cards.copies)
        self.rng.shuffle(deck)
        places = {place: list(wanted.get(place, ())) for place in sizes}
        for own in places.values():
            for card in own:
                deck.remove(card)
        for place in sorted(places, key=lambda place: place not in without):
            own = places[place]
            able = [card for card in deck if card not in without.get(place, ())][: sizes[place] - len(own)]
            for card in able:
                deck.remove(card)
            own += able
            self.rng.shuffle(own)
        return places
