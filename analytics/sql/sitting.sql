-- Who is what in the records of one event, for a kind of unit ('player', 'pair', 'team', 'seat', 'event' or 'sheet') and one rule
-- sheet unless that is null: the seats of a unit there, the rule sheet, and the members by which the unit is known from record to
-- record. Players and seats are seats, all else is a side, so that every hand is there once. Without an event these are the
-- records that are in the sums though another stands for their match: `sign` is 1 for what counts and -1 for what is taken off.
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
    END AS members,
    sign
FROM (SELECT record, unit, players, team FROM stored.tallies)
JOIN (
    SELECT record, sheet, event, 1 AS sign FROM stored.latest WHERE event = of_event
    UNION ALL
    SELECT record, sheet, event, -1 AS sign FROM stored.superseded WHERE of_event IS NULL
) USING (record)
WHERE (length(unit) = 1) = (by_unit IN ('player', 'seat'))
    AND (of_sheet IS NULL OR sheet = of_sheet)
    AND members[1] IS NOT NULL;
