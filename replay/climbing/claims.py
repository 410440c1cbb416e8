"""The claims of a hand, held against what was computed."""

from collections.abc import Iterable, Mapping, Sequence

from paipu.replay.cards import HIDDEN
from paipu.replay.claims import ClaimsHeld
from paipu.replay.climbing.places import Placed
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.rules import RoundPoints
from paipu.replay.climbing.score import (
    Rise,
    agree,
    claimed_order,
    filled,
    in_place,
    place_at_fault,
    place_points,
    possible_points,
    rise,
    ways_on,
)
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.computed import ComputedHand, sides_text
from paipu.replay.notation import KEPT
from paipu.replay.record import HandClaims
from paipu.replay.report import Report


def agrees(claims: HandClaims, computed: ComputedHand) -> bool:
    """Whether the claims of a hand are just what was computed."""
    finish, levels, points = claims.finish, claims.levels, claims.points
    return (
        (finish is None or finish == computed.finish)
        and (not levels or (computed.levels is not None and levels.items() <= computed.levels.items()))
        and (not points or (computed.points is not None and points.items() <= computed.points.items()))
    )


def check_bounds(
    rules: RoundPoints | None,
    claimed: Mapping[str, int] | None,
    computed: Mapping[str, int],
    winner: str | None,
    report: Report,
) -> Mapping[str, int] | None:
    """The claimed points of a round that it may be worth: what it came to may be open, and no round is worth others.

    None loses points. `winner` is who has won, or is said to have: where that is not told, no more than one can have won.
    """
    if rules is None or not claimed:
        return claimed
    ahead = winner or (max(claimed, key=lambda side: claimed[side]) if len(claimed) > 1 else None)
    most = {side: rules.bound(lost=ahead not in {None, side}) for side in claimed}
    beyond = {side for side, points in claimed.items() if side not in computed and not 0 <= points <= most[side]}
    for side in (each for each in claimed if each in beyond):
        wanted, place = f"0…{most[side]}", f"claims/points/{side}"
        report.add("CLAIM-ROUND-POINTS", place, expected=wanted, actual=str(claimed[side]), case="bounds")
    return {side: points for side, points in claimed.items() if side not in beyond}


