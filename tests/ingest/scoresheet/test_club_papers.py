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
    "a row a player, with places": (
        DG,
        {
            "表": rows(
                "大怪路子决赛 第1桌 各副名次",
                "座号,选手,第1副,第2副,第3副,第4副,第5副,第6副",
                "1,陈一,1,2,6,1,3,2",
                "2,周一,2,1,1,4,2,3",
                "3,陈二,3,3,2,2,4,1",
                "4,周二,5,4,3,5,1,6",
                "5,陈三,4,6,4,3,5,4",
                "6,周三,6,5,5,6,6,5",
            ),
        },
        (),
        {"C5": "2", "F6": "4"},
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
    "a row a player, with rises across": (
        G1,
        {
            "表": rows(
                "桌号,座位,姓名,第1副,第2副,第3副,第4副,合计",
                "3,东,甲,3,0,1,0,4",
                "3,南,乙,0,2,0,1,3",
                "3,西,丙,3,0,1,0,4",
                "3,北,丁,0,2,0,1,3",
                "4,东,戊,0,0,2,3,5",
                "4,南,己,1,2,0,0,3",
                "4,西,庚,0,0,2,3,5",
                "4,北,辛,1,2,0,0,3",
            ),
        },
        (),
        {"H3": "4", "D4": "2", "H4": "5", "F8": "1"},
        2,
    ),
    "a row a player, with places in words": (
        G2,
        {
            "表": rows(
                "台,方位,姓名,一,二,三,合计",
                "1,东,甲,头,二,末",
                "1,南,乙,二,头,三",
                "1,西,丙,三,末,头",
                "1,北,丁,末,三,二",
            ),
        },
        (),
        {"D5": "头", "F4": "三"},
        1,
    ),
    "of a trade union, with a draw by lot": (
        JS,
        {
            "第三轮": rows(
                "市总工会职工掼蛋赛（第三轮）",
                "台号,甲方,甲方级数,乙方,乙方级数,级差,获胜方,签名",
                "1,供电局,过A,水务局,9,+6,供电局",
                "2,邮政,10,公交,打A2,-4,公交",
                "3,医院,J,学校,J,0,抽签医院胜",
                "记分员：李某,,,裁判长：王某",
            ),
        },
        (),
        {"F3": "+4", "F4": "-3", "G4": "邮政", "F5": "1"},
        3,
    ),
    "红方 and 蓝方 over 局次": (
        G1,
        {
            "3桌": rows(
                "第2轮 第3桌",
                "红方：高一3班,,,蓝方：高二1班",
                "红方坐东西",
                "局次,级牌,头游,二游,三游,末游,红方升级,蓝方升级",
                "1,2,东,南,西,北,2",
                "2,4,南,北,东,西,,3",
                "3,5,北,东,西,南,,1",
                "4,6,南,东,北,西,,2",
                "合计,,,,,,2,6",
            ),
        },
        (),
        {"G5": "3", "H8": "1", "G9": "3", "H9": "5"},
        1,
    ),
    "games of a knock-out by their scores": (
        G2,
        {
            "淘汰": rows(
                "阶段,编号,队1,队2,局1,局2,局3,总比分,胜队",
                "1/4决赛,QF1,海鸥,飞鱼,1:0,0:1,1:0,2:1,海鸥",
                "1/4决赛,QF2,猛虎,雄狮,0:1,0:1,,0:2,雄狮",
                "半决赛,SF1,海鸥,雄狮,1:0,1:0,,2:0,海鸥",
            ),
        },
        (),
        {"H2": "1:2", "H3": "1:2", "I4": "雄狮"},
        7,
    ),
    "level points for a draw": (
        JS,
        {
            "成绩": rows(
                "轮次,桌号,东西,南北,打到,,级差分,,胜方",
                ",,,,东西,南北,东西,南北",
                "1,1,甲队,乙队,A+,7,21,5,东西",
                "1,2,丙队,丁队,9,9,13,13,平",
                "2,1,甲队,丁队,6,10,9,17,南北",
            ),
        },
        ("E1:F1", "G1:H1"),
        {"G3": "18", "H5": "16", "I5": "东西"},
        3,
    ),
    "a cross table with a record of two parts": (
        JS,
        {
            "循环": rows(
                "队名,银河,北斗,天狼,织女,胜/负,积分,净胜级,名次",
                "银河,,8:5,6:A,10:7,2/1,4,-2,1",
                "北斗,5:8,,9:4,3:Q,1/2,2,-7,4",
                "天狼,A:6,4:9,,8:8,1/1,3,3,3",
                "织女,7:10,Q:3,8:8,,1/1,3,6,2",
            ),
        },
        (),
        {"F2": "1/2", "G3": "1", "H2": "-3", "B3": "5:9"},
        6,
    ),
    "rounds side by side": (
        JS,
        {
            "成绩": rows(
                "第一轮,,,,,,,第二轮",
                "桌,甲队,级,乙队,级,胜方,,桌,甲队,级,乙队,级,胜方",
                "1,鲁班,A,神农,6,鲁班,,1,鲁班,8,女娲,Q,女娲",
                "2,伏羲,5,女娲,9,女娲,,2,神农,10,伏羲,7,神农",
            ),
        },
        (),
        {"F3": "神农", "M4": "伏羲"},
        4,
    ),
    "双扣 by hands": (
        SK,
        {
            "2号桌": rows(
                "轮次：1,,桌号：2",
                "东西：诸暨,,南北：萧山",
                "副,庄家,抓分,大分,,备注",
                ",,,东西,南北",
                "1,东,40,9,-9",
                "2,北,80,2,-2",
                "3,西,120,-14,14",
                "4,南,20,-17,17",
                "合计,,,-20,20",
            ),
        },
        ("D3:E3",),
        {"D9": "-19", "E7": "13", "D5": "8"},
        1,
    ),
    "rows of sides in merged cells": (
        JS,
        {
            "表": rows(
                "轮次,桌号,队名,队员,终级,级差,场分",
                "4,1,长江,张三 李四,A,5,2",
                ",,黄河,王五 赵六,9,-5,0",
                "4,2,珠江,孙七 周八,6,-5,0",
                ",,海河,吴九 郑十,J,5,2",
            ),
        },
        ("A2:A3", "B2:B3", "A4:A5", "B4:B5"),
        {"F3": "-4", "G4": "2", "F5": "6"},
        2,
    ),
    "scores apart by a colon": (
        DG,
        {
            "表": rows(
                "场次,队名,得分,,得分,队名,胜者",
                "1,玄武,22,:,14,朱雀,玄武",
                "2,青龙,9,:,17,白虎,白虎",
            ),
        },
        (),
        {"G2": "朱雀", "G3": "青龙"},
        2,
    ),
    "round and table in one": (
        JS,
        {
            "表": rows(
                "场地,主队,客队,主队级,客队级,净级",
                "1轮1桌,甲,乙,8,5,3",
                "1轮2桌,丙,丁,4,J,-7",
                "2轮1桌,甲,丁,A,K,1",
            ),
        },
        (),
        {"F2": "4", "F3": "-6"},
        3,
    ),
    "days, times, results and points": (
        JS,
        {
            "赛程": rows(
                "日期,时间,场地,主队,客队,比分,主队积分,客队积分",
                "46145,9:00,1,华山,泰山,3-1,2,0",
                "46145,10:30,2,嵩山,恒山,0-3,0,2",
                "46146,9:00,1,华山,恒山,2-2,1,1",
                "合计,,,,,,3,3",
            ),
        },
        (),
        {"G2": "0", "H3": "1", "G5": "4"},
        3,
    ),
    "hands across with dashes": (
        DG,
        {
            "表": rows(
                "场次,甲队,乙队,第1副,第2副,第3副,第4副,第5副,第6副,总分,胜方",
                "1,申花,浦江,8-0,0-3,1-0,5-0,0-1,3-0,17-4,申花",
                "2,外滩,徐汇,0-5,1-0,0-8,3-0,0-1,0-3,4-17,徐汇",
            ),
        },
        (),
        {"J2": "16-4", "K3": "外滩"},
        2,
    ),
    "pairs by letters, in English": (
        JS,
        {
            "Round 1": rows(
                "Tbl,Pair A,Pair B,Lvl A,Lvl B,VP A,VP B",
                "1,Ann/Bob,Cy/Di,A,9,2,0",
                "2,Ed/Flo,Gus/Hal,7,Q,0,2",
            ),
            "Round 2": rows(
                "Tbl,Pair A,Pair B,Lvl A,Lvl B,VP A,VP B",
                "1,Ann/Bob,Gus/Hal,8,8,1,1",
                "2,Ed/Flo,Cy/Di,J,5,2,0",
            ),
        },
        (),
        {"F2": "0", "G3": "1"},
        4,
    ),
    "levels of games across": (
        G2,
        {
            "表": rows(
                "轮次,桌号,东西队,南北队,第一局,第二局,第三局,大比分,胜者",
                "1,1,红星,蓝月,A:8,6:A,A:K,2:1,红星",
                ",2,黄河,长江,9:A,A:5,3:A,1:2,长江",
                ",3,白云,黑土,A:2,A:7,,2:0,白云",
            ),
        },
        ("A2:A4",),
        {"H2": "1:2", "H4": "2:1", "I3": "黄河"},
        8,
    ),
    "hands by who won and by how much": (
        G1,
        {
            "表": rows(
                "东西：红队,,南北：蓝队",
                "副,胜方,升级,东西级,南北级,记录",
                "1,红队,2,4,2",
                "2,蓝队,3,4,5",
                "3,蓝队,1,4,6",
                "4,红队,3,7,6",
            ),
        },
        (),
        {"C4": "2", "D6": "6", "E5": "7"},
        1,
    ),
    "a numbered list, with who goes on": (
        G2,
        {
            "表": rows(
                "第一轮",
                "1. 红队 2-1 蓝队（红队晋级）",
                "2. 绿队 0-2 黑队（黑队晋级）",
                "3. 白队 2-0 黄队（白队晋级）",
            ),
        },
        (),
        {"A2": "1. 红队 2-1 蓝队（蓝队晋级）", "A4": "3. 白队 2-0 黄队（黄队晋级）"},
        3,
    ),
    "what teams have below the results": (
        JS,
        {
            "表": rows(
                "第一轮对阵结果",
                "桌次,红方,蓝方,红方级数,蓝方级数,胜方",
                "1,松柏,翠竹,J,8,红方",
                "2,寒梅,幽兰,5,6,蓝方",
                ",",
                "各队积分",
                "队名,胜,负,积分",
                "松柏,1,0,2",
                "幽兰,1,0,2",
                "寒梅,0,1,0",
                "翠竹,0,1,0",
            ),
        },
        (),
        {"F3": "蓝方", "F4": "红方"},
        2,
    ),
    "a result over three columns": (
        SJ,
        {
            "升级赛": rows(
                "××杯升级赛成绩",
                "组别,台次,甲队,比分,,,乙队,胜者,签字",
                "A组,1,同济,3,:,1,复旦,同济",
                "A组,2,交大,2,:,3,华师,华师",
                "B组,1,东华,3,:,0,上大,东华",
            ),
        },
        ("D2:F2",),
        {"H3": "复旦", "H4": "交大", "H5": "上大"},
        3,
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
