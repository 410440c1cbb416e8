-- The median and the 90th percentile of the think times of every unit of a kind, as in `tallied`: the least time within which
-- half of the plays, or nine in ten, were made. Units have numbers, for times are many, and numbers are grouped faster.
CREATE MACRO think_time_quantiles(by_unit, of_sheet, of_event) AS TABLE
WITH taken AS (
    SELECT sheet, members, milliseconds, plays
    FROM stored.time_sums
    WHERE of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
    UNION ALL BY NAME
    SELECT sheet, members, milliseconds, sign * plays AS plays
    FROM stored.think_times
    JOIN (
        SELECT record, sheet, members, sign, unnest(string_split(unit, '')) AS seat
        FROM sitting(by_unit, of_sheet, of_event)
    ) USING (record, seat)
),
units AS (
    SELECT sheet, members, row_number() OVER () AS number
    FROM (SELECT DISTINCT sheet, members FROM tallied(by_unit, of_sheet, of_event))
),
spread AS (
    SELECT number, milliseconds, CAST(sum(plays) AS BIGINT) AS plays
    FROM taken
    JOIN units USING (sheet, members)
    GROUP BY number, milliseconds
    HAVING sum(plays) > 0
),
totals AS (
    SELECT number, CAST(sum(plays) AS BIGINT) AS plays FROM spread GROUP BY number
),
within AS (
    SELECT number, milliseconds, sum(plays) OVER (PARTITION BY number ORDER BY milliseconds) AS plays_within FROM spread
)
SELECT
    sheet, members, any_value(plays) AS plays,
    min(milliseconds) FILTER (2 * plays_within >= plays) / 1000 AS median,
    min(milliseconds) FILTER (10 * plays_within >= 9 * plays) / 1000 AS ninetieth
FROM within
JOIN totals USING (number)
JOIN units USING (number)
GROUP BY sheet, members
ORDER BY sheet, members;
