"""What a fault of the climbing sheets is built into: hands to choose from, tribute to pay anew, hands made to measure."""

from collections.abc import Mapping, Sequence
from typing import Any

from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.match import MatchAudit
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.samples.climbing.match import ClimbMatch, Hands
from paipu.samples.climbing.table import ClimbTable
from paipu.samples.climbing.tribute import Exchange, Move, written
from paipu.samples.work import Place, Work


class ClimbWork(Work[ClimbingSheet, MatchAudit, ClimbTable], ClimbMatch):
    """A match that a fault is built into."""

    notices = False

    def with_tribute(self, *, double: bool, paid: bool = True) -> list[int]:
        """The finished hands before which one player, or two if it is `double`, may owe tribute; if `paid`, and paid it."""
        before = ((index, self.at(index).state.before) for index in self.finished(1))
        able = (index for index, how in before if how is not None and how.double == double)
        return [index for index in able if not paid or "tribute" in self.hands[index]]

    def plain(self) -> list[int]:
        """The finished hands before which no tribute was due, which could not be checked without the deal."""
        return [index for index in self.finished() if self.at(index).state.before is None]

    def context(self, hand: Mapping[str, Any]) -> LevelContext:
        return self.sheet.context(hand["level"])

    def other_seat(self, *seats: int) -> int:
        return self.choose(seat for seat in range(len(self.seats)) if seat not in seats)

    def deal_again(
        self, index: int, hands: Hands | None = None, *, level: str | None = None, leader: int | None = None
    ) -> ClimbTable:
        """Another deal in place of hand `index`, with the tribute; `level` and `leader` as a table would have them wrong."""
        del self.hands[index:]
        hand, table = self.deal(hands, level=level, leader=leader)
        self.hands.append(hand)
        return table

    def exchange(self, index: int) -> Exchange:
        before = self.found(self.at(index).state.before)
        return Exchange(self.sheet, self.hands[index]["level"], self.rng, self.dealt(self.hands[index]), before)

    def pay(self, index: int, moves: Sequence[Move], leader: int | None = None) -> Place:
        """Let other cards change hands before hand `index` than did, and play it; `leader` leads in place of who did."""
        hand = self.hands[index]
        hand.pop("resisted", None)
        hand["tribute"] = written(self.sheet, moves)
        if leader is not None:
            hand["lead"] = self.seats[leader]
        self.finish(self.table(hand))
        return Place(index + 1, 0, 0)

    def arranged(self, wanted: Mapping[int, Sequence[str]], without: frozenset[str] = frozenset()) -> list[list[str]]:
        """A shuffled deal in which some seats hold at least the wanted cards, and are not dealt certain others."""
        names = {self.seats[seat]: cards for seat, cards in wanted.items()}
        sizes = dict.fromkeys(self.seats, self.sheet.hand_size)
        return list(self.arrange(names, sizes, dict.fromkeys(names, without) if without else {}).values())
