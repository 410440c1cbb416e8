CREATE VIEW latest_events AS
SELECT events.*
FROM events
JOIN (SELECT record_sha256, first FROM stored.latest_events) AS latest USING (record_sha256)
ORDER BY latest.first;
