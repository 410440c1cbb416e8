"""The tables and views of the warehouse, and how an older one is brought up to date.

`analytics/sql/NAME.sql` says what the table or view NAME is now, comments included. A warehouse made before
is changed by `MIGRATIONS`, in order, and must end up the same; its views are dropped and made again.
"""

from importlib.resources import files
from typing import Final, NamedTuple

import duckdb

from analytics.migrations import TALLIES

TABLES: Final = (
    "warehouse",
    "batches",
    "tallies",
    "records",
    "matches",
    "match_results",
    "match_sides",
    "seats",
    "hands",
    "computed",
    "hand_sides",
    "plays",
    "findings",
    "quarantine",
)
VIEWS: Final = (
    "latest_matches",
    "superseded_matches",
    "reconciliation",
    "loads",
    "results",
    "claims_compared",
    "findings_by_code",
    "overview",
    "quarantine_by_code",
)
"""In the order in which they can be made: each after those that it reads."""


class Migration(NamedTuple):
    """A step from schema `to` - 1 to schema `to`: SQL statements that change tables and their comments.

    Every step makes the views anew; one that changes nothing but views has no statements.
    """

    to: int
    why: str
    sql: str


MIGRATIONS: Final[tuple[Migration, ...]] = (
    Migration(2, "whether an order out is the claimed one, the audit says", ""),
    Migration(3, "findings name what they follow from; each batch has its rows counted and a digest of them taken", TALLIES),
)
"""Every step since schema 1, oldest first. A published step is never changed."""
FIRST_VERSION: Final = 1


def schema_version() -> int:
    """The schema after all the migrations. Raises ValueError where their numbers do not follow on."""
    numbers = [migration.to for migration in MIGRATIONS]
    if numbers != list(range(FIRST_VERSION + 1, FIRST_VERSION + 1 + len(numbers))):
        raise ValueError(f"migrations must be numbered from {FIRST_VERSION + 1} without a gap: {numbers}")
    return FIRST_VERSION + len(numbers)


def sql_text(name: str) -> str:
    """The statements that make the table or view of that name."""
    return files("analytics").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


def create(con: duckdb.DuckDBPyConnection) -> None:
    """Make everything in an empty database, in one transaction."""
    con.execute("BEGIN")
    for name in (*TABLES, *VIEWS):
        con.execute(sql_text(name))
    con.execute("INSERT INTO warehouse (schema_version, generation, batches) VALUES (?, 0, 0)", [schema_version()])
    con.execute("COMMIT")


def found_version(con: duckdb.DuckDBPyConnection) -> int | None:
    """The schema version of an open database; None where it is not a warehouse."""
    try:
        row = con.execute("SELECT schema_version FROM warehouse ORDER BY schema_version").fetchone()
        con.execute("SELECT record_sha256 FROM records LIMIT 0")  # another program may have a table of the first name
    except (duckdb.CatalogException, duckdb.BinderException):
        return None
    return int(row[0]) if row and isinstance(row[0], int) else None


def migrate(con: duckdb.DuckDBPyConnection, found: int) -> None:
    """Take the steps that an older file lacks: all of them, or after a failure none."""
    steps = [migration for migration in MIGRATIONS if migration.to > found]
    if not steps:
        return
    con.execute("BEGIN")
    try:
        for name in view_names(con):
            con.execute(f'DROP VIEW "{name}"')
        for step in steps:
            con.execute(step.sql)
        for name in VIEWS:
            con.execute(sql_text(name))
        con.execute("UPDATE warehouse SET schema_version = ?, generation = generation + 1", [steps[-1].to])
    except BaseException:
        con.execute("ROLLBACK")
        raise
    con.execute("COMMIT")


def view_names(con: duckdb.DuckDBPyConnection) -> list[str]:
    rows = con.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY view_oid DESC").fetchall()
    return [name for (name,) in rows]
