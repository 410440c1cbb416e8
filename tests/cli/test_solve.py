"""`paipu solve`: what it says in both forms and languages, and what it refuses."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.conftest import Paipu, clean, write
from tests.made import make_match

AT: Final = "--hand", 1, "--at"


def last_place(tricks: Sequence[str]) -> str:
    """The lead of the third trick from the end."""
    return f"{len(tricks) - 2}.1"


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("solve") / "one.ndjson", [clean(1)])


@pytest.fixture(scope="module")
def place() -> str:
    return last_place(clean(1)["hands"][0]["tricks"])


def rows(paipu: Paipu, path: Path, place: str, *words: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in paipu("solve", path, *AT, place, "-f", "ndjson", *words).stdout.splitlines()]


def test_rows_tell_the_position_and_every_play_best_first(paipu: Paipu, one: Path, place: str) -> None:
    position, *plays = rows(paipu, one, place)
    assert (position["cards"], position["unit"], position["reason"], position["at"]) == (None, "points", None, place)
    assert position["low"] == position["high"] == plays[0]["low"] == plays[0]["high"]
    values = [play["low"] for play in plays]
    assert values in (sorted(values), sorted(values, reverse=True))
    assert {play["seat"] for play in plays} == {position["seat"]}
    assert rows(paipu, one, place, "--value") == [position | {"nodes": rows(paipu, one, place, "--value")[0]["nodes"]}]


@pytest.mark.parametrize(("lang", "word"), [("zh", "事后之见"), ("en", "hindsight")])
def test_text_names_it_hindsight(paipu: Paipu, one: Path, place: str, lang: str, word: str) -> None:
    out = paipu("solve", one, *AT, place, "--lang", lang).stdout
    position, *plays = rows(paipu, one, place)
    assert word in out
    assert str(position["low"]) in out
    assert all(play["cards"] in out for play in plays)


@pytest.mark.parametrize(("lang", "word"), [("zh", "预算"), ("en", "budget")])
def test_text_says_why_it_gives_bounds(paipu: Paipu, one: Path, place: str, lang: str, word: str) -> None:
    assert word in paipu("solve", one, *AT, place, "--nodes", 1, "--lang", lang).stdout
    position, *_ = rows(paipu, one, place, "--nodes", 1)
    assert position["reason"] == "nodes"
    assert position["low"] < position["high"]


def test_a_place_that_is_not_there_is_refused(paipu: Paipu, one: Path) -> None:
    for place in ("99.1", "0", "1.9", "x"):
        done = paipu("solve", one, *AT, place)
        assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize(("lang", "word"), [("zh", "级"), ("en", "levels")])
def test_a_climbing_game_is_told_in_levels(paipu: Paipu, tmp_path: Path, lang: str, word: str) -> None:
    document = make_match(1, 1, sheet="guandan-1", hands=1)
    path = write(tmp_path / "one.ndjson", [document])
    place = f"{len(document['hands'][0]['tricks'])}.1"
    position, *plays = rows(paipu, path, place)
    assert position["unit"] == "levels"
    assert plays[0]["low"] == position["low"]
    assert word in paipu("solve", path, *AT, place, "--lang", lang).stdout
