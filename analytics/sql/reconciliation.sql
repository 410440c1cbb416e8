CREATE VIEW reconciliation AS
WITH present AS (
    SELECT batch, count(*) AS inputs
    FROM (SELECT batch FROM matches UNION ALL SELECT batch FROM quarantine UNION ALL SELECT batch FROM events)
    GROUP BY batch
)
SELECT
    batch, load, loaded_at, engine_version, read, already_loaded, accepted, accepted_with_findings, quarantined,
    replaced, coalesce(inputs, 0) AS present,
    read = already_loaded + accepted + accepted_with_findings + quarantined
        AND coalesce(inputs, 0) = accepted + accepted_with_findings + quarantined - replaced AS holds
FROM batches
LEFT JOIN present USING (batch)
ORDER BY batch;
