"""Sources -> parse -> audit -> Arrow tables -> part files -> warehouse.

`process` makes rows of a batch of inputs and nothing else, so that one process and a pool run the same code; `load`
streams batches of bounded size through it, has each written where it was made, and commits them in the order of the inputs,
whatever the number of workers. A worker imports this module, and so nothing here imports DuckDB or polars.
"""

import hashlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Final, NamedTuple

from paipu.analytics.columns import Tables, tables_of
from paipu.analytics.errors import NOTICES, LoadError
from paipu.analytics.extract import Origin, audited_rows
from paipu.analytics.rows import POSITION_BITS, QuarantineRow
from paipu.analytics.rulings import log_beside, overlay, read_log
from paipu.analytics.told import BatchRows
from paipu.analytics.warehouse import Draft, Known, Place, Warehouse, write_batch
from paipu.ingest.event_source import EventFile, records
from paipu.ingest.parse import Parsed
from paipu.ingest.pool import Crew, CrewError, in_order
from paipu.ingest.rejection import DENIED, Rejection, printable
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.mapping import Mapped
from paipu.ingest.source import RawRecord, read
from paipu.ingest.stream import NO_RULINGS, NOTHING_SAID, Input, Overlay, Verdict, batches, digest_of, no_collection, outcome_of
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.event.placing import Games
from paipu.replay.sheets import SHEETS

BATCH_INPUTS: Final = 1024
"""A batch ends with so many inputs at the latest."""
BATCH_BYTES: Final = 4 * 1024 * 1024
"""And with the one that brings it to this size: more than for an audit alone, for each batch is some files."""
LIGHT_BYTES: Final = 64 * 1024
"""Records of a ruling, fewer than this, are audited anew sooner than a process is started."""

BY_ITSELF: Final = 0
"""Stands for the load of what nobody loads: records audited anew after a ruling, and events whose matches have changed."""

