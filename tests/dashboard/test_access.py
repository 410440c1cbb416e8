"""The pages for everybody: no fault that axe finds, every ply said as a sentence, the tasks in few actions, paper."""

from typing import Final, Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from paipu.dashboard.app import PAGES
from tests.dashboard.conftest import COLLECTION, Tab, settle

pytestmark = pytest.mark.browser

QUICK = ("replay?match=spring26/r1/t02&hand=2&ply=26",)
"""The address of the normal run."""
MORE = (
    ("?event=spring26", ".overview .unusual"),
    ("replay?match=spring26/r1/t02&hand=2&ply=26", ".pp[data-ply]"),
    ("replay?match=guandan/pairs&hand=1&ply=12", ".pp[data-ply]"),
    ("replay?match=daguai/six&hand=1&ply=12", ".pp[data-ply]"),
    ("replay?match=sheet/4&hand=1", ".pp.bare"),
    ("standings?show=results", ".stMain .stElementContainer"),
    ("players?sheet=shengji&u=p01+%2B+p03&figures=on&all=on", ".js-plotly-plot"),
    ("players?sheet=shengji&by=player&u=p01&for=p01&key=throws&across=trick&across2=level", ".apart .map"),
    ("players?sheet=shengji&by=player&u=p01&for=p01&key=throws&across=level", ".apart tbody"),
    ("players?sheet=shengji&by=player&u=p01&u2=p02&u3=p03&u4=p04", ".multiples"),
    ("find?sheet=shengji&find=ruff", ".counted ol a"),
    (f"find?collection={quote(COLLECTION)}&place=2", ".counted .mend"),
)
"""Addresses besides those of the pages, and what shows that they are drawn."""


FACES: Final[tuple[tuple[str, Literal["light", "dark"]], ...]] = (
    ("zh", "light"),
    ("en", "dark"),
    ("zh", "dark"),
    ("en", "light"),
)


@pytest.mark.parametrize("turn", [None, *(pytest.param(turn, marks=pytest.mark.deep) for turn in range(4))])
def test_axe_finds_no_fault_of_any_level(tab: Tab, turn: int | None) -> None:
    """One page; in the deep run every page in all four pairs of a language and a colour scheme."""
    wrong = []
    addresses = [(f"{page.name}?", ".stMain .stElementContainer") for page in PAGES] + [(f"{at}&", drawn) for at, drawn in MORE]
    if turn is None:
        addresses = [each for each in addresses if each[0][:-1] in QUICK]
        assert len(addresses) == len(QUICK)
    tab.page.set_viewport_size({"width": 1366, "height": 768})
    for number, (address, drawn) in enumerate(addresses):
        lang, scheme = FACES[(number + (turn or 0)) % len(FACES)]
        tab.page.emulate_media(color_scheme=scheme)
        tab.open(f"{address}lang={lang}")
        tab.page.locator(drawn).last.wait_for()
        for fault in Axe().run(tab.page).response["violations"]:
            wrong += [f"{address}: {fault['id']} ({fault['impact']}): {node['html'][:120]}" for node in fault["nodes"]]
    assert not wrong, "\n".join(wrong)


@pytest.mark.deep
def test_every_ply_is_said_as_a_sentence(tab: Tab) -> None:
    tab.replay("match=spring26/r1/t02&hand=2&ply=24&lang=zh")
    said = tab.page.locator(".pp .live")
    for words in ("第 7 轮，东出红桃K。 东最大。", "第 7 轮，北出梅花2。 东最大。"):
        tab.page.keyboard.press("ArrowRight")
        expect(said).to_contain_text(words)
    expect(said).to_contain_text("北应跟")  # and what was found there
    tab.replay("match=guandan/pairs&hand=1&ply=14&lang=en")
    expect(said).to_contain_text("Trick 3: N passes. E is best.")


# --- the five tasks, from the first screen ------------------------------------------------------------------


class Acting:
    """Counts what a reader does."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.actions = tab, 0
        tab.open("?lang=zh")
        tab.page.locator(".overview .unusual").wait_for()

    def click(self, what: str, text: str | None = None) -> None:
        self.actions += 1
        self.tab.page.locator(what, has_text=text).first.click()

    def press(self, key: str) -> None:
        self.actions += 1
        self.tab.page.locator(".pp[data-ply]").wait_for()
        self.tab.page.keyboard.press(key)


@pytest.fixture
def acting(tab: Tab) -> Acting:
    return Acting(tab)


MOST_ACTIONS = 4


@pytest.mark.deep
def test_the_worst_finding_is_opened(acting: Acting) -> None:
    acting.click(".entry")
    expect(acting.tab.page.locator(".pp .finding.error").first).to_be_visible()
    assert acting.actions == 1


def test_all_errors_of_a_match_are_gone_through(acting: Acting) -> None:
    acting.click(".chips a", "错误")
    acting.tab.until_address("severity=error")
    acting.tab.page.locator('.chips a[aria-current="true"]', has_text="错误").wait_for()
    settle(acting.tab.page)  # until then the list is still that of all findings
    acting.click(".entry", "spring26/r1/t02")
    acting.tab.until_ply(26)
    for ply in (28, 84):
        acting.press("n")
        acting.tab.until_ply(ply)
    assert acting.actions == MOST_ACTIONS


@pytest.mark.deep
def test_a_hand_is_seen_from_a_seat_that_knows_no_more(acting: Acting) -> None:
    acting.click(".entry", "spring26/r1/t02")
    acting.press("1")
    expect(acting.tab.page.locator(".pp[data-veiled='true']")).to_be_visible()
    assert acting.tab.page.locator(".pp .finding").count() == 0
    assert acting.tab.page.locator(".pp .seat .backs").count() == 3
    assert acting.actions <= MOST_ACTIONS


@pytest.mark.deep
def test_a_match_is_found_by_two_players_names(acting: Acting) -> None:
    page = acting.tab.page
    acting.actions += 1
    page.get_by_role("link", name="牌谱", exact=True).first.click()
    acting.actions += 1
    box = page.get_by_role("textbox", name="查找场次")
    box.fill("王伟 陈晓东")
    box.press("Enter")
    acting.click(".st-key-replay-picked input")
    acting.actions += 1
    page.get_by_role("option").filter(has_text="spring26/r1/t02").click()
    acting.tab.until_address("match=spring26")
    page.locator(".pp[data-ply]").wait_for()
    assert acting.actions <= MOST_ACTIONS


@pytest.mark.deep
def test_a_position_is_printed_without_what_is_pressed(acting: Acting) -> None:
    page = acting.tab.page
    acting.click(".entry")
    page.locator(".pp .finding").first.wait_for()
    acting.actions += 1
    page.emulate_media(media="print")  # Ctrl+P is the browser's own
    expect(page.locator(".pp .finding .message").first).to_be_visible()
    expect(page.locator(".pp .felt")).to_be_visible()
    assert page.locator("button:visible, input:visible, select:visible").count() == page.locator(".pp .win:visible").count()
    assert acting.actions <= MOST_ACTIONS
