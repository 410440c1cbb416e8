-- What each player loses a decision, all in all and by what kind of play it was, by the last review of each record that stands.
-- Decisions of one hand go together: the error is that of the sums of hands.
CREATE VIEW decisions_by_player AS
WITH judged AS (
    SELECT sheet, player, unit, act, record, hand_index, loss, grade
    FROM (FROM stored.decisions QUALIFY review = max(review) OVER (PARTITION BY record))
    JOIN (SELECT record, sheet FROM stored.latest) USING (record)
    JOIN (SELECT record, seat, player FROM stored.seats) USING (record, seat)
    WHERE loss IS NOT NULL
),
of_hands AS (
    SELECT
        sheet, player, unit, act, record, hand_index,
        CAST(count(*) AS DOUBLE) AS many, sum(loss) AS lost,
        count(*) FILTER (grade = 'mistake') AS mistakes,
        count(*) FILTER (grade = 'doubtful') AS doubtful,
        count(*) FILTER (grade = 'open') AS opens
    FROM judged
    GROUP BY GROUPING SETS ((sheet, player, unit, record, hand_index), (sheet, player, unit, act, record, hand_index))
),
summed AS (
    SELECT
        sheet, player, unit, act, count(*) AS hands, CAST(sum(many) AS BIGINT) AS decisions,
        CAST(sum(mistakes) AS BIGINT) AS mistakes, CAST(sum(doubtful) AS BIGINT) AS doubtful, CAST(sum(opens) AS BIGINT) AS opens,
        sum(lost) / sum(many) AS loss,
        sum(lost * lost) AS ll, sum(lost * many) AS ln, sum(many * many) AS nn
    FROM of_hands
    GROUP BY sheet, player, unit, act
),
erring AS (
    SELECT
        *,
        CASE WHEN hands > 1
            THEN sqrt(greatest(0.0, ll - 2 * loss * ln + loss * loss * nn) * hands / (hands - 1)) / decisions
        END AS standard_error
    FROM summed
)
SELECT
    sheet, player, act, unit, hands, decisions, mistakes, doubtful, opens,
    round(loss, 6) AS loss,
    round(loss - student(hands - 1) * standard_error, 6) AS low,
    round(loss + student(hands - 1) * standard_error, 6) AS high,
    round(standard_error, 6) AS standard_error,
    hands < 30 AS few
FROM erring
ORDER BY sheet, player, act NULLS FIRST;
