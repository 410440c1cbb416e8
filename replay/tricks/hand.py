"""One hand under audit: what it was played under, the plays, the result, and the claims held against it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from replay.cards import JOKERS, RANKS, split_cards
from replay.computed import ComputedHand
from replay.findings import Severity
from replay.record import Hand, HandClaims, Incident, Ruling
from replay.report import Report
from replay.tricks.beat import strength
from replay.tricks.bidding import Outcome, judge_bids, parse_bid
from replay.tricks.deal import KITTY, Holdings, holdings, plays_of
from replay.tricks.play import TrickMachine
from replay.tricks.score import RULE_CODES, Settled, level_name, multiplier, settle
from replay.tricks.sheet import TrickSheet, rotations
from replay.tricks.trump import NO_TRUMP, TRUMP, Play, TrumpContext
from replay.tricks.units import shape_of

_POINT_UNIT = 5


@dataclass(slots=True)
class MatchState:
    """Where the match stands before a hand: levels by side, the banker, whether the bank is declared for (抢庄).

    None is "cannot be told from the record". `over` is the side that has already won.
    """

    levels: list[int | None]
    dealer: int | None
    bank_open: bool
    over: int | None = None


class Terms(NamedTuple):
    """What a hand is played under."""

    level: str
    trump: str
    dealer: int


class Played(NamedTuple):
    """A hand after its last recorded trick."""

    terms: Terms
    ctx: TrumpContext
    held: Holdings
    machine: TrickMachine


@dataclass(slots=True)
class HandResult:
    """What a hand gave: the computed values and what they mean for the match; `settled` is None if it cannot be told."""

    computed: ComputedHand
    settled: Settled | None
    dealer: int | None
    played: Played | None = None
    stopped: bool = False


class HandAudit:
    """Audits one hand of a match."""

    def __init__(self, sheet: TrickSheet, hand: Hand, state: MatchState, report: Report, rulings: tuple[Ruling, ...]) -> None:
        self.sheet, self.hand, self.state, self.report = sheet, hand, state, report
        self.rulings = rulings
        self.seats = sheet.seats
        self.bids = tuple(parse_bid(text) for text in hand.bids or ())
        self.first_finding = len(report.findings)
        self.outcomes: dict[tuple[str, bool], Outcome] = {}

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
        levels = self.levels()
        dealers = self.dealers(levels)
        if not levels or not dealers:
            self.without_terms(levels, dealers)
            return None
        readings = [
            Terms(level, trump, dealer)
            for level in levels
            for trump in self.trumps(level)
            for dealer in (self.dealers([level]) or dealers)
        ]
        if not readings:
            self.without_terms(levels, dealers)
            return None
        terms = readings[0]
        if len(readings) > 1 and self.hand.tricks:
            terms = min(readings, key=self.faults_under)
        self.report_terms(levels, self.dealers([terms.level]) or dealers, self.trumps(terms.level))
        return self.play_out(terms, self.report)

    def without_terms(self, levels: list[str], dealers: list[int]) -> None:
        """Check what needs no trump or no banker, and say that the plays were not checked."""
        self.report_terms(levels, dealers, [])
        if levels:
            self.check_bids(levels[0], self.report)
        ctx = self.sheet.context(next(iter(levels), self.sheet.first_level), NO_TRUMP)
        holdings(self.sheet, ctx, replace(self.hand, tricks=None), dealers[0] if dealers else 0, self.report)
        if self.hand.tricks:
            self.report.add("TRUMP-OPEN", "trump", trick=0, play=0)

    def faults_under(self, terms: Terms) -> int:
        """How many errors the hand shows under some terms."""
        scratch = Report(self.report.clause_of)
        self.play_out(terms, scratch)
        return sum(finding.severity is Severity.ERROR for finding in scratch.findings)

    def levels(self) -> list[str]:
        """The level in force as derived, then as recorded where that differs."""
        derived = None
        if self.state.dealer is not None:
            derived = self.state.levels[self.state.dealer % 2]
        elif self.state.bank_open and self.state.levels[0] == self.state.levels[1]:
            derived = self.state.levels[0]
        found = [level_name(derived)] if derived is not None else []
        if self.hand.level is not None and self.hand.level in RANKS and self.hand.level not in found:
            found.append(self.hand.level)
        return found

    def dealers(self, levels: list[str]) -> list[int]:
        """The banker as derived, then as recorded; failing both, who buried or led first."""
        found: list[int] = []
        if self.state.dealer is not None and not self.sheet.bids.bank_by_bid_always:
            found.append(self.state.dealer)
        elif levels and (self.state.bank_open or self.sheet.bids.bank_by_bid_always):
            outcome = self.outcome(levels[0], accept_illegal=True)
            if outcome.banker is not None:
                found.append(self.seats.index(outcome.banker))
        if self.hand.dealer is not None:
            recorded = self.seats.index(self.hand.dealer)
            strict = self.outcome(levels[0], accept_illegal=False) if levels else None
            if strict is not None and strict.faults and strict.banker == self.hand.dealer and self.state.bank_open:
                return [recorded]
            if recorded not in found:
                found.append(recorded)
        if not found and self.hand.kitty:
            found = [self.seats.index(action.seat) for action in self.hand.kitty if action.bury][:1]
        if not found and self.hand.tricks:
            found = [self.seats.index(self.hand.tricks[0].split(" ")[0])]
        return found

    def outcome(self, level: str, *, accept_illegal: bool) -> Outcome:
        """Where the bids lead at a level."""
        found = self.outcomes.get((level, accept_illegal))
        if found is None:
            found = judge_bids(self.sheet.bids, self.bids, level, accept_illegal=accept_illegal)
            self.outcomes[level, accept_illegal] = found
        return found

    def trumps(self, level: str) -> list[str]:
        """The trump as derived from the bids, then as recorded.

        An illegal bid that the table accepted makes either outcome possible, so a record that agrees with one is right.
        """
        recorded = self.hand.trump
        derived = self.outcome(level, accept_illegal=True).trump
        if derived is None and self.hand.bids == ():
            derived = self.undeclared_trump(level)
        if derived is None or derived == recorded:
            return [recorded] if recorded is not None else []
        if recorded is None:
            return [derived]
        if self.outcome(level, accept_illegal=False).trump == recorded:
            return [recorded]
        return [derived, recorded]

    def undeclared_trump(self, level: str) -> str | None:
        """The trump when nobody declared, by the chosen reading of the sheet's silence (D-SJ-08)."""
        if self.sheet.silence == "no_trump":
            return NO_TRUMP
        if self.sheet.silence != "kitty_card" or self.hand.deal is None:
            return None
        for card in split_cards(self.hand.deal.get(KITTY, "")):
            if card in JOKERS:
                return NO_TRUMP
            if card[0] == level:
                return card[1]
        return None

    def report_terms(self, levels: list[str], dealers: list[int], trumps: list[str]) -> None:
        """Report a level, banker or trump that the record has wrong, and a hand for which nobody declared."""
        hand, report, seats = self.hand, self.report, self.seats
        if levels and hand.level not in {None, levels[0]}:
            first = hand.no == 1 and self.state.bank_open
            report.add("START-LEVEL" if first else "LEVEL-IN-FORCE", "level", expected=levels[0], actual=hand.level)
        if len(dealers) > 1:
            recorded = seats[dealers[1]]
            if self.state.bank_open:
                code = "DEALER-FIRST"
            elif any(bid.seat == recorded for bid in self.bids):
                code = "DEALER-OVERBID"
            else:
                code = "DEALER-NEXT"
            report.add(code, "dealer", expected=seats[dealers[0]], actual=recorded)
        if len(trumps) > 1:
            code = "TRUMP-JOKERS" if trumps[0] == NO_TRUMP and hand.bids else "TRUMP-SUIT"
            report.add(code, "trump", expected=trumps[0], actual=trumps[1])
        if hand.bids == ():
            if self.sheet.silence == "redeal" and hand.tricks:
                report.add("BID-REDEAL", "bids", trick=0, play=0)
            elif self.sheet.silence == "recorded":
                report.add("BID-NONE", "bids", trick=0, play=0, actual=hand.trump)

    # -- the plays

    def play_out(self, terms: Terms, report: Report) -> Played:
        """Check bids, deal and burial and step through all tricks under some terms."""
        ctx = self.sheet.context(terms.level, terms.trump)
        held = holdings(self.sheet, ctx, self.hand, terms.dealer, report)
        if self.bids:
            self.check_bids(terms.level, report)
            self.check_bids_held(ctx, held, report)
        machine = TrickMachine(self.sheet, ctx, self.hand, terms.dealer, held, report)
        machine.run(machine.tricks)
        return Played(terms, ctx, held, machine)

    def check_bids(self, level: str, report: Report) -> None:
        """Legality of each bid (SJ-5)."""
        for index, fault in self.outcome(level, accept_illegal=True).faults:
            bid = self.bids[index]
            report.add(
                fault.code,
                f"bids/{index}",
                trick=0,
                play=0,
                seat=bid.seat,
                expected=fault.expected.replace("[level]", level),
                actual="".join(bid.cards),
            )

    def check_bids_held(self, ctx: TrumpContext, held: Holdings, report: Report) -> None:
        """The declarer was dealt what he showed (SJ-5c); a single card added to a declaration is shown beside it."""
        shown: dict[str, tuple[str, ...]] = {}
        for index, bid in enumerate(self.bids):
            needed = shown.get(bid.seat, ()) + bid.cards if len(bid.cards) == 1 else bid.cards
            shown[bid.seat] = needed
            dealt = held.dealt[self.seats.index(bid.seat)]
            play = ctx.plays["".join(needed)]
            if dealt is not None and not (play.possible and ctx.contains(dealt, play.cards)):
                report.add("BID-NOT-HELD", f"bids/{index}", trick=0, play=0, seat=bid.seat, actual="".join(bid.cards))

    # -- the result

    def without_plays(self) -> HandResult:
        """A hand of which only the score sheet, or less, is known."""
        dealers = self.dealers(self.levels())
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
            penalties = self.penalties(dealer)
        if played is not None and played.held.kitty is not None:
            kitty_points = sum(played.ctx.points[card] for card in played.ctx.unpack(played.held.kitty))
        if played is not None and machine is not None and dealer is not None:
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
            level=played.terms.level if played else next(iter(self.levels()), None),
            trump=played.terms.trump if played else hand.trump,
            dealer=self.seats[dealer] if dealer is not None else None,
            winners="".join(self.seats[w] for w in machine.winners) if machine else None,
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
            ClaimCheck(self, hand.claims, result, finished=finished).run()
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
        elif points is None or points < 0:
            return None
        else:
            settled = settle(self.sheet, (first, second), dealer, points, at_fault)
        levels = list(settled.levels)
        for ruling in self.rulings:
            for side, change in ruling.effect.levels.items():
                index = self.sheet.sides.index(side)
                levels[index] = max(0, levels[index] + change)
            if ruling.effect.next_dealer is not None:
                settled = settled._replace(next_dealer=self.seats.index(ruling.effect.next_dealer))
        return settled._replace(levels=(levels[0], levels[1]))

    def penalties(self, dealer: int) -> int:
        """The signed change of the attackers' points by rulings in force."""
        attackers, bank = self.sheet.sides[1 - dealer % 2], self.sheet.sides[dealer % 2]
        return sum(r.effect.points.get(attackers, 0) - r.effect.points.get(bank, 0) for r in self.rulings)

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
                effect = f"{clause}: {_levels_text(self.named(settled.levels))}"
                findings[index] = replace(finding, params={**finding.params, "effect": effect})

    def report_unknown(self, played: Played | None, machine: TrickMachine | None, *, finished: bool) -> None:
        """Say what could not be checked."""
        if played is None or machine is None:
            return
        unsure = [seat for seat, known in zip(self.seats, played.held.complete, strict=True) if not known]
        if unsure:
            self.report.add("DEAL-OPEN", "deal", trick=0, play=0, actual=" ".join(unsure))
        if not finished:
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


