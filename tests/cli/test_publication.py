"""Standings as they are published: in every form, by which account, with what was checked, and read back."""

import csv
import json
import re
import zipfile
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest

from paipu.analytics.report.pdf import find_chromium
from paipu.ingest.event_parse import parse_event
from paipu.ingest.event_source import EventFile, with_published
from paipu.ingest.rejection import Place, Rejection
from tests.analytics.test_events import of_claims
from tests.cli.conftest import Document, Paipu, write
from tests.cli.test_standings import EVENT, RECORDS
from tests.made import event_of
from tests.many import every


def made_event(folder: Path, form: str, seed: int = 7) -> tuple[Path, Path]:
    """A sample event and its records as claims, in files."""
    document, records = event_of(form, seed)
    (folder / "event.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return folder / "event.json", write(folder / "records.ndjson", of_claims(records))


def cells_of(page: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in page]


def without_text(html: str) -> str:
    return re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


def read_back(event: Path, path: Path) -> list[Document]:
    """The published tables that a file has for an event."""
    parsed = parse_event(event.read_bytes(), Place(str(event)))
    assert not isinstance(parsed, Rejection)
    found = with_published(EventFile(parsed, str(event)), str(path))
    assert not isinstance(found, Rejection), found
    given, table = found
    assert not table.problems
    assert len(given.parsed.event.published) - len(parsed.event.published) == len(table.tables)
    return list(table.tables)


READ_BACK: Final = [(form, lang) for form in ("groups", "individual", "swiss", "knockout") for lang in ("zh", "both", "en")]


@pytest.mark.parametrize(("form", "lang"), every(7, READ_BACK))
def test_a_workbook_and_a_csv_are_read_back_as_they_were_published(paipu: Paipu, tmp_path: Path, form: str, lang: str) -> None:
    event, records = made_event(tmp_path, form)
    told = json.loads(paipu("standings", event, records, "-f", "json", "-q").stdout)
    expected = [{row["team"]: (row["place"], row["wins"]) for row in table["rows"]} for table in told if any(table["rows"])]
    for name in ("table.xlsx", *(["table.csv"] if lang == "zh" else [])):
        done = paipu("standings", event, records, "-o", tmp_path / name, "--lang", lang)
        assert done.exit_code == 0, done.stderr
        found = read_back(event, tmp_path / name)
        assert [{row["team"]: (row["place"], row["wins"]) for row in table["rows"]} for table in found] == expected


def test_a_zip_has_every_table_of_the_workbook_as_csv(paipu: Paipu, tmp_path: Path) -> None:
    event, records = made_event(tmp_path, "swiss")
    for name in ("table.xlsx", "table.zip", "again.zip"):
        assert paipu("standings", event, records, "-o", tmp_path / name, "-q").exit_code == 0
    assert (tmp_path / "table.zip").read_bytes() == (tmp_path / "again.zip").read_bytes()
    book = openpyxl.load_workbook(tmp_path / "table.xlsx")
    with zipfile.ZipFile(tmp_path / "table.zip") as archive:
        texts = [archive.read(each).decode("utf-8-sig") for each in archive.namelist()]
    assert len(texts) == len(book.worksheets) > 2
    for text, page in zip(texts, book.worksheets, strict=True):
        kept = [["" if value is None else str(value) for value in row] for row in cells_of(page)[1:]]  # without its title
        for found, row in zip(csv.reader(StringIO(text)), kept, strict=True):
            assert found == row[: len(found)]
            assert not any(row[len(found) :])


@pytest.mark.parametrize("teams", [10, 12])
def test_a_crosstable_of_many_is_set_to_fit_on_paper(paipu: Paipu, tmp_path: Path, teams: int) -> None:
    pairs = [[f"t{at}", f"t{at + 1}"] for at in range(1, teams, 2)]
    tables = [{"table": str(at), "sides": {"EW": one, "NS": other}} for at, (one, other) in enumerate(pairs, start=1)]
    stage = {"id": "s", "form": "table", "rank_by": ["wins"], "rounds": [{"no": 1, "tables": tables}]}
    event = {"format": "paipu-event/1", "id": "e", "sheet": "guandan-1", "stages": [stage]}
    event["teams"] = [{"id": each} for pair in pairs for each in pair]
    (tmp_path / "event.json").write_text(json.dumps(event), encoding="utf-8")
    (tmp_path / "r.csv").write_text("轮次,桌号,东西队,南北队,东西级数,南北级数,胜方\n1,1,t1,t2,A,8,东西\n", encoding="utf-8")
    done = paipu("standings", tmp_path / "event.json", tmp_path / "r.csv", "-o", tmp_path / "wall.html", "-q")
    assert done.exit_code == 0, done.stderr
    page = (tmp_path / "wall.html").read_text(encoding="utf-8")
    assert ('class="cross wide"' in page) == (teams > 10)
    assert ".cross.wide" in page


def test_the_page_of_a_team_has_its_place_after_each_round(paipu: Paipu, tmp_path: Path) -> None:
    event, records = made_event(tmp_path, "swiss")
    team = json.loads(event.read_text(encoding="utf-8"))["teams"][0]["id"]
    due = []
    for after in (1, 2, 3):
        (told,) = json.loads(paipu("standings", event, records, "-f", "json", "-q", "--after-round", after).stdout)
        (row,) = [each for each in told["rows"] if each["team"] == team]
        due.append(f"{row['place']}{'=' if row['derivation'][-1]['tied'] else ''}")
    lines = paipu("standings", event, records, "--team", team, "-q", "--lang", "en").stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if line.endswith("place then"))
    assert [line.split()[-1] for line in lines[head + 1 : head + 4]] == due


