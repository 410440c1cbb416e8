-- Every statistic of every unit of a kind, as in `tallied`. `COLUMNS` goes through the keys. What is many (a unit's statistics)
-- is compared and ordered by numbers, and `place` is the number of a row in the order of sheets, members and keys.
CREATE MACRO statistics(by_unit, of_sheet, of_event) AS TABLE
WITH summed AS (
    SELECT
        sheet, members,
        struct_pack(
            numerator := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).numerator) AS BIGINT),
            denominator := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).denominator) AS BIGINT),
            open := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).open) AS BIGINT),
            squares := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).squares) AS DOUBLE),
            nn := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).nn) AS DOUBLE),
            nd := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).nd) AS DOUBLE),
            dd := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).dd) AS DOUBLE),
            matches := CAST(sum(COLUMNS(* EXCLUDE (sheet, members, records)).matches) AS BIGINT)
        )
    FROM tallied(by_unit, of_sheet, of_event)
    GROUP BY sheet, members
),
placed AS (
    SELECT *, row_number() OVER (ORDER BY sheet, members) AS of_unit, dense_rank() OVER (ORDER BY sheet) AS of_rules
    FROM summed
),
-- A time is stored in milliseconds, and told in seconds. Units with 30 or more in the denominator are compared, if there are ten.
counted AS (
    SELECT
        sheet, members, CAST(key AS statistic_key) AS of_key, 1000 * of_unit + enum_code(of_key) AS place,
        1000 * of_rules + enum_code(of_key) AS peer_group,
        told.numerator, told.denominator, told.open, told.matches, told.squares IS NOT NULL AS mean,
        CASE of_key WHEN 'think_time' THEN 1000 ELSE 1 END AS per,
        CAST(told.numerator AS DOUBLE) AS n, CAST(nullif(told.denominator, 0) AS DOUBLE) AS d,
        told.squares, n / d AS ratio, CASE WHEN d >= 30 THEN ratio END AS compared,
        greatest(0.0, told.nn + ratio * (ratio * told.dd - 2 * told.nd)) AS spread
    FROM (UNPIVOT placed ON COLUMNS(* EXCLUDE (sheet, members, of_unit, of_rules)) INTO NAME key VALUE told)
    WHERE told.numerator <> 0 OR told.denominator <> 0 OR told.open <> 0
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
