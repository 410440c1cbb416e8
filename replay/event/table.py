"""A table of rounds: everybody's results added up, and ranked by what the event goes by."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, product
from math import prod
from typing import Final, NamedTuple, get_args

from paipu.replay.event.disqualified import Out
from paipu.replay.event.ranking import Ranked, Step, rank
from paipu.replay.event.record import Penalty, Round, Stage
from paipu.replay.event.rows import Standing, by_entrant, unplaced
from paipu.replay.event.worth import Encounter, Terms
from paipu.replay.event_rules import FIGURES, LOT, Counts, Derived, Figure, Key

MOST_OUTCOMES: Final = 2**12
"""So many ways in which open matches may end are tried at most, to say which places can still be reached."""
MOST_RANKED: Final = 2**20
"""What all these ways together may take, in values that are ranked; tables of one stage share it."""
OF_RESULTS: Final = frozenset[Key](get_args(Derived)) - {LOT}
"""Keys that look at every result."""
CUT: Final[Mapping[Key, tuple[int, int]]] = {"opponents": (0, 0), "opponents_cut": (1, 0), "opponents_median": (1, 1)}
"""How many of the lowest and of the highest opponents are left out."""
BEST: Final[Mapping[Key, int]] = {"highest": 0, "second_highest": 1}
"""Which score counts, from the highest on."""


class Result(NamedTuple):
    """What a round came to for an entrant: a match against others, or what a round without one counts.

    `unsaid` are the figures of such a round that nobody gives it; `played`: no side has forfeited the match.
    """

    round: int
    figures: Mapping[Figure, int | None]
    against: tuple[str, ...] = ()
    unsaid: AbstractSet[Figure] = frozenset()
    played: bool = True


def result_of(one: Encounter, side: int) -> Result:
    """What a table came to for those of a side."""
    return Result(one.round, one.figures[side], one.sides[1 - side], played=not one.forfeited)


class Given(NamedTuple):
    """What the tables of all groups of a stage are made of: its rounds, what those without a match count, the ledger."""

    stage: Stage
    terms: Terms
    rounds: Sequence[Round]
    idle: Mapping[str, Sequence[tuple[int, Counts | None]]]
    lines: Mapping[str, Sequence[Penalty]]


class Settled(NamedTuple):
    """The results of everybody, and what they come to."""

    results: dict[str, list[Result]]
    totals: dict[str, dict[Figure, int | None]]


class Table:
    """The table of a group. Its `members` are those who are ranked, without those who are `out`.

    `reach_for`: for one of so many tables it is told which places can still be reached; for none if 0.
    """

    def __init__(self, given: Given, members: Sequence[str], met: Sequence[Encounter], out: Out, *, reach_for: int = 1) -> None:
        self.stage, self.terms, self.rounds, idle, self.lines = given
        self.reach_for = reach_for
        self.lot = {each: at for at, each in reversed([*enumerate(self.stage.lot, start=1)])}
        self.members = [each for each in members if each not in out]
        self.out = {each: out[each] for each in members if each in out}
        self.met = met
        self.everybody = tuple(dict.fromkeys([*members, *(each for one in self.met for each in one.entrants)]))
        self.of_entrant = by_entrant(self.met)
        self.counted: dict[Figure, bool] = {}
        self.among: tuple[Sequence[str], frozenset[str]] = (), frozenset()
        self.uncounted: dict[str, int] = dict.fromkeys(self.everybody, 0)
        self.idle: dict[str, list[Result]] = {each: [] for each in self.everybody}
        self.given: set[Figure] = {line.figure for each in self.everybody for line in self.lines.get(each, ())}
        """Figures of which the event's file itself gives some to somebody."""
        for each in self.everybody:
            for number, counts in idle.get(each, ()):
                self.sit_out(each, number, counts)
        self.settle(self.met)

    def sit_out(self, entrant: str, number: int, counts: Counts | None) -> None:
        """What a round counts for somebody who has no match in it."""
        if counts is None or self.terms.decisive(counts) is None:
            self.uncounted[entrant] += 1
        if counts is not None:
            self.given.update(counts)
            unsaid = frozenset(FIGURES) - counts.keys()
            self.idle[entrant].append(Result(number, {**dict.fromkeys(FIGURES, 0), **counts}, unsaid=unsaid))

    def settle(self, met: Sequence[Encounter]) -> None:
        """Add up what some encounters come to."""
        self.results: dict[str, list[Result]] = {each: [*idle] for each, idle in self.idle.items()}
        for one in met:
            if one.told:
                for side in (0, 1):
                    for each in one.sides[side]:
                        if each in self.results:
                            self.results[each].append(result_of(one, side))
        self.totals = {each: self.total(each) for each in self.everybody}
        self.equal: dict[int | None, list[str]] = {}

    def total(self, entrant: str) -> dict[Figure, int | None]:
        """An entrant's figures, with what the ledger adds."""
        found: dict[Figure, int | None] = {figure: 0 if self.counts(figure) else None for figure in FIGURES}
        for line in self.lines.get(entrant, ()):
            before = found[line.figure]
            if before is not None:
                found[line.figure] = before + line.value
        return self.added(found, self.results[entrant])

    def added(self, figures: Mapping[Figure, int | None], results: Sequence[Result]) -> dict[Figure, int | None]:
        """Figures with what some results add to those that are counted."""
        found: dict[Figure, int | None] = {}
        for figure, before in figures.items():
            if before is None:
                found[figure] = None
                continue
            values = [result.figures[figure] for result in results]
            known = [value for value in values if value is not None]
            whole = len(known) == len(values) or not self.terms.counts(figure)
            found[figure] = before + sum(known) if whole else None
        return found

    def settle_too(self, chosen: Sequence[Encounter], before: Settled) -> None:
        """Add to what was settled before what a few more encounters come to."""
        results, totals = before
        self.results, self.totals, self.equal = dict(results), dict(totals), {}
        for one in chosen:
            for side in (0, 1):
                result = result_of(one, side)
                for each in one.sides[side]:
                    if each in self.results:
                        self.results[each] = [*self.results[each], result]
                        self.totals[each] = self.added(self.totals[each], [result])

    def counts(self, figure: Figure) -> bool:
        """Whether a figure is counted at all: it ranks, the file gives it, or some match or forfeit comes to some of it."""
        told = self.counted.get(figure)
        if told is None:
            told = self.counted[figure] = self._counts(figure)
        return told

    def _counts(self, figure: Figure) -> bool:
        forfeit = self.terms.forfeit
        printed = {"wins", *forfeit.absent, *forfeit.present} if forfeit is not None else {"wins"}
        return (
            figure in self.terms.rank_by
            or figure in self.given
            or any(
                values[figure] is not None and (not one.forfeited or figure in printed)
                for one in self.met
                if one.told
                for values in one.figures
            )
        )

    def value(self, key: Key, entrant: str, tied: Sequence[str]) -> int | None:
        """What a key gives an entrant among those who are equal so far."""
        base = self.terms.base
        if key == LOT:
            return self.lot.get(entrant)
        if key in CUT:
            return self.opponents(entrant, *CUT[key])
        if key in BEST:
            return self.score(entrant, self.terms.made_of(key), BEST[key])
        if key in {"head_to_head", "head_to_head_levels", "head_to_head_played"}:
            return self.against(entrant, tied, self.terms.made_of(key), played=key == "head_to_head_played")
        if key == "direct_win":
            return self.against(entrant, self.equal_in_base().get(self.totals[entrant][base], ()), base)
        if key in {"progressive", "progressive_cut"}:
            return self.progressive(entrant, cut=key == "progressive_cut")
        return self.totals[entrant][key] if key in FIGURES else None

    def equal_in_base(self) -> Mapping[int | None, list[str]]:
        """The members by what they have of what results are compared in."""
        if not self.equal:
            for each in self.members:
                self.equal.setdefault(self.totals[each][self.terms.base], []).append(each)
        return self.equal

    def against(self, entrant: str, others: Sequence[str], figure: Figure, *, played: bool = False) -> int | None:
        """What an entrant has made of matches against some others; of those alone that were `played`, others are nothing."""
        if self.among[0] is not others:
            self.among = others, frozenset(others)
        met = [each for each in self.results[entrant] if not self.among[1].isdisjoint(each.against)]
        return _sum([each.figures[figure] for each in met if each.played or not played])

    def opponents(self, entrant: str, lowest: int, highest: int) -> int | None:
        """对手分: what the opponents have, without so many of the lowest and of the highest of them."""
        met = [other for result in self.results[entrant] for other in result.against]
        had = [value for other in met if (value := self.totals[other][self.terms.base]) is not None]
        return sum(sorted(had)[lowest : max(len(had) - highest, lowest)]) if len(had) == len(met) else None

    def score(self, entrant: str, figure: Figure, place: int) -> int | None:
        """What an entrant has of a figure in the best of his rounds, or the next; None where there are not so many.

        A round without a match is one of them where it is given some of the figure.
        """
        told = [each.figures[figure] for each in self.results[entrant] if figure not in each.unsaid]
        known = sorted([each for each in told if each is not None], reverse=True)
        whole = len(known) == len(told) or not self.terms.counts(figure)
        return known[place] if whole and place < len(known) else None

    def progressive(self, entrant: str, *, cut: bool) -> int | None:
        """累进分: what an entrant had after each round, added up; `cut`: from the second round on.

        A penalty takes its part from its round on; one of no round from what is there in the end.
        """
        base, last = self.terms.base, self.rounds[-1].no if self.rounds else None
        due: dict[int | None, list[int | None]] = {}
        for each in self.results[entrant]:
            due.setdefault(each.round, []).append(each.figures[base])
        for line in self.lines.get(entrant, ()):
            if line.figure == base:
                due.setdefault(last if line.round is None else line.round, []).append(line.value)
        by_round = [_sum(due.get(played.no, ())) for played in self.rounds]
        running = [*accumulate(0 if each is None else each for each in by_round)]
        return None if None in by_round else sum(running[cut:])

    def ranked(self, *, stop_at_unknown: bool = False) -> list[Ranked]:
        """The members in the order of their places."""
        return rank(self.members, self.terms.rank_by, self.value, stop_at_unknown=stop_at_unknown)

    def rows(self) -> tuple[Standing, ...]:
        """The rows of the table."""
        ranked, settled = self.ranked(), Settled(self.results, self.totals)
        reach = self.reach() if self.reach_for else {}
        self.results, self.totals = settled
        placed = [
            self.row(each.entrant, each.derivation)._replace(
                place=each.place, reach=reach.get(each.entrant), unknown=each.unknown
            )
            for each in ranked
        ]
        behind = [self.row(each, why.grounds)._replace(disqualified=True) for each, why in self.out.items()]
        return (*placed, *behind)

    def row(self, entrant: str, derivation: tuple[Step, ...]) -> Standing:
        """The row of an entrant, without his place."""
        bare = unplaced(entrant, self.of_entrant.get(entrant, ()), self.totals[entrant], derivation)
        return bare if entrant in self.out else bare._replace(open=bare.open + self.uncounted[entrant])

    def reach(self) -> Mapping[str, tuple[int, int]]:
        """The places that each member can still have, over all ways in which the open matches may end; empty if not told."""
        waiting = [one for one in self.met if not one.told]
        uncounted = any(self.uncounted[each] for each in self.everybody if each not in self.out)
        if uncounted or any(one.forfeited for one in waiting):
            return {}  # nobody says what a round counts
        if 2 ** sum(one.winner is None for one in waiting) > MOST_OUTCOMES:
            return {}
        ends = [self.ends(one) for one in waiting]
        outcomes = prod(map(len, ends))
        if outcomes > MOST_OUTCOMES or not all(ends) or outcomes * self.reach_for * self.budget() > MOST_RANKED:
            return {}
        found: dict[str, tuple[int, int]] = {}
        settled = Settled(self.results, self.totals)
        for chosen in product(*ends):
            self.settle_too(chosen, settled)
            for each in self.ranked(stop_at_unknown=True):
                worst = each.last if each.unknown else each.place
                best, last = found.get(each.entrant, (each.place, worst))
                found[each.entrant] = min(best, each.place), max(last, worst)
        return found

    def budget(self) -> int:
        """What it takes to rank the members once: their values, and for some keys the results that these are made of."""
        results = sum(map(len, self.results.values())) if OF_RESULTS & {*self.terms.rank_by} else 0
        return len(self.members) + results

    def ends(self, one: Encounter) -> list[Encounter]:
        """The ways in which an open match may end, where those decide the places; empty if that goes by what is scored."""
        if self.terms.parts or not self.terms.rank_by or self.terms.rank_by[0] in set(FIGURES) - {self.terms.base, "wins"}:
            return []
        points = self.terms.match_points
        outcomes: list[int | None] = [one.winner] if one.winner is not None else [0, 1]
        if points is not None and points.draw is not None and one.winner is None:
            outcomes.append(None)
        return [self.ended(one, winner) for winner in outcomes]

    def ended(self, one: Encounter, winner: int | None) -> Encounter:
        """An open match that one side has won, or that was drawn; what was scored in it is not known."""
        points = self.terms.match_points
        sides = []
        for side in (0, 1):
            own: dict[Figure, int | None] = {**dict.fromkeys(FIGURES), "wins": int(winner == side)}
            if points is not None:
                own["match_points"] = points.draw if winner is None else points.win if winner == side else points.loss
            sides.append(own)
        return one._replace(told=True, winner=winner, drawn=winner is None, figures=(sides[0], sides[1]))


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
