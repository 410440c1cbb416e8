CREATE OR REPLACE VIEW reconciliation AS
WITH present AS (
    SELECT batch, count(*) AS inputs
    FROM (SELECT batch FROM matches UNION ALL SELECT batch FROM quarantine)
    GROUP BY batch
)
SELECT
    batch,
    load,
    loaded_at,
    engine_version,
    read,
    already_loaded,
    accepted,
    accepted_with_findings,
    quarantined,
    replaced,
    coalesce(inputs, 0) AS present,
    read = already_loaded + accepted + accepted_with_findings + quarantined
        AND coalesce(inputs, 0) = accepted + accepted_with_findings + quarantined - replaced AS holds
FROM batches
LEFT JOIN present USING (batch)
ORDER BY batch;

COMMENT ON VIEW reconciliation IS 'One row a batch: what was read against what became of it, and against the rows that are there.';
COMMENT ON COLUMN reconciliation.batch IS 'Number of the batch, from 1';
COMMENT ON COLUMN reconciliation.load IS 'Number of the load that the batch was a part of, from 1';
COMMENT ON COLUMN reconciliation.loaded_at IS 'When the load began, UTC';
COMMENT ON COLUMN reconciliation.engine_version IS 'Version of the engine that audited the batch';
COMMENT ON COLUMN reconciliation.read IS 'Inputs read';
COMMENT ON COLUMN reconciliation.already_loaded IS 'Of those, the ones that the same engine and sheet version had audited before';
COMMENT ON COLUMN reconciliation.accepted IS 'Of those, records audited without a finding';
COMMENT ON COLUMN reconciliation.accepted_with_findings IS 'Of those, records audited with one finding or more, of any kind';
COMMENT ON COLUMN reconciliation.quarantined IS 'Of those, inputs that could not be audited';
COMMENT ON COLUMN reconciliation.replaced IS 'Of its accepted and quarantined inputs, the ones that a later batch audited anew';
COMMENT ON COLUMN reconciliation.present IS 'Matches and quarantined inputs of the batch that are in the warehouse now';
COMMENT ON COLUMN reconciliation.holds IS 'Whether read = accepted + accepted with findings + quarantined + already loaded, and the rows are all there';
