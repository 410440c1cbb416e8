"""Columns that others make, learnt from the rows of a table: a row that differs is found, and what nothing holds is named."""

import pytest

from tests.ingest.scoresheet.test_layouts import codes, noted
from tests.ingest.scoresheet.test_other_layouts import Rows, found_in, rows

HANDS = rows(
    "副,庄,级,桌面分,底牌,倍,底分,闲家合计,东西,南北",
    "1,东,2,30,5,×8,40,70,3,2",
    "2,西,3,75,,,,75,4,2",
    "3,东,4,55,10,×2,20,75,5,2",
    "4,西,5,25,15,×2,30,55,6,2",
    "5,东,6,35,10,×4,40,75,7,2",
    "6,西,7,45,5,×4,20,65,8,2",
)
MATCHES = rows(
    "轮次,桌号,东西队,南北队,东西级数,南北级数", *(f"{n},1,红,蓝,{level},5" for n, level in enumerate("8679J", start=1))
)
RANKED = rows(
    "代表队,甲项,乙项,丙项,总得分,累进",
    *(
        f"{n},{a},{b},{c},{a + b + c},{3 * a + 2 * b + c}"
        for n, a, b, c in (("红", 2, 0, 2), ("蓝", 1, 2, 2), ("绿", 0, 2, 1), ("白", 2, 2, 1))
    ),
)


def spoilt(table: Rows, cell: tuple[int, int], value: str) -> Rows:
    return [[value if (n, at) == cell else each for at, each in enumerate(row)] for n, row in enumerate(table, start=1)]


@pytest.mark.parametrize(
    ("cell", "value", "found"),
    [((4, 6), "30", "G4"), ((5, 7), "60", "H5"), ((7, 7), "75", "H7")],
)
def test_a_product_and_a_sum_are_learnt_from_the_rows(cell: tuple[int, int], value: str, found: str) -> None:
    clean = {each for each in found_in(HANDS, "chaodipi")[1] if each and each[0] in "DEFGH"}
    wrong = {each for each in found_in(spoilt(HANDS, cell, value), "chaodipi")[1] if each and each[0] in "DEFGH"}
    assert (clean, wrong) == (set(), {found})
    table = spoilt(HANDS, cell, value)
    assert [code for code, _ in codes(found_in(table, "chaodipi")[0]) if code == "CELL-RELATION"] == ["CELL-RELATION"]


def test_a_worksheet_of_standings_is_held_against_its_own_columns() -> None:
    clean, wrong = found_in({"成绩": MATCHES, "总表": RANKED}, "guandan-js2023")
    assert wrong == []
    assert not [each for each in clean.notes if each.code == "NOT-CHECKED" and each.grid.sheet == "总表"]
    assert [each.value for each in clean.notes if each.code == "TOTAL-AS" and each.grid.sheet == "总表"]
    for at, cell in ((4, "E3"), (5, "F3")):
        assert found_in({"成绩": MATCHES, "总表": spoilt(RANKED, (3, at), "7")}, "guandan-js2023")[1] == [cell]


def test_numbers_that_nothing_was_held_against_are_named_once() -> None:
    table = [[*row, each] for row, each in zip(MATCHES, ["电脑编排", "31", "17", "44", "9", "12"], strict=True)]
    other = rows("说明,数,量", "甲处,12,40", "乙处,33,91")
    found, wrong = found_in({"成绩": table, "附页": other}, "guandan-js2023")
    assert wrong == []
    assert [each.value for each in found.notes if each.code == "NOT-CHECKED"] == ["G2:G6", "B2:B3, C2:C3"]
    assert noted(found_in(MATCHES, "guandan-js2023")[0], "NOT-CHECKED") == []


def test_what_holds_by_chance_in_few_rows_is_not_learnt() -> None:
    table = rows(
        "序,桌号,东西队,南北队,东西级数,南北级数,台板,灯号,柜号",
        *(f"{n},{n},红{n},蓝{n},8,5,{a},{b},{c}" for n, a, b, c in ((1, 2, 3, 5), (2, 1, 4, 5), (3, 2, 2, 4), (4, 3, 3, 7))),
    )
    assert found_in(table, "guandan-js2023")[1] == []


def test_a_running_total_is_named_where_it_goes_wrong() -> None:
    told = ((3, 3), (5, 8), (2, 10), (8, 18), (1, 19))
    table = [
        [*row, *each] for row, each in zip(MATCHES, [("奖点", "奖点累计"), *((str(a), str(b)) for a, b in told)], strict=True)
    ]
    assert found_in(table, "guandan-js2023")[1] == []
    assert found_in(spoilt(table, (4, 7), "11"), "guandan-js2023")[1] == ["H4"]
