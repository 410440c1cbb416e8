"""A match as one HTML file: opened without a server, it steps through its hands and loads nothing, whatever the record says."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from paipu.dashboard.table.alone import SCRIPTS, heading, page
from paipu.dashboard.table.assets import FOLDER
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from tests.cli.conftest import Paipu, paipu
from tests.made import match_of, must_parse

__all__ = ["paipu"]

HOSTILE = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


def read(document: object) -> Parsed:
    return must_parse(document)


@pytest.mark.browser
def test_a_match_is_stepped_through_without_a_server(browser: Browser, tmp_path: Path) -> None:
    document = match_of(3, 1, "guandan-1", 2)
    document["event"] = {**document.get("event", {}), "name": HOSTILE}
    document["seats"]["E"]["name"] = HOSTILE
    document["hands"][1]["tricks"][0] += " -"  # one pass too many
    parsed = read(document)
    (path := tmp_path / "match.html").write_text(page(parsed, range(2), "zh"), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 390, "height": 844})
    asked, wrong = list[str](), list[str]()
    tab.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(path.as_uri())
    table = tab.locator(".pp")
    expect(table).to_have_attribute("data-ply", "0")
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-ply", "3")
    tab.wait_for_url("**/match.html#1.3")
    tab.keyboard.press("n")  # the next finding stands in the other hand
    expect(tab.locator(".pp .finding").first).to_be_visible()
    tab.wait_for_url(re.compile(r"#2\.\d+$"))
    assert tab.locator(".pp .rule, .pp .ask, .pp button.alt").count() == 0  # nobody is there who would answer
    assert Axe().run(tab).response["violations"] == []
    tab.reload()
    expect(tab.locator(".pp .finding").first).to_be_visible()
    assert tab.title() == heading(parsed.record, "zh")
    assert HOSTILE in tab.title()
    assert {*asked} <= {"file", "data"}
    assert wrong == []
    tab.close()


def test_all_scripts_that_are_imported_are_in_the_page() -> None:
    wanted = set()
    for name in SCRIPTS:
        script = (FOLDER / name).read_text(encoding="utf-8")
        here = (FOLDER / name).parent
        wanted |= {(here / each).resolve() for each in re.findall(r'from ?"(\.[^"]+)"', script)}
    assert wanted <= {(FOLDER / name).resolve() for name in SCRIPTS}


def test_the_command_writes_a_match_or_one_hand(paipu: Paipu, tmp_path: Path) -> None:
    document = match_of(3, 1, "shengji", 2)
    (path := tmp_path / "one.ndjson").write_text(json.dumps(document), encoding="utf-8")
    target = tmp_path / "one.html"
    assert paipu("replay", path, "--html", target, "--lang", "en").exit_code == 0
    assert target.read_text(encoding="utf-8") == page(read(document), range(2), "en")
    assert t("app.no_script", "en") in target.read_text(encoding="utf-8")
    second = document["hands"][1]["no"]
    assert paipu("replay", path, "--html", target, "--hand", second).exit_code == 0
    assert target.read_text(encoding="utf-8") == page(read(document), (1,), "zh")
    assert paipu("replay", path, "--html", target, "--ply", 1).exit_code == 2
    assert paipu("replay", path, "--html", path).exit_code == 2
