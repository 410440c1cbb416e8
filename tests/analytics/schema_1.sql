CREATE TABLE warehouse (
    schema_version BIGINT NOT NULL,
    generation BIGINT NOT NULL
);

COMMENT ON TABLE warehouse IS 'One row: which schema this file has, and how many commits made it.';
COMMENT ON COLUMN warehouse.schema_version IS 'Number of the last migration that this file has been through';
COMMENT ON COLUMN warehouse.generation IS 'Commits so far; a snapshot carries it in its name';

CREATE TABLE batches (
    batch BIGINT NOT NULL,
    load BIGINT NOT NULL,
    loaded_at TIMESTAMP NOT NULL,
    engine_version VARCHAR NOT NULL,
    read BIGINT NOT NULL,
    already_loaded BIGINT NOT NULL,
    accepted BIGINT NOT NULL,
    accepted_with_findings BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    replaced BIGINT NOT NULL,
    CHECK (read = accepted + accepted_with_findings + quarantined + already_loaded),
    CHECK (replaced BETWEEN 0 AND accepted + accepted_with_findings + quarantined)
);

COMMENT ON TABLE batches IS 'One row a committed batch: a bounded run of inputs whose rows came, and can only come, together.';
COMMENT ON COLUMN batches.batch IS 'Number of the batch, from 1';
COMMENT ON COLUMN batches.load IS 'Number of the load that the batch was a part of, from 1';
COMMENT ON COLUMN batches.loaded_at IS 'When the load began, UTC';
COMMENT ON COLUMN batches.engine_version IS 'Version of the engine that audited the batch';
COMMENT ON COLUMN batches.read IS 'Inputs read';
COMMENT ON COLUMN batches.already_loaded IS 'Of those, the ones that the same engine and sheet version had audited before';
COMMENT ON COLUMN batches.accepted IS 'Of those, records audited without a finding';
COMMENT ON COLUMN batches.accepted_with_findings IS 'Of those, records audited with one finding or more, of any kind';
COMMENT ON COLUMN batches.quarantined IS 'Of those, inputs that could not be audited';
COMMENT ON COLUMN batches.replaced IS 'Of its accepted and quarantined inputs, the ones that a later batch audited anew';

CREATE TABLE records (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    record_sha256 VARCHAR NOT NULL,
    raw BLOB NOT NULL
);

COMMENT ON TABLE records IS 'One row a record that was ever accepted: its bytes, kept so that a hand can be shown and audited again.';
COMMENT ON COLUMN records.batch IS 'Batch that first brought the record';
COMMENT ON COLUMN records.position IS 'Place among the new inputs of that batch, from 0';
COMMENT ON COLUMN records.record_sha256 IS 'SHA-256 of the bytes, in hexadecimal';
COMMENT ON COLUMN records.raw IS 'The record as it was read: one JSON document';

