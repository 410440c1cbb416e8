"""The page of questions: it asks all that `paipu judge` is asked, says the same, and is used by taps alone."""

import re
import shlex
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from streamlit.testing.v1 import AppTest

from paipu.dashboard.judge.form import ABOUT, ASKED_BY, NEEDS, Told, abouts, document_of, fields_of, keys_of
from paipu.dashboard.judge.view import answer_to, message_of, on_page, verdicts_of
from paipu.dashboard.pages.judge import read_told
from paipu.dashboard.text import TEXT, t
from paipu.ingest.question.answer import Answer
from paipu.ingest.question.asked import TAKES, asked_of
from paipu.ingest.question.asking import ask
from paipu.ingest.question.document import KINDS, LONGEST, question_of
from paipu.ingest.question.question import ASKING, Question
from paipu.replay.sheets import SHEETS
from paipu.replay.solve.solution import Value
from paipu.replay.solve.words import TEXT as WORDS
from paipu.replay.solve.words import reason_words, value_words
from paipu.replay.text import LANGS, Lang, in_language
from paipu.replay.words import seat_name
from tests.cli.test_asked import TABLES
from tests.dashboard.conftest import Phone, Tab
from tests.many import each_row


def told_by(words: str) -> tuple[Told, Question]:
    """What the page is told where a command has these words, and the question that these make."""
    given: dict[str, list[str]] = {}
    rest = shlex.split(words)
    while rest:
        name = rest.pop(0)
        given.setdefault(name.removeprefix("--"), []).append("1" if KINDS[name] == "bool" else rest.pop(0))
    question = question_of({name: as_given(KINDS[f"--{name}"], each) for name, each in given.items()}, "zh")
    asked = asked_of(question).removeprefix("--")
    family = SHEETS[question.sheet].family
    about = next((each for each, others in ASKED_BY.items() if asked in others and each in NEEDS[family]), asked)
    return {**given, ABOUT: [about]}, question


def as_given(kind: str, values: list[str]) -> object:
    if kind == "list":
        return values
    return True if kind == "bool" else int(values[0]) if kind == "int" else values[0]


@pytest.mark.parametrize("table", TABLES)
def test_what_the_command_answers_the_page_answers_too(table: str) -> None:
    each_row({f"{line} {row['words']}": partial(both_answer, row) for line, row in TABLES[table].items()})


def both_answer(row: Mapping[str, Any]) -> None:
    told, question = told_by(row["words"])
    wanted, found = ask(question), answer_to(told, "zh")
    assert isinstance(found, Answer), found
    assert list(found.verdicts) == list(wanted.verdicts)
    shown = verdicts_of(found, "zh")
    for each, verdict in zip(shown, wanted.verdicts, strict=True):
        assert on_page(wanted.message(verdict, "zh"), "zh") in each["said"]
        assert [clause.split("（")[0] for clause in each["clauses"]] == list(verdict.clauses)
        assert "--" not in each["said"] + "".join(value for _, value in each["rows"])


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_question_of_a_sheet_has_a_form(sheet: str, lang: Lang) -> None:
    """Each field that the command takes for it is there once, and has a name; without answers it says what it needs."""
    family = SHEETS[sheet].family
    asked = {*NEEDS[family], *(other for each, others in ASKED_BY.items() if each in NEEDS[family] for other in others)}
    assert asked == {name.removeprefix("--") for name in TAKES[family]}
    for about in abouts(SHEETS[sheet], lang):
        message = message_of({"sheet": [sheet], ABOUT: [about["value"]]}, lang)
        keys = [field["key"] for field in message["fields"]]
        assert len(keys) == len(set(keys))
        assert set(TAKES[family][f"--{about['value']}"].split()) <= {f"--{key}" for key in keys}
        assert all(field["label"] and f"ask.field.{field['key']}" in TEXT for field in message["fields"])
        (verdict,) = message["verdicts"] if NEEDS[family][about["value"]] else message["verdicts"][:1]
        assert verdict["said"]
        assert "--" not in verdict["said"]


