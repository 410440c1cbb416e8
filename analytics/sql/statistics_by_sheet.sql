CREATE VIEW statistics_by_sheet AS
SELECT * EXCLUDE (place)
FROM statistics('sheet', NULL, NULL)
ORDER BY sheet, members, key;
