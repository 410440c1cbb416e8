"""What the pages show where their address names nothing, and what a reader of hands finds about the table."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from tests.dashboard.conftest import Tab, settle


def shown() -> str:
    def draw() -> None:
        from paipu.dashboard.pages import replay
        from paipu.dashboard.scope import scope_bar
        from paipu.dashboard.session import language_switch

        scope_bar(language_switch())
        replay.page()

    opened = AppTest.from_function(draw, default_timeout=60)
    opened.query_params["lang"] = "en"
    opened.run()
    assert not opened.exception
    return " ".join(each.proto.body for each in opened.get("html"))


@pytest.mark.usefixtures("on_warehouse")
def test_the_replay_page_lists_the_newest_matches_where_none_is_named() -> None:
    found = shown()
    assert "The newest matches" in found
    links = re.findall(r'href="(replay[^"]*match=[^"]*)"', found)
    assert len(links) == len(set(links)) > 3


@pytest.mark.browser
def test_a_reader_has_the_board_autoplay_the_link_the_hand_and_two_colours(tab: Tab) -> None:
    page = tab.replay("match=spring26/r1/t02&hand=2&ply=3&lang=zh").page
    assert "第 2 副" in page.title()
    assert "spring26/r1/t02" in page.title()
    expect(page.locator(".pp .hand").first).to_have_text(re.compile(r"^1 \w+→\w+:\w+$"))
    page.keyboard.press("c")
    expect(page.locator(".pp.two")).to_have_count(1)
    page.keyboard.press("k")
    tab.until_ply(5)
    page.keyboard.press("k")
    page.get_by_role("button", name="复制链接").click()
    expect(page.locator(".pp .toast.on")).to_contain_text("链接")
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="下载本副").click()
    raw = Path(download.value.path()).read_bytes()
    assert [hand["no"] for hand in json.loads(raw)["hands"]] == [2]
    assert isinstance(parse(raw, Place()), Parsed)


@pytest.mark.browser
def test_on_a_phone_the_filters_are_folded_and_table_steps_and_verdict_share_the_screen(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 390, "height": 844})
    page = tab.replay("match=spring26/r1/t02&hand=2&ply=20&lang=zh").page
    choice = page.locator(".st-key-scope-sheet")
    expect(choice).to_be_hidden()
    for part in (".felt", ".controls", ".verdict .rule"):
        box = page.locator(f".pp {part}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844, part
    page.locator(".st-key-filters label").click()
    expect(choice).to_be_visible()
