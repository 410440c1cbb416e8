"""选手: from the search to a profile, to a comparison, and to a hand; and the figures, kept without asking anybody."""

import csv
import io
import re
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import parse_qs, quote

import polars as pl
import pytest
import streamlit as st
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from paipu.analytics import luck, partners, ratings
from paipu.analytics.filters import Filters
from paipu.analytics.matches import matches_of
from paipu.analytics.reader import Reader
from paipu.analytics.statistics import statistics
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.links import Scope, WrongLink
from paipu.dashboard.pages.players import cell_of, changing, strip, unlike, unrated
from paipu.dashboard.study import ask, figures, narrow
from paipu.dashboard.study.course import flow_of, table
from paipu.dashboard.study.headline import first_rows, forms
from paipu.dashboard.study.pictured import band_name
from paipu.dashboard.study.played import rating_changes
from paipu.dashboard.study.shown import as_csv
from paipu.dashboard.text import TEXT
from paipu.samples.event import make_event
from tests.analytics.even import loaded
from tests.dashboard.conftest import Tab, settle
from tests.dashboard.matches import make_warehouse
from tests.made import sample

browser = pytest.mark.browser
PAIR = quote("p01 + p03")


@browser
@pytest.mark.parametrize(
    ("lang", "statistics", "compare"),
    [("zh", "统计", "＋对照"), pytest.param("en", "Statistics", "+ compare", marks=pytest.mark.deep)],
)
def test_from_the_search_to_a_profile_a_comparison_and_a_hand(tab: Tab, lang: str, statistics: str, compare: str) -> None:
    tab.open(f"players?lang={lang}&sheet=shengji")
    search = tab.page.locator(".st-key-players input")
    search.fill("陈晓东")
    search.press("Enter")
    tab.until_address("q=")
    expect(tab.page.locator(".units .unit")).to_have_count(1)
    tab.page.locator(".units .unit").first.click()
    tab.until_address("u=p01")
    expect(tab.page.locator(".players #statistics")).to_have_text(statistics)
    expect(tab.page.locator(".statistics tbody tr").first.locator("b")).to_have_count(1)
    tab.page.locator(".st-key-players input").fill("")
    tab.page.locator(".st-key-players input").press("Enter")
    tab.until("() => !location.search.includes('q=') && document.querySelector('.found:not([open]) li + li')")
    tab.page.locator(".found summary").click()
    tab.page.locator(".units .add", has_text=compare).first.click()
    tab.until_address("u=p01", "u2=")
    expect(tab.page.locator(".heads article")).to_have_count(2)
    settle(tab.page)  # a link that is drawn anew under the click leads nowhere
    tab.page.locator(".units:not(.found *) a").first.click()
    tab.page.locator(".hands").wait_for()
    assert "u2=" not in tab.page.url
    tab.page.locator(".hands li a:visible").first.click()
    tab.until_address("/replay", "match=", "hand=", "ply=")
    tab.page.locator(".pp[data-ply]").wait_for()


@browser
def test_a_count_opens_its_hands_and_n_goes_through_them(tab: Tab) -> None:
    """Under filters that stay in the address, from match to match, and back again."""
    tab.open("players?lang=en&sheet=shengji&by=player&u=p01&role=attack&all=on")
    row = tab.page.locator(".statistics tr", has=tab.page.locator("th summary", has_text=re.compile("^tricks won$")))
    count = row.locator(".of a").first
    number = int(count.inner_text())
    settle(tab.page)
    count.click()
    tab.until_address("key=tricks_won", "role=attack")
    expect(tab.page.locator(".counted h2")).to_contain_text(f"{number} places")
    expect(tab.page.locator(".counted li")).to_have_count(number)
    places = [str(entry.get_attribute("href")) for entry in tab.page.locator(".counted li a").all()]
    tab.page.locator(".counted li a").nth(0).click()
    for place in places[1:4]:
        tab.page.locator(".pp[data-ply]").wait_for()
        tab.page.keyboard.press("n")
        match, hand, ply = re.findall(r"match=([^&]*)&hand=(\d+)&ply=(\d+)", place)[0]
        tab.until_address(f"match={match}", f"hand={hand}", f"ply={ply}", "key=tricks_won", "role=attack")
        tab.until_ply(int(ply))
    tab.page.keyboard.press("p")
    tab.until_address(re.findall("match=[^&]*&hand=[^&]*&ply=[^&]*", places[2])[0])
    expect(tab.page.locator(".wanted")).to_contain_text("tricks won")


