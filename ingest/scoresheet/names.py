"""What a column is called, taken apart: whose it is, and what of it; put together again as a name that is known.

甲方最终级数, 级数A and 级数 below 甲组 all come to 甲级数; 本场积分 and 积分统计 to 积分. No name is listed here: one is known
that a rule sheet has once what says whose it is stands before it.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import islice
from typing import Final

from paipu.ingest.scoresheet.across import DIFFERENCES, FINALS, OPPONENTS, OUTCOMES, PLAYERS, RANKS, SIDES, SUMS
from paipu.ingest.scoresheet.columns import columns_of, every_header, path_of, variants
from paipu.ingest.scoresheet.heads import meanings_of
from paipu.ingest.scoresheet.pieces import TEAMS, named
from paipu.ingest.scoresheet.values import key

SYSTEMS: Final = (
    ("东西", "南北"),
    ("EW", "NS"),
    ("甲", "乙"),
    ("红", "蓝"),
    ("主", "客"),
    ("A", "B"),
    ("左", "右"),
    ("一", "二"),
    ("1", "2"),
    ("本", "对"),
    ("我", "对"),
    ("己", "对"),
)
"""What tells the two that meet apart, each pair by itself: the first stands for the first side."""
FIRST_TWO: Final = ("甲", "乙")
BEHIND: Final = "方|队|组|对|家|边|手"
"""What may stand between whose it is and what."""
IDLE_FIRST: Final = (
    "本轮",
    "本场",
    "本副",
    "本局",
    "局",
    "副",
    "比赛",
    "最终",
    "最后",
    "实际",
    "参赛",
    "所在",
    "当前",
    "各",
    "总",
    "的",
    "终局",
)
IDLE_LAST: Final = ("情况", "统计", "名称", "栏", "数", "值")
"""What may be left out of a name before and behind."""
OF_ROWS: Final = (TEAMS, PLAYERS, SIDES, SUMS, OUTCOMES, FINALS, DIFFERENCES, OPPONENTS, RANKS)
"""What columns are called where a row is a side, or a player."""
WINNERS: Final = re.compile(r"(?:获|优|取)?[胜赢](?:出|利|者)?(?:的)?(?:队|方|组|对|组合|搭档|单位|一方)?")
"""What the column of who has won may be called."""
LONGEST: Final = 24
Ways = tuple[str, ...]


@lru_cache(maxsize=20_000)
def trimmed(name: str) -> Ways:
    """A name, and the same with what says nothing left out before and behind."""
    found = {name: None}
    for _ in range(2):
        for each in tuple(found):
            found |= {each.removeprefix(start): None for start in IDLE_FIRST if each.startswith(start) and each != start}
            found |= {each.removesuffix(end): None for end in IDLE_LAST if each.endswith(end) and each != end}
    return tuple(found)


@lru_cache(maxsize=20_000)
def whose(name: str) -> tuple[tuple[int, int, str], ...]:
    """The ways in which a name says whose it is: the pair that tells, which of it, and what is left."""
    plain = key(name)
    found: list[tuple[int, int, str]] = []
    for system, pair in enumerate(SYSTEMS):
        for side, word in enumerate(map(key, pair)):
            before = re.fullmatch(rf"{word}(?:{BEHIND})?(.*)", plain)
            behind = re.fullmatch(rf"(.*?){word}(?:{BEHIND})?", plain)
            found += [(system, side, each[1]) for each in (before, behind) if each is not None]
    return tuple(found)


def headers_of(sheet: str | None) -> AbstractSet[str]:
    """What headers may be under a rule sheet, or any."""
    return every_header() if sheet is None else columns_of(sheet).by_name.keys()


@lru_cache(maxsize=20_000)
def composed(rest: str, word: str, sheet: str | None) -> str | None:
    """The name that is known of what a side has; of nothing besides it is its team."""
    if not rest or rest in TEAMS:
        return f"{word}队"
    return next((word + each for each in trimmed(rest) if each and key(word + each) in headers_of(sheet)), None)


def written_out(names: Sequence[str], sheet: str | None) -> dict[int, str]:
    """The names of a head that are not known under a rule sheet as they stand, by their places, as names that are.

    Whose something is must be told of both sides alike, by one pair of words.
    """
    left = {at: name for at, name in enumerate(names) if name and len(name) <= LONGEST}
    found: dict[int, str] = {}
    for system, pair in enumerate(SYSTEMS):
        told: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        for at, name in left.items():
            for which, side, rest in whose(name):
                if which == system:
                    told[side].setdefault(rest, []).append(at)
        words = pair if key(pair[0]) in {"东西", "ew"} else FIRST_TWO
        for rest in told[0].keys() & told[1].keys():
            for side, word in enumerate(words):
                meant = composed(rest, word, sheet)
                places = [at for at in told[side][rest] if at in left]
                if meant is not None and len(places) == 1 and not is_known(left[places[0]], sheet):
                    found[places[0]] = meant
        for at in found.keys() & left.keys():
            del left[at]
    found |= dict(_who_and_whom(left))
    for at, name in left.items():
        if at not in found and not is_known(name, sheet):
            ways = (*trimmed(key(name)), *_said_twice(key(name)), *(("胜方",) if WINNERS.fullmatch(key(name)) else ()))
            known = next((each for each in ways if each in headers_of(sheet)), None)
            found |= {at: known} if known is not None else {}
    return found


def _said_twice(name: str) -> Iterator[str]:
    """The name of a column that is called by two of its names at once: 打到级数."""
    for at in range(1, len(name)):
        means = [meanings_of(part) for part in (name[:at], name[at:])]
        for sheet in means[0].keys() & means[1].keys():
            if {path_of(each) for each in means[0][sheet].columns} & {path_of(each) for each in means[1][sheet].columns}:
                yield name[at:]


def _who_and_whom(left: dict[int, str]) -> Iterator[tuple[int, str]]:
    """A team, and whom it met: the first and the second."""
    teams = [at for at, name in left.items() if named(name, TEAMS)]
    others = [at for at, name in left.items() if named(name, OPPONENTS)]
    if len(teams) == len(others) == 1 and teams[0] < others[0]:
        yield teams[0], "甲队"
        yield others[0], "乙队"


@lru_cache(maxsize=20_000)
def is_known(name: str, sheet: str | None) -> bool:
    """Whether a rule sheet, or a table with a row a side, has the name as it stands, or without what is in brackets."""
    return any(each in headers_of(sheet) for each in islice(variants(name), 2)) or any(named(name, words) for words in OF_ROWS)
