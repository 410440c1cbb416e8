"""The review on the card table: what was stored of a decision, cards open beside it, and mistakes gone through by keyboard."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from paipu.analytics import decisions
from paipu.analytics.reader import Reader
from paipu.analytics.review.row import DecisionRow
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.table.review import review
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from paipu.replay.plays import plays_of_hand
from paipu.replay.sheets import SHEETS
from paipu.samples import to_line
from tests.dashboard import matches
from tests.dashboard.conftest import Tab, served, tab_on
from tests.made import make_match, must_parse

MATCH = make_match(5, 1, sheet="shengji", hands=2)
MISTAKES = {(0, 5), (0, 9), (1, 7)}


def parsed() -> Parsed:
    return must_parse(to_line(MATCH).strip())


def rows() -> Iterator[DecisionRow]:
    """A decision at every ply of both hands; a few are mistakes."""
    record, sheet = parsed().record, SHEETS["shengji"]
    for index, hand in enumerate(record.hands):
        for ply, each in enumerate(plays_of_hand(sheet, hand), start=1):
            bad = (index, ply) in MISTAKES
            yield DecisionRow(
                hand_index=index,
                hand=hand.no,
                trick=each.trick,
                play=each.play,
                ply=ply,
                seat=sheet.seats[each.seat],
                act="lead",
                cards=each.token,
                best="As" if bad else each.token,
                unit="points",
                loss=8.5 if bad else 0.0,
                error=1.0,
                value=80.0 - ply,
                value_error=1.5,
                open_loss=None,
                open_error=None,
                grade="mistake" if bad else "same",
                asked=16,
                worlds=16,
                compared=3,
                legal=7,
                candidates=json.dumps([["As", 9.0, 1.0, 16], ["3s", -4.0, 2.0, 16]]),
                threshold=5.0,
                seed="0f",
                judge_version=1,
            )


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    house = matches.make_warehouse(tmp_path_factory.mktemp("review"), [MATCH], 0)
    record = Reader(house).query("SELECT record FROM stored.latest ORDER BY record", ()).item()
    decisions._commit(house, [(record, list(rows()))])
    return house


@pytest.fixture
def asked(reviewed: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(reviewed))
    return parsed()


def test_a_hand_has_its_decisions_and_the_match_its_mistakes(asked: Parsed) -> None:
    found = review(asked, 0, 5, "en")
    assert found is not None
    assert found["stops"] == {"1": [5, 9], "2": [7]}
    told = found["decisions"][4]
    assert (told["ply"], told["grade"]) == (5, "mistake")
    assert "8.5 ± 2.0 points" in told["said"]
    assert [(each["cards"], each["gain"]) for each in told["plays"][::2]] == [("As", 9.0), ("3s", -4.0)]
    assert told["plays"][1]["made"]
    assert "16 deals, 3 compared (of 7 legal); judge 1, seed 0f" in told["small"]


def test_cards_are_opened_where_few_are_left_and_the_best_gives_nothing_away(asked: Parsed) -> None:
    last = sum(1 for _ in plays_of_hand(SHEETS["shengji"], asked.record.hands[0]))
    assert review(asked, 0, 1, "zh")["opened"] == {}  # type: ignore[index] # it was reviewed
    opened = review(asked, 0, last - 7, "zh")["opened"]  # type: ignore[index] # as above
    assert opened
    assert min(opened.values()) == 0
    assert all(value >= 0 for value in opened.values())


def test_a_match_that_was_not_reviewed_has_no_review(on_warehouse: Path) -> None:
    del on_warehouse
    assert review(parsed(), 0, 1, "zh") is None


def _player() -> None:
    import streamlit as st

    from paipu.dashboard.pages import players
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    st.query_params.update({"by": "player", "u": "p032", "sheet": "shengji", "lang": "en"})
    scope_bar(language_switch())
    players.page()


@pytest.mark.usefixtures("asked")
def test_a_players_page_has_what_plays_gave_away_and_the_costliest_one_click_from_their_plies() -> None:
    seats = {at: row.seat for row in rows() if (at := (row.hand_index, row.ply)) in MISTAKES}
    mine = sorted(at for at, seat in seats.items() if MATCH["seats"][seat]["id"] == "p032")
    assert mine
    app = AppTest.from_function(_player, default_timeout=60).run()
    assert not app.exception
    [told] = [text for each in app.get("html") if 'id="lost"' in (text := str(getattr(each, "value", "")))]
    count = sum(MATCH["seats"][row.seat]["id"] == "p032" for row in rows())
    assert f"{8.5 * len(mine) / count:.2f}" in told
    assert told.count("<li>") == len(mine)
    for hand, ply in mine:
        assert f"hand={hand + 1}&amp;ply={ply}" in told
    assert t("players.lost.few", "en") in told
    [played] = [text for each in app.get("html") if 'id="played"' in (text := str(getattr(each, "value", "")))]
    hand, ply = mine[0]
    assert re.search(rf'hand={hand + 1}&amp;ply={ply}&amp;[^"]*">8.50</a>', played)


@pytest.fixture
def study(page: Page, reviewed: Path) -> Iterator[Tab]:
    with served(reviewed) as address, tab_on(page, address) as opened:
        yield opened


@pytest.mark.browser
def test_the_mistakes_of_a_match_are_walked_by_keyboard(study: Tab) -> None:
    page = study.replay(f"match={MATCH['id']}&hand=1&ply=0&lang=zh").page
    for key, hand, ply in (("m", 1, 5), ("m", 1, 9), ("m", 2, 7), ("M", 1, 9)):
        page.keyboard.press(key)
        study.until_hand(hand)
        study.until_ply(ply)
        expect(page.locator(".pp .review .grade.mistake")).to_contain_text(t("review.grade.mistake", "zh"))
    expect(page.locator(".pp .review tbody tr")).to_have_count(3)
    expect(page.locator(".pp .curve .at")).to_have_count(2)
    page.keyboard.press("2")
    expect(page.locator(".pp .review")).to_have_count(0)
