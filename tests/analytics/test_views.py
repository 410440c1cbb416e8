"""What the views say of records that were really audited."""

from pathlib import Path
from typing import Any

import pytest

from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from tests.analytics.records import document, encode


def reader_of(folder: Path, *documents: dict[str, Any]) -> Reader:
    for number, made in enumerate(documents):
        (folder / f"{number}.json").write_bytes(encode(made))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load(sorted(str(path) for path in folder.glob("*.json")), warehouse)
    return Reader(folder / "warehouse")


def claiming(number: int, claims: dict[str, object]) -> dict[str, Any]:
    made = document(number)
    made["hands"][0]["claims"] = claims
    return made


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """A right claim, a wrong one, one that nothing can be compared with, and a claim of the match."""
    honest = (
        reader_of(tmp_path_factory.mktemp("honest"), document(1)).query("FROM results ORDER BY hand_index").row(0, named=True)
    )
    return reader_of(
        tmp_path_factory.mktemp("told"),
        claiming(1, {"attackers": honest["attackers"], "winners": honest["winners"], "levels": {"EW": "K"}}),
        claiming(2, {"attackers": 1}) | {"claims": {"levels": {"NS": "K"}, "reason": "passed"}},
        {"format": "paipu/1", "id": "sheet", "sheet": "shengji", "hands": [{"no": 7, "claims": {"attackers": 80}}]},
    )


def claims(reader: Reader, match: str) -> dict[tuple[int | None, str, str | None], tuple[str, str | None, str]]:
    rows = (
        reader.query("FROM claims_compared ORDER BY match, hand_index NULLS LAST, field, side NULLS FIRST")
        .filter(match=match)
        .iter_rows(named=True)
    )
    return {(row["hand"], row["field"], row["side"]): (row["claimed"], row["computed"], row["verdict"]) for row in rows}


def test_a_right_claim_is_the_same(told: Reader) -> None:
    found = claims(told, "test/1")
    for field in ("attackers", "winners", "level", "dealer", "trump"):
        claimed, computed, verdict = found[1, field, None]
        assert (claimed, verdict) == (computed, "same"), field


def test_a_wrong_claim_differs(told: Reader) -> None:
    claimed, computed, verdict = claims(told, "test/2")[1, "attackers", None]
    assert (claimed, verdict) == ("1", "differs")
    assert computed not in (None, "1")
    assert claims(told, "test/1")[1, "levels", "EW"][2] == "differs"


def test_a_claim_of_the_match_is_compared_too(told: Reader) -> None:
    found = claims(told, "test/2")
    assert found[None, "levels", "NS"][2] == "differs"
    assert found[None, "reason", None] == ("passed", None, "open")


def test_a_claim_without_facts_is_open(told: Reader) -> None:
    assert claims(told, "sheet") == {(7, "attackers", None): ("80", None, "open")}


def test_what_is_not_claimed_is_not_compared(told: Reader) -> None:
    assert told.query("FROM claims_compared WHERE claimed IS NULL ORDER BY ALL").is_empty()
    assert all(field != "kitty_points" for _, field, _ in claims(told, "test/1"))


def test_claims_that_differ_are_findings_of_the_audit(told: Reader) -> None:
    codes = told.query("SELECT match, code FROM findings WHERE code = 'CLAIM-ATTACKERS' ORDER BY match").rows()
    assert codes == [("test/2", "CLAIM-ATTACKERS")]


def test_results_stand_beside_claims(told: Reader) -> None:
    rows = told.query("SELECT match, hand, claimed_attackers, attackers FROM results ORDER BY match DESC").rows()
    assert [(match, hand, claimed) for match, hand, claimed, _ in rows] == [
        ("test/2", 1, 1),
        ("test/1", 1, rows[1][3]),
        ("sheet", 7, 80),
    ]
    assert rows[2][3] is None


def test_the_overview_counts_every_finding_once(told: Reader) -> None:
    overview = told.query("FROM overview").row(0, named=True)
    assert (overview["sheet"], overview["matches"], overview["hands"], overview["plays"]) == ("shengji", 3, 3, 200)
    counted = sum(overview[kind] for kind in ("errors", "lesser", "reviews", "opens"))
    causes = "SELECT count(*) FROM findings WHERE follows_from IS NULL ORDER BY ALL"
    assert counted == told.query(causes).item(0, 0)
    assert counted == told.query("SELECT CAST(sum(findings) AS BIGINT) FROM findings_by_code ORDER BY ALL").item(0, 0)


def test_players_are_known_by_seat_and_side(told: Reader) -> None:
    rows = told.query("SELECT seat, side, player FROM seats WHERE match = 'test/1' ORDER BY player").rows()
    assert rows == [("E", "EW", "p1E"), ("N", "NS", "p1N"), ("S", "NS", "p1S"), ("W", "EW", "p1W")]


def test_quarantine_is_counted_by_reason(tmp_path: Path) -> None:
    reader = reader_of(tmp_path, {"format": "paipu/1"}, {"format": "paipu/9"}, {"format": "paipu/9", "id": "x"})
    rows = reader.query("SELECT code, inputs, sources FROM quarantine_by_code").rows()
    assert rows == [("RECORD-FORMAT", 2, 2), ("SHEET-UNKNOWN", 1, 1)]
