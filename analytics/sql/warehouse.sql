CREATE TABLE warehouse (
    schema_version BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    batches BIGINT NOT NULL
);

COMMENT ON TABLE warehouse IS 'One row: which schema this file has, and how many commits made it.';
COMMENT ON COLUMN warehouse.schema_version IS 'Number of the last migration that this file has been through';
COMMENT ON COLUMN warehouse.generation IS 'Grows with every commit; a snapshot carries it in its name';
COMMENT ON COLUMN warehouse.batches IS 'Batches committed so far';
