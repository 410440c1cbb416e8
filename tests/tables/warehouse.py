"""The tables, views and parts of `data/WAREHOUSE.md`: what a new warehouse has, and `analytics/tables.toml` says of it."""

from collections.abc import Iterator
from pathlib import Path

import duckdb

from paipu.analytics import schema
from paipu.analytics.columns import SCHEMAS
from paipu.analytics.manifest import Manifest
from paipu.analytics.rows import ROW_TYPES


def blocks(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """The heading, what it is, and the table of columns, for each table and view."""
    meanings = schema.meanings()
    for name in (*schema.TABLES, *schema.VIEWS):
        of_table = {**meanings["columns"], **meanings[name]}
        columns = con.execute(f"DESCRIBE {name}").fetchall()
        rows = [
            f"| `{column}` | {kind}{'' if may_be_null(name, column) else ' not null'} | {of_table[column]} |"
            for column, kind, *_ in columns
        ]
        head = [f"### `{name}`", "", of_table["about"], "", "| column | type | meaning |", "|---|---|---|"]
        yield name, "\n".join([*head, *rows])


def stored(table: str) -> str:
    """The row of the table of parts that says what the part files of a table hold."""
    return f"| `{table}` | {' '.join(f'`{name}`' for name in SCHEMAS[table].names)} |"


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
    """WAREHOUSE.md with all that it says of tables, views and parts made anew."""
    made = dict(blocks(fresh()))
    parts = [document.partition("## Tables\n")[0]]
    for title, names in (("Tables", schema.TABLES), ("Views", schema.VIEWS)):
        parts.append(f"## {title}\n\n" + "".join(f"{made[name]}\n\n" for name in names))
    parts.append(
        "\n".join(["## Columns of the parts", "", "| part | columns, in this order |", "|---|---|", *map(stored, SCHEMAS)])
    )
    return "".join(parts).rstrip("\n") + "\n"
