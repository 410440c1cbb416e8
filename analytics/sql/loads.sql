CREATE OR REPLACE VIEW loads AS
SELECT
    load,
    min(loaded_at) AS loaded_at,
    count(*) AS batches,
    CAST(sum(read) AS BIGINT) AS read,
    CAST(sum(already_loaded) AS BIGINT) AS already_loaded,
    CAST(sum(accepted) AS BIGINT) AS accepted,
    CAST(sum(accepted_with_findings) AS BIGINT) AS accepted_with_findings,
    CAST(sum(quarantined) AS BIGINT) AS quarantined,
    CAST(sum(replaced) AS BIGINT) AS replaced,
    bool_and(holds) AS holds
FROM reconciliation
GROUP BY load
ORDER BY load;

COMMENT ON VIEW loads IS 'One row a load that brought anything: the sums of its batches. Batches in which everything was loaded already are not kept.';
COMMENT ON COLUMN loads.load IS 'Number of the load that the batch was a part of, from 1';
COMMENT ON COLUMN loads.loaded_at IS 'When the load began, UTC';
COMMENT ON COLUMN loads.batches IS 'Batches that the load committed';
COMMENT ON COLUMN loads.read IS 'Inputs read';
COMMENT ON COLUMN loads.already_loaded IS 'Of those, the ones that the same engine and sheet version had audited before';
COMMENT ON COLUMN loads.accepted IS 'Of those, records audited without a finding';
COMMENT ON COLUMN loads.accepted_with_findings IS 'Of those, records audited with one finding or more, of any kind';
COMMENT ON COLUMN loads.quarantined IS 'Of those, inputs that could not be audited';
COMMENT ON COLUMN loads.replaced IS 'Of its accepted and quarantined inputs, the ones that a later batch audited anew';
COMMENT ON COLUMN loads.holds IS 'Whether that holds of every batch of the load';
