"""The review of records in a warehouse: rows beside those of the audit, which no verdict reads, added whenever somebody asks.

Records are reviewed without holding the warehouse, in the order in which they came; what some of them gave is committed
together. So a review that ends early goes on where it was, and loads go on beside it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from paipu.analytics.columns import SCHEMAS
from paipu.analytics.errors import UnusableError
from paipu.analytics.parts import write_drafts
from paipu.analytics.reader import Reader
from paipu.analytics.review.judge import VERSION, Thresholds
from paipu.analytics.review.reviewed import Task, review_hand, tasks
from paipu.analytics.review.row import DecisionRow
from paipu.analytics.rows import BatchRow
from paipu.analytics.warehouse import Draft, Warehouse
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.pool import in_order
from paipu.ingest.source import RawRecord
from paipu.replay.audit import ENGINE_VERSION

TOGETHER: Final = 16
"""So many records are committed at once."""
PATIENCE: Final = 600
"""Seconds for which a load that is under way is waited for."""
_DUE: Final = """
SELECT record, record_sha256, source, line, record IN (
    SELECT record FROM stored.decisions
    WHERE judge_version = ? AND asked = ? AND threshold IN (SELECT unnest(CAST(? AS DOUBLE[])))
) AS done
FROM stored.latest
ORDER BY record
"""
"""The records that stand, and which have been reviewed alike. One of which nothing could be judged is looked at again."""


class Reviewed(NamedTuple):
    """What a review did."""

    records: int
    decisions: int
    already: int


class _Due(NamedTuple):
    record: int
    record_sha256: str
    source: str
    line: int | None


def _due(reader: Reader, worlds: int, threshold: float | None) -> tuple[list[_Due], int]:
    """The records to be reviewed, and how many have been."""
    limits = [*Thresholds()] if threshold is None else [threshold]
    rows = reader.query(_DUE, [VERSION, worlds, limits]).to_dicts()
    return [_Due(*(row[name] for name in _Due._fields)) for row in rows if not row["done"]], sum(row["done"] for row in rows)


def due_in(directory: Path, worlds: int, threshold: float | None) -> int:
    """How many records of a warehouse are to be reviewed."""
    return len(_due(Reader(directory), worlds, threshold)[0])


def review_into(
    directory: Path, worlds: int, threshold: float | None, workers: int, progress: Callable[[int, int], object]
) -> Reviewed:
    """Review the records of a warehouse that were not, into it. `progress` is told how many records and decisions there are.

    Raises WarehouseError where the warehouse cannot be read or written.
    """
    reader = Reader(directory)
    due, already = _due(reader, worlds, threshold)
    records = decisions = 0
    given = _tasks(reader, due, worlds, threshold)
    held: list[tuple[int, Sequence[DecisionRow]]] = []
    with closing(in_order(_work, given, workers)) as made:
        for number, of_record in groupby(made, lambda each: each[0][0]):
            rows = [row for _, found in of_record for row in found]
            held.append((number, rows))
            records, decisions = records + 1, decisions + len(rows)
            if len(held) >= TOGETHER:
                _commit(directory, held)
                held = []
            progress(records, decisions)
    if held:
        _commit(directory, held)
    return Reviewed(records, decisions, already)


def _tasks(reader: Reader, due: Sequence[_Due], worlds: int, threshold: float | None) -> Iterator[tuple[int, Task]]:
    """The hands of some records, each with the record's number."""
    for each in due:
        raw = reader.record(each.record_sha256)
        parsed = parse(raw, RawRecord(raw, each.source, each.line)) if raw is not None else None
        if isinstance(parsed, Parsed):
            for task in tasks(parsed.record, None, worlds, threshold):
                yield each.record, task


def _work(given: tuple[int, Task]) -> list[DecisionRow]:
    return review_hand(given[1])


def _commit(directory: Path, held: Sequence[tuple[int, Sequence[DecisionRow]]]) -> None:
    """Bring in the rows of some records."""
    with Warehouse.open(directory, PATIENCE) as warehouse:
        batch = warehouse.manifest.batches + 1
        now = datetime.now(UTC).replace(tzinfo=None)
        row = BatchRow(batch, 0, now, ENGINE_VERSION, 0, 0, 0, 0, 0)
        told = [{"record": number, "review": batch, **each._asdict()} for number, rows in held for each in rows]
        tables = {
            "decisions": pa.Table.from_pylist(told, schema=SCHEMAS["decisions"]),
            "batches": pa.Table.from_pylist([row._asdict()], schema=SCHEMAS["batches"]),
        }
        try:
            parts = write_drafts(directory, batch, batch, tables)
        except OSError as fault:
            raise UnusableError(directory, fault) from fault
        warehouse.commit(Draft(row, tuple(parts), (), ()))
