"""What if by a click: a legal play, or any other that is typed, and what follows beside what happened."""

import re
import time
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from paipu.analytics.report.case import Case, case_html
from paipu.dashboard.judge.form import told_in
from paipu.dashboard.judge.view import answer_to
from paipu.dashboard.table.component import Supposing, read_supposing
from paipu.dashboard.table.supposed import rest_of, supposed
from paipu.ingest.parse import Parsed
from paipu.ingest.question.answer import Answer
from paipu.replay.family import hand_view
from paipu.replay.notation import read_token
from paipu.replay.plays import plays_of_hand
from paipu.replay.sheets import SHEETS
from paipu.replay.solve import solve
from paipu.replay.whatif import Play, what_if
from paipu.samples import to_line
from tests.dashboard.conftest import Tab, settle
from tests.made import make_match, must_parse

ASKS = "paipu.dashboard.table.supposed.supposing"
ASKED = {"match": "m", "hand": 1, "ply": 3, "cards": "KsKs"}


def made(sheet: str) -> Parsed:
    return must_parse(to_line(make_match(5, 1, sheet=sheet, hands=1)).strip())


@pytest.mark.parametrize(
    "wrong", [{"ply": 0}, {"hand": 0}, {"ply": True}, {"cards": ""}, {"cards": "K" * 401}, {"cards": 7}, {"match": None}]
)
def test_what_the_table_does_not_send_is_no_question(wrong: dict[str, object]) -> None:
    assert read_supposing(ASKED) is not None
    assert read_supposing({**ASKED, **wrong}) is None


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1"])
def test_the_page_and_the_case_say_what_the_kernel_finds(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = made(sheet)
    cards, at = "3s", (1, 2)
    found = what_if(parsed.record, 1, Play(at, cards))
    monkeypatch.setattr(ASKS, lambda match, hand: _asked(match, hand, cards))
    shown = supposed(parsed, 1, "zh")
    assert shown is not None
    assert shown["cards"] == cards
    assert len(shown["verdicts"]) == len(found.verdicts)
    assert found.after is not None
    assert shown["would"] is not None
    assert shown["would"][0] == found.after.winner
    printed = case_html(Case(parsed=parsed, hand=1, at=at, supposed=(cards,)), "zh")
    assert shown["would"][1] in printed
    plain = [line for line, _ in shown["outcome"] if not re.search("[♥♦♠♣]", line)]
    assert plain
    assert [line for line in plain if line not in printed] == []


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1"])
def test_where_few_cards_are_left_the_page_and_the_case_tell_the_open_cards_as_hindsight(
    sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = made(sheet)
    hand = parsed.record.hands[0]
    last = list(plays_of_hand(SHEETS[sheet], hand))
    ply, at = len(last), (last[-1].trick, last[-1].play)
    cards = read_token(last[-1].token).thrown or "-"
    asked = read_supposing({"match": "m", "hand": 1, "ply": ply, "cards": cards})
    monkeypatch.setattr(ASKS, lambda _match, _hand: asked)
    shown = supposed(parsed, 1, "zh")
    assert shown is not None
    assert shown["outcome"][-1][0].startswith("事后之见")
    assert "事后之见" in case_html(Case(parsed=parsed, hand=1, at=at, supposed=(cards,)), "zh")


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi", "guandan-1", "daguai"])
def test_the_rest_that_is_asked_from_a_place_is_what_the_solver_says_of_it(sheet: str) -> None:
    """The address of the what-if tells the page Judge the whole position, the plays on the table too."""
    parsed, told = made(sheet), 0
    view: Any = hand_view(parsed.record, 0)
    for each in list(plays_of_hand(view.sheet, view.hand))[-13::4]:
        at = (each.trick, each.play)
        address = rest_of(view, at, "zh")
        solution = solve(view, at, 20_000)
        if not address or solution is None:
            continue
        query = parse_qs(urlsplit(address).query)
        answer = answer_to(told_in({**query, "nodes": ["20000"]}), "zh")
        assert isinstance(answer, Answer), answer
        values = answer.verdicts[0].values
        assert (values["low"], values["high"], values["reason"]) == (*solution.value, solution.reason)
        told += 1
    assert told > 1


def test_the_rest_is_not_asked_where_many_cards_are_left_or_not_all_are_known() -> None:
    view: Any = hand_view(made("shengji").record, 0)
    assert rest_of(view, (1, 1), "zh") == ""
    hand = view.hand
    part = replace(view.record, hands=(replace(hand, deal=None, kitty=None, bids=None),))
    last = list(plays_of_hand(view.sheet, hand))[-4]
    assert rest_of(hand_view(part, 0), (99, 1), "zh") == ""
    assert rest_of(view, (last.trick, last.play), "zh") != ""


def _asked(match: str, hand: int, cards: str) -> Supposing | None:
    return read_supposing({"match": match, "hand": hand, "ply": 2, "cards": cards})


@pytest.mark.parametrize(("cards", "says"), [("7", "要写花色"), ("xx", "不是牌")])
def test_what_is_typed_wrongly_is_said_of_the_token(cards: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ASKS, lambda match, hand: _asked(match, hand, cards))
    shown = supposed(made("shengji"), 1, "zh")
    assert shown is not None
    assert says in (shown["refused"] or "")


def test_a_question_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU seconds of the answer, of the 300 ms that a click may take: the record was audited before."""
    monkeypatch.setattr(ASKS, lambda match, hand: _asked(match, hand, "3s"))
    parsed = made("shengji")
    supposed(parsed, 1, "en")
    began = time.process_time()
    supposed(parsed, 1, "zh")
    assert time.process_time() - began < 0.2


@pytest.mark.browser
def test_a_click_on_a_legal_play_and_a_typed_one_lead_to_their_tricks_and_to_the_case(tab: Tab) -> None:
    page = tab.replay("match=spring26/r1/t02&hand=2&ply=20&lang=zh").page
    legal = page.locator(".pp button.alt").first
    legal.wait_for()
    legal.click()
    panel = page.locator(".pp section.if")
    panel.locator("table").wait_for()
    expect(panel).to_contain_text("合规")
    expect(page.locator(".pp .felt.what")).to_have_count(1)
    page.locator(".pp .ask input").fill("10")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("要写花色")
    assert tab.ply == 20, "typing is no step"
    legal.click()
    page.locator(".pp .if .attach").click()
    expect(page.locator(".matter .other")).to_contain_text("合规")
    settle(page)
    assert "&if=" in page.url
    page.locator(".stHtml .steps").wait_for()
