"""An event from an organiser's own papers: its file made of results, then audited, ranked and printed."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest

from paipu.replay.event_rules import KEYS
from tests.cli.conftest import Paipu
from tests.made import event_of

HEADS = ("轮次", "桌号", "东西队", "南北队", "东西终局级数", "南北终局级数", "胜方", "结束原因")


def drawn(document: dict[str, Any]) -> list[Any]:
    """The rounds of the stages of an event, with teams by their names, in an order that does not matter."""
    names = {team["id"]: team.get("name", team["id"]) for team in document["teams"]}

    def told(each: dict[str, Any]) -> Any:
        tables = sorted(
            (table["table"], *(names[side] for _, side in sorted(table["sides"].items()))) for table in each["tables"]
        )
        return each["no"], tables, sorted(names[team] for team in each.get("byes", ()))

    groups = [
        sorted(sorted(names[team] for team in group) for group in stage.get("groups", {}).values())
        for stage in document["stages"]
    ]
    return [[[told(each) for each in stage["rounds"]] for stage in document["stages"]], groups]


@pytest.mark.parametrize(
    ("sample", "form", "seed"), [("swiss", "swiss", 3), ("round-robin", "round-robin", 7), ("knockout", "knockout", 5)]
)
def test_the_draw_is_as_the_results_have_it(paipu: Paipu, tmp_path: Path, sample: str, form: str, seed: int) -> None:
    document, _ = event_of(sample, seed)
    assert paipu("sample", "--event", sample, "--seed", seed, "-o", tmp_path / "of").exit_code == 0
    sheets = tmp_path / "of" / "sheets.xlsx"
    own = ("--rank-by", "wins", "--match-points", "2,1,0", "--bye", "wins=1")
    done = paipu("event", "new", sheets, "--sheet", document["sheet"], "--form", form, *own, "-o", tmp_path / "made.json")
    assert done.exit_code == 0, done.stderr
    made = json.loads((tmp_path / "made.json").read_text(encoding="utf-8"))
    ours, theirs = drawn(made), drawn(document)
    if form == "knockout":  # who has a bye there the results do not tell
        ours, theirs = ([[(no, tables) for no, tables, _ in stage] for stage in each[0]] for each in (ours, theirs))
    assert ours == theirs


def results(path: Path, rounds: Sequence[Sequence[tuple[str, str, str, str, str]]]) -> None:
    """A workbook of results as an organiser keeps it: a worksheet a round, one row a match."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for no, tables in enumerate(rounds, start=1):
        page = book.create_sheet(f"第{no}轮")
        page.append([f"掼蛋赛 第{no}轮 成绩"])
        page.append(HEADS[1:])
        for table, (first, second, one, other, winner) in enumerate(tables, start=1):
            page.append([table, first, second, one, other, winner, "过A" if "A" in {one, other} else "到时"])
    book.save(path)


LEVELS = "23456789TJQK"


def sixteen(rounds: int = 7) -> list[list[tuple[str, str, str, str, str]]]:
    """Seven rounds of sixteen pairs by the circle method, with levels that a rule of thumb gives."""
    teams = [f"{each}队" for each in "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳"]
    found = []
    for no in range(rounds):
        ring = [teams[0], *(teams[1:][no:] + teams[1:][:no])]
        pairs = [(ring[at], ring[-1 - at]) for at in range(8)]
        told = []
        for at, (one, other) in enumerate(pairs):
            first, second = LEVELS[(3 * at + 5 * no) % 12], LEVELS[(7 * at + 2 * no + 1) % 12]
            if first == second:
                second = LEVELS[(LEVELS.index(second) + 1) % 12]
            winner = one if LEVELS.index(first) > LEVELS.index(second) else other
            told.append((one, other, first.replace("T", "10"), second.replace("T", "10"), winner))
        found.append(told)
    return found


OWN = ("--rank-by", "points,wins", "--match-points", "2,1,0", "--by-difference", "13", "--higher-level")


