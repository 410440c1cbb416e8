"""The page Data asks what the columns of a score sheet are, and makes the event of its results, as the commands do."""

import json
import tomllib
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from paipu.dashboard.text import t
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet import Reading, read
from paipu.ingest.scoresheet.mapping import Mapped, mapping_of

ODD = "周赛\n场地,红方人马,蓝方人马,谁赢\n1,甲,乙,东西\n2,丙,丁,南北\n"
HEADS = "轮次,桌号,东西队,南北队,东西终局级数,南北终局级数,胜方"
RESULTS = f"{HEADS}\n1,1,甲,乙,A,9,东西\n1,2,丙,丁,7,Q,南北\n2,1,甲,丙,8,5,东西\n2,2,乙,丁,6,J,南北\n"


def page(lang: str, table: str) -> None:
    """The part of the page, with one file sent."""
    import streamlit as st

    from paipu.dashboard.papers import File, papers

    st.session_state["loads"] = [
        [each.name, each.raw] for each in papers([File("odd.csv", table.encode())], "en" if lang == "en" else "zh") or ()
    ]


@pytest.fixture
def opened() -> Callable[[str, str, str], AppTest]:
    def run(lang: str, table: str, rules: str) -> AppTest:
        tab = AppTest.from_function(page, kwargs={"lang": lang, "table": table}, default_timeout=60).run()
        tab.selectbox(key="papers.rules").select(rules).run()
        assert not tab.exception
        return tab

    return run


def said(tab: AppTest) -> str:
    return " ".join(each.proto.body for each in tab.main if each.type == "html")


def chosen(tab: AppTest, label: str, option: str) -> None:
    next(each for each in tab.selectbox if each.label == label).select(option).run()


def test_columns_are_chosen_from_a_list_and_the_mapping_is_the_one_the_command_takes(
    opened: Callable[[str, str, str], AppTest],
) -> None:
    tab = opened("zh", ODD, "guandan-1")
    for label, option in (("A 场地", "桌号"), ("B 红方人马", "东西队"), ("C 蓝方人马", "南北队"), ("D 谁赢", "胜方")):
        chosen(tab, label, option)
    tab.text_input[1].input("3").run()
    tab.button(key="papers.try").click().run()
    assert not tab.exception
    assert t("papers.matches", "zh", n=2) in said(tab)
    tab.button(key="papers.load").click().run()
    ((name, raw),) = tab.session_state["loads"]
    assert name == "map.toml"
    assert tomllib.loads(raw.decode())["constants"] == {"round": "3"}
    mapped = mapping_of(raw, name)
    assert isinstance(mapped, Mapped)
    found = read(ODD.encode(), "odd.csv", None, mapped)
    assert isinstance(found, Reading)
    assert [(each["event"], each["claims"]["winner"]) for each in found.documents] == [
        ({"round": 3, "table": "1"}, "EW"),
        ({"round": 3, "table": "2"}, "NS"),
    ]


def test_what_was_guessed_is_filled_in(opened: Callable[[str, str, str], AppTest]) -> None:
    tab = opened("en", RESULTS, "guandan-1")
    filled = {each.label: each.value for each in tab.selectbox if each.label[:2] in {"C ", "D ", "E ", "G "}}
    assert filled == {"C 东西队": "东西队", "D 南北队": "南北队", "E 东西终局级数": "东西终局级数", "G 胜方": "胜方"}


def test_an_event_is_made_without_json_and_loaded_with_its_results(opened: Callable[[str, str, str], AppTest]) -> None:
    tab = opened("en", RESULTS, "guandan-1")
    tab.multiselect(key="papers.rank_by").select("wins").run()
    tab.text_input(key="papers.match_points").input("2,1,0")
    tab.text_area(key="papers.entrants").input("甲：张三、李四\n乙\n丙\n丁").run()
    tab.button(key="papers.make").click().run()
    assert not tab.exception
    assert t("papers.event.made", "en", teams=4, rounds=2, tables=4, byes=0) in said(tab)
    tab.button(key="papers.event.load").click().run()
    ((name, raw),) = tab.session_state["loads"]
    assert name == "event.json"
    event = parse_event(raw, Place())
    assert isinstance(event, ParsedEvent)
    assert json.loads(raw)["teams"][0]["players"] == [{"id": "张三", "name": "张三"}, {"id": "李四", "name": "李四"}]
    assert event.event.stages[0].rank_by == ("wins",)


@pytest.mark.parametrize(("field", "value"), [("match_points", "2,0"), ("difference", "many"), ("bye", "three")])
def test_a_term_that_cannot_be_is_said_on_the_page(opened: Callable[[str, str, str], AppTest], field: str, value: str) -> None:
    tab = opened("en", RESULTS, "guandan-1")
    tab.text_input(key=f"papers.{field}").input(value).run()
    tab.button(key="papers.make").click().run()
    assert not tab.exception
    assert t(f"papers.{field}", "en") in said(tab)
    assert value in said(tab)


def test_what_stands_in_a_sheet_is_text(opened: Callable[[str, str, str], AppTest]) -> None:
    tab = opened("en", RESULTS.replace("甲", "<script>x</script>"), "guandan-1")
    assert "<script>" not in said(tab)
