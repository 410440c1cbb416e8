CREATE OR REPLACE VIEW superseded_matches AS
SELECT
    matches.match,
    matches.source,
    matches.line,
    latest.source AS latest_source,
    latest.line AS latest_line,
    latest.record_sha256 AS latest_record_sha256,
    matches.sheet,
    matches.sheet_version,
    matches.engine_version,
    matches.record_sha256
FROM matches
JOIN latest_matches AS latest USING (match)
JOIN records ON records.record_sha256 = matches.record_sha256
WHERE latest.record_sha256 <> matches.record_sha256
ORDER BY records.batch, records.position;

COMMENT ON VIEW superseded_matches IS 'Records that another record of the same match id, loaded later, stands in for: a correction, or two matches with one id.';
COMMENT ON COLUMN superseded_matches.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN superseded_matches.source IS 'File that held the record; - is the standard input';
COMMENT ON COLUMN superseded_matches.line IS 'Line of that file, from 1, where the file holds one record a line';
COMMENT ON COLUMN superseded_matches.latest_source IS 'File of the record that stands in for it';
COMMENT ON COLUMN superseded_matches.latest_line IS 'Line of that file';
COMMENT ON COLUMN superseded_matches.latest_record_sha256 IS 'SHA-256 of the record that stands in for it';
COMMENT ON COLUMN superseded_matches.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN superseded_matches.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN superseded_matches.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN superseded_matches.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
