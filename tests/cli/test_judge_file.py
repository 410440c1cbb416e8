"""`paipu judge --from`: a file of questions is answered as if each had been asked alone, and none is lost."""

import gzip
import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import pytest
import zstandard

from paipu.cli.judge import file
from paipu.cli.judge.file import MAX_QUESTION
from paipu.cli.support.errors import ExitCode
from paipu.ingest import source
from paipu.ingest.question.asking import _FAMILIES
from paipu.ingest.question.document import LARGEST, LONGEST, LONGEST_ID, MOST_GIVEN
from paipu.ingest.question.question import ASKING
from paipu.ingest.question.reading import MOST_SHOWN
from paipu.ingest.question.tricks import Tricks
from tests.cli.conftest import Paipu
from tests.fuzz.seeds import JUDGED, asked_in_a_file

ROOT = Path(__file__).parents[2]
Question = dict[str, Any]

ASKED = (
    "--trump s --trick 'E 2d 2h As 3s'",
    "--sheet shuangkou --level 2 --trump s --trick 'E 2h 2d Ks As'",
    "--sheet chaodipi --level 8 --trump s --trick 'E KsTs5s 5hBJ8d LJ8s8h AsQsJs'",
    "--trump h --lead 7h7h8h8h --hand AhAh2s2s3h3hQh --play AhAh3h3h --play QhAhAh2s --option level_on_ace=neither",
    "--trump s --hand 9c8c8c4c4c --play 9c8c8c4c4c --play 9c8c8c>9c --others 'N:Jc3c W:5d6d S:Th9h' --seat E",
    "--level 2 --bids 'N LJ2h; S BJBJ'",
    "--sheet guandan-2 --level 2 --table 3s3h --play 4s4h --play - --hand 4s4h5s",
    "--sheet guandan-3 --level 2 --tribute Ah --tribute As --hand AhAsKs --double",
    "--sheet daguai --trick '1 5s5h - 6s6h - - -' --out 5",
    "--banker E --result --attackers 85 --levels EW=2,NS=2",
    "--sheet guandan-1 --result --finish NSEW --levels EW=2,NS=2 --level 2",
)
"""Of every sheet and kind, beside what fuzzing begins with."""


def as_words(question: Question) -> list[str]:
    """A question of a file as it is typed."""
    words = []
    for key, value in question.items():
        if key == "id":
            continue
        for each in value if isinstance(value, list) else [value]:
            words += [f"--{key}"] if each is True else [f"--{key}", str(each)]
    return words


def as_keys(words: str) -> Question:
    """A question as it is typed, as a line of a file."""
    made: Question = {}
    rest = shlex.split(words)
    while rest:
        key = rest.pop(0).removeprefix("--")
        kind = str(ASKING[f"--{key}"].type)
        value: object = True if "bool" in kind else int(rest.pop(0)) if "int" in kind else rest.pop(0)
        made[key] = [*made.get(key, []), value] if "list" in kind else value
    return made


SAMPLE = (*map(as_keys, ASKED), *map(asked_in_a_file, JUDGED))


def lines(*questions: object) -> bytes:
    return b"".join(json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in questions)


def written(tmp_path: Path, raw: bytes, name: str = "questions.ndjson") -> Path:
    path = tmp_path / name
    path.write_bytes(raw)
    return path


def errors(paipu: Paipu, tmp_path: Path, *questions: object) -> list[dict[str, Any]]:
    """What is wrong with each of some questions."""
    done = paipu("judge", "--from", written(tmp_path, lines(*questions)), "-f", "ndjson")
    assert done.exit_code == 3, done.stderr
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["line"] for reply in replies] == list(range(1, len(questions) + 1))
    assert all(set(reply) == {"line", "id", "error"} for reply in replies)
    assert f"读了 {len(questions)} 问：答 0，不成问题 {len(questions)}" in done.stderr
    found = [reply["error"] for reply in replies]
    assert all(set(each) == {"code", "message", "key", "found", "expected"} for each in found)
    assert all(each["message"]["zh"] and each["message"]["en"] for each in found)
    return found


