"""A hand being played: who holds what, what lies on the table, whose turn it is, and who is out."""

from collections.abc import Mapping, Sequence
from typing import Any

from paipu.replay.climbing.combos import beats
from paipu.replay.climbing.context import Play
from paipu.replay.climbing.order import hand_over, takes_over
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS
from paipu.replay.plays import seats_after
from paipu.samples.climbing.groups import Arranging, Group
from paipu.samples.table import Host, Table, cards_of


class ClimbTable(Table):
    """One hand, from after the tribute.

    `hands` are the cards by seat index, `lying` and `holder` what lies there and whose it is, None and -1 where one leads.
    `waiting` is how many have yet to pass until the trick is over, `out` who is out, in order.
    """

    def __init__(self, hand: Mapping[str, Any], sheet: ClimbingSheet, host: Host, hands: Sequence[Sequence[str]]) -> None:
        super().__init__(hand["no"], sheet, host)
        self.sheet, self.ctx = sheet, sheet.context(hand["level"])
        self.hands = [list(cards) for cards in hands]
        self.groups: list[list[Group] | None] = [None] * len(hands)
        self.out: list[int] = []
        self.lead(sheet.seat_at[hand["lead"]])

    def lead(self, leader: int) -> None:
        self.leader = self._turn = leader
        self.lying: Play | None = None
        self.holder = -1
        self.waiting = -1
        self.passed: set[int] = set()
        self.tokens, self.spent = [], []

    @property
    def turn(self) -> int:
        return self._turn

    @property
    def leads(self) -> bool:
        return self.lying is None

    @property
    def over(self) -> bool:
        return hand_over(self.sheet, self.out)

    @property
    def own(self) -> list[str]:
        return self.hands[self.turn]

    def holds(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def in_play(self) -> int:
        return sum(map(bool, self.hands))

    def of(self, seat: int) -> list[Group]:
        """A seat's cards, sorted into combinations."""
        found = self.groups[seat]
        if found is None:
            found = self.groups[seat] = Arranging(self.ctx, self.hands[seat], self.rng).run()
        return found

    def beats(self, play: Play) -> bool:
        return self.lying is None or beats(play.readings[0], self.lying.readings[0])

    def after(self, seat: int) -> int:
        """The next seat that holds cards; the seat itself if there is no other."""
        return seats_after(map(len, self.hands))[seat]

    def put(self, token: str, seconds: float, *, used: Sequence[Group] | None = None, counts: bool = True) -> None:
        """Make the play of the seat whose turn it is.

        `used` are the combinations that it was made of, if it was. One that does not `counts` is on record and off the hand,
        but the table goes on as after a pass.
        """
        seat = self.turn
        self.tokens.append(token)
        self.spent.append(seconds)
        for card in cards_of(token):
            self.hands[seat].remove(card)
        if token != PASS:
            kept = self.groups[seat]
            self.groups[seat] = None if used is None or kept is None else [held for held in kept if held not in used]
            if not self.hands[seat]:
                self.out.append(seat)
        if token != PASS and counts:
            self.lying, self.holder = self.ctx.plays[token], seat
            self.waiting = self.in_play() - bool(self.hands[seat])
        elif self.lying is not None:  # who leads cannot pass: if he does, the next one leads
            self.passed.add(seat)
            self.waiting -= 1
        if self.over or not self.waiting:
            self.write(self.leader)
            self.lead(self.next_leader())
        else:
            self._turn = self.after(seat)

    def next_leader(self) -> int:
        """Who leads after the trick: its winner, or who takes over from one who is out."""
        kept = self.hands[self.holder] or self.over
        return self.holder if kept else takes_over(self.sheet, self.sheet.alternating, self.holder, [*map(len, self.hands)])
