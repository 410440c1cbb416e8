-- Every statistic of every unit of a kind, as in `sitting`. `COLUMNS` goes through the keys: each is a column of the tallies.
CREATE MACRO statistics(by_unit, of_sheet, of_event) AS TABLE
WITH chosen AS (
    SELECT sheet, members, tallies.* EXCLUDE (record, unit, players, team)
    FROM stored.tallies AS tallies
    JOIN sitting(by_unit, of_sheet, of_event) USING (record, unit)
),
summed AS (
    SELECT
        sheet, members,
        struct_pack(
            numerator := CAST(sum(COLUMNS(* EXCLUDE (sheet, members)).numerator) AS BIGINT),
            denominator := CAST(sum(COLUMNS(* EXCLUDE (sheet, members)).denominator) AS BIGINT),
            open := CAST(sum(COLUMNS(* EXCLUDE (sheet, members)).open) AS BIGINT),
            squares := sum(COLUMNS(* EXCLUDE (sheet, members)).squares),
            mean := count(COLUMNS(* EXCLUDE (sheet, members)).squares) > 0
        )
    FROM chosen
    GROUP BY sheet, members
),
-- A time is stored in milliseconds, and told in seconds.
counted AS (
    SELECT
        sheet, members, key, told.numerator, told.denominator, told.open, told.mean,
        CASE key WHEN 'think_time' THEN 1000 ELSE 1 END AS per,
        CAST(told.numerator AS DOUBLE) AS n, CAST(nullif(told.denominator, 0) AS DOUBLE) AS d,
        CAST(told.squares AS DOUBLE) AS squares, n / d AS ratio, d >= 30 AS enough
    FROM (UNPIVOT summed ON COLUMNS(* EXCLUDE (sheet, members)) INTO NAME key VALUE told)
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
    sheet, members, key, numerator, denominator, open, mean, ratio / per AS value,
    CASE WHEN is_share THEN greatest(0.0, middle - half) END AS low,
    CASE WHEN is_share THEN least(1.0, middle + half) END AS high,
    CASE WHEN mean AND d > 1 THEN sqrt(greatest(0.0, (squares - n * n / d) / (d - 1)) / d) / per END AS standard_error,
    count(*) FILTER (enough) OVER peers AS peers,
    CASE WHEN enough THEN (rank() OVER below - 1 + (count(*) OVER ties) / 2) / peers END AS percentile
FROM bounded
WINDOW
    peers AS (PARTITION BY sheet, key),
    below AS (PARTITION BY sheet, key, enough ORDER BY ratio),
    ties AS (PARTITION BY sheet, key, enough, ratio)
ORDER BY sheet, members, key;
