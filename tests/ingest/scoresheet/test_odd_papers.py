"""Papers that organisers keep in ways of their own: each read as it is, and one slip found at its cell."""

from collections.abc import Mapping
from typing import Any

import pytest

from paipu.ingest.scoresheet.grid import Grid, column_name
from paipu.ingest.scoresheet.mapping import guessed
from tests.ingest.scoresheet.tables import refused
from tests.ingest.scoresheet.test_layouts import book, noted
from tests.ingest.scoresheet.test_other_layouts import Rows, found_in, rows

SUMMED = rows(
    "盘,庄,打,摸分,罚,实得,升降,东西,南北",
    "1,北,2,30,20,50,庄+3,2,5",
    "2,南,5,35,20,55,庄+3,2,8",
    "3,北,8,85,,85,换庄,2,8",
    "4,西,2,60,,60,庄+2,4,8",
    "5,东,4,55,10,65,庄+2,6,8",
    "6,西,6,55,20,75,庄+1,7,8",
)
HANDS = rows(
    ",,,,,,",
    "东西方,炼油队,,南北方,化工队,,",
    "副,级牌,头游,二游,三游,末游,升级,东西,南北",
    "1,2,东,西,南,北,东西+3,5,2",
    "2,5,南,北,西,东,南北+3,5,5",
    "3,5,南,西,北,东,南北+2,5,7",
    "胜方,,化工队",
)
OTHER = rows(
    ",,,,,,",
    "东西方,水泥队,,南北方,玻璃队,,",
    "副,级牌,头游,二游,三游,末游,升级,东西,南北",
    "1,2,南,北,西,东,南北+3,2,5",
    "2,5,东,西,南,北,东西+3,5,5",
    "3,5,东,南,北,西,东西+1,6,5",
    "胜方,,水泥队",
)
SUMMARY = rows("桌,东西,级,南北,级,胜方", "1,炼油队,5,化工队,7,化工队", "2,水泥队,6,玻璃队,5,水泥队")
HALF = rows(
    "队,沙河,清河,玉泉,西苑,,名次,队,胜,负,大分",
    "沙河,—,+12,-8,+20,,1,玉泉,3,0,45",
    "清河,,—,-31,+9,,2,沙河,2,1,24",
    "玉泉,,,—,+6,,3,清河,1,2,-34",
    "西苑,,,,—,,4,西苑,0,3,-35",
)
MARKED = rows(
    "队,兰,竹,菊,梅,胜,负,级差分,名次",
    "兰,■,尖:9√,5:过尖×,Q:8√,2,1,38,2",
    "竹,,■,7:过尖×,9:J×,0,3,24,4",
    "菊,,,■,过尖:K√,3,0,58,1",
    "梅,,,,■,1,2,36,3",
)
BYES = rows(
    "轮,桌,东西,级,南北,级,结果",
    "1,1,一中,A,二中,9,胜",
    "1,,三中,,轮空,,",
    "2,1,二中,8,三中,8,平",
    "2,,一中,,轮空,,",
    "3,1,三中,5,一中,Q,负",
    "3,,二中,,轮空,,",
)
STANDING = rows("名次,单位,积分,胜,平,负,轮空,净级差", "1,一中,6,2,0,0,1,12", "2,三中,3,0,1,1,1,-7", "3,二中,3,0,1,1,1,-5")
BYE_TABLE: Rows = [*BYES, [None], *STANDING]
AFTER = rows(
    "序,甲级,乙级,庄家座,打,抓分方得分,后甲级,后乙级",
    "1,2,2,东,2,60分,3,2",
    "2,3,2,西,3,110分,3,3",
    "3,3,3,南,3,75分,3,4",
    "4,3,4,北,4,95分,4,4",
    "5,4,4,西,4,70分,5,4",
    "6,5,4,东,5,55分,6,4",
    "7,6,4,西,6,125分,6,6",
)
PLACES = rows(
    "序,级牌,东,南,西,北,升级方,东西,南北",
    "1,2,1,3,2,4,东西+3,5,2",
    "2,5,1,2,3,4,东西+2,7,2",
    "3,7,3,4,1,2,东西+2,9,2",
    "4,9,2,3,4,1,南北+2,9,4",
)
PASSED = rows(
    "轮,台,东西,南北,东西级,南北级,级差",
    "1,1,甲乡,乙乡,过A,A,1",
    "1,2,丙乡,丁乡,A,A,0",
    "2,1,甲乡,丙乡,7,过A,8",
    "2,2,丁乡,乙乡,K,J,2",
)
DATED = rows(
    "日期,时间,台,甲（东西）,级,乙（南北）,级,级差,胜",
    "2026-05-04,19:00,1,广电,10,文化,8,2,甲",
    "2026-05-04,19:00,2,体育,7,少年,8,1,乙",
    "2026-05-11,18:30,1,广电,9,体育,10,1,乙",
    "2026-05-11,18:30,,少年,,轮空,,,",
)
TREE = rows(
    "首轮,级,,半决赛,级,,决赛,级,,冠军",
    "钳工,10",
    ",,,钳工,Q",
    "焊工,5",
    ",,,,,,钳工,6",
    "电工,10",
    ",,,电工,3",
    "车工,9",
    ",,,,,,,,,仪表",
    "油漆,4",
    ",,,仪表,J",
    "仪表,10",
    ",,,,,,仪表,10",
    "铣工,8",
    ",,,铣工,6",
    "起重,弃权",
    "",
    "",
    "三四名赛,电工,7,铣工,9,季军,铣工",
)
CASES: Mapping[str, tuple[Any, str, int, str, tuple[int, int], str, str]] = {
    "a sum that is what attackers have": (SUMMED, "chaodipi", 1, "表", (3, 5), "50", "F3"),
    "half a cross table in points": (HALF, "shuangkou", 6, "表", (4, 10), "-30", "K4"),
    "half a cross table with marks": (MARKED, "guandan-js2023", 6, "表", (2, 4), "Q:8×", "E2"),
    "byes that count": (BYE_TABLE, "guandan-js2023", 3, "表", (10, 2), "4", "C10"),
    "levels before and after": (AFTER, "shengji", 1, "表", (4, 7), "5", "H4"),
    "places below the seats": (PLACES, "guandan-1", 1, "表", (4, 7), "8", "H4"),
    "past the last level": (PASSED, "guandan-js2023", 4, "表", (4, 6), "6", "G4"),
    "a table again on another day": (DATED, "shengji", 3, "表", (4, 7), "2", "H4"),
    "a tree with a match for the third place": (TREE, "shengji", 8, "表", (19, 6), "电工", "G19"),
}


