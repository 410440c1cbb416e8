"""What stands around every page: its name and style at the first paint, addresses that are none, and what all pages look at."""

import re
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from paipu.dashboard import shell
from paipu.dashboard.app import PAGES
from paipu.dashboard.table import assets
from paipu.dashboard.text import t
from paipu.replay.text import LANGS, Lang
from tests.dashboard.asking import ask
from tests.dashboard.conftest import Tab

SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(seen => {
        for (const shift of seen.getEntries()) window.shifted += shift.value;
    }).observe({type: "layout-shift", buffered: true});
}"""
MOST_SHIFTED = 0.1
SHOWN = (
    ("?lang=zh", ".unusual"),
    ("?lang=en&event=spring26", ".unusual"),
    ("data?lang=en", ".clauses"),
    ("replay?match=spring26/r1/t02&hand=2&ply=26&lang=zh", ".pp[data-ply]"),
)
"""Addresses, and what comes last there."""

PUBLISHED = {
    "lit-html.js": "b878e7f95dec8a9b6e9b217faca6b6a11bad82ebc44c0caa77419ed83edd81f2",
    "directive.js": "3344c4f41c69cd0701d3937e8f9ef90bd845614bf6456d0b8314b7c51d415b9d",
    "directive-helpers.js": "f7fb1154b8f72ed2cc08b05eaeed71c99270e9ad2d48620ed24688a1af4c2b62",
    "directives/guard.js": "8534c98865e29fb6c0c03acb1948ef6597f17ffe2c8ebfda4f153bfb8f79e215",
    "directives/keyed.js": "0c5ba1cb7890b36b30b841d2496e517d3eeb4d131cdd9abdce40fd50d7824514",
    "directives/repeat.js": "083140026ecd8665fedd15b17769f9d516252a9f1502f1e91e6967686ee82626",
}
"""SHA-256 of the files of lit-html 3.3.3."""


def test_the_library_of_the_card_table_is_as_it_was_published() -> None:
    folder = assets.FOLDER / "lit"
    found = {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.js")}
    assert found == PUBLISHED
    assert {f"lit/{name}" for name in found} < set(assets.SCRIPTS)


def test_every_page_has_an_address_of_its_own() -> None:
    assert {f"/{page.name}" for page in PAGES} <= shell.PAGES
    assert PAGES[0].name == shell.FIRST


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_comes_with_its_name_style_and_language(server: str, lang: Lang) -> None:
    for path in ("/", "/replay"):
        body = ask(server, f"{path}?lang={lang}").body.decode()
        assert f'<html lang="{shell.DOCUMENT_LANG[lang]}"' in body
        assert f"<title>{shell.NAME}</title>" in body
        assert "--frame-high" in body.partition("</head>")[0]
        assert t("app.no_script", lang) in body
        assert "agent" not in body
        assert "You need to enable JavaScript" not in body


def test_the_first_page_has_another_name(server: str) -> None:
    answer = ask(server, "/overview?lang=en&event=a%20b")
    assert answer.status == 307
    assert answer.headers["location"] == "./?lang=en&event=a%20b"


def test_the_card_tables_files_have_an_address_that_changes_with_them(server: str) -> None:
    for name in (*assets.SCRIPTS, *assets.STYLES):
        answer = ask(server, assets.address(name))
        assert answer.status == 200
        assert answer.body == (assets.FOLDER / name).read_bytes()
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].partition(";")[0] == ("text/css" if name.endswith("css") else "text/javascript")
    for path in ("/table/0/mount.js", f"/table/{assets.version()}/component.py", f"/table/{assets.version()}/..%2fgate.py"):
        assert ask(server, path).status in {400, 404}


@pytest.mark.parametrize("path", ["/nowhere", "/replay/more", "/pages", "/__init__", "/index.php", "/overview.html"])
def test_an_unknown_address_is_said_to_be_none_in_the_readers_language(server: str, path: str) -> None:
    for lang in LANGS:
        answer = ask(server, f"{path}?lang={lang}")
        assert answer.status == 404
        assert [t("app.unknown", each) in answer.body.decode() for each in LANGS] == [each == lang for each in LANGS]
    both = ask(server, f"{path}?lang=<b>").body.decode()
    assert all(t("app.unknown", each) in both for each in LANGS)
    assert "<b>" not in both


@pytest.mark.deep
@pytest.mark.browser
@pytest.mark.parametrize("size", [(360, 780), (1366, 768), (2560, 1440)], ids=str)
def test_nothing_moves_while_a_page_comes(new_tab: Tab, size: tuple[int, int]) -> None:
    new_tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    new_tab.page.add_init_script(f"({SHIFTS})()")
    for address, last in SHOWN:
        new_tab.open(address)
        new_tab.page.locator(last).last.wait_for()
        new_tab.page.wait_for_timeout(400)
        assert new_tab.page.evaluate("shifted") <= MOST_SHIFTED, address


@pytest.mark.browser
def test_the_document_follows_the_language(tab: Tab) -> None:
    tab.open("?lang=zh")
    expect(tab.page.locator("#mark")).to_have_text("牌谱")
    expect(tab.page.locator("html")).to_have_attribute("lang", "zh-CN")
    tab.page.locator(".st-key-language").get_by_text("English").click()
    expect(tab.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.deep
@pytest.mark.browser
def test_event_and_sheet_stay_in_the_address_from_page_to_page(tab: Tab) -> None:
    tab.open("?lang=zh&event=spring26")
    tab.page.get_by_role("combobox", name="规则").click()
    tab.page.get_by_role("option", name="升级（拖拉机）", exact=True).click()
    tab.until_address("event=spring26", "sheet=shengji")
    tab.page.get_by_role("link", name="牌谱", exact=True).first.click()
    tab.page.wait_for_url(re.compile("/replay"))
    tab.until_address("event=spring26", "sheet=shengji", "lang=zh")
    tab.page.get_by_role("link", name="总览", exact=True).click()
    tab.page.wait_for_url(re.compile(r"/\?"))
    tab.until_address("event=spring26", "sheet=shengji")
    assert parse_qs(urlsplit(tab.page.url).query)["sheet"] == ["shengji"]


@pytest.mark.deep
@pytest.mark.browser
def test_an_event_that_is_not_there_is_said_and_no_page_drawn(tab: Tab) -> None:
    tab.open(f"?lang=en&event={'%3Cb%3Enone'}")
    expect(tab.page.locator(".notice.error")).to_contain_text("<b>none")
    expect(tab.page.locator("h2, h3")).to_have_count(0)
    tab.until_address("event=%3Cb%3Enone")
