"""What an audit shows of each input, made where it was audited: in this process or in a pool, in the order of the inputs."""

import traceback
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

from ingest.output import computed_row, finding_row
from ingest.parse import Parsed
from ingest.pool import in_order
from ingest.rejection import Rejection, printable
from ingest.source import RawRecord
from ingest.stream import Input, batches, no_collection, outcome_of
from replay.computed import Audit
from replay.findings import Finding

BATCH_RECORDS: Final = 64


class Item(NamedTuple):
    """A finding as the documented row, and as the engine made it."""

    row: dict[str, Any]
    finding: Finding


class Outcome(NamedTuple):
    """What became of one input: findings (perhaps none) and computed results, a rejection, or a fault of this program.

    `size` is the number of bytes of the record, 0 where there is none.
    """

    source: str
    line: int | None
    size: int
    sheet: str | None = None
    items: tuple[Item, ...] = ()
    computed: dict[str, Any] | None = None
    rejection: Rejection | None = None
    fault: str | None = None


def outcomes(inputs: Iterable[Input], workers: int, *, computed: bool) -> Generator[Outcome, None, None]:
    """The outcome of each input, in order. Raises BrokenProcessPool when a worker process dies."""
    most = BATCH_RECORDS if workers > 1 else 1  # one by one, each is shown as soon as it is known
    with closing(in_order(partial(_outcomes, computed=computed), batches(inputs, most), workers)) as made:
        for _, each in made:
            yield from each


def _outcomes(batch: Sequence[Input], *, computed: bool) -> list[Outcome]:
    with no_collection():
        return [_outcome(given, computed=computed) for given in batch]


def _outcome(given: Input, *, computed: bool) -> Outcome:
    def shown(parsed: Parsed, verdict: Audit) -> Outcome:
        items = tuple(Item(finding_row(finding, parsed, verdict), finding) for finding in verdict.findings)
        results = computed_row(verdict, parsed) if computed else None
        return place._replace(sheet=parsed.record.sheet, items=items, computed=results)

    place = Outcome(printable(given.source), given.line, len(given.raw) if isinstance(given, RawRecord) else 0)
    _, made, rejection, fault = outcome_of(given, shown)
    told = "".join(traceback.format_exception(fault)) if fault else None
    return made or place._replace(rejection=rejection, fault=told)
