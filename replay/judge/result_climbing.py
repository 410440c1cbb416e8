"""The judge of the climbing family: what a finishing order comes to, and what an incident does.

The facts make a hand of which only the score sheet is known; the audit of such a hand gives the result.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from replay.catalogue import clause_of_codes
from replay.climbing.conduct import Conduct
from replay.climbing.hand import HandAudit
from replay.climbing.penalties import PENALTY
from replay.climbing.score import Rise, fixed_points
from replay.climbing.sheet import ClimbingSheet
from replay.climbing.terms import MatchState
from replay.findings import Finding, Kind
from replay.judge.climbing import climbing_sheet
from replay.judge.climbing_winner import LAST
from replay.judge.due import finished
from replay.judge.verdict import Ruling, Situation, Verdict, Word, costs_nothing, each_incident, forfeited, weigh
from replay.record import Hand, Incident
from replay.report import Case, Report


class Places(NamedTuple):
    """What a score sheet tells of a hand: the seats in the order in which they were out, levels before it by side.

    `in_force` is the side whose level was played, None where it is not told. `trick` is where incidents happened, as trick 1.
    """

    finish: str = ""
    levels: Mapping[str, str] | None = None
    in_force: str | None = None
    incidents: Sequence[Incident] = ()
    trick: str | None = None


def judge_finish(situation: Situation, told: Places) -> tuple[Verdict, ...]:
    """Judge what a finishing order comes to: each incident, levels or points by places, and whether that ends the game.

    Raises KeyError for a sheet of another family.
    """

    def verdict(kind: str, rule: Callable[[ClimbingSheet, Places], Ruling]) -> Verdict:
        return weigh(situation, told.finish, lambda sheet: rule(sheet, told), climbing_sheet, kind)

    incidents = judge_conduct(situation, told)
    sheet = climbing_sheet(situation)
    if sheet.levels is None:
        return (*incidents, verdict("result", _points))
    verdicts = [*incidents, verdict("result", _levels)]
    if verdicts[-1].default is Word.SETTLED:
        verdicts.append(verdict("over", _over))
        if sheet.round_points is not None and verdicts[-1].values.get("over"):
            verdicts.append(verdict("points", _round))
    return tuple(verdicts)


def judge_conduct(situation: Situation, told: Places) -> tuple[Verdict, ...]:
    """Judge what each incident comes to: a warning, a 记过, a card that must be led, or what the referee decides."""
    return each_incident(situation, told.incidents, partial(_incident, told), climbing_sheet)


def _audit(sheet: ClimbingSheet, told: Places) -> HandAudit:
    levels = [sheet.level_index((told.levels or {}).get(side)) for side in sheet.sides]
    in_force = sheet.sides.index(told.in_force) if told.in_force is not None else None
    hand = Hand(no=2, tricks=(told.trick.replace(LAST, ""),) if told.trick else None, incidents=tuple(told.incidents))
    state = MatchState(levels, in_force, fresh=False, sides=sheet.alternating)
    return HandAudit(sheet, hand, state, Report(clause_of_codes(sheet.key)), ())


def _risen(sheet: ClimbingSheet, told: Places) -> tuple[HandAudit, Rise | None]:
    """The audit, and what the order does to the levels; None where the order does not tell."""
    before, audit = finished(sheet, told.finish), _audit(sheet, told)
    return audit, audit.rise(before.order) if before is not None else None


def _levels(sheet: ClimbingSheet, told: Places) -> Ruling:
    """The levels after the hand."""
    audit, risen = _risen(sheet, told)
    if risen is None:
        return Ruling(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("places",))
    side, last = risen.side, len(sheet.ladder) - 1
    own, after = audit.state.levels[side], risen.levels[side]
    values: dict[str, object] = {"rose": sheet.sides[side], "by": risen.by}
    if own is None or after is None or None in risen.levels:
        return Ruling(Word.UNDETERMINED, "CLAIM-LEVELS", missing=("levels",), values=values)
    values = {"levels": dict(sheet.named(risen.levels)), "rose": sheet.sides[side] if after > own else None, "by": after - own}
    code = "CLAIM-LEVELS-LAST" if own == last or risen.beyond else "CLAIM-LEVELS"
    case = "beyond" if risen.beyond else "stays" if own == last and not risen.passed else None
    told_too = {"worth": risen.by, **_placed(sheet, told.finish)}
    return Ruling(Word.SETTLED, code, values=values, told=told_too, case=case)


def _placed(sheet: ClimbingSheet, finish: str) -> dict[str, object]:
    """Whether one side has the first two places (双下), and who is last, None where nobody is."""
    before = finished(sheet, finish)
    if before is None:
        return {}
    nobody = before.double and sheet.rounds.last_at_double is None
    return {"double": before.double, "last": sheet.seats[before.order[-1]] if not nobody else None}


def _over(sheet: ClimbingSheet, told: Places) -> Ruling:
    """Whether the order passes the last level."""
    _, risen = _risen(sheet, told)
    if risen is None or risen.passed is None:
        return Ruling(Word.UNDETERMINED, "CLAIM-MATCH-WINNER", missing=("in_force",))
    winner = sheet.sides[risen.side] if risen.passed else None
    case = "beyond" if risen.beyond else None
    return Ruling(Word.SETTLED, "CLAIM-MATCH-WINNER", values={"over": risen.passed, "winner": winner}, case=case)


def _round(sheet: ClimbingSheet, told: Places) -> Ruling:
    """The points of the round that the order ends."""
    audit, risen = _risen(sheet, told)
    first, second = audit.state.levels
    if sheet.round_points is None or risen is None or not risen.passed or first is None or second is None:
        return Ruling(Word.UNDETERMINED, "CLAIM-ROUND-POINTS", missing=("in_force",))
    points = sheet.round_points.of((first, second), risen.side, risen.by)
    values = {"points": dict(zip(sheet.sides, points, strict=True))}
    return Ruling(Word.SETTLED, "CLAIM-ROUND-POINTS", values=values)


def _points(sheet: ClimbingSheet, told: Places) -> Ruling:
    """The points by places, or those of the side that was not marked twice (DG-6.4)."""
    before, audit = finished(sheet, told.finish), _audit(sheet, told)
    out = [sheet.seat_at[seat] for seat in told.finish]
    placed = audit.placed(before.order if before is not None else None, (), _conduct(sheet, told)[0])
    points, more = placed.points, tuple[tuple[str, Case], ...]()
    if points is None and sheet.places is not None and not audit.report.findings:
        points, more = fixed_points(sheet.places, out, sheet.alternating), (("HAND-STOPPED", None),)
    if points is None:
        both = any(finding.code == "MARKS-BOTH" for finding in audit.report.findings)
        code, missing = ("MARKS-BOTH", "referee") if both else ("CLAIM-FINISH", "places")
        return Ruling(Word.UNDETERMINED, code, missing=(missing,))
    first = placed.first if placed.first is not None else out[0] % 2
    case = placed.row or f"{points[first]}_{sheet.sides[first]}"
    values = {"points": dict(zip(sheet.sides, points, strict=True))}
    return Ruling(Word.SETTLED, "CLAIM-PLACE-POINTS", values=values, case=case, more=more)


# --- incidents -------------------------------------------------------------------------------------------------


def _conduct(sheet: ClimbingSheet, told: Places) -> tuple[Sequence[int], list[Finding]]:
    """Each side's 记过, and what is found of the incidents."""
    audit = _audit(sheet, told)
    marks = Conduct(sheet, audit.hand, (sheet.hand_size,) * len(sheet.seats), audit.report).run()
    return marks, audit.report.findings


