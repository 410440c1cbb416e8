CREATE VIEW results AS
SELECT
    hand_index, hands.hand, hands.level AS claimed_level, computed.level, hands.dealer AS claimed_dealer,
    computed.dealer, hands.trump AS claimed_trump, computed.trump, claimed_winners, winners, claimed_attackers,
    attackers, trick_points, claimed_kitty_points, kitty_points, claimed_multiplier, multiplier, claimed_penalties,
    penalties, claimed_next_dealer, next_dealer, claimed_finish, finish, ruled_level,
    ruled_dealer, ruled_attackers, ruled_penalties, ruled_next_dealer, ruled_finish, office_taken, match, sheet, sheet_version, engine_version,
    record_sha256
FROM stored.hands
JOIN stored.computed USING (record, hand_index)
JOIN (SELECT record, first, match, sheet, sheet_version, engine_version, record_sha256 FROM stored.audited) USING (record);
