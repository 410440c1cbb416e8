"""Layouts that have no row a match or a hand: each as it should be, and with one cell that is wrong, which is found there."""

import json
from collections.abc import Mapping
from time import process_time
from typing import Any

import pytest

from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read
from paipu.ingest.scoresheet.entering import Entering
from paipu.ingest.scoresheet.places import cell_of
from paipu.replay.audit import audit
from tests.ingest.scoresheet.tables import parsed, reading, refused
from tests.ingest.scoresheet.test_layouts import book, codes, noted

JS, DAGUAI = "guandan-js2023", "daguai"
Rows = list[list[Any]]


def rows(*lines: str) -> Rows:
    return [[each or None for each in line.split(",")] for line in lines]


ACROSS = rows(
    "轮次,桌号,单位,选手,第1副,第2副,第3副,第4副,第5副,第6副,第7副,第8副,合计,胜负,签字",
    "1,1,文学院,甲/乙,3,0,0,1,2,0,3,0,9,胜,",
    ",1,理学院,丙/丁,0,2,3,0,0,1,0,1,7,负,",
    ",2,医学院,戊/己,1,0,0,0,2,0,3,0,6,负,",
    ",2,后勤,庚/辛,0,2,1,3,0,1,0,1,8,胜,",
)
IN_ONE = rows(
    "轮次,桌号,东西队,南北队,第1副,第2副,第3副,合计,胜方", "1,1,甲,乙,3:0,0:2,1:0,4:2,甲", "1,2,丙,丁,0:1,0:2,1:0,1:3,丁"
)
IN_TWO = rows("桌号,第1副,,第2副,,第3副,,合计", ",东西,南北,东西,南北,东西,南北,", "1,3,,,2,1,,4:2", "2,1,,,2,,1,1:3")
POINTS = rows("桌号,队名,第1副,第2副,第3副,合计", "1,光学,8,0,3,11", "1,机关,0,5,0,5")
REACHED = rows("桌号,方位,队名,第1副,第2副,第3副,第4副,终局级数,胜负", "1,南北,甲,5,5,8,T,10,胜", "1,东西,乙,2,4,4,4,4,负")
SIGNED = rows("桌号,东西队,南北队,第1副,第2副,第3副,合计", "1,甲,乙,+3,-2,+1,4:2", "2,丙,丁,东西1,南北2,南北1,1:3")
GAMES = rows("桌号,东西队,南北队,第1局,第2局,第3局,比分,胜方", "1,甲,乙,A:8,9:A,A:3,2:1,甲", "2,丙,丁,5:A,Q:A,,0:2,丁")
CROSS = rows(
    "A组循环赛成绩表",
    "队名,红队,蓝队,绿队,黑队,积分,净胜,名次",
    "红队,—,3:0,2:1,3:1,8,6,1",
    "蓝队,0:3,—,3:0,3:2,6,1,2",
    "绿队,1:2,0:3,—,3:1,4,-2,3",
    "黑队,1:3,2:3,1:3,—,4,-5,4",
)
NUMBERS = rows(
    "序号,队名,1,2,3,4,胜场,积分,级差,名次",
    "1,红队,,A:9,8:Q,7:5,2,4,3,2",
    "2,蓝队,9:A,,J:8,6:2,2,4,2,3",
    "3,绿队,Q:8,8:J,,A:3,2,4,12,1",
    "4,黑队,5:7,2:6,3:A,,0,0,-17,4",
)
LINES = rows(
    "队名,甲,乙,丙,积分,名次", "甲,,3:1,3:2,4,1", ",,2,2,,", "乙,1:3,,3:0,2,2", ",0,,2,,", "丙,2:3,0:3,,0,3", ",0,0,,,"
)
IN_CELLS: Rows = [
    ["", "甲", "乙", "丙", "得分"],
    ["甲", "×", "2\n3:1", "0\n1:3", 2],
    ["乙", "0\n1:3", "×", "2\n3:0", 2],
    ["丙", "2\n3:1", "0\n0:3", "×", 2],
]
WORDS = rows(
    "队名,甲,乙,丙,丁,胜,负,名次", "甲,×,胜,胜,胜,3,0,1", "乙,负,×,胜,胜,2,1,2", "丙,负,负,×,胜,1,2,3", "丁,负,负,负,×,0,3,4"
)
KNOCKOUT = rows(
    "淘汰赛成绩",
    "半决赛",
    "第1场 红队 3:1 蓝队 胜者：红队",
    "第2场 绿队 0:3 黑队 胜者：黑队",
    "决赛",
    "第1场 红队 3:2 黑队 胜者：红队",
    "裁判长：王五",
)
LISTED = rows(
    "第一轮", "第1桌,红队,3:1,蓝队,胜者：红队", "第2桌,绿队,0:3,黑队,胜者：黑队", "第二轮", "第1桌,红队,2:3,绿队,胜者：绿队"
)
HEADED = rows("场次,甲队,比分,乙队,胜者", "1,红队,3:1,蓝队,红队", "2,绿队,0:3,黑队,黑队")
ON_ITS_SIDE = rows(
    "桌号：3",
    "副次,1,2,3",
    "级牌,2,5,7",
    "头游,东,东,南",
    "二游,西,北,北",
    "三游,南,西,西",
    "末游,北,南,东",
    "东西级数,5,7,7",
    "南北级数,2,2,5",
)

