"""A hand being played, whatever the family: the record of it that grows, and hands of a record played again."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol

from paipu.replay.cards import split_cards
from paipu.replay.notation import read_token, split_trick
from paipu.replay.rulesheet import RuleSheet
from paipu.samples.people import Player


def cards_of(token: str) -> list[str]:
    """The cards of a play as it stands, without the reading declared for them; none of a pass."""
    return split_cards(read_token(token).stood)


class Host(Protocol):
    """The match at whose table somebody plays."""

    rng: Random
    players: tuple[Player, ...]


class Table(ABC):
    """A table at which hand `no` of a match is played. `tricks` and `seconds` grow as in a record."""

    def __init__(self, no: int, sheet: RuleSheet, host: Host) -> None:
        self.no, self.seats, self.rng, self.players = no, sheet.seats, host.rng, host.players
        self.tricks: list[str] = []
        self.seconds: list[list[float]] = []
        self.tokens: list[str] = []
        self.spent: list[float] = []

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat whose turn it is."""

    @property
    @abstractmethod
    def leads(self) -> bool:
        """Whether that seat leads."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the hand is over."""

    @abstractmethod
    def holds(self, seat: int) -> bool:
        """Whether a seat has cards left."""

    @abstractmethod
    def lead(self, leader: int) -> None:
        """Begin a trick; only a fault makes it anybody but the one who may lead."""

    @abstractmethod
    def put(self, token: str, seconds: float) -> None:
        """Make the play of the seat whose turn it is."""

    def write(self, leader: int) -> str:
        text = " ".join([self.seats[leader], *self.tokens])
        self.tricks.append(text)
        self.seconds.append(self.spent)
        return text

    def steps(self, hand: Mapping[str, Any]) -> Iterator[tuple[int, int, str]]:
        """The plays of a recorded hand: trick and play from 0, and what is played; each is made once the next is asked for."""
        for trick, (text, spent) in enumerate(zip(hand["tricks"], hand["seconds"], strict=True)):
            self.lead(self.seats.index(text[0]))
            for play, (token, seconds) in enumerate(zip(split_trick(text)[1:], spent, strict=True)):
                yield trick, play, token
                self.put(token, seconds)
