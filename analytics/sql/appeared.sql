-- The units of a kind, as in `tallied`, with the numbers of their records: these are to be added up, for what is to be taken off
-- is negative.
CREATE MACRO appeared(by_unit, of_sheet, of_event) AS TABLE
SELECT sheet, members, records
FROM stored.sums
WHERE of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
UNION ALL
SELECT sheet, members, sign AS records
FROM sitting(by_unit, of_sheet, of_event);
