"""The pages as Streamlit runs them, without a browser."""

import html
import json
import re
import sys
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from paipu.analytics.pipeline import load, process
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.pages.data import EXPORTED
from paipu.dashboard.pages.overview import ENTRIES, ROWS, UNUSUAL, title_of, verdict
from paipu.dashboard.serve import SCRIPT
from paipu.dashboard.session import query
from paipu.dashboard.table.frames import table_view
from paipu.dashboard.text import TEXT, t
from paipu.ingest.rejection import REASONS
from paipu.ingest.source import RawRecord
from paipu.replay.family import hand_view
from paipu.replay.text import LANGS, Lang
from paipu.samples import to_line
from tests.bench.scale import fill
from tests.dashboard import matches
from tests.dashboard.conftest import BROKEN, COLLECTION, documents, main_kept
from tests.made import make_match, sample
from tests.many import every

FAULTY = "spring26/r1/t02"
SEED = 7
MOST_MARKUP = 60_000
"""Characters of the Overview, however many matches there are."""


def overview(**query: str) -> AppTest:
    return run(AppTest.from_file(str(SCRIPT), default_timeout=60), query)


def replay(**query: str) -> AppTest:
    return run(AppTest.from_function(_replay, default_timeout=60), query)


def _replay() -> None:
    from paipu.dashboard.pages import replay
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    replay.page()


def run(app: AppTest, query: dict[str, str]) -> AppTest:
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def notices(app: AppTest) -> str:
    return "\n".join(body for element in app.get("html") if "notice" in (body := str(element.proto.body)))


def table(app: AppTest) -> dict[str, Any]:
    """What the card table was sent, nothing where it was not drawn."""
    found = app.get("bidi_component")
    sent: dict[str, Any] = json.loads(str(found[0].proto.json)) if found else {}
    return sent


# --- 总览 ---------------------------------------------------------------------------------------------------


def shown(app: AppTest) -> str:
    """The markup that a page drew itself."""
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def links_of(markup: str) -> list[str]:
    """The addresses in some markup that name a match."""
    return [unescape(link) for link in re.findall(r'href="(replay[^"]*)"', markup)]


def test_the_verdict_is_a_sentence() -> None:
    said = {lang: [verdict(*numbers, lang) for numbers in ((19, 3, 56), (0, 1, 1), (1, 0, 2_000))] for lang in LANGS}
    assert said == {
        "zh": [
            "56 场中有 19 处错误，3 处待裁判裁定。",
            "1 场中有 0 处错误，1 处待裁判裁定。",
            "2,000 场中有 1 处错误，没有待裁判裁定的事项。",
        ],
        "en": [
            "19 errors in 56 matches, 3 await the referee.",
            "0 errors in 1 match, 1 awaits the referee.",
            "1 error in 2,000 matches, none awaits the referee.",
        ],
    }


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.usefixtures("on_warehouse")
def test_the_overview_says_what_is_here_what_to_decide_and_what_is_unusual(lang: Lang) -> None:
    markup = shown(overview(lang=lang))
    assert "{" not in re.sub(r"<style.*?</style>", "", markup, flags=re.DOTALL)
    places = [markup.index(TEXT[key].zh if lang == "zh" else TEXT[key].en) for key in ORDER]
    assert places == sorted(places)
    hands = [hand for document in documents() for hand in document["hands"]]
    plays = sum(len(trick.split()) - 1 for hand in hands for trick in hand.get("tricks", ()))
    said = t("overview.contents", lang, matches=len(documents()), hands=len(hands), plays=f"{plays:,}", clean=5)
    assert said in markup
    assert not [person["name"] for person in matches.PEOPLE.values() if person["name"] in markup]


ORDER = ("overview.here", "overview.queue", "overview.unusual")


@pytest.mark.usefixtures("on_warehouse")
def test_every_finding_and_wrong_claim_links_to_its_ply() -> None:
    links = [link for start in range(0, 60, ENTRIES) for link in links_of(shown(overview(lang="en", **{"from": str(start)})))]
    where = "replay?match=spring26%2Fr1%2Ft02&hand=2&ply="
    for place in (
        f"{where}26",
        f"{where}28",
        f"{where}84",
        "replay?match=guandan%2Fpairs&hand=3&ply=106",
        "replay?match=guandan%2Fsmall&hand=4&ply=4",
    ):
        assert f"{place}&lang=en" in links


@pytest.mark.usefixtures("on_warehouse")
def test_the_queue_lists_what_is_asked_for_and_its_links_keep_that() -> None:
    app = overview(lang="en", code="CLAIM-WINNER", severity="error")
    entries = re.findall(r'<a class="entry.*?</a>', shown(app), re.DOTALL)
    assert entries
    assert all("CLAIM-WINNER" in entry for entry in entries)
    assert all("&severity=error&code=CLAIM-WINNER&lang=en" in link for entry in entries for link in links_of(entry))
    assert not re.findall(r'class="entry', shown(overview(lang="en", code="<b>")))


