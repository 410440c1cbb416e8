"""Layouts as clubs, unions and schools keep them, by hand: read as they stand, and each planted slip is found at its cell."""

import csv
import io
import re
from copy import deepcopy

import pytest
from openpyxl import Workbook
from openpyxl.utils import column_index_from_string

from tests.ingest.scoresheet.tables import saved
from tests.ingest.scoresheet.test_other_layouts import found_in

JS, G1, G2, G3, DG = "guandan-js2023", "guandan-1", "guandan-2", "guandan-3", "daguai"
SK, SJ, CD = "shuangkou", "shengji", "chaodipi"
Sheets = dict[str, list[list[str]]]


def rows(*lines: str) -> list[list[str]]:
    return [line.split(",") for line in lines]


PAPERS: dict[str, tuple[str, Sheets, tuple[str, ...], dict[str, str], int]] = {
    "two levels of heads, merged": (
        JS,
        {
            "小组赛": rows(
                "××大学第八届掼蛋联赛小组赛成绩登记表",
                "组别：B组,,比赛日期：2026年5月2日,,,,地点：活动中心",
                "轮次,台号,东西方,,,南北方,,,裁判",
                ",,学院,打到,得分,学院,打到,得分",
                "1,1,数学院,A,2,物理院,6,0,王",
                "1,2,化学院,9,0,生科院,J,2,李",
                "2,1,数学院,10,1,化学院,10,1,王",
                "2,2,物理院,5,0,生科院,过A,2,李",
                "裁判长签字：,,,,记分员签字：",
            ),
        },
        ("A1:I1", "C3:E3", "F3:H3", "A3:A4", "B3:B4", "I3:I4"),
        {"E5": "0", "H6": "1", "H7": "2", "E8": "2"},
        4,
    ),
    "a worksheet a round, the winner by its number": (
        JS,
        {
            "R1": rows(
                "第1轮对阵及成绩",
                "桌次,编号,队名,级数,,级数,队名,编号,胜队编号",
                "1,3,飞鹰,A3,比,J,猎豹,8,3",
                "2,5,红星,K,比,9,长城,1,5",
                "3,2,蓝天,打A1,比,Q,白云,6,2",
            ),
            "R2": rows(
                "第2轮对阵及成绩",
                "桌次,编号,队名,级数,,级数,队名,编号,胜队编号",
                "1,3,飞鹰,8,比,10,红星,5,5",
                "2,2,蓝天,A,比,A,猎豹,8,平",
                "3,1,长城,7,比,A+,白云,6,6",
            ),
        },
        (),
        {"I3": "8", "I4": "1"},
        6,
    ),
    "one table's sheet in two levels": (
        G1,
        {
            "第2轮5桌": rows(
                "掼蛋比赛记分表",
                "东西：张伟、王芳,,,,南北：李娜、赵强",
                "副数,级牌,名次,,,,升级,,累计级数",
                ",,上游,二游,三游,下游,东西,南北,东西,南北",
                "1,2,东,西,南,北,3,,5,2",
                "2,5,南,东,北,西,,2,5,4",
                "3,4,北,西,东,南,,1,5,5",
                "4,5,西,南,东,北,2,,7,5",
                "确认签字",
            ),
        },
        ("C3:F3", "G3:H3", "I3:J3"),
        {"G5": "2", "J6": "5", "I8": "8", "H7": "2"},
        1,
    ),
    "knock-out in sections, scores without a name": (
        G2,
        {
            "淘汰赛": rows(
                "掼蛋淘汰赛成绩（三局两胜）",
                "四分之一决赛",
                "场,甲方,,,乙方,胜者",
                "①,工商联,2,0,科协,工商联",
                "②,文联,1,2,侨联,侨联",
                "③,妇联,2,1,残联,妇联",
                "④,青联,0,2,记协,记协",
                "半决赛",
                "场,甲方,,,乙方,胜者",
                "①,工商联,2,1,侨联,工商联",
                "②,妇联,0,2,记协,记协",
                "三四名决赛",
                "①,侨联,2,0,妇联,侨联",
                "决赛",
                "①,工商联,1,2,记协,记协",
            ),
        },
        (),
        {"F5": "文联", "F10": "侨联", "F15": "工商联"},
        8,
    ),
    "two tables that touch": (
        JS,
        {
            "第3轮": rows(
                "第1桌,,,,,,第2桌",
                "队名,第1副,第2副,第3副,第4副,合计,队名,第1副,第2副,第3副,第4副,合计",
                "红旗,3,0,1,0,4,春风,0,2,0,1,3",
                "东方,0,2,0,3,5,夏雨,1,0,3,0,4",
            ),
        },
        (),
        {"F3": "5", "L4": "5"},
        2,
    ),
    "days as numbers": (
        SK,
        {
            "表": rows(
                "日期,轮,桌,东西队,大分,小分,南北队,大分,小分,胜队,场分",
                "20260502,1,1,杭州,18,310,宁波,-18,205,杭州,2:1",
                "20260502,1,2,温州,-7,190,绍兴,7,260,绍兴,1:2",
                "20260503,2,1,杭州,5,255,温州,-5,240,杭州,2:1",
                "20260503,2,2,宁波,-10,200,绍兴,10,300,绍兴,1:2",
            ),
        },
        (),
        {"J2": "宁波", "K4": "1:2"},
        4,
    ),
    "points and differences added up": (
        JS,
        {
            "表": rows(
                "轮次,桌号,主队,主队级数,客队级数,客队,主队积分,客队积分,主队净级,客队净级",
                "1,1,滨江,A,9,西湖,2,0,5,-5",
                "1,2,余杭,8,J,萧山,0,2,-3,3",
                "1,3,临平,6,6,钱塘,1,1,0,0",
                "本轮合计,,,,,,3,3,2,-2",
            ),
        },
        (),
        {"G2": "1", "J3": "2", "G5": "4", "I2": "4", "I5": "3"},
        3,
    ),
    "a cross table in two lines": (
        JS,
        {
            "A组": rows(
                "A组循环赛成绩表",
                "序号,队名,1,2,3,4,总分,净级,名次",
                "1,南山,—,A:8\n2,7:7\n1,9:K\n0,3,2,2",
                "2,福田,8:A\n0,—,J:5\n2,6:Q\n0,2,-6,3",
                "3,罗湖,7:7\n1,5:J\n0,—,3:10\n0,1,-13,4",
                "4,宝安,K:9\n2,Q:6\n2,10:3\n2,—,6,17,1",
            ),
        },
        (),
        {"G3": "4", "H4": "-5", "I6": "2", "C6": "K:9\n0"},
        6,
    ),
    "a league in English": (
        JS,
        {
            "Week 3": rows(
                "Guandan League - Week 3",
                "Table,Home team,Home,Away,Away team,Level diff,Home pts,Away pts",
                "1,Dragons,A,10,Tigers,4,2,0",
                "2,Cranes,7,J,Pandas,-4,0,2",
                "3,Foxes,9,9,Wolves,0,1,1",
                "Signed:",
            ),
        },
        (),
        {"F3": "3", "G4": "2", "H5": "2"},
        3,
    ),
    "blocks, with hands in Chinese numerals": (
        G1,
        {
            "表": rows(
                "轮次：3,桌号：1,日期：2026.5.2",
                "方向,队名,一,二,三,四,五,合计,胜负",
                "东西,铁路,3,,2,,1,6,胜",
                "南北,公路,,1,,3,,4,负",
                "裁判签名：",
                ",",
                "轮次：3,桌号：2,日期：2026.5.2",
                "方向,队名,一,二,三,四,五,合计,胜负",
                "东西,航空,,2,,1,,3,负",
                "南北,水运,1,,3,,2,6,胜",
                "裁判签名：",
            ),
        },
        (),
        {"H3": "7", "H10": "5", "I4": "胜"},
        2,
    ),
    "sentences with levels in brackets": (
        JS,
        {
            "战报": rows(
                "第一轮战报",
                "1台：计算机学院（A）胜外语学院（8）",
                "2台：法学院（7）负于医学院（Q）",
                "3台：体育学院（9）平艺术学院（9）",
                "第二轮战报",
                "1台：计算机学院（10）负于医学院（K）",
                "2台：法学院（A）胜艺术学院（5）",
            ),
        },
        (),
        {"A2": "1台：计算机学院（6）胜外语学院（8）", "A6": "1台：计算机学院（Q）负于医学院（J）"},
        5,
    ),
    "three games under two levels of heads": (
        G3,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,第一局,,第二局,,第三局,,胜局,,胜队",
                ",,,,东西,南北,东西,南北,东西,南北,东西,南北",
                "1,1,一中,二中,A,9,7,A,A,Q,2,1,一中",
                "1,2,三中,四中,6,A,10,A,,,0,2,四中",
                "1,3,五中,六中,A,K,A,8,,,2,0,五中",
            ),
        },
        ("E1:F1", "G1:H1", "I1:J1", "K1:L1"),
        {"K3": "1", "M4": "三中", "L5": "1"},
        7,
    ),
    "won, drawn and lost in a cell": (
        SK,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,副数,胜/平/负,东西大分,南北大分,胜队",
                "1,1,金华,台州,6,3/2/1,9,-9,金华",
                "1,2,嘉兴,湖州,6,2/1/3,-4,4,湖州",
            ),
        },
        (),
        {"I2": "台州"},
        2,
    ),
    "tables of friends": (
        CD,
        {
            "表": rows(
                "炒地皮友谊赛成绩",
                "台,东西,级,南北,级,级差,胜方,签名",
                "一,老张老李,10,小王小赵,7,3,东西",
                "二,老陈老周,5,小吴小郑,Q,7,南北",
                "三,老冯老褚,8,小卫小蒋,6,2,东西",
                "合计,,,,,12",
            ),
        },
        (),
        {"F3": "4", "G4": "东西", "F6": "11"},
        3,
    ),
    "two slips side by side": (
        JS,
        {
            "表": rows(
                "比赛成绩条,,,比赛成绩条",
                "轮次,2,,轮次,2",
                "台号,1,,台号,2",
                "东西队,雄鹰,,东西队,雪豹",
                "南北队,海燕,,南北队,苍狼",
                "东西级数,A,,东西级数,8",
                "南北级数,J,,南北级数,K",
                "级差,3,,级差,-5",
                "胜方,雄鹰,,胜方,苍狼",
                "裁判签字,,,裁判签字",
            ),
        },
        (),
        {"B8": "6", "E9": "雪豹", "E8": "-4"},
        2,
    ),
    "who met in one cell": (
        G2,
        {
            "表": rows(
                "序号,日期,阶段,对阵,局分,净胜局,晋级队,备注",
                "1,2026/5/2,八强,丰台—海淀,2：1,1,丰台",
                "2,2026/5/2,八强,朝阳—通州,0：2,-2,通州",
                "3,2026/5/3,四强,丰台—通州,2：0,2,丰台",
                "4,2026/5/3,四强,昌平—大兴,2：0,2,昌平,大兴弃权",
            ),
        },
        (),
        {"F2": "2", "G3": "朝阳", "F4": "1"},
        4,
    ),
}


