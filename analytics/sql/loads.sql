CREATE VIEW loads AS
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
WHERE load > 0
GROUP BY load
ORDER BY load;
