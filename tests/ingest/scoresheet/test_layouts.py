"""Tables as people keep them: where the head is, what stands above and below; and nothing is lost in silence."""

from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.places import cell_of
from paipu.replay.audit import audit
from tests.ingest.scoresheet.tables import parsed, reading, refused, saved

CASES = Path(__file__).parent / "cases"
RULES = "guandan-1"


def case(name: str, rules: str | None = RULES) -> Reading:
    found = reading((CASES / name).read_bytes(), name, rules)
    for document in found.documents:
        parsed(document)
    return found


def table(*rows: str, rules: str | None = RULES) -> Reading:
    found = reading("\n".join([*rows, ""]).encode(), "club.csv", rules)
    for document in found.documents:
        parsed(document)
    return found


def codes(found: Reading) -> list[tuple[str, str | None]]:
    return [(each.code, each.pointer) for rejection in found.rejections for each in rejection.errors]


def noted(found: Reading, code: str) -> list[str]:
    return [note.grid.place(note.cell) for note in found.notes if note.code == code]


def book(**sheets: list[list[Any]]) -> bytes:
    made = Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        page = made.create_sheet(title)
        for row in rows:
            page.append(row)
    return saved(made)


# --- where the head is -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "orders"),
    [
        ("hdr1.csv", RULES, ["EWSN", "SNWE", "ESNW", "WENS"]),
        ("hdr2.csv", None, ["EWSN", "SNWE"]),
        ("hdr3.csv", RULES, ["EWSN", "SNWE", "ESNW"]),
        ("two_level.csv", RULES, ["EWNS"]),
        ("e_两级表头.xlsx", RULES, ["EWNS", "SNEW", "ESWN"]),
    ],
)
def test_places_by_seats_in_the_first_rows_are_data(name: str, rules: str | None, orders: list[str]) -> None:
    (document,) = case(name, rules).documents
    assert [hand["claims"]["finish"] for hand in document["hands"]] == orders


def test_a_head_of_two_levels_is_one_head() -> None:
    (document,) = case("two_level.csv").documents
    assert document["hands"] == [{"no": 1, "level": "2", "claims": {"finish": "EWNS", "levels": {"EW": "5", "NS": "2"}}}]
    found = case("e_两级表头.xlsx")
    assert found.documents[0]["event"] == {"round": 1, "table": "1"}
    assert noted(found, "NO-HEADERS") == ["e_两级表头.xlsx!报名表:A1"]
    assert found.tally.skipped["total"] == 1


def test_a_cross_table_is_read_and_needs_a_rule_sheet() -> None:
    stop = refused((CASES / "x1.csv").read_bytes(), "x1.csv")
    assert (stop.code, stop.pointer) == ("SCORESHEET-RULES", "x1.csv:A1")
    assert "队名 | 红队 | 蓝队" in str(stop.found)
    found = case("x1.csv")
    assert [each["claims"]["winner"] for each in found.documents] == ["EW"] * 3
    assert noted(found, "TOTAL-OPEN") == ["x1.csv:E1", "x1.csv:F1", "x1.csv:G1"]


def test_names_above_values_of_something_else_are_refused_with_the_first_of_them() -> None:
    raw = "轮次,桌号,东西级数,南北级数,胜方\n红,1,甲,乙,丙\n绿,2,丁,戊,己\n".encode()
    stop = refused(raw, "club.csv", RULES)
    assert (stop.code, stop.pointer) == ("SCORESHEET-MISFIT", "club.csv:A1")
    assert "轮次" in str(stop.found)
    assert "红" in str(stop.found)


def test_without_a_rule_sheet_the_names_that_were_seen_are_said() -> None:
    stop = refused((CASES / "hdr1.csv").read_bytes(), "hdr1.csv")
    assert (stop.code, stop.pointer) == ("SCORESHEET-RULES", "hdr1.csv:A1")
    assert "副 | 打 | 头游" in str(stop.found)