def test_a_field_that_is_needed_and_empty_is_named_and_nothing_else_is_judged() -> None:
    told = {ABOUT: ["lead"], "hand": ["3d3d5d"], "play": ["5d3d"], "trump": ["s"]}
    (verdict,) = message_of(told, "zh")["verdicts"]
    assert (verdict["word"], verdict["said"]) == ("请说明", "还需要：领出")


def test_what_makes_no_sense_is_said_in_the_words_of_the_page() -> None:
    (verdict,) = message_of({"lead": ["AdAd"], "hand": ["3d3d"], "play": ["5x"], "trump": ["s"]}, "en")["verdicts"]
    assert verdict["word"] == t("ask.word.wrong", "en")
    assert "5x" in verdict["said"]
    (verdict,) = message_of({"lead": ["AdAd"], "hand": ["3d3d"], "play": ["3d3d"]}, "zh")["verdicts"]
    assert verdict["said"] == "还需要 主"


@pytest.mark.parametrize("number", ["--5", "9" * 5000, "x", "٣", "5.0"])
def test_a_number_that_is_none_is_said_and_raises_nothing(number: str) -> None:
    told = {ABOUT: ["result"], "banker": ["E"], "attackers": [number]}
    (verdict, *_) = message_of(told, "zh")["verdicts"]
    assert verdict["word"] == t("ask.word.wrong", "zh")


@pytest.mark.parametrize(
    "value",
    [None, [], "x", {"nope": "1"}, {"lead": 1}, {"lead": ["A"]}, {"lead": "A" * (LONGEST + 1)}, {1: "A"}, {"lang": "en"}],
)
def test_nothing_but_what_the_page_sends_is_taken(value: object) -> None:
    assert read_told(value) is None


def test_what_the_page_sends_is_the_address() -> None:
    told = read_told({"about": "incident", "incident": "late N\nlate S"})
    assert told == {"about": ["incident"], "incident": ["late N", "late S"]}
    assert read_told({}) == {}


def test_fields_of_another_question_are_not_asked() -> None:
    told = {ABOUT: ["trick"], "trick": ["E AdAd"], "hand": ["3d"], "trump": ["s"]}
    assert document_of(told) == {"sheet": "shengji", "trick": "E AdAd", "trump": "s"}
    assert "hand" not in keys_of(SHEETS["shengji"], "trick")
    assert {field["key"] for field in fields_of(told, "zh")} <= {name.removeprefix("--") for name in ASKING}


def test_the_page_wants_no_records() -> None:
    def drawn() -> None:
        from paipu.dashboard.pages import judge

        judge.page()

    opened = AppTest.from_function(drawn, default_timeout=30).run()
    assert not opened.exception


# ---- in a browser


