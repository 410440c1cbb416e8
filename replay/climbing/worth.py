"""What a hand is worth: what it did to the levels, or its points by places, with what rulings change."""

from collections.abc import Sequence

from paipu.replay.climbing.places import UNPLACED, Placed
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.result import left_off
from paipu.replay.climbing.score import Rise, fixed_points, in_place, place_points, rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.record import Hand, Ruling
from paipu.replay.report import Report


class HandWorth:
    """The worth of one hand of a match, given where that stands before it, and the rulings on the hand."""

    def __init__(
        self, sheet: ClimbingSheet, hand: Hand, state: MatchState, report: Report, rulings: tuple[Ruling, ...]
    ) -> None:
        self.sheet, self.hand, self.state, self.report, self.rulings = sheet, hand, state, report, rulings
        self.tie_break = hand.tie_break and sheet.ends is not None and sheet.ends.tie_break

    def rise(self, order: Sequence[int] | None) -> Rise | None:
        """What the hand did to the levels, with what rulings change; None if levels or order are not known."""
        state, sheet = self.state, self.sheet
        if sheet.levels is None:
            return None
        before = (state.levels[0], state.levels[1])
        fined = order is None and left_off(sheet, self.hand, state)  # what the referee takes in such a hand stands all the same
        if self.tie_break:
            return Rise(before, state.in_force or 0, 0, passed=False)
        if self.rulings and any(ruling.effect.void or (fined and ruling.effect.levels) for ruling in self.rulings):
            risen = Rise(before, state.in_force or 0, 0, passed=False)
        elif order is None:
            return None
        else:
            risen = self.sent_back(rise(sheet, before, state.in_force, order))
        if not self.rulings:
            return risen
        levels = list(risen.levels)
        for ruling in self.rulings:
            for side, change in ruling.effect.levels.items():
                index = sheet.sides.index(side)
                level = levels[index]
                levels[index] = min(max(0, level + change), len(sheet.ladder) - 1) if level is not None else None
        return risen._replace(levels=(levels[0], levels[1]))

    def sent_back(self, risen: Rise) -> Rise:
        """What a hand did to the levels where a side that fails at its own last one too often begins anew."""
        state, top = self.state, len(self.sheet.ladder) - 1
        at_the_last = top in state.levels or any(state.failed)
        limit = self.sheet.levels.failures if at_the_last and self.sheet.levels is not None else None
        if limit is None:
            return risen
        state.failed = [failed if level == top else 0 for failed, level in zip(state.failed, state.levels, strict=True)]
        side = state.in_force
        if side is None or state.levels[side] != top or (risen.side == side and risen.passed is not False):
            return risen
        state.failed[side] += 1
        if state.failed[side] < limit:
            return risen
        first = self.sheet.level_index(self.sheet.first_level)
        levels = (first, risen.levels[1]) if side == 0 else (risen.levels[0], first)
        return risen._replace(levels=levels)

    def placed(self, order: Sequence[int] | None, told: Sequence[int], marks: Sequence[int]) -> Placed:
        """The hand's points by places, with 记过 and rulings, and who has the first place; None for what is not known.

        `told` are the seats that are out where the order is not known.
        """
        rules, sides = self.sheet.places, self.state.sides
        if rules is None or sides is None:
            return UNPLACED
        marked = self.sheet.penalties.marks
        out = order or told
        first = sides[out[0]] if out else None
        points: tuple[int, int] | None = None
        row = None
        losing = [side for side in (0, 1) if marked is not None and marks[side] > marked.free]
        if any(ruling.effect.void for ruling in self.rulings):
            points, first = (0, 0), None
        elif len(losing) == len(marks):
            self.report.add("MARKS-BOTH", "incidents", trick=0, play=0)
            first, row = None, "marks"
        elif losing:  # the others take the first places (DG-6.4)
            most, first = rules.rows[0][0], 1 - losing[0]
            points, row = ((most, 0) if first == 0 else (0, most)), "marks"
        elif order is not None:
            points = place_points(rules, order, sides)
        elif told:
            points = fixed_points(rules, told, sides)
        if points is None:
            return Placed(None, first, row)
        if row is None and first is not None:
            row = f"{points[first]}_{self.sheet.sides[first]}"
        one, other = (
            value + sum(ruling.effect.points.get(side, 0) for ruling in self.rulings)
            for side, value in zip(self.sheet.sides, points, strict=True)
        )
        return Placed((one, other), first, row)

    def double_shown(self, machine: ClimbMachine | None, shown: Sequence[int]) -> tuple[int, ...] | None:
        """The places at 双下 where that does not end a hand (D-GD-03): what it is worth is settled all the same."""
        count = len(self.sheet.seats) // 2
        if machine is None or self.sheet.levels is None or len(shown) != count:
            return None
        if self.state.cut_short and self.sheet.scores_at_time:
            return None  # the hand before counts (GD3-A5)
        order, double = in_place(self.sheet, shown)
        return order if double else None