def changed(table: Rows, cell: tuple[int, int], value: str) -> Rows:
    made = [[*row] for row in table]
    made[cell[0] - 1][cell[1]] = value
    return made


@pytest.mark.parametrize("name", list(CASES))
def test_a_paper_of_its_own_kind_is_read_and_its_slip_is_found(name: str) -> None:
    table, rules, matches, title, cell, slip, at = CASES[name]
    found, wrong = found_in({title: table}, rules)
    assert (len(found.documents), wrong) == (matches, [])
    assert found_in({title: changed(table, cell, slip)}, rules)[1] == [at]


def test_a_summary_is_held_against_the_hands_of_other_worksheets() -> None:
    book = {"1号桌": HANDS, "2号桌": OTHER, "汇总": SUMMARY}
    found, wrong = found_in(book, "guandan-1")
    assert (len(found.documents), wrong) == (2, [])
    assert found_in({**book, "汇总": changed(SUMMARY, (2, 4), "8")}, "guandan-1")[1] == ["E2"]


def test_rounds_of_a_table_of_standings_are_held_against_the_matches() -> None:
    games = rows(
        "轮次,桌号,东西队,南北队,东西积分,南北积分", "1,1,甲,乙,8,5", "1,2,丙,丁,3,9", "2,1,甲,丙,7,2", "2,2,乙,丁,6,4"
    )
    table = rows("序号,队名,第1轮,第2轮,总分,名次", "1,甲,8,7,15,1", "2,丁,9,4,13,2", "3,乙,5,6,11,3", "4,丙,3,2,5,4")
    assert found_in({"成绩": games, "名次表": table}, "guandan-3")[1] == []
    assert found_in({"成绩": games, "名次表": changed(table, (3, 2), "8")}, "guandan-3")[1] == ["C3"]


def test_a_column_that_is_not_what_its_name_says_is_not_read_and_is_said_once() -> None:
    table = rows(
        "副,坐庄,名次,甲得分,乙得分",
        *(
            f"{n},{who},乙乙甲甲乙甲,{a},{b}"
            for n, who, a, b in ((1, "张兰", 0, 3), (2, "李刚", 5, 0), (3, "王英", 0, 1), (4, "赵敏", 3, 0))
        ),
        "合计,,,8,4",
    )
    found, wrong = found_in(table, "daguai")
    assert wrong == []
    assert noted(found, "COLUMN-UNLIKE") == ["club.xlsx!表:C1"]
    assert found_in(changed(table, (3, 3), "1"), "daguai")[1] == ["D6"]


ACROSS = rows(
    "台,队,方,第1副,,第2副,,第3副,",
    ",,,分,级,分,级,分,级",
    "1,东厂,东西,庄,2,30,2,95,3",
    ",西厂,南北,115,3,庄,5,庄,5",
    "2,南岗,东西,20,2,35,2,85,3",
    ",北岗,南北,庄,4,庄,6,庄,6",
)
NAMES = ("甲刚", "乙兰", "丙平", "丁梅", "戊江", "己云")
BY_NAME: Rows = [
    ["桌", "副", "庄", "第一", "第二", "第三", "第四", "第五", "第六", "甲", "乙", "头名方"],
    *([1, n, NAMES[n % 6], *NAMES[n:], *NAMES[:n], n % 4 or None, None, "甲"] for n in range(1, 6)),
]
MOSTLY_WRONG = rows(
    "副,庄家,级牌,抓分,东西级数,南北级数,灯号",
    "1,东,2,60,9,4,31",
    "2,西,3,110,2,8,7",
    "3,南,3,75,Q,5,12",
    "4,北,4,95,3,J,9",
    "5,西,4,70,8,3,44",
    "6,东,5,55,2,9,18",
    "7,西,6,125,7,K,23",
)


