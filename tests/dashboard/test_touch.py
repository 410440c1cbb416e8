"""Under a finger: controls of every page are high enough, and tabs are called by what they show; colours are named once."""

import re
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from paipu import dashboard
from paipu.dashboard.text import t
from tests.dashboard.conftest import COLLECTION, Phone, Tab, settle

ROOT = Path(dashboard.__file__).parent
SHEETS = sorted([*ROOT.glob("*.css"), *(ROOT / "table").glob("*.css")])
ASKED = "about=lead&trump=s&lead=AdAd&hand=Qd9d7d7d5d3d3d&play=5d3d"
PLACE = "match=spring26/r1/t02&hand=2&ply=20"
PAGES = {
    "judge": (f"judge?{ASKED}", ".judge .box.error", t("ask.about.lead", "zh")),
    "record": (f"record?{ASKED}", ".record .tricks .found", t("record.from.judge", "zh")),
    "replay": (f"replay?{PLACE}", ".pp[data-ply]", "spring26/r1/t02"),
    "newest": ("replay", ".queue a", t("replay.newest", "zh")),
    "rulings": (f"rulings?{PLACE}", ".proposals", "spring26/r1/t02"),
    "overview": ("overview", ".overview", t("nav.overview", "zh")),
    "players": ("players", ".players", t("nav.players", "zh")),
    "player": ("players?sheet=shengji&by=player&u=p01&for=p01&key=throws&across=trick&across2=level", ".apart .map", "陈晓东"),
    "compared": ("players?sheet=shengji&by=player&u=p01&u2=p02&u3=p03&u4=p04", ".multiples", "陈晓东"),
    "find": ("find?sheet=shengji&find=ruff", ".counted ol a", "毙"),
    "collection": (f"find?collection={quote(COLLECTION)}&place=2", ".counted .mend", COLLECTION),
    "data": ("data", ".stFileUploader", t("nav.data", "zh")),
}
LOW = """() => { const found = []; const look = root => { for (const node of root.querySelectorAll('*')) {
  if (node.shadowRoot) look(node.shadowRoot);
  if (!node.matches('a[href], button, select, summary, input, [role=radio], [role=tab]')) continue;
  if (node.closest('.stSkipToContent, .unusual, .winners, .claims, nav.queue')) continue;
  if (node.closest('.stHtml p, .stHtml td, .stHtml li:not(.entry)')) continue;
  if (node.closest('[aria-hidden=true]') || node.type === 'checkbox') continue;
  const box = node.getBoundingClientRect(), style = getComputedStyle(node);
  if (!box.width || !box.height || box.right <= 0 || style.visibility === 'hidden' || style.opacity === '0') continue;
  if (box.height < 43.5) found.push(`${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 160)}`);
} }; look(document); return found; }"""


FOLDED = """() => [...document.querySelectorAll('.players summary')]
  .filter(node => !node.closest('.narrow') && node.getBoundingClientRect().height)
  .filter(node => getComputedStyle(node).display !== 'list-item')
  .map(node => node.outerHTML.slice(0, 160))"""
"""What can be opened, and has no mark that says so: only a list item has one of its own."""


@pytest.mark.parametrize("sheet", SHEETS, ids=[path.name for path in SHEETS])
def test_a_colour_is_written_where_it_is_named_and_nowhere_else(sheet: Path) -> None:
    """Paper has black and white of its own."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8").partition("@media print")[0], flags=re.DOTALL)
    lines = [line for line in text.splitlines() if "prefers-color-scheme" not in line and not line.startswith("html {")]
    used = re.sub(r"--[\w-]+:[^;}]*", "", "\n".join(lines))
    assert re.findall(r"[^\n]*(?:#[0-9a-f]{3,8}\b(?![\w -]*[{,])|rgb\(|light-dark\()[^\n]*", used) == []


@pytest.mark.browser
@pytest.mark.parametrize("named", [pytest.param(name, marks=[] if name == "judge" else pytest.mark.deep) for name in PAGES])
def test_controls_are_high_enough_for_a_finger_and_the_tab_is_named_by_what_it_shows(
    tab: Tab, phone: Phone, named: str
) -> None:
    address, shown, called = PAGES[named]
    tab.open(f"{address}{'&' if '?' in address else '?'}lang=zh")
    tab.page.locator(shown).first.wait_for()
    expect(tab.page).to_have_title(re.compile(re.escape(called)))
    assert phone.taps == 0
    assert tab.page.evaluate(LOW) == []
    assert tab.page.evaluate(FOLDED) == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.deep
@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_in_any_page_at_any_width(tab: Tab, lang: str, scheme: Literal["light", "dark"]) -> None:
    tab.page.emulate_media(color_scheme=scheme)
    wrong = []
    for name, (address, shown, _) in PAGES.items():
        for width in (390, 1366):
            tab.page.set_viewport_size({"width": width, "height": 900})
            tab.open(f"{address}{'&' if '?' in address else '?'}lang={lang}")
            tab.page.locator(shown).first.wait_for()
            settle(tab.page)
            faults = Axe().run(tab.page).response["violations"]
            wrong += [(name, width, each["id"], node["html"][:160]) for each in faults for node in each["nodes"]]
    assert wrong == []
