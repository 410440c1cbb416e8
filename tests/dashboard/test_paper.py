"""Pages on paper and on a phone: nothing is cut off, and what is shown is named."""

import pytest
from playwright.sync_api import expect

from tests.dashboard.conftest import Tab

pytestmark = pytest.mark.browser

PAPER = {"width": 718, "height": 1000}
"""A4 within its margins, in CSS pixels."""


def test_a_printed_match_says_which_it_is(tab: Tab) -> None:
    tab.replay("match=spring26/r1/t02&hand=1")
    heading = tab.page.locator(".on-paper")
    expect(heading).to_be_hidden()
    tab.page.emulate_media(media="print")
    expect(heading).to_be_visible()
    expect(heading).to_contain_text("spring26/r1/t02")


def test_a_printed_figure_is_no_wider_than_the_paper(tab: Tab) -> None:
    tab.open("players?lang=en&sheet=shengji&u=p01+%2B+p03&figures=on")
    tab.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    widths = "nodes => nodes.map(node => node.getBoundingClientRect().width)"
    found = tab.page.locator(".js-plotly-plot .main-svg:visible").evaluate_all(widths)
    assert found
    assert all(0 < width <= PAPER["width"] for width in found), found
    tab.page.emulate_media(media="print")
    cut = "node => getComputedStyle(node).overflow"
    assert tab.page.locator(".stMain").evaluate(cut) == "visible"  # else there is one sheet, whatever there is to print
    tab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.page.locator(".js-plotly-plot").first.evaluate("node => node.style.zoom") == ""


def test_the_menu_of_a_phone_closes_by_its_own_button(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.replay("match=spring26/r1/t02&hand=1&lang=en")
    tab.until("() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'")
    tab.page.get_by_role("button", name="Expand sidebar").click()
    closing = tab.page.get_by_test_id("stSidebar").get_by_role("button", name="Collapse sidebar")
    expect(closing).to_have_attribute("aria-expanded", "true")
    tab.until("() => !document.querySelector('[data-testid=stSidebar]').getAnimations({subtree: true}).length")
    closing.click()
    expect(closing).to_be_hidden()
    assert "lang=en" in tab.page.url
