"""`paipu ratings`, `luck` and `integrity` over a warehouse."""

import json
from pathlib import Path

import pytest

from cli.support.errors import ExitCode
from samples import sample
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
