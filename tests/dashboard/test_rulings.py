"""The page of rulings: what waits, the case, what a ruling would change, and a ruling from its issue to its withdrawal."""

import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from playwright.sync_api import Locator, Page, expect
from streamlit.testing.v1 import AppTest

from paipu.analytics.errors import UnusableError, WarehouseError
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.report.case import Case, case_html
from paipu.analytics.rulings import Act, Given, On, log_beside, read_log
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.rulings import desk as desks
from paipu.dashboard.text import t
from paipu.replay.ruling.words import FORMS
from paipu.replay.states import HandView
from paipu.replay.text import LANGS, Lang, in_language
from paipu.replay.words import RULING_STATES
from paipu.samples import to_line
from tests.analytics.ruler import put
from tests.dashboard.conftest import Tab, served, settle, tab_on
from tests.made import make_match, must_parse, sample


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a warehouse of matches with faults."""
    folder = tmp_path_factory.mktemp("rulings")
    source = folder / "faulty.ndjson"
    source.write_bytes(b"".join(to_line(each) for each in sample(7, 6, 1.0, sheet="guandan-1", hands=3)))
    with Warehouse.open(folder / "cup") as warehouse:
        load([str(source)], warehouse)
    return folder


@pytest.fixture
def desk(made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The pages read that warehouse; the log is new."""
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(made / "cup"))
    monkeypatch.setenv("PAIPU_REFEREE", "王裁判")
    yield made
    for path in made.glob("rulings.ndjson*"):
        path.unlink()


def app(**query: str) -> AppTest:
    opened = AppTest.from_function(_page, default_timeout=60)
    for name, value in query.items():
        opened.query_params[name] = value
    return opened.run()


def _page() -> None:
    from paipu.dashboard.pages import rulings
    from paipu.dashboard.session import language_switch

    language_switch()
    rulings.page()


def html(opened: AppTest) -> str:
    return " ".join(each.proto.body for each in opened.get("html"))


@pytest.mark.usefixtures("desk")
def test_the_queue_has_what_the_audit_leaves_to_the_referee_and_links_to_each_case() -> None:
    opened = app(lang="en")
    assert not opened.exception
    shown = html(opened)
    assert shown.count('<a href="rulings?match=demo-guandan-1') >= 3
    assert t("rulings.queue.none", "en") not in shown


