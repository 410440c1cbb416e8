-- The tallies of every unit of a kind, as in `sitting`, of one rule sheet and one event unless these are null: rows to be added
-- up; what is to be taken off is negative. Over all events they come out of the sums; where there are filters (as in `seated`), of
-- the hands that these let pass. What a unit did in a match is a cluster,
-- whose squares and products the errors are of; where both sides of a match are of one unit, both are one. The keys are rows
-- before anything is asked of them: to plan a query of eight numbers of each of fifty columns takes longer than to answer it.
CREATE MACRO tallied(by_unit, of_sheet, of_event, filters := NULL) AS TABLE
WITH clusters AS (
    SELECT
        sheet, members, key, sign,
        sum(told.numerator) AS numerator,
        sum(told.denominator) AS denominator,
        sum(told.open) AS open,
        sum(told.squares) AS squares
    FROM (
        UNPIVOT (
            SELECT
                tallies.* EXCLUDE (unit, players, team), sheet, members, sign,
                CASE WHEN by_unit IN ('event', 'sheet') THEN '' ELSE unit END AS side
            FROM stored.tallies AS tallies
            JOIN sitting(by_unit, of_sheet, of_event) USING (record, unit)
            WHERE filters IS NULL
        )
        ON COLUMNS(* EXCLUDE (record, sheet, members, sign, side)) INTO NAME key VALUE told
    )
    GROUP BY record, sheet, members, sign, side, key
    UNION ALL
    SELECT
        any_value(sheet) AS sheet, any_value(members) AS members, key, 1 AS sign, sum(numerator) AS numerator,
        sum(denominator) AS denominator, sum(open) AS open, sum(squares) AS squares
    FROM (
        SELECT * EXCLUDE (side), CASE WHEN by_unit IN ('event', 'sheet') THEN '' ELSE unit END AS side
        FROM of_hands(by_unit, of_sheet, of_event, filtered(filters))
    )
    WHERE filters IS NOT NULL
    GROUP BY record, side, key
)
SELECT
    sheet, members, CAST(key AS statistic_key) AS key, told.numerator, told.denominator, told.open, told.squares,
    told.nn, told.nd, told.dd, told.matches
FROM (
    UNPIVOT (
        SELECT * EXCLUDE (kind, records)
        FROM stored.sums
        WHERE filters IS NULL AND of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
    )
    ON COLUMNS(* EXCLUDE (sheet, members)) INTO NAME key VALUE told
)
UNION ALL BY NAME
SELECT
    sheet, members, CAST(key AS statistic_key) AS key,
    CAST(sign * numerator AS BIGINT) AS numerator,
    CAST(sign * denominator AS BIGINT) AS denominator,
    CAST(sign * open AS BIGINT) AS open,
    CAST(sign * squares AS DECIMAL(38, 0)) AS squares,
    CAST(sign * numerator * numerator AS DECIMAL(38, 0)) AS nn,
    CAST(sign * numerator * denominator AS DECIMAL(38, 0)) AS nd,
    CAST(sign * denominator * denominator AS DECIMAL(38, 0)) AS dd,
    CAST(CASE WHEN denominator > 0 THEN sign ELSE 0 END AS BIGINT) AS matches
FROM clusters;