@pytest.mark.usefixtures("on_warehouse")
def test_of_one_event_every_match_has_a_cell_with_its_worst() -> None:
    markup = shown(overview(lang="en", event="spring26"))
    cells = re.findall(r'<a class="cell (\w+)" href="([^"]*)" title="([^"]*)"', markup)
    of = {title.partition(":")[0]: (severity, unescape(link)) for severity, link, title in cells}
    assert len(of) == sum(document.get("event", {}).get("id") == "spring26" for document in documents())
    assert of["spring26/r1/t02"] == ("error", "replay?match=spring26%2Fr1%2Ft02&hand=2&ply=26&event=spring26&lang=en")


@pytest.mark.usefixtures("on_warehouse")
def test_a_large_event_has_cells_for_its_findings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from paipu.dashboard.pages import overview as page

    monkeypatch.setattr(page, "CELLS", 1)
    markup = shown(overview(lang="en", event="spring26"))
    assert re.findall(r'<a class="cell (\w+)"', markup) == ["error"]
    assert "more matches" in markup


@pytest.mark.usefixtures("on_warehouse")
def test_the_place_of_a_finding_is_the_same_for_the_query_and_for_the_table() -> None:
    rows = query("SELECT match, at_hand, at_ply, code FROM findings_located WHERE follows_from IS NULL ORDER BY ALL").rows()
    assert len(rows) > 10
    for document in documents():
        record, verdicts = matches.read(document)
        by_table = set()
        for index, hand in enumerate(record.hands):
            view = table_view(hand_view(record, index), verdicts, "en", "")
            for frame in view["frames"]:
                found = [view["findings"][number] for number in frame["findings"]]
                by_table |= {(record.id, hand.no, frame["ply"], one["code"]) for one in found if one["cause"] is None}
            assert {row[2] for row in rows if row[:2] == (record.id, hand.no)} == set(view["hands"][index]["plies"])
        assert {row for row in rows if row[0] == record.id} == by_table


# --- 数据 ---------------------------------------------------------------------------------------------------


def data(**query: str) -> AppTest:
    return run(AppTest.from_function(_data, default_timeout=60), query)


def _data() -> None:
    from paipu.dashboard.pages import data
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    data.page()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.usefixtures("on_warehouse")
def test_the_books_balance_and_say_so(lang: Lang) -> None:
    read = len(documents()) + BROKEN
    said = t("data.equation.holds", lang, clean=5, with_findings=9, quarantined=BROKEN, seen=0, inputs=read)
    assert read == 5 + 9 + BROKEN
    assert said in shown(data(lang=lang))


@pytest.mark.usefixtures("on_warehouse")
def test_quarantined_records_keep_their_reason() -> None:
    markup = shown(data(lang="en"))
    assert markup.count("<code>SHEET-UNKNOWN</code>") == 1 + BROKEN
    said = re.sub(r"\{[^{}]*\}", "…", REASONS["SHEET-UNKNOWN"].en)
    assert f"<code>SHEET-UNKNOWN</code> {html.escape(said)}" in markup, "a code is explained where it stands"
    assert markup.count("<code>/sheet</code>") == BROKEN
    for line in range(1, BROKEN + 1):
        assert f">{len(documents()) + line}</td>" in markup


@pytest.mark.usefixtures("on_warehouse")
def test_clauses_are_found_by_their_words_and_checks() -> None:
    app = data(lang="en", sheet="shengji")
    assert "SJ-16c" in shown(app)
    app.text_input(key="data.word").set_value("trick-follow-suit").run()
    assert "SJ-16c" in shown(app)
    assert "SJ-2 " not in shown(app)
    app.text_input(key="data.word").set_value("no such clause").run()
    assert t("data.clauses.count", "en", n=0) in shown(app)


@pytest.mark.usefixtures("on_warehouse")
def test_every_table_can_be_had_as_a_file() -> None:
    app = data(lang="en")
    for table in EXPORTED:
        app.selectbox(key="data.table").select(table)
        app.button(key="data.make").click().run()
        assert not app.exception
        assert re.search(r"Save \([1-9]", app.get("download_button")[0].proto.label)


def test_a_warehouse_without_a_finding_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])))
    markup = shown(overview(lang="en"))
    assert TEXT["overview.findings.none"].en in markup
    assert TEXT["overview.unusual.none"].en in markup
    assert TEXT["data.quarantine.none"].en in shown(data(lang="en"))


def test_no_warehouse_is_said_and_no_page_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "nothing"))
    app = overview(lang="en")
    assert "nothing: no warehouse here; load some records first (paipu load)" in notices(app)
    assert str(tmp_path) not in notices(app)
    assert "verdict" not in shown(app)


