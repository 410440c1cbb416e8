"""A table of rounds: everybody's results added up, and ranked by what the event goes by."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, product
from math import prod
from typing import Final, NamedTuple

from replay.event.disqualified import Out
from replay.event.ranking import Ranked, Step, rank
from replay.event.record import Penalty, Round, Stage
from replay.event.rows import Standing, unplaced
from replay.event.worth import Encounter, Terms, sitting_out
from replay.event_rules import FIGURES, LOT, Figure, Key

MOST_OUTCOMES: Final = 2**12
"""So many ways in which open matches may end are tried at most, to say which places can still be reached."""


class Result(NamedTuple):
    """What a round came to for an entrant: a match against others, or what a round without one counts."""

    round: int
    figures: Mapping[Figure, int | None]
    against: tuple[str, ...] = ()


class Table:
    """The table of a group. Its `members` are those who are ranked, without those who are `out`."""

    def __init__(
        self,
        stage: Stage,
        terms: Terms,
        members: Sequence[str],
        rounds: Sequence[Round],
        met: Sequence[Encounter],
        ledger: Sequence[Penalty],
        out: Out,
    ) -> None:
        self.stage, self.terms, self.rounds, self.ledger = stage, terms, rounds, ledger
        self.members = [each for each in members if each not in out]
        self.out = {each: out[each] for each in members if each in out}
        here = set(members)
        self.met = [each for each in met if not here.isdisjoint(each.entrants)]
        self.everybody = tuple(dict.fromkeys([*members, *(each for one in self.met for each in one.entrants)]))
        self.of_entrant: dict[str, list[Encounter]] = {each: [] for each in self.everybody}
        for one in self.met:
            for each in one.entrants:
                self.of_entrant[each].append(one)
        self.counted: dict[Figure, bool] = {}
        self.uncounted: dict[str, int] = dict.fromkeys(self.everybody, 0)
        self.idle: dict[str, list[Result]] = {each: [] for each in self.everybody}
        self.given: set[Figure] = {line.figure for line in ledger if line.entrant in self.everybody}
        """Figures of which the event's file itself gives some to somebody."""
        for played in rounds:
            self.sit_out(played)
        self.settle(self.met)

    def sit_out(self, played: Round) -> None:
        """What a round counts for those who have no match in it."""
        for each, counts in sitting_out(played, self.terms).items():
            if each not in self.idle:
                continue
            if counts is None or self.terms.decisive(counts) is None:
                self.uncounted[each] += 1
            if counts is not None:
                self.given.update(counts)
                self.idle[each].append(Result(played.no, {**dict.fromkeys(FIGURES, 0), **counts}))

    def settle(self, met: Sequence[Encounter]) -> None:
        """Add up what some encounters come to."""
        self.results: dict[str, list[Result]] = {each: [*idle] for each, idle in self.idle.items()}
        for one in met:
            if one.told:
                for side in (0, 1):
                    for each in one.sides[side]:
                        if each in self.results:
                            self.results[each].append(Result(one.round, one.figures[side], one.sides[1 - side]))
        self.totals = {each: self.total(each) for each in self.everybody}

    def total(self, entrant: str) -> dict[Figure, int | None]:
        """An entrant's figures, with what the ledger adds."""
        found: dict[Figure, int | None] = {}
        for figure in FIGURES:
            values = [result.figures[figure] for result in self.results[entrant]]
            known = [value for value in values if value is not None]
            whole = len(known) == len(values) or not self.terms.counts(figure)
            found[figure] = sum(known) if whole and self.counts(figure) else None
        for line in self.ledger:
            before = found[line.figure]
            if line.entrant == entrant and before is not None:
                found[line.figure] = before + line.value
        return found

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
            return self.stage.lot.index(entrant) + 1 if entrant in self.stage.lot else None
        if key == "opponents":
            against = [other for result in self.results[entrant] for other in result.against]
            return _sum([self.totals[other][base] for other in against])
        if key == "head_to_head":
            return self.against(entrant, tied)
        if key == "direct_win":
            own = self.totals[entrant][base]
            return self.against(entrant, [each for each in self.members if self.totals[each][base] == own])
        if key in {"progressive", "progressive_cut"}:
            return self.progressive(entrant, cut=key == "progressive_cut")
        return self.totals[entrant][key] if key in FIGURES else None

    def against(self, entrant: str, others: Sequence[str]) -> int | None:
        """What an entrant has made of matches against some others."""
        return _sum([each.figures[self.terms.base] for each in self.results[entrant] if set(each.against) & set(others)])

    def progressive(self, entrant: str, *, cut: bool) -> int | None:
        """累进分: what an entrant had after each round, added up; `cut`: from the second round on.

        A penalty takes its part from its round on; one of no round from what is there in the end.
        """
        base, last = self.terms.base, self.rounds[-1].no if self.rounds else None
        by_round: list[int | None] = []
        for played in self.rounds:
            own = [each.figures[base] for each in self.results[entrant] if each.round == played.no]
            lines = [line for line in self.ledger if (line.entrant, line.figure) == (entrant, base)]
            due = [line.value for line in lines if (last if line.round is None else line.round) == played.no]
            by_round.append(_sum([*own, *due]))
        running = [*accumulate(0 if each is None else each for each in by_round)]
        return None if None in by_round else sum(running[cut:])

    def ranked(self, *, stop_at_unknown: bool = False) -> list[Ranked]:
        """The members in the order of their places."""
        return rank(self.members, self.terms.rank_by, self.value, stop_at_unknown=stop_at_unknown)

    def rows(self) -> tuple[Standing, ...]:
        """The rows of the table."""
        ranked, reach = self.ranked(), self.reach()
        self.settle(self.met)
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
        bare = unplaced(entrant, self.of_entrant[entrant], self.totals[entrant], derivation)
        return bare if entrant in self.out else bare._replace(open=bare.open + self.uncounted[entrant])

    def reach(self) -> Mapping[str, tuple[int, int]]:
        """The places that each member can still have, over all ways in which the open matches may end; empty if not told."""
        waiting = [one for one in self.met if not one.told]
        uncounted = any(self.uncounted[each] for each in self.everybody if each not in self.out)
        if uncounted or any(one.forfeited for one in waiting):
            return {}  # nobody says what a round counts
        ends = [self.ends(one) for one in waiting]
        if prod(map(len, ends)) > MOST_OUTCOMES or not all(ends):
            return {}
        found: dict[str, tuple[int, int]] = {}
        decided = [one for one in self.met if one.told]
        for chosen in product(*ends):
            self.settle([*decided, *chosen])
            for each in self.ranked(stop_at_unknown=True):
                worst = each.last if each.unknown else each.place
                best, last = found.get(each.entrant, (each.place, worst))
                found[each.entrant] = min(best, each.place), max(last, worst)
        return found

    def ends(self, one: Encounter) -> list[Encounter]:
        """The ways in which an open match may end, where those decide the places; empty if that goes by what is scored."""
        if not self.terms.rank_by or self.terms.rank_by[0] in set(FIGURES) - {self.terms.base, "wins"}:
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
