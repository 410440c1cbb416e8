"""The importer of messages of NJUPT's 掼蛋 platform: messages written out here, sample matches there and back, broken ones."""

import json
from collections import Counter
from itertools import count
from typing import Any

import pytest

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import NotHeld
from paipu.ingest.importers.writing import written
from paipu.ingest.rejection import Rejection
from paipu.replay.audit import audit
from paipu.replay.findings import Severity
from tests.ingest.importers.converting import documents
from tests.ingest.importers.held import games
from tests.made import must_parse
from tests.many import many

IMPORTER = IMPORTERS["danzero"]
PASS = ["PASS", "PASS", "PASS"]
MINE = ["S3", "H3", "D3", "C3", "H5", "S4", "C4", "S6", "S7", "ST", "HR", "SB", *(["S8", "H8", "D8"] * 2)[:5]]
MINE += ["C9", "D9", "CJ", "DJ", "CQ", "DQ", "CK", "DK", "CA", "DA"]


def note(stage: str, **data: Any) -> dict[str, Any]:
    return {"type": "notify", "stage": stage, **data}


def act(at: int, *action: Any) -> dict[str, Any]:
    return note("play", curPos=at, curAction=list(action), greaterPos=at, greaterAction=list(action))


def messages() -> list[dict[str, Any]]:
    """What client 2 gets of a hand at level 5, up to the middle."""
    asked = {"type": "act", "stage": "play", "handCards": MINE, "curRank": "5", "selfRank": "5", "oppoRank": "3"}
    return [
        note("beginning", handCards=MINE, myPos=2),
        note("tribute", result=[[1, 2, "HR"]]),
        note("back", result=[[2, 1, "S4"]]),
        act(1, "Single", "T", ["CT"]),
        asked | {"curPos": 1, "curAction": ["Single", "T", ["CT"]], "actionList": [PASS], "indexRange": 0},
        {"actIndex": 0},
        act(2, "ThreeWithTwo", "8", ["S8", "H8", "D8", "C3", "H5"]),
        act(3, *PASS),
    ]


def ended() -> list[dict[str, Any]]:
    """How the hand ends, and the next begins."""
    return [
        note("episodeOver", order=[1, 2, 3, 0], curRank="5", restCards=[[0, ["S2"]]]),
        note("beginning", handCards=MINE, myPos=2),
    ]


def raw(lines: list[dict[str, Any]]) -> bytes:
    return "\n".join(map(json.dumps, lines)).encode()


