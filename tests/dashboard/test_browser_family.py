"""炒地皮 and 双扣 on the card table in a browser."""

import pytest
from playwright.sync_api import expect

from tests.dashboard import family
from tests.dashboard.conftest import Tab, each_in_a_language

pytestmark = pytest.mark.browser

PLACES = {
    "asked": "match=chaodipi/asked&hand=1",
    "flag": "match=chaodipi/flag&hand=9",
    "scored": "match=shuangkou/scored&hand=2",
}
OVERFLOWING = """root => {
    const overflowing = node => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    return [...root.querySelectorAll(".felt, .left, .below, .box, .controls, .seat")].filter(overflowing).length;
}"""


@each_in_a_language(PLACES)
def test_every_key_works_and_the_table_fits(tab: Tab, place: str, lang: str) -> None:
    tab.replay(f"{PLACES[place]}&lang={lang}")
    for key in (
        "End",
        "Home",
        "ArrowRight",
        "ArrowDown",
        "2",
        "h",
        "h",
        "a",
        "s",
        "n",
        "?",
        "Escape",
        "End",
        "ArrowUp",
        "Home",
    ):
        tab.page.keyboard.press(key)
        assert tab.page.locator(".pp").evaluate(OVERFLOWING) == 0, key
    tab.until_ply(0)
    assert tab.fits()


@pytest.mark.deep
def test_before_the_first_trick_each_burial_is_listed(tab: Tab) -> None:
    tab.replay(f"{PLACES['asked']}&ply=0&lang=en")
    rows = tab.page.locator(".pp .burials li")
    expect(rows).to_have_count(8)
    expect(rows.nth(4)).to_contain_text("takes up with")
    expect(rows.locator(".cards.small")).to_have_count(3)
    tab.page.keyboard.press("3")  # W's view: only what W buried
    expect(rows.locator(".cards.small")).to_have_count(1)
    tab.page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(0)


@pytest.mark.deep
def test_a_set_of_three_carries_its_name(tab: Tab) -> None:
    ply = family.plies_with_sets(family.asked())[0]
    tab.replay(f"{PLACES['asked']}&ply={ply + 1}")
    expect(tab.page.locator(".pp .play .tag.trio")).to_have_text("♠\ufe0e 5·10·K")


@pytest.mark.deep
def test_the_flag_hand_lies_in_one_row_and_has_no_kitty(tab: Tab) -> None:
    tab.replay(f"{PLACES['flag']}&ply=0&lang=en")
    expect(tab.page.locator(".pp .box.kitty")).to_contain_text("no kitty")
    for slot in ("top", "bottom"):
        cards = tab.page.locator(f'.pp .seat[data-slot="{slot}"] .card')
        expect(cards).to_have_count(27)
        assert len(set(cards.evaluate_all("nodes => nodes.map(node => Math.round(node.getBoundingClientRect().top))"))) == 1


@pytest.mark.deep
def test_the_score_stands_beside_the_points(tab: Tab) -> None:
    tab.replay(f"{PLACES['scored']}&ply=88&lang=en")
    expect(tab.page.locator(".pp .scoreline")).to_contain_text("115")
    expect(tab.page.locator(".pp .scoreline")).to_contain_text("penalties −20")
    expect(tab.page.locator(".pp .scoreline .band")).to_have_text("score +2…+14")
    expect(tab.page.locator(".pp .claims")).to_contain_text("EW +14…+25")
