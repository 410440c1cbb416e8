"""What a fault is built into: a copy of a match, its plies to choose from, and the players who play on from there."""

import json
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from paipu.replay.cards import CARDS
from paipu.replay.catalogue import clause_for, clause_of_codes
from paipu.replay.notation import join_trick, split_trick
from paipu.replay.packing import Packing
from paipu.replay.record import OptionValue
from paipu.samples.document import Document
from paipu.samples.match import A, Match, S, T

E = TypeVar("E")
W = TypeVar("W")
P = ParamSpec("P")

Barred = Mapping[str, Container[str]]
"""The cards that certain places are not dealt."""
NONE: Final[Barred] = MappingProxyType({})


class NoChance(Exception):  # noqa: N818 - it is no error: another match, or another fault, is tried
    """The match offers no opportunity for the fault."""


class Place(NamedTuple):
    """Where the audit must find a fault, in the terms of a finding; `follows` are codes of what comes with it.

    `case` tells the clause where a sheet has several for the check (`clause_for`), if it is not always that of the class.
    """

    hand: int | None = None
    trick: int | None = None
    play: int | None = None
    seat: str | None = None
    follows: Sequence[str] = ()
    case: str | None = None


class Ply(NamedTuple):
    """A point of a recorded hand, before a play: the hand's index, and trick and play from 0."""

    hand: int
    trick: int
    play: int


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
        clause, *_ = clause_for(clause_of_codes(sheet), code, tuple(filter(None, (place.case, case))))
        found = place._replace(follows=list(place.follows))._asdict()
        del found["case"]
        return {"kind": self.kind, "code": code, "clause": clause, **found}


def fault(kind: str, check: str, sheets: tuple[str, ...], inject: Callable[..., Place], /, **how: object) -> Fault:
    """A class of faults that `inject` builds in, told `how`."""
    return Fault(kind, check, partial(inject, **how), sheets)


def twice(kind: str, check: str, sheets: tuple[str, ...], inject: Callable[..., Place], /, **how: object) -> tuple[Fault, ...]:
    """Two classes: something wrong is copied onto the record, and a hand is really played so."""
    names = ("copied", "played")
    return tuple(fault(f"{kind}_{name}", check, sheets, inject, **how, played=name == "played") for name in names)


def in_one_of(
    hands: Callable[..., Iterable[int]], *told: str
) -> Callable[[Callable[Concatenate[W, int, P], E]], Callable[Concatenate[W, P], E]]:
    """Look for an opportunity in some hands, one by one, chosen by what they are `told`; what offers none raises NoChance
    before it changes anything.
    """

    def made(look: Callable[Concatenate[W, int, P], E]) -> Callable[Concatenate[W, P], E]:
        def anywhere(work: W, /, *args: P.args, **how: P.kwargs) -> E:
            for index in hands(work, **{name: how[name] for name in told}):
                with suppress(NoChance):
                    return look(work, index, *args, **how)
            raise NoChance

        return anywhere

    return made


