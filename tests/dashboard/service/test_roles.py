"""Who may what, cell by cell: each role at each address with each method, by cookie and by token, and the pages."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import pytest
import streamlit as st
from playwright.sync_api import Browser, expect
from streamlit.testing.v1 import AppTest
from websockets.exceptions import InvalidStatus

from paipu.analytics import collected
from paipu.analytics.collected import CollectionsError, KeptPlace
from paipu.analytics.rulings import Act, Given
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.rulings import desk
from paipu.dashboard.service import access
from paipu.dashboard.service.access import COOKIE, TABLE_COOKIE, NotAllowedError
from paipu.dashboard.service.accounts import Accounts, hasher
from paipu.dashboard.service.addresses import ADDRESSES, API, Address
from paipu.dashboard.service.roles import MAY, Action, Role, actions_of, gives
from paipu.dashboard.service.shelf import AccountShelf, Shared, shared_by
from paipu.dashboard.service.tables import Tables
from paipu.dashboard.text import t
from paipu.dashboard.uploads import load_files
from paipu.replay.text import LANGS
from tests.dashboard.asking import Answer, ask, knock
from tests.dashboard.conftest import PATIENCE_MS
from tests.dashboard.service.conftest import PASSWORD, Served, Stream, member, problem
from tests.made import event_of

TABLE: Final = """
                read    ask     keep    enter   rule    roles   operate result  tables  settle