@pytest.mark.parametrize(("lang", "says"), [("zh", "这个文件夹打开以后不见了"), ("en", "is gone: renamed, moved")])
def test_a_warehouse_that_is_renamed_under_the_page_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Lang, says: str
) -> None:
    folder = matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(folder))
    app = overview(lang=lang)
    assert "verdict" in shown(app)
    folder.rename(tmp_path / "moved")
    app.run()
    assert says in notices(app)
    assert "verdict" not in shown(app)


@pytest.mark.usefixtures("on_warehouse")
def test_an_unknown_language_is_said() -> None:
    assert "fr" in notices(overview(lang="fr"))


@pytest.mark.usefixtures("on_warehouse")
def test_a_page_without_a_browser_leaves_the_program_as_it_was() -> None:
    main = sys.modules["__main__"]
    with main_kept():
        overview(lang="en")
        assert sys.modules["__main__"] is not main, "Streamlit has put the script there"
    assert sys.modules["__main__"] is main


def test_a_new_snapshot_is_read_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])))
    app = overview(lang="en")
    matches.make_warehouse(tmp_path, [matches.match(4, 1, faults=False)])
    app.run()
    assert "2 matches" in shown(app)


# --- 牌谱 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.usefixtures("on_warehouse")
def test_a_link_shows_its_place(lang: Lang) -> None:
    app = replay(match=FAULTY, hand="2", ply="26", lang=lang)
    sent = table(app)
    assert (sent["match"], sent["hand"], sent["move"]["ply"], sent["lang"]) == (FAULTY, 2, 26, lang)
    assert sent["query"] == f"match=spring26%2Fr1%2Ft02&hand=2&ply={{ply}}{{seat}}&lang={lang}"
    assert {"26", "28", "27", "32"} <= set(sent["alternatives"])
    assert not notices(app)


@pytest.mark.usefixtures("on_warehouse")
def test_a_place_of_a_collection_is_shown_with_its_note() -> None:
    of = {"match": FAULTY, "hand": "2", "collection": COLLECTION, "lang": "en"}
    assert '<span class="noted">ply 26</span>' in shown(replay(**of, ply="26"))
    assert "noted" not in shown(replay(**of, ply="27"))
    assert "noted" not in shown(replay(match=FAULTY, hand="2", ply="26"))


@pytest.mark.usefixtures("on_warehouse")
def test_a_link_without_hand_and_ply_opens_the_first_hand_at_its_start() -> None:
    sent = table(replay(match=FAULTY))
    assert (sent["hand"], sent["move"]["ply"]) == (1, 0)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"match": "nowhere"}, TEXT["replay.wrong.match"].en.format(match="nowhere")),
        ({"match": FAULTY, "hand": "4"}, "it has 1, 2, 3"),
        ({"match": FAULTY, "hand": "2", "ply": "85"}, "hand 2 has plies 0 to 84 only"),
        ({"match": FAULTY, "hand": "two"}, "not a whole number"),
        ({"match": FAULTY, "ply": "3"}, "without hand"),
        ({"hand": "1"}, "without match"),
        ({"match": "sheet/4", "hand": "1", "ply": "1"}, "plies 0 to 0 only"),
        ({"match": "daguai/1", "hand": "1", "ply": "7"}, "plies 0 to 6 only"),
        ({"match": "<b>&amp;"}, "&lt;b&gt;&amp;amp;"),
    ],
)
@pytest.mark.usefixtures("on_warehouse")
def test_a_wrong_link_is_said_and_nothing_shown_in_its_stead(query: dict[str, str], said: str) -> None:
    app = replay(**query, lang="en")
    assert said in notices(app).replace("&quot;", '"')
    assert t("replay.wrong.stop", "en") in notices(app)
    assert not table(app)
    assert {name: app.query_params[name] for name in query} == query


@pytest.mark.parametrize(
    ("match", "lang"),
    every(2, product(["sheet/4", "plays/5", "daguai/1", "hostile/<script>alert(1)</script>&?#%"], LANGS)),
)
@pytest.mark.usefixtures("on_warehouse")
def test_every_sort_of_record_can_be_shown(match: str, lang: Lang) -> None:
    assert table(replay(match=match, hand="1", ply="0", lang=lang))["match"] == match


@pytest.mark.usefixtures("on_warehouse")
@pytest.mark.parametrize("asked", [{"code": "TRICK-FOLLOW-PAIR"}, {"severity": "error"}, {"severity": "nothing"}])
def test_findings_are_gone_through_by_check_or_by_severity_alone(asked: dict[str, str]) -> None:
    replay(match=FAULTY, lang="en", **asked)