# --- the same answers ----------------------------------------------------------------------------------------


def test_each_answer_is_that_of_the_question_asked_alone(paipu: Paipu, tmp_path: Path) -> None:
    """To the byte; those that make no sense are refused in the same words."""
    path = written(tmp_path, lines(*({"id": f"q{at}", **each} for at, each in enumerate(SAMPLE))))
    replies = paipu("judge", "--from", path, "-f", "ndjson").stdout.splitlines()
    assert len(replies) == len(SAMPLE)
    answered = 0
    for at, (question, reply) in enumerate(zip(SAMPLE, replies, strict=True)):
        alone = paipu("judge", *as_words(question), "-f", "json")
        head = f'{{"line":{at + 1},"id":"q{at}",'
        if alone.exit_code == 0:
            answered += 1
            assert reply == head + alone.stdout[1:].rstrip("\n")
        else:
            said = json.loads(reply)["error"]["message"]
            assert [f"paipu: {said[lang]}" for lang in ("zh", "en")] == alone.stderr.splitlines()
    assert answered > len(SAMPLE) * 0.7


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_text_has_a_heading_and_then_what_is_said_to_one(paipu: Paipu, tmp_path: Path, lang: str) -> None:
    questions = [{"id": 7, **SAMPLE[0]}, {"trump": "x", "lead": "3c"}, SAMPLE[5]]
    done = paipu("judge", "--from", written(tmp_path, lines(*questions)), "--lang", lang)
    alone = [paipu("judge", *as_words(each), "--lang", lang).stdout for each in (questions[0], questions[2])]
    heads = {"zh": "── 第 {} 行", "en": "── line {}"}[lang]
    refused, expected = {
        "zh": ("不成问题 JUDGE-TRUMP：不能以 x 为主：s h c d NT", "  应为：s h c d NT"),
        "en": ("refused, JUDGE-TRUMP: x cannot be trump: s h c d NT", "  expected: s h c d NT"),
    }[lang]
    told = [f"{heads.format(1)} · 7\n{alone[0]}", f"{heads.format(2)}\n{refused}\n{expected}\n"]
    assert done.stdout == "\n".join([*told, f"{heads.format(3)}\n{alone[1]}", ""])


def test_json_is_a_line_each_as_well(paipu: Paipu, tmp_path: Path) -> None:
    path = written(tmp_path, lines(*SAMPLE[:3]))
    assert paipu("judge", "--from", path, "-f", "json").stdout == paipu("judge", "--from", path, "-f", "ndjson").stdout


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstd"])
def test_plain_or_packed_from_a_file_or_the_standard_input(paipu: Paipu, tmp_path: Path, pack: Any) -> None:
    raw = lines(SAMPLE[0]) + b"\n  \r\n" + lines(SAMPLE[1]).replace(b"\n", b"\r\n")
    suffix = {bytes: "", gzip.compress: ".gz"}.get(pack, ".zst")
    plain = paipu("judge", "--from", written(tmp_path, raw), "-f", "ndjson").stdout
    assert [json.loads(line)["line"] for line in plain.splitlines()] == [1, 4]
    path = written(tmp_path, pack(raw), f"q.ndjson{suffix}")
    assert paipu("judge", "--from", path, "-f", "ndjson").stdout == plain
    assert paipu("judge", "--from", "-", "-f", "ndjson", input=pack(raw)).stdout == plain


# --- what makes no sense -------------------------------------------------------------------------------------