def test_a_column_twice_is_refused_and_a_table_twice_is_two() -> None:
    raw = "轮次,桌号,胜方,台号,东西队\n1,1,东西,2,甲\n".encode()
    assert refused(raw, "club.csv", RULES).code == "SCORESHEET-TWICE"
    found = table(
        "桌号,东西队,南北队,胜方,,桌号,东西队,南北队,胜方",
        "1,甲,乙,东西,,2,丙,丁,南北",
        "3,戊,己,南北,,,,,",
    )
    assert [each["event"]["table"] for each in found.documents] == ["1", "3", "2"]
    assert [each["claims"]["winner"] for each in found.documents] == ["EW", "NS", "NS"]
    assert (found.tally.read, found.tally.taken, found.tally.skipped["title"]) == (3, 2, 1)
    assert found.documents[2]["extra"]["scoresheet"]["cells"]["/claims/winner"] == "I2"


# --- what stands above and below ---------------------------------------------------------------------------


ABOVE = (
    "星期六友谊赛 计分表",
    "轮次：2,,桌号,3,,日期：2026年5月1日",
    "南北：飞鹰队,,,东西：猛虎队",
    "副,级牌,头游,二游,三游,末游",
    "1,2,东,西,南,北",
    "2,5,南,北,西,东",
)


def test_what_stands_above_a_head_holds_for_its_table() -> None:
    found = table(*ABOVE, "胜方：东西,,结束原因,到时", "裁判签字：,,东西签字：王五")
    (document,) = found.documents
    assert document["event"] == {"round": 2, "table": "3"}
    assert document["seats"]["E"]["team"] == "猛虎队"
    assert document["seats"]["N"]["team"] == "飞鹰队"
    assert document["claims"] == {"winner": "EW", "reason": "time"}
    assert document["extra"]["scoresheet"]["date"] == "2026-05-01"
    assert document["extra"]["scoresheet"]["cells"]["/event/table"] == "D2"
    assert not found.rejections
    assert (found.tally.taken, found.tally.skipped["title"]) == (2, 6)


def test_tables_one_below_the_other_are_matches_of_their_own() -> None:
    second = ("桌号：4", "东西：甲,南北：乙", *ABOVE[3:])
    found = table(*ABOVE, "合计", *second)
    assert [(each["event"]["round"], each["event"]["table"]) for each in found.documents] == [(2, "3"), (2, "4")]
    assert [each["seats"]["E"]["team"] for each in found.documents] == ["猛虎队", "甲"]
    assert [len(each["hands"]) for each in found.documents] == [2, 2]


def test_a_line_between_rows_begins_another_match_under_the_same_head() -> None:
    found = table("副,级牌,头游,二游,三游,末游", "第1桌", *ABOVE[4:], "第2桌", *ABOVE[4:])
    assert [each["event"]["table"] for each in found.documents] == ["1", "2"]


def test_tables_that_nothing_tells_apart_are_not_one_match() -> None:
    found = table(*ABOVE[3:], "", *ABOVE[3:])
    assert [len(each["hands"]) for each in found.documents] == [2, 2]


def test_a_bad_day_above_costs_the_cell_and_what_nobody_knows_is_named() -> None:
    rows = [row.replace("2026年5月1日", "下周三") + (",天气：晴" if "南北：" in row else "") for row in ABOVE]
    found = table(*rows)
    assert codes(found) == [("CELL-VALUE", "club.csv:F2")]
    assert noted(found, "NOT-A-COLUMN") == ["club.csv:E3"]
    assert len(found.documents[0]["hands"]) == 2


@pytest.mark.parametrize(
    "row",
    [
        "裁判：张三,,记录：李四",
        "东西方签字,,南北方签字,",
        "裁判长,张三,,签名,李四",
        "Referee: Wu,,",
        "备注：第三副重发,,",
        "主裁判签字：,,,",
    ],
)
def test_a_row_of_signatures_is_no_data(row: str) -> None:
    found = table(*ABOVE[3:], row)
    assert not found.rejections
    assert (found.tally.taken, found.tally.skipped["title"]) == (2, 2)


