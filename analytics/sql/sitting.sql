-- Who is what in each record, for a kind of unit ('player', 'pair', 'team', 'seat', 'event' or 'sheet'), one rule sheet and one
-- event unless these are null: the seats of a unit there, the rule sheet, and the members by which the unit is known from record
-- to record. Players and seats are seats, all else is a side, so that every hand is there once.
CREATE MACRO sitting(by_unit, of_sheet, of_event) AS TABLE
SELECT
    record, unit, sheet,
    CASE by_unit
        WHEN 'player' THEN players
        WHEN 'pair' THEN players
        WHEN 'team' THEN [team]
        WHEN 'seat' THEN [unit]
        WHEN 'event' THEN [event]
        ELSE [sheet]
    END AS members
FROM (SELECT record, unit, players, team FROM stored.tallies)
JOIN (SELECT record, sheet, event FROM stored.latest) USING (record)
WHERE (length(unit) = 1) = (by_unit IN ('player', 'seat'))
    AND (of_sheet IS NULL OR sheet = of_sheet)
    AND (of_event IS NULL OR event = of_event)
    AND members[1] IS NOT NULL;
