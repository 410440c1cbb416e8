"""排名 and 审计: each page's main task in a browser, in both languages, and what a baseline and waivers take out."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from paipu.analytics.events import asked_of
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.report.publication import publication, published_page
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.events import findings_of
from paipu.dashboard.given import BASELINE_VARIABLE, WAIVERS_VARIABLE, WAREHOUSE_VARIABLE
from paipu.dashboard.links import Scope, standings_link
from paipu.dashboard.text import t
from paipu.replay.event.words import part_title, stage_title
from paipu.replay.text import Lang, in_language
from tests.analytics.test_events import event_file, of_claims, written
from tests.dashboard.conftest import Tab, served, tab_on
from tests.dashboard.test_pages import overview, shown
from tests.made import event_of

HOSTILE = {
    "样例分组赛 3 Sample groups 3": "<script>window.pwned=1</script>",
    "南山1队": "<img src=x onerror=window.pwned=2>",
    "青松1队": '=HYPERLINK("http://192.0.2.1","x")',
    "长风1队": "𠮷" * 150,
    "唐志强": "\u202egnirts\u2066 desrever",
    "江建国": "A" * 180,
}
"""What names of the event are replaced by: every test of these pages is one of such names too."""


def renamed(made: Any) -> Any:
    """A document with the hostile names."""
    text = json.dumps(made, ensure_ascii=False)
    for name, other in HOSTILE.items():
        text = text.replace(json.dumps(name, ensure_ascii=False), json.dumps(other, ensure_ascii=False))
    return json.loads(text)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with an event of two groups and a final, of which one published cell is wrong."""
    folder = tmp_path_factory.mktemp("cup")
    document, records = map(renamed, event_of("groups", 3))
    document["published"][0]["rows"][1]["points"] += 1
    with Warehouse.open(folder / "w") as warehouse:
        load([written(folder, "all.ndjson", *of_claims(records))], warehouse, event=event_file(folder, document))
    return folder / "w"


@pytest.fixture(scope="module")
def cup_server(cup: Path) -> Iterator[str]:
    with served(cup) as address:
        yield address


@pytest.fixture
def cup_tab(page: Page, cup_server: str) -> Iterator[Tab]:
    with tab_on(page, cup_server) as opened:
        yield opened


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.deep)])
def test_from_a_published_cell_that_differs_to_the_match_behind_it(cup_tab: Tab, lang: Lang) -> None:
    page = cup_tab.open(f"standings?lang={lang}").page
    expect(page.locator(".ev h2.title")).to_have_count(3)
    page.locator(".ev .chips a", has_text=in_language(part_title("preliminary", "A"), lang)).click()
    cup_tab.until_address("part=")
    expect(page.locator(".ev h2.title")).to_have_count(1)
    wrong = page.locator(".ev .published tr", has=page.locator(".wrong"))
    expect(wrong.locator(".wrong")).to_contain_text("≠")
    wrong.locator("summary").click()
    wrong.locator("li a").first.click()
    cup_tab.until_address("replay?match=")
    page.locator(".pp[data-ply]").wait_for()
    page.go_back()
    expect(page.locator(".ev .published .wrong")).to_have_count(1)


@pytest.mark.deep
@pytest.mark.browser
def test_hostile_names_are_only_text_on_every_page(cup_tab: Tab) -> None:
    drawn = {
        "": ".unusual",
        "standings": ".ev",
        "audit": ".audit",
        "rulings": "nav.queue",
        "players": ".units",
        "data": ".data",
    }
    for name, there in drawn.items():
        page = cup_tab.open(f"{name}?lang=zh").page
        page.locator(there).first.wait_for()
        assert page.evaluate("window.pwned") is None, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert page.locator(".overview img, .ev img, .overview script, nav.queue img").count() == 0, name
    page = cup_tab.open("standings?lang=zh").page
    expect(page.locator(".ev")).to_contain_text(HOSTILE["南山1队"])


@pytest.mark.deep
@pytest.mark.browser
def test_by_keyboard_alone_a_group_is_chosen_and_how_a_place_came_about_is_read(cup_tab: Tab) -> None:
    page = cup_tab.open("standings?lang=zh").page
    expect(page.locator(".ev h2.title")).to_have_count(3)
    cup_tab.reach(".ev .chips a[href*='part=']:not([aria-current])")
    page.keyboard.press("Enter")
    cup_tab.until_address("part=")
    expect(page.locator(".ev h2.title")).to_have_count(2)
    cup_tab.reach(".ev summary")
    page.keyboard.press("Enter")
    expect(page.locator(".ev details[open]")).to_have_count(1)


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["en", pytest.param("zh", marks=pytest.mark.deep)])
def test_from_the_counts_of_the_audit_to_one_finding_and_what_it_is_about(cup_tab: Tab, lang: Lang) -> None:
    page = cup_tab.open(f"audit?lang={lang}").page
    expect(page.locator(".ev h1.verdict")).to_have_text(t("audit.verdict", lang, error=1, warning=0, note=page_notes(page)))
    page.locator(".ev .counts .check", has_text=("公布的数值错误" if lang == "zh" else "Wrong figure published")).click()
    cup_tab.until_address("check=EVENT-FIGURE")
    expect(page.locator(".ev .found li")).to_have_count(1)
    page.locator(".ev .found a").click()
    cup_tab.until_address("standings?", "part=")
    expect(page.locator(".ev h2.title")).to_have_count(1)
    expect(page.locator(".ev .published .wrong")).to_have_count(1)


