CREATE OR REPLACE VIEW claims_compared AS
WITH told AS (
    SELECT record_sha256, hand_index, hand, CAST(NULL AS VARCHAR) AS side, unnest([
        {'field': 'level', 'claimed': claimed_level, 'computed': level},
        {'field': 'dealer', 'claimed': claimed_dealer, 'computed': dealer},
        {'field': 'trump', 'claimed': claimed_trump, 'computed': trump},
        {'field': 'winners', 'claimed': claimed_winners, 'computed': winners},
        {'field': 'attackers', 'claimed': CAST(claimed_attackers AS VARCHAR), 'computed': CAST(attackers AS VARCHAR)},
        {'field': 'kitty_points', 'claimed': CAST(claimed_kitty_points AS VARCHAR), 'computed': CAST(kitty_points AS VARCHAR)},
        {'field': 'multiplier', 'claimed': CAST(claimed_multiplier AS VARCHAR), 'computed': CAST(multiplier AS VARCHAR)},
        {'field': 'penalties', 'claimed': CAST(claimed_penalties AS VARCHAR), 'computed': CAST(penalties AS VARCHAR)},
        {'field': 'next_dealer', 'claimed': claimed_next_dealer, 'computed': next_dealer},
        {'field': 'finish', 'claimed': claimed_finish, 'computed': finish}
    ]) AS pair
    FROM results
    UNION ALL
    SELECT record_sha256, hand_index, hand, side, unnest([
        {'field': 'levels', 'claimed': claimed_level, 'computed': level},
        {'field': 'score', 'claimed': CAST(claimed_score AS VARCHAR), 'computed': CAST(score AS VARCHAR)},
        {'field': 'points', 'claimed': CAST(claimed_points AS VARCHAR), 'computed': CAST(points AS VARCHAR)}
    ]) AS pair
    FROM hand_sides
    UNION ALL
    SELECT record_sha256, NULL, NULL, NULL, unnest([
        {'field': 'winner', 'claimed': claimed_winner, 'computed': winner},
        {'field': 'reason', 'claimed': claimed_reason, 'computed': reason}
    ]) AS pair
    FROM match_results
    UNION ALL
    SELECT record_sha256, NULL, NULL, side, unnest([
        {'field': 'levels', 'claimed': claimed_level, 'computed': level},
        {'field': 'points', 'claimed': CAST(claimed_points AS VARCHAR), 'computed': CAST(points AS VARCHAR)}
    ]) AS pair
    FROM match_sides
),
wrong_orders AS (
    SELECT DISTINCT record_sha256, hand_index
    FROM findings
    WHERE code = 'CLAIM-FINISH'
)
SELECT
    match,
    hand_index,
    hand,
    pair.field AS field,
    side,
    pair.claimed AS claimed,
    pair.computed AS computed,
    CASE
        WHEN pair.computed IS NULL THEN 'open'
        WHEN pair.field = 'finish' THEN if(wrong_orders.hand_index IS NULL, 'same', 'differs')
        WHEN pair.claimed = pair.computed THEN 'same'
        ELSE 'differs'
    END AS verdict,
    sheet,
    sheet_version,
    engine_version,
    record_sha256
FROM told
JOIN latest_matches USING (record_sha256)
JOIN records USING (record_sha256)
LEFT JOIN wrong_orders USING (record_sha256, hand_index)
WHERE pair.claimed IS NOT NULL
ORDER BY records.batch, records.position, hand_index NULLS LAST, field, side NULLS FIRST;

COMMENT ON VIEW claims_compared IS 'One row a claim of the latest record of a match: the claim, what the engine computed, and whether they agree.';
COMMENT ON COLUMN claims_compared.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN claims_compared.hand_index IS 'Place of the hand in the record, from 0; null: a claim of the whole match';
COMMENT ON COLUMN claims_compared.hand IS 'Number of the hand, as recorded; null: a claim of the whole match';
COMMENT ON COLUMN claims_compared.field IS 'What is claimed, by its name in the record';
COMMENT ON COLUMN claims_compared.side IS 'Side that the claim is of; null: both';
COMMENT ON COLUMN claims_compared.claimed IS 'The claim';
COMMENT ON COLUMN claims_compared.computed IS 'The same as computed; null: cannot be told from the record';
COMMENT ON COLUMN claims_compared.verdict IS 'same, differs, or open: nothing to compare with; of an order out by the audit, for seats not out may have no order';
COMMENT ON COLUMN claims_compared.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN claims_compared.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN claims_compared.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN claims_compared.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
