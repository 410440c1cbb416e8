"""One hand under audit: what it was played under, the plays, the result, and the claims held against it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from replay.computed import ComputedHand
from replay.findings import Finding, Severity
from replay.record import Hand, HandClaims, Incident, Ruling
from replay.report import Report
from replay.tricks.claims import ClaimCheck, levels_text
from replay.tricks.deal import Holdings, holdings, plays_of
from replay.tricks.play import Played, TrickMachine
from replay.tricks.score import RULE_CODES, Settled, level_name, multiplier, settle
from replay.tricks.sheet import TrickSheet
from replay.tricks.terms import MatchState, Terms, TermsOfHand
from replay.tricks.trump import NO_TRUMP, TrumpContext


@dataclass(slots=True)
class HandResult:
    """What a hand gave: the computed values and what they mean for the match; `settled` is None if it cannot be told."""

    computed: ComputedHand
    settled: Settled | None
    dealer: int | None
    played: Played | None = None
    stopped: bool = False


Memo = dict[tuple[object, ...], tuple[Played, tuple[Finding, ...]]]
"""Played hands and the findings in their plays, by place, terms and the slots of the sheet that plays depend on."""


class HandAudit:
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
        self.sheet, self.hand, self.state, self.report = sheet, hand, state, report
        self.memo = memo
        self.rulings = rulings
        self.seats = sheet.seats
        self.terms = TermsOfHand(sheet, hand, state)
        self.first_finding = len(report.findings)

    def run(self) -> HandResult:
        """Audit the hand, reporting what is found, and compute its result."""
        played = self.settle_terms()
        if played is None:
            return self.without_plays()
        return self.result(played.terms.dealer, played)

    # -- what the hand was played under

    def settle_terms(self) -> Played | None:
        """Find level, banker and trump, report where the record has them wrong, and play the hand out.

        Where the record differs from what follows from the rules, the plays decide which of the two the table really
        played under: the one that leaves fewer faults, and the derived one if that does not tell.
        """
        readings = self.terms.readings()
        if not readings:
            self.without_terms()
            return None
        terms = readings[0]
        if len(readings) > 1 and self.hand.tricks:
            terms = min(readings, key=self.faults_under)
        self.terms.report(terms, self.report)
        return self.play_out(terms, self.report)

    def without_terms(self) -> None:
        """Check what needs no trump or no banker, and say that the plays were not checked."""
        self.terms.report(None, self.report)
        levels = self.terms.levels()
        dealers = self.terms.dealers(levels)
        if levels:
            self.terms.check_bids(levels[0], self.report)
        ctx = self.sheet.context(next(iter(levels), self.sheet.first_level), NO_TRUMP)
        holdings(self.sheet, ctx, replace(self.hand, tricks=None), dealers[0] if dealers else 0, self.report)
        if self.hand.tricks:
            self.report.add("TRUMP-OPEN", "trump", trick=0, play=0)

    def faults_under(self, terms: Terms) -> int:
        """How many errors the hand shows under some terms."""
        scratch = Report(self.report.clause_of, self.report.prefix, self.report.hand)
        self.play_out(terms, scratch)
        return sum(finding.severity is Severity.ERROR for finding in scratch.findings)

    # -- the plays

    def play_out(self, terms: Terms, report: Report) -> Played:
        """Check bids, deal and burial and step through all tricks under some terms, unless that was done before."""
        if self.memo is None:
            return self.step_through(terms, report)
        sheet = self.sheet
        key = (report.prefix, terms, sheet.cards, sheet.bids, sheet.follow, sheet.beat, sheet.throws)
        if key not in self.memo:
            scratch = Report(report.clause_of, report.prefix, report.hand)
            self.memo[key] = self.step_through(terms, scratch), tuple(scratch.findings)
        played, findings = self.memo[key]
        report.findings += findings
        return played

    def step_through(self, terms: Terms, report: Report) -> Played:
        """Check bids, deal and burial and step through all tricks under some terms."""
        ctx = self.sheet.context(terms.level, terms.trump)
        held = holdings(self.sheet, ctx, self.hand, terms.dealer, report)
        if self.hand.bids:
            self.terms.check_bids(terms.level, report)
            self.check_bids_held(ctx, held, report)
        machine = TrickMachine(self.sheet, ctx, self.hand, terms.dealer, held, report)
        machine.run(machine.tricks)
        return Played(terms, ctx, held, machine)

    def check_bids_held(self, ctx: TrumpContext, held: Holdings, report: Report) -> None:
        """The declarer was dealt what he showed (SJ-5c); a single card added to a declaration is shown beside it."""
        shown: dict[str, tuple[str, ...]] = {}
        for index, bid in enumerate(self.terms.bids):
            needed = shown.get(bid.seat, ()) + bid.cards if len(bid.cards) == 1 else bid.cards
            shown[bid.seat] = needed
            dealt = held.dealt[self.seats.index(bid.seat)]
            play = ctx.plays["".join(needed)]
            if dealt is not None and not (play.possible and ctx.contains(dealt, play.cards)):
                report.add("BID-NOT-HELD", f"bids/{index}", trick=0, play=0, seat=bid.seat, actual="".join(bid.cards))

    # -- the result

    def without_plays(self) -> HandResult:
        """A hand of which only the score sheet, or less, is known."""
        dealers = self.terms.dealers(self.terms.levels())
        return self.result(dealers[0] if dealers else None, None)

    def result(self, dealer: int | None, played: Played | None) -> HandResult:
        """Points, levels and the next banker, and the claims held against them."""
        hand = self.hand
        claims = hand.claims or HandClaims()
        machine = played.machine if played is not None and hand.tricks else None
        finished = played is not None and machine is not None and _finished(self.sheet, machine, played.held)
        at_fault = self.sides_at_fault(machine)
        stopped = bool(at_fault) or self.void
        kitty_points = factor = attackers = trick_points = None
        penalties = 0
        if dealer is not None:
            penalties = self.penalties(dealer, machine)
        if played is not None and played.held.kitty is not None:
            kitty_points = played.ctx.points_in(played.held.kitty)
        if played is not None and machine is not None and dealer is not None and machine.told is None:
            trick_points = sum(machine.points[seat] for seat in range(len(self.seats)) if (seat - dealer) % 2)
            if finished:
                captured = bool((machine.winners[-1] - dealer) % 2)
                if captured and machine.last is not None:
                    factor = multiplier(self.sheet, played.ctx, *machine.last)
                if not captured or kitty_points is not None:
                    attackers = trick_points + (kitty_points or 0) * (factor or 0) + penalties
            elif stopped:
                attackers = trick_points + penalties
        if self.sheet.misplay.points_at_discovery and at_fault and played is not None and dealer is not None:
            attackers = self.points_at_discovery(played, dealer, attackers)
        self.report_unknown(played, machine, finished=finished or stopped)
        points = attackers if attackers is not None else claims.attackers
        settled = self.settled(dealer, points, at_fault)
        computed = ComputedHand(
            no=hand.no,
            level=played.terms.level if played else next(iter(self.terms.levels()), None),
            trump=played.terms.trump if played else hand.trump,
            dealer=self.seats[dealer] if dealer is not None else None,
            winners="".join(self.seats[w] for w in machine.winners[: machine.told]) if machine else None,
            attackers=attackers,
            trick_points=trick_points,
            kitty_points=kitty_points,
            multiplier=factor,
            penalties=penalties if machine or self.rulings else None,
            levels=self.named(settled.levels) if settled else None,
            next_dealer=self.seats[settled.next_dealer] if settled and settled.next_dealer is not None else None,
        )
        result = HandResult(computed, settled, dealer, played, stopped)
        self.report_incidents(machine, finished=finished)
        self.add_effects(dealer, points)
        if hand.claims is not None:
            ClaimCheck(self.sheet, self.report, computed, settled, played, finished=finished).run(hand.claims)
        return result

    def named(self, levels: tuple[int, int]) -> Mapping[str, str]:
        """Levels by side, as records write them."""
        return {side: level_name(level) for side, level in zip(self.sheet.sides, levels, strict=True)}

    @property
    def void(self) -> bool:
        """Whether a ruling in force voids the hand."""
        return any(ruling.effect.void for ruling in self.rulings)

    def settled(self, dealer: int | None, points: int | None, at_fault: frozenset[int]) -> Settled | None:
        """Levels and next banker, with what rulings change; None if banker, points or levels are not known."""
        first, second = self.state.levels
        if first is None or second is None or dealer is None:
            return None
        if self.void:
            settled = Settled((first, second), dealer, None, "table")
        elif at_fault == {0, 1}:
            settled = settle(self.sheet, (first, second), dealer, 0, at_fault)
        elif points is None:
            return None
        else:
            settled = settle(self.sheet, (first, second), dealer, points, at_fault)
        if not self.rulings:
            return settled
        levels = list(settled.levels)
        for ruling in self.rulings:
            for side, change in ruling.effect.levels.items():
                index = self.sheet.sides.index(side)
                levels[index] = max(0, levels[index] + change)
            if ruling.effect.next_dealer is not None:
                settled = settled._replace(next_dealer=self.seats.index(ruling.effect.next_dealer))
        return settled._replace(levels=(levels[0], levels[1]))

    def penalties(self, dealer: int, machine: TrickMachine | None) -> int:
        """The signed change of the attackers' points by rulings in force and by what failed throws cost."""
        if not self.rulings and not self.sheet.throws.fine:
            return 0
        attackers, bank = self.sheet.sides[1 - dealer % 2], self.sheet.sides[dealer % 2]
        ruled = sum(r.effect.points.get(attackers, 0) - r.effect.points.get(bank, 0) for r in self.rulings)
        fines = machine.fines if machine is not None and self.sheet.throws.fine else ()
        return ruled + sum(-fine if (seat - dealer) % 2 else fine for seat, fine in enumerate(fines))

    def points_at_discovery(self, played: Played, dealer: int, final: int | None) -> int | None:
        """The attackers' points in the tricks finished when the first fault was noticed."""
        noticed = [i.noticed[0] for i in self.misplays() if i.noticed is not None]
        if not noticed:
            return final
        scratch = TrickMachine(self.sheet, played.ctx, self.hand, dealer, played.held, Report(self.report.clause_of))
        scratch.run(scratch.tricks[: max(min(noticed) - 1, 0)])
        return sum(scratch.points[seat] for seat in range(len(self.seats)) if (seat - dealer) % 2)

    # -- incidents

    def misplays(self) -> Iterator[Incident]:
        """The incidents that cost the hand."""
        rules = self.sheet.misplay
        for incident in self.hand.incidents:
            if incident.kind in rules.kinds and (rules.corrected_counts or not corrected(incident)):
                yield incident

    def sides_at_fault(self, machine: TrickMachine | None) -> frozenset[int]:
        """The sides that the record shows, as noticed, to have had a wrong count or a wrong play."""
        if not self.hand.incidents and not self.sheet.throws.failure_is_misplay:
            return frozenset()
        sides = {self.seats.index(incident.seat) % 2 for incident in self.misplays()}
        if self.sheet.throws.failure_is_misplay and machine is not None:
            for text in machine.tricks:
                tokens = text.split(" ")
                if ">" in tokens[1]:
                    sides.add(self.seats.index(tokens[0]) % 2)
        return frozenset(sides)

    def report_incidents(self, machine: TrickMachine | None, *, finished: bool) -> None:
        """What the sheet says of each incident, and whether the plays bear it out."""
        known = machine is not None and finished and all(machine.complete) and not machine.broken
        for number, incident in enumerate(self.hand.incidents):
            trick, play = incident.at or (None, None)
            code = self.sheet.incidents.get(incident.kind, "INCIDENT-KIND")
            if not code and incident.kind in self.sheet.misplay.kinds:
                seat = self.seats.index(incident.seat)
                if corrected(incident) and not self.sheet.misplay.corrected_counts:
                    code = "INCIDENT-CORRECTED"
                elif known and machine is not None and incident.kind == "revoke" and seat not in machine.faults:
                    code = "INCIDENT-UNCONFIRMED"
            if code:
                self.report.add(code, f"incidents/{number}", trick=trick, play=play, seat=incident.seat, actual=incident.kind)

    def add_effects(self, dealer: int | None, points: int | None) -> None:
        """Beside each fault that nobody noticed, what the sheet prescribes for it: it changes no result until ruled."""
        findings = self.report.findings
        for index in range(self.first_finding, len(findings)):
            finding = findings[index]
            if finding.code not in self.sheet.misplay.codes or finding.seat is None:
                continue
            settled = self.settled(dealer, points, frozenset({self.seats.index(finding.seat) % 2}))
            if settled is not None:
                clause, _ = self.report.clause_of[RULE_CODES[settled.rule]]
                effect = f"{clause}: {levels_text(self.named(settled.levels))}"
                findings[index] = replace(finding, params={**finding.params, "effect": effect})

    def report_unknown(self, played: Played | None, machine: TrickMachine | None, *, finished: bool) -> None:
        """Say what could not be checked."""
        if played is None or machine is None:
            return
        unsure = [seat for seat, known in zip(self.seats, played.held.complete, strict=True) if not known]
        if unsure:
            self.report.add("DEAL-OPEN", "deal", trick=0, play=0, actual=" ".join(unsure))
        if not finished and not self.state.cut_short:
            self.report.add("HAND-UNFINISHED", "tricks", actual=str(len(machine.winners)))


def corrected(incident: Incident) -> bool:
    """Whether a wrong play was put right before the next player played: noticed at the very play (D-SJ-19)."""
    return incident.at is not None and incident.at == incident.noticed and incident.at != (0, 0)


def _finished(sheet: TrickSheet, machine: TrickMachine, held: Holdings) -> bool:
    """Whether the hand was played out: every trick is whole, and every seat with the right count has played it all."""
    if len(machine.winners) != len(machine.tricks) or not machine.tricks:
        return False
    if all(machine.complete) and not any(machine.hands):
        return True
    played = [0] * len(sheet.seats)
    for at in plays_of(sheet, machine.tricks):
        played[at.seat] += len(at.stood)
    size, ctx = sheet.hand_size, machine.ctx
    return any(count >= size for count in played) and all(
        count >= size or (known and ctx.size(hand) != size)
        for count, known, hand in zip(played, held.complete, held.hands, strict=True)
    )
