CREATE TABLE records (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    record_sha256 VARCHAR NOT NULL,
    raw BLOB NOT NULL
);

COMMENT ON TABLE records IS 'One row a record that was ever accepted: its bytes, kept so that a hand can be shown and audited again.';
COMMENT ON COLUMN records.batch IS 'Batch that first brought the record';
COMMENT ON COLUMN records.position IS 'Place among the new inputs of that batch, from 0';
COMMENT ON COLUMN records.record_sha256 IS 'SHA-256 of the bytes, in hexadecimal';
COMMENT ON COLUMN records.raw IS 'The record as it was read: one JSON document';
