"""Further layouts of clubs and unions, read in the best of several readings: each slip is found at its cell."""

import re
from copy import deepcopy
from typing import Final

import pytest
from openpyxl.utils import column_index_from_string

from tests.ingest.scoresheet.test_club_papers import DG, G1, G2, JS, SJ, SK, Sheets, in_book, in_text, rows
from tests.ingest.scoresheet.test_other_layouts import found_in

PAPERS: Final[dict[str, tuple[str, Sheets, tuple[str, ...], dict[str, str], int, str]]] = {
    "traditional, merged, full width": (
        JS,
        {
            "表": rows(
                "第三輪比賽成績",
                "輪次,檯號,甲組,,,乙組,,,結果,",
                ",,隊名,升至,積分,隊名,升至,積分,級差,勝隊",
                "３,１,飛馬,Ａ,２,神牛,１０,０,４,飛馬",
                "３,２,白鶴,６,０,黑豹,Ｊ,２,－５,黑豹",
                "３,３,金獅,８,１,銀狐,８,１,０,平",
            ),
        },
        ("A1:J1", "A2:A3", "B2:B3", "C2:E2", "F2:H2", "I2:J2"),
        {"I4": "３", "J5": "白鶴", "E5": "２"},
        3,
        "飛馬 神牛 白鶴 黑豹 金獅 銀狐",
    ),
    "halves of hands across": (
        G1,
        {
            "表": rows(
                "桌号：4,,轮次：2,,裁判：周",
                "方位,队名,1,2,3,4,上半场,5,6,7,8,下半场,总计,打到",
                "东西,红梅,3,0,0,2,5,0,1,0,0,1,6,8",
                "南北,青竹,0,1,2,0,3,3,0,1,2,6,9,J",
            ),
        },
        (),
        {"G3": "6", "L4": "5", "M3": "7", "N4": "10"},
        1,
        "红梅 青竹",
    ),
    "cross, two rows a team": (
        JS,
        {
            "表": rows(
                "A组单循环成绩",
                "序号,队名,项目,1,2,3,积分,净级,名次",
                "1,松江,级数,—,A:8,9:J,2,4,1",
                ",,得分,—,2,0,,,",
                "2,金山,级数,8:A,—,Q:6,2,0,2",
                ",,得分,0,—,2,,,",
                "3,奉贤,级数,J:9,6:Q,—,2,-4,3",
                ",,得分,2,0,—,,,",
            ),
        },
        ("A3:A4", "B3:B4", "A5:A6", "B5:B6", "A7:A8", "B7:B8"),
        {"G3": "3", "E4": "0", "H5": "1"},
        3,
        "松江 金山 奉贤",
    ),
    "bracket drawn as a tree": (
        G2,
        {
            "对阵图": rows(
                "掼蛋淘汰赛对阵图",
                "四分之一决赛,比分,半决赛,比分,决赛,比分,冠军",
                "朝阳,2,,,,,",
                ",,朝阳,2,,,",
                "海淀,1,,,,,",
                ",,,,朝阳,1,",
                "东城,0,,,,,",
                ",,西城,0,,,",
                "西城,2,,,,,",
                ",,,,,,丰台",
                "丰台,2,,,,,",
                ",,丰台,2,,,",
                "石景山,0,,,,,",
                ",,,,丰台,2,",
                "通州,2,,,,,",
                ",,通州,1,,,",
                "顺义,1,,,,,",
            ),
        },
        (),
        {"G10": "朝阳", "C16": "顺义"},
        7,
        "朝阳 海淀 东城 西城 丰台 石景山 通州 顺义",
    ),
    "semicolons, GB18030, units": (
        JS,
        {
            "表": rows(
                "轮次,桌次,队名1,级数1,得分1,队名2,级数2,得分2,级差",
                "第1轮,1号桌,风华,A级,2分,正茂,7级,0分,7级",
                "第1轮,2号桌,书生,9级,0分,意气,K级,2分,-4级",
                "第2轮,1号桌,风华,5级,0分,意气,6级,2分,-1级",
                "第2轮,2号桌,正茂,8级,1分,书生,8级,1分,0级",
            ),
        },
        (),
        {"I2": "6级", "E3": "2分", "I4": "1级"},
        4,
        "风华 正茂 书生 意气",
    ),
    "places by players' names": (
        DG,
        {
            "表": rows(
                "大怪路子 第3轮 第2桌",
                "甲队：赵大、钱二、孙三,,,,乙队：李四、周五、吴六",
                "副数,第一名,第二名,第三名,第四名,第五名,第六名,甲队,乙队",
                "1,赵大,钱二,孙三,李四,周五,吴六,8,0",
                "2,李四,赵大,周五,吴六,钱二,孙三,0,5",
                "3,钱二,李四,赵大,周五,孙三,吴六,3,0",
                "4,周五,赵大,钱二,李四,孙三,吴六,0,1",
                "5,孙三,李四,赵大,钱二,周五,吴六,5,0",
                "6,吴六,赵大,李四,钱二,周五,孙三,0,3",
                "合计,,,,,,,16,9",
            ),
        },
        (),
        {"H6": "5", "I5": "3", "H10": "15"},
        1,
        "",
    ),
    "bankers by name below sides": (
        SJ,
        {
            "表": rows(
                "第2轮 6桌 升级比赛记录",
                "甲方：陈东、林西,,,乙方：黄南、郑北",
                "副,级牌,甲方庄家,乙方庄家,闲家得分,甲方级数,乙方级数",
                "1,2,陈东,,45,3,2",
                "2,3,林西,,35,5,2",
                "3,5,陈东,,75,6,2",
                "4,6,林西,,90,6,3",
            ),
        },
        (),
        {"F5": "4", "F6": "7"},
        1,
        "",
    ),
    "side by side, of different heights, days as numbers": (
        SK,
        {
            "表": rows(
                "第一轮,,,,,,,第二轮",
                "日期,桌,东西,南北,大分,胜方,,日期,桌,东西,南北,大分,胜方",
                "46145,1,杭州,宁波,18:-18,杭州,,46146,1,杭州,温州,-3:3,温州",
                "46145,2,温州,绍兴,-7:7,绍兴,,46146,2,宁波,绍兴,9:-9,宁波",
                "46145,3,金华,台州,4:-4,金华",
            ),
        },
        (),
        {"F4": "温州", "M3": "杭州", "F5": "台州"},
        5,
        "杭州 宁波 温州 绍兴 金华 台州",
    ),
    "a row a player, level and points of each": (
        JS,
        {
            "表": rows(
                "轮次,台号,座位,姓名,代表队,打到级数,得分",
                "1,1,东,王一,工行,A,2",
                "1,1,西,王二,工行,A,2",
                "1,1,南,李一,农行,9,0",
                "1,1,北,李二,农行,9,0",
                "1,2,东,周一,建行,6,0",
                "1,2,西,周二,建行,6,0",
                "1,2,南,吴一,中行,Q,2",
                "1,2,北,吴二,中行,Q,2",
            ),
        },
        (),
        {"F3": "K", "G4": "2", "G7": "1"},
        2,
        "工行 农行 建行 中行",
    ),
    "notes among the rows": (
        JS,
        {
            "表": rows(
                "掼蛋联谊赛成绩公告",
                "5月2日上午 第一轮",
                "桌号,参赛队,对手,级数,胜方",
                "1,审计局,财政局,9:A,财政局",
                "（第2桌因故推迟至下午）",
                "3,统计局,税务局,K:8,统计局",
                "5月2日下午 第二轮",
                "1,审计局,统计局,7:7,抽签：审计局",
                "注：第2桌补赛",
                "2,商务局,民政局,A:J,商务局",
                "说明：过A为胜，时间到以级数高者为胜",
            ),
        },
        (),
        {"E4": "审计局", "E6": "税务局", "E10": "民政局"},
        4,
        "审计局 财政局 统计局 税务局 商务局 民政局",
    ),
}
"""By name: rules, worksheets, merged ranges, slips of the first worksheet by cell, how many matches, and all teams."""


