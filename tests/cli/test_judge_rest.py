"""A position that cannot be is refused with what is wrong with it; `paipu judge --rest` names what it says as hindsight."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from paipu.ingest.question.asking import ask, record_of
from paipu.ingest.question.errors import QuestionError
from tests.cli.conftest import Paipu
from tests.doors.test_asked import question_of

SHENGJI = "--trump s --banker E --rest"
GUANDAN = "--sheet guandan-1 --level 5 --rest"
HANDS = "--hands 'E:AsKs N:3s4s W:5h6h S:TdKd'"
MANY = "3s4s5s6s7s8s9s3h4h5h6h7h8h9h" * 2
KITTY = "3c3c4c4c6c6c7c7c"
REFUSED = {
    "a card three times": (f"{SHENGJI} --seat E --hands 'E:AsAs N:As4s W:5h6h S:TdKd'", "--hands", "judge.copies"),
    "one of the kitty's too": (f"{SHENGJI} --seat E {HANDS} --kitty AsAs3c3c4c4c6c6c", "--hands", "judge.copies"),
    "counts that do not fit": (f"{SHENGJI} --seat E --hands 'E:As N:3s4s W:5h6h S:TdKd'", "--hands", "rest.counts"),
    "counts with the table": (f"{SHENGJI} --trick 'E As' {HANDS}", "--hands", "rest.counts"),
    "more than are dealt": (f"{GUANDAN} --seat E --hands 'E:{MANY}'", "--hands", "judge.too_many"),
    "a seat that is none": (f"{SHENGJI} --seat X {HANDS}", "--seat", "judge.seat"),
    "nobody's turn": (f"{SHENGJI} {HANDS}", "--seat", "judge.needs"),
    "a turn told twice": (f"{SHENGJI} --seat N --trick 'E 2h' {HANDS}", "--seat", "rest.turn"),
    "no banker": (f"--trump s --rest --seat E {HANDS}", "--banker", "judge.needs"),
    "no trump": (f"--banker E --rest --seat E {HANDS}", "--trump", "judge.needs"),
    "no hands": (f"{SHENGJI} --seat E", "--hands", "judge.needs"),
    "no cards": (f"{SHENGJI} --seat E --hands 'E:- N:- W:- S:-'", "--seat", "rest.empty"),
    "a whole trick": (f"{SHENGJI} --trick 'E 2h 3h 4h 7h' {HANDS}", "--trick", "rest.whole"),
    "cards that nobody saw": (f"{SHENGJI} --trick 'E 2h ?' {HANDS}", "--trick", "rest.unseen"),
    "a kitty of seven": (f"{SHENGJI} --seat E {HANDS} --kitty 3c3c4c4c6c6c7c", "--kitty", "rest.kitty"),
    "a kitty told twice": (f"{SHENGJI} --seat E {HANDS} --kitty {KITTY} --kitty-points 0", "--kitty-points", "rest.both"),
    "a kitty's points that none has": (f"{SHENGJI} --seat E {HANDS} --kitty-points 300", "--kitty-points", "rest.points"),
    "points that are no fives": (f"{SHENGJI} --seat E {HANDS} --attackers 3", "--attackers", "judge.points"),
    "no budget": (f"{SHENGJI} --seat E {HANDS} --nodes 0", "--nodes", "rest.nodes"),
    "too large a budget": (f"{SHENGJI} --seat E {HANDS} --nodes 1000001", "--nodes", "rest.nodes"),
    "out with cards": (f"{GUANDAN} --seat W --hands 'E:3d W:7h S:8s' --out E", "--out", "rest.out"),
    "out, and leads": (f"{GUANDAN} --seat E --hands 'N:4d W:7h S:8s' --out E", "--out", "rest.gone"),
    "two out in no order": (f"{GUANDAN} --seat W --hands 'E:- N:- W:7h S:8s'", "--out", "rest.order"),
    "the hand is over": (f"{GUANDAN} --seat N --hands 'N:4d S:8s' --out EW", None, "rest.over"),
    "of another question": (f"{SHENGJI} --seat E {HANDS} --play As", "--play", "judge.not_here"),
}  # fmt: skip - one case a line


@pytest.mark.parametrize("why", REFUSED)
def test_a_position_that_cannot_be_is_refused(why: str) -> None:
    words, option, key = REFUSED[why]
    with pytest.raises(QuestionError) as caught:
        ask(question_of(words))
    assert (caught.value.key, caught.value.option) == (key, option)
    assert caught.value.message.zh != caught.value.message.en


def test_it_is_named_as_hindsight_in_both_languages(paipu: Paipu) -> None:
    for lang, words in (("zh", ("事后之见", "不能作为裁决依据")), ("en", ("hindsight", "no ruling can rest"))):
        done = paipu("judge", *shlex.split(f"{SHENGJI} --seat E {HANDS}"), "--lang", lang)
        assert done.exit_code == 0, done.stderr
        assert all(word in done.stdout for word in words)


def test_the_record_of_a_position_is_solved_alike(paipu: Paipu, tmp_path: Path) -> None:
    """Where cards lie on the table the record tells whose turn it is, and `paipu solve` says of it what the judge does."""
    words = f"{SHENGJI} --trick 'E 2h 3h' --hands 'E:Ks N:4s W:5h6h S:TdKd' --kitty 3c3c4c4c6c6c7c7c"
    document = record_of(question_of(words), "position")
    assert document is not None
    path = tmp_path / "position.ndjson"
    path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    done = paipu("solve", path, "--hand", document["hands"][0]["no"], "--at", "1.3", "-f", "ndjson")
    assert done.exit_code == 0, done.stderr
    row, *plays = map(json.loads, done.stdout.splitlines())
    [verdict] = ask(question_of(words)).verdicts
    assert (row["low"], row["high"], row["seat"]) == (verdict.values["low"], verdict.values["high"], verdict.seat)
    worth: Any = verdict.values["worth"]
    assert [(each["cards"], each["low"]) for each in plays] == [(each["cards"], each["low"]) for each in worth]


def test_of_a_buried_card_its_rank_tells_what_it_counts() -> None:
    words = f"{SHENGJI} --trick 'E 2h 3h' --hands 'E:Ks N:4s W:5h6h S:TdKd' --kitty"
    for told, whole in (("3c3c4c4c6c6c7c7?", KITTY), ("3c3c4c4c6cTcK?5?", "3c3c4c4c6cTcKc5c")):
        seen, known = (ask(question_of(f"{words} {kitty}")).verdicts[0] for kitty in (told, whole))
        assert (seen.word, seen.values) == (known.word, known.values)
        document = record_of(question_of(f"{words} {told}"), "position")
        assert document is not None
        assert document["hands"][0]["kitty"] == [{"seat": "E", "bury": told}]
    unseen, untold = (
        ask(question_of(each)).verdicts[0] for each in (f"{words} 3c3c4c4c6c6c7c??", words.removesuffix("--kitty"))
    )
    assert unseen.word is untold.word


def test_a_buried_card_of_a_rank_of_which_none_is_left_is_refused() -> None:
    held = "--hands 'E:2s2s2h2h N:2c2c2d2d W:3s3s3h3h S:TdKdTdKd'"
    with pytest.raises(QuestionError) as caught:
        ask(question_of(f"{SHENGJI} --seat E {held} --kitty 3c3c4c4c6c6c7c2?"))
    assert (caught.value.key, caught.value.option) == ("judge.hidden_none", "--kitty")


def test_who_took_the_kitty_up_last_tells_whether_it_can_be_captured() -> None:
    """Under a sheet where he who buried last protects the kitty, that is his own."""
    base = (
        "--sheet chaodipi --level 2 --trump s --banker N --rest --seat E --hands 'E:As N:3s W:5h S:Td' --kitty-points 20"
        " --option kitty_protection=burier"
    )
    asked = ("", " --asked 'S 2s2s; W -; N -; E -'", " --asked 'S 2s2s; W 2h2h'")
    found: list[Any] = [ask(question_of(f"{base}{more}")).verdicts[0].values["low"] for more in asked]
    plain, bank, attackers = found
    assert plain == bank == attackers + 20 * 2