# --- totals ------------------------------------------------------------------------------------------------


def test_a_wrong_total_is_found_at_its_cell_and_a_right_one_is_skipped() -> None:
    found = case("tot.csv", None)
    assert codes(found) == [("CELL-TOTAL", "tot.csv:M4"), ("CELL-TOTAL", "tot.csv:N4")]
    assert (found.tally.taken, found.tally.quarantined) == (2, 1)
    right = (CASES / "tot.csv").read_text(encoding="utf-8").replace(",9,2", ",8,1").encode()
    found = reading(right, "tot.csv")
    assert not found.rejections
    assert found.tally.skipped["total"] == 1


def test_a_difference_in_levels_is_held_against_them() -> None:
    found = case("s02_每轮一表_每场一行.xlsx")
    assert not found.rejections
    assert [each["claims"]["levels"] for each in found.documents][:2] == [{"EW": "9", "NS": "A"}, {"EW": "J", "NS": "A"}]
    head = "桌号,东西队,南北队,东西级数,南北级数,级差"
    assert codes(table(head, "1,甲,乙,8,5,3", "2,丙,丁,5,9,-3")) == [("CELL-DIFFERENCE", "club.csv:F3")]
    assert codes(table(head, "1,甲,乙,A,5,10", "2,丙,丁,A,5,11", "3,戊,己,5,5,0")) == [("CELL-DIFFERENCE", "club.csv:F3")]


# --- nothing in silence ------------------------------------------------------------------------------------


def test_a_file_of_which_nothing_could_be_used_is_an_error_that_names_what_was_not_read() -> None:
    found = table("规则,轮次,桌号,甲方,乙方,赢多少", "掼蛋（一）,1,1,红队,蓝队,3", rules=None)
    assert not found.documents
    assert codes(found) == [("SCORESHEET-NOTHING", None)]
    assert "赢多少" in str(found.rejections[0].found)
    assert noted(found, "NO-COLUMN") == ["club.csv:F1"]
    assert noted(found, "NO-RESULT") == ["club.csv:A2"]


def test_a_result_in_one_cell_is_read_in_the_order_of_the_sides() -> None:
    found = case("x6.csv", None)
    assert [each["claims"] for each in found.documents] == [
        {"points": {"EW": 0, "NS": 3}, "winner": "NS"},
        {"points": {"EW": 1, "NS": 2}, "winner": "NS"},
    ]
    assert [each["seats"]["N"]["team"] for each in found.documents] == ["红队", "绿队"]
    found = table("轮次,桌号,东西,南北,比分", "1,1,甲,乙,Q:9", "1,2,丙,丁,8:A")
    assert [each["claims"] for each in found.documents] == [
        {"levels": {"EW": "Q", "NS": "9"}},
        {"levels": {"EW": "8", "NS": "A"}},
    ]


# --- values as people write them ---------------------------------------------------------------------------


def test_levels_as_people_write_them() -> None:
    found = case("lv.csv", None)
    assert not found.rejections
    levels = [each["hands"][0]["claims"]["levels"]["EW"] for each in found.documents]
    assert "".join(levels) == "22AAAAAJQKAJJJQQKKTTJAAAAAT"


def test_winners_and_places_by_name() -> None:
    found = case("w.csv", None)
    assert not found.rejections
    assert [each["claims"].get("winner") for each in found.documents] == ["EW"] * 6 + [None] * 3
    assert noted(found, "DRAWN") == [f"w.csv:I{row}" for row in (8, 9, 10)]
    (document,) = case("p2.csv", None).documents
    assert document["hands"][0]["claims"]["finish"] == "EWSN"
    found = case("p.csv", None)
    assert [cell for _, cell in codes(found)] == [f"p.csv:{column}2" for column in "FGHI"]
    assert [each["event"]["round"] for each in found.documents] == [1, 2, 3]
    assert [each["hands"][0].get("claims") for each in found.documents] == [None, {"finish": "EWSN"}, {"finish": "EWSN"}]


