"""Layouts after what clubs, unions and associations hand round: each reads as it should, and a slip is found at its cell."""

import csv
import io
from copy import deepcopy
from typing import Any

import pytest

from tests.ingest.scoresheet.tables import refused
from tests.ingest.scoresheet.test_layouts import book, noted
from tests.ingest.scoresheet.test_other_layouts import Rows, found_in, rows

JS, GD, DG, SK, SJ, CD = "guandan-js2023", "guandan-1", "daguai", "shuangkou", "shengji", "chaodipi"
Layout = dict[str, Rows]

LAYOUTS: dict[str, tuple[str, Layout, str, Any, int]] = {
    "deals called games": (
        JS,
        {
            "表": rows(
                "XX工会掼蛋比赛计分表",
                "组别：A组,,轮次：第1轮,,,,,",
                "桌号,参赛队伍,第一局,第二局,第三局,第四局,第五局,总分,胜负",
                "1,财务部,3,0,1,0,2,6,胜",
                ",行政部,0,2,0,1,0,3,负",
                "2,工程部,1,0,0,0,0,1,负",
                ",信息部,0,3,2,1,1,7,胜",
            )
        },
        "表!H4",
        5,
        2,
    ),
    "forfeits in a cross table": (
        JS,
        {
            "表": rows(
                "A组,一队,二队,三队,四队,胜场,积分,名次",
                "一队,,2:0,2:1,弃权,2,4,1",
                "二队,0:2,,2:1,2:0,2,4,2",
                "三队,1:2,1:2,,2:0,1,2,3",
                "四队,胜,0:2,0:2,,1,2,4",
            )
        },
        "表!G4",
        6,
        6,
    ),
    "a cross table of points": (
        JS,
        {
            "表": rows(
                "序号,单位,1,2,3,4,总积分,名次", "1,甲,/,2,2,1,5,1", "2,乙,0,/,2,2,4,2", "3,丙,0,0,/,2,2,3", "4,丁,1,0,0,/,1,4"
            )
        },
        "表!G3",
        5,
        6,
    ),
    "a match a row with the difference": (
        JS,
        {
            "表": rows(
                "场次,桌号,主队,主队级数,客队级数,客队,级差,胜方",
                "1,1,红队,8,5,蓝队,3,红队",
                "1,2,绿队,4,10,黑队,6,黑队",
                "2,1,红队,A,Q,绿队,2,红队",
                "2,2,蓝队,J,9,黑队,2,蓝队",
            )
        },
        "表!G3",
        5,
        4,
    ),
    "a row a side": (
        JS,
        {
            "表": rows(
                "轮次,桌号,方位,队名,对手,级数,胜负,积分",
                "1,1,东西,红队,蓝队,A,胜,2",
                "1,1,南北,蓝队,红队,9,负,0",
                "1,2,东西,绿队,黑队,7,负,0",
                "1,2,南北,黑队,绿队,K,胜,2",
            )
        },
        "表!G4",
        "胜",
        2,
    ),
    "a knock-out in columns": (
        JS,
        {
            "表": rows(
                "淘汰赛成绩表",
                "轮次,场次,参赛队A,比分,参赛队B,晋级队",
                "四分之一决赛,1,红队,2:0,蓝队,红队",
                ",2,绿队,1:2,黑队,黑队",
                ",3,白队,2:1,黄队,白队",
                ",4,紫队,0:2,青队,青队",
                "半决赛,1,红队,2:1,黑队,红队",
                ",2,白队,0:2,青队,青队",
                "决赛,1,红队,2:0,青队,红队",
            )
        },
        "表!F8",
        "白队",
        7,
    ),
    "versus in a cell, and byes": (
        JS,
        {
            "表": rows(
                "第一轮对阵及成绩",
                "第1桌,红队 VS 蓝队,A:8,红队胜",
                "第2桌,绿队 VS 黑队,5:9,黑队胜",
                "第3桌,白队,轮空,",
                "第二轮对阵及成绩",
                "第1桌,红队 VS 绿队,7:K,绿队胜",
                "第2桌,黑队 VS 白队,A:3,黑队胜",
                "第3桌,蓝队,轮空,",
            )
        },
        "表!D7",
        "白队胜",
        4,
    ),
    "English": (
        JS,
        {
            "表": rows(
                "Round,Table,Team A,Team B,Score,Winner",
                "1,1,Reds,Blues,3-1,Reds",
                "1,2,Greens,Blacks,0-3,Blacks",
                "2,1,Reds,Greens,3-2,Reds",
            )
        },
        "表!F3",
        "Greens",
        3,
    ),
    "levels in words": (
        JS,
        {
            "表": rows(
                "日期,轮次,台号,甲方,乙方,甲方级数,乙方级数,胜队,备注",
                "2026-05-01,一,1号桌,红,蓝,尖,钩,红,",
                "2026-05-01,一,2号桌,绿,黑,圈,老K,黑,时间到",
                "2026-05-01,二,1号桌,红,绿,过A,12,红,",
            )
        },
        "表!H3",
        "绿",
        3,
    ),
    "rises in words": (
        SJ,
        {
            "表": rows(
                "桌号：1",
                "副数,庄家,打几,主,闲家得分,升级,下副庄家",
                "1,东,2,红桃,45,东西升1级,西",
                "2,西,3,黑桃,80,南北升1级,南",
                "3,南,3,方片,20,南北升2级,北",
            )
        },
        "表!F3",
        "东西升2级",
        1,
    ),
    "levels of 升级": (
        SJ,
        {
            "表": rows(
                "轮次,桌号,南北队,东西队,南北级数,东西级数,胜队,级差", "1,1,红队,蓝队,8,5,红队,3", "1,2,绿队,黑队,4,10,黑队,6"
            )
        },
        "表!H3",
        5,
        2,
    ),
    "six players": (
        DG,
        {"表": rows("桌次,队名,第1副,第2副,第3副,第4副,第5副,第6副,总分", "1,光学室,8,0,3,1,0,5,17", "1,机关,0,5,0,0,3,0,8")},
        "表!I2",
        18,
        1,
    ),
    "two rounds beside one another": (
        JS,
        {
            "表": rows(
                "第一轮,,,,,第二轮,,,,",
                "桌号,东西队,南北队,比分,胜者,桌号,东西队,南北队,比分,胜者",
                "1,甲,乙,3:1,甲,1,甲,丙,0:3,丙",
                "2,丙,丁,1:3,丁,2,乙,丁,3:2,乙",
            )
        },
        "表!J3",
        "甲",
        4,
    ),
    "a group a worksheet, two lines a cell": (
        JS,
        {
            "A组": [
                ["队名", "甲", "乙", "丙", "胜次", "积分", "名次"],
                ["甲", "\\", "2:1\n2分", "2:0\n2分", 2, 4, 1],
                ["乙", "1:2\n0分", "\\", "2:0\n2分", 1, 2, 2],
                ["丙", "0:2\n0分", "0:2\n0分", "\\", 0, 0, 3],
            ],
            "B组": [
                ["队名", "丁", "戊", "己", "胜次", "积分", "名次"],
                ["丁", "\\", "0:2\n0分", "2:0\n2分", 1, 2, 2],
                ["戊", "2:0\n2分", "\\", "2:1\n2分", 2, 4, 1],
                ["己", "0:2\n0分", "1:2\n0分", "\\", 0, 0, 3],
            ],
        },
        "B组!F3",
        3,
        6,
    ),
    "big points and match points": (
        SK,
        {
            "表": rows(
                "轮次,桌号,东西,南北,大分比,场分,胜方",
                "1,1,甲队,乙队,12:8,2:1,甲队",
                "1,2,丙队,丁队,7:9,1:2,丁队",
                "2,1,甲队,丙队,5:9,1:2,丙队",
            )
        },
        "表!G4",
        "甲队",
        3,
    ),
    "two levels of heads": (
        JS,
        {
            "表": rows(
                "轮次,桌号,甲方,,乙方,,胜方,签名",
                ",,队名,级数,队名,级数,,",
                "1,1,红队,A,蓝队,10,红队,",
                "1,2,绿队,7,黑队,9,黑队,",
                "合计,,,,,,,",
            )
        },
        "表!G4",
        "绿队",
        2,
    ),
    "sentences": (
        JS,
        {"表": rows("成绩公告", "1、红队 3:0 战胜 蓝队", "2、绿队 1:3 负于 黑队", "3、白队 3:2 战胜 黄队")},
        "表!A3",
        "2、绿队 3:1 负于 黑队",
        3,
    ),
    "a row of totals": (
        JS,
        {
            "表": rows(
                "桌号,东西队,南北队,东西得分,南北得分,胜方",
                "1,甲,乙,18,8,甲",
                "2,丙,丁,10,16,丁",
                "3,戊,己,13,13,平",
                "合计,,,41,37,",
                "裁判签字,,,,,",
            )
        },
        "表!E5",
        38,
        3,
    ),
    "hands by bare numbers": (
        JS,
        {
            "表": rows(
                "台次,队伍,1,2,3,4,5,6,合计",
                "1,甲,3,0,0,2,1,0,6",
                ",乙,0,1,2,0,0,3,6",
                "2,丙,1,1,0,0,0,0,2",
                ",丁,0,0,3,2,1,1,7",
            )
        },
        "表!I3",
        5,
        2,
    ),
    "a forfeit in the remarks": (
        JS,
        {
            "表": rows(
                "轮次,桌号,甲队,乙队,比分,备注",
                "1,1,红队,蓝队,3:0,蓝队弃权",
                "1,2,绿队,黑队,1:3,",
                "2,1,红队,绿队,,绿队弃权",
                "2,2,黑队,蓝队,3:2,",
                "合计,,,,7:5,",
            )
        },
        "表!E6",
        "8:5",
        3,
    ),
    "winners by their names": (
        JS,
        {
            "表": rows(
                "轮次,桌号,东,西,南,北,东西级数,南北级数,胜者",
                "1,1,张三,李四,王五,赵六,A,8,张三",
                "1,2,钱七,孙八,周九,吴十,6,J,周九、吴十",
            )
        },
        "表!I3",
        "钱七",
        2,
    ),
    "matches on their side": (
        JS,
        {
            "表": rows(
                "桌号,1,2,3", "东西队,甲,丙,戊", "南北队,乙,丁,己", "东西级数,A,5,8", "南北级数,9,7,6", "胜方,东西,南北,东西"
            )
        },
        "表!C6",
        "东西",
        3,
    ),
    "GB18030 and semicolons": (
        JS,
        {"表": rows("轮次,桌次,东西方,南北方,终级,胜负,级差", "1,1,甲,乙,A:7,东西胜,8", "1,2,丙,丁,9:Q,南北胜,3")},
        "表!G3",
        4,
        2,
    ),
    "best of three": (
        CD,
        {
            "表": rows(
                "场次,甲队,乙队,第一局,第二局,第三局,总比分,胜队",
                "1,红队,蓝队,A:5,8:A,A:10,2:1,红队",
                "2,绿队,黑队,A:3,A:9,,2:0,绿队",
            )
        },
        "表!G2",
        "1:2",
        5,
    ),
    "a block a table": (
        JS,
        {
            "表": rows(
                "桌号：1,,轮次：1,",
                "队名,级数,胜负,签字",
                "红队,A,胜,",
                "蓝队,10,负,",
                ",,,",
                "桌号：2,,轮次：1,",
                "队名,级数,胜负,签字",
                "绿队,6,负,",
                "黑队,8,胜,",
            )
        },
        "表!C8",
        "胜",
        2,
    ),
    "wins and losses in a cell": (
        GD,
        {
            "表": rows(
                "队名,甲,乙,丙,丁,总级差,胜负,排名",
                "甲,■,A:9,8:10,A:2,15,2胜1负,1",
                "乙,9:A,■,7:5,6:6,-3,1胜1平1负,3",
                "丙,10:8,5:7,■,K:J,2,2胜1负,2",
                "丁,2:A,6:6,J:K,■,-14,1平2负,4",
            )
        },
        "表!F3",
        3,
        6,
    ),
    "rows of byes": (
        JS,
        {
            "表": rows(
                "轮次,桌号,甲队,乙队,级数,级差",
                "1,1,红队,蓝队,A:9,6",
                "1,2,绿队,黑队,7:8,-1",
                "1,,白队,轮空,,",
                "2,1,红队,白队,J:Q,-1",
                "2,2,蓝队,绿队,K:5,8",
                "2,,黑队,轮空,,",
            )
        },
        "表!F6",
        7,
        4,
    ),
    "winners and losers": (
        JS,
        {
            "表": rows(
                "轮次,桌号,胜队,胜队级数,负队,负队级数",
                "1,1,红队,A,蓝队,9",
                "1,2,黑队,8,绿队,7",
                "2,1,红队,Q,黑队,J",
                "2,2,绿队,K,蓝队,5",
            )
        },
        "表!F3",
        "9",
        4,
    ),
    "teams with numbers of their own": (
        JS,
        {
            "表": rows(
                "“迎春杯”掼蛋赛 第3轮 编排及成绩",
                "台号,A方,,B方,,结果,,裁判",
                ",队号,队名,队号,队名,A级,B级,",
                "1,3,红队,7,蓝队,A,9,",
                "2,5,绿队,2,黑队,6,10,",
                "3,8,白队,,轮空,,,",
            )
        },
        "表!F4",
        "Z",
        2,
    ),
    "the guest first": (
        JS,
        {"表": rows("轮次,台次,客队,客队级,主队级,主队,胜队", "1,1,蓝队,9,A,红队,红队", "1,2,黑队,10,6,绿队,黑队")},
        "表!G3",
        "绿队",
        2,
    ),
    "English, a worksheet a round": (
        JS,
        {
            "Round 1": [
                ["Table", "EW", "NS", "Result", "Winner"],
                [1, "Reds", "Blues", "A:9", "EW"],
                [2, "Greens", "Blacks", "6:10", "NS"],
            ],
            "Round 2": [
                ["Table", "EW", "NS", "Result", "Winner"],
                [1, "Reds", "Blacks", "K:Q", "EW"],
                [2, "Greens", "Blues", "5:8", "NS"],
            ],
        },
        "Round 2!E3",
        "EW",
        4,
    ),
    "the lower half of a cross table": (
        JS,
        {
            "表": rows(
                "队名,甲,乙,丙,丁,积分,名次", "甲,*,,,,5,1", "乙,1:2,*,,,5,2", "丙,0:2,1:2,*,,4,4", "丁,2:0,0:2,1:2,*,4,3"
            )
        },
        "表!F3",
        4,
        6,
    ),
    "two levels, teams below": (
        JS,
        {
            "表": rows(
                "轮次,桌号,对阵双方,,得级,,级差,胜方", ",,东西,南北,东西,南北,,", "1,1,甲,乙,A,8,6,东西", "1,2,丙,丁,5,7,2,南北"
            )
        },
        "表!G4",
        3,
        2,
    ),
    "levels reached, 升级": (
        SJ,
        {"表": rows("轮次,桌号,南北对,东西对,南北打到,东西打到,胜", "1,1,张/李,王/赵,8,5,南北", "1,2,钱/孙,周/吴,4,10,东西")},
        "表!G3",
        "南北",
        2,
    ),
    "points, and who has won by the column": (
        DG,
        {
            "表": rows(
                "轮次,桌号,甲队,乙队,甲队得分,乙队得分,甲队头游数,乙队头游数,胜方",
                "1,1,一室,二室,17,8,3,3,甲队",
                "1,2,三室,四室,9,14,2,4,乙队",
            )
        },
        "表!I3",
        "甲队",
        2,
    ),
    "who beat whom": (
        JS,
        {"表": rows("第一轮 战报", "红队 胜 蓝队 A:10", "绿队 负 黑队 5:9", "白队 轮空")},
        "表!A3",
        "绿队 负 黑队 9:5",
        2,
    ),
    "round and table before a line": (
        JS,
        {
            "表": rows(
                "第1轮第1桌：红队 A:8 蓝队，红队胜", "第1轮第2桌：绿队 6:Q 黑队，黑队胜", "第2轮第1桌：红队 9:J 绿队，绿队胜"
            )
        },
        "表!A2",
        "第1轮第2桌：绿队 6:Q 黑队，绿队胜",
        3,
    ),
    "Chinese numbers": (
        JS,
        {
            "表": rows(
                "轮次,桌次,东西方,南北方,东西打到,南北打到,赢家",
                "第一轮,第一桌,甲,乙,打K,打十,东西",
                "第一轮,第二桌,丙,丁,打六,打尖,南北",
            )
        },
        "表!G3",
        "东西",
        2,
    ),
    "spaces in names": (
        JS,
        {"表": rows(" 轮 次 , 桌 号 , 东 西 队 , 南 北 队 , 比 分 , 胜 方 ", "1,1,甲,乙, 3 : 0 ,甲", "1,2,丙,丁,1 ： 3,丁")},
        "表!F3",
        "丙",
        2,
    ),
    "双扣 by hands": (
        SK,
        {
            "表": rows(
                "桌号：1,,,,,",
                "副数,头游,二游,三游,末游,东西大分,南北大分",
                "1,东,西,南,北,4,0",
                "2,南,东,北,西,1,2",
                "合计,,,,,5,2",
            )
        },
        "表!F5",
        6,
        1,
    ),
    "each side with its opponent": (
        JS,
        {
            "表": rows(
                "组别,队名,对手,比分,结果",
                "A,红队,蓝队,3:1,胜",
                "A,蓝队,红队,1:3,负",
                "A,绿队,黑队,2:2,平",
                "A,黑队,绿队,2:2,平",
            )
        },
        "表!E3",
        "胜",
        2,
    ),
    "a card a table": (
        JS,
        {
            "表": rows(
                "掼蛋比赛成绩条",
                ",",
                "轮次,第1轮,台号,3",
                ",",
                "东西方,红队,南北方,蓝队",
                "最终级数,A,最终级数,8",
                "胜方,红队,负方,蓝队",
                "裁判,,时间,",
            )
        },
        "表!B7",
        "蓝队",
        1,
    ),
    "points of A and B": (
        JS,
        {"表": rows("轮次,桌号,队A,队B,A得分,B得分,净胜分,胜队", "1,1,红,蓝,18,8,10,红", "1,2,绿,黑,12,14,2,黑")},
        "表!H3",
        "绿",
        2,
    ),
    "points of the match below the totals of the hands": (
        SK,
        {
            "1桌": rows(
                "轮次,第一轮,,台号,1桌,",
                "东,钱一,西,李二,,",
                "北,孙三,南,周四,,",
                "副数,庄家,级牌,抓分方小分,东西大分,南北大分",
                "1,东,2,20,17,-17",
                "2,北,3,160,25,-25",
                "3,西,4,80,-2,2",
                "4,南,5,160,25,-25",
                "5,东,5,160,-25,25",
                "6,北,6,120,14,-14",
                "7,西,7,20,17,-17",
                "8,南,8,160,25,-25",
                "合计,,,,96,-96",
                "积分,,,,2,1",
                "东西方签名：,,,南北方签名：,,裁判：",
            )
        },
        "1桌!E14",
        1,
        1,
    ),
    "rounds beside one another, with who signs below": (
        JS,
        {
            "表": rows(
                "编号,单位,第一轮,,,第二轮,,,总场分,总级差分,名次",
                ",,对手,场分,级差分,对手,场分,级差分,,,",
                "1,一车间,2,0,11,3,1,13,1,24,3",
                "2,二车间,1,2,15,4,0,12,2,27,2",
                "3,三车间,4,0,10,1,1,13,1,23,4",
                "4,四车间,3,2,16,2,2,14,4,30,1",
                ",,,,,,,,,,",
                ",裁判长：,,,,编排记录长：,,,,,",
            )
        },
        "表!J5",
        24,
        4,
    ),
    "who has won below the totals of the hands": (
        DG,
        {
            "记分": rows(
                "大怪路子记分单",
                "甲队,王一、陆二、顾三",
                "乙队,丁四、唐五、施六",
                "副次,头家,二家,三家,四家,五家,末家,甲队得分,乙队得分",
                "1,3号,4号,6号,5号,1号,2号,3,0",
                "2,2号,3号,4号,6号,1号,5号,0,5",
                "3,1号,3号,6号,5号,2号,4号,5,0",
                "4,5号,1号,2号,3号,4号,6号,5,0",
                "5,6号,5号,1号,4号,3号,2号,0,1",
                "6,5号,6号,2号,3号,4号,1号,1,0",
                "总分,,,,,,,14,6",
                "胜队,,,,,,,甲队,",
            )
        },
        "记分!H12",
        "乙队",
        1,
    ),
}