@pytest.mark.usefixtures("desk")
def test_going_from_ply_to_ply_makes_the_views_of_a_match_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begin = HandView.__init__

    def counted(view: Any, match: Any, number: int) -> None:
        made.append(number)
        begin(view, match, number)

    st.cache_resource.clear()
    monkeypatch.setattr(HandView, "__init__", counted)
    match = Reader(Path(os.environ[WAREHOUSE_VARIABLE])).query("SELECT min(match) FROM latest_matches").item()
    for ply in ("1", "2", "3"):
        assert not app(lang="en", match=match, hand="1", ply=ply).exception
    assert made == [0, 1, 2], "the hands of the one match"


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a warehouse of two matches: what the table noted in one of them is ruled in the record itself."""
    first, other = (make_match(5, number, sheet="guandan-3", hands=1) for number in (1, 2))
    leader = first["hands"][0]["tricks"][1][0]
    exposed = {"kind": "exposed", "seat": leader, "at": "2.1", "cards": "3s"}
    first["hands"][0]["incidents"] = [exposed, {"kind": "late", "seat": "E", "seconds": 700}]
    other["hands"][0]["incidents"] = [{"kind": "signal", "seat": "N", "at": "1.1"}]
    ruling = {"id": "r9", "hand": 1, "at": "1.1", "seat": "N", "state": "final", "effect": {"levels": {"NS": -1}}}
    other["rulings"] = [ruling]
    source = tmp_path / "noted.ndjson"
    source.write_bytes(to_line(first) + to_line(other))
    with Warehouse.open(tmp_path / "cup") as warehouse:
        load([str(source)], warehouse)
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "cup"))
    monkeypatch.setenv("PAIPU_REFEREE", "王裁判")
    return tmp_path


@pytest.mark.usefixtures("noted")
def test_what_the_table_noted_waits_too_and_its_case_has_proposals() -> None:
    shown = html(app(lang="en"))
    assert "noted of N: a card shown" in shown or "noted of E: a card shown" in shown
    assert shown.count("noted of") == 2, "what the record has ruled itself waits no more"
    for ply, clause in ((0, "GD3-F4"), (8, "GD3-E2.2")):
        opened = app(lang="en", match="demo-guandan-3/r01/t01", hand="1", ply=str(ply))
        assert not opened.exception
        assert clause in html(opened)


@pytest.mark.parametrize(("effect", "waiting"), [({"loser": "EW"}, 0), ({"points": {"EW": -5}}, 1)])
def test_who_was_late_too_waits_no_more_when_it_is_ruled_who_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effect: dict[str, object], waiting: int
) -> None:
    """Both sides came late: that is one matter."""
    made = make_match(5, 1, sheet="guandan-2", hands=1)
    made["hands"][0]["incidents"] = [{"kind": "late", "seat": seat, "at": "0", "seconds": 700} for seat in "EN"]
    ruling = {"id": "r1", "hand": 1, "at": "0", "seat": "E", "clause": "GD2-6", "state": "issued", "effect": effect}
    made["rulings"] = [ruling]
    (tmp_path / "late.ndjson").write_bytes(to_line(made))
    with Warehouse.open(tmp_path / "cup") as warehouse:
        load([str(tmp_path / "late.ndjson")], warehouse)
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "cup"))
    assert html(app(lang="en")).count("noted of") == waiting


@pytest.mark.parametrize("lang", LANGS)
def test_a_proposal_of_which_the_record_does_not_tell_how_much_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Lang
) -> None:
    """CDP-3.4: the first time is free; which time it was is open where the hands before are not on record."""
    later = make_match(11, 2, sheet="chaodipi", hands=1)
    later["start"] = {"levels": {"EW": "2", "NS": "2"}}
    later["hands"][0] |= {"no": 4, "incidents": [{"kind": "kitty_viewed", "seat": "N", "at": "0"}]}
    (tmp_path / "later.ndjson").write_bytes(to_line(later))
    with Warehouse.open(tmp_path / "cup") as warehouse:
        load([str(tmp_path / "later.ndjson")], warehouse)
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "cup"))
    shown = html(app(lang=lang, match=later["id"], hand="4", ply="0"))
    assert "CDP-3.4" in shown
    assert in_language(FORMS["open"], lang) in shown


def test_a_ruling_on_a_former_version_of_a_record_is_said(noted: Path) -> None:
    first = make_match(5, 1, sheet="guandan-3", hands=1)
    parsed = must_parse(to_line(first).strip())
    ruling = {"hand": 1, "at": "2.1", "effect": {"levels": {"NS": -1}}}
    put(log_beside(noted / "cup"), Given("issue", "王", "罚", on=On.of(parsed), ruling=ruling))
    shown = html(app(lang="en"))
    assert "ruling r1 on demo-guandan-3/r01/t01 is not applied" in shown
    assert "the record was changed elsewhere" in shown


CASE = {"match": "demo-guandan-3/r01/t01", "hand": "1", "ply": "8"}


def pressed(opened: AppTest, act: str, reason: str | None = None) -> AppTest:
    """The page after a button, with a reason written before."""
    if reason is not None:
        fields = opened.text_area if act == "issue" else opened.text_input
        next(each for each in fields if (each.key or "").startswith("reason." if act == "issue" else "why.")).set_value(reason)
        opened.run()
    next(each for each in opened.button if (each.key or "").startswith(f"{act}.")).click()
    opened.run()
    for sure in [each for each in opened.button if (each.key or "").startswith(f"sure.{act}.")]:
        sure.click()
        return opened.run()
    return opened


@pytest.mark.usefixtures("noted")
def test_two_tabs_that_rule_at_once_and_a_ruling_withdrawn_twice(noted: Path) -> None:
    def acts() -> list[str]:
        return [each.act for each in read_log(log_beside(noted / "cup")).acts]

    first, second = app(lang="en", **CASE), app(lang="en", **CASE)
    for each in (first, second):
        reason = next(field for field in each.text_area if (field.key or "").startswith("reason."))
        reason.set_value("<img src=x onerror=alert(1)>")
        each.run()
    shown = html(pressed(first, "issue"))
    assert "line 1: r1 issued" in shown
    assert "<img" not in shown
    assert "&lt;img src=x onerror" in shown
    assert next(each for each in first.text_area if (each.key or "").startswith("reason.")).value == "", (
        "the reason of one act is none for the next"
    )
    assert "Somebody else has just ruled" in html(pressed(second, "issue"))
    assert acts() == ["issue"]
    again = html(pressed(second, "issue", "再来一次"))
    assert "ruling r1 says the same of this place already" in again
    assert acts() == ["issue"]
    first = pressed(first, "withdraw", "记错了")
    assert acts() == ["issue", "withdraw"]
    assert "Somebody else has just ruled on this record (line 2: r1 withdrawn by 王裁判" in html(pressed(second, "withdraw"))
    assert not [each for each in second.button if (each.key or "").startswith("withdraw.")]
    assert acts() == ["issue", "withdraw"]


def test_what_comes_between_the_look_at_the_log_and_the_act_refuses_it(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process rules after the page has read the log, in the same run."""
    opened = app(lang="en", **CASE)
    next(each for each in opened.text_area if (each.key or "").startswith("reason.")).set_value("罚")
    opened.run()
    log, real = log_beside(noted / "cup"), desks.act
    ruled = Reader(noted / "cup").query("SELECT record_sha256 FROM latest_matches WHERE match = ?", [CASE["match"]]).item()
    on = On(CASE["match"], "guandan-3", ruled, (1,), ())

    def meanwhile(given: Sequence[Given], seen: int) -> tuple[Sequence[Act], WarehouseError | None]:
        put(log, Given("issue", "李", "别的", on=on, ruling={"hand": 1, "effect": {"levels": {"NS": -1}}}))
        return real(given, seen)

    monkeypatch.setattr(desks, "act", meanwhile)
    shown = html(pressed(opened, "issue"))
    assert "you saw 0 lines, and since then there came on this match: line 1: r1 issued by 李" in shown
    assert len(read_log(log).acts) == 1


