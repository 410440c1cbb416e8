-- The median and the 90th percentile of the think times of every unit of a kind, as in `tallied`: the least time within which
-- half of the plays, or nine in ten, were made. Units have numbers, for times are many, and numbers are sorted faster; who they
-- are is asked of the sums alone, so that DuckDB knows how few they are and looks the times up among them.
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
units AS MATERIALIZED (
    SELECT sheet, members, row_number() OVER () AS number
    FROM (
        SELECT sheet, members
        FROM stored.sums
        WHERE of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
        UNION
        SELECT sheet, members FROM sitting(by_unit, of_sheet, of_event)
    )
),
within AS (
    SELECT
        number, milliseconds, sum(plays) OVER (PARTITION BY number) AS plays,
        sum(plays) OVER (PARTITION BY number ORDER BY milliseconds) AS plays_within
    FROM taken
    JOIN units USING (sheet, members)
),
spread AS (
    SELECT
        number, CAST(any_value(plays) AS BIGINT) AS plays,
        min(milliseconds) FILTER (2 * plays_within >= plays) / 1000 AS median,
        min(milliseconds) FILTER (10 * plays_within >= 9 * plays) / 1000 AS ninetieth
    FROM within
    WHERE plays > 0
    GROUP BY number
)
SELECT sheet, members, plays, median, ninetieth
FROM spread
JOIN units USING (number)
ORDER BY sheet, members;
