"""Questions about the result of a hand of a climbing game: what a finishing order comes to, and what an incident does.

What is told makes a match with one hand on record; the audit of it answers. A fault is asked about as one that is proven, so
that where it ends the hand or the match the record has the ruling that says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from paipu.replay.catalogue import Case, clause_of_codes
from paipu.replay.climbing.match import MatchAudit
from paipu.replay.climbing.result import HandResult
from paipu.replay.climbing.score import Rise
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.steps import Reached, after_another, steps_of
from paipu.replay.faults import LOSING, PENALTY, STEP_DOES, STEP_OF, Step
from paipu.replay.findings import Finding, Kind
from paipu.replay.notation import KEPT
from paipu.replay.question.climbing import LAST, sizes_told
from paipu.replay.question.tribute import finished
from paipu.replay.question.verdict import Question, Said, Situation, Verdict, Word, costs_nothing, forfeited
from paipu.replay.record import Effect, GameRecord, Hand, HandClaims, Incident, Ruling, Start
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.replay.words import STEPS

_COUNTED: Final = frozenset({"unannounced", "count_told"})
"""The incidents that are about how many cards somebody has."""
_DISPROVED: Final = frozenset({"COUNT-UNCONFIRMED", "INCIDENT-DISPROVED"})
"""What is found of an incident that cannot have been by what is told."""
_FULL: Final = "full"
"""The case of a step whose clause says what it comes to, whatever the fault."""
_NUMBER: Final = 2
"""The number of the hand: not the first, which is played at the first level."""


class Places(NamedTuple):
    """What a score sheet tells of a hand: the seats in the order in which they were out, levels before it by side.

    `in_force` is the side whose level was played, None where it is not told; `failures` is how often in a row that side had
    failed at the last level before, `earlier` how often the side at fault had come to the same step in the match.
    `trick` is where incidents happened, as trick 1, with the last play of a seat marked;
    `out` are the seats that were out before it, `left` how many cards others had then.
    """

    finish: str = ""
    levels: Mapping[str, str] | None = None
    in_force: str | None = None
    incidents: Sequence[Incident] = ()
    trick: str | None = None
    out: str = ""
    left: Mapping[str, int] | None = None
    failures: int | None = None
    earlier: int | None = None


def judge_finish(situation: Situation, told: Places) -> tuple[Verdict, ...]:
    """Judge what a finishing order comes to: each incident, levels or points by places, and whether that ends the game.

    Raises KeyError for a sheet of another family.
    """
    question, finish = _asked(situation, told), told.finish
    incidents = question.incidents(told.incidents, _Told.incident)
    if question.here.sheet.levels is None:
        return (*incidents, question.verdict(finish, _Told.by_places, "result"))
    verdicts = [*incidents, question.verdict(finish, _Told.by_levels, "result")]
    if verdicts[-1].default is Word.SETTLED:
        verdicts.append(question.verdict(finish, _Told.over, "over"))
        if verdicts[-1].values.get("over") and (points := question.verdict(finish, _Told.points, "points")).values:
            verdicts.append(points)
    return tuple(verdicts)


def judge_conduct(situation: Situation, told: Places) -> tuple[Verdict, ...]:
    """Judge what each incident comes to: a warning, a 记过, a card that must be led, or what the referee decides."""
    return _asked(situation, told).incidents(told.incidents, _Told.incident)


def lost_before(situation: Situation, told: Places) -> bool:
    """Whether by what a side had come to before it had lost the match already."""
    return any(each.step in LOSING for each in _asked(situation, told).here.before)


def _asked(situation: Situation, told: Places) -> Question[ClimbingSheet, "_Told"]:
    return Question(situation, CLIMBING_SHEETS, lambda sheet, _: _Told(sheet, told))


class _Audited:
    """A hand told, under one reading of the sheet."""

    def __init__(self, sheet: ClimbingSheet, told: Places) -> None:
        self.sheet, self.told = sheet, told

    def audited(self, rulings: tuple[Ruling, ...] = ()) -> MatchAudit:
        """The audit of a match with the hand, and with rulings on it."""
        sheet, told = self.sheet, self.told
        hand = Hand(
            no=_NUMBER,
            tricks=(told.trick.replace(LAST, ""),) if told.trick else None,
            left=self.left,
            incidents=tuple(replace(each, restated=True) if counted_down(sheet, each) else each for each in told.incidents),
            claims=HandClaims(finish=told.finish.ljust(len(sheet.seats), KEPT)) if told.finish else None,
        )
        start = Start(levels=told.levels or {})
        record = GameRecord(id="", sheet=sheet.key, start=start, hands=(hand,), rulings=rulings)
        match = MatchAudit(sheet, record, Report(clause_of_codes(sheet.key)))
        match.state.in_force = sheet.sides.index(told.in_force) if told.in_force is not None else None
        if match.state.in_force is not None:
            match.state.failed[match.state.in_force] = told.failures or 0
        match.state.reached = self.before
        match.run()
        return match

    @cached_property
    def before(self) -> tuple[Reached, ...]:
        """The steps to which the sides at fault had come before, as often as it is told, with what they made full then."""
        rules, earlier = self.sheet.steps, self.told.earlier
        if rules is None or not earlier:
            return ()
        alone = (self.told._replace(incidents=(each,), earlier=None) for each in self.told.incidents)
        reached = [_Audited(self.sheet, each).noted.state.reached[:1] for each in alone]
        found: tuple[Reached, ...] = ()
        for side, step in dict.fromkeys((each.side, each.step) for first in reached for each in first):
            for _ in range(earlier):
                found += tuple(Reached(_NUMBER - 1, side, each) for each, _ in after_another(found, side, step, rules))
        return found

    @property
    def reached(self) -> Sequence[Reached]:
        """The steps to which the incidents come."""
        return [each for each in self.noted.state.reached if each.hand == _NUMBER]

    @property
    def left(self) -> Mapping[str, int] | None:
        """How many cards each seat had before the trick; None where nothing tells that anybody had played before."""
        sheet, told = self.sheet, self.told
        if told.trick is None or not (told.left or told.out or LAST in told.trick):
            return None
        sizes, _ = sizes_told(sheet, told.trick, told.out)
        found = dict(zip(sheet.seats, sizes, strict=True)) | dict(told.left or {})
        return {seat: min(count, sheet.hand_size) for seat, count in found.items()}

    @cached_property
    def noted(self) -> MatchAudit:
        """The hand with its incidents as the table noted them."""
        return self.audited()

    @cached_property
    def match(self) -> MatchAudit:
        """The hand, ended where its incidents end it."""
        rulings = tuple(ruling for each in self.ended for ruling in self.ruled(each))
        if self.gone is not None:
            rulings += (Ruling(id="gone", hand=_NUMBER, effect=Effect(loser=str(self.gone.values["side"])), state="final"),)
        return self.audited(rulings) if rulings else self.noted

    @cached_property
    def gone(self) -> Said | None:
        """What ends the match beside the steps: a forfeit by coming late, or what puts a side out."""
        each = (forfeited(self.sheet, self.told.incidents, number) for number in range(len(self.told.incidents)))
        return next((late for late in each if late is not None and late.values.get("ends_match")), None)

    def ruled(self, reached: Reached) -> Sequence[Ruling]:
        """The ruling that a step of the penalties asks for, if it ends the hand or the match."""
        side, does = self.sheet.sides[reached.side], STEP_DOES.get(reached.step)
        effect = Effect(double=side if does == "double" else None, loser=side if does == "loser" else None)
        ends = effect != Effect()
        return [Ruling(id=reached.step, hand=_NUMBER, at=reached.by, effect=effect, state="final")] if ends else []

    @property
    def result(self) -> HandResult:
        """What the hand came to."""
        return self.match.results[0]

    @property
    def findings(self) -> Sequence[Finding]:
        """What is found of the hand and its incidents."""
        return self.noted.report.findings

    @property
    def ended(self) -> list[Reached]:
        """The steps that end the hand or the match; what a foul that loses it does beside that the sheet says (D-JS-06)."""
        after = (*self.reached[1:], None)
        return [
            each
            for each, then in zip(self.reached, after, strict=False)
            if self.ruled(each) and not (each.step == "foul" and then is not None and then.step == "lost")
        ]


class _Told(_Audited):
    """What is said of it."""

    def by_levels(self) -> Said:
        """The levels after the hand."""
        if len({each.side for each in self.ended}) > 1:
            return Said(Word.UNDETERMINED, PENALTY["lost"], missing=("referee",), case=_FULL)
        if self.match.lost_by is not None:
            return self.lost()
        wanted = self.undecided()
        if wanted:
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=wanted)
        sheet, risen = self.sheet, self.result.rise
        if risen is None:
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("places",))
        side, last = risen.side, len(sheet.ladder) - 1
        own, after = self.levels_before[side], risen.levels[side]
        values: dict[str, object] = {"rose": sheet.sides[side], "by": risen.by}
        if own is None or after is None or None in risen.levels:
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("levels",), values=values)
        if self.may_be_last_failure:
            return Said(Word.UNDETERMINED, "CLAIM-LEVELS-LAST", missing=("failures",), case="stays", values=values)
        values = {
            "levels": dict(sheet.named(risen.levels)),
            "rose": sheet.sides[side] if after > own else None,
            "by": after - own,
        }
        code = "CLAIM-LEVELS-LAST" if own == last or risen.beyond else "CLAIM-LEVELS"
        case = "beyond" if risen.beyond else "stays" if own == last and not risen.passed else None
        if self.ended:
            told_too = {"worth": risen.by, "double": True, "last": None}
            return Said(Word.SETTLED, PENALTY["foul"], values=values, told=told_too, case=_FULL, more=((code, case),))
        return Said(Word.SETTLED, code, values=values, told={"worth": risen.by, **self.placed()}, case=case)

    def undecided(self) -> tuple[str, ...]:
        """The facts without which it is open what incidents come to, and with that what the hand does.

        It does the same whatever they come to if it does so where none comes to anything, and where each comes to the most.
        """
        if self.sheet.steps is None or not self.told.incidents:
            return ()
        judged = [self.incident(number) for number in range(len(self.told.incidents))]
        open_ = [number for number, each in enumerate(judged) if each.word is Word.UNDETERMINED]
        if not open_ or self.came_to(open_, nothing=True) == self.came_to(open_, nothing=False):
            return ()
        return tuple(dict.fromkeys(fact for number in open_ for fact in judged[number].missing))

    def came_to(self, open_: Sequence[int], *, nothing: bool) -> tuple[object, ...]:
        """What the hand does to the levels where some incidents come to nothing, or to the most that there is for them."""
        told_so = [
            replace(each, step=None if nothing else _heaviest(self.sheet, each.kind), restated=nothing) if at in open_ else each
            for at, each in enumerate(self.told.incidents)
        ]
        match = _Told(self.sheet, self.told._replace(incidents=told_so)).match
        risen = match.results[0].rise
        return match.lost_by, risen.levels if risen is not None else None

    @property
    def levels_before(self) -> Sequence[int | None]:
        """The levels before the hand, by side."""
        return [self.sheet.level_index((self.told.levels or {}).get(side)) for side in self.sheet.sides]

    @property
    def may_be_last_failure(self) -> bool:
        """Whether how often a side failed before at the last level, which is not told, decides the levels."""
        rules, told = self.sheet.levels, self.told
        if rules is None or rules.failures is None or told.failures is not None or told.in_force is None:
            return False
        after = self.result.rise
        failed = _Told(self.sheet, told._replace(failures=rules.failures - 1)).result.rise
        return after is not None and failed is not None and after.levels != failed.levels

    def lost(self) -> Said:
        """The levels of a match that the hand's incidents lost, where the sheet prints what they are then."""
        match, code = self.match, PENALTY["lost"]
        if self.gone is not None:
            return self.gone._replace(values={"lost": True, "winner": match.winner(None)[0]})
        levels = match.levels_at_end()
        if None in levels:
            return Said(Word.UNDETERMINED, code, missing=("levels",), case=_FULL)
        values = {"levels": dict(self.sheet.named(levels)), "rose": None, "by": 0, "lost": True}
        return Said(Word.SETTLED, code, values=values, case=_FULL)

    def placed(self) -> dict[str, object]:
        """Whether one side has the first two places (双下), and who is last, None where nobody is."""
        before = finished(self.sheet, self.told.finish)
        if before is None:
            return {}
        nobody = before.double and self.sheet.rounds.last_at_double is None
        return {"double": before.double, "last": self.sheet.seats[before.order[-1]] if not nobody else None}

    def over(self) -> Said:
        """Whether the hand ends the game: by passing the last level, or by what its incidents cost."""
        winner = self.match.winner(None)[0]
        if self.match.lost_by is not None:
            values = {"over": True, "winner": winner, "lost": True}
            if self.gone is not None:
                return self.gone._replace(values=values)
            return Said(Word.SETTLED, PENALTY["lost"], values=values, case=_FULL)
        risen: Rise | None = self.result.rise
        if risen is None or risen.passed is None:
            return Said(Word.UNDETERMINED, "CLAIM-MATCH-WINNER", missing=("in_force",))
        values = {"over": risen.passed, "winner": self.sheet.sides[risen.side] if risen.passed else None}
        return Said(Word.SETTLED, "CLAIM-MATCH-WINNER", values=values, case="beyond" if risen.beyond else None)

    def points(self) -> Said:
        """The points of the match, or the round, that the hand ends; no values where the sheet prints none."""
        match = self.match
        code = "CLAIM-ROUND-POINTS" if self.sheet.round_points is not None else "CLAIM-MATCH-POINTS"
        points = match.match_points(None) if not match.several_games else {}
        score = match.level_points(None)
        values: dict[str, object] = {"points": dict(points)} if points else {}
        values |= {"score": dict(score)} if score else {}
        if not values:
            return Said(Word.UNDETERMINED, code, missing=("in_force",))
        more: tuple[tuple[str, Case], ...] = (("CLAIM-LEVEL-POINTS", None),) if score else ()
        return Said(Word.SETTLED, code, values=values, more=more)

    def by_places(self) -> Said:
        """The points by places, or those of the side that was not marked twice (DG-6.4)."""
        sheet, result = self.sheet, self.result
        points, side = result.points, result.first
        if points is None or side is None:
            both = any(finding.code == "MARKS-BOTH" for finding in self.findings)
            code, missing = ("MARKS-BOTH", "referee") if both else ("CLAIM-FINISH", "places")
            return Said(Word.UNDETERMINED, code, missing=(missing,))
        whole = result.row == "marks" or finished(sheet, self.told.finish) is not None
        more: tuple[tuple[str, Case], ...] = () if whole else (("HAND-STOPPED", None),)
        values = {"points": dict(zip(sheet.sides, points, strict=True))}
        case = result.row or f"{points[side]}_{sheet.sides[side]}"
        return Said(Word.SETTLED, "CLAIM-PLACE-POINTS", values=values, case=case, more=more)

    # -- incidents

    def incident(self, number: int) -> Said:
        """What one incident comes to; where it goes by how many cards somebody had, and nobody tells, what is so for any."""
        incident, sheet, trick, told = self.told.incidents[number], self.sheet, self.told.trick, self.told.left or {}
        known = incident.seat in told or (self.left or {}).get(incident.seat, sheet.hand_size) < sheet.hand_size
        if incident.kind not in _COUNTED or trick is None or known or not sheet.penalties.knows(incident.kind):
            return self.comes_to(number)
        _, made = sizes_told(sheet, trick, self.told.out)
        least = max(1, made[sheet.seat_at[incident.seat]].total())
        counts = range(least, sheet.hand_size + 1)
        if incident.kind == "count_told" and incident.count is None:
            counts = counts[:1]  # who is noted to have told it again had few enough to tell
        first, *others = (self.with_left(incident.seat, count).comes_to(number) for count in counts)
        if first.word is Word.UNDETERMINED or all(other.key == first.key for other in others):
            return first
        side = sheet.sides[sheet.seat_at[incident.seat] % 2]
        return Said(Word.UNDETERMINED, "COUNT-OPEN", missing=("left",), values={"side": side})

    def with_left(self, seat: str, count: int) -> "_Told":
        """The same where a seat had so many cards left."""
        found = self.counted.get((seat, count))
        if found is None:
            left = {**(self.told.left or {}), seat: count}
            found = self.counted[seat, count] = _Told(self.sheet, self.told._replace(left=left))
        return found

    @cached_property
    def counted(self) -> dict[tuple[str, int], "_Told"]:
        """Those that were asked for."""
        return {}

    def comes_to(self, number: int) -> Said:
        """What one incident comes to, the others beside it looked at too."""
        incident, sheet = self.told.incidents[number], self.sheet
        late = forfeited(sheet, self.told.incidents, number)
        if late is not None:
            return late
        if not sheet.penalties.knows(incident.kind):
            return Said(Word.UNDETERMINED, "INCIDENT-KIND", missing=("referee",))
        values = costs_nothing(sheet.sides[sheet.seat_at[incident.seat] % 2])
        whose = {"side": values["side"]}
        stepped = next(iter(steps_of(sheet, incident.kind)), None)
        if stepped is not None and counted_down(sheet, incident):
            return Said(Word.UNDETERMINED, PENALTY[stepped], missing=("counted",), case=incident.kind, values=whose)
        told_of = [each for each in self.findings if each.where.pointer.endswith(f"/incidents/{number}")]
        if not told_of:
            code = PENALTY[stepped] if stepped is not None else sheet.penalties.told_of(incident)
            return Said(Word.SETTLED, code, values={**values, "referee": False})
        finding = told_of[-1]  # the last of several steps is the heaviest
        if finding.kind is Kind.OPEN:
            goes_by = "late" if incident.kind == "late" else "noticed" if incident.noticed is None else "since"
            wanted = goes_by if finding.code == "PENALTY-OPEN" else "plays"
            return Said(Word.UNDETERMINED, finding.code, finding, missing=(wanted,), values=whose)
        values |= self.follows(finding, told_of if stepped is not None else None)
        return Said(Word.SETTLED, finding.code, finding, values=values, beside=tuple(each.clause for each in told_of))

    def follows(self, finding: Finding, steps: Sequence[Finding] | None) -> dict[str, object]:
        """What follows from an incident, by what is found of it and by the steps of the penalties that it comes to."""
        marked, marks = self.sheet.penalties.marks, int(finding.params.get("marks", 0))
        values: dict[str, object] = {"marks": marks, "costs_hand": marked is not None and marks > marked.free}
        if steps is not None:
            values |= {"steps": [(STEP_OF[each.code], each.expected) for each in steps if each.code in STEP_OF]}
            ends_match = STEP_OF.get(finding.code) in LOSING
            values |= {"costs_hand": finding.code == PENALTY["foul"], "ends_match": ends_match}
        disproved = finding.code in _DISPROVED
        referee = finding.kind is Kind.REVIEW and not marks and not disproved
        return {**values, "referee": referee, "disproved": disproved, "past": finding.code == "PENALTY-PAST"}


def _heaviest(sheet: ClimbingSheet, kind: str) -> Step | None:
    """The heaviest step to which an incident of a kind may come; None where there is none for it."""
    return max(steps_of(sheet, kind), key=[*STEPS].index, default=None)


def counted_down(sheet: ClimbingSheet, incident: Incident) -> bool:
    """Whether it is not told that something went on when the seconds had been counted, where they are first."""
    return incident.step is None and any(row.counted for row in sheet.penalties.of_kind.get(incident.kind, ()))
