"""`paipu stats --partners`: what partners are worth to each other, for people, for programs and in Python."""

import json
from pathlib import Path

import pytest

import paipu as library
from paipu.analytics import partners
from paipu.analytics.partners import SCHEMA, partner_effects
from paipu.analytics.reader import Reader
from paipu.cli.support.errors import ExitCode
from paipu.samples.event import make_event
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in which partners are redrawn, played twice."""
    _, made = make_event("individual", 2)
    documents = [{**each, "id": f"{each['id']}/{again}"} for each in made for again in (1, 2)]
    return make_warehouse(tmp_path_factory.mktemp("partners"), documents)


def test_who_is_worth_what_is_listed_where_there_is_enough(
    paipu: Paipu, warehouse: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = paipu("stats", "--warehouse", warehouse, "--partners", "--lang", "en")
    assert few.exit_code == ExitCode.CLEAN
    assert "not enough" in few.stdout
    assert "fewer than 10 matches together" in few.stderr
    monkeypatch.setattr(partners, "FEWEST", 2)
    found = json.loads(paipu("stats", "--warehouse", warehouse, "--partners", "-f", "json").stdout)
    assert found == partner_effects(Reader(warehouse)).to_dicts()
    assert {row["told"] for row in found} == {"enough", "apart"}
    row = next(row for row in found if row["told"] == "enough")
    told = paipu("stats", "--warehouse", warehouse, "--partners", "--player", row["player"], "--lang", "en").stdout
    assert f"{100 * row['effect']:+.0f}" in told
    assert f"{100 * row['low']:+.0f} – {100 * row['high']:+.0f}" in told
    two = paipu("stats", "--warehouse", warehouse, "--partners", "--player", f"{row['player']} + {row['partner']}", "-f", "csv")
    assert len(two.stdout.splitlines()) == 3


def test_in_python_it_is_the_same_frame(warehouse: Path) -> None:
    house = library.open_warehouse(warehouse)
    every = house.partners()
    assert every.schema == SCHEMA
    assert every.equals(partner_effects(Reader(warehouse)))
    player = every["player"][0]
    assert house.partners(player=player).equals(every.filter(player=player))
    with pytest.raises(library.Refused):
        house.partners(sheet="whist")


@pytest.mark.parametrize("more", [("--key", "hold_rate"), ("--since", "2026-01-01"), ("--hands", "bombs"), ("-f", "html")])
def test_it_is_asked_alone(paipu: Paipu, warehouse: Path, more: tuple[str, ...]) -> None:
    refused = paipu("stats", "--warehouse", warehouse, "--partners", *more)
    assert refused.exit_code == ExitCode.USAGE
    assert "--partners" in refused.stderr
