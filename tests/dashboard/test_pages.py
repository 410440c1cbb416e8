"""The pages as Streamlit runs them, without a browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.pages.overview import title_of
from dashboard.serve import SCRIPT, WAREHOUSE_VARIABLE
from dashboard.text import TEXT, t
from replay.text import LANGS, Lang
from tests.dashboard import matches
from tests.dashboard.conftest import BROKEN, DOCUMENTS

FAULTY = "spring26/r1/t02"


def overview(**query: str) -> AppTest:
    return run(AppTest.from_file(str(SCRIPT), default_timeout=60), query)


def replay(**query: str) -> AppTest:
    return run(AppTest.from_function(_replay, default_timeout=60), query)


def _replay() -> None:
    from dashboard.pages import replay
    from dashboard.session import language_switch

    language_switch()
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


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.usefixtures("on_warehouse")
def test_the_books_balance_and_say_so(lang: Lang) -> None:
    app = overview(lang=lang)
    shown = {metric.label: int(metric.value) for metric in app.metric}
    parts = [shown[t(f"column.{part}", lang)] for part in ("clean", "with_findings", "quarantined", "seen")]
    assert sum(parts) == shown[t("column.inputs", lang)] == len(DOCUMENTS) + BROKEN
    assert parts == [5, 9, BROKEN, 0]
    hands = [hand for document in DOCUMENTS for hand in document["hands"]]
    plays = sum(len(trick.split()) - 1 for hand in hands for trick in hand.get("tricks", ()))
    said = t("overview.contents", lang, matches=len(DOCUMENTS), hands=len(hands), plays=f"{plays:,}")
    assert any(said in caption.value for caption in app.caption)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.usefixtures("on_warehouse")
def test_each_check_is_listed_with_its_clause_in_the_language(lang: Lang) -> None:
    codes = overview(lang=lang).dataframe[0].value
    row = codes[codes["code"] == "TRICK-FOLLOW-SUIT"].iloc[0]
    assert row["clause"] == "SJ-16c"
    assert row["count"] == 1
    assert row["severity"] == t("severity.error", lang)
    assert row["title"]
    assert row["clause_text"]
    assert list(codes["severity"]) == sorted(
        codes["severity"], key=[t(f"severity.{s}", lang) for s in ("error", "warning", "note")].index
    )


@pytest.mark.usefixtures("on_warehouse")
def test_findings_and_wrong_claims_link_to_their_plies() -> None:
    app = overview(lang="en")
    findings, claims = app.dataframe[1].value, app.dataframe[2].value
    link = dict(zip(findings["code"], findings["open"], strict=True))
    where = "replay?match=spring26%2Fr1%2Ft02&hand=2&ply="
    assert link["TRICK-FOLLOW-SUIT"] == f"{where}26&lang=en"
    assert link["CLAIM-WINNER"] == f"{where}28&lang=en"
    assert link["CLAIM-ATTACKERS"] == f"{where}84&lang=en"
    end = "replay?match=guandan%2Fpairs&hand=3&ply=106&lang=en"
    assert link["CLAIM-FINISH"] == link["CLAIM-LEVELS"] == end
    assert link["PLAY-NOT-HIGHER"] == "replay?match=guandan%2Fsmall&hand=4&ply=4&lang=en"
    other = "replay?match=spring26%2Fr1%2Ft07&hand=1&ply="
    ends = [f"{where}28&lang=en", f"{where}84&lang=en", f"{other}24&lang=en", f"{other}88&lang=en"]
    assert sorted(claims["open"]) == [end, end, *ends]


@pytest.mark.usefixtures("on_warehouse")
def test_the_findings_of_one_check_alone() -> None:
    app = overview(lang="en")
    app.selectbox(key="overview.code").select("CLAIM-WINNER").run()
    assert list(app.dataframe[1].value["code"]) == ["CLAIM-WINNER"]


@pytest.mark.usefixtures("on_warehouse")
def test_quarantined_records_keep_their_reason() -> None:
    app = overview(lang="en")
    reasons, records = app.dataframe[3].value, app.dataframe[4].value
    assert list(reasons["reason"]) == ["SHEET-UNKNOWN"]
    assert list(reasons["count"]) == [BROKEN]
    assert list(records["pointer"]) == ["/sheet"] * BROKEN
    assert list(records["line"]) == [len(DOCUMENTS) + 1, len(DOCUMENTS) + 2, len(DOCUMENTS) + 3]


def test_a_warehouse_without_a_finding_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])))
    app = overview(lang="en")
    said = {success.value for success in app.success}
    assert said == {TEXT[f"overview.{part}.none"].en for part in ("findings", "claims", "quarantine")}


def test_no_warehouse_is_said_and_no_page_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "nothing"))
    app = overview(lang="en")
    assert "There is no warehouse to read" in notices(app)
    assert not app.metric


@pytest.mark.parametrize(("lang", "says"), [("zh", "这个文件夹打开以后不见了"), ("en", "is gone: renamed, moved")])
def test_a_warehouse_that_is_renamed_under_the_page_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Lang, says: str
) -> None:
    folder = matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(folder))
    app = overview(lang=lang)
    assert app.metric
    folder.rename(tmp_path / "moved")
    app.run()
    assert says in notices(app)
    assert not app.metric


@pytest.mark.usefixtures("on_warehouse")
def test_an_unknown_language_is_said() -> None:
    assert "fr" in notices(overview(lang="fr"))


def test_a_new_snapshot_is_read_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(matches.make_warehouse(tmp_path, [matches.match(2, 1, faults=False)])))
    app = overview(lang="en")
    matches.make_warehouse(tmp_path, [matches.match(4, 1, faults=False)])
    app.run()
    assert app.metric[0].value == "2"


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


@pytest.mark.parametrize("match", ["sheet/4", "plays/5", "daguai/1", "hostile/<script>alert(1)</script>&?#%"])
@pytest.mark.usefixtures("on_warehouse")
def test_every_sort_of_record_can_be_shown(match: str) -> None:
    for lang in LANGS:
        assert table(replay(match=match, hand="1", ply="0", lang=lang))["match"] == match


@pytest.mark.usefixtures("on_warehouse")
def test_choosing_another_match_forgets_the_hand() -> None:
    app = replay(match=FAULTY, hand="2", ply="26", lang="en")
    app.selectbox[0].select("sheet/4").run()
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
def test_too_many_matches_to_list_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    from dashboard.pages import replay as page

    monkeypatch.setattr(page, "LISTED", 2)
    app = replay(lang="en")
    assert len(app.selectbox[0].options) == 2
    assert f"The first 2 of {len(DOCUMENTS)} that fit." in [caption.value for caption in app.caption]
    app.text_input[0].set_value("SHEET/").run()
    assert [option.split(" · ")[0] for option in app.selectbox[0].options] == ["sheet/4"]
    app.text_input[0].set_value("%").run()
    assert [option.split(" · ")[0] for option in app.selectbox[0].options] == [matches.everything()[2]["id"]]
    app.text_input[0].set_value("no such match").run()
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
