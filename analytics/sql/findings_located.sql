CREATE VIEW findings_located AS
SELECT
    event, stage, round, event_table, told.hand_index, told.hand, trick, play, seat, code, clause, basis, severity, kind,
    pointer, expected, actual, message_zh, message_en, fingerprint, follows_from, coalesce(told.hand, last.hand) AS at_hand,
    coalesce(told.ply, last.ply) AS at_ply, told.position, first, match, sheet, sheet_version, engine_version, record_sha256
FROM (SELECT * EXCLUDE (options) FROM stored.findings) AS told
JOIN (SELECT * EXCLUDE (position, findings, hands, plays) FROM stored.latest) USING (record)
LEFT JOIN (
    SELECT record, arg_max(hand, hand_index) AS hand, arg_max(coalesce(plays, 0), hand_index) AS ply
    FROM stored.hands
    SEMI JOIN (SELECT record FROM stored.findings WHERE hand_index IS NULL) USING (record)
    GROUP BY record
) AS last USING (record);
