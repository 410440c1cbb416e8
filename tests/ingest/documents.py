"""Documents to try: one a shape of match with every key of the format in it, and ways to change them."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place, Rejection
from tests.made import must_parse

Path = tuple[str | int, ...]

_EVENT = {
    "id": "cup26",
    "name": "春季杯 <b>A & B</b>",
    "stage": "group",
    "round": 1,
    "table": "3",
    "game": 1,
    "board": {"no": 3, "set": "A"},
    "started": "2026-05-01T14:00:00+08:00",
    "finished": "2026-05-01T15:00:00.5Z",
}


def _rulings(seat: str, side: str) -> list[dict[str, Any]]:
    effect = {"points": {side: -10}, "levels": {side: 1}, "next_dealer": seat, "void": False, "winner": side}
    fault = {"kind": "late", "noticed": "2.4", "cards": "Ks", "count": 7, "seconds": 12.5, "step": "foul"}
    effect |= {"stopped": False, "double": side, "loser": side, "disqualified": side, "fault": fault}
    ruling = {
        "id": "r1",
        "hand": 3,
        "at": "2.1",
        "seat": seat,
        "clause": "SJ-16l",
        "effect": effect,
        "by": "裁判",
        "when": "2026-05-01T14:40:00+08:00",
        "state": "issued",
        "note": "第一行\n第二行",
    }
    return [ruling, {"id": "r2", "state": "draft"}]


def _incidents(seat: str) -> list[dict[str, Any]]:
    incident = {"kind": "revoke", "seat": seat, "at": "2.1", "noticed": "0", "cards": "Ks", "count": 7, "note": "见录像"}
    incident["seconds"] = 12.5
    return [incident, {"kind": "late", "seat": seat}]


TRICKS: dict[str, Any] = {
    "format": "paipu/1",
    "id": "cup26/r1/t03",
    "sheet": "shengji",
    "sheet_version": "1",
    "options": {"pass_level": "T"},
    "event": _EVENT,
    "seats": {
        "E": {"id": "p1", "name": "<script>alert(1)</script>", "team": "t1"},
        "N": {"id": "p2"},
        "W": {"id": "p3", "team": "t1"},
        "S": {"id": "p4", "name": "😀 张三"},
    },
    "start": {"levels": {"EW": "2", "NS": "flag"}, "dealer": "E", "games": {"NS": 1}},
    "hands": [
        {"no": 1, "claims": {"attackers": -5}},
        {
            "no": 3,
            "level": "flag",
            "dealer": "E",
            "trump": "NT",
            "deal": {"E": "As ?? LJ", "N": "AsAs", "W": "", "S": "BJ 2d", "kitty": "3d 4d"},
            "left": {"E": 3, "N": 2, "W": 0, "S": 2},
            "bids": ["E LJ2s", "N 5h5h=c", "S BJBJ=NT"],
            "kitty": [
                {"seat": "E", "bury": "3d4d", "seconds": 41},
                {"seat": "N", "show": "5h5h=h", "bury": "3d3d"},
                {"seat": "W", "pass": True, "seconds": 1.5},
                {"seat": "S"},
            ],
            "tricks": ["E AsAs 3s4s KsKs 5s5s", "E AsAsKs>Ks 3s - Qs", "N 2d"],
            "seconds": [[3, 5, 2.5, 8], [], [None]],
            "incidents": _incidents("N"),
            "claims": {
                "winners": "EN",
                "attackers": 85,
                "kitty_points": 20,
                "multiplier": 4,
                "penalties": -10,
                "levels": {"EW": "4", "NS": "flag"},
                "score": {"EW": 2, "NS": -2},
                "next_dealer": "N",
            },
        },
    ],
    "claims": {
        "winner": "EW",
        "levels": {"EW": "J", "NS": "8"},
        "points": {"EW": 2, "NS": 1},
        "score": {"EW": 12, "NS": -12},
        "reason": "passed",
    },
    "rulings": _rulings("N", "NS"),
    "extra": {"source": {"file": "a.xml", "rows": [1, 2.5, {"x": None}, [True]]}, "": '：": '},
}


def _climbing(sheet: str, seats: str, first: str, second: str, tricks: list[str], finish: str) -> dict[str, Any]:
    a, b = seats[0], seats[1]
    return {
        **{key: copy.deepcopy(TRICKS[key]) for key in ("format", "id", "sheet_version", "event", "extra")},
        "sheet": sheet,
        "options": {},
        "seats": {seat: {"id": f"p{seat}"} for seat in seats},
        "start": {"levels": {first: "2", second: "A"}, "dealer": a, "games": {first: 1, second: 0}},
        "hands": [
            {"no": 1},
            {
                "no": 3,
                "level": "5",
                "deal": dict.fromkeys(seats, "As Ks ??"),
                "left": dict.fromkeys(seats, 3),
                "tribute": [f"{a}>{b} BJ", f"{b}>{a} 3h"],
                "tribute_seconds": [12.5, None],
                "resisted": False,
                "lead": b,
                "tie_break": False,
                "tricks": tricks,
                "seconds": [[1, None, 2.5]],
                "incidents": _incidents(b),
                "claims": {"finish": finish, "levels": {first: "8", second: "5"}, "points": {first: 8, second: 0}},
            },
        ],
        "claims": {"winner": first, "levels": {first: "8"}, "points": {second: 0}, "score": {first: 1}, "reason": "time"},
        "rulings": _rulings(b, second),
    }


GUANDAN = _climbing("guandan-3", "ENWS", "EW", "NS", ["E 3h 5s - 7d - - -", "N KsKh9d9c2h=KKK99 - 9sTsJs2hKs=9TJQKs"], "EWNS")
DAGUAI = _climbing("daguai", "123456", "135", "246", ["1 3h 5s - 7d - - - - -", "2 AsAsAsLJKd=AAAAK KsKsLJ=KKLJ"], "135246")
FULL = {"tricks": TRICKS, "guandan": GUANDAN, "daguai": DAGUAI}
"""A document of each shape of match; between them they have every key of the format."""


def encode(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def parsed(document: object) -> Parsed:
    return must_parse(encode(document))


def rejected(raw: bytes) -> Rejection:
    result = parse(raw, Place("here.ndjson", 7))
    assert isinstance(result, Rejection), result
    assert (result.source, result.line) == ("here.ndjson", 7)
    return result


def changed(document: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    """A copy with the value at a path replaced, or added where the last step is new."""
    copied = copy.deepcopy(document)
    *way, last = path
    place: Any = copied
    for step in way:
        place = place[step]
    place[last] = value
    return copied


def without(document: dict[str, Any], path: Path) -> dict[str, Any]:
    """A copy without what stands at a path."""
    copied = copy.deepcopy(document)
    *way, last = path
    place: Any = copied
    for step in way:
        place = place[step]
    del place[last]
    return copied


def nodes(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value of a document with its path, itself first."""
    yield path, value
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, child in steps:
        yield from nodes(child, (*path, step))
