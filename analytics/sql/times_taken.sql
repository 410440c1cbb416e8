-- The think times of every unit of a kind, as in `tallied`: so many plays took so long, to the millisecond. A time may be there
-- several times, and some of its plays be taken off again.
CREATE MACRO times_taken(by_unit, of_sheet, of_event, filters := NULL) AS TABLE
SELECT sheet, members, list(milliseconds) AS milliseconds, list(plays) AS plays
FROM (
    SELECT sheet, members, milliseconds, plays
    FROM stored.time_sums
    WHERE filters IS NULL AND of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
    UNION ALL BY NAME
    SELECT sheet, members, milliseconds, sign * plays AS plays
    FROM stored.think_times
    JOIN (
        SELECT record, sheet, members, sign, unnest(string_split(unit, '')) AS seat
        FROM sitting(by_unit, of_sheet, of_event)
        WHERE filters IS NULL
    ) USING (record, seat)
    UNION ALL BY NAME
    SELECT sheet, members, CAST(round_even(seconds * 1000, 0) AS BIGINT) AS milliseconds, 1 AS plays
    FROM (SELECT record, hand_index, seat, seconds FROM stored.plays WHERE seconds IS NOT NULL)
    JOIN of_hands(by_unit, of_sheet, of_event, filtered(filters)) AS asked USING (record, hand_index)
    WHERE filters IS NOT NULL AND key = 'think_time' AND denominator > 0 AND contains(unit, seat)
)
GROUP BY sheet, members
ORDER BY sheet, members;
