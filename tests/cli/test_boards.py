"""Boards from the command line: dealt and sealed, played, audited, ranked; a card exchanged, a file exchanged, no file."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from paipu.samples.event import make_event
from tests.cli.conftest import Paipu


@pytest.fixture
def folder(paipu: Paipu, tmp_path: Path) -> Path:
    assert paipu("sample", "--event", "duplicate", "--seed", "3", "-o", tmp_path / "d").exit_code == 0
    return tmp_path / "d"


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "records.ndjson").read_text(encoding="utf-8").splitlines()]


def write(folder: Path, made: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in made)
    (folder / "records.ndjson").write_text(lines, encoding="utf-8")


def found(paipu: Paipu, folder: Path) -> list[tuple[str, str | None, str, str | None, str]]:
    done = paipu("audit", folder, "--event", folder / "event.json", "--format", "ndjson", "-q")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [(row["code"], row["match"], row["pointer"], row["seat"], row["message"]["en"]) for row in rows if "code" in row]


def test_deals_are_sealed_and_the_same_for_the_same_seed(paipu: Paipu, tmp_path: Path) -> None:
    seed = "a seed of some length"
    done = paipu("deal", "shengji", "--boards", "3", "--seed", seed, "--levels", "2,T", "-o", tmp_path / "a")
    assert done.exit_code == 0
    raw = (tmp_path / "a").read_bytes()
    assert sha256(raw).hexdigest() in done.stderr
    assert paipu("deal", "shengji", "--boards", "3", "--seed", seed, "--levels", "2,T", "-q").stdout.encode() == raw
    head, *boards = map(json.loads, raw.splitlines())
    assert head == {"format": "paipu-deals/1", "sheet": "shengji"}
    assert [(each["board"], each["level"], each["leader"]) for each in boards] == [(1, "2", "E"), (2, "T", "N"), (3, "2", "W")]


def test_a_seed_is_drawn_and_a_short_one_warned_of(paipu: Paipu, tmp_path: Path) -> None:
    one, other = (paipu("deal", "guandan-1", "--boards", "1", "-o", tmp_path / name, "--lang", "en") for name in "ab")
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()
    assert "seed " in one.stderr
    assert one.stderr != other.stderr
    assert (
        "by trying" in paipu("deal", "guandan-1", "--boards", "1", "--seed", "7", "-o", tmp_path / "c", "--lang", "en").stderr
    )


@pytest.mark.parametrize(
    "words", [("whist",), ("shengji", "--levels", "1"), ("shengji", "--leader", "3"), ("shengji", "--boards", "0")]
)
def test_what_cannot_be_dealt_is_said(paipu: Paipu, words: tuple[str, ...]) -> None:
    done = paipu("deal", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr


@pytest.mark.parametrize("lang", ["zh", "en", "both"])
def test_deals_in_print_have_every_card(paipu: Paipu, tmp_path: Path, lang: str) -> None:
    done = paipu(
        "deal",
        "shengji",
        "--boards",
        "2",
        "--seed",
        "x" * 16,
        "-o",
        tmp_path / "d",
        "--print",
        tmp_path / "p.html",
        "--lang",
        lang,
    )
    assert done.exit_code == 0
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert sha256((tmp_path / "d").read_bytes()).hexdigest() in html
    assert html.count('class="hand"') == 2 * 5
    assert "<script" not in html


def test_a_clean_event_has_no_finding_and_its_table_is_checked(paipu: Paipu, folder: Path) -> None:
    assert found(paipu, folder) == []
    done = paipu("audit", folder, "--event", folder / "event.json", "--published", folder / "published.csv", "--lang", "en")
    assert done.exit_code == 0
    assert "24" in done.stderr


def test_a_card_exchanged_is_found_with_and_without_the_deals(paipu: Paipu, folder: Path) -> None:
    made = records(folder)
    deal = made[4]["hands"][0]["deal"]
    mine, theirs = deal["N"].split(), deal["S"].split()
    at, to = next((a, b) for a, x in enumerate(mine) for b, y in enumerate(theirs) if x not in theirs and y not in mine)
    mine[at], theirs[to] = theirs[to], mine[at]
    deal |= {"N": " ".join(mine), "S": " ".join(theirs)}
    write(folder, made)
    for deals in (True, False):
        if not deals:
            (folder / "deals.ndjson").unlink()
        told = found(paipu, folder)
        cards = [each[:4] for each in told if each[0] == "EVENT-BOARD-CARD"]
        where = [("EVENT-BOARD-CARD", made[4]["id"], f"/hands/0/deal/{seat}", seat) for seat in "NS"]
        assert cards == where
        text = next(each[4] for each in told if each[0] == "EVENT-BOARD-CARD")
        assert ("deals of the event" in text) is deals
        assert [each[0] for each in told if each[0].startswith("EVENT-DEALS")] == ([] if deals else ["EVENT-DEALS-UNREAD"])


def test_another_file_of_deals_is_found(paipu: Paipu, folder: Path) -> None:
    assert (
        paipu(
            "deal", "guandan-1", "--boards", "10", "--seed", "another seed of length", "-o", folder / "deals.ndjson"
        ).exit_code
        == 0
    )
    codes = {each[0] for each in found(paipu, folder)}
    assert {"EVENT-DEALS", "EVENT-BOARD-CARD", "EVENT-BOARD-LEVEL"} <= codes


def test_a_damaged_file_of_deals_stops_with_its_line(paipu: Paipu, folder: Path) -> None:
    lines = (folder / "deals.ndjson").read_bytes().splitlines(keepends=True)
    (folder / "deals.ndjson").write_bytes(b"".join([lines[0], lines[1], lines[1]]))
    done = paipu("audit", folder / "records.ndjson", "--event", folder / "event.json", "--lang", "en")
    assert done.exit_code not in {0, 1}
    assert "deals.ndjson:3" in done.stderr
    assert "BOARD-ORDER" in done.stderr


@pytest.mark.parametrize("lang", ["zh", "both"])
def test_the_boards_stand_in_what_is_published_under_the_names_of_their_sides(paipu: Paipu, folder: Path, lang: str) -> None:
    made = paipu("standings", folder / "event.json", folder / "records.ndjson", "-f", "html", "--lang", lang).stdout
    assert made.count('<th class="name">东西') == 10
    assert "Text(" not in made


@pytest.mark.parametrize("form", ["text", "csv", "json", "xlsx"])
def test_standings_tell_halves_of_points(paipu: Paipu, folder: Path, form: str, tmp_path: Path) -> None:
    done = paipu("standings", folder / "event.json", folder / "records.ndjson", "--format", form, "-o", tmp_path / f"s.{form}")
    assert done.exit_code == 0, done.stderr
    _, played = make_event("duplicate", 3)
    assert len(played) == 30
    if form == "json":
        (table,) = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))
        assert table["board_parts"] == 2
        assert (
            sum(row["board_points"] for row in table["rows"]) == 2 * 60
        )  # 10 boards, 3 tables: 2 points a table and direction
        return
    if form in {"csv", "xlsx"}:
        back = paipu(
            "audit", folder, "--event", folder / "event.json", "--published", tmp_path / f"s.{form}", "--format", "ndjson", "-q"
        )
        assert "EVENT-FIGURE" not in back.stdout
        assert "EVENT-PLACE" not in back.stdout
