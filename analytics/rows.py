"""The rows of the warehouse, as the pipeline makes them: one NamedTuple a table, and their way into Arrow.

The fields of a row type are the columns of its table in `analytics/sql`, in order, without `batch`, which the
warehouse adds when it commits. Tables in `PINNED` end with the columns of `Pins`, which are kept once a
record and repeated only in Arrow, as a dictionary.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import pyarrow as pa

Tables = Mapping[str, pa.Table]
"""The rows of a batch by the name of their table; every table is there, if empty."""


class Pins(NamedTuple):
    """What a row about a record rests on."""

    match: str
    sheet: str
    sheet_version: str
    engine_version: str
    record_sha256: str


class RecordRow(NamedTuple):
    position: int
    record_sha256: str
    raw: bytes


class MatchRow(NamedTuple):
    position: int
    source: str
    line: int | None
    claimed_sheet_version: str | None
    options: str
    event: str | None
    event_name: str | None
    stage: str | None
    round: int | None
    event_table: str | None
    started: str | None
    finished: str | None
    hands: int
    plays: int
    findings: int


class MatchResultRow(NamedTuple):
    claimed_winner: str | None
    winner: str | None
    claimed_reason: str | None
    reason: str | None


class MatchSideRow(NamedTuple):
    side: str
    claimed_level: str | None
    level: str | None
    claimed_points: int | None
    points: int | None


class SeatRow(NamedTuple):
    seat: str
    side: str
    player: str
    name: str | None
    team: str | None


class HandRow(NamedTuple):
    hand_index: int
    hand: int
    level: str | None
    dealer: str | None
    trump: str | None
    lead: str | None
    bids: tuple[str, ...] | None
    tribute: tuple[str, ...] | None
    resisted: bool
    burials: int | None
    dealt_cards: int | None
    tricks: int | None
    plays: int | None
    claimed_winners: str | None
    claimed_attackers: int | None
    claimed_kitty_points: int | None
    claimed_multiplier: int | None
    claimed_penalties: int | None
    claimed_next_dealer: str | None
    claimed_finish: str | None


class ComputedRow(NamedTuple):
    hand_index: int
    hand: int
    level: str | None
    dealer: str | None
    trump: str | None
    winners: str | None
    attackers: int | None
    trick_points: int | None
    kitty_points: int | None
    multiplier: int | None
    penalties: int | None
    next_dealer: str | None
    finish: str | None


class HandSideRow(NamedTuple):
    hand_index: int
    hand: int
    side: str
    claimed_level: str | None
    level: str | None
    claimed_score: int | None
    score: int | None
    claimed_points: int | None
    points: int | None


class PlayRow(NamedTuple):
    hand_index: int
    hand: int
    trick: int
    play: int
    seat: str
    cards: str
    attempted: str | None
    reading: str | None
    type: str | None
    seconds: float | None


class FindingRow(NamedTuple):
    position: int
    hand_index: int | None
    hand: int | None
    trick: int | None
    play: int | None
    seat: str | None
    code: str
    clause: str | None
    basis: str
    severity: str
    kind: str
    pointer: str
    expected: str | None
    actual: str | None
    options: tuple[str, ...]
    message_zh: str
    message_en: str
    fingerprint: str
    follows_from: str | None = None


class QuarantineRow(NamedTuple):
    position: int
    source: str
    line: int | None
    code: str
    message_zh: str
    message_en: str
    pointer: str | None
    expected: str | None
    found: str | None
    problems: int
    match: str | None
    sheet: str | None
    sheet_version: str | None
    engine_version: str
    record_sha256: str


PINNED: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    "matches": MatchRow,
    "match_results": MatchResultRow,
    "match_sides": MatchSideRow,
    "seats": SeatRow,
    "hands": HandRow,
    "computed": ComputedRow,
    "hand_sides": HandSideRow,
    "plays": PlayRow,
    "findings": FindingRow,
}
"""The tables of audited records; a new audit of a record replaces its rows in all of them."""
ROW_TYPES: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    "records": RecordRow,
    **PINNED,
    "quarantine": QuarantineRow,
}
"""Every table that a batch fills."""

Rows = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of one record by table; a table without rows may be left out."""


@dataclass
class BatchRows:
    """The rows of a batch, before Arrow: by table, with the pins of their record beside them."""

    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=lambda: {name: [] for name in ROW_TYPES})
    pins: list[Pins] = field(default_factory=list)
    pinned: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in PINNED})

    def add_audited(self, pins: Pins, rows: Rows) -> None:
        for name, added in rows.items():
            self.rows[name] += added
            if name in PINNED:
                self.pinned[name] += [len(self.pins)] * len(added)
        self.pins.append(pins)

    def add_quarantined(self, row: QuarantineRow) -> None:
        self.rows["quarantine"].append(row)

    def extend(self, other: "BatchRows") -> None:
        """Add the rows of another batch after these."""
        first = len(self.pins)
        self.pins += other.pins
        for name, rows in other.rows.items():
            self.rows[name] += rows
        for name, records in other.pinned.items():
            self.pinned[name] += [first + record for record in records]

    def tables(self) -> Tables:
        """The same in Arrow. Raises an Arrow or Unicode error on a value that no column can hold."""
        return {name: self._table(name) for name in ROW_TYPES}

    def _table(self, name: str) -> pa.Table:
        schema = SCHEMAS[name]
        own = [field for field in schema if name not in PINNED or field.name not in Pins._fields]
        rows = self.rows[name]
        arrays = [pa.array(map(itemgetter(place), rows), field.type) for place, field in enumerate(own)]
        if name in PINNED:
            arrays += self._pin_arrays(self.pinned[name])
        return pa.Table.from_arrays(arrays, schema=schema)

    def _pin_arrays(self, records: Sequence[int]) -> list[pa.DictionaryArray]:
        indices = pa.array(records, pa.int32())
        columns = [pa.array(map(itemgetter(place), self.pins), pa.string()) for place in range(len(Pins._fields))]
        return [pa.DictionaryArray.from_arrays(indices, column) for column in columns]


ARROW_TYPES: Final[Mapping[Any, pa.DataType]] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
    tuple[str, ...]: pa.list_(pa.string()),
}


def arrow_fields(row_type: type[tuple[Any, ...]]) -> Iterator[pa.Field]:
    """The columns of a row type; one that may be None may be null."""
    for name, hint in get_type_hints(row_type).items():
        kinds = [kind for kind in get_args(hint) if kind is not NoneType] if get_origin(hint) is UnionType else [hint]
        yield pa.field(name, ARROW_TYPES[kinds[0]], nullable=kinds != [hint])


def arrow_schema(name: str) -> pa.Schema:
    fields = list(arrow_fields(ROW_TYPES[name]))
    if name in PINNED:
        pin = pa.dictionary(pa.int32(), pa.string())
        fields += [pa.field(column, pin, nullable=False) for column in Pins._fields]
    return pa.schema(fields)


SCHEMAS: Final[Mapping[str, pa.Schema]] = {name: arrow_schema(name) for name in ROW_TYPES}
