"""The rows of the warehouse, as the pipeline makes them: one NamedTuple a table. `analytics/columns.py` has their way into
Arrow.

The fields of a row type are columns of the part files of its table, in order. A row about a record has its number in
front, from `record_number`; what is said of the record once, in `matches`, a query joins to the rest by it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from paipu.analytics.event_rows import OF_EVENTS, EventPins
from paipu.analytics.review.row import DecisionRow
from paipu.analytics.seat_hand_rows import SeatHandRow
from paipu.analytics.tally_rows import KEYS, HandCountRow, Sum, TallyRow, ThinkTimeRow

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
    lost_by: str | None
    late: bool
    disqualified: bool
    disqualified_under: str | None
    grade: int | None
    points: int | None
    score: int | None
    small_points: int | None
    first_places: int | None


class BoardRow(NamedTuple):
    """A hand that was a board (复式); `told` is the JSON of what an event takes of it."""

    hand_index: int | None
    board_set: str | None
    board: int
    told: str


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
    office_taken: bool | None = None


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
    "boards": BoardRow,
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
    "hand_counts": HandCountRow,
    "seat_hands": SeatHandRow,
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


def kind_of(hint: object) -> object:
    """What a column is of where it is not None."""
    [kind] = [each for each in get_args(hint) if each is not NoneType] if get_origin(hint) is UnionType else [hint]
    return kind


def _columns(table: str) -> Mapping[str, object]:
    """The record's number and the columns of the row type; of a head also the number of its first record, and the pins."""
    head = {"first": int, **get_type_hints(HEADS[table])} if table in HEADS else {}
    return {"record": int, **get_type_hints(ROW_TYPES[table]), **head}


UNIT: Final[Mapping[str, object]] = {"kind": str, "sheet": str, "members": tuple[str, ...]}
"""What a unit of statistics is known by."""
SUMS: Final = ("sums", "time_sums")
"""The tables of what is added up by unit: tallies, with the number of records, and think times."""
COLUMNS: Final[Mapping[str, Mapping[str, object]]] = {
    **{table: _columns(table) for table in ROW_TYPES},
    "sums": {**UNIT, "records": int, **dict.fromkeys(KEYS, Sum | None)},
    "time_sums": {**UNIT, "milliseconds": int, "plays": int},
    "decisions": {"record": int, "review": int, **get_type_hints(DecisionRow)},
    "replaced": {"record": int},
    "batches": get_type_hints(BatchRow),
}
"""The columns of every part file, by table, and of what each is. `decisions` are added to records that are there already, by
the batch with the number `review`. `replaced` has the numbers of records whose rows do not count
any more.
"""

Rows = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of one record by table; a table without rows may be left out."""
