"""The audit of an event: what is wrong with the draw, with the matches as parts of it, and with the published tables."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import zip_longest
from typing import Final, NamedTuple

from paipu.replay.event.knockout import Bracket
from paipu.replay.event.match import AccountName, Match
from paipu.replay.event.placing import Spot
from paipu.replay.event.published import MOST_CANCELLED, PublishedAudit
from paipu.replay.event.record import EventRecord, Round, Stage
from paipu.replay.event.records import RecordsAudit
from paipu.replay.event.report import MOST_NAMED, EventReport, some_of
from paipu.replay.event.rows import Standing, Standings
from paipu.replay.event.same_deal import SameDealAudit
from paipu.replay.event.standings import Course, lost_before
from paipu.replay.event.worth import sitting_out
from paipu.replay.findings import Finding

MOST_STEPS: Final = 4_096
"""So many tries are made at most to draw a round without a rematch: beyond it nothing is said to have been avoidable."""
MOST_PAIRED: Final = 200
"""Entrants that are paired by trying, where most have met most of the others."""
MOST_COMPARED: Final = 100_000_000
"""Pairs that all tries of an event may look at."""
OUTSIDE: Final = "\0"
"""Stands for the group of who is in none; no group is called so."""


class EventFinding(NamedTuple):
    """A finding about an event: in its document, or in the record of a match: the one `at` that place of all, by its id."""

    match: str | None
    finding: Finding
    at: int | None = None


class EventAudit(EventReport):
    """Audits one event by one account of its matches."""

    def __init__(self, event: EventRecord, matches: Sequence[Match], by: AccountName = "ruled") -> None:
        super().__init__(event, matches, by)
        self.held: list[PublishedAudit] = []
        """The published tables, each with what its cells came to."""
        self.members = [event.members(stage) for stage in event.stages]
        self.brackets: dict[int, Bracket] = {}
        self.group_of = [{each: group for group, members in groups.items() for each in members} for groups in self.members]
        self.pairing = Pairing()
        self.earlier: dict[int, tuple[dict[frozenset[str], int], dict[str, set[str]]]] = {}
        self.had_bye: dict[int, dict[str, int]] = {}
        """By stage, who has met, and who has had a bye, in the rounds that were looked at, and in which; whom who has met."""

    def run(self) -> tuple[EventFinding, ...]:
        """All of it."""
        self.entries()
        for s, stage in enumerate(self.event.stages):
            for r, played in enumerate(stage.rounds):
                self.drawn_once(s, r, played)
                if stage.form == "table":
                    self.rematches(s, r)
                    self.undrawn(stage, s, r)
                self.second_byes(stage, s, r)
                self.came_to(stage, s, r)
        self.disqualified()
        self.advances()
        for at, table in enumerate(self.event.published):
            self.held.append(PublishedAudit(self, at, table))
            self.held[-1].run()
        RecordsAudit(self).run()
        SameDealAudit(self).run()
        return tuple(
            [
                EventFinding(None, finding) if match is None else EventFinding(match.id, finding, self.index[id(match)])
                for match, finding in zip(self.of_match, self.report.findings, strict=True)
            ]
        )

    # -- the entries and the draw

    def entries(self) -> None:
        """Nobody is in two teams."""
        team_of: dict[str, str] = {}
        for t, entrant in enumerate(self.event.entrants):
            for p, player in enumerate(entrant.players):
                other = team_of.setdefault(player.id, entrant.id)
                if other != entrant.id:
                    self.add("EVENT-TWO-TEAMS", f"teams/{t}/players/{p}/id", actual=player.id, other=other)

    def drawn_once(self, s: int, r: int, played: Round) -> None:
        """Nobody is drawn twice in a round; of who is drawn more often still a few tables are named."""
        seen: dict[str, str] = {}
        often = Counter[str]()
        places = [
            (each, f"stages/{s}/rounds/{r}/tables/{t}/sides/{self.sheet.sides[side]}")
            for t, table in enumerate(played.tables)
            for side in (0, 1)
            for each in table.sides[side]
        ]
        seated = {each for each, _ in places}
        places += [(each, f"stages/{s}/rounds/{r}/byes/{b}") for b, each in enumerate(played.byes)]
        idle = [(a, each) for a, each in enumerate(played.absent) if each not in seated]  # who is absent at a table forfeits
        places += [(each, f"stages/{s}/rounds/{r}/absent/{a}") for a, each in idle]
        for each, pointer in places:
            often[each] += 1
            if 1 < often[each] <= MOST_NAMED + 1:
                self.add("EVENT-PLAYER-TWICE", pointer, actual=each, other=f"/{seen[each]}")
            seen.setdefault(each, pointer)

    def rematches(self, s: int, r: int) -> None:
        """Who has met before is not drawn again where the round can be drawn otherwise."""
        rounds, (met, against) = self.event.stages[s].rounds, self.earlier.setdefault(s, ({}, {}))
        for table in rounds[r - 1].tables if r else ():
            met.setdefault(frozenset(table.entrants), rounds[r - 1].no)
            for each in table.entrants:
                against.setdefault(each, set()).update(table.entrants)
        pairs = [frozenset(table.entrants) for table in rounds[r].tables]
        again = [(t, pair) for t, pair in enumerate(pairs) if pair in met and len(pair) == 2]
        if not again or self.event.of_players:
            return
        of_group: dict[str | None, list[tuple[int, frozenset[str]]]] = {}
        inside: dict[str | None, set[str]] = {}
        for t, pair in again:
            for group in self.group_of_all(s, pair):
                of_group.setdefault(group, []).append((t, pair))
        for pair in pairs if of_group else ():
            for group in self.group_of_all(s, pair):
                inside.setdefault(group, set()).update(pair)
        for group in self.members[s] if of_group else ():
            here = of_group.get(group, ())
            if here and self.pairing.can_be_drawn(sorted(inside[group]), against):
                for t, pair in here:
                    both = " – ".join(rounds[r].tables[t].entrants)
                    self.add("EVENT-REMATCH", f"stages/{s}/rounds/{r}/tables/{t}", actual=both, before=met[pair])

    def group_of_all(self, s: int, who: Iterable[str]) -> Sequence[str | None]:
        """The group of a stage that all of some are in, or nothing."""
        groups = {self.group_of[s].get(each, OUTSIDE) for each in who}
        return [group for group in groups if len(groups) == 1 and group != OUTSIDE]

    def second_byes(self, stage: Stage, s: int, r: int) -> None:
        """Nobody has a second bye while another in the round, of the same group, has had none."""
        played, had = stage.rounds[r], self.had_bye.setdefault(s, {})
        for each in stage.rounds[r - 1].byes if r else ():
            had.setdefault(each, stage.rounds[r - 1].no)
        group_of, without = self.group_of[s], dict[str | None, list[str]]()
        for table in played.tables if had and played.byes else ():
            for each in table.entrants:
                if each not in had and each in group_of:
                    without.setdefault(group_of[each], []).append(each)
        for b, each in enumerate(played.byes):
            others = without.get(group_of[each], ()) if each in had and each in group_of else ()
            if others:
                pointer = f"stages/{s}/rounds/{r}/byes/{b}"
                self.add("EVENT-BYE", pointer, expected=some_of(others), actual=each, before=had[each])

    def undrawn(self, stage: Stage, s: int, r: int) -> None:
        """In a table of rounds everybody has a table, a bye, or is absent."""
        known = {*stage.rounds[r].entrants, *self.out_before(s, r)}
        for members in self.members[s].values():
            for each in members:
                if each not in known:
                    self.add("EVENT-UNDRAWN", f"stages/{s}/rounds/{r}", actual=each)
                    self.doubt([each])

    def came_to(self, stage: Stage, s: int, r: int) -> None:
        """Matches that are missing, or of who is absent; results that cannot be told; rounds that nobody says the worth of."""
        played, terms, out = stage.rounds[r], self.terms[s], self.out_before(s, r)
        absent, byes = first_at(played.absent), first_at(played.byes)
        for t, table in enumerate(played.tables):
            one = self.at[Spot(s, r, t)]
            here = [each for each in one.entrants if each in absent and one.side_of(each) not in one.forfeited]
            for each in here if one.matches else ():
                where = f"stages/{s}/rounds/{r}/absent/{absent[each]}"
                self.add("EVENT-ABSENT", where, actual=each, other=one.matches[-1])
            if one.told:
                continue
            name = f"{stage.id} {played.no}/{table.name}"
            counted = one.forfeited and (one.winner is not None or stage.form == "table")
            if terms.parts and one.matches and not counted:
                self.add("EVENT-BOARD-OPEN", one.spot.pointer, actual=name, boards=self.scores.waiting(one.spot, self.by))
                continue
            code = "EVENT-COUNTS" if counted else "EVENT-UNDECIDED" if one.matches else "EVENT-MISSING"
            self.add(code, one.spot.pointer, actual=name)
        if stage.form != "table":
            return
        for each, counts in sitting_out(played, terms).items():
            if each not in out and (counts is None or terms.decisive(counts) is None):
                where = f"byes/{byes[each]}" if each in byes else f"absent/{absent[each]}"
                self.add("EVENT-COUNTS", f"stages/{s}/rounds/{r}/{where}", actual=each)

    def disqualified(self) -> None:
        """Who is disqualified is not drawn again: said once a stage, of the first table, bye or group that has him."""
        for s, stage in enumerate(self.event.stages):
            told: set[str] = set()
            for r in range(len(stage.rounds)):
                out = self.out_before(s, r)
                for each, pointer in self.pointers((s, r)) if out else ():
                    if each in out and each not in told and not self.kept_out(each, (s, r)):
                        told.add(each)
                        self.add_disqualified(each, pointer)
            out = self.out_before(s, 0)
            for group, members in stage.groups.items():
                name = group.replace("~", "~0").replace("/", "~1")
                for at, each in enumerate(members):
                    if each in out and each not in told:
                        self.add_disqualified(each, f"stages/{s}/groups/{name}/{at}")

    def kept_out(self, entrant: str, at: tuple[int, int]) -> bool:
        """Whether a round that was drawn before has somebody at a table where he did not play: he is noted as absent."""
        return (entrant, *at) in self.not_there and (entrant, *at) not in self.came

    @cached_property
    def not_there(self) -> AbstractSet[tuple[str, int, int]]:
        """Who is noted as absent, with stage and round."""
        stages = enumerate(self.event.stages)
        return {(each, s, r) for s, stage in stages for r, played in enumerate(stage.rounds) for each in played.absent}

    @cached_property
    def came(self) -> AbstractSet[tuple[str, int, int]]:
        """Whoever sat at a table with a match, with stage and round."""
        return {(each, *one.spot[:2]) for one in self.met if one.matches for each in one.entrants}

    # -- who goes on

    def advances(self) -> None:
        """Whoever goes on to the next round of a knock-out, or to the next stage, should."""
        stages = self.event.stages
        knockouts = [(s, r) for s, stage in enumerate(stages) for r in range(len(stage.rounds)) if stage.form == "knockout"]
        for s, r in knockouts:
            if r or (s and stages[s - 1].form == "knockout" and stages[s - 1].rounds):
                self.winners_go_on((s, r - 1) if r else (s - 1, len(stages[s - 1].rounds) - 1), (s, r))
        for s, stage in enumerate(stages[:-1]):
            if stage.form == "table" and stage.advance is not None and stages[s + 1].rounds:
                self.best_go_on(s, stage.advance)

    def winners_go_on(self, last: tuple[int, int], now: tuple[int, int]) -> None:
        """Winners and byes of a round of a knock-out are those of the next.

        In the place of a winner who is disqualified the one whom he has beaten may go on, or nobody.
        """
        played, out = self.round(now), self.out_before(*now)
        earlier = [self.at[Spot(*last, t)] for t in range(len(self.round(last).tables))]
        thirds = self.thirds(last) | self.thirds(now)
        losers = {each for one in earlier if one.winner is not None for each in one.sides[1 - one.winner]}
        walk_over = losers if self.event.stages[now[0]].playoff and losers & out.keys() else set()  # to the third place
        earlier = [one for one in earlier if one.spot not in thirds]
        winner_of = {each: one.sides[one.winner] for one in earlier if one.winner is not None for each in one.entrants}
        waiting = {each for one in earlier if one.winner is None for each in one.entrants}
        may = {*self.round(last).byes, *walk_over.intersection(played.byes)}
        may |= {
            each for one in earlier if one.winner is not None and {*one.sides[one.winner]} & out.keys() for each in one.entrants
        }
        beside = {f"{spot.pointer}/sides/{side}" for spot in thirds for side in self.sheet.sides}
        here = {each: pointer for each, pointer in self.pointers(now) if pointer not in beside}
        due = [each for one in earlier if one.winner is not None for each in one.sides[one.winner] if each not in here]
        due += [each for each in self.round(last).byes if each not in here]
        missing = dict.fromkeys([each for each in due if each not in out])
        for each in played.absent:
            missing.pop(each, None)
        for each, pointer in here.items():
            if each in waiting or each in may or each in winner_of.get(each, ()):
                continue
            wanted = [other for other in winner_of.get(each, ()) if other in missing][:1]
            for other in wanted:
                del missing[other]
            self.add("EVENT-ADVANCE", pointer, expected=", ".join(wanted) or "-", actual=each, case=self.settled_by(last, each))
        for each in missing:
            where, case = f"stages/{now[0]}/rounds/{now[1]}", self.settled_by(last, each)
            self.add("EVENT-ADVANCE", where, expected=each, actual="-", case="moved" if each in self.in_doubt else case)

    def best_go_on(self, s: int, advance: int) -> None:
        """The first places of each group are the entrants of the next stage; who is disqualified has another's place there."""
        here = dict(self.pointers((s + 1, 0)))
        if self.event.stages[s + 1].groups:
            chosen = {each for members in self.members[s + 1].values() for each in members}
        else:
            chosen = {*here, *self.event.stages[s + 1].rounds[0].absent}
        there = [each for each in self.out if each in chosen]
        if not self.event.stages[s + 1].groups:
            there = [each for each in there if not self.kept_out(each, (s + 1, 0))]
        tried = [course.ranked_by(keys) for keys in self.readings[s] for course in self.courses_without(s)]
        tables = [[*course.standings(self.out, reach_for=len(tried))] for course in tried]
        disputed = self.met_otherwise is not self.met
        otherwise = self.course(s, otherwise=True).standings(self.out) if disputed else tables[0]
        for by_group, other_reading in zip(zip(*tables, strict=True), otherwise, strict=True):
            by_time = wrongly_gone_on(other_reading, advance, chosen, there)
            told = [wrongly_gone_on(table, advance, chosen, there) for table in by_group]
            of_group = {row.entrant for row in by_group[0].rows}
            moved = any(row.disqualified for row in by_group[0].rows) or self.in_doubt & of_group
            for each, wanted in told[0]:
                who = each if each is not None else wanted
                if all(who in {there if there is not None else due for there, due in other} for other in told[1:]):
                    where = here.get(each, f"stages/{s + 1}") if each is not None else f"stages/{s + 1}"
                    case = "moved" if moved else None
                    self.add("EVENT-ADVANCE", where, expected=wanted or "-", actual=each or "-", case=case)
                    self.report.under(None)  # what the sheets print is about knock-outs; of a table the event says who goes on
                    if (each, wanted) not in by_time:
                        self.rests_on_time()

    def courses_without(self, s: int) -> Sequence[Course]:
        """The course of a stage; and, where the sheet has that, the same with results of it cancelled (JS-7.5)."""
        course = self.course(s)
        if not self.sheet.event.cancels:
            return [course]
        with_them = [one.spot for one in self.met if one.spot.stage == s and self.out.keys() & {*one.entrants}]
        tried = [{*with_them}, *({spot} for spot in with_them[:MOST_CANCELLED])]
        return [course, *(course.without(spots) for spots in tried if spots)]

    def round(self, at: tuple[int, int]) -> Round:
        """A round by the indices of its stage and itself."""
        return self.event.stages[at[0]].rounds[at[1]]

    def thirds(self, at: tuple[int, int]) -> set[Spot]:
        """The tables of a round at which the third place is played for."""
        s, r = at
        if s not in self.brackets:
            own = [one for one in self.met if one.spot.stage == s]
            members = [each for group in self.members[s].values() for each in group]
            stage, lost = self.event.stages[s], lost_before(self.event, s, self.met)
            self.brackets[s] = Bracket(stage, members, stage.rounds, own, lost=lost)
        return {one.spot for one in self.brackets[s].drawn[r].thirds}

    def pointers(self, at: tuple[int, int]) -> Iterator[tuple[str, str]]:
        """Whom a round has at its tables, or with a bye, and where."""
        s, r = at
        for t, table in enumerate(self.round(at).tables):
            for side in (0, 1):
                for each in table.sides[side]:
                    yield each, f"stages/{s}/rounds/{r}/tables/{t}/sides/{self.sheet.sides[side]}"
        for b, each in enumerate(self.round(at).byes):
            yield each, f"stages/{s}/rounds/{r}/byes/{b}"


