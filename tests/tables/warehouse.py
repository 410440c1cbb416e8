"""The tables, views and columns of `data/WAREHOUSE.md`: what a new warehouse has, and `analytics/tables.toml` says of it."""

from collections.abc import Iterator
from pathlib import Path

import duckdb

from analytics import schema
from analytics.columns import SCHEMAS
from analytics.manifest import Manifest
from analytics.rows import ROW_TYPES


def blocks(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """The heading, what it is, and the table of columns, for each table and view."""
    for name in (*schema.TABLES, *schema.VIEWS):
        columns = con.execute(f"DESCRIBE {name}").fetchall()
        rows = [
            f"| `{column}` | {kind}{'' if may_be_null(name, column) else ' not null'} | {schema.meaning(name, column)} |"
            for column, kind, *_ in columns
        ]
        about = schema.meanings()[name]["about"]
        yield name, "\n".join([f"### `{name}`", "", about, "", "| column | type | meaning |", "|---|---|---|", *rows])


def may_be_null(name: str, column: str) -> bool:
    """Of a table, as its part files have it; of a view nothing is promised."""
    if name in ROW_TYPES and column in SCHEMAS[name].names:
        return bool(SCHEMAS[name].field(column).nullable)
    return name in schema.VIEWS


def fresh() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    for statement in schema.create(con, Manifest(), Path()).values():
        con.execute(statement)
    return con


def rewritten(document: str) -> str:
    """WAREHOUSE.md with all that it says of tables and views made anew."""
    made = dict(blocks(fresh()))
    parts = [document.partition("## Tables\n")[0]]
    for title, names in (("Tables", schema.TABLES), ("Views", schema.VIEWS)):
        parts.append(f"## {title}\n\n" + "".join(f"{made[name]}\n\n" for name in names))
    return "".join(parts).rstrip("\n") + "\n"