viewer          yes     no      no      no      no      no      no      no      no      no
player          yes     yes     yes     no      no      no      no      no      no      no
scorer          yes     yes     yes     yes     no      no      no      yes     no      no
referee         yes     yes     yes     no      yes     no      no      no      no      yes
organiser       yes     yes     yes     yes     no      yes     no      yes     yes     yes
administrator   yes     yes     yes     yes     no      yes     yes     yes     yes     no
"""
CELLS: Final = [
    (Role(role), Action(action), word == "yes")
    for head, *rows in [TABLE.split("\n")[1:-1]]
    for role, *words in map(str.split, rows)
    for action, word in zip(head.split(), words, strict=True)
]


class SignedIn(NamedTuple):
    """Somebody of one role: the cookie of his session, and a token that may all that he may."""

    cookie: str
    token: str

    @property
    def headers(self) -> list[tuple[str, str]]:
        """By cookie."""
        return [("Cookie", f"{COOKIE.here}={self.cookie}")]


@pytest.fixture(scope="module")
def accounts(served: Served) -> Iterator[Accounts]:
    found = served.accounts()
    yield found
    found.close()


@pytest.fixture(scope="module")
def people(accounts: Accounts) -> dict[Role, SignedIn]:
    return {role: signed_in(accounts, f"someone {role}", role) for role in Role}


def signed_in(accounts: Accounts, name: str, *roles: Role) -> SignedIn:
    person = member(accounts, name, *roles)
    made = accounts.token(person, "tests", person.actions)
    assert made is not None
    return SignedIn(accounts.begin(person), made[1])


def request(served: Served, address: Address, method: str, headers: Sequence[tuple[str, str]]) -> Answer:
    if method == "WEBSOCKET":
        return knock(served.address, origins=[served.origin], headers=headers)
    told = [*headers, ("Content-Type", "application/json")]
    body = b"" if method in {"POST", "PUT"} else None
    return ask(served.address, address.example, method=method, origins=[served.origin], headers=told, body=body)


def refused(answer: Answer) -> bool:
    """Whether it was the table of roles that refused."""
    if answer.status != 403 or not answer.body:  # a HEAD has none
        return answer.status == 403
    if answer.headers["content-type"] == "application/problem+json":
        return bool(json.loads(answer.body)["code"] == "SERVICE-MAY-NOT")
    words = {t_of(f"service.may_not.{action}") for action in Action}
    return answer.body.decode() in words


def t_of(key: str) -> str:
    return "".join(f"{said}\n" for said in access._TEXT[key])


def test_the_table_is_as_it_was_agreed() -> None:
    assert {(role, action): action in MAY[role] for role in Role for action in Action} == {
        (role, action): may for role, action, may in CELLS
    }
    assert actions_of([]) == frozenset()
    assert gives([Role.REFEREE, Role.SCORER]) == frozenset()
    assert Role.ADMINISTRATOR not in gives([Role.ORGANISER])


@pytest.mark.parametrize("role", Role)
def test_each_address_answers_those_who_may_and_nobody_else(served: Served, people: dict[Role, SignedIn], role: Role) -> None:
    tried = 0
    for address in ADDRESSES:
        for method in sorted(address.methods):
            if (address.example, method) == ("/sign-out", "POST"):
                continue  # it would end the session
            tried += 1
            may = address.action is None or address.action in MAY[role]
            answer = request(served, address, method, people[role].headers)
            assert refused(answer) is not may, (method, address.example, answer.status)
            assert answer.status != 401, (method, address.example)
            by_token = request(served, address, method, [("Authorization", f"Bearer {people[role].token}")])
            if address.example.startswith(f"{API}/"):
                assert refused(by_token) is not may, (method, address.example, by_token.status)
                assert by_token.status != 401
            elif address.action is not None:  # a token opens no page
                assert by_token.status in {401, 303}, (method, address.example, by_token.status)
    assert tried > 30


def test_the_link_of_a_table_opens_its_results_and_nothing_else(served: Served, accounts: Accounts) -> None:
    event = event_of("round-robin", 7)[0]["id"]
    tables = Tables(accounts)
    links = dict(zip("12", (secret for _, secret in tables.link(event, ["1", "2"], 1, "a test")), strict=True))
    device = tables.open(links["1"])
    assert device is not None
    cookie = [("Cookie", f"{TABLE_COOKIE.here}={device}")]
    tried = 0
    for address in ADDRESSES:
        for method in sorted(address.methods):
            answer = request(served, address, method, cookie)
            tried += 1
            if address.action is None:
                assert answer.status not in {401, 403} or address.example in {"/sign-in", "/join"}, address.example
            elif address.action is Action.RESULT:  # at a table of another event
                assert (answer.status, json.loads(answer.body)["code"]) == (403, "SERVICE-OTHER-TABLE"), address.example
            else:
                assert refused(answer), (method, address.example, answer.status)
    assert tried > 40
    for table, status in (("1", 200), ("2", 403)):
        path = f"{API}/events/{quote(event)}/tables/{table}"
        assert ask(served.address, path, headers=cookie).status == status
        act = f"{path}/acts/{'0' * 32}"
        kind = ("Content-Type", "application/json")
        body = json.dumps({"stage": "all", "round": 1, "seen": 0, "act": "agree", "side": "EW", "of": 1}).encode()
        assert (
            ask(served.address, act, method="PUT", origins=[served.origin], headers=[*cookie, kind], body=body).status
            == {200: 409, 403: 403}[status]
        )
    for wrong in (f"paipu={device}", f"{TABLE_COOKIE.here}={links['1']}", f"{TABLE_COOKIE.by_tls}x={device}"):
        path = f"{API}/events/{quote(event)}/tables/1"
        assert ask(served.address, path, headers=[("Cookie", wrong)]).status == 401
        assert ask(served.address, path, headers=[("Authorization", f"Bearer {device}")]).status == 401
    assert tables.end(event, tables.links(event)[0].id, "a test")  # who came by it is out
    assert ask(served.address, f"{API}/events/{quote(event)}/tables/1", headers=cookie).status == 401
    assert tables.open(links["1"]) is None


def test_a_viewer_at_a_table_may_what_both_may(served: Served, accounts: Accounts, people: dict[Role, SignedIn]) -> None:
    event = event_of("round-robin", 7)[0]["id"]
    tables = Tables(accounts)
    device = tables.open(tables.link(event, ["3"], 1, "a test")[0][1])
    viewer = people[Role.VIEWER].headers[0][1]
    both = [("Cookie", f"{viewer}; {TABLE_COOKIE.here}={device}")]
    assert ask(served.address, f"{API}/events/{quote(event)}/tables/3", headers=both).status == 200
    assert json.loads(ask(served.address, f"{API}/me", headers=both).body)["roles"] == ["viewer"]
    assert ask(served.address, f"{API}/events/{quote(event)}/tables", headers=both).status == 403


def test_nobody_who_is_not_signed_in_is_answered(served: Served, people: dict[Role, SignedIn]) -> None:
    wrong = people[Role.ADMINISTRATOR]
    for headers in (
        [],
        [("Cookie", "paipu=x")],
        [("Cookie", f"paipu={wrong.token}")],
        [("Authorization", f"Bearer {wrong.cookie}")],
        [("Authorization", f"Basic {wrong.token}")],
        [("Authorization", "Bearer "), *wrong.headers],
    ):
        for address in ADDRESSES:
            if address.action is not None:
                for method in sorted(address.methods):
                    answer = request(served, address, method, headers)
                    assert answer.status in {401, 303}, (method, address.example, headers)
                    assert answer.status == 401 or answer.headers["location"].startswith("/sign-in?to=")
    for path in ("/nowhere", f"{API}/nowhere", "/_stcore/metrics", "/auth/login", "/app/static/run.py", "/overview/x"):
        assert ask(served.address, path).status == 401
        assert ask(served.address, path, headers=wrong.headers).status == 404


def test_what_goes_by_a_cookie_must_come_from_a_page_of_ours(served: Served, people: dict[Role, SignedIn]) -> None:
    for address in ADDRESSES:
        for method in sorted(address.methods & {"POST", "PUT", "DELETE"}):
            if address.action is not None and address.action in MAY[Role.ADMINISTRATOR]:
                answer = ask(served.address, address.example, method=method, headers=people[Role.ADMINISTRATOR].headers)
                assert (answer.status, b"page of this service" in answer.body) == (403, True), address.example


def test_a_token_may_no_more_than_it_says_and_than_its_owner_may(served: Served, accounts: Accounts) -> None:
    person = member(accounts, "token owner", Role.ORGANISER)
    made = accounts.token(person, "narrow", [Action.ASK, Action.OPERATE])
    assert made is not None
    may = {address.example for address in ADDRESSES if address.action is Action.ASK}
    for address in ADDRESSES:
        if address.example.startswith(f"{API}/"):
            for method in sorted(address.methods):
                answer = request(served, address, method, [("Authorization", f"Bearer {made[1]}")])
                assert refused(answer) is (address.example not in may), address.example
    accounts.invite("token owner", [Role.VIEWER], None)  # roles that are taken end what was made under them
    assert ask(served.address, f"{API}/judge", method="POST", headers=[("Authorization", f"Bearer {made[1]}")]).status == 401


def opened(served: Served, cookie: str) -> Stream:
    return Stream(served.origin, f"{COOKIE.here}={cookie}")


def test_signing_out_ends_every_session_and_what_is_open(served: Served, accounts: Accounts) -> None:
    person = member(accounts, "two devices", Role.VIEWER)
    first, second = accounts.begin(person), accounts.begin(person)
    other = signed_in(accounts, "a bystander", Role.VIEWER)
    with opened(served, first) as here, opened(served, second) as there, opened(served, other.cookie) as beside:
        told = [("Cookie", f"{COOKIE.here}={first}")]
        answer = ask(served.address, "/sign-out", method="POST", origins=[served.origin], headers=told, body=b"")
        assert (answer.status, answer.headers["location"]) == (303, "/sign-in")
        assert here.ends(10)
        assert there.ends(10)
        assert not beside.ends(2)
    for cookie in (first, second):
        assert ask(served.address, f"{API}/me", headers=[("Cookie", f"{COOKIE.here}={cookie}")]).status == 401
        with pytest.raises(InvalidStatus):
            opened(served, cookie)


def test_an_account_that_is_removed_by_another_process_is_out_at_once(served: Served, accounts: Accounts) -> None:
    gone = signed_in(accounts, "gone soon", Role.REFEREE)
    with opened(served, gone.cookie) as here:
        assert accounts.remove("GONE ＳＯＯＮ", None)  # one name, however it is written
        assert here.ends(10)
    for headers in (gone.headers, [("Authorization", f"Bearer {gone.token}")]):
        assert ask(served.address, f"{API}/me", headers=headers).status == 401


# ---- signing in


def form(served: Served, path: str, fields: str, **headers: str) -> Answer:
    told = [("Content-Type", "application/x-www-form-urlencoded"), *headers.items()]
    return ask(served.address, path, method="POST", origins=[served.origin], headers=told, body=fields.encode())


def test_signing_in_goes_on_to_where_somebody_wanted_to_go(served: Served, accounts: Accounts) -> None:
    member(accounts, "王 裁判", Role.REFEREE)
    fields = f"name={quote('王 裁判')}&password={quote(PASSWORD)}"
    for to, there in (
        ("/replay?lang=en", "/replay?lang=en"),
        ("//evil.example/", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("/a\r\nSet-Cookie: x=y", "/"),
    ):
        answer = form(served, f"/sign-in?to={quote(to, safe='')}", fields)
        assert (answer.status, answer.headers["location"]) == (303, there)
    cookie = form(served, "/sign-in", fields).headers["set-cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    me = ask(served.address, f"{API}/me", headers=[("Cookie", cookie.partition(";")[0])])
    assert json.loads(me.body) == {
        "name": "王 裁判",
        "roles": ["referee"],
        "actions": ["ask", "keep", "read", "rule", "settle"],
    }


@pytest.mark.browser
def test_a_browser_signs_in_and_out(served: Served, accounts: Accounts, browser: Browser) -> None:
    member(accounts, "李 裁判", Role.REFEREE)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.address}rulings?lang=zh")
    page.locator("[name=name]").fill("李 裁判")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button").click()
    expect(page.locator(".signed-in")).to_contain_text("李 裁判", timeout=PATIENCE_MS)
    assert page.url == f"{served.address}rulings?lang=zh"
    expect(page.get_by_label(t("rulings.by", "zh"))).to_have_value("李 裁判")
    expect(page.get_by_label(t("rulings.by", "zh"))).to_be_disabled()
    page.locator(".signed-in a[href*=sign-out]").click()
    page.wait_for_url("**/sign-out*")
    page.get_by_role("button").click()
    page.wait_for_url("**/sign-in*")
    context.close()


def test_the_page_on_the_service_says_what_each_role_may() -> None:
    page = (Path(__file__).parents[3] / "data" / "SERVICE.md").read_text(encoding="utf-8")
    [head, _, *rows] = [
        [cell.strip().split(" ")[0] for cell in line.strip("|").split("|")]
        for line in page.split("## Who may what")[1].split("\n\n")[1].splitlines()
    ]
    assert {*head[1:]} == {*Action}
    said = {row[0]: {action for action, cell in zip(head, row, strict=True) if cell == "✓"} for row in rows[:-1]}
    assert said == MAY


def test_passwords_are_kept_as_argon2_with_what_its_library_recommends() -> None:
    kept = hasher().hash(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert hasher().verify(PASSWORD, kept)
    assert not hasher().verify(PASSWORD + "x", kept)


def test_wrong_passwords_are_refused_and_then_not_looked_at(served: Served, accounts: Accounts) -> None:
    member(accounts, "guessed at", Role.VIEWER)
    assert form(served, "/sign-in", "name=nobody&password=x").status == 403
    answers = [form(served, "/sign-in", f"name=guessed+at&password={number}").status for number in range(11)]
    assert answers == [403] * 10 + [429]
    assert form(served, "/sign-in", f"name=guessed+at&password={quote(PASSWORD)}").status == 429
    assert form(served, "/sign-in", "").status == 403
    assert form(served, "/sign-in", "x" * 5000).status == 403
    assert ask(served.address, "/sign-in", method="POST", origins=["http://evil.example"], body=b"").status == 403


def test_an_invitation_is_good_once(served: Served) -> None:
    invited = served.ask("PUT", f"/accounts/{quote('新 记录员')}", b'{"roles":["scorer","player"]}')
    join = json.loads(invited.body)["join"]
    assert ask(served.address, join).status == 200
    assert form(served, join, "password=short").status == 422
    assert form(served, join, f"password={quote(PASSWORD)}").status == 303
    assert form(served, join, f"password={quote(PASSWORD)}").status == 403
    assert form(served, "/join?invitation=", f"password={quote(PASSWORD)}").status == 403
    found = {each["name"]: each for each in json.loads(served.ask("GET", "/accounts").body)}
    assert found["新 记录员"] == {"name": "新 记录员", "roles": ["player", "scorer"], "joined": True}
    assert served.ask("DELETE", f"/accounts/{quote('新 记录员')}").status == 204
    assert problem(served.ask("DELETE", f"/accounts/{quote('新 记录员')}"))["code"] == "SERVICE-NO-ACCOUNT"


def test_nobody_gives_or_takes_what_is_not_his_to_give(
    served: Served, accounts: Accounts, people: dict[Role, SignedIn]
) -> None:
    told = [("Authorization", f"Bearer {people[Role.ORGANISER].token}"), ("Content-Type", "application/json")]

    def put(name: str, roles: str) -> Answer:
        body = f'{{"roles":{roles}}}'.encode()
        return ask(served.address, f"{API}/accounts/{quote(name)}", method="PUT", headers=told, body=body)

    assert problem(put("me too", '["administrator"]'))["code"] == "SERVICE-MAY-NOT-GIVE"
    assert problem(put("管理员", '["viewer"]'))["code"] == "SERVICE-MAY-NOT-GIVE"
    gone = ask(served.address, f"{API}/accounts/{quote('管理员')}", method="DELETE", headers=told)
    assert problem(gone)["code"] == "SERVICE-MAY-NOT-GIVE"
    assert put("a referee", '["referee"]').status == 201
    assert accounts.roles_of("a referee") == frozenset({Role.REFEREE})
    for name, roles in (
        (" x", '["viewer"]'),
        ("x" * 61, '["viewer"]'),
        ("x\u202ey", '["viewer"]'),
        ("x", "[]"),
        ("x", '["no"]'),
    ):
        assert put(name, roles).status == 422


def test_nobody_changes_his_own_account(served: Served, accounts: Accounts) -> None:
    own = f"/accounts/{quote('管理员')}"
    assert problem(served.ask("DELETE", own))["code"] == "SERVICE-OWN-ACCOUNT"
    assert problem(served.ask("PUT", own, b'{"roles":["viewer"]}'))["status"] == 409
    assert accounts.roles_of("管理员") == frozenset({Role.ADMINISTRATOR})


def test_tokens_are_made_listed_and_ended_by_their_owner(served: Served, people: dict[Role, SignedIn]) -> None:
    told = [("Authorization", f"Bearer {people[Role.PLAYER].token}"), ("Content-Type", "application/json")]

    def asked(method: str, path: str, body: str | None = None) -> Answer:
        return ask(served.address, f"{API}{path}", method=method, headers=told, body=body.encode() if body else None)

    assert problem(asked("POST", "/tokens", '{"label":"x","scopes":["enter"]}'))["code"] == "SERVICE-SCOPES"
    assert asked("POST", "/tokens", '{"label":"x","scopes":["read"],"days":9999}').status == 422
    made = json.loads(asked("POST", "/tokens", '{"label":"x","scopes":["read"],"days":1}').body)
    listed = json.loads(asked("GET", "/tokens").body)
    assert {name: value for name, value in made.items() if name != "token"} in listed
    assert made["token"] not in json.dumps(listed)
    assert problem(served.ask("DELETE", f"/tokens/{made['id']}"))["status"] == 404  # another's
    assert asked("DELETE", f"/tokens/{made['id']}").status == 204
    assert ask(served.address, f"{API}/me", headers=[("Authorization", f"Bearer {made['token']}")]).status == 401


def test_who_did_what_is_told_to_administrators(served: Served) -> None:
    acts = json.loads(served.ask("GET", "/acts?limit=1000").body)
    assert [each["number"] for each in acts] == sorted({each["number"] for each in acts})
    assert {"invite", "join"} <= {each["act"] for each in acts}
    assert json.loads(served.ask("GET", f"/acts?after={acts[0]['number']}&limit=1").body) == acts[1:2]
    assert PASSWORD not in json.dumps(acts)


# ---- the pages, where they do something


@pytest.fixture
def as_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Accounts]:
    """The accounts that the pages of this process ask, as those of a service do; `page.cookie` is the session's."""
    accounts = Accounts(tmp_path / "accounts")
    monkeypatch.setattr(access._Serving, "accounts", accounts)
    yield accounts
    accounts.close()


