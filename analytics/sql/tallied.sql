-- The tallies of every unit of a kind, as in `sitting`, of one rule sheet and one event unless these are null: rows to be added
-- up, with the number of their records; what is to be taken off is negative. Over all events they come out of the sums. What a unit did in a match is a
-- cluster, whose squares and products the errors are of; where both sides of a match are of one unit, both are one.
CREATE MACRO tallied(by_unit, of_sheet, of_event) AS TABLE
WITH seated AS (
    SELECT tallies.* EXCLUDE (unit, players, team), sheet, members, sign AS records, sign
    FROM stored.tallies AS tallies
    JOIN sitting(by_unit, of_sheet, of_event) USING (record, unit)
),
clusters AS (
    SELECT * EXCLUDE (record)
    FROM seated
    WHERE by_unit NOT IN ('event', 'sheet')
    UNION ALL BY NAME
    SELECT
        sheet, members, CAST(sum(records) AS BIGINT) AS records, sign,
        struct_pack(
            numerator := sum(COLUMNS(* EXCLUDE (record, sheet, members, records, sign)).numerator),
            denominator := sum(COLUMNS(* EXCLUDE (record, sheet, members, records, sign)).denominator),
            open := sum(COLUMNS(* EXCLUDE (record, sheet, members, records, sign)).open),
            squares := sum(COLUMNS(* EXCLUDE (record, sheet, members, records, sign)).squares)
        )
    FROM seated
    WHERE by_unit IN ('event', 'sheet')
    GROUP BY record, sheet, members, sign
)
SELECT * EXCLUDE (kind)
FROM stored.sums
WHERE of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
UNION ALL BY NAME
SELECT
    sheet, members, records,
    struct_pack(
        numerator := CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).numerator AS BIGINT),
        denominator := CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator AS BIGINT),
        open := CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).open AS BIGINT),
        squares := CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).squares AS DECIMAL(38, 0)),
        nn := CAST(
            CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).numerator AS HUGEINT)
            * COLUMNS(* EXCLUDE (sheet, members, records, sign)).numerator AS DECIMAL(38, 0)
        ),
        nd := CAST(
            CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).numerator AS HUGEINT)
            * COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator AS DECIMAL(38, 0)
        ),
        dd := CAST(
            CAST(sign * COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator AS HUGEINT)
            * COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator AS DECIMAL(38, 0)
        ),
        matches := CAST(sign * CAST(COLUMNS(* EXCLUDE (sheet, members, records, sign)).denominator > 0 AS BIGINT) AS BIGINT)
    )
FROM clusters;
