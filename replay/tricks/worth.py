"""What a hand of a trick game is worth: points and what they are made of, levels, and the next banker, with rulings."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from paipu.replay.notation import FAILED
from paipu.replay.penalties import NOT_KNOWN
from paipu.replay.record import Hand, HandClaims, Ruling
from paipu.replay.report import Report
from paipu.replay.tricks.charges import THROW_FINED, Charge, costly
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.result import Counted
from paipu.replay.tricks.schedule import Scored
from paipu.replay.tricks.score import Outcome, Settled, captures, contains_trio, multiplier, passed, settle
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState, TermsOfHand
from paipu.replay.tricks.unseen import levels_fit, told_later

_ANYWHERE: Final = (-1, -1)
"""Stands for whatever place in a hand."""


class HandWorth:
    """The worth of one hand of a match, given where that stands before it.

    `rulings` are those in force on the hand; `void` says that one of them voids it.
    """

    def __init__(self, sheet: TrickSheet, hand: Hand, state: MatchState, report: Report, rulings: tuple[Ruling, ...]) -> None:
        self.sheet, self.hand, self.state, self.report = sheet, hand, state, report
        self.at_any_level = sheet
        self.rulings = rulings
        self.void = bool(rulings) and any(ruling.effect.void for ruling in rulings)
        self.seats, self.side_of = sheet.seats, sheet.side_of
        self.terms = TermsOfHand(sheet, hand, state)
        self.charges: tuple[Charge, ...] = ()
        self.due: tuple[Charge, ...] = ()
        """What incidents cost that no ruling settles."""

    def counted(
        self,
        dealer: int | None,
        played: Played | None,
        machine: TrickMachine | None,
        taker: str | None,
        *,
        finished: bool,
        stopped: bool,
    ) -> Counted:
        """The attackers' points and what they are made of; None for what cannot be told."""
        whole = (finished or stopped) and self.hand.left is None
        penalties = self.penalties(dealer, machine, whole=whole) if dealer is not None else None
        if dealer is None and not costly(self.charges) and not any(ruling.effect.points for ruling in self.rulings):
            penalties = 0
        kitty = played.held.kitty if played is not None else None
        kitty_points = played.ctx.points_in(kitty) if played is not None and kitty is not None else None
        if whole and self.hand.tricks == ():  # stopped before the first trick
            return Counted(penalties, None, kitty_points, None, penalties)
        if played is None or machine is None or dealer is None or machine.told is not None or machine.points_open:
            return Counted(None, None, kitty_points, None, penalties)
        trick_points = machine.attackers_points
        if not finished:
            attackers = trick_points + penalties if whole and penalties is not None else None
            return Counted(attackers, trick_points, kitty_points, None, penalties)
        captured = captures(self.sheet, machine.winners[-1], dealer, self.seats.index(taker) if taker is not None else None)
        factor = multiplier(self.sheet, played.ctx, *machine.last) if captured and machine.last is not None else None
        bottom = captured and machine.last is not None and contains_trio(played.ctx, machine.last[1])
        attackers = None
        if (not captured or kitty_points is not None) and penalties is not None and whole:
            attackers = trick_points + (kitty_points or 0) * (factor or 0) + penalties
        return Counted(attackers, trick_points, kitty_points, factor, penalties, bottom)

    def other_results(
        self, dealer: int | None, outcome: Outcome | None, played: Played | None, *, finished: bool
    ) -> Sequence[Settled]:
        """Other results that facts not on record may have led to.

        The levels may have been at stake by bids or a bottom that nobody wrote down (CDP-4.3d, 5.1f), in this hand or in one
        before, and a failure may have been the last that is allowed where earlier hands are missing (CDP-4.3c).
        """
        stakes = self.sheet.stakes
        if outcome is None or outcome.at_fault or (stakes is None and not self.state.unseen):
            return []
        outcomes = [outcome]
        if stakes is not None and (self.hand.bids is None or (self.sheet.reopen and self.hand.kitty is None)):
            outcomes.append(outcome._replace(staked=True))
        if stakes is not None and self.sheet.kitty_size and not finished:
            outcomes.append(outcome._replace(bottom=True))
        found = [self.settled(dealer, each) for each in outcomes[1:]]
        for before in self.state.unseen:
            banker = dealer if before.next_dealer is None or self.hand.dealer or played else before.next_dealer
            if before.next_dealer is None or banker is None or not (before.next_dealer - banker) % 2:
                found += [self.settled(banker, each, before) for each in outcomes]
        unlike = {(each.levels, each.next_dealer, each.failures): each for each in found if each is not None}
        return [*unlike.values()]

    def as_told(self, plain: Settled | None, others: Sequence[Settled], unseen: Sequence[Settled]) -> Settled | None:
        """The plain result, or where that is not what the levels are told to be, another that agrees with what is told."""
        claims, state = self.hand.claims or HandClaims(), self.state
        if plain is None or levels_fit(self.sheet, plain, claims, state.following):
            return plain
        if unseen:
            return unseen[0]
        return told_later(self.sheet, plain, others, HandClaims(levels=state.closing), state.following)

    def staked(self, dealer: int | None, played: Played | None) -> bool:
        """Whether the declarations put the levels at stake (上天入地)."""
        rules = self.sheet.stakes
        level = self.terms.level
        if rules is None or dealer is None or level is None:
            return False
        outcome = self.terms.agreed(played.terms) if played is not None else self.terms.outcome(level, accept_illegal=True)
        if outcome.stakes and rules.last_only:
            return outcome.standing is not None and outcome.standing.reading.stakes
        return any(not rules.attackers_only or (self.seats.index(seat) - dealer) % 2 for seat in outcome.stakes)

    @property
    def penalties_told(self) -> bool:
        """Whether a score sheet alone tells what penalties come to: none, or some were fined, or ruled on the hand."""
        on_hand = any(ruling.effect.loses is None for ruling in self.rulings)
        return on_hand or not self.sheet.costs_points or any(charge.fined for charge in self.charges)

    def ends_game(self, settled: Settled | None) -> bool:
        """Whether nothing follows the hand: the last level is passed, or an incident ended the match."""
        if self.due and any(charge.row.ends_match for charge in self.due):
            return True
        return settled is not None and passed(self.sheet, max(settled.levels))

    def next_dealer(self, settled: Settled | None) -> str | None:
        """Who is banker next, as records name him, if a hand follows."""
        if self.sheet.schedule is not None:
            return self.sheet.schedule.turn(self.hand.no + 1)[0]
        return self.seats[settled.next_dealer] if settled and settled.next_dealer is not None else None

    def scored(self, dealer: int | None, points: int | None, at_fault: frozenset[int]) -> Scored | None:
        """The hand's match score (大分) with what incidents add; None for a sheet that counts none, or without a banker."""
        schedule = self.sheet.schedule
        if schedule is None or dealer is None:
            return None
        for charge in self.due:
            if charge.row.ends_match is not None:
                own, other = charge.row.ends_match
                side = self.side_of[charge.incident.seat]
                return Scored((own, other) if side == 0 else (other, own), side, own, own)
        if self.void:
            return Scored((0, 0), 1 - dealer % 2, 0, 0, (0, 0), 0)
        unsure = any((charge.row == NOT_KNOWN or charge.row.score) and charge.points is None for charge in self.due)
        if unsure or (points is None and not at_fault):
            return Scored(None, 1 - dealer % 2, None, None)
        scored = schedule.score(points, dealer % 2, at_fault)
        changes = [0, 0]
        for charge in self.due:
            changes[self.side_of[charge.incident.seat]] += charge.score
        return scored.changed((changes[0], changes[1]))

    def settled(self, dealer: int | None, outcome: Outcome | None, before: Settled | None = None) -> Settled | None:
        """Levels and next banker, with what rulings change; None if banker, points or levels are not known.

        `before` is where the match stood before the hand, as it is known to if not given.
        """
        first, second = before.levels if before is not None else self.state.levels
        failures = before.failures if before is not None else self.state.failures
        if first is None or second is None or dealer is None or self.sheet.schedule is not None:
            return None
        if self.void:
            settled = Settled((first, second), dealer, None, "table", failures)
        elif outcome is None:
            return None
        else:
            sheet = self.sheet
            if before is not None:
                sheet = self.at_any_level.at_level(sheet.level_name(before.levels[dealer % 2]))
            settled = settle(sheet, (first, second), dealer, outcome, failures)
        if not self.rulings:
            return settled
        levels = list(settled.levels)
        for ruling in self.rulings:
            for side, change in ruling.effect.levels.items():
                index = self.sheet.sides.index(side)
                top = max(levels[index], len(self.sheet.ladder) - 1)  # the last level is passed at the table alone
                levels[index] = min(max(0, levels[index] + change), top)
            if ruling.effect.next_dealer is not None:
                settled = settled._replace(next_dealer=self.seats.index(ruling.effect.next_dealer))
        return settled._replace(levels=(levels[0], levels[1]))

    def penalties(self, dealer: int, machine: TrickMachine | None, *, whole: bool) -> int | None:
        """The signed change of the attackers' points by rulings in force, incidents, and what failed throws cost.

        None where an incident does not tell what it costs, where a throw failed against hands that are not known, and, as
        throws may be to come, where the plays are not all on record (`whole`). An incident for which a ruling in force stands
        is settled by that.
        """
        if not self.rulings and not self.sheet.throws.fine and not self.charges:
            return 0
        if self.sheet.throws.fine and machine is not None and (machine.fines_open or not whole):
            return None
        if not self.rulings and not self.charges and not (machine is not None and machine.fined):
            return 0
        attackers, bank = self.sheet.sides[1 - dealer % 2], self.sheet.sides[dealer % 2]
        total = sum(r.effect.points.get(attackers, 0) - r.effect.points.get(bank, 0) for r in self.rulings)
        costs = [0] * len(self.seats)
        for fine in machine.fined if machine is not None else ():
            if not self.settled_by_ruling(self.seats[fine.seat], (fine.trick, 1), [THROW_FINED]):
                costs[fine.seat] += fine.points
        for charge in self.due:
            if charge.points is None:
                return None
            costs[self.seats.index(charge.incident.seat)] += charge.points
        change = self.sheet.charging.change
        return total + sum(change(cost, bank=not (seat - dealer) % 2) for seat, cost in enumerate(costs))

    def shown_by_plays(self, charge: Charge) -> bool:
        """Whether an incident is a failed throw that the plays show as one, which is charged there."""
        incident = charge.incident
        return incident.kind == "failed_throw" and (incident.seat, incident.at) in self.failed_throws

    @cached_property
    def failed_throws(self) -> frozenset[tuple[str, tuple[int, int] | None]]:
        """Who leads a failed throw, in each trick that has one and, with no place, in some."""
        tricks = enumerate(self.hand.tricks or (), start=1)
        led = [(text[0], (number, 1)) for number, text in tricks if FAILED in text]
        return frozenset((*led, *((seat, None) for seat, _ in led)))

    def ruled(self, charge: Charge) -> bool:
        """Whether a ruling in force settles an incident: it names a clause under which the incident falls, or its place.

        One that only finds the fault proven leaves it to the sheet what that costs.
        """
        checks = [row.check for row in self.sheet.penalties.tiers(charge.incident)]
        return self.settled_by_ruling(charge.incident.seat, charge.incident.at, checks)

    def settled_by_ruling(self, seat: str, at: tuple[int, int] | None, claims: Iterable[str]) -> bool:
        """Whether a ruling in force is about something that a seat did: by its place, or the clause of what it costs."""
        if not self.rulings:
            return False
        clauses = {clause for claim in claims if (clause := self.report.clause(claim)) is not None}
        places = (_ANYWHERE,) if at is None else (None, at)
        wanted = {(place, clause) for place in places for clause in clauses} | ({(at, None)} if at is not None else set())
        return any((whose, *each) in self.ruled_on for whose in (None, seat) for each in wanted)

    @cached_property
    def ruled_on(self) -> frozenset[tuple[str | None, tuple[int, int] | None, str | None]]:
        """Seat, place and clause of each ruling, None for what it leaves open, and once more with any place."""
        settling = [ruling for ruling in self.rulings if ruling.effect.fault is None]
        return frozenset((ruling.seat, place, ruling.clause) for ruling in settling for place in (ruling.at, _ANYWHERE))

    def points_at_discovery(self, played: Played, dealer: int, final: int | None) -> int | None:
        """The attackers' points in the tricks finished when the first fault was noticed."""
        noticed = [
            charge.incident.noticed[0] for charge in self.due if charge.row.loses_hand and charge.incident.noticed is not None
        ]
        if not noticed or played.held.left is not None:
            return final
        fork = TrickMachine(self.sheet, played.ctx, self.hand, dealer, played.held, self.report.fork(brief=True))
        fork.run(fork.tricks[: max(min(noticed) - 1, 0)])
        return fork.attackers_points
