CREATE VIEW superseded_matches AS
SELECT
    audited.match, audited.source, audited.line, latest.source AS latest_source, latest.line AS latest_line,
    latest.record_sha256 AS latest_record_sha256, audited.sheet, audited.sheet_version, audited.engine_version,
    audited.record_sha256
FROM stored.audited
JOIN stored.latest USING (match)
WHERE latest.record <> audited.record
ORDER BY audited.first;
