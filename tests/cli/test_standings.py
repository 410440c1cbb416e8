"""`paipu standings`: the standings of an event, in every form of output."""

import csv
import json
import re
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.conftest import Document, Paipu, write
from tests.cli.test_formats import KEYS

EVENT: Final[Document] = {
    "format": "paipu-event/1",
    "id": "cup",
    "sheet": "shuangkou",
    "teams": [{"id": "t1", "name": "=青松"}, {"id": "t2", "name": "白鹭"}, {"id": "t3"}, {"id": "t4"}],
    "stages": [
        {
            "id": "all",
            "rounds": [
                {
                    "no": 1,
                    "tables": [
                        {"table": "1", "sides": {"EW": "t1", "NS": "t2"}},
                        {"table": "2", "sides": {"EW": "t3", "NS": "t4"}},
                    ],
                },
                {
                    "no": 2,
                    "tables": [
                        {"table": "1", "sides": {"EW": "t1", "NS": "t3"}},
                        {"table": "2", "sides": {"EW": "t2", "NS": "t4"}},
                    ],
                },
            ],
        },
        {
            "id": "final",
            "form": "knockout",
            "rounds": [{"no": 1, "tables": [{"table": "1", "sides": {"EW": "t1", "NS": "t2"}}], "byes": ["t3"]}],
        },
    ],
}


def sheet_of(stage: str, no: int, table: str, first: str, second: str, attackers: int, **claims: Any) -> Document:
    """A match of one hand stopped by time: E held the bank, so that N and S made what the attackers made."""
    teams = {"E": first, "N": second, "W": first, "S": second}
    return {
        "format": "paipu/1",
        "id": f"cup/{stage}/{no}/{table}",
        "sheet": "shuangkou",
        "event": {"id": "cup", "stage": stage, "round": no, "table": table},
        "seats": {seat: {"id": f"{team}{seat}", "team": team} for seat, team in teams.items()},
        "hands": [{"no": 1, "claims": {"attackers": attackers}}],
        "claims": {"reason": "time", **claims},
    }


RECORDS: Final = [
    sheet_of("all", 1, "1", "t1", "t2", 80, winner="EW", points={"EW": 2, "NS": 1}, score={"EW": 2, "NS": -2}),  # and NS won
    sheet_of("all", 1, "2", "t3", "t4", 40),
    sheet_of("all", 2, "1", "t1", "t3", 80),
    {**sheet_of("all", 2, "2", "t2", "t4", 120), "event": {"id": "other", "table": "1"}},
    sheet_of("final", 1, "1", "t1", "t2", 160),
]


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENT, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def sheets(tmp_path: Path, event: Path) -> Path:
    """The folder has the event too, which is no record."""
    write(tmp_path / "cup.ndjson", RECORDS)
    return event.parent


def rows(found: list[dict[str, Any]], *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in found[0]["rows"]]


def test_json_has_an_object_for_each_stage_and_group(paipu: Paipu, event: Path, sheets: Path) -> None:
    done = paipu("standings", event, sheets, "--format", "json")
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert [(each["stage"], each["group"], each["form"]) for each in found] == [
        ("all", None, "table"),
        ("final", None, "knockout"),
    ]
    assert rows(found, "place", "team", "played", "open", "match_points", "big_points", "small_points", "reach") == [
        (1, "t3", 2, 0, 4, 11, 80, [1, 2]),
        (2, "t2", 1, 1, 2, 2, 80, [1, 3]),
        (3, "t1", 2, 0, 2, -4, 0, [3, 4]),
        (4, "t4", 1, 1, 1, -9, 40, [2, 4]),
    ]
    first, second = found[0]["rows"][:2]
    assert first["derivation"] == [{"by": "match_points", "value": 4, "tied_with": [], "tied": 0}]
    assert second["derivation"][0] == {"by": "match_points", "value": 2, "tied_with": ["t1"], "tied": 1}
    assert first["matches"] == ["cup/all/1/2", "cup/all/2/1"]
    assert list(first) == [
        *("place", "team", "played", "open", "match_points", "points", "big_points", "small_points", "first_places"),
        *("level_difference", "levels_gained", "wins", "board_points", "derivation", "reach", "disqualified", "matches"),
    ]
    assert found[1]["bracket"] == [
        {
            "round": 1,
            "tables": [{"table": "1", "teams": [["t1"], ["t2"]], "winner": ["t2"], "matches": ["cup/final/1/1"]}],
            "third_place": [],
            "byes": ["t3"],
        }
    ]
    assert "4 份" not in done.stderr
    assert "5 = 本赛事 4 + 其他赛事 1 + 拒收 0" in done.stderr


