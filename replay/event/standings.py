"""Who stands where: the table of each group, or the bracket of a knock-out, every place with its derivation."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from replay.event.disqualified import Out, disqualified, until
from replay.event.knockout import Bracket
from replay.event.match import AccountName, Match
from replay.event.placing import Placed, place
from replay.event.record import EventRecord
from replay.event.rows import Standings
from replay.event.table import Table
from replay.event.worth import Encounter, encounters, terms_of
from replay.rulesheet import RuleSheet
from replay.sheets import SHEETS


def standings(event: EventRecord, matches: Iterable[Match], account: AccountName) -> tuple[Standings, ...]:
    """The standings of every stage and group by one account of the matches."""
    sheet = sheet_of_event(event)
    return standings_of(event, sheet, place(event, matches), account)


def sheet_of_event(event: EventRecord) -> RuleSheet:
    """The rule sheet of an event, with its options set."""
    return SHEETS[event.sheet].configured(event.options)


def standings_of(
    event: EventRecord, sheet: RuleSheet, placed: Placed, account: AccountName, after: int | None = None
) -> tuple[Standings, ...]:
    """The same of matches that have their tables; after some round of each stage, or after all."""
    met = encounters(event, sheet, placed, account)
    out = disqualified(event, sheet.event, met)
    return tuple([each for s in range(len(event.stages)) for each in of_stage(event, sheet, s, met, out, after)])


def readings(event: EventRecord, sheet: RuleSheet, s: int) -> tuple[EventRecord, ...]:
    """An event as it is, and with what else may decide the places of a stage, where neither it nor the sheet says what does."""
    stage = event.stages[s]
    if stage.rank_by is not None or stage.form != "table" or stage.is_round_robin:
        return (event,)
    stages = [[*event.stages[:s], replace(stage, rank_by=keys), *event.stages[s + 1 :]] for keys in sheet.event.rank_or]
    return (event, *(replace(event, stages=tuple(each)) for each in stages))


def of_stage(
    event: EventRecord, sheet: RuleSheet, s: int, met: Sequence[Encounter], out: Out, after: int | None = None
) -> Iterator[Standings]:
    """The standings of the groups of a stage, given what its tables came to, and who is disqualified in the event."""
    stage = event.stages[s]
    rounds = [each for each in stage.rounds if after is None or each.no <= after]
    numbers = {each.no for each in rounds}
    own = [each for each in met if each.spot.stage == s and each.round in numbers]
    terms, out = terms_of(stage, sheet.event), until(out, event, s, after)
    for group, members in event.members(stage).items():
        if stage.form == "knockout":
            over = after is None and any(later.rounds for later in event.stages[s + 1 :])
            here = set(members)
            met_here = [one for one in own if not here.isdisjoint(one.entrants)]
            yield Bracket(stage, members, rounds, met_here, out, over=over, lost=lost_before(event, s, met)).standings(group)
            continue
        ledger = [line for line in event.penalties if line.stage == stage.id and (line.round is None or line.round in numbers)]
        rows = Table(stage, terms, members, rounds, own, ledger, out).rows()
        yield Standings(stage=stage.id, group=group, form=stage.form, rank_by=terms.rank_by, rows=rows)


def lost_before(event: EventRecord, s: int, met: Iterable[Encounter]) -> frozenset[str]:
    """Who lost in the last round of the knock-out with which a stage goes on; nobody where it does not."""
    before = event.stages[s - 1] if s else None
    if before is None or before.form != "knockout" or not before.rounds:
        return frozenset()
    last = [one for one in met if one.spot.stage == s - 1 and one.round == before.rounds[-1].no]
    return frozenset(each for one in last if one.winner is not None for each in one.sides[1 - one.winner])
