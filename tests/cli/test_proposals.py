"""`paipu ruling propose` and `paipu whatif`: what the commands say, and what they refuse."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.samples import to_line
from tests.cli.conftest import Paipu, clean, revoke, write
from tests.made import sample


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match in which a follower revokes at 1.2, and nobody notices."""
    return write(tmp_path_factory.mktemp("proposals") / "one.ndjson", [revoke()])


@pytest.mark.parametrize(("lang", "word"), [("zh", "明文"), ("en", "stated")])
def test_proposals_as_text(paipu: Paipu, one: Path, lang: str, word: str) -> None:
    out = paipu("ruling", "propose", one, "--hand", 1, "--at", "1.2", "--lang", lang).stdout
    assert "SJ-16m" in out
    assert word in out
    assert '"fault": {"kind": "revoke"' in out


def test_a_proposal_is_ready_for_the_record(paipu: Paipu, one: Path, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = json.loads(
        paipu("ruling", "propose", one, "--hand", 1, "--at", "1.2", "--format", "json").stdout
    )
    applied = next(each for each in told if each["applies"])
    ruled = write(tmp_path / "ruled.ndjson", [revoke() | {"rulings": [applied["ruling"]]}])
    assert paipu("audit", ruled, "--fail-on", "never").exit_code == 0
    assert paipu("ruling", "propose", one, "--hand", 1, "--at", "1.3").stdout


def test_told_of_by_seat_and_kind(paipu: Paipu, one: Path) -> None:
    out = paipu("ruling", "propose", one, "--hand", 1, "--seat", "N", "--kind", "hand_count", "--lang", "en").stdout
    assert "SJ-16" in out


LATE: Final = ("--hand", 1, "--at", "0", "--seat", "E", "--kind", "late")


@pytest.fixture(scope="module")
def jiangsu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match by a sheet that has steps for who comes late."""
    [made] = sample(3, 1, 0.0, sheet="guandan-js2023", hands=2)
    path = tmp_path_factory.mktemp("jiangsu") / "one.ndjson"
    path.write_bytes(to_line(made))
    return path


@pytest.mark.parametrize(("seconds", "clause"), [(200, "JS-7.1.1"), (400, "JS-7.3.1"), (700, "JS-7.4.1")])
def test_how_late_somebody_was_tells_what_holds_for_every_command(
    paipu: Paipu, jiangsu: Path, tmp_path: Path, seconds: int, clause: str
) -> None:
    """Not told, each is said to be what would hold; told, one is proposed, and the very one is issued."""
    open_ = json.loads(paipu("ruling", "propose", jiangsu, *LATE, "-f", "json").stdout)
    assert not any(each["applies"] for each in open_ if each["form"] == "printed")
    asked = (*LATE, "--seconds", seconds)
    told = json.loads(paipu("ruling", "propose", jiangsu, *asked, "-f", "json").stdout)
    printed = [each for each in told if each["form"] == "printed"]
    assert [(each["clause"], each["applies"]) for each in printed] == [(clause, True)]
    log = tmp_path / "rulings.ndjson"
    by = ("--by", "王", "--reason", "迟到", "--rulings", log)
    number = str(told.index(printed[0]) + 1)
    assert paipu("ruling", "issue", jiangsu, *asked, "--proposal", number, *by).exit_code == 0
    [line] = log.read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)["ruling"]
    assert (entry["clause"], entry["effect"]["fault"]["seconds"]) == (clause, seconds)
    case = paipu("report", "case", jiangsu, *LATE, "--seconds", seconds, "--lang", "en").stdout
    assert [each in case for each in ("JS-7.1.1", "JS-7.3.1", "JS-7.4.1")].count(True) == 1


def test_what_is_told_of_a_fault_is_read_strictly(paipu: Paipu, jiangsu: Path) -> None:
    for words, says in (
        (("--kind", "late", "--seconds", "-3"), "/effect/fault/seconds"),
        (("--kind", "count_told", "--count", "99"), "/effect/fault/count"),
        (("--kind", "exposed", "--cards", "9x"), "/effect/fault/cards"),
        (("--seconds", "3"), "--seconds"),
    ):
        done = paipu("ruling", "propose", jiangsu, "--hand", 1, "--seat", "E", *words, "--lang", "en")
        assert (done.exit_code, says in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("given", [["--at", "x"], ["--seat", "Q"], ["--kind", "revok"], ["--noticed", "1"], ["--hand", "9"]])
def test_propose_refuses(paipu: Paipu, one: Path, given: list[str]) -> None:
    done = paipu("ruling", "propose", one, "--hand", 1, *given)
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_command_says_it(paipu: Paipu, tmp_path: Path, lang: str) -> None:
    one = write(tmp_path / "one.ndjson", [clean(1)])
    tricks: list[str] = clean(1)["hands"][0]["tricks"]
    card = tricks[0].split()[2]
    out = paipu("whatif", one, "--hand", 1, "--at", "1.2", "--play", card, "--lang", lang).stdout
    assert ("合规" if lang == "zh" else "legal") in out
    told: dict[str, Any] = json.loads(paipu("whatif", one, "--hand", 1, "--at", "1.2", "--play", card, "-f", "json").stdout)
    assert told["legal"]
    assert told["changes"] == []
    assert told["hindsight"] is None, "too many cards are left"


def test_what_if_names_what_open_cards_say_as_hindsight(paipu: Paipu, tmp_path: Path) -> None:
    one = write(tmp_path / "one.ndjson", [clean(1)])
    tricks: list[str] = clean(1)["hands"][0]["tricks"]
    at, card = f"{len(tricks)}.2", tricks[-1].split()[2]
    assert "事后之见" in paipu("whatif", one, "--hand", 1, "--at", at, "--play", card).stdout
    told = json.loads(paipu("whatif", one, "--hand", 1, "--at", at, "--play", card, "-f", "json").stdout)["hindsight"]
    assert told["unit"] == "points"
    assert told["value"] == told["made"]


def test_the_command_refuses_what_is_no_fact(paipu: Paipu, tmp_path: Path) -> None:
    one = write(tmp_path / "one.ndjson", [clean(1)])
    for given in (
        ["--play", "3c"],
        ["--at", "1.2", "--play", "3x"],
        ["--at", "1.2", "--play", "3c", "--bury", "3c"],
        [],
        ["--ruling", "[]"],
        ["--ruling", '{"effect": {"points": {"XY": 1}}}'],
        ["--bid", "E 1s"],
        ["--tribute", "E>N"],
        ["--at", "99.1", "--play", "3c"],
    ):
        done = paipu("whatif", one, "--hand", 1, *given)
        assert (done.exit_code, done.stdout) == (2, "")
