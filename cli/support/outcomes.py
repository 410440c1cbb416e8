"""Inputs to outcomes: parse and audit, in this process or in a pool, in the order of the inputs and in bounded memory."""

import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

from ingest.output import computed_row, finding_row
from ingest.parse import parse
from ingest.pool import in_order
from ingest.rejection import Rejection, printable
from ingest.source import RawRecord
from replay.audit import audit
from replay.findings import Finding

Input = RawRecord | Rejection

BATCH_RECORDS: Final = 64
BATCH_BYTES: Final = 1 << 20


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


def outcome_of(given: Input, *, computed: bool) -> Outcome:
    """Audit one input, and make the row of computed results if it is wanted."""
    if isinstance(given, Rejection):
        return Outcome(given.source, given.line, 0, rejection=given)
    place = Outcome(printable(given.source), given.line, len(given.raw))
    try:
        parsed = parse(given.raw, given)
        if isinstance(parsed, Rejection):
            return place._replace(rejection=parsed)
        record = parsed.record
        verdict = audit(record)
        items = tuple(Item(finding_row(finding, parsed, verdict), finding) for finding in verdict.findings)
        results = computed_row(verdict, parsed) if computed else None
        return place._replace(sheet=record.sheet, items=items, computed=results)
    except Exception:  # noqa: BLE001 - whatever one record sets off, the others are audited
        return place._replace(fault=traceback.format_exc())


def outcomes(inputs: Iterable[Input], workers: int, *, computed: bool) -> Generator[Outcome, None, None]:
    """The outcome of each input, in order. Raises BrokenProcessPool when a worker process dies."""
    of_one = partial(outcome_of, computed=computed)
    if workers == 1:  # one by one, so that each is shown as soon as it is known
        yield from map(of_one, inputs)
        return
    with closing(in_order(partial(_each, of_one), _batches(inputs), workers)) as made:
        for _, each in made:
            yield from each


def _each(of_one: "partial[Outcome]", batch: list[Input]) -> list[Outcome]:
    return [of_one(given) for given in batch]


def _batches(inputs: Iterable[Input]) -> Iterator[list[Input]]:
    batch: list[Input] = []
    size = 0
    for given in inputs:
        batch.append(given)
        size += len(given.raw) if isinstance(given, RawRecord) else 0
        if len(batch) >= BATCH_RECORDS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
