"""The work queue: from the first screen to a ply with one click, and on from there through what is asked for."""

import re

import pytest
from playwright.sync_api import expect

from tests.dashboard.conftest import Tab

pytestmark = [pytest.mark.browser, pytest.mark.deep]


def test_a_finding_is_one_click_away_in_the_same_tab(tab: Tab) -> None:
    tab.open("?lang=zh&event=spring26")
    tab.page.evaluate("window.stayed = true")
    tab.page.locator(".entry", has_text="TRICK-FOLLOW-SUIT").click()
    tab.page.locator(".pp .finding code", has_text="TRICK-FOLLOW-SUIT").first.wait_for()
    tab.until_address("/replay", "match=spring26", "hand=2", "ply=26", "event=spring26")
    assert tab.page.evaluate("window.stayed")  # the page was not loaded anew
    assert len(tab.page.context.pages) == 1
    tab.page.go_back()
    tab.page.locator(".overview .verdict").wait_for()


def test_chips_and_checks_filter_and_stay_in_the_address(tab: Tab) -> None:
    tab.open("?lang=en")
    tab.page.locator(".chips a", has_text="error").click()
    tab.until_address("severity=error")
    expect(tab.page.locator('.chips [aria-current="true"]')).to_contain_text("error")
    tab.page.locator(".check", has_text="Wrong trick winner").click()
    tab.until_address("severity=error", "code=CLAIM-WINNER")
    expect(tab.page.locator(".entry code")).to_have_text(["CLAIM-WINNER"])


def test_next_finding_follows_the_queue_from_match_to_match(tab: Tab) -> None:
    tab.open("?lang=en&severity=error")
    entries = tab.page.locator(".entry")
    entries.first.wait_for()
    places = [str(entry.get_attribute("href")) for entry in entries.all()]
    assert len({place.partition("&hand=")[0] for place in places}) > 1, places
    entries.first.click()
    for place in dict.fromkeys(places[1:]):
        tab.page.locator(".pp[data-ply]").wait_for()
        tab.page.keyboard.press("n")
        match, hand, ply = re.findall(r"match=([^&]*)&hand=(\d+)&ply=(\d+)", place)[0]
        tab.until_address(f"match={match}", f"hand={hand}", f"ply={ply}", "severity=error")
        tab.until_ply(int(ply))
    tab.page.keyboard.press("n")
    expect(tab.page.locator(".pp .toast")).to_have_text("No further finding")
    tab.page.keyboard.press("p")
    tab.until_address(re.findall("match=[^&]*&hand=[^&]*&ply=[^&]*", list(dict.fromkeys(places))[-2])[0])


def test_the_table_is_there_again_after_another_page(tab: Tab) -> None:
    tab.replay("match=spring26/r1/t02&hand=2&ply=26&lang=en")
    tab.page.get_by_role("link", name="Overview", exact=True).click()
    tab.page.locator(".overview .unusual").wait_for()
    tab.page.get_by_role("link", name="Replay", exact=True).click()
    tab.until_ply(26)
    expect(tab.page.locator(".pp .finding").first).to_be_visible()
