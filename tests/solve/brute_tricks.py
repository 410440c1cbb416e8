"""Brute force for endings of trick games: every set of cards is played, and the audit's machine says which tricks are legal.

Nothing of the solver is used, nor what lists legal plays: a trick is written down and stepped through, and it counts if the
machine finds nothing wrong with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from paipu.replay.catalogue import clause_of_codes
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.score import captures, contains_trio, multiplier
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TrumpContext

Cards = tuple[str, ...]
BOTTOM_WINS: Final = 100_000
"""What it counts that the hand is won at any score."""


def sets_of(cards: Cards, size: int | None = None) -> Iterator[Cards]:
    """The different sets of some cards, of any size or of one."""
    for count in range(1, len(cards) + 1) if size is None else (size,):
        yield from sorted({tuple(sorted(each)) for each in combinations(cards, count)})


class Brute:
    """The rest of a hand; `taker` is who took the kitty up last."""

    def __init__(self, sheet: TrickSheet, ctx: TrumpContext, dealer: int, kitty: int, taker: int | None = None) -> None:
        self.sheet, self.ctx, self.dealer, self.kitty, self.taker = sheet, ctx, dealer, kitty, taker
        self.report = clause_of_codes(sheet.key)
        self.value = cache(self._value)
        self.tricks = cache(self._tricks)

    def machine(self, hands: Sequence[Cards], leader: int, text: str) -> TrickMachine:
        """The machine after a trick."""
        packed = [self.ctx.pack(cards) for cards in hands]
        held = Holdings(packed, [True] * 4, (None,) * 4, self.kitty)
        hand = Hand(no=1, tricks=(text,))
        machine = TrickMachine(self.sheet, self.ctx, hand, self.dealer, held, Report(self.report), leader=leader)
        machine.run((text,))
        return machine

    def _tricks(self, hands: tuple[Cards, ...], leader: int) -> Mapping[tuple[Cards, ...], int]:
        """Every legal trick, and what the attackers get from it on."""
        found = {}
        order = [(leader + turn) % 4 for turn in range(4)]
        for lead in sets_of(hands[leader]):
            for others in product(*(sets_of(hands[seat], len(lead)) for seat in order[1:])):
                made = (lead, *others)
                text = " ".join((self.sheet.seats[leader], *("".join(cards) for cards in made)))
                machine = self.machine(hands, leader, text)
                if machine.report.findings:
                    continue
                worth = machine.attackers_points
                if any(machine.hands):
                    left = tuple(tuple(self.ctx.unpack(packed)) for packed in machine.hands)
                    worth += self.value(left, machine.turn)
                elif captures(self.sheet, machine.turn, self.dealer, self.taker) and machine.last is not None:
                    worth += self.ctx.points_in(self.kitty) * multiplier(self.sheet, self.ctx, *machine.last)
                    stakes = self.sheet.stakes
                    if stakes is not None and stakes.bottom_decides and contains_trio(self.ctx, machine.last[1]):
                        worth += BOTTOM_WINS
                found[made] = worth
        return found

    def _value(self, hands: tuple[Cards, ...], leader: int) -> int:
        return self.after(hands, leader, ())

    def after(self, hands: tuple[Cards, ...], leader: int, made: tuple[Cards, ...]) -> int:
        """What the attackers get when a trick has begun so."""
        tricks = self.tricks(hands, leader)
        if len(made) == 4:
            return tricks[made]
        seat = (leader + len(made)) % 4
        best = max if (seat - self.dealer) % 2 else min
        return best(self.after(hands, leader, (*made, cards)) for cards in self.plays(hands, leader, made))

    def plays(self, hands: tuple[Cards, ...], leader: int, made: tuple[Cards, ...]) -> list[Cards]:
        """The legal plays of the seat whose turn it is."""
        at = len(made)
        return sorted({each[at] for each in self.tricks(hands, leader) if each[:at] == made})
