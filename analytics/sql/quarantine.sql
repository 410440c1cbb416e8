CREATE TABLE quarantine (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    line BIGINT,
    code VARCHAR NOT NULL,
    message_zh VARCHAR NOT NULL,
    message_en VARCHAR NOT NULL,
    pointer VARCHAR,
    expected VARCHAR,
    found VARCHAR,
    problems BIGINT NOT NULL,
    match VARCHAR,
    sheet VARCHAR,
    sheet_version VARCHAR,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE quarantine IS 'One row an input that could not be audited, and why.';
COMMENT ON COLUMN quarantine.batch IS 'Batch that brought this row';
COMMENT ON COLUMN quarantine.position IS 'Place among the new inputs of the batch, from 0';
COMMENT ON COLUMN quarantine.source IS 'File that held the input; - is the standard input';
COMMENT ON COLUMN quarantine.line IS 'Line of that file, from 1, where the file holds one record a line';
COMMENT ON COLUMN quarantine.code IS 'Why, as a stable code; INTERNAL is a fault of this program';
COMMENT ON COLUMN quarantine.message_zh IS 'Why, in Chinese';
COMMENT ON COLUMN quarantine.message_en IS 'Why, in English';
COMMENT ON COLUMN quarantine.pointer IS 'JSON pointer to the value at fault';
COMMENT ON COLUMN quarantine.expected IS 'What should be there';
COMMENT ON COLUMN quarantine.found IS 'What is there';
COMMENT ON COLUMN quarantine.problems IS 'Problems of the input, counted to 1000; the columns before tell the first';
COMMENT ON COLUMN quarantine.match IS 'Id of the match; null where the record could not be read';
COMMENT ON COLUMN quarantine.sheet IS 'Key of the rule sheet; null where the record could not be read';
COMMENT ON COLUMN quarantine.sheet_version IS 'Version of that sheet''s implementation; null where no audit began';
COMMENT ON COLUMN quarantine.engine_version IS 'Version of the engine that refused the input';
COMMENT ON COLUMN quarantine.record_sha256 IS 'SHA-256 of the input''s bytes; of its source and the code where it could not be read';
