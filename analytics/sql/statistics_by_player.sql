CREATE VIEW statistics_by_player AS
SELECT * EXCLUDE (place)
FROM statistics('player', NULL, NULL)
ORDER BY sheet, members, key;