def _incident(told: Places, sheet: ClimbingSheet, number: int) -> Ruling:
    """What one incident comes to."""
    incident = told.incidents[number]
    if not sheet.knows(incident.kind):
        return Ruling(Word.UNDETERMINED, "INCIDENT-KIND", missing=("referee",))
    late = forfeited(sheet, told.incidents, number)
    if late is not None:
        return late
    marks, findings = _conduct(sheet, told)
    side = sheet.seat_at[incident.seat] % 2
    stepped = sheet.penalties.steps.get(incident.kind) if sheet.penalties is not None else None
    code = PENALTY[stepped] if stepped is not None else sheet.warned[incident.kind]
    values = costs_nothing(sheet.sides[side])
    told_of = [each for each in findings if each.where.pointer.endswith(f"/incidents/{number}")]
    finding = told_of[-1] if told_of else None  # the last of several steps is the heaviest
    if finding is None:
        return Ruling(Word.SETTLED, code, values={**values, "referee": False})
    if finding.kind is Kind.OPEN:
        goes_by = "late" if incident.kind == "late" else "noticed"
        wanted = goes_by if finding.code == "PENALTY-OPEN" else "plays"
        return Ruling(Word.UNDETERMINED, finding.code, finding, missing=(wanted,), values={"side": values["side"]})
    limit = sheet.conduct.marks_lose
    marked = incident.kind in sheet.conduct.marks
    values |= {"marks": marks[side] if marked else 0, "costs_hand": marked and limit is not None and marks[side] >= limit}
    if stepped is not None:
        steps = {code: step for step, code in PENALTY.items()}
        values |= {"steps": [(steps[each.code], each.expected) for each in told_of if each.code in steps]}
        ends_match = finding.code in {PENALTY["lost"], PENALTY["forfeit"]}
        values |= {"costs_hand": finding.code == PENALTY["foul"], "ends_match": ends_match}
    return Ruling(Word.SETTLED, finding.code, finding, values={**values, "referee": finding.kind is Kind.REVIEW})