CREATE TABLE matches (
    batch BIGINT NOT NULL,
    position BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    line BIGINT,
    claimed_sheet_version VARCHAR,
    options VARCHAR NOT NULL,
    event VARCHAR,
    event_name VARCHAR,
    stage VARCHAR,
    round BIGINT,
    event_table VARCHAR,
    started VARCHAR,
    finished VARCHAR,
    hands BIGINT NOT NULL,
    plays BIGINT NOT NULL,
    findings BIGINT NOT NULL,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE matches IS 'One row an audited record: where it came from, what it says of itself, how much is in it.';
COMMENT ON COLUMN matches.batch IS 'Batch that brought this row';
COMMENT ON COLUMN matches.position IS 'Place among the new inputs of the batch, from 0';
COMMENT ON COLUMN matches.source IS 'File that held the record; - is the standard input';
COMMENT ON COLUMN matches.line IS 'Line of that file, from 1, where the file holds one record a line';
COMMENT ON COLUMN matches.claimed_sheet_version IS 'Sheet version that the record says it was made under';
COMMENT ON COLUMN matches.options IS 'Rule options that the record sets: a JSON object with sorted keys';
COMMENT ON COLUMN matches.event IS 'Id of the tournament';
COMMENT ON COLUMN matches.event_name IS 'Name of the tournament';
COMMENT ON COLUMN matches.stage IS 'Stage of the tournament';
COMMENT ON COLUMN matches.round IS 'Round of the stage';
COMMENT ON COLUMN matches.event_table IS 'Table at which the match was played';
COMMENT ON COLUMN matches.started IS 'When play began: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN matches.finished IS 'When play ended: ISO 8601 with an offset, as recorded';
COMMENT ON COLUMN matches.hands IS 'Hands in the record';
COMMENT ON COLUMN matches.plays IS 'Plays in the record, passes included';
COMMENT ON COLUMN matches.findings IS 'Findings of the audit, of any kind';
COMMENT ON COLUMN matches.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN matches.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN matches.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN matches.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN matches.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

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

CREATE TABLE match_sides (
    batch BIGINT NOT NULL,
    side VARCHAR NOT NULL,
    claimed_level VARCHAR,
    level VARCHAR,
    claimed_points BIGINT,
    points BIGINT,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE match_sides IS 'One row an audited record and side: levels and match points at the end, computed beside claimed.';
COMMENT ON COLUMN match_sides.batch IS 'Batch that brought this row';
COMMENT ON COLUMN match_sides.side IS 'The side, by its seats';
COMMENT ON COLUMN match_sides.claimed_level IS 'Level at the end, as claimed';
COMMENT ON COLUMN match_sides.level IS 'Level at the end, as computed';
COMMENT ON COLUMN match_sides.claimed_points IS 'Match points, as claimed';
COMMENT ON COLUMN match_sides.points IS 'Match points, as computed';
COMMENT ON COLUMN match_sides.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN match_sides.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN match_sides.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN match_sides.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN match_sides.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

CREATE TABLE seats (
    batch BIGINT NOT NULL,
    seat VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    name VARCHAR,
    team VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE seats IS 'One row an audited record and seat of which the record names the player.';
COMMENT ON COLUMN seats.batch IS 'Batch that brought this row';
COMMENT ON COLUMN seats.seat IS 'The seat';
COMMENT ON COLUMN seats.side IS 'The side that the seat plays for';
COMMENT ON COLUMN seats.player IS 'Id of the player';
COMMENT ON COLUMN seats.name IS 'Name of the player';
COMMENT ON COLUMN seats.team IS 'Team of the player';
COMMENT ON COLUMN seats.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN seats.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN seats.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN seats.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN seats.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

CREATE TABLE hands (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    level VARCHAR,
    dealer VARCHAR,
    trump VARCHAR,
    lead VARCHAR,
    bids VARCHAR[],
    tribute VARCHAR[],
    resisted BOOLEAN NOT NULL,
    burials BIGINT,
    dealt_cards BIGINT,
    tricks BIGINT,
    plays BIGINT,
    claimed_winners VARCHAR,
    claimed_attackers BIGINT,
    claimed_kitty_points BIGINT,
    claimed_multiplier BIGINT,
    claimed_penalties BIGINT,
    claimed_next_dealer VARCHAR,
    claimed_finish VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE hands IS 'One row a hand: facts, and what the score sheet claims of it.';
COMMENT ON COLUMN hands.batch IS 'Batch that brought this row';
COMMENT ON COLUMN hands.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN hands.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN hands.level IS 'Level rank, as recorded, or flag (扛旗)';
COMMENT ON COLUMN hands.dealer IS 'Seat of the banker (庄家), as recorded';
COMMENT ON COLUMN hands.trump IS 'Trump suit, or NT, as recorded';
COMMENT ON COLUMN hands.lead IS 'Seat that leads the first trick, as recorded (climbing sheets)';
COMMENT ON COLUMN hands.bids IS 'Declarations in order, in notation; null: not recorded';
COMMENT ON COLUMN hands.tribute IS 'Gifts, then returns, in notation; null: not recorded';
COMMENT ON COLUMN hands.resisted IS 'Whether the tribute was resisted (抗贡)';
COMMENT ON COLUMN hands.burials IS 'Times that the kitty was buried: 1, and 1 more for each 炒底; null: not recorded';
COMMENT ON COLUMN hands.dealt_cards IS 'Cards of the deal that the record shows, the kitty''s included; null: no deal recorded';
COMMENT ON COLUMN hands.tricks IS 'Tricks recorded, the unfinished one included; null: plays not recorded';
COMMENT ON COLUMN hands.plays IS 'Plays recorded, passes included; null: plays not recorded';
COMMENT ON COLUMN hands.claimed_winners IS 'Claim: the winner of each trick, one seat a trick';
COMMENT ON COLUMN hands.claimed_attackers IS 'Claim: points of the attackers (抓分) in all';
COMMENT ON COLUMN hands.claimed_kitty_points IS 'Claim: raw points in the final kitty';
COMMENT ON COLUMN hands.claimed_multiplier IS 'Claim: what the kitty''s points were multiplied by';
COMMENT ON COLUMN hands.claimed_penalties IS 'Claim: signed change of the attackers'' points by penalties';
COMMENT ON COLUMN hands.claimed_next_dealer IS 'Claim: banker of the next hand';
COMMENT ON COLUMN hands.claimed_finish IS 'Claim: seats in finishing order (climbing sheets)';
COMMENT ON COLUMN hands.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN hands.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN hands.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN hands.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN hands.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

CREATE TABLE computed (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    level VARCHAR,
    dealer VARCHAR,
    trump VARCHAR,
    winners VARCHAR,
    attackers BIGINT,
    trick_points BIGINT,
    kitty_points BIGINT,
    multiplier BIGINT,
    penalties BIGINT,
    next_dealer VARCHAR,
    finish VARCHAR,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE computed IS 'One row a hand: what the engine computed of it. Null is: cannot be told from the record.';
COMMENT ON COLUMN computed.batch IS 'Batch that brought this row';
COMMENT ON COLUMN computed.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN computed.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN computed.level IS 'Level rank in force, or flag (扛旗)';
COMMENT ON COLUMN computed.dealer IS 'Seat of the banker (庄家)';
COMMENT ON COLUMN computed.trump IS 'Trump suit, or NT';
COMMENT ON COLUMN computed.winners IS 'Winner of each finished trick, one seat a trick';
COMMENT ON COLUMN computed.attackers IS 'Points of the attackers (抓分): tricks + kitty × multiplier + penalties';
COMMENT ON COLUMN computed.trick_points IS 'Points of the attackers from tricks';
COMMENT ON COLUMN computed.kitty_points IS 'Raw points in the final kitty';
COMMENT ON COLUMN computed.multiplier IS 'What the kitty''s points are multiplied by; null where it was not captured';
COMMENT ON COLUMN computed.penalties IS 'Signed change of the attackers'' points by penalties';
COMMENT ON COLUMN computed.next_dealer IS 'Banker of the next hand';
COMMENT ON COLUMN computed.finish IS 'Seats in finishing order, the rest in place (climbing sheets)';
COMMENT ON COLUMN computed.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN computed.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN computed.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN computed.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN computed.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

CREATE TABLE hand_sides (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    side VARCHAR NOT NULL,
    claimed_level VARCHAR,
    level VARCHAR,
    claimed_score BIGINT,
    score BIGINT,
    claimed_points BIGINT,
    points BIGINT,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE hand_sides IS 'One row a hand and side of which anything is claimed or computed.';
COMMENT ON COLUMN hand_sides.batch IS 'Batch that brought this row';
COMMENT ON COLUMN hand_sides.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN hand_sides.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN hand_sides.side IS 'The side, by its seats';
COMMENT ON COLUMN hand_sides.claimed_level IS 'Level after the hand, as claimed';
COMMENT ON COLUMN hand_sides.level IS 'Level after the hand, as computed';
COMMENT ON COLUMN hand_sides.claimed_score IS 'Score of the hand, as claimed';
COMMENT ON COLUMN hand_sides.score IS 'Score of the hand, as computed';
COMMENT ON COLUMN hand_sides.claimed_points IS 'Points of the hand, as claimed (climbing sheets)';
COMMENT ON COLUMN hand_sides.points IS 'Points of the hand, as computed (climbing sheets)';
COMMENT ON COLUMN hand_sides.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN hand_sides.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN hand_sides.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN hand_sides.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN hand_sides.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

CREATE TABLE plays (
    batch BIGINT NOT NULL,
    hand_index BIGINT NOT NULL,
    hand BIGINT NOT NULL,
    trick BIGINT NOT NULL,
    play BIGINT NOT NULL,
    seat VARCHAR NOT NULL,
    cards VARCHAR NOT NULL,
    attempted VARCHAR,
    reading VARCHAR,
    type VARCHAR,
    seconds DOUBLE,
    match VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    sheet_version VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    record_sha256 VARCHAR NOT NULL
);

COMMENT ON TABLE plays IS 'One row a play, passes included, as the record has it.';
COMMENT ON COLUMN plays.batch IS 'Batch that brought this row';
COMMENT ON COLUMN plays.hand_index IS 'Place of the hand in the record, from 0';
COMMENT ON COLUMN plays.hand IS 'Number of the hand (副/盘), as recorded';
COMMENT ON COLUMN plays.trick IS 'Trick of the hand, from 1';
COMMENT ON COLUMN plays.play IS 'Play of the trick, from 1';
COMMENT ON COLUMN plays.seat IS 'Seat that played';
COMMENT ON COLUMN plays.cards IS 'Cards that stood, without separators; - is a pass';
COMMENT ON COLUMN plays.attempted IS 'All the cards of a throw (甩牌) that failed; null elsewhere';
COMMENT ON COLUMN plays.reading IS 'Reading that the player declared for wild cards; null elsewhere';
COMMENT ON COLUMN plays.type IS 'What the play was, as computed (climbing sheets); null for an illegal play';
COMMENT ON COLUMN plays.seconds IS 'Think time in seconds; null: not recorded';
COMMENT ON COLUMN plays.match IS 'Id of the match, as its record gives it';
COMMENT ON COLUMN plays.sheet IS 'Key of the rule sheet that the record was audited under';
COMMENT ON COLUMN plays.sheet_version IS 'Version of that sheet''s implementation';
COMMENT ON COLUMN plays.engine_version IS 'Version of the engine that made this row';
COMMENT ON COLUMN plays.record_sha256 IS 'SHA-256 of the record''s bytes, in hexadecimal';

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
    record_sha256 VARCHAR NOT NULL
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

