"""掼蛋: its sheets, each in the order of its printed clauses, whose ids are those of `catalogue/guandan-*.toml`."""

from dataclasses import replace
from typing import Final

from paipu.replay.cards import RANKS
from paipu.replay.climbing.combos import Kind, Row
from paipu.replay.climbing.rules import (
    CardRules,
    ConductRules,
    EndRules,
    LevelRules,
    RoundPoints,
    RoundRules,
    StepRules,
    TributeRules,
    WildRules,
)
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.event_rules import EventRules, ForfeitCounts, Key, MatchPoints
from paipu.replay.penalties import BEFORE_PLAY, Penalties, Penalty
from paipu.replay.rulesheet import FOUR_SEATS, TRICK, ClockRules
from paipu.replay.text import Text

# ==== 篇一

# ---- 1 牌型, 2 牌型的大小: weakest first


def bombs(sizes: range, straight_flush_above: int) -> tuple[Row, ...]:
    """Bombs by their number of cards, the straight flush right above those of so many, and the four jokers on top."""
    rows = []
    for size in sizes:
        rows.append(Row(Kind.BOMB, size, "bomb"))
        if size == straight_flush_above:
            rows.append(Row(Kind.STRAIGHT_FLUSH, 5, "bomb"))
    return (*rows, Row(Kind.FOUR_JOKERS, 4, "bomb"))


PLAIN: Final = (
    Row(Kind.SINGLE, 1),
    Row(Kind.PAIR, 2),
    Row(Kind.TRIPLE, 3),
    Row(Kind.FULL_HOUSE, 5),
    Row(Kind.STRAIGHT, 5),
    Row(Kind.PLATE, 6),
    Row(Kind.TUBE, 6),
)
"""GD1-2b: each is compared with its own kind alone. Of undeclared wild cards stands the later row, three pairs before 钢板."""
ROWS: Final = (*PLAIN, *bombs(range(4, 11), straight_flush_above=5))
"""GD1-1, GD1-2a; with both wild cards a bomb has up to ten."""
WILD: Final = WildRules(cards="level_hearts", suited_only=True, undeclared="strongest", two_wilds="pairs", joker_pair=True)
"""GD1-1c, 逢人配; D-GD-05 to 07."""
CARDS: Final = CardRules(ROWS, WILD, copies=2, natural=frozenset({Kind.STRAIGHT, Kind.TUBE, Kind.PLATE, Kind.STRAIGHT_FLUSH}))
ROUNDS: Final = RoundRules(after_out="partner", double_ends=True, reentry=True)
"""D-GD-01 to 03."""

# ---- 4 亮牌规则

TRIBUTE: Final = TributeRules(
    returns_at_double="any",
    returns="low",
    return_top="T",
    level_returns=False,
    equal_leader="next_of_first",
    equal_receiver="next_of_first",
    larger_by="due",
    resisting="expected",
    partner_pays=True,
    smallest_printed=False,
)
"""GD1-4b to 4e, D-GD-12 to 15."""
ANNOUNCED: Final = 10
"""GD1-4f."""

# ---- 5 升级规则

LEVELS: Final = LevelRules(rises=(3, 2, 1), passes="partner_not_last", own_level=True, games_to_win=1)
"""GD1-5a, 5b, D-GD-16."""

# ---- 6 裁判, with what 4 asks of conduct

UNANNOUNCED: Final = Penalty(("unannounced",), tells="COUNT-UNANNOUNCED")
SIGNAL: Final = Penalty(("signal",), tells="INCIDENT-SIGNAL")
PENALTIES: Final = Penalties(
    UNANNOUNCED,
    SIGNAL,
    Penalty(("misconduct",), tells="INCIDENT-CONDUCT"),
    Penalty(("cheating",), clause="GD1-6", tells="INCIDENT-CONDUCT", disqualifies=True),
    Penalty(clause="GD1-6", by="referee", decides=True),
)
"""GD1-6: who cheats is out, and nobody weighs it; what cheating is the sheet does not say. The committee decides disputes, for
which nothing is printed: also whether something was cheating.
"""
EVENT: Final = EventRules(form=None, entrants="teams", counts=None, boards=("levels",))
"""The sheet prints no form of an event."""
CONDUCT: Final = ConductRules(
    announce_at=ANNOUNCED,
    announced="exactly",
    returns_hidden=True,
)

