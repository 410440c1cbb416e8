"""`paipu replay` on 炒地皮 and 双扣: 炒底, 5·10·K, 扛旗, fines, levels at stake, the score and its bounds."""

from pathlib import Path

import pytest

from tests.cli.conftest import Paipu, write
from tests.dashboard import family

ASKED, FLAG, SCORED = family.everything()


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    return write(tmp_path / "family.ndjson", [ASKED, FLAG, SCORED])


def shown(paipu: Paipu, boards: Path, match: str, *words: object) -> str:
    done = paipu("replay", boards, "--match", match, *words)
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize(
    ("lang", "parts"),
    [
        (
            "zh",
            (
                "炒底 西 W 炒底 ♣2♣2 扣 ",
                "炒底 南 S 炒底 ♥5♥5 = ♦ 方块 扣 ",
                "炒底 北 N 不炒",
                "（南 S 扣）",
                "双红心5 南 上天入地：胜者打A，败者打2",
            ),
        ),
        (
            "en",
            (
                "asked W takes the kitty up with ♣2♣2 buries ",
                "N passes",
                "(buried by S)",
                "Both ♥5 S All or nothing: the winner goes to A, the loser to 2",
            ),
        ),
    ],
)
def test_who_was_asked_and_what_was_buried(paipu: Paipu, boards: Path, lang: str, parts: tuple[str, ...]) -> None:
    out = " ".join(shown(paipu, boards, "chaodipi/asked", "--ply", 0, "--lang", lang).split())
    for part in parts:
        assert part in out


def test_a_set_of_three_is_named(paipu: Paipu, boards: Path) -> None:
    ply = family.plies_with_sets(ASKED)[0]
    assert "♠ 5·10·K" in shown(paipu, boards, "chaodipi/asked", "--ply", ply)
    assert "♠ 5·10·K  ◂ best" in shown(paipu, boards, "chaodipi/asked", "--ply", ply + 1, "--lang", "en")


def test_how_the_points_and_the_levels_come_about(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "chaodipi/asked", "--lang", "en")
    assert "penalties +20 included" in out
    assert "55 + 20 = 75  (claimed 75)" in out
    assert "EW A · NS 2  (claimed EW A · NS 2)  CDP-4.3d" in out
    assert "75 points: bank to A, attackers to 2" in out


@pytest.mark.parametrize(
    ("lang", "level", "passed"), [("zh", "级牌 扛旗", "抓得 0 分：扛旗通过"), ("en", "Level flag", "0 points: flag passed")]
)
def test_the_flag_hand(paipu: Paipu, boards: Path, lang: str, level: str, passed: str) -> None:
    out = shown(paipu, boards, "chaodipi/flag", "--ply", 0, "--lang", lang)
    assert level in out
    assert passed in out
    assert out.count("(27)") == 4
    assert {"zh": "底牌 无底牌", "en": "kitty none"}[lang] in " ".join(out.split())
    assert "CDP-4.3e" in shown(paipu, boards, "chaodipi/flag", "--lang", lang)


def test_a_score_with_its_bounds(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "shuangkou/scored", "--hand", 2, "--lang", "en")
    for part in ("points: score +2…+14", "penalties −20 included", "135 + 10 × 2 − 20 = 135", "EW +14…+25", "SCORE-OPEN"):
        assert part in out


@pytest.mark.parametrize("match", ["chaodipi/asked", "chaodipi/flag", "shuangkou/scored"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_ply_is_shown(paipu: Paipu, boards: Path, match: str, lang: str) -> None:
    assert shown(paipu, boards, match, "--all", "--lang", lang).count("─" * 60) >= 76
