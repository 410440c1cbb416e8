"""Sources -> parse -> audit -> Arrow tables -> warehouse.

`process` is a pure function of a batch of inputs, so that one process and a pool run the same code; `load`
streams batches of bounded size through it and commits them in the order of the inputs, whatever the number of
workers. A worker imports this module, and so nothing here imports DuckDB or polars.
"""

import hashlib
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from analytics.errors import LoadError
from analytics.extract import Origin, audited_rows
from analytics.rows import BatchRows, QuarantineRow, Tables
from ingest.parse import Parsed
from ingest.pool import in_order
from ingest.rejection import DENIED, Rejection, printable
from ingest.source import RawRecord, read
from ingest.stream import Input, batches, no_collection, outcome_of
from replay.audit import ENGINE_VERSION
from replay.computed import Audit
from replay.sheets import SHEETS
from replay.text import Text

if TYPE_CHECKING:
    from analytics.warehouse import Audited, Committed, Warehouse

BATCH_INPUTS: Final = 1024
"""A batch ends with so many inputs at the latest."""

INTERNAL: Final = "INTERNAL"
INTERNAL_SAID: Final = Text(
    "程序内部错误，这份牌谱没有审核；请把 found 一栏的内容报告给开发者",
    "a fault of this program: the record was not audited; please report what “found” says",
)
FOUND_SHOWN: Final = 500
"""Characters of an exception's text that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadSummary:
    """What became of the inputs: read = accepted + accepted_with_findings + quarantined + already_loaded.

    An input that stands twice among those read is already loaded the second time. `replaced` inputs had
    been audited before by another version of the engine or the sheet; `internal` of the quarantined ones are
    faults of this program; `already_quarantined` of the already loaded ones are in quarantine. `denied` of the inputs
    read may not be read. `batches` were committed, `batch` is the last of them.
    """

    read: int = 0
    accepted: int = 0
    accepted_with_findings: int = 0
    quarantined: int = 0
    already_loaded: int = 0
    already_quarantined: int = 0
    replaced: int = 0
    internal: int = 0
    denied: int = 0
    hands: int = 0
    plays: int = 0
    findings: int = 0
    batches: int = 0
    batch: int | None = None

    @property
    def holds(self) -> bool:
        """Whether every input read is accounted for."""
        return self.read == (self.accepted + self.accepted_with_findings + self.quarantined + self.already_loaded)


def process(batch: Sequence[Input]) -> Tables:
    """Audit a batch. A fault of this program in one record quarantines that record and loses no other."""
    with no_collection():
        try:
            return batch_rows(batch, try_arrow=False).tables()
        except (ValueError, TypeError, OverflowError):
            # Some record has a value that its column cannot hold. One by one, it stands out.
            return batch_rows(batch, try_arrow=True).tables()


def batch_rows(batch: Sequence[Input], *, try_arrow: bool) -> BatchRows:
    rows = BatchRows()
    for position, given in enumerate(batch):
        rows.extend(input_rows(position, given, try_arrow=try_arrow))
    return rows


def input_rows(position: int, given: Input, *, try_arrow: bool) -> BatchRows:
    """The rows of one input; `try_arrow` makes sure that they fit their columns."""

    def of_audit(parsed: Parsed, verdict: Audit) -> BatchRows:
        made = BatchRows()
        made.add_audited(*audited_rows(Origin(position, printable(given.source), given.line), parsed, verdict))
        if try_arrow:
            made.tables()
        return made

    parsed, made, rejection, fault = outcome_of(given, of_audit)
    rows = made or BatchRows()
    if rejection:
        rows.add_quarantined(rejected_row(position, given, rejection))
    elif fault:
        rows.add_quarantined(internal_row(position, given, parsed, fault))
    return rows


def rejected_row(position: int, given: Input, rejection: Rejection) -> QuarantineRow:
    return QuarantineRow(
        position=position,
        source=rejection.source,
        line=rejection.line,
        code=rejection.code,
        message_zh=rejection.message.zh,
        message_en=rejection.message.en,
        pointer=rejection.pointer,
        expected=rejection.expected,
        found=rejection.found,
        problems=max(1, len(rejection.errors)),
        match=None,
        sheet=None,
        sheet_version=None,
        engine_version=ENGINE_VERSION,
        record_sha256=input_sha256(given),
    )


def internal_row(position: int, given: Input, parsed: Parsed | None, fault: Exception) -> QuarantineRow:
    record = parsed.record if parsed else None
    return QuarantineRow(
        position=position,
        source=printable(given.source),
        line=given.line,
        code=INTERNAL,
        message_zh=INTERNAL_SAID.zh,
        message_en=INTERNAL_SAID.en,
        pointer=None,
        expected=None,
        found=fault_text(fault),
        problems=1,
        match=printable(record.id) if record else None,
        sheet=record.sheet if record else None,
        sheet_version=sheet_version(record.sheet) if record else None,
        engine_version=ENGINE_VERSION,
        record_sha256=input_sha256(given),
    )


def fault_text(fault: Exception) -> str:
    """The exception, and the module and line that raised it; no path, which differs between machines."""
    where = [f"{frame.f_globals.get('__name__')}:{line}" for frame, line in traceback.walk_tb(fault.__traceback__)]
    return printable(f"{type(fault).__name__} at {where[-1]}: {fault}"[:FOUND_SHOWN])


def input_sha256(given: Input) -> str:
    """What an input is known by: its bytes or, where they were not read, its place and what was wrong."""
    if isinstance(given, RawRecord):
        return hashlib.sha256(given.raw).hexdigest()
    if given.sha256 is not None:
        return given.sha256
    return hashlib.sha256("\0".join((given.source, str(given.line), given.code)).encode()).hexdigest()


def sheet_version(sheet: str) -> str | None:
    """The version of a sheet; None for one that this engine does not have."""
    return SHEETS[sheet].version if sheet in SHEETS else None


def load(
    paths: Sequence[str],
    warehouse: "Warehouse",
    workers: int = 1,
    progress: Callable[[LoadSummary], None] | None = None,
    batch_inputs: int = BATCH_INPUTS,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> LoadSummary:
    """Load files, folders or the standard input (`-`), publish a snapshot, and say what became of each input.

    `progress` is called after each batch, once what it brought is on the disk. Raises LoadError when a worker
    process dies: the batches before it stand.
    """
    number, loaded_at = warehouse.next_load(), now()
    summary = LoadSummary()
    under_way: set[str] = set()
    try:
        with closing(
            in_order(process_chunk, chunks(batches(read(paths), batch_inputs), warehouse, under_way), workers)
        ) as outcomes:
            for chunk, tables in outcomes:
                if chunk.fresh:
                    committed = warehouse.commit(
                        tables,
                        load=number,
                        loaded_at=loaded_at,
                        engine_version=ENGINE_VERSION,
                        read=len(chunk.fresh) + len(chunk.repeated),
                        already_loaded=len(chunk.repeated),
                    )
                    summary = with_batch(summary, chunk, tables, committed)
                under_way -= chunk.hashes
                # By now all that came before is committed: the count is the same for any number of workers.
                in_quarantine = warehouse.in_quarantine(chunk.repeated)
                summary = replace(with_repeats(summary, chunk.repeated, in_quarantine), denied=summary.denied + chunk.denied)
                if progress:
                    progress(summary)
    except BrokenProcessPool as fault:
        raise LoadError(
            f"一个工作进程没做完就结束了（内存不够？）；已装入 {summary.batches} 批，再装一次会从那里继续",
            f"a worker process ended before its batch was done (out of memory?); {summary.batches} batches "
            "are loaded, and the same load again goes on from there",
        ) from fault
    if not summary.holds:
        raise LoadError(f"读入数与去向对不上：{summary}", f"inputs and outcomes do not add up: {summary}")
    warehouse.publish()
    return summary


class Chunk(NamedTuple):
    """A batch on its way: the inputs that the warehouse lacks, their hashes, and the hashes of the others read.

    `denied` of all these inputs may not be read.
    """

    fresh: tuple[Input, ...]
    hashes: frozenset[str]
    repeated: tuple[str, ...]
    denied: int


def chunks(groups: Iterable[Sequence[Input]], warehouse: "Warehouse", under_way: set[str]) -> Iterator[Chunk]:
    """The batches without the inputs that are loaded or `under_way`, to which each batch adds its hashes."""
    for batch in groups:
        by_hash = [(input_sha256(given), given) for given in batch]
        audited = warehouse.audited([sha256 for sha256, _ in by_hash])
        known = under_way | {sha256 for sha256, versions in audited.items() if is_current(versions)}
        fresh: dict[str, Input] = {}
        repeated = []
        for sha256, given in by_hash:
            if sha256 in known or sha256 in fresh:
                repeated.append(sha256)
            else:
                fresh[sha256] = given
        under_way |= fresh.keys()
        denied = sum(isinstance(given, Rejection) and given.code == DENIED for given in batch)
        yield Chunk(tuple(fresh.values()), frozenset(fresh), tuple(repeated), denied)


def process_chunk(chunk: Chunk) -> Tables:
    return process(chunk.fresh)


def is_current(audited: "Audited") -> bool:
    """Whether an audit was made by this engine, and under the sheet as it is now."""
    if audited.engine_version != ENGINE_VERSION:
        return False
    now = sheet_version(audited.sheet) if audited.sheet else None
    return now is None or audited.sheet_version == now


def with_batch(summary: LoadSummary, chunk: Chunk, tables: Tables, committed: "Committed") -> LoadSummary:
    """The summary with one more committed batch; what was read is counted apart from what became of it."""
    return replace(
        summary,
        read=summary.read + len(chunk.fresh),
        accepted=summary.accepted + committed.accepted,
        accepted_with_findings=summary.accepted_with_findings + committed.accepted_with_findings,
        quarantined=summary.quarantined + committed.quarantined,
        replaced=summary.replaced + committed.replaced,
        internal=summary.internal + tables["quarantine"]["code"].to_pylist().count(INTERNAL),
        hands=summary.hands + tables["hands"].num_rows,
        plays=summary.plays + tables["plays"].num_rows,
        findings=summary.findings + tables["findings"].num_rows,
        batches=summary.batches + 1,
        batch=committed.batch,
    )


def with_repeats(summary: LoadSummary, repeated: Sequence[str], in_quarantine: Collection[str]) -> LoadSummary:
    """The summary with inputs that were loaded already, some of them in quarantine."""
    return replace(
        summary,
        read=summary.read + len(repeated),
        already_loaded=summary.already_loaded + len(repeated),
        already_quarantined=summary.already_quarantined + sum(sha256 in in_quarantine for sha256 in repeated),
    )
