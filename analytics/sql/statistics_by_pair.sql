CREATE VIEW statistics_by_pair AS
FROM statistics('pair', NULL, NULL)
ORDER BY sheet, members, key;
