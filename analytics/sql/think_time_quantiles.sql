-- The median and the 90th percentile of the think times of every unit of a kind, as in `statistics`: the least time within which
-- half of the plays, or nine in ten, were made.
CREATE MACRO think_time_quantiles(by_unit, of_sheet, of_event) AS TABLE
WITH chosen AS (
    SELECT
        latest.sheet,
        CASE by_unit
            WHEN 'player' THEN tallies.players
            WHEN 'pair' THEN tallies.players
            WHEN 'team' THEN [tallies.team]
            WHEN 'seat' THEN [tallies.unit]
            WHEN 'event' THEN [latest.event]
            ELSE [latest.sheet]
        END AS members,
        times.milliseconds, times.plays
    FROM stored.tallies AS tallies
    JOIN (SELECT record, sheet, event FROM stored.latest) AS latest USING (record)
    JOIN stored.think_times AS times ON times.record = tallies.record AND contains(tallies.unit, times.seat)
    WHERE (length(tallies.unit) = 1) = (by_unit IN ('player', 'seat'))
        AND (of_sheet IS NULL OR latest.sheet = of_sheet)
        AND (of_event IS NULL OR latest.event = of_event)
),
spread AS (
    SELECT sheet, members, milliseconds, CAST(sum(plays) AS BIGINT) AS plays
    FROM chosen
    WHERE members[1] IS NOT NULL
    GROUP BY sheet, members, milliseconds
),
ranked AS (
    SELECT
        sheet, members, milliseconds,
        sum(plays) OVER (PARTITION BY sheet, members ORDER BY milliseconds) AS within_it,
        sum(plays) OVER (PARTITION BY sheet, members) AS plays
    FROM spread
)
SELECT
    sheet, members, CAST(any_value(plays) AS BIGINT) AS plays,
    min(milliseconds) FILTER (2 * within_it >= plays) / 1000 AS median,
    min(milliseconds) FILTER (10 * within_it >= 9 * plays) / 1000 AS ninetieth
FROM ranked
GROUP BY sheet, members
ORDER BY sheet, members;