WRONG_PLAYS: Final = dict.fromkeys(
    (
        *("PLAY-TYPE", "PLAY-TYPE-RUN", "PLAY-TYPE-PAIRS", "PLAY-TYPE-TRIPLES", "PLAY-TYPE-FULL-HOUSE", "PLAY-TYPE-JOKERS"),
        *("PLAY-TYPE-BOMB", "PLAY-TYPE-COUNT", "PLAY-NOT-HIGHER", "PLAY-OTHER-TYPE"),
    ),
    "wrong_play",
)
WRONG_TRIBUTE: Final = dict.fromkeys(
    ("TRIBUTE-CARD", "TRIBUTE-RETURN", "TRIBUTE-RETURN-TO", "TRIBUTE-RECEIVER", "TRIBUTE-PAYER"), "tribute_wrong"
)
EARLY: Final = dict.fromkeys(("LEAD-TRIBUTE", "LEAD-RESISTED", "LEAD-WINNER", "LEAD-AFTER-OUT"), "out_of_turn")
FAULTS: Final = {**WRONG_PLAYS, **WRONG_TRIBUTE, **EARLY}
"""What a fault is that a check finds, for a referee who rules on it."""

GUANDAN_1: Final = ClimbingSheet(
    key="guandan-1",
    title=Text("掼蛋（一）", "Guandan 1"),
    source=Text("扑克牌“掼蛋”比赛规则三篇之一", "the first of three rule sheets for tournaments of 掼蛋"),
    term=TRICK,  # none of the three has a word for it: 轮 is a hand in the first, a match in the others
    version="003-1/1",
    seats=FOUR_SEATS,
    seats_alternate=True,
    hand_size=27,
    ladder=tuple(RANKS),
    first_level="2",
    cards=CARDS,
    rounds=ROUNDS,
    tribute=TRIBUTE,
    levels=LEVELS,
    clocks=ClockRules(),
    event=EVENT,
    penalties=PENALTIES,
    faults=FAULTS,
    conduct=CONDUCT,
)
"""篇一 as its tournament printed it, with the decided defaults."""

# ==== 篇二, what differs

TEN_MINUTES: Final = 600

GUANDAN_2: Final = replace(
    GUANDAN_1,
    key="guandan-2",
    title=Text("掼蛋（二）", "Guandan 2"),
    source=Text("扑克牌“掼蛋”比赛规则三篇之二", "the second of three rule sheets for tournaments of 掼蛋"),
    version="003-2/1",
    # (三) 进贡: every return is at most ten; equal gifts leave the choice to the players
    tribute=TRIBUTE._replace(returns_at_double="low", equal_leader="either", equal_receiver="either"),
    # (四) 升级规则, (五) 三局两胜
    levels=LEVELS._replace(rises=(5, 3, 1), passes="any", games_to_win=2),
    event=EVENT._replace(form="knockout", counts="games", best_of=3),
    # (六) 迟到, (七) 暗示
    penalties=Penalties(
        Penalty(("late",), clause="GD2-6", tells="INCIDENT-LATE", after=TEN_MINUTES, loses=True),
        SIGNAL,
    ),
    conduct=ConductRules(),
)
"""篇二 as its tournament printed it, with the decided defaults."""

# ==== 篇三, what differs

PRINTED_BOMBS: Final = (*PLAIN, *bombs(range(4, 9), straight_flush_above=5))
"""GD3-C2(2) prints four to eight cards (D-GD3-1)."""

CLOCKS_3: Final = ClockRules(round_minutes=60, time_in_hand="stop", first_play=30, play=15)
"""(一) 时限: GD3-A4, A5."""

CONDUCT_3: Final = ConductRules(
    # (五) 违例规则
    exposed_led=True,
    early_exposed=True,
    # (六) 问牌和报牌
    counts_agreed=False,
)

