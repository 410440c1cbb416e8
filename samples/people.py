"""Who plays in a made-up tournament: players, pairs, and which pairs meet at which table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

_SURNAMES: Final = "林沈陆顾江方程秦许何唐崔薛雷白田姜范石夏侯邹熊孟阎万段钱汤黎"
_GIVEN: Final = (
    *("晓岚", "子墨", "文博", "雨桐", "建国", "丽华", "一鸣", "海涛", "思远", "春燕", "志强", "梓涵", "月琴", "立群"),
    *("桂芳", "天佑", "若溪", "国栋", "慧敏", "长庚", "秋实", "保平", "明哲", "玉兰", "启航", "淑珍", "望舒", "卫东"),
    *("静", "磊", "岩", "蓉", "凯", "宁", "霞", "勇"),
)
_LATIN: Final = ("Mei Tanaka", "Jonas Weber", "Ana Duarte", "Li Wei-Han", "Petra Novak", "Sam O'Neill", "Noor Rahman")
_TEAMS: Final = ("青松", "白鹭", "长风", "听雨", "北斗", "南山", "流云", "飞雪", "临江", "望岳", "红枫", "碧海")
_ROUNDS_A_DAY: Final = 6
_PLACES: Final = "placement"
_FIRST_ROUND: Final = datetime.fromisoformat("2026-05-01T09:00:00+08:00")


class Player(NamedTuple):
    """A player and how he plays: `skill` and `boldness` from 0 to 1, `pace` in seconds for an easy play."""

    id: str
    name: str
    skill: float
    boldness: float
    pace: float


class Pairing(NamedTuple):
    """Where a match stands in the tournament: round and table from 1, and the two pairs (numbers from 0)."""

    round: int
    table: int
    pairs: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """An event in which `pairs` pairs (an even number) meet each other round by round, and then again.

    `started` is the stamp of its first round, with an offset from UTC. With `stages`, a stage a round and again from the
    first, at so many tables; the tables after them play for places. Else all is `stage`. `round_minutes` lie between rounds.
    """

    id: str = "demo"
    name: str = "牌谱演示赛 Demo Open"
    stage: str = "group"
    pairs: int = 16
    started: datetime = _FIRST_ROUND
    stages: tuple[tuple[str, int], ...] = ()
    rounds_a_day: int = _ROUNDS_A_DAY
    round_minutes: int = 75

    def __post_init__(self) -> None:
        """Raise ValueError where the pairs cannot all sit down."""
        if self.pairs < 2 or self.pairs % 2:
            raise ValueError(f"a tournament takes an even number of pairs, at least 2; found {self.pairs}")

    def pairing(self, number: int) -> Pairing:
        """Match `number` (from 1) of the tournament, by the circle method: one pair stays, the others move around."""
        tables = self.pairs // 2
        turn, table = divmod(number - 1, tables)
        circle = [0, *((turn + k) % (self.pairs - 1) + 1 for k in range(self.pairs - 1))]
        met = (circle[table], circle[-1 - table])
        return Pairing(turn + 1, table + 1, met if turn % 2 == 0 else met[::-1])

    def stage_of(self, place: Pairing) -> str:
        """The stage of the event that is played at a table in a round."""
        if not self.stages:
            return self.stage
        stage, tables = self.stages[(place.round - 1) % len(self.stages)]
        return stage if place.table <= tables else _PLACES

    def start_of(self, played_round: int) -> datetime:
        day, slot = divmod(played_round - 1, self.rounds_a_day)
        return self.started + timedelta(days=day, minutes=slot * self.round_minutes)


def player(number: int) -> Player:
    """Player `number` (from 0) of the pool; names repeat only after 180."""
    skill, boldness = (number * 7 + 3) % 11 / 10, (number * 5 + 1) % 13 / 12
    if number % 9 == 5:
        name = _LATIN[number // 9 % len(_LATIN)]
    else:
        name = _SURNAMES[number % len(_SURNAMES)] + _GIVEN[number % len(_GIVEN)]
    return Player(f"p{number + 1:03d}", name, skill, boldness, 2.1 + (number * 3 % 8) * 0.2)


def player_of(identifier: str) -> Player:
    return player(int(identifier[1:]) - 1)


def team(pair: int) -> str:
    return f"{_TEAMS[pair % len(_TEAMS)]}{pair // len(_TEAMS) + 1}队"


def seating(pairs: tuple[int, int], names: Sequence[str]) -> dict[str, dict[str, str]]:
    """`seats` of a record: the first pair, or team of three, at every second seat, the other at the rest."""
    seats = {}
    for index, seat in enumerate(names):
        pair = pairs[index % 2]
        who = player(len(names) // 2 * pair + index // 2)
        seats[seat] = {"id": who.id, "name": who.name, "team": team(pair)}
    return seats
