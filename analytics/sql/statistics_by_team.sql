CREATE VIEW statistics_by_team AS
SELECT * EXCLUDE (place)
FROM statistics('team', NULL, NULL)
ORDER BY sheet, members, key;
