-- The members by which a unit of a kind ('player', 'pair', 'team', 'seat', 'event' or 'sheet') is known from record to record: `unit`
-- are its seats in the record, and all else is what the record says of them. Players and seats are seats, all else is a side, so
-- that every hand is there once; null where the row is of the other, or the members are not known.
CREATE MACRO members_as(by_unit, unit, players, team, event, sheet) AS
    CASE WHEN (length(unit) = 1) = (by_unit IN ('player', 'seat'))
        THEN CASE by_unit
            WHEN 'player' THEN players
            WHEN 'pair' THEN players
            WHEN 'team' THEN [team]
            WHEN 'seat' THEN [unit]
            WHEN 'event' THEN [event]
            ELSE [sheet]
        END
    END;
