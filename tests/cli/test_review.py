"""`paipu review`: the same for any number of processes, taken up where it ended, into a file or a warehouse."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from paipu.analytics import decisions as stored
from paipu.analytics.reader import Reader
from paipu.analytics.review import reviewed
from paipu.analytics.review.reviewed import review_hand, tasks
from paipu.analytics.review.row import DecisionRow
from paipu.analytics.verify import verify
from paipu.cli.main import app
from paipu.replay.text import LANGS
from tests.cli.conftest import Paipu, write
from tests.made import make_match
from tests.review.records import record_of

SHEET = "guandan-1"
FEW = ("--worlds", 16, "-q")
MADE: dict[tuple[object, ...], list[DecisionRow]] = {}


def begun(seed: int) -> dict[str, Any]:
    """A match of a hand, of which the first plays are on record: what is judged of it takes little time."""
    record = make_match(seed, 1, sheet=SHEET, hands=1)
    for hand in record["hands"]:
        hand["tricks"] = [" ".join(hand["tricks"][0].split(" ")[:3])]
        hand.pop("claims", None)
        hand.pop("seconds", None)
    record.pop("claims", None)
    return record


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = [begun(1), begun(2)]
    made[1]["id"] = "another"
    return write(tmp_path_factory.mktemp("review") / "two.ndjson", made)


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made in this process is not made again: that is what costs."""
    monkeypatch.setattr(reviewed, "review_hand", made_once)
    monkeypatch.setattr(stored, "review_hand", made_once)


def made_once(task: reviewed.Task) -> list[DecisionRow]:
    key = task.record.id, task.hand_index, task.worlds, task.threshold
    if key not in MADE:
        MADE[key] = review_hand(task)
    return MADE[key]


@pytest.fixture(scope="module")
def rows(two: Path) -> str:
    words = ("review", two, *FEW, "--workers", 1, "-f", "ndjson")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviewed, "review_hand", made_once)
        return CliRunner().invoke(app, [str(word) for word in words]).stdout


def test_the_rows_are_the_same_for_any_number_of_processes(paipu: Paipu, two: Path, rows: str) -> None:
    assert len(rows.splitlines()) > 2
    assert paipu("review", two, *FEW, "--workers", 2, "-f", "ndjson").stdout == rows


def test_a_row_says_what_a_play_cost_and_how_that_is_known(rows: str) -> None:
    for row in map(json.loads, rows.splitlines()):
        assert (row["sheet"], row["unit"], row["asked"], row["worlds"]) == (SHEET, "levels", 16, 16)
        assert row["grade"] in {"same", "open", "doubtful", "mistake"}
        assert row["error"] >= 0
        assert len(row["seed"]) == 16
        assert row["judge_version"] == 1
        assert row["player"]
        assert all(worlds <= 16 for _, _, _, worlds in row["candidates"])


@pytest.mark.parametrize("lang", LANGS)
def test_for_people_it_lists_what_cost_something_and_says_what_it_is_not_for(
    paipu: Paipu, two: Path, rows: str, lang: str
) -> None:
    told = paipu("review", two, *FEW, "--workers", 1, "--lang", lang, "--all").stdout
    assert "data/REVIEW.md" in told.splitlines()[-1]
    assert ("太少" in told or "不足 30 副" in told) if lang == "zh" else "too few to say anything" in told
    shown = [line for line in told.splitlines() if (" ± " in line and "/r0" in line) or ("another" in line and "±" in line)]
    assert len(shown) == sum(row["loss"] is not None for row in map(json.loads, rows.splitlines()))


def test_what_was_made_before_it_ended_is_not_made_again(
    paipu: Paipu, two: Path, rows: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, made = tmp_path / "out.ndjson", list[int]()

    def stops(task: reviewed.Task) -> Any:
        if len(made) == 1:
            raise KeyboardInterrupt
        made.append(task.hand_index)
        return made_once(task)

    monkeypatch.setattr(reviewed, "review_hand", stops)
    words = ("review", two, *FEW, "--workers", 1, "-f", "ndjson", "-o", out)
    assert paipu(*words).exit_code != 0
    assert not out.exists()
    assert len(made) == 1
    made[:] = [-1, -1]
    assert paipu(*words).exit_code == 0
    assert len(made) == 3, "the first hand was kept"
    assert out.read_text(encoding="utf-8") == rows
    assert [path.name for path in tmp_path.iterdir()] == ["out.ndjson"]


def test_what_is_made_as_parquet_has_the_same_rows(paipu: Paipu, two: Path, rows: str, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    assert paipu("review", two, *FEW, "--workers", 1, "-f", "parquet", "-o", out).exit_code == 0
    frame = pl.read_parquet(out)
    told = [json.loads(line) for line in rows.splitlines()]
    assert frame["loss"].to_list() == [row["loss"] for row in told]
    assert [json.loads(each) for each in frame["candidates"]] == [row["candidates"] for row in told]


def test_what_cannot_be_reviewed_is_refused(paipu: Paipu, two: Path) -> None:
    assert paipu("review", two, "--match", "nobody").exit_code == 2
    assert paipu("review", two, "-f", "parquet").exit_code == 2
    assert paipu("review", two, "--worlds", 3).exit_code == 2


def test_a_warehouse_is_reviewed_once_beside_its_verdicts(paipu: Paipu, two: Path, rows: str, tmp_path: Path) -> None:
    house = tmp_path / "house"
    paipu("load", two, "--warehouse", house, "-q")
    reader = Reader(house)
    before = reader.query("SELECT * FROM findings ORDER BY ALL")
    assert paipu("review", house, *FEW, "--workers", 1).exit_code == 0
    assert reader.query("SELECT * FROM findings ORDER BY ALL").equals(before)
    told = [json.loads(line) for line in rows.splitlines()]
    found = reader.query("SELECT match, hand, ply, cards, best, loss, error, grade FROM decisions ORDER BY match DESC, ply")
    expected = sorted(told, key=lambda row: (row["match"], -row["ply"]), reverse=True)
    assert found.to_dicts() == [{name: row[name] for name in found.columns} for row in expected]
    assert stored.due_in(house, 16, None) == 0
    generation = reader.generation
    assert paipu("review", house, *FEW, "--workers", 1).exit_code == 0
    assert reader.generation == generation, "nothing was done again"
    by_player = reader.query("SELECT player, sum(decisions) AS n FROM decisions_by_player WHERE act IS NULL GROUP BY player")
    assert by_player["n"].sum() == sum(row["loss"] is not None for row in told)
    assert reader.query("SELECT bool_and(few) FROM decisions_by_player").item() is True
    assert paipu("review", house, "--worlds", 18, "-q", "--workers", 1).exit_code == 0
    assert reader.query("SELECT DISTINCT asked FROM decisions").to_dicts() == [{"asked": 18}], "the last review stands"
    assert verify(house).sound


def test_hands_of_a_record_are_its_tasks() -> None:
    record = record_of(SHEET, 1)
    assert [task.hand_index for task in tasks(record)] == [0, 1]
    assert [task.hand_index for task in tasks(record, record.hands[1].no)] == [1]
