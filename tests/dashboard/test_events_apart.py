"""Events of one name are different events, chosen, listed, linked and counted by their ids; and what filters leave."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from paipu.analytics.pipeline import load
from paipu.analytics.rulings import Given, On
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.text import t
from paipu.replay.text import Lang
from paipu.samples.event import FORMS, Event
from tests.analytics.ruler import put
from tests.analytics.test_events import event_file, written
from tests.dashboard.conftest import served, tab_on
from tests.dashboard.test_pages import notices, overview, run, shown
from tests.made import must_parse

NAME = "春季杯 <b>Cup"
YEARS = ("spring24", "spring25", "spring26")
Document = dict[str, Any]


def yearly(event: str) -> tuple[Document, list[Document]]:
    """A small event that has the same name every year, stages and tables too, with two teams that have one name."""
    teams = [{"id": "a", "name": "红队"}, {"id": "b", "name": "红队"}]
    rounds = [{"no": 1, "tables": [{"table": "1", "sides": {"EW": "a", "NS": "b"}}]}]
    terms = {"at_time": "higher_level", "match_points": {"win": 2, "draw": 1, "loss": 0}, "rank_by": ["match_points"]}
    stages = [{"id": "all", "form": "table", "rounds": rounds, **terms}]
    published = [
        {"stage": "all", "rows": [{"place": 2, "team": "a", "match_points": 0}, {"place": 1, "team": "b", "match_points": 9}]}
    ]
    document = {"format": "paipu-event/1", "id": event, "name": NAME, "sheet": "guandan-1", "teams": teams, "stages": stages}
    seats = {seat: {"id": seat, "team": "a" if seat in "EW" else "b"} for seat in "ENWS"}
    place = {
        "id": event,
        "name": NAME,
        "stage": "all",
        "round": 1,
        "table": "1",
        "started": f"20{event[-2:]}-04-05T09:00:00+08:00",
    }
    hand = {"no": 1, "level": "2", "claims": {"finish": "EWNS"}}
    record = {"format": "paipu/1", "id": f"{event}/1", "sheet": "guandan-1", "event": place, "seats": seats}
    claims = {"reason": "time", "winner": "EW", "levels": {"EW": "5", "NS": "2"}}
    return {**document, "published": published}, [{**record, "hands": [hand], "claims": claims}]


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three years, in the second of which a match is there in two versions, and an input that nobody can read."""
    folder = tmp_path_factory.mktemp("years")
    for event in YEARS:
        document, records = yearly(event)
        paths = [written(folder, f"{event}.ndjson", *records)]
        if event == "spring25":
            paths.append(written(folder, "again.ndjson", {**records[0], "extra": {"again": 1}}, {"format": "paipu/1"}))
        with Warehouse.open(folder / "w") as warehouse:
            load(paths, warehouse, event=event_file(folder, document))
    return folder / "w"


@pytest.fixture
def on_years(years: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(years))


@pytest.mark.usefixtures("on_years")
@pytest.mark.parametrize(("lang", "sheet"), [("zh", "掼蛋（一）"), ("en", "Guandan 1")])
def test_lists_tell_events_of_one_name_apart_by_date_id_and_sheet(lang: Lang, sheet: str) -> None:
    app = overview(lang=lang)
    titles = [f"{NAME} · 20{event[-2:]}-04-05 · {event} · {sheet}" for event in reversed(YEARS)]
    assert app.selectbox(key="scope.event").options == titles
    rows = re.findall(r'<span class="name"><a href="([^"]*)">(.*?)</a>', shown(app))
    assert {unescape(name): unescape(link) for link, name in rows} == {
        title: f"./?event={event}&lang={lang}" for title, event in zip(titles, reversed(YEARS), strict=True)
    }
    published = re.findall(
        r'<a class="entry[^"]*" href="\./standings\?event=(\w+).*?<span class="where soft">(.*?)</span>', shown(app)
    )
    assert published
    assert all(event in where for event, where in published)


@pytest.mark.usefixtures("on_years")
def test_the_audit_of_several_events_counts_by_event_and_pools_no_rounds() -> None:
    app = run(AppTest.from_function(_audit, default_timeout=60), {"lang": "en"})
    found = dict(re.findall(r'<a class="check" href="\./audit\?event=(\w+)&[^"]*".*?<b>(\d+)</b>', shown(app)))
    assert found.keys() == set(YEARS)
    assert t("audit.by.round", "en") not in shown(app)
    one = run(AppTest.from_function(_audit, default_timeout=60), {"lang": "en", "event": "spring25"})
    assert t("audit.by.round", "en") in shown(one)


def _audit() -> None:
    from paipu.dashboard.pages import audit
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    audit.page()