def test_a_ruling_that_the_warehouse_cannot_follow_is_in_force_and_said_to_be(
    noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UnusableError(noted / "cup", OSError(errno.ENOSPC, "No space left on device"))

    monkeypatch.setattr(desks, "load", full)
    opened = app(lang="en", **CASE)
    shown = html(pressed(opened, "issue", "罚"))
    assert "line 1: r1 issued The ruling is in force, and the warehouse has not followed" in shown
    assert "no space left" in shown
    assert len(read_log(log_beside(noted / "cup")).acts) == 1


def test_a_log_that_the_warehouse_has_seen_otherwise_stops_the_page(noted: Path) -> None:
    pressed(app(lang="en", **CASE), "issue", "罚")
    for name in ("rulings.ndjson", "rulings.ndjson.head"):
        (noted / name).unlink()
    opened = app(lang="en")
    assert not opened.exception
    assert "the warehouse has seen 1" in html(opened)


def overview() -> str:
    """What the Overview says in a sentence."""

    def draw() -> None:
        from paipu.dashboard.pages import overview as page
        from paipu.dashboard.session import language_switch

        language_switch()
        page.page()

    opened = AppTest.from_function(draw, default_timeout=60)
    opened.query_params["lang"] = "en"
    return " ".join(each.proto.body for each in opened.run().get("html"))


def listed(opened: AppTest) -> tuple[int, list[str]]:
    """How many wait by the switch, and the states of the places in the list."""
    switch = next(each for each in opened.get("button_group") if each.proto.label == t("rulings.show", "en"))
    waits = int(str(switch.proto.options[0].content).rpartition(" ")[2])
    shown = html(opened)
    queue = shown[shown.index('class="queue"') :].partition("</nav>")[0]
    return waits, [part.partition(">")[2].partition("</span>")[0] for part in queue.split('<span class="state')[1:]]


def test_what_was_appealed_waits_first_and_every_page_counts_the_queue_alike(noted: Path) -> None:
    def count() -> int:
        waits, _ = listed(app(lang="en"))
        said = overview()
        assert f"{waits} await the referee" in said
        return waits

    waiting = count()
    log = log_beside(noted / "cup")
    sha256 = Reader(noted / "cup").query("SELECT record_sha256 FROM latest_matches WHERE match = ?", [CASE["match"]]).item()
    on = On(CASE["match"], "guandan-3", sha256, (1,), ())
    put(log, Given("issue", "王", "罚", on=on, ruling={"hand": 1, "at": "3.1", "effect": {"levels": {"NS": -1}}}))
    assert count() == waiting, "decided, at a place where the audit finds nothing"
    put(log, Given("appeal", "队长", "不服", "r1"))
    assert count() == waiting + 1
    assert listed(app(lang="en"))[1][0] == in_language(RULING_STATES["appealed"], "en")
    assert "EW" in html(app(lang="en")) or "NS −1" in html(app(lang="en"))
    put(log, Given("decide", "张", "维持", "r1"))
    assert count() == waiting
    put(log, Given("draft", "王", on=on, ruling={"effect": {"winner": "EW"}}))
    assert count() == waiting + 1, "on the match as a whole"
    log.with_name("rulings.ndjson.head").unlink()
    assert "what awaits the referee is not known" in overview()


def test_an_appeal_is_made_by_who_appeals_and_the_ruling_stays_its_authors(noted: Path) -> None:
    opened = pressed(app(lang="en", **CASE), "issue", "罚")
    next(each for each in opened.text_input if (each.key or "").startswith("appellant.")).set_value("李队长")
    opened = pressed(opened, "appeal", "没有")
    [made, appealed] = read_log(log_beside(noted / "cup")).acts
    assert (made.by, appealed.by, appealed.ruling["by"]) == ("王裁判", "李队长", "王裁判")
    standing = html(opened)
    standing = standing[standing.index('class="standing"') :].partition("</section>")[0]
    assert [word in standing for word in ("王裁判", "罚", "appealed by 李队长", "没有")] == [True] * 4
    assert standing.index("王裁判") < standing.index("appealed by 李队长")


@pytest.mark.usefixtures("desk")
def test_a_place_that_there_is_not_is_said() -> None:
    for query, says in (
        ({"match": "none", "hand": "1"}, "none"),
        ({"match": "demo-guandan-1/r01/t03", "hand": "99"}, "99"),
        ({"match": "demo-guandan-1/r01/t03", "hand": "2", "ply": "9999"}, "9999"),
    ):
        opened = app(lang="en", **query)
        assert not opened.exception
        assert 'class="notice error"' in html(opened)
        assert says in html(opened)


def test_a_log_that_was_changed_stops_the_page_and_is_named(desk: Path) -> None:
    log_beside(desk / "cup").write_text('{"a": 1}\n', encoding="utf-8")
    opened = app(lang="en")
    assert not opened.exception
    assert "line 1 is no line of a log" in html(opened)


# ---- in a browser


class Referee:
    """A tab on the page, the words of its language, and the log."""

    def __init__(self, page: Page, lang: Lang, log: Path) -> None:
        self.page, self.lang, self.log = page, lang, log

    def rule(self, act: str) -> None:
        """An act in its two steps, by keyboard."""
        self.press(f"rulings.ask.{act}")
        expect(self.page.locator(".will")).to_contain_text(t(f"rulings.sure.{act}", self.lang))
        settle(self.page)
        self.press(f"rulings.act.{act}")

    def press(self, key: str) -> None:
        """A button by its word, by keyboard."""
        self.page.get_by_role("button", name=t(key, self.lang), exact=True).first.focus()
        self.page.keyboard.press("Enter")

    def standing(self) -> Locator:
        """The ruling in force: while the page draws anew, that of the run before stands beside it for a moment."""
        return self.page.locator(".standing").first

    def write(self, key: str, words: str) -> None:
        """Fill a field, anew where a run of the page that was still under way took it back."""
        field = self.page.get_by_placeholder(t(key, self.lang)).first
        for _ in range(5):
            settle(self.page)
            field.fill(words)
            self.page.keyboard.press("Tab")
            settle(self.page)
            if field.input_value() == words:
                return
        pytest.fail(f"{key} does not keep {words}")

    def say_why(self, why: str) -> None:
        self.write("rulings.reason.ask", why)

    def states(self) -> list[str]:
        return [act.state for act in read_log(self.log).acts]


@pytest.fixture(scope="module")
def rulings_server(made: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAIPU_REFEREE", "王裁判")
        with served(made / "cup") as address:
            yield address


@pytest.fixture
def desk_tab(page: Page, rulings_server: str) -> Iterator[Tab]:
    with tab_on(page, rulings_server) as opened:
        page.set_viewport_size({"width": 1280, "height": 900})
        yield opened


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.deep)])
def test_a_ruling_is_issued_appealed_and_withdrawn_by_keyboard(desk_tab: Tab, desk: Path, lang: Lang) -> None:
    page = desk_tab.open(f"rulings?lang={lang}").page
    referee = Referee(page, lang, log_beside(desk / "cup"))
    waiting = page.locator(".queue a")
    waiting.first.wait_for()
    count = waiting.count()
    entry = page.locator(".queue a", has_text="t03").first
    entry.focus()
    page.keyboard.press("Enter")
    page.locator(".proposals tr.on").wait_for()
    page.locator(".pp[data-ply]").wait_for()
    page.locator(".proposals a", has_text="2.").click()
    page.locator(".proposals tr.on", has_text="2.").wait_for()
    referee.say_why("领出者错")
    referee.rule("issue")
    expect(referee.standing()).to_contain_text("王裁判")
    assert referee.states() == ["issued"]
    expect(page.locator(".steps b")).to_contain_text(str(count - 1))
    expect(page.locator(".standing")).to_have_count(1)
    assert Reader(desk / "cup").query("SELECT count(*) AS n FROM rulings WHERE source = 'log'").item() == 1
    referee.write("rulings.appellant.ask", "李队长")
    referee.say_why("不服")
    referee.rule("appeal")
    expect(page.locator(".history li")).to_have_count(2)
    expect(referee.standing()).to_contain_text("李队长")
    expect(referee.standing().locator("p").first).to_contain_text("王裁判")
    referee.say_why("记错了人")
    referee.rule("withdraw")
    expect(page.locator(".history li")).to_have_count(3)
    assert referee.states() == ["issued", "appealed", "withdrawn"]
    assert Reader(desk / "cup").query("SELECT count(*) AS n FROM rulings WHERE source = 'log'").item() == 0
    settle(page)  # what the button gives is kept by the run of the page that drew it
    with page.expect_download() as download:
        page.get_by_role("button", name=t("rulings.print", lang)).click()
    printed = Path(download.value.path()).read_text(encoding="utf-8")
    assert "记错了人" in printed


