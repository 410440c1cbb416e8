"""`import paipu`: the page of it runs as it is printed, its answers are those of the commands, and what is wrong is said."""

import doctest
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import duckdb
import polars as pl
import pytest
from typer.testing import CliRunner

import paipu
from paipu.cli.main import app
from paipu.samples import to_line
from tests.cli.test_best_of import event, record
from tests.made import make_match

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "data" / "API.md").read_text(encoding="utf-8")


def run(line: str) -> str:
    done = CliRunner().invoke(app, shlex.split(line)[1:])
    assert done.exit_code == 0, (line, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page."""
    folder = tmp_path_factory.mktemp("api")
    block = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        for line in block.group(1).splitlines():
            run(line)
    return folder


@pytest.fixture(autouse=True)
def there(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)


# --- The page ----------------------------------------------------------------------------------------------


def test_the_examples_of_the_page_are_true() -> None:
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "API.md", "data/API.md", 0)
    assert len(examples.examples) > 25
    told: list[str] = []
    failed, _ = doctest.DocTestRunner().run(examples, out=told.append)
    assert failed == 0, "".join(told)


def test_the_page_names_all_that_the_interface_has() -> None:
    assert [name for name in paipu.__all__ if not re.search(rf"\b{name}\b", PAGE)] == []
    assert set(paipu.__all__) <= set(dir(paipu))


def test_to_import_it_loads_nothing() -> None:
    script = "import json, sys; before = {*sys.modules}; import paipu; print(json.dumps(sorted({*sys.modules} - before)))"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert [name for name in json.loads(done.stdout) if name.partition(".")[0] not in sys.stdlib_module_names] == ["paipu"]


def test_it_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        paipu.nothing  # type: ignore[attr-defined] # noqa: B018 - to ask for it is the test


# --- It says what the commands say -------------------------------------------------------------------------


def test_an_audit_gives_the_rows_of_the_command() -> None:
    audits = [paipu.audit(each) for each in paipu.read("cup.ndjson")]
    told = CliRunner().invoke(
        app, ["audit", "cup.ndjson", "-q", "-f", "ndjson", "--computed", "computed", "--fail-on", "never"]
    )
    rows = [json.loads(line) for line in told.stdout.splitlines()]
    assert [row for each in audits for row in each.rows()] == rows
    assert [each.computed() for each in audits] == [json.loads(line) for line in Path("computed").read_text().splitlines()]
    frame = pl.concat([each.frame() for each in audits])
    assert frame["fingerprint"].to_list() == [row["fingerprint"] for row in rows]
    assert frame["message_zh"].to_list() == [row["message"]["zh"] for row in rows]
    assert any(not each.findings for each in audits)


def test_standings_are_those_of_the_command() -> None:
    frame = paipu.standings("league/event.json", "league/records.ndjson").frame()
    command = "paipu standings league/event.json league/records.ndjson -q"
    told = run(f"{command} -f csv").splitlines()
    assert frame.columns == told[0].split(",")
    assert [str(place) for place in frame["place"]] == [line.split(",")[3] for line in told[1:]]
    [table] = json.loads(run(f"{command} -f json"))
    assert [row["team"] for row in table["rows"]] == frame["team"].to_list()
    as_claimed = paipu.standings("league/event.json", "league/records.ndjson", account="recorded")
    assert as_claimed.tables[0].rows[0].played == 7


def test_a_question_is_answered_as_by_the_command() -> None:
    answer = paipu.judge(sheet="guandan-1", tribute_from="NSEW", hands="E:BJ W:BJ")
    assert answer == json.loads(run("paipu judge --sheet guandan-1 --tribute-from NSEW --hands 'E:BJ W:BJ' -f json"))


def test_a_ruling_is_laid_over_the_record() -> None:
    league, rulings = "league/records.ndjson", "rulings.ndjson"
    place = "--match sample-round-robin-7/all/r1/t4 --hand 1 --at 5.2 --seat S --kind concealed"
    run(f"paipu ruling issue {league} {place} --proposal 2 --by R --reason r --rulings {rulings}")
    [one] = [each for each in paipu.read(league) if each.id == "sample-round-robin-7/all/r1/t4"]
    plain, ruled = paipu.audit(one), paipu.audit(one, rulings=rulings)
    assert ruled.verdict.computed == plain.verdict.computed
    assert ruled.hands[0] != plain.hands[0]
    assert ruled.computed() != plain.computed()
    as_ruled = paipu.standings("league/event.json", league, rulings=rulings).frame()
    assert not as_ruled.equals(paipu.standings("league/event.json", league).frame())


def test_a_hand_is_found_by_its_number() -> None:
    for each in paipu.read("cup.ndjson"):
        assert [paipu.states(each, hand.no)[0].hand for hand in each.game.hands] == [*range(len(each.game.hands))]


def test_an_event_says_how_many_games_a_match_has(tmp_path: Path) -> None:
    file, records = tmp_path / "event.json", tmp_path / "records.json"
    file.write_text(json.dumps(event(1)), encoding="utf-8")
    records.write_text(json.dumps(record(1)), encoding="utf-8")
    alone, inside = (next(paipu.read(records, event=each)) for each in (None, file))
    assert (paipu.audit(alone).match.winner, paipu.audit(inside).match.winner) == (None, "EW")
    assert (alone.source, alone.sha256) == (str(records), inside.sha256)
    run(f"paipu load {records} --event {file} -q --warehouse {tmp_path / 'house'}")
    loaded = paipu.open_warehouse(tmp_path / "house").record(inside.sha256)
    assert loaded.parsed == inside.parsed


def test_a_warehouse_answers_in_frames() -> None:
    house = paipu.open_warehouse("cup")
    tables = house.tables()
    assert tables.filter(pl.col("table") == "matches")["columns"].explode().to_list() == house.table("matches").columns
    assert house.statistics("pair", key="matches_won").height == 8
    for each in paipu.read("cup.ndjson"):
        assert house.record(each.sha256).parsed == each.parsed


# --- What goes wrong ---------------------------------------------------------------------------------------


WRONG: Final[dict[str, Callable[[], object]]] = {
    "no such file": lambda: list(paipu.read("nowhere")),
    "has no hand 99": lambda: paipu.states(next(paipu.read("cup.ndjson")), 99),
    "no key “paths”": lambda: paipu.judge(paths="x"),
    "what is asked": lambda: paipu.judge(trump="s"),
    "no rule sheet bridge": lambda: paipu.judge(sheet="bridge", trick="E AsAs 3s4s KsKs 5s5s"),
    "trump is 7|string": lambda: paipu.judge(trump=7),
    "no warehouse here": lambda: paipu.open_warehouse("league"),
    "there is no table resluts; near: results": lambda: paipu.open_warehouse("cup").table("resluts"),
    "no record with the hash 00": lambda: paipu.open_warehouse("cup").record("00"),
    "has no event x": lambda: paipu.open_warehouse("cup").statistics(event="x"),
    "there is no sheet bridge": lambda: paipu.open_warehouse("cup").statistics(sheet="bridge"),
    "matches_won": lambda: paipu.open_warehouse("cup").statistics(key="matches_wom"),
    "not paipu-event/1": lambda: paipu.standings("cup.ndjson", "cup.ndjson"),
    "no log of rulings": lambda: paipu.audit(next(paipu.read("cup.ndjson")), rulings="nowhere"),
    "is for --as ruled": lambda: paipu.standings("league/event.json", "x", account="recorded", rulings="x"),
    "no such file or folder": lambda: paipu.standings("league/event.json", "nowhere"),
}
"""What is asked wrongly, by what is said of it."""


@pytest.mark.parametrize("said", WRONG)
def test_what_makes_no_sense_is_refused_in_both_languages(said: str) -> None:
    with pytest.raises(paipu.Refused, match=said) as refused:
        WRONG[said]()
    assert refused.value.message.en == str(refused.value)
    assert re.search("[\u4e00-\u9fff]", refused.value.message.zh)


def test_what_is_rejected_is_kept_and_the_rest_counted() -> None:
    rejected: list[paipu.Rejection] = []
    table = paipu.standings("league/event.json", "nowhere", "league", "cup.ndjson", rejected=rejected)
    assert [each.code for each in rejected][:1] == ["SOURCE-MISSING"]
    assert table.others == 4
    assert table.frame()["played"].to_list() == [7] * 8


def test_cells_that_are_not_read_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("规则,轮次,桌号,东西,南北,副,庄,级,备考栏\nshengji,1,1,甲,乙,1,东,2,x\n", encoding="utf-8")
    with pytest.warns(paipu.Notice):
        list(paipu.read(path, rejected=[]))


def test_a_match_that_counts_nowhere_is_noticed(tmp_path: Path) -> None:
    document = make_match(1, 1)
    document["event"] = {"id": "sample-round-robin-7", "stage": "all", "round": 1, "table": "t99"}
    (tmp_path / "x.ndjson").write_bytes(to_line(document))
    with pytest.warns(paipu.Notice, match="not counted, 1"):
        table = paipu.standings("league/event.json", tmp_path / "x.ndjson")
    assert table.uncounted == (document["id"],)


def test_a_query_may_only_ask() -> None:
    with pytest.raises(duckdb.Error):
        paipu.open_warehouse("cup").query("DELETE FROM matches")
