CREATE OR REPLACE VIEW findings_by_code AS
SELECT
    sheet,
    sheet_version,
    engine_version,
    code,
    clause,
    severity,
    kind,
    basis,
    count(*) AS findings,
    count(DISTINCT (record_sha256, hand_index)) FILTER (hand_index IS NOT NULL) AS hands,
    count(DISTINCT record_sha256) AS matches
FROM findings
SEMI JOIN latest_matches USING (record_sha256)
WHERE follows_from IS NULL
GROUP BY sheet, sheet_version, engine_version, code, clause, severity, kind, basis
ORDER BY sheet, sheet_version, engine_version, code, clause, severity, kind, basis;

COMMENT ON VIEW findings_by_code IS 'One row a check, clause and verdict: how often, over the latest record of every match, without what follows from other findings.';
COMMENT ON COLUMN findings_by_code.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN findings_by_code.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN findings_by_code.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN findings_by_code.code IS 'Code of the check';
COMMENT ON COLUMN findings_by_code.clause IS 'Clause of the sheet that it rests on';
COMMENT ON COLUMN findings_by_code.severity IS 'error, warning or note';
COMMENT ON COLUMN findings_by_code.kind IS 'fail, review or open';
COMMENT ON COLUMN findings_by_code.basis IS 'stated, assumed or disputed';
COMMENT ON COLUMN findings_by_code.findings IS 'Findings';
COMMENT ON COLUMN findings_by_code.hands IS 'Hands with one such finding or more';
COMMENT ON COLUMN findings_by_code.matches IS 'Matches with one such finding or more';
