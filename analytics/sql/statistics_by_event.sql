CREATE VIEW statistics_by_event AS
FROM statistics('event', NULL, NULL)
ORDER BY sheet, members, key;
