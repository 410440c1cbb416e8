CREATE TABLE hands (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    level VARCHAR,
    dealer VARCHAR,
    trump VARCHAR,
    lead VARCHAR,
    bids VARCHAR[],
    tribute VARCHAR[],
    resisted BOOLEAN NOT NULL,
    burials BIGINT,
    dealt_cards BIGINT,
    tricks BIGINT,
    plays BIGINT,
    claimed_winners VARCHAR,
    claimed_attackers BIGINT,
    claimed_kitty_points BIGINT,
    claimed_multiplier BIGINT,
    claimed_penalties BIGINT,
    claimed_next_dealer VARCHAR,
    claimed_finish VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE hands IS 'One row a hand: facts, and what the score sheet claims of it.';
COMMENT ON COLUMN hands.batch IS 'Batch that brought this row';
COMMENT ON COLUMN hands.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN hands.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN hands.level IS 'Level rank, as recorded, or flag (扛旗)';
COMMENT ON COLUMN hands.dealer IS 'Seat of the banker (庄家), as recorded';
COMMENT ON COLUMN hands.trump IS 'Trump suit, or NT, as recorded';
COMMENT ON COLUMN hands.lead IS 'Seat that leads the first trick, as recorded (climbing sheets)';
COMMENT ON COLUMN hands.bids IS 'Declarations in order, in notation; null: not recorded';
COMMENT ON COLUMN hands.tribute IS 'Gifts, then returns, in notation; null: not recorded';
COMMENT ON COLUMN hands.resisted IS 'Whether the tribute was resisted (抗贡)';
COMMENT ON COLUMN hands.burials IS 'Times that the kitty was buried: 1, and 1 more for each 炒底; null: not recorded';
COMMENT ON COLUMN hands.dealt_cards IS 'Cards of the deal that the record shows, the kitty''s included; null: no deal recorded';
COMMENT ON COLUMN hands.tricks IS 'Tricks recorded, the unfinished one included; null: plays not recorded';
COMMENT ON COLUMN hands.plays IS 'Plays recorded, passes included; null: plays not recorded';
COMMENT ON COLUMN hands.claimed_winners IS 'Claim: the winner of each trick, one seat a trick';
COMMENT ON COLUMN hands.claimed_attackers IS 'Claim: points of the attackers (抓分) in all';
COMMENT ON COLUMN hands.claimed_kitty_points IS 'Claim: raw points in the final kitty';
COMMENT ON COLUMN hands.claimed_multiplier IS 'Claim: what the kitty''s points were multiplied by';
COMMENT ON COLUMN hands.claimed_penalties IS 'Claim: signed change of the attackers'' points by penalties';
COMMENT ON COLUMN hands.claimed_next_dealer IS 'Claim: banker of the next hand';
COMMENT ON COLUMN hands.claimed_finish IS 'Claim: seats in finishing order (climbing sheets)';
COMMENT ON COLUMN hands.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN hands.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN hands.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN hands.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN hands.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
