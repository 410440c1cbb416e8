"""The situations: what is so, and what the printed sheet, or the decided default, makes of it.

The names are those of the worked cases in the rule notes; several situations may come from one case. Answers are written from
the notes, not from the engine.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple

OURS: Final = ("guandan-1", "guandan-2", "guandan-3", "guandan-js2023")
"""The sheets of 掼蛋, to which what they have in common is put four times."""


class Play(NamedTuple):
    """A play on what lies there, or a lead: `beats`, None where it is disputed."""

    case: str
    sheet: str
    level: str
    table: str | None
    play: str
    beats: bool | None


_SHARED: Final = [
    ("GD1-T01", "2", "9s9h9c9d", "9d9c9h2h", False),
    ("GD1-T03", "5", "8s8s8h8c8d", "3s4s5s6s7s", True),
    ("GD1-T07", "7", "As2s3h4c5d", "2s3h4c5d6s", True),
    ("GD1-T09", "7", "AsAh2s2h3c3d", "QsQhKsKcAdAc", True),
    ("GD1-T09", "7", "AsAh2s2h3c3d", "3s3h4s4h5c5d6s6d", False),
    ("GD1-T11", "2", "6s6h6cAsAh", "6d6c6h3s3h", False),
    ("GD1-T13", "T", "As", "Ts", True),
    ("GD1-T13", "T", "LJ", "Ts", False),
    ("GD2-T07", "7", "QsQhKsKcAdAc", "3s3h3c3d", True),
    ("GD2-T07", "7", "QsQhKsKcAdAc", "AsAh2s2h3c3d", False),
    ("GD2-T09", "7", "TsJsQsKsAs", "3s3s3h3h3c3c", True),
    ("GD2-T09", "7", "TsJsQsKsAs", "8s8h8c8d8d", False),
    ("GD2-T11", "6", None, "LJBJ", False),
    ("GD2-T11", "6", None, "6s6h", True),
    ("GD2-T13", "6", None, "3s4h5c6d7s8h", False),
    ("GD3-T09", "7", "As2h3s4c5d", "TdJsQdKdAd", True),
    ("GDN-T16", "7", "As2h3s4c5d", "JsQhKcAd2s", False),
    ("GDN-T17", "2", None, "KsKhAsAd2s2c", False),
    ("GDN-T17", "2", None, "AsAh2s2c3d3c", True),
    ("GDN-T19", "2", "8s8s8h8h8c8d", "TsJsQsKsAs", False),
    ("GDN-T20", "2", None, "9s9h9cLJLJ", True),
]
PLAYS: Final = [
    *(Play(case, sheet, level, table, play, beats) for sheet, (case, level, table, play, beats) in product(OURS, _SHARED)),
    Play("GD1-T05", "guandan-1", "2", "8s8s8h8h8c8c8d8d2h2h", "BJBJLJLJ", True),
    Play("GD1-T05", "guandan-1", "2", "8s8s8h8h8c8c8d8d2h2h", "9s9s9h9h9c9c9d9d", False),
    Play("GD2-T05", "guandan-2", "2", "6s6h6c3s3h", "6d6c6h4s4h", False),
    Play("GDN-T18", "guandan-js2023", "9", "4s4s4h4h4c4c4d4d9h9h", "BJBJLJLJ", True),
    Play("GD3-T11", "guandan-3", "7", None, "8s8s8h8h8c8c8d8d7h", None),
    Play("DG-T01", "daguai", "2", "Kh", "2c", True),
    Play("DG-T01", "daguai", "2", "2c", "LJ", True),
    Play("DG-T01", "daguai", "2", "LJ", "BJ", True),
    Play("DG-T01", "daguai", "2", "9s", "9h", False),
    Play("DG-T03", "daguai", "2", "AsAh", "2sLJ", True),
    Play("DG-T05", "daguai", "2", None, "4s5h6c7dBJ", True),
    Play("DG-T07", "daguai", "2", None, "AsKhQdJcLJ", True),
    Play("DG-T09", "daguai", "2", None, "JsQhKdAc2s", False),
    Play("DG-T11", "daguai", "2", "KdQd9d4d3d", "KsJs8s6s5s", False),
    Play("DG-T13", "daguai", "2", "AsAhAcKdKh", "3s3h3c3d4s", True),
    Play("DG-T15", "daguai", "2", None, "KsKhQcQdLJ", True),
    Play("DG-T17", "daguai", "2", None, "4s5s6s8sBJ", True),
    Play("DG-T19", "daguai", "2", "8s8h8c5d5h", "9s9h9d4c4d", True),
    Play("DG-T19", "daguai", "2", "8s8h8c5d5h", "2s2h2c3d3h", True),
    Play("DG-T31", "daguai", "2", "2s3h4c5d6s", "As2h3c4dLJ", False),
]


class Follow(NamedTuple):
    """A follow out of a complete hand."""

    case: str
    sheet: str
    level: str
    trump: str
    lead: str
    hand: str
    play: str
    legal: bool


FOLLOWS: Final = [
    Follow("SJ-T23", "shengji", "2", "s", "7c7c8c8c", "9c9cKcQcJc3d", "9c9cKcQc", True),
    Follow("SJ-T23", "shengji", "2", "s", "7c7c8c8c", "9c9cKcQcJc3d", "KcQcJc9c", False),
    Follow("SJ-T25", "shengji", "2", "s", "KcKc", "3cQdQd", "3cQd", True),
    Follow("SJ-T25", "shengji", "2", "s", "KcKc", "3cQdQd", "QdQd", False),
    Follow("CDP-T25", "chaodipi", "8", "s", "7c7c9c9c", "3c3c4c4cKcKc", "3c3c4c4c", True),
    Follow("CDP-T25", "chaodipi", "8", "s", "7c7c9c9c", "3c3c4c4cKcKc", "KcKc3c3c", False),
    Follow("CDP-T27", "chaodipi", "8", "s", "Ac", "3c9s", "9s", False),
    Follow("CDP-T27", "chaodipi", "8", "s", "Ac", "3c9s", "3c", True),
    Follow("SK-T29", "shuangkou", "2", "s", "KcKc", "QcQcJc", "QcJc", False),
    Follow("SK-T29", "shuangkou", "2", "s", "KcKc", "QcQcJc", "QcQc", True),
]


class Trick(NamedTuple):
    """A trick: who wins it, and the points in it."""

    case: str
    sheet: str
    level: str
    trump: str
    trick: str
    winner: str
    points: int


TRICKS: Final = [
    Trick("SJ-T41", "shengji", "2", "s", "E 2d 2h As 3s", "E", 0),
    Trick("SJ-12", "shengji", "2", "s", "E KcKc 3c4c 5s6s 7c7c", "E", 25),
    Trick("CDP-T17", "chaodipi", "2", "s", "N 8s8s 9s9s 3s4s 6s7s", "W", 0),
    Trick("CDP-T29", "chaodipi", "8", "s", "E KsTs5s 5hBJ8d LJ8s8h AsQsJs", "E", 30),
    Trick("CDP-T35", "chaodipi", "8", "NT", "E KcTc5c 3c4c6c 7c9cJc BJLJ8s", "E", 25),
    Trick("SK-T27", "shuangkou", "3", "s", "E AcKc5c5c4c4c 3d4d5d6d7d8d 9s9s8s8s7s2s 6d6h7h8h9hJh", "W", 25),
    Trick("SK-T33", "shuangkou", "2", "s", "E 2h 2d Ks As", "E", 10),
]


class Bids(NamedTuple):
    """Declarations in order: which are legal, the trump, and who has the bank; `banker` is who has it already."""

    case: str
    sheet: str
    level: str
    bids: tuple[str, ...]
    legal: tuple[bool, ...]
    trump: str | None
    bank: str | None
    banker: str | None = None


BIDS: Final = [
    Bids("SJ-T15", "shengji", "2", ("N LJ2h",), (True,), "h", "N"),
    Bids("SJ-T15", "shengji", "2", ("N 2h",), (False,), None, None),
    Bids("SJ-T15", "shengji", "2", ("N LJ",), (False,), None, None),
    Bids("SJ-T17", "shengji", "2", ("N LJ2h", "S BJBJ"), (True, True), "NT", "N"),
    Bids("SJ-T19", "shengji", "2", ("N LJ2h", "N BJ2c2c"), (True, False), "h", "N"),
    Bids("SJ-T19", "shengji", "2", ("N LJ2h", "N 2h"), (True, True), "h", "N"),
    Bids("SJ-T21", "shengji", "2", ("E LJ2h", "W BJ2c2c"), (True, True), "c", "N", "N"),
    Bids("CDP-T39", "chaodipi", "2", ("E LJ",), (False,), None, None),
    Bids("CDP-T39", "chaodipi", "2", ("E LJLJ",), (True,), "NT", "E"),
    Bids("CDP-3.2b", "chaodipi", "4", ("E 4d", "N 4s4s", "W 4c4c"), (True, True, True), "c", "W"),
    Bids("CDP-3.2a", "chaodipi", "2", ("E 2s", "E 2c2c"), (True, False), "s", "E"),
    Bids("CDP-3.2a", "chaodipi", "2", ("E 2s", "E 2s2s"), (True, True), "s", "E"),
    Bids("D-CDP-21", "chaodipi", "2", ("E 2s", "E 2s2s", "W 2c2c"), (True, True, False), "s", "E"),
    Bids("SK-T09", "shuangkou", "2", ("E 2h", "N 2c2c", "W 2s2s", "S 2d2d"), (True, True, True, False), "s", "E", "E"),
    Bids("SK-T11", "shuangkou", "2", ("E 2h", "N 2c2c", "S LJLJ"), (True, True, True), "NT", "E", "E"),
    Bids("SK-2.2b", "shuangkou", "2", ("E 2h", "E 2c2c"), (True, False), "h", "E", "E"),
    Bids("SK-2.2c", "shuangkou", "2", ("E 2h", "E 2h2h", "W 2s2s"), (True, True, False), "h", "E", "E"),
]


class Points(NamedTuple):
    """A hand of a trick game by its score sheet: levels before and after, or the match score, and who is next banker's side."""

    case: str
    sheet: str
    banker: str
    attackers: int
    levels: Mapping[str, str] | None = None
    after: Mapping[str, str] | None = None
    office: str | None = None
    score: Mapping[str, int] | None = None
    level: str = "2"


