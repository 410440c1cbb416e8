"""Papers of clubs, unions and schools: read as they stand, and each planted slip is found at its cell."""

import pytest

from paipu.ingest.scoresheet import Reading
from tests.ingest.scoresheet.papers import PAPERS, Paper
from tests.ingest.scoresheet.tables import refused
from tests.ingest.scoresheet.test_layouts import book
from tests.ingest.scoresheet.test_other_layouts import found_in, rows


def read(paper: Paper, *, text: bool) -> tuple[Reading, list[str | None]]:
    """What a paper is read as, and every cell that is wrong."""
    return found_in({}, paper.rules, paper.text() if text else paper.book(), "club.csv" if text else "club.xlsx")


@pytest.mark.parametrize("name", list(PAPERS))
def test_a_paper_is_read_and_its_slips_are_found(name: str) -> None:
    paper = PAPERS[name]
    as_text = len(paper.sheets) == 1  # a CSV has one worksheet
    for text in {False, as_text}:
        found, wrong = read(paper, text=text)
        teams = {seat.get("team", "") for document in found.documents for seat in document.get("seats", {}).values()}
        assert (len(found.documents), wrong, found.tally.holds) == (paper.matches, [], True)
        assert not paper.teams or teams == paper.teams
    for cell, slip in paper.slips:
        _, wrong = read(paper.with_slip(cell, slip), text=as_text)
        assert cell in wrong, cell
        assert len(wrong) <= 2, (cell, wrong)  # what it contradicts may be named beside it


def test_two_readings_that_make_equal_sense_are_both_named_and_none_is_taken() -> None:
    table = rows(
        "龙井（东西）,,虎跑（南北）", "局,东西大分,南北大分,东西累计,南北累计", "1,9,-9,9,-9", "2,-2,2,7,-7", "3,14,-14,21,-21"
    )
    told = refused(book(表=table), "club.xlsx", "shuangkou").errors[0]
    assert told.code == "SCORESHEET-EITHER"
    assert "A: 局" in told.message.zh
    assert "A: 副" in told.message.zh


def test_a_remark_in_a_row_of_its_own_and_a_table_without_a_player() -> None:
    told = rows("轮次,桌号,东西队,南北队,东西级数,南北级数", "1,1,红,蓝,A,8", "说明,以上成绩经裁判长确认")
    found, wrong = found_in(told, "guandan-js2023")
    assert (wrong, len(found.documents), found.tally.holds) == ([], 1, True)
    seated = [f"1,{seat},p{seat},{level}" for seat, level in zip("东南西北", "A8A8", strict=True)]
    found, wrong = found_in(
        rows("桌号,方位,姓名,级数", *seated, *(f"2,{seat},q{seat},5" for seat in "东南西")), "guandan-js2023"
    )
    assert (wrong, len(found.documents), found.tally.holds) == (["C6", "C7", "C8"], 1, True)


def test_a_worksheet_of_what_teams_have_in_all_is_held_against_the_matches_of_the_others() -> None:
    first = rows("桌号,东西队,南北队,东西级数,南北级数,胜方", "1,红,蓝,A,8,东西", "2,黄,绿,5,J,南北")
    second = rows("桌号,东西队,南北队,东西级数,南北级数,胜方", "1,红,绿,A,9,东西", "2,黄,蓝,4,Q,南北")
    for wins, cell in (("2", []), ("1", ["D2"])):
        table = rows("名次,队名,场次,胜,负", f"1,红,2,{wins},0", "2,绿,2,1,1", "2,蓝,2,1,1", "4,黄,2,0,2")
        found, wrong = found_in({"第1轮": first, "第2轮": second, "总排名": table}, "guandan-js2023")
        assert (len(found.documents), wrong, found.tally.holds) == (4, cell, True)