def bounds_of(row: Standing, table: Standings) -> tuple[int, int] | None:
    """The best and the worst place that an entrant can have, shared ones counted to their last; None if not known."""
    if table.open or row.place is None:
        return row.reach
    return row.place, row.place + row.derivation[-1].tied


def wrongly_gone_on(
    table: Standings, advance: int, chosen: Collection[str], there: Collection[str]
) -> list[tuple[str | None, str | None]]:
    """Who went on, of a group, and should not have, and who should have in his place; None for nobody.

    `chosen` are all who went on, `there` those of them who are disqualified, which is said where they are.
    """
    bounds = {row.entrant: bounds_of(row, table) for row in table.rows if not row.disqualified}
    if None in bounds.values():
        return []
    known = {each: both for each, both in bounds.items() if both is not None}
    missing = [each for each, (_, worst) in known.items() if worst <= advance and each not in chosen]
    theirs = sum(row.disqualified and row.entrant in there for row in table.rows)
    missing = missing[: max(len(missing) - theirs, 0)]
    extra = [each for each, (best, _) in known.items() if best > advance and each in chosen]
    return [*zip_longest(extra, missing)]


def first_at(names: Sequence[str]) -> Mapping[str, int]:
    """Where each name stands first."""
    return {each: at for at, each in reversed([*enumerate(names)])}


class Pairing:
    """Tries to draw rounds without a rematch, as far as so many tries tell."""

    def __init__(self) -> None:
        self.left = MOST_COMPARED

    def can_be_drawn(self, entrants: Sequence[str], met: Mapping[str, AbstractSet[str]]) -> bool:
        """Whether all can be paired without anybody meeting again whom he has `met`."""
        everybody = frozenset(entrants)
        count = len(everybody)
        had = {each: len(everybody & met.get(each, set()) - {each}) for each in everybody}
        if all(2 * (count - 1 - had[each]) >= count for each in everybody):
            return count % 2 == 0  # whoever has half of the others left always finds one (Dirac)
        if count > MOST_PAIRED:
            return False
        partners = {each: everybody - met.get(each, set()) - {each} for each in everybody}
        steps = 0

        def paired(left: frozenset[str]) -> bool:
            nonlocal steps
            if not left:
                return True
            steps += 1
            self.left -= len(left) ** 2
            if steps > MOST_STEPS or self.left < 0:
                return False
            first = min(left, key=lambda each: (len(partners[each] & left), each))
            return any(paired(left - {first, other}) for other in sorted(partners[first] & left))

        return paired(everybody)
