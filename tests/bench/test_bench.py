"""The benchmark runs, and says what it is to say; how fast anything is, is no test's business."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from paipu.replay.audit import audit
from paipu.replay.sheets import SHEETS
from paipu.samples import FAULTS
from tests.bench import performance, rulings, workload
from tests.bench.__main__ import CHESS, CLIMBING, FLOOR, MATCHES, PAIRS, POKER, SHEET_MATCHES, SINGLES, main
from tests.made import must_parse


@pytest.mark.deep
def test_rulings_are_measured_in_a_small_event(capsys: pytest.CaptureFixture[str]) -> None:
    rulings.show(["swiss"], teams=4, rounds=3, times=1)
    assert capsys.readouterr().out.count("s CPU") == 5


@pytest.mark.deep
def test_a_tiny_run_prints_the_tables_and_writes_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made" / "bench.json"
    code = main(
        [
            "--hands",
            "2",
            "--matches",
            "1",
            "--rounds",
            "2",
            "--stream",
            "5",
            "--tables",
            "2",
            "--classes",
            "1",
            "--out",
            str(out),
        ]
    )
    assert code == 0
    result = json.loads(out.read_text())
    assert set(result) == {
        "speeds",
        "ratios",
        "costs",
        "memory",
        "load",
        "starting",
        "worst",
        "faulty",
        "scoresheets",
        "compiled",
        "goals",
        "made_with",
    }
    assert set(result["speeds"]) == {SINGLES, PAIRS, MATCHES, *SHEET_MATCHES.values(), FLOOR, POKER, CHESS}
    for speed in result["speeds"].values():
        assert len(speed["seconds"]) == 2
        assert speed["records_per_second"] > 0
        assert speed["steps_per_second"] > 0
    assert {ours: set(others) for ours, others in result["ratios"].items()} == {
        ours: {FLOOR, POKER, CHESS} for ours in (SINGLES, PAIRS, MATCHES, *SHEET_MATCHES.values())
    }
    assert (result["memory"]["hands"], result["memory"]["findings"], result["memory"]["refused"]) == (5, 0, 0)
    assert result["memory"]["kb"] >= result["memory"]["kb_before"] > 0
    assert set(result["worst"]) == set(SHEETS)
    assert set(result["faulty"]) == set(FAULTS)
    assert len(result["goals"]) == 18 + 2 * ("MB" in result["load"]) + sum(sheet.startswith("guandan") for sheet in CLIMBING)
    assert all({"goal", "sign", "measured", "met"} == set(goal) for goal in result["goals"].values())
    printed = capsys.readouterr().out
    assert "pokerkit" in printed
    assert "Goals" in printed


@pytest.mark.parametrize("pairs", [False, True])
def test_the_workload_is_clean_with_any_suits_and_the_same_for_the_same_seed(pairs: bool) -> None:
    lines = workload.make_lines(2, 5, pairs=pairs)
    assert lines == workload.make_lines(2, 5, pairs=pairs)
    assert lines != workload.make_lines(2, 6, pairs=pairs)
    for number in (0, 1, 11, 23, 24):
        for line in workload.with_other_suits(lines, number):
            parsed = must_parse(line)
            assert not audit(parsed.record).findings


def test_hands_of_singles_have_25_tricks_and_all_the_facts() -> None:
    lines = workload.make_lines(2, 5)
    assert workload.count_plays(lines) == (2, 200)
    (hand,) = json.loads(lines[0])["hands"]
    assert {"deal", "bids", "kitty", "tricks", "claims"} <= set(hand)


def test_other_suits_are_other_cards() -> None:
    lines = workload.make_lines(1, 5)
    assert len({line for number in range(24) for line in workload.with_other_suits(lines, number)}) == 24


def test_the_rivals_replay_what_was_made_for_them() -> None:
    from tests.bench import rivals

    assert rivals.replay_poker(rivals.make_poker_hands(1, 1)) > 10
    assert rivals.replay_chess(rivals.make_chess_games(1, 1, plies=6)) == 6


def test_the_page_of_performance_is_that_of_its_figures() -> None:
    history = performance.read()
    assert version("paipu") in history
    assert performance.PAGE.read_text(encoding="utf-8") == performance.page(history)


def test_releases_stand_beside_each_other_the_newest_first() -> None:
    history = {
        f"0.{minor}.0": {"machine": "m", "figures": {"S": {"a": minor, "b": 1.0} if minor > 5 else {"a": 0.5}}}
        for minor in range(12)
    }
    page = performance.page(history)
    assert "| | 0.11.0 | 0.10.0 | 0.9.0 |" in page
    assert "0.1.0" not in page
    assert "\n| a | 11.0 | 10.0 | 9.00 |" in page
    assert "\n| b | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 |  |  |  |  |\n" in page