REFUSED: Sequence[tuple[object, str, str | None, str | None, str | None]] = (
    ({"trump": "s", "lead": "7c", "hand": "Kc", "play": "Kx"}, "JUDGE-CARD", "play", '"Kx"', "CARDS"),
    ({"sheet": "guandan-9", "leads": True}, "RULES-UNKNOWN", "sheet", '"guandan-9"', None),
    ({"level": "1", "bids": "N 2h"}, "JUDGE-LEVEL", "level", '"1"', None),
    ({"leads": True, "banker": "X"}, "JUDGE-SEAT", "banker", '"X"', "E N W S"),
    ({"trump": "s"}, "JUDGE-WHAT", None, None, None),
    ({"trump": "s", "play": "3c"}, "JUDGE-NEEDS", "hand", None, "CARDS"),
    ({"leads": True, "table": "3c"}, "JUDGE-OTHER-FAMILY", "table", '"3c"', "lead"),
    ({"leads": True, "banker": "E", "lead": "3c"}, "JUDGE-NOT-HERE", "lead", '"3c"', None),
    ({"leads": True, "bankr": "E"}, "JUDGE-KEY", "bankr", '"E"', None),
    ({"kitty_points": 5, "result": True}, "JUDGE-KEY", "kitty_points", "5", None),
    ({"result": "yes"}, "JUDGE-TYPE", "result", '"yes"', "true, false"),
    ({"result": True, "attackers": "85"}, "JUDGE-TYPE", "attackers", '"85"', None),
    ({"result": True, "attackers": True}, "JUDGE-TYPE", "attackers", "true", None),
    ({"result": True, "attackers": LARGEST + 5}, "JUDGE-TYPE", "attackers", str(LARGEST + 5), None),
    ({"level": 2, "bids": "N 2h"}, "JUDGE-TYPE", "level", "2", None),
    ({"trump": "s", "play": []}, "JUDGE-TYPE", "play", "an array of 0", None),
    ({"trump": "s", "play": ["3c"] * (MOST_GIVEN + 1)}, "JUDGE-TYPE", "play", f"an array of {MOST_GIVEN + 1}", None),
    ({"trump": "s", "play": ["3c", 4]}, "JUDGE-TYPE", "play", "an array of 2", None),
    ({"trump": "s", "trick": "x" * (LONGEST + 1)}, "JUDGE-TYPE", "trick", None, None),
    ({"bids": "N 2h;" * (MOST_SHOWN + 1)}, "JUDGE-SHOWN", "bids", None, None),
    ({"leads": True, "id": [1]}, "JUDGE-ID", "id", "an array of 1", None),
    ({"leads": True, "id": "x" * (LONGEST_ID + 1)}, "JUDGE-ID", "id", None, None),
    ({"leads": True, "gone": "x" * MAX_QUESTION}, "JUDGE-SIZE", None, None, None),
    ({"form": "json", "leads": True}, "JUDGE-KEY", "form", None, None),
    ({"lang": "en", "leads": True}, "JUDGE-KEY", "lang", None, None),
    ({"exit-code": True, "leads": True}, "JUDGE-KEY", "exit-code", None, None),
    ({"from": "-", "leads": True}, "JUDGE-KEY", "from", None, None),
    ({"quiet": True, "leads": True}, "JUDGE-KEY", "quiet", None, None),
    ([1, 2], "JUDGE-OBJECT", None, None, None),
    ("what", "JUDGE-OBJECT", None, None, None),
    (None, "JUDGE-OBJECT", None, None, None),
)


def test_what_makes_no_sense_is_answered_by_what_is_wrong(paipu: Paipu, tmp_path: Path) -> None:
    found = errors(paipu, tmp_path, *(question for question, *_ in REFUSED))
    for error, (question, code, key, told, expected) in zip(found, REFUSED, strict=True):
        assert (error["code"], error["key"]) == (code, key), question
        assert told is None or error["found"] == told
        assert expected is None or error["expected"] == expected


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{", "JSON-SYNTAX"),
        (b'{"leads":true,"leads":true}', "JSON-DUPLICATE-KEY"),
        (b'{"id":"\xff"}', "JSON-ENCODING"),
        (b'{"id":"\\ud800"}', "JSON-SURROGATE"),
        (b'{"attackers":NaN}', "JSON-NUMBER"),
        (b"[" * 5000, "JSON-DEPTH"),
    ],
)
def test_what_is_no_json(paipu: Paipu, tmp_path: Path, raw: bytes, code: str) -> None:
    done = paipu("judge", "--from", written(tmp_path, raw + b"\n" + lines(SAMPLE[0])), "-f", "ndjson")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["line"], first["id"], first["error"]["code"]) == (1, None, code)
    assert second["verdicts"]
    assert done.exit_code == 3


