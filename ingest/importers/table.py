"""The tricks of a hand, for importers whose records tell plays one by one, players numbered from 0 in order of play."""

from dataclasses import dataclass, field
from typing import Final

from paipu.ingest.importers.base import Document, Spot, known, trick_line
from paipu.replay.rulesheet import FOUR_SEATS

_PLAYERS: Final = len(FOUR_SEATS)
_MOST_TRICKS: Final = 50
"""No hand of two packs has more tricks in which everybody plays a card."""


@dataclass(slots=True)
class Trick:
    """A trick: who leads it, its plays and passes, and how many others have still to answer the play that stands."""

    leader: int
    plays: list[str] = field(default_factory=list)
    seconds: list[float | None] = field(default_factory=list)
    waiting: int = -1


class TrickTable:
    """Everybody plays once a trick; who leads the next one, his play tells."""

    def __init__(self) -> None:
        self.tricks: list[Trick] = []

    def play(self, player: int, text: str, at: Spot, seconds: float | None = None) -> Trick:
        """A play, as a record writes it; the trick it is in. Raises `Refused` where it is another's turn."""
        if not self.tricks or len(self.tricks[-1].plays) == _PLAYERS:
            if len(self.tricks) == _MOST_TRICKS:
                raise at.refuse(f"≤ {_MOST_TRICKS}", str(_MOST_TRICKS + 1))
            self.tricks.append(Trick(player))
        trick = self.tricks[-1]
        due = (trick.leader + len(trick.plays)) % _PLAYERS
        if player != due:
            raise at.conflict(player, due, f"trick {len(self.tricks)}")
        trick.plays.append(text)
        trick.seconds.append(seconds)
        return trick

    def take_back(self, player: int, at: Spot) -> None:
        """The last play was taken back by who made it. Raises `Refused` where it was another's."""
        trick = self.tricks[-1] if self.tricks else None
        last = None if trick is None else (trick.leader + len(trick.plays) - 1) % _PLAYERS
        if trick is None or player != last:
            raise at.conflict(player, last, f"trick {len(self.tricks)}")
        trick.plays.pop()
        trick.seconds.pop()
        if not trick.plays:
            self.tricks.pop()


class ClimbingTable:
    """A trick goes on until all others have passed; who is out of cards is asked no more."""

    def __init__(self, cards: int) -> None:
        self.tricks: list[Trick] = []
        self.left = [cards] * _PLAYERS
        self.turn = 0

    def play(self, player: int, text: str, cards: int, at: Spot, seconds: float | None = None) -> None:
        """A play of some cards, or a pass. Raises `Refused` where it is another's turn, or he has not so many cards."""
        if not self.tricks or not self.tricks[-1].waiting:
            if not cards:  # nobody may pass who leads
                raise at.refuse("[[…], […]]")
            self.tricks.append(Trick(player))
            self.turn = player
        trick = self.tricks[-1]
        if player != self.turn:
            raise at.conflict(player, self.turn, f"trick {len(self.tricks)}")
        if cards > self.left[player]:
            raise at.conflict(cards, self.left[player], f"trick {len(self.tricks)}")
        trick.plays.append(text)
        trick.seconds.append(seconds)
        self.left[player] -= cards
        others = [other for step in range(1, _PLAYERS) if self.left[other := (player + step) % _PLAYERS]]
        trick.waiting = len(others) if cards else trick.waiting - 1
        self.turn = others[0] if others else player


def written(tricks: list[Trick]) -> Document:
    """`tricks`, and `seconds` where any time is known."""
    seconds = [trick.seconds for trick in tricks]
    return known(
        tricks=[trick_line(trick.leader, trick.plays) for trick in tricks],
        seconds=seconds if any(each is not None for row in seconds for each in row) else None,
    )