def sheets_of(layout: Layout) -> Layout:
    """Numbers as a workbook has them."""
    return {
        name: [[int(cell) if isinstance(cell, str) and cell.lstrip("-").isdecimal() else cell for cell in row] for row in table]
        for name, table in layout.items()
    }


def in_text(layout: Layout) -> bytes:
    """A layout of one table as a text of another country's programs."""
    out = io.StringIO()
    for table in layout.values():
        csv.writer(out, delimiter=";").writerows(table)
    return out.getvalue().encode("gb18030")


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_a_layout_is_read_and_its_slip_is_found_at_its_cell(name: str) -> None:
    rules, layout, where, slip, matches = LAYOUTS[name]
    as_text = name == "GB18030 and semicolons"
    found, wrong = found_in(sheets_of(layout), rules, in_text(layout) if as_text else None)
    assert (wrong, len(found.documents)) == ([], matches)
    sheet, _, cell = where.partition("!")
    made = deepcopy(layout)
    made[sheet][int(cell[1:]) - 1][ord(cell[0]) - ord("A")] = slip
    found, wrong = found_in(sheets_of(made), rules, in_text(made) if as_text else None)
    assert wrong[:1] == [cell]
    assert len(wrong) == 1 or name == "rises in words"  # the levels of the hands below go on from there
    assert found.tally.cells == (name == "teams with numbers of their own")


