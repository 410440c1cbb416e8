"""The rows of the warehouse about events: entrants, draw, results, standings, published tables, and what is wrong with them.

An event is an input like a record. Its rows are made anew, all of them together, whenever its matches have changed: then the
rows before are replaced like those of a record that was audited anew.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class EventPins(NamedTuple):
    """What a row about an event rests on."""

    event: str
    sheet: str
    sheet_version: str
    engine_version: str
    record_sha256: str


class EventRow(NamedTuple):
    """`matches_sha256` is a digest of the records from which everything else was worked out."""

    position: int
    source: str
    name: str | None
    options: str
    entrants: int
    of_players: bool
    matches: int
    standings: int
    findings: int
    matches_sha256: str


class EntrantRow(NamedTuple):
    entrant: str
    name: str | None
    seed: int | None


class EntrantPlayerRow(NamedTuple):
    entrant: str
    player: str
    name: str | None


class StageRow(NamedTuple):
    stage_index: int
    stage: str
    form: str
    rank_by: tuple[str, ...]
    advance: int | None
    bye_counts: str | None
    absent_counts: str | None
    board_parts: int
    board_result: str | None


class RoundRow(NamedTuple):
    stage_index: int
    stage: str
    round: int
    byes: tuple[str, ...]
    absent: tuple[str, ...]


class EventTableRow(NamedTuple):
    """A side of a drawn table, and what it came to by one account."""

    account: str
    stage_index: int
    stage: str
    round: int
    table_index: int
    event_table: str
    side: str
    entrants: tuple[str, ...]
    third_place: bool
    told: bool
    won: bool | None
    drawn: bool
    forfeited: bool
    score: str | None
    match_points: int | None
    points: int | None
    big_points: int | None
    small_points: int | None
    first_places: int | None
    level_difference: int | None
    levels_gained: int | None
    wins: int | None
    board_points: int | None
    matches: tuple[str, ...]


class EventMatchRow(NamedTuple):
    match: str
    match_sha256: str
    role: str
    stage: str | None
    round: int | None
    event_table: str | None
    bare: bool


class StandingRow(NamedTuple):
    account: str
    stage_index: int
    stage: str
    group_name: str | None
    form: str
    position: int
    place: int | None
    shared: bool
    disqualified: bool
    entrant: str
    played: int
    open: int
    match_points: int | None
    points: int | None
    big_points: int | None
    small_points: int | None
    first_places: int | None
    level_difference: int | None
    levels_gained: int | None
    wins: int | None
    board_points: int | None
    best: int | None
    worst: int | None
    unknown: bool
    matches: tuple[str, ...]


class DerivationRow(NamedTuple):
    account: str
    stage: str
    group_name: str | None
    entrant: str
    step: int
    key: str
    value: int | None
    tied_with: tuple[str, ...]
    tied: int


class PublishedRow(NamedTuple):
    stage: str
    group_name: str | None
    after_round: int | None
    line: int
    entrant: str
    field: str
    published: int
    computed: int | None
    verdict: str
    pointer: str


class TableBoardRow(NamedTuple):
    """A board at a drawn table by one account: what it came to and scored for the side of the first seat, and for the other."""

    account: str
    stage_index: int
    stage: str
    board_set: str | None
    set_index: int
    board: int
    round: int
    table_index: int
    event_table: str
    first_side: tuple[str, ...]
    second_side: tuple[str, ...]
    match: str
    hand_index: int | None
    result_first: int | None
    result_second: int | None
    first_points: int | None
    second_points: int | None
    adjusted: bool


class LedgerRow(NamedTuple):
    position: int
    stage: str
    round: int | None
    entrant: str
    figure: str
    value: int
    clause: str | None
    note: str | None


class EventFindingRow(NamedTuple):
    """A finding in an event: where, and then what `FindingRow` has of one in a match (a NamedTuple inherits no fields)."""

    position: int
    match: str | None
    stage: str | None
    group_name: str | None
    round: int | None
    event_table: str | None
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


OF_EVENTS: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    "events": EventRow,
    "event_entrants": EntrantRow,
    "event_players": EntrantPlayerRow,
    "event_stages": StageRow,
    "event_rounds": RoundRow,
    "event_tables": EventTableRow,
    "event_matches": EventMatchRow,
    "standings": StandingRow,
    "derivations": DerivationRow,
    "published": PublishedRow,
    "event_boards": TableBoardRow,
    "ledger": LedgerRow,
    "event_findings": EventFindingRow,
}
"""The tables of events."""
