CREATE TABLE findings (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    hand_index BIGINT,
    hand BIGINT,
    trick BIGINT,
    play BIGINT,
    seat VARCHAR,
    code VARCHAR NOT NULL,
    clause VARCHAR,
    basis VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    pointer VARCHAR NOT NULL,
    expected VARCHAR,
    actual VARCHAR,
    options VARCHAR[] NOT NULL,
    message_zh VARCHAR NOT NULL,
    message_en VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL,
    follows_from VARCHAR
);

COMMENT ON TABLE findings IS 'One row a finding of an audit.';
COMMENT ON COLUMN findings.batch IS 'Batch that brought this row';
COMMENT ON COLUMN findings.position IS 'Place among the findings of the record, from 0';
COMMENT ON COLUMN findings.hand_index IS 'Place of the hand in the record, from 0; null: the whole match';
COMMENT ON COLUMN findings.hand IS 'Number of the hand, as recorded; null: the whole match';
COMMENT ON COLUMN findings.trick IS 'Trick of the hand, from 1; 0: before the first; null: the whole hand';
COMMENT ON COLUMN findings.play IS 'Play of the trick, from 1; null: the whole trick';
COMMENT ON COLUMN findings.seat IS 'Seat that the finding is about';
COMMENT ON COLUMN findings.code IS 'Code of the check';
COMMENT ON COLUMN findings.clause IS 'Clause of the sheet that it rests on';
COMMENT ON COLUMN findings.basis IS 'stated, assumed or disputed';
COMMENT ON COLUMN findings.severity IS 'error, warning or note';
COMMENT ON COLUMN findings.kind IS 'fail, review or open';
COMMENT ON COLUMN findings.pointer IS 'JSON pointer into the record';
COMMENT ON COLUMN findings.expected IS 'What the engine expected, in notation';
COMMENT ON COLUMN findings.actual IS 'What the record has, in notation';
COMMENT ON COLUMN findings.options IS 'Ids of the rule options that the verdict rests on';
COMMENT ON COLUMN findings.message_zh IS 'The finding in Chinese';
COMMENT ON COLUMN findings.message_en IS 'The finding in English';
COMMENT ON COLUMN findings.fingerprint IS 'Stable from run to run: 16 hexadecimal digits';
COMMENT ON COLUMN findings.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN findings.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN findings.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN findings.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN findings.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';
COMMENT ON COLUMN findings.follows_from IS 'Fingerprint of the finding that this one follows from; null: it follows from none, and counts';