@pytest.mark.parametrize(
    ("table", "code", "cell"),
    [
        (rows("名次,参赛者,得分,胜场", "1,丙队,114,6", "2,甲队,108,4", "3,乙队,100,4"), "SCORESHEET-RANKED", "A1"),
        (rows("名次,队名,第1轮,第2轮,总积分", "1,甲,2,2,4", "2,乙,0,2,2", "3,丙,2,0,2"), "SCORESHEET-RANKED", "A1"),
        (
            rows(",,第1轮,,第2轮,,,", "序号,队名,对手,积分,对手,积分,总积分,名次", "1,甲,2,2,3,2,4,1", "2,乙,1,0,4,2,2,2"),
            "SCORESHEET-RANKED",
            "A2",
        ),
    ],
)
def test_standings_are_no_results_and_it_is_said_what_to_do(table: Rows, code: str, cell: str) -> None:
    found = refused(book(**sheets_of({"表": table})), "club.xlsx", JS)
    assert (found.code, found.pointer) == (code, f"club.xlsx!表:{cell}")
    assert "--published" in found.message.en


@pytest.mark.parametrize(
    ("name", "read"), [("第3桌", "3"), ("1号台", "1"), ("三", "3"), ("A1", "A1"), ("主桌", "主桌"), ("Table 4", "4")]
)
def test_a_table_is_its_number(name: str, read: str) -> None:
    found, _ = found_in(rows("轮次,桌号,东西队,南北队,比分", f"1,{name},甲,乙,3:0", "1,9,丙,丁,0:3"), JS)
    assert found.documents[0]["event"]["table"] == read


