CREATE TABLE match_results (
    batch BIGINT NOT NULL,
    claimed_winner VARCHAR,
    winner VARCHAR,
    claimed_reason VARCHAR,
    reason VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE match_results IS 'One row an audited record: the outcome of the match, computed beside claimed.';
COMMENT ON COLUMN match_results.batch IS 'Batch that brought this row';
COMMENT ON COLUMN match_results.claimed_winner IS 'Side that the score sheet says won';
COMMENT ON COLUMN match_results.winner IS 'Side that won, as computed; null while nobody has, or where it cannot be told';
COMMENT ON COLUMN match_results.claimed_reason IS 'Why the match ended, as claimed: passed, time, forfeit or ruling';
COMMENT ON COLUMN match_results.reason IS 'Why the match ended, as computed';
COMMENT ON COLUMN match_results.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN match_results.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN match_results.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN match_results.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN match_results.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
