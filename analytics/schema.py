"""The tables and views of the warehouse, made in an empty DuckDB over the part files of one manifest.

`stored.NAME` is what the part files of a table hold; `stored.audited` has the records whose rows count, `stored.latest` the
one that stands for each match. A documented table is a view of these. `analytics/sql/NAME.sql` makes each of the other views.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, get_type_hints

import duckdb

from paipu.analytics.event_rows import OF_EVENTS, EventPins
from paipu.analytics.filters import Filters
from paipu.analytics.keys import EXPLAINED
from paipu.analytics.manifest import SCHEMA_VERSION, Manifest, Part
from paipu.analytics.review.row import DecisionRow
from paipu.analytics.rows import COLUMNS, PINNED, POSITION_BITS, ROW_TYPES, Pins, kind_of
from paipu.analytics.tally_rows import KEYS, MEANS, OF_PLAYERS, Count, Sum

TABLES: Final = ("warehouse", "batches", "parts", *(name for name in ROW_TYPES if name != "claims"), "decisions")
UNITS: Final = ("player", "pair", "team", "seat", "event", "sheet")
"""The kinds of units that statistics are of; a pair is all who sit on a side, at six seats a trio."""
MACROS: Final = (
    "members_as",
    "sitting",
    "seated",
    "of_hands",
    "seat_hands_of",
    "appeared",
    "tallied",
    "student",
    "excess",
    "wilson",
    "statistics",
    "times_taken",
)
"""What views and queries ask with arguments; made before the views."""
VIEWS: Final = (
    "latest_matches",
    "latest_events",
    "superseded_matches",
    "reconciliation",
    "loads",
    "results",
    "claims_compared",
    "findings_located",
    "event_audit",
    "findings_by_code",
    "overview",
    "quarantine_by_code",
    "player_names",
    "event_names",
    "decisions_by_player",
    *(f"statistics_by_{unit}" for unit in UNITS),
)
"""In the order in which they can be made: each after those that it reads."""

DUCKDB_TYPES: Final[Mapping[Any, str]] = {
    str: "VARCHAR",
    int: "BIGINT",
    float: "DOUBLE",
    bool: "BOOLEAN",
    bytes: "BLOB",
    datetime: "TIMESTAMP",
    tuple[str, ...]: "VARCHAR[]",
    tuple[int, ...]: "BIGINT[]",
    Count: "STRUCT(numerator BIGINT, denominator INTEGER, open INTEGER, squares BIGINT)",
    Sum: "STRUCT(numerator BIGINT, denominator BIGINT, open BIGINT, squares DECIMAL(38, 0), "
    "nn DECIMAL(38, 0), nd DECIMAL(38, 0), dd DECIMAL(38, 0), matches BIGINT)",
}
FILTERS: Final = (
    f"STRUCT({', '.join(f'{name} {DUCKDB_TYPES[kind_of(hint)]}' for name, hint in get_type_hints(Filters).items())})"
)
"""What the macros take as `filters`."""
PINS: Final = ", ".join(Pins._fields)
EVENT_PINS: Final = ", ".join(EventPins._fields)
BATCH: Final = f"record >> {POSITION_BITS} AS batch"
PART: Final = (
    "STRUCT(file VARCHAR, table_name VARCHAR, first_batch BIGINT, last_batch BIGINT, row_count BIGINT, bytes BIGINT, "
    "sha256 VARCHAR)"
)
COUNTED: Final = {
    "matches": ("audited", "latest", "superseded"),
    "events": ("audited_events", "latest_events", "superseded_events"),
}
"""What `stored` calls those whose rows count, of these the ones that stand, and those that do not."""
STILL_COUNTS: Final = "ANTI JOIN stored.replaced USING (record)"


def create(con: duckdb.DuckDBPyConnection, manifest: Manifest, directory: Path) -> dict[str, str]:
    """Make room for what the parts of a manifest hold; the statements that make that, and tables, macros and views over it.

    They take longer to make than many a query. By name, each after those that it reads: `named` tells which a query needs.
    """
    con.execute("CREATE SCHEMA stored")
    parts: dict[str, list[Part]] = {name: [] for name in COLUMNS}
    for part in manifest.parts:
        parts[part.table].append(part)
    made = {
        "statistic_key": f"CREATE TYPE statistic_key AS ENUM ({', '.join(map(literal, KEYS))})",
        "parts": _told(manifest.parts),
        "of_players": f"CREATE MACRO of_players(key) AS key IN ({', '.join(map(literal, sorted(OF_PLAYERS)))})",
        "of_mean": f"CREATE MACRO of_mean(key) AS key IN ({', '.join(map(literal, sorted(MEANS)))})",
        "filtered": f"CREATE MACRO filtered(filters) AS CAST(filters AS {FILTERS})",
    }
    made |= {f"stored.{name}": _stored(name, held, directory) for name, held in parts.items()}
    return made | dict(_standing()) | dict(_tables(manifest)) | {name: sql_text(name) for name in (*MACROS, *VIEWS)}


def named(sql: str, statements: dict[str, str]) -> list[str]:
    """Which statements make what a query names, and what those name in turn, in the order in which they were given."""
    found: list[str] = []
    words = _words(sql)
    for name in reversed(statements):  # none names what comes after it
        if name in words:
            found.insert(0, name)
            words |= _words(_NO_NAMES.sub("", statements[name]))
    return found


_NO_NAMES: Final = re.compile("'[^']*'|--[^\n]*")
"""What names nothing in a statement of ours: texts, of which one says where the folder lies, and comments."""


def _words(sql: str) -> set[str]:
    """What a statement may name; what lies in `stored` is named with that."""
    plain = re.sub(r"\s*\.\s*", ".", sql.lower().replace('"', ""))
    return set(re.findall(r"(?:stored\.)?\w+", plain))


@cache
def sql_text(name: str) -> str:
    """The statement that makes the view or macro of that name."""
    return files("paipu.analytics").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


@cache
def meanings() -> Mapping[str, Mapping[str, str]]:
    """What each table and view is, and what its columns mean; those under `columns` have no table."""
    texts = (
        files("paipu.analytics").joinpath(name).read_text(encoding="utf-8") for name in ("tables.toml", "event_tables.toml")
    )
    told = {table: columns for text in texts for table, columns in tomllib.loads(text).items()}
    told["tallies"] |= {
        key: f"{EXPLAINED['numerator'][key].en} / {EXPLAINED['denominator'][key].en}{' (mean)' if key in MEANS else ''}"
        for key in KEYS
    }
    return told


def _stored(name: str, parts: list[Part], directory: Path) -> str:
    if not parts:
        return f"CREATE TABLE stored.{name} ({', '.join(_declared(name))})"
    paths = ", ".join(literal(str(part.path(directory))) for part in parts)
    return f"CREATE VIEW stored.{name} AS FROM read_parquet([{paths}])"


def _declared(name: str) -> Iterator[str]:
    """The columns of a table as DuckDB is told of them where no file does."""
    for column, hint in COLUMNS[name].items():
        kind = "BLOB" if column == "record_sha256" else DUCKDB_TYPES[kind_of(hint)]
        yield f'"{column}" {kind}'


def _told(parts: Iterable[Part]) -> str:
    """The statement that makes the table of the parts."""
    rows = ", ".join(
        f"ROW({literal(file)}, {literal(table)}, {first}, {last}, {rows}, {size}, {literal(sha256)})"
        for file, table, first, last, rows, size, sha256 in ((part.file, *part) for part in parts)
    )
    return f"CREATE TABLE parts AS SELECT unnest(CAST([{rows}] AS {PART}[]), recursive := true)"


@cache
def own_columns(name: str) -> Sequence[str]:
    """The columns of a table but for the batch and what its record rests on."""
    return tuple(get_type_hints(ROW_TYPES[name]))


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _standing() -> Iterator[tuple[str, str]]:
    """The statements that make what is stored of the records whose rows count, and of those that stand."""
    for name, key, said in (("matches", "match", ("sheet", "event")), ("events", "event", ())):
        audited, latest, superseded = COUNTED[name]
        yield (
            f"stored.{audited}",
            f"""
            CREATE VIEW stored.{audited} AS
            SELECT * REPLACE (lower(hex(record_sha256)) AS record_sha256), {BATCH} FROM stored.{name} {STILL_COUNTS}
            """,  # noqa: S608 - constants of ours
        )
        # Nearly every query asks which stand, so it is worked out once which do not: there are few. Of two records of one match
        # both are in the sums, and who asks for these takes this one off.
        yield (
            f"stored.{superseded}",
            f"""
            CREATE TABLE stored.{superseded} AS
            SELECT {", ".join(("record", *said))}
            FROM stored.{audited}
            ANTI JOIN (SELECT arg_max(record, first) AS record FROM stored.{audited} GROUP BY {key}) USING (record)
            """,  # noqa: S608 - as above
        )
        standing = f"FROM stored.{audited} ANTI JOIN stored.{superseded} USING (record)"
        yield f"stored.{latest}", f"CREATE VIEW stored.{latest} AS {standing}"


def _tables(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """The statements that make the documented tables."""
    for name, query in _queries(manifest):
        yield name, f"CREATE VIEW {name} AS {query}"


def _queries(manifest: Manifest) -> Iterator[tuple[str, str]]:
    counts = f"CAST({SCHEMA_VERSION} AS BIGINT) AS schema_version, CAST({manifest.generation} AS BIGINT) AS generation"
    yield "warehouse", f"SELECT {counts}, CAST({manifest.batches} AS BIGINT) AS batches"
    inputs = f"(SELECT {BATCH}, count(*) AS inputs FROM stored.replaced GROUP BY batch)"  # noqa: S608 - constants of ours
    told = "told.*, coalesce(inputs, 0) AS replaced"
    yield "batches", f"SELECT {told} FROM stored.batches AS told LEFT JOIN {inputs} USING (batch)"  # noqa: S608 - as above
    sha256 = "lower(hex(record_sha256)) AS record_sha256"
    first = f"first >> {POSITION_BITS} AS batch, first & {(1 << POSITION_BITS) - 1} AS position"
    numbered = "(SELECT record AS first, record_sha256, raw FROM stored.records)"
    yield "records", f"SELECT {first}, {sha256}, raw FROM {numbered}"  # noqa: S608 - as above
    own = ", ".join(own_columns("quarantine")[:-1])
    yield "quarantine", f"SELECT {BATCH}, {own}, {sha256} FROM stored.quarantine {STILL_COUNTS}"  # noqa: S608 - as above
    for names, head, audited, pins in (
        (PINNED, "matches", COUNTED["matches"][0], PINS),
        (OF_EVENTS, "events", COUNTED["events"][0], EVENT_PINS),
    ):
        own = ", ".join(own_columns(head))
        yield head, f"SELECT batch, {own}, {pins} FROM stored.{audited}"  # noqa: S608 - as above
        pinned = f"(SELECT batch, record, {pins} FROM stored.{audited})"  # noqa: S608 - as above
        for name in names:
            if name not in (head, "claims"):
                own = ", ".join(f"told.{column}" for column in own_columns(name))
                yield name, f"SELECT batch, {own}, {pins} FROM stored.{name} AS told JOIN {pinned} USING (record)"  # noqa: S608 - as above
        if head == "matches":
            own = ", ".join(f"told.{column}" for column in get_type_hints(DecisionRow))
            last = "(FROM stored.decisions QUALIFY review = max(review) OVER (PARTITION BY record))"
            yield "decisions", f"SELECT review AS batch, {own}, {pins} FROM {last} AS told JOIN {pinned} USING (record)"  # noqa: S608 - as above
