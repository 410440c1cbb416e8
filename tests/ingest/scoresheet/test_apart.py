"""Score sheets made to take all time or memory: refused by what is in them, and where that does not tell, by the system."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading, apart, grid, read, read_file, workbook
from tests.ingest.hostile import HEAD, ROW, SHEET, STRINGS, STYLES, TABLES, WORKBOOKS, Hostile, book, sheet, strings
from tests.ingest.hostile import grid as cells_of
from tests.ingest.scoresheet.tables import Table, matches, refused


@pytest.mark.parametrize(
    "hostile",
    [pytest.param(each, id=each.name, marks=[pytest.mark.deep] * each.heavy) for each in (*WORKBOOKS, *TABLES)],
)
def test_what_a_small_file_can_be_blown_up_to_is_refused_by_what_is_in_it(hostile: Hostile) -> None:
    raw = hostile.make()
    assert len(raw) <= 1 << 20
    began = time.process_time()
    rejection = refused(raw, hostile.name)
    assert time.process_time() - began < 8
    assert rejection.code in hostile.codes
    assert all("{" not in text for each in rejection.errors for text in each.message)


@pytest.mark.parametrize(
    ("bound", "most", "parts", "code"),
    [
        ("MAX_ELEMENTS", 100, {SHEET: sheet(b"<row/>" * 200)}, "SCORESHEET-SIZE"),
        ("MAX_ELEMENTS", 100, {STRINGS: strings(*[b""] * 200)}, "SCORESHEET-SIZE"),
        ("MAX_CELLS", 100, {SHEET: sheet(cells_of(1, 101, b"<c/>"))}, "SCORESHEET-SIZE"),
        ("MAX_CELLS", 100, {SHEET: sheet(cells_of(11, 10, b"<c/>"))}, "SCORESHEET-SIZE"),
        ("MAX_STYLES", 100, {STYLES: b"<x><cellXfs>" + b"<xf/>" * 101 + b"</cellXfs></x>"}, "SCORESHEET-DAMAGED"),
        ("MAX_DEPTH", 64, {SHEET: b"<a>" * 65 + b"</a>" * 65}, "SCORESHEET-DAMAGED"),
        ("MAX_MERGED", 100, {SHEET: sheet(b"", b"<x>" + b'<mergeCell ref="A1:B26"/>' * 2 + b"</x>")}, "SCORESHEET-SIZE"),
        ("MAX_TAG", 50_000, {SHEET: sheet(b'<row x="' + b"a" * 150_000 + b'"/>')}, "SCORESHEET-TEXT"),
        ("MAX_TAG", 50_000, {STYLES: b"<!--" + b"a" * 150_000 + b"--><x/>"}, "SCORESHEET-TEXT"),
    ],
)
def test_each_bound_of_a_workbook_is_held(
    monkeypatch: pytest.MonkeyPatch, bound: str, most: int, parts: dict[str, bytes], code: str
) -> None:
    monkeypatch.setattr(workbook, bound, most)
    assert refused(book(parts)).code == code


def test_two_names_of_one_worksheet_are_refused() -> None:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="r"'
    two = "".join(f'<sheet name="{name}" sheetId="{number}" r:id="rId1"/>' for number, name in enumerate("ab", 1))
    names = f"<workbook {space}><sheets>{two}</sheets></workbook>".encode()
    assert refused(book({"xl/workbook.xml": names})).code == "SCORESHEET-DAMAGED"


def test_a_file_of_more_matches_than_may_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = HEAD + b"".join(ROW.format(number, 1).encode() for number in range(5))
    monkeypatch.setattr("paipu.ingest.scoresheet.MAX_MATCHES", 5)
    assert isinstance(read(raw, "g.csv"), Reading)
    monkeypatch.setattr("paipu.ingest.scoresheet.MAX_MATCHES", 4)
    assert refused(raw, "g.csv").code == "SCORESHEET-MATCHES"


def test_a_text_as_long_as_excel_takes_is_read_in_as_many_cells_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = book({SHEET: sheet(cells_of(2, 3, b'<c t="s"><v>0</v></c>')), STRINGS: strings(b"a" * grid.MAX_TEXT)})
    assert refused(longest).code == "SCORESHEET-HEADERS"
    monkeypatch.setattr(workbook, "MAX_TEXTS", 6 * grid.MAX_TEXT)
    assert refused(longest).code == "SCORESHEET-HEADERS"
    monkeypatch.setattr(workbook, "MAX_TEXTS", 6 * grid.MAX_TEXT - 1)
    assert refused(longest).code == "SCORESHEET-TEXTS"
    both = strings(b"a" * grid.MAX_TEXT, b"b")
    few = book({SHEET: sheet(cells_of(2, 3, b'<c t="s"><v>1</v></c>')), STRINGS: both})
    assert refused(few).code == "SCORESHEET-HEADERS"  # what is shown counts, not what could be


def test_a_text_too_long_is_named_by_its_cell() -> None:
    long = b'<c t="inlineStr"><is><t>' + b"a" * (grid.MAX_TEXT + 1) + b"</t></is></c>"
    rejection = refused(book({SHEET: sheet(b"<row><c><v>1</v></c></row><row><c><v>1</v></c>" + long + b"</row>")}), "g.xlsx")
    assert (rejection.code, rejection.pointer) == ("SCORESHEET-TEXT", "g.xlsx!第1轮:B2")
    assert refused(HEAD + ROW.format("q" * (grid.MAX_TEXT + 1), 1).encode(), "g.csv").pointer == "g.csv:C2"


def test_a_file_of_rows_that_cannot_be_read_says_the_first_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paipu.ingest.scoresheet.MAX_QUARANTINED", 3)
    raw = HEAD + ROW.format(1, "q").encode() * 3
    found = read(raw, "g.csv")
    assert isinstance(found, Reading)
    assert len(found.rejections) == 3
    rejection = refused(raw + ROW.format(1, "q").encode(), "g.csv")
    assert rejection.code == "SCORESHEET-PROBLEMS"
    assert [each.pointer for each in rejection.errors[1:]] == ["g.csv:D2", "g.csv:D3", "g.csv:D4", "g.csv:D5"]


def test_a_workbook_is_read_apart_and_comes_out_as_it_would_here(tmp_path: Path) -> None:
    table = Table(matches("guandan-js2023", 2))
    raw = table.xlsx()
    (tmp_path / "g.xlsx").write_bytes(raw)
    found, here = read_file(str(tmp_path / "g.xlsx")), read(raw, str(tmp_path / "g.xlsx"))
    assert isinstance(found, Reading)
    assert isinstance(here, Reading)
    assert found == here.bare()
    assert found.documents
    assert isinstance(found := read_file(str(tmp_path / "g.xlsx"), "shengji"), Reading | Rejection)


@pytest.mark.parametrize(("bound", "least"), [("SECONDS", 1), ("MEMORY", 0)])
def test_what_takes_too_much_is_ended_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, least: int
) -> None:
    """A table at its bounds in every cell of which something stands: with less time or memory than it takes."""
    path = tmp_path / "g.xlsx"
    path.write_bytes(book({SHEET: sheet(cells_of(2000, 250, b"<c><v>1</v></c>"))}))
    monkeypatch.setattr(apart, bound, least)
    rejection = read_file(str(path))
    assert isinstance(rejection, Rejection)
    assert rejection.code == "SCORESHEET-COST"
    assert rejection.source == str(path)


def test_a_large_text_is_read_apart_and_a_small_one_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, str, str | None]] = []
    monkeypatch.setattr("paipu.ingest.scoresheet.read_apart", lambda raw, path, rules: asked.append((len(raw), path, rules)))
    path = tmp_path / "g.csv"
    path.write_bytes(HEAD + ROW.format(1, 1).encode())
    assert isinstance(read_file(str(path)), Reading)
    path.write_bytes(HEAD + b"\n" * 300_000)
    read_file(str(path), "shengji")
    assert asked == [(len(HEAD) + 300_000, str(path), "shengji")]


def test_a_fault_of_this_program_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "limits", lambda _size: ("none", 0))
    with pytest.raises(RuntimeError, match="TypeError"):
        apart.read_apart(b"", "g.xlsx", None)


def test_larger_files_may_take_more() -> None:
    assert apart.limits(0) == apart.limits(1 << 20) == (apart.SECONDS, apart.MEMORY)
    assert apart.limits(grid.MAX_FILE) == (apart.SECONDS * 64, apart.MEMORY + 63 * apart.MEMORY_A_MIB)


def test_where_the_process_that_reads_was_ended_another_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    raw, readers = Table(matches("shengji", 1)).xlsx(), apart._Readers()
    monkeypatch.setattr(apart, "_READERS", readers)
    assert isinstance(apart.grids_apart(raw, "g.xlsx"), list)
    assert readers._asked is not None
    readers._asked.shutdown(socket.SHUT_RDWR)
    assert isinstance(apart.grids_apart(raw, "g.xlsx"), list)


def test_the_process_that_makes_others_of_itself_has_one_thread() -> None:
    assert isinstance(apart.grids_apart(Table(matches("shengji", 1)).xlsx(), "g.xlsx"), list)
    children = Path("/proc/self/task").glob("*/children")
    numbers = [number for each in children for number in each.read_text().split()]
    makers = [number for number in numbers if b"scoresheet.apart" in Path(f"/proc/{number}/cmdline").read_bytes()]
    assert makers
    assert [[each.name for each in Path(f"/proc/{maker}/task").iterdir()] for maker in makers] == [[each] for each in makers]


def test_files_are_read_beside_each_other() -> None:
    raw = Table(matches("shengji", 1)).xlsx()
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(lambda number: apart.read_apart(raw, f"{number}.xlsx", None), range(6))]
    assert all(isinstance(each, Reading) for each in found)
    assert isinstance(apart.read_apart(b"no workbook", "g.xlsx", None), Rejection)