def test_what_a_number_of_a_match_is_called_is_no_round_where_every_row_has_another() -> None:
    found, _ = found_in(rows("场次,甲队,比分,乙队", "1,红队,3:1,蓝队", "2,绿队,0:3,黑队"), JS)
    assert [each["event"] for each in found.documents] == [{"table": "1"}, {"table": "2"}]
    found, _ = found_in(rows("场次,桌号,甲队,比分,乙队", "1,1,红队,3:1,蓝队", "1,2,绿队,0:3,黑队"), JS)
    assert [each["event"]["round"] for each in found.documents] == [1, 1]


def test_who_has_a_bye_has_no_match_whatever_column_says_so() -> None:
    for row in ("1,2,丙,轮空,", "1,2,丙,,轮空", "1,轮空,丙,,", "1,2,轮空,丙,3:0"):
        found, wrong = found_in(rows("轮次,桌号,甲队,乙队,比分", "1,1,甲,乙,3:0", row), JS)
        assert (len(found.documents), wrong, noted(found, "BYE")) == (1, [], ["club.xlsx!表:A3"])


@pytest.mark.parametrize("reason", ["判定", "绿队弃权", "有争议，裁判长判定"])
def test_who_has_won_against_the_levels_has_a_reason(reason: str) -> None:
    table = rows("轮次,桌号,甲队,甲队级数,乙队,乙队级数,胜方,备注", "1,1,红队,5,绿队,8,红队,")
    assert found_in(table, JS)[1] == ["G2"]
    table[1][7] = reason
    assert found_in(table, JS)[1] == []