LATENESSES_3: Final = 3
"""GD3-F4: more than two running, two not among them."""
FINALS_3: Final = frozenset({"final", "finals", "决赛"})
"""GD3-A1, A3: they come after the rounds of 预赛."""
E2_1: Final = Penalty(clause="GD3-E2.1", by="referee", warning=True, levels=(1, None), disqualifies=True)
"""For what (五)1 lists, a warning, for grave ones levels, up to disqualification."""
PENALTIES_3: Final = Penalties(
    # (五) 违例规则
    E2_1._replace(kinds=("exposed", "signal", "manner", "wrong_play")),
    E2_1._replace(kinds=("out_of_turn",), found=frozenset({"INCIDENT-EARLY-EXPOSED"})),  # it became an exposed card (E2.3)
    Penalty(("exposed",), tells="INCIDENT-EXPOSED"),
    Penalty(("out_of_turn",), tells="INCIDENT-EARLY"),
    SIGNAL,
    Penalty(("misconduct", "manner", "wrong_play", "delay"), tells="INCIDENT-CONDUCT"),
    Penalty(("timeout",), tells="INCIDENT-TIMEOUT"),
    Penalty(("card_check",), tells="INCIDENT-CARD-CHECK"),
    # E3: they will be punished, with what it does not say
    Penalty(("misconduct", "timeout", "delay", "signal"), clause="GD3-E3", by="referee", decides=True),
    # (六) F4: late to the third round running, of which a record has one
    Penalty(("late",), clause="GD3-F4", tells="INCIDENT-LATE", after=TEN_MINUTES, loses=True),
    Penalty(("late",), clause="GD3-F4", by="referee", disqualifies=True, running=LATENESSES_3, later=FINALS_3),
    # F5: for what nothing is printed the chief referee decides, and a committee
    Penalty(clause="GD3-F5", by="referee", decides=True),
    Penalty(clause="GD3-F5", by="last_word"),
    # 问牌和报牌
    Penalty(("count_asked", "count_told"), tells="COUNT-NOT-AGREED"),
)

GUANDAN_3: Final = replace(
    GUANDAN_1,
    key="guandan-3",
    title=Text("掼蛋（三）", "Guandan 3"),
    source=Text("扑克牌“掼蛋”比赛规则三篇之三", "the third of three rule sheets for tournaments of 掼蛋"),
    version="003-3/1",
    # (三) 1, 2
    hand_size=27,
    cards=CARDS._replace(rows=PRINTED_BOMBS),
    # (三) 4: every return is at most ten; the first player's right neighbour counts as last
    rounds=ROUNDS._replace(last_at_double="next_of_first"),
    tribute=TRIBUTE._replace(returns_at_double="low"),
    # (四) 打牌规则
    levels=LEVELS._replace(rises=(3, 2, 1), passes="any"),
    clocks=CLOCKS_3,
    penalties=PENALTIES_3,
    faults={**FAULTS, "CLOCK-PLAY": "timeout"},
    conduct=CONDUCT_3,
    # (七) 总得分, GD3-1, GD3-G: three rounds within the group, whose points are added up
    event=EVENT._replace(
        form="table",
        counts="points",
        rank_by=("points",),
        latenesses_running=LATENESSES_3,
        level_decides=frozenset({"time"}),
    ),
    round_points=RoundPoints(win=100, most=15, loser_most=12, at_time="climbed"),
)
"""篇三 as its tournament printed it, with the decided defaults."""

# ==== 江苏省竞赛规则（2023）, what differs: the numbers are those of chapter three, IV those of chapter four

