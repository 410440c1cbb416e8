-- The tallies of every unit of a kind, as in `sitting`, of one rule sheet and one event unless these are null: rows to be added
-- up, with the number of their records and their sign. Over all events they come out of the sums.
CREATE MACRO tallied(by_unit, of_sheet, of_event) AS TABLE
SELECT * EXCLUDE (kind), 1 AS sign
FROM stored.sums
WHERE of_event IS NULL AND kind = by_unit AND (of_sheet IS NULL OR sheet = of_sheet)
UNION ALL BY NAME
SELECT tallies.* EXCLUDE (record, unit, players, team), sheet, members, sign AS records, sign
FROM stored.tallies AS tallies
JOIN sitting(by_unit, of_sheet, of_event) USING (record, unit);