def test_both_who_have_forfeited_have_no_match() -> None:
    found, wrong = found_in(rows("队名,甲,乙,丙,胜场", "甲,,2:0,弃权,1", "乙,0:2,,2:1,1", "丙,弃权,1:2,,0"), JS)
    assert (len(found.documents), wrong, noted(found, "BOTH-FORFEIT")) == (2, [], ["club.xlsx!表:D2"])


def test_a_reading_says_which_cells_contradict_and_which_are_not_read() -> None:
    table = rows("轮次,桌号,东西队,南北队,比分,胜方", "1,1,甲,乙,3:0,南北", "1,2,丙,丁,三比一,东西")
    found, wrong = found_in(table, JS)
    assert sorted(filter(None, wrong)) == ["E3", "F2"]
    assert (found.tally.cells, found.tally.differing, found.tally.taken) == (1, 1, 2)


def test_a_row_of_teams_that_are_called_as_columns_is_no_head() -> None:
    table = rows("周赛", "台面,红方人马,蓝方人马,红方级,蓝方级,谁赢", "1,甲队,乙队,A,9,甲队", "2,丙队,丁队,6,10,丁队")
    found, wrong = found_in(table, JS)
    assert (wrong, len(found.documents)) == ([], 2)


def test_a_level_may_stand_with_the_one_before_it() -> None:
    found, wrong = found_in(rows("桌号,东西队,南北队,东西级,南北级,备注", "1,甲,乙,2→8,2->5,到时", "2,丙,丁,2→A,2→10,过A"), JS)
    assert wrong == []
    assert [each["claims"]["levels"] for each in found.documents] == [{"EW": "8", "NS": "5"}, {"EW": "A", "NS": "T"}]
    assert len(noted(found, "READ-AS")) == 4


