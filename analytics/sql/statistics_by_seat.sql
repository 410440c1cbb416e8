CREATE VIEW statistics_by_seat AS
SELECT * EXCLUDE (place)
FROM statistics('seat', NULL, NULL)
ORDER BY sheet, members, key;
