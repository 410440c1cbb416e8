"""`paipu ratings`, `luck` and `integrity` over a warehouse."""

import json
from pathlib import Path

import pytest

from paipu.cli.support.errors import ExitCode
from paipu.samples import sample
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse

HOSTILE = '=HYPERLINK("x")\u202e<b>' + "长" * 150


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup in which one player has a hostile name."""
    documents = list(sample(5, 10))
    for document in documents:
        for seat in document["seats"].values():
            if seat["id"] == "p001":
                seat["name"] = HOSTILE
    return make_warehouse(tmp_path_factory.mktemp("study"), documents)


def test_ratings_in_every_form(paipu: Paipu, warehouse: Path) -> None:
    told = paipu("ratings", "--warehouse", warehouse, "--lang", "en")
    assert told.exit_code == ExitCode.CLEAN
    assert "p031 + p032" in told.stdout
    assert "\u202e" not in told.stdout
    assert max(map(len, told.stdout.splitlines())) < 250
    assert "95 %" in told.stderr
    rows = json.loads(paipu("ratings", "--warehouse", warehouse, "-f", "json").stdout)
    assert {row["kind"] for row in rows} == {"pair"}
    assert [row["ordinal"] for row in rows] == sorted((row["ordinal"] for row in rows), reverse=True)
    spread = paipu("ratings", "--warehouse", warehouse, "-f", "csv").stdout
    assert "'=HYPERLINK" in spread
    assert spread.count("\n") == len(rows) + 1
    history = json.loads(paipu("ratings", "--warehouse", warehouse, "--history", rows[0]["unit"], "-f", "json").stdout)
    assert [row["game"] for row in history] == list(range(1, rows[0]["game"] + 1))
    assert history[-1]["mu"] == rows[0]["mu"]


def test_luck_tells_its_fit_its_limits_and_the_units(paipu: Paipu, warehouse: Path, tmp_path: Path) -> None:
    told = paipu("luck", "show", "--warehouse", warehouse, "--lang", "en")
    assert told.exit_code == ExitCode.CLEAN
    assert "paipu sample" in told.stderr
    assert "made-up players" in told.stderr
    assert "R²" in told.stdout
    rows = json.loads(paipu("luck", "show", "--warehouse", warehouse, "--by", "player", "-f", "json").stdout)
    assert {row["kind"] for row in rows} == {"player"}
    assert all(row["low"] <= row["per_hand"] <= row["high"] for row in rows)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("version = 1", encoding="utf-8")
    assert paipu("luck", "show", "--warehouse", warehouse, "--model", wrong).exit_code == ExitCode.INPUT
    few = paipu("luck", "fit", "--warehouse", warehouse)
    assert few.exit_code == ExitCode.INPUT
    assert "too few hands" in few.stderr


def test_integrity_names_nobody_among_samples_and_accuses_nobody(paipu: Paipu, warehouse: Path) -> None:
    told = paipu("integrity", "--warehouse", warehouse, "--lang", "en")
    assert told.exit_code == ExitCode.CLEAN
    assert told.stdout == ""
    assert "never an accusation" in told.stderr
    rows = json.loads(paipu("integrity", "--warehouse", warehouse, "--all", "-f", "json", "-q").stdout)
    assert {row["test"] for row in rows} >= {"hesitation", "same_deal"}
    assert not any(row["review"] for row in rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ratings", "--sheet", "bridge"], "no sheet bridge"),
        (["ratings", "--event", "dem"], "near: demo"),
        (["ratings", "--history", "p031+p032"], "near: p031 + p032"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(paipu: Paipu, warehouse: Path, words: list[str], said: str) -> None:
    told = paipu(*words, "--warehouse", warehouse)
    assert told.exit_code == ExitCode.USAGE
    assert said in told.stderr