def test_a_refused_question_keeps_its_id_and_a_null_tells_nothing(paipu: Paipu, tmp_path: Path) -> None:
    path = written(tmp_path, lines({"id": "a", "trump": "x", "play": "3c"}, {"id": None, "trump": None, **SAMPLE[9]}))
    first, second = map(json.loads, paipu("judge", "--from", path, "-f", "ndjson").stdout.splitlines())
    assert (first["id"], first["error"]["key"]) == ("a", "trump")
    assert (second["id"], second["asked"]) == (None, "result")


def test_nothing_in_a_question_can_steer_a_terminal(paipu: Paipu, tmp_path: Path) -> None:
    path = written(tmp_path, lines({"id": "\x1b[2J\n── line 9", "trump": "\x1b]0;x\x07", "play": "3c"}))
    for form in ("text", "ndjson"):
        said = paipu("judge", "--from", path, "-f", form)
        assert not re.search(r"[\x00-\x09\x0b-\x1f]", said.stdout + said.stderr)
    assert "\n── line 9" not in paipu("judge", "--from", path).stdout


# --- the file, the count, the exit code ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("questions", "words", "code"),
    [
        ([0, 1], "", 0),
        ([0, "illegal"], "", 0),
        ([0, "illegal"], "--exit-code", 1),
        (["open", "illegal"], "--exit-code", 3),
        (["open"], "", 0),
        ([0, "nonsense"], "", 3),
        ([], "", 3),
    ],
)
def test_exit_codes_and_the_count(paipu: Paipu, tmp_path: Path, questions: list[Any], words: str, code: int) -> None:
    named = {
        "illegal": {"trump": "s", "lead": "Kc", "hand": "3cQd", "play": "Qd"},
        "open": {"trump": "s", "trick": "E 2d 2h"},
        "nonsense": {"trump": "x", "play": "3c"},
    }
    path = written(tmp_path, lines(*(named[each] if isinstance(each, str) else SAMPLE[each] for each in questions)))
    done = paipu("judge", "--from", path, *words.split())
    assert done.exit_code == code
    wrong = questions.count("nonsense")
    assert done.stderr == f"读了 {len(questions)} 问：答 {len(questions) - wrong}，不成问题 {wrong}\n"
    assert not paipu("judge", "--from", path, "-q", *words.split()).stderr
    english = paipu("judge", "--from", path, "--lang", "en").stderr
    assert english == f"{len(questions)} questions read: {len(questions) - wrong} answered, {wrong} refused\n"


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("--trump s --play 3c", "--trump"),
        ("--leads", "--leads"),
        ("--attackers 0", "--attackers"),
        ("--level 2", "--level"),
        ("--sheet guandan-1", "--sheet"),
        ("--option hollow_tractors=no", "--option"),
        ("--kitty-points 5", "--kitty-points"),
        ("--return 3c", "--return"),
    ],
)
def test_a_question_beside_a_file_is_refused(paipu: Paipu, tmp_path: Path, words: str, option: str) -> None:
    done = paipu("judge", "--from", written(tmp_path, lines(SAMPLE[0])), *words.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{option} 在 --from 时没有用处" in done.stderr
    assert f"{option} does nothing beside --from" in done.stderr


def test_one_question_has_no_summary_to_leave_out(paipu: Paipu) -> None:
    done = paipu("judge", "--leads", "--banker", "E", "-q")
    assert done.exit_code == 2
    assert "--quiet does nothing beside --leads" in done.stderr


def test_a_file_of_something_else_is_not_read_to_its_end(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "MOST_REFUSED", 20)
    bad, good = b"x\n" * 20, lines(*SAMPLE[:2])
    for before, after, read in ((b"", bad + good, 21), (good, bad + good, 23), (good * 11, bad + good, 44)):
        done = paipu("judge", "--from", written(tmp_path, before + after), "-f", "ndjson", "--lang", "en")
        codes = [json.loads(line).get("error", {}).get("code") for line in done.stdout.splitlines()]
        assert len(codes) == read
        assert codes.count("JUDGE-FOREIGN") == (read < 44) == ("the rest is not read" in done.stderr)
        assert done.exit_code == ExitCode.INPUT


@pytest.mark.deep
def test_twenty_thousand_questions_in_a_minute(paipu: Paipu, tmp_path: Path) -> None:
    path = written(tmp_path, lines(*(SAMPLE[at % len(SAMPLE)] for at in range(20_000))))
    before = process_time()
    done = paipu("judge", "--from", path, "-f", "ndjson")
    assert process_time() - before <= 60
    assert done.stdout.count("\n") == 20_000


def test_a_file_that_cannot_be_read_is_an_answer_too(paipu: Paipu, tmp_path: Path) -> None:
    cut = written(tmp_path, gzip.compress(lines(*SAMPLE))[:-9], "cut.ndjson.gz")
    hidden = written(tmp_path, gzip.compress(lines(SAMPLE[0])), "hidden.ndjson")
    for path, code in (
        (tmp_path / "none.ndjson", "SOURCE-MISSING"),
        (tmp_path, "SOURCE-UNREADABLE"),
        (Path("/dev/null"), "SOURCE-SPECIAL"),
        (hidden, "SOURCE-PACKED"),
        (cut, "SOURCE-CORRUPT"),
    ):
        done = paipu("judge", "--from", path, "-f", "ndjson")
        assert done.exit_code == 3
        last = json.loads(done.stdout.splitlines()[-1])
        assert last["error"]["code"] == code
        assert code in done.stderr


def test_what_a_packed_file_and_a_stream_may_hold_is_bounded(
    paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "QUESTIONS_FREE", 5)
    monkeypatch.setattr(source, "MAX_STREAMED", 5)
    raw = lines(*[{"leads": True, "banker": "E"}] * 8)
    packed = paipu("judge", "--from", written(tmp_path, gzip.compress(raw), "q.ndjson.gz"), "-f", "ndjson")
    streamed = paipu("judge", "--from", "-", "-f", "ndjson", input=raw)
    for done, code in ((packed, "SOURCE-DENSE"), (streamed, "SOURCE-STREAMED")):
        replies = [json.loads(line) for line in done.stdout.splitlines()]
        assert [(reply["line"], "error" in reply) for reply in replies] == [(at, at == 6) for at in range(1, 7)]
        assert replies[-1]["error"]["code"] == code
        assert done.exit_code == 3


def test_a_fault_of_the_program_costs_one_answer(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise LookupError("broken")

    monkeypatch.setattr("paipu.ingest.question.tricks.Tricks.leads", broken)
    asked = {"--leads": broken, "--trick": Tricks.trick}
    monkeypatch.setitem(_FAMILIES, "tricks", (Tricks, asked))
    path = written(tmp_path, lines({"id": 1, "leads": True, "banker": "E"}, SAMPLE[0]))
    done = paipu("judge", "--from", path, "-f", "ndjson")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["error"]["code"]) == (1, "INTERNAL")
    assert "LookupError: broken" in first["error"]["message"]["en"]
    assert second["verdicts"]
    assert done.exit_code == 4


def test_the_documented_questions_have_the_documented_answers(paipu: Paipu, tmp_path: Path) -> None:
    section = (ROOT / "data" / "FORMAT.md").read_text(encoding="utf-8").split("### 一个文件的问题", 1)[1].split("\n## ", 1)[0]
    asked, told = re.findall(r"```ndjson\n(.*?)```", section, re.DOTALL)
    done = paipu("judge", "--from", written(tmp_path, asked.encode()), "-f", "ndjson")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    shown = [json.loads(line) for line in told.splitlines()]
    assert len(replies) == len(shown) == 3
    for reply, expected in zip(replies, shown, strict=True):
        assert reply.items() >= {key: value for key, value in expected.items() if key != "verdicts"}.items()
        verdicts = zip(reply.get("verdicts", ()), expected.get("verdicts", ()), strict=True)
        assert all(verdict.items() >= words.items() for verdict, words in verdicts)
