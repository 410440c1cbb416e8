"""查牌: boxes and the line are one expression, what is found is gone through, and what cannot be read is shown at its place."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from paipu.analytics import collected
from paipu.analytics.conditions import KINDS, NAMES, Condition, read
from paipu.analytics.filters import Filters
from paipu.analytics.find import find
from paipu.analytics.reader import Reader
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.pages.find import BOXES
from paipu.dashboard.study import narrow
from tests.dashboard.conftest import Tab, settle


def _page() -> None:
    from paipu.dashboard.app import PAGES
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    next(page for page in PAGES if page.name == "find").draw()


def shown(warehouse: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> str:
    """The markup of the page at an address."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(warehouse))
    app = AppTest.from_function(_page, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return "\n".join(str(each.proto.body) for each in app.get("html"))


@pytest.mark.browser
def test_boxes_make_the_line_and_n_goes_through_what_is_found(tab: Tab) -> None:
    tab.open("find?lang=en&sheet=shengji")
    tab.page.locator(".boxes a", has_text="ruff").click()
    tab.page.locator(".boxes a[aria-current]", has_text="ruff").wait_for()  # until then the others do not say it
    tab.page.locator(".boxes a", has_text="attack").or_(tab.page.locator(".boxes a", has_text="won")).first.click()
    tab.until_address("find=ruff+and+won")
    expect(tab.page.locator(".st-key-find\\.line input, [aria-label=Conditions]").first).to_have_value("ruff and won")
    settle(tab.page)  # a link that is drawn anew under the click leads nowhere
    tab.page.locator(".counted ol a").first.click()
    tab.until_address("/replay", "find=ruff+and+won", "ply=")
    tab.page.locator(".pp[data-ply]").wait_for()
    expect(tab.page.locator(".wanted")).to_contain_text("ruff and won")


def test_what_is_found_is_what_the_command_finds(warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = find(Reader(warehouse), read("ruff and lost"), Filters(), sheet="shengji")
    markup = shown(warehouse, monkeypatch, find="毙 且 负", sheet="shengji", lang="en")
    assert f"ruff and lost: {found.total} hand" in markup
    assert markup.count("replay?match=") == min(found.total, 100) > 0
    assert "aria-current" in markup.partition("ruff</a>")[0].rpartition("<a")[2]


def test_what_cannot_be_read_is_shown_at_its_place(warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    markup = shown(warehouse, monkeypatch, find="bomb<img src=x> and lots", lang="en")
    assert "character 6, bomb&lt;▸img" in markup
    assert "<img" not in markup
    assert "What can be asked" in markup


def test_a_sheet_has_the_boxes_that_it_can_meet(warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    markup = shown(warehouse, monkeypatch, sheet="guandan-1", find="tractor and won", lang="en")
    assert "bomb&gt;=6" in markup
    assert ">throw<" not in markup
    assert "On this sheet there is never: tractor" in markup


def test_every_box_is_a_condition_that_reads_back() -> None:
    assert all(isinstance(box, Condition) for box in BOXES)
    assert {box.key for box in BOXES if isinstance(box, Condition)} <= {*KINDS} == {*NAMES}


def test_an_address_names_a_search_or_none() -> None:
    sought = narrow.listing_in({"find": "won", "for": "p01", "level": "5"})
    assert sought == narrow.Sought("won", "p01", Filters(members=("p01",), level="5"))
    assert narrow.listing_in({"find": "won"}) == narrow.Sought("won", None, Filters())
    assert narrow.listing_in({"find": "bomb>="}) is None
    assert narrow.said({"find": "won", "q": "x"}) == {"find": "won"}


def test_a_collection_is_shown_with_its_notes(warehouse: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = collected.Collections().added("难", [collected.KeptPlace(match="m", hand=2, ply=3, note="<b>x")])
    (tmp_path / "kept.json").write_bytes(collected.written(kept))
    monkeypatch.setattr(collected, "file_beside", lambda _: tmp_path / "kept.json")
    markup = shown(warehouse, monkeypatch, collection="难", lang="en")
    assert "match=m&amp;hand=2&amp;ply=3&amp;collection=" in markup
    assert "&lt;b&gt;x" in markup
    assert "collection=%E9%9A%BE" in shown(warehouse, monkeypatch, lang="en")
    assert "there is no collection y" in shown(warehouse, monkeypatch, collection="y", lang="en")
    assert narrow.listing_in({"collection": "难"}) == narrow.Collected("难")


def at(warehouse: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> AppTest:
    """The page at an address, to be used."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(warehouse))
    app = AppTest.from_function(_page, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a collection of three places."""
    path = tmp_path / "kept.json"
    places = [collected.KeptPlace(match="m", hand=hand, note=f"note {hand}") for hand in (1, 2, 3)]
    path.write_bytes(collected.written(collected.Collections().added("难", places).added("易", places[:1])))
    monkeypatch.setattr(collected, "file_beside", lambda _: path)
    return path


def noted(path: Path, name: str = "难") -> list[tuple[int, str]]:
    return [(place.hand, place.note) for place in collected.read(path).named(name).places]


def test_a_place_is_noted_moved_and_taken_out(warehouse: Path, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    app = at(warehouse, monkeypatch, collection="难", place="2", lang="en")
    app.text_area[0].input("<b>look")
    next(each for each in app.button if each.label == "Save the note").click()
    app.run()
    assert noted(kept) == [(1, "note 1"), (2, "<b>look"), (3, "note 3")]
    assert "&lt;b&gt;look" in "\n".join(str(each.proto.body) for each in app.get("html"))
    next(each for each in app.button if each.label == "↑ Earlier").click().run()
    assert [hand for hand, _ in noted(kept)] == [2, 1, 3]
    assert app.query_params["place"] == "1"
    next(each for each in app.button if each.label == "Take out").click().run()
    assert [hand for hand, _ in noted(kept)] == [1, 3]
    assert "place" not in app.query_params
    assert not app.exception


def test_a_collection_is_renamed_and_removed(warehouse: Path, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    app = at(warehouse, monkeypatch, collection="难", lang="en")
    app.text_input(key="kept.rename.难").input("易")
    next(each for each in app.button if each.label == "Rename").click().run()
    assert "there is a collection “易” already" in "\n".join(str(each.proto.body) for each in app.get("html"))
    app.text_input(key="kept.rename.难").input("很难")
    next(each for each in app.button if each.label == "Rename").click().run()
    assert app.query_params["collection"] == "很难"
    assert [each.name for each in collected.read(kept).collections] == ["很难", "易"]
    app.checkbox(key="kept.sure.很难").check().run()
    app.button(key="kept.remove").click().run()
    assert [each.name for each in collected.read(kept).collections] == ["易"]
    assert not app.exception


def test_what_is_found_is_kept_under_a_name(warehouse: Path, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    app = at(warehouse, monkeypatch, find="ruff", sheet="shengji", lang="en")
    keep = next(each for each in app.button if each.label == "Keep")
    keep.click().run()
    assert "Choose a collection, or name a new one." in "\n".join(str(each.proto.body) for each in app.get("html"))
    app.text_input(key="kept.found.new").input(" 毙 ")
    next(each for each in app.button if each.label == "Keep").click().run()
    found = find(Reader(warehouse), read("ruff"), Filters(), sheet="shengji").rows
    assert {place.key for place in collected.read(kept).named("毙").places} == {
        *found.select("match", "hand", "ply").iter_rows()
    }
    assert "collection=%E6%AF%99" in "\n".join(str(each.proto.body) for each in app.get("html"))
    assert not app.exception


def test_a_file_of_collections_is_taken_in(warehouse: Path, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    app = at(warehouse, monkeypatch, lang="en")
    more = collected.Collections().added("易", [collected.KeptPlace(match="n", hand=9)])
    for raw, said in ((collected.written(more), "Imported 1 collection, 1 place."), (b"{}x", "mine.json/")):
        app.file_uploader[0].upload("mine.json", raw, "application/json").run()
        app.button(key="kept.import").click().run()
        assert said in "\n".join(str(each.proto.body) for each in app.get("html"))
    assert [hand for hand, _ in noted(kept, "易")] == [1, 9]
    assert not app.exception
