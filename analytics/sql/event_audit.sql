CREATE VIEW event_audit AS
SELECT
    found.event, 'event' AS subject, found.stage, found.round, found.event_table, found.match, found.position,
    CAST(NULL AS BIGINT) AS hand, CAST(NULL AS BIGINT) AS trick, CAST(NULL AS BIGINT) AS play,
    CAST(NULL AS BIGINT) AS ply, found.seat, found.code, found.clause, found.basis, found.severity, found.kind,
    found.pointer, found.expected, found.actual, found.message_zh, found.message_en, found.fingerprint, found.sheet,
    found.sheet_version, found.engine_version, found.record_sha256
FROM event_findings AS found
SEMI JOIN stored.latest_events AS latest ON latest.record_sha256 = found.record_sha256
UNION ALL BY NAME
SELECT
    own.event, 'match' AS subject, own.stage, own.round, own.event_table, found.match, found.position, found.hand,
    found.trick, found.play, found.ply, found.seat, found.code, found.clause, found.basis, found.severity, found.kind,
    found.pointer, found.expected, found.actual, found.message_zh, found.message_en, found.fingerprint, found.sheet,
    found.sheet_version, found.engine_version, found.record_sha256
FROM findings AS found
JOIN event_matches AS own ON own.match_sha256 = found.record_sha256
SEMI JOIN stored.latest_events AS latest ON latest.record_sha256 = own.record_sha256
WHERE found.follows_from IS NULL
ORDER BY event, stage NULLS FIRST, round NULLS FIRST, event_table NULLS FIRST, match NULLS FIRST,
    record_sha256, position;