INTERNAL: Final = "INTERNAL"
FOUND_SHOWN: Final = 500
"""Characters of an exception's text that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadSummary:
    """What became of the inputs: read = accepted + accepted_with_findings + quarantined + already_loaded.

    An input that stands twice among those read is already loaded the second time. `replaced` inputs had
    been audited before by another version of the engine or the sheet; `internal` of the quarantined ones are
    faults of this program; `already_quarantined` of the already loaded ones are in quarantine. `denied` of the inputs
    read may not be read. `batches` were committed, `batch` is the last of them. `ruled` of the inputs were there already and
    are read again from the warehouse, since other rulings are laid over them now. `events_anew` events that were there
    already were audited anew, since their matches have changed; they are no inputs of this load.
    """

    # counts, as the costs in `replay/budget.py` are numbers: they look alike, and have nothing in common
    read: int = 0
    accepted: int = 0
    accepted_with_findings: int = 0
    quarantined: int = 0
    already_loaded: int = 0
    already_quarantined: int = 0
    replaced: int = 0
    internal: int = 0
    denied: int = 0
    ruled: int = 0
    hands: int = 0
    plays: int = 0
    findings: int = 0
    batches: int = 0
    batch: int | None = None
    events_anew: int = 0

    @property
    def holds(self) -> bool:
        """Whether every input read is accounted for."""
        return self.read == (self.accepted + self.accepted_with_findings + self.quarantined + self.already_loaded)


def process(
    batch: Sequence[Input],
    number: int = 0,
    first: Mapping[str, int] | None = None,
    rulings: Overlay = NO_RULINGS,
    games: Games = NOTHING_SAID,
) -> Tables:
    """Audit the batch of that number, with rulings laid over it, and by what events say of the games of their matches.

    A fault of this program in one record quarantines that record and loses no other.
    """
    with no_collection():
        try:
            return tables_of(batch_rows(batch, rulings, games, try_arrow=False), number, first)
        except Exception:  # noqa: BLE001 - some record has a value that its column cannot hold, or sets off a fault of ours
            # One by one, it stands out.
            return tables_of(batch_rows(batch, rulings, games, try_arrow=True), number, first)


def batch_rows(batch: Sequence[Input], rulings: Overlay, games: Games, *, try_arrow: bool) -> BatchRows:
    rows = BatchRows()
    for position, given in enumerate(batch):
        rows.extend(input_rows(position, given, rulings, games, try_arrow=try_arrow))
    return rows


def input_rows(position: int, given: Input, rulings: Overlay, games: Games, *, try_arrow: bool) -> BatchRows:
    """The rows of one input; `try_arrow` makes sure that they fit their columns."""

    def of_audit(parsed: Parsed, verdict: Verdict) -> BatchRows:
        made = BatchRows()
        made.audited.append(audited_rows(Origin(position, printable(given.source), given.line), parsed, verdict))
        if try_arrow:
            tables_of(made)
        return made

    parsed, made, rejection, fault = outcome_of(given, of_audit, rulings, games)
    rows = made or BatchRows()
    if rejection:
        rows.quarantined.append(rejected_row(position, given, rejection))
    elif fault:
        rows.quarantined.append(internal_row(position, given, parsed, fault))
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
        message_zh=NOTICES["internal"].zh,
        message_en=NOTICES["internal"].en,
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
    paths: Sequence[str] | Mapping[str, str],
    warehouse: Warehouse,
    workers: int | Crew = 1,
    progress: Callable[[LoadSummary], None] | None = None,
    batch_inputs: int = BATCH_INPUTS,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    told: Callable[[Reading], None] | None = None,
    event: EventFile | None = None,
) -> LoadSummary:
    """Load files, folders or the standard input (`-`), and say what became of each input; then audit the events that are due.

    What the log of rulings beside the warehouse says is laid over the records, and what is there already and is ruled otherwise
    now is audited anew. `progress` is called after each batch, once what it brought is on the disk;
    `told` is given how each score sheet was read. `event` is an event to load too: its own file may lie among the paths, and
    score sheets are read as of its matches. Paths that are the keys of a mapping are called by its values.
    Raises LoadError when a worker process dies, or a crew cannot go on: the batches before it stand; BrokenLogError where that
    log is not as it was written, or does not go on from what the warehouse has seen of it.
    """
    return load_inputs(inputs_of(paths, told, event), warehouse, workers, progress, batch_inputs, now, event)


def inputs_of(
    paths: Sequence[str] | Mapping[str, str],
    told: Callable[[Reading], None] | None,
    event: EventFile | None,
    sheet: str | None = None,
    mapped: Mapped | None = None,
) -> Iterator[Input]:
    """The inputs at some paths, as `load` reads them; score sheets that name no rule sheet are of the `sheet`, and `mapped`
    says what their tables hold.
    """
    opened = [*paths]
    given = read(opened, told=told, sheet=sheet, mapped=mapped) if event is None else records(opened, event, told, mapped)
    return named(given, paths) if isinstance(paths, Mapping) else iter(given)


def load_inputs(
    given: Iterable[Input],
    warehouse: Warehouse,
    workers: int | Crew = 1,
    progress: Callable[[LoadSummary], None] | None = None,
    batch_inputs: int = BATCH_INPUTS,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    event: EventFile | None = None,
) -> LoadSummary:
    """As `load`, of inputs that have been read."""
    log = read_log(log_beside(warehouse.directory), warehouse.manifest.rulings)
    warehouse.saw(log.mark)
    seen = Seen(warehouse, overlay(log), *games_of(warehouse, event))
    again = seen.ruled_otherwise()
    summary = LoadSummary(ruled=len(again))
    first = place_of(warehouse, now())
    if not isinstance(workers, int):
        first = first._replace(directory=warehouse.directory.absolute(), mark=warehouse.mark())
    most = min(batch_inputs, 1 << POSITION_BITS)
    anew = ((BY_ITSELF, inputs) for inputs in batches(again, most, BATCH_BYTES))
    begun = chunks(chain(anew, ((first.load, inputs) for inputs in batches(given, most, BATCH_BYTES))), first, seen)
    try:
        with closing(in_order(process_chunk, begun, workers, is_light)) as outcomes:
            for chunk, done in outcomes:
                if done:
                    warehouse.commit(done.draft)
                    seen.in_quarantine.update(done.draft.quarantined)
                    summary = with_batch(summary, done)
                # By now all that came before is committed: the count is the same for any number of workers.
                summary = with_repeats(summary, chunk, seen)
                if progress:
                    progress(summary)
    except CrewError as fault:
        zh, en = fault.message
        raise LoadError(
            f"{zh}；已装入 {summary.batches} 批，再装一次会从那里继续",
            f"{en}; {summary.batches} batches are loaded, and the same load again goes on from there",
        ) from fault
    except BrokenProcessPool as fault:
        raise LoadError(
            f"一个工作进程没做完就结束了（内存不够？）；已装入 {summary.batches} 批，再装一次会从那里继续",
            f"a worker process ended before its batch was done (out of memory?); {summary.batches} batches "
            "are loaded, and the same load again goes on from there",
        ) from fault
    summary = with_events(summary, warehouse, event, first if event is not None else first._replace(load=BY_ITSELF))
    if progress and event is not None:
        progress(summary)
    if not summary.holds:
        raise LoadError(f"读入数与去向对不上：{summary}", f"inputs and outcomes do not add up: {summary}")
    return summary


def games_of(warehouse: Warehouse, event: EventFile | None) -> tuple[Games, Mapping[str, int]]:
    """What the events of a warehouse, and one that is loaded, say of the games of matches, and of which of its records."""
    if event is None and not any(part.table == "events" for part in warehouse.manifest.parts):
        return {}, {}
    from paipu.analytics.events import games_in  # noqa: PLC0415 - as above

    return games_in(warehouse, event)


def named(inputs: Iterable[Input], names: Mapping[str, str]) -> Iterator[Input]:
    """Inputs under the names that their sources have."""
    for given in inputs:
        name = names.get(given.source)
        if name is None:
            yield given
        else:
            yield given._replace(source=name) if isinstance(given, RawRecord) else replace(given, source=name)


def place_of(warehouse: Warehouse, loaded_at: datetime) -> Place:
    """Where the batches of a load go: after the last that is there."""
    at = loaded_at.astimezone(UTC).replace(tzinfo=None)
    return Place(warehouse.directory, warehouse.manifest.batches, warehouse.manifest.loads + 1, at, ENGINE_VERSION, 0, 0)


def with_events(summary: LoadSummary, warehouse: Warehouse, event: EventFile | None, begun: Place) -> LoadSummary:
    """Audit the events that are due. The summary with the one that the load brought, and how many were audited anew."""
    if event is None and not any(part.table == "events" for part in warehouse.manifest.parts):
        return summary
    from paipu.analytics.events import settle  # noqa: PLC0415 - it asks DuckDB, which no worker needs

    settled = settle(warehouse, event, begun)
    if settled.draft is not None:
        batch = settled.draft.row.batch
        summary = replace(summary, events_anew=settled.anew, batches=summary.batches + 1, batch=batch)
    if event is None:
        return summary
    if settled.found is None:
        return replace(summary, read=summary.read + 1, already_loaded=summary.already_loaded + 1)
    return replace(
        summary,
        read=summary.read + 1,
        accepted=summary.accepted + (not settled.found),
        accepted_with_findings=summary.accepted_with_findings + bool(settled.found),
        findings=summary.findings + settled.found,
        replaced=summary.replaced + settled.replaced,
    )


class Chunk(NamedTuple):
    """A batch on its way: where it goes, the inputs that the warehouse lacks, and the hashes of the others read.

    `denied` of all these inputs may not be read; `rulings` are those laid over the fresh ones, `games`
    what events say of their matches.
    """

    place: Place
    fresh: tuple[Input, ...]
    repeated: tuple[str, ...]
    denied: int
    rulings: Overlay = NO_RULINGS
    games: Games = NOTHING_SAID


class Done(NamedTuple):
    """What a worker made of a batch: its parts are written, and the numbers are for the summary."""

    draft: Draft
    internal: int
    hands: int
    plays: int
    findings: int


NO_RECORDS: Final[Mapping[str, int]] = {}


class Seen:
    """The inputs of a load so far, and which of these and of those in the warehouse are in quarantine.

    `rulings` are laid over the records of the load, `games` is what events say of their matches, and `of_records` what that is
    for those that are there, by hash.
    """

    def __init__(
        self, warehouse: Warehouse, rulings: Overlay, games: Games = NOTHING_SAID, of_records: Mapping[str, int] = NO_RECORDS
    ) -> None:
        self.hashes: set[str] = set()
        self.in_quarantine: set[str] = set()
        self.rulings, self.games = rulings, games
        laid = dict.fromkeys((*rulings, *of_records))
        self._laid = {sha256: digest_of(rulings.get(sha256, ()), of_records.get(sha256)) for sha256 in laid}
        self._index = warehouse.index()

    def ruled_otherwise(self) -> list[RawRecord]:
        """The records of the warehouse over which other rulings are laid now."""
        return self._index.ruled_otherwise(self._laid)

    def lacking(self, inputs: Sequence[Input]) -> tuple[dict[str, Input], list[str], list[int], dict[str, int]]:
        """Those that are not there yet, the hashes of the others; the numbers of those to be audited anew, and, by hash, of
        those whose bytes are there.
        """
        by_hash = [(input_sha256(given), given) for given in inputs]
        known = self._index.known([sha256 for sha256, _ in by_hash])
        fresh: dict[str, Input] = {}
        repeated = []
        for sha256, given in by_hash:
            if (
                sha256 in self.hashes
                or sha256 in fresh
                or (sha256 in known and is_current(known[sha256], self._laid.get(sha256)))
            ):
                repeated.append(sha256)
            else:
                fresh[sha256] = given
        self.in_quarantine.update(sha256 for sha256, was in known.items() if was.in_quarantine and sha256 not in self.hashes)
        self.in_quarantine -= fresh.keys()
        self.hashes |= fresh.keys()
        stale = [sha256 for sha256 in fresh if sha256 in known]
        return fresh, repeated, [known[sha256].record for sha256 in stale], self._index.first(stale) if stale else {}


def chunks(groups: Iterable[tuple[int, Sequence[Input]]], begun: Place, seen: Seen) -> Iterator[Chunk]:
    """The batches, each of some load, without the inputs that are loaded or under way, each with its place."""
    batch = begun.batch
    for load, inputs in groups:
        fresh, repeated, stale, first = seen.lacking(inputs)
        batch += bool(fresh)
        place = begun._replace(
            batch=batch,
            load=load,
            read=len(inputs),
            already_loaded=len(repeated),
            replaced=tuple(sorted(stale)),
            first=first,
        )
        denied = sum(isinstance(given, Rejection) and given.code == DENIED for given in inputs)
        laid = {sha256: seen.rulings[sha256] for sha256 in fresh if sha256 in seen.rulings}
        yield Chunk(place, tuple(fresh.values()), tuple(repeated), denied, laid, seen.games)


def is_light(chunk: Chunk) -> bool:
    """Whether there is next to nothing to do: what was read is all there already, or a ruling has few records audited anew."""
    raw = sum(len(given.raw) for given in chunk.fresh if isinstance(given, RawRecord))
    return not chunk.fresh or (chunk.place.load == BY_ITSELF and raw < LIGHT_BYTES)


def process_chunk(chunk: Chunk) -> Done | None:
    """Audit what is new of a batch, and write its parts."""
    if not chunk.fresh:
        return None
    chunk.place.reach()
    return written(chunk, process(chunk.fresh, chunk.place.batch, chunk.place.first, chunk.rulings, chunk.games))


def written(chunk: Chunk, tables: Tables) -> Done:
    """The rows of what is new of a batch, as parts on the disk."""
    internal = tables["quarantine"]["code"].to_pylist().count(INTERNAL)
    return Done(write_batch(chunk.place, tables), internal, *(tables[name].num_rows for name in ("hands", "plays", "findings")))


def is_current(audited: Known, laid: str | None = None) -> bool:
    """Whether an audit was made by this engine, under the sheet as it is now and with the same rulings laid over the record."""
    if audited.engine_version != ENGINE_VERSION or (laid != audited.rulings_sha256 and not audited.in_quarantine):
        return False
    now = sheet_version(audited.sheet) if audited.sheet else None
    return now is None or audited.sheet_version == now


def with_batch(summary: LoadSummary, done: Done) -> LoadSummary:
    """The summary with one more committed batch; what was read is counted apart from what became of it."""
    row = done.draft.row
    return replace(
        summary,
        read=summary.read + row.read - row.already_loaded,
        accepted=summary.accepted + row.accepted,
        accepted_with_findings=summary.accepted_with_findings + row.accepted_with_findings,
        quarantined=summary.quarantined + row.quarantined,
        replaced=summary.replaced + len(done.draft.replaced),
        internal=summary.internal + done.internal,
        hands=summary.hands + done.hands,
        plays=summary.plays + done.plays,
        findings=summary.findings + done.findings,
        batches=summary.batches + 1,
        batch=row.batch,
    )


def with_repeats(summary: LoadSummary, chunk: Chunk, seen: Seen) -> LoadSummary:
    """The summary with inputs that were loaded already, some of them in quarantine."""
    return replace(
        summary,
        read=summary.read + len(chunk.repeated),
        already_loaded=summary.already_loaded + len(chunk.repeated),
        already_quarantined=summary.already_quarantined + sum(sha256 in seen.in_quarantine for sha256 in chunk.repeated),
        denied=summary.denied + chunk.denied,
    )
