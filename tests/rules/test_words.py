"""The words that messages, command line and pages share: in both languages, and each said by somebody."""

import re
from pathlib import Path

import replay
from replay.climbing.combos import Kind
from replay.words import KINDS, WORDS

ROOT = Path(replay.__file__).parent.parent
SOURCES = [
    path for part in ("replay", "cli", "dashboard") for path in (ROOT / part).rglob("*") if path.suffix in {".py", ".js"}
]


def test_every_word_is_in_both_languages_and_takes_the_same_values() -> None:
    for said in (*WORDS.values(), *KINDS.values()):
        assert all(said), said
        assert set(re.findall(r"\{\w*\}", said[0])) == set(re.findall(r"\{\w*\}", said[1])), said
        assert not re.search(r"[\u4e00-\u9fff]", said[1]), said


def test_every_word_is_said_somewhere() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in SOURCES if path.name != "words.py" or path.parent.name != "replay"
    )
    own = (ROOT / "replay" / "words.py").read_text(encoding="utf-8").split("KINDS", 1)[1]
    named = set(re.findall(r"[\"'`]([a-z]+(?:\.\w+)*)[\"'`]", code + own))
    made = tuple(set(re.findall(r"[\"'`]([a-z_]+\.)[{$]", code + own)))
    assert [key for key in WORDS if key not in named and not key.startswith((*made, "label."))] == []


def test_every_kind_of_combination_has_a_name() -> None:
    assert set(KINDS) == set(Kind)
