-- The median and the 90th percentile of the think times of every unit of a kind, as in `sitting`: the least time within which
-- half of the plays, or nine in ten, were made. Units have numbers, for times are many, and numbers are grouped faster.
CREATE MACRO think_time_quantiles(by_unit, of_sheet, of_event) AS TABLE
WITH found AS MATERIALIZED (FROM sitting(by_unit, of_sheet, of_event)),
units AS (
    SELECT sheet, members, row_number() OVER () AS number FROM (SELECT DISTINCT sheet, members FROM found)
),
seated AS (
    SELECT record, unnest(string_split(unit, '')) AS seat, number FROM found JOIN units USING (sheet, members)
),
spread AS (
    SELECT number, milliseconds, CAST(sum(plays) AS BIGINT) AS plays
    FROM stored.think_times
    JOIN seated USING (record, seat)
    GROUP BY number, milliseconds
),
ranked AS (
    SELECT
        number, milliseconds,
        sum(plays) OVER (PARTITION BY number ORDER BY milliseconds) AS within_it,
        sum(plays) OVER (PARTITION BY number) AS plays
    FROM spread
)
SELECT
    sheet, members, CAST(any_value(plays) AS BIGINT) AS plays,
    min(milliseconds) FILTER (2 * within_it >= plays) / 1000 AS median,
    min(milliseconds) FILTER (10 * within_it >= 9 * plays) / 1000 AS ninetieth
FROM ranked
JOIN units USING (number)
GROUP BY sheet, members
ORDER BY sheet, members;
