"""One hand under audit: level, deal and tribute, the plays, the finishing order, and the claims held against it."""

from collections.abc import Sequence
from dataclasses import replace

from paipu.replay.cards import HIDDEN
from paipu.replay.climbing.claims import ClaimCheck, agrees
from paipu.replay.climbing.conduct import Conduct, check_clocks
from paipu.replay.climbing.deal import dealt_hands, led_first
from paipu.replay.climbing.places import Placed
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.playing import HandPlaying
from paipu.replay.climbing.result import HandResult, Played, stays_stopped
from paipu.replay.climbing.ruled import check_rulings, first_places, ruled_order, what_follows
from paipu.replay.climbing.score import alike, in_place, told_by_claim
from paipu.replay.climbing.steps import Reached
from paipu.replay.computed import ComputedHand
from paipu.replay.dealt import from_its_middle, tell_unseen
from paipu.replay.notation import KEPT


class HandAudit(HandPlaying):
    """Audits one hand of a match."""

    def run(self) -> HandResult:
        """Audit the hand, reporting what is found, and compute its result."""
        if self.hand.left is not None:
            self.hand = from_its_middle(self.hand, self.sheet.seats, self.sheet.hand_size, self.report)
        levels = self.levels()
        if len(levels) > 1:
            first = self.sheet.levels is not None and self.state.fresh and self.state.in_force is None
            code = "START-LEVEL" if first else "LEVEL-IN-FORCE"
            self.report.add(code, "level", expected=levels[0], actual=levels[1])
            self.report.tolerate()
        untold = [seat for seat in self.sheet.seats if self.hand.left is not None and seat not in self.hand.left]
        if not levels and not untold:
            dealt_hands(self.sheet, self.sheet.context(self.sheet.first_level), self.hand, self.report)
        if not levels and (self.hand.tricks or self.hand.tribute):
            self.report.add("LEVEL-OPEN", "level", trick=0, play=0)
        if untold:
            self.report.add("LEFT-OPEN", "left", trick=0, play=0, actual=" ".join(untold))
            self.hand = replace(self.hand, tricks=None)
        if untold or not levels:
            return self.result(None, None)
        level = levels[0]
        if len(levels) > 1 and self.hand.tricks:
            level = self.least_faulty(*levels)
        found = len(self.report.findings)
        played = self.play_out(level, self.report)
        self.report.tolerate()
        shown = (found, len(self.report.findings))
        result = self.result(level, played)
        result.played, result.began, result.shown = played, self.began, shown
        return result

    def result(self, level: str | None, played: Played | None) -> HandResult:
        """The finishing order, levels or points, and the claims held against them."""
        sheet, hand = self.sheet, self.hand
        machine = played.machine if played is not None and hand.tricks else None
        marks: Sequence[int] = (0, 0)
        reached = self.state.reached
        sizes = self.sizes(played)
        asked = self.report.asked
        if asked and (hand.seconds or hand.tribute_seconds):
            check_clocks(sheet, hand, sizes, self.report)
        if hand.incidents:
            conduct = Conduct(sheet, hand, sizes, self.report, self.state.sides, reached, played)
            marks, reached = conduct.run(), conduct.penalised.reached
        if self.rulings:
            self.follow_rulings(reached, sizes)
        order, double = self.finishing_order(machine)
        told = shown = self.order_shown(machine)
        claimed, orders = None, list[tuple[int, ...]]()
        if order is None and hand.claims is not None and hand.claims.finish is not None:
            (claimed, double), told, orders = told_by_claim(sheet, hand.claims.finish, shown)
        ranked = order or claimed or self.double_shown(machine, shown)
        if self.follows.double is not None:
            ranked = ruled_order(sheet, self.follows.double)
        double = double or (ranked is not None and order is None and in_place(sheet, ranked)[1])
        worth = ranked or alike(sheet, orders, self.state.sides or sheet.alternating)
        risen, placed = self.rise(worth), self.placed(worth, told, marks)
        points = placed.points
        if asked and machine is not None:
            by_plays = told is shown or placed.row == "marks" or self.placed(None, shown, (0, 0)).points is not None
            over = order if self.follows.double is None else ranked
            self.report_unknown(machine, over, settled=points is not None and ranked is None and by_plays)
        computed = ComputedHand(
            no=hand.no,
            level=level,
            winners=sheet.names(machine.winners[: machine.told]) if machine is not None else None,
            levels=sheet.named(risen.levels) if risen is not None and sheet.levels is not None else None,
            finish=sheet.names(order) if order is not None else None,
            points=dict(zip(sheet.sides, points, strict=True)) if points is not None else None,
            types=tuple(machine.types) if machine is not None else None,
        )
        if asked and hand.claims is not None and not (agrees(hand.claims, computed) and placed.row != "marks"):
            check = self.claim_check(machine, shown, orders if ranked is None else [])
            check.run(hand.claims, computed, risen, placed, told)
        return HandResult(
            computed,
            ranked,
            double,
            risen,
            points,
            placed.first if not self.tie_break else next((seat % 2 for seat in ranked or told), None),
            level,
            played.machine if played is not None else None,
            played.tribute if played is not None else None,
            led=led_first(self.sheet, hand),
            void=bool(self.rulings) and any(ruling.effect.void for ruling in self.rulings),
            follows=self.follows,
            reached=reached,
            by_claims=order is None and told is not shown and self.believed(machine, worth, shown, placed),
            row=placed.row,
        )

    def follow_rulings(self, reached: tuple[Reached, ...], sizes: Sequence[int]) -> None:
        """Let the rulings on the hand say what follows, and hold them against the sheet."""
        self.follows = what_follows(self.sheet, self.hand, self.rulings, reached)
        self.state.cut_short |= self.follows.loser is not None
        if self.report.asked:
            check_rulings(self.sheet, self.hand, self.rulings, reached, sizes, self.report)

    def claim_check(self, machine: ClimbMachine | None, shown: Sequence[int], orders: list[tuple[int, ...]]) -> ClaimCheck:
        """What holds the claims against the order that is shown, or against those that there may have been."""
        decided = shown[:1] if self.tie_break else first_places(self.sheet, self.follows.double)
        ruled = bool(self.rulings)
        check = ClaimCheck(self.sheet, self.state, self.report, machine, shown, ruled=ruled, decided=decided)
        check.orders = orders
        return check

    def sizes(self, played: Played | None) -> Sequence[int]:
        """How many cards each seat had before the first trick on record, as is written down."""
        if played is not None:
            return played.machine.written
        left = self.hand.left or {}
        return tuple([left.get(seat, self.sheet.hand_size) for seat in self.sheet.seats])

    def believed(
        self,
        machine: ClimbMachine | None,
        ranked: Sequence[int] | None,
        shown: Sequence[int],
        placed: Placed,
    ) -> bool:
        """Whether levels or points are those of a claimed order, for neither plays nor rulings tell them."""
        if self.follows.double is not None or placed.row == "marks":
            return False
        if self.tie_break:
            return not shown
        if self.sheet.levels is not None:
            return ranked is not None and self.double_shown(machine, shown) is None
        return placed.points is not None and self.placed(None, shown, (0, 0)).points is None

    def finishing_order(self, machine: ClimbMachine | None) -> tuple[tuple[int, ...] | None, bool]:
        """The seats from first to last, and whether one side had the first places (双下); None for a hand that is not over."""
        if machine is None or not machine.over or len(machine.out_before) > 1 or self.tie_break:
            return None, False
        return in_place(self.sheet, machine.out)

    def order_shown(self, machine: ClimbMachine | None) -> Sequence[int]:
        """The seats that are out by the plays, in order.

        Where several were out before the record begins the score sheet tells their order; if it does not, nothing of the order
        is known.
        """
        if machine is None:
            return ()
        before = len(machine.out_before)
        if before <= 1:
            return machine.out
        told = self.hand.claims.finish if self.hand.claims is not None else None
        first = [self.sheet.seat_at[seat] for seat in (told or "").partition(HIDDEN)[0].rstrip(KEPT)[:before]]
        return [*first, *machine.out[before:]] if sorted(first) == sorted(machine.out_before) else ()

    def report_unknown(self, machine: ClimbMachine, order: Sequence[int] | None, *, settled: bool) -> None:
        """Say what could not be checked; `settled`: the plays on record settle the points of a hand that stopped early."""
        if False in machine.complete and not machine.lost:
            unsure = [seat for seat, known in zip(self.sheet.seats, machine.complete, strict=True) if not known]
            self.report.add("DEAL-OPEN", "deal", trick=0, play=0, actual=" ".join(unsure))
        tell_unseen(self.sheet, self.hand, self.report)
        if self.hand.left is not None:
            self.report.add("HAND-MIDWAY", "left", trick=0, play=0, actual=" ".join(map(str, machine.sizes)))
        if len(machine.out_before) > 1:
            self.report.add("LEFT-ORDER", "left", trick=0, play=0, actual=" ".join(self.sheet.names(machine.out_before)))
        if self.tie_break and machine.over:
            return
        lost = len(machine.tricks) < len(self.hand.tricks or ())  # from where nobody can tell who is out
        untold = lost or (machine.over and machine.out_before)
        if order is None and not untold and not stays_stopped(self.sheet, self.state):
            code = "HAND-STOPPED" if settled else "HAND-UNFINISHED"
            self.report.add(code, "tricks", actual=str(len(machine.winners) + len(machine.loosely)))
            if self.state.cut_short:
                self.report.decided_by("clocks.time_in_hand")
            elif not settled and self.double_shown(machine, machine.out) is not None:
                self.report.decided_by("rounds.double_ends")
