CREATE TABLE computed (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    level VARCHAR,
    dealer VARCHAR,
    trump VARCHAR,
    winners VARCHAR,
    attackers BIGINT,
    trick_points BIGINT,
    kitty_points BIGINT,
    multiplier BIGINT,
    penalties BIGINT,
    next_dealer VARCHAR,
    finish VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE computed IS 'One row a hand: what the engine computed of it. Null is: cannot be told from the record.';
COMMENT ON COLUMN computed.batch IS 'Batch that brought this row';
COMMENT ON COLUMN computed.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN computed.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN computed.level IS 'Level rank in force, or flag (扛旗)';
COMMENT ON COLUMN computed.dealer IS 'Seat of the banker (庄家)';
COMMENT ON COLUMN computed.trump IS 'Trump suit, or NT';
COMMENT ON COLUMN computed.winners IS 'Winner of each finished trick, one seat a trick';
COMMENT ON COLUMN computed.attackers IS 'Points of the attackers (抓分): tricks + kitty × multiplier + penalties';
COMMENT ON COLUMN computed.trick_points IS 'Points of the attackers from tricks';
COMMENT ON COLUMN computed.kitty_points IS 'Raw points in the final kitty';
COMMENT ON COLUMN computed.multiplier IS 'What the kitty''s points are multiplied by; null where it was not captured';
COMMENT ON COLUMN computed.penalties IS 'Signed change of the attackers'' points by penalties';
COMMENT ON COLUMN computed.next_dealer IS 'Banker of the next hand';
COMMENT ON COLUMN computed.finish IS 'Seats in finishing order, the rest in place (climbing sheets)';
COMMENT ON COLUMN computed.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN computed.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN computed.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN computed.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN computed.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
