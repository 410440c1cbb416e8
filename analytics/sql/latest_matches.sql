CREATE VIEW latest_matches AS
SELECT batch, * EXCLUDE (record, first, batch)
FROM stored.latest
ORDER BY latest.first;
