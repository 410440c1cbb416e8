"""What an audit shows of each input, made where it was audited: in this process or in a pool, in the order of the inputs."""

import traceback
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

from paipu.ingest.output import computed_row, finding_row, three_accounts
from paipu.ingest.parse import Parsed
from paipu.ingest.pool import Crew, in_order
from paipu.ingest.rejection import Rejection, printable
from paipu.ingest.scoresheet.places import PLACES
from paipu.ingest.source import RawRecord
from paipu.ingest.stream import NO_RULINGS, NOTHING_SAID, Input, Overlay, Verdict, batches, no_collection, outcome_of
from paipu.replay.event.match import Match, match_of
from paipu.replay.event.placing import Games
from paipu.replay.findings import Finding
from paipu.replay.seating import teams_of
from paipu.replay.sheets import SHEETS

BATCH_RECORDS: Final = 64


class Item(NamedTuple):
    """A finding as the documented row, and as the engine made it."""

    row: dict[str, Any]
    finding: Finding


class Outcome(NamedTuple):
    """What became of one input: findings (perhaps none) and computed results, a rejection, or a fault of this program.

    `size` is the number of bytes of the record, 0 where there is none; `match` what an event takes from it, `places` where that
    stands in a score sheet, as `extra` of the record has it. `hands` are the numbers of its hands, `teams` who played.
    """

    source: str
    line: int | None
    size: int
    sheet: str | None = None
    items: tuple[Item, ...] = ()
    computed: dict[str, Any] | None = None
    rejection: Rejection | None = None
    fault: str | None = None
    match: Match | None = None
    places: dict[str, Any] | None = None
    sha256: str | None = None
    id: str | None = None
    hands: tuple[int, ...] = ()
    teams: tuple[str, ...] = ()


class Wanted(NamedTuple):
    """What is wanted of an input: its findings, what was computed, what an event takes from it.

    `ruled`: beside what was computed also what was recorded, and what it comes to with the rulings laid over it.
    """

    findings: bool = True
    computed: bool = False
    match: bool = False
    ruled: bool = False


def outcomes(
    inputs: Iterable[Input],
    workers: int | Crew,
    wanted: Wanted,
    rulings: Overlay = NO_RULINGS,
    games: Games = NOTHING_SAID,
) -> Generator[Outcome, None, None]:
    """The outcome of each input with the rulings laid over it, in order. Raises BrokenProcessPool when a worker dies,
    CrewError when a crew cannot go on.
    """
    most = 1 if workers == 1 else BATCH_RECORDS  # one by one, each is shown as soon as it is known
    audited = partial(_outcomes, wanted=wanted, rulings=dict(rulings), games=dict(games))  # a plain one goes to the workers
    with closing(in_order(audited, batches(inputs, most), workers)) as made:
        for _, each in made:
            yield from each


def _outcomes(batch: Sequence[Input], *, wanted: Wanted, rulings: Overlay, games: Games) -> list[Outcome]:
    with no_collection():
        return [_outcome(given, wanted, rulings, games) for given in batch]


def _outcome(given: Input, wanted: Wanted, rulings: Overlay, games: Games) -> Outcome:
    def shown(parsed: Parsed, verdict: Verdict) -> Outcome:
        found = verdict.ruled.findings if wanted.findings else ()
        items = tuple(Item(finding_row(finding, parsed, verdict.ruled), finding) for finding in found)
        results = None
        if wanted.computed:
            results = three_accounts(verdict, parsed) if wanted.ruled else computed_row(verdict.computed, parsed)
        found_as = place._replace(sheet=parsed.record.sheet, items=items, computed=results)
        numbers = tuple(hand.no for hand in parsed.record.hands)
        teams = teams_of(SHEETS[parsed.record.sheet], parsed.record) if found else ()
        found_as = found_as._replace(sha256=parsed.sha256, id=parsed.record.id, hands=numbers, teams=teams)
        if not wanted.match:
            return found_as
        match = match_of(parsed.record, verdict.computed, verdict.ruled if verdict.ruled is not verdict.computed else None)
        return found_as._replace(match=match, places={PLACES: parsed.extra[PLACES]} if PLACES in parsed.extra else None)

    place = Outcome(printable(given.source), given.line, len(given.raw) if isinstance(given, RawRecord) else 0)
    _, made, rejection, fault = outcome_of(given, shown, rulings, games)
    told = "".join(traceback.format_exception(fault)) if fault else None
    return made or place._replace(rejection=rejection, fault=told)
