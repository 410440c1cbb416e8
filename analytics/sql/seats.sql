CREATE TABLE seats (
    batch BIGINT NOT NULL,
    seat VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    name VARCHAR,
    team VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE seats IS 'One row an audited record and seat of which the record names the player.';
COMMENT ON COLUMN seats.batch IS 'Batch that brought this row';
COMMENT ON COLUMN seats.seat IS 'The seat';
COMMENT ON COLUMN seats.side IS 'The side that the seat plays for';
COMMENT ON COLUMN seats.player IS 'Id of the player';
COMMENT ON COLUMN seats.name IS 'Name of the player';
COMMENT ON COLUMN seats.team IS 'Team of the player';
COMMENT ON COLUMN seats.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN seats.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN seats.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN seats.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN seats.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
