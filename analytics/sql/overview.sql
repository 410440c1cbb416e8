CREATE OR REPLACE VIEW overview AS
WITH counted AS (
    SELECT
        record_sha256,
        count(*) FILTER (kind = 'fail' AND severity = 'error') AS errors,
        count(*) FILTER (kind = 'fail' AND severity <> 'error') AS lesser,
        count(*) FILTER (kind = 'review') AS reviews,
        count(*) FILTER (kind = 'open') AS opens
    FROM findings
    WHERE follows_from IS NULL
    GROUP BY record_sha256
)
SELECT
    sheet,
    sheet_version,
    engine_version,
    count(*) AS matches,
    count(*) FILTER (findings > 0) AS matches_with_findings,
    CAST(sum(hands) AS BIGINT) AS hands,
    CAST(sum(plays) AS BIGINT) AS plays,
    CAST(coalesce(sum(errors), 0) AS BIGINT) AS errors,
    CAST(coalesce(sum(lesser), 0) AS BIGINT) AS lesser,
    CAST(coalesce(sum(reviews), 0) AS BIGINT) AS reviews,
    CAST(coalesce(sum(opens), 0) AS BIGINT) AS opens
FROM latest_matches
LEFT JOIN counted USING (record_sha256)
GROUP BY sheet, sheet_version, engine_version
ORDER BY sheet, sheet_version, engine_version;

COMMENT ON VIEW overview IS 'One row a rule sheet and version: how much of it is in the warehouse, over the latest record of every match; of findings, without what follows from others.';
COMMENT ON COLUMN overview.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN overview.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN overview.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN overview.matches IS 'Matches';
COMMENT ON COLUMN overview.matches_with_findings IS 'Of those, matches with one finding or more, of any kind';
COMMENT ON COLUMN overview.hands IS 'Hands of those matches';
COMMENT ON COLUMN overview.plays IS 'Plays of those matches, passes included';
COMMENT ON COLUMN overview.errors IS 'Findings of kind fail and severity error';
COMMENT ON COLUMN overview.lesser IS 'Findings of kind fail and a lesser severity';
COMMENT ON COLUMN overview.reviews IS 'Findings that the referee decides';
COMMENT ON COLUMN overview.opens IS 'Findings for want of facts';
