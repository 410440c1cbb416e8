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


ALL: Final = "points lowered raised loser winner disqualified void double stopped next_dealer"
LOST: Final = "loser winner"
WARNED: Final = "stopped double loser"
"""受到两次警告记违例, 被记两次违例判犯规, 两次犯规判负: whatever the warnings are for."""
FOULED: Final = "double loser next_dealer"
POWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "chaodipi": {
        "CDP-1.3b": "winner",  # 时间到判领先方获胜
        "CDP-3.1a": "next_dealer",  # 先亮者为庄家
        "CDP-3.1b": "next_dealer",
        "CDP-3.4": "points",  # 第二次判罚80分
        "CDP-4.1": "winner",
        "CDP-4.2a": "raised",  # 庄家方升一级
        "CDP-4.2c": "raised",  # 直接升打A级
        "CDP-4.3c": "lowered",  # 退回打A
        "CDP-4.3d": "raised lowered",  # 直接打A, 退回打2
        "CDP-4.4": "points",  # 底牌分数的计算
        "CDP-5.1f": "raised lowered",  # 上天入地
        "CDP-4.2b": "next_dealer",  # 上台
        "CDP-4.3b": "next_dealer winner",  # 上台; 通过扛旗一局结束
        "CDP-4.3e": "next_dealer raised lowered",  # 抓分方则直接打A或者进行扛旗
        **{f"CDP-6.{number}": "points" for number in (1, 2, 3, 4, 5, 7, 8, 9)},
        "CDP-6.6": f"points {LOST}",  # 追加罚分, 直至判违例方为负
        "CDP-6.10": f"disqualified {LOST}",  # 取消比赛资格
        "CDP-6.11": f"points {LOST}",  # 扣分, 直接判负
        "CDP-7.2": "points",
        "CDP-7.3": LOST,  # 判为弃权比赛
        "CDP-7.4": f"points lowered {LOST} void next_dealer",  # 争议由裁判定夺, 罚分或罚级, 其该局为负
        "CDP-7.5": ALL,  # 最终解释权
    },
    "shengji": {
        "SJ-0.3": "winner",
        "SJ-0.4": "winner",
        "SJ-0.5": ALL,  # 裁判员拥有最终解释权
        "SJ-1": "points",  # 底牌的分牌加倍计算
        "SJ-14": "points",
        "SJ-15b": "raised",
        "SJ-3a": "next_dealer",
        "SJ-3b": "next_dealer",
        "SJ-3c": "next_dealer",
        "SJ-15a": "winner",
        "SJ-16b": "next_dealer",  # 反主不反庄
        "SJ-16l": "raised next_dealer",  # 下台, 上台; 超过80分按规则15
        "SJ-16m": "raised next_dealer",  # 自动升一级
        "SJ-16n": "void",  # 该局无效; 通过抢庄规则确定庄家
    },
    "shuangkou": {
        "SK-1b": "next_dealer",  # 轮流坐庄
        "SK-2.2b": "next_dealer",  # 反主不反底
        **{f"SK-3.{number}": "points" for number in (1, 2, 3, 4)},  # 底牌的分数乘以2
        "SK-4.1a": "winner",  # 大分高者获胜
        "SK-4.2": LOST,  # 按弃权论处
        "SK-5.2.1": "points",
        "SK-5.2.2": "points",
        "SK-5.4": LOST,  # 比赛立即结束, 对方获胜
    },
    "guandan-1": {"GD1-5a": "raised", "GD1-5b": "winner", "GD1-6": ALL},  # 裁判委员会裁决
    "guandan-2": {"GD2-4a": "raised", "GD2-5": "winner", "GD2-6": LOST},
    "guandan-3": {
        "GD3-D1": "winner",
        "GD3-A5": "void",  # 手中牌未打完, 则按上一副牌成绩计算
        "GD3-D3": "raised",
        "GD3-E2.1": f"lowered disqualified {LOST}",  # 重者罚级直至取消比赛资格
        "GD3-E2.3": f"lowered disqualified {LOST}",  # 抢先出的牌也作暴露牌处理, 处罚同上
        "GD3-E3": ALL,  # 判罚, and not which
        "GD3-F4": f"{LOST} disqualified",
        "GD3-F5": ALL,
        "GD3-G2": "points",  # 100+级差分
    },
    "guandan-js2023": {
        "JS-5.7": "raised winner",  # 升3级; 才能打过A级
        "JS-5.9.1": "winner",
        "JS-5.9.2": "winner",  # 抽签决定获胜方, or an extra hand
        **{f"JS-7.1{item}": WARNED for item in ("", *(f".{number}" for number in range(1, 11)))},
        "JS-7.1.3": f"{WARNED} void",  # 重洗重抓
        **{f"JS-7.2{item}": WARNED for item in ("", ".1", ".2", ".3", ".4")},
        **{f"JS-7.3{item}": FOULED for item in ("", ".1", ".2", ".3", ".4")},
        "JS-7.3.2": f"{FOULED} void",  # 重洗重抓
        "JS-7.4": f"{LOST} raised lowered",  # 升4级记级, 可降至J
        "JS-7.4.1": LOST,
        "JS-7.4.2": LOST,
        "JS-7.5": f"disqualified {LOST} void",  # 取消参赛资格, 视情取消相关比赛成绩
        **{f"JS-7.6.{number}": f"{WARNED} winner next_dealer" for number in (1, 2, 3)},  # 按迟到时间, 警告以上, 违例以上
        "JS-9": ALL,  # 最终裁决
    },
    "daguai": {
        "DG-1.2": "next_dealer winner",  # 依次坐庄, 总分高的为胜者
        "DG-1.4": "next_dealer",
        "DG-4.1": "next_dealer",  # 以后每副牌按上一局坐庄者逆时针依次
        **{f"DG-5.{number}": "points" for number in range(1, 9)},  # 获得8分
        "DG-5.9": "winner",
        "DG-6.4": "double",  # 判负: places 4, 5 and 6
    },
}
"""What a clause lets a ruling do to points, levels, hand and match, by its printed words; any other clause nothing of it.

`raised` is a rise of the side without fault, `lowered` levels taken off the side at fault. Who appeals until when (SK-5.6), and
whom to call (GD3-F2), says nothing of what is ruled.
"""
ABOUT: Final[Mapping[str, Mapping[str, str]]] = {
    "chaodipi": {
        "CDP-3.4": "kitty_viewed timeout kitty_count hand_count overdraw",  # 60秒内, 8张, 不得查看
        "CDP-6.1": "exposed revoke concealed out_of_turn failed_throw",  # 凡没有按照正常打牌方式打出的牌
        "CDP-6.2": "kitty_count hand_count overdraw",
        "CDP-6.3": "kitty_count hand_count overdraw",
        "CDP-6.4": "out_of_turn",
        "CDP-6.5": "revoke concealed",
        "CDP-6.6": "revoke concealed",
        "CDP-6.7": "kitty_count hand_count overdraw",
        "CDP-6.8": "failed_throw",
        "CDP-6.9": "timeout",
        "CDP-6.10": "signal",
        "CDP-6.11": "misconduct",
        "CDP-7.2": "card_check",
        "CDP-7.3": "late",
    },
    "shengji": {
        "SJ-16k": "out_of_turn",
        "SJ-16f": "failed_throw revoke concealed",  # 不是最大牌则必须出小牌; 同花色中
        **{f"SJ-16{item}": "hand_count kitty_count overdraw revoke concealed" for item in "lmn"},
        "SJ-II.1": "card_check",
    },
    "shuangkou": {
        "SK-4.2": "late",
        "SK-5.1.1": "hand_count kitty_count overdraw",
        "SK-5.1.2": "hand_count kitty_count overdraw",
        "SK-5.2.1": "exposed revoke concealed",
        "SK-5.2.2": "failed_throw",
        "SK-5.3": "revoke concealed",
        "SK-5.4": "signal",
        "SK-5.5": "out_of_turn",
    },
    "guandan-2": {"GD2-6": "late", "GD2-7": "signal"},
    "guandan-3": {
        "GD3-E2.1": "exposed signal manner wrong_play out_of_turn",
        "GD3-E2.2": "exposed",
        "GD3-E2.3": "out_of_turn",
        "GD3-E3": "misconduct timeout delay signal",  # 严禁任何密约
        "GD3-F1": "card_check",
        "GD3-F4": "late",
    },
    "guandan-js2023": {
        "JS-7.1.1": "late",
        "JS-7.1.2": "draw_seen",
        "JS-7.1.4": "tribute_wrong",
        "JS-7.1.5": "timeout",
        "JS-7.1.9": "unannounced count_told",
        "JS-7.2.2": "out_of_turn",
        "JS-7.2.4": "unannounced count_told",
        "JS-7.3.1": "late",
        "JS-7.3.3": "tribute_wrong",
        "JS-7.4.1": "late",
        "JS-7.4.2": "sheet_unsigned",
        "JS-7.6.1": "late",
        "JS-7.6.2": "delay",
        "JS-7.6.3": "left_seat",
    },
    "daguai": {"DG-6.3": "signal misconduct", "DG-6.4": "signal misconduct"},
}
"""The kinds of fault that a clause is about; who miscounts, or plays a wrong card, may be said to have done so in more ways."""
STEPS: Final[Mapping[str, str]] = {
    **{f"JS-7.1{item}": "warning" for item in ("", *(f".{number}" for number in range(1, 11)))},
    **{f"JS-7.2{item}": "violation" for item in ("", ".1", ".2", ".3", ".4")},
    **{f"JS-7.3{item}": "foul" for item in ("", ".1", ".2", ".3", ".4")},
    **{f"JS-7.4{item}": "forfeit" for item in (".1", ".2")},
    "JS-7.4": "lost forfeit",
    "JS-7.6.1": "warning foul forfeit",
    "JS-7.6.2": "warning violation foul lost",
    "JS-7.6.3": "violation foul lost",
}
"""The steps that a clause of 七 prints, or leaves to the referee."""
NOT_CLOSED: Final = frozenset({"CDP-6.3", "CDP-6.4", "CDP-6.9", "CDP-6.11", "JS-7.6.2", "JS-7.6.3"})
"""Clauses that do not end with what they list: 视情判罚处理, 酌情处理, 等措施, 等处罚, 以上判罚."""


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


def of_js2023(levels: Mapping[str, str], in_force: str, faults: Sequence[Proven]) -> tuple[str | None, dict[str, int] | None]:
    """The side that has lost the match, and the levels at the end of it, after faults of one hand; None where none ends it.

    Levels count from 2; the hand goes to 双下 by a 犯规, and the match is over by a second one or a forfeit. Whoever was ruled
    on last: a fault of an earlier moment may make the warning that follows it the second one.
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
    return None, counted if fouls else None


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
