"""The events of a warehouse, audited over the matches that are there, whatever the order in which they came.

What an event comes to depends on its file and on its matches alone. So after every load the events are looked at whose file or
matches are not those of their last audit, and audited anew in a batch of their own; where nothing has changed nothing is done.
A load that was killed before that leaves it to the next one, and until then `paipu verify` says that it is due.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, get_args

from paipu.analytics.columns import tables_of
from paipu.analytics.event_extract import Audit, audited_event, digest_of
from paipu.analytics.extract import board_of
from paipu.analytics.reader import Cursor, Reader, connect
from paipu.analytics.told import Audited, BatchRows
from paipu.analytics.warehouse import Draft, Place, Warehouse, write_batch
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.event_source import EventFile
from paipu.ingest.rejection import Place as Origin
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.event.match import Account, AccountName, Match
from paipu.replay.event.placing import Games, by_match, games_at, games_said, place
from paipu.replay.event.record import EventRecord
from paipu.replay.record import Player
from paipu.replay.sheets import SHEETS

MATCHES: Final = """
    SELECT
        record, match, sheet, sheet_version, engine_version, record_sha256, rulings_sha256, options, event, stage,
        round, event_table, game, hands
    FROM stored.latest
    WHERE event = ? OR (event IS NULL AND event_table IS NOT NULL)
    ORDER BY match
    """
OF_MATCHES: Final = {
    "seats": "SELECT * FROM stored.seats SEMI JOIN (SELECT unnest(?) AS record) USING (record) ORDER BY record, seat",
    "boards": "SELECT * FROM stored.boards SEMI JOIN (SELECT unnest(?) AS record) USING (record) ORDER BY record, board",
    "match_accounts": """
        SELECT * FROM stored.match_accounts SEMI JOIN (SELECT unnest(?) AS record) USING (record) ORDER BY record, account, side
        """,
}
PLACE: Final = ("event", "stage", "round", "event_table")
PLACES: Final = "SELECT record_sha256, event, stage, round, event_table FROM stored.latest WHERE stage IS NOT NULL"
Row = dict[str, Any]


class Known(NamedTuple):
    """An event that the warehouse has: the numbers of its last audit and of its bytes, and what that audit rested on."""

    record: int
    first: int
    source: str
    sha256: str
    rests_on: tuple[str, str, str]


class Due(NamedTuple):
    """An event to be audited; `known` is its audit so far, None for a new one."""

    given: EventFile
    matches: "Taken"
    known: Known | None


class Taken(NamedTuple):
    """The matches of an event, with the hash of each record, and a digest of these and of the versions that audited them."""

    matches: tuple[Match, ...]
    hashes: Mapping[str, str]
    digest: str


class Settled(NamedTuple):
    """What became of the events of a load: the batch, if one was committed; how many that were there were audited anew.

    `found` is how many findings the event has that the load brought, None where there was nothing to do about it.
    """

    draft: Draft | None = None
    anew: int = 0
    found: int | None = None
    replaced: int = 0


def settle(warehouse: Warehouse, given: EventFile | None, begun: Place) -> Settled:
    """Audit the events that are due, and commit what they come to. `begun` says of the load which it is and when it began."""
    with connect(warehouse.directory, warehouse.manifest) as con:
        due = list(_due(con, given))
    if not due:
        return Settled()
    known = [each.known for each in due if each.known is not None]
    to = begun._replace(
        batch=warehouse.manifest.batches + 1,
        read=len(due),
        already_loaded=0,
        replaced=tuple(sorted(each.record for each in known)),
        first={each.sha256: each.first for each in known},
    )
    rows = BatchRows([_audited(position, each) for position, each in enumerate(due)])
    tables = tables_of(rows, to.batch, to.first)
    draft = write_batch(to, tables)
    warehouse.commit(draft)
    own = [at for at, each in enumerate(due) if given is not None and each.given.parsed.sha256 == given.parsed.sha256]
    found = sum(tables["events"]["findings"][at].as_py() for at in own) if own else None
    return Settled(draft, len(due) - len(own), found, sum(due[at].known is not None for at in own))


def _due(con: Cursor, given: EventFile | None) -> Iterator[Due]:
    """The events whose file or matches are not those of their last audit, in the order of their ids."""
    standing: dict[str, tuple[EventFile, Known | None]] = {}
    hashes = {row["record_sha256"] for row in _rows(con, "SELECT record_sha256 FROM stored.audited_events")}
    for row in _rows(con, "SELECT * FROM stored.latest_events JOIN records USING (record_sha256) ORDER BY event"):
        rests_on = row["engine_version"], row["sheet_version"], row["matches_sha256"]
        known = Known(row["record"], row["first"], row["source"], row["record_sha256"], rests_on)
        parsed = parse_event(row["raw"], Origin(row["source"]))
        if isinstance(parsed, ParsedEvent):  # what an older paipu read and this one refuses stays as it is
            standing[row["event"]] = EventFile(parsed, row["source"]), known
    if given is not None and given.parsed.sha256 not in hashes:
        standing[given.parsed.event.id] = given, None
    for _, (each, before) in sorted(standing.items()):
        event = each.parsed.event
        taken = _taken(con, event)
        if before is None or before.rests_on != (ENGINE_VERSION, SHEETS[event.sheet].version, taken.digest):
            yield Due(each, taken, before)


def asked_of(reader: Reader, event: str) -> Audit | None:
    """An event of a warehouse over its matches, as it was audited there; None where it has no file that can be read."""
    with reader.cursor() as con:
        for row in _rows(con, STORED):
            parsed = parse_event(row["raw"], Origin(row["source"]))
            if isinstance(parsed, ParsedEvent) and parsed.event.id == event:
                taken = _taken(con, parsed.event)
                return Audit(parsed, row["source"], taken.matches, taken.hashes, taken.digest)
    return None


STORED: Final = "SELECT source, raw FROM stored.latest_events JOIN records USING (record_sha256) ORDER BY event"


def files_told(reader: Reader) -> list[bytes]:
    """The hashes of the files of these events: while they are the same, so are the events."""
    told: list[bytes] = reader.query("SELECT record_sha256 FROM stored.latest_events ORDER BY event")["record_sha256"].to_list()
    return told


def events_told(reader: Reader) -> list[EventRecord]:
    """The events of a warehouse that can be read, by their ids."""
    with reader.cursor() as con:
        return _stored(con)


def games_told(reader: Reader) -> Games:
    """What the events of a warehouse say of the games of matches."""
    return _said_by(events_told(reader))


def _stored(con: Cursor) -> list[EventRecord]:
    read = [parse_event(row["raw"], Origin(row["source"])) for row in _rows(con, STORED)]
    return [each.event for each in read if isinstance(each, ParsedEvent)]


def _said_by(events: Iterable[EventRecord]) -> Games:
    return {place: most for event in events for place, most in games_said(event).items()}


def games_in(warehouse: Warehouse, given: EventFile | None) -> tuple[Games, Mapping[str, int]]:
    """What the events that are there, and one that is loaded, say of the games of matches; and of which records, by hash."""
    with connect(warehouse.directory, warehouse.manifest) as con:
        said = _said_by([*_stored(con), *([given.parsed.event] if given is not None else [])])
        rows = _rows(con, PLACES) if said else []
    told = {row["record_sha256"]: games_at(said, *(row[name] for name in PLACE)) for row in rows}
    return said, {sha256: most for sha256, most in told.items() if most is not None}


def overdue(con: Cursor) -> list[str]:
    """The events of which the audit is not that of their matches as they are, by their ids."""
    return [each.given.parsed.event.id for each in _due(con, None)]


def matches_of(con: Cursor, event: EventRecord) -> tuple[Match, ...]:
    """The matches of an event, as the warehouse has them."""
    return _taken(con, event).matches


def _taken(con: Cursor, event: EventRecord) -> Taken:
    """The matches of an event: those that name it, and of those that name none whichever have their place in its draw."""
    found = _rows(con, MATCHES, [event.id])
    matches = {match.id: match for match in _matches(con, found)}
    unnamed = place(event, [match for match in matches.values() if match.event is None])
    drawn = {match: spot for match, (spot, _) in by_match(unnamed).items()}
    rows = [row for row in found if row["event"] is not None or row["match"] in drawn]
    told = ("record_sha256", "rulings_sha256", "engine_version", "sheet_version")
    said = [" ".join(str(row[name]) for name in told) for row in rows]
    taken = tuple([matches[row["match"]] for row in rows])
    return Taken(taken, {row["match"]: row["record_sha256"] for row in rows}, digest_of(sorted(said)))


def _matches(con: Cursor, found: list[Row]) -> Iterator[Match]:
    """The matches as an event takes them, from their rows."""
    numbers = [row["record"] for row in found]
    told: dict[str, dict[int, list[Row]]] = {}
    for name, sql in OF_MATCHES.items():
        by_record: dict[int, list[Row]] = {}
        for row in _rows(con, sql, [numbers]):
            by_record.setdefault(row["record"], []).append(row)
        told[name] = by_record
    for row in found:
        sides = SHEETS[row["sheet"]].sides
        by_account: dict[str, list[Row]] = {}
        for each in told["match_accounts"][row["record"]]:
            by_account.setdefault(each["account"], []).append(each)
        accounts = {name: sorted(both, key=lambda each: sides.index(each["side"])) for name, both in by_account.items()}
        first, second = accounts["computed"]
        yield Match(
            id=row["match"],
            sheet=row["sheet"],
            options=json.loads(row["options"]),
            event=row["event"],
            stage=row["stage"],
            round=row["round"],
            table=row["event_table"],
            game=row["game"],
            seats={
                each["seat"]: Player(id=each["player"], name=each["name"], team=each["team"])
                for each in told["seats"].get(row["record"], ())
            },
            teams=(first["team"], second["team"]),
            players=(tuple(first["players"]), tuple(second["players"])),
            boards=tuple([board_of(each["told"]) for each in told["boards"].get(row["record"], ())]),
            bare=row["hands"] == 0,
            **{name: _account(accounts[name]) for name in get_args(AccountName) if name in accounts},
        )


def _account(both: list[Row]) -> Account:
    first, second = both
    pairs = {
        name: (first[column], second[column]) if first[column] is not None else None
        for name, column in (
            ("grades", "grade"),
            ("points", "points"),
            ("score", "score"),
            ("small", "small_points"),
            ("firsts", "first_places"),
        )
    }
    winner = next((side for side, row in enumerate(both) if row["won"]), None)
    return Account(
        winner=winner,
        drawn=first["drawn"],
        reason=first["reason"],
        lost_by=first["lost_by"],
        late=frozenset(side for side, row in enumerate(both) if row["late"]),
        disqualified={side: row["disqualified_under"] for side, row in enumerate(both) if row["disqualified"]},
        **pairs,
    )


def _audited(position: int, due: Due) -> Audited:
    audit = Audit(due.given.parsed, due.given.source, due.matches.matches, due.matches.hashes, due.matches.digest)
    return audited_event(position, audit)


def _rows(con: Cursor, sql: str, params: Iterable[object] = ()) -> list[Row]:
    answer = con.execute(sql, list(params))
    names = [column for column, *_ in answer.description or ()]
    return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