class Form:
    """The form of the page, used by taps."""

    def __init__(self, phone: Phone) -> None:
        self.page, self.tap = phone.page, phone.tap

    def row(self, key: str) -> Locator:
        return self.page.locator(f'.judge [data-key="{key}"]')

    def cards(self, key: str, suit: str, ranks: str) -> None:
        row = self.row(key)
        if not row.locator(".picker").count():
            self.tap(row.locator(".tap"))
        button = row.get_by_role("button", name=suit, exact=True)
        if button.get_attribute("aria-pressed") != "true":
            self.tap(button)
        for rank in ranks:
            self.tap(row.locator(".key").get_by_text(rank, exact=True))

    def hands(self, held: Mapping[str, Mapping[str, str]], lang: Lang) -> None:
        """Hands of two cards or so behind each seat: a seat, then a suit and its ranks."""
        row = self.row("hands")
        if not row.locator(".picker").count():
            self.tap(row.locator(".tap"))
        for seat, suits in held.items():
            self.tap(row.locator(".picker .seg").first.get_by_role("button", name=seat_name(seat, lang), exact=True))
            for suit, ranks in suits.items():
                self.cards("hands", t(f"suit.{suit}", lang), ranks)

    def disputed_follow(self, lang: Lang) -> None:
        """AdAd was led, and 5d3d played from a hand with 3d3d."""
        self.tap(self.row("trump").get_by_role("button", name=t("suit.s", lang)))
        self.cards("lead", t("suit.d", lang), "AA")
        self.cards("hand", t("suit.d", lang), "Q977533")
        for at in (4, 5):
            self.tap(self.row("play").locator(".pick button").nth(at))


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.deep)])
def test_a_disputed_play_is_judged_on_a_phone_by_taps_alone(tab: Tab, phone: Phone, lang: Lang) -> None:
    page = tab.open(f"judge?lang={lang}").page
    page.locator(".judge .word").wait_for()
    form = Form(phone)
    form.disputed_follow(lang)
    expect(page.locator(".judge .box.error .word")).to_contain_text(t("ask.word.ILLEGAL", lang))
    expect(page.locator(".judge .clause")).to_contain_text("SJ-16h")
    expect(page.locator(".judge .can li")).to_have_count(2)
    assert phone.taps <= 20
    expect(page).to_have_url(re.compile("play=5d3d"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(page.locator(".judge .box.error .word")).to_contain_text(t("ask.word.ILLEGAL", lang))
    form.tap(form.row("play").locator(".pick button").nth(4))
    form.tap(form.row("play").locator(".pick button").nth(6))
    expect(page.locator(".judge .box.good .word")).to_contain_text(t("ask.word.LEGAL", lang))


@pytest.mark.browser
def test_a_card_of_which_the_suit_was_not_seen_is_told_by_taps_too(tab: Tab, phone: Phone) -> None:
    page = tab.open("judge?lang=zh").page
    page.locator(".judge .word").wait_for()
    form = Form(phone)
    form.tap(form.row("trump").get_by_role("button", name=t("suit.s", "zh")))
    form.cards("lead", t("suit.d", "zh"), "A")
    form.cards("hand", t("suit.d", "zh"), "5")
    form.cards("hand", t("card.suitless", "zh"), "7K")
    form.tap(form.row("hand").get_by_role("button", name=t("ask.back", "zh")))
    form.tap(form.row("play").locator(".pick button").first)
    expect(page.locator(".judge .box.good .word")).to_contain_text(t("ask.word.LEGAL", "zh"))
    expect(page).to_have_url(re.compile("hand=5d7%3F(&|$)"))


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.deep)])
def test_the_rest_of_a_hand_is_asked_on_a_phone_by_taps_alone(tab: Tab, phone: Phone, lang: Lang) -> None:
    page = tab.open(f"judge?lang={lang}").page
    page.locator(".judge .word").wait_for()
    form = Form(phone)
    form.tap(page.locator(".judge .abouts").get_by_role("button", name=t("ask.about.rest", lang), exact=True))
    form.row("banker").wait_for()
    form.tap(form.row("trump").get_by_role("button", name=t("suit.s", lang)))
    form.tap(form.row("banker").get_by_role("button", name=seat_name("N", lang), exact=True))
    form.tap(form.row("seat").get_by_role("button", name=seat_name("E", lang), exact=True))
    form.hands({"E": {"s": "AK"}, "N": {"s": "43"}, "W": {"h": "65"}, "S": {"d": "KQ"}}, lang)
    told = page.locator(".judge .box")
    expect(told.locator(".why")).to_contain_text("25")
    expect(told).to_contain_text(reason_words("kitty", 0, lang))
    form.row("kitty-points").locator("input").fill("20")
    expect(told.locator(".why")).to_contain_text("65")
    expect(told.locator(".lines")).to_contain_text(value_words("points", Value(65, 65), lang))
    expect(page.locator(".judge .end")).to_contain_text(in_language(WORDS["solve.hindsight"], lang))
    expect(page).to_have_url(re.compile("about=rest"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.taps <= 40