UNDER_ONE_HEAD = rows(
    "队名,第1副,第2副,第3副,合计", "第1桌", "甲,3,0,1,4", "乙,0,2,0,2", "第2桌", "丙,1,0,1,2", "丁,0,2,0,2", "裁判签字："
)
PAIRED = rows("对阵,比分,胜者", "红队-蓝队,3:1,红队", "绿队 vs 黄队,2:3,黄队")
TWO_COLUMNS = rows("场次,主队,客队,主队得分,客队得分,胜者", "1,红队,蓝队,3,1,红队", "2,绿队,黄队,2,3,黄队")
BESIDE = rows(
    "A组,,,,,,B组,,,,",
    "队名,甲,乙,丙,积分,,队名,丁,戊,己,积分",
    "甲,,3:0,3:1,4,,丁,,3:0,3:1,4",
    "乙,0:3,,3:1,2,,戊,0:3,,3:1,2",
    "丙,1:3,1:3,,0,,己,1:3,1:3,,0",
)
CASES: dict[str, tuple[Rows, str, str, Any]] = {
    "two rows a table": (ACROSS, JS, "M3", 8),
    "who has won": (ACROSS, JS, "N3", "胜"),
    "both sides in a cell": (IN_ONE, JS, "H3", "1:4"),
    "two columns a hand": (IN_TWO, JS, "H4", "2:3"),
    "points": (POINTS, DAGUAI, "F2", 12),
    "levels reached": (REACHED, JS, "H2", "J"),
    "signed": (SIGNED, JS, "G2", "5:2"),
    "games": (GAMES, JS, "G3", "1:2"),
    "who has won of games": (GAMES, JS, "H2", "乙"),
    "cross: a mirrored cell": (CROSS, JS, "B4", "1:3"),
    "cross: points": (CROSS, JS, "F5", 5),
    "cross: difference": (CROSS, JS, "G6", -4),
    "cross: place": (CROSS, JS, "H3", 3),
    "cross by numbers: difference": (NUMBERS, JS, "I3", 1),
    "cross by numbers: wins": (NUMBERS, JS, "G5", 1),
    "cross in two lines": (LINES, JS, "E4", 3),
    "cross, two in a cell": (IN_CELLS, JS, "E3", 4),
    "cross in words": (WORDS, JS, "C4", "平"),
    "knock-out": (KNOCKOUT, JS, "A6", "第1场 红队 3:2 黑队 胜者：黑队"),
    "lines over cells": (LISTED, JS, "E2", "胜者：蓝队"),
    "without seats": (HEADED, JS, "E3", "绿队"),
    "lines between": (UNDER_ONE_HEAD, JS, "E7", 3),
    "both names in a cell": (PAIRED, JS, "C3", "绿队"),
    "home and away": (TWO_COLUMNS, JS, "F3", "绿队"),
    "beside another": (BESIDE, JS, "K5", 1),
    "on its side": (ON_ITS_SIDE, "guandan-1", "C8", "6"),
}


