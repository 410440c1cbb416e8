"""A main task on every page with Tab, Enter and the arrow keys alone; that of 排名 is in test_event_pages.py."""

import pytest
from playwright.sync_api import expect

from tests.dashboard.conftest import Tab

pytestmark = pytest.mark.browser


@pytest.mark.deep
def test_from_the_overview_to_a_finding_through_its_hand_and_back(tab: Tab) -> None:
    keys = tab.open("?lang=zh").page.keyboard
    tab.page.locator(".overview .unusual").wait_for()
    tab.reach("a.entry")
    keys.press("Enter")
    tab.until_address("/replay", "match=")
    tab.page.locator(".pp[data-ply]").wait_for()
    ply = tab.ply
    keys.press("ArrowLeft")
    tab.until_ply(ply - 1)
    keys.press("ArrowRight")
    tab.until_ply(ply)
    tab.page.go_back()
    tab.page.locator(".overview .unusual").wait_for()


@pytest.mark.deep
def test_a_match_is_found_by_the_name_of_a_player(tab: Tab) -> None:
    keys = tab.open("replay?lang=zh").page.keyboard
    tab.page.locator("input[placeholder*='选手']").wait_for()
    tab.reach("input[placeholder*='选手']")
    keys.type("陈晓东")
    keys.press("Enter")
    tab.reach("[role=combobox], input[aria-autocomplete]")
    keys.press("ArrowDown")
    keys.press("Enter")
    tab.until_address("match=")
    tab.page.locator(".pp[data-ply]").wait_for()


@pytest.mark.deep
def test_a_player_is_searched_and_his_profile_opened(tab: Tab) -> None:
    keys = tab.open("players?lang=zh&sheet=shengji&by=player").page.keyboard
    tab.page.locator(".units .unit").first.wait_for()
    tab.reach(".st-key-players input")
    keys.type("陈晓东")
    keys.press("Enter")
    expect(tab.page.locator(".units .unit")).to_have_count(1)
    tab.reach(".units .unit")
    keys.press("Enter")
    tab.until_address("u=p01")
    expect(tab.page.locator(".heads .verdict")).to_have_text("陈晓东")


@pytest.mark.deep
def test_a_case_is_opened_and_the_audit_narrowed_down(tab: Tab) -> None:
    keys = tab.open("rulings?lang=zh").page.keyboard
    tab.page.locator("nav.queue a").first.wait_for()
    tab.reach("nav.queue a:not([aria-current])")
    keys.press("Enter")
    tab.until_address("match=", "hand=")
    expect(tab.page.locator(".matter h2")).to_be_visible()
    tab.reach("a[href*='audit']")
    keys.press("Enter")
    tab.page.locator(".audit .chips a").first.wait_for()
    tab.reach(".audit .chips a")
    keys.press("Enter")
    tab.until_address("severity=")
    expect(tab.page.locator(".audit .chips a[aria-current]")).to_have_count(1)


def test_a_table_is_had_as_a_file(tab: Tab) -> None:
    keys = tab.open("data?lang=zh").page.keyboard
    tab.page.locator(".st-key-data-make button").wait_for()
    tab.reach(".st-key-data-make button")
    keys.press("Enter")
    tab.page.locator(".st-key-data-save button").wait_for()
    tab.reach(".st-key-data-save button")
    with tab.page.expect_download() as kept:
        keys.press("Enter")
    assert kept.value.suggested_filename == "findings_located.csv"
