CREATE TABLE batches (
    batch BIGINT NOT NULL,
    load BIGINT NOT NULL,
    loaded_at TIMESTAMP NOT NULL,
    engine_version VARCHAR NOT NULL,
    read BIGINT NOT NULL,
    already_loaded BIGINT NOT NULL,
    accepted BIGINT NOT NULL,
    accepted_with_findings BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    replaced BIGINT NOT NULL,
    CHECK (read = accepted + accepted_with_findings + quarantined + already_loaded),
    CHECK (replaced BETWEEN 0 AND accepted + accepted_with_findings + quarantined)
);

COMMENT ON TABLE batches IS 'One row a committed batch: a bounded run of inputs whose rows came, and can only come, together.';
COMMENT ON COLUMN batches.batch IS 'Number of the batch, from 1';
COMMENT ON COLUMN batches.load IS 'Number of the load that the batch was a part of, from 1';
COMMENT ON COLUMN batches.loaded_at IS 'When the load began, UTC';
COMMENT ON COLUMN batches.engine_version IS 'Version of the engine that audited the batch';
COMMENT ON COLUMN batches.read IS 'Inputs read';
COMMENT ON COLUMN batches.already_loaded IS 'Of those, the ones that the same engine and sheet version had audited before';
COMMENT ON COLUMN batches.accepted IS 'Of those, records audited without a finding';
COMMENT ON COLUMN batches.accepted_with_findings IS 'Of those, records audited with one finding or more, of any kind';
COMMENT ON COLUMN batches.quarantined IS 'Of those, inputs that could not be audited';
COMMENT ON COLUMN batches.replaced IS 'Of its accepted and quarantined inputs, the ones that a later batch audited anew';