class ClaimCheck:
    """Holds the claims of a hand against what was computed."""

    def __init__(self, audit: HandAudit, claims: HandClaims, result: HandResult, *, finished: bool) -> None:
        self.audit, self.claims, self.result, self.finished = audit, claims, result, finished
        self.report = audit.report
        self.unchecked: list[str] = []

    def run(self) -> None:
        """Check every claim; those for which facts are missing are listed in one open finding."""
        self.check_winners()
        self.check_points()
        self.check_levels()
        self.check_next_dealer()
        if self.claims.score is not None:
            self.unchecked.append("score")
        if self.claims.points is not None:
            self.unchecked.append("points")
        if self.claims.finish is not None:
            self.unchecked.append("finish")
        if self.unchecked:
            self.report.add("CLAIM-OPEN", "claims", actual=" ".join(self.unchecked))

    def check_winners(self) -> None:
        """Each trick's winner, with the clause that the claimed one offends."""
        claimed, computed = self.claims.winners, self.result.computed.winners
        if claimed is None:
            return
        if computed is None:
            self.unchecked.append("winners")
            return
        if claimed == computed:
            return
        for number, (right, wrong) in enumerate(zip(computed, claimed, strict=False), start=1):
            if right != wrong:
                self.report.add(
                    self.winner_code(number, wrong),
                    "claims/winners",
                    trick=number,
                    seat=wrong,
                    expected=right,
                    actual=wrong,
                )
        if len(claimed) != len(computed):
            self.report.add("CLAIM-WINNER-COUNT", "claims/winners", expected=str(len(computed)), actual=str(len(claimed)))

    def winner_code(self, number: int, claimed: str) -> str:
        """Why the claimed winner did not win: a discard, a ruff without the structure, or simply a lower play."""
        played = self.result.played
        if played is None:
            return "CLAIM-WINNER"
        machine, ctx = played.machine, played.ctx
        lead, made = _trick_plays(self.audit.sheet, ctx, machine.tricks[number - 1])
        play = made.get(self.audit.seats.index(claimed))
        if play is None or lead.cls < 0 or play is lead or not play.size:
            return "CLAIM-WINNER"
        if play.cls not in {lead.cls, TRUMP}:
            return "CLAIM-WINNER-DISCARD"
        led = shape_of(ctx, lead.cards, lead.cls)
        if play.cls == TRUMP != lead.cls and strength(ctx, self.audit.sheet.beat, lead, led, play) is None:
            return "CLAIM-WINNER-RUFF" if play.pairs else "CLAIM-WINNER-PAIRLESS"
        return "CLAIM-WINNER"

    def check_points(self) -> None:
        """Kitty, multiplier, penalties and the total."""
        claims, computed = self.claims, self.result.computed
        self.compare("CLAIM-KITTY-POINTS", "kitty_points", claims.kitty_points, computed.kitty_points)
        if self.finished:
            factor = computed.multiplier or 0
            claimed = claims.multiplier
            if claimed is not None and claimed != factor and not (claimed == 0 and factor == 0):
                self.report.add(
                    "CLAIM-MULTIPLIER",
                    "claims/multiplier",
                    expected=str(factor) if factor else "-",
                    actual=str(claimed),
                )
        elif claims.multiplier is not None:
            self.unchecked.append("multiplier")
        self.compare("CLAIM-PENALTIES", "penalties", claims.penalties, computed.penalties)
        self.compare("CLAIM-ATTACKERS", "attackers", claims.attackers, computed.attackers)
        for name, value in (("attackers", claims.attackers), ("kitty_points", claims.kitty_points)):
            unchecked = getattr(computed, name) is None
            if unchecked and value is not None and (value % _POINT_UNIT or value < 0):
                self.report.add(
                    "CLAIM-POINTS-IMPOSSIBLE", f"claims/{name}", expected=f"0, {_POINT_UNIT}, 10 …", actual=str(value)
                )

    def compare(self, code: str, name: str, claimed: int | None, computed: int | None) -> None:
        """Report a number that differs; list it as unchecked when it could not be computed."""
        if claimed is None or claimed == computed:
            return
        if computed is None:
            self.unchecked.append(name)
            return
        self.report.add(code, f"claims/{name}", expected=str(computed), actual=str(claimed))

    def check_levels(self) -> None:
        """The levels after the hand."""
        claimed, settled = self.claims.levels, self.result.settled
        if claimed is None:
            return
        if settled is None or self.result.computed.levels is None:
            self.unchecked.append("levels")
            return
        right = self.result.computed.levels
        if any(claimed[side] != right[side] for side in claimed):
            code = RULE_CODES[settled.rule]
            self.report.add(code, "claims/levels", expected=_levels_text(right), actual=_levels_text(claimed))

    def check_next_dealer(self) -> None:
        """The next banker; after a void hand there is none yet."""
        claimed, settled = self.claims.next_dealer, self.result.settled
        if claimed is None:
            return
        if settled is None:
            self.unchecked.append("next_dealer")
            return
        right = self.result.computed.next_dealer
        if claimed != right:
            code = "CLAIM-NEXT-DEALER" if settled.rule == "table" else RULE_CODES[settled.rule]
            self.report.add(code, "claims/next_dealer", expected=right or "-", actual=claimed)


def _levels_text(levels: Mapping[str, str]) -> str:
    return " ".join(f"{side}={level}" for side, level in levels.items())


def _trick_plays(sheet: TrickSheet, ctx: TrumpContext, text: str) -> tuple[Play, dict[int, Play]]:
    """The lead of a trick and each seat's play, as they stood."""
    leader, *tokens = text.split(" ")
    order = rotations(sheet.seats)[sheet.seats.index(leader)]
    made = {seat: ctx.plays[token.rpartition(">")[2]] for seat, token in zip(order, tokens, strict=False)}
    return made[order[0]], made
