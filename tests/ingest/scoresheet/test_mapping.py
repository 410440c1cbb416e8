"""A mapping says what the columns of a table hold; the one that is guessed reads what is read without it."""

from pathlib import Path

import pytest

from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading, read, read_file
from paipu.ingest.scoresheet.mapping import MAX_SIZE, Mapped, guessed, mapping_of
from paipu.ingest.scoresheet.textfile import read as read_text
from paipu.ingest.source import RawRecord
from paipu.ingest.source import read as read_sources
from tests.ingest.scoresheet.test_layouts import book, codes, noted

ODD = "俱乐部周赛\n单元,场地,红方人马,蓝方人马,赢家,赢多少\n1,A1,甲,乙,红,3\n1,A2,丙,丁,蓝,2\n合计,,,,,\n"
MAP = """
format = "paipu-map/1"
sheet = "guandan-js2023"
[constants]
"赛事" = "cup"
"轮次" = "3"
[words."胜方"]
"红" = "东西"
"蓝" = "南北"
[[table]]
head = 2
[table.columns]
B = "桌号"
"红方人马" = "东西队"
D = "南北队"
"赢家" = "胜方"
F = ""
"""


def mapped(text: str = MAP) -> Mapped:
    found = mapping_of(text.encode(), "map.toml")
    assert isinstance(found, Mapped), found
    return found


def by(mapping: str, table: str = ODD) -> Reading:
    found = read(table.encode(), "odd.csv", None, mapped(mapping))
    assert isinstance(found, Reading), found
    assert found.tally.holds
    return found


def test_columns_constants_and_words_are_those_of_the_mapping() -> None:
    alone = read(ODD.encode(), "odd.csv", "guandan-js2023")
    assert isinstance(alone, Reading)
    assert noted(alone, "NO-COLUMN") == ["odd.csv:A2", "odd.csv:F2"]
    found = by(MAP)
    assert [each["event"] for each in found.documents] == [{"id": "cup", "round": 3, "table": table} for table in ("A1", "A2")]
    assert [each["claims"] for each in found.documents] == [{"winner": "EW"}, {"winner": "NS"}]
    assert found.documents[0]["extra"]["scoresheet"]["cells"]["/claims/winner"] == "E3"
    assert (found.tally.read, found.tally.taken, found.tally.skipped["title"], found.tally.skipped["total"]) == (5, 2, 2, 1)
    assert noted(found, "FROM-MAP")
    assert noted(found, "READ-AS") == ["odd.csv:E3", "odd.csv:E4"]
    assert noted(found, "NO-COLUMN") == ["odd.csv:A2"]


def test_a_bad_cell_costs_the_cell() -> None:
    found = by(MAP.replace('F = ""', 'F = "东西终局级数"'), ODD.replace("甲,乙,红", "甲,乙,紫"))
    assert codes(found) == [("CELL-VALUE", "odd.csv:E3")]
    assert (found.tally.taken, found.tally.quarantined, found.tally.cells) == (2, 0, 1)
    assert [each["claims"] for each in found.documents] == [{"levels": {"EW": "3"}}, {"winner": "NS", "levels": {"EW": "2"}}]


def test_words_and_constants_alone_leave_the_heads_to_be_found() -> None:
    short = MAP.partition("[[table]]")[0]
    found = by(short, "桌号,东西队,南北队,胜方,结束原因\n1,甲,乙,红,到时\n")
    assert found.documents[0]["event"] == {"id": "cup", "round": 3, "table": "1"}
    assert found.documents[0]["claims"] == {"winner": "EW", "reason": "time"}