def in_book(layout: Sheets, merged: tuple[str, ...]) -> bytes:
    """A layout as a workbook: numbers as numbers, and the heads of its first worksheet merged."""
    book = Workbook()
    book.remove(book.active)
    for name, table in layout.items():
        page = book.create_sheet(name)
        for row in table:
            page.append([int(cell) if re.fullmatch(r"-?\d+", cell) else cell or None for cell in row])
    for each in merged:
        book.worksheets[0].merge_cells(each)
    return saved(book)


def in_text(layout: Sheets) -> bytes:
    """A layout of one table as CSV."""
    out = io.StringIO()
    (table,) = layout.values()
    csv.writer(out).writerows(table)
    return out.getvalue().encode("utf-8-sig")


def wrong_in(layout: Sheets, merged: tuple[str, ...], rules: str, *, text: bool) -> tuple[int, list[str | None]]:
    """How many matches a layout is read as, and every cell that is wrong."""
    if text:
        found, wrong = found_in({}, rules, in_text(layout))
    else:
        found, wrong = found_in({}, rules, in_book(layout, merged), "club.xlsx")
    assert found.tally.holds
    return len(found.documents), wrong


@pytest.mark.parametrize("text", [False, True], ids=["xlsx", "csv"])
@pytest.mark.parametrize("name", list(PAPERS))
def test_a_paper_is_read_and_its_slips_are_found(name: str, text: bool) -> None:
    rules, layout, merged, slips, matches = PAPERS[name]
    if text and len(layout) > 1:
        pytest.skip("CSV has one worksheet")
    assert wrong_in(layout, merged, rules, text=text) == (matches, [])
    for cell, slip in slips.items():
        made = deepcopy(layout)
        at = re.fullmatch(r"([A-Z]+)(\d+)", cell)
        assert at is not None
        row = next(iter(made.values()))[int(at[2]) - 1]
        row[column_index_from_string(at[1]) - 1] = slip
        _, wrong = wrong_in(made, merged, rules, text=text)
        assert cell in wrong, cell
        assert len(wrong) <= 2, (cell, wrong)  # what it contradicts may be named beside it
