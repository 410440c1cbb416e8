"""Layouts after public notices, none by the sample maker: read as they stand, and each planted slip is found at its cell."""

import csv
import io
from copy import deepcopy
from typing import Any

import pytest

from tests.ingest.scoresheet.test_found_layouts import Layout, sheets_of
from tests.ingest.scoresheet.test_other_layouts import found_in, rows

JS, G1, G2, DG, SK, SJ, CD = "guandan-js2023", "guandan-1", "guandan-2", "daguai", "shuangkou", "shengji", "chaodipi"
Slips = list[tuple[str, Any]]

NOTICES: dict[str, tuple[str, Layout, Slips, int]] = {
    "both teams in a cell": (
        JS,
        {
            "表": rows(
                "市直机关掼蛋比赛第二轮成绩公告",
                "序号,场地,对阵双方,副数,最后级数,级差,胜方,裁判签字",
                "1,1号台,财政局 VS 教育局,8,A:8,6,财政局,",
                "2,2号台,税务局 VS 公安局,9,7:J,4,公安局,",
                "3,3号台,法院 VS 检察院,7,Q:10,2,法院,",
                "裁判长：,,,,记录员：,,,",
            ),
        },
        [("F3", 5), ("G4", "税务局"), ("G5", "检察院")],
        3,
    ),
    "each side's difference and points": (
        JS,
        {
            "表": rows(
                "轮次,台号,东西方,级数,级差,场分,南北方,级数,级差,场分",
                "1,1,红队,A,6,2,蓝队,8,-6,0",
                "1,2,绿队,7,-4,0,黑队,J,4,2",
                "1,3,白队,9,0,1,黄队,9,0,1",
            ),
        },
        [("E3", -3), ("I2", -5), ("F3", 2), ("J2", 1)],
        3,
    ),
    "a row a player": (
        JS,
        {
            "表": rows(
                "轮次,桌号,方位,姓名,单位,级数,积分",
                "1,1,东,张一,红队,A,2",
                "1,1,南,李一,蓝队,8,0",
                "1,1,西,张二,红队,A,2",
                "1,1,北,李二,蓝队,8,0",
                "1,2,东,王一,绿队,6,0",
                "1,2,南,赵一,黑队,Q,2",
                "1,2,西,王二,绿队,6,0",
                "1,2,北,赵二,黑队,Q,2",
            ),
        },
        [("F4", "K"), ("G5", 2), ("G6", 2)],
        2,
    ),
    "the winner of each game": (
        JS,
        {
            "表": rows(
                "轮次,桌号,甲队,乙队,第1局胜方,第2局胜方,第3局胜方,比分,胜队",
                "1,1,红队,蓝队,红队,蓝队,红队,2:1,红队",
                "1,2,绿队,黑队,黑队,黑队,,0:2,黑队",
                "1,3,白队,黄队,白队,白队,,2:0,白队",
            ),
        },
        [("H2", "1:2"), ("H3", "1:2"), ("I4", "黄队")],
        7,
    ),
    "past A without having come to it": (
        JS,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,结束原因",
                "1,1,红队,蓝队,A,8,打过",
                "1,2,绿队,黑队,9,Q,到时",
                "1,3,白队,黄队,K,5,到时",
            ),
        },
        [("G3", "打过")],
        3,
    ),
    "best of five in words": (
        SJ,
        {
            "表": rows(
                "职工升级（拖拉机）淘汰赛（五局三胜）",
                "轮次,桌号,东西队,南北队,第1局,第2局,第3局,第4局,第5局,总比分",
                "1,1,红队,蓝队,胜,负,胜,胜,,3:1",
                "1,2,绿队,黑队,负,负,胜,负,,1:3",
                "1,3,白队,黄队,胜,负,胜,负,胜,3:2",
            ),
        },
        [("J3", "2:1"), ("J5", "3:1")],
        13,
    ),
    "best of five, and a final for the third place": (
        G2,
        {
            "表": rows("轮次,桌号,东西队,南北队,比分,胜方", "决赛,1,红队,蓝队,3/2,红队", "三四名,1,绿队,黑队,1/3,黑队"),
        },
        [("F2", "蓝队"), ("F3", "绿队")],
        2,
    ),
    "levels of who won and who lost": (
        G1,
        {
            "表": rows(
                "台次,胜方,胜方级数,负方,负方级数,净胜级数", "1,红队,A,蓝队,9,5", "2,绿队,Q,黑队,8,4", "3,白队,J,黄队,10,1"
            ),
        },
        [("F2", 4), ("F4", 2)],
        3,
    ),
    "two kinds of points for each side": (
        SK,
        {
            "表": rows(
                "轮次,台号,甲方,大分,小分,场分,乙方,大分,小分,场分",
                "1,1,红队,31,120,2,蓝队,-31,95,1",
                "1,2,绿队,-12,80,1,黑队,12,140,2",
            ),
        },
        [("F2", 1), ("J3", 1)],
        2,
    ),
    "six deals of 大怪路子": (
        DG,
        {
            "表": rows(
                "天文台大怪路子比赛记分单",
                "日期：2026-05-02,,桌号：3",
                "甲组：光学,,乙组：射电",
                "副,甲组得分,乙组得分",
                "1,8,0",
                "2,0,3",
                "3,1,0",
                "4,5,0",
                "5,0,1",
                "6,3,0",
                "合计,17,4",
            ),
        },
        [("B11", 18), ("C11", 5)],
        1,
    ),
    "two halves of a draw": (
        JS,
        {
            "表": rows(
                "上半区,,,,,下半区,,,",
                "场次,队名,比分,队名,,场次,队名,比分,队名",
                "1,红队,2:0,蓝队,,3,白队,2:1,黄队",
                "2,绿队,1:2,黑队,,4,紫队,0:2,青队",
            ),
        },
        [],
        4,
    ),
    "rosters beside levels": (
        JS,
        {
            "表": rows(
                "桌号,队号,队名,队员,级数,VS,级数,队名,队员,队号,胜队",
                "1,101,红队,张一/张二,A,VS,8,蓝队,李一/李二,102,红队",
                "2,103,绿队,王一/王二,5,VS,K,黑队,赵一/赵二,104,黑队",
            ),
        },
        [("K2", "蓝队"), ("K3", "绿队")],
        2,
    ),
    "several results in a cell": (
        JS,
        {
            "表": rows("第一轮：红队-蓝队 3:1；绿队-黑队 0:3", "第二轮：红队-黑队 2:3；蓝队-绿队 3:0"),
        },
        [],
        4,
    ),
    "English, short": (
        JS,
        {
            "表": rows(
                "Rd,Tbl,N/S,E/W,N/S level,E/W level,N/S VP,E/W VP",
                "1,1,Reds,Blues,A,9,2,0",
                "1,2,Greens,Blacks,7,7,1,1",
                "2,1,Reds,Greens,6,Q,0,2",
            ),
        },
        [("G2", 0), ("H4", 1)],
        3,
    ),
    "full width": (
        JS,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,东西级数,南北级数,级差",
                "第１轮,第１桌,红队,蓝队,Ａ,８,６",
                "第１轮,第２桌,绿队,黑队,１０,Ｋ,－３",
            ),
        },
        [("G2", "５"), ("G3", "－２")],
        2,
    ),
    "fines beside hands": (
        JS,
        {
            "表": rows(
                "桌号,队名,第1副,第2副,第3副,第4副,罚分,合计",
                "1,红队,3,0,1,2,-1,5",
                "1,蓝队,0,2,0,0,0,2",
                "2,绿队,0,0,3,0,0,3",
                "2,黑队,1,2,0,2,0,5",
            ),
        },
        [("H3", 3), ("H2", 6)],
        2,
    ),
    "升级 by hands": (
        SJ,
        {
            "表": rows(
                "轮次：2,桌号：5,东西：红队,南北：蓝队",
                "副,打几,庄家,主,闲家得分,升级,东西,南北",
                "1,2,东,♠,75,1,3,2",
                "2,3,西,♥,35,2,5,2",
                "3,5,东,无主,85,1,5,3",
                "4,3,北,♣,40,1,5,4",
            ),
        },
        [("G3", 6), ("H6", 6), ("F4", 1)],
        1,
    ),
    "places by the players' names": (
        G1,
        {
            "表": rows(
                "第三轮 第2桌",
                "东：张一,西：张二,南：李一,北：李二",
                "副数,级牌,头游,二游,三游,末游,胜方,升级,东西,南北",
                "1,2,张一,张二,李一,李二,东西,3,5,2",
                "2,5,李一,张二,李二,张一,南北,2,5,4",
                "3,4,李二,张一,张二,李一,南北,1,5,5",
            ),
        },
        [("H5", 3), ("I4", 6), ("J6", 6), ("G5", "东西")],
        1,
    ),
    "a cross table with draws": (
        JS,
        {
            "表": rows(
                "名次,队名,红,蓝,绿,黑,胜,平,负,积分,净级",
                "1,红,☆,5:3,8:2,4:4,2,1,0,5,8",
                "3,蓝,3:5,☆,6:1,2:7,1,0,2,2,-2",
                "4,绿,2:8,1:6,☆,5:9,0,0,3,0,-15",
                "2,黑,4:4,7:2,9:5,☆,2,1,0,5,9",
            ),
        },
        [("K2", 7), ("J3", 3), ("G5", 1)],
        6,
    ),
    "a worksheet a round, 级 twice": (
        JS,
        {
            "第一轮": rows("桌次,红方,级,蓝方,级,备注", "1,甲,A,乙,8,", "2,丙,9,丁,9,抽签丙胜"),
            "第二轮": rows("桌次,红方,级,蓝方,级,备注", "1,甲,7,丙,K,", "2,乙,5,丁,A,过A"),
        },
        [],
        4,
    ),
    "a margin of points": (
        DG,
        {
            "表": rows(
                "场次,甲队,甲队员,得分,乙队,乙队员,得分,头名,净分",
                "1,光学,张一 张二 张三,17,射电,李一 李二 李三,4,甲4乙2,13",
                "2,行星,王一 王二 王三,6,恒星,赵一 赵二 赵三,12,甲2乙4,-6",
            ),
        },
        [("I2", 12)],
        2,
    ),
    "stages going on below": (
        CD,
        {
            "表": rows(
                "炒地皮淘汰赛,,,,",
                "阶段,台号,对阵,比分,晋级",
                "八分之一决赛,1,红队—蓝队,1:0,红队",
                ",2,绿队—黑队,0:1,黑队",
                "半决赛,1,红队—黑队,2:1,红队",
                "决赛,1,红队—白队,2:0,红队",
            ),
        },
        [("E4", "绿队"), ("E5", "黑队")],
        4,
    ),
    "who has won, in words, by side": (
        JS,
        {
            "表": rows(
                "轮次,台次,开始时间,结束时间,东西,南北,东西级,南北级,胜负关系,裁判",
                "1,1,9:00,9:50,红队,蓝队,A,8,东西胜,王",
                "1,2,9:00,9:55,绿队,黑队,7,J,南北胜,王",
            ),
        },
        [("I2", "南北胜"), ("I3", "东西胜")],
        2,
    ),
    "sides with blanks for 0, and total levels": (
        G1,
        {
            "表": rows(
                "桌号,座位,队员,第一副,第二副,第三副,第四副,总级数,名次",
                "1,东西,张一/张二,3,,2,,5,1",
                ",南北,李一/李二,,1,,2,3,2",
                "2,东西,王一/王二,,3,,,3,2",
                ",南北,赵一/赵二,1,,2,1,4,1",
            ),
        },
        [("H2", 6), ("H5", 3)],
        2,
    ),
    "English hands, by who won": (
        G1,
        {
            "表": rows(
                "Board,Level,1st,2nd,3rd,4th,Winner,Levels up,EW level,NS level",
                "1,2,E,W,N,S,EW,3,5,2",
                "2,5,S,E,N,W,NS,2,5,4",
                "3,4,N,E,W,S,NS,1,5,5",
            ),
        },
        [("H3", 1), ("I2", 6), ("J4", 6)],
        1,
    ),
    "results and standings on one page": (
        JS,
        {
            "表": rows(
                "第一轮成绩",
                "桌号,东西队,南北队,东西级数,南北级数",
                "1,红队,蓝队,A,8",
                "2,绿队,黑队,7,J",
                "",
                "积分排名",
                "名次,队名,积分,级差",
                "1,红队,2,7",
                "2,黑队,2,4",
                "3,绿队,0,-4",
                "4,蓝队,0,-7",
            ),
        },
        [],
        2,
    ),
    "averages": (
        JS,
        {
            "表": rows("桌号,队名,第1副,第2副,第3副,平均", "1,红队,3,0,3,2", "1,蓝队,0,3,0,1"),
        },
        [("F2", 3)],
        1,
    ),
    "units behind values": (
        JS,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,东西级数,南北级数,级差,备注",
                "第1轮,1桌,红队,蓝队,10级,8级,2级,",
                ",2桌,绿队,黑队,7级,7级,0级,加赛绿队胜",
            ),
        },
        [("G2", "3级")],
        2,
    ),
    "subtotals between": (
        DG,
        {
            "表": rows(
                "轮,副,135得分,246得分", "1,1,8,0", "1,2,0,1", "小计,,8,1", "2,1,3,0", "2,2,0,5", "小计,,3,5", "合计,,11,6"
            ),
        },
        [("C4", 9), ("D7", 4), ("C8", 12)],
        2,
    ),
    "games won at home and away": (
        G2,
        {
            "表": rows(
                "日期,主队,主队胜局,客队胜局,客队,胜者", "2026-05-01,红队,2,1,蓝队,红队", "2026-05-01,绿队,0,2,黑队,黑队"
            ),
        },
        [("F2", "蓝队")],
        2,
    ),
}


