"""The rows against the keys that `data/FORMAT.md` documents."""

import json
from dataclasses import replace

from paipu.ingest.output import computed_row, finding_row, fingerprint, rejection_row
from paipu.ingest.rejection import Place, Rejection, problem, reject
from paipu.ingest.schema import TrickHandClaims
from paipu.replay.audit import ENGINE_VERSION, audit
from paipu.replay.computed import Audit, ComputedHand, ComputedMatch
from paipu.replay.findings import Basis, Finding, Kind, Severity, Where
from tests.ingest.documents import GUANDAN, TRICKS, parsed
from tests.ingest.test_schema import EXAMPLES, FORMAT_TEXT

FINDING = Finding(
    code="SHEET-VERSION",
    clause="SJ-16h",
    basis=Basis.DISPUTED,
    severity=Severity.NOTE,
    kind=Kind.OPEN,
    where=Where(hand=3, trick=7, play=2, pointer="/hands/2/tricks/6"),
    seat="N",
    expected="KsKs",
    actual="guandan-3",
    options=("D-SJ-01",),
)
AUDIT = Audit(sheet="shengji", sheet_version="v1", findings=(FINDING,), hands=(), match=ComputedMatch())


def keys_after(text: str) -> list[str]:
    """The keys of the first table after a text of FORMAT.md."""
    table = FORMAT_TEXT.split(text, 1)[1].split("\n\n|", 1)[1]
    return [row.split("`")[1] for row in table.split("\n\n", 1)[0].splitlines() if "`" in row.split("|")[0] + row[:4]]


def test_a_finding_has_every_documented_key_in_order() -> None:
    record = parsed(TRICKS)
    row = finding_row(FINDING, record, AUDIT)
    assert list(row) == keys_after("prints one finding a line")
    assert row | {"message": None, "fingerprint": None} == {
        "match": "cup26/r1/t03",
        "hand": 3,
        "trick": 7,
        "play": 2,
        "seat": "N",
        "code": "SHEET-VERSION",
        "clause": "SJ-16h",
        "basis": "disputed",
        "severity": "note",
        "kind": "open",
        "pointer": "/hands/2/tricks/6",
        "cell": None,
        "expected": "KsKs",
        "actual": "guandan-3",
        "options": ["D-SJ-01"],
        "message": None,
        "sheet_version": "v1",
        "engine_version": ENGINE_VERSION,
        "record_sha256": record.sha256,
        "fingerprint": None,
        "follows_from": None,
        "fits_if": None,
    }
    assert row["message"].keys() == {"zh", "en"}
    assert json.loads(json.dumps(row)) == row


def test_a_finding_on_the_match_has_nulls_not_gaps() -> None:
    finding = replace(FINDING, where=Where(), seat=None, clause=None, expected=None, options=())
    row = finding_row(finding, parsed(TRICKS), AUDIT)
    assert list(row) == list(finding_row(FINDING, parsed(TRICKS), AUDIT))
    assert [row[key] for key in ("hand", "trick", "play", "seat", "clause", "expected")] == [None] * 6


def test_what_follows_names_its_cause_and_a_cause_says_what_would_fit() -> None:
    record = parsed(TRICKS)
    cause = replace(FINDING, fits_if=("/hands/2/tricks/6", None))
    row = finding_row(replace(FINDING, seat="S", cause=cause), record, AUDIT)
    assert row["follows_from"] == finding_row(cause, record, AUDIT)["fingerprint"] == fingerprint(FINDING, record.record.id)
    assert finding_row(cause, record, AUDIT)["fits_if"] == {"pointer": "/hands/2/tricks/6", "value": None}


def test_a_fingerprint_is_stable_and_tells_findings_apart() -> None:
    assert fingerprint(FINDING, "m") == "530c32d0c2b490bc"
    others = [
        fingerprint(FINDING, "n"),
        fingerprint(replace(FINDING, seat="S"), "m"),
        fingerprint(replace(FINDING, seat=None), "m"),
        fingerprint(replace(FINDING, code="TRICK-LEADER"), "m"),
        fingerprint(replace(FINDING, clause=None), "m"),
        fingerprint(replace(FINDING, expected=None), "m"),
        fingerprint(replace(FINDING, actual="x"), "m"),
        fingerprint(replace(FINDING, where=FINDING.where._replace(play=1)), "m"),
        fingerprint(replace(FINDING, where=FINDING.where._replace(pointer="/hands/2")), "m"),
    ]
    assert len({fingerprint(FINDING, "m"), *others}) == len(others) + 1
    same = replace(FINDING, severity=Severity.ERROR, basis=Basis.STATED, options=(), params={"n": 1})
    assert fingerprint(same, "m") == fingerprint(FINDING, "m")


def test_computed_results_have_the_keys_of_claims() -> None:
    hand = ComputedHand(no=3, level="2", trump="s", levels={"EW": "2"}, score={"EW": -2}, types=(("pass", None),))
    computed = replace(AUDIT, hands=(hand, ComputedHand(no=4)), match=ComputedMatch(winner="EW", points={"EW": 2}))
    row = computed_row(computed, parsed(TRICKS))
    assert list(row) == ["match", "hands", "winner", "levels", "points", "score"]
    assert [list(hand) for hand in row["hands"]] == [keys_after("paipu audit --computed FILE")] * 2
    first, second = row["hands"]
    assert (first["levels"], first["score"], first["types"]) == ({"EW": "2"}, {"EW": -2}, [["pass", None]])
    assert {value for key, value in second.items() if key != "no"} == {None}
    assert (row["winner"], row["levels"], row["points"]) == ("EW", {}, {"EW": 2})
    assert json.loads(json.dumps(row)) == row
    assert TrickHandClaims.model_fields.keys() <= first.keys()


def test_the_worked_example_has_no_findings_and_its_claims_are_what_is_computed() -> None:
    record = parsed(EXAMPLES[0])
    audited = audit(record.record)
    assert audited.findings == ()
    (hand,) = computed_row(audited, record)["hands"]
    claims = EXAMPLES[0]["hands"][0]["claims"]
    assert {key: hand[key] for key in claims} == claims


def test_every_finding_of_a_climbing_sheet_makes_a_row() -> None:
    record = parsed(GUANDAN)
    audited = audit(record.record)
    rows = [finding_row(finding, record, audited) for finding in audited.findings]
    assert all(row["message"]["zh"] and row["message"]["en"] for row in rows)
    assert json.loads(json.dumps(computed_row(audited, record)))["match"] == record.record.id


def test_a_rejection_as_a_row() -> None:
    problems = [problem("KEY-MISSING", "/id", key="id"), problem("VALUE-TYPE", "/hands", found="5", expected="array")]
    row = rejection_row(reject(problems, "a.ndjson", 7, sha256="ab"))
    assert {key: row[key] for key in ("source", "line", "code", "pointer", "found", "expected", "record_sha256")} == {
        "source": "a.ndjson",
        "line": 7,
        "code": "KEY-MISSING",
        "pointer": "/id",
        "found": None,
        "expected": None,
        "record_sha256": "ab",
    }
    assert row["message"] == {"zh": "缺少必需的键“id”", "en": "the key “id” is required"}
    assert [error["pointer"] for error in row["errors"]] == ["/id", "/hands"]
    assert json.loads(json.dumps(row)) == row


def test_a_place_and_a_rejection_name_their_source() -> None:
    place = Place("a.ndjson", 7)
    rejection = reject([problem("JSON-EMPTY")], place.source, place.line)
    assert isinstance(rejection, Rejection)
    assert (rejection.source, rejection.line) == ("a.ndjson", 7)
