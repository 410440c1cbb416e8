"""How a hand was played: at which level, with which tribute, and the tricks stepped through under both."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from paipu.replay.budget import FINDING, fewest_errors, steps_of_hand
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.deal import Dealt, dealt_hands, shown_by_plays, third_copies
from paipu.replay.climbing.exchange import AfterTribute, Start
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.result import Began, Memo, Played, memo_key
from paipu.replay.climbing.ruled import NOTHING_FOLLOWS
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.terms import MatchState
from paipu.replay.climbing.tribute import TributeAudit
from paipu.replay.climbing.untold import UnknownTribute
from paipu.replay.climbing.ways import TributeHypothesis, broke_off, explicable_errors, staying_errors, tells_enough
from paipu.replay.climbing.worth import HandWorth
from paipu.replay.findings import Finding, errors_of
from paipu.replay.plays import told_tricks
from paipu.replay.record import Hand, Ruling
from paipu.replay.report import Report

_BROKEN_OFF: Final = "broken off"
"""What is added to the key under which a hand is remembered as far as it was stepped."""
_DOUBTED: Final = 4
"""So many cards of a list of tribute are doubted at most: a right one has no more."""


class HandPlaying(HandWorth):
    """One hand in play, at the levels it may have been played at. `memo` keeps what plays gave, for a caller that audits the
    same record again.

    `shown_before` has what the plays show of each seat's cards before trick 1, by the sizes of the hands.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        hand: Hand,
        state: MatchState,
        report: Report,
        rulings: tuple[Ruling, ...],
        memo: Memo | None = None,
    ) -> None:
        super().__init__(sheet, hand, state, report, rulings)
        self.memo = memo
        self.shown_before: dict[tuple[int, ...], list[Counter[str]]] = {}
        if self.tie_break:
            self.sheet = sheet.changed({"rounds": sheet.rounds._replace(first_ends=True)})
        self.fresh = state.fresh or self.tie_break
        self.began: Began = (state.before if not self.tie_break else None, self.fresh, state.dealer, state.sides)
        self.stops = [(ruling.at, ruling.seat) for ruling in rulings if ruling.effect.stopped and ruling.at and ruling.seat]
        self.follows = NOTHING_FOLLOWS

    def levels(self) -> list[str]:
        """The level in force as derived, then as recorded where that differs."""
        state, found = self.state, list[str]()
        if self.sheet.levels is None or self.tie_break:
            found.append(self.sheet.first_level)
        elif state.in_force is not None:
            level = state.levels[state.in_force]
            found += [self.sheet.level_name(level)] if level is not None else []
        elif state.known and state.levels[0] is not None and state.levels[0] == state.levels[1]:
            found.append(self.sheet.level_name(state.levels[0]))
        if self.hand.level is not None and self.hand.level not in found:
            found.append(self.hand.level)
        return found

    def least_faulty(self, derived: str, recorded: str) -> str:
        """The level that leaves fewer errors, else the derived one. The recorded is tried first: it usually has fewer."""
        memo = self.memo
        if memo is None:
            return fewest_errors((derived, recorded), self.faults_at, self.report.budget)
        known = self.report.fork(brief=True).recall(memo, memo_key(self.sheet, self.report.prefix, recorded, self.began))
        if known is None and not self.exceeds(derived, 0, memo):
            return derived
        return recorded if self.exceeds(derived, self.faults_at(recorded), memo) else derived

    def exceeds(self, level: str, most: int, memo: Memo) -> bool:
        """Whether the hand shows more than so many errors at a level; as far as it was stepped it is remembered."""
        key = memo_key(self.sheet, self.report.prefix, level, self.began)
        fork = self.report.fork(brief=True)
        whole = fork.recall(memo, key)
        known = whole or memo.get((*key, _BROKEN_OFF))
        if known is None or (whole is None and errors_of(known[1]) <= most):
            fork.error_limit = most if fork.error_limit is None else min(most, fork.error_limit)
            known = self.step_through(level, fork), tuple(fork.findings)
            fork.budget.spend(known[0].machine.steps + FINDING * len(fork.findings))
            memo[fork.kept_as(key) if errors_of(known[1]) <= fork.error_limit else (*key, _BROKEN_OFF)] = known
        return errors_of(known[1]) > most

    def faults_at(self, level: str) -> int:
        """How many errors the hand shows at a level."""
        fork = self.report.fork(brief=True)
        played = self.play_out(level, fork)
        if self.memo is None:
            fork.budget.spend(steps_of_hand(self.hand) + played.machine.steps)
        return errors_of(fork.findings)

    def play_out(self, level: str, report: Report) -> Played:
        """Check deal and tribute and step through all tricks at a level, unless that was done before."""
        if self.memo is None:
            return self.step_through(level, report)
        key = memo_key(self.sheet, report.prefix, level, self.began)
        known = report.recall(self.memo, key)
        if known is None:
            fork = report.fork()
            known = self.memo[report.kept_as(key)] = self.step_through(level, fork), tuple(fork.findings)
            report.budget.spend(known[0].machine.steps + FINDING * len(fork.findings))
        report.findings += known[1]
        return known[0]

    def step_through(self, level: str, report: Report) -> Played:
        """Check deal and tribute and step through all tricks at a level."""
        sheet, hand = self.sheet, self.hand
        ctx = sheet.context(level)
        dealt = dealt_hands(sheet, ctx, hand, report)
        midway = hand.left is not None
        before = dealt if not midway else Dealt((0,) * len(sheet.seats), (False,) * len(sheet.seats), dealt.sizes)
        judged = TributeAudit if self.began[0] is not None else UnknownTribute
        paying = judged(sheet, ctx, hand, before, self.began[0], report, first=self.fresh)
        tribute = paying.run()
        starts = (
            tribute.starts(dealt, sheet.hand_size * len(sheet.seats))
            if not midway
            else [Start(dealt.hands, dealt.known, dealt.sizes)]
        )
        way = TributeHypothesis(starts[0], doubted=len(starts) > 1)
        if way.doubted:
            ways = [TributeHypothesis(start, doubted=True) for start in starts]
            way = fewest_errors(ways, lambda each: self.misfits(ctx, tribute, each, report), report.budget, (0, False))
        first = len(report.findings)
        machine = self.stepped(ctx, tribute, way, report, report.error_limit)
        found = report.findings[first:]
        in_vain = False
        if broke_off(machine):
            staying = staying_errors(sheet, machine, found, len(hand.tribute or ()))
            in_vain = min(staying) > (report.error_limit or 0)
            if not in_vain and not tells_enough(machine, found):
                machine.run()
                found = report.findings[first:]
        other = self.told_otherwise(paying, tribute, way, machine, found) if found and not in_vain else way
        if other is not way:
            report.take_back(first)
            paying.report_not_made(other.unmade)
            machine = self.stepped(ctx, tribute, other, report, report.error_limit)
        return Played(level, ctx, dealt, tribute, machine)

    def told_otherwise(
        self, owed: TributeAudit, tribute: AfterTribute, way: TributeHypothesis, machine: ClimbMachine, found: Sequence[Finding]
    ) -> TributeHypothesis:
        """How a hand with errors in it went: otherwise than it seems if that explains them with fewer.

        Cards on the list of tribute may never have changed hands, which is an error itself; plays that did not count may have
        been taken back. Neither explains what is wrong with a play by itself.
        """
        explicable = explicable_errors(found)
        if not explicable:
            return way
        seems = (errors_of(found), not machine.over)
        staying, limit = staying_errors(self.sheet, machine, found, len(self.hand.tribute or ())), machine.report.error_limit
        most = seems[0] if limit is None else min(seems[0], limit)
        doubted = self.hand.tribute and self.hand.left is None and not tribute.undue
        listed = tribute.moved[:_DOUBTED] if doubted else ()
        others = [
            TributeHypothesis(tribute.without(unmade, way.start, machine.ctx), way.doubted or bool(unmade), unmade, back)
            for count in range(len(listed) + 1)
            for unmade in combinations(listed, count)
            for back in (False, True)[: 1 + any(machine.refused)]
            if (unmade or back)
            and (at_fault := len(owed.at_fault(unmade))) <= explicable
            and at_fault + staying[back] <= most
            and (at_fault + staying[back], False) < seems
        ]

        def cost(each: TributeHypothesis) -> tuple[int, bool]:
            if each is way:
                return seems
            unmade = len(owed.at_fault(each.unmade))
            errors, unfinished = self.misfits(machine.ctx, tribute, each, machine.report, most - unmade)
            return errors + unmade, unfinished

        return fewest_errors([way, *others], cost, machine.report.budget, (0, False)) if others else way

    def misfits(
        self, ctx: LevelContext, tribute: AfterTribute, way: TributeHypothesis, report: Report, most: int | None = None
    ) -> tuple[int, bool]:
        """How many errors the plays show if the hand went so, and whether that leaves it unfinished.

        When there are more than `most` it is not asked how many more.
        """
        fork = report.fork(brief=True)
        machine = self.stepped(ctx, tribute, way, fork, most)
        fork.budget.spend(steps_of_hand(self.hand) + machine.steps)
        return errors_of(fork.findings), not machine.over

    def stepped(
        self, ctx: LevelContext, tribute: AfterTribute, way: TributeHypothesis, report: Report, most: int | None = None
    ) -> ClimbMachine:
        """The hand after its last trick, or the one with which there are more than `most` errors."""
        machine = self.machine(ctx, way, report)
        machine.turn = self.first_leader(tribute, report)
        machine.run(most)
        return machine

    def machine(self, ctx: LevelContext, way: TributeHypothesis, report: Report) -> ClimbMachine:
        """The hand before trick 1; what is not known of it is what the plays show."""
        sheet, start = self.sheet, way.start
        hands, complete, sizes = [*start.hands], [*start.known], start.sizes
        tricks = told_tricks(sheet, self.hand.tricks or (), sizes)
        if way.doubted:
            complete = [known and ctx.size(hand) == size for known, hand, size in zip(start.known, hands, sizes, strict=True)]
        if not all(complete):
            held = {seat: hands[seat] for seat, known in enumerate(complete) if known}
            third_copies(sheet, ctx, self.hand, held, sizes, report)
            shown = self.shown_before.get(sizes)
            if shown is None:
                shown = self.shown_before[sizes] = shown_by_plays(sheet, tricks, sizes)
            for seat, known in enumerate(complete):
                if not known:
                    hands[seat] = ctx.pack_counts(shown[seat].items())
                    complete[seat] = shown[seat].total() == sizes[seat]
        out_before = [seat for seat, count in enumerate(sizes) if not count] if self.hand.left is not None else ()
        machine = ClimbMachine(sheet, ctx, tricks, hands, complete, sizes, report, out_before)
        machine.sides, machine.taken_back = self.state.sides or sheet.alternating, way.taken_back
        if self.stops:
            machine.stopped = frozenset([trick - 1 for (trick, play), _ in self.stops if play == 1 and trick > 1])
        return machine

    def first_leader(self, tribute: AfterTribute, report: Report) -> int | None:
        """Who led trick 1, and whether he was the one to do it."""
        sheet, hand = self.sheet, self.hand
        led = sheet.seat_at[hand.tricks[0][0]] if hand.tricks else None
        named = sheet.seat_at[hand.lead] if hand.lead is not None else None
        midway = self.hand.left is not None  # who led trick 1 may be told, who led later is not to be judged
        actual = led if led is not None and not midway else named
        allowed, (code, cases), due = tribute.may_lead, tribute.lead, tribute.leaders
        stopped = {sheet.seat_at[seat] for at, seat in self.stops if at == (1, 1)}
        if allowed is not None and not stopped.isdisjoint(allowed):
            code, cases = ("LEAD-STOPPED", ()) if actual in stopped or stopped.issuperset(allowed) else (code, cases)
            instead = {(seat + 1) % len(sheet.seats) for seat in stopped.intersection(allowed)}  # the next is of the other side
            allowed = due = frozenset(instead.union(allowed) - stopped)
        if allowed is None and self.state.dealer is not None:
            allowed = due = frozenset({self.state.dealer})
            code, cases = "LEAD-BANKER", ()
        if actual is not None and allowed is not None and actual not in allowed:
            if_refused = {"first": sheet.names(sorted(tribute.if_refused))} if tribute.if_refused else {}
            report.add(
                code,
                "tricks/0" if led is not None and not midway else "lead",
                trick=int(not midway),
                play=int(not midway),
                seat=sheet.seats[actual],
                expected=sheet.names(sorted(due or ())),
                actual=sheet.seats[actual],
                case=cases,
                **if_refused,
            )
        elif actual is not None and named is not None and actual != named:
            report.add("LEAD-RECORD", "lead", trick=1, play=1, seat=hand.lead, expected=sheet.seats[actual], actual=hand.lead)
        return led