def in_text(layout: Layout) -> bytes | None:
    """A layout of one table as CSV; None for one of several."""
    if len(layout) > 1:
        return None
    out = io.StringIO()
    for table in layout.values():
        csv.writer(out).writerows(table)
    return out.getvalue().encode("utf-8-sig")


@pytest.mark.parametrize("name", list(NOTICES))
def test_a_notice_is_read_and_its_slips_are_found(name: str) -> None:
    rules, layout, slips, matches = NOTICES[name]
    for text in [None, in_text(layout)] if len(layout) == 1 else [None]:
        found, wrong = found_in(sheets_of(layout), rules, text)
        assert (wrong, len(found.documents), found.tally.holds) == ([], matches, True)
    for cell, slip in slips:
        made = deepcopy(layout)
        first = next(iter(made))
        made[first][int(cell[1:]) - 1][ord(cell[0]) - ord("A")] = slip
        _, wrong = found_in(sheets_of(made), rules, in_text(made))
        assert cell in wrong, cell
        assert len(wrong) <= 2, (cell, wrong)  # what it contradicts may be named beside it


def test_a_remark_in_a_row_of_its_own_and_a_table_without_a_player() -> None:
    told = rows("轮次,桌号,东西队,南北队,东西级数,南北级数", "1,1,红,蓝,A,8", "说明,以上成绩经裁判长确认")
    found, wrong = found_in(told, JS)
    assert (wrong, len(found.documents), found.tally.holds) == ([], 1, True)
    seated = [f"1,{seat},p{seat},{level}" for seat, level in zip("东南西北", "A8A8", strict=True)]
    found, wrong = found_in(rows("桌号,方位,姓名,级数", *seated, *(f"2,{seat},q{seat},5" for seat in "东南西")), JS)
    assert (wrong, len(found.documents), found.tally.holds) == (["C6", "C7", "C8"], 1, True)