def look_as(monkeypatch: pytest.MonkeyPatch, cookie: str | None) -> None:
    cookies = {} if cookie is None else {COOKIE.here: cookie}
    monkeypatch.setattr(st, "context", type("Context", (), {"cookies": cookies, "url": "http://127.0.0.1/find"}))


@pytest.mark.parametrize("role", Role)
def test_a_page_does_what_the_role_may_and_nothing_else(as_page: Accounts, monkeypatch: pytest.MonkeyPatch, role: Role) -> None:
    look_as(monkeypatch, as_page.begin(member(as_page, "somebody", role)))
    for action in Action:
        if action in MAY[role]:
            assert access.allow(action, "x") == access.person()
        else:
            with pytest.raises(NotAllowedError) as stop:
                access.allow(action, "x")
            assert stop.value.message == access._TEXT[f"service.may_not.{action}"]
    done = [(each.who, each.act) for each in as_page.acts(0, 100) if each.about == "x"]
    assert done == [("somebody", action) for action in Action if action in MAY[role]]


@pytest.mark.parametrize("cookie", [None, "", "x"])
def test_a_page_does_nothing_for_a_session_that_has_ended(
    as_page: Accounts, monkeypatch: pytest.MonkeyPatch, cookie: str | None
) -> None:
    look_as(monkeypatch, cookie)
    for action in Action:
        with pytest.raises(NotAllowedError):
            access.allow(action, "x")
    assert as_page.acts(0, 100) == []


