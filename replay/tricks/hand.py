"""One hand under audit: what it was played under, the plays, the result, and the claims held against it."""

from dataclasses import replace
from functools import cached_property

from paipu.replay.cards import split_cards
from paipu.replay.clock import check_burials, check_plays
from paipu.replay.computed import ComputedHand, sides_text
from paipu.replay.dealt import from_its_middle, tell_unseen
from paipu.replay.faults import WRONG_COUNTS
from paipu.replay.findings import Finding
from paipu.replay.notation import FAILED, read_token, split_trick
from paipu.replay.penalties import Penalty
from paipu.replay.plays import sizes_by_seat
from paipu.replay.record import Hand, HandClaims, Ruling
from paipu.replay.report import Report
from paipu.replay.tricks.charges import charges_of, counted_for, played_on
from paipu.replay.tricks.claims import ClaimCheck, agrees, bounds_text
from paipu.replay.tricks.deal import breaks_off
from paipu.replay.tricks.incidents import IncidentEvidence
from paipu.replay.tricks.play import Played, TrickMachine
from paipu.replay.tricks.playing import Memo, TermsResolver, finished_hand
from paipu.replay.tricks.result import HandResult, one_banker
from paipu.replay.tricks.schedule import Scored
from paipu.replay.tricks.score import Outcome, bank_by_points
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.terms import MatchState, TermsOfHand
from paipu.replay.tricks.unseen import agreeing
from paipu.replay.tricks.worth import HandWorth


class HandAudit(HandWorth):
    """Audits one hand of a match. `memo` keeps what plays gave, for a caller that audits the same record again."""

    def __init__(
        self,
        sheet: TrickSheet,
        hand: Hand,
        state: MatchState,
        report: Report,
        rulings: tuple[Ruling, ...],
        memo: Memo | None = None,
    ) -> None:
        super().__init__(sheet, hand, state, report, rulings)
        self.memo = memo
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
        self.check_clocks()
        if len(self.report.findings) > self.first_finding:
            self.add_effects(dealer, outcome)
        if scored is not None and scored.by_side is None and points is not None and scored.bracketed:
            self.report_bounds(scored, points)
        if self.report.asked and hand.claims is not None and not agrees(self.sheet, claims, result):
            ClaimCheck(self.sheet, self.report, result, self.charges, claims).run()
        return result

    def check_clocks(self) -> None:
        """Hold the seconds of burials and plays against the clocks of the sheet."""
        if self.hand.kitty:
            check_burials(self.sheet.clocks, self.hand, self.report)
        if self.hand.seconds:
            check_plays(self.sheet, self.hand, (), self.report)

    def report_bounds(self, scored: Scored, points: int) -> None:
        """Say between what a match score lies that cannot be told."""
        bounds = f"{self.sheet.sides[scored.side]}={bounds_text(scored.low, scored.high)}"
        self.report.add("SCORE-OPEN", "claims" if self.hand.claims is not None else "", expected=bounds, actual=str(points))
        self.report.decided_by("schedule.conversion")

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
