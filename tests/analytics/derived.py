"""The rows that are derived for all records of a batch at once, of one record."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from paipu.analytics.by_column import by_column
from paipu.analytics.columns import SCHEMAS
from paipu.analytics.extract import told_of
from paipu.analytics.plays import Plays
from paipu.analytics.tally_rows import KEYS, Count, TallyRow
from paipu.analytics.told import Told
from paipu.replay.computed import Audit
from paipu.replay.record import GameRecord


def derived(told: Told | None, table: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    assert told is not None
    arrays = by_column([told], [0])[table]
    rows: list[dict[str, Any]] = pa.Table.from_arrays([*arrays], schema=SCHEMAS[table]).to_pylist()
    return rows


def tallies_of(told: Told | None) -> list[TallyRow]:
    """The tallies of a record."""
    return [
        TallyRow(
            row["unit"],
            None if row["players"] is None else tuple(row["players"]),
            row["team"],
            *(None if row[key] is None else Count(**row[key]) for key in KEYS),
        )
        for row in derived(told, "tallies")
    ]


def tally_rows(record: GameRecord, audit: Audit, plays: Sequence[Plays]) -> list[TallyRow]:
    """What each seat and each side has in every statistic."""
    return tallies_of(told_of(record, audit, plays))