@pytest.mark.parametrize("role", Role)
def test_files_are_loaded_by_those_who_may(
    as_page: Accounts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, role: Role
) -> None:
    look_as(monkeypatch, as_page.begin(member(as_page, "somebody", role)))
    if Action.ENTER in MAY[role]:
        assert load_files([], tmp_path / "house", lambda _: None).summary.read == 0
        return
    with pytest.raises(NotAllowedError):
        load_files([], tmp_path / "house", lambda _: None)
    assert not (tmp_path / "house").exists()


@pytest.mark.parametrize("role", Role)
def test_a_referee_rules_under_his_own_name_and_nobody_else_rules(
    as_page: Accounts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, role: Role
) -> None:
    came: list[Given] = []

    def commit_all(_path: Path, given: Sequence[Given], _seen: int) -> Sequence[Act]:
        came.extend(given)
        return []

    monkeypatch.setattr(desk, "commit_all", commit_all)
    monkeypatch.setenv("PAIPU_WAREHOUSE", str(tmp_path / "house"))
    look_as(monkeypatch, as_page.begin(member(as_page, "王 裁判", role)))
    given = [Given("issue", "somebody else", "because"), Given("appeal", "team Blue", "because", "r1")]
    if role is not Role.REFEREE:
        with pytest.raises(NotAllowedError):
            desk.act(given, 0)
        assert came == []
        return
    desk.act(given, 0)
    assert [each.by for each in came] == ["王 裁判", "team Blue"]


