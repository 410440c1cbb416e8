CREATE TABLE match_sides (
    batch BIGINT NOT NULL,
    side VARCHAR NOT NULL,
    claimed_level VARCHAR,
    level VARCHAR,
    claimed_points BIGINT,
    points BIGINT,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE match_sides IS 'One row an audited record and side: levels and match points at the end, computed beside claimed.';
COMMENT ON COLUMN match_sides.batch IS 'Batch that brought this row';
COMMENT ON COLUMN match_sides.side IS 'The side, by its seats';
COMMENT ON COLUMN match_sides.claimed_level IS 'Level at the end, as claimed';
COMMENT ON COLUMN match_sides.level IS 'Level at the end, as computed';
COMMENT ON COLUMN match_sides.claimed_points IS 'Match points, as claimed';
COMMENT ON COLUMN match_sides.points IS 'Match points, as computed';
COMMENT ON COLUMN match_sides.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN match_sides.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN match_sides.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN match_sides.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN match_sides.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