@pytest.mark.deep
@pytest.mark.browser
@pytest.mark.usefixtures("desk")
def test_r_on_the_replay_page_opens_the_case_of_the_ply(desk_tab: Tab) -> None:
    page = desk_tab.replay("match=demo-guandan-1/r01/t03&hand=2&ply=1&lang=en").page
    page.keyboard.press("r")
    page.locator(".matter h2", has_text="trick 1, play 1").wait_for()
    assert "/rulings?" in page.url


@pytest.mark.usefixtures("noted")
def test_a_decision_says_what_will_happen_before_it_is_made_and_wants_a_reason(noted: Path) -> None:
    opened = app(lang="en", **CASE)
    next(each for each in opened.button if (each.key or "").startswith("issue.")).click()
    shown = html(opened.run())
    assert not read_log(log_beside(noted / "cup")).acts, "one step makes nothing"
    assert [word in shown for word in ("This ruling will be issued", "王裁判 rules on", "a reason is wanted first")] == [
        True
    ] * 3
    assert next(each for each in opened.button if (each.key or "").startswith("sure.issue.")).disabled
    next(each for each in opened.button if (each.key or "").startswith("not.")).click()
    assert "This ruling will be issued" not in html(opened.run())


def test_what_was_heard_and_the_other_places_are_in_the_log_and_on_the_file(noted: Path) -> None:
    """One ruling over two places: both are decided, and what it does counts once."""
    opened = app(lang="en", **CASE)
    for name, words in (
        ("called.", "14:05"),
        ("statement.EW.", "<b>东西</b>说"),
        ("witnesses.", "邻桌"),
        ("committee.", "三人"),
    ):
        fields = [*opened.text_input, *opened.text_area]
        next(each for each in fields if (each.key or "").startswith(name)).set_value(words)
    also: Any = next(each for each in opened.get("button_group") if (each.key or "").startswith("also."))
    also.set_value([0])
    opened.run()
    pressed(opened, "issue", "罚")
    [act] = read_log(log_beside(noted / "cup")).acts
    assert act.hearing["statements"] == {"EW": "<b>东西</b>说"}
    assert (act.hearing["called"], act.hearing["committee"]) == ("14:05", "三人")
    assert [(each.hand, each.trick) for each in act.also] == [(1, 0)]
    waits, _ = listed(app(lang="en"))
    parsed = must_parse(Reader(noted / "cup").record(act.record_sha256) or b"")
    assert waits == 0, "the other place waits no more"
    for at in ((2, 1), (0, 0)):
        printed = case_html(Case(parsed=parsed, hand=1, at=at, acts=(act,)), "en")
        assert [word in printed for word in ("14:05", "&lt;b&gt;东西", "邻桌", "三人", "as ruled")] == [True] * 5
        assert "<b>东西" not in printed


@pytest.mark.usefixtures("noted")
def test_another_play_in_the_address_goes_with_the_case() -> None:
    opened = app(lang="en", **CASE, **{"if": "xx"})
    assert "is no card" in html(opened)
    opened = app(lang="en", **CASE, **{"if": "pass"})
    assert "What happened" in html(opened)
