"""The SQL of migrations, written out: what `analytics/sql` and `analytics.tallies` say may change, and a step never does."""

from typing import Final


def _tally_what_is_there(name: str, left_out: str = "") -> str:
    return f"""
        INSERT INTO tallies BY NAME
        SELECT
            batches.batch,
            '{name}' AS table_name,
            coalesce(there.row_count, 0) AS row_count,
            coalesce(there.digest, 0) AS digest,
            CAST(hash({{'n': 42, 's': '牌谱 paipu', 'x': 0.5, 'l': ['a', NULL], 'b': true, 'nothing': NULL}}) >> 1 AS BIGINT)
                AS hashed
        FROM batches
        LEFT JOIN (
            SELECT batch, count(*) AS row_count, CAST(sum(hash(told)) % 9223372036854775808 AS BIGINT) AS digest
            FROM (SELECT * {left_out} FROM {name}) AS told
            GROUP BY batch
        ) AS there USING (batch);
    """  # noqa: S608 - names of ours


_NEW_TABLES: Final = """
    ALTER TABLE warehouse RENAME TO warehouse_before;
    CREATE TABLE warehouse (schema_version BIGINT NOT NULL, generation BIGINT NOT NULL, batches BIGINT NOT NULL);
    INSERT INTO warehouse
    SELECT schema_version, generation, (SELECT coalesce(max(batch), 0) FROM batches) FROM warehouse_before;
    DROP TABLE warehouse_before;
    COMMENT ON TABLE warehouse IS 'One row: which schema this file has, and how many commits made it.';
    COMMENT ON COLUMN warehouse.schema_version IS 'Number of the last migration that this file has been through';
    COMMENT ON COLUMN warehouse.generation IS 'Grows with every commit; a snapshot carries it in its name';
    COMMENT ON COLUMN warehouse.batches IS 'Batches committed so far';
    CREATE TABLE tallies (
        batch BIGINT NOT NULL,
        table_name VARCHAR NOT NULL,
        row_count BIGINT NOT NULL,
        digest BIGINT NOT NULL,
        hashed BIGINT
    );
    COMMENT ON TABLE tallies IS 'One row a batch and table: how many rows of the batch must be there, and a digest of them.';
    COMMENT ON COLUMN tallies.batch IS 'Number of the batch, from 1';
    COMMENT ON COLUMN tallies.table_name IS 'Name of the table; batches is the batch''s own row';
    COMMENT ON COLUMN tallies.row_count IS 'Rows of the batch in that table, without those that a later batch replaced';
    COMMENT ON COLUMN tallies.digest IS
        'Sum of the hashes of those rows, modulo 2^63, without records.raw and batches.replaced';
    COMMENT ON COLUMN tallies.hashed IS
        'What DuckDB''s hash made of a fixed value then: digests are compared where it still does; null: not comparable';
"""
_PLAIN: Final = (
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

_CAUSES: Final = """
    ALTER TABLE findings ADD COLUMN follows_from VARCHAR;
    COMMENT ON COLUMN findings.follows_from IS
        'Fingerprint of the finding that this one follows from; null: it follows from none, and counts';
"""

TALLIES: Final = "".join(
    (
        _CAUSES,
        _NEW_TABLES,
        _tally_what_is_there("records", "EXCLUDE (raw)"),
        _tally_what_is_there("batches", "EXCLUDE (replaced)"),
        *map(_tally_what_is_there, _PLAIN),
    )
)
"""To schema 3. The rows that lie there are tallied on trust: what was lost before is not found by them."""
