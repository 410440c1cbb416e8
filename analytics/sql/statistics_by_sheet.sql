CREATE VIEW statistics_by_sheet AS
FROM statistics('sheet', NULL, NULL)
ORDER BY sheet, members, key;
