CREATE VIEW claims_compared AS
SELECT
    match, hand_index, hand, field, side, claimed,
    CASE WHEN verdict <> 'open' THEN coalesce(other, claimed) END AS computed,
    verdict, ply, sheet, sheet_version, engine_version, record_sha256
FROM stored.claims
JOIN stored.latest USING (record);