def test_rows_of_players_are_no_rows_of_sides() -> None:
    table = rows("轮次,桌号,座位,姓名,胜负", "1,1,东,张三,胜", "1,1,西,李四,胜", "1,1,南,王五,负", "1,1,北,赵六,负")
    assert found_in(table, JS)[0].documents == []


def test_the_draw_turns_round_who_is_only_named_first() -> None:
    found, _ = found_in(rows("轮次,桌号,参赛队A,参赛队B,比分", "1,1,甲,乙,3:0"), JS)
    assert found.documents[0]["extra"]["scoresheet"]["sides"] == "assumed"
    found, _ = found_in(rows("桌号,A方,,B方,,胜方", ",队名,级数,队名,级数,", "1,甲,A,乙,9,甲"), JS)
    assert found.documents[0]["extra"]["scoresheet"]["sides"] == "assumed"


def test_teams_called_by_numbers_or_colours_are_no_names_of_columns() -> None:
    for one, other in (("红队", "蓝队"), ("一队", "二队"), ("1队", "2队")):
        found, _ = found_in(rows("成绩", f"第1桌,{one},3:1,{other},{one}胜", "第2桌,丙,0:3,丁,丁胜"), JS)
        assert [each["seats"]["E"]["team"] for each in found.documents] == [one, "丙"]


