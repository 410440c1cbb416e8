"""The tables, views and columns of `data/WAREHOUSE.md`, from the comments of the schema."""

from collections.abc import Iterator

import duckdb

from analytics import schema

COLUMNS = """
    SELECT
        columns.table_name,
        columns.column_name,
        columns.data_type || CASE WHEN columns.is_nullable OR tables.table_name IS NULL THEN '' ELSE ' not null' END,
        columns.comment
    FROM duckdb_columns() AS columns
    LEFT JOIN duckdb_tables() AS tables USING (table_name)
    WHERE NOT columns.internal
    ORDER BY columns.table_name, columns.column_index
"""
ABOUT = """
    SELECT table_name, comment FROM duckdb_tables()
    UNION ALL
    SELECT view_name, comment FROM duckdb_views() WHERE NOT internal
    ORDER BY ALL
"""


def blocks(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """The heading, what it is, and the table of columns, for each table and view of the database."""
    columns = con.execute(COLUMNS).fetchall()
    for name, about in con.execute(ABOUT).fetchall():
        rows = [f"| `{column}` | {kind} | {comment} |" for table, column, kind, comment in columns if table == name]
        yield (
            name,
            "\n".join([f"### `{name}`", "", str(about), "", "| column | type | meaning |", "|---|---|---|", *rows]),
        )


def fresh() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    schema.create(con)
    return con


def rewritten(document: str) -> str:
    """WAREHOUSE.md with all that it says of tables and views made anew."""
    made = dict(blocks(fresh()))
    parts = [document.partition("## Tables\n")[0]]
    for title, names in (("Tables", schema.TABLES), ("Views", schema.VIEWS)):
        parts.append(f"## {title}\n\n" + "".join(f"{made[name]}\n\n" for name in names))
    return "".join(parts).rstrip("\n") + "\n"
