"""What is claimed of a match without hands, where nothing tells how it ended: wrong if no ending allows it, else open."""

from typing import Any

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from paipu.samples.document import to_line
from tests.made import must_parse

JS, SK, SJ, G2, CD = "guandan-js2023", "shuangkou", "shengji", "guandan-2", "chaodipi"
Claims = dict[str, Any]
Hands = list[dict[str, Any]]


def of(ew: object, ns: object) -> dict[str, object]:
    return {"EW": ew, "NS": ns}


def wrong(sheet: str, claims: Claims, hands: Hands | None = None) -> list[tuple[str, str | None]]:
    """What is wrong with a match, by the place of the claim, and what is expected there."""
    parsed = must_parse(to_line({"format": "paipu/1", "id": "m", "sheet": sheet, "hands": hands or [], "claims": claims}))
    told = audit(parsed.record).findings
    return [(each.where.pointer, each.expected) for each in told if each.kind is not Kind.OPEN]


@pytest.mark.parametrize(
    ("sheet", "claims", "place", "expected"),
    [
        (JS, {"levels": of("A", "8"), "score": of(6, 0)}, "/claims/score", "EW=20 NS=6"),
        (JS, {"levels": of("9", "8"), "points": of(0, 2)}, "/claims/points", "EW=2 NS=0"),
        (JS, {"levels": of("9", "8"), "points": of(0, 2), "winner": "EW"}, "/claims/points", "EW=2 NS=0"),
        (JS, {"levels": of("9", "8"), "winner": "NS"}, "/claims/winner", "EW"),
        (SJ, {"levels": of("7", "5"), "winner": "EW", "reason": "passed"}, "/claims/levels", "EW=T NS=5"),  # past 10
        (CD, {"levels": of("7", "5"), "winner": "EW", "reason": "passed"}, "/claims/levels", "EW=flag NS=5"),  # past 扛旗
        (SK, {"winner": "NS", "score": of(9, -9)}, "/claims/winner", "EW"),
        (SK, {"winner": "NS", "points": of(2, 1)}, "/claims/points", "EW=1 NS=2"),
    ],
)
def test_what_no_ending_allows_is_wrong(sheet: str, claims: Claims, place: str, expected: str) -> None:
    assert wrong(sheet, claims) == [(place, expected)]


@pytest.mark.parametrize(
    ("sheet", "claims"),
    [
        (JS, {"levels": of("A", "8"), "score": of(20, 6)}),  # past A
        (JS, {"levels": of("A", "8"), "score": of(19, 7)}),  # at A, by time
        (JS, {"levels": of("9", "9"), "points": of(0, 2)}),  # by a lot
        (JS, {"levels": of("9", "8"), "score": of(6, 0), "reason": "ruling"}),  # as the referee says
        (SK, {"winner": "NS", "score": of(-20, 20), "points": of(0, 2)}),  # a forfeit
        (SJ, {"levels": of("9", "8"), "winner": "NS"}),  # past the last level from there
        (G2, {"points": of(2, 1)}),
    ],
)
def test_what_some_ending_allows_is_open(sheet: str, claims: Claims) -> None:
    assert wrong(sheet, claims) == []


def test_claims_that_contradict_one_another_whatever_became_of_the_last_hand() -> None:
    """Level with the other side by the last hand, the attackers would have taken office, and won by it (SJ-0.4)."""
    first: Hands = [
        {"no": 1, "dealer": "E", "level": "2", "claims": {"attackers": 75, "levels": of("3", "2"), "next_dealer": "W"}}
    ]
    hands: Hands = [*first, {"no": 2, "dealer": "W", "level": "3"}]
    assert wrong(SJ, {"levels": of("3", "2"), "winner": "EW", "reason": "time"}, hands) == []
    assert wrong(SJ, {"levels": of("3", "3"), "winner": "NS", "reason": "time"}, hands) == []
    assert wrong(SJ, {"levels": of("3", "3"), "winner": "EW", "reason": "time"}, hands) == [("/claims/levels", "EW=3 NS=2")]
