CREATE VIEW event_audit AS
WITH taken AS (
    SELECT event, match_sha256, stage, round, event_table
    FROM event_matches
    SEMI JOIN stored.latest_events USING (record_sha256)
)
SELECT
    event, 'event' AS subject, stage, group_name, round, event_table, match, position, CAST(NULL AS BIGINT) AS hand,
    CAST(NULL AS BIGINT) AS trick, CAST(NULL AS BIGINT) AS play, CAST(NULL AS BIGINT) AS at_hand,
    CAST(NULL AS BIGINT) AS at_ply, seat, code, clause, severity, kind, basis, pointer, expected, actual, message_zh,
    message_en, fingerprint, sheet, sheet_version, engine_version, record_sha256
FROM event_findings
SEMI JOIN stored.latest_events USING (record_sha256)
UNION ALL BY NAME
SELECT
    coalesce(taken.event, found.event) AS event, 'match' AS subject, coalesce(taken.stage, found.stage) AS stage,
    coalesce(taken.round, found.round) AS round, coalesce(taken.event_table, found.event_table) AS event_table, match,
    position, hand, trick, play, at_hand, at_ply, seat, code, clause, severity, kind, basis, pointer, expected,
    actual, message_zh, message_en, fingerprint, sheet, sheet_version, engine_version, record_sha256
FROM findings_located AS found
LEFT JOIN taken ON taken.match_sha256 = found.record_sha256
WHERE follows_from IS NULL;
