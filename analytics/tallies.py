"""How many rows of each table a batch has, and a digest of them: taken when it is committed, recounted by a check.

A digest is the sum of DuckDB's hashes of the rows, so it does not depend on their order, and rows that a later
batch replaces are taken off it without a look at the others. DuckDB may change its hash from one version to the next.
`PROBE` tells: digests are compared only where it gives what it gave when they were taken.
"""

from typing import Final, NamedTuple

import duckdb

from analytics.rows import ROW_TYPES

LEFT_OUT: Final = {"records": "raw", "batches": "replaced"}
"""The one column of a table that its digest is without: bytes that have a SHA-256, a count that grows later."""
TALLIED: Final = (*ROW_TYPES, "batches")
"""Every table with rows of a batch, and the batch's own row."""
MODULUS: Final = 1 << 63
PROBE: Final = "CAST(hash({'n': 42, 's': '牌谱 paipu', 'x': 0.5, 'l': ['a', NULL], 'b': true, 'nothing': NULL}) >> 1 AS BIGINT)"
DIGEST: Final = f"CAST(coalesce(sum(hash(told)), 0) % {MODULUS} AS BIGINT)"


class Difference(NamedTuple):
    """A batch and a table that has not the rows that the batch brought. None: no such tally, or no such batch."""

    batch: int
    table: str
    tallied: int | None
    found: int


def take(con: duckdb.DuckDBPyConnection, batch: int) -> None:
    """Tally the rows of a batch as they now are."""
    told = "\nUNION ALL\n".join(_told(name, f"WHERE batch = {batch:d}") for name in TALLIED)
    con.execute(
        f"""
        INSERT INTO tallies BY NAME
        SELECT {batch:d} AS batch, table_name, row_count, digest, {PROBE} AS hashed FROM ({told}) ORDER BY table_name
        """  # noqa: S608 - names of ours and a number
    )


def take_off(con: duckdb.DuckDBPyConnection, table: str, hashes: list[str]) -> None:
    """Take the rows of some inputs, which are about to go, off the tallies of their batches."""
    where = "WHERE record_sha256 IN (SELECT unnest(CAST(? AS VARCHAR[])))"
    con.execute(
        f"""
        UPDATE tallies SET
            row_count = tallies.row_count - gone.row_count,
            digest = CAST((CAST(tallies.digest AS HUGEINT) - gone.digest + {MODULUS}) % {MODULUS} AS BIGINT),
            hashed = CASE WHEN hashed = {PROBE} THEN hashed END
        FROM ({_told(table, where, each="batch")}) AS gone
        WHERE gone.batch = tallies.batch AND gone.table_name = tallies.table_name
        """,  # noqa: S608 - names of ours
        [hashes],
    )


def differences(con: duckdb.DuckDBPyConnection) -> list[Difference]:
    """Where the rows are not those that were tallied, by table in the order of `TALLIED`."""
    now = " UNION ALL ".join(_told(name, each="batch") for name in TALLIED)
    rows = con.execute(
        f"""
        SELECT batch, table_name, tallies.row_count, coalesce(now.row_count, 0)
        FROM tallies
        FULL JOIN ({now}) AS now USING (batch, table_name)
        WHERE tallies.row_count IS DISTINCT FROM coalesce(now.row_count, 0)
            OR (tallies.hashed = {PROBE} AND tallies.digest <> coalesce(now.digest, 0))
        ORDER BY list_position(?, table_name), batch
        """,  # noqa: S608 - names of ours
        [list(TALLIED)],
    ).fetchall()
    return [Difference(*row) for row in rows]


def comparable(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether this DuckDB hashes as the one did that took the digests."""
    others = f"SELECT count(*) FROM tallies WHERE hashed IS DISTINCT FROM {PROBE} ORDER BY ALL"  # noqa: S608 - a constant of ours
    [(number,)] = con.execute(others).fetchall()
    return not number


def _told(name: str, where: str = "", *, each: str = "") -> str:
    """A query of the tally of a table: one row in all or one `each` batch."""
    left_out = f"EXCLUDE ({LEFT_OUT[name]})" if name in LEFT_OUT else ""
    key, by = (f"{each}, ", f"GROUP BY {each}") if each else ("", "")
    return (
        f"SELECT {key}'{name}' AS table_name, count(*) AS row_count, {DIGEST} AS digest "  # noqa: S608 - names of ours
        f"FROM (SELECT * {left_out} FROM {name} {where}) AS told {by}"
    )