def test_the_refusals_are_said_in_both_languages() -> None:
    for action in Action:
        assert all(access._TEXT[f"service.may_not.{action}"])
    assert all(t("app.sign_out", lang) for lang in LANGS)


# ---- the collections, which are an account's own


def places(*hands: int) -> list[KeptPlace]:
    return [KeptPlace(match="m", hand=hand, note=f"note {hand}") for hand in hands]


def shelf_of(accounts: Accounts, name: str) -> AccountShelf:
    return AccountShelf(accounts, name)


def test_collections_are_their_owners_and_shown_by_a_link(as_page: Accounts) -> None:
    member(as_page, "王伟", Role.PLAYER)
    member(as_page, "李娜", Role.PLAYER)
    mine, hers = shelf_of(as_page, "王伟"), shelf_of(as_page, "李娜")
    mine.change(lambda before: before.added("难", places(1, 2)))
    hers.change(lambda before: before.added("难", places(9)))
    assert [place.hand for place in mine.read().named("难").places] == [1, 2]
    assert [place.hand for place in hers.read().named("难").places] == [9]
    assert mine.link("难") is None
    mine.share("难")
    link = mine.link("难")
    assert link is not None
    assert hers.link("难") is None
    mine.share("难")
    assert mine.link("难") == link  # one link, however often it is asked for
    mine.rename("难", "很难")
    assert (mine.link("很难"), mine.link("难")) == (link, None)
    mine.change(lambda before: before.added("很难", places(3)))
    found = shared_by(as_page, link)
    assert found == Shared("王伟", mine.read().named("很难"))
    hers.change(lambda before: before.without("难"))
    assert shared_by(as_page, link) == found
    with pytest.raises(CollectionsError):
        mine.share("没有")
    with pytest.raises(CollectionsError):
        mine.rename("很难", "x" * 81)
    mine.end_link("很难")
    assert shared_by(as_page, link) is None
    mine.share("很难")
    again = mine.link("很难")
    assert again not in {None, link}
    mine.change(lambda before: before.without("很难"))
    mine.change(
        lambda before: before.added("很难", places(4))
    )  # another of the name is not shown by the link of the one before
    assert shared_by(as_page, str(again)) is None


