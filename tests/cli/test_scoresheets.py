"""Score sheets on the command line: an empty one, filled in, converted, audited; what is wrong is said with its cell."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Paipu
from tests.ingest.scoresheet.tables import Table, matches

SHEET = "shengji"
CASES = Path(__file__).parents[1] / "ingest" / "scoresheet" / "cases"


@pytest.fixture
def table() -> Table:
    return Table(matches(SHEET, 2))


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_an_empty_sheet_is_written_and_holds_no_match(paipu: Paipu, tmp_path: Path, form: str) -> None:
    made = paipu("template", SHEET, "-o", tmp_path / f"empty.{form}")
    assert made.exit_code == 0
    assert "空计分表" in made.stderr
    done = paipu("convert", "--from", "scoresheet", tmp_path / f"empty.{form}")
    assert done.exit_code == 3
    assert "示例 2" in done.stderr
    assert not done.stdout


def test_a_template_needs_a_sheet_that_exists_and_a_name_that_says_its_form(paipu: Paipu, tmp_path: Path) -> None:
    assert paipu("template", "bridge").exit_code == 2
    assert paipu("template", SHEET, "-o", tmp_path / "empty.ods").exit_code == 2
    said = paipu("template", SHEET, "--lang", "en").stdout
    assert said.startswith("\ufeffrules,event,stage,round,table")


def test_a_score_sheet_is_audited_as_it_is_and_as_its_records(paipu: Paipu, tmp_path: Path, table: Table) -> None:
    cell = table.put("下副庄家", 3, "东" if table.get("下副庄家", 3) != "东" else "西")
    path = tmp_path / "group.xlsx"
    path.write_bytes(table.xlsx())
    assert paipu("convert", "--from", "scoresheet", path, "-o", tmp_path / "group.ndjson").exit_code == 0
    for given in (path, tmp_path / "group.ndjson"):
        done = paipu("audit", given, "--format", "ndjson")
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        wrong = [row for row in rows if row["kind"] == "fail"]
        assert done.exit_code == 1
        assert wrong[0]["cell"] == f"group.xlsx!第1轮:{cell}"
        assert wrong[0]["pointer"] == "/hands/1/claims/next_dealer"
        assert all(row["cell"] for row in rows)
        assert f"group.xlsx!第1轮:{cell}" in paipu("audit", given).stdout


def test_rows_are_always_accounted_for_and_a_quarantined_one_names_its_cell(paipu: Paipu, tmp_path: Path, table: Table) -> None:
    cell, row = table.put("抓分", 4, "8O"), table.put("副", 7, "三十一")
    table.put("抓分", 5, "８０")
    path = tmp_path / "group.csv"
    path.write_bytes(table.csv())
    hands = len(table.rows) - 1
    for command in (("audit", path), ("convert", "--from", "scoresheet", path)):
        for quiet in ((), ("-q",)):
            done = paipu(*command, "--lang", "en", *quiet)
            assert done.exit_code == 3
            assert f"rows read {hands + 1} = taken {hands - 1} + quarantined 1 + skipped 1" in done.stderr
            assert "cells not read and left out: 1" in done.stderr
            assert f"CELL-VALUE  group.csv:{cell}" in done.stderr
            assert f"CELL-VALUE  group.csv:{row}" in done.stderr
            assert ("full-width" in done.stderr) is (not quiet)


def test_the_rule_sheet_may_be_told_where_no_column_does(paipu: Paipu, tmp_path: Path, table: Table) -> None:
    table.rows = [row[1:] for row in table.rows]
    path = tmp_path / "group.csv"
    path.write_bytes(table.csv())
    assert paipu("audit", path).exit_code == 3
    assert "SCORESHEET-RULES" in paipu("convert", "--from", "scoresheet", path).stderr
    assert paipu("convert", "--from", "scoresheet", path, "--sheet", "bridge").exit_code == 2
    done = paipu("convert", "--from", "scoresheet", path, "--sheet", SHEET)
    assert done.exit_code == 0
    assert [json.loads(line)["sheet"] for line in done.stdout.splitlines()] == [SHEET, SHEET]
    assert paipu("convert", "--from", "guandan-world", path, "--sheet", SHEET).exit_code == 2


def test_several_files_are_converted_and_one_that_cannot_be_read_stops_no_other(
    paipu: Paipu, tmp_path: Path, table: Table
) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.xlsx"
    good.write_bytes(table.csv())
    bad.write_bytes(b"no workbook")
    done = paipu("convert", "--from", "scoresheet", bad, good, tmp_path / "none.csv")
    assert done.exit_code == 3
    assert len(done.stdout.splitlines()) == 2
    assert "SCORESHEET-DAMAGED" in done.stderr
    assert "SOURCE-MISSING" in done.stderr


def test_a_folder_gives_its_records_alone(paipu: Paipu, tmp_path: Path, table: Table) -> None:
    (tmp_path / "group.csv").write_bytes(table.csv())
    assert paipu("audit", tmp_path).exit_code == 3
    paipu("convert", "--from", "scoresheet", tmp_path / "group.csv", "-o", tmp_path / "group.ndjson")
    assert json.loads(paipu("audit", tmp_path, "--format", "json").stdout)["summary"]["read"] == 2


def test_an_event_file_says_what_score_sheets_leave_out(paipu: Paipu, tmp_path: Path) -> None:
    (match,) = matches(SHEET, 1)
    table = Table([match])
    at = [list(table.letters).index(header) for header in ("规则", "赛事")]
    table.rows = [[cell for index, cell in enumerate(row) if index not in at] for row in table.rows]
    path = tmp_path / "group.csv"
    path.write_bytes(table.csv())
    seats = match["seats"]
    players = [{"id": f"x{seat}", "name": seats[seat]["id"]} for seat in "ENWS"]
    rounds = [{"no": 1, "tables": [{"table": "1", "sides": {"EW": ["xE", "xW"], "NS": ["xN", "xS"]}}]}]
    event = {"format": "paipu-event/1", "id": "spring", "sheet": SHEET, "players": players}
    event["stages"] = [{"id": "group", "form": "knockout", "rounds": rounds}]
    (tmp_path / "event.json").write_text(json.dumps(event))
    done = paipu("convert", "--from", "scoresheet", path, "--event", tmp_path / "event.json")
    assert done.exit_code == 0, done.stderr
    (document,) = map(json.loads, done.stdout.splitlines())
    assert (document["id"], document["event"]["id"]) == ("spring/group/r1/t1", "spring")
    assert {seat: each["id"] for seat, each in document["seats"].items()} == {seat: f"x{seat}" for seat in "ENWS"}
    other = paipu("convert", "--from", "scoresheet", path, "--event", tmp_path / "event.json", "--sheet", "daguai")
    assert other.exit_code == 2


def test_loading_a_score_sheet_accounts_for_its_rows_too(paipu: Paipu, tmp_path: Path, table: Table) -> None:
    (tmp_path / "group.csv").write_bytes(table.csv())
    done = paipu("load", tmp_path / "group.csv", "--warehouse", tmp_path / "house", "--lang", "en")
    assert done.exit_code == 0
    assert f"group.csv: rows read {len(table.rows)} = taken {len(table.rows) - 1}" in done.stderr


def test_an_event_of_match_results_alone_is_audited_as_far_as_claims_go(paipu: Paipu, tmp_path: Path) -> None:
    """Sixteen pairs, seven rounds Swiss, one row a match: what is published is held against what is claimed."""
    right = paipu("audit", CASES / "results.csv", "--event", CASES / "event_right.json", "--format", "ndjson")
    assert right.exit_code == 0
    assert {row["code"] for row in map(json.loads, right.stdout.splitlines())} == {"CLAIM-OPEN"}
    event = json.loads((CASES / "event_right.json").read_text(encoding="utf-8"))
    planted = {"2/points": 1, "7/wins": -1, "11/level_difference": 24}
    for place, by in planted.items():
        row, _, figure = place.partition("/")
        event["published"][0]["rows"][int(row)][figure] += by
    (tmp_path / "event.json").write_text(json.dumps(event))
    wrong = paipu("audit", CASES / "results.csv", "--event", tmp_path / "event.json", "--format", "ndjson")
    found = [row for row in map(json.loads, wrong.stdout.splitlines()) if row["kind"] == "fail"]
    assert [row["pointer"] for row in found] == [f"/published/0/rows/{place}" for place in planted]
    assert {row["code"] for row in found} == {"EVENT-FIGURE"}


@pytest.mark.parametrize("account", ["recorded", "computed", "ruled"])
@pytest.mark.parametrize("form", ["csv", "ndjson"])
def test_a_match_without_hands_counts_as_it_is_claimed(paipu: Paipu, account: str, form: str) -> None:
    done = paipu("standings", CASES / "ev.json", CASES / f"ev.{form}", "--as", account, "--format", "json")
    rows = json.loads(done.stdout)[0]["rows"]
    assert [(row["team"], row["match_points"]) for row in rows] == [("a", 2), ("b", 0)]


def test_a_foreign_table_is_mapped_in_two_steps(paipu: Paipu, tmp_path: Path) -> None:
    path, mapping = tmp_path / "odd.csv", tmp_path / "map.toml"
    path.write_text("周赛\n场地,红方人马,蓝方人马,赢家\nA1,甲,乙,红\nA2,丙,丁,蓝\n", encoding="utf-8")
    convert = ("convert", "--from", "scoresheet", path)
    assert paipu(*convert, "--guess-map", mapping).exit_code == 2
    assert paipu(*convert, "--sheet", "guandan-js2023", "--guess-map", mapping).exit_code == 0
    text = mapping.read_text(encoding="utf-8")
    for letter, name in zip("ABCD", ("桌号", "东西队", "南北队", "胜方"), strict=True):
        text = text.replace(f'{letter} = ""', f'{letter} = "{name}"')
    words = text.replace('# [words."胜方"]\n# "红" = "东西"', '[words."胜方"]\n"红" = "东西"\n"蓝" = "南北"')
    mapping.write_text(words, encoding="utf-8")
    done = paipu(*convert, "--map", mapping)
    assert done.exit_code == 0
    assert [json.loads(line)["claims"] for line in done.stdout.splitlines()] == [{"winner": "EW"}, {"winner": "NS"}]
    assert "读作" in done.stderr
    assert paipu("audit", path, "--map", mapping).exit_code == 0
    assert paipu(*convert, "--map", mapping, "--sheet", "shengji").exit_code == 2
    mapping.write_text(words.replace('"胜方"\n', '"胜方"\nE = "天气"\n'), encoding="utf-8")
    assert paipu("audit", path, "--map", tmp_path / "none.toml").exit_code == 3
    assert paipu(*convert, "--map", path).exit_code == 3


def test_a_mapping_reads_what_is_loaded_too(paipu: Paipu, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("周赛\n场地,红方人马,蓝方人马,谁赢\n1,甲,乙,红\n2,丙,丁,蓝\n", encoding="utf-8")
    (tmp_path / "map.toml").write_text(
        'format = "paipu-map/1"\nsheet = "guandan-1"\n[words."胜方"]\n"红" = "东西"\n"蓝" = "南北"\n[[table]]\nhead = 2\n'
        '[table.columns]\nA = "桌号"\nB = "东西队"\nC = "南北队"\nD = "胜方"\n',
        encoding="utf-8",
    )
    done = paipu("load", tmp_path / "odd.csv", "--map", tmp_path / "map.toml", "--warehouse", tmp_path / "w", "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "rows read 4 = taken 2 + quarantined 0 + skipped 2" in done.stderr
    other = paipu(
        "load", tmp_path / "odd.csv", "--sheet", "shengji", "--map", tmp_path / "map.toml", "--warehouse", tmp_path / "w"
    )
    assert other.exit_code == 2
