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
COMMENT ON COLUMN tallies.digest IS 'Sum of the hashes of those rows, modulo 2^63, without records.raw and batches.replaced';
COMMENT ON COLUMN tallies.hashed IS 'What DuckDB''s hash made of a fixed value then: digests are compared where it still does; null: not comparable';