def test_one_row_a_match_as_clubs_write_it() -> None:
    found = case("s10_每场一行_bom.csv")
    assert codes(found) == [("CELL-DATE", "s10_每场一行_bom.csv:F6")]
    assert [each["claims"].get("winner") for each in found.documents] == ["EW", "NS", "EW", "EW", "EW"]
    assert len(found.documents) == 5


def test_sides_alone_above_levels_are_levels_where_hands_are() -> None:
    (document,) = case("s05_升级_文字结果.xlsx", "shengji").documents
    assert [hand["claims"]["levels"] for hand in document["hands"]][:2] == [{"EW": "3", "NS": "2"}, {"EW": "3", "NS": "2"}]
    assert [hand["claims"]["attackers"] for hand in document["hands"]] == [75, 85, 40, 120, 0]


def test_matches_that_neither_round_nor_table_tells_apart_are_told_by_who_plays() -> None:
    head = "东西队,南北队,东西终局级数,南北终局级数,胜方"
    found = table(head, "甲,乙,A,5,甲", "丙,丁,7,A,丁", "甲,乙,3,A,乙")
    assert [each["claims"]["winner"] for each in found.documents] == ["EW", "NS", "NS"]
    assert len({each["id"] for each in found.documents}) == 3
    assert noted(found, "MATCH-AGAIN")


def test_what_stands_above_one_of_two_tables_side_by_side_is_its_own() -> None:
    head, hand = ["副", "级牌", "头游", "二游", "三游", "末游"], [1, 2, "东", "西", "南", "北"]
    above = ["第1桌", *[None] * 6, "第2桌"]
    found = reading(book(第2轮=[above, [*head, None, *head], [*hand, None, *hand]]), "club.xlsx", RULES)
    assert [each["event"] for each in found.documents] == [{"round": 2, "table": "1"}, {"round": 2, "table": "2"}]
    assert found.tally.taken == 1


def test_labels_beside_their_values_begin_the_next_table_whatever_ends_the_one_before() -> None:
    head, hand = "副,打,头,二,三,末", "1,2,东,西,南,北"
    first, second = ("轮次,1,桌号,1", "东西：甲,南北：乙"), ("轮次,1,桌号,2", "东西：丙,南北：丁")
    found = table(*first, head, hand, "合计", "东西签字：,,南北签字：", "", *second, head, hand, "合计")
    assert [each["event"] for each in found.documents] == [{"round": 1, "table": "1"}, {"round": 1, "table": "2"}]
    assert [each["seats"]["E"]["team"] for each in found.documents] == ["甲", "丙"]
    assert not found.rejections


def test_sides_above_teams_and_levels_are_a_head_of_two_levels() -> None:
    found = table(
        "掼蛋赛成绩汇总表",
        "轮次,桌号,东西方,,南北方,,胜方",
        ",,队名,级数,队名,级数,",
        "1,1,甲,A,乙,7,甲",
        "制表：王五,,,,审核：赵六",
    )
    (document,) = found.documents
    assert document["claims"] == {"levels": {"EW": "A", "NS": "7"}, "winner": "EW"}
    assert [document["seats"][seat]["team"] for seat in "EN"] == ["甲", "乙"]


def test_partners_levels_and_scores_stand_below_their_sides() -> None:
    found = table(
        "日期,轮次,台号,东西方,,南北方,,终局级数,,级差分,胜方",
        ",,,选手1,选手2,选手1,选手2,东西,南北,东西:南北,",
        "2025-04-12,1,1,窦雪,蒋卫东,张文静,李亚琴,Q,10,15:11,东西",
        rules="guandan-js2023",
    )
    (document,) = found.documents
    claimed = {"levels": {"EW": "Q", "NS": "T"}, "score": {"EW": 15, "NS": 11}, "winner": "EW"}
    assert document["claims"] == claimed
    assert {seat: told["name"] for seat, told in document["seats"].items()} == dict(
        zip("EWNS", ("窦雪", "蒋卫东", "李亚琴", "张文静"), strict=True)
    )
    assert not found.rejections


