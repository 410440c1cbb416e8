"""Published tables from the files that they were published in."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from paipu.ingest.event_source import EventFile, read_event, with_published
from paipu.ingest.published import PublishedFile
from paipu.ingest.rejection import Rejection
from tests.cli.conftest import Paipu
from tests.made import event_of as made

Rows = Sequence[Sequence[Any]]
HEADS = ("名次", "队名", "积分", "总得分", "级差", "胜场")
FIELDS = ("place", "team", "match_points", "points", "level_difference", "wins")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A Swiss event with its records, and nothing published in its own file."""
    document, records = made("swiss", 3)
    told = {**document, "published": []}
    (tmp_path / "event.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    (tmp_path / "records.ndjson").write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    names = {team["id"]: team.get("name", team["id"]) for team in document["teams"]}
    table = document["published"][-1]
    rows = [[names[row["team"]] if field == "team" else row[field] for field in FIELDS] for row in table["rows"]]
    (tmp_path / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    return tmp_path


def rows_of(cup: Path) -> list[list[Any]]:
    """The lines of the table as it should be."""
    found: list[list[Any]] = json.loads((cup / "rows.json").read_text(encoding="utf-8"))
    return found


def as_csv(path: Path, rows: Iterable[Sequence[Any]]) -> Path:
    """Rows in a text file."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8-sig")
    return path


def as_workbook(path: Path, rows: Iterable[Sequence[Any]], title: str = "第3轮后") -> Path:
    """Rows in a worksheet."""
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = title
    for row in rows:
        page.append(list(row))
    book.save(path)
    return path


def audited(paipu: Paipu, cup: Path, *tables: Path) -> tuple[list[dict[str, Any]], str, int]:
    """What the audit finds, what is said beside it, and the exit code."""
    words = [word for table in tables for word in ("--published", str(table))]
    done = paipu("audit", "--event", cup / "event.json", cup / "records.ndjson", *words, "--format", "ndjson", "--lang", "en")
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.exit_code


@pytest.mark.parametrize("write", [as_csv, as_workbook], ids=["csv", "xlsx"])
def test_a_right_table_is_checked_cell_by_cell(paipu: Paipu, cup: Path, write: Callable[..., Path]) -> None:
    rows = rows_of(cup)
    title, signed = [["掼蛋邀请赛 最终名次"], HEADS], [["合计", None, sum(row[2] for row in rows)], ["裁判长签字：", "张三"]]
    table = write(cup / ("t.xlsx" if write is as_workbook else "t.csv"), [*title, *rows, *signed])
    if write is as_workbook:
        table = as_workbook(table, [*title, *rows, *signed], "总排名")
    found, said, code = audited(paipu, cup, table)
    assert (found, code) == ([], 0)
    assert f"cells of published tables {5 * len(rows)}: checked {5 * len(rows)}, of these differing 0; unchecked 0" in said
    assert f"rows read {len(rows) + 4} = taken {len(rows)} + quarantined 0 + skipped 4" in said


@pytest.mark.parametrize(("field", "code"), [("points", "EVENT-FIGURE"), ("wins", "EVENT-FIGURE"), ("place", "EVENT-PLACE")])
def test_a_wrong_value_is_found_at_its_cell(paipu: Paipu, cup: Path, field: str, code: str) -> None:
    rows, column = rows_of(cup), FIELDS.index(field)
    rows[2][column] += 3
    table = as_workbook(cup / "t.xlsx", [HEADS, *rows], "名次")
    found, _, exit_code = audited(paipu, cup, table)
    assert [(row["code"], row["cell"]) for row in found] == [(code, f"t.xlsx!名次:{'ABCDEF'[column]}4")]
    assert exit_code == 1


def test_two_teams_that_are_exchanged_are_one_finding(paipu: Paipu, cup: Path) -> None:
    rows = rows_of(cup)
    rows[0][1], rows[3][1] = rows[3][1], rows[0][1]
    found, said, _ = audited(paipu, cup, as_csv(cup / "t.csv", [HEADS, *rows]))
    assert [(row["code"], row["cell"]) for row in found] == [("EVENT-SWAPPED", "t.csv:B2")]
    assert rows[0][1] in found[0]["message"]["en"]
    assert rows[3][1] in found[0]["message"]["en"]
    assert "of these differing 0" not in said


def test_a_wrong_line_beside_is_no_exchange(paipu: Paipu, cup: Path) -> None:
    rows = rows_of(cup)
    rows[0][1], rows[3][1] = rows[3][1], rows[0][1]
    rows[0][3] += 1
    found, _, _ = audited(paipu, cup, as_csv(cup / "t.csv", [HEADS, *rows]))
    assert "EVENT-SWAPPED" not in {row["code"] for row in found}
    assert len(found) > 2


def test_a_bad_cell_costs_the_cell_and_a_stranger_the_line(paipu: Paipu, cup: Path) -> None:
    rows = rows_of(cup)
    rows[1][3] = "约60"
    rows[4][1] = "外队"
    found, said, code = audited(paipu, cup, as_csv(cup / "t.csv", [HEADS, *rows]))
    assert [row["code"] for row in found] == ["EVENT-ROWS"]
    assert "PUBLISHED-NUMBER  t.csv:D3" in said
    assert "PUBLISHED-TEAM  t.csv:B6" in said
    assert f"rows read {len(rows) + 1} = taken {len(rows) - 1} + quarantined 1 + skipped 1" in said
    assert code == 3


def read_in(cup: Path, table: Path) -> tuple[EventFile, PublishedFile] | Rejection:
    event = read_event(str(cup / "event.json"))
    assert isinstance(event, EventFile)
    return with_published(event, str(table))


@pytest.mark.parametrize(
    ("heads", "title", "after"),
    [(("轮次",), "表", 2), ((), "第2轮后积分", 2), ((), "第二轮", 2), ((), "Standings after round 2", 2), ((), "最终", None)],
)
def test_after_which_round_a_table_was_published(cup: Path, heads: Sequence[str], title: str, after: int | None) -> None:
    rows = [[*(["2"] * len(heads)), *row] for row in rows_of(cup)]
    found = read_in(cup, as_workbook(cup / "t.xlsx", [[*heads, *HEADS], *rows], title))
    assert not isinstance(found, Rejection)
    (table,) = found[0].parsed.event.published
    assert (table.after_round, len(table.rows), found[1].problems) == (after, len(rows), ())


def test_groups_and_stages_are_told_by_columns_or_by_who_is_in_them(tmp_path: Path) -> None:
    document, _ = made("groups", 7)
    (tmp_path / "event.json").write_text(json.dumps({**document, "published": []}, ensure_ascii=False), encoding="utf-8")
    names = {team["id"]: team.get("name", team["id"]) for team in document["teams"]}
    stage = document["stages"][0]
    for group, members in stage["groups"].items():
        rows = [[at, names[each]] for at, each in enumerate(members, start=1)]
        for heads, told in (
            (("名次", "队名"), rows),
            (("名次", "队名", "组别", "阶段"), [[*row, group, stage["id"]] for row in rows]),
        ):
            found = read_in(tmp_path, as_csv(tmp_path / "t.csv", [heads, *told]))
            assert not isinstance(found, Rejection)
            (table,) = found[0].parsed.event.published
            assert (table.stage, table.group) == (stage["id"], group)


def test_standings_are_published_as_a_workbook_that_is_read_back(paipu: Paipu, tmp_path: Path) -> None:
    paipu("sample", "--event", "groups", "--seed", 7, "-o", tmp_path)
    event, records, book = tmp_path / "event.json", tmp_path / "records.ndjson", tmp_path / "table.xlsx"
    assert paipu("standings", event, records, "-o", book, "--lang", "zh").exit_code == 0
    pages = openpyxl.load_workbook(book).worksheets
    assert [page.title for page in pages[:3]] == ["1 预赛 · A 组", "2 预赛 · B 组", "3 决赛"]
    assert [cell.value for cell in pages[0][2]][:3] == ["名次", "参赛者", "场"]
    assert "按重新计算的结果" in " ".join(str(row[0].value) for row in pages[0])
    done = paipu("audit", "--event", event, records, "--published", book, "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "of these differing 0; unchecked 0" in done.stderr


@pytest.mark.parametrize(
    ("rows", "code"),
    [([["队名", "教练"], ["红队", "张三"]], "PUBLISHED-HEADERS"), ([], "PUBLISHED-HEADERS")],
)
def test_what_is_no_published_table_is_refused(cup: Path, rows: Rows, code: str) -> None:
    found = read_in(cup, as_csv(cup / "t.csv", rows))
    assert isinstance(found, Rejection)
    assert [error.code for error in found.errors] == [code]


def test_a_table_that_is_not_there_is_refused(paipu: Paipu, cup: Path) -> None:
    assert audited(paipu, cup, cup / "none.csv")[2] == 3
    assert paipu("audit", cup / "records.ndjson", "--published", "t.csv").exit_code == 2


def test_the_report_of_an_event_has_published_tables_of_files(paipu: Paipu, cup: Path) -> None:
    rows = rows_of(cup)
    rows[2][3] += 3
    table = as_csv(cup / "t.csv", [HEADS, *rows])
    done = paipu("report", "event", cup / "event.json", cup / "records.ndjson", "--published", table, "--lang", "en")
    assert f"checked {5 * len(rows)}, of these differing 1" in done.stderr
    assert str(rows[2][3]) in done.stdout


def test_a_table_of_which_nothing_tells_the_stage_is_named(tmp_path: Path) -> None:
    document, _ = made("groups", 7)
    (tmp_path / "event.json").write_text(json.dumps({**document, "published": []}, ensure_ascii=False), encoding="utf-8")
    names = {team["id"]: team.get("name", team["id"]) for team in document["teams"]}
    both = [[at, names[members[0]]] for at, members in enumerate(document["stages"][0]["groups"].values(), 1)]
    for heads, rows, cell in (
        (("名次", "队名", "阶段"), [[*row, "复赛"] for row in both], "C2"),
        (("名次", "队名"), both, None),
    ):
        found = read_in(tmp_path, as_csv(tmp_path / "t.csv", [heads, *rows]))
        told = [] if isinstance(found, Rejection) else [(each.code, each.pointer) for each in found[1].problems]
        assert told == ([("PUBLISHED-STAGE", f"t.csv:{cell}")] if cell else [])


def test_a_finding_of_the_event_file_names_its_line(paipu: Paipu, tmp_path: Path) -> None:
    document, records = made("swiss", 3)
    table = len(document["published"]) - 1
    document["published"][table]["rows"][2]["points"] += 3
    raw = json.dumps(document, ensure_ascii=False, indent=1)
    (tmp_path / "event.json").write_text(raw, encoding="utf-8")
    (tmp_path / "records.ndjson").write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    done = paipu("audit", "--event", tmp_path / "event.json", tmp_path / "records.ndjson", "--format", "ndjson")
    [row] = [each for each in map(json.loads, done.stdout.splitlines()) if each["severity"] == "error"]
    file, _, line = row["cell"].partition(":")
    assert file == "event.json"
    assert raw.splitlines()[int(line) - 1].strip().startswith(f'"points": {document["published"][table]["rows"][2]["points"]}')
