-- The name of the latest match that gives one; of two such the greater, so that the order of loading tells nothing.
CREATE VIEW player_names AS
SELECT player, arg_max(name, (coalesce(started, ''), name)) AS name
FROM (SELECT record, player, name FROM stored.seats WHERE name IS NOT NULL)
JOIN (SELECT record, started FROM stored.latest) USING (record)
GROUP BY player
ORDER BY player;
