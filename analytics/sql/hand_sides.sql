CREATE TABLE hand_sides (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    side VARCHAR NOT NULL,
    claimed_level VARCHAR,
    level VARCHAR,
    claimed_score BIGINT,
    score BIGINT,
    claimed_points BIGINT,
    points BIGINT,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE hand_sides IS 'One row a hand and side of which anything is claimed or computed.';
COMMENT ON COLUMN hand_sides.batch IS 'Batch that brought this row';
COMMENT ON COLUMN hand_sides.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN hand_sides.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN hand_sides.side IS 'The side, by its seats';
COMMENT ON COLUMN hand_sides.claimed_level IS 'Level after the hand, as claimed';
COMMENT ON COLUMN hand_sides.level IS 'Level after the hand, as computed';
COMMENT ON COLUMN hand_sides.claimed_score IS 'Score of the hand, as claimed';
COMMENT ON COLUMN hand_sides.score IS 'Score of the hand, as computed';
COMMENT ON COLUMN hand_sides.claimed_points IS 'Points of the hand, as claimed (climbing sheets)';
COMMENT ON COLUMN hand_sides.points IS 'Points of the hand, as computed (climbing sheets)';
COMMENT ON COLUMN hand_sides.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN hand_sides.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN hand_sides.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN hand_sides.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN hand_sides.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