def test_from_a_workbook_of_results_to_published_standings_in_four_commands(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen())
    event = tmp_path / "event.json"
    made = paipu(
        "event", "new", tmp_path / "cup.xlsx", "--sheet", "guandan-1", "--form", "swiss", *OWN, "-o", event, "--lang", "en"
    )
    assert "16 teams, 7 rounds, 56 tables, 0 byes" in made.stderr
    table = tmp_path / "table.csv"
    paipu("standings", event, tmp_path / "cup.xlsx", "-f", "csv", "-o", table)
    audited = paipu("audit", "--event", event, tmp_path / "cup.xlsx", "--published", table, "--lang", "en")
    assert audited.exit_code == 0, audited.stdout
    assert "of these differing 0; unchecked 0" in audited.stderr
    printed = paipu("report", "event", event, tmp_path / "cup.xlsx", "--published", table, "-o", tmp_path / "report.html")
    assert printed.exit_code == 0
    assert "甲队" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_an_event_is_called_as_its_results_call_it(paipu: Paipu, tmp_path: Path) -> None:
    lines = [
        "赛事,轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方",
        "tg26,1,1,红,蓝,A,8,东西",
        "tg26,1,2,绿,黑,7,K,南北",
    ]
    (tmp_path / "r.csv").write_text("\n".join(lines), encoding="utf-8")
    words = ("--sheet", "guandan-1", "--form", "swiss", *OWN, "-q")
    made = paipu("event", "new", tmp_path / "r.csv", *words)
    assert json.loads(made.stdout)["id"] == "tg26"
    (tmp_path / "event.json").write_text(made.stdout, encoding="utf-8")
    (table,) = json.loads(paipu("standings", tmp_path / "event.json", tmp_path / "r.csv", "-f", "json", "-q").stdout)
    assert [(row["played"], row["open"]) for row in table["rows"]] == [(1, 0)] * 4
    assert json.loads(paipu("event", "new", tmp_path / "r.csv", *words, "--id", "own").stdout)["id"] == "own"
    (tmp_path / "r.csv").write_text("\n".join([*lines[:2], lines[2].replace("tg26", "tg27")]), encoding="utf-8")
    assert json.loads(paipu("event", "new", tmp_path / "r.csv", *words).stdout)["id"] == "event"


def test_standings_and_report_read_foreign_tables_by_a_mapping(paipu: Paipu, tmp_path: Path) -> None:
    results = "第几场,红方人马,蓝方人马,红的,蓝的\n1,红,蓝,A,8\n2,绿,黑,7,K\n"
    (tmp_path / "r.csv").write_text(results, encoding="utf-8")
    mapping = ["format = 'paipu-map/1'", "sheet = 'guandan-1'", "[constants]", "'轮次' = '1'", "[[table]]", "head = 1"]
    mapping += ["[table.columns]", "A = '桌号'", "B = '东西队'", "C = '南北队'", "D = '东西终局级数'", "E = '南北终局级数'"]
    (tmp_path / "map.toml").write_text("\n".join(mapping), encoding="utf-8")
    tables = [{"table": "1", "sides": {"EW": "红", "NS": "蓝"}}, {"table": "2", "sides": {"EW": "绿", "NS": "黑"}}]
    stage = {"id": "s", "form": "table", "rank_by": ["level_difference"], "rounds": [{"no": 1, "tables": tables}]}
    teams = [{"id": each} for each in "红蓝绿黑"]
    event = {"format": "paipu-event/1", "id": "e", "sheet": "guandan-1", "teams": teams, "stages": [stage]}
    (tmp_path / "event.json").write_text(json.dumps(event, ensure_ascii=False), encoding="utf-8")
    given = (tmp_path / "event.json", tmp_path / "r.csv", "--map", tmp_path / "map.toml", "--as", "recorded")
    (table,) = json.loads(paipu("standings", *given, "-f", "json", "-q").stdout)
    assert [(row["team"], row["level_difference"]) for row in table["rows"]] == [("红", 6), ("黑", 6), ("蓝", -6), ("绿", -6)]
    done = paipu("report", "event", *given, "-o", tmp_path / "report.html", "-q")
    assert done.exit_code == 0, done.stderr
    assert "黑" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_who_has_no_table_in_a_round_has_a_bye(paipu: Paipu, tmp_path: Path) -> None:
    rounds = sixteen(3)
    rounds[1] = rounds[1][1:]
    results(tmp_path / "cup.xlsx", rounds)
    words = ("--sheet", "guandan-1", "--form", "swiss", *OWN, "--bye", "points=18", "--bye", "wins=1", "--lang", "en")
    done = paipu("event", "new", tmp_path / "cup.xlsx", *words)
    made = json.loads(done.stdout)
    (stage,) = made["stages"]
    assert {*stage["rounds"][1]["byes"]} == {*sixteen(3)[1][0][:2]}
    assert stage["bye_counts"] == {"points": 18, "wins": 1}


