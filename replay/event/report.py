"""What an event came to, and the findings about it as they are made."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from paipu.replay.catalogue import Case, clause_for, clause_of_codes, clauses
from paipu.replay.event.boards import in_parts
from paipu.replay.event.disqualified import Out, disqualified
from paipu.replay.event.match import AccountName, Match
from paipu.replay.event.placing import Placed, place
from paipu.replay.event.record import EventRecord, Penalty
from paipu.replay.event.rows import by_entrant
from paipu.replay.event.standings import Course, readings, sheet_of_event
from paipu.replay.event.worth import RULING, encounters, terms_of
from paipu.replay.findings import Basis
from paipu.replay.options import Option
from paipu.replay.report import Report

MOST_NAMED: Final = 10
"""Of others whom a finding is about as well so many are named."""


def some_of(names: Sequence[str]) -> str:
    """Names in a row: the first few, and how many more there are.

    >>> some_of(["a", "b"]), some_of([*"abcdefghijkl"])
    ('a, b', 'a, b, c, d, e, f, g, h, i, j, +2')
    """
    more = [f"+{len(names) - MOST_NAMED}"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])


MOST_TRIES: Final = 100_000
"""So many results that lines of published tables may have left out are tried at most."""


class EventReport:
    """What an event came to by one account of its matches, and what is found of it.

    The account is that of the rulings, which is what the engine computed with rulings laid over it; another is asked for where
    what was published is to be held against the score sheets alone.
    """

    def __init__(self, event: EventRecord, matches: Sequence[Match], by: AccountName = "ruled") -> None:
        self.placed: Placed = place(event, matches)
        event, self.scores = in_parts(event, self.placed)
        self.event, self.matches, self.by = event, matches, by
        self.index = {id(match): at for at, match in enumerate(matches)}
        self.sheet = sheet_of_event(event)
        self.report = Report(clause_of_codes(self.sheet.key))
        self.of_match: list[Match | None] = []
        self.met = encounters(event, self.sheet, self.placed, by, self.scores)
        self.at = {one.spot: one for one in self.met}
        self.of_entrant = by_entrant(self.met)
        self.terms = [terms_of(stage, self.sheet.event) for stage in event.stages]
        self.courses: dict[tuple[int, int | None, bool], Course] = {}
        self.tries = MOST_TRIES
        self.readings = [readings(event, self.sheet, s) for s in range(len(event.stages))]
        """What else may decide the places of each stage."""
        self.ledger: dict[tuple[str, str], list[Penalty]] = {}
        for line in event.penalties:
            self.ledger.setdefault((line.stage, line.entrant), []).append(line)
        self.by_time = self.option_filling("round_points.at_time")
        other = [match if match.otherwise is None else replace(match, ruled=match.otherwise) for match in matches]
        disputed = by == "ruled" and any(match.otherwise is not None for match in matches)
        self.met_otherwise = encounters(event, self.sheet, place(event, other), "ruled", self.scores) if disputed else self.met
        """What the tables came to by the other reading of what a match is worth that time has stopped (D-GD3-4)."""
        rules = self.sheet.event
        self.out = disqualified(event, rules, self.met)
        self.when_out = sorted(why[:2] for why in self.out.values())
        self.out_then: Out = {}
        other_rules = rules._replace(forfeits_lost=not rules.forfeits_lost)
        self.otherwise = disqualified(event, other_rules, self.met) if rules.lost_by_rulings is not None else self.out
        """Who is disqualified by the other reading of what counts for that (D-JS-03)."""
        self.in_doubt = self.out.keys() ^ self.otherwise.keys()

    def add(
        self,
        code: str,
        pointer: str,
        *,
        match: Match | None = None,
        seat: str | None = None,
        expected: str | None = None,
        actual: str | None = None,
        case: Case = None,
        **params: str | int,
    ) -> None:
        """Report one finding; the pointer is into the event, or into the record of a match."""
        self.of_match.append(match)
        self.report.add(code, pointer, trick=None, play=None, seat=seat, expected=expected, actual=actual, case=case, **params)

    def course(self, s: int, after: int | None = None, *, otherwise: bool = False) -> Course:
        """The course of a stage up to some round, or to its last; of what tables came to by the other reading, if asked."""
        numbers = [each.no for each in self.event.stages[s].rounds]
        key = s, None if after is None else bisect_right(numbers, after), otherwise
        if key not in self.courses:
            met = self.met_otherwise if otherwise else self.met
            if self.terms[s].parts and after is not None and numbers and after < numbers[-1]:
                until = self.scores.until(s, after)  # a board may be played at other tables later
                met = encounters(self.event, self.sheet, self.placed, self.by, until)
            self.courses[key] = Course(self.event, self.sheet, s, met, after)
        return self.courses[key]

    def out_before(self, s: int, r: int) -> Out:
        """Those who were out before a round was drawn."""
        count = bisect_left(self.when_out, (s, r))
        if len(self.out_then) != count:
            self.out_then = dict([each for each in self.out.items() if each[1][:2] < (s, r)])
        return self.out_then

    def doubt(self, entrants: Iterable[str]) -> None:
        """Say that what was just found stands only on who is disqualified by one reading of the sheet, if it is about them."""
        about = {*entrants}
        if about and about <= self.in_doubt:
            self.report.assumed(self.report.clause("EVENT-DISQUALIFIED"))

    def option_filling(self, slot: str) -> Option | None:
        """The option that fills a slot of the sheet; None where it has none."""
        return next((option for option in self.sheet.options if slot in self.sheet.slots_at_default[option.key]), None)

    def rests_on_time(self) -> None:
        """Say that what was just found is something else by the other reading of what time leaves."""
        if self.by_time is not None:
            self.report.rests_on(self.by_time)

    def settled_by(self, part: tuple[int, ...], entrant: str, after: int | None = None) -> str | None:
        """What has decided a match of somebody that was not decided by play alone, in a stage or round; None for none.

        Of a stage no match counts that comes after some round, if one is given.
        """
        own = [one for one in self.of_entrant.get(entrant, ()) if one.spot[: len(part)] == part]
        return next((one.settled_by for one in own if one.settled_by and (after is None or one.round <= after)), None)

    def is_assumed(self, settled_by: str | None) -> bool:
        """Whether no sheet prints who has won a match that was decided so."""
        return settled_by is not None and clause_for(self.report.clause_of, "EVENT-ADVANCE", settled_by)[1] is not Basis.STATED

    def add_disqualified(self, entrant: str, pointer: str, *, place: int | None = None) -> None:
        """Report that somebody who is disqualified is still there, or has a `place`."""
        why = self.out[entrant]
        grounds = ", ".join(step.by if step.by == RULING else f"{step.by} {step.value}" for step in why.grounds)
        case = "placed" if place is not None else why.case
        self.add("EVENT-DISQUALIFIED", pointer, actual=entrant, case=case, grounds=grounds)
        printed = clauses(self.sheet.key)
        clause = why.clause if why.clause in printed else self.report.clause("EVENT-DISQUALIFIED", why.case)
        if clause is not None:
            self.report.under(clause)
        if clause is None or "EVENT-DISQUALIFIED" not in printed[clause].checks:
            self.report.assumed(clause)  # the sheet disqualifies nobody, or the clause of the ruling prints something else
        self.doubt([entrant])
