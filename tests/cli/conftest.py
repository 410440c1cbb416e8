"""Records for these tests, and a way to run the program in this process."""

import json
import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from paipu.cli.main import app
from tests.cli.judged import HEAD, SHAPE, Answers, Ask
from tests.made import make_match

Document = dict[str, Any]
Paipu = Callable[..., Result]


@pytest.fixture
def paipu(monkeypatch: pytest.MonkeyPatch) -> Paipu:
    """Runs `paipu` with some words; `input` is its standard input."""
    for name in ("PAIPU_LANG", "PAIPU_DEBUG", "PAIPU_WAREHOUSE", "DEMO_SERVE"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: object, input: str | bytes | None = None) -> Result:  # noqa: A002 - as the runner calls it
        return CliRunner().invoke(app, [str(word) for word in words], input=input)

    return run


@pytest.fixture
def ask_all(paipu: Paipu) -> Callable[[str], Document]:
    """Asks `judge` as JSON; each verdict has the one shape, and a message in both languages."""

    def asked(words: str) -> Document:
        done = paipu("judge", *shlex.split(words), "-f", "json")
        assert done.exit_code == 0, done.stderr
        document: Document = json.loads(done.stdout)
        for verdict in document["verdicts"]:
            assert set(verdict) == SHAPE
            assert verdict["message"]["zh"]
            assert verdict["message"]["en"]
            assert verdict["clauses"][:1] == [verdict["clause"]] or verdict["clause"] is None
            assert verdict["verdict"] != "open" or verdict["missing"] or verdict["kind"] == "play"
        return document

    return asked


@pytest.fixture
def ask(ask_all: Callable[[str], Document]) -> Ask:
    """Asks `judge` what has values for an answer, and gives its verdicts."""

    def asked(words: str) -> list[Answers]:
        document = ask_all(words)
        assert set(document) == {*HEAD, "trump"}
        return list(document["verdicts"])

    return asked


def clean(number: int = 1) -> Document:
    """A match of one hand without a finding."""
    document = make_match(7, number, hands=1)
    document["id"] = f"cup/r1/t{number:02d}"
    return document


def wrong(number: int = 2) -> Document:
    """A match of one hand with an illegal follow and a wrong score: the second player of trick 1 has swapped two cards."""
    document = clean(number)
    document["hands"][0]["claims"]["attackers"] += 5
    return document


def revoke() -> Document:
    """A hand cut short after a trick in which N had a club and did not play it; only the plays are recorded."""
    return {
        "format": "paipu/1",
        "id": "cup/r1/t09",
        "sheet": "shengji",
        "hands": [
            {
                "no": 1,
                "level": "2",
                "dealer": "E",
                "trump": "s",
                "tricks": ["E AcAc QdQd 3c4c 5c5c", "E Kc 3c 6c 7c"],
            }
        ],
    }


def write(path: Path, documents: Iterable[Document]) -> Path:
    """Documents to a file, one a line."""
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in documents), encoding="utf-8")
    return path


def instead(words: Sequence[object], *changed: object) -> tuple[object, ...]:
    """The words of a call, where options have another value, or are there besides."""
    names = {word for word in changed if str(word).startswith("--")}
    kept = [word for before, word in zip(("", *words), words, strict=False) if not {word, before} & names]
    return (*kept, *changed)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Two clean matches, one with a wrong score, one with a revoke."""
    return write(tmp_path / "cup.ndjson", [clean(1), wrong(2), clean(3), revoke()])


@pytest.fixture
def spotless(tmp_path: Path) -> Path:
    """Two clean matches."""
    return write(tmp_path / "clean.ndjson", [clean(1), clean(3)])
