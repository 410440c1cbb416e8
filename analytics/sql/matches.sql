CREATE TABLE matches (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    line BIGINT,
    claimed_sheet_version VARCHAR,
    options VARCHAR NOT NULL,
    event VARCHAR,
    event_name VARCHAR,
    stage VARCHAR,
    round BIGINT,
    event_table VARCHAR,
    started VARCHAR,
    finished VARCHAR,
    hands BIGINT NOT NULL,
    plays BIGINT NOT NULL,
    findings BIGINT NOT NULL,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE matches IS 'One row an audited record: where it came from, what it says of itself, how much is in it.';
COMMENT ON COLUMN matches.batch IS 'Batch that brought this row';
COMMENT ON COLUMN matches.position IS 'Place among the new inputs of the batch, from 0';
COMMENT ON COLUMN matches.source IS 'File that held the record; - is the standard input';
COMMENT ON COLUMN matches.line IS 'Line of that file, from 1, where the file holds one record a line';
COMMENT ON COLUMN matches.claimed_sheet_version IS 'Sheet version that the record says it was made under';
COMMENT ON COLUMN matches.options IS 'Rule options that the record sets: a JSON object with sorted keys';
COMMENT ON COLUMN matches.event IS 'Id of the tournament';
COMMENT ON COLUMN matches.event_name IS 'Name of the tournament';
COMMENT ON COLUMN matches.stage IS 'Stage of the tournament';
COMMENT ON COLUMN matches.round IS 'Round of the stage';
COMMENT ON COLUMN matches.event_table IS 'Table at which the match was played';
COMMENT ON COLUMN matches.started IS 'When play began: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN matches.finished IS 'When play ended: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN matches.hands IS 'Hands in the record';
COMMENT ON COLUMN matches.plays IS 'Plays in the record, passes included';
COMMENT ON COLUMN matches.findings IS 'Findings of the audit, of any kind';
COMMENT ON COLUMN matches.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN matches.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN matches.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN matches.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN matches.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
