"""Cells as people and their programs leave them: read with a note where that is safe, refused with the cell where it is not."""

import datetime as dt
import io
import zipfile
from typing import Any

import pytest
from openpyxl.workbook import Workbook

from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.columns import columns_of
from paipu.ingest.scoresheet.reading import NOTES
from paipu.ingest.scoresheet.values import Unread
from tests.ingest.scoresheet.tables import Table, claims_alone, matches, reading, refused, saved, written

RULES = "guandan-1"
NORTH_LEVEL = columns_of(RULES).by_path["claims/levels/NS"].header.zh


def table(rules: str = RULES, number: int = 1) -> Table:
    return Table(matches(rules, number))


def notes(found: Reading) -> set[tuple[str, str]]:
    """The notes as cell and code."""
    assert all(note.message.zh and note.message.en and note.code in NOTES for note in found.notes)
    return {(note.grid.place(note.cell), note.code) for note in found.notes}


def problems(rejections: list[Rejection]) -> list[tuple[str | None, str]]:
    """What is wrong, as cell and code."""
    return [(each.pointer, each.code) for rejection in rejections for each in rejection.errors]


def patched(raw: bytes, old: str, new: str, part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A workbook with a text of one part changed; the text is there once."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as given, zipfile.ZipFile(out, "w") as made:
        for name in given.namelist():
            data = given.read(name)
            if name == part:
                assert data.decode().count(old) == 1, (old, data.decode()[:3000])
                data = data.decode().replace(old, new).encode()
            made.writestr(name, data)
    return out.getvalue()


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_text_in_every_encoding_with_every_separator(separator: str, encoding: str) -> None:
    found = reading(table().csv(separator, encoding), "group.csv")
    assert [claims_alone(each) for each in found.documents] == [claims_alone(each) for each in matches(RULES, 1)]
    assert not found.notes


def test_titles_blank_rows_and_totals_are_skipped_and_counted() -> None:
    sheet = table()
    sheet.rows[0:0] = [["春季杯", "计分表"], []]
    sheet.rows.append([])
    sheet.rows += [["合计", 12, 13], ["", "", ""], ["裁判签名：", "李四"], ["", "备注: 第三副重发"], ["Scorer:", "Wu"]]
    found = reading(sheet.csv(), "group.csv")
    assert found.tally.skipped == {"blank": 3, "total": 1, "title": 5, "example": 0, "bare": 0}
    assert (found.tally.holds, found.tally.quarantined) == (True, 0)
    assert found.tally.taken == len(matches(RULES, 1)[0]["hands"])
    assert found.documents[0]["extra"]["scoresheet"]["rows"][0] == 4


def test_every_worksheet_is_read_and_its_name_may_say_the_round() -> None:
    sheet = table()
    at = list(sheet.letters).index("轮次")
    book = Workbook()
    book.remove(book.active)
    for title in ("第三轮", "Round 4", "说明"):
        page = book.create_sheet(title)
        for row in [["怎么填", "见组委会通知"]] if title == "说明" else sheet.rows:
            page.append([*row[:at], *row[at + 1 :]])
    found = reading(saved(book))
    assert [each["event"]["round"] for each in found.documents] == [3, 4]
    assert ("group.xlsx!说明:A1", "NO-HEADERS") in notes(found)
    assert ("group.xlsx!第三轮:A1", "FROM-SHEET-NAME") in notes(found)


def test_a_file_without_headers_or_rules_is_refused_with_what_to_do() -> None:
    assert refused(b"a,b\n1,2\n", "group.csv").code == "SCORESHEET-HEADERS"
    sheet = table()
    sheet.rows = [row[1:] for row in sheet.rows]
    stop = refused(sheet.csv(), "group.csv")
    assert stop.code == "SCORESHEET-RULES"
    assert "guandan-1" in (stop.expected or "")
    assert reading(sheet.csv(), "group.csv", RULES).documents[0]["sheet"] == RULES


def test_a_header_twice_is_refused_at_its_cell_and_an_unknown_one_is_noted() -> None:
    sheet = table()
    sheet.rows[0].append("台号")
    stop = refused(sheet.csv(), "group.csv")
    assert (stop.code, stop.pointer) == ("SCORESHEET-TWICE", "group.csv:AA1")
    sheet.rows[0][-1] = "天气"
    assert ("group.csv:AA1", "NO-COLUMN") in notes(reading(sheet.csv(), "group.csv"))


# --- cells that are read with a note -----------------------------------------------------------------------


def test_full_width_digits_and_numbers_stored_as_text() -> None:
    sheet = table("shengji")
    wide, text = sheet.put("抓分", 2, "８５"), sheet.put("抓分", 3, "40")
    found = reading(sheet.xlsx())
    assert {(f"group.xlsx!第1轮:{wide}", "FULL-WIDTH"), (f"group.xlsx!第1轮:{text}", "TEXT-NUMBER")} <= notes(found)
    assert [hand["claims"]["attackers"] for hand in found.documents[0]["hands"][:2]] == [85, 40]
    assert {each["code"] for each in found.documents[0]["extra"]["scoresheet"]["notes"]} == {"FULL-WIDTH", "TEXT-NUMBER"}


@pytest.mark.parametrize("said", ["10", "T", "t", "十", "１０", "打10", 10], ids=repr)
def test_a_ten_is_a_ten_however_it_is_written(said: object) -> None:
    sheet = table()
    sheet.put("东西级数", 2, said)
    assert reading(sheet.xlsx()).documents[0]["hands"][0]["claims"]["levels"]["EW"] == "T"


@pytest.mark.parametrize(
    ("said", "side"), [("东西", "EW"), ("西东", "EW"), ("ew", "EW"), ("南北", "NS"), ("NS", "NS"), ("北南方", "NS")]
)
def test_sides_by_every_name(said: str, side: str) -> None:
    sheet = table()
    sheet.put("胜方", len(sheet.rows), said)
    assert reading(sheet.csv(), "group.csv").documents[0]["claims"]["winner"] == side


def test_hidden_rows_are_read_and_merged_cells_of_the_match_speak_for_all_its_rows() -> None:
    sheet = table()
    hands = len(sheet.rows) - 1
    for row in range(3, hands + 2):
        sheet.put("桌号", row, None)
    book = sheet.book()
    book.active.row_dimensions[4].hidden = True
    book.active.merge_cells(f"{sheet.at('桌号', 2)}:{sheet.at('桌号', hands + 1)}")
    found = reading(saved(book))
    (document,) = found.documents
    assert len(document["hands"]) == hands
    assert {("group.xlsx!第1轮:A4", "HIDDEN-ROW"), (f"group.xlsx!第1轮:{sheet.at('桌号', 3)}", "MERGED")} <= notes(found)


def test_the_saved_result_of_a_formula_is_taken_and_nothing_is_evaluated() -> None:
    sheet = table("shengji")
    cell, points = sheet.at("抓分", 2), sheet.get("抓分", 2)
    raw = sheet.xlsx()
    formula = patched(raw, f'<c r="{cell}" t="n"><v>{points}</v></c>', f'<c r="{cell}"><f>1+1</f><v>{points}</v></c>')
    found = reading(formula)
    assert (f"group.xlsx!第1轮:{cell}", "FORMULA") in notes(found)
    assert found.documents[0]["hands"][0]["claims"]["attackers"] == points
    unsaved = patched(raw, f'<c r="{cell}" t="n"><v>{points}</v></c>', f'<c r="{cell}"><f>1+1</f></c>')
    assert problems(reading(unsaved).rejections) == [(f"group.xlsx!第1轮:{cell}", "CELL-FORMULA")]
    broken = patched(raw, f'<c r="{cell}" t="n"><v>{points}</v></c>', f'<c r="{cell}" t="e"><v>#REF!</v></c>')
    assert problems(reading(broken).rejections) == [(f"group.xlsx!第1轮:{cell}", "CELL-ERROR")]


def test_rows_that_name_no_table_go_on_with_the_match_above() -> None:
    sheet = table(number=2)
    first = len(matches(RULES, 2)[0]["hands"])
    for row in range(3, first + 2):
        for header in ("赛事", "阶段", "轮次", "桌号", "日期"):
            sheet.put(header, row, None)
    found = reading(sheet.csv(), "group.csv")
    assert [len(each["hands"]) for each in found.documents] == [len(each["hands"]) for each in matches(RULES, 2)]
    assert ("group.csv:A3", "CONTINUED") in notes(found)


def test_rises_stand_for_levels_and_are_held_against_them() -> None:
    sheet = table()
    levels = [sheet.get("东西级数", row) for row in range(2, 6)]
    sheet.rows[0].append("东西升级")
    for line in sheet.rows[1:]:
        line.append(None)
    sheet.letters["东西升级"] = "AA"
    ladder = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    before = ["2", *levels]
    for row in range(2, 6):
        sheet.put("东西升级", row, ladder.index(levels[row - 2]) - ladder.index(before[row - 2]))
    assert not reading(sheet.csv(), "group.csv").notes
    sheet.put("东西升级", 3, 7)
    wrong = reading(sheet.csv(), "group.csv")
    assert [(each.code, each.pointer) for each in wrong.rejections] == [("CELL-DIFFERENCE", "group.csv:AA3")]
    sheet.put("东西级数", 2, None)
    found = reading(sheet.csv(), "group.csv")
    assert ("group.csv:AA2", "FROM-RISE") in notes(found)
    assert found.documents[0]["hands"][0]["claims"]["levels"]["EW"] == levels[0].replace("10", "T")


# --- dates -------------------------------------------------------------------------------------------------


def pairs() -> tuple[Table, list[Any]]:
    """The levels of both sides in one column."""
    sheet = table()
    east, north = (list(sheet.letters).index(header) for header in ("东西级数", NORTH_LEVEL))
    both = ["级数", *(f"{row[east]}-{row[north]}" for row in sheet.rows[1:])]
    for row, value in zip(sheet.rows, both, strict=True):
        row[east] = value
        del row[north]
    sheet.letters = dict(zip(sheet.rows[0], sheet.letters.values(), strict=False))
    return sheet, both


def test_both_sides_may_stand_in_one_cell() -> None:
    sheet, _ = pairs()
    assert [claims_alone(each) for each in reading(sheet.csv(), "group.csv").documents] == [
        claims_alone(each) for each in matches(RULES, 1)
    ]


@pytest.mark.parametrize(("form", "read"), [('m"月"d"日"', True), ("yyyy-mm-dd", False), ("d-mmm", False)])
def test_a_date_that_excel_made_is_read_only_where_it_leaves_no_doubt(form: str, read: bool) -> None:
    sheet, _ = pairs()
    book = sheet.book()
    cell = book.active[sheet.at("级数", 2)]
    cell.value, cell.number_format = dt.datetime(2026, 5, 6), form  # noqa: DTZ001 - a spreadsheet knows no time zones
    found = reading(saved(book))
    place = f"group.xlsx!第1轮:{cell.coordinate}"
    if read:
        assert (place, "EXCEL-DATE") in notes(found)
        assert found.documents[0]["hands"][0]["claims"]["levels"] == {"EW": "5", "NS": "6"}
    else:
        assert problems(found.rejections) == [(place, "CELL-DATE")]


@pytest.mark.parametrize("header", ["轮次", "桌号", "东西级数", "副"])
def test_a_date_in_any_other_column_is_refused_at_its_cell(header: str) -> None:
    sheet = table()
    cell = sheet.put(header, 2, dt.datetime(2026, 5, 6))  # noqa: DTZ001 - as above
    assert (f"group.xlsx!第1轮:{cell}", "CELL-DATE") in problems(reading(sheet.xlsx()).rejections)


@pytest.mark.parametrize("said", ["2026/5/1", "2026年5月1日", "2026.05.01", "2026-05-01", dt.datetime(2026, 5, 1)])  # noqa: DTZ001 - as above
def test_a_date_where_one_belongs(said: object) -> None:
    sheet = table()
    for row in range(2, len(sheet.rows) + 1):
        sheet.put("日期", row, said)
    assert reading(sheet.xlsx()).documents[0]["extra"]["scoresheet"]["date"] == "2026-05-01"


# --- cells that are refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "said", "code"),
    [
        ("副", "", "CELL-MISSING"),
        ("副", "三十一", "CELL-VALUE"),
        ("副", 1, "CELL-ORDER"),
        ("副", 2.5, "CELL-VALUE"),
        ("规则", "升级（拖拉机）", "CELL-VALUE"),
        ("东西队", "别队", "CELL-CONFLICT"),
    ],
)
def test_a_row_of_which_it_cannot_be_told_what_it_is_is_quarantined(header: str, said: object, code: str) -> None:
    sheet = table()
    cell = sheet.put(header, 4, said)
    found = reading(sheet.xlsx())
    assert problems(found.rejections) == [(f"group.xlsx!第1轮:{cell}", code)]
    assert [hand["no"] for hand in found.documents[0]["hands"]][:3] == [1, 2, 4]
    assert (found.tally.quarantined, found.tally.cells) == (1, 0)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("级牌", "15"),
        ("级牌", "-5"),
        ("级牌", "100"),
        ("东西级数", "O"),
        ("东西级数", "1-0"),
        ("头游", "中"),
        ("二游", "东"),
        ("胜方", "东北"),
        ("结束原因", "天黑"),
        ("日期", "昨天"),
    ],
)
def test_a_cell_that_cannot_be_read_costs_the_cell(header: str, said: object) -> None:
    """The row stays, and so no hand is missing; what is left of an order of places that has a hole is no order."""
    sheet = table()
    if header == "二游":
        sheet.put("头游", 4, "东")
    cell = sheet.put(header, 4, said)
    found = reading(sheet.xlsx())
    wanted = sheet.at("头游", 4) if header == "二游" else cell
    assert problems(found.rejections) == [(f"group.xlsx!第1轮:{wanted}", "CELL-VALUE")]
    hands = found.documents[0]["hands"]
    assert [hand["no"] for hand in hands] == [hand["no"] for hand in matches(RULES, 1)[0]["hands"]]
    assert ("level" in hands[2]) is (header != "级牌")
    assert ("finish" in hands[2]["claims"]) is (header not in {"头游", "二游"})
    assert (found.tally.quarantined, found.tally.cells) == (0, 1)