def test_filters_are_read_from_the_address_and_what_is_wrong_is_said() -> None:
    said = {"with": "a + b", "since": "2026-05-01", "seat": "E", "level": "T", "role": "attack", "last": "3", "other": "x"}
    assert narrow.filters_in(said) == Filters(partners=("a", "b"), since="2026-05-01", seat="E", level="T", bank=False, last=3)
    for name, value in {"since": "2026-02-30", "seat": "Z", "side": "E", "level": "1", "role": "x", "first": "0"}.items():
        assert narrow.filters_in({name: value}) == WrongLink("narrow.wrong", {"name": name, "value": value})
    listing = narrow.listing_in({**said, "for": "c", "by": "player", "key": "bids", "of": "all"})
    assert isinstance(listing, narrow.Listing)
    assert (listing.part, listing.filters.members) == ("denominator", ("c",))
    assert narrow.listing_in({"for": "c", "key": "none"}) is None
    assert narrow.listing_in({"for": "c", "key": "bids", "role": "x"}) is None


def test_a_list_goes_on_about_a_match() -> None:
    listed = pl.DataFrame({"match": ["a", "b", "b", "c"], "hand": [1, 1, 3, 2], "ply": [4, 0, 9, 7]})
    assert narrow.stops(listed, "b") == (
        {"match": "a", "hand": 1, "ply": 4},
        {"match": "c", "hand": 2, "ply": 7},
        {"1": [0], "3": [9]},
    )
    assert narrow.stops(listed, "a")[0] is None
    assert narrow.stops(listed, "c")[1] is None
    assert narrow.stops(listed, "elsewhere") == (None, {"match": "a", "hand": 1, "ply": 4}, {})


@pytest.mark.deep
@browser
def test_a_figure_is_kept_as_a_picture_and_its_numbers_as_csv_without_a_request(tab: Tab) -> None:
    tab.open(f"players?lang=en&sheet=shengji&u={PAIR}&figures=on")
    for form, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        tab.page.locator("label, button", has_text=form).first.click()
        camera = tab.page.locator(".modebar-btn").first
        camera.wait_for()
        tab.page.wait_for_timeout(1000)
        asked = len(tab.asked)
        with tab.page.expect_download() as kept:
            camera.click()
        raw = Path(kept.value.path()).read_bytes()
        assert raw.startswith(start)
        assert not any(address.startswith("http") and tab.root not in address for address in tab.asked[asked:])
    tab.page.get_by_text("The numbers of the figure").first.click()
    with tab.page.expect_download() as kept:
        tab.page.get_by_role("button", name="Download CSV").first.click()
    rows = list(csv.reader(io.StringIO(Path(kept.value.path()).read_text(encoding="utf-8-sig"))))
    assert len(rows) > 1
    assert all(address.startswith((tab.root, tab.root.replace("http", "ws"), "data:", "blob:")) for address in tab.asked)


@pytest.mark.deep
@browser
def test_the_course_of_a_hand_and_match_is_drawn_when_it_is_wanted(tab: Tab) -> None:
    tab.replay("lang=en&match=spring26/r1/t02")
    assert not any("plotly" in address.lower() for address in tab.asked)
    tab.page.get_by_text("Figures: points and levels").click()
    tab.page.locator(".js-plotly-plot").first.wait_for()


@pytest.mark.deep
@browser
def test_names_are_shown_as_text(tab: Tab) -> None:
    tab.open("players?lang=zh&by=player&sheet=shengji")
    expect(tab.page.locator(".units")).to_contain_text("<img src=x")
    tab.page.locator(".units .unit", has_text="<img src=x").click()
    tab.page.locator(".statistics").wait_for()
    assert tab.page.evaluate("window.pwned") is None


@pytest.mark.deep
@browser
def test_a_unit_that_is_not_there_is_said(tab: Tab) -> None:
    tab.open("players?lang=en&u=nobody")
    expect(tab.page.locator(".notice.error")).to_contain_text("nobody")


