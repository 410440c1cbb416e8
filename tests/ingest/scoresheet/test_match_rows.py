"""Score sheets with one row a match: no hand is told, and what is claimed of the match is open, not contradicted."""

from typing import Any

import pytest

from paipu.ingest.output import finding_row
from paipu.ingest.scoresheet import Reading
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from paipu.replay.findings import Kind
from paipu.replay.sheets import SHEETS
from tests.ingest.scoresheet.tables import Document, claims_alone, matches, parsed, reading, record, written
from tests.many import deep

HEAD = "规则,轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方,结束原因"


def rows(*lines: str, head: str = HEAD) -> Reading:
    return reading("\n".join([head, *lines, ""]).encode(), "results.csv")


def findings(document: Document) -> list[tuple[str, str, str | None, str | None]]:
    return [(each.code, each.where.pointer, each.expected, each.actual) for each in audit(record(document)).findings]


def test_a_row_without_a_hand_is_a_match_of_which_no_hand_is_told() -> None:
    found = rows("掼蛋（江苏2023）,1,1,红队,蓝队,8,Q,南北,到时")
    (document,) = found.documents
    assert document["hands"] == []
    assert document["claims"] == {"levels": {"EW": "8", "NS": "Q"}, "winner": "NS", "reason": "time"}
    assert findings(document) == [("CLAIM-OPEN", "/claims", None, "winner levels reason")]
    assert document["extra"]["scoresheet"]["rows"] == []
    assert not found.notes


@pytest.mark.parametrize("rules", [key for key in SHEETS if key != "shengji-botzone"])
@pytest.mark.parametrize("number", [3, deep(12)])
def test_what_sample_matches_claim_is_open_once_where_their_hands_are_left_out(rules: str, number: int) -> None:
    """What is right of a match with its hands is never contradicted without them; there and back it stays the same."""
    for match in matches(rules, number):
        bare = {**match, "hands": [], "claims": match.get("claims") or {}}
        (converted,) = reading(written([bare], "csv"), "results.csv").documents if bare["claims"] else (bare,)
        assert claims_alone(converted)["claims"] == bare["claims"]
        result = audit(record({**claims_alone(converted), "format": "paipu/1", "id": "m"}))
        assert [(each.code, each.where.pointer) for each in result.findings] == [("CLAIM-OPEN", "/claims")]
        whole = audit(record(match)).match
        assert result.match.winner in {whole.winner, None}


WRONG: list[tuple[str, dict[str, Any], tuple[str, str]]] = [
    ("guandan-1", {"winner": "NS", "levels": {"EW": "5", "NS": "9"}, "reason": "passed"}, ("CLAIM-MATCH-LEVELS", "levels")),
    ("guandan-2", {"winner": "EW", "points": {"EW": 1, "NS": 2}, "reason": "passed"}, ("CLAIM-MATCH-WINNER", "winner")),
    (
        "guandan-js2023",
        {"winner": "EW", "levels": {"EW": "5", "NS": "9"}, "reason": "time"},
        ("CLAIM-MATCH-WINNER", "winner"),
    ),
    (
        "guandan-js2023",
        {"winner": "NS", "levels": {"EW": "5", "NS": "9"}, "score": {"EW": 8, "NS": 18}, "reason": "time"},
        ("CLAIM-LEVEL-POINTS", "score"),
    ),
    (
        "guandan-3",
        {"levels": {"EW": "5", "NS": "9"}, "points": {"EW": 4, "NS": 7}, "reason": "time"},
        ("CLAIM-ROUND-POINTS", "points"),
    ),
    ("shengji", {"winner": "EW", "levels": {"EW": "5", "NS": "9"}, "reason": "time"}, ("CLAIM-MATCH-TIME", "winner")),
    ("shuangkou", {"winner": "EW", "score": {"EW": 3, "NS": 9}, "reason": "passed"}, ("CLAIM-MATCH-WINNER", "winner")),
    (
        "shuangkou",
        {"winner": "NS", "score": {"EW": 3, "NS": 9}, "points": {"EW": 2, "NS": 1}, "reason": "passed"},
        ("CLAIM-MATCH-POINTS", "points"),
    ),
    ("daguai", {"winner": "135", "points": {"135": 3, "246": 9}, "reason": "passed"}, ("CLAIM-MATCH-WINNER", "winner")),
]


