CREATE OR REPLACE VIEW latest_matches AS
SELECT matches.*
FROM matches
JOIN records USING (record_sha256)
QUALIFY row_number() OVER (PARTITION BY match ORDER BY records.batch DESC, records.position DESC) = 1
ORDER BY records.batch, records.position;

COMMENT ON VIEW latest_matches IS 'The matches, each id once: of the records that share an id, the one that was loaded last. The columns are those of matches.';
COMMENT ON COLUMN latest_matches.batch IS 'Batch that brought this row';
COMMENT ON COLUMN latest_matches.position IS 'Place among the new inputs of the batch, from 0';
COMMENT ON COLUMN latest_matches.source IS 'File that held the record; - is the standard input';
COMMENT ON COLUMN latest_matches.line IS 'Line of that file, from 1, where the file holds one record a line';
COMMENT ON COLUMN latest_matches.claimed_sheet_version IS 'Sheet version that the record says it was made under';
COMMENT ON COLUMN latest_matches.options IS 'Rule options that the record sets: a JSON object with sorted keys';
COMMENT ON COLUMN latest_matches.event IS 'Id of the tournament';
COMMENT ON COLUMN latest_matches.event_name IS 'Name of the tournament';
COMMENT ON COLUMN latest_matches.stage IS 'Stage of the tournament';
COMMENT ON COLUMN latest_matches.round IS 'Round of the stage';
COMMENT ON COLUMN latest_matches.event_table IS 'Table at which the match was played';
COMMENT ON COLUMN latest_matches.started IS 'When play began: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN latest_matches.finished IS 'When play ended: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN latest_matches.hands IS 'Hands in the record';
COMMENT ON COLUMN latest_matches.plays IS 'Plays in the record, passes included';
COMMENT ON COLUMN latest_matches.findings IS 'Findings of the audit, of any kind';
COMMENT ON COLUMN latest_matches.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN latest_matches.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN latest_matches.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN latest_matches.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN latest_matches.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
