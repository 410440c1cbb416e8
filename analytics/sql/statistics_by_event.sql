CREATE VIEW statistics_by_event AS
SELECT * EXCLUDE (place)
FROM statistics('event', NULL, NULL)
ORDER BY sheet, members, key;
