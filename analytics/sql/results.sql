CREATE OR REPLACE VIEW results AS
SELECT
    hand_index,
    hands.hand,
    hands.level AS claimed_level,
    computed.level,
    hands.dealer AS claimed_dealer,
    computed.dealer,
    hands.trump AS claimed_trump,
    computed.trump,
    claimed_winners,
    winners,
    claimed_attackers,
    attackers,
    trick_points,
    claimed_kitty_points,
    kitty_points,
    claimed_multiplier,
    multiplier,
    claimed_penalties,
    penalties,
    claimed_next_dealer,
    next_dealer,
    claimed_finish,
    finish,
    hands.match,
    hands.sheet,
    hands.sheet_version,
    hands.engine_version,
    record_sha256
FROM hands
JOIN computed USING (record_sha256, hand_index)
JOIN records USING (record_sha256)
ORDER BY records.batch, records.position, hand_index;

COMMENT ON VIEW results IS 'One row a hand: every result computed beside claimed.';
COMMENT ON COLUMN results.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN results.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN results.claimed_level IS 'Level rank, as recorded, or flag (扛旗)';
COMMENT ON COLUMN results.level IS 'Level rank in force, or flag (扛旗)';
COMMENT ON COLUMN results.claimed_dealer IS 'Seat of the banker (庄家), as recorded';
COMMENT ON COLUMN results.dealer IS 'Seat of the banker (庄家)';
COMMENT ON COLUMN results.claimed_trump IS 'Trump suit, or NT, as recorded';
COMMENT ON COLUMN results.trump IS 'Trump suit, or NT';
COMMENT ON COLUMN results.claimed_winners IS 'Claim: the winner of each trick, one seat a trick';
COMMENT ON COLUMN results.winners IS 'Winner of each finished trick, one seat a trick';
COMMENT ON COLUMN results.claimed_attackers IS 'Claim: points of the attackers (抓分) in all';
COMMENT ON COLUMN results.attackers IS 'Points of the attackers (抓分): tricks + kitty × multiplier + penalties';
COMMENT ON COLUMN results.trick_points IS 'Points of the attackers from tricks';
COMMENT ON COLUMN results.claimed_kitty_points IS 'Claim: raw points in the final kitty';
COMMENT ON COLUMN results.kitty_points IS 'Raw points in the final kitty';
COMMENT ON COLUMN results.claimed_multiplier IS 'Claim: what the kitty''s points were multiplied by';
COMMENT ON COLUMN results.multiplier IS 'What the kitty''s points are multiplied by; null where it was not captured';
COMMENT ON COLUMN results.claimed_penalties IS 'Claim: signed change of the attackers'' points by penalties';
COMMENT ON COLUMN results.penalties IS 'Signed change of the attackers'' points by penalties';
COMMENT ON COLUMN results.claimed_next_dealer IS 'Claim: banker of the next hand';
COMMENT ON COLUMN results.next_dealer IS 'Banker of the next hand';
COMMENT ON COLUMN results.claimed_finish IS 'Claim: seats in finishing order (climbing sheets)';
COMMENT ON COLUMN results.finish IS 'Seats in finishing order, the rest in place (climbing sheets)';
COMMENT ON COLUMN results.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN results.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN results.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN results.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN results.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