def _of(ns: str, ew: str) -> Mapping[str, str]:
    return {"EW": ew, "NS": ns}


POINTS: Final = [
    Points("SJ-T01", "shengji", "N", 0, _of("4", "4"), _of("7", "4"), "NS"),
    Points("SJ-15b", "shengji", "N", 5, _of("4", "4"), _of("6", "4"), "NS"),
    Points("SJ-15b", "shengji", "N", 35, _of("4", "4"), _of("6", "4"), "NS"),
    Points("D-SJ-03", "shengji", "N", 40, _of("4", "4"), _of("5", "4"), "NS"),
    Points("SJ-15b", "shengji", "N", 75, _of("4", "4"), _of("5", "4"), "NS"),
    Points("D-SJ-03", "shengji", "N", 80, _of("4", "4"), _of("4", "5"), "EW"),
    Points("SJ-T11", "shengji", "N", 75, _of("2", "2"), _of("3", "2"), "NS"),
    Points("SJ-T11", "shengji", "N", 90, _of("2", "2"), _of("2", "3"), "EW"),
    Points("D-SJ-03", "shengji", "N", 120, _of("4", "4"), _of("4", "6"), "EW"),
    Points("D-SJ-03", "shengji", "N", 160, _of("4", "4"), _of("4", "7"), "EW"),
    Points("CDP-T01", "chaodipi", "N", 75, _of("3", "6"), _of("4", "6"), "NS"),
    Points("CDP-T03", "chaodipi", "N", 5, _of("3", "6"), _of("J", "6"), "NS"),
    Points("CDP-T05", "chaodipi", "N", 0, _of("4", "6"), _of("A", "6"), "NS"),
    Points("CDP-T07", "chaodipi", "N", 85, _of("3", "6"), _of("3", "6"), "EW"),
    Points("CDP-T09", "chaodipi", "N", 90, _of("3", "6"), _of("3", "7"), "EW"),
    Points("CDP-T09", "chaodipi", "N", 105, _of("3", "6"), _of("3", "8"), "EW"),
    Points("D-CDP-01", "chaodipi", "N", 80, _of("3", "6"), _of("3", "6"), "EW"),
    Points("SK-4.1a", "shuangkou", "E", 20, score={"EW": 17, "NS": -17}),
    Points("SK-4.1a", "shuangkou", "E", 40, score={"EW": 9, "NS": -9}),
    Points("SK-T19", "shuangkou", "N", 80, score={"EW": 2, "NS": -2}, level="3"),
    Points("SK-4.1a", "shuangkou", "E", 120, score={"EW": -14, "NS": 14}),
    Points("SK-4.1a", "shuangkou", "E", 160, score={"EW": -25, "NS": 25}),
]


