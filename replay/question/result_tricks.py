"""Questions about the result of a hand of a trick game: what it comes to by its score sheet, and what an incident costs.

What is told makes the record of a hand of which only the score sheet is known; the audit of that gives the answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.catalogue import clause_for, clause_of_codes
from paipu.replay.notation import join_trick
from paipu.replay.penalties import NOT_KNOWN
from paipu.replay.question.tricks import Bids, Trick, before_hand, kitty_actions, shape_words
from paipu.replay.question.verdict import Question, Said, Situation, Verdict, Word, costs_nothing, forfeited
from paipu.replay.record import GameRecord, Hand, Incident, KittyAction
from paipu.replay.report import Report
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.bidding import parse_bid
from paipu.replay.tricks.charges import Charge, counted_as
from paipu.replay.tricks.claims import bounds_text, captured_with
from paipu.replay.tricks.hand import HandAudit
from paipu.replay.tricks.match import MatchAudit
from paipu.replay.tricks.score import FAULT_RULES, Outcome, Settled, captures, contains_trio, multiplier, who_passed
from paipu.replay.tricks.sheet import TrickSheet


class ScoreSheet(NamedTuple):
    """What a score sheet tells of a hand, None for what it does not.

    `attackers` are the attackers' points, without the kitty where `kitty_points` are given; `last` is the last trick in
    notation, or only the cards with which the attackers led and won it. `levels` are those before the hand, by side. `bids`
    and `asked` are as in `judge_declarations`; `failures` is how often in a row the bank failed at the last level before this
    hand, `earlier` how often the side at fault, or the player, had done the same in the game.
    """

    banker: str | None = None
    attackers: int | None = None
    kitty_points: int | None = None
    last: str | None = None
    levels: Mapping[str, str] | None = None
    bids: Sequence[str] = ()
    asked: Sequence[str] = ()
    incidents: Sequence[Incident] = ()
    failures: int | None = None
    earlier: int | None = None


def judge_result(situation: Situation, told: ScoreSheet) -> tuple[Verdict, ...]:
    """Judge what a hand comes to: the kitty, each incident, levels or score, the next banker, whether that wins the match.

    The situation's level is the hand's. Raises KeyError for a sheet of another family.
    """
    question, banker = _asked(situation, told), told.banker or ""
    verdicts = [*question.incidents(told.incidents, _Hand.cost)]
    if told.last is not None or told.kitty_points is not None:
        verdicts.insert(0, question.verdict(banker, _Hand.kitty, "kitty"))
    verdicts.append(question.verdict(banker, _Hand.result, "result"))
    levels = question.here.sheet.schedule is None
    if levels and verdicts[-1].default is not Word.UNDETERMINED and "lost" not in verdicts[-1].values:
        verdicts += [question.verdict(banker, _Hand.next_banker, "banker"), question.verdict(banker, _Hand.over, "over")]
    return tuple(verdicts)


def judge_incidents(situation: Situation, told: ScoreSheet) -> tuple[Verdict, ...]:
    """Judge what each incident costs: points, the hand, the match, or what the referee is left to decide."""
    return _asked(situation, told).incidents(told.incidents, _Hand.cost)


def _asked(situation: Situation, told: ScoreSheet) -> Question[TrickSheet, "_Hand"]:
    return Question(situation, TRICK_SHEETS, lambda sheet, at: _Hand(sheet, at, told))


_SHOWN_IN_PLAY: Final = {"failed_throw": "THROW-BEATABLE"}
"""The check of an incident that costs nothing but what the plays show."""


class _Last(NamedTuple):
    """How the last trick was won: whether the kitty was captured, by what it is multiplied, and with a set of three or not.

    `case` is that of the multiplier.
    """

    captured: bool
    factor: int
    bottom: bool
    case: str | None
    shape: tuple[str, ...]


class _Hand:
    """A hand told, under one reading of the sheet."""

    def __init__(self, sheet: TrickSheet, situation: Situation, told: ScoreSheet) -> None:
        self.situation, self.told = situation, told
        bids = Bids(sheet, situation.level, told.bids, told.banker, told.asked)
        self.sheet, banker, taker = bids.at_level, bids.burier, bids.answered[-1][1].taker
        seats = sheet.seats
        self.dealer = seats.index(banker) if banker is not None else None
        self.taker = seats.index(taker) if taker is not None else None
        self.audit = self.audited(banker)

    def audited(self, banker: str | None) -> HandAudit:
        """The audit of the hand, its incidents charged, where the match stood before it as it is told."""
        sheet, told, level = self.sheet, self.told, self.situation.level
        no, start = before_hand(sheet, level, told.banker, told.levels or {})
        kitty = kitty_actions(map(parse_bid, told.asked))
        hand = Hand(
            no=max(no, 2) if sheet.schedule is None else no,
            level=level,
            dealer=banker,
            bids=tuple(told.bids),
            kitty=(KittyAction(seat=banker, bury=""), *kitty) if kitty and banker is not None else None,
            incidents=tuple(told.incidents),
        )
        record = GameRecord(id="", sheet=sheet.key, start=replace(start, dealer=banker), hands=(hand,))
        report = Report(clause_of_codes(sheet.key))
        state = MatchAudit(sheet, record, report).state
        rows = [(each, sheet.row_of(each) or NOT_KNOWN) for each in told.incidents]
        state.incidents = {counted_as(sheet, each, row): told.earlier or 0 for each, row in rows}
        state.counted, state.failures = told.earlier is not None, (told.failures or 0, told.failures or 0)
        audit = HandAudit(sheet, hand, state, report, ())
        if hand.incidents:
            audit.charge(None)
        return audit

    @cached_property
    def last(self) -> _Last | None:
        """How the last trick was won; None if that is not told. Cards by themselves were led by the attackers, and won."""
        told, sheet, whole = self.told.last, self.sheet, " " in (self.told.last or "")
        if told is None or (self.dealer is None and whole):
            return None
        attacker = sheet.seats[((self.dealer or 0) + 1) % len(sheet.seats)]
        trick = Trick(sheet, self.situation, told if whole else join_trick(attacker, told))
        machine, ctx = trick.machine, trick.ctx
        led, won = machine.last or (trick.lead, trick.lead)
        winner = machine.winners[0] if machine.winners else sheet.seats.index(attacker)
        return _Last(
            captures(sheet, winner, self.dealer or 0, self.taker),
            multiplier(sheet, ctx, led, won),
            contains_trio(ctx, won),
            captured_with(ctx, won),
            tuple(shape_words(ctx, won)),
        )

    def missing(self) -> tuple[str, ...]:
        """The facts without which the attackers' points cannot be told."""
        told, last = self.told, self.last
        wanted = []
        if self.dealer is None:
            wanted.append("banker")
        if told.attackers is None:
            wanted.append("attackers")
        if told.kitty_points and last is None and self.dealer is not None:
            wanted.append("last")
        if told.kitty_points is None and last is not None and last.captured:
            wanted.append("kitty_points")
        if self.dealer is not None and self.audit.penalties(self.dealer, None, whole=True) is None:
            wanted.append("incident")
        return tuple(wanted)

    @property
    def kitty_worth(self) -> int:
        """What the kitty adds to the attackers' points."""
        last = self.last
        return (self.told.kitty_points or 0) * last.factor if last is not None and last.captured else 0

    @property
    def points(self) -> int | None:
        """The attackers' points: tricks, kitty and penalties; None if they cannot be told."""
        penalties = self.audit.penalties(self.dealer, None, whole=True) if self.dealer is not None else None
        if self.told.attackers is None or penalties is None or self.missing():
            return None
        return self.told.attackers + self.kitty_worth + penalties

    # -- the views

    def kitty(self) -> Said:
        """What the kitty counts."""
        last = self.last
        if last is None:
            return Said(Word.UNDETERMINED, "CLAIM-MULTIPLIER", missing=("last",) if self.dealer is not None else ("banker",))
        points = self.told.kitty_points
        if last.captured and points is None:
            told = {"captured": True, "multiplier": last.factor, "won_with": list(last.shape)}
            return Said(Word.UNDETERMINED, "CLAIM-MULTIPLIER", missing=("kitty_points",), case=last.case, values=told)
        values = {
            "captured": last.captured,
            "multiplier": last.factor if last.captured else None,
            "points": self.kitty_worth,
        }
        told = {"won_with": list(last.shape)}
        code = "CLAIM-MULTIPLIER" if last.captured else "CLAIM-KITTY-POINTS"
        return Said(Word.SETTLED, code, case=last.case, values=values, told=told)

    def result(self) -> Said:
        """The levels after the hand, or the match score (大分); of a match that is forfeited what is printed for that."""
        for number in range(len(self.told.incidents)):
            late = self.late(number)
            if late is not None and late.values.get("ends_match"):
                winner = next(side for side in self.sheet.sides if side != late.values["side"])
                score = {"score": late.values["score"]} if late.values["score"] else {}
                return late._replace(values={"lost": True, "winner": winner, **score})
        at_fault = self.audit.sides_at_fault(None)
        missing = self.missing()
        if self.sheet.schedule is not None:
            return self.score(missing, at_fault)
        if self.told.levels is None:
            missing = (*missing, "levels")
        if missing and not (at_fault == {0, 1} and set(missing) <= {"attackers"}):
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=missing)
        outcome = self.outcome()
        settled = self.audit.settled(self.dealer, outcome)
        if settled is None or self.dealer is None:
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("levels",))
        if self.may_be_last_failure(outcome):
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("failures",), case="failures")
        sides = self.sheet.sides
        before = self.audit.state.levels
        side = settled.rose
        values = {
            "attackers": self.points,
            "levels": dict(self.audit.sheet.named(settled.levels)),
            "rose": sides[side] if side is not None else None,
            "by": settled.levels[side] - (before[side] or 0) if side is not None else 0,
            "office": sides[settled.next_dealer % 2] if settled.next_dealer is not None else None,
        }
        told: dict[str, object] = {"penalties": self.audit.penalties(self.dealer, None, whole=True), "kitty": self.kitty_worth}
        if self.sheet.stakes is not None:
            told["staked"] = outcome.staked or outcome.bottom
        return Said(Word.SETTLED, "CLAIM-LEVELS", case=settled.rule, values=values, told=told)

    def may_be_last_failure(self, outcome: Outcome) -> bool:
        """Whether how often the bank failed before, which is not told, decides the levels (CDP-4.3c)."""
        rules = self.sheet.failures
        mine, theirs = self.audit.state.levels
        if rules is None or self.told.failures is not None or mine is None or theirs is None:
            return False
        before = (Settled((mine, theirs), self.dealer, None, "table", (count, count)) for count in (0, rules.allowed - 1))
        first, last = (self.audit.settled(self.dealer, outcome, each) for each in before)
        return first is not None and last is not None and first.levels != last.levels

    def outcome(self) -> Outcome:
        """What the hand came to before levels are counted."""
        last = self.last
        bottom = last is not None and last.captured and last.bottom
        return Outcome(self.points or 0, self.audit.sides_at_fault(None), self.audit.staked(self.dealer, None), bottom)

    def score(self, missing: tuple[str, ...], at_fault: frozenset[int]) -> Said:
        """The match score where a sheet counts one, exact or in bounds; what costs the hand or the match needs no points."""
        ended = any(charge.row.ends_match is not None for charge in self.audit.charges)
        needed = tuple(each for each in missing if each != "attackers" or not (at_fault or ended))
        scored = self.audit.scored(self.dealer, self.points, at_fault)
        claims = [charge.row.check.partition("/") for charge in self.audit.charges]
        case = next((case for code, _, case in claims if code == "CLAIM-SCORE"), None)
        if needed or scored is None:
            return Said(Word.UNDETERMINED, "CLAIM-SCORE", missing=needed or ("banker",), case=case)
        sides = self.sheet.sides
        if scored.by_side is not None:
            values: dict[str, object] = {"attackers": self.points, "score": dict(zip(sides, scored.by_side, strict=True))}
            return Said(Word.SETTLED, "CLAIM-SCORE", case=case, values=values)
        bounds = {sides[scored.side]: bounds_text(scored.low, scored.high), sides[1 - scored.side]: bounds_text(*scored.other)}
        values = {"attackers": self.points, "bounds": bounds}
        code = "SCORE-OPEN" if case is None else "CLAIM-SCORE"
        return Said(Word.UNDETERMINED, code, missing=("table",), case=case, values=values)

    def next_banker(self) -> Said:
        """Who is banker next; nobody yet where the bank is declared for again, nor after the hand that ends the game."""
        settled = self.audit.settled(self.dealer, self.outcome())
        if settled is None:
            return Said(Word.UNDETERMINED, "CLAIM-NEXT-DEALER", missing=("levels",))
        case = settled.rule if settled.rule in FAULT_RULES else None
        banker = self.audit.next_dealer(settled) if not self.audit.ends_game(settled) else None
        return Said(Word.SETTLED, "CLAIM-NEXT-DEALER", case=case, values={"next_banker": banker})

    def over(self) -> Said:
        """Whether a side has passed the last level."""
        settled = self.audit.settled(self.dealer, self.outcome())
        if settled is None:
            return Said(Word.UNDETERMINED, "CLAIM-MATCH-WINNER", missing=("levels",))
        winner = who_passed(self.sheet, settled)
        values = {"over": winner is not None, "winner": self.sheet.sides[winner] if winner is not None else None}
        return Said(Word.SETTLED, "CLAIM-MATCH-WINNER", values=values)

    # -- incidents

    def late(self, number: int) -> Said | None:
        """What coming late costs by itself, where a clause says how late one forfeits, and what puts a side out."""
        counts = self.sheet.row_of(self.told.incidents[number])
        return forfeited(self.sheet, self.told.incidents, number, counts.forfeit if counts is not None else None)

    def cost(self, number: int) -> Said:
        """What one incident costs, the others beside it looked at too."""
        incident, sheet = self.told.incidents[number], self.sheet
        late = self.late(number)
        if late is not None:
            return late
        if not sheet.penalties.knows(incident.kind):
            return Said(Word.UNDETERMINED, "INCIDENT-KIND", missing=("referee",))
        charge = next((each for each in self.audit.charges if each.number == number), None)
        values = costs_nothing(sheet.sides[sheet.side_of[incident.seat]])
        if charge is None:  # one of its group is charged
            return Said(Word.SETTLED, "CLAIM-PENALTIES", values=values)
        code, _, case = self.check(charge).partition("/")
        missing = self.unsaid(charge)
        if missing:
            return Said(Word.UNDETERMINED, code, missing=missing, case=case, values={"side": values["side"]})
        return Said(Word.SETTLED, code, case=case, values={**values, **self.charged(charge, self.limits(code, case))})

    def charged(self, charge: Charge, limits: tuple[int, int] | None) -> dict[str, object]:
        """What an incident costs that is charged; the referee may take off from the least to the most of the `limits`."""
        sheet, row, side = self.sheet, charge.row, self.sheet.side_of[charge.incident.seat]
        values: dict[str, object] = {"points": charge.points, "costs_hand": row.loses_hand, "free": charge.free}
        if self.dealer is not None and charge.points:
            values["attackers"] = sheet.charging.change(charge.points, bank=not (side - self.dealer) % 2)
        if row.ends_match is not None or charge.score:
            own, other = row.ends_match or (charge.score, 0)
            values["score"] = {sheet.sides[side]: own, sheet.sides[1 - side]: other}
            values["ends_match"] = row.ends_match is not None
        elif row.loses_hand and sheet.schedule is not None:
            cost = sheet.schedule.fault_costs
            values["score"] = {sheet.sides[side]: -cost, sheet.sides[1 - side]: cost}
        if limits is not None:
            values["range"] = list(limits)
        costs = charge.points or charge.score or row.loses_hand or row.ends_match or charge.free
        return {**values, "referee": limits is not None or not costs}

    def check(self, charge: Charge) -> str:
        """The check that tells what an incident costs: of its fine, of what it warns of, of the fault that costs the hand."""
        row = charge.row
        costs = charge.points or charge.points is None or charge.score or row.loses_hand or row.ends_match
        if row.loses_hand and not row.check:
            bank = self.dealer is not None and not (self.sheet.side_of[charge.incident.seat] - self.dealer) % 2
            return self.sheet.check_of(row, bank=bank)
        if not row.says:
            shown = _SHOWN_IN_PLAY.get(charge.incident.kind, "CLAIM-PENALTIES")
            return next((each.check for each in self.sheet.penalties.tiers(charge.incident) if each.check), shown)
        return row.check if costs and row.check else row.tells or row.check

    def unsaid(self, charge: Charge) -> tuple[str, ...]:
        """The facts without which the cost of an incident cannot be told."""
        row, incident = charge.row, charge.incident
        if row.loses_hand and self.sheet.schedule is None and self.dealer is None:
            return ("banker",)
        if charge.points is not None:
            return ()
        if row == NOT_KNOWN:
            placed = incident.at is not None or incident.kind not in {"revoke", "concealed"}
            return ("noticed",) if placed else ("at", "noticed")
        if row.free and self.told.earlier is None:
            return ("earlier",)
        if row.by_plays:
            return ("blocked",)
        return ("cards",) if row.each and not incident.cards else ("referee",)

    def limits(self, code: str, case: str) -> tuple[int, int] | None:
        """The least and the most that a referee may take off under the clause of a check."""
        clause, _ = clause_for(clause_of_codes(self.sheet.key), code, case)
        return self.sheet.penalties.amounts.get(clause or "")