def test_what_is_claimed_may_be_another_thing(paipu: Paipu, event: Path, sheets: Path) -> None:
    found = json.loads(paipu("standings", event, sheets, "--format", "json", "--as", "recorded", "--stage", "all").stdout)
    assert rows(found, "team", "match_points") == [("t1", 2), ("t2", 1), ("t3", 0), ("t4", 0)]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh", ("名次", "按轮计分", "待定", "白鹭 胜 =青松", "轮空：t3")),
        ("en", ("place", "knock-out", "open", "白鹭 beat =青松", "byes: t3")),
    ],
)
def test_text_is_a_table_and_a_bracket(paipu: Paipu, event: Path, sheets: Path, lang: str, words: tuple[str, ...]) -> None:
    out = paipu("standings", event, sheets, "--lang", lang, "-q").stdout
    for word in words:
        assert word in out


def test_the_table_tells_how_equal_teams_were_parted(paipu: Paipu, event: Path, sheets: Path) -> None:
    out = paipu("standings", event, sheets, "--stage", "all", "-q").stdout
    assert "积分 2 → 大分 2" in out
    assert "积分 2 → 大分 -4" in out


def test_csv_is_guarded(paipu: Paipu, event: Path, sheets: Path) -> None:
    out = paipu("standings", event, sheets, "--format", "csv", "-q").stdout
    found = list(csv.DictReader(StringIO(out)))
    assert [(row["stage"], row["team"], row["place"]) for row in found[:2]] == [("all", "t3", "1"), ("all", "t2", "2")]
    named = {row["team"]: row["name"] for row in found}
    assert (named["t1"], named["t2"], named["t3"]) == ("'=青松", "白鹭", "")
    assert {row["big_points"] for row in found if row["stage"] == "all"} == {"11", "2", "-4", "-9"}
    assert (found[2]["decided_by"], found[2]["best"], found[2]["worst"]) == ("big_points", "3", "4")


def test_two_workers_find_the_same(paipu: Paipu, event: Path, sheets: Path) -> None:
    one, two = (paipu("standings", event, sheets, "-f", "json", "--workers", n) for n in (1, 2))
    assert (one.stdout, one.exit_code) == (two.stdout, two.exit_code)


def test_a_stage_that_there_is_not(paipu: Paipu, event: Path, sheets: Path) -> None:
    done = paipu("standings", event, sheets, "--stage", "al")
    assert done.exit_code == 2
    assert "all" in str(done.exception) or "all" in done.stderr


def test_an_event_that_cannot_be_read(paipu: Paipu, tmp_path: Path, sheets: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps({**EVENT, "sheet": "guandan-1"}), encoding="utf-8")
    done = paipu("standings", path, sheets)
    assert done.exit_code == 3
    assert "/stages/0/form" in done.stderr
    assert "FORM-OPEN" in done.stderr
    assert paipu("standings", tmp_path / "none.json", sheets).exit_code == 3