def test_values_without_a_name_above_them_are_said_not_to_be_read() -> None:
    found = table("轮次,桌号,东西队,,南北队,胜方", "1,1,甲,A,乙,东西")
    assert noted(found, "NO-NAME") == ["club.csv:D2"]
    found = table("轮次,桌号,东西队,南北队,胜方,级差", "1,1,甲,乙,甲,3")
    assert noted(found, "NO-LEVELS") == ["club.csv:F2"]


# --- results in words --------------------------------------------------------------------------------------

TRACTOR = "副,庄家,打几,主牌,闲家得分,结果,备注"


def lost(found: Reading) -> list[str | None]:
    return [pointer for _, pointer in codes(found)]


def test_results_in_words_are_read_beside_levels_and_told() -> None:
    found = case("s05_升级_文字结果.xlsx", "shengji")
    assert not noted(found, "NO-COLUMN")
    assert noted(found, "READ-AS") == [f"s05_升级_文字结果.xlsx!升级:H{row}" for row in range(2, 7)]
    assert not noted(found, "RISE-DIFFERS")


def test_levels_are_worked_out_from_results_in_words() -> None:
    rows = ["1,东,2,♠,75,升一级,", "2,西,3,♥,85,上台,抠底", "3,南,2,♦,40,升两级,", '4,北,4,无主,120,"下台，东西升1级",']
    found = table(TRACTOR, *rows, "5,西,4,♣,0,大光升三级,", rules="shengji")
    (document,) = found.documents
    levels = [hand["claims"].get("levels") for hand in document["hands"]]
    assert levels[:2] == [{"EW": "3", "NS": "2"}, {"EW": "3"}]
    assert document["extra"]["scoresheet"]["columns"]["claims/levels/EW"] == "F"
    assert not found.rejections


def test_a_result_in_words_that_is_wrong_is_a_finding_at_its_cell() -> None:
    found = table(TRACTOR, "1,东,2,♠,75,升两级,", rules="shengji")
    (wrong,) = [each for each in audit(parsed(found.documents[0]).record).findings if each.code == "CLAIM-LEVELS"]
    assert (wrong.expected, wrong.actual) == ("EW=3 NS=2", "EW=4 NS=2")
    assert cell_of(found.documents[0]["extra"], wrong.where.pointer, wrong.expected, wrong.actual) == "club.csv:F2"
    found = table("副,庄家,打几,闲家得分,结果,东西,南北", "1,东,2,75,上台,3,2", "2,西,3,0,升3级,5,2", rules="shengji")
    assert [(each.code, each.pointer) for each in found.rejections] == [("CELL-DIFFERENCE", "club.csv:E2")]
    assert noted(found, "RISE-DIFFERS") == ["club.csv:E3"]  # three is what they won: the level is wrong, which the audit tells


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("升一级", {"EW": "3", "NS": "2"}),
        ("东西升1级", {"EW": "3", "NS": "2"}),
        ("庄家升1级", {"EW": "3", "NS": "2"}),
        ("庄家方升一级", {"EW": "3", "NS": "2"}),
        ("甲队升1级", {"EW": "3", "NS": "2"}),
        ("守庄，升1级", {"EW": "3", "NS": "2"}),
        ("闲家上台升1级", {"EW": "2", "NS": "3"}),
        ("上台不升级", {"EW": "2", "NS": "2"}),
        ("庄家下台", {"EW": "2"}),
        ("EW up 1", {"EW": "3", "NS": "2"}),
        ("bank up 1 level", {"EW": "3", "NS": "2"}),
        ("attackers take office and NS up 2", {"EW": "2", "NS": "4"}),
        ("NS won", {"EW": "2"}),
        ("东西负", {"EW": "2"}),
    ],
)
def test_what_results_of_a_hand_in_words_say(text: str, levels: dict[str, str]) -> None:
    found = table("副,庄家,打几,闲家得分,结果,东西队,南北队", f"1,东,2,75,{text.replace(',', '，')},甲,乙", rules="shengji")
    assert (codes(found), found.documents[0]["hands"][0]["claims"].get("levels")) == ([], levels)
    assert noted(found, "READ-AS") == ["club.csv:E2"]


