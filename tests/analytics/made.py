"""Batches made by hand, for tests of the warehouse that need no record."""

from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from paipu.analytics.columns import tables_of
from paipu.analytics.extract import told_of
from paipu.analytics.plays import Plays
from paipu.analytics.rows import (
    ComputedRow,
    FindingRow,
    HandRow,
    MatchRow,
    Pins,
    QuarantineRow,
    RecordRow,
    Rows,
)
from paipu.analytics.told import Audited, BatchRows
from paipu.analytics.warehouse import Place, Warehouse, write_batch
from paipu.replay.computed import Audit, ComputedMatch
from paipu.replay.record import GameRecord

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
NO_CLAIM: tuple[None, ...] = (None,) * 7


class Committed(NamedTuple):
    """What became of a batch. `replaced` counts inputs that had been audited before, by other versions."""

    batch: int
    accepted: int
    accepted_with_findings: int
    quarantined: int
    replaced: int


def sha(number: int) -> str:
    return sha256(b"{%d}" % number).hexdigest()


def tables(*numbers: int, engine: str = "1", match: str | None = None, quarantined: tuple[int, ...] = ()) -> BatchRows:
    """One match of one hand and two plays a number; odd ones have a finding. `match` is the id of all of them."""
    rows = BatchRows()
    told = told_of(
        GameRecord(id="", sheet="shengji", hands=()),
        Audit(sheet="shengji", sheet_version="1", findings=(), hands=(), match=ComputedMatch()),
        (),
    )
    plays = Plays([2], "EN", ["As"] * 2, *[[None] * 2] * 4)
    for position, number in enumerate(numbers):
        findings = number % 2
        made: Rows = {
            "records": [RecordRow(sha(number), b"{%d}" % number)],
            "matches": [match_row(position, number, findings)],
            "hands": [hand_row()],
            "computed": [ComputedRow(0, 1, "2", "E", "s", "E", 5, 5, None, None, None, None, None)],
            "findings": [finding_row()] * findings,
        }
        rows.audited.append(
            Audited(
                position,
                Pins(match or f"m{number}", "shengji", "1", engine, sha(number)),
                made,
                told._replace(numbers=[1], plays=[plays]),
            )
        )
    for position, number in enumerate(quarantined, start=len(numbers)):
        rows.quarantined.append(quarantine_row(position, number, engine))
    return rows


def match_row(position: int, number: int, findings: int) -> MatchRow:
    return MatchRow(
        position=position,
        source="made",
        line=number,
        claimed_sheet_version=None,
        options="{}",
        event=None,
        event_name=None,
        stage=None,
        round=None,
        event_table=None,
        game=None,
        started=None,
        finished=None,
        hands=1,
        plays=2,
        findings=findings,
        people="",
        search="",
    )


def hand_row() -> HandRow:
    return HandRow(0, 1, "2", "E", "s", None, None, None, False, None, None, 1, 2, *NO_CLAIM)


def finding_row() -> FindingRow:
    return FindingRow(
        *(0, 0, 1, 1, 1, "E", "TEST-CODE", None, "stated", "error", "fail", "/hands/0", None, None, ()),
        message_zh="错",
        message_en="wrong",
        fingerprint="0" * 16,
    )


def quarantine_row(position: int, number: int, engine: str) -> QuarantineRow:
    return QuarantineRow(
        *(position, "made", number, "JSON-SYNTAX", "错", "wrong", None, None, None, 1, None, None, None),
        engine_version=engine,
        record_sha256=sha(number),
    )


def commit(warehouse: Warehouse, made: BatchRows, *, load: int = 1, already_loaded: int = 0) -> Committed:
    hashes = [row.pins.record_sha256 for row in made.audited] + [row.record_sha256 for row in made.quarantined]
    index = warehouse.index()
    known = index.known(hashes)
    place = Place(
        *(warehouse.directory, warehouse.manifest.batches + 1, load, NOON.replace(tzinfo=None), "1"),
        read=len(hashes) + already_loaded,
        already_loaded=already_loaded,
        replaced=tuple(was.record for was in known.values()),
        first=index.first(hashes),
    )
    draft = write_batch(place, tables_of(made, place.batch, place.first))
    warehouse.commit(draft)
    row = draft.row
    return Committed(row.batch, row.accepted, row.accepted_with_findings, row.quarantined, len(known))
