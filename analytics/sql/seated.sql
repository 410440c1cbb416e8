-- Who sat in the records that filters let pass: the seats of each unit of a kind (as in `sitting`) and the members by which it is
-- known, and its side, null where it is not known who are partners. What is null in `filters` filters nothing. Partners and
-- opponents are ids of players, all of whom sat there. What `facing` has is a match and the players on the other side, in order.
CREATE MACRO seated(by_unit, of_sheet, of_event, filters) AS TABLE
WITH sides AS (
    SELECT record, side, list(player) AS sitting
    FROM (SELECT record, unit AS side FROM stored.tallies WHERE length(unit) > 1)
    LEFT JOIN (SELECT record, seat, player FROM stored.seats) AS seats USING (record)
    WHERE contains(side, seat)
    GROUP BY record, side
)
SELECT own.record, sheet, unit, members, mine.side, hands
FROM (
    SELECT
        record, unit, sheet, hands, match,
        members_as(by_unit, unit, players, team, event, sheet) AS members
    FROM (SELECT record, unit, players, team FROM stored.tallies)
    JOIN (SELECT record, sheet, event, match, started[:10] AS day, hands FROM stored.latest) USING (record)
    WHERE (of_sheet IS NULL OR sheet = of_sheet)
        AND (of_event IS NULL OR event = of_event)
        AND ((filters).since IS NULL OR day >= (filters).since)
        AND ((filters).until IS NULL OR day <= (filters).until)
        AND ((filters).seat IS NULL OR contains(unit, (filters).seat))
) AS own
LEFT JOIN sides AS mine ON mine.record = own.record AND contains(mine.side, unit)
LEFT JOIN sides AS others ON others.record = own.record AND NOT contains(others.side, unit)
WHERE members[1] IS NOT NULL
    AND ((filters).members IS NULL OR members = (filters).members)
    AND ((filters).side IS NULL OR mine.side = (filters).side)
    AND ((filters).partners IS NULL OR list_has_all(mine.sitting, (filters).partners))
    AND ((filters).opponents IS NULL OR list_has_all(others.sitting, (filters).opponents))
    AND (
        (filters).facing IS NULL
        OR list_contains((filters).facing, match || chr(31) || array_to_string(list_sort(others.sitting), ' + '))
    );
