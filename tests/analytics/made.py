"""Batches made by hand, for tests of the warehouse that need no record."""

from datetime import UTC, datetime

from analytics.rows import (
    BatchRows,
    ComputedRow,
    FindingRow,
    HandRow,
    MatchRow,
    Pins,
    PlayRow,
    QuarantineRow,
    RecordRow,
    Tables,
)
from analytics.warehouse import Committed, Warehouse

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
NO_CLAIM: tuple[None, ...] = (None,) * 7


def sha(number: int) -> str:
    return f"{number:064x}"


def tables(*numbers: int, engine: str = "1", match: str | None = None, quarantined: tuple[int, ...] = ()) -> Tables:
    """One match of one hand and two plays a number; odd ones have a finding. `match` is the id of all of them."""
    rows = BatchRows()
    for position, number in enumerate(numbers):
        findings = number % 2
        rows.add_audited(
            Pins(match or f"m{number}", "shengji", "1", engine, sha(number)),
            {
                "records": [RecordRow(position, sha(number), b"{%d}" % number)],
                "matches": [match_row(position, number, findings)],
                "hands": [hand_row()],
                "computed": [
                    ComputedRow(0, 1, "2", "E", "s", "E", 5, 5, None, None, None, None, None),
                ],
                "plays": [PlayRow(0, 1, 1, play, "ENWS"[play - 1], "As", None, None, None, None) for play in (1, 2)],
                "findings": [finding_row()] * findings,
            },
        )
    for position, number in enumerate(quarantined, start=len(numbers)):
        rows.add_quarantined(quarantine_row(position, number, engine))
    return rows.tables()


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
        started=None,
        finished=None,
        hands=1,
        plays=2,
        findings=findings,
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


def commit(warehouse: Warehouse, made: Tables, *, load: int = 1, already_loaded: int = 0) -> Committed:
    inputs = made["matches"].num_rows + made["quarantine"].num_rows
    return warehouse.commit(
        made,
        load=load,
        loaded_at=NOON,
        engine_version="1",
        read=inputs + already_loaded,
        already_loaded=already_loaded,
    )
