-- Every statistic of every unit of a kind, as in `tallied`. `COLUMNS` goes through the keys. What is many (a unit's statistics)
-- is compared and ordered by numbers, and `place` is the number of a row in the order of sheets, members and keys.
CREATE MACRO statistics(by_unit, of_sheet, of_event) AS TABLE
WITH summed AS (
    SELECT
        sheet, members,
        struct_pack(
            numerator := CAST(sum(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).numerator) AS BIGINT),
            denominator := CAST(sum(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator) AS BIGINT),
            open := CAST(sum(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).open) AS BIGINT),
            squares := sum(sign * CAST(COLUMNS(* EXCLUDE (sheet, members, records, sign)).squares AS HUGEINT))
        )
    FROM tallied(by_unit, of_sheet, of_event)
    GROUP BY sheet, members
),
placed AS (
    SELECT *, row_number() OVER (ORDER BY sheet, members) AS of_unit, dense_rank() OVER (ORDER BY sheet) AS of_rules
    FROM summed
),
-- A time is stored in milliseconds, and told in seconds. Units with 30 or more in the denominator are compared.
counted AS (
    SELECT
        sheet, members, CAST(key AS statistic_key) AS of_key, 1000 * of_unit + enum_code(of_key) AS place,
        1000 * of_rules + enum_code(of_key) AS peer_group,
        told.numerator, told.denominator, told.open, told.squares IS NOT NULL AS mean,
        CASE of_key WHEN 'think_time' THEN 1000 ELSE 1 END AS per,
        CAST(told.numerator AS DOUBLE) AS n, CAST(nullif(told.denominator, 0) AS DOUBLE) AS d,
        CAST(told.squares AS DOUBLE) AS squares, n / d AS ratio, CASE WHEN d >= 30 THEN ratio END AS compared
    FROM (UNPIVOT placed ON COLUMNS(* EXCLUDE (sheet, members, of_unit, of_rules)) INTO NAME key VALUE told)
    WHERE told.numerator <> 0 OR told.denominator <> 0 OR told.open <> 0
),
-- Wilson's interval, with the quantile of the normal distribution for 95 %; of more than all there is none.
bounded AS (
    SELECT
        *,
        NOT mean AND n BETWEEN 0 AND d AS is_share,
        3.841458820694124 AS zz,
        (n + zz / 2) / (d + zz) AS middle,
        sqrt(zz * (n * (d - n) / d + zz / 4)) / (d + zz) AS half
    FROM counted
)
SELECT
    sheet, members, CAST(of_key AS VARCHAR) AS key, numerator, denominator, open, mean, ratio / per AS value,
    CASE WHEN is_share THEN greatest(0.0, middle - half) END AS low,
    CASE WHEN is_share THEN least(1.0, middle + half) END AS high,
    CASE WHEN mean AND d > 1 THEN sqrt(greatest(0.0, (squares - n * n / d) / (d - 1)) / d) / per END AS standard_error,
    count(compared) OVER peers AS peers,
    CASE WHEN compared IS NOT NULL THEN (rank() OVER below - 1 + (count(*) OVER ties) / 2) / peers END AS percentile,
    place
FROM bounded
WINDOW
    peers AS (PARTITION BY peer_group),
    below AS (PARTITION BY peer_group ORDER BY compared NULLS LAST),
    ties AS (PARTITION BY peer_group ORDER BY compared NULLS LAST RANGE BETWEEN CURRENT ROW AND CURRENT ROW);
