CREATE OR REPLACE VIEW quarantine_by_code AS
SELECT code, engine_version, count(*) AS inputs, count(DISTINCT source) AS sources
FROM quarantine
GROUP BY code, engine_version
ORDER BY code, engine_version;

COMMENT ON VIEW quarantine_by_code IS 'One row a reason: how many inputs could not be audited for it.';
COMMENT ON COLUMN quarantine_by_code.code IS 'Why, as a stable code; INTERNAL is a fault of this program';
COMMENT ON COLUMN quarantine_by_code.engine_version IS 'Version of the engine that refused the input';
COMMENT ON COLUMN quarantine_by_code.inputs IS 'Inputs';
COMMENT ON COLUMN quarantine_by_code.sources IS 'Files that held them';