def test_a_merged_cell_where_each_hand_has_its_own_is_refused() -> None:
    sheet = table()
    sheet.put("东西级数", 3, None)
    book = sheet.book()
    book.active.merge_cells(f"{sheet.at('东西级数', 2)}:{sheet.at('东西级数', 3)}")
    assert problems(reading(saved(book)).rejections) == [(f"group.xlsx!第1轮:{sheet.at('东西级数', 3)}", "CELL-MERGED")]


def test_a_row_whose_table_cannot_be_read_takes_those_along_that_go_on_with_it() -> None:
    sheet = table(number=2)
    first = len(matches(RULES, 2)[0]["hands"])
    cell = sheet.put("轮次", first + 2, "x")
    for header in ("赛事", "阶段", "轮次", "桌号", "日期"):
        sheet.put(header, first + 3, None)
    found = reading(sheet.csv(), "group.csv")
    assert problems(found.rejections)[:2] == [
        (f"group.csv:{cell}", "CELL-VALUE"),
        (f"group.csv:A{first + 3}", "CELL-CONTINUES"),
    ]
    assert len(found.documents[0]["hands"]) == first


def test_a_match_that_is_there_twice_is_kept_twice_and_said_so() -> None:
    sheet = table()
    sheet.rows += sheet.rows[1:]
    found = reading(sheet.csv(), "group.csv")
    assert [each["id"] for each in found.documents] == ["demo-guandan-1/group/r1/t1", "demo-guandan-1/group/r1/t1#2"]
    again = sheet.at("副", 2 + len(matches(RULES, 1)[0]["hands"]))
    assert (f"group.csv:{again}", "MATCH-AGAIN") in notes(found)