def test_after_a_round_every_form_says_it_and_is_that_of_the_round(paipu: Paipu, tmp_path: Path) -> None:
    """The standings after round two are those of an event of which two rounds were drawn, and are read back as such."""
    event, records = made_event(tmp_path, "swiss")
    document = json.loads(event.read_text(encoding="utf-8"))
    short = {**document, "published": []}
    short["stages"] = [{**stage, "rounds": stage["rounds"][:2]} for stage in document["stages"]]
    (tmp_path / "short.json").write_text(json.dumps(short, ensure_ascii=False), encoding="utf-8")
    kept = [each for each in map(json.loads, records.read_text(encoding="utf-8").splitlines()) if each["event"]["round"] <= 2]
    [of_short] = json.loads(
        paipu("standings", tmp_path / "short.json", write(tmp_path / "kept.ndjson", kept), "-f", "json", "-q").stdout
    )
    [cut] = json.loads(paipu("standings", event, records, "-f", "json", "--after-round", 2, "--results", "-q").stdout)
    assert cut["rows"] == of_short["rows"]
    assert (cut["after_round"], of_short["after_round"]) == (2, None)
    assert [each["round"] for each in cut["rounds"]] == [1, 2]
    for name in ("t.xlsx", "t.csv"):
        assert paipu("standings", event, records, "--after-round", 2, "-o", tmp_path / name).exit_code == 0
        [table] = read_back(event, tmp_path / name)
        assert table["after_round"] == 2
    page = paipu("standings", event, records, "--after-round", 2, "-f", "html").stdout
    assert "第 2 轮后" in page
    assert "没有公布的表" not in page  # one was, after the last
    assert "第 2 轮后" in paipu("standings", event, records, "--after-round", 2).stdout
    none = paipu("standings", event, records, "--after-round", 9, "--lang", "en")
    assert (none.exit_code, none.stdout) == (2, "")
    assert "there is no round 9; the rounds are 1, 2, 3" in none.stderr


@pytest.fixture
def cup(tmp_path: Path) -> tuple[Path, Path]:
    """An event with a name that a spreadsheet would take for a formula, two tables that are open, and a bye of the final."""
    path = tmp_path / "event.json"
    document = {**EVENT, "name": "=杯赛<b>", "published": [TABLE]}
    document["stages"] = [{**EVENT["stages"][0]}, EVENT["stages"][1]]
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path, write(tmp_path / "cup.ndjson", RECORDS)


TABLE: Final = {
    "stage": "all",
    "rows": [{"team": "t1", "place": 3, "match_points": 2}, {"team": "t2", "match_points": 2, "big_points": 9}],
}
"""Published while t2's last match is open."""


def test_what_was_checked_is_said_and_never_that_all_was(paipu: Paipu, cup: tuple[Path, Path]) -> None:
    event, records = cup
    made = paipu("standings", event, records, "-f", "html", "--lang", "en").stdout
    assert "as computed · open tables: 1" in made
    assert "Open tables, not counted: 1; places may change." in made
    assert "published cells 4, checked 1, of these differing 0, unchecked 3." in made
    assert not re.search(r"\ball (were|was|are|cells|matches)\b", without_text(made))
    assert "no log of rulings was used" in made
    claimed = paipu("standings", event, records, "-f", "html", "--as", "recorded", "--lang", "en").stdout
    assert "as recorded" in claimed
    assert "these were not computed anew" in claimed