class Finish(NamedTuple):
    """A finishing order: levels before and after, whose level was played, who has passed the ace; or points by places."""

    case: str
    sheet: str
    finish: str
    levels: Mapping[str, str] | None = None
    after: Mapping[str, str] | None = None
    in_force: str | None = None
    winner: str | None = None
    points: Mapping[str, int] | None = None


_TWO: Final = _of("2", "2")
_RISES: Final = {"guandan-1": "543", "guandan-2": "753", "guandan-3": "543", "guandan-js2023": "543"}
"""What NS come to from 2 with the partner second, third and last: GD1-T17, GD2-T01, GD3-T07, GDN-T26."""
_PLACES: Final = ("NSEW", "NESW", "NEWS")


def _daguai(case: str, finish: str, points: tuple[int, int]) -> Finish:
    return Finish(case, "daguai", finish, points=dict(zip(("135", "246"), points, strict=True)))


FINISHES: Final = [
    *(
        Finish("T17/T01/T07/T26", sheet, order, _TWO, _of(_RISES[sheet][row], "2"))
        for sheet, (row, order) in product(OURS, enumerate(_PLACES))
    ),
    *(Finish("T07/T26", sheet, "ENSW", _TWO, _of("2", _RISES[sheet][2])) for sheet in OURS),
    *(Finish("GD1-T19/GDN-T27", sheet, "NESW", _of("A", "5"), _of("A", "5"), "NS", "NS") for sheet in OURS),
    Finish("GD1-T19", "guandan-1", "NEWS", _of("A", "5"), _of("A", "5"), "NS"),
    Finish("GDN-T27", "guandan-js2023", "NEWS", _of("A", "5"), _of("A", "5"), "NS"),
    Finish("GDN-T27", "guandan-js2023", "NSEW", _of("Q", "5"), _of("A", "5"), "NS"),
    Finish("GD2-T03", "guandan-2", "EWNS", _of("A", "5"), _of("A", "T"), "NS"),
    Finish("GDN-T30", "guandan-js2023", "NSEW", _of("A", "K"), _of("A", "K"), "NS", "NS"),
    _daguai("DG-T23", "135246", (8, 0)),
    _daguai("DG-T23", "123546", (5, 0)),
    _daguai("DG-T23", "124356", (3, 0)),
    _daguai("DG-T23", "124635", (1, 0)),
    _daguai("DG-T25", "132546", (5, 0)),
]


