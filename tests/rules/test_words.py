"""The words that messages, command line and pages share: in both languages, and each said by somebody."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from paipu import replay
from paipu.replay.checks import CHECKS, render, with_cards
from paipu.replay.climbing.combos import Kind
from paipu.replay.findings import Basis, Finding, Where
from paipu.replay.rulesheet import TRICK
from paipu.replay.text import LANGS
from paipu.replay.values import ValueType
from paipu.replay.words import KINDS, WORDS, pointer_name
from tests.many import in_one

ROOT = Path(replay.__file__).parent.parent
SOURCES = [
    path for part in ("replay", "cli", "dashboard") for path in (ROOT / part).rglob("*") if path.suffix in {".py", ".js"}
]


def test_every_word_is_in_both_languages_and_takes_the_same_values() -> None:
    for said in (*WORDS.values(), *KINDS.values()):
        assert all(said), said
        taken = [set(re.findall(r"\{\w*\}", each)) - {"{term}"} for each in said]  # in English a trick is always a trick
        assert taken[0] == taken[1], said
        assert not re.search(r"[\u4e00-\u9fff]", said[1]), said


def test_every_word_is_said_somewhere() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    named = set(re.findall(r"[\"'`]([a-z]+(?:\.\w+)*)[\"'`]", code))
    made = tuple(set(re.findall(r"[\"'`]([a-z_]+\.)[{$]", code)))
    assert [key for key in WORDS if key not in named and not key.startswith((*made, "label."))] == []


def test_every_kind_of_combination_has_a_name() -> None:
    assert set(KINDS) == set(Kind)


def found(code: str, pointer: str, **fields: Any) -> Finding:
    """A finding of a check, under no clause."""
    check, where = CHECKS[code], Where(pointer=pointer)
    return Finding(code=code, clause=None, basis=Basis.STATED, severity=check.severity, kind=check.kind, where=where, **fields)


NAMES: Final = ("NEWS", "E", "late", "passed", "winner", "T", "c", "NT", "BJ", "As", "EW=3", "exposed late", "kitty", "flag")
"""What teams and players may be called, and what in the values of other findings is a seat, a card or a word."""


@in_one
@pytest.mark.parametrize("code", [code for code, check in CHECKS.items() if check.quotes])
def test_a_finding_about_teams_and_players_says_their_names_as_they_are(code: str) -> None:
    check = CHECKS[code]
    for name in NAMES:
        places = set(re.findall(r"\{(\w+)", check.message.zh + check.message.en)) - {"expected", "actual", "seat"}
        figures = {"figure": "points", "keys": "points", "grounds": "penalties 1"}
        told = {place: figures.get(place, name) for place in places}
        finding = found(code, "", expected=name, actual=name, params=told)
        for lang in LANGS:
            message = with_cards(code, render(finding, lang, TRICK), lang)
            wanted = len(re.findall(r"\{(?:expected|actual|other|team)\}", getattr(check.message, lang)))
            assert message.count(name) >= wanted > 0, message


@pytest.mark.parametrize(
    ("code", "told"),
    [
        *((code, "ruling") for code in ("RULING-PLACE", "RULING-AMOUNT", "RULING-RANGE", "RULING-KIND", "RULING-STEP")),
        ("CLOCK-UNTIMED", "actual"),  # the stage, by the organiser's own name
    ],
)
def test_what_people_called_something_is_never_taken_for_a_word_of_the_format(code: str, told: str) -> None:
    check = CHECKS[code]
    for name in NAMES:
        params = dict.fromkeys(set(re.findall(r"\{(\w+)", check.message.en)) - {"expected", "actual", "seat", "play"}, name)
        finding = found(code, "/rulings/0/effect/points/NS", actual=name if told == "actual" else "NS=1", params=params)
        assert all(name in render(finding, lang, TRICK) for lang in LANGS), name


def test_a_check_tells_what_the_values_of_its_message_are() -> None:
    for check in CHECKS.values():
        places = set(
            re.findall(r"\{(\w+)", "".join(each for said in (check.message, check.of_ruling) if said for each in said))
        )
        assert set(check.says) <= places | {"expected", "actual"}, check.code
    assert {of for check in CHECKS.values() for of in check.says.values()} == set(ValueType) - {ValueType.TEXT}


def test_what_cannot_be_checked_is_said_in_words() -> None:
    finding = found("HANDS-MISSING", "/hands/0/no", actual="1–3", params={"unchecked": "level dealer tribute"})
    assert render(finding, "zh", TRICK) == "没有第 1–3 副的记录，此后无从核对：级牌、庄家、进贡。"


def test_whatever_names_teams_and_players_quotes_them() -> None:
    assert {code for code in CHECKS if code.startswith("EVENT-")} | {"SEAT-TEAM"} == {
        code for code, check in CHECKS.items() if check.quotes
    }


@pytest.mark.parametrize("step", ["claims", "start", "deal", "kitty", "bids", "tricks", "tribute", "lead", "trump", "no"])
def test_a_place_that_a_slip_can_be_at_has_words_in_both_languages(step: str) -> None:
    zh, en = (pointer_name(f"/hands/0/{step}", [1], lang, TRICK) for lang in LANGS)
    assert not re.search(r"[A-Za-z/]", zh)
    assert not re.search(r"[\u4e00-\u9fff/]", en)


def test_a_match_that_nothing_has_ended_is_said_so() -> None:
    finding = found("CLAIM-MATCH-REASON", "/claims/reason", expected="-", actual="passed")
    assert [render(finding, lang, TRICK) for lang in LANGS] == [
        "比赛结束方式应为尚未结束，记录为打过。",
        "The match ended by nothing yet; claimed passed.",
    ]