def test_a_publication_names_the_log_its_rulings_and_its_hash(paipu: Paipu, cup: tuple[Path, Path], tmp_path: Path) -> None:
    event, records = cup
    log = tmp_path / "rulings.ndjson"
    words = ("--by", "王", "--reason", "<i>露牌</i>", "--winner", "EW", "--rulings", log)
    assert paipu("ruling", "issue", records, "--match", "cup/all/1/1", *words).exit_code == 0
    made = paipu("standings", event, records, "--rulings", log, "-f", "html").stdout
    [sha256] = set(re.findall(r"末行 SHA-256 ([0-9a-f]{64})", made))
    assert "按裁决" in made
    assert "&lt;i&gt;露牌&lt;/i&gt;" in made
    assert "<b>" not in made.partition("<title>")[2].partition("</title>")[0]
    assert "=杯赛&lt;b&gt;" in made
    assert not re.search(r"<(script|img|link)|src=|url\(|https?:", made)
    assert paipu("standings", event, records, "--rulings", log, "-o", tmp_path / "t.xlsx").exit_code == 0
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    texts = [str(value) for page in book for row in cells_of(page) for value in row if value is not None]
    assert any(sha256 in each for each in texts)
    assert any("<i>露牌</i>" in each for each in texts)
    assert "f" not in {cell.data_type for page in book for row in page for cell in row}


def test_every_table_of_a_publication_has_its_results(paipu: Paipu, cup: tuple[Path, Path], tmp_path: Path) -> None:
    """In the page and in the workbook: score of each table, what it counts, who has a bye, the bracket."""
    event, records = cup
    made = paipu("standings", event, records, "-f", "html").stdout
    assert made.count('<table class="results">') == 3
    assert "9 : −9" in made.replace("-", "−")
    assert re.search(r"t3</th><td class=\"score\">轮空", re.sub(r"\s*\n\s*", "", made))
    assert paipu("standings", event, records, "-o", tmp_path / "t.xlsx").exit_code == 0
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    names = [page.title.split(" ", 1)[1] for page in book]
    assert names == ["全部轮次", "决赛", "全部轮次 各轮成绩", "全部轮次 交叉表", "决赛 各轮成绩", "决赛 对阵"]
    results = cells_of(book.worksheets[2])
    assert results[1][:6] == ["轮", "桌", "甲方", "比分", "乙方", "结果"]
    assert results[2][:6] == [1, "1", "=青松", "−2 : 2", "白鹭", "负"]
    assert results[3][:6] == [1, "2", "t3", "9 : −9", "t4", "胜"]
    assert results[5][3:6] == [None, "t4", "待定"]


def test_one_entrant_alone_by_name_or_id(paipu: Paipu, cup: tuple[Path, Path]) -> None:
    event, records = cup
    by_name = paipu("standings", event, records, "--team", "白鹭", "-q").stdout
    assert by_name == paipu("standings", event, records, "--team", "t2", "-q").stdout
    lines = [line.split() for line in by_name.splitlines()]
    assert lines[0][0] == "白鹭"
    assert lines[4][:7] == ["1", "1", "=青松", "胜", "2", ":", "−2"]
    assert ["2", "2", "t4", "待定", "2"] in lines  # the place after the first round still stands
    rows = list(csv.DictReader(StringIO(paipu("standings", event, records, "--team", "t2", "-f", "csv", "-q").stdout)))
    assert {row["team"] for row in rows} == {"t2"}
    unknown = paipu("standings", event, records, "--team", "白路", "--lang", "en")
    assert unknown.exit_code == 2
    assert "白鹭" in unknown.stderr


def test_published_tables_of_files_are_counted(paipu: Paipu, cup: tuple[Path, Path], tmp_path: Path) -> None:
    event, records = cup
    rows: Sequence[Sequence[object]] = [["全部轮次"], ["队名", "积分"], ["白鹭", 5], ["t3", 4]]
    with (tmp_path / "wall.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    done = paipu("standings", event, records, "--stage", "all", "--published", tmp_path / "wall.csv", "-f", "html")
    assert done.exit_code == 0, done.stderr
    assert "公布的表共 6 格，核对 2 格，其中不符 0 格，未核对 4 格。" in done.stdout
    assert "核对 2" in done.stderr


@pytest.mark.skipif(find_chromium() is None, reason="no chromium")
def test_a_file_that_ends_in_pdf_is_one(paipu: Paipu, cup: tuple[Path, Path], tmp_path: Path) -> None:
    event, records = cup
    assert paipu("standings", event, records, "-o", tmp_path / "t.pdf", "--lang", "both").exit_code == 0
    assert (tmp_path / "t.pdf").read_bytes().startswith(b"%PDF-")
