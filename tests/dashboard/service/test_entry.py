"""Results of tables: entered by one side, confirmed by the other, kept, loaded, and shown in the standings."""

import hashlib
import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from paipu.dashboard.service.accounts import Accounts
from paipu.dashboard.service.results import TEXT, Act, Spot, drawn_in, entered, fields_of, record_of, state_of
from paipu.dashboard.service.roles import Role
from paipu.dashboard.service.tables import KeyTakenError, Tables
from paipu.ingest.event_parse import ParsedEvent, parse_event
from paipu.ingest.rejection import Place
from paipu.ingest.scoresheet.columns import columns_of
from paipu.ingest.scoresheet.writing import rows_of
from paipu.replay.event.record import EventRecord
from paipu.replay.sheets import SHEETS
from paipu.samples.event import FORMS
from tests.dashboard.asking import ask
from tests.dashboard.conftest import stop
from tests.dashboard.service.at_table import Phone, address, links_of
from tests.dashboard.service.conftest import Served, administrator, command, member, start
from tests.made import Document, event_of, must_parse

FORM: Final = "groups"
ID: Final = "sample-groups-7"
SPOT: Final = Spot("cup", "all", 1, "1")


def event_in(document: Mapping[str, Any]) -> EventRecord:
    parsed = parse_event(json.dumps(document).encode(), Place("event.json"))
    assert isinstance(parsed, ParsedEvent)
    return parsed.event


# ---- how it stands


def acts(*told: Mapping[str, Any]) -> list[Act]:
    return [Act(at, f"key {at}", SPOT, "", "somebody", "a device", each) for at, each in enumerate(told, start=1)]


def enter(side: str, winner: str) -> dict[str, Any]:
    return {"act": "enter", "side": side, "result": {"id": "x", "claims": {"winner": winner}}}


def test_a_result_stands_once_both_sides_stand_behind_it() -> None:
    said = [enter("EW", "EW")]
    assert state_of([]).name == "none"
    assert state_of(acts(*said)).name == "entered"
    assert state_of(acts(*said)).standing is None
    agreed = state_of(acts(*said, {"act": "agree", "side": "NS", "of": 1}))
    assert (agreed.name, agreed.standing) == ("agreed", said[0]["result"])
    same = state_of(acts(*said, enter("NS", "EW")))
    assert (same.name, same.standing) == ("agreed", said[0]["result"])


def test_what_sides_say_differently_stands_for_nobody_until_one_agrees_or_it_is_settled() -> None:
    differing = [enter("EW", "EW"), enter("NS", "NS")]
    state = state_of(acts(*differing))
    assert (state.name, dict(state.stands), state.standing) == ("disputed", {"EW": 1, "NS": 2}, None)
    assert state_of(acts(*differing, {"act": "agree", "side": "EW", "of": 2})).standing == differing[1]["result"]
    disputed = [enter("EW", "EW"), {"act": "dispute", "side": "NS", "of": 1, "note": "we won"}]
    state = state_of(acts(*disputed))
    assert (state.name, dict(state.disputes)) == ("disputed", {"NS": "we won"})
    assert state_of(acts(*disputed, enter("EW", "NS"))).name == "entered"  # nobody has answered what is there now
    settled = state_of(acts(*disputed, {"act": "settle", "result": {"claims": {"winner": "NS"}}, "note": "seen"}))
    assert (settled.name, settled.standing) == ("settled", {"claims": {"winner": "NS"}})


def told(record: Document, fields: Iterable[str]) -> dict[str, str]:
    """The result of a match as somebody types it into a form."""
    row = list(rows_of(record))[-1]
    columns = columns_of(record["sheet"]).by_path
    given = {path: str(columns[path].kind.write(row[path], "zh")) for path in fields if path in row}
    return {"/claims/winner": "平局"} | given


@pytest.mark.parametrize("form", FORMS)
def test_results_make_records_that_stand_at_the_place_of_their_match(form: str) -> None:
    document, records = event_of(form, 7)
    event = event_in(document)
    drawn = {(each.spot.stage, each.spot.round, each.spot.table): each for each in drawn_in(event)}
    tried = 0
    for record in records:
        at = record["event"]
        place = drawn.get((at.get("stage"), at.get("round"), at.get("table")))
        if place is None or at.get("board") is not None:
            continue
        fields = {each.path: each for each in fields_of(event, place)}
        winner = fields["/claims/winner"]
        assert winner.required
        assert [side for side, _ in winner.choices or ()][:2] == list(SHEETS[event.sheet].sides)
        found = entered(event, place, told(record, fields), "2026-05-01T12:00:00+08:00")
        assert not isinstance(found, list), found
        assert found.result["claims"].get("winner") == record["claims"].get("winner")
        assert found.doubts == ()
        read = must_parse(record_of(event, place, found.result, 7), Place("x"))
        made = json.loads(read.raw)
        assert (event.id, *place.spot[1:]) == tuple(made["event"][key] for key in ("id", "stage", "round", "table"))
        assert who(made) == who(record)
        tried += 1
    assert tried or event.boards is not None, form


