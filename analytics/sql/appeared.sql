-- The units of a kind, as in `tallied`, with the numbers of their records: these are to be added up, for what is to be taken off
-- is negative.
CREATE MACRO appeared(by_unit, of_sheet, of_event, filters := NULL) AS TABLE
SELECT sheet, members, records
FROM stored.sums
WHERE filters IS NULL AND of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
UNION ALL
SELECT sheet, members, sign AS records
FROM sitting(by_unit, of_sheet, of_event)
WHERE filters IS NULL
UNION ALL
SELECT sheet, members, 1 AS records
FROM seated(by_unit, of_sheet, of_event, filtered(filters))
WHERE filters IS NOT NULL;
