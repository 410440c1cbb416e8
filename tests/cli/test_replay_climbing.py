"""`paipu replay` on 掼蛋 and 大怪路子: four and six seats, readings, tribute, places, levels and points."""

import re
from pathlib import Path

import pytest

from paipu.cli.support.terminal import cells
from tests.cli.conftest import Paipu, write
from tests.dashboard import climbing

SMALL, PAIRS, SIX = climbing.everything()


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    return write(tmp_path / "climbing.ndjson", climbing.everything())


def shown(paipu: Paipu, boards: Path, match: str, *words: object) -> str:
    done = paipu("replay", boards, "--match", match, *words)
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("lang", "parts"),
    [
        (
            "zh",
            (
                "第 1 墩第 4 手",
                "级牌 5 · 东西；自由牌 ♥ 5；级数 东西 5 · 南北 4",
                "三带二 8（声明 77888）",
                "三带二 9  ◂ 控牌",
                "不要",
                "♠4♥4♦4♠3♣3  不成立",
                "16 秒  限 15 秒  超时",
                "PLAY-NOT-HIGHER GD3-C3",
            ),
        ),
        (
            "en",
            (
                "trick 1, play 4",
                "Level 5 · EW; Wild ♥ 5; Levels EW 5 · NS 4",
                "full house 8 (declared 77888)",
                "full house 9  ◂ holds",
                "does not count",
                "16 s  limit 15 s  over time",
                "the hand is not fully known",
            ),
        ),
    ],
)
def test_a_play_what_it_counts_as_and_its_time(paipu: Paipu, boards: Path, lang: str, parts: tuple[str, ...]) -> None:
    out = shown(paipu, boards, "guandan/small", "--ply", 4, "--lang", lang)
    for part in parts:
        assert part in out


def test_a_reading_that_nobody_declared(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "guandan/small", "--ply", 18, "--lang", "en")
    assert "straight 7 (not declared; taken by the sheet)" in out
    assert "READING-AMBIGUOUS" in out


def test_the_tribute_and_who_leads(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "guandan/pairs", "--hand", 2, "--ply", 0, "--lang", "en")
    assert re.search(r"Last hand +WENS · both first places  Order of going out", out)
    assert re.search(r"tribute +paid", out)
    assert re.findall(r"tribute +(\S) (pays|returns)", out) == [
        ("N", "pays"),
        ("S", "pays"),
        ("W", "returns"),
        ("E", "returns"),
    ]
    assert re.search(r"to lead +N", out)
    assert re.search(
        r"tribute +none in the first hand", shown(paipu, boards, "guandan/pairs", "--hand", 1, "--ply", 0, "--lang", "en")
    )


def test_how_a_hand_ends(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "guandan/pairs", "--hand", 1, "--lang", "zh")
    for part in (
        "西 W (0) 头游",
        "东 E (0) 二游",
        "西东北南  （申报 西东北南）  双下",
        "东西 5 · 南北 2  （申报 东西 5 · 南北 2）",
        "东西 升 3 级，打 5",
    ):
        assert part in out
    out = shown(paipu, boards, "guandan/pairs", "--hand", 3, "--lang", "en")
    for part in (
        "SEWN  (claimed SWEN)",
        "EW 6 · NS 3  (claimed EW 6 · NS 5)",
        "NS +1, to 3",
        "CLAIM-FINISH GD1-3b",
        "1st S, 2nd E, 3rd W",
    ):
        assert part in out


