CREATE VIEW statistics_by_player AS
FROM statistics('player', NULL, NULL)
ORDER BY sheet, members, key;
