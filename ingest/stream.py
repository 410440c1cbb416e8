"""From inputs to audited records: the one stream that `audit` and `load` draw from.

Inputs go through in batches of bounded size, in this process or in a pool, and come out in the order in which they went in.
What one record sets off loses no other.
"""

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from hashlib import sha256
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Rejection
from paipu.ingest.source import RawRecord
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.event.placing import Games, with_games
from paipu.replay.findings import Finding
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling.comparison import identity

Made = TypeVar("Made")
Overlay = Mapping[str, tuple[Ruling, ...]]
"""Rulings from outside, by the hash of the record that they are on."""
NO_RULINGS: Final[Overlay] = MappingProxyType({})
NOTHING_SAID: Final[Games] = {}
Input = RawRecord | Rejection
"""What a source yields: a record as bytes, or why there is none."""

BATCH_BYTES: Final = 2 * 1024 * 1024
"""A batch of an audit ends with the input that brings it to this size, if it has not ended before."""


class Outcome(NamedTuple, Generic[Made]):
    """What became of one input: what was `made` of its audit, a rejection, or a fault of this program.

    `parsed` is there beside a fault too, if the record could be read.
    """

    parsed: Parsed | None = None
    made: Made | None = None
    rejection: Rejection | None = None
    fault: Exception | None = None


class Verdict(NamedTuple):
    """The audit of a record as it stands, and with the rulings laid over it: one and the same where there are none."""

    computed: Audit
    ruled: Audit
    laid: tuple[Ruling, ...] = ()


def ruled(record: GameRecord, rulings: Iterable[Ruling]) -> GameRecord:
    """A record with more rulings, behind its own."""
    return replace(record, rulings=(*record.rulings, *rulings))


def as_ruled(record: GameRecord, laid: Sequence[Ruling], computed: Audit) -> Audit:
    """The audit of a record with rulings laid over it, which was `computed` without them.

    The record was written before they were made: what it says is held against what it came to then, and that it no longer fits
    is no fault of it. What rulings settle is found no more, and what is wrong with them themselves is.
    """
    if not laid:
        return computed
    found = audit(ruled(record, laid))
    same = {identity(each) for each in computed.findings}
    before = {(each.code, each.where.pointer): each for each in reversed(computed.findings)}
    kept: dict[object, Finding] = {}
    for each in found.findings:
        was = before.get((each.code, each.where.pointer))
        if identity(each) in same or each.where.pointer.startswith("/rulings/"):
            kept.setdefault(identity(each), each)
        elif was is not None:
            kept.setdefault(identity(was), was)
    followed = [
        each if each.cause is None or identity(each.cause) in kept else each.replace(cause=None) for each in kept.values()
    ]
    return replace(found, findings=tuple(followed))


def digest_of(rulings: Sequence[Ruling], games: int | None = None) -> str:
    """Names what is laid over one record: another ruling, another state of one, or other `games` by its event, have another."""
    told = json.dumps([asdict(ruling) for ruling in rulings], ensure_ascii=False, separators=(",", ":"))
    return sha256((told if games is None else f"{told}{games}").encode()).hexdigest()


def in_event(parsed: Parsed, games: Games) -> Parsed:
    """A record with what an event says of its games."""
    return replace(parsed, record=with_games(parsed.record, games)) if games else parsed


def verdict_on(parsed: Parsed, overlay: Overlay = NO_RULINGS) -> Verdict:
    """The audit of one record, as it stands and with its rulings of an overlay."""
    computed = audit(parsed.record)
    laid = overlay.get(parsed.sha256, ())
    return Verdict(computed, as_ruled(parsed.record, laid, computed), laid)


def outcome_of(
    given: Input, make: Callable[[Parsed, Verdict], Made], overlay: Overlay = NO_RULINGS, games: Games = NOTHING_SAID
) -> Outcome[Made]:
    """Parse and audit one input, by what an event says of its games, and make something of the verdict."""
    if isinstance(given, Rejection):
        return Outcome(rejection=given)
    parsed: Parsed | None = None
    try:
        read = parse(given.raw, given)
        if isinstance(read, Rejection):
            return Outcome(rejection=read)
        parsed = in_event(read, games)
        return Outcome(parsed, make(parsed, verdict_on(parsed, overlay)))
    except Exception as fault:  # noqa: BLE001 - whatever a record sets off, the others are audited
        return Outcome(parsed, fault=fault)


def batches(inputs: Iterable[Input], most: int, most_bytes: int = BATCH_BYTES) -> Iterator[list[Input]]:
    """Runs of inputs that end with the one that makes them `most`, or `most_bytes`."""
    batch: list[Input] = []
    size = 0
    for given in inputs:
        batch.append(given)
        size += len(given.raw) if isinstance(given, RawRecord) else 0
        if len(batch) >= most or size >= most_bytes:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextmanager
def no_collection() -> Iterator[None]:
    """Pause the search for cycles, of which a batch has none among its many objects: it took a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