@pytest.mark.parametrize("hands", [500, 501])
def test_a_match_has_no_more_hands_than_the_format_takes(hands: int) -> None:
    sheet = table("shuangkou")
    number, points = (list(sheet.letters).index(name) for name in ("副", "抓分"))
    first = [cell if at <= 12 or at == points else None for at, cell in enumerate(sheet.rows[1])]
    sheet.rows[1:] = [[no if at == number else cell for at, cell in enumerate(first)] for no in range(1, hands + 1)]
    found = reading(sheet.csv(), "group.csv")
    assert len(found.documents[0]["hands"]) == 500
    beyond = [(f"group.csv:{sheet.at('副', 502)}", "CELL-HANDS")]
    assert problems(found.rejections) == (beyond if hands > 500 else [])


@pytest.mark.parametrize("empty", [199, 200])
def test_a_workbook_has_so_many_worksheets(empty: int) -> None:
    book = table().book()
    for number in range(empty):
        book.create_sheet(f"空{number}")
    raw = saved(book)
    if empty < 200:
        assert len(reading(raw).documents) == 1
    else:
        assert refused(raw).code == "SCORESHEET-SHEETS"


def test_text_that_begins_like_a_formula_is_guarded_and_comes_back() -> None:
    (match,) = matches(RULES, 1)
    seats = {seat: {**each, "team": "=1+1" if seat in "EW" else "@SUM(A1)"} for seat, each in match["seats"].items()}
    for form in ("csv", "xlsx"):
        raw = written([{**match, "seats": seats}], form)
        (document,) = reading(raw, f"group.{form}").documents
        assert {each["team"] for each in document["seats"].values()} == {"=1+1", "@SUM(A1)"}
    assert b",'=1+1," in written([{**match, "seats": seats}], "csv")


@pytest.mark.parametrize(
    ("cell", "order"), [("东??南", "E??S"), ("E？NS", "E?NS"), ("东西--", "EW--"), ("东??东", None), ("????", None)]
)
def test_places_of_an_order_may_be_unknown(cell: str, order: str | None) -> None:
    (column,) = (each for each in columns_of(RULES).by_path.values() if each.path == "claims/finish")
    if order is None:
        with pytest.raises(Unread):
            column.kind.read(cell)
    else:
        assert column.kind.read(cell) == order
        assert column.kind.read(str(column.kind.write(order, "zh"))) == order
