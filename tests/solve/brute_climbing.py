"""Brute force for endings of climbing games: every set of cards, read in every way, is written down and stepped by the machine.

What it finds nothing wrong with is legal. Nothing of the solver is used, nor what lists legal plays.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from paipu.replay.cards import RANKS, SUITS
from paipu.replay.catalogue import clause_of_codes
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.score import in_place, place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS
from paipu.replay.report import Report

Hands = tuple[tuple[str, ...], ...]


class Brute:
    """The rest of a hand."""

    def __init__(self, sheet: ClimbingSheet, ctx: LevelContext) -> None:
        self.sheet, self.ctx = sheet, ctx
        self.clauses = clause_of_codes(sheet.key)
        self.after = cache(self._after)
        self.tokens = cache(self._tokens)

    def _tokens(self, cards: tuple[str, ...]) -> list[str]:
        """Every set of some cards, and each thing that it may be declared to be."""
        return list(dict.fromkeys(self._written(cards)))

    def _written(self, cards: tuple[str, ...]) -> Iterator[str]:
        for count in range(1, len(cards) + 1):
            for chosen in sorted({tuple(sorted(each)) for each in combinations(cards, count)}):
                text = "".join(chosen)
                readings = self.ctx.parse(text).readings
                if len(readings) <= 1:
                    yield text
                    continue
                wilds = sum(card in self.ctx.wilds for card in chosen)
                natural = [card[0] for card in chosen if card not in self.ctx.wilds]
                told = set()
                for ranks in product(RANKS, repeat=wilds):
                    for suit in ("", *SUITS):
                        token = f"{text}={''.join((*natural, *ranks))}{suit}"
                        play = self.ctx.parse(token)
                        if not play.misread and play.readings not in told:
                            told.add(play.readings)
                            yield token

    def machine(self, hands: Hands, out: tuple[int, ...], text: str) -> ClimbMachine:
        """The machine after a trick that is perhaps not finished."""
        packed = [self.ctx.pack(cards) for cards in hands]
        sizes = [len(cards) for cards in hands]
        machine = ClimbMachine(
            self.sheet, self.ctx, (text,), packed, [True] * len(hands), sizes, Report(self.clauses), out_before=out
        )
        machine.run()
        return machine

    def plays(self, hands: Hands, out: tuple[int, ...], text: str, seat: int, left: Sequence[str]) -> dict[str, int]:
        """The legal acts of the seat whose turn it is in a trick, and what the hand comes to after each."""
        found = {}
        for token in (*self.tokens(tuple(left)), PASS):
            tried = f"{text} {token}"
            machine = self.machine(hands, out, tried)
            if not machine.report.findings:
                found[token] = self.worth(machine, hands, out, tried)
        assert found, (hands, out, text, seat)
        return found

    def worth(self, machine: ClimbMachine, hands: Hands, out: tuple[int, ...], text: str) -> int:
        if machine.over:
            return self.result(in_place(self.sheet, machine.out)[0])
        left = tuple(tuple(self.ctx.unpack(packed)) for packed in machine.hands)
        if machine.within is None:
            assert machine.turn is not None
            return self.after(left, tuple(machine.out), self.sheet.seats[machine.turn], machine.turn)
        return self.after(hands, out, text, machine.within)

    def _after(self, hands: Hands, out: tuple[int, ...], text: str, seat: int) -> int:
        """What a position is worth to the first side."""
        left = hands[seat]
        if " " in text:
            left = tuple(self.ctx.unpack(self.machine(hands, out, text).hands[seat]))
        values = self.plays(hands, out, text, seat, left).values()
        return max(values) if seat % 2 == 0 else min(values)

    def result(self, order: Sequence[int]) -> int:
        if self.sheet.places is not None:
            one, other = place_points(self.sheet.places, order, self.sheet.alternating)
            return one - other
        risen = rise(self.sheet, (0, 0), None, order)
        return risen.by * (1 if risen.side == 0 else -1)
