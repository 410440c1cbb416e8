-- Who is what in the records of one event, for a kind of unit ('player', 'pair', 'team', 'seat', 'event' or 'sheet') and one rule
-- sheet unless that is null: the seats of a unit there, the rule sheet, and the members by which the unit is known from record to
-- record. Players and seats are seats, all else is a side, so that every hand is there once. Without an event these are the
-- records that are in the sums though another stands for their match: `sign` is 1 for what counts and -1 for what is taken off.
CREATE MACRO sitting(by_unit, of_sheet, of_event) AS TABLE
SELECT
    record, unit, sheet,
    members_as(by_unit, unit, players, team, event, sheet) AS members,
    sign
FROM (SELECT record, unit, players, team FROM stored.tallies)
JOIN (
    SELECT record, sheet, event, 1 AS sign FROM stored.latest WHERE event = of_event
    UNION ALL
    SELECT record, sheet, event, -1 AS sign FROM stored.superseded WHERE of_event IS NULL
) USING (record)
WHERE (of_sheet IS NULL OR sheet = of_sheet)
    AND members[1] IS NOT NULL;