class Due(NamedTuple):
    """Tribute: the places before, hands of which the highest cards are told, who pays what to whom, and who leads.

    `gifts` are as a record has them; without any tribute is refused. Of several leaders each is one.
    """

    case: str
    sheet: str
    level: str
    before: str
    top: Mapping[str, str]
    gifts: tuple[str, ...]
    leads: str


_FIRST_OR: Final = {"guandan-2": "EW"}
"""Who leads after equal tributes: who paid the first, or in 篇二 either."""
DUE: Final = [
    *(Due("GDN-T01", sheet, "8", "NESW", {"W": "BJ", "E": "BJ"}, ("W>N BJ",), "W") for sheet in OURS),
    *(Due("GDN-T02", sheet, "6", "NESW", {"W": "6s"}, ("W>N 6s",), "W") for sheet in OURS),
    *(Due("GDN-T07", sheet, "8", "NSEW", {"W": "BJ", "E": "As"}, ("W>N BJ", "E>S As"), "W") for sheet in OURS),
    *(
        Due("GD3-T03/GDN-T09", sheet, "8", "NSEW", {"W": "As", "E": "As"}, ("W>N As", "E>S As"), _FIRST_OR.get(sheet, "W"))
        for sheet in OURS
    ),
    *(Due("GD1-T23/GDN-T10", sheet, "8", "NSEW", {"W": "BJ", "E": "BJ"}, (), "N") for sheet in OURS),
    *(Due("GD3-T05", sheet, "8", "NESW", {"W": "BJBJ"}, (), "N") for sheet in OURS),
    *(Due("GDN-T12", sheet, "8", "NEWS", {"S": "As"}, ("S>N As",), "S") for sheet in OURS),
]


class Clock(NamedTuple):
    """A match that time has stopped: who wins, and what it counts."""

    case: str
    sheet: str
    levels: Mapping[str, str]
    winner: str | None
    banker: str | None = None
    points: Mapping[str, int] | None = None
    score: Mapping[str, int] | None = None


CLOCKS: Final = [
    Clock("SJ-T37", "shengji", _of("7", "7"), "EW", "E"),
    Clock("SJ-0.4", "shengji", _of("7", "6"), "NS", "E"),
    Clock("CDP-T49", "chaodipi", _of("8", "6"), "NS", "E"),
    Clock("GD3-T15", "guandan-3", _of("9", "7"), "NS", points={"EW": 5, "NS": 7}),
    Clock("GDN-T29", "guandan-js2023", _of("9", "7"), "NS", points={"EW": 0, "NS": 2}, score={"EW": 11, "NS": 15}),
    Clock("GDN-T29", "guandan-js2023", _of("9", "9"), None, points={"EW": 1, "NS": 1}, score={"EW": 13, "NS": 13}),
]
