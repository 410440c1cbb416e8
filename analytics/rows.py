"""The rows of the warehouse, as the pipeline makes them: one NamedTuple a table, and their way into Arrow.

The fields of a row type are columns of the part files of its table, in order. A row about a record has its number in
front, from `record_number`; what is said of the record once, in `matches`, a query joins to the rest by it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.abc import MetaPathFinder
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import pyarrow as pa

from analytics.event_rows import OF_EVENTS, EventPins
from analytics.tally_rows import SUMS, Count, TallyRow, ThinkTimeRow


class _NoPandas(MetaPathFinder):
    """At its first array pyarrow imports pandas where there is one, to know its types if they come: that takes longer than a
    small load, and none come here. Whoever asks pyarrow for pandas later has it still.
    """

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


if "pandas" not in sys.modules:
    sys.meta_path.insert(0, _NoPandas())
    pa.array(())
    del sys.meta_path[0]

Tables = Mapping[str, pa.Table]
"""The rows of a batch by the name of their table; every table is there, if empty."""
POSITION_BITS: Final = 20
"""Of the number of a record: its place in the batch. The bits before are the number of the batch."""


def record_number(batch: int, position: int) -> int:
    return batch << POSITION_BITS | position


class Pins(NamedTuple):
    """What a row about a record rests on."""

    match: str
    sheet: str
    sheet_version: str
    engine_version: str
    record_sha256: str


class RecordRow(NamedTuple):
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
    game: int | None
    started: str | None
    finished: str | None
    hands: int
    plays: int
    findings: int
    people: str
    search: str
    rulings: int = 0
    rulings_sha256: str | None = None


class MatchResultRow(NamedTuple):
    claimed_winner: str | None
    winner: str | None
    claimed_reason: str | None
    reason: str | None
    ruled_winner: str | None = None
    ruled_reason: str | None = None


class MatchSideRow(NamedTuple):
    side: str
    claimed_level: str | None
    level: str | None
    claimed_points: int | None
    points: int | None
    ruled_level: str | None = None
    ruled_points: int | None = None


class RulingRow(NamedTuple):
    position: int
    source: str
    ruling: str
    hand: int | None
    trick: int | None
    play: int | None
    seat: str | None
    clause: str | None
    effect: str
    state: str
    in_force: bool
    author: str | None
    ruled_at: str | None
    note: str | None


class IncidentRow(NamedTuple):
    """What the table noted. `ply` is where the hand shows it."""

    position: int
    hand_index: int
    hand: int
    kind: str
    seat: str
    trick: int | None
    play: int | None
    noticed_trick: int | None
    noticed_play: int | None
    cards: str | None
    told: int | None
    seconds: float | None
    note: str | None
    ply: int


class MatchAccountRow(NamedTuple):
    """What a match came to for a side, by one account."""

    account: str
    side: str
    team: str | None
    players: tuple[str, ...]
    won: bool | None
    drawn: bool
    reason: str | None
    late: bool
    disqualified: bool
    grade: int | None
    points: int | None
    score: int | None
    small_points: int | None
    first_places: int | None


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
    ruled_level: str | None = None
    ruled_dealer: str | None = None
    ruled_attackers: int | None = None
    ruled_penalties: int | None = None
    ruled_next_dealer: str | None = None
    ruled_finish: str | None = None


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
    ruled_level: str | None = None
    ruled_score: int | None = None
    ruled_points: int | None = None


class DealtRow(NamedTuple):
    """A hand: the side whose `result` it is (of the attackers their points; of the first side the levels or points that it
    made, less the other's), the seat of the banker or of the first leader, and the numbers of `NAMES` in `analytics/dealt.py`.
    """

    hand_index: int
    side: str
    seat: str
    result: int
    features: tuple[int, ...]


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
    ply: int | None = None


class ClaimRow(NamedTuple):
    """`other` is what was computed where it is not the claim."""

    hand_index: int | None
    hand: int | None
    field: str
    side: str | None
    claimed: str
    other: str | None
    verdict: str
    ply: int | None


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


class BatchRow(NamedTuple):
    """Of a batch itself. `read` is what `already_loaded` and the outcomes of the others add up to."""

    batch: int
    load: int
    loaded_at: datetime
    engine_version: str
    read: int
    already_loaded: int
    accepted: int
    accepted_with_findings: int
    quarantined: int


PINNED: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    "matches": MatchRow,
    "match_results": MatchResultRow,
    "match_sides": MatchSideRow,
    "match_accounts": MatchAccountRow,
    "rulings": RulingRow,
    "incidents": IncidentRow,
    "seats": SeatRow,
    "hands": HandRow,
    "computed": ComputedRow,
    "hand_sides": HandSideRow,
    "dealt": DealtRow,
    "plays": PlayRow,
    "tallies": TallyRow,
    "think_times": ThinkTimeRow,
    "findings": FindingRow,
    "claims": ClaimRow,
}
"""The tables of audited records; a new audit of a record replaces its rows in all of them."""
ROW_TYPES: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    "records": RecordRow,
    **PINNED,
    "quarantine": QuarantineRow,
    **OF_EVENTS,
}
"""Every table that the inputs of a batch fill."""

HEADS: Final[Mapping[str, type[tuple[Any, ...]]]] = {"matches": Pins, "events": EventPins}
"""The tables with one row an audited input, which hold what all its rows rest on."""

Rows = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of one record by table; a table without rows may be left out."""


class Audited(NamedTuple):
    """A record or an event of a batch: where it stands there, what its rows rest on, and the rows."""

    position: int
    pins: Pins | EventPins
    rows: Rows


@dataclass
class BatchRows:
    """What the inputs of a batch have become, before Arrow."""

    audited: list[Audited] = field(default_factory=list)
    quarantined: list[QuarantineRow] = field(default_factory=list)

    def extend(self, other: "BatchRows") -> None:
        """Add the rows of another batch after these."""
        self.audited += other.audited
        self.quarantined += other.quarantined

    def tables(self, batch: int = 0, first: Mapping[str, int] | None = None) -> Tables:
        """The same in Arrow; `first` has the number under which some records came that are there already, by hash.

        Raises an Arrow or Unicode error on a value that no column can hold.
        """
        came = first or {}
        numbered = [(record_number(batch, each.position), each) for each in self.audited]
        made: dict[str, list[tuple[Any, ...]]] = {
            "records": [
                (number, *row)
                for number, each in numbered
                if each.pins.record_sha256 not in came
                for row in each.rows.get("records", ())
            ],
            **{
                name: [
                    (number, *row, came.get(each.pins.record_sha256, number), *each.pins)
                    for number, each in numbered
                    for row in each.rows.get(name, ())
                ]
                for name in HEADS
            },
            "quarantine": [(record_number(batch, row.position), *row) for row in self.quarantined],
        }
        return {
            name: _table(SCHEMAS[name], made[name]) if name in made else _numbered_table(name, numbered) for name in ROW_TYPES
        }


def _numbered_table(name: str, numbered: Sequence[tuple[int, Audited]]) -> pa.Table:
    """A table of rows about records, of which there are many: the numbers are made apart from the rows."""
    schema = SCHEMAS[name]
    rows: list[tuple[Any, ...]] = []
    numbers: list[int] = []
    for number, each in numbered:
        own = each.rows.get(name, ())
        rows += own
        numbers += [number] * len(own)
    return pa.Table.from_arrays([pa.array(numbers, pa.int64()), *_columns(schema, rows, 1)], schema=schema)


def _table(schema: pa.Schema, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    return pa.Table.from_arrays(_columns(schema, rows, 0), schema=schema)


def _columns(schema: pa.Schema, rows: Sequence[tuple[Any, ...]], skipped: int) -> list[pa.Array]:
    columns = []
    for place, own in enumerate(list(schema)[skipped:]):
        values: Iterator[Any] = map(itemgetter(place), rows)
        if own.type == SHA256:
            values = map(bytes.fromhex, values)
        columns.append(pa.array(values, own.type))
    return columns


SHA256: Final = pa.binary(32)
COUNT: Final = pa.struct({"numerator": pa.int64(), "denominator": pa.int32(), "open": pa.int32(), "squares": pa.int64()})
ARROW_TYPES: Final[Mapping[Any, pa.DataType]] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
    datetime: pa.timestamp("us"),
    tuple[str, ...]: pa.list_(pa.string()),
    Count: COUNT,
    tuple[int, ...]: pa.list_(pa.int64()),
}


def arrow_fields(row_type: type[tuple[Any, ...]]) -> Iterator[pa.Field]:
    """The columns of a row type; one that may be None may be null."""
    for name, hint in get_type_hints(row_type).items():
        kinds = [kind for kind in get_args(hint) if kind is not NoneType] if get_origin(hint) is UnionType else [hint]
        kind = SHA256 if name == "record_sha256" else ARROW_TYPES[kinds[0]]
        yield pa.field(name, kind, nullable=kinds != [hint])


def arrow_schema(name: str) -> pa.Schema:
    """The columns of the part files of a table."""
    fields = [pa.field("record", pa.int64(), nullable=False), *arrow_fields(ROW_TYPES[name])]
    if name in HEADS:
        fields += [pa.field("first", pa.int64(), nullable=False), *arrow_fields(HEADS[name])]
    return pa.schema(fields)


SCHEMAS: Final[Mapping[str, pa.Schema]] = {
    **{name: arrow_schema(name) for name in ROW_TYPES},
    **SUMS,
    "replaced": pa.schema([pa.field("record", pa.int64(), nullable=False)]),
    "batches": pa.schema(list(arrow_fields(BatchRow))),
}
"""The columns of every part file, by table. `replaced` has the numbers of records whose rows no longer count."""
