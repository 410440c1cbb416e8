CREATE VIEW findings_by_code AS
SELECT
    sheet, sheet_version, engine_version, code, clause, severity, kind, basis, count(*) AS findings,
    count(DISTINCT (record, hand_index)) FILTER (hand_index IS NOT NULL) AS hands,
    count(DISTINCT record) AS matches
FROM (SELECT * EXCLUDE (options) FROM stored.findings)
JOIN stored.latest USING (record)
WHERE follows_from IS NULL
GROUP BY sheet, sheet_version, engine_version, code, clause, severity, kind, basis
ORDER BY sheet, sheet_version, engine_version, code, clause, severity, kind, basis;
