CREATE VIEW statistics_by_pair AS
SELECT * EXCLUDE (place)
FROM statistics('pair', NULL, NULL)
ORDER BY sheet, members, key;