def who(record: Document) -> list[str]:
    """The teams of a record by seat; where there are none the players, each at any seat of his side."""
    seats, sides = record["seats"], SHEETS[record["sheet"]].sides
    said = {seat: str(each.get("team") or each["id"]) for seat, each in seats.items()}
    return [name for side in sides for name in sorted(said[seat] for seat in side)]


def test_what_is_no_result_is_said_by_field() -> None:
    event = event_in(event_of(FORM, 7)[0])
    drawn = next(drawn_in(event))
    right = {"/claims/winner": "EW", "/claims/levels/EW": "A", "/claims/levels/NS": "7"}
    right |= {"/claims/points/EW": "20", "/claims/points/NS": "4"}
    assert not isinstance(entered(event, drawn, right, None), list)
    for change, field in (
        ({"/claims/winner": ""}, "/claims/winner"),
        ({"/claims/levels/NS": "Z"}, "/claims/levels/NS"),
        ({"/claims/points/EW": "many"}, "/claims/points/EW"),
        ({"/seats/EW/team": "another"}, "/seats/EW/team"),
    ):
        found = entered(event, drawn, {**right, **change}, None)
        assert isinstance(found, list), change
        assert field in {each.field for each in found}
        assert all(each.message.zh and each.message.en for each in found)


def test_what_no_ending_gives_is_doubted_and_not_refused() -> None:
    event = event_in(event_of(FORM, 7)[0])
    drawn = next(drawn_in(event))
    given = {"/claims/winner": "EW", "/claims/levels/EW": "5", "/claims/levels/NS": "9", "/claims/reason": "到时"}
    found = entered(event, drawn, {**given, "/claims/points/EW": "20", "/claims/points/NS": "4"}, None)
    assert not isinstance(found, list), found
    assert found.doubts


# ---- kept


