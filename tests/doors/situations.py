"""The situations: what is so, and what the printed sheet, or the decided default, makes of it.

The names are those of the worked cases in the rule notes; several situations may come from one case. Answers are written from
the notes, not from the engine.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from tests.cases import worked

PLAYS: Final = worked("play")
FINISHES: Final = worked("finish")
DUE: Final = worked("due")


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
