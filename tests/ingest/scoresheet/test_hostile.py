"""Files made to do harm, or broken: refused with a reason, within bounds of time and memory, never an exception."""

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading, grid, read, workbook
from tests.ingest.scoresheet.tables import Table, matches, refused

SHEET = "xl/worksheets/sheet1.xml"
DOCTYPE = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@cache
def whole() -> bytes:
    return Table(matches("guandan-1", 1)).xlsx()


def changed(parts: Mapping[str, bytes]) -> bytes:
    """The workbook with some parts put in the place of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole())) as given_, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in given_.namelist():
            made.writestr(name, parts.get(name, given_.read(name)))
    return out.getvalue()


def cells(inner: str) -> bytes:
    """A worksheet of these rows."""
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{inner}</sheetData></worksheet>'.encode()


@pytest.mark.parametrize(
    ("inner", "code"),
    [
        ('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', "SCORESHEET-SIZE"),
        ('<row r="1"><c r="XFD1"><v>1</v></c></row>', "SCORESHEET-SIZE"),
        ('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>', "SCORESHEET-SIZE"),
        ('<row r="1"><c r="A900000"><v>1</v></c></row>', "SCORESHEET-DAMAGED"),
        ('<row r="99999999999999999999"><c r="A2"><v>1</v></c></row>', "SCORESHEET-DAMAGED"),
        ('<row r="1"><c r="A1" t="s"><v>999999</v></c></row>', "SCORESHEET-DAMAGED"),
        ('<row r="1"><c r="A1"><v>1</v></c>', "SCORESHEET-DAMAGED"),
        ("</sheetData><mergeCells>" + '<mergeCell ref="A1:XFD"/>' + "</mergeCells><sheetData>", "SCORESHEET-DAMAGED"),
        ("</sheetData><mergeCells>" + '<mergeCell ref="A1:B2"/>' * 20_001 + "</mergeCells><sheetData>", "SCORESHEET-SIZE"),
    ],
)
def test_a_worksheet_beyond_all_bounds_is_refused_before_it_is_loaded(inner: str, code: str) -> None:
    assert refused(changed({SHEET: cells(inner)})).code == code


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"])
def test_a_document_type_with_entities_is_refused(part: str) -> None:
    with zipfile.ZipFile(io.BytesIO(whole())) as archive:
        text = archive.read(part).decode()
    body = text.partition("?>")[2] if text.startswith("<?xml") else text
    assert refused(changed({part: (DOCTYPE + body).encode()})).code == "SCORESHEET-ENTITIES"


def test_a_zip_bomb_is_refused_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MAX_UNPACKED", 1 << 20)
    assert refused(changed({"xl/styles.xml": b" " * (1 << 22)})).code == "SCORESHEET-BOMB"
    monkeypatch.setattr(workbook, "MAX_UNPACKED", grid.MAX_UNPACKED)
    monkeypatch.setattr(workbook, "MAX_PARTS", 3)
    assert refused(whole()).code == "SCORESHEET-BOMB"


def test_a_part_that_is_there_twice_or_missing_is_refused() -> None:
    out = io.BytesIO(whole())
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(SHEET, cells(""))
    assert refused(out.getvalue()).code == "SCORESHEET-DAMAGED"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("hello.txt", "hello")
    assert refused(out.getvalue()).code == "SCORESHEET-DAMAGED"


def test_only_parts_that_were_scanned_are_handed_on() -> None:
    raw = changed({})
    out = io.BytesIO(raw)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/media/image1.png", b"\0" * 1000)
        archive.writestr("xl/vbaProject.bin", b"\0" * 1000)
    assert isinstance(read(out.getvalue(), "group.xlsm"), Reading)


@pytest.mark.parametrize(
    ("raw", "name", "code"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "group.xlsx", "SCORESHEET-OLD"),
        (b"PK\x03\x04 no archive", "group.xlsx", "SCORESHEET-DAMAGED"),
        (b"", "group.xlsx", "SCORESHEET-DAMAGED"),
        (b"", "group.csv", "SCORESHEET-HEADERS"),
        (b"\xff\xff\xff\xff", "group.csv", "SCORESHEET-ENCODING"),
        (b"a\0b", "group.csv", "SCORESHEET-ENCODING"),
        ("规则,赛事,桌号\n".encode() + b'"a"b,c,d\n', "group.csv", "SCORESHEET-DAMAGED"),
        ("规则,赛事,桌号\n".encode() + b"," * 300, "group.csv", "SCORESHEET-SIZE"),
        (b"," * 3_000_000, "group.csv", "SCORESHEET-SIZE"),
        ("规则,赛事,桌号\n".encode() + b"\n" * 200_001, "group.csv", "SCORESHEET-SIZE"),
    ],
)
def test_what_is_no_spreadsheet_is_refused_with_a_reason(raw: bytes, name: str, code: str) -> None:
    stop = refused(raw, name)
    assert stop.code == code
    assert stop.message.zh
    assert stop.message.en


def test_a_file_beyond_the_bound_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paipu.ingest.scoresheet.MAX_FILE", 10)
    assert refused(b"x" * 11, "group.csv").code == "SCORESHEET-FILE"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=1, max_size=3)), min_size=1, max_size=4))
def test_damage_anywhere_ends_in_a_reading_or_a_reason(changes: list[tuple[int, bytes]]) -> None:
    for raw in (whole(), Table(matches("guandan-1", 1)).csv()):
        broken = bytearray(raw)
        for at, piece in changes:
            broken[at % len(broken) :][: len(piece)] = b""
            broken[at % len(broken) : at % len(broken) + len(piece)] = piece
        found = read(bytes(broken), "group")
        assert isinstance(found, Rejection) or found.tally.holds


HEAD = "规则,轮次,桌号,副,级牌,头游,二游,三游,末游\n"
ROW = "掼蛋（一）,1,1,1,2,东,西,南,北\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD * 2_000, "SCORESHEET-MISFIT"),
        ("\n".join(["副,级牌,头游," * 80] * 100), "SCORESHEET-MISFIT"),
        (HEAD + ("第1桌\n" + ROW) * 3_500, "SCORESHEET-TABLES"),
        (HEAD + (ROW + "合计\n") * 3_000, None),
        (HEAD + ROW + ("轮次：1,桌号：2\n") * 3_000, None),
        (HEAD + ROW + ("a:" + " " * 30_000 + "\n") * 5, None),
    ],
    ids=["heads", "wide", "sections", "totals", "labels", "spaces"],
)
def test_tables_beyond_all_bounds_are_refused_and_others_take_time_by_their_size(text: str, code: str | None) -> None:
    before = process_time()
    found = read(text.encode(), "club.csv", "guandan-1")
    assert (found.code if isinstance(found, Rejection) else None) == code
    assert process_time() - before < 10


def test_a_table_that_would_stay_half_unread_is_refused_with_its_cells() -> None:
    table = "轮次,桌号,东西队,南北队,胜方\n1,1,甲,乙,东西\n1,2,丙,丁,南北\n"
    assert not isinstance(read(table.encode(), "club.csv", "guandan-1"), Rejection)
    more = "A:8,9:A,A:2,3:A\n" * 12
    refusal = read(f"{table}\n{more}".encode(), "club.csv", "guandan-1")
    assert isinstance(refusal, Rejection)
    (told,) = refusal.errors
    assert told.code == "SCORESHEET-UNREAD"
    assert str(told.found).startswith('A5 "A：8", C5 "A：2"')