def test_rows_worksheets_and_two_levels(tmp_path: Path) -> None:
    path = tmp_path / "g.xlsx"
    head = [["台", "甲", None, "乙", None], [None, "谁", "几", "谁", "几"]]
    path.write_bytes(book(甲=[*head, [1, "红", "A", "蓝", 9], [2, "绿", 8, "黄", "Q"], ["不算", 1, 2, 3, 4]], 乙=[["随便", 1]]))
    mapping = mapped(
        'format = "paipu-map/1"\nsheet = "guandan-js2023"\n[[table]]\nworksheet = "甲"\nhead = [1, 2]\nrows = [3, 4]\n'
        '[table.columns]\nA = "桌号"\nB = "东西队"\n"甲几" = "东西终局级数"\nD = "南北队"\nE = "/claims/levels/NS"\n'
    )
    found = read_file(str(path), None, mapping)
    assert isinstance(found, Reading)
    assert [each["claims"] for each in found.documents] == [
        {"levels": {"EW": "A", "NS": "9"}},
        {"levels": {"EW": "8", "NS": "Q"}},
    ]
    assert found.tally.holds
    assert found.tally.taken == 2
    assert sum(isinstance(each, RawRecord) for each in read_sources([str(path)], mapped=mapping)) == 2


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("paipu-map/1", "paipu-map/9", "/format"),
        ("guandan-js2023", "bridge", "/sheet"),
        ('"轮次" = "3"', '"轮次" = "三十几"', "/constants/轮次"),
        ('"轮次" = "3"', '"头游" = "东"', "/constants/头游"),
        ('D = "南北队"', 'D = "某队"', "/table/0/columns/D"),
        ("head = 2", "head = 0", "/table/0/head"),
        ("head = 2", "head = [2, 5]", "/table/0/head"),
        ("head = 2", 'head = 2\ncolour = "red"', "/table/0/colour"),
        ('[words."胜方"]', '[words."谁赢了"]', "/words/谁赢了"),
        ("head = 2", "", "/table/0/head"),
    ],
)
def test_what_cannot_be_in_a_mapping_is_named(old: str, new: str, where: str) -> None:
    found = mapping_of(MAP.replace(old, new).encode(), "map.toml")
    assert isinstance(found, Rejection)
    assert (found.code, found.pointer) == ("MAP-VALUE", where)
    assert found.errors[0].expected


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"a = [", b"[" * 5000, b"a = 1\n" * 2])
def test_what_is_no_toml_is_refused(raw: bytes) -> None:
    found = mapping_of(raw, "map.toml")
    assert isinstance(found, Rejection)
    assert found.code == "MAP-SYNTAX"


def test_a_mapping_is_bounded() -> None:
    assert isinstance(mapping_of(b"#" * (MAX_SIZE + 1), "map.toml"), Rejection)


def test_a_column_that_the_head_does_not_have_is_named_with_those_it_has() -> None:
    found = read(ODD.encode(), "odd.csv", None, mapped(MAP.replace('"赢家"', '"胜者是谁"')))
    assert isinstance(found, Rejection)
    assert (found.code, found.pointer) == ("MAP-HEAD", "odd.csv:A2")
    assert "E: 赢家" in str(found.found)


@pytest.mark.parametrize(
    "table",
    [
        "轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方,结束原因\n1,1,红队,蓝队,A,10,东西,打过\n1,2,绿队,黄队,8,Q,南北,到时\n",
        "轮次,桌号,东西,南北,比分\n1,1,甲,乙,Q:9\n1,2,丙,丁,8:A\n",
        "桌号,东西队,南北队,副,级牌,头游,二游,三游,末游\n1,甲,乙,1,2,东,西,南,北\n1,甲,乙,2,5,南,北,西,东\n",
    ],
)
def test_what_is_guessed_reads_the_same(table: str) -> None:
    here = read(table.encode(), "odd.csv", "guandan-js2023")
    assert isinstance(here, Reading)
    assert by(guessed([read_text(table.encode(), "odd.csv", lambda _: 0)], "guandan-js2023"), table).documents == here.documents


def test_a_guess_of_what_is_not_known_has_its_columns_to_be_filled_in() -> None:
    made = guessed([read_text(ODD.encode(), "odd.csv", lambda _: 0)], "guandan-js2023")
    assert "head = 2" in made
    assert 'A = ""  # "单元"' in made
    assert 'C = "东西队"  # "红方人马"' in made  # by its values
    assert not mapped(made).constants
