"""The report of an event: one file that asks for nothing, in either language, with what differs marked by a sign."""

import json
import re
from typing import Any

import pytest

from paipu.analytics.event_extract import Audit, digest_of
from paipu.analytics.report.event import event_report
from paipu.analytics.report.page import Tongue
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.event.match import match_of
from tests.analytics.test_events import late_to_all, of_claims
from tests.made import event_of, must_parse
from tests.many import every

HOSTILE = '<img src=http://192.0.2.1/x onerror="window.pwned=1">'


def asked(document: dict[str, Any], records: list[dict[str, Any]]) -> Audit:
    parsed = parse_event(json.dumps(document).encode(), Place("event.json"))
    assert isinstance(parsed, ParsedEvent)
    matches, hashes = [], {}
    for each in records:
        read = must_parse(each)
        matches.append(match_of(read.record, audit(read.record)))
        hashes[each["id"]] = read.sha256
    return Audit(parsed, "event.json", matches, hashes, digest_of(sorted(hashes.values())))


@pytest.fixture(scope="module")
def groups() -> Audit:
    document, records = event_of("groups", 3)
    document["name"] = HOSTILE
    document["published"][0]["rows"][1]["points"] += 1
    document["penalties"] = [
        {
            "stage": document["stages"][0]["id"],
            "team": document["teams"][0]["id"],
            "figure": "points",
            "value": -2,
            "note": "<b>late</b>",
        }
    ]
    return asked(document, of_claims(records))


@pytest.fixture(scope="module")
def late() -> Audit:
    """An event in which somebody was late to every round."""
    document, records = event_of("groups", 3)
    _, late = late_to_all(document, of_claims(records))
    return asked(document, late)


@pytest.mark.parametrize(
    ("tongue", "said", "unsaid"),
    [
        ("zh", "公布的表与重算", "Published beside computed"),
        ("en", "Published beside computed", "公布"),
        ("both", "公布的表与重算", "—never—"),
    ],
)
def test_a_report_says_it_in_the_language_and_asks_for_nothing(groups: Audit, tongue: Tongue, said: str, unsaid: str) -> None:
    made = event_report(groups, [], "computed", tongue).html
    assert said in made
    assert unsaid not in made
    assert " ≠ " in made
    assert "<script" not in made
    assert "<img" not in made
    assert "&lt;b&gt;late&lt;/b&gt;" in made
    assert 'src="' not in made
    assert "url(" not in made
    assert groups.parsed.sha256 in made
    assert groups.digest in made


@pytest.mark.parametrize("form", every(2, ["individual", "knockout"]))
def test_every_form_has_its_bracket(form: str) -> None:
    document, records = event_of(form, 5)
    made = event_report(asked(document, of_claims(records)), [], "computed", "en").html
    assert 'class="bracket"' in made
    assert made.count('class="drawn"') == sum(len(r.get("tables", ())) for s in document["stages"] for r in s["rounds"])
    assert "✓" in made


def test_notes_of_one_kind_are_said_once_with_their_number(groups: Audit) -> None:
    row = {
        "severity": "note",
        "code": "CLAIM-OPEN",
        "clause": None,
        "kind": "open",
        "follows_from": None,
        "match": "m",
        "cell": None,
    }
    found = [{**row, "hand": at, "message": {"zh": f"缺 {at}。", "en": f"{at} lacks."}} for at in range(1, 8)]
    made = event_report(groups, found, "computed", "zh").html
    assert "m · 第 1 副 等 7 处" in made
    assert ("缺 1。" in made, "缺 7。" in made) == (False, False)
    few = event_report(groups, found[:2], "computed", "zh").html
    assert ("缺 1。" in few, "缺 2。" in few, " 等 " in few) == (True, True, False)


@pytest.mark.parametrize(
    ("tongue", "said"),
    [("zh", ("取消资格", "连续迟到 <b>3</b>", "EV-1")), ("en", ("DSQ", "latenesses running <b>3</b>", "EV-1"))],
)
def test_a_report_says_who_is_disqualified_and_for_what(late: Audit, tongue: Tongue, said: tuple[str, ...]) -> None:
    made = event_report(late, [], "computed", tongue).html
    assert all(each in made for each in said)
    assert ">None<" not in made


def one_stage(rounds: list[dict[str, Any]], **terms: Any) -> dict[str, Any]:
    """An event of 掼蛋（一） with three teams."""
    teams = [{"id": each} for each in ("a", "b", "c")]
    stage = {"id": "all", "form": "table", "rounds": rounds, **terms}
    return {"format": "paipu-event/1", "id": "m", "sheet": "guandan-1", "teams": teams, "stages": [stage]}


def at_time(ew: str, ns: str) -> dict[str, Any]:
    """The one match of the first round, told in a line."""
    seats = {seat: {"id": seat, "team": "a" if seat in "EW" else "b"} for seat in "ENWS"}
    place = {"id": "m", "stage": "all", "round": 1, "table": "1"}
    claims = {"levels": {"EW": ew, "NS": ns}, "reason": "time"}
    return {"format": "paipu/1", "id": "x", "sheet": "guandan-1", "event": place, "seats": seats, "hands": [], "claims": claims}


TABLE: dict[str, Any] = {"table": "1", "sides": {"EW": "a", "NS": "b"}}


@pytest.mark.parametrize(("levels", "said"), [(("A", "A"), ["未分胜负 13"] * 2), (("A", "9"), ["未分胜负 18", "未分胜负 8"])])
def test_a_match_that_nobody_has_won_was_lost_by_nobody(levels: tuple[str, str], said: list[str]) -> None:
    """Time ran out, and neither sheet nor event says that the higher level wins; the points for the levels count."""
    terms = {"rank_by": ["points"], "points_by_difference": [[13 + by, 13 - by] for by in range(14)]}
    document = one_stage([{"no": 1, "tables": [TABLE], "byes": ["c"]}], bye_counts={"points": 13}, **terms)
    made = event_report(asked(document, [at_time(*levels)]), [], "computed", "zh").html
    cross = made[made.index('class="cross"') :]
    assert re.findall(r"(?:胜|负|平|未分胜负) \d+", cross[: cross.index("</table>")]) == said


@pytest.mark.parametrize("rank_by", [["progressive"], ["match_points"], ["progressive", "opponents"]])
def test_what_a_bye_or_an_absence_counts_is_seen(rank_by: list[str]) -> None:
    document = one_stage(
        [{"no": 1, "tables": [TABLE], "byes": ["c"]}, {"no": 2, "tables": [], "byes": ["a"], "absent": ["c"]}],
        match_points={"win": 4, "draw": 1, "loss": 0},
        at_time="higher_level",
        bye_counts={"match_points": 3},
        absent_counts={"match_points": 0},
        rank_by=rank_by,
    )
    made = event_report(asked(document, [at_time("9", "5")]), [], "computed", "en").html
    idle = re.findall(r'<td class="idle">(.*?)</td>', made)
    assert idle == ["bye 3", "bye 3<br>absent 0", ""]