def test_a_record_that_cannot_be_read_is_told_and_the_rest_goes_on(
    paipu: Paipu, event: Path, tmp_path: Path, sheets: Path
) -> None:
    (tmp_path / "bad.ndjson").write_text("{}\n", encoding="utf-8")
    done = paipu("standings", event, sheets, "--format", "json")
    assert done.exit_code == 3
    assert "bad.ndjson:1" in done.stderr
    assert rows(json.loads(done.stdout), "team")[0] == ("t3",)
    assert "拒收 1" in done.stderr


def test_the_result_may_not_overwrite_the_event(paipu: Paipu, event: Path, sheets: Path) -> None:
    assert paipu("standings", event, sheets, "-o", event).exit_code == 2


def test_a_table_without_matches(paipu: Paipu, event: Path, tmp_path: Path) -> None:
    empty = write(tmp_path / "none.ndjson", [])
    found = json.loads(paipu("standings", event, empty, "--format", "json").stdout)
    assert rows(found, "place", "open", "reach") == [(1, 2, [1, 4])] * 4


PUBLISHED: Final = [
    {
        "stage": "all",
        "after_round": 1,
        "rows": [
            {"team": "t3", "place": 1, "match_points": 2, "big_points": 9},
            {"team": "t2", "place": 2, "match_points": 2, "big_points": 3},
            {"team": "t1", "place": 3, "match_points": 1, "big_points": -2},
            {"team": "t4", "place": 4, "match_points": 1, "big_points": -9},
        ],
    }
]


@pytest.fixture
def audited(tmp_path: Path) -> Path:
    path = tmp_path / "published.json"
    path.write_text(json.dumps({**EVENT, "published": PUBLISHED}, ensure_ascii=False), encoding="utf-8")
    return path


def of_event(paipu: Paipu, *words: object) -> list[Document]:
    done = paipu("audit", *words, "--format", "ndjson")
    return [row for row in map(json.loads, done.stdout.splitlines()) if row["code"].startswith("EVENT-")]


def test_the_audit_of_an_event_has_findings_as_any_other(paipu: Paipu, audited: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "cup.ndjson", [{**each, "sheet_version": "1"} for each in RECORDS])
    found = of_event(paipu, "--event", audited, path)
    assert [(row["match"], row["code"], row["clause"], row["pointer"], row["expected"], row["actual"]) for row in found] == [
        (None, "EVENT-MISSING", None, "/stages/0/rounds/1/tables/1", None, "all 2/2"),
        (None, "EVENT-FIGURE", "SK-4.1b", "/published/0/rows/1/big_points", "2", "3"),
    ]
    assert list(found[0]) == KEYS
    assert found[0]["message"]["zh"]
    again = of_event(paipu, "--event", audited, path)
    assert [row["fingerprint"] for row in found] == [row["fingerprint"] for row in again]
    assert len({row["fingerprint"] for row in found}) == 2


def test_findings_in_a_record_name_its_match_and_its_file(paipu: Paipu, audited: Path, tmp_path: Path) -> None:
    moved = {**RECORDS[2], "event": {**RECORDS[2]["event"], "table": "9"}}
    path = write(tmp_path / "cup.ndjson", [*RECORDS[:2], moved, *RECORDS[3:]])
    done = paipu("audit", "--event", audited, path, "--format", "json", "--fail-on", "never")
    rows = [row for row in json.loads(done.stdout)["findings"] if row["code"] == "EVENT-TABLE"]
    assert [(row["match"], row["pointer"], row["expected"], row["actual"], row["line"]) for row in rows] == [
        ("cup/all/2/1", "/event/table", "1", "9", 3)
    ]
    assert rows[0]["source"].endswith("cup.ndjson")


@pytest.mark.parametrize("form", ["text", "csv", "sarif"])
def test_every_form_shows_them(paipu: Paipu, audited: Path, sheets: Path, form: str) -> None:
    done = paipu("audit", "--event", audited, sheets / "cup.ndjson", "--format", form)
    assert done.exit_code == 1
    assert "EVENT-FIGURE" in done.stdout
    assert "published.json" in done.stdout


