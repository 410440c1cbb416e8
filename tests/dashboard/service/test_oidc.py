"""Signing in by a provider, which is a process of its own, behind a proxy that does TLS: what each role may, page by page."""

import asyncio
import json
import shutil
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import pytest
from starlette.datastructures import Headers
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus

from paipu.cli.serve import check_provider
from paipu.cli.support.errors import UsageError
from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.addresses import ADDRESSES, CALLBACK, OIDC
from paipu.dashboard.service.oidc import is_safe
from paipu.dashboard.service.roles import MAY, Action, Role
from paipu.dashboard.service.tables import Tables
from tests.dashboard.asking import Answer
from tests.dashboard.conftest import free_port, stop
from tests.dashboard.service.conftest import NAME, PASSWORD, Stream, certified, member, start
from tests.dashboard.service.test_roles import refused

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
CLIENT, SECRET = "paipu", "between us"


class Got(NamedTuple):
    status: int
    headers: Headers
    body: bytes

    @property
    def cookies(self) -> dict[str, str]:
        """What was set, without how."""
        return dict(each.partition(";")[0].split("=", 1) for each in self.headers.getlist("set-cookie"))


class Behind(NamedTuple):
    """A service behind a proxy that does TLS, and the provider that signs people in."""

    port: int
    context: ssl.SSLContext
    accounts: Accounts

    @property
    def origin(self) -> str:
        """What others call it."""
        return f"https://{NAME}:{self.port}"

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Got:
        """What is answered to a browser that has looked the name up."""
        connection = HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=60)
        told = {"Host": f"{NAME}:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.request(method, path, body, told)
        answer = connection.getresponse()
        raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in answer.getheaders()]
        got = Got(answer.status, Headers(raw=raw), answer.read())
        connection.close()
        return got

    def by_provider(self, user: str, to: str = "/", **more: str) -> tuple[Got, str, str]:
        """How somebody comes back from the provider, by which address, and with which cookie."""
        away = self.ask("GET", f"{OIDC}?to={quote(to, safe='')}")
        assert away.status == 303, away.body
        at = urlsplit(away.headers["location"] + "&" + urlencode({"user": user, **more}))
        connection = HTTPConnection(at.hostname or "", at.port, timeout=60)
        connection.request("GET", f"{at.path}?{at.query}")
        back = connection.getresponse().headers["Location"]
        connection.close()
        assert back.startswith(f"{self.origin}{CALLBACK}?")
        path = back.removeprefix(self.origin)
        cookie = "; ".join(f"{name}={value}" for name, value in away.cookies.items())
        return self.ask("GET", path, Cookie=cookie), path, cookie


def proxy(port: int, to: int, context: ssl.SSLContext, ready: threading.Event) -> None:
    """Take TLS at one port, and hand on what is within it to another."""

    async def hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while piece := await reader.read(1 << 16):
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, here = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(hand_on(reader, here), hand_on(there, writer))

    async def run() -> None:
        async with await asyncio.start_server(taken, "127.0.0.1", port, ssl=context):
            ready.set()
            await asyncio.Event().wait()

    asyncio.run(run())


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("oidc")
    certified(folder)
    (folder / "secret").write_text(f"{SECRET}\n", encoding="utf-8")
    accounts = Accounts(beside(folder / "house"))
    for role in Role:
        member(accounts, f"{role}@example.org", role)
    at = free_port()
    provider = subprocess.Popen([sys.executable, "-m", "tests.dashboard.service.provider", str(at), CLIENT, SECRET])
    port = free_port()
    told = ("--oidc-issuer", f"http://127.0.0.1:{at}", "--oidc-client", CLIENT, "--oidc-secret", str(folder / "secret"))
    process, address = start(folder / "house", "--public", f"https://{NAME}:{port}", *told)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    ready = threading.Event()
    threading.Thread(target=proxy, args=(port, urlsplit(address).port, server, ready), daemon=True).start()
    assert ready.wait(60)
    _wait_for(at)
    yield Behind(port, ssl.create_default_context(cafile=str(folder / "cert.pem")), accounts)
    said = stop(process)
    provider.kill()
    provider.wait()
    accounts.close()
    assert "Traceback" not in said, said


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/jwks")
            connection.getresponse()
            connection.close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the provider did not come up")


@pytest.mark.parametrize("role", Role)
def test_each_role_signs_in_by_the_provider_and_by_password_and_may_the_same(behind: Behind, role: Role) -> None:
    name = f"{role}@example.org"
    back, _, _ = behind.by_provider(name, "/replay?lang=en")
    assert (back.status, back.headers["location"]) == (303, "/replay?lang=en")
    fields = urlencode({"name": name, "password": PASSWORD})
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": behind.origin}
    by_password = behind.ask("POST", "/sign-in", fields, **form)
    assert by_password.status == 303
    for cookies in (back.cookies, by_password.cookies):
        cookie = f"__Host-paipu={cookies['__Host-paipu']}"
        me = json.loads(behind.ask("GET", "/api/v1/me", Cookie=cookie).body)
        assert me == {"name": name, "roles": [role], "actions": sorted(MAY[role])}
        tried = 0
        for address in ADDRESSES:
            for method in sorted(address.methods - {"WEBSOCKET", "HEAD"}):
                if (address.example, method) == ("/sign-out", "POST") or address.action is None:
                    continue
                body = "" if method in {"POST", "PUT"} else None
                got = behind.ask(method, address.example, body, Cookie=cookie, Origin=behind.origin)
                assert refused(Answer(*got)) is (address.action not in MAY[role]), (method, address.example, got.status)
                tried += 1
        assert tried > 25