@pytest.mark.usefixtures("on_warehouse")
def test_no_page_waits_for_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    known, real = threading.Event(), ratings.history

    def slow(reader: Reader, sheet: str) -> pl.DataFrame:
        known.wait(60)
        return real(reader, sheet)

    st.cache_resource.clear()
    monkeypatch.setattr(ratings, "history", slow)
    monkeypatch.setattr(ask, "PATIENCE", 0.0)
    app = AppTest.from_function(_profile, default_timeout=60)
    soon = TEXT["players.rating.soon"].zh
    assert soon in [each.value for each in app.run().caption]
    known.set()
    monkeypatch.setattr(ask, "PATIENCE", 60.0)
    assert soon not in [each.value for each in app.run().caption]
    assert not app.exception


def _profile() -> None:
    import streamlit as st

    from paipu.dashboard.pages import players
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    st.query_params.update({"u": "p01 + p03", "sheet": "shengji"})
    scope_bar(language_switch())
    players.page()


def test_peers_are_spread_in_bins_and_the_unit_stands_in_one() -> None:
    told = strip([0.1, 0.2, 0.2, 0.4, 0.5, 0.9], [0.2])
    assert told["peers"] == 6
    assert sum(own for _, own in told["bins"]) == 1
    assert max(high for high, _ in told["bins"]) == 100
    assert strip([], [0.1]) == {"bins": [], "peers": 0}
    assert strip([0.5] * 9, [0.5]) == {"bins": [], "peers": 9}


def test_a_cell_says_numerator_denominator_and_interval() -> None:
    cell = {"key": "hold_rate", "value": 0.5, "mean": False, "low": 0.3, "high": 0.7, "standard_error": None}
    told = cell_of({**cell, "numerator": 5, "denominator": 10, "open": 1, "percentile": 0.25})
    assert told == {
        "value": "50.0%",
        "numerator": "5",
        "denominator": "10",
        "reach": "30%–70%",
        "open": 1,
        "of_matches": False,
        "percentile": 25,
    }
    fault = {**cell, "key": "faults_confirmed", "mean": True, "value": 0.0125, "low": -0.001, "high": 0.026}
    told = cell_of({**fault, "numerator": 1, "denominator": 80, "open": 0, "percentile": None})
    assert told is not None
    assert (told["value"], told["reach"]) == ("1.2%", "0.0%–2.6%")
    assert cell_of(None) is None


def test_names_that_look_alike_keep_their_places() -> None:
    assert unlike(["A" * 30, "A" * 40]) == ["A" * 17 + "…", "A" * 15 + " 2"]
    assert figures.short("<b>x</b>&") == "‹b›x‹/b›&amp;"
    assert band_name(8) == "160+"


def test_lines_differ_by_more_than_colour() -> None:
    frame = pl.DataFrame({"game": [1, 2], "mu": [25.0, 26.0], "low": [20.0, 21.0], "high": [30.0, 31.0]})
    drawn = figures.rating_history(dict.fromkeys("abcd", frame), "y", "x")
    lines = [trace for trace in drawn.data if trace.name]
    assert len({(trace.line.dash, trace.marker.symbol) for trace in lines}) == 4
    bars = figures.mix(["a"], {str(part): [0.1] for part in range(8)}).data
    assert len({bar.marker.pattern.shape for bar in bars}) == 8
    assert figures.who_with_whom(["a", "b"], [[None, 0.5], [0.5, None]], [["", "1/2"], ["1/2", ""]]).data[0].reversescale


def test_a_flow_is_of_points_or_of_cards() -> None:
    sides = {"EW": "East and West", "NS": "North and South"}
    assert flow_of([{"ply": 0, "points": 0}, {"ply": 1, "points": 5}], sides, "points") == {"points": [(0, 0), (1, 5)]}
    left = {"E": 1, "W": 2, "N": 3, "S": 4}
    flow = flow_of([{"ply": 0, "left": left}], sides, "points")
    assert flow == {"East and West": [(0, 3)], "North and South": [(0, 7)]}
    assert table(flow, "ply", "cards").rows() == [("East and West", 0, 3), ("North and South", 0, 7)]


def test_no_cell_of_a_csv_is_a_formula() -> None:
    kept = as_csv(pl.DataFrame({"name": ["=1+1", "林\u202e"], "hands": [1, -2]})).decode("utf-8-sig")
    assert kept == "name,hands\n'=1+1,1\n林\\u202e,-2\n"


