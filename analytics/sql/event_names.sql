-- The name of the latest match that gives one; of two such the greater, so that the order of loading tells nothing.
CREATE VIEW event_names AS
SELECT event, arg_max(event_name, (coalesce(started, ''), event_name)) AS event_name
FROM stored.latest
WHERE event IS NOT NULL AND event_name IS NOT NULL
GROUP BY event
ORDER BY event;
