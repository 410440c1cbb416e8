CREATE VIEW latest_matches AS
SELECT matches.*
FROM matches
JOIN (SELECT batch, position, first FROM stored.latest) AS latest USING (batch, position)
ORDER BY latest.first;