def test_no_order_of_loading_changes_a_number_of_a_figure(tmp_path: Path) -> None:
    documents = [*sample(5, 4, sheet="guandan-1", hands=3), *sample(5, 4, hands=3, faults=1.0)]
    readers = [loaded(tmp_path / "a", documents), loaded(tmp_path / "b", documents[::-1])]
    for sheet in ("shengji", "guandan-1"):
        assert len({reader.query(ask.WINS, ("", sheet)).write_csv() for reader in readers}) == 1
        questions = {**ask.MEETINGS, **ask.questions(sheet, "zh"), **ask.questions_of_figures("pair")}
        one, other = (ask.asked(reader, ask.sat_in(reader, "pair", "p001 + p002", sheet), questions) for reader in readers)
        assert {name: found.write_csv() for name, found in one.items()} == {
            name: found.write_csv() for name, found in other.items()
        }
        assert not one["thinks"].is_empty()
        if sheet == "shengji":
            [told] = statistics(readers[0], "pair", sheet=sheet, key="hold_rate").filter(unit="p001 + p002").rows(named=True)
            held = one["held"].filter(pl.col("hands") > 0)
            assert (held["held"].sum(), held["hands"].sum()) == (told["numerator"], told["denominator"])
            for player in ("p001", "p002"):  # whichever of them has the seat by which the side is called
                alone = ask.sat_in(readers[0], "player", player, sheet)
                met = ask.asked(readers[0], alone, questions)["met"]
                [won] = statistics(readers[0], "player", sheet=sheet, key="matches_won").filter(unit=player)["numerator"]
                assert met.filter(pl.col("partner")).select("unit", "won").rows() == [
                    ({"p001": "p002", "p002": "p001"}[player], won)
                ]
            assert ((held["low"] <= held["rate"]) & (held["rate"] <= held["high"])).all()


def test_matches_of_a_player_say_who_sat_where_and_what_came_of_it(tmp_path: Path) -> None:
    """Against the records: partner, opponents and winner; and what is beyond luck adds up to what is said of all matches."""
    documents = list(sample(5, 4, hands=3, faults=1.0))
    warehouse = loaded(tmp_path / "w", documents)
    partner = {"E": "W", "W": "E", "N": "S", "S": "N"}
    for player in ("p001", "p002"):
        told = matches_of(warehouse, "player", "shengji", None, Filters(members=(player,)))
        of_records = {
            document["id"]: {at: sitting["id"] for at, sitting in document["seats"].items()}
            for document in documents
            if any(sitting["id"] == player for sitting in document["seats"].values())
        }
        assert sorted(told["match"]) == sorted(of_records)
        for row in told.iter_rows(named=True):
            seats = of_records[row["match"]]
            [seat] = [at for at, sitting in seats.items() if sitting == player]
            assert row["seats"] == seat
            assert row["partners"] == [seats[partner[seat]]]
            assert set(row["opponents"]) == {*seats.values()} - {player, seats[partner[seat]]}
            winner = warehouse.query(
                "SELECT ruled_winner FROM match_results WHERE match = ? ORDER BY ALL", (row["match"],)
            ).item()
            assert row["won"] == (None if winner is None else seat in winner)
        [lucky] = luck.luck_of(warehouse, luck.shipped(), "shengji", None, ("player", player))
        assert told["adjusted"].sum() == pytest.approx(lucky.adjusted, abs=0.001)  # which is rounded
        assert matches_of(warehouse, "player", "shengji", None, Filters(members=(player,), until="1999-01-01")).is_empty()


def test_there_is_no_matrix_of_partners_where_nobody_changes_his() -> None:
    def both_ways(*pairs: str) -> pl.DataFrame:
        rows = [each for pair in pairs for each in ((pair[0], pair[1]), (pair[1], pair[0]))]
        return pl.DataFrame(rows, schema=["player", "partner"], orient="row")

    assert not changing(both_ways())
    assert not changing(both_ways("ab", "cd"))
    assert not changing(both_ways("ab", "bc", "ac")), "a trio"
    assert changing(both_ways("ab", "ac"))


