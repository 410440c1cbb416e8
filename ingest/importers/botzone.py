"""What the logs of all games on the Botzone platform have: numbered cards, and a judge that asks and players who answer."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from paipu.ingest.importers.base import Node, NotRead, tree_of
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER

RANKS: Final = "A23456789TJQK"
LEVELS: Final = {rank: rank for rank in RANKS if rank != "T"} | {"0": "T", "10": "T"}
PLAYERS: Final = ("0", "1", "2", "3")
DECK: Final = 54
CARDS: Final = 2 * DECK
LITTLE: Final = 52
"""The number of the little joker; the big joker's is the next."""
_DAY: Final = 86_400_000
"""Milliseconds."""

Ids = tuple[int, ...]


class LogReader(ABC):
    """Walks a log once: `[request, answer, request, answer, …]`, and last perhaps `finish` instead of a request."""

    def __init__(self, log: Node, least: int = 1) -> None:
        self.log = log.items(least)

    @abstractmethod
    def request(self, player: int, body: Node, answer: Node | None) -> None:
        """One request of the judge to a player, and the entry with the answer, None where the log ends with the request."""

    @abstractmethod
    def finish(self, output: Node) -> None:
        """The judge ended the match."""

    def walk(self) -> bool:
        """Go through the whole log; whether the judge ended the match. Raises `Refused`."""
        for index in range(0, len(self.log), 2):
            output = self.log[index].key("output")
            answer = self.log[index + 1] if index + 1 < len(self.log) else None
            if output.key("command").one_of(("request", "finish")) == "finish":
                if answer is not None:
                    raise answer.refuse("-")
                self.finish(output)
                return True
            content = decoded(output.key("content"), "object").members()
            if len(content) != 1 or next(iter(content)) not in PLAYERS:
                raise output.key("content").refuse('{"0"|"1"|"2"|"3": …}')
            ((name, body),) = content.items()
            self.request(int(name), body, answer)
        return False


def of_all_players(node: Node) -> Mapping[str, Node]:
    """What is told of each of the four players."""
    members = node.members()
    if set(members) != set(PLAYERS):
        raise node.refuse('{"0": …, "1": …, "2": …, "3": …}')
    return members


def decoded(node: Node, expected: str) -> Node:
    """A value that some copies of a log hold as JSON in a string."""
    if not isinstance(node.value, str):
        return node
    try:
        return Node(tree_of(node.value.encode()).value, node.path, node.line)
    except NotRead as error:
        raise node.refuse(expected) from error


def seconds_of(answer: Node) -> float | None:
    """How long an answer took, where it is told."""
    time = answer.maybe("time")
    spent = None if time is None or isinstance(time.value, bool) else time.value
    return spent / 1000 if isinstance(spent, int | float) and 0 <= spent <= _DAY else None


def card_ids(node: Node, least: int, most: int) -> Ids:
    """An array of card numbers, none of them twice."""
    ids = tuple(item.integer(0, CARDS - 1) for item in node.items(least, most))
    if len(set(ids)) != len(ids):
        raise node.refuse(f"0 … {CARDS - 1}, each once")
    return ids


def card_name(number: int, order: str) -> str:
    """A card's notation: the rank and the suit of its number, the two copies of a card 54 apart.

    >>> card_name(7, "hdsc"), card_name(61, "shcd"), card_name(106, "shcd")
    ('2c', '2d', 'LJ')
    """
    within = number % DECK
    if within >= LITTLE:
        return LITTLE_JOKER if within == LITTLE else BIG_JOKER
    return RANKS[within // 4] + order[within % 4]