def test_a_tree_of_rounds_with_an_odd_number_of_names_is_none() -> None:
    table = rows("1/4决赛,半决赛", "甲,甲", "乙,", "丙,丙", "丁,", "戊,戊", "己,")
    assert refused(book(**sheets_of({"表": table})), "club.xlsx", JS).code == "SCORESHEET-HEADERS"


@pytest.mark.parametrize(("row", "at", "slip"), [(10, 7, "15"), (5, 7, "2"), (5, 8, "4")])
def test_a_reading_that_tells_less_of_who_played_is_no_rival(row: int, at: int, slip: str) -> None:
    table = deepcopy(LAYOUTS["who has won below the totals of the hands"][1]["记分"])
    table[row][at] = slip
    found, wrong = found_in(table, DG)
    assert (len(found.documents[0]["seats"]), bool(wrong)) == (6, True)


def test_which_side_banks_is_not_who_has_won() -> None:
    head = "副,庄家方,打几,抓分,南北级,东西级"
    hands = ("1,南北,2,60,4,2", "2,南北,4,85,4,2", "3,东西,2,50,4,5", "4,东西,5,75,4,6", "5,东西,6,20,4,Q")
    found, wrong = found_in(rows("首轮3桌", "南北：一室,,,东西：三室,,", head, *hands), CD)
    assert (wrong, noted(found, "NO-COLUMN")) == ([], ["club.xlsx!表:B3"])