def test_a_rating_changes_from_match_to_match() -> None:
    rated = pl.DataFrame({"game": [2, 1, 3], "match": ["b", "a", "c"], "mu": [26.5, 25.0, 26.0]})
    assert rating_changes(rated) == {"b": 1.5, "c": -0.5}


@pytest.mark.deep
@browser
def test_a_page_of_ones_own_is_kept_in_the_browser(tab: Tab) -> None:
    tab.open("player/p01?lang=en&sheet=shengji")
    tab.until_address("/players", "by=player", "u=p01")
    own = tab.page.locator(".played [data-mine]")
    own.click()
    expect(own).to_have_text("no longer my page")
    tab.open("?lang=zh")
    tab.page.locator("#mine", has_text="我的").click()
    tab.until_address("/players", "u=p01", "lang=zh")
    expect(tab.page.locator(".played td.what a").first).to_be_visible()
    tab.page.locator(".played td.what a").first.click()
    tab.until_address("/replay", "seat=")


def test_pandas_is_whole_before_a_figure_is_made() -> None:
    """Another page may be importing it for a table at that moment, and plotly looks into what is there of it."""
    program = "import sys, paipu.dashboard.study.figures; print(hasattr(sys.modules['pandas'], 'Series'))"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True"]


def test_what_is_shown_first_stands_on_one_line_for_all_units() -> None:
    numbers = dict.fromkeys(("value", "low", "high"), pl.Float64)
    counts = dict.fromkeys(("numerator", "denominator"), pl.Int64)
    told = pl.DataFrame(
        [
            ("a", "hold_rate", False, 0.5, 0.25, 0.75, 5, 10),
            ("b", "hold_rate", False, None, None, None, 0, 0),
            ("a", "attack_points", True, 40.0, 20.0, 60.0, 400, 10),
            ("b", "attack_points", True, 80.0, None, None, 80, 1),
        ],
        schema={"unit": pl.String, "key": pl.String, "mean": pl.Boolean, **numbers, **counts},
        orient="row",
    )
    rows = first_rows(told, ["a", "b"], lambda unit, key: f"{unit} {key}", "hold_rate", "en")
    assert [(row["name"], row["on"]) for row in rows] == [("bank held", True), ("points as attackers", False)]
    [share, nothing], [mean, alone] = (row["cells"] for row in rows)
    assert (share["at"], share["start"], share["end"], share["link"], nothing) == (50.0, 25.0, 75.0, "a hold_rate", None)
    assert (mean["at"], mean["start"], mean["end"]) == (50.0, 25.0, 75.0)
    assert (alone["at"], alone["start"], alone["end"]) == (100.0, 100.0, 100.0)


def test_ratings_are_drawn_on_one_scale_and_of_one_match_not_at_all() -> None:
    rows = [("a", 1, 20.0, 15.0, 25.0), ("a", 2, 25.0, 20.0, 30.0), ("b", 1, 10.0, 5.0, 15.0), ("b", 2, 10.0, 10.0, 15.0)]
    rows.append(("c", 1, 0.0, 0.0, 0.0))
    found = forms(pl.DataFrame(rows, schema=["unit", "game", "mu", "low", "high"], orient="row"), ["a", "b", "c"])
    assert {*found} == {"a", "b"}
    assert found["a"]["band"] == "0.0% 20.0%, 100.0% 0.0%, 100.0% 40.0%, 0.0% 60.0%"
    assert found["b"]["band"] == "0.0% 60.0%, 100.0% 60.0%, 100.0% 80.0%, 0.0% 100.0%"
    assert (found["a"]["first"], found["a"]["last"], found["a"]["games"]) == ("20.0", "25.0", 2)


def test_why_there_is_no_rating_is_said() -> None:
    nobody = pl.DataFrame(schema={"game": pl.Int64})
    assert unrated(nobody, "player") == "players.unrated.player"
    assert unrated(nobody, "pair") == "players.unrated.pair"
    assert unrated(pl.DataFrame({"game": [1]}), "pair") == "players.unrated.few"
    assert unrated(pl.DataFrame({"game": [2]}), "pair") is None


