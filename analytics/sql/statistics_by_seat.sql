CREATE VIEW statistics_by_seat AS
FROM statistics('seat', NULL, NULL)
ORDER BY sheet, members, key;