@pytest.mark.parametrize("role", Role)
def test_each_role_draws_a_page_on_the_websocket_behind_the_proxy_and_is_out_when_it_signs_out(
    behind: Behind, role: Role
) -> None:
    cookies = behind.by_provider(f"{role}@example.org")[0].cookies
    cookie = f"__Host-paipu={cookies['__Host-paipu']}"
    asked = BackMsg()
    asked.rerun_script.page_name = "judge"
    with Stream(behind.origin, cookie, context=behind.context) as opened:
        opened.send(asked.SerializeToString())
        told = [ForwardMsg.FromString(opened.recv(60))]
        while told[-1].WhichOneof("type") != "script_finished":
            told.append(ForwardMsg.FromString(opened.recv(60)))
        said = " ".join(each.delta.new_element.html.body for each in told)
        assert f"{role}@example.org" in said
        assert ('href="./results' in said) is (Action.SETTLE in MAY[role])
        assert ('href="./cards' in said) is (Action.TABLES in MAY[role])
        for wrong, origin in ((cookie, "https://evil.example"), (cookie.replace("__Host-", ""), None), ("", None)):
            with pytest.raises(InvalidStatus):
                Stream(behind.origin, wrong, origin=origin, context=behind.context)
        assert behind.ask("POST", "/sign-out", "", Cookie=cookie, Origin=behind.origin).status == 303
        assert opened.ends(60)
    with pytest.raises(InvalidStatus):
        Stream(behind.origin, cookie, context=behind.context)


def test_the_link_of_a_table_opens_no_websocket_behind_the_proxy(behind: Behind) -> None:
    secret = Tables(behind.accounts).link("cup", ["1"], 1, "a test")[0][1]
    opened = behind.ask("GET", f"/entry?link={secret}")
    assert (opened.status, opened.headers["location"]) == (303, "/entry?lang=zh")
    cookie, *how = opened.headers["set-cookie"].split("; ")
    assert cookie.startswith("__Host-paipu-table=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(how)
    assert "第 1 桌" in behind.ask("GET", "/entry", Cookie=cookie).body.decode()
    assert json.loads(behind.ask("GET", "/api/v1/events/cup/tables/1", Cookie=cookie).body)["code"] == "SERVICE-NO-EVENT"
    with pytest.raises(InvalidStatus):
        Stream(behind.origin, cookie, context=behind.context)


def test_whoever_has_no_account_or_no_proof_is_not_let_in(behind: Behind) -> None:
    for user, more in (
        ("nobody@example.org", {}),
        ("viewer@example.org", {"forge": "1"}),
        ("viewer@example.org", {"lie": '{"email_verified": false}'}),
        ("viewer@example.org", {"lie": '{"email_verified": "true"}'}),
        ("viewer@example.org", {"lie": '{"aud": "another"}'}),
        ("viewer@example.org", {"lie": '{"aud": ["paipu", "another"]}'}),
        ("viewer@example.org", {"lie": '{"iss": "https://evil.example"}'}),
        ("viewer@example.org", {"lie": '{"nonce": "x"}'}),
        ("viewer@example.org", {"lie": '{"exp": 1}'}),
        ("viewer@example.org", {"lie": '{"email": null}'}),
    ):
        back, _, _ = behind.by_provider(user, **more)
        assert (back.status, "__Host-paipu" in back.cookies) == (403, False), (user, more)
        assert b"Traceback" not in back.body


def test_an_answer_is_good_once_and_for_whoever_asked(behind: Behind) -> None:
    first, path, cookie = behind.by_provider("viewer@example.org", "//evil.example")
    assert (first.status, first.headers["location"]) == (303, "/")
    assert behind.ask("GET", path, Cookie=cookie).status == 403
    away = behind.ask("GET", OIDC)
    state = next(iter(away.cookies.values()))
    assert "Secure" in away.headers["set-cookie"]
    assert "HttpOnly" in away.headers["set-cookie"]
    assert behind.ask("GET", f"{CALLBACK}?state={state}&code=x").status == 403  # another browser's
    for query in ("", "?state=x&code=y", f"?state={state}", "?error=access_denied"):
        assert behind.ask("GET", f"{CALLBACK}{query}", Cookie="__Host-paipu-oidc=x").status == 403


def test_the_page_of_signing_in_links_to_the_provider(behind: Behind) -> None:
    page = behind.ask("GET", "/sign-in?to=/replay&lang=en").body.decode()
    assert f'<a href="{OIDC}?to=%2Freplay">' in page


def test_a_provider_is_named_whole_and_asked_by_tls(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("s\n", encoding="utf-8")
    assert check_provider(None, None, None) == ""
    assert check_provider("https://login.example.org", "c", file) == "s"
    for issuer, client, secret in (
        ("https://login.example.org", None, file),
        ("https://login.example.org", "c", None),
        (None, "c", file),
        ("http://login.example.org", "c", file),
        ("https://", "c", file),
        ("https://login.example.org?x=y", "c", file),
        ("https://login.example.org", "c", tmp_path / "nowhere"),
    ):
        with pytest.raises(UsageError):
            check_provider(issuer, client, secret)
    assert [is_safe(each) for each in ("https://x/y", "http://127.0.0.1:1/", "http://x/", "file:///x", "")] == [
        True,
        True,
        *[False] * 3,
    ]