def test_incidents_and_rulings_are_told_at_their_ply(paipu: Paipu, tmp_path: Path) -> None:
    incident = {"kind": "out_of_turn", "seat": "W", "at": "1.3", "cards": "9d", "note": "收回"}
    ruling = {"id": "r1", "hand": 1, "at": "1.3", "seat": "W", "effect": {"stopped": True}, "state": "issued", "by": "甲"}
    hand = {"no": 1, "level": "2", "tricks": ["E 3s - - -"], "incidents": [incident]}
    document = {"format": "paipu/1", "id": "noted", "sheet": "guandan-js2023", "hands": [hand], "rulings": [ruling]}
    path = write(tmp_path / "noted.ndjson", [document])
    said = shown(paipu, path, "noted", "--ply", 3)
    assert "西 W · 抢先出牌 · ♦9 · 收回" in said
    assert "r1 · 西 W · 停止此次出牌 · 甲 · 已裁决" in said
    assert "r1" not in shown(paipu, path, "noted", "--ply", 2)
    assert "the turn is lost" in shown(paipu, path, "noted", "--ply", 3, "--lang", "en")


def test_taking_the_lead_over(paipu: Paipu, boards: Path) -> None:
    ply = climbing.first_ply(PAIRS, 2, lambda state: state.relieved is not None)
    relieved = climbing.walked(PAIRS, 2)[ply].relieved
    assert f"for {relieved}, who is out" in shown(paipu, boards, "guandan/pairs", "--hand", 3, "--ply", ply, "--lang", "en")


def test_legal_plays_by_kind(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "guandan/pairs", "--hand", 2, "--ply", 1, "--lang", "en", "--alternatives", 20)
    listed = re.findall(r"^legal +(.+?)  (.+)  \(((?:\d+ of )?(?:all )?\d+)\)$", out, re.MULTILINE)
    assert [kind for kind, _, _ in listed][:3] == ["single", "pair", "triple"]
    assert sum(len(plays.split(" | ")) for _, plays, _ in listed) == 20
    assert re.search(r"owed +a lead: any combination", out)
    follow = shown(paipu, boards, "guandan/pairs", "--hand", 2, "--ply", 4, "--lang", "en")
    assert re.search(r"owed +to beat three pairs K", follow)
    assert re.search(r"legal +pass", follow)


def test_six_seats_stand_round_the_table(paipu: Paipu, boards: Path) -> None:
    lines = shown(paipu, boards, "daguai/six", "--ply", 0, "--lang", "en").splitlines()
    at = {}
    for seat in "123456":
        row = next(row for row, line in enumerate(lines) if f"{seat} (27)" in line)
        at[seat] = (row, cells(lines[row][: lines[row].index(f"{seat} (27)")]))
    assert at["4"][0] < at["5"][0] == at["3"][0] < at["6"][0] <= at["2"][0] < at["1"][0]
    assert at["5"][1] == at["6"][1] < at["1"][1] == at["4"][1] < at["2"][1] == at["3"][1]


def test_points_and_totals(paipu: Paipu, boards: Path) -> None:
    out = shown(paipu, boards, "daguai/six", "--hand", 2, "--lang", "en")
    for part in (
        "Schedule hand 2 of 6; Wild jokers; Total 135 0 · 246 8",
        "2 (0) bank",
        "135 3 · 246 0  (claimed 135 3 · 246 0)",
    ):
        assert part in out


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("match", "hand"), [("guandan/small", 4), ("guandan/pairs", 2), ("daguai/six", 1)])
def test_every_ply_is_shown(paipu: Paipu, boards: Path, match: str, hand: int, lang: str) -> None:
    document = next(each for each in climbing.everything() if each["id"] == match)
    tricks = next(each["tricks"] for each in document["hands"] if each["no"] == hand)
    plies = sum(len(trick.split()) - 1 for trick in tricks)
    assert shown(paipu, boards, match, "--hand", hand, "--all", "--lang", lang).count("─" * 60) == plies


def test_a_hand_whose_level_cannot_be_told(paipu: Paipu, tmp_path: Path) -> None:
    document = {"format": "paipu/1", "id": "x", "sheet": "guandan-1", "hands": [{"no": 3, "tricks": ["E 3s"]}]}
    done = paipu("replay", write(tmp_path / "x.ndjson", [document]))
    assert done.exit_code == 3
    assert "x" in done.stderr
