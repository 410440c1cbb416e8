"""What the printed sheets prescribe for one fault that the referee finds proven, from what the hand came to without it.

Each sheet is read in its own oracle; here those readings are put together, and no more. `Without` is the hand as it was played,
from its score sheet. What a sheet leaves to the referee is no part of this.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tests.oracle import chaodipi, daguai, guandan_js2023, shengji, shuangkou
from tests.oracle.cards import RANKS, cards_of, other_side, side_of
from tests.oracle.guandan_js2023 import Ladder, Step


class Without(NamedTuple):
    """A hand of a trick game without the fault: levels before it, its banker, the attackers' points."""

    levels: Mapping[str, str]
    dealer: str
    points: int


class Proven(NamedTuple):
    """A fault, as incidents are written: places as `7.2`, `0` for before the first trick."""

    kind: str
    seat: str
    at: str
    noticed: str
    cards: str = ""


POWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "chaodipi": {
        "CDP-3.4": "points",  # 第二次判罚80分
        **{f"CDP-6.{number}": "points" for number in (1, 2, 3, 4, 5, 7, 8, 9)},
        "CDP-6.6": "points loser",  # 追加罚分, 直至判违例方为负
        "CDP-6.10": "disqualified loser",  # 取消比赛资格
        "CDP-6.11": "points loser",  # 扣分, 直接判负
        "CDP-7.2": "points",
        "CDP-7.3": "loser",  # 判为弃权比赛
        "CDP-7.4": "points levels loser void",  # 争议由裁判定夺, 罚分或罚级, 其该局为负
        "CDP-7.5": "points levels loser disqualified void double stopped",  # 最终解释权
    },
    "shengji": {
        "SJ-0.5": "loser",  # 服从裁判; what it comes to is the referee's word
        "SJ-16l": "levels",
        "SJ-16m": "levels",
        "SJ-16n": "void",
    },
    "shuangkou": {
        "SK-4.2": "loser",  # 按弃权论处
        "SK-5.2.1": "points",
        "SK-5.2.2": "points",
        "SK-5.4": "loser",  # 比赛立即结束, 对方获胜
        "SK-5.6": "points levels loser disqualified void double stopped",  # whatever an appeal is about
    },
    "guandan-1": {"GD1-6": "points levels loser disqualified void double stopped"},  # 裁判委员会裁决
    "guandan-2": {"GD2-6": "loser"},
    "guandan-3": {
        "GD3-E2.1": "levels disqualified loser",  # 重者罚级直至取消比赛资格
        "GD3-E3": "points levels loser disqualified void double stopped",  # 判罚, and not which
        "GD3-F2": "points levels loser disqualified void double stopped",  # 争议必须请裁判
        "GD3-F4": "loser disqualified",
        "GD3-F5": "points levels loser disqualified void double stopped",
    },
    "daguai": {"DG-6.4": "double"},  # 判负: places 4, 5 and 6
}
"""What a clause lets a ruling do to points, levels, hand and match, by its printed words; any other clause nothing of it."""


def of_chaodipi(without: Without, fault: Proven) -> tuple[int, dict[str, str]]:
    """The attackers' points and the levels after the hand, 扛旗 apart (part 六, CDP-4.2)."""
    points = without.points + chaodipi.penalties(
        [{"kind": fault.kind, "seat": fault.seat, "at": fault.at, "noticed": fault.noticed, "cards": fault.cards}],
        without.dealer,
    )
    return points, chaodipi.after_hand(without.levels, without.dealer, points).levels


def of_shengji(without: Without, faults: Sequence[Proven]) -> dict[str, str]:
    """The levels after the hand (SJ-16l to n); a wrong play that still lies there was not put right."""
    guilty = {side_of(fault.seat) for fault in faults if fault.kind != "out_of_turn"}
    bank = side_of(without.dealer)
    misplay: shengji.Misplay | None = None
    if guilty:
        misplay = "both" if len(guilty) == 2 else "bank" if bank in guilty else "attackers"
    return shengji.after_hand(without.levels, bank, without.points, misplay)[0]


def of_shuangkou(without: Without, fault: Proven, table: Mapping[int, int] | None = None) -> dict[str, int] | None:
    """The 大分 of the hand (第五条); None where neither the sheet nor the organiser's `table` has a row for its points."""
    if fault.kind == "kitty_count":  # a card too many in the kitty is one too few in a hand
        fault = fault._replace(kind="hand_count")
    meant = shuangkou.ruling(fault.kind, fault.at, fault.noticed)
    side = side_of(fault.seat)
    if meant == "match":
        return shuangkou.match_effect(fault.kind, side)
    change = shuangkou.penalties(fault.kind, cards_of(fault.cards), fault.at, fault.noticed, fault.seat, without.dealer)
    if table is None:
        return shuangkou.hand_score(without.points + change, without.dealer, [side] if meant == "deal" else ())
    defenders = other_side(side_of(without.dealer))
    if without.points + change not in table:
        return None
    value = table[without.points + change]
    score = {defenders: value, other_side(defenders): -value}
    if meant != "deal":
        return score
    best = max(2, score[other_side(side)])
    return {other_side(side): best, side: -best}


JS_STEPS: Final[Mapping[str, Step]] = {
    **guandan_js2023.SIMPLE,
    "draw_seen": "warning",
    "draw_kept": "violation",
    "pack_count": guandan_js2023.wrong_count(own_hand=False),
    "hand_count": guandan_js2023.wrong_count(own_hand=True),
}


def of_js2023(levels: Mapping[str, str], in_force: str, faults: Sequence[Proven]) -> tuple[str | None, dict[str, int]]:
    """The side that has lost the match, and the levels at the end of it, after faults of one hand that ends by them.

    Levels count from 2; the hand goes to 双下 by a 犯规, and the match is over by a second one or a forfeit.
    """
    ladder, steps = Ladder(), set[tuple[str, Step]]()
    for fault in faults:
        side = side_of(fault.seat)
        steps |= {(side, step) for step in ladder.fault(side, JS_STEPS[fault.kind])}
    counted = {side: RANKS.index(rank) + 2 for side, rank in levels.items()}
    fouls = [side for side, step in steps if step == "foul"]
    for side in fouls[:1]:
        counted, _ = guandan_js2023.after_foul(side, counted, RANKS.index(in_force) + 2)
    for side, step in steps:
        if step in {"lost", "forfeit"}:
            return side, guandan_js2023.after_losing(counted, side)
    return None, counted


def of_daguai(points: Mapping[str, int], marked: Sequence[str]) -> dict[str, int]:
    """The points of a hand with marks in it (DG-6.4)."""
    found = daguai.misconduct(marked)
    return dict(points) if found is None or found == "undetermined" else found


def by_levels(levels: Mapping[str, str], side: str, taken: int) -> dict[str, str]:
    """Levels taken off by the referee: nobody falls below 2 (D-GD3-8)."""
    return {**levels, side: RANKS[max(0, RANKS.index(levels[side]) - taken)]}


def winner_against(loser: str) -> str:
    """Who has won a match that a side is ruled to have lost."""
    return other_side(loser)