@pytest.mark.parametrize(("rules", "claims", "wrong"), WRONG)
def test_claims_that_do_not_go_together_are_found_without_a_hand(
    rules: str, claims: dict[str, Any], wrong: tuple[str, str]
) -> None:
    document = {"format": "paipu/1", "id": "m", "sheet": rules, "hands": [], "claims": claims}
    code, name = wrong
    result = audit(record(document))
    assert [(each.code, each.where.pointer) for each in result.findings if each.kind is not Kind.OPEN] == [
        (code, f"/claims/{name}")
    ]
    (open_,) = [each for each in result.findings if each.kind is Kind.OPEN]
    assert name not in (open_.actual or "").split()


def test_a_match_of_no_hand_points_at_its_cells() -> None:
    (document,) = rows("掼蛋（江苏2023）,1,1,红队,蓝队,9,5,南北,到时").documents
    given = parsed(document)
    verdict = audit(given.record)
    found = [finding_row(each, given, verdict) for each in verdict.findings]
    assert [(row["code"], row["cell"]) for row in found] == [
        ("CLAIM-MATCH-WINNER", "results.csv:H2"),
        ("CLAIM-OPEN", "results.csv:F2"),
    ]


def test_a_row_without_any_result_is_skipped_and_noted() -> None:
    found = rows("掼蛋（一）,1,1,红队,蓝队,8,Q,南北,到时", "掼蛋（一）,1,2,绿队,黄队,,,,")
    assert len(found.documents) == 1
    assert found.tally.skipped["bare"] == 1
    assert [(note.cell, note.code) for note in found.notes] == [("A3", "NO-RESULT")]


def test_the_result_of_a_match_may_stand_below_its_hands() -> None:
    """A row that has no hand adds what it says of the match, and is none of its hands; nor is a mere number of hands one."""
    head = "规则,轮次,桌号,副,头游,二游,三游,末游,胜方,结束原因"
    found = rows("掼蛋（一）,1,1,1,东,西,南,北,,", "掼蛋（一）,1,1,2,东,西,南,北,,", "掼蛋（一）,1,1,,,,,,东西,到时", head=head)
    (document,) = found.documents
    assert [hand["no"] for hand in document["hands"]] == [1, 2]
    assert document["claims"] == {"winner": "EW", "reason": "time"}
    assert not found.rejections
    found = rows("掼蛋（一）,1,1,12,,,,,东西,到时", head=head)
    assert found.documents[0]["hands"] == []


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("hands", [[], [{"no": 1}, {"no": 2}]])
def test_a_record_of_which_nothing_is_told_says_so(rules: str, hands: list[dict[str, int]]) -> None:
    result = audit(record({"format": "paipu/1", "id": "m", "sheet": rules, "hands": hands}))
    assert [(each.code, each.kind) for each in result.findings] == [("RECORD-BARE", Kind.OPEN)]
    told = {"format": "paipu/1", "id": "m", "sheet": rules, "hands": [], "claims": {"reason": "forfeit"}}
    assert "RECORD-BARE" not in {each.code for each in audit(record(told)).findings}


@pytest.mark.parametrize("head", ["胜方", "结果"])
def test_a_draw_is_claimed_by_what_the_sheet_prints_for_it(head: str) -> None:
    rows = [
        f"轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,{head},结束原因",
        *("1,1,甲,乙,8,8,平,到时", "1,2,丙,丁,9,7,平局,到时", "1,3,戊,己,9,7,东西胜,到时"),
    ]
    for rules, drawn in (("guandan-js2023", {"EW": 1, "NS": 1}), ("guandan-1", None)):
        found = reading("\n".join([*rows, ""]).encode(), "club.csv", rules)
        assert not found.rejections
        assert [each["claims"].get("points") for each in found.documents] == [drawn, drawn, None]
        assert [each["claims"].get("winner") for each in found.documents] == [None, None, "EW"]
        audits = [(record := parsed(each).record, audit(record)) for each in found.documents[:2]]
        wrong = [[each.code for each in of.findings if each.kind == "fail"] for _, of in audits]
        assert wrong[0] == []
        if drawn is not None:
            assert wrong[1] == ["CLAIM-MATCH-POINTS"]
            assert match_of(*audits[0]).account("recorded").drawn
            assert match_of(*audits[0]).account("computed").drawn