@pytest.mark.usefixtures("on_warehouse")
def test_choosing_another_match_forgets_the_hand() -> None:
    app = replay(match=FAULTY, hand="2", ply="26", lang="en")
    app.selectbox(key="replay.picked").select("sheet/4").run()
    assert not app.exception
    assert app.query_params["match"] == "sheet/4"
    assert "ply" not in app.query_params
    assert table(app)["match"] == "sheet/4"


@pytest.mark.usefixtures("on_warehouse")
def test_the_page_comes_back_to_where_it_was() -> None:
    app = replay(match=FAULTY, hand="2", ply="26", lang="en")
    for name in ("match", "hand", "ply"):
        del app.query_params[name]
    app.run()
    assert table(app)["move"]["ply"] == 26
    assert app.query_params["ply"] == "26"


@pytest.mark.usefixtures("on_warehouse")
def test_a_hand_is_sent_once_and_then_what_changes() -> None:
    app = replay(match=FAULTY, hand="2", ply="26", lang="en")
    first = table(app)
    assert first["whole"]
    assert len(first["frames"]) == 85
    app.query_params["ply"] = "40"
    app.run()
    then = table(app)
    assert (then["whole"], then["id"], then["move"]["ply"]) == (False, first["id"], 40)
    assert not {"frames", "text", "findings", "claims"} & set(then)
    assert "40" in then["alternatives"]
    assert "26" not in then["alternatives"]
    assert len(json.dumps(then)) < len(json.dumps(first)) / 4
    app.query_params["hand"] = "1"
    app.run()
    assert table(app)["whole"]


def test_a_link_to_a_play_of_a_hand_that_cannot_be_replayed_shows_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is noted at a play is listed with its ply, whether or not the hand can be laid out."""
    document = make_match(2, 1, sheet="shengji", hands=1)
    document.pop("start", None)
    hand = document["hands"][0]
    for name in ("level", "dealer", "trump", "bids", "kitty", "claims", "deal"):
        hand.pop(name, None)
    hand["incidents"] = [{"kind": "misconduct", "seat": "E", "at": "3.2"}]
    (tmp_path / "bare.ndjson").write_bytes(to_line(document))
    with Warehouse.open(tmp_path / "cup") as opened:
        load([str(tmp_path / "bare.ndjson")], opened)
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "cup"))
    ply = Reader(tmp_path / "cup").query("SELECT ply FROM stored.incidents").item()
    app = replay(lang="en", match=document["id"], hand="1", ply=str(ply))
    assert not notices(app)
    assert (ply, len(table(app)["frames"]), table(app)["move"]["ply"]) == (10, 1, 0)


@pytest.mark.usefixtures("on_warehouse")
def test_too_many_matches_to_list_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    from paipu.dashboard.pages import replay as page

    monkeypatch.setattr(page, "LISTED", 2)
    app = replay(lang="en")
    assert len(app.selectbox(key="replay.picked").options) == 2
    assert f"The first 2 of {len(documents())} that fit." in [caption.value for caption in app.caption]
    app.text_input(key="replay.search").set_value("SHEET/").run()
    assert [option.split(" · ")[0] for option in app.selectbox(key="replay.picked").options] == ["sheet/4"]
    app.text_input(key="replay.search").set_value("%").run()
    assert [option.split(" · ")[0] for option in app.selectbox(key="replay.picked").options] == [matches.everything()[2]["id"]]
    app.text_input(key="replay.search").set_value("no such match").run()
    assert "no such match" in notices(app)


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("TRIBUTE-CARD", "Wrong tribute card"),
        ("TRIBUTE-CARD-DOUBLE", "Wrong tribute card (TRIBUTE-CARD/double)"),
        ("NO-SUCH-CODE", "NO-SUCH-CODE"),
    ],
)
def test_a_code_in_the_rows_of_an_older_engine_is_named_as_it_is_now(code: str, named: str) -> None:
    assert title_of(code, "en") == named


@pytest.mark.parametrize("rows", [4, pytest.param(ROWS, marks=pytest.mark.deep)])
def test_the_overview_is_no_longer_with_many_matches_than_with_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    from paipu.dashboard.pages import overview as page

    monkeypatch.setattr(page, "ROWS", rows)
    made = [RawRecord(to_line(each), "made.ndjson", line) for line, each in enumerate(sample(SEED, 2, 1.0), start=1)]
    tables = process(made)
    with Warehouse.open(tmp_path) as opened:
        fill(opened, tables, (rows + 2) * tables["hands"].num_rows)
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path))
    st.cache_data.clear()
    markup = shown(overview(lang="en"))
    assert t("overview.events.more", "en", n=2) in unescape(markup)
    assert markup.count("<li") <= rows + ENTRIES + UNUSUAL
    assert len(markup) < MOST_MARKUP