@pytest.mark.parametrize(
    "text", ["还行", "胜", "负", "平", "庄家上台", "闲家下台", "丙队升1级", "3:0:1", "胜2级", "升99级", "?"]
)
def test_a_result_whose_words_are_not_known_is_said_not_to_be_read(text: str) -> None:
    found = table("副,庄家,打几,闲家得分,结果", "1,东,2,75,升一级", f"2,西,3,75,{text}", "3,东,4,60,升两级", rules="shengji")
    assert lost(found) == ["club.csv:E3"]
    assert [hand["claims"]["attackers"] for hand in found.documents[0]["hands"]] == [75, 75, 60]
    assert noted(found, "RISE-ALONE") == ["club.csv:E4"] * 2


def test_whose_rise_it_is_must_be_told() -> None:
    found = table("副,打几,主牌,闲家得分,结果", "1,2,♠,75,升一级", "2,3,♠,75,东西升1级", rules="shengji")
    assert lost(found) == ["club.csv:E2"]
    found = table("副,级牌,头游,二游,三游,末游,结果", "1,2,东,西,南,北,升3级", "2,5,北,南,东,西,南北升3级", "3,5,,,,,升3级")
    assert lost(found) == ["club.csv:G4"]
    assert [hand["claims"]["levels"] for hand in found.documents[0]["hands"][:2]] == [
        {"EW": "5", "NS": "2"},
        {"EW": "5", "NS": "5"},
    ]


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("胜", "EW"),
        ("负", "NS"),
        ("甲胜", "EW"),
        ("乙队胜", "NS"),
        ("南北胜", "NS"),
        ("乙负", "EW"),
        ("won", "EW"),
        ("NS won", "NS"),
    ],
)
def test_what_results_of_a_match_in_words_say(text: str, winner: str) -> None:
    for head in ("轮次,桌号,东西队,南北队,结果", "round,table,EW team,NS team,result"):
        found = table(head, f"1,1,甲,乙,{text}", "1,2,丙,丁,胜", "1,3,戊,己,不详")
        assert [each["claims"] for each in found.documents] == [{"winner": winner}, {"winner": "EW"}]
        assert lost(found) == ["club.csv:E4"]
    found = table("轮次,桌号,南北队,东西队,结果", "1,1,乙,甲,胜")
    assert found.documents[0]["claims"] == {"winner": "NS"}


def test_a_result_in_words_is_held_against_the_levels_and_the_winner() -> None:
    head = "轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方,结果"
    found = table(head, "1,1,甲,乙,A,9,甲,胜5级", "1,2,丙,丁,A,9,丙,胜3级", "1,3,戊,己,A,9,戊,己胜")
    assert codes(found) == [("CELL-DIFFERENCE", "club.csv:H3"), ("CELL-CONFLICT", "club.csv:H4")]
    assert [each["claims"]["winner"] for each in found.documents] == ["EW"] * 3


def test_a_result_in_figures_is_read_as_before() -> None:
    found = table("轮次,桌号,东西队,南北队,结果", "1,1,甲,乙,A:9", "1,2,丙,丁,7:A")
    assert [each["claims"]["levels"] for each in found.documents] == [{"EW": "A", "NS": "9"}, {"EW": "7", "NS": "A"}]


def test_a_result_in_words_beside_a_table_is_read() -> None:
    found = table("轮次：1", "副,级牌,头游,二游,三游,末游", "1,2,东,西,南,北", "结果：东西胜")
    assert found.documents[0]["claims"] == {"winner": "EW"}