def test_collections_go_with_their_account_and_stay_when_it_is_invited_anew(as_page: Accounts) -> None:
    member(as_page, "王伟", Role.PLAYER)
    own = shelf_of(as_page, "王伟")
    own.change(lambda before: before.added("难", places(1)))
    own.share("难")
    link = str(own.link("难"))
    member(as_page, "王伟", Role.REFEREE)
    assert [each.name for each in own.read().collections] == ["难"]
    assert as_page.remove("王伟", None)
    assert shared_by(as_page, link) is None
    member(as_page, "王伟", Role.PLAYER)  # somebody else may be called so
    assert own.read().collections == ()
    assert own.link("难") is None


def test_collections_that_are_too_large_are_refused_and_stay(as_page: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    member(as_page, "王伟", Role.PLAYER)
    own = shelf_of(as_page, "王伟")
    own.change(lambda before: before.added("难", places(1)))
    monkeypatch.setattr(collected, "LARGEST", 2_000)
    with pytest.raises(CollectionsError):
        own.change(lambda before: before.added("难", places(*range(2, 100))))
    assert [place.hand for place in own.read().named("难").places] == [1]


def _find_page() -> None:
    from paipu.dashboard.app import PAGES
    from paipu.dashboard.trouble import said

    with said():
        next(page for page in PAGES if page.name == "find").draw()


def looked(warehouse: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> AppTest:
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(warehouse))
    app = AppTest.from_function(_find_page, default_timeout=60)
    for name, value in {"lang": "en", **query}.items():
        app.query_params[name] = value
    return app.run()


def markup(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def pressed(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def test_a_page_shows_a_shared_collection_and_lets_only_its_owner_change_it(
    served: Served, as_page: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = {
        name: as_page.begin(member(as_page, name, role))
        for name, role in (("王伟", Role.PLAYER), ("李娜", Role.PLAYER), ("看客", Role.VIEWER))
    }
    mine, hers = shelf_of(as_page, "王伟"), shelf_of(as_page, "李娜")
    mine.change(lambda before: before.added("难", places(1, 2)))
    look_as(monkeypatch, cookies["李娜"])
    assert "there is no collection 难" in markup(looked(served.warehouse, monkeypatch, collection="难"))
    assert "难" not in markup(looked(served.warehouse, monkeypatch))
    look_as(monkeypatch, cookies["王伟"])
    app = pressed(looked(served.warehouse, monkeypatch, collection="难"), "kept.share")
    link = mine.link("难")
    assert f"find?shared={link}" in markup(app)
    for name in ("李娜", "看客"):
        look_as(monkeypatch, cookies[name])
        app = looked(served.warehouse, monkeypatch, shared=str(link))
        assert "shared by 王伟" in markup(app)
        assert "note 2" in markup(app)
        assert f"shared={link}" in markup(app).partition("replay?")[2].partition('"')[0]  # n goes through it
        assert 'class="mend"' not in markup(app)
        assert not {"kept.share", "kept.share.end", "kept.remove"} & {each.key for each in app.button}
        app.text_input(key="kept.shared.new").input("她的")
        app = next(each for each in app.button if each.label == "Keep").click().run()
        assert ("your role may not change collections" in markup(app)) is (name == "看客")
    assert hers.read().named("她的").places == mine.read().named("难").places
    assert shelf_of(as_page, "看客").read().collections == ()
    look_as(monkeypatch, cookies["王伟"])
    pressed(looked(served.warehouse, monkeypatch, collection="难"), "kept.share.end")
    look_as(monkeypatch, cookies["李娜"])
    assert "there is no such link" in markup(looked(served.warehouse, monkeypatch, shared=str(link)))
    look_as(monkeypatch, None)
    assert "note" not in markup(looked(served.warehouse, monkeypatch, collection="难"))
