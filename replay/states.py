"""Viewing a hand, whatever the family: the same machine as the audit, stepped play by play, with legal plays on demand."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from replay.findings import Ply
from replay.match import C, MatchAudit, R, S

F = TypeVar("F", bound=Ply)


class HandView(ABC, Generic[S, C, R, F]):
    """Hand number `number` (its index) of a record, to be looked at, under the record's `sheet`.

    `before` and `tallied` tell where the match stood before it, `result` is what the audit made of it. Raises IndexError for a
    hand that does not exist.
    """

    def __init__(self, match: MatchAudit[S, C, R], number: int) -> None:
        self.sheet, self.record, self.number = match.sheet, match.record, number
        self.hand = self.record.hands[number]
        for index, each in enumerate(self.record.hands[:number]):
            match.hand(index, each)
        self.before, self.tallied = match.state.copy(), match.tallied
        self.result = match.hand(number, self.hand)

    @abstractmethod
    def states(self) -> Iterator[F]:
        """The states of the hand, one a ply; nothing for one that cannot be replayed."""

    @abstractmethod
    def alternatives(self, ply: int, limit: int = 60) -> object:
        """What the seat that made ply `ply` (from 1) could legally have played, at most `limit` plays (of a kind).

        Raises IndexError for a ply that does not exist.
        """
