"""What a fault of the climbing sheets is built into: hands to choose from, tribute to pay anew, hands made to measure."""

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from replay.climbing.context import LevelContext
from replay.climbing.sheet import ClimbingSheet
from samples.climbing.match import ClimbMatch
from samples.climbing.table import ClimbTable
from samples.climbing.tribute import Exchange, Move, moved, written
from samples.work import Work


class ClimbWork(Work[ClimbMatch, ClimbTable]):
    """A match that a fault is built into."""

    def begin(self, limit: int | None) -> ClimbMatch:
        return ClimbMatch(self.document, self.rng, limit)

    @property
    def sheet(self) -> ClimbingSheet:
        return self.match.sheet

    # -- choosing

    def after_another(self, *, double: bool) -> list[int]:
        """The finished hands before which tribute may be due, from one player or, if it is `double`, two."""
        before = ((index, self.match.at(index).state.before) for index in self.finished(1))
        return [index for index, how in before if how is not None and how.double == double]

    def with_tribute(self, *, double: bool) -> list[int]:
        """Those of these with tribute on record."""
        return [index for index in self.after_another(double=double) if "tribute" in self.hands[index]]

    def plain(self) -> list[int]:
        """The finished hands before which no tribute was due, which could not be checked without the deal."""
        return [index for index in self.finished() if self.match.at(index).state.before is None]

    def context(self, hand: Mapping[str, Any]) -> LevelContext:
        return self.sheet.context(hand["level"])

    def other_seat(self, *seats: int) -> int:
        return self.choose(seat for seat in range(len(self.seats)) if seat not in seats)

    def left(self, index: int) -> list[list[str]]:
        """What each seat still holds after the last play of a recorded hand."""
        return self.written(index).hands

    def dealt(self, index: int) -> list[list[str]]:
        return self.match.dealt(self.hands[index])

    # -- playing on

    def all_pass(self, table: ClimbTable) -> None:
        while table.tokens and not table.over:
            table.put("-", self.match.think(table, "-"))

    def deal_again(
        self,
        index: int,
        hands: Sequence[Sequence[str]] | None = None,
        *,
        level: str | None = None,
        leader: int | None = None,
    ) -> ClimbTable:
        """Another deal in place of hand `index`, with the tribute; `level` and `leader` as a table would have them wrong."""
        del self.hands[index:]
        hand, table = self.match.deal(hands, level=level, leader=leader)
        self.hands.append(hand)
        return table

    # -- tribute

    def exchange(self, index: int) -> Exchange:
        before = self.found(self.match.at(index).state.before)
        return Exchange(self.sheet, self.context(self.hands[index]), self.rng, self.dealt(index), before)

    def pay(
        self, index: int, moves: Sequence[Move], leader: int | None = None, hands: Sequence[Sequence[str]] | None = None
    ) -> ClimbTable:
        """Let other cards change hands before hand `index` than did, and open the table.

        `leader` leads in place of who did, `hands` are the hands as they really are then.
        """
        hand = self.hands[index]
        hand.pop("resisted", None)
        hand["tribute"] = written(self.sheet, moves)
        if leader is not None:
            hand["lead"] = self.seats[leader]
        return self.match.open(hand, moved(self.dealt(index), moves) if hands is None else hands)

    # -- made-to-measure cards

    def arranged(
        self, wanted: Mapping[int, Sequence[str]], without: Mapping[int, Container[str]] = MappingProxyType({})
    ) -> list[list[str]]:
        """A shuffled deal in which some seats hold at least the wanted cards, and are not dealt certain others."""
        sizes = dict.fromkeys(self.seats, self.sheet.hand_size)
        names = {self.seats[seat]: cards for seat, cards in wanted.items()}
        dealt = self.arrange(names, sizes, {self.seats[seat]: cards for seat, cards in without.items()})
        return list(dealt.values())