def page_notes(page: Any) -> int:
    """How many notes the page counts: hands without plays leave much open."""
    page.locator(".ev .chips a").first.wait_for()
    return int(page.locator(".ev .chips a b").last.text_content())


def audit_page(monkeypatch: pytest.MonkeyPatch, cup: Path, **query: str) -> str:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    app = AppTest.from_function(_audit, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def _audit() -> None:
    from paipu.dashboard.pages import audit

    audit.page()


def test_a_baseline_and_waivers_take_findings_out_of_the_count(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader(cup)
    mark = reader.query("SELECT fingerprint FROM event_findings WHERE code = 'EVENT-FIGURE' ORDER BY ALL").item()
    assert "Errors 1," in audit_page(monkeypatch, cup, lang="en")
    signed = [{"fingerprint": mark, "author": "Wu <b>", "reason": "typo", "date": "2026-05-01"}]
    (tmp_path / "w.json").write_text(json.dumps(signed), encoding="utf-8")
    monkeypatch.setenv(WAIVERS_VARIABLE, str(tmp_path / "w.json"))
    shown = audit_page(monkeypatch, cup, lang="en", check="EVENT-FIGURE")
    assert "Errors 0," in shown
    assert "waived by Wu &lt;b&gt;, 2026-05-01: typo" in shown
    monkeypatch.delenv(WAIVERS_VARIABLE)
    (tmp_path / "b.ndjson").write_text(f'{{"format": "paipu-baseline/1"}}\n"{mark}"\n', encoding="utf-8")
    monkeypatch.setenv(BASELINE_VARIABLE, str(tmp_path / "b.ndjson"))
    assert "in the baseline" in audit_page(monkeypatch, cup, lang="en", check="EVENT-FIGURE")
    (tmp_path / "b.ndjson").write_text("nothing", encoding="utf-8")
    assert "is damaged: Expecting value" in audit_page(monkeypatch, cup, lang="en")


def test_a_finding_opens_its_part_of_the_event_from_wherever_it_is_listed(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, group = Reader(cup).query("SELECT stage, group_name FROM event_findings ORDER BY ALL").row(0)
    address = standings_link(
        {"event": "sample-groups-3", "stage": stage, "group_name": group, "round": None, "event_table": None}, "en"
    )
    assert urlencode({"part": f"{stage}/{group}"}) in address
    assert escape(address) in audit_page(monkeypatch, cup, lang="en", check="EVENT-FIGURE")
    assert escape(address) in shown(overview(code="EVENT-FIGURE", lang="en"))


def test_the_table_that_the_address_names_is_marked(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    for part, marked in (
        ({"part": "preliminary", "round": "2", "table": "1"}, 4),
        ({"part": "final", "round": "1", "table": "1"}, 1),
    ):
        found = AppTest.from_function(_standings, default_timeout=60)
        for name, value in {**part, "lang": "en"}.items():
            found.query_params[name] = value
        found.run()
        shown = "\n".join(str(element.proto.body) for element in found.get("html"))
        assert len(re.findall(r'class="[^"]*\basked"', shown)) >= marked
        assert "<details open>" in shown


@pytest.mark.parametrize(
    "address", [{"part": "nowhere"}, {"account": "mine"}, {"round": "99"}, {"table": "nine", "round": "1"}, {"table": "1"}]
)
def test_a_filter_that_names_nothing_is_said(cup: Path, address: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    found = AppTest.from_function(_standings, default_timeout=60)
    for name, value in {**address, "lang": "en"}.items():
        found.query_params[name] = value
    found.run()
    shown = "\n".join(str(element.proto.body) for element in found.get("html"))
    assert next(iter(address.values())) in shown
    assert "which there is not here" in shown
    assert "without it" in shown
    assert re.findall(r'class="notice error".*?href="([^"]*)"', shown)[0].startswith("./standings?")
    assert 'class="standings"' not in shown


def standings_page(monkeypatch: pytest.MonkeyPatch, cup: Path, **query: str) -> AppTest:
    """The page 排名 at an address."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    app = AppTest.from_function(_standings, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def markup_of(app: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def test_results_by_round_open_their_matches_and_their_teams(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _ = event_of("groups", 3)
    tables = [each["table"] for stage in document["stages"] for played in stage["rounds"] for each in played["tables"]]
    shown = markup_of(standings_page(monkeypatch, cup, lang="en", show="results"))
    assert len(re.findall(r'<td class="score whole"><a href="replay\?match=', shown)) == len(tables)
    assert 'class="standings"' not in shown
    assert 'href="./standings?show=results&amp;team=' in shown


def test_a_team_has_a_page_of_its_rounds_and_players(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _ = map(renamed, event_of("groups", 3))
    team = document["teams"][1]
    shown = markup_of(standings_page(monkeypatch, cup, lang="en", team=team["id"]))
    assert escape(team.get("name", team["id"])) in shown
    for player in team["players"]:
        assert escape(f"players?{urlencode({'by': 'player', 'u': player['id'], 'lang': 'en'})}") in shown
    mine = [t for s in document["stages"] for r in s["rounds"] for t in r["tables"] if team["id"] in t["sides"].values()]
    assert shown.count('<td class="score whole">') == len(mine)
    assert "which there is not here" in markup_of(standings_page(monkeypatch, cup, lang="en", team="nobody"))


def test_after_a_round_the_page_is_what_was_true_then(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = markup_of(standings_page(monkeypatch, cup, lang="en", part="preliminary/A", after="1"))
    last = markup_of(standings_page(monkeypatch, cup, lang="en", part="preliminary/A"))
    assert "after round 1" in first
    assert "after round 1" not in last
    assert {*re.findall(r'<td class="n place">.*?</th><td class="n">(\d)</td>', first, re.DOTALL)} == {"1"}
    assert {*re.findall(r'<td class="n place">.*?</th><td class="n">(\d)</td>', last, re.DOTALL)} == {"3"}
    assert "which there is not here" in markup_of(standings_page(monkeypatch, cup, lang="en", after="9"))


@pytest.mark.browser
def test_what_is_published_from_the_page_is_what_the_command_writes(cup_tab: Tab, cup: Path, tmp_path: Path) -> None:
    """The files of the page, and no script, picture or address in the HTML; names are text."""
    page = cup_tab.open("standings?lang=zh").page
    for form in ("html", "xlsx", "csv"):
        with page.expect_download() as waiting:
            page.locator(f".st-key-publish\\.{form} button, .st-key-publish-{form} button").click()
        waiting.value.save_as(tmp_path / f"t.{form}")
    made = (tmp_path / "t.html").read_text(encoding="utf-8")
    assert "按牌谱重算" in made
    assert not re.search(r"<(script|img|link)\b", made)
    found = asked_of(Reader(cup), "sample-groups-3")
    assert found is not None
    assert made == published_page(publication(found, "computed"), "zh")
    assert (tmp_path / "t.xlsx").read_bytes().startswith(b"PK")
    assert (tmp_path / "t.csv").read_text(encoding="utf-8-sig").startswith("stage,group,form,place,team")


def _standings() -> None:
    from paipu.dashboard.pages import standings

    standings.page()


def test_the_stages_of_the_overview_stand_in_the_order_of_the_event(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    stages = Reader(cup).query("SELECT stage FROM event_stages ORDER BY stage_index")["stage"].to_list()
    assert stages != sorted(stages)
    titles = [in_language(stage_title(stage), "en") for stage in stages]
    for event in ({}, {"event": "sample-groups-3"}):
        rows = re.findall(r'<span class="name">([^<]*?) · ', shown(overview(lang="en", **event)))
        assert list(dict.fromkeys(rows)) == titles


def test_the_stages_of_the_audit_stand_in_the_order_of_the_event(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    stages = findings_of(Scope())["stage"].drop_nulls().unique(maintain_order=True).to_list()
    assert stages == Reader(cup).query("SELECT stage FROM event_stages ORDER BY stage_index")["stage"].to_list()


def test_what_an_event_says_of_a_match_marks_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, records = event_of("individual", 3)
    records[0]["event"]["table"] = "99"
    with Warehouse.open(tmp_path / "w") as warehouse:
        load([written(tmp_path, "all.ndjson", *records)], warehouse, event=event_file(tmp_path, document))
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "w"))
    assert Reader(tmp_path / "w").query("SELECT code, match FROM event_findings ORDER BY ALL").rows() == [
        ("EVENT-TABLE", records[0]["id"])
    ]
    markup = shown(overview(lang="en"))
    told = [
        title for severity, title in re.findall(r'<a class="cell (\w+)"[^>]*title="([^"]*)"', markup) if severity == "error"
    ]
    assert told == [t("overview.cell", "en", match=records[0]["id"], findings="1 finding")]
    hands = [hand for each in records for hand in each["hands"]]
    plays = sum(len(trick.split()) - 1 for hand in hands for trick in hand["tricks"])
    counted = t("overview.contents", "en", matches=len(records), hands=len(hands), plays=f"{plays:,}", clean=len(records) - 1)
    assert counted in markup


def test_the_clauses_that_are_offered_first_are_those_of_the_sheet_that_was_played(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(cup))
    app = AppTest.from_function(_data, default_timeout=60).run()
    assert not app.exception
    assert app.selectbox(key="data.sheet").value == "guandan-3"


def _data() -> None:
    from paipu.dashboard.pages import data

    data.page()