def found_in(
    table: Rows | Mapping[str, Rows], rules: str, raw: bytes | None = None, name: str = "club.csv"
) -> tuple[Reading, list[str | None]]:
    """What a table is read as, and every cell that is wrong: for the reader, or in the audit above a note."""
    sheets = table if isinstance(table, Mapping) else {"表": table}
    found = reading(book(**sheets), "club.xlsx", rules) if raw is None else reading(raw, name, rules)
    wrong = [cell for _, cell in codes(found)]
    for document in found.documents:
        told = [each for each in audit(parsed(document).record).findings if each.severity != "note"]
        wrong += [cell_of(document["extra"], each.where.pointer, each.expected, each.actual) for each in told]
    return found, [cell.rpartition(":")[2] if cell else None for cell in wrong]


@pytest.mark.parametrize("name", list(CASES))
def test_what_is_wrong_is_found_at_its_cell_and_what_is_right_is_not(name: str) -> None:
    table, rules, cell, _ = CASES[name]
    found, wrong = found_in(table, rules)
    assert found.documents
    assert not wrong
    assert not noted(found, "TOTAL-OPEN")
    again, wrong = found_in(spoilt(name), rules)
    assert wrong == [cell]
    assert len(again.documents) == len(found.documents)


def spoilt(name: str) -> Rows:
    """A table with its wrong cell."""
    table, _, cell, slip = CASES[name]
    made = [list(row) for row in table]
    made[int(cell[1:]) - 1][ord(cell[0]) - ord("A")] = slip
    return made


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("two rows a table", "CELL-ROW-TOTAL", "7"),
        ("cross: a mirrored cell", "CELL-MIRROR", None),
        ("cross: points", "CELL-ROW-TOTAL", "4"),
        ("cross: place", "CELL-PLACE", "1"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_expected(name: str, code: str, expected: str | None) -> None:
    found = reading(book(表=spoilt(name)), "club.xlsx", CASES[name][1])
    assert [(each.code, each.expected) for each in found.rejections] == [(code, expected)]


@pytest.mark.parametrize("cell", ["3:1", "胜"])
def test_a_cross_table_that_cannot_be_read_says_what_one_has(cell: str) -> None:
    made = [list(row) for row in CROSS]
    for at in range(4):
        made[at + 2][at + 1] = cell
    found = refused(book(表=made), "club.xlsx", JS)
    assert (found.code, found.pointer) == ("SCORESHEET-CROSS", "club.xlsx!表:A2")


def test_hands_across_are_hands_with_the_cells_of_both_rows() -> None:
    found, _ = found_in(ACROSS, JS)
    assert [(each["event"]["table"], len(each["hands"]), each["claims"]["winner"]) for each in found.documents] == [
        ("1", 8, "EW"),
        ("2", 8, "NS"),
    ]
    first = found.documents[0]
    assert first["hands"][2]["claims"]["levels"] == {"EW": "5", "NS": "7"}
    assert first["seats"]["S"] == {"id": "丁", "name": "丁", "team": "理学院"}
    assert cell_of(first["extra"], "/hands/2/claims/levels/NS") == "club.xlsx!表:G3"
    assert (found.tally.read, found.tally.taken) == (5, 4)
    assert noted(found, "SIDES-ASSUMED") == ["club.xlsx!表:C2"]


def test_a_side_without_the_other_is_named_and_the_others_go_on() -> None:
    found, wrong = found_in([*ACROSS[:4]], JS)
    assert wrong == ["C4"]
    assert [each.code for each in found.rejections] == ["CELL-ALONE"]
    assert len(found.documents) == 1
    assert found.tally.quarantined == 1


def test_a_bad_cell_costs_the_cell() -> None:
    made = [list(row) for row in CROSS]
    made[2][2] = "三比零？"
    made[3][1] = "???x?"
    found, _ = found_in(made, JS)
    assert len(found.documents) >= len(CROSS) - 1
    made = [list(row) for row in ACROSS]
    made[1][5] = "两级"
    found, wrong = found_in(made, JS)
    assert "F2" in wrong
    assert [len(each["hands"]) for each in found.documents] == [8, 8]


def test_groups_on_worksheets_of_their_own_are_told_apart() -> None:
    found = reading(book(A组=CROSS, B组=CROSS), "club.xlsx", JS)
    assert [each["id"] for each in found.documents][:1] == ["A组/红队-蓝队"]
    assert [each["event"]["stage"] for each in found.documents] == ["A组"] * 6 + ["B组"] * 6
    assert not noted(found, "MATCH-AGAIN")


def test_the_draw_tells_who_sat_which_way_and_where() -> None:
    teams = [
        {"id": each, "name": name, "players": [{"id": each + "a"}, {"id": each + "b"}]}
        for each, name in zip("rbgk", ("红队", "蓝队", "绿队", "黑队"), strict=True)
    ]
    tables = [{"table": "1", "sides": {"EW": "b", "NS": "r"}}, {"table": "2", "sides": {"EW": "g", "NS": "k"}}]
    stage = {"id": "all", "form": "table", "groups": {"A": list("rbgk")}, "rounds": [{"no": 1, "tables": tables}]}
    raw = {"format": "paipu-event/1", "id": "cup", "name": "杯", "sheet": JS, "teams": teams, "stages": [stage]}
    event = parse_event(json.dumps(raw).encode(), Place())
    assert isinstance(event, ParsedEvent)
    found = reading(book(A组=CROSS), "club.xlsx", JS)
    entered = [Entering(event.event).entered(each) for each in found.documents]
    first, last = entered[0], entered[-1]
    assert first["event"] == {"id": "cup", "stage": "all", "round": 1, "table": "1"}
    assert first["claims"] == {"points": {"NS": 3, "EW": 0}, "winner": "NS"}
    assert first["seats"]["N"]["team"] == "r"
    assert cell_of(first["extra"], "/claims/points/NS") == "club.xlsx!A组:C3"
    assert last["claims"]["winner"] == "EW"


def test_ordinary_tables_and_remarks_are_no_results() -> None:
    for line in ("时间 14:00 地点 一楼", "日期：2026-05-01 星期五", "比赛时间：14:00-16:00", "裁判 3:0 记录"):
        found = reading(f"{line}\n轮次,桌号,东西队,南北队,胜方\n1,1,甲,乙,东西\n".encode(), "club.csv", JS)
        assert [each["id"] for each in found.documents] == ["r1/t1"]


def test_tables_beside_one_another_are_read_wherever_each_begins() -> None:
    found = reading(book(表=BESIDE), "club.xlsx", JS)
    assert [each["event"]["stage"] for each in found.documents] == ["A组"] * 3 + ["B组"] * 3
    assert (found.tally.read, found.tally.taken) == (5, 3)
    apart = rows(
        "第1桌,,,,,第2桌,,,", "桌号,东西队,南北队,胜方,,,,,", "1,甲,乙,东西,,桌号,东西队,南北队,胜方", ",,,,,2,丙,丁,南北"
    )
    found = reading(book(第3轮=apart), "club.xlsx", JS)
    assert [(each["event"]["table"], each["claims"]["winner"]) for each in found.documents] == [("1", "EW"), ("2", "NS")]
    assert (found.tally.read, found.tally.taken, found.tally.skipped["title"]) == (4, 2, 2)


def test_who_sat_out_is_named() -> None:
    found = reading("第一轮\n红队 3:1 蓝队\n绿队 轮空\n".encode(), "club.csv", JS)
    assert noted(found, "BYE") == ["club.csv:A3"]
    assert (len(found.documents), found.tally.skipped["bare"]) == (1, 1)


LONG = 8_000


@pytest.mark.parametrize("cell", ["a" + " " * LONG + "b", "—" * LONG, "(" * LONG, "3:1 " * (LONG // 4), "第1场 " * (LONG // 4)])
def test_a_long_cell_costs_no_time_wherever_it_stands(cell: str) -> None:
    began = process_time()
    for table in (ACROSS, CROSS, LISTED, PAIRED):
        for row in (0, 1):
            for at in {0, len(table[row]) - 1}:
                made = [list(each) for each in table]
                made[row][at] = cell
                text = "\n".join(",".join(f'"{each or ""}"' for each in line) for line in made)
                found = read(text.encode(), "club.csv", JS)
                assert not isinstance(found, Reading) or found.tally.holds
    assert process_time() - began < 2