def test_situations_stand_in_the_address() -> None:
    said = {"for": "c", "by": "player", "key": "bombs", "across": "left", "across2": "ahead", "step": "6-10", "step2": "own"}
    listing = narrow.listing_in(said)
    assert isinstance(listing, narrow.Listing)
    assert (listing.by, listing.step) == (("left", "ahead"), ("6-10", "own"))
    assert narrow.listing_in({**said, "across2": "nonsense"}) is None
    assert narrow.listing_in({**said, "step2": ""}) is None
    assert isinstance(narrow.filters_in({"over": "25"}), WrongLink), "of nobody there is no opponent"
    assert narrow.filters_in({"u": "c", "over": "25", "under": "27.5"}) == Filters(over=25.0, under=27.5)


@browser
def test_a_count_is_told_apart_and_each_part_opens_its_hands(tab: Tab) -> None:
    tab.open("players?lang=en&sheet=shengji&by=player&u=p01&for=p01&key=throws&of=all")
    tab.page.locator(".apart .boxes a", has_text="trick").wait_for()
    settle(tab.page)
    tab.page.locator(".apart .boxes a", has_text="trick").click()
    tab.until_address("across=trick")
    count = tab.page.locator(".apart .of a").first
    number = int(count.inner_text())
    settle(tab.page)
    count.click()
    tab.until_address("step=")
    expect(tab.page.locator(".counted li")).to_have_count(number)
    assert not any("plotly" in address.lower() for address in tab.asked)


def test_somebody_of_whom_nothing_can_be_counted_has_no_figures_first(warehouse: Path) -> None:
    told = statistics(Reader(warehouse), "player", sheet="shengji")
    known = str(told["unit"][0])
    assert first_rows(told, [known], lambda unit, key: f"{unit} {key}", None, "en")
    assert first_rows(told, ["nobody"], lambda unit, key: f"{unit} {key}", None, "en") == []
    both = first_rows(told, [known, "nobody"], lambda unit, key: f"{unit} {key}", None, "en")
    assert [row["cells"][1] for row in both] == [None] * len(both)


def test_what_partners_are_worth_stands_beside_them_or_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an event in which partners are redrawn, played twice; of pairs there is no such thing."""
    _, made = make_event("individual", 2)
    documents = [{**each, "id": f"{each['id']}/{again}"} for each in made for again in (1, 2)]
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(make_warehouse(tmp_path, documents)))
    monkeypatch.setattr(ask, "PATIENCE", 60.0)
    effects = partners.partner_effects(Reader(tmp_path / "warehouse"), "shengji")
    player, partner = effects.select("player", "partner").row(0)

    def shown(**query: str) -> str:
        app = AppTest.from_function(_players, default_timeout=60)
        for name, value in {"sheet": "shengji", "lang": "en", **query}.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return "\n".join(str(each.proto.body) for each in app.get("html"))

    assert "<td>not enough: fewer than 10 together</td>" in shown(by="player", u=player)
    assert "Partner effect" not in shown(u=f"{player} + {partner}")
    st.cache_resource.clear()
    monkeypatch.setattr(partners, "FEWEST", 2)
    told = partners.partner_effects(Reader(tmp_path / "warehouse"), "shengji").filter(told="enough")
    row = told.row(0, named=True)
    expected = f"{100 * row['effect']:+.0f} ({100 * row['low']:+.0f} to {100 * row['high']:+.0f})"
    assert f"<td>{expected}</td>" in shown(by="player", u=row["player"])


def test_of_several_each_is_one_click_from_what_only_one_is_asked(warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands worth another look are dear to find, and nobody reads them beside those of three others."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(warehouse))
    pairs = ask.units_in("pair", Scope(sheet="shengji"))["members"].to_list()[:2]
    units = [" + ".join(members) for members in pairs]
    monkeypatch.setattr(ask, "revisited", None)
    app = AppTest.from_function(_players, default_timeout=60)
    for name, value in {"sheet": "shengji", "lang": "en", "u": units[0], "u2": units[1]}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    links = re.findall(
        r'<a href="\./players\?([^"]*)">[^<]*hands to revisit', "".join(str(each.proto.body) for each in app.get("html"))
    )
    assert [parse_qs(link.replace("&amp;", "&"))["u"] for link in links] == [[unit] for unit in units]
    assert all("u2=" not in link for link in links)


def _players() -> None:
    from paipu.dashboard.pages import players
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    players.page()
