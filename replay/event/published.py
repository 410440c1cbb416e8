"""Published tables: each held against what was computed, cell by cell."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, NamedTuple, Self

from paipu.replay.event.boards import BOARD_POINTS, points_text
from paipu.replay.event.disqualified import NOBODY, Out
from paipu.replay.event.placing import Spot
from paipu.replay.event.record import Published, PublishedRow
from paipu.replay.event.report import EventReport, some_of
from paipu.replay.event.rows import Standing, Standings
from paipu.replay.event.standings import Course
from paipu.replay.event.words import SHARED
from paipu.replay.event_rules import FIGURES, LOT, Figure, Key

MOST_CANCELLED: Final = 10
"""Of so many results at most it is tried which may have been cancelled."""

MOST_EXCHANGED: Final = 200
"""So many wrong lines of a table are looked at for two that were exchanged."""

Verdict = Literal["same", "differs", "open"]

WON: Final[frozenset[Figure]] = frozenset({"wins", "match_points"})
"""Figures that say who has won, and how often."""
OF_MATCHES: Final = frozenset[Key]({"head_to_head_levels", "highest", "second_highest"})
"""Keys that are made of a figure of single matches."""
SCORED: Final = frozenset[str]({*FIGURES, *OF_MATCHES, LOT}) - WON
"""What places go by that has nothing to do with who has won."""


class Cell(NamedTuple):
    """A published cell beside what was computed, None where that cannot be told or nobody has it; its verdict, and where it is.

    `open`: it was not checked, for something that it rests on is not known. Who is disqualified has no place, and one behind
    all who have one is the same as none.
    """

    line: int
    entrant: str
    field: str
    published: int
    computed: int | None
    verdict: Verdict
    pointer: str


class Count(NamedTuple):
    """How many published cells there are, and of these how many differ from what was computed, and were not checked."""

    cells: int = 0
    differing: int = 0
    unchecked: int = 0

    @property
    def checked(self) -> int:
        """How many were checked."""
        return self.cells - self.unchecked

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> Self:
        """Count verdicts on cells."""
        told = [*verdicts]
        return cls(len(told), told.count("differs"), told.count("open"))


class Cancelled(NamedTuple):
    """Results as a published line may have left them out: those at some tables, and the figures that are right without them."""

    spots: frozenset[Spot] = frozenset()
    figures: frozenset[Figure] = frozenset()


def values_of(row: PublishedRow) -> Mapping[str, int]:
    """The place and the figures of a line, as far as they are published."""
    told = dict[str, int](row.figures.items())
    return told if row.place is None else {**told, "place": row.place}


def values_due(computed: Standing) -> Mapping[str, int | None]:
    """The same as computed."""
    due = dict[str, int | None](computed.figures.items())
    return {**due, "place": computed.place}


def exchanged_lines(table: Published, standings: Standings) -> Mapping[int, int]:
    """The lines of which each has all the values of one other, both ways, and other figures than its own, if all is settled.

    Where only the places are exchanged it is these that are wrong, by what parts the two; where only who has won, a result may
    have been taken the wrong way round.
    """
    if standings.open:
        return {}
    known: dict[int, tuple[Mapping[str, int], Mapping[str, int | None]]] = {}
    for number, row in enumerate(table.rows):
        computed = standings.row(row.entrant)
        if computed is None or computed.open or computed.unknown or computed.disqualified:
            continue
        told, values = values_of(row), values_due(computed)
        wrong = {figure for figure, value in row.figures.items() if computed.figures[figure] != value}
        if wrong - WON and len(known) < MOST_EXCHANGED:
            known[number] = told, values
    found: dict[int, int] = {}
    for one, other in combinations(known, 2):
        (told, values), (others, there) = known[one], known[other]
        if not {one, other} & found.keys() and told.items() <= there.items() and others.items() <= values.items():
            found |= {one: other, other: one}
    return found


def without_a_place(out: Out, those: Collection[str] | None = None) -> Out:
    """Those who are disqualified, all of them or those named, as if they had been from the first."""
    return {each: why._replace(stage=-1, round=0) for each, why in out.items() if those is None or each in those}


class PublishedAudit:
    """Holds one published table against what was computed, cell by cell."""

    def __init__(self, audit: EventReport, at: int, table: Published) -> None:
        self.audit, self.table, self.pointer = audit, table, f"published/{at}"
        self.stage = next(s for s, stage in enumerate(audit.event.stages) if stage.id == table.stage)
        course = audit.course(self.stage, table.after_round)
        possible = [course.ranked_by(keys) for keys in audit.readings[self.stage]]
        outs = [audit.out, without_a_place(audit.out)] if audit.out else [NOBODY]
        tried = [(each, out) for each in possible for out in outs]
        self.course, out = max(tried, key=lambda each: self.agrees(self.of(each[0], each[1]))) if len(tried) > 1 else tried[0]
        self.standings = self.course.of_group(table.group, out, reach_for=len(audit.event.published))
        self.by_other_keys = [self.of(each, out) for each in possible if each is not self.course]
        disputed = audit.met_otherwise is not audit.met
        by_time = audit.course(self.stage, table.after_round, otherwise=True).ranked_by(self.course.terms.rank_by)
        self.by_time = self.of(by_time, out) if disputed else self.standings
        self.cells: list[Cell] = []
        self.left_out: dict[int, Cancelled] = {}
        self.all_supposed: dict[str, AbstractSet[str]] = {}
        self.out = {row.entrant for row in self.standings.rows if row.disqualified}
        self.as_if = self.of(self.course, NOBODY) if self.out else self.standings
        self.still = {row.entrant for row in table.rows if row.entrant in self.out and self.is_placed(row)}

    def of(self, course: Course, out: Out) -> Standings:
        """The standings that the table should have after such a course, if some are disqualified."""
        return course.of_group(self.table.group, out)

    def agrees(self, standings: Standings) -> int:
        """How many have the place that some standings give them: who is out in these may be left out, or stand behind all."""
        published = {row.entrant: row.place for row in self.table.rows}
        placed = sum(not row.disqualified for row in standings.rows)
        return sum(
            (published.get(row.entrant) or placed + 1) > placed if row.disqualified else published.get(row.entrant) == row.place
            for row in standings.rows
        )

    # -- results that may have been struck out with those who are disqualified

    @cached_property
    def with_them(self) -> Mapping[str, Sequence[tuple[Spot, Mapping[Figure, int | None]]]]:
        """What everybody has from matches against those who are disqualified, and these from all of theirs, by the table.

        Who is out later counts too: a table may be published again.
        """
        found: dict[str, list[tuple[Spot, Mapping[Figure, int | None]]]] = {}
        for one in self.audit.met if self.audit.out else ():
            if one.spot.stage == self.stage and one.told and self.counts(one.round):
                for side in (0, 1):
                    if self.audit.out.keys() & {*one.entrants}:
                        for each in one.sides[side]:
                            found.setdefault(each, []).append((one.spot, one.figures[side]))
        return found

    def cancelled(self, row: PublishedRow) -> Cancelled:
        """The results that a line seems to leave out: those without which most of its figures are right."""
        if id(row) not in self.left_out:
            self.left_out[id(row)] = self.find_cancelled(row)
        return self.left_out[id(row)]

    def find_cancelled(self, row: PublishedRow) -> Cancelled:
        """The same, looked for; an event has so many tries."""
        computed, best = self.standings.row(row.entrant), Cancelled()
        own = self.with_them.get(row.entrant, ())[:MOST_CANCELLED]
        if computed is None or computed.open or not own:
            return best
        over = {
            figure: value - published
            for figure, published in row.figures.items()
            if (value := computed.figures[figure]) is not None
        }
        most = sum(not each for each in over.values())
        for size in range(1, len(own) + 1) if most < len(over) else ():
            for chosen in combinations(own, size):
                self.audit.tries -= 1
                if self.audit.tries < 0:
                    return best
                right = [f for f in over if over[f] == sum(figures[f] or 0 for _, figures in chosen)]
                if len(right) > most:
                    most = len(right)
                    best = Cancelled(frozenset(spot for spot, _ in chosen), frozenset(f for f in right if over[f]))
        return best

    @cached_property
    def otherwise(self) -> Sequence[Standings]:
        """The standings with results cancelled: as the figures show it, all that could be, or those at one table."""
        if self.standings.form != "table":
            return ()
        shown = frozenset(spot for row in self.table.rows for spot in self.cancelled(row).spots)
        single = {spot for own in self.with_them.values() for spot, _ in own}
        tried = [shown, frozenset(single), *(frozenset({spot}) for spot in sorted(single)[:MOST_CANCELLED])]
        outs = [without_a_place(self.audit.out, {*self.out})] if self.out else [self.audit.out]
        outs += [without_a_place(self.audit.out)] if len(self.out) < len(self.audit.out) else []
        courses = [self.course.without(each) for each in dict.fromkeys(tried) if each]
        return [self.of(course, out) for course in courses for out in outs]

    def placed_otherwise(self, entrant: str, place: int) -> bool:
        """Whether somebody has a place if results of those who are disqualified are cancelled."""
        return any(row.place == place for each in self.otherwise if (row := each.row(entrant)) is not None)

    def is_open(self, row: PublishedRow, field: str) -> bool:
        """Whether what differs may come of results that were cancelled, where the sheet leaves that to the referee (JS-7.5)."""
        if not self.audit.sheet.event.cancels:
            return False
        if field == "place":
            computed = self.standings.row(row.entrant)
            differs = computed is not None and row.place not in {None, computed.place}
            return differs and self.placed_otherwise(row.entrant, row.place or 0)
        return field in self.cancelled(row).figures

    # -- figures of matches without a play

    def supposed(self, key: str, entrants: Iterable[str]) -> bool:
        """Whether a figure of one of them has a forfeited match, or a round without one, as 0, and nobody says that it is."""
        return any(key in self.supposed_of(each) for each in entrants)

    def supposed_of(self, entrant: str) -> AbstractSet[str]:
        """The figures of somebody of which that holds."""
        found = self.all_supposed.get(entrant)
        if found is None:
            course, found = self.course, set[str]()
            for one in course.of_entrant.get(entrant, ()):
                for side in (0, 1):
                    found.update(one.supposed[side] if entrant in one.sides[side] else ())
            found |= {key for key in OF_MATCHES & {*course.terms.rank_by} if course.terms.made_of(key) in found}
            for _, counts in course.idle.get(entrant, ()):
                found.update({*FIGURES} - {"wins"} - (counts or {}).keys())  # who did not play has won nothing
            self.all_supposed[entrant] = found
        return found

    def counts(self, no: int) -> bool:
        """Whether the table is of a round, and not of those before it alone."""
        return self.table.after_round is None or no <= self.table.after_round

    def settled_by(self, entrant: str) -> str | None:
        """What has decided a match of somebody that was not decided by play alone, as far as the table goes; None for none."""
        return self.audit.settled_by((self.stage,), entrant, self.table.after_round)

    # -- cell by cell

    def run(self) -> None:
        """All of it."""
        wanted = self.standings.by_entrant.keys()
        listed, extra = set[str](), list[str]()
        for row in self.table.rows:
            if row.entrant in listed or row.entrant not in wanted:
                extra.append(row.entrant)
            listed.add(row.entrant)
        lacking = [each for each in wanted if each not in listed and each not in self.audit.out]
        if lacking or extra:
            expected, actual = (some_of(each) or "-" for each in (lacking, extra))
            self.audit.add("EVENT-ROWS", f"{self.pointer}/rows", expected=expected, actual=actual)
            self.audit.doubt({*lacking, *extra})
        exchanged = exchanged_lines(self.table, self.standings)
        for number, row in enumerate(self.table.rows):
            if number in exchanged:
                self.check_exchanged(number, row, self.table.rows[exchanged[number]].entrant)
            else:
                self.check(number, row, self.standings.row(row.entrant))
        count = Count.of(cell.verdict for cell in self.cells)
        if count.unchecked:
            of, wrong, unchecked = count.cells, count.differing, str(count.unchecked)
            self.audit.add("EVENT-PUBLISHED-OPEN", self.pointer, actual=unchecked, cells=of, differing=wrong)

    def tell(self, number: int, field: str, published: int, computed: int | None, verdict: Verdict) -> str:
        """Note what a cell came to; where it is."""
        pointer = f"{self.pointer}/rows/{number}/{field}"
        self.cells.append(Cell(number, self.table.rows[number].entrant, field, published, computed, verdict, f"/{pointer}"))
        return pointer

    def check(self, number: int, row: PublishedRow, computed: Standing | None) -> None:
        """A line: its figures, what its penalties come to, its place. One of who does not belong there is not checked."""
        right, cancelled = True, self.cancelled(row)
        for figure in FIGURES:
            published, value = row.figures.get(figure), None if computed is None else computed.figures[figure]
            if published is None:
                continue
            if computed is None or computed.open or value is None or (published != value and self.is_open(row, figure)):
                self.tell(number, figure, published, None, "open")
            elif published == value:
                self.tell(number, figure, published, value, "same")
            else:
                right = False
                self.wrong_figure(self.tell(number, figure, published, value, "differs"), computed, figure, cancelled)
        if row.penalties is not None:
            due = self.ledger(row.entrant)
            pointer = self.tell(number, "penalties", row.penalties, due, "same" if row.penalties == due else "differs")
            if row.penalties != due:
                expected, actual = str(due), str(row.penalties)
                self.audit.add("EVENT-LEDGER", pointer, expected=expected, actual=actual, team=row.entrant)
        if row.place is not None:
            self.check_place(number, row, row.place, computed, figures_right=right)

    def check_exchanged(self, number: int, row: PublishedRow, other: str) -> None:
        """One of two lines that have each other's values: one finding for both, at the first; the ledger is checked still."""
        computed = self.standings.row(row.entrant)
        values = values_due(computed) if computed is not None else {}
        for field, published in values_of(row).items():
            value = values.get(field)
            self.tell(number, field, published, value, "same" if value == published else "differs")
        if number < next(at for at, each in enumerate(self.table.rows) if each.entrant == other):
            self.audit.add("EVENT-SWAPPED", f"{self.pointer}/rows/{number}", actual=row.entrant, other=other)
        self.check(number, row._replace(place=None, figures={}), computed)

    def wrong_figure(self, pointer: str, computed: Standing, figure: Figure, cancelled: Cancelled) -> None:
        """Report a figure that differs."""
        cell, value = self.cells[-1], computed.figures[figure]
        case = "out" if computed.disqualified else "struck" if figure in cancelled.figures else figure
        due, told, team = str(value), str(cell.published), cell.entrant
        if figure == BOARD_POINTS and value is not None:
            due, told = (points_text(each, self.course.terms.parts) for each in (value, cell.published))
        self.audit.add("EVENT-FIGURE", pointer, expected=due, actual=told, case=case, team=team, figure=figure)
        won_so = figure in WON and self.audit.is_assumed(self.settled_by(team))
        if won_so or self.supposed(figure, [team]):
            self.audit.report.assumed(None)
        if (other := self.by_time.row(team)) is not None and other.figures[figure] != value:
            self.audit.rests_on_time()

    def check_place(
        self, number: int, row: PublishedRow, published: int, computed: Standing | None, *, figures_right: bool
    ) -> None:
        """A place, as far as it is settled."""
        if computed is not None and computed.disqualified:
            placed = row.entrant in self.still
            pointer = self.tell(number, "place", published, None, "differs" if placed else "same")
            if placed:
                self.audit.add_disqualified(row.entrant, pointer, place=published)
            return
        settled = not self.standings.open
        settled = settled or (computed is not None and computed.reach is not None and computed.reach[0] == computed.reach[1])
        if computed is None or not settled or computed.unknown or (published != computed.place and self.is_open(row, "place")):
            self.tell(number, "place", published, None, "open")
        elif published == computed.place:
            self.tell(number, "place", published, computed.place, "same")
        else:
            pointer = self.tell(number, "place", published, computed.place, "differs")
            self.wrong_place(pointer, published, computed, figures_right=figures_right)

    def wrong_place(self, pointer: str, published: int, computed: Standing, *, figures_right: bool) -> None:
        """Report a place that differs; one that lies among those equal in the first key comes of parting them wrongly."""
        unmoved = self.as_if.row(computed.entrant)
        moved = self.out and unmoved is not None and unmoved.place == published
        if moved and self.still:
            return  # it comes of those who have a place and should have none
        moved = moved or self.placed_otherwise(computed.entrant, published) or self.in_doubt(computed.entrant, published)
        tied = self.tied_at_first(computed)
        places = [each.place for each in self.standings.rows if each.entrant in tied and each.place is not None]
        parted = len(tied) > 1 and min(places) <= published < min(places) + len(tied)
        keys = ", ".join(self.standings.rank_by)
        shared = SHARED if computed.derivation[-1].tied else ""
        code = "EVENT-TIE-BREAK" if parted and figures_right and keys and not moved else "EVENT-PLACE"
        expected, team = f"{computed.place}{shared}", computed.entrant
        case = "moved" if moved else self.settled_by(computed.entrant)
        case = None if case == "time" and SCORED.issuperset(self.standings.rank_by or WON) else case
        self.audit.add(code, pointer, expected=expected, actual=str(published), case=case, team=team, keys=keys)
        others = (each.row(team) for each in self.by_other_keys)
        by_other_keys = any(other is not None and other.place == published for other in others)
        if by_other_keys or any(self.supposed(step.by, tied) for step in computed.derivation):
            self.audit.report.assumed(None)
        if (other := self.by_time.row(team)) is not None and other.place != computed.place:
            self.audit.rests_on_time()

    def tied_at_first(self, computed: Standing) -> AbstractSet[str]:
        """Those whom the first key leaves equal, of whom somebody is one; all, where a value of it is not known."""
        first = computed.derivation[0]
        placed = [row for row in self.standings.rows if not row.disqualified]
        return {row.entrant for row in placed if first.tied + 1 == len(placed) or row.derivation[0].value == first.value}

    def in_doubt(self, entrant: str, place: int) -> bool:
        """Whether somebody has a place by the other reading of who is disqualified."""
        other = self.if_otherwise.row(entrant) if self.audit.in_doubt else None
        return other is not None and other.place == place

    @cached_property
    def if_otherwise(self) -> Standings:
        """The standings by the other reading of who is disqualified."""
        return self.of(self.course, self.audit.otherwise)

    def is_placed(self, row: PublishedRow) -> bool:
        """Whether a line has a place among those of others, and not behind all of them."""
        return row.place is not None and row.place <= len(self.standings.rows) - len(self.out)

    def ledger(self, entrant: str) -> int:
        """What the lines of the ledger about an entrant come to."""
        own = self.audit.ledger.get((self.table.stage, entrant), ())
        return sum(line.value for line in own if line.round is None or self.counts(line.round))