def converted(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return documents(IMPORTER, raw(lines), "client2.log")


def test_the_messages_of_a_client_become_a_record() -> None:
    (match,) = converted(messages())
    (hand,) = match["hands"]
    assert match["start"] == {"levels": {"EW": "5", "NS": "3"}, "dealer": "N"}
    assert (hand["no"], hand["level"], hand["lead"]) == (2, "5", "N")
    assert {*hand["deal"]} == {"W"}
    assert hand["tribute"] == ["N>W BJ", "W>N 4s"]
    assert hand["tricks"] == ["N Tc 8s8h8d3c5h -"]


@pytest.mark.parametrize(
    ("kind", "rank", "cards", "text"),
    [
        ("Straight", "A", ["SA", "H2", "S3", "D4", "H5"], "As2h3s4d5h"),
        ("Straight", "T", ["CT", "SJ", "DQ", "CK", "CA"], "TcJsQdKcAc"),
        ("StraightFlush", "9", ["CT", "CJ", "CQ", "CK", "H5"], "TcJcQcKc5h=9TJQKc"),
        ("StraightFlush", "T", ["CT", "CJ", "CQ", "CK", "H5"], "TcJcQcKc5h=TJQKAc"),
        ("ThreeWithTwo", "A", ["SA", "DA", "SK", "DK", "H5"], "AsAdKsKd5h=AAAKK"),
        ("ThreePair", "Q", ["SK", "SK", "DA", "DA", "H5", "H5"], "KsKsAdAd5h5h=QQKKAA"),
        ("TwoTrips", "K", ["SK", "SK", "DA", "DA", "H5", "H5"], "KsKsAdAd5h5h=KKKAAA"),
        ("Bomb", "3", ["S3", "S3", "D3", "H5"], "3s3s3d5h"),
        ("Bomb", "JOKER", ["SB", "SB", "HR", "HR"], "LJLJBJBJ"),
        ("Single", "R", ["HR"], "BJ"),
        ("Single", "5", ["H5"], "5h"),
    ],
)
def test_a_wild_card_is_what_the_platform_claims(kind: str, rank: str, cards: list[str], text: str) -> None:
    lines = messages()[:5]
    (match,) = converted([lines[0] | {"curRank": "5"}, act(0, kind, rank, cards)])
    assert match["hands"][0]["tricks"] == [f"E {text}"]


@many(3, 120)
def test_sample_matches_come_back_equal_and_audit_without_a_false_finding(seeds: range) -> None:
    for seed in seeds:
        for match in games(seed):
            (back,) = converted([json.loads(line) for line in written(IMPORTER, match).splitlines()])
            assert {key: value for key, value in back.items() if key not in {"format", "id"}} == match
            parsed = must_parse(back)
            assert [each for each in audit(parsed.record).findings if each.severity is Severity.ERROR] == []


@pytest.mark.parametrize("seat", range(4))
def test_one_client_and_all_four_tell_the_same_of_hands_that_were_played_out(seat: int) -> None:
    match = next(games(1))
    lines = [json.loads(line) for line in written(IMPORTER, match).splitlines()]
    one = [line for line in lines if line["stage"] != "beginning" or line["myPos"] == seat]
    four = [line for line in lines for _ in range(1 if line["stage"] == "beginning" else 4)]
    for told in (one, four):
        (back,) = converted(told)
        for ours, theirs in zip(back["hands"], match["hands"], strict=True):
            dealt = [{seat: Counter(cards.split()) for seat, cards in hand["deal"].items()} for hand in (ours, theirs)]
            assert dealt[0] == dealt[1]
            assert {**ours, "deal": None} == {**theirs, "deal": None}


@pytest.mark.parametrize(
    ("change", "line", "pointer"),
    [
        (lambda lines: lines[0]["handCards"].pop(), 1, "/handCards"),
        (lambda lines: lines[0].__setitem__("myPos", 4), 1, "/myPos"),
        (lambda lines: lines[0]["handCards"].__setitem__(slice(3), ["SA"] * 3), 1, "/handCards"),
        (lambda lines: lines[1].__setitem__("result", [[1, 1, "HR"]]), 2, "/result/0/1"),
        (lambda lines: lines[3].__setitem__("curAction", PASS), 4, "/curAction"),
        (lambda lines: lines[6].__setitem__("curPos", 3), 7, "/curAction"),
        (lambda lines: lines[6]["curAction"].__setitem__(0, "Flush"), 7, "/curAction/0"),
        (lambda lines: lines[6]["curAction"][2].__setitem__(0, "8S"), 7, "/curAction/2/0"),
        (lambda lines: lines[7].__setitem__("stage", "pay"), 8, "/stage"),
        (lambda lines: lines.pop(0), 1, "/stage"),
        (lambda lines: lines.append({"move": 1}), 9, None),
        (lambda lines: lines.append(lines[1]), 9, "/stage"),
        (lambda lines: lines.append(note("episodeOver", order=[0, 1, 2, 2])), 9, "/order"),
    ],
    ids=map(str, count()),
)
def test_what_no_message_is_is_refused_with_line_and_pointer(change: Any, line: int, pointer: str | None) -> None:
    lines = json.loads(json.dumps(messages()))
    change(lines)
    found = IMPORTER.convert(raw(lines), "x")
    assert isinstance(found, Rejection)
    assert (found.line, found.pointer) == (line, pointer)


def test_what_the_messages_cannot_hold_is_told() -> None:
    match = next(games(0))
    first = match["hands"][0]
    timed = match | {"hands": [first | {"seconds": [[1.5]]}, *match["hands"][1:]]}
    for other, pointer in ((timed, "/hands/0/seconds"), (match | {"sheet": "guandan-2"}, "/sheet")):
        with pytest.raises(NotHeld) as refused:
            written(IMPORTER, other)
        assert refused.value.pointer == pointer
