"""Who is disqualified in the course of an event, since when, and on what grounds: a ruling, or what the sheet counts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from paipu.replay.event.ranking import Step
from paipu.replay.event.record import EventRecord
from paipu.replay.event.worth import RULING, Encounter
from paipu.replay.event_rules import EventRules


class Disqualified(NamedTuple):
    """What somebody is disqualified for: the indices of the stage and the round in which it came to that, and the grounds.

    Who is disqualified has no place from then on, and is not drawn again; what he has played counts (EV-1). `clause` is that
    of the ruling, if one is named; `broken`: rounds that count as running are not one right after another.
    """

    stage: int
    round: int
    grounds: tuple[Step, ...]
    clause: str | None = None
    broken: bool = False

    @property
    def case(self) -> str | None:
        """What a finding's clause goes by: `ruled`, `late`, `broken`, or neither."""
        case = {RULING: "ruled", "latenesses": "late"}.get(self.grounds[0].by)
        return "broken" if case is None and self.broken else case


Out = Mapping[str, Disqualified]
NOBODY: Final[Out] = MappingProxyType({})


def disqualified(event: EventRecord, rules: EventRules, met: Sequence[Encounter]) -> Out:
    """Everybody who is disqualified, given what the tables of an event came to.

    What has to come one round after another is counted over the rounds that somebody was to play, from stage to stage: a bye
    does not break the row, and a round of which nothing is on record has neither a lateness nor a forfeit (D-GD3-7, D-JS-04).
    """
    may = (rules.latenesses_running, rules.forfeits_running, rules.lost_by_rulings)
    if all(most is None for most in may) and not any(one.disqualified for one in met):
        return NOBODY
    late, running, lost = Counter[str](), Counter[str](), Counter[str]()
    since: dict[str, tuple[int, int]] = {}
    out: dict[str, Disqualified] = {}
    of_round: dict[tuple[int, int], list[Encounter]] = {}
    for one in met:
        of_round.setdefault(one.spot[:2], []).append(one)
    for s, stage in enumerate(event.stages):
        for r, played in enumerate(stage.rounds):
            own = of_round.get((s, r), [])
            gone = {each for one in own for side in one.forfeited for each in one.sides[side]}
            gone |= {*played.absent}.difference(each for one in own if one.matches for each in one.entrants)
            came_late = gone | {each for one in own for side in one.late for each in one.sides[side]}
            ruled = {each: clause for one in own for side, clause in one.disqualified.items() for each in one.sides[side]}
            beaten = {each for one in own if one.lost is not None for each in one.sides[one.lost]}
            lost.update(beaten | gone if rules.forfeits_lost else beaten)
            for each in dict.fromkeys([*(each for one in own for each in one.entrants), *played.absent]):
                if each in gone and not running[each]:
                    since[each] = s, r
                running[each] = running[each] + 1 if each in gone else 0
                late[each] = late[each] + 1 if each in came_late else 0
                counted = (
                    (RULING, int(each in ruled), 1),
                    ("latenesses", late[each], rules.latenesses_running),
                    ("forfeits", running[each], rules.forfeits_running),
                    ("lost_by_rulings", lost[each], rules.lost_by_rulings),
                )
                grounds = tuple([Step(by, n) for by, n, most in counted if most is not None and n >= most])
                if grounds and each not in out:
                    broken = grounds[0].by == "forfeits" and since[each] != (s, r + 1 - running[each])
                    out[each] = Disqualified(s, r, grounds, ruled.get(each), broken)
    return out


def until(out: Out, event: EventRecord, stage: int, after: int | None) -> Out:
    """Those who are out after some round of a stage, or after its last."""
    counted = {r for r, played in enumerate(event.stages[stage].rounds) if after is None or played.no <= after}
    return {each: why for each, why in out.items() if why.stage < stage or (why.stage == stage and why.round in counted)}