class ClaimCheck(ClaimsHeld):
    """Holds the claims of a hand against what was computed; `ruled` says that the referee ruled on it.

    `shown` are the seats that are out by the plays, in order, as far as that is known; `decided` those who have the first
    places, where no more is settled: in an extra hand who is out first, and of a hand that is ruled 双下 the other side.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        state: MatchState,
        report: Report,
        machine: ClimbMachine | None,
        shown: Sequence[int],
        *,
        ruled: bool,
        decided: Sequence[int] = (),
    ) -> None:
        super().__init__(report)
        self.sheet, self.state, self.machine, self.ruled, self.shown = sheet, state, machine, ruled, shown
        self.decided = decided
        self.orders: Sequence[tuple[int, ...]] = ()
        """The orders that the claimed one may be, where places are left out of it."""

    def run(self, claims: HandClaims, computed: ComputedHand, risen: Rise | None, placed: Placed, told: Sequence[int]) -> None:
        """Check every claim; those for which facts are missing are listed in one open finding.

        `risen` is what the hand did to the levels, `placed` its points by places, `told` are the seats that are said to be out.
        """
        if claims.finish is not None:
            if HIDDEN in claims.finish and placed.row == "marks":
                self.unchecked.append("finish")
            elif not self.order_by_marks(claims.finish, placed):
                places = computed.finish or self.sheet.names(self.shown)
                self.check_finish(filled(self.sheet, claims.finish, places), computed.finish, claims.finish)
            elif computed.finish is None:
                self.unchecked.append("finish")
        if claims.levels:
            self.check_levels(claims.levels, computed.levels, risen)
        if claims.points and computed.points is None:
            self.check_possible_points(claims.points, placed, told)
        elif claims.points:
            self.compare_sides("CLAIM-PLACE-POINTS", "points", claims.points, computed.points, placed.row)
        self.tell_unchecked()

    def order_by_marks(self, claimed: str, placed: Placed) -> bool:
        """Whether a claimed order is the one out with the side that 记过 made lose in the last places (DG-6.4)."""
        sides, first = self.state.sides, placed.first
        if placed.row != "marks" or first is None or sides is None:
            return False
        half, told = len(sides) // 2, [self.sheet.seat_at[seat] for seat in claimed.rstrip(KEPT)]
        for side, part in ((first, told[:half]), (1 - first, told[half:])):
            out = [seat for seat in self.shown if sides[seat] == side]
            if any(sides[seat] != side for seat in part) or part[: len(out)] != out[: len(part)]:
                return False
        return len(set(told)) == len(told) >= half

    def check_finish(self, claimed: str, computed: str | None, written: str) -> None:
        """The claimed finishing order: as it is written, and with the places that it leaves out."""
        if claimed == computed:
            return
        shown = self.sheet.names(self.shown)
        if self.decided and self.check_decided(claimed, computed, written):
            return
        if not shown and self.machine is not None and self.machine.out_before:
            self.check_out_before(claimed, self.machine.out_before)
            return
        told = claimed.rstrip(KEPT)
        seats = told.replace(HIDDEN, "")
        twice = len(set(seats)) != len(seats)
        if computed is None and (twice or told[: len(shown)] != shown[: len(told)]):
            self.wrong("CLAIM-FINISH", "finish", f"{shown}…", written)
            return
        finish = computed or self.places_claimed(claimed)
        if finish is not None and not self.same_order(told, finish, len(shown)):
            self.wrong("CLAIM-FINISH", "finish", finish, written, place_at_fault(self.sheet, told, finish))
        elif computed is not None and told != claimed and len(told) != len(shown):
            self.wrong("CLAIM-FINISH", "finish", shown.ljust(len(self.sheet.seats), KEPT), written)
        elif computed is None:
            self.unchecked.append("finish")

    def check_decided(self, claimed: str, computed: str | None, written: str) -> bool:
        """The claimed order where its first places are settled and no more, unless one is computed as it was played out.

        Whether that is all that there is to say of it.
        """
        told, first = claimed.rstrip(KEPT), {self.sheet.seats[seat] for seat in self.decided}
        seats = told.replace(HIDDEN, "")
        if len(set(seats)) != len(seats):
            return False
        fits = first.issuperset(told[: len(first)].replace(HIDDEN, ""))
        if not fits and computed is None:
            self.wrong("CLAIM-FINISH", "finish", f"{{{self.sheet.names(self.decided)}}}…", written)
        return fits or computed is None

    def check_out_before(self, claimed: str, before: Sequence[int]) -> None:
        """A claimed order in which others are first than those who were out before the record begins, in whatever order."""
        told = [self.sheet.seat_at[seat] for seat in claimed.rstrip(KEPT)[: len(before)] if seat != HIDDEN]
        if len(told) == len(before) and set(told) != set(before):
            self.wrong("CLAIM-FINISH", "finish", f"{{{self.sheet.names(sorted(before))}}}…", claimed)
        else:
            self.unchecked.append("finish")

    def places_claimed(self, finish: str) -> str | None:
        """The places that a claimed order gives where 双下 settles who is last (GD3-C4.6); None for any other."""
        order, double = claimed_order(self.sheet, finish, ())
        rules = self.sheet.rounds
        if order is None or not double or not rules.double_ends or rules.last_at_double is None:
            return None
        return self.sheet.names(in_place(self.sheet, order[: len(order) // 2])[0])

    def check_levels(self, claimed: Mapping[str, str], computed: Mapping[str, str] | None, risen: Rise | None) -> None:
        """The claimed levels, with the clause that they offend."""
        machine = self.machine
        if risen is None and self.sheet.levels is not None and (self.orders or (machine is not None and not machine.over)):
            self.check_possible_levels(claimed, self.orders or ways_on(self.shown, self.sheet.alternating))
            return
        computed = computed or {}
        if claimed.items() <= computed.items():
            return
        wrong = [side for side, level in claimed.items() if side in computed and computed[side] != level]
        if wrong:
            last = len(self.sheet.ladder) - 1
            before = dict(zip(self.sheet.sides, self.state.levels, strict=True))
            own = self.state.levels[risen.side] if risen is not None else None
            others = risen is not None and self.sheet.sides[risen.side] not in wrong
            beyond = risen is not None and own is not None and own < last < own + risen.by and not others
            at_last = beyond or any(before[side] == last for side in wrong)
            code = "CLAIM-LEVELS-LAST" if at_last else "CLAIM-LEVELS"
            stays = at_last and not (risen is not None and risen.passed and not others)
            case = "beyond" if beyond else "stays" if stays else "not_first" if others else None
            self.wrong(code, "levels", sides_text(computed), sides_text(claimed), case)
        if any(side not in computed for side in claimed):
            self.unchecked.append("levels")

    def check_possible_levels(self, claimed: Mapping[str, str], orders: Iterable[Sequence[int]]) -> None:
        """Claimed levels to which a hand cannot have come, whichever of some orders it ended in; its first ones stay open."""
        sheet, state = self.sheet, self.state
        before = (state.levels[0], state.levels[1])
        ends = [rise(sheet, before, state.in_force, order) for order in orders]
        found = {end.levels: end for end in ends}
        names = [sheet.named(levels) for levels in (*found, before)]
        if self.ruled or state.cut_short or any(agree(claimed, levels) for levels in names):
            self.unchecked.append("levels")
            return
        first = {end.side for end in ends}
        wrong = {side for side, level in claimed.items() if not any(levels.get(side, level) == level for levels in names[:-1])}
        last = len(sheet.ladder) - 1
        at_last = any(level == last for side, level in zip(sheet.sides, before, strict=True) if side in wrong)
        others = len(first) == 1 and bool(wrong) and sheet.sides[first.pop()] not in wrong
        code, case = "CLAIM-LEVELS-LAST" if at_last else "CLAIM-LEVELS", "stays" if at_last else "not_first" if others else None
        self.wrong(code, "levels", " | ".join(map(sides_text, names[:-1])), sides_text(claimed), case)

    def check_possible_points(self, claimed: Mapping[str, int], placed: Placed, told: Sequence[int]) -> None:
        """Claimed points to which a hand cannot have come, by the seats that are said to be out; none at all stay open.

        A hand that both sides lose by 记过 is for the referee to score.
        """
        rules, sides, sheet = self.sheet.places, self.state.sides, self.sheet
        if rules is None or sides is None or placed.row == "marks" or self.ruled:
            self.unchecked.append("points")
            return
        found = {place_points(rules, order, sides) for order in self.orders} or possible_points(rules, told, sides)
        ends = sorted(found, reverse=True)
        names = [dict(zip(sheet.sides, points, strict=True)) for points in (*ends, (0, 0))]
        if any(agree(claimed, points) for points in names):
            self.unchecked.append("points")
            return
        case = tuple([f"{value}_{side}" for points in (claimed, *names) for side, value in points.items()])
        self.wrong("CLAIM-PLACE-POINTS", "points", " | ".join(map(sides_text, names[:-1])), sides_text(claimed), case)

    def same_order(self, claimed: str, computed: str, out: int) -> bool:
        """Whether a claimed order is the computed one as far as it goes; those who never got out may have no order."""
        seats = claimed.replace(HIDDEN, "")
        if len(set(seats)) != len(seats):
            return False
        if self.sheet.rounds.last_at_double is None:
            return claimed[:out] == computed[: min(out, len(claimed))]
        return computed.startswith(claimed)