def test_those_who_meet_are_of_one_group(paipu: Paipu, tmp_path: Path) -> None:
    document, _ = event_of("groups", 7)
    paipu("sample", "--event", "groups", "--seed", 7, "-o", tmp_path / "of")
    done = paipu("event", "new", tmp_path / "of" / "sheets.xlsx", "--sheet", document["sheet"], "--form", "groups")
    made = json.loads(done.stdout)
    assert drawn(made)[1][0] == drawn(document)[1][0]


def test_an_entry_list_gives_players_and_seeds_and_names_strangers(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(2))
    listed = [
        "序号,单位,选手1,选手2,种子",
        *(f"{at},{team},{team}一,{team}二,{at if at < 3 else ''}" for at, team in enumerate("甲乙", 1)),
    ]
    entries = tmp_path / "entries.csv"
    entries.write_text(
        "\n".join(listed).replace("甲,甲", "甲队,甲").replace("乙,乙", "乙队,乙") + "\n合计,2\n", encoding="utf-8"
    )
    words = ("--sheet", "guandan-1", "--form", "swiss", *OWN, "--entrants", entries, "--lang", "en")
    done = paipu("event", "new", tmp_path / "cup.xlsx", *words)
    made = json.loads(done.stdout)
    assert made["teams"][0] == {
        "id": "甲队",
        "players": [{"id": "甲一", "name": "甲一"}, {"id": "甲二", "name": "甲二"}],
        "seed": 1,
    }
    assert len(made["teams"]) == 16
    assert "teams that the entry list does not have: 巳队" in done.stderr


def test_a_list_without_a_column_of_teams_is_refused(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    entries = tmp_path / "entries.csv"
    entries.write_text("序号,电话\n1,2\n", encoding="utf-8")
    words = ("--sheet", "guandan-1", "--form", "swiss", *OWN, "--entrants", entries, "--lang", "en")
    done = paipu("event", "new", tmp_path / "cup.xlsx", *words)
    assert (done.exit_code, done.stdout) == (3, "")
    assert "ENTRIES-HEADERS  entries.csv" in done.stderr


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([",1,甲,乙,A,9,东西,过A"], "DRAW-PLACE"),
        (["1,1,甲,甲,A,9,东西,过A"], "DRAW-PLACE"),
    ],
)
def test_what_no_draw_can_be_made_of_is_named_with_its_cell(paipu: Paipu, tmp_path: Path, rows: list[str], code: str) -> None:
    path = tmp_path / "cup.csv"
    path.write_text("\n".join([",".join(HEADS), *rows]), encoding="utf-8")
    done = paipu("event", "new", path, "--sheet", "guandan-1", "--form", "swiss", "--lang", "en", "-o", tmp_path / "event.json")
    assert done.exit_code == 3
    assert code in done.stderr
    assert not (tmp_path / "event.json").exists()


def test_a_table_that_two_files_give_to_others_is_named(paipu: Paipu, tmp_path: Path) -> None:
    for name, pair in (("one", "甲,乙"), ("two", "丙,丁")):
        (tmp_path / f"{name}.csv").write_text(f"{','.join(HEADS)}\n1,1,{pair},A,9,东西,过A\n", encoding="utf-8")
    files = (tmp_path / "one.csv", tmp_path / "two.csv")
    done = paipu("event", "new", *files, "--sheet", "guandan-1", "--form", "swiss", *OWN, "--lang", "en")
    assert "DRAW-TWICE  two.csv:B2" in done.stderr


FORMS: Final = re.compile(r"^\| [^|]+ \| [^|]+ \| `([^`]+)` \| [^|]+ \| [^|]+ \|$", re.MULTILINE)
"""Rows of the table of ways of ranking in FORMAT.md, and what each is asked for by."""


