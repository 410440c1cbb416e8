"""The sums of a score sheet: what the numbers claimed of a hand contradict in themselves, where the plays do not tell.

The attackers' points are those in their tricks, the kitty's times the multiplier, and the penalties. A number that is not
claimed may be anything that the sheet allows.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from math import gcd

from paipu.replay.cards import SUITS
from paipu.replay.notation import NOTHING
from paipu.replay.record import HandClaims
from paipu.replay.report import Report
from paipu.replay.tricks.result import HandResult
from paipu.replay.tricks.sheet import TrickSheet

_SHOWN = 5


class Sums:
    """The numbers of a hand: as computed where they could be, else as claimed if that is possible at all.

    `sheet` is the sheet as played at the hand's level; `charged`: some incidents cost points. `winners` are those claimed
    of a hand to its end, where its tricks do not tell them.
    """

    def __init__(self, sheet: TrickSheet, report: Report, claims: HandClaims, result: HandResult, *, charged: bool) -> None:
        self.sheet, self.report, self.claims = sheet, report, claims
        self.computed, self.finished, self.charged = result.computed, result.finished, charged
        self.begun = result.begun
        self.unit = gcd(*(worth for _, worth in sheet.cards.points))
        whole = result.computed.winners is None and not (result.stopped or result.cut_short or result.broken_off)
        self.winners = (claims.winners if whole else None) or ""

    def check(self) -> None:
        """Report each number that cannot be."""
        kitty = self.kitty()
        self.attackers(kitty, self.factors(kitty), self.penalties())
        most = self.sheet.hand_size
        if len(self.winners) > most:
            self.report.add("CLAIM-WINNER-COUNT", "claims/winners", expected=f"≤ {most}", actual=str(len(self.winners)))

    def kitty(self) -> Sequence[int]:
        """The points that the kitty may hold."""
        possible = range(0, self.worth(self.sheet.kitty_size) + 1, self.unit)
        claimed = self.claims.kitty_points
        if self.computed.kitty_points is not None:
            return (self.computed.kitty_points,)
        if claimed is None:
            return possible
        if claimed in possible:
            return (claimed,)
        self.impossible("kitty_points", claimed, f"0, {self.unit}, {2 * self.unit} … {possible[-1]}")
        return ()

    def factors(self, kitty: Sequence[int]) -> Collection[int]:
        """What the kitty may have been multiplied by, 0 where it was not captured."""
        sheet, claimed = self.sheet, self.claims.multiplier
        if self.finished:
            return (self.computed.multiplier or 0,)
        captured = self.attackers_took_last()
        possible = sheet.multipliers.values(sheet.hand_size // 2) if sheet.kitty_size and captured is not False else ()
        lost = captured and not (sheet.reopen is not None and sheet.reopen.burier_protects)
        allowed = (*(() if lost else (0,)), *possible)
        if claimed is None:
            return allowed
        if claimed in allowed or (claimed == 0 and max(kitty, default=0) == 0):
            return (claimed,)
        self.report.add("CLAIM-MULTIPLIER", "claims/multiplier", expected=_listed(possible) or NOTHING, actual=str(claimed))
        return ()

    def attackers_took_last(self) -> bool | None:
        """Whether the attackers won the last trick, by the winners claimed; None if they do not tell."""
        dealer = self.computed.dealer
        if not self.winners or dealer is None:
            return None
        return self.sheet.side_of[self.winners[-1]] != self.sheet.side_of[dealer]

    def penalties(self) -> int | None:
        """What penalties changed, None if that cannot be told."""
        sheet, claimed = self.sheet, self.claims.penalties
        if self.computed.penalties is not None:
            return self.computed.penalties
        thrown = sheet.throws.fine.points if sheet.throws.fine is not None else 0
        step = gcd(thrown, *(amount for row in sheet.penalties.rows for amount in (row.fixed, row.each)))
        if sheet.penalties.amounts:  # the referee may take off other numbers of points
            step = gcd(step, self.unit)
        if claimed is None or self.charged:
            return claimed if step else 0
        if claimed == 0 or (step and not claimed % step):
            return claimed
        self.report.add(
            "CLAIM-PENALTIES",
            "claims/penalties",
            expected=f"0, ±{step}, ±{2 * step} …" if step else "0",
            actual=str(claimed),
        )
        return None

    def attackers(self, kitty: Sequence[int], factors: Collection[int], penalties: int | None) -> None:
        """The total, against what the others leave for the tricks."""
        claimed = self.claims.attackers
        if claimed is None or self.computed.attackers is not None:
            return
        if claimed % self.unit or (claimed < 0 and penalties is not None and penalties >= 0):
            self.impossible("attackers", claimed, f"0, {self.unit}, {2 * self.unit} …")
            return
        if penalties is None:
            return  # they may have made it anything
        sums = []
        for points, factor in product(kitty, factors):
            sums.append(self.total(points, factor))
            if sums[-1][0] <= claimed - penalties <= sums[-1][1]:
                return
        if sums:
            least, most = min(sums)[0] + penalties, max(most for _, most in sums) + penalties
            self.impossible("attackers", claimed, f"{least}…{most}" if least < most else str(least))

    def total(self, kitty: int, factor: int) -> tuple[int, int]:
        """The least and the most that tricks and kitty together can come to."""
        least, most = self.computed.trick_points or 0, self.worth(None) - kitty
        won = {self.sheet.side_of[seat] for seat in self.winners} if not self.begun else set()
        bank = self.sheet.side_of.get(self.computed.dealer or "")
        if (self.finished and not self.begun and self.computed.trick_points is not None) or won == {bank}:
            most = least
        elif won and bank is not None and bank not in won:
            least = most
        return least + kitty * factor, most + kitty * factor

    def worth(self, count: int | None) -> int:
        """The points of the deck, or of so many of its cards that have most."""
        return _most(self.sheet.cards.points, self.sheet.cards.copies * len(SUITS), count)

    def impossible(self, name: str, claimed: int, expected: str) -> None:
        """Report points that cannot be."""
        self.report.add("CLAIM-POINTS-IMPOSSIBLE", f"claims/{name}", expected=expected, actual=str(claimed))


@cache  # every hand of a score sheet asks for the same few
def _most(points: tuple[tuple[str, int], ...], copies: int, count: int | None) -> int:
    """The points of so many cards that have most, of a deck with so many copies of each that counts; of all for None."""
    return sum(sorted((worth for _, worth in points for _ in range(copies)), reverse=True)[:count])


def _listed(values: Sequence[int]) -> str:
    """Some numbers, or the first of many."""
    return " | ".join(map(str, values[:_SHOWN])) + (" | …" if len(values) > _SHOWN else "")