def test_an_act_is_kept_once_under_its_key(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    tables = Tables(accounts)
    scorer = member(accounts, "scorer", Role.SCORER)
    new = [tables.put("a key", SPOT, scorer, "x", enter("EW", "EW"), lambda _: None)[1] for _ in range(2)]
    assert new == [True, False]
    with pytest.raises(KeyTakenError):
        tables.put("a key", SPOT, scorer, "x", enter("EW", "NS"), lambda _: None)

    def refused(_: object) -> bytes:
        raise KeyError("no such result")

    with pytest.raises(KeyError, match="no such result"):
        tables.put("another", SPOT, scorer, "x", enter("NS", "EW"), refused)
    assert [each.key for each in tables.acts("cup")[SPOT]] == ["a key"]
    tables.put("third", SPOT, scorer, "x", {"act": "agree", "side": "NS", "of": 1}, lambda _: b"a record")
    (result,) = tables.to_load(every=False)
    assert (result.spot, result.raw) == (SPOT, b"a record")
    tables.loaded(result)
    assert tables.to_load(every=False) == []
    assert tables.to_load(every=True) == [result]
    accounts.close()


def test_an_older_file_of_accounts_is_brought_up_in_place(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    person = member(accounts, "referee", Role.REFEREE)
    made = [table for (table,) in accounts.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid DESC")]
    for table in made[: made.index("table_links") + 1]:  # all that has come since
        accounts.rows(f"DROP TABLE {table}")
    accounts.rows("PRAGMA user_version = 1")
    accounts.close()
    accounts = Accounts(tmp_path)
    assert accounts.known("referee") == person
    assert Tables(accounts).link("cup", ["1"], 1, "referee")
    accounts.close()


def test_a_link_ends_with_its_time(tmp_path: Path) -> None:
    now = [1_000_000.0]
    accounts = Accounts(tmp_path, lambda: now[0])
    tables = Tables(accounts)
    ((link, secret),) = tables.link("cup", ["1"], 2, "somebody")
    device = tables.open(secret)
    assert device is not None
    person = tables.device(device)
    assert person is not None
    assert person.table == ("cup", "1")
    assert tables.open(link.id) is None
    now[0] += 2 * 3600
    assert tables.device(device) is None
    assert tables.open(secret) is None
    assert tables.links("cup") == []
    accounts.close()


# ---- over the interface


STAGE: Final = "preliminary"
GIVEN: Final = {
    "/claims/winner": "EW",
    "/claims/levels/EW": "A",
    "/claims/levels/NS": "7",
    "/claims/points/EW": "20",
    "/claims/points/NS": "4",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("entry")
    (folder / "event.json").write_text(json.dumps(event_of(FORM, 7)[0]), encoding="utf-8")
    assert command(folder, "load", "event.json", "--quiet", "--workers", "1", "--warehouse", "house")[0] == 0
    token = administrator(folder / "house")
    process, at = start(folder / "house")
    yield Served(at, folder / "house", token)
    assert "Traceback" not in stop(process)


def phones_at(house: Served, table: str, count: int = 1) -> list[Phone]:
    (link,) = links_of(house, ID, table)
    return [Phone(house, link, ID, STAGE) for _ in range(count)]


def until_loaded(phone: Phone, table: str) -> dict[str, Any]:
    until = time.monotonic() + 60
    while True:
        match: dict[str, Any] = phone.look(table)["matches"][0]
        if match["loaded"]:
            return match
        assert time.monotonic() < until, match
        time.sleep(0.1)


def test_both_sides_confirm_and_the_standings_follow(house: Served) -> None:
    first, second = phones_at(house, "1", 2)
    assert first.look("1")["others"] == 0
    assert second.look("1")["others"] == 1  # who else is there is told
    status, said = first.act("1", "a" * 32, act="enter", side="EW", seen=0, fields=GIVEN)
    assert (status, said["state"]) == (201, "entered")
    assert first.act("1", "a" * 32, act="enter", side="EW", seen=0, fields=GIVEN)[0] == 200
    status, since = second.act("1", "b" * 32, act="enter", side="NS", seen=0, fields=GIVEN)
    assert (status, since["code"], since["match"]["state"]) == (409, "SERVICE-RESULT-SINCE", "entered")
    assert first.act("1", "c" * 32, act="agree", side="EW", seen=said["seen"], of=said["seen"])[0] == 409  # its own
    status, agreed = second.act("1", "d" * 32, act="agree", side="NS", seen=said["seen"], of=said["seen"])
    assert (status, agreed["state"]) == (201, "agreed")
    assert (
        second.act("1", "e" * 32, act="enter", side="NS", seen=agreed["seen"], fields=GIVEN)[1]["code"] == "SERVICE-RESULT-OVER"
    )
    until_loaded(first, "1")
    standings = json.loads(house.ask("GET", f"/events/{quote(ID)}/standings").body)
    sides = event_of(FORM, 7)[0]["stages"][0]["rounds"][0]["tables"][0]["sides"]
    points = {row["entrant"]: row["points"] for row in standings if row["account"] == "recorded" and row["stage"] == STAGE}
    assert (points[sides["EW"]], points[sides["NS"]]) == (20, 4)
    done = json.loads(house.ask("GET", "/acts").body)
    assert [json.loads(each["about"])[-2:] for each in done if each["act"] == "result"] == [["enter", "EW"], ["agree", "NS"]]


def test_a_dispute_is_shown_and_settled_by_a_referee_in_his_name(house: Served) -> None:
    (phone,) = phones_at(house, "2")
    _, said = phone.act("2", "2a" * 16, act="enter", side="EW", seen=0, fields=GIVEN)
    _, said = phone.act("2", "2b" * 16, act="dispute", side="NS", seen=said["seen"], of=said["seen"], note="7, not A")
    assert said["state"] == "disputed"
    accounts = house.accounts()
    person = member(accounts, "陈 裁判", Role.REFEREE)
    made = accounts.token(person, "x", person.actions)
    assert made is not None
    accounts.close()
    referee = Served(house.address, house.warehouse, made[1])
    first = json.loads(referee.ask("GET", f"/events/{quote(ID)}/tables").body)[0]
    assert (first["table"], first["state"], first["disputes"]) == ("2", "disputed", {"NS": "7, not A"})
    settling = {"stage": STAGE, "round": 1, "seen": first["seen"], "note": "both sides heard"}
    path = f"/events/{quote(ID)}/tables/2/settlements/{'2c' * 16}"
    assert referee.ask("PUT", path, json.dumps(settling).encode()).status == 422
    body = json.dumps({**settling, "fields": {**GIVEN, "/claims/levels/NS": "K"}}).encode()
    assert [referee.ask("PUT", path, body).status for _ in range(2)] == [201, 200]
    match = until_loaded(phone, "2")
    assert (match["state"], match["settled"]["by"], match["standing"]["/claims/levels/NS"]["zh"]) == ("settled", "陈 裁判", "K")


def test_scorers_at_one_table_at_once_are_told_of_each_other(house: Served) -> None:
    phones = phones_at(house, "3", 6)
    with ThreadPoolExecutor(6) as at_once:
        jobs = [
            at_once.submit(phone.act, "3", f"{number:032}", act="enter", side="EW", seen=0, fields=GIVEN)
            for number, phone in enumerate(phones)
        ]
        found = sorted(job.result()[0] for job in jobs)
    assert found == [201, *[409] * 5]


def test_a_match_that_is_on_record_takes_no_result_besides(house: Served) -> None:
    (phone,) = phones_at(house, "1")
    played = next(each for each in event_of(FORM, 7)[1] if (each["event"]["round"], each["event"]["table"]) == (2, "1"))
    raw = json.dumps({**played, "id": "played and noted"}, ensure_ascii=False).encode()
    assert house.ask("PUT", f"/records/{hashlib.sha256(raw).hexdigest()}", raw).status == 201
    status, said = phone.act("1", "1f" * 16, round=2, act="enter", side="EW", seen=0, fields=GIVEN)
    assert (status, said["code"]) == (409, "SERVICE-RESULT-RECORDED")
    assert "played and noted" in said["message"]["zh"]


def test_what_is_wrong_is_said_by_its_field(house: Served) -> None:
    (phone,) = phones_at(house, "4")
    status, said = phone.act("4", "4a" * 16, act="enter", side="EW", seen=0, fields={**GIVEN, "/claims/levels/NS": "Z"})
    assert (status, said["code"], said["errors"][0]["field"]) == (422, "SERVICE-RESULT", "/claims/levels/NS")
    assert phone.look("4")["matches"][0]["state"] == "none"
    for doing, wanted in (
        ({"act": "enter", "side": "up", "seen": 0, "fields": GIVEN}, 422),
        ({"act": "agree", "side": "NS", "seen": 0}, 422),
        ({"act": "agree", "side": "NS", "seen": 0, "of": 10**9}, 409),
        ({"act": "settle", "side": "NS", "seen": 0, "of": 1}, 422),
        ({"act": "enter", "side": "EW", "seen": 0, "fields": GIVEN, "stage": "nowhere"}, 404),
    ):
        assert phone.act("4", "4b" * 16, **doing)[0] == wanted, doing


def test_cards_have_a_code_a_table(house: Served) -> None:
    accounts = house.accounts()
    session = accounts.begin(member(accounts, "organiser", Role.ORGANISER))
    accounts.close()
    headers = [("Cookie", f"paipu={session}"), ("Content-Type", "application/x-www-form-urlencoded")]
    body = f"event={quote(ID)}&hours=5".encode()
    answer = ask(house.address, "/cards", method="POST", origins=[house.origin], headers=headers, body=body)
    page = answer.body.decode()
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")
    assert page.count('<section class="card">') == page.count("<svg") == 4
    links = re.findall(r"(/entry\?link=[\w-]+)<", page)
    assert len(set(links)) == 4
    phone = Phone(house, links[2], ID, STAGE)
    assert json.loads(phone.ask("GET", address(ID, "3")).body)["table"] == "3"
    assert "第 3 桌" in phone.ask("GET", "/entry").body.decode()
    assert "table 3" in phone.ask("GET", "/entry?lang=en").body.decode()
    wrong = ask(house.address, "/entry?link=nothing")
    assert (wrong.status, "过期" in wrong.body.decode()) == (403, True)
    assert "桌卡" in ask(house.address, "/entry").body.decode()


@pytest.mark.browser
def test_what_is_submitted_without_a_connection_is_sent_once_when_there_is_one(house: Served, browser: Browser) -> None:
    (link,) = links_of(house, ID, "4")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(house.address + link.removeprefix("/"))
    expect(page.locator("form")).to_be_visible()
    assert "link=" not in page.url
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("caches.match(location.href)")
    page.locator(".pick button").first.click()
    page.get_by_label("胜方").select_option("EW")
    page.get_by_label("东西终局级数").select_option("A")
    page.get_by_label("南北终局级数").select_option("9")
    page.get_by_label("东西场分").fill("20")
    context.set_offline(True)
    page.reload()  # what was typed is there, and the page itself
    expect(page.get_by_label("东西场分")).to_have_value("20")
    page.get_by_label("南北场分").fill("4")
    page.get_by_role("button", name=text("enter")).click()
    page.get_by_role("button", name=text("sure")).click()
    expect(page.locator("#state")).to_contain_text("没有网络")
    page.reload()
    expect(page.locator("#state")).to_contain_text("没有网络")
    accounts = house.accounts()
    spot = next(drawn_in(event_in(event_of(FORM, 7)[0]), "4")).spot
    assert spot not in Tables(accounts).acts(ID)
    context.set_offline(False)
    page.get_by_role("button", name=text("agree")).click()  # the other side
    page.get_by_role("button", name=text("sure")).click()
    expect(page.locator("#table")).to_contain_text(text("agreed"))
    expect(page.locator("#table")).to_contain_text(text("loaded"))
    assert [each.told["act"] for each in Tables(accounts).acts(ID)[spot]] == ["enter", "agree"]
    accounts.close()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    context.close()


def text(key: str) -> str:
    return TEXT[f"entry.page.{key}"].zh
