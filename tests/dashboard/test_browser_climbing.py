"""掼蛋 and 大怪路子 on the card table in a browser: four and six seats, readings, tribute, places, keys."""

import pytest
from playwright.sync_api import expect

from tests.dashboard import climbing
from tests.dashboard.conftest import Tab, each_in_a_language
from tests.dashboard.test_browser_family import OVERFLOWING

pytestmark = pytest.mark.browser

PLACES = {
    "six": "match=daguai/six&hand=2",
    "small": "match=guandan/small&hand=4",
    "pairs": "match=guandan/pairs&hand=2",
    "double": "match=guandan/pairs&hand=1",
}
OVERLAPPING = """felt => {
    const boxes = [...felt.querySelectorAll(".holding, .centre .play, .middle")]
        .filter(node => node.children.length || node.textContent)
        .map(node => node.getBoundingClientRect());
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    return boxes.flatMap((one, i) => boxes.slice(i + 1).filter(other => !apart(one, other))).length;
}"""


@pytest.mark.deep
@each_in_a_language(PLACES)
def test_every_key_works_and_the_table_fits(tab: Tab, place: str, lang: str) -> None:
    tab.replay(f"{PLACES[place]}&lang={lang}")
    seats = "123456" if place == "six" else "1234"
    for key in (*"hhas", *seats, "a", "End", "Home", *["ArrowRight"] * 9, "ArrowDown", "n", "p", "?", "Escape", "ArrowUp"):
        tab.page.keyboard.press(key)
        assert tab.page.locator(".pp").evaluate(OVERFLOWING) == 0, key
        assert tab.page.locator(".pp .felt").evaluate(OVERLAPPING) == 0, key
    tab.page.keyboard.press("Home")
    tab.until_ply(0)
    assert tab.fits()


@pytest.mark.deep
def test_six_seats_fit_pages_of_any_width(tab: Tab) -> None:
    tab.replay(f"{PLACES['six']}&ply=3")
    for width in (420, 700, 1024, 1600):
        tab.page.set_viewport_size({"width": width, "height": 900})
        tab.page.wait_for_timeout(150)
        for _ in range(12):
            tab.page.keyboard.press("ArrowRight")
            assert tab.page.locator(".pp .felt").evaluate(OVERLAPPING) == 0, width


def test_a_play_says_what_it_is_and_what_decided_that(tab: Tab) -> None:
    tab.replay(f"{PLACES['small']}&ply=1&lang=zh")
    tag = tab.page.locator(".pp .play.now .tag.reading")
    expect(tag).to_have_text("三带二 8声明 77888")
    expect(tab.page.locator(".pp .play.now .card.wild")).to_have_count(1)
    expect(tab.page.locator(".pp .time")).to_contain_text("用时 31 秒 · 限 30 秒 超时")
    for _ in range(3):
        tab.page.keyboard.press("ArrowRight")
    expect(tab.page.locator(".pp .play.now .tag.broken")).to_have_text("不成立")
    expect(tab.page.locator(".pp .play.best .tag.reading")).to_have_text("三带二 9")
    lines = tab.page.locator(".pp .finding .lines").first
    expect(lines.locator("dt").first).to_have_text("须压过")  # what lay there, which is not what was led
    assert (
        lines.locator("dd").first.locator(".card").all_text_contents()
        == tab.page.locator(".pp .play.best .card").all_text_contents()
    )
    tab.open(f"replay?{PLACES['small']}&ply=18&lang=en")
    tab.until_ply(18)
    expect(tab.page.locator(".pp .play.now .tag.reading")).to_have_text("straight 7not declared")


@pytest.mark.deep
def test_the_tribute_before_the_first_round(tab: Tab) -> None:
    tab.replay(f"{PLACES['pairs']}&ply=0&lang=en")
    rows = tab.page.locator(".pp .burials li")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("pays")
    expect(rows.nth(2)).to_contain_text("returns")
    expect(tab.page.locator(".pp .leads")).to_contain_text(climbing.pairs()["hands"][1]["lead"])
    tab.page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(0)
    expect(tab.page.locator(".pp .box.tribute .gift")).to_have_count(4)


@pytest.mark.deep
def test_who_is_out_and_how_the_hand_ended(tab: Tab) -> None:
    tab.replay(f"{PLACES['double']}&ply=0&lang=zh")
    tab.page.keyboard.press("End")
    expect(tab.page.locator('.pp .seat[data-slot="left"] .flag')).to_have_text("头游")
    expect(tab.page.locator('.pp .seat[data-slot="right"] .flag')).to_have_text("二游")
    expect(tab.page.locator('.pp .seat[data-slot="top"] .flag')).to_have_text("")
    expect(tab.page.locator(".pp .came")).to_have_text("双下东西 升 3 级，打 5")


@pytest.mark.deep
def test_legal_plays_stand_by_kind(tab: Tab) -> None:
    tab.replay(f"{PLACES['pairs']}&ply=1&lang=en")
    kinds = tab.page.locator(".pp .kind")
    expect(kinds.first).to_contain_text("single")
    expect(kinds.first).to_contain_text("8 of ")
    expect(tab.page.locator(".pp .kinds .alt.made")).to_have_count(1)


@pytest.mark.deep
def test_another_family_chosen_in_the_list_is_drawn(tab: Tab) -> None:
    tab.replay(f"{PLACES['six']}&ply=2&lang=en")
    for match, seats in (("spring26/r1/t03", 4), ("guandan/pairs", 4), ("daguai/six", 6)):
        tab.page.locator(".st-key-replay-picked").get_by_role("combobox").click()
        tab.page.get_by_role("option", name=match).click()
        tab.until_address(f"match={match.replace('/', '%2F')}")
        expect(tab.page.locator(".pp .felt > .seat")).to_have_count(seats)
        tab.until_ply(0)
        tab.page.keyboard.press("ArrowRight")
        tab.until_ply(1)
        tab.until_address("hand=1", "ply=1")
    expect(tab.page.locator(".pp")).to_have_count(1)
