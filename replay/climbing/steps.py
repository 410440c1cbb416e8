"""What faults come to by steps, warning, violation, foul and loss of the match, and how steps of a side add up in a match."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from paipu.replay.climbing.rules import StepRules
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.faults import PENALTY, Step, came_late
from paipu.replay.notation import PASS
from paipu.replay.plays import BEFORE, Recorded, plays_of
from paipu.replay.record import Hand, Incident
from paipu.replay.report import Report

_ADDS_UP: Final[Mapping[Step, Step]] = {"warning": "violation", "violation": "foul", "foul": "lost"}
_WEIGHED: Final = frozenset({"warning", "violation"})
"""The steps of which it is not said what one more is, after so many as make one of the next."""
_REPORTS: Final = frozenset({"unannounced", "count_told"})
_REPORT: Final = "report"
PAST: Final = "past"
"""Stands for the step of what may be past its penalty."""


class Reached(NamedTuple):
    """A step that a side came to in a hand, which is known by its number.

    `by` is the place up to which had been played then, `found` that at which it was noticed, by the record; `under` are the
    clauses that print it, and what it was for. `proven`: a ruling in force finds the fault that it was for.
    """

    hand: int
    side: int
    step: Step
    by: tuple[int, int] | None = None
    under: tuple[str | None, ...] = ()
    found: tuple[int, int] | None = None
    proven: bool = False


def steps_of(sheet: ClimbingSheet, kind: str) -> Sequence[Step]:
    """The steps to which a kind of fault may come by itself, as the sheet prints them."""
    return [row.step for row in sheet.penalties.of_kind.get(kind, ()) if row.step is not None]


def after_another(reached: Sequence[Reached], side: int, step: Step, rules: StepRules) -> Iterator[tuple[Step, bool]]:
    """The steps that one more of a side comes to, after those that it came to before: itself, and each that it makes full.

    Each with whether it is one more after so many as are full, and makes none full again (D-JS-05).
    """
    against = Counter(each.step for each in reached if each.side == side)
    while True:
        count = against[step] + 1
        full = step in _ADDS_UP and count >= rules.full and (rules.beyond == "each" or count % rules.full == 0)
        yield step, step in _WEIGHED and count > rules.full and not full
        if not full:
            return
        step = _ADDS_UP[step]


class Penalised:
    """Judges the incidents of a hand that come to a step.

    `reached` are the steps of the match so far, then those of the hand too; `sides` has the side of each seat.
    """

    def __init__(
        self,
        sheet: ClimbingSheet,
        hand: Hand,
        sizes: Sequence[int],
        sides: Sequence[int],
        reached: tuple[Reached, ...],
        report: Report,
    ) -> None:
        self.sheet, self.hand, self.sizes, self.sides, self.report = sheet, hand, tuple(sizes), sides, report
        self.reached = reached

    def judge(self, rules: StepRules, number: int, incident: Incident, plays: Recorded) -> None:
        """Report what an incident comes to, and what it makes full."""
        if incident.kind in _REPORTS and not self.is_fault(number, incident, plays):
            return
        if incident.kind == "late" and self.came_later(number, incident):
            return
        if self.past(incident):
            self.report.at_incident("PENALTY-PAST", number, incident)
            return
        told = self.step(rules, incident, plays)
        if told is None:
            self.report.at_incident("PENALTY-OPEN", number, incident)
            return
        step, case = told
        side = self.sides[self.sheet.seat_at[incident.seat]]
        own = self.report.clause(PENALTY[step], case) or self.chosen_by(incident)
        for each, beyond in after_another(self.reached, side, step, rules):
            self.report.at_incident(PENALTY[each], number, incident, self.other(incident, side, each), case=case)
            if own is not None and case != "full":
                self.report.under(own)
            if beyond:
                self.report.decided_by("steps.beyond")
            under, proven = (own, self.report.clause(PENALTY[each], case)), incident.ruled is not None
            by, found = incident.noticed or incident.at, incident.noticed
            self.reached += (Reached(self.hand.no, side, each, by, under, found, proven),)
            case = "full"

    def chosen_by(self, incident: Incident) -> str | None:
        """The clause by which the referee chose the step of an incident (JS-7.6.2, JS-7.6.3)."""
        weighed = self.sheet.penalties.weighed
        return next((row.clause for row in weighed if incident.kind in row.kinds and incident.step in row.steps), None)

    def past(self, incident: Incident) -> bool:
        """Whether something may be past its penalty, being noticed in a later round, and the referee has not chosen a step."""
        at, noticed = incident.at, incident.noticed
        late = at is not None and noticed is not None and noticed[0] > at[0]
        lapses = late and incident.step is None
        return lapses and any(row.lapses for row in self.sheet.penalties.of_kind.get(incident.kind, ()))

    def other(self, incident: Incident, side: int, step: Step) -> str | None:
        """Who has something from a step: the next player, who decides about a violation, or the other side."""
        if step == "warning":
            return None
        seats = self.sheet.seats
        return seats[(seats.index(incident.seat) + 1) % len(seats)] if step == "violation" else self.sheet.sides[1 - side]

    def step(self, rules: StepRules, incident: Incident, plays: Recorded) -> tuple[Step, str] | None:
        """The step of an incident, and the case of its check; None where the record does not tell."""
        kind = incident.kind
        chosen = next((step for step in PENALTY if step == incident.step), None)
        if chosen is not None:
            return chosen, kind
        if kind == "late":
            return self.lateness(rules, incident)
        if kind in _REPORTS and not self.told_again(incident, plays):
            return self.not_reported(rules, incident, plays)
        row = self.sheet.row_of(incident)
        return (row.step, kind) if row is not None and row.step is not None else None

    def came_later(self, number: int, incident: Incident) -> bool:
        """Whether the partner came later, or as late and is told of first: it is the side that is late, and once (JS-5.2)."""
        side, seconds = self.sheet.side_of[incident.seat], incident.seconds
        return seconds is not None and any(
            each.seconds is not None and (each.seconds, -index) > (seconds, -number)
            for index, each in enumerate(self.hand.incidents)
            if came_late(each) and self.sheet.side_of[each.seat] == side and index != number
        )

    def lateness(self, rules: StepRules, incident: Incident) -> tuple[Step, str] | None:
        """How late somebody was; of two sides only who came last goes by that (JS-7.6.1)."""
        if incident.seconds is None:
            return None
        side = self.sheet.side_of[incident.seat]
        late = [each for each in self.hand.incidents if came_late(each)]
        others = [each for each in late if self.sheet.side_of[each.seat] != side]
        other = max([each.seconds for each in others if each.seconds is not None], default=-1)
        if other > incident.seconds or (other == incident.seconds and rules.late_alike == "as_first"):
            return steps_of(self.sheet, "late")[0], "late_both"
        row = self.sheet.row_of(incident)
        return (row.step, "late_both" if others else "late") if row is not None and row.step is not None else None

    # -- counts

    def left(self, seat: int, at: tuple[int, int], plays: Recorded, *, after: bool = False) -> int:
        """How many cards a seat held before a place, or `after` what was played there."""
        return self.sizes[seat] - plays.played_by(seat, at, after=after)

    def is_fault(self, number: int, incident: Incident, plays: Recorded) -> bool:
        """Whether a count was not told that was due, or was told wrong or again; reports what cannot be told or is not so."""
        conduct, seat, at = self.sheet.conduct, self.sheet.seat_at[incident.seat], incident.at
        place = plays.at(at)
        elsewhere = place is not None and incident.kind == "unannounced" and place.seat != seat
        if at is None or place is None or elsewhere or plays.unseen_by(seat, at):
            self.report.at_incident("COUNT-OPEN", number, incident)
            return False
        most = conduct.announce_at or 0
        if incident.kind == "count_told":
            left = self.left(seat, at, plays)
            return left <= most and (incident.count != left or self.told_again(incident, plays))
        before, left = self.left(seat, at, plays), self.left(seat, at, plays, after=True)
        if incident.count is not None and left <= most and incident.count != left:
            return True  # a wrong report is one, whether or not it was due
        if conduct.announces(before, left):
            return True
        self.report.at_incident("COUNT-UNCONFIRMED", number, incident, str(conduct.announce_at), str(left))
        return False

    def told_again(self, incident: Incident, plays: Recorded) -> bool:
        """Whether the right count was told when none was due: not after the very play that left so many cards.

        Who is noted to have told his count, and it is not said which, has told it again: what is due is no incident.
        """
        at, seat = incident.at, self.sheet.seat_at[incident.seat]
        if incident.kind == "count_told" and incident.count is None:
            return True
        if at is None or incident.kind != "count_told" or incident.count != self.left(seat, at, plays):
            return False
        made = [play for play in plays.of_seat(seat) if play.place < at]
        if not made or made[-1].token == PASS:
            return True
        last = (made[-1].trick, made[-1].play)
        before, left = self.left(seat, last, plays), self.left(seat, last, plays, after=True)
        return not self.sheet.conduct.announces(before, left)

    def not_reported(self, rules: StepRules, incident: Incident, plays: Recorded) -> tuple[Step, str] | None:
        """What a missing or wrong report comes to, by what was done until it was noticed."""
        at, noticed, seat = incident.at, incident.noticed, self.sheet.seat_at[incident.seat]
        if at is None or noticed is None or any(plays.unseen_by(each, noticed) for each in range(len(self.sizes))):
            return None
        first = at if incident.kind == "count_told" else (at[0], at[1] + 1)
        since = [play for play in plays.plays if first <= play.place <= noticed]
        acts = Counter(play.seat for play in since)
        out = [each for each in range(len(self.sizes)) if self.left(each, noticed, plays, after=True) <= 0]
        gone = [each for each in out if each in acts and self.is_meant(rules, each, seat)]
        if gone:
            won = any(all(other == each or self.went_first(each, other, plays) for other in out) for each in gone)
            done = "first" if won else "out"
        else:
            done = "later" if max(acts.values(), default=0) > 1 else "soon"
            told = plays.plays[-1].place if plays.plays else BEFORE
            if done == "soon" and noticed[0] > told[0] and acts:
                return None  # who has acted since that was not written down may have acted twice
        rows = self.sheet.penalties.of_kind[incident.kind]
        return next(((row.step, _REPORT) for row in rows if row.report == done and row.step is not None), None)

    def is_meant(self, rules: StepRules, one: int, seat: int) -> bool:
        """Whether it matters that one went out after a seat had not reported (D-GDN-22)."""
        return one == seat or rules.whose == "any" or (rules.whose == "side" and self.sides[one] == self.sides[seat])

    def went_first(self, one: int, other: int, plays: Recorded) -> bool:
        """Whether one seat played its last card before another did."""
        last = [plays.of_seat(seat)[-1].place if plays.of_seat(seat) else BEFORE for seat in (one, other)]
        return last[0] < last[1]


def tier_of(sheet: ClimbingSheet, hand: Hand) -> Callable[[Incident], Hashable]:
    """For the incidents of a hand, the step to which each comes by when it was noticed; its kind where the sheet has none."""
    rules = sheet.steps
    if rules is None:
        return lambda incident: incident.kind
    sizes = [sheet.hand_size] * len(sheet.seats)
    plays = Recorded(plays_of(sheet, hand.tricks or (), sizes))
    penalised = Penalised(sheet, hand, sizes, sheet.alternating, (), Report({}))

    def step(incident: Incident) -> Hashable:
        if not steps_of(sheet, incident.kind):
            return incident.kind
        return PAST if penalised.past(incident) else penalised.step(rules, incident, plays)

    return step
