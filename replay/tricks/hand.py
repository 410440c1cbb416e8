"""One hand under audit: what it was played under, the plays, the result, and the claims held against it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from paipu.replay.cards import split_cards
from paipu.replay.clock import check_burials, check_plays
from paipu.replay.computed import ComputedHand, sides_text
from paipu.replay.dealt import from_its_middle, tell_unseen
from paipu.replay.faults import WRONG_COUNTS
from paipu.replay.findings import Finding
from paipu.replay.notation import FAILED, read_token, split_trick
from paipu.replay.penalties import NOT_KNOWN, Penalty
from paipu.replay.plays import sizes_by_seat
from paipu.replay.record import Hand, HandClaims, Ruling
from paipu.replay.report import Report
from paipu.replay.tricks.charges import THROW_FINED, Charge, charges_of, costly, counted_for, played_on
from paipu.replay.tricks.claims import ClaimCheck, agrees, bounds_text
from paipu.replay.tricks.deal import breaks_off
from paipu.replay.tricks.incidents import IncidentEvidence
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.playing import Memo, TermsResolver, finished_hand
from paipu.replay.tricks.result import Counted, HandResult, one_banker
from paipu.replay.tricks.schedule import Scored
from paipu.replay.tricks.score import Outcome, Settled, bank_by_points, captures, contains_trio, multiplier, passed, settle
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState, TermsOfHand
from paipu.replay.tricks.unseen import agreeing, levels_fit, told_later

_ANYWHERE: Final = (-1, -1)
"""Stands for whatever place in a hand."""


class HandAudit:
    """Audits one hand of a match. `memo` keeps what plays gave, for a caller that audits the same record again.

    `rulings` are those in force on the hand; `void` says that one of them voids it.
    """

    def __init__(
        self,
        sheet: TrickSheet,
        hand: Hand,
        state: MatchState,
        report: Report,
        rulings: tuple[Ruling, ...],
        memo: Memo | None = None,
    ) -> None:
        self.sheet, self.hand, self.state, self.report = sheet, hand, state, report
        self.at_any_level = sheet
        self.memo = memo
        self.rulings = rulings
        self.void = bool(rulings) and any(ruling.effect.void for ruling in rulings)
        self.seats, self.side_of = sheet.seats, sheet.side_of
        self.terms = TermsOfHand(sheet, hand, state)
        self.charges: tuple[Charge, ...] = ()
        self.due: tuple[Charge, ...] = ()
        """What incidents cost that no ruling settles."""
        self.shown, self.sure = (0, 0, 0, 0), False
        self.first_finding = len(report.findings)

    def run(self) -> HandResult:
        """Audit the hand, reporting what is found, and compute its result."""
        if self.hand.left is not None:
            self.count_left()
        played = self.play_out()
        if played is not None:
            self.sheet = self.sheet.at_level(played.terms.level)
        if self.hand.incidents:
            self.charge(played)
        if played is None:
            return self.without_plays()
        return _surely(self.result(played.terms.dealer, played), sure=self.sure)

    def count_left(self) -> None:
        """How many cards each seat had before the first trick on record: all equally many, between tricks."""
        sheet = self.sheet.at_level(self.terms.level)
        made = dict(zip(self.seats, sizes_by_seat(sheet, self.hand.tricks or ()), strict=True))
        self.hand = from_its_middle(self.hand, self.seats, sheet.hand_size, self.report, alike=made)
        self.terms = TermsOfHand(self.sheet, self.hand, self.state)

    def charge(self, played: Played | None) -> None:
        """Hold the incidents against the deal and the plays, and say what they cost by the sheet."""
        self.seen = IncidentEvidence(self.sheet, self.hand, played, self.report.findings[self.first_finding :])
        charged = charges_of(
            self.sheet,
            self.hand.incidents,
            self.state.incidents,
            counted=self.state.counted,
            seen=self.seen,
            forfeited_by=self.state.forfeit,
        )
        self.charges = tuple(charge for charge in charged if not self.shown_by_plays(charge))
        self.due = tuple(charge for charge in self.charges if not self.ruled(charge))

    def play_out(self) -> Played | None:
        """Find what the hand was played under, and play it out."""
        playing = TermsResolver(self.sheet, self.hand, self.terms, self.report, self.memo)
        played = playing.settle_terms()
        self.shown, self.sure = playing.shown, playing.sure
        return played

    # -- the result

    def without_plays(self) -> HandResult:
        """A hand of which only the score sheet, or less, is known."""
        dealers = self.terms.dealers(self.terms.level)
        return self.result(dealers[0] if dealers else None, None)

    def result(self, dealer: int | None, played: Played | None) -> HandResult:
        """Points, levels and the next banker, and the claims held against them."""
        hand, claims = self.hand, self.hand.claims or HandClaims()
        machine = played.machine if played is not None and hand.tricks else None
        to_its_end, finished = finished_hand(self.sheet, machine, played.held if played is not None else None)
        declared = self.terms.agreed(played.terms) if played is not None else None
        at_fault = self.sides_at_fault(machine)
        ending = next((charge.incident for charge in self.due if charge.row.ends_match), None) if self.charges else None
        ended = self.side_of[ending.seat] if ending is not None else None
        stopped = (bool(at_fault) and not played_on(self.due, hand.tricks or ())) or self.void or ended is not None
        taker = declared.taker if declared is not None else None
        counted = self.counted(dealer, played, machine, taker, finished=finished, stopped=stopped)
        attackers, misplay = counted.attackers, self.sheet.misplay
        if at_fault and misplay is not None and misplay.points_at_discovery and played is not None and dealer is not None:
            attackers = self.points_at_discovery(played, dealer, attackers)
        self.report_unknown(played, machine, finished=to_its_end or stopped)
        points = attackers if attackers is not None else claims.attackers
        if not finished and stopped and self.sheet.schedule is not None and hand.tricks is not None:
            points = None  # the hand was over before it was played out
        outcome = None
        if points is not None or at_fault == {0, 1}:
            outcome = Outcome(points or 0, at_fault, self.staked(dealer, played), counted.bottom)
        plain = self.settled(dealer, outcome)
        others = self.other_results(dealer, outcome, played, finished=finished)
        unseen = agreeing(self.sheet, plain, others, claims, self.state.following)
        settled = self.as_told(plain, others, unseen) if others else plain
        otherwise = settled is not plain and bool(unseen)
        guessed = len(unseen) > 1 if otherwise else self.state.guessed and bool(unseen)
        over, scored = self.ends_game(settled), self.scored(dealer, points, at_fault)
        computed = ComputedHand(
            no=hand.no,
            level=played.terms.level if played else self.terms.level,
            trump=played.terms.trump if played else hand.trump,
            dealer=self.seats[dealer] if dealer is not None else None,
            winners=self.sheet.names(machine.winners[: machine.told]) if machine else None,
            attackers=attackers,
            trick_points=counted.trick_points,
            kitty_points=counted.kitty_points,
            multiplier=counted.multiplier,
            penalties=counted.penalties if machine or self.penalties_told else None,
            levels=self.sheet.named(settled.levels) if settled and not otherwise and not guessed else None,
            next_dealer=None if over or (guessed and not one_banker(settled, unseen)) else self.next_dealer(settled),
            score=dict(zip(self.sheet.sides, scored.by_side, strict=True)) if scored and scored.by_side else None,
        )
        result = HandResult(computed, settled, dealer, played, stopped, finished, ended, declared, scored)
        result.shown, result.unseen, result.guessed, result.begun = self.shown, unseen, guessed, hand.left is not None
        result.broken_off = not finished and breaks_off(self.at_any_level, hand)
        result.next_banker = bank_by_points(self.sheet, dealer, None if self.rulings else outcome)
        result.by_claims = otherwise or (attackers is None and outcome is not None and at_fault != {0, 1})
        result.cut_short, result.ends_game, result.ended_as = self.state.cut_short, over, ending.kind if ending else None
        if hand.incidents and self.report.asked:
            self.report_incidents()
        if hand.kitty:
            check_burials(self.sheet.clocks, hand, self.report)
        if hand.seconds:
            check_plays(self.sheet, hand, (), self.report)
        if len(self.report.findings) > self.first_finding:
            self.add_effects(dealer, outcome)
        if scored is not None and scored.by_side is None and points is not None and scored.bracketed:
            bounds = f"{self.sheet.sides[scored.side]}={bounds_text(scored.low, scored.high)}"
            self.report.add("SCORE-OPEN", "claims" if hand.claims is not None else "", expected=bounds, actual=str(points))
            self.report.decided_by("schedule.conversion")
        if self.report.asked and hand.claims is not None and not agrees(self.sheet, claims, result):
            ClaimCheck(self.sheet, self.report, result, self.charges, claims).run()
        return result

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

    # -- incidents

    def sides_at_fault(self, machine: TrickMachine | None) -> frozenset[int]:
        """The sides that the record shows, as noticed, to have had a wrong count or a wrong play that costs the hand."""
        sides = {self.side_of[charge.incident.seat] for charge in self.due if charge.row.loses_hand} if self.due else set()
        failed = [text for text in machine.careful if FAILED in text] if machine is not None and machine.careful else ()
        if failed and self.sheet.throws.failure_is_misplay:
            sides.update(self.side_of[text[0]] for text in failed if FAILED in split_trick(text)[1])
        return frozenset(sides)

    def report_incidents(self) -> None:
        """What the sheet says of each incident, and whether deal and plays bear it out."""
        told = {charge.number: charge.row.tells for charge in self.charges if charge.free or not charge.costs}
        for number, incident in enumerate(self.hand.incidents):
            if not incident.counts:
                continue
            code = told.get(number, "") if self.sheet.penalties.knows(incident.kind) else "INCIDENT-KIND"
            disproved = (not code or incident.kind == "timeout") and self.seen.disproved(incident)
            if disproved:
                self.report.at_incident("INCIDENT-UNCONFIRMED", number, incident)
            if code and (not disproved or incident.ruled is not None):
                self.report.at_incident(code, number, incident)
            lies = self.seen.objection(incident)
            if lies is not None:
                self.report.at_incident("INCIDENT-CARDS", number, incident, lies, incident.cards)

    def add_effects(self, dealer: int | None, outcome: Outcome | None) -> None:
        """Beside each fault that nobody noticed, what the sheet prescribes for it: it changes no result until ruled."""
        findings, unnoticed = self.report.findings, self.sheet.penalties.unnoticed
        codes = self.sheet.misplay.codes if self.sheet.misplay is not None else ()
        misplayed: dict[int, str] = {}  # what a wrong play of each side leads to
        for index in range(self.first_finding, len(findings)):
            finding = findings[index]
            if finding.seat is None or self.noticed(finding):
                continue
            effect = ""
            if finding.code in codes and outcome is not None:
                side = self.side_of[finding.seat]
                if side not in misplayed:
                    misplayed[side] = self.effect_of_misplay(dealer, outcome, side)
                effect = misplayed[side]
            elif finding.code in unnoticed:
                row = unnoticed[finding.code]
                effect = self.prescribed(finding, row, dealer) if not self.free(finding, row) else ""
            if effect:
                findings[index] = replace(finding, params={**finding.params, "effect": effect})

    def free(self, finding: Finding, row: Penalty) -> bool:
        """Whether a fault that nobody noticed is one of the first of its side or player in the game, which cost nothing."""
        if not row.free or finding.seat is None:
            return False
        seen, whose = self.state.incidents, counted_for(self.sheet, finding.seat)
        before = seen.get((whose, row.together), 0) + seen.get((whose, finding.code), 0)
        seen[whose, finding.code] = seen.get((whose, finding.code), 0) + 1
        return before < row.free

    def effect_of_misplay(self, dealer: int | None, outcome: Outcome, side: int) -> str:
        """The levels after a wrong play of a side, and the clause that says so; empty where they cannot be told."""
        settled = self.settled(dealer, outcome._replace(at_fault=frozenset({side})))
        if settled is None:
            return ""
        return f"{self.report.clause('CLAIM-LEVELS', settled.rule)}: {sides_text(self.sheet.named(settled.levels))}"

    def noticed(self, finding: Finding) -> bool:
        """Whether an incident is about what a finding found."""
        return (finding.seat, (finding.where.trick, finding.where.play)) in self.incident_places

    @cached_property
    def incident_places(self) -> frozenset[tuple[str, tuple[int, int] | None]]:
        """Who did what the incidents are about, and when: a wrong count, from the beginning, whenever it was found."""
        return frozenset(
            (incident.seat, (0, 0) if incident.kind in WRONG_COUNTS else incident.at) for incident in self.hand.incidents
        )

    def prescribed(self, finding: Finding, row: Penalty, dealer: int | None) -> str:
        """What a fault that is found now costs by the sheet: points against its side, or the hand's score."""
        clause = self.report.clause(row.check)
        side = self.side_of[finding.seat or self.seats[0]]
        name, other = self.sheet.sides[side], self.sheet.sides[1 - side]
        if row.loses_hand and self.sheet.schedule is not None:
            cost = self.sheet.schedule.fault_costs
            return f"{clause}: {name} −{cost}, {other} +{cost}"
        points = row.fixed or row.each * len(split_cards(read_token(finding.actual or "").thrown))
        return f"{clause}: {name} −{points}" if points and dealer is not None else ""

    def report_unknown(self, played: Played | None, machine: TrickMachine | None, *, finished: bool) -> None:
        """Say what could not be checked."""
        if played is None or machine is None or not self.report.asked:
            return
        if False in played.held.complete:
            unsure = [seat for seat, known in zip(self.seats, played.held.complete, strict=True) if not known]
            self.report.add("DEAL-OPEN", "deal", trick=0, play=0, actual=" ".join(unsure))
        if played.held.left is not None:
            self.report.add("HAND-MIDWAY", "left", trick=0, play=0, actual=" ".join(map(str, played.held.left)))
        tell_unseen(self.sheet, self.hand, self.report)
        if not finished and not self.state.cut_short:
            self.report.add("HAND-UNFINISHED", "tricks", actual=str(len(machine.winners) + machine.unseen_tricks))


def _surely(result: HandResult, *, sure: bool) -> HandResult:
    """A result, and whether there was no choice what the hand was played under."""
    result.sure = sure
    return result
