CREATE OR REPLACE VIEW reconciliation AS
WITH counted AS (
    SELECT batch, 'records' AS table_name, count(*) AS row_count FROM records GROUP BY batch
    UNION ALL
    SELECT batch, 'matches' AS table_name, count(*) AS row_count FROM matches GROUP BY batch
    UNION ALL
    SELECT batch, 'match_results' AS table_name, count(*) AS row_count FROM match_results GROUP BY batch
    UNION ALL
    SELECT batch, 'match_sides' AS table_name, count(*) AS row_count FROM match_sides GROUP BY batch
    UNION ALL
    SELECT batch, 'seats' AS table_name, count(*) AS row_count FROM seats GROUP BY batch
    UNION ALL
    SELECT batch, 'hands' AS table_name, count(*) AS row_count FROM hands GROUP BY batch
    UNION ALL
    SELECT batch, 'computed' AS table_name, count(*) AS row_count FROM computed GROUP BY batch
    UNION ALL
    SELECT batch, 'hand_sides' AS table_name, count(*) AS row_count FROM hand_sides GROUP BY batch
    UNION ALL
    SELECT batch, 'plays' AS table_name, count(*) AS row_count FROM plays GROUP BY batch
    UNION ALL
    SELECT batch, 'findings' AS table_name, count(*) AS row_count FROM findings GROUP BY batch
    UNION ALL
    SELECT batch, 'quarantine' AS table_name, count(*) AS row_count FROM quarantine GROUP BY batch
    UNION ALL
    SELECT batch, 'batches' AS table_name, count(*) AS row_count FROM batches GROUP BY batch
),
present AS (
    SELECT batch, CAST(sum(row_count) AS BIGINT) AS inputs
    FROM counted
    WHERE table_name IN ('matches', 'quarantine')
    GROUP BY batch
),
compared AS (
    SELECT batch, count(*) = 12 AND bool_and(tallies.row_count = coalesce(counted.row_count, 0)) AS all_there
    FROM tallies
    LEFT JOIN counted USING (batch, table_name)
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
        AND coalesce(inputs, 0) = accepted + accepted_with_findings + quarantined - replaced
        AND coalesce(all_there, false) AS holds
FROM batches
LEFT JOIN present USING (batch)
LEFT JOIN compared USING (batch)
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
COMMENT ON COLUMN reconciliation.holds IS 'Whether read = accepted + accepted with findings + quarantined + already loaded, and the rows of every table are all there';
