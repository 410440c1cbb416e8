"""A hand being played: who holds what, what lies on the table, whose turn it is, and who is out."""

from collections.abc import Sequence
from random import Random
from typing import Final

from replay.cards import split_cards
from replay.climbing.context import LevelContext, Play
from replay.climbing.sheet import ClimbingSheet
from samples.climbing.groups import Group, arrange
from samples.climbing.results import is_over
from samples.people import Player

PASS: Final = "-"  # noqa: S105 - the notation of a pass, no secret


class Table:
    """One hand, from after the tribute.

    `hands` are the cards by seat index, `turn` whose turn it is, `lying` and `holder` what lies there and whose it is, None and
    -1 where one leads. `waiting` is how many have yet to pass until the trick is over, `out` who is out, in order. `tricks` and
    `seconds` grow as in a record; `tokens` are the plays of the trick under way.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        ctx: LevelContext,
        rng: Random,
        players: Sequence[Player],
        hands: Sequence[Sequence[str]],
        leader: int,
    ) -> None:
        self.sheet, self.ctx, self.rng, self.players = sheet, ctx, rng, players
        self.hands = [list(cards) for cards in hands]
        self.groups: list[list[Group] | None] = [None] * len(hands)
        self.out: list[int] = []
        self.over = False
        self.tricks: list[str] = []
        self.seconds: list[list[float]] = []
        self.lead(leader)

    def lead(self, leader: int) -> None:
        """Begin a trick; only a fault makes it anybody but the one who may lead."""
        self.leader = self.turn = leader
        self.lying: Play | None = None
        self.holder = -1
        self.waiting = -1
        self.passed: set[int] = set()
        self.tokens: list[str] = []
        self.spent: list[float] = []

    @property
    def leads(self) -> bool:
        """Whether the seat whose turn it is leads."""
        return self.lying is None

    def in_play(self) -> int:
        """How many seats still hold cards."""
        return sum(map(bool, self.hands))

    def of(self, seat: int) -> list[Group]:
        """A seat's cards, sorted into combinations."""
        found = self.groups[seat]
        if found is None:
            found = self.groups[seat] = arrange(self.ctx, self.hands[seat], self.rng)
        return found

    def beats(self, play: Play) -> bool:
        """Whether a play beats what lies there."""
        lying = self.lying
        return lying is None or (play.strength > lying.strength and (play.group == lying.group or play.bomb))

    def after(self, seat: int) -> int:
        """The next seat that holds cards; the seat itself if there is no other."""
        count = len(self.hands)
        return next(((seat + step) % count for step in range(1, count) if self.hands[(seat + step) % count]), seat)

    def put(
        self,
        token: str,
        seconds: float,
        *,
        used: Sequence[Group] | None = None,
        counts: bool = True,
        gives: Sequence[str] | None = None,
    ) -> None:
        """Make the play of the seat whose turn it is.

        `used` are the combinations that it was made of, if it was. One that does not `counts` is on record and off the hand,
        but the table goes on as after a pass. `gives` are the cards that really leave the hand, where they are others.
        """
        seat = self.turn
        self.tokens.append(token)
        self.spent.append(seconds)
        if token == PASS:
            self.passes(seat)
        else:
            for card in gives if gives is not None else split_cards(token.partition("=")[0]):
                self.hands[seat].remove(card)
            kept = self.groups[seat]
            self.groups[seat] = None if used is None or kept is None else [held for held in kept if held not in used]
            if not self.hands[seat]:
                self.out.append(seat)
                self.over = is_over(self.sheet, self.out)
            if counts:
                self.lying, self.holder = self.ctx.plays[token], seat
                self.waiting = self.in_play() - bool(self.hands[seat])
            else:
                self.passes(seat)
        if self.over or not self.waiting:
            self.close()
        else:
            self.turn = self.after(seat)

    def passes(self, seat: int) -> None:
        """A seat passes; where one leads that is a fault, and the next one leads."""
        if self.lying is not None:
            self.passed.add(seat)
            self.waiting -= 1

    def close(self) -> None:
        """End the trick; the next one is led by its winner, or by who takes over from one who is out."""
        self.tricks.append(" ".join([self.sheet.seats[self.leader], *self.tokens]))
        self.seconds.append(self.spent)
        self.lead(self.next_leader())

    def next_leader(self) -> int:
        """Who leads after the trick."""
        if self.hands[self.holder] or self.over:
            return self.holder
        rule, count = self.sheet.rounds.after_out, len(self.hands)
        if rule != "next":
            for step in range(2, count, 2):
                if self.hands[(self.holder + step) % count]:
                    return (self.holder + step) % count
        return self.after(self.holder)

    def replay(self, tricks: Sequence[str], seconds: Sequence[Sequence[float]]) -> None:
        """Play tricks of a record again."""
        for text, spent in zip(tricks, seconds, strict=True):
            self.lead(self.sheet.seats.index(text[0]))
            for token, used in zip(text.split(" ")[1:], spent, strict=True):
                self.put(token, used)