@pytest.mark.parametrize(("table", "rules"), [(ACROSS, "shengji"), (BY_NAME, "daguai")])
def test_what_would_be_misread_is_refused_with_what_to_do(table: Rows, rules: str) -> None:
    told = refused(book(表=table), "club.xlsx", rules).errors[0]
    assert told.code.startswith("SCORESHEET-")
    assert "--guess-map" in told.message.zh


def test_what_contradicts_the_rules_in_most_rows_is_misread_where_its_columns_are_in_doubt() -> None:
    told = refused(book(表=MOSTLY_WRONG), "club.xlsx", "shengji").errors[0]
    assert (told.code, "F: 南北级数" in (told.found or "")) == ("SCORESHEET-DOUBT", True)
    sure = [row[:6] for row in MOSTLY_WRONG]
    assert (
        len(found_in({"表": sure}, "shengji")[1]) >= len(sure) - 1
    )  # every column is known by its name: it is wrong as it stands


def test_a_refusal_names_the_sums_that_are_wrong() -> None:
    table = rows(
        "轮,走完次序,本轮红,本轮白,累计红,累计白",
        "一,①②③,1,0,1,0",
        "二,②①③,1,2,2,2",
        "三,①③②,0,5,2,7",
        "四,③①②,1,0,3,7",
        "五,③②①,0,2,3,9",
        "六,①③②,0,1,3,10",
        "七,②③①,0,3,3,13",
    )
    assert [each.code for each in refused(book(表=table), "club.xlsx", "daguai").errors] == ["SCORESHEET-HEADERS"]
    found = refused(book(表=changed(table, (4, 5), "8")), "club.xlsx", "daguai").errors
    assert [(each.code, each.pointer, each.expected) for each in found[1:]] == [("CELL-RELATION", "club.xlsx!表:F4", "7")]


def test_columns_are_guessed_by_their_values_where_their_names_are_not_known() -> None:
    table = rows(
        "号数,头一对,头打到,尾一对,尾打到,哪家赢", "1,李王,A,张赵,8,李王", "2,孙钱,6,周吴,J,周吴", "3,李王,9,周吴,Q,周吴"
    )
    grid = Grid("club.csv", None, table, [column_name(at) for at in range(len(table[0]))])
    told = guessed([grid], "guandan-1").splitlines()
    assert {line.split(" ", 2)[2].split("  #")[0] for line in told if line[:4] in {"B = ", "D = ", "F = "}} == {
        '"东西队"',
        '"南北队"',
        '"胜方"',
    }


def test_places_are_not_held_against_points_where_a_column_is_not_known() -> None:
    table = changed(changed(MARKED, (1, 7), "某分"), (2, 8), "3")
    found, wrong = found_in(table, "guandan-js2023")
    assert (wrong, noted(found, "TOTAL-OPEN")) == ([], ["club.xlsx!表:I1"])


def test_a_winner_whom_a_column_names_that_is_not_read_is_said_and_no_finding() -> None:
    games = rows(
        "轮次,桌号,东西队,某处,东西级数,南北级数,胜方",
        "1,1,甲所,乙所,A,8,甲所",
        "1,2,丙所,丁所,9,5,丙所",
        "2,1,甲所,丁所,5,9,丁所",
    )
    games.insert(0, ["规程" * 300])  # of a table with so long a text no other reading is tried
    found, wrong = found_in(games, "guandan-js2023")
    assert (wrong, noted(found, "NO-OTHER")) == ([], ["club.xlsx!表:G5"])
    assert found_in(changed(games, (5, 6), "戊所"), "guandan-js2023")[1] == ["G5"]


def test_standings_are_not_held_against_a_team_of_which_a_match_is_not_known() -> None:
    games = rows("轮,桌,东西,级,南北,级", "1,1,一中,A,二中,9", "1,2,三中,8,四中,6", "2,1,一中,7,三中,Q", "2,2,二中,,五中,")
    table = rows("名次,单位,场次,胜,负", "1,三中,2,2,0", "2,二中,2,1,1", "3,一中,2,1,1", "4,四中,1,0,1", "5,五中,1,0,1")
    assert found_in({"成绩": games, "总表": table}, "guandan-js2023")[1] == []
    assert found_in({"成绩": games, "总表": changed(table, (4, 3), "2")}, "guandan-js2023")[1] == ["D4"]