CLOCKS_JS: Final = ClockRules(time_in_hand="stop", tribute=20, give_back=40, first_play=40, play=20)
"""五(四)4, 五(五)4; D-GDN-16."""
FINALS_JS: Final = frozenset({"semifinal", "semifinals", "半决赛", "final", "finals", "决赛"})
"""Four IV.1: mixed events end with these, which come after other rounds."""
REPORTS: Final = ("unannounced", "count_told")
PENALTIES_JS: Final = Penalties(
    # 七(一) 警告; of what somebody does in the course of a round 八(一) has it that the penalty may lapse
    Penalty(("late",), clause="JS-7.1.1", steps=("warning",)),
    Penalty(("draw_seen",), clause="JS-7.1.2", steps=("warning",)),
    Penalty(("pack_count",), clause="JS-7.1.3", steps=("warning",)),
    Penalty(("tribute_wrong",), clause="JS-7.1.4", until=BEFORE_PLAY, steps=("warning",)),
    Penalty(("timeout",), clause="JS-7.1.5", steps=("warning",), counted=True, lapses=True),
    Penalty(("word_out_of_turn",), clause="JS-7.1.6", steps=("warning",), lapses=True),
    Penalty(("manner", "exposed", "card_check"), clause="JS-7.1.7", steps=("warning",), lapses=True),
    Penalty(("count_asked", "count_told"), clause="JS-7.1.8", steps=("warning",), lapses=True),
    Penalty(REPORTS, clause="JS-7.1.9", report="soon", steps=("warning",)),
    Penalty(("sheet_not_kept",), clause="JS-7.1.10", steps=("warning",)),
    # 七(二) 违例
    Penalty(("draw_kept",), clause="JS-7.2.1", steps=("violation",)),
    Penalty(("out_of_turn",), clause="JS-7.2.2", steps=("violation",), lapses=True),
    Penalty(("wrong_play",), clause="JS-7.2.3", steps=("violation",), lapses=True),
    Penalty(REPORTS, clause="JS-7.2.4", report="later", steps=("violation",)),
    Penalty(REPORTS, clause="JS-7.2.4", report="out", steps=("violation",)),
    # 七(三) 犯规
    Penalty(("signal",), clause="JS-7.3", steps=("foul",), lapses=True),
    Penalty(("late",), clause="JS-7.3.1", after=300, steps=("foul",)),
    Penalty(("hand_count", "overdraw"), clause="JS-7.3.2", steps=("foul",)),
    Penalty(("tribute_wrong",), clause="JS-7.3.3", steps=("foul",)),
    Penalty(REPORTS, clause="JS-7.3.4", report="first", steps=("foul",)),
    # 七(四) 判负
    Penalty(("late",), clause="JS-7.4.1", after=600, steps=("forfeit",)),
    Penalty(("sheet_unsigned",), clause="JS-7.4.2", steps=("forfeit",)),
    # 七(五) 取消参赛资格; by two forfeits running, of which a record has one, a side is out
    Penalty(("misconduct", "cheating"), clause="JS-7.5", tells="INCIDENT-CONDUCT", by="referee", disqualifies=True),
    Penalty(
        ("late", "sheet_unsigned"), clause="JS-7.5", by="referee", disqualifies=True, lost=True, running=2, later=FINALS_JS
    ),
    # 七(六): weighed by the referee; 以上 may mean more than steps
    Penalty(
        ("delay",),
        clause="JS-7.6.2",
        tells="INCIDENT-CONDUCT",
        by="referee",
        steps=("warning", "violation", "foul", "lost"),
        open=True,
    ),
    Penalty(
        ("left_seat",),
        clause="JS-7.6.3",
        tells="INCIDENT-CONDUCT",
        by="referee",
        steps=("violation", "foul", "lost"),
        open=True,
    ),
    # 九
    Penalty(clause="JS-9", by="last_word"),
)
STEPS_JS: Final = StepRules(late_alike="by_time", whose="own", full=2, beyond="again")
RAISED: Final = 4
"""七(四): by so many levels the others stand above who has lost."""
LAST_JS: Final[tuple[Key, ...]] = ("wins", "points", "levels_gained", "lot")
EVENT_JS: Final = EVENT._replace(
    forfeits_running=2,
    lost_by_rulings=2,
    cancels=True,
    level_decides=frozenset({"time", "hands"}),
    counts="match_points",
    match_points=MatchPoints(win=2, loss=0, draw=1),
    by_difference=tuple([(13 + levels, 13 - levels) for levels in range(14)]),
    forfeit=ForfeitCounts(
        absent={"match_points": 0, "points": 0, "levels_gained": 0, "level_difference": -RAISED},
        present={"match_points": 2, "points": 17, "levels_gained": RAISED, "level_difference": RAISED},
    ),
    rank_by=("match_points", "progressive", *LAST_JS),
    rank_each_other=("match_points", "direct_win", *LAST_JS),
    rank_or=(("match_points", "progressive_cut", *LAST_JS), ("match_points", "direct_win", *LAST_JS)),
)
"""四章 二: 累进分或直胜, and 累进分 is of a Swiss, where it may be 去首累进分. 七(四): who forfeits has 2, and the others the
level four above it.
"""

GUANDAN_JS: Final = replace(
    GUANDAN_1,
    key="guandan-js2023",
    title=Text("掼蛋（江苏2023）", "Guandan (Jiangsu 2023)"),
    source=Text("江苏省掼蛋竞赛规则（2023）", "the Jiangsu provincial competition rules of 掼蛋, 2023"),
    term=Text("圈", "trick"),  # 一圈牌, 首圈, 下一圈
    version="js2023/1",
    # 五(四) 贡牌与还牌: every return is at most ten, and who has none returns his smallest
    tribute=TRIBUTE._replace(returns_at_double="low", smallest_printed=True),
    clocks=CLOCKS_JS,
    # 五(六) 报牌: also of a play that goes past ten
    conduct=CONDUCT._replace(announced="passing"),
    # 五(九) 胜负, 七(四) 判负, 七(五) 取消参赛资格
    ends=EndRules(lowered_to="J", raised=RAISED, last_foul="stands", disqualified="forfeit", tie_break=True),
    # 七 判罚的种类, 八 处罚权丧失
    penalties=PENALTIES_JS,
    steps=STEPS_JS,
    faults={**FAULTS, "CLOCK-PLAY": "timeout", "CLOCK-TRIBUTE": "timeout"},
    # 四章 二 积分排名办法
    event=EVENT_JS,
)
"""The provincial rules as printed, with the decided defaults."""
