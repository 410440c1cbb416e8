"""A knock-out: who loses is out, with a place behind all who go on; losers of the same round share theirs."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final

from paipu.replay.event.disqualified import NOBODY, Out
from paipu.replay.event.placing import Spot
from paipu.replay.event.ranking import Step, step_of
from paipu.replay.event.record import Round, Stage
from paipu.replay.event.rows import Drawn, Standing, Standings, by_entrant, unplaced
from paipu.replay.event.worth import Encounter
from paipu.replay.event_rules import FIGURES

ROUND: Final = "round"
"""What a place goes by: the last round that somebody was in."""


class Bracket:
    """The rounds of a knock-out so far, and what follows for each member.

    `bands` has the places that those who have lost share, first and last; `until` the last round of each. `over`: no further
    round of this stage comes, for those who are still in play in a later one. Who is behind somebody who is `out` moves up;
    `replaced` has those in whose place the ones whom they had beaten went on, with the place that these had: only who is behind
    that one moves up then. `lost` lost in the last round before this stage, where that was a knock-out as well: in its
    first they may play for the third place, and are `behind` whoever is in play then.
    """

    def __init__(
        self,
        stage: Stage,
        members: Sequence[str],
        rounds: Sequence[Round],
        met: Sequence[Encounter],
        out: Out = NOBODY,
        *,
        over: bool = False,
        lost: AbstractSet[str] = frozenset(),
    ) -> None:
        self.stage, self.over, self.of_entrant = stage, over, by_entrant(met)
        self.members = [each for each in members if each not in out]
        self.out = {each: out[each] for each in members if each in out}
        self.replaced: dict[str, int] = {}
        self.beaten_by: dict[str, tuple[str, ...]] = {}
        self.drawn: list[Drawn] = []
        self.bands: dict[str, tuple[int, int]] = {}
        self.until: dict[str, int] = dict.fromkeys(members, 0)
        self.behind: AbstractSet[str] = frozenset()
        self.up: dict[tuple[int, int], int] = {}
        out_before = lost
        of_round: dict[int, list[Encounter]] = {}
        for one in met:
            of_round.setdefault(one.round, []).append(one)
        for played in rounds:
            own = of_round.get(played.no, [])
            thirds = tuple([one for one in own if stage.playoff and out_before >= {*one.entrants}])
            third = {one.spot for one in thirds}
            main = tuple([one for one in own if one.spot not in third])
            for each in [*(each for one in main for each in one.entrants), *played.byes]:
                if each in self.beaten_by:
                    self.replaced |= dict.fromkeys(self.beaten_by.pop(each), self.bands.pop(each)[0])
            to_third = out_before if stage.playoff else frozenset[str]()  # a walkover there is no bye of the bracket
            byes = tuple([each for each in played.byes if each not in to_third])
            if not self.drawn and to_third:
                self.behind = to_third & {*played.byes, *(each for one in thirds for each in one.entrants)}
                ahead = sum(len(one.entrants) for one in main) + len(byes)
                self.bands |= dict.fromkeys(self.behind, (ahead + 1, ahead + len(self.behind)))
            self.drawn.append(Drawn(played.no, main, thirds, byes))
            self.until |= dict.fromkeys([*(each for one in own for each in one.entrants), *played.byes], played.no)
            out_before = self.knock_out(self.drawn[-1])

    def knock_out(self, drawn: Drawn) -> set[str]:
        """Give those who lose in a round their places; they are who may play for the third place in the next."""
        first = drawn.going_on + 1
        last = first - 1 + sum(len(one.sides[0]) for one in drawn.encounters)
        out: set[str] = set()
        for one in drawn.encounters:
            if one.winner is not None:
                out |= {*one.sides[1 - one.winner]}
                if self.out.keys() & {*one.sides[one.winner]}:
                    self.beaten_by |= dict.fromkeys(one.sides[1 - one.winner], one.sides[one.winner])
        self.bands |= dict.fromkeys(out, (first, last))
        for one in drawn.thirds:
            if one.winner is not None:
                size = len(one.sides[0])
                self.bands |= dict.fromkeys(one.sides[one.winner], (last + 1, last + size))
                self.bands |= dict.fromkeys(one.sides[1 - one.winner], (last + 1 + size, last + 2 * size))
        return out

    def band(self, member: str) -> tuple[int, int]:
        """The places that somebody shares who has lost; all who are still in share the first."""
        return self.bands.get(member, (1, 1))

    def moved_up(self, member: str) -> int:
        """By how much somebody moves up: so many who were in play, or ahead, when he lost are disqualified."""
        at = self.band(member)[0], self.until[member]
        if at not in self.up:
            first, last = at
            behind = ((each, max(self.band(each)[0], self.replaced.get(each, 0))) for each in self.out)
            self.up[at] = min(sum(place < first and self.until[each] >= last for each, place in behind), first - 1)
        return self.up[at]

    def place(self, member: str) -> int:
        """The place that somebody has."""
        return self.band(member)[0] - self.moved_up(member)

    def reach(self, member: str) -> tuple[int, int]:
        """The places that somebody can still have, with no more byes than there have to be."""
        if member in self.bands:
            first, last = (each - self.moved_up(member) for each in self.bands[member])
            return (first, last) if self.plays_for_third(member) else (first, first)
        at = self.last_at.get(member)
        if at is None:
            return 1, len(self.members)
        drawn, mine = at
        if mine is not None and not mine.told:
            return 1, self.worst(drawn.going_on, len(mine.sides[0]))
        return self.from_here(drawn.going_on, drawn)

    @cached_property
    def last_at(self) -> Mapping[str, tuple[Drawn, Encounter | None]]:
        """The last round that each was drawn in and did not play for the third place, with his table; None for a bye."""
        found: dict[str, tuple[Drawn, Encounter | None]] = {}
        for drawn in self.drawn:
            found |= dict.fromkeys(drawn.byes, (drawn, None))
            found |= {each: (drawn, one) for one in reversed(drawn.encounters) for each in one.entrants}
        return found

    def from_here(self, left: int, drawn: Drawn) -> tuple[int, int]:
        """The places of one who has won his match of a round after which so many are left."""
        if self.over:
            return 1, 1
        size = max((len(one.sides[0]) for one in drawn.encounters), default=1)
        if left <= size:
            return 1, 1
        return 1, self.worst(left - size * (left // (2 * size)), size)

    def worst(self, staying: int, size: int) -> int:
        """The place of one who loses in a round after which so many stay in; a semi-final may lead on to the fourth."""
        return staying + 1 + size if self.stage.playoff and staying == 2 * size else staying + 1

    def plays_for_third(self, member: str) -> bool:
        """Whether somebody who is out has yet to play for the third place: he lost a semi-final, and that match is not told."""
        if not self.stage.playoff:
            return False
        own = self.of_entrant.get(member, ())
        if member in self.behind:
            first = self.drawn[0]
            return not any(one.told for one in own if one.round == first.no and one.spot in self.third)
        for drawn in self.drawn:
            lost = [
                one
                for one in own
                if one.round == drawn.no
                and one.spot not in self.third
                and one.winner is not None
                and member in one.sides[1 - one.winner]
            ]
            if lost and drawn.going_on == 2 * len(lost[0].sides[0]):
                return not any(one.told for one in own if one.round > drawn.no and one.spot in self.third)
        return False

    @cached_property
    def third(self) -> AbstractSet[Spot]:
        """The tables at which the third place is played for."""
        return {one.spot for drawn in self.drawn for one in drawn.thirds}

    def standings(self, group: str | None) -> Standings:
        """The places so far."""
        place_of = {each: self.place(each) for each in self.members}
        order = sorted(self.members, key=place_of.__getitem__)
        shared: dict[int, list[str]] = {}
        for each in order:
            shared.setdefault(place_of[each], []).append(each)
        placed = []
        for each in order:
            place = place_of[each]
            last = step_of(ROUND, self.until[each], each, shared[place])
            placed.append(self.row(each, (last,))._replace(place=place, reach=self.reach(each)))
        behind = [self.row(each, why.grounds)._replace(disqualified=True) for each, why in self.out.items()]
        rows, form = (*placed, *behind), self.stage.form
        return Standings(stage=self.stage.id, group=group, form=form, rank_by=(), rows=rows, bracket=tuple(self.drawn))

    def row(self, member: str, derivation: tuple[Step, ...]) -> Standing:
        """The row of a member, without his place."""
        own = self.of_entrant.get(member, ())
        wins = sum(one.told and one.winner == one.side_of(member) for one in own)
        return unplaced(member, own, {**dict.fromkeys(FIGURES), "wins": wins}, derivation)