class Work(Match[S, A, T]):
    """A match that a fault is built into: a copy, which can be played on. `notices`: incidents say when they are noticed."""

    notices: ClassVar[bool]

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        under_way = "reason" not in document["claims"]
        super().__init__(json.loads(json.dumps(document)), rng, len(document["hands"]) if under_way else None)

    @property
    def claims(self) -> Document:
        claims: Document = self.document["claims"]
        return claims

    def seat(self, name: str) -> int:
        return self.seats.index(name)

    def set_option(self, key: str, value: OptionValue) -> None:
        """Set an option of the record; from here on the match is played by it."""
        self.document["options"] = {**self.document.get("options", {}), key: value}
        self.begin()

    # -- choosing

    def pick(self, items: Iterable[E]) -> E | None:
        listed = list(items)
        return self.rng.choice(listed) if listed else None

    def choose(self, items: Iterable[E]) -> E:
        """One of some things. Raises NoChance if there is none."""
        listed = list(items)
        self.need(listed)
        return self.rng.choice(listed)

    def need(self, condition: object) -> None:
        """Raise NoChance unless something is so."""
        if not condition:
            raise NoChance

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
        table = self.table(self.hands[index])
        for trick, play, token in table.steps(self.hands[index]):
            yield Ply(index, trick, play), table, token

    def table_at(self, ply: Ply) -> T:
        return next(table for at, table, _ in self.plies(ply.hand) if at == ply)

    def written(self, index: int) -> T:
        """The table after the last play of a recorded hand."""
        table = self.table(self.hands[index])
        deque(table.steps(self.hands[index]), maxlen=0)
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

    def chance_at(self, find: Callable[[T, str], E | None], indices: Iterable[int] | None = None) -> tuple[T, E]:
        """The table at such a point, and what was found."""
        ply, found = self.chance(find, indices)
        return self.table_at(ply), found

    def any_ply(self, index: int) -> Ply:
        trick = self.rng.randrange(len(self.hands[index]["tricks"]))
        return Ply(index, trick, self.rng.randrange(len(self.hands[index]["seconds"][trick])))

    def rewrite(self, ply: Ply, token: str) -> Place:
        """Write another play down at a point of the record, and nothing else; the place where its player made it."""
        seat = self.seats[self.table_at(ply).turn]
        tricks = self.hands[ply.hand]["tricks"]
        words = split_trick(tricks[ply.trick])
        words[ply.play + 1] = token
        tricks[ply.trick] = join_trick(*words)
        return self.place(ply, seat)

    def place(self, ply: Ply, seat: str | None = None, *follows: str, case: str | None = None) -> Place:
        """A point of the record as the place of a finding."""
        return Place(self.hands[ply.hand]["no"], ply.trick + 1, ply.play + 1, seat, follows, case)

    # -- playing on

    def put(self, table: T, token: str, **how: bool) -> Place:
        """Make a play that no player would make; the place is where it is on record."""
        place = Place(table.no, len(table.tricks) + 1, len(table.tokens) + 1, self.seats[table.turn])
        table.put(token, self.think(table, token), **how)
        return place

    def misplay(self, table: T, token: str) -> Place:
        """Make such a play, and let the players go on from there."""
        place = self.put(table, token)
        self.finish(table)
        return place

    def led_by(self, table: T, leader: int) -> Place:
        """Let somebody lead who may not, and the players go on from there."""
        place = Place(table.no, len(table.tricks) + 1, 1, self.seats[leader])
        table.lead(leader)
        self.finish(table)
        return place

    def finish(self, table: T) -> None:
        """Let the players finish a hand, and play the match on from there."""
        self.play_out(table)
        self.settle(table)

    def settle(self, table: T) -> None:
        """Settle a hand with the plays made so far, and play the match on from there."""
        self.hands[table.no - 1] |= {"tricks": table.tricks, "seconds": table.seconds}
        self.settle_again(table.no - 1)

    def settle_again(self, index: int) -> None:
        """Settle hand `index` once more, for what was written down about it, and play the match on from there."""
        self.write_claims(self.hands[index])
        del self.hands[index + 1 :]
        self.play_on()

    # -- what a referee writes down

    def note(self, index: int, kind: str, seat: str, **more: object) -> None:
        """Write an incident down."""
        self.hands[index].setdefault("incidents", []).append({"kind": kind, "seat": seat, **more})

    def note_at(self, ply: Ply, kind: str, seat: str, **more: object) -> Place:
        """Write an incident down at a ply, as it is noticed there, or at the end of its trick."""
        noticed = {"noticed": f"{ply.trick + 1}.{len(self.seats)}"} if self.notices else {}
        self.note(ply.hand, kind, seat, at=f"{ply.trick + 1}.{ply.play + 1}", **noticed, **more)
        return self.place(ply, seat)

    # -- made-to-measure cards

    def arrange(
        self, wanted: Mapping[str, Sequence[str]], sizes: Mapping[str, int], without: Barred = NONE
    ) -> dict[str, list[str]]:
        """A shuffled deal of places with so many cards each; some hold at least the wanted cards, or not certain others."""
        deck = self.shuffled(CARDS * (sum(sizes.values()) // len(CARDS)))
        places = {place: list(wanted.get(place, ())) for place in sizes}
        for card in (card for own in places.values() for card in own):
            deck.remove(card)
        for place in sorted(places, key=lambda place: place not in without):
            able = [card for card in deck if card not in without.get(place, ())][: sizes[place] - len(places[place])]
            for card in able:
                deck.remove(card)
            places[place] = self.shuffled(places[place] + able)
        return places
