CREATE VIEW quarantine_by_code AS
SELECT code, engine_version, count(*) AS inputs, count(DISTINCT source) AS sources
FROM quarantine
GROUP BY code, engine_version
ORDER BY code, engine_version;
