"""Viewing a hand, whatever the family: the same machine as the audit, stepped play by play, with legal plays on demand."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from paipu.replay.computed import Audit
from paipu.replay.findings import Finding
from paipu.replay.match import C, MatchAudit, R, S
from paipu.replay.plays import ply_at, seconds_at
from paipu.replay.record import Incident, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A hand at one ply. Ply 0 is before trick 1, ply n after the hand's n-th play, passes among them.

    `seat` made the play, of these `cards` (`-` is a pass). `hands` list cards by seat, strongest first; a seat whose cards are
    only partly known ends with `??`. `left` counts each seat's cards, those `at_most` have no more. `leader` led the trick
    under way, `winner` holds it.
    """

    hand: int
    ply: int = 0
    trick: int = 0
    play: int = 0
    seat: str | None = None
    cards: str | None = None
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: Mapping[str, int] | None = None
    at_most: tuple[str, ...] = ()
    leader: str | None = None
    winner: str | None = None
    next_seat: str | None = None
    finished: bool = False


F = TypeVar("F", bound=Seen)


class HandView(ABC, Generic[S, C, R, F]):
    """Hand number `number` (its index) of a record, to be looked at, under the `sheet` of its audit, gone from hand to hand.

    `before` and `tallied` tell where the match stood before it, `result` is what the audit made of it. Of the hands before it,
    those are judged here that the match has not. Raises IndexError for a hand that does not exist.
    """

    def __init__(self, match: MatchAudit[S, C, R], number: int) -> None:
        self.sheet, self.record, self.number = match.sheet, match.record, number
        self.clause_of = match.report.clause_of
        self.hand = self.record.hands[number]
        for index in range(len(match.results), number):
            match.hand(index, self.record.hands[index])
        self.before, self.tallied = match.state.copy(), match.tallied
        self.result = match.hand(number, self.hand)

    @property
    @abstractmethod
    def tricks(self) -> Sequence[str]:
        """The tricks that its states go through; none of a hand that cannot be replayed."""

    def ply_at(self, trick: int | None, play: int | None) -> int:
        """The ply that shows what is found, or noted, at a place."""
        return ply_at(self.tricks, trick, play)

    @cached_property
    def frames(self) -> tuple[F, ...]:
        """The states, made once for all who look at the hand."""
        return tuple(self.states())

    def seconds(self, at: Seen) -> float | None:
        """The think time of a play."""
        return seconds_at(self.hand, (at.trick, at.play))

    def findings(self, audit: Audit) -> tuple[list[Finding], dict[int, list[int]]]:
        """The findings of the hand, and for each ply which of them it shows, causes before what follows.

        Those of the whole match belong to the last hand.
        """
        last = len(self.record.hands) - 1
        at = [(each, each.where.at_hand) for each in audit.findings]
        found = [each for each, index in at if (last if index is None else index) == self.number]
        by_ply: dict[int, list[int]] = {}
        for number, finding in enumerate(found):
            by_ply.setdefault(self.ply_at(finding.where.trick, finding.where.play), []).append(number)
        for numbers in by_ply.values():
            numbers.sort(key=lambda number: found[number].cause is not None)
        return found, by_ply

    def noted(self) -> tuple[Sequence[Incident], Sequence[Ruling]]:
        """The incidents and rulings of the hand as the record has them; rulings on the match are the last hand's."""
        last = self.number == len(self.record.hands) - 1
        rulings = [each for each in self.record.rulings if each.hand == self.hand.no or (each.hand is None and last)]
        return self.hand.incidents, rulings

    @abstractmethod
    def states(self) -> Iterator[F]:
        """The states of the hand, one a ply; nothing for one that cannot be replayed."""

    @property
    @abstractmethod
    def turns(self) -> Sequence[Any]:
        """The turn of each play, kept so that nobody steps the hand again to ask what was legal there."""

    @property
    @abstractmethod
    def due(self) -> Any | None:  # noqa: ANN401 - each family has its own
        """The turn of the play that comes after the last on record; None where the hand is over, or it cannot be told."""

    def turn_at(self, ply: int | None) -> Any:  # noqa: ANN401 - each family has its own
        """The turn of ply `ply` (from 1), None being the one that is due. Raises IndexError for one that does not exist."""
        turn = self.due if ply is None else self.turns[ply - 1] if 1 <= ply <= len(self.turns) else None
        if turn is None:
            raise IndexError(f"hand {self.number} has no ply {ply}")
        return turn

    def choices(self, most: int, seats: Container[str]) -> Iterator[int | None]:
        """How many legal plays there were at each ply, from the first, more than `most` told as so many; None for a leader, for
        others than the `seats`, and where they cannot be told.
        """
        for turn in self.turns:
            asked = turn.known and turn.at.play > 1 and self.sheet.seats[turn.at.seat] in seats
            yield self.count(turn, most) if asked else None

    @abstractmethod
    def count(self, turn: Any, most: int) -> int | None:  # noqa: ANN401 - each family has its own
        """How many legal plays there were at a turn."""

    @abstractmethod
    def alternatives(self, ply: int | None, limit: int = 60) -> object:
        """What the seat that made ply `ply` (from 1), or whose turn it is (None), could legally play, at most `limit` plays (of
        a kind).

        Raises IndexError for a ply that does not exist.
        """
