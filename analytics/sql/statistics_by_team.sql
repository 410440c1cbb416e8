CREATE VIEW statistics_by_team AS
FROM statistics('team', NULL, NULL)
ORDER BY sheet, members, key;