def test_an_event_counts_as_an_input(paipu: Paipu, audited: Path, sheets: Path) -> None:
    done = paipu("audit", "--event", audited, sheets / "cup.ndjson", "--lang", "en")
    assert "read 6" in done.stderr
    assert paipu("audit", "--event", sheets / "none.json", sheets / "cup.ndjson").exit_code == 3
    assert paipu("audit", "--event", audited, sheets / "cup.ndjson", "-o", audited).exit_code == 2


def test_a_sample_event_is_ranked_and_audited(paipu: Paipu, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    assert paipu("sample", "--event", "individual", "--seed", 5, "-o", folder).exit_code == 0
    event, matches = folder / "event.json", folder / "records.ndjson"
    assert of_event(paipu, "--event", event, matches) == []
    found = json.loads(paipu("standings", event, matches, "--format", "json").stdout)
    assert [row["place"] for row in found[0]["rows"]][:4] == [1, 1, 3, 3]
    paipu("sample", "--event", "individual", "--seed", 5, "--faults", 1, "-o", folder)
    noted = json.loads(event.read_text(encoding="utf-8"))["extra"]["faults"]
    assert len(noted) >= 12
    assert {each["code"] for each in noted} & {row["code"] for row in of_event(paipu, "--event", event, matches)}


def test_a_sample_event_is_there_as_score_sheets_too(paipu: Paipu, tmp_path: Path) -> None:
    """The same standings from either; what is wrong with a match as a part of its event is told with the cell."""
    event, records = tmp_path / "event.json", tmp_path / "records.ndjson"
    paipu("sample", "--event", "progressive", "--seed", 5, "-o", tmp_path)
    ranked = [paipu("standings", event, tmp_path / name, "-f", "csv").stdout for name in ("sheets.csv", "sheets.xlsx")]
    assert ranked == [paipu("standings", event, records, "-f", "csv").stdout] * 2
    places = [row["place"] for row in csv.DictReader(StringIO((tmp_path / "published.csv").read_text(encoding="utf-8")))]
    assert places == [row["place"] for row in csv.DictReader(StringIO(ranked[0]))]
    rows = (tmp_path / "sheets.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(at for at, (row, after) in enumerate(pairwise(rows)) if at and row.split(",")[4] != after.split(",")[4]) + 1
    (tmp_path / "sheets.csv").write_text("".join([*rows, *rows[1:end]]), encoding="utf-8")
    (found,) = of_event(paipu, "--event", event, tmp_path / "sheets.csv")
    assert (found["code"], found["cell"]) == ("EVENT-TWICE", f"sheets.csv:B{len(rows) + 1}")


def test_as_ruled_the_rulings_in_force_decide(paipu: Paipu, event: Path, sheets: Path) -> None:
    """NS have won the first match of the round; the referee gives it to E and W."""
    log = sheets / "rulings.ndjson"
    words = ("--by", "王", "--reason", "露牌", "--winner", "EW", "--rulings", log)
    assert paipu("ruling", "issue", sheets / "cup.ndjson", "--match", "cup/all/1/1", *words).exit_code == 0

    def points(*words: object) -> dict[str, int]:
        done = paipu("standings", event, sheets / "cup.ndjson", "-f", "json", "-q", "--stage", "all", *words)
        return dict(rows(json.loads(done.stdout), "team", "match_points"))

    computed = {"t3": 4, "t2": 2, "t1": 2, "t4": 1}
    assert points() == points("--as", "ruled") == computed
    assert points("--rulings", log) == points("--as", "ruled", "--rulings", log) == {**computed, "t1": 3, "t2": 1}
    assert paipu("ruling", "withdraw", "r1", "--by", "王", "--reason", "看错", "--rulings", log).exit_code == 0
    assert points("--rulings", log) == computed
    refused = paipu("standings", event, sheets / "cup.ndjson", "--as", "computed", "--rulings", log)
    assert (refused.exit_code, "--as ruled" in refused.stderr) == (2, True)


def test_the_report_shows_where_recorded_computed_and_ruled_differ(paipu: Paipu, event: Path, sheets: Path) -> None:
    """The score sheet gives the first match to E and W, the hand to N and S, and the referee to E and W."""
    log = sheets / "rulings.ndjson"
    words = ("--by", "王<b>", "--reason", "露牌", "--winner", "EW", "--rulings", log)
    assert paipu("ruling", "issue", sheets / "cup.ndjson", "--match", "cup/all/1/1", *words).exit_code == 0
    asked = ("report", "event", event, sheets / "cup.ndjson", "-q")
    bare, ruled = paipu(*asked).stdout, paipu(*asked, "--rulings", log).stdout
    assert ("按牌谱重算" in bare, "有效的裁决" in bare, "有效的裁决" in ruled) == (True, False, True)
    assert "判 东西 胜" in ruled
    assert "王&lt;b&gt;" in ruled
    assert json.loads(log.read_text().splitlines()[-1])["sha256"] in ruled
    differ = ruled.partition('class="differ"')[2].partition("</table>")[0]
    lines = [re.sub(r"<[^>]*>", "", line.replace("</td>", "|").replace("</th>", "|")) for line in differ.split("<tr>")[2:]]
    assert re.fullmatch(r"=青松\|全部轮次\|名次 1 [^|]*\|名次 3 积分 2 [^|]*\|名次 2 积分 3 [^|]*\|\s*", lines[0])
    assert any(line.startswith("=青松|第 1 轮 第 1 桌|胜 积分 ") for line in lines)
    refused = paipu(*asked, "--rulings", log, "--as", "recorded")
    assert (refused.exit_code, "--as ruled" in refused.stderr) == (2, True)
    assert paipu(*asked, "--rulings", sheets / "no.ndjson").exit_code == 3


def test_the_file_of_an_event_may_stand_among_those_to_be_loaded(
    paipu: Paipu, event: Path, sheets: Path, tmp_path: Path
) -> None:
    into = ("--warehouse", tmp_path / "w", "--lang", "en")
    done = paipu("load", event, sheets / "cup.ndjson", *into)
    assert (done.exit_code, f"read {len(RECORDS) + 1} =" in done.stderr) == (0, True)
    assert paipu("load", *into).stderr.splitlines() == ["no audit was due"]
    (tmp_path / "again.json").write_bytes(event.read_bytes())
    assert (paipu("load", event, tmp_path / "again.json", *into).exit_code, paipu("load").exit_code) == (2, 2)


def test_a_match_that_is_in_two_files_under_one_name_is_there_twice(paipu: Paipu, event: Path, tmp_path: Path) -> None:
    files = [write(tmp_path / name, RECORDS[:1]) for name in ("one.ndjson", "two.ndjson")]
    found = [row for row in of_event(paipu, "--event", event, *files) if row["code"] == "EVENT-TWICE"]
    assert [(row["match"], row["pointer"]) for row in found] == [("cup/all/1/1", "/event")]


@pytest.mark.parametrize("words", [("--event", "ladder", "-o", "x"), ("--event", "swiss")])
def test_a_sample_event_has_a_form_and_a_folder(paipu: Paipu, words: tuple[str, ...]) -> None:
    assert paipu("sample", *words).exit_code == 2


@pytest.mark.parametrize(("lang", "said"), [("zh", "取消资格"), ("en", "DSQ")])
def test_who_is_disqualified_has_no_place(paipu: Paipu, tmp_path: Path, event: Path, lang: str, said: str) -> None:
    ruling = {"id": "r", "effect": {"disqualified": "EW"}, "state": "final"}
    write(tmp_path / "cup.ndjson", [{**RECORDS[0], "rulings": [ruling]}, *RECORDS[1:]])
    shown = paipu("standings", event, tmp_path, "--stage", "all", "--lang", lang).stdout.splitlines()
    last = next(line for line in shown if "=青松" in line)
    assert last.split()[0] == said
    assert shown.index(last) == len(shown) - 2
    assert "EV-1" in shown[-1]
    [table] = json.loads(paipu("standings", event, tmp_path, "--stage", "all", "--format", "json").stdout)
    assert [(row["team"], row["place"], row["disqualified"]) for row in table["rows"]][-1] == ("t1", None, True)
    assert table["rows"][-1]["derivation"] == [{"by": "ruling", "value": 1, "tied_with": [], "tied": 0}]
    listed = list(csv.DictReader(StringIO(paipu("standings", event, tmp_path, "--stage", "all", "--format", "csv").stdout)))
    assert [(row["place"], row["disqualified"]) for row in listed][-1] == ("", "1")


# --- what the standings rest on


def in_a_stage(stage: str) -> list[Document]:
    """The records with another stage than the event has them in."""
    return [{**each, "event": {**each["event"], "stage": stage}} for each in RECORDS[:2]]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_matches_that_fit_no_drawn_table_are_told_and_not_left_out_in_silence(
    paipu: Paipu, event: Path, tmp_path: Path, lang: str
) -> None:
    records = write(tmp_path / "other.ndjson", in_a_stage("heats"))
    told, made = (paipu(*words, event, records, "-q", "--lang", lang) for words in (["standings"], ["report", "event"]))
    for done in (told, made):
        assert "cup/all/1/1 (heats" in done.stderr
        assert "claim" not in done.stderr
        assert "所记" not in done.stderr
        assert done.exit_code == 0
    assert 'class="wrong"' in made.stdout.partition("<section")[0]
    assert paipu("standings", event, write(tmp_path / "right.ndjson", RECORDS[:2]), "-q").stderr == ""


def test_a_match_of_which_no_hand_is_told_counts_as_claimed_and_that_is_said(paipu: Paipu, event: Path, tmp_path: Path) -> None:
    claimed = {"winner": "EW", "points": {"EW": 2, "NS": 1}, "score": {"EW": 2, "NS": -2}, "reason": "time"}
    records = write(tmp_path / "m.ndjson", [{**RECORDS[0], "hands": [], "claims": claimed}, RECORDS[1]])
    for account in ("recorded", "computed"):
        done = paipu("standings", event, records, "-f", "json", "--stage", "all", "--as", account, "--lang", "en")
        assert ("t1", 2) in rows(json.loads(done.stdout), "team", "match_points")
        assert "of 2 matches 1 have no hand on record and count as claimed" in done.stderr


CELLS: Final = [
    {
        "stage": "all",
        "after_round": 1,
        "rows": [
            {"place": 1, "team": "t2", "match_points": 2},
            {"place": 1, "team": "t3", "match_points": 1},
            {"place": 3, "team": "t1", "match_points": 1},
            {"team": "t4", "match_points": 1, "big_points": 77},
        ],
    },
    {"stage": "all", "rows": [{"team": "t1", "match_points": 3}, {"place": 9, "team": "t9", "match_points": 8}]},
]
"""Of two rounds the second is not on record, and t9 is no team of the stage."""


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_cells_are_checked_differ_and_are_unchecked_of_so_many_at_every_door(paipu: Paipu, tmp_path: Path, lang: str) -> None:
    teams = [*EVENT["teams"], {"id": "t9"}]
    event = tmp_path / "event.json"
    event.write_text(json.dumps({**EVENT, "teams": teams, "stages": EVENT["stages"][:1], "published": CELLS}))
    records = write(tmp_path / "cup.ndjson", RECORDS[:2])
    done = paipu("audit", records, "--event", event, "--format", "json", "--lang", lang)
    counted = json.loads(done.stdout)["summary"]["published"]
    assert counted["cells"] == counted["checked"] + counted["unchecked"] == 11
    found = json.loads(done.stdout)["findings"]
    cells = [each for each in found if each["code"] in {"EVENT-FIGURE", "EVENT-PLACE", "EVENT-TIE-BREAK", "EVENT-LEDGER"}]
    assert counted["differing"] == len(cells) > 0
    assert counted["unchecked"] == sum(int(each["actual"]) for each in found if each["code"] == "EVENT-PUBLISHED-OPEN") > 0
    whole, checked, wrong, left = (str(counted[name]) for name in ("cells", "checked", "differing", "unchecked"))
    made = paipu("report", "event", event, records, "-q", "--lang", lang)
    printed = re.sub("<[^>]+>", "", made.stdout)
    if lang == "zh":
        line = f"公布的表共 {whole} 格：核对 {checked}，其中不符 {wrong}；未核对 {left}"
        said = f"公布的表共 {whole} 格，核对 {checked} 格，其中不符 {wrong} 格，未核对 {left} 格。"
    else:
        line = f"cells of published tables {whole}: checked {checked}, of these differing {wrong}; unchecked {left}"
        said = f"published cells {whole}, checked {checked}, of these differing {wrong}, unchecked {left}."
    assert line in done.stderr
    assert line in made.stderr  # with -q too, since some were not checked
    assert said in printed
    assert not re.search("每一格|Every cell|全部一致", printed)
    assert made.stdout.count(" ?</span>") + made.stdout.count('">?</span>') == int(left)


def test_published_tables_may_be_held_against_what_the_score_sheets_claim(paipu: Paipu, tmp_path: Path) -> None:
    """EW are said to have won by 2, and NS did: what was published of the claims is right by these, and wrong by the plays."""
    table = {"stage": "all", "after_round": 1, "rows": [{"team": "t1", "match_points": 2}, {"team": "t2", "match_points": 1}]}
    event = tmp_path / "event.json"
    event.write_text(json.dumps({**EVENT, "published": [table]}))
    records = write(tmp_path / "cup.ndjson", RECORDS[:2])
    for account, count in (("recorded", 0), ("ruled", 2), (None, 2)):
        words = ["--as", account] if account else []
        done = paipu("audit", records, "--event", event, "-f", "json", *words)
        found = [each["code"] for each in json.loads(done.stdout)["findings"]]
        assert found.count("EVENT-FIGURE") == count
        printed = paipu("report", "event", event, records, *words).stdout
        assert printed.count("≠") == count + (count > 0)
    assert paipu("audit", records, "--as", "recorded").exit_code == 2


def test_teams_of_one_name_are_told_apart(paipu: Paipu, tmp_path: Path) -> None:
    """By their ids, in the table, its crosstable, and what is found about one of them."""
    teams = [{"id": each, "name": "红队"} for each in ("t1", "t2", "t3")] + [{"id": "t4", "name": "蓝队"}]
    table = {"stage": "all", "rows": [{"team": "t2", "match_points": 9}]}
    event = tmp_path / "event.json"
    event.write_text(json.dumps({**EVENT, "teams": teams, "published": [table], "stages": EVENT["stages"][:1]}))
    records = write(
        tmp_path / "cup.ndjson", [*RECORDS[:3], {**RECORDS[3], "event": {**RECORDS[0]["event"], "round": 2, "table": "2"}}]
    )
    shown = paipu("standings", event, records).stdout
    assert [f"红队 ({each})" in shown for each in ("t1", "t2", "t3")] == [True, True, True]
    assert "蓝队 " in shown
    assert "红队 (t2) 的积分应为" in paipu("audit", records, "--event", event).stdout
    printed = paipu("report", "event", event, records).stdout
    cross = printed[printed.index('class="cross"') :]
    cells = re.findall(r'<td class="n( self)?[^"]*">(.*?)</td>', cross[: cross.index("</table>")])
    met = [bool(said) for _, said in cells if not said.isdecimal()]
    assert sum(met) == 8  # four matches, each in two cells, and no more
