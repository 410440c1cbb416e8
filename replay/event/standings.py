"""Who stands where: the table of each group, or the bracket of a knock-out, every place with its derivation."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Self

from paipu.replay.event.boards import in_parts
from paipu.replay.event.disqualified import NOBODY, Out, disqualified, until
from paipu.replay.event.knockout import Bracket
from paipu.replay.event.match import AccountName, Match
from paipu.replay.event.placing import Spot, place
from paipu.replay.event.record import EventRecord, Penalty, Stage
from paipu.replay.event.rows import Standings, by_entrant
from paipu.replay.event.table import Given, Table
from paipu.replay.event.worth import Encounter, encounters, sitting_out, terms_of
from paipu.replay.event_rules import Counts, Key
from paipu.replay.rulesheet import RuleSheet
from paipu.replay.sheets import SHEETS


def standings(
    event: EventRecord, matches: Iterable[Match], account: AccountName, after: int | None = None
) -> tuple[Standings, ...]:
    """The standings of every stage and group by one account of the matches, after some round of each stage or its last."""
    sheet, placed = sheet_of_event(event), place(event, matches)
    event, scores = in_parts(event, placed, after)
    met = encounters(event, sheet, placed, account, scores)
    for s, stage in enumerate(event.stages):
        if after is not None and stage.parts and before_last(stage, after) is not None:
            then = encounters(
                event, sheet, placed, account, scores.until(s, after)
            )  # a board may be played at other tables later
            met = (*(one for one in met if one.spot.stage != s), *(one for one in then if one.spot.stage == s))
    return standings_of(event, sheet, met, after)


def places_of(
    event: EventRecord, matches: Sequence[Match], account: AccountName, entrant: str
) -> Mapping[tuple[str, str | None], Mapping[int, str]]:
    """Where somebody stood after each round, by stage and group: `3`, or `3=` where shared; nothing where he has no place."""
    found: dict[tuple[str, str | None], dict[int, str]] = {}
    for number in sorted({played.no for stage in event.stages for played in stage.rounds}):
        played = {stage.id for stage in event.stages if any(each.no == number for each in stage.rounds)}
        for table in standings(event, matches, account, number):
            row = table.row(entrant) if table.stage in played else None
            if row is not None and row.place is not None:
                shared = "=" if row.derivation and row.derivation[-1].tied else ""
                found.setdefault((table.stage, table.group), {})[number] = f"{row.place}{shared}"
    return found


def sheet_of_event(event: EventRecord) -> RuleSheet:
    """The rule sheet of an event, with its options set."""
    return SHEETS[event.sheet].configured(event.options)


def standings_of(
    event: EventRecord, sheet: RuleSheet, met: Sequence[Encounter], after: int | None = None
) -> tuple[Standings, ...]:
    """The same of what the tables came to."""
    out = disqualified(event, sheet.event, met)
    stages = [Course(event, sheet, s, met, before_last(stage, after)) for s, stage in enumerate(event.stages)]
    return tuple([each for stage in stages for each in stage.standings(out)])


def before_last(stage: Stage, after: int | None) -> int | None:
    """A round of a stage, if some come after it; None stands for the last."""
    return after if after is not None and stage.rounds and after < stage.rounds[-1].no else None


def readings(event: EventRecord, sheet: RuleSheet, s: int) -> tuple[tuple[Key, ...] | None, ...]:
    """What else may decide the places of a stage, where neither event nor sheet says what does; first None, as it is."""
    stage = event.stages[s]
    if not sheet.event.rank_or or stage.rank_by is not None or stage.form != "table" or stage.is_round_robin:
        return (None,)
    return (None, *sheet.event.rank_or)


class Course:
    """The course of a stage up to some round, or to its last: what its tables came to, and rounds without one, by entrant.

    It is found once, and serves every group, whoever is disqualified, whatever ranks, and without some of the tables.
    """

    def __init__(
        self, event: EventRecord, sheet: RuleSheet, s: int, met: Sequence[Encounter], after: int | None = None
    ) -> None:
        stage = event.stages[s]
        self.event, self.s, self.stage, self.after, self.terms = event, s, stage, after, terms_of(stage, sheet.event)
        self.rounds = [each for each in stage.rounds if after is None or each.no <= after]
        numbers = {each.no for each in self.rounds}
        self.of_entrant = by_entrant([each for each in met if each.spot.stage == s and each.round in numbers])
        self.members = event.members(stage)
        self.out_then: tuple[Out, Out] = NOBODY, NOBODY
        self.lost = lost_before(event, s, met)
        self.idle: dict[str, list[tuple[int, Counts | None]]] = {}
        for played in self.rounds if stage.form == "table" else ():
            alike: dict[int, tuple[int, Counts | None]] = {}  # a round is counted alike for nearly all
            for each, counts in sitting_out(played, self.terms).items():
                self.idle.setdefault(each, []).append(alike.setdefault(id(counts), (played.no, counts)))
        self.lines: dict[str, list[Penalty]] = {}
        for line in [each for each in event.penalties if each.stage == stage.id]:
            if line.round is None or line.round in numbers:
                self.lines.setdefault(line.entrant, []).append(line)

    def without(self, spots: Collection[Spot]) -> Self:
        """The same without what some tables came to."""
        made = copy(self)
        about = {each for own in self.of_entrant.values() for one in own if one.spot in spots for each in one.entrants}
        made.of_entrant = self.of_entrant | {
            each: [one for one in self.of_entrant[each] if one.spot not in spots] for each in about
        }
        return made

    def ranked_by(self, keys: tuple[Key, ...] | None) -> Self:
        """The same with other keys that decide the places, where any are given."""
        made = copy(self)
        made.terms = self.terms if keys is None else self.terms._replace(rank_by=keys)
        return made

    def standings(self, out: Out, *, reach_for: int = 1) -> Iterator[Standings]:
        """The standings of the groups, given who is disqualified; so many courses are asked what can be reached."""
        for group in self.members:
            yield self.of_group(group, out, reach_for=reach_for * len(self.members))

    def until(self, out: Out) -> Out:
        """Those of some who are disqualified who are so by then."""
        if self.out_then[0] is not out:
            self.out_then = out, until(out, self.event, self.s, self.after)
        return self.out_then[1]

    def of_group(self, group: str | None, out: Out, *, reach_for: int = 0) -> Standings:
        """The standings of a group; `reach_for` as a table takes it."""
        members, stage = self.members[group], self.stage
        found = {one.spot: one for each in members for one in self.of_entrant.get(each, ())}
        met = [found[spot] for spot in sorted(found)]
        out = self.until(out)
        if stage.form == "knockout":
            over = self.after is None and any(later.rounds for later in self.event.stages[self.s + 1 :])
            made = Bracket(stage, members, self.rounds, met, out, over=over, lost=self.lost).standings(group)
            return made if self.after is None else replace(made, after=self.after)
        given = Given(stage, self.terms, self.rounds, self.idle, self.lines)
        rows = Table(given, members, met, out, reach_for=reach_for).rows()
        return Standings(
            stage=stage.id,
            group=group,
            form=stage.form,
            rank_by=self.terms.rank_by,
            rows=rows,
            board_parts=stage.parts,
            after=self.after,
        )


def lost_before(event: EventRecord, s: int, met: Iterable[Encounter]) -> frozenset[str]:
    """Who lost in the last round of the knock-out with which a stage goes on; nobody where it does not."""
    before = event.stages[s - 1] if s else None
    if before is None or before.form != "knockout" or not before.rounds:
        return frozenset()
    last = [one for one in met if one.spot.stage == s - 1 and one.round == before.rounds[-1].no]
    return frozenset(each for one in last if one.winner is not None for each in one.sides[1 - one.winner])
