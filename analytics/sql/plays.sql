CREATE TABLE plays (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    trick BIGINT NOT NULL,
    play BIGINT NOT NULL,
    seat VARCHAR NOT NULL,
    cards VARCHAR NOT NULL,
    attempted VARCHAR,
    reading VARCHAR,
    type VARCHAR,
    seconds DOUBLE,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE plays IS 'One row a play, passes included, as the record has it.';
COMMENT ON COLUMN plays.batch IS 'Batch that brought this row';
COMMENT ON COLUMN plays.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN plays.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN plays.trick IS 'Trick of the hand, from 1';
COMMENT ON COLUMN plays.play IS 'Play of the trick, from 1';
COMMENT ON COLUMN plays.seat IS 'Seat that played';
COMMENT ON COLUMN plays.cards IS 'Cards that stood, without separators; - is a pass';
COMMENT ON COLUMN plays.attempted IS 'All the cards of a throw (甩牌) that failed; null elsewhere';
COMMENT ON COLUMN plays.reading IS 'Reading that the player declared for wild cards; null elsewhere';
COMMENT ON COLUMN plays.type IS 'What the play was, as computed (climbing sheets); null for an illegal play';
COMMENT ON COLUMN plays.seconds IS 'Think time in seconds; null: not recorded';
COMMENT ON COLUMN plays.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN plays.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN plays.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN plays.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN plays.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