@pytest.mark.usefixtures("on_years")
@pytest.mark.parametrize(
    ("asked", "refused", "twice"), [({}, 1, 1), ({"event": "spring25"}, 0, 1), ({"event": "spring26"}, 0, 0)]
)
def test_what_is_unusual_is_that_of_what_is_looked_at(asked: dict[str, str], refused: int, twice: int) -> None:
    unusual = shown(overview(lang="en", **asked)).partition('class="unusual"')[2]
    assert unusual.count(t("overview.refused", "en")) == refused
    assert unusual.count(t("overview.superseded", "en")) == twice
    assert unusual.count("href=") == (unusual.count("lang=en") if not asked else unusual.count(f"event={asked['event']}"))


@pytest.mark.usefixtures("on_years")
@pytest.mark.parametrize("asked", [{"event": "<b>nope"}, {"sheet": "nope"}, {"event": "spring25", "sheet": "nope"}])
def test_what_is_not_there_is_said_with_a_way_on(asked: dict[str, str]) -> None:
    app = overview(lang="en", **asked)
    said = notices(app)
    assert "nope" in unescape(said)
    assert "<b>" not in said
    assert 'href="./?lang=en"' in said
    assert 'class="verdict"' not in shown(app)
    assert len(app.selectbox(key="scope.event").options) == len(YEARS)
    for name in asked:
        del app.query_params[name]
    app.run()  # the session keeps nothing of it
    assert not notices(app)
    assert 'class="verdict"' in shown(app)
    app.query_params["event"] = "nope"
    app.run().selectbox(key="scope.event").set_value("spring26").run()
    assert app.query_params["event"] == "spring26"
    assert not notices(app)


def test_sample_events_have_names_of_their_own() -> None:
    events = [Event(form, seed).document for form in FORMS for seed in (1, 2)]
    assert len({event["name"] for event in events}) == len({event["id"] for event in events}) == len(events)
    assert len({form.zh for form in FORMS.values()}) == len(FORMS)


@pytest.mark.usefixtures("on_years")
def test_teams_of_one_name_have_rows_and_cells_of_their_own() -> None:
    app = run(AppTest.from_function(_standings, default_timeout=60), {"lang": "zh", "event": "spring26"})
    names = re.findall(r'<tr class="line">.*?<summary>(.*?)</summary>', shown(app), re.DOTALL)
    assert names == ["红队 (a)", "红队 (b)"]
    cells = re.findall(r'<td class="n">\s*<a href="[^"]*"[^>]*>(胜|负)</a>', shown(app).partition('class="cross"')[2])
    assert cells == ["胜", "负"]


def _standings() -> None:
    from paipu.dashboard.pages import standings
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    standings.page()


def test_rulings_in_force_count_unless_others_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was published is held against the same, and is right: NS have been given the match."""
    document, records = yearly("spring26")
    document["published"][0]["rows"][1]["match_points"] = 2
    path = written(tmp_path, "all.ndjson", *records)
    read = must_parse(Path(path).read_bytes().splitlines()[0])
    ruling = {"hand": 1, "effect": {"winner": "NS"}}
    put(tmp_path / "rulings.ndjson", Given(act="issue", by="Wu", reason="left", on=On.of(read), ruling=ruling))
    with Warehouse.open(tmp_path / "w") as warehouse:
        load([path], warehouse, event=event_file(tmp_path, document))
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "w"))
    for asked, places in (({}, ["b", "a"]), ({"account": "computed"}, ["a", "b"]), ({"account": "ruled"}, ["b", "a"])):
        markup = shown(run(AppTest.from_function(_standings, default_timeout=60), {"lang": "zh", **asked}))
        assert re.findall(r"<summary>红队 \((.)\)</summary>", markup.partition('class="cross"')[0]) == places
        assert "共 4 格：核对 4 格，其中不符 0 格；未核对 0 格。" in markup
        assert "对照：按裁决。" in markup
        on = re.findall(r'aria-current="true">(.*?)</a>', markup)
        assert on == ["排名", "按牌谱重算" if asked.get("account") == "computed" else "按裁决"]


@pytest.fixture(scope="module")
def years_server(years: Path) -> Iterator[str]:
    with served(years) as address:
        yield address


@pytest.mark.browser
def test_who_picks_an_event_opens_that_one_and_stays_in_it(page: Page, years_server: str) -> None:
    with tab_on(page, years_server) as tab:
        tab.open("standings?lang=zh")
        page.locator('[data-testid="stSelectbox"] input').first.click()
        page.locator("[role=option]", has_text="spring24").click()
        tab.until_address("event=spring24")
        page.locator(".cross a").first.click()
        tab.until_address("replay?match=spring24", "event=spring24")
        expect(page.get_by_role("combobox").first).to_have_value(re.compile("spring24"))
        tab.until_address("replay?match=spring24", "event=spring24")
