"""The rulings in force, laid over the records that they are on: an overlay, which changes results and never a fact."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from paipu.analytics.rulings.acts import Act
from paipu.analytics.rulings.log import Log
from paipu.ingest.parse import Parsed
from paipu.ingest.stream import Overlay, ruled


def in_force(log: Log) -> Mapping[str, Sequence[Act]]:
    """By the hash of their record, the last acts of the rulings that count now, in the order in which they came up."""
    found: dict[str, list[Act]] = {}
    for act in log.rulings.values():
        if act[-1].entry().in_force:
            found.setdefault(act[-1].record_sha256, []).append(act[-1])
    return found


def overlay(log: Log) -> Overlay:
    """What the log lays over each record, by its hash: a plain mapping, for whoever audits elsewhere."""
    return {record: tuple([act.entry() for act in acts]) for record, acts in in_force(log).items()}


def lay(log: Log, records: Iterable[Parsed]) -> Iterator[Parsed]:
    """Records with the rulings in force behind their own; bytes and hash are those of the record all the same."""
    laid = overlay(log)
    for parsed in records:
        own = laid.get(parsed.sha256)
        yield replace(parsed, record=ruled(parsed.record, own)) if own else parsed
