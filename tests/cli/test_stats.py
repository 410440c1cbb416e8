"""`paipu stats` and `paipu export` over a warehouse."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from paipu.analytics.keys import NAMES
from paipu.cli import stats
from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse
from tests.made import sample

HOSTILE = '=HYPERLINK("x")\u202e<b>' + "长" * 150


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of two sheets, in which one player has a hostile name."""
    documents = [*sample(5, 4), *sample(5, 4, sheet="daguai")]
    for document in documents:
        for seat in document["seats"].values():
            if seat["id"] == "p001":
                seat["name"] = HOSTILE
    return make_warehouse(tmp_path_factory.mktemp("stats"), documents)


def test_statistics_for_people(paipu: Paipu, warehouse: Path) -> None:
    told = paipu("stats", "--warehouse", warehouse, "--by", "pair", "--sheet", "shengji")
    assert told.exit_code == ExitCode.CLEAN
    assert all(name in told.stdout for name in ("守庄率", "抓分", "毙", "九成在"))
    assert "\u202e" not in told.stdout
    assert "大怪路子" not in told.stdout
    assert "分母不少于 30" in told.stderr
    said = paipu("stats", "--warehouse", warehouse, "--by", "sheet", "--lang", "en", "--key", "hold_rate").stdout
    assert said.count("bank held") == 1


def test_statistics_for_programs(paipu: Paipu, warehouse: Path, tmp_path: Path) -> None:
    rows = json.loads(paipu("stats", "--warehouse", warehouse, "-f", "json").stdout)
    assert {row["key"] for row in rows} <= {*NAMES}
    assert {type(row["numerator"]) for row in rows} == {int}
    of_csv = list(csv.DictReader(io.StringIO(paipu("stats", "--warehouse", warehouse, "-f", "csv").stdout)))
    assert len(of_csv) == len(rows)
    assert any(row["name"].startswith("'=HYPERLINK") and "\\u202e" in row["name"] for row in of_csv)
    target = tmp_path / "s.parquet"
    assert paipu("stats", "--warehouse", warehouse, "-o", target, "-q").exit_code == ExitCode.CLEAN
    assert pl.read_parquet(target)["numerator"].to_list() == [row["numerator"] for row in rows]
    assert (
        paipu("stats", "--warehouse", warehouse, "--key", "throws", "-o", tmp_path / "s.xlsx", "-q").exit_code == ExitCode.CLEAN
    )


def test_a_table_is_exported(paipu: Paipu, warehouse: Path, tmp_path: Path) -> None:
    target = tmp_path / "plays.csv"
    told = paipu("export", "plays", "--warehouse", warehouse, "--sheet", "daguai", "--event", "demo-daguai", "-o", target)
    assert told.exit_code == ExitCode.CLEAN
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert {row["sheet"] for row in rows} == {"daguai"}
    assert str(len(rows)) in told.stderr
    shown = json.loads(paipu("export", "overview", "--warehouse", warehouse, "-f", "json").stdout)
    assert {row["sheet"] for row in shown} == {"shengji", "daguai"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["stats", "--key", "hold"], "near: hold_rate"),
        (["stats", "--event", "dem"], "near: demo"),
        (["stats", "-o", "s.doc"], "csv, json, parquet, xlsx"),
        (["export", "play"], "near: plays"),
        (["export", "loads", "--sheet", "daguai"], "knows no sheet"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(paipu: Paipu, warehouse: Path, words: list[str], said: str) -> None:
    told = paipu(*words, "--warehouse", warehouse)
    assert told.exit_code == ExitCode.USAGE
    assert said in told.stderr


def test_a_screen_has_the_first_units_and_says_how_many_more_there_are(
    paipu: Paipu, warehouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = paipu("stats", "--warehouse", warehouse, "--lang", "en").stdout
    units = whole.count("\n\n") + 1
    target = tmp_path / "whole.txt"
    monkeypatch.setattr(stats, "MOST_TABLES", 3)
    told = paipu("stats", "--warehouse", warehouse, "--lang", "en").stdout
    assert whole.startswith(told[: told.rindex("\n\n")])
    assert told.count("\n\n") == 3
    assert told.splitlines()[-1].startswith(f"{units - 3} more not shown")
    paipu("stats", "--warehouse", warehouse, "--lang", "en", "-f", "text", "-o", target)
    assert target.read_text(encoding="utf-8") == whole


def test_a_process_ends_without_a_word(warehouse: Path) -> None:
    """What reads the warehouse without pyarrow must leave DuckDB nothing to report as leaked."""
    asked = [sys.executable, "-m", "paipu.cli", "stats", "--warehouse", str(warehouse), "--by", "sheet", "-q"]
    ended = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert ended.stderr == ""
    assert "守庄率" in ended.stdout


def test_a_statistic_lists_its_hands(paipu: Paipu, warehouse: Path) -> None:
    """As many as it says, under the same filters, by its name in either language."""
    narrow = ("--player", "p002", "--attacker", "--first", "6", "--sheet", "shengji")
    for name in ("points as attackers", "赢墩（轮）", "throws"):
        [row] = json.loads(paipu("stats", "--warehouse", warehouse, *narrow, "--key", name, "-f", "json").stdout)
        counted = json.loads(paipu("stats", "--warehouse", warehouse, *narrow, "--hands", name, "-f", "json").stdout)
        whole = json.loads(paipu("stats", "--warehouse", warehouse, *narrow, "--hands", name, "--of", "-f", "json").stdout)
        assert len(whole) == row["denominator"] > 0
        assert row["numerator"] == (sum(each["value"] for each in counted) if row["mean"] else len(counted))
        assert {each["sheet"] for each in whole} == {"shengji"}
    said = paipu("stats", "--warehouse", warehouse, *narrow, "--hands", "tricks_won", "--lang", "en")
    assert "ply" in said.stdout.splitlines()[0]
    assert "tricks won" in said.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--with", "p00"], "there is no player p00; near: p0"),
        (["--player", "nobody at all"], "there is no player nobody at all"),
        (["--since", "2026-02-30"], "is no day"),
        (["--seat", "Q"], "there is no seat Q"),
        (["--side", "E"], "there is no side E"),
        (["--level", "1"], "there is no level 1"),
        (["--of"], "--of goes with --hands"),
        (["--key", "bids", "--hands", "bids"], "not both"),
        (["--key", "bids", "--key", "throws", "--across", "level"], "give --key once"),
        (["--player", "p001", "--by", "team"], "not for --by team"),
        (["--hands", "坐庄"], "near: 坐庄率"),
    ],
)
def test_filters_that_name_nothing_are_said(paipu: Paipu, warehouse: Path, words: list[str], said: str) -> None:
    told = paipu("stats", "--warehouse", warehouse, *words)
    assert told.exit_code == ExitCode.USAGE
    assert said in told.stderr