def _read(layout: Sheets, merged: tuple[str, ...], rules: str) -> tuple[set[str], int, list[str | None]]:
    """The teams and the number of matches that a layout is read as, and every cell that is wrong."""
    if merged or len(layout) > 1:
        found, wrong = found_in({}, rules, in_book(layout, merged), "club.xlsx")
    else:
        found, wrong = found_in({}, rules, in_text(layout))
    teams = {seat.get("team", "") for document in found.documents for seat in document.get("seats", {}).values()}
    return teams, len(found.documents), wrong


@pytest.mark.parametrize("name", list(PAPERS))
def test_a_paper_is_read_and_its_slips_are_found(name: str) -> None:
    rules, layout, merged, slips, matches, called = PAPERS[name]
    teams, number, wrong = _read(layout, merged, rules)
    assert (number, wrong) == (matches, [])
    assert not called or teams == {*called.split()}
    for cell, slip in slips.items():
        made = deepcopy(layout)
        at = re.fullmatch(r"([A-Z]+)(\d+)", cell)
        assert at is not None
        row = next(iter(made.values()))[int(at[2]) - 1]
        row[column_index_from_string(at[1]) - 1] = slip
        _, _, wrong = _read(made, merged, rules)
        assert cell in wrong, cell
        assert len(wrong) <= 2, (cell, wrong)
