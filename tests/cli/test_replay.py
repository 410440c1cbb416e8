"""`paipu replay`: a hand as text, at any ply."""

import re
from pathlib import Path

import pytest

from paipu.cli.support.terminal import cells
from tests.cli.conftest import Paipu, clean, revoke, write


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return write(tmp_path / "one.ndjson", [clean(1)])


def plies() -> int:
    return sum(len(trick.split()) - 1 for trick in clean(1)["hands"][0]["tricks"])


def test_ply_0_shows_the_hands_as_they_were_dealt(paipu: Paipu, match: Path) -> None:
    out = paipu("replay", match, "--ply", 0).stdout
    for seat in ("东 E (25)", "北 N (25)", "西 W (25)", "南 S (25)"):
        assert seat in out
    assert "出牌前" in out
    assert f"第 0 手，共 {plies()} 手" in out


def test_a_ply_shows_the_trick_what_was_legal_and_the_findings(paipu: Paipu, records: Path) -> None:
    out = paipu("replay", records, "--match", "cup/r1/t09", "--hand", 1, "--ply", 2, "--lang", "en").stdout
    for part in ("hand 1", "ply 2 of 8", "trick 1, play 2", "♣A♣A", "◂ best", "W to play", "TRICK-FOLLOW-SUIT SJ-16c"):
        assert part in out
    assert "not recorded" in out
    out = paipu("replay", records, "--match", "cup/r1/t09", "--ply", 1, "--lang", "en").stdout
    assert "none here" in out
    assert re.search(r"findings at plies +0, 2, 8", out)


def test_legal_plays_are_counted(paipu: Paipu, match: Path) -> None:
    out = paipu("replay", match, "--ply", 2, "--alternatives", 1, "--lang", "en").stdout
    assert re.search(r"legal +\S+  \((1 of \d+|all 1|1, more .+)\)", out)


def test_the_last_ply_is_shown_by_default(paipu: Paipu, match: Path) -> None:
    out = paipu("replay", match).stdout
    assert f"第 {plies()} 手，共 {plies()} 手" in out
    assert "本副终" in out
    assert "本副后级数" in out


def test_all_shows_every_ply(paipu: Paipu, match: Path) -> None:
    out = paipu("replay", match, "--all").stdout
    assert len(re.findall(r"第 \d+ 手，共", out)) == plies() + 1


def test_hands_stand_at_their_seats(paipu: Paipu, match: Path) -> None:
    lines = paipu("replay", match, "--ply", 0, "--lang", "en").stdout.splitlines()
    at = {
        seat: next((row, cells(line[: line.index(f"{seat} (25)")])) for row, line in enumerate(lines) if f"{seat} (25)" in line)
        for seat in "ENWS"
    }
    assert at["N"][0] < at["W"][0] == at["E"][0] < at["S"][0]
    assert at["W"][1] < at["N"][1] == at["S"][1] < at["E"][1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ply", "999"], "0"),
        (["--ply", "-1"], "0"),
        (["--hand", "2"], "1"),
        (["--match", "cup/r1/t99"], "cup/r1/t01"),
        (["--all", "--ply", "3"], "--all"),
    ],
)
def test_a_place_that_does_not_exist_says_so(paipu: Paipu, match: Path, words: list[str], said: str) -> None:
    done = paipu("replay", match, *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr


def test_one_of_several_matches_must_be_named(paipu: Paipu, records: Path) -> None:
    done = paipu("replay", records)
    assert done.exit_code == 2
    assert "cup/r1/t01" in done.stderr


def test_nothing_readable_is_bad_input(paipu: Paipu, tmp_path: Path) -> None:
    done = paipu("replay", tmp_path / "none.json")
    assert done.exit_code == 3
    assert "SOURCE-MISSING" in done.stderr


def test_a_hand_without_trump_cannot_be_replayed(paipu: Paipu, tmp_path: Path) -> None:
    document = revoke()
    del document["hands"][0]["trump"]
    assert paipu("replay", write(tmp_path / "x.ndjson", [document])).exit_code == 3
    empty = {"format": "paipu/1", "id": "x", "sheet": "guandan-1", "hands": []}
    assert paipu("replay", write(tmp_path / "y.ndjson", [empty])).exit_code == 3


def test_a_failed_throw_shows_what_was_attempted(paipu: Paipu, tmp_path: Path) -> None:
    document = revoke()
    document["hands"][0]["tricks"] = ["E AcKc>Kc 3c 4c 5c"]
    out = paipu("replay", write(tmp_path / "x.ndjson", [document]), "--ply", 1).stdout
    assert "♣A♣K > ♣K" in out


def test_boards_are_the_same_every_time(paipu: Paipu, match: Path) -> None:
    assert paipu("replay", match, "--all").stdout == paipu("replay", match, "--all").stdout


def test_a_hand_from_its_middle_on_counts_the_cards_left(paipu: Paipu, tmp_path: Path) -> None:
    document = clean(1)
    hand = document["hands"][0]
    del hand["deal"], hand["claims"]
    hand.update(left={"E": 4}, tricks=["S 3h 4h 6h 7h", "E 8h"], seconds=[], incidents=[])
    out = paipu("replay", write(tmp_path / "end.ndjson", [document]), "--ply", 0).stdout
    for seat in ("东 E (4)", "北 N (4)", "西 W (4)", "南 S (4)"):
        assert seat in out
    assert re.search(r"抓分方 (东西|南北)；抓得 0 分：不含先前得分", out)
