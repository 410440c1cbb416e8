"""`paipu find` over a warehouse: what it finds, in every form, and how it refuses."""

import csv
import io
import json
from pathlib import Path

import pytest

from paipu.analytics.conditions import NAMES
from paipu.cli.find import MOST_LINES
from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse
from tests.made import sample


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = [*sample(5, 2), *sample(5, 2, sheet="guandan-1")]
    documents[0]["id"] = "=cup/<b>1"
    return make_warehouse(tmp_path_factory.mktemp("find"), documents)


def test_the_same_hands_in_every_form(paipu: Paipu, warehouse: Path) -> None:
    words = ("find", "throw and lost", "--warehouse", warehouse)
    rows = json.loads(paipu(*words, "-f", "json").stdout)
    of_csv = list(csv.DictReader(io.StringIO(paipu(*words, "-f", "csv").stdout)))
    told = paipu(*words)
    assert len(rows) == len(of_csv) > 0
    assert told.exit_code == ExitCode.CLEAN
    assert len(told.stdout.splitlines()) == len(rows) + 1
    assert f"{len(rows)} 副" in told.stderr
    for row, cells, line in zip(rows, of_csv, told.stdout.splitlines()[1:], strict=True):
        assert row["sheet"] == "shengji"
        assert row["ply"] > 0
        assert f"hand={row['hand']}&ply={row['ply']}&seat={row['seats']}" in row["link"] == cells["link"]
        assert row["link"] in line
    assert any(cells["match"].startswith("'=cup") for cells in of_csv)


def test_filters_narrow_and_the_screen_has_so_many(paipu: Paipu, warehouse: Path) -> None:
    every = json.loads(paipu("find", "won or lost", "--warehouse", warehouse, "-f", "json").stdout)
    mine = json.loads(paipu("find", "胜 或 负", "--warehouse", warehouse, "--player", "p001", "-f", "json").stdout)
    assert 0 < len(mine) < len(every)
    assert {row["player"] for row in mine} == {"p001"}
    shown = paipu("find", "won or lost", "--warehouse", warehouse, "--lang", "en")
    assert len(shown.stdout.splitlines()) == MOST_LINES + 1
    assert f"{len(every) - MOST_LINES} more not shown" in shown.stderr


def test_it_says_what_a_sheet_never_has(paipu: Paipu, warehouse: Path) -> None:
    told = paipu("find", "tractor and not bomb", "--warehouse", warehouse, "--sheet", "guandan-1", "--lang", "en")
    assert told.stdout == ""
    assert "on the sheet guandan-1 there is never: tractor" in told.stderr


@pytest.mark.parametrize(("said", "place"), [("bomb>=6 and lots", "▸lots"), ("bomb'; DROP TABLE matches", "▸'; DROP")])
def test_what_cannot_be_read_is_shown_at_its_place(paipu: Paipu, warehouse: Path, said: str, place: str) -> None:
    told = paipu("find", said, "--warehouse", warehouse)
    assert told.exit_code == ExitCode.USAGE
    assert place in told.stderr
    assert "Traceback" not in told.stderr


def test_every_condition_is_listed(paipu: Paipu) -> None:
    for lang in ("zh", "en"):
        told = paipu("find", "--conditions", "--lang", lang).stdout
        assert all(name in told for names in NAMES.values() for name in names)
    assert paipu("find").exit_code == ExitCode.USAGE
