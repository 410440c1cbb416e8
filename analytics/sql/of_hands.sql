-- What each unit has of each hand in every statistic, as filters let pass: its numbers, and the plies that these count (see
-- hand_counts). All that is shown of a filter adds up these rows, and all that it opens lists them. What is counted of the match
-- has no hand; it is left out where hands are asked for.
CREATE MACRO of_hands(by_unit, of_sheet, of_event, filters) AS TABLE
SELECT
    record, hand_index, unit, any_value(sheet) AS sheet, any_value(members) AS members, any_value(side) AS side, key,
    CAST(sum(numerator) AS BIGINT) AS numerator,
    CAST(CASE WHEN of_players(key) THEN max(denominator) ELSE sum(denominator) END AS BIGINT) AS denominator,
    max(open) AS open,
    CASE WHEN NOT of_mean(key) THEN NULL
        WHEN of_players(key) THEN sum(numerator) * sum(numerator)
        ELSE sum(squares)
    END AS squares,
    flatten(list(hits ORDER BY base) FILTER (hits IS NOT NULL)) AS hits,
    flatten(list(others ORDER BY base) FILTER (others IS NOT NULL)) AS others,
    flatten(list(kinds ORDER BY base) FILTER (kinds IS NOT NULL)) AS kinds
FROM (
    SELECT
        sat.record, told.hand_index, sat.unit, sheet, members, side, told.unit AS base, key, numerator, denominator, open, squares,
        hits, others, kinds
    FROM seated(by_unit, of_sheet, of_event, filters) AS sat
    JOIN stored.hand_counts AS told ON
        told.record = sat.record AND (contains(told.unit, sat.unit) OR contains(sat.unit, told.unit))
    LEFT JOIN (SELECT record, hand_index, ruled_level, ruled_dealer FROM stored.computed) AS came
        ON came.record = told.record AND came.hand_index = told.hand_index
    WHERE ((filters).level IS NULL OR ruled_level = (filters).level)
        AND ((filters).bank IS NULL OR contains(side, ruled_dealer) = (filters).bank)
        AND ((filters).first IS NULL OR told.hand_index < (filters).first)
        AND ((filters).last IS NULL OR told.hand_index >= hands - (filters).last)
)
GROUP BY record, hand_index, unit, key;