def test_every_known_way_of_ranking_is_asked_for_by_its_names(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    format_md = (Path(__file__).parents[2] / "data" / "FORMAT.md").read_text(encoding="utf-8")
    head, *said = FORMS.findall(format_md.partition("`paipu event new --rank-by`")[2].partition("###")[0])
    assert (head, len(said)) == ("--rank-by", 12)
    found = list[str]()
    for names in said:
        out = tmp_path / "made.json"
        base = ("--sheet", "guandan-1", "--form", "swiss", "--match-points", "2,1,0", "--by-difference", "13")
        done = paipu("event", "new", tmp_path / "cup.xlsx", *base, "--rank-by", names, "-o", out)
        assert done.exit_code == 0, (names, done.stderr)
        [stage] = json.loads(out.read_text(encoding="utf-8"))["stages"]
        found += stage["rank_by"]
        assert "依次比较：" in done.stderr
    assert {*KEYS} - {*found} == {"board_points"}  # which an event with boards has, and none is made of results


def test_a_way_of_ranking_that_has_no_such_name_is_refused_with_the_names(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    base = ("event", "new", tmp_path / "cup.xlsx", "--sheet", "guandan-1", "--form", "swiss")
    done = paipu(*base, "--rank-by", "积分、单轮最高分、次高", "--lang", "en")
    assert done.exit_code == 2
    assert "'次高'" in done.stderr
    assert "second_highest=次高分" in done.stderr


def test_what_the_sheet_leaves_to_the_event_is_asked_for(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    done = paipu("event", "new", tmp_path / "cup.xlsx", "--sheet", "guandan-1", "--form", "swiss", "--lang", "en")
    assert (done.exit_code, done.stdout) == (3, "")
    assert "say by options: --rank-by" in done.stderr


@pytest.mark.parametrize("words", [["--match-points", "2,0"], ["--bye", "points"], ["--form", "none"], ["--rank-by", "beauty"]])
def test_what_an_event_cannot_have_is_refused(paipu: Paipu, tmp_path: Path, words: list[str]) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    base = ["--sheet", "guandan-1", *(["--form", "swiss"] if "--form" not in words else [])]
    assert paipu("event", "new", tmp_path / "cup.xlsx", *base, *words).exit_code in {2, 3}


def fill(path: Path, rounds: Sequence[Sequence[tuple[str, str, str, str, str]]], terms: dict[str, str], decided: int) -> None:
    """Fill in the workbook of an event as its organiser would; the first rounds have results."""
    book = openpyxl.load_workbook(path)
    page = book["赛事"]
    for row in page.iter_rows(min_row=2):
        if row[0].value in terms:
            row[1].value = terms.pop(row[0].value)
    assert not terms
    page = book["报名"]
    for at, team in enumerate(sorted({team for tables in rounds for each in tables for team in each[:2]}), 1):
        page.append([team, f"{team}一", f"{team}二", at])
    page = book["成绩"]
    heads = [cell.value for cell in page[1]]
    names = ("轮次", "桌号", "东西队", "南北队", "东西终局级数", "南北终局级数", "胜方", "结束原因")
    for no, tables in enumerate(rounds, 1):
        for table, each in enumerate(tables, 1):
            told = [no, table, *each[:2], *(each[2:] if no <= decided else [])]
            told += ["打过" if "A" in each[2:4] else "时间到"] if no <= decided else []
            line = dict(zip(names, told, strict=False))
            page.append([line.get(head) for head in heads])
    book.save(path)


TERMS = {
    "赛事名称": "迎春杯",
    "赛制": "积分编排（瑞士制）",
    "排名依据": "得分、胜场",
    "胜、平、负得分": "2,1,0",
    "级差分": "13",
    "到时级高者胜": "是",
}


def test_from_an_empty_folder_to_published_standings_by_one_workbook(paipu: Paipu, tmp_path: Path) -> None:
    book, event, table = (tmp_path / name for name in ("cup.xlsx", "event.json", "table.xlsx"))
    assert paipu("template", "guandan-1", "--event", "-o", book).exit_code == 0
    fill(book, sixteen(), {**TERMS}, 7)
    made = paipu("event", "new", book, "-o", event, "--lang", "en")
    assert "16 teams, 7 rounds, 56 tables, 0 byes" in made.stderr
    document = json.loads(event.read_text(encoding="utf-8"))
    assert (document["name"], document["sheet"], document["stages"][0]["rank_by"]) == (
        "迎春杯",
        "guandan-1",
        ["points", "wins"],
    )
    assert document["teams"][0]["players"][0] == {"id": "丁队一", "name": "丁队一"}
    assert paipu("standings", event, book, "-o", table).exit_code == 0
    places = openpyxl.load_workbook(table).worksheets[0]
    head = next(row for row in places.iter_rows(values_only=True) if "名次" in row)
    lines = [row for row in places.iter_rows(values_only=True) if row[1] in {team["id"] for team in document["teams"]}]
    filled = openpyxl.load_workbook(book)
    filled["名次"].delete_rows(1)
    filled["名次"].insert_rows(1)
    for at, name in enumerate(("名次", "参赛者", "得分", "胜场"), 1):
        filled["名次"].cell(1, at, name)
        for row, line in enumerate(lines, 3):
            filled["名次"].cell(row, at, line[head.index(name)])
    filled.save(book)
    audited = paipu("audit", "--event", event, book, "--published", book, "--lang", "en")
    assert audited.exit_code == 0, audited.stderr
    assert "cells of published tables 48: checked 48, of these differing 0; unchecked 0" in audited.stderr
    filled["名次"].cell(5, 3).value += 1
    filled.save(book)
    wrong = paipu("audit", "--event", event, book, "--published", book, "--format", "ndjson")
    found = [json.loads(line) for line in wrong.stdout.splitlines()]
    assert [each["cell"] for each in found if each["severity"] != "note"] == ["cup.xlsx!名次:C5"]
    assert paipu("report", "event", event, book, "--published", book, "-o", tmp_path / "report.html").exit_code == 0


def test_a_draw_without_results_is_a_draw(paipu: Paipu, tmp_path: Path) -> None:
    book, event = tmp_path / "cup.xlsx", tmp_path / "event.json"
    paipu("template", "guandan-1", "--event", "-o", book)
    fill(book, sixteen(2), {**TERMS}, 1)
    assert paipu("event", "new", book, "-o", event).exit_code == 0
    rounds = json.loads(event.read_text(encoding="utf-8"))["stages"][0]["rounds"]
    assert [len(each["tables"]) for each in rounds] == [8, 8]
    shown = paipu("standings", event, book, "--lang", "en")
    assert shown.exit_code == 0


@pytest.mark.parametrize(("term", "value", "row"), [("赛制", "车轮战", 5), ("排名依据", "相貌", 6)])
def test_a_term_that_cannot_be_is_named_at_its_cell(paipu: Paipu, tmp_path: Path, term: str, value: str, row: int) -> None:
    book = tmp_path / "cup.xlsx"
    paipu("template", "guandan-1", "--event", "-o", book)
    fill(book, sixteen(1), {**TERMS, term: value}, 1)
    done = paipu("event", "new", book, "--form", "swiss", "--lang", "en")
    assert done.exit_code == 3
    assert f"TERM-VALUE  cup.xlsx!赛事:B{row}" in done.stderr


@pytest.mark.parametrize(("sheet", "lang"), [("shuangkou", "zh"), ("daguai", "en")])
def test_an_empty_workbook_of_an_event_holds_no_match(paipu: Paipu, tmp_path: Path, sheet: str, lang: str) -> None:
    book = tmp_path / "cup.xlsx"
    assert paipu("template", sheet, "--event", "-o", book, "--lang", lang).exit_code == 0
    done = paipu("event", "new", book, "--form", "swiss", "--lang", "en")
    assert done.exit_code == 3
    assert "rows read " in done.stderr
    assert paipu("template", sheet, "--event", "-o", tmp_path / "cup.csv").exit_code == 2


def test_what_nobody_said_is_asked_for(paipu: Paipu, tmp_path: Path) -> None:
    results(tmp_path / "cup.xlsx", sixteen(1))
    done = paipu("event", "new", tmp_path / "cup.xlsx", "--sheet", "guandan-1", "--lang", "en")
    assert done.exit_code == 2
    assert "--form is not given" in done.stderr
