"""Matches of the climbing sheets: dealt, paid for, and played by their players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from paipu.replay.cards import CARDS, split_cards
from paipu.replay.climbing.match import MatchAudit
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.notation import PASS
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples.climbing.choose import choose
from paipu.samples.climbing.table import ClimbTable
from paipu.samples.climbing.tribute import Exchange, Move, Paid, moved, written
from paipu.samples.document import Document
from paipu.samples.match import Match, listed

Dealt = tuple[Document, ClimbTable]
Hands = Sequence[Sequence[str]]
_PACE: Final = 0.85
"""How much quicker the plays are than those of a game with fewer of them."""


class ClimbMatch(Match[ClimbingSheet, MatchAudit, ClimbTable]):
    """A match under way: it plays on from whatever hands its document has."""

    claimed: ClassVar[tuple[str, ...]] = ("finish", "levels", "points")
    deal_seconds = 75.0
    sheets = CLIMBING_SHEETS

    def level(self, index: int) -> str:
        state = self.at(index).state
        return self.sheet.level_name(state.levels[state.in_force or 0] or 0)

    @property
    def complete(self) -> bool:
        """Whether a side has won, or all hands of the match have been played."""
        audit = self.at(len(self.hands))
        tally = audit.tally
        return audit.state.over is not None or (tally is not None and tally.complete and not tally.another_due)

    def deal_next(self) -> Dealt:
        return self.deal()

    def deal_board(self, dealt: Mapping[str, Any]) -> Dealt:
        hands = [split_cards(dealt["hands"][seat]) for seat in self.sheet.seats]
        hand, table = self.deal(hands, leader=self.sheet.seat_at[dealt["leader"]])
        if self.sheet.tribute is not None:
            hand["tribute"] = []  # none was paid, which is another thing than that none is on record
        return hand, table

    def deal(self, hands: Hands | None = None, *, level: str | None = None, leader: int | None = None) -> Dealt:
        """Write down the deal of the next hand and the tribute and open the table.

        `level` and `leader` are as a table would have them wrong.
        """
        sheet, index = self.sheet, len(self.hands)
        state = self.at(index).state
        level = level or self.level(index)
        ctx = sheet.context(level)
        dealt = self.random_hands() if hands is None else hands
        hand: Document = {
            "no": index + 1,
            "level": level,
            "deal": {seat: listed(ctx, cards) for seat, cards in zip(sheet.seats, dealt, strict=True)},
        }
        paid = Paid(leaders=tuple(range(len(sheet.seats))) if state.dealer is None else (state.dealer,))
        if state.before is not None and sheet.tribute is not None:
            paid = Exchange(sheet, level, self.rng, dealt, state.before).run()
            if paid.moves:
                hand["tribute"] = written(sheet, paid.moves)
            if paid.resisted:
                hand["resisted"] = True
        chosen = self.rng.choice(paid.leaders) if leader is None else leader
        hand["lead"] = sheet.seats[chosen]
        return hand, self.open(hand, moved(dealt, paid.moves))

    def open(self, hand: Mapping[str, Any], hands: Hands) -> ClimbTable:
        """A table at which somebody is to lead, with the hands as they are then."""
        return ClimbTable(hand, self.sheet, self, hands)

    def random_hands(self) -> list[list[str]]:
        deck = list(CARDS * self.sheet.cards.copies)
        self.rng.shuffle(deck)
        size = self.sheet.hand_size
        return [deck[first : first + size] for first in range(0, len(deck), size)]

    def dealt(self, hand: Mapping[str, Any]) -> list[list[str]]:
        return [split_cards(hand["deal"][seat]) for seat in self.sheet.seats]

    def table(self, hand: Mapping[str, Any]) -> ClimbTable:
        return self.open(hand, moved(self.dealt(hand), self.moves(hand)))

    def moves(self, hand: Mapping[str, Any]) -> list[Move]:
        seat_at = self.sheet.seat_at
        return [Move(seat_at[text[0]], seat_at[text[2]], text[4:]) for text in hand.get("tribute", ())]

    def play(self, table: ClimbTable) -> None:
        choice = choose(table)
        table.put(choice.token, self.think(table, choice.token), used=choice.used)

    def think(self, table: ClimbTable, token: str) -> float:
        first = not table.tokens and not table.tricks
        pace = _PACE * self.players[table.turn].pace * (0.6 if token == PASS else 5.0 if first else 1.6 if table.leads else 1.0)
        taken = round(pace * self.rng.lognormvariate(-0.1, 0.5), 1)
        limit = self.sheet.clocks.limit(1, 1 if first else 2)
        return taken if limit is None else min(taken, float(limit))
