CREATE VIEW overview AS
WITH counted AS (
    SELECT
        record,
        count(*) FILTER (kind = 'fail' AND severity = 'error') AS errors,
        count(*) FILTER (kind = 'fail' AND severity <> 'error') AS lesser,
        count(*) FILTER (kind = 'review') AS reviews,
        count(*) FILTER (kind = 'open') AS opens
    FROM stored.findings
    WHERE follows_from IS NULL
    GROUP BY record
)
SELECT
    sheet, sheet_version, engine_version, count(*) AS matches, count(*) FILTER (findings > 0) AS matches_with_findings,
    CAST(sum(hands) AS BIGINT) AS hands, CAST(sum(plays) AS BIGINT) AS plays,
    CAST(coalesce(sum(errors), 0) AS BIGINT) AS errors, CAST(coalesce(sum(lesser), 0) AS BIGINT) AS lesser,
    CAST(coalesce(sum(reviews), 0) AS BIGINT) AS reviews, CAST(coalesce(sum(opens), 0) AS BIGINT) AS opens
FROM stored.latest
LEFT JOIN counted USING (record)
GROUP BY sheet, sheet_version, engine_version
ORDER BY sheet, sheet_version, engine_version;
