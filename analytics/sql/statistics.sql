-- Every statistic of every unit of a kind, as in `tallied`. What is many (a unit's statistics) is compared and ordered by numbers,
-- and `place` is the number of a row in the order of sheets, members and keys.
CREATE MACRO statistics(by_unit, of_sheet, of_event, filters := NULL) AS TABLE
WITH summed AS (
    SELECT
        sheet, members, key AS of_key,
        CAST(sum(numerator) AS BIGINT) AS numerator,
        CAST(sum(denominator) AS BIGINT) AS denominator,
        CAST(sum(open) AS BIGINT) AS open,
        CAST(sum(squares) AS DOUBLE) AS squares,
        CAST(sum(nn) AS DOUBLE) AS nn,
        CAST(sum(nd) AS DOUBLE) AS nd,
        CAST(sum(dd) AS DOUBLE) AS dd,
        CAST(sum(matches) AS BIGINT) AS matches
    FROM tallied(by_unit, of_sheet, of_event, filters)
    GROUP BY sheet, members, key
),
units AS (
    SELECT sheet, members, row_number() OVER (ORDER BY sheet, members) AS of_unit, dense_rank() OVER (ORDER BY sheet) AS of_rules
    FROM (SELECT DISTINCT sheet, members FROM appeared(by_unit, of_sheet, of_event, filters))
),
-- A time is stored in milliseconds, and told in seconds. Units with 30 or more in the denominator are compared, if there are ten.
counted AS (
    SELECT
        sheet, members, of_key, 1000 * of_unit + enum_code(of_key) AS place,
        1000 * of_rules + enum_code(of_key) AS peer_group,
        numerator, denominator, open, matches, squares IS NOT NULL AS mean,
        CASE of_key WHEN 'think_time' THEN 1000 ELSE 1 END AS per,
        CAST(numerator AS DOUBLE) AS n, CAST(nullif(denominator, 0) AS DOUBLE) AS d,
        squares, n / d AS ratio, CASE WHEN d >= 30 THEN ratio END AS compared,
        greatest(0.0, nn + ratio * (ratio * dd - 2 * nd)) AS spread
    FROM summed
    JOIN units USING (sheet, members)
    WHERE numerator <> 0 OR denominator <> 0 OR open <> 0
),
-- What a match adds goes together: errors are by the residuals of the matches. They are no less than if all acts were independent,
-- which is what one match alone, or a few, cannot tell. Faults, of which there may be none, or more than plays, are as a share of
-- these where they can be: no fault is no proof that there never is one.
erring AS (
    SELECT
        *,
        CASE WHEN (NOT mean OR of_key IN ('faults_confirmed', 'faults_alleged')) AND n BETWEEN 0 AND d
            THEN excess(n, d, spread, matches)
        END AS times,
        CASE WHEN mean AND d > 1 THEN sqrt(greatest(0.0, squares - n * ratio) / (d - 1) / d) END AS alone,
        CASE WHEN mean AND matches > 1 THEN sqrt(spread * matches / (matches - 1)) / d END AS together
    FROM counted
),
bounded AS (
    SELECT
        *,
        CASE WHEN times > 1 THEN student(matches - 1) ELSE 1.959963984540054 END AS reach,
        CASE WHEN times IS NOT NULL THEN wilson(n / times, d / times, reach * reach) END AS ends,
        greatest(student(d - 1) * alone, student(matches - 1) * together) AS half
    FROM erring
)
SELECT
    sheet, members, CAST(of_key AS VARCHAR) AS key, numerator, denominator, open, matches, mean, ratio / per AS value,
    coalesce(ends.low, (ratio - half) / per) AS low,
    coalesce(ends.high, (ratio + half) / per) AS high,
    greatest(alone, together) / per AS standard_error,
    count(compared) OVER peers AS peers,
    CASE WHEN compared IS NOT NULL AND peers >= 10
        THEN (rank() OVER below - 1 + (count(*) OVER ties) / 2) / peers
    END AS percentile,
    place
FROM bounded
WINDOW
    peers AS (PARTITION BY peer_group),
    below AS (PARTITION BY peer_group ORDER BY compared NULLS LAST),
    ties AS (PARTITION BY peer_group ORDER BY compared NULLS LAST RANGE BETWEEN CURRENT ROW AND CURRENT ROW);
